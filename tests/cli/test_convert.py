"""`edgemark convert`: formats in and out."""

import pytest

import edgemark as em
from edgemark.io import FORMATS


@pytest.mark.parametrize("target", ["g.txt", "g.csv", "g.dot", "g.json"])
def test_a_graph_survives(edgemark, truth, target):
    found = edgemark("convert", truth, target)
    assert (found.status, found.out, found.err) == (0, "", f"{target}: 4 nodes, 3 edges\n")
    assert em.read(target) == em.read(truth)


def test_formats_are_chosen_by_name(edgemark, truth):
    assert edgemark("convert", truth, "m.csv", "--to", "adjacency").status == 0
    back = edgemark("convert", "m.csv", "g.json", "--from", "adjacency", "--direction", "row-to-column")
    assert back.status == 0
    assert em.read("g.json") == em.read(truth)


def test_what_a_format_cannot_hold_is_refused_and_nothing_written(edgemark, save, tmp_path):
    found = edgemark("convert", save("pag.json", "A o-> B", "pag"), "m.csv", "--to", "adjacency")
    assert found.status == 2
    assert found.err.startswith("edgemark: error: ")
    assert not (tmp_path / "m.csv").exists()


def test_a_declared_kind_that_is_lost_and_matters_is_said(edgemark, save):
    cpdag = save("cpdag.json", "A --> B <-- C", "cpdag")
    assert (
        "declared a CPDAG: by its marks it is taken for a DAG" in edgemark("convert", cpdag, "g.txt").err
    )
    assert "warning" not in edgemark("convert", cpdag, "again.json").err


def test_a_declared_kind_that_the_marks_say_too_is_not_mentioned(edgemark, truth):
    assert "warning" not in edgemark("convert", truth, "g.txt").err


def test_a_kind_can_be_declared(edgemark, save):
    edgemark("convert", save("g.txt", "A --> B"), "g.json", "--kind", "cpdag")
    assert em.read("g.json").kind == "cpdag"


def test_a_declared_kind_that_does_not_hold_is_written_with_a_warning(edgemark, save):
    cyclic = save("g.txt", "A --> B --> C --> A")
    found = edgemark("convert", cyclic, "g.json", "--kind", "dag")
    said = "edgemark: warning: the graph is declared a DAG, but A --> B --> C --> A is a directed cycle"
    assert (found.status, found.err.splitlines()[1:]) == (0, [said])
    assert em.read("g.json").kind == "dag"


def test_the_list_of_formats_names_every_one(edgemark):
    found = edgemark("convert", "--formats")
    assert [line.split()[0] for line in found.out.splitlines()[1:]] == list(FORMATS)


@pytest.mark.parametrize(
    "arguments",
    [("nowhere.json", "x.json"), ("truth.json", "x.xyz"), ("truth.json",), ("truth.json", ".")],
)
def test_trouble_is_status_2_and_a_line(edgemark, truth, arguments):
    found = edgemark("convert", *arguments)
    assert found.status == 2
    assert found.err.startswith("edgemark: error: ")


def test_what_helps_is_said_in_options(edgemark, truth):
    said = edgemark("convert", truth, "x.xyz").err
    assert "on the command line: --from and --to\n" in said


@pytest.mark.parametrize("arguments", [("truth.json", "-"), ("-", "x.json")])
def test_a_dash_is_refused(edgemark, truth, tmp_path, arguments):
    found = edgemark("convert", *arguments)
    assert (found.status, [p.name for p in tmp_path.iterdir()]) == (2, [truth])
    assert "use /dev/stdin or /dev/stdout" in found.err


def test_hostile_names_survive(edgemark, hostile):
    assert edgemark("convert", hostile[0], "h.txt").status == 0
    assert em.read("h.txt") == em.read(hostile[0])
