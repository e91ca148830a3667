"""The data sets of cdans, and its generator, which draws the same data for the same seed."""

from __future__ import annotations

import warnings
from abc import ABCMeta
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.compat.cdans._package import is_of_the_package
from edgemark.errors import EdgemarkError, EdgemarkWarning, Remedy, levels_to_caller
from edgemark.graph import TemporalGraph
from edgemark.io.cdans_graphs import temporal_of

__all__ = ["SyntheticDataset", "generate_synthetic_cdans"]

_CONTEMPORANEOUS = 0.4  # The probability of a contemporaneous edge i --> j, i < j.
_JITTER = 0.1  # The standard deviation of the absolute value of a coefficient.
# A stable series stays below this many standard deviations of its noise. If the standard deviation is
# below 1, this value itself is the limit.
_DIVERGED = 1e6

LaggedEdge = tuple[int, int, int]
Edge = tuple[int, int]


@dataclass
class SyntheticDataset(metaclass=ABCMeta):
    """
    A series and its true edges, by positions.

    The data sets of the installed package cdans are instances of this class, too.

    Attributes:
        data: shape (n_samples, n_vars).
        lagged_edges: triples (source, target, lag).
        contemporaneous_edges: pairs (source, target).
        changing_modules: positions of the variables whose mechanism changes over time.
        metadata: further facts. "tau_max" is the largest lag; without this key, the largest lag of the
            edges is used.

    Examples:
        >>> dataset = SyntheticDataset(np.zeros((100, 2)), {(0, 1, 1)}, {(0, 1)}, {1})
        >>> dataset.n_samples, dataset.n_vars
        (100, 2)
        >>> dataset.truth
        TemporalGraph.parse('X0 --> X1; X0 --> X1 @1; lags 1; changing X1', kind='dag')
    """

    data: NDArray[Any]
    lagged_edges: set[LaggedEdge]
    contemporaneous_edges: set[Edge]
    changing_modules: set[int]
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.data.shape[0])

    @property
    def n_vars(self) -> int:
        """Number of variables."""
        return int(self.data.shape[1])

    @property
    def truth(self) -> TemporalGraph:
        """The edges as a graph of edgemark, over X0, X1, ..."""
        return temporal_of(self, {}, [f"X{k}" for k in range(self.n_vars)])

    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        is_of_cdans = cls is SyntheticDataset and is_of_the_package(other, "SyntheticDataset")
        return True if is_of_cdans else NotImplemented


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
    Draw the series and the truth that cdans 0.1.0 draws for the same arguments and seed.

    Each variable depends on its previous value; on 1 to max(2, n_vars // 2) random pairs of a variable
    and a lag; and, with probability 0.4 each, on the current values of the variables before it. The
    coefficients of a changing module, which is a variable whose mechanism changes, are multiplied by
    1 + amplitude·sin(2πt/T + φ) at row t of T, with a random phase φ. Many of these models are unstable:
    at the defaults, 13 of the seeds 0 to 29 give values above a million.
    `edgemark.data.generate_synthetic_cdans` draws stable models.

    Args:
        n_vars: number of variables.
        n_samples: number of rows.
        tau_max: the largest lag, 1 or more.
        n_changing: number of changing modules.
        autocorr: coefficient of each earlier value of a variable in its own equation.
        contemp_strength: mean absolute value of contemporaneous effects.
        lagged_strength: mean absolute value of lagged effects of other variables.
        noise_std: standard deviation of the Gaussian noise.
        nonstationary_amplitude: amplitude of the change, as a share of the coefficient.
        seed: seed of the random numbers; None draws a seed.

    Returns:
        The series and its truth.

    Raises:
        EdgemarkError: more changing modules than variables, a largest lag below 1, or fewer rows than
            the largest lag.

    Warns:
        EdgemarkWarning: a value reaches 1e6 times `noise_std`, or 1e6 if `noise_std` is below 1.

    Examples:
        >>> dataset = generate_synthetic_cdans(n_vars=3, n_samples=200, seed=0)
        >>> dataset.data.shape, sorted(dataset.changing_modules)
        ((200, 3), [0, 1])
    """
    if n_changing > n_vars:
        raise EdgemarkError(f"n_changing ({n_changing}) cannot exceed n_vars ({n_vars})")
    if tau_max < 1:
        raise EdgemarkError(f"tau_max must be >= 1, got {tau_max}")
    if n_samples < tau_max:
        raise EdgemarkError(f"n_samples must be >= tau_max, {tau_max}; got {n_samples}")
    # A seed gives the same data as in the package only if the draws below keep their order, even within
    # loops over sets.
    rng = np.random.default_rng(seed)
    contemporaneous = _contemporaneous(n_vars, rng)
    lagged = _lagged(n_vars, tau_max, rng)
    changing = {int(k) for k in rng.choice(n_vars, size=n_changing, replace=False)}
    coefficients: dict[LaggedEdge, float] = {
        (i, j, 0): _coefficient(contemp_strength, rng) for i, j in contemporaneous
    }
    coefficients |= {
        (i, j, lag): float(autocorr) if i == j else _coefficient(lagged_strength, rng)
        for i, j, lag in lagged
    }
    factors = np.ones((n_samples, n_vars))
    for k in changing:
        phase = rng.uniform(0, 2 * np.pi)
        angle = 2 * np.pi * np.arange(n_samples) / max(n_samples, 1) + phase
        factors[:, k] += nonstationary_amplitude * np.sin(angle)
    data = _series(coefficients, factors, tau_max, noise_std, rng)
    arguments = {"n_vars": n_vars, "n_samples": n_samples, "tau_max": tau_max, "seed": seed}
    if not (np.abs(data) < _DIVERGED * max(noise_std, 1)).all():
        _warn_of_growth(data, arguments | {"n_changing": n_changing})
    return SyntheticDataset(data, lagged, contemporaneous, changing, arguments | {"autocorr": autocorr})


def _contemporaneous(n_vars: int, rng: np.random.Generator) -> set[Edge]:
    pairs = ((i, j) for j in range(n_vars) for i in range(j))
    return {pair for pair in pairs if rng.random() < _CONTEMPORANEOUS}


def _lagged(n_vars: int, tau_max: int, rng: np.random.Generator) -> set[LaggedEdge]:
    edges: set[LaggedEdge] = set()
    for target in range(n_vars):
        edges.add((target, target, 1))
        for _ in range(rng.integers(1, max(2, n_vars // 2) + 1)):
            source, lag = int(rng.integers(0, n_vars)), int(rng.integers(1, tau_max + 1))
            edges.add((source, target, lag))
    return edges


def _coefficient(mean: float, rng: np.random.Generator) -> float:
    sign = rng.choice([-1.0, 1.0])
    return float(sign * (mean + _JITTER * rng.standard_normal()))


def _series(
    coefficients: dict[LaggedEdge, float],
    factors: NDArray[np.float64],
    tau_max: int,
    noise_std: float,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    n_samples, n_vars = factors.shape
    data = np.zeros((n_samples, n_vars))
    data[:tau_max] = rng.standard_normal((tau_max, n_vars)) * noise_std
    # The package adds lagged effects first, and a sum of floats depends on the order of its terms.
    lagged_first = sorted(coefficients, key=lambda edge: not edge[2])
    causes_of = [
        [(i, lag, coefficients[i, j, lag]) for i, j, lag in lagged_first if j == k]
        for k in range(n_vars)
    ]
    noise = noise_std * rng.standard_normal((max(n_samples - tau_max, 0), n_vars))
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(tau_max, n_samples):
            for k, causes in enumerate(causes_of):
                factor = factors[t, k]
                effects = sum(
                    coefficient * factor * data[t - lag, source] for source, lag, coefficient in causes
                )
                data[t, k] = effects + noise[t - tau_max, k]
    return data


def _warn_of_growth(data: NDArray[np.float64], arguments: dict[str, Any]) -> None:
    largest = np.abs(data).max(where=np.isfinite(data), initial=0)
    written_arguments = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    warnings.warn(
        EdgemarkWarning(
            f"the series of this seed grows without bound, as in cdans 0.1.0; its values reach "
            f"{largest:.0e}",
            Remedy(
                "Draw a stable one",
                "from edgemark.data import generate_synthetic_cdans; "
                f"generate_synthetic_cdans({written_arguments})",
            ),
        ),
        stacklevel=levels_to_caller(),
    )
