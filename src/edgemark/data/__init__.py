"""Networks and time series whose truth is known, and samples of them."""

from edgemark.data.cdans_series import SyntheticDataset, generate_synthetic_cdans
from edgemark.data.networks import DiscreteNetwork, Sample, Variable, asia, sachs_graph
from edgemark.data.series import Drift, Effect, Mechanisms, SeriesModel
from edgemark.data.series_random import Changes, random_series_model
from edgemark.data.series_sample import SimulatedSeries

__all__ = [
    "Changes",
    "DiscreteNetwork",
    "Drift",
    "Effect",
    "Mechanisms",
    "Sample",
    "SeriesModel",
    "SimulatedSeries",
    "SyntheticDataset",
    "Variable",
    "asia",
    "generate_synthetic_cdans",
    "random_series_model",
    "sachs_graph",
]
