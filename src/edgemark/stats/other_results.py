"""Errors for edgemark results that are not runs, with advice how to convert them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.errors import InputTypeError, Remedy, listing
from edgemark.report import Report

__all__ = ["refuse_columns", "refuse_other_results"]

_RESULTS_OF_RUNS = ("Summary", "SummaryTable", "Comparison", "Ranking", "MetricAgreement")


def refuse_other_results(values: Any) -> None:
    """
    Refuse tables of scores, reports, and results that were made from runs.

    Examples:
        >>> import edgemark as em
        >>> graph = em.Graph.parse("A --> B")
        >>> refuse_other_results(em.evaluate_many(graph, [graph], "shd:pair mismatch"))
        Traceback (most recent call last):
        ...
        edgemark.errors.InputTypeError: values must hold one number for each run; got a ScoreTable, \
which holds one for each estimate and metric. Take one of its columns: table['shd', 'pair mismatch']
    """
    if type(values).__name__ == "ScoreTable":
        raise InputTypeError(
            "values must hold one number for each run; got a ScoreTable, which holds one for each "
            "estimate and metric",
            *(
                Remedy("Take one of its columns", f"table[{', '.join(map(repr, item))}]")
                for item in values.columns[:1]
            ),
        )
    if isinstance(values, Report):
        raise InputTypeError(
            "values must hold one number for each run; got a Report, which is about a single run",
            _name_reports(),
        )
    if type(values).__name__ in _RESULTS_OF_RUNS:
        raise InputTypeError(
            f"values must hold one number for each run; got a {type(values).__name__}, which was made "
            "from runs. Give these runs"
        )
    if isinstance(values, list | tuple) and any(isinstance(item, Report) for item in values):
        raise InputTypeError(
            f"values must hold one number for each run; got a {type(values).__name__} of reports",
            _name_reports(),
        )
    if isinstance(values, Mapping):
        refuse_columns(values)
        _refuse_collections(values)
    if isinstance(values, Mapping) and any(isinstance(item, Report) for item in values.values()):
        raise InputTypeError(
            "values must hold one number for each run; got a mapping of reports",
            Remedy(
                "If its keys are (method, data set, seed), make runs of it",
                "edgemark.stats.Runs.from_reports(reports)",
            ),
        )


def _name_reports() -> Remedy:
    return Remedy(
        "Name the method, the data set and the seed of each report",
        "edgemark.stats.Runs.from_reports({('PC', 'asia', 1): report})",
    )


def refuse_columns(values: Mapping[Any, Any]) -> None:
    """
    Refuse a mapping of the columns of a tidy table, which would be read as methods or as runs.

    Examples:
        >>> refuse_columns({"method": ["PC", "GES"], "value": [3, 2]})
        Traceback (most recent call last):
        ...
        edgemark.errors.InputTypeError: a tidy table must be a frame or a list of rows; got a mapping \
of its columns 'method', 'value'. Make a frame of it: pandas.DataFrame(table)
    """
    if "value" in values and _is_collection(values["value"]):
        raise InputTypeError(
            "a tidy table must be a frame or a list of rows; got a mapping of its columns "
            f"{listing(list(map(str, values)))}",
            Remedy("Make a frame of it", "pandas.DataFrame(table)"),
        )


def _refuse_collections(values: Mapping[Any, Any]) -> None:
    """Refuse a mapping to lists, such as the values of each method."""
    key = next((key for key, item in values.items() if _is_collection(item)), None)
    if key is None:
        return
    items = "table.items() for seed, value in enumerate(values)"
    rows = f"[dict(method=name, seed=seed, value=value) for name, values in {items}]"
    runs = f"{{(name, seed): value for name, values in {items}}}"
    raise InputTypeError(
        f"a mapping must hold a number for each run; got {type(values[key]).__name__} at {key!r}",
        Remedy("If its keys are methods, give a tidy table", rows),
        Remedy("If they are data sets, use keys (data set, seed)", runs),
    )


def _is_collection(item: Any) -> bool:
    return isinstance(item, list | tuple) or getattr(item, "ndim", 0) == 1
