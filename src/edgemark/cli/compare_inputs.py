"""Runs with method, data set and seed, from the files that ``edgemark score`` writes."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from math import isclose, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgemark.arguments import written_number
from edgemark.cli.compare_names import PARTS, Naming
from edgemark.cli.inputs import readable_path
from edgemark.errors import FormatError, Remedy, StatisticsError, listing

if TYPE_CHECKING:
    from edgemark.stats import Run, Runs
    from edgemark.stats.compared_truths import Truth

__all__ = ["Scored", "read_runs", "read_scored"]

_SCORES, _REPORT = "edgemark.scores", "edgemark.report"  # The formats of results,
_VERSION = 1  # and their only version.
_SCORE_ABOVE = (
    "If these are different data sets, score each from the folder above its own, so that the names of "
    "the truths differ"
)
_BOUNDS = ("best", "worst", "chance")  # edgemark score --chance adds best and chance.
# The candidate pairs and the null model of a value, and the classes of truth and estimate.
_CONTEXT = ("candidates", "null_model", "compared")
_COLUMNS = ("truth", "estimate", "metric", "convention", "value", "better", "status", "reason")


@dataclass(frozen=True, slots=True)
class Scored:
    """
    The content of results files.

    Attributes:
        runs: a run for each value.
        out_of: the total that a count is out of, by method, data set, seed, metric and convention.
    """

    runs: Runs
    out_of: Mapping[tuple[str, ...], float]


def read_runs(names: Iterable[str], naming: Naming) -> Runs:
    """Read the runs of results, see `read_scored`."""
    return read_scored(names, naming).runs


def read_scored(names: Iterable[str], naming: Naming) -> Scored:
    """
    Read results of `edgemark score`, JSON or CSV. Estimates that could not be scored become failed runs.

    Raises:
        AmbiguityError: the names of the estimates end in numbers, and no option explains them.
        FormatError: `edgemark score` did not write the file.
        StatisticsError: a run is given twice, or two truths of one data set and seed differ.
    """
    from edgemark.stats import Runs
    from edgemark.stats.compared_truths import demand_same_truth
    from edgemark.stats.spelled_numbers import in_one_spelling

    estimates = _estimates(names, naming)
    rows = [(estimate, row) for estimate in estimates for row in estimate.entry.rows or ()]
    if not rows:
        raise FormatError(
            "results must hold at least one number; got none, since no estimate could be scored"
        )
    runs = in_one_spelling(tuple(_run(row, estimate.parts) for estimate, row in rows))
    scored = [(run, estimate) for run, (estimate, _) in zip(runs, rows, strict=True)]
    failed = [
        (run, estimate)
        for estimate in estimates
        if estimate.entry.rows is None
        for run in _failed(runs, estimate)
    ]
    truths = [
        (estimate.parts, truth)
        for estimate in estimates
        if (truth := estimate.entry.scored_against) is not None
    ]
    try:
        demand_same_truth(truths, _SCORE_ABOVE)
        _demand_once([*scored, *failed])
        _demand_seeds([*scored, *failed])
    except StatisticsError as error:
        raise _with_overrides(error, naming) from None
    return Scored(
        Runs((*_with_bounds(runs), *_with_bounds([run for run, _ in failed], runs))),
        {
            (run.method, *run.key, *run.number): row["of"]
            for run, (_, row) in zip(runs, rows, strict=True)
            if row["of"] is not None
        },
    )


def _estimates(names: Iterable[str], naming: Naming) -> list[_Estimate]:
    """Read the estimates of all files, and find the method, data set and seed of each."""
    entries = []
    for name in names:
        entries_of_file = _entries(readable_path(name), naming)
        _demand_names(name, entries_of_file, naming)
        entries += [(name, entry) for entry in entries_of_file]
    naming.demand_clear(
        (entry.truth, entry.estimate)
        for _, entry in entries
        if not {"method", "seed"} & set(entry.stated)
    )
    return [
        _Estimate(entry, naming.parts(entry.truth, entry.estimate, name, entry.stated), name)
        for name, entry in entries
    ]


def _demand_once(runs: Iterable[tuple[Run, _Estimate]]) -> None:
    """Refuse two runs with the same names, and name the file and the estimate of each."""
    from edgemark.stats.keys_of_runs import given_twice

    first_places: dict[tuple[str, ...], str] = {}
    for run, estimate in runs:
        key = (run.method, *run.key, *run.number)
        place = estimate.place
        if key in first_places:
            raise given_twice(run, (first_places[key], place))
        first_places[key] = place


def _demand_seeds(runs: Iterable[tuple[Run, _Estimate]]) -> None:
    """Refuse a run without a seed beside others of its method and data set, and say where it is."""
    from edgemark.stats.keys_of_runs import demand_seeds

    runs = list(runs)
    places = {id(run): estimate.place for run, estimate in runs}
    demand_seeds([run for run, _ in runs], lambda run: f" in {places[id(run)]}")


def _demand_names(name: str, entries: Sequence[_Entry], naming: Naming) -> None:
    """Refuse a table in which only some rows state the method or data set, unless an option does."""
    for part in [part for part in ("method", "dataset") if part not in naming.stated]:
        without = [entry for entry in entries if part not in entry.stated]
        if without and len(without) < len(entries):
            raise StatisticsError(
                f"{name}: all rows or no row must have a name in the column {part!r}; got the estimate "
                f"{without[0].estimate!r} without one",
                Remedy(f"Name it there, or name all by the option --pattern or --{part}"),
            )


def _with_overrides(error: StatisticsError, naming: Naming) -> StatisticsError:
    """Add the options that override parts of the pattern, which may be the cause."""
    if not naming.overridden:
        return error
    overrides = " and ".join(f"--{part} overrides {{{part}}}" for part in naming.overridden)
    return StatisticsError(f"{error.message.problem}. Check whether {overrides} of --pattern by mistake")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One estimate of a file of results: its rows, or the reason why it has none."""

    truth: str
    estimate: str
    rows: Sequence[Mapping[str, Any]] | None
    error: str = ""
    scored_against: Truth | None = None
    stated: Mapping[str, str] = field(default_factory=dict)  # the method, data set and seed in columns
    stated_worst: tuple[tuple[str, str], float | None] = (
        ("", ""),
        None,
    )  # of a failed row: its metric's


@dataclass(frozen=True, slots=True)
class _Estimate:
    """An entry, its method, data set and seed, and the name of its file."""

    entry: _Entry
    parts: Mapping[str, str]
    file: str

    @property
    def place(self) -> str:
        """The file and the name of the estimate, for messages."""
        return f"{self.file!r} (estimate {self.entry.estimate!r})"


# ---- files


def _entries(name: str, naming: Naming) -> list[_Entry]:
    from edgemark.io.files import load
    from edgemark.io.limits import Limits
    from edgemark.io.source import Source
    from edgemark.stats.frame_advice import is_bench_export

    limits = Limits()
    data = load(Path(name), limits)
    limits.check_text(len(data))
    try:
        text = Source(data, limits=limits).text if data.strip() else ""
    except FormatError as error:
        raise error.after(f"{name}: ") from None
    is_json = text.lstrip()[:1] in ("{", "[")
    try:
        entries = _json_entries(text) if is_json else _csv_entries(text)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        if not is_json and is_bench_export(next(csv.reader(StringIO(text, newline="")), [])):
            raise _bench_export(name) from error
        cause = _cause(error)
        raise FormatError(
            f"{name}: results must be JSON or CSV of edgemark score; {cause}",
            Remedy("Write them with edgemark score and --format json"),
        ) from error
    if not is_json:
        _demand_headings(name, next(csv.reader(StringIO(text, newline=""))), naming)
    return entries


def _bench_export(name: str) -> FormatError:
    """Return the error for the export of a benchmark, whose report has the comparison."""
    return FormatError(
        f"{name}: results must be JSON or CSV of edgemark score; this is the export of a benchmark",
        Remedy("Compare the methods with edgemark bench report and the folder of the study"),
    )


def _demand_headings(name: str, headings: Sequence[str], naming: Naming) -> None:
    """
    Refuse a table with a repeated or misspelled heading, or with another word for a method or data set.
    """
    from edgemark.stats.frame_rows import demand_spelling
    from edgemark.stats.keys_of_runs import other_names, to_rename

    read = (*_COLUMNS, *PARTS, *_BOUNDS, *_CONTEXT, "count", "of")
    for heading in read:
        if headings.count(heading) > 1:
            raise StatisticsError(
                f"{name}: a table must have one column {heading!r}; got {headings.count(heading)}",
                Remedy("Rename those that hold something else"),
            )
    try:
        demand_spelling(headings, read)
    except StatisticsError as error:
        raise error.after(f"{name}: ") from None
    if others := other_names(headings, {*headings, *naming.stated}):
        keys = listing(list(dict.fromkeys(others.values())))
        raise StatisticsError(
            f"{name}: a table must state {keys} in a column of this name; got {listing(list(others))}",
            *to_rename(others),
            Remedy("If it holds something else, leave it out, or name this part by --pattern"),
        )


def _cause(error: Exception) -> str:
    """Describe what is wrong with a file, and where, if Python reports the place."""
    if isinstance(error, FormatError | UnicodeDecodeError | json.JSONDecodeError):
        return str(error)
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing"
    return "this file is neither"


def _json_entries(text: str) -> list[_Entry]:
    from edgemark.stats.compared_truths import Truth

    content = json.loads(text)
    kind, version = content.get("format"), content.get("version")
    if kind not in (_SCORES, _REPORT):
        raise FormatError(f"the format of this file is {kind!r}")
    if version != _VERSION:
        raise FormatError(f"the version of this file is {version!r}, and only {_VERSION} is known")
    reports = content["reports"] if kind == _SCORES else [content]
    truths = {_text(report["truth"]["name"]) for report in reports}
    truth = truths.pop() if len(truths) == 1 else ""
    entries = [
        _Entry(
            _text(report["truth"]["name"]),
            _text(report["estimate"]["name"]),
            rows,
            scored_against=Truth.of_report(report["truth"], rows),
        )
        for report in reports
        for rows in [[*map(_checked, report["rows"])]]
    ]
    failed = content["failed"] if kind == _SCORES else []
    return entries + [
        _Entry(_text(entry.get("truth", truth)), _text(entry["estimate"]), None, _text(entry["error"]))
        for entry in failed
    ]


def _csv_entries(text: str) -> list[_Entry]:
    from edgemark.stats.compared_truths import Truth

    reader = csv.DictReader(StringIO(text, newline=""))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        heading = text.partition("\n")[0]
        separated = any(mark in heading for mark in ";\t") and "," not in heading
        hint = "; the fields must be separated by commas" if separated else ""
        columns = f"column {missing[0]!r} is" if len(missing) == 1 else f"columns {listing(missing)} are"
        raise FormatError(f"the {columns} missing{hint}")
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    failed: list[_Entry] = []
    for row in reader:
        if not any("".join(cell or ()).strip() for cell in row.values()):
            continue  # Spreadsheets write rows of empty cells.
        _demand_all_cells(row, reader.line_num)
        if all(row[name] == name for name in _COLUMNS):
            raise FormatError(
                f"line {reader.line_num} repeats the headings; give each table as a file of its own"
            )
        if row["status"] == "failed":
            failed.append(_failed_entry(row))
            continue
        row |= {name: _cell(row, name) for name in ("value", "count", "of", *_BOUNDS)}
        stated = _stated(row)
        key = (row["truth"], row["estimate"], *(stated.get(part, "") for part in PARTS))
        groups.setdefault(key, []).append(_checked(row))
    scored = [
        _Entry(
            truth,
            estimate,
            rows,
            scored_against=Truth.of_rows(rows),
            stated={part: name for part, name in zip(PARTS, names, strict=True) if name},
        )
        for (truth, estimate, *names), rows in groups.items()
    ]
    return [*scored, *failed]


def _failed_entry(row: Mapping[str, Any]) -> _Entry:
    """Return the entry of a row of a failed run, with the worst value that the row states."""
    worst = (row["metric"], row["convention"]), _cell(row, "worst")
    stated = _stated(row)
    return _Entry(row["truth"], row["estimate"], None, row["reason"], stated=stated, stated_worst=worst)


def _demand_all_cells(row: Mapping[Any, Any], line: int) -> None:
    """
    Refuse a row with text beyond the last heading, such as 0,85 without quotes for 0.85, and a row that
    ends before a column that is needed.
    """
    beyond = [cell for cell in row.get(None) or () if cell.strip()]
    if beyond:
        raise FormatError(
            f"line {line} has more cells than the headings; got {beyond[0]!r} beyond them. Write "
            "decimals with a point, and quote text that has a comma"
        )
    if any(row[name] is None for name in _COLUMNS):
        raise FormatError(f"line {line} has fewer cells than the headings")


def _stated(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the method, data set and seed in columns of a row. pandas may have written 1 as 1.0."""
    stated = {part: (row.get(part) or "").strip() for part in PARTS}
    whole = re.fullmatch(r"(\d+)\.0", stated["seed"])
    stated["seed"] = whole[1] if whole else stated["seed"]
    return {part: name for part, name in stated.items() if name and name.lower() != "nan"}


def _cell(row: Mapping[str, Any], name: str) -> float | None:
    """Read a number from CSV. pandas may have written 7 as 7.0 and an empty cell as nan."""
    text = row.get(name)
    try:
        number = written_number(text) if text else nan
    except ValueError:
        raise FormatError(f"the column {name!r} must hold numbers; got {text!r}") from None
    return None if isnan(number) else number


def _checked(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts and numbers of a row; refuse values of other types, and impossible ones."""
    texts = {name: _text(row[name]) for name in ("metric", "convention", "better", "status", "reason")}
    texts |= {name: _text(row.get(name) or "") for name in _CONTEXT}
    numbers = {name: row.get(name) for name in ("value", "count", "of", *_BOUNDS)}
    if any(isinstance(n, bool) or not isinstance(n, int | float | None) for n in numbers.values()):
        raise FormatError("a row has a value that is not a number in a column of numbers")
    name = ":".join(filter(None, (texts["metric"], texts["convention"])))
    if texts["status"] == "ok" and numbers["value"] is None:
        raise FormatError(f"a row of {name} with the status 'ok' has no value")
    _demand_possible(name, *(numbers[column] for column in ("value", "count", "of")))
    return texts | {name: None if n is None else float(n) for name, n in numbers.items()}


def _demand_possible(name: str, value: float | None, count: float | None, of: float | None) -> None:
    """Refuse a value above `of` that is neither `count` nor `count` as a share of `of`."""
    if value is None or count is None or of is None or value <= of:
        return
    if not isclose(value, count) and not (of and isclose(value, count / of)):
        raise FormatError(
            f"a row of {name} has the value {value:g} beside the count {count:g} of {of:g}; correct the "
            "value, or clear the cells 'count' and 'of' if they belong to another value"
        )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FormatError(f"it has {value!r} where text is needed")
    return value


# ---- runs


def _run(row: Mapping[str, Any], parts: Mapping[str, str]) -> Run:
    """
    Build the run of a row.

    The worst value of a count whose lowest value is the best is its total, if nothing else states it and
    the total does not depend on the estimate.
    """
    from edgemark.metrics.bounds import bounds_by_name, has_total_of_estimate
    from edgemark.stats.runs import number_name, runs_as_named

    names = ("metric", "convention", "better", "status", "reason", "value", *_BOUNDS, *_CONTEXT)
    (run,) = runs_as_named([{**{name: row[name] for name in names}, **parts}])
    is_count = row["of"] is not None and row["value"] == row["count"] and run.better == "lower"
    is_known = not isnan(run.worst) or not isnan(bounds_by_name(number_name(run.number))[1])
    if is_known or not is_count or has_total_of_estimate(*run.number):
        return run
    return replace(run, worst=row["of"])


def _failed(runs: Iterable[Run], estimate: _Estimate) -> Iterator[Run]:
    """Yield a failed run of an estimate that could not be scored, for each metric that others have."""
    for run in {run.number: run for run in runs}.values():
        texts: dict[str, Any] = {**estimate.parts, "reason": estimate.entry.error, "null_model": ""}
        metric, stated = estimate.entry.stated_worst
        worst = stated if stated is not None and metric == (run.metric, run.convention) else nan
        yield replace(run, value=nan, status="failed", best=nan, worst=worst, chance=nan, **texts)


def _with_bounds(runs: Iterable[Run], known: Iterable[Run] | None = None) -> Iterator[Run]:
    """
    Add the best and the worst possible values.

    A run that states a worst value keeps it. The worst value of another run is that of the runs in
    `known` (by default, in `runs`) of the same data set and seed, so that a failed run has one too. If
    these have none, it is that of its data set, and else that of the metric. If several such values
    differ, it is unknown.
    """
    from edgemark.metrics.bounds import bounds_by_name
    from edgemark.metrics.declaration import better_by_name
    from edgemark.stats.runs import number_name

    runs = list(runs)
    worst_values: dict[tuple[str, ...], set[float]] = {}  # by data set and seed, and by data set
    for run in runs if known is None else known:
        if not isnan(run.worst):
            worst_values.setdefault((*run.key, *run.number), set()).add(run.worst)
            worst_values.setdefault((run.dataset, *run.number), set()).add(run.worst)
    for run in runs:
        best, known_worst = bounds_by_name(number_name(run.number))
        candidates = worst_values.get((*run.key, *run.number))
        candidates = candidates or worst_values.get((run.dataset, *run.number), {known_worst})
        # If graphs differ in size, the worst value of the run is unknown.
        worst = next(iter(candidates)) if len(candidates) == 1 else nan
        if isnan(best) and better_by_name(run.metric) == "lower":
            best = 0.0
        yield replace(
            run,
            best=best if isnan(run.best) else run.best,
            worst=worst if isnan(run.worst) else run.worst,
        )
