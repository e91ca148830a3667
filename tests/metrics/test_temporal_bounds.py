"""Bounds of wrong effects over the DAGs that an estimate leaves open."""

import random
import warnings
from itertools import combinations, pairwise, product

import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import KindError, LimitError
from edgemark.metrics import temporal_sid_bounds
from tests.oracle import adjustment, graphs
from tests.oracle import temporal as oracle


def completions(parts, conflicts):
    """Every way to direct the undirected edges that makes no cycle; those of the class alone, if any."""
    names, most, edges, _ = parts
    length = most + 1
    nodes = [(name, step) for step in range(length) for name in names]
    fixed = [edge for edge in edges if edge[1] == "-->"]
    lines = [(a, b) for a, glyph, b, _ in edges if glyph == "---"]
    found = []
    for turned in product((False, True), repeat=len(lines)):
        now = [
            ((b, "-->", a) if t else (a, "-->", b)) + (0,)
            for (a, b), t in zip(lines, turned, strict=True)
        ]
        window = sorted(oracle.window((names, most, fixed + now, ()), length))
        if graphs.is_acyclic(nodes, window):
            found.append(window)
    known = graphs.unshielded_colliders(nodes, sorted(oracle.window(parts, length)))

    def disputed(collider):
        x, middle, y = collider
        return any(v[1] == middle[1] and {v[0], middle[0]} in conflicts for v in (x, y))

    members = [
        window
        for window in found
        if all(disputed(one) for one in graphs.unshielded_colliders(nodes, window) - known)
    ]
    return nodes, members or found, bool(members)


def random_estimate(rng, n, most):
    names = "ABCD"[:n]
    edges = [
        (*rng.choice([(a, "-->", b), (a, "---", b), (a, "---", b)]), 0)
        for a, b in combinations(rng.sample(names, n), 2)
        if rng.random() < 0.6
    ]
    edges += [
        (a, "-->", b, lag)
        for a, b, lag in product(names, names, range(1, most + 1))
        if rng.random() < 0.2
    ]
    lines = [(a, b) for a, glyph, b, _ in edges if glyph == "---"]
    conflicts = [line for line in lines if rng.random() < 0.3]
    return (tuple(names), most, edges, ()), conflicts


def test_l4_bounds_are_those_of_all_dags_that_are_left_open():
    rng = random.Random(4)
    wide = contradictory = 0
    for _ in range(60):
        n, most = rng.choice(((2, 1), (3, 1), (2, 2)))
        parts, conflicts = random_estimate(rng, n, most)
        order = rng.sample(parts[0], n)
        true = [(a, "-->", b, 0) for a, b in combinations(order, 2) if rng.random() < 0.5]
        true += [(a, "-->", b, 1) for a, b in product(order, order) if rng.random() < 0.3]
        nodes, dags, is_class = completions(parts, [set(pair) for pair in conflicts])
        window = sorted(oracle.window((parts[0], most, true, ()), most + 1))
        counts = [adjustment.mistakes(adjustment.sid(nodes, window, dag)) for dag in dags]
        found = temporal_sid_bounds(
            TemporalGraph(parts[0], true, max_lag=most),
            TemporalGraph(
                parts[0], parts[2], max_lag=most, conflicts=[(*pair, 0) for pair in conflicts]
            ),
        )
        assert (found.lower, found.upper) == (min(counts), max(counts))
        wide += found.lower != found.upper
        contradictory += not is_class
    assert wide > 10
    assert contradictory > 2


@pytest.mark.parametrize("conflict", [("A", "B", 0), ("B", "A", 0)])
def test_a_conflict_has_both_directions_even_if_its_edge_is_directed(conflict):
    truth = TemporalGraph.parse("A --> A @1; A --> B; C --> B; lags 1")
    rest = [("A", "-->", "A", 1), ("C", "-->", "B", 0)]
    bounds = [
        temporal_sid_bounds(
            truth, TemporalGraph(list("ABC"), [*rest, edge], max_lag=1, conflicts=[conflict], kind=kind)
        )
        for edge, kind in ((("B", "-->", "A", 0), "dag"), (("A", "---", "B", 0), None))
    ]
    dags = [TemporalGraph(list("ABC"), [*rest, (a, "-->", b, 0)], max_lag=1) for a, b in ("AB", "BA")]
    counts = sorted(int(em.metrics.temporal_sid(truth, dag)) for dag in dags)
    assert [(int(each.lower), int(each.upper)) for each in bounds] == [tuple(counts)] * 2


def test_a_conflict_of_a_directed_cycle_opens_the_cycle():
    truth = TemporalGraph.parse("A --> B --> C; A --> C; lags 0")
    edges = [("A", "-->", "B", 0), ("B", "-->", "C", 0), ("C", "-->", "A", 0)]
    found = TemporalGraph(list("ABC"), edges, max_lag=0, cycles="keep", conflicts=[("A", "C", 0)])
    assert temporal_sid_bounds(truth, found).upper == 0


def test_a_class_that_the_truth_is_in_begins_at_0():
    truth = TemporalGraph.parse("A --> A @1; A --> B; C --> D; lags 1")
    found = em.equivalence.to_tiered_mpdag(truth)
    assert temporal_sid_bounds(truth, found).lower == 0
    assert temporal_sid_bounds(truth, truth) == em.values.Bounds(
        *[em.metrics.temporal_sid(truth, truth)] * 2
    )


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        ("A <-> B @1; C; lags 1", "lagged edges --> only"),
        ("A o-o B; C; lags 1", "edges --> and --- within a time step"),
        ("A --> B --> C --> A; lags 1", "directed cycle"),
    ],
)
def test_what_is_no_set_of_dags_is_refused(estimate, said):
    truth = TemporalGraph.parse("A --> B; C; lags 1")
    with pytest.raises(KindError, match=said):
        temporal_sid_bounds(truth, TemporalGraph.parse(estimate, cycles="keep"))
    with pytest.raises(KindError, match="compares time series graphs"):
        temporal_sid_bounds(em.Graph.parse("A --> B"), em.Graph.parse("A --> B"))


def test_too_many_open_edges_are_refused():
    names = [f"X{k}" for k in range(14)]
    edges = [(a, "---", b, 0) for a, b in pairwise(names)]
    graph = TemporalGraph(names, edges, max_lag=1)
    with pytest.raises(LimitError, match="at most 12 undirected edges"):
        temporal_sid_bounds(TemporalGraph(names, max_lag=1), graph)


def pcmci_plus(seed):
    frames = pytest.importorskip("tigramite.data_processing")
    from tigramite.independence_tests.parcorr import ParCorr
    from tigramite.pcmci import PCMCI

    model = em.data.random_series_model(5, seed=seed, max_lag=2).stabilised(0.9)
    series = model.sample(400, seed=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of other packages
        method = PCMCI(frames.DataFrame(series.data, var_names=list(series.names)), ParCorr())
        method.run_pcmciplus(tau_max=2, pc_alpha=0.05)
    return series.truth, em.as_temporal(method)


def scored(seeds):
    """Numbers of results with bounds, of results refused for a directed cycle, and of invalid ones."""
    bounded = refused = invalid = 0
    for seed in seeds:
        truth, found = pcmci_plus(seed)
        try:
            single = em.metrics.temporal_aid(truth, found)
        except KindError:
            invalid += 1
            single = None
        if found.contemporaneous().objection("pdag"):
            with pytest.raises(KindError, match="directed cycle"):
                temporal_sid_bounds(truth, found)
            refused += 1
            continue
        bounds = temporal_sid_bounds(truth, found)
        bounded += 1
        assert 0 <= bounds.lower <= bounds.upper <= bounds.upper.of
        assert single is None or single.of == bounds.upper.of
    return bounded, refused, invalid


def test_l4_real_results_of_pcmci_plus_have_bounds():
    """Some have a cycle, some conflicts, and some colliders that contradict each other."""
    assert scored((0, 4, 5, 6)) == (3, 1, 3)


@pytest.mark.long
@pytest.mark.timeout(2000)
def test_45_of_50_real_results_of_pcmci_plus_have_bounds():
    bounded, refused, invalid = scored(range(50))
    print(f"{bounded} bounded, {refused} with a directed cycle, {invalid} of 50 invalid")
    assert bounded >= 45
    assert bounded + refused == 50


@pytest.mark.parametrize("truth", ["A --- B; A --> B @1; lags 1", "A <-> B; A --> B @1; lags 1"])
@pytest.mark.parametrize("estimate", ["A --- B; A --> B @1; lags 1", "A o-> B @1; lags 1"])
def test_the_advice_holds_for_both_graphs(truth, estimate):
    """It advised `temporal_aid`, which may refuse an estimate that needs bounds."""
    truth, estimate = TemporalGraph.parse(truth), TemporalGraph.parse(estimate)
    with pytest.raises(KindError) as refusal:
        temporal_sid_bounds(truth, estimate)
    assert "temporal_sid_bounds needs" in str(refusal.value)
    assert [remedy.python for remedy in refusal.value.remedies] == ["temporal_shd(truth, estimate)"]
    assert em.metrics.temporal_shd(truth, estimate) >= 0
