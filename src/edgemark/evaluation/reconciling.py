"""The search for what a printed number counts."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite
from typing import Any

import numpy as np

from edgemark.display.text import printable
from edgemark.errors import ClassWarning, ConventionError, InputTypeError, Remedy, plural
from edgemark.evaluation.estimate import report_of
from edgemark.graph import Graph
from edgemark.graph.kinds import side_of
from edgemark.graph.side import Side
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.selectors import every_number
from edgemark.packages.printing import wrapped
from edgemark.packages.rosetta import rosetta
from edgemark.report.layout import decimal
from edgemark.report.tables import HasPaperTable, Table

__all__ = ["Match", "Reconciled", "reconcile"]

SCHEMA, SCHEMA_VERSION = "edgemark.reconciled", 1
AS_GIVEN = "as given"
_EXCHANGED = "with truth and estimate exchanged"
_REVERSED = "with every edge of the estimate reversed"
_TOLERANCE = 1e-12
_PRINTED = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class Match:
    """
    One thing that the printed number can count.

    Attributes:
        counted_as: name of the number in `evaluate`, or the formula of a package.
        value: the number in full precision.
        compared: the classes of the two graphs that are compared; "" for a formula of a package.
        printed_by: names of this number in packages, each with its package.
        reason: why a package prints a constant, or an error in its count; else "".
    """

    counted_as: str
    value: float
    compared: str
    printed_by: tuple[str, ...] = ()
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes as plain values."""
        return {
            "counted_as": self.counted_as,
            "value": self.value,
            "compared": self.compared,
            "printed_by": list(self.printed_by),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Reconciled(HasPaperTable):
    """
    What a printed number can count on two graphs.

    Attributes:
        printed: the number as it was given.
        matches: the numbers that round to it; first those that packages print.
        read: "as given", or how the graphs had to be read to find a match.
        tried: how many numbers of the graphs as given were compared with it.
        truth: size and class of the true graph.
        estimate: size and class of the estimate.
        readings: how the graphs were read in the search, in order, until a match was found.
    """

    printed: str
    matches: tuple[Match, ...]
    read: str
    tried: int
    truth: Side
    estimate: Side
    readings: tuple[str, ...] = (AS_GIVEN,)

    def __len__(self) -> int:
        return len(self.matches)

    def __iter__(self) -> Iterator[Match]:
        return iter(self.matches)

    def to_dict(self) -> dict[str, Any]:
        """Return the matches as plain values, as `to_json` writes them."""
        return {
            "format": SCHEMA,
            "version": SCHEMA_VERSION,
            "truth": str(self.truth),
            "estimate": str(self.estimate),
            "printed": self.printed,
            "read": self.read,
            "tried": self.tried,
            "matches": [match.to_dict() for match in self.matches],
        }

    def to_json(self) -> str:
        """Write the matches as JSON."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False)

    def __str__(self) -> str:
        lines = [
            f"truth     {self.truth}",
            f"estimate  {self.estimate}",
            "",
            *wrapped(self._result_in_words(), 0),
        ]
        for match in self.matches:
            start = f"{decimal(match.value):>8}  "
            compared = f"  ({match.compared})" if match.compared else ""
            lines += ["", *wrapped(f"{start}{match.counted_as}{compared}", len(start))]
            if match.printed_by:
                lines += wrapped(f"{'':10}printed by {'; '.join(match.printed_by)}", 10)
            if match.reason:
                lines += wrapped(f"{'':10}{match.reason}", 10)
        return "\n".join(lines)

    def _result_in_words(self) -> str:
        if not self.matches:
            readings = f", neither {', nor '.join(self.readings)}" if len(self.readings) > 1 else ""
            return (
                f"None of {plural(self.tried, 'number')} is {printable(self.printed)}{readings}. Check "
                "the order of the nodes, and whether the number was computed from other graphs."
            )
        n_matching = f"{plural(len(self.matches), 'number')} of {self.tried}"
        verb = "is" if len(self.matches) == 1 else "are"
        if self.read == AS_GIVEN:
            return f"{n_matching} {verb} {printable(self.printed)}."
        return (
            f"No number of the graphs as given is {printable(self.printed)}. {self.read.capitalize()}, "
            f"{n_matching} {verb}."
        )

    def _table(self) -> Table:
        rows = tuple(
            (printable(match.counted_as), decimal(match.value).strip(), "; ".join(match.printed_by))
            for match in self.matches
        )
        head = ("counted as", "value", "printed by")
        return Table(
            f"What {printable(self.printed)} counts", head, rows, (), (self._result_in_words(),)
        )


def reconcile(value: float | str, truth: Any, estimate: Any) -> Reconciled:
    """
    Find what a printed number counts: every metric, convention and package that gives it.

    Every number of edgemark in every convention, and every number of every package in `PACKAGES`, is
    compared with the value; metrics that would take long on graphs of this size are left out. If none
    agrees and both sides are graphs without lags, the search is repeated with truth and estimate
    exchanged, and then with every edge of the estimate reversed, as if its matrix had been read in the
    other direction.

    Args:
        value: the printed number. A number with decimals, such as 0.67 or the text "0.670", agrees with
            every number that rounds to it; a half is rounded either way, since packages differ. A
            whole number agrees only with itself.
        truth: reference graph, as for `evaluate`.
        estimate: what was compared with it, as for `evaluate`.

    Returns:
        The numbers that agree, and how the graphs were read. Several can agree by coincidence, most
        often on small graphs. Packages read graphs without lags only.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the value is not a number, or is not finite.
        InputTypeError: the value is neither a number nor text.

    Examples:
        >>> import edgemark as em
        >>> truth, found = em.Graph.parse("A --> B --> C; D"), em.Graph.parse("B --> A; B --- C; D")
        >>> for match in reconcile(3, truth, found):
        ...     print(match.counted_as, match.printed_by[:1])
        shd:arc Hamming ('CausalDynamics 1.0.0 Joint SHD',)
        weighted_shd:double reversal ('sep-distances 1.0.2 SHD_CPDAGs(normalized=False)',)
        found of entries, undirected is favourable ('gCastle 1.0.4 nnz',)
        endpoint_hamming ()
        >>> reconcile("0.33", truth, found).matches[0].counted_as
        'precision:entries'
    """
    printed, agrees = _printed(value)
    truth, estimate = as_sides(truth, estimate)
    readings = [(AS_GIVEN, truth, estimate)]
    if isinstance(truth, Graph) and isinstance(estimate, Graph):
        readings += [(_EXCHANGED, estimate, truth), (_REVERSED, truth, _reversed(estimate))]
    tried = 0
    tried_readings: tuple[str, ...] = ()
    for read, read_truth, read_estimate in readings:
        tried_readings += (read,)
        numbers = _numbers(read_truth, read_estimate)
        tried = tried or len({number.counted_as for number in numbers})
        matches = _merged(number for number in numbers if agrees(number.value))
        if matches:
            sides = side_of(read_truth), side_of(read_estimate)
            return Reconciled(printed, matches, read, tried, *sides, tried_readings)
    return Reconciled(printed, (), AS_GIVEN, tried, side_of(truth), side_of(estimate), tried_readings)


def _printed(value: Any) -> tuple[str, Callable[[float], bool]]:
    """Return the number as text, and a function that tells whether another number rounds to it."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | np.integer | np.floating):
        raise InputTypeError(
            f"the value must be a number, or the text that was printed; got {type(value).__name__}",
            Remedy("Give the number", "reconcile(0.67, truth, estimate)"),
        )
    text = str(value).strip()
    exact = Decimal(text) if _PRINTED.fullmatch(text) else Decimal("nan")
    if not (exact.is_finite() and isfinite(float(exact))):
        raise ConventionError(f"the value must be a finite number, such as 3 or 0.67; got {value!r}")
    target, places = float(exact), -int(exact.as_tuple().exponent)
    is_whole_number = places <= 0 or (not isinstance(value, str) and exact == int(exact))
    tolerance = _TOLERANCE * max(1.0, abs(target))
    largest_difference = (
        tolerance if is_whole_number else max(tolerance, 0.5 * 10.0**-places * (1 + _TOLERANCE))
    )
    if _is_single(value, exact):
        single = np.float32(target)
        return (
            text,
            lambda number: np.float32(number) == single or abs(number - target) <= largest_difference,
        )
    return text, lambda number: abs(number - target) <= largest_difference


def _is_single(value: Any, exact: Decimal) -> bool:
    """Whether a number was computed, or probably printed, in single precision."""
    if isinstance(value, np.floating):
        return value.dtype == np.float32
    return isinstance(value, str) and len(exact.as_tuple().digits) in (8, 9)


def _reversed(graph: Graph) -> Graph:
    reversed_graph = Graph.from_edges(
        [(b, glyph, a) for a, glyph, b in graph.edges()], nodes=graph.nodes
    )
    return reversed_graph.with_kind(graph.kind)


def _numbers(truth: Any, estimate: Any) -> list[Match]:
    """Return every number of these sides: edgemark's own, and those that packages print."""
    numbers = [number for number in every_number(type(estimate)) if not number.metric.takes_long(truth)]
    with warnings.catch_warnings():  # These warnings concern conventions that the user did not request.
        warnings.simplefilter("ignore", ClassWarning)
        rows = report_of(truth, estimate, numbers).rows
    of_edgemark = [
        Match(f"{row.metric}:{row.convention}".rstrip(":"), row.value, row.compared)
        for row in rows
        if row.status == "ok"
    ]
    if not (isinstance(truth, Graph) and isinstance(estimate, Graph)):
        return of_edgemark
    printed = [
        Match(value.counted_as, value.value, "", (f"{value.package} {value.name}",), value.reason)
        for value in rosetta(truth, estimate)
    ]
    return [*of_edgemark, *printed]


def _merged(matches: Iterable[Match]) -> tuple[Match, ...]:
    """Join matches that count the same. Those that most packages print come first."""
    by_name: dict[str, Match] = {}
    for match in matches:
        first = by_name.setdefault(match.counted_as, match)
        if first is not match:
            reasons = dict.fromkeys(filter(None, (first.reason, match.reason)))
            by_name[match.counted_as] = replace(
                first,
                printed_by=(*first.printed_by, *match.printed_by),
                reason="; ".join(reasons),
            )
    return tuple(sorted(by_name.values(), key=lambda match: -len(match.printed_by)))
