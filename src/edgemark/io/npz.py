"""
Matrices of 0 and 1 with the names of the nodes, as NumPy archives.

===============  =================================================================================
array            content
===============  =================================================================================
``adjacency``    the matrix
``nodes``        the names; absent if the nodes have none
``direction``    "row-to-column" if a 1 at row i and column j is i --> j, or "column-to-row"
``symmetric``    what a 1 in both cells of a pair means: "undirected", "bidirected" or "cycle"; or
                 "refuse" if no pair has it
``kind``         the declared kind; absent if the graph has none
===============  =================================================================================

`write` stores these arrays. An archive of another program holds one matrix under any name, or the
output of `scipy.sparse.save_npz` in the formats CSR, CSC and COO. It may also hold ``nodes``. The
caller states how to read the matrix. Further arrays are refused, because they may be names that would
be lost.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Kind, Symmetric, choices
from edgemark.errors import FormatError, GraphError, Remedy, listing
from edgemark.graph import Graph
from edgemark.graph.ambiguity import refuse_pvalues
from edgemark.io.archive import Archive, packed, refuse_scores_over_time
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.limits import Limits
from edgemark.io.matrix import graph_of_ones, ones_of, symmetric_of
from edgemark.io.npy import graph_of
from edgemark.io.source import Source

Positions = NDArray[np.int64]

_LAYOUTS = (b"csr", b"csc", b"coo")
_OTHER_LAYOUTS = (b"bsr", b"dia")  # layouts that scipy also writes, but that are refused here
_MAX_BYTES_OF_NAMES = 2**30
_BYTES_OF_ENTRY = 130  # memory for a sparse entry while it is read and sorted
STATED_OPTIONS = {
    "direction": choices(Direction),
    "symmetric": choices(Symmetric),
    "kind": choices(Kind),
}
_OPTIONAL_ARRAYS = frozenset({"nodes", *STATED_OPTIONS})
SCIPY_ARRAYS = frozenset(
    {"format", "shape", "data", "indices", "indptr", "row", "col", "coords_0", "coords_1", "_is_array"}
)


def read(source: Source) -> Graph:
    """Read a dense or sparse matrix with optional names, and the stored options."""
    archive = Archive(source.data, source.limits)
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    others = [name for name in archive.names if name not in _OPTIONAL_ARRAYS]
    if is_sparse(archive):
        return _sparse(archive, names, source)
    refuse_scores_over_time(archive)
    if "adjacency" in archive or len(others) == 1:
        key = "adjacency" if "adjacency" in archive else others[0]
        _refuse_others(archive, {key, *STATED_OPTIONS})
        direction_option = f', direction="{source.direction}"' if source.direction is not None else ""
        remedy = Remedy("Read p-values", f"read_scores(path, pvalues=True{direction_option})")
        refuse_pvalues(key, remedy)
        graph = graph_of(archive[key], names, with_stated_options(archive, source))
        return graph.with_kind(cast("Kind | None", _stated_value(archive, "kind")))
    raise FormatError(
        f"an archive must hold the matrix under the name 'adjacency' and names under 'nodes'; got "
        f"{', '.join(map(repr, archive.names[:8])) or 'no array'}"
    )


def with_stated_options(archive: Archive, source: Source) -> Source:
    """Return the source with the options `direction` and `symmetric` that the archive states."""
    stated = {option: _stated_value(archive, option) for option in ("direction", "symmetric")}
    for option, value in stated.items():
        if value is not None:
            source.note_idle_option(cast(Any, option), value)
    return replace(
        source, **cast(Any, {key: value for key, value in stated.items() if value is not None})
    )


def _stated_value(archive: Archive, option: str) -> str | None:
    """Return the value of an option that the archive states; None if it states none."""
    if option not in archive:
        return None
    array = archive[option]
    value = str(array.reshape(-1)[0]) if array.dtype.kind == "U" and array.size == 1 else None
    if value not in STATED_OPTIONS[option]:
        raise FormatError(
            f"{option!r} must be one of {', '.join(STATED_OPTIONS[option])}; got {array.tolist()!r:.60}"
        )
    return value


def write(graph: Graph, direction: Direction, symmetric: Symmetric | None) -> bytes:
    """Write a dense matrix, optional names and kind, and the options that read it back."""
    symmetric_value = symmetric or symmetric_of(graph)
    ones = np.ascontiguousarray(ones_of(graph, "npz", direction, symmetric_value))
    arrays: list[tuple[str, NDArray[Any]]] = [("adjacency", ones)]
    if graph.is_named:
        arrays.append(("nodes", names_array(graph.nodes)))
    arrays += [("direction", np.array(direction)), ("symmetric", np.array(symmetric_value))]
    if graph.kind is not None:
        arrays.append(("kind", np.array(graph.kind)))
    return packed(arrays)


def names_array(nodes: Sequence[str], remedy: Remedy | None = None) -> NDArray[np.str_]:
    """
    Return names as an array; raise FormatError if they are too long or one ends in a NUL character.

    Args:
        nodes: the names.
        remedy: what to do instead; None advises to write JSON.
    """
    remedy = remedy or remedy_to_write_json()
    if max(map(len, nodes)) * len(nodes) * 4 > _MAX_BYTES_OF_NAMES:
        raise FormatError("the names are too long for an array", remedy)
    names = np.array(nodes, dtype=str)
    if tuple(names.tolist()) != tuple(nodes):
        raise FormatError("an archive cannot keep a name that ends in a NUL character", remedy)
    return names


def _refuse_others(archive: Archive, allowed: Collection[str]) -> None:
    """Refuse arrays other than `nodes` and the allowed ones: those of the matrix and its options."""
    others = [name for name in archive.names if name != "nodes" and name not in allowed]
    if others:
        options = [f", {name!r}" for name in STATED_OPTIONS if name in allowed]
        matrix_type = "matrix" if options else "sparse matrix"
        raise FormatError(
            f"an archive may hold a {matrix_type}, 'nodes'{''.join(options)}; got "
            f"{listing(others)}. Names belong under 'nodes'; leave out the rest"
        )


def names_of(array: NDArray[Any]) -> list[str]:
    """Return the names of nodes that an array stores."""
    if array.ndim != 1 or array.dtype.kind != "U":
        raise FormatError(
            f"'nodes' must be a list of text; got an array of {array.dtype} of shape {array.shape}"
        )
    codes = np.ascontiguousarray(array).view(np.dtype("u4").newbyteorder(array.dtype.byteorder))
    if codes.size and int(codes.max()) > sys.maxunicode:
        raise FormatError("'nodes' must hold Unicode text; got a character that does not exist")
    names: list[str] = array.tolist()
    return names


def is_sparse(archive: Archive) -> bool:
    """Whether an archive looks like the output of `scipy.sparse.save_npz`."""
    return "format" in archive and "shape" in archive


def _sparse(archive: Archive, names: list[str] | None, source: Source) -> Graph:
    n_nodes, rows, columns, data = sparse_entries(archive, source.limits)
    if names is not None and len(names) != n_nodes:
        raise GraphError(f"{n_nodes} rows need {n_nodes} names; got {len(names)}")
    rows, columns = _ones(rows, columns, data, n_nodes)
    return graph_of_ones(names, n_nodes, rows, columns, source)


def sparse_entries(
    archive: Archive, limits: Limits, further_names: Collection[str] = ()
) -> tuple[int, Positions, Positions, NDArray[Any]]:
    """
    Read a sparse square matrix: its number of rows, and the row, column and value of each entry.

    Arrays are refused unless their names are those of scipy, `nodes` or `further_names`.

    Raises:
        FormatError: no sparse matrix, or a broken one.
    """
    layout = archive["format"].tobytes().replace(b"\0", b"")
    if layout not in _LAYOUTS:
        raise FormatError(
            f"a sparse matrix must be laid out as csr, csc or coo; got "
            f"{layout[:20].decode('latin-1')!r}",
            *(_remedies_for_layout() if layout in _OTHER_LAYOUTS else []),
        )
    _refuse_others(archive, {*SCIPY_ARRAYS, *further_names})
    shape, data = _numbers(archive, "shape", "iu"), _numbers(archive, "data", "biuf")
    if shape.shape != (2,) or shape[0] != shape[1] or shape[0] < 0:
        raise FormatError(f"an adjacency matrix must be square; got shape {shape.tolist()}")
    n_nodes = int(shape[0])
    limits.check_nodes(n_nodes)
    limits.check_edges(data.size // 2, bytes_each=2 * _BYTES_OF_ENTRY)
    if layout == b"coo":
        rows, columns = (_numbers(archive, name, "iu") for name in _coordinates(archive))
    else:
        rows, columns = _uncompressed(archive, n_nodes)
        if layout == b"csc":
            rows, columns = columns, rows
    _check_positions(rows, columns, data, n_nodes)
    return n_nodes, rows.astype(np.int64), columns.astype(np.int64), data


def _remedies_for_layout() -> list[Remedy]:
    return [
        Remedy(
            "Save it as csr, without the zeros that fill it",
            "import scipy.sparse; matrix = scipy.sparse.load_npz(path).tocsr(); "
            "matrix.eliminate_zeros(); scipy.sparse.save_npz(path, matrix)",
        )
    ]


def _coordinates(archive: Archive) -> tuple[str, str]:
    return ("row", "col") if "row" in archive else ("coords_0", "coords_1")


def _numbers(archive: Archive, name: str, kinds: str) -> NDArray[Any]:
    if name not in archive:
        raise FormatError(f"a sparse matrix must have an array {name!r}; got {list(archive.names)[:8]}")
    array = archive[name]
    if array.dtype.kind not in kinds or array.ndim != 1:
        raise FormatError(
            f"the archive's array {name!r} must be a list of numbers; got {array.dtype} of shape "
            f"{array.shape}"
        )
    return array


def _uncompressed(archive: Archive, n_nodes: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the rows and columns of a CSR matrix, or the columns and rows of a CSC matrix."""
    # Check `indptr` completely: a forged one must not reach np.repeat.
    starts = _numbers(archive, "indptr", "iu").astype(np.int64)
    columns = _numbers(archive, "indices", "iu")
    counts = np.diff(starts)
    is_complete = starts.size == n_nodes + 1 and starts[0] == 0 and starts[-1] == columns.size
    if not is_complete or (counts < 0).any():
        raise FormatError(
            f"a sparse matrix must have an array 'indptr' that rises from 0 to {columns.size} in "
            f"{n_nodes} steps; got another one"
        )
    return np.repeat(np.arange(n_nodes), counts), columns


def _check_positions(rows: Any, columns: Any, data: NDArray[Any], n_nodes: int) -> None:
    if not rows.size == columns.size == data.size:
        raise FormatError(
            f"a sparse matrix must have a row and a column for every entry; got {rows.size} rows, "
            f"{columns.size} columns and {data.size} entries"
        )
    for positions in (rows, columns):
        if positions.size and (int(positions.min()) < 0 or int(positions.max()) >= n_nodes):
            raise FormatError(f"rows and columns must be from 0 to {n_nodes - 1}; got one that is not")


def _ones(rows: Positions, columns: Positions, data: NDArray[Any], n_nodes: int) -> tuple[Any, Any]:
    """Return the rows and columns of the ones; entries of the same cell are added, as in scipy."""
    keys = rows * n_nodes + columns
    keys, inverse = np.unique(keys, return_inverse=True)
    values = np.bincount(inverse, weights=data.astype(float), minlength=keys.size)
    invalid = np.flatnonzero((values != 0) & (values != 1))
    if invalid.size:
        row, column = divmod(int(keys[invalid[0]]), n_nodes)
        raise GraphError(
            f"cells must be 0 or 1; got {values[invalid[0]]:g} at row {row}, column {column}. Scores "
            f"and weights become a graph only with a threshold"
        )
    keys = keys[values == 1]
    return keys // max(n_nodes, 1), keys % max(n_nodes, 1)
