"""
Where a benchmark keeps what came out: one SQLite file in the folder of the study.

The coordinator alone writes, under a lock; anybody may read meanwhile. Each finished attempt is one
transaction, so that a killed coordinator loses no finished run and tears no row.
"""

from edgemark.bench.store.records import Attempt, RunRecord, Score, StoredRun
from edgemark.bench.store.store import Store

__all__ = ["Attempt", "RunRecord", "Score", "Store", "StoredRun"]
