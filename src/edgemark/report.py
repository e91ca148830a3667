"""What `evaluate` gives back: rows, each naming its convention and its source, and their forms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from math import isnan, nan
from typing import Any, Literal, overload

from edgemark.conventions import same_name
from edgemark.errors import ConventionError, MissingExtraError

__all__ = ["Report", "Row", "Side", "clipped", "csv_line", "plural", "printable"]

Status = Literal["ok", "undefined", "refused"]
SCHEMA = "edgemark.report"
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """
    One number and what it is.

    Attributes:
        metric: name of the metric, or of the ratio of a confusion.
        convention: the way of counting, by its name in `edgemark.conventions`.
        source: who counts so, or who defined it.
        compared: the classes of graph compared, truth first.
        value: the number; nan unless the status is "ok".
        count: its numerator where it counts something, else None.
        of: the most that the numerator could be.
        better: whether a "lower" or a "higher" value is better; "ratio" is a higher one, of which 1 is
            what chance gives.
        status: "ok", "undefined" (0 of 0) or "refused" (not defined on these graphs).
        reason: why it is undefined or refused.
    """

    metric: str
    convention: str
    source: str
    compared: str
    value: float
    count: int | None
    of: int | None
    better: str
    status: Status = "ok"
    reason: str = ""

    @property
    def rate(self) -> float:
        """`count` as a share of `of`; nan where there is none."""
        return self.count / self.of if self.count is not None and self.of else nan

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; nan as None."""
        values = {name: getattr(self, name) for name in COLUMNS}
        if isnan(self.value):
            values["value"] = None
        return values


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(Row))


_COUNTED = {"scores": "score", "samples": "sample"}


@dataclass(frozen=True, slots=True)
class Side:
    """
    What is said about one of the two sides: its size and the class it was taken for.

    Of an estimate that is no graph, `kind` is "scores" or "samples", and `edges` their number.
    """

    nodes: int
    edges: int
    kind: str
    declared: bool
    name: str = ""

    def __str__(self) -> str:
        declared = ", declared" if self.declared else ""
        name = f"{printable(self.name)}: " if self.name else ""
        if self.kind in _COUNTED:
            return f"{name}{plural(self.nodes, 'node')}, {plural(self.edges, _COUNTED[self.kind])}"
        plain = self.kind in ("digraph", "undirected") or self.kind.startswith("time series")
        kind = self.kind if plain else self.kind.upper()
        return f"{name}{plural(self.nodes, 'node')}, {plural(self.edges, 'edge')}, {kind}{declared}"


@dataclass(frozen=True)
class Report:
    """
    The rows of one comparison.

    Attributes:
        rows: one number each, see `Row`.
        truth: size and class of the true graph.
        estimate: size and class of the learned graph.
        warnings: what the reader of the numbers should know.

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
        Give a row by position, by metric and convention, or by metric where it has one convention.

        Raises:
            ConventionError: no such row, or several: then it lists their conventions.
        """
        if isinstance(key, int | slice):
            return self.rows[key]
        metric, convention = key if isinstance(key, tuple) else (key, None)
        rows = [row for row in self.rows if row.metric == metric]
        if not rows:
            raise ConventionError.unknown("the metric", metric, dict.fromkeys(r.metric for r in self))
        found = [row for row in rows if convention is None or same_name(row.convention, convention)]
        if len(found) == 1:
            return found[0]
        known = [row.convention for row in rows]
        if not found:
            raise ConventionError.unknown(f"the convention of {metric}", convention, known)
        raise ConventionError(
            f"{metric} is counted in several ways here: {', '.join(known)}. Say which: "
            f"report[{metric!r}, {known[0]!r}]"
        )

    def to_dict(self) -> dict[str, Any]:
        """
        Give the report as plain values, as `to_json` writes it.

        Returns:
            ``format``, ``version``, ``truth``, ``estimate`` (name, nodes, edges, kind, declared),
            ``warnings`` and ``rows``, a list of dictionaries with the attributes of `Row`; undefined
            values are None.
        """
        return {
            "format": SCHEMA,
            "version": SCHEMA_VERSION,
            "truth": _side_to_dict(self.truth),
            "estimate": _side_to_dict(self.estimate),
            "warnings": list(self.warnings),
            "rows": [row.to_dict() for row in self.rows],
        }

    def to_json(self) -> str:
        """Write the report as JSON, every number in full, undefined ones as null."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False)

    def to_csv(self, *, header: bool = True) -> str:
        """Write the rows as CSV, one a line, with the names of the two graphs in front."""
        lines = [csv_line(["truth", "estimate", *COLUMNS])] if header else []
        names = self.truth.name, self.estimate.name
        return "".join([*lines, *(csv_line([*names, *row.to_dict().values()]) for row in self.rows)])

    def to_frame(self) -> Any:
        """
        Give the rows as a pandas frame, a column for each attribute of `Row`.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        frame = pandas.DataFrame([row.to_dict() for row in self.rows], columns=list(COLUMNS))
        return frame.astype({"value": "float64", "count": "Int64", "of": "Int64"})

    def __str__(self) -> str:
        from edgemark.report_text import write

        return write(self)

    def _repr_html_(self) -> str:
        from edgemark.report_html import write

        return write(self)


def _side_to_dict(side: Side) -> dict[str, Any]:
    return {name: getattr(side, name) for name in ("name", "nodes", "edges", "kind", "declared")}


def printable(text: str) -> str:
    r"""
    Replace what would steer a terminal, such as escape codes and direction marks, by its escape.

    Examples:
        >>> printable("a\x1b[31m")
        'a\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def clipped(text: str, most: int = 2000) -> str:
    """
    Leave out the middle of a text that nobody would read in full, such as a name of a million letters.

    Examples:
        >>> clipped("abcdefghij", most=4)
        'ab [... 6 characters ...] ij'
    """
    rest = len(text) - most
    if rest <= 0:
        return text
    return f"{text[: most // 2]} [... {rest} characters ...] {text[-(most // 2) :]}"


def csv_line(values: Iterable[Any]) -> str:
    r"""
    Write one row of CSV; None is an empty field.

    Before Python 3.13 the writer leaves a carriage return without quotes unless it ends lines with one.

    Examples:
        >>> csv_line(["a\rb", None, 0.5])
        '"a\rb",,0.5\n'
    """
    out = io.StringIO()
    csv.writer(out).writerow(values)
    return out.getvalue().removesuffix("\r\n") + "\n"


def plural(count: int, thing: str) -> str:
    """
    Write a number of things.

    Examples:
        >>> plural(1, "edge"), plural(2, "edge")
        ('1 edge', '2 edges')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
