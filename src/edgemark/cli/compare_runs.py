"""Summaries, tests and ranks of every metric, from the runs of several methods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from edgemark.cli.compare_no_value import (
    MethodsWithoutValue,
    Missing,
    error_without_control,
    methods_without_value,
    with_possible_advice,
)
from edgemark.errors import Message, Remedy, StatisticsError, listing

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
"""A metric and its convention, such as ("shd", "pair mismatch"); each has a number for every run."""
Zeros = Literal["wilcox", "pratt", "zsplit"]
Replicate = Literal["dataset", "seed", "nested"]

__all__ = ["CompareResults", "TestOptions", "compare_runs"]


@dataclass(frozen=True, slots=True)
class TestOptions:
    """
    The options of the tests.

    Attributes:
        level: the confidence level.
        zeros: treatment of differences of 0.
        rope: half the width of the region of practical equivalence.
        missing: how missing values are treated.
        replicate: the unit of replication; None for the default.
        control: the method that the others are compared with.
        primary: metric and convention of the primary metric.
        is_named: whether --method or --pattern states the names of the methods.
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
class CompareResults:
    """
    The results of a comparison.

    Attributes:
        summaries: the summary of every metric and method.
        verdicts: for every metric, a comparison of two methods, a ranking of more, or the reason why
            there is none. None for a metric in which neither higher nor lower is better.
        without_value: for every metric, the methods without a value, which are left out of its tests.
        family: the tests of all metrics, corrected for the number of metrics; empty for one metric.
        primary: the primary metric.
        chance: for every metric, the tests of the methods against chance.
        agreement: the agreement of the metrics, if there are two or more.
        warnings: warnings that concern all metrics together.
        missing: how missing values are treated.
        not_shown: metrics of the results that are not shown.
        claims: for each method, the mean shares of wrong and of decided claims, such as causal effects;
            only if some estimate leaves claims open, and only with the default metrics.
    """

    summaries: SummaryTable
    verdicts: dict[Number, Verdict]
    without_value: dict[Number, MethodsWithoutValue | None]
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
        """Options that messages may recommend; --missing is one of them unless it is worst."""
        missing = () if self.missing == "worst" else ("--missing",)
        return ("--pattern", "--level", "--primary", *missing)


def compare_runs(runs: Runs, options: TestOptions, not_shown: tuple[Number, ...] = ()) -> CompareResults:
    """Summarise the runs, and test every metric with these options."""
    from edgemark import stats
    from edgemark.stats.against_chance import chance_warnings_of_metrics, untested_warnings
    from edgemark.stats.several_metrics import family_warnings
    from edgemark.stats.spelled_names import spelling_warnings

    without_value = _methods_without_value(runs, options)
    omissions: list[Message] = []
    if options.missing == "complete":
        runs, omissions = _complete_cases(runs, without_value)
    bounded = runs if options.missing == "worst" else _without_worst(runs)
    summaries = stats.summarize(runs, level=options.level, replicate=options.replicate)
    verdicts: dict[Number, Verdict] = {}
    chance: dict[Number, tuple[AgainstChance, ...]] = {}
    for number, rows in bounded.by_number().items():
        left_out = without_value[number]
        tested_runs = _runs_with_values(rows, left_out)
        verdict = _advising_directions(_result_or_error(_verdict, tested_runs, options, left_out))
        verdicts[number] = with_possible_advice(verdict, number, runs, options.missing)
        tests = _result_or_error(_chance_tests, rows, options)
        chance[number] = () if isinstance(tests, StatisticsError) else tests
        omissions += untested_warnings(tested_runs, chance[number])
    tested = {n: v for n, v in verdicts.items() if not isinstance(v, StatisticsError | None)}
    primary = options.primary if options.primary in tested else None
    agreement, objection = _agreement(bounded, options)
    messages = [*omissions, *(Message(text) for text in spelling_warnings(runs)), *objection]
    messages += chance_warnings_of_metrics(chance)
    messages += family_warnings(tested, primary) if len(tested) > 1 else ()
    messages += agreement.warnings if agreement else ()
    return CompareResults(
        summaries,
        verdicts,
        without_value,
        stats.over_metrics(tested, primary=primary) if len(tested) > 1 else (),
        primary,
        chance,
        agreement,
        tuple(messages),
        options.missing,
        not_shown,
    )


def _without_worst(runs: Runs) -> Runs:
    """Return the runs without their worst possible values."""
    from edgemark import stats

    return stats.Runs(tuple(replace(run, worst=nan) for run in runs))


def _methods_without_value(runs: Runs, options: TestOptions) -> dict[Number, MethodsWithoutValue | None]:
    """Return for every metric the methods without a value, None if there are none."""
    return {
        number: methods_without_value(rows, options.missing) for number, rows in runs.by_number().items()
    }


def _runs_with_values(runs: Runs, without_value: MethodsWithoutValue | None) -> Runs:
    """Return the runs of the methods that take part in the tests."""
    from edgemark import stats

    left_out = without_value.methods if without_value else ()
    return stats.Runs(tuple(run for run in runs if run.method not in left_out))


def _complete_cases(
    runs: Runs, without_value: Mapping[Number, MethodsWithoutValue | None]
) -> tuple[Runs, list[Message]]:
    """
    Keep the complete cases of each metric, and leave out metrics without complete cases.

    Return the kept runs, and messages: why metrics are left out, and which runs are.

    Methods without any value stay in the summaries. They do not make a case incomplete.
    """
    from edgemark import stats

    complete_runs: list[Run] = []
    errors: list[StatisticsError] = []
    metrics_of_text: dict[str, list[str]] = {}
    for number, rows in runs.by_number().items():
        with_values = _runs_with_values(rows, without_value[number])
        try:
            complete = stats.complete_cases(with_values)
        except StatisticsError as error:
            errors.append(error)
            continue
        keys = {run.key for run in complete}
        complete_runs += [run for run in rows if run.key in keys]
        if text := _text_of_incomplete(with_values, complete):
            metrics_of_text.setdefault(text, []).append(" ".join(filter(None, number)))
    if errors and not complete_runs:
        raise errors[0]
    left_out = [Message(f"{', '.join(names)}: {text}") for text, names in metrics_of_text.items()]
    return stats.Runs(tuple(complete_runs)), [*(error.message for error in errors), *left_out]


def _text_of_incomplete(runs: Runs, complete: Runs) -> str:
    """Name the runs of one metric that are left out because some method has no value there, and why."""
    from edgemark.stats.missing_reasons import why_missing
    from edgemark.stats.missing_runs import completed, for_every_seed
    from edgemark.stats.pairing import named
    from edgemark.stats.sentences import are

    all_runs = _without_worst(for_every_seed(completed(runs)))
    kept = {run.key for run in for_every_seed(complete)}
    left_out = dict.fromkeys(run.key for run in all_runs if run.key not in kept)
    if not left_out:
        return ""
    lacking = Counter(run.method for run in all_runs if run.status != "ok")
    counts = ", ".join(f"{method} ({count})" for method, count in lacking.most_common(5))
    return (
        f"{are(len(left_out), 'run')} left out for every method: {listing([*map(named, left_out)])}. "
        f"Methods without a value, with their number of such runs: {counts}{why_missing(all_runs)}"
    )


def _result_or_error(work: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; return its result, or the StatisticsError that it raises."""
    try:
        return work(*arguments)
    except StatisticsError as error:
        return error


def _advising_directions(verdict: Any) -> Any:
    """Return a verdict; an error advises the column of the results instead of the Python option."""
    if not isinstance(verdict, StatisticsError):
        return verdict
    remedies = (
        Remedy(f"{remedy.say}: write {remedy.python[7:]} in the column 'better' of the results in CSV")
        if remedy.python.startswith("better=") and not remedy.shell
        else remedy
        for remedy in verdict.remedies
    )
    return type(verdict)(verdict.message.problem, *remedies)


def _chance_tests(runs: Runs, options: TestOptions) -> tuple[AgainstChance, ...]:
    """Test each method against chance, if the runs have chance values."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs) or all(isnan(run.chance) for run in runs):
        return ()
    return stats.against_chance(
        runs, level=options.level, zeros=options.zeros, replicate=options.replicate
    )


def _verdict(runs: Runs, options: TestOptions, without_value: MethodsWithoutValue | None) -> Verdict:
    """Compare two methods, rank three or more, or compare all with the control, on one metric."""
    from edgemark import stats
    from edgemark.stats.known_metrics import is_judged

    if not is_judged(runs):
        return None
    runs_by_method = runs.by_method()
    if options.control is not None and options.control not in runs_by_method:
        raise error_without_control(options.control, without_value)
    if len(runs_by_method) < 2:
        naming = Remedy(
            "Add results of another method, or use --pattern to say which part of the names is the "
            "method"
        )
        other = Remedy("Add results of another method")
        raise StatisticsError(
            f"a comparison needs at least two methods; got only {', '.join(runs_by_method)}",
            other if options.is_named else naming,
        )
    test_options: dict[str, Any] = {
        "level": options.level,
        "zeros": options.zeros,
        "replicate": options.replicate,
    }
    if len(runs_by_method) > 2 or options.control is not None:
        return stats.rank(runs, control=options.control, **test_options)
    a, b = runs_by_method.values()
    return stats.compare(a, b, rope=options.rope, **test_options)


def _agreement(runs: Runs, options: TestOptions) -> tuple[MetricAgreement | None, tuple[Message, ...]]:
    """Return the agreement of the metrics, or the reason why several metrics have none."""
    from edgemark import stats

    if not _has_several_rankings(runs):
        return None, ()
    try:
        return stats.metric_agreement(runs, replicate=options.replicate), ()
    except StatisticsError as error:
        return None, (error.message,)


def _has_several_rankings(runs: Runs) -> bool:
    """Whether several methods can be ranked by several metrics."""
    judged = {run.number for run in runs if run.better not in ("", "neither")}
    return len(judged) > 1 and len(runs.methods) > 1
