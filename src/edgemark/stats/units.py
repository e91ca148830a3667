"""What is counted once: runs, or data sets over whose seeds the mean was taken first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from typing import Literal

import numpy as np

from edgemark.stats.arrays import Values
from edgemark.stats.runs import Key

__all__ = ["Units", "units"]

Unit = Literal["run", "data set"]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """
    Independent values.

    Seeds on one data set are no replications of data sets, so that where there are several data sets,
    each is one value: the mean over its seeds.

    Attributes:
        unit: what one value is of.
        names: seeds, or data sets.
        values: those with a value; the others are left out.
        sd_within: standard deviation over the seeds of a data set, pooled over the data sets; nan if no
            data set has two runs.
    """

    unit: Unit
    names: tuple[str, ...]
    values: Values
    sd_within: float = nan


def units(keys: Sequence[Key], values: Sequence[float]) -> Units:
    """Give the independent values of runs by data set and seed; nan is left out."""
    known = [(key, value) for key, value in zip(keys, values, strict=True) if not isnan(value)]
    if len({dataset for dataset, _ in keys}) < 2:
        return Units("run", tuple(seed for (_, seed), _ in known), np.array([v for _, v in known]))
    groups: dict[str, list[float]] = {}
    for (dataset, _), value in known:
        groups.setdefault(dataset, []).append(value)
    means = np.array([np.mean(group) for group in groups.values()])
    return Units("data set", tuple(groups), means, _within(list(groups.values())))


def _within(groups: Sequence[Sequence[float]]) -> float:
    freedom = sum(len(group) - 1 for group in groups)
    if not freedom:
        return nan
    squares = sum(len(group) * float(np.var(group)) for group in groups)
    return sqrt(squares / freedom)
