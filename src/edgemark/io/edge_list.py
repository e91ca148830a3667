"""
Tables of edges as CSV.

===========================================  =================================================
header                                       a row is
===========================================  =================================================
``source,mark,target``                       an edge with any marks, ``A,o->,B``
``source,mark,target,kind``                  the same, and the declared kind of the whole graph
``source,target`` with or without ``weight`` A --> B; both A,B and B,A need ``symmetric=``
``from,to``                                  the same, as bnlearn's ``arcs()`` has it
``cause,effect`` and similar, in any order,  the same, see `edgemark.graph.headings`
with or without ``weight``
``from,mark,to`` and similar, in this order  an edge with any marks, read from left to right
``Gene1,Gene2`` with or without ``Type``     Gene1 --> Gene2, as BEELINE has it; a type is a sign
                                             such as ``+``, a word such as activation, or unknown
``ID,Variable 1,Dependency,Variable 2``      an edge of Bayesys: ``-> <- -- <-> o-> <-o o-o``
===========================================  =================================================

Weights other than 1 may be scores or counts. They are dropped only if the caller names the format.

A first column without a heading may hold row numbers, as R and pandas write them.

A row with only a source lists a node. `write` uses the headings source,mark,target, and adds the column
`kind` if the graph has a declared kind. It lists all nodes, which preserves their order and nodes
without edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn, cast

import numpy as np

from edgemark.arguments import written_number
from edgemark.conventions.options import KINDS, Kind, choices
from edgemark.errors import AmbiguityError, FormatError, GraphError, Remedy
from edgemark.graph import Graph
from edgemark.graph.adjacency import states, symmetric_remedies
from edgemark.graph.edge_words import words_of
from edgemark.graph.given_nodes import checked_nodes
from edgemark.graph.headings import LAGS, are_ancestors, columns_by_role, refuse_ancestors, word_of
from edgemark.graph.marks import FORWARD, STATE_OF
from edgemark.graph.text import quoted
from edgemark.io.csv_rows import (
    comma_hint,
    field_of,
    is_like_cell,
    is_missing,
    numbers_hint,
    refuse_repeated_headings,
    remedies_for_decimal_comma,
    remedies_for_row_names,
    remedy_for_empty_ends,
    rows_of,
    rows_without_row_numbers,
)
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.matrix import demand_names
from edgemark.io.models_with_graphs import columns_of_parameters, remedy_for_parameters
from edgemark.io.scored_list import holds_list, names_ends_of_edges
from edgemark.io.source import Source

_BAYESYS = {
    "->": "-->", "<-": "<--", "--": "---", "<->": "<->", "o->": "o->", "<-o": "<-o", "o-o": "o-o",
}  # fmt: skip
_KNOWN_TYPES = frozenset(
    {"+", "+-", "+/-", "-", "-+", "activates", "activating", "activation", "activator", "both",
     "dual", "induction", "inhibition", "inhibitor", "inhibits", "mixed", "negative", "positive",
     "regulates", "regulation", "represses", "repressing", "repression", "repressor", "unknown"}
)  # fmt: skip
"""Values of the column `Type` that stand for a directed edge, in BEELINE and the databases behind it."""
_MARKS = frozenset({"arrow", "edge", "edgetype", "glyph", "mark", "marks"})
"""Headings of a column of marks such as -->, if it is between the columns of the ends."""
_CHECK_EVERY = 4096
"""Rows between two checks of the limits."""
_WITH_MARKS = Remedy(
    "If it is an edge, call the columns source,mark,target and write its mark, such as -->"
)


@dataclass(frozen=True, slots=True)
class _Layout:
    """
    The positions of the columns; None for a column that the table does not have.

    Attributes:
        source: the column of the first node.
        target: the column of the second node.
        marks: the state of an edge for each text in the column of marks. None if there is no such
            column: then every edge is directed.
        mark: the column of marks, if `marks` is not None.
        weight: the column of weights.
        kind: the column of the declared kind.
        type: the column of BEELINE's types.
    """

    source: int
    target: int
    marks: Mapping[str, int] | None = None
    mark: int = 0
    weight: int | None = None
    kind: int | None = None
    type: int | None = None

    @property
    def begins_with_source(self) -> bool:
        """Whether the source comes before the target and the weight, so a row may end after it."""
        return self.source < self.target and (self.weight is None or self.source < self.weight)


_LAYOUTS: Mapping[tuple[str, ...], _Layout] = {
    ("source", "mark", "target"): _Layout(0, 2, STATE_OF, 1),
    ("source", "mark", "target", "kind"): _Layout(0, 2, STATE_OF, 1, kind=3),
    ("source", "target"): _Layout(0, 1),
    ("source", "target", "weight"): _Layout(0, 1, weight=2),
    ("from", "to"): _Layout(0, 1),
    ("gene1", "gene2"): _Layout(0, 1),
    ("gene1", "gene2", "type"): _Layout(0, 1, type=2),
    ("id", "variable 1", "dependency", "variable 2"): _Layout(
        1, 3, {code: STATE_OF[glyph] for code, glyph in _BAYESYS.items()}, 2
    ),
}


def read(source: Source) -> Graph:
    """Read a table of edges."""
    rows = _unnumbered_rows(source)
    _, header = next(rows)
    layout = _layout_of(header)
    if layout is None:
        refuse_ancestors(header)
        _refuse_other_columns(header, source)
        hint = comma_hint(header) or numbers_hint(_words(header), _LAYOUTS)
        raise FormatError(
            f"a table of edges must start with one of {'; '.join(','.join(x) for x in _LAYOUTS)}; got "
            f"{','.join(header)[:80]!r}{hint}",
            *([] if hint else _remedies_for_other_table(header)),
        )
    if layout.marks is not None:
        source.note_idle_option("symmetric")
    kinds: dict[str, int] = {}
    position_of, firsts, seconds, states_of_edges = _edges(
        _below(header, rows), layout, len(header), source, kinds
    )
    names, n_nodes = checked_nodes(position_of.keys())
    assert names is not None
    a, b = np.array(firsts, np.int64), np.array(seconds, np.int64)
    if layout.marks is None:
        a, b, state = _directed(a, b, names, source)
    else:
        state = np.array(states_of_edges, np.int64)
    return Graph._make(names, n_nodes, words_of(a, b, state, lambda k: names[k]), _kind(kinds))


def write(graph: Graph) -> bytes:
    """Write a table of edges: all nodes, then the edges."""
    demand_names(graph, "edges")
    if not graph.n_nodes:
        raise FormatError(
            "the format 'edges' needs a node; the graph has none",
            remedy_to_write_json(),
        )
    fields = {name: field_of(name) for name in graph.nodes}
    kind_heading, kind_field = ("", "") if graph.kind is None else (",kind", f",{graph.kind}")
    lines = [
        f"source,mark,target{kind_heading}",
        *(f"{field},,{kind_field}" for field in fields.values()),
    ]
    lines += [f"{fields[a]},{glyph},{fields[b]}{kind_field}" for a, glyph, b in graph.edges()]
    return ("\n".join(lines) + "\n").encode()


def sniff(source: Source) -> bool:
    """Whether the first row is a header of one of the tables."""
    return _layout_of(next(_unnumbered_rows(source))[1]) is not None


def has_headings(source: Source) -> bool:
    """Whether the headings name the ends of edges, or the columns of a table of parameters."""
    _, header = next(rows_of(source))
    return names_ends_of_edges(source) or columns_of_parameters(header) is not None


def remedies_for_headings(source: Source) -> list[Remedy]:
    """Remedies for a table of edges without headings; none for other tables."""
    rows = [row for _, row in islice(rows_of(source), 5)]
    fields = {field for row in rows for field in row}
    if are_ancestors(rows[0]):
        return []
    are_nodes = not any(map(is_like_cell, fields))
    are_numbers = all(map(str.isdecimal, fields)) and not fields <= {"0", "1"}
    if {len(row) for row in rows} == {2} and (are_nodes or are_numbers) and _layout_of(rows[0]) is None:
        heading = "source,target"
    elif {len(row) for row in rows} == {3} and all(row[1] in STATE_OF for row in rows):
        heading = "source,mark,target"
    else:
        return []
    say = f"If each line is an edge, and the columns are in this order, add {heading} as the first line"
    later_fields = {field for row in rows[1:] for field in (row[0], row[-1])}
    if not later_fields or later_fields & {rows[0][0], rows[0][-1]} or rows[0][1] in STATE_OF:
        return [Remedy(say)]
    headings = "source,target or target,source" if heading == "source,target" else heading
    return [
        Remedy(f"If the first line holds headings, replace it by {headings}"),
        Remedy(f"If each line is an edge, in this order, add {heading} as the first line"),
    ]


def _remedies_for_other_table(header: list[str]) -> list[Remedy]:
    """Remedies for a first row that is not the heading of a table of edges."""
    if (columns := columns_of_parameters(header)) is not None:
        remedy = remedy_for_parameters(columns, "pandas.read_csv(path)")
        return [Remedy(remedy.say, f"import pandas; {remedy.python}")]
    return [Remedy("If the file holds a matrix, its format is 'adjacency'")]


def _refuse_other_columns(header: list[str], source: Source) -> None:
    """Refuse a table whose headings name the ends of an edge, if it has columns that no graph keeps."""
    if not names_ends_of_edges(source):
        return
    (cause, *_), (effect, *_), _ = columns_by_role(header)
    others = [k for k, name in enumerate(header) if k not in (cause, effect) and not is_missing(name)]
    got = f"got {','.join(header)[:80]!r}"
    marks = [k for k in others if word_of(header[k]) in _MARKS]
    if marks and not cause < marks[0] < effect:
        raise AmbiguityError(
            "the column of marks must be between source and target, in this order, or the marks may be "
            f"read in the wrong direction; {got}",
            Remedy("Put the columns into the order source,mark,target, and reverse marks if necessary"),
        )
    remedies = []
    if not header[-1]:
        remedies.append(remedy_for_empty_ends())
    # Lists of scores and tables with row numbers get remedies of their own.
    elif not holds_list(source) and not heading_of_row_numbers(source):
        cut = {",": "cut -d,", ";": "cut -d';'", "\t": "cut"}[source.separator]
        lags = [k for k in others if word_of(header[k]) in LAGS]
        kept = sorted({cause, effect, *marks, *lags})
        fields = ",".join(str(k + 1) for k in kept)
        say = f"If every row is an edge, leave out the other columns: {cut} -f {fields} FILE"
        remedies += [Remedy(say)] if len(kept) < len(header) else []
    raise FormatError(
        "a table of edges must have a column of sources and one of targets, and may have a column "
        f"'mark' or 'weight'; {got}",
        *remedies,
    )


def _layout_of(header: list[str]) -> _Layout | None:
    """Return the roles of the columns; None for unknown headings."""
    if (layout := _LAYOUTS.get(_words(header))) is not None:
        return layout
    causes, effects, _ = columns_by_role(header)
    if (len(causes), len(effects)) != (1, 1):
        return None
    cause, effect = causes[0], effects[0]
    others = [k for k in range(len(header)) if k not in (cause, effect)]
    words = [word_of(header[k]) for k in others]
    if words == [] or words == ["weight"]:
        return _Layout(cause, effect, weight=others[0] if others else None)
    if cause < others[0] < effect and words[0] in _MARKS and words[1:] in ([], ["kind"]):
        return _Layout(cause, effect, STATE_OF, others[0], kind=others[1] if others[1:] else None)
    return None


def heading_of_row_numbers(source: Source) -> str:
    """
    Return the heading of a first column of row numbers, such as id, before a table of edges; else "".
    """
    _, header = next(rows_of(source))
    is_number = word_of(header[0]) in ("id", "index")
    return header[0] if is_number and _layout_of(header[1:]) is not None else ""


def _unnumbered_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    return rows_without_row_numbers(source, lambda header: _layout_of(header) is not None)


def _words(header: list[str]) -> tuple[str, ...]:
    return tuple(word.strip().lower() for word in header)


def _below(header: list[str], rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the header; refuse one that repeats it, or is the header of another table."""
    last_headings = {words[-1] for words in _LAYOUTS if len(words) == len(header)}
    for line, row in rows:
        refuse_repeated_headings(line, row, header, _WITH_MARKS)
        if row[-1].lower() in last_headings and _words(row) in _LAYOUTS:
            refuse_repeated_headings(line, row, row, _WITH_MARKS)
        yield line, row


def _edges(
    rows: Iterator[tuple[int, list[str]]],
    layout: _Layout,
    width: int,
    source: Source,
    kinds: dict[str, int],
) -> tuple[dict[str, int], list[int], list[int], list[int]]:
    """
    Return the position of each name, and the nodes and state of each edge.

    Add each kind to `kinds`, with the line where it first occurs.
    """
    position_of: dict[str, int] = {}
    firsts: list[int] = []
    seconds: list[int] = []
    states_of_edges: list[int] = []
    first_weight: tuple[int, str] | None = None
    for number, (line, row) in enumerate(rows):
        if len(row) != width and not (layout.begins_with_source and len(row) == layout.source + 1):
            raise FormatError(
                f"line {line}: every row must have {width} fields; got {len(row)}",
                *remedies_for_row_names(row, width),
            )
        if layout.kind is not None and len(row) == width:
            kinds.setdefault(row[layout.kind], line)
        name = row[layout.source]
        if name == "" or (len(row) < width and name.isspace()):
            raise FormatError(f"line {line}: a row must name a node; got {name!r}")
        start = position_of.setdefault(name, len(position_of))
        target = row[layout.target] if len(row) == width else ""
        if target == "":
            _check_node_alone(line, row, layout)
            continue
        if target == name:
            raise FormatError(
                f"line {line}: a node has no edge to itself; got one at {name!r}",
                _remedy_for_self_loops(source, layout, width),
            )
        states_of_edges.append(_state(line, row, layout))
        if (
            layout.weight is not None
            and first_weight is None
            and written_number(row[layout.weight]) != 1
        ):
            first_weight = line, row[layout.weight]
        firsts.append(start)
        seconds.append(position_of.setdefault(target, len(position_of)))
        if number % _CHECK_EVERY == 0:
            source.limits.check_nodes(len(position_of))
            source.limits.check_edges(len(firsts))
    source.limits.check_nodes(len(position_of))
    source.limits.check_edges(len(firsts))
    if first_weight is not None and not source.format_is_stated:
        # Checked last, because a broken row is an error whatever weights mean.
        _refuse_weights(*first_weight)
    return position_of, firsts, seconds, states_of_edges


def _remedy_for_self_loops(source: Source, layout: _Layout, width: int) -> Remedy:
    """
    Return the remedy that drops rows whose ends are the same.

    It has a command, unless a name contains the separator.

    The command is for the file as it is, which may have a column of row numbers, another separator
    than commas, and other line ends.

    Args:
        source: the file, whose text was rewritten with commas.
        layout: the columns without that of row numbers.
        width: the number of these columns.
    """
    say = "Leave out the rows whose ends are the same node"
    _, heading = next(rows_of(source))
    shift = 1 + len(heading) - width
    columns = f"'${layout.source + shift} != ${layout.target + shift}'"
    if re.search(rf'"[^"\n]*{source.separator}[^"\n]*"(?:[,\r\n]|$)', source.text):
        return Remedy(say)
    if source.separator == "," and not source.has_blanks_without_quotes and "\r" not in source.text:
        return Remedy(f"{say}, for example with awk -F, {columns} FILE")
    separator = source.separator.replace("\t", r"\t")
    return Remedy(rf"{say}, for example with awk -F' *[{separator}\r] *' {columns} FILE")


def _kind(kinds: dict[str, int]) -> Kind | None:
    """Return the kind that the rows of a table declare; a row may omit it."""
    declared = [(kind, line) for kind, line in kinds.items() if kind]
    for kind, line in declared:
        if kind not in KINDS:
            raise FormatError(
                f"line {line}: the kind must be one of {', '.join(choices(Kind))}; got {kind[:40]!r}"
            )
    if len(declared) > 1:
        (first, _), (second, line) = declared[:2]
        raise FormatError(
            f"line {line}: all rows must declare the same kind; got {second!r} after {first!r}"
        )
    return cast("Kind", declared[0][0]) if declared else None


def _check_node_alone(line: int, row: list[str], layout: _Layout) -> None:
    """Refuse a row without a target that has a mark, a weight or a type, since it may be an edge."""
    mark = layout.mark if layout.marks is not None else None
    for column, name in ((mark, "mark"), (layout.weight, "weight"), (layout.type, "type")):
        if column is not None and len(row) > column and row[column] != "":
            raise FormatError(
                f"line {line}: an edge must have a target; got the {name} {row[column]!r} without one. "
                f"A row that lists a node has neither a {name} nor a target"
            )


def _state(line: int, row: list[str], layout: _Layout) -> int:
    if layout.marks is not None:
        state = layout.marks.get(row[layout.mark])
        if state is None:
            raise FormatError(
                f"line {line}: a mark must be one of {' '.join(layout.marks)}; got {row[layout.mark]!r}"
            )
        return state
    if layout.weight is not None:
        checked_weight(line, row[layout.weight])
    if layout.type is not None:
        refuse_unread_type(line, row[layout.type])
    return FORWARD


def refuse_unread_type(line: int, text: str) -> None:
    """Refuse a type of BEELINE that may mean no edge, or an edge with other marks."""
    if text.strip().lower() not in _KNOWN_TYPES:
        raise FormatError(
            f"line {line}: the type of an edge Gene1 --> Gene2 must be a sign, such as + or -, "
            f"activation or repression, or unknown; got {text[:40]!r}",
            Remedy("Leave out rows that are not edges"),
            Remedy("If every row is an edge from Gene1 to Gene2, leave out the column 'Type'"),
            Remedy("If the types are marks, call the columns source,mark,target and write A,<->,B"),
        )


def _refuse_weights(line: int, text: str) -> NoReturn:
    raise AmbiguityError(
        f"line {line}: a graph has no weights, and a table of weights may be a table of scores; got "
        f"{text!r}",
        Remedy("If every row is an edge, name the format", 'format="edges"', "--input-format edges"),
    )


def checked_weight(line: int, text: str) -> float:
    """Return the weight of an edge; refuse 0 and text that is not a number."""
    try:
        weight = written_number(text)
    except ValueError:
        weight = float("nan")
    if weight == 0 or weight != weight:
        raise FormatError(
            f"line {line}: the weight of an edge must be a number other than 0; got {text!r}",
            *(
                remedies_for_decimal_comma(text)
                or [Remedy("Leave out rows that are not edges, or the column")]
            ),
        )
    return weight


def _directed(
    a: np.ndarray, b: np.ndarray, names: tuple[str, ...], source: Source
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n_nodes = len(names)
    _refuse_repeated(a, b, names)
    if source.symmetric in (None, "refuse"):
        mirrored = np.flatnonzero((a != b) & np.isin(a * n_nodes + b, b * n_nodes + a))
        if mirrored.size:
            first, second = names[a[mirrored[0]]], names[b[mirrored[0]]]
            raise AmbiguityError(
                f"an edge listed both ways may be undirected, bidirected or a cycle; the table lists "
                f"{first!r},{second!r} and {second!r},{first!r}",
                *symmetric_remedies(),
            )
    return states(a, b, n_nodes, "row-to-column", source.symmetric, lambda k: names[k])


def _refuse_repeated(a: np.ndarray, b: np.ndarray, names: tuple[str, ...]) -> None:
    """Raise GraphError for a repeated row, which `symmetric` would otherwise hide."""
    rows = np.sort(a * len(names) + b)
    repeated = rows[1:][rows[1:] == rows[:-1]]
    if repeated.size:
        first, second = divmod(int(repeated[0]), len(names))
        edge = f"{quoted(names[first])} --> {quoted(names[second])}"
        raise GraphError(f"an edge must be given once; got '{edge}' twice")
