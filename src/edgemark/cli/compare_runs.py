"""Summaries, tests and ranks of every metric, from the runs of several methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from edgemark.cli.compare_silent import Missing, Silent, silent_in, without_control
from edgemark.errors import Message, Remedy, StatisticsError

if TYPE_CHECKING:
    from edgemark.cli.compare_claims import MeanClaims
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
Replicate = Literal["dataset", "seed", "nested"]

__all__ = ["Found", "TestOptions", "found_in"]


@dataclass(frozen=True, slots=True)
class TestOptions:
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
        verdicts: for every metric, a comparison of two methods, a ranking of more, or the reason why
            there is none. None for a metric that has no better direction.
        silent: for every metric, the methods without a value, which take no part in its tests.
        family: the tests of all metrics, corrected for each other; empty for one metric.
        primary: the primary metric.
        chance: for every metric the tests of the methods against chance.
        agreement: of the metrics, if there are two or more.
        warnings: about all metrics together.
        missing: how missing values are treated.
        not_shown: metrics of the results that are not shown.
        claims: what each method claims, if some estimate leaves something open; beside the default
            metrics only.
    """

    summaries: SummaryTable
    verdicts: dict[Number, Verdict]
    silent: dict[Number, Silent | None]
    family: tuple[MetricTest, ...]
    primary: Number | None
    chance: dict[Number, tuple[AgainstChance, ...]]
    agreement: MetricAgreement | None
    warnings: tuple[Message, ...]
    missing: Missing
    not_shown: tuple[Number, ...]
    claims: tuple[MeanClaims, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """Options that messages may recommend; --missing only if it has not been set to worst."""
        missing = () if self.missing == "worst" else ("--missing",)
        return ("--pattern", "--level", "--primary", *missing)


def found_in(runs: Runs, asked: TestOptions, not_shown: tuple[Number, ...] = ()) -> Found:
    """Summarise the runs, and test what the options ask for."""
    from edgemark import stats
    from edgemark.stats.against_chance import chance_warnings
    from edgemark.stats.missing_runs import spelling_warnings
    from edgemark.stats.several_metrics import family_warnings

    impute = asked.missing == "worst"
    bounded = runs if impute else stats.Runs(tuple(replace(run, worst=nan) for run in runs))
    silent = {number: silent_in(rows, asked.missing) for number, rows in runs.by_number().items()}
    lacking: list[Message] = []
    if asked.missing == "complete":
        runs, lacking = _complete_cases(runs, silent)
        bounded = stats.Runs(tuple(replace(run, worst=nan) for run in runs))
    summaries = stats.summarize(runs, level=asked.level, replicate=asked.replicate)
    verdicts: dict[Number, Verdict] = {}
    chance: dict[Number, tuple[AgainstChance, ...]] = {}
    for number, rows in bounded.by_number().items():
        left_out = silent[number]
        verdicts[number] = _result_or_error(_verdict, _runs_with_values(rows, left_out), asked, left_out)
        tests = _result_or_error(_chance_tests, rows, asked, left_out)
        chance[number] = () if isinstance(tests, StatisticsError) else tests
    tested = {n: v for n, v in verdicts.items() if not isinstance(v, StatisticsError | None)}
    primary = asked.primary if asked.primary in tested else None
    agreement, objection = _agreement(bounded, asked)
    said = [*lacking, *(Message(text) for text in spelling_warnings(runs)), *objection]
    said += dict.fromkeys(text for tests in chance.values() for text in chance_warnings(tests))
    said += family_warnings(tested, primary) if len(tested) > 1 else ()
    said += agreement.warnings if agreement else ()
    return Found(
        summaries,
        verdicts,
        silent,
        stats.over_metrics(tested, primary=primary) if len(tested) > 1 else (),
        primary,
        chance,
        agreement,
        tuple(said),
        asked.missing,
        not_shown,
    )


def _runs_with_values(runs: Runs, silent: Silent | None) -> Runs:
    """Return the runs of the methods that take part in the tests."""
    from edgemark import stats

    left_out = silent.methods if silent else ()
    return stats.Runs(tuple(run for run in runs if run.method not in left_out))


def _complete_cases(runs: Runs, silent: Mapping[Number, Silent | None]) -> tuple[Runs, list[Message]]:
    """
    Keep the complete cases of each metric; leave out metrics without any, and return the reasons.

    Methods without any value stay in the summaries, but do not make a case incomplete.
    """
    from edgemark import stats

    kept: list[Run] = []
    lacking: list[StatisticsError] = []
    for number, rows in runs.by_number().items():
        with_values = _runs_with_values(rows, silent[number])
        try:
            complete = stats.complete_cases(with_values)
        except StatisticsError as error:
            lacking.append(error)
            continue
        keys = {run.key for run in complete}
        kept += [run for run in rows if run.key in keys]
    if lacking and not kept:
        raise lacking[0]
    return stats.Runs(tuple(kept)), [error.message for error in lacking]


def _result_or_error(
    work: Callable[[Runs, TestOptions, Silent | None], Any],
    runs: Runs,
    asked: TestOptions,
    silent: Silent | None,
) -> Any:
    """Call a function with the runs; return its result, or the error that it raises."""
    try:
        return work(runs, asked, silent)
    except StatisticsError as error:
        return error


def _chance_tests(runs: Runs, asked: TestOptions, _: Silent | None) -> tuple[AgainstChance, ...]:
    """Test each method against chance, if the runs have chance values."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs) or all(isnan(run.chance) for run in runs):
        return ()
    return stats.against_chance(runs, level=asked.level, zeros=asked.zeros, replicate=asked.replicate)


def _verdict(runs: Runs, asked: TestOptions, silent: Silent | None) -> Verdict:
    """Compare two methods, rank three or more, or compare all with the control, on one metric."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs):
        return None
    sides = runs.by_method()
    if asked.control is not None and asked.control not in sides:
        raise without_control(asked.control, silent)
    if len(sides) < 2:
        naming = Remedy(
            "Add results of another method, or use --pattern to say which part of the names is the "
            "method"
        )
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


def _agreement(runs: Runs, asked: TestOptions) -> tuple[MetricAgreement | None, tuple[Message, ...]]:
    """Return the agreement of the metrics; if several metrics have none, return why."""
    from edgemark import stats

    if not _has_higher_or_lower_better(runs):
        return None, ()
    try:
        return stats.metric_agreement(runs, replicate=asked.replicate), ()
    except StatisticsError as error:
        return None, (error.message,)


def _has_higher_or_lower_better(runs: Runs) -> bool:
    judged = {run.number for run in runs if run.better not in ("", "neither")}
    return len(judged) > 1 and len(runs.methods) > 1
