"""Draw series from a model: random numbers, the simulation in the core, and the recorded values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.arguments import as_number, whole
from edgemark.content_equality import EqualByContent
from edgemark.data.series import Noise, Response, SeriesModel
from edgemark.data.series_draws import words
from edgemark.data.series_truth import truth_with_times
from edgemark.errors import EdgemarkError, MissingExtraError, Remedy
from edgemark.graph import Regime, TemporalGraph
from edgemark.resources import demand_memory

__all__ = ["SimulatedSeries", "sample"]

_NOISE, _STEPS, _MISSING = range(3)  # The random streams of a seed.
_BYTES_OF_A_VALUE = 16  # 8 for the simulated value and 8 for a copy of it
_MANY = 10**18  # A limit on the number of steps, which keeps the estimate of the memory finite.
_RESPONSES = get_args(Response)
_NOISES = get_args(Noise)


@dataclass(frozen=True, eq=False)
class SimulatedSeries(EqualByContent):
    """
    A series with its truth.

    Attributes:
        data: one row for each recorded step, one column for each observed variable; nan is missing.
            Read-only.
        names: names of the columns.
        times: the time step of each row; 0, 1, 2, ... if every step is recorded. Read-only.
        truth: the graph of the observed variables; its regimes start and end at time steps.
        seed: the seed of the series.
        model: the model of the series.

    Examples:
        >>> from edgemark.data import Effect, SeriesModel
        >>> model = SeriesModel.constant(["A", "B"], [Effect("A", "B", 1, 0.5)])
        >>> series = model.sample(100, seed=3)
        >>> series
        <SimulatedSeries: 100 rows of 2 variables, seed 3>
        >>> series.truth.edges()
        [('A', '-->', 'B', 1)]
    """

    data: NDArray[np.float64]
    names: tuple[str, ...]
    times: NDArray[np.int64]
    truth: TemporalGraph
    seed: int
    model: SeriesModel

    def __repr__(self) -> str:
        rows, columns = self.data.shape
        return f"<SimulatedSeries: {rows} rows of {columns} variables, seed {self.seed}>"

    @cached_property
    def regimes(self) -> tuple[Regime, ...]:
        """The regimes of the truth; one for all time steps if the equations do not change abruptly."""
        return self.truth.regimes or (Regime(0, int(self.times[-1]) + 1, self.truth),)

    def to_frame(self) -> Any:
        """
        Return a pandas frame with a column for each variable and an index named step.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        return pandas.DataFrame(self.data, pandas.Index(self.times, name="step"), list(self.names))


def sample(
    model: SeriesModel, n: int, seed: int, *, burn_in: int, recorded: float, missing: float
) -> SimulatedSeries:
    """Draw a series, see `SeriesModel.sample`."""
    n, seed, burn_in = whole("n", n, 1), whole("seed", seed), whole("burn_in", burn_in)
    if not (0 < as_number(recorded) <= 1 and 0 <= as_number(missing) < 1):
        raise EdgemarkError(
            f"recorded must be above 0 and at most 1, and missing from 0 to below 1; got "
            f"recorded={recorded!r}, missing={missing!r}"
        )
    if n <= (model.max_lag or 0):
        raise EdgemarkError(
            f"a series must have more rows than its largest lag, {model.max_lag}; got {n}. Draw more "
            f"rows, or use a model with fewer lags"
        )
    n_bytes = (
        _BYTES_OF_A_VALUE * len(model.variables) * (burn_in + int(min(min(n, _MANY) / recorded, _MANY)))
    )
    demand_memory(n_bytes, "a series with that many steps", "Draw fewer rows, or take a shorter burn-in")
    _demand_stable(model)
    times = _times(n, recorded, seed)
    n_steps = int(times[-1]) + 1
    starts = [int(m.start * n_steps) for m in model.mechanisms]
    # The first regime also holds during the burn-in.
    values = _simulate(model, [0, *(burn_in + s for s in starts[1:])], burn_in, n_steps, seed)[burn_in:]
    observed = set(model.observed)
    observed_columns = [k for k, v in enumerate(model.variables) if v in observed]
    if n < n_steps:
        values = values[times]
    if len(observed_columns) < len(model.variables):
        values = values[:, observed_columns]
    values = _with_gaps(values, missing, seed)
    values.flags.writeable = times.flags.writeable = False
    truth = truth_with_times(model, starts, n_steps)
    return SimulatedSeries(values, model.observed, times, truth, int(seed), model)


def _demand_stable(model: SeriesModel) -> None:
    for k, radius in enumerate(model.spectral_radii):
        if radius >= 1:
            subject = f"regime {k} of the model" if len(model.mechanisms) > 1 else "the model"
            raise EdgemarkError(
                f"a series stays bounded if the spectral radius is below 1; that of {subject} is "
                f"{radius:.4g}",
                Remedy("Weaken its lagged effects", "model.stabilised()"),
            )


def _times(n: int, recorded: float, seed: int) -> NDArray[np.int64]:
    """Return n recorded steps: step 0, and later ones with probability `recorded` each."""
    if recorded == 1:
        return np.arange(n)
    # The upper 53 bits of a word are an integer that is uniform from 0 to below 2**53.
    limit = np.uint64(recorded * 2.0**53)
    size = int(n / recorded) + 64
    while True:  # If too few steps are recorded, read a longer part of the same random stream.
        recorded_steps = np.flatnonzero(words(seed, _STEPS, size) >> np.uint64(11) < limit)
        if len(recorded_steps) >= n:
            steps: NDArray[np.int64] = (recorded_steps[:n] - recorded_steps[0]).astype(np.int64)
            return steps
        size *= 2


def _with_gaps(values: NDArray[np.float64], missing: float, seed: int) -> NDArray[np.float64]:
    if not missing:
        return values
    # The upper 53 bits of a word are an integer that is uniform from 0 to below 2**53.
    drawn = words(seed, _MISSING, values.size).reshape(values.shape) >> np.uint64(11)
    return np.where(drawn < np.uint64(missing * 2.0**53), np.nan, values)


def _simulate(
    model: SeriesModel, starts: list[int], burn_in: int, n_steps: int, seed: int
) -> NDArray[np.float64]:
    """Return the values of all variables at all steps, including the burn-in."""
    n_variables = len(model.variables)
    # The core replaces the random words by the values, in the same memory.
    cells = words(seed, _NOISE, (burn_in + n_steps) * n_variables)
    overflow_step = _core.simulate(cells, _integers(starts), **_arrays_of(model), drifts_from=burn_in)
    if overflow_step is not None:
        raise EdgemarkError(
            f"the series must stay below 1e100; it exceeds that at step {overflow_step - burn_in}, "
            f"because the regimes, each of them stable, follow each other too fast",
            Remedy("Use fewer regimes, or weaken the lagged effects", "model.stabilised(0.5)"),
        )
    return cells.view(np.float64).reshape(-1, n_variables)


def _arrays_of(model: SeriesModel) -> dict[str, Any]:
    """Return the model as arrays for the core."""
    position = {v: k for k, v in enumerate(model.variables)}
    effects, order, ends = [], [], []
    for mechanisms, variables in zip(model.mechanisms, model.orders, strict=True):
        equations = mechanisms.equations()
        for v in variables:
            effects += equations.get(v, [])
            order.append(position[v])
            ends.append(len(effects))
    drifts = np.zeros((4, len(position)))
    for d in model.drifts:
        drifts[:, position[d.variable]] = d.amplitude, d.noise_amplitude, d.cycles, d.phase
    return {
        "order": _integers(order),
        "ends": _integers(ends),
        "scale": np.array([std for m in model.mechanisms for std in m.noise_std]),
        "source": _integers([position[e.source] for e in effects]),
        "lag": _integers([e.lag for e in effects]),
        "coefficient": np.array([e.coefficient for e in effects], np.float64),
        "response": np.array([_RESPONSES.index(e.response) for e in effects], np.uint8),
        "drifts": drifts.ravel(),
        "noise": _NOISES.index(model.noise),
    }


def _integers(numbers: list[int]) -> NDArray[np.uint64]:
    return np.array(numbers, np.uint64)
