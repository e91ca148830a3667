"""Summaries, comparisons and rankings as tables for papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.errors import Message, plural
from edgemark.metrics.declaration import better_by_name
from edgemark.report.tables import NO_BEST, Table, best_in_column, head
from edgemark.stats.compared_classes import classes_notes
from edgemark.stats.intervals import t_interval
from edgemark.stats.runs import number_name
from edgemark.stats.sentences import are, left_out_text, p_text, shown, stand_ins_text, stars

if TYPE_CHECKING:
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.ranking import Ranking
    from edgemark.stats.summaries import Summary, SummaryTable

__all__ = ["comparison_table", "mean_text", "ranking_table", "sign_notes", "summary_table"]

BEST = "bold: best of the column"
_SIGNS = (
    (
        "†",
        "†: runs without a value; the mean counts each of them as the worst possible value. In "
        "parentheses: runs with a value, of all runs",
    ),
    (
        "‡",
        "‡: the number is undefined (0 of 0) for some runs; the mean is of the others, whose number is "
        "in parentheses",
    ),
    (
        "– (",
        "– (k/n): some runs have no value, so there is no mean",
    ),
)
_MOST_REASONS = 5
_NAME_WORST = "worst= of summarize names a value that counts for runs that failed"
_STARS = "*, **, ***: p below .05, .01, .001"


def mean_text(summary: Summary, imputed: float) -> str:
    """
    Write the mean of a metric for a table. A mean that leaves out failed runs is not shown.

    Args:
        summary: summary of the metric.
        imputed: the mean with the worst possible value for each failed run; nan if unknown.
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
    return f"– {share}" if isnan(imputed) else f"{shown(imputed, abs(imputed))}† {share}"


def sign_notes(texts: Iterable[str]) -> list[str]:
    """Return the meaning of the symbols in some cells."""
    found = list(texts)
    return [note for sign, note in _SIGNS if any(sign in text for text in found)]


def summary_table(table: SummaryTable) -> Table:
    """
    Return a table with a row for each method and a column for each metric; the best means are bold.
    """
    methods = list(dict.fromkeys(row.method for row in table))
    numbers = list(dict.fromkeys(row.number for row in table))
    by_key = {(row.method, row.number): row.summary for row in table}
    rows, imputed = [], []
    for method in methods:
        cells = [by_key.get((method, number)) for number in numbers]
        imputed.append([_comparable(cell) for cell in cells])
        rows.append((method, *("" if c is None else mean_text(c, c.mean_worst) for c in cells)))
    stated = {row.number: row.better for row in table}
    betters = [better_by_name(metric) or stated[metric, way] or None for metric, way in numbers]
    best = {
        (row, column + 1)
        for column, better in enumerate(betters)
        if numbers[column] not in table.in_several_classes
        # With the missing values, another method might have been the best.
        if not any(isnan(values[column]) for values in imputed)
        for row in best_in_column([values[column] for values in imputed], better)
    }
    heads = [head(":".join(filter(None, n)), b) for n, b in zip(numbers, betters, strict=True)]
    sizes = sorted({row.summary.n for row in table}) or [0]
    few = f"{sizes[0]} to " if len(sizes) > 1 else ""
    unit = next((row.summary.unit for row in table), "run")
    notes = [BEST] if best else []
    notes += [NO_BEST] if table.in_several_classes else []
    unknown = [n for n, b in zip(numbers, betters, strict=True) if b is None]
    notes += [_no_direction(unknown)] if unknown and len(methods) > 1 else []
    notes += sign_notes(cell for row in rows for cell in row[1:])
    notes += _reasons(table)
    notes += [_NAME_WORST] if any(_needs_worst(row.summary) for row in table) else []
    notes += classes_notes(table.warnings)
    title = f"mean ± standard deviation over {few}{plural(sizes[-1], unit)}"
    return Table(title, ("", *heads), tuple(rows), best, tuple(notes))


def _needs_worst(summary: Summary) -> bool:
    """Whether a mean is missing only because no worst possible value is known."""
    counts = summary.counts
    missing = counts.runs - counts.ok - counts.undefined
    return missing > 0 and not counts.refused and isnan(summary.mean_worst)


def _reasons(table: SummaryTable) -> Iterator[str]:
    """
    State for each method and metric how many runs have no value, and why the first of them has none.
    """
    rows = [row for row in table if row.reason]
    for row in rows[:_MOST_REASONS]:
        counts = row.summary.counts
        yield (
            f"{' '.join(filter(None, (row.method, number_name(row.number))))}: {counts} "
            f"({_problem(row.reason)})"
        )
    if len(rows) > _MOST_REASONS:
        yield f"and {len(rows) - _MOST_REASONS} more methods or metrics have runs without a value"


def _problem(reason: str) -> str:
    return reason.problem if isinstance(reason, Message) else reason


def _no_direction(numbers: Sequence[tuple[str, str]]) -> str:
    """Name the metrics without a marked best value, and explain how to state their direction."""
    names = ", ".join(":".join(filter(None, number)) for number in numbers)
    return (
        f"no best is marked of {names}: say which values are better with "
        f'summarize(..., better="higher") or better="lower", or with a column "better"'
    )


def _comparable(summary: Summary | None) -> float:
    """
    Return the mean by which methods are compared: with the worst value for each run without a value.
    """
    if summary is None:
        return float("nan")
    return summary.mean if summary.counts.ok == summary.counts.runs else summary.mean_worst


def comparison_table(found: Comparison) -> Table:
    """
    Return a table with one row: both means, their difference with its interval, p-value and effect.
    """
    scale = float(max(abs(found.pairs.a).max(), abs(found.pairs.b).max()))

    def mean(k: int) -> str:
        spread = "" if isnan(found.sds[k]) else f" ± {shown(found.sds[k], scale)}"
        return f"{shown(found.means[k], scale)}{spread}"

    number = ":".join(filter(None, found.number))
    p = f"{p_text(found.p_value, 1 - found.level)}{stars(found.p_value, found.level)}"
    effect = "–" if isnan(found.effect) else f"{found.effect:.2f}"
    difference = _with_interval(found.difference, found.t.low, found.t.high, scale)
    level = f"{100 * found.level:g} %"
    heads = ("", *found.names, f"difference, {level} interval", "p (Wilcoxon)", "r")
    winner = found.winner if found.significant else None
    best = {(0, found.names.index(winner) + 1)} if winner is not None else set()
    notes = ["r: rank-biserial correlation"]
    notes += [_STARS] if "*" in p else []
    notes += ["bold: significantly better"] if best else []
    if found.pairs.left_out:
        notes.append(left_out_text(found.pairs, found.names, list_runs=False))
    notes += _stand_ins(found.pairs.imputed)
    notes += classes_notes(found.warnings)
    n = plural(len(found.pairs.names), f"paired {found.pairs.unit}")
    row = (head(number or "value", found.better), mean(0), mean(1), difference, p, effect)
    title = f"{found.names[0]} and {found.names[1]} on {n}"
    return Table(title, heads, (row,), best, tuple(notes))


def ranking_table(found: Ranking) -> Table:
    """
    Return a table with a row for each method, the best first, and its paired difference from the best.
    """
    against = found.control or found.order[0]
    values = dict(zip(found.methods, found.blocks.values.T, strict=True))
    scale = float(abs(found.blocks.values).max())
    rows = []
    for one in found.method_rows():
        name = one["method"]
        cells = [f"{one['average_rank']:.2f}", shown(one["mean"], scale)]
        cells += [f"{one['wins']}/{one['ties']}/{one['losses']}"]
        if name == against:
            rows.append((name, *cells, "", ""))
            continue
        d = values[name] - values[against]
        interval = t_interval(d, found.level)
        p = found.pair(name, against).p_holm
        low, high = interval.low, interval.high
        cells += [_with_interval(float(d.mean()), low, high, scale)]
        rows.append((name, *cells, f"{p_text(p, 1 - found.level)}{stars(p, found.level)}"))
    best = {(k, 1) for k in best_in_column([float(row[1]) for row in rows], "lower")}
    unit, level = found.blocks.unit, f"{100 * found.level:g} % interval"
    heads = ("rank ↓", head("mean", found.better), "wins/ties/losses", f"difference from {against}", "p")
    notes = ["bold: best average rank"] if best else []
    notes += [f"difference: mean over the {unit}s, with its {level}"]
    notes += ["p: Wilcoxon's signed-rank test with Holm's correction for all pairs that were tested"]
    notes += [_STARS] if any("*" in row[-1] for row in rows) else []
    if not isnan(p := found.friedman.p_value):
        notes.append(f"Friedman's test (Iman and Davenport): p {_equals(p_text(p))}")
    notes += _missing(found)
    notes += classes_notes(found.warnings)
    title = f"{len(found.methods)} methods on {plural(len(found.blocks.names), unit)}"
    return Table(title, ("", *heads), tuple(rows), best, tuple(notes))


def _missing(found: Ranking) -> list[str]:
    """
    Name the runs that are left out of the ranks or have a substitute, and the methods that lack them.
    """
    notes = []
    if left_out := found.blocks.left_out:
        notes = [f"{are(len(left_out), 'run')} left out, because some method has no value there"]
    notes += _stand_ins(found.blocks.imputed, found.blocks.n_imputed)
    if found.blocks.lacking:
        of_each = ", ".join(f"{method} {count}" for method, count in found.blocks.lacking.items())
        notes.append(f"runs without a value: {of_each}{found.blocks.why}")
    return notes


def _stand_ins(imputed: Sequence[str], n_values: int = 0) -> list[str]:
    return [stand_ins_text(len(imputed), n_values)] if imputed else []


def _equals(text: str) -> str:
    return text if text.startswith("<") else f"= {text}"


def _with_interval(middle: float, low: float, high: float, scale: float) -> str:
    text = shown(middle, scale)
    return text if isnan(low) else f"{text} [{shown(low, scale)}, {shown(high, scale)}]"
