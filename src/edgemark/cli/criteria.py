"""``edgemark criteria``: test metrics by the criteria of the paper on nCED, by Rehak and others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.console import emit, use_utf8
from edgemark.cli.inputs import FileReader, output_file, refuse_idle, refuse_input_twice
from edgemark.cli.options import (
    DataFormat,
    DirectionOption,
    InputFormat,
    Metrics,
    Output,
    SymmetricOption,
)
from edgemark.cli.output_suffix import refuse_other_suffix
from edgemark.cli.request import command

if TYPE_CHECKING:
    from edgemark.graph import Graph
    from edgemark.metric_criteria import Criteria, Series

__all__ = ["EPILOG", "criteria"]

EPILOG = """
\b
Examples:
  edgemark criteria
  edgemark criteria -m shd -m f1:skeleton
  edgemark criteria truth.json
  edgemark criteria truth.json empty undirected -m nced
  edgemark criteria truth.json first.json last.json --format csv
  edgemark criteria --figure 3 --output figure-3.svg

The nCED paper is Rehak, Falkenstein, Doehner and Beyerer, Metrics for the Evaluation of Learned Causal
Graphs Based on Ground Truth; nCED is its normed causal edit distance. With at most one graph, the
command tests metrics by the criteria of the paper: on TRUTH, a true DAG or MAG, or else on built-in
graphs. The default is to test all metrics of graphs for which higher or lower values are better, and
the main ratios of confusions.

With START and END, the command prints the values along a transformation, which changes one pair of
nodes at each step. By default, a table has the main metrics, and JSON and CSV have all. START and END
are files, or names of graphs that are derived from TRUTH as in the paper: truth, empty, reversed,
half-open (A --o B for A --> B) and undirected.

Exit status: 0 success; 2 unreadable input or wrong usage.
"""
CRITERIA, SERIES, SCHEMA_VERSION = "edgemark.criteria", "edgemark.metric_criteria.series", 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaRequest:
    """The metrics to test, and the graphs."""

    graphs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TRUTH [START END]]",
            show_default=False,
            help="File of a true DAG or MAG, and the start and the end of a transformation.",
        ),
    ] = None
    metric: Metrics = None
    format: DataFormat = "table"
    output: Output = None
    figure: Annotated[
        Literal["3", "6"] | None,
        typer.Option(
            "--figure",
            help="Draw this figure of the paper to the SVG, PNG or PDF file of --output.",
        ),
    ] = None
    input_format: InputFormat = None
    direction: DirectionOption = None
    symmetric: SymmetricOption = None

    def __post_init__(self) -> None:
        """Refuse options that exclude each other."""
        if self.figure is not None and (self.output is None or self.graphs):
            raise typer.BadParameter("--figure needs --output FILE and no graphs")
        if self.figure is not None and (self.metric or self.format != "table"):
            raise typer.BadParameter(
                "--figure draws the metrics of the paper; leave out --metric and --format"
            )
        if len(self.files) not in (0, 1, 3):
            raise typer.BadParameter(
                f"the files must be none, TRUTH, or TRUTH START END; got {len(self.files)}"
            )
        refuse_input_twice(*self.files)
        if self.figure is None:
            refuse_other_suffix(self.output, self.format)
        if not self.files and (self.input_format or self.direction or self.symmetric):
            raise typer.BadParameter(
                "--input-format, --direction and --symmetric apply to files; name a file, or leave them "
                "out"
            )

    @property
    def files(self) -> list[str]:
        """The arguments: files, and names of graphs that are derived from the truth."""
        return self.graphs or []


@command
def criteria(request: CriteriaRequest) -> int:
    """Test metrics by the nCED paper's criteria, or print their values as a graph changes."""
    if request.figure is not None and request.output is not None:
        _draw(request.figure, request.output)
        return 0
    files = request.files
    reader = FileReader(request.input_format, request.direction, request.symmetric)
    if request.format != "table":
        use_utf8()
    if len(files) == 3:
        text = _transformation_output(files, reader, request.metric, request.format)
    else:
        text = _criteria_output([reader.read(name) for name in files], request.metric, request.format)
    refuse_idle(reader.idle)  # --direction or --symmetric, if it had no effect on any file
    emit(text, request.output)
    return 0


def _draw(figure: Literal["3", "6"], output: str) -> None:
    from edgemark.render.criteria_figures import draw
    from edgemark.replacing import replace_file

    path = Path(output_file(output))
    replace_file(path, draw(figure, path.suffix.removeprefix(".").lower()))


# ---- criteria


def _criteria_output(truth: Sequence[Graph], metrics: Sequence[str] | None, format: str) -> str:
    from edgemark import metric_criteria

    rows = metric_criteria.criteria(metrics, *truth)
    if format == "json":
        content = {
            "format": CRITERIA,
            "version": SCHEMA_VERSION,
            "criteria": [row.to_dict() for row in rows],
        }
        return json.dumps(content, indent=1, allow_nan=False)
    if format == "csv":
        return _as_csv(map(_csv_row, rows))
    from edgemark.cli.criteria_table import criteria_text

    return criteria_text(rows, explain=metrics is not None)


def _csv_row(verdicts: Criteria) -> dict[str, Any]:
    """Return a row of CSV: each verdict as a word, and its reason in the next column."""
    row: dict[str, Any] = {}
    for name, value in verdicts.to_dict().items():
        if isinstance(value, dict):
            row[name] = "" if value["holds"] is None else _word(value["holds"])
            row[f"{name}_reason"] = value["reason"]
        elif isinstance(value, list):
            row[name] = " ".join(value)
        else:
            row[name] = _word(value) if isinstance(value, bool) else value
    return row


def _word(holds: bool) -> str:
    return "yes" if holds else "no"


def _as_csv(rows: Iterable[dict[str, Any]]) -> str:
    from edgemark.display.text import csv_line

    rows = list(rows)
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)])


# ---- transformations


def _transformation_output(
    files: Sequence[str], reader: FileReader, metrics: Sequence[str] | None, format: str
) -> str:
    from edgemark import metric_criteria

    truth = reader.read(files[0])
    start, end = (_graph(name, truth, reader) for name in files[1:])
    graphs = metric_criteria.transformation(start, end)
    if metrics is None and format == "table":
        from edgemark.cli.score_table import MAIN

        metrics = [f"{head.metric}:{head.convention}" for head in MAIN]
    series_of_metrics = metric_criteria.series(truth, graphs, metrics)
    if format == "json":
        return json.dumps(_series_dict(graphs, series_of_metrics), indent=1, allow_nan=False)
    if format == "csv":
        return _as_csv(_steps(graphs, series_of_metrics))
    from edgemark.cli.criteria_table import series_text

    return series_text(graphs, series_of_metrics)


def _graph(name: str, truth: Graph, reader: FileReader) -> Graph:
    """Return the graph that the paper derives from the truth under this name; otherwise read a file."""
    from edgemark.metric_criteria import Landmarks, landmarks

    word = name.replace("-", "_")
    if word in Landmarks._fields:
        return truth if word == "truth" else getattr(landmarks(truth), word)
    return reader.read(name)


def _series_dict(graphs: Sequence[Graph], series_of_metrics: Sequence[Series]) -> dict[str, Any]:
    return {
        "format": SERIES,
        "version": SCHEMA_VERSION,
        "graphs": [str(graph) for graph in graphs],
        "series": [
            {
                "metric": series.metric,
                "convention": series.convention,
                "better": series.better,
                "values": [None if isnan(value) else value for value in series.values],
                "reasons": list(series.reasons),
            }
            for series in series_of_metrics
        ],
    }


def _steps(graphs: Sequence[Graph], series_of_metrics: Sequence[Series]) -> Iterable[dict[str, Any]]:
    for k, graph in enumerate(graphs):
        values = {
            series.name: "" if isnan(series.values[k]) else series.values[k]
            for series in series_of_metrics
        }
        yield {"step": k, "graph": str(graph), **values}
