"""
The graph pairs on which the R and Java packages were recorded, as JSON.

`python tests/published/peer_cases.py` prints 68 pairs of DAGs and completed graphs, as 0/1
matrices: A[i, j] = 1 is i -> j, both cells are i - j. The record_*.R scripts read them::

    python tests/published/peer_cases.py > cases.json
    Rscript tests/published/record_pcalg.R cases.json > tests/published/pcalg.json

`mark_pairs` gives the same 68 and 120 with circles and bidirected edges, for record_tetrad.py, as
matrices of marks: M[i, j] is the mark at j, 0 no edge, 1 circle, 2 arrow, 3 tail.
"""

import json
from collections.abc import Iterator
from itertools import product

import numpy as np
from record_cdt import EXTREMES, cpdag, dag, handmade, near

SEED = 20260
# the ten states of a pair of nodes, as the marks (at b, at a)
MARK_STATES = [(0, 0), (2, 3), (3, 2), (3, 3), (2, 2), (2, 1), (1, 2), (1, 1), (3, 1), (1, 3)]
# the marks (at j, at i) of the cells (i, j) and (j, i)
MARKS = {(0, 0): 0, (1, 0): 2, (0, 1): 3, (1, 1): 3}


def pairs() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield 36 handmade pairs (all states of one pair of nodes), 6 extremes and 26 drawn ones."""
    rng = np.random.default_rng(SEED)
    yield from handmade()
    for of_truth, of_estimate in EXTREMES:
        yield dag(4, of_truth, rng), dag(4, of_estimate, rng)
    for k in range(26):
        truth = dag(3 + k % 4, rng.uniform(0.4, 0.9), rng)
        estimate = near(truth, rng) if k % 2 else dag(len(truth), rng.uniform(0.3, 0.9), rng)
        yield truth if k % 3 < 2 else cpdag(truth), estimate if k % 3 == 0 else cpdag(estimate)


def mark_pairs() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield all pairs as marks, all 100 pairs of states of one pair of nodes, and 20 drawn ones."""
    for truth, estimate in pairs():
        yield as_marks(truth), as_marks(estimate)
    for true_state, found_state in product(MARK_STATES, MARK_STATES):
        yield one_edge(true_state), one_edge(found_state)
    rng = np.random.default_rng(SEED + 1)
    for k in range(20):
        p = 4 + k % 3
        truth = dag(p, rng.uniform(0.3, 0.7), rng)
        yield as_marks(truth) if k % 2 else marked(truth, rng), marked(near(truth, rng), rng)


def as_marks(graph: np.ndarray) -> np.ndarray:
    """Turn a 0/1 matrix into one of marks."""
    nodes = range(len(graph))
    cells = [[MARKS[graph[i, j], graph[j, i]] for j in nodes] for i in nodes]
    return np.array(cells)


def one_edge(state: tuple[int, int]) -> np.ndarray:
    """Give the graph of two nodes with this edge."""
    return np.array([[0, state[0]], [state[1], 0]])


def marked(graph: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw an edge of any kind wherever the graph has one, keeping half of them as they are."""
    marks = as_marks(graph)
    for i, j in np.argwhere(np.triu(marks)):
        if rng.random() < 0.5:
            marks[i, j], marks[j, i] = MARK_STATES[rng.integers(1, len(MARK_STATES))]
    return marks


if __name__ == "__main__":
    print(json.dumps([{"truth": a.tolist(), "estimate": b.tolist()} for a, b in pairs()]))
