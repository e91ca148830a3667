"""Background knowledge: convert the truth to the class that an algorithm could have learned."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgemark.conventions.options import Reference
from edgemark.errors import AlignmentError, KindError, Remedy, listing

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph

__all__ = [
    "Hidden",
    "ReferenceClass",
    "Targets",
    "Tiers",
    "all_nodes",
    "observed_of_series",
    "refuse_hidden_nodes",
    "truth_as_learnable",
    "truth_for_estimate",
]

Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--targets",
        metavar="NODE,...",
        help="Nodes of one intervention; repeat for each. Converts the truth to its interventional "
        "class (MPDAG).",
    ),
]
Tiers = Annotated[
    list[str] | None,
    typer.Option(
        "--tier",
        metavar="NODE,...",
        help="Nodes of the earliest tier; repeat for later tiers. Converts the truth to its class under "
        "tiers (MPDAG).",
    ),
]
Hidden = Annotated[
    list[str] | None,
    typer.Option(
        "--hidden",
        metavar="NODE,...",
        help="Hidden nodes of the truth, which estimates must not have. Converts the truth to its MAG; "
        "for time series, to the target of LPCMCI if the estimate has circles.",
    ),
]
ReferenceClass = Annotated[
    Reference | None,
    typer.Option(
        "--reference",
        help=(
            "Replace the truth and all estimates by their graphs of one class; auto: their coarsest "
            "class. Needed to rank methods that return different classes."
        ),
    ),
]


def truth_as_learnable(
    truth: Graph,
    targets: Sequence[str] | None,
    tiers: Sequence[str] | None,
    hidden: Sequence[str] | None = None,
) -> Graph:
    """
    Return the class of the truth under interventions and tiers, or its MAG over the observed nodes.

    Without any of these, the truth is returned unchanged.

    Examples:
        >>> from edgemark import Graph
        >>> truth_as_learnable(Graph.parse("A --> B --> C"), ["C"], None).edges()
        [('A', '---', 'B'), ('B', '-->', 'C')]
    """
    import edgemark as em
    from edgemark.graph.equivalence import refuse_hidden_variables

    _refuse_contradictions(targets, tiers, hidden)
    if hidden:
        truth = em.latent_projection(truth, all_nodes(hidden))
    if targets or tiers:
        refuse_hidden_variables(truth, "an interventional or tiered class", "truth")
    if targets:
        truth = em.equivalence.to_icpdag(truth, [_split_names(target) for target in targets])
    return _under_tiers(truth, [_split_names(tier) for tier in tiers]) if tiers else truth


def _under_tiers(truth: Graph, tiers: Sequence[Sequence[str]]) -> Graph:
    import edgemark as em

    try:
        return em.to_mpdag(truth, tiers=tiers)
    except KindError as error:
        if not truth.is_dag():
            raise
        # The remedy of the library is the CPDAG of the truth, which contradicts the tiers as well.
        raise KindError(
            f"--tier contradicts the truth: {error.message.problem}", Remedy("Correct one of them")
        ) from None


def observed_of_series(truth: TemporalGraph, hidden: Sequence[str] | None) -> TemporalGraph:
    """Return a time series graph, projected onto its observed variables if some are hidden."""
    import edgemark as em

    _refuse_contradictions(None, None, hidden)
    return em.latent_projection(truth, all_nodes(hidden)) if hidden else truth


def truth_for_estimate(
    truth: TemporalGraph, hidden: Sequence[str] | None, estimate: Any
) -> TemporalGraph:
    """Return the graph over the observed variables that an estimate is compared with."""
    from edgemark.evaluation.hidden_series import observed_series

    return observed_series(truth, all_nodes(hidden), estimate) if hidden else truth


def _refuse_contradictions(
    targets: Sequence[str] | None, tiers: Sequence[str] | None, hidden: Sequence[str] | None
) -> None:
    if hidden and (targets or tiers):
        raise typer.BadParameter(
            "--hidden excludes --targets and --tier: a truth with hidden nodes has no interventional or "
            "tiered class here; leave out one of them"
        )
    for option, given in (("--hidden", hidden), ("--tier", tiers)):
        if given and not all(map(_split_names, given)):
            raise typer.BadParameter(f"{option} must name a node; got none")


def refuse_hidden_nodes(path: str, nodes: Sequence[str], hidden: Sequence[str] | None) -> None:
    """Refuse an estimate that has a node in --hidden."""
    nodes_of_estimate = set(nodes)
    present = [name for name in all_nodes(hidden or ()) if name in nodes_of_estimate]
    if present:
        raise AlignmentError(
            f"{path}: estimates must not have hidden nodes; this one has {listing(present)}. Leave "
            f"these nodes out of --hidden, or out of the estimate"
        )


def all_nodes(options: Sequence[str]) -> list[str]:
    """Return the names in all values of an option, such as A and B in ``A,B``."""
    return [name for names in options for name in _split_names(names)]


def _split_names(text: str) -> list[str]:
    """Split names at commas and drop empty ones. Names with a comma must be quoted."""
    (names,) = csv.reader([text.replace("\n", " ")], skipinitialspace=True)
    return [name for name in map(str.strip, names) if name]
