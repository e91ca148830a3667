"""Background knowledge: convert the truth to the class that an algorithm could have learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from edgemark.conventions.options import Reference

if TYPE_CHECKING:
    from edgemark.graph import Graph

__all__ = ["Hidden", "ReferenceClass", "Targets", "Tiers", "informed"]

Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--targets",
        metavar="NODE,...",
        help="Convert the truth to its interventional class (MPDAG): the nodes of one "
        "intervention; repeat for each.",
    ),
]
Tiers = Annotated[
    list[str] | None,
    typer.Option(
        "--tier",
        metavar="NODE,...",
        help="Convert the truth to its class under tiers (MPDAG): the nodes of the earliest tier; "
        "repeat for later ones.",
    ),
]
Hidden = Annotated[
    list[str] | None,
    typer.Option(
        "--hidden",
        metavar="NODE,...",
        help="Hidden nodes of the true DAG, which the estimates do not have; the truth is "
        "converted to its MAG.",
    ),
]
ReferenceClass = Annotated[
    Reference | None,
    typer.Option(
        "--reference",
        help="Replace the truth and all estimates by their graphs of one class; auto is the coarsest of "
        "theirs. Methods of several classes can be ranked only so.",
    ),
]


def informed(
    truth: Graph,
    targets: Sequence[str] | None,
    tiers: Sequence[str] | None,
    hidden: Sequence[str] | None = None,
) -> Graph:
    """
    Return the class of the truth that interventions and tiers leave, or its MAG without hidden nodes.

    Examples:
        >>> from edgemark import Graph
        >>> informed(Graph.parse("A --> B --> C"), ["C"], None).edges()
        [('A', '---', 'B'), ('B', '-->', 'C')]
    """
    import edgemark as em
    from edgemark.graph.equivalence import refuse_hidden_variables

    if hidden:
        truth = em.latent_projection(truth, [name for names in hidden for name in _nodes(names)])
    if targets or tiers:
        refuse_hidden_variables(truth, "an interventional or tiered class", "truth")
    if targets:
        truth = em.equivalence.to_icpdag(truth, [_nodes(target) for target in targets])
    if tiers:
        truth = em.to_mpdag(truth, tiers=[_nodes(tier) for tier in tiers])
    return truth


def _nodes(text: str) -> list[str]:
    """The names between commas; an empty one, as a comma at the end leaves, is none."""
    return [name for name in map(str.strip, text.split(",")) if name]
