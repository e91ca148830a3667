"""
Graphs by their definitions: plain sets and loops over edge triples as `Graph.edges()` gives them.

Sources: Verma and Pearl (1990) for Markov equivalence, Andersson, Madigan and Perlman (1997) for the
essential graph as the union of a class, Chickering (1995) for ordering and labelling edges, Dor and
Tarsi (1992) for consistent extensions, Richardson and Spirtes (2002) for ancestral graphs.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations, permutations, product

PAIR_STATES = (
    (),
    *((glyph,) for glyph in ("-->", "<--", "---", "<->", "o->", "<-o", "o-o", "o--", "--o")),
    ("-->", "<--"),
    ("-->", "<->"),
    ("<--", "<->"),
)


# ---- reading edges


def marks(edges):
    """Each edge as the set of its two (node, character at that node)."""
    names = {"<": "arrow", ">": "arrow", "-": "tail", "o": "circle"}
    return {frozenset({(a, names[glyph[0]]), (b, names[glyph[2]])}) for a, glyph, b in edges}


def arrows(edges):
    """Pairs (a, b) with a --> b."""
    forwards = {(a, b) for a, glyph, b in edges if glyph == "-->"}
    return forwards | {(b, a) for a, glyph, b in edges if glyph == "<--"}


def skeleton(edges):
    return {frozenset({a, b}) for a, _, b in edges}


def heads(edges):
    """Pairs (a, b) with an arrowhead at b on an edge of a and b."""
    at_second = {(a, b) for a, glyph, b in edges if glyph[2] == ">"}
    return at_second | {(b, a) for a, glyph, b in edges if glyph[0] == "<"}


def between(edges, a, b):
    return marks(edge for edge in edges if {edge[0], edge[2]} == {a, b})


def neighbours(edges, node):
    return {other for pair in skeleton(edges) if node in pair for other in pair - {node}}


# ---- paths


def directed_paths(nodes, edges):
    """Pairs (x, y) with a directed path of at least one edge from x to y; (x, x) on a cycle."""
    reach = set(arrows(edges))
    for k in nodes:
        for i in nodes:
            for j in nodes:
                if (i, k) in reach and (k, j) in reach:
                    reach.add((i, j))
    return reach


def ancestors(nodes, edges):
    """Pairs (x, y) of different nodes with a directed path from x to y."""
    return {(x, y) for x, y in directed_paths(nodes, edges) if x != y}


def is_acyclic(nodes, edges):
    paths = directed_paths(nodes, edges)
    return all((v, v) not in paths for v in nodes)


def is_directed_cycle(edges, cycle):
    """Whether each node of a list points to the next one and the last to the first."""
    return bool(cycle) and set(zip(cycle, cycle[1:] + cycle[:1], strict=True)) <= arrows(edges)


def is_parents_first(edges, order):
    position = {v: k for k, v in enumerate(order)}
    return all(position[a] < position[b] for a, b in arrows(edges))


# ---- colliders


def unshielded_colliders(nodes, edges):
    into, joined = heads(edges), skeleton(edges)
    return {
        (i, k, j)
        for i, j in combinations(nodes, 2)
        if frozenset({i, j}) not in joined
        for k in nodes
        if (i, k) in into and (j, k) in into
    }


def pattern(nodes, edges):
    """The skeleton, directed only where an edge is part of an unshielded collider."""
    collider_edges = {(x, k) for i, k, j in unshielded_colliders(nodes, edges) for x in (i, j)}
    return [edge for edge in _as_directed(edges) if (edge[0], edge[2]) in collider_edges] + [
        (a, "---", b) for a, _, b in _as_directed(edges) if (a, b) not in collider_edges
    ]


def _as_directed(edges):
    return [(b, "-->", a) if glyph == "<--" else (a, glyph, b) for a, glyph, b in edges]


# ---- Markov equivalence of DAGs


def with_states(nodes, states):
    """Every list of edges in which each pair of nodes is in one of the states."""
    pairs = list(combinations(nodes, 2))
    for chosen in product(states, repeat=len(pairs)):
        yield [(a, glyph, b) for (a, b), glyphs in zip(pairs, chosen, strict=True) for glyph in glyphs]


@cache
def all_dags(nodes):
    return [edges for edges in with_states(nodes, [(), ("-->",), ("<--",)]) if is_acyclic(nodes, edges)]


@cache
def all_classes(nodes):
    """All DAGs, in lists of those with the same skeleton and the same unshielded colliders."""
    classes = defaultdict(list)
    for dag in all_dags(nodes):
        classes[class_key(nodes, dag)].append(dag)
    return dict(classes)


def class_key(nodes, dag):
    return frozenset(skeleton(dag)), frozenset(unshielded_colliders(nodes, dag))


def orientations(nodes, edges):
    """DAGs with the skeleton and the arrows of a graph."""
    fixed = [edge for edge in edges if edge[1] in ("-->", "<--")]
    free = [(a, b) for a, glyph, b in edges if glyph not in ("-->", "<--")]
    for glyphs in product(("-->", "<--"), repeat=len(free)):
        dag = fixed + [(a, glyph, b) for (a, b), glyph in zip(free, glyphs, strict=True)]
        if is_acyclic(nodes, dag):
            yield dag


def extensions(nodes, pdag):
    """DAGs with the skeleton, the arrows and the unshielded colliders of a graph."""
    colliders = unshielded_colliders(nodes, pdag)
    return [dag for dag in orientations(nodes, pdag) if unshielded_colliders(nodes, dag) == colliders]


def members(nodes, dag):
    """All DAGs with the skeleton and the unshielded colliders of a DAG."""
    bare = [(a, "---", b) for a, _, b in dag]
    colliders = unshielded_colliders(nodes, dag)
    return [
        other for other in orientations(nodes, bare) if unshielded_colliders(nodes, other) == colliders
    ]


def intersection(dags):
    """The graph of DAGs with one skeleton, whose edges are directed if all DAGs direct them alike."""
    common = set.intersection(*(arrows(dag) for dag in dags))
    return [
        (a, "-->", b) if (a, b) in common else (b, "-->", a) if (b, a) in common else (a, "---", b)
        for a, _, b in dags[0]
    ]


def cpdag(nodes, dag):
    return intersection(members(nodes, dag))


def is_cpdag(nodes, edges):
    dags = extensions(nodes, edges)
    return bool(dags) and marks(cpdag(nodes, dags[0])) == marks(edges)


def is_mpdag(nodes, edges):
    """Whether every undirected edge of a graph points both ways among its extensions."""
    dags = extensions(nodes, edges)
    return bool(dags) and marks(intersection(dags)) == marks(edges)


def ancestors_in_every_member(nodes, cpdag):
    return set.intersection(*(ancestors(nodes, dag) for dag in extensions(nodes, cpdag)))


def chickering_cpdag(nodes, dag):
    """The CPDAG by Chickering's labels of ordered edges, which uses no rule of Meek's."""
    parents = {v: {a for a, b in arrows(dag) if b == v} for v in nodes}
    order, remaining = [], set(nodes)
    while remaining:
        order += sorted(v for v in remaining if not parents[v] & remaining)
        remaining -= set(order)
    position = {v: k for k, v in enumerate(order)}
    ordered = sorted(arrows(dag), key=lambda edge: (position[edge[1]], -position[edge[0]]))
    compelled = {}
    for x, y in ordered:
        if (x, y) in compelled:
            continue
        _label_edges_into(x, y, parents, compelled)
    return [(x, "-->" if compelled[x, y] else "---", y) for x, y in ordered]


def _label_edges_into(x, y, parents, compelled):
    for w in parents[x]:
        if not compelled[w, x]:
            continue
        if w not in parents[y]:
            compelled.update({(z, y): True for z in parents[y]})
            return
        compelled[w, y] = True
    label = any(z != x and z not in parents[x] for z in parents[y])
    compelled.update({(z, y): label for z in parents[y] if (z, y) not in compelled})


# ---- kinds, by the rules that their definitions give for edges


def _only(edges, glyphs):
    return all(glyph in glyphs for _, glyph, _ in edges)


def _one_edge_on_a_pair(edges):
    return len(skeleton(edges)) == len(list(edges))


def has_almost_directed_cycle(nodes, edges):
    paths = directed_paths(nodes, edges)
    return any(glyph == "<->" and ((a, b) in paths or (b, a) in paths) for a, glyph, b in edges)


def has_arrowhead_at_undirected(edges):
    with_line = {v for a, glyph, b in edges if glyph == "---" for v in (a, b)}
    return any(b in with_line for _, b in heads(edges))


def kinds(nodes, edges, pag=False):
    """All kinds of a graph; "pag" is tested only if `pag` is true, because it takes long."""
    acyclic = is_acyclic(nodes, edges)
    simple = _one_edge_on_a_pair(edges)
    ancestral = acyclic and not has_almost_directed_cycle(nodes, edges)
    directed = _only(edges, ("-->", "<--"))
    partially = _only(edges, ("-->", "<--", "---"))
    tests = {
        "dag": directed and acyclic,
        "pdag": partially and acyclic,
        "cpdag": partially and acyclic and is_cpdag(nodes, edges),
        "mpdag": partially and acyclic and is_mpdag(nodes, edges),
        "digraph": directed,
        "undirected": _only(edges, ("---",)),
        "mag": _only(edges, ("-->", "<--", "<->", "---"))
        and simple
        and ancestral
        and not has_arrowhead_at_undirected(edges)
        and _is_maximal(nodes, edges),
        "pag": pag
        and simple
        and ancestral
        and not has_arrowhead_at_undirected(edges)
        and _is_pag(nodes, edges),
        "admg": _only(edges, ("-->", "<--", "<->")) and acyclic,
    }
    return {kind for kind, holds in tests.items() if holds}


def _is_maximal(nodes, edges):
    from tests.oracle import ancestral

    return ancestral.is_maximal(nodes, edges)


def _is_pag(nodes, edges):
    """Whether a class of MAGs shares these marks; true without a test if a mark may mean selection."""
    from tests.oracle import ancestral

    return not _only(edges, ("-->", "<--", "<->", "o->", "<-o", "o-o")) or ancestral.is_pag(nodes, edges)


# ---- relabelling


def renamed(edges, names):
    return [(names[a], glyph, names[b]) for a, glyph, b in edges]


def relabellings(nodes, edges):
    for order in permutations(nodes):
        yield renamed(edges, dict(zip(nodes, order, strict=True)))
