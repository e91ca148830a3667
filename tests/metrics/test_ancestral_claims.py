"""Ancestors and hidden confounding in three values, against the listed members of classes."""

import random
from itertools import combinations, permutations, product

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.data import random_dag
from edgemark.errors import KindError
from edgemark.metrics.claims_of_one_graph import ancestors_of, hidden_causes
from tests.oracle import ancestral, canonical, separations
from tests.oracle import graphs as oracle

NODES = {size: tuple("ABCDE"[:size]) for size in (2, 3, 4, 5)}
NO, YES, UNKNOWN = range(3)


def graph_of(nodes, edges, kind=None):
    return Graph.from_edges(list(edges), nodes=list(nodes), kind=kind)


def agreed(answers):
    """What all members say, or unknown."""
    return {frozenset({True}): YES, frozenset({False}): NO}.get(frozenset(answers), UNKNOWN)


def is_ancestor(edges, a, b):
    return b in canonical.descendants(tuple(edges), a)


# ---- ancestors


@pytest.mark.parametrize("size", [2, 3, 4])
def test_ancestors_of_every_pag_are_those_of_all_its_members(size):
    nodes, by_path = NODES[size], 0
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        found = ancestors_of(pag, "graph")
        for (i, a), (j, b) in permutations(enumerate(nodes), 2):
            expected = agreed(is_ancestor(edges, a, b) for edges in members)
            assert expected == found[i, j], (pag, a, b)
            by_path += expected == YES and b not in pag.descendants(a)
    assert by_path == {2: 0, 3: 0, 4: 12}[size]  # without a directed path


@pytest.mark.parametrize("seed", range(40))
def test_ancestors_of_larger_pags_are_those_of_their_listed_members(seed):
    chance = random.Random(seed)
    n = chance.choice((6, 7))
    dag = random_dag(n + 1, chance.randint(n, 2 * n), seed)
    pag = em.to_pag(em.latent_projection(dag, [chance.choice(dag.nodes)]))
    try:
        members = list(em.equivalence.mag_members(pag))
    except em.errors.LimitError:
        pytest.skip("too many members")
    below = [{v: mag.descendants(v) for v in mag.nodes} for mag in members]
    found = ancestors_of(pag, "graph")
    for (i, a), (j, b) in permutations(enumerate(pag.nodes), 2):
        assert agreed(b in one[a] for one in below) == found[i, j], (pag, a, b)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_ancestors_of_every_cpdag_are_those_of_all_its_members(size):
    nodes = NODES[size]
    classes = list(oracle.all_classes(nodes).values())
    for dags in classes[:: 1 if size < 5 else 29]:
        cpdag = graph_of(nodes, oracle.intersection(dags), "cpdag")
        found = ancestors_of(cpdag, "graph")
        above = [oracle.ancestors(nodes, dag) for dag in dags]
        for (i, a), (j, b) in permutations(enumerate(nodes), 2):
            assert agreed((a, b) in one for one in above) == found[i, j], (cpdag, a, b)


@pytest.mark.parametrize("seed", range(30))
def test_ancestors_of_one_graph_are_its_directed_paths(seed):
    chance = random.Random(seed)
    nodes = NODES[5]
    glyphs = [(), (), ("-->",), ("<->",), ("-->", "<->")]
    edges = [(a, g, b) for a, b in combinations(nodes, 2) for g in chance.choice(glyphs)]
    above = oracle.ancestors(nodes, edges)
    found = ancestors_of(graph_of(nodes, edges), "graph")
    for (i, a), (j, b) in permutations(enumerate(nodes), 2):
        assert ((a, b) in above) == (found[i, j] == YES)


# ---- hidden confounding


@pytest.mark.parametrize("size", [2, 3, 4])
def test_confounding_is_what_no_member_leaves_open(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        found = hidden_causes(pag, "graph")
        for (i, a), (j, b) in combinations(enumerate(nodes), 2):
            answers = {confounded(edges, a, b) for edges in members}
            expected = answers.pop() if len(answers) == 1 else UNKNOWN
            assert expected == found[i, j], (pag, a, b)
        for edges in members[:: 1 if size < 4 else 9]:
            one = hidden_causes(graph_of(nodes, edges, "mag"), "graph")
            for (i, a), (j, b) in combinations(enumerate(nodes), 2):
                assert confounded(edges, a, b) == one[i, j]


def confounded(edges, a, b):
    """Claims of a MAG: yes for <->, no for visible edges and no edge, unknown for other edges -->."""
    between = {(x, g, y) for x, g, y in edges if {x, y} == {a, b}}
    if not between:
        return NO
    ((x, glyph, y),) = between
    if glyph == "<->":
        return YES
    cause, effect = (x, y) if glyph == "-->" else (y, x)
    return NO if separations.is_visible(edges, cause, effect) else UNKNOWN


# ---- two graphs


@pytest.mark.parametrize("seed", range(20))
def test_errors_and_coverage_are_read_from_the_table(seed):
    chance = random.Random(seed)
    classes = [chance.choice(ancestral.classes(NODES[4])) for _ in range(2)]
    truth = graph_of(NODES[4], chance.choice(classes[0]), "mag")
    estimate = graph_of(NODES[4], ancestral.pag(classes[1]), "pag")
    for name in ("ancestral", "confounding"):
        table = getattr(em.metrics, f"{name}_table")(truth, estimate)
        errors, coverage = getattr(em.metrics, f"{name}_errors"), getattr(em.metrics, f"{name}_coverage")
        wrong_yes, wrong_no = table["no", "yes"], table["yes", "no"]
        assert errors(truth, estimate) == wrong_yes + wrong_no
        assert errors(truth, estimate, of="yes") == wrong_yes
        assert errors(truth, estimate, of="yes").of == wrong_yes + table["yes", "yes"]
        assert errors(truth, estimate, of="no") == wrong_no
        assert errors(truth, estimate, of="no").of == wrong_no + table["no", "no"]
        cells = {(a, b): table[a, b] for a in table.rows for b in table.columns}
        pairs = 12 if name == "ancestral" else 6
        assert sum(cells.values()) == pairs
        open_ = sum(number for (_, b), number in cells.items() if b == "unknown")
        assert coverage(truth, estimate) == (pairs - open_) / pairs
        assert errors(truth, truth) == errors(estimate, estimate) == 0


def test_a_pag_claims_nothing_wrong_about_its_members():
    for members in ancestral.classes(NODES[3]):
        pag = graph_of(NODES[3], ancestral.pag(members), "pag")
        for edges in members:
            mag = graph_of(NODES[3], edges, "mag")
            assert em.metrics.ancestral_errors(mag, pag) == em.metrics.confounding_errors(mag, pag) == 0


def test_the_best_coverage_is_that_of_the_class_of_the_truth():
    truth = Graph.parse("A --> B --> C; D --> B", kind="mag")
    pag, vague = em.to_pag(truth), Graph.parse("A o-o B; C; D", kind="pag")
    for name in ("ancestral", "confounding"):
        coverage = getattr(em.metrics, f"{name}_coverage")
        assert coverage(truth, vague, of="best") == coverage(truth, pag) == coverage(pag, pag)
        assert coverage(truth, truth, of="best") == coverage(truth, truth)
    dag, cpdag = truth.with_kind("dag"), em.to_cpdag(truth.with_kind("dag"))
    assert em.metrics.ancestral_coverage(
        dag, Graph.parse("A --- B; C; D"), of="best"
    ) == em.metrics.ancestral_coverage(cpdag, cpdag)


def test_the_best_coverage_of_a_truth_with_hidden_causes_is_that_of_its_pag():
    mag = Graph.parse("A <-> B; C --> B; D", kind="mag")
    found = Graph.parse("A --- B; C; D", kind="cpdag")
    for name in ("mark", "ancestral", "confounding", "adjustment"):
        coverage = getattr(em.metrics, f"{name}_coverage")
        pag = em.to_pag(mag)
        assert coverage(mag, found, of="best") == coverage(pag, pag) < 1


@pytest.mark.parametrize("seed", range(20))
def test_the_best_coverage_of_an_admg_is_that_of_the_pag_of_its_hidden_causes(seed):
    dag = em.data.random_dag(6, 8, seed)
    hidden = list(dag.nodes[:2])
    admg = em.equivalence.latent_projection(dag, hidden, to="admg")
    pag = em.to_pag(em.equivalence.latent_projection(dag, hidden))
    for kind in ("pag",) if admg.is_dag() else ("cpdag", "pag"):
        found = Graph(admg.nodes, kind=kind)
        best = em.metrics.ancestral_coverage(admg, found, of="best")
        assert best == em.metrics.ancestral_coverage(pag, pag)


def test_a_dag_claims_that_nothing_is_hidden():
    truth = Graph.parse("A <-> B --> C")
    assert em.metrics.confounding_errors(truth, Graph.parse("A --> B --> C")) == 1
    assert em.metrics.confounding_coverage(truth, Graph.parse("A --> B --> C")) == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda g: em.metrics.ancestral_errors(g, Graph.parse("A --> B --> A")), "is a directed cycle"),
        (
            lambda g: em.metrics.ancestral_errors(g, Graph.parse("A o-> B")),
            "need a PAG as the estimate; no class",
        ),
        (
            lambda g: em.metrics.confounding_errors(Graph.parse("A --> B; A <-> B"), g),
            "the truth is an ADMG",
        ),
        (
            lambda g: em.metrics.confounding_table(g, Graph.parse("A --- B", kind="mpdag")),
            "known in DAGs, CPDAGs, MAGs and PAGs; the estimate is an MPDAG",
        ),
    ],
)
def test_graphs_of_other_kinds_are_refused(call, words):
    with pytest.raises(KindError, match=words):
        call(Graph.parse("A --> B"))


@pytest.mark.parametrize("side", ["truth", "estimate"])
@pytest.mark.parametrize(
    ("text", "kind"), [("A --- B; B --> C", "mag"), ("A --- B; C", "mag"), ("A o-- B; B o-> C", "pag")]
)
@pytest.mark.parametrize(
    "metric", ["ancestral_errors", "ancestral_coverage", "confounding_errors", "confounding_coverage"]
)
def test_selection_is_refused(metric, text, kind, side):
    """In the DAG A --> S, L --> A, L --> B with S selected, A --> B is in the MAG and A no ancestor."""
    graph, other = Graph.parse(text, kind=kind), Graph.parse("A --> B --> C")
    pair = (graph, other) if side == "truth" else (other, graph)
    with pytest.raises(KindError, match=f"without selection; the {side} has an edge --- or o--"):
        getattr(em.metrics, metric)(*pair)


def test_with_selection_an_edge_does_not_make_an_ancestor():
    dag = Graph.parse("A --> S; L --> A; L --> B; C --> S")
    mag = em.latent_projection(dag, hidden=["L"], selected=["S"])
    assert ("A", "-->", "B") in mag.edges()
    assert "A" not in dag.ancestors("B")


def test_a_walk_that_turns_back_at_a_leaf_is_no_path():
    cpdag = Graph.parse("A --- B; B --- C; B --- E; C --- D; C --- E; D --- E", kind="cpdag")
    assert em.metrics.ancestral_table(cpdag, cpdag)["unknown", "unknown"] == 20


def drawn(kind, seed):
    """A DAG, or what is left of a larger one, over X0 to X8."""
    if kind == "dag":
        return random_dag(9, 14, seed)
    seen = em.latent_projection(random_dag(11, 18, seed), ["X9", "X10"], to=kind)
    return seen.with_nodes([f"X{k}" for k in range(9)])


@pytest.mark.parametrize("kinds", [("dag", "dag"), ("admg", "dag"), ("dag", "mag"), ("mag", "admg")])
@pytest.mark.parametrize("seed", range(5))
def test_counts_without_a_matrix_are_those_of_the_pairs(kinds, seed):
    truth, estimate = (drawn(kind, 2 * seed + k) for k, kind in enumerate(kinds))
    expected = dict.fromkeys(product(("yes", "no", "unknown"), repeat=2), 0)
    for a, b in permutations(truth.nodes, 2):
        said = (b in graph.descendants(a) for graph in (truth, estimate))
        expected[tuple("yes" if one else "no" for one in said)] += 1
    table = em.metrics.ancestral_table(truth, estimate)
    assert {key: table[key] for key in expected} == expected


def test_no_pair_of_dags_is_confounded():
    table = em.metrics.confounding_table(random_dag(6, 7, 1), em.to_cpdag(random_dag(6, 7, 2)))
    assert table["no", "no"] == 15 == sum(map(sum, table.counts))


def test_every_metric_of_directed_paths_refuses_the_marks_of_selection():
    selected = Graph.parse("A --- B; B --> C", kind="mag")
    chain = Graph.parse("A --> B --> C", kind="mag")
    with pytest.raises(KindError, match="without selection; the truth has an edge ---"):
        em.confusion(selected, chain, of="ancestral")
    with pytest.raises(KindError, match="without selection; the estimate has an edge ---"):
        em.confusion(chain, selected, of="ancestral")
    with pytest.raises(KindError, match="without selection; the truth has an edge ---"):
        em.metrics.ancestral_precision(selected, chain, of="tails")
    table = em.evaluate_many(chain, [selected, chain], "f1:ancestral")
    assert str(table["f1"].tolist()) == "[nan, 1.0]"


def test_a_tail_that_only_the_selection_explains_is_named():
    dag = Graph.parse("A --> S; L --> A; L --> B; B --> C")
    with pytest.warns(
        em.errors.ClassWarning, match="A --> B because A is an ancestor of a selected node"
    ):
        mag = em.latent_projection(dag, hidden=["L"], selected=["S"])
    assert mag == Graph.parse("A --> B --> C")


@pytest.mark.parametrize(
    ("dag", "hidden"), [("A --> S; A --> B", []), ("A --> S; B --> S; L --> A; L --> C", ["L"])]
)
def test_true_causes_and_visible_selection_need_no_warning(dag, hidden):
    em.latent_projection(Graph.parse(dag), hidden=hidden, selected=["S"])
