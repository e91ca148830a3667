"""The Bayesian signed-rank test with a region of practical equivalence (ROPE)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.content_equality import EqualByContent
from edgemark.errors import InputTypeError, StatisticsError
from edgemark.resources import demand_steps
from edgemark.single_precision import as_printed
from edgemark.stats.checked_values import TIE, TIE_OF_SUMS, Values, finite, whole

__all__ = ["Posterior", "affordable_draws", "bayesian_signed_rank", "checked_rope", "posterior_of"]

Indices = NDArray[np.int64]
_Partners = tuple[Indices, Indices]
"""
For each value, its partners: the values whose sum with it reaches a threshold.

The first array holds the indices that sort the values. The second array holds, for each value, the
position in this order from which on the values are its partners.
"""
_PRIOR = 0.5
_WEIGHTS_AT_ONCE = 1 << 16  # They fit into the cache of a core.
_DRAWS, _FEWEST_DRAWS = 50_000, 1000
_AFFORDABLE_WEIGHTS = 5_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Posterior(EqualByContent):
    """
    Probabilities of three outcomes for the difference a - b. They sum to 1.

    Attributes:
        larger: the difference is above the region of practical equivalence.
        equivalent: the difference is within this region.
        smaller: the difference is below this region.
        rope: half the width of the region.
        draws: number of draws of the Dirichlet distribution; the standard error of a probability is at
            most 0.5 / sqrt(draws).
    """

    larger: float
    equivalent: float
    smaller: float
    rope: float
    draws: int


def bayesian_signed_rank(
    d: ArrayLike, *, rope: float = 0.0, draws: int = _DRAWS, seed: int = 0
) -> Posterior:
    r"""
    Return the posterior of the signed-rank test with a Dirichlet process prior.

    With the differences :math:`d_1 \dots d_n`, a pseudo-observation :math:`d_0 = 0`, and weights
    :math:`w \sim \mathrm{Dir}(1/2, 1, \dots, 1)`, one draw is

    .. math:: \theta_{>} = \sum_{ij} w_i w_j [d_i + d_j > 2r], \quad
              \theta_{<} = \sum_{ij} w_i w_j [d_i + d_j < -2r]

    where equality counts one half. The remaining weight is that of the region. Each probability is the
    share of draws in which its weight is the largest of the three; weights that tie share the draw.

    Args:
        d: paired differences. A sum of two counts as equal to 2r or -2r if it is at most 1e-9 times the
            sum of their absolute values away. `compare` derives this limit from the values that were
            subtracted.
        rope: half the width r of the region in which a difference does not matter; 0 for no region.
        draws: number of draws.
        seed: seed of the draws.

    Returns:
        The three probabilities.

    Raises:
        StatisticsError: no differences, a difference that is not finite, a region of negative or
            infinite width, or `draws` or `seed` is too small.
        LimitError: so many draws would need more than 10**11 steps.

    References:
        Benavoli, Corani, Demsar, Zaffalon (2017), arXiv:1606.04316.

    Examples:
        >>> posterior = bayesian_signed_rank(np.array([0.1, 0.2, 0.15, 0.3, -0.02, 0.12]), rope=0.05)
        >>> posterior.larger > 0.95, posterior.smaller < 0.01
        (True, True)
    """
    d, draws, seed = finite(d, "the differences"), whole("draws", draws, 1), whole("seed", seed, 0)
    if not len(d):
        raise StatisticsError("the Bayesian signed-rank test needs at least one difference; got none")
    demand_steps(draws * len(d), f"{draws} draws of {len(d)} weights", "Draw fewer")
    return posterior_of(d, TIE_OF_SUMS * np.abs(d), rope=checked_rope(rope), draws=draws, seed=seed)


def posterior_of(d: Values, rounding: Values, *, rope: float, draws: int, seed: int) -> Posterior:
    """
    Return what `bayesian_signed_rank` returns, for differences that are known up to some rounding.

    A sum of two differences counts as equal to 2r or -2r if it is at most the sum of their roundings
    away.
    """
    values, widths = np.append(0.0, d), np.append(0.0, rounding)
    order = np.argsort(values, kind="stable")
    values, widths = values[order], widths[order]
    shape = np.ones(len(values))
    shape[np.searchsorted(values, 0.0)] = _PRIOR  # The first zero is the pseudo-observation.
    above = _partners(values, widths, 2 * rope)
    below = _partners(-values[::-1], widths[::-1], 2 * rope)
    rng, step = np.random.default_rng(seed), max(1, _WEIGHTS_AT_ONCE // len(values))
    wins = np.zeros(3)
    for start in range(0, draws, step):
        weights = rng.dirichlet(shape, min(step, draws - start))
        larger = _theta(weights, above)
        smaller = _theta(weights[:, ::-1], below) if rope else 1 - larger
        # Without a region, its weight is below 0, so that it is never the largest.
        region = 1 - larger - smaller if rope else np.full_like(larger, -1.0)
        theta = np.stack([larger, region, smaller])
        is_largest = np.isclose(theta, theta.max(axis=0), rtol=0, atol=1e-12)
        wins += (is_largest / is_largest.sum(axis=0)).sum(axis=1)
    shares = [float(share) for share in wins / draws]
    return Posterior(shares[0], shares[1], shares[2], rope, draws)


def affordable_draws(n: int) -> int:
    """
    Return the number of draws of n weights: 50,000, or fewer to save time, but at least 1000.

    The posterior of many differences is so narrow that fewer draws suffice.

    Examples:
        >>> affordable_draws(50), affordable_draws(1000), affordable_draws(100_000)
        (50000, 5000, 1000)
    """
    return min(_DRAWS, max(_FEWEST_DRAWS, _AFFORDABLE_WEIGHTS // max(n, 1)))


def checked_rope(rope: float) -> float:
    """
    Return half the width of the region as a float; refuse one that is negative, infinite or nan.

    Examples:
        >>> checked_rope(-1)
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: rope must be 0 or more and finite, half the width of the \
region; got -1
    """
    if isinstance(rope, bool) or not isinstance(rope, (int, float, np.integer, np.floating)):
        raise InputTypeError(f"rope must be a number; got {type(rope).__name__}")
    try:
        half_width = as_printed(rope)
    except OverflowError:  # an integer beyond the range of floats
        half_width = inf
    if not 0 <= half_width < inf:
        raise StatisticsError(
            f"rope must be 0 or more and finite, half the width of the region; got {rope}"
        )
    return half_width


def _partners(values: Values, widths: Values, threshold: float) -> tuple[_Partners, _Partners]:
    """
    Return the partners of each value: with sums at or above a threshold, and with sums above it.

    Each value is known only up to its width, so a sum of two values has an upper and a lower end. The
    sum is at or above the threshold if its upper end is. It is above the threshold if its lower end is.
    """
    tolerance = TIE * threshold
    return _reaching(values + widths, threshold - tolerance, "left"), _reaching(
        values - widths, threshold + tolerance, "right"
    )


def _reaching(ends: Values, threshold: float, side: Literal["left", "right"]) -> _Partners:
    """
    Return the partners of each value: the sum of both `ends` is at or above the threshold if `side` is
    "left", and above it if `side` is "right".
    """
    order = np.argsort(ends, kind="stable")
    return order, np.searchsorted(ends[order], threshold - ends, side=side)


def _theta(weights: Values, partners: tuple[_Partners, _Partners]) -> Values:
    """Return the weight of pairs above the threshold; pairs at the threshold count one half."""
    halves = np.zeros(len(weights))
    for order, start in partners:
        sums = np.cumsum(weights[:, order], axis=1)
        cumulated = np.concatenate([np.zeros((len(weights), 1)), sums], axis=1)
        halves += (weights * (cumulated[:, -1:] - cumulated[:, start])).sum(axis=1)
    return halves / 2
