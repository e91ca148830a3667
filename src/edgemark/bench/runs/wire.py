"""Jobs and results as JSON, for workers that share no memory with the coordinator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from math import isnan, nan
from pathlib import Path
from typing import Any

from edgemark.bench.plan import AlgorithmSpec, DataSpec, Task
from edgemark.bench.plan.hashes import digest_of_file
from edgemark.bench.runs.jobs import Done, Job, Result, Running, Scored, Scoring, Unscored
from edgemark.bench.runs.shelf import Shelved
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = ["files_of", "job_from", "plain_job", "plain_result", "result_from"]

_PATHS = ("file", "truth", "bif")
_NUMBERS = ("value", "worst", "chance")


def files_of(job: Job) -> dict[str, Path]:
    """Return the user's files that a job needs, by the hash of their content."""
    if isinstance(job, Scoring):
        return {}
    settings = job.task.data.settings
    paths = [Path(settings[name]) for name in _PATHS if name in settings]
    return {digest_of_file(path): path for path in paths}


def plain_job(job: Job) -> dict[str, Any]:
    """Return a job as plain values; the user's files are named by the hash of their content."""
    if isinstance(job, Scoring):
        return {"batch": [asdict(one) for one in job.batch]}
    settings = dict(job.task.data.settings)
    for name in _PATHS:
        if name in settings:
            path = Path(settings[name])
            settings[name] = f"{digest_of_file(path)}/{path.name}"
    return {
        "data": _values(job.task.data) | {"settings": settings},
        "algorithm": _values(job.task.algorithm),
        "seed": job.task.seed,
        "record": _values(job.record),
        "version": job.version,
    }


def job_from(plain: Mapping[str, Any], files: Path) -> Job:
    """
    Read a job.

    Args:
        plain: the result of `plain_job`.
        files: the folder of the user's files, with each file in a subfolder named by its hash.
    """
    if "batch" in plain:
        batch = ({**one, "selectors": tuple(one["selectors"])} for one in plain["batch"])
        return Scoring(tuple(Unscored(**one) for one in batch))
    settings = dict(plain["data"]["settings"])
    settings |= {name: str(files / settings[name]) for name in _PATHS if name in settings}
    algorithm = plain["algorithm"]
    lists = {name: tuple(algorithm[name]) for name in ("command", "data", "on")}
    task = Task(
        DataSpec(**{**plain["data"], "settings": settings}),
        AlgorithmSpec(**{**algorithm, **lists}),
        plain["seed"],
    )
    return Running(task, RunRecord(**plain["record"]), plain["version"])


def plain_result(result: Result) -> dict[str, Any]:
    """Return a result as plain values."""
    if isinstance(result, Scored):
        return {
            "scores": [[key, [_plain_score(one) for one in scores]] for key, scores in result.scores]
        }
    attempt = result.attempt
    shelved = None if result.data is None else _values(result.data) | {"file": str(result.data.file)}
    return {
        "outcome": attempt.outcome.to_dict(),
        "limits": attempt.limits.to_dict(),
        "estimate": attempt.estimate,
        "versions": dict(attempt.versions),
        "data": shelved,
    }


def result_from(plain: Mapping[str, Any], job: Job) -> Result:
    """Read the result of a job."""
    if isinstance(job, Scoring):
        return Scored(tuple((key, tuple(map(_score, scores))) for key, scores in plain["scores"]))
    attempt = Attempt(
        Outcome.from_dict(plain["outcome"]),
        RunLimits.from_dict(plain["limits"]),
        plain["estimate"],
        plain["versions"],
    )
    data = plain["data"]
    shelved = None if data is None else Shelved(**{**data, "file": Path(data["file"])})
    return Done(job.record, attempt, shelved)


def _values(thing: Any) -> dict[str, Any]:
    """Return the fields of a dataclass; immutable mappings become dictionaries."""
    found = {one.name: getattr(thing, one.name) for one in fields(thing)}
    return {k: dict(v) if isinstance(v, Mapping) else v for k, v in found.items()}


def _plain_score(score: Score) -> dict[str, Any]:
    values = asdict(score)
    return values | {name: None if isnan(values[name]) else values[name] for name in _NUMBERS}


def _score(plain: Mapping[str, Any]) -> Score:
    return Score(**{**plain, **{n: nan if plain[n] is None else plain[n] for n in _NUMBERS}})
