"""Enumerate the members of a class."""

from __future__ import annotations

from collections.abc import Iterator

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Words
from edgemark.graph.equivalence.cpdags import class_graph
from edgemark.graph.stack import GraphStack, Starts

__all__ = ["member_stacks", "members", "stack_of_dags"]

_MAX_STACK_SIZE = 1024
_MAX_STACK_WORDS = 1 << 20


def members(graph: Graph) -> Iterator[Graph]:
    """
    Iterate over the DAGs of a class, each once.

    The DAGs are generated in stacks of 1, 2, 4 and up to 1024 DAGs, so the first ones are available at
    once, even if the class is large. The time for each DAG is polynomial. `class_size` counts them.

    Args:
        graph: a DAG, for its class; a CPDAG; or an MPDAG, declared so.

    Returns:
        An iterator over DAGs on the same nodes.

    Raises:
        KindError: the graph represents no class of DAGs. It is raised before the first DAG is asked for.

    References:
        Meek (1995), Causal inference and causal explanation with background knowledge, UAI.

    Examples:
        >>> [str(dag) for dag in members(Graph.parse("A --- B --- C"))]
        ['A --> B; B --> C', 'B --> A; B --> C', 'B --> A; C --> B']
    """
    stacks = member_stacks(graph)
    return (dag for stack in stacks for dag in stack)


def member_stacks(graph: Graph) -> Iterator[GraphStack]:
    """
    Iterate over the DAGs of `members` in stacks of growing size, so that the first DAG comes at once and
    later ones take less time.
    """
    return _stacks(class_graph(graph, "a list of the members of a class"))


def stack_of_dags(words: Words, starts: Starts, like: Graph) -> GraphStack:
    """Return the stack of DAGs with these edge words, on the nodes of `like`."""
    dag: Kind = "dag"
    return GraphStack._make(words, starts, like, (dag,) * (starts.size - 1))


def _stacks(graph: Graph) -> Iterator[GraphStack]:
    remaining = _core.Members(graph.words, graph.n_nodes)
    max_size = min(_MAX_STACK_SIZE, 1 + _MAX_STACK_WORDS // (graph.words.size + 1))
    size = 1
    while True:
        words, starts = remaining.next(size)
        if starts.size == 1:
            return
        yield stack_of_dags(words, starts, graph)
        size = min(2 * size, max_size)
