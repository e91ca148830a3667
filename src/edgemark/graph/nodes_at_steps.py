"""Graphs of networkx whose nodes are variables at time steps are refused with code that reads them."""

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
        call: the user's call that reads it, such as ``as_graph(obj)``.

    Raises:
        AmbiguityError: all nodes are pairs that end in an integer; and all begin with a text, or some
            integer is negative.

    Examples:
        >>> import networkx
        >>> refuse_time_steps(networkx.DiGraph([((0, 0), (0, 1))]), "as_graph(obj)")  # a grid
    """
    if not graph or not all(_is_step(node) for node in graph.nodes):
        return
    nodes = list(graph.nodes)
    if not (all(isinstance(node[0], str) for node in nodes) or any(node[1] < 0 for node in nodes)):
        return
    function, _, argument = call.rstrip(")").partition("(")
    over_time = Remedy(
        "If the numbers are time steps, and later ones are higher, make a time series graph",
        f"TemporalGraph(list(dict.fromkeys(str(a) for a, _ in {argument})), {{(str(a), '-->', str(b), "
        f"t - s) for (a, s), (b, t) in {argument}.edges()}}, max_lag=max(t for _, t in {argument}) - "
        f"min(t for _, t in {argument}))",
    )
    if function.startswith("EdgeScores"):
        over_time = Remedy(
            "If the numbers are time steps, put the scores into one matrix for each lag, and give them "
            "to TemporalScores"
        )
    raise AmbiguityError(
        f"a graph must have one node for each variable; nodes such as {shown(nodes[0])} may be "
        "variables at a time step",
        *([over_time] if graph.is_directed() else []),
        Remedy(
            "If the pairs are names, make them text",
            f"{function}(networkx.relabel_nodes({argument}, str))",
        ),
    )


def _is_step(node: Any) -> bool:
    is_pair = isinstance(node, tuple) and len(node) == 2
    return is_pair and isinstance(node[1], int | np.integer) and not isinstance(node[1], bool)
