"""``edgemark score``: how good are estimates, by every metric or by chosen ones?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from edgemark.cli.console import complain, describe, emit, note, use_utf8
from edgemark.cli.inputs import Reading, expanded
from edgemark.cli.options import (
    AddMissingNodes,
    AsPackage,
    DataFormat,
    Dataset,
    DirectionOption,
    InputFormat,
    KindOption,
    Layout,
    Metrics,
    Output,
    Seed,
    SymmetricOption,
    TruthFormat,
    TruthKind,
)
from edgemark.errors import ConventionError, EdgemarkError

if TYPE_CHECKING:
    from edgemark.graph import Graph
    from edgemark.report import Report

__all__ = ["EPILOG", "score"]

EPILOG = """
\b
Examples:
  edgemark score truth.json estimate.json
  edgemark score truth.json 'runs/*/graph.json' -m shd -m f1:skeleton
  edgemark score truth.csv pc.csv --direction row-to-column
  edgemark score truth.txt runs/*.json --format csv --output scores.csv
  edgemark score truth.txt pc.json --as pcalg
  edgemark score truth.txt pc.json --layout rcgnn --dataset asia --seed 3

One estimate gives the full report, several a table with a row for each. JSON always has the same shape:
{"format": "edgemark.scores", "version": 1, "reports": [...], "failed": [...]}.

Exit status: 0 all scored; 1 some estimate could not be read or compared, the others were scored; 2 the
truth could not be read, or wrong usage.
"""
SCHEMA, SCHEMA_VERSION = "edgemark.scores", 1


@dataclass(frozen=True, slots=True)
class Scores:
    """The reports of all estimates that could be scored, and what was wrong with the others."""

    reports: tuple[Report, ...]
    failed: tuple[tuple[str, str], ...]


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
    layout: Layout = None,
    dataset: Dataset = None,
    seed: Seed = None,
) -> int:
    """Score learned graphs against the truth."""
    if package is not None and (metric or layout):
        raise typer.BadParameter("--as prints what the package does; leave out --metric and --layout")
    if layout is not None and (metric or format != "table"):
        raise typer.BadParameter(
            "--layout writes all keys of the document as JSON; leave out --metric and --format"
        )
    file = _file_of(dataset, seed)
    names = expanded(estimates)
    true_graph = Reading(truth_format, direction, symmetric, truth_kind).read(truth)
    reading = Reading(input_format, direction, symmetric, kind)
    if layout is not None:
        estimate = reading.read_estimate(_only(names), true_graph, add_missing_nodes=add_missing_nodes)
        emit(_as_rcgnn(true_graph, estimate), output or file)
        if file and not output:
            note(f"written to {file}")
        return 0
    if file is not None:
        raise typer.BadParameter(
            "--dataset and --seed name the file of --layout; give --layout rcgnn too"
        )
    main = package is None and metric is None
    chosen = _main_metrics() if main and format == "table" and len(names) > 1 else metric
    graphs = (
        (name, partial(reading.read_estimate, name, true_graph, add_missing_nodes=add_missing_nodes))
        for name in names
    )
    scores = _scored(true_graph, truth, graphs, _judge(chosen, package))
    if format == "table":
        from edgemark.cli.score_table import print_scores

        print_scores(scores, one=len(names) == 1, main=main, output=output)
    else:
        use_utf8()
        emit(_as_json(scores) if format == "json" else as_csv(scores.reports), output)
    return 1 if scores.failed else 0


def _scored(
    truth: Graph,
    name_of_truth: str,
    estimates: Iterable[tuple[str, Callable[[], Graph]]],
    judge: Callable[[Graph, Graph], Report],
) -> Scores:
    """Score one estimate after the other; one that fails is reported and left out."""
    reports, failed = [], []
    for name, read in estimates:
        try:
            reports.append(named(_judged(truth, read(), name, judge), name_of_truth, name))
        except ConventionError:
            raise
        except (EdgemarkError, OSError, ImportError) as error:
            complain(describe(error))
            failed.append((name, describe(error).partition("\n")[0]))
    return Scores(tuple(reports), tuple(failed))


def _main_metrics() -> list[str]:
    from edgemark.cli.score_table import MAIN

    return [f"{column.metric}:{column.convention}" for column in MAIN]


def _judge(metrics: Sequence[str] | None, package: str | None) -> Callable[[Graph, Graph], Report]:
    """What makes a report of truth and estimate: chosen metrics, or another package's."""
    import edgemark as em

    if package is None:
        return partial(em.evaluate, metrics=metrics)
    return partial(em.printed_by, package=package)


def _judged(truth: Graph, estimate: Graph, name: str, judge: Callable[[Graph, Graph], Report]) -> Report:
    try:
        return judge(truth, estimate)
    except ConventionError:
        raise
    except EdgemarkError as error:
        raise type(error)(f"{name}: {error}") from error


def named(report: Report, truth: str, estimate: str) -> Report:
    """Give a report the names of its two graphs."""
    return replace(
        report,
        truth=replace(report.truth, name=truth),
        estimate=replace(report.estimate, name=estimate),
    )


def _only(names: Sequence[str]) -> str:
    if len(names) != 1:
        raise typer.BadParameter(f"--layout describes one estimate; got {len(names)}")
    return names[0]


def _as_rcgnn(truth: Graph, estimate: Graph) -> str:
    from edgemark.compat.rcgnn import graph_metrics

    return json.dumps(graph_metrics(truth, estimate), indent=2, allow_nan=False)


def _file_of(dataset: str | None, seed: int | None) -> str | None:
    if (dataset is None) != (seed is None):
        raise typer.BadParameter("--dataset and --seed name a file together; give both")
    if dataset is None:
        return None
    if not dataset or not dataset.isprintable() or not {"/", "\\"}.isdisjoint(dataset):
        raise typer.BadParameter(
            f"--dataset must be a word that can stand in the name of a file, without / and \\; got "
            f"{dataset!r}. --output names a file elsewhere"
        )
    return f"metrics_{dataset}_{seed}.json"


def _as_json(scores: Scores) -> str:
    whole = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "reports": [report.to_dict() for report in scores.reports],
        "failed": [{"estimate": name, "error": error} for name, error in scores.failed],
    }
    return json.dumps(whole, indent=1, allow_nan=False)


def as_csv(reports: Sequence[Report]) -> str:
    """Write the rows of all reports under one header."""
    if reports:
        return "".join(report.to_csv(header=k == 0) for k, report in enumerate(reports))
    from edgemark.report import COLUMNS, csv_line

    return csv_line(["truth", "estimate", *COLUMNS])
