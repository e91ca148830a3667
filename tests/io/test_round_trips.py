"""What a writer writes, its reader reads back; what it cannot keep, it refuses."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgemark import EdgemarkError, FormatError, Graph
from edgemark.io import FORMATS, read, write
from edgemark.io.source import Source
from tests.strategies import HOSTILE_NAMES, graphs

ONES = [(), ("-->",), ("<--",), ("---",)]
LOSSLESS = ["json", "dot"]
MATRICES = ["adjacency", "npy", "npz", "pcalg-cpdag"]

thorough = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read_back(name, data):
    return FORMATS[name].read(Source(data, "row-to-column", "undirected"))


def same(graph, again):
    return again == graph and again.nodes == graph.nodes and again.is_named == graph.is_named


@pytest.mark.parametrize("name", FORMATS)
@thorough
@given(graph=graphs())
def test_a_written_graph_reads_back_or_is_refused(name, graph):
    try:
        data = FORMATS[name].write(graph)
    except FormatError:
        assert name not in LOSSLESS
        return
    assert same(graph, read_back(name, data))


@pytest.mark.parametrize("name", MATRICES)
@thorough
@given(graph=graphs(states=ONES))
def test_a_written_matrix_reads_back(name, graph):
    try:
        data = FORMATS[name].write(graph)
    except FormatError:
        unheld = {"npy": graph.is_named, "pcalg-cpdag": not graph.is_named}.get(name, False)
        nul = any(node.endswith("\0") if name == "npz" else "\0" in node for node in graph.nodes)
        assert unheld or not graph.n_nodes or nul
        return
    assert same(graph, read_back(name, data))


@thorough
@given(text=st.text('AB01;"#-><o \\n\\r\\t', max_size=30))
def test_text_is_read_as_the_parser_reads_it(text):
    def outcome(read):
        try:
            graph = read()
        except EdgemarkError as error:
            return str(error)
        return graph.nodes, graph.edges(), graph.is_named

    if text.strip():
        ours = outcome(lambda: FORMATS["text"].read(Source(text.encode())))
        assert ours == outcome(lambda: Graph.parse(text))


@pytest.mark.parametrize("name", ["json", "text", "edges", "adjacency", "dot", "pcalg-pag"])
def test_hostile_names_are_kept(name):
    kept = [x for x in HOSTILE_NAMES if "\0" not in x or name in ("json", "text", "dot")]
    graph = Graph(kept, [(kept[0], "-->", kept[1])])
    assert same(graph, read_back(name, FORMATS[name].write(graph)))


@pytest.mark.parametrize("name", ["edges", "adjacency", "tetrad", "pcalg-pag", "pcalg-cpdag"])
def test_a_name_with_a_nul_is_refused_where_it_could_not_be_read(name):
    with pytest.raises(FormatError, match=r"NUL.*'json' and 'text' keep"):
        FORMATS[name].write(Graph(["A\0", "B"], [("A\0", "-->", "B")]))


@thorough
@given(graph=graphs(), kind=st.sampled_from([None, "dag", "cpdag", "pag"]))
def test_json_keeps_the_declared_kind(graph, kind):
    data = FORMATS["json"].write(graph.with_kind(kind))
    assert read_back("json", data).kind == kind


@pytest.mark.parametrize("name", ["json", "text", "edges", "npz", "tetrad", "dot"])
def test_the_suffix_is_enough_for_what_we_write(name, tmp_path):
    graph = Graph.parse("B --- A; A --> C; D")
    path = tmp_path / f"graph{FORMATS[name].suffixes[0]}"
    write(graph, path, name)
    again = read(path, direction="row-to-column", symmetric="undirected")
    assert same(graph, again)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_the_same_every_time(name):
    graph = Graph.parse("#0 --> #1" if name == "npy" else "A --> B; C --- B")
    assert FORMATS[name].write(graph) == FORMATS[name].write(graph)


@pytest.mark.parametrize("name", ["adjacency", "npz", "pcalg-cpdag"])
def test_a_matrix_of_ones_refuses_other_marks_and_says_what_keeps_them(name):
    with pytest.raises(FormatError, match=r"A o-> B.*'json'"):
        FORMATS[name].write(Graph.parse("A o-> B"))


@pytest.mark.parametrize("name", ["edges", "tetrad", "pcalg-pag", "pcalg-cpdag"])
def test_formats_with_names_refuse_an_unnamed_graph(name):
    with pytest.raises(FormatError, match="with_nodes"):
        FORMATS[name].write(Graph.parse("#0 --> #1"))


def test_a_matrix_too_large_for_memory_is_refused():
    from edgemark import LimitError

    with pytest.raises(LimitError, match="'json'"):
        FORMATS["npz"].write(Graph(100_000))
