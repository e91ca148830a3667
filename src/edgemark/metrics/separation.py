"""Separation distances: compare the d- and m-separations of two graphs."""

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
from edgemark.graph.equivalence import kind_read
from edgemark.graph.kinds import class_of, describe, remedies_for_undirected_edges
from edgemark.graph.latent import member_for_separations
from edgemark.graph.likes import GraphLike
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.cache import remembered
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import count
from edgemark.resources import demand_steps, n_threads
from edgemark.values import Count, Estimated, Undefined

__all__ = ["c_metric", "s_metric", "sc_metric", "separation_distance"]

_SEPARATORS: tuple[Separator, ...] = choices(Separator)
_KINDS_OF_SEPARATOR: dict[Separator, tuple[Kind, ...]] = {
    "parents": ("dag", "cpdag"),
    "ancestors": ("dag", "cpdag", "mag"),
    "minimal": ("dag", "cpdag", "mpdag", "mag", "pag", "admg"),
}


def _caution_about_inseparable_pairs(truth: Graph, estimate: Any) -> str | None:
    """
    Return a warning with the number of pairs of an ADMG that no set separates; None if there are none.

    For a batch, return a warning if it holds an ADMG.
    """
    if isinstance(estimate, GraphBatch):
        has_admg = any(class_of(graph) == "admg" for graph in estimate.graphs())
        return "the estimates may have pairs of nodes that no set separates" if has_admg else None
    if class_of(estimate) != "admg":
        return None
    n_pairs = _errors(truth, estimate, "minimal")[1]
    if not n_pairs:
        return None
    return (
        f"the estimate has {plural(n_pairs, 'ordered pair')} of nodes without an edge that no set "
        "separates: the separation distance does not count them"
    )


@metric(
    better="lower",
    two_edges_on_a_pair=True,
    conventions=SEPARATION,
    cite="wahl2025",
    caution=_caution_about_inseparable_pairs,
    most_nodes=500,
    reads_classes="both",
)
def separation_distance(
    truth: GraphLike, estimate: GraphLike, *, separator: Separator = "parents"
) -> Count:
    """
    Count the node pairs whose separating set in the estimate does not separate them in the truth.

    For every two nodes that are not adjacent in the estimate, a set that separates them is read from the
    estimate. A missing edge gives a set that fails in the truth, and so can a wrong orientation. Extra
    edges claim no separation, so a complete estimate has distance 0. If neither graph is the truth, use
    the mean of both directions, `symmetrized`.

    Also called parent or ancestor separation distance (SD), as in Wahl and Runge.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: a graph on the same nodes; the separator determines its possible kinds.
        separator: the separating set. "parents": the parents of both nodes (possible parents in a
            CPDAG), for DAGs and CPDAGs. "ancestors": the ancestors of both nodes (possible ancestors in
            a CPDAG), also for MAGs. "minimal": for each ordered pair, the minimal separator nearest to
            the first node, which is the same for all graphs of a class; also for MPDAGs, PAGs and ADMGs.

    Returns:
        Number of pairs whose separator fails, 0 to p(p-1)/2, or to p(p-1) with "minimal"; 0 is best.
        Pairs of an ADMG that no set separates are left out, and a warning counts them.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is not of its declared kind, or the separator does not exist for its kind.

    See also:
        sc_metric: over all separating sets.
        symmetrized: the mean of both directions.
        sid: errors in causal effects.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> separation_distance(truth, Graph.parse("A --> B; C --> B"))
        Count(1, of=3)
        >>> separation_distance(truth, Graph.parse("A o-o B o-o C"), separator="minimal")
        Count(0, of=6)
    """
    _refuse_unsound(truth, estimate, separator)
    errors, _ = _errors(truth, estimate, separator)
    return count(errors, of=2 * truth.n_pairs if separator == "minimal" else truth.n_pairs)


def _refuse_unsound(truth: Graph, estimate: Graph, separator: Separator) -> None:
    kind = kind_read(estimate, "separation_distance", "estimate")
    # _member_to_compare refuses a digraph.
    if kind in _KINDS_OF_SEPARATOR[separator] or kind == "digraph":
        return
    other = next(
        separator_of_kind
        for separator_of_kind in _SEPARATORS
        if kind in _KINDS_OF_SEPARATOR[separator_of_kind]
    )
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        try:
            _member_to_compare(graph, side)
        except KindError as error:  # Another separator alone would not help.
            also = f"Also state separator={other!r}, which the estimate, {describe(kind)}, needs"
            raise error.advising(Remedy(also)) from None
    raise KindError(
        f"separation_distance: the {separator} of two nodes do not always separate them in "
        f"{describe(kind)}; the estimate is one",
        Remedy(
            "Use another separator",
            f'separation_distance(truth, estimate, separator="{other}")',
            f"--metric separation_distance:{other}",
        ),
    )


def _errors(truth: Graph, estimate: Graph, separator: Separator) -> tuple[int, int]:
    """Count the separators that fail in the truth, and the pairs of the estimate without a separator."""
    return remembered(
        estimate, truth, ("separation", separator), lambda: _count_errors(truth, estimate, separator)
    )


def _count_errors(truth: Graph, estimate: Graph, separator: Separator) -> tuple[int, int]:
    truth_member = _member_to_compare(truth, "truth")
    estimate_member = _member_to_compare(estimate, "estimate")
    # Parents and ancestors are read from the class itself, with its possible parents and ancestors.
    words = estimate_member.words if separator == "minimal" else estimate.words
    n, separator_code = truth.n_nodes, _SEPARATORS.index(separator)
    if n < 2:
        return 0, 0
    return _core.separation_errors(truth_member.words, words, n, separator_code, n_threads())


def _member_to_compare(graph: Graph, side: str) -> Graph:
    """Return a member of the graph's class, which has the same separations."""
    try:
        return member_for_separations(graph, "a comparison of separations", side)
    except KindError as error:
        raise error.advising(*remedies_for_undirected_edges(graph, side)) from None


# ---- all separations


_MAX_NODES_EXACT = 20
_DEFAULT_SAMPLES = 200


@metric(
    better="lower",
    worst=1.0,
    two_edges_on_a_pair=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
    reads_classes="both",
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
    Give the share of the true separations that are missing in the estimate, 0 to 1: s-metric.

    For each k from 0 to p - 2, consider every two nodes with every set of k other nodes. Take those in
    which the set separates the nodes in the truth, and compute the share that is connected in the
    estimate. The metric is the mean of these shares over all k. A k without true separations contributes
    0.

    The errors are violations of faithfulness to the estimate: independences of the truth that the
    estimate does not imply.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: largest k; None for p - 2.
        n_samples: number of pairs and sets to draw for each k. None takes all of them for up to 20
            nodes, in time exponential in the number of nodes, and draws 200 for more nodes.
        seed: seed of the draws; the same seed gives the same draws on every machine.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or seed is not a whole number of at least 0, or n_samples is not one
            of at least 1.
        LimitError: so many samples would need more than 10**11 steps.
        KindError: a graph is of an unsupported kind, or is not of its declared kind.

    See also:
        c_metric: errors of the opposite kind.
        sc_metric: both kinds.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> s_metric(chain, collider)
        0.5
    """
    return _mean_share(truth, estimate, "s", max_order, n_samples, seed)


@metric(
    better="lower",
    worst=1.0,
    two_edges_on_a_pair=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
    reads_classes="both",
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
    Give the share of the true connections that are separated in the estimate, 0 to 1: c-metric.

    Like `s_metric`, with pairs and sets that are connected in the truth and separated in the estimate.

    The errors are violations of the Markov property: independences that the estimate implies and that do
    not hold in the truth.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: the largest size of the sets, as for `s_metric`.
        n_samples: how many pairs and sets to draw for each size, as for `s_metric`. Computing all of
            them takes exponential time.
        seed: seed of the draws.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or seed is not a whole number of at least 0, or n_samples is not one
            of at least 1.
        LimitError: so many samples would need more than 10**11 steps.
        KindError: a graph is of an unsupported kind, or is not of its declared kind.

    See also:
        s_metric: errors of the opposite kind.
        sc_metric: both kinds.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(c_metric(chain, collider), 3)
        0.167
    """
    return _mean_share(truth, estimate, "c", max_order, n_samples, seed)


@metric(
    better="lower",
    worst=1.0,
    symmetric=True,
    two_edges_on_a_pair=True,
    conventions=ALL_SEPARATIONS,
    cite="wahl2025",
    reads_classes="both",
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
    Give the share of node pairs and sets on whose separation two graphs disagree, 0 to 1: sc-metric.

    Like `s_metric`, it is a mean over the sizes of the sets. Over all sizes and without draws, it is 0
    if and only if the graphs are Markov equivalent.

    Args:
        truth: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG, p nodes.
        estimate: another such graph on the same nodes.
        max_order: the largest size of the sets, as for `s_metric`.
        n_samples: how many pairs and sets to draw for each size, as for `s_metric`. Computing all of
            them takes exponential time.
        seed: seed of the draws.

    Returns:
        0 to 1; 0 is best. A mean over draws is `Estimated`, with its standard error. nan for p < 2.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: max_order or seed is not a whole number of at least 0, or n_samples is not one
            of at least 1.
        LimitError: so many samples would need more than 10**11 steps.
        KindError: a graph is of an unsupported kind, or is not of its declared kind.

    See also:
        s_metric: missing separations only.
        c_metric: false separations only.
        separation_distance: one separating set for each pair.

    References:
        Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS.

    Examples:
        >>> chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(sc_metric(chain, collider), 3)
        0.333
    """
    return _mean_share(truth, estimate, "sc", max_order, n_samples, seed)


def _mean_share(
    truth: Graph, estimate: Graph, name: str, max_order: int | None, n_samples: int | None, seed: int
) -> float:
    if max_order is not None:
        max_order = demand_whole("max_order", max_order, 0)
    if n_samples is not None:
        n_samples = demand_whole("n_samples", n_samples, 1)
    seed = demand_whole("seed", seed, 0)
    n = truth.n_nodes
    truth_member = _member_to_compare(truth, "truth")
    estimate_member = _member_to_compare(estimate, "estimate")
    if n < 2:
        return Undefined("there is no pair of nodes")
    exact = n_samples is None and n <= _MAX_NODES_EXACT
    n_orders = n - 1 if max_order is None else min(max_order + 1, n - 1)
    samples = _DEFAULT_SAMPLES if n_samples is None else n_samples
    if n_samples is not None:
        steps = n_samples * n_orders * (n + truth.words.size + estimate.words.size)
        demand_steps(steps, f"{n_samples} samples for each of {n_orders} sizes", "Draw fewer")
    connections = remembered(
        estimate,
        truth,
        ("connections", exact, n_orders, samples, seed),
        lambda: _connections(truth_member, estimate_member, None if exact else samples, n_orders, seed),
    )
    errors, totals = _errors_of_sizes(connections[:n_orders], name)
    shares = np.divide(errors, totals, out=np.zeros(n_orders), where=totals > 0)
    if exact:
        return float(shares.mean())
    variances = np.divide(shares * (1 - shares), totals, out=np.zeros(n_orders), where=totals > 0)
    return Estimated(float(shares.mean()), float(np.sqrt(variances.sum())) / n_orders)


def _connections(
    truth_member: Graph, estimate_member: Graph, n_samples: int | None, n_orders: int, seed: int
) -> NDArray[np.float64]:
    """
    For each size of the sets, count the pairs and sets that are connected in both graphs, in the truth
    only, in the estimate only, and in neither.
    """
    n = truth_member.n_nodes
    if n_samples is None:
        counts = _core.all_connections(truth_member.words, estimate_member.words, n, n_threads())
    else:
        counts = _core.sampled_connections(
            truth_member.words, estimate_member.words, n, n_orders, n_samples, seed % 2**64, n_threads()
        )
    return counts.astype(np.float64)


def _errors_of_sizes(counts: NDArray[np.float64], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the number of errors for each size of the sets, and how many there could be."""
    both, truth_only, estimate_only, none = counts.T
    if name == "s":
        return estimate_only, estimate_only + none
    if name == "c":
        return truth_only, truth_only + both
    return truth_only + estimate_only, both + truth_only + estimate_only + none
