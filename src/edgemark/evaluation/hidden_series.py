"""
The graph that an estimate of the observed variables is compared with, if the truth has hidden ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark.errors import EdgemarkError
from edgemark.graph import TemporalGraph
from edgemark.graph.equivalence.dpags import lpcmci_target
from edgemark.graph.latent import latent_projection
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.temporal_inputs import has_circles

__all__ = ["observed_series"]


def observed_series(truth: TemporalGraph, hidden: Iterable[str], estimate: Any) -> TemporalGraph:
    """
    Return the graph of the observed variables that an estimate is compared with.

    It is the MAG of the window of the estimate, or of the truth if the estimate cannot be read. If the
    estimate is a PAG or has circles, it is the graph that LPCMCI would return without errors, see
    `lpcmci_target`.

    Args:
        truth: a DAG over time.
        hidden: the hidden variables of the truth.
        estimate: a `TemporalGraph`, `TemporalScores`, or an object `as_temporal` reads.

    Examples:
        >>> series = TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; lags 1")
        >>> observed_series(series, ["L"], TemporalGraph.parse("A; B; C; lags 2", kind="pag"))
        TemporalGraph.parse('A <-> B @1; C o-> A @1; lags 2', kind='pag')
    """
    observed = _as_temporal(estimate)
    max_lag = truth.max_lag if observed is None else observed.max_lag
    mag = latent_projection(truth, hidden, max_lag=max_lag)
    has_open_marks = isinstance(observed, TemporalGraph) and (
        observed.kind == "pag" or has_circles(observed)
    )
    return lpcmci_target(mag) if has_open_marks else mag


def _as_temporal(estimate: Any) -> TemporalEstimate | None:
    if isinstance(estimate, TemporalEstimate):
        return estimate
    from edgemark.io import as_temporal

    try:
        return as_temporal(estimate)
    except (TypeError, EdgemarkError):
        return None  # The comparison reports what is wrong with it.
