"""Checks that compared runs count the same node pairs and lags."""

from __future__ import annotations

from collections.abc import Iterator

from edgemark.errors import Remedy, StatisticsError
from edgemark.metrics.counted_lags import is_range_of_lags
from edgemark.stats.runs import Run, Runs, number_name

__all__ = ["demand_same_candidates", "on_several_candidates"]


def demand_same_candidates(*sides: Runs) -> None:
    """
    Refuse values of one metric, data set and seed that were counted over different candidate pairs.

    A method that is scored on 3 pairs can have fewer errors than one that is scored on 15 pairs.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": "PC", "dataset": "asia", "value": 1, "candidates": "sha256:1f"},
        ...     {"method": "GES", "dataset": "asia", "value": 7},
        ... ]
        >>> demand_same_candidates(as_runs(rows))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: methods must be scored on the same candidate pairs; on 'asia', \
'PC' was scored on candidates and 'GES' on all pairs. Score every estimate with the same candidates
    """
    for first_run, run in _with_other_candidates(*sides):
        if is_range_of_lags(first_run.candidates) or is_range_of_lags(run.candidates):
            raise _error_of_lags(first_run, run)
        raise StatisticsError(
            f"methods must be scored on the same candidate pairs; {_place_text(run)}"
            f"{_scored_on(first_run)} and {_scored_on(run, first_run)}",
            Remedy("Score every estimate with the same candidates"),
        )


def _error_of_lags(first_run: Run, run: Run) -> StatisticsError:
    name = number_name(run.number)
    methods = _method_text(first_run), _method_text(run, "another method")
    lags = [each.candidates or "unknown lags" for each in (first_run, run)]
    return StatisticsError(
        f"{name}: methods must be scored with the same maximum lag, because a larger one "
        f"changes this metric; {_place_text(run)}{methods[0]} was scored on {lags[0]} and "
        f"{methods[1]} on {lags[1]}",
        Remedy(
            "Score every estimate with the same maximum lag, by with_max_lag in Python or by --max-lag "
            "of edgemark score"
        ),
        Remedy("Or compare a metric that does not depend on the maximum lag, such as f1"),
    )


def on_several_candidates(runs: Runs) -> frozenset[tuple[str, str]]:
    """
    Return the metrics, with conventions, that count different candidate pairs on one data set and seed.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": m, "dataset": "asia", "metric": "shd", "value": 1, "candidates": m}
        ...     for m in ("PC", "GES")
        ... ]
        >>> on_several_candidates(as_runs(rows))
        frozenset({('shd', '')})
    """
    return frozenset(run.number for _, run in _with_other_candidates(runs))


def _with_other_candidates(*sides: Runs) -> Iterator[tuple[Run, Run]]:
    """Yield each run whose candidates differ from those of the first run of its metric and data."""
    first_runs: dict[tuple[str, ...], Run] = {}
    for run in (run for side in sides for run in side):
        if run.status == "absent" or run.status == "failed":
            continue
        first_run = first_runs.setdefault((*run.number, *run.key), run)
        if first_run.candidates != run.candidates:
            yield first_run, run


def _place_text(run: Run) -> str:
    """Return the data set and seed of a run for the beginning of a clause; "" if it has neither."""
    place = "/".join(filter(None, run.key))
    return f"on {place!r}, " if place else ""


def _method_text(run: Run, default: str = "one method") -> str:
    return repr(run.method) if run.method else default


def _scored_on(run: Run, other: Run | None = None) -> str:
    if other is None:
        pairs = "candidates" if run.candidates else "all pairs"
        return f"{_method_text(run)} was scored on {pairs}"
    method = _method_text(run, "another method")
    if not run.candidates:
        return f"{method} on all pairs"
    return f"{method} on {'other ' if other.candidates else ''}candidates"
