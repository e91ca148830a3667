"""`edgemark check`: which kinds a graph is, and why not others."""

import pytest

import edgemark as em
from edgemark.conventions.options import Kind, choices


def test_all_kinds_are_checked_with_the_reason_why_not(edgemark, truth):
    found = edgemark("check", truth)
    lines = found.out.splitlines()
    assert (found.status, lines[:3]) == (
        0,
        ["truth.json", "  4 nodes, 3 edges (3 -->)", "  declared a DAG; it is one"],
    )
    assert [line.split()[0] for line in lines[5:] if line[0] != " "] == [*choices(Kind)]
    assert "undirected  no      A --> B is not undirected" in lines


def test_asking_for_a_kind_decides_the_status(edgemark, truth):
    assert edgemark("check", truth, "--kind", "dag").status == 0
    assert edgemark("check", truth, "--kind", "dag", "--kind", "cpdag").status == 1


def test_a_declared_kind_that_does_not_hold_is_status_1(edgemark, save):
    found = edgemark("check", save("x.json", "A --> B --- C", "cpdag"))
    assert found.status == 1
    assert "declared a CPDAG; it is not one: A --> B would be A --- B" in " ".join(found.out.split())


def test_without_a_declared_kind_the_marks_suggest_one(edgemark, save):
    found = edgemark("check", save("x.txt", "A --> B --- C"))
    assert found.status == 0
    assert "no declared kind, read as a CPDAG; it is not one" in found.out


def test_nodes_without_edges_are_counted(edgemark, save):
    assert (
        "3 nodes, 1 edge (1 o->), 1 without an edge"
        in edgemark("check", save("x.txt", "A o-> B; C")).out
    )


def test_json_holds_the_objections(edgemark, truth):
    found = edgemark("check", truth, "--format", "json", "--kind", "undirected")
    assert found.status == 1
    assert found.json["kinds"] == [{"kind": "undirected", "objection": "A --> B is not undirected"}]
    assert (found.json["format"], found.json["marks"], found.json["class"]) == (
        "edgemark.check",
        {"-->": 3},
        "dag",
    )


def test_an_unknown_kind_is_status_2_with_a_suggestion(edgemark, truth):
    found = edgemark("check", truth, "--kind", "dga")
    assert found.status == 2
    assert found.err.endswith("Did you mean 'dag'?\n")


def test_a_large_file_is_refused_with_the_way_to_raise_the_limit(edgemark, truth, monkeypatch):
    from edgemark.io.limits import Limits

    def refuse(path, *args, **options):
        Limits(bytes=1).check_bytes(2)

    monkeypatch.setattr("edgemark.io.files.read_with_idle_options", refuse)
    found = edgemark("check", truth)
    assert found.status == 2
    assert "Raise the limit: EDGEMARK_MAX_MEMORY=0.1MB edgemark ..." in found.err


def test_a_name_of_a_million_letters_is_shown_without_its_middle(edgemark, tmp_path):
    from edgemark import Graph, write

    name = "a" * 10**6
    write(Graph([name, "B", "C"], [(name, "-->", "B"), ("B", "---", "C")]), tmp_path / "x.json")
    found = edgemark("check", "x.json")
    assert "[... 998058 characters ...]" in " ".join(found.out.split())
    assert len(found.out) < 30_000
    assert name in edgemark("check", "x.json", "--format", "json").out


def test_hostile_names_survive(edgemark, hostile):
    found = edgemark("check", hostile[0])
    assert "X[t-1] --> [/] is not undirected" in found.out


@pytest.mark.parametrize("command", [("check",), ("diff", "truth.json")])
def test_an_option_of_matrices_is_refused_if_no_file_is_a_matrix(edgemark, truth, command):
    found = edgemark(*command, truth, "--direction", "row-to-column")
    assert (found.status, "--direction has no effect" in found.err) == (2, True)


def test_conflicts_of_a_time_series_graph_are_counted_in_words(edgemark, tmp_path):
    graph = em.TemporalGraph(["A", "B"], [("A", "---", "B", 0)], max_lag=1, conflicts=[("A", "B", 0)])
    em.io.write_temporal(graph, tmp_path / "series.json")
    found = edgemark("check", "series.json")
    assert "1 conflict (edges whose direction the tests dispute)" in found.out


def test_numbers_that_are_not_read_from_a_file_cause_one_warning(edgemark, tmp_path):
    (tmp_path / "g.dot").write_text("digraph { A -> B [prob=0.5] }")
    found = edgemark("check", "g.dot")
    assert found.err.startswith("edgemark: warning: g.dot: numbers at the edges of a Graphviz file")
    (tmp_path / "t.txt").write_text("A --> B")
    assert edgemark("score", "t.txt", "g.dot").err.count("prob=0.5") == 1
    assert edgemark("score", "t.txt", "g.dot", "--html", "page.html").err.count("prob=0.5") == 1


def test_the_output_says_that_the_class_of_a_series_leaves_out_lagged_marks(edgemark, tmp_path):
    (tmp_path / "s.txt").write_text("A <-> B @1; lags 1")
    (tmp_path / "directed.txt").write_text("A --> B @1; lags 1")
    found = " ".join(edgemark("check", "s.txt").out.split())
    assert "about the contemporaneous edges only. They leave out 1 lagged edge other than -->." in found
    assert "leave out" not in edgemark("check", "directed.txt").out


@pytest.mark.parametrize(
    "command", [["check"], ["convert", "--to", "json", "-"], ["diff"], ["chance"], ["score"]]
)
def test_a_missing_file_is_missing_whatever_the_options(edgemark, truth, command):
    """Options of time series said that the file held no such graph."""
    name, *rest = command
    files = ["none.txt", truth] if name in ("diff", "chance", "score") else ["none.txt"]
    found = edgemark(name, *files, *rest, "--max-lag", "2")
    assert found.status == 2
    assert "none.txt: No such file" in found.err
