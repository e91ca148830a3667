"""Estimates with their reports, as given and converted to one class of graphs."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from edgemark.errors import EdgemarkError, EdgemarkWarning
from edgemark.evaluation import common_reference, evaluate
from edgemark.graph import Candidates, Graph
from edgemark.report import Report

__all__ = ["InOneClass", "Judged", "common_folder", "in_one_class"]

_MANY_ROWS = 40  # From so many rows on, a report is computed again with all conventions of its metrics.


@dataclass(frozen=True, slots=True)
class Judged:
    """
    An estimate with its report.

    Attributes:
        name: the name of the estimate on the page.
        estimate: the graph, scores or samples.
        report: the numbers of the estimate.
    """

    name: str
    estimate: Any
    report: Report


@dataclass(frozen=True, slots=True)
class InOneClass:
    """
    Estimates in one class of graphs, in which they can be ranked.

    Attributes:
        reference: the class.
        judged: the estimates that can be converted to it.
        left_out: the others, with the reason.
    """

    reference: str
    judged: tuple[Judged, ...]
    left_out: tuple[tuple[str, str], ...]


def in_one_class(
    truth: Any, judged: Sequence[Judged], candidates: Candidates | None
) -> InOneClass | None:
    """
    Convert truth and estimates to the coarsest class among them, and compare them again.

    None if one of them is not a graph, if they have no such class, or if fewer than two estimates can be
    converted to it.
    """
    graphs = [each.estimate for each in judged]
    if not isinstance(truth, Graph) or not all(isinstance(graph, Graph) for graph in graphs):
        return None
    reference = common_reference([truth, *graphs])
    if reference is None:
        return None
    converted, left_out = [], []
    for each in judged:
        rows = each.report
        metrics = list(dict.fromkeys(row.metric for row in rows))
        if len(rows) < _MANY_ROWS:
            metrics = [":".join(part for part in (row.metric, row.convention) if part) for row in rows]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EdgemarkWarning)
                report = evaluate(
                    truth, each.estimate, metrics, candidates=candidates, reference=reference
                )
        except EdgemarkError as error:
            left_out.append((each.name, str(error)))
            continue
        converted.append(replace(each, report=report))
    return InOneClass(reference, tuple(converted), tuple(left_out)) if len(converted) > 1 else None


def common_folder(names: Sequence[str]) -> str:
    """
    Return the folder that holds several files, with a slash at its end; "" if there is none.

    Examples:
        >>> common_folder(["runs/pc.json", "runs/ges.json"]), common_folder(["runs/pc.json"])
        ('runs/', '')
    """
    folders = {str(PurePath(name).parent) for name in names}
    folder = f"{folders.pop()}/" if len(folders) == 1 else ""
    shared = len(names) > 1 and folder != "./" and all(name.startswith(folder) for name in names)
    return folder if shared else ""
