"""
Adjustment distances by their definitions: members of a class and paths are enumerated.

Graphs are nodes and edge triples as `Graph.edges()` gives them, directed and undirected. A distance is a
dictionary from ordered pairs (t, y) to verdicts; all but "correct" are mistakes:

- "zero": the estimate claims that t has no effect on y, and in the truth it may have one;
- "amenability": adjustment identifies the effect in one graph, but not in the other;
- "adjustment": the set that the estimate adjusts for does not identify the effect in the truth.

Sources: Peters and Bühlmann (2015) for the SID, Henckel, Würtzen and Weichwald (2024) for the adjustment
identification distances, Shpitser, VanderWeele and Robins (2010) for the complete criterion, Perković et
al. (2018) for amenability, Henckel, Perković and Maathuis (2022) for the O-set.
"""

from functools import cache
from itertools import permutations

from tests.oracle import graphs

MISTAKES = ("zero", "amenability", "adjustment")


# ---- one DAG, as the frozen set of its arrows


@cache
def descendants(arrows, v):
    """Nodes that directed paths lead to from v, and v."""
    children = (b for a, b in arrows if a == v)
    return frozenset({v}).union(*(descendants(arrows, child) for child in children))


def causal_nodes(arrows, t, y):
    """Nodes other than t on directed paths from t to y."""
    return {v for v in descendants(arrows, t) - {t} if y in descendants(arrows, v)}


def forbidden_nodes(arrows, t, y):
    return set().union(*(descendants(arrows, v) for v in causal_nodes(arrows, t, y)))


def back_door_graph(arrows, t, y):
    """The DAG without the first edges of directed paths from t to y."""
    causal = causal_nodes(arrows, t, y)
    return frozenset((a, b) for a, b in arrows if not (a == t and b in causal))


@cache
def paths(arrows, t, y):
    """Paths between two nodes, edges taken either way and no node twice."""
    steps = arrows | {(b, a) for a, b in arrows}
    complete, unfinished = [], [(t,)]
    while unfinished:
        path = unfinished.pop()
        if path[-1] == y:
            complete.append(path)
        else:
            unfinished += [(*path, w) for v, w in steps if v == path[-1] and w not in path]
    return complete


def is_open(arrows, path, conditioned):
    """Whether every collider has a conditioned descendant (or is one), and no other inner node is."""
    for before, v, after in zip(path, path[1:], path[2:], strict=False):
        if (before, v) in arrows and (after, v) in arrows:
            if not descendants(arrows, v) & conditioned:
                return False
        elif v in conditioned:
            return False
    return True


def are_separated(arrows, t, y, conditioned):
    return not any(is_open(arrows, path, conditioned) for path in paths(arrows, t, y))


@cache
def is_valid_in_dag(arrows, t, y, adjustment):
    """The complete criterion for one treatment and one outcome; neither can be adjusted for."""
    if adjustment & ({t, y} | forbidden_nodes(arrows, t, y)):
        return False
    return are_separated(back_door_graph(arrows, t, y), t, y, adjustment)


# ---- a class of DAGs


def members(nodes, edges):
    """The members of a CPDAG, each as the set of its arrows; a DAG has itself as its only member."""
    return _members(tuple(nodes), frozenset(map(tuple, edges)))


@cache
def _members(nodes, edges):
    return [frozenset(graphs.arrows(dag)) for dag in graphs.extensions(nodes, sorted(edges))]


def is_valid(nodes, edges, t, y, adjustment):
    """Whether a set is a valid adjustment set in every member."""
    return all(is_valid_in_dag(dag, t, y, frozenset(adjustment)) for dag in members(nodes, edges))


def possible_descendants(nodes, edges, t):
    """Nodes that are descendants of t in some member, t among them."""
    return set().union(*(descendants(dag, t) for dag in members(nodes, edges)))


def not_amenable(nodes, edges, t):
    """Nodes on directed paths from t, in some member, whose first edge is undirected in the class."""
    lines = _neighbours_by_line(edges, t)
    reached = set()
    for dag in members(nodes, edges):
        reached |= set().union(*(descendants(dag, v) for v in lines if (t, v) in dag))
    return reached


# ---- one partially directed graph, by its paths


def possible_descendants_by_walks(nodes, edges, t):
    """Nodes that possibly directed paths lead to from t, t among them."""
    return {path[-1] for path in possibly_directed_paths(edges, t)}


def not_amenable_by_walks(nodes, edges, t):
    """Ends of possibly directed paths from t whose first edge is undirected."""
    lines = _neighbours_by_line(edges, t)
    return {path[-1] for path in possibly_directed_paths(edges, t) if lines & set(path[1:2])}


def possibly_directed_paths(edges, t):
    """Paths from t along directed edges and undirected ones, without repeated nodes."""
    return _possibly_directed_paths(frozenset(map(tuple, edges)), t)


@cache
def _possibly_directed_paths(edges, t):
    steps = graphs.arrows(edges) | _lines(edges)
    listed, unfinished = [], [(t,)]
    while unfinished:
        path = unfinished.pop()
        listed.append(path)
        unfinished += [(*path, w) for v, w in steps if v == path[-1] and w not in path]
    return listed


def _lines(edges):
    return {pair for a, glyph, b in edges if glyph == "---" for pair in ((a, b), (b, a))}


def _neighbours_by_line(edges, t):
    return {b for a, b in _lines(edges) if a == t}


# ---- what an estimate adjusts for


def parents(edges, t):
    return {a for a, b in graphs.arrows(edges) if b == t}


def directed_descendants(edges, t):
    return set(descendants(frozenset(graphs.arrows(edges)), t))


def directed_ancestors(nodes, edges, t):
    return {v for v in nodes if v != t and t in directed_descendants(edges, v)}


def oset(edges, t, y):
    """Parents of the nodes on directed paths from t to y, without t and its descendants."""
    causal = causal_nodes(frozenset(graphs.arrows(edges)), t, y)
    around = set().union(*(parents(edges, v) for v in causal))
    return around - directed_descendants(edges, t)


# ---- distances


def parent_aid(nodes, truth, estimate):
    def claims(t):
        return set(nodes) - parents(estimate, t)

    return _aid(nodes, truth, estimate, claims, lambda t, y: parents(estimate, t))


def ancestor_aid(nodes, truth, estimate):
    def claims(t):
        return possible_descendants_by_walks(nodes, estimate, t)

    return _aid(nodes, truth, estimate, claims, lambda t, y: directed_ancestors(nodes, estimate, t))


def oset_aid(nodes, truth, estimate):
    def claims(t):
        return possible_descendants_by_walks(nodes, estimate, t)

    return _aid(nodes, truth, estimate, claims, lambda t, y: oset(estimate, t, y))


def _aid(nodes, truth, estimate, claims, adjustment):
    def verdict(t, y):
        if y not in claims(t):
            return "zero" if y in possible_descendants(nodes, truth, t) else "correct"
        not_amenable_in_truth = y in not_amenable(nodes, truth, t)
        not_amenable_in_estimate = y in not_amenable_by_walks(nodes, estimate, t)
        if not_amenable_in_truth or not_amenable_in_estimate:
            return "correct" if not_amenable_in_truth and not_amenable_in_estimate else "amenability"
        return "correct" if is_valid(nodes, truth, t, y, adjustment(t, y)) else "adjustment"

    return {(t, y): verdict(t, y) for t, y in permutations(nodes, 2)}


def sid(nodes, truth, estimate):
    """Verdicts on all effects of one node on another, adjusted for the estimated parents."""
    dag = frozenset(graphs.arrows(truth))

    def verdict(t, y):
        adjustment = frozenset(parents(estimate, t))
        if y in adjustment:
            return "zero" if y in descendants(dag, t) else "correct"
        return "correct" if is_valid_in_dag(dag, t, y, adjustment) else "adjustment"

    return {(t, y): verdict(t, y) for t, y in permutations(nodes, 2)}


DISTANCES = {"sid": sid, "parent": parent_aid, "ancestor": ancestor_aid, "oset": oset_aid}


def mistakes(verdicts):
    return sum(verdict != "correct" for verdict in verdicts.values())


def by_cause(verdicts):
    """Mistakes of each kind, in the order of `MISTAKES`."""
    return tuple(sum(verdict == kind for verdict in verdicts.values()) for kind in MISTAKES)


def row(verdicts, t):
    """The verdicts on the effects of one node."""
    return {y: verdict for (source, y), verdict in verdicts.items() if source == t}


def sids_of_members(nodes, truth, cpdag):
    """The SID of every DAG of the estimate's class."""
    return [
        mistakes(sid(nodes, truth, [(a, "-->", b) for a, b in dag])) for dag in members(nodes, cpdag)
    ]


def sid_bounds(nodes, truth, cpdag):
    """Smallest and largest SID over the DAGs of the estimate's class."""
    sids = sids_of_members(nodes, truth, cpdag)
    return min(sids), max(sids)
