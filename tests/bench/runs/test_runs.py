"""Runs of plans: every algorithm gets its data, every failure is a row, and a second call resumes."""

import json
import os
import sys
from itertools import pairwise
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgemarkError
from edgemark.bench.dataset import Dataset
from edgemark.bench.estimates import from_plain
from edgemark.bench.plan import Plan
from edgemark.bench.results import Study
from edgemark.bench.runs import run
from edgemark.bench.runs.reference_class import ReferenceClass
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, Store
from edgemark.data import asia
from edgemark.errors import ConventionError, FormatError

HERE = Path(__file__).parent
ASIA = {"network": "asia", "samples": 60}


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def plan_of(*learners, data=(ASIA,), seeds=1, **more):
    algorithms = [
        {"use": f"planted_learners:{one}"} if isinstance(one, str) else one for one in learners
    ]
    tables = {
        "plan": {"seeds": seeds, "primary": "shd:pair mismatch", "metrics": ["f1:skeleton"]},
        "limits": {"seconds": 20},
        "data": list(data),
        "algorithm": algorithms,
    }
    for name, said in more.items():
        tables[name] |= said
    return tables


def stored(folder):
    with Store.read(folder) as store:
        return {
            (_short(one.run.algorithm), one.run.dataset, one.run.details["seed"]): one
            for one in store.runs(texts=True)
        }


def _short(name):
    return name.partition(":")[2] or name


def value(one, selector, reference=None):
    [score] = [s for s in one.scores if s.selector == selector and reference in (None, s.reference)]
    return score.value if score.status == "ok" else score.status


def test_a_run_is_scored_as_evaluate_scores_it(tmp_path):
    summary = run(plan_of("chain"), tmp_path, workers=1)
    assert (summary.total, summary.done, summary.failed) == (1, 1, 0)
    [one] = stored(tmp_path).values()
    names = sorted(asia().nodes)
    found = em.Graph.from_edges([(a, "-->", b) for a, b in pairwise(names)])
    report = em.evaluate(asia().graph, found, ["shd:pair mismatch", "f1:skeleton"])
    assert value(one, "shd:pair mismatch") == report[0].value
    assert value(one, "f1:skeleton") == report[1].value


def test_whatever_is_a_graph_is_read(tmp_path):
    plan = plan_of(
        "networkx_chain",
        {"use": "planted_learners:pandas_weights", "direction": "row-to-column", "returns": "scores"},
        "own_scores",
        plan={"metrics": ["roc_auc:skeleton"], "reference": "dag"},
    )
    assert run(plan, tmp_path, workers=1).failed == 0
    found = stored(tmp_path)
    assert value(found["networkx_chain", "asia, n=60", 0], "shd:pair mismatch") == 9.0
    assert 0 <= value(found["pandas_weights", "asia, n=60", 0], "roc_auc:skeleton") <= 1
    assert value(found["own_scores", "asia, n=60", 0], "shd:pair mismatch") == "refused"


def test_a_run_says_which_columns_its_estimate_lacks(tmp_path):
    assert run(plan_of("networkx_chain", "chain"), tmp_path, workers=1).failed == 0
    found = stored(tmp_path)
    assert found["chain", "asia, n=60", 0].attempt.outcome.reason == ""
    reason = found["networkx_chain", "asia, n=60", 0].attempt.outcome.reason
    assert reason.startswith("the estimate lacks the columns ")
    assert reason.endswith(", which are scored as nodes without edges")
    study = Study.open(tmp_path)
    lines = [
        line for line in study.report().splitlines() if "1 estimate scored with an assumption" in line
    ]
    assert [reason in line for line in lines] == [True]
    [run_key] = [row.run for row in study.rows if "networkx" in row.algorithm]
    assert reason in study.show(run_key)


def test_a_run_says_that_an_undirected_estimate_is_read_as_a_cpdag(tmp_path):
    assert run(plan_of("skeleton_chain", "undirected_chain"), tmp_path, workers=1).failed == 0
    found = stored(tmp_path)
    reason = found["skeleton_chain", "asia, n=60", 0].attempt.outcome.reason
    assert reason.startswith("the estimate is declared undirected, so comparisons of classes read it as")
    assert found["undirected_chain", "asia, n=60", 0].attempt.outcome.reason == ""


def test_every_algorithm_gets_the_same_data(tmp_path):
    data = [ASIA, {**ASIA, "name": "again", "samples": 61}]
    plan = plan_of(
        "data_seen",
        {"name": "b", "use": "planted_learners:data_seen", "version": "b"},
        data=data,
        seeds=2,
    )
    run(plan, tmp_path, workers=2)
    told = {key: one.attempt.outcome.reason for key, one in stored(tmp_path).items()}
    for dataset in ("asia, n=60", "again, n=61"):
        for seed in (0, 1):
            assert told["data_seen", dataset, seed] == told["b", dataset, seed]
    assert len(set(told.values())) == 4


def test_another_plan_does_not_change_a_run(tmp_path):
    run(plan_of("random_order", seeds=2), tmp_path / "one", workers=1)
    other = plan_of("chain", "random_order", data=[{**ASIA, "samples": 30}, ASIA], seeds=[3, 1, 0])
    run(other, tmp_path / "two", workers=2)
    one, two = stored(tmp_path / "one"), stored(tmp_path / "two")
    for key, found in one.items():
        assert found.attempt.estimate == two[key].attempt.estimate
        assert found.run.key == two[key].run.key


# ---- resume


def test_what_is_stored_is_not_run_again(tmp_path):
    run(plan_of("chain", "raises"), tmp_path, workers=1)
    again = run(plan_of("chain", "raises"), tmp_path, workers=1)
    assert (again.kept, again.done, again.failed) == (2, 0, 1)
    more = run(plan_of("chain", "raises", "random_order", seeds=2), tmp_path, workers=1)
    assert (more.kept, more.done, more.failed) == (2, 4, 2)
    retried = run(plan_of("chain", "raises"), tmp_path, workers=1, retry=True)
    assert (retried.kept, retried.done) == (1, 1)
    with Store.read(tmp_path) as store:
        assert store.stale == 4


def test_a_higher_limit_tries_a_timeout_again_and_nothing_else(tmp_path):
    short = {"seconds": 0.3}
    run(plan_of("burns", "raises", limits=short), tmp_path, workers=2)
    assert run(plan_of("burns", "raises", limits=short), tmp_path, workers=2).done == 0
    assert run(plan_of("burns", "raises", limits={"seconds": 0.6}), tmp_path, workers=2).done == 1


def test_a_new_metric_scores_the_stored_graphs(tmp_path):
    run(plan_of("chain", seeds=2), tmp_path, workers=1)
    metrics = ["sid", "nced:k=0.4"]
    again = run(plan_of("chain", seeds=2, plan={"metrics": metrics}), tmp_path, workers=1)
    assert again.done == 0
    for one in stored(tmp_path).values():
        assert value(one, "sid") >= 0
        learned = from_plain(one.attempt.estimate)
        assert value(one, "nced:k = 0.4") == em.nced(asia().graph, learned, k=0.4)
        assert value(one, "f1:skeleton") >= 0


def test_changed_code_is_run_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = tmp_path / "own_learner.py"
    text = "import edgemark as em\ndef learn(data, *, seed): return em.Graph({})\n"
    module.write_text(text.format("data.names"))
    plan = plan_of({"use": "own_learner:learn"})
    assert run(plan, "study", workers=1).failed == 0
    assert run(plan, "study", workers=1).done == 0
    module.write_text("# a comment\n" + text.format("data.names"))
    assert run(plan, "study", workers=1).done == 1


# ---- references


def test_auto_is_the_coarsest_class_among_all(tmp_path):
    run(plan_of("chain", "undirected_chain"), tmp_path, workers=1)
    with Store.read(tmp_path) as store:
        assert store.reference == "cpdag"
    for one in stored(tmp_path).values():
        assert value(one, "shd:pair mismatch", "cpdag") >= 0
    names = sorted(asia().nodes)
    found = em.Graph.from_edges([(a, "-->", b) for a, b in pairwise(names)])
    expected = em.shd(em.to_cpdag(asia().graph), em.to_cpdag(found))
    assert value(stored(tmp_path)["chain", "asia, n=60", 0], "shd:pair mismatch", "cpdag") == expected


def test_hidden_variables_make_the_reference_a_pag(tmp_path):
    run(plan_of("chain", data=[{**ASIA, "hidden": ["smoke"]}]), tmp_path, workers=1)
    with Store.read(tmp_path) as store:
        assert store.reference == "pag"


SERIES = {"random": "series", "nodes": 3, "samples": 60, "mechanism": "linear-gaussian"}
OVER_TIME = {"primary": "temporal_shd:total", "metrics": ["f1:summary"]}
EMPTY = {"use": "edgemark:empty"}


def test_time_series_graphs_are_compared_as_given(tmp_path):
    """edgemark:empty returns a DAG for rows, and a time series graph for series."""
    series = {**EMPTY, "name": "empty series", "lags": 1}
    run(plan_of(series, data=[SERIES], plan=OVER_TIME), tmp_path / "series", workers=1)
    assert em.bench.open(tmp_path / "series").compared_as == "as-given"
    assert ReferenceClass(Plan.from_dict(plan_of(EMPTY, data=[SERIES, ASIA]))).name == "dag"


def test_an_impossible_mapping_is_a_refused_row(tmp_path):
    run(plan_of("chain", "undirected_chain", plan={"reference": "dag"}), tmp_path, workers=1)
    found = stored(tmp_path)
    [shd, _] = sorted(found["undirected_chain", "asia, n=60", 0].scores, key=lambda s: s.selector)[::-1]
    assert shd.status == "refused"
    assert "the estimate is a CPDAG" in shd.reason
    assert value(found["chain", "asia, n=60", 0], "shd:pair mismatch") > 0


def test_a_cyclic_estimate_is_scored_where_the_metric_allows_it(tmp_path):
    run(plan_of("cycle", plan={"metrics": ["sid"]}), tmp_path, workers=1)
    [one] = stored(tmp_path).values()
    assert value(one, "shd:pair mismatch") > 0
    assert value(one, "sid") == "refused"


def test_only_an_oracle_gets_the_truth(tmp_path):
    oracle = {"name": "oracle", "use": "planted_learners:told_the_truth", "oracle": True}
    run(plan_of("told_the_truth", oracle), tmp_path, workers=1)
    found = stored(tmp_path)
    assert value(found["oracle", "asia, n=60", 0], "shd:pair mismatch") == 0
    assert "missing 1 required keyword-only argument: 'truth'" in (
        found["told_the_truth", "asia, n=60", 0].attempt.outcome.reason
    )


# ---- commands

PROGRAM = """
import argparse, csv, json, os, sys
parser = argparse.ArgumentParser()
for name in ("data", "graph", "--seed", "--alpha"):
    parser.add_argument(name)
given = parser.parse_args()
names = next(csv.reader(open(given.data)))
if given.alpha == "fail":
    sys.exit(3)
if given.alpha == "nothing":
    sys.exit(0)
if given.alpha == "rubbish":
    open(given.graph, "w").write("no graph")
    sys.exit(0)
names.sort()
with open(given.graph, "w") as file:
    file.write(",".join(names) + "\\n")
    for i in range(len(names)):
        file.write(",".join("1" if j == i + 1 else "0" for j in range(len(names))) + "\\n")
"""


def test_a_command_learns_in_its_own_interpreter(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("learn.py").write_text(PROGRAM)
    words = [sys.executable, "learn.py", "{data}", "{graph}", "--seed", "{seed}", "--alpha", "{alpha}"]
    command = {
        "name": "outside",
        "command": words,
        "format": "adjacency",
        "direction": "row-to-column",
        "returns": "dag",
        "alpha": [0.05, "fail", "nothing", "rubbish"],
    }
    summary = run(plan_of("chain", command, limits={"memory": "500 MB"}), "study", workers=1)
    assert (summary.total, summary.failed) == (5, 3)
    found = {key[0]: one for key, one in stored("study").items()}
    assert value(found["outside alpha=0.05"], "shd:pair mismatch") == value(
        found["chain"], "shd:pair mismatch"
    )
    told = {key: (one.attempt.outcome.status, one.attempt.outcome.reason) for key, one in found.items()}
    assert told["outside alpha=fail"] == ("exit", "it ended with status 3")
    assert told["outside alpha=nothing"][0] == "answer"
    assert told["outside alpha=rubbish"][0] == "answer"
    assert found["outside alpha=0.05"].attempt.estimate["kind"] == "dag"


def test_a_program_that_is_not_there_is_a_row(tmp_path):
    plan = plan_of({"command": ["no-such-program", "{data}", "{graph}"], "name": "gone"})
    assert run(plan, tmp_path, workers=1).failed == 1
    [one] = stored(tmp_path).values()
    assert one.attempt.outcome.status == "import"


# ---- faults

FAULTS = {
    "raises": "exception",
    "segfaults": "signal",
    "hangs": "timeout",
    "burns": "timeout",
    "eats": "memory",
    "fills_the_disk": "disk",
    "changes_its_input": "exception",
    "rubbish": "answer",
    "other_nodes": "answer",
    "forges": "answer",
    "answers_nothing": "answer",
    "answers_a_number": "answer",
    "answers_an_empty_object": "answer",
    "names_a_file_that_is_not_utf_8": "exception",
    "exits": "exit",
    "no_such_function": "import",
}
GOOD = ("chain", "random_order", "leaves_orphans", "prints", "changes_the_frame")


@pytest.mark.parametrize("seeds", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.timeout(1800)
def test_every_good_run_is_scored_and_every_bad_one_explained(seeds, tmp_path):
    limits = {"seconds": 4, "memory": "400 MiB", "disk": "20 MiB"}
    modules = [{"use": "no_such_module_at_all:learn"}]
    plan = plan_of(*FAULTS, *GOOD, *modules, limits=limits, seeds=seeds)
    summary = run(plan, tmp_path, workers=2)
    assert summary.failed == seeds * (len(FAULTS) + 1)
    for (name, _, _), one in stored(tmp_path).items():
        expected = "ok" if name in GOOD else FAULTS.get(name, "import")
        assert (name, one.attempt.outcome.status) == (name, expected)
        assert bool(one.attempt.outcome.reason) == (expected != "ok")
        assert len(one.scores) == (2 if expected == "ok" else 0)
    reasons = {name: one.attempt.outcome.reason for (name, *_), one in stored(tmp_path).items()}
    assert "its answer is malformed" in reasons["forges"]
    assert "an outcome needs a status; got none" in reasons["answers_nothing"]
    assert reasons["answers_a_number"] == reasons["answers_an_empty_object"] == "no estimate"
    assert r"FileNotFoundError: \udcff.csv" in reasons["names_a_file_that_is_not_utf_8"]
    assert "about to raise" in stored(tmp_path)["raises", "asia, n=60", 0].attempt.outcome.output
    assert not [p for p in Path("/proc").glob("[0-9]*/cmdline") if b"876543" in _read(p)]


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_data_that_cannot_be_drawn_are_rows_too(tmp_path):
    (tmp_path / "mine.csv").write_text("A,B\n1,x\n")
    em.write(em.Graph.parse("A --> B"), tmp_path / "truth.json")
    files = {"file": str(tmp_path / "mine.csv"), "truth": str(tmp_path / "truth.json")}
    run(plan_of("chain", data=[ASIA, files]), tmp_path / "study", workers=1)
    found = stored(tmp_path / "study")
    assert found["chain", "mine", 0].attempt.outcome.status == "data"
    assert "column 'B' must hold numbers" in found["chain", "mine", 0].attempt.outcome.reason
    assert found["chain", "asia, n=60", 0].attempt.outcome.status == "ok"


def test_data_that_somebody_changed_are_not_used(tmp_path):
    run(plan_of("raises"), tmp_path, workers=1)
    for path in (tmp_path / "data").glob("*.npz"):
        path.chmod(0o644)
        data = Dataset.load(path)
        Dataset(np.zeros_like(data.values), data.names, kind=data.kind).save(path)
    run(plan_of("chain"), tmp_path, workers=1)
    [one] = stored(tmp_path).values()
    assert "has changed since it was drawn" in one.attempt.outcome.reason


def test_other_data_under_the_same_seed_are_not_mixed_with_the_first(tmp_path):
    run(plan_of("chain"), tmp_path, workers=1)
    [one] = stored(tmp_path).values()
    with Store.write(tmp_path) as store:
        key = one.run.details["data"]
        truth, facts = store.dataset(key)
        store.add_dataset(key, "asia", truth, {**facts, "hash": "0" * 64})
    run(plan_of("chain", "random_order"), tmp_path, workers=1)
    found = stored(tmp_path)
    assert found["chain", "asia, n=60", 0].attempt.outcome.status == "ok"
    assert found["random_order", "asia, n=60", 0].attempt.outcome.status == "data"
    assert found["random_order", "asia, n=60", 0].attempt.estimate is None


def test_two_entries_of_the_same_runs_are_refused(tmp_path):
    plan = plan_of("chain", data=[ASIA, {**ASIA, "name": "same"}])
    with pytest.raises(FormatError, match="the same runs"):
        run(plan, tmp_path)


def test_a_second_coordinator_is_refused(tmp_path):
    with Store.write(tmp_path), pytest.raises(EdgemarkError, match=f"process {os.getpid()}"):
        run(plan_of("chain"), tmp_path)


def test_progress_counts_to_the_end(tmp_path):
    told = []
    run(plan_of("chain", "raises", seeds=2), tmp_path, workers=1, progress=told.append)
    assert [one.done for one in told] == [0, 1, 2, 3, 4]
    assert told[-1].failed == 2
    assert isnan(told[0].seconds_left)
    assert told[-1].seconds_left == 0


def test_truth_and_facts_are_kept(tmp_path):
    run(plan_of("chain"), tmp_path, workers=1)
    [one] = stored(tmp_path).values()
    with Store.read(tmp_path) as store:
        truth, facts = store.dataset(one.run.details["data"])
    assert truth["edges"] == json.loads(json.dumps([list(e) for e in asia().graph.edges()]))
    assert facts["var_sortability"] is not None


# ---- adapters and built-in plans


def test_adapters_run_and_those_that_use_the_truth_are_marked(tmp_path):
    uses = ("edgemark:empty", "edgemark:true-class", "edgemark:random")
    plan = plan_of(*({"use": use} for use in uses), seeds=2, plan={"reference": "cpdag"})
    run(plan, tmp_path, workers=1)
    found = stored(tmp_path)
    assert value(found["true-class", "asia, n=60", 0], "shd:pair mismatch") == 0
    assert value(found["empty", "asia, n=60", 1], "shd:pair mismatch") == 8
    estimates = [found["random", "asia, n=60", seed].attempt.estimate for seed in (0, 1)]
    assert [len(one["edges"]) for one in estimates] == [8, 8]
    assert estimates[0] != estimates[1]
    study = em.bench.open(tmp_path)
    assert {row.algorithm for row in study.rows if not row.ranked} == set(uses[1:])


def test_series_are_scored_as_series(tmp_path):
    series = {"random": "series", "nodes": 3, "samples": 80}
    plan = plan_of(
        {"use": "edgemark:empty"},
        {"use": "edgemark:random"},
        "chain",
        data=[series],
        plan={"primary": "temporal_shd:total", "metrics": ["f1:lagged"]},
    )
    run(plan, tmp_path, workers=1)
    found = {key[0]: one for key, one in stored(tmp_path).items()}
    with Store.read(tmp_path) as store:
        truth = from_plain(store.dataset(found["empty"].run.details["data"])[0])
    assert value(found["empty"], "temporal_shd:total") == truth.n_edges
    assert value(found["random"], "temporal_shd:total") > 0
    assert value(found["chain"], "temporal_shd:total") == "refused"


def test_an_adapter_whose_package_is_not_there_is_a_row(tmp_path, monkeypatch):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "causallearn.py").write_text("raise ImportError('planted')")
    monkeypatch.setenv("PYTHONPATH", str(hidden))
    run(plan_of({"use": "causal-learn:pc"}), tmp_path / "study", workers=1)
    [one] = stored(tmp_path / "study").values()
    assert one.attempt.outcome.status == "import"


@pytest.mark.parametrize("name", em.bench.built_in_plans())
def test_a_built_in_plan_is_a_plan(name):
    plan = em.bench.Plan.read(name)
    assert len(list(plan.tasks())) == len(em.bench.check(plan).algorithms) * len(plan.seeds) * len(
        plan.data
    ) or any(spec.on for spec in plan.algorithms)
    assert em.bench.check(plan).n_runs > 10


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_a_number_of_workers_below_one_is_refused(tmp_path, workers):
    """A pool of -1 workers waited forever."""
    for engine in ("local", "dask"):
        with pytest.raises(ConventionError, match="workers"):
            run(plan_of("chain"), tmp_path / "study", workers=workers, engine=engine)
    assert not (tmp_path / "study").exists()


def test_failures_for_want_of_data_are_run_again_and_other_failures_are_not():
    limits = RunLimits()
    again = {
        status: not Attempt(Outcome(status), limits).is_final(limits)
        for status in ("ok", "exception", "import", "timeout", "signal", "exit", "answer", "data")
    }
    assert [status for status, is_again in again.items() if is_again] == ["data"]
