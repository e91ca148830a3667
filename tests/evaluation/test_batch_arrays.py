"""`evaluate_many` reads an array of estimates as single matrices are read."""

import numpy as np
import pytest

from edgemark import Graph
from edgemark.graph import GraphStack
from tests.evaluation.test_batch import check, matrices
from tests.metrics.samples import LETTERS

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")


# ---- arrays


@pytest.mark.parametrize("direction", ["row-to-column", "column-to-row"])
@pytest.mark.parametrize("symmetric", ["undirected", "bidirected", "cycle", "refuse", None])
@pytest.mark.parametrize("nodes", [None, ["E", "D", "C", "B", "A"]])
def test_arrays_are_read_as_single_matrices_are(direction, symmetric, nodes):
    cells = matrices(1, symmetric=symmetric not in ("refuse", None))
    how = {"direction": direction, "symmetric": symmetric, "nodes": nodes}
    graphs = [Graph.from_adjacency(matrix, **how) for matrix in cells]
    assert list(GraphStack.from_adjacency(cells, **how)) == graphs
    truth = graphs[3].with_nodes(LETTERS[:5]) if nodes else graphs[3]
    check(truth, graphs, given=cells, **how)


@pytest.mark.parametrize("symmetric", ["undirected", "bidirected"])
def test_symmetric_matrices_need_no_direction(symmetric):
    cells = matrices(2)
    cells = cells + cells.transpose(0, 2, 1)
    graphs = [Graph.from_adjacency(matrix, symmetric=symmetric) for matrix in cells]
    check(graphs[0], graphs, given=cells, symmetric=symmetric)


DTYPES = ["bool", "int8", "uint8", "int16", "int64", "uint64", "float16", "float32", "float64", ">i4"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_any_type_of_number_is_read(dtype):
    plain, cells = matrices(3), matrices(3).astype(dtype)
    stack = GraphStack.from_adjacency(cells, direction="row-to-column")
    assert list(stack) == [Graph.from_adjacency(m, direction="row-to-column") for m in plain]


@pytest.mark.parametrize("dtype", ["int8", "float64"])
def test_any_layout_is_read(dtype):
    cells = matrices(4).astype(dtype)
    expected = list(GraphStack.from_adjacency(cells, direction="row-to-column"))
    room = np.full((80, 10, 10), 7, dtype)
    room[::2, ::2, 1::2] = cells
    for same in (np.asfortranarray(cells), room[::2, ::2, 1::2], cells[::-1][::-1], cells.tolist()):
        assert list(GraphStack.from_adjacency(same, direction="row-to-column")) == expected
    turned = GraphStack.from_adjacency(cells.transpose(0, 2, 1), direction="column-to-row")
    assert list(turned) == expected


def test_declared_kind_is_that_of_every_graph():
    cells = matrices(5)
    stack = GraphStack.from_adjacency(cells, direction="row-to-column", kind="pdag")
    assert {graph.kind for graph in stack} == {"pdag"}
    check(stack[0], list(stack), given=stack)
