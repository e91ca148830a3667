"""Broken and rewritten files of every format: refused, or read as what they say."""

import json
import random
import re
from types import SimpleNamespace

import networkx
import numpy as np
import pygraphviz
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import EdgemarkError, Graph
from edgemark.errors import AmbiguityError
from edgemark.graph.marks import STATE_OF
from edgemark.io import FORMATS
from edgemark.io.dot_parser import parsed
from edgemark.io.formats import of_suffix
from edgemark.io.source import Source
from tests.io.fuzz_driver import corpus, fuzz
from tests.io.fuzz_targets import names as fuzz_names
from tests.io.fuzz_targets import outcome, targets, valid
from tests.io.fuzzing import LIMITS, TARGETS, accepted, assert_same, broken, read, seeds
from tests.oracle.graphs import marks
from tests.strategies import LABELS, edges_over, graphs, names

SUFFIXES = sorted({suffix for f in FORMATS.values() for suffix in f.suffixes})
GLYPH_OF = {state: glyph for glyph, state in STATE_OF.items()}
INPUTS = 1_000_000
ONE_LINE = names().filter(lambda name: len(f"_{name}_".splitlines()) == 1)

pytestmark = [
    pytest.mark.filterwarnings("ignore:attributes of edges that Graphviz does not draw"),
    pytest.mark.filterwarnings("ignore:bootstrap probabilities in Tetrad's text"),
]
quick = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
seeded = st.integers(0, 2**32 - 1)


# ---- broken files


@pytest.mark.parametrize("name", TARGETS)
def test_valid_files_are_accepted_as_the_plainest_reader_reads_them(name):
    refused = [data for data in seeds(name) if not accepted(name, data)]
    assert refused == []


@pytest.mark.parametrize("name", TARGETS)
@quick
@given(seed=seeded)
def test_a_broken_file_is_refused_or_read_as_the_plainest_reader_reads_it(name, seed):
    accepted(name, broken(random.Random(seed), seeds(name)))


@pytest.mark.parametrize("name", targets())
def test_x6_valid_files_of_every_reader_are_accepted(name):
    complaints = [outcome(name, data) for data in valid(name)]
    if not name.startswith("read."):  # those are files of another reader
        assert set(complaints) == {"accepted"}


@pytest.mark.parametrize("name", targets())
@quick
@given(seed=seeded)
def test_x6_a_broken_file_of_any_reader_is_refused_or_read(name, seed):
    outcome(name, broken(random.Random(seed), valid(name)))


@pytest.mark.parametrize("name", fuzz_names())
def test_x6_what_was_interesting_once_is_still_refused_or_read(name):
    inputs = corpus()[name]
    assert inputs
    for data in inputs:
        outcome(name, data)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", fuzz_names())
def test_x6_a_million_broken_files(name):
    """Like `python scripts/fuzz_files.py`, which goes on after a crash and prints all of them."""
    found = fuzz(name, -(-INPUTS // len(fuzz_names())))
    assert found.crashes == {}
    assert found.accepted > 0 or name.startswith("read.")


@quick
@given(seed=seeded, suffix=st.sampled_from(SUFFIXES), kind=st.sampled_from([None, "pdag", "digraph"]))
def test_a_broken_file_of_any_suffix_gives_a_graph_or_a_clear_error(
    tmp_path_factory, seed, suffix, kind
):
    rng = random.Random(seed)
    of = rng.choice(list(FORMATS))
    path = tmp_path_factory.getbasetemp() / f"broken{suffix}"
    path.write_bytes(broken(rng, seeds(of)))
    for chosen in (None, *(f.name for f in of_suffix(suffix))):
        try:
            graph = em.read(path, chosen, kind=kind, limits=LIMITS)
        except EdgemarkError:
            continue
        assert Graph.parse(str(graph)) == graph


def drawn(data):
    """The nodes and edges that Graphviz itself finds, as far as they are drawn."""
    graph = pygraphviz.AGraph(string=data.decode())
    shapes = {"": ">", "odot": "o", "dot": "o", "none": "-"}
    edges = []
    for edge in graph.edges():
        directed = "forward" if graph.is_directed() else "none"
        shown = (edge.attr["dir"] or directed).lower()
        tail, head = (
            shapes.get((edge.attr[end] or "").lower(), ">") for end in ("arrowtail", "arrowhead")
        )
        left = tail.replace(">", "<") if shown in ("back", "both") else "-"
        if "invis" not in (edge.attr["style"] or "") and edge.attr["color"] != "transparent":
            edges.append((edge[0], f"{left}-{head if shown in ('forward', 'both') else '-'}", edge[1]))
    return [str(node) for node in graph.nodes()], edges


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of pygraphviz, on files that Graphviz repairs
@settings(quick, max_examples=400)
@given(seed=seeded)
def test_a_broken_drawing_is_refused_or_read_as_graphviz_reads_it(seed):
    data = broken(random.Random(seed), [data for data in seeds("dot") if len(data) < 1000])
    try:
        read("dot", data)
    except EdgemarkError:
        return
    try:
        nodes, edges = drawn(data)
    except pygraphviz.DotError:
        return
    ours = parsed(data.decode().removeprefix("\ufeff"), LIMITS)
    assert list(ours.nodes) == nodes
    ends = zip(ours.edges.tolist(), ours.states.tolist(), strict=True)
    assert marks((nodes[a], GLYPH_OF[state], nodes[b]) for (a, b), state in ends) == marks(edges)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("adjacency", "A,B\n0,0.9999999\n0,0\n"),
        ("adjacency", "A,B\n0,1.0000001\n0,0\n"),
        ("pcalg-pag", "A,B\n0,1.9999999\n3,0\n"),
        ("edges", "source,target\nA,B\n \t\n"),
        ("dot", 'digraph { n0 [label "A"]; }'),
        ("dot", "digraph { a -> node }"),
        ("dot", "digraph { node a }"),
    ],
)
def test_what_fuzzing_found_to_be_read_as_something_else_is_refused(name, text):
    with pytest.raises(em.errors.FormatError):
        read(name, text.encode())


@pytest.mark.parametrize("written", ["-0", "0.0", "0e5", "1.", "+1", "1e0"])
def test_a_zero_or_one_may_be_written_as_any_number(written):
    graph = read("adjacency", f"A,B\n0,{written}\n0,0\n".encode())
    assert graph.n_edges == int(float(written))


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"\x93NUMPY\x01\x00", b"\x93NUMPY\x01\x08"), (b" }  ", b" }\xa0 "), (b"(2, 2)", b"(2,02)")],
    ids=["unknown version", "odd space in the header", "number with a zero before it"],
)
def test_a_header_that_numpy_refuses_is_refused(old, new):
    data = FORMATS["npy"].write(Graph(2, [(0, "-->", 1)]))
    with pytest.raises(em.errors.FormatError, match=r"header|shape"):
        read("npy", data.replace(old, new, 1))


def test_an_archive_hidden_in_another_file_is_refused():
    with pytest.raises(em.errors.FormatError, match="archive"):
        read("npz", b"x" + FORMATS["npz"].write(Graph.parse("A --> B")))


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_an_archive_with_an_array_twice_is_refused(tmp_path):
    import zipfile

    path = tmp_path / "g.npz"
    em.write(Graph.parse("A --> B"), path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("nodes.npy", archive.read("nodes.npy").replace(b"A", b"C"))
    with pytest.raises(em.errors.FormatError, match="once"):
        em.read(path, direction="row-to-column")


@pytest.mark.parametrize("symmetric", ["undirected", "bidirected", "cycle", None])
@pytest.mark.parametrize("rows", ["A,B\nB,A\nA,B\n", "A,B\nB,A\nB,A\n"])
def test_an_edge_listed_twice_is_refused_also_where_it_is_listed_both_ways(rows, symmetric):
    source = Source(f"source,target\n{rows}".encode(), symmetric=symmetric)
    with pytest.raises(em.errors.GraphError, match=r"once; got '. --> .' twice"):
        FORMATS["edges"].read(source)


@pytest.mark.parametrize("kind", ["pdag", "cpdag", "digraph", None])
@pytest.mark.parametrize("twice", [("A", "B"), ("B", "A")])
def test_an_arc_of_a_multigraph_given_twice_is_refused_also_where_it_is_given_both_ways(twice, kind):
    with pytest.raises(em.errors.GraphError, match=r"once|two edges"):
        em.as_graph(networkx.MultiDiGraph([("A", "B"), ("B", "A"), twice]), kind=kind)


@pytest.mark.parametrize("path", ["\0.json", "a\0b", "\ud800.json"], ids=ascii)
def test_a_path_that_no_file_can_have_is_an_os_error(path):
    with pytest.raises(OSError, match="no file can have this name"):
        em.read(path, "json")
    with pytest.raises(OSError, match="no file can have this name"):
        em.write(Graph.parse("A"), path, "json")


# ---- files written in another way


LINE_ENDS = st.sampled_from(["\n", "\r\n", "\n\n"])


def parts(name, graph):
    """A file as written: what comes before the edges, a line for each, what comes after."""
    lines = FORMATS[name].write(graph).decode().split("\n")
    first = {"text": 1, "edges": 1 + graph.n_nodes, "tetrad": 4, "json": 6, "dot": 1 + graph.n_nodes}[
        name
    ]
    end = first + graph.n_edges
    return lines[:first], lines[first:end], lines[end:]


def joined(name, before, edges, after, end="\n"):
    if name == "json":
        edges = [f"{line.removesuffix(',')}," for line in edges]
        edges[-1:] = [line.removesuffix(",") for line in edges[-1:]]
    return end.join([*before, *edges, *after]).encode()


LINES = ["text", "edges", "tetrad", "json", "dot"]
named_graphs = graphs(ONE_LINE).filter(lambda g: g.is_named and g.n_edges)


def written_or_skipped(name, graph):
    try:
        return parts(name, graph)
    except EdgemarkError:
        return None


@pytest.mark.parametrize("name", LINES)
@quick
@given(graph=named_graphs, data=st.data())
def test_lines_of_edges_may_stand_in_any_order(name, graph, data):
    if written := written_or_skipped(name, graph):
        before, edges, after = written
        shuffled = joined(name, before, data.draw(st.permutations(edges)), after, data.draw(LINE_ENDS))
        assert_same(graph, read(name, shuffled))


@pytest.mark.parametrize("name", LINES)
@quick
@given(graph=named_graphs, data=st.data())
def test_a_line_left_out_is_that_edge_gone_and_no_other(name, graph, data):
    if written := written_or_skipped(name, graph):
        before, edges, after = written
        k = data.draw(st.integers(0, len(edges) - 1))
        again = read(name, joined(name, before, edges[:k] + edges[k + 1 :], after))
        left = graph.edges()[:k] + graph.edges()[k + 1 :]
        assert_same(Graph(graph.nodes, left), again)


@pytest.mark.parametrize("name", LINES)
@quick
@given(graph=named_graphs, data=st.data())
def test_a_line_given_twice_is_refused(name, graph, data):
    if written := written_or_skipped(name, graph):
        before, edges, after = written
        twice = data.draw(st.sampled_from(edges))
        with pytest.raises(EdgemarkError, match=r"once|two edges"):
            read(name, joined(name, before, [*edges, twice], after))


@pytest.mark.parametrize("name", ["adjacency", "pcalg-cpdag", "pcalg-pag"])
@quick
@given(graph=graphs(names(), states=[(), ("-->",), ("---",)]), data=st.data())
def test_a_matrix_may_list_its_nodes_in_any_order_and_beside_the_rows(name, graph, data):
    order = data.draw(st.permutations(range(graph.n_nodes)))
    try:
        shuffled = FORMATS[name].write(graph.with_nodes([graph.nodes[k] for k in order]))
    except EdgemarkError:
        return
    if not graph.is_named:
        return
    assert read(name, shuffled) == graph
    _, *rows = shuffled.decode().rsplit("\n", graph.n_nodes + 1)
    fields = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in (graph.nodes[k] for k in order)]
    beside = [f"{field},{row}" for field, row in zip(fields, rows, strict=False)]
    beside = data.draw(st.permutations(beside))
    assert read(name, "\r\n".join([",".join(["", *fields]), *beside]).encode()) == graph


@quick
@given(graph=named_graphs, indent=st.sampled_from([None, 0, 3]))
def test_json_may_be_laid_out_in_any_way(graph, indent):
    content = json.loads(FORMATS["json"].write(graph))
    content = {"provenance": [content], **dict(sorted(content.items(), reverse=True))}
    assert_same(graph, read("json", json.dumps(content, indent=indent).encode()))


@quick
@given(graph=named_graphs)
def test_comments_and_line_ends_do_not_matter_to_graphviz_files(graph):
    lines = FORMATS["dot"].write(graph).decode().split("\n")
    spread = "/* before */\r\n# note\n" + " // a -> b;\r\n/* c -> d */\n".join(lines)
    assert_same(graph, read("dot", spread.encode()))
    if not any("\n" in line or ";" in name for line in lines for name in graph.nodes):
        assert_same(graph, read("dot", " ".join(line.removesuffix(";") for line in lines).encode()))


@quick
@given(graph=graphs().filter(lambda g: g.n_nodes))
def test_statements_of_our_text_may_stand_on_one_line_or_on_many(graph):
    text = FORMATS["text"].write(graph).decode()
    assert_same(graph, read("text", text.replace("\n", " ;; ").encode()))
    assert_same(graph, read("text", f"\ufeff\t{text}".replace("\n", "\r\n\r\n").encode()))


@quick
@given(graph=graphs(st.sampled_from(LABELS)).filter(lambda g: g.is_named and g.n_nodes > 1))
def test_remarks_and_numbers_do_not_matter_to_tetrads_text(graph):
    text = FORMATS["tetrad"].write(graph).decode()
    remarked = re.sub(r"(\d+)\. (.*)", r" 7\1. \2 pd nl [\2]:0.9;[no edge]:0.1;", text)
    assert_same(graph, read("tetrad", remarked.encode()))


# ---- arrays and objects

VALUES = st.sampled_from([0, 0, 0, 1, 1, 2, -1, 255, 0.5, float("nan"), float("inf"), True])
DTYPES = [
    "bool",
    "int8",
    "uint8",
    "int64",
    "uint64",
    "float16",
    "float64",
    "complex64",
    "object",
    "U3",
    "S1",
]


def by_definition(array, direction, symmetric):
    """Edges, or None where the array must be refused."""
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.dtype.kind not in "biufO":
        return None
    if not all(isinstance(one, int | float | np.number | np.bool_) for one in array.ravel()):
        return None
    n = len(array)
    cells = {(i, j): array[i, j] for i in range(n) for j in range(n)}
    if any(value not in (0, 1) for value in cells.values()) or any(cells[k, k] for k in range(n)):
        return None
    both = [(i, j) for (i, j), value in cells.items() if value and cells[j, i] and i < j]
    one = [(i, j) for (i, j), value in cells.items() if value and not cells[j, i]]
    if both and symmetric in (None, "refuse"):
        return None
    if direction is None and (one or (n > 1 and symmetric not in ("undirected", "bidirected"))):
        return None
    glyphs = {"undirected": ["---"], "bidirected": ["<->"], "cycle": ["-->", "<--"]}.get(symmetric, [])
    directed = [(i, "-->", j) if direction == "row-to-column" else (j, "-->", i) for i, j in one]
    return directed + [(i, glyph, j) for i, j in both for glyph in glyphs]


@st.composite
def arrays(draw):
    n = draw(st.integers(0, 4))
    most_square = [(n, n)] * 6 + [(n,), (n, n + 1), (n, n, n), ()]
    shape = draw(st.sampled_from(most_square))
    cell = st.integers(0, 1) if draw(st.booleans()) else VALUES
    cells = np.array(draw(st.lists(cell, min_size=int(np.prod(shape)), max_size=int(np.prod(shape)))))
    cells = cells.reshape(shape)
    if len(shape) == 2 and draw(st.integers(0, 4)):
        cells[tuple(np.diag_indices(min(shape)))] = 0
    with np.errstate(all="ignore"):
        array = cells.astype(draw(st.sampled_from(DTYPES)))
    return np.asfortranarray(array) if draw(st.booleans()) else array


@settings(quick, max_examples=500)
@given(
    array=arrays(),
    direction=st.sampled_from([None, "row-to-column", "column-to-row"]),
    symmetric=st.sampled_from([None, "undirected", "bidirected", "cycle", "refuse"]),
)
def test_any_array_is_refused_or_read_as_its_cells_say(array, direction, symmetric):
    expected = by_definition(array, direction, symmetric)
    if expected is None:
        with pytest.raises(EdgemarkError):
            Graph.from_adjacency(array, direction=direction, symmetric=symmetric)
    else:
        found = Graph.from_adjacency(array, direction=direction, symmetric=symmetric)
        assert found == Graph(len(array), expected)


def stranger(package):
    """An object that claims to come from a package and has nothing of it."""
    return type("Odd", (), {"__module__": f"{package}.odd"})()


ODD = [
    None, 0, 1.5, True, "A --> B", b"A", [], (), {}, set(), object, lambda: None, ..., [[0, 1], [0, 0]],
    [("A", "B")], ("A", "-->", "B"), np.zeros((2, 2)), np.float64(1), np.array("x"), iter([]), range(3),
    SimpleNamespace(nodes=["A"], edges=[]), {"G": None}, ({},), type("X", (), {}),
    *map(stranger, ("networkx", "pgmpy", "causallearn", "pyagrum", "torch", "pandas")),
]  # fmt: skip


@pytest.mark.parametrize("obj", ODD, ids=lambda obj: type(obj).__name__)
def test_what_is_no_graph_is_a_type_error_or_says_what_to_say(obj):
    with pytest.raises(
        (TypeError, AmbiguityError),
        match=r"from_edges|from_adjacency|as_graph takes|an object is required",
    ):
        em.as_graph(obj)


LABELS_OF_ANY_TYPE = st.one_of(
    names(), st.integers(-3, 3), st.floats(), st.booleans(), st.none(), st.tuples(st.integers(0, 2)),
    st.binary(max_size=2), st.sampled_from(["", "\ud800", frozenset(), float("nan")]),
)  # fmt: skip


@quick
@given(
    nodes=st.lists(LABELS_OF_ANY_TYPE, max_size=5),
    cls=st.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]),
    data=st.data(),
)
def test_a_networkx_graph_of_any_labels_is_refused_or_keeps_its_edges(nodes, cls, data):
    obj = cls()
    obj.add_nodes_from(node for node in nodes if node is not None)
    for a, glyph, b in data.draw(edges_over(list(obj), [(), (), ("-->",), ("-->", "<--")])):
        obj.add_edge(*((a, b) if glyph == "-->" else (b, a)))
    try:
        graph = em.as_graph(obj, kind="digraph" if obj.is_directed() else None)
    except EdgemarkError:
        labels = [str(node) for node in obj]
        odd = "" in labels or len(set(labels)) < len(labels) or any("\ud800" in x for x in labels)
        missing = any(node != node for node in obj)
        assert odd or missing or len(set(obj.edges())) < len(obj.edges()) or not obj.is_directed()
        return
    assert list(graph.nodes) == [str(node) for node in obj]
    glyph = "-->" if obj.is_directed() else "---"
    assert marks(graph.edges()) == marks((str(a), glyph, str(b)) for a, b in obj.edges())
