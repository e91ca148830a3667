"""Change the scale of data, because variances may reveal the causal order."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from edgemark.data import Mechanisms, SeriesModel

__all__ = ["internally_standardised", "standardised"]


def standardised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    Give each column mean 0 and variance 1; a constant column becomes 0.

    Examples:
        >>> standardised(np.array([[1.0, 5.0], [3.0, 5.0]])).tolist()
        [[-1.0, 0.0], [1.0, 0.0]]
    """
    varies = (values != values[:1]).any(axis=0)  # The computed std of a constant column may be above 0.
    std = values.std(axis=0)
    centred: NDArray[np.float64] = values - values.mean(axis=0)
    return np.where(varies, centred / np.where(std > 0, std, 1.0), 0.0)


def internally_standardised(model: SeriesModel) -> SeriesModel:
    r"""
    Standardise each variable of a linear model before it acts on others (iSCM).

    Each variable becomes :math:`\tilde x_j = x_j / \mathrm{sd}(x_j)` with :math:`x_j = \sum_i c_{ij}
    \tilde x_i + e_j`, where the standard deviation is the exact one of the model. Standardising after
    the draw keeps the R² of each variable and therefore R²-sortability; an iSCM does not.

    References:
        Ormaniec, Sussex, Lorch, Schölkopf, Krause (2024), arXiv:2406.11601.

    Examples:
        >>> from edgemark.data import Effect
        >>> model = SeriesModel.constant(["A", "B"], [Effect("A", "B", 0, 3.0)], max_lag=0)
        >>> [effect] = internally_standardised(model).mechanisms[0].effects
        >>> round(effect.coefficient, 3)
        0.949
    """
    [mechanisms] = model.mechanisms
    index = {name: k for k, name in enumerate(model.variables)}
    equations = mechanisms.equations()
    n = len(index)
    covariance, scale = np.zeros((n, n)), np.ones(n)
    for name in model.orders[0]:
        k = index[name]
        weights = np.zeros(n)
        for effect in equations.get(name, []):
            weights[index[effect.source]] += effect.coefficient
        covariances = covariance @ weights
        scale[k] = sqrt(weights @ covariances + mechanisms.noise_std[k] ** 2)
        covariance[k, :] = covariance[:, k] = covariances / scale[k]
        covariance[k, k] = 1.0
    effects = tuple(
        replace(effect, coefficient=effect.coefficient / float(scale[index[effect.target]]))
        for effect in mechanisms.effects
    )
    noise = tuple(np.array(mechanisms.noise_std) / scale)
    return replace(model, mechanisms=(Mechanisms(effects, noise, mechanisms.start),))
