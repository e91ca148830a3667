"""
Tables of lagged edges as CSV.

==================================================  ============================================
header                                              a row is
==================================================  ============================================
``source,mark,target,lag`` (written by edgemark)    an edge with any marks, such as ``A,-->,B,1``
``source,target,lag`` with or without ``weight``    an edge -->, such as ``A,B,1``
==================================================  ============================================

Every weight must be 1. A table without marks must not have both ``A,B,0`` and ``B,A,0``. Columns may be
in any order, but source must come before mark, and mark before target. Other words for source, target
and lag are read too, such as from, to and tau. Names may end in time steps that agree with the lag, such
as ``A(t-1),B(t),1``. A row with only a source lists a variable. A row with only a lag states the largest
lag that an edge could have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.graph.ambiguity import is_called_lag
from edgemark.graph.headings import columns_by_role
from edgemark.graph.temporal_checks import remedy_for_sign
from edgemark.io.csv_rows import (
    comma_hint,
    field_of,
    numbers_hint,
    refuse_repeated_headings,
    remedies_for_row_names,
    rows_of,
    rows_without_row_numbers,
)
from edgemark.io.edge_list import _words, checked_weight
from edgemark.io.series_refusals import refuse_both_ways
from edgemark.io.source import Source

_HEADERS = (
    ("source", "mark", "target", "lag"),
    ("source", "target", "lag"),
    ("source", "target", "lag", "weight"),
)
_BYTES_OF_EDGE = 300  # Memory for a row: its fields, its place in the graph, and its text.
_CHECK_EVERY = 4096  # Edges between two checks of the limits.
_LAG = re.compile(r"([0-9]{1,9})(?:\.0+)?")
_TIME_STEP = re.compile(r"(?<=[^\s])\s*[(\[]t(?:-([0-9]{1,9}))?[)\]]\Z")
"""The end of a name such as ``A(t-1)`` or ``B(t)``."""
_EARLIER_STEP = re.compile(r".*\S\s*[(\[]t-[0-9]{1,9}[)\]]", re.DOTALL)
"""A name that ends in a time step before t, such as ``A(t-1)``."""


def read(source: Source, max_lag: int | None) -> TemporalGraph:
    """Read a table of edges with lags; `max_lag` is the largest lag if the table does not state it."""
    rows = _rows(source)
    _, header = next(rows)
    roles = _roles(header)
    if not _is_header(roles):
        raise FormatError(
            f"a table of lagged edges must start with one of "
            f"{'; '.join(','.join(x) for x in _HEADERS)}, or with words such as from,to,lag; got "
            f"{','.join(header)[:80]!r}"
            f"{comma_hint(header) or numbers_hint(roles, _HEADERS)}"
        )
    if "mark" in roles and not roles.index("source") < roles.index("mark") < roles.index("target"):
        raise AmbiguityError(
            "the columns must be in the order source, mark, target, or the marks may be read in the "
            f"wrong direction; got {','.join(header)[:80]!r}",
            Remedy(
                "Put the columns into the order source,mark,target,lag, and reverse the marks if "
                "necessary"
            ),
        )
    nodes: dict[str, None] = {}
    names: dict[str, str] = {}  # store each name once, however often it occurs
    edges: list[tuple[str, str, str, int]] = []
    stated_lag: int | None = None
    for line, row in rows:
        refuse_repeated_headings(line, row, header)
        if len(row) != len(roles):
            raise FormatError(
                f"line {line}: every row must have {len(roles)} fields; got {len(row)}",
                *remedies_for_row_names(row, len(roles)),
            )
        cells = dict(zip(roles, row, strict=True))
        a, b = (names.setdefault(name, name) for name in (cells["source"], cells["target"]))
        nodes.update(dict.fromkeys(name for name in (a, b) if name))
        if a and b:
            edges.append((a, cells.get("mark", "-->"), b, _lag(line, cells)))
        elif a == b == "" and stated_lag is None and not (cells.get("mark") or cells.get("weight")):
            stated_lag = _lag(line, cells)
        elif not a or cells["lag"] or cells.get("mark") or cells.get("weight"):
            raise FormatError(
                f"line {line}: a row must be an edge, list a variable, or be the only one to state the "
                f"largest lag; got {row!r}"
            )
        if len(edges) % _CHECK_EVERY == 0:
            source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    if any(map(_EARLIER_STEP.fullmatch, nodes)):
        edges = [_without_time_steps(*edge) for edge in edges]
        nodes = dict.fromkeys(_TIME_STEP.sub("", name) for name in nodes)
    source.limits.check_nodes(len(nodes))
    if "mark" not in roles:
        refuse_both_ways([(a, b) for a, _, b, lag in edges if lag == 0], "a column 'mark'")
    lag_of_edges = max((lag for _, _, _, lag in edges), default=0)
    lag_of_graph = next(lag for lag in (stated_lag, max_lag, lag_of_edges) if lag is not None)
    graph = TemporalGraph(nodes.keys(), edges, max_lag=lag_of_graph, cycles="keep")
    return graph._with_guessed_lag() if stated_lag is None and max_lag is None else graph


def _without_time_steps(a: str, mark: str, b: str, lag: int) -> tuple[str, str, str, int]:
    """Return an edge without the time steps in its names, which must be as far apart as its lag says."""
    steps = [int(found[1] or 0) if (found := _TIME_STEP.search(name)) else 0 for name in (a, b)]
    if steps[0] - steps[1] != lag:
        raise FormatError(
            f"the time steps in the names of an edge must be as far apart as its lag; got {a!r}, {b!r} "
            f"and the lag {lag}",
            Remedy("Write the variables without time steps, and the lag in its column: A,B,1"),
        )
    return _TIME_STEP.sub("", a), mark, _TIME_STEP.sub("", b), lag


def write(graph: TemporalGraph) -> bytes:
    """Write a table: the largest lag, all variables, then the edges."""
    if not graph.is_named:
        raise FormatError("a table needs names; the graph has none", json_instead())
    parts = {
        "changing variables": graph.changing,
        "regimes": graph.regimes,
        "conflicts": graph.conflicts,
    }
    dropped = [name for name, part in parts.items() if part]
    if dropped:
        raise FormatError(
            f"CSV cannot store {' and '.join(dropped)}; the graph has some", json_instead()
        )
    refuse_padding(graph)
    for name in filter(_EARLIER_STEP.fullmatch, graph.nodes):
        raise FormatError(
            f"in a table, a name must not end in an earlier time step, as A(t-1) does; got {name!r}",
            json_instead(),
        )
    fields = {name: field_of(name, json_instead()) for name in graph.nodes}
    lines = [",".join(_HEADERS[0]), f",,,{graph.max_lag}", *(f"{field},,," for field in fields.values())]
    lines += [f"{fields[a]},{glyph},{fields[b]},{lag}" for a, glyph, b, lag in graph.edges()]
    return ("\n".join(lines) + "\n").encode()


def refuse_padding(graph: TemporalGraph) -> None:
    """Refuse a graph with lags that were not examined, since only JSON stores them as such."""
    if graph.padded_from is not None:
        raise FormatError(
            f"only JSON keeps which lags were examined; the graph has lags to {graph.max_lag}, examined "
            f"to {graph.padded_from}",
            json_instead(),
        )


def json_instead() -> Remedy:
    """Return the remedy to write JSON, which stores everything."""
    return Remedy("Write a file that ends in .json, which keeps everything")


def sniff(source: Source) -> bool:
    """Whether the first row is a header of one of the tables, and its column of lags may hold lags."""
    rows = _rows(source)
    _, header = next(rows)
    roles = _roles(header)
    if not _is_header(roles):
        return False
    column = roles.index("lag")
    # Tau may also be Kendall's correlation.
    return is_called_lag(header[column]) or _may_be_lags(
        row[column].strip() for _, row in rows if column < len(row)
    )


def _may_be_lags(cells: Iterator[str]) -> bool:
    """Whether all cells are empty or whole numbers, and all nonzero numbers have the same sign."""
    lags = []
    for cell in filter(None, cells):
        if not _LAG.fullmatch(cell.removeprefix("-")):
            return False
        lags.append(float(cell))
    return min(lags, default=0) >= 0 or max(lags, default=0) <= 0


def _rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    return rows_without_row_numbers(source, lambda header: _is_header(_roles(header)))


def _roles(header: list[str]) -> tuple[str, ...]:
    """Return the headings; those that mean source, target or lag are replaced by these words."""
    causes, effects, _ = columns_by_role(header)
    roles = list(_words(header))
    for role, columns in (
        ("source", causes),
        ("target", effects),
        ("lag", [k for k, name in enumerate(header) if is_called_lag(name, [1])]),
    ):
        for column in columns:
            roles[column] = role
    return tuple(roles)


def _is_header(roles: tuple[str, ...]) -> bool:
    return sorted(roles) in [sorted(header) for header in _HEADERS]


def has_lag_column(source: Source) -> bool:
    """Whether the first row has a column of lags."""
    header = next(rows_of(source))[1]
    return sniff(source) or any(map(is_called_lag, header))


def _lag(line: int, cells: dict[str, Any]) -> int:
    """Return the lag of a row; refuse an edge with a weight other than 1."""
    if "weight" in cells and cells["source"]:
        weight = checked_weight(line, cells["weight"])
        if weight != 1:
            raise AmbiguityError(
                f"line {line}: a graph has no weights, and a table of weights may be a table of scores; "
                f"got {cells['weight']!r}",
                Remedy("If every row is an edge, leave out the column 'weight'"),
                Remedy("If the weights are scores, put them into TemporalScores"),
            )
    lag = _LAG.fullmatch(cells["lag"].strip())
    if not lag:
        raise FormatError(
            f"line {line}: a lag must be a whole number, 0 or more; got {cells['lag']!r}",
            *([remedy_for_sign()] if _LAG.fullmatch(cells["lag"].strip().removeprefix("-")) else []),
        )
    return int(lag[1])
