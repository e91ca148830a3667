"""Projections, m-separation and classes of MAGs, against their definitions on all small graphs."""

import random
from itertools import combinations, product

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, latent_projection, m_separated, to_mag, to_pag
from edgemark.errors import GraphError, InputTypeError, KindError
from tests.oracle import ancestral as oracle

SIZES = {2: (4, 2), 3: (56, 11), 4: (2492, 248)}


def graph_of(nodes, edges):
    return Graph.from_edges(list(edges), nodes=list(nodes))


# ---- classes of MAGs, exhaustively


@pytest.mark.parametrize("size", SIZES)
def test_there_are_as_many_mags_and_pags_as_known(size):
    nodes = tuple("ABCD"[:size])
    assert SIZES[size] == (len(oracle.mags(nodes)), len(oracle.classes(nodes)))


@pytest.mark.parametrize("size", SIZES)
def test_the_pag_of_every_mag_shows_what_its_class_shares(size):
    nodes = tuple("ABCD"[:size])
    for class_members in oracle.classes(nodes):
        shared = graph_of(nodes, oracle.pag(class_members))
        assert all(shared == to_pag(graph_of(nodes, edges)) for edges in class_members)


@pytest.mark.parametrize("size", SIZES)
def test_the_member_of_a_pag_is_of_its_class(size):
    nodes = tuple("ABCD"[:size])
    for class_members in oracle.classes(nodes):
        shared = graph_of(nodes, oracle.pag(class_members))
        assert to_mag(shared) in {graph_of(nodes, edges) for edges in class_members}


def test_what_is_no_pag_is_refused():
    """Exactly 11 graphs of three nodes without tail-tail edges have a member: the PAGs."""
    nodes = tuple("ABC")
    pags = {graph_of(nodes, oracle.pag(one)) for one in oracle.classes(nodes)}
    glyphs = (None, "-->", "<--", "<->", "o->", "<-o", "o-o", "o--", "--o")
    for chosen in product(glyphs, repeat=3):
        edges = [(a, g, b) for (a, b), g in zip(combinations(nodes, 2), chosen, strict=True) if g]
        graph = graph_of(nodes, edges)
        if graph in pags:
            assert to_pag(to_mag(graph)) == graph
        else:
            with pytest.raises(KindError):
                to_mag(graph)


def test_graphs_that_are_not_maximal_are_refused():
    nodes, maximal = tuple("ABCD"), set(oracle.mags(tuple("ABCD")))
    refused = 0
    for chosen in product((None, "-->", "<--", "<->"), repeat=6):
        edges = tuple((a, g, b) for (a, b), g in zip(combinations(nodes, 2), chosen, strict=True) if g)
        if edges not in maximal and oracle.is_ancestral(nodes, edges):
            refused += 1
            with pytest.raises(
                KindError, match="are not adjacent, although no set of nodes separates them"
            ):
                to_pag(graph_of(nodes, edges))
    assert 12 == refused


# ---- projections


def random_projection(seed):
    chance = random.Random(seed)
    nodes = [f"V{k}" for k in range(chance.randint(4, 7))]
    order = chance.sample(nodes, len(nodes))
    density = chance.choice([0.3, 0.5])
    dag = [(a, "-->", b) for a, b in combinations(order, 2) if chance.random() < density]
    hidden = chance.sample(nodes, chance.randint(1, 3))
    rest = [v for v in nodes if v not in hidden]
    selected = chance.sample(rest, 1) if len(rest) > 2 and chance.random() < 0.4 else []
    return nodes, dag, hidden, selected


@pytest.mark.parametrize("seed", range(150))
def test_a_projection_is_what_paths_make_it(seed):
    nodes, dag, hidden, selected = random_projection(seed)
    graph = graph_of(nodes, dag)
    observed = [v for v in nodes if v not in {*hidden, *selected}]
    mag = latent_projection(graph, hidden, selected)
    assert graph_of(observed, oracle.mag(nodes, dag, set(hidden), set(selected))) == mag
    assert (tuple(observed), "mag") == (mag.nodes, mag.kind)
    if not selected:
        admg = latent_projection(graph, hidden, to="admg")
        assert graph_of(observed, oracle.admg(nodes, dag, set(hidden))) == admg
        assert "admg" == admg.kind


def test_selected_nodes_may_be_an_array():
    dag = Graph.parse("A --> S; B --> S; A --> T; C --> T")
    mag = latent_projection(dag, selected=np.array(["S", "T"]))
    assert mag == Graph.parse("A --- B; A --- C", kind="mag")


@pytest.mark.parametrize("seed", range(40))
def test_a_mag_separates_what_its_dag_does_and_all_its_class_too(seed):
    nodes, dag, hidden, _ = random_projection(seed)
    graph = graph_of(nodes, dag)
    mag = latent_projection(graph, hidden)
    pag = to_pag(mag)
    member = to_mag(pag)
    assert pag == to_pag(member)
    for a, b, given in oracle.model(nodes, dag):
        if {a, b} <= set(mag.nodes) and given <= set(mag.nodes):
            assert m_separated(mag, a, b, given)
            assert m_separated(member, a, b, given)
    assert oracle.model(mag.nodes, mag.edges()) == oracle.model(mag.nodes, member.edges())


def test_a_collider_on_a_discriminating_path_is_found():
    """conventions.md's case: causal-learn's dag2pag leaves a circle at 0 on the edge of 4 and 0."""
    names = [f"V{k}" for k in range(6)]
    edges = [(1, 0), (1, 5), (2, 0), (3, 2), (4, 1), (4, 2), (5, 0)]
    dag = Graph.from_edges([(names[a], "-->", names[b]) for a, b in edges], nodes=names)
    pag = to_pag(latent_projection(dag, hidden=["V1", "V3"]))
    assert Graph.parse("V0; V2 o-> V0; V4 o-> V0; V5 o-> V0; V2 o-o V4; V4 o-o V5") == pag


# ---- m-separation


@pytest.mark.parametrize("seed", range(60))
def test_m_separation_is_what_paths_make_it(seed):
    chance = random.Random(seed)
    nodes = [f"V{k}" for k in range(chance.randint(3, 5))]
    glyphs = [(), ("-->",), ("<->",), ("-->", "<->")]
    edges = [(a, g, b) for a, b in combinations(nodes, 2) for g in chance.choice(glyphs)]
    graph = graph_of(nodes, edges)
    for a, b in combinations(nodes, 2):
        for given in oracle.subsets(set(nodes) - {a, b}):
            expected = not oracle.m_connected(nodes, edges, a, b, set(given))
            assert expected == m_separated(graph, a, b, given) == m_separated(graph, b, a, given)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda g: latent_projection(g, hidden=["X"]), GraphError, "unknown node 'X'"),
        (lambda g: latent_projection(g, hidden="A"), InputTypeError, r"hidden=\['A'\]"),
        (lambda g: latent_projection(g, ["A"], ["A"]), GraphError, "'A' is in both lists"),
        (lambda g: latent_projection(g, ["A", "B"]), GraphError, "at least one node must be observed"),
        (lambda g: latent_projection(g, selected=["A"], to="admg"), KindError, "no marks for selection"),
        (lambda g: latent_projection(Graph.parse("A --- B")), KindError, "needs a DAG"),
        (lambda g: m_separated(g, "A", "A"), GraphError, "'A' twice"),
        (lambda g: m_separated(g, "A", "B", ["A"]), GraphError, "'A' is"),
        (
            lambda g: m_separated(Graph.parse("A --> B --> C --> A"), "A", "B"),
            KindError,
            "directed cycle",
        ),
        (lambda g: to_pag(Graph.parse("A o-> B")), KindError, "MAG"),
        (lambda g: to_pag(Graph.parse("A --- B", kind="mag")), KindError, "selection"),
        (lambda g: to_pag(Graph.parse("A --> B --> C; A <-> C")), KindError, "almost directed cycle"),
        (lambda g: to_mag(Graph.parse("A o-> B o-> C")), KindError, "A o-o B instead of A o-> B"),
    ],
)
def test_bad_input_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error, match=words):
        call(Graph.parse("A --> B"))


# ---- what --- means to m-separation

CLASS_OF_DAGS = "A --> B; A --> C; D --> B; D --> C; B --- C"


def of_matrix():
    array = [[0, 1, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 1, 0]]
    return Graph.from_adjacency(
        array, direction="row-to-column", symmetric="undirected", nodes=["A", "B", "C", "D"]
    )


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("A --> B --> C; A <-> C", "project the DAG"),
        ("A <-> B <-> C <-> D; B --> D; C --> A", "project the DAG"),
        ("A --> B; A <-> B", "project the DAG"),
        ("A o-> B; C o-> B", "is a PAG already"),
        ("A --- B", "separation_distance and m_separated read it"),
    ],
)
def test_what_has_no_pag_is_refused_with_a_way_out(text, way):
    with pytest.raises(KindError, match=way):
        em.to_pag(Graph.parse(text, kind="mag"))


@pytest.mark.parametrize("kind", ["cpdag", "pdag", "undirected"])
@pytest.mark.parametrize("function", [em.to_pag, em.equivalence.mag_members])
def test_undirected_edges_of_a_cpdag_are_not_called_selection(kind, function):
    cpdag = Graph.parse("A --- B --- C", kind=kind)
    with pytest.raises(KindError, match=r"--- stands for either direction\. Take a DAG") as caught:
        function(cpdag)
    assert "selection" not in str(caught.value)


@pytest.mark.parametrize("kind", ["mag", None])
def test_circles_are_advised_about_only_if_there_are_some(kind):
    for text in ("A --- B <-> C", "A <-> B <-> C <-> D; B --> D; C --> A; E --- F"):
        with pytest.raises(KindError) as caught:
            em.to_pag(Graph.parse(text, kind=kind))
        assert "circle" not in str(caught.value)


@pytest.mark.parametrize("kind", [None, "mag", "admg", "dag", "digraph", "cpdag", "mpdag", "undirected"])
def test_undirected_edges_of_a_class_of_dags_are_no_tails(kind):
    """A and D are d-separated in both members; with two tails at B --- C a path would be open."""
    for graph in (Graph.parse(CLASS_OF_DAGS, kind=kind), of_matrix().with_kind(kind)):
        assert graph.objection("mag")
        with pytest.raises(KindError, match="needs a DAG, a MAG or an ADMG"):
            m_separated(graph, "A", "D")
    assert all(m_separated(dag, "A", "D") for dag in em.members(Graph.parse(CLASS_OF_DAGS)))


def test_undirected_edges_must_be_declared_tails():
    chain = Graph.parse("A --- B --- C")
    with pytest.raises(KindError, match="without a declared kind, which is read as a CPDAG"):
        m_separated(chain, "A", "C", ["B"])
    assert m_separated(chain.with_kind("mag"), "A", "C", ["B"])
    assert m_separated(Graph.parse("A --- B; C <-> D"), "A", "C")
    with pytest.raises(KindError, match="has an arrowhead at B, which has an undirected edge"):
        m_separated(Graph.parse("A --- B <-> C"), "A", "C")
    with pytest.raises(KindError, match="declared a DAG, but A <-> B is not directed"):
        m_separated(Graph.parse("A <-> B; C", kind="dag"), "A", "C")


@pytest.mark.parametrize(
    ("text", "is_advised"), [("A --- B", True), ("A --- B --- C --- D --- A", False)]
)
def test_a_member_of_a_cpdag_is_advised_only_if_it_has_one(text, is_advised):
    with pytest.raises(KindError) as caught:
        em.to_mag(Graph.parse(text))
    assert ("to_pag(extension(graph))" in str(caught.value)) == is_advised


@pytest.mark.parametrize("hidden", [1, "1", "#1"])
def test_a_hidden_node_without_a_name_is_its_position_as_texts_write_it(hidden):
    dag = Graph.parse("#0 --> #1; #1 --> #2")
    assert latent_projection(dag, hidden=[hidden]) == Graph.parse('"0" --> "2"', kind="mag")
    with pytest.raises(em.errors.GraphError, match="positions 0 to 2; got '#3'"):
        latent_projection(dag, hidden=["#3"])
