"""`edgemark compare`: results are compared only if they count the same; a missing value says why."""

import csv
import io
import json
from dataclasses import replace
from math import isnan, nan
from pathlib import Path

import pytest

import edgemark as em
from edgemark import stats
from edgemark.cli.compare_inputs import _with_bounds
from edgemark.errors import StatisticsError, StatisticsWarning

PATTERN = ("--pattern", "{method}_{seed}.json")


def flat(text):
    return " ".join(str(text).split())


@pytest.fixture
def graphs(save, tmp_path):
    """A truth, six estimates of each of two methods, and candidates."""
    save("truth.json", "A --> B --> C --> D; E; F")
    for seed in range(6):
        save(f"pc_{seed}.json", "A --- B --- C --> D; E; F" if seed else "A --- B; C; D; E; F")
        save(f"rand_{seed}.json", "B --> A; D --> C --> B; E --> F")
    (tmp_path / "cand.csv").write_text("source,target\nA,B\nB,C\nC,D\n")
    (tmp_path / "other.csv").write_text("source,target\nA,B\nB,C\nE,F\n")


@pytest.fixture
def score(edgemark, graphs):
    """Score the estimates of one method; give the name of the results."""

    def run(method, *options, file_type="json"):
        name = f"{method}.{file_type}"
        files = [f"{method}_{seed}.json" for seed in range(6)]
        edgemark("score", "truth.json", *files, *options, "--format", file_type, "-o", name)
        return name

    return run


@pytest.mark.parametrize("file_type", ["json", "csv"])
@pytest.mark.parametrize("other", [(), ("--candidates", "other.csv")])
def test_w1_scores_over_different_candidates_are_refused(edgemark, score, file_type, other):
    metric = ("-m", "shd:pair mismatch", "--reference", "cpdag")
    results = [
        score("pc", *metric, "--candidates", "cand.csv", file_type=file_type),
        score("rand", *metric, *other, file_type=file_type),
    ]
    found = edgemark("compare", *results, *PATTERN)
    assert (found.status, found.out) == (2, "")
    assert "methods must be scored on the same candidate pairs; on 'truth.json/0'" in flat(found.err)
    same = score("rand", *metric, "--candidates", "cand.csv", file_type=file_type)
    assert edgemark("compare", results[0], same, *PATTERN).status == 0


def test_w1_python_refuses_different_candidates_too():
    truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
    candidates = em.Candidates(truth.nodes, [("A", "B"), ("B", "C")])
    reports = {
        (method, "asia", seed): em.evaluate(truth, found, "f1:skeleton", **options)
        for method, options in (("PC", {}), ("GES", {"candidates": candidates}))
        for seed in range(3)
    }
    runs = stats.Runs.from_reports(reports)
    with pytest.raises(StatisticsError, match="same candidate pairs"):
        stats.compare(runs.only(method="PC"), runs.only(method="GES"))
    with pytest.raises(StatisticsError, match="same candidate pairs"):
        stats.rank(runs)
    with pytest.raises(StatisticsError, match="same candidate pairs"):
        stats.rank(runs.to_frame())


def test_w1_the_same_candidates_in_another_order_are_the_same():
    truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
    names = [
        em.evaluate(truth, found, "shd", candidates=em.Candidates(list(nodes), pairs))[
            "shd", "pair mismatch"
        ]
        for nodes, pairs in (("ABC", ["AB", "BC"]), ("CAB", ["BC", "AB"]), ("ABC", ["AB", "BC", "CA"]))
        for pairs in [[tuple(pair) for pair in pairs]]
    ]
    first, same, other = (row.candidates for row in names)
    assert first == same != other
    assert em.evaluate(truth, found, "shd")[0].candidates == ""


def test_w2_the_worst_value_never_stands_in_for_a_refused_one(edgemark, score):
    """SID of DAGs is not defined for PC's CPDAGs, so that PC cannot lose by it."""
    results = [score(method, "-m", "sid") for method in ("pc", "rand")]
    arguments = ("compare", *results, *PATTERN, "-m", "sid", "--replicate", "seed")
    for missing in ("leave-out", "worst"):
        found = edgemark(*arguments, "--missing", missing)
        assert "better" not in found.out
        text = flat(found.out + found.err)
        assert "the metric is not defined on 6 runs of 'pc'" in text
        assert "--metric sid_lower --metric sid_upper" in text
        assert "--missing worst" not in text
        assert found.status == 1
    whole = edgemark(*arguments, "--missing", "worst", "--format", "json").json
    (pc,) = [row for row in whole["summaries"] if row["method"] == "pc"]
    assert (pc["refused"], pc["mean_worst"], pc["mean_best"]) == (6, None, None)


def test_w2_python_does_not_impute_a_refused_value_either():
    rows = [
        {"method": m, "seed": s, "metric": "sid", "value": (3 + s) * len(m)}
        for m in ("pc", "ges")
        for s in range(9)
    ]
    for row in rows[:2]:
        row |= {"value": None, "status": "refused"}
    runs = stats.as_runs(rows)
    with pytest.warns(StatisticsWarning, match="not defined on 2 runs of 'pc'"):
        found = stats.compare(runs.only(method="pc"), runs.only(method="ges"), worst=40)
    assert (len(found.pairs.names), found.pairs.imputed) == (7, ())
    assert not any("worst" in str(text) for text in found.warnings)
    with pytest.warns(StatisticsWarning, match="not defined on 2 runs of 'pc'"):
        ranking = stats.rank(runs, worst=40)
    assert ranking.blocks.imputed == ()


def test_m3_runs_without_a_value_are_counted_by_their_cause(edgemark, score):
    results = [score(method, "-m", "sid") for method in ("pc", "rand")]
    text = flat(edgemark("compare", *results, *PATTERN, "-m", "sid").out)
    assert "pc: 0 of 6 runs: 6 refused (sid needs a DAG as the estimate" in text
    assert "because they failed or are absent" not in text


def test_m4_the_verdict_against_chance_needs_no_second_method(edgemark, score):
    name = score("rand", "-m", "shd:pair mismatch", "--chance")
    found = edgemark("compare", name, *PATTERN)
    assert found.status == 1
    assert "than chance" in found.out or "from chance" in found.out
    assert "Add results of another method" in flat(found.err)
    assert "--pattern" not in found.err


def test_m7_different_null_models_are_named(edgemark, score):
    metric = ("-m", "shd:pair mismatch", "--chance")
    results = [score("pc", *metric), score("rand", *metric)]
    assert "null model" not in edgemark("compare", *results, *PATTERN).out
    whole = json.loads(Path("rand.json").read_text())
    for report in whole["reports"][:3]:
        report["rows"][0]["null_model"] = "permuted-labels"
    Path("rand.json").write_text(json.dumps(whole))
    text = flat(edgemark("compare", *results, *PATTERN).out)
    assert "the chance values come from different null models" in text
    found = edgemark("compare", *results, *PATTERN, "--format", "json").json
    assert any("permuted-labels and random-dags" in text for text in found["warnings"])
    assert [row["null_model"] for row in found["against_chance"]] == [
        "random-dags",
        "permuted-labels and random-dags",
    ]
    rows = csv.DictReader(io.StringIO(edgemark("compare", *results, *PATTERN, "--format", "csv").out))
    assert "random-dags" in {row["null_model"] for row in rows if row["record"] == "chance"}


def test_m8_metrics_that_are_not_shown_are_named(edgemark, score):
    results = [score(method) for method in ("pc", "rand")]
    text = flat(edgemark("compare", *results, *PATTERN).out)
    assert "not shown: " in text
    assert "Name metrics with --metric" in text
    whole = edgemark("compare", *results, *PATTERN, "--format", "json").json
    shown = {(row["metric"], row["convention"]) for row in whole["summaries"]}
    not_shown = set(map(tuple, whole["not_shown"]))
    assert ("shd", "pair mismatch") in shown
    assert "sid" in {metric for metric, _ in not_shown}
    assert not shown & not_shown
    chosen = edgemark("compare", *results, *PATTERN, "-m", "shd", "--format", "json").json
    assert chosen["not_shown"] == []


def test_m10_results_that_pandas_wrote_are_read(edgemark, score):
    import pandas

    results = [score(m, "-m", "shd", "-m", "f1:skeleton", file_type="csv") for m in ("pc", "rand")]
    before = edgemark("compare", *results, *PATTERN, "--format", "json").json
    for name in results:
        frame = pandas.read_csv(name)
        assert frame["of"].dtype == float  # a gap makes a column of floats
        frame.to_csv(name, index=False)
    assert edgemark("compare", *results, *PATTERN, "--format", "json").json == before


def test_m10_what_is_wrong_with_a_file_is_said(edgemark, score):
    name = Path(score("rand", "-m", "shd:pair mismatch"))
    whole = json.loads(name.read_text())
    whole["reports"][0]["rows"][0]["value"] = None
    name.write_text(json.dumps(whole))
    found = edgemark("compare", name, *PATTERN)
    assert found.status == 2
    assert "shd:pair mismatch with the status 'ok' has no value" in flat(found.err)
    del whole["reports"][0]["rows"][0]["status"]
    name.write_text(json.dumps(whole))
    assert "'status' is missing" in flat(edgemark("compare", name, *PATTERN).err)


def test_w1_the_number_of_possible_errors_is_that_of_the_same_graph():
    """Seeds that draw graphs of different sizes have different worst values, and a third seed none."""
    known = [
        stats.Run(3, "pc", "er", str(s), "shd", better="lower", worst=w) for s, w in ((0, 10), (1, 28))
    ]
    failed = [replace(run, method="ges", seed=s, worst=nan) for run in known[:1] for s in "012"]
    zero, one, two = (run.worst for run in _with_bounds(failed, known))
    assert (zero, one, isnan(two)) == (10, 28, True)


def test_13_complete_cases_that_one_metric_lacks_do_not_cost_another(edgemark, tmp_path):
    head = "truth,estimate,metric,convention,value,better,status,reason"
    rows = [
        f"t.txt,{m}_{seed}.json,f1,skeleton,.{seed + 1},higher,ok," for m in "ab" for seed in range(6)
    ]
    rows += [f"t.txt,a_{seed}.json,precision,skeleton,.5,higher,ok," for seed in range(3)]
    rows += [f"t.txt,b_{seed}.json,precision,skeleton,.5,higher,ok," for seed in range(3, 6)]
    (tmp_path / "all.csv").write_text("\n".join([head, *rows]) + "\n")
    both = ("-m", "f1:skeleton", "-m", "precision:skeleton", "--missing", "complete")
    found = edgemark("compare", "all.csv", *PATTERN, *both)
    assert found.status == 0
    assert "a vs b (f1 skeleton), 6 paired runs" in flat(found.out)
    assert "precision skeleton: there is none among 6 runs of 'a', 'b'" in flat(found.out + found.err)
    alone = edgemark("compare", "all.csv", *PATTERN, *both[2:])
    assert (alone.status, alone.out) == (2, "")
    assert "Score the same data sets and seeds with every method" in flat(alone.err)
