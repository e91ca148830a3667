"""
No public function takes much longer than its input grows, unless its documentation says so.

Lines of Python that edgemark runs are counted, for inputs of sizes n, 2n and 4n; no clock is read. What
grows in proportion to the size has the exponent 1, n log n a little more. In statistics, whose arrays
hold a number for each run, the elements of arrays are counted too. Kernels are not counted here.

One file, because each recipe is read beside the inputs that it makes.
"""

import inspect
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores, data
from edgemark.bench.results import Study
from edgemark.graph import Regime
from edgemark.metrics import REGISTRY
from tests.bench.results.test_study import One, study_of
from tests.counting import elements_of, exponent, lines_of
from tests.public import PUBLIC

MOST = 1.3
MANY_SEEDS = 210  # up to 200, the array of an exact test grows with the sum of the ranks
SAYS_MORE = re.compile(r"quadratic|cubic|exponential|n log n|grows like", re.IGNORECASE)

Prepare = Callable[[int, Path], Callable[[], object]]
"""Makes an input of a size, in a folder for files, and gives what is counted."""


@dataclass(frozen=True)
class Recipe:
    """
    How a function is called.

    Attributes:
        prepare: see `Prepare`; what it does is not counted.
        size: the smallest of the three sizes.
    """

    prepare: Prepare
    size: int = 40


# ---- counting


def growth(
    recipe: Recipe, folder: Path, work_of: Callable[[Callable[[], object]], int] = lines_of
) -> tuple[float, tuple[int, int, int]]:
    """The exponent of a function's lines, or of other work, and their numbers."""
    recipe.prepare(recipe.size, folder)()  # what is imported or kept at the first call
    sizes = [recipe.size * factor for factor in (1, 2, 4)]
    counts = tuple(work_of(recipe.prepare(size, folder)) for size in sizes)
    return exponent(counts), counts


# ---- inputs


def names(n: int) -> list[str]:
    return [f"X{k}" for k in range(n)]


def arcs(n: int, seed: int) -> list[tuple[str, str, str]]:
    """Two edges for each node, none far, from lower to higher numbers."""
    draws = random.Random(seed)
    found = {(k - draws.randint(1, min(k, 8)), k) for k in range(1, n) for _ in range(2)}
    return [(f"X{a}", "-->", f"X{b}") for a, b in sorted(found)]


def shuffled(nodes: list[str], seed: int = 0) -> list[str]:
    return random.Random(seed).sample(nodes, len(nodes))


def truth(n: int) -> Graph:
    return Graph(names(n), arcs(n, 1), kind="dag")


def found(n: int) -> Graph:
    """Another DAG, its nodes in another order."""
    return Graph(shuffled(names(n)), arcs(n, 2), kind="dag")


def cpdag(n: int) -> Graph:
    return em.to_cpdag(found(n))


def stored_study(n: int, folder: Path) -> Callable[[], object]:
    """A study of two algorithms and n seeds."""
    folder = folder / str(n)
    folder.mkdir(exist_ok=True)
    runs = [One(name, seed=k, shd=k % 3) for name in ("a", "b") for k in range(n)]
    study = Study.open(folder) if any(folder.iterdir()) else study_of(folder, *runs)
    return lambda: em.pages.bench_page(study)


def drawn_difference(n: int) -> Any:
    pytest.importorskip("matplotlib")
    return em.plot_diff(truth(n), found(n))


def scores(n: int) -> EdgeScores:
    draws = random.Random(3)
    edges = [(a, b, draws.random()) for a, _, b in arcs(n, 2)]
    return EdgeScores.from_edges(edges, nodes=shuffled(names(n)))


def samples(n: int) -> GraphSamples:
    return GraphSamples([found(n), truth(n), found(n)])


def lagged(n: int, seed: int, lags: int = 3) -> list[tuple[str, str, str, int]]:
    draws = random.Random(seed)
    over = [(a, mark, b, draws.randint(1, lags)) for a, mark, b in arcs(n, seed)]
    own = [(name, "-->", name, 1) for name in names(n)]
    return [*over, *own, *((a, mark, b, 0) for a, mark, b in arcs(n, seed + 7))]


def series_truth(n: int) -> TemporalGraph:
    return TemporalGraph(names(n), lagged(n, 1), max_lag=3, changing=names(n)[::3])


def hidden_series(n: int) -> TemporalGraph:
    """The MAG of a window of a series whose first variable is hidden."""
    return em.latent_projection(series_truth(n), ["X0"], max_lag=1)


def series_found(n: int) -> TemporalGraph:
    return TemporalGraph(shuffled(names(n)), lagged(n, 2), max_lag=3, changing=names(n)[::2])


def many_lags(n: int, seed: int = 0) -> TemporalGraph:
    """Two variables, and n lags."""
    edges = [("A", "-->", "B", lag) for lag in range(1 + seed, n, 2 + seed)]
    return TemporalGraph(["A", "B"], edges, max_lag=n)


def many_regimes(n: int, seed: int = 0) -> TemporalGraph:
    parts = [
        TemporalGraph(["A", "B"], [("A", "-->", "B", 1)] if (k + seed) % 3 else [], max_lag=1)
        for k in range(n)
    ]
    return TemporalGraph.from_regimes([Regime(k, k + 1, part) for k, part in enumerate(parts)])


def temporal_scores(n: int) -> TemporalScores:
    """The size is the number of cells."""
    p = round(n**0.5)
    array = np.random.default_rng(0).random((3, p, p))
    return TemporalScores(array, shuffled(names(p)), direction="row-to-column", first_lag=1)


def square(n: int) -> int:
    return round(n**0.5)


def rows_of_data(n: int) -> tuple[list[str], np.ndarray]:
    return names(n), np.random.default_rng(0).normal(size=(3 * n + 10, n))


def written(write: Callable[..., object], value: Any, path: Path) -> Path:
    write(value, path)
    return path


# ---- recipes


def of_metric(name: str) -> Recipe:
    """How a declared metric is called."""
    function, takes = PUBLIC[name], REGISTRY[name].takes
    pairs = {
        "Graph": lambda n: (truth(n), found(n)),
        "EdgeConfidences": lambda n: (truth(n), scores(n)),
        "EdgeProbabilities": lambda n: (truth(n), samples(n)),
        "GraphSamples": lambda n: (truth(n), samples(n)),
        "TemporalGraph": lambda n: (series_truth(n), series_found(n)),
        "TemporalScores": lambda n: (series_truth(square(n)), temporal_scores(n)),
    }
    if name in ("sid_lower", "sid_upper"):
        return called(function, lambda n: (truth(n), in_stars(n)))
    return called(function, pairs[takes.__name__])


def drawn(function: Callable[..., object], arguments: Callable[[int], tuple], **more: Any) -> Recipe:
    """As `called`, where matplotlib is installed."""
    recipe = called(function, arguments, **more)

    def prepare(n: int, folder: Path) -> Callable[[], object]:
        pytest.importorskip("matplotlib")
        return recipe.prepare(n, folder)

    return Recipe(prepare, recipe.size)


def called(function: Callable[..., object], arguments: Callable[[int], tuple], **more: Any) -> Recipe:
    size = more.pop("size", 40)

    def prepare(n: int, _: Path) -> Callable[[], object]:
        given = arguments(n)
        return lambda: function(*given, **more)

    return Recipe(prepare, size)


def reading(
    function: Callable[..., object], write: Callable[..., object], make: Any, end: str
) -> Recipe:
    def prepare(n: int, folder: Path) -> Callable[[], object]:
        path = written(write, make(n), folder / f"{n}{end}")
        return lambda: function(path)

    return Recipe(prepare)


def writing(function: Callable[..., object], make: Callable[[int], Any], end: str) -> Recipe:
    def prepare(n: int, folder: Path) -> Callable[[], object]:
        value = make(n)
        return lambda: function(value, folder / f"written-{n}{end}")

    return Recipe(prepare)


def text_of_scores(scored: EdgeScores, path: Path) -> None:
    rows = [f"{a},{b},{k / 100 + 0.5}" for k, (a, _, b) in enumerate(arcs(scored.n_nodes, 2))]
    path.write_text("source,target,score\n" + "\n".join(rows) + "\n")


def text_of_candidates(n: int, path: Path) -> None:
    path.write_text("source,target\n" + "".join(f"{a},{b}\n" for a, _, b in arcs(n, 1)))


def rows_of_runs(n: int) -> tuple[list[dict[str, Any]]]:
    """Two metrics of three methods on so many data sets."""
    draws = random.Random(5)
    return (
        [
            {
                "method": m,
                "dataset": f"d{k}",
                "metric": metric,
                "better": "lower",
                "value": draws.random(),
            }
            for k in range(n)
            for m in "abc"
            for metric in ("shd", "sid")
        ],
    )


def one_metric(n: int) -> tuple[list[dict[str, Any]]]:
    return ([row for row in rows_of_runs(n)[0] if row["metric"] == "shd"],)


def of_seeds(n: int, gaps: int = 0) -> list[dict[str, Any]]:
    """Runs of three methods with `n` seeds and chance values; each lacks some, if there are gaps."""
    rows = [
        {"method": m, "seed": k, "metric": "x", "better": "lower", "value": (7 * k + j) % 11}
        | {"chance": 9, "worst": 20}
        for k in range(n)
        for j, m in enumerate("abc")
    ]
    return [row for k, row in enumerate(rows) if not gaps or k % gaps]


def of_one_method(n: int, method: str) -> list[dict[str, Any]]:
    return [row for row in of_seeds(n, gaps=7) if row["method"] == method]


def nested(n: int) -> list[dict[str, Any]]:
    """Runs on `n` data sets with three seeds each."""
    return [{**row, "dataset": row["seed"] // 3, "seed": row["seed"] % 3} for row in of_seeds(3 * n)]


def two_metrics(n: int, gaps: int = 0) -> list[dict[str, Any]]:
    rows = of_seeds(n, gaps)
    return [*rows, *({**row, "metric": "y", "value": -row["value"] % 7} for row in rows)]


def candidates(n: int) -> em.Candidates:
    return em.Candidates(names(n), [(a, b) for a, _, b in [*arcs(n, 1), *arcs(n, 2)]])


def text_of_causeme(n: int, path: Path) -> None:
    p = square(n)
    numbers = ",".join(["0.5"] * (p * p))
    path.write_text(f'{{"scores": [[{numbers}]]}}')


def networkx_graph(n: int) -> tuple[Any]:
    networkx = pytest.importorskip("networkx")
    return (networkx.DiGraph([(a, b) for a, _, b in arcs(n, 1)]),)


def tigramite_array(n: int) -> tuple[Any]:
    array = em.io.to_tigramite(series_truth(square(n)))
    return ({"graph": array},)


def strengths(n: int) -> tuple[Any]:
    values = np.full((square(n), square(n), 2), 0.5)
    np.fill_diagonal(values[:, :, 0], 0)
    return ({"val_matrix": values},)


def both(n: int) -> tuple[Graph, Graph]:
    return truth(n), found(n)


def both_series(n: int) -> tuple[TemporalGraph, TemporalGraph]:
    return series_truth(n), series_found(n)


def with_scores(n: int) -> tuple[Graph, EdgeScores]:
    return truth(n), scores(n)


def in_colliders(n: int) -> Graph:
    """A collider and a chain below it: its class has four members."""
    chain = [(f"X{k}", "-->", f"X{k + 1}") for k in range(2, n - 1)]
    return Graph(names(n), [("X0", "-->", "X2"), ("X1", "-->", "X2"), *chain], kind="mag")


def in_stars(n: int) -> Graph:
    """Undirected stars, of three nodes each."""
    edges = [(f"X{k}", "---", f"X{k + j}") for k in range(0, n - 2, 3) for j in (1, 2)]
    return Graph(names(n), edges, kind="cpdag")


def bench_plan(n: int) -> em.bench.Plan:
    """Runs of one algorithm on one network with `n` seeds."""
    return em.bench.Plan.from_dict(
        {
            "plan": {"seeds": n, "primary": "shd:pair mismatch", "reference": "dag"},
            "data": [{"network": "asia", "samples": 20}],
            "algorithm": [{"use": "edgemark:random"}],
        }
    )


def done_study(n: int, folder: Path) -> Path:
    """A study of so many runs that are all done and scored."""
    from edgemark.bench.estimates import to_plain
    from edgemark.bench.plan import Versions
    from edgemark.bench.runs.records import records_of
    from edgemark.bench.sandbox import Outcome
    from edgemark.bench.store import Attempt, Score, Store

    plan, place, graph = bench_plan(n), folder / f"study-{n}", to_plain(data.asia().graph)
    attempt = Attempt(Outcome("ok"), plan.limits, graph, {})
    score = Score("shd:pair mismatch", "dag", em.__version__, 3.0)
    with Store.write(place) as store:
        records = list(records_of(plan, Versions(())))
        store.begin_study(plan.name, plan.text, records)
        store.set_reference("dag")
        for record in records:
            store.add_dataset(record.details["data"], record.dataset, graph, {"truth": "dag"})
            store.add_attempt(record.key, attempt, [score])
    return place


def of_study(function: Callable[[int, Path], object]) -> Recipe:
    """How a function of a study's folder is called; nothing is left to do in it."""

    def prepare(n: int, folder: Path) -> Callable[[], object]:
        place = done_study(n, folder)
        return lambda: function(n, place)

    return Recipe(prepare)


RECIPES: Mapping[str, Recipe] = {
    "built_in_plan": called(lambda n: em.bench.built_in_plan("small"), lambda n: (n,)),
    "built_in_plans": called(lambda n: em.bench.built_in_plans(), lambda n: (n,)),
    "check": called(lambda plan: em.bench.check(plan), lambda n: (bench_plan(n),)),
    "open": of_study(lambda _, place: em.bench.open(place)),
    "rescore": of_study(lambda _, place: em.bench.rescore(place, "shd:pair mismatch", workers=1)),
    "run": of_study(lambda n, place: em.bench.run(bench_plan(n), place, workers=1)),
    "as_graph": called(em.as_graph, networkx_graph),
    "as_temporal": called(em.as_temporal, tigramite_array),
    "as_temporal_scores": called(em.io.as_temporal_scores, strengths),
    "adjustment_claims": called(em.metrics.adjustment_claims, both),
    "ancestral_table": called(em.metrics.ancestral_table, both),
    "bayesys_counts": called(em.metrics.bayesys_counts, both),
    "canonical_set": called(
        lambda dag: em.metrics.canonical_set(dag, *dag.nodes[:2]), lambda n: (truth(n),)
    ),
    "chance": called(em.chance, both, n_guesses=5, metrics="shd"),
    "class_size": called(em.class_size, lambda n: (in_stars(n),)),
    "confounding_table": called(em.metrics.confounding_table, both),
    "criteria": called(lambda graph: em.criteria("shd", graph), lambda n: (truth(n),), size=6),
    "d_top": called(em.metrics.d_top, lambda n: (truth(n), shuffled(names(n)))),
    "differences": called(em.differences, both),
    "discriminating_path": called(
        lambda dag: em.equivalence.discriminating_path(dag, *dag.nodes[:2]), lambda n: (truth(n),)
    ),
    "edge_type_table": called(em.metrics.edge_type_table, both),
    "effects": called(em.effects, both),
    "common_reference": called(lambda *graphs: em.evaluation.common_reference(graphs), both),
    "evaluate": called(em.evaluate, both),
    "evaluate_many": called(em.evaluate_many, lambda n: (truth(20), [found(20)] * n, "shd")),
    "evaluate_pairs": called(
        em.evaluation.evaluate_pairs, lambda n: ([truth(20)] * n, [found(20)] * n, "shd")
    ),
    "evaluate_regimes": called(
        em.evaluation.evaluate_regimes,
        lambda n: (many_regimes(n), many_regimes(n, 1), "temporal_shd:total"),
        size=10,
    ),
    "expected": called(em.evaluation.expected, lambda n: (truth(n), samples(n), "shd")),
    "extension": called(em.equivalence.extension, lambda n: (cpdag(n),)),
    "f1_curve": called(em.metrics.f1_curve, with_scores),
    "inducing_path": called(
        lambda dag: em.equivalence.inducing_path(dag, dag.nodes[0], dag.nodes[-1]),
        lambda n: (truth(n),),
    ),
    "is_adjustment_set": called(
        lambda dag: em.metrics.is_adjustment_set(dag, *dag.nodes[:2], dag.nodes[4:6]),
        lambda n: (truth(n),),
    ),
    "landmarks": called(em.metric_criteria.landmarks, lambda n: (truth(n),)),
    "latent_projection": called(
        lambda dag: em.latent_projection(dag, hidden=dag.nodes[:4], to="mag"), lambda n: (truth(n),)
    ),
    "lpcmci_target": called(em.equivalence.lpcmci_target, lambda n: (hidden_series(n),), size=3),
    "local_confusion": called(em.metrics.local_confusion, both),
    "m_separated": called(
        lambda dag: em.m_separated(dag, dag.nodes[0], dag.nodes[-1], dag.nodes[1:3]),
        lambda n: (truth(n),),
    ),
    "mag_members": called(
        lambda dag: next(em.equivalence.mag_members(dag)), lambda n: (in_colliders(n),)
    ),
    "mark_coverage": called(em.metrics.mark_coverage, both),
    "mark_errors": called(em.metrics.mark_errors, both),
    "mark_table": called(em.metrics.mark_table, both),
    "nearest_separator": called(
        lambda dag: em.equivalence.nearest_separator(dag, dag.nodes[0], dag.nodes[-1]),
        lambda n: (truth(n),),
    ),
    "members": called(lambda graph: next(em.members(graph)), lambda n: (in_stars(n),)),
    "over_class": called(
        lambda *sides: em.over_class("shd", *sides, n_samples=20),
        lambda n: (in_stars(n), in_stars(n)),
    ),
    **{
        name: drawn(getattr(em.figures, name), with_scores)
        for name in ("plot_f1_at_k", "plot_pr", "plot_reliability", "plot_roc", "plot_thresholds")
    },
    "plot_chance": drawn(
        em.figures.plot_chance,
        lambda n: (em.chance(truth(n), found(n), ["shd:skeleton", "f1:skeleton"], n_guesses=2),),
    ),
    "plot_effects": drawn(
        em.figures.plot_effects, lambda n: (em.metrics.effects(truth(n), found(n)),), size=80
    ),
    "plot_growth": drawn(
        em.figures.plot_growth, lambda n: ({f"m{k}": {10: 1.0, 20: 2.0} for k in range(n)},)
    ),
    "plot_ranks": drawn(
        em.figures.plot_ranks, lambda n: (em.stats.rank(one_metric(n)[0], better="lower"),)
    ),
    "plot_series": drawn(
        em.figures.plot_series,
        lambda n: (em.metric_criteria.series(truth(n), [found(n)] * 3, "shd:skeleton"),),
    ),
    "plot_time": drawn(
        lambda points: em.figures.plot_time(points, metric="shd", better="lower"),
        lambda n: ({"a": [(k + 1, k % 7) for k in range(n)]},),
    ),
    "plot_values": drawn(em.figures.plot_values, one_metric),
    "score_page": called(lambda *sides: em.pages.score_page(*sides, ["shd"]), both, size=100),
    "compare_page": called(em.pages.compare_page, rows_of_runs),
    "bench_page": Recipe(stored_study, 200),
    "draw_diff": called(lambda *sides: em.figures.draw_diff(*sides, matrix=True), both, size=200),
    "plot_diff": drawn(
        lambda *sides: em.plot_diff(*sides, matrix=True),
        both,
        size=200,
    ),
    "plot_diffs": drawn(
        lambda true, one: em.figures.plot_diffs(true, {"a": one, "b": true}, matrix=True),
        both,
        size=200,
    ),
    "save": writing(lambda axes, path: em.figures.save(axes, path), drawn_difference, ".svg"),
    "save_diff": writing(
        lambda pair, path: em.figures.save_diff(*pair, path, matrix=True),
        lambda n: (truth(5 * n), found(5 * n)),
        ".svg",
    ),
    "pattern": called(em.equivalence.pattern, lambda n: (truth(n),)),
    "pr_curve": called(em.metrics.pr_curve, with_scores),
    "printed_by": called(lambda *sides: em.printed_by(*sides, "cdt"), both),
    "reconcile": called(lambda *sides: em.reconcile(3, *sides), both),
    "rosetta": called(em.rosetta, both),
    "read": reading(em.read, em.write, truth, ".json"),
    "read_candidates": reading(
        lambda path: em.io.read_candidates(path, names(int(path.stem))),
        text_of_candidates,
        lambda n: n,
        ".csv",
    ),
    "read_causeme": reading(em.io.read_causeme, text_of_causeme, lambda n: n, ".json"),
    "read_options": called(em.io.read_options, lambda n: (truth(n), "graph.csv", "edges")),
    "read_samples": reading(em.read_samples, em.io.write_samples, samples, ".npz"),
    "read_scores": reading(em.read_scores, text_of_scores, scores, ".csv"),
    "read_temporal_scores": reading(
        em.io.read_temporal_scores, em.io.write_temporal_scores, temporal_scores, ".npz"
    ),
    "read_temporal": reading(em.read_temporal, em.io.write_temporal, series_truth, ".json"),
    "reliability": called(em.metrics.reliability, lambda n: (truth(n), samples(n))),
    "repair": called(em.repair, lambda n: (found(n).with_kind("cpdag"),)),
    "roc_curve": called(em.metrics.roc_curve, with_scores),
    "sample_members": called(
        lambda graph: em.equivalence.sample_members(graph, 5), lambda n: (in_stars(n),)
    ),
    "series": called(
        lambda true: em.metric_criteria.series(true, [true, true], "shd"), lambda n: (truth(n),)
    ),
    "sid_bounds": called(em.sid_bounds, lambda n: (truth(n), in_stars(n))),
    "sort_regress": called(
        lambda columns, values: em.data.sort_regress(values, nodes=columns),
        lambda n: rows_of_data(n),
        size=10,
    ),
    "sortability": called(em.data.sortability, lambda n: (truth(n), rows_of_data(n)[1])),
    "symmetrized": called(lambda *sides: em.evaluation.symmetrized("shd", *sides), both),
    "threshold_sweep": called(em.evaluation.threshold_sweep, with_scores),
    "temporal_adjustment_claims": called(
        em.metrics.temporal_adjustment_claims,
        lambda n: (hidden_series(n), em.equivalence.lpcmci_target(hidden_series(n))),
        size=3,
    ),
    "temporal_sid_bounds": called(
        em.metrics.temporal_sid_bounds, lambda n: (series_truth(n), series_found(n)), size=20
    ),
    "to_cpdag": called(em.to_cpdag, lambda n: (truth(n),)),
    "to_dpag": called(em.equivalence.to_dpag, lambda n: (series_truth(n),), size=2),
    "to_icpdag": called(
        lambda dag: em.equivalence.to_icpdag(dag, [dag.nodes[::2]]), lambda n: (truth(n),)
    ),
    "to_mag": called(em.to_mag, lambda n: (em.to_pag(truth(n).with_kind("mag")),)),
    "to_pag": called(em.to_pag, lambda n: (truth(n).with_kind("mag"),)),
    "to_mpdag": called(
        lambda dag: em.to_mpdag(dag, tiers=[dag.nodes[:10], dag.nodes[10:]]), lambda n: (truth(n),)
    ),
    "to_networkx": called(em.io.to_networkx, lambda n: (series_truth(n),)),
    "to_tiered_mpdag": called(em.equivalence.to_tiered_mpdag, lambda n: (series_truth(n),)),
    "to_tigramite": called(em.io.to_tigramite, lambda n: (series_truth(n),)),
    "visible_edges": called(em.equivalence.visible_edges, lambda n: (truth(n).with_kind("mag"),)),
    "transformation": called(em.metric_criteria.transformation, both, size=8),
    "write": writing(em.write, truth, ".json"),
    "write_candidates": writing(em.io.write_candidates, candidates, ".csv"),
    "write_causeme": writing(
        lambda value, path: em.io.write_causeme([value], path), series_truth, ".json"
    ),
    "write_samples": writing(em.io.write_samples, samples, ".npz"),
    "write_scores": writing(em.io.write_scores, scores, ".csv"),
    "write_temporal": writing(em.io.write_temporal, series_truth, ".json"),
    "write_temporal_scores": writing(em.io.write_temporal_scores, temporal_scores, ".npz"),
}
"""Growth of the public functions that are no declared metrics."""

FURTHER: Mapping[str, Recipe] = {
    "Graph": called(lambda n: Graph(names(n), arcs(n, 1)), lambda n: (n,)),
    "Graph.renamed": called(
        lambda graph: graph.renamed({name: f"v{name}" for name in graph.nodes}), lambda n: (truth(n),)
    ),
    "Candidates": called(candidates, lambda n: (n,)),
    "Candidates.from_causes": called(em.Candidates.from_causes, lambda n: (names(n), names(n)[:3])),
    "EdgeScores.from_pvalues": called(
        lambda edges, nodes: EdgeScores.from_pvalues(edges, nodes=nodes),
        lambda n: ([(a, b, 0.01) for a, _, b in arcs(n, 2)], names(n)),
    ),
    "evaluate of candidates": called(
        lambda n: em.evaluate(truth(n), scores(n), candidates=candidates(n)), lambda n: (n,)
    ),
    "chance of scores": called(
        lambda *sides: em.chance(*sides, metrics="roc_auc", n_guesses=5), with_scores
    ),
    "stats.metric_agreement": called(em.stats.metric_agreement, rows_of_runs),
    "stats.rank": called(em.stats.rank, one_metric),
    "stats.summarize": called(em.stats.summarize, rows_of_runs),
    "stats.compare": called(
        em.stats.compare, lambda n: ([k % 7 for k in range(n)], [k % 5 for k in range(n)])
    ),
    "Graph.parse": called(Graph.parse, lambda n: (str(truth(n)),)),
    "TemporalGraph.parse": called(TemporalGraph.parse, lambda n: (str(series_truth(n)),)),
    "TemporalGraph, many lags": called(TemporalGraph.parse, lambda n: (str(many_lags(n)),)),
    "TemporalGraph.from_regimes": called(
        lambda regimes: TemporalGraph.from_regimes(regimes), lambda n: (many_regimes(n).regimes,)
    ),
    "TemporalGraph.summary": called(TemporalGraph.summary, lambda n: (series_truth(n),)),
    "TemporalGraph.unroll": called(TemporalGraph.unroll, lambda n: (series_truth(n),)),
    "TemporalGraph.with_nodes": called(
        lambda graph: graph.with_nodes(shuffled(list(graph.nodes), 1)), lambda n: (series_truth(n),)
    ),
    "TemporalGraph.from_surrogate": called(
        lambda graph: TemporalGraph.from_surrogate(graph, "time"),
        lambda n: (Graph([*names(n), "time"], [*arcs(n, 1), ("time", "-->", "X3")]),),
    ),
    "TemporalScores": called(temporal_scores, lambda n: (n,)),
    "evaluate over time": called(em.evaluate, both_series),
    "differences over time": called(em.differences, both_series),
    "regime_shd of many regimes": called(
        em.metrics.regime_shd, lambda n: (many_regimes(n), many_regimes(n, 1))
    ),
    "to_networkx, many lags": called(em.io.to_networkx, lambda n: (many_lags(n),)),
    "matched_lag_error of many lags": called(
        em.metrics.matched_lag_error, lambda n: (many_lags(n), many_lags(n, 1))
    ),
    "lag_set_accuracy of many lags": called(
        em.metrics.lag_set_accuracy, lambda n: (many_lags(n), many_lags(n, 1))
    ),
    "read_temporal, text": reading(em.read_temporal, em.io.write_temporal, series_truth, ".txt"),
    "read_temporal, csv": reading(
        em.read_temporal,
        em.io.write_temporal,
        lambda n: TemporalGraph(names(n), lagged(n, 1), max_lag=3),
        ".csv",
    ),
    "read_temporal, regimes": reading(em.read_temporal, em.io.write_temporal, many_regimes, ".json"),
    "as_temporal, networkx": called(
        em.as_temporal,
        lambda n: (pytest.importorskip("networkx") and em.io.to_networkx(series_truth(n)),),
    ),
    "latent_projection, over time": called(
        lambda series: em.latent_projection(series, ["X0"]), lambda n: (series_truth(n),), size=5
    ),
    "data.random_dag": called(lambda n: data.random_dag(n, 2 * n, 0), lambda n: (n,)),
    "data.random_dag, scale-free": called(
        lambda n: data.random_dag(n, 2 * n, 0, topology="scale-free"), lambda n: (n,)
    ),
    "data.random_dag, blocks": called(
        lambda n: data.random_dag(n, 2 * n, 0, topology="blocks"), lambda n: (n,)
    ),
    "data.random_structural_model": called(
        lambda dag: data.random_structural_model(dag, 0).truth, lambda n: (truth(n),)
    ),
    "data.random_discrete_network": called(
        lambda dag: data.random_discrete_network(dag, 0).sample(10, 0), lambda n: (truth(n),)
    ),
    "data.random_series_model": called(
        lambda n: data.random_series_model(n, 0), lambda n: (n,), size=10
    ),
    "data.SeriesModel.sample": called(
        lambda model: model.sample(10, 0, burn_in=0),
        lambda n: (data.random_structural_model(truth(n), 0, hidden=2),),
    ),
    "data.generate_synthetic_cdans": called(
        lambda n: data.generate_synthetic_cdans(n, 50), lambda n: (n,), size=6
    ),
}
"""Growth of functions of classes, and of `edgemark.data`."""

OF_SEEDS: Mapping[str, Recipe] = {
    "stats.rank": called(em.stats.rank, lambda n: (of_seeds(n),), size=MANY_SEEDS),
    "stats.rank of gaps": called(em.stats.rank, lambda n: (of_seeds(n, gaps=7),), size=MANY_SEEDS),
    "stats.rank of nested seeds": called(
        em.stats.rank, lambda n: (nested(n),), replicate="nested", size=MANY_SEEDS
    ),
    "stats.summarize": called(em.stats.summarize, lambda n: (of_seeds(n),), size=MANY_SEEDS),
    "stats.complete_cases": called(
        em.stats.complete_cases, lambda n: (two_metrics(n, gaps=7),), size=MANY_SEEDS
    ),
    "stats.metric_agreement": called(
        em.stats.metric_agreement, lambda n: (two_metrics(n),), size=MANY_SEEDS
    ),
    "stats.metric_agreement of gaps": called(
        em.stats.metric_agreement, lambda n: (two_metrics(n, gaps=7),), size=MANY_SEEDS
    ),
    "stats.metric_agreement of nested seeds": called(
        lambda rows: em.stats.metric_agreement(
            [*rows, *({**row, "metric": "y"} for row in rows)], replicate="nested"
        ),
        lambda n: (nested(n // 3),),
        size=MANY_SEEDS,
    ),
    "stats.compare of gaps": called(
        em.stats.compare,
        lambda n: (of_one_method(n, "a"), of_one_method(n, "b")),
        resamples=100,
        size=MANY_SEEDS,
    ),
    "stats.against_chance": called(em.stats.against_chance, lambda n: (of_seeds(n),), size=MANY_SEEDS),
    "stats.over_metrics": called(
        lambda rows: em.stats.over_metrics({name: em.stats.rank(rows) for name in "xy"}),
        lambda n: (of_seeds(n),),
        size=MANY_SEEDS,
    ),
}
"""Growth with tables of many seeds, or many data sets."""
LISTED_UP_TO_A_LIMIT = ("stats.compare of gaps", "stats.against_chance")
"""These list draws, and averages of every two differences, of so few seeds in arrays of bounded size."""

FUNCTIONS = [name for name, value in PUBLIC.items() if inspect.isfunction(value)]


def documentation(name: str) -> str:
    """What is said about the function, or the class or package that it belongs to."""
    first, *parts = re.split(r",| of | over ", name)[0].split(".")
    thing: Any = PUBLIC[first] if first in PUBLIC else getattr(em, first)
    for part in parts:
        thing = getattr(thing, part)
    return inspect.getdoc(thing) or ""


def recipe_of(name: str) -> Recipe | None:
    if name in RECIPES or name in FURTHER:
        return RECIPES.get(name) or FURTHER[name]
    return of_metric(name) if name in REGISTRY else None


@pytest.mark.parametrize("name", [*FUNCTIONS, *FURTHER])
@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_lines_grow_no_faster_than_the_input(name, tmp_path):
    recipe = recipe_of(name)
    assert recipe is not None, f"{name} has no recipe: add one to RECIPES"
    allowed = inf if SAYS_MORE.search(documentation(name)) else MOST
    found_exponent, counts = growth(recipe, tmp_path)
    assert found_exponent <= allowed, f"{name}: {counts} lines, exponent {found_exponent:.2f}"


@pytest.mark.parametrize(
    ("work_of", "name"),
    [
        *((lines_of, name) for name in OF_SEEDS),
        *((elements_of, name) for name in OF_SEEDS if name not in LISTED_UP_TO_A_LIMIT),
    ],
)
@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_work_on_many_seeds_grows_no_faster_than_their_number(name, work_of, tmp_path):
    found_exponent, counts = growth(OF_SEEDS[name], tmp_path, work_of)
    assert found_exponent <= MOST, f"{name}: {work_of.__name__} {counts}, exponent {found_exponent:.2f}"


def test_what_numpy_copies_is_noticed(monkeypatch, tmp_path):
    """A ranking without each row, from a copy of all other rows, runs few lines but makes n² numbers."""
    from edgemark.stats import left_out

    def of_copies(ranks):
        return [em.stats.friedman(np.delete(ranks, row, axis=0)) for row in range(len(ranks))]

    monkeypatch.setattr(left_out, "friedman_without_each", of_copies)
    recipe = OF_SEEDS["stats.rank"]
    assert growth(recipe, tmp_path, lines_of)[0] <= MOST
    assert growth(recipe, tmp_path, elements_of)[0] == pytest.approx(2, abs=0.2)


def test_what_is_quadratic_is_noticed():
    def prepare(n, _):
        return lambda: [Graph.parse("; ".join(names(n))) for _ in range(n)]

    assert growth(Recipe(prepare), Path())[0] == pytest.approx(2, abs=0.2)
