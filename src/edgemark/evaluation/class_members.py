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
from edgemark.evaluation.batch import evaluate_many
from edgemark.graph import Graph, GraphStack
from edgemark.graph.equivalence import (
    chain_objection,
    class_graph,
    class_read,
    class_size,
    refuse_declaration,
    sample_members,
)
from edgemark.graph.equivalence import member_stacks as stacks_of
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD
from edgemark.metrics import REGISTRY, Metric
from edgemark.metrics.declaration import Better, as_graphs, better_measure
from edgemark.metrics.selectors import one_number, refusal_of_several_numbers
from edgemark.resources import demand_steps
from edgemark.values import Confusion

__all__ = ["OverClass", "over_class"]

Values = NDArray[np.float64]

_MAX_WORDS_AT_ONCE = 1 << 21


@dataclass(frozen=True, slots=True)
class OverClass:
    """
    The range and mean of a metric over the DAGs of a class, or over the pairs of DAGs of two classes.

    Attributes:
        lowest: smallest value; among the drawn DAGs if `exact` is false.
        mean: mean value, with equal weight for every DAG.
        highest: largest value; among the drawn DAGs if `exact` is false.
        standard_error: standard error of the mean due to drawing; 0 if `exact`.
        n_members: number of DAGs of the class, or of pairs of DAGs.
        n_scored: number of DAGs or pairs that were scored.
        n_undefined: number of those whose value is undefined (0 of 0). They are left out of
            `lowest`, `mean`, `highest` and `standard_error`.
        better: whether lower or higher values are better, or neither; for a "ratio", higher values are.

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
        """Whether every DAG was scored."""
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
        """Return the best and the worst value; for a ratio to chance, higher is better."""
        if self.better == "neither":
            return nan, nan
        ends = self.lowest, self.highest
        return ends if self.better == "lower" else ends[::-1]


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
            function of a true and a learned DAG that returns a number. A name without convention takes
            the first one.
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.
        n_samples: largest number of DAGs to score, or of pairs if both sides are classes.
        seed: seed of the draws; the same seed draws the same DAGs.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the name is unknown, or stands for several numbers; or `n_samples` or `seed` is
            not an integer, or too small.
        KindError: a side has no equivalence class of DAGs; or its class is larger than `n_samples` and
            cannot be drawn from, as for an MPDAG with a partially directed cycle; or the metric is not
            defined on DAGs.
        LimitError: so many graphs would take more than an hour.
        TypeError: the function does not return a number.

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
    number = _number_of(metric)
    truth, estimate = as_graphs(truth, estimate)
    truth, estimate = _class_or_dag(truth, "truth"), _class_or_dag(estimate, "estimate")
    n_members = _size(truth, n_samples) * _size(estimate, n_samples)
    demand_steps(
        min(n_members, n_samples) * truth.n_nodes**2,
        f"{n_samples} graphs of {truth.n_nodes} nodes",
        "Take fewer with the option n_samples",
    )
    if n_members <= n_samples:
        parts = _values_of_all(number, truth, estimate)
    else:
        parts = _values_of_drawn(number, truth, estimate, n_samples, seed)
    return _summary(np.concatenate(list(parts)), n_members, number.better)


def _summary(values: Values, n_members: int, better: Better) -> OverClass:
    defined = values[~np.isnan(values)]
    if not defined.size:
        return OverClass(nan, nan, nan, nan, n_members, values.size, values.size, better)
    exact = values.size == n_members
    deviation = 0.0 if exact else float(defined.std(ddof=1)) if defined.size > 1 else nan
    return OverClass(
        float(defined.min()),
        float(defined.mean()),
        float(defined.max()),
        deviation / sqrt(defined.size),
        n_members,
        values.size,
        values.size - defined.size,
        better,
    )


# ---- members of each side


def _class_or_dag(graph: Graph, side: str) -> Graph:
    """Return the graph of a class, or a DAG or a directed graph as it is; refuse other graphs."""
    refuse_declaration(graph, "over_class", side)
    if class_read(graph) == "dag":
        return graph.with_kind("dag")
    if class_of(graph) in ("dag", "digraph") and graph.present_states <= {FORWARD, BACKWARD, CYCLE}:
        return graph.with_kind("digraph")
    class_of_side = class_graph(graph, "over_class", side)
    # The declared kind prevents a second warning.
    return class_of_side.with_kind("cpdag") if class_of_side.kind == "undirected" else class_of_side


def _is_class(graph: Graph) -> bool:
    return graph.kind not in ("dag", "digraph")


def _size(graph: Graph, limit: int) -> int:
    """Count the members of a class; if counting needs a list, stop at a limit."""
    if not _is_class(graph):
        return 1
    reason = chain_objection(graph) if graph.kind == "mpdag" else None
    if reason is None:
        return class_size(graph)
    size = 0
    for stack in stacks_of(graph):
        size += len(stack)
        if size > limit:
            raise KindError(
                f"over_class cannot draw from this class of more than n_samples={limit} DAGs; {reason}",
                Remedy("Score all of its DAGs", "n_samples=1_000_000"),
            )
    return size


def _all_members(graph: Graph) -> Iterator[GraphStack]:
    return stacks_of(graph) if _is_class(graph) else iter([GraphStack([graph])])


def _drawn_members(graph: Graph, n: int, seed: int) -> GraphStack:
    return sample_members(graph, n, seed) if _is_class(graph) else GraphStack([graph])


# ---- numbers of pairs of DAGs


def _values_of_all(number: _Number, truth: Graph, estimate: Graph) -> Iterator[Values]:
    # Stacks of estimates are scored together, so the class becomes the estimate if this is allowed.
    if number.symmetric and not _is_class(estimate):
        truth, estimate = estimate, truth
    for truths in _all_members(truth):
        for true in truths:
            for estimates in _all_members(estimate):
                yield number.of_many(true, estimates)


def _values_of_drawn(
    number: _Number, truth: Graph, estimate: Graph, n_samples: int, seed: int
) -> Iterator[Values]:
    # Stacks of estimates are scored together, so the class becomes the estimate if this is allowed.
    if number.symmetric and not _is_class(estimate):
        truth, estimate = estimate, truth
    at_once = min(n_samples, 1 + _MAX_WORDS_AT_ONCE // (truth.words.size + 1))
    sizes = [min(at_once, n_samples - k) for k in range(0, n_samples, at_once)]
    seeds = np.random.SeedSequence(seed).generate_state(2 * len(sizes), np.uint64).tolist()
    for size, seed_of_truth, seed_of_estimate in zip(sizes, seeds[::2], seeds[1::2], strict=True):
        truths, estimates = (
            _drawn_members(truth, size, seed_of_truth),
            _drawn_members(estimate, size, seed_of_estimate),
        )
        if len(truths) == 1:
            yield number.of_many(truths[0], estimates)
        else:
            pairs = zip(truths, estimates if len(estimates) > 1 else [estimates[0]] * size, strict=True)
            yield np.array([number.of_one(*pair) for pair in pairs])


@dataclass(frozen=True, slots=True)
class _Number:
    """
    A metric of two graphs, for one pair and for a stack.

    Attributes:
        of_one: the value for a true and a learned DAG; raises KindError if it is refused.
        of_many: the values for a true DAG and each DAG of a stack.
        better: as a metric declares it.
        symmetric: whether the DAGs can be swapped.
    """

    of_one: Callable[[Graph, Graph], float]
    of_many: Callable[[Graph, GraphStack], Values]
    better: Better
    symmetric: bool


def _number_of(metric: str | Callable[..., Any]) -> _Number:
    if isinstance(metric, str):
        return _number_named(metric)
    if not callable(metric):
        raise InputTypeError(f"the metric must be a name or a function of two graphs; got {metric!r}")
    declared = REGISTRY.get(getattr(metric, "__name__", ""))
    if declared is not None and getattr(metric, "__wrapped__", None) is declared.function:
        return _number_named(declared.name)
    return _Number(
        lambda truth, estimate: _as_number(metric(truth, estimate)),
        lambda truth, stack: np.array([_as_number(metric(truth, graph)) for graph in stack]),
        "neither",
        False,
    )


def _as_number(value: Any) -> float:
    if isinstance(value, Confusion):
        raise refusal_of_several_numbers("a confusion", "over_class", _CALL.format("f1:directed"))
    if not isinstance(value, SupportsFloat):
        raise InputTypeError(f"the metric must give a number; got {value!r}")
    return float(value)


_CALL = 'over_class("{}", truth, estimate)'


def _number_named(name: str) -> _Number:
    number = one_number(name, "over_class", _CALL)
    metric, convention, measures = number
    if metric.name in ("sid_lower", "sid_upper"):
        raise KindError(
            f"{metric.name} compares a class as a whole, but over_class scores each of its DAGs",
            Remedy("Compute the range of the SID", 'over_class("sid", truth, estimate)'),
        )
    measure = measures[0] if measures else ""

    def of_one(truth: Graph, estimate: Graph) -> float:
        return _value_of_pair(metric, convention, measure, truth, estimate)

    def of_many(truth: Graph, stack: GraphStack) -> Values:
        if len(stack) == 1:
            return np.array([of_one(truth, stack[0])])
        values = evaluate_many(truth, stack, [number]).values[:, 0]
        undefined = np.flatnonzero(np.isnan(values))
        if undefined.size:
            # Raises an error if nan means that the metric refused the graphs.
            of_one(truth, stack[int(undefined[0])])
        return values

    better = better_measure(measure) if measure else metric.better
    symmetric = metric.symmetric and not convention.one_sided and not measure
    return _Number(of_one, of_many, better, symmetric)


def _value_of_pair(
    metric: Metric, convention: Convention, measure: str, truth: Graph, estimate: Graph
) -> float:
    value = metric.compute(truth, estimate, **convention.options)
    number = getattr(value, measure) if measure else value
    return nan if number is None or isnan(number) else float(number)
