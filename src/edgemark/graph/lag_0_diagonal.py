"""
The diagonal of lagged scores at lag 0, which must be zero.

If it is not, the array may hold p-values, or may have the lags in its last axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Sign
from edgemark.errors import GraphError, Remedy

__all__ = ["refuse_lag_0_diagonal", "refuse_other_than_tigramite"]

Values = NDArray[np.float64]

_MAX_LISTED_NAMES = 6


def refuse_lag_0_diagonal(
    matrices: Values,
    names: Sequence[str] | None,
    code: str,
    *,
    direction: Direction | None = "row-to-column",
    sign: Sign = "refuse",
) -> None:
    """
    Refuse a number other than 0 on the diagonal at lag 0: no variable has an edge to itself there.

    The remedies cover two likely reasons: the numbers are p-values of tigramite, whose diagonal is 1; or
    the lags are the last axis, so that the diagonal of the first matrix holds lagged scores.

    Args:
        matrices: shape (lags, p, p), as given, before `direction` is applied; the first has the lag 0.
        names: names of the variables, or None.
        code: the expression of this array in the code of the user; "" if there is none.
        direction: which way the matrices point.
        sign: what a negative number means.

    Raises:
        GraphError: the diagonal at lag 0 holds another number than 0.

    Examples:
        >>> refuse_lag_0_diagonal(np.zeros((2, 3, 3)), None, "array")
        >>> refuse_lag_0_diagonal(np.ones((2, 3, 3)), None, "array")
        Traceback (most recent call last):
        ...
        edgemark.errors.GraphError: the diagonal at lag 0 must be 0, since a variable has no edge to ...
    """
    if matrices[0].diagonal().any():
        _refuse(matrices, names, _Advice(matrices, names, code, direction, sign).remedies())


def refuse_other_than_tigramite(matrices: Values, names: Sequence[str] | None) -> None:
    """
    Refuse a val_matrix, the test statistics of tigramite, with another number than 0 on the diagonal at
    lag 0. Tigramite has 0 there, so the array must be another one.

    Args:
        matrices: the array, with the lags moved to the first axis.
        names: names of the variables, or None.

    Raises:
        GraphError: the diagonal at lag 0 holds another number than 0.
    """
    if matrices[0].diagonal().any():
        remedy = Remedy(
            "A val_matrix of tigramite has the shape (p, p, lags) and 0 there. If the lags come first, "
            "give the array to TemporalScores; else set the diagonal at lag 0 to 0"
        )
        _refuse(matrices, names, [remedy])


def _refuse(matrices: Values, names: Sequence[str] | None, remedies: list[Remedy]) -> NoReturn:
    diagonal = matrices[0].diagonal()
    k = int(np.flatnonzero(diagonal)[0])
    raise GraphError(
        f"the diagonal at lag 0 must be 0, since a variable has no edge to itself within a time step; "
        f"got {diagonal[k]:g} for {names[k] if names else k!r}",
        *remedies,
    )


class _Advice:
    """The remedies for one array."""

    def __init__(
        self,
        matrices: Values,
        names: Sequence[str] | None,
        code: str,
        direction: Direction | None,
        sign: Sign,
    ) -> None:
        self.matrices, self.code, self.sign = matrices, code, sign
        listed = "nodes" if names and len(names) > _MAX_LISTED_NAMES else repr(list(names or ()))
        nodes = f"{listed}, " if names else ""
        self.options = f'{nodes}direction="{direction}", first_lag=0'

    def remedies(self) -> list[Remedy]:
        matrices = self.matrices
        are_from_0_to_1 = bool(((matrices >= 0) & (matrices <= 1)).all())
        if are_from_0_to_1 and (matrices[0].diagonal() == 1).all():
            return [
                *self._of_pvalues(),
                self._of_zeros("If the highest is the best, set the diagonal to 0"),
            ]
        if len(set(matrices.shape)) == 1:  # Only then do both orders of the axes have a valid shape.
            last = matrices.diagonal()[0]  # [i, i, 0] for each i
            if are_from_0_to_1 and (last == 1).all():
                return self._of_pvalues(has_lags_last=True)
            if not last.any():
                return [
                    self._of_lags_last(),
                    self._of_zeros("If the lags are first, set the diagonal to 0"),
                ]
        return [self._of_zeros("Set the diagonal to 0")]

    def _of_pvalues(self, *, has_lags_last: bool = False) -> list[Remedy]:
        array = f"np.moveaxis({self.code}, 2, 0)" if has_lags_last else f"np.array({self.code})"
        what = "p-values of tigramite, whose lags are last" if has_lags_last else "p-values"
        result = Remedy(
            "If they are p-values of tigramite, read its result: "
            'em.io.as_temporal_scores(result, of="p-value")'
        )
        advice = f"If they are {what}, whose lowest is the best, rank their negatives"
        return [result, Remedy(advice, self._call(f"0.0 - {array}", "keep"))]

    def _of_lags_last(self) -> Remedy:
        array = f"np.moveaxis({self.code}, 2, 0)"
        advice = "If the lags are last, as in tigramite, put them first"
        return Remedy(
            advice, self.code and f"TemporalScores({array}, {self.options}{self._stated_sign()})"
        )

    def _of_zeros(self, advice: str) -> Remedy:
        return Remedy(advice, self._call(f"np.array({self.code})", self.sign))

    def _call(self, array: str, sign: Sign) -> str:
        """Return the code that sets the diagonal at lag 0 to 0 and reads the array."""
        if not self.code:
            return ""
        stated_sign = self._stated_sign(sign)
        return (
            f"array = {array}; np.fill_diagonal(array[0], 0); "
            f"TemporalScores(array, {self.options}{stated_sign})"
        )

    def _stated_sign(self, sign: Sign | None = None) -> str:
        sign = sign or self.sign
        return "" if sign == "refuse" else f', sign="{sign}"'
