"""
How long does it take to score many estimates of one truth?

The times are compared with a loop over gadjid.shd on the same matrices in the same process. The script
asserts that the answers are equal.
Run: .venv/bin/python benchmarks/many.py
"""

from __future__ import annotations

from collections.abc import Callable

import gadjid
import numpy as np
from _table import best, best_fresh, duration, show
from graphs import matrix, random_dag

import edgemark as em

N_ESTIMATES, N_NODES, N_EDGES = 10_000, 20, 40


def evaluated(
    truth: em.Graph, arrays: np.ndarray, metrics: list[str] | None
) -> em.evaluation.ScoreTable:
    """The call that is timed, with a copy of the truth that has empty caches."""
    return em.evaluate_many(truth.with_kind(None), arrays, metrics, direction="row-to-column")


def check(truth: em.Graph, arrays: np.ndarray) -> None:
    """Assert that the table has the distances of gadjid and the values of `evaluate`."""
    a = matrix(truth)
    table = evaluated(truth, arrays, None)
    assert table["shd", "pair mismatch"].tolist() == [gadjid.shd(a, b)[1] for b in arrays]
    for k in range(0, len(arrays), 500):
        estimate = em.Graph.from_adjacency(arrays[k], direction="row-to-column")
        rows = em.evaluate(truth, estimate)
        np.testing.assert_allclose(table.values[k], [row.value for row in rows], rtol=1e-15)


def measure() -> list[list[str]]:
    truth = random_dag(N_NODES, N_EDGES, 0)
    arrays = np.stack([matrix(random_dag(N_NODES, N_EDGES, 1 + k)) for k in range(N_ESTIMATES)])
    check(truth, arrays)
    a = matrix(truth)

    def row(what: str, work: Callable[[], object], repeats: int = 7) -> list[str]:
        seconds = best(work, repeats)
        return [what, duration(seconds), duration(seconds / N_ESTIMATES)]

    def ours(what: str, metrics: list[str] | None) -> list[str]:
        n_numbers = len(evaluated(truth, arrays[:1], metrics).columns)
        numbers = f"{n_numbers} numbers" if n_numbers > 1 else "1 number"
        return row(f"evaluate_many, {what}: {numbers}", lambda: evaluated(truth, arrays, metrics))

    step = np.stack([matrix(random_dag(50, 100, 1 + k)) for k in range(64)])
    wanted = ["shd:pair mismatch", "f1:directed", "roc_auc:directed", "sid"]
    training = best_fresh(
        lambda: (random_dag(50, 100, 0), step.copy()), lambda both: evaluated(*both, wanted), 50
    )
    cpdags = [em.to_cpdag(random_dag(N_NODES, N_EDGES, 1 + k)) for k in range(200)]
    classes = best_fresh(
        lambda: (truth.with_kind(None), [graph.with_kind(None).with_kind("cpdag") for graph in cpdags]),
        lambda both: em.evaluate_many(*both),
    )
    graphs = [em.Graph.from_adjacency(array, direction="row-to-column") for array in arrays[:500]]
    alone = best(lambda: [em.evaluate(truth, graph.with_kind(None)) for graph in graphs], 1) / len(
        graphs
    )
    return [
        row("loop over gadjid.shd: 2 numbers", lambda: [gadjid.shd(a, b) for b in arrays]),
        ours("shd", ["shd:pair mismatch"]),
        ours("shd and f1", ["shd:pair mismatch", "f1:directed"]),
        ours("every shd", ["shd"]),
        ours("everything", None),
        ["evaluate, everything, graph by graph", "", duration(alone)],
        ["a step of training: 64 graphs of 50 nodes, SHD, F1, ROC AUC and SID",
         duration(training), duration(training / 64)],
        ["200 CPDAGs, every metric (target 0.3 s)", duration(classes), duration(classes / 200)],
        row("reading the array alone", lambda: em.graph.GraphStack.from_adjacency(
            arrays, direction="row-to-column")),
    ]  # fmt: skip


if __name__ == "__main__":
    title = f"{N_ESTIMATES:,} estimates of {N_NODES} nodes and {N_EDGES} edges, from one int8 array"
    show(title, ["what", "best time", "per estimate"], measure())
