"""The best, mean and worst value of a metric over the DAGs of a class."""

import random
from math import isnan
from statistics import mean, pstdev

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, over_class
from edgemark.errors import ConventionError, KindError, LimitError
from edgemark.evaluation import OverClass
from edgemark.graph.equivalence import sample_members
from tests.oracle import graphs as oracle
from tests.strategies import random_dag

LETTERS = tuple("ABCD")
NAMES = (
    "shd",
    "shd:arc hamming",
    "shd:truth to CPDAG",
    "shd:of=truth-cpdag, undirected=lenient",
    "f1:directed",
    "recall:ancestral",
    "nced",
    "decisiveness",
)


def row(name, truth, estimate):
    return em.evaluate(truth, estimate, [name]).rows[0].value


def brute_force(name, truth, estimate):
    """Values of all pairs of DAGs, by enumeration of the members and `evaluate` on each."""
    sides = []
    for graph in (truth, estimate):
        edges = graph.edges()
        sides.append([Graph(graph.nodes, dag) for dag in oracle.extensions(graph.nodes, edges)])
    return [row(name, true, found) for true in sides[0] for found in sides[1]]


def random_class(rng, as_class):
    dag = Graph(LETTERS, oracle.renamed(random_dag(rng, 4, 0.7), LETTERS))
    return em.to_cpdag(dag) if as_class else dag


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("classes", [(False, True), (True, False), (True, True), (False, False)])
def test_best_mean_and_worst_are_those_of_all_pairs_of_members(name, classes):
    rng = random.Random(sum(classes) + len(name))
    for _ in range(15):
        truth, estimate = (random_class(rng, as_class) for as_class in classes)
        found = over_class(name, truth, estimate)
        every = brute_force(name, truth, estimate)
        numbers = [number for number in every if not isnan(number)]
        assert (found.n_members, found.n_undefined) == (len(every), len(every) - len(numbers))
        assert (found.exact, found.n_scored) == (True, len(every))
        if numbers:
            expected = pytest.approx((min(numbers), mean(numbers), max(numbers), 0))
            assert (found.lowest, found.mean, found.highest, found.standard_error) == expected


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("classes", [(False, True), (True, False), (True, True)])
@pytest.mark.parametrize("name", ["shd", "recall:ancestral"])
def test_drawn_members_give_the_mean_within_their_error(name, classes):
    complete = [(a, "---", b) for k, a in enumerate(LETTERS) for b in LETTERS[:k]]
    truth = Graph(LETTERS, complete) if classes[0] else Graph.parse("A --> B --> C; D")
    estimate = Graph(LETTERS, complete[1:]) if classes[1] else Graph.parse("B --> A --> C; D --> C")
    every = brute_force(name, truth, estimate)
    # There are more members than draws, so members are drawn with replacement.
    found = over_class(name, truth, estimate, n_samples=len(every) - 1, seed=5)
    assert (found.exact, found.n_members, found.n_scored) == (False, len(every), len(every) - 1)
    assert found.standard_error == pytest.approx(pstdev(every) / found.n_scored**0.5, rel=0.5)
    assert abs(found.mean - mean(every)) < 4 * found.standard_error
    assert min(every) <= found.lowest <= found.highest <= max(every)


def test_a_large_class_is_drawn_from_with_a_standard_error():
    n = 200
    complete = Graph(n, [(a, "---", b) for a in range(n) for b in range(a)])
    truth = Graph(n, [(k, "-->", k + 1) for k in range(n - 1)])
    found = over_class("recall:directed", truth, complete, n_samples=400, seed=1)
    assert not found.exact
    assert found.n_members == em.class_size(complete)
    assert abs(found.mean - 0.5) < 4 * found.standard_error < 0.05


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    chain = Graph(30, [(k, "---", k + 1) for k in range(29)])
    truth = Graph(30, [(k, "-->", k + 1) for k in range(29)])
    first, again, other = (over_class("shd", truth, chain, n_samples=20, seed=s) for s in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_metric_may_be_a_name_the_metric_itself_or_any_function():
    truth, chain = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
    by_name, itself = over_class("shd:pair mismatch", truth, chain), over_class(em.shd, truth, chain)
    wrapped = over_class(lambda t, e: em.shd(t, e), truth, chain)
    assert by_name == itself == over_class("shd", truth, chain)
    assert (wrapped.lowest, wrapped.mean, wrapped.highest) == (0, 1, 2)


def test_better_says_which_end_is_the_best():
    truth, chain = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
    errors, share = over_class("shd", truth, chain), over_class("f1", truth, chain)
    assert (errors.best, errors.worst, share.best, share.worst) == (0, 2, 1, 0)
    assert isnan(over_class(lambda t, e: 1, truth, chain).best)
    assert isnan(over_class("decisiveness", truth, chain).worst)


def test_a_fully_directed_cpdag_stands_for_its_one_member():
    collider = Graph.parse("A --> B <-- C", kind="cpdag")
    assert over_class("shd", collider, collider).n_members == 1


def test_an_mpdag_ranges_over_its_members():
    truth = Graph.parse("A --> B; A --> C; B --> C")
    known = em.to_mpdag(em.to_cpdag(truth), tiers=[["A"], ["B", "C"]])
    assert over_class("shd", truth, known) == OverClass(0.0, 0.5, 1.0, 0.0, 2, 2, 0, "lower")


def test_undefined_everywhere_is_nan_and_counted():
    nothing = Graph.parse("A; B")
    found = over_class("precision:directed", nothing, nothing)
    assert isnan(found.mean)
    assert (found.n_undefined, found.n_scored) == (1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A o-> B", "over_class needs a DAG or a CPDAG; A o-> B is not directed"),
        ("A <-> B", "A <-> B is not directed"),
        ("A --> B --- C", r"that repair returns"),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_a_side_that_stands_for_no_class_is_refused(text, message, swapped):
    graph = Graph.parse(text)
    pair = (graph, Graph(graph.nodes)) if swapped else (Graph(graph.nodes), graph)
    with pytest.raises(KindError, match=message):
        over_class("shd", *pair)


def test_a_metric_that_is_refused_says_so():
    cycle, chain = Graph.parse("A --> B --> C --> A"), Graph.parse("A --- B --- C")
    with pytest.raises(KindError, match="is a directed cycle"):
        over_class("shd:both to CPDAG", cycle, chain)


@pytest.mark.parametrize("metric", ["confusion", em.confusion, lambda t, e: em.confusion(t, e)])
def test_several_numbers_are_refused(metric):
    chain = Graph.parse("A --- B")
    with pytest.raises(
        em.errors.ConventionError, match=r"has several. Request one of them: .*f1:directed"
    ):
        over_class(metric, chain, chain)


def test_unknown_metrics_and_invalid_arguments_are_refused():
    chain = Graph.parse("A --- B")
    with pytest.raises(em.errors.ConventionError, match="a metric must be one of"):
        over_class("shdd", chain, chain)
    with pytest.raises(TypeError, match="must be a name or a function"):
        over_class(3, chain, chain)
    with pytest.raises(ValueError, match="n_samples must be a whole number of at least 2"):
        over_class("shd", chain, chain, n_samples=1)
    with pytest.raises(em.errors.AlignmentError):
        over_class("shd", chain, Graph.parse("A --- C"))


@pytest.mark.parametrize("graph", [Graph(0), Graph(1), Graph(4)])
def test_graphs_without_edges_have_one_member(graph):
    assert over_class("shd", graph, graph) == OverClass(0.0, 0.0, 0.0, 0.0, 1, 1, 0, "lower")


def test_a_function_that_gives_no_number_is_refused():
    with pytest.raises(TypeError, match="the metric must give a number; got None"):
        over_class(lambda truth, dag: None, Graph.parse("A --> B"), Graph.parse("A --- B"))
    with pytest.raises(TypeError, match="the metric must give a number; got 'x'"):
        em.evaluation.symmetrized(lambda truth, dag: "x", Graph.parse("A --> B"), Graph.parse("A --- B"))


def test_a_metric_of_scores_is_computed_for_each_member():
    truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
    areas = [em.roc_auc(truth, dag) for dag in em.members(found)]
    assert over_class("roc_auc", truth, found).mean == pytest.approx(mean(areas))
    with pytest.raises(KindError, match="graph without lags"):
        over_class("temporal_shd", truth, found)


@pytest.mark.parametrize("number", [2.5, 1, True, "9"])
def test_a_number_of_samples_is_a_whole_number_of_at_least_two(number):
    graph = Graph.parse("A --- B")
    with pytest.raises(ConventionError, match="n_samples must be a whole number of at least 2"):
        over_class("shd", graph, graph, n_samples=number)
    with pytest.raises(ConventionError, match="seed must be a whole number of at least 0"):
        over_class("shd", graph, graph, seed=-1)


def test_e4_a_ratio_to_chance_has_a_best_and_a_worst_value():
    truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
    over = em.over_class("auprc_ratio", truth, found)
    assert (over.best, over.worst) == (over.highest, over.lowest)


def test_e4_the_name_of_a_metric_selects_its_conventions_even_if_none_is_computed_by_default():
    truth = Graph.parse("A --> B --> C")
    assert [row.metric for row in em.evaluate(truth, truth, "pr_trapezoid")] == ["pr_trapezoid"] * len(
        em.evaluate(truth, truth, "pr_trapezoid")
    )
    assert em.over_class("pr_trapezoid", truth, Graph.parse("A --- B --- C")).highest == 1
    assert em.evaluation.symmetrized("pr_trapezoid", truth, truth) == 1


def test_h4_both_sides_draw_their_own_members():
    """With one seed for both, the same class would draw the same DAG on both sides, at distance 0."""
    star = Graph(12, [(0, "---", k) for k in range(1, 12)], kind="cpdag")  # 12 DAGs, 144 pairs
    found = over_class("shd", star, star, n_samples=100, seed=3)
    assert found.n_scored == 100
    assert found.lowest == 0 < found.mean
    exact = over_class("shd", star, star)
    assert found.mean == pytest.approx(exact.mean, abs=5 * found.standard_error)


def test_as_many_dags_as_draws_are_all_scored():
    star = Graph(5, [(0, "---", k) for k in range(1, 5)], kind="cpdag")  # 5 DAGs
    assert over_class("shd", Graph(5), star, n_samples=5).n_scored == 5
    assert over_class("shd", Graph(5), star, n_samples=5).standard_error == 0


def test_the_message_of_too_much_work_counts_the_dags_that_would_be_scored():
    pairs = Graph(1000, [(2 * k, "---", 2 * k + 1) for k in range(17)], kind="cpdag")  # 2**17 DAGs
    with pytest.raises(LimitError, match="131072 graphs of 1000 nodes are too many"):
        over_class("shd", Graph(1000), pairs, n_samples=200_000)


def test_draws_in_several_parts_are_as_many_as_asked_for(monkeypatch):
    monkeypatch.setattr("edgemark.evaluation.class_members._MAX_WORDS_AT_ONCE", 100)
    star = Graph(12, [(0, "---", k) for k in range(1, 12)], kind="cpdag")
    found = over_class("shd", star, star, n_samples=100, seed=3)
    assert found.n_scored == 100
    assert found.mean == pytest.approx(over_class("shd", star, star).mean, abs=5 * found.standard_error)


@pytest.mark.parametrize("swapped", [False, True])
def test_draws_of_either_side_are_held_in_memory_in_parts(monkeypatch, swapped):
    """The edges of the estimate were not counted, so all of its draws were in memory together."""
    sizes = []

    def recorded(graph, n, seed):
        sizes.append(n)
        return sample_members(graph, n, seed)

    monkeypatch.setattr("edgemark.evaluation.class_members.sample_members", recorded)
    monkeypatch.setattr("edgemark.evaluation.class_members._MAX_WORDS_AT_ONCE", 100)
    star = Graph(12, [(0, "---", k) for k in range(1, 12)], kind="cpdag")
    sides = (star, Graph(12)) if swapped else (Graph(12), star)
    assert over_class("recall:directed", *sides, n_samples=11).n_scored == 11
    assert sizes == [10, 1]


def test_the_number_of_draws_may_be_a_small_integer_of_numpy():
    truth, found = Graph.parse("A --> B --> C; A --> C"), Graph.parse("A --- B --- C --- A")
    plain, small = (
        em.over_class("sid", truth, found, n_samples=kind(5), seed=kind(2)) for kind in (int, np.uint8)
    )
    assert small == plain


def test_the_standard_error_of_equal_draws_is_zero_and_the_result_is_not_exact():
    path = em.Graph.parse("A --- B --- C --- D", kind="cpdag")
    drawn = em.over_class("shd:skeleton", path, path, n_samples=2)
    assert (drawn.standard_error, drawn.exact) == (0.0, False)
