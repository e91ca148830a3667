"""
How long does it take from the user's own matrix to the value of a metric?

Every repetition gets matrices and graphs of its own, so no value is cached. The time is that of a user's
first call. gadjid runs on the same matrices in the same process, unless that takes minutes. Both use one
thread. The script asserts that the values are equal.
Run: .venv/bin/python benchmarks/objects.py                   (everything)
     .venv/bin/python benchmarks/objects.py --most-nodes 300
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Callable, Iterable, Iterator

os.environ["RAYON_NUM_THREADS"] = os.environ["EDGEMARK_NUM_THREADS"] = "1"

import gadjid
import networkx
import numpy as np
import pandas
import scipy.sparse
from _table import best, best_fresh, duration, per_call, show
from graphs import matrix, random_dag

import edgemark as em

Matrices = tuple[np.ndarray, np.ndarray]
Pair = tuple[em.Graph, em.Graph]

# The number of nodes, and the number of edges or the share of pairs with an edge.
CASES = ((20, 40), (300, 1500), (300, 0.3), (1000, 5000), (1000, 0.3), (3000, 15_000), (3000, 0.3))
SLOW = {("ancestor_aid", 1000, 0.3), ("parent_aid", 1000, 0.3)}  # minutes for gadjid
MOST_NODES_FOR_AID = 1000


def read(array: np.ndarray) -> em.Graph:
    return em.Graph.from_adjacency(array, direction="row-to-column")


def by_gadjid(name: str, a: np.ndarray, b: np.ndarray) -> int:
    """Return the number of errors that gadjid counts."""
    if name == "shd":
        return int(gadjid.shd(a, b)[1])
    return int(getattr(gadjid, name)(a, b, edge_direction="from row to column")[1])


def with_fresh_objects(n: int, size: float) -> Iterator[list[str]]:
    """Time metrics of one pair of random DAGs, from matrices and from graphs with empty caches."""
    n_edges = int(size if size >= 1 else size * n * (n - 1) / 2)
    a, b = (matrix(random_dag(n, n_edges, seed)) for seed in (1, 2))
    repeats = 200 if n <= 20 else 15

    def copies() -> Matrices:
        return a.copy(), b.copy()

    def graphs() -> Pair:
        return read(a.copy()), read(b.copy())

    case = f"{n:,} nodes, {n_edges:,} edges"
    reading = best_fresh(copies, lambda both: read(both[0]), repeats)
    floor = best_fresh(copies, lambda both: both[0].copy(), repeats)
    yield [case, "matrix to graph", duration(reading), "", f"{reading / floor:.1f} x copying the matrix"]
    for name in ("shd", "parent_aid", "ancestor_aid"):
        if name != "shd" and n > MOST_NODES_FOR_AID:
            continue
        distance: Callable[[em.Graph, em.Graph], object] = getattr(em, name)
        from_matrices = best_fresh(
            copies, lambda both, d=distance: d(read(both[0]), read(both[1])), repeats
        )
        from_graphs = best_fresh(graphs, lambda both, d=distance: d(*both), repeats)
        if (name, n, size) in SLOW:
            peer = None
        else:
            assert by_gadjid(name, a, b) == distance(*graphs())
            once = best(lambda name=name: by_gadjid(name, a, b), 1)
            more = 3 if once > 0.3 else repeats
            peer = best(lambda name=name: by_gadjid(name, a, b), more)
        for what, seconds in (("matrices", from_matrices), ("fresh graphs", from_graphs)):
            ratio = "" if peer is None else f"{peer / seconds:,.1f}x"
            yield [case, f"{what} to {name}", duration(seconds), duration(peer) if peer else "", ratio]


def with_cached_graphs(n: int, n_edges: int) -> Iterator[list[str]]:
    """Time metrics of graphs whose caches hold everything except the value of the metric."""
    truth = read(matrix(random_dag(n, n_edges, 0)))
    others = [read(matrix(random_dag(n, n_edges, 1 + seed))) for seed in range(2)]
    for name in ("shd", "parent_aid", "ancestor_aid", "oset_aid"):
        distance = getattr(em, name)
        a, b = matrix(truth), matrix(others[0])
        assert distance(truth, others[0]) == by_gadjid(name, a, b)

        def alternate(distance: Callable[..., object] = distance) -> None:
            distance(truth, others[0])  # Only the value for the last estimate is cached.
            distance(truth, others[1])

        ours = per_call(alternate, 20, 200) / 2  # Rounds are short, so the best one is not interrupted.
        peer = per_call(lambda name=name, a=a, b=b: by_gadjid(name, a, b), 20, 200)
        yield [f"{n} nodes, {n_edges} edges", f"cached graphs to {name}", duration(ours), duration(peer),
               f"{peer / ours:,.1f}x"]  # fmt: skip


def of_other_libraries(n: int = 5000, n_edges: int = 25_000) -> Iterator[list[str]]:
    """
    Time to read objects of other libraries, compared with one loop over them that does nothing.

    The edges are in a random order. The loop over triples unpacks them. The other loops go over the
    edges of a networkx graph, over the positions of the edges in a sparse matrix, and over the columns
    of a frame.
    """
    graph = random_dag(n, n_edges, 1).with_nodes([f"X{k}" for k in range(n)])
    edges = graph.edges()
    random.Random(0).shuffle(edges)
    digraph = networkx.DiGraph()
    digraph.add_nodes_from(graph.nodes)
    digraph.add_edges_from((a, b) for a, _, b in edges)
    nodes = list(graph.nodes)
    # Triples as from a file, in which every name is a string object of its own.
    file_edges = [tuple(json.loads(json.dumps(edge))) for edge in edges]
    cells = scipy.sparse.csr_array(matrix(graph))
    frame = pandas.DataFrame(matrix(graph), index=nodes, columns=nodes)

    def unpack(triples: list[tuple[str, str, str]]) -> None:
        for _a, _glyph, _b in triples:
            pass

    def loop(pairs: Iterable[tuple[object, object]]) -> None:
        for _a, _b in pairs:
            pass

    def from_triples(triples: list[tuple[str, str, str]]) -> em.Graph:
        return em.Graph.from_edges(triples, nodes=nodes)

    def from_matrix(cells: object, names: list[str] | None = None) -> em.Graph:
        return em.Graph.from_adjacency(cells, direction="row-to-column", nodes=names)

    cases: tuple[tuple[str, Callable[[], em.Graph], Callable[[], object]], ...] = (
        ("networkx DiGraph", lambda: em.as_graph(digraph), lambda: loop(digraph.edges)),
        ("list of triples", lambda: from_triples(edges), lambda: unpack(edges)),
        ("triples without nodes", lambda: em.Graph.from_edges(edges), lambda: unpack(edges)),
        ("list of triples of a file", lambda: from_triples(file_edges), lambda: unpack(file_edges)),
        ("scipy.sparse CSR", lambda: from_matrix(cells, nodes),
         lambda: loop(zip(*(ends.tolist() for ends in cells.nonzero()), strict=True))),
        ("pandas frame", lambda: from_matrix(frame), lambda: [frame[name] for name in frame]),
    )  # fmt: skip
    for what, read_it, loop_once in cases:
        assert read_it() == graph
        ours, floor = best(read_it, 25), best(loop_once, 25 if what != "pandas frame" else 3)
        yield [f"{n:,} nodes, {n_edges:,} edges", f"{what} to graph", duration(ours), "",
               f"{ours / floor:.2f} x one empty loop over it, {duration(floor)}"]  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--most-nodes", type=int, default=3000)
    most = parser.parse_args().most_nodes
    rows = [row for case in CASES if case[0] <= most for row in with_fresh_objects(*case)]
    header = ["graphs", "what", "edgemark", "gadjid", ""]
    show("From the object to the value of the metric; best times", header,
         [*rows, *with_cached_graphs(10, 20), *with_cached_graphs(20, 40),
          *of_other_libraries()])  # fmt: skip
