"""What comes in: graphs, what kind they are, what they are equivalent to. Immutable."""

from edgemark.graph.align import align
from edgemark.graph.candidates import Candidates
from edgemark.graph.core import Edge, Graph
from edgemark.graph.equivalence import (
    can_be_repaired,
    chain_objection,
    class_graph,
    class_size,
    extension,
    has_hidden_variables,
    member_stacks,
    members,
    pattern,
    refuse_declaration,
    refuse_false_declaration,
    refuse_hidden_variables,
    repair,
    sample_members,
    to_cpdag,
    to_icpdag,
    to_mag,
    to_mpdag,
    to_pag,
    to_tiered_mpdag,
)
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import Mark
from edgemark.graph.regimes import Regime
from edgemark.graph.samples import CredibleSet, GraphSamples
from edgemark.graph.scores import EdgeScores
from edgemark.graph.stack import GraphStack
from edgemark.graph.temporal import TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores

__all__ = [
    "Candidates",
    "CredibleSet",
    "Edge",
    "EdgeScores",
    "Graph",
    "GraphSamples",
    "GraphStack",
    "Mark",
    "Regime",
    "TemporalGraph",
    "TemporalScores",
    "align",
    "can_be_repaired",
    "chain_objection",
    "class_graph",
    "class_of",
    "class_size",
    "extension",
    "has_hidden_variables",
    "member_stacks",
    "members",
    "pattern",
    "refuse_declaration",
    "refuse_false_declaration",
    "refuse_hidden_variables",
    "repair",
    "sample_members",
    "to_cpdag",
    "to_icpdag",
    "to_mag",
    "to_mpdag",
    "to_pag",
    "to_tiered_mpdag",
]
