"""
The flat dictionary of the RC-GNN evaluation document, its section 5: the keys that compare graphs.

Its constants for 0 of 0 are kept (0.0). Its formulas are not where they are wrong: there a reversal
adds three to the directed SHD (one missing, one extra, one reversed), each pair counts twice in the
skeleton's, and a pair of arcs both ways counts as a right direction. Here a pair that differs is one.
"""

from __future__ import annotations

from math import isnan
from typing import Any

from edgemark.metrics import confusion, orientation_accuracy, shd

__all__ = ["graph_metrics"]


def graph_metrics(truth: Any, estimate: Any) -> dict[str, float]:
    """
    Give the directed and skeleton keys of the document's flat dictionary.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Precision, recall, F1 and SHD of directed edges and of the skeleton, and the accuracy of
        orientations; 0.0 for 0 of 0.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> from edgemark import Graph
        >>> found = graph_metrics(Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --> C"))
        >>> found["directed_shd"], found["directed_f1"], found["skeleton_f1"]
        (1, 0.5, 1.0)
    """
    directed, skeleton = (confusion(truth, estimate, of=of) for of in ("directed", "skeleton"))
    return {
        "directed_precision": _or_0(directed.precision),
        "directed_recall": _or_0(directed.recall),
        "directed_f1": _or_0(directed.f1),
        "directed_shd": int(shd(truth, estimate)),
        "orientation_accuracy": _or_0(orientation_accuracy(truth, estimate)),
        "skeleton_precision": _or_0(skeleton.precision),
        "skeleton_recall": _or_0(skeleton.recall),
        "skeleton_f1": _or_0(skeleton.f1),
        "skeleton_shd": int(shd(truth, estimate, of="skeleton")),
    }


def _or_0(value: float) -> float:
    return 0.0 if isnan(value) else value
