"""Time series straight from the equations, one value after the other; graphs by unrolling."""

import math

import numpy as np
from scipy import stats

EULER = 0.5772156649015329

DISTRIBUTIONS = {
    "gaussian": stats.norm(),
    "laplace": stats.laplace(scale=math.sqrt(0.5)),
    "uniform": stats.uniform(-math.sqrt(3), 2 * math.sqrt(3)),
    "gumbel": stats.gumbel_r(loc=-EULER * math.sqrt(6) / math.pi, scale=math.sqrt(6) / math.pi),
    "t4": stats.t(4, scale=math.sqrt(0.5)),
}
RESPONSES = {
    "linear": lambda x: x,
    "tanh": math.tanh,
    "sine": math.sin,
    "absolute": abs,
    "rectified": lambda x: max(x, 0.0),
    "bump": lambda x: x * math.exp(-x * x / 2),
}


def places(words):
    """Convert random 64-bit words to numbers between 0 and 1."""
    return ((words >> np.uint64(12)).astype(float) + 0.5) / 2**52


def noise(words, kind):
    """Noise of mean 0 and variance 1, by quantiles; those of "exponential" are upper quantiles."""
    if kind == "exponential":
        return stats.expon(loc=-1).isf(places(words))
    return DISTRIBUTIONS[kind].ppf(places(words))


def series(model, noises, n, burn_in):
    """All values of the model from its noise, including the burn-in."""
    drifts = {d.variable: d for d in model.drifts}
    position = {v: k for k, v in enumerate(model.variables)}
    values = np.zeros((burn_in + n, len(position)))
    for t in range(burn_in + n):
        elapsed = max(0, t - burn_in) / n
        regime = max(
            k for k, m in enumerate(model.mechanisms) if int(m.start * n) <= max(0, t - burn_in)
        )
        for v in model.orders[regime]:
            j = position[v]
            cycle, drift = 0.0, drifts.get(v)
            if drift:
                cycle = math.sin(2 * math.pi * (drift.cycles * elapsed + drift.phase))
            strength = 1 + drift.amplitude * cycle if drift else 1.0
            noise_scale = 1 + drift.noise_amplitude * cycle if drift else 1.0
            for e in model.mechanisms[regime].effects:
                if e.target == v and t >= e.lag:
                    cause = RESPONSES[e.response](values[t - e.lag, position[e.source]])
                    values[t, j] += strength * e.coefficient * cause
            values[t, j] += noise_scale * model.mechanisms[regime].noise_std[j] * noises[t, j]
    return values


def companion(model, regime=0):
    """The companion matrix of a linear model, with all lags of all variables."""
    position = {v: k for k, v in enumerate(model.variables)}
    p, max_lag = len(position), model.max_lag
    within, lagged = np.zeros((p, p)), np.zeros((p, p * max_lag))
    for e in model.mechanisms[regime].effects:
        if e.lag:
            lagged[position[e.target], (e.lag - 1) * p + position[e.source]] = e.coefficient
        else:
            within[position[e.target], position[e.source]] = e.coefficient
    top = np.linalg.solve(np.eye(p) - within, lagged)
    return np.vstack([top, np.eye(p * (max_lag - 1), p * max_lag)])


def projection(model, regime=0):
    """Edges into time 0 between observed variables, found in a long unrolled graph."""
    effects, horizon = model.mechanisms[regime].effects, 12
    children = {}
    for e in effects:
        for t in range(-horizon, 1):
            if t + e.lag <= 0:
                children.setdefault((e.source, t), []).append((e.target, t + e.lag))
    hidden = set(model.hidden)

    def reached(start):
        """Observed values that paths through hidden ones lead to."""
        observed, unvisited = set(), [start]
        while unvisited:
            for child in children.get(unvisited.pop(), ()):
                (unvisited if child[0] in hidden else observed.add(child) or []).append(child)
        return observed

    edges, max_lag = set(), model.max_lag
    for v in model.observed:
        for lag in range(max_lag + 1):
            edges |= {(v, "-->", w, lag) for w, t in reached((v, -lag)) if t == 0}
    rank = {v: k for k, v in enumerate(model.variables)}
    for h in model.hidden:
        for t in range(-horizon, 1):
            family = reached((h, t))
            for a, s in family:
                for b, end_time in family:
                    if end_time == 0 and (0 < -s <= max_lag or (s == 0 and rank[a] < rank[b])):
                        edges.add((a, "<->", b, -s))
    return edges
