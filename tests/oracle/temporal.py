"""
Slow, obvious definitions for time series graphs; shares no code with src.

A graph is (names, max_lag, edges, changing); an edge (a, glyph, b, lag) leads from a, lag steps back,
to b.
"""

from itertools import combinations, permutations, product

TURNED = {"-->": "<--", "<--": "-->", "o->": "<-o", "<-o": "o->", "o--": "--o", "--o": "o--"}


def between(graph, a, b, lag):
    """All edges from a, lag steps back, to b, written from a; as a frozenset."""
    _, _, edges, _ = graph
    found = {g for x, g, y, k in edges if (x, y, k) == (a, b, lag)}
    if lag == 0:
        found |= {TURNED.get(g, g) for x, g, y, k in edges if (x, y, k) == (b, a, 0)}
    return frozenset(found)


def over_time(graph, autolinks=True):
    """Places (a, b, lag) of lag 1 and more."""
    names, max_lag, _, _ = graph
    for a, b, lag in product(names, names, range(1, max_lag + 1)):
        if autolinks or a != b:
            yield a, b, lag


def counts(true, found, places):
    """tp, fp, fn, tn of two sets within places."""
    places = set(places)
    assert true <= places
    assert found <= places
    return len(true & found), len(found - true), len(true - found), len(places - true - found)


def causes(graph):
    """(a, b, lag) with a --> b, at any lag."""
    names, max_lag, _, _ = graph
    return {
        (a, b, lag)
        for a, b, lag in product(names, names, range(max_lag + 1))
        if (a != b or lag) and "-->" in between(graph, a, b, lag)
    }


def confusion(truth, estimate, of, autolinks=True):
    names = truth[0]
    if of in ("all-lags", "total", "total-skeleton"):
        parts = {
            "all-lags": ("lagged", "contemporaneous"),
            "total": ("lagged", "contemporaneous", "changing-modules"),
            "total-skeleton": ("lagged", "contemporaneous-skeleton", "changing-modules"),
        }[of]
        found = [confusion(truth, estimate, part, autolinks) for part in parts]
        return tuple(map(sum, zip(*found, strict=True)))
    sides = []
    for graph in (truth, estimate):
        if of == "lagged":
            places = set(over_time(graph, autolinks))
            positives = {p for p in causes(graph) if p in places}
        elif of == "lagged-adjacencies":
            places = set(over_time(graph, autolinks))
            positives = {p for p in places if between(graph, *p)}
        elif of == "contemporaneous":
            places = set(permutations(names, 2))
            positives = {(a, b) for a, b, lag in causes(graph) if lag == 0}
        elif of == "contemporaneous-skeleton":
            places = set(combinations(names, 2))
            positives = {(a, b) for a, b in places if between(graph, a, b, 0)}
        elif of == "changing-modules":
            places, positives = set(names), set(graph[3])
        elif of == "summary":
            places = {(a, b) for a, b in product(names, names) if autolinks or a != b}
            positives = {(a, b) for a, b, _ in causes(graph)} & places
        elif of == "bidirected":
            places = set(over_time(graph, autolinks)) | {(*p, 0) for p in combinations(names, 2)}
            positives = {p for p in places if "<->" in between(graph, *p)}
        else:
            mark = {"arrowheads": "<>", "tails": "-", "circles": "o"}[of]
            at = set(over_time(graph, autolinks)) | {(*p, 0) for p in combinations(names, 2)}
            places = {(*p, end) for p in at for end in (0, 2)}
            positives = {
                (*p, end) for *p, end in places for glyph in between(graph, *p) if glyph[end] in mark
            }
        sides.append(positives)
    return counts(*sides, places)


def shd(truth, estimate, of, autolinks=True):
    names, max_lag, _, _ = truth
    if of == "summary":
        sides = [summary(graph, autolinks) for graph in (truth, estimate)]
        places = pairs_of_names(names, autolinks)
        return sum(sides[0].get(p) != sides[1].get(p) for p in places), len(places)
    now = [(a, b, 0) for a, b in combinations(names, 2)]
    later = list(over_time(truth, autolinks))
    if of == "window":
        places = [p for p in now + later for _ in range(p[2], max_lag + 1)]
    else:
        places = {"total": now + later, "lagged": later, "contemporaneous": now}[of]
    return sum(between(truth, *p) != between(estimate, *p) for p in places), len(places)


def window(graph, length):
    """Edges between (name, step), step 0 the earliest, by trying every pair of nodes."""
    names, max_lag, _, _ = graph
    found = set()
    for (a, s), (b, t) in product(product(names, range(length)), repeat=2):
        if 0 < t - s <= max_lag:
            found |= {((a, s), glyph, (b, t)) for glyph in between(graph, a, b, t - s)}
        elif s == t and names.index(a) < names.index(b):
            found |= {((a, s), glyph, (b, t)) for glyph in between(graph, a, b, 0)}
    return found


def pairs_of_names(names, autolinks):
    """Each two names once, in order, and each with itself if autolinks are asked for."""
    return [*combinations(names, 2), *((name, name) for name in names if autolinks)]


def summary(graph, autolinks=False):
    """Glyphs between each pair of names at any lag, a before b in order of the names."""
    names, max_lag, _, _ = graph
    found = {}
    for a, b in pairs_of_names(names, autolinks):
        there = {g for lag in range(int(a == b), max_lag + 1) for g in between(graph, a, b, lag)}
        if a != b:
            there |= {
                TURNED.get(g, g) for lag in range(1, max_lag + 1) for g in between(graph, b, a, lag)
            }
        directed = there & {"-->", "<--"}
        if len(directed) == 2:
            found[a, b] = directed
        elif directed:
            found[a, b] = directed | (there & {"<->"})
        elif there:
            ends = [{g[end] for g in there} for end in (0, 2)]
            found[a, b] = {"-".join(e.pop() if len(e) == 1 else "o" for e in ends)}
    return found


def matching(true_lags, found_lags, tolerance):
    """The most partners, and then the least distance, by trying all injections."""
    short, long = sorted((list(true_lags), list(found_lags)), key=len)
    best = (0, 0)
    for chosen in permutations([*long, *[None] * len(short)], len(short)):
        pairs = [(a, b) for a, b in zip(short, chosen, strict=True) if b is not None]
        if all(abs(a - b) <= tolerance and (a == 0) == (b == 0) for a, b in pairs):
            best = max(best, (len(pairs), -sum(abs(a - b) for a, b in pairs)))
    return best[0], -best[1]


def lags_by_pair(graph, autolinks=True):
    found = {}
    for a, b, lag in causes(graph):
        if autolinks or a != b:
            found.setdefault((a, b), set()).add(lag)
    return found


def matches(truth, estimate, tolerance, autolinks=True):
    """Matched edges, distance in all, true and found edges."""
    true, found = lags_by_pair(truth, autolinks), lags_by_pair(estimate, autolinks)
    both = [matching(true[pair], found[pair], tolerance) for pair in true.keys() & found.keys()]
    matched, distance = (sum(m[0] for m in both), sum(m[1] for m in both))
    return matched, distance, sum(map(len, true.values())), sum(map(len, found.values()))


def roc_auc(true, scores):
    """Share of (true, false) places that are in order, a tie being one half."""
    good = [scores[p] for p in scores if p in true]
    bad = [scores[p] for p in scores if p not in true]
    wins = [1.0 if g > b else 0.5 if g == b else 0.0 for g in good for b in bad]
    return sum(wins) / len(wins)
