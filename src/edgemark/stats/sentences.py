"""Comparisons and rankings as sentences that a paper can quote."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.errors import listing, plural
from edgemark.stats.checked_values import TIE

if TYPE_CHECKING:
    from edgemark.stats.against_chance import AgainstChance
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.intervals import Interval
    from edgemark.stats.pairing import Pairs
    from edgemark.stats.ranking import Pair, Ranking

__all__ = [
    "against_chance_text",
    "are",
    "comparison_text",
    "conclusion",
    "effect_size",
    "imputed_text",
    "larger_text",
    "left_out_text",
    "p_text",
    "ranking_text",
    "shown",
    "stand_ins_text",
    "stars",
]

_SIZES = ((0.5, "large"), (0.3, "medium"), (0.1, "small"), (0.0, "negligible"))
_MOST_SHOWN = 12
_LEAST = 0.0001  # The smallest p-value that is written.
_FEW, _MANY = 0.01, 1e6  # Between these limits, three decimals suffice.
_STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def comparison_text(found: Comparison) -> str:
    """
    Write a comparison in the form of the RC-GNN document, with intervals and a line for each warning.
    """
    a, b = found.names
    metric = f" ({' '.join(part for part in found.number if part)})" if any(found.number) else ""
    many = plural(len(found.pairs.names), f"paired {found.pairs.unit}")
    better = f", {found.better} is better" if found.better else ""
    scale = float(max(abs(found.pairs.a).max(), abs(found.pairs.b).max()))
    lines = [f"{a} vs {b}{metric}, {many}{better}", f"  replicate: {found.pairs.design}"]
    for name, mean, sd in zip(found.names, found.means, found.sds, strict=True):
        spread = "" if isnan(sd) else f" ± {shown(sd, scale)}"
        lines.append(f"  {name} mean: {shown(mean, scale)}{spread}")
    middle, typical = shown(found.difference, scale), shown(found.shift.estimate, scale)
    lines.append(f"  mean difference: {middle}{_interval(found, found.t, scale)} (Student's t)")
    shift = _interval(found, found.shift.interval, scale)
    lines.append(f"  typical difference: {typical}{shift} (Hodges-Lehmann)")
    marks = f" {stars(found.p_value)}" if found.significant else ""
    p = p_text(found.p_value, _alpha(found))
    signs = ", signs by data set" if found.pairs.is_nested else ""
    lines.append(f"  Wilcoxon p-value: {p}{marks.rstrip()} ({found.wilcoxon.method}{signs})")
    lines.append(f"  {_effect(found)}")
    if found.bayes.rope:
        lines.append(_probabilities(found))
    if found.pairs.imputed:
        lines.append(f"  {imputed_text(found.pairs.imputed)}")
    lines.append(f"  Conclusion: {conclusion(found)}")
    return "\n".join([*lines, *(f"  warning: {text}" for text in found.warnings)])


def _interval(found: Comparison, interval: Interval, scale: float) -> str:
    if isnan(interval.low):
        return ", no interval"
    low, high = shown(interval.low, scale), shown(interval.high, scale)
    return f", {100 * found.level:g} % interval {low} to {high}"


def _effect(found: Comparison) -> str:
    """The effect size, with its sign in words."""
    if isnan(found.effect):
        return "effect size: undefined, all differences are 0"
    size = effect_size(found.effect)
    words = larger_text(
        found.names, found.larger, found.smaller, len(found.pairs.runs), _replicates_text(found)
    )
    return f"effect size (rank-biserial r): {found.effect:.2f} ({size}); {words}"


def _replicates_text(found: Comparison) -> str:
    return "runs" if found.pairs.is_nested else "pairs"


def larger_text(names: tuple[str, str], larger: int, smaller: int, n: int, things: str = "pairs") -> str:
    """
    State which of two methods has the larger values more often.

    Examples:
        >>> larger_text(("PC", "GES"), 23, 1, 25)
        'PC is larger in 92 % of 25 pairs'
        >>> larger_text(("PC", "GES"), 2, 2, 5)
        'each is larger in 40 % of 5 pairs'
    """
    if larger == smaller:
        return f"each is larger in {_percent(larger, n)} of {n} {things}"
    first, most = (names[0], larger) if larger > smaller else (names[1], smaller)
    return f"{first} is larger in {_percent(most, n)} of {n} {things}"


def _percent(part: int, whole: int) -> str:
    """
    Write a share in percent; only 1 is written as 100 % and only 0 as 0 %.

    Examples:
        >>> _percent(999, 1000), _percent(1, 1000), _percent(8, 8)
        ('99.9 %', '0.1 %', '100 %')
    """
    share = 100 * part / whole
    digits = next(k for k in range(20) if part in (0, whole) or 0 < float(f"{share:.{k}f}") < 100)
    return f"{share:.{digits}f} %"


def ranking_text(found: Ranking) -> str:
    """Write a ranking: the tests of all methods, each method, and the pairs that differ."""
    n = len(found.blocks.names)
    lines = [
        f"{len(found.methods)} methods on {n} {found.blocks.unit}s, {found.better} is better",
        f"replicate: {found.blocks.design}",
    ]
    test, alpha = found.friedman, _alpha(found)
    if isnan(test.chi2):
        lines.append(f"Friedman's test is undefined: all methods tie on every {found.blocks.unit}")
    else:
        lines.append(
            f"Friedman chi-square {test.chi2:.4g}, {_p(test.p_chi2, alpha)}; Iman-Davenport F = "
            f"{test.f:.4g}, {_p(test.p_value, alpha)}"
        )
    rows = found.method_rows()
    width = max(len(row["method"]) for row in rows)
    most = len(str(max(row[name] for row in rows for name in ("wins", "ties", "losses"))))
    digits = len(f"{max(row['average_rank'] for row in rows):.2f}")
    for row in rows:
        counts = ", ".join(f"{row[name]:>{most}} {name}" for name in ("wins", "ties", "losses"))
        lines.append(f"  {row['average_rank']:>{digits}.2f}  {row['method']:<{width}}  {counts}")
    different = [_verdict(found, pair, alpha) for pair in found.pairs if pair.p_holm < alpha]
    lines += different[:_MOST_SHOWN]
    if len(different) > _MOST_SHOWN:
        lines.append(f"and {len(different) - _MOST_SHOWN} more pairs differ")
    if not different:
        who = "no two methods differ" if found.control is None else f"none differs from {found.control}"
        lines.append(f"{who} significantly (Wilcoxon with Holm's correction)")
    if found.blocks.imputed:
        lines.append(imputed_text(found.blocks.imputed, found.blocks.n_imputed))
    return "\n".join([*lines, *(f"warning: {text}" for text in found.warnings)])


def against_chance_text(found: AgainstChance) -> str:
    """State whether a method is better than random guessing."""
    one, alpha = found.comparison, round(1 - found.comparison.level, 12)
    scale = max(map(abs, one.means))
    means = f"{shown(one.means[0], scale)} against {shown(one.means[1], scale)}"
    words = {True: "better than", False: "worse than", None: "different from"}[found.is_better]
    verdict = f"is significantly {words} chance" if found.significant else (
        "does not differ significantly from chance"
    )  # fmt: skip
    n = plural(len(one.pairs.names), one.pairs.unit)
    without = f"; {imputed_text(one.pairs.imputed)}" if one.pairs.imputed else ""
    if found.left_out:
        without += (
            f"; {are(len(found.left_out), 'run')} left out, without a value or a chance value: "
            f"{listing(found.left_out)}"
        )
    return f"{one.names[0]} {verdict}: {means}, Holm {_p(found.p_holm, alpha)}, {n}{without}"


def conclusion(found: Comparison) -> str:
    """State the conclusion from the p-value."""
    a, b = found.names
    if not found.significant or not found.effect:
        at = _p(found.p_value, _alpha(found))
        return f"no significant difference between {a} and {b} ({at})."
    alpha = _alpha(found)
    steps = (*(below for below, _ in _STARS), alpha)
    below = min(step for step in steps if found.p_value < step <= max(alpha, 0.001))
    what, first = "higher" if found.winner is None else "better", found.winner
    if first is None:
        first = a if found.effect > 0 else b
    return f"{first} is significantly {what} than {b if first == a else a} (p < {below:g})."


def p_text(p: float, alpha: float = 0.05) -> str:
    """
    Write a p-value with two significant digits, or more if rounding would cross a level.

    Examples:
        >>> p_text(0.0078125), p_text(0.5), p_text(0.0625), p_text(2e-7), p_text(1.0)
        ('0.0078', '0.5', '0.062', '< 0.0001', '1')
        >>> p_text(0.0499), p_text(0.00995), p_text(0.0996, alpha=0.1)
        ('0.0499', '0.00995', '0.0996')
    """
    if p < _LEAST <= alpha:
        return f"< {_LEAST:g}"
    steps = (alpha, *(below for below, _ in _STARS))
    texts = (f"{p:.{digits}g}" for digits in range(2, 18))
    return next(text for text in texts if all((float(text) < step) == (p < step) for step in steps))


def shown(number: float, scale: float) -> str:
    """
    Write a number with three decimals, or with three significant digits if it is small.

    Examples:
        >>> shown(0.924, 1), shown(2e-4, 1), shown(1e120, 1e120), shown(1e-17, 1)
        ('0.924', '0.0002', '1e+120', '0.000')
    """
    if abs(number) <= TIE * scale:
        number = 0.0  # differs from 0 only by rounding
    return f"{number:.3f}" if not number or _FEW <= abs(number) < _MANY else f"{number:.3g}"


def effect_size(effect: float) -> str:
    """
    Name the size of an effect by Cohen's steps for correlations: .1, .3, .5.

    Examples:
        >>> effect_size(-0.4)
        'medium'
    """
    return next((name for least, name in _SIZES if abs(effect) >= least), "undefined")


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
        n_values: number of missing values; larger if several methods lack one on the same run.

    Examples:
        >>> stand_ins_text(2, 2)
        'the worst possible value stands in for 2 runs without a value'
        >>> stand_ins_text(2, 3)
        'the worst possible value stands in for 2 runs without a value (3 values of several methods)'
    """
    several = f" ({n_values} values of several methods)" if n_values > n_runs else ""
    count = min(n_values or n_runs, n_runs)
    return f"the worst possible value stands in for {plural(count, 'run')} without a value{several}"


def left_out_text(pairs: Pairs, names: tuple[str, str], *, list_runs: bool = True) -> str:
    """State how many paired runs are left out, which method has no value there, and why."""
    absent = f" ({len(pairs.absent)} of them absent)" if pairs.absent else ""
    lack = [(name, count) for name, count in zip(names, pairs.lacking, strict=True) if count]
    who = f"{lack[0][0]} has" if len(lack) == 1 else (
        f"{' or '.join(f'{name} ({count})' for name, count in lack)} has"
    )  # fmt: skip
    runs = f": {listing(pairs.left_out)}" if list_runs else ""
    return (
        f"{are(len(pairs.left_out), 'paired run')} left out{absent}, because {who} no value there{runs}"
        f"{pairs.why}"
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


def _probabilities(found: Comparison) -> str:
    a, b = found.names
    posterior = found.bayes
    return (
        f"  probability: {a} larger {_share(posterior.larger)}, equivalent within ±{posterior.rope:g} "
        f"{_share(posterior.equivalent)}, {b} larger {_share(posterior.smaller)}"
    )


def _verdict(found: Ranking, pair: Pair, alpha: float) -> str:
    first, second = pair.by_ranks(found.better)
    wins, n = pair.wins if first == pair.a else pair.losses, pair.wins + pair.ties + pair.losses
    things = "run" if found.blocks.is_nested else found.blocks.unit
    return (
        f"{first} is better than {second} on {_percent(wins, n)} of {plural(n, things)}: "
        f"Holm {_p(pair.p_holm, alpha)}, |r| = {abs(pair.effect):.2f}"
    )


def _share(share: float) -> str:
    """Write a simulated probability, which is rarely exactly 0 or 1."""
    return "< 0.001" if share < 0.0005 else "> 0.999" if share > 0.9995 else f"{share:.3f}"


def _p(p: float, alpha: float) -> str:
    return f"p {text}" if (text := p_text(p, alpha)).startswith("<") else f"p = {text}"


def _alpha(found: Comparison | Ranking) -> float:
    return round(1 - found.level, 12)
