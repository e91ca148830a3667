"""The page that compares methods over many runs."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan
from statistics import fmean
from typing import Any

from edgemark.display.elements import Node, element
from edgemark.errors import EdgemarkWarning, Message, Remedy, StatisticsError, in_shell, plural
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    facts,
    filter_and_sort_help,
    link,
    missing,
    note,
    notes,
    number,
    opened,
    preformatted,
)
from edgemark.pages.conventions import about_number, name_of
from edgemark.pages.order import RULE_FOR_BOLD, Standing, changes_section
from edgemark.pages.page import Page
from edgemark.pages.papers import paper_table
from edgemark.stats import (
    AgainstChance,
    Comparison,
    Ranking,
    Runs,
    SummaryTable,
    against_chance,
    compare,
    rank,
    summarize,
)
from edgemark.stats.against_chance import chance_warnings_of_metrics, untested_warnings
from edgemark.stats.known_metrics import direction_of, is_judged
from edgemark.stats.missing_reasons import STATE_WORST
from edgemark.stats.missing_runs import completed, for_every_seed
from edgemark.stats.paper_tables import is_over_all_runs, replicates_text
from edgemark.stats.replicates import Replicate
from edgemark.stats.runs_by_method import runs_of_methods
from edgemark.stats.spelled_names import spelling_warnings

__all__ = ["Compared", "compare_page", "page_of_methods"]

Number = tuple[str, str]
"""A metric and its convention."""

Verdict = Comparison | Ranking | StatisticsError | None
_STATUSES = ("undefined", "refused", "failed", "absent")  # The last is the most severe.


@dataclass(frozen=True, slots=True)
class Compared:
    """
    The results of comparing methods.

    Attributes:
        runs: every value.
        summaries: the summary of every metric of every method.
        verdicts: for every metric, the tests or the reason why there are none; None for a metric without
            a better direction.
        warnings: warnings about all metrics together.
        is_completed: whether summaries and tests use only the runs that every method completed.
        options: options of the command that messages may recommend; None for `compare_page`.
        primary: the primary metric, whose tests are not corrected for the other metrics.
        chance: for metrics with chance values, the tests of the methods against random guessing.
    """

    runs: Runs
    summaries: SummaryTable
    verdicts: Mapping[Number, Verdict]
    warnings: tuple[str, ...] = ()
    is_completed: bool = False
    options: tuple[str, ...] | None = None
    primary: Number | None = None
    chance: Mapping[Number, tuple[AgainstChance, ...]] = field(default_factory=dict)

    def advised(self, text: str) -> str:
        """Return a message with the advice for users of `compare_page` or of the command."""
        return _advising_columns(text) if self.options is None else in_shell(text, self.options)


def _advising_columns(text: str) -> str:
    """
    Return a message that advises a column of the runs instead of the option `worst` or `better`.

    `compare_page` does not have these options.
    """
    if not isinstance(text, Message):
        return text
    return Message(text.problem, *map(_column_instead, text.remedies))


def _column_instead(remedy: Remedy) -> Remedy:
    if remedy == STATE_WORST:
        return Remedy("State it in a column 'worst' of the runs, such as 28 for the SHD of 8 nodes")
    name, equals, value = remedy.python.partition("=")
    if not equals or name not in ("worst", "better"):
        return remedy
    return Remedy(f"{remedy.say}: give the runs a column {name!r} with {value}")


def compare_page(
    runs: Any, *, level: float = 0.95, replicate: Replicate | None = None, title: str = ""
) -> Page:
    """
    Make a page that compares methods over data sets and seeds: means, changes of order, tests.

    The running time is quadratic in the number of methods, because all pairs of methods are compared.

    Args:
        runs: runs as for `stats.as_runs`: rows with method, dataset, seed, metric and value, or a frame;
            or a mapping of values by method. The tests replace a missing value by the one in the column
            "worst", if there is one.
        level: confidence of the intervals; p-values below 1 - level are significant.
        replicate: the unit of replication, see `stats.summarize`.
        title: heading of the page; "" for the default.

    Returns:
        The page: `write` writes it to a file, `to_html` returns its text.

    Raises:
        StatisticsError: no runs, or two runs of the same method, data set, seed, metric and convention.

    Examples:
        >>> from edgemark import pages
        >>> rows = [
        ...     {"method": m, "dataset": d, "metric": "shd", "convention": c, "value": v}
        ...     for m, d, c, v in [
        ...         ("PC", "asia", "pair mismatch", 3), ("PC", "asia", "arc Hamming", 6),
        ...         ("GES", "asia", "pair mismatch", 4), ("GES", "asia", "arc Hamming", 4),
        ...     ]
        ... ]
        >>> [section.title for section in pages.compare_page(rows).sections]
        ['Methods', 'Where the order changes', 'Tests', 'All runs']
    """
    all_runs = runs_of_methods(runs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)  # The page holds the texts of these warnings.
        summaries = summarize(all_runs, level=level, replicate=replicate)
        by_number = all_runs.by_number()
        verdicts = {number: _tested(rows, level, replicate) for number, rows in by_number.items()}
        chance = {
            number: _tested_against_chance(rows, level, replicate) for number, rows in by_number.items()
        }
    messages: list[str] = [*spelling_warnings(all_runs)]
    for key, tests in chance.items():
        messages += map(_advising_columns, untested_warnings(by_number[key], tests))
    messages += chance_warnings_of_metrics(chance)
    results = Compared(all_runs, summaries, verdicts, tuple(messages), chance=chance)
    return page_of_methods(results, title)


def page_of_methods(results: Compared, title: str = "") -> Page:
    """Make the page of methods that are already compared."""
    methods = results.runs.methods
    lead: list[Node] = [
        facts(
            [
                ("methods", ", ".join(methods)),
                ("data sets", f"{len(results.runs.datasets)}: {_first_names(results.runs.datasets)}"),
                ("numbers", ", ".join(name_of(*number) for number in results.runs.numbers)),
            ]
        )
    ]
    if len(methods) > 1:
        lead.append(note(RULE_FOR_BOLD.format(them="methods")))
    standings = _standings(results)
    shared = [_with_shared_runs(results, standing) for standing in standings]
    sections = (
        Section("methods", "Methods", tuple(_methods(results, standings))),
        changes_section(
            shared, methods, values_note="Means are over the runs for which all methods have a value."
        ),
        Section("tests", "Tests", tuple(_tests(results))),
        Section("runs", "All runs", tuple(_runs(_with_absent_runs(results.runs)))),
    )
    return Page(title or f"Comparison of {plural(len(methods), 'method')}", tuple(lead), sections)


def _first_names(names: Sequence[str], limit: int = 12) -> str:
    rest = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + rest


def _tested(runs: Runs, level: float, replicate: Replicate | None) -> Verdict:
    """Compare two methods, or rank three or more; return the error if no test is possible."""
    try:
        if not is_judged(runs):
            return None
        sides = runs.by_method()
        if len(sides) < 2:
            raise StatisticsError(f"a comparison needs two methods; got {', '.join(sides)} alone")
        if len(sides) == 2:
            return compare(*sides.values(), level=level, replicate=replicate)
        return rank(runs, level=level, replicate=replicate)
    except StatisticsError as error:
        return error


def _tested_against_chance(
    runs: Runs, level: float, replicate: Replicate | None
) -> tuple[AgainstChance, ...]:
    """Test each method against random guessing, if the runs have chance values."""
    try:
        if not is_judged(runs) or all(isnan(run.chance) for run in runs):
            return ()
        return against_chance(runs, level=level, replicate=replicate)
    except StatisticsError:
        return ()


# ---- means


def _standings(results: Compared) -> list[Standing]:
    """Return, for each metric, the mean of each method or the reason why it has none."""
    means: dict[Number, dict[str, float]] = {}
    reasons: dict[Number, dict[str, tuple[str, str]]] = {}
    for row in results.summaries:
        value = row.summary.mean if results.is_completed else _fair_mean(row.summary)
        if isnan(value):
            counts = str(row.summary.counts)
            reasons.setdefault(row.number, {})[row.method] = ("no mean", counts)
        else:
            means.setdefault(row.number, {})[row.method] = value
    several = results.summaries.in_several_classes | results.summaries.on_several_candidates
    return [
        Standing(
            name_of(*key),
            _better(results.runs, key),
            means.get(key, {}),
            reasons.get(key, {}),
            is_fair=key not in several,
            about=about_number(*key),
        )
        for key in results.runs.numbers
    ]


def _with_shared_runs(results: Compared, standing: Standing) -> Standing:
    """
    Replace the values by means over the runs in which every method has one.

    The seeds of each data set are averaged first, unless every run is a replicate. Methods without any
    value are ignored.
    """
    replicate_of = {row.number: row.summary.replicate for row in results.summaries}
    rows = Runs(tuple(run for run in results.runs if name_of(*run.number) == standing.name))
    values_of_runs: dict[tuple[str, str], dict[str, float]] = {}
    for run in for_every_seed(rows):
        if run.status == "ok":
            values_of_runs.setdefault(run.key, {})[run.method] = run.value
    methods = dict.fromkeys(method for values in values_of_runs.values() for method in values)
    shared: dict[Hashable, list[dict[str, float]]] = {}
    runs_are_replicates = replicate_of.get(rows.numbers[0]) == "seed"
    for key, values in values_of_runs.items():
        if len(values) == len(methods):
            shared.setdefault(key if runs_are_replicates else key[0], []).append(values)
    means = {
        method: fmean(
            fmean(run_values[method] for run_values in of_replicate) for of_replicate in shared.values()
        )
        for method in (methods if shared else ())
    }
    return replace(standing, values=means)


def _fair_mean(summary: Any) -> float:
    """
    Return the mean of the values; nan if it is unknown.

    Undefined values are left out if no value is missing for another reason. Otherwise every missing
    value counts as the worst possible one. Values of runs that only other methods have are missing, too.
    """
    counts = summary.counts
    is_complete = counts.ok + counts.undefined == counts.runs
    return float(summary.mean if is_complete else summary.mean_worst)


def _better(runs: Runs, key: Number) -> str:
    """Return the better direction of a metric, or "neither" if it is unknown or there is none."""
    of_number = runs.only(metric=key[0], convention=key[1])
    try:
        return str(direction_of(None, of_number)) if is_judged(of_number) else "neither"
    except StatisticsError:
        return "neither"


def _methods(results: Compared, standings: Sequence[Standing]) -> list[Node]:
    """
    Write a row for each method, with the mean and the interval of each metric, and the missing runs.
    """
    columns = (
        Column("method"),
        *(
            Column(f"{standing.name} {_arrow(standing.better)}".strip(), number=True)
            for standing in standings
        ),
        Column("runs without a value"),
    )
    by_key = {(row.method, row.number): row.summary for row in results.summaries}
    numbers = results.runs.numbers
    over_some_runs = {row.number for row in results.summaries if not is_over_all_runs(row.summary)}
    best_methods = [
        frozenset[str]() if number_key in over_some_runs else standing.best(results.runs.methods)
        for number_key, standing in zip(numbers, standings, strict=True)
    ]
    all_runs = for_every_seed(completed(results.runs))
    rows: list[Sequence[Cell | str]] = []
    for method in results.runs.methods:
        cells = [
            _mean(by_key.get((method, number_key)), standing, method, best=method in winners)
            for number_key, standing, winners in zip(numbers, standings, best_methods, strict=True)
        ]
        rows.append([method, *cells, _missing_runs(all_runs, method)])
    cautions = [*results.warnings, *_test_warnings(results)]
    legend = (
        element("li", f"{standing.name} ", standing.about) for standing in standings if standing.about
    )
    return [
        note(_what_means_are_over(results)),
        data_table(DataTable("methods-table", "Means of the methods", columns, rows)),
        element("ul", legend, class_="legend"),
        element("h3", "Be careful about"),
        notes(cautions) if cautions else note("There is no warning."),
    ]


def _what_means_are_over(results: Compared) -> str:
    level = f"{100 * next(iter(results.summaries)).summary.level:g} %" if len(results.summaries) else ""
    interval = f"with the {level} interval of Student's t if there is one"
    over = replicates_text(results.summaries)
    if results.is_completed:
        return (
            f"Means over {over}, {interval}. Only runs that every method completed are used. A "
            "method without any value has no mean."
        )
    return (
        f"Means over {over}, {interval}. If a method has failed or absent runs, each of its "
        "missing values counts as the worst possible value; if that is not known, there is no mean. An "
        "absent run is one that only other methods have. If all missing values of a method are "
        "undefined (0 of 0), its mean leaves them out, and no best is marked in the column."
    )


def _arrow(better: str) -> str:
    return {"lower": "↓", "higher": "↑", "ratio": "↑"}.get(better, "")


def _mean(summary: Any, standing: Standing, method: str, *, best: bool) -> Cell:
    value = standing.values.get(method, nan)
    if summary is None or isnan(value):
        word, reason = standing.reasons.get(method, ("–", ""))
        return Cell(missing(reason, word), nan)
    parts: list[Node] = [number(value)]
    if not isnan(summary.t.low) and summary.counts.ok == summary.counts.runs:
        interval = f"{number(summary.t.low)} to {number(summary.t.high)}"
        parts.append(element("span", interval, class_="under"))
    return Cell(element("span", parts), value, best=best)


def _missing_runs(runs: Runs, method: str) -> Cell:
    """Count the runs of a method without a value; a run that lacks several metrics counts once."""
    keys_of_status: dict[str, set[tuple[str, str]]] = {}
    for run in runs:
        if run.method == method:
            keys_of_status.setdefault(run.status, set()).add(run.key)
    counts = [f"{len(keys_of_status[word])} {word}" for word in _STATUSES if word in keys_of_status]
    return Cell(link(", ".join(counts), "runs") if counts else "")


def _test_warnings(results: Compared) -> list[str]:
    metrics_of_text: dict[str, list[str]] = {}
    for key, verdict in results.verdicts.items():
        for text in getattr(verdict, "warnings", ()):
            metrics_of_text.setdefault(results.advised(text), []).append(name_of(*key))
    return [f"{', '.join(names)}: {text}" for text, names in metrics_of_text.items()]


# ---- tests


def _tests(results: Compared) -> list[Node]:
    body: list[Node] = []
    if sum(isinstance(verdict, Comparison | Ranking) for verdict in results.verdicts.values()) > 1:
        primary = results.primary
        family = (
            "all metrics" if primary is None else f"all metrics but {name_of(*primary)}, the primary one"
        )
        text = (
            "Each metric is tested by itself. The p-values are not corrected for the number of metrics; "
            "stats.over_metrics and the text of edgemark compare have Holm's correction over "
        )
        body.append(note(f"{text}{family}."))
    for k, (key, verdict) in enumerate(results.verdicts.items()):
        body.append(element("h3", name_of(*key)))
        if verdict is None:
            body.append(note("This number describes an estimate; no direction is better."))
        elif isinstance(verdict, StatisticsError):
            body.append(note(f"No test: {results.advised(verdict.message)}"))
        else:
            body += paper_table(verdict._table(), f"test{k}", "method", marked=False)
            body.append(opened("the whole test", preformatted(_whole_test(results, verdict))))
        if tests := results.chance.get(key, ()):
            body += [element("h4", "Against random guessing"), notes(list(map(str, tests)))]
    return body


def _whole_test(results: Compared, verdict: Comparison | Ranking) -> str:
    text = str(verdict)
    for warning in verdict.warnings:
        text = text.replace(str(warning), results.advised(warning))
    return text


# ---- runs


def _with_absent_runs(runs: Runs) -> Runs:
    """Add an absent run for each run that a method lacks and another method has."""
    present = {(run.method, *run.key) for run in runs}
    absent = (run for run in completed(runs) if run.status == "absent")
    return Runs((*runs, *(run for run in absent if (run.method, *run.key) not in present)))


def _runs(runs: Runs) -> list[Node]:
    """Write a row for each run, with a column for each metric, and the reasons for missing values."""
    numbers = runs.numbers
    by_run: dict[tuple[str, str, str], dict[Number, Any]] = {}
    for run in runs:
        by_run.setdefault((run.method, run.dataset, run.seed), {})[run.number] = run
    has_seeds = any(seed for _, _, seed in by_run)
    columns = (
        Column("method", filtered=True),
        Column("data set", filtered=len(runs.datasets) < 200),
        *((Column("seed"),) if has_seeds else ()),
        *(Column(name_of(*number), number=True) for number in numbers),
        Column("status", filtered=True),
        Column("reason"),
    )
    rows = [
        [*(key if has_seeds else key[:2]), *_cells_of_run(values, numbers)]
        for key, values in by_run.items()
    ]
    table = DataTable("runs-table", "All runs", columns, rows)
    return [
        note(f"The last column says why a run has no value. {filter_and_sort_help(table)}".rstrip()),
        data_table(table),
    ]


def _cells_of_run(values: Mapping[Number, Any], numbers: Sequence[Number]) -> list[Cell | str]:
    cells: list[Cell | str] = []
    for key in numbers:
        run = values.get(key)
        value = run.value if run is not None and run.status == "ok" else nan
        cells.append(Cell(number(value), value))
    statuses = dict.fromkeys(run.status for run in values.values())
    worst_status = next((status for status in reversed(_STATUSES) if status in statuses), "ok")
    reasons = dict.fromkeys(run.reason for run in values.values() if run.status != "ok" and run.reason)
    return [
        *cells,
        Cell(worst_status, mark="failed" if worst_status == "failed" else ""),
        "; ".join(reasons),
    ]
