"""
Every metric in each of its conventions, on worked examples and on 1,000 seeded inputs.

    python scripts/held_numbers.py > before.txt
    ... change the code ...
    python scripts/held_numbers.py | cmp - before.txt

A line holds the input, the metric, its options, and the value with all its digits, or the class of the
error by which the metric refuses the input. A change that should not change any number leaves every byte
as it was.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from edgemark import EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark.metrics import REGISTRY
from edgemark.values import Confusion

Pair = tuple[Any, Any]

EXAMPLES = {
    "chain": ("A --> B --> C", "A --> B <-- C"),
    "its class": ("A --> B --> C", "A --- B --- C"),
    "collider": ("A --> B <-- C", "A --> B; C"),
    "asia": (
        "asia --> tub --> either --> xray; smoke --> lung --> either --> dysp <-- bronc <-- smoke",
        "asia; tub --> either --> xray; smoke --- lung --> either --> dysp <-- bronc --- smoke",
    ),
    "hidden": ("A --> B <-> C <-- D", "A o-> B <-> C <-o D"),
    "circles": ("A o-o B o-> C --> D", "A o-> B --> C --> D"),
    "cycle": ("A --> B --> C", "A --> B --> C --> A"),
    "nothing": ("A; B; C", "A; B; C"),
}


def main() -> None:
    """Print the numbers."""
    warnings.simplefilter("ignore")
    for name, (truth, estimate) in EXAMPLES.items():
        write(f"example {name}", Graph.parse(truth), Graph.parse(estimate))
    for seed in range(1000):
        make = MAKERS[seed % len(MAKERS)]
        write(f"{make.__name__} {seed}", *make(random.Random(seed)))


def write(name: str, truth: Any, estimate: Any) -> None:
    """Print the numbers of one truth and one estimate."""
    for metric in REGISTRY.values():
        for options in ways_to_count(metric):
            for value in values(metric, truth, estimate, options):
                chosen = " ".join(f"{key}={options[key]}" for key in sorted(options))
                sys.stdout.write(f"{name} | {metric.name} | {chosen} | {value}\n")


def ways_to_count(metric: Any) -> Iterator[Mapping[str, Any]]:
    """Give the options of each convention once."""
    seen: list[Mapping[str, Any]] = []
    for convention in metric.conventions:
        if convention.options not in seen:
            seen.append(convention.options)
            yield convention.options


def values(metric: Any, truth: Any, estimate: Any, options: Mapping[str, Any]) -> Iterator[str]:
    """Give the value in full, or the class of the error; nothing for another class of estimate."""
    if not isinstance(estimate, metric.takes) and metric.takes not in getattr(estimate, "scored_as", ()):
        return
    from edgemark import metrics

    try:
        value = getattr(metrics, metric.name)(truth, estimate, **options)
    except ValueError as error:
        yield type(error).__name__
        return
    if isinstance(value, Confusion):
        yield f"{value.tp} {value.fp} {value.fn} {value.tn}"
    else:
        of = getattr(value, "of", None)
        yield f"{float(value)!r}" + (f" of {of}" if of is not None else "")


# ---- inputs


def dag_edges(rng: random.Random, nodes: list[str], share: float) -> list[tuple[str, str, str]]:
    """Draw the edges of a DAG, whose order is not that of the names."""
    order = rng.sample(nodes, len(nodes))
    return [(a, "-->", b) for i, a in enumerate(order) for b in order[i + 1 :] if rng.random() < share]


def names(rng: random.Random) -> list[str]:
    """Give between two and nine names."""
    return [f"X{k}" for k in range(rng.randint(2, 9))]


def two_dags(rng: random.Random) -> Pair:
    nodes = names(rng)
    truth, found = (dag_edges(rng, nodes, rng.choice((0.2, 0.4, 0.7))) for _ in range(2))
    return (
        Graph.from_edges(truth, nodes=nodes),
        Graph.from_edges(found, nodes=rng.sample(nodes, len(nodes))),
    )


def near_dags(rng: random.Random) -> Pair:
    nodes = names(rng)
    truth = dag_edges(rng, nodes, 0.4)
    found = [
        (b, mark, a) if rng.random() < 0.2 else (a, mark, b)
        for a, mark, b in truth
        if rng.random() < 0.8
    ]
    return Graph.from_edges(truth, nodes=nodes), Graph.from_edges(found, nodes=nodes)


def dag_and_class(rng: random.Random) -> Pair:
    from edgemark import to_cpdag

    truth, found = two_dags(rng)
    return truth, to_cpdag(found)


def two_classes(rng: random.Random) -> Pair:
    from edgemark import to_cpdag

    truth, found = two_dags(rng)
    return to_cpdag(truth), to_cpdag(found)


def mixed(rng: random.Random, marks: tuple[str, ...], nodes: list[str]) -> Graph:
    edges = [
        (a, rng.choice(marks), b)
        for i, a in enumerate(nodes)
        for b in nodes[i + 1 :]
        if rng.random() < 0.5
    ]
    return Graph.from_edges(edges, nodes=nodes)


def two_partly_directed(rng: random.Random) -> Pair:
    nodes = names(rng)
    marks = ("-->", "---", "-->", "<--")
    return mixed(rng, marks, nodes), mixed(rng, marks, nodes)


def two_with_hidden(rng: random.Random) -> Pair:
    nodes = names(rng)
    marks = ("-->", "<->", "o->", "o-o", "<--", "---", "<-o")
    return mixed(rng, marks[:2], nodes), mixed(rng, marks, nodes)


def ranked_edges(rng: random.Random) -> Pair:
    nodes = names(rng)
    p = len(nodes)
    digits = rng.choice((1, 6))
    numbers = np.array([[round(rng.random(), digits) for _ in range(p)] for _ in range(p)])
    if rng.random() < 0.2:
        numbers = np.maximum(numbers, numbers.T)
    np.fill_diagonal(numbers, 0)
    truth = Graph.from_edges(dag_edges(rng, nodes, 0.4), nodes=nodes)
    return truth, EdgeScores(numbers, nodes=nodes, direction="row-to-column")


def sampled_graphs(rng: random.Random) -> Pair:
    nodes = names(rng)
    graphs = [
        Graph.from_edges(dag_edges(rng, nodes, 0.4), nodes=nodes) for _ in range(rng.choice((1, 5, 20)))
    ]
    truth = (
        rng.choice(graphs)
        if rng.random() < 0.3
        else Graph.from_edges(dag_edges(rng, nodes, 0.4), nodes=nodes)
    )
    return truth, GraphSamples(graphs, weights=[rng.randint(1, 9) for _ in graphs])


def over_time(rng: random.Random, nodes: list[str], lags: int) -> TemporalGraph:
    edges = [
        (a, "-->", b, lag)
        for a in nodes
        for b in nodes
        for lag in range(1, lags + 1)
        if rng.random() < 0.2
    ]
    edges += [(a, mark, b, 0) for a, mark, b in dag_edges(rng, nodes, 0.3)]
    changing = [node for node in nodes if rng.random() < 0.2]
    return TemporalGraph(nodes, edges, max_lag=lags, changing=changing)


def two_over_time(rng: random.Random) -> Pair:
    nodes, lags = names(rng)[:5], rng.randint(1, 3)
    return over_time(rng, nodes, lags), over_time(rng, nodes, lags)


def ranked_over_time(rng: random.Random) -> Pair:
    nodes, lags = names(rng)[:5], rng.randint(1, 3)
    p = len(nodes)
    numbers = np.array(
        [[[round(rng.random(), 2) for _ in range(p)] for _ in range(p)] for _ in range(lags + 1)]
    )
    np.fill_diagonal(numbers[0], 0)
    scores = TemporalScores(numbers, nodes, direction="row-to-column", first_lag=0)
    return over_time(rng, nodes, lags), scores


MAKERS: tuple[Callable[[random.Random], Pair], ...] = (
    two_dags,
    near_dags,
    dag_and_class,
    two_classes,
    two_partly_directed,
    two_with_hidden,
    ranked_edges,
    sampled_graphs,
    two_over_time,
    ranked_over_time,
)

if __name__ == "__main__":
    main()
