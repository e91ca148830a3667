"""All runs of a study, for other programs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.bench.estimates import from_plain
from edgemark.bench.store import Store
from edgemark.errors import EdgemarkError, MissingExtraError
from edgemark.graph import EdgeScores, Graph, GraphSamples
from edgemark.report import csv_line

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["as_csv", "write_parquet", "write_rcgnn"]


def as_csv(study: Study) -> str:
    """Write a row for each run, failed ones too, with a column for each metric."""
    rows = study.wide()
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)]) if rows else ""


def write_parquet(study: Study, path: str | os.PathLike[str]) -> int:
    """
    Write the same rows as Parquet; return their number.

    Raises:
        MissingExtraError: polars is not installed.
    """
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames") from None
    rows = study.wide()
    part = Path(f"{os.fspath(path)}.part")
    polars.DataFrame(rows, infer_schema_length=None).write_parquet(part)
    part.replace(path)
    return len(rows)


def write_rcgnn(study: Study, folder: str | os.PathLike[str]) -> int:
    """
    Write every estimate of a graph or of scores as the RC-GNN comparison reads it; return their number.

    Each run has a folder with ``A_mean.npy``, the matrix of estimated edges with the cause in the row,
    ``A_true.npy``, and ``meta.json``.

    Raises:
        EdgemarkError: the folder is there already, and is not empty.
    """
    place = Path(folder)
    if place.exists() and any(place.iterdir()):
        raise EdgemarkError(f"{place}: an empty or a new folder is needed; this one holds files")
    count = 0
    with Store.read(study.folder) as store:
        for one in store.runs(texts=True):
            dataset = store.dataset(one.run.details["data"])
            if one.attempt is None or one.attempt.estimate is None or dataset is None:
                continue
            truth, estimate = from_plain(dataset[0]), from_plain(one.attempt.estimate)
            if not isinstance(truth, Graph) or not isinstance(
                estimate, Graph | EdgeScores | GraphSamples
            ):
                continue
            nodes = sorted(truth.nodes)
            own = place / one.run.key[:12]
            own.mkdir(parents=True)
            np.save(own / "A_mean.npy", _matrix(estimate, nodes))
            np.save(own / "A_true.npy", _matrix(truth, nodes))
            meta = {
                "run": one.run.key[:12],
                "algorithm": one.run.algorithm,
                "data": one.run.dataset,
                "seed": one.run.details["seed"],
                "nodes": nodes,
            }
            (own / "meta.json").write_text(json.dumps(meta, indent=1), "utf-8")
            count += 1
    return count


def _matrix(side: Any, nodes: list[str]) -> Any:
    """The cause in the row; an undirected edge in both cells."""
    placed = side.with_nodes(nodes)
    if isinstance(placed, GraphSamples):
        return placed.marginals("directed")
    if isinstance(placed, EdgeScores):
        return np.nan_to_num(placed.to_array())
    matrix = np.zeros((len(nodes), len(nodes)))
    place = {node: k for k, node in enumerate(nodes)}
    for a, glyph, b in placed.edges():
        if glyph[-1] != "-" or glyph == "---":
            matrix[place[a], place[b]] = 1
        if glyph[0] != "-" or glyph == "---":
            matrix[place[b], place[a]] = 1
    return matrix
