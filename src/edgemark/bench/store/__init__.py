"""
The store of a benchmark: one SQLite file in the folder of the study.

One process at a time writes, under a lock: the coordinator, or `rescore`. Others may read at the same
time. Each attempt is stored in one transaction, so a killed coordinator loses no stored attempt and
leaves no partial row.
"""

from edgemark.bench.store.records import Attempt, RunRecord, Score, StoredRun
from edgemark.bench.store.store import Store

__all__ = ["Attempt", "RunRecord", "Score", "Store", "StoredRun"]
