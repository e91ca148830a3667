"""
Every function of the RC-GNN evaluation document, and the flat dictionary of its section 5.

Its argument order is kept (the prediction first), and so are its constants: 0.0 for 0 of 0, and of
scikit-learn an area of 0.5 under the precision-recall curve of no true edge. Two of its measures stay
as it defines them, and bear its names: "auprc" is the area under straight lines, which is too high where
scores tie, and "ece" does not measure calibration; `report` has ours beside them. Deviations:

- A reversal is one error of the directed SHD; as written it adds three (missing, extra, reversed).
- A pair is one error of the skeleton's SHD; as written both of its cells are.
- A pair with arcs both ways is a right direction only of a pair with arcs both ways.
- Of tied scores the expected F1 at k is given; as written the later cells are taken.
- The shares of the bins of the "ece" add up to 1; as written, of arrays [test, horizon, node], they add
  up to horizon times node.
- The interval over seeds is Student's t; as written it is too narrow, and fails.
- The effect size of the paired test has a sign, and is 0 for none; as written it is never below 0.5.
- The diagonal never counts, and nothing of the caller's is changed.
- In matrices and forecasts NaN, a sigma that is not above 0 and shapes that differ are errors. What a
  mask of a forecast's arrays hides does not count; a mask of a matrix is refused.

``literal=True`` gives the first seven as written (of the interval, what was meant), to reproduce numbers
that were computed so.
"""

from edgemark.compat.rcgnn._flat import forecast_metrics, graph_metrics, ranking_metrics, report
from edgemark.compat.rcgnn._forecasts import compute_coverage, compute_ece, compute_mae_rmse, compute_nll
from edgemark.compat.rcgnn._graphs import (
    compute_directed_metrics,
    compute_orientation_accuracy,
    compute_shd_directed,
    compute_shd_skeleton,
    compute_skeleton_metrics,
)
from edgemark.compat.rcgnn._scores import compute_auprc, compute_f1_vs_k, compute_roc_auc
from edgemark.compat.rcgnn._statistics import aggregate_metrics, paired_test

__all__ = [
    "aggregate_metrics",
    "compute_auprc",
    "compute_coverage",
    "compute_directed_metrics",
    "compute_ece",
    "compute_f1_vs_k",
    "compute_mae_rmse",
    "compute_nll",
    "compute_orientation_accuracy",
    "compute_roc_auc",
    "compute_shd_directed",
    "compute_shd_skeleton",
    "compute_skeleton_metrics",
    "forecast_metrics",
    "graph_metrics",
    "paired_test",
    "ranking_metrics",
    "report",
]
