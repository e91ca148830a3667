"""
What other packages gave on seeded and handmade pairs of graphs, beside ours.

None of them is a test dependency; record_*.py and record_*.R made the records. A[i, j] = 1 is i -> j,
both cells are i - j; Tetrad's matrices hold marks.

One file, because it checks that no recorded package and no recorded number is left out.
"""

import json
from functools import cache
from itertools import combinations
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import KindError

HERE = Path(__file__).parent


def cases(package):
    return json.loads((HERE / f"{package.lower()}.json").read_text())["cases"]


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


def test_gcastles_precision_and_recall_are_those_of_entries():
    for case in GCASTLE:
        c, values = em.confusion(*graphs(case), of="entries"), case["values"]
        assert values["precision"] == rounded(c.precision)
        assert values["recall"] == rounded(c.recall)
        assert values["F1"] == (None if c.tp == 0 else rounded(c.f1))


# ---- every package: distances


@cache
def recorded(package, key):
    """(truth, estimate, value) of every case that has the key."""
    sides = marked_graphs if package == "tetrad" else graphs
    return [(*sides(case), case["values"][key]) for case in cases(package) if key in case["values"]]


def marked_graphs(case):
    return [marked_graph(case[side]) for side in ("truth", "estimate")]


def marked_graph(marks):
    """M[i, j] is the mark at j: 0 no edge, 1 circle, 2 arrow, 3 tail."""
    names = [f"X{k}" for k in range(len(marks))]
    edges = [
        (names[i], f"{' o<-'[marks[j][i]]}-{' o>-'[marks[i][j]]}", names[j])
        for i, j in combinations(range(len(marks)), 2)
        if marks[i][j]
    ]
    return Graph(names, edges)


def ours(metric, truth, estimate, **options):
    """What edgemark gives, or "refused"."""
    try:
        return metric(truth, estimate, **options)
    except KindError:
        return "refused"


SHD = [
    ("avici", "shd", {}),
    ("dibs-lib", "pairwise_structural_hamming_distance", {}),
    ("graphical-models", "PDAG.shd", {}),
    ("graphical-models", "DAG.shd", {}),
    ("causaliq-analysis", "shd", {}),
    ("dodiscover", "structure_hamming_dist(double_for_anticausal=False)", {}),
    ("bnlearn", "shd(cpdag=FALSE)", {}),
    ("pcalg", "shd", {}),
    ("SID", "hammingDist()", {}),
    ("BiDAG", "SHD", {}),
    ("dodiscover", "structure_hamming_dist(double_for_anticausal=True)", {"reversal": "two"}),
    ("causaldynamics", "Joint SHD", {"reversal": "two"}),
    ("sep-distances", "SHD_DAGs(normalized=False)", {"reversal": "two"}),
    ("graphical-models", "PDAG.shd_skeleton", {"of": "skeleton"}),
    ("bnlearn", "hamming()", {"of": "skeleton"}),
    ("benchpress", "SHD_pattern", {"of": "pattern"}),
]
SHD_OF_CPDAGS = [
    ("causaliq-analysis", "equiv.shd"),
    ("bnlearn", "shd()"),
    ("benchpress", "SHD_cpdag"),
    ("BiDAG", "SHD(cpdag=TRUE)"),
]


@pytest.mark.parametrize(("package", "key", "options"), SHD)
def test_a_recorded_distance_is_an_shd_of_ours(package, key, options):
    found = recorded(package, key)
    assert len(found) > 30
    for truth, estimate, value in found:
        assert em.shd(truth, estimate, **options) == value, (truth, estimate)


@pytest.mark.parametrize(("package", "key"), SHD_OF_CPDAGS)
def test_a_recorded_distance_of_classes_is_our_shd_of_cpdags_where_both_have_one(package, key):
    compared = 0
    for truth, estimate, value in recorded(package, key):
        got = ours(em.shd, truth, estimate, of="cpdag")
        if got != "refused":
            assert got == value, (truth, estimate)
            compared += 1
    assert compared > 40


def test_causaliqs_bayesys_distance_is_our_half_match():
    for truth, estimate, value in recorded("causaliq-analysis", "shd-b"):
        assert em.weighted_shd(truth, estimate) == value


LINES_COUNTED_ONCE = [
    ("SID", "hammingDist(allMistakesOne=FALSE)"),
    ("sep-distances", "SHD_CPDAGs(normalized=False)"),
]


@pytest.mark.parametrize(("package", "key"), LINES_COUNTED_ONCE)
def test_a_reversal_of_two_beside_an_undirected_edge_of_one_is_our_double_reversal_and_not_entries(
    package, key
):
    as_ours = 0
    for truth, estimate, value in recorded(package, key):
        assert em.weighted_shd(truth, estimate, costs="double-reversal") == value
        lines = lone_lines(truth, estimate) + lone_lines(estimate, truth)
        assert em.shd(truth, estimate, reversal="two") == value + lines
        as_ours += not lines
    assert 0 < as_ours < len(recorded(package, key))


def lone_lines(graph, other):
    """How many undirected edges lie where the other graph has none."""
    return sum(
        glyph(graph, a, b) == "---" and b not in other.adjacent(a)
        for a, b in combinations(graph.nodes, 2)
    )


SEPARATIONS = [
    ("SD_DAGs(type='parent', normalized=False)", em.separation_distance),
    ("metric_DAGs(type='sc')", em.metrics.sc_metric),
    ("metric_DAGs(type='s')", em.metrics.s_metric),
    ("metric_DAGs(type='c')", em.metrics.c_metric),
]


@pytest.mark.parametrize(("key", "metric"), SEPARATIONS)
def test_what_sep_distances_separates_is_what_ours_does(key, metric):
    found = recorded("sep-distances", key)
    assert len(found) > 20
    for truth, estimate, value in found:
        assert metric(truth, estimate) == pytest.approx(value), (truth, estimate)


def test_a_distance_of_sep_distances_is_divided_by_pairs_and_exceeds_1():
    for truth, estimate, value in recorded("sep-distances", "SHD_DAGs(normalized=True)"):
        errors = em.shd(truth, estimate, reversal="two")
        assert value == pytest.approx(errors / truth.n_pairs)
        assert errors.rate == pytest.approx(value / 2)
    values = [value for *_, value in recorded("sep-distances", "SHD_DAGs(normalized=True)")]
    assert max(values) > 1


def test_pgmpy_1_0_0_charges_two_for_an_arc_found_for_an_undirected_edge_but_not_the_other_way():
    found = [
        (*graphs(case), case["values"]["SHD"])
        for case in cases("pgmpy")
        if "error" not in case["values"]
    ]
    for truth, estimate, value in found:
        arcs_for_lines = sum(
            glyph(truth, a, b) == "---" and glyph(estimate, a, b) == "-->"
            for a, b in combinations(truth.nodes, 2)
        )
        assert value == em.shd(truth, estimate) + arcs_for_lines
        assert em.shd(truth, estimate) == em.shd(estimate, truth)
    assert any(value != em.shd(truth, estimate) for truth, estimate, value in found)


def test_pgmpy_1_0_0_raises_on_a_node_without_edges_and_ours_counts():
    failed = [case for case in cases("pgmpy") if "error" in case["values"]]
    assert failed
    for case in failed:
        assert case["values"]["error"].startswith("NetworkXError")
        sides = graphs(case)
        assert any(touched(graph) < set(graph.nodes) for graph in sides)
        assert em.shd(*sides) <= sides[0].n_pairs


def touched(graph):
    return {name for a, _, b in graph.edges() for name in (a, b)}


# ---- every package: what was found and what was missed

SKELETON = {"of": "skeleton"}
EXACT = {"of": "exact"}
ARROWHEADS = {"of": "arrowheads"}
SHARED = {"of": "arrowheads-shared"}
COUNTS = [
    ("graphical-models", "confusion_matrix_skeleton.num_true_positives", "tp", SKELETON),
    ("graphical-models", "confusion_matrix_skeleton.num_false_positives", "fp", SKELETON),
    ("graphical-models", "confusion_matrix_skeleton.num_false_negatives", "fn", SKELETON),
    ("graphical-models", "confusion_matrix_skeleton.num_true_negatives", "tn", SKELETON),
    ("causaliq-analysis", "missing_matched", "tn", EXACT),
    ("bnlearn", "compare.tp", "tp", EXACT),
    ("bnlearn", "compare.fp", "fp", EXACT),
    ("bnlearn", "compare.fn", "fn", EXACT),
    *(("benchpress", f"{name.upper()}_skel", name, SKELETON) for name in ("tp", "fp", "fn", "tn")),
    *(("BiDAG", name.upper(), name, SKELETON) for name in ("tp", "fp", "fn")),
    *(("causalDisco", f"adj_{name}", name, SKELETON) for name in ("tp", "fp", "fn", "tn")),
    *(("causalDisco", f"dir_{name}", name, SHARED) for name in ("tp", "fp", "fn", "tn")),
    *(
        ("causalDisco", f"dir_{name}", name, {"of": "directed-shared"})
        for name in ("tp", "fp", "fn", "tn")
    ),
    *(("tetrad", f"A{name.upper()}", name, SKELETON) for name in ("tp", "fp", "fn")),
    *(("tetrad", f"AH{name.upper()}", name, ARROWHEADS) for name in ("tp", "fp", "fn")),
]
CAUSALDISCO = {
    "precision": "precision",
    "recall": "recall",
    "specificity": "specificity",
    "fdr": "fdr",
    "npv": "npv",
    "f1_score": "f1",
}
# package, key, ratio, options, and what the package gives where nothing is divided by nothing
RATIOS = [
    ("causaliq-analysis", "p", "precision", EXACT, None),
    ("causaliq-analysis", "r", "recall", EXACT, None),
    ("causaliq-analysis", "f1", "f1", EXACT, 0),
    ("graphical-models", "confusion_matrix_skeleton.tpr", "recall", SKELETON, 1),
    ("graphical-models", "confusion_matrix_skeleton.fpr", "fpr", SKELETON, 0),
    ("pcalg", "tpr", "recall", SKELETON, 0),
    ("pcalg", "fpr", "fpr", SKELETON, 1),
    ("pcalg", "tdr", "precision", SKELETON, 1),
    *(("causalDisco", f"adj_{key}", ratio, SKELETON, 1) for key, ratio in CAUSALDISCO.items()),
    *(("causalDisco", f"dir_{key}", ratio, SHARED, 1) for key, ratio in CAUSALDISCO.items()),
    ("tetrad", "AP", "precision", SKELETON, None),
    ("tetrad", "AR", "recall", SKELETON, None),
    ("tetrad", "AHP", "precision", ARROWHEADS, None),
    ("tetrad", "AHR", "recall", ARROWHEADS, None),
    ("tetrad", "AHPC", "precision", SHARED, None),
    ("tetrad", "AHRC", "recall", SHARED, None),
    ("tetrad", "OP", "precision", {"of": "orientations"}, None),
    ("tetrad", "OR", "recall", {"of": "orientations"}, None),
    ("tetrad", "TP", "precision", {"of": "tails"}, None),
    ("tetrad", "TR", "recall", {"of": "tails"}, None),
]


@pytest.mark.parametrize(("package", "key", "count", "options"), COUNTS)
def test_a_recorded_count_is_one_of_ours(package, key, count, options):
    found = recorded(package, key)
    assert len(found) > 30
    for truth, estimate, value in found:
        got = getattr(em.confusion(truth, estimate, **options), count)
        assert got == value, (truth, estimate)


@pytest.mark.parametrize(("package", "key", "ratio", "options", "of_nothing"), RATIOS)
def test_a_recorded_ratio_is_ours_but_for_nothing_divided_by_nothing(
    package, key, ratio, options, of_nothing
):
    found = recorded(package, key)
    assert len(found) > 30
    for truth, estimate, value in found:
        got = getattr(em.confusion(truth, estimate, **options), ratio)
        expected = of_nothing if isnan(got) else pytest.approx(got)
        assert value == expected, (truth, estimate)


def test_where_packages_print_their_own_constant_for_nothing_ours_is_nan():
    truth, empty = Graph.parse("A --> B; C"), Graph.parse("A; B; C")
    assert isnan(em.confusion(truth, empty, of="skeleton").precision)
    assert isnan(em.confusion(empty, truth, of="skeleton").recall)
    assert isnan(em.confusion(empty, empty, of="exact").f1)
    printed = {
        (package, of_nothing)
        for package, key, ratio, options, of_nothing in RATIOS
        for truth, estimate, _ in recorded(package, key)
        if isnan(getattr(em.confusion(truth, estimate, **options), ratio))
    }
    assert printed == {
        ("causaliq-analysis", None),
        ("causaliq-analysis", 0),
        ("graphical-models", 0),
        ("graphical-models", 1),
        ("pcalg", 0),
        ("pcalg", 1),
        ("causalDisco", 1),
        ("tetrad", None),
    }


def test_avicis_ratios_are_those_of_entries_and_of_nothing_1_only_if_both_graphs_are_empty():
    for name in ("precision", "recall", "f1"):
        for truth, estimate, value in recorded("avici", name):
            got = getattr(em.confusion(truth, estimate, of="entries"), name)
            of_nothing = 1 if truth.n_edges == estimate.n_edges == 0 else 0
            assert value == (of_nothing if isnan(got) else pytest.approx(got))


def test_causaliqs_ten_counts_are_the_exact_confusion():
    wrong = ("arc_reversed", "edge_not_arc", "arc_not_edge")
    for case in cases("causaliq-analysis"):
        c, values = em.confusion(*graphs(case), of="exact"), case["values"]
        mistaken = sum(values[key] for key in wrong)
        assert c.tp == values["arc_matched"] + values["edge_matched"]
        assert c.fp == values["arc_extra"] + values["edge_extra"] + mistaken
        assert c.fn == values["arc_missing"] + values["edge_missing"] + mistaken


def test_causaliqs_f1_of_classes_is_the_exact_one_of_cpdags():
    compared = 0
    for truth, estimate, value in recorded("causaliq-analysis", "equiv.f1"):
        c = ours(em.confusion, truth, estimate, of="exact", compare="cpdag")
        if c != "refused":
            assert value == (0 if isnan(c.f1) else pytest.approx(c.f1))
            compared += 1
    assert compared > 100


def test_causaldiscos_other_two_ratios_exchange_positives_and_negatives():
    for prefix, options in (("adj", SKELETON), ("dir", SHARED)):
        for truth, estimate, value in recorded("causalDisco", f"{prefix}_g1_score"):
            c = em.confusion(truth, estimate, **options)
            exchanged = em.Confusion(tp=c.tn, fp=c.fn, fn=c.fp, tn=c.tp)
            assert value == (1 if isnan(exchanged.f1) else pytest.approx(exchanged.f1))
        for truth, estimate, value in recorded("causalDisco", f"{prefix}_false_omission_rate"):
            npv = em.confusion(truth, estimate, **options).npv
            assert value == (1 if isnan(npv) else pytest.approx(1 - npv))


def is_complete(graph):
    return graph.n_edges == graph.n_pairs


def test_dodiscover_counts_adjacent_pairs_but_reads_a_complete_graph_as_empty():
    cells = [f"confusion_matrix_networks[{i}, {j}]" for i in (0, 1) for j in (0, 1)]
    complete = 0
    for case in cases("dodiscover"):
        truth, estimate = graphs(case)
        if truth.n_nodes < 3:
            continue
        full = {side: is_complete(g) for side, g in (("truth", truth), ("estimate", estimate))}
        read = {side: np.zeros_like(case[side]) if full[side] else case[side] for side in full}
        c = em.confusion(*graphs(read), of="skeleton")
        assert [case["values"].get(cell, 0) for cell in cells] == [c.tn, c.fp, c.fn, c.tp]
        complete += any(full.values())
    assert complete > 3


def test_bidags_rates_are_those_of_skeletons_rounded_to_two_decimals():
    for key, ratio in (("TPR", "recall"), ("FPR", "fpr"), ("FDR", "fdr")):
        for truth, estimate, value in recorded("BiDAG", key):
            got = getattr(em.confusion(truth, estimate, of="skeleton"), ratio)
            assert value == (None if isnan(got) else round(got, 2))


def test_benchpress_shares_of_missed_pairs_are_those_of_skeletons():
    for truth, estimate, value in recorded("benchpress", "FNR_skel"):
        recall = em.confusion(truth, estimate, of="skeleton").recall
        assert value == (None if isnan(recall) else pytest.approx(1 - recall))


@pytest.mark.parametrize("count", ["tp", "fp", "fn"])
def test_benchpress_counts_of_patterns_lie_halfway_between_exact_and_skeleton(count):
    for truth, estimate, value in recorded("benchpress", f"{count.upper()}_pattern"):
        both = [
            getattr(em.confusion(truth, estimate, of=of, compare="pattern"), count)
            for of in ("exact", "skeleton")
        ]
        assert value == sum(both) / 2


# ---- Tetrad


def test_tetrads_true_negatives_of_pairs_are_ours_with_the_missed_taken_twice_and_the_found_never():
    for truth, estimate, value in recorded("tetrad", "ATN"):
        c = em.confusion(truth, estimate, of="skeleton")
        assert value == truth.n_pairs - c.fn - c.fp - c.fn
        assert c.tp + c.fp + c.fn + c.tn == truth.n_pairs
    assert min(value for *_, value in recorded("tetrad", "ATN")) < 0


def test_tetrads_bidirected_confusion_is_ours_but_for_the_true_negatives():
    for truth, estimate, value in recorded("tetrad", "BidirectedConfusion"):
        c = em.confusion(truth, estimate, of="bidirected")
        assert value == [c.tp, c.fp, c.fn, truth.n_pairs - c.fn - c.fp - c.fn]
        assert c.tp + c.fp + c.fn + c.tn == truth.n_pairs


def test_tetrads_true_negatives_of_arrowheads_leave_out_pairs_that_the_truth_has_not():
    for truth, estimate, value in recorded("tetrad", "AHTN"):
        kept = [e for e in estimate.edges() if e[2] in truth.adjacent(e[0])]
        c = em.confusion(truth, Graph(estimate.nodes, kept), of="arrowheads")
        assert value == c.tn - 2 * (truth.n_pairs - truth.n_edges)


@pytest.mark.parametrize(("key", "of"), [("*->-Prec", "arrowheads"), ("-->-Prec", "tails")])
def test_tetrads_precision_for_the_true_causal_order_is_our_ancestral_precision(key, of):
    beyond_adjacency = 0
    for truth, estimate, value in recorded("tetrad", key):
        got = em.metrics.ancestral_precision(truth, estimate, of=of)
        assert value == (None if isnan(got) else pytest.approx(got)), (truth, estimate)
        beyond_adjacency += value not in (None, em.confusion(truth, estimate, of=of).precision)
    assert beyond_adjacency > 5


def test_what_tetrad_was_asked_about_the_true_causal_order_holds_every_edge_with_an_arrowhead():
    asked = [estimate for _, estimate, _ in recorded("tetrad", "*->-Prec")]
    assert {"-->", "o->", "<->"} <= {glyph for graph in asked for _, glyph, _ in graph.edges()}


@pytest.mark.parametrize(
    ("glyph", "counts", "recall"),
    [("o->", (0, 0, 0), None), ("<->", (0, 0, 0), None), ("--o", (0, 0, 0), None), ("---", (0, 0, 1), 0),
     ("<-o", (0, 1, 1), 0), ("o--", (0, 1, 1), 0), ("o-o", (0, 1, 1), 0)],
)  # fmt: skip
def test_tetrads_orientations_count_a_half_right_edge_nowhere_unless_undirected(glyph, counts, recall):
    truth, estimate = Graph.parse("X0 --> X1"), Graph.parse(f"X0 {glyph} X1")
    c = em.confusion(truth, estimate, of="orientations")
    assert (c.tp, c.fp, c.fn) == counts
    printed = {value for *sides, value in recorded("tetrad", "OR") if sides == [truth, estimate]}
    assert printed == {recall}


@pytest.mark.parametrize(("key", "options"), [("F1Adj", SKELETON), ("F1Arrow", ARROWHEADS)])
def test_tetrads_f1_is_ours_but_undefined_where_nothing_is_right(key, options):
    for truth, estimate, value in recorded("tetrad", key):
        c = em.confusion(truth, estimate, **options)
        assert value == (None if c.tp == 0 else pytest.approx(c.f1))


def test_tetrads_distance_is_ours_and_minus_99_of_graphs_that_are_not_partially_directed():
    sentinels = 0
    for truth, estimate, value in recorded("tetrad", "SHD (PDAG)"):
        pdags = truth.objection("pdag") is None and estimate.objection("pdag") is None
        assert value == (em.shd(truth, estimate) if pdags else -99)
        sentinels += not pdags
    assert 0 < sentinels < len(recorded("tetrad", "SHD (PDAG)"))


def test_tetrads_distance_to_the_class_of_the_truth_is_ours_where_the_truth_has_one():
    compared = 0
    for truth, estimate, value in recorded("tetrad", "SHD (CPDAG)"):
        got = ours(em.shd, truth, estimate, of="truth-cpdag")
        if got != "refused":
            assert got == value, (truth, estimate)
            compared += 1
    assert compared > 50


def test_ours_refuses_where_tetrad_gives_minus_99_for_a_distance_to_a_class():
    refused = [
        ours(em.shd, truth, estimate, of="truth-cpdag")
        for truth, estimate, value in recorded("tetrad", "SHD (CPDAG)")
        if value == -99
    ]
    assert len(refused) > 50
    assert set(refused) == {"refused"}


def test_tetrad_takes_a_bidirected_truth_for_an_undirected_one_and_ours_refuses():
    truth, estimate = Graph.parse("X0 <-> X1"), Graph.parse("X0 --- X1")
    values = [v for *sides, v in recorded("tetrad", "SHD (CPDAG)") if sides == [truth, estimate]]
    assert values == [0]
    with pytest.raises(KindError, match="needs a DAG or a CPDAG as the truth"):
        em.shd(truth, estimate, of="truth-cpdag")


RECORDS = sorted(path.stem for path in HERE.glob("*.json") if path.stem != "defects")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_names_the_version_it_was_made_with(name):
    record = json.loads((HERE / f"{name}.json").read_text())
    assert record["package"].lower() == name
    assert record["version"]
