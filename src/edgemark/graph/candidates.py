"""The candidate pairs: the ordered pairs of nodes that metrics count. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AlignmentError, GraphError, InputTypeError, LimitError, Remedy, listing
from edgemark.graph.candidate_masks import names_and_cells
from edgemark.graph.edge_words import Index, frozen
from edgemark.graph.given_nodes import checked_nodes
from edgemark.graph.node_groups import checked_groups
from edgemark.graph.nodes import ValueOverNodes, position_finder
from edgemark.graph.pair_lists import ordered_pairs, several_nodes

__all__ = ["Candidates", "checked_candidates"]

PositionOf = Callable[[Any], int]
"""A function that returns the position of a node."""

MAX_PAIRS = 2**26
_MAX_NODES_IN_REPR = 6


class Candidates(ValueOverNodes):
    """
    The ordered pairs of nodes that metrics count, because an edge could have been found there.

    A list of transcription factors, tiers of variables or expert knowledge exclude pairs before any data
    are seen. The estimate deserves no credit for such pairs, so metrics do not count them. Candidates
    are immutable, hashable, and compared by content, whatever the order of the nodes.

    Args:
        nodes: names of all nodes, or their number; the nodes of the truth.
        pairs: ordered pairs (cause, effect) that count; None for all of them.
        required: edges (cause, effect) that are known to exist. Neither direction counts.
        forbidden: edges (cause, effect) that are known not to exist. This direction does not count.
        tiers: groups of nodes in order of time. Directions from a later tier into an earlier one do not
            count. A node without a tier is not constrained. If the tiers are a pandas series, its index
            must state their order: numbers, dates or ordered categories, ascending.

    Raises:
        AmbiguityError: named tuples whose fields do not say which is the cause.
        GraphError: an unknown node, a node paired with itself, a node in two tiers, an edge that is both
            required and excluded, or a pair with both directions required.
        InputTypeError: the pairs or the tiers are not a list; for example a mapping, whose values would
            be lost.
        LimitError: more than 2**26 pairs count; or `pairs` is None and there are more than 2**26 ordered
            pairs, even if most of them do not count.

    Examples:
        >>> candidates = Candidates(["A", "B", "C"], tiers=[["A"], ["B", "C"]], required=[("A", "B")])
        >>> candidates.pairs()
        [('A', 'C'), ('B', 'C'), ('C', 'B')]
        >>> len(candidates), ("C", "A") in candidates
        (3, False)
    """

    __slots__ = ("_keys",)

    noun: ClassVar[str] = "candidates"

    _keys: Index
    """Each candidate as (position of the cause) * n + (position of the effect), ascending."""

    def __init__(
        self,
        nodes: Iterable[str] | int,
        pairs: Iterable[tuple[Any, Any]] | None = None,
        *,
        required: Iterable[tuple[Any, Any]] = (),
        forbidden: Iterable[tuple[Any, Any]] = (),
        tiers: Sequence[Iterable[Any]] | None = None,
    ) -> None:
        names, n_nodes = checked_nodes(nodes)
        self._names, self._n = names or None, n_nodes
        position_of = position_finder(names, n_nodes)
        listed_keys = None if pairs is None else _keys_of(pairs, "a candidate", position_of, n_nodes)
        required_keys = _keys_of(required, "a required edge", position_of, n_nodes)
        forbidden_keys = _keys_of(forbidden, "a forbidden edge", position_of, n_nodes)
        tier_of = _tier_of_each_node(tiers, position_of, n_nodes)
        if listed_keys is None and n_nodes * (n_nodes - 1) > MAX_PAIRS:
            _refuse_size(n_nodes * (n_nodes - 1))
        keys = _all_keys(n_nodes) if listed_keys is None else np.unique(listed_keys)
        self._check_required(required_keys, forbidden_keys, tier_of, names)
        excluded_keys = np.concatenate(
            [required_keys, _reversed_keys(required_keys, n_nodes), forbidden_keys]
        )
        is_candidate = ~np.isin(keys, excluded_keys) & _in_order_of_time(keys, tier_of, n_nodes)
        self._fill(names, n_nodes, keys[is_candidate])

    def _fill(self, names: tuple[str, ...] | None, n: int, keys: Index) -> None:
        if keys.size > MAX_PAIRS:
            _refuse_size(keys.size)
        self._names, self._n, self._keys = names or None, n, frozen(keys)
        self._cache = {}

    @classmethod
    def _make(cls, names: tuple[str, ...] | None, n: int, keys: Index) -> Self:
        candidates = cls.__new__(cls)
        candidates._fill(names, n, keys)
        return candidates

    @staticmethod
    def _check_required(
        required_keys: Index, forbidden_keys: Index, tier_of: Index, names: tuple[str, ...] | None
    ) -> None:
        """Refuse required edges that are forbidden, against the tiers, or required both ways."""
        n_nodes = tier_of.size
        excluded = required_keys[
            np.isin(required_keys, forbidden_keys) | ~_in_order_of_time(required_keys, tier_of, n_nodes)
        ]
        both_ways = required_keys[np.isin(required_keys, _reversed_keys(required_keys, n_nodes))]
        for keys, problem in (
            (excluded, "is also excluded by forbidden or tiers; keep the edge or its exclusion"),
            (both_ways, "is also required in the other direction; keep one direction"),
        ):
            if keys.size:
                a, b = (_label(names, int(k)) for k in (keys[0] // n_nodes, keys[0] % n_nodes))
                raise GraphError(f"the required edge {a!r} --> {b!r} {problem}")

    @classmethod
    def from_causes(
        cls, nodes: Iterable[str] | int, causes: Iterable[Any], effects: Iterable[Any] | None = None
    ) -> Self:
        """
        Select the pairs that lead from some nodes to others, such as transcription factors to genes.

        Args:
            nodes: names of all nodes, or their number.
            causes: nodes that an edge can leave.
            effects: nodes that an edge can enter; None for all nodes.

        Raises:
            GraphError: an unknown node.
            InputTypeError: `causes` or `effects` is a mapping, such as one from each cause to its
                effects, whose values would be lost.
            LimitError: more than 2**26 pairs count.

        Examples:
            >>> Candidates.from_causes(["TF1", "TF2", "G"], ["TF1", "TF2"]).pairs()
            [('TF1', 'TF2'), ('TF1', 'G'), ('TF2', 'TF1'), ('TF2', 'G')]
        """
        names, n_nodes = checked_nodes(nodes)
        position_of = position_finder(names, n_nodes)
        cause_nodes = several_nodes(causes, "causes", *_remedies_for_mapping(causes, "causes"))
        starts = np.unique([position_of(node) for node in cause_nodes]).astype(np.int64)
        if effects is None:
            ends = np.arange(n_nodes)
        else:
            effect_nodes = several_nodes(effects, "effects", *_remedies_for_mapping(effects, "effects"))
            ends = np.unique([position_of(node) for node in effect_nodes]).astype(np.int64)
        n_loops = np.intersect1d(starts, ends).size
        if starts.size * ends.size - n_loops > MAX_PAIRS:
            _refuse_size(starts.size * ends.size - n_loops)
        keys = (starts[:, None] * n_nodes + ends[None, :])[starts[:, None] != ends[None, :]]
        return cls._make(names, n_nodes, keys)

    @classmethod
    def from_mask(cls, mask: Any, nodes: Iterable[str] | None = None) -> Self:
        """
        Select the pairs that a boolean matrix marks: row i and column j stand for i --> j.

        Args:
            mask: shape (p, p); the diagonal is ignored. The labels of a frame are names of the nodes;
                its first column may hold the names of its rows.
            nodes: names in the order of the rows; for a frame with labels, None or the same names.

        Raises:
            AmbiguityError: the names of a frame's axes state that its rows are effects, such as "to".
            GraphError: the matrix is not square, not boolean or a masked array, or the names do not fit.
            InputTypeError: a lazy frame.

        Examples:
            >>> import numpy as np
            >>> Candidates.from_mask(np.array([[False, True], [False, False]]), ["A", "B"]).pairs()
            [('A', 'B')]
        """
        names, cells = names_and_cells(mask, nodes)
        starts, ends = np.nonzero(cells & ~np.eye(len(cells), dtype=bool))
        return cls._make(names, len(cells), starts.astype(np.int64) * len(cells) + ends)

    # ---- properties

    def __len__(self) -> int:
        return self._keys.size

    @property
    def n_pairs(self) -> int:
        """Number of unordered pairs of nodes with at least one direction that counts."""
        return self.unordered()[0].size

    @property
    def starts(self) -> Index:
        """Position of the cause of each candidate, ascending."""
        return self.cached("starts", lambda c: frozen(c._keys // max(c._n, 1)))

    @property
    def ends(self) -> Index:
        """Position of the effect of each candidate, ascending for each cause."""
        return self.cached("ends", lambda c: frozen(c._keys % max(c._n, 1)))

    @property
    def row_starts(self) -> Index:
        """Position in `ends` at which the candidates of each cause begin; shape (p + 1,), as in CSR."""
        return self.cached("rows", lambda c: frozen(np.searchsorted(c.starts, np.arange(c._n + 1))))

    @property
    def mask(self) -> NDArray[np.bool_]:
        """
        The candidates as a matrix: whether i --> j counts at row i and column j.

        Raises:
            LimitError: the matrix has more than 2**28 cells.
        """
        if self._n**2 > 4 * MAX_PAIRS:
            raise LimitError(f"a mask may have at most {4 * MAX_PAIRS} cells; got {self._n**2}")
        return self.cached("mask", _mask_of)

    def pairs(self) -> list[tuple[str, str]]:
        """List the candidates, (cause, effect), in the order of the nodes."""
        names = self.nodes
        return [(names[i], names[j]) for i, j in zip(self.starts, self.ends, strict=True)]

    def has(self, starts: Index, ends: Index) -> NDArray[np.bool_]:
        """Return whether each ordered pair counts, given the positions of its nodes."""
        keys = np.asarray(starts, np.int64) * self._n + np.asarray(ends, np.int64)
        if not self._keys.size:
            return np.zeros(keys.shape, bool)
        positions = np.minimum(np.searchsorted(self._keys, keys), self._keys.size - 1)
        return np.asarray(self._keys[positions] == keys)

    def unordered(self) -> tuple[Index, Index]:
        """
        Return the unordered pairs with a direction that counts.

        Returns:
            Two arrays. The first holds the pairs as ``first << 28 | second``, ascending, where first and
            second are positions of nodes and first < second. The second array holds the directions that
            count: 1 from the first node, 2 from the second, 3 both.
        """
        return self.cached("unordered", _unordered_of)

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, tuple) or len(pair) != 2:
            return False
        start, end = (self.index(node) for node in pair)
        return bool(self.has(np.array([start]), np.array([end]))[0])

    # ---- other candidates

    def _renamed(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(names, self._n, self._keys)

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        if set(names) != set(self.nodes):
            missing = sorted(set(names) - set(self.nodes))
            extra = sorted(set(self.nodes) - set(names))
            raise AlignmentError(
                "the candidates and the graphs must have the same nodes; missing: "
                f"{listing(missing) or 'none'}; extra: {listing(extra) or 'none'}",
                Remedy("Build the candidates over all nodes of the truth, also those without an edge"),
            )
        new_positions = self._places_among(names)
        keys = new_positions[self.starts] * self._n + new_positions[self.ends]
        return type(self)._make(names, self._n, np.sort(keys))

    def extended(self, names: tuple[str, ...], to: Index, *, added: bool) -> Candidates:
        """
        Return the candidates over more nodes: node k gets position `to[k]` in `names`.

        The names at other positions are added nodes. Pairs with an added node count if `added` is true.
        """
        n = len(names)
        keys = to[self.starts] * n + to[self.ends]
        if added and n > self._n:
            if n * (n - 1) > MAX_PAIRS:
                _refuse_size(n * (n - 1))
            is_present = np.zeros(n, bool)
            is_present[to] = True
            all_keys = _all_keys(n)
            added_keys = all_keys[~(is_present[all_keys // n] & is_present[all_keys % n])]
            keys = np.concatenate([keys, added_keys])
        return Candidates._make(names, n, np.sort(keys))

    def __and__(self, other: object) -> Candidates:
        """Keep the pairs that count in both operands."""
        if not isinstance(other, Candidates):
            return NotImplemented
        aligned = other.with_nodes(self._names) if self._names is not None else other
        return Candidates._make(self._names, self._n, np.intersect1d(self._keys, aligned._keys))

    # ---- as a value

    def _content(self) -> tuple[Any, ...]:
        return (self._keys,)

    def _state(self) -> tuple[Any, ...]:
        return self._names, self._n, self._keys

    def __repr__(self) -> str:
        if self._n <= _MAX_NODES_IN_REPR:
            nodes: Any = list(self._names) if self._names is not None else self._n
            positions = list(zip(self.starts.tolist(), self.ends.tolist(), strict=True))
            pairs: Any = self.pairs() if self._names is not None else positions
            return f"Candidates({nodes!r}, {pairs!r})"
        return f"<Candidates: {len(self)} of {self._n * (self._n - 1)} ordered pairs>"


def checked_candidates(candidates: Any) -> Candidates:
    """Return candidates; refuse a list of pairs or a file name, which does not state the nodes."""
    if isinstance(candidates, Candidates):
        return candidates
    raise InputTypeError(
        "candidates must be Candidates, such as Candidates(nodes, pairs) or "
        f"read_candidates(path, nodes); got {type(candidates).__name__} {candidates!r:.60}"
    )


def _refuse_size(size: int) -> None:
    raise LimitError(
        f"at most {MAX_PAIRS} pairs can be candidates; got {size}",
        Remedy("List the pairs that count, or the causes with Candidates.from_causes"),
    )


def _label(names: tuple[str, ...] | None, k: int) -> str | int:
    return k if names is None else names[k]


def _remedies_for_mapping(nodes: Any, argument: str) -> list[Remedy]:
    """Return the remedy if the nodes are a mapping to other nodes, or a mapping to booleans."""
    if not isinstance(nodes, Mapping):
        return []
    if all(isinstance(value, Iterable) and not isinstance(value, str) for value in nodes.values()):
        pair = "(a, b)" if argument == "causes" else "(b, a)"
        return [
            Remedy(
                "List the pairs",
                f"Candidates(nodes, [{pair} for a in {argument} for b in {argument}[a]])",
            )
        ]
    return [Remedy("Give the nodes that count", f"{argument}=[a for a in {argument} if {argument}[a]]")]


def _keys_of(pairs: Iterable[Any], what: str, position_of: PositionOf, n_nodes: int) -> Index:
    """Return the key of each ordered pair, (position of the cause) * n + (position of the effect)."""
    keys = []
    for pair in ordered_pairs(pairs, what):
        a, b = (position_of(node) for node in pair)
        if a == b:
            raise GraphError(f"{what} must join two different nodes; got {pair[0]!r} twice")
        keys.append(a * n_nodes + b)
    return np.array(keys, np.int64)


def _all_keys(n: int) -> Index:
    """Return the keys of all ordered pairs, without those of a node with itself."""
    keys = np.arange(n * n, dtype=np.int64)
    return keys[keys % (n + 1) != 0] if n else keys


def _reversed_keys(keys: Index, n: int) -> Index:
    return keys % max(n, 1) * n + keys // max(n, 1)


def _tier_of_each_node(
    tiers: Sequence[Iterable[Any]] | None, position_of: PositionOf, n_nodes: int
) -> Index:
    """Return the tier of each node; -1 if it has none."""
    tier_of = np.full(n_nodes, -1, np.int64)
    groups = checked_groups(() if tiers is None else tiers, "a tier", "tiers", in_order=True)
    for tier, group in enumerate(groups):
        for node in group:
            position = position_of(node)
            if tier_of[position] >= 0:
                raise GraphError(f"a node must be in one tier; got {node!r} in two")
            tier_of[position] = tier
    return tier_of


def _in_order_of_time(keys: Index, tier_of: Index, n: int) -> NDArray[np.bool_]:
    """Return whether each pair agrees with the tiers, so does not lead into an earlier one."""
    if not keys.size:
        return np.ones(0, bool)
    starts, ends = tier_of[keys // n], tier_of[keys % n]
    return (starts < 0) | (ends < 0) | (starts <= ends)


def _mask_of(candidates: Candidates) -> NDArray[np.bool_]:
    mask = np.zeros((candidates.n_nodes, candidates.n_nodes), bool)
    mask[candidates.starts, candidates.ends] = True
    return frozen(mask)


def _unordered_of(candidates: Candidates) -> tuple[Index, Index]:
    starts, ends = candidates.starts, candidates.ends
    forwards = starts < ends
    # One integer for each pair, like the core's words of edges but without the state.
    pairs = np.minimum(starts, ends) << 28 | np.maximum(starts, ends)
    unique, positions = np.unique(pairs, return_inverse=True)
    directions = np.zeros(unique.size, np.int64)
    np.add.at(directions, positions, np.where(forwards, 1, 2))
    return frozen(unique), frozen(directions)
