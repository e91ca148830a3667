"""True edges that an order makes impossible."""

import random
from itertools import permutations

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import AlignmentError, KindError
from edgemark.metrics import d_top
from tests.oracle import graphs as oracle
from tests.strategies import random_dag

LETTERS = tuple("ABCD")


def test_edges_against_every_order_of_every_four_node_dag_are_counted():
    for dag in oracle.all_dags(LETTERS):
        graph, arrows = Graph(LETTERS, dag), oracle.arrows(dag)
        for order in permutations(LETTERS):
            found = d_top(graph, order)
            assert (found, found.of) == (
                sum(order.index(a) > order.index(b) for a, b in arrows),
                len(dag),
            )


def test_a_causal_order_makes_no_edge_impossible_and_its_reverse_makes_all():
    dag = Graph(50, random_dag(random.Random(0), 50, 0.2))
    order = sorted(range(50), key=lambda k: len(dag.ancestors(str(k))))
    assert (d_top(dag, order), d_top(dag, order[::-1]).rate) == (0, 1.0)


def test_the_order_for_a_truth_without_names_lists_positions():
    dag = Graph(3, [(2, "-->", 0)])
    assert [d_top(dag, order) for order in ([0, 1, 2], ["2", "0", "1"], (2, 1, 0))] == [1, 0, 0]


@pytest.mark.parametrize("truth", [Graph(0), Graph(1)])
def test_a_truth_without_edges_gives_0_errors_of_0(truth):
    assert repr(d_top(truth, truth.nodes)) == "Count(0, of=0)"


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["A"], "missing: 'B'"),
        (["A", "B", "X"], "not in the truth: 'X'"),
        (["A", "B", "A"], "repeated: 'A'"),
    ],
)
def test_an_order_has_each_node_once(order, message):
    with pytest.raises(AlignmentError, match=message):
        d_top(Graph.parse("A --> B"), order)


@pytest.mark.parametrize("order", ["AB", {"A", "B"}, 3, None])
def test_an_order_is_a_sequence(order):
    with pytest.raises(TypeError, match="the order must be a sequence of nodes"):
        d_top(Graph.parse("A --> B"), order)


@pytest.mark.parametrize("text", ["A --- B", "A --> B --> A", "A <-> B"])
def test_the_truth_is_a_dag(text):
    with pytest.raises(KindError, match=r"^d_top needs a DAG"):
        d_top(Graph.parse(text), ["A", "B"])


@pytest.mark.parametrize("order", [[3, 1, 2], np.array([3, 1, 2]), list(np.array([3, 1, 2]))])
def test_an_order_may_hold_integers_of_python_and_numpy(order):
    assert d_top(Graph.parse("1 --> 2 --> 3"), order) == 1
    unnamed = Graph.from_adjacency(np.eye(3, k=1, dtype=int), direction="row-to-column")
    assert d_top(unnamed, [node - 1 for node in order]) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda truth: d_top(truth, ["A", "B", "C"]),
        lambda truth: em.sid(truth, Graph.parse("A --> B --> C")),
        lambda truth: em.sid_bounds(truth, Graph.parse("A --- B --- C")),
        lambda truth: em.latent_projection(truth, hidden=["A"]),
        lambda truth: em.equivalence.to_icpdag(truth, [["A"]]),
    ],
)
def test_no_error_advises_a_cpdag_if_only_a_dag_is_accepted(call):
    mag = Graph.parse("A --- B; B --> C", kind="mag")
    with pytest.raises(KindError, match="needs a DAG") as caught:
        call(mag)
    assert "declare a CPDAG" not in str(caught.value)
