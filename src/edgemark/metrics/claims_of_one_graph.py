"""What one graph claims about ancestors and hidden common causes: yes, no or unknown for each pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.ancestral_paths import visible_flags
from edgemark.graph.edge_words import unpack
from edgemark.graph.equivalence import kind_read
from edgemark.graph.kinds import describe, remedies_for_undirected_edges
from edgemark.graph.marks import BIDIRECTED, STATE_OF, UNDIRECTED
from edgemark.metrics.ancestor_pairs import refuse_claims_under_selection
from edgemark.resources import demand_memory

__all__ = [
    "ANCESTORS",
    "CONFOUNDING",
    "NO",
    "UNKNOWN",
    "WITHOUT_HIDDEN_CAUSES",
    "YES",
    "Claims",
    "ancestors_of",
    "hidden_causes",
    "kind_of",
]

Claims = NDArray[np.uint8]

NO, YES, UNKNOWN = range(3)
ANCESTORS = "ancestral relations"
CONFOUNDING = "hidden common causes"
WITHOUT_HIDDEN_CAUSES = frozenset({"cpdag", "dag"})


def kind_of(graph: Graph, what: str, side: str) -> Kind:
    """Return the class that a graph is read as; refuse an invalid graph of this class."""
    kind = kind_read(graph, f"a table of {what}", side)
    if kind not in ("dag", "cpdag", "mag", "pag", "admg"):
        problem = f"the {side} is {describe(kind)}"
        if kind == "digraph":
            problem = f"in the {side} {graph.objection('dag')}"
        known_in = "MAGs and PAGs" if what == CONFOUNDING else "MAGs, PAGs and ADMGs"
        raise KindError(
            f"{what} are known in DAGs, CPDAGs, {known_in}; {problem}",
            *remedies_for_undirected_edges(graph, side),
        )
    if (reason := graph.objection(kind)) is not None:
        raise KindError(
            f"{what} need {describe(kind)} as the {side}; {reason}",
            *remedies_for_undirected_edges(graph, side),
        )
    remedy = _remedy_for_confounding() if what == CONFOUNDING else None
    refuse_claims_under_selection(graph, what, side, remedy, kind=kind)
    return kind


def _remedy_for_confounding() -> Remedy:
    """Suggest a count of the edges <->, which selection does not change."""
    return Remedy(
        "Compare edges <->", 'confusion(truth, estimate, of="bidirected")', "-m confusion:bidirected"
    )


def ancestors_of(graph: Graph, side: str) -> Claims:
    """
    Return for every ordered pair whether the first node is an ancestor of the second.

    The answer is unknown if it is yes in some members of the class and no in others.
    """
    kind = kind_of(graph, ANCESTORS, side)
    return graph.cached("ancestral relations", lambda g: _relations(g, kind))


def _relations(graph: Graph, kind: Kind) -> Claims:
    demand_memory(4 * graph.n_nodes**2, f"finding the ancestral relations of {graph.n_nodes} nodes")
    words = graph.words
    states = words & np.uint64(15)
    if kind == "cpdag":
        # The core reads o-o as possible paths in both directions, as undirected edges of a CPDAG are.
        words = np.where(states == UNDIRECTED, words - states + np.uint64(STATE_OF["o-o"]), words)
    relations = _core.ancestral_relations(words.astype(np.uint64), graph.n_nodes)
    if kind in ("cpdag", "pag"):
        return relations
    # This is one graph and no class, so each path that the core calls possible is a directed path.
    return np.where(relations == NO, NO, YES).astype(np.uint8)


def hidden_causes(graph: Graph, side: str) -> Claims:
    """
    Return for every pair whether it has hidden confounding that no set of observed nodes blocks.

    ``<->`` means yes. A visible edge means no, as does a missing edge or any pair of a DAG or a CPDAG.
    For other edges it is unknown. Only the cells above the diagonal hold answers; the others are no.
    """
    kind = kind_of(graph, CONFOUNDING, side)
    if kind == "admg":
        raise KindError(
            f"hidden common causes are known in DAGs, CPDAGs, MAGs and PAGs; the {side} is an ADMG, in "
            "which each hidden common cause is an edge <->",
            Remedy(
                "Compare these edges",
                'confusion(truth, estimate, of="bidirected")',
                "-m confusion:bidirected",
            ),
        )
    return graph.cached("hidden causes", lambda g: _find_hidden_causes(g, kind, side))


def _find_hidden_causes(graph: Graph, kind: Kind, side: str) -> Claims:
    demand_memory(graph.n_nodes**2, f"listing the pairs of {graph.n_nodes} nodes")
    claims = np.full((graph.n_nodes, graph.n_nodes), NO, np.uint8)
    if kind in WITHOUT_HIDDEN_CAUSES:
        return claims
    firsts, seconds, states = unpack(graph.words)
    visible = visible_flags(graph, "hidden common causes", side)
    claims[firsts, seconds] = np.where(states == BIDIRECTED, YES, np.where(visible, NO, UNKNOWN))
    return claims
