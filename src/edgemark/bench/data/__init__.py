"""
Data of a benchmark with the truth: drawn from the settings of a plan and a seed, or read from a file.

`draw` gives the same bits for the same settings and seed, on one computer with one version of NumPy.
"""

from edgemark.bench.data.drawing import Drawn, draw

__all__ = ["Drawn", "draw"]
