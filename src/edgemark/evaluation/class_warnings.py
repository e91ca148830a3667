"""Warnings about a truth and an estimate of different classes that metrics compare as given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isnan
from typing import Any

from edgemark.conventions.convention import Convention
from edgemark.conventions.options import Kind
from edgemark.errors import Message, Remedy
from edgemark.graph import Graph, GraphSamples, GraphStack
from edgemark.graph.equivalence import to_cpdag, to_pag
from edgemark.graph.kinds import class_of, describe
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD
from edgemark.metrics import Metric
from edgemark.metrics.selectors import Number
from edgemark.report import Row
from edgemark.values import Confusion

__all__ = ["are_of_class", "hold_directed_graphs", "warnings_of_classes", "warnings_of_sampled_classes"]

_DIRECTED = frozenset({FORWARD, BACKWARD, CYCLE})
_OF_SAMPLES_AS_GIVEN = frozenset(
    {
        ("expected_shd", "pair mismatch"),
        ("expected_shd", "arc Hamming"),
        ("expected_f1", "directed"),
        ("pair_brier", ""),
        ("pair_log_score", ""),
        ("posterior_mass", "graph"),
        ("credible_level", "graph"),
    }
)
"""Metrics and conventions that compare each sample with the truth as given."""


def warnings_of_classes(
    truth: Graph, estimate: Graph, chosen: Iterable[Number], rows: Sequence[Row]
) -> Iterator[str]:
    """Yield the warning about graphs of different classes, if it is true of some row."""
    kinds = class_of(truth), class_of(estimate)
    if kinds[0] == kinds[1] or _are_dags(truth, estimate):
        return
    as_given = " / ".join(kinds)
    compared = {
        (row.metric, row.convention)
        for row in rows
        if _kinds_of(row) == as_given and row.status != "refused"
    }
    by_mark = [
        number
        for number in chosen
        if number.metric.reads_classes == "neither" and not compared.isdisjoint(number.columns)
    ]
    if not by_mark:
        return
    warning = _warning_about_open_marks(*kinds)
    if warning is None:
        yield (
            f"the truth is {describe(kinds[0])} and the estimate {describe(kinds[1])}: compared as "
            "given, mark by mark. The same mark can have another meaning in the other class"
        )
    elif any(_counts_open_marks(metric, convention, *kinds) for metric, convention, _ in by_mark):
        yield _without_refused_numbers(warning, rows)


def _without_refused_numbers(warning: str, rows: Iterable[Row]) -> str:
    """Leave out remedies that request a number which has no value in the report."""
    if not isinstance(warning, Message):
        return warning
    without_value = [f'"{row.metric}:{row.convention}"' for row in rows if row.status != "ok"]
    remedies = (
        remedy
        for remedy in warning.remedies
        if not any(number in remedy.python for number in without_value)
    )
    return Message(warning.problem, *remedies)


def warnings_of_sampled_classes(
    truth: Graph, samples: GraphSamples, rows: Sequence[Row]
) -> Iterator[str]:
    """Yield the warning about samples of another class than the truth, if it is true of some row."""
    as_given = {(row.metric, row.convention) for row in rows if row.status == "ok"}
    if as_given.isdisjoint(_OF_SAMPLES_AS_GIVEN):
        return
    other = _other_class(truth, samples)
    if other is not None:
        yield _without_refused_numbers(_warning_about_samples(class_of(truth), other), rows)


def _warning_about_samples(truth: Kind, sampled: Kind) -> str:
    start = (
        f"the truth is {describe(truth)} and some samples are of another class, such as "
        f"{describe(sampled)}: compared as given, "
    )
    if {truth, sampled} == {"dag", "cpdag"}:
        counted = (
            "each undirected edge of a sample is an error, even if the sample's class contains the truth"
            if sampled == "cpdag"
            else "each edge that the truth leaves undirected is an error"
        )
        metric = "expected_shd:both to CPDAG"
        return Message(
            start + counted,
            Remedy("Compare classes", f'evaluate(truth, estimate, "{metric}")', f"--metric '{metric}'"),
        )
    if sampled == "pag":
        problem = (
            f"{start}edges with circles are errors, even if the class of a sample contains the truth"
        )
        in_python = 'expected(truth, estimate, "shd:truth to PAG")'
        by_class = Remedy("Compare the samples with the class of the truth", in_python)
        return Message(problem, by_class) if truth in ("dag", "cpdag", "mag") else problem
    if truth == "pag":
        return f"{start}edges with circles are errors, even if the truth's class contains the sample"
    return f"{start}mark by mark. The same mark can have another meaning in the other class"


def _other_class(truth: Graph, samples: GraphSamples) -> Kind | None:
    """Return the class of the first sample with weight whose class is not that of the truth."""
    if are_of_class(samples.stack, truth):
        return None
    true_class = class_of(truth)
    for graph, weight in zip(samples.stack, samples.weights, strict=True):
        if weight > 0 and class_of(graph) != true_class and not _are_dags(truth, graph):
            return class_of(graph)
    return None


def are_of_class(graphs: GraphStack, truth: Graph) -> bool:
    """
    Whether their declared kinds and marks show, without a look at each graph, that all graphs are of the
    class of the truth. A DAG and a directed graph with a cycle count as one class.
    """
    true_class = class_of(truth)
    if true_class not in ("dag", "digraph"):
        return set(graphs.kinds) == {true_class}
    return hold_directed_graphs(graphs)


def hold_directed_graphs(graphs: GraphStack) -> bool:
    """Whether all graphs are DAGs or directed graphs with cycles."""
    return graphs.present_states <= _DIRECTED and set(graphs.kinds) <= {None, "dag", "digraph"}


def _kinds_of(row: Row) -> str:
    """Return the kinds that a row compares, without the number of candidates."""
    return row.compared.partition(";")[0]


def _are_dags(truth: Graph, estimate: Graph) -> bool:
    """Whether one side is a DAG that is declared a directed graph, and the other is a DAG."""
    return {class_of(truth), class_of(estimate)} == {"dag", "digraph"} and not (
        truth.objection("dag") or estimate.objection("dag")
    )


def _warning_about_open_marks(truth: Kind, estimate: Kind) -> str | None:
    """Return the warning that undirected edges or circles are errors; None for other classes."""
    if truth == "dag" and estimate == "cpdag":
        return Message(
            "the truth is a DAG and the estimate a CPDAG: compared as given, each undirected edge is an "
            "error, even if the estimate's class contains the truth",
            Remedy(
                "Compare the estimate with the class of the truth",
                'evaluate(truth, estimate, "shd:truth to CPDAG")',
                "--metric 'shd:truth to CPDAG'",
            ),
        )
    if truth == "cpdag" and estimate == "dag":
        return Message(
            "the truth is a CPDAG and the estimate a DAG: compared as given, each edge that the truth "
            "leaves undirected is an error",
            Remedy(
                "Compare the truth with the class of the estimate",
                'evaluate(truth, estimate, "shd:both to CPDAG")',
                "--metric 'shd:both to CPDAG'",
            ),
        )
    if estimate == "pag":
        problem = (
            f"the truth is {describe(truth)} and the estimate a PAG: compared as given, edges with "
            "circles are errors, even if the estimate's class contains the truth"
        )
        by_class = Remedy(
            "Compare the estimate with the class of the truth",
            'evaluate(truth, estimate, "shd:truth to PAG")',
            "--metric 'shd:truth to PAG'",
        )
        return Message(problem, by_class) if truth in ("dag", "cpdag", "mag") else problem
    if truth == "pag":
        return (
            f"the truth is a PAG and the estimate {describe(estimate)}: compared as given, edges with "
            "circles are errors, even if the truth's class contains the estimate"
        )
    return None


# ---- whether a metric counts open marks (undirected edges and circles) as errors

_DAG = "A --> B; C --> D; E --> D; D --> F"


@lru_cache(maxsize=1024)
def _counts_open_marks(metric: Metric, convention: Convention, truth: Kind, estimate: Kind) -> bool:
    """
    Whether a metric counts the undirected edges of a CPDAG, or the circles of a PAG, as errors.

    It does if its value for an example graph and the class of this graph differs from that for two equal
    graphs. Metrics therefore need not declare it.
    """
    if metric.better == "neither":
        return False  # It does not rate estimates.
    is_true_class = truth == "pag" or (truth == "cpdag" and estimate == "dag")
    kind = estimate if is_true_class else truth
    graph = _example(kind)
    member = to_cpdag(graph) if kind == "cpdag" else graph
    its_class = to_pag(graph) if "pag" in (truth, estimate) else to_cpdag(graph)
    sides = (its_class, member) if is_true_class else (member, its_class)
    try:
        values = [metric.compute(*graphs, **convention.options) for graphs in (sides, (member, member))]
    except Exception:  # A metric of another package may be defined only for certain node names.
        return False
    return not _are_equal(*values)


def _example(kind: Kind) -> Graph:
    """Return a MAG if the kind is "mag", else a DAG. Its class has edges with and without open marks."""
    return Graph.parse(f"{_DAG}; G <-> H", kind="mag") if kind == "mag" else Graph.parse(_DAG)


def _are_equal(a: Any, b: Any) -> bool:
    """Whether two values are equal; an undefined value shows no error, so it equals every value."""
    return bool(a == b) or (not isinstance(a, Confusion) and (isnan(a) or isnan(b)))
