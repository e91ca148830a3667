"""Finding the format, options, limits, and files that stay whole."""

import io
import os
import re
import threading
import tracemalloc

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import (
    AlignmentError,
    AmbiguityError,
    ConventionError,
    FormatError,
    InputTypeError,
    LimitError,
    MissingExtraError,
)
from edgemark.io import FORMATS, Limits, read, write

AB = Graph.parse("A --> B")


def test_formats_are_listed_in_order_with_a_line_each():
    assert list(FORMATS)[:2] == ["json", "text"]
    for name, fmt in FORMATS.items():
        assert fmt.name == name
        assert fmt.summary
        assert "\n" not in fmt.summary


def test_a_missing_file_stays_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.json")


def test_a_folder_stays_an_os_error(tmp_path):
    with pytest.raises(IsADirectoryError):
        read(tmp_path, "json")
    with pytest.raises(IsADirectoryError):
        write(AB, tmp_path, "json")


@pytest.mark.parametrize("path", [3, None, b"g.json", io.StringIO("A --> B"), np.zeros((2, 2))])
@pytest.mark.parametrize(
    "use", [read, em.read_scores, em.read_samples, em.read_temporal, lambda path: write(AB, path)]
)
def test_what_is_no_path_is_an_error_of_edgemark(use, path):
    """It was a bare TypeError, without what to do."""
    with pytest.raises(InputTypeError, match=r"path must be str or os\.PathLike"):
        use(path)


def test_an_open_file_is_read_by_its_path(put):
    with put("g.txt", "A --> B").open() as file:
        with pytest.raises(InputTypeError, match=r"path\.name"):
            read(file)
        assert read(file.name) == AB


def test_only_graphs_are_written(tmp_path):
    with pytest.raises(TypeError, match="as_graph"):
        write([("A", "-->", "B")], tmp_path / "x.json")


def test_a_path_may_be_a_string(tmp_path):
    path = os.fspath(tmp_path / "g.json")
    write(AB, path)
    assert read(path) == AB


def test_an_unknown_suffix_lists_the_formats(put):
    with pytest.raises(FormatError, match=r"'json' \(\.json\)"):
        read(put("graph.xyz", "A --> B"))
    with pytest.raises(FormatError, match="format="):
        write(AB, "graph.xyz")


def test_an_unknown_format_is_refused_with_a_guess(put):
    with pytest.raises(ConventionError, match="Did you mean 'json'"):
        read(put("g.json", "{}"), "jason")


def test_a_named_format_needs_no_suffix(put):
    assert read(put("graph", "A --> B"), "text") == AB


def test_the_suffix_may_be_in_capitals(put):
    assert read(put("graph.TXT", "A --> B")) == AB


def test_options_are_closed_sets(put):
    path = put("g.txt", "A --> B")
    with pytest.raises(ConventionError, match="direction"):
        read(path, direction="up")
    with pytest.raises(ConventionError, match="symmetric"):
        read(path, symmetric="both")
    with pytest.raises(ConventionError, match="kind"):
        read(path, kind="dga")


def test_the_message_names_the_file(put):
    path = put("g.json", "{")
    with pytest.raises(FormatError, match=r"g\.json: the file must be JSON"):
        read(path)


def test_nodes_add_those_without_an_edge(put):
    assert read(put("g.txt", "A --> B"), nodes=["B", "C", "A"]).nodes == ("B", "C", "A")


def test_nodes_name_an_unnamed_graph(put):
    path = put("g.csv", "0,1\n0,0\n")
    assert read(path, direction="row-to-column", nodes=["A", "B"]) == AB


def test_nodes_must_hold_those_of_the_file(put):
    with pytest.raises(AlignmentError, match="missing: 'B'"):
        read(put("g.txt", "A --> B"), nodes=["A", "C"])


@pytest.mark.parametrize("order", [{"A", "B"}, frozenset({"A", "B"})])
@pytest.mark.parametrize(("name", "content"), [("g.txt", "A --> B"), ("g.csv", "0,1\n0,0\n")])
def test_nodes_must_have_an_order(put, name, content, order):
    with pytest.raises(TypeError, match="a set does not have"):
        read(put(name, content), direction="row-to-column", nodes=order)


def test_kind_is_declared_on_request(put):
    assert read(put("g.txt", "A --> B"), kind="cpdag").kind == "cpdag"


def test_txt_is_told_apart_by_content(put):
    assert read(put("a.txt", "A --> B")) == AB
    assert read(put("b.txt", "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> B\n")) == AB


def test_csv_is_told_apart_by_content(put):
    assert read(put("a.csv", "source,mark,target\nA,-->,B\n")) == AB
    assert read(put("b.csv", "A,B\n0,1\n0,0\n"), direction="row-to-column") == AB


@pytest.mark.parametrize(
    "content", ["hello, world\nthis is no graph\n", "A,B\nx,y\nz,w\n", "1|2\n3|4\n"]
)
def test_csv_of_something_else_lists_what_it_may_be(put, content):
    with pytest.raises(FormatError, match=r"edges, adjacency; got something else"):
        read(put("a.csv", content))


@pytest.mark.parametrize("content", ["A,B\nC,D\n", "A -> B\n", "Dear reader,\nhow are you?\n"])
def test_text_of_something_else_lists_what_it_may_be(put, content):
    with pytest.raises(FormatError, match=r"text, tetrad, bnlearn; got something else"):
        read(put("a.txt", content))


@pytest.mark.parametrize(
    "content",
    [
        "source;target\nA;B\n",
        '"from";"to"\n"A";"B"\n',
        "from,to\nA,B\n",
        "source\tmark\ttarget\nA\t-->\tB\n",
        "A\tB\n0\t1\n0\t0\n",
        '"";"A";"B"\n"A";0;1\n"B";0;0\n',
    ],
)
def test_graphs_separated_by_tabs_and_semicolons_are_read_as_scores_are(put, content):
    direction = None if "source" in content or "from" in content else "row-to-column"
    assert read(put("a.csv", content), direction=direction) == Graph.parse("A --> B")


def test_a_field_of_more_characters_than_csv_takes_is_called_so(put):
    with pytest.raises(FormatError, match="131072 characters"):
        read(put("a.csv", f"source,target\nA,{'B' * 131073}\n"), "edges")


@pytest.mark.parametrize(
    ("name", "content", "reasons"),
    [
        ("a.txt", "A -> B\n", ["text: line 1, column 3: ", "tetrad: .*'Graph Nodes:'", "bnlearn: "]),
        ("a.txt", "A,B\nC,D\n", ["text: it would have nodes, but no edge", "tetrad: ", "bnlearn: "]),
        (
            "a.csv",
            "A,B,C\n0,x,0\n0,0\n",
            ["edges: .*got 'A,B,C'", "adjacency: .*line 3 .* this line has 2"],
        ),
        (
            "a.csv",
            "begin,to\nA,B\n",
            ["edges: .*source,target;.*got 'begin,to'", "adjacency: .*got 'to' and 'A'"],
        ),
    ],
)
def test_each_candidate_says_why_it_is_not_the_one(put, name, content, reasons):
    with pytest.raises(FormatError) as error:
        read(put(name, content))
    for line, reason in zip(str(error.value).split("\n")[1:], reasons, strict=True):
        assert re.match(f"  {reason}", line), line
        assert len(line) < 270


def test_a_missing_package_names_the_file_too(put, monkeypatch):
    def read_by_a_package(_):
        raise MissingExtraError("pandas", "frames")

    monkeypatch.setattr("edgemark.io.json_graph.read", read_by_a_package)
    with pytest.raises(MissingExtraError, match=r"g\.json: this needs pandas"):
        read(put("g.json", "{}"))


def test_edges_between_numbered_nodes_are_no_matrix(put):
    assert read(put("a.csv", "source,target\n1,2\n2,3\n")) == Graph.parse("1 --> 2 --> 3")
    assert read(put("b.csv", "source,target,weight\n1,2,0.5\n2,3,1\n"), "edges").n_edges == 2


def test_content_that_fits_two_formats_is_ambiguous(put):
    path = put("a.csv", "source,target\n0,1\n0,0\n")
    with pytest.raises(AmbiguityError, match=r'format="edges".*format="adjacency"'):
        read(path, direction="row-to-column")
    assert read(path, "adjacency", direction="row-to-column").nodes == ("source", "target")


def test_a_file_that_claims_another_format_is_refused(put):
    path = put("g.json", "A --> B")
    for name in ("json", "npy", "npz", "tetrad", "dot", "edges", "adjacency", "pcalg-pag"):
        with pytest.raises(FormatError):
            read(path, name)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_file_is_refused(put, name):
    with pytest.raises(FormatError):
        read(put("empty", ""), name)


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in ("npy", "npz")])
@pytest.mark.parametrize("content", [" \n\n ", "\ufeff", "\r\n"])
def test_a_blank_file_is_refused(put, name, content):
    with pytest.raises(FormatError, match="empty"):
        read(put("blank", content), name)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".json", ".dot"])
def test_bytes_that_are_no_utf_8_are_refused_with_their_place(put, suffix):
    with pytest.raises(FormatError, match="byte 0xff at offset 3"):
        read(put(f"g{suffix}", b"A;B\xff"))


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in ("npy", "npz")])
@pytest.mark.parametrize("content", [b"A\0B --> C\n", b"A,B\0\n0,1\n0,0\n", b"A\0;\0B"])
def test_nul_bytes_are_no_text(put, name, content):
    with pytest.raises(FormatError, match=f"NUL bytes; got one at offset {content.index(0)}"):
        read(put("g", content), name)


def test_utf_16_is_called_by_its_name(put):
    with pytest.raises(FormatError, match="UTF-16"):
        read(put("g.txt", "A --> B".encode("utf-16")))


WITH_LINES = {
    "text": "A --> B\nC\n",
    "json": '{"format": "edgemark.graph", "version": 1,\n"nodes": ["A", "B", "C"],\n'
    '"edges": [["A", "-->", "B"]]}\n',
    "edges": "source,mark,target\nA,-->,B\nC,,\n",
    "adjacency": "A,B,C\n0,1,0\n0,0,0\n0,0,0\n",
    "tetrad": "Graph Nodes:\nA;B;C\n\nGraph Edges:\n1. A --> B\n\n",
    "dot": "digraph {\nA -> B\nC\n}\n",
    "pcalg-cpdag": "A,B,C\n0,0,0\n1,0,0\n0,0,0\n",
    "pcalg-pag": "A,B,C\n0,2,0\n3,0,0\n0,0,0\n",
}


@pytest.mark.parametrize("name", WITH_LINES)
def test_windows_line_ends_and_a_byte_order_mark_are_read(put, name):
    text = "\ufeff" + WITH_LINES[name].replace("\n", "\r\n")
    direction = "row-to-column" if name == "adjacency" else None
    assert read(put("g", text), name, direction=direction) == Graph.parse("A --> B; C")


# ---- limits


def test_a_file_larger_than_the_limit_is_refused_before_it_is_read(put):
    with pytest.raises(LimitError, match=r"limits=Limits\(bytes=7\)"):
        read(put("g.txt", "A --> B"), limits=Limits(bytes=6))


def test_an_endless_file_is_refused():
    with pytest.raises(FormatError, match="must lead to a file or a pipe; got a device"):
        read("/dev/zero", "text", limits=Limits(bytes=1000))


@pytest.mark.parametrize("name", WITH_LINES)
def test_more_nodes_than_the_limit_are_refused(put, name):
    path = put("g", WITH_LINES[name])
    with pytest.raises(LimitError, match=r"limits=Limits\(nodes="):
        read(path, name, direction="row-to-column", limits=Limits(nodes=1))


@pytest.mark.parametrize("name", WITH_LINES)
def test_more_edges_than_the_limit_are_refused(put, name):
    path = put("g", WITH_LINES[name])
    with pytest.raises(LimitError, match=r"limits=Limits\(edges="):
        read(path, name, direction="row-to-column", limits=Limits(edges=0))


def test_a_limit_can_be_raised(put):
    path = put("g.txt", "A --> B; C")
    assert read(path, limits=Limits(nodes=3, edges=1)).n_nodes == 3


# ---- whole or not at all


def test_a_graph_that_cannot_be_written_leaves_the_file_as_it_was(put):
    path = put("g.csv", "precious")
    with pytest.raises(FormatError):
        write(Graph.parse("A o-> B"), path, "adjacency")
    assert path.read_text() == "precious"
    assert [p.name for p in path.parent.iterdir()] == ["g.csv"]


def test_a_failed_write_leaves_nothing_behind(put, monkeypatch):
    path = put("g.json", "precious")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write(AB, path)
    assert path.read_text() == "precious"
    assert [p.name for p in path.parent.iterdir()] == ["g.json"]


def test_a_link_is_followed_not_replaced(put, tmp_path):
    target = put("real.json", "old")
    link = tmp_path / "link.json"
    link.symlink_to(target)
    write(AB, link)
    assert link.is_symlink()
    assert read(target) == AB


def test_a_device_is_written_to_not_replaced():
    write(AB, "/dev/null", "json")
    assert os.path.exists("/dev/null")  # noqa: PTH110
    assert not os.path.isfile("/dev/null")  # noqa: PTH113


def test_a_new_file_can_be_read_by_whom_the_umask_allows(tmp_path):
    path = tmp_path / "g.json"
    write(AB, path)
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


def test_importing_io_loads_no_foreign_library():
    import subprocess
    import sys

    code = (
        "import sys, edgemark.io; "
        "print(sorted({'networkx','pandas','scipy','json','csv','zipfile'} & set(sys.modules)))"
    )
    heavy = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"networkx", "pandas", "scipy"} & set(eval(heavy.stdout))


def test_reading_takes_the_memory_of_the_file_and_not_of_the_limit(tmp_path):
    path = tmp_path / "g.json"
    write(AB, path)
    read(path)
    tracemalloc.start()
    try:
        read(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2**20


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_read_to_its_end(tmp_path):
    pipe = tmp_path / "g.json"
    write(AB, pipe)
    content = pipe.read_bytes()
    pipe.unlink()
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    assert read(pipe) == AB
    writer.join()


# ---- advice that led to a second error


@pytest.mark.parametrize("cell", ["NA", "", "nan"])
@pytest.mark.parametrize("first", ["1", "0.5"])
def test_weights_with_a_missing_one_are_scores_and_no_graph(tmp_path, cell, first):
    """A list of scores may have pairs without a score, so the reader that is advised takes the file."""
    path = tmp_path / "w.csv"
    path.write_text(f"source,target,weight\nA,B,{first}\nB,C,{cell}\n")
    with pytest.raises(em.errors.FormatError, match="line 3: the weight of an edge") as caught:
        em.read(path)
    assert "read_scores" in str(caught.value)
    scored = em.read_scores(path).candidates
    assert scored is not None
    assert ("B", "C") not in scored


def test_a_lag_that_is_no_number_is_explained():
    for lag in ("x", 1.5):
        graph = networkx.DiGraph()
        graph.add_edge("A", "B", lag=lag)
        with pytest.raises(em.errors.InputTypeError, match="not a time series graph either") as caught:
            em.as_graph(graph)
        assert not any(remedy.python for remedy in caught.value.message.remedies)
    graph = networkx.Graph()
    graph.add_edge("A", "B", lag=1)
    with pytest.raises(em.errors.InputTypeError, match="Give it directed edges"):
        em.as_graph(graph)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.txt", "A --> B\rB --> C\r"),
        ("g.csv", "source,target\rA,B\rB,C\r"),
        ("g.dot", "digraph { // a comment\rA -> B; B -> C [color=red]\r}\r"),
    ],
)
def test_lines_may_end_with_carriage_returns_alone(tmp_path, name, text):
    (tmp_path / name).write_bytes(text.encode())
    assert em.read(tmp_path / name) == em.Graph.parse("A --> B --> C")


def test_a_series_may_have_lines_that_end_with_carriage_returns_alone(tmp_path):
    (tmp_path / "g.txt").write_bytes(b"A --> B @1\rlags 2\r")
    assert em.read_temporal(tmp_path / "g.txt") == em.TemporalGraph.parse("A --> B @1; lags 2")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_called_by_its_name(put, encoding):
    with pytest.raises(FormatError, match="UTF-16"):
        read(put("g.txt", "A --> B".encode(encoding)))
