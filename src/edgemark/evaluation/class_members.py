"""The best, mean and worst value of a metric over the DAGs of an equivalence class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isnan, nan, sqrt
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import demand_whole
from edgemark.conventions.convention import Convention
from edgemark.errors import InputTypeError, KindError, Remedy
from edgemark.evaluation.batch import stack_scored
from edgemark.graph import Graph, GraphStack
from edgemark.graph.equivalence import (
    chain_objection,
    class_graph,
    class_read,
    class_size,
    member_stacks,
    refuse_declaration,
    sample_members,
)
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD
from edgemark.metrics import REGISTRY, Metric
from edgemark.metrics.declaration import Better, as_graphs, better_measure
from edgemark.metrics.selectors import one_number, refusal_of_several_numbers
from edgemark.resources import demand_steps
from edgemark.values import Confusion

__all__ = ["OverClass", "over_class"]

Values = NDArray[np.float64]

_MAX_WORDS_AT_ONCE = 1 << 21  # Adjacent pairs of all DAGs that are drawn together: 16 MB.
_CALL = 'over_class("{}", truth, estimate)'


@dataclass(frozen=True, slots=True)
class OverClass:
    """
    The range and mean of a metric over the DAGs of a class, or over the pairs of DAGs of two classes.

    Attributes:
        lowest: smallest value; among the drawn DAGs if `exact` is false.
        mean: mean value, with equal weight for every DAG.
        highest: largest value; among the drawn DAGs if `exact` is false.
        standard_error: standard error of the mean due to drawing; 0 if `exact`. It is estimated from the
            drawn values. If these are all equal it is 0 too, although other DAGs may have other values.
        n_members: number of DAGs of the class, or of pairs of DAGs.
        n_scored: number of DAGs or pairs that were scored.
        n_undefined: number of those whose value is undefined (0 of 0). They are left out of
            `lowest`, `mean`, `highest` and `standard_error`.
        better: "lower" or "higher", whichever is better; "ratio" for a ratio to random guessing, where
            higher is better; "neither" if no value is better than others.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
        >>> result = over_class("shd", truth, found)
        >>> result.best, result.mean, result.worst, result.n_members, result.exact
        (0.0, 1.0, 2.0, 3, True)
    """

    lowest: float
    mean: float
    highest: float
    standard_error: float
    n_members: int
    n_scored: int
    n_undefined: int
    better: Better

    @property
    def exact(self) -> bool:
        """Whether all DAGs or pairs of DAGs were scored."""
        return self.n_scored == self.n_members

    @property
    def best(self) -> float:
        """The best value; nan if neither lower nor higher is better."""
        return self._best_and_worst[0]

    @property
    def worst(self) -> float:
        """The worst value; nan if neither lower nor higher is better."""
        return self._best_and_worst[1]

    @property
    def _best_and_worst(self) -> tuple[float, float]:
        if self.better == "neither":
            return nan, nan
        if self.better == "lower":
            return self.lowest, self.highest
        return self.highest, self.lowest


def over_class(
    metric: str | Callable[..., Any],
    truth: Any,
    estimate: Any,
    *,
    n_samples: int = 10_000,
    seed: int = 0,
) -> OverClass:
    """
    Return the best, mean and worst value of a metric over the DAGs of an equivalence class.

    Each side that is a CPDAG or a declared MPDAG ranges over the DAGs of its class; a DAG or a cyclic
    directed graph stays as it is. If there are at most `n_samples` DAGs, or pairs of DAGs if both sides
    are classes, all are scored. Otherwise `n_samples` of them are drawn uniformly.

    Args:
        metric: a name such as "shd", "shd:arc hamming" or "f1:skeleton"; a metric such as `shd`; or any
            function of a true and a learned DAG that returns a number. A name without a convention
            stands for the first convention of the metric.
        truth: reference graph: a Graph, or an object that `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.
        n_samples: largest number of DAGs to score, or of pairs if both sides are classes.
        seed: seed of the draws; the same seed draws the same DAGs.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the name is unknown, or stands for several values; or `n_samples` or `seed` is
            not an integer, or too small.
        KindError: a side has no equivalence class of DAGs; or its class is larger than `n_samples` and
            cannot be drawn from, as for an MPDAG with a partially directed cycle; or the metric is not
            defined on DAGs.
        LimitError: so many graphs would need more than 10**11 steps.
        TypeError: the metric is neither a name nor a function; or the function does not return a number.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
        >>> over_class("f1:directed", truth, found).mean
        0.5
        >>> def missed(truth, dag):
        ...     return len(set(truth.edges()) - set(dag.edges()))
        >>> over_class(missed, truth, found).highest
        2.0
    """
    n_samples = demand_whole("n_samples", n_samples, 2)  # A standard error needs at least two numbers.
    seed = demand_whole("seed", seed, 0)
    scalar = _scalar_metric(metric)
    truth, estimate = as_graphs(truth, estimate)
    truth, estimate = _class_or_dag(truth, "truth"), _class_or_dag(estimate, "estimate")
    n_members = _size(truth, n_samples) * _size(estimate, n_samples)
    n_scored = min(n_members, n_samples)
    demand_steps(
        n_scored * truth.n_nodes**2,
        f"{n_scored} graphs of {truth.n_nodes} nodes",
        "Take fewer with the option n_samples",
    )
    if scalar.symmetric and not _is_class(estimate):
        # Many estimates are scored together, so the class becomes the estimate.
        truth, estimate = estimate, truth
    if n_members <= n_samples:
        parts = _values_of_all(scalar, truth, estimate)
    else:
        parts = _values_of_drawn(scalar, truth, estimate, n_samples, seed)
    return _summary(np.concatenate(list(parts)), n_members, scalar.better)


def _summary(values: Values, n_members: int, better: Better) -> OverClass:
    defined = values[~np.isnan(values)]
    if not defined.size:
        return OverClass(nan, nan, nan, nan, n_members, values.size, values.size, better)
    if values.size == n_members:
        deviation = 0.0  # All members were scored, so the mean has no error.
    else:
        deviation = float(defined.std(ddof=1)) if defined.size > 1 else nan
    return OverClass(
        lowest=float(defined.min()),
        mean=float(defined.mean()),
        highest=float(defined.max()),
        standard_error=deviation / sqrt(defined.size),
        n_members=n_members,
        n_scored=values.size,
        n_undefined=values.size - defined.size,
        better=better,
    )


# ---- DAGs of each side


def _class_or_dag(graph: Graph, side: str) -> Graph:
    """Return a side with its kind declared: a DAG, a cyclic directed graph, a CPDAG or an MPDAG."""
    refuse_declaration(graph, "over_class", side)
    if class_read(graph) == "dag":
        return graph.with_kind("dag")
    if class_of(graph) in ("dag", "digraph") and graph.present_states <= {FORWARD, BACKWARD, CYCLE}:
        return graph.with_kind("digraph")
    graph = class_graph(graph, "over_class", side)
    # `class_graph` warns of an undirected graph. Its new kind prevents a second warning.
    return graph.with_kind("cpdag") if graph.kind == "undirected" else graph


def _is_class(graph: Graph) -> bool:
    return graph.kind not in ("dag", "digraph")


def _size(graph: Graph, limit: int) -> int:
    """Count the DAGs of a side. Refuse a class of more than `limit` DAGs that can only be listed."""
    if not _is_class(graph):
        return 1
    reason = chain_objection(graph) if graph.kind == "mpdag" else None
    if reason is None:
        return class_size(graph)
    size = 0
    for stack in member_stacks(graph):
        size += len(stack)
        if size > limit:
            raise KindError(
                f"over_class cannot draw from this class of more than n_samples={limit} DAGs; {reason}",
                Remedy("Score all of its DAGs", "n_samples=1_000_000"),
            )
    return size


def _all_members(graph: Graph) -> Iterator[GraphStack]:
    return member_stacks(graph) if _is_class(graph) else iter([GraphStack([graph])])


def _drawn_members(graph: Graph, n: int, seed: int) -> GraphStack:
    return sample_members(graph, n, seed) if _is_class(graph) else GraphStack([graph])


# ---- values of pairs of DAGs


def _values_of_all(scalar: _ScalarMetric, truth: Graph, estimate: Graph) -> Iterator[Values]:
    for truths in _all_members(truth):
        for true in truths:
            for estimates in _all_members(estimate):
                yield scalar.of_stack(true, estimates)


def _values_of_drawn(
    scalar: _ScalarMetric, truth: Graph, estimate: Graph, n_samples: int, seed: int
) -> Iterator[Values]:
    n_words = sum(side.words.size for side in (truth, estimate) if _is_class(side))
    at_once = min(n_samples, 1 + _MAX_WORDS_AT_ONCE // n_words)
    sizes = [min(at_once, n_samples - k) for k in range(0, n_samples, at_once)]
    seeds = np.random.SeedSequence(seed).generate_state(2 * len(sizes), np.uint64).tolist()
    for size, seed_of_truth, seed_of_estimate in zip(sizes, seeds[::2], seeds[1::2], strict=True):
        truths = _drawn_members(truth, size, seed_of_truth)
        estimates = _drawn_members(estimate, size, seed_of_estimate)
        if len(truths) == 1:
            yield scalar.of_stack(truths[0], estimates)
        else:
            pairs = zip(truths, estimates if len(estimates) > 1 else [estimates[0]] * size, strict=True)
            yield np.array([scalar.of_pair(*pair) for pair in pairs])


@dataclass(frozen=True, slots=True)
class _ScalarMetric:
    """
    A metric of two DAGs whose value is one number.

    Attributes:
        of_pair: returns the value of a true and a learned DAG; raises KindError if the metric is not
            defined on them.
        of_stack: returns the values of a true DAG and each DAG of a stack.
        better: see `OverClass`.
        symmetric: whether the value stays the same if the two DAGs are swapped.
    """

    of_pair: Callable[[Graph, Graph], float]
    of_stack: Callable[[Graph, GraphStack], Values]
    better: Better
    symmetric: bool


def _scalar_metric(metric: str | Callable[..., Any]) -> _ScalarMetric:
    if isinstance(metric, str):
        return _metric_named(metric)
    if not callable(metric):
        raise InputTypeError(f"the metric must be a name or a function of two graphs; got {metric!r}")
    declared = REGISTRY.get(getattr(metric, "__name__", ""))
    if declared is not None and getattr(metric, "__wrapped__", None) is declared.function:
        return _metric_named(declared.name)
    return _ScalarMetric(
        lambda truth, estimate: _as_number(metric(truth, estimate)),
        lambda truth, stack: np.array([_as_number(metric(truth, graph)) for graph in stack]),
        better="neither",
        symmetric=False,
    )


def _as_number(value: Any) -> float:
    if isinstance(value, Confusion):
        raise refusal_of_several_numbers("a confusion", "over_class", _CALL.format("f1:directed"))
    if not isinstance(value, SupportsFloat):
        raise InputTypeError(f"the metric must give a number; got {value!r}")
    return float(value)


def _metric_named(name: str) -> _ScalarMetric:
    selected = one_number(name, "over_class", _CALL)
    metric, convention, measures = selected
    if metric.name in ("sid_lower", "sid_upper"):
        raise KindError(
            f"{metric.name} compares a class as a whole, but over_class scores each of its DAGs",
            Remedy("Compute the range of the SID", 'over_class("sid", truth, estimate)'),
        )
    measure = measures[0] if measures else ""

    def of_pair(truth: Graph, estimate: Graph) -> float:
        return _value_of_pair(metric, convention, measure, truth, estimate)

    def of_stack(truth: Graph, stack: GraphStack) -> Values:
        if len(stack) == 1:
            return np.array([of_pair(truth, stack[0])])
        values = stack_scored(truth, stack, [selected]).values[:, 0]
        undefined = np.flatnonzero(np.isnan(values))
        if undefined.size:
            # This raises an error if the value is nan because the metric is not defined on these DAGs.
            of_pair(truth, stack[int(undefined[0])])
        return values

    better = better_measure(measure) if measure else metric.better
    symmetric = metric.symmetric and not convention.one_sided and not measure
    return _ScalarMetric(of_pair, of_stack, better, symmetric)


def _value_of_pair(
    metric: Metric, convention: Convention, measure: str, truth: Graph, estimate: Graph
) -> float:
    value = metric.compute(truth, estimate, **convention.options)
    number = getattr(value, measure) if measure else value
    return nan if number is None or isnan(number) else float(number)
