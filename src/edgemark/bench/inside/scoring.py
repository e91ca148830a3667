"""Score estimates. This is done in a sandbox, since some metrics take too long on some graphs."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from math import isfinite, nan
from typing import Any

from edgemark import chance, evaluate
from edgemark.bench.estimates import from_plain
from edgemark.errors import EdgemarkError
from edgemark.evaluation.references import mapped
from edgemark.graph import Graph, TemporalGraph, TemporalScores
from edgemark.metrics.bounds import bounds_by_name, has_total_of_estimate
from edgemark.report import Row
from edgemark.values import RATIOS

__all__ = ["score", "score_all"]

_N_GUESSES = 100
_MAX_NODES_FOR_CHANCE = 100


def score_all(jobs: Iterable[Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    """Score several estimates, see `score`."""
    return [score(job) for job in jobs]


def score(job: Mapping[str, Any]) -> list[dict[str, Any]]:
    """
    Score an estimate.

    Args:
        job: "truth" and "estimate" as plain values, "selectors", and "reference", the class that both
            are mapped to.

    Returns:
        For each selector, "value", "worst" and "chance" (None if unknown), "status" and "reason".
    """
    names = list(job["selectors"])
    try:
        truth = mapped(from_plain(job["truth"]), job["reference"], "truth")
        estimate = mapped(from_plain(job["estimate"]), job["reference"], "estimate")
        truth, estimate = _with_equal_lags(truth, estimate)
    except EdgemarkError as error:
        return [_undefined_score("refused", str(error)) for _ in names]
    return [_score_of(truth, estimate, name) for name in names]


def _with_equal_lags(truth: Any, estimate: Any) -> tuple[Any, Any]:
    """Extend time series graphs to the larger of their maximum lags; added lags have no edges."""
    if not isinstance(truth, TemporalGraph) or not isinstance(estimate, TemporalGraph | TemporalScores):
        return truth, estimate
    max_lag = max(truth.max_lag, estimate.max_lag)
    if truth.max_lag == estimate.max_lag:
        return truth, estimate
    return truth.with_max_lag(max_lag), estimate.with_max_lag(max_lag)


def _score_of(truth: Any, estimate: Any, name: str) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            [row] = evaluate(truth, estimate, [name])
    except (EdgemarkError, TypeError) as error:
        return _undefined_score("refused", str(error))
    worst_and_chance = {"worst": _worst(row), "chance": _chance(truth, estimate, name)}
    if row.status != "ok":
        return _undefined_score(row.status, str(row.reason)) | worst_and_chance
    return {"value": float(row.value), "status": "ok", "reason": "", **worst_and_chance}


def _worst(row: Row) -> float | None:
    """
    Return the worst possible value: the total of a count of errors, or the bound of the metric.

    None if there is no such value, or if it depends on the estimate.
    """
    if has_total_of_estimate(row.metric, row.convention):
        return None
    if row.better == "lower" and row.of is not None and row.metric not in RATIOS:
        return float(row.of)
    _, worst = bounds_by_name(row.metric)
    return worst if isfinite(worst) else None


def _undefined_score(status: str, reason: str) -> dict[str, Any]:
    return {"value": None, "status": status, "reason": reason, "worst": None, "chance": None}


def _chance(truth: Any, estimate: Any, name: str) -> float | None:
    """Return the expected score of random guessing; None if it is unknown or the graph is large."""
    if truth.n_nodes > _MAX_NODES_FOR_CHANCE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            [row] = chance(truth, estimate, [name], n_guesses=_N_GUESSES)
    except (EdgemarkError, TypeError):
        return None
    mean = nan if row.chance is None else row.chance.mean
    return mean if isfinite(mean) else None


def _warm_up(names: Iterable[str] = ("shd", "f1", "sid")) -> None:
    """Load the metrics when the server starts, so that its children need not load them."""
    graph = Graph.parse("A --> B", kind="dag")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chance(graph, graph, list(names), n_guesses=2)


_warm_up()
