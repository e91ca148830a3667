"""Truth, estimate and metrics make a report."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from math import isnan, nan
from typing import Any

from edgemark.conventions import REFERENCES, Convention, Kind
from edgemark.errors import ClassWarning, ConventionError, KindError
from edgemark.graph import Graph, class_of
from edgemark.graph.kinds import describe
from edgemark.metrics import REGISTRY, Metric
from edgemark.metrics._metric import as_graphs
from edgemark.report import Report, Row, Side
from edgemark.values import COUNTS, LOWER_IS_BETTER, RATIOS, Confusion, Count

__all__ = ["evaluate"]

Selected = tuple[Metric, Convention, str | None]


def evaluate(truth: Any, estimate: Any, metrics: Iterable[str] | str | None = None) -> Report:
    """
    Compare an estimate with the truth by every metric that is defined on them.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.
        metrics: names such as "shd" (all its conventions), "shd:arc hamming" (one of them), "confusion",
            "f1" (of every confusion) or "f1:skeleton"; None takes all.

    Returns:
        Rows in the order of the metrics. A metric that is not defined on these graphs is a row too,
        with the status "refused" and the reason.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: a name in `metrics` is not known.

    Warns:
        ClassWarning: the graphs are of different classes, or not of the kind they declare. The
            report's `warnings` hold the same text.

    Examples:
        >>> from edgemark import Graph
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B <-- C")
        >>> report = evaluate(truth, found, ["shd", "f1:skeleton"])
        >>> report["shd", "both to CPDAG"].value, report["f1", "skeleton"].value
        (2, 1.0)
    """
    truth, estimate = as_graphs(truth, estimate)
    selected = _selected(_names(metrics))
    classes = class_of(truth), class_of(estimate)
    rows: list[Row] = []
    for metric, convention, measure in selected:
        rows.extend(_rows(metric, convention, measure, truth, estimate, _compared(convention, *classes)))
    notes = tuple(_notes(truth, estimate, rows))
    for note in notes:
        warnings.warn(note, ClassWarning, stacklevel=2)
    return Report(tuple(rows), _side(truth), _side(estimate), notes)


# ---- which metrics


def _names(metrics: Iterable[str] | str | None) -> tuple[str, ...] | None:
    if metrics is None or isinstance(metrics, str):
        return metrics if metrics is None else (metrics,)
    names = tuple(metrics)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"metrics must be names such as 'shd' or 'f1:skeleton'; got {name!r}")
    return names


@cache
def _selected(names: tuple[str, ...] | None) -> tuple[Selected, ...]:
    everything = [
        (metric, convention, None) for metric in REGISTRY.values() for convention in metric.conventions
    ]
    if names is None:
        return tuple(everything)
    return tuple(dict.fromkeys(choice for name in names for choice in _matching(name, everything)))


def _matching(name: str, everything: list[tuple[Metric, Convention, None]]) -> Iterator[Selected]:
    wanted, _, wanted_convention = (part.strip() for part in name.partition(":"))
    measure = wanted if wanted in (*COUNTS, *RATIOS) else None
    function = "confusion" if measure else wanted
    of_metric = [choice for choice in everything if choice[0].name == function]
    if not of_metric:
        raise ConventionError.unknown("a metric", wanted, [*REGISTRY, *COUNTS, *RATIOS])
    found = [c for c in of_metric if not wanted_convention or _same(c[1].name, wanted_convention)]
    if not found:
        names = [convention.name for _, convention, _ in of_metric]
        raise ConventionError.unknown(f"the convention of {wanted}", wanted_convention, names)
    return ((metric, convention, measure) for metric, convention, _ in found)


def _same(name: str, wanted: str) -> bool:
    def plain(text: str) -> str:
        return "".join(text.lower().replace("-", " ").split())

    return plain(name) == plain(wanted)


# ---- rows


def _rows(
    metric: Metric,
    convention: Convention,
    measure: str | None,
    truth: Graph,
    estimate: Graph,
    compared: str,
) -> Iterator[Row]:
    source = _source(metric, convention)
    try:
        metric.check(truth, estimate)
        value = metric.function(truth, estimate, **convention.options)
    except KindError as error:
        yield Row(
            measure or metric.name, convention.name, source, compared, nan, None, None, metric.better,
            "refused", str(error),
        )  # fmt: skip
        return
    if isinstance(value, Confusion):
        for name in (measure,) if measure else (*COUNTS, *RATIOS):
            yield _measure_row(value, name, convention.name, source, compared)
        return
    count, of = (int(value), value.of) if isinstance(value, Count) else (None, None)
    plain = count if count is not None else value
    row = Row(metric.name, convention.name, source, compared, plain, count, of, metric.better)
    yield replace(row, status="undefined", reason="nothing to count: 0 of 0") if isnan(plain) else row


def _measure_row(value: Confusion, name: str, convention: str, source: str, compared: str) -> Row:
    better = "lower" if name in LOWER_IS_BETTER else "higher"
    if name in COUNTS:
        count = getattr(value, name)
        if count is None:
            reason = "true negatives cannot be counted here"
            return Row(name, convention, source, compared, nan, None, None, better, "undefined", reason)
        return Row(name, convention, source, compared, count, count, None, better)
    ratio = getattr(value, name)
    count, of = value.fraction(name) or (None, None)
    if isnan(ratio):
        reason = value.why_undefined(name)
        return Row(name, convention, source, compared, nan, count, of, better, "undefined", reason)
    return Row(name, convention, source, compared, ratio, count, of, better)


@cache
def _source_of(cite: str, used_by: tuple[str, ...]) -> str:
    reference = REFERENCES[cite]
    return f"{reference}; counted so by {', '.join(used_by)}" if used_by else reference


def _source(metric: Metric, convention: Convention) -> str:
    return _source_of(metric.cite, convention.used_by)


_VIEWS = {
    "skeleton": "skeleton / skeleton",
    "pattern": "pattern / pattern",
    "cpdag": "cpdag / cpdag",
}


def _compared(convention: Convention, truth: str, estimate: str) -> str:
    of = convention.options.get("of")
    if of == "truth-cpdag":
        return f"cpdag / {estimate}"
    return _VIEWS.get(str(of), f"{truth} / {estimate}")


def _side(graph: Graph) -> Side:
    return Side(graph.n_nodes, graph.n_edges, class_of(graph), graph.kind is not None)


# ---- what the reader should know


def _notes(truth: Graph, estimate: Graph, rows: Iterable[Row]) -> Iterator[str]:
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        reason = graph.objection()
        if reason is not None and graph.kind is not None:
            yield f"the {side} is declared {describe(graph.kind)}, but {reason}"
    yield from _class_notes(class_of(truth), class_of(estimate))
    for name in dict.fromkeys(row.metric for row in rows if row.status == "ok"):
        caution = REGISTRY[name].caution if name in REGISTRY else None
        if caution is not None and (note := caution(truth, estimate)):
            yield note


def _class_notes(truth: Kind, estimate: Kind) -> Iterator[str]:
    if truth == "dag" and estimate == "cpdag":
        yield (
            "the truth is a DAG and the estimate a CPDAG: compared as given, each undirected edge is an "
            "error even if the estimate's class holds the truth. Read the rows 'pair mismatch' (as "
            "given) and 'truth to CPDAG' beside each other"
        )
    if estimate == "pag" and truth != "pag":
        yield (
            f"the truth is {describe(truth)} and the estimate a PAG: compared as given, each circle is "
            "an error even if the estimate's class holds the truth"
        )
    if truth == "cpdag" and estimate == "dag":
        yield (
            "the truth is a CPDAG and the estimate a DAG: compared as given, each edge that the truth "
            "leaves undirected is an error. Read the row 'both to CPDAG', or score to_cpdag(estimate)"
        )
