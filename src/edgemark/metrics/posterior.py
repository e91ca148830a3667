"""Metrics of weighted graphs, such as posterior samples: means of distances, and posterior mass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from edgemark.conventions.options import Marginal, Reversal, Sampled, ShdOf
from edgemark.conventions.posterior import EXPECTED_SHD, MARGINALS, SAMPLED
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph, GraphSamples
from edgemark.graph.equivalence import class_size
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import UNDIRECTED
from edgemark.metrics.batch_values import values_of_graphs
from edgemark.metrics.compared_graphs import compare_samples, cpdag_of
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
    Return the mean SHD between the truth and weighted samples: expected SHD (E-SHD).

    .. math:: \sum_s w_s \mathrm{SHD}(G, G_s)

    For DAGs and ``reversal="two"``, it equals the distance between the marginal edge probabilities
    :math:`p_{ij}` and the true adjacency matrix :math:`y_{ij}`,
    :math:`\sum_{i \ne j} |p_{ij} - y_{ij}|`. It then depends on the marginals only, not on which edges
    occur together. With ``reversal="one"``, each node pair adds the weight of the samples whose edge
    differs from the truth.

    Args:
        truth: reference graph, p nodes.
        estimate: samples of graphs on the same nodes.
        reversal: errors charged for a reversed edge, "one" or "two", see `shd`.
        of: what is compared, "graph", "skeleton", "pattern", "truth-cpdag", "cpdag",
            "truth-pag" or "pag", see `shd`.

    Returns:
        Mean number of errors; 0 is best, and means that every sample agrees with the truth on what `of`
        compares. nan if the distance is not defined on some samples; its `reason` names one of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the distance is not defined on the truth or on any sample, see `shd`.

    See also:
        shd: the distance of one graph.
        expected: the mean of any metric.
        edge_brier: a score of the marginals.

    References:
        Lorch, Rothfuss, Schoelkopf, Krause (2021), DiBS, arXiv:2105.11839.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> expected_shd(truth, samples), expected_shd(truth, samples, reversal="two")
        (0.75, 1.0)
    """
    return _mean_over_samples(truth, estimate, "shd", reversal=reversal, of=of)


@metric(better="lower", cite="peters2015")
def expected_sid(truth: GraphLike, estimate: GraphSamples) -> float:
    r"""
    Return the mean SID of weighted sampled DAGs: expected structural intervention distance.

    .. math:: \sum_s w_s \mathrm{SID}(G, G_s)

    Also called E-SID.

    Args:
        truth: a DAG, p nodes.
        estimate: samples of DAGs on the same nodes.

    Returns:
        0 to p(p-1); 0 is best. nan if some samples are not DAGs; its `reason` names one of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth is not a DAG, or no sample is a DAG.

    See also:
        sid: the distance of one DAG.
        expected: the mean of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> expected_sid(truth, samples)
        1.5
    """
    return _mean_over_samples(truth, estimate.distinct(by_kind=True), "sid")


@metric(better="higher", conventions=MARGINALS, cite="powers2011")
def expected_f1(truth: GraphLike, estimate: GraphSamples, *, of: Marginal = "directed") -> float:
    r"""
    Return the mean F1 of weighted samples, which differs from the F1 of their marginals.

    Also called E-F1.

    Args:
        truth: reference graph, p nodes.
        estimate: samples of graphs on the same nodes.
        of: what is counted: "directed" edges, the "skeleton" or "ancestral" relations, see `confusion`.

    Returns:
        0 to 1; 1 is best. nan if the F1 of some samples is not defined, for example because they and the
        truth have no positive; its `reason` names one of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the confusion is not defined on the truth or on any sample, see `confusion`.

    See also:
        confusion: the F1 of one graph.
        expected: the mean of any metric.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> expected_f1(truth, GraphSamples([truth, Graph.parse("A; B; C")]))
        0.5
    """
    return _mean_over_samples(truth, estimate, "confusion", "f1", of=of)


@metric(better="higher", conventions=SAMPLED, cite="friedman2003")
def posterior_mass(truth: GraphLike, estimate: GraphSamples, *, of: Sampled = "graph") -> float:
    """
    Give the weight of the samples that equal the truth, or are in its Markov equivalence class, 0 to 1.

    Observational data from linear Gaussian models or multinomials cannot distinguish equivalent graphs.
    Scores such as BGe or BDeu are equal for equivalent DAGs. With such a score and a uniform prior over
    DAGs, the exact posterior probability of the true DAG is at most 1 divided by the number of DAGs in
    its class.

    Also called posterior probability of the truth.

    Args:
        truth: reference graph, p nodes; for "class" a DAG or a CPDAG.
        estimate: samples of graphs on the same nodes; for "class" DAGs or CPDAGs.
        of: "graph": samples that equal the truth. "class": samples that are Markov equivalent to it.

    Returns:
        0 to 1; 1 is best.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: "class" needs DAGs and CPDAGs.

    See also:
        credible_level: the credible sets that contain the truth.
        class_coverage: members of the class that were drawn.

    References:
        Friedman, Koller (2003), Being Bayesian about network structure, doi:10.1023/A:1020249912095.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, Graph.parse("A <-- B --> C"), Graph.parse("A; B; C")])
        >>> posterior_mass(truth, samples) == 1 / 3, posterior_mass(truth, samples, of="class") == 2 / 3
        (True, True)
    """
    return _samples_compared(estimate, of).mass(_truth_compared(truth, of))


@metric(better="neither", conventions=SAMPLED, cite="hyndman1996")
def credible_level(truth: GraphLike, estimate: GraphSamples, *, of: Sampled = "graph") -> float:
    """
    Return the total weight of the graphs that are at least as probable as the truth, 0 to 1.

    ``estimate.credible_set(level)`` contains the truth if and only if the level is above the
    total weight of the graphs that are more probable than the truth. Over many data sets, the credible
    sets of a calibrated posterior contain the truth at least as often as their level states.

    Also called highest posterior density (HPD) level.

    Args:
        truth: reference graph, p nodes; for "class" a DAG or a CPDAG.
        estimate: samples of graphs on the same nodes; for "class" DAGs or CPDAGs.
        of: whether weights are of single graphs ("graph") or of equivalence classes ("class"), see
            `posterior_mass`.

    Returns:
        0 to 1; 1 if the truth was never drawn, because every drawn graph has more weight.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: "class" needs DAGs and CPDAGs.

    See also:
        posterior_mass: the weight of the truth itself.

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
    distinct = _samples_compared(estimate, of).distinct()
    weight_of_truth = distinct.mass(_truth_compared(truth, of))
    return distinct.mean(distinct.weights >= weight_of_truth)


@metric(better="neither", cite="edgemark", reads_classes="truth")
def class_coverage(truth: GraphLike, estimate: GraphSamples) -> float:
    """
    Give the share of the members of the truth's equivalence class that were drawn, 0 to 1.

    Independences cannot distinguish the DAGs of a class, so posterior samples should include all of
    them. Each draw adds at most one DAG, so compare only estimates with the same number of draws.

    Args:
        truth: reference graph, a DAG or a CPDAG, p nodes.
        estimate: samples of DAGs on the same nodes.

    Returns:
        0 to 1; 1 means that every member was drawn.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth is neither a DAG nor a CPDAG, or a sample is not a DAG.

    See also:
        posterior_mass: the weight on the class.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C")])
        >>> class_coverage(truth, samples) == 2 / 3
        True
    """
    drawn = estimate.distinct()
    if UNDIRECTED in drawn.states()[0]:
        raise KindError(
            "class_coverage needs samples that are DAGs, because it counts the members of the class "
            "among them; some samples have undirected edges",
            Remedy(
                "Use the weight of the samples in the class",
                'posterior_mass(truth, samples, of="class")',
                "-m posterior_mass",
            ),
        )
    # As a CPDAG, because class_size warns about undirected graphs, and so does the caller.
    target = cpdag_of(truth, "truth", compare_samples()).with_kind("cpdag")
    estimate.distinct(by_kind=True).classes()  # Refuses graphs declared otherwise, such as MAGs.
    return len(drawn.classes().equal_to(target)) / class_size(target)


# ---- means


def _mean_over_samples(
    truth: Graph, estimate: GraphSamples, name: str, measure: str = "", **options: Any
) -> float:
    values = values_of_graphs(truth, estimate.stack, REGISTRY[name], measure, **options)
    undefined = np.isnan(values) & (estimate.weights > 0)
    if undefined.any():
        first = estimate[int(np.argmax(undefined))]
        if undefined.sum() == (estimate.weights > 0).sum():
            try:
                REGISTRY[name].compute(truth, first, **options)  # raises the error that explains why
            except KindError as error:
                raise _about_samples(error) from None
        return Undefined(
            f"{measure or name} is not defined on some samples, which have "
            f"{estimate.mean(undefined):.3g} of the weight; one is {str(first)[:60]!r}"
        )
    return estimate.mean(np.nan_to_num(values))  # Only samples with the weight 0 may still have nan.


def _about_samples(error: KindError) -> KindError:
    """Return the error of one sample, with only the remedies that can be rewritten for all samples."""
    remedies = [
        replace(remedy, python=_of_samples(remedy.python), shell=_of_samples(remedy.shell))
        for remedy in error.remedies
        if remedy.python.startswith(("shd(", "evaluate(")) or "estimate" not in remedy.python
    ]
    return KindError(error.message.problem, *remedies)


def _of_samples(code: str) -> str:
    return code.replace("shd", "expected_shd").replace("both to PAG", "of=pag")


# ---- classes


def _samples_compared(samples: GraphSamples, of: Sampled) -> GraphSamples:
    return samples.classes() if of == "class" else samples


def _truth_compared(truth: Graph, of: Sampled) -> Graph:
    return cpdag_of(truth, "truth", compare_samples()) if of == "class" else truth
