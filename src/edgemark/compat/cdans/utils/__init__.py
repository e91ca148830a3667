"""The generator of cdans and its matrices of lagged values."""

from edgemark.compat.cdans.utils.lagging import column_for, lagged_design_matrix
from edgemark.compat.cdans.utils.synthetic import SyntheticDataset, generate_synthetic_cdans

__all__ = ["SyntheticDataset", "column_for", "generate_synthetic_cdans", "lagged_design_matrix"]
