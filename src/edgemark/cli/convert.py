"""``edgemark convert``: a graph from one format to another."""

from __future__ import annotations

from typing import Annotated

import typer

from edgemark.cli.console import emit, note, warn
from edgemark.cli.inputs import Reading
from edgemark.cli.options import DirectionOption, SymmetricOption, format_names
from edgemark.conventions import Direction, Kind, Symmetric

__all__ = ["EPILOG", "convert"]

EPILOG = """
\b
Examples:
  edgemark convert graph.dot graph.json
  edgemark convert matrix.npy graph.json --direction column-to-row
  edgemark convert amat.csv graph.json --from pcalg-pag
  edgemark convert graph.json graph.csv --to adjacency
  edgemark convert --formats

A format that cannot hold the graph is refused, and nothing is written.

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
    formats: Annotated[
        bool,
        typer.Option("--formats", callback=_print_formats, is_eager=True, help="List the formats."),
    ] = False,
) -> int:
    """Write a graph in another format."""
    import edgemark as em

    graph = Reading(source_format, direction, symmetric, kind).read(source)
    em.write(graph, target, target_format)
    note(f"{target}: {_many(graph.n_nodes, 'node')}, {_many(graph.n_edges, 'edge')}")
    if graph.kind is not None and _kept_kind(target, target_format, direction, symmetric) != graph.kind:
        warn(f"this format does not keep that the graph was declared {graph.kind}; json does")
    return 0


def _kept_kind(
    path: str, format: str | None, direction: Direction | None, symmetric: Symmetric | None
) -> Kind | None:
    from edgemark.errors import AmbiguityError

    try:
        return Reading(format, direction, symmetric).read(path).kind
    except AmbiguityError:  # a matrix: it says nothing of kinds
        return None


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
