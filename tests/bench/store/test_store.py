"""A store keeps what it acknowledged, whatever happens to the process that writes it."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

from edgemark import EdgemarkError
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store
from edgemark.bench.store.lock import is_on_network
from edgemark.errors import FormatError

LIMITS = RunLimits(seconds=10)
GOOD = Attempt(Outcome("ok", cpu=0.5, wall=1.0, memory=7), LIMITS, {"nodes": ["A"]}, {"edgemark": "0.1"})
SCORES = (Score("sid", "dag", "0.1", nan, "refused", "no DAG"), Score("shd", "dag", "0.1", 3.0))


def run_of(k):
    return RunRecord(f"key{k}", "asia", "pc", k, 10 + k, {"alpha": 0.05})


RUNS = [run_of(k) for k in range(3)]


@pytest.fixture
def store(tmp_path):
    with Store.write(tmp_path / "study") as store:
        store.begin_study("mine", "[plan]", RUNS)
        yield store


def by_key(scores):
    return sorted(
        (s.selector, s.reference, s.version, repr(s.value), s.status, s.reason) for s in scores
    )


def test_what_is_kept_comes_back(store):
    store.add_attempt("key1", GOOD, SCORES)
    found = list(store.runs(texts=True))
    assert RUNS == [one.run for one in found]
    assert [None, GOOD, None] == [one.attempt for one in found]
    assert by_key(SCORES) == by_key(found[1].scores)
    assert "[plan]" == store.plan


def test_texts_and_estimates_are_loaded_on_request(store):
    store.add_attempt("key0", replace(GOOD, outcome=Outcome("exception", None, "r", "t", "o")))
    outcome = next(store.runs()).attempt.outcome
    assert ("exception", "r", "", "") == (
        outcome.status,
        outcome.reason,
        outcome.traceback,
        outcome.output,
    )
    assert next(store.runs()).attempt.estimate is None
    assert "o" == next(store.runs(texts=True)).attempt.outcome.output


def test_the_last_attempt_counts_with_its_own_scores(store):
    store.add_attempt(
        "key0", replace(GOOD, outcome=Outcome("timeout")), [Score("shd", "dag", "0.1", 9.0)]
    )
    store.add_attempt("key0", GOOD, [Score("shd", "dag", "0.1", 1.0)])
    found = next(store.runs())
    assert (2, "ok", [1.0]) == (
        found.attempts,
        found.attempt.outcome.status,
        [s.value for s in found.scores],
    )


def test_scores_can_be_added_and_replaced(store):
    store.add_attempt("key0", GOOD, SCORES)
    store.add_scores("key0", [Score("shd", "dag", "0.1", 4.0), Score("shd", "dag", "0.2", 5.0)])
    assert [4.0, 5.0] == [s.value for s in next(store.runs()).scores if s.selector == "shd"]
    with pytest.raises(EdgemarkError, match="only for a run with an attempt; key1 has none"):
        store.add_scores("key1", SCORES)


def test_an_edited_plan_keeps_earlier_runs_and_counts_them(store):
    store.add_attempt("key0", GOOD)
    store.begin_study("mine", "[edited]", [run_of(5), run_of(0)])
    assert ["key5", "key0"] == [one.run.key for one in store.runs()]
    assert [0, 1] == [one.attempts for one in store.runs()]
    assert (2, "[edited]") == (store.stale, store.plan)


def test_datasets_are_kept(store):
    store.add_dataset("d", "asia", {"nodes": ["A"]}, {"varsortability": 0.5})
    assert ({"nodes": ["A"]}, {"varsortability": 0.5}) == store.dataset("d")
    assert store.dataset("e") is None


# ---- which attempts are final


@pytest.mark.parametrize(
    ("status", "limits", "retry", "final"),
    [
        ("ok", RunLimits(seconds=99), True, True),
        ("timeout", LIMITS, False, True),
        ("timeout", RunLimits(seconds=11), False, False),
        ("timeout", RunLimits(seconds=10, wall=31), False, False),
        ("memory", LIMITS, False, True),
        ("memory", replace(LIMITS, memory=2**40), False, False),
        ("memory", RunLimits(seconds=99), False, True),
        ("disk", replace(LIMITS, disk=2**40), False, False),
        ("exception", RunLimits(seconds=99), False, True),
        ("exception", LIMITS, True, False),
        ("signal", LIMITS, False, True),
    ],
)
def test_a_failure_is_tried_again_only_under_a_higher_limit_or_on_request(status, limits, retry, final):
    attempt = replace(GOOD, outcome=Outcome(status))
    assert final == attempt.is_final(limits, retry=retry)


# ---- several processes


def test_a_second_coordinator_is_refused_and_a_reader_is_not(store, tmp_path):
    store.add_attempt("key0", GOOD)
    with pytest.raises(EdgemarkError, match=f"process {os.getpid()} on"):
        Store.write(tmp_path / "study")
    with Store.read(tmp_path / "study") as reader:
        assert 3 == len(list(reader.runs()))
        store.add_attempt("key1", GOOD)
        assert [1, 1, 0] == [one.attempts for one in reader.runs()]


def test_a_lock_of_another_host_is_refused(tmp_path):
    (tmp_path / "store.lock").write_text('{"host": "elsewhere", "pid": 7}')
    with pytest.raises(EdgemarkError, match=r"process 7 on elsewhere.*delete store\.lock"):
        Store.write(tmp_path)


def test_the_lock_is_given_back(tmp_path):
    for _ in range(2):
        Store.write(tmp_path).close()


WRITER = """
    import sys
    from edgemark.bench.store import Attempt, RunRecord, Score, Store
    from edgemark.bench.sandbox import Outcome, RunLimits
    store = Store.write(sys.argv[1])
    store.begin_study("s", "p", [RunRecord(f"k{k}", "d", "a", 0, k) for k in range(5000)])
    for k in range(5000):
        scores = [Score(f"m{j}", "dag", "1", float(j)) for j in range(20)]
        store.add_attempt(f"k{k}", Attempt(Outcome("ok"), RunLimits(), {"nodes": []}), scores)
        print(k, flush=True)
"""


def test_a_killed_coordinator_loses_nothing_that_it_acknowledged(tmp_path):
    """Real kills, at moments that the kernel chooses."""
    for k in range(3):
        folder = tmp_path / str(k)
        writer = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(WRITER), str(folder)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(20 + 40 * k):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        acknowledged = 20 + 40 * k + len(writer.stdout.read().splitlines())
        writer.wait()
        writer.stdout.close()
        with Store.write(folder) as store:
            found = [one for one in store.runs() if one.attempt is not None]
            assert acknowledged <= len(found) <= acknowledged + 1
            assert {20} == {len(one.scores) for one in found}


# ---- the file


def test_a_later_store_is_refused(tmp_path):
    Store.write(tmp_path).close()
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for way in (Store.write, Store.read):
        with pytest.raises(FormatError, match="the store has version 99"):
            way(tmp_path)


def test_a_folder_without_a_study_is_named(tmp_path):
    with pytest.raises(EdgemarkError, match=r"this one has no study\.sqlite"):
        Store.read(tmp_path)


MOUNTS = """\
22 1 0:1 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:2 / /home rw - nfs4 host:/home rw
31 30 0:3 / /home/local\\040disk rw - xfs /dev/vdb rw
32 22 0:4 / /données\\040\\134 rw - cifs //host/x rw
33 22 0:5 / /not\udcff rw - ceph host:/x rw
"""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/data/x", False),
        ("/home/me", True),
        ("/home/local disk/x", False),
        ("/homes", False),
        ("/données \\/x", True),
        ("/not\udcff/x", True),
    ],
)
def test_file_systems_over_a_network_are_told(folder, expected):
    assert expected == is_on_network(Path(folder), MOUNTS)


def test_the_journal_is_one_that_works_over_a_network(tmp_path, monkeypatch):
    monkeypatch.setattr("edgemark.bench.store.store.is_on_network", lambda _: True)
    Store.write(tmp_path).close()
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        assert "delete" == connection.execute("PRAGMA journal_mode").fetchone()[0]
    connection.close()


def of_the_first_version(folder):
    from edgemark.bench.store import schema

    folder.mkdir()
    with sqlite3.connect(folder / "study.sqlite") as connection:
        connection.executescript(schema._TO_VERSION_1 + "PRAGMA user_version = 1;")
        connection.execute("INSERT INTO study (name, plan) VALUES ('old', '[plan]')")
    connection.close()
    return folder


def test_a_store_of_the_first_version_can_be_read(tmp_path):
    with Store.read(of_the_first_version(tmp_path / "old")) as store:
        assert (store.plan, store.reference) == ("[plan]", "")


def test_a_store_of_the_first_version_becomes_one_of_this(tmp_path):
    folder = of_the_first_version(tmp_path / "old")
    with Store.write(folder) as store:
        assert (store.plan, store.reference) == ("[plan]", "")
        store.begin_study("new", "[plan]", RUNS)
        store.set_reference("cpdag")
        score = Score("shd", "cpdag", "1", 3.0, "ok", "", 28.0, 12.5)
        store.add_attempt("key1", GOOD, [score])
        assert store.reference == "cpdag"
        assert [one.scores for one in store.find("key1")] == [(score,)]
        assert len(store.find("key")) == 3
