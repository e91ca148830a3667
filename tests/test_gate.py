"""The gate runs every check, stops at the first that fails, and installs what its checks import."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GATE = (ROOT / ".ci" / "run").read_text()
STEPS = [line for line in GATE.splitlines() if line and not line.startswith(("#", "set ", "cd "))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEELS = PROJECT["tool"]["cibuildwheel"]

# What fails if the environment says so; python3 makes the environment, as `python3 -m venv` does.
STUB = """#!/bin/sh
echo "$0 $*" >> "$STUBS_LOG"
case "$0 $*" in *"$STUBS_FAIL"*) exit 1;; esac
"""


def test_x2_each_step_of_the_gate_has_a_line_of_its_own():
    joined = [step for step in STEPS if re.search(r"&&|\|\||[;|&]", step)]
    assert [] == joined
    assert "set -euo pipefail" in GATE.splitlines()


def test_x2_the_gate_runs_the_readmes_command_for_the_tests():
    readme = (ROOT / "README.md").read_text()
    command = next(line for line in readme.splitlines() if line.endswith(".venv/bin/pytest"))
    assert command.split(" && ") == STEPS[:3]


def run_gate(folder, fail):
    """Run the gate with stubs instead of its programs, one failing; give status and calls."""
    programs = {step.split()[0] for step in STEPS}
    (folder / ".ci").mkdir(parents=True)
    (folder / ".ci" / "run").write_text(GATE)
    for program in programs:
        path = folder / program if "/" in program else folder / "bin" / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(STUB)
        path.chmod(0o755)
    log = folder / "log"
    environment = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "STUBS_LOG": str(log), "STUBS_FAIL": fail,
    }  # fmt: skip
    found = subprocess.run(["bash", str(folder / ".ci" / "run")], env=environment, check=False)
    return found.returncode, log.read_text().splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="the gate is a shell script")
@pytest.mark.parametrize("place", range(len(STEPS)), ids=STEPS)
def test_x2_the_gate_ends_where_a_step_fails(place, tmp_path):
    program, _, arguments = STEPS[place].partition(" ")
    status, calls = run_gate(tmp_path, f"{program} {arguments.replace(chr(34), '')}")
    assert status != 0
    assert place + 1 == len(calls)


@pytest.mark.skipif(sys.platform == "win32", reason="the gate is a shell script")
def test_the_gate_passes_where_every_step_does(tmp_path):
    status, calls = run_gate(tmp_path, "no such step")
    assert (status, len(calls)) == (0, len(STEPS))


# ---- wheels


def imported(path):
    """Modules that a test file needs: those it imports without a fallback."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def with_helpers(files):
    """Test files, and those that they import, directly or through others."""
    found, waiting = set(), list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            named = [ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in imported(file)]
            waiting += [path for path in named if path.exists()]
    return found


def test_x3_the_wheel_workflow_installs_what_its_tests_import():
    words = WHEELS["test-command"].split()
    ignored = {ROOT / words[k + 1] for k, word in enumerate(words) if word == "--ignore"}
    files = []
    for path in (ROOT / word for word in words if word.startswith("tests/")):
        files += path.rglob("*.py") if path.is_dir() else [path]
    names = {
        name.partition(".")[0] for file in with_helpers(set(files) - ignored) for name in imported(file)
    }
    needed = names - set(sys.stdlib_module_names) - {"tests", "edgemark"}
    listed = {re.split(r"[<>=\[]", one)[0].replace("-", "_") for one in WHEELS["test-requires"]}
    listed |= {re.split(r"[<>=\[]", one)[0] for one in PROJECT["project"]["dependencies"]}
    assert sorted(needed - listed) == []


def test_the_wheel_workflow_tests_every_python_that_is_declared():
    declared = {
        re.sub(r"\D", "", one.rpartition(" ")[2])
        for one in PROJECT["project"]["classifiers"]
        if re.search(r"Python :: \d\.\d+$", one)
    }
    assert declared == set(re.findall(r"cp(\d+)-\*", WHEELS["build"]))


def test_x3_every_dependency_has_a_lower_bound_that_is_tested():
    found = subprocess.run(
        [sys.executable, "scripts/lower_bounds.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    bounds = dict(line.split("==") for line in found.stdout.splitlines())
    assert {re.split(">=", one)[0] for one in PROJECT["project"]["dependencies"]} <= set(bounds)
    assert "`scripts/test-lower-bounds`" in (ROOT / "CONTRIBUTING.md").read_text()


def test_x3_the_bounds_of_algorithms_are_the_versions_that_are_tested():
    pins = dict(re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    for requirement in PROJECT["project"]["optional-dependencies"]["algorithms"]:
        name, _, bound = requirement.partition(",")[0].partition(">=")
        assert f"{pins[name]}.".startswith(f"{bound}."), requirement


WAITS_FOR_PROCESSES = {
    "bench/results/test_study.py", "bench/runs/test_dask.py", "bench/runs/test_kill.py",
    "bench/sandbox/test_sandbox.py",
}  # fmt: skip
SHOWS_TIMES = {"io/fuzz_driver.py", "test_gate.py"}


def test_x10_no_test_depends_on_how_fast_the_machine_is():
    """Benchmarks wait for other processes far longer than they take; other tests count steps."""
    clock = re.compile(r"\b(?:perf_counter|monotonic|process_time)\(|\btime\.time\(")
    tests = Path(__file__).parent
    reads = [file for file in tests.rglob("*.py") if clock.search(file.read_text())]
    found = {file.relative_to(tests).as_posix() for file in reads}
    assert found - SHOWS_TIMES <= WAITS_FOR_PROCESSES
