"""Negative controls: what guessing gets, and what the scale of data gives away."""

from edgemark.null_models.chance_columns import chance
from edgemark.null_models.sorting import sort_regress, sortability

__all__ = ["chance", "sort_regress", "sortability"]
