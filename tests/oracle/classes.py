"""
Markov equivalence classes by enumeration: CPDAGs, chain components and their orientations.

Sources: Andersson, Madigan and Perlman (1997) for chain components, Maathuis, Kalisch and Bühlmann
(2009) for the parents of one node in all members.
"""

from functools import cache
from itertools import combinations

from tests.oracle import graphs


@cache
def all_cpdags(nodes):
    return [graphs.intersection(dags) for dags in graphs.all_classes(nodes).values()]


@cache
def connected_chordal_graphs(nodes):
    """Connected undirected graphs in which every cycle of four nodes or more has a chord."""
    return [
        edges
        for edges in graphs.with_states(nodes, [(), ("---",)])
        if is_connected(nodes, edges) and is_chordal(nodes, edges)
    ]


def is_connected(nodes, edges):
    reached = set(nodes[:1])
    for _ in nodes:
        reached |= {w for v in reached for w in graphs.neighbours(edges, v)}
    return reached == set(nodes)


def is_chordal(nodes, edges):
    """Whether no connected set of four nodes or more has exactly two neighbours of each node in it."""
    neighbours = {v: graphs.neighbours(edges, v) for v in nodes}
    return not any(
        all(len(neighbours[v] & set(cycle)) == 2 for v in cycle)
        and is_connected(cycle, [e for e in edges if {e[0], e[2]} <= set(cycle)])
        for size in range(4, len(nodes) + 1)
        for cycle in combinations(nodes, size)
    )


def cliques(nodes, edges):
    """All sets of pairwise adjacent nodes, including the empty one."""
    joined = graphs.skeleton(edges)
    return [
        frozenset(chosen)
        for size in range(len(nodes) + 1)
        for chosen in combinations(sorted(nodes), size)
        if all(frozenset(pair) in joined for pair in combinations(chosen, 2))
    ]


def parents(arrows, v):
    return frozenset(a for a, b in arrows if b == v)


def costs_of_members(nodes, edges, cost):
    """For each DAG of a class, the sum of cost(node, parents) over its nodes."""
    return [
        sum(cost(v, parents(graphs.arrows(dag), v)) for v in nodes)
        for dag in graphs.extensions(nodes, edges)
    ]


def parent_sets(nodes, edges):
    """For each node, its sets of parents in the DAGs of a class."""
    dags = [graphs.arrows(dag) for dag in graphs.extensions(nodes, edges)]
    return {v: {parents(dag, v) for dag in dags} for v in nodes}
