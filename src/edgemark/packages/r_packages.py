"""Packages that compute their numbers in R."""

from __future__ import annotations

from edgemark.graph import Graph
from edgemark.metrics import confusion
from edgemark.packages._counts import (
    ARROWHEADS_SHARED_CONFUSION,
    EXACT_CONFUSION,
    PAIR_MISMATCH,
    SHD_OF_CPDAGS,
    SHD_OF_SKELETONS,
    SKELETON_CONFUSION,
    Counting,
    counting_of_convention,
)
from edgemark.packages._package import Key, Package
from edgemark.values import COUNTS, Confusion, divide

__all__ = ["PACKAGES"]


def _fp_per_true_edge(c: Confusion, p: int) -> float:
    return divide(c.fp, c.tp + c.fn)


_BIDAG = Package(
    "BiDAG",
    "2.1.4",
    (
        *(Key(name.upper(), SKELETON_CONFUSION, name) for name in ("tp", "fp", "fn")),
        Key("TPR", SKELETON_CONFUSION, "recall", digits=2),
        Key("FPR", SKELETON_CONFUSION, "fpr", digits=2),
        Key(
            "FPRn",
            SKELETON_CONFUSION,
            _fp_per_true_edge,
            "fp / (tp + fn), skeleton",
            "lower",
            digits=2,
        ),
        Key("FDR", SKELETON_CONFUSION, "fdr", digits=2),
        Key("SHD", PAIR_MISMATCH),
        Key("SHD(cpdag=TRUE)", SHD_OF_CPDAGS),
    ),
)

_BNLEARN = Package(
    "bnlearn",
    "5.2.1",
    (
        Key("shd()", SHD_OF_CPDAGS),
        Key("shd(cpdag=FALSE)", PAIR_MISMATCH),
        Key("hamming()", SHD_OF_SKELETONS),
        *(Key(f"compare.{name}", EXACT_CONFUSION, name) for name in ("tp", "fp", "fn")),
    ),
)

_CAUSALDISCO = Package(
    "causalDisco",
    "1.1.0.9000",
    (
        *(
            key
            for prefix, counting in (("adj", SKELETON_CONFUSION), ("dir", ARROWHEADS_SHARED_CONFUSION))
            for key in (
                *(Key(f"{prefix}_{name}", counting, name) for name in ("tp", "tn", "fp", "fn")),
                *(
                    Key(f"{prefix}_{name}", counting, name, if_undefined=1.0)
                    for name in ("precision", "recall", "specificity", "fdr", "npv")
                ),
                Key(
                    f"{prefix}_false_omission_rate",
                    counting,
                    lambda c, p: divide(c.fn, c.fn + c.tn),
                    f"fn / (fn + tn), {counting.name}",
                    "lower",
                    if_undefined=1.0,
                ),
                Key(f"{prefix}_f1_score", counting, "f1", if_undefined=1.0),
                Key(
                    f"{prefix}_g1_score",
                    counting,
                    lambda c, p: divide(2 * c.tn, 2 * c.tn + c.fn + c.fp),
                    f"2 tn / (2 tn + fn + fp), {counting.name}",
                    "higher",
                    if_undefined=1.0,
                ),
            )
        ),
        Key("shd", PAIR_MISMATCH),
        Key("hd", SHD_OF_SKELETONS),
    ),
)

_PCALG = Package(
    "pcalg",
    "2.7-12",
    (
        Key("shd", PAIR_MISMATCH),
        Key("tpr", SKELETON_CONFUSION, "recall", if_undefined=0.0),
        Key("fpr", SKELETON_CONFUSION, "fpr", if_undefined=1.0),
        Key("tdr", SKELETON_CONFUSION, "precision", if_undefined=1.0),
    ),
)

_SID = Package(
    "SID",
    "1.1",
    (
        Key("hammingDist()", PAIR_MISMATCH),
        Key(
            "hammingDist(allMistakesOne=FALSE)",
            counting_of_convention("weighted_shd", "double reversal"),
        ),
    ),
)


def _halves_of_patterns(truth: Graph, estimate: Graph) -> Confusion:
    """
    Return the mean of the exact counts and those of the skeleton.

    An edge whose adjacency is correct and whose marks are wrong is half a true positive, half a false
    positive and half a false negative.
    """
    exact, skeleton = (
        confusion(truth, estimate, of=of, compare="pattern") for of in ("exact", "skeleton")
    )
    return Confusion(*((getattr(exact, name) + getattr(skeleton, name)) / 2 for name in COUNTS))


_PATTERNS = Counting("", "half-right edges of patterns", _halves_of_patterns, ("pattern", "pattern"))
_BENCHPRESS = Package(
    "benchpress",
    "2.13.0",
    (
        *(Key(f"{name.upper()}_pattern", _PATTERNS, name) for name in ("tp", "fp", "fn")),
        Key("TPR_pattern", _PATTERNS, "recall", if_undefined=0.0),
        Key(
            "FPR_pattern",
            _PATTERNS,
            lambda c, p: divide(c.fp, p * p / 2 - c.tp - c.fn),
            "fp / (p p / 2 - tp - fn), half-right edges of patterns",
            "lower",
            note="half the diagonal is among the negatives, and fp includes half of each half-right "
            "edge, so it may exceed 1",
        ),
        Key(
            "FPRn_pattern",
            _PATTERNS,
            _fp_per_true_edge,
            "fp / (tp + fn), half-right edges of patterns",
            "lower",
            if_undefined=1.0,
        ),
        Key("SHD_pattern", counting_of_convention("shd", "pattern")),
        Key("SHD_cpdag", SHD_OF_CPDAGS),
        Key(
            "FPR_skel",
            SKELETON_CONFUSION,
            _fp_per_true_edge,
            "fp / (tp + fn), skeleton",
            "lower",
            note="divided by the positives instead of the negatives, so it may exceed 1",
        ),
        Key(
            "FNR_skel",
            SKELETON_CONFUSION,
            lambda c, p: divide(c.fn, c.tp + c.fn),
            "fn / (tp + fn), skeleton",
            "lower",
        ),
        *(Key(f"{name.upper()}_skel", SKELETON_CONFUSION, name) for name in ("tp", "fn", "fp", "tn")),
    ),
)

PACKAGES = (_BENCHPRESS, _BIDAG, _BNLEARN, _CAUSALDISCO, _PCALG, _SID)
