"""
The normalising factor of every metric, as in Table 3 of the nCED paper (Rehak, Falkenstein, Doehner,
Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based on Ground Truth).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from edgemark.metrics import REGISTRY
from edgemark.report import Row
from edgemark.values import denominators

__all__ = ["normaliser"]

_FACTORS_OF_RATIOS = {
    "f1": "2 TP + FP + FN",
    "mcc": "the root of (TP + FP) (TP + FN) (TN + FP) (TN + FN)",
}


def normaliser(name: str, rows: Iterable[tuple[Row, int]]) -> str:
    """
    Describe the normalising factor of a metric, such as "TP + FP"; "" if it has none.

    The factor of a count is its largest possible value, if that is a number of node pairs.

    Args:
        name: name of the metric, or of a count or ratio of a confusion matrix.
        rows: values of the metric, each with the number p of nodes.
    """
    if factor := _FACTORS_OF_RATIOS.get(name) or (name in REGISTRY and REGISTRY[name].normaliser):
        return str(factor)
    if sums := denominators(name):
        return " and ".join(" + ".join(term.upper() for term in terms) for terms in sums)
    maxima = [(row.of, p) for row, p in rows if row.count is not None and row.of is not None]
    for text, largest in _LARGEST_COUNTS.items():
        if maxima and all(of == largest(p) for of, p in maxima):
            return f"{text} (rate)"
    return ""


_LARGEST_COUNTS: dict[str, Callable[[int], int]] = {
    "p(p-1)/2": lambda p: p * (p - 1) // 2,
    "p(p-1)": lambda p: p * (p - 1),
}
