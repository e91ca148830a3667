"""Tests whether the algorithms of a study are better than random guessing."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.bench.results.summaries import runs_of, unfinished
from edgemark.errors import EdgemarkWarning, StatisticsError
from edgemark.report.tables import Table
from edgemark.stats import AgainstChance, against_chance
from edgemark.stats.sentences import p_text, shown, stars

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["chance_tables", "tests_against_chance"]

_NOTES = (
    "Each run is paired with what random guessing is expected to score with as many edges; runs of one "
    "network, file or drawn graph are averaged first; a failed run counts as the worst",
    "difference: mean over the data sets, with its 95 % interval. p: Wilcoxon's signed-rank test with "
    "Holm's correction for the number of algorithms; *, **, ***: p below .05, .01, .001",
)


def tests_against_chance(study: Study, track: Sequence[str]) -> tuple[AgainstChance, ...]:
    """
    Test every ranked algorithm against random guessing by the primary metric.

    Args:
        study: the study.
        track: labels of data sets on which the same algorithms are ranked.

    Returns:
        The tests; none if runs are missing, if there are fewer than two networks, files or drawn graphs,
        or if the metric has no chance values.
    """
    rows = [row for row in study.rows if row.data in track]
    runs = runs_of(rows, study.primary, ranked=True, by_unit=True)
    if unfinished(rows, study.primary) or len(runs.datasets) < 2:
        return ()
    better: Any = "higher" if study.primary.better == "ratio" else study.primary.better
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EdgemarkWarning)
            return against_chance(runs, better=better, replicate="dataset")
    except StatisticsError:
        return ()


def chance_tables(study: Study) -> list[Table]:
    """Return a table of the tests for each group of data on which the same algorithms are ranked."""
    found = []
    for track in study.tracks():
        rows = tuple(_row(one) for one in tests_against_chance(study, track))
        title = f"Against random guessing by {study.primary} on {', '.join(track)}"
        heads = ("", "mean", "random guessing", "difference", "p")
        found += [Table(title, heads, rows, (), _NOTES)] if rows else []
    return found


def _row(test: AgainstChance) -> tuple[str, ...]:
    found = test.comparison
    scale = max(map(abs, found.means))
    difference = shown(found.difference, scale)
    if not isnan(found.t.low):
        difference += f" [{shown(found.t.low, scale)}, {shown(found.t.high, scale)}]"
    p = f"{p_text(test.p_holm, 1 - found.level)}{stars(test.p_holm, found.level)}"
    return (test.method, *(shown(mean, scale) for mean in found.means), difference, p)
