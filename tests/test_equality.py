"""Results with the same content are equal, also where a number is nan and after a pickle."""

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.metrics import REGISTRY
from edgemark.values import Undefined

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TRUTH, FOUND = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B; C; D")
SCORES = em.EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.4)], nodes=list("ABCD"))

RESULTS = {
    "report": lambda: em.evaluate(TRUTH, FOUND),
    "report of one node": lambda: em.evaluate(Graph.parse("A"), Graph.parse("A")),
    "report with chance": lambda: em.chance(TRUTH, FOUND, ["shd", "f1"], n_controls=9),
    "effects": lambda: em.effects(TRUTH, FOUND),
    "table": lambda: em.evaluate_many(TRUTH, [FOUND, TRUTH]),
    "curve": lambda: em.metrics.roc_curve(TRUTH, SCORES),
    "series": lambda: em.metric_criteria.series(TRUTH, [FOUND, TRUTH], "precision"),
    "criteria": lambda: em.criteria("precision:circles"),
    "samples": lambda: em.GraphSamples([TRUTH, FOUND, FOUND], weights=[0.5, 0.25, 0.25]),
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
                value = metric.of(graph, graph, **convention.options)
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
    first = em.GraphStack([TRUTH, FOUND])
    assert first == em.GraphStack([TRUTH, FOUND])
    turned = em.GraphStack([graph.with_nodes(list("DCBA")) for graph in (TRUTH, FOUND)])
    assert (first == turned, hash(first) == hash(turned)) == (True, True)
    assert first != em.GraphStack([FOUND, TRUTH])
    assert first != em.GraphStack([TRUTH])
    assert first != [TRUTH, FOUND]
