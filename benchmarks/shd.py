"""
How fast is the structural Hamming distance?

The times are compared with gadjid on the same graphs in the same process. The script asserts that the
answers are equal.
Run: .venv/bin/python benchmarks/shd.py
"""

from __future__ import annotations

import gadjid
import numpy as np
from _table import best, duration, per_call, show
from graphs import matrix, random_dag

import edgemark as em


def fresh(graph: em.Graph) -> em.Graph:
    """The same graph with nothing cached."""
    return graph.with_kind(None)


def dense(n_nodes: int) -> list[list[str]]:
    n_edges = int(0.3 * n_nodes * (n_nodes - 1) / 2)
    truth, estimate = random_dag(n_nodes, n_edges, 1), random_dag(n_nodes, n_edges, 2)
    a, b = matrix(truth), matrix(estimate)
    theirs = best(lambda: gadjid.shd(a, b), 3)
    assert int(em.shd(truth, estimate)) == gadjid.shd(a, b)[1]

    def without_memory() -> None:
        truth._cache.pop("pair table", None)
        em.shd(truth, estimate)

    ours = best(without_memory, 15)
    cold = best(lambda: em.shd(fresh(truth), fresh(estimate)), 5)
    marks = truth.marks, estimate.marks
    reading = best(lambda: [m.view(np.uint64).sum() for m in marks], 15)
    held = best(lambda: [truth.planes.sum(), estimate.planes.sum()], 15)
    return [
        [f"dense, {n_nodes} nodes, {n_edges:,} edges", "gadjid.shd", duration(theirs), ""],
        ["", "edgemark, graphs used before", duration(ours), f"{theirs / ours:,.0f}x"],
        ["", "edgemark, graphs just built", duration(cold), f"{theirs / cold:,.0f}x"],
        [
            "",
            "reading both matrices of marks (a byte a cell)",
            duration(reading),
            f"ours is {ours / reading:.2f} of it",
        ],
        ["", "reading both graphs' packed bits", duration(held), f"ours is {ours / held:.2f} of it"],
    ]


def sparse(n_nodes: int, n_edges: int) -> list[list[str]]:
    truth, estimate = random_dag(n_nodes, n_edges, 1), random_dag(n_nodes, n_edges, 2)
    expected = len(set(truth.words.tolist()) ^ set(estimate.words.tolist()))
    shared = np.intersect1d(truth.words >> np.uint64(4), estimate.words >> np.uint64(4)).size
    same = np.intersect1d(truth.words, estimate.words).size
    assert int(em.shd(truth, estimate)) == expected - (shared - same)
    seconds = best(lambda: em.shd(fresh(truth), fresh(estimate)))
    held = (truth.words.nbytes + estimate.words.nbytes) / 2**20
    return [
        [f"sparse, {n_nodes:,} nodes, {n_edges:,} edges", "edgemark", duration(seconds), ""],
        ["", "edges of both graphs in memory", f"{held:.1f} MiB", "8 bytes an edge"],
    ]


def small(n_nodes: int) -> list[list[str]]:
    truth, estimate = random_dag(n_nodes, 2 * n_nodes, 1), random_dag(n_nodes, 2 * n_nodes, 2)
    a, b = matrix(truth), matrix(estimate)
    assert int(em.shd(truth, estimate)) == gadjid.shd(a, b)[1]

    def without_memory() -> None:
        truth._cache.pop("pair table", None)
        em.shd(truth, estimate)

    return [
        [f"one call, {n_nodes} nodes", "gadjid.shd", duration(per_call(lambda: gadjid.shd(a, b))), ""],
        ["", "edgemark.shd", duration(per_call(without_memory)), ""],
    ]


if __name__ == "__main__":
    rows = [*sparse(100_000, 500_000), *dense(3000), *small(10), *small(20)]
    show("Structural Hamming distance", ["case", "what", "best time", ""], rows)
