"""What `check` says of a plan before it is run."""

import sys

import pytest

from edgemark.bench import Plan, check


def plan_of(command, folder):
    tables = {
        "plan": {"primary": "sid"},
        "data": [{"network": "asia", "samples": 10}],
        "algorithm": [{"command": command, "name": "outside", "tool": "sh"}],
    }
    return Plan.from_dict(tables, folder=folder)


@pytest.mark.parametrize(
    ("program", "missing"),
    [
        ("no-such-program", True),
        ("/no/such/program", True),
        ("./notes.txt", True),
        ("./tool.sh", False),
        (sys.executable, False),
        ("sh", False),
        ("{tool}", False),
    ],
)
def test_a_program_that_is_not_there_is_missing(program, missing, tmp_path):
    """A run of such a command fails; a file that cannot be executed is no program."""
    for name, mode in (("tool.sh", 0o755), ("notes.txt", 0o644)):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(mode)
    found = check(plan_of([program, "{graph}", "{tool}"], tmp_path)).missing
    assert len(found) == missing
    assert all(text.startswith(f"{program}: there is no such program") for text in found)


LEARNERS = {
    "learn(data)": "does not take 'seed', 'L'",
    "learn(data, *, seed)": "does not take 'L'",
    "learn(*, seed, L)": "takes no data",
    "learn(seed, L)": "does not take 'seed'",
    "learn(data, seed, L, alpha)": "also requires 'alpha'",
    "learn(data, *, seed, L, alpha)": "also requires 'alpha'",
    "learn(data, /, L)": "does not take 'seed'",
    "learn(data, *, seed, L)": "",
    "learn(data, seed, L=1, alpha=1)": "",
    "learn(*args, seed, **others)": "",
    "learn(data, **others)": "",
}


def plan_of_function(folder, source):
    (folder / "own.py").write_text(source)
    tables = {
        "plan": {"primary": "sid"},
        "data": [{"network": "asia", "samples": 10}],
        "algorithm": [{"use": "own:learn", "L": 2}],
    }
    return Plan.from_dict(tables, folder=folder)


@pytest.mark.parametrize(("definition", "problem"), LEARNERS.items())
def test_a_function_that_does_not_take_its_arguments_is_named(definition, problem, tmp_path):
    """Every run failed with a TypeError. The definition is read, not imported."""
    found = check(plan_of_function(tmp_path, f"def {definition}:\n    pass\nraise SystemExit\n")).missing
    if not problem:
        assert found == ()
        return
    [text] = found
    assert text.startswith("own:learn: it is called as learn(data, seed=..., L=...); its definition ")
    assert text.endswith(problem)


@pytest.mark.parametrize(
    "source",
    [
        "@decorated\ndef learn(data): pass",
        "from other import learn",
        "if True:\n    def learn(data): pass",
        "def learn(data): pass\nlearn = wrapped(learn)",
        "def learn(data: pass",
    ],
)
def test_functions_whose_arguments_the_source_does_not_show_are_not_judged(source, tmp_path):
    assert check(plan_of_function(tmp_path, source)).missing == ()


@pytest.mark.parametrize(
    ("source", "is_missing"),
    [
        ("def other(data, *, seed, L): pass", True),
        ("def other(data): learn", True),
        ("from os import *", False),
        ("from other import learn", False),
        ("import learn.more", False),
        ("globals()['learn'] = print", False),
        ("def __getattr__(name): return print", False),
        ("class learn: pass", False),
    ],
)
def test_a_function_that_its_module_does_not_have_is_missing(source, is_missing, tmp_path):
    found = check(plan_of_function(tmp_path, source)).missing
    assert found == (("own:learn: its module has no function 'learn'",) if is_missing else ())
