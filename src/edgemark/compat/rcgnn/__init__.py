"""
Every function of the RC-GNN evaluation document, and the flat dictionary of its section 5.

The functions keep the document's argument order: the prediction comes before the truth for matrices, and
after it for forecasts. `graph_metrics`, `ranking_metrics` and `forecast_metrics`, which the document
does not have, take the truth first. The document's constants are kept too: 0.0 for 0 of 0, and
scikit-learn's area of 0.5 under the precision-recall curve if there is no true edge.

Two measures keep the document's definitions and names. "auprc" is the area under straight lines between
points of the precision-recall curve, which is usually too high if scores tie. "ece" does not measure
calibration. `report` adds a better measure after each of them: "average_precision" and "ence".

Deviations from the document:

- A reversed edge is one error of the directed SHD; as written, it is three (missing, extra, reversed).
- A pair is one error of the SHD of skeletons; as written, both of its cells count.
- A pair is oriented correctly only if both graphs have the same edges between its nodes; as written, one
common edge is enough.
- If scores tie, F1 at k is its expected value over random orders of the ties; as written, it depends on
the order in which `numpy.argsort` leaves equal scores, which can differ between machines.
- The shares of the bins of "ece" sum to 1; as written, for arrays [test, horizon, node], they sum to the
length of the horizon times the number of nodes.
- The interval over seeds is Student's t interval; as written, its code raises an error, and its formula
uses 1.96 for any number of seeds, which is too narrow.
- The effect size of the paired test has a sign, and is 0 if neither method is better; as written, it is
never below 0.5.
- The diagonal never counts, and the caller's arrays are not changed.
- NaN in a matrix or a forecast, a sigma that is not above 0, and different shapes are errors. Masked
values of forecasts do not count; a masked matrix is refused.

``literal=True`` computes the first seven as written, to reproduce published numbers. Only the interval
is computed as intended, with 1.96.
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
