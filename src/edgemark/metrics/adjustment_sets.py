"""Valid adjustment sets of one graph, which may have hidden variables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import GraphError, InputTypeError, KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.equivalence import kind_read
from edgemark.graph.equivalence.hidden_variables import warn_how_skeleton_is_read
from edgemark.graph.kinds import describe, describe_directed_cycle, remedies_for_undirected_edges
from edgemark.graph.latent import member_for_separations
from edgemark.graph.marks import STATE_OF, UNDIRECTED
from edgemark.graph.pair_lists import several_nodes

__all__ = [
    "KINDS_READ",
    "CoreForm",
    "canonical_set",
    "in_core_form",
    "is_adjustment_set",
    "refuse_selection",
]

KINDS_READ = ("dag", "cpdag", "mag", "pag")


@dataclass(frozen=True, slots=True)
class CoreForm:
    """
    A graph in the form that the core reads.

    Attributes:
        words: a number for each adjacent pair with its marks; in a CPDAG, ``o-o`` instead of ``---``.
        class_member: the same for a DAG or MAG of the graph's class, in which separations are tested.
        all_visible: whether every ``-->`` is visible, as in a DAG or a CPDAG.
        n_nodes: number of nodes.
    """

    words: NDArray[np.uint64]
    class_member: NDArray[np.uint64]
    all_visible: bool
    n_nodes: int


def in_core_form(graph: Graph, what: str, side: str = "graph") -> CoreForm:
    """
    Convert a graph for the core; refuse kinds that are not supported, and graphs with selection.

    The message begins with `what`, the thing that needs the graph, and calls the graph `side`.
    """
    kind = kind_read(graph, what, side)
    if kind not in KINDS_READ:
        problem = f"{what} needs a DAG, CPDAG, MAG or PAG; the {side} is {describe(kind)}"
        if cycle := describe_directed_cycle(graph):
            advice = Remedy("Remove or reverse an edge of the cycle")
            raise KindError(f"{problem}, in which {cycle}", advice)
        remedies = _remedies_for_admg if kind == "admg" else remedies_for_undirected_edges
        raise KindError(problem, *remedies(graph, side))
    try:
        class_member = member_for_separations(graph, what, side)
    except KindError as error:
        raise error.advising(*remedies_for_undirected_edges(graph, side)) from None
    refuse_selection(graph, kind, what, side)
    words = graph.words
    if kind == "cpdag":
        words = graph.cached("circle marks", _with_circle_marks)
    return CoreForm(words, class_member.words, kind in ("dag", "cpdag"), graph.n_nodes)


def refuse_selection(graph: Graph, kind: Kind, what: str, side: str) -> None:
    """Refuse a MAG with ``---``, which means selection."""
    if kind == "mag" and UNDIRECTED in graph.present_states:
        raise KindError(
            f"{what} needs graphs without selection; the {side} has an edge ---, which means selection",
            Remedy("Compare the graphs by separation_distance, which is defined under selection too"),
        )


def _remedies_for_admg(graph: Graph, side: str) -> tuple[Remedy, ...]:
    """
    Suggest how to turn an ADMG into a MAG: add its hidden common causes as nodes, and project them out.
    """
    return (
        Remedy("Make a MAG: add the hidden common causes as nodes of a DAG, and use latent_projection"),
    )


def _with_circle_marks(cpdag: Graph) -> NDArray[np.uint64]:
    """Replace each --- by o-o, which the core reads as possible in both directions."""
    states = cpdag.words & np.uint64(15)
    return np.where(
        states == UNDIRECTED, cpdag.words - states + np.uint64(STATE_OF["o-o"]), cpdag.words
    ).astype(np.uint64)


def canonical_set(graph: Any, treatment: str, outcome: str) -> frozenset[str] | None:
    """
    Return the canonical adjustment set of one treatment and one outcome.

    The set holds all possible ancestors of treatment and outcome, except these two and the forbidden
    nodes. A node other than the treatment is forbidden if it may lie on a causal path from treatment
    to outcome, or may be a descendant of such a node. If any valid adjustment set exists, this one is
    valid.

    Args:
        graph: a DAG, CPDAG, MAG or PAG, or an object that `as_graph` reads.
        treatment: name of the treatment.
        outcome: name of the outcome, another node.

    Returns:
        The set, or None if no adjustment set is valid. If the outcome is not a possible descendant of
        the treatment, the effect is 0: the set then separates the two, or is None if no set does, for
        example if they are adjacent.

    Raises:
        GraphError: a name is not a node of the graph, or both names are the same.
        KindError: the graph is of an unsupported kind, is not of its declared kind, or has selection.

    References:
        Perković, Textor, Kalisch, Maathuis (2018), Complete graphical characterization and construction
        of adjustment sets, JMLR 18.

    Examples:
        >>> graph = Graph.parse("W --> C; C <-> T; C --> Y; T --> Y")
        >>> sorted(canonical_set(graph, "T", "Y"))
        ['C', 'W']
        >>> canonical_set(Graph.parse("A --> B", kind="mag"), "A", "B") is None
        True
    """
    graph = _as_graph(graph)
    core_form = in_core_form(graph, "an adjustment set")
    warn_how_skeleton_is_read(graph)
    t, y = _two_indices(graph, treatment, outcome)
    indices = _core.canonical_set(
        core_form.words, core_form.class_member, core_form.all_visible, core_form.n_nodes, t, y
    )
    names = [graph.nodes[v] for v in indices]
    return frozenset(names) if _is_valid(graph, core_form, t, y, names) else None


def is_adjustment_set(graph: Any, treatment: str, outcome: str, given: Iterable[str]) -> bool:
    """
    Say whether a set is a valid adjustment set for the effect of a treatment on an outcome.

    It is valid by the generalised adjustment criterion: every possibly directed path from treatment to
    outcome begins with a visible edge, the set contains no forbidden node (see `canonical_set`), and the
    set blocks all other paths. For a CPDAG or a PAG, it must be valid in every member of the class.

    Args:
        graph: a DAG, CPDAG, MAG or PAG, or an object that `as_graph` reads.
        treatment: name of the treatment.
        outcome: name of the outcome, another node.
        given: names of the nodes in the set.

    Raises:
        GraphError: a name is not a node of the graph, or both names are the same.
        KindError: the graph is of an unsupported kind, is not of its declared kind, or has selection.
        TypeError: `given` is a string, or no list of names.

    References:
        Perković, Textor, Kalisch, Maathuis (2018), Complete graphical characterization and construction
        of adjustment sets, JMLR 18.

    Examples:
        >>> graph = Graph.parse("W --> C; C <-> T; C --> Y; T --> Y")
        >>> is_adjustment_set(graph, "T", "Y", []), is_adjustment_set(graph, "T", "Y", ["C"])
        (False, True)
    """
    if isinstance(given, str):
        raise InputTypeError(
            f"given must be a list of node names; got the string {given!r}",
            Remedy("Give a list", f"given=[{given!r}]"),
        )
    graph = _as_graph(graph)
    core_form = in_core_form(graph, "an adjustment set")
    warn_how_skeleton_is_read(graph)
    t, y = _two_indices(graph, treatment, outcome)
    return _is_valid(graph, core_form, t, y, several_nodes(given, "given"))


def _is_valid(graph: Graph, core_form: CoreForm, t: int, y: int, given: list[str]) -> bool:
    is_given = np.zeros(core_form.n_nodes, np.uint8)
    is_given[[graph.index(node) for node in given]] = 1
    form = core_form.words, core_form.class_member, core_form.all_visible
    return bool(_core.are_valid_adjustments(*form, core_form.n_nodes, t, y, is_given)[0])


def _as_graph(thing: Any) -> Graph:
    if isinstance(thing, Graph):
        return thing
    from edgemark.io import as_graph

    return as_graph(thing)


def _two_indices(graph: Graph, treatment: str, outcome: str) -> tuple[int, int]:
    t, y = graph.index(treatment), graph.index(outcome)
    if t == y:
        raise GraphError(
            f"treatment and outcome must be two different nodes; got {treatment!r} for both"
        )
    return t, y
