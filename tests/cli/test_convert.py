"""`edgemark convert`: formats in and out."""

import os
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import edgemark as em
from edgemark.cli.app import run
from edgemark.io import CONTENTS, FORMATS


@pytest.mark.parametrize("target", ["g.txt", "g.csv", "g.dot", "g.json"])
def test_a_graph_survives(edgemark, truth, target):
    found = edgemark("convert", truth, target)
    assert (found.status, found.out) == (0, "")
    assert found.err.splitlines()[0] == f"{target}: 4 nodes, 3 edges"
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


def test_the_loss_of_a_declared_kind_that_matters_is_a_warning(edgemark, save):
    cpdag = save("cpdag.json", "A --> B <-- C", "cpdag")
    said = edgemark("convert", cpdag, "g.dot").err
    assert "loses the declared kind, a CPDAG: without --kind the graph is read as a DAG" in " ".join(
        said.split()
    )
    assert "warning" not in edgemark("convert", cpdag, "again.json").err


def test_the_loss_of_a_declared_kind_that_the_marks_suggest_is_no_warning(edgemark, truth):
    assert "warning" not in edgemark("convert", truth, "g.dot").err


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
    of_graphs, others = found.out.split("other objects")
    assert [line.split()[0] for line in of_graphs.splitlines()[1:]] == list(FORMATS)
    said = " ".join(others.split())
    assert all(one.plural in said for one in CONTENTS.values() if one.name != "Graph")


@pytest.mark.parametrize(
    "arguments",
    [("nowhere.json", "x.json"), ("truth.json", "x.xyz"), ("truth.json",), ("truth.json", ".")],
)
def test_an_error_is_status_2_and_a_message(edgemark, truth, arguments):
    found = edgemark("convert", *arguments)
    assert found.status == 2
    assert found.err.startswith("edgemark: error: ")


def test_an_error_advises_options_of_the_command(edgemark, truth):
    said = edgemark("convert", truth, "x.xyz").err
    assert "--to text" in said


@pytest.mark.parametrize("direction", ["row-to-column", "column-to-row"])
def test_r4_the_direction_applies_to_the_matrix_that_is_written(edgemark, save, direction):
    truth = save("t.txt", "A --> B; B --> C; D")
    assert edgemark("convert", truth, "m.csv", "--to", "adjacency", "--direction", direction).status == 0
    assert em.read("m.csv", direction=direction) == em.read(truth)
    rows = [line.split(",") for line in Path("m.csv").read_text().splitlines()[1:]]
    row, column = (0, 1) if direction == "row-to-column" else (1, 0)
    assert (rows[row][column], rows[column][row]) == ("1", "0")


def test_r4_symmetric_applies_to_the_matrix_that_is_written(edgemark, save):
    truth = save("t.txt", "A <-> B; B --> C")
    assert edgemark("convert", truth, "m.csv", "--to", "adjacency").status == 2
    found = edgemark("convert", truth, "m.csv", "--to", "adjacency", "--symmetric", "bidirected")
    assert "--direction row-to-column --symmetric bidirected" in found.err
    assert em.read("m.csv", direction="row-to-column", symmetric="bidirected") == em.read(truth)


@pytest.mark.parametrize("option", [("--direction", "row-to-column"), ("--symmetric", "cycle")])
def test_r4_an_option_without_effect_is_refused_and_nothing_written(edgemark, truth, tmp_path, option):
    found = edgemark("convert", truth, "g.dot", *option)
    assert (found.status, (tmp_path / "g.dot").exists()) == (2, False)
    assert "has no effect" in found.err


@pytest.mark.parametrize("name", FORMATS)
def test_r5_the_options_that_are_printed_read_the_file_back(edgemark, save, name):
    texts = {"npy": "#0 --> #1; #1 --- #2", "bnlearn": "A --> B; C"}
    source = save(
        "g.json", texts.get(name, "A --> B; B --- C; D"), "dag" if name == "bnlearn" else "pdag"
    )
    said = edgemark("convert", source, f"out{FORMATS[name].suffixes[0]}", "--to", name).err
    lines = [line for line in said.splitlines() if line.startswith("to read it back: ")]
    options = lines[0].removeprefix("to read it back: ").split() if lines else []
    assert edgemark("convert", f"out{FORMATS[name].suffixes[0]}", "again.json", *options).status == 0
    graph, again = em.read(source), em.read("again.json")
    assert (again, again.kind) == (graph, graph.kind)


def from_stdin(monkeypatch, data):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))


@pytest.mark.parametrize("name", FORMATS)
def test_a_dash_is_standard_output_and_standard_input(edgemark, save, monkeypatch, name):
    texts = {"npy": "#0 --> #1; #1 --- #2", "bnlearn": "A --> B; C"}
    graph = em.Graph.parse(texts.get(name, "A --> B; B --- C; D"))
    out = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(out))
    save("g.json", str(graph))
    assert edgemark("convert", "g.json", "-", "--to", name).status == 0
    data = out.getvalue()
    assert data == FORMATS[name].write(graph)
    from_stdin(monkeypatch, data)
    matrix = FORMATS[name].takes and name not in ("npz", "edges", "dot")
    options = ["--direction", "row-to-column", "--symmetric", "undirected"] if matrix else []
    named = ["--from", name] if FORMATS[name].only_by_name else []
    assert edgemark("convert", "-", "again.json", *options, *named).status == 0
    assert em.read("again.json") == graph


def test_standard_output_needs_a_format(edgemark, truth):
    found = edgemark("convert", truth, "-")
    assert (found.status, found.out) == (2, "")
    assert "--to" in found.err


def test_an_error_names_standard_input(edgemark, monkeypatch):
    from_stdin(monkeypatch, b"A -> B")
    assert "error: standard input: " in edgemark("check", "-").err


@pytest.mark.parametrize("sides", [("truth.json", "-"), ("-", "truth.json")])
def test_either_side_may_come_from_standard_input(edgemark, truth, monkeypatch, sides):
    from_stdin(monkeypatch, b"A --> B --> C")
    found = edgemark("score", *sides, "--output", "-", "--format", "json")
    assert found.status in (0, 1)


@pytest.mark.parametrize("make", [None, os.link, os.symlink])
def test_x4_an_output_never_replaces_an_input(edgemark, save, make):
    source = save("t.txt", "A --> B")
    if make is not None:
        make("t.txt", "other.txt")
    found = edgemark("convert", source, "t.txt" if make is None else "other.txt")
    assert (found.status, em.read("t.txt")) == (2, em.Graph.parse("A --> B"))
    assert "an output must not replace an input" in found.err


def test_x4_results_never_replace_the_truth(edgemark, save):
    truth, estimate = save("t.txt", "A --> B"), save("e.txt", "B --> A")
    assert edgemark("score", truth, estimate, "-o", "t.txt").status == 2
    assert em.read("t.txt") == em.Graph.parse("A --> B")


def test_hostile_names_survive(edgemark, hostile):
    assert edgemark("convert", hostile[0], "h.txt").status == 0
    assert em.read("h.txt") == em.read(hostile[0])


def test_a_time_series_graph_goes_to_standard_output(tmp_path, capfdbinary):
    series = em.TemporalGraph.parse("A --> B @1; B --> C; lags 2", kind=None)
    em.io.write_temporal(series, tmp_path / "s.json")
    source = str(tmp_path / "s.json")
    for name, suffix in (("json", ".json"), ("text", ".txt"), ("edges", ".csv")):
        assert run(["convert", source, "-", "--to", name]) == 0
        (tmp_path / f"again{suffix}").write_bytes(capfdbinary.readouterr().out)
        assert em.read_temporal(tmp_path / f"again{suffix}", max_lag=2) == series
    assert run(["convert", source, str(tmp_path / "named"), "--to", "json"]) == 0
    assert (tmp_path / "named").read_bytes() == (tmp_path / "s.json").read_bytes()
    assert run(["convert", source, "-"]) == 2
    assert b"--to json" in capfdbinary.readouterr().err
    assert run(["convert", source, "-", "--to", "dot"]) == 2
    assert b"written as json, text, edges" in capfdbinary.readouterr().err
