"""The report of a study: tables of means, failures, ranks and costs."""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from statistics import median
from typing import TYPE_CHECKING, Any

from edgemark.bench.plan import Selector
from edgemark.bench.results.chance_tests import chance_rows, chance_tables, note_on_guessing
from edgemark.bench.results.paper import beside_paper
from edgemark.bench.results.summaries import (
    Cell,
    cells,
    is_finished,
    notes_of_missing_means,
    pareto_front,
    unfinished,
    with_different_lags,
)
from edgemark.display.text import csv_line, on_one_line
from edgemark.errors import EdgemarkWarning, StatisticsError, listing, plural
from edgemark.report.tables import Table, as_latex, as_markdown, as_text, best_in_column
from edgemark.stats import Ranking
from edgemark.stats.paper_tables import mean_text, ranking_table, sign_notes

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["notes_on_graphs", "rank_tables", "report_text", "tables_of", "unranked"]

# Notes below the tables, and the signs that they explain.
_UNFINISHED = (
    "(k/n): k of n runs have a value. The others failed, or are not done or not scored yet. No best is "
    "marked in a column while runs of a ranked algorithm are missing from it"
)
_SAME_DATA_SIGN = "‖"
_SAME_DATA = (
    f"{_SAME_DATA_SIGN}: the data are the same for all seeds, so the spread is that of the algorithm's "
    "own draws"
)
_RANKED = "Runs of one network or drawn graph are averaged first; a failed run counts as the worst value"
_FEWER_RUNS = (
    "Means with ‡ are over fewer runs than the rest of their column, so no best is marked there"
)
_FAILED_AND_UNDEFINED_SIGN = "†‡"
_FAILED_AND_UNDEFINED = (
    f"{_FAILED_AND_UNDEFINED_SIGN}: some runs failed, and the number is undefined (0 of 0) for others; "
    "the mean counts each failed run as the worst possible value, and leaves out the undefined ones. In "
    "parentheses: runs with a value, of all runs"
)
_WITHOUT_UNDEFINED = "The means, and so the Pareto front, leave out undefined runs (0 of 0)"
_DIFFERENT_LAGS = (
    "the maximum lags of the estimates differ, and a larger one changes this metric. Means cannot be "
    "compared, so no best is marked. Give the algorithms the same maximum lag in the plan"
)
_BEST = "bold: best ranked mean of each column"

_MAX_ALGORITHMS_LISTED = 8
_WRITERS = {"text": as_text, "markdown": as_markdown, "latex": as_latex}


def report_text(study: Study, format: str) -> str:
    """Return the report as text in `format`, one of `FORMATS` in `results/study.py`."""
    if format == "json":
        return json.dumps(_as_json_values(study), indent=1, allow_nan=False) + "\n"
    if format == "csv":
        return _means_as_csv(study)
    write = _WRITERS[format]
    means, others = tables_of(study, {metric: cells(study.rows, metric) for metric in study.metrics})
    tables = [*means.values(), *others, *_failure_tables(study)]
    comment = "% " if format == "latex" else ""
    ranks = [f"{comment}{part}" if isinstance(part, str) else write(part) for part in rank_tables(study)]
    head = (
        "".join(f"% {text}\n\n" for text in notes_on_graphs(study))
        if format == "latex"
        else f"{_head(study, format)}\n\n"
    )
    return head + "\n\n".join([*map(write, tables), *ranks]) + "\n"


def tables_of(
    study: Study, cells_of_metric: Mapping[Selector, Sequence[Cell]]
) -> tuple[dict[Selector, Table], list[Table]]:
    """Return a table of means for each metric, and the other tables without failures and ranks."""
    means = {metric: _means_table(study, metric, cells_of_metric[metric]) for metric in study.metrics}
    primary = cells_of_metric[study.primary]
    others = [_intervals_table(study, primary)]
    others += [*_stand_in_tables(cells_of_metric.values()), *_entries_tables(study, primary)]
    others += chance_tables(study)
    return means, [*others, *beside_paper(study), _costs_table(study, primary)]


def _head(study: Study, format: str) -> str:
    lines = [
        str(study.status),
        f"truth and estimates compared as: {study.compared_as}",
        *study.scored_by,
        f"primary metric: {study.primary} ({study.primary.better} is better)",
    ]
    lines += notes_on_graphs(study)
    return "\n".join(lines) if format == "text" else "\n".join(f"- {line}" for line in lines)


def notes_on_graphs(study: Study) -> list[str]:
    """
    Return notes on how truths and estimates were compared.

    They name classes of graphs that are ranked side by side, truths that are read as CPDAGs, and
    algorithms whose estimates were scored with an assumption.
    """
    return [*study.warnings, *_notes_on_estimates(study)]


def _notes_on_estimates(study: Study) -> list[str]:
    rows: dict[str, list[str]] = {}
    for row in study.rows:
        if row.state == "ok" and row.reason:
            rows.setdefault(row.algorithm, []).append(f"{on_one_line(row.reason)} (run {row.run})")
    return [
        f"{algorithm}: {plural(len(texts), 'estimate')} scored with an assumption; in the first, "
        f"{texts[0]}"
        for algorithm, texts in rows.items()
    ]


# ---- means


def _means_table(study: Study, metric: Selector, cells_of_metric: Sequence[Cell]) -> Table:
    cell_of = {(cell.algorithm, cell.data): cell for cell in cells_of_metric}
    data = list(dict.fromkeys(row.data for row in study.rows))
    algorithms = list(dict.fromkeys(row.algorithm for row in study.rows))
    planned = Counter((row.algorithm, row.data) for row in study.rows)
    rows = [
        (
            name,
            *(_cell_text(cell_of.get((name, data_set)), planned[name, data_set]) for data_set in data),
        )
        for name in algorithms
    ]
    chance_means = [
        _mean_chance([cell for cell in cells_of_metric if cell.data == data_set]) for data_set in data
    ]
    if any(chance_means):
        rows.append(("random guessing", *(chance_mean or "–" for chance_mean in chance_means)))
    data_of_different_lags = with_different_lags(study.rows, metric)
    data_without_best = unfinished(study.rows, metric) | data_of_different_lags
    best = {
        (algorithms.index(cell.algorithm), data.index(cell.data) + 1)
        for data_set in data
        if data_set not in data_without_best
        for cell in _best([c for c in cells_of_metric if c.data == data_set])
    }
    texts = [text for row in rows for text in row[1:]]
    has_undefined = any(cell.ranked and cell.summary.counts.undefined for cell in cells_of_metric)
    notes = [_BEST] if best else []
    notes += _sign_notes(texts)
    if metric.better != "neither" and has_undefined and any("‡" in text for text in texts):
        notes.append(_FEWER_RUNS)
    notes += notes_of_missing_means(cells_of_metric, data_without_best)
    if not all(is_finished(row, metric) for row in study.rows):
        notes.append(_UNFINISHED)
    if data_of_different_lags:
        notes.append(f"on {listing(sorted(data_of_different_lags))}: {_DIFFERENT_LAGS}")
    if any("§" in text for text in texts):
        notes.append(f"§: not ranked: {'; '.join(unranked(study))}")
    if any(_SAME_DATA_SIGN in text for text in texts):
        notes.append(_SAME_DATA)
    if any(chance_means):
        notes.append(note_on_guessing(study))
    better = "describes the estimates" if metric.better == "neither" else f"{metric.better} is better"
    title = f"{metric}: mean ± standard deviation over seeds, {better}"
    return Table(title, ("", *data), tuple(rows), best, tuple(notes))


def unranked(study: Study) -> list[str]:
    """
    Return a text for each reason, with the algorithms that are not ranked for it.

    Data sets are named only for an algorithm that is ranked on others.
    """
    data_by_remark: dict[str, dict[str, dict[str, None]]] = {}
    for row in study.rows:
        if row.remark:
            data_by_remark.setdefault(row.remark, {}).setdefault(row.algorithm, {})[row.data] = None
    ranked = {row.algorithm for row in study.rows if row.ranked}
    return [
        f"{_listed_algorithms(names, ranked)} ({remark})" for remark, names in data_by_remark.items()
    ]


def _listed_algorithms(names: Mapping[str, Iterable[str]], ranked: Collection[str]) -> str:
    labels = [
        f"{name} on {' and '.join(data)}" if name in ranked else name for name, data in names.items()
    ]
    n_more = len(labels) - _MAX_ALGORITHMS_LISTED
    return ", ".join(labels[:_MAX_ALGORITHMS_LISTED]) + (f" and {n_more} more" if n_more > 0 else "")


def _cell_text(cell: Cell | None, planned: int) -> str:
    """Return the mean with its spread, (k/n) if only k of n runs have a value, and signs of notes."""
    if cell is None:
        return f"– (0/{planned})" if planned else ""
    text = mean_text(cell.summary, cell.mean_failed_as_worst)
    if cell.summary.counts.undefined:
        text = text.replace("†", _FAILED_AND_UNDEFINED_SIGN)
    if cell.waiting:
        text = f"{text.partition(' (')[0]} ({cell.summary.counts.ok}/{planned})"
    if not cell.has_interval and cell.summary.n > 1:
        text += _SAME_DATA_SIGN
    return text if cell.ranked else f"{text}§"


def _sign_notes(texts: Sequence[str]) -> list[str]:
    """Return the notes for †, ‡ and †‡ after a mean."""
    without_both = [text.replace(_FAILED_AND_UNDEFINED_SIGN, "") for text in texts]
    has_both = without_both != list(texts)
    return sign_notes(without_both) + ([_FAILED_AND_UNDEFINED] if has_both else [])


def _mean_alone(cell: Cell) -> str:
    """Return the text of a cell without the spread and without the signs ‖ and §."""
    planned = cell.summary.counts.runs + cell.waiting
    return re.sub(rf" ± [^ {_SAME_DATA_SIGN}§]+|[{_SAME_DATA_SIGN}§]", "", _cell_text(cell, planned))


def _intervals_table(study: Study, cells_of_metric: Sequence[Cell]) -> Table:
    """Return the means of the primary metric, with intervals if every run has a value."""
    varying = {"graph": "graphs", "sample": "samples", "algorithm": "draws of the algorithm"}
    rows = []
    for cell in cells_of_metric:
        summary, low, high = cell.summary, cell.summary.t.low, cell.summary.t.high
        has_all_values = summary.counts.ok == summary.counts.runs and not cell.waiting
        is_interval_shown = cell.has_interval and not isnan(low) and has_all_values
        interval = f"{summary.text(low)} to {summary.text(high)}" if is_interval_shown else "–"
        name = f"{cell.algorithm} on {cell.data}"
        rows.append((name, _mean_alone(cell), interval, str(summary.n), varying[cell.varies]))
    heads = ("", "mean", "95 % interval", "n", "seeds vary")
    notes = (
        "Student's t interval for the mean over further graphs or samples drawn in the same way. No "
        "interval is given if a run has no value, if all values are equal, or if the data are the same "
        "for all seeds",
        *_sign_notes([row[1] for row in rows]),
    )
    return Table(f"{study.primary}: intervals", heads, tuple(rows), (), notes)


def _stand_in_tables(cells_per_metric: Iterable[Sequence[Cell]]) -> list[Table]:
    """Return a table of means in which failed runs get the worst score, or that of random guessing."""
    rows = tuple(
        (
            f"{cell.selector}: {cell.algorithm} on {cell.data}",
            f"{100 * cell.failure_rate:.0f} %",
            _number(cell.mean_failed_as_worst),
            _number(cell.mean_failed_as_chance),
        )
        for cells_of_metric in cells_per_metric
        for cell in cells_of_metric
        if cell.summary.counts.failed
    )
    heads = ("", "failed", "mean, failed as worst", "mean, failed as chance")
    notes = (
        "failed as chance: a failed run gets the mean expected score of random guessing over the "
        "estimates on the same data",
    )
    return [Table("Means including failed runs", heads, rows, (), notes)] if rows else []


def _mean_chance(cells_of_data: Sequence[Cell]) -> str:
    """Return the mean score of random guessing over the algorithms; "" if it is unknown for all."""
    chances = [cell.chance for cell in cells_of_data if not isnan(cell.chance)]
    return _number(sum(chances) / len(chances)) if chances else ""


def _number(value: float) -> str:
    if isnan(value):
        return "–"
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"


def _best(cells_of_data: Sequence[Cell]) -> list[Cell]:
    """
    Return the ranked cells with the best mean, where failed runs count as the worst; all ties are best.

    A cell in which every run failed is never best. If any ranked cell has no mean, none is best, because
    that cell might have been the best. If the
    score of any run is undefined (0 of 0), the means are over different runs, and none is best either.
    """
    ranked = [cell for cell in cells_of_data if cell.ranked]
    if len(ranked) < 2 or ranked[0].selector.better == "neither":
        return []
    if any(isnan(cell.mean_failed_as_worst) or cell.summary.counts.undefined for cell in ranked):
        return []
    means = [cell.mean_failed_as_worst for cell in ranked]
    best = [ranked[k] for k in best_in_column(means, ranked[0].selector.better)]
    return [cell for cell in best if cell.summary.counts.ok]


def _entries_tables(study: Study, cells_of_metric: Sequence[Cell]) -> list[Table]:
    """Return a table of the methods that several entries of the plan use on the same data, if any."""
    method_of = {row.algorithm: row.use for row in study.rows}
    means_of_entries: dict[tuple[str, str], list[float]] = {}
    left_out = with_different_lags(study.rows, study.primary)
    for cell in cells_of_metric:
        if cell.remark != "uses the truth" and cell.data not in left_out:
            mean = nan if cell.waiting else cell.mean_failed_as_worst
            means_of_entries.setdefault((method_of[cell.algorithm], cell.data), []).append(mean)
    rows = tuple(
        (
            f"{method} on {data}",
            str(len(means)),
            *map(_number, _first_median_worst_best(means, study.primary.better)),
        )
        for (method, data), means in means_of_entries.items()
        if len(means) > 1
    )
    if not rows or study.primary.better == "neither":
        return []
    heads = ("", "entries", "first", "median", "worst", "best")
    notes = (
        "first: the entry listed first in the plan. best: chosen by looking at the truth, so optimistic",
    )
    return [Table(f"{study.primary}: over the entries of each method", heads, rows, (), notes)]


def _first_median_worst_best(means: Sequence[float], better: str) -> tuple[float, float, float, float]:
    if any(map(isnan, means)):
        return means[0], nan, nan, nan
    low, high = min(means), max(means)
    worst, best = (high, low) if better == "lower" else (low, high)
    return means[0], median(means), worst, best


# ---- costs and failures


def _costs_table(study: Study, cells_of_metric: Sequence[Cell]) -> Table:
    all_costs = study.costs()
    front = pareto_front(_comparable_cells(study, cells_of_metric), all_costs)
    mean_texts = {(cell.data, cell.algorithm): _mean_alone(cell) for cell in cells_of_metric}
    rows = tuple(
        (
            f"{cost.algorithm} on {cost.data}",
            _seconds(cost.cpu, cost.censored),
            _seconds(cost.wall, cost.censored),
            f"{cost.memory / 2**20:.0f}" if cost.memory else "–",
            f"{sum(cost.failed.values())}/{cost.runs}",
            mean_texts.get((cost.data, cost.algorithm), "–"),
            "✓" if (cost.data, cost.algorithm) in front else "",
        )
        for cost in all_costs
    )
    head = ("", "CPU s", "wall s", "peak MiB", "failed", str(study.primary), "Pareto")
    notes = (
        "Seconds: medians of the runs that succeeded or ran out of time; > if most ran out of time. "
        "Memory: peak of a run that succeeded, measured every 0.2 s; – if none did, or if all were "
        "shorter than that",
        "Pareto: marks a ranked algorithm unless most of its runs ran out of time, or another one on "
        f"these data is better in CPU time or {study.primary} and at least as good in the other. Failed "
        "runs count as the worst value; times within 0.01 s are equal",
        *([_WITHOUT_UNDEFINED] if any(c.summary.counts.undefined for c in cells_of_metric) else []),
    )
    return Table("Costs: time against accuracy", head, rows, (), notes)


def _comparable_cells(study: Study, cells_of_metric: Iterable[Cell]) -> list[Cell]:
    """Keep the cells of the data sets on which the means of all ranked algorithms can be compared."""
    left_out = unfinished(study.rows, study.primary) | with_different_lags(study.rows, study.primary)
    return [cell for cell in cells_of_metric if cell.data not in left_out]


def _seconds(value: float, censored: bool) -> str:
    return "–" if isnan(value) else f"{'> ' if censored else ''}{value:.2f}"


def _failure_tables(study: Study) -> list[Table]:
    """Return a table with a row for each algorithm, data set and cause of failure."""
    groups: dict[tuple[str, str, str], list[Any]] = {}
    for row in study.rows:
        if row.state == "failed":
            groups.setdefault((row.algorithm, row.data, row.cause), []).append(row)
    if not groups:
        return []
    rows = tuple(
        (
            f"{algorithm} on {data}",
            cause,
            str(len(failed_rows)),
            failed_rows[0].run,
            _first_line(failed_rows[0].reason),
        )
        for (algorithm, data, cause), failed_rows in groups.items()
    )
    note = "To see more about a run: edgemark bench show FOLDER RUN"
    return [Table("Failures", ("", "cause", "runs", "first run", "reason"), rows, (), (note,))]


def _first_line(text: str, max_length: int = 400) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= max_length else f"{line[: max_length - 3]}..."


# ---- ranks


def rank_tables(study: Study) -> list[Table | str]:
    """Return the ranking on each group of data by the primary metric, or why there is none."""
    parts: list[Table | str] = []
    for group in study.tracks():
        title = f"Ranks by {study.primary} on {', '.join(group)}"
        try:
            ranking = _ranking(study, group)
        except StatisticsError as error:
            # The remedies are options of `edgemark.stats.rank`, which a reader of the report cannot set.
            parts.append(f"{title}: none; {error.message.problem}")
            continue
        table = ranking_table(ranking)
        notes = (_RANKED, *table.notes, *(text.problem for text in ranking.warnings))
        parts.append(replace(table, title=f"{title}: {table.title}", notes=notes))
    return parts


def _ranking(study: Study, group: tuple[str, ...]) -> Ranking:
    """Rank the algorithms on a group of data. Warnings are silenced because the report prints them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)
        return study.ranking(data=group)


# ---- for programs


def _as_json_values(study: Study) -> dict[str, Any]:
    status = study.status
    means = {metric: cells(study.rows, metric) for metric in study.metrics}
    all_costs = study.costs()
    front = pareto_front(_comparable_cells(study, means[study.primary]), all_costs)
    return {
        "format": "edgemark.bench-report",
        "version": 2,
        "name": study.name,
        "reference": study.reference,
        "primary": str(study.primary),
        "metrics": [str(metric) for metric in study.metrics],
        "status": {
            "total": status.total,
            "ok": status.ok,
            "failed": dict(status.failed),
            "waiting": status.waiting,
            "unscored": status.unscored,
            "stale": status.stale,
        },
        "warnings": notes_on_graphs(study),
        "means": [cell.to_dict() for cells_of_metric in means.values() for cell in cells_of_metric],
        "ranks": [_ranks_as_json_values(study, group) for group in study.tracks()],
        "against_chance": chance_rows(study),
        "costs": [
            cost.to_dict() | {"pareto": (cost.data, cost.algorithm) in front} for cost in all_costs
        ],
    }


def _ranks_as_json_values(study: Study, group: tuple[str, ...]) -> dict[str, Any]:
    algorithms: Sequence[Any] = []
    pairs: Sequence[Any] = []
    texts: list[str] = []
    reason = ""
    try:
        ranking = _ranking(study, group)
    except StatisticsError as error:
        reason = error.message.problem
    else:
        algorithms, pairs = ranking.method_rows(), ranking.pair_rows()
        texts = [text.problem for text in ranking.warnings]
    return {
        "data": list(group),
        "algorithms": algorithms,
        "pairs": pairs,
        "warnings": texts,
        "reason": reason,
    }


def _means_as_csv(study: Study) -> str:
    """Return the means as CSV, one line for each metric, algorithm and data set."""
    rows = [cell.to_dict() for metric in study.metrics for cell in cells(study.rows, metric)]
    if not rows:
        return ""
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)])
