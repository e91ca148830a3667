"""The graphs that metrics compare instead of those given, such as CPDAGs; batches are allowed."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from edgemark.errors import ClassWarning, KindError, Message, Remedy, levels_to_caller
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.equivalence import (
    can_be_repaired,
    class_read,
    kind_read,
    pattern,
    refuse_declaration,
    refuse_false_class,
    to_cpdag,
    to_pag,
)
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.graph.equivalence.reading import refuse_knowledge
from edgemark.graph.kinds import (
    class_of,
    demand,
    describe,
    remedies_for_undirected_edges,
    two_tails_objection,
)
from edgemark.graph.latent import member_for_separations
from edgemark.graph.marks import UNDIRECTED
from edgemark.metrics.batch import GraphBatch, GraphOrBatch, converted_graphs
from edgemark.metrics.restricted_pairs import with_candidates_of

if TYPE_CHECKING:
    from edgemark.metrics.declaration import Metric

__all__ = [
    "as_given",
    "both_to_cpdag",
    "both_to_pag",
    "compare_samples",
    "cpdag_of",
    "patterns",
    "score_adjacencies",
    "sides_read",
    "skeleton_notes",
    "skeletons",
    "truth_to_cpdag",
    "truth_to_pag",
    "warn_how_skeletons_are_read",
]

_BOTH = ("truth", "estimate")
_CONVERTING_OPTIONS = frozenset({"cpdag", "pag", "pattern", "truth-cpdag", "truth-pag"})
_PATH_OPTIONS = frozenset({"ancestral", "visible"})

Side = TypeVar("Side", Graph, GraphBatch)
OtherSide = TypeVar("OtherSide", Graph, GraphBatch)


def sides_read(metric: Metric, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sides on which a metric with these options reads an undirected graph as a CPDAG."""
    of, compare = options.get("of"), options.get("compare")
    counts_paths = of in _PATH_OPTIONS and _takes_graphs(metric)
    is_converted = of in _CONVERTING_OPTIONS or compare in ("cpdag", "pattern")
    if metric.reads_classes == "both" or counts_paths or is_converted:
        return _BOTH
    of_class = of == "class" or options.get("against") == "class"
    return _BOTH[:1] if metric.reads_classes == "truth" or of_class else ()


def _takes_graphs(metric: Metric) -> bool:
    """Whether estimates are graphs or samples of graphs."""
    from edgemark.graph import GraphSamples

    return metric.takes in (Graph, GraphSamples)


def skeleton_notes(truth: Any, estimate: Any, sides: Collection[str] = _BOTH) -> Iterator[Message]:
    """Yield a warning for each of `sides` that is declared undirected, but is read as a CPDAG."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        note = _skeleton_note(graph, side)
        if note is not None and side in sides:
            yield note


def _skeleton_note(compared: Any, side: str) -> Message | None:
    from edgemark.graph import GraphSamples

    if isinstance(compared, Graph | TemporalGraph):
        return skeleton_note(compared, side)
    if not isinstance(compared, GraphSamples):
        return None
    stack = compared.stack
    if not any(kind == "undirected" and stack[k].n_edges for k, kind in enumerate(stack.kinds)):
        return None
    return Message(
        "each sample that is an undirected graph is read as a CPDAG without unshielded colliders; a "
        "skeleton may have some",
        Remedy("If the samples are CPDAGs, declare them so"),
    )


def warn_how_skeletons_are_read(truth: Any, estimate: Any) -> None:
    """Warn of each side that is a declared undirected graph and is read as a CPDAG."""
    for note in skeleton_notes(truth, estimate):
        warnings.warn(note, ClassWarning, stacklevel=levels_to_caller())


def as_given(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return both graphs unchanged."""
    return truth, estimate


def _cpdag_of_dag(dag: Side) -> Side:
    """Return the CPDAG of a DAG, or of each DAG of a batch."""
    return dag.cpdag() if isinstance(dag, GraphBatch) else to_cpdag(dag)


def _pattern_of(pdag: Side, side: str) -> Side:
    """Return the pattern of a partially directed graph, or of each graph of a batch."""
    _refuse_declaration(pdag, "comparing patterns", side)
    refuse_knowledge(pdag, "comparing patterns", _compare_as_given(), side=side)
    if pdag.kind != "pdag":
        refuse_false_class(pdag, "comparing patterns", side)
    if not isinstance(pdag, GraphBatch):
        return pattern(pdag)
    demand(pdag, "pdag", "the pattern of a graph")
    return pdag.pattern()


def cpdag_of(graph: Side, side: str, instead: Remedy | None = None) -> Side:
    """
    Return the CPDAG of a DAG, or the graph itself if it is a CPDAG.

    The error for other graphs advises `instead`; the default is to compare the graphs as given.
    """
    instead = instead or _compare_as_given()
    _refuse_declaration(graph, "comparing CPDAGs", side, instead)
    refuse_knowledge(graph, "comparing CPDAGs", instead, side=side)
    kind = class_read(graph)
    if kind is not None:
        return with_candidates_of(graph, _cpdag_of_dag(graph)) if kind == "dag" else graph
    raise KindError(
        f"comparing CPDAGs needs a DAG or a CPDAG as the {side}; {graph.objection('cpdag')}",
        instead,
        *_remedies_for_cpdag(graph, side),
    )


def _refuse_declaration(
    graph: GraphOrBatch, what: str, side: str, instead: Remedy | None = None
) -> None:
    try:
        refuse_declaration(graph, what, side)
    except KindError as error:
        raise error.advising(instead or _compare_as_given()) from None


def _compare_as_given() -> Remedy:
    return Remedy(
        "Compare the graphs as given",
        'evaluate(truth, estimate, "shd:pair mismatch")',
        "--metric 'shd:pair mismatch'",
    )


def compare_samples() -> Remedy:
    """Return the remedy for samples that cannot be compared with the class of the truth."""
    return Remedy(
        "Compare the samples as given",
        'evaluate(truth, estimate, "expected_shd:pair mismatch")',
        "--metric 'expected_shd:pair mismatch'",
    )


def score_adjacencies() -> Remedy:
    """Return the remedy for edge probabilities that cannot be compared with the class of the truth."""
    return Remedy(
        "Score the adjacencies",
        'evaluate(truth, estimate, "edge_brier:skeleton")',
        "--metric edge_brier:skeleton",
    )


def _remedies_for_cpdag(graph: GraphOrBatch, side: str) -> tuple[Remedy, ...]:
    if not isinstance(graph, Graph):
        return ()  # The error of a batch is never shown: its graphs get nan, or are compared one by one.
    if not can_be_repaired(graph):
        return remedies_for_undirected_edges(graph, side)
    return (Remedy("Or make it a CPDAG", f"repair({side})[0]"),)


def skeletons(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the skeletons of both graphs."""
    return with_candidates_of(truth, truth.skeleton()), estimate.skeleton()


def patterns(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the patterns of both graphs."""
    return with_candidates_of(truth, _pattern_of(truth, "truth")), _pattern_of(estimate, "estimate")


def truth_to_cpdag(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the CPDAG of the truth and the unchanged estimate, which need not be a CPDAG."""
    _refuse_declaration(estimate, "comparing CPDAGs", "estimate")
    refuse_knowledge(estimate, "comparing CPDAGs", _compare_as_given(), side="estimate")
    if not can_be_repaired(estimate):
        two_tails = two_tails_objection(estimate) if isinstance(estimate, Graph) else None
        raise KindError(
            "a comparison with the CPDAG of the truth needs an estimate of --> and ---, with one edge "
            "on a pair, where --- means either direction; "
            f"{f'in the estimate, {two_tails}' if two_tails else 'the estimate has other edges'}",
            _compare_as_given(),
            *remedies_for_undirected_edges(estimate, "estimate"),
        )
    return cpdag_of(truth, "truth"), estimate


def both_to_cpdag(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the CPDAGs of both graphs."""
    return cpdag_of(truth, "truth"), cpdag_of(estimate, "estimate")


# ---- classes of graphs with hidden variables


def truth_to_pag(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the PAG of the truth and the unchanged estimate."""
    kind = class_of(estimate)
    if kind not in ("mag", "pag") and estimate.present_states:
        raise KindError(
            f"a comparison with the PAG of the truth needs a MAG or a PAG as the estimate; it is "
            f"{describe(kind)}",
            Remedy(
                "Compare the PAGs of both",
                'shd(truth, estimate, of="pag")',
                "--metric 'shd:both to PAG'",
            )
            if _may_have_pag(truth) and _may_have_pag(estimate)
            else _compare_as_given(),
        )
    return _pag_of(truth, "truth"), estimate


def _may_have_pag(graph: GraphOrBatch) -> bool:
    """Whether a graph is a DAG, a CPDAG, or may be a MAG or a PAG; quicker than converting it."""
    kind = class_of(graph)
    if kind in ("cpdag", "pdag", "undirected"):
        return not isinstance(graph, Graph) or graph.is_cpdag()
    if kind == "mag":
        return UNDIRECTED not in graph.present_states
    return kind in ("dag", "pag")


def both_to_pag(truth: Graph, estimate: Side, **_: Any) -> tuple[Graph, Side]:
    """Return the PAGs of both graphs."""
    return _pag_of(truth, "truth"), _pag_of(estimate, "estimate")


def _pag_of(graph: Side, side: str) -> Side:
    """Return the PAG of the equivalence class of a graph, or of each graph of a batch."""
    if isinstance(graph, GraphBatch):
        return graph.cached("pags", lambda many: converted_graphs(many, lambda one: _pag_of(one, side)))
    refuse_knowledge(
        graph, "comparing PAGs", _compare_as_given(), side=side, needs="a DAG, a CPDAG, a MAG or a PAG"
    )
    kind = kind_read(graph, "comparing PAGs", side)
    if kind not in ("dag", "cpdag", "mag", "pag"):
        raise KindError(
            f"comparing PAGs needs a DAG, a CPDAG, a MAG or a PAG as the {side}; it is {describe(kind)}"
        )
    member = member_for_separations(graph, "comparing PAGs", side)
    return with_candidates_of(graph, graph if kind == "pag" else to_pag(member.with_kind("mag")))
