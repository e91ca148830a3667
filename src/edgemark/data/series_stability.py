"""Whether a model of time series stays bounded: the spectral radius of its companion matrices."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.data.series import Mechanisms, SeriesModel
from edgemark.errors import LimitError

__all__ = ["MOST_VALUES", "UNBOUNDED", "companion", "spectral_radii"]

UNBOUNDED = ("linear", "absolute", "rectified")
_POINTS_IN_A_CYCLE = 32
_MOST_POINTS = 1024
MOST_VALUES = 2048  # their matrix takes half a minute, by the cube of their number


def spectral_radii(model: SeriesModel) -> tuple[float, ...]:
    """One for each regime: the largest over points in its stretch of time."""
    ends = [m.start for m in model.mechanisms[1:]] + [1.0]
    return tuple(
        max(_radius(companion(model, k, factors)) for factors in _factors(model, m.start, end))
        for k, (m, end) in enumerate(zip(model.mechanisms, ends, strict=True))
    )


def companion(model: SeriesModel, regime: int, factors: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    What carries the state from a step to the next: the past values that still act.

    The state is the last d values of each variable, d the largest lag at which it acts. With B the
    coefficients within a step, the new values are (I - B)⁻¹ times the lagged coefficients times the
    state.
    """
    mechanisms = model.mechanisms[regime]
    by_size = any(e.response in ("absolute", "rectified") for e in mechanisms.effects)
    place = _places(mechanisms)
    if len(place) > MOST_VALUES:
        raise LimitError(
            f"whether a model is stable is found out with at most {MOST_VALUES} past values that act; "
            f"to lag {model.max_lag} {len(place)} do. Take fewer lags, or fewer variables"
        )
    factor = dict(zip(model.variables, factors, strict=True))
    rows = {v: np.zeros(len(place)) for v in model.variables}
    equations = mechanisms.equations()
    for v in model.orders[regime]:
        for e in equations.get(v, ()):
            if e.response not in UNBOUNDED:
                continue
            coefficient = e.coefficient * factor[v]
            coefficient = abs(coefficient) if by_size else coefficient
            if e.lag:
                rows[v][place[e.source, e.lag]] += coefficient
            else:
                rows[v] += coefficient * rows[e.source]
    matrix = np.zeros((len(place), len(place)))
    for (v, lag), k in place.items():
        if lag == 1:
            matrix[k] = rows[v]
        else:
            matrix[k, place[v, lag - 1]] = 1.0
    return matrix


def _places(mechanisms: Mechanisms) -> dict[tuple[str, int], int]:
    """Positions of the values (variable, steps ago) that the state holds."""
    depth: dict[str, int] = {}
    for e in mechanisms.effects:
        if e.lag and e.response in UNBOUNDED:
            depth[e.source] = max(e.lag, depth.get(e.source, 0))
    values = [(v, lag) for v, deepest in depth.items() for lag in range(1, deepest + 1)]
    return {value: k for k, value in enumerate(values)}


def _factors(model: SeriesModel, start: float, end: float) -> list[NDArray[np.float64]]:
    """What the coefficients of each variable are multiplied by, at points of a stretch of time."""
    amplitude = {d.variable: d.amplitude for d in model.drifts if d.amplitude}
    if not amplitude:
        return [np.ones(len(model.variables))]
    drifts = [d for d in model.drifts if d.amplitude]
    cycles = max(d.cycles for d in drifts)
    n = min(_MOST_POINTS, ceil(_POINTS_IN_A_CYCLE * max(1.0, cycles * (end - start))))
    shares = start + (end - start) * (np.arange(n + 1) / n)
    factors = np.ones((n + 1, len(model.variables)))
    for d in drifts:
        swing = _core.sines_of_turns(np.ascontiguousarray(d.cycles * shares + d.phase))
        factors[:, model.variables.index(d.variable)] += d.amplitude * swing
    return list(factors)


def _radius(matrix: NDArray[np.float64]) -> float:
    return _core.spectral_radius(matrix.ravel(), len(matrix)) if len(matrix) else 0.0
