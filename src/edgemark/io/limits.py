"""How large a file may be before it is refused."""

from __future__ import annotations

from dataclasses import dataclass

from edgemark.errors import LimitError, Remedy

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What a file may cost, so that a forged one cannot fill the memory.

    Attributes:
        bytes: size of the file, and of what an archive unpacks to.
        nodes: nodes of the graph.
        edges: edges of the graph.

    Examples:
        >>> Limits(nodes=10).nodes
        10
    """

    bytes: int = 2**30
    nodes: int = 10**6
    edges: int = 5 * 10**7

    def check_bytes(self, size: int, what: str = "the file") -> None:
        """Raise LimitError where something is larger than `bytes`."""
        self._check("bytes", size, what, "bytes")

    def check_nodes(self, number: int) -> None:
        """Raise LimitError for more than `nodes`."""
        self._check("nodes", number, "the graph", "nodes")

    def check_edges(self, number: int) -> None:
        """Raise LimitError for more than `edges`."""
        self._check("edges", number, "the graph", "edges")

    def _check(self, option: str, number: int, what: str, unit: str) -> None:
        most = getattr(self, option)
        if number > most:
            raise LimitError(
                f"{what} may have at most {most} {unit}; got {number} or more",
                Remedy(
                    "If it should be that large, raise the limit",
                    f"limits=Limits({option}={max(number, 10 * most)})",
                ),
            )
