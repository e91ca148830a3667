"""The unit of replication: a data set, a seed, or seeds nested in data sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import choices, require
from edgemark.errors import StatisticsError, plural
from edgemark.stats.checked_values import Values
from edgemark.stats.runs import Key
from edgemark.stats.ties import mean_of, sd_of

__all__ = ["Design", "Replicate", "Unit", "Units", "design", "units"]

Replicate = Literal["dataset", "seed", "nested"]
Unit = Literal["run", "data set"]


@dataclass(frozen=True, slots=True)
class Design:
    """
    The unit of replication of some runs.

    Attributes:
        replicate: "dataset" if the seeds of each data set are averaged and n counts data sets; "seed" if
            every run is a replicate, as is right if each seed is a new random graph; "nested" if ranks
            and effect sizes use every run, but only whole data sets count as independent.
        is_default: whether `replicate` was derived from the runs, because the caller did not choose it.
        n_datasets: number of data sets. If methods are compared or ranked, it is the number of data
            sets with a run on which every method has a value.
        n_runs: number of runs. If methods are compared or ranked, it is the number of runs on which
            every method has a value.
    """

    replicate: Replicate
    is_default: bool
    n_datasets: int
    n_runs: int

    @property
    def unit(self) -> Unit:
        """The independent units whose values means and intervals use: runs or data sets."""
        return "run" if self.replicate == "seed" else "data set"

    def over(self, keys: Collection[Key]) -> Design:
        """Return the same unit of replication, with the number of these runs and of their data sets."""
        return replace(self, n_datasets=len({dataset for dataset, _ in keys}), n_runs=len(keys))

    def __str__(self) -> str:
        runs = plural(self.n_runs, "run")
        if self.n_datasets > 1:
            runs += f" on {self.n_datasets} data sets"
        rule = {
            "dataset": f"data set ({runs}, averaged within each data set)",
            "seed": f"run ({runs})",
            "nested": f"data set, with every run ranked ({runs})",
        }[self.replicate]
        return f"{rule}, by default" if self.is_default else rule


def design(keys: Sequence[Key], replicate: Replicate | None = None) -> Design:
    """
    Return the unit of replication of runs, each given as its data set and seed.

    By default, it is the data set if there are several data sets, and otherwise the run.

    Examples:
        >>> print(design([("asia", "1"), ("asia", "2"), ("alarm", "1")]))
        data set (3 runs on 2 data sets, averaged within each data set), by default
        >>> print(design([("asia", "1"), ("alarm", "1")], "seed"))
        run (2 runs on 2 data sets)
    """
    n_datasets = len({dataset for dataset, _ in keys})
    if replicate is not None:
        require("replicate", replicate, choices(Replicate))
        if replicate != "seed" and keys and not any(dataset for dataset, _ in keys):
            raise _no_datasets(replicate, [seed for _, seed in keys if seed])
    chosen: Replicate = replicate or ("dataset" if n_datasets > 1 else "seed")
    return Design(chosen, replicate is None, n_datasets, len(set(keys)))


def _no_datasets(replicate: Replicate, seeds: Sequence[str]) -> StatisticsError:
    such_as = f", such as {seeds[0]!r}" if seeds else ""
    return StatisticsError(
        f"replicate={replicate!r} needs the data set of each run; got runs without one{such_as}. Give a "
        "mapping with keys such as ('asia', 1), or a table with the column 'dataset'. Or leave "
        "replicate out, if every run is a replicate"
    )


@dataclass(frozen=True, slots=True, eq=False)
class Units(EqualByContent):
    """
    The values of independent runs or data sets.

    Attributes:
        unit: the unit of one value.
        names: names of the runs or data sets.
        values: value of each run or data set; those without a value are left out.
        sd_within: standard deviation over the seeds of a data set, pooled over the data sets; nan if no
            data set has two runs, or if the runs of a single data set are the units.
        runs: the values of single runs.
        groups: the position in `values` of the unit of each run.
    """

    unit: Unit
    names: tuple[str, ...]
    values: Values
    sd_within: float
    runs: Values
    groups: NDArray[np.int64]


def units(keys: Sequence[Key], values: Sequence[float], replicate: Replicate | None = None) -> Units:
    """Return the values of the independent units; runs whose value is nan are left out."""
    chosen = design(keys, replicate)
    with_value = [(key, value) for key, value in zip(keys, values, strict=True) if not isnan(value)]
    run_values = np.array([value for _, value in with_value])
    groups: dict[str, list[float]] = {}
    for (dataset, _), value in with_value:
        groups.setdefault(dataset, []).append(value)
    # If the runs of a single data set are the units, this would only repeat the sd of the units.
    has_sd_within = chosen.n_datasets > 1 or chosen.unit == "data set"
    sd_within = _pooled_sd(list(groups.values())) if has_sd_within else nan
    if chosen.unit == "run":
        names = tuple(_run_name(key, chosen.n_datasets) for key, _ in with_value)
        return Units("run", names, run_values, sd_within, run_values, np.arange(len(run_values)))
    means = np.array([mean_of(np.array(group)) for group in groups.values()])
    positions = {name: k for k, name in enumerate(groups)}
    group_of_run = np.array([positions[dataset] for (dataset, _), _ in with_value], dtype=np.int64)
    return Units("data set", tuple(groups), means, sd_within, run_values, group_of_run)


def _run_name(key: Key, n_datasets: int) -> str:
    return "/".join(part for part in key if part) if n_datasets > 1 else key[1]


def _pooled_sd(groups: Sequence[Sequence[float]]) -> float:
    degrees_of_freedom = sum(len(group) - 1 for group in groups)
    if not degrees_of_freedom:
        return nan
    squares = sum((len(group) - 1) * sd_of(np.array(group)) ** 2 for group in groups if len(group) > 1)
    return sqrt(squares / degrees_of_freedom)
