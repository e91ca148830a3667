"""``edgemark convert``: a graph from one format to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edgemark.cli.console import emit, note, warn
from edgemark.cli.inputs import Reading, checked
from edgemark.cli.options import DirectionOption, SymmetricOption, format_names
from edgemark.cli.series_inputs import ContemporaneousOption, MaxLag, SeriesReading, is_over_time
from edgemark.conventions import Kind

if TYPE_CHECKING:
    from edgemark.graph import Graph

__all__ = ["EPILOG", "convert"]

EPILOG = """
\b
Examples:
  edgemark convert graph.dot graph.json
  edgemark convert matrix.npy graph.json --direction column-to-row
  edgemark convert amat.csv graph.json --from pcalg-pag
  edgemark convert graph.json graph.csv --to adjacency
  edgemark convert series.npy series.json --contemporaneous cpdag
  edgemark convert --formats

Graphs over time are noticed, and written as .json, .txt or .csv. A format that cannot hold the
graph is refused, and nothing is written.

Exit status: 0 written; 2 not.
"""


def _print_formats(asked: bool) -> None:
    if not asked:
        return
    from edgemark.cli.tables import Column, drawn, table
    from edgemark.io import FORMATS

    rows = [[f.name, " ".join(f.suffixes), f.summary] for f in FORMATS.values()]
    emit(
        drawn(
            table(
                [Column("format", whole=True), Column("suffix", whole=True), Column("what it keeps")],
                rows,
            )
        )
    )
    raise typer.Exit


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="File to read.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="File to write; one there is replaced.")],
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            autocompletion=format_names,
            help="Format of IN, where suffix and content do not tell.",
        ),
    ] = None,
    target_format: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            autocompletion=format_names,
            help="Format of OUT; by default its suffix tells (.csv is edges, .txt is text).",
        ),
    ] = None,
    direction: DirectionOption = None,
    symmetric: SymmetricOption = None,
    kind: Annotated[
        Kind | None,
        typer.Option("--kind", help="Declare the graph to be of this kind, whatever the file says."),
    ] = None,
    contemporaneous: ContemporaneousOption = None,
    max_lag: MaxLag = None,
    formats: Annotated[
        bool,
        typer.Option("--formats", callback=_print_formats, is_eager=True, help="List the formats."),
    ] = False,
) -> int:
    """Write a graph in another format."""
    import edgemark as em
    from edgemark.errors import plural
    from edgemark.graph.kinds import describe

    checked(target)
    if source_format is None and is_over_time(source):
        reading = SeriesReading.beside(
            contemporaneous, max_lag, to=target_format, direction=direction, symmetric=symmetric,
            kind=kind,
        )  # fmt: skip
        reading.demand_arrays([source])
        series = reading.read(source)
        em.write_temporal(series, target)
        edges = plural(series.n_edges, "edge")
        note(f"{target}: {plural(series.n_nodes, 'variable')}, {edges} to lag {series.max_lag}")
        if series.lag_guessed:
            warn(
                f"nobody said how far lags could go: {series.max_lag}, the largest that occurs, is "
                f"written. --max-lag says it"
            )
        if series.kind is not None and em.read_temporal(target).kind is None:
            warn(
                f"this format does not keep that the edges within a time step were declared "
                f"{describe(series.kind)}; json does"
            )
        return 0
    SeriesReading(contemporaneous, max_lag).refuse_without_lags()
    graph = Reading(source_format, direction, symmetric, kind).read(source)
    em.write(graph, target, target_format)
    note(f"{target}: {plural(graph.n_nodes, 'node')}, {plural(graph.n_edges, 'edge')}")
    if wrong := _wrong_kind(graph):
        warn(wrong)
    if lost := _lost_kind(graph, Reading(target_format, direction, symmetric), target):
        warn(lost)
    return 0


def _wrong_kind(graph: Graph) -> str:
    """Say so if the graph is not of the kind it is declared to be, which is written all the same."""
    from edgemark.graph.kinds import describe

    reason = graph.objection()
    return "" if reason is None else f"the graph is declared {describe(str(graph.kind))}, but {reason}"


def _lost_kind(graph: Graph, reading: Reading, path: str) -> str:
    """Say so if the file lost the declared kind, and its marks suggest another one."""
    from edgemark.errors import AmbiguityError
    from edgemark.graph import class_of
    from edgemark.graph.kinds import describe

    suggested = class_of(graph.with_kind(None))
    if graph.kind in (None, suggested):
        return ""
    try:
        if reading.read(path).kind == graph.kind:
            return ""
    except AmbiguityError:  # a matrix: it says nothing of kinds
        pass
    return (
        f"this format does not keep that the graph was declared {describe(graph.kind)}: by its marks it "
        f"is taken for {describe(suggested)}. json keeps it, and --kind says it again"
    )
