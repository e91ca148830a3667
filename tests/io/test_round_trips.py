"""What a writer writes, its reader reads back; what it cannot keep, it refuses."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgemark import EdgemarkError, Graph
from edgemark.errors import ConventionError, FormatError, LimitError
from edgemark.io import FORMATS, Limits, read, read_options, write
from edgemark.io.csv_rows import is_like_cell
from edgemark.io.source import Source
from tests.strategies import HOSTILE_NAMES, graphs

ONES = [(), ("-->",), ("<--",), ("---",)]
LOSSLESS = ["json", "dot"]
MATRICES = ["adjacency", "npy", "npz", "pcalg-cpdag"]

thorough = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read_back(name, data):
    says_itself = FORMATS[name].takes == frozenset() or name in ("npz", "edges", "dot")
    return FORMATS[name].read(
        Source(data) if says_itself else Source(data, "row-to-column", "undirected")
    )


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
        like_cell = graph.n_nodes == 1 and is_like_cell(graph.nodes[0])
        assert unheld or not graph.n_nodes or nul or like_cell
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
    with pytest.raises(FormatError, match=r"NUL.*Write JSON, which holds every graph"):
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
    assert same(graph, read(path))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_the_same_every_time(name):
    texts = {"npy": "#0 --> #1", "bnlearn": "A --> B; C"}
    graph = Graph.parse(texts.get(name, "A --> B; C --- B"))
    assert FORMATS[name].write(graph) == FORMATS[name].write(graph)


@pytest.mark.parametrize("name", ["adjacency", "npz", "pcalg-cpdag"])
def test_a_matrix_of_ones_refuses_other_marks_and_says_what_keeps_them(name):
    with pytest.raises(FormatError, match=r"A o-> B.*'json'"):
        FORMATS[name].write(Graph.parse("A o-> B"))


@pytest.mark.parametrize("name", ["edges", "tetrad", "pcalg-pag", "pcalg-cpdag"])
def test_formats_with_names_refuse_an_unnamed_graph(name):
    with pytest.raises(FormatError, match="with_nodes"):
        FORMATS[name].write(Graph.parse("#0 --> #1"))


def test_a_matrix_too_large_for_memory_is_refused(monkeypatch):
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1GB")
    with pytest.raises(LimitError, match="json"):
        FORMATS["npz"].write(Graph(100_000))


# ---- what is written is read back with the options that are given for it


OURS = ["json", "text", "edges", "npz"]
KINDS = [None, "dag", "cpdag", "pdag", "mag", "pag", "admg", "digraph", "undirected", "mpdag"]


@pytest.mark.parametrize("name", FORMATS)
@thorough
@given(
    graph=graphs(),
    kind=st.sampled_from(KINDS),
    direction=st.sampled_from([None, "row-to-column", "column-to-row"]),
    symmetric=st.sampled_from([None, "undirected", "bidirected", "cycle", "refuse"]),
)
def test_r5_the_options_given_read_back_graph_and_kind(
    tmp_path_factory, name, graph, kind, direction, symmetric
):
    path = tmp_path_factory.getbasetemp() / f"graph{FORMATS[name].suffixes[0]}"
    graph = graph.with_kind(kind)
    how = {"direction": direction, "symmetric": symmetric} if "direction" in FORMATS[name].takes else {}
    try:
        write(graph, path, name, **how)
    except FormatError:
        assert name not in LOSSLESS
        return
    options = read_options(graph, path, name, **how)
    again = read(path, **options)
    assert same(graph, again)
    assert again.kind == kind or (name == "bnlearn" and kind is None and again.kind == "dag")
    if name in OURS:
        # A file named by its suffix is recognised by its content, which names may make look odd.
        assert options.keys() <= {"format"}
    assert {"format"} <= options.keys() or read(path, **{**options, "format": name}) == graph


@pytest.mark.parametrize("name", OURS)
@thorough
@given(graph=graphs(node_names=st.sampled_from("ABCDEFGH")), kind=st.sampled_from(KINDS))
def test_r5_our_own_formats_need_no_options(tmp_path_factory, name, graph, kind):
    path = tmp_path_factory.getbasetemp() / f"own{FORMATS[name].suffixes[0]}"
    try:
        write(graph.with_kind(kind), path, name)
    except FormatError:
        assert not graph.n_nodes or name in ("npz", "edges")
        return
    assert {} == read_options(graph.with_kind(kind), path, name)
    assert (read(path), read(path).kind) == (graph, kind)


def test_an_npz_says_what_a_one_in_both_cells_means(tmp_path):
    for text in ("A <-> B; A --> C", "A --> B; B --> A; B --> C", "A --- B; B --> C"):
        graph = Graph.parse(text)
        write(graph, tmp_path / "g.npz", direction="column-to-row")
        assert read(tmp_path / "g.npz") == graph


def test_what_a_file_says_is_not_overridden(tmp_path):
    write(Graph.parse("A --> B"), tmp_path / "g.npz")
    assert read(tmp_path / "g.npz", direction="row-to-column") == Graph.parse("A --> B")
    with pytest.raises(ConventionError, match="direction has no effect"):
        read(tmp_path / "g.npz", direction="column-to-row")


@pytest.mark.parametrize("name", ["json", "text", "edges", "tetrad", "dot"])
def test_an_option_without_effect_is_refused(tmp_path, name):
    path = tmp_path / f"g{FORMATS[name].suffixes[0]}"
    write(Graph.parse("A --> B"), path, name)
    with pytest.raises(ConventionError, match="direction has no effect"):
        read(path, direction="row-to-column")
    with pytest.raises(ConventionError, match="matrices of 0 and 1"):
        write(Graph.parse("A --> B"), path, name, direction="row-to-column")


@pytest.mark.parametrize(
    "text",
    ["kind: dga\nA", "source,mark,target,kind\nA,-->,B,dga\n"],
)
def test_an_unknown_kind_in_a_file_is_refused(tmp_path, text):
    path = tmp_path / ("g.csv" if "," in text else "g.txt")
    path.write_text(text)
    with pytest.raises(FormatError, match="'dga'"):
        read(path)


def test_two_kinds_in_one_table_are_refused(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("source,mark,target,kind\nA,-->,B,dag\nB,-->,C,\nB,-->,D,cpdag\n")
    with pytest.raises(FormatError, match=r"line 4: .*'cpdag' after 'dag'"):
        read(path)


def test_a_node_may_be_called_kind():
    for text in ("kind: --> dag", "kind:; A --> kind:", '"kind:" --> A'):
        graph = Graph.parse(text)
        assert ("kind:" in graph.nodes, graph.kind) == (True, None)
        assert Graph.parse(str(graph)) == graph


# ---- matrices and model strings that other programs write


def test_r6_a_matrix_of_true_and_false_is_read(tmp_path):
    for words in (("TRUE", "FALSE"), ("True", "False"), ("true", "false")):
        path = tmp_path / "g.csv"
        path.write_text('"","A","FALSE"\n"A",{1},{0}\n"FALSE",{1},{1}\n'.format(*words))
        assert read(path, direction="row-to-column") == Graph.parse("A --> FALSE")


def test_r6_a_model_string_of_bnlearn_is_no_node(tmp_path):
    path = tmp_path / "model.txt"
    path.write_text("[A][S][T|A][L|S][B|S][D|B:E][E|T:L][X|E]\n")  # asia, as modelstring() prints it
    asia = "A --> T; S --> L; S --> B; B --> D; E --> D; T --> E; L --> E; E --> X"
    assert (read(path), read(path).kind) == (Graph.parse(asia), "dag")
    with pytest.raises(FormatError, match="model string"):
        Graph.parse("[A][B|A]")
    assert Graph.parse('"[A][B|A]"').nodes == ("[A][B|A]",)


@pytest.mark.parametrize("text", ["[A][A]", "[A][B|C]", "[A]x[B]", "[A][B|A"])
def test_a_broken_model_string_is_refused(text):
    with pytest.raises(EdgemarkError):
        FORMATS["bnlearn"].read(Source(text.encode()))


def test_x5_groups_of_a_drawing_multiply_within_the_limit():
    left, right = (" ".join(f"{side}{k}" for k in range(300)) for side in "ab")
    drawing = f"digraph {{ {{{left}}} -> {{{right}}} }}".encode()
    graph = FORMATS["dot"].read(Source(drawing))
    assert graph.n_edges == 300 * 300
    assert graph.parents("b7") == {f"a{k}" for k in range(300)}
    with pytest.raises(LimitError, match="joined groups"):
        FORMATS["dot"].read(Source(drawing, limits=Limits(bytes=10**6)))
    assert FORMATS["dot"].read(Source(b"digraph { a -> b }", limits=Limits(bytes=20))).n_edges == 1


@pytest.mark.parametrize("name", ["edges", "adjacency", "pcalg-cpdag", "pcalg-pag"])
@thorough
@given(graph=graphs(), kind=st.sampled_from(KINDS))
def test_tables_of_tabs_are_read_back(tmp_path_factory, name, graph, kind):
    path = tmp_path_factory.getbasetemp() / "graph.tsv"
    graph = graph.with_kind(kind)
    try:
        write(graph, path, name)
    except FormatError:
        return
    again = read(path, **{"format": name, **read_options(graph, path, name)})
    assert same(graph, again)
    assert again.kind == kind


def test_a_tsv_is_recognised_and_holds_tabs(tmp_path):
    path = tmp_path / "g.tsv"
    graph = Graph.parse("A --> B; B <-> C; D", kind="admg")
    write(graph, path)
    assert path.read_text().splitlines()[0] == "source\tmark\ttarget\tkind"
    assert (read(path), read(path).kind) == (graph, "admg")
    path.write_text("\tA\tB\nA\t0\t1\nB\t0\t0\n")
    assert read(path, direction="row-to-column") == Graph.parse("A --> B")
    path.write_text("from\tto\nA, or B\tC\n")
    assert read(path) == Graph.from_edges([("A, or B", "-->", "C")])
    path.write_text("source,target\nA,B\n")
    assert read(path) == Graph.parse("A --> B")


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_r5_every_short_name_is_kept_by_our_own_formats(tmp_path, length):
    """R5: a text of the one node [A] was also a model string."""
    for letters in product("[]A|:", repeat=length):
        for kind in (None, "dag"):
            graph = Graph(["".join(letters)], kind=kind)
            write(graph, tmp_path / "g.txt")
            again = read(tmp_path / "g.txt")
            assert (again, again.kind) == (graph, kind), letters


@pytest.mark.parametrize("name", ["adjacency", "edges", "pcalg-cpdag", "pcalg-pag"])
@pytest.mark.parametrize("node", [";\x0bkind", ";\u2028/", "A;1\u2028;2"], ids=ascii)
def test_only_line_ends_separate_the_lines_that_state_the_separator(tmp_path, name, node):
    graph = Graph([node, ";", "B"], [(node, "-->", ";"), (";", "-->", "B")])
    path = tmp_path / "graph.csv"
    write(graph, path, name)
    assert read(path, **read_options(graph, path, name)) == graph


@pytest.mark.parametrize("format", ["adjacency", "pcalg-cpdag", "pcalg-pag"])
def test_a_name_that_states_a_separator_is_not_written_as_the_first_line(tmp_path, format):
    with pytest.raises(FormatError, match="states the separator"):
        write(Graph(["sep=;"]), tmp_path / "g.csv", format)
    write(Graph(["sep=;", "B"]), tmp_path / "g.csv", format)
