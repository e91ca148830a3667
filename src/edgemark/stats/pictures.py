"""Drawings for notebooks: the means of summaries and the difference of a comparison, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import TYPE_CHECKING

from edgemark.display.intervals import Bar, Panel, interval_scene
from edgemark.display.scene import Scene
from edgemark.errors import plural
from edgemark.report.tables import head
from edgemark.stats.paper_tables import mean_text, replicates_text

if TYPE_CHECKING:
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.summaries import Summary, SummaryRow, SummaryTable

__all__ = ["comparison_scene", "summary_scene", "table_scene"]

_MOST_ROWS = 60


def table_scene(table: SummaryTable) -> Scene | str:
    """Draw the means, a panel for each metric; or return a text with the reason for no drawing."""
    if len(table) > _MOST_ROWS:
        return (
            f"Not drawn: pictures have up to {_MOST_ROWS} means. To draw one metric: "
            "em.figures.plot_values(runs, metric=...)"
        )
    panels = []
    for number in dict.fromkeys(row.number for row in table):  # metric and convention
        rows = [row for row in table if row.number == number]
        better = next((row.better for row in rows if row.better), None)
        bars = tuple(_bar(row.method, row.summary) for row in rows)
        panels.append(Panel(head(":".join(filter(None, number)), better), bars))
    if not panels:
        return "Not drawn: there is no mean."
    return interval_scene(panels, "Means of the methods", _note(table.rows))


def summary_scene(summary: Summary) -> Scene | str:
    """Draw one mean; or return a text with the reason for no drawing."""
    if not summary.n:
        return "Not drawn: there is no value."
    note = _note_of([summary], plural(summary.n, summary.unit))
    return interval_scene([Panel("mean", (_bar(summary.unit, summary),))], "Mean", note)


def _bar(name: str, summary: Summary) -> Bar:
    """
    Return the bar of a mean. It has an interval only if every run has a value.

    If all missing values are undefined, the bar shows the mean without them. If any run failed or has
    no value for another reason, every missing value counts as the worst possible one.
    """
    counts = summary.counts
    if counts.ok == counts.runs:
        return Bar(name, summary.mean, summary.t.low, summary.t.high, mean_text(summary, nan))
    is_undefined = counts.ok + counts.undefined == counts.runs
    middle = summary.mean if is_undefined else summary.mean_worst
    return Bar(name, middle, nan, nan, mean_text(summary, summary.mean_worst), hollow=True)


def _note(rows: Sequence[SummaryRow]) -> str:
    """Say what the bars are, and over how many replicates."""
    with_interval = [row for row in rows if row.summary.counts.ok == row.summary.counts.runs]
    return _note_of([row.summary for row in rows], replicates_text(with_interval or rows))


def _note_of(summaries: Sequence[Summary], replicates: str) -> str:
    level = f"{100 * summaries[0].level:g} %"
    hollow = any(summary.counts.ok < summary.counts.runs for summary in summaries)
    return f"bars: {level} interval of Student's t over {replicates}" + (
        "; hollow: some runs have no value" if hollow else ""
    )


def comparison_scene(comparison: Comparison) -> Scene | str:
    """Draw the mean difference with its interval, and write which method is better on which side."""
    a, b = comparison.names
    number = ":".join(filter(None, comparison.number)) or "value"
    first, second = (a, b) if comparison.better == "lower" else (b, a)
    ends = (f"{first} better", f"{second} better") if comparison.better else ("", "")
    text = f"{comparison.difference:.3g}"
    if not isnan(comparison.t.low):
        text += f" [{comparison.t.low:.3g}, {comparison.t.high:.3g}]"
    bar = Bar(f"{a} − {b}", comparison.difference, comparison.t.low, comparison.t.high, text)
    panel = Panel(f"difference in {head(number, comparison.better)}", (bar,), zero=True, ends=ends)
    n = f"{len(comparison.pairs.names)} paired {comparison.pairs.unit}s"
    note = f"bar: {100 * comparison.level:g} % interval of Student's t over {n}"
    return interval_scene([panel], f"{a} and {b}", note)
