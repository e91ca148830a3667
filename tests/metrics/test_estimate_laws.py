"""Laws that metrics of estimates other than graphs keep, in each of their conventions."""

import random
import warnings
from math import isnan

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.conventions.references import REFERENCES
from edgemark.errors import KindError
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.metrics import REGISTRY
from edgemark.values import Undefined
from tests.metrics.samples import label
from tests.strategies import random_dag

NODES = tuple("ABCDE")


def scores(rng, nodes):
    """Numbers from 0 to 1, many of them tied."""
    array = np.array([[rng.choice((0, 0.2, 0.5, rng.random())) for _ in nodes] for _ in nodes])
    np.fill_diagonal(array, 0)
    return EdgeScores(array, nodes, direction="row-to-column")


ESTIMATES = {EdgeConfidences: scores}
"""How an estimate of a class is drawn. A new class is a line here."""

CASES = [
    (metric, convention)
    for metric in REGISTRY.values()
    if metric.takes in ESTIMATES
    for convention in metric.conventions
]
every_convention = pytest.mark.parametrize(
    ("metric", "convention"), CASES, ids=[label(*case) for case in CASES]
)


def drawn(metric, n=25):
    """DAGs, each with an estimate of the class that a metric takes."""
    rng = random.Random(metric.name)
    for _ in range(n):
        nodes = NODES[: rng.randint(2, 5)]
        edges = [(nodes[a], glyph, nodes[b]) for a, glyph, b in random_dag(rng, len(nodes), 0.5)]
        yield Graph(nodes, edges), ESTIMATES[metric.takes](rng, nodes)


def value_of(metric, convention, truth, estimate):
    """What a user gets, or None where it is refused."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", em.errors.ClassWarning)
            return getattr(em.metrics, metric.name)(truth, estimate, **convention.options)
    except KindError:
        return None


def same(got, expected):
    if got is None or expected is None:
        return got is expected
    return got == pytest.approx(expected, nan_ok=True, abs=1e-12)


def is_better(metric, value, other):
    return value < other - 1e-12 if metric.better == "lower" else value > other + 1e-12


@every_convention
def test_node_order_does_not_matter(metric, convention):
    for truth, estimate in drawn(metric):
        value = value_of(metric, convention, truth, estimate)
        for nodes in (sorted(truth.nodes, reverse=True), truth.nodes[1:] + truth.nodes[:1]):
            assert same(value_of(metric, convention, truth.with_nodes(nodes), estimate), value)
            assert same(value_of(metric, convention, truth, estimate.with_nodes(nodes)), value)


@every_convention
def test_names_do_not_matter(metric, convention):
    for truth, estimate in drawn(metric):
        place = {name: k for k, name in enumerate(truth.nodes)}
        unnamed = Graph(truth.n_nodes, [(place[a], glyph, place[b]) for a, glyph, b in truth.edges()])
        new = [f"{9 - k} {name}" for k, name in enumerate(truth.nodes)]
        by_place = without_names(estimate)
        value = value_of(metric, convention, truth, estimate)
        assert same(value_of(metric, convention, unnamed, by_place), value)
        renamed = unnamed.with_nodes(new), by_place.with_nodes(new)
        assert same(value_of(metric, convention, *renamed), value)


def without_names(estimate):
    if isinstance(estimate, EdgeScores):
        return EdgeScores(estimate.to_array(), direction="row-to-column")
    raise AssertionError(estimate)


@every_convention
def test_nothing_is_better_than_the_truth_itself(metric, convention):
    judged = 0
    for truth, estimate in drawn(metric, 60):
        best = value_of(metric, convention, truth, truth)
        value = value_of(metric, convention, truth, estimate)
        if None in (best, value) or isnan(best) or isnan(value):
            continue
        judged += 1
        assert not is_better(metric, value, best)
        if metric.better == "higher" and "k" not in convention.options:
            assert best == pytest.approx(metric.best)
    assert judged > 20 or all_refused(metric, convention)


@every_convention
def test_nothing_is_worse_than_the_worst(metric, convention):
    found = [value_of(metric, convention, *sides) for sides in drawn(metric, 60)]
    for value in found:
        assert value is None or not is_better(metric, metric.worst, value)


@every_convention
def test_some_estimate_is_worse_than_the_truth_itself(metric, convention):
    found = [
        is_better(metric, best, value)
        for truth, estimate in drawn(metric, 60)
        if (best := value_of(metric, convention, truth, truth)) is not None
        and (value := value_of(metric, convention, truth, estimate)) is not None
    ]
    assert any(found) or all_refused(metric, convention)


def all_refused(metric, convention):
    """Whether a convention is for other estimates than those drawn here."""
    return all(value_of(metric, convention, *case) is None for case in drawn(metric))


@every_convention
def test_inputs_are_unchanged(metric, convention):
    for truth, estimate in drawn(metric):
        before = hash(truth), hash(estimate), repr(estimate)
        value_of(metric, convention, truth, estimate)
        assert (hash(truth), hash(estimate), repr(estimate)) == before


@every_convention
def test_an_undefined_number_says_why(metric, convention):
    for nodes in (0, 1, NODES):
        truth = Graph(nodes)
        for estimate in (truth, *([] if nodes in (0, 1) else [drawn_over(metric, nodes)])):
            value = value_of(metric, convention, truth, estimate)
            if value is not None and isnan(value):
                assert isinstance(value, Undefined)
                assert value.reason


def drawn_over(metric, nodes):
    return ESTIMATES[metric.takes](random.Random(7), nodes)


@every_convention
def test_a_second_truth_does_not_get_the_first_ones_number(metric, convention):
    for truth, estimate in drawn(metric):
        other = Graph(truth.nodes, [(b, "-->", a) for a, _, b in truth.edges()])
        first = value_of(metric, convention, truth, estimate)
        value_of(metric, convention, other, estimate)
        assert same(value_of(metric, convention, truth, estimate), first)


RANKINGS = [m.name for m in REGISTRY.values() if m.family == "ranking" and m.takes is EdgeConfidences]


@pytest.mark.parametrize("name", RANKINGS)
def test_only_the_order_of_scores_matters_to_a_ranking(name):
    metric = REGISTRY[name]
    for convention in metric.conventions:
        for truth, estimate in drawn(metric):
            cubed = EdgeScores(7 * estimate.to_array() ** 3, truth.nodes, direction="row-to-column")
            expected = value_of(metric, convention, truth, estimate)
            assert same(value_of(metric, convention, truth, cubed), expected)


# ---- the door and the declarations

OTHERS = [metric.name for metric in REGISTRY.values() if metric.takes in ESTIMATES]


@pytest.mark.parametrize("name", OTHERS)
def test_other_nodes_are_refused_and_named(name):
    estimate = drawn_over(REGISTRY[name], ("A", "C"))
    with pytest.raises(
        em.errors.AlignmentError, match=r"only in the truth: 'B'; only in the estimate: 'C'"
    ):
        getattr(em.metrics, name)(Graph.parse("A --> B"), estimate)


@pytest.mark.parametrize("name", OTHERS)
def test_named_against_unnamed_is_refused(name):
    estimate = drawn_over(REGISTRY[name], ("A", "B"))
    with pytest.raises(em.errors.AlignmentError, match="has none"):
        getattr(em.metrics, name)(Graph(2, [(0, "-->", 1)]), estimate)


@pytest.mark.parametrize("name", OTHERS)
def test_a_matrix_is_refused_and_the_way_out_is_named(name):
    with pytest.raises(em.errors.AmbiguityError, match="EdgeScores"):
        getattr(em.metrics, name)(Graph(2), np.zeros((2, 2)))


@pytest.mark.parametrize("name", [m.name for m in REGISTRY.values() if m.takes is Graph])
def test_a_metric_of_graphs_refuses_other_estimates_with_the_way_out(name):
    estimate = drawn_over(REGISTRY["roc_auc"], NODES)
    with pytest.raises(em.errors.KindError, match=rf"{name} compares graphs; .*threshold"):
        getattr(em.metrics, name)(Graph(NODES), estimate)


@pytest.mark.parametrize("name", OTHERS)
def test_a_declaration_cites_a_reference_and_has_unlike_conventions(name):
    metric = REGISTRY[name]
    assert REFERENCES[metric.cite]
    assert len({c.name for c in metric.conventions}) == len(metric.conventions)
    assert len({tuple(c.options.items()) for c in metric.conventions}) == len(metric.conventions)
    assert all(c.counts for c in metric.conventions)


def test_by_default_an_estimate_is_scored_by_the_metrics_that_are_of_its_class():
    truth = Graph.parse("A --> B --> C")
    estimate = drawn_over(REGISTRY["roc_auc"], ("A", "B", "C"))
    names = {row.metric for row in em.evaluate(truth, estimate)}
    assert names == {m.name for m in REGISTRY.values() if m.takes is EdgeConfidences} - {"pr_trapezoid"}
    graph_rows = {row.metric for row in em.evaluate(truth, truth)}
    assert "roc_auc" not in graph_rows
    assert "shd" in graph_rows


def test_a_graph_is_ranked_when_it_is_asked_for():
    truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
    asked = em.evaluate(truth, found, ["roc_auc:directed", "three_point_roc_auc"])
    assert asked["roc_auc"].value == asked["three_point_roc_auc"].value
    table = em.evaluate_many(truth, [found], ["roc_auc:directed"])
    assert table["roc_auc"].tolist() == [asked["roc_auc"].value]


def test_a_metric_of_graphs_is_a_refused_row_for_scores():
    truth = Graph.parse("A --> B --> C")
    estimate = drawn_over(REGISTRY["roc_auc"], ("A", "B", "C"))
    row = em.evaluate(truth, estimate, "shd:pair mismatch")[0]
    assert row.status == "refused"
    assert "threshold" in row.reason


def test_the_report_says_what_the_estimate_is():
    truth = Graph.parse("A --> B --> C")
    estimate = EdgeScores.from_edges([("A", "B", 0.5), ("C", "B", 0.2)])
    report = em.evaluate(truth, estimate)
    assert str(report.estimate) == "3 nodes, 2 scores"
    assert "estimate  3 nodes, 2 scores\n" in str(report)
    assert report.to_dict()["estimate"]["kind"] == "scores"
    assert report["roc_auc", "directed"].compared == "dag / scores"
    assert "RATIO TO CHANCE" in str(report)
    assert "RATIO TO CHANCE" in report._repr_html_()


def test_symmetric_scores_and_undirected_truths_get_a_note():
    truth = Graph.parse("A --- B; B --- C")
    estimate = EdgeScores([[0, 1, 0], [1, 0, 0.5], [0, 0.5, 0]], truth.nodes)
    with pytest.warns(em.errors.ClassWarning):
        report = em.evaluate(truth, estimate, "roc_auc")
    assert ["symmetric" in text for text in report.warnings] == [True, False]
    assert "edges other than -->" in report.warnings[1]
