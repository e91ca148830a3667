"""Conventions of the normed causal edit distance."""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "NCED",
]

NCED: tuple[Convention, ...] = (
    Convention(
        "k = 0.2",
        "endpoints whose codes differ (arrowhead 1, circle or undirected -1, tail or no edge 0); an "
        "error costs 0.2 if the estimate leaves the end open, else 1",
        ("nCED paper",),
        frozen_options(k=0.2),
    ),
)
