"""
Method objects of tigramite after a run.

Besides their results, they hold the names of the variables. Their class decides what a contemporaneous
``o-o`` means. J-PCMCI+ also has dummy nodes, which stand for time and for the data set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.graph.frame_values import agreed_names
from edgemark.graph.marks import UNDIRECTED
from edgemark.io import tigramite_arrays
from edgemark.io.objects import class_names
from edgemark.io.series_refusals import unsupported_series


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """Read the result of PCMCI, PCMCI+, LPCMCI or J-PCMCI+; leave out the dummy nodes."""
    meaning = options["contemporaneous"] or ("pag" if "LPCMCI" in class_names(obj) else "cpdag")
    result = result_of(obj, f'as_temporal({{}}, contemporaneous="{meaning}")')
    names = names_of(obj, nodes)
    graph = tigramite_arrays.temporal_of(result, {"contemporaneous": meaning}, names)
    # A result of PCMCI+ has separating sets, one of PCMCI has none.
    if options["contemporaneous"] is None and meaning == "cpdag" and "sepsets" not in result:
        graph = _declared_skeleton(graph)
    return TemporalGraph.from_surrogate(graph, [graph.nodes[k] for k in dummies_of(obj)])


def _declared_skeleton(graph: TemporalGraph) -> TemporalGraph:
    """
    Declare a result of PCMCI undirected if it has contemporaneous edges and all are undirected.

    PCMCI does not look for colliders, so such a result is no CPDAG.
    """
    if graph._contemporaneous.present_states != {UNDIRECTED}:
        return graph
    names = graph.nodes if graph.is_named else graph.n_nodes
    return TemporalGraph(
        names, graph.edges(), max_lag=graph.max_lag, kind="undirected", conflicts=graph.conflicts
    )


def result_of(method: Any, call: str) -> Mapping[str, Any]:
    """
    Return the stored result of a method.

    Args:
        method: the method object.
        call: the code that the error advises if the method has two results, with {} where the result is.
    """
    classes = class_names(method)
    if "LPCMCI" in classes and hasattr(method, "val_min_matrix"):
        return {
            "graph": method.graph,
            "val_matrix": method.val_min_matrix,
            "p_matrix": method.pval_max_matrix,
        }
    result = getattr(method, "results", None)
    if isinstance(result, Mapping) and "graph" in result:
        if isinstance(getattr(method, "pc_results", None), Mapping):
            raise _refusal_of_two_runs(method, call)
        return result
    if "PCMCIbase" not in classes:
        raise unsupported_series(method)
    raise FormatError(
        f"a method must have run and keep a graph as its result; got {classes[0]} without one",
        Remedy("Run run_pcmci or run_pcmciplus"),
        Remedy("After run_pcalg, give as_temporal what it returned"),
    )


def _refusal_of_two_runs(method: Any, call: str) -> AmbiguityError:
    """Return the error for a method that ran run_pcalg and another algorithm, in unknown order."""
    if not isinstance(method.var_names, Mapping):
        call = call.replace(")", ", nodes=obj.var_names)")
    return AmbiguityError(
        f"a method must have one result; this {class_names(method)[0]} has those of run_pcalg and "
        f"of another run, and does not state which is the later one",
        Remedy("Take the result of run_pcalg", call.format("obj.pc_results")),
        Remedy("Or take the result of the other run", call.format("obj.results")),
    )


def names_of(method: Any, nodes: list[str] | None) -> list[str] | None:
    """Return the names of the variables: those of the data, or else those that the caller gives."""
    own_names = method.var_names
    names = agreed_names(
        nodes, None if isinstance(own_names, Mapping) else map(str, own_names), "a method"
    )
    return None if names is None else list(names)


def dummies_of(method: Any) -> list[int]:
    """Return the positions of the dummy nodes of J-PCMCI+."""
    return [*getattr(method, "time_dummy", ()), *getattr(method, "space_dummy", ())]
