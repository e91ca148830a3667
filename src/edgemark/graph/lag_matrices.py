"""Lag matrices: the checks that graphs and edge scores share."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import as_number
from edgemark.conventions.options import Direction, choices, require
from edgemark.errors import AmbiguityError, GraphError, Remedy
from edgemark.graph.frame_values import plain_numbers
from edgemark.graph.other_cells import refuse_other_cells
from edgemark.host import arrays_on_host

__all__ = [
    "beyond",
    "checked_matrices",
    "checked_threshold",
    "demand_directions",
    "refuse_autolinks_at_lag_0",
]


def checked_matrices(array: ArrayLike) -> NDArray[Any]:
    """
    Return an array of finite numbers with one square matrix for each lag, after checking it.

    An array of shape (p, lags * p), with the matrices side by side, is split into its matrices.
    """
    try:
        matrices = plain_numbers(np.asarray(arrays_on_host(array)))
    except ValueError:
        raise GraphError(
            f"the matrices must be one array, or a list of matrices of one size; got a "
            f"{type(array).__name__} of unequal parts"
        ) from None
    refuse_other_cells(matrices, "the matrices must hold numbers")
    if matrices.ndim == 2 and matrices.size and matrices.shape[1] % len(matrices) == 0:
        matrices = matrices.reshape(len(matrices), -1, len(matrices)).swapaxes(0, 1)
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2] or not len(matrices):
        raise GraphError(
            f"a time series graph needs a square matrix for each lag, of shape (lags, p, p), or all of "
            f"them side by side, of shape (p, lags * p); got {matrices.shape}",
            *_remedies_for_tigramite(matrices),
        )
    if matrices.dtype.kind not in "biuf":
        raise GraphError(f"the matrices must hold numbers; got {matrices.dtype}")
    if not np.isfinite(matrices).all():
        raise GraphError("the matrices must hold finite numbers; got nan or inf")
    return matrices


def _remedies_for_tigramite(matrices: NDArray[Any]) -> list[Remedy]:
    if matrices.ndim != 3 or matrices.shape[0] != matrices.shape[1] or not matrices.shape[2]:
        return []
    return [Remedy("Arrays of tigramite have the lags last. Put them first: np.moveaxis(array, 2, 0)")]


def demand_directions(direction: Any, first_lag: Any) -> None:
    """Refuse matrices without a stated direction or first lag."""
    if direction is None:
        raise AmbiguityError(
            "matrices need a stated direction; got none",
            Remedy(
                "If the cause is in the column, as in x(t) = B x(t-1) + e (lingam, statsmodels)",
                'direction="column-to-row"',
            ),
            Remedy("If the cause is in the row, as in tigramite", 'direction="row-to-column"'),
        )
    require("direction", direction, choices(Direction))
    is_whole = isinstance(first_lag, int | np.integer) and not isinstance(first_lag, bool)
    if not is_whole or first_lag not in (0, 1):
        raise AmbiguityError(
            f"the first matrix must have the lag 0 or 1; got {first_lag!r}",
            Remedy("If it holds effects within a time step, as in VARLiNGAM", "first_lag=0"),
            Remedy("If it holds effects of the previous time step, as in a VAR", "first_lag=1"),
        )


def refuse_autolinks_at_lag_0(is_edge: NDArray[np.bool_], names: Sequence[str] | None) -> None:
    """
    Refuse edges of variables to themselves within a time step.

    Args:
        is_edge: shape (lags, p, p), as given; the first matrix has the lag 0.
        names: names of the variables, or None.

    Raises:
        GraphError: the diagonal of the first matrix has an edge.

    Examples:
        >>> refuse_autolinks_at_lag_0(np.zeros((2, 3, 3), bool), None)
    """
    at = np.flatnonzero(is_edge[0].diagonal())
    if not at.size:
        return
    remedies = [Remedy("If the first matrix has the lag 1, as in a VAR", "first_lag=1")]
    if len(set(is_edge.shape)) == 1 and not is_edge.diagonal()[0].any():  # [i, i, 0] for each i
        advice = "If the lags are last, as in tigramite, put them first"
        remedies.insert(0, Remedy(advice, "np.moveaxis(array, 2, 0)"))
    node = names[at[0]] if names else str(at[0])
    raise GraphError(
        f"a node has no edge to itself within a time step; got one at {node!r} in the first matrix, "
        "whose lag is 0",
        *remedies,
        Remedy("Else set its diagonal to 0"),
    )


def checked_threshold(matrices: NDArray[Any], threshold: float | None) -> float:
    """Return the absolute value above which a number is an edge."""
    if threshold is None:
        if np.isin(matrices, (0, 1)).all():
            return 0.0
        raise AmbiguityError(
            "coefficients become edges by a threshold; the matrices hold numbers other than 0 and 1",
            Remedy("Choose the absolute value above which a coefficient is an edge", "threshold=0.05"),
            Remedy("Take all coefficients that are not 0 as edges", "threshold=0"),
        )
    if not 0 <= as_number(threshold) < np.inf:
        raise GraphError(f"a threshold must be 0 or more, and finite; got {threshold!r}")
    return threshold


def beyond(matrices: NDArray[Any], threshold: float) -> NDArray[np.bool_]:
    """
    Whether the absolute value of each number exceeds a threshold.

    `np.abs` is not used, because it returns the lowest integer of a signed type unchanged.

    Examples:
        >>> beyond(np.array([-128, -2, 2, 3], np.int8), 2.5).tolist()
        [True, False, False, True]
    """
    if matrices.dtype.kind in "iu":
        # NumPy would round large integers to compare them with a float. An integer exceeds a threshold
        # if and only if it exceeds the threshold rounded down.
        threshold = floor(threshold)
    with np.errstate(over="ignore"):  # A threshold that is too large for the type becomes infinite.
        return np.asarray((matrices > threshold) | (matrices < -threshold), np.bool_)
