"""
Model strings of bnlearn: ``[A][B|A][C|A:B]``, each node with its parents.

They hold DAGs: a directed cycle is refused, unless the caller states the kind "digraph". The format
has no quotes. So `write` refuses names that contain a bracket, ``|``, ``:``, a line end or NUL, and
names that begin or end with a blank.

A model string may be broken into lines. But if no edge joins a line and those after it to the lines
before it, there may be two graphs, and the file is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate, islice

from edgemark.errors import AmbiguityError, FormatError, Remedy, listing
from edgemark.graph import Graph
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.matrix import demand_names
from edgemark.io.source import Source

_NODE = re.compile(r"\[([^\[\]|:]+)(?:\|([^\[\]|]+))?\]")
_MODEL_STRING = re.compile(r"\s*+(?:\[[^\[\]]++\]\s*+)++")  # possessive, so no backtracking
# A printed list, tuple or row of an array, such as [('A', 'B')] or [0 1 0].
_PRINTED = re.compile(r"[,'\"]|\[\s*[\d.]+\s+[\d.\s]+\]")
_RESERVED = re.compile(r"[\[\]|:]|^\s|\s$|[\r\n\0]")


def read(source: Source) -> Graph:
    """Read a model string."""
    text = source.text.strip()
    parents: dict[str, list[str]] = {}
    names: dict[str, str] = {}  # store each name once, however often it is a parent
    first_of_line: list[int] = []  # position of the first node of each line but the first
    offset = 0
    for match in _NODE.finditer(text):
        between = text[offset : match.start()]
        _refuse_rest(between)
        if parents and ("\n" in between or "\r" in between):
            first_of_line.append(len(parents))
        offset = match.end()
        node = match[1].strip()
        node = names.setdefault(node, node)
        if node in parents:
            raise FormatError(f"a model string must list each node once; got {node!r} twice")
        parents[node] = (
            []
            if match[2] is None
            else [names.setdefault(name, name) for name in map(str.strip, match[2].split(":"))]
        )
        source.limits.check_nodes(len(parents))
    _refuse_rest(text[offset:])
    if unknown := names.keys() - parents.keys():
        raise FormatError(
            f"a model string must list every parent as a node; missing: {listing(sorted(unknown))}"
        )
    source.limits.check_edges(sum(map(len, parents.values())))
    _refuse_two_strings(parents, first_of_line)
    edges = (
        (parent, "-->", node) for node, parents_of_node in parents.items() for parent in parents_of_node
    )
    graph = Graph(parents.keys(), edges, kind="dag")
    if source.kind != "digraph" and (objection := graph.objection("dag")):
        raise FormatError(
            f"a model string holds a DAG; {objection}",
            Remedy("If it is a graph with cycles, declare its kind as digraph"),
        )
    return graph


def write(graph: Graph) -> bytes:
    """Write a model string."""
    demand_names(graph, "bnlearn")
    objection = graph.objection("dag")
    if objection or not graph.n_nodes:
        raise FormatError(
            f"a model string holds a DAG with at least one node; {objection or 'the graph has none'}",
            remedy_to_write_json(),
        )
    reserved = [name for name in graph.nodes if _RESERVED.search(name)]
    if reserved:
        raise FormatError(
            f"names in a model string must not contain [, ], |, :, a line end or NUL, nor begin or end "
            f"with a blank; got {listing(reserved)}",
            remedy_to_write_json(),
        )
    parents: dict[str, list[str]] = {name: [] for name in graph.nodes}
    for parent, _, node in graph.edges():
        parents[node].append(parent)
    nodes = (f"[{name}{'|' if names else ''}{':'.join(names)}]" for name, names in parents.items())
    return f"{''.join(nodes)}\n".encode()


def sniff(source: Source) -> bool:
    """Whether the file consists only of texts in square brackets that are not printed lists."""
    text = source.text
    return _MODEL_STRING.fullmatch(text) is not None and _PRINTED.search(text) is None


def _refuse_two_strings(parents: Mapping[str, list[str]], first_of_line: list[int]) -> None:
    """Refuse a line if no edge joins it, or a later line, to earlier lines: it may be another graph."""
    if not first_of_line:
        return
    position_of = {node: k for k, node in enumerate(parents)}
    changes = [0] * (len(parents) + 1)  # of the number of edges that join earlier nodes to later ones
    for node, parents_of_node in parents.items():
        for parent in parents_of_node:
            first, last = sorted((position_of[parent], position_of[node]))
            changes[first + 1] += 1
            changes[last + 1] -= 1
    n_joining = [0, *accumulate(changes[1:])]  # entry k: edges between nodes before k and the others
    for position in first_of_line:
        if not n_joining[position]:
            node = next(islice(parents, position, None))
            raise AmbiguityError(
                f"a file must hold one model string; no edge joins the line that begins with the node "
                f"{node!r}, or a later line, to the lines before it, so it may be another model string",
                Remedy("If it is another graph, write each graph to its own file"),
                Remedy("If it is the same graph, write the model string on one line"),
            )


def _refuse_rest(rest: str) -> None:
    if rest.strip():
        raise FormatError(
            f"a model string consists of nodes such as [A] and [B|A:C]; got {rest.strip()[:40]!r}"
        )
