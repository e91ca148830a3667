"""Test whether the algorithms of a study are better than random guessing."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.bench.results.summaries import runs_of, unfinished
from edgemark.conventions.classes import AS_GIVEN
from edgemark.errors import EdgemarkWarning, StatisticsError
from edgemark.report.tables import Table
from edgemark.stats import AgainstChance, against_chance
from edgemark.stats.against_chance import chance_warnings
from edgemark.stats.sentences import are, p_text, shown, stars

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["chance_rows", "chance_tables", "note_on_guessing", "tests_against_chance"]

_NOTES = (
    "Each run is paired with the expected score of {guesses}. "
    "Runs of one network, file or drawn graph are averaged first; a failed run counts as the worst "
    "value, and is paired with the mean of these expected scores over the estimates on the same data",
    "n: number of networks, files and drawn graphs. difference: mean difference over them, with a 95 % "
    "interval. p: Wilcoxon's signed-rank test with Holm's correction for the number of algorithms; "
    "*, **, ***: p below .05, .01, .001",
)

_OTHER_GUESSES = {
    "scores": "edge scores, of the same scores at random pairs",
    "temporal-scores": "lagged edge scores, of the same scores with permuted variables",
    "samples": "samples of graphs, of the same samples with permuted node names",
}
"""What is guessed for estimates that are not graphs, by their type."""

_WITH_RANDOM_GRAPHS = ("", "dag", "cpdag", "mag", "pag")
"""Classes of estimates whose null model is random graphs; "" is not a graph, or a time series graph."""


def tests_against_chance(study: Study, track: Sequence[str]) -> tuple[AgainstChance, ...]:
    """
    Test every ranked algorithm against random guessing by the primary metric.

    Args:
        study: the study.
        track: labels of data sets on which the same algorithms are ranked.

    Returns:
        The tests. There are none if runs are missing, if there are fewer than two networks, files or
        drawn graphs, or if the expected score of random guessing is unknown.
    """
    rows = [row for row in study.rows if row.data in track]
    runs = runs_of(rows, study.primary, ranked=True, by_unit=True)
    if unfinished(rows, study.primary) or len(runs.datasets) < 2:
        return ()
    # A "ratio" is a multiple of chance, so higher is better.
    better: Any = "higher" if study.primary.better == "ratio" else study.primary.better
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EdgemarkWarning)
            return against_chance(runs, better=better, replicate="dataset")
    except StatisticsError:
        return ()


def chance_tables(study: Study) -> list[Table]:
    """Return a table of the tests for each group of data on which the same algorithms are ranked."""
    tables = []
    for track in study.tracks():
        tests = tests_against_chance(study, track)
        rows = tuple(map(_row, tests))
        title = f"Against random guessing by {study.primary} on {', '.join(track)}"
        heads = ("", "mean", "random guessing", "difference", "n", "p")
        guesses = _guesses(study, "its estimate")
        notes = [note.format(guesses=guesses) for note in _NOTES]
        notes += [*_left_out_notes(tests), *map(str, chance_warnings(tests))]
        tables += [Table(title, heads, rows, notes=tuple(notes))] if rows else []
    return tables


def note_on_guessing(study: Study) -> str:
    """Return the note that explains the row "random guessing" of a table of means."""
    return (
        f"random guessing: expected value of {_guesses(study, 'each estimate')}, mean over the "
        "algorithms; runs without an estimate have none"
    )


def _guesses(study: Study, estimate: str) -> str:
    """Say what is guessed at random: the null model of each sort of estimate in the study."""
    rows = [row for row in study.rows if row.state == "ok"]
    types = {row.type_of_estimate for row in rows}
    guesses = [f"random graphs with as many edges as {estimate}"]
    guesses += [f"for {guess}" for name, guess in _OTHER_GUESSES.items() if name in types]
    if any(row.reference == AS_GIVEN and row.classes[1] not in _WITH_RANDOM_GRAPHS for row in rows):
        guesses.append(
            "for graphs that are not a DAG, CPDAG, MAG or PAG, such as those with cycles, of the same "
            "graph with permuted node names"
        )
    return ", or, ".join(guesses)


def _left_out_notes(tests: Sequence[AgainstChance]) -> list[str]:
    """Say how many runs of each algorithm are in no mean, such as runs whose score is 0 of 0."""
    return [
        f"{test.method}: {are(len(test.left_out), 'run')} left out, without a score or without an "
        "expected score of random guessing"
        for test in tests
        if test.left_out
    ]


def chance_rows(study: Study) -> list[dict[str, Any]]:
    """Return the tests as dictionaries, each with the labels and the warnings of its group of data."""
    rows = []
    for track in study.tracks():
        tests = tests_against_chance(study, track)
        texts = list(map(str, chance_warnings(tests)))
        rows += [test.to_dict() | {"data": list(track), "warnings": texts} for test in tests]
    return rows


def _row(test: AgainstChance) -> tuple[str, ...]:
    comparison = test.comparison
    scale = max(map(abs, comparison.means))
    difference = shown(comparison.difference, scale)
    if not isnan(comparison.t.low):
        difference += f" [{shown(comparison.t.low, scale)}, {shown(comparison.t.high, scale)}]"
    p = f"{p_text(test.p_holm, 1 - comparison.level)}{stars(test.p_holm, comparison.level)}"
    means = (shown(mean, scale) for mean in comparison.means)
    return (test.method, *means, difference, str(len(comparison.pairs.names)), p)
