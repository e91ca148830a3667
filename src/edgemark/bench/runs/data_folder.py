"""The drawn data of a study, stored in files so that each data set is drawn once."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from edgemark.bench.plan.data_entries import DataSpec
from edgemark.bench.sandbox import Outcome, RunLimits, Server

__all__ = ["DRAW", "DataFolder", "StoredData"]

_CACHE_SIZE = 32
DRAW = "edgemark.bench.inside.drawing:draw_data"  # the function that draws a data set in a sandbox


@dataclass(frozen=True, slots=True)
class StoredData:
    """
    A data set stored in a file.

    Attributes:
        key: hash of all that determines the data, see `DataSpec.key`.
        label: name of the data set in tables.
        file: the path of the data, which are read-only.
        hash: hash of the content.
        truth: the truth as plain values, as JSON holds them.
        facts: properties of the data, such as sortability.
    """

    key: str
    label: str
    file: Path
    hash: str
    truth: Mapping[str, Any]
    facts: Mapping[str, Any]

    @property
    def csv(self) -> Path:
        """The same data as CSV, for commands."""
        return self.file.with_suffix(".csv")


class DataFolder:
    """
    The folder with the data sets of a study. The first run that needs a data set draws it in a sandbox.

    Args:
        folder: path of the folder. A later process that continues the study uses the same files.
        limits: limits of the process that draws a data set.
    """

    def __init__(self, folder: Path, limits: RunLimits) -> None:
        self._folder, self._limits = folder.resolve(), limits
        self._folder.mkdir(parents=True, exist_ok=True)
        self._cache: OrderedDict[str, StoredData | Outcome] = OrderedDict()
        self._lock_of_key: dict[str, threading.Lock] = {}
        self._cache_lock = threading.Lock()

    def get(self, spec: DataSpec, seed: int, server: Server) -> StoredData | Outcome:
        """
        Return a data set; draw it if it is not stored yet.

        Args:
            spec: the data set.
            seed: one of the plan's seeds.
            server: a sandbox that calls `DRAW`.

        Returns:
            The data set. If it could not be drawn, the outcome that all runs on it get.
        """
        key = spec.key(seed)
        with self._cache_lock:
            lock = self._lock_of_key.setdefault(key, threading.Lock())
        with lock:
            with self._cache_lock:
                if key in self._cache:
                    self._cache.move_to_end(key)
                    return self._cache[key]
            data = self._from_file(key, spec) or self._drawn(key, spec, seed, server)
            with self._cache_lock:
                self._cache[key] = data
                while len(self._cache) > _CACHE_SIZE:
                    old, _ = self._cache.popitem(last=False)
                    self._lock_of_key.pop(old, None)
            return data

    def _path(self, key: str) -> Path:
        return self._folder / f"{key[:32]}.npz"

    def _from_file(self, key: str, spec: DataSpec) -> StoredData | None:
        """Return data that this or an earlier process has drawn; None if there are none."""
        path = self._path(key)
        try:
            description = json.loads(path.with_suffix(".json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        if not path.exists() or description.get("key") != key:
            return None
        return StoredData(
            key, spec.label, path, description["hash"], description["truth"], description["facts"]
        )

    def _drawn(self, key: str, spec: DataSpec, seed: int, server: Server) -> StoredData | Outcome:
        path = self._path(key)
        spec_fields = {field.name: getattr(spec, field.name) for field in fields(spec)}
        spec_fields["settings"] = dict(spec.settings)
        outcome = server.run({"spec": spec_fields, "seed": seed, "file": str(path)}, self._limits)
        if outcome.status != "ok":
            return Outcome("data", reason=f"drawing the data: {outcome.status}: {outcome.reason}")
        if "refused" in outcome.value:
            return Outcome("data", reason=outcome.value["refused"])
        for written in (path, path.with_suffix(".csv")):
            # Read-only, so that a run cannot change the data of later runs by mistake.
            written.chmod(0o444)
        # The description is written last and replaced at once: if it exists, the data are complete.
        description = {"key": key, **outcome.value}
        partial_path = path.with_suffix(".part")
        partial_path.write_text(json.dumps(description), "utf-8")
        partial_path.replace(path.with_suffix(".json"))
        return StoredData(
            key, spec.label, path, description["hash"], description["truth"], description["facts"]
        )
