"""Check a plan, open a study, and rescore a study."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

from edgemark.bench.data import draw
from edgemark.bench.plan import AlgorithmSpec, DataSpec, Plan, Versions, selectors
from edgemark.bench.plan.signatures import problem_of_function
from edgemark.bench.plan.versions import python_files
from edgemark.bench.results import Study
from edgemark.bench.runs.coordinator import as_plan, demand_sandbox, folders_of
from edgemark.bench.runs.engines import local_engine
from edgemark.bench.runs.records import records_of
from edgemark.bench.runs.scores import score_stored
from edgemark.bench.store import Store
from edgemark.errors import EdgemarkError, listing, plural

__all__ = ["Check", "check", "open", "rescore"]


@dataclass(frozen=True, slots=True)
class Check:
    """
    A preview of what a plan would run.

    Attributes:
        name: name of the study.
        n_runs: number of runs.
        data: labels of the data sets.
        algorithms: labels of the algorithms, each with its version.
        metrics: every metric with its convention.
        missing: missing packages, modules and programs, functions that do not take the arguments of
            their calls, and data files without valid data. If there are none, the plan can run.
        unranked: algorithms on data that they are not meant for. Such runs may fail and are not ranked.
    """

    name: str
    n_runs: int
    data: tuple[str, ...]
    algorithms: tuple[tuple[str, str], ...]
    metrics: tuple[str, ...]
    missing: tuple[str, ...]
    unranked: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.name}: {plural(self.n_runs, 'run')}", "data"]
        lines += [f"  {label}" for label in self.data]
        lines.append("algorithms")
        lines += [f"  {label} ({version})" for label, version in self.algorithms]
        lines += [f"metrics: {', '.join(self.metrics)}"]
        lines += [f"not ranked: {text}" for text in self.unranked]
        lines += [f"missing: {text}" for text in self.missing]
        return "\n".join(lines)


def check(plan: Plan | str | os.PathLike[str] | Mapping[str, Any]) -> Check:
    """
    Return what a plan would run and what is missing for it, without running it.

    Args:
        plan: a plan, the path of a plan file, the name of a built-in plan, or its tables.

    Raises:
        FormatError: the plan is invalid.
        OSError: the plan or one of its files cannot be read.

    Examples:
        >>> preview = check({
        ...     "plan": {"primary": "sid", "seeds": 3},
        ...     "data": [{"network": "asia", "samples": [100, 1000]}],
        ...     "algorithm": [{"use": "no_such_module:learn"}],
        ... })
        >>> preview.n_runs
        6
        >>> print(preview.missing[0].partition(" in ")[0])
        no_such_module: there is no such module
    """
    checked = as_plan(plan)
    folders = folders_of(checked)
    versions = Versions(folders)
    n_runs = sum(1 for _ in records_of(checked, versions))
    missing = dict.fromkeys(
        lacking
        for lacking in (
            *(_missing_for(spec, folders) for spec in checked.algorithms),
            *(data.missing() or _unreadable(data) for data in checked.data),
        )
        if lacking
    )
    return Check(
        name=checked.name,
        n_runs=n_runs,
        data=tuple(spec.label for spec in checked.data),
        algorithms=tuple((spec.label, versions.readable(spec)) for spec in checked.algorithms),
        metrics=tuple(map(str, checked.metrics)),
        missing=tuple(missing),
        unranked=tuple(_unsuitable(checked)),
    )


def _missing_for(spec: AlgorithmSpec, folders: Sequence[Path]) -> str:
    """Explain which package, module, program or argument an algorithm lacks; empty if it lacks none."""
    adapter = spec.adapter
    if adapter is not None:
        extra = adapter.missing()
        package = adapter.package
        install = f"in a clone of edgemark, pip install -e '.[{extra}]'"
        return f"{package}, for {spec.use}: {install}" if extra else ""
    if spec.way == "command":
        program = spec.command[0]
        where = "in the folder of the plan, in the current folder or on PATH"
        return "" if _is_program(program, folders) else f"{program}: there is no such program {where}"
    module = spec.use.partition(":")[0].partition(".")[0]
    where = "in the folder of the plan, in the current folder or on PYTHONPATH"
    if not python_files(module, folders):
        return f"{module}: there is no such module {where}"
    return problem_of_function(spec, folders)


def _is_program(word: str, folders: Sequence[Path]) -> bool:
    """Whether the first word of a command is a program. A word with a placeholder passes unchecked."""
    path = next((folder / word for folder in folders if (folder / word).is_file()), Path(word))
    return "{" in word or which(path if path.is_absolute() else word) is not None


def _unsuitable(plan: Plan) -> Iterator[str]:
    """Yield a sentence for each algorithm that the plan runs on data that it is not meant for."""
    for spec in plan.algorithms:
        labels_by_reason: dict[str, list[str]] = {}
        for data in plan.data:
            is_run = spec.runs_on(data.kind, data.group)
            if is_run and not spec.fits(data.kind, intervenes=data.intervenes):
                fits_kind = spec.fits(data.kind)
                reason = "data with interventions" if fits_kind else f"{data.kind} data"
                labels_by_reason.setdefault(reason, []).append(data.label)
        for reason, labels in labels_by_reason.items():
            yield f"{spec.label} on {listing(labels)}: it is not meant for {reason}, and may fail"


def _unreadable(data: DataSpec) -> str:
    """Explain why the files of a data set hold no data with a truth; empty if nothing is wrong."""
    if data.source != "file":
        return ""
    try:
        draw(data, seed=0)
    except (EdgemarkError, OSError) as error:
        reason = str(error)
        return reason if reason.startswith(f"{data.label}: ") else f"{data.label}: {reason}"
    return ""


def open(folder: str | os.PathLike[str]) -> Study:
    """
    Read the study in a folder, even while it is running.

    Args:
        folder: the folder that `run` wrote.

    Returns:
        The runs and scores as they are now; later results of a running study are not added.

    Raises:
        EdgemarkError: the folder holds no study.
        FormatError: a later version of edgemark wrote it.

    Examples:
        >>> import tempfile
        >>> from edgemark import bench
        >>> plan = {
        ...     "plan": {"name": "mine", "primary": "shd:pair mismatch"},
        ...     "data": [{"network": "asia", "samples": 100}],
        ...     "algorithm": [{"use": "no_such_module:learn"}],
        ... }
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     summary = bench.run(plan, folder, workers=1)
        ...     print(bench.open(folder).status)
        mine: 1 of 1 run done: 0 ok, 1 failed (1 import)
    """
    return Study.open(folder)


def rescore(
    folder: str | os.PathLike[str], metrics: Iterable[str] | str, *, workers: int | None = None
) -> int:
    """
    Compute further metrics of the stored graphs, without running an algorithm.

    Args:
        folder: the folder of a study.
        metrics: selectors such as "nced:k=0.4".
        workers: number of graphs that are scored in parallel; None means one for each CPU.

    Returns:
        The number of runs with new scores.

    Raises:
        ConventionError: there is no such metric, or `workers` is not a whole number of at least 1.
        EdgemarkError: the folder holds no study, another process is writing to it, or this system has no
            sandbox.
        FormatError: a later version of edgemark wrote the folder.

    Examples:
        >>> import tempfile
        >>> from edgemark import bench
        >>> plan = {
        ...     "plan": {"primary": "shd:pair mismatch"},
        ...     "data": [{"network": "asia", "samples": 100}],
        ...     "algorithm": [{"use": "edgemark:empty"}],
        ... }
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     summary = bench.run(plan, folder, workers=1)
        ...     rescored = bench.rescore(folder, "sid", workers=1)
        ...     values = [cell.summary.mean for cell in bench.open(folder).summary("sid")]
        >>> rescored, values
        (1, [29.0])
    """
    chosen = [str(metric) for metric in selectors([metrics] if isinstance(metrics, str) else metrics)]
    study = Study.open(folder)
    demand_sandbox()
    limits = study.limits
    engine = local_engine(workers, data=study.folder / "data", limits=limits)
    with Store.write(folder) as store, engine:
        return score_stored(store, engine, chosen, study.reference)
