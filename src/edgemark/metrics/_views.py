"""What is compared in place of the graphs that were given; an estimate may be many, see `Many`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from edgemark.errors import KindError, Message, Remedy
from edgemark.graph import (
    Graph,
    can_be_repaired,
    class_of,
    pattern,
    refuse_declaration,
    to_cpdag,
    to_pag,
)
from edgemark.graph.equivalence.hidden import skeleton_note
from edgemark.graph.kinds import demand, describe, ways_to_declare
from edgemark.graph.latent import member_to_walk
from edgemark.metrics._counted import carried
from edgemark.metrics._many import Many, each_made

__all__ = [
    "Views",
    "as_given",
    "both_to_cpdag",
    "both_to_pag",
    "cpdag_of",
    "patterns",
    "reads_classes",
    "skeleton_notes",
    "skeletons",
    "truth_to_cpdag",
    "truth_to_pag",
]

_OF_CLASSES = frozenset({"ancestor_aid", "oset_aid", "parent_aid", "sid_lower", "sid_upper"})

Views = tuple[Graph, Graph]


def reads_classes(name: str, options: Mapping[str, Any]) -> bool:
    """Whether a metric with these options reads a graph of --- as the CPDAG of a class."""
    of_cpdags = options.get("of") in ("cpdag", "truth-cpdag") or options.get("compare") == "cpdag"
    return name in _OF_CLASSES or of_cpdags


def skeleton_notes(truth: Any, estimate: Any) -> Iterator[Message]:
    """Warn of each side that is a skeleton, for a metric that reads classes."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if isinstance(graph, Graph) and (note := skeleton_note(graph, side)):
            yield note


def as_given(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """What most distances compare: the graphs themselves."""
    return truth, estimate


def _cpdag_of_dag(dag: Graph) -> Graph:
    """The CPDAG of a DAG, or of each of many."""
    return dag.cpdag() if isinstance(dag, Many) else to_cpdag(dag)


def _pattern_of(pdag: Graph, side: str) -> Graph:
    """The pattern of a partially directed graph, or of each of many."""
    _refuse_declaration(pdag, "comparing patterns", side)
    if not isinstance(pdag, Many):
        return pattern(pdag)
    demand(pdag, "pdag", "the pattern of a graph")
    return pdag.pattern()


def cpdag_of(graph: Graph, side: str) -> Graph:
    """The CPDAG that a DAG is a member of, or that a graph already is."""
    _refuse_declaration(graph, "comparing CPDAGs", side)
    if graph.kind == "mpdag":
        raise KindError(
            f"comparing CPDAGs needs a DAG or a CPDAG as the {side}; it is declared an MPDAG, whose "
            f"arrows knowledge or interventions may have directed",
            _compare_as_given(),
        )
    if graph.is_dag() and graph.kind != "cpdag":
        return carried(graph, _cpdag_of_dag(graph))
    reason = graph.objection("cpdag")
    if reason is None:
        return graph
    raise KindError(
        f"comparing CPDAGs needs a DAG or a CPDAG as the {side}; {reason}",
        _compare_as_given(),
        *_ways_to_cpdag(graph, side),
    )


def _refuse_declaration(graph: Graph, what: str, side: str) -> None:
    try:
        refuse_declaration(graph, what, side)
    except KindError as error:
        raise error.advising(_compare_as_given()) from None


def _compare_as_given() -> Remedy:
    return Remedy(
        "Compare the graphs as given",
        'evaluate(truth, estimate, "shd:pair mismatch")',
        "--metric 'shd:pair mismatch'",
    )


def _ways_to_cpdag(graph: Graph, side: str) -> tuple[Remedy, ...]:
    if not isinstance(graph, Graph):
        return ()  # many graphs, of which each that is refused is asked again
    if not can_be_repaired(graph):
        return ways_to_declare(graph, side)
    return (Remedy("Or make it a CPDAG", f"repair({side})[0]"),)


def skeletons(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their skeletons."""
    return carried(truth, truth.skeleton()), estimate.skeleton()


def patterns(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their patterns."""
    return carried(truth, _pattern_of(truth, "truth")), _pattern_of(estimate, "estimate")


def truth_to_cpdag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """The CPDAG of the truth, and the estimate as it is."""
    _refuse_declaration(estimate, "comparing CPDAGs", "estimate")
    if estimate.kind == "mpdag":
        cpdag_of(estimate, "estimate")  # refuses it
    if not can_be_repaired(estimate):
        raise KindError(
            "a comparison with the CPDAG of the truth needs an estimate of --> and ---, with one edge "
            "on a pair and --- for either direction; the estimate has other edges",
            _compare_as_given(),
        )
    return cpdag_of(truth, "truth"), estimate


def both_to_cpdag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their CPDAGs."""
    return cpdag_of(truth, "truth"), cpdag_of(estimate, "estimate")


# ---- classes of graphs with hidden variables


def truth_to_pag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """The PAG of the truth, and the estimate as it is."""
    kind = class_of(estimate)
    if kind not in ("mag", "pag") and estimate.present_states:
        raise KindError(
            f"a comparison with the PAG of the truth needs a MAG or a PAG as the estimate; it is "
            f"{describe(kind)}",
            Remedy(
                "Compare the PAGs of both",
                'shd(truth, estimate, of="pag")',
                "--metric 'shd:both to PAG'",
            ),
        )
    return _pag_of(truth, "truth"), estimate


def both_to_pag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their PAGs."""
    return _pag_of(truth, "truth"), _pag_of(estimate, "estimate")


def _pag_of(graph: Graph, side: str) -> Graph:
    """The PAG of the class that a graph is a member of, or stands for."""
    if isinstance(graph, Many):
        return graph.cached("pags", lambda many: each_made(many, lambda one: _pag_of(one, side)))
    kind = class_of(graph)
    if kind not in ("dag", "cpdag", "pdag", "undirected", "mpdag", "mag", "pag"):
        raise KindError(
            f"comparing PAGs needs a DAG, a CPDAG, a MAG or a PAG as the {side}; it is {describe(kind)}"
        )
    member = member_to_walk(graph, "comparing PAGs", side)
    return carried(graph, graph if kind == "pag" else to_pag(member.with_kind("mag")))
