"""
What cdt 0.6.0 and gCastle 1.0.4 gave on 100 seeded pairs and 36 handmade ones, beside ours.

Neither package is a test dependency; record_cdt.py and record_gcastle.py made cdt.json and
gcastle.json. A[i, j] = 1 is i -> j, both cells are i - j.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph

HERE = Path(__file__).parent


def cases(package):
    return json.loads((HERE / f"{package}.json").read_text())["cases"]


def graphs(case):
    return [
        Graph.from_adjacency(case[side], direction="row-to-column", symmetric="undirected")
        for side in ("truth", "estimate")
    ]


CDT = cases("cdt")
GCASTLE = [case for case in cases("gcastle") if "error" not in case["values"]]


def has_undirected(case):
    return any((np.array(case[side]) & np.array(case[side]).T).any() for side in ("truth", "estimate"))


def test_the_recorded_pairs_hold_dags_and_undirected_edges():
    assert len(CDT) == len(cases("gcastle")) > 100
    assert (
        {has_undirected(case) for case in CDT}
        == {has_undirected(case) for case in GCASTLE}
        == {
            True,
            False,
        }
    )


def test_cdt_by_default_counts_matrix_entries():
    for case in CDT:
        recorded = case["values"]["SHD(double_for_anticausal=True)"]
        assert em.shd(*graphs(case), reversal="two") == recorded


def test_cdt_without_doubling_counts_pairs():
    for case in CDT:
        recorded = case["values"]["SHD(double_for_anticausal=False)"]
        assert em.shd(*graphs(case)) == recorded


def test_cdts_default_is_not_ours_when_an_edge_is_reversed():
    differ = [
        case
        for case in CDT
        if em.shd(*graphs(case)) != case["values"]["SHD(double_for_anticausal=True)"]
    ]
    assert len(differ) > 20


def test_gcastle_forgives_an_undirected_edge():
    for case in GCASTLE:
        assert em.shd(*graphs(case), undirected="lenient") == case["values"]["shd"]


def test_gcastles_shd_is_not_ours_where_an_undirected_edge_meets_an_arc():
    for case in GCASTLE:
        truth, estimate = graphs(case)
        forgiven = sum(
            truth.between(a, b) != estimate.between(a, b)
            and {glyph(truth, a, b), glyph(estimate, a, b)} == {"-->", "---"}
            for k, a in enumerate(truth.nodes)
            for b in truth.nodes[k + 1 :]
        )
        assert em.shd(truth, estimate) - forgiven == case["values"]["shd"]


def glyph(graph, a, b):
    parts = graph.between(a, b).split()
    return parts[1] if len(parts) == 3 else ""


def rounded(value):
    return None if value != value else round(value, 4)


def dags_only():
    return [case for case in GCASTLE if not has_undirected(case)]


def test_gcastles_ratios_of_dags_are_ours_rounded():
    for case in dags_only():
        c, values = em.confusion(*graphs(case)), case["values"]
        assert values["recall"] == rounded(c.recall)
        assert values["tpr"] == rounded(c.recall)
        assert values["precision"] == rounded(c.precision)


def test_gcastles_f1_of_dags_is_ours_except_that_nothing_right_is_undefined_there():
    for case in dags_only():
        c, f1 = em.confusion(*graphs(case)), case["values"]["F1"]
        assert f1 == (None if c.tp == 0 else rounded(c.f1))


def test_gcastles_precision_counts_an_undirected_edge_as_two_arcs():
    for case in GCASTLE:
        truth, estimate = (np.array(case[side], bool) for side in ("truth", "estimate"))
        by_cell = (truth & estimate).sum() / estimate.sum() if estimate.any() else float("nan")
        assert case["values"]["precision"] == rounded(by_cell)


def test_our_directed_precision_does_not_count_undirected_edges_at_all():
    case = next(
        case
        for case in GCASTLE
        if case["truth"] == [[0, 1], [1, 0]] and case["estimate"] == [[0, 1], [1, 0]]
    )
    assert (case["values"]["precision"], case["values"]["recall"]) == (1, 1)
    c = em.confusion(*graphs(case))
    assert (c.tp, c.fp, c.fn) == (0, 0, 0)
    assert em.confusion(*graphs(case), of="tails").precision == 1


def test_gcastles_true_positive_rate_exceeds_1():
    above = [case for case in GCASTLE if case["values"]["tpr"] > 1]
    assert above
    assert all(has_undirected(case) for case in above)
    assert all(not em.confusion(*graphs(case)).recall > 1 for case in above)


def test_gcastle_fails_where_the_truth_is_empty_and_ours_is_undefined():
    failed = [case for case in cases("gcastle") if "error" in case["values"]]
    assert failed
    for case in failed:
        truth, estimate = graphs(case)
        assert truth.n_edges == 0
        assert np.isnan(em.confusion(truth, estimate).recall)


@pytest.mark.parametrize("name", ["cdt", "gcastle"])
def test_a_record_names_the_version_it_was_made_with(name):
    record = json.loads((HERE / f"{name}.json").read_text())
    assert record["package"] == name
    assert record["version"]
