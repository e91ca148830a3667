"""Summaries, tests and ranks of every metric, from the runs of several methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from edgemark.errors import Message, Remedy, StatisticsError

if TYPE_CHECKING:
    from edgemark.stats import (
        AgainstChance,
        Comparison,
        MetricAgreement,
        MetricTest,
        Ranking,
        Run,
        Runs,
        SummaryTable,
    )

    Verdict = Comparison | Ranking | StatisticsError | None

Number = tuple[str, str]
Zeros = Literal["wilcox", "pratt", "zsplit"]
Missing = Literal["leave-out", "complete", "worst"]
Replicate = Literal["dataset", "seed", "nested"]

__all__ = ["Asked", "Found", "found_in"]


@dataclass(frozen=True, slots=True)
class Asked:
    """
    The options of the tests.

    Attributes:
        level: confidence.
        zeros: treatment of differences of 0.
        rope: half the width of the region of practical equivalence.
        missing: how missing values are treated.
        replicate: the unit of replication; None for the default.
        control: the method that the others are compared with.
        primary: metric and convention of the primary metric.
        is_named: whether an option says what the methods are called.
    """

    level: float
    zeros: Zeros
    rope: float
    missing: Missing
    replicate: Replicate | None
    control: str | None
    primary: Number | None
    is_named: bool


@dataclass(frozen=True, slots=True)
class Found:
    """
    The results of a comparison.

    Attributes:
        summaries: of every metric of every method.
        verdicts: for every metric a comparison of two methods, a ranking of more, or the reason why
            there is none; None for a metric that only describes.
        silent: for every metric the methods without any value, which are left out of its tests.
        family: the tests of all metrics, corrected for each other; empty for one metric.
        primary: the primary metric.
        chance: for every metric the tests of the methods against chance.
        agreement: of the metrics, if there are two or more.
        warnings: about all metrics together.
        missing: how missing values are treated.
        with_chance: whether some run has a chance value.
        not_shown: metrics of the results that are not shown.
        reasons: by method, metric and convention, why the first run without a value has none.
    """

    summaries: SummaryTable
    verdicts: dict[Number, Verdict]
    silent: dict[Number, tuple[str, ...]]
    family: tuple[MetricTest, ...]
    primary: Number | None
    chance: dict[Number, tuple[AgainstChance, ...]]
    agreement: MetricAgreement | None
    warnings: tuple[Message, ...]
    missing: Missing
    with_chance: bool
    not_shown: tuple[Number, ...]
    reasons: dict[tuple[str, ...], str]

    @property
    def options(self) -> tuple[str, ...]:
        """Options that a message may advise; --missing only if the worst value does not stand in yet."""
        return ("--pattern", "--level", *(() if self.missing == "worst" else ("--missing",)))


def found_in(runs: Runs, asked: Asked, not_shown: tuple[Number, ...] = ()) -> Found:
    """Summarise the runs, and test what the options ask for."""
    from edgemark import stats
    from edgemark.stats.against_chance import chance_warnings
    from edgemark.stats.missing_runs import spelling_warnings

    lacking: list[Message] = []
    if asked.missing == "complete":
        runs, lacking = _complete(runs)
    summaries = stats.summarize(runs, level=asked.level, replicate=asked.replicate)
    impute = asked.missing == "worst"
    bounded = runs if impute else stats.Runs(tuple(replace(run, worst=nan) for run in runs))
    silent = {number: _silent(rows) for number, rows in bounded.by_number().items()}
    verdicts: dict[Number, Verdict] = {}
    chance: dict[Number, tuple[AgainstChance, ...]] = {}
    for number, rows in bounded.by_number().items():
        heard = stats.Runs(tuple(run for run in rows if run.method not in silent[number]))
        verdicts[number] = _tried(_verdict, heard, asked)
        tests = _tried(_chance, rows, asked)
        chance[number] = () if isinstance(tests, StatisticsError) else tests
    tested = {n: v for n, v in verdicts.items() if not isinstance(v, StatisticsError | None)}
    primary = asked.primary if asked.primary in tested else None
    agreement = (
        stats.metric_agreement(bounded, replicate=asked.replicate) if _have_directions(bounded) else None
    )
    said = [*lacking, *(Message(text) for text in spelling_warnings(runs))]
    said += dict.fromkeys(text for tests in chance.values() for text in chance_warnings(tests))
    return Found(
        summaries,
        verdicts,
        silent,
        stats.over_metrics(tested, primary=primary) if len(tested) > 1 else (),
        primary,
        chance,
        agreement,
        (*said, *(agreement.warnings if agreement else ())),
        asked.missing,
        any(not isnan(run.chance) for run in runs),
        not_shown,
        {
            (run.method, *run.number): run.reason
            for run in reversed(runs.rows)
            if run.status != "ok" and run.reason
        },
    )


def _complete(runs: Runs) -> tuple[Runs, list[Message]]:
    """Complete cases of each number by itself; what lacks them is left out, and why it is said."""
    from edgemark import stats

    kept: list[Run] = []
    lacking: list[StatisticsError] = []
    for rows in runs.by_number().values():
        try:
            kept += stats.complete_cases(rows)
        except StatisticsError as error:
            lacking.append(error)
    if lacking and not kept:
        raise lacking[0]
    return stats.Runs(tuple(kept)), [error.message for error in lacking]


def _tried(work: Callable[[Runs, Asked], Any], runs: Runs, asked: Asked) -> Any:
    """Return what a function returns, or its objection to the runs."""
    try:
        return work(runs, asked)
    except StatisticsError as error:
        return error


def _chance(runs: Runs, asked: Asked) -> tuple[AgainstChance, ...]:
    """Tests of each method against chance, if the runs have chance values."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs) or all(isnan(run.chance) for run in runs):
        return ()
    return stats.against_chance(runs, level=asked.level, zeros=asked.zeros, replicate=asked.replicate)


def _silent(runs: Runs) -> tuple[str, ...]:
    """Methods without any value, if at least two others have values."""
    heard = {run.method for run in runs if run.status == "ok" or run.is_imputable}
    return tuple(method for method in runs.methods if method not in heard) if len(heard) > 1 else ()


def _verdict(runs: Runs, asked: Asked) -> Verdict:
    """Compare two methods by one number, or rank more, or compare all with the control."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs):
        return None
    sides = runs.by_method()
    if len(sides) < 2:
        naming = Remedy("Add results of another method, or say with --pattern what names the method")
        other = Remedy("Add results of another method")
        raise StatisticsError(
            f"a comparison needs at least two methods; got {', '.join(sides)} alone",
            other if asked.is_named else naming,
        )
    options: dict[str, Any] = {"level": asked.level, "zeros": asked.zeros, "replicate": asked.replicate}
    if len(sides) > 2 or asked.control is not None:
        return stats.rank(runs, control=asked.control, **options)
    a, b = sides.values()
    return stats.compare(a, b, rope=asked.rope, **options)


def _have_directions(runs: Runs) -> bool:
    judged = {run.number for run in runs if run.better not in ("", "neither")}
    return len(judged) > 1 and len(runs.methods) > 1
