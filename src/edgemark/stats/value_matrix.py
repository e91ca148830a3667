"""Values of many methods on the same data sets, as a matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.errors import Remedy, StatisticsError, listing, plural
from edgemark.stats.checked_values import Values
from edgemark.stats.compared_classes import demand_same_class
from edgemark.stats.counted_pairs import demand_same_candidates
from edgemark.stats.missing_reasons import absent_or_worst, why_missing
from edgemark.stats.missing_runs import completed, for_every_seed
from edgemark.stats.pairing import named, row_number_remedies, with_worst
from edgemark.stats.possible_range import Range, range_with_stand_ins
from edgemark.stats.replicates import Design, Replicate, Unit, design, units
from edgemark.stats.runs import Better, Key, Run, Runs
from edgemark.stats.spelled_names import spelling_warnings

__all__ = ["Blocks", "blocks"]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks(EqualByContent):
    """
    Values on the runs on which every method has a value, with a row for each replicate.

    A missing value for which the worst possible value can stand in counts as a value.

    Attributes:
        design: the unit of replication.
        names: names of the rows.
        methods: names of the columns.
        values: shape (replicates, methods).
        runs: values that are ranked, shape (runs, methods): those of single runs if these are nested in
            data sets, else the same as `values`.
        groups: for each row of `runs`, its row in `values`.
        left_out: the other runs, on which some method has no value; they are not in `values`.
        lacking: number of runs without a value, for each method that has such runs; a run that holds for
            every seed counts once for each seed.
        why: why runs have no value, as a part of a sentence; empty if that is unknown.
        imputed: runs on which the missing value of some method is replaced by the worst possible one.
        n_imputed: number of missing values that are replaced. Several methods may lack a value on the
            same run. The value of a run that holds for every seed counts once.
        ranges: for each method, the smallest and the largest possible value.
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
    ranges: tuple[Range, ...]

    @property
    def unit(self) -> Unit:
        """The name of the unit of replication."""
        return self.design.unit

    @property
    def is_nested(self) -> bool:
        """Whether several ranked rows can belong to one replicate."""
        return self.design.replicate == "nested"


def blocks(runs: Runs, replicate: Replicate | None = None, *, better: Better | None = None) -> Blocks:
    """
    Arrange the values of the runs on which every method has a value, with a row for each replicate.

    Raises:
        StatisticsError: there is no run on which every method has a value, or the values of one run were
            computed over different candidate pairs or in different classes of graphs.
    """
    demand_same_candidates(runs)
    demand_same_class(runs)
    with_absent = completed(runs)
    runs_of_seeds = for_every_seed(with_absent)
    by_method = {
        m: {run.key: run for run in rows} for m, rows in with_worst(runs_of_seeds).by_method().items()
    }
    keys = list(dict.fromkeys(run.key for run in runs_of_seeds))
    complete = [key for key in keys if all(rows[key].status == "ok" for rows in by_method.values())]
    complete_keys = set(complete)
    if not complete:
        raise StatisticsError(
            f"ranks need a run on which every method has a value; got {plural(len(keys), 'run')} "
            f"without one{_methods_without_values(by_method)}{why_missing(runs)}"
            f"{''.join(f'; {text}' for text in islice(spelling_warnings(runs), 1))}",
            *(_row_number_advice(runs_of_seeds, keys) or absent_or_worst(runs_of_seeds)),
        )
    columns = [
        units(keys, [rows[key].value if key in complete_keys else np.nan for key in keys], replicate)
        for rows in by_method.values()
    ]
    chosen = design(keys, replicate).over(complete)
    values = np.stack([column.values for column in columns], axis=1)
    nested = chosen.replicate == "nested"
    missing = {run.key for run in runs_of_seeds if run.status != "ok"}
    lacking = Counter(run.method for run in with_worst(runs_of_seeds) if run.status != "ok")
    datasets = {dataset for dataset, _ in complete}
    return Blocks(
        design=chosen,
        names=columns[0].names,
        methods=tuple(by_method),
        values=values,
        runs=np.stack([column.runs for column in columns], axis=1) if nested else values,
        groups=columns[0].groups if nested else np.arange(len(values)),
        left_out=tuple(named(key) for key in keys if key not in complete_keys),
        lacking={method: lacking[method] for method in by_method if lacking[method]},
        why=why_missing(runs_of_seeds),
        imputed=tuple(named(key) for key in complete if key in missing),
        n_imputed=sum(
            run.status != "ok"
            and (run.key in complete_keys or (not run.seed and run.dataset in datasets))
            for run in with_absent
        ),
        ranges=tuple(
            range_with_stand_ins(rows, better=better) for rows in with_absent.by_method().values()
        ),
    )


def _row_number_advice(runs: Runs, keys: list[Key]) -> tuple[Remedy, ...]:
    """Return the advice for row numbers of one frame if no two methods have a run of the same name."""
    n_methods = Counter(run.key for run in runs if run.status != "absent")
    return row_number_remedies(keys) if max(n_methods.values()) == 1 else ()


def _methods_without_values(by_method: Mapping[str, Mapping[Key, Run]]) -> str:
    methods = [m for m, rows in by_method.items() if all(run.status != "ok" for run in rows.values())]
    return (
        f"; {listing(methods)} {'has' if len(methods) == 1 else 'have'} none at all" if methods else ""
    )
