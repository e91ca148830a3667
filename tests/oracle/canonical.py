"""
Adjustment sets of MAGs and their classes by the definition: paths and members are enumerated.

A set is valid for a MAG by the generalised adjustment criterion of Perković et al. (2018), and for a
class if it is valid in every member. `is_valid_in_dags` does without this criterion: it checks DAGs in
which the hidden variables are nodes.
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
    complete, unfinished = [], [(t,)]
    while unfinished:
        path = unfinished.pop()
        if path[-1] == y:
            complete.append(path)
        else:
            unfinished += [(*path, b) for a, b in arrows if a == path[-1] and b not in path]
    return complete


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
    causal = {v for path in paths for v in path[1:]}
    forbidden = set().union(*(descendants(edges, v) for v in causal))
    if given & (forbidden | {t, y}):
        return False
    first_edges = {path[:2] for path in paths}
    back_door_edges = tuple(
        (a, g, b)
        for a, g, b in edges
        if not ((g == "-->" and (a, b) in first_edges) or (g == "<--" and (b, a) in first_edges))
    )
    return not separations.connected(nodes, back_door_edges, t, y, given)


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
    """Possible ancestors of t or y, without possible descendants of causal nodes, t and y."""
    forbidden = set()
    for edges in members:
        causal = {v for path in directed_paths(edges, t, y) for v in path[1:]}
        forbidden |= set().union(*(descendants(edges, v) for v in causal))
    possible_ancestors = {v for v in nodes for edges in members if {t, y} & set(descendants(edges, v))}
    return frozenset(possible_ancestors - forbidden - {t, y})


def claims(nodes, truth, estimate):
    """For each effect, what one class of MAGs claims, and whether that is true by another class."""

    def claim(t, y):
        is_identified = bool(told_by(nodes, truth, t, y))
        is_unidentified = may_cause(truth, t, y) and not is_identified
        if not may_cause(estimate, t, y):
            return "zero, wrong" if may_cause(truth, t, y) else "zero, right"
        if not told_by(nodes, estimate, t, y):
            return "open in both" if is_unidentified else "open, told in the truth"
        if is_unidentified:
            return "set, open in the truth"
        given = canonical(nodes, estimate, t, y)
        return "set, right" if is_valid(nodes, truth, t, y, given) else "set, wrong"

    return {(t, y): claim(t, y) for t, y in permutations(nodes, 2)}


# ---- DAGs that a MAG stands for


@cache
def dags_of_mag(nodes, edges):
    """
    DAGs whose MAG this is, with a hidden common cause for each <-> and for some of the -->.

    Other DAGs have the same MAG, but these suffice to tell which sets are valid.
    """
    arrows = [(a, "-->", b) for a, b in sorted(graphs.arrows(edges))]
    pairs = [(a, b) for a, g, b in edges if g == "<->"]
    dags = []
    for confounded in ancestral.subsets([(a, b) for a, _, b in arrows]):
        hidden = [f"L{k}" for k in range(len(pairs) + len(confounded))]
        causes = [
            (h, "-->", v) for h, pair in zip(hidden, [*pairs, *confounded], strict=True) for v in pair
        ]
        dag = [*arrows, *causes]
        projected = ancestral.mag([*nodes, *hidden], dag, set(hidden))
        if sorted(graphs.marks(projected)) == sorted(graphs.marks(edges)):
            dags.append(frozenset(graphs.arrows(dag)))
    return dags


def is_valid_in_dags(nodes, edges, t, y, given):
    return all(
        adjustment.is_valid_in_dag(dag, t, y, frozenset(given)) for dag in dags_of_mag(nodes, edges)
    )


def triples(nodes):
    """Every treatment and outcome with every set of other nodes."""
    for t, y in permutations(nodes, 2):
        for given in ancestral.subsets(sorted(set(nodes) - {t, y})):
            yield t, y, frozenset(given)
