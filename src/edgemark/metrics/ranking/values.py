"""The values that ranking metrics return: a float, an array of floats, or an undefined value."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Ranked
from edgemark.metrics.ranking.sorted_scores import Ranking
from edgemark.values import Undefined

__all__ = ["ALL_TRUE", "float_or_array", "no_true_pair", "summed", "undefined_without_true"]

Values = NDArray[np.float64]

_NO_TRUE_PAIR = {
    "directed": "the truth has no edge -->",
    "skeleton": "the truth has no edge",
    "entries": "the truth has no edge --> or ---",
    "ancestral": "the truth has no directed path",
}
_NO_TRUE_CANDIDATE = {
    "directed": "no candidate is an edge --> of the truth",
    "skeleton": "no candidate is an edge of the truth",
    "entries": "no candidate is an edge --> or --- of the truth",
    "ancestral": "no candidate has a directed path in the truth",
}
ALL_TRUE = "every pair is true, so there is no false one"


def undefined_without_true(
    ranked: Ranking, of: Ranked, *, needs_false: bool = False
) -> Undefined | None:
    """Return an undefined value if there is no true pair, or no false one although one is needed."""
    if not ranked.size:
        return Undefined("no pair of nodes is counted")
    if not ranked.n_true:
        return Undefined(no_true_pair(of, bool(ranked.left_out)))
    if needs_false and ranked.n_true == ranked.size:
        return Undefined(ALL_TRUE)
    return None


def no_true_pair(of: Ranked, some_left_out: bool) -> str:
    """
    Return the reason why a metric is undefined if no pair that counts is true.

    `some_left_out` states whether candidates leave out some pairs.
    """
    return _NO_TRUE_CANDIDATE[of] if some_left_out else _NO_TRUE_PAIR[of]


def float_or_array(number: Any) -> float:
    """Return the value of one ranking as a float, or the values of several rankings as an array."""
    numbers: float = number if np.ndim(number) else float(number)
    return numbers


def summed(parts: Values, selected: NDArray[np.bool_]) -> Any:
    """
    Sum the parts of a value, such as of an area; for several rankings, sum those of each ranking.

    Args:
        parts: one number for each place of a ranking that is selected, of all rankings in one array.
        selected: whether each place is selected; for several rankings, a matrix with a row for each.
    """
    if selected.ndim == 1:
        return parts.sum()
    return np.bincount(np.nonzero(selected)[0], parts, len(selected))
