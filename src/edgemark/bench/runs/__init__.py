"""
Running a plan.

::

    coordinator (the main thread): writes the store, shows progress
      └── a worker (a thread) for each CPU
            ├── a sandbox for each algorithm: learns graphs
            └── another sandbox: scores the learned graphs, several at a time

With Dask, the workers are separate processes, on this computer or on others. Jobs and results are sent
as JSON (`wire`).

Every attempt is stored as soon as it ends, in one transaction. Stored runs are not repeated. Scores are
stored later; if the process is killed, the next coordinator computes those that are missing.
"""

from edgemark.bench.runs.coordinator import Progress, RunSummary, run

__all__ = ["Progress", "RunSummary", "run"]
