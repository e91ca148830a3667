"""Every command is a function of one frozen request, which refuses what cannot be asked together."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from inspect import signature
from typing import get_type_hints

import pytest
import typer

from edgemark.cli.app import app
from edgemark.cli.score_request import ScoreRequest

COMMANDS = {one.callback.__name__: one.callback for one in app.registered_commands}


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
