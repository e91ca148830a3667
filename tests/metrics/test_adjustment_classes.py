"""Distances between causal effects: which classes they compare, and which graphs they refuse."""

import random
from functools import cache
from itertools import permutations, product

import networkx as nx
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ClassWarning, KindError
from edgemark.graph.equivalence import chain_objection
from tests.metrics.test_adjustment import (
    AIDS,
    CHAIN,
    EVERY,
    REVERSED,
    called,
    cpdags,
    dags,
    every_aid,
    path_and_cliques,
)
from tests.metrics.test_adjustment_by_gadjid import by_gadjid
from tests.oracle import adjustment, graphs
from tests.strategies import random_dag

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
    assert "Score the class of the estimate: to_cpdag(estimate)" in said
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
    with pytest.raises(KindError, match=r"(?s)not a CPDAG: .*repair returns: invalid=\"repair\""):
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
    assert "that repair returns" in rows["parent_aid", "all mistakes"].reason


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
    with pytest.raises(KindError, match="that repair returns"):
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
    with pytest.raises(KindError, match=r'directed cycle.*that repair returns: invalid="repair"'):
        em.parent_aid(truth, cycle)
    with pytest.warns(ClassWarning, match=r"directed cycle\. repair changed 3 marks") as caught:
        found = em.parent_aid(truth, cycle, invalid="repair")
    assert caught[0].filename == __file__
    assert found == em.parent_aid(truth, em.repair(cycle)[0])


@pytest.mark.parametrize("metric", [em.parent_aid, em.ancestor_aid, em.oset_aid, em.effects])
def test_a_true_cycle_is_not_to_be_repaired_since_it_stands_for_no_class(metric):
    chain, cycle = Graph.parse("A --> B --> C"), Graph.parse("A --> B --> C --> A")
    with pytest.raises(KindError, match="not a DAG: A --> B --> C --> A is a directed cycle") as found:
        metric(cycle, chain)
    assert "repair" not in str(found.value)
    assert "f1:directed" in str(found.value)
    with pytest.raises(KindError, match=r"repair\(truth\)"):
        metric(Graph.parse("A --> B --- C"), chain)


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
