"""
How fast are the distances between causal effects?

The times are compared with gadjid on the same graphs in the same process with as many threads, unless a
call takes it more than 20 seconds. The script asserts that the answers are equal.
Run: .venv/bin/python benchmarks/adjustment.py             (one thread, then two)
     .venv/bin/python benchmarks/adjustment.py --threads 1 --most-nodes 1000
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Names = tuple[str, ...]

DISTANCES = ("parent_aid", "ancestor_aid", "oset_aid")
BOTH = DISTANCES[:2]
# nodes, edges or their share of the pairs, distances, those for which gadjid takes less than 20 seconds
CASES = (
    (10, 15, DISTANCES, DISTANCES),
    (20, 40, DISTANCES, DISTANCES),
    (100, 500, DISTANCES, DISTANCES),
    (300, 1500, DISTANCES, DISTANCES),
    (300, 3000, DISTANCES, DISTANCES),
    (300, 0.3, DISTANCES, DISTANCES),
    (1000, 5000, DISTANCES, BOTH),
    (1000, 0.3, BOTH, ()),
    (3000, 15_000, BOTH, BOTH),
    (10_000, 50_000, BOTH, ()),
    (10_000, 0.3, DISTANCES[:1], ()),
    (100_000, 500_000, DISTANCES[:1], ()),
)
KINDS = {"dag": 100_000, "cpdag": 3000}  # the most nodes for each kind
N_ESTIMATES = 10_000
STRATEGY = {"parent_aid": "parents", "ancestor_aid": "ancestors", "oset_aid": "oset"}


def median(work: Callable[[], object], seconds: float = 1.0, most: int = 15) -> float:
    """Median time of a call, over up to `most` calls in about so many seconds."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < seconds and len(times) < most):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
        if times[0] > seconds and len(times) == 1:
            return times[0]
    return statistics.median(times)


def measure(n_threads: int, most_nodes: int) -> None:
    """Print one table for all cases."""
    from _table import show

    rows = [row for case in CASES if case[0] <= most_nodes for row in measured(*case)]
    show(
        f"Distances between effects; threads: {n_threads}; medians",
        ["graphs", "both", "distance", "edgemark", "gadjid", ""],
        [*rows, *batches()],
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory of the process, the matrices for gadjid included: {peak:.2f} GiB\n")


def measured(n: int, size: float, distances: Names, peers: Names) -> Iterator[list[str]]:
    """Rows of one pair of DAGs, and of their CPDAGs."""
    from graphs import random_dag

    import edgemark as em

    n_edges = int(size if size >= 1 else size * n * (n - 1) / 2)
    dags = [random_dag(n, n_edges, seed) for seed in (1, 2)]
    for kind, most in KINDS.items():
        if n > most:
            continue
        truth, estimate = dags if kind == "dag" else map(em.to_cpdag, dags)
        for name in distances:
            row = [f"{n:,} nodes, {n_edges:,} edges", kind.upper(), name]
            row += timed(name, truth, estimate, name in peers)
            print(*row, file=sys.stderr, flush=True)
            yield row


def timed(name: str, truth: Any, estimate: Any, with_peer: bool) -> list[str]:
    """Our time, gadjid's, and how many times longer that is; the answers are equal."""
    import gadjid
    from _table import duration
    from graphs import matrix

    import edgemark as em

    distance, peer = getattr(em, name), getattr(gadjid, name)
    value = distance(truth, estimate)  # fills the caches of the graphs

    def ours() -> None:
        truth._cache.pop(("adjustment", STRATEGY[name]), None)
        distance(truth, estimate)

    seconds = median(ours)
    if not with_peer:
        return [duration(seconds), "", ""]
    matrices = matrix(truth), matrix(estimate)

    def theirs() -> int:
        return int(peer(*matrices, edge_direction="from row to column")[1])

    assert theirs() == value
    peer_seconds = median(theirs)
    return [duration(seconds), duration(peer_seconds), f"{peer_seconds / seconds:,.0f}x"]


def batches() -> Iterator[list[str]]:
    """One truth against thousands of estimates in one call."""
    from _table import duration
    from graphs import random_dag

    import edgemark as em

    truth = random_dag(20, 40, 0)
    stack = em.graph.GraphStack([random_dag(20, 40, 1 + seed) for seed in range(N_ESTIMATES)])
    for name in DISTANCES:
        table = em.evaluate_many(truth, stack, [f"{name}:all mistakes"])
        for k in range(0, N_ESTIMATES, 100):
            assert table.values[k, 0] == getattr(em, name)(truth, stack[k])

        def ours(name: str = name) -> object:
            return em.evaluate_many(truth.with_kind(None), stack, [f"{name}:all mistakes"])

        each = duration(median(ours) / N_ESTIMATES)
        yield ["20 nodes, 40 edges", "DAG", f"{name}, one of {N_ESTIMATES:,} at once", each, "", ""]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int)
    parser.add_argument("--most-nodes", type=int, default=100_000)
    asked = parser.parse_args()
    if asked.threads is None:
        for n in (1, 2):
            command = [
                sys.executable,
                __file__,
                "--threads",
                str(n),
                "--most-nodes",
                str(asked.most_nodes),
            ]
            subprocess.run(command, check=True)
    else:
        os.environ["RAYON_NUM_THREADS"] = os.environ["EDGEMARK_NUM_THREADS"] = str(asked.threads)
        measure(asked.threads, asked.most_nodes)
