"""Every guess there is, one by one, each as likely as the others."""

from itertools import combinations, permutations


def random_dags(n_nodes, n_edges):
    """Edges of a DAG for every order of the nodes and every choice of pairs."""
    for order in permutations(range(n_nodes)):
        for pairs in combinations(combinations(order, 2), n_edges):
            yield [(a, "-->", b) for a, b in pairs]


def relabellings(n_nodes, edges):
    """The edges with the nodes named in every order."""
    for names in permutations(range(n_nodes)):
        yield [(names[a], glyph, names[b]) for a, glyph, b in edges]


def quantile(values, share):
    """The least value that at least this share of the values does not exceed."""
    ranked = sorted(values)
    return next(v for k, v in enumerate(ranked, 1) if k / len(ranked) >= share - 1e-12)


def share_at_least_as_good(values, value, better):
    """Share of the values that are as good as one, or better."""
    if better == "lower":
        return sum(v <= value + 1e-9 for v in values) / len(values)
    return sum(v >= value - 1e-9 for v in values) / len(values)


def path_sortability(n_nodes, arrows, scores):
    """Share of pairs, once for each length of a path between them, whose score rises; ties half."""
    right = total = 0
    reached = set(arrows)
    for _ in range(1, n_nodes):
        for a, b in reached:
            total += 1
            right += 1 if scores[a] < scores[b] else 0.5 if scores[a] == scores[b] else 0
        reached = {(a, c) for a, b in reached for d, c in arrows if d == b}
    return right / total if total else float("nan")
