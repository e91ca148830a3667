"""Read and write graph files of any format."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from edgemark.conventions.options import Direction, Kind, Symmetric, choices, require
from edgemark.errors import (
    AmbiguityError,
    ConventionError,
    EdgemarkError,
    FormatError,
    InputTypeError,
    LimitError,
    MissingExtraError,
    Remedy,
)
from edgemark.graph import Graph
from edgemark.graph.adjacency import SYMMETRIC_STATE
from edgemark.graph.ambiguity import is_called_pvalue
from edgemark.io import formats
from edgemark.io.contents import remedies_for_wrong_writer
from edgemark.io.csv_rows import remedy_for_empty_ends
from edgemark.io.edge_list import has_headings, heading_of_row_numbers, remedies_for_headings
from edgemark.io.limits import Limits, read_all
from edgemark.io.matrix import with_names_of_rows
from edgemark.io.other_formats import (
    remedies_for_suffix,
    remedies_for_text,
    remedy_for_row_numbers,
)
from edgemark.io.paths import checked_path
from edgemark.io.scored_list import score_heading
from edgemark.io.separators import TABLES, tab_separated, with_commas
from edgemark.io.source import Source, refuse_compressed_input, refuse_compressed_output
from edgemark.replacing import note_input, replace_file

__all__ = ["read", "read_options", "write"]

_DEFAULT_LIMITS = Limits()
_MAX_COMPLAINT = 320  # The characters of a reader's error that the error of `read` repeats.
_BYTES_OF_REMEDY = 135  # Memory for each byte of a table that is read as scores to find a remedy.
_BEGINNING = 10_000  # The characters that show whether a text is a table.
# Complaints about a format in which the file can be read.
_TO = "--to"  # The option of `edgemark convert` that names the format to write.
_WITHOUT_EDGES = "it would have nodes, but no edge"
_UNLIKELY = "it can be read in this format, but does not look like it"
_MATRICES = ("adjacency", "npz", "pcalg-cpdag", "pcalg-pag")  # Their names may only number the rows.
_SCORES_INSTEAD = (
    "If the numbers are edge scores, read them with read_scores, or score them with --scores"
)
_READABLE = (_WITHOUT_EDGES, _UNLIKELY)


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Sequence[str] | None = None,
    kind: Kind | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> Graph:
    r"""
    Read a graph from a file.

    Args:
        path: the file.
        format: a name in `FORMATS`; None takes it from the suffix, and from the content if several
            formats share the suffix.
        direction: for matrices, which way a 1 at row i and column j points; see `Graph.from_adjacency`.
            Refused for a file that states it.
        symmetric: for matrices, what 1 in both cells of a pair means, and for plain edge lists and
            Graphviz what both A,B and B,A mean. Refused for a file that states it.
        nodes: the order of the nodes, with isolated nodes that the file does not list; or the names of
            the nodes if the file has none, or if the headings of a matrix only count them (0,1,2).
        kind: what the graph is declared to be; None takes the kind that the file states, if any. For
            Graphviz without `symmetric`, "digraph" also means that A -> B with B -> A is a cycle, and
            "pdag", "cpdag" or "mpdag" that it is one undirected edge.
        limits: limits on size and memory.

    Returns:
        The graph.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file does not have the format.
        AmbiguityError: an option is missing that states how to read a matrix, edges in both directions,
            or weights; or a Graphviz file has attributes that contradict what is drawn, such as `lag=1`,
            or a label such as "lag 1" or "<->".
        GraphError: the file has the format, but its content is not a graph.
        LimitError: the file is larger than `limits` allows.
        AlignmentError: `nodes` lacks a node of the file.
        ConventionError: an option has no effect on this file, or is none of the allowed words.

    Warns:
        ClassWarning: edges of a Graphviz file have weights such as 0.5, as scores have, or other numbers
            such as `prob=0.5`, `pvalue=0.01` and `label=1`. They are not read.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "asia.csv"
        >>> _ = path.write_text("smoke,lung\n0,1\n0,0\n")
        >>> read(path, direction="row-to-column")
        Graph.parse('smoke --> lung')
        >>> folder.cleanup()
    """
    graph, idle = read_with_idle_options(
        path, format, direction=direction, symmetric=symmetric, nodes=nodes, kind=kind, limits=limits
    )
    if idle:
        refuse_idle(idle, f"{os.fspath(path)}: ")
    return graph


def refuse_idle(idle: Collection[str], prefix: str = "") -> NoReturn:
    """Raise ConventionError for options that have no effect on a file."""
    option = min(idle)
    raise ConventionError(
        f"{prefix}{option} has no effect here, because the file defines its edges itself. Leave it out"
    )


def read_with_idle_options(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Sequence[str] | None = None,
    kind: Kind | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> tuple[Graph, frozenset[str]]:
    """
    Read a graph like `read`, but return the options that had no effect instead of raising an error.

    On the command line, the same options are used for all files, also for those that need no direction.
    """
    file_path = checked_path(path)
    stated_format = formats.named(format) if format is not None else None
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    try:
        source = Source(
            load(file_path, limits), direction, symmetric, limits, kind, stated_format is not None
        )
        if file_path.suffix.lower() in TABLES:
            source = with_commas(source, file_path.suffix)
        graph, found_format = _graph_of(source, file_path, stated_format)
        limits.check_nodes(graph.n_nodes)
        limits.check_edges(graph.n_edges)
        if nodes is not None:
            is_matrix = found_format.name in _MATRICES
            graph = with_names_of_rows(graph, nodes) if is_matrix else graph.with_nodes(nodes)
        return (graph if kind is None else graph.with_kind(kind)), frozenset(source.idle)
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


def _graph_of(
    source: Source, file_path: Path, stated_format: formats.Format | None
) -> tuple[Graph, formats.Format]:
    # Imported here, because that module imports this one.
    from edgemark.io.temporal import IS_OVER_TIME, why_no_series

    try:
        file_format = stated_format or _recognised_format(file_path, source)
        return file_format.read(source), file_format
    except (LimitError, MissingExtraError):
        raise
    except EdgemarkError as error:
        free_memory_of(error)
        series_message = why_no_series(file_path, source)
        is_over_time = bool(series_message) and series_message.problem == IS_OVER_TIME
        error = _without_failing_formats(error, source)
        codes = [remedy.python for remedy in error.remedies]
        has_advice = is_over_time or any("pcalg" in code or "read_scores(" in code for code in codes)
        advised = error if has_advice else error.advising(*_other_readers(source, file_path.suffix))
        if series_message and series_message != str(error):
            problem = f"{advised.message.problem}\n  a time series graph: {series_message.problem}"
            advised = type(advised)(problem, *advised.remedies, *series_message.remedies)
        raise advised from None


def _without_failing_formats(error: EdgemarkError, source: Source) -> EdgemarkError:
    """Drop the remedy to read the file as "pcalg-pag" if that fails; else add one about scores."""
    kept = []
    for remedy in error.remedies:
        name = re.fullmatch(r'format="(pcalg-pag)"', remedy.python)
        if name is None or _complaint(formats.named(name[1]), source) in _READABLE:
            kept.append(remedy)
            if name is not None:
                kept.append(Remedy(_SCORES_INSTEAD))
    if tuple(kept) == tuple(error.remedies):
        return error
    return type(error)(error.message.problem, *kept)


def free_memory_of(error: BaseException | None) -> None:
    """Free the memory that the frames of an error hold, before the file is read again."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__context__


def _other_readers(source: Source, suffix: str) -> Iterator[Remedy]:
    """Remedies for a file that holds no graph, but looks like samples of graphs or like scores."""
    from edgemark.io import samples, scores

    try:
        source.limits.check_text(len(source.data), _BYTES_OF_REMEDY)
    except LimitError:
        return  # Finding a remedy must not need more memory than reading the file.
    direction_option = f', direction="{source.direction}"' if source.direction is not None else ""
    if suffix.lower() in TABLES:
        yield from remedies_for_headings(source)
    if samples.sniff(source, suffix):
        if not samples.holds_graphs(source, suffix):
            return
        yield Remedy("The file looks like many graphs. Read it", f"read_samples(path{direction_option})")
    elif suffix.lower() in TABLES and heading_of_row_numbers(source):
        yield from filter(None, [remedy_for_row_numbers(source)])
    elif objection := scores.objection(source, suffix):
        yield Remedy(f"As a list of edge scores: {objection}")
    elif scores.sniff(source, suffix, allow_integers=True):
        if suffix.lower() in TABLES:
            try:
                remedy = remedy_for_row_numbers(source)
            except FormatError as error:
                yield from error.remedies
                return
            if remedy is not None:
                yield remedy
        has_pvalues = suffix.lower() in TABLES and is_called_pvalue(score_heading(source))
        option, shell = (", pvalues=True", "--pvalues") if has_pvalues else ("", "--scores")
        yield Remedy(
            f"The file looks like {'a list of p-values' if has_pvalues else 'edge scores'}. Read it",
            f"read_scores(path{direction_option}{option})",
            shell,
        )


def write(
    graph: Graph,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
) -> None:
    """
    Write a graph to a file. The file is written whole or not at all.

    `read(path)` gives an equal graph of the same declared kind from the formats "json", "text",
    "edges" and "npz". The other formats belong to other programs, and their files do not store
    everything: `read_options` returns the options that are needed to read them back. A graph that the
    format cannot hold is refused. A replaced file keeps its permissions and its links. CSV keeps names
    as they are, even a name that starts with ``=``, which spreadsheet programs read as a formula.

    Args:
        graph: the graph to write.
        path: the path of the file; an existing file is replaced.
        format: a name in `FORMATS`; None takes the first one of the path's suffix: "edges" for ``.csv``
            and ``.tsv`` (with tabs), "text" for ``.txt``.
        direction: for matrices, which way a 1 at row i and column j points; None writes
            "row-to-column".
        symmetric: for matrices, what 1 in both cells of a pair means; None writes "undirected", or in an
            "npz", which stores it, the value that the graph needs.

    Raises:
        OSError: the file cannot be written.
        FormatError: the format cannot hold this graph, or no format has the suffix.
        ConventionError: an option has no effect on what the format writes, or is none of the allowed
            words.
        LimitError: the matrix takes more memory than is free, or than EDGEMARK_MAX_MEMORY.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "g.json"
        >>> write(Graph.parse("A --> B"), path)
        >>> read(path)
        Graph.parse('A --> B')
        >>> folder.cleanup()
    """
    data, file_path, file_format = _content_path_and_format(graph, path, format, direction, symmetric)
    replace_file(file_path, in_suffix(data, file_path, file_format))


def read_options(
    graph: Graph,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
) -> dict[str, str]:
    """
    List the options that `read` needs for a file that `write` wrote with these arguments.

    Nothing is written.

    Args:
        graph: the graph that is written.
        path: the path of the file; only the suffix counts.
        format: name of the format; None takes the one of the suffix.
        direction: for matrices, which way a 1 points, see `write`.
        symmetric: for matrices, what 1 in both cells of a pair means, see `write`.

    Returns:
        Keyword arguments of `read` that are needed; empty for edgemark's own formats under their own
        suffixes. A model string of bnlearn is always read as a graph that is declared a DAG.

    Raises:
        FormatError: the format cannot hold this graph, or no format has the suffix.
        ConventionError: an option has no effect on what the format writes, or an unknown value.
        LimitError: see `write`.

    Examples:
        >>> graph = Graph.parse("A --> B; B --- C", kind="pdag")
        >>> read_options(graph, "graph.txt")
        {}
        >>> read_options(graph, "matrix.csv", "adjacency")
        {'direction': 'row-to-column', 'symmetric': 'undirected', 'kind': 'pdag'}
    """
    data, file_path, file_format = _content_path_and_format(graph, path, format, direction, symmetric)
    options: dict[str, str] = {}
    if _format_recognised_from(file_path, data) is not file_format:
        options["format"] = file_format.name
    source = Source(data)
    if "direction" in file_format.takes and file_format.name != "npz":
        source = replace(source, direction=direction or "row-to-column")
        options["direction"] = str(source.direction)
        if graph.present_states & set(SYMMETRIC_STATE.values()):
            source = replace(source, symmetric=symmetric or "undirected")
            options["symmetric"] = str(source.symmetric)
    if graph.kind is not None and file_format.read(source).kind != graph.kind:
        options["kind"] = graph.kind
    return options


def _content_path_and_format(
    graph: Graph,
    path: str | os.PathLike[str],
    format: str | None,
    direction: Direction | None,
    symmetric: Symmetric | None,
) -> tuple[bytes, Path, formats.Format]:
    """Return the content of the file, its path and its format."""
    if not isinstance(graph, Graph):
        raise InputTypeError(
            f"write takes a Graph; got {type(graph).__name__}", *_remedies_to_write(graph)
        )
    file_path = checked_path(path)
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    file_format = format_of(file_path, format)
    return file_format.write(graph, direction, symmetric), file_path, file_format


def in_suffix(data: bytes, file_path: Path, file_format: formats.Format) -> bytes:
    """Return the output of a format, with tabs instead of commas in a ``.tsv``."""
    is_tabs = file_path.suffix.lower() == ".tsv" and ".tsv" in file_format.suffixes
    return tab_separated(data) if is_tabs else data


def _remedies_to_write(value: Any) -> list[Remedy]:
    """Remedies for an object that is not a graph: the functions that write it."""
    if isinstance(value, str):
        return [Remedy("Read the text", "write(Graph.parse(graph), path)")]
    return remedies_for_wrong_writer(value, "graph") or [Remedy("Convert it", "as_graph(graph)")]


def format_of(path: str | os.PathLike[str], name: str | None) -> formats.Format:
    """Return the format of a file to write: the named one, or the first one with the suffix."""
    file_path = checked_path(path)
    refuse_compressed_output(file_path)
    return formats.named(name) if name is not None else _formats_of_suffix(file_path, _TO)[0]


def _format_recognised_from(file_path: Path, data: bytes) -> formats.Format | None:
    """
    Return the format that is recognised from the path and content of a file; None if there is none.
    """
    try:
        return _recognised_format(file_path, Source(data))
    except EdgemarkError:
        return None


def name_the_file(error: EdgemarkError, file_path: Path) -> None:
    """Put the name of the file before the message of an error."""
    message = error.message.after(f"{file_path}: ")
    error.args = (message.problem, *message.remedies)


def load(path: Path, limits: Limits) -> bytes:
    """Read all bytes of a file that is not too large."""
    with path.open("rb") as file:
        note_input(path, os.fstat(file.fileno()))
        return read_all(file, limits)


def _recognised_format(path: Path, source: Source) -> formats.Format:
    candidates = _formats_of_suffix(path)
    if len(candidates) == 1:
        return candidates[0]
    fitting_formats = [f for f in candidates if f.sniff(source)]
    if len(fitting_formats) == 1:
        return fitting_formats[0]
    if fitting_formats:
        raise AmbiguityError(
            "the content fits more than one format", *_remedies_by_format(fitting_formats)
        )
    if path.suffix.lower() in TABLES and has_headings(source):
        return formats.named("edges")  # Its error is about the columns. A matrix has no such headings.
    complaints = {f: _complaint(f, source) for f in candidates}
    readable = [f for f, complaint in complaints.items() if complaint in _READABLE]
    of_other_programs = remedies_for_text(source) if path.suffix.lower() == ".txt" else []
    raise FormatError(
        f"a {path.suffix} file must be one of {', '.join(f.name for f in candidates)}; got something "
        f"else:{''.join(f'{chr(10)}  {f.name}: {text}' for f, text in complaints.items())}",
        *of_other_programs,
        *_remedies_for_tables(path, source.text),
        *_remedies_by_format(readable),
    )


def _remedies_for_tables(path: Path, text: str) -> list[Remedy]:
    """Remedies for a table with another suffix, or with separators at the ends of its lines."""
    lines = [line.rstrip(" \r") for line in text[:_BEGINNING].lstrip().split("\n")]
    if path.suffix.lower() in TABLES:
        return [remedy_for_empty_ends()] if lines[0].endswith((",", ";", "\t")) else []
    is_table = len(lines) > 1 and 0 < lines[0].count(",") == lines[1].count(",")
    return [Remedy("If it is a table, rename the file to end in .csv")] if is_table else []


def _remedies_by_format(candidates: Sequence[formats.Format]) -> list[Remedy]:
    """Return one remedy for each format that a file may have."""
    return [
        Remedy(f"If it is {f.name}", f'format="{f.name}"', f"--input-format {f.name}")
        for f in candidates
    ]


def _complaint(candidate: formats.Format, source: Source) -> str:
    """Return why a format does not fit: the beginning of the reader's error, or one of `_READABLE`."""
    try:
        graph = candidate.read(source)
    except EdgemarkError as error:
        free_memory_of(error)
        message = error.message.problem
        if len(message) <= _MAX_COMPLAINT:
            return message
        return f"{message[:_MAX_COMPLAINT].rpartition(' ')[0]} ..."
    if not graph.n_edges:
        return _WITHOUT_EDGES
    return _UNLIKELY


def _formats_of_suffix(path: Path, option: str = "--input-format") -> list[formats.Format]:
    with_suffix = formats.of_suffix(path.suffix)
    if not with_suffix:
        refuse_compressed_input(path)
        raise FormatError(
            f"a file name must end in the suffix of a format; got {path.name!r}. The formats are "
            f"{formats.described_formats()}",
            *(
                (option != _TO and remedies_for_suffix(path.suffix))
                or [Remedy("Or name the format", 'format="text"', f"{option} text")]
            ),
        )
    return with_suffix
