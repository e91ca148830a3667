"""
Graphs with hidden variables by their definitions: paths are enumerated, classes are listed.

Sources: Richardson and Spirtes (2002) for MAGs, m-separation and projection, Verma and Pearl (1990) for
the latent projection, Zhang (2008) for PAGs as what all members of a class share.
"""

from collections import defaultdict
from functools import cache
from itertools import chain, combinations, product

from tests.oracle.graphs import ancestors, directed_paths, heads


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


def lists_of_edges(edges):
    """For each node its edges, as (other node, mark here, mark there), marks being ">", "-" or "o"."""
    found = defaultdict(list)
    for a, glyph, b in edges:
        at_a = {"<": ">"}.get(glyph[0], glyph[0])
        found[a].append((b, at_a, glyph[2]))
        found[b].append((a, glyph[2], at_a))
    return found


def paths(edges, x, y):
    """The inner nodes of every path, each with the marks at which the path arrives and leaves."""
    found = lists_of_edges(edges)

    def walk(node, arrived, inner, used):
        for other, here, there in found[node]:
            if other in used:
                continue
            between = inner if arrived is None else [*inner, (node, arrived, here)]
            if other == y:
                yield between
            else:
                yield from walk(other, there, between, used | {other})

    yield from walk(x, None, [], {x})


def m_connected(nodes, edges, x, y, given):
    """Whether a path has no non-collider in `given` and each collider is in it or above it."""
    above = set(given) | {a for a, b in ancestors(nodes, edges) if b in given}
    for inner in paths(edges, x, y):
        if all(
            (node in above) if arrived == left == ">" else (node not in given)
            for node, arrived, left in inner
        ):
            return True
    return False


def model(nodes, edges):
    """Every separation: pairs and conditioning sets."""
    nodes = tuple(nodes)
    return frozenset(
        (x, y, given)
        for x, y in combinations(nodes, 2)
        for given in map(frozenset, subsets(set(nodes) - {x, y}))
        if not m_connected(nodes, edges, x, y, given)
    )


# ---- projections


def mag(nodes, dag, hidden, selected=()):
    """The MAG of the observed nodes: adjacent if no set separates, a tail at ancestors."""
    observed = [v for v in nodes if v not in hidden and v not in selected]
    above = ancestors(nodes, dag)

    def mark(v, w):
        return "-" if (v, w) in above or any((v, s) in above for s in selected) else ">"

    found = []
    for x, y in combinations(observed, 2):
        others = [v for v in observed if v not in (x, y)]
        if all(m_connected(nodes, dag, x, y, {*given, *selected}) for given in subsets(others)):
            left = {"-": "-", ">": "<"}[mark(x, y)]
            found.append((x, f"{left}-{mark(y, x)}", y))
    return found


def admg(nodes, dag, hidden):
    """The latent projection: paths whose inner nodes are hidden non-colliders."""
    observed = [v for v in nodes if v not in hidden]
    found = []
    for x, y in combinations(observed, 2):
        glyphs = set()
        for inner, first, last in paths_with_ends(dag, x, y):
            if all(node in hidden and not (a == b == ">") for node, a, b in inner):
                glyphs.add({"->": "-->", ">-": "<--", ">>": "<->"}.get(first + last))
        found += [(x, glyph, y) for glyph in sorted(glyphs - {None})]
    return found


def paths_with_ends(edges, x, y):
    """Paths with the marks at their two ends."""
    found = lists_of_edges(edges)

    def walk(node, arrived, inner, used, first):
        for other, here, there in found[node]:
            if other in used:
                continue
            between = inner if arrived is None else [*inner, (node, arrived, here)]
            begun = here if first is None else first
            if other == y:
                yield between, begun, there
            else:
                yield from walk(other, there, between, used | {other}, begun)

    yield from walk(x, None, [], {x}, None)


# ---- MAGs and their classes


def is_ancestral(nodes, edges):
    """No arrowhead at an ancestor: no directed cycle, and none with one bidirected edge."""
    above = ancestors(nodes, edges)
    cyclic = any((v, v) in directed_paths(nodes, edges) for v in nodes)
    return not cyclic and not any((b, a) in above for a, b in heads(edges))


def is_mag(nodes, edges):
    """Ancestral, and every pair without an edge is separated by some set."""
    return is_ancestral(nodes, edges) and is_maximal(nodes, edges)


def is_maximal(nodes, edges):
    """Every pair without an edge is separated by some set."""
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
    found = []
    for glyphs in product((None, "-->", "<--", "<->"), repeat=len(pairs)):
        edges = tuple((a, g, b) for (a, b), g in zip(pairs, glyphs, strict=True) if g)
        if is_mag(nodes, edges):
            found.append(edges)
    return tuple(found)


@cache
def classes(nodes):
    """The MAGs by what they separate."""
    found = defaultdict(list)
    for edges in mags(nodes):
        found[model(nodes, edges)].append(edges)
    return tuple(map(tuple, found.values()))


def pag(members):
    """The marks that all members share; a circle where they differ."""
    marks = [lists_of_edges(edges) for edges in members]
    found = []
    for a, _, b in members[0]:
        at_a = {next(here for other, here, _ in one[a] if other == b) for one in marks}
        at_b = {next(there for other, _, there in one[a] if other == b) for one in marks}
        left = "o" if len(at_a) > 1 else {"-": "-", ">": "<"}[at_a.pop()]
        right = "o" if len(at_b) > 1 else at_b.pop()
        found.append((a, f"{left}-{right}", b))
    return found


def is_pag(nodes, edges):
    """Whether some of the MAGs with these marks, circles replaced, are a class that shares just them."""
    ways = [
        [left + "-" + right for left in _ends(g[0], "<") for right in _ends(g[2], ">")]
        for _, g, _ in edges
    ]
    found = []
    for glyphs in product(*ways):
        mag_edges = tuple((a, g, b) for (a, _, b), g in zip(edges, glyphs, strict=True))
        if "---" not in glyphs and is_mag(nodes, mag_edges):
            found.append(mag_edges)
    by_model = defaultdict(list)
    for one in found:
        by_model[model(nodes, one)].append(one)
    return any(
        sorted(pag(one)) == sorted(map(tuple, edges)) and len(one) == _size_of_class(nodes, one[0])
        for one in by_model.values()
    )


def _ends(mark, arrow):
    return (arrow, "-") if mark == "o" else (mark,)


def _size_of_class(nodes, edges):
    """How many MAGs on the same skeleton separate the same."""
    wanted = model(nodes, edges)
    size = 0
    for glyphs in product(("-->", "<--", "<->"), repeat=len(edges)):
        other = tuple((a, g, b) for (a, _, b), g in zip(edges, glyphs, strict=True))
        size += is_mag(nodes, other) and model(nodes, other) == wanted
    return size
