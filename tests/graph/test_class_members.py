"""The DAGs of a class: all of them, how many, some of them."""

import random
from collections import Counter
from itertools import combinations, islice
from math import factorial, prod

import networkx as nx
import pytest

from edgemark import Graph, class_size, members, repair, to_cpdag, to_mpdag
from edgemark.equivalence import extension, pattern, sample_members, to_icpdag
from edgemark.errors import ConventionError, KindError
from tests.oracle import graphs as oracle
from tests.strategies import random_dag

LETTERS = tuple("ABCDE")
PARTIAL = [(), ("-->",), ("<--",), ("---",)]
SIZES = [0, 1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)]


def undirected(n_nodes, pairs):
    return Graph(n_nodes, [(a, "---", b) for a, b in pairs])


def path(n_nodes, reach=1):
    """Nodes in a row, each joined with those at most `reach` steps away."""
    pairs = [(a, b) for a in range(n_nodes) for b in range(a + 1, min(a + reach, n_nodes - 1) + 1)]
    return undirected(n_nodes, pairs)


def complete(n_nodes):
    return undirected(n_nodes, combinations(range(n_nodes), 2))


def contents(graphs):
    return Counter(frozenset(oracle.marks(graph.edges())) for graph in graphs)


def wanted(dags):
    return Counter(frozenset(oracle.marks(dag)) for dag in dags)


# ---- all of them


@pytest.mark.parametrize("p", SIZES)
def test_the_members_of_every_cpdag_are_the_dags_of_its_class(p):
    nodes = LETTERS[:p]
    for dags in oracle.all_classes(nodes).values():
        cpdag = Graph(nodes, oracle.intersection(dags))
        assert wanted(dags) == contents(members(cpdag)) == contents(members(Graph(nodes, dags[-1])))
        assert len(dags) == class_size(cpdag)


def test_the_members_of_every_four_node_mpdag_are_its_extensions():
    n_mpdags = 0
    for edges in oracle.with_states(LETTERS[:4], PARTIAL):
        graph = Graph(LETTERS[:4], edges, kind="mpdag")
        if graph.objection() is None:
            n_mpdags += 1
            assert wanted(oracle.extensions(LETTERS[:4], edges)) == contents(members(graph))
    assert n_mpdags == 1601


def test_the_first_members_of_a_huge_class_come_at_once():
    first = list(islice(members(complete(100)), 3))
    assert len(set(first)) == 3
    assert all(dag.is_dag() and to_cpdag(dag) == complete(100) for dag in first)


def test_members_declare_themselves_dags_on_the_same_nodes():
    cpdag = Graph.parse("C --- A; B")
    assert [(dag.nodes, dag.kind) for dag in members(cpdag)] == [(("C", "A", "B"), "dag")] * 2


def test_a_member_of_a_long_path_is_found_without_recursion():
    assert next(members(path(10_000))).is_dag()


# ---- how many


@pytest.mark.parametrize(
    ("graph", "size"),
    [
        (Graph(0), 1),
        (Graph(1), 1),
        (Graph(5), 1),
        (path(2), 2),
        (path(4), 4),
        (path(100), 100),
        (path(10_000), 10_000),
        (complete(4), 24),
        (complete(20), factorial(20)),
        (complete(200), factorial(200)),
        (undirected(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]), 10),
        (undirected(5, [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]), 20),
        (undirected(1000, [(0, k) for k in range(1, 1000)]), 1000),
        (undirected(9, [(3 * k + a, 3 * k + b) for k in range(3) for a, b in ((0, 1), (1, 2))]), 27),
    ],
)
def test_classes_of_known_size(graph, size):
    assert size == class_size(graph)


@pytest.mark.parametrize(
    ("n_nodes", "reach", "size"),
    [
        (50, 2, 194),
        (100, 3, 1752),
        (60, 5, 33120),
        (200, 4, 18840),
    ],
)
def test_sizes_are_those_that_cliquepicking_gave(n_nodes, reach, size):
    """Recorded with cliquepicking 0.3.2."""
    assert size == class_size(path(n_nodes, reach))


def chordal(seed, n_nodes, most):
    """Each node is joined with part of a clique of those before it."""
    rng = random.Random(seed)
    near = [set() for _ in range(n_nodes)]
    for v in range(1, n_nodes):
        start = rng.randrange(v)
        clique = [start]
        for w in sorted(near[start]):
            if len(clique) < most and rng.random() < 0.7 and all(w in near[x] for x in clique):
                clique.append(w)
        for w in clique:
            near[v].add(w)
            near[w].add(v)
    places = rng.sample(range(n_nodes), n_nodes)
    return undirected(
        n_nodes, [(places[a], places[b]) for a in range(n_nodes) for b in near[a] if a < b]
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_classes_are_as_large_as_their_enumeration(seed):
    graph = chordal(seed, 5 + seed % 5, 2 + seed % 3)
    dags = list(members(graph))
    assert len(set(dags)) == len(dags) == class_size(graph)


@pytest.mark.parametrize("seed", range(10))
def test_components_multiply(seed):
    parts = [chordal(10 * seed + k, 6, 3) for k in range(3)]
    whole = undirected(
        18,
        [(6 * k + int(a), 6 * k + int(b)) for k, part in enumerate(parts) for a, _, b in part.edges()],
    )
    assert prod(map(class_size, parts)) == class_size(whole)


@pytest.mark.parametrize("seed", range(5))
def test_sizes_of_larger_classes_are_those_of_cliquepicking(seed):
    peer = pytest.importorskip("cliquepicking")
    graph = chordal(seed, 200, 12)
    edges = [(int(a), int(b)) for a, _, b in graph.edges()]
    assert peer.mec_size([*edges, *((b, a) for a, b in edges)]) == class_size(graph)


@pytest.mark.parametrize("seed", range(20))
def test_interventional_and_tiered_classes_are_as_large_as_their_enumeration(seed):
    rng = random.Random(seed)
    dag = Graph(8, random_dag(rng, 8, 0.5))
    order = sorted(dag.nodes, key=lambda node: len(dag.ancestors(node)))
    for graph in (
        to_icpdag(dag, [rng.sample(range(8), 2)]),
        to_mpdag(dag, tiers=[order[:3], order[3:]]),
    ):
        assert len(list(members(graph))) == class_size(graph)


def test_a_class_of_many_overlapping_cliques_is_counted():
    assert class_size(path(1000, 2)) > class_size(path(999, 2)) > 0


# ---- some of them


CLASSES = {
    "path": path(5),
    "bowtie": undirected(5, [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]),
    "strip": path(5, 2),
    "complete": complete(4),
    "forest": undirected(6, [(0, 1), (1, 2), (3, 4)]),
    "with arrows": to_cpdag(
        Graph.parse("A --> B; A --> C; B --> C; C --> D; E --> D; D --> F; D --> G")
    ),
}


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_drawn_as_often(name):
    graph, n = CLASSES[name], 20_000
    times = contents(sample_members(graph, n, seed=3))
    size = class_size(graph)
    assert times.keys() == contents(members(graph)).keys()
    assert len(times) == size
    spread = (n / size * (1 - 1 / size)) ** 0.5
    assert max(abs(count - n / size) for count in times.values()) < 4.5 * spread


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_from_large_classes_are_members(seed):
    graph = chordal(seed, 60, 6)
    drawn = sample_members(graph, 20, seed)
    assert all(dag.is_dag() and to_cpdag(dag) == graph for dag in drawn)
    assert len(set(drawn)) > 15


def test_a_seed_gives_the_same_members_and_another_one_others():
    graph = chordal(1, 40, 5)
    first, again, other = (list(sample_members(graph, 5, seed)) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_draws_go_on_the_same_whatever_their_number():
    graph = chordal(1, 40, 5)
    assert list(sample_members(graph, 9, 7))[:4] == list(sample_members(graph, 4, 7))


@pytest.mark.parametrize(("n", "seed"), [(-1, 0), (1, -1), (1, 1 << 64)])
def test_numbers_that_cannot_be_are_refused(n, seed):
    with pytest.raises(ValueError, match="must"):
        sample_members(path(3), n, seed)


def test_no_draws_and_no_nodes_give_empty_stacks_and_graphs():
    assert len(sample_members(path(3), 0)) == 0
    assert list(sample_members(Graph(0), 2)) == [Graph(0)] * 2
    assert list(members(Graph(0))) == [Graph(0)]


# ---- what has no members


@pytest.mark.parametrize("function", [members, class_size, lambda graph: sample_members(graph, 1)])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A --> B --> C --> A", "A --> B --> C --> A is a directed cycle"),
        ("A --> B --- C", r"Take the CPDAG that repair returns: repair\(graph\)\[0\]"),
        ("A --- B --- C --- D --- A", "no DAG has its skeleton.*repair"),
        ("A --> B; A --- C", r'with_kind\("mpdag"\).*repair\(graph\)'),
        ("A o-> B", "needs a DAG or a CPDAG; A o-> B is not directed or undirected$"),
    ],
)
def test_a_graph_that_stands_for_no_class_is_refused(function, text, message):
    with pytest.raises(KindError, match=message):
        function(Graph.parse(text))


@pytest.mark.parametrize(
    "function",
    [members, class_size, lambda graph: sample_members(graph, 1), repair, to_mpdag, pattern, extension],
)
@pytest.mark.parametrize("kind", ["pag", "mag", "admg"])
def test_two_tails_are_no_edge_of_either_direction(function, kind):
    graph = Graph.parse("A --> B --- C", kind=kind)
    with pytest.raises(KindError, match=r"B --- C has two tails in .*which the graph is declared to be"):
        function(graph)


@pytest.mark.parametrize(
    "text", ["A --> B --- C", "A --> B --- C --- D; B --- D", "A --> B --- C; D --> C; A --> D --- B"]
)
def test_the_advice_for_an_incomplete_mpdag_keeps_its_arrows(text):
    """`repair`, which was advised, drops them: it gave three DAGs instead of one."""
    graph = Graph.parse(text, kind="mpdag")
    with pytest.raises(KindError, match="Direct all such edges") as refused:
        class_size(graph)
    (remedy,) = refused.value.remedies
    scope = {"extension": extension, "graph": graph, "to_cpdag": to_cpdag, "to_mpdag": to_mpdag}
    directed = eval(remedy.python, scope)
    arrows = {edge for edge in graph.edges() if edge[1] == "-->"}
    plain_class = to_cpdag(extension(graph.with_kind("pdag")))
    kept = [dag for dag in members(plain_class) if arrows <= {*dag.edges()}]
    assert class_size(directed) == len(kept) > 0
    assert {*members(directed)} == {*kept}


@pytest.mark.parametrize("function", [class_size, lambda graph: sample_members(graph, 1)])
def test_a_class_that_only_enumeration_counts_is_refused_with_the_arrow(function):
    graph = to_mpdag(Graph.parse("A --- B; A --- C; B --- C"), required=[("A", "B")])
    with pytest.raises(KindError, match=r"undirected edges connect the ends of A --> B.*members"):
        function(graph)
    assert len(list(members(graph))) == 3


@pytest.mark.parametrize(("n", "seed"), [(2.0, 0), (1, 0.5), (True, 0)])
def test_numbers_that_are_no_integers_are_refused(n, seed):
    with pytest.raises(ConventionError, match=r"must be a whole number .* got (2\.0|0\.5|True)"):
        sample_members(path(3), n, seed)


# ---- other objects


CLASS_FUNCTIONS = (class_size, members, pattern, repair, extension, to_cpdag)


@pytest.mark.parametrize("function", CLASS_FUNCTIONS)
def test_graphs_of_other_packages_are_read(function):
    theirs = nx.DiGraph([("A", "B"), ("C", "B"), ("B", "D")])
    ours = Graph.parse("A --> B <-- C; B --> D")
    found, expected = function(theirs), function(ours)
    if function is members:
        found, expected = list(found), list(expected)
    assert found == expected


def test_knowledge_about_graphs_of_other_packages():
    chain = nx.DiGraph([(0, 1), (1, 2)])
    assert to_mpdag(graph=chain, required=[(0, 1)]).edges() == [("0", "-->", "1"), ("1", "-->", "2")]
    assert to_icpdag(chain, [[2]]).edges() == [("0", "---", "1"), ("1", "-->", "2")]
    assert len(sample_members(chain, 3)) == 3


def test_what_is_no_graph_is_refused_by_the_reader():
    with pytest.raises(TypeError, match=r"got int"):
        to_cpdag(3)
    with pytest.raises(TypeError, match="dag"):
        to_cpdag()


def test_the_first_member_of_a_large_clique_comes_at_once():
    assert next(members(complete(300))).is_dag()
