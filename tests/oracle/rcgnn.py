"""Formulas of the RC-GNN evaluation document, as they are written there, in plain loops."""

from math import log, pi, sqrt


def cells(scores, threshold):
    p = len(scores)
    return {(i, j) for i in range(p) for j in range(p) if i != j and scores[i][j] > threshold}


def shd_directed(scores, truth, threshold=0.5):
    found, true = cells(scores, threshold), cells(truth, 0)
    reversed_arcs = sum((j, i) in true for i, j in found)
    return len(true - found) + len(found - true) + reversed_arcs


def shd_skeleton(scores, truth, threshold=0.5):
    found, true = (
        {frozenset(cell) for cell in side} for side in (cells(scores, threshold), cells(truth, 0))
    )
    return 2 * len(true ^ found)  # The document sums over both cells of each pair.


def directions(scores, truth, threshold=0.5):
    """
    Return the numbers of shared adjacencies with a correct and with a wrong direction.

    A pair with two edges is correct if the graphs have one of them in common.
    """
    found, true = cells(scores, threshold), cells(truth, 0)
    right = wrong = 0
    for pair in {frozenset(cell) for cell in true}:
        ways = {(i, j) for i in pair for j in pair if i != j}
        right += bool(ways & found & true)
        wrong += not ways & found & true and bool(ways & found)
    return right, wrong


def f1_of_last(scores, truth, share):
    """F1 of the cells with the highest scores; ties keep their order, as NumPy sorts short arrays."""
    p = len(scores)
    true = cells(truth, 0)
    k = max(1, int(share * len(true)))
    order = sorted(
        ((i, j) for i in range(p) for j in range(p)),
        key=lambda cell: float("-inf") if cell[0] == cell[1] else scores[cell[0]][cell[1]],
    )
    found = {cell for cell in order[-k:] if cell[0] != cell[1]}
    hits = len(found & true)
    precision = hits / len(found) if found else 0.0
    recall = hits / len(true) if true else 0.0
    return 2 * precision * recall / (precision + recall) if hits else 0.0


def nll(y, mean, sigma):
    terms = [
        0.5 * log(2 * pi * s**2) + 0.5 * ((a - m) / s) ** 2
        for a, m, s in zip(y, mean, sigma, strict=True)
    ]
    return sum(terms) / len(terms)


def mae_rmse(y, mean):
    errors = [a - m for a, m in zip(y, mean, strict=True)]
    return (
        sum(map(abs, errors)) / len(errors),
        sqrt(sum(e**2 for e in errors) / len(errors)),
    )


def share_inside(y, mean, sigma, z):
    inside = [m - z * s <= a <= m + z * s for a, m, s in zip(y, mean, sigma, strict=True)]
    return sum(inside) / len(inside)
