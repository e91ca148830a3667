"""
The declaration of a metric, and the door every call comes through.

The door turns foreign objects into graphs, checks options, kinds and two edges on a pair, and aligns
nodes by name: once, here. A metric's own function gets two graphs whose nodes are in the same order.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from math import nan
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from edgemark.conventions import Convention, Kind
from edgemark.errors import ClassWarning, ConventionError, KindError
from edgemark.graph import Graph, align
from edgemark.graph.kinds import demand_one_edge, describe
from edgemark.metrics._pairs import Additive
from edgemark.values import COUNTS, RATIOS, Confusion

__all__ = ["REGISTRY", "Better", "Metric", "metric"]

Better = Literal["lower", "higher", "neither"]
Caution = Callable[[Graph, Graph], str | None]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """
    What a metric declares about itself.

    Attributes:
        name: name of the public function.
        function: the metric behind the door; its graphs are aligned already.
        better: whether a lower or a higher number is better, or neither: it only describes.
        best: the value of a perfect estimate; nan where neither is better.
        symmetric: whether truth and estimate can be swapped.
        kinds: kinds of graph it is defined on; None for all.
        two_edges: whether it can read two edges on a pair.
        conventions: the ways to count that `evaluate` prints a row for.
        cite: key of `conventions.REFERENCES`.
        caution: says when the number may not mean what it seems to.
        additive: how it adds up over pairs of nodes, if it does.
        one_by_one: whether it must be asked for each of many estimates by itself.
        in_pairs: whether it reads many truths as well, one for each of many estimates.
        most_nodes: above this number, `evaluate` leaves it out unless it is asked for by name.
        otherwise: what reads the graphs that this one refuses.
        options: the closed sets of its options.
        measures: the counts and ratios it gives, for a confusion; else none.
    """

    name: str
    function: Callable[..., Any]
    better: Better
    best: float
    symmetric: bool
    kinds: tuple[Kind, ...] | None
    two_edges: bool
    conventions: tuple[Convention, ...]
    cite: str
    caution: Caution | None
    additive: Additive | None
    one_by_one: bool
    in_pairs: bool
    most_nodes: int | None
    otherwise: str
    options: Mapping[str, tuple[str, ...]]
    measures: tuple[str, ...]

    @property
    def family(self) -> str:
        """Name of the module that the metric lives in."""
        return self.function.__module__.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """First sentence of the documentation."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def check(self, truth: Graph, estimate: Graph) -> None:
        """Refuse graphs on which the metric is not defined."""
        if not self.two_edges:
            demand_one_edge(truth, estimate, self.name)
        if self.kinds is None:
            return
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            objections = [graph.objection(kind) for kind in self.kinds]
            if all(objections):
                wanted = " or ".join(describe(kind) for kind in self.kinds)
                way_out = f". {self.otherwise}" if self.otherwise else ""
                raise KindError(f"{self.name} needs {wanted} as the {side}; {objections[0]}{way_out}")

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Refuse a word that is not in an option's closed set."""
        for option, value in options.items():
            allowed = self.options.get(option)
            if allowed is not None and (not isinstance(value, str) or value not in allowed):
                raise ConventionError.unknown(f"{self.name}: {option}", value, allowed)


REGISTRY: dict[str, Metric] = {}
"""Every metric by name, in the order of declaration."""


def as_graphs(truth: Any, estimate: Any) -> tuple[Graph, Graph]:
    """Graphs of anything `as_graph` reads, the estimate's nodes in the truth's order."""
    if not isinstance(truth, Graph) or not isinstance(estimate, Graph):
        from edgemark.io import as_graph

        truth, estimate = as_graph(truth), as_graph(estimate)
    return truth, align(truth, estimate)


def metric(
    *,
    better: Better,
    cite: str,
    symmetric: bool = False,
    kinds: tuple[Kind, ...] | None = None,
    two_edges: bool = False,
    conventions: tuple[Convention, ...] = (),
    caution: Caution | None = None,
    additive: Additive | None = None,
    one_by_one: bool = False,
    in_pairs: bool = False,
    most_nodes: int | None = None,
    otherwise: str = "",
) -> Callable[[Function], Function]:
    """Declare a function a metric: put it behind the door and into the registry."""

    def declare(function: Function) -> Function:
        hints = get_type_hints(function)
        declared = Metric(
            name=function.__name__,
            function=function,
            better=better,
            best={"lower": 0.0, "higher": 1.0, "neither": nan}[better],
            symmetric=symmetric,
            kinds=kinds,
            two_edges=two_edges,
            conventions=conventions or (Convention("", "see the metric"),),
            cite=cite,
            caution=caution,
            additive=additive,
            one_by_one=one_by_one,
            in_pairs=in_pairs,
            most_nodes=most_nodes,
            otherwise=otherwise,
            options=_closed_sets(hints),
            measures=(*COUNTS, *RATIOS) if hints["return"] is Confusion else (),
        )
        REGISTRY[declared.name] = declared

        @wraps(function)
        def behind_the_door(truth: Any, estimate: Any, **options: Any) -> Any:
            declared.check_options(options)
            truth, estimate = as_graphs(truth, estimate)
            declared.check(truth, estimate)
            value = function(truth, estimate, **options)
            if caution is not None and (text := caution(truth, estimate)):
                warnings.warn(text, ClassWarning, stacklevel=2)
            return value

        return cast(Function, behind_the_door)

    return declare


def _closed_sets(hints: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {
        name: get_args(hint)
        for name, hint in hints.items()
        if name != "return" and get_origin(hint) is Literal
    }
