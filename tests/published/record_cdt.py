"""
Record what cdt's SHD gives on seeded graph pairs, in cdt.json beside this file.

The record stands in for cdt, which needs torch and is no test dependency. Made with cdt 0.6.0 on
Python 3.11.7, numpy 2.4.6, networkx 3.6.1, scikit-learn 1.9.1, pandas 3.1.1, torch 2.13.0+cpu.

To run it again, in an environment of its own::

    pip install torch==2.13.0 cdt==0.6.0  # a CPU build of torch is enough
    python tests/published/record_cdt.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: cdt.metrics.SHD(truth, estimate), in
that order: its signature is SHD(target, pred, double_for_anticausal=True). Each stands under the
setting of the option; with False it is a float, a sum halved. Both are symmetric.

`pairs` and `write` also serve record_gcastle.py, so that the two files hold the same graphs.
"""

import json
import math
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import combinations, count, islice, product
from pathlib import Path

import numpy as np

SEED = 20250
HERE = Path(__file__).parent
# densities of (truth, estimate): the empty and the complete graph, each way round
EXTREMES = [(0, 0), (0, 0.5), (0.5, 0), (0, 1), (1, 0), (1, 1)]
# the four states of a pair of nodes, as the cells (a, b) and (b, a)
STATES = [(0, 0), (1, 0), (0, 1), (1, 1)]


def pairs() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield every (truth, estimate): 60 of DAGs, 40 with undirected edges, then the handmade."""
    rng = np.random.default_rng(SEED)
    yield from dag_pairs(rng)
    yield from pdag_pairs(rng)
    yield from handmade()


def dag_pairs(rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield 24 independent pairs, 24 where the estimate is near the truth, 12 extremes."""
    for k in range(24):
        p = 2 + k % 7
        yield dag(p, rng.uniform(0.15, 0.85), rng), dag(p, rng.uniform(0.15, 0.85), rng)
    for k in range(24):
        truth = dag(2 + k % 7, rng.uniform(0.3, 0.85), rng)
        yield truth, near(truth, rng)
    for p, (of_truth, of_estimate) in product((3, 6), EXTREMES):
        yield dag(p, of_truth, rng), dag(p, of_estimate, rng)


def pdag_pairs(rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield 40 pairs with an undirected edge in one of the two or in both."""
    drawn = (pdag_pair(k, rng) for k in count())
    yield from islice((pair for pair in drawn if any((a & a.T).any() for a in pair)), 40)


def pdag_pair(k: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw two partly undirected DAGs, or two near completed graphs (at times one is a DAG)."""
    half, odd = divmod(k, 2)
    p = 3 + half % 6
    if odd:
        truth, estimate = (dag(p, rng.uniform(0.4, 0.9), rng) for _ in range(2))
        return partly_undirected(truth, rng), partly_undirected(estimate, rng)
    truth = dag(p, rng.uniform(0.3, 0.85), rng)
    estimate = near(truth, rng)
    return (
        truth if half % 4 == 0 else cpdag(truth),
        estimate if half % 4 == 1 else cpdag(estimate),
    )


def handmade() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield all 16 pair states (missing, extra, reversed, undirected ...), alone and beside 1 -> 2.

    Then four shapes: a chain as a collider, a DAG as the complete undirected graph, the complete
    undirected graph as a DAG, a diamond as its own completed graph.
    """
    for p, true_state, found_state in product((2, 3), STATES, STATES):
        truth, estimate = (np.eye(p, k=1, dtype=int) for _ in range(2))
        truth[0, 1], truth[1, 0] = true_state
        estimate[0, 1], estimate[1, 0] = found_state
        yield truth, estimate
    chain = np.eye(3, k=1, dtype=int)
    collider = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
    ordered = np.triu(np.ones((4, 4), dtype=int), 1)
    undirected = ordered + ordered.T
    diamond = np.array([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]])
    yield chain, collider
    yield ordered, undirected
    yield undirected, ordered
    yield diamond, cpdag(diamond)


def dag(p: int, density: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a DAG: each pair is an arc with this probability, along a random order."""
    upper = np.triu(rng.random((p, p)) < density, 1).astype(int)
    order = rng.permutation(p)
    return upper[np.ix_(order, order)]


def near(truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw a DAG near this one: a tenth of its pairs change, under a mostly kept order."""
    p = len(truth)
    ancestors = np.linalg.matrix_power(np.eye(p, dtype=int) + truth, p).sum(axis=0)
    order = np.argsort(ancestors + rng.normal(0, ancestors.std(), p))
    skeleton = (truth + truth.T) ^ symmetric(p, 0.1, rng)
    estimate = np.zeros_like(truth)
    sorted_cells = np.ix_(order, order)
    estimate[sorted_cells] = np.triu(skeleton[sorted_cells], 1)
    return estimate


def partly_undirected(graph: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Drop the direction of each arc with probability 0.4."""
    return graph | (graph.T & symmetric(len(graph), 0.4, rng))


def symmetric(p: int, density: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a symmetric 0/1 matrix."""
    upper = np.triu(rng.random((p, p)) < density, 1).astype(int)
    return upper + upper.T


def cpdag(graph: np.ndarray) -> np.ndarray:
    """Complete a DAG: direct its unshielded colliders, then what Meek's rules 1 to 3 force."""
    nodes = range(len(graph))
    linked = (graph | graph.T).astype(bool)
    done = linked.astype(int)
    for a, b, c in product(nodes, repeat=3):
        if a != b and graph[a, c] and graph[b, c] and not linked[a, b]:
            done[c, a] = done[c, b] = 0
    while forced := [(a, b) for a, b in product(nodes, nodes) if is_forced(a, b, done, linked)]:
        for a, b in forced:
            done[b, a] = 0
    return done


def is_forced(a: int, b: int, graph: np.ndarray, linked: np.ndarray) -> bool:
    """Tell whether a - b must be a -> b."""
    arcs, undirected = (graph & ~graph.T).astype(bool), (graph & graph.T).astype(bool)
    if not undirected[a, b]:
        return False
    rule_1 = (arcs[:, a] & ~linked[:, b]).any()  # c -> a, c and b not linked
    rule_2 = (arcs[a] & arcs[:, b]).any()  # a -> c -> b
    between = np.flatnonzero(undirected[a] & arcs[:, b])  # a - c -> b
    rule_3 = any(not linked[c, d] for c, d in combinations(between, 2))
    return bool(rule_1 or rule_2 or rule_3)


def write(package: str, values_of: Callable[[np.ndarray, np.ndarray], dict[str, object]]) -> None:
    """Write the values of all pairs to the package's file, one case a line."""
    head = {
        "package": package,
        "version": version(package),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    lines = [
        json.dumps(
            {
                "truth": truth.tolist(),
                "estimate": estimate.tolist(),
                "values": recorded(values_of, truth, estimate),
            },
            separators=(",", ":"),
            allow_nan=False,
        )
        for truth, estimate in pairs()
    ]
    text = json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(lines) + "\n]}\n"
    (HERE / f"{package}.json").write_text(text, encoding="utf-8")


def recorded(
    values_of: Callable[[np.ndarray, np.ndarray], dict[str, object]],
    truth: np.ndarray,
    estimate: np.ndarray,
) -> dict[str, object]:
    """Call the package on copies: plain numbers, None for nan, what was raised as "error"."""
    try:
        values = values_of(truth.copy(), estimate.copy())
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    plain = {name: np.asarray(value).item() for name, value in values.items()}
    return {name: None if math.isnan(value) else value for name, value in plain.items()}


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without cdt
    from cdt.metrics import SHD

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        return {
            f"SHD(double_for_anticausal={double})": SHD(truth, estimate, double_for_anticausal=double)
            for double in (True, False)
        }

    write("cdt", values_of)


if __name__ == "__main__":
    main()
