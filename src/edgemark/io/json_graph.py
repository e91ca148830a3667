"""
edgemark's JSON format of graphs.

::

    {"format": "edgemark.graph", "version": 1, "kind": "dag",
     "nodes": ["A", "B"], "edges": [["A", "-->", "B"]]}

`kind` is the declared class of the graph, or null. If the nodes have no names, `nodes` is their number,
and edges refer to them by position, counted from 0. `provenance` may hold notes of any form, which are
not read. Other keys are refused: a newer version may have written them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from edgemark.errors import FormatError, Remedy, listing
from edgemark.graph import Graph
from edgemark.io.formats import FORMATS
from edgemark.io.limits import Limits
from edgemark.io.source import Source

_FORMAT = "edgemark.graph"
_VERSION = 1
_NOTES = "provenance"
_KEYS = ("format", "version", "kind", "nodes", "edges", _NOTES)


def read(source: Source) -> Graph:
    """Read edgemark's JSON."""
    content = _content(source)
    _check_schema(content)
    _refuse_other_keys(content, _KEYS, "a graph as JSON")
    nodes = _nodes(content.get("nodes"), source.limits)
    edges = content.get("edges")
    if not isinstance(edges, list):
        raise FormatError(f'"edges" must be a list; got {_shown(edges)}')
    source.limits.check_edges(len(edges))
    _check_edges(edges, int if isinstance(nodes, int) else str)
    return Graph(nodes, edges, kind=content.get("kind"))


def write(graph: Graph) -> bytes:
    """Write edgemark's JSON, one edge on each line."""
    if graph.is_named:
        labels = {name: json.dumps(name, ensure_ascii=False) for name in graph.nodes}
        nodes = f"[{', '.join(labels.values())}]"
    else:
        labels = {name: name for name in graph.nodes}
        nodes = str(graph.n_nodes)
    edges = ",\n    ".join(f'[{labels[a]}, "{glyph}", {labels[b]}]' for a, glyph, b in graph.edges())
    edge_lines = f"\n    {edges}\n  " if edges else ""
    return (
        f'{{\n  "format": "{_FORMAT}",\n  "version": {_VERSION},\n  "kind": {json.dumps(graph.kind)},\n'
        f'  "nodes": {nodes},\n  "edges": [{edge_lines}]\n}}\n'
    ).encode()


def _content(source: Source) -> dict[str, Any]:
    """Check the memory that a file may take, and parse it."""
    source.limits.check_text(len(source.data), FORMATS["json"].memory)
    return _parsed(source.text)


def _parsed(text: str, number_of: Callable[[str], Any] | None = None) -> dict[str, Any]:
    """Parse an object; `number_of` reads the numbers that are not integers."""
    try:
        content = json.loads(text, object_pairs_hook=_with_distinct_keys, parse_float=number_of)
    except RecursionError:
        raise FormatError("a file needs at most three levels of lists; got too many to read") from None
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"the file must be JSON; {error}") from None
    if not isinstance(content, dict):
        raise FormatError(
            f'the file must hold a JSON object with keys, {{"key": ...}}; got {_shown(content)}'
        )
    return content


def _with_distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object from its keys and values; refuse repeated keys, which `json` would merge."""
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"a key must occur once in an object; got {repeated!r} more than once")
    return content


def _remedies_for_other_json(content: dict[str, Any]) -> tuple[Remedy, ...]:
    if content.get("format") == "edgemark.temporal-graph":
        return (Remedy("It is a time series graph. Read it as one", "read_temporal(path)"),)
    links = next((key for key in ("links", "edges") if isinstance(content.get(key), list)), None)
    if links is not None and "directed" in content and isinstance(content.get("nodes"), list):
        data = "json.loads(Path(path).read_text())"
        code = f'as_graph(networkx.node_link_graph({data}, edges="{links}"))'
        return (Remedy("If it is node-link data of networkx, build its graph", code),)
    return (
        Remedy("Build a graph from JSON of another program", "Graph.from_edges([('A', '-->', 'B')])"),
    )


def _check_schema(content: dict[str, Any]) -> None:
    if content.get("format") != _FORMAT:
        raise FormatError(
            f'a graph as JSON must have "format": "{_FORMAT}"; got {_shown(content.get("format"))}',
            *_remedies_for_other_json(content),
        )
    version = content.get("version")
    if type(version) is not int or version != _VERSION:
        raise FormatError(
            f'"version" must be {_VERSION}; got {_shown(version)}',
            remedy_for_version(),
        )
    kind = content.get("kind")
    if kind is not None and not isinstance(kind, str):
        raise FormatError(f'"kind" must be a word or null; got {_shown(kind)}')


def remedy_for_version() -> Remedy:
    """Return the remedy for a file of another version of the format."""
    return Remedy("Read the file with the version of edgemark that wrote it, or a later one")


def _refuse_other_keys(content: dict[str, Any], keys: tuple[str, ...], what: str) -> None:
    """Refuse keys that would be dropped: misspelt ones, and those of a newer version of the format."""
    unknown = [key for key in content if key not in keys]
    for key in unknown:
        if close := get_close_matches(key.lower(), keys, n=1, cutoff=0.75):
            raise FormatError(f'a key must be spelt "{close[0]}"; got "{key}"')
    if unknown:
        notes = f'Put notes of your own under "{_NOTES}", which is not read; leave out other keys'
        raise FormatError(
            f"{what} may have the keys {', '.join(keys)}; got also {listing(unknown)}",
            Remedy(
                "If a newer version of edgemark wrote the file, read it with that version or a later one"
            ),
            Remedy(notes if _NOTES in keys else "Else leave the key out"),
        )


def _nodes(nodes: Any, limits: Limits) -> list[str] | int:
    if type(nodes) is int:
        limits.check_nodes(nodes)
        return nodes
    if not isinstance(nodes, list):
        raise FormatError(f'"nodes" must be a list of names or a number; got {_shown(nodes)}')
    limits.check_nodes(len(nodes))
    for node in nodes:
        if not isinstance(node, str):
            raise FormatError(f'"nodes" must hold names in quotes; got {_shown(node)}')
    return nodes


def _check_edges(edges: list[Any], label_type: type) -> None:
    for edge in edges:
        if type(edge) is not list or len(edge) != 3:
            raise FormatError(f'an edge must be a list such as ["A", "-->", "B"]; got {_shown(edge)}')
        a, glyph, b = edge
        if type(a) is not label_type or type(b) is not label_type or type(glyph) is not str:
            what = "names" if label_type is str else "positions"
            raise FormatError(f"an edge must join two {what} by a mark; got {_shown(edge)}")


def _shown(value: Any, max_length: int = 60) -> str:
    if value is None:
        return "nothing"
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something deeply nested"
    return text if len(text) <= max_length else f"{text[:max_length]}..."
