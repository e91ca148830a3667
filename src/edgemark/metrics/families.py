"""
All families of metrics.

Importing a family registers its metrics. The order of the imports is the order of the metrics
in reports.

`edgemark.metrics` provides the names.
"""

from edgemark.metrics.declaration import REGISTRY, Metric
from edgemark.metrics.difference import Difference
from edgemark.metrics.hamming_distances import endpoint_hamming, shd, weighted_shd
from edgemark.metrics.normed_edit_distance import nced

# isort: split
# Reports begin with the distances above, so their families are imported first.
from edgemark.metrics.adjustment.identification_distances import (
    ancestor_aid,
    oset_aid,
    parent_aid,
)
from edgemark.metrics.adjustment.intervention_distance import sid, sid_bounds, sid_lower, sid_upper
from edgemark.metrics.adjustment_sets import canonical_set, is_adjustment_set
from edgemark.metrics.ancestral_claims import (
    ancestral_coverage,
    ancestral_errors,
    ancestral_table,
    confounding_coverage,
    confounding_errors,
    confounding_table,
)
from edgemark.metrics.canonical_adjustment import (
    AdjustmentClaims,
    adjustment_aid,
    adjustment_claims,
    adjustment_coverage,
)
from edgemark.metrics.causal_order import d_top
from edgemark.metrics.confusion_matrices import confusion, orientation_accuracy
from edgemark.metrics.cross_tables import FOUND_TYPES, TRUE_TYPES, edge_type_table, mark_table
from edgemark.metrics.decided_marks import mark_coverage, mark_errors
from edgemark.metrics.edge_probabilities import (
    Reliability,
    edge_brier,
    edge_calibration_error,
    edge_log_score,
    pair_brier,
    pair_log_score,
    reliability,
)
from edgemark.metrics.effect_verdicts import Effects, effects
from edgemark.metrics.local_structure import local_confusion
from edgemark.metrics.orientation import ancestral_precision, compelled_recall, decisiveness
from edgemark.metrics.pair_differences import differences
from edgemark.metrics.partial_credit import bayesys_counts, bsf, ddm
from edgemark.metrics.posterior import (
    class_coverage,
    credible_level,
    expected_f1,
    expected_shd,
    expected_sid,
    posterior_mass,
)
from edgemark.metrics.ranking.areas import (
    auprc_normalised,
    auprc_ratio,
    average_precision,
    davis_goadrich,
    partial_roc_auc,
    pr_trapezoid,
    roc_auc,
)
from edgemark.metrics.ranking.curves import f1_curve, pr_curve, roc_curve
from edgemark.metrics.ranking.first_k import (
    best_f1,
    early_precision_ratio,
    f1_at_k,
    ndcg,
    precision_at_k,
    recall_at_k,
)
from edgemark.metrics.ranking.three_points import three_point_prc_auc, three_point_roc_auc
from edgemark.metrics.separation import c_metric, s_metric, sc_metric, separation_distance
from edgemark.metrics.temporal import regime_shd, temporal_confusion, temporal_shd
from edgemark.metrics.temporal_bounds import temporal_sid_bounds
from edgemark.metrics.temporal_claims import temporal_adjustment_claims
from edgemark.metrics.temporal_effects import temporal_aid, temporal_sid
from edgemark.metrics.temporal_lags import (
    first_lag_error,
    lag_set_accuracy,
    matched_lag_error,
    tolerant_confusion,
)
from edgemark.metrics.temporal_ranking import temporal_average_precision, temporal_roc_auc

__all__ = [
    "FOUND_TYPES",
    "REGISTRY",
    "TRUE_TYPES",
    "AdjustmentClaims",
    "Difference",
    "Effects",
    "Metric",
    "Reliability",
    "adjustment_aid",
    "adjustment_claims",
    "adjustment_coverage",
    "ancestor_aid",
    "ancestral_coverage",
    "ancestral_errors",
    "ancestral_precision",
    "ancestral_table",
    "auprc_normalised",
    "auprc_ratio",
    "average_precision",
    "bayesys_counts",
    "best_f1",
    "bsf",
    "c_metric",
    "canonical_set",
    "class_coverage",
    "compelled_recall",
    "confounding_coverage",
    "confounding_errors",
    "confounding_table",
    "confusion",
    "credible_level",
    "d_top",
    "davis_goadrich",
    "ddm",
    "decisiveness",
    "differences",
    "early_precision_ratio",
    "edge_brier",
    "edge_calibration_error",
    "edge_log_score",
    "edge_type_table",
    "effects",
    "endpoint_hamming",
    "expected_f1",
    "expected_shd",
    "expected_sid",
    "f1_at_k",
    "f1_curve",
    "first_lag_error",
    "is_adjustment_set",
    "lag_set_accuracy",
    "local_confusion",
    "mark_coverage",
    "mark_errors",
    "mark_table",
    "matched_lag_error",
    "nced",
    "ndcg",
    "orientation_accuracy",
    "oset_aid",
    "pair_brier",
    "pair_log_score",
    "parent_aid",
    "partial_roc_auc",
    "posterior_mass",
    "pr_curve",
    "pr_trapezoid",
    "precision_at_k",
    "recall_at_k",
    "regime_shd",
    "reliability",
    "roc_auc",
    "roc_curve",
    "s_metric",
    "sc_metric",
    "separation_distance",
    "shd",
    "sid",
    "sid_bounds",
    "sid_lower",
    "sid_upper",
    "temporal_adjustment_claims",
    "temporal_aid",
    "temporal_average_precision",
    "temporal_confusion",
    "temporal_roc_auc",
    "temporal_shd",
    "temporal_sid",
    "temporal_sid_bounds",
    "three_point_prc_auc",
    "three_point_roc_auc",
    "tolerant_confusion",
    "weighted_shd",
]
