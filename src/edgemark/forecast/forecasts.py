"""Types of forecasts: single values, Gaussians, ensembles and quantiles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, Self

import numpy as np

from edgemark.arguments import as_number
from edgemark.content_equality import EqualByContent
from edgemark.errors import ForecastError, Remedy
from edgemark.forecast.inputs import (
    Cells,
    Numbers,
    checked_level,
    checked_levels,
    floats_code,
    frozen_copy,
    numbers,
    observations,
    refuse,
    refuse_other_labels,
    refuse_other_levels,
    rows_of,
    score_only_where,
    selected,
)
from edgemark.frame_labels import Labels

__all__ = ["Ensemble", "Gaussian", "Quantiles"]

_STANDARD_NORMAL = NormalDist()


class Forecast(EqualByContent, ABC):
    """The base class of forecasts. Methods that a type of forecast does not support raise an error."""

    __slots__ = ()
    kind = "a forecast"
    labels = Labels()

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of the observations."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of shape {self.shape}>"

    @abstractmethod
    def _refuse_invalid(self, is_counted: Cells) -> None:
        """Refuse a forecast that is invalid at an observation that counts."""

    @abstractmethod
    def _mapped(self, function: Any) -> Self:
        """Return the forecast with `function` applied to each array."""

    def _selected(self, is_counted: Cells) -> Self:
        return self._mapped(lambda values: selected(values, is_counted))

    def _at_node(self, k: int) -> Self:
        axis = len(self.shape) - 1
        return self._mapped(lambda values: np.take(values, k, axis))

    def median(self) -> Numbers:
        """Return the medians, which the absolute error scores."""
        return self.quantile(0.5)

    def mean_values(self) -> Numbers:
        """Return the means, which the squared error scores."""
        raise ForecastError(
            f"the squared error needs the means; got {self.kind}", Remedy("Give an array of the means")
        )

    def quantile(self, level: float) -> Numbers:
        """Return the quantiles of this level."""
        raise ForecastError(f"quantiles need a Gaussian, an Ensemble or Quantiles; got {self.kind}")

    def spread(self) -> Numbers:
        """Return the forecast standard deviations of the observations."""
        raise ForecastError(f"the spread needs a Gaussian or an Ensemble; got {self.kind}")

    def transform_ends(self, observed: Numbers) -> tuple[Numbers, Numbers]:
        """
        Return the lowest and highest probability integral transform that each observation may have.

        They are equal for a Gaussian. They differ for ensembles and quantiles, which do not define the
        distribution between two members or levels.
        """
        raise ForecastError(f"calibration needs a Gaussian, an Ensemble or Quantiles; got {self.kind}")


@dataclass(frozen=True, eq=False, slots=True)
class Point(Forecast):
    """A single value for each observation."""

    values: Numbers
    # The code that converts the user's argument to floats, for remedies.
    code: str = field(default="np.asarray(predicted, float)", compare=False)
    kind = "a forecast of single values"

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    def _refuse_invalid(self, is_counted: Cells) -> None:
        refuse(
            is_counted & ~np.isfinite(self.values),
            self.values,
            "a forecast must be finite",
            score_only_where(f"np.isfinite({self.code})"),
        )

    def _mapped(self, function: Any) -> Point:
        return Point(function(self.values), self.code)

    def median(self) -> Numbers:
        return self.values

    def mean_values(self) -> Numbers:
        return self.values


@dataclass(frozen=True, eq=False, slots=True, init=False, repr=False)
class Gaussian(Forecast):
    """
    A normal distribution for each observation.

    Attributes:
        mean: the means, in the shape of the observations.
        sigma: the standard deviations (not the variances), in the same shape; above 0.

    Args:
        mean: the means.
        sigma: the standard deviations: an array of the same shape, one for each node (the last axis of
            the means), or one for all.
        floor: smallest sigma: a sigma from 0 to this number is replaced by it. The evaluation document
            of RC-GNN uses 1e-8. Without a floor, a sigma of 0 is refused.

    Raises:
        ForecastError: the shapes or the labels of frames differ, or the floor is not above 0. A sigma
            that is not above 0 is refused only if it is used: where no observation counts, sigma may
            be anything.

    Examples:
        >>> from edgemark import forecast
        >>> forecast.gaussian_nll([0.5], forecast.Gaussian([0.0], 1.0))
        1.0439385332046727
    """

    mean: Numbers
    sigma: Numbers
    labels: Labels  # labels of the frame of the means
    # The code that converts the user's means and sigmas to floats, for remedies.
    codes: tuple[str, str] = field(compare=False)
    kind = "a Gaussian"

    def __init__(self, mean: Any, sigma: Any, *, floor: float | None = None) -> None:
        object.__setattr__(self, "labels", Labels.of(mean))
        object.__setattr__(self, "codes", (floats_code(mean, "mean"), floats_code(sigma, "sigma")))
        labels = Labels.of(sigma)
        mean, sigma = frozen_copy(mean, "the mean"), frozen_copy(sigma, "sigma")
        is_for_each_node = mean.ndim > 1 and sigma.shape == mean.shape[-1:]
        if is_for_each_node:
            labels = Labels(columns=labels.rows)  # The rows of a pandas series are the nodes.
        refuse_other_labels(self.labels, labels)
        if floor is not None:
            sigma = _with_floor(sigma, floor)
        if sigma.ndim == 0 or is_for_each_node:
            sigma = np.broadcast_to(sigma, mean.shape)
        if mean.shape != sigma.shape:
            raise ForecastError(
                f"sigma must have the shape of the mean, {mean.shape}, one number for each node, or one "
                f"for all; got shape {sigma.shape}"
            )
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "sigma", sigma)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.mean.shape

    def _refuse_invalid(self, is_counted: Cells) -> None:
        refuse(
            is_counted & ~np.isfinite(self.mean),
            self.mean,
            "a mean must be finite",
            score_only_where(f"np.isfinite({self.codes[0]})"),
        )
        invalid = is_counted & ~((self.sigma > 0) & (self.sigma < np.inf))
        code = (
            f"np.isfinite(np.asarray(observed, float)) & ({self.codes[1]} > 0) "
            f"& ({self.codes[1]} < np.inf)"
        )
        remedies = [score_only_where(code)]
        if (self.sigma[invalid] == 0).any():
            remedies.append(_floor_remedy())
        refuse(invalid, self.sigma, "sigma must be above 0 and finite", *remedies)

    def _mapped(self, function: Any) -> Gaussian:
        return Gaussian(function(self.mean), function(self.sigma))

    def median(self) -> Numbers:
        return self.mean

    def mean_values(self) -> Numbers:
        return self.mean

    def quantile(self, level: float) -> Numbers:
        return self.mean + self.sigma * _STANDARD_NORMAL.inv_cdf(checked_level(level))

    def spread(self) -> Numbers:
        return self.sigma

    def transform_ends(self, observed: Numbers) -> tuple[Numbers, Numbers]:
        z = (observed - self.mean) / self.sigma
        cdf = np.fromiter(map(erfc, (-z / sqrt(2)).ravel().tolist()), np.float64, z.size) / 2
        return cdf.reshape(z.shape), cdf.reshape(z.shape)


def _with_floor(sigma: Numbers, floor: float) -> Numbers:
    """
    Replace sigmas between 0 and the floor by the floor. Invalid sigmas stay, and are refused later.
    """
    if not 0 < as_number(floor) < np.inf:
        raise ForecastError(f"floor must be a finite number above 0; got {floor!r}")
    with_floor = np.where((sigma >= 0) & (sigma < floor), float(floor), sigma)
    with_floor.flags.writeable = False
    return with_floor


def _floor_remedy() -> Remedy:
    return Remedy(
        "Give sigmas of 0 a floor, as the RC-GNN document does",
        "forecast.Gaussian(mean, sigma, floor=1e-8)",
    )


@dataclass(frozen=True, eq=False, slots=True, init=False, repr=False)
class Ensemble(Forecast):
    """
    Draws from the forecast distribution of each observation, in any order.

    An ensemble is calibrated if the observation is distributed like another member: it then falls
    equally often into each of the m + 1 gaps that m members make. The k-th smallest member is the
    quantile of level k / (m + 1). Quantiles between members are interpolated linearly; there are none
    beyond the outermost two members.

    Attributes:
        members: an array in the shape of the observations, and one more axis with the members in
            ascending order.

    Raises:
        ForecastError: there are no members. A member that is not finite is refused only if it is used.

    Examples:
        >>> from edgemark import forecast
        >>> drawn = forecast.Ensemble([[1.0, 4.0, 2.0]])
        >>> forecast.crps([2.0], drawn), forecast.crps([2.0], drawn, fair=False)
        (0.0, 0.3333333333333333)
    """

    members: Numbers
    labels: Labels  # labels of the rows of a frame
    code: str = field(compare=False)  # converts the user's members to floats, for remedies
    kind = "an Ensemble"

    def __init__(self, members: Any) -> None:
        object.__setattr__(self, "labels", rows_of(members))
        object.__setattr__(self, "code", floats_code(members, "members"))
        members = numbers(members, "members")
        if members.ndim == 0 or not members.shape[-1]:
            raise ForecastError(
                f"an Ensemble needs members along the last axis; got an array of shape {members.shape}"
            )
        members = np.sort(members, axis=-1)
        members.flags.writeable = False
        object.__setattr__(self, "members", members)

    @property
    def size(self) -> int:
        """Number of members."""
        return int(self.members.shape[-1])

    @property
    def shape(self) -> tuple[int, ...]:
        return self.members.shape[:-1]

    def _refuse_invalid(self, is_counted: Cells) -> None:
        invalid = is_counted[..., None] & ~np.isfinite(self.members)
        refuse(
            invalid,
            self.members,
            "a member must be finite",
            score_only_where(f"np.isfinite({self.code}).all(axis=-1)"),
        )

    def _mapped(self, function: Any) -> Ensemble:
        ensemble = object.__new__(Ensemble)  # The members are sorted already.
        object.__setattr__(ensemble, "members", function(self.members))
        object.__setattr__(ensemble, "labels", Labels())
        object.__setattr__(ensemble, "code", self.code)
        return ensemble

    def median(self) -> Numbers:
        middle = self.members[..., (self.size - 1) // 2 : self.size // 2 + 1]
        return np.asarray(middle.mean(axis=-1))

    def mean_values(self) -> Numbers:
        return np.asarray(self.members.mean(axis=-1))

    def quantile(self, level: float) -> Numbers:
        level = checked_level(level)
        tail = min(level, 1 - level)
        if tail * (self.size + 1) < 1 - 1e-9:
            n_needed = int(np.ceil(1 / tail - 1e-9)) - 1
            raise ForecastError(
                f"the quantile {level:.4g} needs {n_needed} members or more; the Ensemble has "
                f"{self.size}"
            )
        position = min(max(level * (self.size + 1) - 1, 0.0), self.size - 1.0)
        below = min(int(position), self.size - 2) if self.size > 1 else 0
        low, high = self.members[..., below], self.members[..., min(below + 1, self.size - 1)]
        return low + (position - below) * (high - low)

    def spread(self) -> Numbers:
        """
        Return the standard deviation of an observation about the mean of the members.

        It is sqrt(1 + 1/m) times the standard deviation of the members (with divisor m - 1), because
        their mean has an error too.
        """
        if self.size < 2:
            raise ForecastError("the spread of an Ensemble needs 2 members or more; got 1")
        return np.asarray(np.sqrt((1 + 1 / self.size) * self.members.var(axis=-1, ddof=1)))

    def transform_ends(self, observed: Numbers) -> tuple[Numbers, Numbers]:
        smaller = (self.members < observed[..., None]).sum(axis=-1)
        not_larger = (self.members <= observed[..., None]).sum(axis=-1)
        return smaller / (self.size + 1), (not_larger + 1) / (self.size + 1)


@dataclass(frozen=True, eq=False, slots=True, init=False, repr=False)
class Quantiles(Forecast):
    """
    Quantiles of the forecast distribution of each observation, such as from quantile regression.

    Attributes:
        values: an array in the shape of the observations, and one more axis with the quantiles, which
            must not cross.
        levels: the probabilities of the quantiles, strictly increasing between 0 and 1.

    Raises:
        ForecastError: the levels do not increase, are not probabilities, or do not match the number of
            quantiles; or the columns of a frame name other levels. Crossing quantiles are refused only
            if they are used.

    Examples:
        >>> from edgemark import forecast
        >>> band = forecast.Quantiles([[-1.0, 0.2]], levels=[0.05, 0.95])
        >>> round(forecast.interval_score([0.5], band, level=0.9), 12)
        7.2
    """

    values: Numbers
    levels: Numbers
    labels: Labels  # labels of the rows of a frame
    code: str = field(compare=False)  # converts the user's quantiles to floats, for remedies
    kind = "a forecast of Quantiles"

    def __init__(self, values: Any, *, levels: Any) -> None:
        object.__setattr__(self, "labels", rows_of(values))
        object.__setattr__(self, "code", floats_code(values, "values"))
        levels = checked_levels(levels)
        refuse_other_levels(values, levels)
        values = frozen_copy(values, "quantiles")
        if values.shape[-1:] != levels.shape:
            raise ForecastError(
                f"the last axis of quantiles must have one entry for each level, here {levels.size}; "
                f"got shape {values.shape}"
            )
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "levels", levels)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape[:-1]

    def _refuse_invalid(self, is_counted: Cells) -> None:
        invalid = is_counted[..., None] & ~np.isfinite(self.values)
        refuse(
            invalid,
            self.values,
            "a quantile must be finite",
            score_only_where(f"np.isfinite({self.code}).all(axis=-1)"),
        )
        with np.errstate(invalid="ignore"):
            steps = np.diff(self.values, axis=-1)
        refuse(
            is_counted[..., None] & (steps < 0),
            steps,
            "quantiles must not cross: the step from one level to the next must not be negative",
            Remedy("Sort them", "forecast.Quantiles(np.sort(values, axis=-1), levels=levels)"),
        )

    def _mapped(self, function: Any) -> Quantiles:
        return Quantiles(function(self.values), levels=self.levels)

    def quantile(self, level: float) -> Numbers:
        level = checked_level(level)
        near = np.isclose(self.levels, level, rtol=0, atol=1e-9)
        if not near.any():
            raise ForecastError(
                f"the quantile of level {level:.4g} must be one of those given; got levels "
                f"{_listed(self.levels)}"
            )
        return self.values[..., int(near.argmax())]

    def transform_ends(self, observed: Numbers) -> tuple[Numbers, Numbers]:
        """
        Return the levels of the two quantiles around each observation, 0 and 1 being the outermost.

        An observation that equals a quantile counts as below it, since calibration compares the level
        with the share of observations at or below the quantile.
        """
        ends = np.array([0.0, *self.levels, 1.0])
        smaller = (self.values < observed[..., None]).sum(axis=-1)
        return ends[smaller], ends[smaller + 1]


def _listed(levels: Sequence[float] | Numbers) -> str:
    return ", ".join(f"{level:.4g}" for level in levels)


def observations_that_count(observed: Any, forecast: Any, where: Any) -> tuple[Numbers, Any]:
    """Return the observations that count as a flat array, and their forecasts."""
    values, is_counted, forecast = checked_inputs(observed, forecast, where)
    return selected(values, is_counted), forecast._selected(is_counted)


def labels_of(forecast: Any) -> Labels:
    """Return the labels of a forecast that was made from a frame."""
    return forecast.labels if isinstance(forecast, Forecast) else Labels.of(forecast)


def checked_inputs(observed: Any, forecast: Any, where: Any) -> tuple[Numbers, Cells, Any]:
    """
    Return the observations, a mask of those that count, and the forecast.

    Refuse inputs whose shapes or labels differ, and forecasts that are invalid where they count.
    """
    values, is_counted = observations(observed, where)
    refuse_other_labels(Labels.of(observed), labels_of(forecast))
    if not isinstance(forecast, Forecast):
        forecast = Point(numbers(forecast, "a forecast"), floats_code(forecast, "predicted"))
    if forecast.shape != values.shape:
        raise ForecastError(
            f"a forecast must have the observations' shape {values.shape}, because nothing is "
            f"broadcast; got {forecast.shape}"
        )
    forecast._refuse_invalid(is_counted)
    return values, is_counted, forecast
