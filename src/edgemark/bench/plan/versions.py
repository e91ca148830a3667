"""Versions of algorithms, which are part of the key of a run, since results depend on them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from shutil import which

from edgemark.bench.plan.algorithm_entries import AlgorithmSpec
from edgemark.bench.plan.hashes import digest, digest_of_file

__all__ = ["Versions"]

_SHOWN = 12


class Versions:
    """
    Versions of algorithms; each is looked up once.

    Args:
        folders: folders that are searched first for modules and files of commands.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._found: dict[tuple[str, ...], str] = {}

    def of(self, algorithm: AlgorithmSpec) -> str:
        """
        Return the version as it enters the key of a run.

        For an adapter, its revision and the version of the distribution; for ``module:function``, a hash
        of all Python files of the top-level package; for a command, a hash of the files that it names. A
        version stated in the plan overrides all of these.
        """
        if algorithm.version:
            return algorithm.version
        name = (algorithm.way, algorithm.use, *algorithm.command)
        if name not in self._found:
            self._found[name] = self._look_up(algorithm)
        return self._found[name]

    def shown(self, algorithm: AlgorithmSpec) -> str:
        """Return the version in readable form."""
        found = self.of(algorithm)
        return found if algorithm.way == "adapter" else found[:_SHOWN]

    def _look_up(self, algorithm: AlgorithmSpec) -> str:
        adapter = algorithm.adapter
        if adapter is not None:
            return f"{adapter.version} revision {adapter.revision}"
        if algorithm.way == "function":
            files = python_files(algorithm.use.partition(":")[0].partition(".")[0], self._folders)
        else:
            files = list(_named_files(algorithm.command, self._folders))
        return digest([[path.name, digest_of_file(path)] for path in files])


def python_files(package: str, folders: Sequence[Path]) -> list[Path]:
    """
    Return the Python files of a module or package without importing it.

    A missing package has no files. Its runs fail to import it, and are repeated when it is available.
    """
    path = [*map(os.fspath, folders), *os.environ.get("PYTHONPATH", "").split(os.pathsep), *sys.path]
    spec = PathFinder.find_spec(package, [entry for entry in path if entry])
    if spec is None:
        return []
    places = spec.submodule_search_locations
    if places:
        return sorted(file for place in places for file in Path(place).rglob("*.py"))
    return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []


def _named_files(command: tuple[str, ...], folders: Sequence[Path]) -> Iterator[Path]:
    for word in command:
        path = next((folder / word for folder in folders if (folder / word).is_file()), None)
        if path is not None:
            yield path
        elif word == command[0] and (program := which(word)):
            yield Path(program)
