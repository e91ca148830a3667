"""Scoring many estimates at a time: one that cannot be scored costs the others nothing."""

import pytest

import edgemark as em
from edgemark.bench.estimates import to_plain
from edgemark.bench.inside.scoring import score
from edgemark.bench.runs.data_folder import DataFolder
from edgemark.bench.runs.jobs import Unscored
from edgemark.bench.runs.worker import AbandonedError, Worker
from edgemark.bench.sandbox import Outcome, RunLimits

TRUTH = em.Graph.parse("A --> B --> C", kind="dag")
FOUND = em.Graph.parse("A --> B; C", kind="dag")


class FailsOnPoison:
    """A sandbox that is killed by an estimate of three edges."""

    def __init__(self):
        self.sizes = []

    def run(self, jobs, limits):
        self.sizes.append(len(jobs))
        if any(len(job["estimate"]["edges"]) == 3 for job in jobs):
            return Outcome("timeout", reason="too slow")
        return Outcome("ok", value=[score(job) for job in jobs])


def test_f_an_abandoned_worker_starts_no_sandbox(tmp_path, monkeypatch):
    """A batch that was killed looks like one that failed, whose estimates are scored one by one."""
    worker = Worker(DataFolder(tmp_path / "data", RunLimits()), RunLimits())
    begun = []

    class Killed:
        def run(self, jobs, limits):
            worker.abandon()
            return Outcome("import", reason="its sandbox ended")

        def abandon(self):
            pass

    monkeypatch.setattr(worker, "_new_server", lambda name: begun.append(name) or Killed())
    with pytest.raises(AbandonedError):
        worker.score([unscored(str(k), FOUND, "sid") for k in range(5)])
    assert len(begun) == 1


@pytest.fixture
def worker(tmp_path, monkeypatch):
    worker = Worker(DataFolder(tmp_path / "data", RunLimits()), RunLimits())
    server = FailsOnPoison()
    monkeypatch.setattr(worker, "_server", lambda name: server)
    worker.server = server
    return worker


def unscored(key, graph, *selectors):
    return Unscored(key, to_plain(TRUTH), to_plain(graph), selectors, "dag")


def test_a_batch_is_scored_in_one_sandbox(worker):
    batch = [unscored(str(k), FOUND, "shd:pair mismatch", "sid") for k in range(5)]
    found = worker.score(batch)
    assert worker.server.sizes == [5]
    assert [[one.value for one in scores] for scores in found] == [
        [1.0, float(em.sid(TRUTH, FOUND))]
    ] * 5
    assert {one.worst for scores in found for one in scores} == {3.0, 6.0}


def test_one_that_cannot_be_scored_costs_the_others_nothing(worker):
    poison = em.Graph.parse("A --> B --> C; A --> C", kind="dag")
    found = worker.score(
        [unscored("0", FOUND, "sid"), unscored("1", poison, "sid"), unscored("2", FOUND, "sid")]
    )
    assert [scores[0].status for scores in found] == ["ok", "failed", "ok"]
    assert "too slow" in found[1][0].reason
    assert worker.server.sizes == [3, 1, 1, 1]


@pytest.mark.parametrize(
    ("truth", "estimate", "reference", "expected"),
    [
        ("A --> B --> C", "A --> B --> C", "dag", 0),
        ("A --> B --> C", "C --> B --> A", "dag", 2),
        ("A --> B --> C", "C --> B --> A", "cpdag", 0),
        ("A --> B --> C", "A --- B --- C", "cpdag", 0),
        ("A --> B <-- C", "A --- B --- C", "cpdag", 2),
        ("A --> B <-- C", "A o-> B <-o C", "pag", 0),
        ("A --> B <-- C", "A --> B <-- C", "pag", 0),
        ("A --> B --> C", "A --- B --- C", "as-given", 2),
        ("A --> B --> C", "A --- B --- C", "dag", "refused"),
        ("A --> B --> C", "A o-o B o-o C", "cpdag", "refused"),
        ("A <-> B --> C", "A --> B --> C", "cpdag", "refused"),
        ("A <-> B --> C", "A <-> B --> C", "pag", 0),
    ],
)
def test_both_sides_are_mapped_to_the_reference(truth, estimate, reference, expected):
    job = {
        "truth": to_plain(em.Graph.parse(truth)),
        "estimate": to_plain(em.Graph.parse(estimate)),
        "selectors": ["shd:pair mismatch"],
        "reference": reference,
    }
    [found] = score(job)
    assert expected in (found["value"], found["status"])


def test_series_are_compared_over_the_larger_of_their_lags():
    short = em.TemporalGraph.parse("A --> B @1; lags 1")
    long = em.TemporalGraph.parse("A --> B @1,3; lags 3")
    for truth, estimate in ((short, long), (long, short)):
        job = {
            "truth": to_plain(truth),
            "estimate": to_plain(estimate),
            "selectors": ["temporal_shd:total"],
            "reference": "as-given",
        }
        assert score(job)[0]["value"] == 1


def test_what_is_undefined_or_unknown_is_no_number():
    job = {
        "truth": to_plain(em.Graph(["A", "B"])),
        "estimate": to_plain(em.Graph(["A", "B"])),
        "selectors": ["recall:directed", "temporal_shd:total", "nced:k=0.4"],
        "reference": "as-given",
    }
    found = score(job)
    assert [one["status"] for one in found] == ["undefined", "refused", "ok"]
    assert [one["value"] for one in found] == [None, None, 0.0]


def test_a_side_that_is_no_estimate_is_refused():
    job = {"truth": {"type": "graph"}, "estimate": {}, "selectors": ["sid"], "reference": "dag"}
    assert [one["status"] for one in score(job)] == ["refused"]


@pytest.mark.parametrize(
    "name",
    [
        "adjustment_aid:decided",
        "mark_errors:decided",
        "ancestral_errors:decided",
        "confounding_errors:no",
    ],
)
def test_a_count_out_of_what_the_estimate_decides_has_no_worst_value(name):
    """Random guessing can have more errors than such a count is out of, and reports refused that."""
    truth = em.to_pag(em.Graph.parse("A --> C <-- B; C --> D", kind="mag"))
    found = em.Graph.parse("A o-o B; A o-o C; A o-o D; B o-o C; B o-o D; C o-o D", kind="pag")
    job = {
        "truth": to_plain(truth),
        "estimate": to_plain(found),
        "selectors": [name, "shd:pair mismatch"],
        "reference": "pag",
    }
    decided, distance = score(job)
    assert decided["status"] == "ok"
    assert decided["worst"] is None
    assert distance["worst"] == 6


def test_the_worst_rate_is_1_and_not_the_number_of_edges():
    job = {
        "truth": to_plain(TRUTH),
        "estimate": to_plain(TRUTH),
        "selectors": ["fdr:directed", "fpr:skeleton"],
        "reference": "dag",
    }
    assert [one["worst"] for one in score(job)] == [1.0, 1.0]
