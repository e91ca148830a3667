"""The diagonal of the scores at lag 0, which tells p-values and swapped axes apart from scores."""

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
    Refuse a number on the diagonal at lag 0, since no variable has an edge to itself within a time step.

    The diagonal is 1 in p-values of tigramite, and holds lagged scores if the lags are the last axis.

    Args:
        matrices: shape (lags, p, p), as given; the first has the lag 0.
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
    Refuse an array that is called as in tigramite, but has a number on the diagonal at lag 0.

    Args:
        matrices: the array with the lags first.
        names: names of the variables, or None.

    Raises:
        GraphError: the diagonal at lag 0 holds another number than 0.
    """
    if matrices[0].diagonal().any():
        remedy = Remedy(
            "Arrays of tigramite have the shape (p, p, lags) and hold 0 there. If the lags come first, "
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
        are_shares = bool(((matrices >= 0) & (matrices <= 1)).all())
        if are_shares and (matrices[0].diagonal() == 1).all():
            return [*self._of_pvalues(), self._of_zeros("If the highest is the best, set it to 0")]
        if len(set(matrices.shape)) == 1:
            last = matrices.diagonal()[0]  # [i, i, 0] for each i
            if are_shares and (last == 1).all():
                return self._of_pvalues(is_moved=True)
            if not last.any():
                return [self._of_moved(), self._of_zeros("If the lags are first, set it to 0")]
        return [self._of_zeros("Set it to 0")]

    def _of_pvalues(self, *, is_moved: bool = False) -> list[Remedy]:
        array = f"np.moveaxis({self.code}, 2, 0)" if is_moved else f"np.array({self.code})"
        what = "p-values of tigramite, whose lags are last" if is_moved else "p-values"
        result = Remedy(
            "If they are p-values of tigramite, read its result: "
            'em.io.as_temporal_scores(result, of="p-value")'
        )
        say = f"If they are {what}, whose lowest is the best, rank minus each number"
        return [result, Remedy(say, self._call(f"0.0 - {array}", "keep"))]

    def _of_moved(self) -> Remedy:
        array = f"np.moveaxis({self.code}, 2, 0)"
        say = "If the lags are last, as in tigramite, put them first"
        return Remedy(say, self.code and f"TemporalScores({array}, {self.options}{self._stated_sign()})")

    def _of_zeros(self, say: str) -> Remedy:
        return Remedy(say, self._call(f"np.array({self.code})", self.sign))

    def _call(self, array: str, sign: Sign) -> str:
        """Return the code that reads an array with zeros on the diagonal at lag 0."""
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
