"""Scores of stored estimates, computed many at a time, because each sandbox takes a while to start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import edgemark
from edgemark.bench.runs.pool import Job, Pool
from edgemark.bench.runs.worker import Unscored, Worker
from edgemark.bench.store import Score, Store

__all__ = ["BATCH", "Scored", "score_stored", "scoring"]

BATCH = 16


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of some runs, by their keys."""

    scores: tuple[tuple[str, tuple[Score, ...]], ...]

    def keep(self, store: Store) -> None:
        """Store them."""
        for key, scores in self.scores:
            store.add_scores(key, scores)


def scoring(batch: Sequence[Unscored]) -> Job:
    """Return the job that scores some estimates."""

    def job(worker: Worker) -> Scored:
        found = worker.score(batch)
        return Scored(tuple((one.key, scores) for one, scores in zip(batch, found, strict=True)))

    return job


def score_stored(store: Store, pool: Pool, selectors: Sequence[str], reference: str) -> int:
    """
    Compute the scores of stored estimates that are not there yet; nothing is run again.

    Returns:
        How many runs got scores.
    """
    lacking = list(_lacking(store, selectors, reference))
    for scored in pool.do(_jobs(store, lacking, reference)):
        scored.keep(store)
    return len(lacking)


def _lacking(
    store: Store, selectors: Sequence[str], reference: str
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield keys of runs and of their data, with the selectors that they have no score of."""
    for stored in store.runs():
        if stored.attempt is None or stored.attempt.outcome.status != "ok":
            continue
        there = {
            score.selector
            for score in stored.scores
            if (score.reference, score.version) == (reference, edgemark.__version__)
        }
        if missing := tuple(one for one in selectors if one not in there):
            yield stored.run.key, stored.run.details["data"], missing


def _jobs(
    store: Store, lacking: Sequence[tuple[str, str, tuple[str, ...]]], reference: str
) -> Iterator[Job]:
    """Load the estimates of one batch after another."""
    for start in range(0, len(lacking), BATCH):
        batch = []
        for key, data, selectors in lacking[start : start + BATCH]:
            [stored] = store.find(key)
            found = store.dataset(data)
            if stored.attempt is not None and stored.attempt.estimate is not None and found is not None:
                estimate = stored.attempt.estimate
                batch.append(Unscored(key, found[0], estimate, selectors, reference))
        if batch:
            yield scoring(batch)
