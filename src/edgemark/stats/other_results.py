"""Errors for edgemark results that are not runs, with advice how to convert them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.errors import InputTypeError, Remedy
from edgemark.report import Report

__all__ = ["refuse_other_results"]


def refuse_other_results(values: Any) -> None:
    """
    Refuse a table of scores or reports, which do not name method, data set and seed.

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
            Remedy(
                "Name the method, the data set and the seed of each report",
                "edgemark.stats.Runs.from_reports({('PC', 'asia', 1): report})",
            ),
        )
    if isinstance(values, Mapping) and any(isinstance(item, Report) for item in values.values()):
        raise InputTypeError(
            "values must hold one number for each run; got a mapping of reports",
            Remedy(
                "If its keys are (method, data set, seed), make runs of it",
                "edgemark.stats.Runs.from_reports(reports)",
            ),
        )
