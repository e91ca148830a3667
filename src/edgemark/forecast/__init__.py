"""
Scores, calibration and tables for forecasts and their stated uncertainty.

The first argument of each function is the observations. The second is the forecast: an array of single
values, a `Gaussian`, an `Ensemble` or `Quantiles`. Arrays have the shape [sample, horizon, node], or any
shape whose last axis is the node. If both arguments are data frames, they must have the same labels.
The argument `where` selects the observations that count. Masked cells of a masked array of observations
do not count. An observation that counts must not be missing.
"""

from edgemark.forecast.calibration import (
    CalibrationCurve,
    Coverage,
    PitHistogram,
    calibration_curve,
    coverage,
    miscalibration_area,
    pit,
    pit_histogram,
    quantile_calibration,
)
from edgemark.forecast.forecasts import Ensemble, Gaussian, Quantiles
from edgemark.forecast.scores import crps, gaussian_nll, interval_score, mae, pinball, rmse
from edgemark.forecast.spread import SpreadCurve, ence, rcgnn_ece, spread_curve
from edgemark.forecast.table import ForecastTable, evaluate

__all__ = [
    "CalibrationCurve",
    "Coverage",
    "Ensemble",
    "ForecastTable",
    "Gaussian",
    "PitHistogram",
    "Quantiles",
    "SpreadCurve",
    "calibration_curve",
    "coverage",
    "crps",
    "ence",
    "evaluate",
    "gaussian_nll",
    "interval_score",
    "mae",
    "miscalibration_area",
    "pinball",
    "pit",
    "pit_histogram",
    "quantile_calibration",
    "rcgnn_ece",
    "rmse",
    "spread_curve",
]
