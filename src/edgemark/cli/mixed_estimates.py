"""Warn about a command that reads some estimates as graphs, and others as edge scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from edgemark.cli.console import warn
from edgemark.errors import listing

if TYPE_CHECKING:
    from edgemark.cli.inputs import FileReader

__all__ = ["noting_class", "warn_of_mixed_estimates"]

T = TypeVar("T")


def noting_class(read: Callable[[str], T], class_of: dict[str, str], name: str) -> T:
    """Read an estimate, and store the name of its class in `class_of`."""
    estimate = read(name)
    class_of[name] = type(estimate).__name__
    return estimate


def warn_of_mixed_estimates(class_of: Mapping[str, str], reader: FileReader) -> None:
    """
    Warn if some estimates are edge scores, and the files of some graphs may hold edge scores, too.

    A matrix of weights that are all 0 or 1, such as the empty result of one run, looks like a graph.
    """
    scores = [name for name, found in class_of.items() if found == "EdgeScores"]
    graphs = [name for name, found in class_of.items() if found == "Graph"]
    unclear = [name for name in graphs if scores and reader.can_read_as_scores(name)]
    if not unclear:
        return
    can_read_all = len(unclear) == len(graphs) and len(class_of) == len(graphs) + len(scores)
    are_scores = "it holds edge scores" if len(unclear) == 1 else "they hold edge scores"
    warn(
        f"{listing(unclear)}: read as {'a graph' if len(unclear) == 1 else 'graphs'}, since all numbers "
        f"are 0 or 1; {listing(scores)}: read as edge scores. If {are_scores}, too, "
        + (
            "add --scores"
            if can_read_all
            else "score the files with edge scores in a command of their own, with --scores"
        )
    )
