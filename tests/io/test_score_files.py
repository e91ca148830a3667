"""Files of scores: what is read, what is refused, what is told apart from graphs."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import edgemark as em
from edgemark import Graph
from edgemark.cli.app import run
from edgemark.errors import EdgemarkError, FormatError, GraphError
from edgemark.io.scores import holds_scores

ARRAY = np.array([[0, 0.9, 0], [0.25, 0, 0], [0, -0.5, 0]])
LIST = "cause,effect,score\nA,B,0.9\nB,A,0.25\nC,B,0.5\n"
LISTS = LIST + "A,C\n", LIST + "A,C,inf\n", LIST + "A,B,0.1\n"


@pytest.fixture
def saved(tmp_path):
    def save(name, content):
        place = tmp_path / name
        if isinstance(content, str):
            place.write_text(content, encoding="utf-8")
        elif isinstance(content, dict):
            np.savez(place, **content)
        else:
            np.save(place, content)
        return place

    return save


def expected(nodes=("A", "B", "C")):
    return em.EdgeScores(ARRAY, nodes, direction="row-to-column", sign="ignore")


HOW = {"direction": "row-to-column", "sign": "ignore"}


def test_a_matrix_of_numpy_is_read(saved):
    path = saved("scores.npy", ARRAY)
    assert em.read_scores(path, nodes=["A", "B", "C"], **HOW) == expected()
    assert em.read_scores(path, **HOW) == expected(None)


def test_an_archive_with_names_is_read(saved):
    path = saved("scores.npz", {"weights": ARRAY, "nodes": np.array(["A", "B", "C"])})
    assert em.read_scores(path, **HOW) == expected()
    with pytest.raises(em.errors.GraphError, match="needs no other names"):
        em.read_scores(path, nodes=["X", "Y", "Z"], **HOW)


@pytest.mark.parametrize(
    "text",
    [
        "A,B,C\n0,0.9,0\n0.25,0,0\n0,-0.5,0\n",
        ",A,B,C\nA,0,0.9,0\nB,0.25,0,0\nC,0,-0.5,0\n",
        ",A,B,C\nC,0,-0.5,0\nB,0.25,0,0\nA,0,9e-1,0\n",
    ],
)
def test_a_matrix_in_csv_is_read(saved, text):
    assert em.read_scores(saved("scores.csv", text), **HOW) == expected()


def test_a_list_in_csv_says_its_direction_itself(saved):
    path = saved("scores.csv", LIST)
    assert em.read_scores(path) == expected()
    assert em.read_scores(path, nodes=["D", "C", "B", "A"]).nodes == ("D", "C", "B", "A")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("s.npy", ARRAY[:2], "square"),
        ("s.npy", np.zeros((2, 2, 2)), "square"),
        ("s.npy", np.array([["a", "b"], ["c", "d"]]), "numbers"),
        ("s.npz", {"a": ARRAY, "b": ARRAY}, "one matrix"),
        ("s.csv", "A,B\n0,x\n0.5,0\n", "line 2: a cell must be a number; got 'x'"),
        ("s.csv", "A,B\n0,inf\n0.5,0\n", "finite"),
        ("s.csv", LISTS[0], "line 5: a line must have 3 fields"),
        ("s.csv", LISTS[1], "line 5: a score must be a finite number; got 'inf'"),
        ("s.csv", LISTS[2], "two for 'A', 'B'"),
        ("s.txt", "A --> B", "are read from .npy, .npz, .csv"),
    ],
)
def test_what_holds_no_scores_is_refused_and_the_file_named(saved, name, content, complaint):
    path = saved(name, content)
    with pytest.raises(em.EdgemarkError, match=complaint) as caught:
        em.read_scores(
            path,
            direction=None if isinstance(content, str) and content in LISTS else "row-to-column",
            sign="keep",
        )
    assert str(caught.value).startswith(str(path))


def test_the_direction_of_a_matrix_must_be_said(saved):
    with pytest.raises(em.errors.AmbiguityError, match="needs a direction"):
        em.read_scores(saved("s.npy", abs(ARRAY)))


@pytest.mark.parametrize(
    ("name", "content", "is_scores"),
    [
        ("s.npy", ARRAY, True),
        ("s.npy", (ARRAY > 0).astype(float), False),
        ("s.npy", (ARRAY > 0).astype(np.int8), False),
        ("s.npy", 2.0 * np.eye(3)[::-1], False),
        ("s.npy", np.zeros((4, 3, 3)) + 0.5, False),
        ("s.npz", {"weights": ARRAY}, True),
        ("s.csv", "A,B\n0,0.5\n0,0\n", True),
        ("s.csv", "A,B\n0,1\n0,0\n", False),
        ("s.csv", LIST, True),
        ("s.csv", "source,mark,target\nA,-->,B\n", False),
        ("s.csv", "index,score,added,removed\n0,-3.5,[a->b],[]\n", False),
        ("s.csv", "A,B,C\n0,1,0\n0,0,0\n0,1,0\n", False),
        ("s.txt", "A --> B", False),
        ("s.json", "{}", False),
    ],
)
def test_scores_are_known_by_a_number_that_is_not_whole(saved, name, content, is_scores):
    assert holds_scores(saved(name, content)) is is_scores


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "cause,effect,score\n0,1,0.9\n2,0,0.4\n1,2,0\n",
            [("0", "1", 0.9), ("2", "0", 0.4), ("1", "2", 0)],
        ),
        ("Source,Target,Weight\n0,1,0.9\n1,0,0.4\n", [("0", "1", 0.9), ("1", "0", 0.4)]),
        (
            "cause,effect,c\n0,1,0.9\n2,0,0.4\n1,2,0\n3,1,2\n",
            [("0", "1", 0.9), ("2", "0", 0.4), ("1", "2", 0), ("3", "1", 2)],
        ),
        ("from,to,w\nto,B,0.9\nB,C,0.5\n", [("to", "B", 0.9), ("B", "C", 0.5)]),
        ("cause,effect,z\neffect,B,0.9\n", [("effect", "B", 0.9)]),
    ],
)
def test_lists_whose_nodes_are_numbers_or_called_as_a_column_are_lists(saved, text, edges):
    assert em.read_scores(saved("s.csv", text)) == em.EdgeScores.from_edges(edges)


@pytest.mark.parametrize(
    "text",
    [
        "effect,cause,score\nB,A,0.9\nA,B,0.25\n",
        "to,from,weight\nB,A,0.9\nA,B,0.25\n",
        "child,parent,weight\nB,A,0.9\nA,B,0.25\n",
        "Target,Regulator,Importance\nB,A,0.9\nA,B,0.25\n",
        "gene,TF,importance\nB,A,0.9\nA,B,0.25\n",
        "effect,cause,y\nB,A,0.9\nA,B,0.25\n",
        "score,cause,effect\n0.9,A,B\n0.25,B,A\n",
        ",cause,effect,score\n0,A,B,0.9\n1,B,A,0.25\n",
        "Unnamed: 0,effect,cause,score\n0,B,A,0.9\n1,A,B,0.25\n",
        "cause, effect, score\nA, B, 0.9\n B ,A , 0.25\n",
        'cause, effect, score\n"A", "B", 0.9\nB, A, 0.25\n',
    ],
)
def test_headings_say_which_column_is_the_cause(saved, text):
    found = em.read_scores(saved("s.csv", text))
    assert found == em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "A", 0.25)])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("from,source,weight\nA,B,0.9\n", "which column is the cause and which the effect"),
        ("cause,effect,score\nA,B,90%\n", "line 2: a score must be a finite number; got '90%'"),
        ("source,target,c\nA,B,90%\n", "line 2: a score must be a finite number; got '90%'"),
        ("cause,effect,score\nA,B,1,5\n", "line 2: a line must have 3 fields"),
        ("A,B,0.9\nB,C,0.5\n", "must start with a row of headings"),
        ("cause,effect,score,p\nA,B,0.9,0.1\n", "must have the columns cause, effect and score"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_of_a_list(saved, text, complaint):
    with pytest.raises(em.EdgemarkError, match=complaint):
        em.read_scores(saved("s.csv", text))


@pytest.mark.parametrize("names", [",cause,effect,score", "cause,effect,score,other"])
def test_a_matrix_of_nodes_called_as_columns_of_a_list_is_a_matrix(saved, names):
    nodes = [name for name in names.split(",") if name]
    beside = names.startswith(",")
    rows = [f"{node}," * beside + ",".join(["0"] * len(nodes)) for node in nodes]
    found = em.read_scores(saved("s.csv", "\n".join([names, *rows])))
    assert found.nodes == tuple(nodes)


def test_blanks_after_commas_are_no_part_of_names(saved):
    assert em.read(saved("g.csv", "source, target\nA, B\nB , C\n")).nodes == ("A", "B", "C")
    matrix = em.read(saved("m.csv", "A, B\n0, 1\n0, 0\n"), direction="row-to-column")
    assert matrix == em.Graph.parse("A --> B")


@pytest.mark.parametrize("text", ["A,B,C\n0,0.9,0\n0.25,0,0\n0,0.5,0\n", ",A,B\nA,0,0.9\nB,0.5,0\n"])
def test_matrices_of_three_columns_are_matrices(saved, text):
    found = em.read_scores(saved("s.csv", text), direction="row-to-column")
    assert found["A", "B"] == 0.9
    assert set(found.nodes) == set("ABC") & set(text)


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
def test_what_scipy_saves_of_a_sparse_matrix_is_read(tmp_path, layout):
    matrix = scipy.sparse.csr_array(ARRAY).asformat(layout)
    scipy.sparse.save_npz(tmp_path / "s.npz", matrix)
    found = em.read_scores(tmp_path / "s.npz", nodes=["A", "B", "C"], **HOW)
    assert found == expected()
    assert holds_scores(tmp_path / "s.npz")


def test_reading_scores_as_a_graph_names_the_reader(saved):
    for name, content in (("s.csv", LIST), ("t.csv", "cause,effect,score\nA,B,3\n"), ("s.npy", ARRAY)):
        with pytest.raises(em.EdgemarkError, match=r"read_scores\(path"):
            em.read(saved(name, content), direction="row-to-column")


def test_counts_beside_edges_are_not_dropped_unsaid(saved):
    path = saved("counts.csv", "source,target,weight\nA,B,97\nB,A,3\nA,C,90\n")
    with pytest.raises(em.errors.AmbiguityError, match=r"no weights.*read_scores\(path"):
        em.read(path, symmetric="cycle")
    assert em.read(path, "edges", symmetric="cycle").n_edges == 3
    assert em.read_scores(path)["A", "B"] == 97
    assert em.read(saved("ones.csv", "source,target,weight\nA,B,1\nB,C,1.0\n")).n_edges == 2


def test_reading_samples_as_a_graph_names_the_reader(saved):
    moves = "index,score,added,removed\n-2,0,[a->b],[]\n-1,0,[],[a->b]\n0,-3,[a->b],[]\n"
    quoted = moves.replace("index,score,added,removed", '"index","score","added","removed"')
    for name, content in (("m.csv", moves), ("q.csv", quoted), ("s.npy", np.zeros((2, 3, 3), np.int8))):
        with pytest.raises(em.EdgemarkError, match=r"read_samples\(path"):
            em.read(saved(name, content), direction="row-to-column")


def test_a_broken_graph_is_not_taken_for_something_else(saved):
    with pytest.raises(em.EdgemarkError) as caught:
        em.read(saved("g.csv", "A,B\n0,1\n1\n"), direction="row-to-column")
    assert "read_s" not in str(caught.value)


def test_a_file_beyond_the_limits_is_not_looked_at_again(saved):
    path = saved("s.npz", {"weights": np.full((200, 200), 0.5)})
    with pytest.raises(em.errors.LimitError) as caught:
        em.read(path, direction="row-to-column", limits=em.io.Limits(bytes=10_000))
    assert "read_scores" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["target,source\nB,A\n", "Gene1,Gene2,Type\nA,B,+\n", "source;target\nA;B\n"]
)
def test_candidates_are_read_under_every_heading_that_says_which_is_the_cause(tmp_path, text):
    path = tmp_path / "c.csv"
    path.write_text(text)
    assert em.io.read_candidates(path, ["A", "B"]).pairs() == [("A", "B")]


STRENGTHS = """"from","to","strength","direction"
"A","B",0.9,0.75
"A","C",1,1
"B","A",0.9,0.25
"B","C",0.5,0
"C","A",1,0
"C","B",0.5,1
"""


@pytest.mark.parametrize("numbered", [False, True])
def test_strengths_of_bnlearn_are_shares_of_graphs(tmp_path, capsys, numbered):
    """R's boot.strength: the share with an edge, times the share of these that points so."""
    path = tmp_path / "strength.csv"
    lines = STRENGTHS.splitlines()
    if numbered:  # as write.csv has it by default
        lines = [f'"{k or ""}",{line}' for k, line in enumerate(lines)]
    path.write_text("\n".join(lines))
    assert em.io.scores.holds_scores(path)
    expected = [[0, 0.9 * 0.75, 1], [0.9 * 0.25, 0, 0], [0, 0.5, 0]]
    assert np.array_equal(em.read_scores(path).to_array(), expected)
    em.write(Graph.parse("A --> B; A --> C"), tmp_path / "t.txt")
    assert run(["score", str(tmp_path / "t.txt"), str(path), "-m", "roc_auc"]) == 0
    capsys.readouterr()
    with pytest.raises(FormatError, match="looks like edge scores"):
        em.read(path)


def test_whole_strengths_of_bnlearn_are_scores(tmp_path):
    path = tmp_path / "strength.csv"
    path.write_text("from,to,strength,direction\nA,B,1,1\nB,A,1,0\n")
    assert em.io.scores.holds_scores(path)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("A,B,-31.5,1", "shares from 0 to 1"),
        ("A,B,0.5,NA", "shares from 0 to 1"),
        ("A,B,x,1", "a finite number; got 'x'"),
    ],
)
def test_strengths_that_are_no_shares_are_refused(tmp_path, row, said):
    path = tmp_path / "strength.csv"
    path.write_text(f"from,to,strength,direction\n{row}\n")
    with pytest.raises(FormatError, match=said):
        em.read_scores(path)


@pytest.mark.parametrize("key", ["pvalues", "p_values", "p_matrix", "pval", "fdr"])
def test_w1_an_archive_of_pvalues_is_asked_about_like_a_column_of_them(saved, key):
    # A --> B and B --> C have the smallest p-values, so the perfect ranking has an AUROC of 1.
    matrix = np.array([[0, 0.001, 0.02], [0.8, 0, 0.01], [0.7, 0.9, 0]])
    path = saved("p.npz", {key: matrix, "nodes": np.array(list("ABC"))})
    assert holds_scores(path)
    with pytest.raises(em.errors.AmbiguityError, match="suggests p-values"):
        em.read_scores(path, direction="row-to-column")
    found = em.read_scores(path, direction="row-to-column", pvalues=True)
    assert em.roc_auc(em.Graph.parse("A --> B; B --> C; A --> C"), found) == 1
    kept = em.read_scores(path, direction="row-to-column", pvalues=False)
    assert kept["B", "A"] == 0.8
    path = saved("whole.npz", {key: np.array([[0, 1], [0, 0]])})
    with pytest.raises(em.errors.AmbiguityError, match="suggests p-values"):
        em.read(path, direction="row-to-column")


def test_m8_a_list_without_headings_is_told_so_at_once(saved):
    path = saved("s.csv", "A,B,0.9\nB,C,0.5\n")
    for read in (em.read, em.read_scores):
        with pytest.raises(
            em.errors.FormatError, match="add cause,effect,score as the first line"
        ) as error:
            read(path)
        assert "looks like edge scores" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [",A,B\n0,0,1\n1,0,0\n", '"","V1","V2"\n"1",0,1\n"2",0,0\n', ",A,B,C\n0,0,1,0\n1,0,0,1\n2,0,0,0\n"],
)
def test_m7_f19_row_numbers_beside_a_matrix_are_named_as_such(saved, text):
    path = saved("m.csv", text)
    for read in (em.read, em.read_scores):
        with pytest.raises(em.errors.GraphError, match=r"index=False.*row\.names = FALSE") as error:
            read(path, direction="row-to-column")
        assert "list of" not in str(error.value)


LARGE = 2**53


@pytest.mark.parametrize("number", [int, np.int64, np.uint64, Fraction])
def test_3files_7_numbers_of_a_list_that_would_tie_are_refused(number):
    """The matrix of the same numbers is refused too; a list that keeps its order is not."""
    tied = [("A", "B", number(LARGE + 1)), ("B", "A", number(LARGE))]
    with pytest.raises(GraphError, match="compared as float64, in which some of these numbers would"):
        em.EdgeScores.from_edges(tied)
    apart = [("A", "B", number(LARGE + 2)), ("B", "A", number(LARGE))]
    assert em.roc_auc(em.Graph.parse("A --> B"), em.EdgeScores.from_edges(apart)) == 1
    alone = [("A", "B", number(LARGE + 1)), ("B", "A", 0.5)]
    assert em.roc_auc(em.Graph.parse("A --> B"), em.EdgeScores.from_edges(alone)) == 1


@pytest.mark.parametrize(
    ("last", "message"),
    [(str(LARGE + 1), "compared as float64"), ("1e-400", "read as 0; got '1e-400'")],
)
def test_3files_7_numbers_of_a_table_that_would_tie_are_refused(put, last, message):
    path = put("s.csv", f"source,target,score\nA,B,{last}\nB,A,{LARGE}\n")
    with pytest.raises(EdgemarkError, match=message):
        em.read_scores(path)
    path = put("p.csv", f"source,target,p_value\nA,B,{last if 'e' in last else '1e-330'}\nB,A,0.5\n")
    with pytest.raises(EdgemarkError, match="so small that it is read as 0"):
        em.read_scores(path, pvalues=True)
    zero = put("z.csv", "source,target,p_value\nA,B,0.0e-5\nB,A,0.5\n")
    assert em.read_scores(zero, pvalues=True)["A", "B"] > em.read_scores(zero, pvalues=True)["B", "A"]


def test_3files_7_whole_numbers_of_a_matrix_are_not_rounded(put):
    path = put("m.csv", f"A,B\n0,{LARGE + 1}\n{LARGE},0\n")
    with pytest.raises(FormatError, match="9007199254740993' for node number 2, which"):
        em.read_scores(path, direction="row-to-column")


def test_3files_7_large_weights_are_shares_and_text_is_refused():
    graphs = [em.Graph.parse("A --> B"), em.Graph.parse("A; B")]
    assert em.EdgeScores.of(em.GraphSamples(graphs, weights=[LARGE, LARGE + 1]))["A", "B"] == 0.5
    with pytest.raises(GraphError, match="weights must be numbers, one for each graph; got text"):
        em.GraphSamples(graphs, weights=["1", "2"])


def test_3files_17_a_graph_of_networkx_holds_no_list_of_p_values():
    graph = nx.DiGraph([("A", "B", {"p_value": 0.01}), ("B", "C", {"p_value": 0.2})])
    with pytest.raises(TypeError, match=r"got a DiGraph\. Give the edges .* graph\.edges\(data='p_val"):
        em.EdgeScores.from_pvalues(graph)
    assert em.EdgeScores.from_pvalues(graph.edges(data="p_value"))["A", "B"] == -0.01


@pytest.mark.parametrize(
    ("line", "remedy", "other"),
    [("A,B", "Complete the line", "comma"), ("A,B,1,2,3", "the comma splits the field", "Complete")],
)
def test_r1_a_line_with_too_few_fields_is_to_be_completed(saved, line, remedy, other):
    with pytest.raises(FormatError, match=remedy) as error:
        em.read_scores(saved("s.csv", f"cause,effect,score\n{line}\n"))
    assert other not in str(error.value).partition("got ")[2]


def test_r1_a_line_completed_as_advised_is_read(saved):
    scores = em.read_scores(saved("s.csv", "cause,effect,score\nA,B,NA\nB,A,0.5\n"))
    assert scores["B", "A"] == 0.5


GAPS = np.array([[np.nan, 0.5, 0.1], [0.5, np.nan, np.nan], [0.1, np.nan, np.nan]])


@pytest.mark.parametrize("missing", ["", "NA", "nan", "None"])
@pytest.mark.parametrize("size", [2, 3])
def test_a_matrix_may_lack_cells_in_every_column(saved, missing, size):
    rows = [",".join(missing if np.isnan(x) else str(x) for x in row[:size]) for row in GAPS[:size]]
    cells = np.where(np.eye(size, dtype=bool), 0, GAPS[:size, :size])
    wanted = em.EdgeScores(cells, ["A", "B", "C"][:size], direction="row-to-column")
    named = saved("named.csv", "\n".join([",".join("ABC"[:size]), *rows]) + "\n")
    assert em.read_scores(named, direction="row-to-column") == wanted
    bare = saved("bare.csv", "\n".join(rows) + "\n")
    found = em.read_scores(bare, nodes=["A", "B", "C"][:size], direction="row-to-column")
    assert found == wanted


def test_the_first_row_of_a_symmetric_matrix_without_names_is_no_row_of_names(saved):
    for text in ("nan,.5,.1\n.5,nan,.3\n.1,.3,nan\n", "0,nan,.5\nnan,0,.3\n.5,.3,0\n"):
        assert em.read_scores(saved("bare.csv", text)).n_nodes == 3
    numbered = em.read_scores(saved("pandas.csv", ",0,1\n0,,.5\n1,.5,\n"))
    assert numbered.nodes == ("0", "1")
    decimal = em.read_scores(saved("decimal.csv", ",1.5,2.5\n1.5,0,.5\n2.5,.5,0\n"))
    assert decimal.nodes == ("1.5", "2.5")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("source,target\nA,B\n", "Add a column of scores. If each line is an edge, read a graph"),
        ("source,target,a,b\nA,B,1,2\n", "Leave out all columns"),
    ],
)
def test_a_list_with_other_columns_is_not_taken_for_a_matrix(tmp_path, text, advice):
    path = tmp_path / "list.csv"
    path.write_text(text)
    with pytest.raises(FormatError, match=advice):
        em.read_scores(path)


def test_names_like_headings_do_not_make_a_list_of_a_matrix(tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text("source,target\n0,0.5\n0.25,0\n")
    assert em.read_scores(path, direction="row-to-column")["source", "target"] == 0.5


@pytest.mark.parametrize("missing", ["", "NA", "nan"])
def test_a_matrix_with_row_names_may_lack_its_first_cells(saved, missing):
    rows = [["", "A", "B", "C"], ["A", missing, missing, "0.5"], ["B", "0.2", "0", "0.3"]]
    text = "".join(",".join(row) + "\n" for row in [*rows, ["C", "0", "0.1", "0"]])
    array = [[0, np.nan, 0.5], [0.2, 0, 0.3], [0, 0.1, 0]]
    scores = em.EdgeScores(array, ["A", "B", "C"], direction="row-to-column")
    assert em.read_scores(saved("s.csv", text), direction="row-to-column") == scores
    numbered = ",cause,effect,score\n0,A,B,0.5\n1,B,C,0.25\n2,A,C,0.1\n"
    assert em.read_scores(saved("t.csv", numbered))["B", "C"] == 0.25


@pytest.mark.parametrize(
    "text",
    [
        ",from,to,count\n0,0,1,5\n1,0,2,4\n2,1,2,3\n3,2,1,2\n",
        "Unnamed: 0,from,to,count\n0,0,1,5\n1,0,2,4\n2,1,2,3\n3,2,1,2\n",
        ",count,to,from\n0,5,1,0\n1,4,2,0\n2,3,2,1\n3,2,1,2\n",
        "from,to,count\n0,1,5\n0,2,4\n1,2,3\n2,1,2\n",
    ],
)
def test_a_list_of_numbered_nodes_is_no_matrix_under_any_heading_of_scores(saved, text):
    scores = em.read_scores(saved("s.csv", text))
    assert [scores[a, b] for a, b in ("01", "02", "12", "21")] == [5, 4, 3, 2]


def test_three_lines_of_numbered_nodes_are_a_list_if_they_cannot_be_a_matrix(saved):
    scores = em.read_scores(saved("s.csv", "from,to,count\n0,1,5\n0,2,4\n1,2,3\n"))
    assert [scores[a, b] for a, b in ("01", "02", "12")] == [5, 4, 3]
    matrix = "from,to,count\n0,1,5\n2,0,4\n1,2,0\n"
    assert em.read_scores(saved("m.csv", matrix), direction="row-to-column")["to", "count"] == 4
