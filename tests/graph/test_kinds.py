"""The kinds of a graph, and the objections to other kinds."""

import random

import pytest
from hypothesis import given, settings

from edgemark import Graph
from edgemark.conventions.options import KINDS
from edgemark.errors import ConventionError
from edgemark.graph.kinds import class_of, undirected_is_tail_tail
from tests.oracle import graphs as oracle
from tests.strategies import graphs, nodes_and_edges, random_edges

LETTERS = tuple("ABCD")


def test_every_graph_of_three_nodes_is_of_the_kinds_whose_definitions_it_meets():
    nodes = LETTERS[:3]
    every = list(oracle.with_states(nodes, oracle.PAIR_STATES))
    assert len(every) == 13**3
    wrong = [e for e in every if set(Graph(nodes, e).kinds()) != oracle.kinds(nodes, e, pag=True)]
    assert wrong == []


DIRECTED, MIXED, BOWS = (
    (("-->",), ("<--",)),
    (("-->",), ("<--",), ("<->",), ("---",)),
    (("-->",), ("<--",), ("<->",), ("-->", "<->"), ("<--", "<->"), ("-->", "<--")),
)


@pytest.mark.parametrize("states", [DIRECTED, MIXED, BOWS, oracle.PAIR_STATES[1:10]])
@pytest.mark.parametrize("density", [0.3, 0.6])
def test_larger_graphs_are_of_the_kinds_whose_definitions_they_meet(states, density):
    rng = random.Random(0)
    for _ in range(100):
        n_nodes = rng.randint(4, 6)
        edges = random_edges(rng, n_nodes, density, states)
        small = n_nodes <= 4  # all MAGs of a class can be listed
        found = set(Graph(n_nodes, edges).kinds()) - (set() if small else {"pag"})
        assert oracle.kinds(range(n_nodes), edges, pag=small) == found, edges


@given(nodes_and_edges(most=5))
@settings(deadline=None)
def test_the_cycle_that_a_message_shows_is_in_the_graph(case):
    nodes, edges = case
    directed = [edge for edge in edges if edge[1] in ("-->", "<--")]
    reason = Graph(nodes, directed).objection("dag")
    if reason is None:
        assert oracle.is_acyclic(nodes, directed)
    else:
        path, _, rest = reason.partition(" is a ")
        *cycle, last = path.split(" --> ")
        assert rest == "directed cycle"
        assert cycle[0] == last
        assert oracle.is_directed_cycle(directed, cycle)


def test_a_long_cycle_is_shortened_in_its_message():
    edges = [(k, "-->", (k + 1) % 100) for k in range(100)]
    reason = Graph(100, edges).objection("dag")
    assert reason == "0 --> 1 --> 2 --> 3 --> 4 --> 5 --> ... --> 0 is a directed cycle"


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("A --> B --> A", "dag", "A --> B --> A is a directed cycle"),
        ("A --- B", "dag", "A --- B is not directed"),
        ("A o-> B", "pdag", "A o-> B is not directed or undirected"),
        ("A --> B; C <-> B", "digraph", "B <-> C is not directed"),
        ("A --> B", "undirected", "A --> B is not undirected"),
        ("A o-o B", "mag", "A o-o B is not -->, <-> or ---"),
        ("A --> B; A <-> B", "mag", "A --> B; A <-> B are two edges on one pair"),
        ("A --> B --> C <-> A", "mag",
         "A <-> C, although A is an ancestor of C, is an almost directed cycle"),
        ("C <-- B <-- A <-> C", "pag",
         "A <-> C, although A is an ancestor of C, is an almost directed cycle"),
        ("A --- B <-- C", "mag", "C --> B has an arrowhead at B, which has an undirected edge"),
        ("A --> B; A <-> B", "pag", "A --> B; A <-> B are two edges on one pair"),
        ("A <-> B --> C; C --- D", "pag",
         "B --> C has an arrowhead at C, which has an undirected edge"),
        ("A o-> C; C --- D", "pag", "A o-> C has an arrowhead at C, which has an undirected edge"),
        ("A --- B", "admg", "A --- B is not --> or <->"),
        ("A --> B --> C --> A", "admg", "A --> B --> C --> A is a directed cycle"),
    ],
)  # fmt: skip
def test_an_objection_says_what_is_wrong(text, kind, expected):
    assert expected == Graph.parse(text).objection(kind)


def test_an_almost_directed_cycle_names_the_ancestor_whichever_comes_first():
    reason = Graph.parse("C; A; C <-> A; A --> B --> C").objection("mag")
    assert reason == "A <-> C, although A is an ancestor of C, is an almost directed cycle"


@pytest.mark.parametrize("kind", ["DAG", "dga", "", "graph", 3, ["dag"]])
def test_an_unknown_kind_is_refused(kind):
    with pytest.raises(ConventionError, match="kind must be one of admg, cpdag, dag"):
        Graph.parse("A --> B").objection(kind)


@pytest.mark.parametrize("kind", ["DAG", "dga", "", 3, ["dag"]])
def test_an_unknown_kind_cannot_be_declared(kind):
    with pytest.raises(ConventionError, match="kind must be one of admg, cpdag, dag"):
        Graph(["A"], kind=kind)


def test_a_misspelt_kind_is_recognised():
    with pytest.raises(ConventionError, match=r"Did you mean 'dag'\?"):
        Graph.parse("A --> B").with_kind("dga")


def test_an_objection_without_a_kind_checks_the_declared_one():
    assert Graph.parse("A --- B", kind="dag").objection() == "A --- B is not directed"


def test_a_graph_without_a_declared_kind_has_no_objection():
    assert Graph.parse("A --- B; A --> C --> A").objection() is None


@given(graphs())
@settings(deadline=None)
def test_a_graph_is_of_exactly_the_kinds_without_an_objection(graph):
    assert {kind: graph.objection(kind) is None for kind in KINDS} == {
        kind: kind in graph.kinds() for kind in KINDS
    }


@pytest.mark.parametrize("n_nodes", [0, 1, 2])
def test_a_graph_without_edges_is_of_every_kind(n_nodes):
    assert set(Graph(n_nodes).kinds()) == KINDS


# ---- the class of a graph


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "dag"),
        ("A", "dag"),
        ("A --> B --> C", "dag"),
        ("A --> B --> A", "digraph"),
        ("A --> B --> C --> A", "digraph"),
        ("A --- B", "cpdag"),
        ("A --> B; C --- D", "cpdag"),
        ("A --> B --> A; C --- D", "cpdag"),
        ("A <-> B", "mag"),
        ("A <-> B --> C", "mag"),
        ("A <-> B --> C; D --- E", "mag"),
        ("A --> B; A <-> B", "admg"),
        ("A --> B --> C; A <-> C", "admg"),
        ("A o-o B", "pag"),
        ("A o-> B", "pag"),
        ("A o-- B", "pag"),
        ("A o-> B; C <-> D", "pag"),
        ("A o-> B; C --- D", "pag"),
    ],
)
def test_marks_suggest_a_class(text, expected):
    assert expected == class_of(Graph.parse(text))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_declared_kind_is_the_class(kind):
    assert kind == class_of(Graph.parse("A --> B", kind=kind))


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("A --- B", None, False),
        ("A --- B; C --> D", None, False),
        ("A --- B; C <-> D", None, True),
        ("A --- B; C o-> D", None, True),
        ("A --- B", "mag", True),
        ("A --- B", "pag", True),
        ("A --- B", "cpdag", False),
        ("A --> B", "mag", False),
        ("A <-> B", None, False),
    ],
)
def test_an_undirected_edge_has_two_tails_beside_bidirected_ones_and_circles(text, kind, expected):
    assert expected == undirected_is_tail_tail(Graph.parse(text, kind=kind))
