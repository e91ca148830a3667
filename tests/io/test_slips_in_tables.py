"""Slips of spreadsheets, hand-written files and notebooks are refused with advice that helps."""

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse

import edgemark as em
from edgemark import Graph
from edgemark.errors import AmbiguityError, FormatError


def written(folder, text, name="table.csv"):
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (em.read, "source,target,\nA,B,\nB,C,\n"),
        (em.read, "source;target;\nA;B;\nB;C;\n"),
        (em.read, "source,target\nA,B,\nB,C,\n"),
        (em.read, "source,target\nA,B\n,,\n"),
        (em.read, "A,B,C,\n0,1,0,\n0,0,1,\n0,0,0,\n"),
        (em.read, ",A,B\nA,0,1\nB,0,0\n,,\n"),
        (em.read_temporal, "source,target,lag\nA,B,1,\n"),
        (em.read_scores, "source,target,score\nA,B,.5,,\n"),
        (em.read_scores, "source,target,\nA,B,\nB,C,\n"),
    ],
)
def test_empty_fields_at_the_ends_of_lines_are_explained(tmp_path, read, text):
    with pytest.raises(FormatError, match=r"(?i)leave out the separators at the ends") as caught:
        read(written(tmp_path, text))
    assert "row.names" not in str(caught.value)
    assert "looks like edge scores" not in str(caught.value)


def test_a_list_without_scores_is_not_read_as_pairs_that_do_not_count(tmp_path):
    """It was read as scores of 0 for all pairs but those in the list, which had none."""
    with pytest.raises(FormatError, match="the third column is empty"):
        em.read_scores(written(tmp_path, "source,target,\nA,B,\nB,C,\n"))
    scores = em.read_scores(written(tmp_path, "source,target,score\nA,B,\nB,C,.4\n"))
    assert np.isnan(scores["A", "B"])


@pytest.mark.parametrize("cell", ['"1,5"', "<0.001", "inf", "#N/A"])
def test_a_matrix_of_three_nodes_with_one_wrong_cell_is_no_list(tmp_path, cell):
    path = written(tmp_path, f"A,B,C\n0,{cell},0.4\n0.1,0,0.2\n0.5,0.5,0\n")
    with pytest.raises((FormatError, em.errors.GraphError)) as caught:
        em.read_scores(path, direction="row-to-column")
    assert "list" not in str(caught.value)


def test_a_table_that_ends_in_txt_is_sent_to_csv(tmp_path):
    with pytest.raises(FormatError, match=r"If it is a table, rename the file to end in \.csv"):
        em.read(written(tmp_path, "source,target\nA,B\n", "table.txt"))
    with pytest.raises(FormatError) as caught:
        em.read(written(tmp_path, "A\nB\n", "nodes.txt"))
    assert "If it is a table" not in str(caught.value)


def test_strengths_that_are_p_values_must_be_declared(tmp_path):
    """bnlearn's arc.strength with a test: the lowest strength is the strongest."""
    path = written(tmp_path, '"from","to","strength"\n"A","B",1e-10\n"B","C",0.01\n"A","C",NA\n')
    with pytest.raises(AmbiguityError, match="pvalues=True"):
        em.read_scores(path)
    truth = Graph.parse("A --> B; C")
    assert em.roc_auc(truth, em.read_scores(path, pvalues=True)) == 1
    assert em.roc_auc(truth, em.read_scores(path, pvalues=False)) < 1
    shares = written(tmp_path, "from,to,strength\nA,B,0.005\nB,C,0\n")
    assert em.read_scores(shares)["A", "B"] == 0.005


def test_an_array_of_numbers_is_not_advised_to_be_read_as_graphs(tmp_path):
    path = tmp_path / "array.npy"
    np.save(path, np.full((4, 3, 3), 0.5))
    with pytest.raises(FormatError) as caught:
        em.read(path)
    assert "read_samples" not in str(caught.value)
    np.save(path, np.triu(np.ones((4, 3, 3), int), 1))
    with pytest.raises(FormatError, match="read_samples"):
        em.read(path)


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_views_of_a_networkx_graph_are_refused(kind):
    """The view of the edges is a mapping whose keys must be pairs of nodes."""
    graph = getattr(networkx, kind)([("A", "B"), ("B", "C")])
    for view in (graph.edges, graph.nodes, graph.adj, graph.edges(data=True)):
        for read in (em.as_graph, lambda x: em.evaluate(Graph.parse("A --> B --> C"), x)):
            with pytest.raises(TypeError, match="Give the graph itself"):
                read(view)
        for read in (em.as_temporal, em.io.as_temporal_scores):
            with pytest.raises(TypeError):
                read(view)


def test_a_sparse_matrix_by_keys_needs_a_direction():
    """It is a dictionary whose keys must be pairs of positions."""
    matrix = scipy.sparse.dok_matrix(np.array([[0, 1], [0, 0]]))
    for read in (em.as_graph, lambda x: em.shd(Graph(2), x)):
        with pytest.raises(AmbiguityError, match="direction="):
            read(matrix)
    with pytest.raises(TypeError, match="in a list"):
        em.EdgeScores.from_edges(matrix)


@pytest.mark.parametrize(
    "read",
    [
        lambda x: em.TemporalScores(x, direction="row-to-column", first_lag=1),
        lambda x: em.TemporalGraph.from_matrices(x, direction="row-to-column", first_lag=1, threshold=0),
        lambda x: em.Candidates(["A", "B"], x),
        lambda x: em.Candidates(["A", "B"], required=x),
        lambda x: em.Candidates(["A", "B"], tiers=x),
        lambda x: em.Candidates(["A", "B"], tiers=[x]),
        lambda x: em.Candidates.from_causes(["A", "B"], x),
        Graph.from_edges,
    ],
)
def test_a_lazy_frame_must_be_collected(read):
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match=r"Collect it first, with frame\.collect\(\)"):
        read(polars.LazyFrame({"source": ["A"], "target": ["B"]}))


@pytest.mark.parametrize("of", ["numbers", "columns"])
def test_matrices_below_each_other_are_split(of):
    """The parameters of a VAR of statsmodels have one matrix below the other."""
    numbers = np.arange(12.0).reshape(6, 2)
    frame = pandas.DataFrame(numbers, index=[f"L{1 + k // 2}.{'AB'[k % 2]}" for k in range(6)])
    if of == "columns":
        frame.columns = ["A", "B"]
    with pytest.raises(em.errors.GraphError, match=r"numpy\.split\(frame\.to_numpy\(\), 3\)"):
        em.TemporalScores(frame, direction="row-to-column", first_lag=1)
    split = np.split(frame.to_numpy(), 3)
    scores = em.TemporalScores(split, ["A", "B"], direction="row-to-column", first_lag=1)
    assert scores["B", "A", 3] == 10


@pytest.mark.parametrize(
    "lines",
    [
        "0,1,0.5",
        "0,1,0.5\n1,2,0.25",
        "0,1,0.5\n1,2,0.1\n0,2,0.3",
        "0,1,0.5\n1,2,0.1\n0,2,0.3\n2,1,0.6",
        "1,2,5\n2,3,7\n3,1,2\n1,3,3\n2,1,4",
    ],
)
def test_edges_of_numbered_nodes_without_headings_get_headings(tmp_path, lines):
    """Some of them were to have a diagonal of 0, as if they were a matrix."""
    with pytest.raises(FormatError, match="add cause,effect,score as the first line"):
        em.read_scores(written(tmp_path, f"{lines}\n"), direction="row-to-column")
    first = lines.split("\n")[0].split(",")
    scores = em.read_scores(written(tmp_path, f"cause,effect,score\n{lines}\n"))
    assert scores[first[0], first[1]] == float(first[2])


@pytest.mark.parametrize("lines", ["1,0,0.03\n0,1,0.2\n0,0,1", "0,1,0.5\n2,0,0.25\n1,3,0"])
def test_matrices_of_three_nodes_are_no_edges_of_numbered_nodes(tmp_path, lines):
    path = written(tmp_path, f"{lines}\n")
    pvalues = lines.startswith("1")
    assert em.read_scores(path, direction="row-to-column", pvalues=pvalues).n_nodes == 3
