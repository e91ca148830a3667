"""Runs: the value of a metric for one method, data set and seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, fields, replace
from math import inf, isnan, nan
from typing import Any, Literal

import numpy as np

from edgemark.content_equality import EqualByContent
from edgemark.errors import ConventionError, InputTypeError, Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.frame_labels import frame_of
from edgemark.host import on_host
from edgemark.report import Report
from edgemark.single_precision import with_doubles
from edgemark.stats.cells import checked, demand_order, name_of, status_of
from edgemark.stats.chosen_numbers import chosen_name, chosen_numbers
from edgemark.stats.compared_truths import demand_same_truth_of_reports
from edgemark.stats.failed_estimates import failed_for_every_metric, with_score_status
from edgemark.stats.frame_rows import demand_spelling, rows_of_frame, rows_of_series
from edgemark.stats.keys_of_runs import (
    demand_keys,
    given_twice,
    warn_of_empty_cells,
    warn_of_unread_columns,
    with_causes,
)
from edgemark.stats.names_of_numbers import demand_names
from edgemark.stats.other_results import refuse_other_results
from edgemark.stats.spelled_numbers import in_one_spelling

__all__ = ["Run", "Runs", "as_runs"]

Better = Literal["higher", "lower"]
_BETTER = ("lower", "higher", "ratio", "neither")
Key = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Run(EqualByContent):
    """
    The value of a metric for one method, data set and seed.

    Attributes:
        value: value of the metric; nan unless the status is "ok".
        method: name of the method.
        dataset: name of the data set.
        seed: name of the seed, or of the repetition; empty for a run that holds for every seed.
        metric: name of the metric.
        convention: convention of the metric.
        better: which values are better: "lower" or "higher"; or "ratio" or "neither", see `Row.better`.
            Empty if unknown.
        status: "ok", "undefined" (such as 0 out of 0), "refused" (not defined on this graph), "failed"
            (no graph), or "absent" (no run, although another method has one).
        reason: why there is no value.
        best: value of a perfect estimate; nan if unknown.
        worst: value of the worst estimate, which replaces a missing value in tests; nan if unknown.
        chance: expected value of random guessing; nan if unknown.
        null_model: null model of the chance value, such as "permuted-labels"; empty if unknown.
        candidates: fingerprint of the candidate pairs, or of the lags, that were counted, see
            `Row.candidates`; empty if every pair counts.
        compared: classes of graphs that truth and estimate were compared as, such as "dag / cpdag";
            empty if unknown.

    Raises:
        StatisticsError: an infinite number, or a value whose status says that there is none.
        ConventionError: an unknown status or direction `better`.
        InputTypeError: a value that is not a number, such as text.
    """

    value: float
    method: str = ""
    dataset: str = ""
    seed: str = ""
    metric: str = ""
    convention: str = ""
    better: str = ""
    status: str = "ok"
    reason: str = ""
    best: float = nan
    worst: float = nan
    chance: float = nan
    null_model: str = ""
    candidates: str = ""
    compared: str = ""

    def __post_init__(self) -> None:
        for name in _NUMBERS:
            number = getattr(self, name)
            if number is not nan and (type(number) is not float or not abs(number) < inf):
                number = checked(number, f"the {name} of a run")
                object.__setattr__(self, name, nan if isnan(number) else number)
        for name in _NAMES:
            if type(getattr(self, name)) is not str:
                object.__setattr__(self, name, name_of(getattr(self, name)))
        if self.better not in ("", *_BETTER):
            raise ConventionError.unknown("better of a run", self.better, _BETTER)
        object.__setattr__(self, "status", status_of(self.value, self.status))

    @property
    def key(self) -> Key:
        """Data set and seed. Tests pair the runs of two methods that have the same key."""
        return self.dataset, self.seed

    @property
    def number(self) -> tuple[str, str]:
        """Metric and convention, which say what the value measures."""
        return self.metric, self.convention

    @property
    def is_imputable(self) -> bool:
        """
        Whether the worst value can replace a missing one. It cannot if it is unknown, or if the metric
        is not defined on this graph (refused).
        """
        return self.status not in ("ok", "refused") and not isnan(self.worst)


_NUMBERS = ("value", "best", "worst", "chance")
_NAMES = tuple(f.name for f in fields(Run) if f.name not in _NUMBERS)
COLUMNS = (*_NUMBERS, *_NAMES)
"""The columns of a tidy table that are read."""


@dataclass(frozen=True, slots=True)
class Runs:
    """
    A table of runs. No two have the same method, data set, seed, metric and convention.

    Attributes:
        rows: the runs. Several spellings of one metric of edgemark, such as SHD and shd, become one.

    Raises:
        StatisticsError: two runs have the same method, data set, seed, metric and convention; or the
            names of two metrics of your own differ only in case, spaces or hyphens.

    Examples:
        >>> from edgemark import stats
        >>> runs = stats.as_runs([
        ...     {"method": "PC", "dataset": "asia", "seed": 1, "metric": "shd", "value": 3},
        ...     {"method": "PC", "dataset": "asia", "seed": 2, "metric": "shd", "value": 5},
        ...     {"method": "GES", "dataset": "asia", "seed": 1, "metric": "shd", "value": None},
        ... ])
        >>> runs.methods, runs.datasets, [run.status for run in runs]
        (('PC', 'GES'), ('asia',), ['ok', 'ok', 'undefined'])
        >>> [run.value for run in runs.only(method="PC")]
        [3.0, 5.0]
    """

    rows: tuple[Run, ...]

    def __post_init__(self) -> None:
        if isinstance(self.rows, str) or not all(isinstance(run, Run) for run in self.rows):
            raise InputTypeError("Runs holds objects of Run; use as_runs(table) for numbers and tables")
        object.__setattr__(self, "rows", in_one_spelling(self.rows))
        seen: set[tuple[str, ...]] = set()
        for run in self.rows:
            key = (run.method, *run.number, *run.key)
            if key in seen:
                raise given_twice(run)
            seen.add(key)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.rows)

    @property
    def methods(self) -> tuple[str, ...]:
        """Every method, in order of appearance."""
        return tuple(dict.fromkeys(run.method for run in self))

    @property
    def datasets(self) -> tuple[str, ...]:
        """Every data set, in order of appearance."""
        return tuple(dict.fromkeys(run.dataset for run in self))

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """Every metric with its convention, in order of appearance."""
        return tuple(dict.fromkeys(run.number for run in self))

    def only(
        self, *, method: str | None = None, metric: str | None = None, convention: str | None = None
    ) -> Runs:
        """
        Return the runs of a method, of a metric, or of one convention of a metric.

        A metric may be a selector, such as "shd:both to CPDAG" or "shd:of=cpdag". If no name is equal, a
        similar one is found, such as "GES-1" for "ges 1".

        Raises:
            ConventionError: no name is equal or similar, or several are similar.
        """
        rows = self.rows
        if method is not None:
            name = chosen_name("method", name_of(method), self.methods)
            rows = tuple(run for run in rows if run.method == name)
        if metric is not None or convention is not None:
            numbers = set(chosen_numbers(metric, convention, (run.number for run in rows)))
            rows = tuple(run for run in rows if run.number in numbers)
        return Runs(rows)

    def by_number(self) -> dict[tuple[str, str], Runs]:
        """Return the runs of each metric and convention."""
        groups: dict[tuple[str, str], list[Run]] = {}
        for run in self:
            groups.setdefault(run.number, []).append(run)
        return {number: Runs(tuple(rows)) for number, rows in groups.items()}

    def by_method(self) -> dict[str, Runs]:
        """Return the runs of each method."""
        groups: dict[str, list[Run]] = {}
        for run in self:
            groups.setdefault(run.method, []).append(run)
        return {method: Runs(tuple(rows)) for method, rows in groups.items()}

    def to_dicts(self) -> list[dict[str, Any]]:
        """
        Return the rows as dictionaries; nan becomes None.

        ``polars.DataFrame(rows, infer_schema_length=None)`` makes a frame of them.
        """
        return [_row_of_run(run) for run in self]

    def to_frame(self) -> Any:
        """
        Return a tidy pandas frame with a row for each run.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return frame_of(self.to_dicts(), (*_NUMBERS[:1], *_NAMES, *_NUMBERS[1:]), _NUMBERS)

    @classmethod
    def from_reports(cls, reports: Mapping[tuple[Any, Any, Any], Report]) -> Runs:
        """
        Convert reports to runs, with one run for each row.

        The keys are (method, data set, seed). A run keeps the status and the reason of its row, and the
        chance values if the report comes from `edgemark.chance`.

        Raises:
            StatisticsError: a key is not a (method, data set, seed), a run occurs twice, or two reports
                of one data set and seed have different truths.
            TypeError: the argument is not a mapping, or a value is not a report.

        Examples:
            >>> import edgemark as em
            >>> truth, estimate = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
            >>> report = em.evaluate(truth, estimate, ["shd:pair mismatch", "fdr:directed"])
            >>> [run.value for run in em.stats.Runs.from_reports({("PC", "asia", 1): report})]
            [1.0, 0.0]
        """
        return cls(
            tuple(
                Run(
                    value=float(row.value) if row.status == "ok" else nan,
                    method=name_of(method),
                    dataset=name_of(dataset),
                    seed=name_of(seed),
                    metric=row.metric,
                    convention=row.convention,
                    better=row.better,
                    status=row.status,
                    reason=row.reason,
                    best=row.chance.best if row.chance else nan,
                    chance=row.chance.mean if row.chance else nan,
                    null_model=row.chance.null_model if row.chance else "",
                    candidates=row.candidates,
                    compared=row.compared,
                )
                for (method, dataset, seed), report in _checked_reports(reports)
                for row in report
            )
        )


def _checked_reports(reports: Any) -> Iterator[tuple[tuple[Any, Any, Any], Report]]:
    if not isinstance(reports, Mapping):
        raise InputTypeError(
            "reports must be a dictionary with keys such as ('PC', 'asia', 1), that is method, data set "
            f"and seed; got {type(reports).__name__}"
        )
    for key, report in reports.items():
        if not isinstance(key, tuple) or len(key) != 3:
            raise StatisticsError(
                f"a report's key must be (method, data set, seed); got {key!r}. Write '' for a missing "
                "part"
            )
        if not isinstance(report, Report):
            raise InputTypeError(
                f"every value of reports must be a Report; got {type(report).__name__} at {key!r}"
            )
        yield key, report
    demand_same_truth_of_reports(reports)


def as_runs(values: Any) -> Runs:
    """
    Convert numbers to runs: a sequence, a mapping, a series or a tidy table.

    Args:
        values: one of five forms. A sequence has one number for each run. A mapping has numbers by key,
            (data set, seed) or the name of a run. A pandas series has an index with named levels, or
            with unnamed row numbers. A tidy table (pandas or polars frame, or dictionaries) has a column
            "value" and any other attributes of `Run`, as columns or as named levels of a pandas index.
            A pivot of pandas has columns with names of levels, which `DataFrame.pivot` gives them. None
            and nan are undefined values. Tests use the value of "worst" instead of a missing one.

    Returns:
        The runs.

    Raises:
        StatisticsError: a number of a size above 1e149, or below 1e-100 but not 0; a repeated run; a
            table without values; a column whose name differs from an attribute only in case or spacing;
            a tuple as a key that is not (data set, seed); an index or columns without a known name; a
            method, metric, data set or seed that only some runs have, or that has the name of something
            else, such as the statistic "All"; or a value whose status says that there is none.
        ConventionError: an unknown word in the column "status" or "better".
        InputTypeError: the argument is not of these forms, or a value is not a number. For a
            `ScoreTable` or a `Report`, which hold several metrics, the error shows how to get runs.

    Warns:
        StatisticsWarning: the table may name methods or data sets in a column that is not read; or no
            method has a value on some of the data sets and seeds of a frame.

    Examples:
        >>> [run.key for run in as_runs({("asia", 1): 3, ("asia", 2): 4})]
        [('asia', '1'), ('asia', '2')]
        >>> [(run.value, run.status) for run in as_runs([0.5, None])]
        [(0.5, 'ok'), (nan, 'undefined')]
    """
    runs = runs_of_part(values)
    if package_of(values) in ("pandas", "polars"):
        warn_of_empty_cells(runs.rows, is_polars=package_of(values) == "polars")
    return runs


def runs_of_part(values: Any) -> Runs:
    """Convert numbers to runs like `as_runs`, but without a warning of empty cells in a frame."""
    if isinstance(values, Runs):
        return values
    if isinstance(values, list | tuple) and values and all(isinstance(value, Run) for value in values):
        return Runs(tuple(values))
    runs = runs_as_named(values)
    demand_known_names(runs)
    return runs


def demand_known_names(runs: Runs) -> None:
    """Refuse names of statistics, metrics and costs, and a name that only some of the runs have."""
    demand_names("method", runs.methods)
    demand_names("data set", dict.fromkeys(run.dataset or run.seed for run in runs))
    demand_names("seed", dict.fromkeys(run.seed for run in runs))
    demand_keys(runs)


def runs_as_named(values: Any) -> Runs:
    """Convert numbers to runs like `as_runs`, but without the checks of `demand_known_names`."""
    values = with_doubles(on_host(collected(values)))
    refuse_other_results(values)
    is_foreign = package_of(values) in ("pandas", "polars")
    if is_foreign and hasattr(values, "columns"):
        values = rows_of_frame(values, COLUMNS)
    elif is_foreign and hasattr(values, "index"):
        return _runs_from_series(values)
    elif isinstance(values, Mapping):
        demand_order(values)
        return _runs_from_items(values.items())
    if isinstance(values, str | bytes | bytearray | Set) or not isinstance(values, Iterable):
        raise InputTypeError(
            f"values must be a sequence, a mapping or a table of numbers; got {type(values).__name__}"
            f"{', which has no order' if isinstance(values, Set) else ''}"
        )
    elements = np.atleast_1d(values).tolist() if isinstance(values, np.ndarray) else list(values)
    if any(isinstance(element, list) for element in elements):
        raise StatisticsError(
            "values must be one number for each run; got an array of several axes. Give a mapping with "
            "keys (data set, seed), or a table with the columns dataset, seed and value"
        )
    if any(isinstance(element, tuple) for element in elements):
        raise InputTypeError(
            "values must be one number for each run; got tuples. Give a mapping with keys (data set, "
            "seed), or a frame with the columns method, dataset, seed and value"
        )
    if elements and all(isinstance(element, Run) for element in elements):
        return Runs(tuple(elements))
    if elements and all(isinstance(element, Mapping) for element in elements):
        demand_spelling(dict.fromkeys(name for row in elements for name in row), COLUMNS)
        warn_of_unread_columns(elements, COLUMNS)
        try:
            rows = failed_for_every_metric(with_score_status(elements))
            return Runs(tuple(_run_from_row(row) for row in rows))
        except StatisticsError as error:
            raise with_causes(error, elements) from None
    return _runs_from_items(enumerate(elements))


def collected(values: Any) -> Any:
    """Return the frame of a lazy polars frame or of a styled pandas frame; return others unchanged."""
    if package_of(values) == "pandas" and type(values).__name__ == "Styler":
        return values.data
    is_lazy = package_of(values) == "polars" and hasattr(values, "collect")
    return values.collect() if is_lazy else values


def one_number(values: Any, what: str = "the values") -> Runs:
    """Return runs of a single metric; refuse those of several."""
    runs = as_runs(values)
    if len(runs.numbers) > 1:
        names = [number_name(number) for number in runs.numbers]
        metric, convention = runs.numbers[0]
        chosen = f"metric={metric!r}" + (f", convention={convention!r}" if convention else "")
        raise StatisticsError(
            f"{what} must be of one metric; got {listing(names)}",
            Remedy("Choose one of them", f"edgemark.stats.as_runs(table).only({chosen})"),
        )
    if not runs.rows:
        raise StatisticsError(f"{what} must hold at least one run; got none")
    return runs


def one_method(values: Any, what: str) -> Runs:
    """Return runs of a single metric and method; refuse those of several."""
    runs = one_number(values, what)
    if len(runs.methods) > 1:
        raise StatisticsError(
            f"{what} must be of one method; got {listing(runs.methods)}",
            Remedy(
                "Choose one of them", f"edgemark.stats.as_runs(table).only(method={runs.methods[0]!r})"
            ),
        )
    return runs


def with_stated_bounds(runs: Runs, bounds: Mapping[str, float | None]) -> Runs:
    """Return the runs with the stated best, worst and chance values; None keeps those of the runs."""
    numbers: dict[str, Any] = {
        name: checked(value, name) for name, value in bounds.items() if value is not None
    }
    for name, number in numbers.items():
        if isnan(number):
            raise StatisticsError(f"{name} must be a number; got nan. Leave it out if it is unknown")
    return Runs(tuple(replace(run, **numbers) for run in runs)) if numbers else runs


def number_name(number: tuple[str, str]) -> str:
    """
    Write a metric and its convention as a selector.

    Examples:
        >>> number_name(("shd", "pair mismatch")), number_name(("f1", ""))
        ('shd:pair mismatch', 'f1')
    """
    return ":".join(part for part in number if part)


def _runs_from_items(items: Iterable[tuple[Hashable, Any]]) -> Runs:
    return Runs(tuple(_run_from_item(key, value) for key, value in items))


def _runs_from_series(series: Any) -> Runs:
    rows = rows_of_series(series, COLUMNS[1:])
    if all({"value", "dataset", "seed"}.issuperset(row) for row in rows):
        return _runs_from_items(((row.get("dataset"), row.get("seed")), row["value"]) for row in rows)
    return Runs(tuple(_run_from_row(row) for row in rows))


def _run_from_item(key: Hashable, value: Any) -> Run:
    number = checked(value, "a value")
    if isinstance(key, tuple) and len(key) != 2:
        raise StatisticsError(
            f"a key must be (data set, seed), or the name of a run; got {key!r}. Average over other "
            "units, or make them a part of the seed's name"
        )
    dataset, seed = key if isinstance(key, tuple) else ("", key)
    status = "undefined" if isnan(number) else "ok"
    reason = getattr(value, "reason", "")
    return Run(number, dataset=name_of(dataset), seed=name_of(seed), status=status, reason=reason)


def _run_from_row(row: Mapping[str, Any]) -> Run:
    if "value" not in row:
        found = f"only {listing(list(map(str, row)))}" if row else "an empty row"
        raise StatisticsError(f"a table of runs needs the column 'value'; got {found}")
    numbers: dict[str, Any] = {name: checked(row.get(name), f"the column {name!r}") for name in _NUMBERS}
    names: dict[str, Any] = {name: name_of(row[name]) for name in _NAMES if row.get(name) is not None}
    names["reason"] = names.get("reason") or getattr(row["value"], "reason", "")
    return Run(**numbers, **names)


def _row_of_run(run: Run) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(run, name) for name in ("value", *_NAMES, *_NUMBERS[1:])}
    return {name: None if isinstance(v, float) and isnan(v) else v for name, v in row.items()}
