"""
How long do marginals, scores and distances of many draws of a posterior take?

The times are compared with NumPy and scikit-learn on the same array in the same process. The script
asserts that the answers are equal.
Run: .venv/bin/python benchmarks/samples.py
"""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
from _table import best, duration, show
from graphs import matrix, random_dag
from sklearn.metrics import brier_score_loss, roc_auc_score

import edgemark as em

N_DRAWS, N_NODES, N_EDGES = 100_000, 20, 40
N_MOVES = 1_000_000


def draws(a: np.ndarray) -> np.ndarray:
    """DAGs in the causal order of the truth: its edges with probability 0.7, others with 0.08."""
    rng = np.random.default_rng(0)
    order = np.argsort(np.linalg.matrix_power(a + np.eye(N_NODES), N_NODES).sum(axis=0))
    later = np.zeros((N_NODES, N_NODES))
    later[np.ix_(order, order)] = np.triu(np.ones((N_NODES, N_NODES)), 1)
    probable = later * np.where(a, 0.7, 0.08)
    return (rng.random((N_DRAWS, N_NODES, N_NODES)) < probable).astype(np.int8)


def chain() -> str:
    """Moves that add and remove single edges of one causal order; the graphs have about 38 edges."""
    rng = random.Random(1)
    star = ";".join(f"x0->x{k}" for k in range(1, N_NODES))
    lines = ["index,score,added,removed", f"-2,0.0,[{star}],[]", f"-1,0.0,[],[{star}]", "0,-9.5,[],[]"]
    there: set[str] = set()
    iteration = 0
    while len(lines) < N_MOVES:
        iteration += 1
        i, j = sorted(rng.sample(range(N_NODES), 2))
        edge = f"[x{i}->x{j}]"
        if edge in there:
            lines.append(f"{iteration},-9.5,[],{edge}")
        elif rng.random() < 0.25:
            lines.append(f"{iteration},-9.5,{edge},[]")
        else:
            continue
        there ^= {edge}
    return "\n".join([*lines, ""])


def by_numpy(a: np.ndarray, arrays: np.ndarray) -> tuple[float, float, float]:
    """Expected SHD, Brier score and ROC AUC without edgemark."""
    cells = ~np.eye(N_NODES, dtype=bool)
    marginals = arrays.mean(axis=0, dtype=np.float64)[cells]
    differs = arrays != a
    distance = (differs | differs.transpose(0, 2, 1)).sum(axis=(1, 2)).mean() / 2
    return distance, brier_score_loss(a[cells], marginals), roc_auc_score(a[cells], marginals)


def by_edgemark(truth: em.Graph, samples: em.GraphSamples) -> tuple[float, float, float]:
    return (
        em.metrics.expected_shd(truth, samples),
        em.metrics.edge_brier(truth, samples),
        em.roc_auc(truth, samples),
    )


def memory(work: Callable[[], object]) -> str:
    """Peak memory of Python objects and NumPy arrays, also of arrays that the core returns."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return f"{most / 1e6:.0f} MB"


def row(what: str, work: Callable[[], object]) -> list[str]:
    return [what, duration(best(work, 3)), memory(work)]


def measure() -> list[list[str]]:
    truth = random_dag(N_NODES, N_EDGES, 0)
    a = matrix(truth)
    arrays = draws(a)

    def read() -> em.GraphSamples:
        return em.GraphSamples.from_adjacency(arrays, direction="row-to-column")

    stack = read().stack
    np.testing.assert_allclose(by_edgemark(truth, read()), by_numpy(a, arrays), rtol=1e-9)
    rows = [
        row("reading the array, marginals, E-SHD, Brier, ROC AUC", lambda: by_edgemark(truth, read())),
        row("the same by NumPy and scikit-learn", lambda: by_numpy(a, arrays)),
        row("reading the array alone", read),
        row("marginals", lambda: em.GraphSamples(stack).marginals()),
        row("ancestor marginals", lambda: em.GraphSamples(stack).marginals("ancestral")),
        row("distinct graphs", lambda: em.GraphSamples(stack).distinct()),
        row("distinct classes", lambda: em.GraphSamples(stack).classes().distinct()),
        row("everything that evaluate gives", lambda: em.evaluate(truth, em.GraphSamples(stack))),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain.csv"
        path.write_text(chain())
        what = f"reading {N_MOVES:,} moves from {path.stat().st_size / 1e6:.0f} MB of CSV"
        rows.append(row(what, lambda: em.read_samples(path)))
    return rows


if __name__ == "__main__":
    size = N_DRAWS * N_NODES**2 / 1e6
    title = f"{N_DRAWS:,} draws of {N_NODES} nodes in one int8 array of {size:.0f} MB"
    show(title, ["what", "best time", "memory"], measure())
