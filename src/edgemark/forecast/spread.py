"""Spread and error of forecasts, to check that sigma matches the size of the errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.forecast.forecasts import observations_that_count
from edgemark.forecast.inputs import Numbers, checked_bins
from edgemark.forecast.scores import NO_OBSERVATION, scale_of_squares
from edgemark.values import Undefined

__all__ = ["SpreadCurve", "ence", "rcgnn_ece", "spread_curve"]


@dataclass(frozen=True, eq=False, slots=True)
class SpreadCurve(EqualByContent):
    """
    Forecast spread and actual error, in bins by spread with about the same number of observations.

    Attributes:
        spread: root of the mean forecast variance of each bin, also called RMV.
        error: root of the mean squared error of each bin.
        counts: number of observations in each bin.
    """

    spread: Numbers
    error: Numbers
    counts: NDArray[np.int64]

    @property
    def ence(self) -> float:
        """Mean over bins of |spread - error| / spread; nan without bins, or if a bin has no spread."""
        if not self.counts.size:
            return Undefined(NO_OBSERVATION)
        if not self.spread.all():
            return Undefined("a bin has no spread")
        return float((np.abs(self.spread - self.error) / self.spread).mean())


def spread_curve(observed: Any, forecast: Any, *, bins: int = 10, where: Any = None) -> SpreadCurve:
    """
    Return forecast spread and actual error in bins by spread.

    Args:
        observed: the observations.
        forecast: a Gaussian or an Ensemble.
        bins: number of bins by spread, as equal in size as in `numpy.array_split`. There are fewer bins
            if there are fewer observations, or if spreads tie, because ties stay in one bin.
        where: observations that count; all by default.

    Returns:
        The curve, from the smallest spread to the largest.

    Raises:
        ForecastError: the forecast does not fit the observations, has no spread, or `bins` is invalid.

    References:
        Levi, Gispan, Giladi, Fetaya (2022), doi:10.3390/s22155540.

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> sigma = [1.0, 1.0, 2.0, 2.0]
        >>> curve = spread_curve([1.0, -1.0, 4.0, -4.0], Gaussian([0.0] * 4, sigma), bins=2)
        >>> curve.spread, curve.error
        (array([1., 2.]), array([1., 4.]))
    """
    checked_bins(bins)
    values, forecast = observations_that_count(observed, forecast, where)
    spread = forecast.spread()
    error = values - forecast.mean_values()
    scale = scale_of_squares(error, spread)
    size, n_larger = divmod(values.size, bins)
    bin_numbers = np.arange(min(bins, values.size))
    # The position of the first observation of each bin, in the order of the spread.
    firsts = bin_numbers * size + np.minimum(bin_numbers, n_larger)
    lowest = np.unique(np.sort(spread)[firsts])
    bin_of = np.searchsorted(lowest, spread, side="right") - 1
    counts = np.bincount(bin_of, minlength=lowest.size)
    root_variances, root_errors = (
        np.sqrt(np.bincount(bin_of, (part / scale) ** 2, lowest.size) / np.maximum(counts, 1)) * scale
        for part in (spread, error)
    )
    return SpreadCurve(root_variances, root_errors, counts)


def ence(observed: Any, forecast: Any, *, bins: int = 10, where: Any = None) -> float:
    r"""
    Return the expected normalised calibration error (ENCE) of the forecast spread, 0 or more.

    .. math:: \frac1B \sum_b \frac{|\mathrm{RMV}_b - \mathrm{RMSE}_b|}{\mathrm{RMV}_b}

    over B bins by spread. RMV is the root of the mean forecast variance of a bin, and RMSE is the root
    mean squared error.

    Args:
        observed: the observations.
        forecast: a Gaussian or an Ensemble.
        bins: number of bins, see `spread_curve`.
        where: observations that count; all by default.

    Returns:
        0 or more; 0 is best, but a calibrated Gaussian has an expected value of about 0.56 / sqrt(m)
        with m observations in each bin. The spread of a small ensemble is uncertain, and sorting by it
        increases the error: prefer 50 members or more. nan if no observation counts, or if all spreads
        in a bin are 0.

    Raises:
        ForecastError: the forecast does not fit the observations, has no spread, or `bins` is invalid.

    References:
        Levi, Gispan, Giladi, Fetaya (2022), doi:10.3390/s22155540.

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> ence([1.0, -1.0, 4.0, -4.0], Gaussian([0.0] * 4, [1.0, 1.0, 2.0, 2.0]), bins=2)
        0.5
    """
    return spread_curve(observed, forecast, bins=bins, where=where).ence


def rcgnn_ece(observed: Any, forecast: Any, *, bins: int = 10, where: Any = None) -> float:
    r"""
    Return the "ECE" of the RC-GNN evaluation document, which does not measure calibration.

    .. math:: \sum_b \frac{n_b}{n} |\mathrm{sd}_b(|y - \mu|) - \mathrm{mean}_b(\sigma)|

    It compares the standard deviation of *absolute* errors with sigma. For a calibrated Gaussian, the
    first is only sqrt(1 - 2/pi) = 0.603 of sigma. A calibrated forecast therefore gets 0.397 times the
    mean sigma, and a forecast whose sigma is 40 % too small gets about 0. Use it only to reproduce
    printed numbers. Measure calibration with `ence`, `quantile_calibration` or `miscalibration_area`. As
    in the document, bins end at percentiles of sigma, and the observations with the largest sigma are in
    no bin.

    Args:
        observed: the observations.
        forecast: a Gaussian or an Ensemble.
        bins: number of bins, by percentiles of sigma.
        where: observations that count; all by default.

    Returns:
        0 or more, in the unit of the observations; no value is best. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations, has no spread, or `bins` is invalid.

    Examples:
        All errors are as large as sigma:

        >>> from edgemark.forecast import Gaussian
        >>> observed, found = [1.0, -1.0, 2.0, -2.0], Gaussian([0.0] * 4, [1.0, 1.0, 2.0, 2.0])
        >>> rcgnn_ece(observed, found, bins=2), ence(observed, found, bins=2)
        (0.5, 0.0)
    """
    checked_bins(bins)
    values, forecast = observations_that_count(observed, forecast, where)
    if not values.size:
        return Undefined(NO_OBSERVATION)
    errors, sigma = np.abs(values - forecast.mean_values()), forecast.spread()
    edges = np.percentile(sigma, np.linspace(0, 100, bins + 1))
    bin_of = np.digitize(sigma, edges) - 1
    gaps = [
        inside.sum() * abs(errors[inside].std() - sigma[inside].mean())
        for inside in (bin_of == k for k in range(bins))
        if inside.any()
    ]
    return float(sum(gaps) / values.size)
