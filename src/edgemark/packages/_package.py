"""The description of a package: the graphs that it reads, and how it defines each of its numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan
from typing import Any

from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.metrics import REGISTRY, TRUE_TYPES
from edgemark.metrics.declaration import Better
from edgemark.packages._counts import Counting
from edgemark.values import LOWER_IS_BETTER

__all__ = ["ALL_EDGES", "PDAG_EDGES", "Key", "Package"]

PDAG_EDGES = ("-->", "---")
ALL_EDGES = TRUE_TYPES[1:]


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """
    One number that a package prints.

    Attributes:
        name: the name of the number in the package.
        counting: what is counted to compute the number.
        number: how the number is computed from the result of `counting`: the name of an attribute, such
            as "precision"; "" if the result is the number; or a function of the result and the number of
            nodes.
        formula: the definition as text, if `counting` and `number` do not name it, as if `number` is a
            function; "" otherwise.
        better: whether a lower or a higher value is better. None takes this from edgemark's metric, or
            from the count or ratio that `number` names.
        if_undefined: what the package prints if the number is undefined: a constant, a function of the
            result of `counting`, or the name of the exception that the package raises.
        digits: number of decimals to which the number is rounded; None for no rounding.
        note: a remark for readers.
    """

    name: str
    counting: Counting
    number: str | Callable[[Any, int], float] = ""
    formula: str = ""
    better: Better | None = None
    if_undefined: float | str | Callable[[Any], float] = nan
    digits: int | None = None
    note: str = ""

    @property
    def definition(self) -> str:
        """The name of the number in `evaluate`; if it has none, its formula or what is counted."""
        if self.formula:
            return self.formula
        if not self.counting.metric:
            return f"{self.number} of {self.counting.name}" if self.number else self.counting.name
        return f"{self.number or self.counting.metric}:{self.counting.name}".rstrip(":")

    @property
    def direction(self) -> Better:
        """Whether a lower or a higher value is better."""
        if self.better is not None:
            return self.better
        if self.number == "":
            return REGISTRY[self.counting.metric].better
        return "lower" if self.number in LOWER_IS_BETTER else "higher"

    def compute(self, counts: Any, n_nodes: int) -> float:
        """Compute the number from the result of `counting`; nan if it is undefined."""
        if callable(self.number):
            value = self.number(counts, n_nodes)
        else:
            value = getattr(counts, self.number) if self.number else counts
        return value if self.digits is None else round(value, self.digits)


@dataclass(frozen=True, slots=True, eq=False)
class Package:
    """
    A package that prints numbers about two graphs.

    Attributes:
        name: the name of the package.
        version: the version whose source was read or run; "" for a paper.
        keys: the numbers of the package, in its own order.
        reads: the types of edges that the package reads.
        reads_cycles: whether the package accepts a graph with a directed cycle.
    """

    name: str
    version: str
    keys: tuple[Key, ...]
    reads: tuple[str, ...] = PDAG_EDGES
    reads_cycles: bool = True

    def __repr__(self) -> str:
        return f"<Package {self.title}>"

    @property
    def title(self) -> str:
        """The name of the package, then its version, unless the name ends with it."""
        return self.name if self.name.endswith(self.version) else f"{self.name} {self.version}"

    def check(self, truth: Graph, estimate: Graph) -> None:
        """Raise KindError unless the package can read both graphs."""
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            unknown = sorted({glyph for _, glyph, _ in graph.edges()} - set(self.reads))
            if unknown:
                raise KindError(
                    f"{self.name} reads the edges {', '.join(self.reads)}; the {side} has "
                    f"{', '.join(unknown)}",
                    _own_metrics(),
                )
            if graph.has_two_edges_on_a_pair:
                raise KindError(
                    f"{self.name} reads one edge for a pair of nodes; the {side} has two on some pairs",
                    _own_metrics(),
                )
            if not self.reads_cycles and (reason := graph.objection("pdag")):
                raise KindError(
                    f"{self.name} raises for a directed cycle; in the {side}, {reason}",
                    _own_metrics(),
                )


def _own_metrics() -> Remedy:
    say = "Use edgemark's own metrics, which read such graphs; in the shell, leave out --as"
    return Remedy(say, "evaluate(truth, estimate)")
