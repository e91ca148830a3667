"""Several matrices in other forms than an array or a list, matrices without names, nullable masks."""

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark.errors import AlignmentError, ForecastError, FormatError, GraphError, InputTypeError
from edgemark.evaluation import evaluate_pairs
from edgemark.graph import GraphStack

pandas = pytest.importorskip("pandas")
sparse = pytest.importorskip("scipy.sparse")

ROWS = {"direction": "row-to-column"}
PAIR = np.array([[0, 1], [0, 0]])
TRUTH = Graph.parse("A --> B")

READERS = {
    "GraphStack": lambda array: list(GraphStack.from_adjacency(array, **ROWS)),
    "GraphSamples": lambda array: GraphSamples.from_adjacency(array, **ROWS),
    "TemporalGraph": lambda array: TemporalGraph.from_matrices(array, first_lag=1, **ROWS),
    "TemporalScores": lambda array: TemporalScores(array, first_lag=1, **ROWS),
}
FORMS = {
    "a mapping": {1: PAIR, 2: PAIR},
    "a series": pandas.Series([PAIR, PAIR]),
    "an array of objects": np.array([PAIR, None], dtype=object)[:1],
    "sparse matrices": [sparse.csr_array(PAIR), PAIR],
    "a sparse matrix": sparse.csr_array(PAIR),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", READERS)
def test_other_forms_of_several_matrices_are_named_with_what_to_type(name, form):
    array = FORMS[form]
    with pytest.raises(InputTypeError, match="several matrices must be") as caught:
        READERS[name](array)
    advised = eval(caught.value.remedies[0].python, {"array": array})
    if form != "a sparse matrix" or name.startswith("Temporal"):
        READERS[name](advised)


@pytest.mark.parametrize("name", READERS)
def test_iterators_of_matrices_are_read(name):
    assert READERS[name](iter([PAIR, PAIR])) == READERS[name]([PAIR, PAIR])


@pytest.mark.parametrize("name", ["TemporalGraph", "TemporalScores"])
def test_matrices_by_lag_are_listed_in_the_order_of_the_lags(name):
    other = PAIR.T
    with pytest.raises(InputTypeError) as caught:
        READERS[name]({2: other, 1: PAIR})
    advised = eval(caught.value.remedies[0].python, {"array": {2: other, 1: PAIR}})
    assert READERS[name](advised) == READERS[name]([PAIR, other])


@pytest.mark.parametrize("base", ["csr_array", "csr_matrix", "coo_array"])
def test_classes_derived_from_sparse_matrices_are_read(base):
    derived = type("Own", (getattr(sparse, base),), {})
    assert EdgeScores(derived(PAIR * 0.5), **ROWS) == EdgeScores(PAIR * 0.5, **ROWS)
    assert Graph.from_adjacency(derived(PAIR), **ROWS) == Graph.from_adjacency(PAIR, **ROWS)


def test_a_negative_lag_of_networkx_is_named():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", lag=-1)
    with pytest.raises(FormatError, match="'A' and 'B' has -1"):
        em.as_temporal(graph)


# ---- matrices without names


def frame(order="AB"):
    whole = pandas.DataFrame(PAIR, list("AB"), list("AB"))
    return whole.loc[list(order), list(order)]


LISTS = {
    "arrays": [PAIR, PAIR],
    "an array": PAIR[None],
    "a frame and an array": [frame(), PAIR],
    "a frame in another order and an array": [frame("BA"), PAIR],
    "arrays of other sizes": [PAIR, np.zeros((3, 3), int)],
}


@pytest.mark.parametrize("name", ["arrays", "an array", "a frame and an array"])
@pytest.mark.parametrize("order", ["AB", "BA"])
def test_the_advice_for_matrices_beside_a_truth_with_names_works(name, order):
    estimates = [frame(order), PAIR] if "frame" in name else LISTS[name]
    with pytest.raises(AlignmentError, match="the matrix has none") as caught:
        em.evaluate_many(TRUTH, estimates, "shd:pair mismatch", **ROWS)
    advised = eval(f"dict({caught.value.remedies[0].python})", {"truth": TRUTH, "as_graph": em.as_graph})
    table = em.evaluate_many(TRUTH, estimates, "shd:pair mismatch", **ROWS, **advised)
    assert table["shd"].tolist() == [0] * len(estimates)


def test_the_advice_for_pairs_of_matrices_works():
    with pytest.raises(AlignmentError, match="the matrix has none") as caught:
        evaluate_pairs([TRUTH, TRUTH], [PAIR, PAIR], "shd", **ROWS)
    advised = eval(f"dict({caught.value.remedies[0].python})", {"truth": TRUTH, "as_graph": em.as_graph})
    assert evaluate_pairs([TRUTH] * 2, [PAIR] * 2, "shd:pair mismatch", **ROWS, **advised)[
        "shd"
    ].tolist() == [0, 0]


def test_the_advice_for_a_truth_without_names_works():
    truth = Graph(2, [(0, "-->", 1)])
    with pytest.raises(AlignmentError, match="the truth has none") as caught:
        em.evaluate_many(truth, [frame()], "shd:pair mismatch", **ROWS)
    named = eval(caught.value.remedies[0].python, {"truth": truth, "as_graph": em.as_graph})
    assert em.evaluate_many(named, [frame()], "shd:pair mismatch", **ROWS)["shd"].tolist() == [0]


def test_frames_over_other_nodes_than_stated_are_refused():
    with pytest.raises(GraphError):
        em.evaluate_many(TRUTH, [frame(), PAIR], "shd", nodes=["A", "C"], **ROWS)


# ---- masks of nullable booleans


def nullable(array, missing=None):
    table = pandas.DataFrame(array).astype("boolean")
    if missing:
        table.iloc[missing] = pandas.NA
    return table


@pytest.mark.parametrize("form", ["pandas", "list", "objects", "polars"])
def test_nullable_booleans_are_masks(form):
    mask = PAIR == 1
    if form == "pandas":
        given = nullable(mask)
    elif form == "polars":
        polars = pytest.importorskip("polars")
        given = polars.DataFrame(mask, schema=["0", "1"])
    else:
        given = mask.tolist() if form == "list" else mask.astype(object)
    assert Candidates.from_mask(given).pairs() == [("0", "1")]
    observed, found = np.ones((2, 2)), np.array([[9.0, 3.0], [9.0, 9.0]])
    assert em.forecast.mae(observed, found, where=given) == 2.0


def test_a_missing_cell_of_a_mask_is_named():
    given = nullable(PAIR == 1, missing=(1, 0))
    with pytest.raises(GraphError, match=r"the cell at \[1, 0\] is missing.*fillna"):
        Candidates.from_mask(given)
    with pytest.raises(ForecastError, match=r"the cell at \[1, 0\] is missing"):
        em.forecast.mae(np.ones((2, 2)), np.ones((2, 2)), where=given)
    with pytest.raises(GraphError, match="square matrix of booleans; got object") as caught:
        Candidates.from_mask(np.array([[True, "x"], [False, True]], dtype=object))
    assert not caught.value.remedies
