"""
How good forecasts are, and whether their uncertainty is what they say: scores, calibration, tables.

Arrays have the shape [test, horizon, node], or any whose last axis is the node. Observations come
first, the forecast second: an array for a forecast of single values, else a `Gaussian`, an `Ensemble` or
`Quantiles`. Two frames must have the same labels. `where` says which observations count; without it all
must be there.
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
