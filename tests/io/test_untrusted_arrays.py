"""NumPy files and archives made to exhaust or deceive the reader, or broken on the way."""

import contextlib
import io
import pickle
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgemarkError, Graph
from edgemark.errors import FormatError, GraphError, LimitError
from edgemark.io import Limits, read


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
def test_an_npy_header_that_lies_about_its_size_is_refused_before_memory_is_taken(put, shape):
    path = put("g.npy", npy(shape, body=b"\0\1\0\0"))
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            read(path, direction="row-to-column")
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


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
        npy((0, 10**17, 10**17), descr="<f8"),
        npy((1,) * 65, body=b"\1"),
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


def test_complex_numbers_are_refused_by_name(put):
    with pytest.raises(FormatError, match=r"must hold real numbers or text; got complex ones"):
        read(put("g.npy", saved(np.zeros((2, 2), complex))))


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
        with contextlib.suppress(EdgemarkError):
            assert read(put("g.npz", bytes(broken)), direction="row-to-column").n_nodes == 30


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


def test_the_refusal_of_an_option_beside_a_sparse_matrix_does_not_allow_it(put):
    stream = io.BytesIO()
    np.savez(
        stream, format=b"csr", direction="row-to-column", **{k: np.array(v) for k, v in CSR.items()}
    )
    with pytest.raises(FormatError, match=r"hold a sparse matrix, 'nodes'; got 'direction'"):
        read(put("g.npz", stream.getvalue()))


def test_r7_text_in_an_array_must_be_unicode(put):
    forged = npy((1, 1, 2), descr="<U1", body=struct.pack("<II", 0x110000, 0))
    for name, data in (("g.npy", forged), ("g.npz", archive(graph=forged))):
        with pytest.raises(FormatError, match="Unicode"):
            em.read_temporal(put(name, data))
