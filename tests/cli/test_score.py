"""`edgemark score`: one report, many estimates, formats, failures, statuses."""

import csv
import io
import json

import numpy as np
import pytest

import edgemark as em
from edgemark.cli.score_table import CLAIMS, MAIN, shortened
from edgemark.report import COLUMNS


def test_all_metrics_of_one_estimate_are_the_report(edgemark, save, truth):
    save("found.json", "A --> B; C --> B; D")
    found = edgemark("score", truth, "found.json", "--all")
    report = em.evaluate(em.read(truth), em.read("found.json"))
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines()[1:3] == ["estimate  " + f"found.json: {report.estimate}", ""]
    assert found.out.splitlines()[3:] == str(report).splitlines()[3:]


def test_several_estimates_give_a_row_each_under_the_main_columns(edgemark, save, truth):
    save("same.json", "A --> B --> C --> D", "dag")
    save("empty.json", "A; B; C; D", "dag")
    found = edgemark("score", truth, "same.json", "empty.json")
    rows = [
        line.split()
        for line in found.out.splitlines()
        if line.split()[:1] in (["same.json"], ["empty.json"])
    ]
    assert rows[:2] == [
        ["same.json", "0", "0", "1.000", "1.000", "1.000", "1.000", "0.000"],
        ["empty.json", "3", "3", "0.000", "0.000", "nan", "0.000", "0.250"],
    ]
    assert len(rows[0]) == 1 + len(MAIN)
    assert rows[2:] == [
        ["same.json", "0.000", "0.000", "1.000", "0.000", "1.000", "0.000", "1.000"],
        ["empty.json", "0.500", "nan", "nan", "0.500", "1.000", "0.500", "1.000"],
    ]
    assert len(rows[2]) == 1 + len(CLAIMS)


def test_chosen_metrics_are_the_columns(edgemark, save, truth):
    save("found.json", "A --> B; C --> B; D")
    found = edgemark("score", truth, truth, "found.json", "-m", "shd:arc hamming", "-m", "f1:skeleton")
    assert [line.split() for line in found.out.splitlines() if "found.json" in line] == [
        ["found.json", "3", "0.800"]
    ]


def test_without_a_cpdag_the_column_is_a_dash_that_is_explained(edgemark, save, truth):
    pag = save("pag.json", "A o-> B; C; D", "pag")
    found = edgemark("score", truth, truth, pag, "-m", "shd:both to CPDAG", "-m", "shd:pair mismatch")
    row = next(line.split() for line in found.out.splitlines() if line.startswith("pag.json"))
    assert row[1] == "-"
    assert "-: not defined on these graphs" in found.out


def test_a_refused_distance_says_what_the_command_has_instead(edgemark, save, truth):
    pag = save("pag.json", "A o-> B; C; D", "pag")
    for command in ("score", "diff"):
        found = edgemark(command, truth, pag, "-m", "shd:both to CPDAG")
        assert "Compare the graphs as given: --metric 'shd:pair mismatch'" in " ".join(found.out.split())


def test_long_names_break_between_words(edgemark, save, truth):
    names = [save(f"{'results-of-run/' * 8}{one}.json", "A --> B; C; D") for one in ("pc-chisq", "ges")]
    found = edgemark("score", truth, *names, save("x.json", "A; B; C; D"))
    first = [line.split(" ")[0] for line in found.out.splitlines()]
    assert "results-of-run/results-" in first
    assert "ges.json" in "\n".join(first)


def test_more_columns_than_fit_come_in_blocks(edgemark, save, truth):
    save("found.json", "A --> B; C --> B; D")
    found = edgemark("score", truth, truth, "found.json", "-m", "shd", "-m", "confusion:skeleton")
    assert sum(line.startswith("found.json") for line in found.out.splitlines()) > 1
    assert "specificity" in found.out


def test_a_quoted_pattern_is_expanded_and_sorted(edgemark, save, truth):
    for name in ("runs/b.json", "runs/a.json", "runs/deep/c.json"):
        save(name, "A --> B; C; D")
    found = edgemark("score", truth, "runs/**/*.json", "--format", "json")
    names = [report["estimate"]["name"] for report in found.json["reports"]]
    assert names == ["runs/a.json", "runs/b.json", "runs/deep/c.json"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(edgemark, save, truth):
    save("x[12].json", "A --> B; C; D")
    save("x1.json", "A; B; C; D")
    found = edgemark("score", truth, "x[12].json", "--format", "json")
    assert [report["estimate"]["name"] for report in found.json["reports"]] == ["x[12].json"]


def test_a_pattern_without_a_match_is_an_estimate_that_cannot_be_read(edgemark, truth):
    found = edgemark("score", truth, "none/*.json")
    assert (found.status, found.out) == (1, "")
    assert found.err == "edgemark: error: none/*.json: No such file or directory\n"


def test_an_estimate_that_fails_does_not_stop_the_others(edgemark, save, truth, tmp_path):
    save("good.json", "A --> B; C; D")
    save("other.json", "A --> X; C; D")
    (tmp_path / "broken.json").write_text("{")
    found = edgemark(
        "score", truth, "missing.json", "broken.json", "other.json", "good.json", "--format", "json"
    )
    assert found.status == 1
    assert [report["estimate"]["name"] for report in found.json["reports"]] == ["good.json"]
    assert [one["estimate"] for one in found.json["failed"]] == [
        "missing.json",
        "broken.json",
        "other.json",
    ]
    errors = [line for line in found.err.splitlines() if line.startswith("edgemark: error: ")]
    assert [line.split(": ")[2] for line in errors] == ["missing.json", "broken.json", "other.json"]


def test_an_unreadable_truth_is_trouble(edgemark):
    found = edgemark("score", "nowhere.json", "x.json")
    assert found.status == 2
    assert found.err == "edgemark: error: nowhere.json: No such file or directory\n"


def test_an_unknown_metric_is_trouble_with_a_suggestion(edgemark, truth):
    found = edgemark("score", truth, truth, "-m", "shdd")
    assert (found.status, found.out) == (2, "")
    assert found.err.endswith("Did you mean 'shd'?\n")


@pytest.mark.parametrize("names", [["one.json"], ["one.json", "two.json"]])
def test_json_has_the_same_shape_for_one_and_for_many(edgemark, save, truth, names):
    for name in names:
        save(name, "A --> B; C; D")
    found = edgemark("score", truth, *names, "--format", "json").json
    expected = em.evaluate(em.read(truth), em.read("one.json")).to_dict()
    assert list(found) == ["format", "version", "reports", "failed"]
    assert (found["format"], found["version"], found["failed"]) == ("edgemark.scores", 1, [])
    rows = [[row | {"reason": ""} for row in report["rows"]] for report in found["reports"]]
    assert rows == [[row | {"reason": ""} for row in expected["rows"]]] * len(names)
    assert found["reports"][0]["truth"]["name"] == truth


def test_csv_has_one_header_and_the_names_of_both_files(edgemark, save, truth):
    for name in ("a.json", "b.json"):
        save(name, "A --> B; C; D")
    found = edgemark("score", truth, "a.json", "b.json", "--format", "csv", "-m", "shd:lenient")
    rows = list(csv.reader(io.StringIO(found.out)))
    assert rows[0] == ["truth", "estimate", *COLUMNS]
    assert [row[:4] for row in rows[1:]] == [
        [truth, name, "shd", "lenient"] for name in ("a.json", "b.json")
    ]


def test_csv_has_a_row_for_what_could_not_be_scored(edgemark, truth):
    found = edgemark("score", truth, "no.json", "--format", "csv").out
    head, failed = csv.reader(io.StringIO(found))
    assert head == ["truth", "estimate", *COLUMNS]
    assert [cell for cell in failed if cell] == [
        "truth.json", "no.json", "failed", "no.json: No such file or directory"
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_output_goes_to_a_file_instead(edgemark, save, truth, tmp_path, form):
    save("a.json", "A --> B; C; D")
    printed = edgemark("score", truth, "a.json", truth, "--format", form)
    found = edgemark("score", truth, "a.json", truth, "--format", form, "-o", "scores.out")
    assert (found.status, found.out) == (0, "")
    assert (tmp_path / "scores.out").read_text() == printed.out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.json", "scores.out", "truth.json"]


def test_an_output_that_cannot_be_written_is_trouble(edgemark, truth, tmp_path):
    (tmp_path / "folder").mkdir()
    assert edgemark("score", truth, truth, "-o", "folder").status == 2
    found = edgemark("score", truth, truth, "-o", "nowhere/x")
    assert (found.status, found.out) == (2, "")
    assert found.err.endswith("nowhere/x: No such file or directory\n")


def test_warnings_are_said_once_for_all_estimates(edgemark, save, truth):
    for name in ("a.json", "b.json"):
        save(name, "A --- B; C; D", "cpdag")
    found = edgemark("score", truth, "a.json", "b.json")
    warnings = [line for line in found.err.splitlines() if line.startswith("edgemark: warning: ")]
    assert [line.partition(": the truth")[0] for line in warnings] == [
        "edgemark: warning: all estimates"
    ]


def test_the_warning_of_one_estimate_is_in_its_report_and_nowhere_else(edgemark, save, truth):
    found = edgemark("score", truth, save("a.json", "A --- B; C; D", "cpdag"), "--all")
    assert found.err == ""
    assert found.out.count("warning: the truth is a DAG") == 1


# ---- options of the reader


def test_a_matrix_needs_a_direction_and_the_error_names_the_option(edgemark, truth, tmp_path):
    np.save(tmp_path / "m.npy", np.eye(4, k=1, dtype=int))
    found = edgemark("score", truth, "m.npy")
    assert found.status == 1
    assert "--direction" in found.err


def test_an_unnamed_matrix_takes_the_truths_names_on_request(edgemark, truth, tmp_path):
    np.save(tmp_path / "m.npy", np.eye(4, k=1, dtype=int))
    options = ("--direction", "row-to-column", "-m", "shd:pair mismatch", "--format", "json")
    assert edgemark("score", truth, "m.npy", *options).status == 1
    found = edgemark("score", truth, "m.npy", *options, "--add-missing-nodes")
    assert [row["value"] for row in found.json["reports"][0]["rows"]] == [0]


def test_an_unnamed_truth_is_to_be_named_first(edgemark, truth, tmp_path):
    np.save(tmp_path / "m.npy", np.eye(4, k=1, dtype=int))
    found = edgemark("score", "m.npy", truth, "--direction", "row-to-column")
    assert (found.status, "--add-missing-nodes" in found.err) == (1, False)
    assert "truth.json: nodes are matched by name; the truth has no names. Name the truth" in found.err


def test_any_k_is_an_option(edgemark, truth):
    found = edgemark("score", truth, truth, "-m", "nced:k=0.3")
    assert found.status == 0
    assert "k = 0.3" in found.out


def test_case_is_no_matter_in_conventions_and_suggested_in_metrics(edgemark, truth):
    assert edgemark("score", truth, truth, "-m", "shd:ARC hamming").status == 0
    assert edgemark("score", truth, truth, "-m", "SHD").err.endswith("Did you mean 'shd'?\n")


def test_an_unnamed_matrix_of_another_size_does_not(edgemark, truth, tmp_path):
    np.save(tmp_path / "m.npy", np.eye(3, k=1, dtype=int))
    found = edgemark("score", truth, "m.npy", "--direction", "row-to-column", "--add-missing-nodes")
    assert found.err == (
        "edgemark: error: m.npy: a matrix without names must have as many nodes as the truth, 4; got 3\n"
    )


def test_nodes_without_an_edge_are_added_on_request(edgemark, save, truth):
    save("part.json", "A --> B")
    refused = edgemark("score", truth, "part.json")
    assert (refused.status, "--add-missing-nodes" in refused.err) == (1, True)
    found = edgemark(
        "score", truth, "part.json", "--add-missing-nodes", "-m", "shd:pair mismatch", "--format", "json"
    )
    assert [row["value"] for row in found.json["reports"][0]["rows"]] == [2]


def test_nodes_the_truth_does_not_have_are_still_refused(edgemark, save, truth):
    found = edgemark("score", truth, save("x.json", "A --> X"), "--add-missing-nodes")
    assert found.status == 1
    assert "only in the estimate: 'X'" in found.err


def test_each_side_has_its_format(edgemark, truth, tmp_path):
    em.write(em.Graph.parse("A --> B; C; D"), tmp_path / "e.dat", "text")
    found = edgemark(
        "score", truth, "e.dat", "--input-format", "text", "--truth-format", "json", "-m", "shd"
    )
    assert found.status == 0


@pytest.mark.parametrize("command", ["score", "diff"])
def test_the_format_of_the_estimates_is_not_the_truths(edgemark, truth, tmp_path, command):
    em.write(em.read(truth), tmp_path / "e.dat", "text")
    assert edgemark(command, truth, "e.dat", "--input-format", "text", "-m", "nced").status == 0
    refused = edgemark(command, "e.dat", truth, "--input-format", "json", "-m", "shd")
    assert refused.status == 2
    assert "--truth-format" in refused.err


def test_kinds_are_declared_for_each_side(edgemark, save, truth):
    save("a.json", "A --> B; C; D")
    found = edgemark(
        "score", truth, "a.json", "--kind", "cpdag", "--truth-kind", "mag", "--format", "json"
    )
    report = found.json["reports"][0]
    assert [(report[side]["kind"], report[side]["declared"]) for side in ("truth", "estimate")] == [
        ("mag", True),
        ("cpdag", True),
    ]


# ---- hostile names


def test_hostile_names_are_printed_safely(edgemark, hostile):
    found = edgemark("score", *hostile)
    assert found.status == 0
    assert edgemark("score", *hostile, "--format", "json").json["reports"][0]["estimate"]["nodes"] == 10


def test_hostile_names_in_errors_are_escaped(edgemark, hostile, truth):
    found = edgemark("score", truth, hostile[0])
    assert found.status == 1
    assert "\\x1b[31mred" in found.err


def test_hostile_file_names_are_printed_safely(edgemark, save, truth):
    names = [
        save(name, "A --> B; C; D")
        for name in ("[bold]x.json", "\x1b[31m.json", "長い名前" * 12 + ".json")
    ]
    found = edgemark("score", truth, *names)
    assert found.status == 0
    assert "[bold]x.json" in found.out
    assert [edgemark("score", truth, name).status for name in names] == [0, 0, 0]


def test_a_long_path_is_shortened_in_text_and_whole_in_data(edgemark, save, truth):
    long = save("/".join(["folder"] * 20) + "/x.json", "A --> B; C; D")
    assert "/folder/folder/x.json: 4 nodes" in edgemark("score", truth, long).out
    assert (
        edgemark("score", truth, long, "--format", "json").json["reports"][0]["estimate"]["name"] == long
    )


def test_shortening_counts_columns_of_the_terminal():
    assert shortened("長い名前", 8) == "長い名前"
    assert shortened("長い名前", 7) == "...名前"


def test_json_is_what_json_can_read_even_where_values_are_undefined(edgemark, save):
    save("t.json", "A; B")
    found = edgemark("score", "t.json", "t.json", "--format", "json")
    assert json.loads(found.out, parse_constant=pytest.fail)["reports"][0]["rows"]


def test_status_is_1_where_no_number_asked_for_is_defined(edgemark, save, truth):
    dag, cpdag = save("dag.json", "A --> B; C; D", "dag"), save("cpdag.json", "A --- B; C; D", "cpdag")
    assert edgemark("score", truth, dag, "-m", "sid").status == 0
    assert edgemark("score", truth, cpdag, "-m", "sid").status == 1
    assert edgemark("score", truth, dag, cpdag, "-m", "sid").status == 1
    assert edgemark("score", truth, cpdag, "-m", "sid", "-m", "shd").status == 0
    assert edgemark("score", truth, cpdag).status == 0
