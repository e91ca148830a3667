"""``edgemark compare``: compare methods over many runs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.compare_inputs import read_runs
from edgemark.cli.compare_names import Naming
from edgemark.cli.console import complain, describe, emit, use_utf8
from edgemark.cli.inputs import expanded, output_file
from edgemark.cli.options import DataFormat, Metrics, Output, Shape
from edgemark.errors import (
    ConventionError,
    Message,
    Remedy,
    StatisticsError,
    StatisticsWarning,
    listing,
)

if TYPE_CHECKING:
    from edgemark.stats import (
        AgainstChance,
        Comparison,
        MetricAgreement,
        MetricTest,
        Ranking,
        Runs,
        SummaryTable,
    )

    Verdict = Comparison | Ranking | StatisticsError | None

Number = tuple[str, str]
Zeros = Literal["wilcox", "pratt", "zsplit"]
Missing = Literal["leave-out", "complete", "worst"]
Replicate = Literal["dataset", "seed", "nested"]

__all__ = ["EPILOG", "compare"]

EPILOG = """
\b
Examples:
  edgemark score asia/truth.json 'asia/*_?.json' --format json -o asia-scores.json
  edgemark compare asia-scores.json alarm-scores.json --pattern '{dataset}/{method}_{seed}.json'
  edgemark compare pc.csv ges.csv --pattern '{method}.csv' --dataset asia -m f1:skeleton
  edgemark compare random-graphs.json --pattern '{method}_{seed}.json' --replicate seed
  edgemark compare scores.json --primary 'shd:both to CPDAG' -m f1:skeleton --control ges
  edgemark compare scores.json -m 'shd:both to CPDAG' --missing worst --figure ranks.svg

Method, data set and seed come from --method, --dataset and --seed, else from --pattern, which is
compared with the end of the estimate's name and then of the results' file. By default the method is the
name of the estimate without folder and suffix, and the data set is the name of the truth.

By default the metrics are the columns of the table of edgemark score: shd:pair
mismatch, shd:both to CPDAG, f1:skeleton, f1:directed, precision and recall of
arrowheads, and nced. Results with none of them are compared by all their metrics.

By default the seeds of each data set are averaged, and n counts data sets; with one data set n counts
seeds. If every seed is a new random graph, say --replicate seed.

Two methods are compared by Wilcoxon's signed-rank test. Three or more are compared by the same test with
Holm's correction for the number of pairs. Several metrics are tested one by one, and Holm's correction
over the metrics is printed below each test.

Exit status: 0 success; 1 some metric could not be tested, the others were; 2 unreadable results or wrong
usage.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """
    What the options of the tests say.

    Attributes:
        level: confidence.
        zeros: treatment of differences of 0.
        rope: half the width of the region of practical equivalence.
        missing: what stands in for a missing value.
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
        silent: for every metric the methods without any value, which are left out of its verdict.
        family: the tests of all metrics, corrected for each other; empty for one metric.
        primary: the primary metric.
        chance: for every metric the tests of the methods against chance.
        agreement: of the metrics, if there are two or more.
        warnings: about all metrics together.
        missing: what stands in for missing values.
        with_chance: whether some run has a chance value.
        not_shown: numbers of the results that nobody asked for.
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


def compare(
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULTS",
            help="Files that edgemark score wrote with --format json or csv; quoted patterns such as "
            "'*.json' work too.",
        ),
    ],
    pattern: Annotated[
        str | None,
        typer.Option(
            "--pattern",
            metavar="PATTERN",
            help="Names of the files, such as '{dataset}/{method}_{seed}.json'; * is any text.",
        ),
    ] = None,
    method: Annotated[
        str | None, typer.Option("--method", metavar="NAME", help="Method of all estimates.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option("--dataset", metavar="NAME", help="Data set of all estimates.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="NAME", help="Seed of all estimates.")
    ] = None,
    metric: Metrics = None,
    level: Annotated[
        float,
        typer.Option(
            "--level", help="Confidence, 0.5 to 0.999999; p-values below 1 - level are significant."
        ),
    ] = 0.95,
    zeros: Annotated[
        Zeros,
        typer.Option("--zeros", help="How Wilcoxon's test treats differences of 0."),
    ] = "wilcox",
    rope: Annotated[
        float,
        typer.Option("--rope", min=0, help="For two methods: largest difference that is irrelevant."),
    ] = 0.0,
    missing: Annotated[
        Missing,
        typer.Option(
            "--missing",
            help="Failed and absent runs: leave them out of the tests, keep only runs that all "
            "methods completed (complete), or use the worst possible value.",
        ),
    ] = "leave-out",
    replicate: Annotated[
        Replicate | None,
        typer.Option(
            "--replicate",
            help="Unit of replication: the data set (seeds are averaged), the seed (each is a new "
            "random graph), or seeds nested in data sets.",
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control", metavar="METHOD", help="Compare every other method with this one only."
        ),
    ] = None,
    primary: Annotated[
        str | None,
        typer.Option(
            "--primary",
            metavar="NAME[:CONVENTION]",
            help="Primary metric; Holm's correction then applies to the other metrics only.",
        ),
    ] = None,
    format: DataFormat = "table",
    output: Output = None,
    figure: Annotated[
        str | None,
        typer.Option(
            "--figure",
            metavar="FILE",
            help="Draw the average ranks of one metric to this SVG, PNG or PDF file.",
        ),
    ] = None,
    test: Annotated[
        Literal["holm", "nemenyi"],
        typer.Option("--test", help="Test that decides which methods --figure joins by a bar."),
    ] = "holm",
) -> int:
    """Compare methods over data sets and seeds: summaries, tests, ranks."""
    from edgemark.stats.counted_pairs import demand_same_candidates

    given = {"method": method, "dataset": dataset, "seed": seed}
    naming = Naming({name: value for name, value in given.items() if value is not None}, pattern)
    every = read_runs(expanded(results), naming)
    runs = _chosen(every, metric, primary)
    demand_same_candidates(runs)
    _demand_fitting(runs, rope, control)
    if test != "holm" and figure is None:
        raise typer.BadParameter(
            "--test says which methods --figure joins, and needs that option; the text has Holm's "
            "correction, and --format json the p-values of both tests"
        )
    head = _chosen(every, [primary]).numbers if primary else ()
    if len(head) > 1:
        raise typer.BadParameter(
            f"--primary must name one metric; {primary} is {listing([':'.join(one) for one in head])}"
        )
    not_shown = () if metric or primary else tuple(n for n in every.numbers if n not in runs.numbers)
    is_named = pattern is not None or method is not None
    first = head[0] if head else None
    asked = Asked(level, zeros, rope, missing, replicate, control, first, is_named)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)  # the output holds the same text
        found = _found(runs, asked, not_shown)
        if figure is not None:
            _draw(found, figure, test)
    _write(found, format, output)
    objections = [(n, v) for n, v in found.verdicts.items() if isinstance(v, StatisticsError)]
    said: dict[str, list[str]] = {}
    for number, error in objections:
        said.setdefault(describe(error, found.options), []).append(" ".join(number).strip())
    for text, numbers in said.items():
        complain(f"{', '.join(numbers)}: {text}")
    return 1 if objections else 0


def _write(found: Found, format: Shape, output: str | None) -> None:
    if format == "table":
        from edgemark.cli.compare_table import found_text

        emit(found_text(found), output)
        return
    from edgemark.cli.compare_data import found_csv, found_json

    use_utf8()
    emit(found_json(found) if format == "json" else found_csv(found), output)


def _demand_fitting(runs: Runs, rope: float, control: str | None) -> None:
    """Refuse options that do not fit the methods."""
    most = max((of_number.methods for of_number in runs.by_number().values()), key=len)
    if rope and (len(most) > 2 or control is not None):
        raise typer.BadParameter(
            f"--rope needs exactly two methods and no --control; got {len(most)} methods: "
            f"{listing(most)}"
        )
    if control is not None and control not in most:
        raise ConventionError.unknown("--control", control, most)


def _chosen(runs: Runs, names: Sequence[str] | None, primary: str | None = None) -> Runs:
    """The metrics that are asked for, with the primary one; else those of a score table, else all."""
    from edgemark.cli.score_table import MAIN
    from edgemark.stats import Runs

    if names is None and primary is not None:
        names = [primary]
    elif names is not None and primary is not None:
        names = [primary, *names]
    if names is None:
        main = [head.key for head in MAIN if head.key in runs.numbers]
        return Runs(tuple(run for run in runs if not main or run.number in main))
    picked: dict[Any, None] = {}
    for name in names:
        metric, _, convention = name.partition(":")
        picked |= dict.fromkeys(runs.only(metric=metric, convention=convention or None))
    return Runs(tuple(picked))


def _found(runs: Runs, asked: Asked, not_shown: tuple[Number, ...] = ()) -> Found:
    from edgemark import stats
    from edgemark.stats.against_chance import chance_warnings
    from edgemark.stats.missing_runs import spelling_warnings

    if asked.missing == "complete":
        runs = stats.complete_cases(runs)
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
    said = [Message(text) for text in spelling_warnings(runs)]
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


def _draw(found: Found, figure: str, test: Literal["holm", "nemenyi"]) -> None:
    from edgemark.render.rank_figures import draw_ranks
    from edgemark.replacing import replace_file
    from edgemark.stats import Ranking

    rankings = [one for one in found.verdicts.values() if isinstance(one, Ranking)]
    if len(rankings) != 1:
        raise typer.BadParameter(
            f"--figure needs one ranking of three or more methods; got {len(rankings)}. Choose one "
            "metric, such as --metric f1:skeleton"
        )
    if rankings[0].control is not None:
        raise typer.BadParameter("--figure compares every pair of methods; leave out --control")
    place = Path(output_file(figure))
    replace_file(place, draw_ranks(rankings[0], place.suffix.removeprefix(".").lower(), test=test))
