"""How near the truth are weighted graphs: on average, and as a distribution over graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.conventions.options import Marginal, Reversal, Sampled, ShdOf
from edgemark.conventions.posterior import EXPECTED_SHD, MARGINALS, SAMPLED
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph, GraphSamples
from edgemark.graph.equivalence import class_size
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import UNDIRECTED
from edgemark.metrics.batch_values import each
from edgemark.metrics.compared_graphs import cpdag_of
from edgemark.metrics.declaration import REGISTRY, metric
from edgemark.values import Undefined

__all__ = [
    "class_coverage",
    "credible_level",
    "expected_f1",
    "expected_shd",
    "expected_sid",
    "posterior_mass",
]


@metric(better="lower", conventions=EXPECTED_SHD, cite="lorch2021")
def expected_shd(
    truth: GraphLike,
    estimate: GraphSamples,
    *,
    reversal: Reversal = "one",
    of: ShdOf = "graph",
) -> float:
    r"""
    Give the mean structural Hamming distance of weighted graphs from the truth, E-SHD.

    .. math:: \sum_s w_s \mathrm{SHD}(G, G_s)

    Of DAGs and with ``reversal="two"`` it is also the sum over ordered pairs of the distance of the
    marginal from the truth, :math:`\sum_{i \ne j} |p_{ij} - y_{ij}|`: it does not know which edges were
    drawn together. With ``reversal="one"`` it is the sum over pairs of the weight of the graphs that are
    wrong there.

    Args:
        truth: reference graph, p nodes.
        estimate: samples of graphs on the same nodes.
        reversal: errors charged when an edge points the other way, "one" or "two", see `shd`.
        of: what is compared, "graph", "skeleton", "pattern", "truth-cpdag", "cpdag",
            "truth-pag" or "pag", see `shd`.

    Returns:
        From 0, where all weight is on the truth.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: the distance is not defined on these graphs, see `shd`.

    References:
        Lorch, Rothfuss, Schoelkopf, Krause (2021), DiBS, arXiv:2105.11839.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> expected_shd(truth, samples), expected_shd(truth, samples, reversal="two")
        (0.75, 1.0)
    """
    return _expected(truth, estimate, "shd", reversal=reversal, of=of)


@metric(better="lower", cite="peters2015")
def expected_sid(truth: GraphLike, estimate: GraphSamples) -> float:
    r"""
    Give the mean structural intervention distance of weighted DAGs from the truth.

    .. math:: \sum_s w_s \mathrm{SID}(G, G_s)

    Args:
        truth: a DAG, p nodes.
        estimate: samples of DAGs on the same nodes.

    Returns:
        0 to p(p-1); nan if some samples, of which `reason` names one, are no DAGs.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: the truth is no DAG, or no sample is.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> expected_sid(truth, samples)
        1.5
    """
    return _expected(truth, estimate.distinct(), "sid")


@metric(better="higher", conventions=MARGINALS, cite="powers2011")
def expected_f1(truth: GraphLike, estimate: GraphSamples, *, of: Marginal = "directed") -> float:
    r"""
    Give the mean F1 of weighted graphs, which is not the F1 of their marginals.

    Args:
        truth: reference graph, p nodes.
        estimate: samples of graphs on the same nodes.
        of: what is found or missed, "directed" edges, the "skeleton" or "ancestral" relations, see
            `confusion`.

    Returns:
        0 to 1; nan if the truth has nothing to find and a sample finds nothing.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: the confusion is not defined on these graphs, see `confusion`.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> expected_f1(truth, GraphSamples([truth, Graph.parse("A; B; C")]))
        0.5
    """
    return _expected(truth, estimate, "confusion", "f1", of=of)


@metric(better="higher", conventions=SAMPLED, cite="friedman2003")
def posterior_mass(truth: GraphLike, estimate: GraphSamples, *, of: Sampled = "graph") -> float:
    """
    Give the share of the weight that is on the truth, or on its Markov equivalence class.

    Where data cannot tell equivalent graphs apart, as with linear Gaussian models or multinomials and
    no intervention, the mass on the true graph is at most its share of the class.

    Args:
        truth: reference graph, p nodes; for "class" a DAG or a CPDAG.
        estimate: samples of graphs on the same nodes; for "class" DAGs or CPDAGs.
        of: "graph": samples equal to the truth; "class": samples equivalent to it.

    Returns:
        0 to 1.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: "class" needs DAGs and CPDAGs.

    References:
        Friedman, Koller (2003), Being Bayesian about network structure, doi:10.1023/A:1020249912095.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> posterior_mass(truth, samples) == 1 / 3, posterior_mass(truth, samples, of="class") == 2 / 3
        (True, True)
    """
    return _of_class(estimate, of).mass(_class_of_truth(truth, of))


@metric(better="neither", conventions=SAMPLED, cite="hyndman1996")
def credible_level(truth: GraphLike, estimate: GraphSamples, *, of: Sampled = "graph") -> float:
    """
    Give the share of the weight on graphs at least as heavy as the truth.

    ``estimate.credible_set(level)`` holds the truth exactly if the level is above the share of the
    heavier graphs, and then all of this share is in it. Over many data sets the credible sets of a
    calibrated posterior hold the truth as often as their level says.

    Args:
        truth: reference graph, p nodes; for "class" a DAG or a CPDAG.
        estimate: samples of graphs on the same nodes; for "class" DAGs or CPDAGs.
        of: whether "graph" or "class" is what the weight is on, see `posterior_mass`.

    Returns:
        0 to 1; 1 if the truth was never drawn, because every graph drawn is heavier.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: "class" needs DAGs and CPDAGs.

    References:
        Hyndman (1996), Computing and graphing highest density regions,
        doi:10.1080/00031305.1996.10474359.

    Examples:
        >>> truth = Graph.parse("A --> B")
        >>> draws = [Graph.parse(text) for text in ("A; B", "A; B", "A --> B", "B --> A", "A; B")]
        >>> credible_level(truth, GraphSamples(draws))
        1.0
        >>> credible_level(Graph.parse("A; B"), GraphSamples(draws))
        0.6
    """
    distinct = _of_class(estimate, of).distinct()
    own = distinct.mass(_class_of_truth(truth, of))
    return distinct.mean(distinct.weights >= own)


@metric(better="neither", cite="edgemark")
def class_coverage(truth: GraphLike, estimate: GraphSamples) -> float:
    """
    Give the share of the members of the truth's equivalence class that were drawn at all.

    A posterior over DAGs that data cannot tell apart should reach all of them. A single draw reaches
    one, so compare only estimates with as many draws.

    Args:
        truth: reference graph, a DAG or a CPDAG, p nodes.
        estimate: samples of DAGs on the same nodes.

    Returns:
        0 to 1, where every member was drawn; nan if the class is too large to count its members.

    Raises:
        AlignmentError: they do not have the same nodes.
        KindError: a truth that is neither, or a sample that is no DAG.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C")])
        >>> class_coverage(truth, samples) == 2 / 3
        True
    """
    drawn = estimate.distinct()
    if UNDIRECTED in drawn.states()[0]:
        raise KindError(
            "coverage counts the members of a class that were drawn, so the samples must be DAGs; some "
            "have undirected edges",
            Remedy(
                "Take the mass of the class",
                'posterior_mass(truth, samples, of="class")',
                "-m posterior_mass",
            ),
        )
    target = cpdag_of(truth, "truth")
    return len(drawn.classes().equal_to(target)) / class_size(target)


# ---- means


def _expected(
    truth: Graph, estimate: GraphSamples, name: str, measure: str = "", **options: Any
) -> float:
    values = each(truth, estimate.stack, REGISTRY[name], measure, **options)
    undefined = np.isnan(values) & (estimate.weights > 0)
    if undefined.any():
        first = estimate[int(np.argmax(undefined))]
        if undefined.sum() == (estimate.weights > 0).sum():
            REGISTRY[name].of(truth, first, **options)  # says why, where it is refused
        return Undefined(
            f"{measure or name} is not defined on samples of {estimate.mean(undefined):.3g} of the "
            f"weight, such as {str(first)[:60]!r}"
        )
    return estimate.mean(np.nan_to_num(values))


# ---- classes


def _of_class(samples: GraphSamples, of: Sampled) -> GraphSamples:
    return samples.classes() if of == "class" else samples


def _class_of_truth(truth: Graph, of: Sampled) -> Graph:
    return cpdag_of(truth, "truth") if of == "class" else truth
