"""Runs can be ranked together only if they were compared in one class of graphs."""

from __future__ import annotations

from edgemark.conventions.classes import class_named
from edgemark.errors import Remedy, StatisticsError
from edgemark.stats.runs import Run, Runs

__all__ = ["demand_same_class"]


def demand_same_class(*sides: Runs) -> None:
    """
    Refuse values of one metric, data set and seed that were counted in different classes of graphs.

    A PAG that leaves everything open would be perfect in a class of its own, and a DAG that says all has
    more to be wrong about.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": "PC", "dataset": "asia", "value": 1, "compared": "dag / cpdag"},
        ...     {"method": "GES", "dataset": "asia", "value": 7, "compared": "dag / dag"},
        ... ]
        >>> demand_same_class(as_runs(rows))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: methods are ranked in one class of graphs; on 'asia' truth and \
estimate were compared as dag / cpdag of 'PC', as dag / dag of 'GES'. Score all estimates in the \
coarsest of their classes: evaluate(truth, estimate, reference=common_reference(estimates))
    """
    first: dict[tuple[str, ...], Run] = {}
    for run in (run for side in sides for run in side):
        if run.status != "ok" or not run.compared:
            continue
        known = first.setdefault((*run.number, *run.key), run)
        if _classes(known) != _classes(run):
            place = "/".join(filter(None, run.key))
            raise StatisticsError(
                f"methods are ranked in one class of graphs; {f'on {place!r} ' if place else ''}truth "
                f"and estimate were compared as {known.compared} of {known.method!r}, as "
                f"{run.compared} of {run.method!r}",
                Remedy(
                    "Score all estimates in the coarsest of their classes",
                    "evaluate(truth, estimate, reference=common_reference(estimates))",
                    "edgemark score truth.json '*.json' --reference auto --format json",
                ),
            )


def _classes(run: Run) -> tuple[str, ...]:
    """Of truth and estimate, without what was changed or counted."""
    sides = run.compared.partition(";")[0].split(" / ")
    return tuple(class_named(side.partition(",")[0].strip()) for side in sides)
