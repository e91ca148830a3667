"""Estimates with their reports, as given and in one class of graphs."""

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

_MANY = 40


@dataclass(frozen=True, slots=True)
class Judged:
    """
    An estimate with its report.

    Attributes:
        name: its name on the page.
        estimate: the graph, scores or samples.
        report: its numbers.
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
    """Compare all estimates in the coarsest of their classes; None if they have no class."""
    graphs = [one.estimate for one in judged]
    if not isinstance(truth, Graph) or not all(isinstance(graph, Graph) for graph in graphs):
        return None
    reference = common_reference([truth, *graphs])
    if reference is None:
        return None
    found, left_out = [], []
    for one in judged:
        rows = one.report
        metrics = list(dict.fromkeys(row.metric for row in rows))
        if len(rows) < _MANY:
            metrics = [":".join(part for part in (row.metric, row.convention) if part) for row in rows]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EdgemarkWarning)
                report = evaluate(
                    truth, one.estimate, metrics, candidates=candidates, reference=reference
                )
        except EdgemarkError as error:
            left_out.append((one.name, str(error)))
            continue
        found.append(replace(one, report=report))
    return InOneClass(reference, tuple(found), tuple(left_out)) if len(found) > 1 else None


def common_folder(names: Sequence[str]) -> str:
    """
    Return the folder of all files, with a slash at its end; "" if they are in different folders.

    Examples:
        >>> common_folder(["runs/pc.json", "runs/ges.json"]), common_folder(["runs/pc.json"])
        ('runs/', '')
    """
    folders = {str(PurePath(name).parent) for name in names}
    folder = f"{folders.pop()}/" if len(folders) == 1 else ""
    shared = len(names) > 1 and folder != "./" and all(name.startswith(folder) for name in names)
    return folder if shared else ""
