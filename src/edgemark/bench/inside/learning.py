"""One run: load the data, call the algorithm, and convert its result to plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.bench.estimates import Learned, from_plain, to_plain
from edgemark.conventions.options import KINDS, Sign
from edgemark.errors import AlignmentError, AmbiguityError, EdgemarkError, listing
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.io import as_graph, as_temporal

__all__ = ["answer_of", "learn", "scores_and_note"]

_EDGEMARK_CLASSES = (Graph, TemporalGraph, EdgeScores, GraphSamples, TemporalScores)


def learn(job: Mapping[str, Any]) -> dict[str, Any]:
    """
    Run an algorithm.

    Args:
        job: "way", which is "adapter" or "function", and "use", the name of what is called;
            "parameters" and "seed"; "data", the file of the data, and "hash", the hash of its content;
            "truth", which is None unless the algorithm is an oracle; "reading" and "returns", see
            `answer_of`.

    Returns:
        The same as `answer_of`, or only "invalid": the reason why the result is not an estimate.
    """
    data = Dataset.load(job["data"])
    if data.content_hash != job["hash"]:
        raise RuntimeError(
            f"{job['data']}: the content of this file has changed since it was drawn; delete the file"
        )
    truth: dict[str, Any] = {} if job["truth"] is None else {"truth": from_plain(job["truth"])}
    if job["way"] == "adapter":
        result = ADAPTERS[job["use"]].run(data, seed=job["seed"], **truth, **job["parameters"])
    else:
        # Imported here, because the sandbox needs Linux, and `answer_of` does not.
        from edgemark.bench.sandbox.child import function_named

        function: Callable[..., Any] = function_named(job["use"])
        result = function(data, seed=job["seed"], **truth, **job["parameters"])
    try:
        return answer_of(result, data.names, job["reading"], job["returns"])
    except (EdgemarkError, ImportError) as error:
        return {"invalid": str(error)}


def answer_of(
    result: Any, names: Sequence[str], reading: Mapping[str, str], returns: str = ""
) -> dict[str, Any]:
    """
    Convert the result of an algorithm to an estimate over the columns of the data.

    Args:
        result: a graph of any library, edge scores, a list of `Graph` samples, a matrix with the
            direction in `reading`, or a time series graph.
        names: the columns. They name the nodes of a graph without names, and are added to a graph that
            omits isolated nodes.
        reading: the options "direction" and "symmetric", with which a matrix is read; "format" is
            ignored.
        returns: what the plan declares: a class of graphs, which becomes the kind of a result that
            declares none, or "scores" or "temporal", which decide how a matrix or another object is
            read.

    Returns:
        "estimate" as plain values, and "note", the assumptions with which it is scored: columns that
        were added as nodes, how an undirected graph is read, or signs of scores that are ignored. The
        note is empty if there are none.

    Raises:
        EdgemarkError: the result is not an estimate, or has nodes that are not columns.
        TypeError: the result has a type that cannot be read.

    Examples:
        >>> answer = answer_of(Graph.parse("B --> A"), ["A", "B", "C"], {})
        >>> from_plain(answer["estimate"])
        Graph.parse('B --> A; C')
        >>> answer["note"]
        "the estimate lacks the column 'C', which is scored as a node without edges"
        >>> matrix = [[0, 1], [0, 0]]
        >>> answer = answer_of(matrix, ["A", "B"], {"direction": "row-to-column"}, "dag")
        >>> from_plain(answer["estimate"])
        Graph.parse('A --> B', kind='dag')
    """
    found, note = _read(result, names, reading, returns)
    estimate = _with_columns(found, names)
    if isinstance(estimate, Graph) and estimate.kind is None and returns in KINDS:
        kind: Any = returns
        estimate = estimate.with_kind(kind)
    notes = (note, _note_on_added(found, names), _note_on_skeleton(estimate))
    return {"estimate": to_plain(estimate), "note": "; ".join(filter(None, notes))}


def scores_and_note(build: Callable[[Sign], EdgeScores]) -> tuple[EdgeScores, str]:
    """
    Build edge scores with an option `sign`, and return a note if signs of negative scores are ignored.

    The signs of weights do not matter, but those of log odds do, so the reader must know.
    """
    try:
        return build("refuse"), ""
    except AmbiguityError:
        return build("ignore"), "negative scores are read as weights, whose signs are ignored"


def _note_on_added(found: Learned, names: Sequence[str]) -> str:
    nodes = set(found.nodes if found.is_named else names)
    added = [name for name in names if name not in nodes]
    if not added:
        return ""
    scored_as = "is scored as a node" if len(added) == 1 else "are scored as nodes"
    columns = "column" if len(added) == 1 else "columns"
    return f"the estimate lacks the {columns} {listing(added)}, which {scored_as} without edges"


def _note_on_skeleton(estimate: Learned) -> str:
    if not isinstance(estimate, Graph) or skeleton_note(estimate, "estimate") is None:
        return ""
    return (
        "the estimate is declared undirected, so comparisons of classes read it as a CPDAG without "
        "unshielded colliders"
    )


def _read(
    result: Any, names: Sequence[str], reading: Mapping[str, str], returns: str
) -> tuple[Learned, str]:
    """Return the estimate, and a note on what is assumed to read it, which may be empty."""
    if isinstance(result, _EDGEMARK_CLASSES):
        return result, ""
    if "direction" in reading and (isinstance(result, list) or hasattr(result, "__array__")):
        options: Any = dict(reading)
        options.pop("format", None)
        nodes = None if hasattr(result, "columns") else list(names)
        if returns == "scores":
            direction = options["direction"]
            return scores_and_note(
                lambda sign: EdgeScores(result, nodes, direction=direction, sign=sign)
            )
        return Graph.from_adjacency(result, nodes=nodes, **options), ""
    if returns == "temporal":
        return as_temporal(result, nodes=list(names)), ""
    if isinstance(result, list | tuple) and result and all(isinstance(graph, Graph) for graph in result):
        return GraphSamples(result), ""
    return as_graph(result), ""


def _with_columns(estimate: Learned, names: Sequence[str]) -> Learned:
    if not estimate.is_named and not isinstance(estimate, TemporalScores):
        return estimate.with_nodes(list(names))
    columns = set(names)
    unknown_nodes = [node for node in estimate.nodes if node not in columns]
    if unknown_nodes and estimate.is_named:
        raise AlignmentError(
            f"the nodes of an estimate must be the columns of the data, {listing(list(names))}; got "
            f"{listing(unknown_nodes)}"
        )
    return estimate if set(estimate.nodes) == set(names) else estimate.with_nodes(list(names))
