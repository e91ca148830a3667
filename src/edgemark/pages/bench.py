"""The page of a benchmark: means, changes of order, ranks, failures with logs, costs, all runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from math import isnan, nan
from statistics import fmean
from typing import Any

from edgemark.bench import open as open_study
from edgemark.bench.results.report import notes_on_graphs, rank_tables, tables_of, unranked
from edgemark.bench.results.study import Study
from edgemark.bench.results.summaries import cells, unfinished, with_different_lags
from edgemark.display.elements import Node, element
from edgemark.display.text import clipped
from edgemark.errors import plural
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    facts,
    filter_and_sort_help,
    link,
    note,
    notes,
    number,
    opened,
    preformatted,
)
from edgemark.pages.conventions import about_number
from edgemark.pages.order import RULE_FOR_BOLD, Standing, changes_section
from edgemark.pages.page import Page
from edgemark.pages.papers import paper_table

__all__ = ["bench_page"]

_MOST_LOGS = 300
_LONGEST_LOG = 4000


def bench_page(study: Study | str | os.PathLike[str], *, title: str = "") -> Page:
    """
    Make the page of a study: means, changes of order, ranks, failures with logs, costs, all runs.

    The order of two algorithms changes if each of them is ahead by some metric.

    Args:
        study: the study from `edgemark.bench.open`, or its folder.
        title: heading of the page; "" for the default.

    Returns:
        The page: `write` writes it to a file, `to_html` returns its text.

    Raises:
        EdgemarkError: the folder holds no study.

    Examples:
        >>> import tempfile
        >>> import edgemark as em
        >>> folder = tempfile.TemporaryDirectory()
        >>> summary = em.bench.run({
        ...     "plan": {"primary": "shd:pair mismatch"},
        ...     "data": [{"network": "asia", "samples": 100}],
        ...     "algorithm": [{"use": "edgemark.graph:Graph"}],
        ... }, folder.name, workers=1)
        >>> [section.title for section in bench_page(folder.name).sections][:4]
        ['Results', 'Where the order changes', 'Ranks', 'Failures']
        >>> folder.cleanup()
    """
    opened_study = study if isinstance(study, Study) else open_study(study)
    summaries = {metric: cells(opened_study.rows, metric) for metric in opened_study.metrics}
    means, others = tables_of(opened_study, summaries)
    sections = (
        Section("results", "Results", tuple(_results(opened_study, means))),
        changes_section(
            _standings(opened_study, summaries),
            _ranked_algorithms(opened_study),
            values_note=_STANDINGS_NOTE,
        ),
        Section("ranks", "Ranks", tuple(_ranks(opened_study))),
        Section("failures", "Failures", tuple(_failures(opened_study))),
        Section("more", "Intervals and costs", tuple(_tables(others, "more"))),
        Section("runs", "All runs", tuple(_runs(opened_study))),
    )
    bold = note(RULE_FOR_BOLD.format(them="ranked algorithms"))
    return Page(title or f"Benchmark: {opened_study.name}", (_lead(opened_study), bold), sections)


_STANDINGS_NOTE = (
    "Means are over the data sets on which every ranked algorithm has runs, all of them finished and "
    "none of them undefined (0 of 0), and on which the estimates have one maximum lag if a larger one "
    "changes the metric. A failed run counts as the worst possible value."
)


def _lead(study: Study) -> Node:
    return facts(
        [
            ("runs", str(study.status)),
            ("compared as", study.compared_as),
            ("primary", f"{study.primary} ({study.primary.better} is better)"),
            (
                "limits",
                f"{study.limits.seconds:g} s of CPU, {study.limits.memory / 2**20:.0f} MiB a run",
            ),
        ]
    )


# ---- results


def _results(study: Study, means: Mapping[Any, Any]) -> Iterator[Node]:
    cautions = list(_cautions(study))
    for k, (metric, table) in enumerate(means.items()):
        contents = [
            about_number(metric.metric, metric.convention),
            *paper_table(table, f"mean{k}", "algorithm"),
        ]
        if k == 0:
            yield from (element("h3", str(metric)), *contents)
            yield element("h3", "Be careful about")
            yield notes(cautions) if cautions else note("There is no warning.")
            yield element("h3", "Other numbers")
        else:
            yield opened(str(metric), *contents)


def _cautions(study: Study) -> Iterator[Node]:
    status = study.status
    if status.waiting:
        waiting = plural(status.waiting, "run")
        yield f"Not done yet: {waiting}. Means and ranks use only a part of the study."
    if status.unscored:
        unscored = plural(status.unscored, "run")
        yield f"Not scored yet: {unscored}; 'edgemark bench run' scores them. Means leave them out."
    if status.stale:
        yield f"Left out: {plural(status.stale, 'stored run')} of earlier plans or earlier code."
    failed = sum(status.failed.values())
    if failed:
        causes = ", ".join(f"{count} {cause}" for cause, count in status.failed.items())
        yield element(
            "span",
            f"{plural(failed, 'run')} failed ({causes}); means count each as the worst possible value. ",
            link("Failures", "failures"),
            " says why.",
        )
    for text in notes_on_graphs(study):
        yield f"{text}."
    for reason in unranked(study):
        yield f"Not ranked: {reason}."


def _ranked_algorithms(study: Study) -> list[str]:
    return list(dict.fromkeys(row.algorithm for row in study.rows if row.ranked))


def _standings(study: Study, summaries: Mapping[Any, Sequence[Any]]) -> list[Standing]:
    """
    Return the means of every metric over the data sets on which all ranked algorithms have a mean.

    Data sets with undefined, waiting or unscored runs are left out, because the means there are over
    different runs. So are those on which different maximum lags of the estimates change the metric.
    """
    names = _ranked_algorithms(study)
    standings = []
    for metric in study.metrics:
        left_out = unfinished(study.rows, metric) | with_different_lags(study.rows, metric)
        by_data: dict[str, dict[str, float]] = {}
        for cell in summaries[metric]:
            is_over_all_runs = not isnan(cell.mean_failed_as_worst) and not cell.summary.counts.undefined
            if cell.ranked and is_over_all_runs and cell.data not in left_out:
                by_data.setdefault(cell.data, {})[cell.algorithm] = cell.mean_failed_as_worst
        complete = [values for values in by_data.values() if len(values) == len(names)]
        means = {name: fmean(values[name] for values in complete) for name in names} if complete else {}
        standings.append(Standing(str(metric), metric.better, means, {}))
    return standings


def _ranks(study: Study) -> Iterator[Node]:
    for k, part in enumerate(rank_tables(study)):
        if isinstance(part, str):
            yield note(part)
        else:
            yield from paper_table(part, f"rank{k}", "algorithm", marked=False)


def _tables(tables: Sequence[Any], key: str) -> Iterator[Node]:
    for k, table in enumerate(tables):
        yield element("h3", table.title)
        yield from paper_table(table, f"{key}{k}", "entry")


# ---- runs


def _failures(study: Study) -> Iterator[Node]:
    """
    Write every failed run with its log.

    Long logs are shortened, and equal logs are written once. After 300 logs, the table has the command
    that prints the log instead.
    """
    failed = [row for row in study.rows if row.state == "failed"]
    if not failed:
        yield note("No run failed.")
        return
    logs: dict[str, str] = {}
    for row, log in study.logs():
        logs[row.run] = clipped(log, _LONGEST_LOG)
    first_run: dict[str, str] = {}
    rows: list[Sequence[Cell | str]] = []
    for row in failed:
        log = logs.get(row.run, "")
        cell: Node = "none"
        if log and log in first_run:
            cell = element("span", "the same as that of ", link(first_run[log], f"log-{first_run[log]}"))
        elif log and len(first_run) < _MOST_LOGS:
            first_run[log] = row.run
            cell = opened("log", preformatted(log), key=f"log-{row.run}")
        elif log:
            cell = f"edgemark bench show FOLDER {row.run}"
        cause_and_log: list[Cell | str] = [row.cause, row.reason, Cell(cell)]
        rows.append([row.run, *cause_and_log, row.algorithm, row.data, str(row.seed)])
    columns = (
        Column("run"),
        Column("cause", filtered=True),
        Column("reason"),
        Column("log", sortable=False),
        Column("algorithm", filtered=True),
        Column("data", filtered=True),
        Column("seed", number=True),
    )
    table = DataTable("failures-table", "Runs that failed", columns, rows)
    yield note(f"The log holds the traceback and the output. {filter_and_sort_help(table)}".rstrip())
    yield data_table(table)


def _runs(study: Study) -> Iterator[Node]:
    columns = (
        Column("run"),
        Column("algorithm", filtered=True),
        Column("data", filtered=True),
        Column("seed", number=True),
        Column("status", filtered=True),
        Column("CPU s", number=True, falling=True),
        Column("MiB", number=True, falling=True),
        *(Column(str(metric), number=True) for metric in study.metrics),
    )
    rows = [_cells_of_run(row, study.metrics) for row in study.rows]
    table = DataTable("runs-table", "All runs", columns, rows)
    yield note(filter_and_sort_help(table))
    yield data_table(table)


def _cells_of_run(row: Any, metrics: Sequence[Any]) -> list[Cell | str]:
    status = row.cause if row.state == "failed" else row.state
    scores = [row.scores.get(str(metric)) for metric in metrics]
    values = [nan if score is None else score.value for score in scores]
    return [
        row.run,
        row.algorithm,
        row.data,
        str(row.seed),
        Cell(status, mark="failed" if row.state == "failed" else ""),
        "–" if isnan(row.cpu) else f"{row.cpu:.2f}",
        f"{row.memory / 2**20:.0f}" if row.memory else "–",
        *(number(value) for value in values),
    ]
