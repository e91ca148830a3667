"""Graphs, networks and time series with known truth, samples of them, and sortability."""

from edgemark.data.cdans_series import SyntheticDataset, generate_synthetic_cdans
from edgemark.data.networks import DiscreteNetwork, Sample, Variable, asia, sachs_graph
from edgemark.data.random_graphs import Topology, random_dag
from edgemark.data.random_models import random_discrete_network, random_structural_model
from edgemark.data.series import Drift, Effect, Mechanisms, SeriesModel
from edgemark.data.series_random import Changes, random_series_model
from edgemark.data.series_sample import SimulatedSeries
from edgemark.data.sorting import sort_regress, sortability

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
    "Topology",
    "Variable",
    "asia",
    "generate_synthetic_cdans",
    "random_dag",
    "random_discrete_network",
    "random_series_model",
    "random_structural_model",
    "sachs_graph",
    "sort_regress",
    "sortability",
]
