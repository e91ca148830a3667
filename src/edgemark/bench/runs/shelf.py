"""Store drawn data in files of the study's folder, so that each data set is drawn once."""

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

__all__ = ["Shelf", "Shelved"]

_KEPT = 32
DRAW = "edgemark.bench.inside.drawing:draw_data"


@dataclass(frozen=True, slots=True)
class Shelved:
    """
    A data set stored in a file.

    Attributes:
        key: hash of its recipe, or of the user's files.
        label: its name in tables.
        file: the path of the data, which are read-only.
        hash: hash of the content.
        truth: the truth as plain values.
        facts: properties of the data.
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


class Shelf:
    """
    All data sets of a study. The first run that needs a data set draws it in a sandbox.

    Args:
        folder: folder of the files; later coordinators use the same files.
        limits: limits of drawing.
    """

    def __init__(self, folder: Path, limits: RunLimits) -> None:
        self._folder, self._limits = folder.resolve(), limits
        self._folder.mkdir(parents=True, exist_ok=True)
        self._known: OrderedDict[str, Shelved | Outcome] = OrderedDict()
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    def get(self, spec: DataSpec, seed: int, server: Server) -> Shelved | Outcome:
        """
        Return a data set; draw it if it is not stored yet.

        Args:
            spec: the data set.
            seed: one of the plan's seeds.
            server: a sandbox whose target is `DRAW`.

        Returns:
            The data set; or, if drawing failed, the outcome of all its runs.
        """
        key = spec.key(seed)
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            with self._guard:
                if key in self._known:
                    self._known.move_to_end(key)
                    return self._known[key]
            found = self._from_file(key, spec) or self._drawn(key, spec, seed, server)
            with self._guard:
                self._known[key] = found
                while len(self._known) > _KEPT:
                    old, _ = self._known.popitem(last=False)
                    self._locks.pop(old, None)
            return found

    def _place(self, key: str) -> Path:
        return self._folder / f"{key[:32]}.npz"

    def _from_file(self, key: str, spec: DataSpec) -> Shelved | None:
        """Read data that this or an earlier coordinator has drawn."""
        place = self._place(key)
        try:
            said = json.loads(place.with_suffix(".json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        if not place.exists() or said.get("key") != key:
            return None
        return Shelved(key, spec.label, place, said["hash"], said["truth"], said["facts"])

    def _drawn(self, key: str, spec: DataSpec, seed: int, server: Server) -> Shelved | Outcome:
        place = self._place(key)
        values = {field.name: getattr(spec, field.name) for field in fields(spec)}
        values["settings"] = dict(spec.settings)
        outcome = server.run({"spec": values, "seed": seed, "file": str(place)}, self._limits)
        if outcome.status != "ok":
            return Outcome("data", reason=f"drawing the data: {outcome.status}: {outcome.reason}")
        if "refused" in outcome.value:
            return Outcome("data", reason=outcome.value["refused"])
        for path in (place, place.with_suffix(".csv")):
            # Read-only, so that a run cannot change the data of the next one by mistake.
            path.chmod(0o444)
        said = {"key": key, **outcome.value}
        part = place.with_suffix(".part")
        part.write_text(json.dumps(said), "utf-8")
        part.replace(place.with_suffix(".json"))
        return Shelved(key, spec.label, place, said["hash"], said["truth"], said["facts"])
