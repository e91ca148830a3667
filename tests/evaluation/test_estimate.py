"""`evaluate`: every row is what the metric itself says, and what is not defined says why."""

import warnings
from itertools import product
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, InputTypeError
from edgemark.metrics import REGISTRY
from edgemark.values import COUNTS, RATIOS, Confusion, Count
from tests.metrics.samples import conventions, pairs_of_graphs, value_of
from tests.strategies import edges_over, graphs

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

CHAIN = Graph.parse("A --> B --> C")
COLLIDER = Graph.parse("A --> B; C --> B")
SAMPLES = pairs_of_graphs()[::2]
EVERYTHING = [f"{name}:{c.name}" for name, metric in REGISTRY.items() for c in metric.conventions]


def rows_of(report, metric, convention):
    """The rows that come from one metric in one convention."""
    names = (*COUNTS, *RATIOS, "confusion") if metric.name == "confusion" else (metric.name,)
    return [row for row in report if row.metric in names and row.convention == convention.name]


def test_every_row_is_what_the_metric_says():
    for truth, estimate in SAMPLES:
        report = em.evaluate(truth, estimate, EVERYTHING)
        for metric, convention in conventions():
            value = value_of(metric, convention, truth, estimate)
            rows = rows_of(report, metric, convention)
            if value is None:
                assert [row.status for row in rows] == ["refused"] * (len(metric.measures) or 1)
            elif isinstance(value, Confusion):
                check_confusion(rows, value)
            else:
                check_number(rows, value)


def check_confusion(rows, value):
    assert [row.metric for row in rows] == [*COUNTS, *RATIOS]
    for row in rows:
        expected = getattr(value, row.metric)
        undefined = expected is None or isnan(expected)
        assert row.status == ("undefined" if undefined else "ok")
        assert undefined or row.value == expected


def check_number(rows, value):
    (row,) = rows
    if isnan(value):
        assert row.status == "undefined"
        return
    assert (row.status, row.value) == ("ok", value)
    if isinstance(value, Count):
        assert (row.count, row.of) == (value, value.of)
        assert row.rate == value.rate or value.of == 0


def test_every_metric_in_every_convention_has_a_row_but_the_habits_of_one_package():
    report = em.evaluate(CHAIN, COLLIDER)
    for metric, convention in conventions():
        assert bool(rows_of(report, metric, convention)) == (not convention.on_request)


def test_no_two_rows_have_the_same_metric_and_convention():
    for truth, estimate in SAMPLES:
        keys = [(row.metric, row.convention) for row in em.evaluate(truth, estimate)]
        assert len(set(keys)) == len(keys)


def test_every_row_names_its_source_and_what_was_compared():
    for truth, estimate in SAMPLES:
        for row in em.evaluate(truth, estimate):
            assert row.source
            assert " / " in row.compared
            assert row.better in ("lower", "higher", "neither")


def test_every_row_of_a_metric_with_several_conventions_names_its_own():
    for row in em.evaluate(CHAIN, COLLIDER):
        name = row.metric if row.metric in REGISTRY else "confusion"
        assert bool(row.convention) or len(REGISTRY[name].conventions) == 1


def test_a_row_has_a_reason_if_and_only_if_it_has_no_value():
    for truth, estimate in SAMPLES:
        for row in em.evaluate(truth, estimate):
            assert bool(row.reason) == (row.status != "ok") == isnan(row.value)


def test_a_refused_row_has_the_reason_of_the_metric_itself():
    two = Graph.parse("A --> B; A <-> B; C")
    with pytest.raises(em.errors.KindError) as refusal:
        em.nced(CHAIN, two)
    assert em.evaluate(CHAIN, two, "nced")[0].reason == str(refusal.value)


def test_ratios_of_rows_are_count_of_most():
    for truth, estimate in SAMPLES:
        for row in em.evaluate(truth, estimate):
            if row.metric in RATIOS and row.status == "ok" and row.count is not None:
                assert row.value == pytest.approx(row.rate)


def test_classes_compared_follow_the_convention():
    report = em.evaluate(CHAIN, CHAIN.skeleton().with_kind(None))
    compared = {
        name: report["shd", name].compared for name in ("pair mismatch", "truth to CPDAG", "skeleton")
    }
    assert compared == {
        "pair mismatch": "dag / cpdag",
        "truth to CPDAG": "cpdag / cpdag",
        "skeleton": "skeleton / skeleton",
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parent_aid:invalid=native", "cpdag / cpdag"),
        ("oset_aid:invalid=native,mistakes=zero", "cpdag / cpdag"),
        ("parent_aid:invalid=native,compare=native", "dag / cpdag"),
        ("ancestor_aid:invalid=repair,mistakes=zero", "cpdag / cpdag, 0 marks changed"),
        ("adjustment_aid:mistakes=abstained", "cpdag / cpdag"),
        ("adjustment_aid:mistakes=abstained,compare=native", "dag / cpdag"),
    ],
)
def test_rows_with_options_name_the_graphs_that_are_compared(name, expected):
    [row] = em.evaluate(CHAIN, em.to_cpdag(CHAIN), name)
    assert row.compared == expected


def test_rows_with_options_name_the_pag_of_the_truth():
    [row] = em.evaluate(CHAIN, em.to_pag(CHAIN), "adjustment_aid:mistakes=abstained")
    assert (row.value, row.compared) == (0, "pag / pag")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("length=3", "tiered MPDAG / time series"),
        ("compare=tiered-mpdag", "tiered MPDAG / tiered MPDAG"),
        ("compare=native", "time series / time series"),
    ],
)
def test_rows_with_options_name_the_classes_over_time(options, expected):
    truth, found = (em.TemporalGraph.parse(f"A {edge} B; lags 1") for edge in ("-->", "---"))
    [row] = em.evaluate(truth, found, f"temporal_aid:{options}")
    assert row.compared == expected


def test_sides_say_what_a_graph_is_taken_for_and_whether_it_declares_it():
    report = em.evaluate(CHAIN, em.to_cpdag(CHAIN))
    assert (report.truth.nodes, report.truth.edges, report.truth.kind) == (3, 2, "dag")
    assert (report.truth.declared, report.estimate.declared) == (False, True)
    assert report.estimate.kind == "cpdag"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_two_graphs_give_a_report_that_prints(data):
    truth = data.draw(graphs(most=5))
    nodes = truth.nodes if truth.is_named else truth.n_nodes
    places = truth.nodes if truth.is_named else range(truth.n_nodes)
    estimate = Graph(nodes, data.draw(edges_over(places)))
    report = em.evaluate(truth, estimate)
    assert str(report)
    assert report.to_json()


# ---- DAGs and CPDAGs


def noted(truth, estimate, metrics=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        report = em.evaluate(truth, estimate, metrics)
    assert tuple(str(w.message) for w in caught) == report.warnings
    assert all(w.category is em.errors.ClassWarning for w in caught)
    return report


def test_a_cpdag_for_a_dag_is_shown_as_given_and_with_the_truths_cpdag_and_warned_about():
    report = noted(CHAIN, em.to_cpdag(CHAIN))
    assert report["shd", "pair mismatch"].value == 2
    assert report["shd", "truth to CPDAG"].value == 0
    assert len(report.warnings) == 1
    assert "truth to CPDAG" in report.warnings[0]


def test_a_dag_for_a_dag_is_also_shown_with_both_cpdags_and_no_warning():
    report = noted(CHAIN, Graph.parse("C --> B --> A"))
    assert report["shd", "pair mismatch"].value == 2
    assert report["shd", "both to CPDAG"].value == 0
    assert report.warnings == ()


def test_a_dag_for_a_cpdag_is_warned_about():
    report = noted(em.to_cpdag(CHAIN), CHAIN, "shd")
    assert len(report.warnings) == 1
    assert "both to CPDAG" in report.warnings[0]


def test_a_declared_cpdag_with_arrows_only_is_a_cpdag():
    report = noted(COLLIDER, COLLIDER.with_kind("cpdag"), "shd")
    assert "the estimate a CPDAG" in report.warnings[0]


def test_a_pag_for_a_dag_is_warned_about():
    report = noted(CHAIN, Graph.parse("A o-o B o-o C"), "shd")
    assert "PAG" in report.warnings[0]


def test_a_graph_that_is_not_of_its_declared_kind_is_warned_about():
    report = noted(CHAIN, Graph.parse("A --> B --> C --> A", kind="dag"), "shd")
    assert report.warnings == (
        "the estimate is declared a DAG, but A --> B --> C --> A is a directed cycle",
    )


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("A --> B --- C", "a CPDAG", "A --> B would be A --- B in the CPDAG of its class"),
        ("A --- B <-> C", "a MAG", "B <-> C has an arrowhead at B, which has an undirected edge"),
        ("A o-> B --- C", "a PAG", "A o-> B has an arrowhead at B, which has an undirected edge"),
    ],
)
def test_a_graph_that_is_not_what_its_marks_suggest_is_warned_about_once(text, kind, reason):
    graph = Graph.parse(text)
    warned = noted(graph, graph).warnings
    assert [w for w in warned if "taken for" in w] == [
        f"the {side} is taken for {kind} because of its marks, but {reason}"
        for side in ("truth", "estimate")
    ]
    assert not any("taken for" in w for w in noted(CHAIN, CHAIN).warnings)


OF_CLASS = {
    "a DAG": CHAIN,
    "a CPDAG": Graph.parse("A --- B --- C"),
    "a PDAG": Graph.parse("A --> B --- C", kind="pdag"),
    "a directed graph": Graph.parse("A --> B --> C --> A"),
    "a MAG": Graph.parse("A <-> B --> C"),
    "a PAG": Graph.parse("A o-> B; C o-> B"),
    "an ADMG": Graph.parse("A --> B; A <-> B; C"),
    "an undirected graph": CHAIN.skeleton(),
}


@pytest.mark.parametrize(("true", "found"), list(product(OF_CLASS, OF_CLASS)))
def test_graphs_of_different_classes_are_warned_about_once(true, found):
    said = noted(OF_CLASS[true], OF_CLASS[found], "shd").warnings
    warned = [text for text in said if "is read as a CPDAG" not in text]  # of a skeleton alone
    beginning = f"the truth is {true} and the estimate {found}: compared as given, "
    assert [w.startswith(beginning) for w in warned] == [True] * (true != found)


@pytest.mark.parametrize("name", ["separation_distance", "ancestral_errors", "adjustment_aid:native"])
def test_a_metric_that_reads_classes_does_not_say_that_undirected_edges_are_errors(name):
    report = noted(CHAIN, em.to_cpdag(CHAIN), name)
    assert report[0].compared == "dag / cpdag"
    assert not any("each undirected edge is an error" in text for text in report.warnings)


def test_a_caution_of_a_metric_is_noted_once_and_only_when_it_is_asked_for():
    cpdag = em.to_cpdag(CHAIN)
    assert sum("nCED" in text for text in noted(cpdag, cpdag).warnings) == 1
    assert noted(cpdag, cpdag, "shd").warnings == ()


def test_a_metric_that_is_refused_is_not_cautioned_about():
    two = Graph.parse("A --> B; A <-> B; B --- C")
    report = noted(two, CHAIN, "nced")
    assert report[0].status == "refused"
    assert not any("nCED" in text for text in report.warnings)


def test_a_warning_points_at_the_caller():
    with pytest.warns(em.errors.ClassWarning) as caught:
        em.evaluate(CHAIN, em.to_cpdag(CHAIN))
    assert caught[0].filename == __file__


# ---- choosing metrics


def chosen(*metrics):
    return [(row.metric, row.convention) for row in em.evaluate(CHAIN, COLLIDER, list(metrics))]


def test_a_name_takes_all_conventions_of_a_metric():
    assert chosen("shd") == [("shd", c.name) for c in REGISTRY["shd"].conventions if not c.on_request]


@pytest.mark.parametrize(
    "name", ["shd:arc Hamming", "shd:arc hamming", "shd:ARC-HAMMING", " shd : arc  hamming "]
)
def test_a_convention_is_named_after_a_colon_however_it_is_spelt(name):
    assert chosen(name) == [("shd", "arc Hamming")]


@pytest.mark.parametrize(("name", "convention"), [(m.name, c.name) for m, c in conventions() if c.name])
def test_every_convention_can_be_chosen(name, convention):
    assert {row[1] for row in chosen(f"{name}:{convention}")} == {convention}


@pytest.mark.parametrize("measure", [*COUNTS, *RATIOS])
def test_a_measure_takes_that_measure_of_every_confusion(measure):
    common = [c for c in REGISTRY["confusion"].conventions if not c.on_request]
    assert chosen(measure) == [(measure, c.name) for c in common]


def test_a_measure_of_one_confusion():
    assert chosen("f1:unshielded colliders") == [("f1", "unshielded-colliders")]


def test_rows_come_in_the_order_of_the_names():
    assert chosen("f1:skeleton", "shd:skeleton", "recall:skeleton") == [
        ("f1", "skeleton"),
        ("shd", "skeleton"),
        ("recall", "skeleton"),
    ]


def test_a_name_given_twice_gives_one_row():
    assert chosen("shd:skeleton", "shd:skeleton", "shd:Skeleton") == [("shd", "skeleton")]


def test_a_metric_and_one_of_its_conventions_give_each_row_once():
    assert chosen("shd:skeleton", "shd") == [
        ("shd", "skeleton"),
        *(key for key in chosen("shd") if key != ("shd", "skeleton")),
    ]


def test_a_confusion_and_one_of_its_measures_give_each_row_once():
    keys = chosen("confusion:skeleton", "f1:skeleton")
    assert len(set(keys)) == len(keys)


def test_a_string_is_one_name_and_not_its_letters():
    assert [row.metric for row in em.evaluate(CHAIN, COLLIDER, "nced")] == ["nced"]


@pytest.mark.parametrize("kind", [tuple, set, iter])
def test_names_may_come_in_any_iterable(kind):
    assert [row.metric for row in em.evaluate(CHAIN, COLLIDER, kind(["nced"]))] == ["nced"]


def test_no_names_give_no_rows_and_none_gives_all():
    assert len(em.evaluate(CHAIN, COLLIDER, [])) == 0
    assert len(em.evaluate(CHAIN, COLLIDER, None)) > 50


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("shdd", "a metric must be one of .*Did you mean 'shd'"),
        ("", "a metric must be one of"),
        (":skeleton", "a metric must be one of"),
        ("SHD", "a metric must be one of"),
        ("shd:arc", "the convention of shd must be one of pair mismatch, .*; got 'arc'"),
        ("f1:shd", "the convention of f1 must be one of directed"),
        ("nced:j = 0.3", "an option of nced must be one of k"),
        ("shd:skeleton:x", "the convention of shd must be one of"),
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(name, message):
    with pytest.raises(ConventionError, match=message):
        em.evaluate(CHAIN, COLLIDER, [name])


def test_a_message_shows_the_name_as_it_was_given():
    with pytest.raises(ConventionError, match="got 'shdd'"):
        em.evaluate(CHAIN, COLLIDER, ["shd", "shdd"])


@pytest.mark.parametrize("metrics", [[em.shd], [None], [1], [b"shd"], 1, CHAIN])
def test_what_is_no_name_is_a_type_error(metrics):
    for function in (em.evaluate, em.chance):
        with pytest.raises(TypeError, match="metrics must be names"):
            function(CHAIN, COLLIDER, metrics)


def test_other_nodes_are_refused():
    with pytest.raises(em.errors.AlignmentError, match="only in the estimate: 'D'"):
        em.evaluate(CHAIN, Graph.parse("A --> B --> C --> D"))


def test_an_evaluation_does_not_change_the_next():
    first = em.evaluate(CHAIN, COLLIDER).to_dict()
    em.evaluate(CHAIN, Graph.parse("A; B; C"))
    assert em.evaluate(CHAIN, COLLIDER).to_dict() == first


def test_truth_and_estimate_are_not_exchanged():
    report = em.evaluate(CHAIN, Graph.parse("A --> B; C"), "confusion:directed")
    assert (report["fn"].value, report["fp"].value) == (1, 0)


def test_the_bounds_of_sid_are_asked_for_one_by_one():
    graph = Graph.parse("A --> B")
    with pytest.raises(ConventionError, match=r"Request both.*sid_lower"):
        em.evaluate(graph, graph, "sid_bounds")


def test_results_of_time_series_methods_are_read_on_both_sides():
    pcmci = {"graph": np.array([[["", "-->"], ["", "-->"]], [["", ""], ["", ""]]])}
    for result in (pcmci, np.zeros((2, 2, 2))):
        with pytest.raises(InputTypeError, match="time series graphs must be converted first") as caught:
            em.evaluate(result, result)
    names = {"evaluate": em.evaluate, "as_temporal": em.as_temporal, "truth": pcmci, "estimate": pcmci}
    report = eval(caught.value.remedies[0].python, names)
    assert report["temporal_shd", "total"].value == 0
