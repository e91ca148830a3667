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
