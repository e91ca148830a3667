"""What is compared in place of the graphs that were given; an estimate may be many, see `Many`."""

from __future__ import annotations

from typing import Any

from edgemark.errors import KindError
from edgemark.graph import (
    Graph,
    can_be_repaired,
    pattern,
    refuse_false_declaration,
    refuse_hidden_variables,
    to_cpdag,
)
from edgemark.graph.kinds import demand
from edgemark.metrics._counted import carried
from edgemark.metrics._many import Many

__all__ = ["Views", "as_given", "both_to_cpdag", "cpdag_of", "patterns", "skeletons", "truth_to_cpdag"]

Views = tuple[Graph, Graph]


def as_given(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """What most distances compare: the graphs themselves."""
    return truth, estimate


def _cpdag_of_dag(dag: Graph) -> Graph:
    """The CPDAG of a DAG, or of each of many."""
    return dag.cpdag() if isinstance(dag, Many) else to_cpdag(dag)


def _pattern_of(pdag: Graph) -> Graph:
    """The pattern of a partially directed graph, or of each of many."""
    if not isinstance(pdag, Many):
        return pattern(pdag)
    demand(pdag, "pdag", "the pattern of a graph")
    return pdag.pattern()


def cpdag_of(graph: Graph, side: str) -> Graph:
    """The CPDAG that a DAG is a member of, or that a graph already is."""
    refuse_hidden_variables(graph, "comparing CPDAGs", side)
    refuse_false_declaration(graph, "comparing CPDAGs", side)
    if graph.is_dag() and graph.kind != "cpdag":
        return carried(graph, _cpdag_of_dag(graph))
    reason = graph.objection("cpdag")
    if reason is None:
        return graph
    # What interventions or tiers directed in an MPDAG is right, and repair would take it away.
    is_wrong = can_be_repaired(graph) and (graph.kind != "mpdag" or graph.objection("mpdag"))
    repaired = ", or the CPDAG that edgemark.repair gives" if is_wrong else ""
    raise KindError(
        f"comparing CPDAGs needs a DAG or a CPDAG as the {side}; {reason}. Compare the graphs as "
        f"given{repaired}"
    )


def skeletons(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their skeletons."""
    return carried(truth, truth.skeleton()), estimate.skeleton()


def patterns(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their patterns."""
    return carried(truth, _pattern_of(truth)), _pattern_of(estimate)


def truth_to_cpdag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """The CPDAG of the truth, and the estimate as it is."""
    refuse_hidden_variables(estimate, "comparing CPDAGs", "estimate")
    if not can_be_repaired(estimate):
        raise KindError(
            "a CPDAG has only --> and --- (of either direction), one edge on a pair; the estimate has "
            "others, so that it would differ from the CPDAG of any truth. "
            'of="graph" compares the graphs as given'
        )
    return cpdag_of(truth, "truth"), estimate


def both_to_cpdag(truth: Graph, estimate: Graph, **_: Any) -> Views:
    """Their CPDAGs."""
    return cpdag_of(truth, "truth"), cpdag_of(estimate, "estimate")
