"""
Exact results for random guessing: distributions under uniform draws, and means of distances.

A "place" is what a guess can have or lack: a pair of nodes, a direction, an end, or a pair at a lag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.graph import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.marks import FLIP
from edgemark.metrics import Metric
from edgemark.metrics.pair_sums import N_STATES
from edgemark.values import Confusion

__all__ = [
    "Law",
    "at_least_as_good",
    "law_of_confusion",
    "law_of_distance",
    "mean_of_confusion",
    "mean_of_sum",
    "positives_of_fixed_number",
]

Values = NDArray[np.float64]

_NOT_LINEAR = frozenset({"jaccard"})
_FIXED_NUMBER_OF_POSITIVES = frozenset(
    {"skeleton", "directed", "arrowheads", "tails", "circles", "bidirected", "entries"}
)


@dataclass(frozen=True, slots=True)
class Law:
    """
    The exact distribution of a metric under random guessing.

    Attributes:
        values: the values of the metric, in the order of ascending numbers of true positives.
        chances: the probability of each value.
    """

    values: Values
    chances: Values

    @property
    def mean(self) -> float:
        """The expectation."""
        return float(self.values @ self.chances)

    def quantiles(self, *shares: float) -> list[float]:
        """For each share, the smallest value whose cumulative probability reaches it."""
        order = np.argsort(self.values, kind="stable")
        reached = np.cumsum(self.chances[order])
        positions = np.searchsorted(reached, np.array(shares) - 1e-12)
        return [float(x) for x in self.values[order][np.minimum(positions, order.size - 1)]]

    def share_at_least_as_good(self, value: float, better: str) -> float:
        """The probability that a guess is at least as good as a value."""
        return min(1.0, float(self.chances[at_least_as_good(self.values, value, better)].sum()))


def at_least_as_good(values: Values, value: float, better: str) -> NDArray[np.bool_]:
    """
    Return which values are at least as good as a given one; values that are equal up to rounding tie.
    """
    tolerance = 1e-12 * max(1.0, abs(value))
    return values <= value + tolerance if better == "lower" else values >= value - tolerance


def law_of_confusion(measure: str, *strata: Confusion) -> Law:
    """
    The distribution of a measure of the summed confusion matrix of all strata, for random guesses.

    A stratum is a set of places, such as those at one lag. It is given as the confusion matrix of the
    estimate. Each guess has as many positives in the stratum as the estimate. Each set of so many places
    is equally likely, and strata are independent.
    """
    hits, chances, true, guessed, places = _hits(strata)
    counts: Any = hits, guessed - hits, true - hits, places - true - guessed + hits
    return Law(np.asarray(getattr(Confusion(*counts), measure)), chances)


def law_of_distance(*strata: Confusion, each: int = 1) -> Law:
    """
    The distribution of the number of errors in all strata, for the guesses of `law_of_confusion`.

    A place that is positive in only one graph counts as `each` errors.
    """
    hits, chances, true, guessed, _ = _hits(strata)
    return Law(each * (true + guessed - 2 * hits), chances)


def _hits(strata: Sequence[Confusion]) -> tuple[Values, Values, float, float, float]:
    """
    The possible numbers of true positives in all strata with their probabilities, and `_sums`.

    The number in each stratum is hypergeometric.
    """
    smallest, chances = 0.0, np.ones(1)
    for true, guessed, places in map(_margins, strata):
        chances = np.convolve(chances, _hypergeometric(true, guessed, places))
        smallest += max(0.0, true + guessed - places)
    n_hits = np.arange(smallest, smallest + chances.size, dtype=np.float64)
    return n_hits, chances, *_sums(strata)


def _hypergeometric(true: float, guessed: float, places: float) -> Values:
    """
    The probability of each number of true positives, from the smallest possible number.

    The probabilities follow from the ratios of successive probabilities, in both directions from the
    most likely number. `scipy.stats.hypergeom` gives the same, but importing it takes longer than
    comparing two small graphs.
    """
    hits = np.arange(max(0.0, true + guessed - places), min(true, guessed))
    log_ratios = np.log(true - hits) + np.log(guessed - hits)
    log_ratios -= np.log(hits + 1) + np.log(places - true - guessed + hits + 1)
    # Rounding errors grow along a sum, so sums start at the mode: near it, probabilities are large.
    mode = int(np.count_nonzero(log_ratios > 0))
    below, above = -np.cumsum(log_ratios[:mode][::-1])[::-1], np.cumsum(log_ratios[mode:])
    chances = np.exp(np.concatenate([below, [0.0], above]))
    return np.asarray(chances / chances.sum())


def _sums(strata: Sequence[Confusion]) -> tuple[float, float, float]:
    """The sums of `_margins` over all strata."""
    true, guessed, places = (sum(column) for column in zip(*map(_margins, strata), strict=True))
    return true, guessed, places


def _margins(confusion: Confusion) -> tuple[float, float, float]:
    """The positives of the truth, the positives of the guess, and the number of all places."""
    true, guessed = confusion.tp + confusion.fn, confusion.tp + confusion.fp
    return true, guessed, true + confusion.fp + (confusion.tn or 0)


def positives_of_fixed_number(*, is_dag: bool, permuted: bool) -> frozenset[str]:
    """
    Return the names of the confusion matrices that have the same number of positives in every guess.

    Each of their places is equally likely to be positive in a guess. Guesses are the estimate with
    permuted labels if `permuted`, otherwise random DAGs if `is_dag`, and otherwise CPDAGs of random
    DAGs.
    """
    if permuted:
        return _FIXED_NUMBER_OF_POSITIVES | {"ancestral"}
    return _FIXED_NUMBER_OF_POSITIVES if is_dag else frozenset({"skeleton"})


def mean_of_confusion(measure: str, *strata: Confusion) -> float | None:
    """
    The mean of a measure over guesses with a fixed number of positives in each stratum.

    It is the measure at the mean number of true positives, which is exact if the measure is linear in
    that number. None for other measures, or if a stratum has no place.
    """
    margins = [_margins(stratum) for stratum in strata]
    if measure in _NOT_LINEAR or not all(places for *_, places in margins):
        return None
    hits = sum(true * guessed / places for true, guessed, places in margins)
    true, guessed, places = _sums(strata)
    mean = Confusion(hits, guessed - hits, true - hits, places - true - guessed + hits)
    return float(getattr(mean, measure))


def mean_of_sum(
    metric: Metric,
    options: Mapping[str, Any],
    truth: Graph,
    estimate: Graph,
    *,
    is_dag: bool,
    permuted: bool,
) -> float | None:
    """The mean of a distance that is a sum over pairs; None if it has no closed form."""
    of = options.get("of", "graph")
    pair_by_pair = of == "skeleton" or (is_dag and of in ("graph", "truth-cpdag"))
    if metric.additive is None or not (permuted or pair_by_pair) or not truth.n_pairs:
        return None
    views = metric.additive.views(truth, estimate, **options)
    true_counts, estimated_counts = (_state_counts(view) for view in views)
    # FLIP maps an unused state to that of a 2-cycle, so looking counts up by FLIP would count 2-cycles
    # in that state too.
    flipped_counts = np.bincount(FLIP.astype(np.intp), weights=estimated_counts, minlength=N_STATES)
    # A guess has a state and its flipped state with the same probability.
    mean_shares = (estimated_counts + flipped_counts) / (2 * truth.n_pairs)
    costs = metric.additive.costs(truth.n_pairs, **options)
    return float(true_counts @ costs @ mean_shares)


def _state_counts(graph: Graph) -> Values:
    counts = np.bincount(unpack(graph.words)[2], minlength=N_STATES).astype(np.float64)
    counts[0] += graph.n_pairs - counts.sum()
    return counts
