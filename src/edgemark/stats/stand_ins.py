"""
Checks of best and worst possible values; the worst one stands in for the missing value of a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan

from edgemark.errors import Remedy, StatisticsError
from edgemark.metrics.bounds import bounds_by_name
from edgemark.metrics.declaration import better_by_name
from edgemark.stats.runs import Better, Run, number_name

__all__ = ["beyond", "bound_of", "demand_valid_bounds", "sign_of"]

_ROUNDING = 1e-9
_SIGNS = {"higher": 1, "ratio": 1, "lower": -1}
_BEYOND_BOUND = {"worst": "worse than the worst", "best": "better than the best"}
Deviation = tuple[float, str, float]
"""A best or worst possible value, a number that differs from it, and between them the number's name."""


def demand_valid_bounds(runs: Iterable[Run], better: Better | None = None) -> None:
    """
    Refuse a worst possible value if some value is worse, and a best possible value if some value is
    better.

    Values, chance values and the other bound are compared with a bound of the same data set and seed
    only, because larger graphs can have more errors. The best value of a metric with better="ratio" is
    that of the truth, and may be exceeded. A worst possible value that is better than the one edgemark
    knows for the metric is refused too. If it is unknown whether higher or lower values are better, all
    values must be on the same side of their bounds, also those of different data sets.

    Args:
        runs: runs of one or more metrics.
        better: whether "higher" or "lower" values are better, if known for all runs.

    Raises:
        StatisticsError: a worst or best possible value is exceeded, or a worst one is better than the
            metric's own. With a wrong worst value, failed runs would count as good ones.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> demand_valid_bounds(as_runs([{"metric": "f1", "value": 0.5, "worst": 1}]))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: the worst possible value of f1 must be 0 or below, \
because higher values are better; got 1. State that value: worst=0
    """
    by_number: dict[tuple[str, str], list[Run]] = {}  # number: metric and convention
    for run in runs:
        by_number.setdefault(run.number, []).append(run)
    for group in by_number.values():
        sign = sign_of(group, better)
        if sign:
            _demand_worst_of_metric(group, sign)
        _demand_bounds(group, sign)


def sign_of(runs: Sequence[Run], better: Better | None = None) -> int:
    """
    Return 1 if higher values are better, -1 if lower ones are, and 0 if neither or unknown.

    If neither the metric nor a run states the direction, the best and worst possible values show it.

    Examples:
        >>> sign_of([Run(3, metric="shd")]), sign_of([Run(3)]), sign_of([Run(3, best=0, worst=9)])
        (-1, 0, -1)
    """
    stated = {(run.metric, run.better) for run in runs}
    directions: set[str] = (
        {better}
        if better is not None
        else {better_by_name(metric) or direction for metric, direction in stated}
    )
    directions -= {""}
    if directions:
        signs = {_SIGNS.get(direction, 0) for direction in directions}
    else:
        spans = [run.best - run.worst for run in runs if not isnan(run.best - run.worst)]
        signs = {(span > 0) - (span < 0) for span in spans} - {0}
    return signs.pop() if len(signs) == 1 else 0


def bound_of(run: Run, name: str) -> float:
    """
    Return the best, worst or chance value of a run.

    If the run states no best or worst value, that of the metric is returned; nan if it is unknown.

    Examples:
        >>> bound_of(Run(0.7, metric="f1"), "worst"), bound_of(Run(3, metric="shd", worst=9), "worst")
        (0.0, 9.0)
    """
    stated = float(getattr(run, name))
    if name == "chance" or not isnan(stated):
        return stated
    best, worst = bounds_by_name(number_name(run.number))
    return best if name == "best" else worst


def _demand_worst_of_metric(runs: Sequence[Run], sign: int) -> None:
    _, worst = bounds_by_name(runs[0].metric)
    for run in runs:
        if beyond(sign * run.worst, sign * worst):
            raise StatisticsError(
                f"the worst possible value of {run.metric} must be {worst:g} or "
                f"{'below' if sign > 0 else 'above'}, because {_better_word(sign)} values are better; "
                f"got {run.worst:g}",
                Remedy("State that value", f"worst={worst:g}"),
            )


def _demand_bounds(runs: Sequence[Run], sign: int) -> None:
    """
    Refuse values worse than the worst or better than the best possible value.

    If the sign is 0, refuse values on both sides of a bound, even if they are in different data sets.
    """
    # side: if higher values are better, all lie above the worst one (1) and below the best one (-1).
    for bound, side in (("worst", 1), ("best", -1)):
        first_by_direction: dict[int, Deviation] = {}
        for direction, deviation in _deviations(runs, bound):
            if sign and direction != sign * side:
                raise _wrong_bound(runs[0], bound, sign, deviation)
            first_by_direction.setdefault(direction, deviation)
        if not sign and len(first_by_direction) == 2:
            raise _wrong_bound(runs[0], bound, 0, first_by_direction[1])


def _deviations(runs: Iterable[Run], bound: str) -> Iterator[tuple[int, Deviation]]:
    """
    Yield each number that differs from a bound of its data set and seed, with 1 if the number is above
    the bound, -1 if below.
    """
    runs = list(runs)
    bounds_of: dict[tuple[str, str], dict[float, None]] = {}
    for run in runs:
        stated = getattr(run, bound)
        if not isnan(stated) and (bound == "worst" or not _is_ratio(run)):
            bounds_of.setdefault(run.key, {})[stated] = None
    if not bounds_of:
        return  # a shortcut, since most runs state no bound
    by_key: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        by_key.setdefault(run.key, []).append(run)
    for key, group in by_key.items():
        for stated in bounds_of.get(key, ()):
            for name, value in _values(group, bound):
                direction = int(beyond(value, stated)) - int(beyond(stated, value))
                if direction:
                    yield direction, (stated, name, value)


def _values(group: Iterable[Run], bound: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a bound is compared with, each after its name."""
    other = "best" if bound == "worst" else "worst"
    for run in group:
        yield "a value", run.value
        yield "a chance value", run.chance
        yield f"the {other} possible value", getattr(run, other)


def _is_ratio(run: Run) -> bool:
    """Whether the metric is a ratio, whose best value is that of the truth and may be exceeded."""
    return (better_by_name(run.metric) or run.better) == "ratio"


def beyond(number: float, other: float) -> bool:
    """Whether a number is larger than another by more than rounding; false if one is nan."""
    return number - other > _ROUNDING * max(1.0, abs(number), abs(other))


def _wrong_bound(run: Run, bound: str, sign: int, deviation: Deviation) -> StatisticsError:
    stated, what, value = deviation
    name = number_name(run.number)
    why = f", because {_better_word(sign)} values are better" if sign else ""
    rule = f"no value{f' of {name}' if name else ''} may be {_BEYOND_BOUND[bound]} possible one{why}"
    if not sign:
        rule = f"the {bound} possible value must be at one end of the values"
        what = "values on both sides, one"
    return StatisticsError(
        f"{rule}; got {bound}={stated:g} and {what} of {value:g}",
        Remedy(
            f"Leave the {bound} possible value out, or state one that is valid for every value and graph"
        ),
    )


def _better_word(sign: int) -> str:
    return "higher" if sign > 0 else "lower"
