"""A check against reading decisions of tests as p-values: a decision of 1 marks an edge, p = 1 none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AmbiguityError, Remedy, plural

__all__ = ["refuse_decisions"]


def refuse_decisions(numbers: NDArray[np.float64]) -> None:
    """
    Refuse p-values that are all 0 or 1: in ``(p < 0.05).astype(int)``, 1 is an edge but would rank last.

    Args:
        numbers: p-values of pairs, without the diagonal; nan for a pair that was not tested.

    Raises:
        AmbiguityError: 0 and 1 occur, and no other number.

    Examples:
        >>> refuse_decisions(np.array([0.0, 0.0, 0.5, 1.0]))
        >>> refuse_decisions(np.array([0.0, 1.0, np.nan]))
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: p-values that are all 0 or 1 may be decisions, in which 1 ...
    """
    tested = numbers[~np.isnan(numbers)]
    if (tested == 0).any() and (tested == 1).any() and np.isin(tested, (0, 1)).all():
        raise AmbiguityError(
            "p-values that are all 0 or 1 may be decisions, in which 1 marks an edge (p < 0.05); "
            f"got {plural(int((tested == 0).sum()), 'pair')} with 0, {int((tested == 1).sum())} with 1",
            Remedy("Give the p-values themselves"),
            Remedy(
                "If 1 marks an edge, read them as scores, with EdgeScores or EdgeScores.from_edges, or "
                "from a file with pvalues=False or --scores"
            ),
            Remedy(
                "If they are p-values, such as those of an oracle, give minus each number, with "
                'sign="keep"'
            ),
        )
