"""
The criteria of the nCED paper, for every metric.

A "yes" holds for the graphs that were checked, see `criteria`; it is not a proof. A "no" comes with the
graphs that refute the criterion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan, nan
from typing import Any

from edgemark.conventions.options import Kind
from edgemark.errors import ConventionError, GraphError
from edgemark.graph import Graph
from edgemark.metric_criteria import specimens
from edgemark.metric_criteria.answers import Criteria, Verdict
from edgemark.metric_criteria.normalising import normaliser
from edgemark.metric_criteria.specimens import LARGEST, OF_CLASS, Case
from edgemark.metric_criteria.transformations import (
    Landmarks,
    change,
    landmarks,
    rows_of,
    series_of,
    transformation,
)
from edgemark.metrics.bounds import bounds_by_name
from edgemark.metrics.declaration import as_graphs, better_by_name
from edgemark.metrics.selectors import Number, selected
from edgemark.report import Row

__all__ = ["RUNS", "Run", "criteria", "criteria_of_numbers"]

Runs = dict[str, list[tuple[Graph, tuple[Graph, ...]]]]
"""For each run of `RUNS`, the truth and the graphs of the run, in each order of the steps."""

_MAIN_RATIOS = frozenset({"precision", "recall", "f1", "fpr", "mcc", "balanced_accuracy"})
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Run:
    """
    A transformation of the nCED paper, which changes one graph into another, step by step.

    Attributes:
        start: the attribute of `Landmarks` that holds its first graph.
        end: the attribute of `Landmarks` that holds its last graph.
        improves: whether each step should make a metric better. Otherwise, each should make it worse.
    """

    start: str
    end: str
    improves: bool

    def graphs(self, of_truth: Landmarks) -> tuple[Graph, ...]:
        """The graphs from start to end, for one truth."""
        return transformation(getattr(of_truth, self.start), getattr(of_truth, self.end))


RUNS = {
    "3a": Run("truth", "half_open", improves=False),
    "3b": Run("reversed", "half_open", improves=True),
    "3c": Run("empty", "half_open", improves=True),
    "3d": Run("truth", "undirected", improves=False),
    "3e": Run("reversed", "undirected", improves=True),
    "3f": Run("empty", "undirected", improves=True),
    "6a": Run("truth", "empty", improves=False),
    "6b": Run("empty", "reversed", improves=False),
}
"""The transformations of Figures 3 and 6. The paper has no captions for 3a, 3b and 3d: we infer them."""


def criteria(metrics: Iterable[str] | str | None = None, truth: Any = None) -> tuple[Criteria, ...]:
    """
    Check metrics against the criteria of the nCED paper, and return the graphs that refute each "no".

    - Bounds: the range of values. The truths have two to six nodes and one edge, all edges into one
      node, or edges on half or all of the pairs. The estimates range from no edge to all pairs joined.
      Some truths and estimates have ``<->`` and circles instead of arrows. A bound is refuted if only
      the largest graphs reach the extreme value, and it is beyond 1 or -1. So a count has no upper
      bound, because it grows with the nodes. Larger graphs may have values outside of the observed
      range. Metrics declare the possible range, see `Criteria.lowest_possible` and `highest_possible`.
    - Identity: every DAG of two or three nodes is compared with every other graph that has at most one
      edge on a pair, and a collider with a fourth node is compared with every other DAG. A graph that
      scores at least as well as the truth itself refutes it.
    - True positives: true edges are removed one by one (the paper's Figure 6a), and each step must make
      the metric worse. False positives: reversed edges are added to the graph without edges (6b), and
      each step must make it worse.
    - Consistent: all steps of Figure 6a, and all of 6b, must change the metric equally. A metric that
      responds to neither has no verdict.
    - Open ends: Figure 3 leads from the truth, the reversed graph and the empty graph to half open or
      undirected edges. Half open edges are ``--o``. Each step must change the metric in the direction
      that section 3.3 of the paper requires, and all steps of a run must be of equal size.

    Figures 3 and 6 are repeated with several orders of the steps: up to five rotations of the nodes. If
    a metric is undefined or refused on a graph of a run, the other steps decide. By default, the truths
    are four DAGs: that of the paper, whose edges are all compelled; one with a reversible edge; a chain,
    whose edges are all reversible; and a complete DAG. If a metric is undefined on all of these, truths
    with ``<->`` or circles are used instead.

    Args:
        metrics: names as in `evaluate`: "shd", "f1", "f1:skeleton", "confusion"; None takes all metrics
            that rate the estimate. Ratios to chance are left out, and so are all ratios of confusions
            but the most common ones.
        truth: a DAG or MAG with at least one edge, for Figures 3 and 6; None takes four, see above.

    Returns:
        The verdicts on each metric and convention, in the order of the metrics.

    Raises:
        ConventionError: a name in `metrics` is unknown; or no requested metric rates the estimate.
            Metrics such as "decisiveness" do not, nor do ratios to chance; they are left out beside
            others.
        KindError: the truth is neither a DAG nor a MAG.
        GraphError: the truth has no edge.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth, sections 3.3 and 5.

    Examples:
        >>> (found,) = criteria("f1:directed")
        >>> bool(found.true_positives), bool(found.false_positives), bool(found.consistent)
        (True, False, False)
        >>> found.identity.reason
        'A --> B; B --- C scores 1, the same as the truth A --> B; C itself'
    """
    chosen = _numbers_by_default() if metrics is None else _numbers_with_direction(selected(metrics))
    if truth is not None:
        return tuple(criteria_of_numbers(chosen, as_graphs(truth, truth)[0]))
    return tuple(criteria_of_numbers(chosen, *specimens.true_dags(), others=specimens.of_other_marks()))


def criteria_of_numbers(
    numbers: Iterable[Number], *truths: Graph, others: Sequence[Landmarks] = ()
) -> Iterator[Criteria]:
    """
    Check metrics, each in one convention, with Figures 3 and 6 for true DAGs.

    A metric without a value for any step of Figure 6 is checked with the landmarks in `others`.
    """
    for truth in truths:
        if not truth.n_edges:
            raise GraphError("the criteria need a truth with at least one edge; got none")
    runs = _runs([landmarks(graph) for truth in truths for graph in _rotations(truth)])
    runs_of_others = [_runs([of_truth]) for of_truth in others]
    for number in numbers:
        yield from _criteria_of(number, runs, runs_of_others)


def _runs(of_truths: Sequence[Landmarks]) -> Runs:
    return {
        name: [(of_truth.truth, run.graphs(of_truth)) for of_truth in of_truths]
        for name, run in RUNS.items()
    }


def _rotations(truth: Graph, largest: int = 5) -> Iterator[Graph]:
    """
    Yield the truth with its nodes in several orders, which determine the orders of the steps. Unnamed
    nodes have only one order.
    """
    for k in range(min(truth.n_nodes, largest) if truth.is_named else 1):
        yield truth.with_nodes(truth.nodes[k:] + truth.nodes[:k]) if k else truth


# ---- selection of metrics


def _numbers_by_default() -> list[Number]:
    return [
        Number(metric, convention, tuple(m for m in measures if m in _MAIN_RATIOS))
        for metric, convention, measures in selected(None)
        if metric.better in ("lower", "higher")
    ]


def _numbers_with_direction(numbers: Sequence[Number]) -> list[Number]:
    with_direction = [number for number in numbers if number.metric.better in ("lower", "higher")]
    if not with_direction and numbers:
        metric = numbers[0].metric
        reason = (
            "is a multiple of chance"
            if metric.better == "ratio"
            else "only describes the graphs: neither lower nor higher values are better"
        )
        raise ConventionError(f"the criteria do not apply to {metric.name}, which {reason}")
    return with_direction


# ---- all criteria together


def _criteria_of(number: Number, runs: Runs, others: Sequence[Runs]) -> Iterator[Criteria]:
    """Check each measure of a metric in one convention."""
    metric, convention, measures = number
    cases = specimens.extremes()
    rows_of_measures = list(zip(*(rows_of(truth, graph, number) for truth, graph in cases), strict=True))
    paths_of_runs = [_paths_along(some_runs, number) for some_runs in (runs, *others)]
    classes = _classes(number)
    for k, measure in enumerate(measures or ("",)):
        choices = [_paths_of_measure(paths, k) for paths in paths_of_runs]
        paths = next(filter(_has_value, choices), choices[0])
        rows = rows_of_measures[k]
        better = rows[0].better
        lowest, highest, lower_bound, upper_bound = _bounds_of(rows, cases)
        lowest_possible, highest_possible = _declared_bounds(measure or metric.name, convention.name)
        values_and_sizes = [(row, truth.n_nodes) for row, (truth, _) in zip(rows, cases, strict=True)]
        identity, identity_among_dags = _identity(
            Number(metric, convention, (measure,) if measure else ())
        )
        of_figure_3 = [(paths[name], run.improves) for name, run in RUNS.items() if name.startswith("3")]
        yield Criteria(
            metric=measure or metric.name,
            convention=convention.name,
            better=better,
            lowest=lowest,
            highest=highest,
            lowest_possible=lowest_possible,
            highest_possible=highest_possible,
            normaliser=normaliser(measure or metric.name, values_and_sizes),
            lower_bound=lower_bound,
            upper_bound=upper_bound,
            identity=identity,
            identity_among_dags=identity_among_dags,
            true_positives=_responds(paths["6a"], better),
            false_positives=_responds(paths["6b"], better),
            consistent=_consistent([*paths["6a"], *paths["6b"]]),
            open_ends=_open_ends(of_figure_3, better),
            classes=classes,
        )


def _declared_bounds(name: str, convention: str) -> tuple[float, float]:
    """The lowest and the highest possible value; nan if it is not declared."""
    best, worst = bounds_by_name(f"{name}:{convention}")
    return (worst, best) if better_by_name(name) == "higher" else (best, worst)


Paths = dict[str, list["_Path"]]
"""For each run, the path of one measure in each order of the steps."""


def _paths_along(runs: Runs, number: Number) -> dict[str, list[list[_Path]]]:
    """Return, for each run and each order of the steps, the paths of all measures of a metric."""
    return {
        name: [
            [
                _Path(truth, graphs, series.values, series.reasons)
                for series in series_of(truth, graphs, number)
            ]
            for truth, graphs in orders
        ]
        for name, orders in runs.items()
    }


def _paths_of_measure(paths: dict[str, list[list[_Path]]], k: int) -> Paths:
    return {name: [measures[k] for measures in orders] for name, orders in paths.items()}


def _has_value(paths: Paths) -> bool:
    return any(path.steps() for name in ("6a", "6b") for path in paths[name])


# ---- along a run


@dataclass(frozen=True, slots=True)
class _Path:
    """The graphs of a run, the value of a metric on each, and the reason why it has none."""

    truth: Graph
    graphs: tuple[Graph, ...]
    values: tuple[float, ...]
    reasons: tuple[str, ...]

    def steps(self) -> list[tuple[int, float]]:
        """The position of each step, and by how much it changes the value, if it has both values."""
        steps = ((k, after - before) for k, (before, after) in enumerate(pairwise(self.values)))
        return [(k, step) for k, step in steps if not isnan(step)]

    def refute(self, problem: str, *steps: int) -> Verdict:
        """Return the verdict "no" with these consecutive steps as its example."""
        steps_in_words = [
            f"from {_rounded(self.values[k])} to {_rounded(self.values[k + 1])} as "
            f"{' becomes '.join(change(self.graphs[k], self.graphs[k + 1]))}"
            for k in steps
        ]
        graphs = self.graphs[steps[0] : steps[-1] + 2]
        return Verdict(False, f"{problem}: {', then '.join(steps_in_words)}", (self.truth, *graphs))

    def without_steps(self) -> Verdict:
        """The verdict that there is no step to check."""
        return Verdict(None, next(filter(None, self.reasons), "the graphs of this figure are all equal"))


def _rounded(value: float) -> str:
    return f"{value:.3g}"


def _responds(paths: Sequence[_Path], better: str, *, improves: bool = False) -> Verdict:
    """Return the verdict on whether every step changes the metric in the required direction."""
    sign = 1 if improves == (better == "higher") else -1
    for path in paths:
        for k, step in path.steps():
            if sign * step <= _TOLERANCE:
                return path.refute("the wrong way" if abs(step) > _TOLERANCE else "no response", k)
    return _not_refuted(paths)


def _equal_steps(paths: Sequence[_Path]) -> Verdict:
    """Return the verdict on whether the steps of each run are equal."""
    for path in paths:
        for (k, first), (following, second) in pairwise(path.steps()):
            if following == k + 1 and abs(second - first) > _TOLERANCE:
                return path.refute("unequal steps", k, following)
    return _not_refuted(paths)


def _not_refuted(paths: Sequence[_Path]) -> Verdict:
    """Return the verdict "yes", or none if no run has a step to check."""
    return Verdict(True) if any(path.steps() for path in paths) else paths[0].without_steps()


def _consistent(paths: Sequence[_Path]) -> Verdict:
    """Like `_equal_steps`, but return no verdict if the metric never responds."""
    verdict = _equal_steps(paths)
    if verdict and all(abs(step) <= _TOLERANCE for path in paths for _, step in path.steps()):
        return Verdict(None, "it responds neither to true positives nor to false positives")
    return verdict


def _open_ends(runs: Sequence[tuple[Sequence[_Path], bool]], better: str) -> Verdict:
    """
    Return the verdict on whether every run has equal steps in its direction.

    A "no" takes precedence over a missing verdict.
    """
    verdicts = [_responds(paths, better, improves=improves) for paths, improves in runs]
    verdicts += [_equal_steps(paths) for paths, _ in runs]
    return next(
        (verdict for holds in (False, None) for verdict in verdicts if verdict.holds is holds),
        Verdict(True),
    )


# ---- bounds


def _bounds_of(rows: Sequence[Row], cases: Sequence[Case]) -> tuple[float, float, Verdict, Verdict]:
    """
    Return the lowest and the highest observed value, and the verdicts on whether these are bounds.
    """
    defined = [(row.value, case) for row, case in zip(rows, cases, strict=True) if not isnan(row.value)]
    if not defined:
        no_verdict = Verdict(None, rows[0].reason)
        return nan, nan, no_verdict, no_verdict
    values = [value for value, _ in defined]
    return min(values), max(values), _bound(defined, -1), _bound(defined, 1)


def _bound(defined: Sequence[tuple[float, Case]], sign: int) -> Verdict:
    """
    Refute the lower bound (sign -1) or the upper bound (1) if only the largest graphs reach the extreme
    value, and it is beyond -1 or 1.
    """
    farthest, (truth, estimate) = max(defined, key=lambda value_and_case: sign * value_and_case[0])
    smaller = [sign * value for value, case in defined if case[0].n_nodes < LARGEST]
    if sign * farthest <= max(1, *smaller) + _TOLERANCE:
        return Verdict(True)
    return Verdict(
        False,
        f"it grows with the nodes: {estimate} scores {_rounded(farthest)} where the truth is {truth}",
        (truth, estimate),
    )


# ---- identity


def _identity(number: Number) -> tuple[Verdict, Verdict]:
    """Return two verdicts: whether only the truth is perfect among all graphs, and among DAGs."""
    among_dags = _identity_among(number, dags=True)
    if among_dags.holds is False:
        return among_dags, among_dags
    among_others = _identity_among(number, dags=False)
    return among_others, among_dags


def _identity_among(number: Number, *, dags: bool) -> Verdict:
    reason_of_undefined = ""
    has_defined = False
    for truth, estimates in specimens.truths_with_other_graphs(dags=dags):
        (row_of_truth,) = rows_of(truth, truth, number)
        if row_of_truth.status != "ok":
            reason_of_undefined = reason_of_undefined or row_of_truth.reason
            continue
        has_defined = True
        sign = 1 if row_of_truth.better == "higher" else -1
        for estimate in estimates:
            (row,) = rows_of(truth, estimate, number)
            gain = sign * (row.value - row_of_truth.value)
            if gain >= -_TOLERANCE:
                return _refuted_by(row, row_of_truth, truth, estimate, is_better=gain > _TOLERANCE)
    return Verdict(True) if has_defined else Verdict(None, reason_of_undefined)


def _refuted_by(
    row: Row, row_of_truth: Row, truth: Graph, estimate: Graph, *, is_better: bool
) -> Verdict:
    reason = f"{estimate} scores {_rounded(row.value)}, the same as the truth {truth} itself"
    if is_better:
        reason = (
            f"{estimate} scores {_rounded(row.value)}, better than the truth {truth} itself, which "
            f"scores {_rounded(row_of_truth.value)}"
        )
    return Verdict(False, reason, (truth, estimate))


# ---- classes of graph


def _classes(number: Number) -> tuple[Kind, ...]:
    """The classes of learned graphs on which a metric is not refused if the truth is a DAG."""
    return tuple(
        kind
        for kind, graph in OF_CLASS.items()
        if all(row.status != "refused" for row in rows_of(OF_CLASS["dag"], graph, number))
    )
