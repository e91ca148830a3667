"""
How long does simulating a series of a million steps take?

Compares the times with a NumPy loop over the steps and with statsmodels' VAR simulation of the same
linear model. Both simulate 20,000 steps, and their times are scaled up.
Run: .venv/bin/python benchmarks/series.py
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from _table import best, duration, show

from edgemark.data import Changes, SeriesModel, random_series_model

N_STEPS, N_VARIABLES = 1_000_000, 20
N_LOOPED = 20_000


def coefficients(model: SeriesModel) -> tuple[np.ndarray, np.ndarray]:
    """The matrices of all lags in reduced form, and the matrix that multiplies the noise of a step."""
    place = {v: k for k, v in enumerate(model.variables)}
    p = len(place)
    within, lagged = np.zeros((p, p)), np.zeros((model.max_lag or 0, p, p))
    for e in model.mechanisms[0].effects:
        matrix = lagged[e.lag - 1] if e.lag else within
        matrix[place[e.target], place[e.source]] = e.coefficient
    inverse = np.linalg.inv(np.eye(p) - within)
    return inverse @ lagged, inverse


def by_numpy(model: SeriesModel, n: int) -> np.ndarray:
    """The NumPy loop: one step at a time."""
    lagged, inverse = coefficients(model)
    values = np.random.default_rng(0).standard_normal((n, len(inverse))) @ inverse.T
    for t in range(len(lagged), n):
        for k, matrix in enumerate(lagged):
            values[t] += matrix @ values[t - k - 1]
    return values


def by_statsmodels(model: SeriesModel, n: int) -> np.ndarray:
    """Simulation of a vector autoregression."""
    from statsmodels.tsa.vector_ar.util import varsim

    lagged, inverse = coefficients(model)
    return varsim(lagged, np.zeros(len(inverse)), inverse @ inverse.T, steps=n, rng=0)


def once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def memory(model: SeriesModel) -> str:
    tracemalloc.start()
    model.sample(N_STEPS, seed=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return f"{peak / 1e6:.0f} MB"


def measure() -> list[list[str]]:
    linear = random_series_model(N_VARIABLES, seed=1)
    for peer in (by_numpy, by_statsmodels):
        assert np.allclose(
            np.std(peer(linear, 50_000), axis=0),
            linear.sample(50_000, seed=0).data.std(axis=0),
            rtol=0.1,
        )
    bent = random_series_model(N_VARIABLES, seed=1, responses=("tanh", "sine", "bump"))
    drifting = random_series_model(N_VARIABLES, seed=1, changes=Changes(modules=10))
    rows = [
        ["linear, Gaussian", duration(best(lambda: linear.sample(N_STEPS, seed=0), 3)), memory(linear)],
        ["t4 noise", duration(best(lambda: replace(linear, noise="t4").sample(N_STEPS, seed=0), 3)), ""],
        ["tanh, sine, bump", duration(best(lambda: bent.sample(N_STEPS, seed=0), 3)), ""],
        ["10 drifting modules", duration(best(lambda: drifting.sample(N_STEPS, seed=0), 3)), ""],
    ]
    for name, peer in (("NumPy loop", by_numpy), ("statsmodels varsim", by_statsmodels)):
        seconds = once(lambda peer=peer: peer(linear, N_LOOPED)) * N_STEPS / N_LOOPED
        rows.append([f"{name}, linear, from {N_LOOPED:,} steps", duration(seconds), ""])
    return rows


if __name__ == "__main__":
    effects = len(random_series_model(N_VARIABLES, seed=1).mechanisms[0].effects)
    size = f"{N_STEPS * N_VARIABLES * 8 / 1e6:.0f} MB"
    title = f"{N_STEPS:,} steps of {N_VARIABLES} variables with {effects} effects, {size}"
    show(title, ["what", "best time", "memory"], measure())
