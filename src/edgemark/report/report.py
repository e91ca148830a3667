"""The report that `evaluate` returns: the rows of one comparison."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from edgemark.display.text import csv_line
from edgemark.errors import MissingExtraError
from edgemark.graph.side import Side
from edgemark.metrics.selectors import position_of
from edgemark.report.report_table import table_of_report
from edgemark.report.rows import CHANCE_COLUMNS, COLUMNS, FLOAT_COLUMNS, Row
from edgemark.report.tables import HasPaperTable, Table

if TYPE_CHECKING:
    from edgemark.display.scene import Scene

__all__ = ["Report"]

SCHEMA = "edgemark.report"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Report(HasPaperTable):
    """
    The rows of one comparison.

    Attributes:
        rows: one row for each number, see `Row`.
        truth: size and class of the true graph.
        estimate: size and class of the learned graph.
        warnings: warnings about the results.

    Examples:
        >>> import edgemark as em
        >>> truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
        >>> report = em.evaluate(truth, found)
        >>> report["shd", "pair mismatch"].value, report["recall", "directed"].value
        (1, 0.5)
    """

    rows: tuple[Row, ...]
    truth: Side
    estimate: Side
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @overload
    def __getitem__(self, key: int | tuple[str, str] | str) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, key: Any) -> Row | tuple[Row, ...]:
        """
        Return a row by position, by metric and convention, or by metric if it has one convention.

        Raises:
            ConventionError: there is no such row, or there are several; the error lists their
                conventions.
        """
        if isinstance(key, int | slice):
            return self.rows[key]
        columns = [(row.metric, row.convention) for row in self.rows]
        return self.rows[position_of(key, columns, "report")]

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, including those of `Chance` if the report has them."""
        return (*COLUMNS, *CHANCE_COLUMNS) if self.has_chance else COLUMNS

    @property
    def has_chance(self) -> bool:
        """Whether the rows have the scores of random guessing."""
        return any(row.chance is not None for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """
        Return the report as plain values, as `to_json` writes it.

        Returns:
            ``format``, ``version``, ``truth`` and ``estimate`` (the attributes of `Side`), ``warnings``
            and ``rows``, a list of dictionaries by column name, see `columns`. Undefined values are
            None. Refused rows lack the columns of `Chance`.
        """
        return {
            "format": SCHEMA,
            "version": SCHEMA_VERSION,
            "truth": _side_to_dict(self.truth),
            "estimate": _side_to_dict(self.estimate),
            "warnings": list(map(str, self.warnings)),
            "rows": [row.to_dict() for row in self.rows],
        }

    def to_json(self) -> str:
        """Write the report as JSON, with numbers in full precision and undefined ones as null."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False)

    def to_csv(self, *, header: bool = True) -> str:
        """
        Write the rows as CSV, one on each line, with the names of the two graphs in front.

        The first line has the names of the columns, unless `header` is False.
        """
        lines = [csv_line(["truth", "estimate", *self.columns])] if header else []
        names = self.truth.name, self.estimate.name
        rows = (row.to_dict() for row in self.rows)
        lines += [csv_line([*names, *(row.get(name) for name in self.columns)]) for row in rows]
        return "".join(lines)

    def to_frame(self) -> Any:
        """
        Return the rows as a pandas frame with a column for each name in `columns`.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        frame = pandas.DataFrame([row.to_dict() for row in self.rows], columns=list(self.columns))
        floats = [name for name in self.columns if name in FLOAT_COLUMNS]
        return frame.astype({"count": "Int64", "of": "Int64", **dict.fromkeys(floats, "float64")})

    def _table(self) -> Table:
        return table_of_report(self)

    def __str__(self) -> str:
        if self.has_chance:
            from edgemark.report.chance_text import write
        else:
            from edgemark.report.text import write

        return write(self)

    def _picture(self) -> Scene | str:
        from edgemark.report.chance_picture import chance_scene

        return chance_scene(self)

    def _repr_html_(self) -> str:
        from edgemark.report.html import write

        return write(self)


_SIDE = ("name", "nodes", "edges", "kind", "declared", "also_cpdag")


def _side_to_dict(side: Side) -> dict[str, Any]:
    return {name: getattr(side, name) for name in _SIDE}
