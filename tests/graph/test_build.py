"""Graphs from nodes and edges, and nodes and edges that are refused."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import EdgemarkError, Graph
from edgemark.errors import GraphError, KindError, LimitError
from tests.oracle import graphs as oracle
from tests.strategies import nodes_and_edges

DOUBLES = [("-->", "<--"), ("-->", "<->"), ("<--", "<->")]
SINGLES = [states[0] for states in oracle.PAIR_STATES[1:10]]


def test_nodes_are_those_of_the_edges_in_order_of_appearance():
    graph = Graph.from_edges([("C", "-->", "A"), ("A", "o-o", "B")])
    assert graph.nodes == ("C", "A", "B")


def test_nodes_without_edges_are_kept():
    graph = Graph.from_edges([("B", "-->", "A")], nodes=["A", "B", "C"])
    assert graph.nodes == ("A", "B", "C")


def test_a_number_of_nodes_gives_a_graph_without_names():
    graph = Graph.from_edges([(0, "-->", 2)], nodes=3)
    assert (graph.is_named, graph.nodes) == (False, ("0", "1", "2"))


def test_named_nodes_are_known_to_be_named():
    assert Graph(["0", "1"]).is_named


def test_no_edges_and_no_nodes_are_the_empty_graph():
    assert Graph([]) == Graph.from_edges([])


@given(nodes_and_edges())
@settings(deadline=None)
def test_iterators_are_read_once(case):
    nodes, edges = case
    assert Graph(nodes, edges) == Graph.from_edges(iter(edges), nodes=iter(nodes))


@given(nodes_and_edges())
@settings(deadline=None)
def test_lists_that_were_given_are_not_kept(case):
    nodes, edges = list(case[0]), list(case[1])
    graph, expected = Graph.from_edges(edges, nodes=nodes), Graph(tuple(nodes), tuple(edges))
    nodes.clear()
    edges.clear()
    assert expected == graph


def test_names_from_numpy_are_plain_text():
    graph = Graph(np.array(["A", "B"]), [("A", "-->", "B")])
    assert [str, str] == [type(name) for name in graph.nodes]


# ---- two edges on one pair


@pytest.mark.parametrize("glyphs", DOUBLES)
@pytest.mark.parametrize("is_swapped", [False, True])
def test_two_edges_may_share_a_pair_in_admgs_and_cyclic_graphs(glyphs, is_swapped):
    edges = [("A", glyph, "B") for glyph in (glyphs[::-1] if is_swapped else glyphs)]
    assert oracle.marks(edges) == oracle.marks(Graph(["A", "B"], edges).edges())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (one, other)
        for one in SINGLES
        for other in SINGLES
        if one != other and (one, other) not in DOUBLES and (other, one) not in DOUBLES
    ],
)
def test_other_edges_cannot_share_a_pair(one, other):
    with pytest.raises(GraphError, match="two edges on one pair must be --> with <-- or --> with <->"):
        Graph(["A", "B"], [("A", one, "B"), ("A", other, "B")])


@pytest.mark.parametrize("glyph", SINGLES)
def test_an_edge_given_twice_is_refused(glyph):
    with pytest.raises(GraphError, match=r"an edge must be given once; got .* twice"):
        Graph(["A", "B"], [("A", glyph, "B"), ("A", glyph, "B")])


def test_an_edge_given_from_both_ends_is_refused():
    with pytest.raises(GraphError, match="an edge must be given once; got 'A --> B' twice"):
        Graph(["A", "B"], [("A", "-->", "B"), ("B", "<--", "A")])


@pytest.mark.parametrize("third", SINGLES)
def test_three_edges_cannot_share_a_pair(third):
    with pytest.raises(GraphError):
        Graph(["A", "B"], [("A", "-->", "B"), ("A", "<--", "B"), ("A", third, "B")])


def test_a_message_names_the_edges_that_share_a_pair():
    with pytest.raises(GraphError, match="got B o-> A and A --- B"):
        Graph(["A", "B"], [("A", "---", "B"), ("B", "o->", "A")])


def test_many_pairs_keep_both_of_their_edges():
    edges = [(a, glyph, a + 1) for a in range(50) for glyph in random.Random(a).choice(DOUBLES)]
    graph = Graph(51, random.Random(0).sample(edges, 100))
    assert graph.n_edges == 100
    assert oracle.marks(edges) == oracle.marks((int(a), g, int(b)) for a, g, b in graph.edges())


def test_a_graph_with_two_edges_on_a_pair_has_no_matrix_of_marks():
    with pytest.raises(KindError, match="needs one edge on a pair"):
        Graph.parse("A --> B <-> A").marks  # noqa: B018


# ---- what is refused


@pytest.mark.parametrize("glyph", ["->", "<-", "--", "-o>", "", "-->>", "—>", "x", " -->", None, 1])
def test_an_unknown_edge_is_refused_with_the_known_ones(glyph):
    with pytest.raises(GraphError, match=r"an edge must be one of --> <-- .* between 'A' and 'B'"):
        Graph(["A", "B"], [("A", glyph, "B")])


@pytest.mark.parametrize("glyph", SINGLES)
def test_an_edge_of_a_node_to_itself_is_refused(glyph):
    with pytest.raises(GraphError, match="a node has no edge to itself; got one at 'B'"):
        Graph(["A", "B"], [("B", glyph, "B")])


@pytest.mark.parametrize("node", ["C", "", "a", None, 0, ["A"]])
def test_an_edge_of_an_unknown_node_is_refused(node):
    with pytest.raises(GraphError, match=r"unknown node .*; the nodes are 'A', 'B'"):
        Graph(["A", "B"], [("A", "-->", node)])


@pytest.mark.parametrize(
    "position", [-1, 2, 10**30, 0.0, "A", "", "-1", "2", "9" * 5000, "٠", True, None, [0]]
)
def test_an_edge_of_an_unknown_position_is_refused(position):
    with pytest.raises(GraphError, match="positions 0 to 1; got"):
        Graph(2, [(position, "-->", 1)])
    with pytest.raises(GraphError, match="a graph of 0 unnamed nodes has no positions; got"):
        Graph(0, [(position, "-->", 1)])


@pytest.mark.parametrize("build", [Graph.from_edges, lambda edges: Graph(["A", "B"], edges)])
@pytest.mark.parametrize("edge", [("A", "-->"), ("A", "-->", "B", 1), (), "A--", "A-->B", None, 3])
def test_an_edge_that_is_no_triple_is_refused(build, edge):
    with pytest.raises(EdgemarkError, match=r'an edge must be a triple such as \("A", "-->", "B"\)'):
        build([edge])


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        (["A", ""], "a node name must not be empty"),
        (["A", "B", "A"], "node names must differ; more than once: 'A'"),
        (["\xe9", "e\u0301"], "'\\\\xe9' and 'e\\\\u0301' are one text in two Unicode forms"),
        (["\ud800"], "a node name must be valid Unicode text"),
        (["\ud83d", "\udc00"], "a node name must be valid Unicode text"),
        (-1, "a graph has at least 0 nodes; got -1"),
    ],
)
def test_invalid_names_are_refused(nodes, expected):
    with pytest.raises(GraphError, match=expected):
        Graph(nodes)


@pytest.mark.parametrize("name", [1, b"A", 1.0, ("A", "B")])
def test_a_name_that_is_no_text_is_a_type_error_with_a_remedy(name):
    with pytest.raises(
        TypeError,
        match=r"node names must be str; got .* Convert them: \[str\(name\) for name in nodes\]",
    ):
        Graph(["A", name])


@pytest.mark.parametrize("build", [Graph, Graph(2).with_nodes, Graph(["A", "B"]).with_nodes])
def test_a_string_is_no_list_of_names(build):
    with pytest.raises(TypeError, match=r"nodes must be a list of names; got .*'AB'"):
        build("AB")


@pytest.mark.parametrize("n_nodes", [2**28, 2**40, 2**70])
def test_too_many_nodes_are_refused(n_nodes):
    with pytest.raises(LimitError, match="fewer than 268435456 nodes"):
        Graph(n_nodes)


def test_the_last_node_that_fits_can_have_an_edge():
    last = 2**28 - 1
    assert Graph(last, [(last - 1, "-->", 0)]).n_edges == 1


def test_a_hundred_thousand_repeated_names_are_refused():
    names = [f"v{k}" for k in range(100_000)]
    with pytest.raises(GraphError, match=r"more than once: .* and 99995 more"):
        Graph(names * 2)


def built(nodes, edges):
    try:
        return Graph(nodes, edges)
    except (EdgemarkError, TypeError) as error:
        return type(error), str(error)


@given(nodes_and_edges(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_triples_of_any_type_make_the_same_graph_and_the_same_errors(case, rng):
    """Tuples are read all at once, everything else edge by edge."""
    nodes, edges = case
    edges = list(edges)
    for wrong in rng.sample(["loop", "twice", "unknown", "glyph", "fine"], 2):
        if edges and wrong != "fine":
            a, glyph, b = rng.choice(edges)
            more = {"loop": (a, glyph, a), "twice": (a, glyph, b), "unknown": (a, glyph, "no such"),
                    "glyph": (a, "==>", b)}[wrong]  # fmt: skip
            edges = [*edges, more] if rng.random() < 0.3 else edges
    assert built(nodes, [list(edge) for edge in edges]) == built(nodes, edges)
    position = {name: k for k, name in enumerate(nodes)}
    if all(a in position and b in position for a, _, b in edges):
        numbered = [(position[a], glyph, position[b]) for a, glyph, b in edges]
        assert built(len(nodes), list(map(list, numbered))) == built(len(nodes), numbered)


@pytest.mark.parametrize("edge", [(-1, "-->", 0), (0, "-->", 2), (True, "-->", 0), (0.0, "-->", 1)])
def test_a_position_must_be_an_integer_from_0_to_the_last_node(edge):
    with pytest.raises(GraphError, match="positions 0 to 1"):
        Graph(2, [edge])
