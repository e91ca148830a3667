"""Typical code of a user, which type checkers must accept: mypy and pyright both read this file."""

from collections.abc import Sequence
from typing import assert_type

import networkx as nx
import numpy as np
import numpy.typing as npt

import edgemark as em
from edgemark import Count, EdgeScores, Graph, GraphSamples, Report, TemporalGraph, shd


def from_a_matrix(matrix: npt.NDArray[np.int8], names: Sequence[str]) -> Graph:
    return Graph.from_adjacency(matrix, direction="row-to-column", nodes=names)


def in_a_loop(truth: Graph, estimates: dict[str, Graph]) -> dict[str, Count]:
    return {name: shd(truth, found) for name, found in estimates.items()}


def with_objects_of_other_libraries(truth: nx.DiGraph) -> float:
    found = nx.DiGraph([("A", "B")])
    assert_type(em.shd(truth, found), Count)
    assert_type(em.shd(truth, found).rate, float)
    return em.nced(truth, found) + em.confusion(truth, found, of="skeleton").f1


def a_report(truth: Graph, found: Graph) -> list[str]:
    report = em.evaluate(truth, found, ["shd", "f1:skeleton"])
    assert_type(report, Report)
    worse = [row.metric for row in report if row.value > 1]
    return worse or [str(report)]


def effects(truth: Graph, found: Graph) -> tuple[int, int]:
    bounds = em.sid_bounds(truth, found)
    if bounds.exact:
        return em.sid(truth, found), em.parent_aid(truth, found)
    return bounds.lower, bounds.upper


def classes(truth: Graph) -> list[Graph]:
    cpdag = em.to_cpdag(truth)
    repaired, changed = em.repair(cpdag)
    assert_type(repaired, Graph)
    return list(em.members(cpdag)) if changed == 0 else [repaired]


def scores(truth: Graph, weights: npt.NDArray[np.float64]) -> float:
    found = EdgeScores(weights, truth.nodes, direction="row-to-column", sign="ignore")
    assert_type(found.at(0.5), Graph)
    return em.roc_auc(truth, found) + em.average_precision(truth, found)


def samples(truth: Graph, graphs: list[Graph]) -> float | None:
    chain = GraphSamples(graphs, weights=np.ones(len(graphs)))
    assert_type(chain.consensus(), Graph)
    return em.evaluation.expected(truth, chain, "shd")[0].value


def series(results: dict[str, object]) -> TemporalGraph:
    found = em.as_temporal(results)
    return found.renamed({"X": "Y"}).with_nodes(found.nodes)


def against_chance(truth: Graph, found: Graph) -> list[float]:
    report = em.chance(truth, found, ["shd"], seed=1)
    return [row.value for row in report]


def hidden(dag: Graph) -> Graph:
    return em.to_pag(em.latent_projection(dag, hidden=["L"]))


def refused(path: str) -> Graph | None:
    try:
        return em.read(path)
    except em.EdgemarkError as error:
        print(error)
        return None
