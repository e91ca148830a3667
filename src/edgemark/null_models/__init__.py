"""Null models: the scores of random guessing."""

from edgemark.null_models.chance_columns import NullModel, chance

__all__ = ["NullModel", "chance"]
