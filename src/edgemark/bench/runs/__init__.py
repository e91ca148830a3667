"""
Running a plan.

::

    coordinator (the main thread): writes the store, shows progress
      └── a worker (a thread) for each CPU
            ├── sandboxes, one for each algorithm and one for all commands: learn graphs
            └── other sandboxes: draw data, read graphs of commands, and score learned graphs

With Dask, the workers are separate processes, on this computer or on others. Jobs and results are sent
as JSON (`wire`).

Every attempt is stored as soon as it ends, in one transaction. Successful runs are not repeated;
`Attempt.is_final` decides which failed runs are. Scores are stored later. If the process is killed, the
next coordinator computes the missing ones.
"""

from edgemark.bench.runs.coordinator import Progress, RunSummary, run

__all__ = ["Progress", "RunSummary", "run"]
