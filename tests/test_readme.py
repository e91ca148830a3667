"""What the README and the pages of docs say is so: Python examples, commands, the picture."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = sorted(ROOT.glob("docs/*.md"))
WITH_PYTHON = [page for page in (ROOT / "README.md", *PAGES) if ">>> " in page.read_text()]
COMMANDS = re.findall(r"^\$ (edgemark [^#\n]+)", README, re.MULTILINE)


def run(command: str) -> subprocess.CompletedProcess[str]:
    arguments = shlex.split(command)[1:]
    return subprocess.run(
        [sys.executable, "-m", "edgemark", *arguments], cwd=ROOT, capture_output=True, text=True
    )


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_the_python_examples_give_what_they_show(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (result.failed, result.attempted > 0) == (0, True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_readme_leads_to_every_page_of_docs(page):
    assert f"](docs/{page.name})" in README


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
