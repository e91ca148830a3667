"""
All metrics, one file or folder for each family; `REGISTRY` holds what each metric declares.

The first use of a metric loads all families. The first use of one of the most common metrics loads only
the module of its family.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.metrics.families import *  # noqa: F403
    from edgemark.metrics.families import __all__ as __all__

MODULE_OF: MappingProxyType[str, str] = MappingProxyType(
    {
        "shd": "hamming_distances",
        "weighted_shd": "hamming_distances",
        "endpoint_hamming": "hamming_distances",
        "nced": "normed_edit_distance",
        "sid": "adjustment.intervention_distance",
        "sid_bounds": "adjustment.intervention_distance",
        "parent_aid": "adjustment.identification_distances",
        "ancestor_aid": "adjustment.identification_distances",
        "oset_aid": "adjustment.identification_distances",
        "confusion": "confusion_matrices",
    }
)
"""The most common metrics, and the module of each; its use loads only this module and its imports."""

if not TYPE_CHECKING:
    from edgemark.lazy_names import loaded_when_used

    __getattr__, __dir__ = loaded_when_used(__name__, MODULE_OF, others="families")
