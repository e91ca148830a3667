"""Neighbours, parents, ancestors, and the marks between two nodes."""

import numpy as np
import pytest
from hypothesis import given, settings

from edgemark import Graph
from edgemark.errors import GraphError, KindError
from edgemark.graph import Mark
from tests.oracle import graphs as oracle
from tests.strategies import graphs, nodes_and_edges

CASES = settings(deadline=None)


@given(nodes_and_edges())
@CASES
def test_edges_are_those_given(case):
    nodes, edges = case
    graph = Graph(nodes, edges)
    assert oracle.marks(edges) == oracle.marks(graph.edges())
    assert len(edges) == graph.n_edges == len(graph.edges())


@given(graphs())
@CASES
def test_arrowheads_are_written_to_the_right(graph):
    assert {"<--", "<-o", "--o"}.isdisjoint(glyph for _, glyph, _ in graph.edges())


@given(nodes_and_edges())
@CASES
def test_relatives_are_those_of_the_edges(case):
    nodes, edges = case
    graph, arrows = Graph(nodes, edges), oracle.arrows(edges)
    for v in nodes:
        assert {a for a, b in arrows if b == v} == graph.parents(v)
        assert {b for a, b in arrows if a == v} == graph.children(v)
        assert oracle.neighbours(edges, v) == graph.adjacent(v)


@given(nodes_and_edges())
@CASES
def test_ancestors_and_descendants_are_those_of_directed_paths(case):
    nodes, edges = case
    graph, pairs = Graph(nodes, edges), oracle.ancestors(nodes, edges)
    assert pairs == {(a, v) for v in nodes for a in graph.ancestors(v)}
    assert pairs == {(v, d) for v in nodes for d in graph.descendants(v)}


@given(nodes_and_edges())
@CASES
def test_unshielded_colliders_are_those_of_the_definition(case):
    nodes, edges = case
    found = Graph(nodes, edges).unshielded_colliders()
    assert len(found) == len(set(found))
    assert oracle.unshielded_colliders(nodes, edges) == set(found)


@given(nodes_and_edges())
@CASES
def test_the_matrix_holds_the_mark_at_the_columns_node(case):
    nodes, edges = case
    graph = Graph(nodes, edges)
    if len(oracle.skeleton(edges)) < len(edges):
        with pytest.raises(KindError, match="needs one edge on a pair"):
            graph.marks  # noqa: B018
        return
    marks = np.zeros((len(nodes), len(nodes)), int)
    meaning = {"<": Mark.ARROW, ">": Mark.ARROW, "-": Mark.TAIL, "o": Mark.CIRCLE}
    for a, glyph, b in edges:
        marks[nodes.index(a), nodes.index(b)] = meaning[glyph[2]]
        marks[nodes.index(b), nodes.index(a)] = meaning[glyph[0]]
    assert marks.tolist() == graph.marks.tolist()


@given(nodes_and_edges())
@CASES
def test_the_skeleton_joins_the_same_pairs_without_marks(case):
    nodes, edges = case
    skeleton = Graph(nodes, edges).skeleton()
    assert oracle.skeleton(edges) == oracle.skeleton(skeleton.edges())
    assert {"---"} >= {glyph for _, glyph, _ in skeleton.edges()}


@given(nodes_and_edges())
@CASES
def test_what_stands_between_two_nodes_can_be_read_back(case):
    nodes, edges = case
    graph = Graph(nodes, edges)
    for a in nodes:
        for b in set(nodes) - {a}:
            written = graph.between(a, b)
            assert oracle.between(edges, a, b) == oracle.marks(
                tuple(edge.split(" ")) for edge in written.split("; ") if "     " not in edge
            )


def test_nothing_between_two_nodes_is_written_as_a_gap():
    assert Graph.parse("A --> B; C").between("A", "C") == "A     C"


def test_two_edges_between_two_nodes_are_both_written():
    assert Graph.parse("A --> B <-> A").between("B", "A") == "A --> B; A <-> B"


def test_what_stands_between_late_nodes_of_a_huge_graph_is_found():
    first = 2**21
    graph = Graph(first + 3, [(first, "---", first + 1), (first, "-->", first + 2)])
    a, b = str(first), str(first + 2)
    assert f"{a} --> {b}" == graph.between(a, b)


@pytest.mark.parametrize(
    "ask",
    [
        Graph.parents,
        Graph.children,
        Graph.adjacent,
        Graph.ancestors,
        Graph.descendants,
        Graph.index,
        lambda graph, node: graph.between(node, "A"),
        lambda graph, node: graph.between("A", node),
    ],
)
@pytest.mark.parametrize("node", ["C", "", "a", None, 0, ("A",), ["A"]])
def test_an_unknown_node_is_refused_with_the_nodes_there_are(ask, node):
    with pytest.raises(GraphError, match=r"unknown node .*; the nodes are 'A', 'B'"):
        ask(Graph.parse("A --> B"), node)


def test_positions_serve_as_nodes_wherever_a_graph_has_no_names():
    graph = Graph(3, [(0, "-->", 1), (1, "-->", 2)])
    assert {"0", "1"} == graph.ancestors(2)


def test_the_edges_of_a_graph_without_names_build_it_again():
    graph = Graph(3, [(0, "-->", 1), (1, "<->", 2)])
    assert graph == Graph(3, graph.edges())


def test_present_states_are_those_of_some_pair():
    assert frozenset({14, 10, 1}) == Graph.parse("A --> B <-> C; C --> D --> C").present_states


def test_a_graph_without_edges_has_no_state():
    assert frozenset() == Graph(3).present_states


@pytest.mark.parametrize(("n_nodes", "expected"), [(0, 0), (1, 0), (2, 1), (5, 10)])
def test_pairs_are_counted_once(n_nodes, expected):
    assert expected == Graph(n_nodes).n_pairs


@pytest.mark.parametrize(
    ("text", "expected"),
    [("A --> B; A <-> B", True), ("A --> B --> A", True), ("A <-> B", False), ("", False)],
)
def test_two_edges_on_a_pair_are_noticed(text, expected):
    assert expected is Graph.parse(text).has_two_edges_on_a_pair
