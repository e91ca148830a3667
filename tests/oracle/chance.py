"""All guesses of the null models, one by one; all are equally probable."""

from itertools import combinations, permutations


def random_dags(n_nodes, n_edges):
    """Edges of a DAG for every order of the nodes and every choice of pairs."""
    for order in permutations(range(n_nodes)):
        for pairs in combinations(combinations(order, 2), n_edges):
            yield [(a, "-->", b) for a, b in pairs]


def relabellings(n_nodes, edges):
    """The edges with the nodes renamed in every possible way."""
    for names in permutations(range(n_nodes)):
        yield [(names[a], glyph, names[b]) for a, glyph, b in edges]


def quantile(values, share):
    """The smallest of the values for which at least this share of them is not larger."""
    ranked = sorted(values)
    return next(v for k, v in enumerate(ranked, 1) if k / len(ranked) >= share - 1e-12)


def share_at_least_as_good(values, value, better):
    """Share of the values that are as good as `value`, or better."""
    if better == "lower":
        return sum(v <= value + 1e-9 for v in values) / len(values)
    return sum(v >= value - 1e-9 for v in values) / len(values)


def path_sortability(n_nodes, arrows, scores):
    """Share of pairs, counted once for each length of a path, whose score rises; ties count half."""
    rising = total = 0
    connected = set(arrows)
    for _ in range(1, n_nodes):
        for a, b in connected:
            total += 1
            rising += 1 if scores[a] < scores[b] else 0.5 if scores[a] == scores[b] else 0
        connected = {(a, c) for a, b in connected for d, c in arrows if d == b}
    return rising / total if total else float("nan")
