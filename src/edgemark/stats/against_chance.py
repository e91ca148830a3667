"""Tests whether methods are better than random guessing over their runs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

from edgemark.content_equality import EqualByContent
from edgemark.errors import Message, Remedy, StatisticsError, StatisticsWarning, listing, plural
from edgemark.stats.comparison import Comparison, comparison_of, direction_warnings
from edgemark.stats.holm import holm
from edgemark.stats.intervals import Bootstrap
from edgemark.stats.missing_reasons import why_missing
from edgemark.stats.missing_runs import completed
from edgemark.stats.pairing import named
from edgemark.stats.replicates import Design, Replicate, design
from edgemark.stats.runs import Better, Runs, number_name, one_number, with_stated_bounds
from edgemark.stats.runs_by_method import runs_of_methods
from edgemark.stats.sentences import against_chance_text
from edgemark.stats.signed_ranks import Zeros
from edgemark.stats.stand_ins import demand_valid_bounds

__all__ = [
    "AgainstChance",
    "against_chance",
    "chance_warnings",
    "chance_warnings_of_metrics",
    "untested_warnings",
]


@dataclass(frozen=True, slots=True, eq=False)
class AgainstChance(EqualByContent):
    """
    The test of a method against random guessing over the same runs.

    Attributes:
        method: name of the method.
        comparison: tests of the method's values against the expected values of random guessing.
        p_holm: Wilcoxon's p-value with Holm's correction for the number of methods.
        without_chance: runs with a value but without a chance value; they are left out.
        null_models: null models of the chance values; tests with different ones are not comparable.
        left_out: data sets and seeds that are left out of this test, because the method has no value or
            no chance value there.
    """

    method: str
    comparison: Comparison
    p_holm: float
    without_chance: tuple[str, ...]
    null_models: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def is_better(self) -> bool | None:
        """Whether the method is better than chance, significantly or not; None if neither is better."""
        winner = self.comparison.winner
        return None if winner is None else winner == self.comparison.names[0]

    @property
    def significant(self) -> bool:
        """Whether the corrected p-value is below 1 - level."""
        return self.p_holm < round(1 - self.comparison.level, 12)

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a flat dictionary; nan becomes None."""
        comparison = self.comparison
        names = ("unit", "replicate", "n", "difference", "t_low", "t_high", "p_value", "effect")
        flat = comparison.to_dict()
        metric, convention = comparison.number
        mean, mean_chance = comparison.means
        return {
            "method": self.method,
            "metric": metric,
            "convention": convention,
            "mean": mean,
            "chance": mean_chance,
            **{name: flat[name] for name in names},
            "p_holm": self.p_holm,
            "better_than_chance": self.is_better,
            "significant": self.significant,
            "without_chance": len(self.without_chance),
            "left_out": len(self.left_out),
            "imputed": len(self.comparison.pairs.imputed),
            "null_model": " and ".join(self.null_models),
        }

    def __str__(self) -> str:
        return against_chance_text(self)


def against_chance(
    runs: Any,
    *,
    better: Better | None = None,
    level: float = 0.95,
    zeros: Zeros = "wilcox",
    worst: float | None = None,
    replicate: Replicate | None = None,
) -> tuple[AgainstChance, ...]:
    """
    Test whether each method is better than random guessing over its runs.

    Each run is paired with its own chance value, from the column "chance" of a table or from a report of
    `edgemark.chance`. Wilcoxon's p-values are corrected for the number of methods (Holm).

    Args:
        runs: a tidy table of one metric with chance values, see `as_runs` and `Runs.from_reports`; or a
            mapping of such tables by method.
        better: whether "higher" or "lower" values are better; by default as stated by the runs or the
            metric, which it must not contradict.
        level: confidence, from 0.5 to 0.999999; a corrected p-value below 1 - level is
            significant.
        zeros: how Wilcoxon's test treats differences of 0, see `compare`.
        worst: value that replaces missing values, as in `compare`.
        replicate: "dataset", "seed" or "nested", see `compare`. The default is the same for all methods:
            "dataset" if the table has several data sets.

    Returns:
        One test for each method with a run that has a chance value and a value or its replacement, in
        the order of the table.

    Raises:
        StatisticsError: several metrics, no run with a value and a chance value, or no data sets for
            `replicate`.
        ConventionError: `better`, `zeros` or `replicate` has an unknown value.

    Warns:
        StatisticsWarning: a method has no test; the chance values come from different null models; there
            are too few runs for any significant result; or the ranks contradict the mean.

    Examples:
        >>> from edgemark import stats
        >>> rows = [
        ...     {"method": "PC", "seed": s, "metric": "f1", "value": f1, "chance": 0.2}
        ...     for s, f1 in enumerate([0.5, 0.6, 0.4, 0.7, 0.3, 0.9, 0.8])
        ... ]
        >>> print(*stats.against_chance(rows))
        PC is significantly better than chance: 0.600 against 0.200, Holm p = 0.016, 7 runs
    """
    table = with_stated_bounds(one_number(runs_of_methods(runs), "the table"), {"worst": worst})
    every_run = completed(table)
    unit = design([run.key for run in every_run], replicate)
    comparisons = [
        (method, comparison, without, _null_models(rows), _left_out(rows, comparison))
        for method, rows in _with_own_chance(every_run).by_method().items()
        for comparison, without in _compared(rows, better, level, zeros, unit)
    ]
    if not comparisons:
        name = number_name(table.rows[0].number) or "the values"
        raise StatisticsError(
            f"a test against chance needs runs with a value and a chance value; {name}: none of "
            f"{plural(len(table), 'run')} has both"
        )
    demand_valid_bounds(table, better)
    corrected = holm([comparison.p_value for _, comparison, *_ in comparisons])
    tests = tuple(
        AgainstChance(method, comparison, p, without, models, left_out)
        for (method, comparison, without, models, left_out), p in zip(
            comparisons, corrected, strict=True
        )
    )
    for text in (*untested_warnings(table, tests), *chance_warnings(tests)):
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    return tests


def untested_warnings(runs: Runs, tests: Sequence[AgainstChance]) -> Iterator[Message]:
    """
    Warn of methods that have no test, if others have one; `runs` are those of one metric.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> ges = {"method": "GES", "seed": 1, "metric": "f1", "value": 0.6}
        >>> pc = [ges | {"method": "PC", "seed": s, "value": s / 9, "chance": 0} for s in range(9)]
        >>> print(*untested_warnings(as_runs([*pc, ges]), against_chance(pc)))
        f1: no run of 'GES' has a value and a chance value, so it is not tested against chance
    """
    tested = {test.method for test in tests}
    missing = [method for method in runs.methods if method not in tested]
    if missing and tests:
        rows = Runs(tuple(run for run in runs if run.method in missing))
        name = number_name(runs.rows[0].number) or "the values"
        pronoun = "it is" if len(missing) == 1 else "they are"
        yield Message(
            f"{name}: no run of {listing(missing)} has a value and a chance value, so {pronoun} not "
            f"tested against chance{why_missing(rows)}"
        )


def _with_own_chance(runs: Runs) -> Runs:
    """Return the runs; absent ones lose their chance value, which comes from other methods' runs."""
    return Runs(tuple(replace(run, chance=nan) if run.status == "absent" else run for run in runs))


def _null_models(rows: Runs) -> tuple[str, ...]:
    """Return the null models of the chance values, in order of appearance."""
    names = dict.fromkeys(run.null_model for run in rows if not isnan(run.chance))
    return tuple(filter(None, names))


def _left_out(rows: Runs, comparison: Comparison) -> tuple[str, ...]:
    """Return the names of the runs that are left out of the test."""
    with_chance = {run.key for run in rows if not isnan(run.chance)}
    unpaired = [named(run.key) for run in rows if run.key not in with_chance]
    return (*unpaired, *comparison.pairs.left_out)


def _compared(
    rows: Runs, better: Better | None, level: float, zeros: Zeros, unit: Design
) -> Iterator[tuple[Comparison, tuple[str, ...]]]:
    """
    Yield the comparison of one method with chance, and its runs that have a value but no chance value.

    Yield nothing if no run with a chance value can be compared. All methods have the same unit of
    replication: runs on a single data set are one replicate beside methods that have several data sets.
    """
    with_chance = Runs(tuple(run for run in rows if not isnan(run.chance)))
    usable = [run for run in with_chance if run.status == "ok" or run.is_imputable]
    if not usable:
        return
    without_chance = tuple(named(run.key) for run in rows if run.status == "ok" and isnan(run.chance))
    chance_runs = Runs(
        tuple(
            replace(run, value=run.chance, status="ok", reason="", method="chance", worst=nan)
            for run in with_chance
        )
    )
    names = (rows.rows[0].method or "the method", "chance")
    comparison = comparison_of(
        with_chance,
        chance_runs,
        better,
        level,
        Bootstrap(100),  # Few resamples, because the results do not show the bootstrap.
        zeros=zeros,
        replicate=unit.replicate,
        names=names if names[0] != "chance" else ("the method", "chance"),
    )
    yield _chosen_as(unit, comparison), without_chance


def _chosen_as(unit: Design, comparison: Comparison) -> Comparison:
    """Return the comparison; its text says whether its unit of replication is the default."""
    of_pairs = replace(comparison.pairs.design, is_default=unit.is_default)
    return replace(comparison, pairs=replace(comparison.pairs, design=of_pairs))


def chance_warnings(tests: Sequence[AgainstChance]) -> Iterator[Message]:
    """
    Warn of tests of one metric against chance: they are not comparable, have too few runs, or their
    ranks contradict the mean.
    """
    yield from _null_model_warnings(tests)
    yield from _warnings_without_metric(tests)


def chance_warnings_of_metrics(
    tests_of_metrics: Mapping[tuple[str, str], Sequence[AgainstChance]],
) -> Iterator[Message]:
    """Like `chance_warnings`, for each metric; the texts name their metrics if several were tested."""
    tested = {number: tests for number, tests in tests_of_metrics.items() if tests}
    names: dict[Message, list[str]] = {}
    for number, tests in tested.items():
        yield from _null_model_warnings(tests)
        for text in _warnings_without_metric(tests):
            names.setdefault(text, []).append(number_name(number))
    for text, metrics in names.items():
        yield text.after(f"{listing(metrics)}: ") if len(tested) > 1 else text


def _warnings_without_metric(tests: Sequence[AgainstChance]) -> Iterator[Message]:
    """Warn of too few runs and of contradictions, in texts that do not name the metric."""
    yield from _size_warnings(tests)
    for test in tests:
        for text in direction_warnings(test.comparison):
            yield text.after(f"{test.method or 'the method'} against chance: ")


def _size_warnings(tests: Sequence[AgainstChance]) -> Iterator[Message]:
    """
    Warn of methods with so few runs that they cannot be significantly better than chance.
    """
    if not tests:
        return
    alpha = round(1 - tests[0].comparison.level, 12)
    # No corrected p-value can be smaller than these: Holm's correction is monotone in each p-value.
    smallest = holm([test.comparison.wilcoxon.smallest_p for test in tests])
    too_small = [(test, p) for test, p in zip(tests, smallest, strict=True) if p >= alpha]
    if too_small:
        methods = listing([test.method for test, _ in too_small if test.method]) or "the method"
        unit = too_small[0][0].comparison.pairs.unit
        sizes = {test.comparison.wilcoxon.independent for test, _ in too_small}
        at_most = "at most " if len(sizes) > 1 else ""
        yield Message(
            f"{methods} against chance: with {at_most}{plural(max(sizes), unit)} not equal to chance, "
            f"Wilcoxon's test with Holm's correction for {plural(len(tests), 'method')} "
            f"cannot reach p < {alpha:g}: its smallest p-value is {min(p for _, p in too_small):.3g}. "
            f"Add {unit}s"
        )


def _null_model_warnings(tests: Sequence[AgainstChance]) -> Iterator[Message]:
    """Warn if the chance values of some tests of one metric come from different null models."""
    if len({model for test in tests for model in test.null_models}) > 1:
        models = "; ".join(f"{test.method}: {' and '.join(test.null_models)}" for test in tests)
        yield Message(
            f"{number_name(tests[0].comparison.number)}: the chance values come from different null "
            f"models, so the tests against chance are not comparable ({models})",
            Remedy("Score every estimate with the same null model"),
        )
