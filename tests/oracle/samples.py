"""
Weighted graphs by their definitions: lists of (edges, weight), exact fractions, loops.

An oracle takes the nodes, the true edges and the draws. Weights are Fractions that add up to 1.

Sources: Friedman and Koller (2003) for features of graphs under a posterior, Brier (1950), Good (1952),
Naeini et al. (2015) for the calibration error, Barbieri and Berger (2004) for the median graph.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import log

from tests.oracle import graphs
from tests.oracle.metrics import states


def normalised(weights):
    total = sum(map(Fraction, weights))
    return [Fraction(weight) / total for weight in weights]


def mean(draws, number):
    return sum(weight * number(edges) for edges, weight in draws)


# ---- marginals


def directed(nodes, edges):
    return graphs.arrows(edges)


def skeleton(nodes, edges):
    return {(a, b) for pair in graphs.skeleton(edges) for a in pair for b in pair if a != b}


def ancestral(nodes, edges):
    return graphs.ancestors(nodes, edges)


RELATIONS = {"directed": directed, "skeleton": skeleton, "ancestral": ancestral}


def marginals(nodes, draws, of):
    """For each ordered pair, the total weight of the graphs in which a relation holds."""
    relation = RELATIONS[of]
    return {
        pair: sum(weight for edges, weight in draws if pair in relation(nodes, edges))
        for pair in permutations(nodes, 2)
    }


def confidences(nodes, draws, of):
    """The marginals of a relation; an undirected edge counts for both directions."""
    weights = marginals(nodes, draws, "directed" if of == "entries" else of)
    if of in ("directed", "entries"):
        for edges, weight in draws:
            for a, glyph, b in edges:
                if glyph == "---":
                    weights[a, b] += weight
                    weights[b, a] += weight
    return weights


def ranked(nodes, true, draws, of):
    """(score, whether true) of every place."""
    score, positives = confidences(nodes, draws, of), RELATIONS[of](nodes, true)
    return [(score[pair], pair in positives) for pair in places(nodes, of)]


def class_shares(nodes, true, of):
    """The share of the members of the truth's class in which a relation holds."""
    dags = [list(dag) for dag in graphs.members(nodes, true)]
    return marginals(nodes, [(dag, Fraction(1, len(dags))) for dag in dags], of)


def places(nodes, of):
    return list(combinations(nodes, 2) if of == "skeleton" else permutations(nodes, 2))


def probabilities_and_truth(nodes, true, draws, of):
    probable, positives = marginals(nodes, draws, of), RELATIONS[of](nodes, true)
    return [(probable[pair], int(pair in positives)) for pair in places(nodes, of)]


# ---- scores


def brier(nodes, true, draws, of):
    pairs = probabilities_and_truth(nodes, true, draws, of)
    return sum((p - y) ** 2 for p, y in pairs) / len(pairs)


def log_score(nodes, true, draws, of, clip):
    pairs = probabilities_and_truth(nodes, true, draws, of)
    losses = [-log(min(max(p if y else 1 - p, clip), 1 - clip)) for p, y in pairs]
    return sum(losses) / len(losses)


def calibration_error(pairs, n_bins):
    """Expected calibration error over the bins [k/B, (k+1)/B); the last bin includes 1."""
    error = 0
    for k in range(n_bins):
        low, high = Fraction(k, n_bins), Fraction(k + 1, n_bins)
        inside = [(p, y) for p, y in pairs if low <= p < high or p == high == 1]
        if inside:
            gap = sum(y for _, y in inside) - sum(p for p, _ in inside)
            error += abs(gap) / Fraction(len(pairs))
    return error


def pair_shares(nodes, draws):
    """For each pair of nodes, the total weight of the graphs in each of its states."""
    shares = {frozenset(pair): Counter() for pair in combinations(nodes, 2)}
    for edges, weight in draws:
        for pair, state in states(nodes, edges).items():
            shares[pair][frozenset(state)] += weight
    return shares


def pair_brier(nodes, true, draws):
    shares, truth = pair_shares(nodes, draws), states(nodes, true)
    total = 0
    for pair, share in shares.items():
        right = frozenset(truth[pair])
        total += sum((share[state] - (state == right)) ** 2 for state in {*share, right})
    return total / Fraction(len(shares))


def pair_log_score(nodes, true, draws, clip):
    shares, truth = pair_shares(nodes, draws), states(nodes, true)
    losses = [-log(min(max(share[frozenset(truth[p])], clip), 1 - clip)) for p, share in shares.items()]
    return sum(losses) / len(losses)


# ---- graphs as a whole


def key(edges):
    return frozenset(graphs.marks(edges))


def mass(nodes, true, draws):
    return sum(weight for edges, weight in draws if key(edges) == key(true))


def class_mass(nodes, true, draws):
    same = graphs.class_key(nodes, true)
    return sum(weight for edges, weight in draws if graphs.class_key(nodes, edges) == same)


def coverage(nodes, true, draws):
    members = {key(dag) for dag in graphs.members(nodes, true)}
    return Fraction(len(members & {key(edges) for edges, weight in draws if weight}), len(members))


def entropy(draws):
    shares = Counter()
    for edges, weight in draws:
        shares[key(edges)] += weight
    return -sum(float(share) * log(share) for share in shares.values() if share)


def credible_set(draws, level):
    """The graphs with at least some weight: the largest for which their total reaches the level."""
    shares = Counter()
    for edges, weight in draws:
        shares[key(edges)] += weight
    for bound in sorted(set(shares.values()), reverse=True):
        selected = {graph for graph, share in shares.items() if share >= bound}
        if sum(shares[graph] for graph in selected) >= level:
            return selected
    raise AssertionError


def consensus(nodes, draws, threshold):
    """The edges of each pair in graphs of more than a share of the total weight."""
    return {
        pair: set(state)
        for pair, share in pair_shares(nodes, draws).items()
        for state in share
        if state and share[state] > threshold
    }
