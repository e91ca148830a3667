"""
The criteria of the nCED paper for good metrics, and metrics along transformations of a graph.
"""

from edgemark.metric_criteria.answers import Criteria, Verdict
from edgemark.metric_criteria.transformations import Landmarks, Series, landmarks, series, transformation
from edgemark.metric_criteria.verdicts import criteria

__all__ = [
    "Criteria",
    "Landmarks",
    "Series",
    "Verdict",
    "criteria",
    "landmarks",
    "series",
    "transformation",
]
