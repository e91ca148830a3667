"""
The plan of a benchmark: TOML that is checked, with every grid expanded.

A plan has a `Task` for each run of an algorithm on a data set with a seed. The key of a task is a hash
of everything that determines its result, so the store knows which runs are done.
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
