"""Numbers of the package causaliq-analysis, among them those that Bayesys prints."""

from __future__ import annotations

from collections.abc import Callable

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.metrics import bayesys_counts
from edgemark.packages._counts import (
    ARC,
    BACK,
    EDGE_TYPES,
    EXACT_CONFUSION,
    LINE,
    NONE,
    PAIR_MISMATCH,
    SHD_OF_CPDAGS,
    Counting,
    counting_of_convention,
)
from edgemark.packages._package import Key, Package
from edgemark.values import BayesysCounts, CrossTable, divide

__all__ = ["CAUSALIQ"]

_EDGE_TYPES_OF_COUNTS = {
    "arc_matched": (ARC, ARC),
    "arc_reversed": (ARC, BACK),
    "edge_not_arc": (ARC, LINE),
    "arc_not_edge": (LINE, ARC),
    "edge_matched": (LINE, LINE),
    "arc_extra": (NONE, ARC),
    "edge_extra": (NONE, LINE),
    "arc_missing": (ARC, NONE),
    "edge_missing": (LINE, NONE),
    "missing_matched": (NONE, NONE),
}


def _pairs_of(types: tuple[str, str]) -> Callable[[CrossTable, int], int]:
    return lambda table, p: table[types]


def _bayesys(truth: Graph, estimate: Graph) -> BayesysCounts:
    if not truth.n_edges:
        raise KindError("causaliq-analysis raises ZeroDivisionError if the truth has no edge")
    return bayesys_counts(truth, estimate)


def _bsf(c: BayesysCounts, p: int) -> float:
    """Compute the balanced scoring function; its second term is 0 if the truth joins every pair."""
    absent_term = divide(c.absent - c.extra, c.absent + c.extra) if c.absent + c.extra else 0
    return (divide(2 * c.credit - c.true_edges, c.true_edges) + absent_term) / 2


_BAYESYS = Counting("", "Bayesys counts", _bayesys)
CAUSALIQ = Package(
    "causaliq-analysis",
    "0.4.0",
    (
        *(
            Key(
                name,
                EDGE_TYPES,
                _pairs_of(types),
                "pairs {} in the truth, {} in the estimate".format(*types),
                "higher" if "matched" in name else "lower",
            )
            for name, types in _EDGE_TYPES_OF_COUNTS.items()
        ),
        Key("shd", PAIR_MISMATCH),
        Key("p", EXACT_CONFUSION, "precision"),
        Key("r", EXACT_CONFUSION, "recall"),
        Key("f1", EXACT_CONFUSION, "f1", if_undefined=0.0),
        Key("equiv.f1", counting_of_convention("confusion", "CPDAGs exact"), "f1", if_undefined=0.0),
        Key("equiv.shd", SHD_OF_CPDAGS),
        Key("tp-b", _BAYESYS, "matched", better="higher"),
        Key("tp2-b", _BAYESYS, "half_matched", better="higher"),
        Key("fp-b", _BAYESYS, "extra", better="lower"),
        Key("tn-b", _BAYESYS, "absent", better="higher"),
        Key("fn-b", _BAYESYS, lambda c, p: c.true_edges - c.credit, "true edges - credit", "lower"),
        Key("p-b", _BAYESYS, "precision", better="higher", if_undefined=1.0),
        Key("r-b", _BAYESYS, "recall", better="higher"),
        Key("f1-b", _BAYESYS, "f1", better="higher"),
        Key("shd-b", _BAYESYS, lambda c, p: c.extra + c.true_edges - c.credit, "fp-b + fn-b", "lower"),
        Key(
            "ddm",
            _BAYESYS,
            lambda c, p: (2 * c.credit - c.true_edges - c.extra) / c.true_edges,
            "(credit - fn-b - fp-b) / true edges",
            "higher",
        ),
        Key(
            "bsf",
            _BAYESYS,
            _bsf,
            "(credit - fn-b) / (2 true edges) + (tn-b - fp-b) / (2 (tn-b + fp-b))",
            "higher",
            note="causaliq gives half of the BSF if all pairs are true edges",
        ),
        Key("p-b of v1.3", _BAYESYS, "precision_before_1_5", better="higher", if_undefined=1.0),
        Key(
            "f1-b of v1.3",
            _BAYESYS,
            lambda c, p: 2 * c.credit / (c.credit + c.extra + c.true_edges),
            "2 credit / (credit + extra + true edges)",
            "higher",
        ),
    ),
    reads_cycles=False,
)
