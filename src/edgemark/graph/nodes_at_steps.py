"""Refuse graphs of networkx whose nodes are variables at time steps, with code that converts them."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, Remedy, shown

__all__ = ["refuse_time_steps"]


def refuse_time_steps(graph: Any, call: str) -> None:
    """
    Refuse a graph of networkx whose nodes are variables at time steps, such as ("A", -1).

    Args:
        graph: the graph.
        call: the user's call that reads the graph, such as ``as_graph(obj)``, for the remedies.

    Raises:
        AmbiguityError: each node is a pair that ends in an integer; and each begins with a string, or
            one of the integers is negative.

    Examples:
        The cells of a grid are accepted:

        >>> import networkx
        >>> refuse_time_steps(networkx.DiGraph([((0, 0), (0, 1))]), "as_graph(obj)")
    """
    if not graph or not all(_ends_in_integer(node) for node in graph.nodes):
        return
    nodes = list(graph.nodes)
    if not (all(isinstance(node[0], str) for node in nodes) or any(node[1] < 0 for node in nodes)):
        return
    function, _, argument = call.rstrip(")").partition("(")
    as_series = Remedy(
        "If the numbers are time steps, and later ones are higher, make a time series graph",
        f"TemporalGraph(list(dict.fromkeys(str(a) for a, _ in {argument})), {{(str(a), '-->', str(b), "
        f"t - s) for (a, s), (b, t) in {argument}.edges()}}, max_lag=max(t for _, t in {argument}) - "
        f"min(t for _, t in {argument}))",
    )
    if function.startswith("EdgeScores"):
        as_series = Remedy(
            "If the numbers are time steps, put the scores into one matrix for each lag, and give them "
            "to TemporalScores"
        )
    raise AmbiguityError(
        f"a graph must have one node for each variable; nodes such as {shown(nodes[0])} may be "
        "variables at a time step",
        *([as_series] if graph.is_directed() else []),
        Remedy(
            "If the pairs are names, make them text",
            f"{function}(networkx.relabel_nodes({argument}, str))",
        ),
    )


def _ends_in_integer(node: Any) -> bool:
    """Whether a node is a pair such as ("A", -1)."""
    is_pair = isinstance(node, tuple) and len(node) == 2
    return is_pair and isinstance(node[1], int | np.integer) and not isinstance(node[1], bool)
