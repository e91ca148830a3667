"""Matrices of zeros and ones: what they mean, what is refused, and that they are never changed."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import EdgeScores, Graph, TemporalGraph
from edgemark.errors import AmbiguityError, ConventionError, GraphError, LimitError
from edgemark.graph import GraphStack

ROWS = "row-to-column"
COLUMNS = "column-to-row"
DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "longdouble",
]  # fmt: skip

CELLS = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0]]
EDGES = [(0, "-->", 1), (1, "-->", 2), (3, "-->", 2), (0, "---", 3)]


def by_definition(cells, direction, symmetric):
    glyphs = {"undirected": ["---"], "bidirected": ["<->"], "cycle": ["-->", "<--"]}
    edges = []
    for i in range(len(cells)):
        for j in range(len(cells)):
            if cells[i][j] and cells[j][i]:
                edges += [(i, glyph, j) for glyph in glyphs[symmetric] if i < j]
            elif cells[i][j]:
                edges.append((i, "-->", j) if direction == ROWS else (j, "-->", i))
    return edges


def read(array, **options):
    given = {"direction": ROWS, "symmetric": "undirected"} | options
    return Graph.from_adjacency(array, **given)


def square_cells():
    def filled(n):
        row = st.lists(st.integers(0, 1), min_size=n, max_size=n)
        return st.lists(row, min_size=n, max_size=n)

    def without_diagonal(cells):
        return [[0 if i == j else c for j, c in enumerate(row)] for i, row in enumerate(cells)]

    return st.integers(1, 6).flatmap(filled).map(without_diagonal)


@given(
    square_cells(),
    st.sampled_from([ROWS, COLUMNS]),
    st.sampled_from(["undirected", "bidirected", "cycle"]),
    st.sampled_from(DTYPES),
)
@settings(deadline=None)
def test_cells_mean_what_direction_and_symmetric_say(cells, direction, symmetric, dtype):
    graph = Graph.from_adjacency(np.array(cells, dtype), direction=direction, symmetric=symmetric)
    assert graph == Graph(len(cells), by_definition(cells, direction, symmetric))


def test_a_row_points_to_a_column():
    graph = Graph.from_adjacency([[0, 1], [0, 0]], direction=ROWS)
    assert graph.edges() == [("0", "-->", "1")]


def test_a_column_points_to_a_row():
    graph = Graph.from_adjacency([[0, 1], [0, 0]], direction=COLUMNS)
    assert graph.edges() == [("1", "-->", "0")]


# ---- what a matrix can be


def negative_strides(cells):
    return np.array(cells)[::-1, ::-1].copy()[::-1, ::-1]


def every_other(cells):
    n = len(cells)
    wide = np.full((2 * n, 3 * n), 7)
    wide[::2, ::3] = cells
    return wide[::2, ::3]


def read_only(cells):
    array = np.array(cells)
    array.flags.writeable = False
    return array


def big_endian(cells):
    return np.array(cells, ">i4")


def memory_mapped(cells, tmp_path):
    np.save(tmp_path / "cells.npy", np.array(cells))
    return np.load(tmp_path / "cells.npy", mmap_mode="r")


FORMS = {
    "lists": lambda cells: cells,
    "tuples": lambda cells: tuple(map(tuple, cells)),
    "rows of arrays": lambda cells: [np.array(row) for row in cells],
    "Fortran": lambda cells: np.array(cells, order="F"),
    "transposed twice": lambda cells: np.array(cells).T.copy().T,
    "negative strides": negative_strides,
    "strided": every_other,
    "read-only": read_only,
    "big-endian": big_endian,
    "booleans in lists": lambda cells: [[bool(c) for c in row] for row in cells],
    "negative zero": lambda cells: np.where(np.array(cells) == 0, -0.0, 1.0),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_an_array_gives_the_same_graph(form):
    assert read(FORMS[form](CELLS)) == Graph(4, EDGES)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_numpy_matrix_gives_the_same_graph():
    assert read(np.matrix(CELLS)) == Graph(4, EDGES)


def test_a_memory_mapped_array_gives_the_same_graph(tmp_path):
    assert read(memory_mapped(CELLS, tmp_path)) == Graph(4, EDGES)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_is_never_changed(dtype, order):
    array = np.array(CELLS, dtype, order=order)
    before = array.tobytes("A"), array.strides, array.flags.writeable
    read(array)
    assert (array.tobytes("A"), array.strides, array.flags.writeable) == before


def test_a_refused_array_is_not_changed_either():
    array = np.array([[0.0, np.nan], [2.0, 1.0]])
    before = array.tobytes()
    with pytest.raises(GraphError):
        read(array)
    assert array.tobytes() == before


def test_a_later_change_of_the_array_does_not_reach_the_graph():
    array = np.array(CELLS)
    graph = read(array)
    array[:] = 0
    assert graph == Graph(4, EDGES)


def test_zero_nodes_are_a_graph():
    assert Graph.from_adjacency(np.empty((0, 0)), direction=ROWS) == Graph(0)


def test_one_node_is_a_graph():
    assert Graph.from_adjacency([[0]]) == Graph(1)


def test_names_follow_the_rows():
    graph = read(CELLS, nodes=["D", "C", "B", "A"])
    assert graph == Graph.parse("D --> C --> B <-- A; D --- A")
    assert graph.nodes == ("D", "C", "B", "A")


def test_a_kind_can_be_declared():
    assert read(CELLS, kind="pdag").kind == "pdag"


def test_half_the_marks_may_be_left_out_where_a_matrix_is_symmetric():
    assert Graph.from_adjacency([[0, 1], [1, 0]], symmetric="undirected") == Graph(2, [(0, "---", 1)])


@pytest.mark.parametrize("cells", [np.zeros((3, 3)), [[0, 1], [1, 0]]])
def test_r12_a_matrix_without_arrows_needs_a_direction_too(cells):
    """Otherwise, a script would fail only once the first arrow appears."""
    for symmetric in (None, "cycle") if not np.any(cells) else ("cycle",):
        with pytest.raises(AmbiguityError, match="direction="):
            Graph.from_adjacency(cells, symmetric=symmetric)
    for symmetric in ("undirected", "bidirected"):  # which say that there are no arrows
        assert Graph.from_adjacency(cells, symmetric=symmetric).n_nodes == len(cells)


def test_r12_samples_and_files_need_it_alike(tmp_path):
    np.save(tmp_path / "g.npy", np.zeros((2, 2), np.int8))
    (tmp_path / "g.csv").write_text("A,B\n0,0\n0,0\n")
    for path in tmp_path.iterdir():
        with pytest.raises(AmbiguityError, match="direction="):
            em.read(path)
    with pytest.raises(AmbiguityError, match="direction="):
        em.GraphSamples.from_adjacency(np.zeros((1, 2, 2), np.int8))


def test_no_direction_is_needed_where_there_can_be_no_edge():
    assert Graph.from_adjacency(np.zeros((1, 1))) == Graph(1)


# ---- scipy.sparse


SPARSE = [
    f"{name}_{kind}"
    for name in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr")
    for kind in ("array", "matrix")
]


def sparse(form, cells, dtype="int8"):
    return getattr(pytest.importorskip("scipy.sparse"), form)(np.array(cells, dtype))


@pytest.mark.parametrize("form", SPARSE)
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float32", "float64"])
def test_every_sparse_form_gives_the_same_graph(form, dtype):
    assert read(sparse(form, CELLS, dtype)) == Graph(4, EDGES)


@pytest.mark.parametrize("form", SPARSE)
def test_a_sparse_matrix_is_never_changed(form):
    matrix = sparse(form, CELLS)
    before = pickle.dumps(matrix)
    read(matrix)
    assert pickle.dumps(matrix) == before


@pytest.mark.parametrize("form", ["csr_array", "csc_matrix", "coo_array"])
def test_unsorted_indices_and_explicit_zeros_stay_as_they_are(form):
    matrix = unsorted(form)
    before = pickle.dumps(matrix)
    assert read(matrix) == Graph(3, [(0, "-->", 2)])
    assert pickle.dumps(matrix) == before


def unsorted(form):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    if form == "coo_array":
        return scipy_sparse.coo_array(([0, 1, 0], ([0, 0, 1], [1, 2, 0])), (3, 3))
    rows = [0, 2, 3, 3] if form.startswith("csr") else [0, 1, 1, 2]
    indices = [2, 1, 0] if form.startswith("csr") else [1, 0]
    values = [1, 0, 0] if form.startswith("csr") else [0, 1]
    return getattr(scipy_sparse, form)((values, indices, rows), (3, 3))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "float64"])
@pytest.mark.parametrize("times", [2, 256, 257])
def test_a_cell_given_more_than_once_is_refused_whatever_its_sum_wraps_to(dtype, times):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    cells = np.ones(times, dtype), (np.zeros(times, int), np.ones(times, int))
    with pytest.raises(GraphError):
        read(scipy_sparse.coo_array(cells, (2, 2)))


@pytest.mark.parametrize("value", [2, -1, 0.5, np.nan, np.inf])
def test_other_values_in_a_sparse_matrix_are_refused_with_their_place(value):
    with pytest.raises(GraphError, match=r"cells must be 0 or 1; got .* at row 0, column 1"):
        read(sparse("csr_array", [[0, value], [0, 0]], "float64"))


@pytest.mark.parametrize("shape", [(3,), (2, 3), (1, 1, 1)])
def test_a_sparse_array_that_is_not_square_is_refused(shape):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    try:
        array = scipy_sparse.coo_array(np.ones(shape))
    except ValueError:
        pytest.skip(f"this scipy has no sparse arrays of {len(shape)} dimensions")
    with pytest.raises(GraphError, match="an adjacency matrix must be square; got shape"):
        read(array)


def test_a_sparse_matrix_of_too_many_nodes_is_refused_before_memory_is_taken():
    scipy_sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(LimitError, match="fewer than 268435456 nodes"):
        read(scipy_sparse.coo_array((2**40, 2**40)))


def test_complex_cells_are_refused_in_a_sparse_matrix_as_in_a_dense_one():
    with pytest.raises(GraphError, match="cells must be the numbers 0 and 1; got an array of complex"):
        read(sparse("csr_array", [[0, 1], [0, 0]], "complex128"))


# ---- what is refused


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        ([[0, 2], [0, 0]], "cells must be 0 or 1; got 2 at row 0, column 1. If they are weights"),
        ([[0, 0], [-1, 0]], "got -1 at row 1, column 0"),
        ([[0, 0.5], [0, 0]], "got 0.5 at row 0, column 1"),
        ([[0, np.nan], [0, 0]], "got nan at row 0, column 1"),
        ([[np.nan, 0], [0, 0]], "got nan at row 0, column 0"),
        ([[0, np.inf], [0, 0]], "got inf at row 0, column 1"),
        ([[0, -np.inf], [0, 0]], "got -inf at row 0, column 1"),
        ([[0, 1 + 1e-9], [0, 0]], "at row 0, column 1"),
        ([[0, 5e-324], [0, 0]], "at row 0, column 1"),
        (np.array([[0, 255], [1, 0]], np.uint8), "got 255 at row 0, column 1"),
        (np.array([[0, 2], [0, 0]], np.uint8), "got 2 at row 0, column 1"),
        (np.array([[0, 2**64 - 1], [0, 0]], np.uint64), "got 18446744073709551615 at row 0"),
        (np.array([[0, -128], [0, 0]], np.int8), "got -128 at row 0, column 1"),
        ([[0, 1], [0, 1]], "a node has no edge to itself; got one at '1'"),
        ([[1]], "a node has no edge to itself; got one at '0'"),
        ([[0, 1, 0], [0, 0, 1]], r"must be square; got shape \(2, 3\)"),
        ([[0, 1], [0]], "must be square; got ragged rows"),
        ([0, 1], r"must be square; got shape \(2,\)"),
        ([], r"must be square; got shape \(0,\)"),
        ([[]], r"must be square; got shape \(1, 0\)"),
        (np.zeros((2, 2, 2)), r"must be square; got shape \(2, 2, 2\)"),
        (0, r"must be square; got shape \(\)"),
        ([["0", "1"], ["0", "0"]], "cells must be the numbers 0 and 1; got"),
        ([[0, "1"], [0, 0]], "cells must be the numbers 0 and 1; got"),
        ([[0, None], [0, 0]], "cells must be"),
        ([[0, 10**30], [0, 0]], "cells must be"),
        ([[0, 1j], [0, 0]], "cells must be the numbers 0 and 1; got an array of complex128"),
        (np.zeros((2, 2), "datetime64[s]"), "cells must be the numbers 0 and 1; got an array of date"),
        (None, "cells must be|must be square"),
        ("01;00", "cells must be the numbers 0 and 1|must be square"),
        ({0: [0, 1]}, "cells must be the numbers 0 and 1|must be square"),
    ],
)
def test_what_is_no_matrix_of_zeros_and_ones_is_refused(array, expected):
    with pytest.raises(GraphError, match=expected):
        read(array)


def test_masked_cells_are_refused_or_left_out_but_never_read():
    array = np.ma.masked_array([[0, 1], [0, 0]], mask=[[False, True], [False, False]])
    with pytest.raises(GraphError):
        read(array)


def test_a_self_loop_is_refused_with_the_name_of_its_node():
    with pytest.raises(GraphError, match="a node has no edge to itself; got one at 'B'"):
        read([[0, 1], [0, 1]], nodes=["A", "B"])


def test_a_self_loop_is_refused_before_a_direction_is_asked_for():
    with pytest.raises(GraphError, match="a node has no edge to itself"):
        Graph.from_adjacency([[1, 0], [0, 0]])


def test_other_values_are_refused_with_the_names_of_row_and_column():
    with pytest.raises(GraphError, match="got 7 at row 'B', column 'A'"):
        read([[0, 0], [7, 0]], nodes=["A", "B"])


@pytest.mark.parametrize("names", [["A"], ["A", "B", "C"], []])
def test_names_must_fit_the_rows(names):
    with pytest.raises(GraphError, match="2 rows need 2 names; got"):
        read([[0, 1], [0, 0]], nodes=names)


@pytest.mark.parametrize("names", [["A", "A"], ["A", ""]])
def test_names_are_checked(names):
    with pytest.raises(GraphError, match=r"a node name must not be empty|node names must differ"):
        read([[0, 1], [0, 0]], nodes=names)


@pytest.mark.parametrize("names", ["AB", [1, 2], 2])
def test_names_of_another_type_are_refused(names):
    with pytest.raises(TypeError):
        read([[0, 1], [0, 0]], nodes=names)


def test_a_matrix_without_a_direction_is_refused_with_the_choices():
    with pytest.raises(AmbiguityError, match=r"row 'A', column 'B'.*row-to-column.*column-to-row"):
        Graph.from_adjacency([[0, 1], [0, 0]], nodes=["A", "B"], symmetric="undirected")


def test_a_symmetric_pair_that_nobody_explained_is_refused_with_the_choices():
    with pytest.raises(AmbiguityError, match=r"'A' and 'B' have a 1 in both cells.*undirected"):
        Graph.from_adjacency([[0, 1], [1, 0]], nodes=["A", "B"], direction=ROWS)


def test_symmetric_pairs_can_be_refused():
    with pytest.raises(
        GraphError, match="pairs with both directions were refused; '0' and '1' have both"
    ):
        Graph.from_adjacency([[0, 1], [1, 0]], direction=ROWS, symmetric="refuse")


def test_a_matrix_without_symmetric_pairs_may_refuse_them():
    graph = Graph.from_adjacency([[0, 1], [0, 0]], direction=ROWS, symmetric="refuse")
    assert graph == Graph(2, [(0, "-->", 1)])


@pytest.mark.parametrize("word", ["row", "rows", "Row-to-column", "", 1, True, ["row-to-column"]])
def test_an_unknown_direction_is_refused_even_where_it_is_not_needed(word):
    with pytest.raises(ConventionError, match="direction must be one of column-to-row, row-to-column"):
        Graph.from_adjacency([[0]], direction=word)


@pytest.mark.parametrize("word", ["both", "Undirected", "", 1, False, ["cycle"]])
def test_an_unknown_meaning_of_symmetric_pairs_is_refused_even_where_there_are_none(word):
    with pytest.raises(ConventionError, match="symmetric must be one of bidirected, cycle"):
        Graph.from_adjacency([[0]], symmetric=word)


def test_options_must_be_named():
    with pytest.raises(TypeError):
        Graph.from_adjacency([[0]], ROWS)


# ---- arrays of Python's objects


def test_an_array_of_objects_that_are_all_numbers_is_read_as_numbers():
    """Frames of mixed columns and lists of mixed types give such arrays; they were refused."""
    plain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    expected = Graph.from_adjacency(plain, direction="row-to-column")
    mixed = [[0, True, 0.0], [np.int8(0), False, np.float32(1)], [0, 0, np.bool_(False)]]
    for cells in (plain.astype(object), plain.astype(bool).astype(object), np.array(mixed, object)):
        assert Graph.from_adjacency(cells, direction="row-to-column") == expected
        stack = GraphStack.from_adjacency(cells[None], direction="row-to-column")
        assert list(stack) == [expected]
        assert EdgeScores(cells, direction="row-to-column").at(0.5) == expected
    lagged = TemporalGraph.from_matrices([plain.astype(object)], direction="row-to-column", first_lag=1)
    assert lagged == TemporalGraph.from_matrices([plain], direction="row-to-column", first_lag=1)


def test_a_frame_of_objects_that_are_all_numbers_is_read_as_numbers():
    pandas = pytest.importorskip("pandas")
    cells = np.array([[0, 1], [0, 0]], object)
    frame = pandas.DataFrame(cells, index=["A", "B"], columns=["A", "B"])
    assert Graph.from_adjacency(frame, direction="row-to-column") == Graph.parse("A --> B")
    cells[1, 0] = None
    with pytest.raises(GraphError, match="got None at row 'B', column 'A'"):
        Graph.from_adjacency(
            pandas.DataFrame(cells, index=["A", "B"], columns=["A", "B"]), direction="row-to-column"
        )


@pytest.mark.parametrize(
    ("cell", "said"), [("1", "'1' at row 0, column 1"), (None, "None at"), (1j, "1j at")]
)
def test_an_object_that_is_no_number_is_named(cell, said):
    cells = np.array([[0, cell], [0, 0]], object)
    with pytest.raises(GraphError, match=f"must be the numbers 0 and 1; got {said}"):
        Graph.from_adjacency(cells, direction="row-to-column")


@pytest.mark.parametrize("number", [2, 10**30, 10**400, 0.5])
def test_an_object_that_is_another_number_is_refused(number):
    with pytest.raises(GraphError, match=r"must be 0 or 1|must be the numbers 0 and 1"):
        Graph.from_adjacency(np.array([[0, number], [0, 0]], object), direction="row-to-column")
