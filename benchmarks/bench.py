"""
How much time does a run of a benchmark take beyond its algorithm, and how long does a report take?

The algorithm does nothing. Run: .venv/bin/python benchmarks/bench.py
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from pathlib import Path

from _table import duration, show

import edgemark as em

RUNS = 400
LEARNER = """
import edgemark as em

def learn(data, *, seed):
    return em.Graph(data.names)
"""


def plan(seeds: int) -> dict[str, object]:
    return {
        "plan": {"seeds": seeds, "primary": "shd:pair mismatch", "metrics": ["f1:skeleton"]},
        "data": [{"file": "data.csv", "truth": "truth.json"}],
        "algorithm": [{"use": "nothing_learned:learn"}],
    }


def cpu() -> float:
    """Processor time of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measured(seeds: int, folder: str) -> tuple[float, float]:
    start, cpu_start = time.perf_counter(), cpu()
    em.bench.run(plan(seeds), folder, workers=1)
    return time.perf_counter() - start, cpu() - cpu_start


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("nothing_learned.py").write_text(LEARNER)
        em.write(em.Graph.parse("A --> B --> C", kind="dag"), "truth.json")
        Path("data.csv").write_text("A,B,C\n1,2,3\n2,3,5\n4,1,1\n")
        few = measured(10, "few")
        many = measured(RUNS, "many")
        per_run = [(b - a) / (RUNS - 10) for a, b in zip(few, many, strict=True)]
        start = time.perf_counter()
        study = em.bench.open("many")
        study.report()
        reading = time.perf_counter() - start
    rows = [
        ["a run, by the clock", duration(per_run[0]), "one worker"],
        ["a run, processor time", duration(per_run[1]), "sandbox, data, scores of two metrics"],
        ["a study of 10 runs, by the clock", duration(few[0]), "with its start and end"],
        [f"opening and reporting {RUNS} runs", duration(reading), ""],
    ]
    show("A benchmark whose algorithm does nothing", ["what", "time", ""], rows)


if __name__ == "__main__":
    main()
