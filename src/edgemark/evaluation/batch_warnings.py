"""The warnings of `evaluate`, given once for all truths and once for all estimates of a batch."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

from edgemark.errors import ClassWarning, Remedy, levels_to_caller
from edgemark.graph import Graph, GraphStack, TemporalGraph
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.selectors import Number
from edgemark.metrics.temporal_inputs import regime_notes

__all__ = ["warn_how_skeletons_are_read", "warn_of_joined_regimes"]


def warn_how_skeletons_are_read(
    chosen: Iterable[Number], truth: Graph | Iterable[Any], estimates: Iterable[Any]
) -> None:
    """Warn once for the truths and once for the estimates that undirected graphs are read as CPDAGs."""
    sides_read_as_cpdags = {
        side for metric, convention, _ in chosen for side in sides_read(metric, convention.options)
    }
    for graphs, side in ((truth, "truth"), (estimates, "estimate")):
        if side not in sides_read_as_cpdags or (
            isinstance(graphs, GraphStack) and "undirected" not in graphs.kinds
        ):
            continue
        side_graphs = [graphs] if isinstance(graphs, Graph) else graphs
        graphs_with_marks = (graph for graph in side_graphs if isinstance(graph, Graph | TemporalGraph))
        note = next(filter(None, (skeleton_note(graph, side) for graph in graphs_with_marks)), None)
        if note is not None:
            declare = Remedy("If it is a CPDAG, declare it so")
            warnings.warn(ClassWarning(note.problem, declare), stacklevel=levels_to_caller())


def warn_of_joined_regimes(truths: Sequence[Any], estimates: Sequence[TemporalEstimate]) -> None:
    """Warn once for truths and once for estimates that edges of all regimes are compared together."""
    pairs = zip(truths, estimates, strict=True)
    problems = dict.fromkeys(note.problem for pair in pairs for note in regime_notes(*pair))
    for problem in problems:
        by_regime = Remedy("Compare each regime: call evaluate_regimes for every estimate")
        text = problem.replace("the estimate changes", "an estimate changes")
        warnings.warn(ClassWarning(text, by_regime), stacklevel=levels_to_caller())
