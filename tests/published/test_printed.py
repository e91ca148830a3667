"""
Everything that other packages were recorded to print, asked for by its name.

Every number of every case is what `printed_by` gives, or is listed here with the reason.
"""

import json
import warnings
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from test_recorded_packages import HERE, graphs, marked_graphs

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, KindError
from edgemark.metrics import REGISTRY
from edgemark.values import COUNTS

RECORDS = {
    "avici": "avici",
    "benchpress": "benchpress",
    "bidag": "BiDAG",
    "bnlearn": "bnlearn",
    "causaldisco": "causalDisco",
    "causaldynamics": "CausalDynamics",
    "causaliq-analysis": "causaliq-analysis",
    "causationentropy": "causationentropy",
    "cdt": "cdt",
    "dibs-lib": "dibs-lib",
    "dodiscover": "dodiscover",
    "gcastle": "gCastle",
    "graphical-models": "graphical-models",
    "pcalg": "pcalg",
    "pgmpy": "pgmpy 1.0.0",
    "sep-distances": "sep-distances",
    "sid": "SID",
    "tetrad": "Tetrad",
}
# not recorded but run beside ours, in tests/metrics/test_peers.py
LIVE = {"bnmetrics", "causal-learn", "cdans", "gadjid", "pgmpy", "pyAgrum"}
# printed in its tables and figures, in test_nced_paper.py
PAPERS = {"nCED paper"}
# recorded, and of no two graphs: areas under curves of scores; or no measure of an estimate
OTHER = {
    "avici": {"auroc", "auprc", "ap"},
    "dibs-lib": {"roc_auc", "prc_auc", "ave_prec"},
    "causaldynamics": {"Joint AUROC", "Joint AUPRC"},
    "benchpress": {"n_nodes", "true_n_edges_skel", "true_n_non_edges_skel", "graph_type"},
    # compared with our metrics of the same definition in test_recorded_packages.py
    "sep-distances": {
        "SD_DAGs(type='parent', normalized=False)",
        *(f"metric_DAGs(type='{kind}')" for kind in ("c", "s", "sc")),
    },
}
# read in its source, not run: pcalg's dag2cpdag of both, as BiDAG's SHD(cpdag=TRUE), then cdt's SHD
# and the distances of caugi, in Rust, which causalDisco hands on
READ = {"cdt": {"SHD_CPDAG"}, "causaldisco": {"shd", "hd"}}
# the same, all of it: on DAGs it is what the release prints, with undirected edges more
READ_ONLY = {"pgmpy dev"}
# a side that is neither a DAG nor a CPDAG is completed without a word; ours is refused
COMPLETES_ANY_PDAG = {
    ("bnlearn", "shd()"),
    ("BiDAG", "SHD(cpdag=TRUE)"),
    ("benchpress", "SHD_cpdag"),
    ("causaliq-analysis", "equiv.f1"),
    ("causaliq-analysis", "equiv.shd"),
    ("Tetrad", "SHD (CPDAG)"),
}


@cache
def recorded(stem):
    """Truth, estimate, and the numbers by name, of every case."""
    cases = json.loads((HERE / f"{stem}.json").read_text())["cases"]
    sides = marked_graphs if stem == "tetrad" else graphs
    return [(*sides(case), numbers(case["values"])) for case in cases]


def numbers(values):
    """Those of a list under names of their own."""
    values = dict(values)
    for name, value in zip(
        ("tp", "fp", "fn", "tn"), values.pop("BidirectedConfusion", ()), strict=False
    ):
        values[f"BidirectedConfusion.{name}"] = value
    return values


def is_number(value):
    return isinstance(value, int | float) and value != -99


@pytest.mark.parametrize("stem", RECORDS)
def test_every_recorded_name_is_known(stem):
    names = {name for *_, values in recorded(stem) for name in values} - {"error"}
    printed = {key.name for key in em.packages.PACKAGES[RECORDS[stem]].keys}
    assert printed - READ.get(stem, set()) == names - OTHER.get(stem, set())


@pytest.mark.parametrize("stem", RECORDS)
def test_every_recorded_number_is_what_is_printed(stem):
    compared = set()
    for truth, estimate, values in recorded(stem):
        rows = em.printed_by(truth, estimate, RECORDS[stem])
        for row in (row for row in rows if row.metric not in READ.get(stem, set())):
            value = values.get(row.metric)
            if row.status == "refused" and (RECORDS[stem], row.metric) in COMPLETES_ANY_PDAG:
                assert "needs a DAG or a CPDAG" in row.reason or value == -99
                continue
            expected = pytest.approx(value) if is_number(value) else None
            got = row.value if row.status == "ok" else None
            assert got == expected, (truth, estimate, row, value)
            if row.status == "ok":
                compared.add(row.metric)
    names = {key.name for key in em.packages.PACKAGES[RECORDS[stem]].keys}
    assert compared == names - READ.get(stem, set())


@pytest.mark.parametrize("stem", RECORDS)
def test_where_the_package_raised_nothing_is_printed_but_the_reason(stem):
    for truth, estimate, values in recorded(stem):
        if "error" in values:
            raised = values["error"].partition(":")[0]
            for row in em.printed_by(truth, estimate, RECORDS[stem]):
                assert row.status == "refused"
                assert f"raises {raised}" in row.reason


def test_packages_raised_somewhere():
    assert {s for s in RECORDS for *_, values in recorded(s) if "error" in values} == {
        "gcastle",
        "pgmpy",
    }


def test_tetrads_sentinel_is_no_distance():
    rows = [
        em.printed_by(truth, estimate, "tetrad")["SHD (PDAG)"]
        for truth, estimate, values in recorded("tetrad")
        if values["SHD (PDAG)"] == -99
    ]
    assert len(rows) > 50
    assert all(row.status == "refused" and "prints -99" in row.reason for row in rows)


def test_a_package_is_recorded_or_run_beside_ours():
    assert set(RECORDS.values()) | LIVE | READ_ONLY | PAPERS == set(em.packages.PACKAGES)
    assert len(RECORDS) + len(LIVE) + len(READ_ONLY) + len(PAPERS) == len(em.packages.PACKAGES)
    assert set(RECORDS) == {path.stem for path in HERE.glob("*.json")} - {"defects"}


# ---- constants, rounding, what should not be counted


def pcalg(truth, estimate):
    report = em.printed_by(Graph.parse(truth), Graph.parse(estimate), "pcalg")
    return [(report[name].value, report[name].reason) for name in ("tpr", "fpr", "tdr")]


def test_pcalgs_three_constants_have_three_causes():
    assert pcalg("A; B; C", "A --> B; C")[0] == (0, "tp + fn = 0: pcalg prints 0")
    assert pcalg("A --> B", "A --> B")[1] == (1, "fp + tn = 0: pcalg prints 1")
    assert pcalg("A --> B", "A; B")[2] == (1, "tp + fp = 0: pcalg prints 1")
    assert pcalg("A --> B; C", "A --> B; C") == [(1, ""), (0, ""), (1, "")]


def test_a_constant_is_in_the_warnings_and_ours_is_nan():
    truth, empty = Graph.parse("A --> B; C"), Graph.parse("A; B; C")
    report = em.printed_by(truth, empty, "bnmetrics")
    assert "precision: tp + fp = 0: bnmetrics prints 0" in report.warnings
    assert np.isnan(em.confusion(truth, empty, of="exact").precision)


def test_gcastles_true_positive_rate_of_an_undirected_edge_is_2_and_says_why():
    row = em.printed_by(Graph.parse("A --> B"), Graph.parse("A --- B"), "gCastle")["tpr"]
    assert (row.value, row.status) == (2, "ok")
    assert "counts twice" in row.reason
    assert em.confusion(Graph.parse("A --> B"), Graph.parse("A --- B"), of="entries").recall == 1


def test_benchpress_divides_false_positives_by_positives():
    truth, estimate = Graph.parse("A --> B; C; D"), Graph.parse("A --> B --> C --> D")
    row = em.printed_by(truth, estimate, "benchpress")["FPR_skel"]
    assert row.value == 2
    assert em.confusion(truth, estimate, of="skeleton").fpr == pytest.approx(2 / 5)


# ---- who counts so

SPELLED = {
    "causaliq-analysis": "causaliq",
    "dibs-lib": "dibs",
    "graphical-models": "graphical_models",
    "pgmpy 1.0.0": "pgmpy",
    "pgmpy dev": "pgmpy",
}


@pytest.mark.parametrize("name", em.packages.PACKAGES)
def test_a_convention_names_the_packages_that_print_it(name):
    for key in em.packages.PACKAGES[name].keys:
        if key.counting.metric and not key.formula:
            known = REGISTRY[key.counting.metric].conventions
            used_by = next(c for c in known if c.name == key.counting.name).used_by
            spelled = SPELLED.get(name, name)
            assert any(spelled in user for user in used_by), (key.name, key.counting.name, used_by)


@pytest.mark.parametrize("name", em.packages.PACKAGES)
def test_evaluate_knows_the_numbers_that_are_ours_by_the_names_given(name):
    truth, estimate = Graph.parse("A --> C <-- B; C --> D"), Graph.parse("A --> C <-- B; B --- D")
    if name in ("pgmpy", "pyAgrum", "sep-distances", "graphical-models", "nCED paper"):
        estimate = truth
    package = em.packages.PACKAGES[name]
    printed = em.printed_by(truth, estimate, name)
    for key, row in zip(package.keys, printed, strict=True):
        if key.counting.metric and not key.formula and key.number != "rate" and row.status == "ok":
            with warnings.catch_warnings(action="ignore"):  # a DAG and a CPDAG may be compared as given
                (ours,) = em.evaluate(truth, estimate, key.definition)
            assert ours.status == "undefined" or row.value == pytest.approx(ours.value, abs=0.005)


# ---- refusals and names


@pytest.mark.parametrize("name", ["gcastle", "GCASTLE", "g-castle", "gCastle 1.0.4"])
def test_a_package_is_found_whatever_its_case_and_hyphens(name):
    graph = Graph.parse("A --> B")
    assert em.printed_by(graph, graph, name).package == "gCastle 1.0.4"


@pytest.mark.parametrize("name", em.packages.PACKAGES)
def test_a_package_is_found_by_its_title(name):
    graph = Graph.parse("A --> B --> C")
    title = em.packages.PACKAGES[name].title
    assert em.printed_by(graph, graph, title).package == title


def test_the_packages_are_written_by_name_and_version():
    assert repr(em.packages.PACKAGES["pcalg"]) == "<Package pcalg 2.7-12>"
    assert len(repr(em.packages.PACKAGES)) < 60 * len(em.packages.PACKAGES)


def test_an_unknown_package_is_refused_and_the_next_one_suggested():
    graph = Graph.parse("A --> B")
    with pytest.raises(ConventionError, match="Did you mean 'pcalg'"):
        em.printed_by(graph, graph, "pcalgo")


PDAG_READERS = [
    name for name, package in em.packages.PACKAGES.items() if package.reads == ("-->", "---")
]


@pytest.mark.parametrize(("name", "edge"), list(product(PDAG_READERS, ["o->", "<->"])))
def test_marks_that_a_package_cannot_read_are_refused(name, edge):
    truth, estimate = Graph.parse("A --> B"), Graph.parse(f"A {edge} B")
    with pytest.raises(KindError, match=f"{name} reads the edges -->, ---; the estimate has {edge}"):
        em.printed_by(truth, estimate, name)


def test_two_edges_on_a_pair_are_refused():
    truth, estimate = Graph.parse("A --> B"), Graph.parse("A --> B; A <-> B")
    with pytest.raises(
        KindError, match="Tetrad reads one edge for a pair of nodes; the estimate has two on some"
    ):
        em.printed_by(truth, estimate, "Tetrad")


CYCLE = Graph.parse("A --> B --> C --> A; D")


@pytest.mark.parametrize("name", ["gadjid", "pyAgrum"])
@pytest.mark.parametrize(
    ("side", "cyclic"),
    [
        ("truth", CYCLE),
        ("estimate", CYCLE),
        ("estimate", Graph.parse("A --> B --> C --> A; C --- D")),
    ],
)
def test_a_directed_cycle_is_refused_where_the_package_raises(name, side, cyclic):
    graphs = {"truth": Graph.parse("A --> B; C; D"), "estimate": Graph.parse("A --> B; C; D")}
    graphs[side] = cyclic
    with pytest.raises(KindError, match=f"in the {side}, A --> B --> C --> A is a directed cycle"):
        em.printed_by(graphs["truth"], graphs["estimate"], name)


@pytest.mark.parametrize("name", ["pgmpy", "pgmpy dev"])
def test_pgmpy_takes_a_cycle_beside_undirected_edges_only(name):
    mixed = Graph.parse("A --> B --> C --> A; C --- D")
    skeletons = [
        next(row for row in em.printed_by(truth, estimate, name) if row.metric.endswith(last))
        for truth, estimate in ((CYCLE, mixed), (mixed, CYCLE), (mixed, mixed))
        for last in ["AdjacencyConfusionMatrix.tp" if name == "pgmpy" else "penalty=1)"]
    ]
    assert [row.status for row in skeletons] == ["refused", "refused", "ok"]
    assert "stores a graph without undirected edges as a DAG; in the truth, " in skeletons[0].reason


def test_every_number_of_pgmpy_is_refused_for_a_directed_cycle():
    dag = Graph.parse("A --> B; C; D")
    for truth, estimate in ((CYCLE, dag), (dag, CYCLE)):
        assert {row.status for row in em.printed_by(truth, estimate, "pgmpy")} == {"refused"}


@pytest.mark.parametrize(("text", "error"), [("A", "ValueError"), ("A --> B", "IndexError for two")])
def test_dodiscovers_matrix_needs_three_nodes(text, error):
    graph = Graph.parse(text)
    row = em.printed_by(graph, graph, "dodiscover")["confusion_matrix_networks[0, 0]"]
    assert (row.status, f"dodiscover raises {error}" in row.reason) == ("refused", True)


@pytest.mark.parametrize("package", ["pgmpy", "Tetrad", "graphical-models"])
def test_a_number_of_dags_gives_no_advice_that_leads_to_the_same_refusal(package):
    truth, estimate = Graph.parse("A --- B; C --- B", kind="mag"), Graph.parse("B --> A; C")
    reasons = [row.reason for row in em.printed_by(truth, estimate, package)]
    of_dags = [str(reason) for reason in reasons if "computes this number only" in str(reason)]
    assert of_dags
    assert all("with_kind" not in reason for reason in of_dags)


def test_numbers_of_dags_are_refused_one_by_one():
    truth, estimate = Graph.parse("A --> B"), Graph.parse("A --- B")
    report = em.printed_by(truth, estimate, "graphical-models")
    assert report["DAG.shd"].status == "refused"
    assert "only for DAGs" in report["DAG.shd"].reason
    assert report["PDAG.shd"].value == 1


# ---- forms


@pytest.mark.parametrize("name", em.packages.PACKAGES)
def test_every_form_of_a_printout_can_be_written(name):
    truth, estimate = Graph.parse("A --> B; B --> C; D"), Graph.parse("A --> B; C --> B; D")
    report = em.printed_by(truth, estimate, name)
    text = str(report)
    assert text.startswith(report.package)
    assert all(len(line) <= 80 for line in text.splitlines())
    rows = json.loads(report.to_json())["rows"]
    assert [row["metric"] for row in rows] == [key.name for key in em.packages.PACKAGES[name].keys]
    assert len(report.to_csv().splitlines()) == len(report) + 1
    assert "&gt;" not in report.package
    assert report._repr_html_().startswith("<pre>")


def test_names_in_a_printout_cannot_steer_a_terminal():
    truth, estimate = (Graph(("A\x1b[31m", "B"), [("A\x1b[31m", g, "B")]) for g in ("-->", "<->"))
    text = str(em.printed_by(truth, estimate, "tetrad"))
    assert "\x1b" not in text


# ---- the page


def page():
    """The table of docs/packages.md."""
    lines = ["| package | prints | counted as | if undefined |", "|---|---|---|---|"]
    for package in em.packages.PACKAGES.values():
        lines += [
            f"| {package.title} | `{key.name}` | `{key.definition}` | {of_nothing(key)} |"
            for key in package.keys
        ]
    return "\n".join(lines)


def of_nothing(key):
    if key.name == "AFPR":
        return "infinite if fp > 0"
    if callable(key.if_undefined):
        return "1 if both graphs are empty, else 0"
    if isinstance(key.if_undefined, str):
        return key.if_undefined
    return "" if np.isnan(key.if_undefined) else f"{key.if_undefined:g}"


def test_a_count_is_always_defined_and_needs_no_constant():
    for name, package in em.packages.PACKAGES.items():
        counts = [key for key in package.keys if key.number in COUNTS]
        assert all(
            isinstance(key.if_undefined, float) and np.isnan(key.if_undefined) for key in counts
        ), name


def test_a_definition_without_a_formula_is_a_name_in_evaluate():
    truth, estimate = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B; C --> B; B --> D")
    for package in em.packages.PACKAGES.values():
        for key in package.keys:
            if key.counting.metric and not key.formula:
                assert len(em.evaluate(truth, estimate, [key.definition])) == 1


def test_the_page_lists_every_number():
    text = (Path(__file__).parents[2] / "docs" / "packages.md").read_text(encoding="utf-8")
    assert page() in text


def test_the_false_positive_rate_of_benchpress_may_exceed_1_and_its_note_says_so():
    """The pattern of the truth has eight directed edges, all undirected in that of the estimate."""
    nodes = [*"ABCDEF"]
    pairs = [(a, b) for a in nodes for b in nodes if a < b]
    complete = Graph(nodes, [(a, "-->", b) for a, b in pairs], kind="dag")
    truth = Graph(nodes, [(a, "-->", b) for a, b in pairs if (a, b) != ("A", "B")], kind="dag")
    row = em.printed_by(truth, complete, "benchpress")["FPR_pattern"]
    assert row.value == 5 / (36 / 2 - 14) > 1
    assert "it may exceed 1" in row.reason


# ---- directed cycles, and division by zero

RETURNING = em.Graph.parse("A --> B --> C --> A")


def test_g4_tetrad_has_no_distance_to_the_cpdag_of_a_cyclic_estimate():
    """Tetrad 7.6.8 prints -99, as for its other distance."""
    report = em.printed_by(em.Graph.parse("A --> B --> C"), RETURNING, "tetrad")
    for name in ("SHD (PDAG)", "SHD (CPDAG)"):
        assert report[name].status == "refused"
        assert "prints -99" in report[name].reason


def test_g4_tetrad_divides_by_zero_as_java_does():
    """Tetrad's slip takes missed pairs from the true negatives twice, so fp + tn may be 0."""
    truth, found = em.Graph.parse("A --> B --> C; D"), em.Graph.parse("A --> C; B; D")
    missed, extra, places = 2, 1, 6
    slipped = places - extra - 2 * missed
    row = em.printed_by(truth, found, "tetrad")["AFPR"]
    assert row.value == extra / (extra + slipped)
    truth, found = em.Graph.parse("A --> B --> C --> D"), em.Graph.parse("A --> C; B; D")
    report = em.printed_by(truth, found, "tetrad")  # fp + tn = 1 + (6 - 1 - 2 * 3) = 0
    assert report["AFPR"].value == float("inf")
    assert "Tetrad prints inf" in report["AFPR"].reason
    assert "inf" in str(report)
    assert '"value": null' in report.to_json()
    nothing = em.printed_by(em.Graph.parse("A; B"), em.Graph.parse("A --> B"), "tetrad")["AFPR"]
    assert nothing.value == 1
    one = em.printed_by(em.Graph.parse("A"), em.Graph.parse("A"), "tetrad")["AFPR"]
    assert one.status == "undefined"


@pytest.mark.parametrize("sides", [(RETURNING, em.Graph.parse("A --> B; C")),
                                   (em.Graph.parse("A --> B; C"), RETURNING)])  # fmt: skip
def test_g4_causaliq_raises_for_a_directed_cycle(sides):
    """causaliq-core 0.7.0: PDAG(...) raises NotPDAGError; A -> B -> C - A is a PDAG for it."""
    with pytest.raises(KindError, match="causaliq-analysis raises for a directed cycle"):
        em.printed_by(*sides, "causaliq-analysis")
    partly = em.Graph.parse("A --> B --> C --- A")
    row = em.printed_by(em.Graph.parse("A --> B; C"), partly, "causaliq-analysis")["shd"]
    assert row.value == 2
