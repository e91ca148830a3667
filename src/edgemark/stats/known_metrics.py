"""Check the values and directions of runs against edgemark's metric of the same name."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isnan

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.metrics.bounds import bounds_by_name, is_described_share
from edgemark.metrics.declaration import better_by_name
from edgemark.stats.runs import Better, Run, Runs, number_name

__all__ = [
    "better_of",
    "demand_agreement",
    "demand_known_direction",
    "demand_known_ranges",
    "direction_of",
    "either_direction",
    "is_judged",
    "runs_that_need",
]

_ROUNDING = 1e-9
_WITH_DIRECTION = ("lower", "higher", "ratio")  # the other value of `better` is "neither"
_CHECKED = ("value", "best", "worst", "chance")


def demand_known_ranges(runs: Runs) -> None:
    """
    Refuse values that are impossible for the metric, such as an F1 in percent.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> demand_known_ranges(as_runs([{"metric": "shd", "value": -1}]))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: values of shd must be at least 0; got -1. If this is a \
different metric, give it another name
    """
    ranges = {metric: _range(metric) for metric in dict.fromkeys(run.metric for run in runs)}
    for run in runs:
        low, high = ranges[run.metric]
        for name in _CHECKED:
            value = getattr(run, name)
            if value < low - _ROUNDING or value > high + _ROUNDING:
                problem = f"values of {run.metric} must be {_limits(low, high)}; got {value:g}"
                if name == "value" or len(ranges) == 1:
                    raise StatisticsError(f"{problem}. {_rename(high, value)}")
                raise StatisticsError(
                    f"{problem} as its {name} value",
                    Remedy(f"State it for each metric in a column {name!r}, instead of {name}="),
                )


def _limits(low: float, high: float) -> str:
    limits = f"at least {low:g}" if high == inf else f"between {low:g} and {high:g}"
    return f"at most {high:g}" if low == -inf else limits


def _rename(high: float, value: float) -> str:
    if high == 1 and value > 1:
        return "Divide percentages by 100. If this is a different metric, give it another name"
    return "If this is a different metric, give it another name"


def direction_of(better: Better | None, *sides: Runs) -> Better | None:
    """
    Return whether higher or lower values are better, as stated by the caller, the runs or the metric;
    None if none of them states it.

    Raises:
        StatisticsError: the caller or a run contradicts the metric or another run; or neither direction
            is better, and the caller states none.
    """
    demand_known_direction(better, *sides)
    if better is None:
        return better_of(*sides)
    demand_agreement(better, (run for side in sides for run in side))
    return better


def demand_agreement(better: Better, runs: Iterable[Run]) -> None:
    """
    Refuse a direction of the caller that contradicts a direction that the runs state.

    If a run states "neither" or nothing, the caller decides.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> demand_agreement("lower", as_runs([{"value": 1, "better": "higher"}]))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: the direction of the call must be that of the column 'better'; \
got better='lower', and 'higher' in the column. Leave better out, if the column is right. Correct the \
column, if it is wrong
    """
    stated = dict.fromkeys(run.better for run in runs if run.better in _WITH_DIRECTION)
    if any(_without_ratio(claim) != better for claim in stated):
        raise StatisticsError(
            f"the direction of the call must be that of the column 'better'; got better={better!r}, and "
            f"{listing(list(stated))} in the column",
            *([Remedy("Leave better out, if the column is right")] if len(stated) == 1 else []),
            Remedy("Correct the column, if it is wrong"),
        )


def demand_known_direction(better: Better | None, *sides: Runs) -> None:
    """Refuse a direction, stated by the caller or the runs, that contradicts a metric of edgemark."""
    for number, stated in dict.fromkeys((run.number, run.better) for side in sides for run in side):
        known = better_by_name(number[0])
        for claim in (better, stated):
            if (
                known in _WITH_DIRECTION
                and claim in _WITH_DIRECTION
                and _without_ratio(claim) != _without_ratio(known)
            ):
                raise StatisticsError(
                    f"{_without_ratio(known)} values of {number_name(number)} are better; got "
                    f"{claim!r}. If this is a different metric, give it another name"
                )


def runs_that_need(better: Better, runs: Runs) -> list[Run]:
    """
    Return the runs that need the caller's direction, because neither they nor their metric state one.

    If there are such runs, the other runs may state another direction. If there are none, the caller's
    direction must agree with those of the runs. The statement "neither" agrees with both.

    Raises:
        StatisticsError: no run needs the direction, and it contradicts that of a run or its metric, or
            all of them state "neither".

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [{"metric": "shd", "value": 1}, {"metric": "mine", "value": 2}]
        >>> [run.metric for run in runs_that_need("higher", as_runs(rows))]
        ['mine']
    """
    needing = [run for run in runs if better_by_name(run.metric) is None and not run.better]
    if runs.rows and not needing:
        demand_known_direction(better, runs)
        demand_agreement(better, runs)
        if not is_judged(runs):
            raise StatisticsError(
                "better is only for metrics with better and worse values; got "
                f"{listing([number_name(number) for number in runs.numbers])}. Leave better out"
            )
    return needing


def better_of(*sides: Runs) -> Better | None:
    """
    Return whether higher or lower values are better, as the runs or the metric state; None if no
    direction is stated.

    Metrics that are multiples of chance state "ratio". For these, higher values are better.

    Raises:
        StatisticsError: the runs state different directions, or neither direction is better.
    """
    stated = {(run.better, run.metric) for side in sides for run in side}
    claims = {claim or better_by_name(metric) or "" for claim, metric in stated} - {""}
    directions = {"higher" if claim == "ratio" else claim for claim in claims}
    if not directions <= {"higher", "lower"} or len(directions) > 1:
        problem = _stated(run for side in sides for run in side)
        if directions == {"neither"}:
            problem = "this metric describes a graph, and neither is better"
            if all(better_by_name(metric) is None for _, metric in stated):
                problem = "the column 'better' says 'neither'"
        raise StatisticsError(
            f"either higher or lower values must be better; {problem}",
            *_agreeing(directions, has_column=any(claim for claim, _ in stated)),
        )
    return None if not directions else "lower" if directions == {"lower"} else "higher"


def _stated(runs: Iterable[Run]) -> str:
    """
    Say which directions the runs or their metrics state, each with the first run that has it.

    A direction that a metric of edgemark implies is not said to be in a column.
    """
    first: dict[str, Run] = {}
    for run in runs:
        if claim := run.better or better_by_name(run.metric) or "":
            first.setdefault(claim, run)
    places: dict[bool, list[str]] = {True: [], False: []}
    for claim, run in sorted(first.items()):
        parts = [name for name in (run.method, run.dataset, run.seed) if name]
        of_run = f" on {'/'.join(parts)}" if parts else ""
        number = number_name(run.number)
        places[bool(run.better)].append(f"{claim!r}{f' for {number}' if number else ''}{of_run}")
    column, metrics = " and ".join(places[True]), " and ".join(places[False])
    parts = [f"the column 'better' says {column}"] if column else []
    parts += [f"edgemark's metrics say {metrics}"] if metrics else []
    return "; ".join(parts)


def either_direction() -> tuple[Remedy, Remedy]:
    """Remedies for both directions, since a single one could be copied without thought."""
    return (
        Remedy("If higher values are better", 'better="higher"'),
        Remedy("If lower values are better", 'better="lower"'),
    )


def _agreeing(directions: set[str], *, has_column: bool) -> tuple[Remedy, ...]:
    """Remedies if the runs state several directions or neither; a call may not contradict the runs."""
    if directions >= {"higher", "lower"}:
        state = "State one direction in the column, or choose" if has_column else "Choose"
        return (Remedy(f"{state} the runs of one metric"),)
    return tuple(
        remedy
        for direction, remedy in zip(("higher", "lower"), either_direction(), strict=True)
        if direction in directions or directions == {"neither"}
    )


def is_judged(runs: Runs) -> bool:
    """Whether some values are better than others; false if all runs or their metrics state "neither"."""
    stated = {(run.better, run.metric) for run in runs}
    return any((claim or better_by_name(metric)) != "neither" for claim, metric in stated)


def _without_ratio(better: str | None) -> str | None:
    return "higher" if better == "ratio" else better


def _range(metric: str) -> tuple[float, float]:
    best, worst = bounds_by_name(metric)
    better = better_by_name(metric)
    if better not in _WITH_DIRECTION:
        return (0.0, 1.0) if is_described_share(metric) else (-inf, inf)
    low, high = (best, worst) if better == "lower" else (worst, best)
    return (-inf if isnan(low) else low), (inf if isnan(high) else high)
