"""Scores of many estimates as a table for papers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import plural
from edgemark.metrics.declaration import better_by_name
from edgemark.report.tables import NO_BEST, Table, best_in_column, head

__all__ = ["table_of_scores"]


def table_of_scores(
    names: Sequence[str],
    columns: Sequence[tuple[str, str]],
    values: NDArray[np.float64],
    *,
    in_several_classes: bool = False,
) -> Table:
    """
    Return a table with a row for each estimate; the best value of each column is bold.

    Args:
        names: names of the estimates.
        columns: metric and convention of each column.
        values: shape (estimates, columns).
        in_several_classes: whether the estimates are graphs of several classes; then no value is marked
            as best.
    """
    better_of_columns = [better_by_name(metric) for metric, _ in columns]
    heads = [
        head(":".join(filter(None, column)), better)
        for column, better in zip(columns, better_of_columns, strict=True)
    ]
    rows = tuple(
        (name, *("–" if isnan(value) else f"{value:.4g}" for value in row))
        for name, row in zip(names, values.tolist(), strict=True)
    )
    best = {
        (row, column + 1)
        for column, better in enumerate(better_of_columns)
        if not in_several_classes
        for row in best_in_column(values[:, column].tolist(), better)
    }
    notes = ["bold: best of the column"] if best else []
    notes += [NO_BEST] if in_several_classes else []
    notes += ["–: undefined, or not defined on this estimate"] if np.isnan(values).any() else []
    title = f"{plural(len(names), 'estimate')} compared with the truth"
    return Table(title, ("", *heads), rows, best, tuple(notes))
