"""Effects in time series graphs: distances of unrolled graphs, and what a class leaves undirected."""

import random
from itertools import combinations, product

import gadjid
import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import KindError
from tests.oracle import adjustment, graphs
from tests.oracle import temporal as oracle
from tests.public import PUBLIC

STRATEGIES = {"parents": "parent", "ancestors": "ancestor", "oset": "oset"}
PEERS = {
    "parents": gadjid.parent_aid,
    "ancestors": gadjid.ancestor_aid,
    "oset": gadjid.oset_aid,
}


def random_parts(rng, n, max_lag, density):
    """Parts of a graph of arrows only, whose order within a time step is not that of the names."""
    names = "ABCDEFG"[:n]
    order = rng.sample(names, n)
    edges = [(a, "-->", b, 0) for a, b in combinations(order, 2) if rng.random() < density]
    edges += [
        (a, "-->", b, lag)
        for a, b, lag in product(names, names, range(1, max_lag + 1))
        if rng.random() < density / max_lag
    ]
    return tuple(names), max_lag, edges, ()


def built(parts, **more):
    names, max_lag, edges, _ = parts
    return TemporalGraph(names, edges, max_lag=max_lag, **more)


def unrolled(parts, length):
    nodes = [(name, step) for step in range(length) for name in parts[0]]
    return nodes, sorted(oracle.window(parts, length))


def with_steps(parts, now):
    """The same with other edges within a time step."""
    return (*parts[:2], [*now, *(edge for edge in parts[2] if edge[3])], ())


def same_class(parts):
    """Every graph with the same edges over time and the same independences, by trying all arrows."""
    nodes, edges = unrolled(parts, parts[1] + 1)
    wanted = graphs.unshielded_colliders(nodes, edges)
    pairs = [(a, b) for a, _, b, lag in parts[2] if lag == 0]
    found = []
    for turned in product((False, True), repeat=len(pairs)):
        now = [
            (*((b, "-->", a) if turn else (a, "-->", b)), 0)
            for (a, b), turn in zip(pairs, turned, strict=True)
        ]
        other = with_steps(parts, now)
        edges = unrolled(other, parts[1] + 1)[1]
        if graphs.is_acyclic(nodes, edges) and graphs.unshielded_colliders(nodes, edges) == wanted:
            found.append(now)
    return found


def tiered(parts):
    """The graph of what all of them agree on."""
    members = same_class(parts)
    everywhere = set(members[0]).intersection(*members)
    lines = [(a, "---", b, 0) for a, _, b, _ in set(members[0]) - everywhere]
    return with_steps(parts, [*everywhere, *lines])


@pytest.mark.parametrize(("n", "max_lag"), [(2, 1), (3, 1), (3, 2), (4, 1)])
def test_the_tiered_mpdag_leaves_undirected_what_the_class_does_not_agree_on(n, max_lag):
    rng = random.Random(f"{n} {max_lag}")
    with_lines = 0
    for _ in range(60):
        parts = random_parts(rng, n, max_lag, rng.uniform(0.1, 0.5))
        found = em.equivalence.to_tiered_mpdag(built(parts))
        expected = built(tiered(parts))
        assert expected == found
        assert em.equivalence.to_tiered_mpdag(found) == found
        with_lines += "---" in str(found)
    assert with_lines > 2


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_distances_are_those_of_the_unrolled_graphs(strategy):
    rng = random.Random(strategy)
    for _ in range(25):
        length = rng.choice((None, 1, 2))
        truth, estimate = (random_parts(rng, 2, 1, 0.5) for _ in range(2))
        nodes, true = unrolled(truth, length or 2)
        found = unrolled(estimate, length or 2)[1]
        expected = adjustment.DISTANCES[STRATEGIES[strategy]](nodes, true, found)
        found = em.metrics.temporal_aid(built(truth), built(estimate), strategy=strategy, length=length)
        assert found == adjustment.mistakes(expected)
        assert found.of == len(expected)


def test_the_intervention_distance_is_that_of_the_unrolled_graphs():
    rng = random.Random(5)
    for _ in range(25):
        truth, estimate = (random_parts(rng, 2, 2, 0.5) for _ in range(2))
        nodes, true = unrolled(truth, 3)
        expected = adjustment.mistakes(adjustment.sid(nodes, true, unrolled(estimate, 3)[1]))
        assert expected == em.metrics.temporal_sid(built(truth), built(estimate))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_classes_are_compared_where_the_estimate_is_one(strategy):
    rng = random.Random(f"classes {strategy}")
    compared = 0
    while compared < 12:
        truth, estimate = (random_parts(rng, 3, 1, 0.4) for _ in range(2))
        if "---" not in str(tiered(estimate)):
            continue
        compared += 1
        nodes, true = unrolled(tiered(truth), 2)
        found = unrolled(tiered(estimate), 2)[1]
        expected = adjustment.mistakes(adjustment.DISTANCES[STRATEGIES[strategy]](nodes, true, found))
        sides = built(truth), built(tiered(estimate))
        assert expected == em.metrics.temporal_aid(*sides, strategy=strategy)
        both = em.metrics.temporal_aid(
            built(truth), built(estimate), strategy=strategy, compare="tiered-mpdag"
        )
        assert expected == both


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_gadjid_counts_the_same_on_larger_windows(strategy):
    rng = random.Random(7)
    for _ in range(6):
        truth, estimate = (built(random_parts(rng, 7, 3, 0.25)) for _ in range(2))
        matrices = [
            (graph.unroll(5).marks == em.graph.Mark.ARROW).astype(np.int8) for graph in (truth, estimate)
        ]
        expected = PEERS[strategy](*matrices, edge_direction="from row to column")[1]
        assert expected == em.metrics.temporal_aid(truth, estimate, strategy=strategy, length=5)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_class_of_the_truth_has_no_mistakes(strategy):
    """The CPDAG of the unrolled graph would have some, since it leaves lagged edges undirected."""
    rng = random.Random(11)
    as_cpdag = 0
    for _ in range(60):
        truth = built(random_parts(rng, 4, 2, 0.4))
        found = em.equivalence.to_tiered_mpdag(truth)
        if "---" not in str(found):
            continue
        assert em.metrics.temporal_aid(truth, found, strategy=strategy) == 0
        windows = em.to_cpdag(truth.unroll()), found.unroll().with_kind("mpdag")
        as_cpdag += em.parent_aid(*windows, compare="native") > 0
    assert as_cpdag > 5


def test_what_is_no_class_is_refused_and_read_as_given_if_asked():
    truth = TemporalGraph.parse("A --> A @1; A --> B; lags 1")
    open_end = TemporalGraph.parse("A --> A @1; A --- B; lags 1")
    with pytest.raises(KindError, match=r'DAGs as the estimate; .*compare="native"'):
        em.metrics.temporal_aid(truth, open_end)
    assert em.metrics.temporal_aid(truth, open_end, compare="native") > 0


def test_graphs_of_two_classes_are_refused_with_a_way_out():
    truth = TemporalGraph.parse("A --- B; lags 1")
    found = TemporalGraph.parse("A --> B; lags 1")
    with pytest.raises(KindError, match='classes of both: compare="tiered-mpdag"'):
        em.metrics.temporal_aid(truth, found)
    assert em.metrics.temporal_aid(truth, found, compare="tiered-mpdag") == 0
    with pytest.raises(KindError, match="temporal_sid needs a DAG as the truth"):
        em.metrics.temporal_sid(truth, found)


@pytest.mark.parametrize("metric", [em.metrics.temporal_sid, em.metrics.temporal_aid])
def test_other_edges_over_time_are_refused_by_name(metric):
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(KindError, match=r"needs edges -->.*the estimate has A o-> B @1"):
        metric(truth, TemporalGraph.parse("A o-> B @1; lags 1"))
    allows_undirected = metric is em.metrics.temporal_aid
    with pytest.raises(KindError) as caught:
        metric(truth, TemporalGraph.parse("A o-> B @1; lags 1"))
    assert ("---" in str(caught.value)) == allows_undirected
    cyclic = TemporalGraph.parse("A --> B; B --> A; lags 1", cycles="keep")
    with pytest.raises(KindError, match=r"A\(t-1\) is a directed cycle"):
        metric(truth, cyclic)
    with pytest.raises(em.errors.GraphError, match="1 time step or more; got 0"):
        metric(truth, truth, length=0)


@pytest.mark.parametrize("metric", [em.metrics.temporal_sid, em.metrics.temporal_aid])
@pytest.mark.parametrize("edge", ["A <-> B @1", "A <-> B"])
def test_l4_a_truth_of_hidden_variables_is_said_to_be_at_fault(metric, edge):
    truth, found = TemporalGraph.parse(f"{edge}; lags 1"), TemporalGraph.parse("A --> B; lags 1")
    with pytest.raises(KindError, match=r"the truth has A <-> B @.*hidden.*no estimate .* this truth"):
        metric(truth, found)
    row = em.evaluate(truth, found, metric.__name__)[0]
    assert (row.status, "hidden variables" in row.reason) == ("refused", True)


PARTS = (
    "A --> B",
    "A --- B",
    "A --> B; B --> A",
    "A o-o B",
    "A <-> B @1",
    "A --> B @1; A --- B",
    "A; B",
)


@pytest.mark.parametrize("metric", [em.metrics.temporal_sid, em.metrics.temporal_aid])
@pytest.mark.parametrize("truth", PARTS)
@pytest.mark.parametrize("found", PARTS)
def test_l4_no_advice_leads_to_a_second_refusal(metric, truth, found):
    names = {"truth": truth, "estimate": found}
    names = {k: TemporalGraph.parse(f"{v}; lags 1", cycles="keep") for k, v in names.items()}
    try:
        metric(**names)
    except KindError as error:
        for remedy in error.remedies:
            whole = "(" in remedy.python
            code = remedy.python if whole else f"{metric.__name__}(truth, estimate, {remedy.python})"
            assert eval(code, dict(PUBLIC), names) >= 0


def test_large_windows_must_be_asked_for():
    edges = [(k, "-->", k + 1, 1) for k in range(99)]
    graph = TemporalGraph(100, edges, max_lag=100)
    assert "above 10000 nodes of the window" in em.evaluate(graph, graph)["temporal_sid"].reason
    assert em.evaluate(graph, graph, "temporal_sid")[0].value == 0


# ---- hidden variables

ARROWS = TemporalGraph.parse("A --> A @1; A --> B; lags 1")


def arrows_with(kind):
    """The same arrows, declared to leave room for hidden common causes."""
    if kind == "mag":
        return TemporalGraph.parse(str(ARROWS), kind=kind)
    array = np.full((2, 2, 2), "", "<U3")
    array[0, 0, 1] = array[0, 1, 0] = "-->"
    array[1, 0, 0] = "<--"
    return em.as_temporal({"graph": array}, contemporaneous="pag", nodes=["A", "B"])


@pytest.mark.parametrize("kind", ["mag", "pag"])
@pytest.mark.parametrize(
    "distance",
    [
        em.metrics.temporal_aid,
        em.metrics.temporal_sid,
        lambda truth, estimate: em.sid(truth.unroll(), estimate.unroll()),
        lambda truth, estimate: em.parent_aid(truth.summary(), estimate.summary()),
        lambda truth, estimate: em.parent_aid(truth.extended_summary(), estimate.extended_summary()),
    ],
)
def test_e1_arrows_over_time_that_allow_hidden_causes_are_refused(distance, kind):
    hidden = arrows_with(kind)
    assert (kind, ARROWS) == (hidden.kind, hidden)
    for sides in ((ARROWS, hidden), (hidden, ARROWS), (hidden, hidden)):
        with pytest.raises(KindError, match="whose arrows allow hidden common causes"):
            distance(*sides)


@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_e1_rows_of_effects_over_time_are_refused_for_hidden_causes(kind):
    report = em.evaluate(ARROWS, arrows_with(kind), ["temporal_aid", "temporal_sid"])
    assert {"refused"} == {row.status for row in report}


@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_e1_graphs_made_of_one_with_hidden_causes_have_them_too(kind):
    hidden = arrows_with(kind)
    regimes = [em.graph.Regime(0, 5, ARROWS), em.graph.Regime(5, 9, hidden)]
    assert kind == TemporalGraph.from_regimes(regimes).kind
    with_time = TemporalGraph.parse("A --> B; time --> B; lags 0", kind=kind)
    assert kind == TemporalGraph.from_surrogate(with_time, "time").kind


@pytest.mark.parametrize("wrong", [em.Graph.parse("A --> B"), em.Graph.parse("A --- B"), 3, None])
def test_only_a_graph_over_time_has_a_tiered_class(wrong):
    with pytest.raises(em.errors.InputTypeError, match="to_tiered_mpdag takes a TemporalGraph; got"):
        em.equivalence.to_tiered_mpdag(wrong)


def test_a_guessed_lag_stays_guessed_in_the_tiered_mpdag():
    stated = TemporalGraph.parse("A --> B @1; A --> C; lags 1", kind="dag")
    for graph in (stated, stated._with_guessed_lag()):
        assert em.equivalence.to_tiered_mpdag(graph).lag_guessed is graph.lag_guessed


@pytest.mark.parametrize(
    ("truth", "estimate", "say", "code"),
    [
        ("A --> B", "A --- B", "Compare the classes of DAGs", ""),
        ("A --- B", "A --> B", "Compare the classes of DAGs", ', compare="tiered-mpdag"'),
        (
            "A --> B; A --> A @1", "A --- B; A --> A @1",
            "Compare the graphs as given", ', compare="native"',
        ),
    ],
)  # fmt: skip
def test_a_graph_that_is_no_dag_is_compared_by_classes_or_else_as_given(truth, estimate, say, code):
    truth, estimate = (TemporalGraph.parse(f"{edges}; lags 1") for edges in (truth, estimate))
    with pytest.raises(KindError, match="temporal_sid needs a DAG") as caught:
        em.metrics.temporal_sid(truth, estimate)
    (remedy,) = caught.value.remedies
    assert (remedy.say, remedy.python) == (say, f"temporal_aid(truth, estimate{code})")
    names = {"temporal_aid": em.metrics.temporal_aid, "truth": truth, "estimate": estimate}
    assert eval(remedy.python, names).of == 12


def test_a_window_of_as_many_nodes_as_allowed_is_scored_unasked():
    metric = em.metrics.REGISTRY["temporal_sid"]
    most = metric.most_nodes
    for n_lags, takes_long in ((most // 100 - 1, False), (most // 100, True)):
        truth = TemporalGraph([f"X{k}" for k in range(100)], [], max_lag=n_lags)
        assert metric.takes_long(truth) is takes_long


@pytest.mark.parametrize("length", [None, 1, 2, 3])
@pytest.mark.parametrize("compare", ["auto", "tiered-mpdag"])
def test_an_estimate_that_is_no_class_is_refused_alike_at_every_length(length, compare):
    truth = em.TemporalGraph.parse("A --> A @1; A --> B; lags 1")
    estimate = em.TemporalGraph.parse("A --> A @1; A --- B; lags 1")
    with pytest.raises(em.errors.KindError) as caught:
        em.metrics.temporal_aid(truth, estimate, length=length, compare=compare)
    assert "a DAG or a class of DAGs as the estimate; A(t) --- B(t) must be A(t) --> B(t)" in str(
        caught.value
    )
    assert 'compare="native"' in str(caught.value)


@pytest.mark.parametrize("length", [2.0, True, "2"])
def test_a_length_that_is_no_whole_number_is_refused_as_max_lag_is(length):
    graph = em.TemporalGraph.parse("A --> B @1; lags 1")
    for call in (
        lambda: graph.unroll(length),
        lambda: em.metrics.temporal_sid(graph, graph, length=length),
        lambda: em.metrics.temporal_aid(graph, graph, length=length),
        lambda: em.metrics.temporal_sid_bounds(graph, graph, length=length),
    ):
        with pytest.raises(TypeError, match="length must be a whole number of time steps; got"):
            call()
    with pytest.raises(TypeError, match="max_lag must be a whole number; got"):
        graph.with_max_lag(length)
