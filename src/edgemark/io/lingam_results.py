"""What the matrices of lingam mean, and errors with the code that makes graphs of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, Remedy

__all__ = ["code_of_graph", "has_lags", "nan_is_unknown", "refusal_of_several_matrices"]

_NAN_IS_HIDDEN_CAUSE = frozenset(
    {"RCD", "CAMUV", "MultiGroupRCD", "MultiGroupCAMUV", "ABICLiNGAM", "ABICBootstrapResult"}
)
"""Classes that write nan where two variables have a hidden common cause."""

_COPIED = frozenset({"BootstrapResult", "MultiGroupDirectLiNGAM", "VARMALiNGAM"})
"""Classes that causal-learn copies from lingam, with the same matrices."""

_OVER_TIME = ("VAR", "Longitudinal")
"""Beginnings of the names of classes whose matrices belong to lags."""


def has_lags(obj: Any) -> bool:
    """Whether the matrices of a result or model of lingam belong to lags, not samples or data sets."""
    names = (cls.__name__ for cls in type(obj).__mro__)
    return hasattr(obj, "adjacency_matrices_") and any(name.startswith(_OVER_TIME) for name in names)


def nan_is_unknown(obj: Any) -> bool:
    """
    Whether a matrix of a model has nan that is not known to mean a hidden common cause.

    BottomUpParceLiNGAM and GroupLiNGAM write nan where they find no order of two variables. A
    BootstrapResult does not name its model.
    """
    matrices = getattr(obj, "adjacency_matrices_", None)
    matrices = [obj.adjacency_matrix_] if matrices is None else matrices
    names = {cls.__name__ for cls in type(obj).__mro__}
    return names.isdisjoint(_NAN_IS_HIDDEN_CAUSE) and any(
        np.isnan(np.asarray(matrix, np.float64)).any() for matrix in matrices
    )


def refusal_of_several_matrices(obj: Any) -> AmbiguityError | None:
    """
    Return the error for a bootstrap of lingam, a list of bootstraps, or a model of several data sets or
    time points.

    Its remedies are the code that makes graphs or scores of the matrices. Return None if the object has
    none or the code is unknown.
    """
    one = obj[0] if isinstance(obj, list) and obj else obj
    name = type(one).__name__
    package = type(one).__module__.partition(".")[0]
    is_copy = package == "causallearn" and name in _COPIED
    if not (package == "lingam" or is_copy) or not hasattr(one, "adjacency_matrices_"):
        return None
    remedies = _remedies_for_several(name) if one is not obj else _remedies_for_one(name, obj)
    if not remedies:
        return None
    what = f"a list of {name}" if one is not obj else name
    return AmbiguityError(
        f"a graph has one matrix; got {what} of lingam, which has several, with the cause in the column",
        *remedies,
    )


def code_of_graph(matrices: Any, code: str) -> str:
    """
    Return the code that makes a graph of a matrix of lingam whose nan marks a hidden common cause.

    Args:
        matrices: the matrix, or several.
        code: the expression of one matrix.

    Examples:
        >>> code_of_graph([[0, 0], [0.5, 0]], "B")
        'Graph.from_adjacency(B != 0, direction="column-to-row")'
        >>> from edgemark import Graph
        >>> B = [[0, np.nan, 0], [np.nan, 0, 0], [2, 0, 0]]
        >>> eval(code_of_graph(B, "B"), {"Graph": Graph, "B": B}).edges()
        [('0', '<->', '1'), ('0', '-->', '2')]
    """
    if not np.isnan(np.asarray(matrices, np.float64)).any():
        return f'Graph.from_adjacency({code} != 0, direction="column-to-row")'
    cells = f"for i, row in enumerate({code}) for j, cell in enumerate(row)"
    directed = f'[(j, "-->", i) {cells} if cell == cell and cell != 0]'
    return f'Graph(len({code}), {directed} + [(i, "<->", j) {cells} if cell != cell and i < j])'


def _remedies_for_one(name: str, obj: Any) -> list[Remedy]:
    """Remedies for one bootstrap or model, by the name of its class."""
    if name == "VARMALiNGAM":  # a pair of arrays, which may differ in their numbers of lags
        return [
            Remedy(
                "Make a time series graph of the first array, without the moving averages, with your "
                "own threshold, and name the columns of the data in their order with nodes=",
                'TemporalGraph.from_matrices(obj.adjacency_matrices_[0], direction="column-to-row", '
                "first_lag=0, threshold=0.05)",
            )
        ]
    is_unknown = nan_is_unknown(obj)
    to_graphs = (
        f"[{code_of_graph(obj.adjacency_matrices_, 'matrix')} for matrix in obj.adjacency_matrices_]"
    )
    columns = "and name the columns of the data in their order with nodes="
    if name.startswith("MultiGroup") and is_unknown:
        return [
            Remedy(
                "nan may mean that the order of two variables is unknown. Choose their edge yourself, "
                "and build the graphs with Graph.from_edges"
            )
        ]
    if name.startswith("MultiGroup") and "<->" in to_graphs:
        say = "Make a graph of each data set, and name its nodes with graph.with_nodes(names)"
        return [Remedy(say, to_graphs)]
    if name.startswith("MultiGroup"):
        return [Remedy(f"Make a graph of each data set, {columns}", to_graphs)]
    of_samples = [
        Remedy(
            f"Score each edge by its share of the samples, {columns}",
            'EdgeScores(obj.get_probabilities(), direction="column-to-row")',
        ),
        *([] if is_unknown else [Remedy("Or compare the samples", f"GraphSamples({to_graphs})")]),
    ]
    by_class: Mapping[str, list[Remedy]] = {
        "BootstrapResult": of_samples,
        "ABICBootstrapResult": of_samples,
        "VARBootstrapResult": [
            Remedy(
                f"Score each lagged edge by its share of the samples, {columns}",
                'TemporalScores(obj.get_probabilities(), direction="column-to-row", first_lag=0)',
            )
        ],
        "LongitudinalLiNGAM": _remedies_for_time_points(obj),
    }
    return by_class.get(name, [])


def _remedies_for_time_points(obj: Any) -> list[Remedy]:
    """
    Remedies for a model with one matrix for each time point and lag.

    The matrices of the first time points are nan.

    lingam documents the lags 0, 1, 2 and so on. Since version 1.9.1, it stores the largest lag right
    after lag 0, and lag 1 at the end.
    """

    def code(matrices: str) -> str:
        return (
            f'[TemporalGraph.from_matrices({matrices}, direction="column-to-row", first_lag=0, '
            "threshold=0.05) for matrices in obj.adjacency_matrices_ if np.isfinite(matrices).all()]"
        )

    say = (
        "Make a time series graph of each time point whose past was observed, with your own threshold, "
        "and name the columns of the data in their order with nodes="
    )
    if len(obj.adjacency_matrices_[0]) <= 2:  # lags 0 and 1
        return [Remedy(say, code("matrices"))]
    return [
        Remedy(
            f"{say}. Since version 1.9.1, lingam stores the largest lag first, after lag 0",
            code("matrices[[0, *range(len(matrices) - 1, 0, -1)]]"),
        ),
        Remedy("Before version 1.9.1, it stored lag 1 first", code("matrices")),
    ]


def _remedies_for_several(name: str) -> list[Remedy]:
    if name != "BootstrapResult":
        return []
    return [
        Remedy(
            "Score the edges of each data set by their shares of its samples, and name the columns of "
            "the data in their order with nodes=",
            '[EdgeScores(one.get_probabilities(), direction="column-to-row") for one in obj]',
        )
    ]
