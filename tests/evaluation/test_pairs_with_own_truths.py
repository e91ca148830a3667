"""`evaluate_pairs` returns the same SHD as `evaluate` for pairs with different truths."""

import warnings

import numpy as np
import pytest

import edgemark as em
from edgemark.equivalence import to_cpdag
from edgemark.errors import ClassWarning, EdgemarkWarning
from edgemark.evaluation import evaluate_pairs

NODES = list("ABCDE")
MARKS = {"dag": ["-->"], "pdag": ["-->", "---"], "any": ["-->", "<--", "---", "<->", "o->", "o-o"]}


def drawn(rng, marks):
    edges = [
        (a, str(rng.choice(MARKS[marks])), b)
        for i, a in enumerate(NODES)
        for b in NODES[i + 1 :]
        if rng.random() < 0.4
    ]
    return em.Graph.from_edges(edges, nodes=NODES)


@pytest.mark.parametrize("marks", [*MARKS, "mixed", "classes"])
def test_evaluate_pairs_returns_the_numbers_of_evaluate(marks):
    rng = np.random.default_rng(0)
    names = list(MARKS) if marks == "mixed" else ["dag" if marks == "classes" else marks]
    truths, estimates = ([drawn(rng, names[k % len(names)]) for k in range(12)] for _ in range(2))
    if marks == "classes":
        estimates = [to_cpdag(graph) if k % 2 else graph for k, graph in enumerate(estimates)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)
        table = evaluate_pairs(truths, estimates, "shd")
        for k, column in enumerate(table.columns):
            for row, sides in enumerate(zip(truths, estimates, strict=True)):
                [expected] = em.evaluate(*sides, [":".join(column)])
                np.testing.assert_equal(table.values[row, k], float(expected.value))


def test_pairs_of_empty_graphs_have_a_distance_of_0():
    empty = [em.Graph(3)] * 2
    assert evaluate_pairs(empty, empty, "shd:pair mismatch").values.tolist() == [[0.0], [0.0]]


def test_directed_graphs_beside_one_cpdag_still_have_the_warning():
    truths = [em.Graph.parse("A --> B; C"), em.Graph.parse("A; B --> C")]
    estimates = [truths[0], em.Graph.parse("A; B --- C")]
    with pytest.warns(ClassWarning, match="the truth is a DAG and the estimate a CPDAG"):
        evaluate_pairs(truths, estimates, "shd:pair mismatch")
