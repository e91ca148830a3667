"""One run: load the data, call the algorithm, and convert its result to plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.bench.estimates import Learned, from_plain, to_plain
from edgemark.conventions.options import KINDS
from edgemark.errors import AlignmentError, EdgemarkError, listing
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.io import as_graph, as_temporal

__all__ = ["as_estimate", "learn"]

_OURS = (Graph, TemporalGraph, EdgeScores, GraphSamples, TemporalScores)


def learn(job: Mapping[str, Any]) -> dict[str, Any]:
    """
    Run an algorithm.

    Args:
        job: "way" and "use", what to call; "parameters" and "seed"; "data", the file of the data, and
            "hash", the hash of its content; "truth" for an oracle; "reading" and "returns", see
            `as_estimate`.

    Returns:
        "estimate" as plain values; or "rubbish", the reason why the result is not an estimate.
    """
    data = Dataset.load(job["data"])
    if data.content_hash != job["hash"]:
        raise RuntimeError(f"{job['data']}: the data are not those that were drawn; delete the file")
    more: dict[str, Any] = {} if job["truth"] is None else {"truth": from_plain(job["truth"])}
    if job["way"] == "adapter":
        found = ADAPTERS[job["use"]].run(data, seed=job["seed"], **more, **job["parameters"])
    else:
        from edgemark.bench.sandbox.child import (
            function_named,
        )  # Imported here, because that module needs a system with a sandbox.

        function: Callable[..., Any] = function_named(job["use"])
        found = function(data, seed=job["seed"], **more, **job["parameters"])
    try:
        return {"estimate": to_plain(as_estimate(found, data.names, job["reading"], job["returns"]))}
    except (EdgemarkError, ImportError) as error:
        return {"rubbish": str(error)}


def as_estimate(
    found: Any, names: Sequence[str], reading: Mapping[str, str], returns: str = ""
) -> Learned:
    """
    Convert the result of an algorithm to an estimate over the columns of the data.

    Args:
        found: a graph of any library, edge scores, several graphs, a matrix with the direction in
            `reading`, or a time series graph.
        names: the columns. They name the nodes of a graph without names, and are added to a graph that
            omits isolated nodes.
        reading: "direction" and "symmetric" of a matrix.
        returns: the class that the plan declares, which becomes the kind of a graph without a declared
            kind.

    Raises:
        EdgemarkError: the result is no estimate, or has other nodes.
        TypeError: the result has another type.

    Examples:
        >>> as_estimate(Graph.parse("B --> A"), ["A", "B", "C"], {})
        Graph.parse('B --> A; C')
        >>> as_estimate([[0, 1], [0, 0]], ["A", "B"], {"direction": "row-to-column"}, "dag")
        Graph.parse('A --> B', kind='dag')
    """
    estimate = _over_columns(_read(found, names, reading, returns), names)
    if isinstance(estimate, Graph) and estimate.kind is None and returns in KINDS:
        kind: Any = returns
        return estimate.with_kind(kind)
    return estimate


def _read(found: Any, names: Sequence[str], reading: Mapping[str, str], returns: str) -> Learned:
    if isinstance(found, _OURS):
        return found
    if "direction" in reading and (isinstance(found, list) or hasattr(found, "__array__")):
        said: Any = dict(reading)
        said.pop("format", None)
        nodes = None if hasattr(found, "columns") else list(names)
        if returns == "scores":
            return EdgeScores(found, nodes, direction=said["direction"], sign="ignore")
        return Graph.from_adjacency(found, nodes=nodes, **said)
    if returns == "temporal":
        return as_temporal(found, nodes=list(names))
    if isinstance(found, list | tuple) and found and all(isinstance(one, Graph) for one in found):
        return GraphSamples(found)
    return as_graph(found)


def _over_columns(estimate: Learned, names: Sequence[str]) -> Learned:
    if not estimate.is_named and not isinstance(estimate, TemporalScores):
        return estimate.with_nodes(list(names))
    known = set(names)
    beyond = [node for node in estimate.nodes if node not in known]
    if beyond and estimate.is_named:
        raise AlignmentError(
            f"the nodes of an estimate must be the columns of the data, {listing(list(names))}; got "
            f"{listing(beyond)}"
        )
    return estimate if set(estimate.nodes) == set(names) else estimate.with_nodes(list(names))
