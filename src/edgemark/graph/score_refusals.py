"""Refusals of objects that cannot be read as edge scores or as p-values, with what to give instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import GraphError, InputTypeError, KindError, Remedy
from edgemark.foreign import package_of, refuse_lazy
from edgemark.graph.ambiguity import has_attributes, is_called_pvalue, is_lowest_first, minus
from edgemark.graph.headings import columns_by_role, fields_of, refuse_undirected, rows_of_frame
from edgemark.graph.score_lists import numbers_of_field

__all__ = [
    "refuse_booleans",
    "refuse_frame",
    "refuse_lagged_edges",
    "refuse_listing_frame",
    "refuse_marked_edges",
    "refuse_networkx",
    "refuse_other_than_networkx",
    "refuse_undirected_scores",
    "remedies_for_lowest_first",
]

_MAY_BE_BOOLEAN = frozenset({"bool", "boolean", "object"})  # column types of pandas and polars


def refuse_frame(edges: Any) -> None:
    """Refuse a pandas or polars frame, which iterates over its columns, and show how to get its rows."""
    refuse_lazy(edges)
    if any(hasattr(edges, method) for method in ("itertuples", "iter_rows")):
        raise GraphError(
            f"scored edges must be triples (cause, effect, score); got a {type(edges).__name__} of "
            f"{len(edges.columns)} columns",
            _remedy_for_rows(edges)
            or Remedy(
                "Choose the columns of cause, effect and score, in this order, and give the rows as "
                "plain tuples"
            ),
        )


def refuse_listing_frame(frame: Any, *, are_pvalues: bool = False) -> None:
    """
    Refuse a frame that lists edges in columns such as source, target and score, if a matrix is needed.
    """
    refuse_lazy(frame)
    if not hasattr(frame, "columns") or not (remedy := _remedy_for_rows(frame, are_pvalues=are_pvalues)):
        return
    if list(frame.columns) != list(getattr(frame, "index", ())):
        raise GraphError(
            f"a frame must be a square matrix of nodes; got a list of edges with the columns "
            f"{', '.join(map(str, frame.columns))}",
            remedy,
        )


def _remedy_for_rows(frame: Any, *, are_pvalues: bool = False) -> Remedy | None:
    """
    Return the code that reads the rows of a frame of three columns: cause, effect and score. None for
    other frames.
    """
    names = list(frame.columns)
    causes, effects, _ = columns_by_role(names)
    if (len(names), len(causes), len(effects)) != (3, 1, 1):
        return None
    number_column = next(name for k, name in enumerate(names) if k not in (*causes, *effects))
    reader = "from_pvalues" if are_pvalues or is_called_pvalue(number_column) else "from_edges"
    if not hasattr(frame, "itertuples"):  # rows of polars are plain tuples, which keep no names
        in_order = ", ".join(map(repr, (names[causes[0]], names[effects[0]], number_column)))
        return Remedy("Give its rows", f"EdgeScores.{reader}(frame.select({in_order}).iter_rows())")
    return Remedy("Give its rows", f"EdgeScores.{reader}({rows_of_frame(frame)})")


def refuse_networkx(pvalues: Any) -> None:
    """Refuse a networkx graph that is given instead of p-values; it iterates over its nodes."""
    if hasattr(pvalues, "is_directed") and hasattr(pvalues, "edges"):
        raise InputTypeError(
            f"p-values must be a matrix or triples (cause, effect, p-value); got a "
            f"{type(pvalues).__name__}",
            Remedy("Give the edges of the graph with their attribute: graph.edges(data='p_value')"),
        )


def refuse_other_than_networkx(graph: Any) -> None:
    """Refuse an object that is not a graph of networkx or a class derived from it."""
    refuse_lazy(graph)
    if not (hasattr(graph, "is_directed") and hasattr(graph, "edges") and hasattr(graph, "nodes")):
        raise InputTypeError(
            f"from_networkx takes a graph of networkx with weights; got a {type(graph).__name__}",
            Remedy("Convert graphs of other packages with as_graph, without weights"),
        )


def refuse_lagged_edges(graph: Any) -> None:
    """Refuse a networkx time series graph, whose scores would lose their lags."""
    if not has_attributes(graph):
        return
    for a, b, lag in graph.edges(data="lag"):
        if lag is not None:
            raise KindError(
                f"edge scores have no lags; the edge of {a!r} and {b!r} has lag={lag!r}",
                Remedy("Put the scores into one matrix for each lag, and give them to TemporalScores"),
                Remedy("If the attribute means something else, rename it"),
            )


def refuse_marked_edges(graph: Any) -> None:
    """
    Refuse edges of a networkx graph whose attribute `mark` contradicts the direction that is scored.
    """
    if not has_attributes(graph):
        return
    plain = "-->" if graph.is_directed() else "---"
    for a, b, mark in graph.edges(data="mark"):
        if mark is not None and mark != plain:
            raise KindError(
                f"edge scores of this graph belong to edges {plain}; the edge of {a!r} and {b!r} has "
                f"mark={mark!r}",
                Remedy("Add each edge in the direction that is scored, without the attribute mark"),
                Remedy("If the attribute means something else, rename it"),
            )


def refuse_undirected_scores(edges: Any) -> None:
    """
    Refuse the edge view of an undirected networkx graph, and name the function that reads the graph.
    """
    name = getattr(edges, "_data", None)  # the attribute whose values the view lists
    option = f", weight={name!r}" if isinstance(name, str) and name != "weight" else ""
    refuse_undirected(edges, Remedy("Read the graph", f"EdgeScores.from_networkx(graph{option})"))


def remedies_for_lowest_first(edges: Sequence[Any], field: str) -> list[Remedy]:
    """
    Return the remedy that ranks by minus the score, if the name of its field means that the lowest is
    the best, such as cost.
    """
    if not is_lowest_first(field):
        return []
    named = [edge for edge in edges if type(edge) is not tuple and field in fields_of(edge, 3)]
    positions = {
        (causes[0], effects[0], names.index(field))
        for names in {fields_of(edge, 3) for edge in named}
        for causes, effects, _ in [columns_by_role(names)]
        if len(causes) == len(effects) == 1
    }
    if len(positions) != 1 or len(named) < len(edges):
        return [Remedy('Else give minus each number in plain tuples, with sign="keep"')]
    cause, effect, number = positions.pop()
    negated = minus(f"edge[{number}]", numbers_of_field(named, field))
    return [
        Remedy(
            "Else rank the listed pairs by minus each number",
            f"EdgeScores.from_edges([(edge[{cause}], edge[{effect}], {negated}) for edge in edges], "
            'sign="keep", unlisted=float("nan"))',
        )
    ]


def refuse_booleans(pvalues: Any) -> None:
    """
    Refuse a matrix of booleans such as ``p < 0.05``, whose True would be the worst p-value.

    Raises:
        GraphError: a cell is True or False.

    Examples:
        >>> refuse_booleans([[0, 0.5], [1, 0]])
    """
    if package_of(pvalues) == "scipy":
        has_booleans = pvalues.dtype.kind == "b"
    else:
        cells = pvalues if isinstance(pvalues, np.ndarray) else _objects(pvalues)
        has_booleans = cells.dtype.kind == "b" or (
            cells.dtype.kind == "O" and any(isinstance(cell, bool | np.bool_) for cell in cells.flat)
        )
    if has_booleans:
        raise GraphError(
            "p-values must be numbers from 0 to 1; got True or False, as in p < 0.05",
            Remedy("Give the p-values themselves"),
            Remedy("If True marks an edge, it is a graph: read it with Graph.from_adjacency"),
        )


def _objects(matrix: Any) -> NDArray[Any]:
    """
    Return the cells of lists or of a frame with their own types; no cells for ragged lists, or if no
    column of the frame can hold booleans.
    """
    columns = getattr(matrix, "dtypes", None)
    if columns is not None and not {str(dtype).lower() for dtype in columns} & _MAY_BE_BOOLEAN:
        return np.empty(0)
    try:
        return np.array(matrix, object)
    except ValueError:
        return np.empty(0)
