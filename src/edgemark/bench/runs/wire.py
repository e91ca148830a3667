"""Jobs and results as JSON, for workers that share no memory with the coordinator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from math import isnan, nan
from pathlib import Path
from typing import Any

from edgemark.bench.plan import AlgorithmSpec, DataSpec, Task
from edgemark.bench.plan.hashes import digest_of_file
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.runs.jobs import Job, Result, RunJob, RunResult, ScoreJob, ScoreResult, Unscored
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = ["files_of", "job_from", "plain_job", "plain_result", "result_from"]

_FILE_SETTINGS = ("file", "truth", "bif")
_NAN_FIELDS = ("value", "worst", "chance")  # nan becomes null, since JSON has no nan


def files_of(job: Job) -> dict[str, Path]:
    """Return the user's files that the data of a job need, by the paths at which workers keep them."""
    if isinstance(job, ScoreJob):
        return {}
    settings = job.task.data.settings
    paths = [Path(settings[name]) for name in _FILE_SETTINGS if name in settings]
    return {_path_at_worker(path): path for path in paths}


def _path_at_worker(path: Path) -> str:
    """Return the path of a file at workers: a folder named by the hash of its content, then its name."""
    return f"{digest_of_file(path)}/{path.name}"


def plain_job(job: Job) -> dict[str, Any]:
    """Return a job as plain values; the user's files are named by their paths at workers."""
    if isinstance(job, ScoreJob):
        return {"batch": [asdict(unscored) for unscored in job.batch]}
    settings = dict(job.task.data.settings)
    for name in _FILE_SETTINGS:
        if name in settings:
            settings[name] = _path_at_worker(Path(settings[name]))
    return {
        "data": _field_values(job.task.data) | {"settings": settings},
        "algorithm": _field_values(job.task.algorithm),
        "seed": job.task.seed,
        "record": _field_values(job.record),
        "version": job.version,
    }


def job_from(plain: Mapping[str, Any], files: Path) -> Job:
    """
    Read a job.

    Args:
        plain: the result of `plain_job`.
        files: the folder of the user's files, each in a subfolder that is named by its hash.
    """
    if "batch" in plain:
        batch = ({**values, "selectors": tuple(values["selectors"])} for values in plain["batch"])
        return ScoreJob(tuple(Unscored(**values) for values in batch))
    settings = dict(plain["data"]["settings"])
    settings |= {name: str(files / settings[name]) for name in _FILE_SETTINGS if name in settings}
    algorithm = plain["algorithm"]
    tuples = {name: tuple(algorithm[name]) for name in ("command", "data", "on")}
    task = Task(
        DataSpec(**{**plain["data"], "settings": settings}),
        AlgorithmSpec(**{**algorithm, **tuples}),
        plain["seed"],
    )
    return RunJob(task, RunRecord(**plain["record"]), plain["version"])


def plain_result(result: Result) -> dict[str, Any]:
    """Return a result as plain values."""
    if isinstance(result, ScoreResult):
        return {
            "scores": [[key, [_plain_score(score) for score in scores]] for key, scores in result.scores]
        }
    attempt = result.attempt
    plain_data = (
        None if result.data is None else _field_values(result.data) | {"file": str(result.data.file)}
    )
    return {
        "outcome": attempt.outcome.to_dict(),
        "limits": attempt.limits.to_dict(),
        "estimate": attempt.estimate,
        "versions": dict(attempt.versions),
        "data": plain_data,
    }


def result_from(plain: Mapping[str, Any], job: Job) -> Result:
    """Read the result of a job."""
    if isinstance(job, ScoreJob):
        return ScoreResult(tuple((key, tuple(map(_score, scores))) for key, scores in plain["scores"]))
    attempt = Attempt(
        Outcome.from_dict(plain["outcome"]),
        RunLimits.from_dict(plain["limits"]),
        plain["estimate"],
        plain["versions"],
    )
    data = plain["data"]
    data_of_run = None if data is None else StoredData(**{**data, "file": Path(data["file"])})
    return RunResult(job.record, attempt, data_of_run)


def _field_values(thing: Any) -> dict[str, Any]:
    """Return the fields of a dataclass; immutable mappings become dictionaries."""
    values = {field.name: getattr(thing, field.name) for field in fields(thing)}
    return {k: dict(v) if isinstance(v, Mapping) else v for k, v in values.items()}


def _plain_score(score: Score) -> dict[str, Any]:
    values = asdict(score)
    return values | {name: None if isnan(values[name]) else values[name] for name in _NAN_FIELDS}


def _score(plain: Mapping[str, Any]) -> Score:
    return Score(**{**plain, **{n: nan if plain[n] is None else plain[n] for n in _NAN_FIELDS}})
