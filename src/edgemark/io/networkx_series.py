"""
Time series graphs of networkx.

A node is a variable, and every edge has the attribute `lag`. An edge other than ``-->`` has the
attribute `mark`. A variable whose mechanism changes has the node attribute `changing`. The graph
attribute `max_lag` holds the largest lag that an edge could have, and `padded_from` the largest lag that
was examined if others were added. Edges at several lags need a MultiDiGraph. Weights other than 1, and
p-values, raise an error that asks about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.graph.ambiguity import is_called_pvalue
from edgemark.graph.edge_attributes import is_weight, refuse_other_attributes
from edgemark.graph.frame_values import as_names
from edgemark.graph.nodes_at_steps import refuse_time_steps
from edgemark.graph.regimes import warn_of_joined_regimes
from edgemark.graph.temporal_checks import remedy_for_sign
from edgemark.graph.unread_attributes import remedy_without_attributes, warn_of_unread_attributes
from edgemark.graph.unread_graph_attributes import warn_of_unread_graph_attributes
from edgemark.io.pgmpy_graphs import is_dynamic_network, remedy_for_dynamic_networks
from edgemark.io.series_refusals import demand_over_time, refuse_both_ways, unsupported_series

__all__ = ["to_networkx"]


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """Read a DiGraph or a MultiDiGraph."""
    if not (hasattr(obj, "is_directed") and hasattr(obj, "edges")) or not obj.is_directed():
        raise unsupported_series(obj)
    if is_dynamic_network(obj):
        raise unsupported_series(obj, remedy_for_dynamic_networks())
    name = dict(zip(obj.nodes, as_names(obj.nodes), strict=True))
    if not any("lag" in data for _, _, data in obj.edges(data=True)):
        refuse_time_steps(obj, "as_graph(obj)")
    _refuse_weights(obj)
    refuse_other_attributes(obj)
    warn_of_unread_attributes(obj, ("lag", "mark"), remedy_without_attributes(), may_be_scores=False)
    warn_of_unread_graph_attributes(obj, kind="")
    edges = [
        (name[a], data.get("mark", "-->"), name[b], _lag(a, b, data))
        for a, b, data in obj.edges(data=True)
    ]
    unmarked = [(a, b) for a, b, data in obj.edges(data=True) if data["lag"] == 0 and "mark" not in data]
    refuse_both_ways([(name[a], name[b]) for a, b in unmarked], "the attribute 'mark'")
    longest_lag = max((lag for _, _, _, lag in edges), default=0)
    changing = [name[node] for node, data in obj.nodes(data=True) if data.get("changing")]
    max_lag = obj.graph.get("max_lag", longest_lag)
    examined_lag = obj.graph.get("padded_from", max_lag)
    graph = TemporalGraph(name.values(), edges, max_lag=examined_lag, changing=changing, cycles="keep")
    graph = graph.with_max_lag(max_lag) if "max_lag" in obj.graph else graph._with_guessed_lag()
    return graph if nodes is None else graph.with_nodes(nodes)


def _refuse_weights(graph: Any) -> None:
    """Raise an error about weights and p-values of edges, which would be lost."""
    for a, b, data in graph.edges(data=True):
        for name, number in data.items():
            if is_weight(name, number) or is_called_pvalue(name):
                raise AmbiguityError(
                    "edges with weights may be scores, or a graph whose weights can be ignored; "
                    f"the edge of {a!r} and {b!r} has the {name} {number!r}",
                    Remedy(
                        f"If the weights have no meaning, remove the attribute {name!r} from the edges"
                    ),
                    Remedy("If the weights are scores, put them into TemporalScores"),
                )


def _lag(a: Any, b: Any, data: Mapping[str, Any]) -> int:
    lag = data.get("lag")
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer):
        raise FormatError(
            f"every edge must have the attribute 'lag', a whole number; that of {a!r} and {b!r} has "
            f"{repr(lag) if 'lag' in data else 'none'}"
        )
    if lag < 0:
        raise FormatError(
            f"the attribute 'lag' must be 0 or more, the number of time steps from the cause to the "
            f"effect; that of {a!r} and {b!r} has {lag}",
            remedy_for_sign(),
        )
    return int(lag)


def to_networkx(graph: TemporalGraph) -> Any:
    """
    Make a networkx graph that `as_temporal` reads back.

    Conflicts and a declared kind are dropped, and the edges of all regimes are joined.

    Args:
        graph: the graph to convert; without names the variables are "0", "1", ...

    Returns:
        A MultiDiGraph; every edge has the attributes `lag` and `mark`, every node has `changing`, and
        the graph has `max_lag`, and `padded_from` if lags were added.

    Warns:
        ClassWarning: the graph has regimes, whose edges are joined.

    Examples:
        >>> converted = to_networkx(TemporalGraph.parse("A --> B @2; lags 3; changing B"))
        >>> list(converted.edges(data=True))
        [('A', 'B', {'mark': '-->', 'lag': 2})]
        >>> converted.graph, converted.nodes["B"]
        ({'max_lag': 3}, {'changing': True})
    """
    demand_over_time(graph, "to_networkx")
    warn_of_joined_regimes(graph, "networkx graph")
    import networkx

    result = networkx.MultiDiGraph(max_lag=graph.max_lag)
    if graph.padded_from is not None:
        result.graph["padded_from"] = graph.padded_from
    changing = set(graph.changing)
    result.add_nodes_from((node, {"changing": node in changing}) for node in graph.nodes)
    result.add_edges_from((a, b, {"mark": mark, "lag": lag}) for a, mark, b, lag in graph.edges())
    return result
