"""The base class of estimates that are not graphs, such as edge scores and samples."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self

from edgemark.graph.nodes import ValueOverNodes
from edgemark.graph.side import Side

__all__ = ["Estimate"]


class Estimate(ValueOverNodes, ABC):
    """
    An estimate that is not a graph, such as edge scores or samples of graphs.

    Immutable. A metric accepts estimates of a class if its parameter `estimate` is annotated with it.

    Attributes:
        way_to_graphs: ways to make a graph from the estimate, for error messages: each is a description
            and its code, in which ``{}`` stands for the estimate.
        scored_as: classes of estimates whose metrics `evaluate` also applies to this estimate.
        unread: conventions that need information the estimate does not have; `evaluate` omits them
            unless they are requested.
    """

    __slots__ = ()

    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]]
    scored_as: ClassVar[tuple[type[Any], ...]] = ()
    unread: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    @abstractmethod
    def of(cls, estimate: Any) -> Self:
        """Convert a Graph or another estimate; KindError if that is not possible."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """The description of the estimate for reports."""
