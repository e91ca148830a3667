"""Metrics of the graphs above each threshold of edge scores, if possible without building the graphs."""

from __future__ import annotations

import warnings
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import is_whole, refuse_masked
from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import Kind, Symmetric, require
from edgemark.errors import (
    ClassWarning,
    ConventionError,
    GraphError,
    InputTypeError,
    KindError,
    LimitError,
    Remedy,
    levels_to_caller,
    listing,
)
from edgemark.evaluation.batch import stack_scored
from edgemark.evaluation.batch_warnings import warn_of_other_classes
from edgemark.evaluation.estimate import evaluate
from edgemark.graph import EdgeScores, Graph, GraphStack
from edgemark.graph.adjacency import SYMMETRIC_STATE
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.edge_probabilities import EdgeProbabilities
from edgemark.graph.kinds import class_of, describe
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.declaration import as_sides, better_by_name
from edgemark.metrics.selectors import Number, position_of, selected
from edgemark.metrics.thresholded_graphs import NeedsGraphsError, Profile, ThresholdedGraphs
from edgemark.report import Report
from edgemark.values import Confusion, Curve

__all__ = ["ThresholdSweep", "threshold_sweep"]

Values = NDArray[np.float64]

MAX_EDGES = 10**8
_GRAPHS_AT_A_TIME = 512
_DEFAULT_METRICS = ("shd:pair mismatch", "f1:directed", "f1:skeleton")


class BestThreshold(NamedTuple):
    """
    The threshold at which a metric is best.

    Attributes:
        k: position of the threshold in the sweep, from 0.
        threshold: the threshold; edges have a score strictly above it.
        n_edges: number of ordered pairs above the threshold. A pair with both directions counts twice.
        value: value of the metric at the threshold.
    """

    k: int
    threshold: float
    n_edges: int
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdSweep(EqualByContent):
    """
    Metrics of the graphs at falling thresholds of edge scores.

    A value is nan if the metric is undefined or refused for the graph; ``sweep.report(k)`` gives the
    reason.

    Attributes:
        truth: the true graph.
        scores: the scores.
        symmetric: edge that replaces the two directions of a pair if both are above the threshold.
        thresholds: thresholds from the highest to the lowest; edges have a score strictly above.
        n_edges: number of ordered pairs above each threshold.
        columns: (metric, convention) of each column. Each count and ratio of a confusion, such as f1,
            is a column.
        values: shape (thresholds, columns); read-only.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> sweep = threshold_sweep(truth, scores)
        >>> sweep.thresholds, sweep["shd"]
        (array([0.9, 0.5, 0.4, 0. ]), array([2., 1., 2., 1.]))
        >>> sweep["f1", "directed"].round(3)
        array([0.   , 0.667, 0.5  , 0.8  ])
    """

    truth: Graph
    scores: EdgeScores
    symmetric: Symmetric
    thresholds: Values
    n_edges: NDArray[np.int64]
    columns: tuple[tuple[str, str], ...]
    values: Values

    def __len__(self) -> int:
        return self.thresholds.size

    def __getitem__(self, key: tuple[str, str] | str) -> Values:
        """
        Return a column by metric and convention, or by metric if only one column belongs to it.

        Raises:
            ConventionError: there is no such column, or several; the error lists their conventions.
        """
        return self.values[:, position_of(key, self.columns, "sweep")]

    def graph(self, k: int) -> Graph:
        """
        Return the graph above the k-th threshold.

        Raises:
            GraphError: there is no such threshold.
        """
        if not is_whole(k) or not -len(self) <= k < len(self):
            raise GraphError(
                f"k must be the position of one of {len(self)} thresholds, from 0; got {k!r}"
            )
        return self.scores.at(np.float64(self.thresholds[k]), symmetric=self.symmetric)

    def report(self, k: int) -> Report:
        """
        Return the report of the graph at the k-th threshold, with counts and reasons.

        Raises:
            GraphError: there is no such threshold.
        """
        return evaluate(self.truth, self.graph(k), [":".join(column) for column in self.columns])

    def best(self, key: tuple[str, str] | str) -> BestThreshold:
        """
        Return the threshold at which a metric is best.

        The truth decides which threshold this is, see `threshold_sweep`.

        Args:
            key: metric and convention, or the metric if only one column belongs to it.

        Returns:
            Position k, threshold, number of ordered pairs above it, and value. If several thresholds
            are equally good, the highest of them.

        Raises:
            ConventionError: there is no such column, or there are several.
            KindError: the metric is undefined at every threshold, or has no best value.

        Examples:
            >>> truth = Graph.parse("A --> B --> C")
            >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
            >>> threshold_sweep(truth, scores).best(("f1", "directed"))
            BestThreshold(k=3, threshold=0.0, n_edges=3, value=0.8)
        """
        metric = key[0] if isinstance(key, tuple) else key
        values = self.values[:, position_of(key, self.columns, "sweep", "best")]
        better = better_by_name(metric)
        if better not in ("lower", "higher", "ratio") or np.isnan(values).all():
            raise KindError(
                f"{metric} has no best threshold: it "
                + ("is undefined at each one" if np.isnan(values).all() else "only describes the graph")
            )
        k = int(np.nanargmin(values) if better == "lower" else np.nanargmax(values))
        return BestThreshold(k, float(self.thresholds[k]), int(self.n_edges[k]), float(values[k]))

    def to_frame(self) -> Any:
        """
        Return a pandas data frame with a row for each threshold.

        Its columns are the threshold, the number of ordered pairs above it ("edges"), and the metrics.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return self.curve.to_frame()

    @property
    def classes(self) -> tuple[Kind, ...]:
        """Return the class of the graph at each threshold, such as "dag"; it builds every graph."""
        return tuple(class_of(self.graph(k)) for k in range(len(self)))

    @property
    def curve(self) -> Curve:
        """Return the metrics as a curve over the threshold, for tables and figures."""
        names = tuple(":".join(column).strip(":") for column in self.columns)
        values = np.column_stack([self.thresholds, self.n_edges, self.values])
        return Curve("threshold sweep", ("threshold", "edges", *names), values, "threshold")

    def __repr__(self) -> str:
        return f"<ThresholdSweep: {len(self)} thresholds, {len(self.columns)} numbers>"


def threshold_sweep(
    truth: Any,
    scores: EdgeScores,
    metrics: Iterable[str] | str = _DEFAULT_METRICS,
    *,
    thresholds: ArrayLike | None = None,
    symmetric: Symmetric = "cycle",
) -> ThresholdSweep:
    """
    Compute metrics of the graphs at every threshold of edge scores, and return a table.

    Metrics that count node pairs, such as SHD and F1, take one pass over the sorted scores. Other
    metrics need the graph at each threshold, and these graphs may have at most 10**8 edges in
    total. Metrics of DAGs, such as `sid`, are nan from the first threshold at which the graph is not a
    DAG.

    If you choose the best threshold from this table, you use the truth, which a method does not know.
    So the best value does not say how well the method performs.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        scores: scores of the same nodes, in any order.
        metrics: names of metrics of graphs, as for `evaluate`.
        thresholds: finite numbers in any order; equal ones count once. `EdgeScores.at` says how they
            are rounded if the scores are float32. None takes 0 and every score that occurs, also
            negative ones.
        symmetric: edge that replaces the two directions of a pair if both are above the threshold, see
            `EdgeScores.at`: a "cycle" of two edges, one "undirected" edge or one "bidirected" edge.

    Returns:
        One row for each distinct threshold, from the highest, and one column for each number.

    Raises:
        AlignmentError: truth and scores do not have the same nodes.
        ConventionError: a name in `metrics` is unknown, or is not a metric of graphs; or `symmetric`
            has an unknown value.
        GraphError: a threshold is not finite.
        KindError: the scores are of directed paths instead of edges.
        LimitError: a metric needs graphs with more than 10**8 edges in total.
        TypeError: the scores are not `EdgeScores`.

    Warns:
        ClassWarning: a metric whose meaning depends on the class of the graph, such as
            `ancestral_errors`, compares DAGs at some thresholds and another class, such as CPDAGs, at
            lower ones. Or the first graph with an edge is of another class than the truth, and a metric
            compares the two without converting them.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "A", 0.8), ("B", "C", 0.4)])
        >>> threshold_sweep(truth, scores, "shd:pair mismatch", thresholds=[0.85, 0.5, 0.1])["shd"]
        array([1., 2., 1.])
    """
    require("symmetric", symmetric, SYMMETRIC_STATE)
    truth, scores = as_sides(truth, scores)
    if not isinstance(scores, EdgeScores):
        raise InputTypeError(f"a sweep needs EdgeScores; got {type(scores).__name__}")
    chosen = [_demand_metric_of_graphs(number) for number in selected(metrics)]
    if scores.relation == "ancestral":
        raise KindError(
            "a sweep needs scores of edges; these are of directed paths",
            Remedy("Take the scores of edges of the same samples: samples.edge_scores()"),
        )
    profile = Profile.of(scores, _distinct_falling(thresholds, scores), SYMMETRIC_STATE[symmetric])
    falling, n_edges = profile.thresholds, profile.any_above + profile.both_above
    columns = tuple(column for number in chosen for column in number.columns)
    values = np.full((len(columns), falling.size), nan)
    remaining = _fill_from_pair_counts(values, chosen, truth, profile)
    for size, numbers in _by_n_thresholds(remaining, profile, symmetric):
        _demand_few_edges(n_edges[:size], numbers[0])
        for first in range(0, size, _GRAPHS_AT_A_TIME):
            rows = slice(first, min(first + _GRAPHS_AT_A_TIME, size))
            table = stack_scored(truth, _graphs(profile, symmetric, rows), numbers)
            for column in table.columns:
                values[columns.index(column), rows] = table[column]
    for array in (falling, n_edges, values):
        array.flags.writeable = False
    sweep = ThresholdSweep(truth, scores, symmetric, falling, n_edges, columns, values.T)
    _warn_of_classes(sweep, profile, chosen)
    _warn_of_true_class(sweep, chosen)
    return sweep


def _demand_metric_of_graphs(number: Number) -> Number:
    """Refuse a metric of scores, which needs no threshold, and one of samples or time series graphs."""
    name, takes = number.metric.name, number.metric.takes
    if takes is Graph:
        return number
    if takes not in (EdgeConfidences, EdgeProbabilities):
        raise ConventionError(
            f"a sweep needs metrics of graphs; {name} needs {takes.__name__}",
            Remedy("Leave it out of the sweep"),
        )
    raise ConventionError(
        f"a sweep needs metrics of graphs; {name} reads the scores without a threshold",
        Remedy("Leave it out of the sweep, and compute it once", f"{name}(truth, scores)"),
    )


def _distinct_falling(thresholds: ArrayLike | None, scores: EdgeScores) -> Values | None:
    """Return the distinct thresholds from the highest to the lowest; None stands for every score."""
    if thresholds is None:
        return None
    refuse_masked("thresholds", thresholds, GraphError)
    array = np.asarray(thresholds)
    if array.dtype.kind not in "iuf":
        raise GraphError(f"thresholds must be finite numbers; got an array of {array.dtype}")
    numbers = array.astype(np.float64).reshape(-1)
    if not np.isfinite(numbers).all():
        raise GraphError(f"thresholds must be finite numbers; got {numbers[~np.isfinite(numbers)][0]}")
    # Python numbers are rounded to the precision of the scores. NumPy numbers keep their own precision.
    unrounded = thresholds if isinstance(thresholds, np.ndarray) else numbers.tolist()
    return np.unique(scores._rounded(unrounded).reshape(-1))[::-1].copy()


def _fill_from_pair_counts(
    values: Values, numbers: Sequence[Number], truth: Graph, profile: Profile
) -> list[Number]:
    """Fill in the values of the metrics that count pairs; return the metrics that need graphs."""
    needs_graphs = [number.metric.batch == "none" for number in numbers]
    for thresholds, graphs in profile.parts():
        first_column = 0
        for k, number in enumerate(numbers):
            try:
                found = None if needs_graphs[k] else _values_by_column(number, truth, graphs)
            except NeedsGraphsError:
                needs_graphs[k], found = True, None
            for column, value in enumerate(found or (), first_column):
                values[column, thresholds] = nan if value is None else value
            first_column += len(number.columns)
    return [number for number, needs in zip(numbers, needs_graphs, strict=True) if needs]


def _values_by_column(number: Number, truth: Graph, graphs: ThresholdedGraphs) -> list[Any] | None:
    """Return the values of the graphs for each column of a metric; None if the metric refuses them."""
    try:
        number.metric.check(truth, graphs)
        value = number.metric.function(truth, graphs, **number.convention.options)
    except KindError:
        return None
    return [getattr(value, m) for m in number.measures] if isinstance(value, Confusion) else [value]


def _by_n_thresholds(
    numbers: Sequence[Number], profile: Profile, symmetric: Symmetric
) -> Iterator[tuple[int, list[Number]]]:
    """
    Group the metrics that need graphs by the number of thresholds at which they are computed.

    Metrics of DAGs are computed down to the last threshold at which the graph is a DAG.
    """
    of_dags = [number for number in numbers if number.metric.kinds == ("dag",)]
    others = [number for number in numbers if number.metric.kinds != ("dag",)]
    if others:
        yield profile.thresholds.size, others
    if of_dags and (size := _n_dags(profile, symmetric)):
        yield size, of_dags


def _n_dags(profile: Profile, symmetric: Symmetric) -> int:
    """Count the thresholds at which the graph is a DAG: the highest ones, since edges are only added."""

    def is_not_dag(threshold: np.float64) -> bool:
        return not profile.scores.at(threshold, symmetric=symmetric).is_dag()

    return bisect_left(profile.thresholds, True, key=is_not_dag)


def _demand_few_edges(n_edges: NDArray[np.int64], needed_by: Number) -> None:
    total = int(n_edges.sum())
    if total > MAX_EDGES:
        raise LimitError(
            f"{needed_by.metric.name} needs the graphs themselves, which may have at most {MAX_EDGES} "
            f"edges in total; {n_edges.size} thresholds need {total}",
            Remedy("Choose some thresholds", "thresholds=np.linspace(0, 1, 101)"),
        )


def _graphs(profile: Profile, symmetric: Symmetric, rows: slice) -> GraphStack:
    return GraphStack(
        profile.scores.at(threshold, symmetric=symmetric) for threshold in profile.thresholds[rows]
    )


def _warn_of_classes(sweep: ThresholdSweep, profile: Profile, chosen: Sequence[Number]) -> None:
    """Warn of metrics that depend on the class of the graph and have values of several classes."""
    depending_on_class = [
        number for number in chosen if "estimate" in sides_read(number.metric, number.convention.options)
    ]
    if sweep.symmetric == "cycle" or not depending_on_class:
        return
    n_dags = _n_dags(profile, sweep.symmetric)
    mixed: dict[str, int] = {}
    for column in (number.columns[0] for number in depending_on_class):
        with_value = np.flatnonzero(~np.isnan(sweep[column]) & (sweep.n_edges > 0))
        if with_value.size and with_value[0] < n_dags <= with_value[-1]:
            mixed[":".join(filter(None, column))] = int(with_value[with_value >= n_dags][0])
    if mixed:
        first = min(mixed.values())
        last_dag, other = (f"{sweep.thresholds[k]:g}" for k in (n_dags - 1, first))
        warnings.warn(
            ClassWarning(
                f"{listing(list(mixed))}: thresholds down to {last_dag} give DAGs, but {other} gives "
                f"{describe(class_of(sweep.graph(first)))}. Do not compare the values of DAGs with "
                "those of other classes; sweep.classes names the class at each threshold"
            ),
            stacklevel=levels_to_caller(),
        )


def _warn_of_true_class(sweep: ThresholdSweep, chosen: Sequence[Number]) -> None:
    """Warn if the first graph with an edge is of another class than the truth, as `evaluate` does."""
    if not sweep.n_edges.any():
        return
    k_first = int(np.flatnonzero(sweep.n_edges)[0])
    warn_of_other_classes(
        chosen,
        [(sweep.truth, sweep.graph(k_first))],
        lambda _, column: not np.isnan(sweep.values[k_first, sweep.columns.index(column)]),
    )
