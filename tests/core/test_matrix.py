"""A matrix of zeros and ones becomes sorted words in one pass."""

import numpy as np
import pytest

from edgemark import _core
from edgemark.graph.marks import BACKWARD, BIDIRECTED, CYCLE, FORWARD, UNDIRECTED

TYPES = (np.int8, np.uint8, bool, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
TYPES = (*TYPES, np.float32, np.float64)


def words_by_cells(cells, forward, both):
    """The definition: look at each pair of cells."""
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
    words, other, loop, one_way, two_ways = _core.words_of_matrix(cells.view(np.int8), forward, both)
    assert words_by_cells(cells, forward, both) == words.tolist()
    assert (False, False) == (other, loop)
    assert ((cells != cells.T).any(), (cells & cells.T).any()) == (one_way, two_ways)


@pytest.mark.parametrize("dtype", TYPES)
def test_every_type_of_number_is_read(dtype):
    cells = random_matrix(130, 0.2, 1)
    words = _core.words_of_matrix(cells.astype(dtype), True, UNDIRECTED)[0]
    assert words_by_cells(cells, True, UNDIRECTED) == words.tolist()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("place", [(0, 1), (129, 3), (64, 63)])
def test_a_cell_that_is_neither_is_told(dtype, place):
    cells = random_matrix(130, 0.2, 2).astype(dtype)
    values = [2, 3, 128, 255] if dtype is not bool else []
    values += [-1] if np.dtype(dtype).kind in "if" else []
    values += [0.5, 1.0000001, np.nan, np.inf] if np.dtype(dtype).kind == "f" else []
    for value in values:
        if value > 127 and dtype is np.int8:
            continue
        wrong = cells.copy()
        wrong[place] = value
        assert _core.words_of_matrix(wrong, True, UNDIRECTED)[1], value


def test_a_bool_array_made_of_other_bytes_is_told():
    cells = np.full((9, 9), 7, dtype=np.uint8).view(bool)
    assert _core.words_of_matrix(cells, True, UNDIRECTED)[1]


@pytest.mark.parametrize("k", [0, 63, 64, 129])
def test_a_one_on_the_diagonal_is_told(k):
    cells = random_matrix(130, 0.2, 3)
    cells[k, k] = True
    assert (False, True) == _core.words_of_matrix(cells, True, UNDIRECTED)[1:3]


def test_a_negative_zero_is_a_zero():
    assert 0 == len(_core.words_of_matrix(np.full((3, 3), -0.0), True, UNDIRECTED)[0])


@pytest.mark.parametrize("cells", [np.zeros((2, 3)), np.zeros((3, 3), dtype=complex)])
def test_what_is_no_square_of_real_numbers_is_not_read(cells):
    assert _core.words_of_matrix(cells, True, UNDIRECTED)[1]
