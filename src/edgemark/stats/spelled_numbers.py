"""One spelling of each metric and convention, so that the runs of one number are not split."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from edgemark.conventions.convention import plain_name
from edgemark.errors import ConventionError, Remedy, StatisticsError, listing
from edgemark.metrics.declaration import REGISTRY, full_name
from edgemark.metrics.selectors import selected
from edgemark.stats.look_alike_names import visible_text
from edgemark.values import COUNTS, RATIOS

if TYPE_CHECKING:
    from edgemark.stats.runs import Run

__all__ = ["in_one_spelling"]

Number = tuple[str, str]
"""A metric and its convention; "" if it has none."""


def in_one_spelling(rows: tuple[Run, ...]) -> tuple[Run, ...]:
    """
    Return runs in which each metric of edgemark, and each of its conventions, has one spelling.

    If a metric with its convention is written in several ways, such as SHD beside shd, all of them
    become the spelling of edgemark. If it is written in only one way, that spelling stays.

    Raises:
        StatisticsError: the names of two metrics or conventions that edgemark does not know differ only
            in case, spaces or hyphens, or some names differ only in characters that are invisible or
            look alike.

    Examples:
        >>> from edgemark.stats import Run
        >>> rows = (Run(3, seed="1", metric="SHD"), Run(2, seed="2", metric="shd"))
        >>> [run.metric for run in in_one_spelling(rows)]
        ['shd', 'shd']
        >>> in_one_spelling((Run(3, metric="Mine"), Run(2, metric="mine")))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: a metric must be spelled in one way; got 'Mine', 'mine', which \
differ only in case, spaces or hyphens. Give them one name, if they are one metric. Give them names \
that differ in a letter, if they are two
    """
    numbers = dict.fromkeys(run.number for run in rows)
    labels = _labels(numbers) if len(numbers) > 1 else {}
    if not labels:
        return rows
    named = [(run, labels.get(run.number, run.number)) for run in rows]
    return tuple(
        replace(run, metric=metric, convention=convention) for run, (metric, convention) in named
    )


def _labels(numbers: Iterable[Number]) -> dict[Number, Number]:
    """Return edgemark's spelling for each number that is written in several ways."""
    known = (*REGISTRY, *COUNTS, *RATIOS)
    spellings: dict[Number, list[Number]] = {}
    for number in numbers:
        spellings.setdefault(_plain(number, known), []).append(number)
    labels: dict[Number, Number] = {}
    for written in spellings.values():
        if len(written) < 2:
            continue
        label = _label(written[0], known)
        if label is None or any(_label(number, known) is None for number in written):
            raise _several_spellings(written)
        labels |= dict.fromkeys(written, label)
    return labels


def _plain(number: Number, known: tuple[str, ...]) -> Number:
    """Return what all spellings of a number share."""
    metric, convention = _label(number, known) or _visible(number)
    # An invisible character may hide a metric of edgemark.
    metric, convention = _label((metric, convention), known) or (metric, convention)
    return plain_name(metric), plain_name(convention)


def _visible(number: Number) -> Number:
    return visible_text(number[0]), visible_text(number[1])


@lru_cache(maxsize=4096)
def _label(number: Number, known: tuple[str, ...]) -> Number | None:
    """
    Return the metric and the convention as edgemark writes them; None if it does not know them.

    A text that several conventions match is not known either. `known` holds the names of all metrics
    and measures. It is a part of the key of the cache, so metrics that are added later are found.
    """
    metric, convention = number
    if not convention:
        metric, _, convention = (part.strip() for part in metric.partition(":"))
    name = full_name(metric)
    if name not in known:
        return None
    if not convention:
        return name, ""
    try:
        numbers = selected(f"{name}:{convention}")
    except ConventionError:
        return None
    labels = list(dict.fromkeys(number.convention.name for number in numbers))
    return (name, labels[0]) if len(labels) == 1 else None


def _several_spellings(written: list[Number]) -> StatisticsError:
    metrics = list(dict.fromkeys(metric for metric, _ in written))
    what, names = ("metric", metrics) if len(metrics) > 1 else ("convention", [c for _, c in written])
    found, differ = listing(names), "case, spaces or hyphens"
    if len({*map(plain_name, names)}) > 1:
        found, differ = ", ".join(map(ascii, names)), "characters that are invisible or look alike"
    return StatisticsError(
        f"a {what} must be spelled in one way; got {found}, which differ only in {differ}",
        Remedy(f"Give them one name, if they are one {what}"),
        Remedy("Give them names that differ in a letter, if they are two"),
    )
