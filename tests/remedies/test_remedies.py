"""What errors and warnings advise can be typed, and solves the problem."""

import contextlib
import os
import sys
from importlib import import_module
from pathlib import Path

import pytest

import edgemark
from edgemark.errors import Remedy
from tests.remedies.harness import Case, emitted, namespace, own_environment, run_remedies, sites

CASES: list[Case] = [
    case
    for path in sorted(Path(__file__).parent.glob("cases_*.py"))
    for case in import_module(f"tests.remedies.{path.stem}").CASES
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_advice_can_be_followed(case, tmp_path):
    run_remedies(case, tmp_path)


def test_names_of_cases_are_unique():
    names = [case.name for case in CASES]
    assert sorted(set(names)) == sorted(names)


def test_every_remedy_of_the_package_has_a_case(tmp_path, monkeypatch):
    """Made in a function that some case runs; a remedy that no case makes may not work."""
    root = os.fspath(Path(edgemark.__file__).parent)
    made = {"python": set(), "shell": set()}
    current = "python"
    begin = Remedy.__init__

    def remember(self, *args, **options):
        frame = sys._getframe(1)
        if frame.f_code.co_filename.startswith(root):
            made[current].add((os.path.relpath(frame.f_code.co_filename, root), frame.f_lineno))
        begin(self, *args, **options)

    monkeypatch.setattr(Remedy, "__init__", remember)
    for k, case in enumerate(CASES):
        folder = tmp_path / str(k)
        folder.mkdir()
        current = case.sort
        with contextlib.chdir(folder), own_environment():
            emitted(case, namespace(case))
    for sort, wanted in sites().items():
        assert [] == sorted(f"{path}:{line}" for path, line in wanted - made[sort]), sort
