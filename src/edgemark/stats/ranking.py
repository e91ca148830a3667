"""Rankings of many methods over many data sets, with tests of their differences."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import choices, require
from edgemark.errors import (
    ConventionError,
    Message,
    StatisticsError,
    StatisticsWarning,
    plural,
)
from edgemark.frame_labels import frame_of
from edgemark.report.tables import HasPaperTable, Table
from edgemark.stats.cells import name_of
from edgemark.stats.checked_values import Values
from edgemark.stats.compared_classes import warnings_of_classes
from edgemark.stats.friedman import Friedman, friedman
from edgemark.stats.holm import holm
from edgemark.stats.intervals import checked_level
from edgemark.stats.known_metrics import demand_known_ranges, direction_of, either_direction
from edgemark.stats.left_out import LeftOut, by_rank, rankings_without_each
from edgemark.stats.missing_reasons import absent_or_worst
from edgemark.stats.missing_runs import completed
from edgemark.stats.nemenyi import critical_difference, nemenyi_p
from edgemark.stats.paper_tables import ranking_table
from edgemark.stats.rank_diagram import rank_scene
from edgemark.stats.ranking_warnings import data_warnings, direction_warnings
from edgemark.stats.replicates import Replicate
from edgemark.stats.runs import Better, Runs, number_name, with_stated_bounds
from edgemark.stats.runs_by_method import runs_of_table
from edgemark.stats.sentences import ranking_text
from edgemark.stats.signed_ranks import Zeros, signed_ranks
from edgemark.stats.stand_ins import demand_valid_bounds
from edgemark.stats.ties import differences, mean_of, ranks_of
from edgemark.stats.value_matrix import Blocks, blocks

if TYPE_CHECKING:
    from edgemark.display.scene import Scene

__all__ = ["Pair", "Ranking", "rank"]

PostHoc = Literal["holm", "nemenyi"]


@dataclass(frozen=True, slots=True, eq=False)
class Pair(EqualByContent):
    """
    The comparison of two methods of a ranking.

    Attributes:
        a: one method.
        b: the other.
        wins: number of ranked rows (data sets or runs) on which a is better.
        ties: number on which they are equal.
        losses: number on which b is better.
        effect: rank-biserial correlation of a - b, as in `compare`. It is above 0 if a has the larger
            values. It agrees in direction with Wilcoxon's test, because both use the same rank sums.
        p_wilcoxon: p-value of Wilcoxon's signed-rank test.
        p_holm: this p-value with Holm's correction for all pairs of the ranking.
        p_nemenyi: p-value of Nemenyi's test of the average ranks.
        smallest_p: smallest p-value that the signed-rank test could give for this number of differences.
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
    smallest_p: float

    def p_value(self, test: PostHoc = "holm") -> float:
        """
        Return the corrected p-value of a test, "holm" or "nemenyi".

        Raises:
            ConventionError: an unknown test.
        """
        require("test", test, choices(PostHoc))
        return self.p_holm if test == "holm" else self.p_nemenyi

    def by_ranks(self, better: Better) -> tuple[str, str]:
        """Return the two methods, the one with the better rank sum in Wilcoxon's test first."""
        return (self.a, self.b) if (self.effect > 0) == (better == "higher") else (self.b, self.a)

    @property
    def swapped(self) -> Pair:
        """The same two methods in the other order, with the sign of the effect changed."""
        return replace(self, a=self.b, b=self.a, wins=self.losses, losses=self.wins, effect=-self.effect)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking(EqualByContent, HasPaperTable):
    """
    Ranks of methods over data sets; rank 1 is the best.

    Attributes:
        blocks: the values, a row for each replicate and a column for each method.
        better: whether "higher" or "lower" values have the better rank.
        average_ranks: average ranks of the methods, in the order of the columns.
        friedman: test whether the methods differ at all.
        pairs: all pairs of methods; with a control, each other method and the control.
        critical_difference: critical difference of average ranks, by Nemenyi's test.
        left_out: for each replicate, the ranking without it.
        level: confidence, from 0.5 to 0.999999; a p-value below 1 - level is significant.
        control: the method that every other one is compared with; None if all are compared.
        warnings: warnings about the results.
        metric: the metric with its convention; empty if the values have none.
    """

    blocks: Blocks
    better: Better
    average_ranks: tuple[float, ...]
    friedman: Friedman
    pairs: tuple[Pair, ...]
    critical_difference: float
    left_out: tuple[LeftOut, ...]
    level: float
    control: str | None
    warnings: tuple[Message, ...]
    metric: str = ""

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, in the order of the columns."""
        return self.blocks.methods

    @property
    def order(self) -> tuple[str, ...]:
        """The methods, the best first."""
        return by_rank(self.methods, self.average_ranks)

    def average_rank(self, method: str) -> float:
        """
        Return the average rank of a method.

        Raises:
            ConventionError: an unknown method.
        """
        return self.average_ranks[self.methods.index(self._known(method))]

    def pair(self, a: str, b: str) -> Pair:
        """
        Return the tests of two methods, with the effect of a - b.

        Raises:
            ConventionError: an unknown method, the same method twice, or none of the two is the control.
        """
        both = {self._known(a), self._known(b)}
        if len(both) < 2:
            raise ConventionError(f"a pair must be of two methods; got {a!r} twice")
        if self.control not in (None, *both):
            raise ConventionError(
                f"one method of a pair must be the control, {self.control!r}; got {a!r} and {b!r}"
            )
        pair = next(pair for pair in self.pairs if {pair.a, pair.b} == both)
        return pair if pair.a == name_of(a) else pair.swapped

    def _known(self, method: str) -> str:
        method = name_of(method)
        if method not in self.methods:
            raise ConventionError.unknown("the method", method, self.methods)
        return method

    def groups(self, test: PostHoc = "holm") -> tuple[tuple[str, ...], ...]:
        """
        Return the largest sets of neighbours in rank without significant differences.

        A method may be in several sets; a method that differs from both neighbours is in none. Two
        methods that do not differ may have no set in common: see `unjoined`.

        Raises:
            StatisticsError: the methods were compared with a control only.
        """
        require("test", test, choices(PostHoc))
        if self.control is not None:
            raise StatisticsError(
                "groups need every pair of methods, but this ranking compares them only with the "
                f"control {self.control!r}. Rank without a control"
            )
        order, alpha = self.order, round(1 - self.level, 12)
        not_different = {
            frozenset((pair.a, pair.b)) for pair in self.pairs if pair.p_value(test) >= alpha
        }
        groups: list[tuple[str, ...]] = []
        last_stop = 0
        for start in range(len(order)):
            stop = start + 1
            while stop < len(order) and all(
                frozenset((method, order[stop])) in not_different for method in order[start:stop]
            ):
                stop += 1
            if stop - start > 1 and stop > last_stop:
                groups.append(order[start:stop])
                last_stop = stop
        return tuple(groups)

    def unjoined(self, test: PostHoc = "holm") -> tuple[tuple[str, str], ...]:
        """
        Return the pairs that do not differ significantly but have no group in common, the best first.

        One of the two differs from a method between them, or two methods between them differ. This is
        possible because each pair has its own test.

        Raises:
            StatisticsError: the methods were compared with a control only.
        """
        joined = {frozenset(pair) for group in self.groups(test) for pair in combinations(group, 2)}
        alpha = round(1 - self.level, 12)
        return tuple(
            (a, b)
            for a, b in combinations(self.order, 2)
            if frozenset((a, b)) not in joined and self.pair(a, b).p_value(test) >= alpha
        )

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain values: tests, methods, pairs, and for each replicate the order without it.

        nan and infinity become None.
        """
        names = ("chi2", "p_chi2", "f", "p_value")
        tests = {f"friedman_{name}": _finite_or_none(getattr(self.friedman, name)) for name in names}
        return {
            "kind": "ranking",
            "better": self.better,
            "unit": self.blocks.unit,
            "replicate": self.blocks.design.replicate,
            "n": len(self.blocks.names),
            "control": self.control,
            "left_out": len(self.blocks.left_out),
            "imputed": len(self.blocks.imputed),
            "level": self.level,
            **tests,
            "critical_difference": self.critical_difference,
            "methods": self.method_rows(),
            "pairs": self.pair_rows(),
            "groups": [] if self.control else [list(group) for group in self.groups()],
            "unjoined": [] if self.control else [list(pair) for pair in self.unjoined()],
            "without": [
                {
                    "name": without.name,
                    "order": list(without.order),
                    "p_value": _finite_or_none(without.p_value),
                }
                for without in self.left_out
            ],
            "warnings": list(self.warnings),
        }

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return the pairs as dictionaries; nan becomes None."""
        rows = [{f.name: getattr(pair, f.name) for f in fields(pair)} for pair in self.pairs]
        return [{name: _finite_or_none(value) for name, value in row.items()} for row in rows]

    def to_frame(self) -> Any:
        """
        Return a pandas frame of the methods, the best first: average rank, mean, wins, ties and losses.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        rows = self.method_rows()
        return frame_of(rows, rows[0], ["average_rank", "mean"])

    def method_rows(self) -> list[dict[str, Any]]:
        """Return the methods as dictionaries, the best first; wins count against all other methods."""
        rows = []
        sign = 1 if self.better == "higher" else -1
        columns = dict(zip(self.methods, sign * self.blocks.runs.T, strict=True))
        for method in self.order:
            row = {"method": method, "average_rank": self.average_rank(method)}
            row["mean"] = mean_of(self.blocks.values[:, self.methods.index(method)])
            others = [differences(columns[method], c) for name, c in columns.items() if name != method]
            row["wins"] = sum(int((d > 0).sum()) for d in others)
            row["ties"] = sum(int((d == 0).sum()) for d in others)
            row["losses"] = sum(int((d < 0).sum()) for d in others)
            rows.append(row)
        return rows

    def _table(self) -> Table:
        return ranking_table(self)

    def _picture(self) -> Scene | str:
        return rank_scene(self)

    def __str__(self) -> str:
        return ranking_text(self)


def rank(
    table: Any,
    *,
    better: Better | None = None,
    level: float = 0.95,
    zeros: Zeros = "wilcox",
    worst: float | None = None,
    replicate: Replicate | None = None,
    control: str | None = None,
) -> Ranking:
    """
    Rank methods over data sets, and test which methods differ.

    Each pair of methods is compared with Wilcoxon's test and Holm's correction, and with Nemenyi's test.
    The statistic of Wilcoxon's test does not depend on the other methods; that of Nemenyi's test does.
    In both tests, the correction grows with the number of pairs.

    Args:
        table: a tidy table of one metric, or a frame whose columns are named "method", see `as_runs`;
            or a mapping of values by method.
        better: whether "higher" or "lower" values are better; by default as stated by the runs or the
            metric, which it must not contradict.
        level: confidence, from 0.5 to 0.999999; a p-value below 1 - level is significant.
        zeros: how Wilcoxon's test treats differences of 0, see `compare`.
        worst: value that replaces a missing value, or a run that only other methods have. The default is
            the value in the column "worst" of the table, if it has this column. With neither of these,
            the run is left out for every method, even if the worst value of the metric is known.
        replicate: the unit of replication, "dataset", "seed" or "nested", see `compare`. In nested
            designs, the ranks of the runs are averaged within each data set.
        control: compare every other method with this one only, so Holm's correction is weaker.

    Returns:
        Average ranks, the Friedman test, the pairs of methods, and the ranking without each replicate.

    Raises:
        StatisticsError: fewer than two methods or replicates, no run on which all methods have a value,
            lists of different length, several metrics, `better` is needed, no data sets for
            `replicate`, or a value or a direction that is impossible for the metric.
        ConventionError: an unknown value of `better`, `zeros` or `replicate`, or an unknown control.

    Warns:
        StatisticsWarning: there are too few replicates for any significant pair; runs are left out; the
            best method depends on one replicate; the test of a pair contradicts the average ranks; names
            differ only in their spelling; seeds are the same number in several spellings; some runs have
            no data set; or the values of a method were counted in several classes of graphs.

    References:
        Demsar (2006), Journal of Machine Learning Research 7, 1-30; Benavoli, Corani, Mangili (2016),
        Journal of Machine Learning Research 17, 1-10.

    Examples:
        >>> from edgemark import stats
        >>> ranking = stats.rank({
        ...     "GES": [2, 5, 1, 7, 3, 4, 6, 2, 8], "PC": [4, 6, 3, 9, 5, 8, 7, 3, 9],
        ...     "random": [9, 12, 8, 15, 11, 14, 9, 7, 16],
        ... }, better="lower")
        >>> print(ranking)
        3 methods on 9 runs, lower is better
        replicate: run (9 runs), by default
        Friedman chi-square 18, p = 0.00012; Iman-Davenport F = inf, p < 0.0001
          1.00  GES     18 wins,  0 ties,  0 losses
          2.00  PC       9 wins,  0 ties,  9 losses
          3.00  random   0 wins,  0 ties, 18 losses
        GES is better than PC on 100 % of 9 runs: Holm p = 0.012, |r| = 1.00
        GES is better than random on 100 % of 9 runs: Holm p = 0.012, |r| = 1.00
        PC is better than random on 100 % of 9 runs: Holm p = 0.012, |r| = 1.00
    """
    if better is not None:
        require("better", better, choices(Better))
    level = checked_level(level)
    runs = with_stated_bounds(runs_of_table(table), {"worst": worst})
    _demand_methods(runs)
    demand_known_ranges(runs)
    direction = _direction(better, runs)
    demand_valid_bounds(runs, direction)
    matrix = blocks(runs, replicate, better=direction)
    if len(matrix.methods) < 2 or len(matrix.names) < 2:
        complete = " on which every method has a value" if matrix.left_out else ""
        raise StatisticsError(
            f"ranks need at least two methods and two {matrix.unit}s; got "
            f"{plural(len(matrix.methods), 'method')} and {plural(len(matrix.names), matrix.unit)}"
            f"{complete}{matrix.why}",
            *(absent_or_worst(completed(runs)) if matrix.left_out else ()),
        )
    control = None if control is None else name_of(control)
    if control is not None and control not in matrix.methods:
        raise ConventionError.unknown("the control", control, matrix.methods)
    ranks = _ranks(matrix, direction)
    average = tuple(map(float, ranks.mean(axis=0)))
    pairs = _pairs(matrix, direction, average, zeros, control)
    rankings_without_one = rankings_without_each(matrix, ranks, average)
    messages = (
        *data_warnings(matrix, rankings_without_one, pairs, level, zeros, runs),
        *direction_warnings(matrix.methods, average, pairs, direction, level),
        *warnings_of_classes(runs),
    )
    for text in messages:
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    return Ranking(
        blocks=matrix,
        better=direction,
        average_ranks=average,
        friedman=friedman(ranks),
        pairs=pairs,
        critical_difference=critical_difference(len(matrix.methods), len(matrix.names), level),
        left_out=rankings_without_one,
        level=level,
        control=control,
        warnings=messages,
        metric=number_name(runs.rows[0].number),
    )


def _demand_methods(runs: Runs) -> None:
    """Refuse runs if none of them names its method."""
    if runs.methods == ("",):
        raise StatisticsError(
            "a ranking needs the method of each run; got runs without one. Give the column 'method', or "
            "values by method, such as {'PC': [...], 'GES': [...]}"
        )


def _direction(better: Better | None, runs: Runs) -> Better:
    direction = direction_of(better, runs)
    if direction is None:
        name = number_name(runs.rows[0].number)
        of_name = f" of {name}" if name else ""
        raise StatisticsError(
            f"a ranking must be told whether higher or lower values{of_name} are better; the table does "
            "not state it",
            *either_direction(),
        )
    return direction


def _ranks(matrix: Blocks, better: Better) -> Values:
    """Return a row of ranks for each replicate; in nested designs, the mean ranks of its runs."""
    runs = matrix.runs if better == "higher" else -matrix.runs
    return ranks_of(runs, matrix.groups if matrix.is_nested else None)


def _pairs(
    matrix: Blocks, better: Better, average: Sequence[float], zeros: Zeros, control: str | None
) -> tuple[Pair, ...]:
    n, k = matrix.values.shape
    columns = list(combinations(range(k), 2))
    if control is not None:
        control_column = matrix.methods.index(control)
        columns = [(other, control_column) for other in range(k) if other != control_column]
    pair_differences = [differences(matrix.runs[:, i], matrix.runs[:, j]) for i, j in columns]
    tests = [signed_ranks(difference, zeros, groups=matrix.groups) for difference in pair_differences]
    corrected = holm([test.p_value for test in tests])
    sign = 1 if better == "higher" else -1
    return tuple(
        Pair(
            a=matrix.methods[i],
            b=matrix.methods[j],
            wins=int((sign * difference > 0).sum()),
            ties=test.n_zero,
            losses=int((sign * difference < 0).sum()),
            effect=test.effect,
            p_wilcoxon=test.p_value,
            p_holm=p_holm,
            p_nemenyi=nemenyi_p(average[i] - average[j], k, n),
            smallest_p=test.smallest_p,
        )
        for (i, j), difference, test, p_holm in zip(
            columns, pair_differences, tests, corrected, strict=True
        )
    )


def _finite_or_none(value: Any) -> Any:
    return value if not isinstance(value, float) or isfinite(value) else None
