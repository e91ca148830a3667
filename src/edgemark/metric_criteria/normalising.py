"""The normalising factor of every metric, as in Table 3 of the nCED paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from edgemark.report import Row
from edgemark.values import denominators

__all__ = ["normaliser"]

_TRUE, _FALSE, _FOUND = "TP + FN", "FP + TN", "TP + FP"
_OF_METRICS = {
    "f1": "2 TP + FP + FN",
    "mcc": "the root of (TP + FP) (TP + FN) (TN + FP) (TN + FN)",
    "nced": "p(p-1)",
    "three_point_roc_auc": f"{_TRUE} and {_FALSE}",
    "three_point_prc_auc": f"{_TRUE} and {_FOUND}",
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
    if name in _OF_METRICS:
        return _OF_METRICS[name]
    if below := denominators(name):
        return " and ".join(" + ".join(part.upper() for part in one) for one in below)
    known = [(row.of, p) for row, p in rows if row.count is not None and row.of is not None]
    for text, most in _MOST.items():
        if known and all(of == most(p) for of, p in known):
            return f"{text} (rate)"
    return ""


_MOST: dict[str, Callable[[int], int]] = {
    "p(p-1)/2": lambda p: p * (p - 1) // 2,
    "p(p-1)": lambda p: p * (p - 1),
}
