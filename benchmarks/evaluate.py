"""
How long does `evaluate`, every metric at once, take?

Run: .venv/bin/python benchmarks/evaluate.py
"""

from __future__ import annotations

import gc

from _table import best, duration, show
from graphs import random_dag

import edgemark as em


def measure(n_nodes: int, n_edges: int, rounds: int) -> list[list[str]]:
    truth, estimate = random_dag(n_nodes, n_edges, 1), random_dag(n_nodes, n_edges, 2)
    rows = len(em.evaluate(truth, estimate))
    fresh = [(truth.with_kind(None), estimate.with_kind(None)) for _ in range(rounds)]
    gc.collect()
    new = min(best(lambda pair=pair: em.evaluate(*pair), 1) for pair in fresh)
    again = best(lambda: em.evaluate(truth, estimate), rounds)
    case = f"{n_nodes} nodes, {n_edges} edges, {rows} rows"
    return [[case, "new graphs", duration(new)], ["", "the same graphs again", duration(again)]]


if __name__ == "__main__":
    rows = [*measure(10, 20, 200), *measure(100, 300, 50), *measure(1000, 5000, 10)]
    show("evaluate, every metric", ["case", "what", "best time"], rows)
