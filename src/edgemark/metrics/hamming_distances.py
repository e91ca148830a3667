"""Structural Hamming distances (SHD): the node pairs on which two graphs differ, and their costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, nan
from numbers import Real
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.conventions.hamming_distances import SHD, WEIGHTED_SHD
from edgemark.conventions.options import NamedCosts, Reversal, ShdOf, Undirected, choices, require
from edgemark.errors import ConventionError, KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.kinds import HasKind
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import BACKWARD, CYCLE, DIRECTED, FORWARD, GLYPHS, UNDIRECTED
from edgemark.metrics.compared_graphs import (
    Side,
    as_given,
    both_to_cpdag,
    both_to_pag,
    patterns,
    skeletons,
    truth_to_cpdag,
    truth_to_pag,
)
from edgemark.metrics.cross_tables import FOUND_TYPES, TRUE_TYPES, as_counted, edge_types
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import (
    Additive,
    Matrix,
    cost_matrix,
    count,
    total,
)
from edgemark.metrics.restricted_pairs import counted_ordered_pairs, counted_pairs
from edgemark.values import Count

__all__ = ["endpoint_hamming", "shd", "weighted_shd"]

Costs = NamedCosts | Mapping[tuple[str, str], float] | ArrayLike

# The ones in the adjacency matrix for each state of a pair: ">" is the cell from its first node to its
# second, "<" the opposite cell. Other states have no such cells.
ENTRIES = {
    0: frozenset[str](),
    FORWARD: frozenset({">"}),
    BACKWARD: frozenset({"<"}),
    UNDIRECTED: frozenset({"<", ">"}),
    CYCLE: frozenset({"<", ">"}),
}


# ---- costs of a pair that has state s in the truth and state t in the estimate


def _is_lenient_match(s: int, t: int) -> bool:
    return (s in DIRECTED and t == UNDIRECTED) or (s == UNDIRECTED and t in DIRECTED)


def _mismatch(s: int, t: int) -> int:
    return int(s != t)


def _arc_mismatch(s: int, t: int) -> int:
    """Count the cells of the adjacency matrices that differ."""
    return len(ENTRIES[s] ^ ENTRIES[t]) if s in ENTRIES and t in ENTRIES else 0


def _arc_mismatch_one_way(s: int, t: int) -> int:
    """Like `_arc_mismatch`, but count only the cell from the first node to the second."""
    return len((ENTRIES[s] ^ ENTRIES[t]) & {">"}) if s in ENTRIES and t in ENTRIES else 0


def _half_units(s: int, t: int) -> int:
    """Return the cost "half" of `weighted_shd`, in units of one half so that it is an integer."""
    if s == t or (s == UNDIRECTED and t in DIRECTED):
        return 0
    if s in DIRECTED and t in (DIRECTED | {UNDIRECTED}):
        return 1
    return 2


def _double_reversal(s: int, t: int) -> int:
    return 2 if s != t and {s, t} <= DIRECTED else _mismatch(s, t)


def _double_orientation(s: int, t: int) -> int:
    return 2 if s != t and {s, t} <= DIRECTED | {UNDIRECTED} else _mismatch(s, t)


def _lenient(cost: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda s, t: 0 if _is_lenient_match(s, t) else cost(s, t)


_COSTS: dict[tuple[Reversal, Undirected], Matrix] = {
    ("one", "strict"): cost_matrix(_mismatch),
    ("one", "lenient"): cost_matrix(_lenient(_mismatch)),
    ("two", "strict"): cost_matrix(_arc_mismatch),
    ("two", "lenient"): cost_matrix(_lenient(_arc_mismatch)),
}
_COSTS_ONE_WAY: dict[tuple[Reversal, Undirected], Matrix] = {
    ("two", "strict"): cost_matrix(_arc_mismatch_one_way),
    ("two", "lenient"): cost_matrix(_lenient(_arc_mismatch_one_way)),
}
_NAMED_COSTS: dict[NamedCosts, NDArray[np.float64]] = {
    "half": cost_matrix(_half_units) / 2,
    "double-reversal": cost_matrix(_double_reversal).astype(float),
    "double-orientation": cost_matrix(_double_orientation).astype(float),
}
# With this limit, the sum over any number of pairs is finite.
_HIGHEST_COST = 1e200
# A state has two bits for each of its two marks.
_ENDPOINT_COSTS = cost_matrix(lambda s, t: (s >> 2 != t >> 2) + (s & 3 != t & 3))


# ---- compared graphs


_CONVERSIONS: dict[ShdOf, Callable[[Graph, Any], tuple[Graph, Any]]] = {
    "graph": as_given,
    "skeleton": skeletons,
    "pattern": patterns,
    "truth-cpdag": truth_to_cpdag,
    "cpdag": both_to_cpdag,
    "truth-pag": truth_to_pag,
    "pag": both_to_pag,
}


def refuse_other_than_entries(truth: HasKind, estimate: HasKind, option: str, *remedies: Remedy) -> None:
    """
    Refuse edges that have no matrix entries. Refuse graphs with both ``---`` and 2-cycles, whose entries
    are the same.

    Args:
        truth: the truth.
        estimate: the estimate.
        option: the option that reads matrix entries, for the error text.
        remedies: what to do instead.
    """
    present = truth.present_states | estimate.present_states
    if not present <= ENTRIES.keys():
        raise KindError(
            f"{option} needs graphs of --> and ---; a circle or <-> has no matrix entry", *remedies
        )
    if UNDIRECTED in present and CYCLE in present:
        raise KindError(
            f"{option} reads matrix entries, and --- has the same entries as --> with <--; the graphs "
            "have both",
            *remedies,
        )


def _compared(
    truth: Graph, estimate: Side, *, of: ShdOf = "graph", reversal: Reversal = "one", **_: str
) -> tuple[Graph, Side]:
    converted = _CONVERSIONS[of](truth, estimate)
    if reversal == "two":
        refuse_other_than_entries(
            *converted,
            "reversal='two'",
            Remedy(
                "Count pairs of nodes instead",
                'shd(truth, estimate, reversal="one")',
                "-m 'shd:pair mismatch'",
            ),
        )
    return converted


def _shd_costs(
    n_pairs: int, *, reversal: Reversal = "one", undirected: Undirected = "strict", **_: str
) -> NDArray[np.float64]:
    return _COSTS[reversal, undirected].astype(float)


# ---- the distances


@metric(
    batch="pairs",
    better="lower",
    symmetric=True,
    two_edges_on_a_pair=True,
    conventions=SHD,
    cite="tsamardinos2006",
    candidates=True,
    additive=Additive(_shd_costs, _compared),
)
def shd(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    reversal: Reversal = "one",
    of: ShdOf = "graph",
    undirected: Undirected = "strict",
) -> Count:
    r"""
    Count the node pairs on which two graphs differ: structural Hamming distance (SHD).

    .. math:: \mathrm{SHD}(G, H) = |\{\{i, j\} : G_{ij} \ne H_{ij}
              \text{ or } G_{ji} \ne H_{ji}\}|

    where :math:`G_{ij}` is the mark at :math:`j` on the edge between :math:`i` and :math:`j`, or none.
    By default, graphs of any kind are compared as given, and the distance is zero if and only if they
    are equal. A pair with two edges is one error unless the other graph has the same two. SHD on CPDAGs,
    which packages call SHD-C or SHD-CPDAG, is ``of="cpdag"``.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        reversal: errors charged for a reversed edge. "one" counts node pairs, as pcalg, causal-learn and
            gadjid do. "two" counts entries of the adjacency matrices, as cdt does. An undirected edge
            has two entries, so that a missing undirected edge also costs two.
        of: what is compared. "graph": the graphs as given. "skeleton": their skeletons. "pattern": their
            patterns, in which only unshielded colliders are directed. "truth-cpdag": the CPDAG of the
            truth with the estimate as given; if the estimate is the true DAG, its reversible edges are
            errors.
            "cpdag": the CPDAGs of both; a graph that is a CPDAG already stays as it is. "truth-pag" and
            "pag": the same with PAGs, for graphs with hidden variables.
        undirected: whether a directed edge in one graph and an undirected one in the other are an error
            ("strict") or not ("lenient", as in gCastle and the code of NOTEARS).

    Returns:
        Number of errors, 0 to p(p-1)/2, or to p(p-1) if `reversal` is "two"; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph cannot be converted to what `of` compares. "cpdag" needs DAGs or CPDAGs.
            "truth-cpdag" needs such a truth and an estimate with only ``-->`` and ``---``. "pattern"
            needs graphs with only ``-->`` and ``---``, without a directed cycle, that are not declared
            MPDAGs, MAGs or PAGs. "pag" needs DAGs, CPDAGs, MAGs or PAGs. "truth-pag" needs such a truth
            and a MAG, a PAG or a graph without edges as the estimate. "two" needs graphs without circles
            and ``<->``, and no ``---`` if there are 2-cycles, which have the same matrix entries.

    See also:
        weighted_shd: SHD with half credit, or with your own costs.
        endpoint_hamming: SHD by marks.
        expected_shd: mean SHD of posterior samples.
        temporal_shd: SHD of time series graphs.
        sid: errors in causal effects instead of edges.

    References:
        Tsamardinos, Brown, Aliferis (2006), doi:10.1007/s10994-006-6889-7.

    Examples:
        One edge reversed, one missed:

        >>> truth = Graph.parse("A --> B --> C")
        >>> found = Graph.parse("B --> A; C")
        >>> shd(truth, found)
        Count(2, of=3)
        >>> shd(truth, found, reversal="two").rate
        0.5

        A CPDAG whose class contains the truth is perfect if it is compared with the CPDAG of the truth:

        >>> cpdag = Graph.parse("A --- B --- C")
        >>> shd(truth, cpdag), shd(truth, cpdag, of="truth-cpdag")
        (Count(2, of=3), Count(0, of=3))
    """
    left, right = _compared(truth, estimate, of=of, reversal=reversal)
    cost_options = reversal, undirected
    largest = counted_ordered_pairs(truth) if reversal == "two" else counted_pairs(truth)
    return count(total(left, right, _COSTS[cost_options], _COSTS_ONE_WAY.get(cost_options)), of=largest)


def _weights(costs: Costs) -> NDArray[np.float64]:
    """Return the cost of every state in the truth (row) and in the estimate (column)."""
    if isinstance(costs, str):
        require("weighted_shd: costs", costs, choices(NamedCosts))
        return _NAMED_COSTS[cast(NamedCosts, costs)]
    by_types = _checked_costs(costs)
    return np.array([[_cost_of(by_types, *edge_types(s, t)) for t in range(16)] for s in range(16)])


def _cost_of(costs: Mapping[tuple[str, str], float], true: str, found: str) -> float:
    return costs.get((true, found), float(true != found))


def _checked_costs(costs: Any) -> dict[tuple[str, str], float]:
    if not isinstance(costs, Mapping):
        costs = _costs_of_matrix(costs)
    for types in costs:
        _check_types(types)
    return {types: _checked_cost(types, cost) for types, cost in costs.items()}


def _costs_of_matrix(matrix: Any) -> dict[tuple[str, str], Any]:
    """Return the costs of a matrix by edge types, without the cells in which no pair is counted."""
    try:
        cells = np.asarray(matrix, object)
    except ValueError:
        cells = np.array(None)
    if cells.shape != (len(TRUE_TYPES), len(FOUND_TYPES)):
        raise ConventionError(
            f"weighted_shd: costs must be one of {', '.join(choices(NamedCosts))}, numbers by (true "
            f"type, found type), or a matrix with a row for each of {', '.join(TRUE_TYPES)} and a "
            f"column for each of {', '.join(FOUND_TYPES)}; got {type(matrix).__name__} of shape "
            f"{cells.shape}"
        )
    kinds = [(true, found) for true in TRUE_TYPES for found in FOUND_TYPES]
    costs = dict(zip(kinds, cells.reshape(-1).tolist(), strict=True))
    for types, cost in costs.items():
        counted_as = as_counted(*types)
        if types != counted_as and cost not in (0, costs[counted_as]):
            raise ConventionError(
                f"weighted_shd: a pair {types} is counted as {counted_as}, whose cost is "
                f"{costs[counted_as]!r}, so its own cell must have the same cost or 0; got {cost!r}"
            )
    return {types: cost for types, cost in costs.items() if types == as_counted(*types)}


def _check_types(types: Any) -> None:
    allowed = ("none", *GLYPHS)
    if not (isinstance(types, tuple) and len(types) == 2 and set(types) <= set(allowed)):
        raise ConventionError(
            "weighted_shd: the keys of costs must be (true type, found type), edge types out of "
            f"{', '.join(allowed)}; got {types!r}"
        )
    if types != as_counted(*types):
        raise ConventionError(
            f"weighted_shd: a pair {types} is counted as {as_counted(*types)}; state its cost there"
        )


def _checked_cost(types: tuple[str, str], cost: Any) -> float:
    try:
        value = float(cost) if isinstance(cost, Real) else nan
    except OverflowError:
        value = inf
    if not 0 <= value <= _HIGHEST_COST:
        raise ConventionError(
            f"weighted_shd: costs must be finite numbers, not negative, of at most {_HIGHEST_COST:g}; "
            f"got {cost!r:.40} for {types}"
        )
    if types[0] == types[1] and value:
        raise ConventionError(f"weighted_shd: costs must be 0 for equal edges; got {cost} for {types}")
    return value


@metric(
    batch="estimates",
    better="lower",
    conventions=WEIGHTED_SHD,
    cite="constantinou2019",
    candidates=True,
    additive=Additive(lambda n_pairs, costs: _weights(costs)),
)
def weighted_shd(truth: GraphLike, estimate: GraphLike, *, costs: Costs = "half") -> float:
    """
    Sum the costs of edge differences over node pairs: SHD with half credit or with your own costs.

    Bayesys and other tools call variants of this sum SHD.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        costs: "half" is the distance of Bayesys: a reversed edge costs ½, and so does an undirected edge
            found for a directed one. A directed edge found for an undirected one costs 0. Any other
            difference costs 1. "double-reversal": a reversed edge costs 2. Any other difference costs 1,
            including a missing undirected edge. "double-orientation": a reversed edge costs 2, and so
            does a directed edge in one graph with an undirected one in the other; any other difference
            costs 1. Or pass costs by (true type, found type), such as ``{("-->", "<--"): 2, ("none",
            "-->"): 0.5}``. The types are those of `edge_type_table`. Differences that are not named cost
            1. Or pass a matrix with the rows and columns of that table. A cell in which the table counts
            no pair, such as ("none", "<--"), must be 0 or equal to the cell in which such pairs are
            counted, here ("none", "-->").

    Returns:
        Sum of costs, from 0, which is best. Not symmetric in truth and estimate.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: `costs` is an unknown word or a matrix of another shape, names an unknown edge
            type or one that is counted under another name, or has a cost that is negative, above 1e200,
            or not 0 for equal edges.
        KindError: a pair of nodes has two edges.

    See also:
        shd: every difference costs one.
        bsf: balanced score with the same half credit.
        edge_type_table: the counts that the costs weigh.

    References:
        Constantinou (2019), Evaluating structure learning algorithms with a balanced scoring function,
        arXiv:1905.12666.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --- C")
        >>> weighted_shd(truth, found)
        1.0
        >>> weighted_shd(truth, found, costs={("-->", "<--"): 5})
        6.0
    """
    return total(truth, estimate, _weights(costs))


@metric(
    batch="estimates",
    better="lower",
    symmetric=True,
    cite="spirtes2000",
    candidates=True,
    additive=Additive(lambda n_pairs: _ENDPOINT_COSTS.astype(float)),
)
def endpoint_hamming(truth: GraphLike, estimate: GraphLike) -> Count:
    r"""
    Count the edge endpoints at which two graphs differ: SHD by marks.

    .. math:: \sum_{i \ne j} [M^*_{ij} \ne M_{ij}]

    where :math:`M^*_{ij}` and :math:`M_{ij}` are the marks at j on the edge between i and j in the truth
    and in the estimate: none, circle, arrowhead or tail. A missing edge costs two, a reversed edge two,
    and an arrowhead found for a circle one.

    Also called endpoint SHD or SHD of edge marks.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Number of differing endpoints, 0 to p(p-1); 0 is best and means that the graphs are equal.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair of nodes has two edges.

    See also:
        shd: errors by node pairs.
        mark_table: the counts of marks.
        nced: a distance with a discount for open ends.

    Examples:
        >>> endpoint_hamming(Graph.parse("A o-> C <-o B"), Graph.parse("A --> C <-> B; A o-o B"))
        Count(4, of=6)
    """
    return count(total(truth, estimate, _ENDPOINT_COSTS), of=2 * counted_pairs(truth))
