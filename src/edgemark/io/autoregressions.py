"""Coefficients of vector autoregressions: VARLiNGAM of lingam and causal-learn, statsmodels' VAR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.graph.frame_values import agreed_names
from edgemark.io.lingam_results import refusal_of_several_matrices
from edgemark.io.objects import class_names
from edgemark.io.series_refusals import unsupported_series


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """Read a fitted VARLiNGAM or the result of a VAR; both have the cause in the column."""
    classes = class_names(obj)
    if "VARLiNGAM" in classes and hasattr(obj, "adjacency_matrices_"):
        matrices, first_lag = obj.adjacency_matrices_, 0
    elif "SVARResults" in classes:
        raise _refusal_of_structural(obj)
    elif hasattr(obj, "coefs") and hasattr(obj, "names"):
        matrices, first_lag = obj.coefs, 1
        nodes = _names(obj, nodes)
    elif classes[0] in ("VARLiNGAM", "VAR"):
        call = "model.fit(data)" if classes[0] == "VARLiNGAM" else "result = model.fit(lags)"
        raise FormatError(
            f"a model must be fitted to have coefficients; got {classes[0]} without them",
            Remedy(f"Call fit first: {call}"),
        )
    else:
        raise refusal_of_several_matrices(obj) or unsupported_series(obj)
    if nodes is not None and not len(matrices):  # a VAR of order 0, which a criterion may select
        return TemporalGraph(nodes, max_lag=0)
    return TemporalGraph.from_matrices(
        np.asarray(matrices),
        direction="column-to-row",
        first_lag=first_lag,
        threshold=options["threshold"],
        nodes=nodes,
        cycles="keep",
    )


def _refusal_of_structural(result: Any) -> AmbiguityError:
    """
    Return the error for a structural VAR, whose attribute `coefs` holds those of its reduced form.

    With A x(t) = A C x(t-1) + B e, the rows of inv(B) A, divided by their diagonal, hold the
    contemporaneous coefficients, with the opposite sign. C is the matrix in `coefs`.
    """
    rows = "(S := (M := np.linalg.solve(obj.B, obj.A)) / np.diag(M)[:, None])"
    return AmbiguityError(
        "a structural VAR has contemporaneous edges in its matrices A and B, which its coefficients "
        f"leave out; got {type(result).__name__}",
        Remedy(
            "Make a graph of the structural coefficients, with your own threshold, and name the columns "
            "of the data in their order with nodes=",
            f"TemporalGraph.from_matrices([np.eye(len{rows}) - S, *(S @ obj.coefs)], "
            'direction="column-to-row", first_lag=0, threshold=0.05)',
        ),
        Remedy(
            "Or make a graph of the coefficients of the VAR, which has no contemporaneous edges",
            'TemporalGraph.from_matrices(obj.coefs, direction="column-to-row", first_lag=1, '
            "threshold=0.05)",
        ),
    )


def _names(result: Any, nodes: list[str] | None) -> list[str]:
    """
    Return the names of the columns, or those that the caller gives if the data have none.

    statsmodels calls the columns of an array y1, y2 and so on. The columns of a frame without names are
    numbered from 0, and a frame may also have the names y1, y2 and so on, in any order.
    """
    columns = list(result.names)
    names = [str(name) for name in columns]
    data = getattr(getattr(result, "model", None), "data", None)
    is_frame = hasattr(getattr(data, "orig_endog", None), "columns")
    of_array = [f"y{k}" for k in range(1, len(names) + 1)]
    is_unnamed = columns == list(range(len(names))) if is_frame else names == of_array
    if nodes is not None and is_unnamed:
        return nodes
    return list(agreed_names(nodes, names, "a result") or ())
