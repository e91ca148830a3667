"""A generator as in the documentation of CDANs, whose series are stable."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from numbers import Real
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import whole
from edgemark.content_equality import EqualByContent
from edgemark.data.series import Drift, Effect, Mechanisms, SeriesModel
from edgemark.data.series_draws import Draws
from edgemark.errors import EdgemarkError, InputTypeError, Remedy
from edgemark.graph import TemporalGraph

__all__ = ["SyntheticDataset", "generate_synthetic_cdans"]

_CONTEMPORANEOUS = 0.4  # The probability of a contemporaneous effect of i on j, if i < j.
_JITTER = 0.1  # The standard deviation of a coefficient before its sign is drawn.


@dataclass(frozen=True, eq=False)
class SyntheticDataset(EqualByContent):
    """
    A series and its true edges, whose variables are given by their positions.

    Attributes:
        data: shape (n_samples, n_vars), read-only.
        lagged_edges: triples (source, target, lag).
        contemporaneous_edges: pairs (source, target).
        changing_modules: positions of the variables whose coefficients change.
        truth: the same edges as a graph over X0, X1, ...
        metadata: the arguments, with the seed that was drawn, and the spectral radius before
            (`spectral_radius_drawn`) and after weakening (`spectral_radius`).
    """

    data: NDArray[np.float64]
    lagged_edges: frozenset[tuple[int, int, int]]
    contemporaneous_edges: frozenset[tuple[int, int]]
    changing_modules: frozenset[int]
    truth: TemporalGraph
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))

    def __reduce__(self) -> tuple[Any, ...]:
        content = [getattr(self, one.name) for one in fields(self)]
        return type(self), (*content[:-1], dict(self.metadata))

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.data.shape[0])

    @property
    def n_vars(self) -> int:
        """Number of variables."""
        return int(self.data.shape[1])


def generate_synthetic_cdans(
    n_vars: int = 4,
    n_samples: int = 500,
    tau_max: int = 2,
    n_changing: int = 2,
    autocorr: float = 0.4,
    contemp_strength: float = 0.5,
    lagged_strength: float = 0.4,
    noise_std: float = 0.5,
    nonstationary_amplitude: float = 0.6,
    seed: int | None = 42,
) -> SyntheticDataset:
    """
    Draw a stable non-stationary series as in the documentation of CDANs.

    Each variable depends on its previous value, on 1 to max(2, n_vars // 2) random pairs of a variable
    and a lag, and with probability 0.4 on the current value of each variable before it. A changing
    module is a variable whose coefficients change: they are multiplied by 1 + amplitude·sin(2πt/T + φ),
    where T is the length of the series and φ is random.

    With these defaults, the generator of cdans 0.1.0 draws values beyond 1000 for 16 of the 30
    seeds 0 to 29. Here the lagged coefficients are weakened if necessary, to a spectral radius of
    at most 0.9, see `SeriesModel.stabilised`. The series begins after a burn-in of 1000 steps. A
    seed gives another graph and other data than in the package. The running time is cubic in the
    number of lagged values with an effect, see `SeriesModel.spectral_radii`.

    Args:
        n_vars: number of variables.
        n_samples: number of rows.
        tau_max: the largest lag, 1 or more.
        n_changing: number of changing modules.
        autocorr: coefficient of a variable's own past values in its equation: the previous one, and
            others if they are drawn; 0 for none.
        contemp_strength: mean of contemporaneous effects before their signs are drawn.
        lagged_strength: the same for lagged effects of other variables.
        noise_std: standard deviation of the Gaussian noise.
        nonstationary_amplitude: amplitude of the changing coefficients.
        seed: 0 or more; None draws one, which is in the metadata.

    Returns:
        The series and its truth.

    Raises:
        EdgemarkError: more changing modules than variables, a changing module without effects or without
            an amplitude, a number out of range, or a series that is not longer than the largest lag.

    Examples:
        >>> dataset = generate_synthetic_cdans(n_vars=3, n_samples=200, seed=1)
        >>> dataset.data.shape, len(dataset.changing_modules)
        ((200, 3), 2)
    """
    arguments = dict(locals())
    seed = secrets.randbits(32) if seed is None else whole("seed", seed)
    n_vars, n_samples = whole("n_vars", n_vars, 1), whole("n_samples", n_samples)
    tau_max, n_changing = whole("tau_max", tau_max, 1), whole("n_changing", n_changing)
    _check(**arguments)
    draws = Draws(seed)
    contemporaneous, lagged = _edges(n_vars, tau_max, draws)
    modules = draws.some(range(n_vars), n_changing)
    strengths = autocorr, contemp_strength, lagged_strength
    effects = _effects([*((i, j, 0) for i, j in contemporaneous), *lagged], strengths, draws)
    _demand_effects(modules, effects)
    drawn_model = SeriesModel(
        tuple(f"X{k}" for k in range(n_vars)),
        (Mechanisms(effects, (noise_std,) * n_vars),),
        tuple(Drift(f"X{k}", nonstationary_amplitude, phase=draws.uniform()) for k in sorted(modules)),
        max_lag=tau_max,
    )
    model = drawn_model.stabilised()
    series = model.sample(n_samples, seed)
    edges = [(int(e.source[1:]), int(e.target[1:]), e.lag) for e in effects]
    radii = {
        "spectral_radius_drawn": max(drawn_model.spectral_radii),
        "spectral_radius": max(model.spectral_radii),
    }
    return SyntheticDataset(
        data=series.data,
        lagged_edges=frozenset(edge for edge in edges if edge[2]),
        contemporaneous_edges=frozenset((i, j) for i, j, lag in edges if not lag),
        changing_modules=frozenset(modules),
        truth=series.truth,
        metadata=arguments | {"seed": seed} | radii,
    )


def _check(
    n_vars: int, n_samples: int, tau_max: int, n_changing: int, seed: Any, **numbers: Any
) -> None:
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, Real):
            raise InputTypeError(f"{name} must be a number; got {number!r}")
    if n_changing > n_vars:
        raise EdgemarkError(
            f"n_changing must be at most n_vars; got n_vars={n_vars} and n_changing={n_changing}"
        )
    if n_samples <= tau_max:
        raise EdgemarkError(
            f"a series must be longer than the largest lag, {tau_max}; got {n_samples} rows"
        )
    if numbers["nonstationary_amplitude"] == 0 and n_changing:
        raise EdgemarkError(
            "changing modules need a nonstationary_amplitude above 0; got 0",
            Remedy("Let no module change", "n_changing=0"),
        )


def _edges(
    n_vars: int, tau_max: int, draws: Draws
) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]]]:
    """Draw contemporaneous and lagged edges; a lagged edge that is drawn twice is kept once."""
    contemporaneous = [
        (i, j) for j in range(n_vars) for i in range(j) if draws.uniform() < _CONTEMPORANEOUS
    ]
    lagged: dict[tuple[int, int, int], None] = {}
    for j in range(n_vars):
        lagged[j, j, 1] = None
        for _ in range(1 + draws.below(max(2, n_vars // 2))):
            lagged[draws.below(n_vars), j, 1 + draws.below(tau_max)] = None
    return contemporaneous, list(lagged)


def _demand_effects(modules: list[int], effects: tuple[Effect, ...]) -> None:
    """Refuse a changing module without causes."""
    targets = {e.target for e in effects}
    for module in modules:
        if f"X{module}" not in targets:
            raise EdgemarkError(
                f"a changing module needs effects whose coefficients change; nothing acts on X{module}",
                Remedy("Let each variable depend on its previous value", "autocorr=0.4"),
            )


def _effects(
    edges: list[tuple[int, int, int]], strengths: tuple[float, float, float], draws: Draws
) -> tuple[Effect, ...]:
    """Draw the coefficients of edges, and leave out edges whose coefficient is 0."""
    autocorr, contemporaneous, lagged = strengths
    effects = []
    for i, j, lag in edges:
        mean = lagged if lag else contemporaneous
        coefficient = autocorr if i == j else draws.signed(mean + _JITTER * draws.normal())
        if coefficient:
            effects.append(Effect(f"X{i}", f"X{j}", lag, float(coefficient)))
    return tuple(effects)
