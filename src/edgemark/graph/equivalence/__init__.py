"""Markov equivalence: graphs that represent classes of DAGs and MAGs, and the members of a class."""

from edgemark.graph.equivalence.background_knowledge import to_icpdag, to_mpdag
from edgemark.graph.equivalence.counting import class_size, sample_members
from edgemark.graph.equivalence.cpdags import chain_objection, class_graph, extension, pattern, to_cpdag
from edgemark.graph.equivalence.enumerating import member_stacks, members
from edgemark.graph.equivalence.hidden_variables import (
    has_hidden_variables,
    refuse_declaration,
    refuse_false_declaration,
    refuse_hidden_variables,
)
from edgemark.graph.equivalence.mags_and_pags import (
    demand_without_selection,
    mag_members,
    to_mag,
    to_pag,
)
from edgemark.graph.equivalence.reading import class_read, kind_read, refuse_false_class
from edgemark.graph.equivalence.repairing import can_be_repaired, repair
from edgemark.graph.equivalence.temporal_classes import to_tiered_mpdag

__all__ = [
    "can_be_repaired",
    "chain_objection",
    "class_graph",
    "class_read",
    "class_size",
    "demand_without_selection",
    "extension",
    "has_hidden_variables",
    "kind_read",
    "mag_members",
    "member_stacks",
    "members",
    "pattern",
    "refuse_declaration",
    "refuse_false_class",
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
