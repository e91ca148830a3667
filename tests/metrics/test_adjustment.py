"""Distances between causal effects: the definition, the adjustment sets, worked examples, reports."""

import random
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, _core
from edgemark.errors import ClassWarning, KindError
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


def path_and_cliques():
    """A true path, and a class of two cliques of 20 nodes, which take too much effort."""
    n = 21
    pairs = [(i, "---", j) for i in range(n) for j in range(i + 1, n) if (i, j) != (3, 9)]
    return Graph(n, [(i, "-->", i + 1) for i in range(n - 1)]), Graph(n, pairs, kind="cpdag")


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
    assert found.why("A", "C") == "adjusting for B does not identify it in the truth"
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
    with pytest.raises(em.errors.GraphError, match="one of 'A', which have verdicts; got 'B'"):
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
    assert (row.status, "unless it is requested" in row.reason) == ("refused", True)
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
    advice = r'an MPDAG: estimate\.with_kind\("mpdag"\)\. If interventions .*to_icpdag\(truth, \[\[\'C'
    with pytest.warns(ClassWarning, match=advice):
        em.parent_aid(dag, found, invalid="repair")


@pytest.mark.parametrize("strategy", ["parents", "ancestors", "oset"])
def test_effects_take_positions_and_names_that_are_integers(strategy):
    matrix = [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    unnamed = Graph.from_adjacency(matrix, direction="row-to-column")
    for graph in (unnamed, Graph.parse("0 --> 1; 2 --> 1")):
        found = em.effects(
            Graph.parse("1 --> 0; 1 --> 2") if graph.is_named else graph, graph, strategy=strategy
        )
        for t, y in permutations(range(3), 2):
            assert found.adjusted_for(t, y) == found.adjusted_for(str(t), str(y))
            assert found.why(t, y) == found.why(str(t), str(y))
