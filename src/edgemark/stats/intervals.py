"""Confidence intervals for a mean: Student's t and the BCa bootstrap."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, isnan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.errors import InputTypeError, Remedy, StatisticsError
from edgemark.resources import demand_memory
from edgemark.single_precision import as_printed
from edgemark.stats.checked_values import TIE, Values, finite, whole
from edgemark.stats.ties import are_same, mean_of, sd_of
from edgemark.values import Undefined

__all__ = ["Bootstrap", "Interval", "checked_level", "t_interval"]

_NORMAL = NormalDist()
_LOWEST_LEVEL, _HIGHEST_LEVEL = 0.5, 0.999999
_DRAWS_KEPT = 1 << 22  # Up to this number, the drawn indices are kept for the next values.
_DRAWS_AT_ONCE = 1 << 18  # As many as fit into the cache of a processor, with their values.
_BYTES_OF_RESAMPLE = 32  # Bytes for a resample: its mean, and memory for sorting and comparing means.


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """
    The two ends of an interval, which are nan with a reason if there is no interval.

    Two intervals are equal if their ends are equal, or if both are missing for the same reason.

    Examples:
        >>> low, high = Interval(1.0, 2.0)
        >>> low, high
        (1.0, 2.0)
    """

    low: float
    high: float

    def __iter__(self) -> Any:
        return iter((self.low, self.high))

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Interval) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[float | None, float | None, str]:
        low, high = (None if isnan(end) else end for end in self)
        return low, high, self.reason

    @property
    def reason(self) -> str:
        """Why there is no interval."""
        return self.low.reason if isinstance(self.low, Undefined) else ""

    def within(self, low: float, high: float) -> Interval:
        """
        Return the part of the interval between the bounds of all possible values.

        A mean cannot lie outside of the bounds, so the confidence stays the same.

        Examples:
            >>> Interval(0.81, 1.04).within(0, 1)
            Interval(low=0.81, high=1.0)
        """
        if isinstance(self.low, Undefined):
            return self
        return Interval(float(max(self.low, low)), float(min(self.high, high)))


def t_interval(values: ArrayLike, level: float = 0.95) -> Interval:
    r"""
    Return Student's t confidence interval for a mean.

    .. math:: \bar x \pm t_{n-1,\,(1+\text{level})/2} \; s / \sqrt n

    Args:
        values: independent values.
        level: confidence of the interval.

    Returns:
        The ends; nan for fewer than two values, and for values that are all equal.

    Raises:
        StatisticsError: the level is outside 0.5 to 0.999999, or a value is not finite.

    Examples:
        >>> low, high = t_interval(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        >>> round(low, 3), round(high, 3)
        (1.037, 4.963)
    """
    level = checked_level(level)
    values = finite(values, "the values")
    if (no_interval := _no_interval(values)) is not None:
        return no_interval
    from scipy.special import stdtrit

    n = len(values)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * sd_of(values) / sqrt(n)
    mean = mean_of(values)
    return Interval(mean - half, mean + half)


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """
    The settings of the bootstrap.

    Equal settings draw the same resamples of any two sets of equally many values.

    Attributes:
        resamples: number of resamples.
        seed: seed of the resamples.
        least: number of values that an interval needs. With fewer values its true confidence is far
            below the level: for 95 %, simulations gave .75 to .87 with 5 values and .82 to .93 with 10
            (docs/statistics.md).
    """

    resamples: int = 10_000
    seed: int = 0
    least: int = 20
    _drawn: dict[int, NDArray[np.int32]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        whole("resamples", self.resamples, 100)
        whole("seed", self.seed, 0)
        whole("least", self.least, 2)
        work = f"drawing {self.resamples} resamples"
        demand_memory(_BYTES_OF_RESAMPLE * self.resamples, work, "Draw fewer")

    def interval(self, values: ArrayLike, level: float = 0.95, *, rounding: float = 0.0) -> Interval:
        """
        Return the BCa interval for the mean (Efron 1987).

        The ends are quantiles of the means of the resamples, corrected for the share of resample means
        below the mean and for the skewness of the values. With fewer than `least` values, or with fewer
        than 2 / (1 - level) resamples, there is no interval. The mean of a resample ties with that of
        the values if they differ by at most `rounding`, or 1e-12 of the largest absolute value.

        Each resample draws as many values as there are, and these draws take most of the time: 2e9 of
        them for 200,000 values and 10,000 resamples.
        """
        level = checked_level(level)
        values = finite(values, "the values")
        if (no_interval := _no_interval(values)) is not None:
            return no_interval
        if len(values) < self.least:
            undefined = Undefined(
                f"a bootstrap interval of {len(values)} values would cover the mean less often than its "
                f"level says; it needs {self.least}"
            )
            return Interval(undefined, undefined)
        if self.resamples * (1 - level) < 2 - 1e-9:
            undefined = Undefined(
                f"the ends of an interval of {level} lie beyond the means of {self.resamples} "
                f"resamples; it needs {ceil(2 / (1 - level) - 1e-6)}"
            )
            return Interval(undefined, undefined)
        means, mean = self.means(values), mean_of(values)
        tie = max(rounding, TIE * float(np.abs(values).max()))
        below = float(np.mean(means < mean - tie) + np.mean(means <= mean + tie)) / 2
        if not 0 < below < 1:
            undefined = Undefined("all means of resamples lie on one side of the mean")
            return Interval(undefined, undefined)
        bias = _NORMAL.inv_cdf(below)
        deviations = (values - mean) / np.abs(values - mean).max()
        skew = float((deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5))
        ends = [_NORMAL.inv_cdf(p) + bias for p in ((1 - level) / 2, (1 + level) / 2)]
        probabilities = [_NORMAL.cdf(bias + z / (1 - skew * z)) for z in ends]
        low, high = np.quantile(means, probabilities)
        return Interval(float(low), float(high))

    def means(self, values: Values) -> Values:
        """Return the mean of each resample."""
        n = len(values)
        if n * self.resamples <= _DRAWS_KEPT:
            if n not in self._drawn:
                self._drawn[n] = self._indices(np.random.default_rng(self.seed), self.resamples, n)
            return np.asarray(values[self._drawn[n]].mean(axis=1))
        rng, step = np.random.default_rng(self.seed), max(1, _DRAWS_AT_ONCE // n)
        sizes = [min(step, self.resamples - start) for start in range(0, self.resamples, step)]
        return np.concatenate([values[self._indices(rng, size, n)].mean(axis=1) for size in sizes])

    @staticmethod
    def _indices(rng: np.random.Generator, resamples: int, n: int) -> NDArray[np.int32]:
        return rng.integers(0, n, (resamples, n), dtype=np.int32)


def checked_level(level: float) -> float:
    """
    Return the confidence as a float; refuse one outside 0.5 to 0.999999.

    Below 0.5, the interval is more likely to miss the value than to hold it. Above 0.999999, rounding
    errors in 1 - level would change the level.

    Examples:
        >>> checked_level(0.95)
        0.95
    """
    if isinstance(level, bool) or not isinstance(level, (int, float, np.integer, np.floating)):
        raise InputTypeError(f"level must be a number; got {type(level).__name__}")
    if not _LOWEST_LEVEL <= level <= _HIGHEST_LEVEL:
        raise StatisticsError(
            f"level is the confidence and must be from {_LOWEST_LEVEL} to {_HIGHEST_LEVEL}; got {level}",
            Remedy("For 95 % confidence write", "level=0.95", "--level 0.95"),
        )
    return as_printed(level)


def _no_interval(values: Values) -> Interval | None:
    if len(values) < 2:
        undefined = Undefined(f"an interval needs two values or more; got {len(values)}")
    elif are_same(values):
        undefined = Undefined(f"all {len(values)} values are equal, so their spread is unknown")
    else:
        return None
    return Interval(undefined, undefined)
