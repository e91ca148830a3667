"""Killed, stopped or left alone, a coordinator loses nothing that was stored, and nothing lives on."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import edgemark.bench
from edgemark.bench.runs import run
from edgemark.bench.store import Store

HERE = Path(__file__).parent
PLAN = """
[plan]
name = "killed"
seeds = 3
primary = "shd:pair mismatch"
metrics = ["f1:skeleton"]
[limits]
seconds = 20
memory = "400 MiB"
[[data]]
network = "asia"
samples = [40, 50]
[[algorithm]]
use = "planted_learners:slow"
[[algorithm]]
use = "planted_learners:random_order"
[[algorithm]]
use = "planted_learners:segfaults"
[[algorithm]]
use = "planted_learners:raises"
"""
_TIMES = ("cpu", "wall", "memory")


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def coordinator(plan, folder, **more):
    command = [sys.executable, "-m", "edgemark", "bench", "run", str(plan), "-o", str(folder)]
    return subprocess.Popen(
        [*command, "--workers", "2"], stderr=subprocess.PIPE, start_new_session=True, **more
    )


def n_stored(folder):
    try:
        with Store.read(folder) as store:
            return sum(one.attempt is not None for one in store.runs())
    except Exception:
        return 0


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def servers():
    """Sandboxes of any coordinator whose parent is gone or which wait for one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"edgemark.bench.sandbox.server" in words:
            found.append(int(words[words.index(b"edgemark.bench.sandbox.server") + 1]))
    return found


def table(folder):
    """Everything that tables are made of, apart from times and memory."""
    study = edgemark.bench.open(folder)
    rows = [{k: v for k, v in row.items() if k not in _TIMES} for row in study.to_dicts()]
    report = study.report("markdown").partition("**Costs")
    return repr(rows) + report[0] + report[2].partition("**Failures")[2]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("times", [3, pytest.param(10, marks=pytest.mark.long)])
def test_killed_at_random_and_resumed_it_gives_the_same_table(times, plan, tmp_path):
    run(plan, tmp_path / "whole", workers=2)
    expected = table(tmp_path / "whole")
    rng = random.Random(17)
    folder, stored, kills = tmp_path / "killed", 0, 0
    for _ in range(times):
        process = coordinator(plan, folder)
        wanted = stored + 1 + rng.randrange(4)
        wait_for(lambda p=process, w=wanted: p.poll() is not None or n_stored(folder) >= w)
        time.sleep(rng.random() * 0.3)
        kills += process.poll() is None
        process.kill()
        process.communicate()
        now = n_stored(folder)
        assert now >= stored
        stored = now
        wait_for(lambda p=process: p.pid not in servers(), 20)
    assert kills >= 2
    summary = run(plan, folder, workers=2)
    assert summary.kept >= stored
    assert table(folder) == expected


def test_ctrl_c_ends_it_and_what_is_stored_stays(plan, tmp_path):
    plan.write_text(PLAN.replace("planted_learners:slow", "planted_learners:hangs"))
    folder = tmp_path / "stopped"
    process = coordinator(plan, folder)
    wait_for(lambda: (folder / "study.sqlite").exists() and process.pid in servers())
    time.sleep(3)
    begun = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert time.monotonic() - begun < 15
    assert b"the same command runs the others" in told
    assert process.returncode == 130
    wait_for(lambda: process.pid not in servers(), 5)
    with Store.write(folder):
        pass  # the lock was given back


def test_a_study_can_be_read_while_it_runs(plan, tmp_path, monkeypatch):
    folder = tmp_path / "live"
    process = coordinator(plan, folder)
    wait_for(lambda: n_stored(folder) >= 2)
    study = edgemark.bench.open(folder)
    assert 2 <= study.status.ok + study.status.n_failed <= study.status.total == 24
    assert "killed" in study.report()
    process.communicate(timeout=120)
    assert process.returncode == 1
    assert edgemark.bench.open(folder).status.waiting == 0
