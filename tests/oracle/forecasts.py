"""Measures of forecasts by their definitions: loops, numerical integrals, no scoringrules."""

from math import erf, exp, log, pi, sqrt

import numpy as np


def cdf(x, mean, sigma):
    return (1 + erf((x - mean) / (sigma * sqrt(2)))) / 2


def density(x, mean, sigma):
    return exp(-(((x - mean) / sigma) ** 2) / 2) / (sigma * sqrt(2 * pi))


def nll(y, mean, sigma):
    return float(np.mean([-log(density(*one)) for one in zip(y, mean, sigma, strict=True)]))


def crps_of(distribution, y, grid):
    """The integral of (F(x) - 1[y <= x])^2 over a fine grid, by midpoints."""
    middles = (grid[1:] + grid[:-1]) / 2
    squares = [(distribution(x) - (y <= x)) ** 2 for x in middles]
    return float(np.sum(squares * np.diff(grid)))


def crps_gaussian(y, mean, sigma):
    grid = np.concatenate(
        [np.linspace(mean - 12 * sigma, y, 4001), np.linspace(y, y + 12 * sigma, 4001)]
    )
    grid = np.unique(np.append(grid, mean + np.linspace(-12, 12, 8001) * sigma))
    return crps_of(lambda x: cdf(x, mean, sigma), y, grid)


def crps_ensemble(y, members, fair):
    m = len(members)
    pairs = sum(abs(a - b) for a in members for b in members)
    return float(np.mean(np.abs(members - y)) - pairs / (2 * m * (m - 1 if fair else m)))


def pinball(y, quantile, level):
    return level * (y - quantile) if y >= quantile else (1 - level) * (quantile - y)


def interval_score(y, lower, upper, level):
    score, alpha = upper - lower, 1 - level
    if y < lower:
        score += 2 / alpha * (lower - y)
    if y > upper:
        score += 2 / alpha * (y - upper)
    return score


def area(levels, shares):
    """Area between a polygon through (0, 0) and (1, 1) and the diagonal, by a fine grid."""
    x = np.linspace(0, 1, 200_001)
    curve = np.interp(x, [0, *levels, 1], [0, *shares, 1])
    return float(np.abs(curve - x).mean())


def ence(y, mean, sigma, bins):
    """The ENCE of distinct sigmas; the number of observations must be a multiple of `bins`."""
    order = sorted(range(len(y)), key=lambda k: sigma[k])
    size, total = len(y) // bins, 0.0
    for b in range(bins):
        inside = order[b * size : (b + 1) * size]
        rmv = sqrt(sum(sigma[k] ** 2 for k in inside) / size)
        rmse = sqrt(sum((y[k] - mean[k]) ** 2 for k in inside) / size)
        total += abs(rmv - rmse) / rmv
    return total / bins


def rcgnn_ece(y, mean, sigma, bins):
    """Calibration error of section 4C of the RC-GNN document; the largest sigma is in no bin."""
    edges = [float(np.percentile(sigma, 100 * k / bins)) for k in range(bins + 1)]
    total = 0.0
    for k in range(bins):
        inside = [i for i in range(len(y)) if edges[k] <= sigma[i] < edges[k + 1]]
        if inside:
            errors = [abs(y[i] - mean[i]) for i in inside]
            middle = sum(errors) / len(errors)
            spread = sqrt(sum((e - middle) ** 2 for e in errors) / len(errors))
            total += len(inside) * abs(spread - sum(sigma[i] for i in inside) / len(inside))
    return total / len(y)


def ranks_spread(y, members, bins):
    """Expected rank histogram: the rank of each case, among m + 1 ranks, is spread over equal bins."""
    counts, m = np.zeros(bins), len(members[0])
    fine = 1000
    for value, drawn in zip(y, members, strict=True):
        first = sum(x < value for x in drawn)
        last = sum(x <= value for x in drawn)
        for step in range(fine):
            u = (first + (last + 1 - first) * (step + 0.5) / fine) / (m + 1)
            counts[min(int(u * bins), bins - 1)] += 1 / fine
    return counts
