"""
Read and write a store: the SQLite file with the plans, data sets, runs, attempts and scores of a
folder.

A row of the table `study` is a plan. The newest row is the current plan. See `schema` for the tables.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import isnan, nan
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from edgemark.bench.estimates import max_lag_of
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome
from edgemark.bench.store.lock import FolderLock, is_on_network
from edgemark.bench.store.records import Attempt, RunRecord, Score, StoredRun
from edgemark.bench.store.schema import VERSION, migrate, version_of
from edgemark.conventions.classes import coarsest
from edgemark.errors import EdgemarkError

__all__ = ["Store"]

_FILE = "study.sqlite"
_BUSY_SECONDS = 30.0
_PAGE_SIZE = 500
"""Number of runs that are read at once."""
_COLUMNS = (
    "r.key, r.dataset, r.algorithm, r.data_seed, r.seed, r.details, a.id, "
    "(SELECT count(*) FROM attempt WHERE run = r.key), "
    "a.status, a.reason, a.cpu, a.wall, a.memory, a.limits, a.versions"
)
_JOIN_LAST_ATTEMPT = "LEFT JOIN attempt a ON a.id = (SELECT max(id) FROM attempt WHERE run = r.key)"
_TEXT_COLUMNS = "a.traceback, a.output, a.estimate"


class Store:
    """
    The store of one folder.

    `edgemark.bench.run` and `edgemark.bench.rescore` open it with `Store.write(folder)`, which creates
    what is missing and holds the lock. All others open it with `Store.read(folder)`, which also works
    while another process writes.
    """

    def __init__(self, connection: sqlite3.Connection, lock: FolderLock | None) -> None:
        self._connection, self._lock = connection, lock

    @classmethod
    def write(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Open the store of a folder for writing; create the folder and the store if necessary.

        Raises:
            EdgemarkError: another process writes to it.
            FormatError: a later version of edgemark made it.
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(place)
        try:
            connection = _connected(f"file:{quote(os.fspath(place / _FILE))}?mode=rwc")
            # The mode WAL is not safe on network file systems.
            mode = "DELETE" if is_on_network(place.resolve()) else "WAL"
            connection.execute(f"PRAGMA journal_mode = {mode}")
            connection.execute("PRAGMA synchronous = NORMAL")
            migrate(connection, os.fspath(place))
        except BaseException:
            lock.close()
            raise
        return cls(connection, lock)

    @staticmethod
    def is_in(folder: str | os.PathLike[str]) -> bool:
        """Whether a folder holds a store."""
        return (Path(folder) / _FILE).exists()

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Open the store of a folder for reading. A store of an earlier version is migrated.

        Raises:
            EdgemarkError: the folder has no store; or it is of an earlier version, and another process
                writes to it.
            FormatError: a later version of edgemark made it.
        """
        path = Path(folder) / _FILE
        if not path.exists():
            raise EdgemarkError(
                f"{os.fspath(folder)}: a folder that edgemark bench run wrote is needed; "
                f"this one has no {_FILE}"
            )
        connection = _connected_for_reading(path)
        if version_of(connection, os.fspath(folder)) < VERSION:
            connection.close()
            cls.write(folder).close()  # migrates it
            connection = _connected_for_reading(path)
        return cls(connection, None)

    def close(self) -> None:
        """Close the file and release the lock."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # ---- writing

    def begin_study(self, name: str, plan: str, runs: Iterable[RunRecord]) -> int:
        """
        Make a plan the current one, with its runs in order. The runs of earlier plans stay in the store.

        If the iterable of runs raises an error, the store stays unchanged.

        Returns:
            The number of runs.
        """
        n = 0
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            study = connection.execute(
                "INSERT INTO study (name, plan) VALUES (?, ?)", (name, plan)
            ).lastrowid
            for run in runs:
                connection.execute(
                    "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET "
                    "dataset = excluded.dataset, algorithm = excluded.algorithm, "
                    "details = excluded.details",
                    (run.key, run.dataset, run.algorithm, run.data_seed, run.seed, _json(run.details)),
                )
                connection.execute("INSERT INTO study_run VALUES (?, ?, ?)", (study, n, run.key))
                n += 1
        return n

    def set_reference(self, reference: str) -> None:
        """Store the class of graph, such as "cpdag", to which the current plan maps all graphs."""
        self._connection.execute(
            "UPDATE study SET reference = ? WHERE id = (SELECT max(id) FROM study)", (reference,)
        )

    def add_dataset(
        self, key: str, name: str, truth: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> None:
        """Store the truth and the properties of a data set, such as its sortability."""
        with self._connection as connection:
            connection.execute(
                "INSERT OR REPLACE INTO dataset VALUES (?, ?, ?, ?)",
                (key, name, _json(truth), _json(facts)),
            )

    def add_attempt(self, key: str, attempt: Attempt, scores: Iterable[Score] = ()) -> None:
        """Store one attempt at a run with its scores, in one transaction."""
        outcome = attempt.outcome
        estimate = None if attempt.estimate is None else _json(attempt.estimate)
        values = (
            key, outcome.status, _text(outcome.reason), _text(outcome.traceback), _text(outcome.output),
            outcome.cpu, outcome.wall, outcome.memory, _json(attempt.limits.to_dict()), estimate,
            _json(attempt.versions),
        )  # fmt: skip
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            attempt_id = connection.execute(
                "INSERT INTO attempt (run, status, reason, traceback, output, cpu, wall, memory, "
                "limits, estimate, versions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            self._insert_scores(connection, attempt_id, scores)

    def add_scores(self, key: str, scores: Iterable[Score]) -> None:
        """
        Store further scores of the last attempt at a run.

        Raises:
            EdgemarkError: the run has no attempt.
        """
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            attempt_id = connection.execute(
                "SELECT max(id) FROM attempt WHERE run = ?", (key,)
            ).fetchone()[0]
            if attempt_id is None:
                raise EdgemarkError(
                    f"scores can be stored only for a run with an attempt; {key} has none"
                )
            self._insert_scores(connection, attempt_id, scores)

    @staticmethod
    def _insert_scores(
        connection: sqlite3.Connection, attempt: int | None, scores: Iterable[Score]
    ) -> None:
        rows = (
            (
                attempt,
                score.selector,
                score.reference,
                score.version,
                _number(score.value),
                score.status,
                _text(score.reason),
                _number(score.worst),
                _number(score.chance),
            )
            for score in scores
        )
        connection.executemany(
            "INSERT OR REPLACE INTO score (attempt, selector, reference, version, value, status, "
            "reason, worst, chance) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )

    # ---- reading

    @property
    def plan(self) -> str:
        """The text of the current plan; empty if there is none yet."""
        row = self._connection.execute("SELECT plan FROM study ORDER BY id DESC LIMIT 1").fetchone()
        return "" if row is None else str(row[0])

    @property
    def reference(self) -> str:
        """The class of graph to which the current plan maps all graphs; empty if not known yet."""
        row = self._connection.execute("SELECT reference FROM study ORDER BY id DESC LIMIT 1").fetchone()
        return "" if row is None else str(row[0])

    @property
    def stale(self) -> int:
        """Number of stored runs that are not in the current plan."""
        query = (
            "SELECT count(*) FROM run WHERE key NOT IN "
            "(SELECT run FROM study_run WHERE study = (SELECT max(id) FROM study))"
        )
        return int(self._connection.execute(query).fetchone()[0])

    def dataset(self, key: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the truth and the properties of a data set; None if it is not stored."""
        row = self._connection.execute(
            "SELECT truth, facts FROM dataset WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else (json.loads(row[0]), json.loads(row[1]))

    def runs(self, *, texts: bool = False, scores: bool = True) -> Iterator[StoredRun]:
        """
        Yield every run of the current plan in the order of the plan.

        Runs are read 500 at a time, so that memory does not grow with the number of runs. The caller may
        write during the iteration; a new attempt appears only if its run has not been read yet.

        Args:
            texts: whether to load tracebacks, output and estimates, which may be large.
            scores: whether to load the scores.
        """
        study = self._connection.execute("SELECT max(id) FROM study").fetchone()[0]
        text_columns = _TEXT_COLUMNS if texts else "'', '', NULL"
        query = (
            f"SELECT {_COLUMNS}, {text_columns} FROM study_run s JOIN run r ON r.key = s.run "
            f"{_JOIN_LAST_ATTEMPT} WHERE s.study = ? AND s.position >= ? AND s.position < ? "
            "ORDER BY s.position"
        )
        truths: dict[str, tuple[int | None, str]] = {}
        for start in count(step=_PAGE_SIZE):
            page = self._connection.execute(query, (study, start, start + _PAGE_SIZE)).fetchall()
            scores_by_attempt = self._scores(_attempt_ids(page)) if scores else {}
            estimates = self._types_and_classes(scores_by_attempt)
            for row in page:
                stored = _stored_run(row, scores_by_attempt)
                if not stored.scores:
                    yield stored
                    continue
                lag_of_truth, class_of_truth = self._truth(stored.run, truths)
                max_lag = None if lag_of_truth is None else self._max_lag(row[6], lag_of_truth)
                type_of_estimate, class_of_estimate = estimates[row[6]]
                yield replace(
                    stored,
                    max_lag=max_lag,
                    classes=(class_of_truth, class_of_estimate),
                    type_of_estimate=type_of_estimate,
                )
            if len(page) < _PAGE_SIZE:
                return

    def _truth(
        self, run: RunRecord, truths: dict[str, tuple[int | None, str]]
    ) -> tuple[int | None, str]:
        """Return the maximum lag and the class of a run's truth, cached in `truths` by data set."""
        data = run.details.get("data", "")
        if data not in truths:
            dataset = self.dataset(data)
            truth = {} if dataset is None else dataset[0]
            truths[data] = max_lag_of(truth), truth.get("class", "")
        return truths[data]

    def _types_and_classes(self, attempts: Iterable[int]) -> dict[int, tuple[str, str]]:
        """
        Return the type of the estimate of each attempt, such as "graph" or "scores", and its class, ""
        unless it is a graph without lags.
        """
        query = (
            "SELECT id, json_extract(estimate, '$.type'), json_extract(estimate, '$.class') "
            f"FROM attempt WHERE id IN ({', '.join(map(str, attempts))})"
        )
        rows = self._connection.execute(query)
        return {attempt: (kind or "", name or "") for attempt, kind, name in rows}

    def _max_lag(self, attempt: int, lag_of_truth: int) -> int:
        """Return the `StoredRun.max_lag` of an attempt on a time series."""
        query = "SELECT estimate FROM attempt WHERE id = ?"
        [estimate] = self._connection.execute(query, (attempt,)).fetchone()
        lag_of_estimate = max_lag_of(json.loads(estimate)) if estimate else None
        return max(lag_of_truth, lag_of_estimate or 0)

    def count_by_status(self) -> dict[str, int]:
        """Return the number of runs of the current plan by status; unfinished runs are "waiting"."""
        query = (
            "SELECT coalesce(a.status, 'waiting'), count(*) FROM study_run s "
            f"JOIN run r ON r.key = s.run {_JOIN_LAST_ATTEMPT} "
            "WHERE s.study = (SELECT max(id) FROM study) GROUP BY 1"
        )
        return dict(self._connection.execute(query).fetchall())

    def count_unscored(self) -> int:
        """
        Return how many runs of the current plan have an estimate, but no score in the reference class.

        If the store does not state that class, it is the coarsest one in which some run has scores.
        """
        attempts = (
            f"FROM study_run s JOIN run r ON r.key = s.run {_JOIN_LAST_ATTEMPT} "
            "WHERE s.study = (SELECT max(id) FROM study) AND a.status = 'ok'"
        )
        scores_of_attempt = "SELECT 1 FROM score WHERE attempt = a.id AND reference = ?"
        references = f"SELECT DISTINCT reference FROM score WHERE attempt IN (SELECT a.id {attempts})"
        reference = self.reference or coarsest(row[0] for row in self._connection.execute(references))
        query = f"SELECT count(*) {attempts} AND NOT EXISTS ({scores_of_attempt})"
        return int(self._connection.execute(query, (reference,)).fetchone()[0])

    def find(self, start: str) -> list[StoredRun]:
        """Return up to 10 runs, of this or earlier plans, whose key begins with `start`, with texts."""
        query = (
            f"SELECT {_COLUMNS}, {_TEXT_COLUMNS} FROM run r {_JOIN_LAST_ATTEMPT} "
            "WHERE r.key >= ? AND r.key < ? ORDER BY r.key LIMIT 10"
        )
        rows = self._connection.execute(query, (start, f"{start}\U0010ffff")).fetchall()
        scores = self._scores(_attempt_ids(rows))
        return [_stored_run(row, scores) for row in rows]

    def _scores(self, attempts: Sequence[int]) -> dict[int, list[Score]]:
        """Return the scores of each attempt; an attempt without scores is left out."""
        scores_by_attempt: dict[int, list[Score]] = {}
        query = (
            "SELECT attempt, selector, reference, version, value, status, reason, worst, chance "
            f"FROM score WHERE attempt IN ({', '.join(map(str, attempts))}) "
            "ORDER BY attempt, selector, reference, version"
        )
        for row in self._connection.execute(query):
            attempt, selector, reference, version, value, status, reason, worst, chance = row
            value, worst, chance = (nan if x is None else x for x in (value, worst, chance))
            score = Score(selector, reference, version, value, status, reason, worst, chance)
            scores_by_attempt.setdefault(attempt, []).append(score)
        return scores_by_attempt


def _connected_for_reading(path: Path) -> sqlite3.Connection:
    return _connected(f"file:{quote(os.fspath(path))}?mode=ro")


def _connected(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _attempt_ids(rows: Iterable[Sequence[Any]]) -> list[int]:
    """Return the ids of the last attempts in rows of `_COLUMNS`; some runs have no attempt."""
    return [row[6] for row in rows if row[6] is not None]


def _stored_run(row: Sequence[Any], scores: Mapping[int, list[Score]]) -> StoredRun:
    """Return the run of a row of `_COLUMNS` and `_TEXT_COLUMNS`, with the scores of its last attempt."""
    key, dataset, algorithm, data_seed, seed, details, attempt_id, n, *columns = row
    run = RunRecord(key, dataset, algorithm, data_seed, seed, json.loads(details))
    if attempt_id is None:
        return StoredRun(run, None, 0, ())
    status, reason, cpu, wall, memory, limits, versions, traceback, output, estimate = columns
    outcome = Outcome(status, None, reason, traceback, output, cpu, wall, memory)
    attempt = Attempt(
        outcome,
        RunLimits.from_dict(json.loads(limits)),
        None if estimate is None else json.loads(estimate),
        json.loads(versions),
    )
    return StoredRun(run, attempt, n, tuple(scores.get(attempt_id, ())))


def _number(value: float) -> float | None:
    """Return None for nan, which the store holds as NULL."""
    return None if isnan(value) else value


def _text(text: str) -> str:
    """Escape lone surrogates, such as those of a file name that is not UTF-8; SQLite refuses them."""
    return text.encode("utf-8", "backslashreplace").decode()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))
