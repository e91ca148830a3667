"""``edgemark score``: how good are estimates, by every metric or by chosen ones?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from edgemark.cli.console import complain, describe, emit, note, use_utf8, warn
from edgemark.cli.exam import exam_of, exam_text, in_one_class, kept
from edgemark.cli.inputs import Reading, expanded, refuse_idle, refuse_input_twice
from edgemark.cli.knowledge import Hidden, ReferenceClass, Targets, Tiers, informed
from edgemark.cli.named_reports import named
from edgemark.cli.options import (
    AddMissingNodes,
    ArePvalues,
    AreScores,
    AsPackage,
    BurnIn,
    CandidatesFile,
    CurvesFile,
    DataFormat,
    Dataset,
    DirectionOption,
    FigureFile,
    InputFormat,
    KindOption,
    Layout,
    LowConfidence,
    Metrics,
    Output,
    Seed,
    SignOption,
    SymmetricOption,
    TruthFormat,
    TruthKind,
    Unlisted,
    WithChance,
)
from edgemark.cli.score_series import MAIN as MAIN_OF_SERIES
from edgemark.cli.score_series import ByRegime, as_cdans, judge_by_regime, parts
from edgemark.cli.series_inputs import (
    ContemporaneousOption,
    MaxLag,
    SeriesReading,
    SummaryGraphs,
    is_over_time,
    say_that_regimes_are_joined,
)
from edgemark.conventions.options import Reference, Symmetric
from edgemark.errors import ConventionError, EdgemarkError

if TYPE_CHECKING:
    from edgemark.cli.exam import Exam
    from edgemark.evaluation.regimes import RegimeReports
    from edgemark.graph import Candidates, EdgeScores, Graph, GraphSamples
    from edgemark.report import Report

    Estimate = Graph | EdgeScores | GraphSamples

__all__ = ["EPILOG", "score"]

EPILOG = """
\b
Examples:
  edgemark score truth.json estimate.json
  edgemark score truth.json 'runs/*/graph.json' -m shd -m f1:skeleton
  edgemark score truth.csv pc.csv --direction row-to-column
  edgemark score truth.txt rankedEdges.csv --candidates regulators.csv
  edgemark score truth.txt runs/*.json --format csv --output scores.csv
  edgemark score truth.txt pc.json --as pcalg
  edgemark score truth.txt pc.json --chance
  edgemark score dag.txt fci.json --hidden L1,L2
  edgemark score truth.txt chain.csv --burn-in 10000
  edgemark score series.json found.json --layout cdans
  edgemark score series.json found.json --by-regime
  edgemark score truth.csv scores.csv --direction row-to-column --figure f.svg
  edgemark score truth.txt pc.json --layout rcgnn --dataset asia --seed 3

One estimate gives the full report, several a table with a row for each. JSON always has the same shape:
{"format": "edgemark.scores", "version": 1, "reports": [...], "failed": [...]}.

Exit status: 0 all scored; 1 some estimate could not be read or compared, or no number that was asked for
is defined on it, the others were scored; 2 the truth could not be read, or wrong usage.
"""
SCHEMA, SCHEMA_VERSION = "edgemark.scores", 1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scores:
    """The reports of all estimates that could be scored, and what was wrong with the others."""

    reports: tuple[Report, ...]
    failed: tuple[tuple[str, str], ...]
    truth: str = ""

    @property
    def status(self) -> int:
        """Exit status: 1 if some estimate has no number at all."""
        refused = any(all(row.status == "refused" for row in report) for report in self.reports)
        return 1 if self.failed or refused else 0


def score(
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")],
    estimates: Annotated[
        list[str],
        typer.Argument(
            metavar="ESTIMATE", help="Files of learned graphs; quoted patterns such as '*.json' too."
        ),
    ],
    metric: Metrics = None,
    package: AsPackage = None,
    format: DataFormat = "table",
    output: Output = None,
    input_format: InputFormat = None,
    truth_format: TruthFormat = None,
    direction: DirectionOption = None,
    symmetric: SymmetricOption = None,
    kind: KindOption = None,
    truth_kind: TruthKind = None,
    add_missing_nodes: AddMissingNodes = False,
    burn_in: BurnIn = 0,
    are_scores: AreScores = False,
    are_pvalues: ArePvalues = False,
    sign: SignOption = "refuse",
    unlisted: Unlisted = None,
    candidates: CandidatesFile = None,
    low_confidence_undirected: LowConfidence = False,
    curves: CurvesFile = None,
    figure: FigureFile = None,
    layout: Layout = None,
    dataset: Dataset = None,
    seed: Seed = None,
    with_chance: WithChance = False,
    contemporaneous: ContemporaneousOption = None,
    max_lag: MaxLag = None,
    by_regime: ByRegime = False,
    summary: SummaryGraphs = False,
    targets: Targets = None,
    tiers: Tiers = None,
    hidden: Hidden = None,
    reference: ReferenceClass = None,
) -> int:
    """Score learned graphs against the truth."""
    refuse_input_twice(truth, *estimates, *([candidates] if candidates else ()))
    truth_over_time = truth_format is None and is_over_time(truth)
    over_time = truth_over_time and not summary
    if over_time and (targets or tiers or hidden):
        raise typer.BadParameter(
            "--targets, --tier and --hidden need graphs without lags; the files hold time series graphs"
        )
    if over_time and (package is not None or layout == "rcgnn"):
        raise typer.BadParameter(
            "--as and --layout rcgnn need graphs without lags; the files hold time series graphs"
        )
    if reference is not None and (over_time or package or layout or with_chance):
        raise typer.BadParameter(
            "--reference applies to the metrics of edgemark on graphs without lags; leave out --as, "
            "--layout and --chance"
        )
    if package is not None and (metric or layout or are_scores or are_pvalues):
        raise typer.BadParameter(
            "--as prints the numbers of a package; leave out --metric, --layout, --scores and --pvalues"
        )
    if are_scores and are_pvalues:
        raise typer.BadParameter("--scores and --pvalues exclude each other; leave out one of them")
    if are_pvalues and sign != "refuse":
        raise typer.BadParameter(
            "--sign has no effect on p-values, which are never negative; leave it out"
        )
    if candidates is not None and (package or layout or curves or figure or over_time):
        raise typer.BadParameter(
            "--candidates applies to the metrics of edgemark on graphs without lags; leave out --as, "
            "--layout, --curves and --figure"
        )
    if layout is not None and (metric or format != "table" or curves or figure):
        what = (
            "the summary of cdans, as text" if layout == "cdans" else "all keys of the document as JSON"
        )
        raise typer.BadParameter(
            f"--layout writes {what}; leave out --metric, --format, --curves and --figure"
        )
    if (are_scores or are_pvalues) and input_format is not None and not over_time:
        raise typer.BadParameter(
            "--input-format applies to graphs; leave it out with --scores and --pvalues"
        )
    _refuse_same_file(output, curves, figure)
    if with_chance and (package is not None or layout is not None):
        raise typer.BadParameter(
            "--chance applies to the metrics of edgemark; leave out --as and --layout"
        )
    file = _file_of(dataset, seed)
    names = expanded(estimates)
    if with_chance and format == "table" and len(names) > 1:
        raise typer.BadParameter(
            f"--chance prints a table for one estimate; got {len(names)}. Use --format csv"
        )
    if over_time:
        series = SeriesReading.beside(
            contemporaneous, max_lag, input_format=input_format, direction=direction,
            symmetric=symmetric, kind=kind, truth_kind=truth_kind, burn_in=burn_in, scores=are_scores,
            curves=curves, figure=figure, dataset=dataset, sign=None if sign == "refuse" else sign,
            low_confidence_undirected=low_confidence_undirected, pvalues=are_pvalues,
            unlisted=unlisted is not None,
        )  # fmt: skip
        if by_regime and layout is not None:
            raise typer.BadParameter("--layout cdans compares whole graphs; leave out --by-regime")
        series.demand_arrays([truth, *names])
        true_series = series.read(truth)
        if layout == "cdans":
            learned = _only(names, "--layout")
            sides = true_series, series.read(learned)
            for graph, path in zip(sides, (truth, learned), strict=True):
                say_that_regimes_are_joined(graph, path, "--layout cdans")
            emit(as_cdans(*sides), output)
            return 0
        if by_regime and with_chance:
            raise typer.BadParameter("--chance compares whole graphs; leave out --by-regime")
        several = metric is None and format == "table" and (by_regime or len(names) > 1)
        wanted = MAIN_OF_SERIES if several else metric
        judge = judge_by_regime(wanted) if by_regime else _judge(wanted, None, with_chance=with_chance)
        read_one = partial(series.read_estimate, truth=true_series, add_missing_nodes=add_missing_nodes)
        scores = _scored(true_series, truth, [(name, partial(read_one, name)) for name in names], judge)
        _show(scores, names, format, output, main=False)
        return scores.status
    if layout == "cdans" or by_regime:
        raise typer.BadParameter("--layout cdans and --by-regime need time series graphs")
    series = SeriesReading(contemporaneous, max_lag)
    if not summary:
        series.refuse_without_lags()
    elif not truth_over_time and not any(map(is_over_time, names)):
        raise typer.BadParameter("--summary needs a time series graph; none of the files holds one")
    of_truth = Reading(truth_format, direction, symmetric, truth_kind, of_truth=True)
    true_graph = series.read_summary(truth, truth_kind) if truth_over_time else of_truth.read(truth)
    true_graph = informed(true_graph, targets, tiers, hidden)
    reading = Reading(
        input_format, direction, symmetric, kind, burn_in, are_scores, sign, are_pvalues, unlisted,
        used=of_truth.used,
    )  # fmt: skip
    if layout is not None or curves is not None or figure is not None:
        reading.used.add("symmetric")  # where scores become a graph
    if layout is not None:
        name = _only(names, "--layout")
        estimate = reading.read_any_estimate(name, true_graph, add_missing_nodes=add_missing_nodes)
        emit(_as_rcgnn(true_graph, estimate, name, symmetric or "cycle"), output or file)
        if file and not output:
            note(f"written to {file}")
        return 0
    if file is not None:
        raise typer.BadParameter("--dataset and --seed need --layout rcgnn, whose file they name")
    main = package is None and metric is None
    read: Callable[[str], Estimate] = partial(
        reading.read_estimate if package else reading.read_any_estimate,
        truth=true_graph,
        add_missing_nodes=add_missing_nodes,
    )
    if input_format is None and not are_scores:
        read = partial(series.read_beside_graph, read, summary=summary, kind=kind)
    if low_confidence_undirected:
        read = partial(_with_low_confidence, read)
    if curves is not None or figure is not None:
        _draw(
            true_graph,
            read(_only(names, "--curves" if curves is not None else "--figure")),
            curves,
            figure,
            symmetric or "cycle",
        )
    several = main and format == "table" and len(names) > 1 and reference is None
    if reference is not None:
        read, reference = in_one_class(read, names, true_graph, reference)
    counted = _candidates(candidates, true_graph)
    judge = (
        _main_judge(counted)
        if several
        else _judge(metric, package, with_chance=with_chance, candidates=counted, reference=reference)
    )
    graphs: dict[str, Graph] = {}
    if several:
        read = partial(kept, read, graphs)
    scores = _scored(true_graph, truth, [(name, partial(read, name)) for name in names], judge)
    if not scores.failed:
        refuse_idle(reading.idle)
    exam = exam_of(true_graph, scores, graphs, counted) if several else None
    _show(scores, names, format, output, main=main, exam=exam)
    return scores.status


def _show(
    scores: Scores,
    names: Sequence[str],
    format: str,
    output: str | None,
    *,
    main: bool,
    exam: Exam | None = None,
) -> None:
    if format == "table":
        from edgemark.cli.score_table import print_scores

        one = len(names) == 1 and len(scores.reports) <= 1
        draw = None if exam is None else partial(exam_text, exam)
        print_scores(scores, one=one, main=main, output=output, draw=draw)
    else:
        show_rows(scores, format, output)


def show_rows(scores: Scores, format: str, output: str | None) -> None:
    """Write what a program will read; warnings, for which CSV has no place, go to stderr."""
    use_utf8()
    emit(as_json(scores) if format == "json" else as_csv(scores), output)
    if format == "csv":
        from edgemark.cli.score_table import warnings_once

        for text in warnings_once(scores.reports):
            warn(text)


def _scored(
    truth: Any,
    name_of_truth: str,
    estimates: Iterable[tuple[str, Callable[[], Any]]],
    judge: Callable[[Any, Any], Report | RegimeReports],
) -> Scores:
    """Score one estimate after the other; one that fails is reported and left out."""
    reports: list[Report] = []
    failed = []
    for name, read in estimates:
        try:
            for part, report in parts(_judged(truth, read(), name, judge)):
                reports.append(named(report, name_of_truth, f"{name}{part}"))
        except ConventionError:
            raise
        except (EdgemarkError, OSError, ImportError) as error:
            complain(describe(error))
            failed.append((name, describe(error).partition("\n")[0]))
    return Scores(tuple(reports), tuple(failed), name_of_truth)


def _with_low_confidence(read: Callable[[str], Estimate], name: str) -> EdgeScores:
    from edgemark.graph import EdgeScores, GraphSamples

    estimate = read(name)
    if isinstance(estimate, GraphSamples):
        raise EdgemarkError(
            f"{name}: --low-confidence-undirected applies to scores and graphs; the file holds samples"
        )
    return EdgeScores.of(estimate).low_confidence_undirected()


def _refuse_same_file(*outputs: str | None) -> None:
    """Refuse to write two things to one file, of which the second would replace the first."""
    places = [Path(output).resolve() for output in outputs if output is not None]
    if len(set(places)) < len(places):
        raise typer.BadParameter("--output, --curves and --figure must be different files")


def _draw(
    truth: Graph, estimate: Estimate, curves: str | None, figure: str | None, symmetric: Symmetric
) -> None:
    from edgemark.cli.curves import write_curves, write_figure

    if curves is not None:
        write_curves(truth, estimate, curves, symmetric)
    if figure is not None:
        write_figure(truth, estimate, figure, symmetric)


def _candidates(path: str | None, truth: Graph) -> Candidates | None:
    if path is None:
        return None
    from edgemark.cli.inputs import checked
    from edgemark.io import read_candidates

    return read_candidates(checked(path), truth.nodes)


def _main_judge(candidates: Candidates | None = None) -> Callable[[Graph, Estimate], Report]:
    """What makes the columns of a table: a few metrics of graphs, or of what gives scores."""
    import edgemark as em
    from edgemark.cli.score_table import MAIN, MAIN_OF_SCORES

    def judge(truth: Graph, estimate: Estimate) -> Report:
        heads = MAIN if isinstance(estimate, em.Graph) else MAIN_OF_SCORES
        names = [f"{one.metric}:{one.convention}" for one in heads]
        return em.evaluate(truth, estimate, names, candidates=candidates)

    return judge


def _judge(
    metrics: Sequence[str] | None,
    package: str | None,
    *,
    with_chance: bool = False,
    candidates: Candidates | None = None,
    reference: Reference | None = None,
) -> Callable[[Any, Any], Report]:
    """What makes a report of truth and estimate: chosen metrics, or another package's."""
    import edgemark as em

    if with_chance:
        return partial(em.chance, metrics=metrics, candidates=candidates)
    if package is None:
        return partial(em.evaluate, metrics=metrics, candidates=candidates, reference=reference)
    return partial(em.printed_by, package=package)


def _judged(truth: Any, estimate: Any, name: str, judge: Callable[[Any, Any], T]) -> T:
    try:
        return judge(truth, estimate)
    except ConventionError:
        raise
    except EdgemarkError as error:
        raise error.after(f"{name}: ") from error


def _only(names: Sequence[str], option: str) -> str:
    if len(names) != 1:
        raise typer.BadParameter(f"{option} describes one estimate; got {len(names)}")
    return names[0]


def _as_rcgnn(truth: Graph, estimate: Estimate, name: str, symmetric: Symmetric) -> str:
    from edgemark.compat.rcgnn import graph_metrics, ranking_metrics
    from edgemark.graph import EdgeScores, GraphSamples

    if isinstance(estimate, GraphSamples):
        raise EdgemarkError(f"{name}: --layout rcgnn needs a graph or scores; the file holds samples")
    if isinstance(estimate, EdgeScores):
        found = graph_metrics(truth, estimate.at(0.5, symmetric=symmetric))
        found |= ranking_metrics(truth, estimate)
    else:
        found = graph_metrics(truth, estimate)
    plain = {key: value if isfinite(value) else None for key, value in found.items()}
    return json.dumps(plain, indent=2, allow_nan=False)


def _file_of(dataset: str | None, seed: int | None) -> str | None:
    if (dataset is None) != (seed is None):
        raise typer.BadParameter("--dataset and --seed must be given together")
    if dataset is None:
        return None
    if not dataset or not dataset.isprintable() or not {"/", "\\"}.isdisjoint(dataset):
        raise typer.BadParameter(
            f"--dataset must be a word that can stand in the name of a file, without / and \\; got "
            f"{dataset!r}. To write to another folder, use --output"
        )
    return f"metrics_{dataset}_{seed}.json"


def as_json(scores: Scores) -> str:
    """Write all reports, and what was wrong with the others."""
    whole = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "reports": [report.to_dict() for report in scores.reports],
        "failed": [
            {"truth": scores.truth, "estimate": name, "error": error} for name, error in scores.failed
        ],
    }
    return json.dumps(whole, indent=1, allow_nan=False)


def as_csv(scores: Scores) -> str:
    """Write the rows of all reports under one header, then one for each estimate without a report."""
    from edgemark.display.text import csv_line
    from edgemark.report import COLUMNS

    columns = scores.reports[0].columns if scores.reports else COLUMNS
    lines = [csv_line(["truth", "estimate", *columns])]
    lines += [report.to_csv(header=False) for report in scores.reports]
    for name, error in scores.failed:
        row = {"status": "failed", "reason": error}
        lines.append(csv_line([scores.truth, name, *(row.get(column, "") for column in columns)]))
    return "".join(lines)
