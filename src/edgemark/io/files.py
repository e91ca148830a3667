"""Reading and writing files, whatever their format."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from edgemark.conventions import Direction, Kind, Symmetric, choices, require
from edgemark.errors import AmbiguityError, EdgemarkError, FormatError, LimitError, Remedy
from edgemark.graph import Graph
from edgemark.io import formats
from edgemark.io.limits import Limits, read_all
from edgemark.io.source import Source

__all__ = ["read", "write"]

_DEFAULT_LIMITS = Limits()
_LONGEST_COMPLAINT = 240


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
        format: a name in `FORMATS`; None takes it from the suffix, and from the content where several
            formats share that.
        direction: for matrices, which way a 1 at row i and column j points; see
            `Graph.from_adjacency`. Formats that say it themselves do not look at it.
        symmetric: for matrices, what 1 in both cells of a pair means, and for plain edge lists and
            Graphviz what both A,B and B,A mean.
        nodes: the order of the nodes, with those that the file leaves out because they have no edge;
            the names of the nodes where the file has none.
        kind: what the graph is declared to be; None takes what the format says, if anything. For
            Graphviz without `symmetric`, "digraph" also says that A -> B with B -> A is a cycle, "pdag"
            or "cpdag" that it is one undirected edge.
        limits: what the file may cost.

    Returns:
        The graph.

    Raises:
        OSError: the file cannot be opened.
        FormatError: it is not of the format.
        AmbiguityError: a matrix, edges both ways, or weights, and nobody said how to read it.
        GraphError: it is of the format, but what it says is no graph.
        LimitError: it is larger than `limits` allows.
        AlignmentError: `nodes` lacks a node of the file.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "asia.csv"
        >>> _ = path.write_text("smoke,lung\n0,1\n0,0\n")
        >>> read(path, direction="row-to-column")
        Graph.parse('smoke --> lung')
        >>> folder.cleanup()
    """
    place = checked_path(path)
    chosen = formats.named(format) if format is not None else None
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    try:
        source = Source(load(place, limits), direction, symmetric, limits, kind, chosen is not None)
        graph = _graph_of(source, place, chosen)
        limits.check_nodes(graph.n_nodes)
        limits.check_edges(graph.n_edges)
        if nodes is not None:
            graph = graph.with_nodes(nodes)
        return graph if kind is None else graph.with_kind(kind)
    except EdgemarkError as error:
        name_the_file(error, place)
        raise


def _graph_of(source: Source, place: Path, chosen: formats.Format | None) -> Graph:
    from edgemark.io.temporal import said_over_time  # which reads files too

    try:
        return (chosen or _recognised(place, source)).read(source)
    except LimitError:
        raise
    except EdgemarkError as error:
        advised = error.advising(*_other_readers(source, place.suffix))
        if said := said_over_time(place, source):
            advised = advised.advising(Remedy(f"\n  a graph over time: {said}"))
        raise advised from None


def _other_readers(source: Source, suffix: str) -> Iterator[Remedy]:
    """What reads a file that no graph could be read from, if it looks like samples or scores."""
    from edgemark.io import samples, scores

    if samples.sniff(source, suffix):
        yield Remedy("The file looks like many graphs. Read it", "read_samples(path)")
    elif scores.sniff(source, suffix, whole=True):
        yield Remedy("The file looks like edge scores. Read it", "read_scores(path)", "--scores")


def write(graph: Graph, path: str | os.PathLike[str], format: str | None = None) -> None:
    """
    Write a graph to a file, which appears whole or not at all.

    Every writer keeps all that its reader needs to give an equal graph, and refuses a graph that its
    format cannot hold. CSV keeps names as they are, also one that starts with ``=``, which spreadsheet
    programs take for a formula.

    Args:
        graph: what to write.
        path: where; a file there is replaced.
        format: a name in `FORMATS`; None takes the first one of the path's suffix: "edges" for
            ``.csv``, "text" for ``.txt``.

    Raises:
        OSError: the file cannot be written.
        FormatError: the format cannot hold this graph, or the suffix is of no format.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "g.json"
        >>> write(Graph.parse("A --> B"), path)
        >>> read(path)
        Graph.parse('A --> B')
        >>> folder.cleanup()
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"write takes a Graph; got {type(graph).__name__}. Convert it: as_graph(...)")
    place = checked_path(path)
    chosen = formats.named(format) if format is not None else _with_suffix(place)[0]
    replace_file(place, chosen.write(graph))


def name_the_file(error: EdgemarkError, place: Path) -> None:
    """Put the file's name before the message of an error."""
    message = error.message.after(f"{place}: ")
    error.args = (message.problem, *message.remedies)


def checked_path(path: str | os.PathLike[str]) -> Path:
    """A path that a file can have; TypeError or OSError for others."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must be str or os.PathLike; got {type(path).__name__}")
    place = Path(path)
    try:
        possible = b"\0" not in os.fsencode(place)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise OSError(errno.EINVAL, "no file can have this name", str(place))
    return place


def load(path: Path, limits: Limits) -> bytes:
    """All bytes of a file that is not too large."""
    with path.open("rb") as file:
        return read_all(file, limits)


def _recognised(path: Path, source: Source) -> formats.Format:
    candidates = _with_suffix(path)
    if len(candidates) == 1:
        return candidates[0]
    fitting = [f for f in candidates if f.sniff(source)]
    if len(fitting) == 1:
        return fitting[0]
    names = " or ".join(f'format="{f.name}"' for f in fitting or candidates)
    if fitting:
        raise AmbiguityError(f"the content fits more than one format; say which: {names}")
    complaints = "".join(f"\n  {f.name}: {_complaint(f, source)}" for f in candidates)
    raise FormatError(
        f"a {path.suffix} file must be one of {', '.join(f.name for f in candidates)}; got something "
        f"else. If it is one of them, say which: {names}. All formats: {formats.offer()}. Why it is "
        f"none of them:{complaints}"
    )


def _complaint(candidate: formats.Format, source: Source) -> str:
    """What a reader says first about a file that does not look like its format."""
    try:
        graph = candidate.read(source)
    except EdgemarkError as error:
        message = str(error)
        return message if len(message) <= _LONGEST_COMPLAINT else f"{message[:_LONGEST_COMPLAINT]}..."
    if not graph.n_edges:
        return "it would have nodes, but no edge"
    return "it can be read so, but does not look like it"


def _with_suffix(path: Path) -> list[formats.Format]:
    found = formats.of_suffix(path.suffix)
    if not found:
        raise FormatError(
            f"a file name must end in the suffix of a format; got {path.name!r}. Say which it is with "
            f"format=, one of {formats.offer()}"
        )
    return found


def replace_file(path: Path, data: bytes) -> None:
    """
    Write a file whole or not at all; what was there stays until the new content is complete.

    Raises:
        OSError: the file cannot be written; the error names it.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> replace_file(Path(folder.name) / "a.txt", b"whole")
        >>> (Path(folder.name) / "a.txt").read_bytes()
        b'whole'
        >>> folder.cleanup()
    """
    if path.is_dir():
        raise IsADirectoryError(f"a file is needed to write to; {str(path)!r} is a folder")
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device or a pipe cannot be replaced
        return
    # A name of its own in the same folder: a replacement is atomic only within a file system.
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(data)
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
