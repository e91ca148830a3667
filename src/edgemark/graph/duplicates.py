"""Duplicates in a stack: equal graphs and equivalent graphs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import InputTypeError, KindError, Remedy
from edgemark.graph.align import align
from edgemark.graph.core import Graph
from edgemark.graph.equivalence.hidden_variables import refuse_declaration, warn_how_skeleton_is_read
from edgemark.graph.equivalence.reading import refuse_false_class, refuse_knowledge
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.sample_marginals import merge_near_ties
from edgemark.graph.stack import GraphStack

Weights = NDArray[np.float64]

_READ_AS_DAG = frozenset({None, "dag", "digraph", "admg"})
_READ_AS_CPDAG = frozenset({None, "cpdag", "pdag", "undirected"})
_NOT_DIRECTED = ~np.uint16(1 << FORWARD | 1 << BACKWARD)
_NOT_PARTIALLY_DIRECTED = ~np.uint16(1 << FORWARD | 1 << BACKWARD | 1 << UNDIRECTED)
_NOT_UNDIRECTED = ~np.uint16(1 << UNDIRECTED)
_NOT_ENTRIES = _NOT_PARTIALLY_DIRECTED & ~np.uint16(1 << CYCLE)
"""States of a pair that the entries of a 0/1 matrix cannot hold."""


def distinct(stack: GraphStack, weights: Weights) -> tuple[GraphStack, Weights]:
    """
    Return each graph with positive weight once, the heaviest first, and the sum of its weights. Ties
    stay in order of appearance.
    """
    words, starts, position_of_distinct = _core.distinct(stack.words, stack.starts)
    sums: Weights = np.bincount(position_of_distinct.astype(np.intp), weights=weights).astype(np.float64)
    sums = merge_near_ties(sums, weights)
    first = np.unique(position_of_distinct, return_index=True)[1]
    kinds = tuple(stack.kinds[k] for k in first)
    heaviest = np.argsort(-sums, kind="stable")
    heaviest = heaviest[sums[heaviest] > 0]
    return GraphStack._make(words, starts, stack.like, kinds).take(heaviest), sums[heaviest]


def distinct_by_kind(stack: GraphStack, weights: Weights) -> tuple[GraphStack, Weights]:
    """
    Like `distinct`, but equal graphs of different declared kinds are kept apart: a metric may read the
    same edges in another way.
    """
    code_of_kind = {kind: code for code, kind in enumerate(dict.fromkeys(stack.kinds))}
    _, _, position_of_distinct = _core.distinct(stack.words, stack.starts)
    codes = np.array([code_of_kind[kind] for kind in stack.kinds], np.intp)
    keys = position_of_distinct.astype(np.intp) * len(code_of_kind) + codes
    _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    sums = merge_near_ties(np.bincount(groups.reshape(-1), weights=weights).astype(np.float64), weights)
    heaviest = np.lexsort((first, -sums))
    heaviest = heaviest[sums[heaviest] > 0]
    return stack.take(first[heaviest]), sums[heaviest]


def classes(stack: GraphStack, weights: Weights) -> tuple[GraphStack, Weights]:
    """
    Return the CPDAG of each DAG, and each CPDAG unchanged, with their weights.

    Other graphs raise KindError. Graphs without weight may be of any kind; they are left out. The
    policy of `edgemark.graph.equivalence.reading` applies to all graphs at once.
    """
    present = _core.present_states(stack.words, stack.starts)
    acyclic = _core.acyclic(stack.words, stack.starts, stack.n_nodes)
    may_be_dags = np.array([kind in _READ_AS_DAG for kind in stack.kinds], bool)
    may_be_cpdags = np.array([kind in _READ_AS_CPDAG for kind in stack.kinds], bool)
    dags = acyclic & may_be_dags & (present & _NOT_DIRECTED == 0)
    not_dags = np.flatnonzero(~dags)
    valid = _are_cpdags(stack, not_dags, acyclic, present) & may_be_cpdags[not_dags]
    skeletons = np.array([kind == "undirected" for kind in stack.kinds], bool)
    valid &= ~skeletons[not_dags] | (present[not_dags] & _NOT_UNDIRECTED == 0)
    weighted = np.asarray(weights) > 0
    _refuse_invalid(stack, not_dags[~valid & weighted[not_dags]])
    for k in np.flatnonzero(skeletons & weighted & (present & 1 << UNDIRECTED > 0))[:1]:
        warn_how_skeleton_is_read(stack[int(k)])
    words = stack.words.copy()
    members = stack.take(np.flatnonzero(dags))
    cpdags, _ = _core.cpdags(members.words, members.starts, stack.n_nodes)
    words[np.repeat(dags, np.diff(stack.starts).astype(np.int64))] = cpdags
    kind: Kind = "cpdag"
    converted = GraphStack._make(words, stack.starts, stack.like, (kind,) * len(stack))
    kept = np.flatnonzero(weighted)
    return (converted, weights) if kept.size == len(stack) else (converted.take(kept), weights[kept])


def _are_cpdags(
    stack: GraphStack,
    positions: NDArray[np.intp],
    acyclic: NDArray[np.bool_],
    present: NDArray[np.uint16],
) -> NDArray[np.bool_]:
    valid: NDArray[np.bool_] = acyclic[positions] & (present[positions] & _NOT_PARTIALLY_DIRECTED == 0)
    pdags = stack.take(positions[valid])
    valid[valid] = _core.valid_cpdags(pdags.words, pdags.starts, stack.n_nodes)
    return valid


def _refuse_invalid(stack: GraphStack, positions: NDArray[np.intp]) -> None:
    if not positions.size:
        return
    graph, what = stack[int(positions[0])], "an equivalence class of samples"
    try:
        refuse_declaration(graph, what)
        refuse_knowledge(graph, what)
        refuse_false_class(graph, what)
    except KindError as error:
        raise error.after(f"graph {positions[0]}: ") from None
    raise KindError(
        f"equivalence classes need a DAG or a CPDAG as every sample; graph {positions[0]}: "
        f"{graph.objection('cpdag')}"
    )


def refuse_other_than_entries(stack: GraphStack, weights: Weights) -> None:
    """Raise KindError if a graph with positive weight has edges other than ``-->`` and ``---``."""
    present = _core.present_states(stack.words, stack.starts)
    positions = np.flatnonzero((present & _NOT_ENTRIES != 0) & (np.asarray(weights) > 0))
    if positions.size:
        raise KindError(
            f"directions are ranked by the edges --> and ---; graph {int(positions[0])} has other edges",
            Remedy("Rank the adjacencies", 'of="skeleton"'),
            Remedy("Compare edges of any kind", "pair_brier(truth, samples)", "-m pair_brier"),
        )


def equal_to(stack: GraphStack, graph: Graph) -> NDArray[np.intp]:
    """
    Return the positions of the graphs that equal a given graph.

    Raises:
        AlignmentError: the graph has other nodes.
        InputTypeError: `graph` is not a Graph.
    """
    if not isinstance(graph, Graph):
        raise InputTypeError(
            f"samples are compared with a Graph; got {type(graph).__name__}",
            Remedy("Read the text", "Graph.parse(graph)")
            if isinstance(graph, str)
            else Remedy("Convert it", "as_graph(graph)"),
        )
    words = align(stack.like, graph).words
    same_size = np.flatnonzero(np.diff(stack.starts) == words.size)
    place = stack.starts[same_size].astype(np.int64)[:, None] + np.arange(words.size)
    equal: NDArray[np.intp] = same_size[(stack.words[place] == words).all(axis=1)]
    return equal
