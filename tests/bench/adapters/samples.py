"""Data on which directions cannot be mistaken, and data of every kind for every adapter."""

from functools import cache

import numpy as np

import edgemark as em
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.data import asia


def of(columns, order, kind="continuous", targets=None):
    """A data set of named columns, put into an order of their names."""
    return Dataset(np.column_stack([columns[name] for name in order]), list(order), kind, targets)


def collider(order, rows=2000, seed=0):
    """Real numbers of A --> C <-- B, by columns in an order."""
    a, b, noise = np.random.default_rng(seed).normal(size=(3, rows))
    return of({"A": a, "B": b, "C": a + b + 0.5 * noise}, order)


def discrete_collider(order, rows=3000, seed=0):
    """States of the same; C is the sum of A and B, now and then another."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 2, (2, rows))
    other = rng.integers(0, 3, rows)
    c = np.where(rng.random(rows) < 0.1, other, a + b)
    return of({"A": a, "B": b, "C": c}, order, "discrete")


def chain(order, rows=1000, seed=0, noise="laplace"):
    """A --> B --> C with noise that is not normal, and variances that grow."""
    e = getattr(np.random.default_rng(seed), noise)(size=(3, rows))
    a = e[0]
    b = 1.5 * a + e[1]
    return of({"A": a, "B": b, "C": 1.5 * b + e[2]}, order)


def lagged(order, steps=400, seed=0):
    """A --> B one step later, and nothing else; both with a memory of their own."""
    e = np.random.default_rng(seed).uniform(-1, 1, (2, steps))
    a, b = e.copy()
    for t in range(1, steps):
        a[t] += 0.6 * a[t - 1]
        b[t] += 0.4 * b[t - 1] + 0.8 * a[t - 1]
    return of({"A": a, "B": b}, order, "series")


def latent(rows=400, seed=1190):
    """Linear Gaussian data for which FCI's own answer changes with PYTHONHASHSEED."""
    rng = np.random.default_rng(seed)
    weights = np.triu((rng.random((11, 11)) < 0.3) * rng.normal(size=(11, 11)), 1)
    data = rng.normal(size=(rows, 11)) @ np.linalg.inv(np.eye(11) - weights)
    names = ("kiwi", "apple", "zebra", "mango", "delta", "quark", "fig", "yak")
    return Dataset(data[:, rng.permutation(11)[:8]], names)


SERIES_TRUTH = em.TemporalGraph.parse("a --> a @1; a --> b @1; b --> c; lags 1")
TRUTHS = {
    "discrete": em.Graph.parse(
        "smoke --> lung --> either; smoke --> bronc --> dysp; either --> dysp", kind="dag"
    ),
    "continuous": em.Graph.parse("a --> c <-- b; c --> d", kind="dag"),
    "series": SERIES_TRUTH,
}


@cache
def data(kind):
    """A small data set of a kind; its truth is in `TRUTHS`."""
    if kind == "discrete":
        sample = asia().sample(200, seed=1)
        columns = [sample.names.index(name) for name in ("dysp", "lung", "smoke", "either", "bronc")]
        names = [sample.names[k] for k in columns]
        return Dataset(sample.values[:, columns], names, "discrete")
    rng = np.random.default_rng(3)
    if kind == "continuous":
        a, b, c, d = rng.laplace(size=(4, 250))
        c = a + b + c
        return Dataset(np.column_stack([a, b, c, c + d]), ["a", "b", "c", "d"])
    a, b, c = rng.uniform(-1, 1, (3, 200))
    for t in range(1, 200):
        a[t] += 0.7 * a[t - 1]
        b[t] += 0.8 * a[t - 1]
        c[t] += 0.8 * b[t]
    return Dataset(np.column_stack([a, b, c]), ["a", "b", "c"], "series")


def fitting(adapter, kind):
    """Values for the parameters of an adapter that are not meant for a kind of data by default."""
    found = {}
    for name, parameter in adapter.parameters.items():
        everywhere = frozenset({kind})
        fits = [c for c in parameter.choices or () if kind in parameter.data.get(c, everywhere)]
        if parameter.choices and parameter.default not in fits:
            found[name] = fits[0]
    return found


CASES = [(name, kind) for name, a in ADAPTERS.items() for kind in sorted(a.data)]


def learn(name, kind, seed=1, columns=None):
    """Run an adapter on the small data set of a kind."""
    adapter, dataset = ADAPTERS[name], columns or data(kind)
    return adapter.run(dataset, seed=seed, truth=TRUTHS[kind], **fitting(adapter, kind))


def everything():
    """What every adapter learns, as text."""
    return {f"{name} {kind}": repr(learn(name, kind)) for name, kind in CASES}


HARD = ("causal-learn:fci", "pgmpy:hill-climbing")
"""Adapters of libraries that go through sets of nodes."""


def hard():
    """What these learn from data on which the order of a set decides, as text."""
    sample = asia().sample(150, seed=1)
    ties = Dataset(sample.values[:, 1:], sample.names[1:], "discrete")
    return {
        "causal-learn:fci": repr(ADAPTERS["causal-learn:fci"].run(latent())),
        "pgmpy:hill-climbing": repr(ADAPTERS["pgmpy:hill-climbing"].run(ties)),
    }
