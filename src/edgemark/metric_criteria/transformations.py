"""
Transformations from one graph to another, one pair of nodes at each step, and metrics along them.

The nCED paper (Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs
Based on Ground Truth) assesses a metric by its values between a few graphs that are derived from the
truth; see `criteria`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

import numpy as np

from edgemark.content_equality import EqualByContent
from edgemark.conventions.convention import Convention
from edgemark.errors import AlignmentError, KindError, Remedy
from edgemark.evaluation.estimate import rows_from, values_of
from edgemark.graph import Graph
from edgemark.graph.align import align
from edgemark.graph.marks import BACKWARD, BIDIRECTED, FLIP, FORWARD, STATE_OF, UNDIRECTED
from edgemark.metrics import Metric
from edgemark.metrics.declaration import as_graphs
from edgemark.metrics.selectors import Number, selected
from edgemark.report import Row

__all__ = [
    "Landmarks",
    "Series",
    "change",
    "landmarks",
    "rows_of",
    "series",
    "series_of",
    "transformation",
]


class Landmarks(NamedTuple):
    """
    The graphs of the nCED paper that are derived from a true DAG or MAG.

    Attributes:
        truth: the truth itself, G*.
        empty: no edges, Ge.
        reversed: every ``-->`` reversed, Gi; edges ``<->``, which have no reverse, are left out.
        half_open: ``A --o B`` for every ``A --> B``, Gu1; ``A o-> B`` for ``A <-> B``.
        undirected: ``A --- B`` for every ``A --> B``, Gu2; if the truth has an edge ``<->``, ``A o-o B``
            for every edge.
    """

    truth: Graph
    empty: Graph
    reversed: Graph
    half_open: Graph
    undirected: Graph


@dataclass(frozen=True, slots=True, eq=False)
class Series(EqualByContent):
    """
    The values of one metric along a sequence of graphs.

    Attributes:
        metric: name of the metric, or of a count or ratio of the confusion matrix.
        convention: convention of the metric.
        better: which values are better: "lower", "higher", "ratio" for a higher ratio to chance, or
            "neither".
        values: one for each graph; nan if it is undefined or refused.
        reasons: why a value is nan; else "".
    """

    metric: str
    convention: str
    better: str
    values: tuple[float, ...]
    reasons: tuple[str, ...]

    @property
    def name(self) -> str:
        """The selector of the metric, such as "f1:skeleton"."""
        return f"{self.metric}:{self.convention}".strip(":")


def landmarks(truth: Any) -> Landmarks:
    """
    Derive the graphs of the nCED paper from a true DAG or MAG.

    Args:
        truth: a DAG, or a MAG without ``---``: a Graph, or an object `as_graph` reads.

    Returns:
        The truth, no edges, every edge reversed, half open, and undirected, over the same nodes.

    Raises:
        KindError: the truth is neither a DAG nor a MAG, or a MAG with ``---``.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> landmarks(Graph.parse("A --> B; C")).half_open.edges()
        [('B', 'o--', 'A')]
        >>> landmarks(Graph.parse("A --> B; B <-> C")).undirected.edges()
        [('A', 'o-o', 'B'), ('B', 'o-o', 'C')]
    """
    truth, _ = as_graphs(truth, truth)
    has_bidirected = BIDIRECTED in truth.present_states
    what = "making the graphs of the nCED paper needs a DAG or a MAG, without edges ---"
    if UNDIRECTED in truth.present_states:
        by_member = Remedy("If it is a CPDAG, give a DAG of its class")
        raise KindError(f"{what}; the truth has ---", by_member)
    if (reason := truth.objection("mag" if has_bidirected else "dag")) is not None:
        raise KindError(f"{what}; {reason}")
    half_open, undirected = STATE_OF["--o"], STATE_OF["o-o"] if has_bidirected else UNDIRECTED
    return Landmarks(
        truth,
        _with_states(truth, {}),
        _with_replaced_states(truth, {FORWARD: BACKWARD, BACKWARD: FORWARD, BIDIRECTED: 0}),
        _with_replaced_states(
            truth, {FORWARD: half_open, BACKWARD: int(FLIP[half_open]), BIDIRECTED: STATE_OF["o->"]}
        ),
        _with_replaced_states(truth, dict.fromkeys((FORWARD, BACKWARD, BIDIRECTED), undirected)),
    )


def transformation(start: Any, end: Any) -> tuple[Graph, ...]:
    """
    Transform one graph into another, one pair of nodes at each step.

    Pairs that differ are changed in the order of the nodes of `start`: first those of the first node.
    Reorder the nodes for another order: ``start.with_nodes(...)``. The intermediate graphs have no
    declared kind, since they may not be of the kind of either end. Each graph is built from all edges,
    so the running time is quadratic in their number.

    Args:
        start: the first graph: a Graph, or an object `as_graph` reads.
        end: the last one, on the same nodes, in any order.

    Returns:
        The graphs from start to end, both included; one graph if they are equal.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> for graph in transformation(Graph.parse("A --> B --> C"), Graph.parse("A --- B; C")):
        ...     print(graph)
        A --> B; B --> C
        A --- B; B --> C
        A --- B; C
    """
    start, end = (as_graphs(graph, graph)[0] for graph in (start, end))
    end = align(start, end, ("start", "end"))
    states, final_states = _states(start), _states(end)
    graphs = [start]
    for pair in sorted(states.keys() | final_states.keys()):
        if states.get(pair) != final_states.get(pair):
            states[pair] = final_states.get(pair, 0)
            graphs.append(_with_states(start, states))
    return (*graphs[:-1], end) if len(graphs) > 1 else (start,)


def series(
    truth: Any, graphs: Iterable[Any], metrics: Iterable[str] | str | None = None
) -> tuple[Series, ...]:
    """
    Compute metrics along a sequence of graphs, such as a `transformation`.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        graphs: the graphs to score, on the same nodes, in any order.
        metrics: names as in `evaluate`: "shd", "shd:arc hamming", "f1:skeleton"; None takes all.

    Returns:
        A series for each metric and convention. A graph on which it is undefined gives nan and the
        reason.

    Raises:
        AlignmentError: a graph does not have the truth's nodes; the message says which one.
        ConventionError: a name in `metrics` is unknown.
        TypeError: `graphs` is one graph or one file.

    Examples:
        >>> made = landmarks(Graph.parse("A --> B --> C"))
        >>> (distance,) = series(made.truth, transformation(made.truth, made.empty), "shd:pair mismatch")
        >>> distance.values
        (0, 1, 2)
    """
    from edgemark.io.objects import demand_several

    truth, _ = as_graphs(truth, truth)
    demand_several(graphs, "the graphs of a series")
    aligned = []
    for k, graph in enumerate(graphs):
        try:
            aligned.append(as_graphs(truth, graph)[1])
        except AlignmentError as error:
            raise error.after(f"graph {k} of the sequence, counted from 0: ") from None
    return tuple(part for number in selected(metrics) for part in series_of(truth, aligned, number))


def series_of(truth: Graph, graphs: Iterable[Graph], number: Number) -> list[Series]:
    """Compute a metric in one convention, with all its measures, over graphs aligned with the truth."""
    columns = zip(*(rows_of(truth, graph, number) for graph in graphs), strict=True)
    return [
        Series(
            rows[0].metric,
            rows[0].convention,
            rows[0].better,
            tuple(row.value for row in rows),
            tuple(row.reason for row in rows),
        )
        for rows in columns
    ]


def rows_of(truth: Graph, estimate: Graph, number: Number) -> list[Row]:
    """Return a row for each measure of a metric in one convention, without source and classes."""
    metric, convention, _ = number
    return list(rows_from(_row_without_value(metric, convention), number, values_of(truth, estimate)))


def _row_without_value(metric: Metric, convention: Convention) -> Row:
    return Row(metric.name, convention.name, "", "", nan, None, None, metric.better)


def change(before: Graph, after: Graph) -> tuple[str, str]:
    """
    Describe the pair that a step of a transformation changed, before and after.

    Examples:
        >>> change(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C"))
        ('B --> C', 'B     C')
    """
    word = min(set(before.words.tolist()) ^ set(after.words.tolist()))
    a, b = (before.nodes[k] for k in (word >> 32, word >> 4 & 0x0FFFFFFF))
    return before.between(a, b), after.between(a, b)


# ---- graphs over the nodes of another


def _states(graph: Graph) -> dict[int, int]:
    """The state of each adjacent pair, by its word without the state."""
    return {word >> 4: word & 15 for word in graph.words.tolist()}


def _with_states(graph: Graph, states: Mapping[int, int]) -> Graph:
    words = [pair << 4 | state for pair, state in sorted(states.items()) if state]
    return Graph._make(graph._names, graph.n_nodes, np.array(words, np.uint64))


def _with_replaced_states(graph: Graph, new_state: Mapping[int, int]) -> Graph:
    return _with_states(graph, {pair: new_state[state] for pair, state in _states(graph).items()})
