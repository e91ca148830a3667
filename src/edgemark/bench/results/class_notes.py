"""Notes on the classes of the truths and estimates of a study."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence

from edgemark.bench.plan import Selector
from edgemark.bench.results.rows import DataKey, ResultRow
from edgemark.conventions.classes import AS_GIVEN, class_named, coarsest
from edgemark.errors import Message, Remedy, listing
from edgemark.evaluation import evaluate
from edgemark.evaluation.references import mapped
from edgemark.graph import Graph
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.selectors import selected

__all__ = ["class_note", "notes_on_truths"]

_GRAPHS = {
    "dag": "DAGs",
    "digraph": "directed graphs",
    "admg": "ADMGs",
    "undirected": "undirected graphs",
    "pdag": "PDAGs",
    "mpdag": "MPDAGs",
    "cpdag": "CPDAGs",
    "mag": "MAGs",
    "pag": "PAGs",
}
_WITHOUT_CLASS = frozenset({"admg", "digraph"})
"""Graphs of these kinds may have no CPDAG and no PAG."""


def class_note(rows: Iterable[ResultRow], metrics: Iterable[Selector]) -> Message | None:
    """
    Return the warning that estimates of several classes are ranked side by side; None if none are.

    The reference class "as-given" allows this. Other reference classes map all graphs to one class.

    Args:
        rows: the runs.
        metrics: the metrics that the runs are ranked by.
    """
    ranked = [row for row in rows if row.ranked and row.state == "ok" and row.reference == AS_GIVEN]
    mixed = [metric for metric in metrics if _compares_several_classes(ranked, metric)]
    if not mixed:
        return None
    scored = [row for row in ranked if any(_is_scored(row, metric) for metric in mixed)]
    algorithms: dict[str, dict[str, None]] = {}
    for row in scored:
        algorithms.setdefault(row.classes[1], {})[row.algorithm] = None
    names = [f"{listing(list(of_kind))} ({_GRAPHS[kind]})" for kind, of_kind in algorithms.items()]
    return Message(
        f"the graphs are compared as given, so {_joined(names)} are ranked side by side by "
        f"{listing(list(map(str, mixed)))}. A mark that an estimate leaves open, such as that of an "
        "undirected edge, may count as an error even if the truth is in the class of the estimate",
        *_advice(scored, mixed[0]),
    )


def _joined(texts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _is_scored(row: ResultRow, metric: Selector) -> bool:
    score = row.scores.get(str(metric))
    return score is not None and score.status == "ok" and bool(row.compared(metric))


def _compares_several_classes(ranked: Iterable[ResultRow], metric: Selector) -> bool:
    """Whether runs on the same data were scored in different classes."""
    first: dict[DataKey, list[str]] = {}
    for row in ranked:
        if _is_scored(row, metric):
            classes = [class_named(side) for side in row.compared(metric).split(" / ")]
            if first.setdefault(row.data_key, classes) != classes:
                return True
    return False


def _advice(rows: Sequence[ResultRow], metric: Selector) -> Iterator[Remedy]:
    """Yield the advice to map all graphs to one class, if they have it and the metric compares it."""
    kinds = {kind for row in rows for kind in row.classes}
    reference = coarsest(kinds)
    if kinds.isdisjoint(_WITHOUT_CLASS) and _compares(metric, reference):
        yield Remedy(
            f'To rank all in one class, set reference = "{reference}" in the plan, and run it again. '
            "It scores the stored estimates again and repeats no algorithm"
        )


def _compares(metric: Selector, reference: str) -> bool:
    """Whether a metric does not refuse two graphs of a class."""
    example = mapped(Graph.parse("A --> B --> C; D --> C"), reference, "truth")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        [row] = evaluate(example, example, [str(metric)])
    return row.status != "refused"


def notes_on_truths(rows: Iterable[ResultRow], metrics: Sequence[Selector]) -> list[str]:
    """Return a sentence for each data set whose truth, an undirected graph, is read as a CPDAG."""
    is_read = any(_reads_truth_as_cpdag(metric) for metric in metrics)
    data = dict.fromkeys(
        row.data
        for row in rows
        if row.classes[0] == "undirected" and (is_read or row.reference in ("cpdag", "pag"))
    )
    return [
        f"{name}: the truth is declared undirected, so comparisons of classes read it as a CPDAG "
        "without unshielded colliders; a skeleton may have some. If it is a CPDAG, declare it so in its "
        "file"
        for name in data
    ]


def _reads_truth_as_cpdag(metric: Selector) -> bool:
    [number] = selected([str(metric)])
    return "truth" in sides_read(number.metric, number.convention.options)
