"""
What do importing edgemark and starting its command cost beyond Python and NumPy?

Every number is the median processor time of fresh processes, which depends little on other work of the
machine. Run: .venv/bin/python benchmarks/startup.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from _table import duration, show
from graphs import random_dag

import edgemark as em

ROUNDS = 21


def seconds(*arguments: str) -> float:
    command = [sys.executable, *arguments]
    times = []
    for _ in range(ROUNDS):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(run.pid, 0)
        assert status == 0, command
        times.append(used.ru_utime + used.ru_stime)
    return statistics.median(times)


def beyond_numpy(statement: str) -> float:
    """Seconds of a statement in processes that have already imported NumPy."""
    code = f"import numpy, time; a = time.process_time(); {statement}; print(time.process_time() - a)"
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
        one = seconds("-m", "edgemark", "score", *paths, "-m", "shd")
    rows = [
        ["python -c pass", duration(python), ""],
        ["import edgemark", duration(package), "beyond numpy"],
        ["import numpy", duration(numpy), "beyond Python"],
        [
            "from edgemark import Graph, shd",
            duration(core),
            f"beyond numpy, {core / numpy:.2f} of its import",
        ],
        ["edgemark --help", duration(command_help), f"{command_help / python:.1f} × python -c pass"],
        ["edgemark score, two 10-node files", duration(score), f"{score / python:.0f} × python -c pass"],
        ["the same with -m shd", duration(one), f"{one / python:.0f} × python -c pass"],
    ]
    show("Starting up", ["what", "processor time", ""], rows)


if __name__ == "__main__":
    main()
