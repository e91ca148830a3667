"""What a method may give in place of a graph: the part that all such estimates share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from edgemark.graph.nodes import Names, Positions

if TYPE_CHECKING:
    from edgemark.report import Side

__all__ = ["Estimate"]

T = TypeVar("T")


class Estimate(ABC):
    """
    An estimate that is no graph, over nodes that a truth may have.

    Immutable. A metric is of estimates of this class if it annotates `estimate` with it.

    Attributes:
        way_to_graphs: says in an error how graphs are made of it.
        scored_as: other classes that `evaluate` scores such an estimate as, beside its own.
        unread: conventions that read what it does not say, which `evaluate` leaves out unless they are
            asked for.
    """

    __slots__ = ("__weakref__", "_cache", "_n", "_names")

    way_to_graphs: ClassVar[str]
    scored_as: ClassVar[tuple[type[Any], ...]] = ()
    unread: ClassVar[frozenset[str]] = frozenset()

    _names: tuple[str, ...] | None
    _n: int
    _cache: dict[Any, Any]

    @classmethod
    @abstractmethod
    def of(cls, estimate: Any) -> Self:
        """Make one of a Graph or of another estimate; KindError if there is no way to."""

    @abstractmethod
    def with_nodes(self, nodes: Sequence[str]) -> Self:
        """Put it over other nodes, as `Graph.with_nodes` does."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """What a report says about it."""

    @property
    def nodes(self) -> tuple[str, ...]:
        """Names in order; without names, the positions "0", "1", ..."""
        if self._names is None:
            return self.cached("positions", lambda e: tuple(map(str, range(e._n))))
        return self._names

    @property
    def is_named(self) -> bool:
        """Whether the nodes have names, or only positions."""
        return self._names is not None

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return self._n

    def index(self, node: str | int) -> int:
        """Position of a node; of an unnamed one, itself. Raises GraphError for an unknown one."""
        return self.cached("places", lambda e: Positions(e._n) if e._names is None else Names(e._names))(
            node
        )

    def cached(self, key: Any, make: Callable[[Self], T]) -> T:
        """Give what `make` derives from the estimate, made once."""
        if key not in self._cache:
            self._cache[key] = make(self)
        return cast(T, self._cache[key])

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_cache"):
            raise AttributeError(f"{type(self).__name__} do not change; build others (setting {name!r})")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} do not change (deleting {name!r})")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Self:
        return self
