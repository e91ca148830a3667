"""`edgemark criteria`: verdicts, series along transformations, figures; and its page in docs."""

import csv
import io
import re
import shlex
from pathlib import Path

import pytest

from edgemark import Graph
from edgemark.metric_criteria import criteria, landmarks, series, transformation
from edgemark.metric_criteria.answers import VERDICTS

PAGE = (Path(__file__).parents[2] / "docs" / "criteria.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ (edgemark criteria[^\n]*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_has_every_number_the_harness_judges(edgemark):
    found = edgemark("criteria")
    assert (found.status, found.err) == (0, "")
    text = " ".join(found.out.split())
    assert [one.name for one in criteria() if one.name not in text] == []


def test_a_number_without_any_answer_has_no_line_but_is_named_below(edgemark):
    table, _, below = edgemark("criteria").out.partition("\n\n")
    assert "fpr:unshielded-colliders" not in table
    assert "fpr:unshielded-colliders" in below


def test_a_chosen_number_is_explained_with_the_witness_of_every_no(edgemark):
    text = " ".join(edgemark("criteria", "-m", "F1:directed".lower()).out.split())
    (one,) = criteria("f1:directed")
    reasons = [verdict.reason for verdict in one.verdicts().values() if verdict.holds is False]
    assert len(reasons) > 2
    assert [reason for reason in reasons if " ".join(reason.split()) not in text] == []


def test_json_holds_what_the_library_gives(edgemark):
    found = edgemark("criteria", "-m", "shd", "--format", "json").json
    assert (found["format"], found["version"]) == ("edgemark.criteria", 1)
    assert found["criteria"] == [one.to_dict() for one in criteria("shd")]


def test_csv_has_a_row_for_each_number_and_words_for_verdicts(edgemark):
    found = rows(
        edgemark("criteria", "-m", "nced", "-m", "fpr:unshielded-colliders", "--format", "csv").out
    )
    assert [row["metric"] for row in found] == ["nced", "fpr"]
    assert [row["identity"] for row in found] == ["yes", ""]
    assert [row["highest"] for row in found] == ["1.0", ""]
    assert {f"{name}_reason" for name in VERDICTS} <= found[0].keys()


def test_the_users_own_truth_is_run(edgemark, truth):
    assert "A     B becomes B --> A" not in edgemark("criteria", "-m", "shd:pair mismatch").out
    assert "A     B becomes B --> A" in edgemark("criteria", truth, "-m", "shd:pair mismatch").out


def test_what_goes_from_graph_to_graph_is_a_series(edgemark, truth, save):
    last = save("last.json", "A --- B; C; D")
    found = edgemark("criteria", truth, "truth", last, "-m", "shd:arc hamming", "--format", "csv")
    graphs = transformation(Graph.parse("A --> B --> C --> D"), Graph.parse("A --- B; C; D"))
    assert [row["graph"] for row in rows(found.out)] == [str(graph) for graph in graphs]
    assert [row["shd:arc Hamming"] for row in rows(found.out)] == ["0", "1", "2", "3"]


@pytest.mark.parametrize("word", ["truth", "empty", "reversed", "half-open", "undirected"])
def test_the_papers_graphs_go_by_words(edgemark, truth, word):
    found = edgemark("criteria", truth, "empty", word, "-m", "nced", "--format", "json").json
    made = landmarks(Graph.parse("A --> B --> C --> D"))
    graphs = transformation(made.empty, getattr(made, word.replace("-", "_")))
    (expected,) = series(made.truth, graphs, "nced")
    assert found["graphs"] == [str(graph) for graph in graphs]
    assert found["series"][0]["values"] == list(expected.values)


def test_a_series_as_a_table_shows_each_step_and_why_a_value_is_missing(edgemark, truth):
    found = edgemark("criteria", truth, "empty", "half-open", "-m", "shd:arc hamming", "-m", "nced")
    assert [line.split()[-1] for line in found.out.splitlines()[5:9]] == [
        "0.25",
        "0.183",
        "0.117",
        "0.05",
    ]
    assert "-: no value, because\n  shd:arc Hamming: reversal='two' needs" in found.out


def test_a_series_without_chosen_metrics_shows_the_main_ones(edgemark, truth):
    found = edgemark("criteria", truth, "truth", "empty")
    assert found.status == 0
    assert "nced" in found.out


def test_hostile_names_fit(edgemark, hostile):
    first, last = hostile
    assert edgemark("criteria", first, "truth", last).status == 0
    assert edgemark("criteria", first, "-m", "shd").status == 0


def test_a_figure_is_written_as_its_suffix_says(edgemark, tmp_path):
    assert edgemark("criteria", "--figure", "6", "--output", "six.png").status == 0
    assert (tmp_path / "six.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("empty", "reversed"), "the files must be none, TRUTH, or TRUTH START END"),
        (("--figure", "3"), "--figure needs --output FILE"),
        (("--figure", "3", "--output", "three.txt"), "must end in .svg, .png, .pdf; got .txt"),
        (("--figure", "4", "--output", "four.svg"), "'4' is not one of"),
        (("-m", "precison"), "Did you mean 'precision'?"),
        (("no such file.json",), "No such file"),
    ],
)
def test_wrong_usage_is_status_2_and_a_line(edgemark, arguments, complaint):
    found = edgemark("criteria", *arguments)
    assert (found.status, found.out) == (2, "")
    assert complaint in found.err


def test_an_option_that_the_command_lacks_is_not_advised(edgemark, truth, save):
    found = edgemark("criteria", truth, "empty", save("other.json", "A --> B; C"))
    assert (found.status, "--add-missing-nodes" in found.err) == (2, False)
    other = edgemark("criteria", save("matrix.npy", "#0 --> #1; #2"))
    assert "--direction row-to-column. If" in other.err


def test_a_transformation_between_graphs_of_different_nodes_is_refused(edgemark, truth, save):
    other = save("other.json", "A --> B; X")
    found = edgemark("criteria", truth, "truth", other)
    assert found.status == 2
    assert "only in the end: 'X'" in found.err


def test_the_page_shows_something():
    assert len(SHOWN) >= 2


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_the_page_shows_what_the_command_prints(edgemark, command, output):
    assert edgemark(*shlex.split(command)[1:]).out == output


@pytest.mark.parametrize("option", [("-m", "shd"), ("--format", "csv")])
def test_a_figure_refuses_options_that_it_would_ignore(edgemark, tmp_path, option):
    run = edgemark("criteria", "--figure", "3", "--output", "figure.svg", *option)
    assert run.status == 2
    assert "leave out --metric and --format" in " ".join(run.err.split())
    assert not (tmp_path / "figure.svg").exists()
