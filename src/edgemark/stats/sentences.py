"""What a paper says of a comparison or a ranking, true to its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.errors import listing, plural
from edgemark.stats.arrays import TIE

if TYPE_CHECKING:
    from edgemark.stats.comparison import Comparison
    from edgemark.stats.ranking import Pair, Ranking

__all__ = [
    "are",
    "comparison_text",
    "conclusion",
    "effect_size",
    "imputed_text",
    "p_text",
    "ranking_text",
    "shown",
    "stars",
]

_SIZES = ((0.5, "large"), (0.3, "medium"), (0.1, "small"), (0.0, "negligible"))
_MOST_SHOWN = 12
_LEAST = 0.0001  # p-value that is written
_FEW, _MANY = 0.01, 1e6  # between them three decimals say enough
_STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def comparison_text(found: Comparison) -> str:
    """Write a comparison as the RC-GNN document does, with the interval, and a line for each warning."""
    a, b = found.names
    metric = f" ({' '.join(part for part in found.number if part)})" if any(found.number) else ""
    many = plural(found.wilcoxon.n, f"paired {found.pairs.unit}")
    better = f", {found.better} is better" if found.better else ""
    scale = float(max(abs(found.pairs.a).max(), abs(found.pairs.b).max()))
    lines = [f"{a} vs {b}{metric}, {many}{better}"]
    for name, mean, sd in zip(found.names, found.means, found.sds, strict=True):
        spread = "" if isnan(sd) else f" ± {shown(sd, scale)}"
        lines.append(f"  {name} mean: {shown(mean, scale)}{spread}")
    interval = ", no interval" if isnan(found.t.low) else (
        f", {100 * found.level:g} % interval {shown(found.t.low, scale)} to {shown(found.t.high, scale)}"
    )  # fmt: skip
    lines.append(f"  difference: {shown(found.difference, scale)}{interval}")
    marks = f" {stars(found.p_value)}" if found.significant else ""
    p = p_text(found.p_value, _alpha(found))
    lines.append(f"  Wilcoxon p-value: {p}{marks.rstrip()} ({found.wilcoxon.method})")
    if isnan(found.effect):
        lines.append("  effect size: undefined, all differences are 0")
    else:
        size = effect_size(found.effect)
        lines.append(f"  effect size (rank-biserial r): {found.effect:.2f} ({size})")
    if found.bayes.rope:
        lines.append(_probabilities(found))
    if found.pairs.imputed:
        lines.append(f"  {imputed_text(found.pairs.imputed)}")
    lines.append(f"  Conclusion: {conclusion(found)}")
    return "\n".join([*lines, *(f"  warning: {text}" for text in found.warnings)])


def ranking_text(found: Ranking) -> str:
    """Write a ranking: the tests of all methods, each method, and the pairs that differ."""
    n = len(found.blocks.names)
    lines = [f"{len(found.methods)} methods on {n} {found.blocks.unit}s, {found.better} is better"]
    test, alpha = found.friedman, _alpha(found)
    if isnan(test.chi2):
        lines.append("Friedman's test is undefined: every data set ties all methods")
    else:
        lines.append(
            f"Friedman chi-square {test.chi2:.4g}, {_p(test.p_chi2, alpha)}; Iman-Davenport F = "
            f"{test.f:.4g}, {_p(test.p_value, alpha)}"
        )
    rows = found.method_rows()
    width = max(len(row["method"]) for row in rows)
    most = len(str(n * (len(rows) - 1)))
    for row in rows:
        counts = ", ".join(f"{row[name]:>{most}} {name}" for name in ("wins", "ties", "losses"))
        lines.append(f"  {row['average_rank']:.2f}  {row['method']:<{width}}  {counts}")
    different = [_verdict(pair, alpha) for pair in found.pairs if pair.p_holm < alpha]
    lines += different[:_MOST_SHOWN]
    if len(different) > _MOST_SHOWN:
        lines.append(f"and {len(different) - _MOST_SHOWN} more pairs differ")
    if not different:
        lines.append("no two methods differ significantly (Wilcoxon with Holm's correction)")
    if found.blocks.imputed:
        lines.append(imputed_text(found.blocks.imputed))
    return "\n".join([*lines, *(f"warning: {text}" for text in found.warnings)])


def conclusion(found: Comparison) -> str:
    """Say what follows from the p-value, and no more."""
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
    Write a p-value with two digits that count, or as many as keep it on its side of each level.

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
    Write a number with three decimals, or three digits that count where decimals would lose it.

    Examples:
        >>> shown(0.924, 1), shown(2e-4, 1), shown(1e120, 1e120), shown(1e-17, 1)
        ('0.924', '0.0002', '1e+120', '0.000')
    """
    if abs(number) <= TIE * scale:
        number = 0.0  # but for rounding
    return f"{number:.3f}" if not number or _FEW <= abs(number) < _MANY else f"{number:.3g}"


def effect_size(effect: float) -> str:
    """
    Say how large an effect is, by Cohen's steps for a correlation: .1, .3, .5.

    Examples:
        >>> effect_size(-0.4)
        'medium'
    """
    return next((name for least, name in _SIZES if abs(effect) >= least), "undefined")


def are(count: int, thing: str) -> str:
    """
    Write a number of things, and what they do.

    Examples:
        >>> are(1, "run"), are(2, "run")
        ('1 run is', '2 runs are')
    """
    return f"{plural(count, thing)} {'is' if count == 1 else 'are'}"


def imputed_text(runs: Sequence[str]) -> str:
    """Say for which runs the worst possible stands in."""
    return (
        f"the worst possible stands in for {plural(len(runs), 'run')} without a value: {listing(runs)}"
    )


def stars(p_value: float) -> str:
    """
    Mark a p-value below .05, .01 or .001.

    Examples:
        >>> stars(0.008)
        '**'
    """
    return next((mark for below, mark in _STARS if p_value < below), "")


def _probabilities(found: Comparison) -> str:
    a, b = found.names
    posterior = found.bayes
    return (
        f"  probability: {a} larger {posterior.larger:.3f}, equivalent within ±{posterior.rope:g} "
        f"{posterior.equivalent:.3f}, {b} larger {posterior.smaller:.3f}"
    )


def _verdict(pair: Pair, alpha: float) -> str:
    first, second = (pair.a, pair.b) if pair.effect > 0 else (pair.b, pair.a)
    return f"{first} is better than {second}: Holm {_p(pair.p_holm, alpha)}, r = {abs(pair.effect):.2f}"


def _p(p: float, alpha: float) -> str:
    return f"p {text}" if (text := p_text(p, alpha)).startswith("<") else f"p = {text}"


def _alpha(found: Comparison | Ranking) -> float:
    return round(1 - found.level, 12)
