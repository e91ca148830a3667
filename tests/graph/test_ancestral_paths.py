"""Separators, visible edges and the paths behind them, against their definitions on all small graphs."""

import random
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest

from edgemark import Graph, to_cpdag, to_mag
from edgemark.equivalence import (
    discriminating_path,
    inducing_path,
    mag_members,
    nearest_separator,
    visible_edges,
)
from edgemark.errors import GraphError, KindError, LimitError
from tests.oracle import ancestral, graphs, separations

NODES = {size: tuple("ABCD"[:size]) for size in (2, 3, 4)}
EVERY_SIZE = pytest.mark.parametrize("size", NODES)


def graph_of(nodes, edges, kind=None):
    return Graph.from_edges(list(edges), nodes=list(nodes), kind=kind)


def random_admg(chance):
    nodes = tuple("ABCDE"[: chance.randint(3, 5)])
    glyphs = [(), (), ("-->",), ("<->",), ("-->", "<->")]
    return nodes, tuple((a, g, b) for a, b in combinations(nodes, 2) for g in chance.choice(glyphs))


# ---- what graphs are


@EVERY_SIZE
def test_the_ancestral_graphs_that_are_mags_are_the_maximal_ones(size):
    nodes = NODES[size]
    maximal = set(ancestral.mags(nodes))
    for chosen in product((None, "-->", "<--", "<->"), repeat=len(list(combinations(nodes, 2)))):
        edges = tuple((a, g, b) for (a, b), g in zip(combinations(nodes, 2), chosen, strict=True) if g)
        assert (edges in maximal) == (graph_of(nodes, edges).objection("mag") is None)


@EVERY_SIZE
def test_the_pags_are_the_marks_that_classes_share(size):
    """A graph that differs from a PAG in one mark is valid only if it is a PAG."""
    nodes = NODES[size]
    valid = {graph_of(nodes, ancestral.pag(one)) for one in ancestral.classes(nodes)}
    for pag in valid:
        assert pag.objection("pag") is None
        edges = pag.edges()
        for k, (a, glyph, b) in enumerate(edges):
            for left, right in product("-<o", "->o"):
                if (left, right) in {("-", "-"), ("-", "o"), ("o", "-")} or left + "-" + right == glyph:
                    continue
                other = graph_of(nodes, [*edges[:k], (a, f"{left}-{right}", b), *edges[k + 1 :]])
                assert (other in valid) == (other.objection("pag") is None), other


def test_an_objection_names_what_is_wrong():
    nearly = Graph.parse("A <-> B <-> C <-> D; B --> D; C --> A", kind="mag")
    assert nearly.objection() == (
        "it is not maximal: A and D are not adjacent, although no set of nodes separates them"
    )
    assert Graph.parse("A o-> B o-> C").objection("pag") == (
        "no class of MAGs has these marks in common: a valid PAG with the same adjacencies has A o-o B "
        "instead of A o-> B"
    )
    assert Graph.parse("A --> B --> C; A <-> C").objection("pag") == (
        "A <-> C, although A is an ancestor of C, is an almost directed cycle"
    )


@EVERY_SIZE
def test_the_members_of_a_pag_are_its_class(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members))
        listed = list(mag_members(pag))
        assert len(listed) == len(set(listed))
        assert set(listed) == {graph_of(nodes, edges) for edges in members}
        assert set(mag_members(listed[0])) == set(listed)


def test_a_class_with_too_many_ways_to_replace_its_circles_is_not_listed():
    names = [f"X{k}" for k in range(13)]
    star = Graph.from_edges([("X0", "o-o", name) for name in names[1:]], nodes=names)
    with pytest.raises(LimitError, match=r"up to 200,000 ways"):
        mag_members(star)


# ---- separators


@EVERY_SIZE
def test_the_nearest_separator_of_every_mag_is_the_minimal_set_that_shields_the_first_node(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        for x, y in permutations(nodes, 2):
            expected = separations.nearest_separator(nodes, members[0], x, y)
            for edges in members[:: 1 if size < 4 else 3]:
                assert expected == nearest_separator(graph_of(nodes, edges), x, y), (edges, x, y)
            pag = graph_of(nodes, ancestral.pag(members))
            assert expected == nearest_separator(pag, x, y)


@pytest.mark.parametrize("seed", range(60))
def test_the_nearest_separator_of_an_admg(seed):
    nodes, edges = random_admg(random.Random(seed))
    graph = graph_of(nodes, edges)
    for x, y in permutations(nodes, 2):
        expected = separations.nearest_separator(nodes, edges, x, y)
        assert expected == nearest_separator(graph, x, y)


def test_selection_makes_neighbours_anterior():
    chain = Graph.parse("A --- B --- C; B2 --- C", kind="mag")
    assert nearest_separator(chain, "A", "C") == {"B"}
    assert nearest_separator(chain, "A", "B2") == {"B"}


def test_the_nearest_separator_of_a_class_of_dags():
    cpdag = to_cpdag(Graph.parse("A --> B --> C --> D"))
    assert nearest_separator(cpdag, "A", "D") == {"B"}
    assert nearest_separator(cpdag.with_kind("mpdag"), "D", "A") == {"C"}


# ---- visible edges


@EVERY_SIZE
def test_the_visible_edges_of_every_mag_and_pag(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        for edges in (*members, ancestral.pag(members)):
            expected = {(a, b) for a, b in graphs.arrows(edges) if separations.is_visible(edges, a, b)}
            kind = "pag" if edges is not members[0] and edges not in members else "mag"
            found = visible_edges(graph_of(nodes, edges, kind))
            assert expected == {(a, b) for a, _, b in found}


def test_a_visible_edge_of_a_pag_is_visible_in_every_member():
    nodes = NODES[4]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members))
        visible = set(visible_edges(pag.with_kind("pag")))
        for edges in members:
            assert visible <= set(visible_edges(graph_of(nodes, edges, "mag")))


def test_every_arrow_of_a_dag_is_visible():
    assert visible_edges(Graph.parse("A --> B --> C")) == [("A", "-->", "B"), ("B", "-->", "C")]
    assert visible_edges(Graph.parse("A --> B; C --> B; B --> D; E --- F")) == [
        ("A", "-->", "B"),
        ("C", "-->", "B"),
        ("B", "-->", "D"),
    ]


# ---- paths


@pytest.mark.parametrize("seed", range(60))
def test_two_nodes_that_nothing_separates_have_an_inducing_path(seed):
    nodes, edges = random_admg(random.Random(seed))
    graph = graph_of(nodes, edges)
    above = graphs.ancestors(nodes, edges)
    for x, y in permutations(nodes, 2):
        separable = any(
            not separations.connected(nodes, edges, x, y, given)
            for given in ancestral.subsets(set(nodes) - {x, y})
        )
        path = inducing_path(graph, x, y)
        assert separable == (path is None)
        if path is None:
            continue
        assert path[0] == x
        assert path[-1] == y
        assert len(set(path)) == len(path)
        for before, v, after in zip(path, path[1:], path[2:], strict=False):
            assert (v, x) in above or (v, y) in above
            assert any({a, b} == {before, v} and v in _heads(a, g, b) for a, g, b in edges)
            assert any({a, b} == {after, v} and v in _heads(a, g, b) for a, g, b in edges)


def _heads(a, glyph, b):
    return {end for end, mark in ((a, glyph[0]), (b, glyph[2])) if mark in "<>"}


def discriminates(edges, path):
    *start, _, c = path
    lists = ancestral.lists_of_edges(edges)
    near = {w for w, _, _ in lists[c]}
    parents = {w for w, here, there in lists[c] if (here, there) == (">", "-")}
    between = start[1:]
    colliders = all(
        {here for w, here, _ in lists[v] if w in (before, after)} == {">"}
        for before, v, after in zip(path, path[1:], path[2:], strict=False)
        if v in between
    )
    joined = all(any(w == v for w, _, _ in lists[u]) for u, v in pairwise(path))
    return joined and start[0] not in near and bool(between) and set(between) <= parents and colliders


def test_discriminating_paths_are_those_of_the_definition():
    nodes, found = NODES[4], 0
    for members in ancestral.classes(nodes):
        for edges in (members[0], ancestral.pag(members)):
            graph = graph_of(nodes, edges)
            for b, c in permutations(nodes, 2):
                rest = [v for v in nodes if v not in (b, c)]
                paths = [
                    (*start, b, c)
                    for k in range(2, len(rest) + 1)
                    for start in permutations(rest, k)
                    if discriminates(edges, (*start, b, c))
                ]
                path = discriminating_path(graph, b, c)
                assert (path is None) == (not paths)
                if path is not None:
                    found += 1
                    assert path in paths
    assert found > 50


# ---- bad input


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: nearest_separator(Graph.parse("A --> B"), "A", "A"), GraphError, "'A' twice"),
        (lambda: nearest_separator(Graph.parse("A --> B"), "A", "X"), GraphError, "unknown node 'X'"),
        (lambda: nearest_separator(Graph.parse("A --> B --> A"), "A", "B"), KindError, "directed cycle"),
        (lambda: nearest_separator(Graph.parse("A o-> B o-> C"), "A", "B"), KindError, "a valid PAG"),
        (lambda: visible_edges(Graph.parse("A --> B; A <-> B")), KindError, "the graph is an ADMG"),
        (lambda: visible_edges(Graph.parse("A <-> B", kind="pag")), KindError, "A o-o B instead of"),
        (lambda: inducing_path(Graph.parse("A o-o B"), "A", "B"), KindError, "the graph is a PAG"),
        (
            lambda: discriminating_path(Graph.parse("A --> B; A <-> B"), "A", "B"),
            KindError,
            "two on some",
        ),
        (lambda: mag_members(Graph.parse("A --- B", kind="mag")), KindError, "selection"),
        (lambda: mag_members(Graph.parse("A o-- B", kind="pag")), KindError, "stand for selection"),
        (lambda: to_mag(Graph.parse("A o-- B", kind="pag")), KindError, "stand for selection"),
    ],
)
def test_bad_input_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("kind", [int, np.int64])
@pytest.mark.parametrize("find", [discriminating_path, inducing_path, nearest_separator])
def test_nodes_may_be_given_as_integers(find, kind):
    graph = Graph.parse("1 --> 2 <-> 3 --> 4; 2 --> 4")
    for a, b in permutations("1234", 2):
        expected = find(graph, a, b)
        assert find(graph, kind(a), kind(b)) == expected
        assert find(graph, a, kind(b)) == expected
        assert find(graph, kind(a), b) == expected


def test_an_inducing_path_of_a_cyclic_graph_is_that_of_d_separation():
    cycle = Graph.parse("D --> B --> C --> A --> B")
    assert inducing_path(cycle, "D", "A") == ("D", "B", "A")  # B collides, and it is an ancestor of A.
    assert inducing_path(cycle, "D", "C") is None  # A and B separate them.


def test_visible_edges_of_a_cyclic_graph_are_refused_by_naming_the_cycle():
    with pytest.raises(KindError, match="a directed graph, in which A --> B --> C --> A is a directed"):
        visible_edges(Graph.parse("A --> B --> C --> A"))
