"""Score stored estimates, several in one process, because every process takes time to start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import edgemark
from edgemark.bench.runs.jobs import Engine, ScoreJob, ScoreResult, Unscored
from edgemark.bench.store import Store

__all__ = ["BATCH", "score_stored", "store_scores"]

BATCH = 16
"""About how many estimates one job scores in its process."""


def store_scores(store: Store, scored: ScoreResult) -> int:
    """Store scores; return the number of runs that they belong to."""
    for key, scores in scored.scores:
        store.add_scores(key, scores)
    return len(scored.scores)


def score_stored(store: Store, engine: Engine, selectors: Sequence[str], reference: str) -> int:
    """
    Compute missing scores of stored estimates without repeating runs.

    A score that another version of edgemark computed counts as missing.

    Args:
        store: the store, open for writing.
        engine: the engine that computes the scores.
        selectors: the metrics and their conventions, such as "shd:pair mismatch".
        reference: the class of graph that truth and estimate are mapped to, such as "cpdag".

    Returns:
        The number of runs with new scores.
    """
    jobs = _in_batches(_estimates_without_scores(store, selectors, reference))
    return sum(
        store_scores(store, result) for result in engine.do(jobs) if isinstance(result, ScoreResult)
    )


def _estimates_without_scores(
    store: Store, selectors: Sequence[str], reference: str
) -> Iterator[Unscored]:
    """Yield the estimates that lack scores, with the selectors of the missing scores."""
    for stored in store.runs():
        if stored.attempt is None or stored.attempt.outcome.status != "ok":
            continue
        known = {
            score.selector
            for score in stored.scores
            if (score.reference, score.version) == (reference, edgemark.__version__)
        }
        missing = tuple(selector for selector in selectors if selector not in known)
        if not missing:
            continue
        # The runs above were loaded without their estimates, which may be large.
        [with_estimate] = store.find(stored.run.key)
        dataset = store.dataset(stored.run.details["data"])
        if (
            with_estimate.attempt is not None
            and with_estimate.attempt.estimate is not None
            and dataset is not None
        ):
            truth, _ = dataset
            yield Unscored(stored.run.key, truth, with_estimate.attempt.estimate, missing, reference)


def _in_batches(unscored: Iterable[Unscored]) -> Iterator[ScoreJob]:
    rest = iter(unscored)
    while batch := tuple(islice(rest, BATCH)):
        yield ScoreJob(batch)
