"""
Ranking by its definitions: a list of (score, whether true), evaluated at each threshold.

If scores tie, a number that depends on the order is averaged over all orders of the tied places.
Sources: Hanley and McNeil (1982) for the area under ROC as a probability, McClish (1989) for a part of
it, Davis and Goadrich (2006) for interpolation between precisions, Pratapa et al. (2020) for BEELINE.
"""

from fractions import Fraction
from itertools import combinations, groupby, pairwise, permutations
from math import log2


def places(nodes, true_edges, score, of):
    """(score, whether true) of every place; `score` maps ordered pairs to numbers."""
    if of == "skeleton":
        joined = {frozenset((a, b)) for a, _, b in true_edges}
        return [
            (max(score[a, b], score[b, a]), frozenset((a, b)) in joined)
            for a, b in combinations(nodes, 2)
        ]
    true = {(a, b) for a, glyph, b in true_edges if glyph == "-->"}
    if of == "entries":
        true |= {pair for a, glyph, b in true_edges if glyph == "---" for pair in ((a, b), (b, a))}
    return [(score[pair], pair in true) for pair in permutations(nodes, 2)]


def orders(scored):
    """All orders by falling score, which differ in the order of ties, as lists of whether true."""
    falling = sorted(scored, key=lambda place: -place[0])
    listed = [[]]
    for _, tied in groupby(falling, key=lambda place: place[0]):
        labels = [true for _, true in tied]
        # Each choice of the ranks that the true ones get is as likely as any other.
        chosen = combinations(range(len(labels)), sum(labels))
        arrangements = [[rank in ranks for rank in range(len(labels))] for ranks in chosen]
        listed = [[*start, *end] for start in listed for end in arrangements]
    return listed


def mean_over_orders(scored, number):
    numbers = [number(order) for order in orders(scored)]
    return sum(numbers) / len(numbers)


def points(scored):
    """Numbers of (true, false) places that score at least each threshold, starting with (0, 0)."""
    counts = [(0, 0)]
    for threshold in sorted({score for score, _ in scored}, reverse=True):
        selected = [true for score, true in scored if score >= threshold]
        counts.append((sum(selected), len(selected) - sum(selected)))
    return counts


def n_true(scored):
    return sum(true for _, true in scored)


# ---- areas


def roc_auc(scored):
    true = [score for score, is_true in scored if is_true]
    false = [score for score, is_true in scored if not is_true]
    wins = sum(Fraction(int(t > f)) + Fraction(int(t == f), 2) for t in true for f in false)
    return wins / (len(true) * len(false))


def average_precision(scored):
    total = n_true(scored)
    return sum(
        Fraction(tp - before, total) * Fraction(tp, tp + fp)
        for (before, _), (tp, fp) in pairwise(points(scored))
    )


def pr_trapezoid(scored):
    total, area = n_true(scored), Fraction(0)
    for (tp_a, fp_a), (tp_b, fp_b) in pairwise(points(scored)):
        first = Fraction(tp_a, tp_a + fp_a) if tp_a + fp_a else 1
        area += Fraction(tp_b - tp_a, total) * (first + Fraction(tp_b, tp_b + fp_b)) / 2
    return area


def davis_goadrich(scored, steps=4000):
    """The area if the number of false places grows linearly with the true ones between two points."""
    total, area = n_true(scored), 0.0
    for (tp_a, fp_a), (tp_b, fp_b) in pairwise(points(scored)):
        if tp_b == tp_a:
            continue
        rate = (fp_b - fp_a) / (tp_b - tp_a)
        for k in range(steps):
            t = tp_a + (k + 0.5) / steps * (tp_b - tp_a)
            area += t / (t + fp_a + rate * (t - tp_a)) * (tp_b - tp_a) / steps
    return area / total


def partial_roc_auc(scored, max_fpr, scale):
    true = n_true(scored)
    false = len(scored) - true
    limit, area = Fraction(max_fpr), Fraction(0)
    for (tp_a, fp_a), (tp_b, fp_b) in pairwise(points(scored)):
        x_a, x_b = Fraction(fp_a, false), Fraction(fp_b, false)
        y_a, y_b = Fraction(tp_a, true), Fraction(tp_b, true)
        if x_a >= limit or x_a == x_b:
            continue
        end = min(x_b, limit)
        y_end = y_a + (y_b - y_a) * (end - x_a) / (x_b - x_a)
        area += (end - x_a) * (y_a + y_end) / 2
    if scale == "raw":
        return area
    lowest = limit * limit / 2
    return (1 + (area - lowest) / (limit - lowest)) / 2


# ---- the first k


def k_of(share, scored):
    """The number of places for a multiple of the number of true edges, such as "1.5E"."""
    return min(len(scored), max(1, int(Fraction(share.removesuffix("E") or 1) * n_true(scored))))


def precision_at_k(scored, k):
    return mean_over_orders(scored, lambda order: Fraction(sum(order[:k]), k))


def recall_at_k(scored, k):
    return mean_over_orders(scored, lambda order: Fraction(sum(order[:k]), sum(order)))


def f1_at_k(scored, k):
    def f1(order):
        tp = sum(order[:k])
        return Fraction(2 * tp, 2 * tp + (k - tp) + (sum(order) - tp))

    return mean_over_orders(scored, f1)


def early_precision_ratio(scored, ties):
    total = n_true(scored)
    prevalence = Fraction(total, len(scored))
    if ties == "expected":
        return precision_at_k(scored, total) / prevalence
    nonzero = sorted((score for score, _ in scored if score > 0), reverse=True)
    bound = nonzero[min(total, len(nonzero)) - 1]
    selected = [true for score, true in scored if score >= bound]
    return Fraction(sum(selected), len(selected)) / prevalence


def ndcg(scored, k):
    def gain(order):
        return sum(true / log2(rank + 1) for rank, true in enumerate(order[:k], 1))

    best = gain(sorted((true for _, true in scored), reverse=True))
    return mean_over_orders(scored, gain) / best


def best_f1(scored):
    total = n_true(scored)
    return max(Fraction(2 * tp, tp + fp + total) for tp, fp in points(scored))
