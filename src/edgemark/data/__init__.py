"""Networks whose truth is known, and samples of them."""

from edgemark.data.networks import DiscreteNetwork, Sample, Variable, asia, sachs_graph

__all__ = ["DiscreteNetwork", "Sample", "Variable", "asia", "sachs_graph"]
