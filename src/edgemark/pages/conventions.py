"""The convention and the source of a number, which open on a click."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from math import nan

from edgemark.conventions.convention import Convention
from edgemark.display.elements import Element, Node, element
from edgemark.errors import listing
from edgemark.evaluation.estimate import source_of
from edgemark.metrics import REGISTRY, Metric
from edgemark.pages.blocks import facts, missing, number, opened
from edgemark.report.rows import Row
from edgemark.values import COUNTS, Confusion

__all__ = ["about", "about_number", "count_of", "is_ratio", "meaning_of", "name_of", "value_of"]

_MEANING_OF_COUNTS = dict(
    zip(
        COUNTS,
        ("True positives.", "False positives.", "False negatives.", "True negatives."),
        strict=True,
    )
)
_BETTER = {
    "lower": "lower is better",
    "higher": "higher is better",
    "ratio": "higher is better, 1 is what guessing gives",
    "neither": "describes the estimate, no direction is better",
}
_CODE_MARKUP = re.compile(r":\w+:`(.*?)`|`(.*?)`")


def name_of(metric: str, convention: str) -> str:
    """
    Return the name of a metric with its convention, as pages write it.

    Examples:
        >>> name_of("shd", "pair mismatch"), name_of("sid", "")
        ('shd: pair mismatch', 'sid')
        >>> name_of("", "")
        'value'
    """
    return f"{metric}: {convention}" if convention else metric or "value"


def meaning_of(metric: str) -> str:
    """Return a sentence that describes a metric, or a measure of a confusion matrix; "" if unknown."""
    if metric in REGISTRY:
        return _plain(REGISTRY[metric].summary)
    property_of_confusion = getattr(Confusion, metric, None)
    text = (
        _MEANING_OF_COUNTS.get(metric)
        or (inspect.getdoc(property_of_confusion) if isinstance(property_of_confusion, property) else "")
        or ""
    )
    return _plain(text.partition("\n\n")[0])


def is_ratio(row: Row) -> bool:
    """Whether a number is the share of one count in another, such as a precision."""
    return bool(row.of) and row.count is not None and not isinstance(row.value, int)


def value_of(row: Row) -> Node:
    """Write a value. A ratio of 0 or 1 has three decimals, so that it is not read as a count."""
    if row.status != "ok":
        return missing(str(row.reason), row.status)
    return f"{row.value:.3f}" if is_ratio(row) and row.value in (0, 1) else number(row.value)


def count_of(row: Row) -> str:
    """
    Write the counts from which a number is computed; "" if there are none.

    Examples:
        >>> import edgemark as em
        >>> truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
        >>> report = em.evaluate(truth, found, ["shd:skeleton", "recall:skeleton", "nced"])
        >>> [count_of(row) for row in report]
        ['1 of 3', '1 of 2', '']
    """
    return "" if row.count is None or row.of is None else f"{row.count} of {row.of}"


def about(row: Row) -> Element:
    """Write the definition of a row, its source, and the packages that use its convention."""
    return opened("what it counts", facts(_facts(row)))


def about_number(metric: str, convention: str) -> Element | str:
    """Write the definition of a metric under a convention; "" if edgemark does not know the metric."""
    if not meaning_of(metric):
        return ""
    better = REGISTRY[metric].better if metric in REGISTRY else ""
    return about(Row(metric, convention, "", "", nan, None, None, better))


def _facts(row: Row) -> Iterator[tuple[str, Node]]:
    if row.reason and row.status != "ok":
        yield row.status, str(row.reason)
    if meaning := meaning_of(row.metric):
        better = _BETTER.get(row.better, row.better)
        yield "metric", f"{meaning.rstrip('.')}{f'; {better}' if better else ''}."
    convention = _convention(row.metric, row.convention)
    if convention is not None and convention.name:
        yield "convention", f"{convention.name}: {convention.counts}"
        if convention.used_by:
            yield "packages that use it", listing(convention.used_by, most=8)
    elif row.convention:
        yield "convention", row.convention
    if row.status == "ok" and count_of(row):
        yield "counted", count_of(row)
    if row.compared:
        yield "truth / estimate compared as", row.compared
    yield "source", _source(row)
    if row.metric in REGISTRY or row.metric in COUNTS or hasattr(Confusion, row.metric):
        selector = ":".join(part for part in (row.metric, row.convention) if part)
        yield "in Python", element("code", f"em.evaluate(truth, estimate, {selector!r})")


def _source(row: Row) -> str:
    if row.source:
        return row.source
    if row.metric not in REGISTRY and row.metric not in COUNTS and not hasattr(Confusion, row.metric):
        return "edgemark"
    declarations = _declarations(row.metric)
    for declared in declarations:
        for convention in declared.conventions:
            if convention.name == row.convention:
                return source_of(declared.cite, convention.used_by)
    return source_of(declarations[0].cite, ())


def _convention(metric: str, name: str) -> Convention | None:
    """Return the convention of this name; of a ratio, that of the first confusion metric that has it."""
    conventions = (
        convention for declared in _declarations(metric) for convention in declared.conventions
    )
    return next((convention for convention in conventions if convention.name == name), None)


def _declarations(metric: str) -> list[Metric]:
    """Return the metric of this name or, for a ratio such as "f1", all metrics that count confusions."""
    if metric in REGISTRY:
        return [REGISTRY[metric]]
    if not meaning_of(metric):
        return []  # a metric of the user
    return [declared for declared in REGISTRY.values() if declared.measures]


def _plain(text: str) -> str:
    return " ".join(_CODE_MARKUP.sub(lambda match: match[1] or match[2] or "", text).split())
