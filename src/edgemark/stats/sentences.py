"""Comparisons and rankings as sentences that a paper can quote."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.display.text import on_one_line
from edgemark.errors import listing, plural
from edgemark.stats.checked_values import TIE

if TYPE_CHECKING:
    from edgemark.stats.against_chance import AgainstChance
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.intervals import Interval
    from edgemark.stats.pairing import Pairs
    from edgemark.stats.ranking import Pair, Ranking
    from edgemark.stats.summaries import Counts

__all__ = [
    "against_chance_text",
    "are",
    "comparison_text",
    "conclusion",
    "counts_with_reason",
    "effect_size",
    "imputed_text",
    "larger_text",
    "left_out_text",
    "p_text",
    "ranking_text",
    "shown",
    "stand_ins_text",
    "stars",
    "stars_note",
]

_SIZES = ((0.5, "large"), (0.3, "medium"), (0.1, "small"), (0.0, "negligible"))
_MOST_PAIRS = 12
_SMALLEST_P = 0.0001  # Smaller p-values are written as a bound, unless alpha is smaller too.
# Numbers from _SMALL to _LARGE have three decimals. Smaller ones need more, and floats above have fewer.
_SMALL, _LARGE = 0.01, 1e12
_STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def comparison_text(comparison: Comparison) -> str:
    """Write a comparison: means, differences with intervals, test, effect, conclusion and warnings."""
    a, b = comparison.names
    metric_and_convention = " ".join(part for part in comparison.number if part)
    in_brackets = f" ({metric_and_convention})" if metric_and_convention else ""
    n_pairs = plural(len(comparison.pairs.names), f"paired {comparison.pairs.unit}")
    better = f", {comparison.better} is better" if comparison.better else ""
    scale = float(max(abs(comparison.pairs.a).max(), abs(comparison.pairs.b).max()))
    lines = [f"{a} vs {b}{in_brackets}, {n_pairs}{better}", f"  replicate: {comparison.pairs.design}"]
    for name, mean, sd in zip(comparison.names, comparison.means, comparison.sds, strict=True):
        spread = "" if isnan(sd) else f" ± {shown(sd, scale)}"
        lines.append(f"  {name} mean: {shown(mean, scale)}{spread}")
    mean_difference = shown(comparison.difference, scale)
    typical_difference = shown(comparison.shift.estimate, scale)
    mean_interval = _interval(comparison, comparison.t, scale)
    lines.append(f"  mean difference: {mean_difference}{mean_interval} (Student's t)")
    typical_interval = _interval(comparison, comparison.shift.interval, scale)
    lines.append(f"  typical difference: {typical_difference}{typical_interval} (Hodges-Lehmann)")
    marks = f" {stars(comparison.p_value)}" if comparison.significant else ""
    p = p_text(comparison.p_value, _alpha(comparison))
    # In a nested design, the null distribution draws one sign for all runs of a data set.
    signs = ", signs by data set" if comparison.pairs.is_nested else ""
    lines.append(f"  Wilcoxon p-value: {p}{marks.rstrip()} ({comparison.wilcoxon.method}{signs})")
    lines.append(f"  {_effect(comparison)}")
    if comparison.bayes.rope:
        lines.append(_probabilities(comparison))
    if comparison.pairs.imputed:
        lines.append(f"  {imputed_text(comparison.pairs.imputed)}")
    lines.append(f"  Conclusion: {conclusion(comparison)}")
    return "\n".join([*lines, *(f"  warning: {text}" for text in comparison.warnings)])


def _interval(comparison: Comparison, interval: Interval, scale: float) -> str:
    if isnan(interval.low):
        return ", no interval"
    low, high = shown(interval.low, scale), shown(interval.high, scale)
    return f", {100 * comparison.level:g} % interval {low} to {high}"


def _effect(comparison: Comparison) -> str:
    """The effect size, with its sign in words."""
    if isnan(comparison.effect):
        return "effect size: undefined, all differences are 0"
    size = effect_size(comparison.effect)
    words = larger_text(
        comparison.names,
        comparison.larger,
        comparison.smaller,
        len(comparison.pairs.runs),
        _counted_thing(comparison),
    )
    return f"effect size (rank-biserial r): {comparison.effect:.2f} ({size}); {words}"


def _counted_thing(comparison: Comparison) -> str:
    """What `Comparison.larger` and `Comparison.smaller` count."""
    return "run" if comparison.pairs.is_nested else "pair"


def larger_text(names: tuple[str, str], larger: int, smaller: int, n: int, thing: str = "pair") -> str:
    """
    State which of two methods has the larger values more often.

    Examples:
        >>> larger_text(("PC", "GES"), 23, 1, 25)
        'PC is larger in 92 % of 25 pairs'
        >>> larger_text(("PC", "GES"), 2, 2, 5)
        'each is larger in 40 % of 5 pairs'
        >>> larger_text(("PC", "GES"), 1, 0, 1)
        'PC is larger in 100 % of 1 pair'
    """
    if larger == smaller:
        return f"each is larger in {_percent(larger, n)} of {plural(n, thing)}"
    name, count = (names[0], larger) if larger > smaller else (names[1], smaller)
    return f"{name} is larger in {_percent(count, n)} of {plural(n, thing)}"


def _percent(part: int, whole: int) -> str:
    """
    Write a share in percent; only a share of 1 is written as 100 %, and only 0 as 0 %.

    Examples:
        >>> _percent(999, 1000), _percent(1, 1000), _percent(8, 8)
        ('99.9 %', '0.1 %', '100 %')
    """
    share = 100 * part / whole
    digits = next(k for k in range(20) if part in (0, whole) or 0 < float(f"{share:.{k}f}") < 100)
    return f"{share:.{digits}f} %"


def ranking_text(ranking: Ranking) -> str:
    """Write a ranking: the tests of all methods, each method, and the pairs that differ."""
    n = len(ranking.blocks.names)
    lines = [
        f"{len(ranking.methods)} methods on {n} {ranking.blocks.unit}s, {ranking.better} is better",
        f"replicate: {ranking.blocks.design}",
    ]
    test, alpha = ranking.friedman, _alpha(ranking)
    if isnan(test.chi2):
        lines.append(f"Friedman's test is undefined: all methods tie on every {ranking.blocks.unit}")
    else:
        lines.append(
            f"Friedman chi-square {test.chi2:.4g}, {_p_equals(test.p_chi2, alpha)}; Iman-Davenport F = "
            f"{test.f:.4g}, {_p_equals(test.p_value, alpha)}"
        )
    rows = ranking.method_rows()
    width = max(len(row["method"]) for row in rows)
    count_width = len(str(max(row[name] for row in rows for name in ("wins", "ties", "losses"))))
    digits = len(f"{max(row['average_rank'] for row in rows):.2f}")
    for row in rows:
        counts = ", ".join(f"{row[name]:>{count_width}} {name}" for name in ("wins", "ties", "losses"))
        lines.append(f"  {row['average_rank']:>{digits}.2f}  {row['method']:<{width}}  {counts}")
    different = [_pair_text(ranking, pair, alpha) for pair in ranking.pairs if pair.p_holm < alpha]
    lines += different[:_MOST_PAIRS]
    if len(different) > _MOST_PAIRS:
        lines.append(f"and {len(different) - _MOST_PAIRS} more pairs differ")
    if not different:
        subject = (
            "no two methods differ"
            if ranking.control is None
            else f"none differs from {ranking.control}"
        )
        lines.append(f"{subject} significantly (Wilcoxon with Holm's correction)")
    if ranking.blocks.imputed:
        lines.append(imputed_text(ranking.blocks.imputed, ranking.blocks.n_imputed))
    return "\n".join([*lines, *(f"warning: {text}" for text in ranking.warnings)])


def against_chance_text(result: AgainstChance) -> str:
    """State whether a method is better than random guessing."""
    comparison, alpha = result.comparison, _alpha(result.comparison)
    scale = max(map(abs, comparison.means))
    means = f"{shown(comparison.means[0], scale)} against {shown(comparison.means[1], scale)}"
    words = {True: "better than", False: "worse than", None: "different from"}[result.is_better]
    verdict = f"is significantly {words} chance" if result.significant else (
        "does not differ significantly from chance"
    )  # fmt: skip
    n = plural(len(comparison.pairs.names), comparison.pairs.unit)
    missing = f"; {imputed_text(comparison.pairs.imputed)}" if comparison.pairs.imputed else ""
    if result.left_out:
        missing += (
            f"; {are(len(result.left_out), 'run')} left out, because the value or the chance value is "
            f"missing: {listing(result.left_out)}"
        )
    return (
        f"{comparison.names[0]} {verdict}: {means}, Holm {_p_equals(result.p_holm, alpha)}, {n}{missing}"
    )


def conclusion(comparison: Comparison) -> str:
    """State which method is significantly better (higher, if no direction is known), or that none is."""
    a, b = comparison.names
    if not comparison.significant or not comparison.effect:
        p_value_text = _p_equals(comparison.p_value, _alpha(comparison))
        return f"no significant difference between {a} and {b} ({p_value_text})."
    alpha = _alpha(comparison)
    bounds = (*(below for below, _ in _STARS), alpha)
    smallest_bound = min(bound for bound in bounds if comparison.p_value < bound)
    adjective, superior = "higher" if comparison.winner is None else "better", comparison.winner
    if superior is None:
        superior = a if comparison.effect > 0 else b
    other = b if superior == a else a
    return f"{superior} is significantly {adjective} than {other} (p < {smallest_bound:g})."


def p_text(p: float, alpha: float = 0.05) -> str:
    """
    Write a p-value with two significant digits, or more if rounding would cross a level.

    Below 0.0001 it is only bounded, unless `alpha` is smaller than that.

    Examples:
        >>> p_text(0.0078125), p_text(0.5), p_text(0.0625), p_text(2e-7), p_text(1.0)
        ('0.0078', '0.5', '0.062', '< 0.0001', '1')
        >>> p_text(0.0499), p_text(0.00995), p_text(0.0996, alpha=0.1)
        ('0.0499', '0.00995', '0.0996')
    """
    if p < _SMALLEST_P <= alpha:
        return f"< {_SMALLEST_P:g}"
    steps = (alpha, *(below for below, _ in _STARS))
    texts = (f"{p:.{digits}g}" for digits in range(2, 18))
    return next(text for text in texts if all((float(text) < step) == (p < step) for step in steps))


def shown(number: float, scale: float) -> str:
    """
    Write a number with three decimals, or with three significant digits if it is small or huge.

    The scale is the largest absolute value of the column. A number that differs from 0 only by rounding
    at this scale is written as 0.000. If the scale is huge, all numbers of the column have an exponent.

    Examples:
        >>> shown(0.924, 1), shown(2e-4, 1), shown(1e120, 1e120), shown(1e-17, 1)
        ('0.924', '0.0002', '1.00e+120', '0.000')
        >>> shown(1e7 + 0.1, 1e7)
        '10000000.100'
        >>> shown(1e12, 1e12), shown(999999, 1e12)
        ('1.00e+12', '1.00e+06')
    """
    if abs(number) <= TIE * scale:
        number = 0.0  # differs from 0 only by rounding
    if scale >= _LARGE:
        return f"{number:.2e}"
    return f"{number:.3f}" if not number or _SMALL <= abs(number) < _LARGE else f"{number:.3g}"


def effect_size(effect: float) -> str:
    """
    Name the size of an effect by Cohen's steps for correlations: small from .1, medium from .3, large
    from .5; "undefined" for nan.

    Examples:
        >>> effect_size(-0.4)
        'medium'
    """
    return next((name for threshold, name in _SIZES if abs(effect) >= threshold), "undefined")


def are(count: int, thing: str) -> str:
    """
    Write a count with its noun and verb.

    Examples:
        >>> are(1, "run"), are(2, "run")
        ('1 run is', '2 runs are')
    """
    return f"{plural(count, thing)} {'is' if count == 1 else 'are'}"


def imputed_text(runs: Sequence[str], n_values: int = 0) -> str:
    """List the runs whose missing value is replaced by the worst possible value."""
    return f"{stand_ins_text(len(runs), n_values)}: {listing(runs)}"


def stand_ins_text(n_runs: int, n_values: int = 0) -> str:
    """
    State how many missing values are replaced by the worst possible one.

    Args:
        n_runs: number of data sets and seeds on which some method has no value.
        n_values: number of missing values; larger if several methods lack one on the same run, smaller
            if a run without a seed holds for several seeds; 0 for one on each run.

    Examples:
        >>> stand_ins_text(2, 2)
        'the worst possible value stands in for 2 runs without a value'
        >>> stand_ins_text(2, 3)
        'the worst possible value stands in for 2 runs without a value (3 values of several methods)'
        >>> stand_ins_text(3, 1)
        'the worst possible value stands in for 1 run without a value, which counts for 3 seeds'
    """
    several = f" ({n_values} values of several methods)" if n_values > n_runs else ""
    count = min(n_values or n_runs, n_runs)
    if count < n_runs:
        several = f", which {'counts' if count == 1 else 'count'} for {n_runs} seeds"
    return f"the worst possible value stands in for {plural(count, 'run')} without a value{several}"


def left_out_text(pairs: Pairs, names: tuple[str, str], *, list_runs: bool = True) -> str:
    """State how many paired runs are left out, which method has no value there, and why."""
    absent = f" ({len(pairs.absent)} of them absent)" if pairs.absent else ""
    lacking = [(name, count) for name, count in zip(names, pairs.lacking, strict=True) if count]
    subject = f"{lacking[0][0]} has" if len(lacking) == 1 else (
        f"{' or '.join(f'{name} ({count})' for name, count in lacking)} has"
    )  # fmt: skip
    runs = f": {listing(pairs.left_out)}" if list_runs else ""
    return (
        f"{are(len(pairs.left_out), 'paired run')} left out{absent}, because {subject} no value "
        f"there{runs}{pairs.why}"
    )


def stars(p_value: float, level: float = 0.95) -> str:
    """
    Return stars for a p-value below .05, .01 or .001 that is significant at the level.

    Examples:
        >>> stars(0.008)
        '**'
    """
    if not p_value < round(1 - level, 12):
        return ""
    return next((mark for below, mark in _STARS if p_value < below), "")


def stars_note(level: float = 0.95) -> str:
    """
    Explain the stars of a table. Only p-values that are significant at the level have stars.

    Examples:
        >>> stars_note()
        '*, **, ***: p below .05, .01, .001'
        >>> stars_note(0.98), stars_note(0.99)
        ('*, **, ***: p below .02, .01, .001', '**, ***: p below .01, .001')
    """
    alpha = round(1 - level, 12)
    limits_of_more_stars = [0.0, *(below for below, _ in _STARS[:-1])]
    used = [
        (mark, min(below, alpha))
        for (below, mark), of_more in zip(_STARS, limits_of_more_stars, strict=True)
        if of_more < alpha
    ][::-1]
    marks = ", ".join(mark for mark, _ in used)
    return f"{marks}: p below {', '.join(f'{below:g}'.removeprefix('0') for _, below in used)}"


def _probabilities(comparison: Comparison) -> str:
    a, b = comparison.names
    posterior = comparison.bayes
    return (
        f"  probability: {a} larger {_probability_text(posterior.larger)}, "
        f"equivalent within ±{posterior.rope:g} {_probability_text(posterior.equivalent)}, "
        f"{b} larger {_probability_text(posterior.smaller)}"
    )


def _pair_text(ranking: Ranking, pair: Pair, alpha: float) -> str:
    first, second = pair.by_ranks(ranking.better)
    wins, n = pair.wins if first == pair.a else pair.losses, pair.wins + pair.ties + pair.losses
    things = "run" if ranking.blocks.is_nested else ranking.blocks.unit
    return (
        f"{first} is better than {second} on {_percent(wins, n)} of {plural(n, things)}: "
        f"Holm {_p_equals(pair.p_holm, alpha)}, |r| = {abs(pair.effect):.2f}"
    )


def _probability_text(share: float) -> str:
    """Write a share of draws, as a bound near 0 and 1: it estimates a probability that is neither."""
    return "< 0.001" if share < 0.0005 else "> 0.999" if share > 0.9995 else f"{share:.3f}"


def _p_equals(p: float, alpha: float) -> str:
    return f"p {text}" if (text := p_text(p, alpha)).startswith("<") else f"p = {text}"


def _alpha(result: Comparison | Ranking) -> float:
    return round(1 - result.level, 12)  # 1 - 0.95 is slightly above 0.05


def counts_with_reason(counts: Counts, reason: str) -> str:
    """
    Return the numbers of runs, followed by the reason why one of them has no value.

    Examples:
        >>> from edgemark.stats.summaries import Counts
        >>> counts_with_reason(Counts(ok=8, failed=2), "no memory")
        '8 of 10 runs: 2 failed (no memory)'
        >>> counts_with_reason(Counts(ok=8, undefined=1, failed=1), "no memory")
        '8 of 10 runs: 1 undefined, 1 failed (one of them: no memory)'
    """
    kinds = sum(n > 0 for n in (counts.undefined, counts.refused, counts.failed, counts.absent))
    return (
        f"{counts} ({'one of them: ' if kinds > 1 else ''}{on_one_line(reason)})"
        if reason
        else str(counts)
    )
