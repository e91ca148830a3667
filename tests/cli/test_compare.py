"""
`edgemark compare`: what `score` writes is read, named by a pattern, summed up, tested.

One file, because nearly all tests compare the same scored files.
"""

import csv
import io
import itertools
import json
import random
from itertools import combinations
from pathlib import Path

import pytest

import edgemark as em
from edgemark import stats
from edgemark.cli.compare_names import Naming
from edgemark.errors import AmbiguityError, EdgemarkError

PATTERN = ("--pattern", "{dataset}/{method}_{seed}.json")
REPORT = (
    '{"format": "edgemark.report", "version": 1, "truth": {"name": %s}, "estimate": {"name": "pc", '
    '"nodes": %s}, "rows": []}'
)
REPORT_OF_ROW = (REPORT % ('"asia"', "3")).replace(
    "[]",
    '[{"metric": "f1", "convention": "", "better": "higher", "status": "ok", "reason": "", '
    '"value": %s}]',
)
ERRORS = {"good": 0.1, "fair": 0.4, "poor": 0.8}
DATASETS = [f"set{k}" for k in range(7)]


@pytest.fixture
def scored(edgemark, save):
    """Score graphs of some methods on seven data sets with two seeds; give the results' names."""

    def run(methods=tuple(ERRORS), file_type="json"):
        made, results = random.Random(5), []
        for name in DATASETS:
            pairs = list(combinations("ABCDEFGH", 2))
            true = made.sample(pairs, 10)
            save(f"{name}/truth.json", "; ".join(["A; B; C; D; E; F; G; H", *map(" --> ".join, true)]))
            files = []
            for method in methods:
                for seed in (0, 1):
                    kept = [edge for edge in true if made.random() > ERRORS[method]]
                    edges = kept + [e for e in pairs if e not in true and made.random() < 0.02]
                    text = "; ".join(["A; B; C; D; E; F; G; H", *map(" --> ".join, edges)])
                    files.append(save(f"{name}/{method}_{seed}.json", text))
            results.append(f"{name}.{file_type}")
            metrics = ("-m", "shd:pair mismatch", "-m", "f1:skeleton", "-m", "precision:directed")
            arguments = (*metrics, "--format", file_type, "-o", results[-1])
            assert edgemark("score", f"{name}/truth.json", *files, *arguments).status == 0
        return results

    return run


def runs_of(results, metric):
    """What the library makes of the same results."""
    rows = []
    for name in results:
        for report in json.loads(Path(name).read_text())["reports"]:
            dataset, file = report["estimate"]["name"].split("/")
            method, seed = file.removesuffix(".json").split("_")
            names = {"method": method, "dataset": dataset, "seed": seed}
            rows += [{**row, **names} for row in report["rows"] if row["metric"] == metric]
    return stats.as_runs(rows)


def flat(text):
    """A text without its line breaks, which depend on the width of the terminal."""
    return " ".join(str(text).split())


# ---- results


def test_three_methods_are_ranked_as_the_library_ranks_them(edgemark, scored):
    results = scored()
    found = edgemark("compare", *results, *PATTERN, "-m", "shd")
    assert (found.status, found.err) == (0, "")
    assert flat(stats.rank(runs_of(results, "shd"))) in flat(found.out)


def test_two_methods_are_compared_as_the_library_compares_them(edgemark, scored):
    results = scored(("good", "poor"))
    found = edgemark("compare", *results, *PATTERN, "-m", "f1:skeleton", "--level", "0.9")
    runs = runs_of(results, "f1")
    expected = stats.compare(runs.only(method="good"), runs.only(method="poor"), level=0.9)
    assert found.status == 0
    assert flat(expected) in flat(found.out)
    assert "good is significantly better than poor" in found.out


def test_json_holds_summaries_verdicts_and_agreement(edgemark, scored):
    results = scored()
    whole = edgemark("compare", *results, *PATTERN, "--missing", "worst", "--format", "json").json
    assert (whole["format"], whole["version"]) == ("edgemark.comparison", 1)
    runs = runs_of(results, "shd")
    mine = [row for row in whole["summaries"] if row["metric"] == "shd"]
    expected = [row.summary.mean for row in stats.summarize(runs)]
    assert [row["mean"] for row in mine] == expected
    (verdict,) = [one for one in whole["verdicts"] if one["metric"] == "shd"]
    ranking = stats.rank(runs)
    assert verdict["kind"] == "ranking"
    assert [row["average_rank"] for row in verdict["methods"]] == sorted(ranking.average_ranks)
    assert {frozenset((p["a"], p["b"])) for p in verdict["pairs"]} == {
        frozenset(pair) for pair in combinations(ERRORS, 2)
    }
    assert len(whole["agreement"]) == 1  # of the two main metrics that were scored


def test_r7_4_a_correction_over_metrics_that_cannot_be_met_is_said(edgemark, scored):
    """Seven data sets, three methods, two metrics: six tests with p = 2 / 2^7 at least."""
    arguments = ("compare", *scored(), *PATTERN, "-m", "shd", "-m", "f1:skeleton")
    words = "with Holm's correction over 2 metrics (6 tests) p < 0.05 cannot be reached: the smallest "
    text = flat(edgemark(*arguments).out)
    assert f"{words}p-value is {6 * 2 / 2**7:.3g}. Add data sets" in text
    assert "--primary 'shd:pair mismatch'" in text
    assert any(words in one for one in edgemark(*arguments, "--format", "json").json["warnings"])
    assert "cannot be reached" not in edgemark(*arguments, "--primary", "shd").out


def test_csv_of_scores_gives_the_same_as_json(edgemark, scored):
    arguments = (*PATTERN, "-m", "shd", "--format", "csv")
    from_json = edgemark("compare", *scored(file_type="json"), *arguments)
    from_csv = edgemark("compare", *scored(file_type="csv"), *arguments)
    assert from_json.out == from_csv.out
    rows = list(csv.DictReader(io.StringIO(from_csv.out)))
    assert [row["method"] for row in rows if row["record"] == "summary"] == list(ERRORS)


def test_t6_csv_holds_the_tests_and_the_rankings_too(edgemark, scored):
    results = scored()
    metrics = ("-m", "shd", "-m", "f1:skeleton")
    rows = list(
        csv.DictReader(
            io.StringIO(edgemark("compare", *results, *PATTERN, *metrics, "--format", "csv").out)
        )
    )
    records = [row["record"] for row in rows]
    counts = {"summary": 6, "ranking": 2, "rank": 6, "pair": 6, "agreement": 1}
    counts["warning"] = 1  # seven data sets are too few for three pairs by two metrics
    assert {name: records.count(name) for name in dict.fromkeys(records)} == counts
    ranking = stats.rank(runs_of(results, "shd"))
    pairs = [row for row in rows if (row["record"], row["metric"]) == ("pair", "shd")]
    for row in pairs:
        pair = ranking.pair(row["a"], row["b"])
        assert float(row["p_holm"]) == pytest.approx(pair.p_holm)
        assert float(row["effect"]) == pytest.approx(pair.effect)
        assert float(row["p_family"]) >= float(row["p_holm"])
    two = edgemark("compare", *scored(("good", "poor")), *PATTERN, "-m", "shd", "--format", "csv").out
    (row,) = [row for row in csv.DictReader(io.StringIO(two)) if row["record"] == "comparison"]
    assert (row["a"], row["b"], row["replicate"]) == ("good", "poor", "dataset")
    assert (row["method"], row["p_method"]) == ("", "exact")


def test_t6_several_metrics_are_corrected_unless_one_is_primary(edgemark, scored):
    from statsmodels.stats.multitest import multipletests

    results, metrics = (
        scored(("good", "fair")),
        ("-m", "shd", "-m", "f1:skeleton", "-m", "precision:directed"),
    )
    found = edgemark("compare", *results, *PATTERN, *metrics, "--format", "json").json
    p_values = [one["p_value"] for one in found["verdicts"]]
    expected = multipletests(p_values, method="holm")[1]
    assert [one["over_metrics"][0]["p_family"] for one in found["verdicts"]] == pytest.approx(
        list(expected)
    )
    chosen = edgemark(
        "compare", *results, *PATTERN, *metrics, "--primary", "f1:skeleton", "--format", "json"
    ).json
    families = {one["metric"]: one["over_metrics"][0]["p_family"] for one in chosen["verdicts"]}
    by_metric = {one["metric"]: one["p_value"] for one in chosen["verdicts"]}
    others = [by_metric["shd"], by_metric["precision"]]
    assert families["f1"] == by_metric["f1"]
    assert [families["shd"], families["precision"]] == pytest.approx(
        list(multipletests(others, method="holm")[1])
    )
    text = flat(edgemark("compare", *results, *PATTERN, *metrics).out)
    assert text.count("Holm's correction over 3 metrics: p = ") == 3
    text = flat(edgemark("compare", *results, *PATTERN, *metrics, "--primary", "f1:skeleton").out)
    assert "primary metric: not corrected for the other metrics" in text
    assert text.count("Holm's correction over 2 other metrics") == 2


def test_methods_are_compared_with_a_control_only(edgemark, scored):
    results = scored()
    arguments = (*results, *PATTERN, "-m", "shd", "--control", "fair")
    (verdict,) = edgemark("compare", *arguments, "--format", "json").json["verdicts"]
    expected = stats.rank(runs_of(results, "shd"), control="fair")
    assert [(p["a"], p["b"], p["p_holm"]) for p in verdict["pairs"]] == [
        (p.a, p.b, p.p_holm) for p in expected.pairs
    ]
    unknown = edgemark("compare", *results, *PATTERN, "--control", "fairr")
    assert (unknown.status, "Did you mean 'fair'" in unknown.err) == (2, True)
    drawn = edgemark("compare", *arguments, "--figure", "ranks.svg")
    assert (drawn.status, "leave out --control" in drawn.err) == (2, True)


def test_t9_the_replicate_is_chosen_and_stated(edgemark, scored):
    results = scored(("good", "poor"))
    for replicate, n in (("dataset", 7), ("seed", 14), ("nested", 7)):
        arguments = (*results, *PATTERN, "-m", "shd", "--replicate", replicate)
        (verdict,) = edgemark("compare", *arguments, "--format", "json").json["verdicts"]
        assert (verdict["replicate"], verdict["n"]) == (replicate, n)
    text = flat(edgemark("compare", *results, *PATTERN, "-m", "shd").out)
    assert (
        "replicate: data set (14 runs on 7 data sets, averaged within each data set), by default" in text
    )


def test_t5_numbered_names_are_asked_about_in_a_short_message(edgemark, scored):
    results = scored()
    found = edgemark("compare", *results)
    assert (found.status, found.out) == (2, "")
    assert len(found.err) < 400
    assert "--pattern '{method}_{seed}.json'" in found.err
    assert edgemark("compare", *results, "--pattern", "{method}_{seed}.json").status == 0


def test_t5_names_that_differ_in_case_are_warned_about(edgemark, save):
    for name in ("one", "two"):
        save(f"{name}/truth.json", "A --> B --> C")
        save(f"{name}/pc.json", "A --> B; C")
        save(f"{name}/PC.json", "A --> B --> C")
        files = [f"{name}/pc.json", f"{name}/PC.json"]
        edgemark("score", f"{name}/truth.json", *files, "--format", "json", "-o", f"{name}.json")
    text = flat(edgemark("compare", "one.json", "two.json", "-m", "shd").out)
    assert "warning: 'pc' and 'PC' are counted as 2 methods, but their names differ only in case" in text


def test_complete_cases_judge_all_methods_on_the_same_runs(edgemark, scored, tmp_path):
    scored()
    (tmp_path / "set0" / "fair_1.json").write_text("{")
    files = [f"set0/{method}_{seed}.json" for method in ERRORS for seed in (0, 1)]
    edgemark(
        "score",
        "set0/truth.json",
        *files,
        "-m",
        "shd:pair mismatch",
        "--format",
        "json",
        "-o",
        "set0.json",
    )
    results = [f"{name}.json" for name in DATASETS]
    rows = edgemark(
        "compare", *results, *PATTERN, "-m", "shd", "--missing", "complete", "--format", "json"
    ).json["summaries"]
    assert {(row["method"], row["runs"], row["ok"]) for row in rows} == {(m, 13, 13) for m in ERRORS}


def test_a_method_is_tested_against_chance_over_its_runs(edgemark, save):
    truth = "A --> C <-- B; C --> D; E"
    for k in range(7):
        save(f"set{k}/truth.json", truth)
        save(f"set{k}/pc.json", truth)
        save(f"set{k}/empty.json", "A; B; C; D; E")
        names = [f"set{k}/{name}.json" for name in ("truth", "pc", "empty")]
        edgemark("score", *names, "--chance", "-m", "f1:skeleton", "--format", "json", "-o", f"{k}.json")
    arguments = ("*.json", "--pattern", "{dataset}/{method}.json")
    found = edgemark("compare", *arguments, "--format", "json").json["against_chance"]
    (pc, empty) = found
    assert (pc["method"], pc["better_than_chance"], pc["significant"]) == ("pc", True, True)
    assert pc["chance"] == pytest.approx(0.3)
    assert (empty["method"], empty["significant"]) == ("empty", False)
    assert pc["p_holm"] == pytest.approx(2 * pc["p_value"])
    text = flat(edgemark("compare", *arguments).out)
    assert "pc is significantly better than chance: 1.000 against 0.300" in text


def test_an_estimate_that_could_not_be_scored_is_a_failed_run(edgemark, scored, tmp_path):
    scored()
    (tmp_path / "set0" / "fair_1.json").write_text("{")
    files = [f"set0/{method}_{seed}.json" for method in ERRORS for seed in (0, 1)]
    arguments = ("-m", "shd:pair mismatch", "--format", "json", "-o", "set0.json")
    assert edgemark("score", "set0/truth.json", *files, *arguments).status == 1
    results = [f"{name}.json" for name in DATASETS]
    found = edgemark("compare", *results, *PATTERN, "-m", "shd")
    assert "1 of 14" in found.out
    assert "1 run is left out for every method" in found.out
    assert "--missing worst" in found.out
    worst = edgemark("compare", *results, *PATTERN, "-m", "shd", "--missing", "worst")
    assert "left out" not in worst.out
    whole = edgemark("compare", *results, *PATTERN, "-m", "shd", "--format", "json").json
    (fair,) = [row for row in whole["summaries"] if row["method"] == "fair"]
    assert (fair["failed"], fair["ok"]) == (1, 13)
    (value,) = [
        run.value for run in runs_of(results, "shd") if (run.method, *run.key) == ("fair", "set0", "0")
    ]
    assert 7 * (fair["mean_worst"] - fair["mean"]) == pytest.approx((value + 28) / 2 - value)


def test_a_failed_estimate_is_a_run_in_csv_as_in_json(edgemark, scored, tmp_path):
    scored()
    (tmp_path / "set0" / "fair_1.json").write_text("{")
    files = [f"set0/{method}_{seed}.json" for method in ERRORS for seed in (0, 1)]
    for form in ("json", "csv"):
        arguments = ("-m", "shd:pair mismatch", "--format", form, "-o", f"r.{form}")
        assert edgemark("score", "set0/truth.json", *files, *arguments).status == 1
    rows = csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text()))
    (row,) = [row for row in rows if row["status"] == "failed"]
    assert (row["truth"], row["estimate"], row["value"]) == ("set0/truth.json", "set0/fair_1.json", "")
    assert row["reason"]
    found = [edgemark("compare", f"r.{form}", *PATTERN, "-m", "shd").out for form in ("json", "csv")]
    assert found[0] == found[1]
    assert "1 of 2" in found[0]


def test_an_estimate_without_any_score_is_still_in_the_csv(edgemark, save, tmp_path):
    save("truth.json", "A --> B")
    (tmp_path / "bad.json").write_text("{")
    found = edgemark("score", "truth.json", "bad.json", "--format", "csv")
    assert [row["status"] for row in csv.DictReader(io.StringIO(found.out))] == ["failed"]


def test_what_stands_in_for_missing_values_is_shown(edgemark, save):
    truth = "A --> C <-- B; C --> D; E"
    for name, estimate in (
        ("one", truth),
        ("two", "A --> C --> D; B; E"),
        ("six", "A --> C <-- B; D; E"),
    ):
        save(f"{name}/truth.json", truth)
        save(f"{name}/pc.json", estimate)
        save(f"{name}/ges.json", truth)
        results = (f"{name}/truth.json", f"{name}/pc.json", f"{name}/ges.json")
        colliders = ("--chance", "-m", "precision:unshielded colliders")
        for form in ("json", "csv"):
            edgemark("score", *results, *colliders, "--format", form, "-o", f"{name}.{form}")
    pattern = ("--pattern", "{dataset}/{method}.json")
    read = em.read("two/truth.json"), em.read("two/pc.json")
    chance = em.chance(*read, "precision:unshielded colliders")[0].chance.mean
    for form in ("json", "csv"):
        files = [f"{name}.{form}" for name in ("one", "two", "six")]
        rows = edgemark("compare", *files, *pattern, "--format", "json").json["summaries"]
        (pc,) = [row for row in rows if row["method"] == "pc"]
        assert (pc["undefined"], pc["mean"], pc["mean_best"]) == (1, 1, 1)
        assert pc["mean_worst"] == pytest.approx(2 / 3)
        assert pc["mean_chance"] == pytest.approx((2 + chance) / 3)
        text = edgemark("compare", *files, *pattern, "--missing", "worst").out
        assert "if best" in text
        assert f"{2 / 3:.3f}" in text
        assert f"{(2 + chance) / 3:.3f}" in text
        assert "the worst possible value stands in for 1 run without a value: 'two'" in text
        assert "stands in for 1" not in edgemark("compare", *files, *pattern).out


def test_agreement_takes_in_what_the_tests_take_in(edgemark, scored, tmp_path):
    scored()
    (tmp_path / "set0" / "fair_1.json").write_text("{")
    files = [f"set0/{method}_{seed}.json" for method in ERRORS for seed in (0, 1)]
    metrics = ("-m", "shd:pair mismatch", "-m", "f1:skeleton")
    edgemark("score", "set0/truth.json", *files, *metrics, "--format", "json", "-o", "set0.json")
    arguments = (*[f"{name}.json" for name in DATASETS], *PATTERN, *metrics, "--format", "json")
    left_out = edgemark("compare", *arguments).json
    worst = edgemark("compare", *arguments, "--missing", "worst").json
    assert [one["agreement"][0]["n"] for one in (left_out, worst)] == [41, 42]
    assert [one["agreement"][0]["shared"] for one in (left_out, worst)] == [13, 14]


def test_a_metric_that_makes_another_method_first_is_warned_about(edgemark, save):
    save("truth.json", "A --> B --> C --> D")
    for k in range(3):
        save(f"sparse_{k}.json", "A --> B; C; D")
        save(f"dense_{k}.json", "A --> B --> C --> D; A --> C; A --> D; B --> D")
    files = [f"{m}_{k}.json" for m in ("sparse", "dense") for k in range(3)]
    metrics = ("-m", "precision:directed", "-m", "recall:directed")
    edgemark("score", "truth.json", *files, *metrics, "--format", "json", "-o", "r.json")
    found = edgemark("compare", "r.json", "--pattern", "{method}_{seed}.json", *metrics)
    text = " ".join(found.out.split())
    assert (
        "the method that ranks first depends on the metric: sparse by 'precision directed'; dense"
        in text
    )


# ---- names


def test_options_name_what_a_pattern_does_not(edgemark, scored):
    results = scored(("good", "poor"))
    by_file = ("--pattern", "{method}_*.json", "--seed", "0")
    found = edgemark("compare", *results, *by_file)
    assert found.status == 2
    assert "every run must be given once" in found.err
    both = edgemark(
        "compare", results[0], "--pattern", "{method}_{seed}.json", "--dataset", "D", "-m", "shd"
    )
    assert "good vs poor (shd pair mismatch), 2 paired runs" in both.out


def test_a_run_in_two_files_is_refused_with_the_names_of_both(edgemark, save):
    save("truth.json", "A --> B --> C")
    save("pc.json", "A --> B; C")
    Path("broken.json").write_text("{")
    for file_type in ("json", "csv"):
        for name in ("one", "two"):
            arguments = ("--format", file_type, "-o", f"{name}.{file_type}")
            edgemark("score", "truth.json", "pc.json", "broken.json", *arguments)
        found = edgemark("compare", f"one.{file_type}", f"two.{file_type}")
        assert found.status == 2
        assert (
            f"in 'one.{file_type}' (estimate 'pc.json') and in 'two.{file_type}' (estimate 'pc.json')"
        ) in flat(found.err)
    scores = json.loads(Path("one.json").read_text())
    scores["reports"] *= 2
    Path("one.json").write_text(json.dumps(scores))
    both = edgemark("compare", "one.json")
    assert "twice, both in 'one.json' (estimate 'pc.json')" in flat(both.err)


def test_estimates_of_one_name_in_two_folders_are_named(edgemark, save):
    save("truth.json", "A --> B --> C")
    files = [save(f"{folder}/pc.json", "A --> B; C") for folder in ("a", "b")]
    edgemark("score", "truth.json", *files, "--format", "json", "-o", "r.json")
    found = edgemark("compare", "r.json")
    assert "in 'r.json' (estimate 'a/pc.json') and in 'r.json' (estimate 'b/pc.json')" in flat(found.err)


@pytest.mark.parametrize(
    ("pattern", "name", "advised"),
    [
        ("{method}", "asia/pc.csv", "{method}.csv"),
        ("{method}_{seed}", "pc_1.json", "{method}_{seed}.json"),
        ("{method}.gz", "pc.csv.gz", "{method}.csv.gz"),
    ],
)
def test_a_pattern_must_not_leave_the_suffix_in_a_name(pattern, name, advised):
    """The method was 'pc.csv', and the seed '1.json'."""
    with pytest.raises(EdgemarkError, match="must contain the suffix of the files") as caught:
        Naming({}, pattern).parts("truth", name, "results.csv")
    assert f"--pattern '{advised}'" in caught.value.message.in_shell(["--pattern"])
    assert Naming({}, advised).parts("truth", name, "results.csv")["method"] == "pc"


def test_digits_after_a_point_are_no_suffix():
    """The method of an estimate named pc_0.05 was pc_0."""
    assert Naming({}).parts("truth", "pc_0.05", "r.csv")["method"] == "pc_0.05"


def test_a_metric_is_chosen_by_options(edgemark, scored):
    found = edgemark("compare", *scored(("good", "poor")), *PATTERN, "-m", "shd:of=graph")
    assert "good vs poor (shd pair mismatch)" in found.out


def test_without_a_pattern_the_estimates_file_is_the_method_and_the_truth_the_data_set(edgemark, save):
    for name in ("one", "two"):
        save(f"{name}/truth.json", "A --> B --> C")
        for method, text in (("pc", "A --> B; C"), ("ges", "A --> B --> C")):
            save(f"{name}/{method}.json", text)
        files = [f"{name}/pc.json", f"{name}/ges.json"]
        edgemark("score", f"{name}/truth.json", *files, "--format", "json", "-o", f"{name}.json")
    found = edgemark("compare", "*.json", "-m", "shd:pair mismatch", "--format", "json").json
    assert [row["method"] for row in found["summaries"]] == ["pc", "ges"]
    assert [(row["n"], row["unit"]) for row in found["summaries"]] == [(2, "data set")] * 2


def test_a_pattern_may_be_of_the_results_file(edgemark, save):
    save("truth.json", "A --> B --> C")
    save("found.json", "A --> B; C")
    for method in ("pc", "ges"):
        for seed in range(2):
            arguments = ("--format", "csv", "-o", f"{method}-{seed}.csv")
            edgemark("score", "truth.json", "found.json", *arguments)
    arguments = ("--pattern", "{method}-{seed}.csv", "-m", "shd:pair mismatch", "--format", "json")
    found = edgemark("compare", "*.csv", *arguments).json
    assert [row["n"] for row in found["summaries"]] == [2, 2]


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("{methd}.json", "Did you mean 'method'"),
        ("*.json", "at least one and each at most once"),
        ("{method}_{method}.json", "at least one and each at most once"),
        ("{method}.txt", "must fit the end of an estimate's name"),
    ],
)
def test_a_pattern_that_names_nothing_is_refused(edgemark, scored, pattern, complaint):
    found = edgemark("compare", scored(("good",))[0], "--pattern", pattern)
    assert found.status == 2
    assert complaint in found.err


# ---- files and numbers that do not do


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the columns 'truth', 'estimate', 'metric', 'convention', 'value' and 3 more are missing"),
        (
            "truth,estimate,metric,value,better,reason",
            "the columns 'convention', 'status' are missing. Write them with edgemark score",
        ),
        ("{", "line 1 column 2"),
        (
            '{"format": "edgemark.criteria", "version": 1}',
            "the format of this file is 'edgemark.criteria'",
        ),
        ('{"format": "edgemark.scores", "version": 9}', "the version of this file is 9"),
        (
            '{"format": "edgemark.scores", "version": 1, "reports": [], "failed": []}',
            "at least one number",
        ),
        ('{"format": "edgemark.scores", "version": 1, "reports": [3]}', "this file is neither"),
        ("[[[[", "line 1 column 5"),
        ("[]", "this file is neither"),
        (REPORT % ('"asia"', "3"), "at least one number"),
        (REPORT % ("null", "3"), "it has None where text is needed"),
        (REPORT_OF_ROW % '"3"', "not a number in a column of numbers"),
        (REPORT_OF_ROW % "true", "not a number in a column of numbers"),
        (REPORT_OF_ROW % f"1{'0' * 400}", "this file is neither"),
        (REPORT_OF_ROW % "Infinity", "must be finite"),
        (
            "truth,estimate,metric,convention,value,better,status,reason\na,b,f1,,x,higher,ok,\n",
            "the column 'value' must hold numbers; got 'x'",
        ),
    ],
)
def test_files_of_something_else_are_refused(edgemark, tmp_path, text, complaint):
    (tmp_path / "results").write_text(text)
    found = edgemark("compare", "results")
    assert (found.status, found.out) == (2, "")
    assert complaint in " ".join(found.err.split())


def test_one_method_alone_is_summed_up_and_the_status_says_so(edgemark, scored):
    found = edgemark("compare", *scored(("good",)), *PATTERN, "-m", "shd")
    assert found.status == 1
    assert "good" in found.out
    assert "a comparison needs at least two methods; got only good" in found.err


def test_t5_an_absent_run_is_left_out_and_counted(edgemark, scored, tmp_path):
    results = scored(("good", "poor"))
    whole = json.loads((tmp_path / results[0]).read_text())
    whole["reports"] = [r for r in whole["reports"] if "poor_1" not in r["estimate"]["name"]]
    (tmp_path / results[0]).write_text(json.dumps(whole))
    found = edgemark("compare", *results, *PATTERN, "-m", "shd")
    assert (found.status, found.err) == (0, "")
    text = flat(found.out)
    assert "1 paired run is left out (1 of them absent), because poor has no value there" in text
    assert "1 of 14" in text
    assert "if chance" not in text  # F10: no table has such a column
    assert (
        "if best, if worst: the mean with missing values replaced by the best possible value or by"
        in text
    )
    imputed = edgemark("compare", *results, *PATTERN, "-m", "shd", "--missing", "worst")
    assert "stands in for 1 run without a value: 'set0/1'" in flat(imputed.out)


def test_absent_runs_are_shown(edgemark, scored, tmp_path):
    results = scored()
    for name in results[:2]:
        whole = json.loads((tmp_path / name).read_text())
        whole["reports"] = [r for r in whole["reports"] if "poor" not in r["estimate"]["name"]]
        (tmp_path / name).write_text(json.dumps(whole))
    rows = edgemark("compare", *results, *PATTERN, "-m", "shd", "--format", "json").json["summaries"]
    assert [(row["method"], row["absent"]) for row in rows] == [("good", 0), ("fair", 0), ("poor", 4)]


def test_a_region_is_of_two_methods(edgemark, scored):
    results = scored()
    found = edgemark("compare", *results, *PATTERN, "-m", "shd", "--rope", "2")
    assert (found.status, "--rope needs exactly two methods" in found.err) == (2, True)


def test_an_unknown_metric_is_refused(edgemark, scored):
    found = edgemark("compare", *scored(("good", "poor")), *PATTERN, "-m", "shdd")
    assert found.status == 2
    assert "Did you mean 'shd'" in found.err


def test_hostile_names_fit(edgemark, hostile, tmp_path):
    first, last = hostile
    edgemark("score", first, last, first, "--format", "json", "-o", "r.json")
    for name in ("\x1b[31mred", "[/]" + "long" * 40, "とても長い" * 12):
        found = edgemark("compare", "r.json", "--dataset", name)
        assert found.status in (0, 1)
        text = (tmp_path / "r.json").read_text().replace('"turned.json"', json.dumps(f"{name}.json"))
        (tmp_path / "other.json").write_text(text)
        assert edgemark("compare", "other.json").status in (0, 1)


# ---- figures


def test_a_figure_is_drawn_of_one_ranking(edgemark, scored, tmp_path):
    results = scored()
    drawn = edgemark("compare", *results, *PATTERN, "-m", "shd", "--figure", "ranks.png")
    assert drawn.status == 0
    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")
    several = edgemark("compare", *results, *PATTERN, "--figure", "ranks.png")
    assert several.status == 2
    assert "needs one ranking of three or more methods; got rankings by 2 metrics" in several.err


def test_a_figure_of_two_methods_is_refused_with_the_reason(edgemark, tmp_path):
    """Choosing a metric, the former advice, does not help."""
    rows = ["truth,estimate,metric,convention,value,better,status,reason"]
    rows += [f"net{k},{m},shd,pair mismatch,{k},lower,ok," for k in range(6) for m in ("pc", "ges")]
    (tmp_path / "two.csv").write_text("\n".join(rows) + "\n")
    refused = edgemark("compare", "two.csv", "-m", "shd", "--figure", "ranks.png")
    assert refused.status == 2
    assert "there are two, which are compared without ranks. Leave out --figure" in refused.err
    assert "Choose one metric" not in refused.err
    (tmp_path / "one.csv").write_text("\n".join(row for row in rows if ",ges," not in row) + "\n")
    alone = edgemark("compare", "one.csv", "-m", "shd", "--figure", "ranks.png")
    assert "there is none: " in alone.err


def test_the_library_reads_runs_from_a_report_too(edgemark, save, tmp_path):
    truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
    (tmp_path / "report.json").write_text(em.evaluate(truth, found).to_json())
    whole = edgemark("compare", "report.json", "--method", "pc", "-m", "shd:pair mismatch").out
    assert "pc" in whole


# ---- what fails, and what only describes


@pytest.fixture
def with_a_failure(edgemark, save, tmp_path):
    """Score three methods, one without any graph; give a function that compares them."""
    for name in ("one", "two", "six"):
        save(f"{name}/truth.json", "A --> B --> C --> D")
        save(f"{name}/pc.json", "A --> B --> C; D")
        save(f"{name}/ges.json", "A --> B; C; D")
        (tmp_path / name / "bad.json").write_text("{")
        names = [f"{name}/{method}.json" for method in ("pc", "ges", "bad")]
        metrics = ("shd:pair mismatch", "bsf", "tp:skeleton", "ddm:absent missed", "decisiveness")
        options = [word for metric in metrics for word in ("-m", metric)]
        options += ["--chance", "--format", "json", "-o", f"{name}.scores"]
        edgemark("score", f"{name}/truth.json", *names, *options)

    def run(*arguments):
        files = [f"{name}.scores" for name in ("one", "two", "six")]
        return edgemark("compare", *files, "--pattern", "{dataset}/{method}.json", *arguments)

    return run


def test_failures_alone_belong_to_their_truth(edgemark, save, tmp_path):
    (tmp_path / "pc.json").write_text("{")
    save("ges.json", "A --> B")
    for name in ("one", "two", "six"):
        save(f"{name}.json", "A --> B")
        edgemark("score", f"{name}.json", "pc.json", "--format", "json", "-o", f"pc-{name}")
        edgemark("score", f"{name}.json", "ges.json", "--format", "json", "-o", f"ges-{name}")
        assert json.loads((tmp_path / f"pc-{name}").read_text())["failed"][0]["truth"] == f"{name}.json"
    files = [f"{method}-{name}" for method in ("pc", "ges") for name in ("one", "two", "six")]
    rows = edgemark("compare", *files, "-m", "shd:pair mismatch", "--format", "json").json["summaries"]
    assert {(row["method"], row["runs"], row["failed"]) for row in rows} == {("ges", 3, 0), ("pc", 3, 3)}


def test_a_method_that_fails_everywhere_is_named_and_the_others_are_compared(with_a_failure):
    found = with_a_failure("-m", "shd")
    assert found.status == 0
    text = " ".join(found.out.split())
    assert "pc vs ges (shd pair mismatch), 3 paired data sets" in text
    assert "'bad' has no value at all, so only the others are compared" in text
    assert "Use the worst possible value: --missing worst" in text
    (verdict,) = with_a_failure("-m", "shd", "--format", "json").json["verdicts"]
    assert (verdict["kind"], verdict["without_value"]) == ("comparison", ["bad"])


@pytest.mark.parametrize(("metric", "worst"), [("shd", 6), ("bsf", -1), ("tp", 0)])
def test_the_worst_possible_is_known_of_a_metric(with_a_failure, metric, worst):
    whole = with_a_failure("-m", metric, "--missing", "worst", "--format", "json").json
    (verdict,) = whole["verdicts"]
    assert (verdict["kind"], verdict["without_value"]) == ("ranking", [])
    (bad,) = [row for row in whole["summaries"] if row["method"] == "bad"]
    assert bad["mean_worst"] == worst


def test_where_no_worst_value_is_known_it_is_not_advised(with_a_failure):
    text = " ".join(with_a_failure("-m", "ddm", "--missing", "worst").out.split())
    assert "The worst possible value is unknown here" in text


def test_a_number_that_only_describes_is_summed_up_and_not_tested(with_a_failure):
    found = with_a_failure("-m", "decisiveness")
    assert (found.status, found.err) == (0, "")
    assert "no test: this metric describes a graph" in found.out
    (verdict,) = with_a_failure("-m", "decisiveness", "--format", "json").json["verdicts"]
    assert verdict["kind"] == "none"


def test_why_nothing_is_said_of_chance_is_said(with_a_failure):
    text = " ".join(with_a_failure("-m", "shd").out.split())
    assert "an estimate that could not be read has none" in text


@pytest.mark.parametrize("metric", ["decisiveness", "shd"])
def test_r7_7_a_column_is_explained_only_under_a_table_that_has_it(with_a_failure, metric):
    text = " ".join(with_a_failure("-m", metric).out.split())
    assert "n no value" in text
    assert "if chance" not in text


def test_a_file_given_twice_is_read_once_however_it_is_written(edgemark, scored):
    name = scored(("good", "poor"))[0]
    once = edgemark("compare", name, *PATTERN, "-m", "shd")
    for again in (name, f"./{name}"):
        assert edgemark("compare", name, again, *PATTERN, "-m", "shd").out == once.out


@pytest.mark.parametrize(
    "pattern", ["{method}{seed}", "{method}{seed}.json", "{dataset}/{method}*.json"]
)
def test_m9_parts_of_a_pattern_that_touch_are_refused(pattern):
    with pytest.raises(EdgemarkError, match="must have text between them"):
        Naming({}, pattern).parts("t.txt", "asia_pc_1.json", "r.csv")
    found = Naming({}, "{method}_{seed}.json").parts("t.txt", "pc_1.json", "r.csv")
    assert (found["method"], found["seed"]) == ("pc", "1")


def test_names_with_unusual_line_separators_are_read_from_csv(edgemark, save):
    save("truth.json", "A --> B --> C")
    names = [save(f"{name}.json", "A --> B; C") for name in ("p\u2028c", "g\x0ces")]
    edgemark("score", "truth.json", *names, "-m", "shd", "--format", "csv", "-o", "scores.csv")
    found = edgemark("compare", "scores.csv", "--format", "csv")
    rows = csv.DictReader(io.StringIO(found.out))
    assert {row["method"] for row in rows if row["record"] == "summary"} == {"p\u2028c", "g\x0ces"}


def _divisions(pattern: str, name: str) -> list[dict[str, str]]:
    """All ways in which a pattern of {parts} divides a name, by trying every length of every part."""
    if not pattern:
        return [] if name else [{}]
    if pattern[0] != "{":
        same = name[:1] == pattern[0]
        return _divisions(pattern[1:], name[1:]) if same else []
    part, _, rest = pattern[1:].partition("}")
    return [
        {part: name[:k]} | way
        for k in range(1, len(name) + 1)
        if "/" not in name[:k]
        for way in _divisions(rest, name[k:])
    ]


def test_a_name_is_divided_in_one_way_or_refused():
    letters = ["a", "b_c", "1", "x_2", "b_"]
    patterns = [
        "{method}_{seed}", "{dataset}/{method}_{seed}", "{dataset}_{method}_{seed}",
        "{seed}_{method}", "{dataset}_{method}", "{dataset}__{seed}",
    ]  # fmt: skip
    seen = set()
    for pattern, *words in itertools.product(patterns, letters, letters, letters):
        for name in ("_".join(words), f"{words[0]}/{words[1]}_{words[2]}"):
            steps = pattern.count("/") + 1
            ways = _divisions(pattern, "/".join(name.split("/")[-steps:]))
            right = [way for way in ways if way.get("seed", "").isdecimal()] or ways
            seen.add(min(len(right), 2))
            naming = Naming({}, pattern)
            if len(right) == 1:
                assert naming.parts("t.txt", name, "r.csv").items() >= right[0].items(), (pattern, name)
            else:
                with pytest.raises(AmbiguityError if right else EdgemarkError, match="--pattern"):
                    naming.parts("t.txt", name, "r.csv")
    assert seen == {0, 1, 2}


def test_the_pattern_of_the_docs_keeps_pc_and_pc_stable_apart():
    naming = Naming({}, "{dataset}/{method}_{seed}.txt")
    names = [f"{data}/{method}_{k}.txt" for data in ("asia", "alarm") for method in ("pc", "pc_stable")
             for k in (1, 2)]  # fmt: skip
    parts = [naming.parts("t.txt", name, "r.csv") for name in names]
    assert {(part["method"], part["seed"]) for part in parts} == {
        ("pc", "1"), ("pc", "2"), ("pc_stable", "1"), ("pc_stable", "2"),
    }  # fmt: skip
    with pytest.raises(AmbiguityError, match="'big', seed '1', or method 'pc', dataset 'big_net'"):
        Naming({}, "{dataset}_{method}_{seed}.txt").parts("t.txt", "big_net_pc_1.txt", "r.csv")
