"""What a graph is declared to be, where its edges say otherwise or the distance reads something else."""

import networkx as nx
import pytest

import edgemark as em
from edgemark import Graph, TemporalGraph
from edgemark.errors import KindError

UNDIRECTED, ARROW = Graph.parse("A --- B"), Graph.parse("A --> B")


@pytest.mark.parametrize("kind", ["dag", "digraph"])
@pytest.mark.parametrize(
    "ask",
    [
        em.class_size,
        lambda false: list(em.members(false)),
        lambda false: em.equivalence.sample_members(false, 2, 0),
        lambda false: em.sid_bounds(ARROW, false),
        lambda false: em.metrics.sid_lower(ARROW, false),
        lambda false: em.over_class("shd", false, ARROW),
        lambda false: em.over_class("shd", ARROW, false),
        lambda false: em.parent_aid(false, UNDIRECTED),
        lambda false: em.parent_aid(UNDIRECTED, false),
        lambda false: em.parent_aid(UNDIRECTED, false, invalid="native"),
        lambda false: em.shd(false, UNDIRECTED, of="cpdag"),
        lambda false: em.to_mpdag(false, required=[("A", "B")]),
    ],
)
def test_a_declared_kind_that_the_edges_contradict_is_refused(ask, kind):
    with pytest.raises(KindError, match=r"is declared a .*, but A --- B is not directed"):
        ask(UNDIRECTED.with_kind(kind))


def test_a_declared_kind_that_the_edges_allow_is_not_refused():
    for kind in ("dag", "digraph"):
        assert em.class_size(ARROW.with_kind(kind)) == 2
        assert em.parent_aid(ARROW.with_kind(kind), ARROW) == 0
    with pytest.raises(KindError, match="declared an undirected graph, but A --> B is not undirected"):
        em.parent_aid(ARROW, ARROW.with_kind("undirected"))


def test_many_estimates_are_refused_one_by_one():
    stack = em.graph.GraphStack([ARROW.with_kind("dag"), UNDIRECTED.with_kind("dag")])
    with pytest.warns(em.errors.ClassWarning, match="estimate '1': the estimate is declared a DAG, but"):
        values = em.evaluate_many(ARROW, stack, ["parent_aid:all mistakes"]).values[:, 0]
    assert (values[0], values[1] != values[1]) == (0, True)


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda truth: em.metrics.ancestral_precision(truth, Graph.parse("A --> B; C")), "pag"),
        (lambda truth: em.metrics.d_top(truth, ["A", "B", "C"]), "mag"),
        (lambda truth: em.metrics.d_top(truth, ["A", "B", "C"]), "pag"),
    ],
)
def test_a_true_order_needs_a_dag(ask, kind):
    with pytest.raises(KindError, match="whose arrows allow hidden common causes"):
        ask(Graph.parse("A --> B --> C", kind=kind))


def test_a_skeleton_is_not_read_as_a_cpdag_without_a_word():
    truth, skeleton = Graph.parse("A --> B <-- C"), nx.Graph([("A", "B"), ("B", "C")])
    with pytest.warns(em.errors.ClassWarning, match="as a CPDAG without unshielded colliders"):
        assert em.parent_aid(truth, skeleton) == 6


def test_symmetrized_calls_the_graphs_by_its_own_arguments():
    chain, found = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
    for a, b, right in ((chain, found, "to_cpdag(a)"), (found, chain, "to_cpdag(b)")):
        with pytest.raises(KindError) as caught:
            em.evaluation.symmetrized("parent_aid", a, b)
        assert right in [remedy.python for remedy in caught.value.remedies]
        assert not any("estimate" in remedy.python for remedy in caught.value.remedies)
    assert em.evaluation.symmetrized("parent_aid", em.to_cpdag(chain), found) == 0


def test_a_cycle_that_no_regime_has_is_said_to_be_of_all_of_them():
    parts = [TemporalGraph.parse(f"{edge}; lags 1") for edge in ("B --> C", "C --> B")]
    regimes = [
        em.graph.Regime(0, 5, parts[0]),
        em.graph.Regime(5, 9, parts[1].with_nodes(parts[0].nodes)),
    ]
    changing = TemporalGraph.from_regimes(regimes)
    for metric in (em.metrics.temporal_sid, em.metrics.temporal_aid):
        with pytest.raises(KindError, match="cycle, after all its regimes are combined") as caught:
            metric(changing, changing)
        assert caught.value.remedies[0].python.startswith("evaluate_regimes(truth, estimate")


def test_time_series_are_told_which_graphs_to_make():
    series = TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(
        em.errors.InputTypeError, match="graphs without lags are needed; got two time series"
    ):
        em.over_class("sid", series, series)
    with pytest.raises(KindError, match="sid compares graphs without lags") as caught:
        em.evaluation.symmetrized("sid", series, series)
    assert [one.python for one in caught.value.remedies] == ["evaluate(a.summary(), b.summary())"]


def test_the_advice_for_a_pattern_of_a_cyclic_graph_is_not_to_declare_a_cpdag():
    """The advice led to an error about the cycle."""
    cyclic = Graph.parse("A --> B --> C --> A; A --- D", kind="admg")
    with pytest.raises(KindError, match="A --> B --> C --> A is a directed cycle") as caught:
        em.shd(cyclic, cyclic, of="pattern")
    assert caught.value.message.remedies == ()
