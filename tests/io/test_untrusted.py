"""Files made to break a reader, or broken on the way."""

import contextlib
import io
import json
import pickle
import struct
import time
import zipfile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgemark import EdgemarkError, FormatError, Graph, GraphError, LimitError
from edgemark.io import FORMATS, Limits, read
from edgemark.io.source import Source

GRAPH = Graph.parse("A --- B; A --> C; D")


class Evil:
    def __reduce__(self):
        raise AssertionError("was pickled")

    def __setstate__(self, state):
        raise AssertionError("was unpickled")


# ---- anything at all


def read_or_refuse(name, data):
    source = Source(data, "row-to-column", "undirected", Limits(2**20, 1000, 1000))
    with contextlib.suppress(EdgemarkError):
        assert isinstance(FORMATS[name].read(source), Graph)


hard = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", FORMATS)
@hard
@given(data=st.binary(max_size=200))
def test_any_bytes_give_a_graph_or_a_clear_error(name, data):
    read_or_refuse(name, data)


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in ("npy", "npz")])
@hard
@given(text=st.text('AB01,;:"\\-><ox[]{}#./* \r\n=', max_size=40))
def test_any_text_gives_a_graph_or_a_clear_error(name, text):
    read_or_refuse(name, text.encode())


@pytest.mark.parametrize("name", FORMATS)
@hard
@given(data=st.data())
def test_a_damaged_file_gives_a_graph_or_a_clear_error(name, data):
    graph = Graph.parse("#0 --- #1; #0 --> #2; #3") if name == "npy" else GRAPH
    whole = FORMATS[name].write(graph)
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.integers(0, 8))
    put = data.draw(st.binary(max_size=8))
    read_or_refuse(name, whole[:at] + put + whole[at + cut :])


@pytest.mark.parametrize("name", ["json", "adjacency", "npy", "npz", "dot", "pcalg-cpdag", "pcalg-pag"])
def test_a_file_that_is_cut_off_is_refused(name):
    graph = Graph.parse("#0 --- #1; #0 --> #2; #3") if name == "npy" else GRAPH
    whole = FORMATS[name].write(graph)
    for end in range(len(whole) - 2):
        with pytest.raises(EdgemarkError):
            FORMATS[name].read(Source(whole[:end], "row-to-column", "undirected"))


# ---- JSON


def as_json(**changes):
    content = {"format": "edgemark.graph", "version": 1, "nodes": ["A", "B"], "edges": []}
    return json.dumps(content | changes)


def test_json_nested_deeply_is_refused(put):
    with pytest.raises(FormatError, match="nesting"):
        read(put("g.json", "[" * 200_000))


def test_json_of_another_version_says_the_way_out(put):
    with pytest.raises(FormatError, match="newer edgemark"):
        read(put("g.json", as_json(version=2)))


@pytest.mark.parametrize(
    "changes",
    [
        {"version": True},
        {"version": "1"},
        {"format": "other"},
        {"kind": 3},
        {"kind": "dga"},
        {"nodes": None},
        {"nodes": "AB"},
        {"nodes": [1, 2]},
        {"nodes": -1},
        {"nodes": True},
        {"nodes": 2.0},
        {"nodes": ["A", "A"]},
        {"nodes": ["A", ""]},
        {"nodes": ["A", "\ud800"]},
        {"edges": None},
        {"edges": {}},
        {"edges": ["A-B"]},
        {"edges": [["A", "-->"]]},
        {"edges": [["A", "-->", 1]]},
        {"edges": [["A", ["-->"], "B"]]},
        {"edges": [["A", "->", "B"]]},
        {"edges": [["A", "-->", "C"]]},
        {"edges": [["A", "-->", "A"]]},
        {"edges": [["A", "-->", "B"], ["A", "-->", "B"]]},
        {"nodes": 2, "edges": [["0", "-->", "1"]]},
        {"nodes": 2, "edges": [[0, "-->", 2]]},
        {"nodes": 2, "edges": [[0, "-->", True]]},
    ],
)
def test_json_of_wrong_types_is_refused(put, changes):
    with pytest.raises(EdgemarkError):
        read(put("g.json", as_json(**changes)))


def test_json_may_carry_keys_of_others(put):
    assert read(put("g.json", as_json(provenance={"algorithm": "pc"}, note=[1]))).nodes == ("A", "B")


def test_json_with_a_key_twice_is_refused(put):
    text = '{"format": "edgemark.graph", "version": 1, "nodes": ["A"], "nodes": ["B"], "edges": []}'
    with pytest.raises(FormatError, match="'nodes' more than once"):
        read(put("g.json", text))


def test_json_that_claims_many_nodes_is_refused(put):
    with pytest.raises(LimitError, match="nodes"):
        read(put("g.json", as_json(nodes=10**12)))


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "null", "NaN", "1" * 5000, '{"a"', "{,}"])
def test_other_json_is_refused(put, text):
    with pytest.raises(FormatError):
        read(put("g.json", text))


# ---- NumPy


def npy(shape, descr="|u1", body=b"", order=False, version=1):
    text = f"{{'descr': {descr!r}, 'fortran_order': {order}, 'shape': {shape}, }}"
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode() + body


def saved(array, **options):
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


@pytest.mark.parametrize(
    "shape", [(10**6, 10**6), (2**40, 2**40), (2**63, 2), (3, 3), (-2, -2), (-1, 4)]
)
def test_an_npy_header_that_lies_about_its_size_is_refused_at_once(put, shape):
    start = time.perf_counter()
    with pytest.raises(FormatError):
        read(put("g.npy", npy(shape, body=b"\0\1\0\0")), direction="row-to-column")
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    "header",
    [
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x01\x00\xff\xff{}",
        b"\x93NUMPY\x09\x00\x02\x00{}",
        npy("(2, 2)", descr="no such type"),
        npy("(2, 2)", descr="|O"),
        npy("'x'"),
        npy("[" * 3000),
        npy("(2, 2)", descr="<f8', 'x': __import__('os').system('false') or '"),
        npy("(2, 2)", descr=[("a", "u1")], body=b"\0\1\0\0"),
        npy("(2, 2)", descr="<M8[s]", body=b"\0" * 32),
        npy("(2, 2)", descr="<c16", body=b"\0" * 64),
        npy("(4,)", body=b"\0\1\0\0"),
        npy("()", body=b"\0"),
        npy("(2, 2)", descr="|V1", body=b"\0\1\0\0"),
    ],
)
def test_a_broken_npy_header_is_refused(put, header):
    with pytest.raises(FormatError):
        read(put("g.npy", header), direction="row-to-column")


def test_numpy_objects_are_refused_not_unpickled(put):
    array = np.array([[0, 1], [0, None]], dtype=object)
    with pytest.raises(FormatError, match="pickle"):
        read(put("g.npy", saved(array, allow_pickle=True)))
    stream = io.BytesIO()
    np.savez(stream, adjacency=array)
    with pytest.raises(FormatError, match="pickle"):
        read(put("g.npz", stream.getvalue()))


def test_a_pickle_named_npy_is_refused(put):
    with pytest.raises(FormatError, match="a pickle"):
        read(put("g.npy", pickle.dumps([1, 2, 3])))


def test_every_order_and_number_of_npy_is_read(put):
    matrix = np.array([[0, 1, 1], [0, 0, 0], [0, 1, 0]])
    expected = Graph.parse("#0 --> #1; #0 --> #2; #2 --> #1")
    for dtype in (bool, "u1", "<i4", ">i4", "f2", "<f8", ">f8"):
        for array in (matrix.astype(dtype), np.asfortranarray(matrix.astype(dtype))):
            assert read(put("g.npy", saved(array)), direction="row-to-column") == expected
    assert read(put("g.npy", npy((3, 3), body=matrix.astype("u1").tobytes(), version=2)),
                direction="row-to-column") == expected  # fmt: skip


def test_values_other_than_0_and_1_are_refused(put):
    for value in (2, -1, np.nan, np.inf, 0.5):
        with pytest.raises(GraphError, match="0 or 1"):
            read(put("g.npy", saved(np.array([[0.0, value], [0, 0]]))), direction="row-to-column")


def test_a_dense_matrix_of_more_edges_than_the_limit_is_refused(put):
    data = saved(np.ones((50, 50), np.uint8))
    with pytest.raises(LimitError, match="edges"):
        read(put("g.npy", data), symmetric="undirected", limits=Limits(edges=100))


def archive(compression=zipfile.ZIP_DEFLATED, **members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as file:
        for name, data in members.items():
            file.writestr(f"{name}.npy", data)
    return stream.getvalue()


def test_an_archive_that_declares_to_unpack_to_more_is_refused(put):
    data = archive(adjacency=npy((4000, 4000), body=bytes(4000 * 4000)))
    assert len(data) < 100_000
    with pytest.raises(LimitError, match="unpacked"):
        read(put("g.npz", data), limits=Limits(bytes=10**6))


def test_an_archive_that_lies_about_what_it_unpacks_to_is_refused(put):
    honest = archive(adjacency=npy((4000, 4000), body=bytes(4000 * 4000)))
    size = struct.pack("<I", len(npy((4000, 4000))) + 4000 * 4000)
    assert honest.count(size) >= 1
    with pytest.raises((FormatError, LimitError)):
        read(put("g.npz", honest.replace(size, struct.pack("<I", 500))), limits=Limits(bytes=10**6))


def test_members_beside_the_matrix_count_towards_the_limit(put):
    data = archive(adjacency=saved(np.zeros((2, 2))), junk=bytes(10**6))
    with pytest.raises(LimitError, match="unpacked"):
        read(put("g.npz", data), limits=Limits(bytes=10**5))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_is_refused(put, method):
    data = bytearray(archive(method, adjacency=saved(np.eye(30, k=1))))
    for at in range(60, len(data) // 2, 7):
        broken = data.copy()
        broken[at] ^= 0xFF
        read_or_refuse("npz", bytes(broken))


def test_an_encrypted_archive_is_refused(put):
    data = bytearray(archive(adjacency=saved(np.zeros((2, 2)))))
    for signature, flag in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flag] |= 1
    with pytest.raises(FormatError, match="encrypted"):
        read(put("g.npz", bytes(data)))


def test_an_archive_without_a_matrix_says_what_it_holds(put):
    stream = io.BytesIO()
    np.savez(stream, x=np.zeros(2), y=np.zeros(2))
    with pytest.raises(FormatError, match=r"'adjacency'.*got 'x', 'y'"):
        read(put("g.npz", stream.getvalue()))
    with pytest.raises(FormatError, match="no array"):
        read(put("g.npz", archive()))


@pytest.mark.parametrize("names", [np.array([1, 2]), np.array([["A", "B"]]), np.array([b"A", b"B"])])
def test_names_in_an_archive_must_be_text(put, names):
    stream = io.BytesIO()
    np.savez(stream, adjacency=np.zeros((2, 2)), nodes=names)
    with pytest.raises(FormatError, match="'nodes' must be a list of text"):
        read(put("g.npz", stream.getvalue()))


def test_names_in_an_archive_must_be_unicode(put):
    forged = npy((2,), descr="<U1", body=struct.pack("<II", 0x110000, 65))
    data = archive(adjacency=saved(np.zeros((2, 2))), nodes=forged)
    with pytest.raises(EdgemarkError):
        read(put("g.npz", data))


def test_names_in_an_archive_must_be_as_many_as_rows(put):
    stream = io.BytesIO()
    np.savez(stream, adjacency=np.zeros((2, 2)), nodes=np.array(["A"]))
    with pytest.raises(GraphError, match="2 names; got 1"):
        read(put("g.npz", stream.getvalue()))


CSR = {"indices": [1], "indptr": [0, 1, 1], "data": [1], "shape": [2, 2]}


@pytest.mark.parametrize(
    "changes",
    [
        {"indptr": [0, 1]},
        {"indptr": [0, 2, 1]},
        {"indptr": [0, -1, 1]},
        {"indptr": [0, 10**15, 1]},
        {"indptr": [1, 1, 1]},
        {"indptr": [0.0, 1.0, 1.0]},
        {"indices": [2]},
        {"indices": [-1]},
        {"indices": []},
        {"data": [1, 1]},
        {"data": [[1]]},
        {"data": ["1"]},
        {"data": [2]},
        {"data": [np.nan]},
        {"shape": [2, 3]},
        {"shape": [-2, -2]},
        {"shape": [2]},
        {"shape": [10**12, 10**12]},
    ],
)
def test_forged_sparse_matrices_are_refused(put, changes):
    stream = io.BytesIO()
    np.savez(stream, format=b"csr", **{k: np.array(v) for k, v in (CSR | changes).items()})
    with pytest.raises(EdgemarkError):
        read(put("g.npz", stream.getvalue()), direction="row-to-column")


# ---- text


def test_ten_million_lines_are_refused_quickly(put):
    path = put("g.txt", "".join(f"X{k}\n" for k in range(3_000_000)))
    start = time.perf_counter()
    with pytest.raises(LimitError, match="nodes"):
        read(path, "text")
    assert time.perf_counter() - start < 5


def test_an_edge_list_stops_at_the_limit(put):
    path = put("g.csv", "source,target\n" + "".join(f"A,B{k}\n" for k in range(300_000)))
    start = time.perf_counter()
    with pytest.raises(LimitError, match="edges"):
        read(path, limits=Limits(edges=1000))
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("name", ["text", "edges", "json", "tetrad", "dot"])
def test_many_edges_are_read_in_seconds(name):
    n = 100_000
    edges = [(f"X{k}", "-->", f"X{(k * 7 + s) % n}") for s in (3, 5) for k in range(n)]
    edges = list({frozenset((a, b)): (a, g, b) for a, g, b in edges if a != b}.values())
    graph = Graph([f"X{k}" for k in range(n)], edges)
    data = FORMATS[name].write(graph)
    start = time.perf_counter()
    assert FORMATS[name].read(Source(data)) == graph
    assert time.perf_counter() - start < 8


def test_a_tetrad_line_made_of_edges_does_not_hang(put):
    name = "A --> " * 50_000 + "A"
    text = f"Graph Nodes:\n{name};B\n\nGraph Edges:\n1. {name} --> {name} [{'[' * 10_000}\n"
    start = time.perf_counter()
    with pytest.raises(FormatError):
        read(put("g.txt", text), "tetrad")
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "text",
    [
        "digraph {" + "{" * 100_000,
        "digraph {a -> " + "{" * 500 + "}" * 500 + "}",
        "digraph {a [label=" + "<" * 1_000_000,
        'digraph {"' + "a" * 1_000_000,
        "digraph {/*" + "*" * 1_000_000,
        "digraph {" + "a" * 1_000_000 + " -> ",
        "digraph {a [label=\"x\"" + " + \"y\"" * 100_000,
    ],
)  # fmt: skip
def test_dot_made_to_exhaust_the_parser_is_refused_quickly(put, text):
    start = time.perf_counter()
    with pytest.raises(FormatError):
        read(put("g.dot", text))
    assert time.perf_counter() - start < 5


def test_dot_groups_that_multiply_stop_at_the_limit(put):
    nodes = " ".join(f"a{k}" for k in range(5000))
    others = nodes.replace("a", "b")
    with pytest.raises(LimitError, match="edges"):
        read(put("g.dot", f"digraph {{ {{{nodes}}} -> {{{others}}} }}"), limits=Limits(edges=10**6))


def test_a_csv_field_of_a_million_characters_is_refused_not_a_crash(put):
    with pytest.raises(FormatError, match="line 2"):
        read(put("g.csv", f"source,target\n{'x' * 1_000_000},B\n"))


def test_a_csv_quote_left_open_is_refused(put):
    with pytest.raises(FormatError, match="comma-separated"):
        read(put("g.csv", 'source,target\n"A,B\n'))


def test_csv_names_keep_line_ends_quotes_and_formulas(put):
    text = 'source,target\n"line one\nline two","say ""x"""\n=1+1,@x\n'
    graph = read(put("g.csv", text))
    assert graph.nodes == ("line one\nline two", 'say "x"', "=1+1", "@x")
