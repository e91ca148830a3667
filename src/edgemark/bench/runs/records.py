"""The rows of the store that a plan makes."""

from __future__ import annotations

from edgemark.bench.plan import Plan, Versions
from edgemark.bench.store import RunRecord
from edgemark.errors import FormatError, Remedy

__all__ = ["records_of"]


def records_of(plan: Plan, versions: Versions) -> list[RunRecord]:
    """
    Return the record of every run, in the order of the plan's tasks.

    Raises:
        FormatError: two entries of the plan are the same runs under two names.
        OSError: a file of data is gone.
    """
    records: list[RunRecord] = []
    seen: dict[str, RunRecord] = {}
    for task in plan.tasks():
        record = task.record(versions)
        other = seen.setdefault(record.key, record)
        if other is not record:
            raise FormatError(
                f"two entries of the plan are the same runs: {other.algorithm} on {other.dataset}, and "
                f"{record.algorithm} on {record.dataset}",
                Remedy("Leave one of them out"),
            )
        records.append(record)
    return records
