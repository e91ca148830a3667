"""Reading and writing a store."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from math import isnan, nan
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome
from edgemark.bench.store.lock import FolderLock, is_on_network
from edgemark.bench.store.records import Attempt, RunRecord, Score, StoredRun
from edgemark.bench.store.schema import migrate, version_of
from edgemark.errors import EdgemarkError

__all__ = ["Store"]

_FILE = "study.sqlite"
_BUSY_SECONDS = 30.0
_COLUMNS = (
    "r.key, r.dataset, r.algorithm, r.data_seed, r.seed, r.details, last.id, last.n, "
    "a.status, a.reason, a.cpu, a.wall, a.memory, a.limits, a.versions"
)
_TEXTS = "a.traceback, a.output, a.estimate"


class Store:
    """
    The store of one folder.

    `Store.write(folder)` is the coordinator's: it makes what is missing and holds the lock.
    `Store.read(folder)` is everybody else's, also while a coordinator writes.
    """

    def __init__(self, connection: sqlite3.Connection, lock: FolderLock | None) -> None:
        self._connection, self._lock = connection, lock

    @classmethod
    def write(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Open the store of a folder for writing; make the folder and the store if there is none.

        Raises:
            EdgemarkError: another coordinator writes to it.
            FormatError: a later edgemark made it.
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(place)
        try:
            connection = _connected(f"file:{quote(os.fspath(place / _FILE))}?mode=rwc")
            mode = "DELETE" if is_on_network(place.resolve()) else "WAL"
            connection.execute(f"PRAGMA journal_mode = {mode}")
            connection.execute("PRAGMA synchronous = NORMAL")
            migrate(connection, os.fspath(place))
        except BaseException:
            lock.close()
            raise
        return cls(connection, lock)

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Open the store of a folder for reading.

        Raises:
            EdgemarkError: there is none.
            FormatError: a later edgemark made it.
        """
        path = Path(folder) / _FILE
        if not path.exists():
            raise EdgemarkError(
                f"{os.fspath(folder)}: a folder that edgemark bench run wrote is needed; "
                f"this one has no {_FILE}"
            )
        connection = _connected(f"file:{quote(os.fspath(path))}?mode=ro")
        version_of(connection, os.fspath(folder))
        return cls(connection, None)

    def close(self) -> None:
        """Close the file and give the lock back."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # ---- writing

    def begin_study(self, name: str, plan: str, runs: Sequence[RunRecord]) -> None:
        """Make a plan the current one, with its runs in their order; earlier runs stay."""
        rows = [
            (run.key, run.dataset, run.algorithm, run.data_seed, run.seed, _json(run.details))
            for run in runs
        ]
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            study = connection.execute(
                "INSERT INTO study (name, plan) VALUES (?, ?)", (name, plan)
            ).lastrowid
            connection.executemany(
                "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET "
                "dataset = excluded.dataset, algorithm = excluded.algorithm, details = excluded.details",
                rows,
            )
            positions = ((study, position, run.key) for position, run in enumerate(runs))
            connection.executemany("INSERT INTO study_run VALUES (?, ?, ?)", positions)

    def set_reference(self, reference: str) -> None:
        """Keep the class of graph that the current plan compares in."""
        self._connection.execute(
            "UPDATE study SET reference = ? WHERE id = (SELECT max(id) FROM study)", (reference,)
        )

    def add_dataset(
        self, key: str, name: str, truth: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> None:
        """Keep what is known of a data set: its truth, and facts such as its sortability."""
        with self._connection as connection:
            connection.execute(
                "INSERT OR REPLACE INTO dataset VALUES (?, ?, ?, ?)",
                (key, name, _json(truth), _json(facts)),
            )

    def add_attempt(self, key: str, attempt: Attempt, scores: Iterable[Score] = ()) -> None:
        """Keep one try of a run with its scores: all of it or, if the process is killed, nothing."""
        outcome = attempt.outcome
        estimate = None if attempt.estimate is None else _json(attempt.estimate)
        values = (
            key, outcome.status, outcome.reason, outcome.traceback, outcome.output, outcome.cpu,
            outcome.wall, outcome.memory, _json(attempt.limits.to_dict()), estimate,
            _json(attempt.versions),
        )  # fmt: skip
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            number = connection.execute(
                "INSERT INTO attempt (run, status, reason, traceback, output, cpu, wall, memory, "
                "limits, estimate, versions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            self._insert_scores(connection, number, scores)

    def add_scores(self, key: str, scores: Iterable[Score]) -> None:
        """Keep further scores of the last try of a run."""
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            found = connection.execute("SELECT max(id) FROM attempt WHERE run = ?", (key,)).fetchone()[0]
            if found is None:
                raise EdgemarkError(f"only a run that was tried has scores; {key} was not")
            self._insert_scores(connection, found, scores)

    @staticmethod
    def _insert_scores(
        connection: sqlite3.Connection, attempt: int | None, scores: Iterable[Score]
    ) -> None:
        rows = (
            (
                attempt,
                s.selector,
                s.reference,
                s.version,
                _number(s.value),
                s.status,
                s.reason,
                _number(s.worst),
                _number(s.chance),
            )
            for s in scores
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
        found = self._connection.execute("SELECT plan FROM study ORDER BY id DESC LIMIT 1").fetchone()
        return "" if found is None else str(found[0])

    @property
    def reference(self) -> str:
        """The class of graph that the current plan compares in; empty if that is not known yet."""
        found = self._connection.execute(
            "SELECT reference FROM study ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return "" if found is None else str(found[0])

    @property
    def stale(self) -> int:
        """Number of runs that were kept, but are not of the current plan."""
        query = (
            "SELECT count(*) FROM run WHERE key NOT IN "
            "(SELECT run FROM study_run WHERE study = (SELECT max(id) FROM study))"
        )
        return int(self._connection.execute(query).fetchone()[0])

    def dataset(self, key: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return truth and facts of a data set; None if it is not there."""
        found = self._connection.execute(
            "SELECT truth, facts FROM dataset WHERE key = ?", (key,)
        ).fetchone()
        return None if found is None else (json.loads(found[0]), json.loads(found[1]))

    def runs(self, *, texts: bool = False) -> Iterator[StoredRun]:
        """
        Yield every run of the current plan in its order.

        Args:
            texts: also load tracebacks, output and estimates, which may be large.
        """
        scores = self._scores("SELECT max(id) FROM attempt GROUP BY run")
        heavy = _TEXTS if texts else "'', '', NULL"
        query = (
            f"SELECT {_COLUMNS}, {heavy} FROM study_run s JOIN run r ON r.key = s.run "
            "LEFT JOIN (SELECT run, max(id) AS id, count(*) AS n FROM attempt GROUP BY run) last "
            "ON last.run = r.key LEFT JOIN attempt a ON a.id = last.id "
            "WHERE s.study = (SELECT max(id) FROM study) ORDER BY s.position"
        )
        with closing(self._connection.execute(query)) as rows:
            for row in rows:
                yield _stored(row, scores)

    def find(self, start: str) -> list[StoredRun]:
        """Return the runs, of this plan or an earlier one, whose key begins so; with all texts."""
        query = (
            f"SELECT {_COLUMNS}, {_TEXTS} FROM run r "
            "LEFT JOIN (SELECT run, max(id) AS id, count(*) AS n FROM attempt GROUP BY run) last "
            "ON last.run = r.key LEFT JOIN attempt a ON a.id = last.id "
            "WHERE substr(r.key, 1, ?) = ? ORDER BY r.key LIMIT 10"
        )
        rows = self._connection.execute(query, (len(start), start)).fetchall()
        numbers = ", ".join(str(row[6]) for row in rows if row[6] is not None)
        scores = self._scores(numbers or "NULL")
        return [_stored(row, scores) for row in rows]

    def _scores(self, attempts: str) -> dict[int, list[Score]]:
        found: dict[int, list[Score]] = {}
        query = (
            "SELECT attempt, selector, reference, version, value, status, reason, worst, chance "
            f"FROM score WHERE attempt IN ({attempts}) ORDER BY attempt, selector, reference, version"
        )
        for row in self._connection.execute(query):
            attempt, selector, reference, version, value, status, reason, *bounds = row
            value, worst, chance = (nan if one is None else one for one in (value, *bounds))
            score = Score(selector, reference, version, value, status, reason, worst, chance)
            found.setdefault(attempt, []).append(score)
        return found


def _connected(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _stored(row: Sequence[Any], scores: Mapping[int, list[Score]]) -> StoredRun:
    key, dataset, algorithm, data_seed, seed, details, number, n, *of_attempt = row
    run = RunRecord(key, dataset, algorithm, data_seed, seed, json.loads(details))
    if number is None:
        return StoredRun(run, None, 0, ())
    status, reason, cpu, wall, memory, limits, versions, traceback, output, estimate = of_attempt
    outcome = Outcome(status, None, reason, traceback, output, cpu, wall, memory)
    attempt = Attempt(
        outcome,
        RunLimits.from_dict(json.loads(limits)),
        None if estimate is None else json.loads(estimate),
        json.loads(versions),
    )
    return StoredRun(run, attempt, n, tuple(scores.get(number, ())))


def _number(value: float) -> float | None:
    return None if isnan(value) else value


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))
