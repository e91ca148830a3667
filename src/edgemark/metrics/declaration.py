"""
The declaration of metrics, and the checks that every call of a metric passes.

The wrapper of a metric converts objects of other libraries, checks options, kinds and pairs with two
edges, and aligns nodes by name. So the nodes of both arguments of the metric's own function are in the
same order. The annotation of `estimate` declares its type: a `Graph`, or another output of a method.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from math import inf, nan
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np

from edgemark.conventions.convention import Convention, same_name
from edgemark.conventions.options import Kind
from edgemark.errors import (
    ClassWarning,
    ConventionError,
    GraphError,
    InputTypeError,
    KindError,
    Message,
    Remedy,
    plural,
)
from edgemark.graph import Candidates, Graph, GraphStack, TemporalGraph
from edgemark.graph.align import align
from edgemark.graph.estimate import Estimate
from edgemark.graph.kinds import demand_one_edge, describe, remedies_for_undirected_edges
from edgemark.graph.likes import GraphLike, TemporalLike
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.batch import GraphOrBatch
from edgemark.metrics.compared_graphs import sides_read, skeleton_notes
from edgemark.metrics.pair_sums import Additive
from edgemark.metrics.registry import Registry
from edgemark.metrics.restricted_pairs import GraphWithCandidates, refuse_candidates, within
from edgemark.metrics.temporal_inputs import (
    OF_REGIMES,
    over_same_lags,
    regime_notes,
    truth_without_lags,
)
from edgemark.values import COUNTS, LOWER_IS_BETTER, RATIOS, Confusion

__all__ = [
    "REGISTRY",
    "Better",
    "Metric",
    "better_by_name",
    "better_measure",
    "full_name",
    "metric",
]

AutoClass = Literal["cpdag", "pag", "tiered-mpdag"]
ReadsClasses = Literal["neither", "truth", "both"]
Batch = Literal["none", "estimates", "pairs"]
Better = Literal["lower", "higher", "ratio", "neither"]
Caution = Callable[[Graph, Any], str | None]
BestByOptions = Callable[[Mapping[str, Any]], float]
Otherwise = Callable[[Any, Any], Iterator[Remedy]]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """
    The declaration of a metric: accepted graphs, best value, conventions and so on.

    Attributes:
        name: name of the public function.
        function: the metric without the checks; it expects aligned sides.
        takes: type of the estimate.
        over_time: whether it scores time series graphs.
        better: "lower" or "higher" says which values are better. "neither" is for metrics that only
            describe the estimate. "ratio" is for multiples of chance: 1 is chance, higher is better, and
            the maximum depends on the truth.
        best: the value of a perfect estimate; inf for a ratio, nan if neither is better.
        worst: the worst possible value; nan if there is none, or if it depends on the graphs, as for a
            `Count`.
        symmetric: whether truth and estimate can be swapped, except in one-sided conventions.
        kinds: kinds of graph that the metric is defined on; None for all.
        two_edges_on_a_pair: whether the metric accepts two edges on a pair.
        conventions: conventions of the metric; `evaluate` prints a row for each.
        cite: key of its reference in `conventions.REFERENCES`.
        caution: returns a warning if the value of an estimate, or of one in a batch, may be misleading.
        additive: how it is computed as a sum over node pairs; None if it is no such sum.
        batch: what its function accepts: "none" for one estimate at a time, "estimates" for a
            `GraphBatch` with one truth, "pairs" for batches on both sides.
        most_nodes: with more nodes, `evaluate` skips it unless it is requested by name. Time series
            graphs are unrolled over the maximum lag + 1 time steps, and the unrolled nodes count.
        otherwise: a function that returns remedies if the metric refuses the truth or the estimate.
        candidates: whether it can be restricted to candidate pairs, see `Candidates`.
        defaults: the metric's options and their default values.
        options: the allowed values of options with a closed set of values.
        measures: the counts and ratios of a confusion metric; empty for other metrics.
        best_by_options: a function that returns the value of a perfect estimate for some options, nan if
            it depends on the truth; None if it is `best` for all options.
        auto_class: the classes that `compare="auto"` compares if the estimate stands for a class:
            "cpdag", "pag" (CPDAGs or PAGs) or "tiered-mpdag". None without an option `compare="auto"`.
        reads_classes: the sides that it reads as equivalence classes whatever its options, so that an
            undirected graph stands for a CPDAG. A metric with `auto_class` reads "both" as classes.
        normaliser: the normalising factor, such as "p(p-1)", if it is not the maximum of a `Count`.
    """

    name: str
    function: Callable[..., Any]
    takes: type[Any]
    over_time: bool
    better: Better
    best: float
    worst: float
    symmetric: bool
    kinds: tuple[Kind, ...] | None
    two_edges_on_a_pair: bool
    conventions: tuple[Convention, ...]
    cite: str
    caution: Caution | None
    additive: Additive | None
    defaults: Mapping[str, Any]
    batch: Batch
    most_nodes: int | None
    otherwise: Otherwise | None
    candidates: bool
    options: Mapping[str, tuple[str, ...]]
    measures: tuple[str, ...]
    best_by_options: BestByOptions | None = None
    auto_class: AutoClass | None = None
    reads_classes: ReadsClasses = "neither"
    normaliser: str = ""

    @property
    def family(self) -> str:
        """Name of the file or folder of `edgemark.metrics` that defines it, or of another package."""
        return self.function.__module__.removeprefix("edgemark.metrics.").partition(".")[0]

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def best_with(self, options: Mapping[str, Any]) -> float:
        """Return the value of a perfect estimate with these options; nan if it depends on the truth."""
        if self.best_by_options is None:
            return self.best
        return self.best_by_options({**self.defaults, **options})

    def compute(self, truth: Any, estimate: Any, **options: Any) -> Any:
        """Return the value for two aligned sides; raise KindError if it is not defined."""
        if self.over_time is isinstance(truth, Graph):
            raise self._refused_truth()
        if self.takes is Graph:
            if not isinstance(estimate, Graph):
                raise self._refused_estimate(estimate)
            self.check(truth, estimate)
            return self.function(truth, estimate, **options)
        if not self.candidates:
            refuse_candidates(truth, self.name)
        return self.function(truth, self.takes.of(estimate), **options)

    def _refused_truth(self) -> KindError:
        """Return the error for a truth without lags if the metric needs lags, or with lags if not."""
        if self.over_time:
            return KindError(
                f"{self.name} compares time series graphs; the truth is a graph without lags"
            )
        return KindError(
            f"{self.name} compares graphs without lags; the truth is a time series graph",
            Remedy(
                "Compare the summary graphs",
                "evaluate(truth.summary(), estimate.summary())",
                "--summary",
            ),
        )

    def _refused_estimate(self, estimate: Any) -> KindError:
        """Return the error for scores or samples instead of a graph."""
        from edgemark.graph.graph_samples import GraphSamples

        are_samples = isinstance(estimate, GraphSamples)
        return KindError(
            f"{self.name} compares graphs; the estimate is {type(estimate).__name__}",
            *(
                [Remedy("Average over the samples", f'expected(truth, estimate, "{self.name}")')]
                if are_samples
                else []
            ),
            *(
                Remedy(say, f"{self.name}(truth, {code.format('estimate')})")
                for say, code in estimate.way_to_graphs
            ),
        )

    def takes_long(self, truth: Any) -> bool:
        """Whether a truth is so large that the metric must be requested by name."""
        steps = truth.max_lag + 1 if self.over_time else 1
        return self.most_nodes is not None and truth.n_nodes * steps > self.most_nodes

    def check(self, truth: GraphOrBatch, estimate: GraphOrBatch) -> None:
        """Refuse graphs on which the metric is not defined."""
        if not self.candidates:
            refuse_candidates(truth, self.name)
        if not self.two_edges_on_a_pair:
            demand_one_edge(truth, estimate, self.name)
        if self.kinds is None:
            return
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            objections = [graph.objection(kind) for kind in self.kinds]
            if all(objections):
                # The metric would also refuse the graph if it were declared a CPDAG.
                refuses_cpdag = self.kinds == ("dag",) and (side == "truth" or graph.objection("cpdag"))
                raise KindError(
                    f"{self.name} needs {' or '.join(map(describe, self.kinds))} as the {side}; "
                    f"{objections[0]}",
                    *(() if refuses_cpdag else remedies_for_undirected_edges(graph, side)),
                    *(self.otherwise(truth, estimate) if self.otherwise is not None else ()),
                )

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Refuse unknown options, and values that an option does not allow."""
        unknown = [option for option in options if option not in self.defaults]
        if unknown:
            raise TypeError(f"{self.name}() got an unexpected keyword argument {unknown[0]!r}")
        for option, value in options.items():
            allowed = self.options.get(option)
            if allowed is not None and (not isinstance(value, str) or value not in allowed):
                raise ConventionError.unknown(f"{self.name}: {option}", value, allowed)


_WORST = {"lower": nan, "higher": 0.0, "ratio": 0.0, "neither": nan}
_CONVERTED_TO: Mapping[Any, type[Any]] = {GraphLike: Graph, TemporalLike: TemporalGraph}
REGISTRY: dict[str, Metric] = Registry()
"""All metrics by name, in the order of the families, those of other packages last."""


def better_measure(name: str) -> Better:
    """Return whether lower or higher values of a count or ratio of a confusion matrix are better."""
    return "lower" if name in LOWER_IS_BETTER else "higher"


def full_name(name: str) -> str:
    """Return the metric or measure of this name, ignoring case and a convention after a colon."""
    if name in COUNTS or name in RATIOS or name in REGISTRY:
        return name
    return _first_same_name(name.partition(":")[0], (*COUNTS, *RATIOS, *REGISTRY)) or name


@cache
def _first_same_name(name: str, known: tuple[str, ...]) -> str:
    return next((candidate for candidate in known if same_name(candidate, name)), "")


def better_by_name(name: str) -> Better | None:
    """
    Return whether lower or higher values of a metric or measure are better; None for unknown names.

    Examples:
        >>> better_by_name("shd"), better_by_name("F1:skeleton"), better_by_name("runtime")
        ('lower', 'higher', None)
    """
    name = full_name(name)
    if name in COUNTS or name in RATIOS:
        return better_measure(name)
    return REGISTRY[name].better if name in REGISTRY else None


def as_graphs(truth: Any, estimate: Any) -> tuple[Graph, Graph]:
    """Convert both sides with `as_graph`, and put the estimate's nodes into the truth's order."""
    if not isinstance(truth, Graph) or not isinstance(estimate, Graph):
        from edgemark.io import as_graph

        if isinstance(truth, TemporalGraph) and isinstance(estimate, TemporalGraph):
            raise InputTypeError(
                "graphs without lags are needed; got two time series graphs. Convert them with "
                "summary(), extended_summary(), contemporaneous() or unroll(length)"
            )
        truth, estimate = as_graph(truth), as_graph(estimate)
    return truth, align(truth, estimate)


def as_sides(truth: Any, estimate: Any, candidates: Candidates | None = None) -> tuple[Any, Any]:
    """
    Align two sides like `as_graphs`, but accept estimates that are not graphs.

    The returned truth also holds the candidate pairs: the given ones, or else its own, or else the pairs
    that the estimate scores.
    """
    truth, estimate = _sides(truth, estimate)
    scored = getattr(estimate, "candidates", None)
    if candidates is None and scored is None:
        return truth, estimate
    if not isinstance(truth, Graph):
        raise KindError(
            "candidates are pairs of nodes of a graph without lags; the truth is a time series graph",
            Remedy("Leave candidates out"),
        )
    if candidates is not None:
        truth = within(truth, candidates)
        if scored is not None:
            demand_scored(truth.candidates, scored)
    elif scored is not None and not isinstance(truth, GraphWithCandidates):
        truth = within(truth, scored)
    return truth, estimate


def demand_scored(candidates: Candidates, scored: Candidates) -> None:
    """Refuse candidates without a score."""
    missing = ~scored.has(candidates.starts, candidates.ends)
    if missing.any():
        k = int(np.flatnonzero(missing)[0])
        a, b = (candidates.nodes[int(x[k])] for x in (candidates.starts, candidates.ends))
        raise GraphError(
            f"every candidate must have a score; {int(missing.sum())} have none, such as "
            f"{a!r} --> {b!r}",
            Remedy("Leave such pairs out, or count every pair with a score", "candidates=None"),
        )


def _sides(truth: Any, estimate: Any) -> tuple[Any, Any]:
    if isinstance(truth, Graph) and isinstance(estimate, Graph):
        return truth, align(truth, estimate)
    _refuse_several(estimate)
    if isinstance(truth, TemporalGraph):
        return truth, over_same_lags(truth, estimate)
    _refuse_series(truth, estimate)
    if isinstance(estimate, TemporalEstimate):
        raise truth_without_lags(truth, estimate)
    if not isinstance(estimate, Estimate):
        return as_graphs(truth, estimate)
    if not isinstance(truth, Graph):
        from edgemark.io import as_graph

        truth = as_graph(truth)
    return truth, align(truth, estimate)


def _refuse_series(truth: Any, estimate: Any) -> None:
    """Refuse 3-D arrays and results of time series methods, and suggest how to read them."""
    series_sides = [
        side
        for side in (truth, estimate)
        if getattr(side, "ndim", None) == 3 or (isinstance(side, dict) and "graph" in side)
    ]
    if series_sides and not isinstance(truth, Graph):
        raise InputTypeError(
            "time series graphs must be converted first, both truth and estimate; got "
            f"{type(truth).__name__} and {type(estimate).__name__}",
            Remedy("Read both", "evaluate(as_temporal(truth), as_temporal(estimate))"),
        )


def _refuse_several(estimate: Any) -> None:
    """Refuse several estimates, and suggest the function that compares them."""
    if isinstance(estimate, GraphStack) or (
        isinstance(estimate, list | tuple)
        and bool(estimate)
        and all(isinstance(one, Graph | Estimate | TemporalEstimate) for one in estimate)
    ):
        raise InputTypeError(
            f"one estimate is compared with the truth; got a {type(estimate).__name__} of "
            f"{plural(len(estimate), 'estimate')}",
            Remedy("Compare several", "evaluate_many(truth, estimate)"),
        )


def metric(
    *,
    better: Better,
    cite: str,
    worst: float | None = None,
    symmetric: bool = False,
    kinds: tuple[Kind, ...] | None = None,
    two_edges_on_a_pair: bool = False,
    conventions: tuple[Convention, ...] = (),
    caution: Caution | None = None,
    additive: Additive | None = None,
    batch: Batch = "none",
    most_nodes: int | None = None,
    otherwise: Otherwise | None = None,
    candidates: bool = False,
    best_by_options: BestByOptions | None = None,
    auto_class: AutoClass | None = None,
    reads_classes: ReadsClasses = "neither",
    normaliser: str = "",
) -> Callable[[Function], Function]:
    """Declare a function as a metric: add it to the registry and wrap it with the checks."""

    def declare(function: Function) -> Function:
        hints = get_type_hints(function)
        takes = _CONVERTED_TO.get(hints["estimate"], hints["estimate"])
        declared = Metric(
            name=function.__name__,
            function=function,
            takes=takes,
            over_time=issubclass(takes, TemporalEstimate),
            better=better,
            best={"lower": 0.0, "higher": 1.0, "ratio": inf, "neither": nan}[better],
            worst=_WORST[better] if worst is None else worst,
            symmetric=symmetric,
            kinds=kinds,
            two_edges_on_a_pair=two_edges_on_a_pair,
            conventions=conventions or (Convention("", "see the metric"),),
            cite=cite,
            caution=caution,
            additive=additive,
            defaults=_defaults(function),
            batch=batch,
            most_nodes=most_nodes,
            otherwise=otherwise,
            candidates=candidates,
            options=_allowed_values(hints),
            measures=(*COUNTS, *RATIOS) if hints["return"] is Confusion else (),
            best_by_options=best_by_options,
            auto_class=auto_class,
            reads_classes="both" if auto_class else reads_classes,
            normaliser=normaliser,
        )
        _demand_auto_class(declared)
        REGISTRY[declared.name] = declared
        takes_plain_graphs = takes is Graph and caution is None

        @wraps(function)
        def checked(truth: Any, estimate: Any, **options: Any) -> Any:
            if takes_plain_graphs and not options and _are_plain(truth, estimate):
                if kinds is not None or (
                    not two_edges_on_a_pair
                    and (truth.has_two_edges_on_a_pair or estimate.has_two_edges_on_a_pair)
                ):
                    declared.check(truth, estimate)
                return function(truth, estimate)
            declared.check_options(options)
            truth, estimate = as_sides(truth, estimate)
            value = declared.compute(truth, estimate, **options)
            if caution is not None and (text := caution(truth, estimate)):
                warnings.warn(text, ClassWarning, stacklevel=2)
            for note in _warnings_about(declared, options, truth, estimate):
                warnings.warn(note, ClassWarning, stacklevel=2)
            return value

        return cast(Function, checked)

    return declare


def _demand_auto_class(declared: Metric) -> None:
    """Refuse a metric with the option compare="auto" that does not declare what it compares."""
    if ("auto" in declared.options.get("compare", ())) is not (declared.auto_class is not None):
        raise TypeError(
            f'{declared.name} must declare auto_class if its option compare may be "auto", and only '
            f"then; got auto_class={declared.auto_class!r}. Type @metric(auto_class=...) with one of "
            f"{', '.join(map(repr, get_args(AutoClass)))}"
        )


def _are_plain(truth: Any, estimate: Any) -> bool:
    """
    Whether two graphs need no alignment and no warnings: none is declared undirected, and both have the
    same nodes in the same order.
    """
    return (
        type(truth) is Graph
        and type(estimate) is Graph
        and truth._kind != "undirected"
        and estimate._kind != "undirected"
        and truth._n == estimate._n
        and (truth._names is estimate._names or truth._names == estimate._names)
    )


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY
    }


def _warnings_about(
    metric: Metric, options: Mapping[str, Any], truth: Any, estimate: Any
) -> Iterator[Message]:
    """Yield the warnings about the graphs that the report of `evaluate` shows too."""
    if metric.name != OF_REGIMES:
        yield from regime_notes(truth, estimate)
    yield from skeleton_notes(truth, estimate, sides_read(metric, options))


def _allowed_values(hints: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {
        name: get_args(hint)
        for name, hint in hints.items()
        if name != "return" and get_origin(hint) is Literal
    }
