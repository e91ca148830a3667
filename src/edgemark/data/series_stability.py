"""The stability of a model of time series: the spectral radius of its companion matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.data.series import Mechanisms, SeriesModel
from edgemark.errors import LimitError

__all__ = ["MOST_VALUES", "UNBOUNDED", "companion", "spectral_radii"]

UNBOUNDED = ("linear", "absolute", "rectified")
"""The responses that grow without bound; only effects with these can make a series unstable."""
_POINTS_IN_A_CYCLE = 32  # Number of grid points over one cycle of a drift.
_MOST_POINTS = 1024  # Largest number of grid points over the duration of a regime.
_NARROWINGS = 8  # Steps of the search around the largest point; each step halves the distance.
MOST_VALUES = 2048
"""
The largest number of rows of a companion matrix.

The running time of the test is cubic in this number; the largest takes about a minute.
"""

Factors = NDArray[np.float64]
"""A factor for each variable, by which the coefficients of the effects on it are multiplied."""


def spectral_radii(model: SeriesModel) -> tuple[float, ...]:
    """The largest spectral radius of each regime over its duration."""
    ends = [m.start for m in model.mechanisms[1:]] + [1.0]
    return tuple(
        _largest_radius(model, k, m.start, end)
        for k, (m, end) in enumerate(zip(model.mechanisms, ends, strict=True))
    )


def _largest_radius(model: SeriesModel, regime: int, start: float, end: float) -> float:
    """
    The largest spectral radius in a regime, over all phases that its drifts reach.

    A drift changes the coefficients of a variable in cycles. If all drifts have the same number of
    cycles, one cycle has all their phases. Drifts with different numbers of cycles are followed through
    time. If this takes too many points, all combinations of phases are evaluated instead; but with more
    than two numbers of cycles, every coefficient counts with its largest absolute value, which gives an
    upper bound.
    """
    drifts = [d for d in model.drifts if d.amplitude]
    if not drifts:
        return _radius(companion(model, regime, np.ones(len(model.variables))))
    cycle_counts = sorted({d.cycles for d in drifts})
    phase_ranges = [(0.0, 1.0) if c * (end - start) >= 1 else (c * start, c * end) for c in cycle_counts]
    if len(cycle_counts) == 1:
        return _maximum_over_phases(model, regime, phase_ranges, lambda at: {cycle_counts[0]: at[0]})
    if cycle_counts[-1] * (end - start) * _POINTS_IN_A_CYCLE <= _MOST_POINTS:
        duration = [(cycle_counts[-1] * start, cycle_counts[-1] * end)]
        return _maximum_over_phases(
            model, regime, duration, lambda at: {c: c / cycle_counts[-1] * at[0] for c in cycle_counts}
        )
    if len(cycle_counts) == 2:
        return _maximum_over_phases(
            model, regime, phase_ranges, lambda at: dict(zip(cycle_counts, at, strict=True))
        )
    factors = np.ones(len(model.variables))
    for d in drifts:
        factors[model.variables.index(d.variable)] += d.amplitude
    return _radius(companion(model, regime, factors, by_absolute_value=True))


def _maximum_over_phases(
    model: SeriesModel,
    regime: int,
    phase_ranges: list[tuple[float, float]],
    phases_at: Callable[[Sequence[float]], Mapping[float, float]],
) -> float:
    """
    Return the largest radius on a grid over ranges of phases, and on finer grids around its best point.

    `phases_at` returns, for a point of the grid, the phase of the drifts with each number of cycles.
    """

    def radius(at: Sequence[float]) -> float:
        return _radius(companion(model, regime, _factors(model, phases_at(at))))

    grids = [_grid(phase_range) for phase_range in phase_ranges]
    highest, best = max((radius(at), at) for at in product(*grids))
    steps = [grid[1] - grid[0] for grid in grids]
    for _ in range(_NARROWINGS):
        steps = [step / 2 for step in steps]
        neighbourhood = [
            [max(x - step, low), x, min(x + step, high)]
            for x, step, (low, high) in zip(best, steps, phase_ranges, strict=True)
        ]
        highest, best = max((highest, best), *((radius(at), at) for at in product(*neighbourhood)))
    return highest


def _grid(phase_range: tuple[float, float]) -> list[float]:
    low, high = phase_range
    n = ceil(_POINTS_IN_A_CYCLE * max(1.0, high - low))
    return [low + (high - low) * (k / n) for k in range(n + 1)]


def _factors(model: SeriesModel, phases: Mapping[float, float]) -> Factors:
    """Return the factors of the coefficients if the drifts are at these phases."""
    drifts = [d for d in model.drifts if d.amplitude]
    swings = _core.sines_of_turns(np.array([phases[d.cycles] + d.phase for d in drifts]))
    factors = np.ones(len(model.variables))
    for d, swing in zip(drifts, swings, strict=True):
        factors[model.variables.index(d.variable)] += d.amplitude * swing
    return factors


def companion(
    model: SeriesModel, regime: int, factors: Factors, *, by_absolute_value: bool = False
) -> NDArray[np.float64]:
    """
    The companion matrix, which maps the state of one step to that of the next.

    It leaves out effects whose response is bounded, which cannot make the series unstable. The state
    holds the last d values of each variable, where d is the largest lag of the remaining effects of that
    variable. With B the coefficients within a step, the new values are (I - B)⁻¹ times the lagged
    coefficients times the state.

    Coefficients count with their absolute values if `by_absolute_value` is true, or if a response is
    "absolute" or "rectified"; the spectral radius is then an upper bound.
    """
    mechanisms = model.mechanisms[regime]
    by_absolute_value = by_absolute_value or any(
        e.response in ("absolute", "rectified") for e in mechanisms.effects
    )
    position = _state_positions(mechanisms)
    if len(position) > MOST_VALUES:
        raise LimitError(
            f"the test of stability takes at most {MOST_VALUES} lagged values; the model has "
            f"{len(position)} to lag {model.max_lag}. Use fewer lags or fewer variables"
        )
    factor = dict(zip(model.variables, factors, strict=True))
    rows = {v: np.zeros(len(position)) for v in model.variables}
    equations = mechanisms.equations()
    for v in model.orders[regime]:
        for e in equations.get(v, ()):
            if e.response not in UNBOUNDED:
                continue
            coefficient = e.coefficient * factor[v]
            coefficient = abs(coefficient) if by_absolute_value else coefficient
            if e.lag:
                rows[v][position[e.source, e.lag]] += coefficient
            else:
                rows[v] += coefficient * rows[e.source]
    matrix = np.zeros((len(position), len(position)))
    for (v, lag), k in position.items():
        if lag == 1:
            matrix[k] = rows[v]
        else:
            matrix[k, position[v, lag - 1]] = 1.0
    return matrix


def _state_positions(mechanisms: Mechanisms) -> dict[tuple[str, int], int]:
    """Return the position in the state of each value (variable, lag) that it holds."""
    depth: dict[str, int] = {}
    for e in mechanisms.effects:
        if e.lag and e.response in UNBOUNDED:
            depth[e.source] = max(e.lag, depth.get(e.source, 0))
    values = [(v, lag) for v, deepest in depth.items() for lag in range(1, deepest + 1)]
    return {value: k for k, value in enumerate(values)}


def _radius(matrix: NDArray[np.float64]) -> float:
    return _core.spectral_radius(matrix.ravel(), len(matrix)) if len(matrix) else 0.0
