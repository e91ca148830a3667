"""
Comparison of many estimates, with one truth or each with its own, as a table.

One file, because `evaluate_many` and `evaluate_pairs` share the steps between the input and the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import nan
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.classes import class_named
from edgemark.conventions.options import Direction, Kind, Symmetric
from edgemark.errors import (
    ConventionError,
    EdgemarkError,
    GraphError,
    InputTypeError,
    KindError,
    MissingExtraError,
    Remedy,
    plural,
)
from edgemark.evaluation.batch_warnings import (
    say_how_skeletons_are_read,
    say_that_regimes_are_joined,
)
from edgemark.evaluation.estimate import evaluate
from edgemark.evaluation.score_table import table_of_scores
from edgemark.graph import Candidates, Graph, GraphStack, TemporalGraph
from edgemark.graph.adjacency import as_names
from edgemark.graph.align import align
from edgemark.graph.kinds import class_of
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics import Metric
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.batch_values import Part, numbers_of, one_by_one
from edgemark.metrics.candidate_pairs import within
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.selectors import Number, Wanted, position_of, selected
from edgemark.metrics.temporal_inputs import OF_REGIMES
from edgemark.progress import Show, counted, uncounted
from edgemark.report import Report
from edgemark.report.tables import InPapers, Table
from edgemark.values import ByContent

__all__ = ["ScoreTable", "evaluate_many", "evaluate_pairs"]

T = TypeVar("T")
Values = NDArray[np.float64]
Numbers = tuple[NDArray[np.intp], Values]
"""The rows of a metric, with their values in one column or, for a confusion, in several."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable(ByContent, InPapers):
    """
    Metrics of many estimates: one row for each estimate, one column for each number.

    A value is nan if the number is undefined (0 of 0) or refused (not defined on this estimate).
    ``table.report(k)`` gives the reason.

    Attributes:
        truth: the true graph. For pairs, a stack with the truth of each row; a tuple for time series
            graphs.
        estimates: the graphs in the order of the rows, as a stack; a tuple for time series graphs.
        names: names of the estimates, or their positions.
        columns: (metric, convention) of each column; a ratio of a confusion has its own name.
        values: shape (estimates, columns); read-only.
        candidates: the ordered pairs that count; None for all.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> found = Graph.parse("A --> B; C"), Graph.parse("A <-- B --> C")
        >>> table = evaluate_many(truth, found, ["shd", "f1"])
        >>> table["shd", "pair mismatch"], table["f1", "directed"].round(2)
        (array([1., 1.]), array([0.67, 0.5 ]))
    """

    truth: Graph | GraphStack | TemporalGraph | tuple[TemporalGraph, ...]
    estimates: GraphStack | tuple[TemporalEstimate, ...]
    names: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    values: Values
    candidates: Candidates | None = None

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, key: tuple[str, str] | str) -> Values:
        """
        Return a column by metric and convention, or by metric if it has one convention.

        Raises:
            ConventionError: there is no such column, or several; the error lists their conventions.
        """
        return self.values[:, position_of(key, self.columns, "table")]

    def report(self, k: int) -> Report:
        """Return the report of the k-th estimate, with counts and reasons, which the table lacks."""
        truth = self.truth[k] if isinstance(self.truth, GraphStack | tuple) else self.truth
        columns = [":".join(column) for column in self.columns]
        return evaluate(truth, self.estimates[k], columns, candidates=self.candidates)

    def to_frame(self) -> Any:
        """
        Return a pandas data frame with a row for each estimate and columns by metric and convention.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        columns = pandas.MultiIndex.from_tuples(self.columns, names=["metric", "convention"])
        return pandas.DataFrame(self.values, pandas.Index(self.names, name="estimate"), columns)

    def _table(self) -> Table:
        classes = {class_named(class_of(one)) for one in self.estimates if isinstance(one, Graph)}
        return table_of_scores(
            self.names, self.columns, self.values, in_several_classes=len(classes) > 1
        )

    def __repr__(self) -> str:
        return f"<ScoreTable: {plural(len(self), 'estimate')}, {plural(len(self.columns), 'number')}>"


def evaluate_many(
    truth: Any,
    estimates: Any,
    metrics: Wanted = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Iterable[str] | None = None,
    candidates: Candidates | None = None,
    progress: bool = False,
) -> ScoreTable:
    """
    Compare many estimates with one truth, and return a table of numbers.

    It is much faster than a loop over `evaluate`: metrics that count pairs, and the confusions of
    colliders and ancestors, are computed for all estimates in one call of the compiled core.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimates: a `GraphStack`; a list of graphs, or of objects `as_graph` reads; a mapping from names
            to these; or an array of shape (S, p, p) of zeros and ones. For a time series truth: graphs
            or objects `as_temporal` reads, or `TemporalScores`, which are scored one by one.
        metrics: as for `evaluate`.
        direction: direction of an edge that a 1 of an array means, see `Graph.from_adjacency`.
        symmetric: meaning of ones in both cells of a pair, see `Graph.from_adjacency`.
        nodes: names of the rows of an array; required if the truth has names.
        candidates: the ordered pairs that count, see `Candidates`; None for all.
        progress: whether to show the progress on standard error.

    Returns:
        One row for each estimate, one column for each number; nan if it is undefined or refused.

    Raises:
        AlignmentError: an estimate does not have the truth's nodes; the message says which.
        AmbiguityError: see `GraphStack.from_adjacency`.
        ConventionError: a name in `metrics` is unknown.
        GraphError: see `GraphStack.from_adjacency`; or two names are equal as text, such as "1" and 1.
        TypeError: the estimates are one graph or one file.

    Warns:
        ClassWarning: a time series graph has regimes, whose edges are compared together.

    Examples:
        >>> import numpy as np
        >>> truth = Graph.parse("A --> B; C")
        >>> arrays = np.zeros((3, 3, 3), np.int8)
        >>> arrays[1, 0, 1] = arrays[2, 1, 0] = 1
        >>> table = evaluate_many(truth, arrays, ["shd:arc hamming", "nced"],
        ...     direction="row-to-column", nodes=truth.nodes)
        >>> table["shd"]
        array([1., 0., 2.])
    """
    show = counted if progress else uncounted
    if isinstance(truth, TemporalGraph):
        _refuse_explanations(estimates, direction, symmetric, nodes)
        return _many_over_time(truth, estimates, metrics, candidates, show)
    truth = _graph(truth)
    named = _stacked(truth, estimates, direction, symmetric, nodes, show)
    return _many(truth, named, metrics, candidates, show)


def guesses_scored(
    truth: Graph | TemporalGraph,
    guesses: Any,
    metrics: Wanted,
    candidates: Candidates | None,
    *,
    progress: bool,
) -> ScoreTable:
    """Like `evaluate_many`, without the warnings: for guesses that replace an estimate."""
    show = counted if progress else uncounted
    if isinstance(truth, TemporalGraph):
        return _many_over_time(truth, guesses, metrics, candidates, show, warn=False)
    named = _stacked(truth, guesses, None, None, None, show)
    return _many(truth, named, metrics, candidates, show, warn=False)


def _many_over_time(
    truth: TemporalGraph,
    estimates: Any,
    metrics: Wanted,
    candidates: Candidates | None,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    _refuse_candidates(candidates)
    named = _by_name(estimates)
    return replace(_over_time([truth] * len(named), named, metrics, show, warn=warn), truth=truth)


def _many(
    truth: Graph,
    named: tuple[tuple[str, ...], GraphStack],
    metrics: Wanted,
    candidates: Candidates | None,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    chosen = selected(metrics)
    names, stack = named
    if warn:
        say_how_skeletons_are_read(chosen, truth, stack)
    parts: list[Part] = []
    if len(stack):
        like = align(stack.like, truth)
        true = like if candidates is None else within(like, candidates)
        parts = [(np.arange(len(stack)), true, GraphBatch(stack))]
    columns, values = _filled(chosen, len(stack), _from_parts(lambda metric: parts), show)
    return ScoreTable(truth, stack, names, columns, values, candidates)


def evaluate_pairs(
    truths: Any,
    estimates: Any,
    metrics: Wanted = None,
    *,
    candidates: Candidates | None = None,
    progress: bool = False,
) -> ScoreTable:
    """
    Compare many estimates, each with its own truth, and return a table of numbers.

    Adjustment distances are computed for all pairs in one call of the compiled core. Other metrics are
    computed together for all estimates of the same truth.

    Args:
        truths: a `GraphStack`, or graphs or objects `as_graph` reads, all on the same nodes; or time
            series graphs, which may have different variables.
        estimates: the same number of estimates on the same nodes; a mapping gives them names.
        metrics: as for `evaluate`.
        candidates: the ordered pairs that count for every truth, see `Candidates`; None for all.
        progress: whether to show the progress on standard error.

    Returns:
        One row for each pair, one column for each number; nan if it is undefined or refused.

    Raises:
        AlignmentError: a graph does not have the nodes of the first truth; the message says which.
        ConventionError: a name in `metrics` is unknown.
        GraphError: the numbers of truths and estimates differ.

    Warns:
        ClassWarning: a time series graph has regimes, whose edges are compared together.

    Examples:
        >>> truths = Graph.parse("A --> B --> C"), Graph.parse("A <-- B <-- C")
        >>> table = evaluate_pairs(truths, truths[::-1], ["sid", "shd:pair mismatch"])
        >>> table["sid"], table["shd"]
        (array([6., 6.]), array([2., 2.]))
    """
    show = counted if progress else uncounted
    if not isinstance(truths, GraphStack):
        truths = _several(truths, "the truths")
        if truths and isinstance(truths[0], TemporalGraph):
            _refuse_candidates(candidates)
            return _over_time(truths, _by_name(estimates), metrics, show)
    chosen = selected(metrics)
    true = _truths(truths)
    names, stack = _stacked(true.like, estimates, None, None, None, show)
    _demand_as_many(len(true), len(stack))
    say_how_skeletons_are_read(chosen, true, stack)
    true = _in_order_of(stack, true)
    parts = _Pairs(true, stack, candidates)
    columns, values = _filled(
        chosen,
        len(stack),
        _from_parts(
            lambda metric: (
                parts.together if metric.batch == "pairs" and candidates is None else parts.by_truth
            )
        ),
        show,
    )
    return ScoreTable(true, stack, names, columns, values, candidates)


# ---- inputs


def _refuse_candidates(candidates: Candidates | None) -> None:
    if candidates is not None:
        raise KindError(
            "candidates are pairs of nodes of a graph without lags; the truth is of time series",
            Remedy("Leave candidates out"),
        )


def _graph(thing: Any) -> Graph:
    if isinstance(thing, Graph):
        return thing
    from edgemark.io import as_graph

    return as_graph(thing)


def _stacked(
    truth: Graph,
    estimates: Any,
    direction: Direction | None,
    symmetric: Symmetric | None,
    nodes: Iterable[str] | None,
    show: Show,
) -> tuple[tuple[str, ...], GraphStack]:
    if isinstance(estimates, np.ndarray):
        estimates = GraphStack.from_adjacency(
            estimates, direction=direction, symmetric=symmetric, nodes=nodes
        )
    else:
        _refuse_explanations(estimates, direction, symmetric, nodes)
    if isinstance(estimates, GraphStack):
        if len(estimates):
            align(truth, estimates.like)
        return tuple(map(str, range(len(estimates)))), estimates
    named = _by_name(estimates)
    names = tuple(as_names(named))
    graphs = [
        _aligned(lambda thing: align(truth, _graph(thing)), *item)
        for item in show("estimates", named.items())
    ]
    return names, GraphStack(graphs) if graphs else _nothing_on(truth)


def _refuse_explanations(estimates: Any, *explanations: Any) -> None:
    if explanations != (None, None, None):
        raise ConventionError(
            "direction, symmetric and nodes apply to an array of shape (S, p, p) only; got "
            f"a {type(estimates).__name__}",
            Remedy("Leave them out", "direction=None, symmetric=None, nodes=None"),
        )


def _by_name(estimates: Any) -> Mapping[Any, Any]:
    from edgemark.io.objects import demand_several

    demand_several(estimates, "the estimates")
    return estimates if isinstance(estimates, Mapping) else dict(enumerate(estimates))


def _several(things: Any, what: str) -> list[Any]:
    from edgemark.io.objects import demand_several

    demand_several(things, what)
    several = list(things)
    if several and isinstance(several[0], tuple):
        raise InputTypeError(
            f"{what} and the estimates must be two lists; {what} hold pairs",
            Remedy("Take the pairs apart, as evaluate_pairs(*zip(*pairs)) does"),
        )
    return several


def _demand_as_many(n_truths: int, n_estimates: int) -> None:
    if n_truths != n_estimates:
        raise GraphError(
            f"each estimate needs a truth of its own; got {n_truths} truths and {n_estimates} estimates",
            Remedy("Compare many estimates with one truth by evaluate_many"),
        )


def _truths(things: GraphStack | list[Any]) -> GraphStack:
    if isinstance(things, GraphStack):
        return things
    graphs = [_graph(thing) for thing in things]
    return GraphStack(graphs) if graphs else _nothing_on(Graph(0))


def _nothing_on(like: Graph) -> GraphStack:
    return GraphStack._make(np.empty(0, np.uint64), np.zeros(1, np.uint64), like, ())


def _in_order_of(stack: GraphStack, truths: GraphStack) -> GraphStack:
    """Return the truths with their nodes in the order of the estimates."""
    if truths.nodes == stack.nodes:
        return truths
    return GraphStack([align(stack.like, truth) for truth in truths])


def _aligned(align_one: Callable[[Any], T], name: Any, thing: Any) -> T:
    try:
        return align_one(thing)
    except (EdgemarkError, InputTypeError) as error:
        raise error.after(f"estimate {name!r}: ") from None


# ---- numbers


@dataclass(frozen=True)
class _Pairs:
    """Truths and estimates, grouped for metrics that read one truth or all pairs at once."""

    truths: GraphStack
    estimates: GraphStack
    candidates: Candidates | None

    @cached_property
    def together(self) -> list[Part]:
        """All pairs at once, for metrics that accept many truths."""
        n = len(self.truths)
        return [(np.arange(n), GraphBatch(self.truths), GraphBatch(self.estimates))] if n else []

    @cached_property
    def by_truth(self) -> list[Part]:
        """The estimates grouped by truth, for other metrics."""
        rows_of: dict[tuple[Graph, Kind | None], list[int]] = {}
        for k, truth in enumerate(self.truths):
            rows_of.setdefault((truth, truth.kind), []).append(k)
        return [
            (
                np.array(rows),
                truth if self.candidates is None else within(truth, self.candidates),
                GraphBatch(self.estimates.take(np.array(rows))),
            )
            for (truth, _), rows in rows_of.items()
        ]


def _from_parts(parts_for: Callable[[Metric], list[Part]]) -> Callable[[Number], Iterable[Numbers]]:
    def numbers_for(one: Number) -> Iterable[Numbers]:
        metric, convention, measures = one
        return numbers_of(parts_for(metric), metric, convention.options, measures)

    return numbers_for


def _filled(
    chosen: tuple[Number, ...],
    n_rows: int,
    numbers_for: Callable[[Number], Iterable[Numbers]],
    show: Show,
) -> tuple[tuple[tuple[str, str], ...], Values]:
    """Return the columns and values of a table."""
    columns = tuple(column for number in chosen for column in number.columns)
    values = np.full((n_rows, len(columns)), nan)
    column = 0
    for one in show("numbers", chosen) if n_rows else ():
        width = len(one[2]) or 1
        for rows, numbers in numbers_for(one):
            values[rows, column : column + width] = numbers.T
        column += width
    values.flags.writeable = False
    return columns, values


# ---- time series


def _over_time(
    truths: Sequence[Any],
    named: Mapping[Any, Any],
    metrics: Wanted,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    """Return the table of time series estimates, scored one by one."""
    _demand_as_many(len(truths), len(named))
    items = zip(truths, show("estimates", named.items()), strict=True)
    found = [_aligned(partial(_beside, truth), *item) for truth, item in items]
    classes = {type(estimate) for estimate in found}
    if len(classes) > 1:
        raise KindError(
            "the estimates of a table must be all time series graphs or all scores; got some of each",
            Remedy("Make two tables"),
        )
    chosen = selected(metrics, *classes or (TemporalGraph,))
    if warn and any(metric.name != OF_REGIMES for metric, *_ in chosen):
        say_that_regimes_are_joined(truths, found)
    if warn:
        say_how_skeletons_are_read(chosen, truths, found)
    rows = np.arange(len(found))

    def numbers_for(one: Number) -> Iterable[Numbers]:
        metric, convention, measures = one
        yield rows, one_by_one(truths, found, metric, convention.options, measures)

    columns, values = _filled(chosen, len(found), numbers_for, show)
    return ScoreTable(tuple(truths), tuple(found), tuple(as_names(named)), columns, values)


def _beside(truth: Any, thing: Any) -> TemporalEstimate:
    if not isinstance(truth, TemporalGraph):
        raise KindError(
            f"the truths must all be time series graphs, or none; one is a {type(truth).__name__}"
        )
    estimate: TemporalEstimate = as_sides(truth, thing)[1]
    return estimate
