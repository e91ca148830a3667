"""Conventions of the normed causal edit distance."""

from types import MappingProxyType

from edgemark.conventions.convention import Convention

__all__ = [
    "NCED",
]

NCED: tuple[Convention, ...] = (
    Convention(
        "k = 0.2",
        "entries of the code (arrowhead 1, circle or undirected -1, tail or no edge 0) that differ; 0.2 "
        "where the estimate leaves the end open, else 1",
        ("nCED paper",),
        MappingProxyType({"k": 0.2}),
    ),
)
