"""``edgemark check``: the kinds of the graph in a file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from edgemark.cli.console import emit, wrapped
from edgemark.cli.inputs import FileReader, refuse_idle
from edgemark.cli.options import DirectionOption, InputFormat, SymmetricOption
from edgemark.cli.request import command
from edgemark.cli.series_inputs import (
    ContemporaneousOption,
    MaxLag,
    SeriesReader,
    holds_time_series_graph,
)
from edgemark.conventions.options import Kind, choices, require

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph

__all__ = ["EPILOG", "check"]

EPILOG = """
\b
Examples:
  edgemark check estimate.json
  edgemark check estimate.json --kind cpdag && echo valid
  edgemark check matrix.csv --direction row-to-column --format json

The kind of a time series graph is that of its contemporaneous edges. A MAG must also be maximal, and a
PAG must have the marks that a class of MAGs has in common (not checked with selection).

Exit status: 0 the graph is of every kind in --kind (without --kind: of its declared kind, if any); 1 it
is not; 2 the file could not be read, or wrong usage.
"""
SCHEMA, SCHEMA_VERSION = "edgemark.check", 1


def _kinds(incomplete: str) -> list[str]:
    return [kind for kind in choices(Kind) if kind.startswith(incomplete)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """The file to check, and the kinds."""

    file: Annotated[str, typer.Argument(metavar="FILE", help="File of a graph.")]
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            autocompletion=_kinds,
            help=f"Check only this kind: {', '.join(choices(Kind))}; may be repeated.",
        ),
    ] = None
    format: Annotated[
        Literal["table", "json"],
        typer.Option("--format", help="Output as a table for people or as JSON for programs."),
    ] = "table"
    input_format: InputFormat = None
    direction: DirectionOption = None
    symmetric: SymmetricOption = None
    contemporaneous: ContemporaneousOption = None
    max_lag: MaxLag = None

    def __post_init__(self) -> None:
        """Refuse unknown kinds."""
        for kind in self.kind or []:
            require("--kind", kind, choices(Kind))


@command
def check(request: CheckRequest) -> int:
    """List which kinds of graph a file holds, and why it does not hold the others."""
    kinds = cast(tuple[Kind, ...], tuple(request.kind or ()))
    if request.input_format is None and holds_time_series_graph(request.file):
        reader = SeriesReader.refusing_other_options(
            request.contemporaneous,
            request.max_lag,
            direction=request.direction,
            symmetric=request.symmetric,
        )
        reader.refuse_contemporaneous_without_arrays([request.file])
        series = reader.read(request.file)
        graph = series._contemporaneous
        findings = {
            **_findings(request.file, graph, kinds or choices(Kind)),
            "series": _lagged_findings(series),
        }
    else:
        SeriesReader(request.contemporaneous, request.max_lag).refuse_options_of_series(request.file)
        graph, idle = FileReader(
            request.input_format, request.direction, request.symmetric
        ).read_with_idle_options(request.file)
        refuse_idle(idle)
        findings = _findings(request.file, graph, kinds or choices(Kind))
    emit(json.dumps(findings, indent=1) if request.format == "json" else _text(findings))
    required_kinds = kinds or (graph.kind,)  # (None,) if the graph declares no kind.
    return 1 if any(graph.objection(kind) for kind in required_kinds) else 0


def _findings(file: str, graph: Graph, kinds: tuple[Kind, ...]) -> dict[str, Any]:
    from edgemark.graph.kinds import class_of

    class_of_graph = class_of(graph)
    return {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "file": file,
        "nodes": graph.n_nodes,
        "edges": graph.n_edges,
        "named": graph.is_named,
        "isolated": graph.n_nodes - len({node for a, _, b in graph.edges() for node in (a, b)}),
        "marks": dict(Counter(glyph for _, glyph, _ in graph.edges()).most_common()),
        "class": class_of_graph,
        "declared": graph.kind,
        "class_objection": graph.objection(class_of_graph),
        "kinds": [{"kind": kind, "objection": graph.objection(kind)} for kind in kinds],
    }


def _lagged_findings(series: TemporalGraph) -> dict[str, Any]:
    """Return the findings about lagged edges, regimes and conflicts of a time series graph."""
    lagged = [edge for edge in series.edges() if edge[3]]
    return {
        "max_lag": series.max_lag,
        "lag_guessed": series.lag_guessed,
        "edges_over_time": len(lagged),
        "autolinks": sum(a == b for a, _, b, _ in lagged),
        "marks_over_time": dict(Counter(glyph for _, glyph, _, _ in lagged).most_common()),
        "changing": list(series.changing),
        "regimes": len(series.regimes),
        "conflicts": len(series.conflicts),
    }


def _series_lines(series: dict[str, Any] | None) -> list[str]:
    from edgemark.display.text import printable
    from edgemark.errors import plural

    if series is None:
        return []
    marks = ", ".join(f"{count} {glyph}" for glyph, count in series["marks_over_time"].items())
    parts = [
        f"{plural(series['edges_over_time'], 'lagged edge')}, maximum lag {series['max_lag']}"
        f"{f' ({marks})' if marks else ''}, including {plural(series['autolinks'], 'autolink')}"
    ]
    if series["lag_guessed"]:
        parts.append("the maximum lag is the largest that occurs; state it with --max-lag")
    if series["changing"]:
        parts.append(printable(f"changing: {', '.join(series['changing'])}"))
    if series["regimes"]:
        parts.append(plural(series["regimes"], "regime"))
    if series["conflicts"]:
        parts.append(
            f"{plural(series['conflicts'], 'conflict')} (edges whose direction the tests dispute)"
        )
    return [*(line for part in parts for line in wrapped(part, "  ")), "  contemporaneous edges:"]


def _lines_on_lagged_marks(series: dict[str, Any] | None) -> list[str]:
    """Say that the class is that of the contemporaneous edges, if lagged edges have other marks."""
    from edgemark.errors import plural

    others = sum(n for glyph, n in series["marks_over_time"].items() if glyph != "-->") if series else 0
    if not others:
        return []
    line = (
        f"The class and the table are about the contemporaneous edges only. They leave out "
        f"{plural(others, 'lagged edge')} other than -->."
    )
    return wrapped(line, "  ")


def _text(findings: dict[str, Any]) -> str:
    from edgemark.cli.tables import Column, table, tables_text

    nodes, edges = findings["nodes"], findings["edges"]
    marks = ", ".join(f"{count} {glyph}" for glyph, count in findings["marks"].items())
    size = [
        f"{nodes} {'node' if nodes == 1 else 'nodes'}{'' if findings['named'] else ' without names'}",
        f"{edges} {'edge' if edges == 1 else 'edges'}{f' ({marks})' if marks else ''}",
    ]
    if findings["isolated"]:
        size.append(f"{findings['isolated']} without an edge")
    rows = [
        [verdict["kind"], "no" if verdict["objection"] else "yes", verdict["objection"] or ""]
        for verdict in findings["kinds"]
    ]
    columns = [Column("kind", no_wrap=True), Column("is it?", no_wrap=True), Column("why not")]
    return "\n".join(
        [
            *_file_line(findings["file"]),
            *_series_lines(findings.get("series")),
            f"  {', '.join(size)}",
            *wrapped(_class_line(findings), "  "),
            *_lines_on_lagged_marks(findings.get("series")),
            "",
            tables_text(table(columns, rows)),
        ]
    )


def _file_line(file: str) -> list[str]:
    from edgemark.cli.score_table import shortened

    return [shortened(file, 80)]


def _class_line(findings: dict[str, Any]) -> str:
    from edgemark.display.text import printable
    from edgemark.graph.kinds import describe

    kind, objection = describe(findings["class"]), findings["class_objection"]
    line = f"declared {kind}" if findings["declared"] else f"no declared kind, read as {kind}"
    if objection:
        return printable(f"{line}; it is not one: {objection}")
    return f"{line}; it is one"
