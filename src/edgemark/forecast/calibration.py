"""Calibration of prediction intervals and quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np

from edgemark.content_equality import EqualByContent
from edgemark.errors import ForecastError, Remedy, shown
from edgemark.forecast.forecasts import Quantiles, checked_inputs, observations_that_count
from edgemark.forecast.inputs import Numbers, checked_bins, checked_level, checked_levels, numbers
from edgemark.forecast.scores import NO_OBSERVATION, interval_ends, mean_of
from edgemark.keys import by_key
from edgemark.values import Undefined

__all__ = [
    "CalibrationCurve",
    "Coverage",
    "PitHistogram",
    "calibration_curve",
    "coverage",
    "miscalibration_area",
    "pit",
    "pit_histogram",
    "quantile_calibration",
]


@dataclass(frozen=True, slots=True)
class Coverage:
    """
    The coverage of prediction intervals, and their nominal level.

    Attributes:
        inside: number of observations within their interval, ends included.
        of: number of observations that count.
        level: the nominal probability of the intervals.

    Examples:
        >>> covered = Coverage(inside=90, of=100, level=0.95)
        >>> covered.share, round(covered.gap, 12)
        (0.9, -0.05)
    """

    inside: int
    of: int
    level: float

    @property
    def share(self) -> float:
        """Share of the observations that lie within their interval; nan if none counts."""
        return self.inside / self.of if self.of else Undefined(NO_OBSERVATION)

    @property
    def gap(self) -> float:
        """Share minus level; below 0 if the intervals are too narrow."""
        return self.share - self.level if self.of else Undefined(NO_OBSERVATION)


@dataclass(frozen=True, eq=False, slots=True)
class CalibrationCurve(EqualByContent):
    """
    The share of observations at or below their quantile, for each level.

    For a calibrated forecast, the share equals the level up to random variation.

    Attributes:
        levels: probabilities of the quantiles, increasing.
        shares: share of the observations at or below each quantile; nan if none counts.
        of: number of observations that count.
    """

    levels: Numbers
    shares: Numbers
    of: int

    @property
    def gaps(self) -> Numbers:
        """Shares minus levels."""
        return self.shares - self.levels

    @property
    def mean_absolute_gap(self) -> float:
        """Mean of the absolute gaps over the levels, also called mean absolute calibration error."""
        return mean_of(np.abs(self.gaps)) if self.of else Undefined(NO_OBSERVATION)

    @property
    def area(self) -> float:
        """
        Area between the diagonal and the curve; nan if no observation counts.

        Straight lines join the points of the curve, from (0, 0) to (1, 1).
        """
        # Between two levels lies a trapezoid; if the curve crosses the diagonal there, two triangles do.
        widths = np.diff([0.0, *self.levels, 1.0])
        gaps = np.array([0.0, *self.gaps, 0.0])
        left, right = gaps[:-1], gaps[1:]
        trapezoids = np.abs(left) + np.abs(right)
        triangles = np.divide(
            left**2 + right**2, trapezoids, out=np.zeros_like(trapezoids), where=trapezoids > 0
        )
        areas = np.where(left * right < 0, triangles, trapezoids) * widths / 2
        return float(areas.sum()) if self.of else Undefined(NO_OBSERVATION)


@dataclass(frozen=True, eq=False, slots=True)
class PitHistogram(EqualByContent):
    """
    A histogram of the probability integral transforms in bins of equal width.

    The histogram of a calibrated forecast is flat, up to random variation. A U shape means that the
    intervals are too narrow, a hump means that they are too wide, and a slope means that the forecast is
    biased.

    Attributes:
        edges: ends of the bins, from 0 to 1.
        counts: expected number of transforms in each bin. If a transform is only known to lie in an
            interval, it is spread evenly over the interval, so counts may be fractions.
    """

    edges: Numbers
    counts: Numbers

    @property
    def density(self) -> Numbers:
        """The counts as a density, which is 1 in each bin of a flat histogram; nan if all are 0."""
        total = self.counts.sum()
        return self.counts * len(self.counts) / total if total else np.full(len(self.counts), nan)


def coverage(observed: Any, forecast: Any, *, level: float = 0.95, where: Any = None) -> Coverage:
    """
    Return the coverage of central prediction intervals.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble, or Quantiles that have both ends of the interval.
        level: nominal probability of the interval. Its ends are the quantiles of the levels
            (1 ± level) / 2.
        where: observations that count; all by default.

    Returns:
        The number of observations inside their interval, their share, and its gap from the level.

    Raises:
        ForecastError: the forecast does not fit the observations, or lacks these quantiles. An Ensemble
            of m members has intervals up to the level (m - 1) / (m + 1).

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> coverage([0.0, 1.0, 2.0, 3.0], Gaussian([0.0] * 4, 1.0), level=0.9)
        Coverage(inside=2, of=4, level=0.9)
    """
    values, forecast = observations_that_count(observed, forecast, where)
    lower, upper = interval_ends(forecast, level)
    inside = (lower <= values) & (values <= upper)
    return Coverage(int(inside.sum()), values.size, checked_level(level))


def calibration_curve(
    observed: Any, forecast: Any, *, levels: Any = None, where: Any = None
) -> CalibrationCurve:
    """
    Return the calibration curve: the share of observations at or below each quantile.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble or Quantiles.
        levels: probabilities of the quantiles; by default those of the Quantiles, or 0.01 to 0.99 in
            steps of 0.01.
        where: observations that count; all by default.

    Returns:
        The curve, with its summary numbers. An observation between two members of an Ensemble may count
        as a fraction, see `PitHistogram.counts`.

    Raises:
        ForecastError: the forecast does not fit the observations, is an array of single values, or is
            Quantiles that lack one of the levels.

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> curve = calibration_curve([-1.0, 0.5, 2.0], Gaussian([0.0] * 3, 1.0), levels=[0.25, 0.75])
        >>> curve.shares.round(3)
        array([0.333, 0.667])
    """
    values, forecast = observations_that_count(observed, forecast, where)
    if levels is None:
        levels = forecast.levels if isinstance(forecast, Quantiles) else np.arange(1, 100) / 100
    levels = checked_levels(levels)
    if isinstance(forecast, Quantiles):
        for level in levels:
            forecast.quantile(float(level))  # Raises an error for a level that the forecast lacks.
    low, high = forecast.transform_ends(values)
    return CalibrationCurve(levels, _shares(low, high, levels), values.size)


def quantile_calibration(
    observed: Any, forecast: Any, *, levels: Any = None, weights: Any = None, where: Any = None
) -> float:
    r"""
    Return the calibration error of quantiles that Kuleshov, Fenner and Ermon define, 0 or more.

    .. math:: \sum_j w_j (p_j - \hat p_j)^2

    with :math:`\hat p_j` the share of observations at or below their quantile of level :math:`p_j`.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble or Quantiles.
        levels: probabilities of the quantiles; by default those of the Quantiles, or 0.01 to 0.99 in
            steps of 0.01.
        weights: a weight of 0 or more for each level: a sequence in the order of the levels, or a
            mapping or series with the levels as keys. None gives 1/m to each of m levels, so the result
            is a mean over the levels. Weights of 1 give the plain sum.
        where: observations that count; all by default.

    Returns:
        0 or more; 0 is best. With the default weights, the expected error of a calibrated forecast of n
        independent observations is about the mean of p(1 - p)/n over the levels p. nan if no observation
        counts.

    Raises:
        ForecastError: the forecast does not fit the observations, is an array of single values, or is
            Quantiles that lack one of the levels; or there is not one weight of 0 or more for each
            level.

    References:
        Kuleshov, Fenner, Ermon (2018), arXiv:1807.00263.

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> quantile_calibration([-0.5, 0.5], Gaussian([0.0, 0.0], 1.0), levels=[0.5])
        0.0
    """
    curve = calibration_curve(observed, forecast, levels=levels, where=where)
    if not curve.of:
        return Undefined(NO_OBSERVATION)
    if weights is None:
        return float((curve.gaps**2).mean())
    owner = dict.fromkeys(curve.levels.tolist())
    remedy = Remedy("Give one weight for each level, in their order")
    weights = numbers(by_key(weights, owner, ("weights", "levels"), remedy, ForecastError), "weights")
    if weights.shape != curve.levels.shape or not (weights >= 0).all():
        raise ForecastError(
            f"weights must be 0 or more, one for each of {curve.levels.size} levels; got "
            f"{shown(weights.tolist())}"
        )
    return float((weights * curve.gaps**2).sum())


def miscalibration_area(observed: Any, forecast: Any, *, levels: Any = None, where: Any = None) -> float:
    """
    Return the area between the calibration curve and the diagonal, 0 to 0.5.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble or Quantiles.
        levels: probabilities of the quantiles; by default those of the Quantiles, or 0.01 to 0.99 in
            steps of 0.01.
        where: observations that count; all by default.

    Returns:
        0 to 0.5; 0 is best. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations, is an array of single values, or is
            Quantiles that lack one of the levels.

    Examples:
        All observations lie below all quantiles:

        >>> from edgemark.forecast import Gaussian
        >>> round(miscalibration_area([-9.0, -9.0], Gaussian([0.0, 0.0], 1.0)), 3)
        0.495
    """
    return calibration_curve(observed, forecast, levels=levels, where=where).area


def pit(observed: Any, forecast: Any, *, where: Any = None) -> Numbers:
    """
    Return the probability integral transforms (PIT), uniform on 0 to 1 if the forecast is calibrated.

    The PIT of an observation y is F(y), where F is the forecast distribution function. If a forecast
    determines only an interval that contains F(y), the result is the middle of that interval. An
    Ensemble of m members makes m + 1 equally probable gaps, and y lies in one of them. For Quantiles,
    F(y) lies between two levels.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble or Quantiles.
        where: observations that count; all by default.

    Returns:
        An array of the observations' shape; nan at those that do not count.

    Raises:
        ForecastError: the forecast does not fit the observations, or is an array of single values.

    References:
        Czado, Gneiting, Held (2009), doi:10.1111/j.1541-0420.2009.01191.x.

    Examples:
        >>> from edgemark.forecast import Ensemble, Gaussian
        >>> pit([0.0, 1.0], Gaussian([0.0, 0.0], 1.0)).round(3)
        array([0.5  , 0.841])
        >>> pit([2.5], Ensemble([[1.0, 2.0, 3.0]]))
        array([0.625])
    """
    values, is_counted, forecast = checked_inputs(observed, forecast, where)
    transforms = np.full(values.shape, nan)
    low, high = forecast._selected(is_counted).transform_ends(values[is_counted])
    transforms[is_counted] = (low + high) / 2
    return transforms


def pit_histogram(observed: Any, forecast: Any, *, bins: int = 10, where: Any = None) -> PitHistogram:
    """
    Return the histogram of the probability integral transforms; for an Ensemble, a rank histogram.

    Args:
        observed: the observations.
        forecast: a Gaussian, an Ensemble or Quantiles.
        bins: number of bins; for an Ensemble of m members, m + 1 bins give one bin for each rank.
        where: observations that count; all by default.

    Returns:
        The ends of the bins, and the expected count in each.

    Raises:
        ForecastError: the forecast does not fit the observations or is an array of single values, or
            `bins` is invalid.

    References:
        Czado, Gneiting, Held (2009), doi:10.1111/j.1541-0420.2009.01191.x.

    Examples:
        >>> from edgemark.forecast import Ensemble
        >>> pit_histogram([0.0, 2.5, 9.0], Ensemble([[1.0, 2.0, 3.0]] * 3), bins=4).counts
        array([1., 0., 1., 1.])
    """
    edges = np.arange(checked_bins(bins) + 1) / bins
    values, forecast = observations_that_count(observed, forecast, where)
    low, high = forecast.transform_ends(values)
    below = _shares(low, high, edges[1:-1]) if values.size else np.zeros(bins - 1)
    total = float(values.size)
    return PitHistogram(edges, np.diff([0.0, *(below * total), total]))


def _shares(low: Numbers, high: Numbers, levels: Numbers) -> Numbers:
    """
    Return the share of probability integral transforms at or below each level.

    Each transform is spread evenly between its ends in `low` and `high`.
    """
    if not low.size:
        return np.full(levels.shape, nan)
    width = high - low
    if not width.any():
        return np.searchsorted(np.sort(low), levels, side="right") / low.size
    shares = [
        np.clip(np.divide(level - low, width, out=(low <= level) * 1.0, where=width > 0), 0, 1).mean()
        for level in levels
    ]
    return np.array(shares)
