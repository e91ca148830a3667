"""The chance result of one row of a report, from the exact distribution or from drawn guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import Message
from edgemark.metrics.selectors import Number
from edgemark.null_models.chosen import Guesses
from edgemark.null_models.laws import Law, at_least_as_good
from edgemark.report import Chance, ChanceMethod, Row
from edgemark.values import LOWER_IS_BETTER

__all__ = ["chance_of_row", "chance_without_guesses"]

Values = NDArray[np.float64]


def chance_of_row(
    row: Row, number: Number, guesses: Guesses, drawn: Values, trivial: Mapping[str, float]
) -> Chance:
    """
    Return the chance result of a row.

    If the exact distribution of the metric is known, it replaces that of the drawn values. If only the
    exact mean is known, it replaces their mean.

    Args:
        row: a row of a report.
        number: the metric of the row.
        guesses: the object that draws the guesses.
        drawn: the value of each drawn guess; nan if it has none.
        trivial: the value of each trivial estimate, and of the perfect one, by their names.
    """
    best = _best(row, number, trivial["perfect"])
    law, exact_mean = guesses.exact(row.metric, number)
    result = _from_draws(row, drawn, exact_mean, best) if law is None else _from_law(row, law, best)
    return _with_trivial(result, trivial)


def chance_without_guesses(
    row: Row, number: Number, reason: Message, trivial: Mapping[str, float]
) -> Chance:
    """Return the chance result of a row without guesses: why there are none, and the trivial values."""
    best = _best(row, number, trivial["perfect"])
    return _with_trivial(_without_values(best, "none", reason), trivial)


def _with_trivial(result: Chance, trivial: Mapping[str, float]) -> Chance:
    """Add the values of the trivial estimates: the empty graph and the complete ones."""
    return replace(
        result,
        empty=trivial["empty"],
        complete=trivial.get("complete", nan),
        complete_undirected=trivial.get("complete undirected", nan),
    )


def _best(row: Row, number: Number, perfect: float) -> float:
    """Return the best value of a metric; if it depends on the truth, that of the perfect estimate."""
    if row.metric in ("tp", "tn") or row.better == "ratio":
        return perfect
    if not number.measures:
        best = number.metric.best_with(number.convention.options)
        return perfect if isnan(best) and row.better != "neither" else best
    return 0.0 if row.metric in LOWER_IS_BETTER else 1.0


def _from_law(row: Row, law: Law, best: float) -> Chance:
    if np.isnan(law.values).any():
        return _without_values(best, "exact", row.reason or "undefined for every guess")
    low, high = law.quantiles(0.025, 0.975)
    p_value = law.share_at_least_as_good(row.value, row.better) if row.status == "ok" else nan
    above, reason = _position(row, law.mean, best)
    return Chance(law.mean, low, high, p_value, above, best, 0.0, "exact", reason)


def _from_draws(row: Row, drawn: Values, exact_mean: float | None, best: float) -> Chance:
    defined = drawn[~np.isnan(drawn)]
    method: ChanceMethod = "simulated" if exact_mean is None else "exact mean"
    if not defined.size:
        return _without_values(best, method, row.reason or "undefined or refused for every guess")
    low, high = (float(x) for x in np.quantile(defined, [0.025, 0.975], method="inverted_cdf"))
    if exact_mean is None or isnan(exact_mean):
        mean, method = float(defined.mean()), "simulated"
        error = float(defined.std(ddof=1)) / sqrt(defined.size) if defined.size > 1 else nan
    else:
        mean, error = exact_mean, 0.0
    p_value = nan
    if row.status == "ok" and row.better != "neither":
        as_good = int(at_least_as_good(defined, row.value, row.better).sum())
        p_value = (1 + as_good) / (1 + defined.size)
    above, reason = _position(row, mean, best)
    left_out = drawn.size - defined.size
    if left_out:
        without = f"{left_out} of {drawn.size} guesses left out, as the metric has no value on them"
        reason = f"{without}; {reason}".removesuffix("; ")
    return Chance(mean, low, high, p_value, above, best, error, method, reason, n_guesses=defined.size)


def _without_values(best: float, method: ChanceMethod, reason: str) -> Chance:
    return Chance(nan, nan, nan, nan, nan, best, nan, method, reason)


def _position(row: Row, mean: float, best: float) -> tuple[float, str]:
    """Return the value of `Chance.above`, and the reason if it is nan."""
    if row.status != "ok":
        return nan, row.reason
    if row.better == "neither":
        return nan, "neither higher nor lower is better"
    if isnan(best):
        return nan, "the value of a perfect estimate is not defined"
    if abs(mean - best) <= 1e-12 * max(1.0, abs(best)):
        return nan, "guessing is perfect"
    return (mean - row.value) / (mean - best) + 0.0, ""  # The sum turns -0.0 into 0.0.
