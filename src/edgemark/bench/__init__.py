"""
Benchmarks: run algorithms over data sets and seeds, each run in a process of its own.

::

    plan -> tasks -> data -> sandbox (learn, score) -> store -> results

`run` runs a `Plan` and stores the results in a folder; if it is called again, it does the remaining
runs. `open` returns the `Study` in a folder, with tables, ranks and a report. Adapters and functions
receive a `Dataset`, and commands a CSV file.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.bench.dataset import Dataset
    from edgemark.bench.plan import Plan
    from edgemark.bench.plans import TRACKS, built_in_plan, built_in_plans
    from edgemark.bench.results import Study
    from edgemark.bench.runs import Progress, RunSummary, run
    from edgemark.bench.studies import check, open, rescore
else:
    from edgemark.lazy_names import loaded_when_used

    __getattr__, __dir__ = loaded_when_used(
        __name__,
        {
            "Dataset": "dataset",
            "Plan": "plan",
            "Progress": "runs",
            "RunSummary": "runs",
            "Study": "results",
            "TRACKS": "plans",
            "built_in_plan": "plans",
            "built_in_plans": "plans",
            "check": "studies",
            "open": "studies",
            "rescore": "studies",
            "run": "runs",
        },
    )


__all__ = [
    "TRACKS",
    "Dataset",
    "Plan",
    "Progress",
    "RunSummary",
    "Study",
    "built_in_plan",
    "built_in_plans",
    "check",
    "open",
    "rescore",
    "run",
]
