"""
Separators and separation distances by their definitions: paths and sets are enumerated.

Sources: Wahl and Runge (2025) for the distances, Richardson and Spirtes (2002) for m-separation, Zhang
(2008) for visible edges.
"""

from functools import cache
from itertools import combinations, permutations

from tests.oracle import ancestral, graphs


@cache
def _connected(nodes, edges, x, y, given):
    return ancestral.m_connected(nodes, edges, x, y, set(given))


def connected(nodes, edges, x, y, given):
    x, y = sorted((x, y))
    return _connected(tuple(nodes), tuple(edges), x, y, frozenset(given))


def minimal_separators(nodes, edges, x, y):
    """Separating sets without a proper subset that separates."""
    others = sorted(set(nodes) - {x, y})
    separators = [
        frozenset(s) for s in ancestral.subsets(others) if not connected(nodes, edges, x, y, s)
    ]
    return [s for s in separators if not any(other < s for other in separators)]


def nearest_separator(nodes, edges, x, y):
    """The minimal separator that keeps x from all nodes of the others; None if there is none."""
    minimal = minimal_separators(nodes, edges, x, y)
    nearest = [
        s
        for s in minimal
        if all(not connected(nodes, edges, x, v, s) for other in minimal for v in other - s)
    ]
    assert len(nearest) == min(len(minimal), 1)
    return nearest[0] if nearest else None


def adjacent(edges):
    return {frozenset({a, b}) for a, _, b in edges}


def separation_distance(nodes, truth, members, separator):
    """Number of pairs whose separator, read from a class, fails in the truth; number of those tested."""
    pairs = combinations(nodes, 2) if separator != "minimal" else permutations(nodes, 2)
    wrong = n_tested = 0
    for x, y in pairs:
        if frozenset({x, y}) in adjacent(members[0]):
            continue
        given = _separator(nodes, members, separator, x, y)
        if given is None:
            continue
        n_tested += 1
        wrong += connected(nodes, truth, x, y, given)
    return wrong, n_tested


def _separator(nodes, members, separator, x, y):
    if separator == "minimal":
        return nearest_separator(nodes, members[0], x, y)
    if separator == "parents":
        nodes_above = {a for edges in members for a, b in graphs.arrows(edges) if b in (x, y)}
    else:
        nodes_above = {a for edges in members for a, b in graphs.ancestors(nodes, edges) if b in (x, y)}
    return nodes_above - {x, y}


def all_separations(nodes, truth, estimate):
    """The s-, c- and sc-metric."""
    shares = {"s": [], "c": [], "sc": []}
    for k in range(len(nodes) - 1):
        connections = [
            (connected(nodes, truth, x, y, given), connected(nodes, estimate, x, y, given))
            for x, y in combinations(nodes, 2)
            for given in combinations(sorted(set(nodes) - {x, y}), k)
        ]
        for name, cases in (
            ("s", [t != e for t, e in connections if not t]),
            ("c", [t != e for t, e in connections if t]),
            ("sc", [t != e for t, e in connections]),
        ):
            shares[name].append(sum(cases) / len(cases) if cases else 0.0)
    return {name: sum(found) / len(found) for name, found in shares.items()}


def is_visible(edges, a, b):
    """Whether a node not adjacent to b has a path into a over colliders that are parents of b."""
    edges_of = ancestral.lists_of_edges(edges)
    adjacent_to_b = {w for w, _, _ in edges_of[b]}
    parents = {w for w, here, there in edges_of[b] if (here, there) == (">", "-")}
    nodes = {v for edge in edges for v in (edge[0], edge[2])}
    for v in nodes - adjacent_to_b - {a, b}:
        for inner, _, last in ancestral.paths_with_ends(edges, v, a):
            colliders = all(left == right == ">" for _, left, right in inner)
            if last == ">" and colliders and {w for w, _, _ in inner} <= parents:
                return True
    return False
