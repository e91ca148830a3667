"""The normalising factor of every metric, as in Table 3 of the nCED paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from edgemark.report import Row
from edgemark.values import denominators

__all__ = ["normaliser"]

_TRUE, _FALSE, _ESTIMATED = "TP + FN", "FP + TN", "TP + FP"
_FACTORS = {
    "f1": "2 TP + FP + FN",
    "mcc": "the root of (TP + FP) (TP + FN) (TN + FP) (TN + FN)",
    "nced": "p(p-1)",
    "three_point_roc_auc": f"{_TRUE} and {_FALSE}",
    "three_point_prc_auc": f"{_TRUE} and {_ESTIMATED}",
    "bsf": "true edges and absent edges",
    "ddm": "true edges",
    "compelled_recall": "compelled edges",
    "orientation_accuracy": "pairs adjacent in both graphs",
    "ancestral_precision": "marks of the estimate",
}


def normaliser(name: str, rows: Iterable[tuple[Row, int]]) -> str:
    """
    Return the normalising factor of a metric; for a count, that of `Count.rate`.

    Args:
        name: name of the metric or of the ratio of a confusion.
        rows: values of the metric, each with the number p of nodes.
    """
    if name in _FACTORS:
        return _FACTORS[name]
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
