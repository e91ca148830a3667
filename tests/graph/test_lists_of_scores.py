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
def test_files17_lags_are_no_scores(tmp_path, heading):
    with pytest.raises(AmbiguityError, match=r"lags of a time series.*read_temporal\(path\)"):
        em.read_scores(written(tmp_path, f"source,target,{heading}\nB,C,5\n"))
    frame = pytest.importorskip("pandas").DataFrame({"source": ["B"], "target": ["C"], heading: [5]})
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_edges(frame.itertuples(index=False))


def test_files18_a_networkx_graph_with_lags_keeps_them_or_is_refused():
    graph = pytest.importorskip("networkx").DiGraph()
    graph.add_edge("A", "B", weight=0.5, lag=2)
    with pytest.raises(KindError, match="'A' and 'B' has lag=2"):
        EdgeScores.from_networkx(graph)
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_networkx(graph, weight="lag")
    graph["A"]["B"]["lag"] = None
    assert EdgeScores.from_networkx(graph)["A", "B"] == 0.5


@pytest.mark.parametrize("heading", ["blacklist", "forbidden", "Excluded", "not_tf", "non_TF", "notTF"])
def test_files19_excluded_nodes_are_no_causes(tmp_path, heading):
    with pytest.raises(em.EdgemarkError, match="excludes nodes"):
        read_candidates(written(tmp_path, f"{heading}\nA\n"), L)


def test_files19_other_headings_and_foreign_causes_are_skipped(tmp_path):
    for first in ("TF", "whitelist", "NOTCH1", "Nodes"):
        assert len(read_candidates(written(tmp_path, f"{first}\nA\n"), L)) == 2
    assert len(read_candidates(written(tmp_path, "not\nA\n"), ["A", "not"])) == 2


MARKS = np.array([[0, -1, 0], [1, 0, 1], [0, 2, 0]])


def test_files20_marks_with_circles_are_not_ranked():
    with pytest.raises(
        AmbiguityError, match=r"causal-learn's matrix of marks.*as_graph\(cg.G\)"
    ) as told:
        em.evaluate(em.Graph.parse("A --> B --> C"), MARKS)
    assert "EdgeScores" not in str(told.value)
    with pytest.raises(AmbiguityError, match="a graph of causal-learn"):
        EdgeScores(MARKS, L, direction="row-to-column")


def test_files20_circles_without_tails_may_be_marks():
    for marks in ([[0, 2, 0], [1, 0, 1], [0, 2, 0]], [[0, 1], [2, 0]]):
        with pytest.raises(AmbiguityError, match="If the numbers are marks, give the graph itself"):
            em.as_graph(np.array(marks))
    with pytest.raises(AmbiguityError) as told:
        em.as_graph(np.array([[0, 2], [0, 0]]))
    assert "marks" not in str(told.value)


def test_files23_a_frame_that_lists_edges_is_told_how_to_give_its_rows():
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


def test_files23_a_matrix_of_nodes_with_such_names_is_a_matrix():
    pandas = pytest.importorskip("pandas")
    names = ["source", "target", "score"]
    frame = pandas.DataFrame(np.eye(3, k=1), names, names)
    assert EdgeScores(frame, direction="row-to-column")["source", "target"] == 1


def test_files24_the_headings_of_genie3_are_read(tmp_path):
    path = written(tmp_path, "regulatoryGene,targetGene,weight\nA,B,0.5\n")
    assert em.read_scores(path)["A", "B"] == 0.5


@pytest.mark.parametrize("heading", ["", '""', "Unnamed: 0"])
def test_files25_row_numbers_are_skipped(tmp_path, heading):
    path = written(tmp_path, f"{heading},target,source\n1,B,A\n2,C,A\n")
    assert read_candidates(path, L).pairs() == [("A", "B"), ("A", "C")]
    assert read_candidates(written(tmp_path, f"{heading},TF\n1,A\n"), L).pairs() == [
        ("A", "B"),
        ("A", "C"),
    ]
    with pytest.raises(em.EdgemarkError, match="line 3: a line must have 3 fields"):
        read_candidates(written(tmp_path, f"{heading},target,source\n1,B,A\n2,C,A,7\n"), L)


def test_files27_an_empty_list_says_that_it_lists_none(tmp_path):
    with pytest.raises(GraphError, match="must be nodes; got none, and the nodes are 'A'"):
        read_candidates(written(tmp_path, "TF\n"), L)


def test_files28_a_p_value_of_zero_is_a_score():
    pairs = [("A", "B", 0.1), ("B", "C", 0.0)]
    for unlisted in (0.0, 1.0, None):
        assert str(EdgeScores.from_pvalues(pairs, L, unlisted=unlisted).side) == "3 nodes, 6 scores"
    assert str(EdgeScores.from_pvalues(pairs, L, unlisted=np.nan).side) == "3 nodes, 2 scores"
    assert str(EdgeScores.from_edges(pairs, nodes=L).side) == "3 nodes, 1 score"
