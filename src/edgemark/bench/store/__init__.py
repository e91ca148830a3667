"""
The store of a benchmark: one SQLite file in the folder of the study.

Only the coordinator writes, under a lock; others may read at the same time. Each finished attempt is one
transaction, so a killed coordinator loses no finished run and leaves no partial row.
"""

from edgemark.bench.store.records import Attempt, RunRecord, Score, StoredRun
from edgemark.bench.store.store import Store

__all__ = ["Attempt", "RunRecord", "Score", "Store", "StoredRun"]
