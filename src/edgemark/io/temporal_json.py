"""
edgemark's JSON format of time series graphs.

::

    {"format": "edgemark.temporal-graph", "version": 1, "kind": null, "max_lag": 2,
     "nodes": ["A", "B"], "edges": [["A", "-->", "B", 1]], "changing": ["B"]}

`kind` is the declared class of the graph, or null. `changing` lists the variables whose mechanism
changes over time. If the variables have no names, `nodes` is their number, and edges refer to them by
position, counted from 0. `conflicts` lists edges [a, b, lag] that a method could not orient because its
tests contradicted each other. If `max_lag` was raised afterwards, `padded_from` is the largest lag that
was examined. `lag_guessed` is true if `max_lag` is only the largest lag of an edge. `regimes`
lists periods of time with the edges that hold in them, ``{"start": 0, "end": 50, "kind": null,
"edges": [], "changing": []}``, where `end` is the first time step after the period. `provenance` may
hold notes of any form, which are not read. Other keys are refused: a newer version may have written
them.
"""

from __future__ import annotations

import json
from typing import Any, cast

from edgemark.errors import FormatError, Remedy, plural
from edgemark.graph import Regime, TemporalGraph
from edgemark.io.json_graph import (
    _NOTES,
    _content,
    _nodes,
    _refuse_other_keys,
    _shown,
    remedy_for_version,
)
from edgemark.io.limits import Limits
from edgemark.io.source import Source

_FORMAT = "edgemark.temporal-graph"
_VERSION = 1
# Bytes for each variable of each regime, while names are checked and looked up.
_BYTES_OF_NAME = 200
_KEYS_OF_REGIME = ("start", "end", "kind", "edges", "changing")
_KEYS = (
    "format", "version", "kind", "max_lag", "padded_from", "lag_guessed", "nodes", "edges", "changing",
    "conflicts", "regimes", _NOTES,
)  # fmt: skip


def read(source: Source) -> TemporalGraph:
    """Read edgemark's JSON."""
    content = _content(source)
    version = content.get("version")
    if content.get("format") != _FORMAT or type(version) is not int or version != _VERSION:
        raise FormatError(
            f'a time series graph as JSON must have "format": "{_FORMAT}", "version": {_VERSION}; got '
            f"{_shown(content.get('format'))}, {_shown(version)}",
            *_remedies_for_other_json(content),
        )
    _refuse_other_keys(content, _KEYS, "a time series graph as JSON")
    nodes = _nodes(content.get("nodes"), source.limits)
    max_lag = _lag(content, "max_lag")
    examined_lag = _lag(content, "padded_from") if "padded_from" in content else max_lag
    if examined_lag > max_lag:
        raise FormatError(f'"padded_from" must be at most "max_lag", {max_lag}; got {examined_lag}')
    label_type = int if isinstance(nodes, int) else str
    regime_objects = _list_under(content, "regimes")
    _check_size(content, nodes, regime_objects, source.limits)
    regimes = [_regime(part, nodes, examined_lag, label_type) for part in regime_objects]
    graph = _graph(content, nodes, examined_lag, label_type, regimes).with_max_lag(max_lag)
    lag_guessed = content.get("lag_guessed", False)
    if not isinstance(lag_guessed, bool):
        raise FormatError(f'"lag_guessed" must be true or false; got {_shown(lag_guessed)}')
    return graph._with_guessed_lag() if lag_guessed else graph


def _check_size(content: dict[str, Any], nodes: Any, regime_objects: list[Any], limits: Limits) -> None:
    """
    Check the number of edges and the memory.

    Each regime gets a graph over all variables, so a small file can need much memory.
    """
    graph_objects = [content, *(part for part in regime_objects if isinstance(part, dict))]
    limits.check_edges(sum(len(_list_under(graph_object, "edges")) for graph_object in graph_objects))
    if not isinstance(nodes, int):
        limits.check_memory(
            _BYTES_OF_NAME * len(nodes) * len(graph_objects),
            f"{len(nodes)} variables in {plural(len(regime_objects), 'regime')}",
        )


def write(graph: TemporalGraph) -> bytes:
    """Write edgemark's JSON, one edge on each line."""
    head = {
        "format": _FORMAT,
        "version": _VERSION,
        "max_lag": graph.max_lag,
        "nodes": list(graph.nodes) if graph.is_named else graph.n_nodes,
    }
    lines = [f'  "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    if graph.padded_from is not None:
        lines.append(f'  "padded_from": {graph.padded_from}')
    if graph.lag_guessed:
        lines.append('  "lag_guessed": true')
    lines += _lines_of_edges(graph, "  ")
    if graph.conflicts:
        label_of = _label_function(graph)
        conflicts = [[label_of(a), label_of(b), lag] for a, b, lag in graph.conflicts]
        lines.append(f'  "conflicts": {json.dumps(conflicts, ensure_ascii=False)}')
    if graph.regimes:
        parts = []
        for regime in graph.regimes:
            times = [f'      "start": {regime.start}', f'      "end": {regime.end}']
            entries = [*times, *_lines_of_edges(regime.graph, "      ")]
            parts.append("    {\n" + ",\n".join(entries) + "\n    }")
        lines.append('  "regimes": [\n' + ",\n".join(parts) + "\n  ]")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def sniff(source: Source) -> bool:
    """Whether the content declares this format."""
    return bool(_content(source).get("format") == _FORMAT)


def _label_function(graph: TemporalGraph) -> Any:
    """Return the function from a node to its label in the file: its name, or its position."""
    return (lambda name: name) if graph.is_named else int


def _lines_of_edges(graph: TemporalGraph, indent: str) -> list[str]:
    """Return the entries of a graph or a regime: its kind, edges and changing variables."""
    label_of = _label_function(graph)
    edges = [
        json.dumps([label_of(a), glyph, label_of(b), lag], ensure_ascii=False)
        for a, glyph, b, lag in graph.edges()
    ]
    edge_lines = f"\n{indent}  " + f",\n{indent}  ".join(edges) + f"\n{indent}" if edges else ""
    changing = json.dumps([label_of(name) for name in graph.changing], ensure_ascii=False)
    return [
        f'{indent}"kind": {json.dumps(graph.kind)}',
        f'{indent}"edges": [{edge_lines}]',
        f'{indent}"changing": {changing}',
    ]


def _graph(
    content: dict[str, Any], nodes: Any, examined_lag: int, label_type: type, regimes: list[Regime]
) -> TemporalGraph:
    kind: Any = content.get("kind")
    if kind is not None and not isinstance(kind, str):
        raise FormatError(f'"kind" must be a word or null; got {_shown(kind)}')
    a, b = (0, 1) if label_type is int else ("A", "B")
    edges = _list_under(content, "edges")
    for edge in edges:
        _check('each entry of "edges"', edge, (label_type, str, label_type, int), [a, "-->", b, 1])
    conflicts = _list_under(content, "conflicts")
    for conflict in conflicts:
        _check('each entry of "conflicts"', conflict, (label_type, label_type, int), [a, b, 0])
    changing = _list_under(content, "changing")
    _check('"changing"', changing, (label_type,) * len(changing), [a, b])
    return TemporalGraph(
        nodes, edges, max_lag=examined_lag, changing=changing, kind=cast(Any, kind), cycles="keep",
        regimes=regimes, conflicts=conflicts,
    )  # fmt: skip


def _regime(part: Any, nodes: Any, examined_lag: int, label_type: type) -> Regime:
    if (
        not isinstance(part, dict)
        or type(part.get("start")) is not int
        or type(part.get("end")) is not int
    ):
        raise FormatError(
            'a regime must be an object with "edges" and two integers, "start" and "end"; got '
            f"{_shown(part)}"
        )
    _refuse_other_keys(part, _KEYS_OF_REGIME, "a regime")
    return Regime(part["start"], part["end"], _graph(part, nodes, examined_lag, label_type, []))


def _lag(content: dict[str, Any], key: str) -> int:
    lag = content.get(key)
    if type(lag) is not int or lag < 0:
        raise FormatError(f'"{key}" must be an integer of at least 0; got {_shown(lag)}')
    return lag


def _list_under(content: dict[str, Any], key: str) -> list[Any]:
    """Return the list at a key. Only "edges" must be present."""
    value = content.get(key, None if key == "edges" else [])
    if not isinstance(value, list):
        raise FormatError(f'"{key}" must be a list; got {_shown(value)}')
    return value


def _check(what: str, value: Any, types: tuple[type, ...], example: list[Any]) -> None:
    """Refuse a value that is not a list of these types."""
    if type(value) is not list or [type(part) for part in value] != list(types):
        raise FormatError(f"{what} must be a list such as {_shown(example)}; got {_shown(value)}")


def _remedies_for_other_json(content: dict[str, Any]) -> list[Remedy]:
    if "scores" in content:
        return [Remedy("Read results of CauseMe", "read_causeme(path)")]
    if content.get("format") == "edgemark.graph":
        return [Remedy("Read a graph without lags", "read(path)")]
    if content.get("format") == _FORMAT:
        return [remedy_for_version()]
    return []
