"""
Time the operations on graphs with hidden variables: projections, PAGs, separations, adjustment sets.

Run: .venv/bin/python benchmarks/hidden.py
With the package sep-distances installed, its distance is timed on the same two graphs and compared.
"""

from __future__ import annotations

import numpy as np
from _table import best, duration, show
from graphs import random_dag

import edgemark as em
from edgemark import Graph


def fresh(graph: Graph) -> Graph:
    """The same graph with empty caches."""
    return Graph._make(graph._names, graph.n_nodes, graph.words, graph.kind)


def hidden_dag(n_nodes: int, n_hidden: int, seed: int) -> tuple[Graph, list[str]]:
    """A DAG with twice as many edges as nodes, and the nodes to hide."""
    dag = random_dag(n_nodes, 2 * n_nodes, seed)
    named = dag.with_nodes([f"X{k}" for k in range(n_nodes)])
    chosen = np.random.default_rng(0).choice(n_nodes, n_hidden, replace=False)
    return named, [f"X{k}" for k in chosen]


def pag(n_nodes: int, n_hidden: int, seed: int) -> Graph:
    """The PAG of a random DAG with hidden nodes."""
    return em.to_pag(em.latent_projection(*hidden_dag(n_nodes, n_hidden, seed)))


def beside_sep_distances(n_nodes: int = 100) -> list[list[str]]:
    """Time of the separation distance by parents in sep-distances, which returns the same number."""
    try:
        from sep_distances.metrics import SD_DAGs
        from sep_distances.mixed_graph import LabelledMixedGraph
    except ImportError:
        return []
    pair = random_dag(n_nodes, 2 * n_nodes, 1), random_dag(n_nodes, 2 * n_nodes, 2)
    nodes = set(range(n_nodes))

    def theirs() -> float:
        place = {name: k for k, name in enumerate(pair[0].nodes)}
        sides = [
            LabelledMixedGraph(nodes, {(place[a], place[b]): None for a, _, b in graph.edges()})
            for graph in pair
        ]
        return SD_DAGs(*sides, normalized=False)

    assert theirs() == em.separation_distance(*map(fresh, pair))
    slow = best(theirs, 1)
    fast = best(lambda: em.separation_distance(*map(fresh, pair)), 50)
    return [[f"sep-distances, parents, {n_nodes} nodes", duration(slow), f"{slow / fast:,.0f} x ours"]]


def main() -> None:
    rows = []

    def add(what: str, work, target: str, repeats: int = 5) -> None:
        rows.append([what, duration(best(work, repeats)), target])

    dag, hidden = hidden_dag(240, 40, 1)
    add(
        "projection and PAG, 200 nodes and 40 hidden",
        lambda: em.to_pag(em.latent_projection(fresh(dag), hidden)),
        "1 s",
    )
    large, more_hidden = hidden_dag(1100, 100, 1)
    add(
        "projection, 1000 nodes and 100 hidden",
        lambda: em.latent_projection(fresh(large), more_hidden),
        "5 s",
    )
    sides = pag(375, 75, 1), pag(375, 75, 2)
    add("adjustment_aid, two PAGs of 300 nodes", lambda: em.adjustment_aid(*map(fresh, sides)), "1 s")
    for n in (100, 1000):
        pair = random_dag(n, 2 * n, 1), random_dag(n, 2 * n, 2)
        for separator in ("parents", "ancestors", "minimal"):
            target = "0.1 s" if (n, separator) == (1000, "parents") else ""
            add(
                f"separation_distance by {separator}, two DAGs of {n} nodes",
                lambda: em.separation_distance(*map(fresh, pair), separator=separator),  # noqa: B023
                target,
                3,
            )
    rows += beside_sep_distances()
    small = random_dag(20, 40, 1), random_dag(20, 40, 2)
    add(
        "sc_metric, exact, two DAGs of 20 nodes", lambda: em.metrics.sc_metric(*map(fresh, small)), "", 3
    )
    show("Hidden variables and separations", ["what", "time", "target"], rows)


if __name__ == "__main__":
    main()
