"""Compute the numbers that a package prints for a truth and an estimate."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from math import isnan, nan
from types import MappingProxyType
from typing import Any

from edgemark.display.text import clipped, printable
from edgemark.errors import ConventionError, KindError, Remedy
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.kinds import class_of, side_of
from edgemark.metrics.compared_graphs import skeleton_notes
from edgemark.metrics.declaration import as_graphs
from edgemark.packages import python_packages, r_packages
from edgemark.packages._counts import Counting
from edgemark.packages._package import Key, Package
from edgemark.packages.nced_paper import NCED_PAPER
from edgemark.packages.tetrad import TETRAD
from edgemark.report import Report, Row
from edgemark.report.layout import decimal
from edgemark.values import Confusion, Count

__all__ = ["PACKAGES", "Printout", "graphs_without_lags", "printed_by", "wrapped"]

_WIDTH = 80

PACKAGES: Mapping[str, Package] = MappingProxyType(
    {
        package.name: package
        for package in sorted(
            (*python_packages.PACKAGES, *r_packages.PACKAGES, TETRAD, NCED_PAPER),
            key=lambda package: package.name.lower(),
        )
    }
)
"""Every package whose numbers are known, by name."""


@dataclass(frozen=True)
class Printout(Report):
    """
    The numbers that a package prints about two graphs, as a report under the package's own names.

    Attributes:
        package: name and version of the package.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --- C")
        >>> print(printed_by(truth, found, "sid"))
        SID 1.1
        truth     3 nodes, 2 edges, DAG
        estimate  3 nodes, 2 edges, CPDAG
        <BLANKLINE>
        hammingDist()                               2  shd:pair mismatch
        hammingDist(allMistakesOne=FALSE)       3.000  weighted_shd:double reversal
    """

    package: str = ""

    def __str__(self) -> str:
        widest = max(len(row.metric) for row in self)
        lines = [self.package, f"truth     {self.truth}", f"estimate  {self.estimate}", ""]
        for row in self:
            definition = row.source.removeprefix(f"{self.package}: ")
            value = "-" if row.status == "refused" else decimal(row.value)
            start = f"{row.metric:<{widest}}{value:>12}  "
            lines += wrapped(start + definition, indent=len(start))
        for reason in dict.fromkeys(row.reason for row in self if row.reason):
            names = ", ".join(row.metric for row in self if row.reason == reason)
            lines += ["", *wrapped(f"{names}: {reason}", indent=2)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def wrapped(text: str, indent: int) -> list[str]:
    """Wrap a line at 80 columns; the lines after the first are indented."""
    return textwrap.wrap(
        clipped(printable(text)),
        _WIDTH,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def printed_by(truth: Any, estimate: Any, package: str) -> Printout:
    """
    Compare an estimate with the truth as another package would, number by number.

    Values are those that the package prints, even if it prints a constant for an undefined ratio or has
    an error in its counts. The reason of the row and the `warnings` of the report then say so.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.
        package: a name in `PACKAGES`, with or without the version; case and hyphens do not matter.

    Returns:
        One row for each number under its name in the package, with the convention, and with its name in
        `evaluate` or its formula as the source. A number is "refused" if the package does not compute it
        for these graphs, or raises an error.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: an unknown package.
        KindError: the package cannot read such graphs. No package reads time series graphs.

    Examples:
        >>> truth, empty = Graph.parse("A --> B; C"), Graph.parse("A; B; C")
        >>> report = printed_by(truth, empty, "pcalg")
        >>> report["tdr"].value, report["tdr"].reason
        (1.0, 'tp + fp = 0: pcalg prints 1')
        >>> report["shd"].source
        'pcalg 2.7-12: shd:pair mismatch'
    """
    described = _package_named(package)
    truth, estimate = graphs_without_lags(
        truth, estimate, "printed_by(truth.summary(), estimate.summary(), package)"
    )
    described.check(truth, estimate)
    counts = {key.counting: _counts_or_refusal(key.counting, truth, estimate) for key in described.keys}
    rows = tuple(_row(described, key, counts[key.counting], truth, estimate) for key in described.keys)
    notes = tuple(f"{row.metric}: {row.reason}" for row in rows if row.status == "ok" and row.reason)
    pairs = zip(rows, described.keys, strict=True)
    # These notes are about classes to which graphs are converted.
    if any(row.status == "ok" and any(key.counting.compared) for row, key in pairs):
        notes += tuple(skeleton_notes(truth, estimate))
    return Printout(rows, side_of(truth), side_of(estimate), notes, described.title)


def graphs_without_lags(truth: Any, estimate: Any, of_summaries: str) -> tuple[Graph, Graph]:
    """Align two graphs; refuse time series graphs, with the code that compares their summary graphs."""
    if isinstance(truth, TemporalGraph) or isinstance(estimate, TemporalGraph):
        raise KindError(
            "these packages compare graphs without lags; a side is a time series graph",
            Remedy("Compare the summary graphs", of_summaries),
            Remedy(
                "Print the numbers of cdans",
                "from edgemark.compat.cdans import evaluate_graph; evaluate_graph(estimate, truth)",
            ),
        )
    return as_graphs(truth, estimate)


def _package_named(name: str) -> Package:
    def plain(text: str) -> str:
        return "".join(c for c in text.lower() if c.isalnum())

    for known, package in PACKAGES.items():
        if plain(str(name)) in (plain(known), plain(package.title)):
            return package
    raise ConventionError.unknown("package", name, PACKAGES)


def _counts_or_refusal(counting: Counting, truth: Graph, estimate: Graph) -> Any:
    """Return the counts, or the error that explains why there are none."""
    try:
        return counting.compute(truth, estimate)
    except KindError as refusal:
        return refusal


def _row(package: Package, key: Key, counts: Any, truth: Graph, estimate: Graph) -> Row:
    classes = zip(key.counting.compared, (class_of(truth), class_of(estimate)), strict=True)
    row = Row(
        key.name,
        key.counting.name,
        f"{package.title}: {key.definition}",
        " / ".join(converted or given for converted, given in classes),
        nan,
        None,
        None,
        key.direction,
    )
    if isinstance(counts, KindError):
        return replace(row, status="refused", reason=counts.message)
    value = key.compute(counts, truth.n_nodes)
    if isnan(value):
        return _undefined(row, package, key, counts)
    if isinstance(value, Count):
        return replace(row, value=int(value), count=int(value), of=value.of, reason=key.note)
    return replace(row, value=value, reason=key.note)


def _undefined(row: Row, package: Package, key: Key, counts: Any) -> Row:
    reason = f"not defined here: {key.definition}"
    if isinstance(counts, Confusion) and isinstance(key.number, str):
        reason = counts.why_undefined(key.number)
    printed = key.if_undefined(counts) if callable(key.if_undefined) else key.if_undefined
    if isinstance(printed, str):
        return replace(row, status="refused", reason=f"{reason}: {package.name} raises {printed}")
    if isnan(printed):
        return replace(row, status="undefined", reason=reason)
    return replace(row, value=printed, reason=f"{reason}: {package.name} prints {printed:g}")
