"""What guesses get by arithmetic: the law of the skeleton, and means of what adds up over pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.graph import Graph
from edgemark.graph.marks import FLIP
from edgemark.graph.words import unpack
from edgemark.metrics import Metric
from edgemark.metrics._pairs import N_STATES
from edgemark.values import Confusion

__all__ = [
    "Law",
    "at_least_as_good",
    "mean_of_confusion",
    "mean_of_sum",
    "of_skeleton_confusion",
    "of_skeleton_distance",
    "positives_of_fixed_number",
]

Values = NDArray[np.float64]

_NOT_LINEAR = frozenset({"jaccard"})
_OF_PLACES = frozenset(
    {"skeleton", "directed", "arrowheads", "tails", "circles", "bidirected", "entries"}
)


@dataclass(frozen=True, slots=True)
class Law:
    """
    The law of a number under guessing.

    Attributes:
        values: what it can be, in rising order of the pairs that are right by chance.
        chances: how likely each is.
    """

    values: Values
    chances: Values

    @property
    def mean(self) -> float:
        """The expectation."""
        return float(self.values @ self.chances)

    def quantiles(self, *shares: float) -> list[float]:
        """The least values that are reached by at least these shares."""
        order = np.argsort(self.values, kind="stable")
        reached = np.cumsum(self.chances[order])
        places = np.searchsorted(reached, np.array(shares) - 1e-12)
        return [float(x) for x in self.values[order][np.minimum(places, order.size - 1)]]

    def share_at_least_as_good(self, value: float, better: str) -> float:
        """How likely a guess is as good as a value, or better."""
        return min(1.0, float(self.chances[at_least_as_good(self.values, value, better)].sum()))


def at_least_as_good(values: Values, value: float, better: str) -> NDArray[np.bool_]:
    """Which values are as good as one, or better; equal up to rounding is equal."""
    slack = 1e-12 * max(1.0, abs(value))
    return values <= value + slack if better == "lower" else values >= value - slack


def of_skeleton_confusion(found: Confusion, measure: str) -> Law:
    """A measure of the skeleton's confusion, whose true positives are hypergeometric."""
    hits, chances, true, guessed, n_pairs = _hits(found)
    tn = n_pairs - true - guessed + hits
    counts: Any = hits, guessed - hits, true - hits, tn
    return Law(np.asarray(getattr(Confusion(*counts), measure)), chances)


def of_skeleton_distance(found: Confusion) -> Law:
    """The skeleton's SHD."""
    hits, chances, true, guessed, _ = _hits(found)
    return Law(true + guessed - 2 * hits, chances)


def _hits(found: Confusion) -> tuple[Values, Values, float, float, float]:
    from scipy.stats import hypergeom

    true, guessed = found.tp + found.fn, found.tp + found.fp
    n_pairs = true + found.fp + (found.tn or 0)
    hits = np.arange(max(0, true + guessed - n_pairs), min(true, guessed) + 1, dtype=np.float64)
    return hits, hypergeom.pmf(hits, n_pairs, true, guessed), true, guessed, n_pairs


def positives_of_fixed_number(*, is_dag: bool, permuted: bool) -> frozenset[str]:
    """Of which positives every guess has as many, each place being as likely to hold one."""
    if permuted:
        return _OF_PLACES | {"ancestral"}
    return _OF_PLACES if is_dag else frozenset({"skeleton"})


def mean_of_confusion(found: Confusion, measure: str) -> float | None:
    """The mean of a measure, which is linear in the true positives, of positives of a fixed number."""
    true, guessed = found.tp + found.fn, found.tp + found.fp
    places = true + found.fp + (found.tn or 0)
    if measure in _NOT_LINEAR or not places:
        return None
    hits = true * guessed / places
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
    """The mean of a distance that adds up over pairs; None where it has no closed form."""
    of = options.get("of", "graph")
    pair_by_pair = of == "skeleton" or (is_dag and of in ("graph", "truth-cpdag"))
    if metric.additive is None or not (permuted or pair_by_pair) or not truth.n_pairs:
        return None
    views = metric.additive.views(truth, estimate, **options)
    true, found = (_state_counts(view) for view in views)
    either_way = (found + found[FLIP.astype(np.intp)]) / (2 * truth.n_pairs)
    costs = metric.additive.costs(truth.n_pairs, **options)
    return float(true @ costs @ either_way)


def _state_counts(graph: Graph) -> Values:
    counts = np.bincount(unpack(graph.words)[2], minlength=N_STATES).astype(np.float64)
    counts[0] += graph.n_pairs - counts.sum()
    return counts
