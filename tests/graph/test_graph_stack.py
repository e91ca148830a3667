"""A `GraphStack` gives back its graphs, and nothing can change it."""

import copy
import pickle

import numpy as np
import pytest

from edgemark import Graph, GraphSamples, evaluate_many
from edgemark.errors import InputTypeError
from edgemark.graph import GraphStack
from tests.evaluation.test_batch import by_nodes, matrices
from tests.metrics.samples import LETTERS

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")


# ---- stacks


def test_a_stack_gives_back_its_graphs():
    graphs = by_nodes()[4]
    stack = GraphStack(graphs)
    aligned = [graph.with_nodes(graphs[0].nodes) for graph in graphs]
    assert (len(stack), stack.n_nodes, stack.nodes) == (len(graphs), 4, graphs[0].nodes)
    assert list(stack) == aligned
    assert [graph.kind for graph in stack] == [graph.kind for graph in graphs]
    assert (stack[-1], stack[-len(stack)]) == (aligned[-1], aligned[0])


def test_some_graphs_of_a_stack():
    stack = GraphStack(by_nodes()[4])
    which = np.array([5, 0, 5, 2])
    assert list(stack.take(which)) == [stack[k] for k in which]
    assert len(stack.take(which[:0])) == 0


@pytest.mark.parametrize("k", [3, -4])
def test_a_graph_that_a_stack_does_not_have(k):
    with pytest.raises(IndexError, match="has 3 graphs"):
        GraphStack([Graph(2)] * 3)[k]


@pytest.mark.parametrize("some", [slice(0, 1), slice(1, None), slice(None, None, -2), slice(9, 9)])
def test_a_slice_of_a_stack_is_a_stack(some):
    graphs = [graph.with_nodes(LETTERS[:4]) for graph in by_nodes()[4]]
    found = GraphStack(graphs)[some]
    assert isinstance(found, GraphStack)
    assert list(found) == graphs[some]
    assert (found.kinds, found.nodes) == (tuple(g.kind for g in graphs[some]), LETTERS[:4])


@pytest.mark.parametrize("k", [1.0, "1", None])
def test_a_position_in_a_stack_is_a_whole_number(k):
    with pytest.raises(TypeError, match="integer"):
        GraphStack([Graph(2)] * 3)[k]


@pytest.mark.parametrize("name", [*GraphStack.__slots__, "other"])
def test_nothing_of_a_stack_can_be_set_or_deleted(name):
    stack = GraphStack([Graph(2)])
    with pytest.raises(AttributeError, match="GraphStack objects do not change; build another one"):
        setattr(stack, name, ())
    with pytest.raises(AttributeError, match="GraphStack objects do not change"):
        delattr(stack, name)
    assert list(stack) == [Graph(2)]


def test_a_pickled_stack_is_the_same_and_cannot_be_changed_either():
    stack = GraphStack([Graph.parse("A --> B; C"), Graph.parse("C; A o-> B", kind="pag")])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(stack, protocol))
        assert (list(back), back.kinds, back.nodes) == (list(stack), stack.kinds, stack.nodes)
        for array in (back.words, back.starts):
            with pytest.raises(ValueError, match="read-only"):
                array[:1] = 0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_stack_is_the_stack_itself(copied):
    stack = GraphStack([Graph(2)])
    assert copied(stack) is stack


def test_the_arrays_of_a_stack_cannot_be_made_writeable_again():
    stack = GraphStack([Graph.parse("A --> B")] * 2)
    for array in (stack.words, stack.starts):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_a_stack_and_a_table_cannot_be_changed():
    stack = GraphStack.from_adjacency(matrices(6), direction="row-to-column")
    values = evaluate_many(stack[0], stack, "shd").values
    for array in (stack.words, stack.starts, values):
        with pytest.raises(ValueError, match="read-only"):
            array[:1] = 0


def test_a_graph_of_another_package_is_named_with_its_package():
    networkx = pytest.importorskip("networkx")
    with pytest.raises(InputTypeError, match=r"got networkx\.Graph for graph 0\. Convert them"):
        GraphStack([networkx.Graph([("A", "B")])])


def test_samples_of_one_graph_and_one_draw_are_shown_in_the_singular():
    one = GraphSamples([Graph.parse("A --> B")])
    assert repr(one) == "<GraphSamples: 1 graph of 2 nodes, 1 draw>"
    assert repr(one.credible_set(0.9)) == "<CredibleSet: 1 graph of mass 1>"
