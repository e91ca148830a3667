"""DAGs, the classes that they make up, and the PDAGs that stand for classes."""

import random

import pytest

from edgemark import Graph, to_cpdag
from edgemark.equivalence import extension, pattern
from edgemark.errors import KindError
from tests.oracle import graphs as oracle
from tests.strategies import random_dag

LETTERS = tuple("ABCDE")
PARTIAL = [(), ("-->",), ("<--",), ("---",)]

SIZES = [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)]
DAGS = {1: 1, 2: 3, 3: 25, 4: 543, 5: 29281}
CPDAGS = {1: 1, 2: 2, 3: 11, 4: 185, 5: 8782}


def same(graph, edges):
    return oracle.marks(graph.edges()) == oracle.marks(edges)


@pytest.mark.parametrize("p", SIZES)
def test_there_are_as_many_dags_as_published(p):
    directed = oracle.with_states(LETTERS[:p], PARTIAL[:3])
    assert DAGS[p] == sum(Graph(LETTERS[:p], edges).is_dag() for edges in directed)


@pytest.mark.parametrize("p", SIZES)
def test_there_are_as_many_cpdags_as_published(p):
    cpdags = {to_cpdag(Graph(LETTERS[:p], dag)) for dag in oracle.all_dags(LETTERS[:p])}
    assert CPDAGS[p] == len(cpdags)


@pytest.mark.parametrize("p", SIZES)
def test_the_cpdag_is_what_all_members_of_the_class_share(p):
    nodes = LETTERS[:p]
    for dags in oracle.all_classes(nodes).values():
        expected = oracle.intersection(dags)
        assert [dag for dag in dags if not same(to_cpdag(Graph(nodes, dag)), expected)] == []


@pytest.mark.parametrize("p", SIZES)
def test_the_cpdag_of_a_dag_is_a_cpdag(p):
    nodes = LETTERS[:p]
    dags = [dags[0] for dags in oracle.all_classes(nodes).values()]
    assert [dag for dag in dags if not to_cpdag(Graph(nodes, dag)).is_cpdag()] == []


@pytest.mark.parametrize("p", SIZES)
def test_the_extension_of_a_cpdag_is_a_member_of_its_class(p):
    nodes = LETTERS[:p]
    for dags in oracle.all_classes(nodes).values():
        found = extension(to_cpdag(Graph(nodes, dags[0])))
        assert any(same(found, dag) for dag in dags)


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_the_pattern_directs_only_unshielded_colliders(p):
    nodes = LETTERS[:p]
    for dag in oracle.all_dags(nodes):
        assert same(pattern(Graph(nodes, dag)), oracle.pattern(nodes, dag))


@pytest.fixture(scope="module")
def pdags():
    """All 4096 partially directed graphs of four nodes, cyclic ones too."""
    return list(oracle.with_states(LETTERS[:4], PARTIAL))


def try_extension(pdag):
    try:
        return extension(pdag)
    except KindError:
        return None


def test_a_pdag_has_an_extension_exactly_where_brute_force_finds_one(pdags):
    nodes = LETTERS[:4]
    disagree, extendable = [], 0
    for edges in pdags:
        found = try_extension(Graph(nodes, edges))
        possible = oracle.extensions(nodes, edges)
        extendable += found is not None
        fits = found is None if not possible else any(same(found, dag) for dag in possible)
        disagree += [] if fits else [edges]
    assert disagree == []
    assert extendable == 3317


def test_a_pdag_is_a_cpdag_exactly_where_it_is_the_intersection_of_its_class(pdags):
    nodes = LETTERS[:4]
    found = [edges for edges in pdags if Graph(nodes, edges).is_cpdag()]
    assert len(found) == 185
    assert found == [edges for edges in pdags if oracle.is_cpdag(nodes, edges)]


def test_the_pattern_of_every_acyclic_pdag_is_the_oracles(pdags):
    nodes = LETTERS[:4]
    acyclic = [edges for edges in pdags if oracle.is_acyclic(nodes, edges)]
    wrong = [e for e in acyclic if not same(pattern(Graph(nodes, e)), oracle.pattern(nodes, e))]
    assert wrong == []


@pytest.mark.long
def test_random_five_node_pdags_have_an_extension_exactly_where_brute_force_finds_one():
    rng = random.Random(5)
    for _ in range(5000):
        edges = [
            (a, glyph, b)
            for i, a in enumerate(LETTERS)
            for b in LETTERS[:i]
            for glyph in rng.choice(PARTIAL)
        ]
        found = try_extension(Graph(LETTERS, edges))
        possible = oracle.extensions(LETTERS, edges)
        assert found is None if not possible else any(same(found, dag) for dag in possible), edges


def test_a_sink_needs_its_undirected_neighbours_adjacent_to_all_its_neighbours():
    trap = Graph.parse("A --> B; C --> B; B --- D")
    assert Graph.parse("A --> B; C --> B; B --> D") == extension(trap)


def test_a_pdag_that_meek_would_close_is_no_cpdag():
    reason = Graph.parse("A --> B; C --> B; B --- D").objection("cpdag")
    assert reason == "B --- D would be B --> D in the CPDAG of its class"


def test_an_arrow_that_nothing_compels_is_no_cpdag():
    reason = Graph.parse("A --> B --- C").objection("cpdag")
    assert reason == "A --> B would be A --- B in the CPDAG of its class"


def test_meeks_third_rule_does_not_fire_where_its_two_arrows_start_at_adjacent_nodes():
    collider_below = [("A", "-->", "E"), ("B", "-->", "C"), ("B", "-->", "E"), ("C", "-->", "E")]
    dag = [*collider_below, ("B", "-->", "D"), ("C", "-->", "D"), ("E", "-->", "D")]
    found = {to_cpdag(Graph(LETTERS, edges)) for edges in oracle.relabellings(LETTERS, dag)}
    cpdag = oracle.cpdag(LETTERS, dag)
    assert found == {Graph(LETTERS, edges) for edges in oracle.relabellings(LETTERS, cpdag)}


def test_an_undirected_square_has_no_extension():
    square = Graph.parse("A --- B --- C --- D --- A")
    with pytest.raises(KindError, match="no DAG has this graph's skeleton"):
        extension(square)
    assert not square.is_cpdag()


def test_an_extension_needs_a_pdag():
    with pytest.raises(KindError, match=r"needs a PDAG; A <-> B is not directed or undirected"):
        extension(Graph.parse("A <-> B"))


def test_the_cpdag_of_a_cyclic_graph_is_refused_with_its_cycle():
    with pytest.raises(KindError, match="needs a DAG; A --> B --> C --> A is a directed cycle"):
        to_cpdag(Graph.parse("A --> B --> C --> A"))


def test_a_pattern_keeps_no_arrow_of_a_shielded_collider():
    assert Graph.parse("A --- B; A --- C; B --- C") == pattern(Graph.parse("A --> C <-- B; A --> B"))


def test_results_declare_what_they_are():
    dag = Graph.parse("A --> B --> C")
    kinds = [g.kind for g in (to_cpdag(dag), pattern(dag), extension(to_cpdag(dag)), dag.skeleton())]
    assert kinds == ["cpdag", "pdag", "dag", "undirected"]


def test_results_keep_the_order_of_the_nodes():
    dag = Graph.parse("C --> A; B")
    assert [g.nodes for g in (to_cpdag(dag), pattern(dag), extension(to_cpdag(dag)))] == [
        ("C", "A", "B")
    ] * 3


def test_results_of_a_graph_without_names_have_none():
    dag = Graph(3, [(2, "-->", 0)])
    assert not any(g.is_named for g in (to_cpdag(dag), pattern(dag), extension(dag), dag.skeleton()))


# ---- larger graphs


def all_small_dags_in_one(rng):
    """Every DAG of four nodes side by side, the nodes shuffled."""
    dags = oracle.all_dags(LETTERS[:4])
    places = list(range(4 * len(dags)))
    rng.shuffle(places)
    return [
        (dict(zip(LETTERS, places[4 * k : 4 * k + 4], strict=False)), dag) for k, dag in enumerate(dags)
    ]


def test_graphs_side_by_side_do_not_disturb_each_other():
    parts = all_small_dags_in_one(random.Random(1))
    whole = [edge for place, dag in parts for edge in oracle.renamed(dag, place)]
    expected = Graph(
        4 * len(parts),
        [edge for place, dag in parts for edge in oracle.renamed(oracle.cpdag(LETTERS[:4], dag), place)],
    )
    assert expected == to_cpdag(Graph(4 * len(parts), whole))
    assert expected.is_cpdag()


RANDOM = [
    (seed, p, density)
    for p, density in ((6, 0.5), (8, 0.4), (12, 0.3), (20, 0.15), (35, 0.3), (60, 0.05), (60, 0.4))
    for seed in range(10)
]


def oriented(edges):
    """Edges with positions for nodes, whatever type the nodes had."""
    return oracle.marks([(int(a), glyph, int(b)) for a, glyph, b in edges])


def random_graph(seed, p, density):
    edges = random_dag(random.Random(seed), p, density)
    return edges, Graph(p, edges)


@pytest.mark.parametrize(("seed", "p", "density"), RANDOM)
def test_larger_cpdags_are_those_of_chickerings_labelling(seed, p, density):
    edges, dag = random_graph(seed, p, density)
    assert oracle.marks(oracle.chickering_cpdag(range(p), edges)) == oriented(to_cpdag(dag).edges())


@pytest.mark.parametrize(("seed", "p", "density"), RANDOM)
def test_larger_cpdags_survive_extension(seed, p, density):
    _, dag = random_graph(seed, p, density)
    cpdag = to_cpdag(dag)
    assert cpdag == to_cpdag(extension(cpdag))
    assert cpdag.is_cpdag()


@pytest.mark.parametrize("seed", range(5))
def test_larger_cpdags_are_those_of_causal_learn(seed):
    pytest.importorskip("causallearn")
    from causallearn.graph.Dag import Dag
    from causallearn.graph.GraphNode import GraphNode
    from causallearn.utils.DAG2CPDAG import dag2cpdag

    edges, dag = random_graph(seed, 25, 0.15)
    nodes = [GraphNode(str(k)) for k in range(25)]
    theirs = Dag(nodes)
    for a, _, b in edges:
        theirs.add_directed_edge(nodes[a], nodes[b])
    marks = dag2cpdag(theirs).graph
    expected = [
        (i, "---" if marks[i, j] == marks[j, i] else "-->", j)
        for i in range(25)
        for j in range(25)
        if (marks[i, j], marks[j, i]) == (-1, 1) or ((marks[i, j], marks[j, i]) == (-1, -1) and i < j)
    ]
    assert oracle.marks(expected) == oriented(to_cpdag(dag).edges())


@pytest.mark.parametrize("seed", range(5))
def test_no_arrow_of_a_larger_cpdag_can_be_left_out(seed):
    _, dag = random_graph(seed, 10, 0.4)
    cpdag = to_cpdag(dag)
    for k, (a, glyph, b) in enumerate(cpdag.edges()):
        if glyph == "-->":
            others = [edge for i, edge in enumerate(cpdag.edges()) if i != k]
            places = [(int(x), g, int(y)) for x, g, y in [*others, (a, "---", b)]]
            assert not Graph(10, places).is_cpdag()
