"""graphical_models, whose confusion matrix counts missing arcs as false positives."""

from __future__ import annotations

from typing import NamedTuple

from edgemark.graph import Graph
from edgemark.graph.equivalence import to_cpdag
from edgemark.metrics import edge_type_table
from edgemark.packages._counts import (
    ARC,
    BACK,
    LINE,
    NONE,
    PAIR_MISMATCH,
    SHD_OF_SKELETONS,
    SKELETON_CONFUSION,
    Counting,
    demand_true_dag,
    only_dags,
)
from edgemark.packages._package import Key, Package
from edgemark.values import divide

__all__ = ["GRAPHICAL_MODELS"]


class _Miscounts(NamedTuple):
    """Counts as graphical_models defines them, and the numbers of true edges and of node pairs."""

    tp: int
    fp: int
    fn: int
    true: int
    pairs: int

    @property
    def tn(self) -> int:
        return self.pairs - self.tp - self.fp - self.fn


def _miscounts(truth: Graph, estimate: Graph) -> _Miscounts:
    demand_true_dag(truth, "graphical_models")
    estimated = to_cpdag(estimate) if estimate.is_dag() and estimate.kind != "cpdag" else estimate
    table = edge_type_table(to_cpdag(truth), estimated)
    return _Miscounts(
        table[ARC, ARC] + table[LINE, ARC] + table[LINE, LINE],
        table[NONE, LINE] + table[ARC, NONE] + table[ARC, BACK],
        table[ARC, NONE] + 2 * table[ARC, BACK] + table[ARC, LINE] + table[LINE, NONE],
        truth.n_edges,
        truth.n_pairs,
    )


_MISCOUNTED_EDGES = Counting("", "edges of CPDAGs", _miscounts, ("cpdag", "cpdag"))
_MISCOUNTS = (
    "missing arcs count as false positives, extra arcs do not; a reversed arc counts as one false "
    "positive and two false negatives"
)
_SKELETON_OF_DAGS = only_dags(SKELETON_CONFUSION, "graphical_models")
_COUNTS = {
    "num_true_positives": "tp",
    "num_false_positives": "fp",
    "num_false_negatives": "fn",
    "num_true_negatives": "tn",
}
GRAPHICAL_MODELS = Package(
    "graphical-models",
    "0.1a21",
    (
        Key("DAG.shd", only_dags(PAIR_MISMATCH, "graphical_models")),
        Key("PDAG.shd", PAIR_MISMATCH),
        Key("PDAG.shd_skeleton", SHD_OF_SKELETONS),
        *(
            Key(
                f"confusion_matrix.{key}",
                _MISCOUNTED_EDGES,
                name,
                better="lower" if name in ("fp", "fn") else "higher",
                note=_MISCOUNTS,
            )
            for key, name in _COUNTS.items()
        ),
        Key(
            "confusion_matrix.tpr",
            _MISCOUNTED_EDGES,
            lambda c, p: divide(c.tp, c.true),
            "tp / true edges, edges of CPDAGs",
            "higher",
            if_undefined=1.0,
        ),
        Key(
            "confusion_matrix.fpr",
            _MISCOUNTED_EDGES,
            lambda c, p: divide(c.fp, c.pairs - c.true),
            "fp / pairs without a true edge, edges of CPDAGs",
            "lower",
            if_undefined=0.0,
            note=_MISCOUNTS,
        ),
        Key(
            "confusion_matrix.precision",
            _MISCOUNTED_EDGES,
            lambda c, p: divide(c.tp, c.tp + c.fp),
            "tp / (tp + fp), edges of CPDAGs",
            "higher",
            if_undefined=1.0,
            note=_MISCOUNTS,
        ),
        *(
            Key(f"confusion_matrix_skeleton.{key}", _SKELETON_OF_DAGS, name)
            for key, name in _COUNTS.items()
        ),
        Key("confusion_matrix_skeleton.tpr", _SKELETON_OF_DAGS, "recall", if_undefined=1.0),
        Key("confusion_matrix_skeleton.fpr", _SKELETON_OF_DAGS, "fpr", if_undefined=0.0),
    ),
)
