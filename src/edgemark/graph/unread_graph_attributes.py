"""
Attributes of a networkx graph and its nodes that can change what the graph means, but are not read.

Attributes such as pos, color, label and name only describe a node. Those listed here are dropped with a
warning: they mark a hidden node, an absent node or a variable at a time step, or state the kind of the
graph or the default attributes of its edges.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from edgemark.conventions.options import KINDS
from edgemark.errors import ClassWarning, Remedy, levels_to_caller, shown
from edgemark.graph.headings import LAGS, word_of
from edgemark.graph.unread_attributes import is_decoration

__all__ = ["warn_of_unread_graph_attributes"]

_HIDDEN = frozenset(
    {"hidden", "ishidden", "islatent", "isunobserved", "latent", "unmeasured", "unobserved"}
)
_OBSERVED = frozenset({"ismeasured", "isobserved", "measured", "observed"})
_SELECTION = frozenset({"isselection", "selection", "selectionbias", "selectionvariable"})
_ABSENT = frozenset({"absent", "deleted", "excluded", "pruned", "removed"})
_PRESENT = frozenset({"exists", "included", "present"})
_ROLES = frozenset({"kind", "nodekind", "nodetype", "role", "status", "type", "variabletype"})
_STEPS = LAGS | {"timeindex", "timepoint", "timeslice", "timestep"}
_KINDS = frozenset({"class", "graphclass", "graphkind", "graphtype", "kind", "type"})
_TRUE, _FALSE = frozenset({"1", "t", "true", "yes"}), frozenset({"0", "f", "false", "no"})
_DEFAULTS = ("edge", "edge_default")
"""Where networkx puts the default attributes of edges: from Graphviz, and from GraphML."""


def warn_of_unread_graph_attributes(graph: Any, *remedies: Remedy, kind: str | None = None) -> None:
    """
    Warn about attributes of a networkx graph and its nodes that can change what the graph means.

    Args:
        graph: the graph.
        remedies: what to do if the attributes have no meaning.
        kind: the kind that the caller declares, which replaces that of an attribute.

    Warns:
        ClassWarning: an attribute such as hidden=True of a node, kind="pag" of the graph, or
            edge_default={"mark": "<->"}.
    """
    of_nodes = next(_of_nodes(graph.nodes(data=True)), None)
    found = [] if of_nodes is None else [of_nodes]
    found += _of_graph(graph.graph, bool(graph.is_directed()), kind)
    if not found:
        return
    warnings.warn(
        ClassWarning(
            "attributes of a networkx graph and its nodes are not read; got "
            f"{', '.join(text for text, _ in found)}",
            *(Remedy(say) for say in dict.fromkeys(say for _, say in found)),
            *(remedies or [Remedy("If they do not matter, remove them")]),
        ),
        stacklevel=levels_to_caller(),
    )


def _of_nodes(nodes: Iterable[tuple[Any, Mapping[Any, Any]]]) -> Iterator[tuple[str, str]]:
    """Yield the attributes of nodes that change what the graph means, each with what to do."""
    for node, data in nodes:
        if not data:
            continue
        for name, value in data.items():
            matters = isinstance(name, str) and _may_matter(name)
            if matters and (say := _advice_for_node(word_of(name), value)):
                yield f"{name}={shown(value, 40)} at {shown(node, 40)}", say


@lru_cache(maxsize=1024)
def _may_matter(name: str) -> bool:
    """Return whether some value of a node attribute with this name changes what the graph means."""
    return word_of(name) in _HIDDEN | _OBSERVED | _SELECTION | _ABSENT | _PRESENT | _ROLES | _STEPS


def _advice_for_node(word: str, value: Any) -> str:
    """
    Say what to do about an attribute of a node that changes what the graph means; empty for others.

    Examples:
        >>> _advice_for_node("hidden", True)[:20], _advice_for_node("color", "red")
        ('If nodes are hidden,', '')
    """
    role = word_of(value) if word in _ROLES and isinstance(value, str) else ""
    if (
        role in _HIDDEN
        or (word in _HIDDEN and _is_true(value))
        or (word in _OBSERVED and _is_false(value))
    ):
        return "If nodes are hidden, list them as hidden= of evaluate, or project the graph"
    if role in _SELECTION or (word in _SELECTION and _is_true(value)):
        return "If a node is conditioned on, list it as selected= of latent_projection"
    if (word in _ABSENT and _is_true(value)) or (word in _PRESENT and _is_false(value)):
        return "If a node is absent, remove it from the graph"
    if word in _STEPS and isinstance(value, int | np.integer) and not isinstance(value, bool):
        return "If nodes are variables at time steps, build a TemporalGraph of the variables"
    return ""


def _of_graph(
    attributes: Mapping[Any, Any], directed: bool, kind: str | None
) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a graph that change what it means, each with what to do."""
    for name, value in attributes.items():
        word = word_of(name) if isinstance(name, str) else ""
        text = f"{name}={shown(value, 40)} of the graph"
        if word in _KINDS and isinstance(value, str) and word_of(value) in KINDS:
            is_plain = word_of(value) == ("digraph" if directed else "undirected")
            if kind is None and not is_plain:
                yield text, f'Declare the kind as {word_of(value)}, with kind="{word_of(value)}"'
        elif (word == "directed" and _is_false(value) and directed) or (
            word == "undirected" and _is_true(value) and directed
        ):
            yield text, "If its edges have no direction, make it a networkx.Graph"
        elif word == "directed" and _is_true(value) and not directed:
            yield text, "If its edges have a direction, make it a networkx.DiGraph"
        elif name in _DEFAULTS and isinstance(value, Mapping):
            given = {key: one for key, one in value.items() if not is_decoration(str(key))}
            if given:
                yield (
                    f"{name}={shown(given, 60)} of the graph",
                    "If these are attributes of every edge, add them to the edges",
                )


def _is_true(value: Any) -> bool:
    return _truth_of(value) in _TRUE


def _is_false(value: Any) -> bool:
    return _truth_of(value) in _FALSE


def _truth_of(value: Any) -> str:
    """Return a boolean, a whole number or a text as text in lower case; empty for other values."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))  # pandas makes floats of a column of integers with missing values
    is_read = isinstance(value, bool | np.bool_ | int | np.integer | str)
    return str(value).strip().lower() if is_read else ""
