"""Summaries, comparisons and rankings as tables for papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.errors import Message, plural
from edgemark.metrics.declaration import better_by_name
from edgemark.report.tables import NO_BEST, Table, best_in_column, head
from edgemark.stats.compared_classes import classes_notes
from edgemark.stats.possible_range import difference_interval
from edgemark.stats.runs import number_name
from edgemark.stats.sentences import (
    are,
    counts_with_reason,
    left_out_text,
    p_text,
    shown,
    stand_ins_text,
    stars,
    stars_note,
)
from edgemark.stats.ties import differences, mean_difference, rounding_of

if TYPE_CHECKING:
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.pairing import Pairs
    from edgemark.stats.ranking import Ranking
    from edgemark.stats.summaries import Summary, SummaryRow, SummaryTable
    from edgemark.stats.value_matrix import Blocks

__all__ = [
    "comparison_table",
    "is_over_all_runs",
    "mean_text",
    "ranking_table",
    "replicates_text",
    "sign_notes",
    "summary_table",
]

BEST = "bold: best of the column"
_HAVE_BEST = ("lower", "higher", "ratio")  # Metrics with another direction have no best value.
_SIGNS = (
    (
        "†",
        "†: runs without a value; the mean counts each of them as the worst possible value. In "
        "parentheses: runs with a value, of all runs",
    ),
    (
        "‡",
        "‡: the value is undefined (0 of 0) for some runs; the mean is over the others. In parentheses: "
        "runs with a value, of all runs",
    ),
    (
        "– (",
        "– (k/n): some runs have no value, so there is no mean",
    ),
)
_OVER_DIFFERENT_RUNS = (
    "no best is marked in a column with ‡ or with undefined means, because its means are over different "
    "runs. stats.complete_cases(table) keeps the runs on which every method has a value"
)
_ON_DIFFERENT_CANDIDATES = (
    "no best value is marked, because some methods were scored on other candidate pairs; score every "
    "estimate with the same candidates"
)
_NOT_COMPUTED = (
    "–: the method has no run of this metric; no run is counted as missing, and no best is marked"
)
_MOST_REASONS = 5
_ADVICE_WORST = "summarize(..., worst=...) sets the value that counts for runs that failed or are absent"


def mean_text(summary: Summary, with_worst: float) -> str:
    """
    Return the mean of a metric as text for a cell.

    A mean that leaves out failed, refused or absent runs is not shown.

    Args:
        summary: summary of the metric.
        with_worst: the mean with the worst possible value for each missing value; nan if unknown.
    """
    counts = summary.counts
    if counts.is_refused:
        return "refused"
    if counts.ok == counts.runs:
        spread = "" if isnan(summary.sd) else f" ± {summary.text(summary.sd)}"
        return f"{summary.text(summary.mean)}{spread}"
    share = f"({counts.ok}/{counts.runs})"
    if counts.undefined == counts.runs:
        return "undefined"
    if counts.ok + counts.undefined == counts.runs:
        return f"{summary.text(summary.mean)}‡ {share}"
    return f"– {share}" if isnan(with_worst) else f"{shown(with_worst, abs(with_worst))}† {share}"


def sign_notes(texts: Iterable[str]) -> list[str]:
    """Return a note for each symbol that occurs in the texts of some cells."""
    cells = list(texts)
    return [note for sign, note in _SIGNS if any(sign in text for text in cells)]


def summary_table(table: SummaryTable) -> Table:
    """
    Return a table with a row for each method and a column for each metric.

    The best mean of a column is bold if its means are over the same runs in the same class of graphs
    and over the same candidate pairs, and if it is known which values are better.
    """
    methods = list(dict.fromkeys(row.method for row in table))
    numbers = list(dict.fromkeys(row.number for row in table))
    by_key = {(row.method, row.number): row.summary for row in table}
    rows, compared_means = [], []
    for method in methods:
        cells = [by_key.get((method, number)) for number in numbers]
        compared_means.append([_compared_mean(cell) for cell in cells])
        rows.append((method, *("–" if c is None else mean_text(c, c.mean_worst) for c in cells)))
    stated = {row.number: row.better for row in table}
    betters = [
        better_by_name(metric) or stated[metric, convention] or None for metric, convention in numbers
    ]
    best = {
        (row, column + 1)
        for column, better in enumerate(betters)
        if numbers[column] not in table.in_several_classes | table.on_several_candidates
        # With the missing values, another method might have been the best.
        if not any(isnan(means[column]) for means in compared_means)
        for row in best_in_column([means[column] for means in compared_means], better)
        if by_key[methods[row], numbers[column]].counts.ok  # A method without a value is never best.
    }
    heads = [head(":".join(filter(None, n)), b) for n, b in zip(numbers, betters, strict=True)]
    notes = [BEST] if best else []
    notes += [NO_BEST] if table.in_several_classes else []
    notes += [_ON_DIFFERENT_CANDIDATES] if table.on_several_candidates else []
    unknown = [n for n, b in zip(numbers, betters, strict=True) if b is None]
    notes += [_no_direction_note(unknown)] if unknown and len(methods) > 1 else []
    notes += sign_notes(cell for row in rows for cell in row[1:])
    have_best = [number for number, b in zip(numbers, betters, strict=True) if b in _HAVE_BEST]
    if len(methods) > 1 and any(
        row.number in have_best and not is_over_all_runs(row.summary) for row in table
    ):
        notes.append(_OVER_DIFFERENT_RUNS)
    notes += [_NOT_COMPUTED] if any(cell == "–" for row in rows for cell in row[1:]) else []
    notes += _reason_notes(table)
    notes += [_ADVICE_WORST] if any(_needs_worst(row.summary) for row in table) else []
    notes += classes_notes(table.warnings)
    title = f"mean ± standard deviation over {replicates_text(table)}"
    return Table(title, ("", *heads), tuple(rows), best, tuple(notes))


def _n_of_shown_mean(summary: Summary) -> int:
    """Count the replicates of the mean in a cell: all, if missing values count as the worst."""
    counts = summary.counts
    none_missing = counts.ok + counts.undefined == counts.runs
    return summary.n if none_missing or isnan(summary.mean_worst) else summary.n_all


def replicates_text(rows: Iterable[SummaryRow]) -> str:
    """
    State how many replicates the means are over.

    By default, the replicates are data sets, or runs for a metric with one data set. If both occur,
    each count is followed by the names of its metrics.
    """
    rows_of_unit: dict[str, list[SummaryRow]] = {}
    for row in rows:
        rows_of_unit.setdefault(row.summary.unit, []).append(row)
    counts = []
    for unit, of_unit in rows_of_unit.items():
        sizes = sorted({_n_of_shown_mean(row.summary) for row in of_unit})
        smallest = f"{sizes[0]} to " if len(sizes) > 1 else ""
        names = ", ".join(dict.fromkeys(number_name(row.number) or "the values" for row in of_unit))
        metrics = f" ({names})" if len(rows_of_unit) > 1 else ""
        counts.append(f"{smallest}{plural(sizes[-1], unit)}{metrics}")
    return " or ".join(counts) or plural(0, "run")


def _needs_worst(summary: Summary) -> bool:
    """Return whether a mean is missing only because no worst possible value is known."""
    counts = summary.counts
    missing = counts.runs - counts.ok - counts.undefined
    return missing > 0 and not counts.refused and isnan(summary.mean_worst)


def _reason_notes(table: SummaryTable) -> Iterator[str]:
    """
    State for each method and metric how many runs have no value, and why the first of them has none.

    After five such notes, a last note counts the rest.
    """
    rows = [row for row in table if row.reason]
    for row in rows[:_MOST_REASONS]:
        name = " ".join(filter(None, (row.method, number_name(row.number))))
        yield f"{name}: {counts_with_reason(row.summary.counts, _problem(row.reason))}"
    if len(rows) > _MOST_REASONS:
        yield f"and {len(rows) - _MOST_REASONS} more methods or metrics have runs without a value"


def _problem(reason: str) -> str:
    return reason.problem if isinstance(reason, Message) else reason


def _no_direction_note(numbers: Sequence[tuple[str, str]]) -> str:
    """Name the metrics without a marked best value, and explain how to state their direction."""
    names = ", ".join(number_name(number) or "the values" for number in numbers)
    return (
        f"no best is marked for {names}: say which values are better with "
        f'summarize(..., better="higher") or better="lower", or with a column "better"'
    )


def is_over_all_runs(summary: Summary) -> bool:
    """
    Return whether the mean that is shown counts every run; it may leave out undefined runs (0 of 0).

    Only such means are over the same runs for all methods, so that one of them can be the best.
    """
    counts = summary.counts
    return not counts.undefined or counts.ok + counts.undefined < counts.runs


def _compared_mean(summary: Summary | None) -> float:
    """Return the mean that the cell shows; nan if it shows none, or one that leaves out runs."""
    if summary is None or not is_over_all_runs(summary):
        return float("nan")
    return summary.mean if summary.counts.ok == summary.counts.runs else summary.mean_worst


def comparison_table(comparison: Comparison) -> Table:
    """
    Return a table with one row: both means, their difference with its interval, p-value and effect.
    """
    scale = float(max(abs(comparison.pairs.a).max(), abs(comparison.pairs.b).max()))

    def mean(k: int) -> str:
        spread = "" if isnan(comparison.sds[k]) else f" ± {shown(comparison.sds[k], scale)}"
        return f"{shown(comparison.means[k], scale)}{spread}"

    number = ":".join(filter(None, comparison.number))
    p, level = comparison.p_value, comparison.level
    p_cell = f"{p_text(p, 1 - level)}{stars(p, level)}"
    effect = "–" if isnan(comparison.effect) else f"{comparison.effect:.2f}"
    difference = _with_interval(comparison.difference, comparison.t.low, comparison.t.high, scale)
    heads = ("", *comparison.names, f"difference, {100 * level:g} % interval", "p (Wilcoxon)", "r")
    winner = comparison.winner if comparison.significant else None
    best = {(0, comparison.names.index(winner) + 1)} if winner is not None else set()
    notes = ["r: rank-biserial correlation"]
    notes += _nested_notes("p and r", comparison.pairs)
    notes += [stars_note(level)] if "*" in p_cell else []
    notes += ["bold: significantly better"] if best else []
    if comparison.pairs.left_out:
        notes.append(left_out_text(comparison.pairs, comparison.names, list_runs=False))
    notes += _stand_in_notes(comparison.pairs.imputed)
    notes += classes_notes(comparison.warnings)
    n = plural(len(comparison.pairs.names), f"paired {comparison.pairs.unit}")
    row = (head(number or "value", comparison.better), mean(0), mean(1), difference, p_cell, effect)
    title = f"{comparison.names[0]} and {comparison.names[1]} on {n}"
    return Table(title, heads, (row,), best, tuple(notes))


def ranking_table(ranking: Ranking) -> Table:
    """
    Return a table with a row for each method, the best first.

    The rows have the paired difference from the control, or from the best method if there is none.
    """
    reference = ranking.control or ranking.order[0]
    columns = zip(ranking.blocks.values.T, ranking.blocks.ranges, strict=True)
    by_method = dict(zip(ranking.methods, columns, strict=True))
    of_reference, reference_range = by_method[reference]
    scale = float(abs(ranking.blocks.values).max())
    rows = []
    for row in ranking.method_rows():
        method = row["method"]
        cells = [f"{row['average_rank']:.2f}", shown(row["mean"], scale)]
        cells += [f"{row['wins']}/{row['ties']}/{row['losses']}"]
        if method == reference:
            rows.append((method, *cells, "", ""))
            continue
        of_method, possible = by_method[method]
        d = differences(of_method, of_reference)
        interval = difference_interval(d, possible, reference_range, ranking.level)
        p = ranking.pair(method, reference).p_holm
        low, high = interval.low, interval.high
        cells += [
            _with_interval(mean_difference(d, rounding_of(of_method, of_reference)), low, high, scale)
        ]
        rows.append((method, *cells, f"{p_text(p, 1 - ranking.level)}{stars(p, ranking.level)}"))
    ranks = [row["average_rank"] for row in ranking.method_rows()]
    best = {(k, 1) for k in best_in_column(ranks, "lower")}
    unit, level = ranking.blocks.unit, f"{100 * ranking.level:g} % interval"
    heads = (
        "rank ↓",
        head("mean", ranking.better),
        "wins/ties/losses",
        f"difference from {reference}",
        "p",
    )
    notes = ["bold: best average rank"] if best else []
    notes += _nested_notes("ranks, wins/ties/losses and p", ranking.blocks)
    notes += [f"difference: mean over the {unit}s, with its {level}"]
    notes += ["p: Wilcoxon's signed-rank test with Holm's correction for all pairs that were tested"]
    notes += [stars_note(ranking.level)] if any("*" in row[-1] for row in rows) else []
    if not isnan(p := ranking.friedman.p_value):
        p_friedman = _with_equals_sign(p_text(p, round(1 - ranking.level, 12)))
        notes.append(f"Friedman's test (Iman and Davenport): p {p_friedman}")
    notes += _missing_notes(ranking)
    notes += classes_notes(ranking.warnings)
    title = f"{len(ranking.methods)} methods on {plural(len(ranking.blocks.names), unit)}"
    return Table(title, ("", *heads), tuple(rows), best, tuple(notes))


def _nested_notes(numbers: str, compared: Pairs | Blocks) -> list[str]:
    """Say that some columns of numbers use every run, if runs are nested in data sets."""
    if not compared.is_nested:
        return []
    runs = plural(compared.design.n_runs, "run")
    return [f"{numbers} use all {runs}; the test changes the signs of all runs of a data set together"]


def _missing_notes(ranking: Ranking) -> list[str]:
    """
    State how many runs are left out of the ranks or have a substitute, and how many each method lacks.
    """
    notes = []
    if left_out := ranking.blocks.left_out:
        notes = [f"{are(len(left_out), 'run')} left out, because some method has no value there"]
    notes += _stand_in_notes(ranking.blocks.imputed, ranking.blocks.n_imputed)
    if ranking.blocks.lacking:
        counts = ", ".join(f"{method} {count}" for method, count in ranking.blocks.lacking.items())
        notes.append(f"runs without a value: {counts}{ranking.blocks.why}")
    return notes


def _stand_in_notes(imputed: Sequence[str], n_values: int = 0) -> list[str]:
    return [stand_ins_text(len(imputed), n_values)] if imputed else []


def _with_equals_sign(text: str) -> str:
    return text if text.startswith("<") else f"= {text}"


def _with_interval(middle: float, low: float, high: float, scale: float) -> str:
    text = shown(middle, scale)
    return text if isnan(low) else f"{text} [{shown(low, scale)}, {shown(high, scale)}]"
