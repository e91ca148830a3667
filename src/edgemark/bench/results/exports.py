"""Export all runs of a study to other programs."""

from __future__ import annotations

import json
import os
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgemark import evaluate
from edgemark.bench.estimates import from_plain
from edgemark.bench.store import Store
from edgemark.display.text import csv_line
from edgemark.errors import EdgemarkError, MissingExtraError
from edgemark.graph import EdgeScores

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["as_csv", "write_parquet", "write_rcgnn"]

_SELECTORS_OF_GRAPHS = {
    "directed_precision": "precision:directed",
    "directed_recall": "recall:directed",
    "directed_f1": "f1:directed",
    "directed_shd": "shd:pair mismatch",
    "orientation_accuracy": "orientation_accuracy",
    "skeleton_precision": "precision:skeleton",
    "skeleton_recall": "recall:skeleton",
    "skeleton_f1": "f1:skeleton",
    "skeleton_shd": "shd:skeleton",
}
_SELECTORS_OF_SCORES = {
    "auprc": "pr_trapezoid:entries",
    "average_precision": "average_precision:entries",
    "roc_auc": "roc_auc:entries",
}


def as_csv(study: Study) -> str:
    """Return CSV with a row for each run, also failed ones, with value and chance for each metric."""
    rows = study.wide()
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)]) if rows else ""


def write_parquet(study: Study, path: str | os.PathLike[str]) -> int:
    """
    Write the rows of `as_csv` as Parquet; return their number.

    Raises:
        MissingExtraError: polars is not installed.
    """
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames") from None
    rows = study.wide()
    partial_path = Path(f"{os.fspath(path)}.part")
    polars.DataFrame(rows, infer_schema_length=None).write_parquet(partial_path)
    partial_path.replace(path)
    return len(rows)


def write_rcgnn(study: Study, folder: str | os.PathLike[str]) -> int:
    """
    Write a file for each run with an estimate, with the keys of the RC-GNN evaluation document.

    The folder of each algorithm holds ``metrics_{dataset}_{seed}.json``. Special characters become
    hyphens. If two file names become equal, the second one ends in the key of its run. Undefined ratios
    (0 of 0) are 0.0, as in the document. Truth and estimate are compared as given.

    Returns:
        The number of files.

    Raises:
        EdgemarkError: the folder exists and is not empty.
    """
    place = Path(folder)
    if place.exists() and any(place.iterdir()):
        raise EdgemarkError(f"{place}: the folder must be new or empty; this one holds files")
    count = 0
    with Store.read(study.folder) as store:
        for stored in store.runs(texts=True):
            dataset = store.dataset(stored.run.details["data"])
            if stored.attempt is None or stored.attempt.estimate is None or dataset is None:
                continue
            truth, _facts = dataset
            values = _document_values(from_plain(truth), from_plain(stored.attempt.estimate))
            algorithm_folder = place / _file_name(stored.run.algorithm)
            algorithm_folder.mkdir(parents=True, exist_ok=True)
            stem = f"metrics_{_file_name(stored.run.dataset)}_{stored.run.details['seed']}"
            file = algorithm_folder / f"{stem}.json"
            if file.exists():
                file = algorithm_folder / f"{stem}_{stored.run.key[:12]}.json"
            file.write_text(json.dumps(values, indent=2), "utf-8")
            count += 1
    return count


def _document_values(truth: Any, estimate: Any) -> dict[str, float]:
    """Return the metrics of one run under the names of the document, without refused ones."""
    keys = _SELECTORS_OF_SCORES if isinstance(estimate, EdgeScores) else _SELECTORS_OF_GRAPHS
    values = {}
    for key, selector in keys.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            [row] = evaluate(truth, estimate, [selector])
        if row.status == "ok":
            values[key] = row.value
        elif row.status == "undefined":
            values[key] = 0.0
    return values


def _file_name(label: str) -> str:
    """Return a label without characters that are special in file systems or shells."""
    return re.sub(r"[^A-Za-z0-9.=-]+", "-", label).strip("-.")
