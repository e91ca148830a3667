"""Frames of zeros and ones: their labels name the nodes, whatever the order of rows and columns."""

import pickle

import pytest

from edgemark import EdgemarkError, Graph
from edgemark.errors import GraphError
from tests.graph.test_adjacency import CELLS, EDGES, read
from tests.oracle import graphs as oracle

# ---- pandas


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


NAMES = list("ABCD")
NAMED = Graph(NAMES, oracle.renamed(EDGES, NAMES))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float64", "Int64", "boolean"])
def test_a_frame_names_the_nodes(pandas, dtype):
    assert read(pandas.DataFrame(CELLS, NAMES, NAMES).astype(dtype)) == NAMED


def test_a_frame_may_mix_types_of_columns(pandas):
    frame = pandas.DataFrame(CELLS, NAMES, NAMES).astype({"A": bool, "B": "uint8", "C": float})
    assert read(frame) == NAMED


def test_a_frame_without_an_index_follows_its_columns(pandas):
    assert read(pandas.DataFrame(CELLS, columns=NAMES)) == NAMED


def test_a_frame_without_labels_has_no_names(pandas):
    graph = read(pandas.DataFrame(CELLS))
    assert graph == Graph(4, EDGES)


@pytest.mark.parametrize("order", [[1, 0, 2, 3], [3, 2, 1, 0], [2, 3, 1, 0]])
def test_shuffled_rows_of_a_frame_are_found_by_label(pandas, order):
    assert read(pandas.DataFrame(CELLS, NAMES, NAMES).iloc[order]) == NAMED


@pytest.mark.parametrize("order", [[1, 0, 2, 3], [3, 2, 1, 0], [2, 3, 1, 0]])
def test_shuffled_columns_of_a_frame_are_found_by_label(pandas, order):
    assert read(pandas.DataFrame(CELLS, NAMES, NAMES).iloc[:, order]) == NAMED


@pytest.mark.parametrize("order", [[1, 0, 2, 3], [3, 2, 1, 0], [2, 3, 1, 0]])
@pytest.mark.parametrize("axis", [0, 1])
def test_shuffled_numbers_in_a_frame_are_labels(pandas, order, axis):
    frame = pandas.DataFrame(CELLS).take(order, axis=axis)
    named = oracle.renamed(EDGES, list("0123"))
    assert oracle.marks(read(frame).edges()) == oracle.marks(named)


def test_numbers_that_do_not_count_from_zero_are_names(pandas):
    graph = read(pandas.DataFrame([[0, 1], [0, 0]], [5, 7], [5, 7]))
    assert graph == Graph.parse("5 --> 7")


def test_a_frame_is_never_changed(pandas):
    frame = pandas.DataFrame(CELLS, NAMES, NAMES).iloc[::-1]
    before = pickle.dumps(frame)
    read(frame)
    assert pickle.dumps(frame) == before


@pytest.mark.parametrize(
    ("index", "columns"),
    [("AB", "AC"), ("AB", "AA"), ("AA", "AB"), ("AB", [0, 1]), ([1, 2], [0, 1]), ("01", [0, 1])],
)
def test_a_frame_that_names_other_rows_than_columns_is_refused(pandas, index, columns):
    with pytest.raises(
        GraphError, match=r"must name the same nodes in its index and its columns|differ"
    ):
        read(pandas.DataFrame([[0, 1], [0, 0]], list(index), list(columns)))


def test_the_labels_in_which_index_and_columns_differ_are_named(pandas):
    """The first five labels were shown, which may be equal."""
    names = list("ABCDEFG")
    frame = pandas.DataFrame([[0] * 7] * 7, [*names[:6], "X"], names)
    with pytest.raises(GraphError, match=r"\['X'\] only in the index and \['G'\] only in the columns"):
        read(frame)
    with pytest.raises(GraphError, match=r"got \['G'\] only in the columns"):
        read(frame.set_axis([*names[:6], "A"]))
    repeated = pandas.DataFrame([[0] * 3] * 3, list("AAB"), list("ABB"))
    with pytest.raises(GraphError, match=r"got index \['A', 'A', 'B'\] and columns \['A', 'B', 'B'\]"):
        read(repeated)


@pytest.mark.parametrize("labels", [[1, "1"], ["A", "A"], [(1,), "(1,)"], [1.5, "1.5"]])
def test_labels_that_become_the_same_name_are_refused(pandas, labels):
    frame = pandas.DataFrame([[0, 1], [0, 0]], columns=pandas.Index(labels, dtype=object))
    with pytest.raises(GraphError, match=r"labels must differ as text; .* both become"):
        read(frame)


def test_other_values_in_a_frame_are_refused_with_their_names(pandas):
    with pytest.raises(GraphError, match=r"cells must be 0 or 1; got 2(.0)? at row 'A', column 'B'"):
        read(pandas.DataFrame([[0, 2], [0, 0]], columns=["A", "B"]))


def test_a_missing_value_in_a_frame_is_refused(pandas):
    frame = pandas.DataFrame({"A": [0, 0], "B": [None, 0]}, dtype="Int64")
    with pytest.raises(GraphError, match="cells must be"):
        read(frame)


def test_a_frame_of_text_is_refused(pandas):
    with pytest.raises(GraphError, match="cells must be the numbers 0 and 1"):
        read(pandas.DataFrame([["0", "1"], ["0", "0"]]))


def test_a_frame_that_is_not_square_is_refused(pandas):
    with pytest.raises(GraphError):
        read(pandas.DataFrame([[0, 1, 0], [0, 0, 1]]))


def test_names_given_beside_a_named_frame_cannot_rename_it_in_silence(pandas):
    with pytest.raises(EdgemarkError):
        read(pandas.DataFrame(CELLS, NAMES, NAMES), nodes=["W", "X", "Y", "Z"])


def test_names_given_beside_a_named_frame_cannot_swap_its_nodes(pandas):
    try:
        graph = read(pandas.DataFrame(CELLS, NAMES, NAMES), nodes=NAMES[::-1])
    except EdgemarkError:
        return
    assert graph == NAMED


def test_names_can_be_given_to_a_frame_without_labels(pandas):
    assert read(pandas.DataFrame(CELLS), nodes=NAMES) == NAMED
