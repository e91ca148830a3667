"""gCastle, which counts an undirected edge as correct if the truth has any edge there."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import Any, NamedTuple

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.metrics import confusion, edge_type_table
from edgemark.packages._counts import (
    ARC,
    BACK,
    ENTRIES_CONFUSION,
    LINE,
    NONE,
    Counting,
    counting_of_convention,
)
from edgemark.packages._package import Key, Package

__all__ = ["GCASTLE"]


class _EntryCounts(NamedTuple):
    """
    Numbers of matrix entries, and the number of pairs of nodes.

    `found` is the number of entries of the estimate: gCastle counts the `favourable` ones as correct and
    the `wrong` ones as errors. `true` is the number of entries of the truth.
    """

    favourable: int
    wrong: int
    found: int
    true: int
    pairs: int


def _refusing_empty_truth(counting: Counting) -> Counting:
    def compute(truth: Graph, estimate: Graph) -> Any:
        if not truth.n_edges:
            raise KindError("gCastle raises AssertionError if the truth has no edge")
        return counting.compute(truth, estimate)

    return replace(counting, compute=compute)


def _entry_counts(truth: Graph, estimate: Graph) -> _EntryCounts:
    table, entries = edge_type_table(truth, estimate), confusion(truth, estimate, of="entries")
    return _EntryCounts(
        table[ARC, ARC] + 2 * table[ARC, LINE] + table[LINE, ARC] + 2 * table[LINE, LINE],
        table[ARC, BACK] + table[NONE, ARC] + 2 * table[NONE, LINE],
        int(entries.tp + entries.fp),
        int(entries.tp + entries.fn),
        truth.n_pairs,
    )


_FAVOURABLE = _refusing_empty_truth(Counting("", "entries, undirected is favourable", _entry_counts))
_GCASTLE_ENTRIES = _refusing_empty_truth(ENTRIES_CONFUSION)
_FAVOURED = "a found undirected edge counts as correct on every pair on which the truth has an edge"
GCASTLE = Package(
    "gCastle",
    "1.0.4",
    (
        Key(
            "fdr",
            _FAVOURABLE,
            lambda c, p: c.wrong / max(c.found, 1),
            "(reversed + extra) / max(found, 1), entries",
            "lower",
            digits=4,
            note=f"{_FAVOURED}; the rate is 0 if no edge is found",
        ),
        Key(
            "tpr",
            _FAVOURABLE,
            lambda c, p: c.favourable / max(c.true, 1),
            "(right + favoured) / true, entries",
            "higher",
            digits=4,
            note=f"{_FAVOURED}, and counts twice, so the rate may reach 2",
        ),
        Key(
            "fpr",
            _FAVOURABLE,
            lambda c, p: c.wrong / max(c.pairs - c.true, 1),
            "(reversed + extra) / max(p (p - 1) / 2 - true, 1), entries",
            "lower",
            digits=4,
            note=f"{_FAVOURED}; negatives are pairs minus true entries, so the rate may exceed 1",
        ),
        Key("shd", _refusing_empty_truth(counting_of_convention("shd", "lenient"))),
        Key("nnz", _FAVOURABLE, "found", better="neither"),
        Key("precision", _GCASTLE_ENTRIES, "precision", digits=4),
        Key("recall", _GCASTLE_ENTRIES, "recall", digits=4),
        Key(
            "F1",
            _GCASTLE_ENTRIES,
            lambda c, p: c.f1 if c.tp else nan,
            "f1, not defined where tp = 0, entries",
            "higher",
            digits=4,
        ),
        Key(
            "gscore",
            _GCASTLE_ENTRIES,
            lambda c, p: max(0, c.tp - c.fp) / (c.tp + c.fn),
            "max(0, tp - fp) / (tp + fn), entries",
            "higher",
            digits=4,
        ),
    ),
)
