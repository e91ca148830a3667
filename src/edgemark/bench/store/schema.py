"""
The tables of the store, and the migration of older stores.

A row of `study` is a plan. A selector is a metric with its convention. A reference is the class of
graphs in which truth and estimate were compared. `facts` are properties of a data set, such as its
sortability. The `version` of a score is that of edgemark. `cpu` and `wall` are seconds, `memory` is
bytes.
"""

from __future__ import annotations

import sqlite3

from edgemark.errors import FormatError

__all__ = ["VERSION", "migrate"]

_TO_VERSION_1 = """
CREATE TABLE study (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);
CREATE TABLE dataset (
    key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    truth TEXT NOT NULL,
    facts TEXT NOT NULL
);
CREATE TABLE run (
    key TEXT PRIMARY KEY,
    dataset TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    data_seed INTEGER,
    seed INTEGER NOT NULL,
    details TEXT NOT NULL
);
CREATE TABLE study_run (
    study INTEGER NOT NULL REFERENCES study (id),
    position INTEGER NOT NULL,
    run TEXT NOT NULL REFERENCES run (key),
    PRIMARY KEY (study, position)
);
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES run (key),
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    traceback TEXT NOT NULL,
    output TEXT NOT NULL,
    cpu REAL NOT NULL,
    wall REAL NOT NULL,
    memory INTEGER NOT NULL,
    limits TEXT NOT NULL,
    estimate TEXT,
    versions TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);
CREATE INDEX attempt_of_run ON attempt (run, id);
CREATE TABLE score (
    attempt INTEGER NOT NULL REFERENCES attempt (id),
    selector TEXT NOT NULL,
    reference TEXT NOT NULL,
    version TEXT NOT NULL,
    value REAL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (attempt, selector, reference, version)
) WITHOUT ROWID;
"""
_TO_VERSION_2 = """
ALTER TABLE study ADD COLUMN reference TEXT NOT NULL DEFAULT '';
ALTER TABLE score ADD COLUMN worst REAL;
ALTER TABLE score ADD COLUMN chance REAL;
"""
_MIGRATIONS = (_TO_VERSION_1, _TO_VERSION_2)
"""Script k, from 0, migrates a store from version k to k + 1. A new version adds one script."""
VERSION = len(_MIGRATIONS)


def migrate(connection: sqlite3.Connection, place: str) -> None:
    """
    Migrate a store to the newest version, in one transaction for each version.

    Errors name the store by `place`, its path.

    Raises:
        FormatError: a later version of edgemark made the store.
    """
    version = version_of(connection, place)
    for k in range(version, VERSION):
        connection.executescript(
            f"BEGIN IMMEDIATE;{_MIGRATIONS[k]}PRAGMA user_version = {k + 1};COMMIT;"
        )


def version_of(connection: sqlite3.Connection, place: str) -> int:
    """
    Return the version of a store, which is 0 if it has no tables yet.

    Raises:
        FormatError: a later version of edgemark made the store.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise FormatError(
            f"{place}: this edgemark reads stores up to version {VERSION}; the store has version "
            f"{version}. Install the edgemark that made it, or a later one"
        )
    return version
