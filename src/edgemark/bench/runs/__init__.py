"""
Running a plan.

::

    coordinator (the main thread): writes the store, shows progress
      └── a worker (a thread) for each CPU
            ├── a sandbox for each algorithm: learns
            └── a sandbox of its own: scores what was learned, several graphs at a time

With Dask, the workers are in processes of their own, here or on other computers; jobs and results cross
as JSON (`wire`).

Every attempt is stored at once, in one transaction, and what is stored is not run again. Scores follow;
those that a kill prevented are computed by the next coordinator.
"""

from edgemark.bench.runs.coordinator import Progress, RunSummary, run

__all__ = ["Progress", "RunSummary", "run"]
