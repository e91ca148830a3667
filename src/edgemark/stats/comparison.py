"""Two methods on the same runs: is there a difference, how large, and which way?"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from edgemark.conventions import choices, require
from edgemark.errors import StatisticsError, StatisticsWarning, listing, plural
from edgemark.stats.arrays import TIE, Values
from edgemark.stats.bayes import Posterior, bayesian_signed_rank, checked_rope
from edgemark.stats.intervals import Bootstrap, Interval, checked_level, t_interval
from edgemark.stats.paired_tests import PairedTest, paired_t, permutation_test, sign_test
from edgemark.stats.pairing import Pairs, paired
from edgemark.stats.runs import Better, Runs, better_of, imputed, number_name, one_method
from edgemark.stats.sentences import are, comparison_text
from edgemark.stats.signed_ranks import SignedRanks, Zeros, signed_ranks

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    What paired runs say of two methods. Differences are a - b.

    Attributes:
        names: of a and b.
        number: metric and convention, where known.
        better: whether "higher" or "lower" values are better; None if nobody said.
        pairs: the values, and the runs left out for want of one.
        means: of a and b.
        sds: their standard deviations over the pairs; nan for one pair.
        difference: mean difference.
        level: confidence of the intervals; a p-value below 1 - level is significant.
        t: interval of Student's t for the mean difference.
        bca: interval of the BCa bootstrap for it.
        wilcoxon: signed-rank test, exact, and the rank-biserial correlation.
        t_test: Student's paired t.
        sign_test: of the signs alone.
        permutation: of the mean, over random signs.
        bayes: how probable it is that a is larger, equivalent, smaller.
        warnings: what the reader of the numbers should know.
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
    wilcoxon: SignedRanks
    t_test: PairedTest
    sign_test: PairedTest
    permutation: PairedTest
    bayes: Posterior
    warnings: tuple[str, ...]

    @property
    def p_value(self) -> float:
        """Of Wilcoxon's test."""
        return self.wilcoxon.p_value

    @property
    def effect(self) -> float:
        """Rank-biserial correlation: above 0 where a is larger."""
        return self.wilcoxon.effect

    @property
    def significant(self) -> bool:
        """Whether Wilcoxon's p-value is below 1 - level."""
        return self.p_value < _alpha(self.level)

    @property
    def winner(self) -> str | None:
        """The method that is better by the ranks, significant or not; None at a tie, or if unknown."""
        if self.better is None or isnan(self.effect) or self.effect == 0:
            return None
        return self.names[0] if (self.effect > 0) == (self.better == "higher") else self.names[1]

    def to_dict(self) -> dict[str, Any]:
        """Give it as flat plain values; nan as None."""
        flat: dict[str, Any] = {"kind": "comparison", "a": self.names[0], "b": self.names[1]}
        flat |= {"metric": self.number[0], "convention": self.number[1], "better": self.better}
        flat |= {"unit": self.pairs.unit, "n": self.wilcoxon.n, "left_out": len(self.pairs.left_out)}
        flat |= {"imputed": len(self.pairs.imputed)}
        flat |= {"mean_a": self.means[0], "sd_a": self.sds[0], "mean_b": self.means[1]}
        flat |= {"sd_b": self.sds[1], "difference": self.difference, "level": self.level}
        flat |= {"t_low": self.t.low, "t_high": self.t.high}
        flat |= {"bca_low": self.bca.low, "bca_high": self.bca.high}
        flat |= {"statistic": self.wilcoxon.statistic, "p_value": self.p_value}
        flat |= {"smallest_p": self.wilcoxon.smallest_p, "method": self.wilcoxon.method}
        flat |= {"zeros": self.wilcoxon.zeros, "n_zero": self.wilcoxon.n_zero, "effect": self.effect}
        flat |= {"p_t": self.t_test.p_value, "p_sign": self.sign_test.p_value}
        flat |= {"p_permutation": self.permutation.p_value, "rope": self.bayes.rope}
        flat |= {
            f"prob_{name}": getattr(self.bayes, name) for name in ("larger", "equivalent", "smaller")
        }
        flat |= {"significant": self.significant, "winner": self.winner}
        flat |= {"warnings": list(self.warnings)}
        return {name: None if isinstance(v, float) and isnan(v) else v for name, v in flat.items()}

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
    names: tuple[str, str] | None = None,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """
    Compare two methods on the same data sets and seeds.

    Pairs are made by data set and seed, or by position where values have no keys. Where there are
    several data sets, a pair is of the means over the seeds of a data set.

    Args:
        a: values of one method, see `as_runs`; of one metric.
        b: values of the other.
        better: whether "higher" or "lower" values are better; without it what the runs say, or the
            metric of that name.
        level: confidence of the intervals; a p-value below 1 - level is significant.
        zeros: what Wilcoxon's test does with differences of 0: "wilcox" drops them, "pratt" ranks them
            first and then drops them, "zsplit" gives half of their ranks to either side.
        rope: half the width of the region in which a difference does not matter.
        worst: what stands in for a missing value; without it what the runs say, else both runs of such a
            pair are left out.
        names: of the methods; without it what the runs say, else A and B, as also of two of one name.
        resamples: of the bootstrap, and of tests that are simulated.
        seed: of these.

    Returns:
        Tests, effect size and intervals; as text it is the sentence of a paper.

    Raises:
        StatisticsError: a run without a partner, a run twice, no pair at all, several metrics; names
            that are the same, or a level, rope or seed that is none.
        ConventionError: no such way to handle zeros.

    Warns:
        StatisticsWarning: so few pairs that no result could be significant; runs left out.

    References:
        Kerby (2014), doi:10.2466/11.IT.3.1; Benavoli et al. (2017), arXiv:1606.04316.

    Examples:
        >>> from edgemark import stats
        >>> gnn = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90, 0.93, 0.96]
        >>> notears = [0.65, 0.70, 0.60, 0.66, 0.71, 0.58, 0.64, 0.69]
        >>> found = stats.compare(gnn, notears, better="higher", names=("RC-GNN", "NOTEARS"))
        >>> found.p_value, found.effect, stats.compare(notears, gnn).effect
        (0.0078125, 1.0, -1.0)
        >>> print(found)
        RC-GNN vs NOTEARS, 8 paired runs, higher is better
          RC-GNN mean: 0.924 ± 0.027
          NOTEARS mean: 0.654 ± 0.047
          difference: 0.270, 95 % interval 0.247 to 0.293
          Wilcoxon p-value: 0.0078 ** (exact)
          effect size (rank-biserial r): 1.00 (large)
          Conclusion: RC-GNN is significantly better than NOTEARS (p < 0.01).
    """
    bootstrap = Bootstrap(resamples, seed)
    found = comparison_of(
        a, b, better, level, bootstrap, zeros=zeros, rope=rope, worst=worst, names=names
    )
    for text in found.warnings:
        warnings.warn(text, StatisticsWarning, stacklevel=2)
    return found


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
    names: tuple[str, str] | None = None,
) -> Comparison:
    """Compare as `compare` does, and warn of nothing: the comparison holds the warnings."""
    if better is not None:
        require("better", better, choices(Better))
    checked_level(level)
    rope = checked_rope(rope)
    sides = [imputed(one_method(one, x), {"worst": worst}) for one, x in ((a, "a"), (b, "b"))]
    number, direction = _number(sides), better or better_of(*sides)
    both = _names(names, sides)
    pairs = paired(*sides)
    d = pairs.differences
    wilcoxon = signed_ranks(d, zeros)
    return Comparison(
        names=both,
        number=number,
        better=direction,
        pairs=pairs,
        means=(float(pairs.a.mean()), float(pairs.b.mean())),
        sds=(_sd(pairs.a), _sd(pairs.b)),
        difference=_mean(d),
        level=level,
        t=t_interval(d, level),
        bca=bootstrap.interval(d, level),
        wilcoxon=wilcoxon,
        t_test=paired_t(d),
        sign_test=sign_test(d),
        permutation=permutation_test(d, bootstrap.resamples, bootstrap.seed),
        bayes=bayesian_signed_rank(d, rope=rope, seed=bootstrap.seed),
        warnings=tuple(_warnings(wilcoxon, pairs, level)),
    )


def _alpha(level: float) -> float:
    return round(1 - level, 12)


def _mean(d: Values) -> float:
    """Mean difference; 0 where only rounding parts it from 0."""
    mean = float(d.mean())
    return mean if abs(mean) > TIE * float(np.abs(d).max()) else 0.0


def _sd(values: Values) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else float("nan")


def _names(names: tuple[str, str] | None, sides: list[Runs]) -> tuple[str, str]:
    if names is not None:
        is_pair = isinstance(names, tuple | list) and len(names) == 2
        if not is_pair or str(names[0]) == str(names[1]):
            raise StatisticsError(f"names must be two, of a and b, not the same; got {names!r}")
        return str(names[0]), str(names[1])
    a, b = (side.methods[0] for side in sides)
    if (a or "A") != (b or "B"):
        return a or "A", b or "B"
    return f"A ({a})" if a else "A", f"B ({b})" if b else "B"


def _number(sides: list[Runs]) -> tuple[str, str]:
    numbers = [side.numbers[0] for side in sides]
    known = list(dict.fromkeys(number for number in numbers if any(number)))
    if len(known) > 1:
        raise StatisticsError(
            f"a and b must be of one metric; got {' and '.join(map(number_name, known))}"
        )
    return known[0] if known else ("", "")


def _warnings(found: SignedRanks, pairs: Pairs, level: float) -> list[str]:
    said = []
    n, alpha = found.n - found.n_zero, _alpha(level)
    if not n:
        every = "the only difference is" if found.n == 1 else f"all {found.n} differences are"
        said.append(f"{every} 0: the methods cannot be told apart here")
    elif found.smallest_p >= alpha:
        said.append(
            f"{plural(n, 'difference')} other than 0 can never reach p < {alpha:g}: the least two-sided "
            f"p-value of Wilcoxon's test is {found.smallest_p:.4g}. More {pairs.unit}s are needed"
        )
    if n and found.effect * _mean(pairs.differences) < 0:
        said.append(
            "the ranks and the mean of the differences point opposite ways: a few differences are far "
            "larger than the others"
        )
    if pairs.left_out:
        said.append(
            f"{are(len(pairs.left_out), 'paired run')} left out, as one side or both have no value: "
            f"{listing(pairs.left_out)}. worst= lets the worst possible stand in"
        )
    return said
