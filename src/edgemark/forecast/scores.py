"""Scores of forecasts: their distance from the observations; lower is better."""

from __future__ import annotations

from math import isnan, log, pi, sqrt
from typing import Any

import numpy as np

from edgemark.errors import ForecastError, MissingExtraError, Remedy
from edgemark.forecast.forecasts import Ensemble, Gaussian, Quantiles, observations_that_count
from edgemark.forecast.inputs import Numbers, checked_level, checked_levels
from edgemark.values import Undefined

__all__ = ["crps", "gaussian_nll", "interval_score", "mae", "pinball", "rmse"]


NO_OBSERVATION = "no observation counts"
_LARGEST, _SMALLEST = 1e150, 1e-150  # Between these limits, squares neither overflow nor underflow.


def mean_of(values: Numbers) -> float:
    """Return the mean of values; undefined if there are none."""
    return float(values.mean()) if values.size else Undefined(NO_OBSERVATION)


def scale_of_squares(*numbers: Numbers) -> float:
    """
    Return the number to divide by before squaring: 1, unless squares would overflow or underflow.

    Examples:
        >>> scale_of_squares(np.array([3.0])), scale_of_squares(np.array([-1e200, 1.0]))
        (1.0, 1e+200)
    """
    largest = max(float(np.abs(part).max(initial=0.0)) for part in numbers)
    return largest if largest > _LARGEST or 0 < largest < _SMALLEST else 1.0


def mae(observed: Any, forecast: Any, *, where: Any = None) -> float:
    r"""
    Return the mean absolute error (MAE) of the forecasts, or of their medians.

    .. math:: \mathrm{MAE} = \frac1n \sum_i |y_i - m_i|

    As in all scores of forecasts, numbers are rounded to float64 before they are subtracted: 2**53 + 1
    becomes 2**53.

    Args:
        observed: the observations.
        forecast: an array of the same shape, or a forecast, whose median is scored.
        where: observations that count; all by default.

    Returns:
        0 or more; 0 is best. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations, or is Quantiles without the median.

    Examples:
        >>> mae([1.0, 2.0, 4.0], [1.0, 3.0, 2.0])
        1.0
        >>> mae([1.0, float("nan")], [3.0, 0.0], where=[True, False])
        2.0
    """
    values, forecast = observations_that_count(observed, forecast, where)
    return mean_of(np.abs(values - forecast.median()))


def rmse(observed: Any, forecast: Any, *, where: Any = None) -> float:
    r"""
    Return the root mean squared error (RMSE) of the forecasts, or of their means.

    .. math:: \mathrm{RMSE} = \sqrt{\frac1n \sum_i (y_i - \mu_i)^2}

    Args:
        observed: the observations.
        forecast: an array of the same shape, or a forecast, whose mean is scored.
        where: observations that count; all by default.

    Returns:
        0 or more; 0 is best. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations, or is Quantiles, which have no mean.

    Examples:
        >>> rmse([0.0, 0.0], [3.0, 4.0]) == 12.5 ** 0.5
        True
    """
    values, forecast = observations_that_count(observed, forecast, where)
    errors = values - forecast.mean_values()
    scale = scale_of_squares(errors)
    squares = mean_of((errors / scale) ** 2)
    return squares if isnan(squares) else sqrt(squares) * scale


def gaussian_nll(observed: Any, forecast: Gaussian, *, where: Any = None) -> float:
    r"""
    Return the mean negative log-likelihood of the observations in nats, the logarithmic score.

    .. math:: \frac1n \sum_i \tfrac12 \log(2 \pi \sigma_i^2) + \tfrac12 (y_i - \mu_i)^2 / \sigma_i^2

    Args:
        observed: the observations.
        forecast: a Gaussian for each observation.
        where: observations that count; all by default.

    Returns:
        Any number; lower is better. It can be below 0, since densities can exceed 1. nan if no
        observation counts.

    Raises:
        ForecastError: the forecast is not a Gaussian, or does not fit the observations.

    References:
        Gneiting, Raftery (2007), doi:10.1198/016214506000001437.

    Examples:
        >>> gaussian_nll([0.5], Gaussian([0.0], [1.0]))
        1.0439385332046727
    """
    values, forecast = observations_that_count(observed, forecast, where)
    if not isinstance(forecast, Gaussian):
        raise ForecastError(
            f"a Gaussian likelihood needs a Gaussian; got {forecast.kind}",
            Remedy("Give the standard deviations too", "forecast.Gaussian(mean, sigma)"),
        )
    z = (values - forecast.mean) / forecast.sigma
    return mean_of(0.5 * log(2 * pi) + np.log(forecast.sigma) + 0.5 * z**2)


def crps(observed: Any, forecast: Any, *, fair: bool = True, where: Any = None) -> float:
    r"""
    Return the mean continuous ranked probability score of Gaussians or ensembles, by scoringrules.

    .. math:: \mathrm{CRPS}(F, y) = \int (F(x) - 1[y \le x])^2 \, dx
              = \mathrm{E}|X - y| - \tfrac12 \mathrm{E}|X - X'|

    Args:
        observed: the observations.
        forecast: a Gaussian or an Ensemble.
        fair: whether to score an Ensemble as draws from its forecast distribution. The second term is
            then the mean over pairs of *different* members, so the expected score does not depend on the
            number of members. False scores the members as the whole distribution.
        where: observations that count; all by default.

    Returns:
        In the unit of the observations, 0 or more, up to rounding errors; 0 is best. nan if no
        observation counts.

    Raises:
        ForecastError: the forecast is neither a Gaussian nor an Ensemble, does not fit the observations,
            or is an Ensemble of one member and `fair` is True.
        MissingExtraError: scoringrules is not installed.

    References:
        Gneiting, Raftery (2007), doi:10.1198/016214506000001437. Fair scores: Ferro (2014),
        doi:10.1002/qj.2270.

    Examples:
        >>> round(crps([0.5], Gaussian([0.0], [1.0])), 6)
        0.331404
        >>> crps([0.0], Ensemble([[-1.0, 1.0]])), crps([0.0], Ensemble([[-1.0, 1.0]]), fair=False)
        (0.0, 0.5)
    """
    values, forecast = observations_that_count(observed, forecast, where)
    if not isinstance(forecast, (Gaussian, Ensemble)):
        raise ForecastError(
            f"the CRPS needs a Gaussian or an Ensemble; got {forecast.kind}",
            *([_pinball_remedy()] if isinstance(forecast, Quantiles) else []),
        )
    try:
        import scoringrules
    except ImportError:
        raise MissingExtraError("scoringrules", "forecast") from None
    if not values.size:
        return Undefined(NO_OBSERVATION)
    if isinstance(forecast, Gaussian):
        return mean_of(scoringrules.crps_normal(values, forecast.mean, forecast.sigma))
    if fair and forecast.size < 2:
        raise ForecastError("the fair CRPS of an Ensemble needs 2 members or more; got 1")
    # "pwm" computes the fair score in m log m steps; "fair" would compare all pairs of members.
    estimator = "pwm" if fair else "qd"
    scores = scoringrules.crps_ensemble(
        values, forecast.members, estimator=estimator, sorted_ensemble=True
    )
    return mean_of(scores)


def _pinball_remedy() -> Remedy:
    return Remedy("Score quantiles by the pinball loss", "forecast.pinball(observed, quantiles)")


def pinball(observed: Any, forecast: Any, *, levels: Any = None, where: Any = None) -> float:
    r"""
    Return the mean pinball loss of quantiles, also called quantile score.

    .. math:: \max\{\tau (y - q), (\tau - 1)(y - q)\}

    Args:
        observed: the observations.
        forecast: Quantiles, a Gaussian or an Ensemble.
        levels: probabilities :math:`\tau` of the quantiles; the score is the mean over observations and
            levels. By default those of the Quantiles.
        where: observations that count; all by default.

    Returns:
        0 or more; 0 is best. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations or lacks these quantiles, or there are
            no levels.

    References:
        Koenker, Bassett (1978), doi:10.2307/1913643.

    Examples:
        >>> pinball([2.0], Quantiles([[1.0, 3.0]], levels=[0.25, 0.75]))
        0.25
    """
    values, forecast = observations_that_count(observed, forecast, where)
    if levels is None:
        if not isinstance(forecast, (Gaussian, Ensemble, Quantiles)):
            raise ForecastError(
                f"the pinball loss needs a Gaussian, an Ensemble or Quantiles; got {forecast.kind}"
            )
        if not isinstance(forecast, Quantiles):
            raise ForecastError(
                f"the pinball loss of {forecast.kind} needs levels; got none",
                Remedy("Give the levels of the quantiles", "levels=[0.1, 0.9]"),
            )
        levels = forecast.levels
    if not values.size:
        return Undefined(NO_OBSERVATION)
    losses = [
        mean_of(np.maximum(level * error, (level - 1) * error))
        for level in checked_levels(levels)
        for error in [values - forecast.quantile(float(level))]
    ]
    return float(np.mean(losses))


def interval_score(observed: Any, forecast: Any, *, level: float = 0.95, where: Any = None) -> float:
    r"""
    Return the mean interval score (Winkler score) of central prediction intervals.

    It is the width of the interval, plus a penalty if the observation is outside.

    .. math:: (u - l) + \frac{2}{\alpha} (l - y)_+ + \frac{2}{\alpha} (y - u)_+,
              \quad \alpha = 1 - \text{level}

    Args:
        observed: the observations.
        forecast: Quantiles that have both ends, a Gaussian or an Ensemble.
        level: nominal probability of the interval. Its ends are the quantiles of (1 ± level) / 2.
        where: observations that count; all by default.

    Returns:
        In the unit of the observations, 0 or more; lower is better. nan if no observation counts.

    Raises:
        ForecastError: the forecast does not fit the observations, or lacks these quantiles.

    References:
        Gneiting, Raftery (2007), doi:10.1198/016214506000001437.

    Examples:
        >>> band = Quantiles([[-1.0, 1.0]], levels=[0.1, 0.9])
        >>> interval_score([0.5], band, level=0.8), round(interval_score([1.5], band, level=0.8), 9)
        (2.0, 7.0)
    """
    values, forecast = observations_that_count(observed, forecast, where)
    lower, upper = interval_ends(forecast, level)
    misses = np.maximum(lower - values, 0) + np.maximum(values - upper, 0)
    return mean_of((upper - lower) + 2 / (1 - checked_level(level)) * misses)


def interval_ends(forecast: Any, level: float) -> tuple[Numbers, Numbers]:
    """Return both ends of the central intervals of a level."""
    tail = (1 - checked_level(level)) / 2
    return forecast.quantile(tail), forecast.quantile(1 - tail)
