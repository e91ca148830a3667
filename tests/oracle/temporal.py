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
    glyphs = {g for x, g, y, k in edges if (x, y, k) == (a, b, lag)}
    if lag == 0:
        glyphs |= {TURNED.get(g, g) for x, g, y, k in edges if (x, y, k) == (b, a, 0)}
    return frozenset(glyphs)


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
            places = {(a, b) for a, b in product(names, names) if (autolinks and truth[1]) or a != b}
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
        places = pairs_of_names(names, autolinks and max_lag)
        return sum(sides[0].get(p) != sides[1].get(p) for p in places), len(places)
    contemporaneous = [(a, b, 0) for a, b in combinations(names, 2)]
    lagged = list(over_time(truth, autolinks))
    if of == "window":
        places = [p for p in contemporaneous + lagged for _ in range(p[2], max_lag + 1)]
    else:
        places = {
            "total": contemporaneous + lagged,
            "lagged": lagged,
            "contemporaneous": contemporaneous,
        }[of]
    return sum(between(truth, *p) != between(estimate, *p) for p in places), len(places)


def window(graph, length):
    """Edges between (name, step), step 0 the earliest, by trying every pair of nodes."""
    names, max_lag, _, _ = graph
    window_edges = set()
    for (a, s), (b, t) in product(product(names, range(length)), repeat=2):
        if 0 < t - s <= max_lag:
            window_edges |= {((a, s), glyph, (b, t)) for glyph in between(graph, a, b, t - s)}
        elif s == t and names.index(a) < names.index(b):
            window_edges |= {((a, s), glyph, (b, t)) for glyph in between(graph, a, b, 0)}
    return window_edges


def pairs_of_names(names, autolinks):
    """Each pair of names once, in order, and with `autolinks` also each name with itself."""
    return [*combinations(names, 2), *((name, name) for name in names if autolinks)]


def summary(graph, autolinks=False):
    """Glyphs between each pair of names at any lag, a before b in order of the names."""
    names, max_lag, _, _ = graph
    edges = {}
    for a, b in pairs_of_names(names, autolinks):
        glyphs = {g for lag in range(int(a == b), max_lag + 1) for g in between(graph, a, b, lag)}
        if a != b:
            glyphs |= {
                TURNED.get(g, g) for lag in range(1, max_lag + 1) for g in between(graph, b, a, lag)
            }
        directed = glyphs & {"-->", "<--"}
        if len(directed) == 2:
            edges[a, b] = directed
        elif directed:
            edges[a, b] = directed | (glyphs & {"<->"})
        elif glyphs:
            ends = [{g[end] for g in glyphs} for end in (0, 2)]
            edges[a, b] = {"-".join(e.pop() if len(e) == 1 else "o" for e in ends)}
    return edges


def matching(true_lags, found_lags, tolerance):
    """The largest number of matched lags, and its smallest total distance, by trying all injections."""
    short, long = sorted((list(true_lags), list(found_lags)), key=len)
    best = (0, 0)
    for chosen in permutations([*long, *[None] * len(short)], len(short)):
        pairs = [(a, b) for a, b in zip(short, chosen, strict=True) if b is not None]
        if all(abs(a - b) <= tolerance and (a == 0) == (b == 0) for a, b in pairs):
            best = max(best, (len(pairs), -sum(abs(a - b) for a, b in pairs)))
    return best[0], -best[1]


def lags_by_pair(graph, autolinks=True):
    lags = {}
    for a, b, lag in causes(graph):
        if autolinks or a != b:
            lags.setdefault((a, b), set()).add(lag)
    return lags


def matches(truth, estimate, tolerance, autolinks=True):
    """Matched edges, their total distance, and the numbers of true and of found edges."""
    true, found = lags_by_pair(truth, autolinks), lags_by_pair(estimate, autolinks)
    matched_pairs = [matching(true[pair], found[pair], tolerance) for pair in true.keys() & found.keys()]
    matched, distance = (sum(m[0] for m in matched_pairs), sum(m[1] for m in matched_pairs))
    return matched, distance, sum(map(len, true.values())), sum(map(len, found.values()))


def roc_auc(true, scores):
    """Share of (true, false) pairs of places that are ranked correctly; ties count one half."""
    positives = [scores[p] for p in scores if p in true]
    negatives = [scores[p] for p in scores if p not in true]
    wins = [1.0 if g > b else 0.5 if g == b else 0.0 for g in positives for b in negatives]
    return sum(wins) / len(wins)
