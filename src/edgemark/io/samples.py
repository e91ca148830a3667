"""Files of weighted graphs: stacked matrices, moves of a Markov chain."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions import Direction, Kind, Symmetric, choices, require
from edgemark.errors import EdgemarkError, FormatError
from edgemark.graph import GraphSamples
from edgemark.io import moves
from edgemark.io.archive import Archive, array_of
from edgemark.io.files import checked_path, load, name_the_file
from edgemark.io.limits import Limits
from edgemark.io.npz import names_of
from edgemark.io.source import Source

__all__ = ["holds_samples", "read_samples"]

_DEFAULT_LIMITS = Limits()


def read_samples(
    path: str | os.PathLike[str],
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Sequence[str] | None = None,
    kind: Kind | None = None,
    burn_in: float = 0,
    length: float | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> GraphSamples:
    r"""
    Read weighted graphs from a file.

    A NumPy file ``.npy`` holds matrices of zeros and ones of shape (S, p, p). An archive ``.npz`` holds
    them under the name `adjacency`, or one of their own choice, and may hold names of the nodes under
    `nodes` and numbers under `weights`. A ``.csv`` holds the moves of a Markov chain as benchpress
    writes them, with columns index, score, added and removed; each graph that the chain visits is read
    once and weighted by the iterations it stays.

    Args:
        path: the file.
        direction: for matrices, which way a 1 points, see `Graph.from_adjacency`.
        symmetric: for matrices, what 1 in both cells of a pair means, see `Graph.from_adjacency`.
        nodes: for matrices without names, the names of the rows; for moves, the nodes in their order,
            which a file without the two rows of negative index does not say.
        kind: for matrices, what every graph is declared to be.
        burn_in: for moves, how many iterations, or how much time, to leave out at the start.
        length: for moves, how many iterations the chain has; None lets it end with the last row. The
            BiDAG modules of benchpress end with two rows that undo and redo the last move: give the
            index of the first of them.
        limits: what the file may cost.

    Returns:
        The graphs and their weights.

    Raises:
        OSError: the file cannot be opened.
        FormatError: it is not of such a format, or its moves are impossible.
        AmbiguityError: matrices, and nobody said how to read them.
        GraphError: a matrix that is no graph, or nothing left after `burn_in`.
        LimitError: it is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "chain.csv"
        >>> _ = path.write_text('''index,score,added,removed
        ... -2,0.0,[a->b;a->c],[]
        ... -1,0.0,[],[a->b;a->c]
        ... 0,-31.5,[b->c],[]
        ... 3,-30.1,[c->b],[b->c]
        ... ''')
        >>> samples = read_samples(path)
        >>> samples, samples.weights, samples[0]
        (<GraphSamples: 2 graphs of 3 nodes, 4 draws>, array([0.75, 0.25]), Graph.parse('b --> c; a'))
        >>> folder.cleanup()
    """
    place = checked_path(path)
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    try:
        source = Source(load(place, limits), direction, symmetric, limits, kind)
        if place.suffix.lower() == ".csv":
            return moves.read(source, nodes, burn_in, length)
        return _matrices(source, place.suffix.lower(), nodes)
    except EdgemarkError as error:
        name_the_file(error, place)
        raise


def holds_samples(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like one of samples rather than of a graph or of scores.

    Raises:
        OSError: the file cannot be opened.
    """
    place = checked_path(path)
    source = Source(load(place, _DEFAULT_LIMITS))
    try:
        if place.suffix.lower() == ".csv":
            return moves.sniff(source)
        return place.suffix.lower() in _ARRAYS and _ARRAYS[place.suffix.lower()](source)[0].ndim == 3
    except EdgemarkError:
        return False


# ---- matrices

Parts = tuple[NDArray[Any], list[str] | None, NDArray[Any] | None]


def _of_npy(source: Source) -> Parts:
    return array_of(source.data), None, None


def _of_npz(source: Source) -> Parts:
    archive = Archive(source.data, source.limits)
    others = [name for name in archive.names if name not in ("nodes", "weights")]
    key = "adjacency" if "adjacency" in archive else others[0] if len(others) == 1 else ""
    if set(others) != {key}:
        raise FormatError(
            f"an archive of samples must hold the matrices under the name 'adjacency', and nothing else "
            f"but 'nodes' and 'weights'; got {', '.join(map(repr, archive.names[:8])) or 'no array'}"
        )
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    weights = archive["weights"] if "weights" in archive else None  # noqa: SIM401 - it has no get
    return archive[key], names, weights


_ARRAYS = {".npy": _of_npy, ".npz": _of_npz}


def _matrices(source: Source, suffix: str, nodes: Sequence[str] | None) -> GraphSamples:
    if suffix not in _ARRAYS:
        raise FormatError(
            f"a file of samples must end in .npy or .npz (matrices) or .csv (moves); got {suffix!r}"
        )
    array, names, weights = _ARRAYS[suffix](source)
    if array.ndim != 3 or array.shape[1] != array.shape[2]:
        raise FormatError(f"samples must be matrices, of shape (S, p, p); got {array.shape}")
    source.limits.check_nodes(array.shape[1])
    source.limits.check_edges(int(np.count_nonzero(array)) // 2)
    if names is not None and nodes is not None and list(nodes) != names:
        raise FormatError("the file names its nodes; leave nodes out")
    return GraphSamples.from_adjacency(
        array,
        direction=source.direction,
        symmetric=source.symmetric,
        nodes=nodes if names is None else names,
        kind=source.kind,
        weights=weights,
    )
