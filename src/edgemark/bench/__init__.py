"""
Benchmarks: data sets × algorithms × seeds, each run in a process of its own, with all results.

::

    plan -> tasks -> data -> sandbox (learn, score) -> store -> results

`run` runs a `Plan` and stores the results in a folder; if it is called again, it does the remaining
runs. `open` returns the `Study` in a folder, with tables, ranks and a report. Algorithms receive a
`Dataset`.
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
    _HOME_OF = {
        "Dataset": "edgemark.bench.dataset",
        "Plan": "edgemark.bench.plan",
        "Progress": "edgemark.bench.runs",
        "RunSummary": "edgemark.bench.runs",
        "Study": "edgemark.bench.results",
        "TRACKS": "edgemark.bench.plans",
        "built_in_plan": "edgemark.bench.plans",
        "built_in_plans": "edgemark.bench.plans",
        "check": "edgemark.bench.studies",
        "open": "edgemark.bench.studies",
        "rescore": "edgemark.bench.studies",
        "run": "edgemark.bench.runs",
    }

    def __getattr__(name):
        from importlib import import_module

        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value

    def __dir__():
        return sorted({*globals(), *_HOME_OF})


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
