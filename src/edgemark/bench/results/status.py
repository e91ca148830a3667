"""The progress of a study."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from edgemark.bench.store import Store
from edgemark.errors import EdgemarkError, plural

__all__ = ["StudyStatus", "status_of"]


@dataclass(frozen=True, slots=True)
class StudyStatus:
    """
    Counts of the runs of a study.

    Attributes:
        name: name of the study.
        total: number of runs of the current plan.
        ok: runs with an estimate.
        failed: runs that ended without an estimate, by status, such as "timeout".
        waiting: runs that have not been tried yet.
        stale: stored runs that are not in the current plan, such as runs of earlier plans or of an
            earlier version of an algorithm.
        unscored: runs with an estimate whose scores are not computed yet; they count as `ok`.

    Examples:
        >>> print(StudyStatus("mine", 10, 6, {"timeout": 1}, 3, 0))
        mine: 7 of 10 runs done: 6 ok, 1 failed (1 timeout); 3 waiting
    """

    name: str
    total: int
    ok: int
    failed: Mapping[str, int]
    waiting: int
    stale: int
    unscored: int = 0

    @property
    def n_failed(self) -> int:
        """Number of runs that failed."""
        return sum(self.failed.values())

    def __str__(self) -> str:
        text = (
            f"{self.name}: {self.ok + self.n_failed} of {plural(self.total, 'run')} done: {self.ok} ok"
        )
        if self.failed:
            causes = ", ".join(f"{count} {cause}" for cause, count in sorted(self.failed.items()))
            text += f", {self.n_failed} failed ({causes})"
        if self.waiting:
            text += f"; {self.waiting} waiting"
        if self.unscored:
            text += f"; {plural(self.unscored, 'run')} not scored yet; 'edgemark bench run' scores them"
        if self.stale:
            text += f"; {plural(self.stale, 'stored run')} of earlier plans or earlier code"
        return text


def status_of(folder: str | os.PathLike[str]) -> StudyStatus:
    """
    Count the runs of a study in its store, without reading them.

    Raises:
        EdgemarkError: the folder holds no study.
        FormatError: a later version of edgemark wrote it.
    """
    with Store.read(folder) as store:
        if not store.plan:
            raise EdgemarkError(f"{os.fspath(folder)}: this study has no plan yet")
        counts, stale, unscored = store.count_by_status(), store.stale, store.count_unscored()
        name = tomllib.loads(store.plan)["plan"].get("name", "study")
    total, ok, waiting = sum(counts.values()), counts.pop("ok", 0), counts.pop("waiting", 0)
    return StudyStatus(name, total, ok, counts, waiting, stale, unscored)
