"""
The moves of a Markov chain over graphs, in the CSV format of benchpress.

A row lists the edges that are added and removed at an iteration: ``a->b``, or ``a-b`` in undirected
graphs. The graph stays the same until the next row::

    index,score,added,removed
    -2,0.0,[a->b;a->c],[]
    -1,0.0,[],[a->b;a->c]
    0,-2325.5,[b->c],[]
    34,-2311.9,[c->a],[b->c]

The rows with index -2 and -1 only name the nodes: their edges go from the first node to each of the
others. Samplers in continuous time write a column `time`, which is used instead of `index`.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.arguments import as_number, written_number
from edgemark.conventions.options import Kind
from edgemark.errors import FormatError, GraphError, KindError, Remedy
from edgemark.graph import Graph, GraphSamples, GraphStack
from edgemark.graph.edge_words import Words, sorted_words
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.marks import CYCLE, FORWARD, UNDIRECTED
from edgemark.io.csv_rows import comma_hint, refuse_repeated_headings, rows_of
from edgemark.io.source import Source

# Memory at the peak of reading for each byte of a file, as tests/io/test_reader_memory.py measures.
_BYTES_OF_TEXT = 80
_BYTES_OF_EDGE = 24  # for each edge of the visited graphs, stored as consecutive words
_REQUIRED_COLUMNS = ("index", "added", "removed")
_MAX_ITERATIONS = 2**53  # larger integers are not distinguishable as floats


@dataclass(frozen=True, slots=True)
class _Table:
    """
    The rows of a file.

    Attributes:
        lines: line numbers, for errors.
        added: the index in `fields` of the edges that each move adds.
        removed: the index in `fields` of the edges that each move removes.
        clock: the iteration or time of each move.
        has_times: whether `clock` holds times instead of iterations.
        fields: the distinct lists of edges, as written, in order of appearance.
    """

    lines: NDArray[np.int64]
    added: NDArray[np.int64]
    removed: NDArray[np.int64]
    clock: NDArray[np.float64]
    has_times: bool
    fields: list[str]

    def line_of(self, field: int) -> int:
        """Return the first line with this list of edges."""
        return int(self.lines[np.argmax((self.added == field) | (self.removed == field))])


def sniff(source: Source) -> bool:
    """Whether the first line has the headings of a table of moves."""
    return set(_REQUIRED_COLUMNS) <= set(next(rows_of(source))[1])


def read(
    source: Source, nodes: Sequence[str] | None = None, burn_in: float = 0, length: float | None = None
) -> GraphSamples:
    """
    Read the distinct graphs that a chain visits, weighted by the time that the chain stays at each.

    Args:
        source: the file.
        nodes: names of the nodes; None reads them from the first row.
        burn_in: iterations, or time, to discard at the start.
        length: the iteration or time at which the chain ends, exclusive. None takes the iteration after
            the last row, or the time of the last row.
    """
    source.limits.check_text(len(source.data), _BYTES_OF_TEXT)
    table = _table(source)
    symbol = "->" if "->" in table.fields[int(table.added[0])] else "-"
    names = _names(table, symbol) if nodes is None else checked_names(nodes)
    source.limits.check_nodes(len(names))
    kind = _kind(source.kind, symbol)
    durations = _durations(table, burn_in, length)
    changes, added, starts = _changes(table, _words(table, symbol, names))
    max_edges = min(source.limits.edges, source.limits.memory // _BYTES_OF_EDGE)
    words, ends, time_at_each, wrong_move = _core.visits(changes, added, starts, durations, max_edges)
    if wrong_move is not None:
        raise FormatError(
            f"line {table.lines[wrong_move]}: a move must add edges that are absent and remove edges "
            f"that are present; "
            f"got added {table.fields[int(table.added[wrong_move])][:80]!r}, removed "
            f"{table.fields[int(table.removed[wrong_move])][:80]!r}"
        )
    source.limits.check_edges(words.size, bytes_each=_BYTES_OF_EDGE)
    # The last four bits of a word are the state of the edge, see `edgemark.graph.edge_words`.
    if kind != "digraph" and (words & np.uint64(15) == CYCLE).any():
        raise FormatError(
            "a move that reverses an edge must also remove its old direction; the chain visits a graph "
            "with edges in both directions between two nodes",
            Remedy("Allow cycles", 'kind="digraph"', "--kind digraph"),
        )
    stack = GraphStack._make(words, ends, Graph(names, kind=kind), (kind,) * time_at_each.size)
    n_draws = int((durations > 0).sum()) if table.has_times else round(float(durations.sum()))
    # If iterations are fractions, their sum may be smaller than the number of visited graphs.
    n_draws = max(n_draws, int(np.count_nonzero(time_at_each)))
    return GraphSamples._make(stack, time_at_each, n_draws)


def _kind(declared: Kind | None, symbol: str) -> Kind | None:
    """Return the declared kind of the graphs; moves of ``a-b`` mean undirected graphs."""
    if symbol == "->":
        return declared
    if declared not in (None, "undirected"):
        raise KindError(
            f"moves a-b belong to undirected graphs; got kind={declared!r}",
            Remedy("Declare what they are", 'kind="undirected"', "--kind undirected"),
        )
    return "undirected"


# ---- rows


def _table(source: Source) -> _Table:
    rows = rows_of(source)
    _, header = next(rows)
    if not set(_REQUIRED_COLUMNS) <= set(header):
        raise FormatError(
            f"a table of moves must start with a row that names index, added and removed; got "
            f"{','.join(header)[:80]!r}{comma_hint(header)}"
        )
    has_times = "time" in header
    clock_column, add_column, remove_column = (
        header.index(n) for n in ("time" if has_times else "index", "added", "removed")
    )
    lines, clock, added, removed = array("q"), array("d"), array("q"), array("q")
    fields: dict[str, int] = {}
    previous = -inf
    for line, row in rows:
        refuse_repeated_headings(line, row, header)
        if len(row) != len(header):
            raise FormatError(
                f"line {line}: a row must have {len(header)} fields; got {len(row)}. Names of nodes "
                f"cannot hold commas"
            )
        time = _checked_time(row[clock_column], previous, line)
        if time > _MAX_ITERATIONS and not has_times:
            raise FormatError(
                f"line {line}: an iteration must be at most 2**53; got {row[clock_column][:40]}"
            )
        clock.append(time)
        previous = time
        lines.append(line)
        added.append(fields.setdefault(row[add_column], len(fields)))
        removed.append(fields.setdefault(row[remove_column], len(fields)))
    if not lines:
        raise FormatError("a table of moves must have a row for the first graph; got none")
    line_numbers, adds, removes = (np.frombuffer(column, np.int64) for column in (lines, added, removed))
    return _Table(line_numbers, adds, removes, np.frombuffer(clock), has_times, list(fields))


def _checked_time(text: str, previous: float, line: int) -> float:
    try:
        time = written_number(text)
    except ValueError:
        raise FormatError(f"line {line}: an iteration must be a number; got {text[:40]!r}") from None
    if not previous <= time < inf:
        raise FormatError(f"line {line}: iterations must not go back; got {text[:40]}")
    return time


def _durations(table: _Table, burn_in: float, length: float | None) -> NDArray[np.float64]:
    """
    Return how long the chain stays after each move, without the burn-in and the time after `length`.
    """
    last = float(table.clock[-1])
    stated = None if length is None else as_number(length)
    if stated is not None and not 0 < stated < inf:
        raise GraphError(f"length must be a finite number above 0; got {length!r}")
    if stated is not None and stated > _MAX_ITERATIONS and not table.has_times:
        raise GraphError(f"length must be at most 2**53 iterations; got {length!r}")
    end = stated if stated is not None else last if table.has_times else last + 1
    start = as_number(burn_in)
    if not (0 <= start < end if table.has_times else 0 <= start <= end - 1):
        raise GraphError(
            f"the burn-in must be at least 0 and leave an iteration, or some time, of a chain that ends "
            f"at {end:g}; got {burn_in!r}"
        )
    if not table.has_times and (table.clock == np.floor(table.clock)).all():
        _demand_whole_iterations({"burn_in": start, "length": end})
    durations = np.minimum(np.append(table.clock[1:], end), end) - np.maximum(table.clock, start)
    durations = np.where(table.clock >= 0, np.maximum(durations, 0), 0)
    if not durations.any():
        raise GraphError(f"samples need at least one graph; the chain has none before {end:g}")
    return durations


def _demand_whole_iterations(options: Mapping[str, float]) -> None:
    for name, value in options.items():
        if not value.is_integer():
            raise GraphError(
                f"{name} must be a whole number of iterations, as the chain counts them; got {value:g}. "
                f"Round it, for example to {round(value)}"
            )


# ---- edges


def _names(table: _Table, symbol: str) -> tuple[str, ...]:
    """Read the nodes from the edges of the first row, which go from one node to each of the others."""
    edges = [edge.split(symbol) for edge in _edges_of_field(table, int(table.added[0]))]
    fits = edges and all(len(ends) == 2 and ends[0] == edges[0][0] for ends in edges)
    if table.clock[0] >= 0 or not fits:
        column = "time" if table.has_times else "index"
        raise FormatError(
            f"line {table.lines[0]}: the first row must have a negative {column} and name the nodes by "
            f"edges from one of them to each of the others, as in [a{symbol}b;a{symbol}c]; got "
            f"{table.fields[int(table.added[0])][:80]!r}",
            Remedy("Name the nodes", f"nodes={_possible_names(table, symbol)}"),
        )
    return checked_names([edges[0][0], *(ends[1] for ends in edges)])


def _possible_names(table: _Table, symbol: str) -> list[str]:
    """Return the nodes of all moves, provided that no name contains the symbol."""
    edges = (edge for field in table.fields for edge in field.strip(" []").split(";"))
    return sorted({name.strip() for edge in edges for name in edge.split(symbol) if name.strip()})


def _words(table: _Table, symbol: str, names: Sequence[str]) -> list[Words]:
    """Return the edges of each distinct list as packed words, one integer for each edge."""
    position_of = {name: k for k, name in enumerate(names)}
    lengths = frozenset(map(len, names))
    state = FORWARD if symbol == "->" else UNDIRECTED
    words = []
    for field in range(len(table.fields)):
        edges = _edges_of_field(table, field)
        ends = [_ends(table, field, edge, symbol, position_of, lengths) for edge in edges]
        firsts, seconds = [position_of[a] for a, _ in ends], [position_of[b] for _, b in ends]
        words.append(sorted_words(firsts, seconds, [state] * len(ends)))
    return words


def _edges_of_field(table: _Table, field: int) -> list[str]:
    text = table.fields[field].strip()
    if not (text.startswith("[") and text.endswith("]")):
        raise FormatError(
            f"line {table.line_of(field)}: edges must stand in brackets, as in [a->b;c->d]; got "
            f"{text[:80]!r}"
        )
    return [edge.strip() for edge in text[1:-1].split(";")] if text != "[]" else []


def _ends(
    table: _Table, field: int, edge: str, symbol: str, names: Collection[str], lengths: Collection[int]
) -> tuple[str, str]:
    """Split an edge at the symbol. Names may contain it too, if only one split gives two known nodes."""
    # Only try splits at the lengths of known names. Otherwise a long edge could have very many splits.
    cuts = [
        k for k in lengths
        if edge.startswith(symbol, k) and len(edge) - k - len(symbol) in lengths
    ]  # fmt: skip
    splits = ((edge[:k], edge[k + len(symbol) :]) for k in cuts)
    valid_splits = [(a, b) for a, b in splits if a in names and b in names and a != b]
    if len(valid_splits) != 1:
        raise FormatError(
            f"line {table.line_of(field)}: an edge must join two of the nodes by {symbol!r}, in one "
            f"way; got {edge[:80]!r}"
        )
    return valid_splits[0]


def _changes(table: _Table, words: list[Words]) -> tuple[Words, NDArray[np.uint8], Words]:
    """
    Return the changed edges of all moves in order, whether each is added, and where each move starts.

    Each move removes its edges before it adds others.
    """
    n_edges_of_field = np.array([len(field_words) for field_words in words])
    starts_of_fields = np.cumsum(n_edges_of_field) - n_edges_of_field
    fields = np.stack([table.removed, table.added], axis=1).ravel()
    n_edges = n_edges_of_field[fields]
    position_in_field = np.arange(n_edges.sum()) - np.repeat(np.cumsum(n_edges) - n_edges, n_edges)
    changes = np.concatenate(words)[np.repeat(starts_of_fields[fields], n_edges) + position_in_field]
    added = np.repeat(np.tile(np.array([0, 1], np.uint8), len(table.lines)), n_edges)
    starts = np.append(0, np.cumsum(n_edges[::2] + n_edges[1::2])).astype(np.uint64)
    return changes, added, starts
