"""The report of a study: tables of means, failures, ranks and costs."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.bench.plan import Selector
from edgemark.bench.results.layout import Table, as_latex, as_markdown, as_text
from edgemark.bench.results.paper import beside_paper
from edgemark.bench.results.summaries import Cell, Cost, cells
from edgemark.display.text import csv_line
from edgemark.errors import EdgemarkWarning, StatisticsError
from edgemark.stats import Ranking

if TYPE_CHECKING:
    from edgemark.bench.results.study import Study

__all__ = ["written"]

_DAGGER = (
    "†: some runs failed; the mean counts each of them as the worst possible value. In parentheses: "
    "runs with a value, of all runs"
)
_NO_MEAN = (
    "– (k/n): some runs failed or were refused, and no worst possible value can stand in for them. The "
    "mean of the other runs is in the JSON report"
)
_UNDEFINED = (
    "‡: the number is undefined (0 of 0) for some runs; the mean is of the others, whose number is in "
    "parentheses"
)
_UNRANKED = "§: not ranked, because it uses the truth or is not meant for these data"
_SIGNS = (("†", _DAGGER), ("‡", _UNDEFINED), ("– (", _NO_MEAN), ("§", _UNRANKED))
_CHANCE = "random guessing: expected value, mean over the algorithms' null models"
_BEST = "best ranked mean of each column: {}"
_WRITERS = {"text": as_text, "markdown": as_markdown, "latex": as_latex}


def written(study: Study, format: str) -> str:
    """Write the report in one of `study.FORMATS`."""
    if format == "json":
        return json.dumps(_plain(study), indent=1, allow_nan=False) + "\n"
    if format == "csv":
        return _csv(study)
    write = _WRITERS[format]
    tables = [_of_metric(study, one, bold=format) for one in study.metrics]
    tables += [*beside_paper(study), _of_costs(study.costs()), *_of_failures(study)]
    head = "" if format == "latex" else f"{_head(study, format)}\n\n"
    return head + "\n\n".join([*map(write, tables), _verbatim(_ranks(study), format)]) + "\n"


def _head(study: Study, format: str) -> str:
    lines = [
        str(study.status),
        f"truth and estimates compared as: {study.reference}",
        f"primary metric: {study.primary} ({study.primary.better} is better)",
    ]
    return "\n".join(lines) if format == "text" else "\n".join(f"- {line}" for line in lines)


def _verbatim(text: str, format: str) -> str:
    if format == "text":
        return text
    if format == "markdown":
        return f"```\n{text}\n```"
    return f"\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}"


# ---- means


def _of_metric(study: Study, metric: Selector, bold: str) -> Table:
    found = cells(study.rows, metric)
    by_key = {(cell.algorithm, cell.data): cell for cell in found}
    data = list(dict.fromkeys(row.data for row in study.rows))
    algorithms = list(dict.fromkeys(row.algorithm for row in study.rows))
    rows = [(name, *(_text_of(by_key.get((name, one))) for one in data)) for name in algorithms]
    guesses = [_guessing([cell for cell in found if cell.data == one]) for one in data]
    if any(guesses):
        rows.append(("random guessing", *(guess or "–" for guess in guesses)))
    best = {
        (algorithms.index(cell.algorithm), data.index(cell.data) + 1)
        for one in data
        for cell in _best([c for c in found if c.data == one])
    }
    shown = [cell for row in rows for cell in row]
    notes = [_BEST.format("*" if bold == "text" else "bold")] if best else []
    notes += [note for sign, note in _SIGNS if any(sign in cell for cell in shown)]
    notes += [_CHANCE] if any(guesses) else []
    title = f"{metric}: mean ± standard deviation over seeds, {metric.better} is better"
    return Table(title, ("", *data), tuple(rows), best, tuple(notes))


def _text_of(cell: Cell | None) -> str:
    if cell is None:
        return ""
    summary, sign = cell.summary, "" if cell.ranked else "§"
    counts = summary.counts
    if counts.is_refused:
        return f"refused{sign}"
    if counts.ok == counts.runs:
        spread = "" if isnan(summary.sd) else f" ± {summary.text(summary.sd)}"
        return f"{summary.text(summary.mean)}{spread}{sign}"
    share = f"({counts.ok}/{counts.runs})"
    if counts.undefined == counts.runs:
        return f"undefined{sign}"
    if counts.ok + counts.undefined == counts.runs:
        return f"{summary.text(summary.mean)}‡ {share}{sign}"
    if isnan(cell.honest_mean):
        return f"– {share}{sign}"
    return f"{_number(cell.honest_mean)}† {share}{sign}"


def _number(value: float) -> str:
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def _guessing(found: Sequence[Cell]) -> str:
    known = [cell.chance for cell in found if not isnan(cell.chance)]
    return _number(sum(known) / len(known)) if known else ""


def _best(found: Sequence[Cell]) -> list[Cell]:
    """The ranked cells with the best mean in which failed runs count as the worst; ties are all best."""
    known = [cell for cell in found if cell.ranked and not isnan(cell.honest_mean)]
    if len(known) < 2 or known[0].selector.better == "neither":
        return []
    choose = min if known[0].selector.better == "lower" else max
    value = choose(cell.honest_mean for cell in known)
    return [cell for cell in known if abs(cell.honest_mean - value) <= 1e-12]


# ---- costs and failures


def _of_costs(found: Sequence[Cost]) -> Table:
    rows = tuple(
        (
            f"{one.algorithm} on {one.data}",
            _seconds(one.cpu, one.censored),
            _seconds(one.wall, one.censored),
            f"{one.memory / 2**20:.0f}",
            f"{sum(one.failed.values())}/{one.runs}",
        )
        for one in found
    )
    head = ("", "CPU s", "wall s", "peak MiB", "failed")
    notes = (
        "Seconds: medians of the runs that ended well or ran out of time; > if most ran out of time. "
        "Memory: that of the run alone",
    )
    return Table("Costs", head, rows, (), notes)


def _seconds(value: float, censored: bool) -> str:
    return "–" if isnan(value) else f"{'> ' if censored else ''}{value:.2f}"


def _of_failures(study: Study) -> list[Table]:
    """Causes with the first reason, one line for each algorithm, data set and cause."""
    groups: dict[tuple[str, str, str], list[Any]] = {}
    for row in study.rows:
        if row.state == "failed":
            groups.setdefault((row.algorithm, row.data, row.cause), []).append(row)
    if not groups:
        return []
    rows = tuple(
        (f"{algorithm} on {data}", cause, str(len(found)), found[0].run, _first_line(found[0].reason))
        for (algorithm, data, cause), found in groups.items()
    )
    note = "Read more about a run: edgemark bench show FOLDER RUN"
    return [Table("Failures", ("", "cause", "runs", "first run", "reason"), rows, (), (note,))]


def _first_line(text: str, most: int = 100) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= most else f"{line[: most - 3]}..."


# ---- ranks


def _ranks(study: Study) -> str:
    """The rankings by the primary metric, one for each group of data, or why there is none."""
    rule = "Runs of one network or drawn graph are averaged first; a failed run counts as the worst."
    lines = [f"Ranks by {study.primary}. {rule}"]
    for track in study.tracks():
        lines += ["", f"on {', '.join(track)}"]
        try:
            lines.append(str(_ranking(study, track)))
        except StatisticsError as error:
            lines.append(f"none; {error}")
    return "\n".join(lines)


def _ranking(study: Study, track: tuple[str, ...]) -> Ranking:
    """Its text has the warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)
        return study.ranking(data=track)


# ---- for programs


def _plain(study: Study) -> dict[str, Any]:
    status = study.status
    ranks = []
    for track in study.tracks():
        try:
            found = _ranking(study, track).method_rows()
        except StatisticsError:
            found = []
        ranks.append({"data": list(track), "algorithms": found})
    return {
        "format": "edgemark.bench-report",
        "version": 1,
        "name": study.name,
        "reference": study.reference,
        "primary": str(study.primary),
        "metrics": [str(one) for one in study.metrics],
        "status": {
            "total": status.total,
            "ok": status.ok,
            "failed": dict(status.failed),
            "waiting": status.waiting,
            "stale": status.stale,
        },
        "means": [cell.to_dict() for one in study.metrics for cell in cells(study.rows, one)],
        "ranks": ranks,
        "costs": [one.to_dict() for one in study.costs()],
    }


def _csv(study: Study) -> str:
    """The means, a line for each number of each algorithm on each data set."""
    rows = [cell.to_dict() for one in study.metrics for cell in cells(study.rows, one)]
    if not rows:
        return ""
    return "".join([csv_line(rows[0]), *(csv_line(row.values()) for row in rows)])
