"""Many methods on many data sets: average ranks, and which differ."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from math import isfinite
from typing import Any, Literal

import numpy as np

from edgemark.conventions import choices, require
from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning, listing, plural
from edgemark.stats.arrays import Values, differences
from edgemark.stats.blocks import Blocks, blocks, runs_of_table
from edgemark.stats.intervals import checked_level
from edgemark.stats.nemenyi import critical_difference, nemenyi_p
from edgemark.stats.rank_variance import Friedman, friedman, ranks_of
from edgemark.stats.runs import Better, Runs, better_of, frame_of, imputed, number_name
from edgemark.stats.sentences import are, ranking_text
from edgemark.stats.signed_ranks import Zeros, signed_ranks
from edgemark.stats.step_down import holm

__all__ = ["LeftOut", "Pair", "Ranking", "rank"]

PostHoc = Literal["holm", "nemenyi"]


@dataclass(frozen=True, slots=True)
class Pair:
    """
    Two of many methods.

    Attributes:
        a: one method.
        b: the other.
        wins: on how many data sets a is better.
        ties: on how many they are equal.
        losses: on how many b is better.
        effect: rank-biserial correlation, above 0 where a is better.
        p_wilcoxon: of the exact signed-rank test.
        p_holm: the same, corrected for all pairs by Holm's procedure.
        p_nemenyi: of Nemenyi's test of the average ranks.
    """

    a: str
    b: str
    wins: int
    ties: int
    losses: int
    effect: float
    p_wilcoxon: float
    p_holm: float
    p_nemenyi: float

    def p_value(self, test: PostHoc = "holm") -> float:
        """Give the corrected p-value of a test."""
        return self.p_holm if test == "holm" else self.p_nemenyi


@dataclass(frozen=True, slots=True)
class LeftOut:
    """
    What ranks become without one data set.

    Attributes:
        name: the data set, or run, that is left out.
        order: methods, the best first.
        same_best: whether the best method stays.
        same_order: whether the whole order stays.
        p_value: of the Friedman test by Iman and Davenport; nan if one data set is left.
    """

    name: str
    order: tuple[str, ...]
    same_best: bool
    same_order: bool
    p_value: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """
    Ranks of methods over data sets; rank 1 is the best.

    Attributes:
        blocks: the values, a row for each data set and a column for each method.
        better: whether "higher" or "lower" values have the better rank.
        average_ranks: of the methods, in the order of the columns.
        friedman: whether the methods differ at all.
        pairs: every two methods.
        critical_difference: of average ranks, by Nemenyi's test.
        left_out: ranks without each of the data sets.
        level: confidence; a p-value below 1 - level is significant.
        warnings: what the reader of the numbers should know.
    """

    blocks: Blocks
    better: Better
    average_ranks: tuple[float, ...]
    friedman: Friedman
    pairs: tuple[Pair, ...]
    critical_difference: float
    left_out: tuple[LeftOut, ...]
    level: float
    warnings: tuple[str, ...]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, in the order of the columns."""
        return self.blocks.methods

    @property
    def order(self) -> tuple[str, ...]:
        """The methods, the best first."""
        return _order(self.methods, self.average_ranks)

    def average_rank(self, method: str) -> float:
        """
        Give the average rank of a method.

        Raises:
            ConventionError: no such method.
        """
        return self.average_ranks[self.methods.index(self._known(method))]

    def pair(self, a: str, b: str) -> Pair:
        """
        Give two methods as they stand in `pairs`, in either order.

        Raises:
            ConventionError: no such method, or the same one twice.
        """
        both = {self._known(a), self._known(b)}
        if len(both) < 2:
            raise ConventionError(f"a pair must be of two methods; got {a!r} twice")
        return next(pair for pair in self.pairs if {pair.a, pair.b} == both)

    def _known(self, method: str) -> str:
        if method not in self.methods:
            raise ConventionError.unknown("the method", method, self.methods)
        return method

    def groups(self, test: PostHoc = "holm") -> tuple[tuple[str, ...], ...]:
        """
        Give the largest runs of neighbours in rank of whom no two differ significantly.

        A method may be in several; one that differs from both neighbours is in none. Two that do not
        differ may share none: see `unjoined`.
        """
        require("test", test, choices(PostHoc))
        order, alpha = self.order, round(1 - self.level, 12)
        alike = {frozenset((pair.a, pair.b)) for pair in self.pairs if pair.p_value(test) >= alpha}
        found: list[tuple[str, ...]] = []
        last = 0
        for start in range(len(order)):
            stop = start + 1
            while stop < len(order) and all(
                frozenset((one, order[stop])) in alike for one in order[start:stop]
            ):
                stop += 1
            if stop - start > 1 and stop > last:
                found.append(order[start:stop])
                last = stop
        return tuple(found)

    def unjoined(self, test: PostHoc = "holm") -> tuple[tuple[str, str], ...]:
        """
        Give the pairs that do not differ significantly though no group holds both, the best first.

        They have a method between them that differs from one of the two, as can be where each pair has a
        test of its own.
        """
        joined = {frozenset(pair) for group in self.groups(test) for pair in combinations(group, 2)}
        alpha = round(1 - self.level, 12)
        return tuple(
            (a, b)
            for a, b in combinations(self.order, 2)
            if frozenset((a, b)) not in joined and self.pair(a, b).p_value(test) >= alpha
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain values: tests, methods, pairs, and ranks without each row; nan as None."""
        names = ("chi2", "p_chi2", "f", "p_value")
        tests = {f"friedman_{name}": _finite(getattr(self.friedman, name)) for name in names}
        return {
            "kind": "ranking",
            "better": self.better,
            "unit": self.blocks.unit,
            "n": len(self.blocks.names),
            "left_out": len(self.blocks.left_out),
            "imputed": len(self.blocks.imputed),
            "level": self.level,
            **tests,
            "critical_difference": self.critical_difference,
            "methods": self.method_rows(),
            "pairs": self.pair_rows(),
            "groups": [list(group) for group in self.groups()],
            "unjoined": [list(pair) for pair in self.unjoined()],
            "without": [
                {"name": one.name, "order": list(one.order), "p_value": _finite(one.p_value)}
                for one in self.left_out
            ],
            "warnings": list(self.warnings),
        }

    def pair_rows(self) -> list[dict[str, Any]]:
        """Give the pairs as dictionaries; nan as None."""
        rows = [{f.name: getattr(pair, f.name) for f in fields(pair)} for pair in self.pairs]
        return [{name: _finite(value) for name, value in row.items()} for row in rows]

    def to_frame(self) -> Any:
        """
        Give a pandas frame of the methods, the best first: average rank, wins, ties and losses.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        rows = self.method_rows()
        return frame_of(rows, rows[0], ["average_rank", "mean"])

    def method_rows(self) -> list[dict[str, Any]]:
        """Give the methods as dictionaries, the best first; wins are over each other method."""
        rows = []
        for method in self.order:
            row = {"method": method, "average_rank": self.average_rank(method)}
            row["mean"] = float(self.blocks.values[:, self.methods.index(method)].mean())
            mine = [pair for pair in self.pairs if method in (pair.a, pair.b)]
            row["wins"] = sum(pair.wins if pair.a == method else pair.losses for pair in mine)
            row["ties"] = sum(pair.ties for pair in mine)
            row["losses"] = sum(pair.losses if pair.a == method else pair.wins for pair in mine)
            rows.append(row)
        return rows

    def __str__(self) -> str:
        return ranking_text(self)


def rank(
    table: Any,
    *,
    better: Better | None = None,
    level: float = 0.95,
    zeros: Zeros = "wilcox",
    worst: float | None = None,
) -> Ranking:
    """
    Rank methods over data sets, and test which of them differ.

    Seeds within a data set are averaged first. The default test of two methods is Wilcoxon's with
    Holm's correction, since Nemenyi's verdict on two methods depends on which others are there.

    Args:
        table: a tidy table of one metric, see `as_runs`; values by method; or a wide frame with a column
            for each method and a row for each data set.
        better: whether "higher" or "lower" values are better; without it what the runs say, or the
            metric of that name; of values without a metric higher.
        level: confidence; a p-value below 1 - level is significant.
        zeros: what Wilcoxon's test does with differences of 0, see `compare`.
        worst: what stands in for a missing value; without it what the runs say, else that run is left
            out for every method.

    Returns:
        Average ranks, the Friedman test, every pair of methods, and ranks without each data set.

    Raises:
        StatisticsError: a method that lacks a run, fewer than two methods or data sets, several metrics,
            a metric of which is not known what is better.
        ConventionError: no such way to handle zeros.

    Warns:
        StatisticsWarning: so few data sets that no pair could be significant; runs left out; a best
            method that depends on one data set.

    References:
        Demsar (2006), Journal of Machine Learning Research 7, 1-30; Benavoli, Corani, Mangili (2016),
        Journal of Machine Learning Research 17, 1-10.

    Examples:
        >>> from edgemark import stats
        >>> found = stats.rank({
        ...     "GES": [2, 5, 1, 7, 3, 4, 6, 2, 8], "PC": [4, 6, 3, 9, 5, 8, 7, 3, 9],
        ...     "random": [9, 12, 8, 15, 11, 14, 9, 7, 16],
        ... }, better="lower")
        >>> print(found)
        3 methods on 9 runs, lower is better
        Friedman chi-square 18, p = 0.00012; Iman-Davenport F = inf, p < 0.0001
          1.00  GES     18 wins,  0 ties,  0 losses
          2.00  PC       9 wins,  0 ties,  9 losses
          3.00  random   0 wins,  0 ties, 18 losses
        GES is better than PC: Holm p = 0.012, r = 1.00
        GES is better than random: Holm p = 0.012, r = 1.00
        PC is better than random: Holm p = 0.012, r = 1.00
    """
    if better is not None:
        require("better", better, choices(Better))
    checked_level(level)
    runs = imputed(runs_of_table(table), {"worst": worst})
    direction = better or _direction(runs)
    made = blocks(runs)
    if len(made.methods) < 2 or len(made.names) < 2:
        raise StatisticsError(
            f"ranks need two methods and two {made.unit}s or more; got "
            f"{plural(len(made.methods), 'method')} and {plural(len(made.names), made.unit)}"
        )
    values = made.values if direction == "higher" else -made.values
    ranks = ranks_of(values)
    average = tuple(map(float, ranks.mean(axis=0)))
    pairs = _pairs(made.methods, values, average, zeros)
    left_out = tuple(_without(made, ranks, average))
    said = tuple(_warnings(made, left_out, values, level, zeros))
    for text in said:
        warnings.warn(text, StatisticsWarning, stacklevel=2)
    return Ranking(
        blocks=made,
        better=direction,
        average_ranks=average,
        friedman=friedman(ranks),
        pairs=pairs,
        critical_difference=critical_difference(len(made.methods), len(made.names), level),
        left_out=left_out,
        level=level,
        warnings=said,
    )


def _direction(runs: Runs) -> Better:
    direction = better_of(runs)
    name = number_name(runs.rows[0].number)
    if direction is None and name:
        raise StatisticsError(f"of {name} it is not known what is better. Say it: better=")
    return direction or "higher"


def _order(methods: Sequence[str], average: Sequence[float]) -> tuple[str, ...]:
    return tuple(methods[k] for k in sorted(range(len(methods)), key=lambda k: round(average[k], 9)))


def _pairs(
    methods: Sequence[str], values: Values, average: Sequence[float], zeros: Zeros
) -> tuple[Pair, ...]:
    n, k = values.shape
    both = list(combinations(range(k), 2))
    d = [differences(values[:, i], values[:, j]) for i, j in both]
    tests = [signed_ranks(one, zeros) for one in d]
    corrected = holm([test.p_value for test in tests])
    return tuple(
        Pair(
            a=methods[i],
            b=methods[j],
            wins=int((one > 0).sum()),
            ties=test.n_zero,
            losses=int((one < 0).sum()),
            effect=test.effect,
            p_wilcoxon=test.p_value,
            p_holm=p_holm,
            p_nemenyi=nemenyi_p(average[i] - average[j], k, n),
        )
        for (i, j), one, test, p_holm in zip(both, d, tests, corrected, strict=True)
    )


def _without(made: Blocks, ranks: Values, average: Sequence[float]) -> list[LeftOut]:
    """Ranks without each row; methods that tie for the best are all the best."""
    found, n = [], len(made.names)
    order, best = _order(made.methods, average), _best(made.methods, average)
    for row, name in enumerate(made.names):
        rest = np.delete(ranks, row, axis=0)
        means = tuple(map(float, rest.mean(axis=0)))
        p = friedman(rest).p_value if n > 2 else float("nan")
        now = _order(made.methods, means)
        found.append(LeftOut(name, now, _best(made.methods, means) == best, now == order, p))
    return found


def _best(methods: Sequence[str], average: Sequence[float]) -> frozenset[str]:
    least = min(average) + 1e-9
    return frozenset(m for m, one in zip(methods, average, strict=True) if one <= least)


def _warnings(
    made: Blocks, left_out: Sequence[LeftOut], values: Values, level: float, zeros: Zeros
) -> list[str]:
    said, (n, k) = [], values.shape
    n_pairs, alpha = k * (k - 1) // 2, round(1 - level, 12)
    least = min(1.0, n_pairs * signed_ranks(np.arange(1.0, n + 1), zeros).smallest_p)
    if least >= alpha:
        said.append(
            f"{n} {made.unit}s can never show that two of {k} methods differ at {alpha:g}: the least "
            f"p-value after Holm's correction for {plural(n_pairs, 'pair')} is {least:.3g}"
        )
    changed = [one.name for one in left_out if not one.same_best]
    if changed:
        said.append(f"which method ranks first depends on a single {made.unit}: {listing(changed)}")
    if made.left_out:
        said.append(
            f"{are(len(made.left_out), 'run')} left out for every method, as some have no value there: "
            f"{listing(made.left_out)}. worst= lets the worst possible stand in"
        )
    return said


def _finite(value: Any) -> Any:
    return value if not isinstance(value, float) or isfinite(value) else None
