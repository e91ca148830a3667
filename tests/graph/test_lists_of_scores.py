"""Lists of scores: lags are no scores, and frames of edges are told how to give their rows."""

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores
from edgemark.errors import AmbiguityError, GraphError, KindError
from edgemark.io import read_candidates

L = ["A", "B", "C"]


def written(folder, text):
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("heading", ["lag", "Lag", "lags", "time_lag", "delay"])
def test_lags_are_no_scores(tmp_path, heading):
    with pytest.raises(AmbiguityError, match=r"lags of a time series.*read_temporal\(path\)"):
        em.read_scores(written(tmp_path, f"source,target,{heading}\nB,C,5\n"))
    frame = pytest.importorskip("pandas").DataFrame({"source": ["B"], "target": ["C"], heading: [5]})
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_edges(frame.itertuples(index=False))


def test_a_networkx_graph_with_lags_keeps_them_or_is_refused():
    graph = pytest.importorskip("networkx").DiGraph()
    graph.add_edge("A", "B", weight=0.5, lag=2)
    with pytest.raises(KindError, match="'A' and 'B' has lag=2"):
        EdgeScores.from_networkx(graph)
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_networkx(graph, weight="lag")
    graph["A"]["B"]["lag"] = None
    assert EdgeScores.from_networkx(graph)["A", "B"] == 0.5


@pytest.mark.parametrize("heading", ["blacklist", "forbidden", "Excluded", "not_tf", "non_TF", "notTF"])
def test_excluded_nodes_are_no_causes(tmp_path, heading):
    with pytest.raises(em.EdgemarkError, match="excludes nodes"):
        read_candidates(written(tmp_path, f"{heading}\nA\n"), L)


def test_other_headings_and_foreign_causes_are_skipped(tmp_path):
    for first in ("TF", "whitelist", "driver", "Nodes"):
        assert len(read_candidates(written(tmp_path, f"{first}\nA\n"), L)) == 2
    assert len(read_candidates(written(tmp_path, "not\nA\n"), ["A", "not"])) == 2


MARKS = np.array([[0, -1, 0], [1, 0, 1], [0, 2, 0]])


def test_marks_with_circles_are_not_ranked():
    with pytest.raises(
        AmbiguityError, match=r"causal-learn's matrix of marks.*as_graph\(cg.G\)"
    ) as told:
        em.evaluate(em.Graph.parse("A --> B --> C"), MARKS)
    assert "EdgeScores" not in str(told.value)
    with pytest.raises(AmbiguityError, match="a graph of causal-learn"):
        EdgeScores(MARKS, L, direction="row-to-column")


def test_marks_are_not_ranked_by_absolute_values(tmp_path):
    """abs() would rank both directions of every edge alike."""
    np.save(tmp_path / "marks.npy", MARKS)
    options = {"direction": "row-to-column", "sign": "ignore"}
    with pytest.raises(AmbiguityError, match=r"a graph of causal-learn.*give their absolute values"):
        EdgeScores(MARKS, L, **options)
    with pytest.raises(AmbiguityError, match="a graph of causal-learn"):
        em.read_scores(tmp_path / "marks.npy", **options)
    assert EdgeScores(abs(MARKS), L, direction="row-to-column")[L[0], L[1]] == 1
    signs = EdgeScores([[0, -1], [-1, 0]], **options)
    assert (signs[0, 1], signs[1, 0]) == (1, 1)


def test_circles_without_tails_may_be_marks():
    for marks in ([[0, 2, 0], [1, 0, 1], [0, 2, 0]], [[0, 1], [2, 0]]):
        with pytest.raises(AmbiguityError, match="If the numbers are marks, give the graph itself"):
            em.as_graph(np.array(marks))
    with pytest.raises(AmbiguityError) as told:
        em.as_graph(np.array([[0, 2], [0, 0]]))
    assert "marks" not in str(told.value)


def test_a_two_in_both_cells_may_be_an_undirected_edge():
    with pytest.raises(AmbiguityError, match="as in flopsearch") as told:
        em.as_graph(np.array([[0, 1, 0], [0, 0, 2], [0, 2, 0.0]]))
    remedy = next(one for one in told.value.message.remedies if "flopsearch" in one.say)
    matrix = np.array([[0, 1, 0], [0, 0, 2], [0, 2, 0.0]])
    read = eval(remedy.python, {"obj": matrix, "Graph": em.Graph})
    assert read == em.Graph.parse("#0 --> #1; #1 --- #2")
    for other in ([[0, 2], [0, 0]], [[0, 2], [1, 0]], [[0, 0.5], [2, 0]]):
        with pytest.raises(AmbiguityError) as told:
            em.as_graph(np.array(other))
        assert "flopsearch" not in str(told.value)


def test_codes_of_pcalg_may_be_marks():
    """Its PAGs have 1 for a circle, 2 for an arrowhead and 3 for a tail, and no other codes."""
    for codes, may_be in ([[0, 2], [3, 0]], True), ([[0, 2], [4, 0]], False):
        with pytest.raises(AmbiguityError) as told:
            em.as_graph(np.array(codes))
        assert ("If the numbers are marks, give the graph itself" in str(told.value)) == may_be


def test_a_frame_that_lists_edges_is_told_how_to_give_its_rows():
    frame = pytest.importorskip("pandas").DataFrame(
        {"target": ["B", "C", "A"], "source": ["A", "B", "C"], "score": [0.9, 0.8, 0.1]}
    )
    for build in (
        EdgeScores.from_edges,
        lambda given: EdgeScores(given, direction="row-to-column"),
    ):
        with pytest.raises(GraphError, match=r"from_edges\(frame.itertuples\(index=False\)\)"):
            build(frame)
        with pytest.raises(GraphError, match=r"from_pvalues\(frame.itertuples\(index=False\)\)"):
            build(frame.rename(columns={"score": "p"}))
    with pytest.raises(GraphError, match=r"from_pvalues\(frame.itertuples\(index=False\)\)"):
        EdgeScores.from_pvalues(frame)
    assert EdgeScores.from_edges(frame.itertuples(index=False))["A", "B"] == 0.9
    assert EdgeScores.from_pvalues(frame.itertuples(index=False))["A", "B"] == -0.9


def test_a_matrix_of_nodes_with_such_names_is_a_matrix():
    pandas = pytest.importorskip("pandas")
    names = ["source", "target", "score"]
    frame = pandas.DataFrame(np.eye(3, k=1), names, names)
    assert EdgeScores(frame, direction="row-to-column")["source", "target"] == 1


def test_the_headings_of_genie3_are_read(tmp_path):
    path = written(tmp_path, "regulatoryGene,targetGene,weight\nA,B,0.5\n")
    assert em.read_scores(path)["A", "B"] == 0.5


@pytest.mark.parametrize("heading", ["", '""', "Unnamed: 0"])
def test_row_numbers_are_skipped(tmp_path, heading):
    path = written(tmp_path, f"{heading},target,source\n1,B,A\n2,C,A\n")
    assert read_candidates(path, L).pairs() == [("A", "B"), ("A", "C")]
    assert read_candidates(written(tmp_path, f"{heading},TF\n1,A\n"), L).pairs() == [
        ("A", "B"),
        ("A", "C"),
    ]
    with pytest.raises(em.EdgemarkError, match="line 3: a line must have 3 fields"):
        read_candidates(written(tmp_path, f"{heading},target,source\n1,B,A\n2,C,A,7\n"), L)


def test_an_empty_list_says_that_it_lists_none(tmp_path):
    with pytest.raises(GraphError, match="must be nodes; got none, and the nodes are 'A'"):
        read_candidates(written(tmp_path, "TF\n"), L)


def test_a_p_value_of_zero_is_a_score():
    pairs = [("A", "B", 0.1), ("B", "C", 0.0)]
    for unlisted in (0.0, 1.0, None):
        assert str(EdgeScores.from_pvalues(pairs, L, unlisted=unlisted).side) == "3 nodes, 6 scores"
    assert str(EdgeScores.from_pvalues(pairs, L, unlisted=np.nan).side) == "3 nodes, 2 scores"
    assert str(EdgeScores.from_edges(pairs, nodes=L).side) == "3 nodes, 1 score"


def advised(function, *inputs, **options):
    with pytest.raises(em.EdgemarkError) as caught:
        function(*inputs, **options)
    return caught.value.remedies[0].python


def test_close_weights_are_no_scores():
    graphs = [em.Graph.parse("A --> B"), em.Graph.parse("B --> A")]
    samples = em.GraphSamples(graphs, weights=np.array([2**53 + 1, 2**53]))
    assert samples.weights.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, object])
def test_advised_ranks_of_scores_keep_the_order(dtype):
    array = np.array([[0, 2**53 + 1], [2**53, 0]], dtype)
    code = advised(EdgeScores, array, direction="row-to-column")
    scores = EdgeScores(eval(code, {"np": np, "array": array}), direction="row-to-column").to_array()
    assert scores[0, 1] > scores[1, 0] > 0


@pytest.mark.skipif(np.finfo(np.longdouble).minexp > -10_000, reason="no wide long double")
def test_advised_ranks_of_pvalues_keep_the_order():
    p = np.longdouble
    array = np.array([[0, p("1e-3000")], [p("1e-4000"), 0]])
    code = advised(EdgeScores.from_pvalues, array, direction="row-to-column")
    pvalues = eval(code, {"np": np, "array": array})
    scores = EdgeScores.from_pvalues(pvalues, direction="row-to-column").to_array()
    assert scores[0, 1] < scores[1, 0]


@pytest.mark.parametrize("read", [EdgeScores, EdgeScores.from_edges, EdgeScores.from_pvalues])
def test_rows_of_polars_are_put_in_order(read):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"target": ["B"], "source": ["A"], "weight": [0.3]})
    scores = eval(advised(read, frame), {"EdgeScores": EdgeScores, "frame": frame})
    assert scores.nodes == ("A", "B")
    listed = EdgeScores.from_pvalues if read == EdgeScores.from_pvalues else EdgeScores.from_edges
    assert scores == listed([("A", "B", 0.3)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("source,mark,target\nA,<--,B\n", "for B <-- A"),
        ("from,to,allowed\nA,B,1\nB,C,0\n", "only the rows whose pairs count"),
        ("from,to,forbidden\nA,B,1\n", "only the rows whose pairs count"),
        ("gene,is_tf\nA,1\nB,0\n", "the causes alone"),
        ("nonregulator\nA\n", "excludes nodes"),
        ("nonregulators\nA\n", "excludes nodes"),
        ("notcause\nA\n", "excludes nodes"),
    ],
)
def test_columns_that_choose_or_reverse_pairs_are_not_left_out(tmp_path, text, words):
    with pytest.raises(em.errors.FormatError, match=words):
        read_candidates(written(tmp_path, text), L)


def test_positions_of_data_are_not_named_by_the_truth():
    truth = em.TemporalGraph.parse("A --> B @1; C; lags 1")
    result = {"graph": np.full((3, 3, 2), "", dtype="<U3"), "p_matrix": np.ones((3, 3, 2))}
    result["val_matrix"] = np.zeros((3, 3, 2))
    with pytest.raises(em.errors.AlignmentError, match="order of the columns of the data") as caught:
        em.evaluate(truth, result)
    assert "truth.nodes" not in str(caught.value)
