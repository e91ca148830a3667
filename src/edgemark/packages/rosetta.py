"""What every package prints for the same two graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from typing import Any

from edgemark.content_equality import EqualByContent
from edgemark.display.text import printable
from edgemark.errors import KindError, Message
from edgemark.frame_labels import frame_of
from edgemark.graph.kinds import side_of
from edgemark.graph.side import Side
from edgemark.packages.printing import PACKAGES, graphs_without_lags, printed_by, wrapped
from edgemark.report.layout import decimal
from edgemark.report.tables import HasPaperTable, Table

__all__ = ["PrintedNumber", "Rosetta", "rosetta"]

SCHEMA, SCHEMA_VERSION = "edgemark.rosetta", 1
COLUMNS = ("package", "name", "value", "counted_as", "reason")


@dataclass(frozen=True, slots=True, eq=False)
class PrintedNumber(EqualByContent):
    """
    One number that a package prints.

    Attributes:
        package: name and version of the package.
        name: name of the number in the package.
        value: what the package prints; nan if the number is undefined or not computed.
        counted_as: name of the number in `evaluate`, or a formula.
        reason: why the value is nan, or why the package prints a constant instead of an undefined
            number; or a remark, such as an error in the package's count; else "".
    """

    package: str
    name: str
    value: float
    counted_as: str
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes; a value that is not finite becomes None."""
        value = self.value if isfinite(self.value) else None
        return {
            "package": self.package,
            "name": self.name,
            "value": value,
            "counted_as": self.counted_as,
            "reason": self.reason,
        }


@dataclass(frozen=True, eq=False)
class Rosetta(EqualByContent, HasPaperTable):
    """
    The numbers that all packages print for two graphs.

    Attributes:
        numbers: the numbers that the packages print, in the order of the packages.
        refused: the numbers that a package does not compute for these graphs, with the reason and nan
            as the value.
        truth: size and class of the true graph.
        estimate: size and class of the learned graph.
    """

    numbers: tuple[PrintedNumber, ...]
    refused: tuple[PrintedNumber, ...]
    truth: Side
    estimate: Side

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[PrintedNumber]:
        return iter(self.numbers)

    def named(self, text: str) -> Rosetta:
        """
        Return only the numbers whose name in the package contains a text, in upper or lower case.

        Examples:
            >>> from edgemark import Graph
            >>> table = rosetta(Graph.parse("A --> B; C"), Graph.parse("B --> A; C"))
            >>> sorted({n.counted_as for n in table.named("tpr") if n.package == "pcalg 2.7-12"})
            ['recall:skeleton']
        """
        lowered = text.lower()
        return replace(
            self,
            numbers=tuple(number for number in self.numbers if lowered in number.name.lower()),
            refused=tuple(number for number in self.refused if lowered in number.name.lower()),
        )

    def groups(self) -> dict[tuple[str, float], tuple[PrintedNumber, ...]]:
        """Group the numbers by what is counted and then by the value, in this order."""
        groups: dict[tuple[str, float], list[PrintedNumber]] = {}
        for number in sorted(self.numbers, key=_order):
            # One object for every nan: two of them are different keys.
            value = nan if isnan(number.value) else number.value
            groups.setdefault((number.counted_as, value), []).append(number)
        return {key: tuple(group) for key, group in groups.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, as `to_json` writes them."""
        return {
            "format": SCHEMA,
            "version": SCHEMA_VERSION,
            "truth": str(self.truth),
            "estimate": str(self.estimate),
            "numbers": [number.to_dict() for number in self.numbers],
            "refused": [number.to_dict() for number in self.refused],
        }

    def to_json(self) -> str:
        """Write the numbers as JSON."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False)

    def to_frame(self) -> Any:
        """
        Return the numbers as a pandas frame with a column for each attribute of `PrintedNumber`.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return frame_of([number.to_dict() for number in self.numbers], COLUMNS, ["value"])

    def __str__(self) -> str:
        lines = [f"truth     {self.truth}", f"estimate  {self.estimate}"]
        if not self.numbers and not self.refused:
            lines += ["", "No package has a number of that name."]
        for (counted, value), group in self.groups().items():
            lines += ["", *wrapped(f"{decimal(value):>8}  {counted}", indent=10)]
            lines += wrapped(" " * 10 + "; ".join(_names(group)), indent=10)
        refused_for: dict[str, list[PrintedNumber]] = {}
        for number in self.refused:
            refused_for.setdefault(number.reason, []).append(number)
        for reason, missing in refused_for.items():
            lines += ["", *wrapped(f"Not computed: {'; '.join(_names(missing))}", indent=2)]
            lines += wrapped(f"  {reason}", indent=2)
        return "\n".join(lines)

    def _table(self) -> Table:
        rows = tuple(
            (printable(counted), decimal(value).strip(), "; ".join(_names(group)))
            for (counted, value), group in self.groups().items()
        )
        return Table("What other packages print", ("counted as", "value", "printed by"), rows)


def _names(group: Sequence[PrintedNumber]) -> list[str]:
    """Return a text for each package, with the names of its numbers."""
    names: dict[str, list[str]] = {}
    for number in group:
        names.setdefault(number.package, []).append(number.name)
    return [f"{package} {', '.join(in_package)}" for package, in_package in names.items()]


def _order(number: PrintedNumber) -> tuple[str, bool, float]:
    """Sort by what is counted, then by the value, with nan at the end."""
    is_nan = isnan(number.value)
    return number.counted_as.lower(), is_nan, 0.0 if is_nan else number.value


def rosetta(truth: Any, estimate: Any) -> Rosetta:
    """
    Return what every known package prints for the same two graphs.

    Packages use the same name for different numbers and different names for the same number. As text,
    the result is sorted by what is counted. `printed_by` returns the numbers of one package. `reconcile`
    starts with a number and finds what it counts.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        The numbers of all packages in `PACKAGES`, and those that a package does not compute for these
        graphs, each with the reason.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a side is a time series graph, which no package reads.

    Examples:
        >>> from edgemark import Graph
        >>> table = rosetta(Graph.parse("A --> B; C"), Graph.parse("B --> A; C"))
        >>> for number in table.named("tpr"):
        ...     print(f"{number.value:.1f}  {number.package}: {number.counted_as}")
        1.0  benchpress 2.13.0: recall of half-right edges of patterns
        1.0  BiDAG 2.1.4: recall:skeleton
        0.0  causationentropy 1.1.0: recall:entries
        0.2  causationentropy 1.1.0: fpr:entries
        0.0  gCastle 1.0.4: (right + favoured) / true, entries
        1.0  graphical-models 0.1a21: tp / true edges, edges of CPDAGs
        1.0  graphical-models 0.1a21: recall:skeleton
        0.0  nCED paper: recall:directed
        1.0  pcalg 2.7-12: recall:skeleton
    """
    truth, estimate = graphs_without_lags(
        truth, estimate, "rosetta(truth.summary(), estimate.summary())"
    )
    numbers: list[PrintedNumber] = []
    refused: list[PrintedNumber] = []
    for name, package in PACKAGES.items():
        try:
            printout = printed_by(truth, estimate, name)
        except KindError as error:
            refused += [
                _refused(package.title, key.name, key.definition, error.message) for key in package.keys
            ]
            continue
        for row in printout:
            counted_as = row.source.removeprefix(f"{printout.package}: ")
            if row.status == "refused":
                refused.append(_refused(printout.package, row.metric, counted_as, row.reason))
            else:
                number = PrintedNumber(printout.package, row.metric, row.value, counted_as, row.reason)
                numbers.append(number)
    return Rosetta(tuple(numbers), tuple(refused), side_of(truth), side_of(estimate))


def _refused(package: str, name: str, counted_as: str, reason: str) -> PrintedNumber:
    problem = reason.problem if isinstance(reason, Message) else reason
    return PrintedNumber(package, name, nan, counted_as, problem)
