"""`edgemark rosetta` and `edgemark reconcile`: the numbers of packages, and what a number counts."""

import pytest


@pytest.fixture
def files(save):
    return save("t.txt", "A --> B --> C; D"), save("e.txt", "B --> A; B --- C; D")


def test_rosetta_shows_every_meaning_of_a_name(edgemark, files):
    printed = edgemark("rosetta", *files, "--named", "tpr")
    assert printed.status == 0
    assert "1.000  recall:skeleton\n          BiDAG 2.1.4 TPR; pcalg 2.7-12 tpr" in printed.out
    assert max(map(len, printed.out.splitlines())) <= 80
    assert edgemark("rosetta", *files, "--format", "json").json["format"] == "edgemark.rosetta"
    assert "\\toprule" in edgemark("rosetta", *files, "--format", "latex").out
    assert edgemark("rosetta", *files, "--format", "markdown").out.startswith("**What other")


def test_reconcile_says_what_a_number_counts(edgemark, files):
    printed = edgemark("reconcile", "3", *files)
    assert printed.status == 0
    assert "shd:arc Hamming" in printed.out
    assert max(map(len, printed.out.splitlines())) <= 80
    whole = edgemark("reconcile", "3", *files, "--format", "json").json
    assert whole["format"] == "edgemark.reconciled"
    assert whole["matches"][0]["counted_as"] == "shd:arc Hamming"


def test_the_status_says_whether_a_number_agrees(edgemark, files):
    assert edgemark("reconcile", "1234", *files).status == 1
    wrong = edgemark("reconcile", "three", *files)
    assert wrong.status == 2
    assert "must be a finite number, such as 3 or 0.67; got 'three'" in wrong.err
