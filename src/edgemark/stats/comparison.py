"""Two methods on the same runs: tests, effect sizes and intervals of their differences."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.content_equality import EqualByContent
from edgemark.conventions.convention import same_name
from edgemark.conventions.options import choices, require
from edgemark.errors import Message, Remedy, StatisticsError, StatisticsWarning, plural
from edgemark.report.tables import HasPaperTable, Table
from edgemark.stats.bayes import Posterior, affordable_draws, checked_rope, posterior_of
from edgemark.stats.compared_classes import warnings_of_classes
from edgemark.stats.hodges_lehmann import Shift, hodges_lehmann
from edgemark.stats.intervals import Bootstrap, Interval, checked_level
from edgemark.stats.known_metrics import demand_known_ranges, direction_of
from edgemark.stats.missing_reasons import absent_or_worst
from edgemark.stats.missing_runs import completed_sides
from edgemark.stats.paired_tests import PairedTest, paired_t, permutation_test_with_rounding, sign_test
from edgemark.stats.pairing import Pairs, paired
from edgemark.stats.paper_tables import comparison_table
from edgemark.stats.pictures import comparison_scene
from edgemark.stats.possible_range import difference_interval, range_with_stand_ins
from edgemark.stats.replicates import Replicate
from edgemark.stats.runs import (
    Better,
    Runs,
    collected,
    number_name,
    one_method,
    with_stated_bounds,
)
from edgemark.stats.runs_by_method import runs_of_sides
from edgemark.stats.sentences import comparison_text, left_out_text
from edgemark.stats.signed_ranks import SignedRanks, Zeros, signed_ranks
from edgemark.stats.spelled_numbers import in_one_spelling
from edgemark.stats.stand_ins import demand_valid_bounds
from edgemark.stats.ties import mean_difference, mean_of, rounding_of, sd_of

if TYPE_CHECKING:
    from edgemark.display.scene import Scene

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(EqualByContent, HasPaperTable):
    """
    Tests of the paired values of two methods; all differences and effects are a - b.

    Attributes:
        names: names of a and b.
        number: metric and convention, if known.
        better: whether "higher" or "lower" values are better; None if unknown.
        pairs: the paired values, with the unit of replication and the runs that are left out.
        means: means of a and b.
        sds: standard deviations of a and b over the pairs; nan for one pair.
        difference: mean difference.
        level: confidence of the intervals, from 0.5 to 0.999999; a p-value below 1 - level is
            significant.
        t: interval of Student's t for the mean difference, within the possible range of the metric.
        bca: BCa bootstrap interval for the mean difference; it needs 20 pairs.
        shift: Hodges-Lehmann estimate of the typical difference, with the interval that belongs to
            Wilcoxon's test. If differences tie or are 0, the interval is conservative: it can contain 0
            although the p-value is below 1 - level.
        wilcoxon: Wilcoxon's signed-rank test, with the rank-biserial correlation.
        t_test: Student's paired t test.
        sign_test: sign test of the differences.
        permutation: permutation test of the mean, with random signs.
        bayes: probabilities that a is larger, equivalent or smaller; with fewer draws if there are more
            than 100 pairs.
        warnings: warnings about the results.
    """

    names: tuple[str, str]
    number: tuple[str, str]
    better: Better | None
    pairs: Pairs
    means: tuple[float, float]
    sds: tuple[float, float]
    difference: float
    level: float
    t: Interval
    bca: Interval
    shift: Shift
    wilcoxon: SignedRanks
    t_test: PairedTest
    sign_test: PairedTest
    permutation: PairedTest
    bayes: Posterior
    warnings: tuple[Message, ...]

    @property
    def p_value(self) -> float:
        """The p-value of Wilcoxon's test."""
        return self.wilcoxon.p_value

    @property
    def effect(self) -> float:
        """
        Rank-biserial correlation of a - b, which is above 0 if a has the larger values.

        It uses the rank sums of Wilcoxon's test, so it has the direction of the test.
        """
        return self.wilcoxon.effect

    @property
    def larger(self) -> int:
        """Number of pairs (in nested designs: runs) in which a has the larger value."""
        return int((self.pairs.runs > 0).sum())

    @property
    def smaller(self) -> int:
        """Number of pairs (in nested designs: runs) in which a has the smaller value."""
        return int((self.pairs.runs < 0).sum())

    @property
    def significant(self) -> bool:
        """Whether Wilcoxon's p-value is below 1 - level."""
        return self.p_value < _alpha(self.level)

    @property
    def winner(self) -> str | None:
        """The better method by effect size, significant or not; None if tied or `better` is None."""
        if self.better is None or isnan(self.effect) or self.effect == 0:
            return None
        return self.names[0] if (self.effect > 0) == (self.better == "higher") else self.names[1]

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a flat dictionary; nan becomes None."""
        flat: dict[str, Any] = {"kind": "comparison", "a": self.names[0], "b": self.names[1]}
        metric, convention = self.number
        flat |= {"metric": metric, "convention": convention, "better": self.better}
        flat |= {"unit": self.pairs.unit, "replicate": self.pairs.design.replicate}
        flat |= {"n": len(self.pairs.names), "left_out": len(self.pairs.left_out)}
        flat |= {"absent": len(self.pairs.absent), "imputed": len(self.pairs.imputed)}
        flat |= {"mean_a": self.means[0], "sd_a": self.sds[0], "mean_b": self.means[1]}
        flat |= {"sd_b": self.sds[1], "difference": self.difference, "level": self.level}
        flat |= {"t_low": self.t.low, "t_high": self.t.high}
        flat |= {"bca_low": self.bca.low, "bca_high": self.bca.high}
        flat |= {"hodges_lehmann": self.shift.estimate, "hodges_lehmann_low": self.shift.interval.low}
        flat |= {"hodges_lehmann_high": self.shift.interval.high}
        flat |= {"statistic": self.wilcoxon.statistic, "p_value": self.p_value}
        flat |= {"smallest_p": self.wilcoxon.smallest_p, "method": self.wilcoxon.method}
        flat |= {"zeros": self.wilcoxon.zeros, "n_zero": self.wilcoxon.n_zero, "effect": self.effect}
        flat |= {"pairs_a_larger": self.larger, "pairs_b_larger": self.smaller}
        flat |= {"p_t": self.t_test.p_value, "p_sign": self.sign_test.p_value}
        flat |= {"p_permutation": self.permutation.p_value, "rope": self.bayes.rope}
        flat |= {
            f"prob_{name}": getattr(self.bayes, name) for name in ("larger", "equivalent", "smaller")
        }
        flat |= {"significant": self.significant, "winner": self.winner}
        flat |= {"warnings": list(self.warnings)}
        return {name: None if isinstance(v, float) and isnan(v) else v for name, v in flat.items()}

    def _table(self) -> Table:
        return comparison_table(self)

    def _picture(self) -> Scene | str:
        return comparison_scene(self)

    def __str__(self) -> str:
        return comparison_text(self)


def compare(
    a: Any,
    b: Any,
    *,
    better: Better | None = None,
    level: float = 0.95,
    zeros: Zeros = "wilcox",
    rope: float = 0.0,
    worst: float | None = None,
    replicate: Replicate | None = None,
    names: tuple[str, str] | None = None,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """
    Test whether two methods differ on the same data sets and seeds, and return effects and intervals.

    Values are paired by data set and seed, or by position if they have no keys. All differences and
    effects are a - b, so they are above 0 if a has the larger values, whether larger is better or not.

    Args:
        a: values of one method and one metric, see `as_runs`.
        b: values of the other method.
        better: whether "higher" or "lower" values are better; by default as stated by the runs or the
            metric, which it must not contradict.
        level: confidence of the intervals, from 0.5 to 0.999999; a p-value below 1 - level is
            significant.
        zeros: how Wilcoxon's test treats differences of 0. "wilcox" drops them. "pratt" ranks them first
            and then drops them. "zsplit" gives half of their ranks to each side.
        rope: half the width of the region of practical equivalence, in which a difference does not
            matter; 0 for no region. A difference at its edge counts half as equivalent.
        worst: value that replaces a missing value, or a run that only the other method has. The default
            is the value in the column "worst" of the values, if they are a table with this column.
            With neither of these, the pair is left out, even if the worst value of the metric is known.
        replicate: the unit of replication. "dataset" averages the seeds of each data set first, so n
            counts data sets. "seed" takes every run as a replicate; use it if each seed is a new random
            graph. "nested" ranks every run, but the test changes the signs of all runs of a data set
            together. The default is "dataset" if there are several data sets, and otherwise "seed".
        names: names of the methods in the result; by default those of the runs, otherwise A and B. If
            the runs name their methods, a name must not be that of the other method.
        resamples: number of resamples of the bootstrap, and of random signs in the permutation test if
            it is simulated.
        seed: seed of the resamples and draws.

    Returns:
        Tests, effect size and intervals. Printed, it is a report that a paper can quote.

    Raises:
        StatisticsError: no pair with both values, a run given twice, lists of different length, several
            metrics, two equal names, a value or a direction that the metric of that name cannot have, no
            data sets for `replicate`, or a level, rope, seed or number of resamples out of range.
        ConventionError: `better`, `zeros` or `replicate` has an unknown value.

    Warns:
        StatisticsWarning: there are too few pairs for any significant result; runs are left out; the
            ranks contradict the mean, the typical difference or most pairs; or the values of a method
            were counted in several classes of graphs.

    References:
        Kerby (2014), doi:10.2466/11.IT.3.1; Benavoli et al. (2017), arXiv:1606.04316.

    Examples:
        >>> from edgemark import stats
        >>> gnn = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90, 0.93, 0.96]
        >>> notears = [0.65, 0.70, 0.60, 0.66, 0.71, 0.58, 0.64, 0.69]
        >>> comparison = stats.compare(gnn, notears, better="higher", names=("RC-GNN", "NOTEARS"))
        >>> comparison.p_value, comparison.effect, stats.compare(notears, gnn).effect
        (0.0078125, 1.0, -1.0)
        >>> print(comparison)
        RC-GNN vs NOTEARS, 8 paired runs, higher is better
          replicate: run (8 runs), by default
          RC-GNN mean: 0.924 ± 0.027
          NOTEARS mean: 0.654 ± 0.047
          mean difference: 0.270, 95 % interval 0.247 to 0.293 (Student's t)
          typical difference: 0.270, 95 % interval 0.250 to 0.295 (Hodges-Lehmann)
          Wilcoxon p-value: 0.0078 ** (exact)
          effect size (rank-biserial r): 1.00 (large); RC-GNN is larger in 100 % of 8 pairs
          Conclusion: RC-GNN is significantly better than NOTEARS (p < 0.01).
    """
    bootstrap = Bootstrap(resamples, seed)
    comparison = comparison_of(
        a,
        b,
        better,
        level,
        bootstrap,
        zeros=zeros,
        rope=rope,
        worst=worst,
        replicate=replicate,
        names=names,
    )
    for text in comparison.warnings:
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    return comparison


def comparison_of(
    a: Any,
    b: Any,
    better: Better | None,
    level: float,
    bootstrap: Bootstrap,
    *,
    zeros: Zeros = "wilcox",
    rope: float = 0.0,
    worst: float | None = None,
    replicate: Replicate | None = None,
    names: tuple[str, str] | None = None,
) -> Comparison:
    """Return what `compare` returns. Its warnings are stored in the result, but not raised."""
    if better is not None:
        require("better", better, choices(Better))
    level = checked_level(level)
    rope = checked_rope(rope)
    runs_of_a, runs_of_b = runs_of_sides([("a", collected(a)), ("b", collected(b))])
    sides = [
        with_stated_bounds(one_method(runs, name), {"worst": worst})
        for name, runs in (("a", runs_of_a), ("b", runs_of_b))
    ]
    for side in sides:
        demand_known_ranges(side)
    number, direction = _number(sides), direction_of(better, *sides)
    demand_valid_bounds([*sides[0], *sides[1]], direction)
    method_names = _names(names, sides)
    pairs = paired(sides[0], sides[1], replicate)
    differences = pairs.differences
    rounding = rounding_of(pairs.a, pairs.b)
    wilcoxon = signed_ranks(pairs.runs, zeros, groups=pairs.groups)
    shift = hodges_lehmann(differences, level)
    all_runs = completed_sides(*sides)
    range_of_a, range_of_b = (range_with_stand_ins(side, better=direction) for side in all_runs)
    return Comparison(
        names=method_names,
        number=number,
        better=direction,
        pairs=pairs,
        means=(mean_of(pairs.a), mean_of(pairs.b)),
        sds=(sd_of(pairs.a), sd_of(pairs.b)),
        difference=mean_difference(differences, rounding),
        level=level,
        t=difference_interval(differences, range_of_a, range_of_b, level),
        bca=bootstrap.interval(differences, level, rounding=float(rounding.mean())),
        shift=shift,
        wilcoxon=wilcoxon,
        t_test=paired_t(differences),
        sign_test=sign_test(differences),
        permutation=permutation_test_with_rounding(
            differences, rounding, bootstrap.resamples, bootstrap.seed
        ),
        bayes=posterior_of(
            differences,
            rounding,
            rope=rope,
            draws=affordable_draws(len(differences)),
            seed=bootstrap.seed,
        ),
        warnings=(
            *_warnings(wilcoxon, shift, pairs, level, method_names, all_runs),
            *warnings_of_classes(*sides),
        ),
    )


def _alpha(level: float) -> float:
    return round(1 - level, 12)


def _names(names: tuple[str, str] | None, sides: list[Runs]) -> tuple[str, str]:
    if names is not None:
        is_pair = isinstance(names, tuple | list) and len(names) == 2
        if not is_pair or str(names[0]) == str(names[1]):
            raise StatisticsError(f"names must be two different names, for a and b; got {names!r}")
        first, second = str(names[0]), str(names[1])
        stated = [side.methods[0] for side in sides]
        if any(
            same_name(name, other) and not same_name(name, own)
            for name, own, other in ((first, *stated), (second, *reversed(stated)))
        ):
            raise StatisticsError(
                f"names must name a and b, in this order; got {names!r}, but a has the runs of "
                f"{stated[0]!r} and b has those of {stated[1]!r}",
                Remedy("Leave names out"),
                Remedy("If the column 'method' is wrong, correct it"),
            )
        return first, second
    a, b = (side.methods[0] for side in sides)
    if (a or "A") != (b or "B"):
        return a or "A", b or "B"
    return f"A ({a})" if a else "A", f"B ({b})" if b else "B"


def _number(sides: list[Runs]) -> tuple[str, str]:
    numbers = [run.number for run in in_one_spelling(tuple(side.rows[0] for side in sides))]
    known = list(dict.fromkeys(number for number in numbers if any(number)))
    if len(known) > 1:
        raise StatisticsError(
            f"a and b must be of one metric; got {' and '.join(map(number_name, known))}"
        )
    return known[0] if known else ("", "")


def _warnings(
    wilcoxon: SignedRanks,
    shift: Shift,
    pairs: Pairs,
    level: float,
    names: tuple[str, str],
    sides: tuple[Runs, Runs],
) -> list[Message]:
    messages = [
        *_size_warnings(wilcoxon, pairs, level),
        *_direction_warnings(wilcoxon, shift, pairs, level, names),
    ]
    if pairs.left_out:
        messages.append(Message(left_out_text(pairs, names), *absent_or_worst(*sides)))
    return messages


def direction_warnings(comparison: Comparison) -> Iterator[Message]:
    """Yield warnings if the mean, the typical difference or most pairs contradict the effect size."""
    yield from _direction_warnings(
        comparison.wilcoxon, comparison.shift, comparison.pairs, comparison.level, comparison.names
    )


def _size_warnings(wilcoxon: SignedRanks, pairs: Pairs, level: float) -> Iterator[Message]:
    n, alpha = wilcoxon.independent, _alpha(level)
    if wilcoxon.n == wilcoxon.n_zero:
        every = "the only difference is" if wilcoxon.n == 1 else f"all {wilcoxon.n} differences are"
        yield Message(f"{every} 0, so no test can tell the methods apart")
    elif wilcoxon.smallest_p >= alpha:
        sample = f"{plural(n, 'difference')} other than 0"
        if pairs.is_nested:
            sample = f"{plural(n, pairs.unit)} with a difference"
        yield Message(
            f"{sample} cannot reach p < {alpha:g}: the smallest two-sided p-value of Wilcoxon's test is "
            f"{wilcoxon.smallest_p:.4g}. Add {pairs.unit}s"
        )


def _direction_warnings(
    wilcoxon: SignedRanks, shift: Shift, pairs: Pairs, level: float, names: tuple[str, str]
) -> Iterator[Message]:
    """Yield warnings if the mean, the typical difference or most pairs contradict the effect size."""
    if isnan(wilcoxon.effect):
        return
    rounding = rounding_of(pairs.a, pairs.b)
    if wilcoxon.effect * mean_difference(pairs.differences, rounding) < 0:
        yield Message(
            "the ranks and the mean of the differences point in opposite directions, because a few "
            "differences are much larger than the others"
        )
    if wilcoxon.effect * shift.estimate < 0 and abs(shift.estimate) > float(rounding.max()):
        # The rank sums count the signs of the Walsh averages (d_i + d_j) / 2, and the typical difference
        # is the median of these averages. So the two can disagree only if the ranks leave differences of
        # 0 out, or if they are the ranks of single runs.
        cause = "the ranks leave differences of 0 out"
        if pairs.is_nested:
            cause = f"the ranks are of runs and the typical difference of {pairs.unit}s"
        yield Message(
            f"the ranks and the typical difference (Hodges-Lehmann) point in opposite directions, "
            f"because {cause}"
        )
    larger, smaller = int((pairs.runs > 0).sum()), int((pairs.runs < 0).sum())
    if wilcoxon.p_value < _alpha(level) and wilcoxon.effect * (larger - smaller) < 0:
        favoured, count = (names[0], larger) if wilcoxon.effect > 0 else (names[1], smaller)
        things = "runs" if pairs.is_nested else "pairs"
        yield Message(
            f"the effect size shows larger values for {favoured}, which is larger in only {count} of "
            f"{len(pairs.runs)} {things}, because the differences in these {things} are larger than in "
            "others"
        )
