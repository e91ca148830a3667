"""Errors for objects that are not time series graphs, or that a format cannot hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark.errors import AmbiguityError, InputTypeError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.io.models_with_graphs import remedies_for_bootstrap, remedies_for_causeme

__all__ = ["demand_over_time", "refuse_both_ways", "unsupported_series"]

_ACCEPTED = (
    "time series graphs, and results of tigramite, lingam, causal-learn, cdans, statsmodels and "
    "networkx, which help(edgemark.as_temporal) lists"
)


def unsupported_series(obj: Any, *remedies: Remedy) -> InputTypeError:
    """
    Build the error for an object that `as_temporal` does not read.

    Args:
        obj: the object.
        remedies: what to do instead of building a graph of its edges.
    """
    cls = type(obj)
    build = Remedy(
        "Build a graph of its edges, such as",
        'TemporalGraph(["A", "B"], [("A", "-->", "B", 1)], max_lag=2)',
    )
    return InputTypeError(
        f"as_temporal takes {_ACCEPTED}; got {cls.__module__}.{cls.__qualname__}",
        *(remedies or remedies_for_bootstrap(obj) or remedies_for_causeme(obj) or (build,)),
    )


def demand_over_time(graph: Any, function: str, *remedies: Remedy) -> None:
    """Raise TypeError for an object that is not a TemporalGraph."""
    if not isinstance(graph, TemporalGraph):
        raise InputTypeError(
            f"{function} takes a TemporalGraph; got {type(graph).__name__}",
            *remedies,
        )


def refuse_both_ways(arcs: Iterable[tuple[str, str]], place: str) -> None:
    """Raise AmbiguityError for contemporaneous edges in both directions without marks."""
    distinct = set(arcs)
    both = [(a, b) for a, b in distinct if (b, a) in distinct and a != b]
    if both:
        a, b = min(both)
        raise AmbiguityError(
            f"edges both ways within a time step may be one edge without orientation or a cycle; got "
            f"{a!r},{b!r} and {b!r},{a!r} at lag 0. In {place}, write '---' once or '-->' twice"
        )
