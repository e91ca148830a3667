"""The core packs a 0/1 adjacency matrix into bits in one pass, and turns the bits into sorted words."""

import numpy as np
import pytest

from edgemark import Graph, _core
from edgemark.graph.marks import BACKWARD, BIDIRECTED, CYCLE, FORWARD, UNDIRECTED

TYPES = (np.int8, np.uint8, bool, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
TYPES = (*TYPES, np.float32, np.float64)


def read(cells, forward=True, both=UNDIRECTED):
    return _core.BitMatrix.read(cells, forward, both)


def words_by_cells(cells, forward, both):
    """The words by definition, one pair of cells at a time."""
    words = []
    for i in range(len(cells)):
        for j in range(i + 1, len(cells)):
            here, there = bool(cells[i, j]), bool(cells[j, i])
            if here or there:
                one = FORWARD if here == forward else BACKWARD
                words.append(i << 32 | j << 4 | (both if here and there else one))
    return words


def random_matrix(n, density, seed):
    cells = np.random.default_rng(seed).random((n, n)) < density
    np.fill_diagonal(cells, 0)
    return cells


@pytest.mark.parametrize("n", [0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 130, 200])
@pytest.mark.parametrize("density", [0, 0.02, 0.5, 1])
@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("both", [UNDIRECTED, BIDIRECTED, CYCLE])
def test_words_are_those_of_all_pairs_of_cells(n, density, forward, both):
    cells = random_matrix(n, density, n)
    bits = read(cells.view(np.int8), forward, both)
    assert words_by_cells(cells, forward, both) == bits.words().tolist()
    assert not bits.is_wrong
    assert ((cells != cells.T).any(), (cells & cells.T).any()) == (bits.has_one_way, bits.has_both)
    assert {int(word) & 15 for word in bits.words()} == {s for s in range(16) if bits.states >> s & 1}
    assert len(bits.words()) == bits.n_pairs


@pytest.mark.parametrize("dtype", TYPES)
def test_every_type_of_number_is_read(dtype):
    cells = random_matrix(130, 0.2, 1)
    words = read(cells.astype(dtype)).words()
    assert words_by_cells(cells, True, UNDIRECTED) == words.tolist()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    "strided",
    [
        np.asfortranarray,
        lambda a: np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, ::3],
        lambda a: np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
        lambda a: np.pad(a, 5)[5:-5, 5:-5],
        lambda a: np.asfortranarray(np.pad(a, 5))[5:-5, 5:-5],
    ],
    ids=["columns", "steps", "backwards", "inside", "columns inside"],
)
@pytest.mark.parametrize("n", [1, 5, 64, 130])
def test_every_memory_layout_is_read(dtype, strided, n):
    cells = random_matrix(n, 0.2, 4)
    given = strided(cells.astype(dtype))
    assert words_by_cells(cells, False, UNDIRECTED) == read(given, False).words().tolist()
    assert (given == cells).all()


def test_cells_between_other_fields_of_records_are_read():
    cells = random_matrix(70, 0.2, 5)
    records = np.zeros(cells.shape, dtype=[("before", "i1"), ("cell", "i4")])
    records["cell"] = cells
    found = Graph.from_adjacency(records["cell"], direction="row-to-column", symmetric="undirected")
    assert words_by_cells(cells, True, UNDIRECTED) == found.words.tolist()


def test_the_words_are_read_only():
    words = read(random_matrix(70, 0.2, 6)).words()
    with pytest.raises(ValueError, match=r"WRITEABLE|writeable"):
        words.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        words[0] = 1


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("place", [(0, 1), (129, 3), (64, 63)])
def test_a_cell_that_is_neither_0_nor_1_is_reported(dtype, place):
    cells = random_matrix(130, 0.2, 2).astype(dtype)
    values = [2, 3, 128, 255] if dtype is not bool else []
    values += [-1] if np.dtype(dtype).kind in "if" else []
    values += [0.5, 1.0000001, np.nan, np.inf] if np.dtype(dtype).kind == "f" else []
    for value in values:
        if value > 127 and dtype is np.int8:
            continue
        wrong = cells.copy()
        wrong[place] = value
        assert read(wrong).has_other, value


def test_a_bool_array_made_of_other_bytes_is_reported():
    cells = np.full((9, 9), 7, dtype=np.uint8).view(bool)
    assert read(cells).has_other


@pytest.mark.parametrize("k", [0, 63, 64, 129])
def test_a_one_on_the_diagonal_is_reported(k):
    cells = random_matrix(130, 0.2, 3)
    cells[k, k] = True
    bits = read(cells)
    assert (False, True) == (bits.has_other, bits.is_wrong)


def test_a_negative_zero_is_a_zero():
    assert 0 == read(np.full((3, 3), -0.0)).n_pairs


@pytest.mark.parametrize("cells", [np.zeros((2, 3)), np.zeros((3, 3), dtype=complex)])
def test_only_square_matrices_of_real_numbers_are_read(cells):
    assert read(cells) is None


@pytest.mark.parametrize("n", [0, 1, 2, 63, 64, 65, 130])
@pytest.mark.parametrize("sides", [(True, True), (True, False), (False, False)])
def test_the_pair_table_of_bits_is_that_of_words(n, sides):
    graphs = [
        read(random_matrix(n, density, n + k), side, both)
        for k, (density, side, both) in enumerate(
            zip((0.3, 0.6), sides, (UNDIRECTED, BIDIRECTED), strict=True)
        )
    ]
    table = graphs[0].pair_table(graphs[1])
    by_words = _core.pair_table(*(graph.words() for graph in graphs), n)
    assert by_words.tolist() == table.tolist()


def test_bits_of_different_numbers_of_nodes_are_not_compared():
    with pytest.raises(ValueError, match="numbers of nodes"):
        read(np.zeros((2, 2))).pair_table(read(np.zeros((3, 3))))


def transitive_closure(cells):
    """The transitive closure: add pairs with a path that is one edge longer until there are none."""
    reached = cells.copy()
    while ((longer := reached | (reached.astype(int) @ cells > 0)) != reached).any():
        reached = longer
    return reached


@pytest.mark.parametrize("n", [2, 3, 5, 64, 65, 130])
@pytest.mark.parametrize("seed", range(12))
def test_a_graph_is_acyclic_if_no_node_reaches_itself(n, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)
    cells = np.triu(rng.random((n, n)) < rng.choice([1 / n, 2 / n, 0.5]), 1)
    for _ in range(seed % 3):  # an edge or two that may close a cycle
        a, b = rng.choice(n, 2, replace=False)
        cells[a, b] = not cells[b, a]
    cells = cells[order][:, order]
    bits = read(cells)
    expected = not transitive_closure(cells).diagonal().any()
    assert expected == bits.is_acyclic()
    assert expected == _core.is_acyclic(bits.words(), n)


def test_two_directed_edges_on_a_pair_are_a_cycle_and_an_undirected_edge_is_not():
    for n in (3, 70):
        cells = np.zeros((n, n), bool)
        cells[0, 1] = cells[1, 0] = True
        assert not _core.is_acyclic(read(cells, both=CYCLE).words(), n)
        assert _core.is_acyclic(read(cells, both=UNDIRECTED).words(), n)


def test_the_mask_of_present_states_has_one_bit_for_each_state_of_the_words():
    words = read(random_matrix(70, 0.2, 7)).words()
    assert sum(1 << s for s in {int(word) & 15 for word in words}) == _core.present_mask(words)
