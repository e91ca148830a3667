"""
Draw the pictures of docs/figures.md into docs/figures/.

Run: .venv/bin/python scripts/figures.py [FOLDER]
"""

import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import edgemark as em
from edgemark import figures

DOCS = Path(__file__).parent.parent / "docs" / "figures"
ASIA = Path(__file__).parent.parent / "examples" / "asia"


def asia() -> tuple[em.Graph, em.Graph]:
    """The Asia network, and the graph that PC learned."""
    return em.read(ASIA / "truth.txt"), em.read(ASIA / "pc-fisherz.json")


def small() -> tuple[em.Graph, em.Graph]:
    """A truth and an estimate with every kind of difference and every edge mark."""
    return (
        em.Graph.parse("A --> B --> C; A --> D --> E; B --> E --> F; C --> F; G --> E; H"),
        em.Graph.parse(
            "A --> B; C --> B; A --- D; D --> E; B o-> E; E --> F; G --> E; A --> H; D --> F; C <-> G"
        ),
    )


def changed(truth: em.Graph, seed: int, wrong: float = 0.3) -> em.Graph:
    """A graph that misses edges of the truth, reverses some, and adds others."""
    draws = np.random.default_rng(seed)
    edges = [
        (a, mark, b) if draws.random() > wrong / 3 else (b, mark, a)
        for a, mark, b in truth.edges()
        if draws.random() > wrong / 2
    ]
    pairs = {frozenset((a, b)) for a, _, b in truth.edges()}
    names = list(truth.nodes)
    for _ in range(int(wrong * truth.n_edges / 3)):
        a, b = (str(name) for name in draws.choice(names, 2, replace=False))
        if frozenset((a, b)) not in pairs:
            pairs.add(frozenset((a, b)))
            edges.append((a, "-->", b))
    return em.Graph(truth.nodes, edges)


def large(n: int) -> em.Graph:
    """A random DAG with names."""
    drawn = em.data.random_dag(n, 2 * n, 1)
    return drawn.renamed({name: f"v{k}" for k, name in enumerate(drawn.nodes)})


def noisy_scores(truth: em.Graph, seed: int, noise: float) -> em.EdgeScores:
    """Noise, with higher scores at the edges of the truth."""
    draws = np.random.default_rng(seed)
    p = truth.n_nodes
    array = np.abs(draws.normal(0, noise, (p, p)))
    for a, _, b in truth.edges():
        array[truth.nodes.index(a), truth.nodes.index(b)] += 0.5
    np.fill_diagonal(array, 0)
    return em.EdgeScores(np.minimum(array, 1).round(3), truth.nodes, direction="row-to-column")


def draws_of(truth: em.Graph) -> em.GraphSamples:
    """Samples of a posterior that is slightly overconfident."""
    return em.GraphSamples([changed(truth, seed, 0.5) for seed in range(200)])


def series() -> tuple[em.TemporalGraph, em.TemporalGraph]:
    """Two time series graphs."""
    return (
        em.TemporalGraph.parse(
            "rain --> rain @1; soil --> soil @1; rain --> soil @1; soil --> flow @2; flow --> level; "
            "level --> rain @2; rain --> flow; lags 3; changing rain; changing soil"
        ),
        em.TemporalGraph.parse(
            "rain --> rain @1; rain --> soil @1,2; soil <-> flow @2; level --> flow; soil --> level; "
            "rain --> flow; soil o-> level @1; lags 3; changing soil; changing flow"
        ),
    )


def runs() -> list[dict[str, Any]]:
    """SHD of four methods on ten data sets."""
    draws = np.random.default_rng(5)
    hard = draws.normal(0, 3, 10)
    shift = {"PC": 14, "GES": 10, "hill climbing (BIC)": 11, "NOTEARS": 19}
    return [
        {
            "method": method,
            "dataset": f"network {k}",
            "metric": "shd",
            "convention": "both to CPDAG",
            "better": "lower",
            "value": max(0, round(mean + hard[k] + draws.normal(0, 2))),
        }
        for method, mean in shift.items()
        for k in range(10)
    ]


def ranks() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return figures.plot_ranks(em.stats.rank(runs()), metric="shd:both to CPDAG")


def guessing() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        metrics = ["shd", "f1:directed", "f1:skeleton", "nced"]
        return figures.plot_chance(em.chance(*asia(), metrics, n_guesses=200))


def criteria() -> Any:
    landmarks = em.metric_criteria.landmarks(large(10))
    graphs = em.metric_criteria.transformation(landmarks.truth, landmarks.empty)
    metrics = ["nced", "f1:directed", "shd:pair mismatch"]
    return figures.plot_series(
        em.metric_criteria.series(landmarks.truth, graphs, metrics), steps="edges removed"
    )


def timed() -> Any:
    draws = np.random.default_rng(2)
    points = {
        name: [(seconds * draws.lognormal(0, 0.3), shd + draws.normal(0, 1.5)) for _ in range(8)]
        for name, seconds, shd in [
            ("PC", 0.4, 14),
            ("GES", 2, 10),
            ("FLOP", 0.2, 11),
            ("NOTEARS", 30, 19),
        ]
    }
    return figures.plot_time(points, metric="shd:both to CPDAG", better="lower")


def growth() -> Any:
    sizes = (100, 200, 400, 800, 1600)
    measured = {
        "shd": {n: 2e-9 * n**1.1 for n in sizes},
        "parent_aid": {n: 3e-9 * n**2.1 for n in sizes},
        "separation_distance": {n: 1e-9 * n**3 for n in sizes},
    }
    return figures.plot_growth(measured)


def pictures() -> dict[str, Callable[[], Any]]:
    """For each picture, a function that returns its axes, or its text as SVG."""
    truth, found = small()
    twenty = large(20)
    both = {"careful": noisy_scores(twenty, 1, 0.2), "noisy": noisy_scores(twenty, 2, 0.5)}
    three = {"PC": found, "GES": changed(truth, 4), "empty": em.Graph(truth.nodes)}
    eight = em.Graph.parse("A --> B --> C --> D; B --> D; E --> C; E --> F; A --> F; G --> D")
    return {
        "diff": lambda: figures.draw_diff(truth, found, title="All verdicts and marks"),
        "diff-asia": lambda: figures.draw_diff(*asia(), title="Asia, PC with Fisher's z"),
        "diff-series": lambda: figures.draw_diff(*series(), title="A window of time steps"),
        "diff-scores": lambda: figures.draw_diff(eight, noisy_scores(eight, 3, 0.25), threshold=0.52),
        "diff-samples": lambda: figures.draw_diff(eight, draws_of(eight)),
        "diff-matrix": lambda: figures.draw_diff(large(70), changed(large(70), 2)),
        "diff-huge": lambda: figures.draw_diff(large(2000), changed(large(2000), 2)),
        "diff-forty": lambda: figures.draw_diff(large(40), changed(large(40), 2)),
        "diff-several": lambda: em.figures.plot_diffs(truth, three),
        "roc": lambda: figures.plot_roc(twenty, both, threshold=0.5),
        "pr": lambda: figures.plot_pr(twenty, both, threshold=0.5),
        "f1-at-k": lambda: figures.plot_f1_at_k(twenty, both),
        "thresholds": lambda: figures.plot_thresholds(twenty, both["careful"], threshold=0.5),
        "reliability": lambda: figures.plot_reliability(eight, draws_of(eight)),
        "values": lambda: figures.plot_values(runs()),
        "intervals": lambda: figures.plot_values(runs(), kind="interval"),
        "ranks": ranks,
        "chance": guessing,
        "time": timed,
        "effects": lambda: figures.plot_effects(em.metrics.effects(large(12), changed(large(12), 7))),
        "criteria": criteria,
        "growth": growth,
    }


SHOWN = (
    "diff", "diff-asia", "diff-series", "diff-scores", "diff-matrix", "diff-several", "pr", "values",
    "ranks", "chance",
)  # fmt: skip
"""The pictures in docs/figures.md."""


def main(folder: Path, names: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    drawing = pictures()
    for name in names:
        picture = drawing[name]()
        path = folder / f"{name}.svg"
        if isinstance(picture, str):
            path.write_text(picture, encoding="utf-8")
        else:
            figures.save(picture, path)
        # Matplotlib leaves spaces at the ends of some lines; they are removed.
        path.write_text(
            re.sub(r" +$", "", path.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]), tuple(pictures()))
    else:
        main(DOCS, SHOWN)
