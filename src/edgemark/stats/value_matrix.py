"""Values of many methods on the same data sets, as a matrix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import InputTypeError, Remedy, StatisticsError, listing, plural
from edgemark.foreign import package_of
from edgemark.stats.checked_values import Values
from edgemark.stats.compared_classes import demand_same_class
from edgemark.stats.counted_pairs import demand_same_candidates
from edgemark.stats.index_levels import level_names, records
from edgemark.stats.missing_reasons import absent_or_worst, why_missing
from edgemark.stats.missing_runs import completed, demand_same_length, for_every_seed
from edgemark.stats.pairing import named, with_worst
from edgemark.stats.replicates import Design, Replicate, Unit, design, units
from edgemark.stats.runs import (
    COLUMNS,
    Key,
    Run,
    Runs,
    as_runs,
    collected,
    demand_spelling,
    one_method,
    one_number,
)

__all__ = ["Blocks", "blocks", "runs_of_table"]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """
    Values of the runs that all methods have, with a row for each replicate.

    Attributes:
        design: the unit of replication.
        names: names of the rows.
        methods: names of the columns.
        values: shape (replicates, methods).
        runs: values that are ranked, shape (runs, methods): those of single runs if these are nested in
            data sets, else the same as `values`.
        groups: for each row of `runs`, its row in `values`.
        left_out: runs on which some method has no value; they are not in `values`.
        lacking: number of runs without a value, for each method.
        why: why runs have no value, as a part of a sentence; empty if that is unknown.
        imputed: runs whose missing value is replaced by the worst possible value of some method.
        n_imputed: number of values that are replaced; several methods may lack one on the same run.
    """

    design: Design
    names: tuple[str, ...]
    methods: tuple[str, ...]
    values: Values
    runs: Values
    groups: NDArray[np.int64]
    left_out: tuple[str, ...]
    lacking: dict[str, int]
    why: str
    imputed: tuple[str, ...]
    n_imputed: int

    @property
    def unit(self) -> Unit:
        """The name of the unit of replication."""
        return self.design.unit

    @property
    def is_nested(self) -> bool:
        """Whether several ranked rows can belong to one replicate."""
        return self.design.replicate == "nested"


def runs_of_table(table: Any) -> Runs:
    """
    Return the runs of a tidy table, of a mapping by method, or of a wide frame by method.

    The columns "dataset" and "seed" of a wide frame, or index levels with these names, name its rows.

    Examples:
        >>> runs_of_table({"PC": {"asia": 3, "alarm": 9}, "GES": {"asia": 2, "alarm": 9}}).methods
        ('PC', 'GES')
    """
    table = collected(table)
    if package_of(table) in ("pandas", "polars") and _is_wide(getattr(table, "columns", ("value",))):
        table = _columns(table)
    if isinstance(table, Mapping):
        demand_same_length((str(method), values) for method, values in table.items())
        table = Runs(
            tuple(run for method, values in table.items() for run in _of_method(method, values))
        )
    return one_number(table, "the table")


_OF_ROWS = ("dataset", "seed")
_INDEX = re.compile(r"(Unnamed: \d+|level_\d+|index|)")


def _is_wide(columns: Iterable[str]) -> bool:
    """
    Whether the columns are methods. A column "value" may be a method if the frame is not a tidy table.
    """
    names = set(map(str, columns))
    tidy = names.intersection(COLUMNS).difference(_OF_ROWS)
    return "value" not in names or (tidy == {"value"} and not names.issubset(("value", *_OF_ROWS)))


def _columns(frame: Any) -> dict[str, Any]:
    """The values of each method, by the keys of a wide frame."""
    columns = {str(name): frame[name] for name in frame.columns}
    demand_spelling(columns, ("method", "metric", *_OF_ROWS))
    is_polars = package_of(frame) == "polars"
    _demand_no_index(columns, is_polars)
    names = [name for name in _OF_ROWS if name in columns]
    if not is_polars:
        _demand_rows(frame, names)
    if not names:
        return columns
    rows = frame[names]
    keys = rows.to_dicts() if is_polars else records(rows, _OF_ROWS)
    columns = {name: values for name, values in columns.items() if name not in names}
    return {
        method: [{**key, "value": value} for key, value in zip(keys, values, strict=True)]
        for method, values in columns.items()
    }


def _demand_rows(frame: Any, columns: list[str]) -> None:
    """Refuse a wide frame whose index does not name data sets, seeds or runs."""
    levels = [str(name) for name in frame.index.names if name is not None]
    demand_spelling(levels, COLUMNS)
    wrong = [name for name in levels if name in COLUMNS and name not in _OF_ROWS]
    if wrong:
        raise StatisticsError(
            f"the rows of a wide frame must be data sets, seeds or runs, and its columns methods; got "
            f"an index named {wrong[0]!r}. Transpose the frame, or give a tidy one"
        )
    level_names(frame, _OF_ROWS, columns)


def _demand_no_index(columns: Iterable[str], is_polars: bool) -> None:
    """Refuse a column that pandas made from an index, since it would be ranked as a method."""
    for name in columns:
        if _INDEX.fullmatch(name):
            drop = f"table.drop({name!r})" if is_polars else f"table.drop(columns={name!r})"
            raise StatisticsError(
                f"every column of a wide frame must be a method, or be named 'dataset' or 'seed'; got "
                f"{name!r}, which pandas makes of an index",
                Remedy("Leave it out, or rename it if it names the rows", drop),
            )


def _of_method(method: Any, values: Any) -> list[Run]:
    try:
        runs = as_runs(values)
        if len(runs.methods) > 1:
            one_method(runs, "the values")  # refuses them
        return [replace(run, method=str(method)) for run in runs]
    except StatisticsError as error:
        raise error.after(f"{str(method)!r}: ") from None
    except TypeError as error:
        raise InputTypeError(f"{str(method)!r}: {error}") from None


def blocks(runs: Runs, replicate: Replicate | None = None) -> Blocks:
    """
    Arrange the runs on which every method has a value, a row for each replicate.

    Raises:
        StatisticsError: there is no run on which every method has a value, or two values count
            different pairs of nodes or classes of graphs.
    """
    demand_same_candidates(runs)
    demand_same_class(runs)
    counted = completed(runs)
    given = for_every_seed(counted)
    by_method = {m: {run.key: run for run in rows} for m, rows in with_worst(given).by_method().items()}
    keys = list(dict.fromkeys(run.key for run in given))
    kept = [key for key in keys if all(rows[key].status == "ok" for rows in by_method.values())]
    both = set(kept)
    if not kept:
        raise StatisticsError(
            f"ranks need a run on which every method has a value; got {plural(len(keys), 'run')} "
            f"without one{_silent(by_method)}{why_missing(runs)}",
            *absent_or_worst(given),
        )
    columns = [
        units(keys, [rows[key].value if key in both else np.nan for key in keys], replicate)
        for rows in by_method.values()
    ]
    plan = design(keys, replicate)
    values = np.stack([column.values for column in columns], axis=1)
    nested = plan.replicate == "nested"
    missing = {run.key for run in given if run.status != "ok"}
    lacking = Counter(run.method for run in with_worst(counted) if run.status != "ok")
    datasets = {dataset for dataset, _ in kept}
    return Blocks(
        design=plan,
        names=columns[0].names,
        methods=tuple(by_method),
        values=values,
        runs=np.stack([column.runs for column in columns], axis=1) if nested else values,
        groups=columns[0].groups if nested else np.arange(len(values)),
        left_out=tuple(named(key) for key in keys if key not in both),
        lacking={method: lacking[method] for method in by_method if lacking[method]},
        why=why_missing(given),
        imputed=tuple(named(key) for key in kept if key in missing),
        n_imputed=sum(
            run.status != "ok" and (run.key in both or (not run.seed and run.dataset in datasets))
            for run in counted
        ),
    )


def _silent(by_method: Mapping[str, Mapping[Key, Run]]) -> str:
    silent = [m for m, rows in by_method.items() if all(run.status != "ok" for run in rows.values())]
    return f"; {listing(silent)} {'has' if len(silent) == 1 else 'have'} none at all" if silent else ""
