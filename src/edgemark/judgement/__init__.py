"""Is a number a good judge of learned graphs? Transformations, what numbers do on the way, criteria."""

from edgemark.judgement.answers import Criteria, Verdict
from edgemark.judgement.transformations import Landmarks, Series, landmarks, series, transformation
from edgemark.judgement.verdicts import criteria

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
