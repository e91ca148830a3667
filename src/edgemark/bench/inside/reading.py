"""Read the graph that an algorithm wrote to a file, if a plan runs the algorithm as a command."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgemark.bench.inside.learning import answer_of, scores_and_note
from edgemark.errors import EdgemarkError
from edgemark.graph import Graph
from edgemark.io import read, read_scores, read_temporal

__all__ = ["read_graph", "suffix_of"]

_SUFFIXES = {
    "json": ".json",
    "edges": ".csv",
    "adjacency": ".csv",
    "npy": ".npy",
    "npz": ".npz",
    "dot": ".dot",
}


def read_graph(job: Mapping[str, Any]) -> dict[str, Any]:
    """
    Read the graph that a command wrote to a file.

    Args:
        job: "content", the content of the file in base64; "names", the columns of the data; "reading"
            and "returns", see `answer_of`, where "reading" may also have the "format" of the file. The
            file holds a graph; a time series graph if "returns" is "temporal"; or edge scores if
            "returns" is "scores".

    Returns:
        The same as `answer_of`; or "invalid", the reason why the file is not an estimate.
    """
    reading, names = dict(job["reading"]), list(job["names"])
    options: Any = {key: reading[key] for key in ("direction", "symmetric") if key in reading}
    path = Path(f"graph{suffix_of(reading)}")
    path.write_bytes(base64.b64decode(job["content"]))
    try:
        if job["returns"] == "temporal":
            return answer_of(read_temporal(path), names, {})
        if job["returns"] == "scores":
            direction: Any = options.get("direction")
            scores, note = scores_and_note(
                lambda sign: read_scores(path, direction=direction, sign=sign)
            )
            answer = answer_of(scores, names, {})
            return {**answer, "note": "; ".join(filter(None, (note, answer["note"])))}
        graph: Graph = read(path, format=reading.get("format"), **options)
        return answer_of(graph, names, {}, job["returns"])
    except (EdgemarkError, OSError) as error:
        return {"invalid": str(error)}


def suffix_of(reading: Mapping[str, str]) -> str:
    """Return the suffix of the file to which a command writes its graph; JSON is the default format."""
    return _SUFFIXES.get(reading.get("format", "json"), ".txt")
