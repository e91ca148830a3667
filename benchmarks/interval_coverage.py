"""
How often does a 95 % interval for a mean contain the mean?

Student's t and the BCa bootstrap on samples of known distributions, and the Hodges-Lehmann interval on
the symmetric ones. `docs/statistics.md` quotes this table.
Run: .venv/bin/python benchmarks/interval_coverage.py [REPEATS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import exp

import numpy as np
from _table import show

from edgemark import stats

SIZES = (5, 10, 15, 20, 30, 50)
RESAMPLES = 2000
Draw = Callable[[np.random.Generator, int], np.ndarray]
# name, how to draw, mean, whether it is symmetric
DISTRIBUTIONS: tuple[tuple[str, Draw, float, bool], ...] = (
    ("normal", lambda rng, n: rng.normal(size=n), 0.0, True),
    ("uniform", lambda rng, n: rng.random(n), 0.5, True),
    ("F1-like: beta(8, 2)", lambda rng, n: rng.beta(8, 2, n), 0.8, False),
    ("SHD-like: negative binomial(3, .2)", lambda rng, n: rng.negative_binomial(3, 0.2, n), 12.0, False),
    ("exponential", lambda rng, n: rng.exponential(size=n), 1.0, False),
    ("lognormal", lambda rng, n: rng.lognormal(size=n), exp(0.5), False),
)


def coverage(draw: Draw, mean: float, n: int, repeats: int, symmetric: bool) -> list[float]:
    rng = np.random.default_rng(n)
    bootstrap = stats.Bootstrap(RESAMPLES, least=2)
    inside = np.zeros(3)
    for _ in range(repeats):
        values = np.asarray(draw(rng, n), dtype=float)
        intervals = [stats.t_interval(values), bootstrap.interval(values)]
        if symmetric:
            intervals.append(stats.hodges_lehmann(values).interval)
        inside[: len(intervals)] += [low <= mean <= high for low, high in intervals]
    return [float(count) / repeats for count in inside]


def _shown(share: float) -> str:
    """A share of 0 means that there is no interval for so few values."""
    return f"{share:.3f}" if share else "-"


def measure(repeats: int) -> list[list[str]]:
    rows = []
    for name, draw, mean, symmetric in DISTRIBUTIONS:
        shares = [coverage(draw, mean, n, repeats, symmetric) for n in SIZES]
        for k, method in enumerate(("t", "BCa", "Hodges-Lehmann")):
            if k < 2 or symmetric:
                rows.append([name, method, *(_shown(of_size[k]) for of_size in shares)])
    return rows


if __name__ == "__main__":
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    title = f"coverage of 95 % intervals, {repeats} samples each, {RESAMPLES} resamples"
    show(title, ["values", "interval", *(f"n = {n}" for n in SIZES)], measure(repeats))
