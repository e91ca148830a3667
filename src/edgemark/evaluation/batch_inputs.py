"""Read many graphs for a table of results: stacks, arrays, tensors, lists and mappings of graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeGuard, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import is_whole
from edgemark.conventions.options import Direction, Symmetric
from edgemark.errors import (
    AlignmentError,
    ConventionError,
    EdgemarkError,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
)
from edgemark.foreign import package_of
from edgemark.frame_labels import Labels
from edgemark.graph import Graph, GraphStack
from edgemark.graph.align import align
from edgemark.graph.counted_names import are_numbers_in_disorder
from edgemark.graph.estimate import Estimate
from edgemark.graph.frame_values import as_names
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.host import is_tensor, on_host
from edgemark.keys import (
    has_positions,
    in_order,
    is_series,
    keys_of,
    order_by_key,
    refuse_keys_on_one_side,
)
from edgemark.progress import Show

__all__ = [
    "ArrayOrStackOrMapping",
    "Group",
    "MatrixOptions",
    "StackOrMapping",
    "are_scored",
    "as_collection",
    "by_name",
    "demand_as_many",
    "demand_one_class",
    "empty_stack",
    "graph_of",
    "grouped",
    "hold_matrices",
    "over_same_nodes",
    "read",
    "read_estimates",
    "stacked",
    "truths_by_key",
    "with_name",
]

T = TypeVar("T")
Side = Literal["truth", "estimate"]

_MAX_SHOWN = 20  # names of nodes in advice
_FRAMES = frozenset({"pandas", "polars", "scipy"})


@dataclass(frozen=True, slots=True)
class MatrixOptions:
    """The options for reading matrices of zeros and ones, see `Graph.from_adjacency`."""

    direction: Direction | None = None
    symmetric: Symmetric | None = None
    nodes: Iterable[str] | None = None

    def __post_init__(self) -> None:
        # The names may be an iterator, which can be read only once.
        if isinstance(self.nodes, Iterator):
            object.__setattr__(self, "nodes", tuple(self.nodes))

    def refuse(self, estimates: Any) -> None:
        """Refuse options for matrices if there are no matrices."""
        if self.is_given:
            raise ConventionError(
                "direction, symmetric and nodes apply to matrices only, such as an array of shape "
                f"(S, p, p); got a {type(estimates).__name__}",
                Remedy("Leave them out", "direction=None, symmetric=None, nodes=None"),
            )

    def refuse_idle_names(self, *collections: ArrayOrStackOrMapping) -> None:
        """Refuse `nodes` if each matrix is a frame whose labels are these names, in any order."""
        if self.nodes is None or any(isinstance(each, np.ndarray) for each in collections):
            return
        things = [x for each in collections if isinstance(each, Mapping) for x in each.values()]
        matrices = [thing for thing in things if _is_matrix(thing)]
        if matrices and all(map(self._are_labels_of, matrices)):
            raise ConventionError(
                "nodes names the rows of matrices without labels; every matrix here is a frame whose "
                "labels name its nodes",
                Remedy("Leave it out", "nodes=None"),
            )

    @property
    def is_given(self) -> bool:
        """Whether any option is given."""
        return (self.direction, self.symmetric, self.nodes) != (None, None, None)

    def stack(self, array: Any) -> GraphStack:
        """Read an array of shape (S, p, p)."""
        return GraphStack.from_adjacency(
            array, direction=self.direction, symmetric=self.symmetric, nodes=self.nodes
        )

    def graph(self, matrix: Any) -> Graph:
        """Read one matrix. A labelled frame is read by its own labels, which may be in another order."""
        nodes = None if self.nodes is None or self._are_labels_of(matrix) else self.nodes
        return Graph.from_adjacency(
            matrix, direction=self.direction, symmetric=self.symmetric, nodes=nodes
        )

    def _are_labels_of(self, matrix: Any) -> bool:
        columns = Labels.of(matrix).columns
        return columns is not None and set(columns) == set(self.nodes or ())

    def demand_names(self, truth: Graph, estimate: Graph) -> None:
        """
        Refuse a matrix without names beside a truth with names, or the other way round.

        Raises:
            AlignmentError: only one of the two has names; the error suggests how to name the other.
        """
        if not self.is_given or truth.is_named == estimate.is_named:
            return
        nodes = (truth if truth.is_named else estimate).nodes
        order = "the order of the truth"
        if are_numbers_in_disorder(nodes):
            nodes, order = tuple(sorted(nodes, key=int)), "the numbers that are names in the truth"
        names = f"{list(nodes)}" if len(nodes) <= _MAX_SHOWN else "names"
        if truth.is_named:
            raise AlignmentError(
                "nodes are matched by name; the matrix has none",
                Remedy(f"If its rows follow {order}, name them", f"nodes={names}"),
            )
        raise AlignmentError(
            "nodes are matched by name; the truth has none",
            Remedy("Name those of the truth", f"as_graph(truth).with_nodes({names})"),
        )


_NO_OPTIONS = MatrixOptions()

StackOrMapping = GraphStack | Mapping[Any, Any]
ArrayOrStackOrMapping = NDArray[Any] | StackOrMapping


def read_estimates(
    things: Any, what: str, matrix_options: MatrixOptions
) -> tuple[StackOrMapping, tuple[str, ...]]:
    """Return estimates as a stack or by name, and their names; refuse options without matrices."""
    collection = as_collection(things, what)
    if not hold_matrices(collection):
        matrix_options.refuse(things)
    matrix_options.refuse_idle_names(collection)
    return read(collection, matrix_options)


def as_collection(things: Any, what: str) -> ArrayOrStackOrMapping:
    """Return an array, a stack, or items by name or position; copy tensors to main memory."""
    things = on_host(things)
    if package_of(things) in _FRAMES and not is_series(things):
        name = what.removeprefix("the ")
        is_grouped = type(things).__name__.endswith("GroupBy")
        raise InputTypeError(
            f"{what} must be several; got one {type(things).__name__}",
            Remedy("Build a graph of each group, and put the graphs into a dictionary by name")
            if is_grouped
            else Remedy("Put it in a list", f"[{name}]"),
        )
    return things if isinstance(things, np.ndarray | GraphStack) else by_name(things, what)


def hold_matrices(collection: ArrayOrStackOrMapping) -> bool:
    """Return whether any input is a matrix, to which the options for matrices apply."""
    if isinstance(collection, Mapping):
        return any(map(_is_matrix, collection.values()))
    return isinstance(collection, np.ndarray)


def read(
    collection: ArrayOrStackOrMapping, matrix_options: MatrixOptions, side: Side = "estimate"
) -> tuple[StackOrMapping, tuple[str, ...]]:
    """
    Read the matrices of estimates or of truths; return a stack, or items by name, and their names.

    Matrices of one size become a stack, which is read in one call of the core.
    """
    if isinstance(collection, np.ndarray):
        collection = matrix_options.stack(collection)
    if isinstance(collection, GraphStack):
        return collection, tuple(map(str, range(len(collection))))
    names = tuple(as_names(collection))
    if not matrix_options.is_given:
        return collection, names
    arrays = _of_one_size(collection.values())
    if arrays:
        return matrix_options.stack(np.stack(arrays)), names
    return {
        name: with_name(matrix_options.graph, name, thing, side) if _is_matrix(thing) else thing
        for name, thing in collection.items()
    }, names


def _of_one_size(things: Iterable[Any]) -> list[NDArray[Any]]:
    """Return matrices as arrays if all are arrays or tensors of one size, else an empty list."""
    arrays = [on_host(thing) for thing in things]
    if not all(type(array) is np.ndarray and array.ndim == 2 for array in arrays):
        return []
    return arrays if len({array.shape for array in arrays}) == 1 else []


def _is_matrix(thing: Any) -> bool:
    if isinstance(thing, list):
        return bool(thing) and all(isinstance(row, list | tuple | np.ndarray) for row in thing)
    return isinstance(thing, np.ndarray) or package_of(thing) in _FRAMES or is_tensor(thing)


def by_name(things: Any, what: str) -> Mapping[Any, Any]:
    """Return a mapping unchanged, a series by its labels, and other inputs by position."""
    from edgemark.io.objects import demand_several

    if isinstance(things, Estimate) and not isinstance(things, TemporalEstimate):
        name = what.removeprefix("the ")
        row_of_each_sample = (
            Remedy("Make a row of each sample", f"{name}.stack") if hasattr(things, "stack") else None
        )
        raise InputTypeError(
            f"{what} must be several; got one {type(things).__name__}",
            *filter(None, (Remedy("Put it in a list", f"[{name}]"), row_of_each_sample)),
        )
    demand_several(things, what)
    if is_series(things):
        return dict(zip(_distinct_labels(things, what), things, strict=True))
    return things if isinstance(things, Mapping) else dict(enumerate(things))


def _distinct_labels(series: Any, what: str) -> tuple[Any, ...]:
    labels = keys_of(series) or ()
    if len(set(labels)) < len(labels):
        name = what.removeprefix("the ")
        raise GraphError(
            f"each of {what} needs its own label; the index of the series has repeated labels",
            Remedy("Match and name them by position", f"list({name})"),
        )
    return labels


def graph_of(thing: Any) -> Graph:
    """Read one graph."""
    if isinstance(thing, Graph):
        return thing
    from edgemark.io import as_graph

    return as_graph(thing)


def _aligned(truth: Graph, matrix_options: MatrixOptions, thing: Any) -> Graph:
    graph = graph_of(thing)
    matrix_options.demand_names(truth, graph)
    return align(truth, graph)


def with_name(read: Callable[[Any], T], name: Any, thing: Any, side: Side = "estimate") -> T:
    """Return `read(thing)`; an error names the estimate or the truth."""
    try:
        return read(thing)
    except (EdgemarkError, InputTypeError) as error:
        raise error.after(f"{side} {name!r}: ") from None


def stacked(
    truth: Graph, estimates: StackOrMapping, show: Show, matrix_options: MatrixOptions = _NO_OPTIONS
) -> GraphStack:
    """Stack estimates over the nodes of the truth; a stack stays as it is, if its nodes are the same."""
    if isinstance(estimates, GraphStack):
        if len(estimates):
            matrix_options.demand_names(truth, estimates.like)
            align(truth, estimates.like)  # Raises an error if the nodes differ.
        return estimates
    graphs = [
        with_name(partial(_aligned, truth, matrix_options), *item)
        for item in show("estimates", estimates.items())
    ]
    return GraphStack(graphs) if graphs else empty_stack(truth)


def empty_stack(like: Graph) -> GraphStack:
    """Return a stack without graphs."""
    return GraphStack._make(np.empty(0, np.uint64), np.zeros(1, np.uint64), like, ())


# ---- scores and samples


def are_scored(estimates: StackOrMapping) -> TypeGuard[Mapping[Any, Any]]:
    """Return whether at least one estimate is scores or samples."""
    return isinstance(estimates, Mapping) and any(
        isinstance(thing, Estimate) and not isinstance(thing, TemporalEstimate)
        for thing in estimates.values()
    )


def demand_one_class(estimates: Sequence[Any], classes: str) -> None:
    """Refuse a mixture of graphs, scores and samples, since different metrics apply to each."""
    types = dict.fromkeys(type(estimate).__name__ for estimate in estimates)
    if len(types) > 1:
        raise KindError(
            f"the estimates of a table must be all {classes}; got {' and '.join(types)}",
            Remedy("Make a table of each"),
        )


# ---- pairs


def demand_as_many(n_truths: int, n_estimates: int) -> None:
    """Refuse estimates without a truth, and truths without an estimate."""
    if n_truths != n_estimates:
        raise GraphError(
            f"each estimate needs its own truth; got {n_truths} truths and {n_estimates} estimates",
            Remedy("Compare many estimates with one truth by evaluate_many"),
        )


def truths_by_key(
    truths: Any, estimates: Any, sides: tuple[ArrayOrStackOrMapping, ArrayOrStackOrMapping]
) -> ArrayOrStackOrMapping:
    """
    Return the truths in the order of the estimates, if both are given by key.

    Args:
        truths: the truths as given.
        estimates: the estimates as given.
        sides: both as arrays, stacks or mappings.
    """
    truths_read, estimates_read = sides
    names = "the truths", "the estimates"
    refuse_keys_on_one_side(
        truths, estimates, names, GraphError, *_remedies_for_keys_on_one_side(truths, estimates)
    )
    order = order_by_key(
        truths,
        estimates,
        names,
        _remedy_for_different_keys(truths, estimates),
        GraphError,
    )
    if order is None or not isinstance(truths_read, Mapping) or not isinstance(estimates_read, Mapping):
        return truths_read
    return {key: truths_read[key] for key in estimates_read}


def _remedy_for_different_keys(truths: Any, estimates: Any) -> Remedy:
    keys = keys_of(truths) or (), keys_of(estimates) or ()
    texts = [{str(key) for key in side if is_whole(key) or isinstance(key, str)} for side in keys]
    if texts[0] == texts[1] and isinstance(truths, Mapping) and isinstance(estimates, Mapping):
        name = "truths" if any(is_whole(key) for key in keys[0]) else "estimates"
        return Remedy(
            f"Write the keys of the {name} as text", f"{{str(key): {name}[key] for key in {name}}}"
        )
    return Remedy("Rename the keys that differ; or, if both are in the same order, give lists")


def _remedies_for_keys_on_one_side(truths: Any, estimates: Any) -> Iterator[Remedy]:
    """Remedies for keys on one side only: give the other side the same keys, or positions."""
    with_keys, other_name, name = truths, "estimates", "truths"
    if has_positions(truths):
        with_keys, other_name, name = estimates, "truths", "estimates"
    ordered = in_order(with_keys, name)
    say = f"If both are in the same order, give the {other_name} the keys of the {name}"
    keys = f"{name}.keys()"
    if "sort" in ordered:
        say = f"If the {other_name} are in the order of the sorted keys, give them these keys"
        keys = f"sorted({name})" if "sorted(" in ordered else f"{name}.sort_index().index"
    yield Remedy(say, f"dict(zip({keys}, {other_name}))")


@dataclass(frozen=True)
class Group:
    """Pairs on the same nodes: their rows in the table, truths and estimates."""

    rows: NDArray[np.intp]
    truths: GraphStack
    estimates: GraphStack


def over_same_nodes(graphs: Sequence[Graph]) -> bool:
    """Return whether all graphs have the same nodes, in any order."""
    return len({_node_set(graph) for graph in graphs}) <= 1


def grouped(
    truths: Sequence[Graph], estimates: Iterable[tuple[Any, Any]], matrix_options: MatrixOptions
) -> list[Group]:
    """Group pairs by the nodes of the truth; each group has the node order of its first truth."""
    pairs = [
        (truth, with_name(partial(_aligned, truth, matrix_options), *item))
        for truth, item in zip(truths, estimates, strict=True)
    ]
    rows_of: dict[object, list[int]] = {}
    for k, truth in enumerate(truths):
        rows_of.setdefault(_node_set(truth), []).append(k)
    groups = []
    for rows in rows_of.values():
        first = truths[rows[0]]  # A stack takes the node order of its first graph.
        sides = [GraphStack([first, *(pairs[k][side] for k in rows)])[1:] for side in (0, 1)]
        groups.append(Group(np.array(rows, np.intp), *sides))
    return groups


def _node_set(graph: Graph) -> object:
    return frozenset(graph.nodes) if graph.is_named else graph.n_nodes
