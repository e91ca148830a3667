"""
The numbers in the tables of the nCED paper.

ROC AUC, PRC AUC and FPR count the diagonal of the adjacency matrix among the true negatives.
"""

from __future__ import annotations

from edgemark.metrics import REGISTRY
from edgemark.packages._counts import ARC_HAMMING, Counting, counting_of_convention, only_dags
from edgemark.packages._package import ALL_EDGES, Key, Package
from edgemark.values import Confusion, divide

__all__ = ["NCED_PAPER"]

_DIRECTED = counting_of_convention("confusion", "directed")
_DIAGONAL = "the diagonal is among the true negatives"


def _fpr(c: Confusion, p: int) -> float:
    return divide(c.fp, p * p - c.tp - c.fn)


def _area_under_pr(c: Confusion, p: int) -> float:
    """The area under two steps: the precision up to the recall, then the share of true edges."""
    area = c.recall * c.precision if c.tp else 0
    return area + (1 - c.recall) * divide(c.tp + c.fn, p * p)


NCED_PAPER = Package(
    "nCED paper",
    "",
    (
        Key(
            "ROC AUC",
            _DIRECTED,
            lambda c, p: (1 + c.recall - _fpr(c, p)) / 2,
            "(1 + TPR - FPR) / 2",
            "higher",
            note=_DIAGONAL,
        ),
        Key(
            "PRC AUC",
            _DIRECTED,
            _area_under_pr,
            "recall precision + (1 - recall) (tp + fn) / (p p), directed",
            "higher",
            note=_DIAGONAL,
        ),
        Key("F1 score", _DIRECTED, "f1"),
        Key("TPR", _DIRECTED, "recall"),
        Key("FPR", _DIRECTED, _fpr, "fp / (p p - tp - fn), directed", "lower", note=_DIAGONAL),
        Key("SHD (DAG)", only_dags(ARC_HAMMING, "the nCED paper")),
        Key("nCED (k = 0.2)", counting_of_convention("nced", "k = 0.2")),
        Key(
            "nCED (k = 0.4)",
            # edgemark has no convention of its own for this k.
            Counting(
                "", "k = 0.4", lambda truth, estimate: REGISTRY["nced"].function(truth, estimate, k=0.4)
            ),
            formula="nced, k = 0.4",
            better="lower",
        ),
    ),
    reads=ALL_EDGES,
)
