"""
Time series graphs with hidden variables by their definitions; shares no code with src.

A process is (n, arcs, observed); an arc (a, b, lag) leads from variable a to variable b, lag steps
later. Nodes more than `past` steps before the window are left out, so `past` must be long enough for the
ancestors of two nodes to meet: n * n * (longest lag) steps suffice for the processes of the tests.
"""

from collections import defaultdict
from itertools import combinations, product


def parents_in_time(process, steps):
    """Parents of each node (variable, step) in the steps from 0 to `steps` - 1."""
    n, arcs, _ = process
    parents = {(v, s): set() for v in range(n) for s in range(steps)}
    for a, b, lag in arcs:
        for s in range(lag, steps):
            parents[b, s].add((a, s - lag))
    return parents


def with_ancestors(parents, nodes):
    visited, waiting = set(nodes), list(nodes)
    while waiting:
        for parent in parents[waiting.pop()]:
            if parent not in visited:
                visited.add(parent)
                waiting.append(parent)
    return visited


def separated(parents, x, y, given):
    """Whether no path joins x and y in the moral graph of the ancestors without the given nodes."""
    ancestral_nodes = with_ancestors(parents, {x, y, *given})
    moral_neighbours = defaultdict(set)
    for node in ancestral_nodes:
        family = [*parents[node], node]
        for a, b in combinations(family, 2):
            moral_neighbours[a].add(b)
            moral_neighbours[b].add(a)
    reached, waiting = {x}, [x]
    while waiting:
        for other in moral_neighbours[waiting.pop()] - reached - set(given):
            reached.add(other)
            waiting.append(other)
    return y not in reached


def window_mag(process, length, past):
    """Edges (x, glyph, y), x before y; a node is (position among the observed, step of the window)."""
    _, _, observed = process
    parents = parents_in_time(process, past + length)
    nodes = [(v, past + s) for s in range(length) for v in observed]
    name = {(v, past + s): (k, s) for s in range(length) for k, v in enumerate(observed)}
    mag_edges = []
    for x, y in combinations(nodes, 2):
        conditioned = (with_ancestors(parents, {x, y}) & set(nodes)) - {x, y}
        if separated(parents, x, y, conditioned):
            continue
        left = "-" if x in with_ancestors(parents, {y}) else "<"
        right = "-" if y in with_ancestors(parents, {x}) else ">"
        mag_edges.append((name[x], f"{left}-{right}", name[y]))
    return mag_edges


def into_the_last_step(mag, length):
    """Edges (a, glyph, b, lag) of a window into its last step."""
    last = length - 1
    return frozenset((x[0], glyph, y[0], y[1] - x[1]) for x, glyph, y in mag if y[1] == last)


def canonical(n, edges):
    """The process of edges --> and <--, with a hidden cause for each <->."""
    arcs, n_nodes = [], n
    for a, glyph, b, lag in edges:
        if glyph == "<->":
            arcs += [(n_nodes, a, 0), (n_nodes, b, lag)]
            n_nodes += 1
        else:
            arcs.append((a, b, lag) if glyph == "-->" else (b, a, lag))
    return n_nodes, tuple(arcs), tuple(range(n))


def has_order(n, edges):
    """Whether the arrows within a time step have no cycle."""
    contemporaneous = {
        (a, b) if glyph == "-->" else (b, a) for a, glyph, b, lag in edges if not lag and glyph != "<->"
    }
    for _ in range(n):
        contemporaneous |= {(a, d) for a, b in contemporaneous for c, d in contemporaneous if b == c}
    return all(a != b for a, b in contemporaneous)


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
    """Separations (x, y, set) in a window of a MAG, in which each <-> is a hidden common cause."""
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
    separations = set()
    for x, y in combinations(nodes, 2):
        rest = [node for node in nodes if node not in (x, y)]
        for size in range(len(rest) + 1):
            for given in combinations(rest, size):
                if separated(parents, x, y, given):
                    separations.add((x, y, given))
    return frozenset(separations)


def classes(n, most, past):
    """The edges into one time step of all graphs of processes, grouped by their independences."""
    by_independences = defaultdict(list)
    for edges in all_graphs(n, most):
        mag = window_mag(canonical(n, edges), most + 1, past)
        if into_the_last_step(mag, most + 1) == edges:
            by_independences[independences(mag, n, most + 1)].append(edges)
    return dict(by_independences)


def shared(members):
    """The edges of a class, with the marks that all its graphs share and circles where they differ."""
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
