"""Files that the real packages wrote, or that follow their documents to the letter."""

import networkx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from causallearn.utils.TXT2GeneralGraph import txt2generalgraph
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import Graph
from edgemark.errors import AmbiguityError, ClassWarning, FormatError, GraphError
from edgemark.io import FORMATS, as_graph, read, write
from tests.io.foreign import CAUSAL_LEARN, causal_learn_graph
from tests.strategies import graphs

FORWARD_ONLY = {"direction": "row-to-column"}
PDAG = {"direction": "row-to-column", "symmetric": "undirected"}
PLAIN = st.text("ABXYZ019_", min_size=1, max_size=4)

# ---- Tetrad and causal-learn


@settings(deadline=None)
@given(graph=graphs(PLAIN, states=CAUSAL_LEARN).filter(lambda g: g.is_named and g.n_nodes))
def test_what_causal_learn_prints_is_read(graph):
    printed = str(causal_learn_graph(graph))
    assert FORMATS["tetrad"].read(source(printed)) == graph


@settings(deadline=None)
@given(graph=graphs(PLAIN, states=CAUSAL_LEARN).filter(lambda g: g.is_named and g.n_nodes))
def test_causal_learn_reads_what_we_write(tmp_path_factory, graph):
    path = tmp_path_factory.mktemp("tetrad") / "g.txt"
    write(graph, path, "tetrad")
    assert as_graph(txt2generalgraph(str(path))) == graph


def source(text, direction=None, symmetric=None):
    from edgemark.io.source import Source

    return Source(text.encode() if isinstance(text, str) else text, direction, symmetric)


def test_names_with_spaces_in_causal_learn_text_are_read(put):
    graph = Graph.parse('"blood pressure" --> "heart rate"; age o-> "blood pressure"')
    assert read(put("g.txt", str(causal_learn_graph(graph)))) == graph


TETRAD = """Graph Nodes:
Age;Blood Pressure;C,1;D dd

Graph Attributes:
BIC: -12.5

Graph Edges:
1. Age --> Blood Pressure dd nl
2. Age o-> C,1 pd pl [Age o-> C,1]:0.9800;[no edge]:0.0100;[edge]:0.9900;
3. Blood Pressure <-> C,1
4. C,1 --> D dd
5. Age --> D dd nl

Ambiguous triples (i.e. list of triples for which there is ambiguous data about whether they are colliders or not):
<Age, C,1, D dd>

Underlines:
<Age, C,1, D dd>
"""  # noqa: E501


def test_tetrad_suffixes_and_sections_are_passed_over(put):
    with pytest.warns(ClassWarning, match=r"probabilities in Tetrad's text .* 'Age o-> C,1 pd pl"):
        graph = read(put("g.txt", TETRAD))
    assert graph.edges() == [
        ("Age", "-->", "Blood Pressure"),
        ("Age", "o->", "C,1"),
        ("Age", "-->", "D dd"),
        ("Blood Pressure", "<->", "C,1"),
        ("C,1", "-->", "D dd"),
    ]


def test_certain_bootstrap_results_of_tetrad_need_no_warning(put):
    text = "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> B [A --> B]:1.0000;[no edge]:0.0000;\n"
    assert read(put("g.txt", text)) == Graph.parse("A --> B")
    with pytest.warns(ClassWarning, match="table of source,target,score"):
        read(put("g.txt", text.replace("1.0000", "0,9000")))


def test_a_name_that_looks_like_a_probability_needs_no_warning(put):
    graph = Graph(["A", "B [A]:0.5"], [("A", "-->", "B [A]:0.5")])
    assert read(put("g.txt", FORMATS["tetrad"].write(graph).decode())) == graph


def test_tetrad_names_may_be_joined_by_commas(put):
    text = "Graph Nodes:\nA, B,C\n\nGraph Edges:\n1. A --- B\n"
    assert read(put("g.txt", text)) == Graph.parse("A --- B; C")


@pytest.mark.parametrize(
    ("edge", "reason"),
    [
        ("1. A --> D", r"line 5: .*The nodes are 'A', 'B', 'A --> B'"),
        ("A --> B", "line 5: an edge must look like"),
        ("1. A -> B", "line 5: an edge must join two nodes"),
        ("1. A", "line 5: an edge must join two nodes"),
        ("1. A --> ", "line 5: an edge must join two nodes"),
    ],
)
def test_tetrad_lines_that_are_no_edge_are_refused(put, edge, reason):
    with pytest.raises(FormatError, match=reason):
        read(put("g.txt", f"Graph Nodes:\nA;B;A --> B\n\nGraph Edges:\n{edge}\n"))


def test_a_tetrad_name_that_looks_like_an_edge_is_matched(put):
    text = "Graph Nodes:\nA;B;A --> B\n\nGraph Edges:\n1. A --> B --> B\n"
    assert read(put("g.txt", text)).edges() == [("A --> B", "-->", "B")]


def test_a_tetrad_line_with_two_readings_is_refused(put):
    text = "Graph Nodes:\nA;B --> C;A --> B;C\n\nGraph Edges:\n1. A --> B --> C\n"
    with pytest.raises(FormatError, match="readable in one way"):
        read(put("g.txt", text))


def test_tetrad_text_without_nodes_is_refused(put):
    with pytest.raises(FormatError, match="Graph Nodes"):
        read(put("g.txt", "Graph Edges:\n1. A --> B\n"), "tetrad")
    with pytest.raises(FormatError, match="Graph Nodes"):
        read(put("g.txt", "hello\n"), "tetrad")


# ---- matrices


def test_a_frame_written_by_pandas_is_read(tmp_path):
    frame = pd.DataFrame([[0, 1, 0], [0, 0, 1], [0, 0, 0]], index=list("ABC"), columns=list("ABC"))
    expected = Graph.parse("A --> B --> C")
    for options in ({}, {"index": False}):
        frame.to_csv(tmp_path / "g.csv", **options)
        assert read(tmp_path / "g.csv", **FORWARD_ONLY) == expected
    frame.astype(float).iloc[::-1].to_csv(tmp_path / "g.csv")
    assert read(tmp_path / "g.csv", **FORWARD_ONLY) == expected


def test_pandas_reads_our_matrix(tmp_path):
    write(Graph.parse("A --> B; B --- C"), tmp_path / "g.csv", "adjacency")
    frame = pd.read_csv(tmp_path / "g.csv")
    assert frame.to_numpy().tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0]]
    assert list(frame.columns) == ["A", "B", "C"]


def test_a_matrix_without_names_is_unnamed(tmp_path):
    np.savetxt(tmp_path / "g.csv", [[0, 1], [0, 0]], delimiter=",")
    assert read(tmp_path / "g.csv", **FORWARD_ONLY) == Graph.parse("#0 --> #1")
    np.savetxt(tmp_path / "h.csv", [[0, 1], [0, 0]], delimiter=",", fmt="%d")
    assert read(tmp_path / "h.csv", direction="column-to-row") == Graph.parse("#1 --> #0")


def test_a_column_of_numbers_without_a_corner_is_names(put):
    text = ",0,1\n0,0,1\n1,0,0\n"
    assert read(put("g.csv", text), **FORWARD_ONLY) == Graph.parse("0 --> 1")
    r_table = "0,1\n0,0,1\n1,0,0\n"
    assert read(put("g.csv", r_table), "adjacency", **FORWARD_ONLY) == Graph.parse("0 --> 1")


def test_a_bare_matrix_is_refused_until_it_is_explained(put):
    path = put("g.csv", "A,B,C\n0,1,0\n0,0,1\n0,1,0\n")
    with pytest.raises(AmbiguityError, match=r"'B' and 'C' have.*symmetric="):
        read(path)
    with pytest.raises(AmbiguityError, match=r"'A', column 'B'.*direction="):
        read(path, symmetric="undirected")
    assert read(path, direction="row-to-column", symmetric="bidirected") == Graph.parse("A --> B <-> C")


def test_a_matrix_that_may_be_pcalgs_points_to_its_formats(put):
    with pytest.raises(AmbiguityError, match=r"direction=.*'pcalg-cpdag' and 'pcalg-pag'"):
        read(put("g.csv", '"","A","B"\n"A",0,0\n"B",1,0\n'))
    with pytest.raises(AmbiguityError, match=r"symmetric=.*'pcalg-cpdag' and 'pcalg-pag'"):
        read(put("g.csv", "A,B\n0,1\n1,0\n"))
    for code in (2, 3):
        with pytest.raises(FormatError, match=f"got '{code}'.*pcalg-pag"):
            read(put("g.csv", f"A,B\n0,{code}\n2,0\n"))


@pytest.mark.parametrize("cells", ["0,3\n7,0", "0,3\n0,0", "0,2\n0,0"])
def test_a_matrix_of_counts_is_advised_as_scores_and_not_as_pcalgs_marks(put, cells):
    with pytest.raises(FormatError, match="a cell must be 0 or 1") as caught:
        read(put("g.csv", f"A,B\n{cells}\n"))
    assert "pcalg" not in str(caught.value)
    assert caught.value.remedies[-1].shell == "--scores"


def test_a_matrix_of_weights_is_recognised_and_refused_with_the_way_out(put):
    with pytest.raises(FormatError, match="threshold"):
        read(put("g.csv", "A,B\n0,0.5\n0,0\n"), **FORWARD_ONLY)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A,B\n0,2\n0,0\n", "line 2: a cell must be 0 or 1; got '2'"),
        ("A,B\n0,x\n0,0\n", "line 2: a cell must be 0 or 1; got 'x'"),
        ("A,B\n0,nan\n0,0\n", "must be 0 or 1"),
        ("A,B\n0,1\n0\n", "square.* before line 3 have 2 fields, this line has 1"),
        ("A,B\n0,1\n0,0\n0,0\n", "square"),
        ("A,B\n0,1,1\n0,0\n", "line 2: a matrix must be square"),
        ("A,A\n0,1\n0,0\n", "more than once: 'A'"),
        ("A,\n0,1\n0,0\n", "empty"),
        ("A,B\n1,1\n0,0\n", "no edge to itself; got one at 'A'"),
        (",A,B\nA,0,1\nC,0,0\n", "same nodes; got 'A', 'B' and 'A', 'C'"),
        ("A\n", "square"),
    ],
)
def test_what_is_no_matrix_is_refused(put, text, reason):
    with pytest.raises((FormatError, GraphError), match=reason):
        read(put("g.csv", text), "adjacency", **FORWARD_ONLY)


def test_numpy_files_are_read(tmp_path):
    matrix = np.array([[0, 1, 0], [0, 0, 1], [0, 1, 0]])
    expected = Graph.parse("#0 --> #1; #1 --- #2")
    np.save(tmp_path / "g.npy", matrix)
    assert read(tmp_path / "g.npy", **PDAG) == expected
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "g.npz", matrix)
        assert read(tmp_path / "g.npz", **PDAG) == expected
        save(tmp_path / "g.npz", adjacency=matrix, nodes=np.array(["A", "B", "C"]))
        assert read(tmp_path / "g.npz", **PDAG) == Graph.parse("A --> B --- C")


@pytest.mark.parametrize("key", ["names", "variables", "extra"])
def test_arrays_that_may_be_names_are_refused_not_dropped(tmp_path, key):
    matrix = np.array([[0, 1], [0, 0]])
    np.savez(tmp_path / "g.npz", adjacency=matrix, **{key: ["A", "B"]})
    with pytest.raises(FormatError, match=f"got '{key}'. Names belong under 'nodes'"):
        read(tmp_path / "g.npz", **FORWARD_ONLY)
    parts = {"format": b"coo", "shape": [2, 2], "data": [1], "row": [0], "col": [1]}
    np.savez(tmp_path / "h.npz", **parts, nodes=["A", "B"])
    assert read(tmp_path / "h.npz", **FORWARD_ONLY) == Graph.parse("A --> B")
    np.savez(tmp_path / "h.npz", **parts, **{key: ["A", "B"]})
    with pytest.raises(FormatError, match=f"got '{key}'. Names belong under 'nodes'"):
        read(tmp_path / "h.npz", **FORWARD_ONLY)


def test_numpy_reads_what_we_write(tmp_path):
    write(Graph.parse("A --> B --- C"), tmp_path / "g.npz")
    with np.load(tmp_path / "g.npz", allow_pickle=False) as archive:
        assert archive["adjacency"].tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0]]
        assert archive["nodes"].tolist() == ["A", "B", "C"]
    write(Graph.parse("#0 --> #1"), tmp_path / "g.npy")
    assert np.load(tmp_path / "g.npy", allow_pickle=False).tolist() == [[0, 1], [0, 0]]


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
@pytest.mark.parametrize("cls", ["array", "matrix"])
def test_sparse_matrices_that_scipy_saves_are_read(tmp_path, layout, cls):
    matrix = np.array([[0, 1, 1], [0, 0, 0], [0, 1, 0]])
    sparse = getattr(scipy.sparse, f"{layout}_{cls}")(matrix)
    scipy.sparse.save_npz(tmp_path / "g.npz", sparse)
    assert read(tmp_path / "g.npz", **FORWARD_ONLY) == Graph.from_adjacency(matrix, **FORWARD_ONLY)


def test_other_sparse_formats_are_refused_with_the_way_out(tmp_path):
    scipy.sparse.save_npz(tmp_path / "g.npz", scipy.sparse.bsr_array(np.eye(4, k=1)))
    with pytest.raises(FormatError, match="csr, csc or coo"):
        read(tmp_path / "g.npz", **FORWARD_ONLY)


def test_pcalg_writes_the_mark_of_a_cpdag_in_the_row(put):
    text = '"","A","B","C"\n"A",0,0,1\n"B",1,0,0\n"C",1,0,0\n'
    assert read(put("g.csv", text), "pcalg-cpdag") == Graph.parse("A --> B; A --- C")


def test_pcalg_writes_the_mark_of_a_pag_in_the_column(put):
    text = '"","A","B","C","D"\n"A",0,2,2,0\n"B",3,0,2,1\n"C",2,1,0,0\n"D",0,1,0,0\n'
    expected = Graph.parse("A --> B; A <-> C; B o-> C; B o-o D")
    assert read(put("g.csv", text), "pcalg-pag") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A,B\n0,1\n0,0\n", "the edge of 'A' and 'B' has a mark at 'B' only"),
        ("A,B\n0,4\n1,0\n", "0, 1, 2 or 3; got '4'"),
        ("A,B\n1,0\n0,0\n", "no edge to itself"),
    ],
)
def test_what_is_no_matrix_of_marks_is_refused(put, text, reason):
    with pytest.raises((FormatError, GraphError), match=reason):
        read(put("g.csv", text), "pcalg-pag")


# ---- tables of edges


def test_the_edge_list_of_networkx_and_pandas_is_read(tmp_path):
    digraph = networkx.DiGraph([("A", "B"), ("B", "C")])
    networkx.to_pandas_edgelist(digraph).to_csv(tmp_path / "g.csv", index=False)
    assert read(tmp_path / "g.csv") == Graph.parse("A --> B --> C")


def test_pandas_reads_our_table_of_edges(tmp_path):
    write(Graph.parse("A o-> B; C"), tmp_path / "g.csv")
    frame = pd.read_csv(tmp_path / "g.csv").dropna()
    assert frame.to_numpy().tolist() == [["A", "o->", "B"]]


def test_weights_are_left_behind_but_must_not_be_zero(put):
    weighted = put("g.csv", "Source, Target ,WEIGHT\nA,B,-0.5\nC\n")
    assert read(weighted, "edges") == Graph.parse("A --> B; C")
    for weight in ("0", "", "nan", "x"):
        with pytest.raises(FormatError, match="line 2: the weight"):
            read(put("g.csv", f"source,target,weight\nA,B,{weight}\n"))


def test_an_edge_listed_both_ways_needs_an_explanation(put):
    path = put("g.csv", "source,target\nA,B\nB,A\nB,C\n")
    with pytest.raises(AmbiguityError, match=r"symmetric="):
        read(path)
    assert read(path, symmetric="undirected") == Graph.parse("A --- B --> C")
    assert read(path, symmetric="cycle") == Graph.parse("A --> B --> A; B --> C")


def test_bayesys_files_are_read(put):
    text = "ID,Variable 1,Dependency,Variable 2\n1,A,->,B\n2,B,--,C\n3,C,<->,D\n4,D,o->,A\n5,A,o-o,C\n"
    assert read(put("DAGlearned.csv", text)) == Graph.parse("A --> B --- C <-> D o-> A o-o C")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("source,mark,target\nA,->,B\n", "line 2: a mark must be one of -->"),
        ("source,mark,target\nA,-->\n", "line 2: every row must have 3 fields; got 2"),
        ("source,mark,target\nA,-->,\n", "an edge must have a target; got the mark '-->'"),
        ("source,target,weight\nA,B,1\nC,,0.9\n", "line 3: .* target; got the weight '0.9' without one"),
        ("Gene1,Gene2,Type\nA,B,+\nC,,-\n", "line 3: .* target; got the type '-' without one"),
        ("source,mark,target\n,-->,A\n", "must name a node"),
        ("source,mark,target\nA,-->,A\n", "no edge to itself; got one at 'A'"),
        ("source,target\nA,B\nA,B\n", "given once"),
        ("left,right\nA,B\n", "must start with one of source,mark,target"),
        ("ID,Variable 1,Dependency,Variable 2\n1,A,=>,B\n", "line 2: a mark must be one of ->"),
    ],
)
def test_what_is_no_table_of_edges_is_refused(put, text, reason):
    with pytest.raises((FormatError, GraphError), match=reason):
        read(put("g.csv", text), "edges")


def test_the_names_that_tetrad_cannot_hold_are_listed_alone(tmp_path):
    graph = Graph.parse('C --> D; "A;B" --> "E F"')
    with pytest.raises(FormatError, match=r"; got 'A;B'\. Write JSON"):
        write(graph, tmp_path / "g.txt", "tetrad")


def test_a_file_of_several_graphs_of_tetrad_is_refused(put):
    first = "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> B\n\n"
    assert read(put("g.txt", first)) == Graph.parse("A --> B")
    for more in (first.replace("A --> B", "B --> A"), first.replace("A", "C"), first.partition("1.")[0]):
        with pytest.raises(FormatError, match=r"line 7: each section must occur once, .* one graph"):
            read(put("g.txt", first + more))


def test_a_second_line_of_names_of_tetrad_is_refused(put):
    with pytest.raises(FormatError, match=r"line 3: .* got more names: 'C'"):
        read(put("g.txt", "Graph Nodes:\nA;B;\nC\n\nGraph Edges:\n1. A --> B\n"))


@pytest.mark.parametrize("heading", ["Graph edges:", "Graph Edge:"])
def test_edges_of_tetrad_below_a_misspelt_heading_are_not_dropped(put, heading):
    with pytest.raises(FormatError, match=f"below 'Graph Edges:'; got '{heading}'"):
        read(put("g.txt", f"Graph Nodes:\nA;B\n\n{heading}\n1. A --> B\n"))


@pytest.mark.parametrize("text", ["Graph Nodes:\nA;B", "Graph Nodes:\nA;B\n\n"])
def test_a_text_of_tetrad_that_ends_before_its_edges_is_refused(put, text):
    with pytest.raises(FormatError, match=r"have a line 'Graph Edges:' .*; got none.* cut off"):
        read(put("g.txt", text))
    assert read(put("g.txt", f"{text}\n\nGraph Edges:\n")) == Graph.parse("A; B")


@pytest.mark.parametrize(
    "text",
    ["[('A', 'B'), ('B', 'C')]", "['A', 'B']", "[0, 1]", "[0. 1.]"],
)
def test_a_printed_list_is_no_model_string(put, text):
    with pytest.raises(FormatError, match='If it is bnlearn: format="bnlearn"'):
        read(put("g.txt", text))
    assert read(put("g.txt", text), format="bnlearn").n_edges == 0


def test_the_rows_of_a_printed_array_are_several_model_strings(put):
    with pytest.raises(FormatError, match="bnlearn: a file must hold one model string"):
        read(put("g.txt", "[0 1 0]\n[0 0 1]\n[0 0 0]\n"))


def test_model_strings_may_have_numbers_and_blanks_in_names(put):
    assert read(put("g.txt", "[1][ 2 |1][X 3|1]\n")) == Graph.parse('1 --> 2; 1 --> "X 3"')


@pytest.mark.parametrize("text", ["[A][B|A", "[A][B", "A][B|A]", "[A|"])
def test_a_part_of_a_model_string_is_no_node(put, text):
    with pytest.raises(FormatError, match="model string of bnlearn without its beginning or its end"):
        read(put("g.txt", text))
    path = put("w.txt", "")
    write(Graph([text], []), path)
    assert read(path) == Graph([text], [])
