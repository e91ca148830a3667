"""Every metric: one file a family, each declared beside its code."""

from edgemark.metrics._metric import REGISTRY, Metric
from edgemark.metrics.hamming import endpoint_hamming, shd, weighted_shd
from edgemark.metrics.normed_edit_distance import nced

# isort: split
# Reports begin with the edges: what is imported above is first in the registry.
from edgemark.metrics.adjustment import (
    ancestor_aid,
    oset_aid,
    parent_aid,
    sid,
    sid_bounds,
    sid_lower,
    sid_upper,
)
from edgemark.metrics.causal_order import d_top
from edgemark.metrics.cross_tables import FOUND_TYPES, TRUE_TYPES, edge_type_table, mark_table
from edgemark.metrics.effect_verdicts import Effects, effects
from edgemark.metrics.local_structure import local_confusion
from edgemark.metrics.orientation import ancestral_precision, compelled_recall, decisiveness
from edgemark.metrics.pair_differences import Difference, differences
from edgemark.metrics.partial_credit import bayesys_counts, bsf, ddm
from edgemark.metrics.recovery import confusion, orientation_accuracy

__all__ = [
    "FOUND_TYPES",
    "REGISTRY",
    "TRUE_TYPES",
    "Difference",
    "Effects",
    "Metric",
    "ancestor_aid",
    "ancestral_precision",
    "bayesys_counts",
    "bsf",
    "compelled_recall",
    "confusion",
    "d_top",
    "ddm",
    "decisiveness",
    "differences",
    "edge_type_table",
    "effects",
    "endpoint_hamming",
    "local_confusion",
    "mark_table",
    "nced",
    "orientation_accuracy",
    "oset_aid",
    "parent_aid",
    "shd",
    "sid",
    "sid_bounds",
    "sid_lower",
    "sid_upper",
    "weighted_shd",
]
