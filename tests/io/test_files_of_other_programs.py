"""Files that no reader reads are refused with what to do, and the advice fits them."""

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import FormatError


def advice(path):
    with pytest.raises(FormatError) as caught:
        em.read(path)
    return caught.value.message.remedies


def followed(path):
    """The graph that the first remedy with code gives."""
    (code, *_) = [remedy.python for remedy in advice(path) if remedy.python]
    names = {"Graph": Graph, "EdgeScores": em.EdgeScores, "as_graph": em.as_graph, "path": path}
    for part in code.split("; ")[:-1]:
        exec(part, names)
    return eval(code.split("; ")[-1], names)


@pytest.mark.parametrize("suffix", [".xlsx", ".XLS", ".ods"])
def test_a_spreadsheet_is_saved_as_a_table(suffix, tmp_path):
    path = tmp_path / f"g{suffix}"
    path.write_bytes(b"PK")
    assert advice(path)[0].say == "Save the sheet as .csv, and read that file"


@pytest.mark.parametrize("name", ["graphml", "gml", "gexf", "edgelist", "adjlist"])
def test_files_of_networkx_are_read_with_it(name, tmp_path):
    path = tmp_path / f"g.{name}"
    getattr(networkx, f"write_{name}")(networkx.DiGraph([("A", "B")]), path)
    assert followed(path) == Graph.parse("A --> B")


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("A -> B\nC <- B\n", "A --> B; B --> C"),
        ("A -> B -> C; D -- E", "A --> B --> C; D --- E"),
        ("dag {\nA\nB\nA -> B\n}\n", "A --> B"),
        ('dag {\nbb="0,0,1,1"\nA [pos="0,1"]\nU [latent]\nU -> A [beta=0.3]\n}', "U --> A"),
        ("mag { X <-> Y }", "X <-> Y"),
        ("pdag M {\nX -- Y\nY -> Z\n}", "X --- Y --> Z"),
        ("pag {\nX @-> Y\nY @-@ Z\n}", "X o-> Y o-o Z"),
    ],
)
def test_other_arrows_are_written_as_those_of_the_text_format(text, graph, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(text)
    assert followed(path) == Graph.parse(graph)


def test_a_bare_matrix_in_a_text_is_loaded_with_numpy(tmp_path):
    path = tmp_path / "m.txt"
    np.savetxt(path, np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]))
    assert followed(path) == Graph.parse("#0 --> #1 --> #2")
    np.savetxt(path, np.array([[0, 0.5], [0.25, 0]]))
    assert followed(path)["0", "1"] == 0.5
    for text in ("0 1\n0 0 1\n", "0 1\n0 nan\n", "hello there"):
        path.write_text(text)
        assert not any("loadtxt" in remedy.python for remedy in advice(path))


@pytest.mark.parametrize("heading", ["index", "id", "row"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_column_of_row_numbers_is_no_score(heading, first, tmp_path):
    path = tmp_path / "e.csv"
    path.write_text(f"{heading},source,target\n{first},A,B\n{first + 1},B,C\n")
    remedies = advice(path)
    assert remedies[0].say == f"If {heading!r} numbers the rows, leave out this column"
    assert (len(remedies) == 1) == (heading != "row")
    path.write_text("source,target,strength\nA,B,7\nB,C,3\n")
    assert "read_scores" in str(advice(path)[0].python)


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("dag {\nA [exposure]\nB [outcome]\nA -> B\nB <- C\n}", "A --> B <-- C"),
        ("dag{A->B;B<-C}", "A --> B <-- C"),
        ('dag {\nbb="0,0,1,1"\nU [latent]\nA -> B [beta=0.5]\nB <- C -> A\nU->A\n}', None),
    ],
)
def test_texts_of_dagitty_are_read_as_their_error_advises(text, graph, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(text)
    with pytest.raises(em.errors.FormatError) as caught:
        em.read(path)
    (remedy,) = caught.value.remedies
    *imports, code = remedy.python.split("; ", 2 if "import re; " in remedy.python else 1)
    names = {"Graph": em.Graph, "path": path}
    exec("\n".join(imports), names)
    assert eval(code, names) == em.Graph.parse(graph or "U --> A; A --> B; B <-- C --> A")
    assert ("latent variables as nodes" in remedy.say) == (graph is None)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("A,B\nB,C\n", "source,target"),
        ("0,1\n1,2\n2,3\n", "source,target"),
        ("A,-->,B\nB,---,C\n", "source,mark,target"),
    ],
)
def test_tables_of_edges_without_headings_are_read_as_their_error_advises(text, heading, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text(text)
    with pytest.raises(em.errors.FormatError, match=f"add {heading} as the first line"):
        em.read(path)
    path.write_text(f"{heading}\n{text}")
    assert em.read(path).n_edges == text.count("\n")


@pytest.mark.parametrize("heading", ["x,y", "variable,parents", "outcome,treatment", "node1,node2"])
def test_headings_without_a_direction_are_to_be_replaced(heading, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text(f"{heading}\nA,B\nB,C\n")
    advised = "If the first line holds headings, replace it by source,target or target,source"
    with pytest.raises(em.errors.FormatError, match=advised):
        em.read(path)
    path.write_text("target,source\nA,B\nB,C\n")
    assert em.read(path) == Graph.parse("C --> B --> A")


def test_an_edge_in_the_first_line_is_not_called_a_heading(tmp_path):
    path = tmp_path / "g.csv"
    for text in ("A,B\nB,C\n", "A,B\n", "A,-->,B\nC,---,D\n"):
        path.write_text(text)
        with pytest.raises(em.errors.FormatError) as caught:
            em.read(path)
        assert "holds headings" not in str(caught.value)


def test_matrices_get_no_advice_for_tables_of_edges(tmp_path):
    path = tmp_path / "g.csv"
    for text in ("A,B\n0,1\n0,0\n", "A,B\n0,0.5\n0.1,0\n", "0,1\n0,1\n0,0\n", "0,1\n0,0\n"):
        path.write_text(text)
        with pytest.raises(em.errors.EdgemarkError) as caught:
            em.read(path)
        assert "as the first line" not in str(caught.value)
