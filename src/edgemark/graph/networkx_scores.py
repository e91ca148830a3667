"""Scores that are attributes of the edges of a networkx graph."""

from __future__ import annotations

from contextlib import suppress
from math import isnan
from numbers import Real
from typing import Any

import numpy as np

from edgemark.arguments import as_number
from edgemark.conventions.options import Sign
from edgemark.errors import GraphError, Remedy, shown
from edgemark.graph.ambiguity import is_nan, listed_edges
from edgemark.graph.edge_attributes import may_be_marks
from edgemark.graph.matrices_of_marks import error_of_marks

__all__ = ["networkx_triples"]


def networkx_triples(
    graph: Any, weight: str, names: dict[Any, str], sign: Sign
) -> list[tuple[str, str, Any]]:
    """
    Return the weights of a networkx graph as triples; an undirected edge counts in both directions.

    An undirected graph keeps one of the two marks that a matrix of causal-learn has for an edge, so that
    negative weights that may be marks are refused, unless ``sign="keep"`` gives them a meaning.
    """
    edges = []
    for a, b, score in graph.edges(data=weight):
        if score is None:
            raise GraphError(
                f"every edge must have a score in its attribute {weight!r}; the edge of {a!r} and {b!r} "
                f"has none"
            )
        if type(score) is not float and isnan(as_number(score)) and not is_nan(score):
            raise _error_of_weight(graph, weight, (a, b, score))
        edges.append((names[a], names[b], score))
        if not graph.is_directed() and a != b:
            edges.append((names[b], names[a], score))
    if sign != "keep" and not graph.is_directed() and may_be_marks(graph, weight):
        raise error_of_marks("a networkx graph whose weights are -1 and 1 or 2, one for each edge,")
    return edges


def _error_of_weight(graph: Any, weight: str, edge: tuple[Any, Any, Any]) -> GraphError:
    """Return the error for an edge of a networkx graph whose score is no number."""
    a, b, score = edge
    remedy = Remedy("Give each edge one number, or nan if it was not scored")
    numbers = [number for *_, number in graph.edges(data=weight) if number is not None]
    if all(isinstance(number, str | bool | np.bool_ | Real) for number in numbers):
        with suppress(ValueError, OverflowError):
            _ = [float(number) for number in numbers]
            arguments = listed_edges(graph, weight, "float(number)")
            remedy = Remedy("Convert the scores", f"EdgeScores.from_edges({arguments})")
    return GraphError(
        f"a score must be a number; the edge of {shown(a)} and {shown(b)} has {weight}={shown(score)}",
        remedy,
    )
