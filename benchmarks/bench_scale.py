"""
Does the coordinator's memory grow with the number of runs, where does Dask stop scaling, and how long do
`status` and `report` of 10,000 runs take?

The runs do nothing, so that only the coordinator, the store and Dask are measured.
Run: .venv/bin/python benchmarks/bench_scale.py [RUNS]
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _table import duration, show

import edgemark as em
from edgemark.bench.estimates import to_plain
from edgemark.bench.plan import Plan
from edgemark.bench.results import status_of
from edgemark.bench.runs.coordinator import Coordinator
from edgemark.bench.runs.dask_engine import DaskEngine
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.runs.jobs import RunJob, RunResult, ScoreJob, ScoreResult
from edgemark.bench.runs.wire import plain_result
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, Score, Store

TRUTH = to_plain(em.data.asia().graph)
LIMITS = RunLimits()
SELECTORS = ("shd:pair mismatch", "f1:skeleton")


def plan(runs: int) -> Plan:
    """Ten algorithms on ten data sets."""
    return Plan.from_dict(
        {
            "plan": {"seeds": runs // 100, "primary": SELECTORS[0], "metrics": [SELECTORS[1]]},
            "data": [{"network": "asia", "samples": [100 * k for k in range(1, 11)]}],
            "algorithm": [{"use": "nothing:learn", "deterministic": True, "k": list(range(10))}],
        }
    )


def nothing(job: Any) -> RunResult | ScoreResult:
    """A result without a run."""
    if isinstance(job, ScoreJob):
        return ScoreResult(tuple((one.key, tuple(map(_score, one.selectors))) for one in job.batch))
    data = None
    if isinstance(job, RunJob):
        details = job.record.details
        data = StoredData(details["data"], job.record.dataset, Path("x"), "0", TRUTH, {"truth": "dag"})
    return RunResult(job.record, Attempt(Outcome("ok"), LIMITS, TRUTH, {"edgemark": "0"}), data)


def _score(selector: str) -> Score:
    return Score(selector, "dag", em.__version__, 0.5, worst=28.0 if "shd" in selector else 0.0)


class Nothing:
    """An engine that does nothing."""

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def do(self, jobs: Any) -> Any:
        return map(nothing, jobs)


def nothing_there(text: str) -> str:
    """A result without a run and without scores, on a worker of Dask."""
    job = json.loads(text)["job"]
    if "batch" in job:
        scores = [[one["key"], []] for one in job["batch"]]
        return json.dumps({"result": {"scores": scores}})
    found = plain_result(RunResult(None, Attempt(Outcome("ok"), LIMITS, TRUTH, {}), None))  # type: ignore[arg-type]
    return json.dumps({"result": found})


def peak() -> float:
    """Peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def coordinate(folder: str, runs: int, engine_name: str) -> None:
    """Run a plan in a process of its own, and print seconds and peak memory before and after."""
    checked = plan(runs)
    engine: Any = Nothing()
    if engine_name == "dask":
        engine = DaskEngine(None, 2, limits=LIMITS, folders=(), function=nothing_there)
    before, start = peak(), time.perf_counter()
    with Store.write(folder) as store:
        Coordinator(checked, store, engine, ()).run()
    print(json.dumps([time.perf_counter() - start, before, peak()]))


def measured(folder: str, runs: int, engine: str) -> list[float]:
    command = [sys.executable, __file__, "coordinate", folder, str(runs), engine]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return list(json.loads(found.splitlines()[-1]))


def reading(folder: str) -> tuple[float, float]:
    """Seconds of `status`, and of opening and reporting a study."""
    start = time.perf_counter()
    status_of(folder)
    counted = time.perf_counter()
    em.bench.open(folder).report()
    return counted - start, time.perf_counter() - counted


def main(most: int) -> None:
    sizes = sorted({most // 100, most // 10, most} - {0})
    rows = []
    with tempfile.TemporaryDirectory() as place:
        for engine in ("none", "dask"):
            for runs in sizes:
                folder = f"{place}/{engine}-{runs}"
                seconds, before, used = measured(folder, runs, engine)
                each = duration(seconds / runs)
                rows.append([engine, f"{runs:,}", each, f"{before:.0f} MiB", f"{used:.0f} MiB"])
        show("The coordinator", ["engine", "runs", "a run", "memory before", "peak"], rows)
        rows = [[f"{runs:,}", *map(duration, reading(f"{place}/none-{runs}"))] for runs in sizes[:2]]
        show("Reading a study", ["runs", "status", "opening and report"], rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["coordinate"]:
        coordinate(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
