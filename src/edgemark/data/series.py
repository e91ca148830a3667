"""Models of time series with known truth: lagged and contemporaneous effects, and their changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Literal

from edgemark.arguments import as_number, whole
from edgemark.conventions.options import choices, require
from edgemark.errors import EdgemarkError, GraphError, listing
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.pair_lists import several_nodes

if TYPE_CHECKING:
    from edgemark.data.series_sample import SimulatedSeries
    from edgemark.graph import TemporalGraph

__all__ = ["Drift", "Effect", "Mechanisms", "Noise", "Response", "SeriesModel"]

Response = Literal["linear", "tanh", "sine", "absolute", "rectified", "bump"]
Noise = Literal["gaussian", "laplace", "uniform", "exponential", "gumbel", "t4"]


@dataclass(frozen=True, slots=True)
class Effect:
    r"""
    One term of a variable's equation: a coefficient times a function of the cause's value.

    Attributes:
        source: the cause.
        target: the variable whose equation it is in.
        lag: number of time steps from cause to effect; 0 for a contemporaneous effect.
        coefficient: any finite number except 0.
        response: the function of the cause's value x: "linear" is x, "tanh" is tanh(x), "sine" is
            sin(x), "absolute" is \|x\|, "rectified" is max(x, 0), "bump" is x exp(-x²/2). None is larger
            than \|x\| in absolute value.

    Raises:
        TypeError: the lag is not an integer.
        GraphError: the lag is below 0, the coefficient is 0 or not finite, or a variable acts on itself
            at lag 0.
        ConventionError: an unknown response.
    """

    source: str
    target: str
    lag: int
    coefficient: float
    response: Response = "linear"

    def __post_init__(self) -> None:
        require("response", self.response, choices(Response))
        object.__setattr__(self, "lag", whole(f"the lag of {self}", self.lag, 0, GraphError))
        if self.lag == 0 and self.source == self.target:
            raise GraphError(
                f"a variable acts on itself at a lag of 1 or more; got {self.source!r} at lag 0"
            )
        if not isfinite(as_number(self.coefficient)) or self.coefficient == 0:
            raise GraphError(
                f"the coefficient of {self} must be finite and not 0; got {self.coefficient!r}. Leave "
                f"out effects that do not exist"
            )

    def __str__(self) -> str:
        return f"{self.source} --> {self.target} @{self.lag}"


@dataclass(frozen=True, slots=True)
class Mechanisms:
    """
    The equations of all variables during one regime.

    Attributes:
        effects: at most one for each source, target and lag.
        noise_std: the standard deviation of each variable's noise, in the order of the variables.
        start: the share of the series at which the regime begins, 0 for the first.

    Raises:
        GraphError: a standard deviation that is not finite and above 0, a start outside [0, 1), or two
            effects with the same source, target and lag.
    """

    effects: tuple[Effect, ...]
    noise_std: tuple[float, ...]
    start: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", tuple(self.effects))
        noise_std = tuple(self.noise_std)
        if not all(0 < as_number(std) < inf for std in noise_std):
            raise GraphError(f"standard deviations must be finite and above 0; got {noise_std}")
        object.__setattr__(self, "noise_std", tuple(map(float, noise_std)))
        if not 0 <= as_number(self.start) < 1:
            raise GraphError(
                f"the start is a share of the series, from 0 to below 1; got {self.start!r}"
            )
        [(effect, count)] = Counter(map(str, self.effects)).most_common(1) or [("", 0)]
        if count > 1:
            raise GraphError(
                f"one effect for each source, target and lag; {effect} is given {count} times"
            )

    def equations(self) -> dict[str, list[Effect]]:
        """Return the terms of each variable's equation; variables without effects are left out."""
        equations: dict[str, list[Effect]] = {}
        for effect in self.effects:
            equations.setdefault(effect.target, []).append(effect)
        return equations


@dataclass(frozen=True, slots=True)
class Drift:
    """
    A smooth change of one variable's mechanism.

    With s = sin(2π (cycles·u + phase)), where u goes from 0 to 1 over the series, its coefficients are
    multiplied by 1 + amplitude·s and its noise by 1 + noise_amplitude·s.

    Attributes:
        variable: the variable whose equation changes.
        amplitude: amplitude of the coefficients, 0 or more; above 1 they change sign.
        noise_amplitude: amplitude of the noise's standard deviation, from 0 to below 1.
        cycles: number of cycles over the series.
        phase: start within a cycle, as a share of the cycle.

    Raises:
        GraphError: an amplitude out of range, both amplitudes 0, cycles that are not finite and above 0,
            or a phase that is not finite.
    """

    variable: str
    amplitude: float = 0.0
    noise_amplitude: float = 0.0
    cycles: float = 1.0
    phase: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= as_number(self.amplitude) < inf and 0 <= as_number(self.noise_amplitude) < 1):
            raise GraphError(
                f"the amplitude of a drift must be 0 or more, and noise_amplitude from 0 to below 1; "
                f"got {self.amplitude!r} and {self.noise_amplitude!r}"
            )
        if self.amplitude == self.noise_amplitude == 0:
            raise GraphError(f"a drift of {self.variable!r} needs an amplitude above 0; or leave it out")
        if not (0 < as_number(self.cycles) < inf and isfinite(as_number(self.phase))):
            raise GraphError(
                f"cycles must be above 0 and the phase finite; got {self.cycles!r} and {self.phase!r}"
            )


@dataclass(frozen=True)
class SeriesModel:
    """
    A structural model of time series: effects with their lags, and their changes over time.

    At each time step, each variable is the sum of the effects on it and of its own noise.

    Attributes:
        variables: names; the order of the columns of samples.
        mechanisms: the equations, one entry for each regime, in order of time.
        drifts: smooth changes, at most one for each variable.
        hidden: variables that samples omit.
        noise: the distribution of the noise, with mean 0: "gaussian", "laplace", "uniform",
            "exponential", "gumbel" (both skewed to the right), "t4" (Student's t with 4 degrees of
            freedom).
        max_lag: the largest lag that an edge of the truth could have; None takes the largest lag of an
            effect, at least 1. The truth leaves out paths through hidden variables whose lags add up to
            more.

    Raises:
        GraphError: unknown or repeated names, only hidden variables, contemporaneous effects that form a
            cycle, regimes out of order, a number of standard deviations that is not the number of
            variables, two drifts of a variable, a drift without coefficients or noise that change, or a
            `max_lag` below the largest lag.
        ConventionError: an unknown noise.

    Examples:
        >>> model = SeriesModel.constant(
        ...     ["A", "B"], [Effect("A", "A", 1, 0.5), Effect("A", "B", 2, 0.8, "tanh")]
        ... )
        >>> model.truth
        TemporalGraph.parse('A --> A @1; A --> B @2; lags 2', kind='dag')
        >>> series = model.sample(500, seed=1)
        >>> series.data.shape
        (500, 2)
    """

    variables: tuple[str, ...]
    mechanisms: tuple[Mechanisms, ...]
    drifts: tuple[Drift, ...] = ()
    hidden: tuple[str, ...] = ()
    noise: Noise = "gaussian"
    max_lag: int | None = None

    @classmethod
    def constant(
        cls, variables: Iterable[str], effects: Iterable[Effect], *, noise_std: float = 1.0, **more: Any
    ) -> SeriesModel:
        """
        Make a model with one regime, with the same noise standard deviation for all variables.

        Args:
            variables: names.
            effects: the terms of all equations.
            noise_std: the standard deviation.
            more: drifts, hidden, noise and max_lag, see the class.

        Raises:
            GraphError: see `SeriesModel`.
        """
        variables = checked_names(variables)
        return cls(variables, (Mechanisms(tuple(effects), (noise_std,) * len(variables)),), **more)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", checked_names(self.variables))
        object.__setattr__(self, "hidden", tuple(several_nodes(self.hidden, "hidden")))
        for name in ("mechanisms", "drifts"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        require("noise", self.noise, choices(Noise))
        _check_names(self)
        _check_regimes(self)
        largest = max((e.lag for m in self.mechanisms for e in m.effects), default=0)
        if self.max_lag is None:
            object.__setattr__(self, "max_lag", max(1, largest))
        else:
            object.__setattr__(self, "max_lag", whole("max_lag", self.max_lag, 0, GraphError))
            if self.max_lag < largest:
                raise GraphError(
                    f"max_lag must be at least the largest lag, {largest}; got {self.max_lag}"
                )
        # Raises an error if contemporaneous effects form a cycle.
        assert len(self.orders) == len(self.mechanisms)

    @property
    def observed(self) -> tuple[str, ...]:
        """The variables that samples contain."""
        hidden = set(self.hidden)
        return tuple(v for v in self.variables if v not in hidden)

    @cached_property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """For each regime, the variables in the causal order of contemporaneous effects."""
        return tuple(_causal_order(self.variables, m) for m in self.mechanisms)

    @cached_property
    def changing(self) -> tuple[str, ...]:
        """Variables, including hidden ones, whose equation or noise changes over time."""
        drifting = {d.variable for d in self.drifts}
        all_equations = [(m.equations(), m.noise_std) for m in self.mechanisms]
        return tuple(
            v
            for k, v in enumerate(self.variables)
            if v in drifting
            or len(
                {
                    (frozenset(equations.get(v, ())), noise_std[k])
                    for equations, noise_std in all_equations
                }
            )
            > 1
        )

    @cached_property
    def truth(self) -> TemporalGraph:
        """
        The graph of the observed variables; with several regimes, it has the edges of all regimes.

        Hidden variables are projected out. A path whose inner variables are all hidden becomes an edge
        ``-->`` at its total lag, up to `max_lag`; a longer path is left out. A hidden common cause
        becomes ``<->`` at the difference of the lags with which it reaches the two variables, also up to
        `max_lag`. Variables that a changing hidden variable acts on are marked as changing too.
        """
        from edgemark.data.series_truth import truth

        return truth(self)

    @cached_property
    def truth_with_hidden(self) -> TemporalGraph:
        """
        The graph of all variables, the hidden ones too, and of all effects of any regime.

        `latent_projection` leaves out the hidden variables, and `evaluate` does it with
        ``hidden=model.hidden``.

        Examples:
            >>> effects = [Effect("L", "A", 0, 0.5), Effect("L", "B", 1, 0.5)]
            >>> model = SeriesModel.constant(["L", "A", "B"], effects, hidden=["L"])
            >>> model.truth
            TemporalGraph.parse('A <-> B @1; lags 1', kind='admg')
            >>> model.truth_with_hidden
            TemporalGraph.parse('L --> A; L --> B @1; lags 1', kind='dag')
        """
        return replace(self, hidden=()).truth

    @cached_property
    def spectral_radii(self) -> tuple[float, ...]:
        """
        The spectral radius of each regime; a regime with a radius below 1 is stable.

        It is the spectral radius of the regime's companion matrix, maximised over the phases of the
        drifts. The computed value of a matrix is an upper bound, with a relative error that is usually
        below 1e-4. Drifts with the same number of cycles are evaluated over one cycle, which has all
        their phases. If a drift has more than 32 cycles within the regime, the result may be a wider
        upper bound: with two different numbers of cycles, all combinations of phases are evaluated; with
        three or more, every coefficient counts with its largest absolute value.

        Bounded responses (tanh, sine, bump) do not count, because they cannot grow. If a regime has an
        absolute or rectified response, all its other coefficients count with their absolute values too,
        which gives an upper bound.

        The running time is cubic in the number of lagged values. Each cause with an unbounded lagged
        response has one for every lag from 1 to its largest.

        Raises:
            LimitError: a regime has more than 2048 lagged values.
        """
        from edgemark.data.series_stability import spectral_radii

        return spectral_radii(self)

    def stabilised(self, radius: float = 0.9) -> SeriesModel:
        """
        Return the model with lagged effects weakened to a spectral radius.

        If ρ, the largest of `spectral_radii`, is above `radius`, each coefficient of an unbounded
        response at lag k is multiplied by (radius/ρ)^k, the same in all regimes, which multiplies every
        eigenvalue by radius/ρ. Contemporaneous effects stay the same.

        Args:
            radius: the largest allowed radius, above 0 and below 1.

        Raises:
            EdgemarkError: a radius out of range, or a coefficient that would become 0.
            LimitError: see `spectral_radii`.

        Examples:
            >>> explosive = SeriesModel.constant(["A"], [Effect("A", "A", 1, 1.5)])
            >>> [round(effect.coefficient, 3) for effect in explosive.stabilised().mechanisms[0].effects]
            [0.9]
        """
        from edgemark.data.series_stability import UNBOUNDED

        if not 0 < radius < 1:
            raise EdgemarkError(f"a stable process needs a radius above 0 and below 1; got {radius!r}")
        factor = radius / max(self.spectral_radii) if max(self.spectral_radii) > radius else 1.0
        if factor == 1.0:
            return self

        def weaker(effect: Effect) -> Effect:
            if effect.response not in UNBOUNDED or effect.lag == 0:
                return effect
            coefficient = effect.coefficient * _power(factor, effect.lag)
            if not coefficient:
                raise EdgemarkError(
                    f"coefficients must stay other than 0 when they are weakened; the coefficient "
                    f"{effect.coefficient:g} of {effect} becomes 0 when the spectral radius falls from "
                    f"{max(self.spectral_radii):g} to {radius:g}. Choose smaller coefficients"
                )
            return replace(effect, coefficient=coefficient)

        return replace(
            self,
            mechanisms=tuple(replace(m, effects=tuple(map(weaker, m.effects))) for m in self.mechanisms),
        )

    def sample(
        self, n: int, seed: int, *, burn_in: int = 1000, recorded: float = 1.0, missing: float = 0.0
    ) -> SimulatedSeries:
        """
        Draw a series.

        The same seed gives the same bits on every machine. Without changes over time, a shorter series
        is the beginning of a longer one.

        Args:
            n: number of rows, more than `max_lag`.
            seed: 0 or more.
            burn_in: discarded steps before the first row, under the equations of the start.
            recorded: the probability that a step is recorded as a row, above 0 and at most 1. Below 1
                the sampling is irregular, and `times` holds the steps of the rows.
            missing: the probability that a value is missing (nan), from 0 to below 1, independently of
                the value.

        Returns:
            The series with its truth, seed and model.

        Raises:
            EdgemarkError: an unstable model (the error states its spectral radius), or a number out of
                range.
            LimitError: a regime has more than 2048 lagged values, see `spectral_radii`; or the series
                needs more memory than is available.

        Examples:
            >>> model = SeriesModel.constant(["A"], [Effect("A", "A", 1, 0.5)])
            >>> series = model.sample(4, seed=0, recorded=0.5)
            >>> series.times.tolist()
            [0, 2, 7, 11]
        """
        from edgemark.data.series_sample import sample

        return sample(self, n, seed, burn_in=burn_in, recorded=recorded, missing=missing)


def _check_names(model: SeriesModel) -> None:
    known = set(model.variables)
    if not model.variables or len(known) < len(model.variables):
        raise GraphError(f"variables need different names, at least one; got {model.variables}")
    in_effects = [v for m in model.mechanisms for e in m.effects for v in (e.source, e.target)]
    drifting = [d.variable for d in model.drifts]
    unknown = sorted({*in_effects, *drifting, *model.hidden} - known)
    if unknown:
        raise GraphError(f"variables are {listing(model.variables)}; got {listing(unknown)}")
    if known <= set(model.hidden):
        raise GraphError("at least one variable must not be hidden")
    if len(set(drifting)) < len(drifting):
        raise GraphError(f"at most one drift for a variable; got {listing(drifting)}")


def _check_regimes(model: SeriesModel) -> None:
    starts = [m.start for m in model.mechanisms]
    if not starts or starts[0] != 0 or any(a >= b for a, b in pairwise(starts)):
        raise GraphError(
            f"regimes must be in order of their starts, the first at 0; got starts {starts}"
        )
    for m in model.mechanisms:
        if len(m.noise_std) != len(model.variables):
            raise GraphError(
                f"{len(model.variables)} variables need as many standard deviations; got {m.noise_std}"
            )
    with_effects = {e.target for m in model.mechanisms for e in m.effects}
    for drift in model.drifts:
        if not drift.noise_amplitude and drift.variable not in with_effects:
            raise GraphError(
                f"a drift needs coefficients that change; nothing acts on {drift.variable!r}. Give its "
                f"drift a noise_amplitude"
            )


def _causal_order(variables: tuple[str, ...], mechanisms: Mechanisms) -> tuple[str, ...]:
    sorter: TopologicalSorter[str] = TopologicalSorter({v: [] for v in variables})
    for effect in mechanisms.effects:
        if effect.lag == 0:
            sorter.add(effect.target, effect.source)
    try:
        return tuple(sorter.static_order())
    except CycleError as error:
        cycle = " --> ".join(error.args[1])
        raise GraphError(
            f"contemporaneous effects must not form a cycle; got {cycle}. Give one of them a lag"
        ) from None


def _power(factor: float, lag: int) -> float:
    """Compute powers by products, which are the same on every machine, unlike pow()."""
    result = 1.0
    for _ in range(lag):
        result *= factor
    return result
