"""What `evaluate` gives back: rows, each naming its convention and its source, and their forms."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from math import isnan, nan
from typing import Any, Literal, overload

from edgemark.conventions import same_name
from edgemark.errors import ConventionError, MissingExtraError
from edgemark.values import COUNTS, RATIOS

__all__ = ["Report", "Row", "Side", "printable"]

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
        better: whether a "lower" or a "higher" value is better.
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


@dataclass(frozen=True, slots=True)
class Side:
    """What is said about one of the two graphs: its size and the class it was taken for."""

    nodes: int
    edges: int
    kind: str
    declared: bool
    name: str = ""

    def __str__(self) -> str:
        declared = ", declared" if self.declared else ""
        name = f"{printable(self.name)}: " if self.name else ""
        kind = self.kind if self.kind in ("digraph", "undirected") else self.kind.upper()
        return f"{name}{_many(self.nodes, 'node')}, {_many(self.edges, 'edge')}, {kind}{declared}"


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
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        if header:
            writer.writerow(["truth", "estimate", *COLUMNS])
        for row in self.rows:
            values = ["" if v is None else v for v in row.to_dict().values()]
            writer.writerow([self.truth.name, self.estimate.name, *values])
        return out.getvalue()

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
        return "\n".join(
            [
                f"truth     {self.truth}",
                f"estimate  {self.estimate}",
                *_distances(self.rows),
                *_scores(self.rows),
                *_confusions(self.rows),
                *_refusals(self.rows),
                *(
                    line
                    for text in self.warnings
                    for line in ("", *_wrapped(f"warning: {printable(text)}"))
                ),
            ]
        )


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


# ---- text

_WIDTH = 80
_MEASURES = frozenset({*COUNTS, *RATIOS})
_SHOWN_MEASURES = ("tp", "fp", "fn", "tn", "precision", "recall", "f1")


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _number(value: float | None) -> str:
    if value is None:
        return ""
    if isnan(value):
        return "nan"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _distances(rows: Sequence[Row]) -> list[str]:
    shown = [r for r in rows if r.better == "lower" and r.metric not in _MEASURES and r.status == "ok"]
    if not shown:
        return []
    lines = ["", f"{'DISTANCE (0 is best)':<46}{'value':>10}{'of':>12}{'rate':>10}"]
    for row in shown:
        rate = "" if row.of is None else _number(row.rate)
        value, of = _number(row.value), _number(row.of)
        line = f"{row.metric:<20}{row.convention:<26}{value:>10}{of:>12}{rate:>10}"
        lines.append(line.rstrip())
    return lines


def _scores(rows: Sequence[Row]) -> list[str]:
    shown = [r for r in rows if r.better == "higher" and r.metric not in _MEASURES and r.status == "ok"]
    if not shown:
        return []
    lines = [f"{row.metric:<20}{row.convention:<26}{_number(row.value):>10}" for row in shown]
    return ["", f"{'SCORE (1 is best)':<46}{'value':>10}", *lines]


def _confusions(rows: Sequence[Row]) -> list[str]:
    by_convention: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row.metric in _MEASURES and row.status != "refused":
            by_convention.setdefault(row.convention, {})[row.metric] = row
    absent = [name for name, measures in by_convention.items() if _has_no_positive(measures)]
    present = {name: m for name, m in by_convention.items() if name not in absent}
    columns = list(dict.fromkeys(measure for m in by_convention.values() for measure in m))
    if len(columns) > len(_SHOWN_MEASURES):
        columns = [name for name in columns if name in _SHOWN_MEASURES]
    lines = _table(present, columns) if present else []
    if absent:
        lines += ["", *_wrapped(f"in neither graph: {', '.join(absent)}")]
    return lines


def _has_no_positive(measures: dict[str, Row]) -> bool:
    return all(name in measures and measures[name].value == 0 for name in ("tp", "fp", "fn"))


def _table(by_convention: dict[str, dict[str, Row]], columns: list[str]) -> list[str]:
    heads = [name.upper() if name in COUNTS else name for name in columns]
    lines = [["RECOVERY", *heads]]
    lines += [[name, *(_cell(m.get(c)) for c in columns)] for name, m in by_convention.items()]
    widths = [max(7, *(len(line[k]) + 2 for line in lines)) for k in range(len(columns) + 1)]
    widths[0] = max(widths[0], 22)
    if sum(widths) > _WIDTH and "tn" in columns and len(columns) > 1:
        return _table(by_convention, [name for name in columns if name != "tn"])
    text = [
        line[0].ljust(widths[0]) + "".join(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))
        for line in lines
    ]
    return ["", *text, *_why_undefined(by_convention, columns)]


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    return "-" if row.metric == "tn" and row.status == "undefined" else _number(row.value)


def _why_undefined(by_convention: dict[str, dict[str, Row]], columns: list[str]) -> list[str]:
    return [
        line
        for convention, measures in by_convention.items()
        for name in columns
        if name != "tn" and name in measures and measures[name].status == "undefined"
        for line in _wrapped(f"{name} of {convention} is undefined: {measures[name].reason}")
    ]


def _refusals(rows: Sequence[Row]) -> list[str]:
    refused = {
        (row.convention if row.metric in _MEASURES else f"{row.metric} {row.convention}".strip()): row
        for row in rows
        if row.status == "refused" or (row.status == "undefined" and row.metric not in _MEASURES)
    }
    if not refused:
        return []
    lines = ["", "NOT DEFINED HERE"]
    for name, row in refused.items():
        lines += _wrapped(f"{name}: {printable(row.reason)}")
    return lines


def _warned(warnings: Sequence[str]) -> list[str]:
    return [line for text in warnings for line in ("", *_wrapped(f"warning: {printable(text)}"))]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
