"""The records of the runs of a plan, which are rows of the store."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np

from edgemark.bench.plan import Plan, Versions
from edgemark.bench.store import RunRecord
from edgemark.errors import FormatError, Remedy

__all__ = ["records_of"]

_HEX_DIGITS = 16  # a key is hexadecimal; its first 16 digits are 8 bytes


def records_of(plan: Plan, versions: Versions) -> Iterator[RunRecord]:
    """
    Yield the record of every run, in the order of `Plan.tasks`; keep only 8 bytes of its key in memory.

    Raises:
        FormatError: two entries of the plan describe the same runs. It is raised after the last record.
        OSError: a data file is missing.
    """
    starts_of_keys = array("Q")
    for task in plan.tasks():
        record = task.record(versions)
        starts_of_keys.append(int(record.key[:_HEX_DIGITS], 16))
        yield record
    if len(np.unique(np.frombuffer(starts_of_keys, np.uint64))) < len(starts_of_keys):
        _refuse_equal_entries(plan, versions)


def _refuse_equal_entries(plan: Plan, versions: Versions) -> None:
    seen: dict[str, RunRecord] = {}
    for task in plan.tasks():
        record = task.record(versions)
        other = seen.setdefault(record.key, record)
        if other is not record:
            raise FormatError(
                f"two entries of the plan describe the same runs: {other.algorithm} on "
                f"{other.dataset}, and {record.algorithm} on {record.dataset}",
                Remedy("Leave one of them out"),
            )
