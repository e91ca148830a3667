"""The compiled core: arrays in, numbers out. It knows the words of a graph, but no Graph."""

from edgemark._core._native import (
    almost_directed_cycle,
    ancestor_overlap,
    collider_overlap,
    cpdag,
    directed_cycle,
    extension,
    pack_planes,
    pair_table,
    pair_table_of_planes,
    parents_first,
    pattern,
    reachable,
    unshielded_colliders,
)

__all__ = [
    "almost_directed_cycle",
    "ancestor_overlap",
    "collider_overlap",
    "cpdag",
    "directed_cycle",
    "extension",
    "pack_planes",
    "pair_table",
    "pair_table_of_planes",
    "parents_first",
    "pattern",
    "reachable",
    "unshielded_colliders",
]
