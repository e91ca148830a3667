"""What a method may give in place of a graph: the part that all such estimates share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self

from edgemark.graph.nodes import OverNodes
from edgemark.graph.side import Side

__all__ = ["Estimate"]


class Estimate(OverNodes, ABC):
    """
    An estimate that is no graph, over nodes that a truth may have.

    Immutable. A metric is of estimates of this class if it annotates `estimate` with it.

    Attributes:
        way_to_graphs: how graphs are made of it, for errors: what the code does, and the code, in which
            ``{}`` stands for the estimate.
        scored_as: other classes that `evaluate` scores such an estimate as, beside its own.
        unread: conventions that read what it does not say, which `evaluate` leaves out unless they are
            asked for.
    """

    __slots__ = ()

    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]]
    scored_as: ClassVar[tuple[type[Any], ...]] = ()
    unread: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    @abstractmethod
    def of(cls, estimate: Any) -> Self:
        """Make one of a Graph or of another estimate; KindError if there is no way to."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """What a report says about it."""
