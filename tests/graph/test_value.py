"""A graph is a value: equal by content, hashable, never changed."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import Graph, to_cpdag
from edgemark.equivalence import extension, pattern
from edgemark.errors import GraphError
from tests.oracle import graphs as oracle
from tests.strategies import graphs, nodes_and_edges

CASES = settings(deadline=None)


@given(nodes_and_edges(), st.randoms(use_true_random=False))
@CASES
def test_node_order_does_not_matter(case, rng):
    nodes, edges = case
    graph = Graph(nodes, edges)
    other = Graph(rng.sample(nodes, len(nodes)), rng.sample(edges, len(edges)))
    assert graph == other
    assert hash(graph) == hash(other)


@given(nodes_and_edges(most=4), nodes_and_edges(most=4))
@CASES
def test_graphs_are_equal_exactly_where_nodes_and_edges_are(one, other):
    same = set(one[0]) == set(other[0]) and oracle.marks(one[1]) == oracle.marks(other[1])
    assert same is (Graph(*one) == Graph(*other))


def test_every_graph_of_three_nodes_differs_from_every_other():
    nodes = ("A", "B", "C")
    every = list(oracle.with_states(nodes, oracle.PAIR_STATES))
    assert len({Graph(random.Random(0).sample(nodes, 3), edges) for edges in every}) == 13**3


def test_marks_at_the_other_end_make_another_graph():
    assert Graph.parse("A o-> B") != Graph.parse("A <-o B")


def test_a_node_without_edges_makes_another_graph():
    assert Graph.parse("A --> B") != Graph.parse("A --> B; C")


def test_other_names_make_another_graph():
    assert Graph.parse("A --> B") != Graph.parse("A --> C")


def test_positions_are_no_names():
    assert Graph(2, [(0, "-->", 1)]) != Graph(["0", "1"], [("0", "-->", "1")])


def test_graphs_without_names_are_equal_by_position():
    assert Graph(3, [(0, "-->", 1)]) != Graph(3, [(1, "-->", 0)])
    assert Graph(3, [(0, "-->", 1)]) == Graph(3, [(1, "<--", 0)])


def test_graphs_without_names_differ_by_their_number_of_nodes():
    assert Graph(2) != Graph(3)


def test_a_declared_kind_does_not_matter():
    declared, bare = Graph.parse("A --> B", kind="cpdag"), Graph.parse("A --> B")
    assert declared == bare
    assert hash(declared) == hash(bare)


@pytest.mark.parametrize("other", ["A --> B", None, 0, [("A", "-->", "B")]])
def test_a_graph_equals_no_other_thing(other):
    assert Graph.parse("A --> B") != other


def test_equal_graphs_are_one_key():
    assert len({Graph.parse("A --> B"), Graph.parse("B <-- A"), Graph.parse("B; A --> B")}) == 1


# ---- immutable


@pytest.mark.parametrize("name", ["nodes", "kind", "_words", "_cache", "_kind", "other", "n_nodes"])
def test_attributes_cannot_be_set(name):
    graph = Graph.parse("A --> B")
    with pytest.raises(AttributeError):
        setattr(graph, name, None)
    assert Graph.parse("A --> B") == graph


@pytest.mark.parametrize("name", ["nodes", "kind", "_words", "_cache", "_kind", "other"])
def test_attributes_cannot_be_deleted(name):
    graph = Graph.parse("A --> B")
    with pytest.raises(AttributeError):
        delattr(graph, name)
    assert Graph.parse("A --> B") == graph


def test_a_graph_cannot_be_built_anew_in_place():
    graph = Graph.parse("A --> B")
    with pytest.raises(AttributeError, match="Graph objects do not change; build another one"):
        graph.__init__(["C"])
    assert Graph.parse("A --> B") == graph


@pytest.mark.parametrize("array", ["words", "planes", "marks"])
@pytest.mark.parametrize(
    "graph",
    [
        Graph.parse("A --> B; C"),
        Graph(3, [(0, "-->", 1)]),
        Graph.from_adjacency([[0, 1], [0, 0]], direction="row-to-column"),
        pickle.loads(pickle.dumps(Graph.parse("A --> B"))),
        Graph.parse("A --> B").with_nodes(["B", "A"]),
        Graph.parse("A --> B").skeleton(),
        to_cpdag(Graph.parse("A --> B")),
        pattern(Graph.parse("A --> B")),
        extension(Graph.parse("A --- B")),
    ],
)
def test_arrays_are_read_only(graph, array):
    with pytest.raises(ValueError, match="read-only"):
        getattr(graph, array)[:] = 0


def test_lists_that_come_out_are_the_callers_own():
    graph = Graph.parse("A --> B <-- C")
    graph.edges().clear()
    graph.unshielded_colliders().clear()
    assert graph.unshielded_colliders() == [("A", "B", "C")]
    assert len(graph.edges()) == 2


# ---- copies


@given(graphs())
@CASES
def test_a_pickled_graph_is_the_same(graph):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(graph, protocol))
        assert (graph, graph.nodes, graph.is_named) == (back, back.nodes, back.is_named)


def test_a_pickled_graph_declares_the_same_kind():
    assert pickle.loads(pickle.dumps(Graph.parse("A o-o B", kind="pag"))).kind == "pag"


def test_what_was_derived_is_not_pickled():
    graph = Graph(1000, [(0, "-->", 1)])
    before = len(pickle.dumps(graph))
    graph.marks  # noqa: B018
    assert before == len(pickle.dumps(graph))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_the_graph_itself(copied):
    graph = Graph.parse("A --> B")
    assert graph is copied(graph)


def test_a_kind_is_declared_on_a_graph_of_its_own():
    graph = Graph.parse("A --> B", kind="dag")
    assert (graph.with_kind("cpdag").kind, graph.with_kind(None).kind) == ("cpdag", None)
    assert graph.kind == "dag"


def test_a_weak_reference_is_possible():
    import weakref

    graph = Graph.parse("A --> B")
    assert graph is weakref.ref(graph)()


def test_the_hash_of_a_large_graph_does_not_build_its_matrix():
    assert hash(Graph(2**27, [(5, "-->", 0)])) == hash(Graph(2**27, [(0, "<--", 5)]))


def test_what_is_derived_is_made_once():
    graph = Graph.parse("A --> B")
    assert graph.marks is graph.marks
    assert graph.skeleton() is graph.skeleton()
    assert np.shares_memory(graph.words, graph.words)


def test_r10_nodes_can_be_given_other_names_even_swapped():
    drawn = Graph.parse("X0 --> X1; X2")
    assert drawn.renamed({"X0": "smoke", "X1": "lung", "X2": "rain"}).nodes == ("smoke", "lung", "rain")
    assert drawn.renamed({"X0": "X1", "X1": "X0"}) == Graph.parse("X1 --> X0; X2")
    with pytest.raises(GraphError, match="every name to replace must be a node; unknown: 'X3'"):
        drawn.renamed({"X3": "A"})
    with pytest.raises(GraphError, match="unknown: an int that cannot be printed"):
        drawn.renamed({10**5000: "A"})


@pytest.mark.parametrize("node", [1.5, None, True])
def test_other_objects_than_text_whole_numbers_and_tuples_name_no_node(node):
    """A node may be called like the text of another object, which is not the node for that."""
    graph = Graph([str(node), "2"])
    assert graph.index(2) == 1
    with pytest.raises(GraphError, match="unknown node"):
        graph.index(node)


def test_integers_stand_for_the_nodes_with_these_numbers_as_names():
    drawn = Graph.parse("1 --> 2; 3")
    assert drawn.renamed({1: "smoke", "2": "lung"}) == Graph.parse("smoke --> lung; 3")
    with pytest.raises(GraphError, match="unknown: '4'"):
        drawn.renamed({4: "A"})
    with pytest.raises(GraphError, match="every node must be listed once"):
        drawn.renamed({1: "A", "1": "B"})
