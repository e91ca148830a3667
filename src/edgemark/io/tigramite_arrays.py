"""
Arrays of tigramite: arrays of strings, which hold graphs, and arrays of test statistics and p-values.

In an array of strings, ``graph[i, j, k]`` is the edge from variable i, k time steps back, to variable j.
At lag 0, ``graph[j, i, 0]`` is the same edge seen from its other end. ``o-o`` is an undirected edge in
PCMCI+ and has two circles in LPCMCI. ``x`` marks an end on which tests contradict each other. ``+->`` is
an edge ``-->`` together with ``<->``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import is_masked, refuse_masked
from edgemark.conventions.options import Kind
from edgemark.errors import AmbiguityError, FormatError, GraphError, InputTypeError, Message, Remedy
from edgemark.graph import TemporalGraph, TemporalScores
from edgemark.graph.lag_0_diagonal import refuse_other_than_tigramite
from edgemark.graph.marks import STATE_OF
from edgemark.graph.regimes import warn_of_joined_regimes
from edgemark.graph.score_refusals import refuse_booleans
from edgemark.graph.temporal_checks import numbered_edges
from edgemark.io.series_refusals import demand_over_time
from edgemark.resources import demand_memory

__all__ = ["to_tigramite"]

_MIRRORED = str.maketrans("<>", "><")
_MEANING_OF_CIRCLES = {"cpdag": "---", "pag": "o-o"}
_KINDS: Mapping[str | None, Kind | None] = {"cpdag": "pdag", "pag": "pag", None: None}
"""The declared kind of a result, which for PCMCI+ is not always a valid CPDAG."""
_BOWS = {"+->": ("-->", "<->"), "<-+": ("<--", "<->")}
_CODES = frozenset({*STATE_OF, *_BOWS, "x-x", "x->", "<-x", "x-o", "o-x", "x--", "--x"})

Edges = list[tuple[int, str, int, int]]


def is_result(obj: Any) -> bool:
    """Whether an object is an array of strings, or a dictionary with one at the key "graph"."""
    graph = _entry(obj, "graph") if isinstance(obj, Mapping) else obj
    return isinstance(graph, np.ndarray) and (
        graph.dtype.kind == "U"
        or (graph.dtype == object and any(isinstance(code, str) for code in graph.flat))
    )


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """Read a result or its array of strings; one of shape (p, p) has only contemporaneous edges."""
    strings = obj["graph"] if isinstance(obj, Mapping) else obj
    if is_masked(strings):
        raise FormatError(
            "an array of tigramite must have all strings; got a masked array",
            Remedy("If the masked cells are no edges, fill them with array.filled('')"),
        )
    array = np.asarray(strings)
    if array.ndim == 2:
        array = array[:, :, None]
    if array.ndim != 3 or array.shape[0] != array.shape[1] or not array.shape[2]:
        raise FormatError(
            f"an array of tigramite must have the shape (p, p) or (p, p, lags); got {array.shape}"
        )
    n = array.shape[0]
    if nodes is not None and len(nodes) != n:
        raise GraphError(_wrong_number_of_names(n, nodes))
    _check_strings(array)
    _check_codes(array)
    meaning = options["contemporaneous"]
    edges, conflicts = _edges(array, meaning)
    names: list[Any] = nodes if nodes is not None else list(range(n))
    return TemporalGraph(
        n if nodes is None else nodes,
        [(names[i], glyph, names[j], lag) for i, glyph, j, lag in edges],
        max_lag=array.shape[2] - 1,
        kind=_KINDS[meaning],
        cycles="keep",
        conflicts=[(names[i], names[j], lag) for i, j, lag in conflicts],
    )


def to_tigramite(graph: TemporalGraph) -> NDArray[np.str_]:
    """
    Convert to the array of strings of tigramite, from which its plots can be drawn.

    Rows and columns are in the order of ``graph.nodes``. A contemporaneous edge ``---`` becomes ``o-o``,
    as in PCMCI+, unless other contemporaneous edges have circles or are ``<->``: then the edge has two
    tails and stays ``---``. Names, changing variables, regimes and a declared kind are dropped.

    Args:
        graph: the graph to convert.

    Returns:
        Shape (p, p, lags): at [i, j, k] the edge from variable i, k time steps back, to variable j; at
        lag 0 also at [j, i, 0], seen from its other end.

    Raises:
        FormatError: a contemporaneous cycle of two variables, which the array cannot hold.

    Warns:
        ClassWarning: the graph has regimes, whose edges are combined.

    Examples:
        >>> array = to_tigramite(TemporalGraph.parse("A --> B @1; A --- B; lags 1"))
        >>> array[0, 1].tolist(), array[1, 0].tolist()
        (['o-o', '-->'], ['o-o', ''])
    """
    demand_over_time(graph, "to_tigramite")
    warn_of_joined_regimes(graph, "array of tigramite")
    n = graph.n_nodes
    shape = (n, n, graph.max_lag + 1)
    # A string of three characters takes 12 bytes.
    demand_memory(12 * prod(shape), f"an array of strings for {n} variables to lag {graph.max_lag}")
    array = np.full(shape, "", "<U3")
    position_of = {name: k for k, name in enumerate(graph.nodes)}
    conflicts = {(position_of[a], position_of[b], lag) for a, b, lag in graph.conflicts}
    contemporaneous_glyphs = {glyph for _, glyph, _, lag in graph.edges() if lag == 0}
    undirected = "o-o" if contemporaneous_glyphs <= {"-->", "<--", "---"} else "---"
    for i, glyph, j, lag in numbered_edges(graph._contemporaneous, graph._lagged):
        code = undirected if glyph == "---" else glyph
        if {(i, j, lag), (j, i, lag)} & conflicts:
            code = code.replace("o", "x")
        if array[i, j, lag]:
            code = _bow(str(array[i, j, lag]), code)
        array[i, j, lag] = code
        if lag == 0:
            array[j, i, 0] = code[::-1].translate(_MIRRORED)
    return array


def _bow(code: str, other: str) -> str:
    for bow, parts in _BOWS.items():
        if {code, other} == set(parts):
            return bow
    raise FormatError(f"an array of tigramite has one edge for a pair and lag; got {code} and {other}")


def scores_of(obj: Any, of: str, nodes: list[str] | None) -> TemporalScores:
    """
    Read the test statistics of a result, or its p-values.

    The score of a p-value is -p, as in `EdgeScores.from_pvalues`: 1 - p would make all p-values below
    1e-16 equal.
    """
    values = _matrices(obj, "val_matrix" if of == "strength" else "p_matrix")
    if of == "p-value":
        refuse_booleans(np.asarray(obj["p_matrix"]))
    if nodes is not None and len(nodes) != len(values):
        raise GraphError(_wrong_number_of_names(len(values), nodes))
    if of == "p-value" and not ((values >= 0) & (values <= 1)).all():
        raise FormatError("p-values must be from 0 to 1; 'p_matrix' has numbers outside of this range")
    # For a p-value of 0, 0.0 - values is 0.0, and -values would be -0.0.
    scores = np.moveaxis(np.abs(values) if of == "strength" else 0.0 - values, 2, 0)
    if of == "p-value":
        np.fill_diagonal(scores[0], 0.0)  # tigramite writes 1 for what it does not test
    else:
        refuse_other_than_tigramite(scores, nodes)
    return TemporalScores(scores, nodes, direction="row-to-column", first_lag=0, sign="keep")


def _matrices(obj: Any, key: str) -> NDArray[np.float64]:
    if not isinstance(obj, Mapping) or _entry(obj, key) is None:
        is_none = isinstance(obj, dict) and key in obj
        got = "None there" if is_none else f"{type(obj).__name__} without"
        raise InputTypeError(f"scores need a result of tigramite with {key!r}; got {got}")
    refuse_masked(repr(key), obj[key], FormatError)
    try:
        values = np.asarray(obj[key], np.float64)
    except (TypeError, ValueError):
        raise FormatError(f"{key!r} must hold numbers") from None
    if values.ndim != 3 or values.shape[0] != values.shape[1] or not values.shape[2]:
        raise FormatError(f"{key!r} must have the shape (p, p, lags); got {values.shape}")
    return values


def _entry(mapping: Mapping[Any, Any], key: str) -> Any:
    """Return an entry, or None. Some mappings, such as views of networkx, refuse a text as key."""
    try:
        return mapping.get(key)
    except (LookupError, TypeError, ValueError):
        return None


def _wrong_number_of_names(n: int, nodes: list[str]) -> Message:
    return Message(
        f"{n} nodes need {n} names; got {len(nodes)}",
        Remedy(
            "An array of J-PCMCI+ also has context variables and dummies: name all of them in nodes=, "
            "and list them in surrogate="
        ),
    )


def _demand_characters(array: NDArray[Any]) -> None:
    """Refuse code points that are not characters, which an array of strings may contain."""
    if array.dtype.kind != "U" or not array.dtype.itemsize:
        return
    numbers = np.dtype(np.uint32).newbyteorder(array.dtype.byteorder)
    characters = np.ascontiguousarray(array).view(numbers)
    if characters.size and int(characters.max()) > sys.maxunicode:
        raise FormatError(
            f"an array of tigramite must hold strings; got the number {int(characters.max())} "
            f"instead of a character"
        )


def _check_strings(array: NDArray[Any]) -> None:
    _demand_characters(array)
    for position, code in np.ndenumerate(array):
        if not isinstance(code, str):
            raise FormatError(
                f"an array of tigramite must hold strings, '' where there is no edge; got {code!r} at "
                f"{list(position)}"
            )


def _check_codes(array: NDArray[Any]) -> None:
    unknown = sorted({str(code) for code in np.unique(array)} - _CODES - {""})
    if unknown:
        i, j, lag = (int(k[0]) for k in np.nonzero(array == unknown[0]))
        raise FormatError(
            f"an edge of tigramite must be one of {' '.join(sorted(_CODES))}; got {unknown[0]!r} at "
            f"[{i}, {j}, {lag}]"
        )


def _edges(array: NDArray[Any], meaning: str | None) -> tuple[Edges, list[tuple[int, int, int]]]:
    edges: Edges = []
    conflicts = []
    for i, j, lag in zip(*(k.tolist() for k in np.nonzero(array != "")), strict=True):
        code = str(array[i, j, lag])
        if lag == 0:
            _check_mirror(array, i, j, code)
            if i > j:
                continue
        if "x" in code:
            conflicts.append((i, j, lag))
        edges += [(i, glyph, j, lag) for glyph in _glyphs(code, lag, meaning)]
    return edges, conflicts


def _check_mirror(array: NDArray[Any], i: int, j: int, code: str) -> None:
    if i == j:
        raise GraphError(f"a variable has no edge to itself at lag 0; got {code!r} at [{i}, {i}, 0]")
    mirror = str(array[j, i, 0])
    if mirror != code[::-1].translate(_MIRRORED):
        raise GraphError(
            f"at lag 0 each edge must occur twice, seen from both ends; got {code!r} at [{i}, {j}, 0] "
            f"and {mirror!r} at [{j}, {i}, 0]"
        )


def _glyphs(code: str, lag: int, meaning: str | None) -> tuple[str, ...]:
    """
    Return the edges that a code stands for.

    At the later end of a lagged edge, an x is read as an arrowhead. Every other x is read as a circle;
    if `meaning` is "cpdag", an edge at lag 0 with an x is undirected.
    """
    if code in _BOWS:
        return _BOWS[code]
    if lag == 0 and (code in ("o-o", "x-x") or ("x" in code and meaning != "pag")):
        if meaning is None:
            raise AmbiguityError(
                f"{code} at lag 0 may be an undirected edge of PCMCI+, or an edge with circles of "
                "LPCMCI. State which, or pass the method object after its run instead of its result",
                Remedy("For PCMCI and PCMCI+", 'contemporaneous="cpdag"', "--contemporaneous cpdag"),
                Remedy("For LPCMCI", 'contemporaneous="pag"', "--contemporaneous pag"),
            )
        return (_MEANING_OF_CIRCLES[meaning],)
    circled = code.replace("x", "o")
    return (f"{circled[:2]}>",) if lag and code[2] == "x" else (circled,)
