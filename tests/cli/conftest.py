"""The command run in this process, and files for it."""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from rich.cells import cell_len

import edgemark as em
from edgemark.cli.app import run

HOSTILE = (
    "X[t-1]",
    "[/]",
    "[bold red]x",
    "\x1b[31mred",
    "\u202eright to left",
    "<b>html</b>",
    "=1+1",
    "long" * 60,
    "とても長い変数の名前" * 6,
    'a;b "q" --> c',
)


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def edgemark(capsys, monkeypatch, tmp_path):
    """Run the command in a folder of its own; text and tables on the screen must fit 80 columns."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        status = run([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        if not {"json", "csv", "latex", "markdown"} & set(arguments):
            assert [line for line in printed.out.splitlines() if cell_len(line) > 80] == []
        assert "\x1b" not in printed.out + printed.err
        return Result(status, printed.out, printed.err)

    return call


@pytest.fixture
def save(tmp_path):
    """Write a graph, given as text, to a file of the test's folder, and return its name."""

    def write(name, text, kind=None):
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        em.write(em.Graph.parse(text, kind=kind), place)
        return name

    return write


@pytest.fixture
def truth(save):
    return save("truth.json", "A --> B --> C --> D", "dag")


@pytest.fixture
def hostile(tmp_path):
    """A graph of hostile names, and one with every edge reversed and the last one missing."""
    chain = [(a, "-->", b) for a, b in pairwise(HOSTILE)]
    turned = [(b, "-->", a) for a, _, b in chain[:-1]]
    for name, edges in (("hostile.json", chain), ("turned.json", turned)):
        em.write(em.Graph(HOSTILE, edges), Path(tmp_path, name))
    return "hostile.json", "turned.json"
