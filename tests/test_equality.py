"""Results with the same content are equal, also where a number is nan and after a pickle."""

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.graph import TemporalScores
from edgemark.metrics import REGISTRY
from edgemark.values import Undefined

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TRUTH, FOUND = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B; C; D")
SCORES = em.EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.4)], nodes=list("ABCD"))

RESULTS = {
    "report": lambda: em.evaluate(TRUTH, FOUND),
    "report of one node": lambda: em.evaluate(Graph.parse("A"), Graph.parse("A")),
    "report with chance": lambda: em.chance(TRUTH, FOUND, ["shd", "f1"], n_guesses=9),
    "effects": lambda: em.effects(TRUTH, FOUND),
    "table": lambda: em.evaluate_many(TRUTH, [FOUND, TRUTH]),
    "curve": lambda: em.metrics.roc_curve(TRUTH, SCORES),
    "series": lambda: em.metric_criteria.series(TRUTH, [FOUND, TRUTH], "precision"),
    "criteria": lambda: em.criteria("precision:circles"),
    "samples": lambda: em.GraphSamples([TRUTH, FOUND, FOUND], weights=[0.5, 0.25, 0.25]),
    "rosetta": lambda: em.rosetta(TRUTH, FOUND),
    "reconciled": lambda: em.reconcile(1, TRUTH, FOUND),
    "printout": lambda: em.printed_by(TRUTH, FOUND, "pcalg"),
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_g5_results_with_the_same_content_are_equal(make):
    result = make()
    for other in (make(), pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert result == other
        assert hash(result) == hash(other)


def test_g5_other_content_is_not_equal():
    assert em.effects(TRUTH, FOUND) != em.effects(TRUTH, TRUTH)
    assert em.evaluate(TRUTH, FOUND) != em.evaluate(TRUTH, TRUTH)
    assert em.evaluate_many(TRUTH, [FOUND]) != em.evaluate_many(TRUTH, [TRUTH])
    assert em.metrics.roc_curve(TRUTH, SCORES) != em.metrics.roc_curve(FOUND, SCORES)
    assert em.evaluate(TRUTH, FOUND)[0] != 1
    assert em.GraphSamples([TRUTH, FOUND]) != em.GraphSamples([TRUTH, TRUTH])
    assert em.GraphSamples([TRUTH, FOUND]) != em.GraphSamples([TRUTH, FOUND], weights=[1, 2])


@pytest.mark.parametrize("k", [np.float32(0.25), np.float64(0.25), Fraction(1, 4), np.int64(0), 1])
def test_g5_nced_is_a_float_whatever_number_k_is(k):
    value = em.nced(TRUTH, Graph.parse("A --- B; C; D"), k=k)
    assert type(value) is float
    assert value == em.nced(TRUTH, Graph.parse("A --- B; C; D"), k=float(k))
    json.dumps(value)


@pytest.mark.parametrize("text", ["A", "A; B", "A --> B"])
def test_t10_every_nan_of_a_metric_has_a_reason(text):
    graph = Graph.parse(text)
    for metric in REGISTRY.values():
        if metric.over_time:
            continue
        for convention in metric.conventions:
            try:
                value = metric.compute(graph, graph, **convention.options)
            except em.errors.KindError:
                continue
            if isinstance(value, float) and value != value:
                assert isinstance(value, Undefined), (metric.name, convention.name)
                assert value.reason


def test_an_undefined_value_keeps_its_reason():
    value = Undefined("the truth has no edge")
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert (type(other), other.reason) == (Undefined, value.reason)


def test_stacks_are_equal_by_their_graphs():
    first = em.graph.GraphStack([TRUTH, FOUND])
    assert first == em.graph.GraphStack([TRUTH, FOUND])
    turned = em.graph.GraphStack([graph.with_nodes(list("DCBA")) for graph in (TRUTH, FOUND)])
    assert (first == turned, hash(first) == hash(turned)) == (True, True)
    assert first != em.graph.GraphStack([FOUND, TRUTH])
    assert first != em.graph.GraphStack([TRUTH])
    assert first != [TRUTH, FOUND]


def values_over_nodes():
    """One of each class of values over nodes, and the same content with the nodes in another order."""
    series = em.TemporalGraph.parse("A --> B @1; B --> C; C --> C @2; lags 2; changing B")
    candidates = em.Candidates(["A", "B", "C"], [("A", "B"), ("B", "C")])
    chain = Graph.parse("A --> B --> C")
    lagged = TemporalScores(
        np.arange(18).reshape(2, 3, 3) / 18, list("ABC"), direction="row-to-column", first_lag=1
    )
    scores = em.EdgeScores.from_edges([("A", "B", 0.5), ("C", "B", 0.25)])
    samples = em.GraphSamples([chain, chain, Graph.parse("A; B; C")])
    return [chain, scores, samples, samples.stack, series, lagged, candidates]


@pytest.mark.parametrize("value", values_over_nodes(), ids=lambda value: type(value).__name__)
def test_all_that_carries_nodes_has_one_shape(value):
    turned = value.with_nodes(["C", "A", "B"])
    renamed = value.renamed({"A": "X", "B": "A"})
    assert turned.nodes == ("C", "A", "B")
    assert turned == value
    assert hash(turned) == hash(value)
    assert renamed.nodes == ("X", "A", "C")
    assert renamed != value
    assert renamed.renamed({"A": "B", "X": "A"}) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) is value
    with pytest.raises(AttributeError, match=f"{type(value).__name__} objects do not change"):
        value.nodes = ("A",)
    with pytest.raises(em.errors.AlignmentError, match="A"):
        value.with_nodes(["B", "C"])


@pytest.mark.parametrize("value", values_over_nodes(), ids=lambda value: type(value).__name__)
def test_what_was_pickled_cannot_be_changed_either(value):
    assert all(not array.flags.writeable for array in arrays_of(pickle.loads(pickle.dumps(value))))


def arrays_of(value):
    """The arrays that an object holds, also those of what it holds."""
    for kind in type(value).__mro__:
        for slot in getattr(kind, "__slots__", ()):
            part = getattr(value, slot, None)
            if isinstance(part, np.ndarray):
                yield part
            elif type(part).__module__.startswith("edgemark."):
                yield from arrays_of(part)


def test_numbers_of_other_types_and_the_other_zero_are_the_same_content():
    zero = em.EdgeScores([[0, 0.0], [0.5, 0]], list("AB"), direction="row-to-column")
    other = em.EdgeScores(
        np.array([[0, -0.0], [0.5, 0]], np.float32), list("AB"), direction="row-to-column"
    )
    assert zero == other
    assert hash(zero) == hash(other)
