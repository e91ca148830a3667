"""The metrics of cdans and their text output."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from edgemark.compat.cdans.graph import TimeSeriesGraph
from edgemark.compat.cdans.utils import SyntheticDataset
from edgemark.conventions.options import TemporalPositives
from edgemark.errors import (
    AlignmentError,
    ClassWarning,
    EdgemarkWarning,
    InputTypeError,
    Remedy,
    levels_to_caller,
    listing,
)
from edgemark.graph import TemporalGraph
from edgemark.io.cdans_graphs import temporal_of
from edgemark.metrics import REGISTRY
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.temporal_inputs import regime_notes

__all__ = ["GraphMetrics", "StructureRecoveryMetrics", "evaluate_graph", "shd"]

_CONFUSION, _SHD = REGISTRY["temporal_confusion"], REGISTRY["temporal_shd"]

TruthLike = TimeSeriesGraph | SyntheticDataset


@dataclass(frozen=True)
class GraphMetrics:
    """
    Counts of correct, extra and missing edges; a rate of 0 out of 0 is 0.0.

    Examples:
        >>> print(GraphMetrics(tp=9, fp=1, fn=0))
        TP=  9 FP=  1 FN=  0  P=0.90 R=1.00 F1=0.95 FDR=0.10
    """

    tp: int
    fp: int
    fn: int

    @property
    def n_truth(self) -> int:
        """Number of true edges."""
        return self.tp + self.fn

    @property
    def n_pred(self) -> int:
        """Number of predicted edges."""
        return self.tp + self.fp

    @property
    def precision(self) -> float:
        """Share of the predicted edges that are true."""
        return _share(self.tp, self.n_pred)

    @property
    def recall(self) -> float:
        """Share of the true edges that are predicted."""
        return _share(self.tp, self.n_truth)

    @property
    def tpr(self) -> float:
        """The same as `recall`."""
        return self.recall

    @property
    def fdr(self) -> float:
        """Share of the predicted edges that are false."""
        return _share(self.fp, self.n_pred)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return _share(2 * self.precision * self.recall, self.precision + self.recall)

    def __str__(self) -> str:
        return (
            f"TP={self.tp:3d} FP={self.fp:3d} FN={self.fn:3d}  "
            f"P={self.precision:.2f} R={self.recall:.2f} F1={self.f1:.2f} FDR={self.fdr:.2f}"
        )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


@dataclass(frozen=True)
class StructureRecoveryMetrics:
    """
    Counts for each type of edge, their sums, and distances.

    Attributes:
        lagged: lagged edges, by source, target and lag.
        contemp_skeleton: pairs that are adjacent at lag 0.
        contemp_directed: directed contemporaneous edges; undirected ones do not count.
        changing_modules: variables whose mechanism changes.
        shd_lagged: number of lagged edges that only one of the graphs has.
        shd_contemp: number of pairs whose contemporaneous edges differ.
    """

    lagged: GraphMetrics
    contemp_skeleton: GraphMetrics
    contemp_directed: GraphMetrics
    changing_modules: GraphMetrics
    shd_lagged: int
    shd_contemp: int

    @property
    def shd_total(self) -> int:
        """Sum of both distances, without changing mechanisms."""
        return self.shd_lagged + self.shd_contemp

    @property
    def total(self) -> GraphMetrics:
        """Sum over lagged edges, directed contemporaneous edges, and changing mechanisms."""
        return _sum(self.lagged, self.contemp_directed, self.changing_modules)

    @property
    def total_skeleton(self) -> GraphMetrics:
        """Like `total`, with adjacent contemporaneous pairs instead of directed edges."""
        return _sum(self.lagged, self.contemp_skeleton, self.changing_modules)

    def summary(self) -> str:
        """Return a text with a line for each type of edge."""
        return "\n".join([
            "Structure recovery metrics",
            "=" * 60,
            _line("Lagged edges", self.lagged),
            _line("Contemp skeleton", self.contemp_skeleton),
            _line("Contemp directed", self.contemp_directed),
            _line("Changing modules", self.changing_modules),
            "  " + "-" * 58,
            _line("Total (directed)", self.total),
            _line("Total (skeleton)", self.total_skeleton),
            "",
            f"  SHD (lagged):    {self.shd_lagged}",
            f"  SHD (contemp):   {self.shd_contemp}",
            f"  SHD (total):     {self.shd_total}",
        ])  # fmt: skip

    def __str__(self) -> str:
        return self.summary()


def _line(label: str, metrics: GraphMetrics) -> str:
    return f"  {label:<27}{metrics}"


def _sum(*parts: GraphMetrics) -> GraphMetrics:
    return GraphMetrics(sum(m.tp for m in parts), sum(m.fp for m in parts), sum(m.fn for m in parts))


def evaluate_graph(predicted: Any, truth: Any) -> StructureRecoveryMetrics:
    """
    Count correct, extra and missing edges of each type; the prediction is the first argument.

    Variables are matched by position, as in cdans. If one argument is a TemporalGraph and both have
    names, they are matched by name. The columns of a data set are called X0, X1, ...; if the other graph
    has other names, they are matched by position.

    Args:
        predicted: a TimeSeriesGraph, of this module or of the package cdans, or a TemporalGraph.
        truth: the same, or the data set of a generator.

    Returns:
        All counts and distances.

    Raises:
        AlignmentError: the variables or the largest lags differ.
        GraphError: a graph has an edge that no such graph can have, such as a lag above ``tau_max``.
        TypeError: an argument is not such a graph.

    Warns:
        EdgemarkWarning: both graphs have names that differ, and are matched by position; or the edges of
            a graph change over time.

    Examples:
        >>> from edgemark.compat.cdans import TimeSeriesGraph
        >>> truth = TimeSeriesGraph(n_vars=3, tau_max=1)
        >>> truth.add_lagged_edge(0, 1, lag=1)
        >>> found = TimeSeriesGraph(n_vars=3, tau_max=1)
        >>> found.add_contemp_undirected(0, 1)
        >>> metrics = evaluate_graph(found, truth)
        >>> metrics.lagged.fn, metrics.contemp_skeleton.fp, metrics.contemp_directed.fp
        (1, 1, 0)
        >>> metrics.shd_total
        2
    """
    predicted_graph, true_graph = _aligned(predicted, truth)

    def counts(of: TemporalPositives) -> GraphMetrics:
        confusion = _CONFUSION.compute(true_graph, predicted_graph, of=of)
        return GraphMetrics(int(confusion.tp), int(confusion.fp), int(confusion.fn))

    return StructureRecoveryMetrics(
        lagged=counts("lagged"),
        contemp_skeleton=counts("contemporaneous-skeleton"),
        contemp_directed=counts("contemporaneous"),
        changing_modules=counts("changing-modules"),
        shd_lagged=int(_SHD.compute(true_graph, predicted_graph, of="lagged")),
        shd_contemp=int(_SHD.compute(true_graph, predicted_graph, of="contemporaneous")),
    )


def shd(predicted: Any, truth: Any) -> int:
    """
    Count the edges on which a prediction and the truth differ; the prediction is the first argument.

    A contemporaneous pair counts once, and changing modules do not count.

    Args:
        predicted: see `evaluate_graph`.
        truth: see `evaluate_graph`.

    Returns:
        The total distance.

    Raises:
        AlignmentError: the variables or the largest lags differ.
        GraphError: see `evaluate_graph`.
        TypeError: an argument is not such a graph.

    Warns:
        EdgemarkWarning: see `evaluate_graph`.

    Examples:
        >>> from edgemark.compat.cdans import TimeSeriesGraph
        >>> truth = TimeSeriesGraph(n_vars=2, tau_max=1, lagged_edges={(0, 1, 1)})
        >>> shd(TimeSeriesGraph(n_vars=2, tau_max=1), truth)
        1
    """
    predicted_graph, true_graph = _aligned(predicted, truth)
    return int(_SHD.compute(true_graph, predicted_graph))


def _aligned(predicted: Any, truth: Any) -> tuple[TemporalGraph, TemporalGraph]:
    """Return both graphs with variables in one order; warn if the edges of one change over time."""
    predicted_graph, true_graph = _matched_graphs(predicted, truth)
    true_graph, predicted_graph = as_sides(true_graph, predicted_graph)
    for note in regime_notes(true_graph, predicted_graph):
        warnings.warn(ClassWarning(note.problem), stacklevel=levels_to_caller())
    return predicted_graph, true_graph


def _matched_graphs(predicted: Any, truth: Any) -> tuple[TemporalGraph, TemporalGraph]:
    if isinstance(predicted, TemporalGraph) and isinstance(truth, TemporalGraph):
        return predicted, truth
    estimate, reference = _graph_of(predicted), _graph_of(truth)
    for attribute, in_predicted, in_true in (
        ("n_vars", estimate.n_nodes, reference.n_nodes),
        ("tau_max", estimate.max_lag, reference.max_lag),
    ):
        if in_predicted != in_true:
            raise AlignmentError(
                f"predicted has {attribute}={in_predicted}, truth has {attribute}={in_true}; "
                f"they must be equal"
            )
    if isinstance(predicted, TemporalGraph) or isinstance(truth, TemporalGraph):
        same_names = set(estimate.nodes) == set(reference.nodes)
        if estimate.is_named and reference.is_named and (same_names or not _is_dataset(truth)):
            return estimate, reference
    elif (
        not _is_dataset(truth)
        and estimate.is_named
        and reference.is_named
        and estimate.nodes != reference.nodes
    ):
        _warn_of_names(estimate, reference)
    return _without_names(estimate), _without_names(reference)


def _warn_of_names(predicted: TemporalGraph, truth: TemporalGraph) -> None:
    by_name: tuple[Remedy, ...] = ()
    if set(predicted.nodes) == set(truth.nodes):
        code = "predicted, truth = edgemark.as_temporal(predicted), edgemark.as_temporal(truth)"
        by_name = (Remedy("Match them by name", code),)
    warnings.warn(
        EdgemarkWarning(
            f"variables are matched by position, as in cdans, but their names differ: "
            f"{listing(predicted.nodes)} in the prediction, {listing(truth.nodes)} in the truth",
            *by_name,
        ),
        stacklevel=levels_to_caller(),
    )


def _is_dataset(side: Any) -> bool:
    """Whether an object is the data set of a generator, whose columns are called X0, X1, ..."""
    return hasattr(side, "contemporaneous_edges")


def _graph_of(side: Any) -> TemporalGraph:
    if isinstance(side, TemporalGraph):
        return side
    try:
        return temporal_of(
            side, {}, [f"X{k}" for k in range(side.n_vars)] if _is_dataset(side) else None
        )
    except InputTypeError as error:  # It is also a ValueError; the package raises a plain TypeError.
        raise TypeError(str(error)) from None


def _without_names(graph: TemporalGraph) -> TemporalGraph:
    if not graph.is_named:
        return graph
    position = {name: k for k, name in enumerate(graph.nodes)}
    edges = [(position[a], glyph, position[b], lag) for a, glyph, b, lag in graph.edges()]
    changing = [position[name] for name in graph.changing]
    return TemporalGraph(graph.n_nodes, edges, max_lag=graph.max_lag, changing=changing, cycles="keep")
