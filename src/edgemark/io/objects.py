"""Graphs of other libraries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal

from edgemark.conventions import Kind, require
from edgemark.errors import AmbiguityError
from edgemark.graph import Graph
from edgemark.graph.estimates import Estimate
from edgemark.graph.meaning import refuse_weights

__all__ = ["as_graph", "demand_several"]

_HOMES: Mapping[str, str] = MappingProxyType(
    {
        "causallearn": "causallearn_graphs",
        "networkx": "networkx_graphs",
        "pgmpy": "pgmpy_graphs",
        "pyagrum": "pyagrum_graphs",
    }
)
"""The module of this package that reads the objects of a library. A new library is a line here."""

_MATRICES = frozenset({"numpy", "scipy", "pandas", "polars", "torch", "jax"})
_ACCEPTED = (
    "a Graph; causal-learn's GeneralGraph, Dag and CausalGraph; a networkx graph; pgmpy's DAG, PDAG, "
    "ADMG, MAG, UndirectedGraph and Bayesian networks; pyAgrum's BayesNet, DAG, PDAG and MixedGraph"
)


def as_graph(
    obj: Any, *, kind: Kind | None = None, weights: Literal["refuse", "ignore"] = "refuse"
) -> Graph:
    """
    Make a Graph of a graph of another library.

    Names are what `str` makes of the library's labels. Latent variables stay nodes; positions are left
    behind.

    Args:
        obj: a Graph, which comes back as it is; a graph of causal-learn, networkx, pgmpy or pyAgrum.
        kind: what the graph is declared to be; None keeps what the object says of itself: a DAG class
            "dag", a CausalGraph of PC and pgmpy's PDAG "cpdag", a Graph of networkx "undirected". For a
            networkx DiGraph with A,B and B,A, "digraph" says that they are a cycle, and "pdag" or
            "cpdag" that they are one undirected edge.
        weights: what happens if edges of a networkx graph have weights other than 1, which a Graph
            cannot keep: an error ("refuse"), or every edge counts alike ("ignore"). For a ranking by
            the weights see `EdgeScores.from_networkx`.

    Returns:
        The graph.

    Raises:
        AmbiguityError: a matrix, a networkx DiGraph with A,B and B,A, or one with weights: nothing says
            how to read it.
        GraphError: the object holds what no graph can, such as a self-loop.
        TypeError: no graph.

    Examples:
        >>> import networkx
        >>> as_graph(networkx.DiGraph([("smoke", "lung")]))
        Graph.parse('smoke --> lung')
    """
    require("weights", weights, ("refuse", "ignore"))
    if isinstance(obj, Graph):
        return obj if kind is None else obj.with_kind(kind)
    if isinstance(obj, Estimate):
        raise TypeError(f"as_graph takes {_ACCEPTED}; got {type(obj).__name__}; {obj.way_to_graphs}")
    packages = [cls.__module__.partition(".")[0] for cls in type(obj).__mro__]
    for package in packages:
        if package in _HOMES:
            if weights == "refuse" and "networkx" in packages and hasattr(obj, "edges"):
                refuse_weights(obj)
            home = import_module(f"edgemark.io.{_HOMES[package]}")
            graph: Graph = home.graph_of(obj, kind)
            return graph if kind is None else graph.with_kind(kind)
    raise _refusal(obj, packages)


def demand_several(graphs: Any, what: str) -> None:
    """Raise TypeError for one graph, one file or nothing where several graphs are wanted."""
    if isinstance(graphs, str | os.PathLike):
        got, way_out = repr(graphs), "Read files first: [read(path) for path in ...]"
    elif isinstance(graphs, Graph) or _is_foreign(graphs):
        got, way_out = f"one {type(graphs).__name__}", "Put it in a list: [graph]"
    elif not isinstance(graphs, Iterable):
        got, way_out = repr(graphs), "Give a list: [graph, ...]"
    else:
        return
    raise TypeError(f"{what} must be several graphs; got {got}. {way_out}")


def class_names(obj: Any) -> tuple[str, ...]:
    """Names of the classes of an object, its own first; so that no library needs importing."""
    return tuple(cls.__name__ for cls in type(obj).__mro__)


def unsupported(obj: Any, hint: str = "") -> TypeError:
    """Build the error for an object that is no graph we read."""
    cls = type(obj)
    got = f"{cls.__module__}.{cls.__qualname__}"
    return TypeError(f"as_graph takes {_ACCEPTED}; got {got}.{' ' + hint if hint else ''}")


def _refusal(obj: Any, packages: list[str]) -> Exception:
    if isinstance(obj, str | os.PathLike):
        return TypeError(
            f"as_graph takes objects; got {obj!r}. For a file, read(path); for text such as 'A --> B', "
            f"Graph.parse(text)"
        )
    if _is_edges(obj):
        return TypeError(
            f"as_graph takes graphs; got a {type(obj).__name__} of edges. Say the marks: "
            f"Graph.from_edges([('A', '-->', 'B')])"
        )
    if not _MATRICES.isdisjoint(packages) or _is_matrix(obj):
        return AmbiguityError(
            f"a matrix does not say which way it points, nor what 1 in both cells of a pair means; got "
            f"{type(obj).__name__}. Say both: Graph.from_adjacency(matrix, direction=..., "
            f"symmetric=...). Scores or weights: EdgeScores(matrix, direction=...)"
        )
    return unsupported(obj, _hint(obj))


def _is_edges(obj: Any) -> bool:
    return _is_matrix(obj) and all(any(isinstance(end, str) for end in row) for row in obj)


def _is_matrix(obj: Any) -> bool:
    return isinstance(obj, list | tuple) and bool(obj) and all(isinstance(x, list | tuple) for x in obj)


def _hint(obj: Any) -> str:
    """Point at the graph inside what an algorithm returned."""
    if isinstance(obj, tuple) and obj and _is_foreign(obj[0]):
        return "The first part of it is a graph: as_graph(result[0])"
    if isinstance(obj, dict) and _is_foreign(obj.get("G")):
        return "Its entry 'G' is a graph: as_graph(result['G'])"
    return "Edges of any origin make a graph too: Graph.from_edges([('A', '-->', 'B')])"


def _is_foreign(obj: Any) -> bool:
    return any(cls.__module__.partition(".")[0] in _HOMES for cls in type(obj).__mro__)
