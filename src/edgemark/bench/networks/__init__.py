"""Networks by name: bundled with edgemark, from pgmpy, or in a BIF file."""

from edgemark.bench.networks.bif import network_from_bif
from edgemark.bench.networks.named import BUNDLED, network_of, networks_of_pgmpy

__all__ = ["BUNDLED", "network_from_bif", "network_of", "networks_of_pgmpy"]
