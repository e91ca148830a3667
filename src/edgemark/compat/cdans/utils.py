"""The generator of cdans, whose series do not diverge here."""

from edgemark.data.cdans_series import SyntheticDataset, generate_synthetic_cdans

__all__ = ["SyntheticDataset", "generate_synthetic_cdans"]
