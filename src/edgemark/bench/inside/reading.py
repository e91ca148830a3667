"""Read the graph that a command wrote."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgemark.bench.estimates import to_plain
from edgemark.bench.inside.learning import as_estimate
from edgemark.errors import EdgemarkError, InputTypeError
from edgemark.graph import Graph
from edgemark.io import read, read_temporal

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
    Read the graph that a command wrote.

    Args:
        job: "content" of the file in base64, "names" of the columns, "reading" and "returns" as for
            `learn`.

    Returns:
        As `learn`.
    """
    reading, names = dict(job["reading"]), list(job["names"])
    said: Any = {key: reading[key] for key in ("direction", "symmetric") if key in reading}
    place = Path(f"graph{suffix_of(reading)}")
    place.write_bytes(base64.b64decode(job["content"]))
    try:
        if job["returns"] == "temporal":
            return {"estimate": to_plain(as_estimate(read_temporal(place), names, {}))}
        graph: Graph = read(place, format=reading.get("format"), **said)
        return {"estimate": to_plain(as_estimate(graph, names, {}, job["returns"]))}
    except (EdgemarkError, InputTypeError, OSError) as error:
        return {"rubbish": str(error)}


def suffix_of(reading: Mapping[str, str]) -> str:
    """Return the suffix of the file that a command writes its graph to."""
    return _SUFFIXES.get(reading.get("format", "json"), ".txt")
