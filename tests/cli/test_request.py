"""Every command is a function of one frozen request, which refuses what cannot be asked together."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from inspect import signature
from typing import get_type_hints

import pytest
import typer

from edgemark.cli.app import application
from edgemark.cli.score_request import ScoreRequest

COMMANDS = {one.callback.__name__: one.callback for one in application().registered_commands}


def request_of(command):
    return get_type_hints(command.__wrapped__)["request"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_function_of_a_frozen_request(name):
    request = request_of(COMMANDS[name])
    assert is_dataclass(request)
    assert request.__dataclass_params__.frozen
    assert set(signature(COMMANDS[name]).parameters) == {field.name for field in fields(request)}


def test_options_that_commands_share_come_last():
    names = list(signature(COMMANDS["score"]).parameters)
    assert names[:3] == ["truth", "estimates", "metric"]
    assert names.index("input_format") > names.index("summary")


def test_a_request_refuses_before_any_file_is_read():
    with pytest.raises(typer.BadParameter, match="--as prints the numbers of a package"):
        ScoreRequest(truth="none", estimates=["none"], package="pcalg", metric=["shd"])


def test_a_request_cannot_be_changed():
    request = ScoreRequest(truth="truth.json", estimates=["a.json"])
    with pytest.raises(FrozenInstanceError):
        request.truth = "other.json"


@pytest.mark.parametrize("command", ["diff", "chance"])
def test_the_truth_may_have_hidden_nodes(command, edgemark, tmp_path):
    (tmp_path / "dag.txt").write_text("L --> A; L --> B; A --> C\n")
    (tmp_path / "mag.txt").write_text("A <-> B; A --> C\n")
    more = ["-m", "shd"] if command == "chance" else []
    files = [str(tmp_path / "dag.txt"), str(tmp_path / "mag.txt")]
    assert edgemark(command, *files, *more).status == 2
    found = edgemark(command, *files, "--kind", "mag", "--hidden", "L", *more)
    assert found.status == 0, found.err


@pytest.mark.parametrize("command", ["diff", "chance", "score"])
def test_an_option_of_matrices_that_no_file_needs_is_refused(command, edgemark, tmp_path):
    (tmp_path / "dag.txt").write_text("A --> B; A --> C\n")
    (tmp_path / "found.txt").write_text("A --> B; C --> A\n")
    files = [str(tmp_path / "dag.txt"), str(tmp_path / "found.txt")]
    found = edgemark(command, *files, "--direction", "row-to-column")
    assert found.status == 2
    assert "--direction has no effect" in found.err


SMALL = {
    "dag.txt": "A --> B --> C; A --> D; L --> C; L --> D\n",
    "same.txt": "A --> B; C --> B; A --- D; L --> C; L --> D\n",
    "pag.txt": "A --> B --> C; A --> D; C o-> D\n",
    "plain.txt": "A --> B --> C; A --> D\n",
    "empty.txt": "A; B; C; D\n",
    "scores.csv": "source,target,score\nA,B,.9\nB,C,.8\nA,D,.4\nC,D,.5\n",
    "pvalues.csv": "source,target,p_value\nA,B,.001\nB,C,.01\nC,D,.5\n",
}


@pytest.fixture
def small(tmp_path, edgemark):
    for name, text in SMALL.items():
        (tmp_path / name).write_text(text)
    return edgemark


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("score plain.txt scores.csv --reference cpdag -m roc_auc", "the estimate is EdgeScores"),
        ("score dag.txt same.txt --hidden L", "must not have hidden nodes; this one has 'L'"),
        ("diff dag.txt same.txt --hidden L", "must not have hidden nodes; this one has 'L'"),
        ("chance dag.txt same.txt --hidden L", "must not have hidden nodes; this one has 'L'"),
        ("score dag.txt pag.txt --hidden ,", "--hidden must name a node"),
        ("score dag.txt same.txt --tier ,", "--tier must name a node"),
        ("score dag.txt pag.txt --hidden L --tier A", "--hidden excludes --targets and --tier"),
        ("criteria --direction row-to-column", "apply to files; name a file"),
        ("criteria plain.txt -m shd --direction row-to-column", "--direction has no effect"),
        ("chance plain.txt scores.csv --scores --pvalues", "--scores and --pvalues exclude each other"),
        ("diff dag.txt same.txt -m f1", "shd:both to CPDAG"),
    ],
)
def test_what_has_no_effect_or_contradicts_is_refused(small, command, answer):
    result = small(*command.split())
    assert result.status in (1, 2)
    assert answer in " ".join(result.err.split())


def test_chance_reads_p_values(small):
    scored = small("score", "plain.txt", "pvalues.csv", "--pvalues", "-m", "roc_auc", "--format", "json")
    found = small("chance", "plain.txt", "pvalues.csv", "--pvalues", "-m", "roc_auc", "--format", "json")
    values = [[row["value"] for row in one.json["reports"][0]["rows"]] for one in (scored, found)]
    assert values[0] == values[1]


def test_effects_that_are_not_defined_advise_a_command_that_runs(small):
    refused = small("diff", "dag.txt", "pag.txt", "--hidden", "L", "--effects")
    advice = "edgemark score dag.txt pag.txt --hidden L --metric adjustment_aid"
    assert advice in " ".join(refused.err.split())
    assert small("score", "dag.txt", "pag.txt", "--hidden", "L", "--metric", "shd").status == 0


def test_the_advised_command_reads_the_files_with_the_same_options(small, tmp_path):
    (tmp_path / "matrix.csv").write_text("A,B,C\n0,1,0\n0,0,1\n0,0,0\n")
    options = ["--direction", "row-to-column", "--kind", "mag"]
    (tmp_path / "chain.txt").write_text("A --> B --> C\n")
    refused = small("diff", "chain.txt", "matrix.csv", "--effects", *options)
    advice = f"edgemark score chain.txt matrix.csv {' '.join(options)} --metric adjustment_aid"
    assert advice in " ".join(refused.err.split())
    assert small(*advice.split()[1:]).status == 0


def test_a_name_with_a_comma_is_quoted(small, tmp_path):
    (tmp_path / "comma.txt").write_text('"a,b" --> c; "a,b" --> d\n')
    (tmp_path / "found.txt").write_text("c <-> d\n")
    names = ["comma.txt", "found.txt", "--hidden", '"a,b"', "--kind", "mag", "-m", "shd"]
    assert small("score", *names, "--format", "json").json["reports"][0]["rows"][0]["value"] == 0


def test_a_number_that_is_undefined_everywhere_is_no_success(small):
    assert small("score", "plain.txt", "empty.txt", "-m", "precision:skeleton").status == 1
