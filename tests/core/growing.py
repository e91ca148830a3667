"""Graphs of any size, as the words that the core reads."""

from functools import cache

import numpy as np

from edgemark import _core
from edgemark.graph.marks import BACKWARD, BIDIRECTED, FORWARD, UNDIRECTED


def words(firsts, seconds, states) -> np.ndarray:
    found = firsts.astype(np.uint64) << np.uint64(32) | seconds.astype(np.uint64) << np.uint64(4)
    return np.sort(found | np.asarray(states).astype(np.uint64))


def distinct_pairs(firsts, seconds) -> tuple[np.ndarray, np.ndarray]:
    chosen = np.unique(np.stack([firsts, seconds], axis=1)[firsts < seconds], axis=0)
    return chosen[:, 0], chosen[:, 1]


@cache
def near(n: int, seed: int = 0, reach: int = 8) -> np.ndarray:
    """A DAG with two edges for each node, none far, from lower to higher numbers."""
    rng = np.random.default_rng(seed)
    heads = np.repeat(np.arange(1, n), 2)
    tails = np.maximum(heads - rng.integers(1, reach + 1, heads.size), 0)
    return words(*distinct_pairs(tails, heads), FORWARD)


@cache
def apart(n: int, seed: int = 0) -> np.ndarray:
    """DAGs of ten nodes each, with two edges for each node."""
    rng = np.random.default_rng(seed)
    heads = np.repeat(np.arange(1, n), 2)
    start = heads // 10 * 10
    tails = start + (rng.random(heads.size) * (heads - start)).astype(int)
    return words(*distinct_pairs(tails, heads), FORWARD)


def path(n: int, state: int) -> np.ndarray:
    return words(np.arange(n - 1), np.arange(1, n), state)


def star(n: int, state: int) -> np.ndarray:
    """The last node with an edge to every other."""
    return words(np.arange(n - 1), np.full(n - 1, n - 1), state)


def two_stars(n: int) -> np.ndarray:
    """Arrows from the first two nodes to all others."""
    firsts = np.repeat([0, 1], n - 2)
    return words(firsts, np.tile(np.arange(2, n), 2), FORWARD)


def complete(p: int, state: int) -> np.ndarray:
    return words(*np.triu_indices(p, 1), state)


def path_from_an_arrow(n: int) -> np.ndarray:
    """A path of undirected edges and a last edge that points down the path."""
    found = path(n, UNDIRECTED)
    found[-1] ^= np.uint64(UNDIRECTED ^ BACKWARD)
    return found


def path_from_a_collider(n: int) -> np.ndarray:
    """Two arrows meet in the third node from the end, and a path leads down from there."""
    return np.sort(
        np.append(path(n - 1, BACKWARD), words(np.array([n - 3]), np.array([n - 1]), BACKWARD))
    )


@cache
def dense(m: int) -> tuple[np.ndarray, int]:
    """Arrows either way and lines on a fifth of all pairs, about m edges."""
    p, rng = round((10 * m) ** 0.5), np.random.default_rng(0)
    pairs = np.flatnonzero(rng.random(p * (p - 1) // 2) < 0.2)
    firsts, seconds = (ends[pairs] for ends in np.triu_indices(p, 1))
    return words(firsts, seconds, rng.choice([FORWARD, BACKWARD, UNDIRECTED], pairs.size)), p


@cache
def tournament(m: int) -> tuple[np.ndarray, int]:
    """An arrow between every two nodes, either way, about m of them."""
    p = round((2 * m) ** 0.5)
    firsts, seconds = np.triu_indices(p, 1)
    return words(firsts, seconds, np.random.default_rng(0).choice([FORWARD, BACKWARD], firsts.size)), p


def turned(graph: np.ndarray) -> np.ndarray:
    """Every third arrow points the other way."""
    return np.where(np.arange(graph.size) % 3 == 0, graph ^ np.uint64(FORWARD ^ BACKWARD), graph)


def strip(n: int) -> np.ndarray:
    """Undirected triangles in a row."""
    firsts = np.r_[np.arange(n - 1), np.arange(n - 2)]
    return words(firsts, np.r_[np.arange(1, n), np.arange(2, n)], UNDIRECTED)


@cache
def triples(n: int) -> np.ndarray:
    """Undirected paths of three nodes each."""
    firsts = np.array([k for k in range(n - 1) if k % 3 != 2])
    return words(firsts, firsts + 1, UNDIRECTED)


@cache
def mag(n: int) -> np.ndarray:
    """Arrows and bidirected edges between near nodes."""
    found = apart(n)
    return np.where(np.arange(found.size) % 7 == 0, found ^ np.uint64(FORWARD ^ BIDIRECTED), found)


@cache
def true_mag(n: int) -> np.ndarray:
    """The MAG of DAGs of ten nodes, one in ten of them hidden."""
    return _core.mag_of(apart(n), roles(n))


def roles(n: int) -> np.ndarray:
    return (np.arange(n) % 10 == 0).astype(np.uint8)


def observed(n: int) -> int:
    return int((roles(n) == 0).sum())
