"""Warnings about rankings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from edgemark.errors import Message, listing, plural
from edgemark.stats.missing_reasons import absent_or_worst
from edgemark.stats.missing_runs import completed
from edgemark.stats.runs import Better, Runs
from edgemark.stats.sentences import are
from edgemark.stats.signed_ranks import Zeros, signed_ranks
from edgemark.stats.spelled_names import spelling_warnings
from edgemark.stats.value_matrix import Blocks

if TYPE_CHECKING:
    from edgemark.stats.left_out import LeftOut
    from edgemark.stats.ranking import Pair

__all__ = ["data_warnings", "direction_warnings"]


def data_warnings(
    matrix: Blocks,
    rankings_without_one: Sequence[LeftOut],
    pairs: Sequence[Pair],
    level: float,
    zeros: Zeros,
    runs: Runs,
) -> Iterator[Message]:
    """
    Warn of too few replicates, a best method that depends on one of them, runs left out, and odd names.

    `rankings_without_one` holds, for each replicate, the ranking without it.
    """
    yield from _size_warnings(matrix, pairs, level, zeros)
    changed = [without.name for without in rankings_without_one if not without.same_best]
    if len(changed) == 1:
        yield Message(f"the method that ranks first depends on a single {matrix.unit}: {changed[0]!r}")
    elif changed:
        yield Message(
            f"the method that ranks first changes if any one of {len(changed)} {matrix.unit}s is left "
            f"out: {listing(changed)}"
        )
    if matrix.left_out:
        counts = ", ".join(f"{method} ({count})" for method, count in list(matrix.lacking.items())[:5])
        yield Message(
            f"{are(len(matrix.left_out), 'run')} left out for every method: {listing(matrix.left_out)}. "
            f"Methods without a value, with their number of such runs: {counts}{matrix.why}",
            *absent_or_worst(completed(runs)),
        )
    yield from map(Message, spelling_warnings(runs))


def _size_warnings(
    matrix: Blocks, pairs: Sequence[Pair], level: float, zeros: Zeros
) -> Iterator[Message]:
    """Warn if no pair of methods can differ significantly, also because methods tie."""
    n, alpha = len(matrix.names), round(1 - level, 12)
    of_replicates = min(1.0, len(pairs) * signed_ranks(np.arange(1.0, n + 1), zeros).smallest_p)
    of_pairs = min(1.0, len(pairs) * min(pair.smallest_p for pair in pairs))
    # If all methods tie everywhere, the text of the Friedman test says so.
    is_one_that_differs = any(pair.smallest_p < 1 for pair in pairs)
    if of_replicates >= alpha:
        with_ties, smallest_p = "", of_replicates
    elif of_pairs >= alpha and is_one_that_differs:
        with_ties, smallest_p = " and methods that tie on some of them,", of_pairs
    else:
        return
    yield Message(
        f"with {n} {matrix.unit}s{with_ties} Wilcoxon's test with Holm's correction for "
        f"{plural(len(pairs), 'pair')} cannot reach p < {alpha:g}: its smallest p-value is "
        f"{smallest_p:.3g}. Add {matrix.unit}s"
    )


def direction_warnings(
    methods: Sequence[str],
    average: Sequence[float],
    pairs: Sequence[Pair],
    better: Better,
    level: float,
) -> Iterator[Message]:
    """
    Name the pairs whose test contradicts the average ranks.

    The average ranks ignore the sizes of differences; the rank sums of the test do not.
    """
    alpha, ranks = round(1 - level, 12), dict(zip(methods, average, strict=True))
    contradictions = [
        f"{first!r} over {second!r}"
        for first, second in (pair.by_ranks(better) for pair in pairs if pair.p_holm < alpha)
        if ranks[first] > ranks[second] + 1e-9
    ]
    if contradictions:
        yield Message(
            "Wilcoxon's test and the average ranks point in opposite directions, because a few "
            f"differences are much larger than the others: the test favours "
            f"{', '.join(contradictions[:5])}"
            f"{f' and {len(contradictions) - 5} more' if len(contradictions) > 5 else ''}"
        )
