"""
Series with hidden variables by definition: a long stretch of time, all subsets; shares no code with src.

A process is (n, arcs, observed); an arc (a, b, lag) leads from variable a to variable b, lag steps
later. What happened more than `past` steps before the window is cut off, so that `past` must be long
enough for walks back to meet, which n * n * longest lag steps are for the processes of the tests.
"""

from collections import defaultdict
from itertools import combinations, product


def parents_over(process, steps):
    """Parents of each node (variable, step) at `steps` steps from 0."""
    n, arcs, _ = process
    found = {(v, s): set() for v in range(n) for s in range(steps)}
    for a, b, lag in arcs:
        for s in range(lag, steps):
            found[b, s].add((a, s - lag))
    return found


def with_ancestors(parents, nodes):
    found, waiting = set(nodes), list(nodes)
    while waiting:
        for parent in parents[waiting.pop()]:
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return found


def separated(parents, x, y, given):
    """Whether x and y are disconnected in the moral graph of the ancestors without the given nodes."""
    kept = with_ancestors(parents, {x, y, *given})
    joined = defaultdict(set)
    for node in kept:
        family = [*parents[node], node]
        for a, b in combinations(family, 2):
            joined[a].add(b)
            joined[b].add(a)
    reached, waiting = {x}, [x]
    while waiting:
        for other in joined[waiting.pop()] - reached - set(given):
            reached.add(other)
            waiting.append(other)
    return y not in reached


def window_mag(process, length, past):
    """Edges (x, glyph, y) between nodes (place among the observed, step of the window), x first."""
    _, _, observed = process
    parents = parents_over(process, past + length)
    nodes = [(v, past + s) for s in range(length) for v in observed]
    name = {(v, past + s): (k, s) for s in range(length) for k, v in enumerate(observed)}
    found = []
    for x, y in combinations(nodes, 2):
        between = (with_ancestors(parents, {x, y}) & set(nodes)) - {x, y}
        if separated(parents, x, y, between):
            continue
        left = "-" if x in with_ancestors(parents, {y}) else "<"
        right = "-" if y in with_ancestors(parents, {x}) else ">"
        found.append((name[x], f"{left}-{right}", name[y]))
    return found


def into_the_last_step(mag, length):
    """Edges (a, glyph, b, lag) of a window into its last step."""
    last = length - 1
    return frozenset((x[0], glyph, y[0], y[1] - x[1]) for x, glyph, y in mag if y[1] == last)


def canonical(n, edges):
    """The process of edges --> and <--, with a hidden cause for each <->."""
    arcs, more = [], n
    for a, glyph, b, lag in edges:
        if glyph == "<->":
            arcs += [(more, a, 0), (more, b, lag)]
            more += 1
        else:
            arcs.append((a, b, lag) if glyph == "-->" else (b, a, lag))
    return more, tuple(arcs), tuple(range(n))


def has_order(n, edges):
    """Whether the arrows within a time step have no cycle."""
    now = {
        (a, b) if glyph == "-->" else (b, a) for a, glyph, b, lag in edges if not lag and glyph != "<->"
    }
    for _ in range(n):
        now |= {(a, d) for a, b in now for c, d in now if b == c}
    return all(a != b for a, b in now)


def all_graphs(n, most):
    """Every set of edges into one time step: no edge, an arrow or <-> at each place."""
    places = [(a, b, 0) for a, b in combinations(range(n), 2)]
    later = [(a, b, lag) for lag in range(1, most + 1) for a, b in product(range(n), repeat=2)]
    options = [("", "-->", "<--", "<->")] * len(places) + [("", "-->", "<->")] * len(later)
    for glyphs in product(*options):
        edges = [(a, g, b, lag) for (a, b, lag), g in zip(places + later, glyphs, strict=True) if g]
        if has_order(n, edges):
            yield frozenset(edges)


def independences(mag, n, length):
    """Pairs and sets of a window that a MAG separates: its bidirected edges as hidden causes."""
    nodes = [(v, s) for s in range(length) for v in range(n)]
    parents = {node: set() for node in nodes}
    for x, glyph, y in mag:
        if glyph == "<->":
            parents["cause", x, y] = set()
            parents[x].add(("cause", x, y))
            parents[y].add(("cause", x, y))
        else:
            a, b = (x, y) if glyph == "-->" else (y, x)
            parents[b].add(a)
    found = set()
    for x, y in combinations(nodes, 2):
        rest = [node for node in nodes if node not in (x, y)]
        for size in range(len(rest) + 1):
            for given in combinations(rest, size):
                if separated(parents, x, y, given):
                    found.add((x, y, given))
    return frozenset(found)


def classes(n, most, past):
    """The graphs into one time step that some series has, those with the same independences together."""
    found = defaultdict(list)
    for edges in all_graphs(n, most):
        mag = window_mag(canonical(n, edges), most + 1, past)
        if into_the_last_step(mag, most + 1) == edges:
            found[independences(mag, n, most + 1)].append(edges)
    return dict(found)


def shared(members):
    """Marks that all graphs of a class have; circles elsewhere."""
    marks = defaultdict(set)
    for edges in members:
        for a, glyph, b, lag in edges:
            marks[a, b, lag, 0].add(glyph[0])
            marks[a, b, lag, 2].add(glyph[2])

    def at(key):
        return marks[key].pop() if len(marks[key]) == 1 else "o"

    return frozenset(
        (a, f"{at((a, b, lag, 0))}-{at((a, b, lag, 2))}", b, lag)
        for a, b, lag, end in [*marks]
        if end == 0
    )
