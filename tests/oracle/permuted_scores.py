"""Every permutation of scores, one by one: over ordered or unordered pairs, and by nodes."""

from itertools import permutations


def over_pairs(n_nodes, scores):
    """Every assignment of the scores to the ordered pairs; `scores` maps pairs to numbers."""
    pairs = list(permutations(range(n_nodes), 2))
    for numbers in permutations([scores[pair] for pair in pairs]):
        yield dict(zip(pairs, numbers, strict=True))


def over_unordered_pairs(n_nodes, scores):
    """Every assignment of symmetric scores to the unordered pairs; the result is symmetric."""
    pairs = [(i, j) for i in range(n_nodes) for j in range(i + 1, n_nodes)]
    for numbers in permutations([scores[pair] for pair in pairs]):
        one_way = dict(zip(pairs, numbers, strict=True))
        yield one_way | {(j, i): number for (i, j), number in one_way.items()}


def by_nodes(n_nodes, scores):
    """The scores with the nodes renamed in every possible way."""
    for order in permutations(range(n_nodes)):
        yield {(order[i], order[j]): number for (i, j), number in scores.items()}
