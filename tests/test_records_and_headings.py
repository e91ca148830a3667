"""Records, columns that pandas renames, missing labels, and headings that are no causes or scores."""

import math

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph
from edgemark.errors import AmbiguityError, FormatError, GraphError, InputTypeError
from edgemark.io import read_candidates, read_scores

pandas = pytest.importorskip("pandas")

NAMES = list("ABC")


def written(folder, text):
    path = folder / "s.csv"
    path.write_text(text, encoding="utf-8")
    return path


# ---- records


def records(**columns):
    return pandas.DataFrame(columns).to_records(index=False)


@pytest.mark.parametrize("of", [lambda r: r, list, np.asarray])
def test_files9_fields_of_records_say_which_is_the_cause(of):
    """Plain tuples of the records would reverse the edge."""
    scores = EdgeScores.from_edges(of(records(target=["B"], source=["A"], weight=[0.3])))
    assert (scores["A", "B"], scores["B", "A"]) == (0.3, 0.0)
    pvalues = EdgeScores.from_pvalues(of(records(target=["B"], source=["A"], p=[0.3])))
    assert (pvalues["A", "B"], pvalues["B", "A"]) == (-0.3, -1.0)
    pairs = of(records(target=["B"], source=["A"]))
    assert Candidates(NAMES, pairs).pairs() == [("A", "B")]
    assert em.to_mpdag(Graph.parse("A --- B"), required=pairs) == Graph.parse("A --> B")


def test_files9_fields_of_records_that_do_not_say_it_are_refused():
    plain = np.array([("A", "B", 0.5)], dtype="O,O,f8")
    with pytest.raises(AmbiguityError, match="which column is the cause"):
        EdgeScores.from_edges(plain)
    with pytest.raises(AmbiguityError, match="called like p-values"):
        EdgeScores.from_edges(records(source=["A"], target=["B"], p_value=[0.3]))


# ---- columns called from


@pytest.mark.parametrize("order", [["from", "to", "strength"], ["to", "from", "strength"]])
def test_files9_the_advice_for_columns_called_from_works(order):
    frame = pandas.DataFrame({"from": ["A"], "to": ["B"], "strength": [0.3]})[order]
    with pytest.raises(GraphError) as caught:
        EdgeScores(frame)
    advised = eval(caught.value.remedies[0].python, {"EdgeScores": EdgeScores, "frame": frame})
    assert advised["A", "B"] == 0.3
    with pytest.raises(InputTypeError) as caught:
        Candidates(NAMES, frame[order[:2]])
    code = caught.value.remedies[0].say.partition(": ")[2]
    pairs = eval(code, {"frame": frame[order[:2]]})
    assert Candidates(NAMES, pairs).pairs() == [("A", "B")]
    with pytest.raises(AmbiguityError, match="pandas renames columns such as from"):
        EdgeScores.from_edges(frame.itertuples(index=False))


# ---- missing labels


@pytest.mark.parametrize("missing", [math.nan, None, pandas.NA, pandas.NaT, np.float64("nan")])
def test_files9_a_missing_label_is_no_name(missing):
    calls = [
        lambda: EdgeScores.from_edges([("A", missing, 0.5)]),
        lambda: Graph.from_edges([("A", "-->", missing)]),
        lambda: Graph(["A", missing]),
        lambda: Graph.from_adjacency(labelled(missing), direction="row-to-column"),
        lambda: EdgeScores(labelled(missing), direction="row-to-column"),
    ]
    for call in calls:
        with pytest.raises((GraphError, InputTypeError), match="missing") as caught:
            call()
        assert "str(name)" not in str(caught.value)


def labelled(label):
    axis = pandas.Index(["A", label], dtype=object)
    return pandas.DataFrame([[0, 1], [0, 0]], axis, axis)


def test_files9_a_missing_node_of_networkx_is_refused():
    networkx = pytest.importorskip("networkx")
    with pytest.raises(GraphError, match="missing"):
        em.as_graph(networkx.DiGraph([("A", math.nan)]))


# ---- lists of causes

NO_CAUSES = [
    "sink", "sinks", "targets", "target_genes", "effects", "children", "outcome", "outcomes", "response",
    "dependent", "Y", "leaf", "leaves", "blocked", "disallowed", "denylist", "omitted", "not TF",
]  # fmt: skip


@pytest.mark.parametrize("heading", NO_CAUSES)
def test_files8_a_heading_of_other_nodes_than_causes_is_refused(tmp_path, heading):
    with pytest.raises(FormatError, match=r"its heading (says effects|excludes nodes)"):
        read_candidates(written(tmp_path, f"{heading}\nA\n"), NAMES)


@pytest.mark.parametrize("heading", ["TF", "TFs", "regulators", "sources", "Causes", "ZNF1"])
def test_a_heading_of_causes_and_a_cause_that_is_no_node_are_skipped(tmp_path, heading):
    found = read_candidates(written(tmp_path, f"{heading}\nA\n"), NAMES)
    assert found == Candidates.from_causes(NAMES, ["A"])


def test_files8_a_graph_is_no_list_of_causes():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("A", "B")])
    with pytest.raises(InputTypeError, match="causes must be a list of nodes; got DiGraph"):
        Candidates.from_causes(NAMES, graph)
    assert Candidates.from_causes(NAMES, graph.nodes) == Candidates.from_causes(NAMES, ["A", "B"])


# ---- headings of scores


@pytest.mark.parametrize(
    "heading",
    ["shd", "std", "entropy", "uncertainty", "penalty", "order", "id", "time", "step", "alpha", "sign"],
)
def test_files9_headings_of_other_numbers_are_no_scores(tmp_path, heading):
    with pytest.raises(AmbiguityError, match=r"the highest score must be|a score must be"):
        read_scores(written(tmp_path, f"source,target,{heading}\nA,B,1\nB,C,2\n"))


@pytest.mark.parametrize("heading", ["1-p", "1 - p", "1-pvalue", "one_minus_p", "1 - p_value"])
def test_files9_one_minus_p_is_a_score(tmp_path, heading):
    """Its highest value is the best; read as p-values, the ranking would be reversed."""
    scores = read_scores(written(tmp_path, f"source,target,{heading}\nA,B,.9\nB,C,.2\n"))
    assert scores["A", "B"] == 0.9
