"""Negative controls: what guessing gets, and what the scale of data gives away."""

from edgemark.controls.guessing import chance
from edgemark.controls.sorting import sort_regress, sortability

__all__ = ["chance", "sort_regress", "sortability"]
