"""What comes in: graphs, what kind they are, what they are equivalent to. Immutable."""

from edgemark.graph.align import align
from edgemark.graph.core import Edge, Graph
from edgemark.graph.equivalence import extension, pattern, to_cpdag
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import Mark

__all__ = ["Edge", "Graph", "Mark", "align", "class_of", "extension", "pattern", "to_cpdag"]
