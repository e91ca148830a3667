"""The true graph of the observed variables, for a truth that has hidden variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from edgemark.errors import AlignmentError, EdgemarkError, Remedy, listing
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.equivalence.dpags import lpcmci_target
from edgemark.graph.equivalence.series_latent import project_series
from edgemark.graph.latent import as_list
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.temporal_inputs import has_circles

__all__ = ["code_of_observed", "observed_series", "refuse_hidden_nodes"]


def observed_series(truth: TemporalGraph, hidden: Iterable[str], estimate: Any) -> TemporalGraph:
    """
    Return the graph of the observed variables that an estimate is compared with.

    It is the MAG of a window whose largest lag is that of the estimate, or that of the truth if the
    estimate cannot be read. If the estimate is a PAG or has circle marks, it is instead the graph that
    LPCMCI would return if all its tests were correct, see `lpcmci_target`.

    Args:
        truth: a time series graph that is a DAG.
        hidden: the hidden variables of the truth.
        estimate: a `TemporalGraph`, `TemporalScores`, or an object that `as_temporal` reads.

    Examples:
        >>> series = TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; lags 1")
        >>> observed_series(series, ["L"], TemporalGraph.parse("A; B; C; lags 2", kind="pag"))
        TemporalGraph.parse('A <-> B @1; C o-> A @1; lags 2', kind='pag')
    """
    hidden = as_list(hidden, "hidden")
    series = _as_temporal(estimate)
    if truth.is_named and series is not None and series.is_named:
        refuse_hidden_nodes([truth.nodes[truth.index(node)] for node in hidden], series)
    max_lag = truth.max_lag if series is None else series.max_lag
    mag = project_series(truth, hidden, "mag", max_lag)
    is_pag = isinstance(series, TemporalGraph) and (series.kind == "pag" or has_circles(series))
    return lpcmci_target(mag) if is_pag else mag


def code_of_observed(observed: Graph | TemporalGraph, hidden: Sequence[str]) -> str:
    """Return the code that projects the variable `truth` to the graph of its observed nodes."""
    if not isinstance(observed, TemporalGraph):
        return f"latent_projection(truth, {list(hidden)})"
    mag = f"latent_projection(truth, {list(hidden)}, max_lag={observed.max_lag})"
    return f"lpcmci_target({mag})" if observed.kind == "pag" else mag


def refuse_hidden_nodes(hidden: Iterable[str], estimate: Any) -> None:
    """Refuse an estimate that has a hidden node of the truth."""
    nodes_of_estimate = {str(node) for node in getattr(estimate, "nodes", ())}
    if not_hidden := [name for name in hidden if name in nodes_of_estimate]:
        raise AlignmentError(
            f"estimates must not have hidden nodes; this one has {listing(not_hidden)}",
            Remedy("Leave these nodes out of hidden, or out of the estimate"),
        )


def _as_temporal(estimate: Any) -> TemporalEstimate | None:
    if isinstance(estimate, TemporalEstimate):
        return estimate
    from edgemark.io import as_temporal

    try:
        return as_temporal(estimate)
    except (TypeError, EdgemarkError):
        return None  # The comparison reports what is wrong with the estimate.
