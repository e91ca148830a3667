"""The symmetric mean of a metric over both directions."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from math import nan
from typing import Any, SupportsFloat

from edgemark.errors import (
    ClassWarning,
    ConventionError,
    InputTypeError,
    KindError,
    Message,
    Remedy,
    levels_to_caller,
)
from edgemark.evaluation.named_operands import remedies_with_operands
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.declaration import as_graphs, as_sides
from edgemark.metrics.selectors import one_number, refusal_of_several_numbers
from edgemark.metrics.temporal_inputs import OF_REGIMES, regime_notes
from edgemark.values import Confusion, Estimated

__all__ = ["symmetrized"]


def symmetrized(metric: str | Callable[..., Any], a: Any, b: Any, **options: Any) -> float:
    """
    Return the mean of a metric in both directions: (metric(a, b) + metric(b, a)) / 2.

    Use it for two graphs if neither is the truth. If the metric refuses the graphs in one direction,
    this function refuses them too.

    Args:
        metric: a name such as "sid", "parent_aid:zero" or "f1:skeleton", or a function of a truth and an
            estimate that returns a number. A name without convention takes the first one.
        a: a Graph, or an object `as_graph` reads; or a TemporalGraph, for metrics of time series.
        b: a graph of the same type on the same nodes, in any order.
        options: options of the metric.

    Returns:
        The mean. For a sampled metric, such as "sc_metric" of many nodes, it is `Estimated`. Both
        directions use the same draws, so its standard error, the mean of both, is an upper bound.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the name or the value of an option is unknown, or the name has several numbers.
        KindError: the metric is not defined on the graphs in one of the directions.
        TypeError: the metric is neither a name nor a function, does not return a number, or has no such
            option.

    Examples:
        >>> chain, complete = Graph.parse("A --> B --> C"), Graph.parse("A --> B --> C; A --> C")
        >>> symmetrized("sid", chain, complete)  # 0 one way, 1 the other
        0.5
    """
    function = _function_named(metric) if isinstance(metric, str) else metric
    if not callable(function):
        raise InputTypeError(f"the metric must be a name or a function of two graphs; got {metric!r}")
    if not (isinstance(a, TemporalGraph) and isinstance(b, TemporalGraph)):
        a, b = as_graphs(a, b)
    forward = _value_in_one_direction(function, {"truth": "a", "estimate": "b"}, a, b, options)
    backward = _value_in_one_direction(function, {"truth": "b", "estimate": "a"}, b, a, options)
    if isinstance(metric, str):  # A metric that is given as a function warns itself.
        _warn_how_skeletons_are_read(metric, a, b, options)
        _warn_of_joined_regimes(metric, a, b)
    mean = (forward + backward) / 2
    if isinstance(forward, Estimated) and isinstance(backward, Estimated):
        return Estimated(mean, (forward.standard_error + backward.standard_error) / 2)
    return mean


def _warn_how_skeletons_are_read(
    name: str, a: Graph | TemporalGraph, b: Graph | TemporalGraph, options: dict[str, Any]
) -> None:
    metric, convention, _ = one_number(name, "symmetrized", _CALL)
    if sides_read(metric, {**convention.options, **options}):
        for graph, side in ((a, "a"), (b, "b")):
            if note := skeleton_note(graph, side):
                problem = note.problem.replace(f"the {side},", f"{side},")
                text = Message(problem, *note.remedies)
                warnings.warn(text, ClassWarning, stacklevel=levels_to_caller())


def _warn_of_joined_regimes(name: str, a: Graph | TemporalGraph, b: Graph | TemporalGraph) -> None:
    if one_number(name, "symmetrized", _CALL).metric.name == OF_REGIMES:
        return
    names = {"truth": "a", "estimate": "b"}
    for note in regime_notes(a, b):
        problem = re.sub(r"\bthe (truth|estimate)\b", lambda found: names[found[1]], note.problem)
        text = Message(problem, *remedies_with_operands(note.remedies, names))
        warnings.warn(text, ClassWarning, stacklevel=levels_to_caller())


def _value_in_one_direction(
    function: Callable[..., Any], names: dict[str, str], truth: Any, estimate: Any, options: Any
) -> float:
    """Compute one direction; errors name the arguments a and b instead of truth and estimate."""
    try:
        # Time series graphs may have different maximum lags, so they are aligned for each direction.
        sides = (truth, estimate) if isinstance(truth, Graph) else as_sides(truth, estimate)
        return _number(function(*sides, **options))
    except KindError as error:
        problem = f"with {names['truth']} as the truth and {names['estimate']} as the estimate: "
        remedies = remedies_with_operands(error.remedies, names)
        raise KindError(f"{problem}{error.message.problem}", *remedies) from None


_CALL = 'symmetrized("{}", a, b)'


def _function_named(name: str) -> Callable[..., Any]:
    metric, convention, measures = one_number(name, "symmetrized", _CALL)

    def function(truth: Any, estimate: Any, **options: Any) -> Any:
        metric.check_options(options)
        repeated = sorted(set(options) & set(convention.options))
        if repeated and ":" in name:
            raise ConventionError(
                f"{repeated[0]} must be stated once; {name} also states it",
                Remedy(f"Leave {repeated[0]} out"),
            )
        value = metric.compute(truth, estimate, **{**convention.options, **options})
        return getattr(value, measures[0]) if measures else value

    return function


def _number(value: Any) -> float:
    if isinstance(value, Confusion):
        raise refusal_of_several_numbers("confusion", "symmetrized", _CALL.format("f1:directed"))
    if value is not None and not isinstance(value, SupportsFloat):
        raise InputTypeError(f"the metric must give a number; got {value!r}")
    if isinstance(value, Estimated):
        return value
    return nan if value is None else float(value)
