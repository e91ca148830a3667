"""What is compared in place of the graphs that were given; an estimate may be many, see `GraphBatch`."""

from __future__ import annotations

from typing import Any, TypeVar

from edgemark.errors import KindError, Remedy
from edgemark.graph import (
    Graph,
    can_be_repaired,
    pattern,
    refuse_false_declaration,
    refuse_hidden_variables,
    to_cpdag,
)
from edgemark.graph.kinds import demand, ways_to_declare
from edgemark.metrics.batch import Compared, GraphBatch
from edgemark.metrics.candidate_pairs import carried

__all__ = ["Views", "as_given", "both_to_cpdag", "cpdag_of", "patterns", "skeletons", "truth_to_cpdag"]

Views = tuple[Graph, Compared]
One = TypeVar("One", Graph, GraphBatch)
Other = TypeVar("Other", Graph, GraphBatch)


def as_given(truth: Graph, estimate: One, **_: Any) -> tuple[Graph, One]:
    """What most distances compare: the graphs themselves."""
    return truth, estimate


def _cpdag_of_dag(dag: One) -> One:
    """The CPDAG of a DAG, or of each of many."""
    return dag.cpdag() if isinstance(dag, GraphBatch) else to_cpdag(dag)


def _pattern_of(pdag: One) -> One:
    """The pattern of a partially directed graph, or of each of many."""
    if not isinstance(pdag, GraphBatch):
        return pattern(pdag)
    demand(pdag, "pdag", "the pattern of a graph")
    return pdag.pattern()


def cpdag_of(graph: One, side: str) -> One:
    """The CPDAG that a DAG is a member of, or that a graph already is."""
    _refuse_hidden_variables(graph, side)
    refuse_false_declaration(graph, "comparing CPDAGs", side)
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


def _refuse_hidden_variables(graph: Compared, side: str) -> None:
    try:
        refuse_hidden_variables(graph, "comparing CPDAGs", side)
    except KindError as error:
        raise error.advising(_compare_as_given()) from None


def _compare_as_given() -> Remedy:
    return Remedy(
        "Compare the graphs as given",
        'evaluate(truth, estimate, "shd:pair mismatch")',
        "--metric 'shd:pair mismatch'",
    )


def _ways_to_cpdag(graph: Compared, side: str) -> tuple[Remedy, ...]:
    if not isinstance(graph, Graph):
        return ()  # many graphs, of which each that is refused is asked again
    if not can_be_repaired(graph):
        return ways_to_declare(graph, side)
    if graph.kind == "mpdag" and graph.objection("mpdag") is None:
        return ()  # what interventions or tiers directed is right, and repair would take it away
    return (Remedy("Or make it a CPDAG", f"repair({side})[0]"),)


def skeletons(truth: Graph, estimate: One, **_: Any) -> tuple[Graph, One]:
    """Their skeletons."""
    return carried(truth, truth.skeleton()), estimate.skeleton()


def patterns(truth: Graph, estimate: One, **_: Any) -> tuple[Graph, One]:
    """Their patterns."""
    return carried(truth, _pattern_of(truth)), _pattern_of(estimate)


def truth_to_cpdag(truth: Graph, estimate: One, **_: Any) -> tuple[Graph, One]:
    """The CPDAG of the truth, and the estimate as it is."""
    _refuse_hidden_variables(estimate, "estimate")
    if not can_be_repaired(estimate):
        raise KindError(
            "a comparison with the CPDAG of the truth needs an estimate of --> and ---, with one edge "
            "on a pair and --- for either direction; the estimate has other edges",
            _compare_as_given(),
        )
    return cpdag_of(truth, "truth"), estimate


def both_to_cpdag(truth: Graph, estimate: One, **_: Any) -> tuple[Graph, One]:
    """Their CPDAGs."""
    return cpdag_of(truth, "truth"), cpdag_of(estimate, "estimate")
