"""Graphs and scores over time of other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Literal

from edgemark.conventions import Contemporaneous, choices, require
from edgemark.errors import AmbiguityError
from edgemark.graph import Graph, TemporalGraph, TemporalScores

__all__ = ["as_temporal", "as_temporal_scores"]

_HOMES: Mapping[str, str] = {
    "tigramite": "tigramite_arrays",
    "lingam": "autoregressions",
    "statsmodels": "autoregressions",
    "cdans": "cdans_graphs",
    "networkx": "networkx_series",
}
"""The module of this package that reads the objects of a library."""

_ACCEPTED = (
    "a TemporalGraph; the result or the array of strings of tigramite; lingam's VARLiNGAM; statsmodels' "
    "result of a VAR; cdans' TimeSeriesGraph, CDANsResult and SyntheticDataset; a networkx graph whose "
    "edges have the attribute 'lag'"
)


def as_temporal(
    obj: Any,
    *,
    contemporaneous: Contemporaneous | None = None,
    threshold: float | None = None,
    nodes: Iterable[str] | None = None,
) -> TemporalGraph:
    """
    Make a time-series graph of what another library returned.

    Args:
        obj: a TemporalGraph, which comes back as it is; what PCMCI, PCMCI+, LPCMCI or J-PCMCI+ of
            tigramite returned, or its array of strings; a fitted VARLiNGAM of lingam; the result of a
            fitted VAR of statsmodels; a graph, result or data set of cdans; a networkx graph whose edges
            have the attribute `lag`.
        contemporaneous: for tigramite, what ``o-o`` within a time step is: no orientation, as PCMCI and
            PCMCI+ mean it ("cpdag", read as ``---``), or a circle at each end, as LPCMCI does ("pag").
            Needed where one occurs. A conflict ``x-x`` is read like ``o-o`` and counted.
        threshold: for coefficients, the size above which one is an edge.
        nodes: names of the variables, where the object has none.

    Returns:
        The graph.

    Raises:
        AmbiguityError: ``o-o`` or coefficients, and nobody said what they mean.
        GraphError: the object holds what no such graph can, such as a cycle within a time step.
        TypeError: no such object.

    Examples:
        >>> import numpy as np
        >>> array = np.full((2, 2, 2), "", dtype="<U3")
        >>> array[0, 1, 1], array[0, 1, 0], array[1, 0, 0] = "-->", "o-o", "o-o"
        >>> as_temporal({"graph": array}, contemporaneous="cpdag", nodes=["A", "B"])
        TemporalGraph.parse('A --- B; A --> B @1; lags 1', kind='pdag')
    """
    if contemporaneous is not None:
        require("contemporaneous", contemporaneous, choices(Contemporaneous))
    if isinstance(obj, TemporalGraph):
        return obj if nodes is None else obj.with_nodes(list(nodes))
    if isinstance(obj, Graph):
        raise TypeError(
            "as_temporal takes graphs over time; got a Graph, which has no lags. Build one with "
            "TemporalGraph(nodes, edges, max_lag=0), or compare it with truth.summary()"
        )
    home = _home_of(obj)
    if home is None:
        raise _refusal(obj)
    options = {"contemporaneous": contemporaneous, "threshold": threshold}
    reader: Callable[..., TemporalGraph] = import_module(f"edgemark.io.{home}").temporal_of
    return reader(obj, options, None if nodes is None else list(nodes))


def as_temporal_scores(
    obj: Any, *, of: Literal["strength", "p-value"] = "strength", nodes: Iterable[str] | None = None
) -> TemporalScores:
    """
    Make scores over time of what tigramite returned.

    Args:
        obj: the result of PCMCI, PCMCI+, LPCMCI or J-PCMCI+.
        of: "strength" for the size of the test statistic, its `val_matrix`; "p-value" for 1 minus the
            p-value, its `p_matrix`.
        nodes: names of the variables.

    Returns:
        A score for each cause, effect and lag.

    Raises:
        TypeError: no such result.

    Examples:
        >>> result = {"val_matrix": [[[0, 0.5], [0.3, -0.8]], [[0.3, 0], [0, 0.1]]]}
        >>> as_temporal_scores(result, nodes=["A", "B"])["A", "B", 1]
        0.8
    """
    from edgemark.io.tigramite_arrays import scores_of

    require("of", of, ("strength", "p-value"))
    return scores_of(obj, of, None if nodes is None else list(nodes))


def _home_of(obj: Any) -> str | None:
    from edgemark.io.tigramite_arrays import is_result

    if is_result(obj):
        return _HOMES["tigramite"]
    if hasattr(obj, "contemp_adj"):
        return _HOMES["cdans"]
    packages = (cls.__module__.partition(".")[0] for cls in type(obj).__mro__)
    return next((_HOMES[package] for package in packages if package in _HOMES), None)


def unsupported_series(obj: Any) -> TypeError:
    """Build the error for an object that is no graph over time we read."""
    cls = type(obj)
    return TypeError(
        f"as_temporal takes {_ACCEPTED}; got {cls.__module__}.{cls.__qualname__}. Edges of any origin "
        f'make a graph too: TemporalGraph(nodes, [("A", "-->", "B", 1)], max_lag=2)'
    )


def _refusal(obj: Any) -> Exception:
    if type(obj).__module__.partition(".")[0] in ("numpy", "pandas") or isinstance(obj, list | tuple):
        return AmbiguityError(
            f"matrices do not say which way they point, nor at which lag they begin; got "
            f"{type(obj).__name__}. Say both: TemporalGraph.from_matrices(array, direction=..., "
            f"first_lag=...)"
        )
    return unsupported_series(obj)
