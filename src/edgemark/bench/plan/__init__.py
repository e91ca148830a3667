"""
What a benchmark runs: a plan in TOML, checked, with every grid written out.

A plan gives `Task`s, one for each data set, seed and algorithm. Each has a key, a hash of all that
decides what comes out, so that the store can tell which runs are done.
"""

from edgemark.bench.plan.algorithm_entries import AlgorithmSpec
from edgemark.bench.plan.data_entries import DataSpec
from edgemark.bench.plan.plan import Plan, limits_of
from edgemark.bench.plan.selectors import Selector, selector, selectors
from edgemark.bench.plan.tasks import Task
from edgemark.bench.plan.versions import Versions

__all__ = [
    "AlgorithmSpec",
    "DataSpec",
    "Plan",
    "Selector",
    "Task",
    "Versions",
    "limits_of",
    "selector",
    "selectors",
]
