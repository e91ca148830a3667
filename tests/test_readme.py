"""What the README says is so: its Python examples, its commands, its picture."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^\$ (edgemark [^#\n]+)", README, re.MULTILINE)


def run(command: str) -> subprocess.CompletedProcess[str]:
    arguments = shlex.split(command)[1:]
    return subprocess.run(
        [sys.executable, "-m", "edgemark", *arguments], cwd=ROOT, capture_output=True, text=True
    )


def test_the_python_examples_give_what_they_show():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (result.failed, result.attempted > 5) == (0, True)


@pytest.mark.parametrize("command", [c for c in COMMANDS if "examples/" in c])
def test_a_command_on_the_examples_succeeds(command):
    assert run(command).returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_is_named_exists(command):
    name = shlex.split(command)[1]
    assert run(f"edgemark {name} --help").returncode == 0


def test_the_picture_shows_what_the_command_prints():
    shown = run("edgemark score examples/asia/truth.txt examples/asia/pc-fisherz.json").stdout
    svg = (ROOT / "docs" / "score.svg").read_text()
    words = [w for line in shown.split("\n") for w in re.findall(r"\S+(?: \S+)*", line)]
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert [w.replace("'", "&#x27;") for w in words] == texts[1:]
