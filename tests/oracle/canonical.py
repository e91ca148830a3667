"""
Adjustment sets of MAGs and their classes by the definition: paths are enumerated, members are listed.

A set is valid for a MAG by the generalised adjustment criterion of Perković et al. (2018), each of its
parts read from paths; for a class if it is valid in every member. `is_valid_in_dags` asks DAGs with the
hidden variables written out, without the criterion.
"""

from functools import cache
from itertools import permutations

from tests.oracle import adjustment, ancestral, graphs, separations

CLAIMS = (
    "zero, right",
    "set, right",
    "open in both",
    "zero, wrong",
    "set, wrong",
    "set, open in the truth",
    "open, told in the truth",
)


@cache
def directed_paths(edges, t, y):
    """All paths of --> from t to y."""
    arrows = graphs.arrows(edges)
    found, waiting = [], [(t,)]
    while waiting:
        path = waiting.pop()
        if path[-1] == y:
            found.append(path)
        else:
            waiting += [(*path, b) for a, b in arrows if a == path[-1] and b not in path]
    return found


@cache
def is_visible(edges, a, b):
    return separations.is_visible(edges, a, b)


@cache
def descendants(edges, v):
    arrows = frozenset(graphs.arrows(edges))
    return adjustment.descendants(arrows, v)


@cache
def is_valid_in_mag(nodes, edges, t, y, given):
    """The generalised adjustment criterion."""
    paths = directed_paths(edges, t, y)
    if any(not is_visible(edges, path[0], path[1]) for path in paths):
        return False
    on_the_way = {v for path in paths for v in path[1:]}
    forbidden = set().union(*(descendants(edges, v) for v in on_the_way))
    if given & (forbidden | {t, y}):
        return False
    first_edges = {path[:2] for path in paths}
    rest = tuple(
        (a, g, b)
        for a, g, b in edges
        if not ((g == "-->" and (a, b) in first_edges) or (g == "<--" and (b, a) in first_edges))
    )
    return not separations.connected(nodes, rest, t, y, given)


def is_valid(nodes, members, t, y, given):
    return all(is_valid_in_mag(nodes, edges, t, y, frozenset(given)) for edges in members)


@cache
def told_by(nodes, members, t, y):
    """All sets that are valid in every member."""
    others = sorted(set(nodes) - {t, y})
    return [frozenset(s) for s in ancestral.subsets(others) if is_valid(nodes, members, t, y, s)]


def may_cause(members, t, y):
    return any(y in descendants(edges, t) for edges in members)


def canonical(nodes, members, t, y):
    """What may be above t or y in some member, without what may be below the way from t to y in one."""
    forbidden = set()
    for edges in members:
        on_the_way = {v for path in directed_paths(edges, t, y) for v in path[1:]}
        forbidden |= set().union(*(descendants(edges, v) for v in on_the_way))
    above = {v for v in nodes for edges in members if {t, y} & set(descendants(edges, v))}
    return frozenset(above - forbidden - {t, y})


def claims(nodes, truth, estimate):
    """Two classes of MAGs: what the estimate claims about each effect, and what is true."""

    def claim(t, y):
        truly_told = bool(told_by(nodes, truth, t, y))
        truly_open = may_cause(truth, t, y) and not truly_told
        if not may_cause(estimate, t, y):
            return "zero, wrong" if may_cause(truth, t, y) else "zero, right"
        if not told_by(nodes, estimate, t, y):
            return "open in both" if truly_open else "open, told in the truth"
        if truly_open:
            return "set, open in the truth"
        given = canonical(nodes, estimate, t, y)
        return "set, right" if is_valid(nodes, truth, t, y, given) else "set, wrong"

    return {(t, y): claim(t, y) for t, y in permutations(nodes, 2)}


# ---- DAGs that a MAG stands for


@cache
def dags_of_mag(nodes, edges):
    """
    DAGs with one hidden cause for each <->, and perhaps one behind each -->, whose MAG this is.

    They are some of those that the MAG stands for; enough to tell which sets are valid.
    """
    arrows = [(a, "-->", b) for a, b in sorted(graphs.arrows(edges))]
    pairs = [(a, b) for a, g, b in edges if g == "<->"]
    found = []
    for behind in ancestral.subsets([(a, b) for a, _, b in arrows]):
        hidden = [f"L{k}" for k in range(len(pairs) + len(behind))]
        causes = [(h, "-->", v) for h, pair in zip(hidden, [*pairs, *behind], strict=True) for v in pair]
        dag = [*arrows, *causes]
        projected = ancestral.mag([*nodes, *hidden], dag, set(hidden))
        if sorted(graphs.marks(projected)) == sorted(graphs.marks(edges)):
            found.append(frozenset(graphs.arrows(dag)))
    return found


def is_valid_in_dags(nodes, edges, t, y, given):
    return all(
        adjustment.is_valid_in_dag(dag, t, y, frozenset(given)) for dag in dags_of_mag(nodes, edges)
    )


def triples(nodes):
    """Treatment, outcome and set."""
    for t, y in permutations(nodes, 2):
        for given in ancestral.subsets(sorted(set(nodes) - {t, y})):
            yield t, y, frozenset(given)
