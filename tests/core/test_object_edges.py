"""Reading edges and names out of Python's own objects and out of sparse matrices."""

import gc
import random
from collections import Counter

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import edgemark as em
from edgemark import _core
from edgemark.graph.marks import FLIP, FORWARD, GLYPHS, STATE_OF, UNDIRECTED

NAMES = ("A", "B", "C", "D", "E", "é", "名")
TRIPLES = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(GLYPHS), st.sampled_from(NAMES)))
CELLS = st.integers(0, 5).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, max(n - 1, 0)), st.integers(0, max(n - 1, 0))),
                       max_size=12 if n else 0).map(lambda cells: (n, cells))
)  # fmt: skip


def word(i, j, state):
    return i << 32 | j << 4 | state if i < j else j << 32 | i << 4 | int(FLIP[state])


def naive_words(triples, names):
    """The words of triples over known nodes, or None if two share a pair or an edge is a loop."""
    pairs = Counter(frozenset((a, b)) for a, _, b in triples)
    if any(len(pair) == 1 or times > 1 for pair, times in pairs.items()):
        return None
    return sorted(word(names.index(a), names.index(b), STATE_OF[glyph]) for a, glyph, b in triples)


def as_list(words):
    return None if words is None else words.tolist()


def another(text):
    """An equal string that is another object."""
    return (text + "_")[:-1]


@given(TRIPLES)
def test_triples_become_their_words(triples):
    expected = naive_words(triples, NAMES)
    copies = [tuple(map(another, edge)) for edge in triples]
    numbered = [(NAMES.index(a), glyph, NAMES.index(b)) for a, glyph, b in triples]
    for edges, names in ((triples, NAMES), (copies, NAMES), (numbered, None)):
        assert as_list(_core.words_of_listed(edges, names, len(NAMES), STATE_OF)) == expected


@given(st.integers(2, 400), st.integers(0, 2**32), st.floats(0, 1))
def test_many_words_are_sorted(n, seed, share):
    rng = random.Random(seed)
    pairs = [(i, j) for i in range(n) for j in range(i) if rng.random() < share * 40 / n]
    edges = [(i, rng.choice(GLYPHS), j) if rng.random() < 0.5 else (j, "-->", i) for i, j in pairs]
    rng.shuffle(edges)
    expected = sorted(word(a, b, STATE_OF[glyph]) for a, glyph, b in edges)
    assert as_list(_core.words_of_listed(edges, None, n, STATE_OF)) == expected
    doubled = [*edges, *edges[:1]]
    assert not edges or _core.words_of_listed(doubled, None, n, STATE_OF) is None


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize("edge", [
    ["A", "-->", "B"], ("A", "-->"), ("A", "-->", "Z"), ("A", "=>", "B"), ("A", 3, "B"), ("A", [], "B"),
    ([], "-->", "B"), ("A", "-->", 1), ("A", "-->", None), (Text("A"), "-->", "B"), "A->", None,
    ("A", "-->", "A"), ("A", "", "B"),
])  # fmt: skip
def test_what_is_not_plain_is_left_to_others(edge):
    assert _core.words_of_listed([("C", "-->", "D"), edge], NAMES, len(NAMES), STATE_OF) is None


@pytest.mark.parametrize(
    "label", [-1, 7, 2**31, 2**32, 2**64, -(2**64), True, 1.0, "1", np.int64(1), None]
)
def test_positions_are_plain_ints_in_range(label):
    assert _core.words_of_listed([(0, "-->", label)], None, 7, STATE_OF) is None


@given(TRIPLES)
def test_nodes_appear_in_order(triples):
    copies = [tuple(map(another, edge)) for edge in triples]
    expected = list(dict.fromkeys(label for a, _, b in triples for label in (a, b)))
    assert _core.appearing(triples) == _core.appearing(copies) == expected


@pytest.mark.parametrize(
    "edge", [["A", "-->", "B"], ("A", "B"), (1, "-->", "B"), (Text("A"), "-->", "B"), 3]
)
def test_only_names_of_triples_appear(edge):
    assert _core.appearing([("A", "-->", "B"), edge]) is None


def naive_ones(n, cells, *, forward, both):
    if len(set(cells)) < len(cells) or any(i == j for i, j in cells):
        return None
    one, words = (FORWARD if forward else int(FLIP[FORWARD])), []
    mirrored = [(i, j) for i, j in cells if (j, i) in cells]
    for i, j in cells:
        if (i, j) not in mirrored:
            words.append(word(i, j, one))
        elif i < j:
            words.append(word(i, j, both))
    return sorted(words), len(mirrored) < len(cells), bool(mirrored)


@given(CELLS, st.booleans(), st.sampled_from([UNDIRECTED, 10, 1]))
def test_ones_become_their_words(given_cells, forward, both):
    n, cells = given_cells
    rows, columns = np.array(cells, np.int64).reshape(-1, 2).T
    found = _core.words_of_ones(rows.copy(), columns.copy(), n, forward, both)
    expected = naive_ones(n, cells, forward=forward, both=both)
    assert (None if found is None else (found[0].tolist(), *found[1:])) == expected


@pytest.mark.parametrize(("row", "column"), [(0, 3), (-1, 0), (0, 2**40)])
def test_cells_out_of_range_have_no_words(row, column):
    assert _core.words_of_ones(np.array([row]), np.array([column]), 3, True, UNDIRECTED) is None


@given(st.lists(st.one_of(st.sampled_from(NAMES), st.text(max_size=3), st.just("\ud800"), st.just(1))))
def test_names_are_plain_or_not(labels):
    def encodes(text):
        try:
            return bool(text.encode())
        except UnicodeEncodeError:
            return False

    plain = all(type(x) is str and encodes(x) for x in labels) and len(set(labels)) == len(labels)
    assert _core.are_plain_names(tuple(labels)) == plain
    assert not _core.are_plain_names((*labels, Text("text")))


@pytest.mark.parametrize("cls", [networkx.DiGraph, networkx.Graph])
@given(edges=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)).filter(lambda e: e[0] < e[1])))
def test_networkx_graphs_are_their_edges(cls, edges):
    glyph = "-->" if cls is networkx.DiGraph else "---"
    for label in (lambda k: k, str, lambda k: ("node", str(k)), np.int64, float):
        graph = cls([(label(a), label(b)) for a, b in edges])
        nodes = list(dict.fromkeys(str(label(k)) for edge in edges for k in edge))
        expected = em.Graph(nodes, [(str(label(a)), glyph, str(label(b))) for a, b in set(edges)])
        found = em.as_graph(graph)
        assert found == expected
        assert found.nodes == expected.nodes


class Spoiler:
    """A label whose comparison changes the graph that is being read."""

    def __init__(self, name, spoil):
        self.name, self.spoil = name, spoil

    def __hash__(self):
        self.spoil()
        return hash(self.name)

    def __eq__(self, other):
        return isinstance(other, Spoiler) and other.name == self.name

    def __str__(self):
        return self.name


def test_labels_that_change_the_graph_while_it_is_read_do_no_harm():
    graph, active = networkx.DiGraph(), []

    def spoil():
        if active:
            for near in graph._adj.values():
                near.clear()
            gc.collect()

    for k in range(60):
        graph.add_edge(Spoiler(f"X{k}", spoil), Spoiler(f"X{k + 1}", spoil))
    active.append(True)
    assert em.as_graph(graph).n_nodes == 61


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil"])
@given(given_cells=CELLS,
       symmetric=st.sampled_from([None, "undirected", "bidirected", "cycle", "refuse"]),
       direction=st.sampled_from([None, "row-to-column", "column-to-row"]),
       values=st.lists(st.sampled_from([1, 1, 1, 1, 0, 2]), min_size=12, max_size=12),
       dtype=st.sampled_from([np.int8, np.uint16, np.float32, bool]))  # fmt: skip
def test_sparse_matrices_are_read_as_dense_ones(given_cells, form, symmetric, direction, values, dtype):
    n, cells = given_cells
    rows, columns = np.array(cells, np.int64).reshape(-1, 2).T
    numbers = np.array(values[: len(cells)], dtype)
    sparse = scipy.sparse.coo_array((numbers, (rows, columns)), (n, n))
    dense = np.zeros((n, n))
    np.add.at(dense, (rows, columns), numbers.astype(float))

    def outcome(array):
        try:
            graph = em.Graph.from_adjacency(array, direction=direction, symmetric=symmetric)
        except em.EdgemarkError as error:
            return type(error), str(error)
        return graph, graph.is_named, graph.kind

    found = sparse if form == "coo" else sparse.asformat(form)
    if dtype is bool and len(set(cells)) < len(cells):
        return  # scipy adds booleans to 1, coo_array keeps them apart
    assert outcome(found) == outcome(dense)


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.float32, np.float64, bool, "Int8"])
def test_frames_of_one_type_are_read_as_their_numbers(dtype):
    cells = np.triu(np.random.default_rng(0).random((9, 9)) < 0.4, 1)
    names = [f"X{k}" for k in range(9)]
    frame = pandas.DataFrame(cells.astype(np.int8), index=names, columns=names).astype(dtype)
    before = frame.copy()
    graph = em.Graph.from_adjacency(frame, direction="row-to-column")
    assert graph == em.Graph.from_adjacency(cells, direction="row-to-column", nodes=names)
    assert em.Graph.from_adjacency(frame.T, direction="column-to-row") == graph
    assert frame.equals(before)
