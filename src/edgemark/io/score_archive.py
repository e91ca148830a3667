"""
Edge scores with all their attributes, as NumPy archives.

===============  =================================================================================
array            content
===============  =================================================================================
``scores``       the matrix: the score of i --> j at row i and column j, nan if the pair has none
``direction``    "row-to-column"
``relation``     what is scored, see `EdgeScores.relation`
``unlisted``     the score of the pairs of an added node; nan for none
``precision``    the type in which thresholds are compared: "float64", "float32" or "float16"
``nodes``        the names; absent if the nodes have none
``candidates``   row and column of each pair that has a score; absent if all have one
===============  =================================================================================

Scores that are mostly 0 have the arrays of `scipy.sparse.save_npz` instead of ``scores``.
"""

from __future__ import annotations

from math import isnan, nan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Ranked, choices
from edgemark.errors import FormatError, listing
from edgemark.graph import Candidates, EdgeScores
from edgemark.graph.score_precision import PRECISIONS
from edgemark.graph.score_storage import Sparse
from edgemark.io.archive import Archive, packed
from edgemark.io.csv_rows import name_without_nul
from edgemark.io.limits import Limits
from edgemark.io.npz import SCIPY_ARRAYS, is_sparse, names_array, names_of, sparse_entries

_STATED_NAMES = frozenset({"direction", "relation", "unlisted", "precision"})


def write(scores: EdgeScores) -> bytes:
    """Write the scores with all their attributes."""
    arrays: list[tuple[str, NDArray[Any]]] = []
    if isinstance(scores._cells, Sparse):
        rows, columns, numbers = scores._cells.triples()
        arrays += [("format", np.array(b"coo")), ("shape", np.array([scores.n_nodes] * 2))]
        arrays += [("row", rows), ("col", columns), ("data", numbers)]
    else:
        arrays.append(("scores", scores.to_array()))
    unlisted = nan if scores._unlisted is None else scores._unlisted
    arrays += [
        ("direction", np.array("row-to-column")),
        ("relation", np.array(scores.relation)),
        ("unlisted", np.array(unlisted)),
        ("precision", np.array(scores._dtype.name)),
    ]
    if scores.is_named:
        arrays.append(("nodes", names_array(scores.nodes, name_without_nul())))
    if (pairs := scores.candidates) is not None:
        arrays.append(("candidates", np.stack([pairs.starts, pairs.ends], axis=1)))
    return packed(arrays)


def holds(archive: Archive) -> bool:
    """Whether an archive states how to read its scores."""
    return all(word in archive for word in _STATED_NAMES)


def read(archive: Archive, limits: Limits) -> EdgeScores:
    """Read an archive that `write` wrote."""
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    matrix = _matrix(archive, limits)
    is_scipy_matrix = hasattr(matrix, "tocoo")
    _word(archive, "direction", ("row-to-column",))  # refuses any other direction
    if not is_scipy_matrix:
        limits.check_memory(3 * 8 * matrix.size, f"a matrix of {len(matrix)} nodes")
    n_nodes = int(matrix.shape[0])
    pairs = _candidates(archive["candidates"], names, n_nodes) if "candidates" in archive else None
    scores = EdgeScores(
        matrix, names, direction="row-to-column", sign="keep", candidates=pairs,
        unlisted=0.0 if is_scipy_matrix else None,
    )  # fmt: skip
    return EdgeScores._make(
        scores._names,
        scores._cells,
        np.dtype(_word(archive, "precision", PRECISIONS)),
        cast(Ranked, _word(archive, "relation", choices(Ranked))),
        scores.candidates,
        _unlisted(archive["unlisted"]),
    )


def _matrix(archive: Archive, limits: Limits) -> Any:
    if is_sparse(archive):
        from scipy.sparse import coo_array

        _refuse_others(archive, SCIPY_ARRAYS)
        n_nodes, rows, columns, numbers = sparse_entries(archive, limits, (*_STATED_NAMES, "candidates"))
        return coo_array((numbers, (rows, columns)), shape=(n_nodes, n_nodes))
    _refuse_others(archive, frozenset({"scores"}))
    array = archive["scores"] if "scores" in archive else np.zeros(0)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.dtype != np.float64:
        raise FormatError(
            f"'scores' must be a square matrix of float64; got {array.dtype} of shape {array.shape}"
        )
    limits.check_nodes(len(array))
    return array


def _refuse_others(archive: Archive, matrix: frozenset[str]) -> None:
    others = set(archive.names) - matrix - _STATED_NAMES - {"nodes", "candidates"}
    if others:
        allowed = sorted(matrix | _STATED_NAMES | {"nodes", "candidates"})
        raise FormatError(
            f"an archive of scores may only hold {listing(allowed)}; got {listing(sorted(others))}"
        )


def _word(archive: Archive, name: str, allowed: tuple[str, ...]) -> str:
    """Return the word that an array holds; refuse words that are not allowed."""
    array = archive[name]
    word = str(array.reshape(-1)[0]) if array.dtype.kind == "U" and array.size == 1 else ""
    if word not in allowed:
        raise FormatError(f"{name!r} must be one of {', '.join(allowed)}; got {array.tolist()!r:.60}")
    return word


def _unlisted(array: NDArray[Any]) -> float | None:
    if array.shape != () or array.dtype != np.float64 or np.isinf(array):
        raise FormatError(f"'unlisted' must be one finite number, or nan; got {array.tolist()!r:.60}")
    return None if isnan(array) else float(array)


def _candidates(pairs: NDArray[Any], names: list[str] | None, n_nodes: int) -> Candidates:
    is_list = pairs.ndim == 2 and pairs.shape[1] == 2 and pairs.dtype.kind in "iu"
    if not is_list or (pairs.size and not (pairs.min() >= 0 and pairs.max() < n_nodes)):
        raise FormatError(f"'candidates' must be pairs of numbers from 0 to {n_nodes - 1}")
    starts, ends = pairs.astype(np.int64).T
    if (starts == ends).any():
        raise FormatError("'candidates' must be pairs of two different nodes; got a node with itself")
    keys = np.unique(starts * n_nodes + ends)
    return Candidates._make(None if names is None else tuple(names), n_nodes, keys)
