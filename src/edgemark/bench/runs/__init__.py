"""
Running a plan.

::

    coordinator (the main thread): writes the store, shows progress
      └── a worker (a thread) for each CPU
            ├── a sandbox for each algorithm: learns
            └── a sandbox of its own: scores what was learned

Every attempt is stored with its scores in one transaction, and what is stored is not run again.
"""

from edgemark.bench.runs.coordinator import Progress, RunSummary, run

__all__ = ["Progress", "RunSummary", "run"]
