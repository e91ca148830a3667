"""Null models: the scores of random guessing."""

from edgemark.null_models.chance_columns import Controls, chance

__all__ = ["Controls", "chance"]
