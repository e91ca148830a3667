"""Curves of edge scores and of graph samples, as a file of numbers or as a figure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from edgemark.cli.inputs import output_file
from edgemark.conventions.options import Symmetric
from edgemark.errors import FormatError, KindError

if TYPE_CHECKING:
    from edgemark.graph import EdgeScores, Graph, GraphSamples
    from edgemark.values import Curve

__all__ = ["write_curves", "write_figure"]

SCHEMA, SCHEMA_VERSION = "edgemark.curves", 1


def write_curves(truth: Graph, estimate: Any, path: str, symmetric: Symmetric) -> None:
    """
    Write all curves as CSV or JSON: ROC, precision-recall, F1 of the k best pairs, and metrics by
    threshold; for samples, also reliability.
    """
    from edgemark.replacing import replace_file

    file = Path(output_file(path))
    formats = {".csv": _as_csv, ".json": _as_json}
    if file.suffix.lower() not in formats:
        raise FormatError(f"a file of curves must end in .csv or .json; got {file.name!r}")
    curves = _curves(truth, _aligned_scores_or_samples(truth, estimate), symmetric)
    replace_file(file, formats[file.suffix.lower()](curves).encode())


def write_figure(truth: Graph, estimate: Any, path: str, symmetric: Symmetric) -> None:
    """Draw ROC, precision-recall, metrics by threshold and reliability as SVG, PNG or PDF."""
    from edgemark.render.score_figures import draw
    from edgemark.replacing import replace_file

    file = Path(output_file(path))
    file_type = file.suffix.removeprefix(".").lower()
    picture = draw(truth, _aligned_scores_or_samples(truth, estimate), file_type, symmetric)
    replace_file(file, picture)


def _aligned_scores_or_samples(truth: Graph, estimate: Any) -> EdgeScores | GraphSamples:
    from edgemark.graph import Graph
    from edgemark.graph.align import align

    if isinstance(estimate, Graph):
        raise KindError("--curves and --figure need scores or samples; the estimate is a graph")
    aligned: EdgeScores | GraphSamples = align(truth, estimate)
    return aligned


def _curves(truth: Graph, estimate: EdgeScores | GraphSamples, symmetric: Symmetric) -> list[Curve]:
    import edgemark as em

    targets: tuple[Literal["directed", "skeleton"], ...] = ("directed", "skeleton")
    curves = [
        curve(truth, estimate, of=target)
        for curve in (em.metrics.roc_curve, em.metrics.pr_curve, em.metrics.f1_curve)
        for target in targets
    ]
    curves.append(
        em.evaluation.threshold_sweep(truth, estimate.edge_scores(), symmetric=symmetric).curve
    )
    if isinstance(estimate, em.GraphSamples):
        from edgemark.render.score_figures import reliabilities

        bins_of_target = reliabilities(truth, estimate)
        curves += [
            replace(bins.curve, name=f"reliability, {target}") for target, bins in bins_of_target.items()
        ]
    return curves


def _as_csv(curves: Sequence[Curve]) -> str:
    """Write one line for each point of a curve and each of its columns other than x."""
    from edgemark.display.text import csv_line

    lines = [csv_line(["curve", "x", "x value", "column", "value"])]
    for curve in curves:
        x_index = curve.columns.index(curve.x)
        for row in curve.values.tolist():
            lines += [
                csv_line([curve.name, curve.x, _finite(row[x_index]), column, _finite(value)])
                for k, (column, value) in enumerate(zip(curve.columns, row, strict=True))
                if k != x_index
            ]
    return "".join(lines)


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _as_json(curves: Sequence[Curve]) -> str:
    content = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "curves": [curve.to_dict() for curve in curves],
    }
    return json.dumps(content, indent=1, allow_nan=False) + "\n"
