"""Rows of estimates that could not be read. In tables of `edgemark score`, they have no metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edgemark.stats.cells import name_of

__all__ = ["failed_for_every_metric"]


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
