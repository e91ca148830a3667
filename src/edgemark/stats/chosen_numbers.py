"""The choice of metrics and conventions among those that runs or results have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgemark.conventions.convention import same_name
from edgemark.errors import ConventionError
from edgemark.metrics.selectors import matching_labels
from edgemark.stats.cells import name_of, unknown_convention, unknown_name

__all__ = ["chosen_name", "chosen_numbers"]

Number = tuple[str, str]
"""A metric and its convention."""


def chosen_numbers(
    metric: str | None, convention: str | None, numbers: Iterable[Number]
) -> list[Number]:
    """
    Return the numbers that have a metric and a convention; either may be left open.

    Args:
        metric: name of a metric, or a selector such as "shd:skeleton"; None for all.
        convention: label of a convention, or, if the metric is given, options such as "of=cpdag"; None
            for all.
        numbers: metric and convention of each number to choose from.

    Raises:
        ConventionError: no name is equal or similar to the given one, or none is equal and several are
            similar.

    Examples:
        >>> numbers = [("shd", "pair mismatch"), ("shd", "both to CPDAG"), ("f1", "skeleton")]
        >>> chosen_numbers("shd:Pair-mismatch", None, numbers)
        [('shd', 'pair mismatch')]
        >>> chosen_numbers("shd:of=cpdag", None, numbers)
        [('shd', 'both to CPDAG')]
        >>> chosen_numbers("shd", None, numbers)
        [('shd', 'pair mismatch'), ('shd', 'both to CPDAG')]
    """
    chosen = list(dict.fromkeys(numbers))
    conventions: list[str] = [] if convention is None else [name_of(convention)]
    if metric is not None:
        metrics = [name for name, _ in chosen]
        name, label = _parts_of(name_of(metric), metrics)
        name = chosen_name("metric", name, metrics)
        chosen = [number for number in chosen if number[0] == name]
        conventions = [*([label] if label else []), *conventions]
    for text in conventions:
        label = _chosen_label(text, chosen, has_one_metric=metric is not None)
        chosen = [number for number in chosen if number[1] == label]
    return chosen


def chosen_name(what: str, name: str, names: Iterable[str]) -> str:
    """
    Return the name that is equal, or else the one that differs only in case, spaces or hyphens.

    `what` is the word for it in errors, such as "method".

    Examples:
        >>> chosen_name("method", "ges 1", ["PC", "GES-1"])
        'GES-1'
    """
    names = list(dict.fromkeys(names))
    return name if name in names else _the_only_one(what, name, _alike(name, names), names)


def _parts_of(name: str, metrics: Sequence[str]) -> tuple[str, str]:
    """Split a selector into metric and convention; the name of a metric may contain a colon itself."""
    if name in metrics or _alike(name, metrics) or ":" not in name:
        return name, ""
    metric, _, label = name.partition(":")
    return metric.strip(), label.strip()


def _chosen_label(text: str, numbers: Sequence[Number], *, has_one_metric: bool) -> str:
    labels = list(dict.fromkeys(label for _, label in numbers))
    if text in labels:
        return text
    if not has_one_metric:
        return chosen_name("convention", text, labels)
    metric = numbers[0][0]
    matches = matching_labels(metric, text, filter(None, labels)) if text else []
    if not matches:
        raise unknown_convention(metric, text, labels)
    return _the_only_one("convention", text, matches, labels)


def _alike(name: str, names: Iterable[str]) -> list[str]:
    return [other for other in dict.fromkeys(names) if same_name(other, name)]


def _the_only_one(what: str, name: str, matches: Sequence[str], names: Sequence[str]) -> str:
    if not matches:
        raise unknown_name(what, name, names)
    if len(matches) > 1:
        raise ConventionError(
            f"the {what} must be one of {', '.join(matches)}; got {name!r}, which matches "
            f"{'both' if len(matches) == 2 else 'all'}"
        )
    return matches[0]
