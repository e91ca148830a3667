"""Nodes, with names or with positions only, and the base class of graphs and other values over nodes."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import (
    AlignmentError,
    GraphError,
    InputTypeError,
    Remedy,
    listing,
    plural,
    shown,
)
from edgemark.graph.given_nodes import checked_names

T = TypeVar("T")
_NOT_CACHED = object()


def _is_integer(node: Any) -> bool:
    return isinstance(node, int | np.integer) and not isinstance(node, bool)


def _name_of(node: Any) -> Any:
    """Return an integer or a tuple as text, which is its name if a graph of networkx is read."""
    if _is_integer(node) or isinstance(node, tuple):
        with suppress(ValueError):  # Python does not write integers of more than 4300 digits.
            return str(node)
    return node


def _is_whole_float(node: Any) -> bool:
    return isinstance(node, float | np.floating) and float(node).is_integer()


class Names:
    """Finds the position of a named node; the integer 1 stands for the node with the name "1"."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._position_of = {name: k for k, name in enumerate(names)}

    def __call__(self, node: Any) -> int:
        try:
            return self._position_of[_name_of(node)]
        except (KeyError, TypeError):
            raise GraphError(
                f"unknown node {shown(node)}; the nodes are {listing(list(self._position_of))}"
            ) from None


class Positions:
    """Finds the position of a node without a name, given as a number or text: 1, "1" or "#1"."""

    def __init__(self, n_nodes: int) -> None:
        self._n = n_nodes

    def __call__(self, node: Any) -> int:
        is_digits = isinstance(node, str) and re.fullmatch(r"#?[0-9]{1,9}", node) is not None
        number = node.removeprefix("#") if is_digits else node
        if (is_digits or _is_integer(node)) and 0 <= int(number) < self._n:
            return int(number)
        known = f"positions 0 to {self._n - 1}" if self._n else "no positions"
        raise GraphError(
            f"a graph of {plural(self._n, 'unnamed node')} has {known}; got {shown(node)}",
            *([Remedy("Convert positions to integers, with int")] if _is_whole_float(node) else []),
        )


class ValueOverNodes:
    """
    The base class of graphs, scores, samples and candidates: immutable values over nodes.

    A subclass defines its content (`_content`), how to pickle and restore it (`_state`, `_make`), how to
    rename its nodes (`_renamed`), and how to reorder them and add others (`_on_nodes`). Equality,
    hashing, pickling, `with_nodes` and `renamed` follow from these.

    Attributes:
        node_word: the word for one node in errors.
        noun: the word for the object in errors.
    """

    __slots__ = ("__weakref__", "_cache", "_n", "_names")

    node_word: ClassVar[str] = "node"
    noun: ClassVar[str] = "graph"

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
        """Whether the nodes have names; otherwise they have only positions."""
        return self._names is not None

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return self._n

    def index(self, node: str | int) -> int:
        """
        Return the position of a node, given by its name or, if the nodes have no names, by position.

        Raises:
            GraphError: an unknown node.
        """
        return self.cached("position finder", lambda g: position_finder(g._names, g._n))(node)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """
        Give nodes other names; everything else stays the same.

        Args:
            names: a mapping from present names to new names. Names may be swapped.

        Returns:
            A copy with the new names, in the same order.

        Raises:
            GraphError: an unknown node, two nodes with the same new name, or nodes without names.
            InputTypeError: `names` is not a mapping.

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
                _remedy_to_name_positions(names, self.n_nodes),
            )
        new_names = {_name_of(name): new for name, new in names.items()}
        known = set(self.nodes)
        unknown = [name for name in new_names if name not in known]
        if unknown:
            raise GraphError(
                f"every name to replace must be a node; unknown: {listing(unknown)}. The nodes are "
                f"{listing(self.nodes)}"
            )
        if len(new_names) < len(names):
            raise GraphError(f"every node must be listed once; got {shown(names)}")
        return self._renamed(checked_names([new_names.get(name, name) for name in self.nodes]))

    def with_nodes(self, nodes: Sequence[str]) -> Self:
        """
        Return the same object with its nodes in another order, with further nodes, or with names.

        An object with names keeps them: `nodes` gives their order, and new names are added as nodes
        without edges. `Candidates` refuse new names, because it is unknown whether their pairs count. An
        object without names receives names by position.

        Args:
            nodes: all names.

        Raises:
            AlignmentError: `nodes` lacks a node of the object, or their number does not fit; or
                `Candidates` would get a new node.

        Examples:
            >>> from edgemark import Graph
            >>> Graph.parse("B --> A").with_nodes(["A", "B", "C"])
            Graph.parse('B --> A; C')
            >>> Graph.parse("#0 --> #1").with_nodes(["A", "B"])
            Graph.parse('A --> B')
        """
        names = checked_names(nodes)
        if names == self._names:
            return self
        if self._names is None and self._n > 0:
            if len(names) != self._n:
                raise AlignmentError(
                    f"{self._n} {self.node_word}s need {self._n} names; got {len(names)}"
                )
            return self._renamed(names)
        return self._on_nodes(names)

    def _places_among(self, names: tuple[str, ...]) -> NDArray[np.int64]:
        """Return the position of each node in a list of names, which may also name other nodes."""
        position_of = {name: k for k, name in enumerate(names)}
        missing = [name for name in self._names or () if name not in position_of]
        if missing:
            raise AlignmentError(
                f"all {self.node_word}s of the {self.noun} must be listed; missing: {listing(missing)}"
            )
        return np.array([position_of[name] for name in self._names or ()], np.int64)

    @abstractmethod
    def _renamed(self, names: tuple[str, ...]) -> Self:
        """Return the same object with one new name for each node."""

    @abstractmethod
    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        """Return the same object with its nodes in another order and further nodes added."""

    # ---- as a value

    @abstractmethod
    def _content(self) -> tuple[Any, ...]:
        """
        Return arrays and values that describe the content, with the nodes in their present order.

        Equality and hashing use them.
        """

    @abstractmethod
    def _state(self) -> tuple[Any, ...]:
        """Return the arguments with which `_make` restores the object."""

    @classmethod
    @abstractmethod
    def _make(cls, *state: Any, **options: Any) -> Self:
        """Make an object without checking the arguments."""

    def _canonical(self) -> Self:
        """Return the object with its nodes in the order of their names."""
        if self._names is None:
            return self
        return self.cached("canonical", lambda g: g.with_nodes(sorted(g.nodes)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ValueOverNodes):
            return NotImplemented
        if not (isinstance(other, type(self)) or isinstance(self, type(other))):
            return NotImplemented
        if self._n != other._n or self.is_named != other.is_named:
            return False
        if self._names == other._names:
            return all(map(_are_same, self._content(), other._content()))
        mine, theirs = self._canonical(), other._canonical()
        same_names = mine._names == theirs._names
        return same_names and all(map(_are_same, mine._content(), theirs._content()))

    def __hash__(self) -> int:
        def content_hash(value: Self) -> int:
            canonical = value._canonical()
            return hash((canonical._names, canonical._n, *map(_hashable, canonical._content())))

        return self.cached("hash", content_hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._make, self._state()

    def cached(self, key: Any, make: Callable[[Self], T]) -> T:
        """Return `make(self)`, cached on this object under a key."""
        value: T = self._cache.get(key, _NOT_CACHED)  # catching a KeyError would be slower
        if value is _NOT_CACHED:
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


def _are_same(mine: Any, theirs: Any) -> bool:
    if isinstance(mine, np.ndarray):
        return np.array_equal(mine, theirs)
    return bool(mine == theirs)


def _hashable(part: Any) -> Any:
    """Return an array as bytes, which are the same for equal floats; return any other part as it is."""
    if not isinstance(part, np.ndarray):
        return part
    return (part.astype(np.float64) + 0.0 if part.dtype.kind == "f" else part).tobytes()


def position_finder(names: tuple[str, ...] | None, n_nodes: int) -> Names | Positions:
    """Return the function that finds the position of a node."""
    return Positions(n_nodes) if names is None else Names(names)


def positions(nodes: Sequence[Any], names: tuple[str, ...] | None, n_nodes: int) -> NDArray[np.int64]:
    """
    Return the position of each node. This is fast if all nodes are given by their names.

    Raises:
        GraphError: an unknown node.

    Examples:
        >>> positions(["B", "A", "B"], ("A", "B"), 2)
        array([1, 0, 1])
    """
    if names is not None and set(map(type, nodes)) <= {str}:
        with suppress(KeyError):
            position_of = {name: k for k, name in enumerate(names)}
            return np.array([position_of[node] for node in nodes], np.int64)
    find = position_finder(names, n_nodes)
    return np.array([find(node) for node in nodes], np.int64)


def _remedy_to_name_positions(names: Mapping[Any, str], n_nodes: int) -> Remedy:
    """Return the remedy that names all nodes; the mapping may have the positions in any order."""
    say = "Name all of them, in the order of their positions"
    for key, kind in (("str(k)", str), ("k", int)):
        if set(names) == {kind(k) for k in range(n_nodes)}:
            return Remedy(say, f"graph.with_nodes([names[{key}] for k in range({n_nodes})])")
    return Remedy(f"{say}, with with_nodes")
