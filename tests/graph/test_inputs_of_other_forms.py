"""Inputs of another form are read like their usual form, or refused with what to type."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import AmbiguityError, GraphError, InputTypeError

pl = pytest.importorskip("polars")

SCORES = np.array([[0, 0.9, 0.1], [0.2, 0, 0.7], [0.3, 0.05, 0]])
ONES = (SCORES > 0.5).astype(float)


class OnlyDLPack:
    """A tensor that NumPy cannot convert by itself."""

    def __init__(self, array):
        self._array = np.asarray(array)

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


READERS = {
    "scores": lambda of: EdgeScores(of(SCORES), direction="row-to-column"),
    "p-values": lambda of: EdgeScores.from_pvalues(of(1 - SCORES), direction="row-to-column"),
    "adjacency": lambda of: Graph.from_adjacency(of(ONES), direction="row-to-column"),
    "scores over time": lambda of: em.TemporalScores(
        of(np.stack([SCORES, SCORES])), direction="row-to-column", first_lag=0
    ).to_array().tolist(),
    "graphs over time": lambda of: em.TemporalGraph.from_matrices(
        of(np.stack([ONES, ONES])), direction="row-to-column", first_lag=1
    ),
    "a list of matrices over time": lambda of: em.TemporalGraph.from_matrices(
        [of(ONES), of(ONES)], direction="row-to-column", first_lag=1
    ),
    "mask": lambda of: em.Candidates.from_mask(of(ONES > 0), ["A", "B", "C"]),
    "runs": lambda of: em.stats.summarize(of(SCORES[0])),
    "weights": lambda of: em.GraphSamples(
        [Graph.parse("A --> B"), Graph.parse("A; B")], weights=of(np.array([1.0, 3.0]))
    ).mean(of(np.array([1.0, 0.0]))),
    "samples for sorting": lambda of: em.data.sortability(
        Graph.from_adjacency(ONES, direction="row-to-column"), of(SCORES)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_13_tensors_with_dlpack_alone_are_read_as_arrays_are(name):
    assert str(READERS[name](OnlyDLPack)) == str(READERS[name](lambda array: array))


@pytest.mark.parametrize(
    ("cell", "advice"),
    [
        (
            None,
            "Convert None to nan, which stands for a pair without a score: np.array(array, dtype=float)",
        ),
        (Fraction(1, 3), "Convert the cells to floats: np.array(array, dtype=float)"),
        (Decimal("0.3"), "Convert the cells to floats: np.array(array, dtype=float)"),
        ("0.5", "Convert the cells to floats: np.array(array, dtype=float)"),
        (
            "nan",
            "Convert the cells to floats, in which nan stands for a pair without a score: "
            "np.array(array, dtype=float)",
        ),
        ("inf", "Put a number there, or nan for a pair without a score"),
        ("high", "Put a number there, or nan for a pair without a score"),
        (pd.NA, "Put a number there, or nan for a pair without a score"),
    ],
)
def test_13_a_cell_that_is_no_number_is_named_with_what_to_type(cell, advice):
    array = SCORES.astype(object)
    array[1, 2] = cell
    for read in (EdgeScores, EdgeScores.from_pvalues):
        with pytest.raises(GraphError) as caught:
            read(array, direction="row-to-column")
        assert f"scores must be numbers; got {cell!r} at row 1, column 2. {advice}" == str(caught.value)
    frame = pd.DataFrame(array, index=list("ABC"), columns=list("ABC"))
    with pytest.raises(GraphError) as caught:
        EdgeScores(frame, direction="row-to-column")
    assert f"got {cell!r} at row 'B', column 'C'" in str(caught.value)
    with pytest.raises(GraphError) as caught:
        em.TemporalScores(np.stack([SCORES, array]), direction="row-to-column", first_lag=0)
    assert f"got {cell!r} at matrix 1, row 1, column 2" in str(caught.value)
    if "np.array" in advice:
        assert EdgeScores(np.array(array, dtype=float), direction="row-to-column").n_nodes == 3


FRAME = pd.DataFrame({"target": ["B", "C"], "source": ["A", "B"], "score": [0.5, 0.25]})
CHAIN = Graph.parse("A --> B --> C")


@pytest.mark.parametrize(
    "edges",
    [
        FRAME,
        pl.DataFrame(FRAME.to_dict("list")),
        FRAME.to_records(index=False),
        FRAME.to_dict("list"),
        FRAME.to_dict("records"),
        FRAME.assign(edge="-->"),
        FRAME.assign(edge="-->").to_dict("records"),
        {"A": ["B"], "B": ["C"]},
        {("A", "B"): 0.5, ("B", "C"): 0.25},
        [("A", "B"), ("B", "C")],
        np.array([["A", "B"], ["B", "C"]]),
        np.array([["A", "-->", "B"], ["B", "-->", "C"]]),
        "A --> B --> C",
        ["A --> B", "B --> C"],
    ],
    ids=lambda edges: type(edges).__name__,
)
def test_13_edges_of_another_form_are_refused_with_code_that_makes_triples(edges):
    with pytest.raises(GraphError) as caught:
        Graph.from_edges(edges)
    (remedy,) = caught.value.remedies
    names = {"edges": edges, "Graph": Graph}
    made = eval(remedy.python, names)
    assert (made if isinstance(made, Graph) else Graph.from_edges(made)) == CHAIN


def test_13_columns_are_not_guessed_by_their_order():
    """Each of x and y may be the cause."""
    for edges in (pd.DataFrame({"x": ["A"], "y": ["B"]}), [{"x": "A", "y": "B"}]):
        with pytest.raises(GraphError, match="Choose what is the cause and the effect") as caught:
            Graph.from_edges(edges)
        assert all(not remedy.python for remedy in caught.value.remedies)


def test_13_other_objects_are_refused_as_edges():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("A", "B"), ("B", "C")])
    with pytest.raises(GraphError, match=r"got a DiGraph\. Convert the graph") as caught:
        Graph.from_edges(graph)
    assert eval(caught.value.remedies[0].python, {"as_graph": em.as_graph, "edges": graph}) == CHAIN
    with pytest.raises(InputTypeError, match="must be a list of triples"):
        Graph.from_edges(None)


def test_13_records_with_scores_are_refused_with_code_that_makes_triples():
    edges = FRAME.to_dict("records")
    for read in (EdgeScores.from_edges, EdgeScores.from_pvalues):
        with pytest.raises(GraphError, match="scored edge must be a triple") as caught:
            read(edges)
        made = eval(caught.value.remedies[0].python, {"edges": edges})
        assert made == [("A", "B", 0.5), ("B", "C", 0.25)]
    with pytest.raises(GraphError, match="Convert the scores") as caught:
        EdgeScores.from_edges([("A", "B", "0.5")])
    made = eval(caught.value.remedies[0].python, {"edges": [("A", "B", "0.5")]})
    assert EdgeScores.from_edges(made)["A", "B"] == 0.5
    with pytest.raises(GraphError, match="Give nan as the score of a pair that was not scored"):
        EdgeScores.from_edges([("A", "B", None)])
    edges = [("A", "B", {"weight": 0.5})]
    with pytest.raises(GraphError, match="out of the dictionaries") as caught:
        EdgeScores.from_edges(edges)
    assert eval(caught.value.remedies[0].python, {"edges": edges}) == [("A", "B", 0.5)]
    with pytest.raises(GraphError, match="one number for each pair"):
        EdgeScores.from_edges([("A", "B", [0.5, 0.2])])
    with pytest.raises(GraphError, match="Leave out the index") as caught:
        EdgeScores.from_edges(FRAME.itertuples())
    names = {"EdgeScores": EdgeScores, "frame": FRAME}
    assert eval(caught.value.remedies[0].python, names)["A", "B"] == 0.5


def test_a_p_value_beyond_1_is_written_in_full():
    with pytest.raises(GraphError, match=r"got 1\.0000000002 at"):
        EdgeScores.from_pvalues([("A", "B", 1.0000000002)])


def test_an_axis_without_a_name_is_not_named():
    frame = pd.DataFrame([[0, 1], [0, 0]], ["A", "B"], ["A", "B"]).rename_axis(index="to")
    with pytest.raises(AmbiguityError, match=r"^the rows are called 'to', but"):
        Graph.from_adjacency(frame, direction="row-to-column")
    with pytest.raises(AmbiguityError, match=r"^the columns are called 'from', but"):
        Graph.from_adjacency(frame.rename_axis(index=None, columns="from"), direction="row-to-column")


# ---- a pandas Series of estimates

EMPTY = Graph.parse("A; B; C")


def test_13_the_index_of_a_series_names_the_estimates():
    series = pd.Series({"pc": EMPTY, "ges": CHAIN})
    table = em.evaluate_many(CHAIN, series, "shd:pair mismatch")
    assert table.names == ("pc", "ges")
    same = em.evaluate_many(CHAIN, dict(series), "shd:pair mismatch")
    assert str(table.to_frame()) == str(same.to_frame())
    numbered = em.evaluate_many(CHAIN, series.reset_index(drop=True), "shd:pair mismatch")
    assert numbered.names == ("0", "1")


def test_13_labels_that_occur_twice_are_refused():
    series = pd.Series([EMPTY, CHAIN], index=["pc", "pc"])
    with pytest.raises(GraphError, match="needs its own label") as caught:
        em.evaluate_many(CHAIN, series, "shd:pair mismatch")
    estimates = eval(caught.value.remedies[0].python, {"estimates": series})
    assert em.evaluate_many(CHAIN, estimates, "shd:pair mismatch").names == ("0", "1")


@pytest.mark.parametrize("make", [dict, pd.Series])
def test_13_pairs_are_made_of_equal_names(make):
    truths, estimates = make({"a": CHAIN, "b": EMPTY}), make({"b": EMPTY, "a": CHAIN})
    table = em.evaluation.evaluate_pairs(truths, estimates, "shd:pair mismatch")
    assert table["shd"].tolist() == [0, 0]
    with pytest.raises(GraphError):
        em.evaluation.evaluate_pairs(truths, make({"c": CHAIN, "d": EMPTY}), "shd:pair mismatch")
