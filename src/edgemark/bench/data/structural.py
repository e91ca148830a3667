"""
Draw from structural models that `edgemark.data` lacks: neural equations, interventions and iSCMs.

An iSCM (internally standardised structural causal model) standardises each variable before it acts on
others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.data import SeriesModel
from edgemark.data.series import Effect, Noise
from edgemark.data.series_draws import words

__all__ = ["Structural", "drawn_targets"]

Values = NDArray[np.float64]
Function = Callable[[Values], Values]
_NOISE_STREAM = 0  # The random stream of a seed that edgemark.data uses for noise, too.
_HIDDEN_UNITS = 100
_WEIGHT_RANGE = (0.5, 2.0)
_N_SCALING_ROWS = 20_000
_SHIFT = 2.0  # Shift of a variable under intervention, in standard deviations of its noise.
_RESPONSES: Mapping[str, Function] = {
    "linear": lambda x: x,
    "tanh": np.tanh,
    "sine": np.sin,
    "absolute": np.abs,
    "rectified": lambda x: np.maximum(x, 0.0),
    "bump": lambda x: x * np.exp(-(x**2) / 2),
}


@dataclass(frozen=True)
class Structural:
    r"""
    Structural equations without lags: each variable is a function of its causes, plus noise.

    Neural equations are those of Zheng et al. (2020): a layer of 100 sigmoids and a weighted sum of
    them. All weights have absolute values from 0.5 to 2 and random signs.

    Attributes:
        model: names, causes, noise, and the terms of equations that are not neural.
        functions: the neural equation of each variable that has causes, a function of a matrix. Its
            columns are the causes in the order of the terms of the model. None for the model's own
            equations.
        scales: mean and standard deviation by which an iSCM standardises each variable before it acts on
            others; None for no scaling.

    References:
        Zheng, Dan, Aragam, Ravikumar, Xing (2020), AISTATS, arXiv:1909.13189; Ormaniec, Sussex, Lorch,
        Schölkopf, Krause (2024), arXiv:2406.11601.
    """

    model: SeriesModel
    functions: Mapping[str, Function] | None = None
    scales: Mapping[str, tuple[float, float]] | None = None

    @classmethod
    def neural(cls, model: SeriesModel, seed: int) -> Structural:
        """Draw a neural network for every variable that has causes."""
        rng = np.random.default_rng(seed)
        equations = model.mechanisms[0].equations()
        functions = {name: _network(len(equations[name]), rng) for name in sorted(equations)}
        return cls(model, functions)

    def internally_standardised(self, seed: int) -> Structural:
        """
        Return the iSCM: the same equations, but each variable is standardised before it acts on others.

        Mean and standard deviation come from 20,000 rows that are drawn with `seed`, so they do not
        depend on the number of rows that `sample` draws.
        """
        scales: dict[str, tuple[float, float]] = {}
        scaled = Structural(self.model, self.functions, scales)  # The loop fills its scales.
        values: dict[str, Values] = {}
        noise = self._noise(_N_SCALING_ROWS, seed)
        for name in self.model.orders[0]:
            values[name] = scaled._value(name, values, noise)
            scales[name] = float(values[name].mean()), float(values[name].std())
            values[name] = scaled._scaled(name, values[name])
        return scaled

    def sample(self, n: int, seed: int, targets: Sequence[str] = ()) -> tuple[Values, list[str]]:
        """
        Draw rows.

        Args:
            n: number of rows.
            seed: the seed of the noise. A smaller sample is the beginning of a larger one.
            targets: variables that are intervened on. There is one environment without intervention and
                one for each target; the rows cycle through them. In the environment of a target, the
                variable has no causes, and its noise is shifted by two standard deviations.

        Returns:
            The values of the observed variables, and the target of each row; "" if the row is
            observational.
        """
        environments = ["", *targets]
        target_of_row = [environments[r % len(environments)] for r in range(n)]
        noise = self._noise(n, seed)
        values: dict[str, Values] = {}
        for name in self.model.orders[0]:
            drawn = self._value(name, values, noise)
            if name in targets:
                std = self.model.mechanisms[0].noise_std[self.model.variables.index(name)]
                intervened = noise[name] + _SHIFT * std
                drawn = np.where([target == name for target in target_of_row], intervened, drawn)
            values[name] = self._scaled(name, drawn)
        return np.column_stack([values[name] for name in self.model.observed]), target_of_row

    def _noise(self, n: int, seed: int) -> dict[str, Values]:
        names = self.model.variables
        kind = get_args(Noise).index(self.model.noise)
        drawn = np.asarray(_core.noise(words(seed, _NOISE_STREAM, n * len(names)), kind)).reshape(
            n, len(names)
        )
        stds = self.model.mechanisms[0].noise_std
        return {name: std * drawn[:, k] for k, (name, std) in enumerate(zip(names, stds, strict=True))}

    def _value(self, name: str, values: Mapping[str, Values], noise: Mapping[str, Values]) -> Values:
        """Compute a variable before it is standardised."""
        terms = self.model.mechanisms[0].equations().get(name, [])
        if not terms:
            return noise[name]
        if self.functions is not None:
            causes = np.column_stack([values[term.source] for term in terms])
            return noise[name] + self.functions[name](causes)
        return noise[name] + sum(_term(term, values[term.source]) for term in terms)

    def _scaled(self, name: str, values: Values) -> Values:
        if self.scales is None or name not in self.scales:
            return values
        mean, std = self.scales[name]
        return (values - mean) / std


def _term(effect: Effect, cause: Values) -> Values:
    return effect.coefficient * _RESPONSES[effect.response](cause)


def _network(n_causes: int, rng: np.random.Generator) -> Function:
    """Draw a neural network as a function of the columns of its causes."""
    inner, outer = (
        rng.uniform(*_WEIGHT_RANGE, shape) * rng.choice([-1.0, 1.0], shape)
        for shape in ((n_causes, _HIDDEN_UNITS), (_HIDDEN_UNITS,))
    )

    def function(causes: Values) -> Values:
        # Not a matrix product, whose last bits depend on the number of rows.
        inputs = sum(cause[:, None] * weights for cause, weights in zip(causes.T, inner, strict=True))
        outputs: Values = (outer / (1.0 + np.exp(-inputs))).sum(axis=1)
        return outputs

    return function


def drawn_targets(names: Sequence[str], n: int, seed: int) -> list[str]:
    """Draw distinct variables to intervene on."""
    rng = np.random.default_rng(seed)
    return [sorted(names)[k] for k in rng.permutation(len(names))[:n]]
