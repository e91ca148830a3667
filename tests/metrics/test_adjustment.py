"""Distances of effects: which graphs they compare, what they refuse, and that gadjid counts the same."""

import random
from functools import cache
from itertools import permutations, product

import gadjid
import networkx as nx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, _core
from edgemark.errors import ClassWarning, KindError
from edgemark.graph.equivalence import chain_objection
from edgemark.metrics import REGISTRY
from tests.oracle import adjustment, classes, graphs
from tests.strategies import random_cpdag, random_dag

AIDS = {"parent": em.parent_aid, "ancestor": em.ancestor_aid, "oset": em.oset_aid}
STRATEGIES = {"parent": "parents", "ancestor": "ancestors", "oset": "oset"}
VERDICTS = {
    "correct": "right",
    "zero": "claimed zero",
    "amenability": "not amenable",
    "adjustment": "invalid adjustment set",
}
EVERY = [*AIDS.values(), em.sid, em.sid_bounds, em.metrics.sid_lower, em.metrics.sid_upper, em.effects]
every_aid = pytest.mark.parametrize("name", AIDS)


def called(functions):
    return pytest.mark.parametrize("function", functions, ids=lambda f: f.__name__)


def small(n_nodes, *edges):
    """Edges such as 0->1 and 0--2."""
    glyphs = {"->": "-->", "--": "---"}
    return Graph(n_nodes, [(int(e[0]), glyphs[e[1:-1]], int(e[-1])) for e in edges])


# ---- the definition, through the public door


@cache
def dags(n_nodes):
    return [Graph(n_nodes, edges) for edges in graphs.all_dags(tuple(range(n_nodes)))]


@cache
def cpdags(n_nodes):
    every = classes.all_cpdags(tuple(range(n_nodes)))
    return [Graph(n_nodes, edges, kind="cpdag") for edges in every]


def twin(name, truth, estimate):
    """Verdicts by the definition, on graphs without names."""
    edges = ([(int(a), glyph, int(b)) for a, glyph, b in g.edges()] for g in (truth, estimate))
    return adjustment.DISTANCES[name](range(truth.n_nodes), *edges)


def check(name, truth, estimate, compared):
    """Compare with the oracle of the graphs that should be compared."""
    verdicts = twin(name, *compared)
    by_cause = adjustment.by_cause(verdicts)
    metric = AIDS[name]
    assert metric(truth, estimate) == sum(by_cause)
    assert metric(truth, estimate).of == len(verdicts)
    assert tuple(metric(truth, estimate, mistakes=c) for c in adjustment.MISTAKES) == by_cause
    found = em.effects(truth, estimate, strategy=STRATEGIES[name])
    told = {(int(t), int(y)): VERDICTS[verdict] for (t, y), verdict in verdicts.items()}
    assert {(t, y): found[str(t), str(y)] for t, y in told} == told
    assert found.n_wrong == sum(by_cause)


@every_aid
@pytest.mark.parametrize("p", [2, 3])
def test_two_dags_are_compared_as_they_are(name, p):
    for truth, estimate in product(dags(p), repeat=2):
        check(name, truth, estimate, (truth, estimate))


@every_aid
@pytest.mark.parametrize("p", [2, 3])
def test_two_cpdags_are_compared_as_they_are(name, p):
    for truth, estimate in product(cpdags(p), repeat=2):
        check(name, truth, estimate, (truth, estimate))


@every_aid
@pytest.mark.parametrize("p", [2, 3])
def test_a_cpdag_is_compared_with_the_cpdag_of_a_true_dag(name, p):
    for truth, estimate in product(dags(p), cpdags(p)):
        check(name, truth, estimate, (em.to_cpdag(truth), estimate))


@every_aid
@pytest.mark.parametrize("p", [2, 3])
def test_native_compares_the_graphs_as_given(name, p):
    for sides in ((dags(p), cpdags(p)), (cpdags(p), dags(p))):
        for truth, estimate in product(*sides):
            expected = adjustment.mistakes(twin(name, truth, estimate))
            assert AIDS[name](truth, estimate, compare="native") == expected


@every_aid
def test_cpdag_compares_the_classes_of_two_dags(name):
    for truth, estimate in product(dags(3), repeat=2):
        of_classes = adjustment.mistakes(twin(name, em.to_cpdag(truth), em.to_cpdag(estimate)))
        assert AIDS[name](truth, estimate, compare="cpdag") == of_classes


@every_aid
@pytest.mark.parametrize("p", [5, 6, 7])
def test_random_graphs_with_names_in_any_order(name, p):
    rng = random.Random(str((name, p)))
    for draw in (random_dag, random_cpdag):
        for _ in range(4):
            sides = [Graph(p, draw(rng, p, rng.uniform(0.2, 0.5))) for _ in range(2)]
            kind = "dag" if draw is random_dag else "cpdag"
            check(name, *(g.with_kind(kind) for g in sides), sides)
            letters = dict(zip(map(str, range(p)), rng.sample("ABCDEFGHIJ", p), strict=True))
            renamed = [
                Graph(
                    rng.sample(list(letters.values()), p),
                    [(letters[a], glyph, letters[b]) for a, glyph, b in g.edges()],
                    kind=kind,
                )
                for g in sides
            ]
            assert AIDS[name](*renamed) == adjustment.mistakes(twin(name, *sides))


@pytest.mark.parametrize("p", [2, 3])
def test_sid_is_its_definition(p):
    for truth, estimate in product(dags(p), repeat=2):
        assert em.sid(truth, estimate) == adjustment.mistakes(twin("sid", truth, estimate))
        assert em.sid(truth, estimate) == em.parent_aid(truth, estimate)


def test_sid_of_random_dags_is_its_definition():
    rng = random.Random(1)
    for p in (5, 6, 7, 8) * 3:
        truth, estimate = (Graph(p, random_dag(rng, p, 0.4)) for _ in range(2))
        assert em.sid(truth, estimate) == adjustment.mistakes(twin("sid", truth, estimate))


@pytest.mark.parametrize("p", [2, 3])
def test_bounds_of_the_sid_are_those_of_the_members(p):
    for truth, estimate in product(dags(p), cpdags(p)):
        sides = (graph.edges() for graph in (truth, estimate))
        edges = ([(int(a), glyph, int(b)) for a, glyph, b in side] for side in sides)
        lower, upper = adjustment.sid_bounds(range(p), *edges)
        bounds = em.sid_bounds(truth, estimate)
        assert (bounds.lower, bounds.upper, bounds.exact) == (lower, upper, True)
        assert (em.metrics.sid_lower(truth, estimate), em.metrics.sid_upper(truth, estimate)) == (
            lower,
            upper,
        )


@pytest.mark.parametrize("p", [4, pytest.param(5, marks=pytest.mark.long)])
def test_bounds_of_the_sid_are_least_and_greatest_over_the_class(p):
    rng = random.Random(p)
    for _ in range(200):
        truth = Graph(p, random_dag(rng, p, 0.5))
        estimate = Graph(p, random_cpdag(rng, p, 0.6), kind="cpdag")
        over, bounds = em.over_class("sid", truth, estimate), em.sid_bounds(truth, estimate)
        assert (over.lowest, over.highest) == (bounds.lower, bounds.upper)


def test_nothing_can_be_wrong_after_an_empty_truth():
    for estimate in dags(3):
        assert em.sid(Graph(3), estimate) == 0
    rng = random.Random(2)
    assert em.sid(Graph(100), Graph(100, random_dag(rng, 100, 0.3))) == 0


def test_an_estimate_with_all_edges_and_more_is_right():
    rng = random.Random(5)
    for _ in range(20):
        order = rng.sample(range(30), 30)
        complete = [(a, "-->", b) for k, a in enumerate(order) for b in order[k + 1 :]]
        fewer = [edge for edge in complete if rng.random() < 0.3]
        more = [edge for edge in complete if edge in fewer or rng.random() < 0.3]
        assert em.sid(Graph(30, fewer), Graph(30, more)) == 0
        assert em.ancestor_aid(Graph(30, fewer), Graph(30, more)) == 0


# ---- what an estimate adjusts for, in words


def chosen(name, edges, t, y):
    """The set that the definition adjusts for, on six nodes."""
    if name == "parent":
        return adjustment.parents(edges, t)
    if name == "ancestor":
        return adjustment.directed_ancestors(range(6), edges, t)
    return adjustment.oset(edges, t, y)


@every_aid
@pytest.mark.parametrize("draw", [random_dag, random_cpdag], ids=["DAG", "CPDAG"])
def test_the_set_adjusted_for_is_that_of_the_definition(name, draw):
    rng = random.Random(7)
    for _ in range(20):
        edges = draw(rng, 6, 0.4)
        kind = "dag" if draw is random_dag else "cpdag"
        estimate = Graph(6, edges, kind=kind)
        found = em.effects(estimate, estimate, strategy=STRATEGIES[name])
        for t, y in permutations(range(6), 2):
            expected = tuple(map(str, sorted(chosen(name, edges, t, y))))
            is_open = y in adjustment.not_amenable(range(6), edges, t)
            causes = y in adjustment.possible_descendants(range(6), edges, t)
            is_parent = y in adjustment.parents(edges, t)
            is_zero = is_parent if STRATEGIES[name] == "parents" else not causes
            assert found.adjusted_for(str(t), str(y)) == (None if is_open or is_zero else expected)


def test_why_names_the_graph_in_which_a_direction_is_open():
    rng = random.Random(8)
    seen = set()
    for _ in range(40):
        truth, estimate = (Graph(5, random_cpdag(rng, 5, 0.5), kind="cpdag") for _ in range(2))
        found = em.effects(truth, estimate)
        for t, y, verdict in found.wrong():
            if verdict != "not amenable":
                continue
            edges = [(int(a), glyph, int(b)) for a, glyph, b in estimate.edges()]
            in_estimate = int(y) in adjustment.not_amenable(range(5), edges, int(t))
            good, bad = ("truth", "estimate") if in_estimate else ("estimate", "truth")
            graph = truth if good == "truth" else estimate
            edges = [(int(a), glyph, int(b)) for a, glyph, b in graph.edges()]
            causes = int(y) in adjustment.possible_descendants(range(5), edges, int(t))
            decided = "adjustment identifies it" if causes else "it is known to be zero"
            expected = f"{decided} in the {good}; in the {bad} an edge at {t} has no direction"
            assert found.why(t, y) == expected
            seen.add((bad, causes))
    assert {bad for bad, _ in seen} == {"truth", "estimate"}
    assert {causes for _, causes in seen} == {True, False}


def test_e5_an_effect_on_a_parent_is_known_to_be_zero_and_needs_no_adjustment():
    truth, found = Graph.parse("B --> A; C --> A", kind="cpdag"), Graph.parse("A --- B; C", kind="cpdag")
    verdicts = em.effects(truth, found)
    assert verdicts["A", "B"] == "not amenable"
    assert verdicts.why("A", "B").startswith("it is known to be zero in the truth")
    back = em.effects(found, truth)
    assert back["A", "B"] == "claimed zero"
    for strategy in ("parents", "ancestors", "oset"):
        assert em.effects(found, truth, strategy=strategy).adjusted_for("A", "B") is None


def test_why_says_what_was_claimed_and_what_is_true():
    truth = Graph.parse("A --> B --> C")
    found = em.effects(truth, Graph.parse("A <-- B <-- C"))
    assert found.why("A", "B") == "in the estimate B is a parent of A; in the truth A causes B"
    assert found.why("A", "C") == "adjusting for B does not give it in the truth"
    assert found.why("A", "A") == ""
    by_order = em.effects(truth, Graph.parse("A <-- B <-- C"), strategy="ancestors")
    assert by_order.why("A", "C") == "in the estimate A does not cause C; in the truth A causes C"
    of_classes = em.effects(
        Graph.parse("A --- B; C", kind="cpdag"), Graph(("A", "B", "C"), kind="cpdag")
    )
    assert of_classes.why("A", "B").startswith("it is known to be zero in the estimate")


def test_effects_of_an_unknown_node():
    truth = Graph.parse("A --> B")
    with pytest.raises(em.errors.GraphError, match="'X'"):
        em.effects(truth, truth, treatments=["X"])
    with pytest.raises(em.errors.GraphError, match="unknown node 'X'"):
        em.effects(truth, truth)["X", "A"]
    with pytest.raises(em.errors.GraphError, match="got 'B', and they cover 'A'"):
        em.effects(truth, truth, treatments=["A"])["B", "A"]
    with pytest.raises(em.errors.ConventionError, match=r"strategy must be one of .*'parents'"):
        em.effects(truth, truth, strategy="parent")


def test_effects_of_some_treatments_are_rows_of_all():
    rng = random.Random(9)
    truth, estimate = (Graph(9, random_dag(rng, 9, 0.4)) for _ in range(2))
    for strategy in STRATEGIES.values():
        whole = em.effects(truth, estimate, strategy=strategy)
        some = em.effects(truth, estimate, strategy=strategy, treatments=["7", "2"])
        assert some.treatments == ("7", "2")
        assert np.array_equal(some.codes, whole.codes[[7, 2]])
        assert em.effects(truth, estimate, strategy=strategy, treatments="7").treatments == ("7",)


def test_verdicts_cannot_be_changed():
    truth = Graph.parse("A --> B")
    with pytest.raises(ValueError, match="read-only"):
        em.effects(truth, truth).codes[0, 0] = 1


# ---- gadjid


def int8_matrix(graph):
    matrix = np.zeros((graph.n_nodes,) * 2, np.int8)
    words = graph.words
    i, j, state = (words >> 32).astype(int), (words >> 4 & 0x0FFFFFFF).astype(int), words & 15
    matrix[i[state == 14], j[state == 14]] = 1
    matrix[j[state == 11], i[state == 11]] = 1
    matrix[i[state == 15], j[state == 15]] = 2
    assert np.count_nonzero(matrix) == len(words)
    return matrix


def by_gadjid(name, truth, estimate):
    function = gadjid.sid if name == "sid" else getattr(gadjid, f"{name}_aid")
    return function(int8_matrix(truth), int8_matrix(estimate), edge_direction="from row to column")


def check_with_gadjid(name, truth, estimate):
    rate, n_wrong = by_gadjid(name, truth, estimate)
    got = em.sid(truth, estimate) if name == "sid" else AIDS[name](truth, estimate, compare="native")
    assert got == n_wrong, (name, truth, estimate)
    assert got.rate == pytest.approx(rate)


def shapes(rng, n_nodes):
    """Empty, disconnected, sparse, dense and complete."""
    edges_per_node = rng.choice((0, 0.5, 1, 2, 5, 0.15 * n_nodes, n_nodes))
    return min(1, 2 * edges_per_node / n_nodes)


def drawn_pair(rng, n_nodes, kinds):
    """DAGs, or the CPDAGs of DAGs."""
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, shapes(rng, n_nodes)), kind="dag") for _ in kinds]
    return [em.to_cpdag(dag) if kind == "cpdag" else dag for dag, kind in zip(pair, kinds, strict=True)]


NATIVE = [("dag", "dag"), ("cpdag", "cpdag"), ("dag", "cpdag"), ("cpdag", "dag")]


@every_aid
@pytest.mark.parametrize("kinds", NATIVE, ids="-".join)
@pytest.mark.parametrize("n_nodes", [3, 4, 6, 9, 14, 25])
def test_aid_is_gadjids(n_nodes, kinds, name):
    rng = random.Random(str((n_nodes, kinds, name)))
    for _ in range(5):
        check_with_gadjid(name, *drawn_pair(rng, n_nodes, kinds))


@pytest.mark.parametrize("name", ["parent", "ancestor", "sid"])
@pytest.mark.parametrize("n_nodes", [63, 64, 65, 100, 300])
def test_aid_of_larger_graphs_is_gadjids(n_nodes, name):
    rng = random.Random(str((n_nodes, name)))
    for density in (1 / n_nodes, 4 / n_nodes):
        for kinds in NATIVE[: 1 if name == "sid" else 3]:
            pair = [Graph(n_nodes, random_dag(rng, n_nodes, density), kind="dag") for _ in kinds]
            sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
            check_with_gadjid(name, *sides)


@pytest.mark.parametrize("kinds", NATIVE[:2], ids="-".join)
@pytest.mark.parametrize("n_nodes", [63, 64, 65])
def test_oset_aid_of_larger_graphs_is_gadjids(n_nodes, kinds):
    rng = random.Random(n_nodes)
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, 2 / n_nodes), kind="dag") for _ in kinds]
    sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
    check_with_gadjid("oset", *sides)


@pytest.mark.parametrize("name", ["parent", "ancestor"])
@pytest.mark.parametrize("n_nodes", [511, 512, 513])
def test_aid_on_both_sides_of_512_nodes_is_gadjids(n_nodes, name):
    rng = random.Random(n_nodes)
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, 3 / n_nodes), kind="dag") for _ in range(2)]
    check_with_gadjid(name, *pair)
    check_with_gadjid(name, *map(em.to_cpdag, pair))


@pytest.mark.long
@every_aid
@pytest.mark.parametrize("seed", range(8))
def test_aid_of_thousands_of_graphs_is_gadjids(seed, name):
    rng = random.Random(str((seed, name)))
    largest = 40 if name == "oset" else 120
    for _ in range(250):
        n_nodes = rng.randint(3, rng.choice((8, 20, largest)))
        check_with_gadjid(name, *drawn_pair(rng, n_nodes, rng.choice(NATIVE)))


@pytest.mark.long
@every_aid
@pytest.mark.parametrize("kinds", NATIVE, ids="-".join)
def test_aid_of_300_nodes_is_gadjids(name, kinds):
    rng = random.Random(str((name, kinds)))
    for edges_per_node in (0.5, 2, 5) if name == "oset" else (0.5, 2, 5, 45):
        density = 2 * edges_per_node / 300
        pair = [Graph(300, random_dag(rng, 300, density), kind="dag") for _ in kinds]
        sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
        check_with_gadjid(name, *sides)


@pytest.mark.parametrize("wanted", ["1", "2", "5"])
def test_any_number_of_threads_gives_the_same_numbers(monkeypatch, wanted):
    rng = random.Random(10)
    pair = [Graph(600, random_dag(rng, 600, 4 / 600), kind="dag") for _ in range(2)]
    numbers = {}
    for n_threads in ("1", wanted):
        monkeypatch.setenv("EDGEMARK_NUM_THREADS", n_threads)
        sides = [Graph(600, g.edges(), kind="dag") for g in map(unnamed, pair)]
        numbers[n_threads] = [
            em.sid(*sides),
            em.ancestor_aid(*sides),
            em.oset_aid(*sides),
            em.parent_aid(*sides, compare="cpdag"),
            em.sid_bounds(sides[0], em.to_cpdag(sides[1])),
            em.effects(*sides, treatments=["5", "77"]).codes.tobytes(),
        ]
    assert numbers["1"] == numbers[wanted]


def unnamed(graph):
    """A graph without anything remembered."""
    return Graph._make(None, graph.n_nodes, graph.words.copy(), graph.kind)


# ---- worked examples

G5 = small(5, "0->1", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
H1 = small(5, "0->1", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4", "2->3")
H2 = small(5, "1->0", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
TOURNAMENT = small(4, "0->1", "0->2", "0->3", "1->2", "1->3", "2->3")
CHAIN_OF_4 = small(4, "0->1", "1->2", "2->3")
CHAIN, REVERSED = small(3, "0->1", "1->2"), small(3, "1->0", "2->1")


@pytest.mark.parametrize(
    ("truth", "estimate", "expected"),
    [
        (G5, H1, (0, 0, 0, 0)),  # R package SID, its manual page
        (G5, H2, (8, 8, 8, 8)),
        (TOURNAMENT, CHAIN_OF_4, (4, 4, 0, 3)),  # README of gadjid for R
        (CHAIN, REVERSED, (6, 6, 6, 6)),
        (CHAIN, Graph(3), (3, 3, 3, 3)),
        (Graph(3), CHAIN, (0, 0, 0, 0)),
    ],
)
def test_distances_that_were_published(truth, estimate, expected):
    assert tuple(metric(truth, estimate) for metric in (em.sid, *AIDS.values())) == expected


@every_aid
def test_a_dag_against_its_own_cpdag(name):
    cpdag = em.to_cpdag(G5)
    assert AIDS[name](G5, cpdag) == 0
    assert AIDS[name](G5, cpdag, compare="native") == 20


def test_bounds_that_were_published():
    assert em.sid_bounds(G5, em.to_cpdag(G5)) == em.Bounds(0, 12)
    path = small(3, "0--1", "1--2")
    assert em.sid_bounds(CHAIN, path) == em.Bounds(0, 6)
    assert em.sid_bounds(small(3, "1->0", "2->0"), path) == em.Bounds(1, 4)


# ---- MPDAGs


@cache
def mpdags(n_nodes):
    nodes = tuple(range(n_nodes))
    every = graphs.with_states(nodes, [(), ("-->",), ("<--",), ("---",)])
    return [e for e in every if graphs.is_acyclic(nodes, e) and graphs.is_mpdag(nodes, e)]


def walks_lie(nodes, edges):
    """Whether walks reach other nodes than the members of the class do."""
    return any(
        adjustment.possible_descendants(nodes, edges, t)
        != adjustment.possible_descendants_by_walks(nodes, edges, t)
        or adjustment.not_amenable(nodes, edges, t) != adjustment.not_amenable_by_walks(nodes, edges, t)
        for t in nodes
    )


def as_mpdag(n_nodes, edges):
    return Graph(n_nodes, edges, kind="mpdag")


@pytest.mark.parametrize(("p", "n_mpdags", "n_refused"), [(2, 4, 0), (3, 50, 6), (4, 1601, 444)])
def test_refused_are_exactly_the_mpdags_whose_walks_lie(p, n_mpdags, n_refused):
    every = mpdags(p)
    refused = [edges for edges in every if walks_lie(tuple(range(p)), edges)]
    assert (len(every), len(refused)) == (n_mpdags, n_refused)
    for edges in every:
        graph = as_mpdag(p, edges)
        assert (chain_objection(graph) is not None) == (edges in refused)
        if edges in refused:
            with pytest.raises(KindError, match="a partially directed cycle"):
                em.parent_aid(graph, graph)
        else:
            assert [metric(graph, graph) for metric in AIDS.values()] == [0, 0, 0]


def of_members(name, nodes, truth, estimate):
    """Mistakes where the members of either graph tell what is claimed and what is amenable."""
    claims = {
        "parent": lambda t: set(nodes) - adjustment.parents(estimate, t),
        "ancestor": lambda t: adjustment.possible_descendants(nodes, estimate, t),
        "oset": lambda t: adjustment.possible_descendants(nodes, estimate, t),
    }[name]
    chosen = {
        "parent": lambda t, y: adjustment.parents(estimate, t),
        "ancestor": lambda t, y: adjustment.directed_ancestors(nodes, estimate, t),
        "oset": lambda t, y: adjustment.oset(estimate, t, y),
    }[name]

    def is_wrong(t, y):
        if y not in claims(t):
            return y in adjustment.possible_descendants(nodes, truth, t)
        is_open = [y in adjustment.not_amenable(nodes, side, t) for side in (truth, estimate)]
        return (
            is_open[0] != is_open[1]
            if any(is_open)
            else (not adjustment.is_valid(nodes, truth, t, y, chosen(t, y)))
        )

    return sum(is_wrong(t, y) for t, y in permutations(nodes, 2))


def check_members(nodes, truth, estimate):
    for name, metric in AIDS.items():
        got = metric(as_mpdag(len(nodes), truth), as_mpdag(len(nodes), estimate))
        assert got == of_members(name, nodes, truth, estimate), (name, truth, estimate)


def accepted(p):
    return [edges for edges in mpdags(p) if chain_objection(as_mpdag(p, edges)) is None]


def test_accepted_mpdags_of_three_nodes_have_the_distances_of_their_members():
    for truth, estimate in product(accepted(3), repeat=2):
        check_members((0, 1, 2), truth, estimate)


@pytest.mark.parametrize("n_pairs", [300, pytest.param(30_000, marks=pytest.mark.long)])
def test_accepted_mpdags_of_four_nodes_have_the_distances_of_their_members(n_pairs):
    rng, every = random.Random(11), accepted(4)
    for _ in range(n_pairs):
        check_members((0, 1, 2, 3), rng.choice(every), rng.choice(every))


# ---- which class is compared with which


@every_aid
@pytest.mark.parametrize("p", [2, 3, 4])
def test_every_accepted_graph_is_at_distance_0_from_itself(name, p):
    for graph in (*dags(p), *cpdags(p)):
        assert AIDS[name](graph, graph) == 0
        assert AIDS[name](graph, graph, compare="native") == 0


def test_a_dag_is_in_the_bounds_of_its_class():
    for dag in dags(4):
        assert em.metrics.sid_lower(dag, em.to_cpdag(dag)) == 0


def test_what_is_declared_decides_where_marks_cannot_tell():
    truth = Graph.parse("A --> B --> C; A --> D")
    marks = "A --> B <-- C; D"
    as_dag, as_class = (Graph.parse(marks, kind=kind) for kind in ("dag", "cpdag"))
    undeclared = Graph.parse(marks)
    assert em.parent_aid(truth, undeclared) == em.parent_aid(truth, as_dag) == em.sid(truth, as_dag)
    assert em.parent_aid(truth, as_class) == em.parent_aid(em.to_cpdag(truth), as_class)
    assert em.parent_aid(truth, as_class) != em.parent_aid(truth, as_dag)


@called(AIDS.values())
def test_a_true_cpdag_is_not_compared_with_a_dag_in_silence(function):
    truth, estimate = em.to_cpdag(CHAIN), REVERSED
    name = function.__name__
    with pytest.raises(KindError) as caught:
        function(truth, estimate)
    said = str(caught.value)
    assert "Score its class: to_cpdag(estimate)" in said
    assert 'compare="native"' in said
    assert function(truth, em.to_cpdag(estimate)) == 0
    assert em.over_class(name, truth, estimate).lowest == 0
    assert function(truth, estimate, compare="native") > 0


@called(AIDS.values())
def test_an_mpdag_is_compared_with_an_mpdag(function):
    truth = Graph.parse("A --> B --> C; D --> C")
    estimate = em.to_mpdag(truth, required=[("A", "B")])
    with pytest.raises(KindError, match=r"with to_mpdag or to_icpdag"):
        function(truth, estimate)
    assert function(em.to_mpdag(truth, required=[("A", "B")]), estimate) == 0


INVALID = Graph.parse("A --> B --- C; D", kind="cpdag")  # B --- C is B --> C in every DAG
TRUTH = Graph.parse("A --> B --> C --> D", kind="dag")


@called([*AIDS.values(), em.effects])
def test_an_invalid_cpdag_is_refused_unless_its_walks_or_its_repair_are_asked_for(function):
    with pytest.raises(KindError, match=r"(?s)no CPDAG: .*repair gives: invalid=\"repair\""):
        function(TRUTH, INVALID)
    repaired, n_changed = em.repair(INVALID)
    assert n_changed > 0
    with pytest.warns(ClassWarning, match=f"repair changed {n_changed} marks?"):
        got = function(TRUTH, INVALID, invalid="repair")
    expected = function(TRUTH, repaired)
    native = function(TRUTH, INVALID, invalid="native")
    if function is em.effects:
        got, expected, native = got.n_wrong, expected.n_wrong, native.n_wrong
    assert got == expected
    sides = em.to_cpdag(TRUTH), INVALID
    if function is em.effects:
        assert native == by_gadjid("parent", *sides)[1]
    else:
        assert native == by_gadjid(function.__name__.removesuffix("_aid"), *sides)[1]


@called(AIDS.values())
def test_a_valid_cpdag_is_not_repaired_and_not_warned_about(function):
    estimate = em.to_cpdag(TRUTH)
    assert function(TRUTH, estimate, invalid="repair") == function(TRUTH, estimate) == 0
    assert function(TRUTH, TRUTH, invalid="repair") == 0


def test_the_row_of_a_repaired_estimate_says_how_many_marks_changed():
    assert em.repair(INVALID)[1] == 1
    with pytest.warns(ClassWarning):
        rows = em.evaluate(TRUTH, INVALID, ["parent_aid", "parent_aid:repaired"])
    assert rows["parent_aid", "repaired"].compared == "cpdag / cpdag, 1 mark changed"
    assert rows["parent_aid", "all mistakes"].status == "refused"
    assert "that repair gives" in rows["parent_aid", "all mistakes"].reason


@called([*AIDS.values(), em.effects])
def test_an_invalid_truth_is_refused_whatever_is_asked_for(function):
    for invalid in ("raise", "native", "repair"):
        with pytest.raises(KindError, match="the truth"):
            function(INVALID, INVALID, compare="native", invalid=invalid)


REFUSED = {
    "cyclic": Graph.parse("A --> B --> C --> A; D"),
    "two-cycle": Graph.parse("A --> B; B --> A; C; D"),
    "pag": Graph.parse("A o-> B o-o C; D", kind="pag"),
    "mag": Graph.parse("A <-> B --> C; D", kind="mag"),
    "admg": Graph.parse("A --> B; A <-> B; C; D", kind="admg"),
    "tail-tail": Graph.parse("A --- B; C <-> D", kind="mag"),
}


@called(EVERY)
@pytest.mark.parametrize("kind", REFUSED)
def test_other_graphs_are_refused_on_either_side(function, kind):
    for sides in ((TRUTH, REFUSED[kind]), (REFUSED[kind], TRUTH)):
        with pytest.raises(KindError):
            function(*sides)


@called([*AIDS.values(), em.effects])
@pytest.mark.parametrize(
    ("kind", "invalid"),  # a cycle of arrows can be repaired
    [(k, i) for k in REFUSED for i in ("native", "repair") if (k, i) != ("cyclic", "repair")],
)
def test_other_graphs_are_refused_however_they_are_compared(function, kind, invalid):
    for compare in ("auto", "native", "cpdag"):
        with pytest.raises(KindError):
            function(TRUTH, REFUSED[kind], compare=compare, invalid=invalid)


def test_a_cycle_is_named():
    with pytest.raises(KindError, match="A --> B --> C --> A is a directed cycle"):
        em.sid(TRUTH, REFUSED["cyclic"])


def test_sid_of_a_cpdag_says_what_takes_it():
    with pytest.raises(KindError, match=r"sid_bounds\(truth, estimate\)"):
        em.sid(TRUTH, em.to_cpdag(TRUTH))


def test_sid_of_fully_directed_graphs_whatever_they_declare():
    collider = Graph.parse("A --> B <-- C", kind="cpdag")
    assert em.sid(collider, collider.with_kind("dag")) == 0


def test_bounds_of_what_is_no_cpdag_say_the_way_out():
    with pytest.raises(KindError, match=r"to_cpdag\(estimate\)"):
        em.sid_bounds(TRUTH, TRUTH)
    with pytest.raises(KindError, match="that repair gives"):
        em.sid_bounds(TRUTH, INVALID)
    with pytest.raises(KindError, match="sid_bounds needs a DAG as the truth"):
        em.sid_bounds(em.to_cpdag(TRUTH), em.to_cpdag(TRUTH))
    assert em.sid_bounds(TRUTH, em.to_cpdag(TRUTH)).lower == 0
    assert em.sid_bounds(TRUTH, em.repair(INVALID)[0]).exact


@called(EVERY)
def test_other_nodes_are_refused(function):
    with pytest.raises(em.errors.AlignmentError, match="only in the truth: 'D'"):
        function(TRUTH, Graph.parse("A --> B --> C"))


def test_inputs_do_not_change():
    before = [(graph.words.tobytes(), str(graph)) for graph in (TRUTH, INVALID)]
    with pytest.warns(ClassWarning):
        em.effects(TRUTH, INVALID, invalid="repair")
    assert [(graph.words.tobytes(), str(graph)) for graph in (TRUTH, INVALID)] == before


def test_a_distance_asked_for_again_is_that_of_the_graphs_given():
    truth = Graph(9, random_dag(random.Random(3), 9, 0.4))
    rng = random.Random(4)
    estimates = [Graph(9, random_dag(rng, 9, 0.4)) for _ in range(3)]
    numbers = [em.sid(truth, estimate) for estimate in estimates * 2]
    assert numbers[:3] == numbers[3:] == [by_gadjid("sid", truth, e)[1] for e in estimates]


TAILS = Graph.parse("A --> B; C --- D")
COMPARED = {
    "parent_aid": em.parent_aid,
    "native": lambda truth, found: em.parent_aid(truth, found, invalid="native"),
    "repaired": lambda truth, found: em.parent_aid(truth, found, invalid="repair"),
    "as CPDAGs": lambda truth, found: em.parent_aid(truth, found, compare="cpdag"),
    "bounds": em.sid_bounds,
    "effects": em.effects,
    "over_class": lambda truth, found: em.over_class("sid", truth, found),
    "shd": lambda truth, found: em.shd(truth, found, of="cpdag"),
    "truth to CPDAG": lambda truth, found: em.shd(truth, found, of="truth-cpdag"),
}


@pytest.mark.parametrize("kind", ["pag", "mag", "admg"])
@pytest.mark.parametrize("function", COMPARED.values(), ids=COMPARED)
def test_two_tails_are_not_read_as_an_edge_of_either_direction(function, kind):
    truth = Graph.parse("A --> B; C --> D")
    with pytest.raises(KindError):
        function(truth, TAILS.with_kind(kind))


def test_two_tails_among_many_estimates():
    truth = Graph.parse("A --> B; C --> D")
    as_cpdag = Graph.parse("A --- B; C --- D")
    many = [as_cpdag, as_cpdag.with_kind("pag"), as_cpdag.with_kind("cpdag")]
    table = em.evaluate_many(truth, many, ["parent_aid:all mistakes", "shd:pattern"])
    assert [[str(x) for x in row] for row in table.values] == [
        ["0.0", "0.0"],
        ["nan", "nan"],
        ["0.0", "0.0"],
    ]


def test_an_mpdag_whose_walks_lie_is_scored_by_its_dags():
    truth = Graph.parse("A --> B; A --> C; B --> C")
    mpdag = Graph.parse("A --> B; A --- C; B --- C", kind="mpdag")
    with pytest.raises(KindError, match=r"ends of A --> B, a partially directed cycle.*over_class"):
        em.parent_aid(mpdag, mpdag)
    with pytest.raises(KindError, match=r'over_class\("sid", truth, estimate\)$'):
        em.sid_bounds(truth, mpdag)
    found = em.over_class("sid", truth, mpdag)
    each = [em.sid(truth, dag) for dag in em.members(mpdag)]
    assert (found.lowest, found.highest, found.n_members) == (min(each), max(each), len(each))
    assert (found.mean, found.exact) == (pytest.approx(sum(each) / len(each)), True)
    with pytest.raises(KindError, match=r"more than n_samples=2 DAGs; .*Score all of its"):
        em.over_class("sid", truth, mpdag, n_samples=2)


def test_cpdags_of_both_are_never_an_mpdag():
    dag = Graph.parse("A --> B --> C")
    directed = em.to_mpdag(dag, required=[("A", "B")])
    open_ended = em.to_mpdag(Graph.parse("A --- B --- C; A --- C"), tiers=[["A"], ["B", "C"]])
    for metric in (em.parent_aid, em.ancestor_aid, em.oset_aid):
        for truth, mpdag in ((directed, directed), (dag, directed), (dag, open_ended)):
            with pytest.raises(KindError, match=r"needs a DAG or a CPDAG; the .* is declared an MPDAG"):
                metric(truth, mpdag, compare="cpdag")


@pytest.mark.parametrize("kind", [None, "dag", "digraph", "admg"])
def test_a_dag_is_one_whatever_it_declares_unless_it_stands_for_a_class(kind):
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C", kind=kind)
    assert em.parent_aid(truth, estimate) == em.sid(truth, estimate) == 2
    assert em.parent_aid(estimate, truth) == em.sid(estimate, truth)
    over = em.over_class("sid", truth, estimate)
    assert (over.mean, over.n_members) == (2, 1)


def path_and_cliques():
    """A true path, and a class of two cliques of 20 nodes, which take too much effort."""
    n = 21
    pairs = [(i, "---", j) for i in range(n) for j in range(i + 1, n) if (i, j) != (3, 9)]
    return Graph(n, [(i, "-->", i + 1) for i in range(n - 1)]), Graph(n, pairs, kind="cpdag")


def test_bounds_that_are_not_exact_say_so_in_reports():
    path, clique = path_and_cliques()
    bounds = em.sid_bounds(path, clique)
    assert (bounds.lower, bounds.upper, bounds.exact) == (0, 420, False)
    assert bounds.gap == 15
    with pytest.warns(ClassWarning, match="outer bounds"):
        em.metrics.sid_lower(path, clique)
    with pytest.warns(ClassWarning) as caught:
        report = em.evaluate(path, clique, ["sid_lower", "sid_upper"])
    assert [note for note in report.warnings if "outer bounds" in note] == list(report.warnings)
    assert len(caught) == 1
    assert em.evaluate(path, em.to_cpdag(path), ["sid_lower", "parent_aid:native"]).warnings == ()


def test_a_cycle_of_arrows_can_be_repaired_as_the_message_says():
    truth, cycle = Graph.parse("A --> B --> C"), Graph.parse("A --> B --> C --> A")
    with pytest.raises(KindError, match=r'directed cycle.*that repair gives: invalid="repair"'):
        em.parent_aid(truth, cycle)
    with pytest.warns(ClassWarning, match=r"directed cycle\. repair changed 3 marks") as caught:
        found = em.parent_aid(truth, cycle, invalid="repair")
    assert caught[0].filename == __file__
    assert found == em.parent_aid(truth, em.repair(cycle)[0])
    with pytest.raises(KindError, match="the truth is no DAG: A --> B --> C --> A is a directed cycle"):
        em.parent_aid(cycle, truth)


def test_what_no_adjustment_gives_is_adjusted_for_by_nothing_at_all():
    path = Graph.parse("A --- B --- C")
    verdicts = em.effects(path, path)
    assert (verdicts["A", "B"], verdicts.adjusted_for("A", "B")) == ("right", None)
    with pytest.raises(em.errors.GraphError, match=r"a pair of a treatment and an outcome"):
        verdicts["A"]


def test_nodes_with_numbers_for_names():
    chain = nx.DiGraph([(1, 2), (2, 3)])
    verdicts = em.effects(chain, chain.reverse(), treatments=[1, "1", 3])
    assert (verdicts.treatments, verdicts[1, 2], verdicts["1", "2"]) == (
        ("1", "3"),
        *["claimed zero"] * 2,
    )
    assert verdicts.why(1, 2) == "in the estimate 2 is a parent of 1; in the truth 1 causes 2"
    assert em.metrics.d_top(chain, [3, 2, 1]) == 2


# ---- reports


def test_the_causes_in_a_report_add_up():
    rng = random.Random(6)
    for _ in range(10):
        truth = Graph(6, random_dag(rng, 6, 0.4), kind="dag")
        estimate = Graph(6, random_cpdag(rng, 6, 0.4), kind="cpdag")
        with pytest.warns(ClassWarning):
            report = em.evaluate(truth, estimate, list(REGISTRY))
        for metric in ("parent_aid", "ancestor_aid", "oset_aid"):
            causes = [report[metric, cause] for cause in ("zero", "amenability", "adjustment")]
            whole = report[metric, "all mistakes"]
            assert sum(row.value for row in causes) == whole.value
            assert {row.of for row in (*causes, whole)} == {30}
            assert whole.compared == "cpdag / cpdag"
        assert report["sid"].status == "refused"
        assert report["sid_lower"].value <= report["sid_upper"].value


def test_oset_is_left_out_of_a_full_report_of_many_nodes():
    graph = Graph(1001, kind="dag")
    row = em.evaluate(graph, graph)["oset_aid", "all mistakes"]
    assert (row.status, "unless it is asked for" in row.reason) == ("refused", True)
    assert em.evaluate(graph, graph, "oset_aid")["oset_aid", "all mistakes"].value == 0


def test_the_core_is_asked_once_for_all_causes():
    truth, estimate = Graph(5, [(0, "-->", 1)]), Graph(5, [(1, "-->", 0)])
    em.parent_aid(truth, estimate)
    known = truth._cache["adjustment", "parents"][1]
    assert known == _core.adjustment_mistakes(truth.words, estimate.words, 5, 0, 1)
    em.parent_aid(truth, estimate, mistakes="zero")
    assert truth._cache["adjustment", "parents"][1] is known


def test_e2_more_effort_never_widens_the_bounds_and_enough_makes_them_exact():
    truth = Graph.parse("A --> B --> F <-- C --> D <-- A --> E")
    found = Graph.parse(
        "A --- B --- C --- D --- E --- C --- A --- D --- B --- E --- F --- B; C --- F --- D"
    )
    each = [em.sid_bounds(truth, found, effort=effort) for effort in (0, 10, 100, 1000, 10**50)]
    assert [(one.lower, one.upper) for one in each] == sorted(
        [(one.lower, one.upper) for one in each], key=lambda ends: -ends[1]
    )
    assert [one.exact for one in each] == [one.gap == 0 for one in each]
    over = em.over_class("sid", truth, found)
    assert (each[-1].lower, each[-1].upper, each[-1].exact) == (over.lowest, over.highest, True)
    assert not each[0].exact
    for wrong in (-1, 1.5, "much", True):
        with pytest.raises(em.errors.ConventionError, match="effort must be a whole number"):
            em.sid_bounds(truth, found, effort=wrong)


def test_e2_outer_bounds_are_explained_by_the_budget_of_the_search():
    path, clique = path_and_cliques()
    with pytest.warns(ClassWarning, match="its limit of 67 million steps for a chain component"):
        em.metrics.sid_lower(path, clique)


def test_e7_what_interventions_show_is_not_repaired_away_without_a_word():
    truth = em.equivalence.to_icpdag(Graph.parse("A --> B --> C --> D; A --> E"), [{"C"}])
    found = truth.with_kind(None)
    with pytest.raises(KindError, match=r'declare an MPDAG: estimate\.with_kind\("mpdag"\)$'):
        em.parent_aid(truth, found)
    assert em.parent_aid(truth, found.with_kind("mpdag")) == 0
    dag = Graph.parse("A --> B --> C --> D; A --> E")
    advice = (
        r'an MPDAG: estimate\.with_kind\("mpdag"\)\. If interventions did, .*to_icpdag\(truth, \[\[\'C'
    )
    with pytest.warns(ClassWarning, match=advice):
        em.parent_aid(dag, found, invalid="repair")
