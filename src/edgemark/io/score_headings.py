"""The headings of files of scores: whether they name scores, or p-values."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from edgemark.errors import ConventionError, EdgemarkError, Remedy
from edgemark.graph.ambiguity import is_called_pvalue
from edgemark.graph.headings import SCORES, word_of
from edgemark.io.files import load
from edgemark.io.limits import Limits
from edgemark.io.paths import checked_path
from edgemark.io.scored_list import holds_list, score_heading
from edgemark.io.separators import with_commas
from edgemark.io.source import Source

__all__ = [
    "heading_of_scores",
    "name_of_pvalues",
    "refuse_scores_beside_pvalues",
    "remedies_for_logarithms",
    "remedies_for_pvalues",
]

_NAMES_OF_SCORES = SCORES - {"strength", "value"}
"""
Names of scores, whose highest is the best. Strength and value may also name p-values; bnlearn writes
p-values as strengths.
"""


def remedies_for_logarithms() -> list[Remedy]:
    """Remedies for a file whose heading suggests logarithms of p-values."""
    return [
        Remedy("If they are -log(p), 0 or more, read them as scores", "pvalues=False", "--scores"),
        Remedy(
            "If they are log(p), 0 or less, rank by -log(p)",
            'pvalues=False, sign="ignore"',
            "--scores --sign ignore",
        ),
    ]


def remedies_for_pvalues() -> list[Remedy]:
    """Remedies for a file whose heading suggests p-values."""
    return [
        Remedy("Read p-values", "pvalues=True", "--pvalues"),
        Remedy("Or read scores whose highest is the best", "pvalues=False", "--scores"),
    ]


def heading_of_scores(path: str | os.PathLike[str]) -> str:
    """
    Return the heading of the numbers in a list of scored edges; empty for other files.
    """
    file_path = checked_path(path)
    suffix = file_path.suffix.lower()
    if suffix not in (".csv", ".tsv"):
        return ""
    try:
        source = with_commas(Source(load(file_path, Limits())), suffix)
        return score_heading(source) if holds_list(source) else ""
    except (EdgemarkError, OSError):
        return ""


def refuse_scores_beside_pvalues(names_and_paths: Iterable[tuple[str, str]], option: str) -> None:
    """
    Refuse files whose headings contradict each other, if one option says what their numbers are.

    Args:
        names_and_paths: the files, each with the name that the error shows.
        option: the option, "--pvalues" or "--scores".

    Raises:
        ConventionError: a heading such as p_value in one file, and one such as weight in another.
    """
    headings = [(name, heading_of_scores(path)) for name, path in names_and_paths]
    pvalues = [(name, heading) for name, heading in headings if is_called_pvalue(heading)]
    scores = [(name, heading) for name, heading in headings if word_of(heading) in _NAMES_OF_SCORES]
    if not pvalues or not scores:
        return
    (first, of_pvalues), (second, of_scores) = pvalues[0], scores[0]
    raise ConventionError(
        f"{option} applies to all estimates; {first} has the heading {of_pvalues!r}, whose lowest "
        f"number is the best, and {second} has {of_scores!r}, whose highest is the best",
        Remedy("Score the files of p-values with --pvalues, and the others in a command of their own"),
    )


def name_of_pvalues(path: Path) -> str:
    """
    Return the name of a file of p-values, such as pvalues.npy or p_matrix.csv; empty for others.

    Examples:
        >>> [name_of_pvalues(Path(name)) for name in ("asia_pvals.npy", "deep_values.npy")]
        ['asia_pvals', '']
    """
    return path.stem if re.search(r"(?i)(?<![a-z])p[\W_]*(val|mat)", path.stem) else ""
