"""Files of time series graphs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Contemporaneous, choices, require
from edgemark.errors import EdgemarkError, FormatError, Message, Remedy, listing
from edgemark.graph import TemporalGraph
from edgemark.graph.lag_matrices import checked_matrices
from edgemark.graph.temporal_text import edge_statements, head_statements, node_statements, parse
from edgemark.io import temporal_csv, temporal_json
from edgemark.io.archive import Archive, array_of, refuse_scores_over_time
from edgemark.io.contents import CONTENTS, remedies_for_wrong_writer
from edgemark.io.files import load, name_the_file, refuse_idle
from edgemark.io.limits import Limits
from edgemark.io.npz import names_of
from edgemark.io.paths import checked_path
from edgemark.io.separators import TABLES, tab_separated, with_commas
from edgemark.io.series_refusals import demand_over_time
from edgemark.io.source import Source
from edgemark.io.temporal_csv import json_instead
from edgemark.io.temporal_objects import as_temporal
from edgemark.replacing import replace_file

__all__ = ["holds_temporal", "read_temporal", "write_temporal"]

_BYTES_OF_TEXT = {".json": 40, ".txt": 84, ".csv": 84, ".tsv": 84}
"""Memory at the peak of reading for each byte of a file, as tests/io/test_reader_memory.py measures."""
_DEFAULT_LIMITS = Limits()
_GRAPH_ARRAY = "graph"
# Memory for a cell of an array of strings: the string itself, and the edge as a tuple.
_BYTES_OF_EDGE = 400


def read_temporal(
    path: str | os.PathLike[str],
    *,
    contemporaneous: Contemporaneous | None = None,
    max_lag: int | None = None,
    nodes: Sequence[str] | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> TemporalGraph:
    r"""
    Read a time series graph from a file.

    ``.json`` is edgemark's own schema and stores everything. ``.txt`` is the text that
    `TemporalGraph.parse` reads. ``.csv`` is a table of edges with the columns source, mark, target and
    lag; or with source, target, lag and optionally weight, where every edge is ``-->``. Other words for
    these columns are read too, such as ``from,to,lag`` and ``cause,effect,tau``. ``.tsv`` is the same
    table with tabs. ``.npy`` is the array of strings of tigramite. ``.npz`` is an archive of that
    array under the name graph, with optional names under nodes.

    Args:
        path: the file.
        contemporaneous: for tigramite, the meaning of contemporaneous ``o-o``, see `as_temporal`.
        max_lag: the largest lag that an edge could have, for files that do not state it. For a table,
            None takes the largest lag that occurs. A file that states a smaller one is extended with
            empty lags, see `TemporalGraph.with_max_lag`.
        nodes: the order of the variables, including isolated ones; or their names if the file has none.
        limits: limits on size and memory.

    Returns:
        The graph.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file has another format.
        AmbiguityError: `contemporaneous` is missing for an array of tigramite with ``o-o``, a table has
            weights other than 1, or contemporaneous edges in both directions without marks.
        AlignmentError: `nodes` lacks a variable of the file.
        ConventionError: `contemporaneous` has no effect on this file, or is none of the allowed words.
        GraphError: the file has the format, but its content is not a graph, or it has lags beyond
            `max_lag`.
        LimitError: the file is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "links.csv"
        >>> _ = path.write_text("source,target,lag\nrain,flood,1\nrain,rain,1\n")
        >>> read_temporal(path, max_lag=2)
        TemporalGraph.parse('rain --> rain @1; rain --> flood @1; lags 2')
        >>> folder.cleanup()
    """
    if contemporaneous is not None:
        require("contemporaneous", contemporaneous, choices(Contemporaneous))
    file_path = checked_path(path)
    try:
        reader = _reader(file_path)
        if contemporaneous is not None and not takes_contemporaneous(file_path):
            refuse_idle(["contemporaneous"])
        graph = reader(_source(file_path, load(file_path, limits), limits), contemporaneous, max_lag)
        if max_lag is not None:
            graph = graph.with_max_lag(max_lag)
        return graph if nodes is None else graph.with_nodes(nodes)
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


def takes_contemporaneous(path: Path) -> bool:
    """Whether a file with this suffix may hold an array of tigramite, with contemporaneous ``o-o``."""
    return path.suffix.lower() in (".npy", ".npz")


def write_temporal(graph: TemporalGraph, path: str | os.PathLike[str]) -> None:
    """
    Write a time series graph to a file. The file is written whole or not at all.

    Text and tables store neither a declared kind nor `lag_guessed`.

    Args:
        graph: the graph to write.
        path: the path of the file, ending in ``.json``, which stores everything, ``.txt``, ``.csv`` or
            ``.tsv``; an existing file is replaced.

    Raises:
        OSError: the file cannot be written.
        FormatError: the format cannot hold this graph, or no format has the suffix.

    Examples:
        >>> write_temporal(TemporalGraph.parse("A --> B @1; lags 2"), "a.b")
        Traceback (most recent call last):
        ...
        edgemark.errors.FormatError: time series graphs are written as .json, .txt, .csv, .tsv; got 'a.b'
    """
    demand_over_time(graph, "write_temporal", *remedies_for_wrong_writer(graph, "graph"))
    file_path = checked_path(path)
    replace_file(file_path, bytes_of(graph, file_path.suffix.lower(), file_path.name))


def bytes_of(graph: TemporalGraph, suffix: str, name: str) -> bytes:
    """Return the content of a file with this suffix; FormatError if no format has the suffix."""
    write = _WRITERS.get(suffix)
    if write is None:
        CONTENTS["TemporalGraph"].refuse_writing(name)
    return write(graph)


def holds_temporal(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like a time series graph instead of a graph without lags.

    Raises:
        OSError: the file cannot be opened.
    """
    file_path = checked_path(path)
    try:
        source = _source(file_path, load(file_path, _DEFAULT_LIMITS), _DEFAULT_LIMITS)
        return _holds(file_path, source) or _lacks_only_lags(file_path, source)
    except EdgemarkError:
        return False  # The file is not text, or is too large.


def _lacks_only_lags(file_path: Path, source: Source) -> bool:
    """Whether a text has edges with lags, and could be read if it stated the largest lag."""
    if file_path.suffix.lower() != ".txt" or not _resembles_series(file_path, source):
        return False
    try:
        parse(source.text, 0)
    except FormatError:
        return False
    return True


def _source(file_path: Path, data: bytes, limits: Limits) -> Source:
    limits.check_text(len(data), _BYTES_OF_TEXT.get(file_path.suffix.lower(), 1))
    source = Source(data, limits=limits)
    return with_commas(source, file_path.suffix) if file_path.suffix.lower() in TABLES else source


def _holds(file_path: Path, source: Source) -> bool:
    try:
        match file_path.suffix.lower():
            case ".json":
                return temporal_json.sniff(source)
            case ".csv" | ".tsv":
                return temporal_csv.sniff(source)
            case ".npy":
                return array_of(source.data).dtype.kind == "U"
            case ".npz":
                return _GRAPH_ARRAY in Archive(source.data, source.limits)
            case ".txt":
                return bool(_read_text(source).n_nodes)
    except EdgemarkError:
        return False
    return False


IS_OVER_TIME = "it is one"
"""What `why_no_series` returns for a file that holds a time series graph."""


def why_no_series(file_path: Path, source: Source) -> Message:
    """
    Explain why a file is not a valid time series graph, or say that it is one; empty for other files.
    """
    try:
        if not _resembles_series(file_path, source):
            return Message("")
        if _holds(file_path, source):
            return Message(IS_OVER_TIME, Remedy("Read it as a time series graph", "read_temporal(path)"))
        _reader(file_path)(source, None, None)
    except EdgemarkError as error:
        return error.message
    return Message("")


def _resembles_series(file_path: Path, source: Source) -> bool:
    match file_path.suffix.lower():
        case ".csv" | ".tsv":
            return temporal_csv.has_lag_column(source)
        case ".npy":
            return array_of(source.data).ndim == 3
        case ".txt":
            return re.search(r"@ *[0-9]|^ *lags +[0-9]", source.text, re.MULTILINE) is not None
    return False


# ---- formats

Reader = Callable[[Source, Contemporaneous | None, int | None], TemporalGraph]


def _reader(file_path: Path) -> Reader:
    CONTENTS["TemporalGraph"].demand_readable(file_path)
    return _READERS[file_path.suffix.lower()]


def _read_text(source: Source, max_lag: int | None = None) -> TemporalGraph:
    try:
        nodes, edges, largest_lag, changing = parse(source.text, max_lag)
    except FormatError as error:
        if max_lag is None and _lacks_lags(source.text):
            raise error.advising(Remedy("State the largest lag", "max_lag=2", "--max-lag 2")) from None
        raise
    return TemporalGraph(nodes, edges, max_lag=largest_lag, changing=changing, cycles="keep")


def _lacks_lags(text: str) -> bool:
    """Whether a text could be read if it stated a largest lag of 2, as the remedy proposes."""
    try:
        _, edges, _, _ = parse(text, 0)
    except FormatError:
        return False
    return max((lag for _, _, _, lag in edges), default=0) <= 2


def _write_text(graph: TemporalGraph) -> bytes:
    if graph.regimes or graph.conflicts:
        raise FormatError("text keeps no regimes and conflicts; the graph has some", json_instead())
    temporal_csv.refuse_padding(graph)
    if not graph.n_nodes:
        raise FormatError("text needs a variable; the graph has none", json_instead())
    nodes = "; ".join([*node_statements(graph), *head_statements(graph)])
    return "".join(f"{line}\n" for line in (nodes, *edge_statements(graph)[0])).encode()


def _read_array(source: Source, contemporaneous: Contemporaneous | None, _: int | None) -> TemporalGraph:
    return _series_of_strings(array_of(source.data), None, source, contemporaneous)


def _read_archive(
    source: Source, contemporaneous: Contemporaneous | None, _: int | None
) -> TemporalGraph:
    archive = Archive(source.data, source.limits)
    if _GRAPH_ARRAY not in archive:
        refuse_scores_over_time(archive)
        raise FormatError(
            f"an archive of tigramite must hold its strings under the name {_GRAPH_ARRAY!r} and "
            f"names under 'nodes'; got {listing(list(archive.names))}"
        )
    for name in archive.names:
        if name not in (_GRAPH_ARRAY, "nodes") and archive[name].dtype.kind in "USO":
            raise FormatError(
                f"an archive of tigramite must hold its names under 'nodes'; got more text under "
                f"{name!r}",
                Remedy("If these are the names of the variables, call them nodes in numpy.savez"),
                Remedy("Else leave them out"),
            )
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    return _series_of_strings(archive[_GRAPH_ARRAY], names, source, contemporaneous)


def _series_of_strings(
    array: NDArray[Any], names: list[str] | None, source: Source, contemporaneous: Contemporaneous | None
) -> TemporalGraph:
    if array.dtype.kind != "U":
        raise FormatError(
            f"an array of tigramite must hold strings such as '-->'; got {array.dtype}",
            *_remedies_for_numbers(array),
        )
    source.limits.check_nodes(array.shape[0] if array.ndim else 0)
    source.limits.check_edges(int(np.count_nonzero(array)), bytes_each=_BYTES_OF_EDGE)
    return as_temporal(array, contemporaneous=contemporaneous, nodes=names)


def _remedies_for_numbers(array: NDArray[Any]) -> list[Remedy]:
    """Remedies for an array of numbers that has a matrix for each lag."""
    try:
        matrices = checked_matrices(array)
    except EdgemarkError:
        return []
    # Effects of a variable on itself are at a lag of 1 or more.
    may_have_lag_0 = not matrices[0].diagonal().any()
    sides = (("column", "column-to-row"), ("row", "row-to-column"))
    return [
        *(
            Remedy(
                f"If it holds coefficients, the cause is in the {side}, and the first matrix has the "
                f"lag {lag}, choose a threshold",
                f"import numpy; TemporalGraph.from_matrices(numpy.load(path), "
                f'direction="{direction}", first_lag={lag}, threshold=0.05)',
            )
            for side, direction in sides
            for lag in (0, 1)
            if lag or may_have_lag_0
        ),
        Remedy("If it holds scores, give the array to TemporalScores, with its direction and first lag"),
    ]


_READERS: Mapping[str, Reader] = {
    ".json": lambda source, *_: temporal_json.read(source),
    ".txt": lambda source, _, max_lag: _read_text(source, max_lag),
    ".csv": lambda source, _, max_lag: temporal_csv.read(source, max_lag),
    ".tsv": lambda source, _, max_lag: temporal_csv.read(source, max_lag),
    ".npy": _read_array,
    ".npz": _read_archive,
}
_WRITERS: Mapping[str, Callable[[TemporalGraph], bytes]] = {
    ".json": temporal_json.write,
    ".txt": _write_text,
    ".csv": temporal_csv.write,
    ".tsv": lambda graph: tab_separated(temporal_csv.write(graph)),
}
