"""A check that compared runs were scored against the same truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, Any

from edgemark.conventions.convention import plain_name
from edgemark.errors import Remedy, StatisticsError, plural
from edgemark.metrics.declaration import full_name
from edgemark.stats.cells import name_of

if TYPE_CHECKING:
    from edgemark.report import Report

__all__ = ["Truth", "demand_same_truth", "demand_same_truth_of_reports"]

_NAME_THEM = "If these are different data sets, give them different names"
# Metric and convention whose total is the number of pairs of nodes, or of adjacent pairs of the truth.
_ALL_PAIRS = ("shd", "pairmismatch")
_TRUE_PAIRS = ("recall", "skeleton")
_TOTALS_OF_TRUTH = {
    ("recall", convention): f"edges counted by recall:{convention}"
    for convention in ("directed", "all lags", "lagged", "contemporaneous", "total", "summary")
} | {
    ("recall", "skeleton"): "adjacent pairs",
    ("shd", "arc Hamming"): "ordered pairs of nodes",
    ("shd", "skeleton"): "pairs of nodes",
    ("shd", "both to CPDAG"): "pairs of nodes",
}
"""Metrics whose total depends only on the truth, and the words for what it counts."""
_PLAIN_TOTALS = {(name, plain_name(c)): text for (name, c), text in _TOTALS_OF_TRUTH.items()}


@dataclass(frozen=True, slots=True)
class Truth:
    """
    What results state about a truth; None or empty if they do not state it.

    Attributes:
        n_nodes: its number of nodes.
        n_edges: its number of edges.
        kind: its kind, such as "dag". The number of edges of one graph depends on it.
        n_adjacent: its number of adjacent pairs, which a CSV states instead of the edges.
        totals: for each row with such a total, what it counts, the class of the truth in the comparison,
            and the total.
    """

    n_nodes: int | None = None
    n_edges: int | None = None
    kind: str = ""
    n_adjacent: int | None = None
    totals: frozenset[tuple[str, str, int]] = frozenset()

    @classmethod
    def of_json(cls, truth: Mapping[str, Any]) -> Truth:
        """Read the object that describes the truth of a report."""
        numbers = [truth.get(name) for name in ("nodes", "edges")]
        if any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
            return cls()
        kind = truth.get("kind")
        is_static = isinstance(kind, str) and not kind.startswith("time series")
        # The number of edges of a time series graph may depend on the class of the estimate.
        return cls(numbers[0], numbers[1] if is_static else None, str(kind))

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Truth:
        """Infer nodes, kind and adjacent pairs from the totals of SHD and of the skeleton's recall."""
        truth, totals = cls(), set()
        for row in rows:
            if row["of"] is None or row["candidates"]:
                continue
            number = full_name(row["metric"]), plain_name(row["convention"])
            if number in _PLAIN_TOTALS:
                true_class = row["compared"].partition(" / ")[0]
                totals.add((_PLAIN_TOTALS[number], true_class, int(row["of"])))
            if number == _ALL_PAIRS and row["of"]:
                n_nodes = (1 + isqrt(1 + 8 * int(row["of"]))) // 2
                truth = replace(truth, n_nodes=n_nodes, kind=row["compared"].partition(" / ")[0])
            elif number == _TRUE_PAIRS:
                truth = replace(truth, n_adjacent=int(row["of"]))
        return replace(truth, totals=frozenset(totals))

    @classmethod
    def of_report(cls, report: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Truth:
        """Read what a report in JSON states, and the totals of its rows."""
        of_rows = cls.of_rows(rows)
        return replace(cls.of_json(report), n_adjacent=of_rows.n_adjacent, totals=of_rows.totals)

    def differs_from(self, other: Truth) -> bool:
        """Whether the two cannot be the same graph."""
        if _differ(self.n_nodes, other.n_nodes):
            return True
        counts = (self.n_edges, other.n_edges), (self.n_adjacent, other.n_adjacent)
        if self.kind == other.kind and any(_differ(*pair) for pair in counts):
            return True
        return bool(self._differing_totals(other))

    def _differing_totals(self, other: Truth) -> list[tuple[str, int, int]]:
        """Return what rows of both count in a truth of one class, with the two totals that differ."""
        of_other = {(text, kind): total for text, kind, total in other.totals}
        return sorted(
            (text, total, of_other[text, kind])
            for text, kind, total in self.totals
            if of_other.get((text, kind), total) != total
        )

    def described_beside(self, other: Truth) -> tuple[str, str]:
        """Describe both by nodes and edges, or by a total that differs if these are equal or unknown."""
        texts = str(self), str(other)
        if texts[0] != texts[1] and None not in (self.n_nodes, other.n_nodes):
            return texts
        for what, total, of_other in self._differing_totals(other):
            return f"{total} {what}", f"{of_other} {what}"
        return texts

    def __str__(self) -> str:
        """Return "5 nodes and 4 edges"."""
        nodes = plural(self.n_nodes or 0, "node")
        if self.n_edges is not None:
            return f"{nodes} and {plural(self.n_edges, 'edge')}"
        return (
            nodes
            if self.n_adjacent is None
            else f"{nodes} and {plural(self.n_adjacent, 'adjacent pair')}"
        )


def _differ(count: int | None, other: int | None) -> bool:
    return None not in (count, other) and count != other


def demand_same_truth_of_reports(reports: Mapping[tuple[Any, Any, Any], Report]) -> None:
    """Refuse reports of one data set and seed that have different truths."""
    names = ("method", "dataset", "seed")
    demand_same_truth(
        (
            dict(zip(names, map(name_of, key), strict=True)),
            Truth.of_json({name: getattr(report.truth, name) for name in ("nodes", "edges", "kind")}),
        )
        for key, report in reports.items()
    )


def demand_same_truth(
    truths: Iterable[tuple[Mapping[str, str], Truth]], advice: str = _NAME_THEM
) -> None:
    """
    Refuse estimates of one data set and seed that were scored against different truths.

    Args:
        truths: the method, data set and seed of each estimate, and its truth.
        advice: what to do if the truths are those of different data sets.

    Examples:
        >>> here = {"dataset": "truth.txt", "seed": "1"}
        >>> sides = [({**here, "method": "pc"}, Truth(5)), ({**here, "method": "ges"}, Truth(6))]
        >>> demand_same_truth(sides)
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: methods must be scored against the same truth; on \
'truth.txt/1', that of 'pc' has 5 nodes, and that of 'ges' 6 nodes. If these are different data sets, \
give them different names
    """
    firsts: dict[tuple[str, str], list[tuple[str, Truth]]] = {}
    for parts, truth in truths:
        key = parts.get("dataset", ""), parts.get("seed", "")
        others = firsts.setdefault(key, [])
        for method, other in others:
            if truth.differs_from(other):
                of_other, of_truth = other.described_beside(truth)
                place = f"on {'/'.join(filter(None, key))!r}, " if any(key) else ""
                raise StatisticsError(
                    f"methods must be scored against the same truth; {place}that of {method!r} has "
                    f"{of_other}, and that of {parts.get('method', '')!r} {of_truth}",
                    Remedy(advice),
                )
        if all(truth != other for _, other in others):
            others.append((parts.get("method", ""), truth))
