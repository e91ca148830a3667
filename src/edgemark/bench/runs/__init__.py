"""
Running a plan.

::

    coordinator (the main thread): writes the store, shows progress
      └── a worker (a thread) for each CPU
            ├── a sandbox for each algorithm: learns
            └── a sandbox of its own: scores what was learned, several graphs at a time

With Dask, the workers are separate processes, on this computer or on others. Jobs and results are sent
as JSON (`wire`).

Every attempt is stored at once, in one transaction. Stored runs are not repeated. Scores follow; if the
process is killed, the next coordinator computes the missing ones.
"""

from edgemark.bench.runs.coordinator import Progress, RunSummary, run

__all__ = ["Progress", "RunSummary", "run"]
