"""
How fast are ranking and sweeping a million scores, and what do they hold in memory?

Beside scikit-learn, on the same scores in the same process, answers asserted equal.
Run: .venv/bin/python benchmarks/ranking.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import isclose
from pathlib import Path

import numpy as np
from _table import best, duration, show
from sklearn.metrics import average_precision_score, roc_auc_score

import edgemark as em

P = 1000


def scored(density: float, levels: int | None) -> tuple[em.Graph, em.EdgeScores, np.ndarray, np.ndarray]:
    """A random DAG, scores that know a little of it, and both as scikit-learn takes them."""
    rng = np.random.default_rng(0)
    cells = np.triu(rng.random((P, P)) < density, 1)
    array = rng.random((P, P)) + 0.3 * cells
    array = array if levels is None else np.round(array * levels)
    np.fill_diagonal(array, 0)
    inside = ~np.eye(P, dtype=bool)
    truth = em.Graph.from_adjacency(cells, direction="row-to-column")
    scores = em.EdgeScores(array, direction="row-to-column")
    return truth, scores, cells[inside], array[inside]


def areas(density: float, levels: int | None) -> list[list[str]]:
    truth, scores, y, s = scored(density, levels)

    def ours() -> tuple[float, float]:
        scores._cache.clear()
        return em.roc_auc(truth, scores), em.average_precision(truth, scores)

    def theirs() -> tuple[float, float]:
        return roc_auc_score(y, s), average_precision_score(y, s)

    assert all(isclose(a, b, rel_tol=1e-12) for a, b in zip(ours(), theirs(), strict=True))
    mine, other = best(ours), best(theirs, 3)
    ties = "few ties" if levels is None else f"{levels} levels"
    return [
        [
            f"ROC AUC + AP, {s.size:,} scores, {y.sum():,} true, {ties}",
            "scikit-learn",
            duration(other),
            "",
        ],
        ["", "edgemark", duration(mine), f"{other / mine:.1f}x"],
        ["", "memory at most", held(ours), f"the scores are {s.nbytes / 2**20:.1f} MiB"],
    ]


def sweep(density: float, levels: int | None) -> list[list[str]]:
    truth, scores, _, _ = scored(density, levels)
    found = em.evaluation.threshold_sweep(truth, scores)
    for k in (0, len(found) // 2, len(found) - 1):
        graph = found.graph(k)
        assert found["shd"][k] == em.shd(truth, graph)
        assert isclose(found["f1", "skeleton"][k], em.confusion(truth, graph, of="skeleton").f1)
    seconds = best(lambda: em.evaluation.threshold_sweep(truth, scores))
    case = f"SHD, F1 of edges and skeleton at {len(found):,} thresholds, {P} nodes"
    return [
        [case, "edgemark", duration(seconds), ""],
        [
            "",
            "memory at most",
            held(lambda: em.evaluation.threshold_sweep(truth, scores)),
            "with 5 columns of results",
        ],
    ]


def held(work: Callable[[], object]) -> str:
    """Memory that the process holds at most while it works, beyond what it held before, on Linux."""
    status, reset = Path("/proc/self/status"), Path("/proc/self/clear_refs")
    if not reset.exists():
        return "?"
    ctypes.CDLL(None).malloc_trim(0)
    reset.write_text("5")
    before = _kib(status, "VmRSS")
    work()
    return f"{(_kib(status, 'VmHWM') - before) / 1024:.1f} MiB"


def _kib(status: Path, name: str) -> int:
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if name in line)


if __name__ == "__main__":
    rows = [
        *areas(0.01, None),
        *areas(0.5, None),
        *areas(0.01, 100),
        *sweep(0.01, None),
        *sweep(0.01, 100),
    ]
    show("Ranking", ["case", "what", "best time", ""], rows)
