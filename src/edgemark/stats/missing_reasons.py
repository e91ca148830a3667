"""The methods that lack values, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from typing import Final

from edgemark.display.text import on_one_line
from edgemark.errors import Message, Remedy, listing, plural
from edgemark.metrics.bounds import bounds_by_name
from edgemark.stats.runs import Run, Runs

__all__ = ["STATE_WORST", "absent_or_worst", "first_reason", "refused_remedies", "why_missing"]

_MOST_METHODS = 5
STATE_WORST: Final = Remedy("State it with the option worst=, such as worst=28 for the SHD of 8 nodes")
"""The remedy if the worst possible value is unknown."""


def first_reason(runs: Iterable[Run]) -> str:
    """
    Return the first reason that a run without a value states; empty if there is none.

    The reason of an absent run, which was never started, is used only if no other run states one.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> first_reason(as_runs([{"value": None, "status": "failed", "reason": "no memory"}]))
        'no memory'
    """
    with_reason = [run for run in runs if run.status != "ok" and run.reason]
    return next((run.reason for run in sorted(with_reason, key=lambda run: run.status == "absent")), "")


def why_missing(*sides: Runs, reasons: bool = True) -> str:
    """
    State which methods have runs that are refused, failed or undefined, how many, and why.

    The text begins with a semicolon, and is empty if there is nothing to state. All refused runs are
    counted. Failed runs are counted for the first five methods with a known reason, and so are
    undefined runs. Runs whose value the worst possible value can replace are not counted.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> runs = as_runs([
        ...     {"method": "PC", "seed": 1, "value": None, "status": "refused", "reason": "not a DAG"},
        ...     {"method": "PC", "seed": 2, "value": None, "status": "failed", "reason": "no memory"},
        ... ])
        >>> why_missing(runs)
        "; the metric is not defined on 1 run of 'PC' (not a DAG); 1 run of 'PC' failed (no memory)"
        >>> why_missing(runs, reasons=False)
        "; the metric is not defined on 1 run of 'PC'; 1 run of 'PC' failed"
    """
    runs = [run for side in sides for run in side]
    parts: list[tuple[str, Sequence[Run]]] = []
    if refused := [run for run in runs if run.status == "refused"]:
        count = plural(len(refused), "run")
        parts.append((f"the metric is not defined on {count} of {_methods(refused)}", refused))
    for status in ("failed", "undefined"):
        missing = [run for run in runs if run.status == status and not run.is_imputable]
        parts += [
            (_count_text(group), group) for group in _methods_with_reasons(missing)[:_MOST_METHODS]
        ]
    return "".join(f"; {text}{_reason_text(group) if reasons else ''}" for text, group in parts)


def _methods_with_reasons(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of each method that states a reason for some run."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.method, []).append(run)
    return [group for group in groups.values() if first_reason(group)]


def _count_text(group: Sequence[Run]) -> str:
    """State how many runs of a method failed, or are undefined."""
    verb = "is " if len(group) == 1 else "are "
    outcome = "failed" if group[0].status == "failed" else f"{verb}undefined"
    return f"{plural(len(group), 'run')} of {_methods(group)} {outcome}"


def refused_remedies(runs: Iterable[Run]) -> tuple[Remedy, ...]:
    """Return the remedies of the first run on which the metric is not defined."""
    refused = next((run.reason for run in runs if run.status == "refused"), "")
    return refused.remedies if isinstance(refused, Message) else ()


def absent_or_worst(*sides: Runs) -> tuple[Remedy, ...]:
    """
    Return remedies for missing values: score absent runs, or state the worst possible value.

    The worst value is not advised if all missing runs are absent. They were never started, so it would
    be unfair to their method. There is no remedy if every missing value has the data set and seed
    of a refused one, because refused values cannot be replaced.
    """
    runs = [run for side in sides for run in side]
    refused = {run.key for run in runs if run.status == "refused"}
    replaceable = [run for run in runs if not run.is_imputable and run.key not in refused]
    statuses = {run.status for run in replaceable} - {"ok"}
    if not statuses:
        return ()
    score_all = Remedy("Score the same data sets and seeds with every method, under the same names")
    if statuses == {"absent"}:
        return (score_all,)
    advice = "Let the worst possible value stand in"
    score_first: tuple[Remedy, ...] = ()
    if "absent" in statuses:
        advice, score_first = f"{advice}, also for absent runs", (score_all,)
    worst = {bounds_by_name(run.metric)[1] for run in runs}
    worst_value = worst.pop() if len(worst) == 1 else float("nan")
    if isnan(worst_value):
        return (*score_first, Remedy(advice, shell="--missing worst"), STATE_WORST)
    return (*score_first, Remedy(advice, f"worst={worst_value:g}", "--missing worst"))


def _reason_text(runs: Sequence[Run]) -> str:
    reason = first_reason(runs)
    several = len({_problem(run.reason) for run in runs if run.reason}) > 1
    return f" ({'first reason: ' if several else ''}{_problem(reason)})" if reason else ""


def _problem(reason: str) -> str:
    return on_one_line(reason.problem if isinstance(reason, Message) else reason)


def _methods(runs: Sequence[Run]) -> str:
    return listing(list(dict.fromkeys(run.method for run in runs))) if runs[0].method else "a method"
