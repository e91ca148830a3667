"""``edgemark compare``: which method is better over many runs, and can that be told?"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.compare_inputs import Naming, read_runs
from edgemark.cli.console import complain, describe, emit, use_utf8
from edgemark.cli.inputs import expanded, output_file
from edgemark.cli.options import DataFormat, Metrics, Output
from edgemark.errors import StatisticsError, StatisticsWarning, listing

if TYPE_CHECKING:
    from edgemark.stats import Comparison, MetricAgreement, Ranking, Runs, SummaryTable

    Verdict = Comparison | Ranking | StatisticsError | None

__all__ = ["EPILOG", "compare"]

EPILOG = """
\b
Examples:
  edgemark score asia/truth.json 'asia/*_?.json' --format json -o asia-scores.json
  edgemark compare asia-scores.json alarm-scores.json --pattern '{dataset}/{method}_{seed}.json'
  edgemark compare pc.csv ges.csv --pattern '{method}.csv' --dataset asia -m f1:skeleton
  edgemark compare scores/*.json -m shd:cpdag --missing worst --figure ranks.svg

Method, data set and seed of an estimate come from options, else from --pattern, which is compared with
the end of the estimate's name and then of the results' file, else the method is the estimate's name
without folder and suffix, and the data set the truth's name. Seeds within data sets are averaged first.
Two methods are compared by Wilcoxon's signed-rank test, several by that test with Holm's correction.

Exit status: 0 fine; 1 some number could not be compared, the others were; 2 unreadable results or wrong
usage.
"""
SCHEMA, SCHEMA_VERSION = "edgemark.comparison", 1
DESCRIBES = "no test: the number only describes, neither higher nor lower is better"


@dataclass(frozen=True, slots=True)
class Found:
    """
    What runs say of methods.

    Attributes:
        summaries: of every number of every method.
        verdicts: of every number: of two methods a comparison, of more a ranking; or why there is none;
            None of a number that only describes.
        silent: of every number the methods that have no value at all, and are left out of its verdict.
        agreement: of the numbers, if there are two or more.
        with_worst: whether the worst possible stands in for missing values where it is known.
        with_chance: whether some run says what guessing gets.
    """

    summaries: SummaryTable
    verdicts: dict[tuple[str, str], Verdict]
    silent: dict[tuple[str, str], tuple[str, ...]]
    agreement: MetricAgreement | None
    with_worst: bool
    with_chance: bool

    @property
    def options(self) -> tuple[str, ...]:
        """What was said of missing values, as `hints` asks for it."""
        return ("--missing worst",) if self.with_worst else ("--missing",)


def compare(
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULTS",
            help="What edgemark score wrote with --format json or csv; quoted patterns such as "
            "'*.json' too.",
        ),
    ],
    pattern: Annotated[
        str | None,
        typer.Option(
            "--pattern",
            metavar="PATTERN",
            help="How files are named: '{dataset}/{method}_{seed}.json'; * is anything.",
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
        typer.Option("--level", help="Confidence; p-values below 1 - level are significant."),
    ] = 0.95,
    zeros: Annotated[
        Literal["wilcox", "pratt", "zsplit"],
        typer.Option("--zeros", help="What Wilcoxon's test does with differences of 0."),
    ] = "wilcox",
    rope: Annotated[
        float,
        typer.Option("--rope", min=0, help="Of two methods: a difference up to this does not matter."),
    ] = 0.0,
    missing: Annotated[
        Literal["leave-out", "worst"],
        typer.Option(
            "--missing",
            help="What stands in for a missing value in tests: nothing, so that the run is left out for "
            "all, or the worst possible.",
        ),
    ] = "leave-out",
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
        typer.Option("--test", help="Which test joins methods in --figure."),
    ] = "holm",
) -> int:
    """Compare methods over data sets and seeds: summaries, tests, ranks."""
    given = {"method": method, "dataset": dataset, "seed": seed}
    naming = Naming({name: value for name, value in given.items() if value is not None}, pattern)
    runs = _chosen(read_runs(expanded(results), naming), metric)
    most = max((of_number.methods for of_number in runs.by_number().values()), key=len)
    if rope and len(most) > 2:
        raise typer.BadParameter(
            f"--rope is of two methods; got {len(most)}: {listing(most)}. Leave it out, or give the "
            "results of two"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)  # what is printed holds the same text
        found = _found(runs, level, zeros, rope, missing == "worst")
        if figure is not None:
            _draw(found, figure, test)
    if format == "table":
        from edgemark.cli.compare_table import found_text

        emit(found_text(found), output)
    else:
        use_utf8()
        emit(_as_json(found) if format == "json" else _as_csv(found), output)
    objections = [(n, v) for n, v in found.verdicts.items() if isinstance(v, StatisticsError)]
    for number, error in objections:
        complain(f"{' '.join(number).strip()}: {describe(error, found.options)}")
    return 1 if objections else 0


def _chosen(runs: Runs, names: Sequence[str] | None) -> Runs:
    """The numbers that are asked for, else those that a table of scores has, else all."""
    from edgemark.cli.score_table import MAIN
    from edgemark.stats import Runs

    if names is None:
        main = [head.key for head in MAIN if head.key in runs.numbers]
        return Runs(tuple(run for run in runs if not main or run.number in main))
    picked: dict[Any, None] = {}
    for name in names:
        metric, _, convention = name.partition(":")
        picked |= dict.fromkeys(runs.only(metric=metric, convention=convention or None))
    return Runs(tuple(picked))


def _found(runs: Runs, level: float, zeros: Any, rope: float, impute: bool) -> Found:
    from edgemark import stats

    summaries = stats.summarize(runs, level=level)
    bounded = runs if impute else stats.Runs(tuple(replace(run, worst=float("nan")) for run in runs))
    verdicts: dict[tuple[str, str], Verdict] = {}
    silent = {number: _silent(rows) for number, rows in bounded.by_number().items()}
    for number, rows in bounded.by_number().items():
        heard = stats.Runs(tuple(run for run in rows if run.method not in silent[number]))
        try:
            verdicts[number] = _verdict(heard, level, zeros, rope)
        except StatisticsError as error:
            verdicts[number] = error
    agreement = stats.metric_agreement(bounded) if _have_directions(bounded) else None
    with_chance = any(not isnan(run.chance) for run in runs)
    return Found(summaries, verdicts, silent, agreement, impute, with_chance)


def _silent(runs: Runs) -> tuple[str, ...]:
    """Methods without any value, if two others have some."""
    heard = {run.method for run in runs if run.status == "ok" or not isnan(run.worst)}
    return tuple(method for method in runs.methods if method not in heard) if len(heard) > 1 else ()


def _verdict(runs: Runs, level: float, zeros: Any, rope: float) -> Verdict:
    """Compare two methods by one number, or rank more."""
    from edgemark import stats
    from edgemark.stats.runs import is_judged

    if not is_judged(runs):
        return None
    sides = runs.by_method()
    if len(sides) < 2:
        raise StatisticsError(
            f"a comparison needs two methods or more; got {', '.join(sides)} alone. --pattern, "
            "as in '{method}_{seed}.json', says what in a name is the method"
        )
    if len(sides) > 2:
        return stats.rank(runs, level=level, zeros=zeros)
    a, b = sides.values()
    return stats.compare(a, b, level=level, zeros=zeros, rope=rope)


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
            f"--figure draws the ranks of three methods or more by one metric; got {len(rankings)} "
            "rankings. Choose it with --metric NAME:CONVENTION"
        )
    place = Path(output_file(figure))
    replace_file(place, draw_ranks(rankings[0], place.suffix.removeprefix(".").lower(), test=test))


def _as_json(found: Found) -> str:
    whole = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "summaries": found.summaries.to_dicts(),
        "verdicts": [
            {**_plain(number, verdict), "without_value": list(found.silent[number])}
            for number, verdict in found.verdicts.items()
        ],
        "agreement": found.agreement.to_dicts() if found.agreement else [],
        "warnings": list(found.agreement.warnings) if found.agreement else [],
    }
    return json.dumps(whole, indent=1, allow_nan=False)


def _plain(number: tuple[str, str], verdict: Verdict) -> dict[str, Any]:
    head = {"metric": number[0], "convention": number[1]}
    if verdict is None:
        return {**head, "kind": "none", "reason": DESCRIBES}
    if isinstance(verdict, StatisticsError):
        return {**head, "kind": "none", "reason": str(verdict)}
    return {**head, **verdict.to_dict()}


def _as_csv(found: Found) -> str:
    from edgemark.report import csv_line

    rows = found.summaries.to_dicts()
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)])
