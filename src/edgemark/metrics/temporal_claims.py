"""Claims of estimates that allow hidden variables about causal effects in a time window."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.equivalence.dpags import lpcmci_target
from edgemark.graph.equivalence.hidden_variables import has_hidden_variables
from edgemark.graph.equivalence.series_latent import project_series
from edgemark.graph.kinds import WITHOUT_SELECTION, contemporaneous_pag_objection
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.temporal_checks import checked_length
from edgemark.graph.window_and_summary import cached_window
from edgemark.metrics.canonical_adjustment import (
    AdjustmentClaims,
    claims_of_counts,
    counts_of_verdicts,
)
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.temporal_inputs import has_circles
from edgemark.resources import demand_memory, n_threads

__all__ = ["temporal_adjustment_claims"]


def temporal_adjustment_claims(
    truth: Any, estimate: Any, *, length: int | None = None
) -> AdjustmentClaims:
    """
    Count right, wrong and open claims about effects in a time window, with hidden variables.

    It is `adjustment_claims` of the unrolled graphs, for every ordered pair of variables at time steps
    of the window. As for `temporal_sid`, the window begins without a past. If the estimate is declared a
    PAG or has circles, the truth is replaced by its `lpcmci_target`, so that a perfect LPCMCI has no
    wrong claim. The canonical sets follow from the marks of the unrolled graphs, in which the order of
    time directs more edges than in an ordinary PAG. It is therefore tested, but not proven, that a
    perfect estimate has no wrong claim about the MAG of the truth. The running time is cubic in the
    number of variables times steps.

    Args:
        truth: the MAG of a window, from `latent_projection` of the true graph; or a DAG without hidden
            variables; or, if the estimate is a PAG too, a PAG.
        estimate: a graph over the same variables and lags that is declared a MAG or a PAG or has
            circles, or an object `as_temporal` reads.
        length: number of time steps T of the window; None takes the maximum lag + 1.

    Returns:
        Counts over pT(pT-1) ordered pairs, with rates.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        GraphError: the length is below 1.
        KindError: the estimate is neither declared a MAG or a PAG nor has circles; the truth is a PAG
            and the estimate a MAG; or one of the graphs has a directed or almost directed cycle, two
            edges on one pair, or the marks of selection.
        LimitError: the computation needs more memory than is available.

    See also:
        adjustment_claims: for graphs without lags.
        temporal_sid_bounds: for results of PCMCI+.

    Examples:
        >>> series = TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; A --> D @1; lags 1")
        >>> from edgemark.graph.latent import latent_projection
        >>> mag = latent_projection(series, ["L"], max_lag=2)
        >>> claims = temporal_adjustment_claims(mag, lpcmci_target(mag))
        >>> claims.right, claims.wrong, claims.abstained, claims.both_open
        (129, 0, 0, 3)
    """
    aligned_truth, aligned_estimate = as_sides(truth, estimate)
    if not isinstance(aligned_estimate, TemporalGraph) or not (
        has_hidden_variables(aligned_estimate) or has_circles(aligned_estimate)
    ):
        raise KindError(
            "temporal_adjustment_claims needs an estimate that is declared a MAG or a PAG or has "
            "circles",
            Remedy('If it allows hidden variables, declare it when you build it: kind="mag" or "pag"'),
            Remedy("For a graph without hidden variables, use temporal_sid_bounds"),
        )
    _refuse_regimes(aligned_truth, aligned_estimate)
    if aligned_estimate.kind == "mag" and aligned_truth.kind == "pag":
        raise KindError(
            "temporal_adjustment_claims compares graphs of one class; the truth is declared a PAG and "
            "the estimate a MAG",
            Remedy("Pass the MAG of the truth, from latent_projection"),
        )
    if aligned_estimate.kind != "mag":
        aligned_truth = aligned_truth if aligned_truth.kind == "pag" else lpcmci_target(aligned_truth)
    elif aligned_truth.kind != "mag":
        aligned_truth = project_series(aligned_truth, (), "mag", None)
    steps = aligned_estimate.max_lag + 1 if length is None else checked_length(length)
    demand_memory(
        8 * (steps * aligned_estimate.n_nodes) ** 2, f"comparing the effects in {steps} time steps"
    )
    return claims_of_counts(
        _count_claims(aligned_truth, aligned_estimate, steps),
        _count_claims(aligned_truth, aligned_truth, steps),
    )


def _refuse_regimes(truth: TemporalGraph, estimate: TemporalGraph) -> None:
    for side, graph in (("truth", truth), ("estimate", estimate)):
        if edges_come_and_go(graph):
            raise KindError(
                f"temporal_adjustment_claims compares graphs that are the same at all times; the {side} "
                "has regimes, whose edges differ",
                Remedy(
                    "Compare the graphs of one time step",
                    "temporal_adjustment_claims(truth.at(time), estimate.at(time))",
                ),
            )


def _count_claims(truth: TemporalGraph, estimate: TemporalGraph, steps: int) -> NDArray[np.int64]:
    """Count the ordered pairs of the window with each verdict on the estimate's claim."""
    true_window, true_member = _window_and_member(truth, steps, "truth")
    estimated_window, estimated_member = _window_and_member(estimate, steps, "estimate")
    all_visible = False  # A directed edge may have a hidden common cause.
    verdicts = _core.canonical_claims(
        true_window.words, true_member.words, all_visible,
        estimated_window.words, estimated_member.words, all_visible, truth.n_nodes * steps, n_threads(),
    )  # fmt: skip
    return counts_of_verdicts(verdicts)


def _window_and_member(graph: TemporalGraph, steps: int, side: str) -> tuple[Graph, Graph]:
    """Return the window of a graph, and a MAG of the window's class, on which paths are followed."""
    window = cached_window(graph, steps)
    reason = contemporaneous_pag_objection(window)
    if reason is None and not window.present_states <= WITHOUT_SELECTION:
        reason = "it has the marks of selection"
    if reason is None:
        n = window.n_nodes
        member = Graph._make(window._names, n, _core.member_of_pag(window.words, n), "mag")
        reason = contemporaneous_pag_objection(member)
        if reason is None:
            return window, member
        reason = f"with arrowheads and tails instead of circles, {reason}"
    raise KindError(f"temporal_adjustment_claims needs a MAG or a PAG as the {side}; {reason}")
