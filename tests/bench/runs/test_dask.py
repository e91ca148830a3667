"""Runs on Dask with real schedulers and workers: one is killed, and the table stays the same."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from math import nan
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.bench.runs.test_runs import FAULTS, GOOD

import edgemark as em
from edgemark.bench.plan import Plan, Versions
from edgemark.bench.runs import dask_engine, dask_worker, run
from edgemark.bench.runs.dask_worker import perform
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.runs.jobs import RunJob, RunResult, ScoreJob, ScoreResult, Unscored
from edgemark.bench.runs.wire import files_of, job_from, plain_job, plain_result, result_from
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, Score, Store
from edgemark.errors import ConventionError, EdgemarkError, MissingExtraError

HERE = Path(__file__).parent
distributed = pytest.importorskip("distributed")
quiet = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


def started(*words, **more):
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more
    )


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers, in processes and a folder of their own."""
    folder = tmp_path_factory.mktemp("cluster")
    scheduler_file = folder / "scheduler.json"
    more = {"cwd": folder, "env": {**os.environ, "PYTHONPATH": str(HERE)}}
    no_dashboard = "--no-dashboard"
    options = "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(scheduler_file), no_dashboard
    processes = [started("distributed.cli.dask_scheduler", *options, **more)]
    wait_for(lambda: scheduler_file.exists() and scheduler_file.read_text().endswith("}"))
    address = json.loads(scheduler_file.read_text())["address"]
    options = address, "--nthreads", "1", "--no-nanny", no_dashboard, "--death-timeout", "30"
    processes += [started("distributed.cli.dask_worker", *options, **more) for _ in range(2)]
    yield SimpleNamespace(address=address, workers=processes[1:])
    for process in processes[::-1]:
        process.kill()
        process.wait()


@pytest.fixture(autouse=True)
def importable(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def own_data():
    em.write(em.Graph.parse("A --> B --> C", kind="dag"), "truth.json")
    Path("mine.csv").write_text("A,B,C\n1,2,3\n2,3,5\n4,1,1\n")
    return {"file": "mine.csv", "truth": "truth.json"}


def plan_of(*learners, data, seeds=2):
    return {
        "plan": {"seeds": seeds, "primary": "shd:pair mismatch", "metrics": ["f1:skeleton"]},
        "limits": {"seconds": 20},
        "data": list(data),
        "algorithm": [
            {"use": f"planted_learners:{one}"} if isinstance(one, str) else one for one in learners
        ],
    }


def outcomes(folder):
    """Return the parts of all runs that do not depend on time."""
    with Store.read(folder) as store:
        stored_runs = [(stored, stored.attempt) for stored in store.runs(texts=True)]
        return [
            (stored.run, attempt.outcome.status, attempt.outcome.reason, attempt.estimate, stored.scores)
            for stored, attempt in stored_runs
        ]


# ---- the user's scheduler


@quiet
def test_dask_returns_what_this_computer_returns_even_if_a_worker_is_killed(cluster, own_data, tmp_path):
    waits = {"use": "planted_learners:waits", "parameters": {"folder": str(tmp_path)}, "on": "asia"}
    data = [{"network": "asia", "samples": 40}, own_data]
    plan = plan_of(waits, "random_order", "segfaults", data=data)

    def kill_one():
        wait_for(lambda: len(list(tmp_path.glob("started-*"))) == 2)  # one on each worker
        cluster.workers[0].kill()
        (tmp_path / "go").touch()

    killing = threading.Thread(target=kill_one)
    killing.start()
    summary = run(plan, "there", engine="dask", scheduler=cluster.address)
    killing.join()
    assert (summary.total, summary.done, summary.failed) == (10, 10, 4)
    run(plan, "here", workers=1)
    assert outcomes("there") == outcomes("here")


@quiet
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_good_runs_are_scored_and_bad_ones_explained_on_dask(cluster):
    data = [{"network": "asia", "samples": 60}]
    plan = plan_of(*FAULTS, *GOOD, data=data, seeds=12)
    plan["limits"] = {"seconds": 4, "memory": "400 MiB", "disk": "20 MiB"}
    run(plan, "study", engine="dask", scheduler=cluster.address)
    for record, status, reason, _, scores in outcomes("study"):
        name = record.algorithm.partition(":")[2]
        assert (name, status) == (name, FAULTS.get(name, "ok"))
        assert (len(scores), bool(reason)) == ((2, False) if name in GOOD else (0, True))


@quiet
def test_another_version_of_edgemark_on_the_workers_is_refused(cluster, own_data, monkeypatch):
    monkeypatch.setattr(em, "__version__", "99.0")
    with pytest.raises(EdgemarkError, match=r"coordinator's edgemark, 99.0; tcp.* has 0"):
        run(plan_of("chain", data=[own_data]), "study", engine="dask", scheduler=cluster.address)


def test_a_later_worker_with_another_version_of_edgemark_does_nothing():
    assert json.loads(perform(json.dumps({"edgemark": "98.0"}))) == {"refused": em.__version__}


@quiet
def test_a_run_fails_if_its_function_differs_on_the_worker(cluster, own_data, monkeypatch, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "planted_learners.py").write_text("def chain(data, *, seed): return None\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    run(plan_of("chain", data=[own_data], seeds=1), "study", engine="dask", scheduler=cluster.address)
    [(_, status, reason, *_)] = outcomes("study")
    assert status == "import"
    assert "needs the coordinator's version of planted_learners:chain" in reason


@quiet
def test_a_scheduler_that_does_not_answer_raises_an_error(own_data, monkeypatch):
    monkeypatch.setattr(dask_engine, "_SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(EdgemarkError, match="the address of a running Dask scheduler"):
        run(plan_of("chain", data=[own_data]), "s", engine="dask", scheduler="tcp://127.0.0.1:9")


def test_arguments_of_another_engine_are_refused(own_data, monkeypatch):
    plan = plan_of("chain", data=[own_data])
    with pytest.raises(ConventionError, match="engine"):
        run(plan, "study", engine="ray")
    with pytest.raises(ConventionError, match='only engine="dask" has a scheduler'):
        run(plan, "study", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ConventionError, match="must not be given for a scheduler"):
        run(plan, "study", engine="dask", scheduler="tcp://127.0.0.1:9", workers=2)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match="distributed"):
        run(plan, "study", engine="dask")


# ---- workers that we start


def descendants(pid):
    """Return the ids of all descendants of a process."""
    below = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        below.setdefault(int(text.rpartition(")")[2].split()[1]), []).append(int(text.split()[0]))
    found, rest = [], [pid]
    while rest:
        rest = [child for one in rest for child in below.get(one, [])]
        found += rest
    return found


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_when_the_coordinator_ends_so_do_the_workers_that_it_started(how, own_data, tmp_path):
    waits = {"use": "planted_learners:waits", "parameters": {"folder": str(tmp_path)}}
    plan = Plan.from_dict(plan_of(waits, data=[own_data], seeds=1))
    Path("plan.toml").write_text(plan.text)
    words = "bench", "run", "plan.toml", "-o", "study", "--engine", "dask", "--workers", "1"
    process = started("edgemark", *words, start_new_session=True)
    wait_for(lambda: list(tmp_path.glob("started-*")))
    below = descendants(process.pid)
    assert len(below) >= 3  # a worker, a sandbox and a run at least
    process.send_signal(how)
    assert process.wait(15) in (-signal.SIGKILL, 130)
    wait_for(lambda: not any(map(is_running, below)), 15)
    with Store.write("study"):
        pass  # the lock was given back


# ---- jobs, files and results that are sent


@pytest.mark.parametrize("name", ["small", "nced-paper"])
def test_every_task_is_the_same_run_after_it_is_sent(name):
    plan, versions = Plan.read(name), Versions(())
    for task in plan.tasks():
        record = task.record(versions)
        job = RunJob(task, record, versions.of(task.algorithm))
        found = job_from(json.loads(json.dumps(plain_job(job), allow_nan=False)), Path("files"))
        assert found.task.record(versions) == record
        assert found.task.algorithm == task.algorithm


def test_files_are_sent_by_the_hash_of_their_content(own_data, tmp_path):
    plan, versions = Plan.from_dict(plan_of("chain", data=[own_data])), Versions(())
    task = next(plan.tasks())
    job = RunJob(task, task.record(versions), "1")
    text = json.dumps(plain_job(job))
    assert str(tmp_path) not in text
    for name, path in files_of(job).items():
        place = tmp_path / "there" / name
        place.parent.mkdir(parents=True)
        place.write_bytes(path.read_bytes())
    assert len(files_of(job)) == 2
    there = job_from(json.loads(text), tmp_path / "there")
    assert there.task.record(versions) == job.record
    assert there.task.data.settings["file"].startswith(str(tmp_path / "there"))


def test_files_with_equal_content_and_different_names_are_all_sent(own_data, tmp_path):
    """A worker that had one of two equal truths was not sent the other, and its runs failed."""
    truth = Path(own_data["truth"])
    copy = truth.with_name("copy" + truth.suffix)
    copy.write_bytes(truth.read_bytes())
    versions = Versions(())
    setting = {"limits": RunLimits(seconds=60).to_dict(), "folders": []}
    names = set()
    for k, settings in enumerate((own_data, own_data | {"truth": str(copy)})):
        plan = Plan.from_dict(plan_of("chain", data=[settings]))
        task = next(plan.tasks())
        job = RunJob(task, task.record(versions), "1")
        needs = list(files_of(job))
        message = {
            "edgemark": em.__version__,
            "setting": setting,
            "job": {},
            "needs": needs,
            "contents": {},
        }
        lacks = json.loads(perform(json.dumps(message)))["lacks"]
        assert (len(lacks), len(needs)) == ((2, 2) if k == 0 else (1, 2))
        names |= set(lacks)
        state = dask_worker._state_of(setting)
        state.write_files(dict.fromkeys(lacks, ""))
        there = job_from(plain_job(job), state.files).task.data.settings
        assert Path(there["truth"]).exists()
    assert len(names) == 3


def test_a_file_that_another_thread_is_writing_is_waited_for(monkeypatch):
    """The job began when the file was half written, and failed because its data were missing."""
    begun = threading.Event()

    def write_slowly(path, content):
        half = path.with_name("half")
        half.touch()
        begun.set()
        time.sleep(0.3)
        half.rename(path)

    def raise_names_of_files(job, files):
        raise LookupError(*(path.name for path in files.glob("*/*")))

    monkeypatch.setattr(dask_worker, "replace_file", write_slowly)
    monkeypatch.setattr(dask_worker, "job_from", raise_names_of_files)
    setting = {"limits": RunLimits(seconds=7).to_dict(), "folders": []}
    message = {"edgemark": em.__version__, "setting": setting, "job": {}, "needs": ["hash/mine.csv"]}
    with ThreadPoolExecutor() as threads:
        first = threads.submit(perform, json.dumps(message | {"contents": {"hash/mine.csv": ""}}))
        begun.wait()
        second = threads.submit(perform, json.dumps(message | {"contents": {}}))
        assert first.exception().args == second.exception().args == ("mine.csv",)


def test_sent_results_are_complete():
    scores = Score("sid", "dag", "1"), Score("shd", "dag", "1", 2.0, "ok", "", 3.0, nan)
    scoring = ScoreJob((Unscored("a", {}, {}, ("sid",), "dag"),))
    there = json.loads(json.dumps(plain_result(ScoreResult((("a", scores),))), allow_nan=False))
    assert repr(result_from(there, scoring)) == repr(ScoreResult((("a", scores),)))
    assert job_from(plain_job(scoring), Path()) == scoring
    attempt = Attempt(Outcome("timeout", reason="late", cpu=1.5), RunLimits(seconds=3), None, {"a": "1"})
    job = RunJob(None, None, "")
    done = RunResult(None, attempt, StoredData("k", "l", Path("f"), "h", {"nodes": []}, {"n": 1}))
    assert result_from(json.loads(json.dumps(plain_result(done))), job) == done
