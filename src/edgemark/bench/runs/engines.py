"""The engine that does the runs: this computer or Dask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from edgemark.arguments import demand_whole
from edgemark.bench.runs.data_folder import DataFolder
from edgemark.bench.runs.jobs import Engine
from edgemark.bench.runs.pool import Pool
from edgemark.bench.runs.worker import Worker
from edgemark.bench.sandbox import RunLimits
from edgemark.conventions.options import require
from edgemark.errors import ConventionError, Remedy

__all__ = ["ENGINES", "EngineName", "engine_of", "local_engine"]

EngineName = Literal["local", "dask"]
ENGINES = ("local", "dask")


def engine_of(
    name: EngineName,
    scheduler: str | None,
    workers: int | None,
    *,
    data: Path,
    limits: RunLimits,
    folders: Sequence[Path],
) -> Engine:
    """
    Return an engine; use it in a ``with`` statement.

    Args:
        name: "local" or "dask".
        scheduler: address of a Dask scheduler; None starts a Dask cluster on this computer.
        workers: number of parallel runs; None means one for each CPU. It must be None if there is an
            address of a scheduler.
        data: folder for the data that the local engine draws.
        limits: limits of each run.
        folders: folders that are searched for modules and files of commands.

    Raises:
        ConventionError: the engine is unknown, the local engine is given a scheduler, a scheduler is
            given a number of workers, or this number is not a whole number of at least 1.
        MissingExtraError: Dask is not installed.
    """
    require("engine", name, ENGINES)
    _demand_workers(workers)
    if name == "dask":
        from edgemark.bench.runs.dask_engine import DaskEngine

        return DaskEngine(scheduler, workers, limits=limits, folders=folders)
    if scheduler is not None:
        raise ConventionError(
            f'only engine="dask" has a scheduler; got engine={name!r}', Remedy("Choose the engine dask")
        )
    return local_engine(workers, data=data, limits=limits, folders=folders)


def local_engine(
    workers: int | None, *, data: Path, limits: RunLimits, folders: Sequence[Path] = ()
) -> Pool:
    """
    Return the engine of this computer; see `engine_of`.

    Raises:
        ConventionError: the number of workers is not a whole number of at least 1.
    """
    _demand_workers(workers)
    data_folder = DataFolder(data, limits)
    return Pool(workers or os.cpu_count() or 1, lambda: Worker(data_folder, limits, folders))


def _demand_workers(workers: int | None) -> None:
    """Refuse a number of workers below 1: a pool without workers would wait forever."""
    if workers is not None:
        demand_whole("workers", workers, least=1)
