"""Random models of time series: their graph, their coefficients, and equations that change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import copysign, inf, isfinite, isnan
from typing import Literal

from edgemark.arguments import as_number, whole
from edgemark.conventions.options import choices, require
from edgemark.data.series import Drift, Effect, Mechanisms, Noise, Response, SeriesModel
from edgemark.data.series_draws import Draws
from edgemark.data.series_stability import MOST_VALUES
from edgemark.errors import EdgemarkError, InputTypeError, LimitError, Remedy
from edgemark.resources import demand_memory

__all__ = ["Changed", "Changes", "random_series_model"]

Changed = Literal["coefficients", "noise", "structure"]
_TRIES = 1000
_BYTES_OF_HIDDEN = 1000  # memory of a hidden variable with its two effects
_MOST_CAUSES = 10**8  # Drawing this many takes a minute.


@dataclass(frozen=True, slots=True)
class Changes:
    """
    How the modules of a random model change. A module is the equation of one variable.

    Attributes:
        modules: number of variables that change.
        what: "coefficients", "noise" (its standard deviation), "structure" (which variables are causes);
            several may change together.
        smooth: whether changes follow a sine, see `Drift`; else they are abrupt, from regime to regime.
            A structure can only change abruptly.
        regimes: number of regimes of equal length for abrupt changes; at least 2.
        amplitude: amplitude of smooth changes; the amplitude of the noise is at most 0.9.

    Raises:
        EdgemarkError: numbers out of range, or a structure with smooth changes.
        ConventionError: an unknown value of `what`.
    """

    modules: int = 1
    what: tuple[Changed, ...] = ("coefficients",)
    smooth: bool = True
    regimes: int = 2
    amplitude: float = 0.6

    def __post_init__(self) -> None:
        for word in self.what:
            require("what", word, choices(Changed))
        object.__setattr__(self, "modules", whole("modules", self.modules, 1))
        object.__setattr__(self, "regimes", whole("regimes", self.regimes, 2))
        if not 0 < as_number(self.amplitude) < inf or not self.what:
            raise EdgemarkError(
                f"changes need an amplitude above 0 and something that changes; got {self}"
            )
        if self.smooth and "structure" in self.what:
            raise EdgemarkError(
                "a structure cannot change smoothly; got smooth=True",
                Remedy("Change it from regime to regime", "smooth=False"),
            )


def random_series_model(
    n_variables: int,
    seed: int,
    *,
    max_lag: int = 2,
    lagged: float = 1.0,
    contemporaneous: float = 0.5,
    autocorrelation: float = 0.4,
    strength: tuple[float, float] = (0.3, 0.6),
    responses: Sequence[Response] = ("linear",),
    noise: Noise = "gaussian",
    hidden: int = 0,
    changes: Changes | None = None,
) -> SeriesModel:
    """
    Draw a stable model of time series.

    Variables X0, X1, ... have lagged effects on each other, and contemporaneous effects along a random
    order. Additional hidden variables H0, H1, ... each act on two of them and have no causes. If
    necessary, coefficients are then weakened to a spectral radius of at most 0.9 in every regime, see
    `SeriesModel.stabilised`. Every possible cause is drawn independently, so the running time is
    quadratic in the number of variables, times the largest lag. The test of stability is cubic in the
    number of lagged values with an effect.

    Args:
        n_variables: number of observed variables.
        seed: 0 or more; the same seed gives the same model on every machine.
        max_lag: the largest lag, 1 or more.
        lagged: mean number of lagged effects of other variables on each variable.
        contemporaneous: mean number of contemporaneous effects on each variable.
        autocorrelation: the coefficient of each variable's previous value in its own equation; 0 for
            none.
        strength: smallest and largest absolute value of the other coefficients, whose signs are random.
        responses: response functions of the effects of other variables, see `Effect`; one is drawn for
            each effect.
        noise: see `SeriesModel`; its standard deviation is 1.
        hidden: number of hidden variables.
        changes: what changes over time; None for nothing.

    Returns:
        The model.

    Raises:
        EdgemarkError: numbers out of range, too few variables that can change, or no other causes found
            for a variable whose structure changes.
        LimitError: too many variables or lags to draw the model or to test its stability.
        ConventionError: an unknown response or noise.

    Examples:
        >>> model = random_series_model(5, seed=1, changes=Changes(modules=2))
        >>> len(model.variables), len(model.truth.changing), max(model.spectral_radii) < 0.91
        (5, 2, True)
    """
    n_variables, seed = whole("n_variables", n_variables, 1), whole("seed", seed)
    max_lag, hidden = whole("max_lag", max_lag, 1), whole("hidden", hidden)
    if hidden and n_variables < 2:
        raise EdgemarkError(
            "a hidden variable acts on two others, so n_variables must be 2 or more; got 1"
        )
    _check_size(n_variables, max_lag, hidden, autocorrelated=bool(autocorrelation))
    _check_means(n_variables, max_lag, lagged, contemporaneous)
    if not isfinite(as_number(autocorrelation)):
        raise EdgemarkError(f"autocorrelation must be a finite number; got {autocorrelation!r}")
    if not 0 < as_number(strength[0]) <= as_number(strength[1]) < inf:
        raise EdgemarkError(f"strength must be two numbers above 0, the smaller first; got {strength!r}")
    if not responses:
        raise EdgemarkError(
            "at least one response is needed; got none",
            Remedy("Use linear effects", 'responses=("linear",)'),
        )
    if not isinstance(changes, Changes | None):
        raise InputTypeError(
            f"changes must be a Changes; got {changes!r}",
            Remedy("Say how many variables change", "changes=edgemark.data.Changes(modules=2)"),
        )
    draws = Draws(seed)
    nodes = [f"X{k}" for k in range(n_variables)]
    others = max(1, n_variables - 1)
    terms = _Terms(
        draws=draws,
        order=draws.some(nodes, n_variables),
        max_lag=max_lag,
        chance_lagged=lagged / (others * max_lag),
        chance_contemporaneous=2 * contemporaneous / others,
        strength=strength,
        responses=responses,
    )
    autocorrelations = [Effect(v, v, 1, float(autocorrelation)) for v in nodes if autocorrelation]
    effects = autocorrelations + [terms.effect(*edge) for v in nodes for edge in terms.into(v)]
    latent = tuple(f"H{k}" for k in range(hidden))
    effects += _confounding(terms, latent, nodes)
    mechanisms = Mechanisms(tuple(effects), (1.0,) * (n_variables + hidden))
    model = SeriesModel((*nodes, *latent), (mechanisms,), (), latent, noise, max_lag)
    return (_with_changes(model, changes, terms) if changes else model).stabilised()


def _check_size(n_variables: int, max_lag: int, hidden: int, *, autocorrelated: bool) -> None:
    """Refuse models that would take minutes to draw or to test."""
    if autocorrelated and n_variables > MOST_VALUES:
        raise LimitError(
            f"the test of stability takes at most {MOST_VALUES} lagged values; {n_variables} "
            f"autocorrelated variables have more"
        )
    demand_memory(hidden * _BYTES_OF_HIDDEN, "drawing the hidden variables")
    if n_variables**2 * max_lag > _MOST_CAUSES:
        raise LimitError(
            f"a random model has at most {_MOST_CAUSES} possible causes, which are drawn one by one; "
            f"{n_variables} variables to lag {max_lag} have {n_variables**2 * max_lag}"
        )


def _check_means(n_variables: int, max_lag: int, lagged: float, contemporaneous: float) -> None:
    most_lagged, most_contemporaneous = (n_variables - 1) * max_lag, (n_variables - 1) / 2
    means = as_number(lagged), as_number(contemporaneous)
    # A single variable has no other causes, so its means are ignored.
    fits = 0 <= means[0] <= most_lagged and 0 <= means[1] <= most_contemporaneous
    if any(map(isnan, means)) or (n_variables > 1 and not fits):
        raise EdgemarkError(
            f"with {n_variables} variables and lags to {max_lag}, each variable has on average at most "
            f"{most_lagged} lagged and {most_contemporaneous:g} contemporaneous causes; got "
            f"lagged={lagged!r}, contemporaneous={contemporaneous!r}"
        )


@dataclass(frozen=True, slots=True)
class _Terms:
    """
    Draws the terms of equations: each possible cause independently; contemporaneous causes come before
    their effects in `order`.
    """

    draws: Draws
    order: list[str]
    max_lag: int
    chance_lagged: float
    chance_contemporaneous: float
    strength: tuple[float, float]
    responses: Sequence[Response]

    def into(self, target: str) -> list[tuple[str, str, int]]:
        """Draw the effects (source, target, lag) of other variables on a variable."""
        earlier = self.order[: self.order.index(target)]
        contemporaneous = [
            (v, target, 0) for v in earlier if self.draws.uniform() < self.chance_contemporaneous
        ]
        return contemporaneous + [
            (v, target, lag)
            for v in self.order
            for lag in range(1, self.max_lag + 1)
            if v != target and self.draws.uniform() < self.chance_lagged
        ]

    def effect(self, source: str, target: str, lag: int) -> Effect:
        """Draw the coefficient and the response of an effect."""
        response = self.responses[self.draws.below(len(self.responses))]
        return Effect(source, target, lag, self.draws.signed(self.size()), response)

    def size(self) -> float:
        """Draw the absolute value of a coefficient."""
        return self.draws.uniform(*self.strength)


def _confounding(terms: _Terms, latent: tuple[str, ...], nodes: list[str]) -> list[Effect]:
    """Draw two effects for each hidden variable."""
    draws = terms.draws
    pairs = [(h, v) for h in latent for v in draws.some(nodes, 2)]
    return [terms.effect(h, v, draws.below(terms.max_lag + 1)) for h, v in pairs]


def _with_changes(model: SeriesModel, changes: Changes, terms: _Terms) -> SeriesModel:
    equations = model.mechanisms[0].equations()
    changeable = [v for v in model.observed if "coefficients" not in changes.what or v in equations]
    if len(changeable) < changes.modules:
        raise EdgemarkError(
            f"{changes.modules} variables should change; only {len(changeable)} have coefficients "
            f"that can change. Use more variables, or an autocorrelation other than 0"
        )
    modules = terms.draws.some(changeable, changes.modules)
    if changes.smooth:
        return replace(model, drifts=tuple(_drift(v, changes, terms.draws) for v in modules))
    mechanisms = [model.mechanisms[0]]
    for k in range(1, changes.regimes):
        mechanisms_of_regime = mechanisms[-1]
        for v in modules:
            mechanisms_of_regime = _next_mechanisms(model, mechanisms_of_regime, v, changes.what, terms)
        mechanisms.append(replace(mechanisms_of_regime, start=k / changes.regimes))
    return replace(model, mechanisms=tuple(mechanisms))


def _drift(variable: str, changes: Changes, draws: Draws) -> Drift:
    amplitude = changes.amplitude if "coefficients" in changes.what else 0.0
    noise_amplitude = min(changes.amplitude, 0.9) if "noise" in changes.what else 0.0
    return Drift(variable, amplitude, noise_amplitude, phase=draws.uniform())


def _next_mechanisms(
    model: SeriesModel, last: Mechanisms, variable: str, parts: Collection[Changed], terms: _Terms
) -> Mechanisms:
    """The mechanisms of the next regime, with the module of one variable changed."""
    effects, noise = list(last.effects), list(last.noise_std)
    if "structure" in parts:
        effects = _rewired(effects, variable, model.hidden, terms)
    if "coefficients" in parts:
        effects = [_reversed(e, terms) if e.target == variable else e for e in effects]
    if "noise" in parts:
        k = model.variables.index(variable)
        noise[k] = terms.draws.uniform(1.5, 3.0) if noise[k] <= 1 else terms.draws.uniform(0.3, 0.7)
    return replace(last, effects=tuple(effects), noise_std=tuple(noise))


def _reversed(effect: Effect, terms: _Terms) -> Effect:
    """Reverse the sign of an effect, and draw a new absolute value."""
    return replace(effect, coefficient=-copysign(terms.size(), effect.coefficient))


def _rewired(
    effects: list[Effect], variable: str, hidden: tuple[str, ...], terms: _Terms
) -> list[Effect]:
    """Draw other causes of a variable; its own past and its hidden causes stay."""
    kept = [e for e in effects if e.target != variable or e.source in (variable, *hidden)]
    old_causes = {(e.source, e.lag) for e in effects if e.target == variable and e not in kept}
    for _ in range(_TRIES):
        edges = terms.into(variable)
        if {(source, lag) for source, _, lag in edges} != old_causes:
            return kept + [terms.effect(*edge) for edge in edges]
    raise EdgemarkError(
        f"other causes of {variable!r} are needed; {_TRIES} draws found none. Use more variables, or "
        f"larger means of lagged and contemporaneous effects"
    )
