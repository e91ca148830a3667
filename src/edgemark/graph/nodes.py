"""Names of nodes, or their positions where they have none."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeVar, cast

import numpy as np

from edgemark.errors import GraphError, InputTypeError, LimitError, Remedy, listing

T = TypeVar("T")

_MOST_NODES = 2**28


class Names:
    """Positions of named nodes; a number is the node that has it for a name."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._places = {name: k for k, name in enumerate(names)}

    def __call__(self, node: Any) -> int:
        counted = isinstance(node, int | np.integer) and not isinstance(node, bool)
        try:
            return self._places[str(node) if counted else node]
        except (KeyError, TypeError):
            raise GraphError(
                f"unknown node {node!r}; the nodes are {listing(list(self._places))}"
            ) from None


class Positions:
    """Positions of nodes without names, as numbers or written out."""

    def __init__(self, n_nodes: int) -> None:
        self._n = n_nodes

    def __call__(self, node: Any) -> int:
        written = isinstance(node, str) and re.fullmatch(r"[0-9]{1,9}", node) is not None
        counted = isinstance(node, int | np.integer) and not isinstance(node, bool)
        if (written or counted) and 0 <= int(node) < self._n:
            return int(node)
        raise GraphError(
            f"a graph of {self._n} unnamed nodes has positions 0 to {self._n - 1}; got {node!r}"
        )


class OverNodes:
    """What graphs and other estimates share: nodes, and what was derived, which is kept."""

    __slots__ = ("__weakref__", "_cache", "_n", "_names")

    _names: tuple[str, ...] | None
    _n: int
    _cache: dict[Any, Any]

    @property
    def nodes(self) -> tuple[str, ...]:
        """Names in order; without names, the positions "0", "1", ..."""
        if self._names is None:
            return self.cached("positions", lambda g: tuple(map(str, range(g._n))))
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
        return self.cached("places", lambda g: places(g._names, g._n))(node)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """
        Give nodes other names; all else stays as it is.

        Args:
            names: the new name of each node that gets one, by its present name. Names may be swapped.

        Returns:
            A copy with the new names, in the same order.

        Raises:
            GraphError: an unknown node, two nodes of the same new name, nodes without names.

        Examples:
            >>> from edgemark import Graph
            >>> Graph.parse("X1 --> X2; X3").renamed({"X1": "smoke", "X2": "lung"})
            Graph.parse('smoke --> lung; X3')
        """
        if not isinstance(names, Mapping):
            raise InputTypeError(
                f"renamed takes a mapping from old to new names; got {type(names).__name__}. Use a "
                f"dictionary"
            )
        if not self.is_named:
            raise GraphError(
                "renamed needs nodes with names; these have positions only",
                Remedy("Name all of them", "graph.with_nodes(list(names.values()))"),
            )
        known = set(self.nodes)
        unknown = [str(name) for name in names if name not in known]
        if unknown:
            raise GraphError(
                f"every name to replace must be a node; unknown: {listing(unknown)}. The nodes are "
                f"{listing(self.nodes)}"
            )
        return self._under(checked_names([names.get(name, name) for name in self.nodes]))

    @abstractmethod
    def _under(self, names: tuple[str, ...]) -> Self:
        """Make the same object with other names of its nodes, one for each."""

    def cached(self, key: Any, make: Callable[[Self], T]) -> T:
        """Give what `make` derives from this object, made once."""
        try:
            return cast(T, self._cache[key])
        except KeyError:
            value = self._cache[key] = make(self)
            return value

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_cache"):
            kind = type(self).__name__
            raise AttributeError(f"{kind} objects do not change; build another one (setting {name!r})")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} objects do not change (deleting {name!r})")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Self:
        return self


def places(names: tuple[str, ...] | None, n_nodes: int) -> Names | Positions:
    """What gives the position of a node."""
    return Positions(n_nodes) if names is None else Names(names)


def checked_nodes(nodes: Iterable[str] | int) -> tuple[tuple[str, ...] | None, int]:
    """Names, or None where there are only positions, and the number of nodes."""
    if isinstance(nodes, bool):
        raise InputTypeError(f"nodes must be names or a number of nodes; got {nodes}")
    if isinstance(nodes, int | np.integer):
        return None, checked_number(int(nodes))
    names = checked_names(nodes)
    return names, len(names)


def checked_number(n_nodes: int) -> int:
    """A number of nodes that a graph can have."""
    if n_nodes < 0:
        raise GraphError(f"a graph has at least 0 nodes; got {n_nodes}")
    if n_nodes >= _MOST_NODES:
        raise LimitError(f"a graph has fewer than {_MOST_NODES} nodes; got {n_nodes}")
    return n_nodes


def checked_names(nodes: Iterable[str]) -> tuple[str, ...]:
    """Names that a graph can have, in order."""
    if isinstance(nodes, str):
        raise InputTypeError(f"nodes must be a list of names; got the string {nodes!r}")
    if isinstance(nodes, set | frozenset):
        raise InputTypeError(
            f"nodes must be in an order, which a set does not have; got {nodes!r}",
            Remedy("Sort them", "sorted(nodes)"),
        )
    if not isinstance(nodes, Iterable):
        raise InputTypeError(f"nodes must be a list of names; got {nodes!r}")
    names = tuple(nodes)
    for name in names:
        if not isinstance(name, str):
            raise InputTypeError(
                f"node names must be str; got {name!r} of type {type(name).__name__}",
                Remedy("Convert them", "[str(name) for name in nodes]"),
            )
    if "" in names:
        raise GraphError("a node name must not be empty")
    if len(set(names)) < len(names):
        repeated = sorted(name for name, times in Counter(names).items() if times > 1)
        raise GraphError(f"node names must differ; more than once: {listing(repeated)}")
    try:
        "".join(names).encode()
    except UnicodeEncodeError as error:
        raise GraphError(f"a node name must be valid Unicode text: {error}") from None
    checked_number(len(names))
    return names if set(map(type, names)) <= {str} else tuple(map(str, names))


def checked_groups(groups: Any, what: str) -> list[list[Any]]:
    """
    Give groups of nodes in their order.

    Args:
        groups: a list of lists of nodes.
        what: what a message calls one group.

    Raises:
        InputTypeError: a mapping, whose order is not that of its keys, or what holds no groups.

    Examples:
        >>> checked_groups([("A", "B"), {"C"}], "a tier")
        [['A', 'B'], ['C']]
    """
    if isinstance(groups, Mapping):
        raise InputTypeError(
            f"{what} must be a group of nodes in a list of them; got a {type(groups).__name__}",
            Remedy("Give the groups alone, in their order, such as [groups[k] for k in sorted(groups)]"),
        )
    if isinstance(groups, str) or not isinstance(groups, Iterable):
        raise InputTypeError(
            f"{what} must be a group of nodes in a list of them; got "
            f"{type(groups).__name__} {groups!r:.60}"
        )
    found = []
    for group in groups:
        if isinstance(group, str | Mapping) or not isinstance(group, Iterable):
            raise InputTypeError(
                f"{what} must be a collection of nodes; got {type(group).__name__} {group!r:.60}"
            )
        found.append(list(group))
    return found
