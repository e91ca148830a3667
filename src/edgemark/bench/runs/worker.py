"""
A worker, which does one job after another in its sandboxes.

A sandbox is a `Server`, which forks a new process for each call of its function. A worker keeps its
sandboxes for later jobs, because a new one takes seconds to start.
"""

from __future__ import annotations

import platform
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import edgemark
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.inside.reading import suffix_of
from edgemark.bench.plan import AlgorithmSpec, Task
from edgemark.bench.runs.data_folder import DRAW, DataFolder, StoredData
from edgemark.bench.runs.jobs import Job, Result, RunJob, RunResult, ScoreResult, Unscored
from edgemark.bench.sandbox import Outcome, RunLimits, Server
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = ["AbandonedError", "Worker"]

_LEARN = "edgemark.bench.inside.learning:learn"
_READ = "edgemark.bench.inside.reading:read_graph"
_SCORE = "edgemark.bench.inside.scoring:score_all"
_MAX_SERVERS = 5
# polars starts threads, and a sandbox with threads needs a new interpreter for each run. statsmodels, a
# dependency of pgmpy, imports polars if it is installed.
_HIDDEN_MODULES = ("polars",)
_MIN_SECONDS_TO_SCORE = 60.0  # limit for a batch, unless that of the plan is higher


class AbandonedError(Exception):
    """The worker must not do any more jobs."""


class Worker:
    """
    A worker. Only one thread may use it at a time, but any thread may call `abandon`.

    Args:
        data_folder: the data sets of the study.
        limits: limits of each run.
        folders: folders that are searched for modules and files of commands.
    """

    def __init__(self, data_folder: DataFolder, limits: RunLimits, folders: Sequence[Path] = ()) -> None:
        self._data_folder, self._limits, self._folders = data_folder, limits, tuple(folders)
        self._servers: OrderedDict[tuple[str, ...], Server] = OrderedDict()
        self._is_abandoned = False

    def close(self) -> None:
        """End the sandboxes."""
        for server in self._servers.values():
            server.close()

    def abandon(self) -> None:
        """Kill the current job and start no other one; may be called from another thread."""
        self._is_abandoned = True
        for server in list(self._servers.values()):
            server.abandon()

    def perform(self, job: Job) -> Result:
        """Do a job."""
        if isinstance(job, RunJob):
            return self.run(job.task, job.record)
        all_scores = self.score(job.batch)
        keys = (unscored.key for unscored in job.batch)
        return ScoreResult(tuple(zip(keys, all_scores, strict=True)))

    def run(self, task: Task, record: RunRecord) -> RunResult:
        """Run an algorithm; draw its data first if they are not stored yet."""
        data = self._data_folder.get(task.data, task.seed, self._server((DRAW,)))
        if isinstance(data, Outcome):
            return RunResult(record, self._attempt(data, task, None), None)
        outcome, estimate = self._learn(task, record, data)
        return RunResult(record, self._attempt(outcome, task, estimate), data)

    # ---- learning

    def _learn(
        self, task: Task, record: RunRecord, data: StoredData
    ) -> tuple[Outcome, Mapping[str, Any] | None]:
        algorithm = task.algorithm
        if algorithm.way == "command":
            outcome = self._run_command(algorithm, record, data)
        else:
            call = {
                "way": algorithm.way,
                "use": algorithm.use,
                "parameters": dict(algorithm.parameters),
                "seed": record.seed,
                "data": str(data.file),
                "hash": data.hash,
                "truth": data.truth if algorithm.oracle else None,
                "reading": dict(algorithm.reading),
                "returns": algorithm.returns,
            }
            outcome = self._server(("learn", algorithm.way, algorithm.use)).run(call, self._limits)
        if outcome.status != "ok":
            return outcome, None
        value = outcome.value if isinstance(outcome.value, dict) else {}
        outcome = replace(outcome, value=None, reason=str(value.get("note", "")))
        estimate = value.get("estimate")
        if isinstance(estimate, dict) and "type" in estimate:
            return outcome, estimate
        return replace(outcome, status="answer", reason=str(value.get("invalid", "no estimate"))), None

    def _run_command(self, algorithm: AlgorithmSpec, record: RunRecord, data: StoredData) -> Outcome:
        graph_file = f"graph{suffix_of(algorithm.reading)}"
        placeholders = {"data": str(data.csv), "graph": graph_file, "seed": str(record.seed)}
        placeholders |= {name: str(value) for name, value in algorithm.parameters.items()}
        command = [self._filled(word, placeholders) for word in algorithm.command]
        outcome = self._server(("command",)).run_command(command, self._limits, collect=graph_file)
        if outcome.status != "ok":
            return outcome
        if code := outcome.value["exit"]:
            return replace(outcome, status="exit", value=None, reason=f"it ended with status {code}")
        if outcome.value["file"] is None:
            return replace(outcome, status="answer", value=None, reason=f"it did not write {graph_file}")
        call = {
            "content": outcome.value["file"],
            "names": data.facts["names"],
            "reading": dict(algorithm.reading),
            "returns": algorithm.returns,
        }
        read = self._server((_READ,)).run(call, self._limits)
        if read.status != "ok":
            reason = f"reading the graph: {read.status}: {read.reason}"
            return replace(outcome, status="answer", value=None, reason=reason)
        return replace(outcome, value=read.value)

    def _filled(self, word: str, placeholders: Mapping[str, str]) -> str:
        """Return the path of the file that the word names, or the word with filled placeholders."""
        for folder in self._folders:
            if (folder / word).is_file():
                return str(folder / word)
        for name, value in placeholders.items():
            word = word.replace(f"{{{name}}}", value)
        return word

    # ---- scoring

    def score(self, batch: Sequence[Unscored]) -> list[tuple[Score, ...]]:
        """Score several estimates in one process; if that fails, score each in a process of its own."""
        estimates = [
            {
                "truth": unscored.truth,
                "estimate": unscored.estimate,
                "selectors": unscored.selectors,
                "reference": unscored.reference,
            }
            for unscored in batch
        ]
        limits = replace(
            self._limits, seconds=max(self._limits.seconds, _MIN_SECONDS_TO_SCORE), wall=None
        )
        outcome = self._server((_SCORE,)).run(estimates, limits)
        if outcome.status == "ok":
            return [_scores(*pair) for pair in zip(batch, outcome.value, strict=True)]
        if len(batch) > 1:
            return [scores for unscored in batch for scores in self.score([unscored])]
        no_score: dict[str, Any] = {
            "value": None,
            "status": "failed",
            "reason": f"scoring it: {outcome.status}: {outcome.reason}",
            "worst": None,
            "chance": None,
        }
        return [_scores(unscored, [no_score] * len(unscored.selectors)) for unscored in batch]

    # ---- sandboxes

    def _server(self, purpose: tuple[str, ...]) -> Server:
        """
        Return the sandbox for a purpose; if there are too many, end the least recently used one.

        Args:
            purpose: ``("learn", way, use)`` for the algorithm of an `AlgorithmSpec`, ``("command",)``
                for all commands, or a function of edgemark, such as ``(DRAW,)``.

        Raises:
            AbandonedError: `abandon` was called.
        """
        if self._is_abandoned:
            raise AbandonedError
        if purpose not in self._servers:
            self._servers[purpose] = self._new_server(purpose)
            while len(self._servers) > _MAX_SERVERS:
                _, least_recent = self._servers.popitem(last=False)
                least_recent.close()
        self._servers.move_to_end(purpose)
        return self._servers[purpose]

    def _new_server(self, purpose: tuple[str, ...]) -> Server:
        path = [str(folder) for folder in self._folders]
        if purpose[0] == "command":
            return Server(None, path=path)
        if purpose[0] != "learn":
            return Server(purpose[0])
        _, way, use = purpose
        if way == "function":
            return Server(_LEARN, imports=(use,), path=path)
        adapter = ADAPTERS[use]
        imports = (adapter.learn.__module__, *adapter.modules)
        return Server(_LEARN, imports=imports, hide=_HIDDEN_MODULES)

    def _attempt(self, outcome: Outcome, task: Task, estimate: Mapping[str, Any] | None) -> Attempt:
        versions = {"python": platform.python_version(), "edgemark": edgemark.__version__}
        adapter = task.algorithm.adapter
        if adapter is not None and adapter.version:
            versions[adapter.package] = adapter.version
        return Attempt(outcome, self._limits, estimate, versions)


def _scores(unscored: Unscored, values_of_selectors: Sequence[Mapping[str, Any]]) -> tuple[Score, ...]:
    return tuple(
        Score(
            selector=selector,
            reference=unscored.reference,
            version=edgemark.__version__,
            status=values["status"],
            reason=values["reason"],
            **{name: _number(values[name]) for name in ("value", "worst", "chance")},
        )
        for selector, values in zip(unscored.selectors, values_of_selectors, strict=True)
    )


def _number(value: Any) -> float:
    return nan if value is None else float(value)
