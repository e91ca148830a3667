"""
How fast are ranking and sweeping a million scores, and how much memory do they need?

The times are compared with scikit-learn on the same scores in the same process. The script asserts that
the answers are equal.
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


def scored(density: float, levels: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The cells of a random DAG, and scores that are higher at its edges."""
    rng = np.random.default_rng(0)
    cells = np.triu(rng.random((P, P)) < density, 1)
    array = rng.random((P, P)) + 0.3 * cells
    array = array if levels is None else np.round(array * levels)
    np.fill_diagonal(array, 0)
    return cells, array


def read(cells: np.ndarray, array: np.ndarray) -> tuple[em.Graph, em.EdgeScores]:
    truth = em.Graph.from_adjacency(cells, direction="row-to-column")
    return truth, em.EdgeScores(array, direction="row-to-column")


def areas(density: float, levels: int | None) -> list[list[str]]:
    cells, array = scored(density, levels)
    inside = ~np.eye(P, dtype=bool)
    y, s = cells[inside], array[inside]  # outside of the clock

    def ours() -> tuple[float, float]:
        truth, scores = read(cells, array)
        return em.roc_auc(truth, scores), em.average_precision(truth, scores)

    def theirs() -> tuple[float, float]:
        return roc_auc_score(y, s), average_precision_score(y, s)

    assert all(isclose(a, b, rel_tol=1e-12) for a, b in zip(ours(), theirs(), strict=True))
    mine, other = best(ours), best(theirs, 3)
    ties = "few ties" if levels is None else f"{levels} levels"
    return [
        [
            f"ROC AUC + AP from matrices, {s.size:,} scores, {y.sum():,} true, {ties}",
            "scikit-learn",
            duration(other),
            "",
        ],
        ["", "edgemark", duration(mine), f"{other / mine:.1f}x"],
        ["", "memory at most", held(ours), f"the scores are {s.nbytes / 2**20:.1f} MiB"],
    ]


def sweep(density: float, levels: int | None) -> list[list[str]]:
    truth, scores = read(*scored(density, levels))
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
    """Peak memory of the process during the work, beyond what it had before, on Linux."""
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
