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

_SHOWN_LENGTH = 12


class Versions:
    """
    Versions of algorithms; each is looked up once.

    Args:
        folders: folders that are searched first for modules and files of commands.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._cache: dict[tuple[str, ...], str] = {}

    def of(self, algorithm: AlgorithmSpec) -> str:
        """
        Return the version that enters the key of a run.

        The version of an adapter is that of its package, with the revision of the adapter. The version
        of ``module:function`` is a hash of all Python files of the top-level package. The version of a
        command is a hash of its program and of the files that the command names. The plan may state
        another version of a function or command.
        """
        if algorithm.version:
            return algorithm.version
        key = (algorithm.way, algorithm.use, *algorithm.command)
        if key not in self._cache:
            self._cache[key] = self._look_up(algorithm)
        return self._cache[key]

    def readable(self, algorithm: AlgorithmSpec) -> str:
        """Return the version of an adapter, or the first 12 characters of another version."""
        version = self.of(algorithm)
        return version if algorithm.way == "adapter" else version[:_SHOWN_LENGTH]

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

    A missing package has no files; its runs fail to import it. Once it is installed, its version and the
    keys of its runs change, so they are run again.
    """
    path = [*map(os.fspath, folders), *os.environ.get("PYTHONPATH", "").split(os.pathsep), *sys.path]
    spec = PathFinder.find_spec(package, [entry for entry in path if entry])
    if spec is None:
        return []
    package_folders = spec.submodule_search_locations
    if package_folders:
        return sorted(file for folder in package_folders for file in Path(folder).rglob("*.py"))
    return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []


def _named_files(command: tuple[str, ...], folders: Sequence[Path]) -> Iterator[Path]:
    for word in command:
        path = next((folder / word for folder in folders if (folder / word).is_file()), None)
        if path is not None:
            yield path
        elif word == command[0] and (program := which(word)):
            yield Path(program)
