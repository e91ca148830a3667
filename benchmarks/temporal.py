"""
How fast are time series graphs scored?

The graphs have 1000 variables, 20 lags and about 100,000 edges. The graphs for SID and the adjustment
distances have 100 variables, 10 lags and about 500 edges.
Run: .venv/bin/python benchmarks/temporal.py
"""

import time

import numpy as np

import edgemark as em
from edgemark.graph.lagged_edges import Lagged
from edgemark.graph.marks import BIDIRECTED, FORWARD, STATE_OF

LAGGED_STATES = np.array([FORWARD, FORWARD, FORWARD, STATE_OF["o->"], BIDIRECTED], np.uint8)


def random_series(rng, n=1000, lags=20, edges=100_000, n_contemporaneous=2000):
    """A graph of random lagged edges and a few contemporaneous ones; every tenth variable changes."""
    places = np.unique(rng.integers(0, n * n * lags, edges - n_contemporaneous))
    states = rng.choice(LAGGED_STATES, places.size)
    i, j = np.sort(rng.integers(0, n, (2, n_contemporaneous)), axis=0)
    pairs = {(a, b) for a, b in zip(i.tolist(), j.tolist(), strict=True) if a != b}
    graph = em.Graph(n, [(a, "-->", b) for a, b in pairs])
    return em.TemporalGraph._make(Lagged.frozen(n, lags, places, states), graph, np.arange(0, n, 10))


def near(graph, rng, share=0.2):
    """The same graph with some lagged edges moved, and other variables that change."""
    lagged = graph._lagged
    keep = rng.random(lagged.places.size) > share
    added = rng.integers(0, lagged.n**2 * lagged.max_lag, int((~keep).sum()))
    places, first = np.unique(np.concatenate([lagged.places[keep], added]), return_index=True)
    states = np.concatenate([lagged.states[keep], np.full(added.size, FORWARD, np.uint8)])[first]
    changed = Lagged.frozen(lagged.n, lagged.max_lag, places, states)
    return em.TemporalGraph._make(changed, graph.contemporaneous(), np.arange(0, 1000, 20))


def milliseconds(metric, fresh_graphs, repeats=7):
    """Median time of a metric; `fresh_graphs` makes a truth and an estimate without cached values."""
    times = []
    for _ in range(repeats):
        truth, found = fresh_graphs()
        start = time.perf_counter()
        metric(truth, found)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)[repeats // 2]


def time_effect_distances():
    """Print a line for each distance of causal effects, on a window of 1100 nodes."""
    rng = np.random.default_rng(1)

    def directed_edges():
        graph = random_series(rng, n=100, lags=10, edges=500, n_contemporaneous=100)
        lagged = graph._lagged
        states = np.full(lagged.states.size, FORWARD, np.uint8)
        return Lagged.frozen(100, 10, lagged.places, states), graph.contemporaneous().words

    parts = directed_edges(), directed_edges()

    def fresh():
        return [
            em.TemporalGraph._make(lagged, em.Graph._make(None, 100, words), np.arange(0))
            for lagged, words in parts
        ]

    def aid_of_mpdag(truth, estimate):
        return em.metrics.temporal_aid(truth, em.equivalence.to_tiered_mpdag(estimate))

    truth, estimate = fresh()
    windows = truth.unroll(), estimate.unroll()
    print(
        f"\nwindows of {windows[0].n_nodes} nodes, {windows[0].n_edges} and {windows[1].n_edges} edges\n"
    )
    for name, metric in {
        "temporal_sid": em.metrics.temporal_sid,
        "temporal_aid, ancestors": lambda t, e: em.metrics.temporal_aid(t, e, strategy="ancestors"),
        "temporal_aid, oset": lambda t, e: em.metrics.temporal_aid(t, e, strategy="oset"),
        "temporal_aid of tiered MPDAGs": aid_of_mpdag,
    }.items():
        print(f"{name:<32}{milliseconds(metric, fresh):8.1f} ms")


def main():
    """Print a line for each metric."""
    rng = np.random.default_rng(0)
    truth = random_series(rng)
    found = near(truth, rng)

    def fresh():
        return [
            em.TemporalGraph._make(g._lagged, em.Graph._make(None, 1000, g.contemporaneous().words),
                                   g._changing.copy())
            for g in (truth, found)
        ]  # fmt: skip

    print(f"{truth!r} against {found!r}\n")
    for name, metric in {
        "temporal_confusion": em.metrics.temporal_confusion,
        "temporal_confusion of total": lambda t, e: em.metrics.temporal_confusion(t, e, of="total"),
        "temporal_confusion of summary": lambda t, e: em.metrics.temporal_confusion(t, e, of="summary"),
        "temporal_shd": em.metrics.temporal_shd,
        "temporal_shd of summary": lambda t, e: em.metrics.temporal_shd(t, e, of="summary"),
        "tolerant_confusion": em.metrics.tolerant_confusion,
        "lag_set_accuracy": em.metrics.lag_set_accuracy,
        "evaluate, all of it": em.evaluate,
    }.items():
        print(f"{name:<32}{milliseconds(metric, fresh):8.1f} ms")


if __name__ == "__main__":
    main()
    time_effect_distances()
