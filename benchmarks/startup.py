"""
What do importing edgemark and starting its command cost beyond Python and NumPy?

Every figure is the median of fresh processes. Run: .venv/bin/python benchmarks/startup.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _table import duration, show
from graphs import random_dag

import edgemark as em

ROUNDS = 21


def seconds(*arguments: str) -> float:
    command = [sys.executable, *arguments]
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def beyond_numpy(statement: str) -> float:
    """Seconds of an import in processes that have NumPy already."""
    code = f"import numpy, time; a = time.perf_counter(); {statement}; print(time.perf_counter() - a)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True) for _ in range(ROUNDS)]
    return statistics.median(float(run.stdout) for run in runs)


def main() -> None:
    python = seconds("-c", "pass")
    numpy = seconds("-c", "import numpy") - python
    package = beyond_numpy("import edgemark")
    core = beyond_numpy("from edgemark import Graph, shd")
    command_help = seconds("-m", "edgemark", "--help")
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in ("truth.json", "estimate.json")]
        for seed, path in enumerate(paths):
            em.write(random_dag(10, 20, seed), path)
        score = seconds("-m", "edgemark", "score", *paths)
    rows = [
        ["python -c pass", duration(python), ""],
        ["import edgemark", duration(package), "beyond numpy"],
        ["import numpy", duration(numpy), "beyond Python"],
        [
            "from edgemark import Graph, shd",
            duration(core),
            f"beyond numpy, {core / numpy:.2f} of its import",
        ],
        ["edgemark --help", duration(command_help), f"{duration(command_help - python)} beyond Python"],
        ["edgemark score, two 10-node files", duration(score), "cold process"],
    ]
    show("Starting up", ["what", "median time", ""], rows)


if __name__ == "__main__":
    main()
