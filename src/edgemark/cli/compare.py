"""``edgemark compare``: compare methods over many runs."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.compare_claims import claims_in
from edgemark.cli.compare_inputs import read_scored
from edgemark.cli.compare_names import Naming
from edgemark.cli.compare_no_value import Missing, advising_one_class
from edgemark.cli.compare_runs import CompareResults, Number, Replicate, TestOptions, Zeros, compare_runs
from edgemark.cli.console import complain, describe, emit, use_utf8
from edgemark.cli.html_output import is_alone, write_html
from edgemark.cli.inputs import expanded, output_file
from edgemark.cli.options import DataFormat, HtmlFile, Metrics, Output, Shape
from edgemark.cli.output_suffix import refuse_other_suffix
from edgemark.cli.request import command
from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning, listing

if TYPE_CHECKING:
    from edgemark.stats import Runs

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
  edgemark compare scores.json -m shd -m f1 --html report.html

--method, --dataset and --seed name the method, data set and seed; otherwise --pattern does. The pattern
must fit the end of the name of the estimate or, if it does not, of the results file. If it fits in
several ways, the one whose seed is a whole number is taken: pc_stable_1.json is seed 1 of pc_stable.
The columns method, dataset and seed of a CSV give the names that options and pattern leave out. By
default the method is the name of the estimate without folder and suffix, and the data set is the name
of the truth.

By default the metrics are the columns of the table of edgemark score: shd:pair
mismatch, shd:both to CPDAG, f1:skeleton, f1:directed, precision and recall of
arrowheads, and nced. If the results have none of these, all their metrics are used.

By default the seeds of each data set are averaged, and n counts data sets; with one data set n counts
seeds. If every seed is a new random graph, use --replicate seed.

With the default metrics, if some estimates leave questions undecided, a last table has, for each method,
the share of its claims that are wrong, the share of the questions that it decides, and the largest share
that its class of graphs could decide.

Two methods are compared by Wilcoxon's signed-rank test. Three or more are compared by Friedman's test,
and each pair of them by Wilcoxon's test with Holm's correction for the number of pairs. Several metrics
are tested one by one, and Holm's correction over the metrics is printed below each test.

Exit status: 0 success; 1 some metric could not be tested; 2 unreadable results or wrong usage.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest:
    """The methods to compare, and the metrics and tests."""

    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULTS",
            help="Files that edgemark score wrote with --format json or csv, or quoted patterns such "
            "as '*.json'.",
        ),
    ]
    pattern: Annotated[
        str | None,
        typer.Option(
            "--pattern",
            metavar="PATTERN",
            help="Pattern of the file names, such as '{dataset}/{method}_{seed}.json'; * matches any "
            "text without /.",
        ),
    ] = None
    method: Annotated[
        str | None, typer.Option("--method", metavar="NAME", help="Method of all estimates.")
    ] = None
    dataset: Annotated[
        str | None, typer.Option("--dataset", metavar="NAME", help="Data set of all estimates.")
    ] = None
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="NAME", help="Seed of all estimates.")
    ] = None
    metric: Metrics = None
    level: Annotated[
        float,
        typer.Option(
            "--level",
            help="Confidence level, 0.5 to 0.999999; p-values below 1 - level are significant.",
        ),
    ] = 0.95
    zeros: Annotated[
        Zeros,
        typer.Option("--zeros", help="How Wilcoxon's test treats differences of 0."),
    ] = "wilcox"
    rope: Annotated[
        float,
        typer.Option(
            "--rope",
            min=0,
            help="Differences from -ROPE to ROPE, in units of the metric, do not matter in practice; "
            "those at the ends count one half. For the Bayesian test.",
        ),
    ] = 0.0
    missing: Annotated[
        Missing,
        typer.Option(
            "--missing",
            help="Failed and absent runs: leave them out of the tests, keep only runs that all "
            "methods completed (complete), or use the worst possible value.",
        ),
    ] = "leave-out"
    replicate: Annotated[
        Replicate | None,
        typer.Option(
            "--replicate",
            help="Unit of replication: the data set (seeds are averaged), the seed (each is a new "
            "random graph), or seeds nested in data sets.",
        ),
    ] = None
    control: Annotated[
        str | None,
        typer.Option(
            "--control", metavar="METHOD", help="Compare each other method only with this one."
        ),
    ] = None
    primary: Annotated[
        str | None,
        typer.Option(
            "--primary",
            metavar="NAME[:CONVENTION]",
            help="Primary metric. Holm's correction then applies only to the other metrics.",
        ),
    ] = None
    format: DataFormat = "table"
    output: Output = None
    figure: Annotated[
        str | None,
        typer.Option(
            "--figure",
            metavar="FILE",
            help="Draw the average ranks of one metric to this SVG, PNG or PDF file.",
        ),
    ] = None
    html: HtmlFile = None
    test: Annotated[
        Literal["holm", "nemenyi"],
        typer.Option("--test", help="Test that decides which methods --figure joins by a bar."),
    ] = "holm"

    def __post_init__(self) -> None:
        """Refuse options that would have no effect, and files that cannot hold the output."""
        if self.test != "holm" and self.figure is None:
            raise typer.BadParameter(
                "--test decides which methods --figure joins by a bar, so it needs --figure. The text "
                "has Holm's correction, and --format json the p-values of both tests"
            )
        if self.format != "table" and is_alone(self.html, self.output):
            raise typer.BadParameter(
                f"--html - writes the page to standard output; write the {self.format} to a file with "
                "--output"
            )
        refuse_other_suffix(self.output, self.format)
        if self.figure is not None:
            output_file(self.figure)  # Refuse standard output before the comparison starts.

    @property
    def naming(self) -> Naming:
        """Return the rules by which methods, data sets and seeds are named."""
        given = {"method": self.method, "dataset": self.dataset, "seed": self.seed}
        return Naming({name: value for name, value in given.items() if value is not None}, self.pattern)

    def tests(self, primary: Number | None) -> TestOptions:
        """Return the options of the tests."""
        is_named = self.pattern is not None or self.method is not None
        return TestOptions(
            self.level,
            self.zeros,
            self.rope,
            self.missing,
            self.replicate,
            self.control,
            primary,
            is_named,
        )


@command
def compare(request: CompareRequest) -> int:
    """Compare methods over data sets and seeds: summaries, tests, ranks."""
    from edgemark.stats.counted_pairs import demand_same_candidates

    scored = read_scored(expanded(request.results), request.naming)
    all_runs = scored.runs
    runs = advising_one_class(_chosen_metrics(all_runs, request.metric, request.primary))
    demand_same_candidates(runs)
    _refuse_unfit_options(runs, request.rope, request.control)
    has_chosen_metrics = request.metric or request.primary
    not_shown = () if has_chosen_metrics else tuple(n for n in all_runs.numbers if n not in runs.numbers)
    options = request.tests(_primary(all_runs, request.primary))
    with warnings.catch_warnings():
        # The output contains these warnings.
        warnings.simplefilter("ignore", StatisticsWarning)
        results = compare_runs(runs, options, not_shown)
        if not has_chosen_metrics:
            is_completed = results.missing == "complete"
            results = replace(results, claims=claims_in(scored, is_completed=is_completed))
        if request.figure is not None:
            _draw(results, request.figure, request.test)
        if request.html is not None:
            _write_page(runs, results, request.html)
    if not is_alone(request.html, request.output):
        _write(results, request.format, request.output)
    return _print_untested(results)


def _primary(runs: Runs, name: str | None) -> Number | None:
    """Return the metric and convention of the primary metric."""
    numbers = _chosen_metrics(runs, [name]).numbers if name else ()
    if len(numbers) > 1:
        raise typer.BadParameter(
            f"--primary must name one metric; {name} stands for "
            f"{listing([':'.join(n) for n in numbers])}"
        )
    return numbers[0] if numbers else None


def _print_untested(results: CompareResults) -> int:
    """Print which metrics could not be tested and why; return the exit status."""
    numbers_of_reason: dict[str, list[str]] = {}
    for number, verdict in results.verdicts.items():
        if isinstance(verdict, StatisticsError):
            reason = describe(verdict, results.options)
            numbers_of_reason.setdefault(reason, []).append(" ".join(number).strip())
    for text, numbers in numbers_of_reason.items():
        complain(f"{', '.join(numbers)}: {text}")
    return 1 if numbers_of_reason else 0


def _write(results: CompareResults, format: Shape, output: str | None) -> None:
    if format == "table":
        from edgemark.cli.compare_table import results_text

        emit(results_text(results), output)
        return
    from edgemark.cli.compare_data import results_csv, results_json

    use_utf8()
    emit(results_json(results) if format == "json" else results_csv(results), output)


def _write_page(runs: Runs, results: CompareResults, place: str) -> None:
    from edgemark.pages.compare import Compared, page_of_methods

    texts = [text.in_shell(results.options) for text in results.warnings]
    is_completed = results.missing == "complete"
    compared = Compared(
        runs,
        results.summaries,
        results.verdicts,
        (*_texts_without_value(results), *texts),
        is_completed,
        options=results.options,
        primary=results.primary,
        chance=results.chance,
    )
    write_html(page_of_methods(compared), place)


def _texts_without_value(results: CompareResults) -> list[str]:
    """Name the methods that are left out of tests, with the metrics of these tests."""
    from edgemark.pages.conventions import name_of

    metrics_of_text: dict[str, list[str]] = {}
    for number, methods in results.without_value.items():
        if methods and not isinstance(results.verdicts[number], StatisticsError | None):
            text = methods.message(reasons=False).in_shell(results.options)
            metrics_of_text.setdefault(text, []).append(name_of(*number))
    return [f"{', '.join(names)}: {text}" for text, names in metrics_of_text.items()]


def _refuse_unfit_options(runs: Runs, rope: float, control: str | None) -> None:
    """Refuse options that do not fit the methods."""
    methods = max((runs_of_metric.methods for runs_of_metric in runs.by_number().values()), key=len)
    if rope and (len(methods) > 2 or control is not None):
        raise typer.BadParameter(
            f"--rope needs exactly two methods and no --control; got {len(methods)} methods: "
            f"{listing(methods)}"
        )
    if control is not None and control not in methods:
        raise ConventionError.unknown("--control", control, methods)


def _chosen_metrics(runs: Runs, names: Sequence[str] | None, primary: str | None = None) -> Runs:
    """
    Keep the chosen metrics and the primary one.

    The default is the metrics of a score table or, if the runs have none of these, all metrics.
    """
    from edgemark.cli.score_table import MAIN
    from edgemark.stats import Runs

    if names is None and primary is not None:
        names = [primary]
    elif names is not None and primary is not None:
        names = [primary, *names]
    if names is None:
        defined_metrics = {run.number for run in runs if run.status != "refused"}
        main_metrics = [
            head.key for head in MAIN if head.key in runs.numbers and head.key in defined_metrics
        ]
        # If all of them are refused in all runs, they are kept, so that the output gives the reasons.
        main_metrics = main_metrics or [head.key for head in MAIN if head.key in runs.numbers]
        return Runs(tuple(run for run in runs if not main_metrics or run.number in main_metrics))
    chosen: dict[Any, None] = {}
    for name in names:
        chosen |= dict.fromkeys(runs.only(metric=name))
    return Runs(tuple(chosen))


def _why_no_ranking(results: CompareResults) -> str:
    from edgemark.stats import Comparison

    verdicts = results.verdicts.values()
    if any(isinstance(verdict, Comparison) for verdict in verdicts):
        return "there are two, which are compared without ranks. Leave out --figure"
    errors = [v for v in verdicts if isinstance(v, StatisticsError)]
    without_direction = "neither higher nor lower is better in these metrics"
    reason = describe(errors[0], results.options) if errors else without_direction
    return f"there is none: {reason}"


def _draw(results: CompareResults, figure: str, test: Literal["holm", "nemenyi"]) -> None:
    from edgemark.render.rank_figures import draw_ranks
    from edgemark.replacing import replace_file
    from edgemark.stats import Ranking
    from edgemark.stats.runs import number_name

    ranked = {number: v for number, v in results.verdicts.items() if isinstance(v, Ranking)}
    rankings = list(ranked.values())
    if len(rankings) > 1:
        chosen = ":".join(filter(None, next(iter(ranked))))
        raise typer.BadParameter(
            f"--figure needs one ranking of three or more methods; got rankings by {len(rankings)} "
            f"metrics. Choose one metric, such as --metric {shlex.quote(chosen)}"
        )
    if not rankings:
        raise typer.BadParameter(
            f"--figure needs one ranking of three or more methods; {_why_no_ranking(results)}"
        )
    if rankings[0].control is not None:
        raise typer.BadParameter("--figure compares every pair of methods; leave out --control")
    place = Path(output_file(figure))
    (number,) = ranked
    file_type = place.suffix.removeprefix(".").lower()
    replace_file(place, draw_ranks(rankings[0], file_type, test=test, metric=number_name(number)))
