"""Files of weighted graphs: stacked matrices, and moves of a Markov chain."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.conventions.options import Direction, Kind, Symmetric, choices, require
from edgemark.errors import (
    EdgemarkError,
    FormatError,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
    listing,
)
from edgemark.graph import GraphSamples, GraphStack
from edgemark.graph.edge_words import unpack
from edgemark.graph.graph_samples import checked_weights
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.io import moves
from edgemark.io.archive import Archive, array_of, packed, refuse_scores_over_time
from edgemark.io.contents import CONTENTS, remedies_for_wrong_writer
from edgemark.io.csv_rows import name_without_nul
from edgemark.io.files import load, name_the_file, refuse_idle
from edgemark.io.limits import Limits
from edgemark.io.npz import STATED_OPTIONS, names_array, names_of, with_stated_options
from edgemark.io.paths import checked_path
from edgemark.io.separators import TABLES, with_commas
from edgemark.io.source import Source
from edgemark.replacing import replace_file
from edgemark.resources import demand_memory

__all__ = ["holds_samples", "read_samples", "write_samples"]

_DEFAULT_LIMITS = Limits()
_OPTIONAL_ARRAYS = ("nodes", "weights", "draws", *STATED_OPTIONS)
# Reading takes three bytes for each cell: whether it is 0, whether it is 1, and the state of the edge.
_BYTES_OF_CELL = 3
_WRITTEN_STATES = frozenset({FORWARD, BACKWARD, UNDIRECTED, CYCLE})
_BYTES_OF_EDGE = 24  # an edge of stacked graphs, which share one array of edges


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
    them under the name `adjacency` or another name. It may hold names of the nodes under `nodes`,
    weights under `weights`, and the number of draws under `draws`. An archive from `write_samples` also
    stores how to read it and the declared kind, so it needs no options. A ``.csv`` or ``.tsv`` holds the
    moves of a Markov chain as benchpress writes them, with columns index, added and removed. If
    there is a column time, too, it is used instead of index. Other columns, such as score, are ignored.
    Each graph that the chain visits is read once and weighted by the number of iterations, or the time,
    that the chain stays there.

    Args:
        path: the file.
        direction: for matrices, which way a 1 points, see `Graph.from_adjacency`.
        symmetric: for matrices, what 1 in both cells of a pair means, see `Graph.from_adjacency`.
        nodes: for matrices without names, the names of the rows; for moves, the nodes in order, which
            are needed if the file lacks the two rows of negative index.
        kind: the declared kind of every graph; None takes the kind that the file states, if any. Moves
            that make cycles of two nodes need "digraph".
        burn_in: how many matrices to discard at the start; for moves, how many iterations or how much
            time.
        length: for moves, the number of iterations of the chain, or the time at which it ends; None ends
            it with the last row. The BiDAG modules of benchpress end with two rows that undo and redo
            the last move: pass the index of the first of them.
        limits: limits on size and memory.

    Returns:
        The graphs and their weights.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file has another format, its moves are impossible, or `nodes` differ from the
            names in the file.
        AmbiguityError: `direction` or `symmetric` is missing for matrices.
        GraphError: a matrix that is not a graph, weights that are not numbers of 0 or more, nothing left
            after `burn_in`, a `burn_in` for weighted matrices, or a `length` for matrices.
        KindError: moves of undirected edges, with a `kind` other than "undirected".
        LimitError: the file is larger than `limits` allows.
        ConventionError: `direction` or `symmetric` has no effect on this file.

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
    samples, idle = read_with_idle_options(
        path,
        direction=direction,
        symmetric=symmetric,
        nodes=nodes,
        kind=kind,
        burn_in=burn_in,
        length=length,
        limits=limits,
    )
    if idle:
        refuse_idle(idle, f"{os.fspath(path)}: ")
    return samples


def read_with_idle_options(
    path: str | os.PathLike[str],
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Sequence[str] | None = None,
    kind: Kind | None = None,
    burn_in: float = 0,
    length: float | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> tuple[GraphSamples, frozenset[str]]:
    """
    Read samples like `read_samples`, but return the options that had no effect.

    A command may use the same options for a matrix and for a file that needs no direction.
    """
    file_path = checked_path(path)
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    try:
        CONTENTS["GraphSamples"].demand_readable(file_path)
        source = Source(load(file_path, limits), direction, symmetric, limits, kind)
        if file_path.suffix.lower() in TABLES:
            if file_path.suffix.lower() == ".tsv":  # in a .csv, semicolons separate edges
                source = with_commas(source, file_path.suffix)
            source.note_idle_option("direction")
            source.note_idle_option("symmetric")
            return moves.read(source, nodes, burn_in, length), frozenset(source.idle)
        if length is not None:
            raise GraphError(
                f"length applies to the moves of a chain (.csv); got length={length!r} for matrices",
                Remedy("Read all of them", "length=None"),
            )
        samples = _matrices(source, file_path.suffix.lower(), nodes, burn_in)
        return samples, frozenset(source.idle)
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


def holds_samples(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like samples instead of a graph or scores.

    Raises:
        OSError: the file cannot be opened.
    """
    file_path = checked_path(path)
    return sniff(Source(load(file_path, _DEFAULT_LIMITS)), file_path.suffix)


def sniff(source: Source, suffix: str) -> bool:
    """Whether the content of a file with this suffix looks like samples."""
    suffix = suffix.lower()
    try:
        if suffix in TABLES:
            return moves.sniff(with_commas(source, suffix) if suffix == ".tsv" else source)
        return suffix in _ARRAYS and _ARRAYS[suffix](source).matrices.ndim == 3
    except EdgemarkError:
        return False


def holds_graphs(source: Source, suffix: str) -> bool:
    """Whether a file that looks like samples holds graphs instead of coefficients or scores."""
    if suffix.lower() not in _ARRAYS:
        return True
    matrices = _ARRAYS[suffix.lower()](source).matrices
    return bool(((matrices == 0) | (matrices == 1)).all())


# ---- matrices


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The content of a file: matrices, how to read them, and optional names, weights and draws."""

    matrices: NDArray[Any]
    names: list[str] | None = None
    weights: NDArray[Any] | None = None
    draws: int | None = None
    direction: Direction | None = None
    symmetric: Symmetric | None = None
    kinds: NDArray[Any] | None = None


def _parts_of_npy(source: Source) -> _Parts:
    return _Parts(array_of(source.data), direction=source.direction, symmetric=source.symmetric)


def _parts_of_npz(source: Source) -> _Parts:
    archive = Archive(source.data, source.limits)
    refuse_scores_over_time(archive)
    others = [name for name in archive.names if name not in _OPTIONAL_ARRAYS]
    key = "adjacency" if "adjacency" in archive else others[0] if len(others) == 1 else ""
    if set(others) != {key}:
        raise FormatError(
            f"an archive of samples must hold its matrices as 'adjacency', and nothing else but "
            f"{', '.join(map(repr, _OPTIONAL_ARRAYS))}; got "
            f"{', '.join(map(repr, archive.names[:8])) or 'no array'}"
        )
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    weights = archive["weights"] if "weights" in archive else None  # noqa: SIM401 - it has no get
    options = with_stated_options(archive, source)
    kinds = archive["kind"] if "kind" in archive else None  # noqa: SIM401 - it has no get
    return _Parts(
        archive[key], names, weights, _draws(archive), options.direction, options.symmetric, kinds
    )


def _draws(archive: Archive) -> int | None:
    if "draws" not in archive:
        return None
    draws = archive["draws"]
    if draws.shape != () or draws.dtype.kind not in "iu" or int(draws) < 1:
        raise FormatError("'draws' must be one whole number, 1 or more")
    return int(draws)


_ARRAYS = {".npy": _parts_of_npy, ".npz": _parts_of_npz}


def _call_of(source: Source, burn_in: float) -> str:
    """Return the call that reads the matrices with the same options, but without `nodes`."""
    given = {"direction": source.direction, "symmetric": source.symmetric, "kind": source.kind}
    options = [f'{name}="{value}"' for name, value in given.items() if value is not None]
    if burn_in:
        options.append(f"burn_in={burn_in}")
    return f"read_samples({', '.join(['path', *options])})"


def _matrices(source: Source, suffix: str, nodes: Sequence[str] | None, burn_in: float) -> GraphSamples:
    parts = _ARRAYS[suffix](source)
    array, names = parts.matrices, parts.names
    if array.ndim != 3 or array.shape[1] != array.shape[2]:
        raise FormatError(f"samples must be matrices, of shape (S, p, p); got {array.shape}")
    source.limits.check_nodes(array.shape[1])
    source.limits.check_memory(
        array.nbytes + _BYTES_OF_CELL * array.size, f"{len(array)} matrices of {array.shape[1]} nodes"
    )
    source.limits.check_edges(int(np.count_nonzero(array)) // 2, bytes_each=_BYTES_OF_EDGE)
    if names is not None and nodes is not None and list(nodes) != names:
        raise FormatError(
            f"nodes must be left out if the file names its nodes; it has {listing(names)}",
            Remedy("Read them in the order of the file", "nodes=None"),
            Remedy("Choose another order", f"{_call_of(source, burn_in)}.with_nodes(nodes)"),
        )
    if parts.weights is not None:
        _check_weights(parts.weights, len(array))
    samples = GraphSamples.from_adjacency(
        array,
        direction=parts.direction,
        symmetric=parts.symmetric,
        nodes=nodes if names is None else names,
        kind=source.kind,
        weights=parts.weights,
    )
    if source.kind is None and parts.kinds is not None:
        samples = _declared(samples, parts.kinds)
    start = _start(burn_in, parts, len(samples))
    if start:
        return GraphSamples(samples.stack[start:])
    if parts.draws is not None:
        n_weighted = int(np.count_nonzero(samples._raw))
        if parts.draws < n_weighted:
            raise FormatError(
                f"'draws' must be the number of draws that the graphs stand for, at least "
                f"{n_weighted}, one for each graph with a weight; got {parts.draws}",
                Remedy("If the graphs are the draws, leave 'draws' out of the archive"),
            )
        return GraphSamples._make(samples.stack, samples._raw, parts.draws)
    return samples


def _check_weights(weights: NDArray[Any], n_matrices: int) -> None:
    """Refuse invalid weights, without a remedy for an argument that `read_samples` does not have."""
    try:
        checked_weights(weights, n_matrices)
    except GraphError as error:
        raise GraphError(
            f"the array 'weights': {error.message.problem}", Remedy(_advice_about(weights, n_matrices))
        ) from None


def _advice_about(weights: NDArray[Any], n_matrices: int) -> str:
    if weights.shape != (n_matrices,):
        return "Save one weight for each matrix, in their order"
    return "Save weights of 0 or more. If they are logarithms, save their exponentials"


def _declared(samples: GraphSamples, array: NDArray[Any]) -> GraphSamples:
    """Declare the kinds that an archive stores: one for all graphs, or one for each."""
    kinds = array.reshape(-1).tolist() if array.dtype.kind == "U" else [None]
    unknown = set(kinds) - {"", *choices(Kind)}
    if unknown or len(kinds) not in (1, len(samples)):
        raise FormatError(
            f"'kind' must be one word for all graphs, or one for each; the words are "
            f"{', '.join(choices(Kind))}, or empty; got {array.tolist()!r:.60}"
        )
    if len(kinds) < len(samples):
        kinds *= len(samples)
    stack = samples.stack
    declared = GraphStack._make(
        stack.words, stack.starts, stack.like, tuple(kind or None for kind in kinds)
    )
    return GraphSamples._make(declared, samples._raw, samples.n_draws)


def _start(burn_in: float, parts: _Parts, n_matrices: int) -> int:
    """Return how many matrices to discard; a burn-in above 0 needs one matrix for each draw."""
    if burn_in != 0 and parts.weights is not None:
        raise GraphError(
            "a burn-in needs one matrix for each iteration of a chain; the matrices of this archive "
            "have weights, so they are not the iterations of a chain in order",
            Remedy("Read all of them", "burn_in=0", "--burn-in 0"),
        )
    if burn_in != 0 and parts.draws not in (None, n_matrices):
        raise GraphError(
            f"a burn-in needs one matrix for each iteration of a chain; the {n_matrices} matrices of "
            f"this archive stand for {parts.draws} draws",
            Remedy("Read all of them", "burn_in=0", "--burn-in 0"),
        )
    start = as_number(burn_in)
    if not 0 <= start < n_matrices or not start.is_integer():
        raise GraphError(
            f"the burn-in must be a whole number from 0 to {n_matrices - 1}, because the file holds "
            f"{n_matrices} matrices; got {burn_in!r}"
        )
    return int(start)


# ---- writing


def write_samples(samples: GraphSamples, path: str | os.PathLike[str]) -> None:
    """
    Write weighted graphs to a NumPy archive. The file is written whole or not at all.

    ``read_samples(path)`` gives equal samples of the same declared kinds. The archive holds a 1 at row i
    and column j for i --> j, and in both cells for i --- j or for two directed edges. It also holds the
    meaning of these cells, names, weights, the number of draws, and the declared kinds.

    Args:
        samples: graphs of ``-->`` and ``---``. They must not have both ``---`` and pairs with directed
            edges in both directions, even if these are in different graphs.
        path: the path of the file, ending in ``.npz``; an existing file is replaced.

    Raises:
        OSError: the file cannot be written.
        FormatError: the file has another suffix, or an array cannot hold the names.
        KindError: the graphs have other edges, or both ``---`` and a cycle of two nodes.
        LimitError: the matrices take more memory than is free, or than EDGEMARK_MAX_MEMORY.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> from edgemark import Graph
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "samples.npz"
        >>> write_samples(GraphSamples([Graph.parse("A --> B"), Graph.parse("A; B")]), path)
        >>> read_samples(path)
        <GraphSamples: 2 graphs of 2 nodes, 2 draws>
        >>> folder.cleanup()
    """
    if not isinstance(samples, GraphSamples):
        raise InputTypeError(
            f"write_samples takes GraphSamples; got {type(samples).__name__}",
            *remedies_for_wrong_writer(samples, "samples"),
        )
    file_path = checked_path(path)
    CONTENTS["GraphSamples"].demand_writable(file_path)
    arrays: dict[str, NDArray[Any]] = {"adjacency": _ones_of(samples), "weights": samples._raw}
    if samples.is_named:
        arrays["nodes"] = names_array(samples.nodes, name_without_nul())
    arrays["draws"] = np.array(samples.n_draws)
    both_ways = "cycle" if CYCLE in samples.present_states else "undirected"
    arrays |= {"direction": np.array("row-to-column"), "symmetric": np.array(both_ways)}
    kinds = [kind or "" for kind in samples.stack.kinds]
    if any(kinds):
        arrays["kind"] = np.array(kinds if len(set(kinds)) > 1 else kinds[0])
    replace_file(file_path, packed(arrays.items()))


def _ones_of(samples: GraphSamples) -> NDArray[np.int8]:
    one_by_one = Remedy("Write the graphs one by one", 'write(samples[0], "0.json")')
    if not samples.present_states <= _WRITTEN_STATES:
        k = next(k for k in range(len(samples)) if not samples[k].present_states <= _WRITTEN_STATES)
        raise KindError(f"a matrix of 0 and 1 holds --> and ---; graph {k} has other edges", one_by_one)
    if samples.present_states >= {CYCLE, UNDIRECTED}:
        raise KindError(
            "a matrix can hold either --- or cycles of two nodes; the samples have both", one_by_one
        )
    shape = (len(samples), samples.n_nodes, samples.n_nodes)
    demand_memory(math.prod(shape), f"writing {shape[0]} matrices of {shape[1]} nodes")
    cells = np.zeros(shape, np.int8)
    firsts, seconds, states = unpack(samples.stack.words)
    graph_of_word = np.repeat(np.arange(len(samples)), np.diff(samples.stack.starts).astype(np.int64))
    forwards, backwards = states != BACKWARD, states != FORWARD
    cells[graph_of_word[forwards], firsts[forwards], seconds[forwards]] = 1
    cells[graph_of_word[backwards], seconds[backwards], firsts[backwards]] = 1
    return cells
