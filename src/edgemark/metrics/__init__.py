"""Every metric: one file a family, each declared beside its code."""

from edgemark.metrics._metric import REGISTRY, Metric
from edgemark.metrics.hamming import endpoint_hamming, shd, weighted_shd
from edgemark.metrics.normed_edit_distance import nced
from edgemark.metrics.pair_differences import Difference, differences
from edgemark.metrics.recovery import confusion, orientation_accuracy

__all__ = [
    "REGISTRY",
    "Difference",
    "Metric",
    "confusion",
    "differences",
    "endpoint_hamming",
    "nced",
    "orientation_accuracy",
    "shd",
    "weighted_shd",
]
