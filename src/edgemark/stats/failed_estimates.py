"""
Rows without a value in tables that edgemark writes.

In tables of `edgemark score` and of studies, an estimate that could not be read has no metric. In tables
of studies, a run that succeeded can have a metric that is refused or undefined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edgemark.stats.cells import name_of

__all__ = ["failed_for_every_metric", "with_score_status"]


def with_score_status(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """
    Use the status of the score in rows of `edgemark.bench.Study.to_frame`, if it is not "ok".

    Their column "status" is that of the algorithm, which is "ok" for a refused or undefined value.

    Examples:
        >>> row = {"value": None, "status": "ok", "score_status": "refused", "score_reason": "a cycle"}
        >>> found = with_score_status([row])[0]
        >>> found["status"], found["reason"]
        ('refused', 'a cycle')
    """
    return [
        {**row, "status": row["score_status"], "reason": row.get("score_reason", "")}
        if name_of(row.get("score_status")) in ("refused", "undefined")
        else row
        for row in rows
    ]


def failed_for_every_metric(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """
    Replace the row of each estimate that could not be read by one failed row for every metric.

    The metrics are those of the other rows. If there are none, the row stays as it is.

    Examples:
        >>> rows = [{"method": "PC", "metric": "shd", "value": 3},
        ...         {"method": "GES", "metric": None, "value": None, "status": "failed"}]
        >>> failed_for_every_metric(rows)[1]["metric"]
        'shd'
    """
    metrics: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        cells = {name: row[name] for name in ("metric", "convention", "better") if name in row}
        if name_of(row.get("metric")):
            metrics.setdefault(tuple(map(name_of, cells.values())), cells)
    return [
        {**row, **cells} if cells else row
        for row in rows
        for cells in (metrics.values() if _is_failed_estimate(row) and metrics else ({},))
    ]


def _is_failed_estimate(row: Mapping[str, Any]) -> bool:
    return name_of(row.get("status")) == "failed" and not name_of(row.get("metric"))
