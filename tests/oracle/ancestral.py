"""
Graphs with hidden variables by their definitions: paths and classes are enumerated.

Sources: Richardson and Spirtes (2002) for MAGs, m-separation and projection, Verma and Pearl (1990) for
the latent projection, Zhang (2008) for PAGs as the marks that all members of a class share.
"""

from collections import defaultdict
from functools import cache
from itertools import chain, combinations, product

from tests.oracle.graphs import ancestors, directed_paths, heads


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


def lists_of_edges(edges):
    """For each node, its edges as (other node, mark here, mark there); a mark is ">", "-" or "o"."""
    edges_of = defaultdict(list)
    for a, glyph, b in edges:
        at_a = {"<": ">"}.get(glyph[0], glyph[0])
        edges_of[a].append((b, at_a, glyph[2]))
        edges_of[b].append((a, glyph[2], at_a))
    return edges_of


def paths(edges, x, y):
    """For each path, its inner nodes, each with its marks on the edges before and after it."""
    edges_of = lists_of_edges(edges)

    def walk(node, arrived, inner, used):
        for other, here, there in edges_of[node]:
            if other in used:
                continue
            between = inner if arrived is None else [*inner, (node, arrived, here)]
            if other == y:
                yield between
            else:
                yield from walk(other, there, between, used | {other})

    yield from walk(x, None, [], {x})


def m_connected(nodes, edges, x, y, given):
    """Whether a path has no non-collider in `given`, and only colliders in `given` or its ancestors."""
    above = set(given) | {a for a, b in ancestors(nodes, edges) if b in given}
    for inner in paths(edges, x, y):
        if all(
            (node in above) if arrived == left == ">" else (node not in given)
            for node, arrived, left in inner
        ):
            return True
    return False


def model(nodes, edges):
    """All m-separations, as (x, y, conditioning set)."""
    nodes = tuple(nodes)
    return frozenset(
        (x, y, given)
        for x, y in combinations(nodes, 2)
        for given in map(frozenset, subsets(set(nodes) - {x, y}))
        if not m_connected(nodes, edges, x, y, given)
    )


# ---- projections


def mag(nodes, dag, hidden, selected=()):
    """The MAG of the observed nodes: edges where no set separates, with tails at ancestors."""
    observed = [v for v in nodes if v not in hidden and v not in selected]
    ancestor_pairs = ancestors(nodes, dag)

    def mark(v, w):
        return (
            "-" if (v, w) in ancestor_pairs or any((v, s) in ancestor_pairs for s in selected) else ">"
        )

    mag_edges = []
    for x, y in combinations(observed, 2):
        others = [v for v in observed if v not in (x, y)]
        if all(m_connected(nodes, dag, x, y, {*given, *selected}) for given in subsets(others)):
            left = {"-": "-", ">": "<"}[mark(x, y)]
            mag_edges.append((x, f"{left}-{mark(y, x)}", y))
    return mag_edges


def admg(nodes, dag, hidden):
    """The latent projection: edges for paths whose inner nodes are all hidden non-colliders."""
    observed = [v for v in nodes if v not in hidden]
    admg_edges = []
    for x, y in combinations(observed, 2):
        glyphs = set()
        for inner, first, last in paths_with_ends(dag, x, y):
            if all(node in hidden and not (a == b == ">") for node, a, b in inner):
                glyphs.add({"->": "-->", ">-": "<--", ">>": "<->"}.get(first + last))
        admg_edges += [(x, glyph, y) for glyph in sorted(glyphs - {None})]
    return admg_edges


def paths_with_ends(edges, x, y):
    """Paths as in `paths`, each with the marks at its two ends."""
    edges_of = lists_of_edges(edges)

    def walk(node, arrived, inner, used, first):
        for other, here, there in edges_of[node]:
            if other in used:
                continue
            between = inner if arrived is None else [*inner, (node, arrived, here)]
            first_mark = here if first is None else first
            if other == y:
                yield between, first_mark, there
            else:
                yield from walk(other, there, between, used | {other}, first_mark)

    yield from walk(x, None, [], {x}, None)


# ---- MAGs and their classes


def is_ancestral(nodes, edges):
    """Whether no edge has an arrowhead at an ancestor of its other node, and no cycle is directed."""
    above = ancestors(nodes, edges)
    cyclic = any((v, v) in directed_paths(nodes, edges) for v in nodes)
    return not cyclic and not any((b, a) in above for a, b in heads(edges))


def is_mag(nodes, edges):
    """Whether a graph is ancestral, and some set separates every pair without an edge."""
    return is_ancestral(nodes, edges) and is_maximal(nodes, edges)


def is_maximal(nodes, edges):
    """Whether some set separates every pair without an edge."""
    joined = {frozenset({a, b}) for a, _, b in edges}
    return all(
        any(not m_connected(nodes, edges, x, y, set(given)) for given in subsets(set(nodes) - {x, y}))
        for x, y in combinations(nodes, 2)
        if frozenset({x, y}) not in joined
    )


@cache
def mags(nodes):
    """Every MAG of -->, <-- and <-> on the nodes."""
    pairs = list(combinations(nodes, 2))
    listed = []
    for glyphs in product((None, "-->", "<--", "<->"), repeat=len(pairs)):
        edges = tuple((a, g, b) for (a, b), g in zip(pairs, glyphs, strict=True) if g)
        if is_mag(nodes, edges):
            listed.append(edges)
    return tuple(listed)


@cache
def classes(nodes):
    """The MAGs on the nodes, those with the same m-separations together."""
    by_model = defaultdict(list)
    for edges in mags(nodes):
        by_model[model(nodes, edges)].append(edges)
    return tuple(map(tuple, by_model.values()))


def pag(members):
    """The marks that all members share; a circle where they differ."""
    edges_of_members = [lists_of_edges(edges) for edges in members]
    pag_edges = []
    for a, _, b in members[0]:
        at_a = {
            next(here for other, here, _ in edges_of[a] if other == b) for edges_of in edges_of_members
        }
        at_b = {
            next(there for other, _, there in edges_of[a] if other == b) for edges_of in edges_of_members
        }
        left = "o" if len(at_a) > 1 else {"-": "-", ">": "<"}[at_a.pop()]
        right = "o" if len(at_b) > 1 else at_b.pop()
        pag_edges.append((a, f"{left}-{right}", b))
    return pag_edges


def is_pag(nodes, edges):
    """Whether replacing the circles gives all MAGs of some class that shares exactly these marks."""
    glyph_choices = [
        [left + "-" + right for left in _ends(g[0], "<") for right in _ends(g[2], ">")]
        for _, g, _ in edges
    ]
    candidates = []
    for glyphs in product(*glyph_choices):
        mag_edges = tuple((a, g, b) for (a, _, b), g in zip(edges, glyphs, strict=True))
        if "---" not in glyphs and is_mag(nodes, mag_edges):
            candidates.append(mag_edges)
    by_model = defaultdict(list)
    for mag_edges in candidates:
        by_model[model(nodes, mag_edges)].append(mag_edges)
    return any(
        sorted(pag(members)) == sorted(map(tuple, edges))
        and len(members) == _size_of_class(nodes, members[0])
        for members in by_model.values()
    )


def _ends(mark, arrow):
    return (arrow, "-") if mark == "o" else (mark,)


def _size_of_class(nodes, edges):
    """The number of MAGs on the same skeleton with the same m-separations."""
    separations = model(nodes, edges)
    size = 0
    for glyphs in product(("-->", "<--", "<->"), repeat=len(edges)):
        other = tuple((a, g, b) for (a, _, b), g in zip(edges, glyphs, strict=True))
        size += is_mag(nodes, other) and model(nodes, other) == separations
    return size
