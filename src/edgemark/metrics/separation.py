"""Distances between what graphs separate: do the separators of the estimate hold in the truth?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.arguments import demand_whole
from edgemark.conventions.hidden import ALL_SEPARATIONS, SEPARATION
from edgemark.conventions.options import Kind, Separator, choices
from edgemark.errors import KindError, Remedy, plural
from edgemark.graph import Graph
from edgemark.graph.kinds import class_of, describe, ways_to_declare
from edgemark.graph.latent import member_to_walk
from edgemark.graph.likes import GraphLike
from edgemark.metrics.cache import remembered
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import count
from edgemark.resources import n_threads
from edgemark.values import Count, Estimated, Undefined

__all__ = ["c_metric", "s_metric", "sc_metric", "separation_distance"]

_SEPARATORS: tuple[Separator, ...] = choices(Separator)
_SOUND: dict[Separator, tuple[Kind, ...]] = {
    "parents": ("dag", "cpdag"),
    "ancestors": ("dag", "cpdag", "mag"),
    "minimal": ("dag", "cpdag", "mpdag", "mag", "pag", "admg"),
}
_READ_AS: dict[Kind, Kind] = {"pdag": "cpdag", "undirected": "cpdag"}


def _inseparable(truth: Graph, estimate: Any) -> str | None:
    """Say how many pairs of an ADMG are left out, since no set separates them."""
    if class_of(estimate) != "admg":
        return None
    found = _errors(truth, estimate, "minimal")[1]
    if not found:
        return None
    return (
        f"the estimate has {plural(found, 'ordered pair')} of nodes without an edge that no set "
        f"separates: the separation distance cannot ask about them"
    )


@metric(
    better="lower",
    two_edges=True,
    conventions=SEPARATION,
    cite="wahl2025",
    caution=_inseparable,
    most_nodes=500,
)
def separation_distance(
    truth: GraphLike, estimate: GraphLike, *, separator: Separator = "parents"
) -> Count:
    """
    Count the pairs of nodes whose separator in the estimate does not separate them in the truth.

    For every two nodes that are not adjacent in the estimate, a set that separates them there is read
    from it. Missing edges and wrong orientations give sets that fail; edges too many claim nothing, so a
    complete estimate is at 0. Take the mean of both ways with `symmetrized` where neither is the truth.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: a graph on the same nodes; what kinds it may be depends on the separator.
        separator: "parents", the parents of both nodes, possible parents in a CPDAG: for DAGs and
            CPDAGs; "ancestors", the ancestors of both, possible ones in a CPDAG: for MAGs too;
            "minimal", for each ordered pair the minimal separator nearest to the first node: for
            MPDAGs, PAGs and ADMGs too, as it is the same for all graphs of a class.

    Returns:
        Pairs whose separator fails, of p(p-1)/2; of p(p-1) under "minimal". Pairs of an ADMG that
        nothing separates are left out; a warning counts them.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is not of its kind, or the separators do not separate in graphs of its kind.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> separation_distance(truth, Graph.parse("A --> B; C --> B"))
        Count(1, of=3)
        >>> separation_distance(truth, Graph.parse("A o-o B o-o C"), separator="minimal")
        Count(0, of=6)
    """
    _refuse_unsound(estimate, separator)
    found, _ = _errors(truth, estimate, separator)
    return count(found, of=2 * truth.n_pairs if separator == "minimal" else truth.n_pairs)


def _refuse_unsound(estimate: Graph, separator: Separator) -> None:
    kind = _READ_AS.get(class_of(estimate), class_of(estimate))
    if kind in _SOUND[separator] or kind == "digraph":  # of which the cycle is refused
        return
    sound = next(one for one in _SEPARATORS if kind in _SOUND[one])
    raise KindError(
        f"separation_distance: the {separator} of two nodes do not separate them in {describe(kind)}, "
        f"which the estimate is",
        Remedy(
            "Take others",
            f'separation_distance(truth, estimate, separator="{sound}")',
            f"--metric separation_distance:{sound}",
        ),
    )


def _errors(truth: Graph, estimate: Graph, separator: Separator) -> tuple[int, int]:
    """Separators that fail, and pairs of the estimate that have none."""
    return remembered(
        truth, estimate, ("separation", separator), lambda: _found(truth, estimate, separator)
    )


def _found(truth: Graph, estimate: Graph, separator: Separator) -> tuple[int, int]:
    true, member = _to_walk(truth, "truth"), _to_walk(estimate, "estimate")
    words = member.words if separator == "minimal" else estimate.words
    n, number = truth.n_nodes, _SEPARATORS.index(separator)
    if n < 2:
        return 0, 0
    return _core.separation_errors(true.words, words, n, number, n_threads())


def _to_walk(graph: Graph, side: str) -> Graph:
    try:
        return member_to_walk(graph, "a comparison of separations", side)
    except KindError as error:
        raise error.advising(*ways_to_declare(graph, side)) from None


# ---- all separations


_MOST_NODES_EXACT = 20
_SAMPLES = 200


@metric(
    better="lower",
    two_edges=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
)
def s_metric(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    max_order: int | None = None,
    n_samples: int | None = None,
    seed: int = 0,
) -> float:
    """
    Share of the true separations that the estimate does not have: how faithful it is not.

    Two nodes and a set of k others: of those that are separated in the truth, the share that is
    connected in the estimate, then the mean over k = 0 ... p - 2. A size without true separations
    adds 0.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: the largest k; None for p - 2.
        n_samples: how many pairs and sets to draw for each k; None takes all of them up to 20 nodes, in
            time exponential in their number, and draws 200 above.
        seed: of the draws; the same seed gives the same draws on every machine.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or n_samples is no whole number of at least 0 or 1.
        KindError: a graph is of another kind, or not of the kind that it is declared.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> s_metric(chain, collider)
        0.5
    """
    return _mean(truth, estimate, "s", max_order, n_samples, seed)


@metric(
    better="lower",
    two_edges=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
)
def c_metric(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    max_order: int | None = None,
    n_samples: int | None = None,
    seed: int = 0,
) -> float:
    """
    Share of the true connections that the estimate separates: how much it is not Markov.

    As `s_metric`, but of the pairs and sets that are connected in the truth the share that is separated
    in the estimate.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: the largest size of the sets, as for `s_metric`.
        n_samples: how many pairs and sets to draw for each size, as for `s_metric`: the exact number is
            exponential in the nodes.
        seed: of the draws.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or n_samples is no whole number of at least 0 or 1.
        KindError: a graph is of another kind, or not of the kind that it is declared.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(c_metric(chain, collider), 3)
        0.167
    """
    return _mean(truth, estimate, "c", max_order, n_samples, seed)


@metric(
    better="lower",
    symmetric=True,
    two_edges=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
)
def sc_metric(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    max_order: int | None = None,
    n_samples: int | None = None,
    seed: int = 0,
) -> float:
    """
    Share of the pairs and sets on whose separation two graphs disagree.

    The mean over the sizes of the sets, as `s_metric`. 0 exactly where the graphs are Markov equivalent.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: the largest size of the sets, as for `s_metric`.
        n_samples: how many pairs and sets to draw for each size, as for `s_metric`: the exact number is
            exponential in the nodes.
        seed: of the draws.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or n_samples is no whole number of at least 0 or 1.
        KindError: a graph is of another kind, or not of the kind that it is declared.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(sc_metric(chain, collider), 3)
        0.333
    """
    return _mean(truth, estimate, "sc", max_order, n_samples, seed)


def _mean(
    truth: Graph, estimate: Graph, name: str, max_order: int | None, n_samples: int | None, seed: int
) -> float:
    for option, number, least in (("max_order", max_order, 0), ("n_samples", n_samples, 1)):
        if number is not None:
            demand_whole(option, number, least)
    demand_whole("seed", seed, 0)
    n = truth.n_nodes
    true, member = _to_walk(truth, "truth"), _to_walk(estimate, "estimate")
    if n < 2:
        return Undefined("there is no pair of nodes")
    exact = n_samples is None and n <= _MOST_NODES_EXACT
    n_orders = n - 1 if max_order is None else min(max_order + 1, n - 1)
    samples = _SAMPLES if n_samples is None else n_samples
    found = remembered(
        truth,
        estimate,
        ("connections", exact, n_orders, samples, seed),
        lambda: _connections(true, member, None if exact else samples, n_orders, seed),
    )
    errors, of = _errors_of_sizes(found[:n_orders], name)
    shares = np.divide(errors, of, out=np.zeros(n_orders), where=of > 0)
    if exact:
        return float(shares.mean())
    spread = np.divide(shares * (1 - shares), of, out=np.zeros(n_orders), where=of > 0)
    return Estimated(float(shares.mean()), float(np.sqrt(spread.sum())) / n_orders)


def _connections(
    true: Graph, member: Graph, n_samples: int | None, n_orders: int, seed: int
) -> NDArray[np.float64]:
    """For each size: connected in both, in the truth only, in the estimate only, in none."""
    n = true.n_nodes
    if n_samples is None:
        found = _core.all_connections(true.words, member.words, n, n_threads())
    else:
        found = _core.sampled_connections(
            true.words, member.words, n, n_orders, n_samples, seed % 2**64, n_threads()
        )
    return found.astype(np.float64)


def _errors_of_sizes(found: NDArray[np.float64], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Errors of each size of the sets, and out of how many."""
    both, truth_only, estimate_only, none = found.T
    if name == "s":
        return estimate_only, estimate_only + none
    if name == "c":
        return truth_only, truth_only + both
    return truth_only + estimate_only, both + truth_only + estimate_only + none
