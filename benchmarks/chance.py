"""
How long does it take to score random guessing?

Each case scores 1000 guesses. The script first asserts that `evaluate_many` and `evaluate` agree on 20
guesses.
Run: .venv/bin/python benchmarks/chance.py
"""

from __future__ import annotations

import warnings

import numpy as np
from _table import best, duration, show
from graphs import random_dag

import edgemark as em
from edgemark.null_models.random_dags_and_labels import random_dags

N_GUESSES = 1000
EDGE_METRICS = ["shd", "weighted_shd", "endpoint_hamming", "nced", "confusion"]


def check(truth: em.Graph, estimate: em.Graph) -> None:
    """The guesses are scored as `evaluate` scores them."""
    guesses = random_dags(estimate, estimate.n_edges, 20, np.random.default_rng(0))
    names = [*EDGE_METRICS, "sid"]
    table = em.evaluate_many(truth, guesses, names)
    for k, guess in enumerate(guesses):
        rows = em.evaluate(truth, guess, names)
        np.testing.assert_allclose(table.values[k], [row.value for row in rows], rtol=1e-12)


def measure() -> list[list[str]]:
    rows = []
    for n_nodes, n_edges in ((20, 40), (50, 100), (100, 200)):
        truth, estimate = (random_dag(n_nodes, n_edges, seed) for seed in (0, 1))
        check(truth, estimate)
        for what, names in (
            ("edge metrics", EDGE_METRICS),
            ("edge metrics and SID", [*EDGE_METRICS, "sid"]),
            ("everything", None),
        ):
            for null_model in ("random-dags", "permuted-labels"):

                def work(names=names, null_model=null_model, truth=truth, estimate=estimate):
                    return em.chance(
                        truth.with_kind(None),
                        estimate,
                        names,
                        null_model=null_model,
                        n_guesses=N_GUESSES,
                    )

                numbers = sum(row.chance is not None for row in work())
                rows.append([str(n_nodes), what, null_model, str(numbers), duration(best(work, 3))])
    return rows


if __name__ == "__main__":
    warnings.simplefilter("ignore", em.errors.ClassWarning)
    title = f"chance with {N_GUESSES} guesses, two edges a node"
    show(title, ["nodes", "what", "guesses", "numbers", "best time"], measure())
