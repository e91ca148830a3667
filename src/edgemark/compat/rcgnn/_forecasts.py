"""Section 4 of the RC-GNN evaluation document: forecasts."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark import forecast
from edgemark.errors import ForecastError
from edgemark.forecast import Gaussian
from edgemark.frame_labels import Labels

_SMALLEST_SIGMA = 1e-8


def compute_mae_rmse(y_true: Any, y_pred: Any) -> dict[str, Any]:
    """
    Return mean absolute error and root mean squared error, overall and for each node.

    Args:
        y_true: observations of shape [test, horizon, node].
        y_pred: the forecast, of the same shape.

    Returns:
        "mae", "rmse", and arrays "mae_per_node", "rmse_per_node".

    Raises:
        ForecastError: different shapes, fewer than two axes, or values that are not finite.

    Examples:
        >>> found = compute_mae_rmse([[[0.0, 1.0]]], [[[2.0, 1.0]]])
        >>> found["mae"], found["mae_per_node"]
        (1.0, array([2., 0.]))
    """
    true, predicted = map(np.asanyarray, with_shared_mask(y_true, y_pred))
    overall = {"mae": forecast.mae(true, predicted), "rmse": forecast.rmse(true, predicted)}
    if true.ndim < 2:
        raise ForecastError(f"y_true must have the axes [test, horizon, node]; got shape {true.shape}")
    by_node = [(true[..., k], predicted[..., k]) for k in range(true.shape[-1])]
    return {
        **overall,
        "mae_per_node": np.array([forecast.mae(*columns) for columns in by_node]),
        "rmse_per_node": np.array([forecast.rmse(*columns) for columns in by_node]),
    }


def compute_nll(y_true: Any, y_pred_mean: Any, y_pred_std: Any) -> float:
    """
    Return the mean negative log-likelihood of Gaussian forecasts.

    Args:
        y_true: the observations.
        y_pred_mean: means of the forecast.
        y_pred_std: standard deviations of the forecast; positive ones below 1e-8 are replaced by 1e-8.

    Returns:
        The mean, in nats.

    Raises:
        ForecastError: other shapes, values that are not finite, a sigma that is not above 0.

    Examples:
        >>> compute_nll([0.5], [0.0], [1.0])
        1.0439385332046727
    """
    observed, mean, sigma = with_shared_mask(y_true, y_pred_mean, y_pred_std)
    return forecast.gaussian_nll(observed, _gaussian(mean, sigma))


def compute_ece(
    y_true: Any,
    y_pred_mean: Any,
    y_pred_std: Any,
    n_bins: int = 10,
    *,
    literal: bool = False,
) -> float:
    """
    Return the document's expected calibration error; see `forecast.rcgnn_ece` for its problems.

    Args:
        y_true: the observations.
        y_pred_mean: means of the forecast.
        y_pred_std: standard deviations of the forecast; positive ones below 1e-8 are replaced by 1e-8.
        n_bins: number of bins by sigma.
        literal: compute as the document does: for arrays with several axes, the counts of the bins are
            divided by the length of the first axis, so the shares sum to the product of the other
            lengths.

    Returns:
        0.397 times the mean sigma for a calibrated forecast, for which `forecast.ence` is 0.

    Raises:
        ForecastError: other shapes, values that are not finite, a sigma that is not above 0.

    Examples:
        >>> compute_ece([1.0, -1.0, 2.0, -2.0], [0.0] * 4, [1.0, 1.0, 2.0, 2.0], n_bins=2)
        0.5
    """
    observed, mean, sigma = with_shared_mask(y_true, y_pred_mean, y_pred_std)
    error = forecast.rcgnn_ece(observed, _gaussian(mean, sigma), bins=n_bins)
    if not literal:
        return error
    if not np.ndim(observed):
        raise ForecastError("the document's formula needs an array with an axis; got a single number")
    return error * int(np.ma.count(observed)) / len(observed)


def compute_coverage(
    y_true: Any, y_pred_mean: Any, y_pred_std: Any, alpha: float = 0.95
) -> dict[str, float]:
    """
    Return the share of the observations within their central prediction interval.

    Args:
        y_true: the observations.
        y_pred_mean: means of the forecast.
        y_pred_std: standard deviations of the forecast.
        alpha: nominal probability of the interval.

    Returns:
        "coverage", "nominal_level", and their "difference".

    Raises:
        ForecastError: other shapes, values that are not finite, a sigma that is not above 0.

    Examples:
        >>> compute_coverage([0.0, 3.0], [0.0, 0.0], [1.0, 1.0], alpha=0.5)
        {'coverage': 0.5, 'nominal_level': 0.5, 'difference': 0.0}
    """
    observed, mean, sigma = with_shared_mask(y_true, y_pred_mean, y_pred_std)
    covered = forecast.coverage(observed, Gaussian(mean, sigma), level=alpha)
    return {"coverage": covered.share, "nominal_level": alpha, "difference": covered.gap}


def with_shared_mask(observed: Any, *forecasts: Any) -> tuple[Any, ...]:
    """Return the observations, masked where any array is masked, and the forecasts without masks."""
    for other in forecasts:
        if text := Labels.of(observed).difference(Labels.of(other)):
            raise ForecastError(text)
    arrays = [observed, *forecasts]
    masked = [array for array in arrays if isinstance(array, np.ma.MaskedArray)]
    if not masked or any(np.shape(array) != np.shape(observed) for array in masked):
        return observed, *forecasts  # Different shapes are refused later.
    any_masked = np.any([np.ma.getmaskarray(array) for array in masked], axis=0)
    return np.ma.array(np.ma.getdata(observed), mask=any_masked), *map(np.ma.getdata, forecasts)


def _gaussian(mean: Any, sigma: Any) -> Gaussian:
    gaussian = Gaussian(mean, sigma)
    small = (gaussian.sigma > 0) & (gaussian.sigma < _SMALLEST_SIGMA)
    return Gaussian(gaussian.mean, np.where(small, _SMALLEST_SIGMA, gaussian.sigma))
