"""`edgemark compare` says which methods take no part in a test, and why, in every form."""

import csv
import io

import pytest

PATTERN = ("--pattern", "{method}_{seed}.json")
WHY = "the metric is not defined on 7 runs of 'pc'"
REASON = "sid needs a DAG as the estimate"


def flat(text):
    return " ".join(str(text).split())


@pytest.fixture
def results(save, edgemark):
    """SID is not defined for any result of PC; SHD is defined, but in another class."""
    save("truth.json", "A --> B --> C --> D; E; F")
    for seed in range(7):
        save(f"pc_{seed}.json", "A --- B --- C --> D; E; F")
        save(f"rand_{seed}.json", "B --> A; D --> C --> B; E --> F")
        save(f"ges_{seed}.json", f"A --> B; D --> C --> B; E --> F{'; A --> D' if seed % 2 else ''}")
    files = [f"{m}_{seed}.json" for m in ("pc", "rand", "ges") for seed in range(7)]
    metrics = ("-m", "sid", "-m", "f1:skeleton", "-m", "shd:pair mismatch")
    edgemark("score", "truth.json", *files, *metrics, "--format", "json", "-o", "all.json")
    return "all.json"


@pytest.mark.parametrize("missing", ["leave-out", "complete", "worst"])
def test_13_a_method_that_is_refused_everywhere_is_named_and_the_others_are_compared(
    edgemark, results, missing
):
    found = edgemark("compare", results, *PATTERN, "-m", "sid", "--missing", missing)
    text = flat(found.out)
    assert (found.status, found.err) == (0, "")
    assert f"'pc' has no value at all, so only the others are compared; {WHY}" in text
    assert f"pc: 0 of 7 runs: 7 refused ({REASON}" in text
    assert "rand vs ges (sid), 7 paired runs" in text
    assert "--missing worst" not in text


def test_13_a_control_that_is_refused_everywhere_is_named_with_the_reason(edgemark, results):
    asked = ("-m", "sid", "-m", "f1:skeleton", "--control", "pc")
    found = edgemark("compare", results, *PATTERN, *asked)
    assert found.status == 1
    said = flat(found.err)
    assert f"so nothing is compared with the control 'pc'; {WHY} ({REASON}" in said
    assert "3 methods on 7 runs, higher is better" in flat(found.out)  # the other metric


def test_13_a_control_without_runs_of_one_metric_costs_no_other_metric(edgemark, tmp_path):
    head = "truth,estimate,metric,convention,value,better,status,reason"
    rows = [
        f"t.txt,{m}_{s}.json,{metric},skeleton,.{s + k},higher,ok,"
        for k, m in enumerate("abc")
        for metric in ("f1", "precision")
        for s in range(7)
        if (m, metric) != ("a", "precision")
    ]
    (tmp_path / "all.csv").write_text("\n".join([head, *rows]) + "\n")
    asked = ("-m", "f1", "-m", "precision", "--control", "a")
    found = edgemark("compare", "all.csv", *PATTERN, *asked)
    assert found.status == 1
    assert "3 methods on 7 runs" in flat(found.out)
    assert "precision skeleton: the control 'a' has no run of this metric" in flat(found.err)


@pytest.mark.parametrize("missing", ["leave-out", "complete"])
def test_13_csv_and_json_hold_the_method_that_is_left_out_and_the_reason(edgemark, results, missing):
    asked = ("compare", results, *PATTERN, "-m", "sid", "--missing", missing, "--format")
    rows = list(csv.DictReader(io.StringIO(edgemark(*asked, "csv").out)))
    (pc,) = [row for row in rows if (row["record"], row["method"]) == ("summary", "pc")]
    assert pc["reason"].startswith(REASON)
    (said,) = [row for row in rows if row["record"] == "warning"]
    assert (said["metric"], said["reason"].count(REASON)) == ("sid", 1)
    assert "'pc' has no value at all" in said["reason"]
    whole = edgemark(*asked, "json").json
    (text,) = whole["verdicts"][0]["warnings"]
    assert text == said["reason"]
    assert whole["summaries"][0]["reason"] == pc["reason"]


def test_13_csv_says_why_a_metric_was_not_tested(edgemark, results):
    """Metrics that cannot be tested do not cost the others, because their agreement is unknown."""
    asked = ("-m", "sid", "-m", "shd:pair mismatch", "--control", "pc", "--format", "csv")
    found = edgemark("compare", results, *PATTERN, *asked)
    assert found.status == 1
    rows = list(csv.DictReader(io.StringIO(found.out)))
    untested = {row["metric"]: row["reason"] for row in rows if row["record"] == "no test"}
    assert WHY in untested["sid"]
    assert "ranked in one class of graphs" in untested["shd"]
    assert "evaluate(" not in untested["shd"]  # the advice is for the shell
    (warning,) = [row["reason"] for row in rows if row["record"] == "warning"]
    assert warning.startswith("agreement needs at least two metrics")


def test_complete_cases_name_the_runs_that_are_left_out_and_why(edgemark, save, tmp_path):
    save("truth.txt", "A --> B --> C --> D")
    for seed in range(4):
        for method, found in [("pc", "A --> B; C; D"), ("ges", "A --> B --> C; D")]:
            save(f"{method}_{seed}.txt", found)
    (tmp_path / "pc_1.txt").write_text("A --> ")
    save("ges_2.txt", "A; B; C; D")
    edgemark("score", "truth.txt", "*_?.txt", "--format", "json", "-o", "all.json")
    asked = ("compare", "all.json", "--pattern", "{method}_{seed}.txt", "--missing", "complete")
    asked = (*asked, "-m", "f1:skeleton", "-m", "precision:skeleton", "-m", "recall:skeleton")
    text = flat(edgemark(*asked).out)
    assert (
        "f1 skeleton, recall skeleton: 1 run is left out for every method: 'truth.txt/1'. Methods "
        "without a value, with their number of such runs: pc (1); 1 run of 'pc' failed (pc_1.txt: "
    ) in text
    assert (
        "precision skeleton: 2 runs are left out for every method: 'truth.txt/1', 'truth.txt/2'. "
        "Methods without a value, with their number of such runs: "
    ) in text
    assert "1 run of 'ges' is undefined (tp + fp = 0)" in text
    said = [w for w in edgemark(*asked, "--format", "json").json["warnings"] if "left out" in w]
    assert len(said) == 2


def test_a_page_names_the_primary_metric(edgemark, results, tmp_path):
    asked = ("compare", results, *PATTERN, "-m", "f1:skeleton", "-m", "sid", "--html", "page.html")

    def page(*options):
        assert edgemark(*asked, *options).status == 0
        return flat((tmp_path / "page.html").read_text(encoding="utf-8")).replace("&#x27;", "'")

    assert "have Holm's correction over all metrics." in page()
    of_others = "have Holm's correction over all metrics but f1: skeleton, the primary one."
    assert of_others in page("--primary", "f1:skeleton")


def test_a_page_advises_options_of_the_command(edgemark, save, tmp_path):
    save("truth.txt", "A --> B --> C --> D")
    for seed in range(3):
        save(f"pc_{seed}.txt", "A --> B; C; D")
        save(f"ges_{seed}.txt", "A --> B --> C; D")
    (tmp_path / "pc_1.txt").write_text("A --> ")
    edgemark("score", "truth.txt", "*_?.txt", "--format", "json", "-o", "all.json")
    asked = ("compare", "all.json", "--pattern", "{method}_{seed}.txt", "-m", "shd:skeleton")
    assert edgemark(*asked, "--html", "page.html").status == 0
    text = flat((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert text.count("Let the worst possible value stand in: --missing worst") == 2
    assert "worst=" not in text


def test_a_page_names_the_method_that_is_left_out(edgemark, results, tmp_path):
    """The text did, but the page ranked the others without a word."""
    asked = ("compare", results, *PATTERN, "-m", "sid", "--html", "page.html")
    assert edgemark(*asked).status == 0
    text = flat((tmp_path / "page.html").read_text(encoding="utf-8")).replace("&#x27;", "'")
    assert f"sid: 'pc' has no value at all, so only the others are compared; {WHY}" in text


def test_the_pairs_that_differ_after_the_correction_over_metrics_are_named(edgemark, tmp_path):
    head = "truth,estimate,metric,convention,value,better,status,reason"
    rows = [
        f"t.txt,{method}_{seed}.json,{metric},skeleton,{level + seed / 100:.2f},higher,ok,"
        for method, level in (("a", 0.1), ("b", 0.1), ("c", 0.5))
        for metric in ("f1", "precision")
        for seed in range(10)
    ]
    (tmp_path / "all.csv").write_text("\n".join([head, *rows]) + "\n")
    found = edgemark("compare", "all.csv", *PATTERN, "-m", "f1", "-m", "precision")
    text = flat(found.out)
    assert "over 2 metrics: 2 of 3 pairs of methods differ significantly: a and c; b and c" in text


def test_a_page_shows_the_tests_against_chance(edgemark, tmp_path):
    head = "truth,estimate,metric,convention,value,better,status,reason,best,chance"
    rows = [
        f"t.txt,{method}_{seed}.json,f1,skeleton,.{seed + 2},higher,ok,,1,0.1"
        for method in ("a", "b")
        for seed in range(7)
    ]
    (tmp_path / "all.csv").write_text("\n".join([head, *rows]) + "\n")
    assert edgemark("compare", "all.csv", *PATTERN, "--html", "page.html").status == 0
    text = flat((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "a is significantly better than chance" in text


OWN = """truth,estimate,metric,convention,value,better,status,reason{column}
t,pc_1.txt,mine,,3,lower,ok,{cell}
t,pc_2.txt,mine,,,lower,failed,crash{cell}
t,ges_1.txt,mine,,4,lower,ok,{cell}
t,ges_2.txt,mine,,5,lower,ok,{cell}
"""


def test_a_metric_without_a_worst_value_is_given_one_by_a_column(edgemark, tmp_path):
    """--missing worst was advised, and had no effect."""
    asked = ("compare", "own.csv", "--pattern", "{method}_{seed}.txt")
    (tmp_path / "own.csv").write_text(OWN.format(column="", cell=""))
    advice = "stand in: state it in a column 'worst' of the results in CSV"
    assert f"{advice}, and add --missing worst" in flat(edgemark(*asked).out)
    assert f"{advice} mean" in flat(edgemark(*asked, "--missing", "worst").out)

    (tmp_path / "own.csv").write_text(OWN.format(column=",worst", cell=",9"))
    assert "stand in: --missing worst" in flat(edgemark(*asked).out)
    assert "2 paired runs" in edgemark(*asked, "--missing", "worst").out
