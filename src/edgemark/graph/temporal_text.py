"""Time series graphs as text: ``A --> B @1; B --- C; D; lags 2; changing A``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from edgemark.errors import FormatError, InputTypeError, Remedy
from edgemark.graph.marks import STATE_OF
from edgemark.graph.text import (
    Token,
    ends_and_glyphs,
    labels,
    names_or_number,
    node_named,
    statements,
    where,
)

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

_LAGS = re.compile(r"@([0-9]{1,9}(?:,[0-9]{1,9})*)")
_ENDS_IN_LAGS = re.compile(r"[^\"].*@[0-9]+(?:,[0-9]+)*", re.DOTALL)
"""A name such as ``B@1``, which is written in quotes, because a space may have been forgotten."""
_ENDS_IN_TIME_STEP = re.compile(r"[^\"].*[(\[]t-[0-9]+[)\]]", re.DOTALL)
"""A name such as ``A(t-1)``, which is written in quotes, because a lag may be meant."""
_HEADS = ("lags", "changing")
Parsed = tuple[list[str] | int, list[tuple[Any, str, Any, int]], int, list[Any]]


def parse(text: str, max_lag: int | None = None) -> Parsed:
    """
    Return the variables (names in order, or their number), the edges, the largest lag and the variables
    that change.

    The largest lag is `max_lag` if the text does not state it.
    """
    if not isinstance(text, str):
        raise InputTypeError(f"parse takes text; got {type(text).__name__}")
    nodes: dict[str | int, None] = {}
    edges: list[tuple[Any, str, Any, int]] = []
    changing: list[tuple[str | int, int]] = []
    max_lags: list[int] = []
    for statement in statements(text):
        head = _head(statement)
        if head == "lags":
            max_lags.append(_max_lag(statement))
        elif head == "changing":
            changing += [(node_named(*token), token[1]) for token in statement[1:]]
        else:
            lags, chain = _without_lags(statement)
            _refuse_names_that_end_in_lags(chain)
            ends, glyphs = ends_and_glyphs(chain)
            nodes.update(dict.fromkeys(ends))
            edges_without_lags = list(zip(ends, glyphs, ends[1:], strict=False))
            edges += [(*edge, lag) for lag in lags for edge in edges_without_lags]
    if not max_lags and max_lag is not None:
        max_lags = [max_lag]
    if len(max_lags) != 1:
        raise FormatError(
            f"the text of a time series graph must say its largest lag once, as in 'lags 2'; got it "
            f"{len(max_lags)} times"
        )
    for node, place in changing:
        if node not in nodes:
            raise FormatError(f"{where(place)}: {_problem_of_changing(node)}")
    return names_or_number(nodes), edges, max_lags[0], [node for node, _ in changing]


def _problem_of_changing(node: str | int) -> str:
    if isinstance(node, int):
        return f"a variable that changes must be listed or have an edge; #{node} is not listed"
    if node.endswith(","):
        return f"'changing A B' lists variables without commas; got {node!r}"
    return f"a variable that changes must be listed or have an edge; {node!r} is not listed"


def _head(statement: Sequence[Token]) -> str:
    """Return "lags" or "changing" if a statement begins with it; "" for one about nodes and edges."""
    first, place = statement[0]
    if statement == [("changing", place)]:
        raise FormatError(
            f"{where(place)}: 'changing' must be followed by variables. Write a variable of this name "
            f"in double quotes"
        )
    about_nodes = len(statement) == 1 or statement[1][0] in STATE_OF
    return first if first in _HEADS and not about_nodes else ""


def _max_lag(statement: Sequence[Token]) -> int:
    token, place = statement[-1]
    if len(statement) != 2 or not re.fullmatch(r"[0-9]{1,9}", token):
        raise FormatError(f"{where(place)}: the largest lag is written 'lags 2'; got {token!r}")
    return int(token)


def _without_lags(statement: list[Token]) -> tuple[list[int], list[Token]]:
    """Return the lags of an edge (0 if none are given) and the rest of the statement."""
    token, place = statement[-1]
    match = _LAGS.fullmatch(token)
    # Nodes and edge marks alternate, so a statement without lags has an odd number of tokens.
    if len(statement) % 2 or not match:
        if token.startswith("@") and not len(statement) % 2:
            has_sign = _LAGS.fullmatch(token.replace("-", "")) is not None
            raise FormatError(
                f"{where(place)}: lags are written '@1' or '@1,2'; got {token!r}",
                *(
                    [Remedy("Lags count time steps back, so write them without a sign")]
                    if has_sign
                    else []
                ),
            )
        return [0], statement
    if len(statement) != 4:
        raise FormatError(
            f"{where(place)}: lags must follow a single edge, as in 'A --> B @1'; got {token!r} after "
            f"{len(statement) // 2 - 1} edges"
        )
    return [int(lag) for lag in match[1].split(",")], statement[:3]


def _refuse_names_that_end_in_lags(chain: Sequence[Token]) -> None:
    for token, place in chain:
        if _ENDS_IN_LAGS.fullmatch(token):
            name, _, lags = token.rpartition("@")
            raise FormatError(
                f"{where(place)}: lags must follow a space, as in 'A --> B @1'; got {token!r}. Write "
                f"{name} @{lags}, or put quotes around a name that ends so"
            )
        if _ENDS_IN_TIME_STEP.fullmatch(token):
            raise FormatError(
                f"{where(place)}: lags are written after an edge, as in 'A --> B @1'; got {token!r}. "
                f"Write the variables without time steps, or put quotes around a name that ends so"
            )


def write(graph: TemporalGraph) -> str:
    """
    Write edges (one statement for all lags above 0 of an edge), isolated nodes, the largest lag and the
    variables that change.

    The declared kind, regimes and conflicts are left out; the format 'json' stores them.
    """
    edges, with_edge = edge_statements(graph)
    nodes_and_labels = zip(graph.nodes, node_statements(graph), strict=True)
    isolated = [label for node, label in nodes_and_labels if node not in with_edge]
    return "; ".join([*edges, *isolated, *head_statements(graph)])


def node_statements(graph: TemporalGraph) -> list[str]:
    """Return the text of each node as a statement of its own."""
    return [f'"{label}"' if label in _HEADS else label for label in _labels(graph)]


def _labels(graph: TemporalGraph) -> list[str]:
    """Return the text of each node, in quotes if it ends like lags, as B@1 and B(t-1) do."""
    return [
        json.dumps(label, ensure_ascii=False)
        if _ENDS_IN_LAGS.fullmatch(label) or _ENDS_IN_TIME_STEP.fullmatch(label)
        else label
        for label in labels(graph._contemporaneous)
    ]


def edge_statements(graph: TemporalGraph) -> tuple[list[str], set[str]]:
    """Return a statement for each edge, with all its lags above 0, and the nodes that have edges."""
    names = dict(zip(graph.nodes, _labels(graph), strict=True))
    lags_of: dict[tuple[str, str, str, bool], list[int]] = {}
    for a, glyph, b, lag in graph.edges():
        lags_of.setdefault((a, glyph, b, lag > 0), []).append(lag)
    statements = [
        f"{names[a]} {glyph} {names[b]}" + (f" @{','.join(map(str, lags))}" if is_lagged else "")
        for (a, glyph, b, is_lagged), lags in lags_of.items()
    ]
    return statements, {node for a, _, b, _ in lags_of for node in (a, b)}


def head_statements(graph: TemporalGraph) -> list[str]:
    """Return the statements about the largest lag and the changing variables."""
    names = dict(zip(graph.nodes, _labels(graph), strict=True))
    changing = [f"changing {' '.join(names[node] for node in graph.changing)}"] if graph.changing else []
    return [f"lags {graph.max_lag}", *changing]
