"""``edgemark convert``: convert a graph to another format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edgemark.cli.console import emit, emit_bytes, note, warn
from edgemark.cli.inputs import FileReader, refuse_idle
from edgemark.cli.options import DirectionOption, SymmetricOption, format_names
from edgemark.cli.request import command
from edgemark.cli.series_inputs import (
    ContemporaneousOption,
    MaxLag,
    SeriesReader,
    holds_time_series_graph,
)
from edgemark.conventions.options import Direction, Kind, Symmetric

if TYPE_CHECKING:
    from edgemark.graph import Graph
    from edgemark.io import Format

__all__ = ["EPILOG", "convert"]

EPILOG = """
\b
Examples:
  edgemark convert graph.dot graph.json
  edgemark convert matrix.npy graph.json --direction column-to-row
  edgemark convert amat.csv graph.json --from pcalg-pag
  edgemark convert graph.json graph.csv --to adjacency
  edgemark convert graph.json - --to dot | dot -Tsvg > graph.svg
  edgemark convert series.npy series.json --contemporaneous cpdag
  edgemark convert series.json - --to json
  edgemark convert --formats

--direction and --symmetric apply to matrices of 0 and 1: to one that is read, unless it is an .npz that
states them, and to one that is written. --symmetric also applies to edges that a table or a .dot file
lists in both directions. Files of other programs do not store all properties of a graph, so the command
prints the options that read the file back. Time series graphs are recognised, and written as .json,
.txt, .csv or .tsv. If a format cannot represent the graph, nothing is written.

Exit status: 0 the file was written; 2 it was not.
"""


def _print_formats(is_requested: bool) -> None:
    if not is_requested:
        return
    from edgemark.cli.tables import Column, table, tables_text
    from edgemark.io import CONTENTS, FORMATS

    rows = [[f.name, " ".join(f.suffixes), f.summary] for f in FORMATS.values()]
    columns = [Column("format", no_wrap=True), Column("suffix", no_wrap=True), Column("what it keeps")]
    emit(tables_text(table(columns, rows)))
    others = [content for content in CONTENTS.values() if content.name != "Graph"]
    rows = [[other.plural, " ".join(other.reads), " ".join(other.writes)] for other in others]
    columns = [Column("other objects"), Column("read from"), Column("written by the library as")]
    emit(tables_text(table(columns, rows)))
    raise typer.Exit


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertRequest:
    """The file to convert, the file to write, and the options."""

    source: Annotated[str, typer.Argument(metavar="IN", help="File to read; - is standard input.")]
    target: Annotated[
        str,
        typer.Argument(
            metavar="OUT", help="File to write; - is standard output, in the format of --to."
        ),
    ]
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            "--input-format",
            metavar="FORMAT",
            autocompletion=format_names,
            help="Format of IN, if its suffix and content do not determine it.",
        ),
    ] = None
    target_format: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            autocompletion=format_names,
            help="Format of OUT. By default the suffix decides (.csv and .tsv: edges, .txt: text).",
        ),
    ] = None
    direction: DirectionOption = None
    symmetric: SymmetricOption = None
    kind: Annotated[
        Kind | None,
        typer.Option("--kind", help="Declare the kind of the graph, instead of the kind in the file."),
    ] = None
    contemporaneous: ContemporaneousOption = None
    max_lag: MaxLag = None
    formats: Annotated[
        bool,
        typer.Option("--formats", callback=_print_formats, is_eager=True, help="List the formats."),
    ] = False


@command
def convert(request: ConvertRequest) -> int:
    """Write a graph in another format."""
    if request.source_format is None and holds_time_series_graph(request.source):
        reader = SeriesReader.refusing_other_options(
            request.contemporaneous,
            request.max_lag,
            direction=request.direction,
            symmetric=request.symmetric,
            kind=request.kind,
        )
        _convert_series(request.source, request.target, request.target_format, reader)
        return 0
    SeriesReader(request.contemporaneous, request.max_lag).refuse_options_of_series(request.source)
    graph, idle = FileReader(
        request.source_format, request.direction, request.symmetric, request.kind
    ).read_with_idle_options(request.source)
    output = _Output(
        request.target,
        _format_of(request.target, request.target_format),
        request.direction,
        request.symmetric,
    )
    refuse_idle(idle - output.takes)
    output.write(graph)
    return 0


# ---- graphs


@dataclass(frozen=True, slots=True)
class _Output:
    """The file, the format and the options with which the graph is written."""

    target: str
    format: Format
    direction: Direction | None
    symmetric: Symmetric | None

    @property
    def takes(self) -> frozenset[str]:
        """The options of matrices that have an effect on what the format writes."""
        return self.format.takes if "direction" in self.format.takes else frozenset()

    def write(self, graph: Graph) -> None:
        """Write the graph; print what was written and the options that read it back."""
        from edgemark.errors import plural
        from edgemark.io import read_options
        from edgemark.io.files import in_suffix
        from edgemark.replacing import replace_file

        direction = self.direction if self.takes else None
        symmetric = self.symmetric if self.takes else None
        data = self.format.write(graph, direction, symmetric)
        if self.target == "-":
            emit_bytes(data)
        else:
            path = Path(self.target)
            replace_file(path, in_suffix(data, path, self.format))
        note(
            f"{_shown_target(self.target)}: {plural(graph.n_nodes, 'node')}, "
            f"{plural(graph.n_edges, 'edge')}"
        )
        name = f"graph{self.format.suffixes[0]}" if self.target == "-" else self.target
        options = read_options(graph, name, self.format.name, direction=direction, symmetric=symmetric)
        if options:
            names = {"format": "--input-format"}
            words = (f"{names.get(name, f'--{name}')} {value}" for name, value in options.items())
            note(f"to read it back: {' '.join(words)}")
        if text := _warning_of_wrong_kind(graph):
            warn(text)
        if "kind" in options and (text := _warning_of_lost_kind(graph)):
            warn(text)


def _shown_target(target: str) -> str:
    return "standard output" if target == "-" else target


def _format_of(target: str, name: str | None) -> Format:
    """Return the format to write; for stdout it must be named, since stdout has no suffix."""
    from edgemark.io.files import format_of

    if target == "-" and name is None:
        raise typer.BadParameter("standard output has no suffix, so its format must be named: --to text")
    return format_of(target, name)


def _warning_of_wrong_kind(graph: Graph) -> str:
    """Return a warning if the graph is not of its declared kind; it is written nevertheless."""
    from edgemark.graph.kinds import describe

    reason = graph.objection()
    return "" if reason is None else f"the graph is declared {describe(str(graph.kind))}, but {reason}"


def _warning_of_lost_kind(graph: Graph) -> str:
    """Return a warning for a format that drops the declared kind; empty if the marks suggest it."""
    from edgemark.graph.kinds import class_of, describe

    suggested = class_of(graph.with_kind(None))
    if graph.kind in (None, suggested):
        return ""
    return (
        f"this format loses the declared kind, {describe(str(graph.kind))}: without --kind the graph "
        f"is read as {describe(suggested)}"
    )


# ---- time series graphs


_SUFFIXES_OF_SERIES = {"json": ".json", "text": ".txt", "edges": ".csv"}
"""The formats of time series graphs that `--to` accepts, with a suffix that stands for each."""


def _suffix_of_series(target: str, name: str | None) -> str | None:
    """Return the suffix that stands for the format of `--to`; None without `--to`."""
    if name is None and target == "-":
        raise typer.BadParameter("standard output has no suffix, so its format must be named: --to json")
    if name is not None and name not in _SUFFIXES_OF_SERIES:
        raise typer.BadParameter(
            f"time series graphs are written as {', '.join(_SUFFIXES_OF_SERIES)}; got --to {name}"
        )
    return None if name is None else _SUFFIXES_OF_SERIES[name]


def _convert_series(source: str, target: str, name: str | None, reader: SeriesReader) -> None:
    from edgemark.errors import plural
    from edgemark.graph.kinds import describe
    from edgemark.io.temporal import bytes_of
    from edgemark.replacing import replace_file

    reader.refuse_contemporaneous_without_arrays([source])
    suffix = _suffix_of_series(target, name)
    series = reader.read(source)
    path = Path(target)
    if suffix is None:
        suffix = path.suffix.lower()
        data = bytes_of(series, suffix, path.name)
    else:
        data = bytes_of(series, suffix, target)
    if target == "-":
        emit_bytes(data)
    else:
        replace_file(path, data)
    edges = plural(series.n_edges, "edge")
    note(
        f"{_shown_target(target)}: {plural(series.n_nodes, 'variable')}, {edges} to lag {series.max_lag}"
    )
    if series.lag_guessed:
        warn(
            f"the file does not state its maximum lag; {series.max_lag}, the largest that occurs, "
            f"was written. To state it: --max-lag {series.max_lag}"
        )
    if series.kind is not None and suffix != ".json":
        warn(
            "this format loses the declared kind of the contemporaneous edges, "
            f"{describe(series.kind)}; json keeps it"
        )
