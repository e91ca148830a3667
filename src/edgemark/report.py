"""What `evaluate` gives back: rows, each naming its convention and its source, and their forms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from math import isfinite, nan
from typing import Any, Literal, overload

from edgemark.conventions import same_name
from edgemark.errors import ConventionError, MissingExtraError, Remedy, plural
from edgemark.values import ByContent

__all__ = ["Chance", "ChanceMethod", "Report", "Row", "Side", "clipped", "csv_line", "printable"]

Status = Literal["ok", "undefined", "refused"]
ChanceMethod = Literal["exact", "exact mean", "simulated", "none"]
SCHEMA = "edgemark.report"
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class Chance(ByContent):
    """
    What random guessing scores on a metric.

    Attributes:
        mean: mean over the guesses.
        low: 2.5 % of guesses score no more.
        high: 97.5 % of guesses score no more.
        p_value: share of guesses at least as good as the estimate; nan if neither direction is better.
        above: how far the estimate is from guessing (0) to perfect (1); negative if worse than guessing.
        best: what a perfect estimate scores.
        error: standard error of `mean`; 0 if it is exact.
        method: "exact" if the law of the number is known, "exact mean" if interval and p-value are
            simulated, "simulated", or "none" if there are no guesses.
        reason: why `mean`, `p_value` or `above` is nan, or how many guesses were left out.
        empty: what a graph without edges scores, or scores that are all the same; nan, as in the next
            two, if the metric is not defined on it.
        complete: what a DAG with every edge scores, its order drawn at random; nan for time series,
            scores and samples, as the next.
        complete_undirected: what the graph of all undirected edges scores.
        null_model: "random-dags", "permuted-labels" or "permuted-scores", see `edgemark.chance`; ""
            if there are no guesses.
    """

    mean: float
    low: float
    high: float
    p_value: float
    above: float
    best: float
    error: float
    method: ChanceMethod
    reason: str = ""
    empty: float = nan
    complete: float = nan
    complete_undirected: float = nan
    null_model: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The values by the names of their columns; nan and infinity as None."""
        values = zip(CHANCE_COLUMNS, (getattr(self, f.name) for f in fields(self)), strict=True)
        plain = {
            name: None if isinstance(value, float) and not isfinite(value) else value
            for name, value in values
        }
        return plain | {"chance_reason": str(self.reason)}


CHANCE_COLUMNS = (
    "chance",
    "chance_low",
    "chance_high",
    "p_value",
    "above_chance",
    "best",
    "chance_error",
    "chance_method",
    "chance_reason",
    "empty",
    "complete",
    "complete_undirected",
    "null_model",
)
_FLOATS = frozenset({"value", *CHANCE_COLUMNS}) - {"chance_method", "chance_reason", "null_model"}


@dataclass(frozen=True, slots=True, eq=False)
class Row(ByContent):
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
        chance: what guessing gets, in a report of `chance`; else None.
        candidates: fingerprint of the candidate pairs, the same for the same pairs; "" if every pair
            counts.
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
    chance: Chance | None = None
    candidates: str = ""

    @property
    def rate(self) -> float:
        """`count` as a share of `of`; nan where there is none."""
        return self.count / self.of if self.count is not None and self.of else nan

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; nan and infinity as None."""
        values = {name: getattr(self, name) for name in COLUMNS}
        values["reason"] = str(self.reason)  # a plain one, if it came with remedies
        if not isfinite(self.value):
            values["value"] = None
        return values if self.chance is None else values | self.chance.to_dict()


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(Row) if f.name != "chance")


_COUNTED = {"scores": "score", "samples": "sample"}


@dataclass(frozen=True, slots=True)
class Side:
    """
    What is said about one of the two sides: its size and the class it was taken for.

    Of an estimate that is no graph, `kind` is "scores" or "samples", and `edges` their number. A graph
    taken for a DAG by its marks may be a CPDAG just as well, which differs in what it claims: then
    `also_cpdag` is true.
    """

    nodes: int
    edges: int
    kind: str
    declared: bool
    name: str = ""
    also_cpdag: bool = False

    def __str__(self) -> str:
        declared = ", declared" if self.declared else " (or CPDAG)" if self.also_cpdag else ""
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
            f"{metric} is counted in several ways here: {', '.join(known)}",
            Remedy("Say which", f"report[{metric!r}, {known[0]!r}]"),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of what the rows hold, with `Chance` where the report has it."""
        return (*COLUMNS, *CHANCE_COLUMNS) if self.has_chance else COLUMNS

    @property
    def has_chance(self) -> bool:
        """Whether the rows say what guessing gets."""
        return any(row.chance is not None for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """
        Give the report as plain values, as `to_json` writes it.

        Returns:
            ``format``, ``version``, ``truth`` and ``estimate`` (the attributes of `Side`), ``warnings``
            and ``rows``, a list of dictionaries with the attributes of `Row`, and those of `Chance` in a
            report that has them; undefined values are None.
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
        """Write the report as JSON, every number in full, undefined ones as null."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False)

    def to_csv(self, *, header: bool = True) -> str:
        """Write the rows as CSV, one a line, with the names of the two graphs in front."""
        lines = [csv_line(["truth", "estimate", *self.columns])] if header else []
        names = self.truth.name, self.estimate.name
        rows = (row.to_dict() for row in self.rows)
        lines += [csv_line([*names, *(row.get(name) for name in self.columns)]) for row in rows]
        return "".join(lines)

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
        frame = pandas.DataFrame([row.to_dict() for row in self.rows], columns=list(self.columns))
        floats = [name for name in self.columns if name in _FLOATS]
        return frame.astype({"count": "Int64", "of": "Int64", **dict.fromkeys(floats, "float64")})

    def __str__(self) -> str:
        if self.has_chance:
            from edgemark.report_chance import write
        else:
            from edgemark.report_text import write

        return write(self)

    def _repr_html_(self) -> str:
        from edgemark.report_html import write

        return write(self)


_SIDE = ("name", "nodes", "edges", "kind", "declared", "also_cpdag")


def _side_to_dict(side: Side) -> dict[str, Any]:
    return {name: getattr(side, name) for name in _SIDE}


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
