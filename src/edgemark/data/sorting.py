"""Sortability: what the scale of data reveals about the causal order, and graphs learned by sorting."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import demand_whole, refuse_masked
from edgemark.conventions.options import choices, require
from edgemark.errors import (
    AlignmentError,
    GraphError,
    MissingExtraError,
    Remedy,
    listing,
    plural,
)
from edgemark.frame_labels import Labels
from edgemark.graph import Graph
from edgemark.graph.equivalence import refuse_declaration, refuse_false_class
from edgemark.graph.frame_values import agreed_names, as_names
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.kinds import demand
from edgemark.host import on_host

__all__ = ["SortBy", "SortOrder", "sort_regress", "sortability"]

SortBy = Literal["variance", "r2"]
SortOrder = Literal["variance", "r2", "random"]
Values = NDArray[np.float64]


def sortability(truth: Any, data: Any, *, by: SortBy = "variance") -> float:
    r"""
    Return how well variance, or predictability, sorts the variables into their causal order.

    .. math:: \frac{\sum_k \sum_{i, j: (A^k)_{ij} > 0} \mathrm{incr}(s_i, s_j)}{\sum_k |\{(i, j):
              (A^k)_{ij} > 0\}|}

    over the lengths k of directed paths, where A is the adjacency matrix, s_i the score of node i (its
    variance or R²), and incr is 1 if the score rises from i to j, 1/2 if it stays and 0 if it falls. A
    pair counts once for each length of a path between its nodes. A score stays the same if its relative
    change is at most 1e-5, so data of unit variance tie even in single precision or with six digits in a
    file.

    Args:
        truth: true DAG: a Graph, or an object that `as_graph` reads.
        data: a row for each sample, a column for each node in the order of ``truth.nodes``; the columns
            of a frame are matched by name.
        by: "variance" (varsortability), or "r2": the share of a variable's variance that all the others
            explain linearly (R²-sortability, which does not change with units).

    Returns:
        0 to 1; 0.5 reveals nothing, and 1 reveals the causal order. nan without an edge.

    Raises:
        AlignmentError: the columns are not the nodes of the truth.
        GraphError: the data are not a finite matrix of two samples or more; for "r2", there are not more
            samples than columns, or a column is constant or a combination of others.
        KindError: the truth is not a DAG, is declared a MAG or a PAG, or is not of its declared kind.

    References:
        Reisach, Seiler, Weichwald (2021), arXiv:2102.13647; Reisach, Tami, Seiler, Chambaz, Weichwald
        (2023), arXiv:2303.18211.

    Examples:
        >>> truth = Graph.parse("A --> B; A --> C; B --> C")
        >>> sortability(truth, [[0, 0, 0], [1, 3, 2]])
        0.75
    """
    require("by", by, choices(SortBy))
    if not isinstance(truth, Graph):
        from edgemark.io import as_graph

        truth = as_graph(truth)
    refuse_declaration(truth, "sortability", "truth")
    demand(truth, "dag", "sortability")
    refuse_false_class(truth, "sortability", "truth")
    scores = _scores(_matrix(data, truth), by)
    difference = scores[None, :] - scores[:, None]
    magnitude = np.maximum(np.abs(scores)[None, :], np.abs(scores)[:, None])
    rises = np.where(np.abs(difference) <= _TIE * magnitude, 0.5, difference > 0)
    step = (truth.marks == _ARROW) & (truth.marks.T == _TAIL)
    reached, correct, paths = step, 0.0, 0
    while reached.any():
        correct += float(rises[reached].sum())
        paths += int(reached.sum())
        reached = (reached.astype(np.float32) @ step.astype(np.float32)) > 0
    return correct / paths if paths else float("nan")


def sort_regress(data: Any, *, by: SortOrder = "variance", nodes: Any = None, seed: int = 0) -> Graph:
    """
    Learn a DAG: sort the variables, and fit a sparse regression of each on those before it.

    A baseline: it shows how much the scale of the data, or a random order, already achieves.

    Args:
        data: a row for each sample; a frame names its columns.
        by: "variance", "r2" (see `sortability`), or "random".
        nodes: names of the columns; None takes those of a frame, and leaves other columns unnamed. Names
            that differ from those of a frame are refused.
        seed: seed of the random order.

    Returns:
        A DAG with an edge for each coefficient that is not 0 in the model with the best BIC.

    Raises:
        AlignmentError: the numbers of names and columns differ.
        ConventionError: the seed is negative or not an integer.
        GraphError: the data are not a finite matrix with more samples than columns, or `nodes` differ
            from the names of a frame; for "r2", a column is constant or a combination of others.
        MissingExtraError: CausalDisco is not installed.

    References:
        Reisach, Seiler, Weichwald (2021), arXiv:2102.13647.

    Examples:
        >>> import numpy as np
        >>> noise = np.random.default_rng(0).normal(size=(500, 2))
        >>> sort_regress(np.column_stack([noise[:, 0], 2 * noise[:, 0] + noise[:, 1]]), nodes=["A", "B"])
        Graph.parse('A --> B', kind='dag')
    """
    require("by", by, choices(SortOrder))
    demand_whole("seed", seed, 0)
    try:
        from CausalDisco import baselines
    except ImportError:
        raise MissingExtraError("causaldisco", "algorithms") from None
    columns = data.columns if hasattr(data, "columns") else None
    given_names = nodes if nodes is None else checked_names(nodes)
    if given_names is not None:  # Labels 0, 1, 2, ... are positions, so any names may be given.
        columns = Labels.of(data).columns
    names = agreed_names(given_names, None if columns is None else as_names(columns))
    values = _numbers(data)
    if names is not None and len(names) != values.shape[1]:
        raise AlignmentError(
            f"each of {plural(values.shape[1], 'column')} needs a name; got {plural(len(names), 'name')}"
        )
    if values.shape[1] < 2:
        return Graph(values.shape[1] if names is None else names, kind="dag")
    _demand_samples(values, "sort_regress")
    if by == "random":
        weights = baselines.random_sort_regress(values, seed=seed)
    elif by == "variance":
        weights = baselines.var_sort_regress(values)
    else:
        _correlations(values)
        weights = baselines.r2_sort_regress(values)
    return Graph.from_adjacency(weights != 0, direction="row-to-column", nodes=names, kind="dag")


_ARROW, _TAIL = 2, 3
_TIE = 1e-5  # Rounding data of mean 0 to single precision or six digits changes variances by less.
_SINGULAR = 1e-12
_LARGEST = 1e150  # The variance of larger numbers may overflow.


def _matrix(data: Any, truth: Graph) -> Values:
    if hasattr(data, "columns") and truth.is_named:
        names = [str(name) for name in data.columns]
        if sorted(names) != sorted(truth.nodes):
            missing = listing(sorted(set(truth.nodes) - set(names))) or "none"
            extra = listing(sorted(set(names) - set(truth.nodes))) or "none"
            raise AlignmentError(
                f"the columns of the data must be the nodes, each once; missing: {missing}; others: "
                f"{extra}"
            )
        column_of = {name: k for k, name in enumerate(names)}
        return _numbers(data)[:, [column_of[name] for name in truth.nodes]]
    values = _numbers(data)
    if values.shape[1] != truth.n_nodes:
        raise AlignmentError(
            f"the data must have a column for each of {truth.n_nodes} nodes, in their order; got "
            f"{values.shape[1]}"
        )
    return values


def _numbers(data: Any) -> Values:
    refuse_masked("data", data, GraphError)
    try:
        values = np.array(on_host(data), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise GraphError(f"data must be numbers, a row for each sample; {error}") from None
    in_range = bool((np.abs(values) <= _LARGEST).all())
    if values.ndim != 2 or len(values) < 2 or not in_range:
        raise GraphError(
            "data must be a finite matrix with a row for each of two samples or more; got shape "
            f"{values.shape}{'' if in_range else ' with nan, infinity or a number beyond 1e150'}"
        )
    return values


def _scores(values: Values, by: SortBy) -> Values:
    if by == "variance":
        return np.asarray(values.var(axis=0))
    _demand_samples(values, "R²-sortability")
    if not values.shape[1]:
        return np.empty(0)
    return np.asarray(1 - 1 / np.diag(np.linalg.inv(_correlations(values))))


def _demand_samples(values: Values, method: str) -> None:
    n, p = values.shape
    if n <= p:
        raise GraphError(
            f"{method} needs more samples than columns; got {plural(n, 'sample')} of "
            f"{plural(p, 'column')}"
        )


def _correlations(values: Values) -> Values:
    """Return the correlations of the columns; refuse a singular matrix."""
    if (values.min(axis=0) == values.max(axis=0)).any():
        raise GraphError(
            "R² needs columns that vary; one is constant", Remedy("Leave the constant column out")
        )
    correlations = np.atleast_2d(np.corrcoef((values / np.abs(values).max(axis=0)).T))
    eigenvalues = np.linalg.eigvalsh(correlations)
    if eigenvalues[0] <= _SINGULAR * eigenvalues[-1]:
        raise GraphError(
            "R² needs columns that are not linear combinations of others; one is",
            Remedy("Leave one of these columns out"),
        )
    return np.asarray(correlations)
