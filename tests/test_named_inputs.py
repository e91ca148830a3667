"""
The law of inputs that name nodes or have labels: every public function reads names, or refuses.

Three questions are asked of every function that takes such an input. Is a collection without the wanted
order refused? Is a mask refused instead of dropped? Does a frame with its labels in another order give
the same answer, or an error? A parameter that the law does not know fails the first test below.

One file, because the first test compares all tables of the law with the public functions.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark import data as datasets
from edgemark import forecast as forecasts
from edgemark.errors import EdgemarkError, InputTypeError
from edgemark.front_door import NAMESPACES
from edgemark.graph import GraphStack
from edgemark.metrics import REGISTRY

REFUSED = (EdgemarkError, InputTypeError)
ROWS: dict[str, Any] = {"direction": "row-to-column"}

Call = Callable[[Any], object]

# ---- the parameters of the public functions

SIMPLE = frozenset(
    {"str", "int", "float", "bool", "str | None", "int | None", "float | None", "bool | None"}
)
HARMLESS = frozenset(
    # options; a graph, scores or samples, which hold their own names; paths and numbers
    """
    against around autolinks ax axes beta better bins by candidates changes choices columns
    compare contemporaneous costs cycles dag diagonal direction ends engine error
    estimate folder format found function got graph graphs invalid k kind ks lag levels limits
    mag members metric metrics mistakes more node null_model of options order_of other output
    pag path pdag plan points primary progress ranking ratio reference regimes replicate report
    reports response responses results reversal runs samples scale scores seconds separator
    series sign start starts state stored strategy strength study symmetric table tables test
    threshold ties to topology truth undirected verdicts which zeros
    """.split()  # noqa: SIM905 - a hundred quoted words would fill a page
)
"""Parameters that hold no names in order, no matrix and no list of numbers."""

GIVEN_OUT = frozenset(
    {"errors.ConventionError", "errors.Message", "errors.MissingExtraError", "errors.Remedy",
     "forecast.Ensemble.transform_ends", "forecast.Gaussian.transform_ends",
     "forecast.Quantiles.transform_ends",
     "graph.Candidates.extended", "io.Contents", "io.Format", "metrics.Metric", "stats.Design.over",
     "stats.Runs"}
)  # fmt: skip
"""Classes and methods that other parts of edgemark use, after the inputs were read."""


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Public functions, constructors that are written out, and public methods."""
    seen: set[int] = set()
    for home in NAMESPACES:
        module = import_module(f"edgemark.{home}")
        for name in module.__all__:
            thing = getattr(module, name)
            if id(thing) in seen:
                continue
            seen.add(id(thing))
            if inspect.isfunction(thing):
                yield f"{home}.{name}", thing
            for key, method in vars(thing).items() if inspect.isclass(thing) else ():
                function = getattr(method, "__func__", method)
                if not inspect.isfunction(function) or function.__code__.co_filename == "<string>":
                    continue  # the constructor of a dataclass only stores what a function has read
                if key == "__init__" or not key.startswith("_"):
                    yield f"{home}.{name}" + ("" if key == "__init__" else f".{key}"), function


def is_given_out(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in GIVEN_OUT)


def parameters() -> Iterator[tuple[str, str]]:
    """Functions and their parameters, except plain strings, numbers and options."""
    for name, function in functions():
        for key, parameter in inspect.signature(function).parameters.items():
            written = str(parameter.annotation)
            plain = written in SIMPLE or "Literal" in written or key in {"self", "cls", *HARMLESS}
            if not plain and not is_given_out(name):
                yield f"{name}:{key}", key


# ---- small inputs


def truth() -> Graph:
    return Graph.parse("A --> B")


def chain() -> Graph:
    return Graph.parse("A --> B --> C")


def named_or_not(array: Any) -> Graph:
    """The truth with names if an array has them."""
    return truth() if hasattr(array, "columns") else Graph(2, [(0, "-->", 1)])


def fork() -> Graph:
    return Graph.parse("X <-- A --> B; A --> Y")


def series() -> TemporalGraph:
    return TemporalGraph.parse("A --> B @1; lags 1")


PAIR = np.array([[0, 1], [0, 0]])
SCORES = np.array([[0, 0.9], [0.2, 0]])
NUMBERS = np.array([[0.5, 1.0], [0.1, 2.0], [0.3, 0.2], [0.7, 0.9], [1.5, 0.4], [0.6, 0.8]])
RESULT = {"val_matrix": np.array([[[0, 0.5], [0.3, 0.8]], [[0.3, 0], [0, 0.1]]])}


def written(folder: Any, name: str, content: Any) -> Any:
    path = folder / name
    if isinstance(content, str):
        path.write_text(content)
    else:
        np.save(path, content)
    return path


# ---- names in an order

IN_ORDER: dict[str, Call] = {
    "bench.Dataset:names": lambda names: em.bench.Dataset(NUMBERS, names),
    "data.sort_regress:nodes": lambda nodes: datasets.sort_regress(NUMBERS, nodes=nodes),
    "evaluation.evaluate_many:nodes": lambda nodes: em.evaluate_many(
        truth(), [PAIR], "shd", nodes=nodes, **ROWS
    ),
    "evaluation.evaluate_pairs:nodes": lambda nodes: em.evaluation.evaluate_pairs(
        [PAIR], [PAIR], "shd", nodes=nodes, **ROWS
    ),
    "forecast.evaluate:nodes": lambda nodes: forecasts.evaluate(NUMBERS, NUMBERS, nodes=nodes),
    "graph.Candidates.from_causes:nodes": lambda nodes: Candidates.from_causes(nodes, ["A"]),
    "graph.Candidates.from_mask:nodes": lambda nodes: Candidates.from_mask(PAIR == 1, nodes),
    "graph.Candidates:nodes": Candidates,
    "graph.EdgeScores.from_edges:nodes": lambda nodes: EdgeScores.from_edges(
        [("A", "B", 0.5)], nodes=nodes
    ),
    "graph.EdgeScores.from_pvalues:nodes": lambda nodes: EdgeScores.from_pvalues(SCORES, nodes, **ROWS),
    "graph.EdgeScores.with_nodes:nodes": lambda nodes: EdgeScores(SCORES, **ROWS).with_nodes(nodes),
    "graph.EdgeScores:nodes": lambda nodes: EdgeScores(SCORES, nodes, **ROWS),
    "graph.Graph.from_adjacency:nodes": lambda nodes: Graph.from_adjacency(PAIR, nodes=nodes, **ROWS),
    "graph.Graph.from_edges:nodes": lambda nodes: Graph.from_edges([("A", "-->", "B")], nodes=nodes),
    "graph.Graph:nodes": Graph,
    "graph.GraphSamples.from_adjacency:nodes": lambda nodes: GraphSamples.from_adjacency(
        [PAIR], nodes=nodes, **ROWS
    ),
    "graph.GraphStack.from_adjacency:nodes": lambda nodes: GraphStack.from_adjacency(
        [PAIR], nodes=nodes, **ROWS
    ),
    "graph.TemporalGraph.from_matrices:nodes": lambda nodes: TemporalGraph.from_matrices(
        [PAIR], nodes=nodes, first_lag=1, **ROWS
    ),
    "graph.TemporalGraph:nodes": lambda nodes: TemporalGraph(nodes, [("A", "-->", "B", 1)], max_lag=1),
    "graph.TemporalScores:nodes": lambda nodes: TemporalScores([SCORES], nodes, first_lag=1, **ROWS),
    "io.as_temporal:nodes": lambda nodes: em.as_temporal(
        {"graph": em.io.to_tigramite(series())}, nodes=nodes
    ),
    "io.as_temporal_scores:nodes": lambda nodes: em.io.as_temporal_scores(RESULT, nodes=nodes),
    "metrics.d_top:order": lambda order: em.metrics.d_top(truth(), order),
}
"""How each function is called with the names A and B in order."""

OF_FILES: dict[str, tuple[str, Any, Callable[[Any, Any], object]]] = {
    "io.read:nodes": ("g.npy", PAIR, lambda path, nodes: em.read(path, nodes=nodes, **ROWS)),
    "io.read_candidates:nodes": (
        "c.csv",
        "source,target\nA,B\n",
        lambda path, nodes: em.io.read_candidates(path, nodes),
    ),
    "io.read_causeme:nodes": (
        "r.json",
        '{"scores": [[0, 1, 0, 0]]}',
        lambda path, nodes: em.io.read_causeme(path, nodes=nodes),
    ),
    "io.read_samples:nodes": (
        "s.npy",
        PAIR[None],
        lambda path, nodes: em.read_samples(path, nodes=nodes, **ROWS),
    ),
    "io.read_scores:nodes": (
        "s.csv",
        "source,target,score\nA,B,0.5\n",
        lambda path, nodes: em.read_scores(path, nodes=nodes),
    ),
    "io.read_temporal:nodes": (
        "t.npy",
        em.io.to_tigramite(series()),
        lambda path, nodes: em.read_temporal(path, nodes=nodes),
    ),
    "io.read_temporal_scores:nodes": (
        "t.npy",
        SCORES[None],
        lambda path, nodes: em.io.read_temporal_scores(path, nodes=nodes, first_lag=1, **ROWS),
    ),
}
"""Readers of files: a file of A and B, its content, and how it is read."""

IN_TIERS: dict[str, Call] = {
    "graph.Candidates:tiers": lambda tiers: Candidates(["A", "B"], tiers=tiers),
    "equivalence.to_mpdag:tiers": lambda tiers: em.to_mpdag(Graph.parse("A --- B"), tiers=tiers),
}

OUT_OF_ORDER: dict[str, Any] = {
    "a set": {"A", "B"},
    "a frozen set": frozenset({"A", "B"}),
    "a string": "AB",
    "names to positions": {"A": 1, "B": 0},
    "counts": Counter({"A": 2, "B": 1}),
}


# ---- collections of names without an order

COLLECTIONS: dict[str, Call] = {
    "bench.Dataset:targets": lambda names: em.bench.Dataset([[0.0, 1.0]], ["A", "B"], targets=[names]),
    "equivalence.latent_projection:hidden": lambda names: em.latent_projection(chain(), names),
    "equivalence.latent_projection:selected": lambda names: em.latent_projection(
        chain(), [], selected=names
    ),
    "equivalence.m_separated:given": lambda names: em.m_separated(fork(), "X", "Y", names),
    "equivalence.to_icpdag:targets": lambda names: em.equivalence.to_icpdag(chain(), [names]),
    "evaluation.evaluate:hidden": lambda names: em.evaluate(
        chain(), em.latent_projection(chain(), list(names)), hidden=names
    ),
    "graph.Candidates.from_causes:causes": lambda names: Candidates.from_causes(["A", "B"], names),
    "graph.Candidates.from_causes:effects": lambda names: Candidates.from_causes(
        ["A", "B"], ["A"], names
    ),
    "graph.TemporalGraph:changing": lambda names: TemporalGraph(
        ["A", "B"], [], max_lag=1, changing=names
    ),
    "metrics.is_adjustment_set:given": lambda names: em.metrics.is_adjustment_set(
        fork(), "X", "Y", names
    ),
}
"""How each function is called with some of the nodes A and B, whose order does not matter."""

MAY_BE_ONE: dict[str, Call] = {
    "graph.TemporalGraph.from_surrogate:surrogate": lambda names: TemporalGraph.from_surrogate(
        Graph.parse("A --> X; B --> X"), names
    ),
    "io.as_temporal:surrogate": lambda names: em.as_temporal(
        TemporalGraph.parse("A --> X @1; B --> X @1; lags 1"), surrogate=names
    ),
    "io.as_temporal_scores:surrogate": lambda names: em.io.as_temporal_scores(
        RESULT, nodes=["A", "B"], surrogate=names
    ),
    "metrics.effects:treatments": lambda names: em.effects(chain(), chain(), treatments=names),
}
"""The same, for functions that take the name of one node too."""

NOT_IN_ORDER: dict[str, Any] = {
    "a string": "A",
    "names to whether they count": {"A": False, "B": True},
    "counts": Counter("A"),
}


# ---- lists of pairs and edges

PAIRS: dict[str, Call] = {
    "equivalence.to_mpdag:forbidden": lambda pairs: em.to_mpdag(Graph.parse("A --- B"), forbidden=pairs),
    "equivalence.to_mpdag:required": lambda pairs: em.to_mpdag(Graph.parse("A --- B"), required=pairs),
    "graph.Candidates:forbidden": lambda pairs: Candidates(["A", "B"], forbidden=pairs),
    "graph.Candidates:pairs": lambda pairs: Candidates(["A", "B"], pairs),
    "graph.Candidates:required": lambda pairs: Candidates(["A", "B"], required=pairs),
}
UNORDERED_PAIRS = {
    "a pair in a set": [{"A", "B"}],
    "a pair in a frozen set": [frozenset({"A", "B"})],
    "a string": ["AB"],
    "a mapping": {("A", "B"): False},
}
EDGES: dict[str, tuple[Call, tuple[Any, ...]]] = {
    "graph.EdgeScores.from_edges:edges": (EdgeScores.from_edges, (0.5,)),
    "graph.Graph.from_edges:edges": (Graph.from_edges, ("-->",)),
    "graph.Graph:edges": (lambda edges: Graph(["A", "B"], edges), ("-->",)),
    "graph.TemporalGraph:conflicts": (
        lambda edges: TemporalGraph(["A", "B"], [], max_lag=1, conflicts=edges),
        (0,),
    ),
    "graph.TemporalGraph:edges": (lambda edges: TemporalGraph(["A", "B"], edges, max_lag=1), ("-->", 1)),
}
"""Readers of tuples, and what a tuple holds beside its two nodes."""


# ---- matrices of nodes

MATRICES: dict[str, tuple[Call, Any]] = {
    "bench.Dataset:values": (
        lambda values: em.bench.Dataset(values, ["A", "B"]).values.tolist(),
        NUMBERS[:2],
    ),
    "data.sort_regress:data": (lambda data: datasets.sort_regress(data, by="random"), NUMBERS),
    "data.sortability:data": (lambda data: datasets.sortability(truth(), data), NUMBERS),
    "evaluation.evaluate_many:estimates": (
        lambda array: em.evaluate_many(named_or_not(array), [array], "shd", **ROWS)[
            "shd", "pair mismatch"
        ].tolist(),
        PAIR,
    ),
    "evaluation.evaluate_pairs:estimates": (
        lambda array: em.evaluation.evaluate_pairs([named_or_not(array)], [array], "shd", **ROWS)[
            "shd", "pair mismatch"
        ].tolist(),
        PAIR,
    ),
    "evaluation.evaluate_pairs:truths": (
        lambda array: em.evaluation.evaluate_pairs([array], [named_or_not(array)], "shd", **ROWS)[
            "shd", "pair mismatch"
        ].tolist(),
        PAIR,
    ),
    "graph.Candidates.from_mask:mask": (Candidates.from_mask, PAIR == 1),
    "graph.EdgeScores.from_pvalues:pvalues": (lambda a: EdgeScores.from_pvalues(a, **ROWS), SCORES),
    "graph.EdgeScores:array": (lambda array: EdgeScores(array, **ROWS), SCORES),
    "graph.Graph.from_adjacency:array": (lambda array: Graph.from_adjacency(array, **ROWS), PAIR),
    "graph.GraphSamples.from_adjacency:array": (
        lambda array: GraphSamples.from_adjacency([array], **ROWS).consensus(0.5),
        PAIR,
    ),
    "graph.GraphStack.from_adjacency:array": (
        lambda array: GraphStack.from_adjacency([array], **ROWS)[0],
        PAIR,
    ),
    "graph.TemporalGraph.from_matrices:array": (
        lambda array: TemporalGraph.from_matrices([array], first_lag=1, **ROWS),
        PAIR,
    ),
    "graph.TemporalScores:array": (
        lambda array: TemporalScores([array], first_lag=1, **ROWS),
        SCORES,
    ),
    "io.as_graph:obj": (em.as_graph, None),
    "io.as_temporal:obj": (em.as_temporal, None),
    "io.as_temporal_scores:obj": (em.io.as_temporal_scores, None),
}
"""How each function reads a matrix over A and B, and the matrix; None if it takes none as it is."""

IN_LISTS: dict[str, Call] = {
    "EdgeScores": lambda rows: EdgeScores(list(rows), **ROWS),
    "Graph.from_adjacency": lambda rows: Graph.from_adjacency(list(rows), **ROWS),
    "GraphStack.from_adjacency": lambda rows: GraphStack.from_adjacency([list(rows)], **ROWS),
    "TemporalGraph.from_matrices": lambda rows: TemporalGraph.from_matrices(
        [list(rows)], first_lag=1, **ROWS
    ),
    "TemporalScores": lambda rows: TemporalScores([list(rows)], first_lag=1, **ROWS),
    "Candidates.from_mask": lambda rows: Candidates.from_mask([row == 1 for row in rows]),
}
"""Readers of nested lists, whose rows may be masked arrays."""


# ---- lists of numbers


def gaussian() -> forecasts.Gaussian:
    return forecasts.Gaussian(NUMBERS + 0.1, 1.0)


MEASURES: dict[str, tuple[Callable[..., object], bool]] = {
    "calibration_curve": (forecasts.calibration_curve, False),
    "coverage": (lambda y, f, **w: forecasts.coverage(y, f, level=0.9, **w), False),
    "crps": (forecasts.crps, False),
    "ence": (lambda y, f, **w: forecasts.ence(y, f, bins=2, **w), False),
    "evaluate": (forecasts.evaluate, True),
    "gaussian_nll": (forecasts.gaussian_nll, False),
    "interval_score": (lambda y, f, **w: forecasts.interval_score(y, f, level=0.9, **w), False),
    "mae": (forecasts.mae, True),
    "miscalibration_area": (forecasts.miscalibration_area, False),
    "pinball": (lambda y, f, **w: forecasts.pinball(y, f, levels=[0.1, 0.9], **w), False),
    "pit": (forecasts.pit, False),
    "pit_histogram": (forecasts.pit_histogram, False),
    "quantile_calibration": (forecasts.quantile_calibration, False),
    "rcgnn_ece": (lambda y, f, **w: forecasts.rcgnn_ece(y, f, bins=2, **w), False),
    "rmse": (forecasts.rmse, True),
    "spread_curve": (lambda y, f, **w: forecasts.spread_curve(y, f, bins=2, **w), False),
}
"""Measures of forecasts, and whether they take an array as the forecast."""

OF_SAMPLES = [1.0, 2.0, 3.0]
OF_RUNS = [1.0, 2.5, 3.0, 4.5, 5.0, 6.5, 7.0, 8.5]


def three() -> list[Graph]:
    return [Graph.parse(text) for text in ("A --> B", "B --> A", "A; B")]


NUMBERED: dict[str, tuple[Call, Any]] = {
    **{
        f"forecast.{name}:where": (lambda w, f=f: f(NUMBERS, gaussian(), where=w), NUMBERS > 0.2)
        for name, (f, _) in MEASURES.items()
    },
    **{
        f"forecast.{name}:forecast": (lambda array, f=f: f(NUMBERS, array), NUMBERS)
        for name, (f, takes_arrays) in MEASURES.items()
        if takes_arrays
    },
    "evaluation.threshold_sweep:thresholds": (
        lambda t: em.evaluation.threshold_sweep(
            truth(), EdgeScores(SCORES, ["A", "B"], **ROWS), "shd", thresholds=t
        ),
        [0.1, 0.5],
    ),
    "forecast.Gaussian:mean": (lambda mean: forecasts.Gaussian(mean, 1.0), NUMBERS),
    "forecast.Gaussian:sigma": (lambda sigma: forecasts.Gaussian(NUMBERS, sigma), NUMBERS),
    "forecast.Quantiles:values": (
        lambda values: forecasts.Quantiles(values, levels=[0.1, 0.9]),
        np.sort(NUMBERS),
    ),
    "forecast.quantile_calibration:weights": (
        lambda w: forecasts.quantile_calibration(NUMBERS, gaussian(), levels=[0.1, 0.9], weights=w),
        [1.0, 2.0],
    ),
    "graph.GraphSamples.from_adjacency:weights": (
        lambda w: GraphSamples.from_adjacency([PAIR] * 3, weights=w, **ROWS),
        OF_SAMPLES,
    ),
    "graph.GraphSamples.mean:values": (lambda values: GraphSamples(three()).mean(values), OF_SAMPLES),
    "graph.GraphSamples:weights": (lambda w: GraphSamples(three(), weights=w), OF_SAMPLES),
    "graph.TemporalScores.from_samples:weights": (
        lambda w: TemporalScores.from_samples([series()] * 3, weights=w),
        OF_SAMPLES,
    ),
    "stats.bayesian_signed_rank:d": (lambda d: em.stats.bayesian_signed_rank(d, rope=0.1), OF_SAMPLES),
    "stats.friedman:ranks": (em.stats.friedman, [[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]]),
    "stats.hodges_lehmann:d": (em.stats.hodges_lehmann, OF_SAMPLES),
    "stats.holm:p_values": (em.stats.holm, [0.1, 0.2]),
    "stats.paired_t:d": (em.stats.paired_t, OF_SAMPLES),
    "stats.permutation_test:d": (em.stats.permutation_test, OF_SAMPLES),
    "stats.rank_biserial:d": (em.stats.rank_biserial, OF_SAMPLES),
    "stats.sign_test:d": (em.stats.sign_test, OF_SAMPLES),
    "stats.signed_ranks:d": (em.stats.signed_ranks, OF_SAMPLES),
    "stats.signed_ranks:groups": (
        lambda groups: em.stats.signed_ranks(OF_SAMPLES, groups=groups),
        [0, 0, 1],
    ),
    "stats.t_interval:values": (em.stats.t_interval, OF_SAMPLES),
}
"""How each function reads a list of numbers, and such a list."""

MASK_COUNTS = {f"forecast.{name}:observed" for name in MEASURES}
"""The mask of the observations of a forecast says which of them count, see docs/forecasts.md."""

MISSING: dict[str, Call] = {
    "stats.compare:a": lambda a: em.stats.compare(a, [0.5] * 8),
    "stats.compare:b": lambda b: em.stats.compare([0.5] * 8, b),
    "stats.summarize:values": em.stats.summarize,
}
"""A masked value of a run is a missing one, which the answer states."""

READ_ELSEWHERE = {
    *(f"forecast.{name}:forecast" for name, (_, takes_arrays) in MEASURES.items() if not takes_arrays),
    *(f"figures.{name}:estimates" for name in (
        "plot_diffs", "plot_f1_at_k", "plot_pr", "plot_reliability", "plot_roc"
    )),
    "bench.Study.ranking:data",  # names of data sets
    "data.SeriesModel.constant:effects",
    "data.SeriesModel.constant:variables",  # tested with the class
    "evaluation.symmetrized:a",
    "evaluation.symmetrized:b",
    "figures.plot_effects:effects",
    "figures.plot_values:values",
    "stats.Bootstrap.interval:values",  # made by `summarize` and `compare`
    "stats.Bootstrap.means:values",
    "stats.as_runs:values",  # runs, which have names of their own
    "stats.compare:names",  # of the two methods
    "data.random_series_model:noise", "data.random_structural_model:noise",
    "evaluation.ThresholdSweep.best:key", "evaluation.reconcile:value",
    "metric_criteria.transformation:end",
}  # fmt: skip
"""Parameters that take objects of edgemark, or names of something else than nodes."""


def test_every_input_of_names_and_numbers_is_under_the_law():
    known = {
        *IN_ORDER, *OF_FILES, *IN_TIERS, *COLLECTIONS, *MAY_BE_ONE, *PAIRS, *EDGES, *MATRICES, *NUMBERED,
        *MASK_COUNTS, *MISSING, *READ_ELSEWHERE,
    }  # fmt: skip
    found = {name for name, _ in parameters()}
    assert sorted(found - known) == [], "add each to the table that fits, or its name to HARMLESS"
    assert sorted(known - found) == []


# ---- names


@pytest.mark.parametrize("name", IN_ORDER)
def test_names_in_order_are_read(name):
    IN_ORDER[name](["A", "B"])
    IN_ORDER[name](iter(["A", "B"]))


@pytest.mark.parametrize("names", OUT_OF_ORDER.values(), ids=OUT_OF_ORDER)
@pytest.mark.parametrize("name", IN_ORDER)
def test_names_without_an_order_are_refused(name, names):
    with pytest.raises(REFUSED):
        IN_ORDER[name](names)


@pytest.mark.parametrize("name", OF_FILES)
def test_readers_of_files_take_names_in_order_only(name, tmp_path):
    file, content, read = OF_FILES[name]
    path = written(tmp_path, file, content)
    read(path, ["A", "B"])
    for names in OUT_OF_ORDER.values():
        with pytest.raises(REFUSED):
            read(path, names)


@pytest.mark.parametrize("name", IN_TIERS)
def test_tiers_have_an_order(name):
    IN_TIERS[name]([{"A"}, ("B",)])
    for tiers in ({("A",), ("B",)}, frozenset({("A",), ("B",)}), {0: ["A"], 1: ["B"]}, "AB"):
        with pytest.raises(REFUSED):
            IN_TIERS[name](tiers)


@pytest.mark.parametrize("name", [*COLLECTIONS, *MAY_BE_ONE])
def test_some_nodes_are_a_list_or_set_of_them(name):
    call = {**COLLECTIONS, **MAY_BE_ONE}[name]
    for names in (["A"], ("B",), {"A"}):
        call(names)
    for what, names in NOT_IN_ORDER.items():
        if what != "a string" or name in COLLECTIONS:
            with pytest.raises(REFUSED):
                call(names)


def test_variables_and_hidden_variables_of_a_model_are_lists_of_names():
    noise = {"noise_std": 1.0}
    assert datasets.SeriesModel.constant(["A", "B"], [], hidden={"A"}, **noise).observed == ("B",)
    for variables in OUT_OF_ORDER.values():
        with pytest.raises(REFUSED):
            datasets.SeriesModel.constant(variables, [], **noise)
    for hidden in NOT_IN_ORDER.values():
        with pytest.raises(REFUSED):
            datasets.SeriesModel.constant(["A", "B"], [], hidden=hidden, **noise)


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_have_an_order(name):
    PAIRS[name]([("A", "B")])
    for pairs in UNORDERED_PAIRS.values():
        with pytest.raises(REFUSED):
            PAIRS[name](pairs)


@pytest.mark.parametrize("name", EDGES)
def test_edges_are_tuples(name):
    read, rest = EDGES[name]
    read([("A", "B", *rest) if rest in ((0,), (0.5,)) else ("A", rest[0], "B", *rest[1:])])
    with pytest.raises(REFUSED):
        read([{"A", "B", *rest}])


# ---- masks and labels


def masked(array: Any) -> Any:
    """The same numbers, with one cell that does not count."""
    numbers = np.array(array)
    mask = np.zeros(numbers.shape, bool)
    mask.flat[1] = True
    return np.ma.array(numbers, mask=mask)


@pytest.mark.parametrize("name", [*MATRICES, *NUMBERED])
def test_a_mask_is_never_dropped(name):
    read, array = {**MATRICES, **NUMBERED}[name]
    if array is None:
        array = PAIR
    else:
        read(array)
    with pytest.raises(REFUSED):
        read(masked(array))


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
@pytest.mark.parametrize("name", MISSING)
def test_a_masked_run_has_no_value(name):
    without = [OF_RUNS[0], None, *OF_RUNS[2:]]
    assert repr(MISSING[name](masked(OF_RUNS))) == repr(MISSING[name](without))
    assert repr(MISSING[name](OF_RUNS)) != repr(MISSING[name](without))


@pytest.mark.parametrize("name", IN_LISTS)
def test_masked_rows_of_a_list_are_refused(name):
    IN_LISTS[name](PAIR)
    with pytest.raises(REFUSED):
        IN_LISTS[name]([masked(row) for row in PAIR])


@pytest.mark.parametrize("name", sorted(MASK_COUNTS))
def test_masked_observations_do_not_count(name):
    function, _ = MEASURES[name.removeprefix("forecast.").removesuffix(":observed")]
    wrong = np.ma.array(NUMBERS + np.where(NUMBERS == 2.0, 50.0, 0.0), mask=NUMBERS == 2.0)
    expected = function(NUMBERS, gaussian(), where=NUMBERS != 2.0)
    assert repr(function(wrong, gaussian())) == repr(expected)


@pytest.mark.parametrize("metric", sorted(REGISTRY))
def test_a_metric_takes_no_masked_matrix(metric):
    over_time = "Temporal" in REGISTRY[metric].takes.__name__
    with pytest.raises(REFUSED):
        getattr(em.metrics, metric)(series() if over_time else truth(), masked(PAIR))


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize("name", [name for name, (_, array) in MATRICES.items() if array is not None])
def test_labels_in_another_order_give_the_same_or_an_error(name, package):
    frames = pytest.importorskip(package)
    read, array = MATRICES[name]
    square = array.shape[0] == array.shape[1] and not name.startswith(("bench", "data"))
    frame = pytest.importorskip("pandas").DataFrame(array, columns=["A", "B"])
    turned = frame[["B", "A"]]
    if square:
        frame.index, turned.index = ["A", "B"], ["A", "B"]
        turned = turned.loc[["B", "A"]]
    if package == "polars":
        frame, turned = (frames.DataFrame(one.reset_index(drop=True)) for one in (frame, turned))
    expected = read(frame)
    try:
        found = read(turned)
    except REFUSED:
        return
    assert found == expected


LISTS: dict[str, Call] = {
    "GraphSamples": lambda frames: GraphSamples.from_adjacency(frames, **ROWS).consensus(0.9),
    "GraphStack": lambda frames: list(GraphStack.from_adjacency(frames, **ROWS)),
    "TemporalGraph": lambda frames: TemporalGraph.from_matrices(frames, first_lag=0, **ROWS),
    "TemporalScores": lambda frames: TemporalScores(frames, first_lag=0, **ROWS),
    "evaluate_many": lambda frames: em.evaluate_many(truth(), frames, "shd", **ROWS)[
        "shd", "pair mismatch"
    ].tolist(),
}


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize("name", LISTS)
def test_frames_of_one_list_are_read_by_their_names(name, package):
    pandas, frames = pytest.importorskip("pandas"), pytest.importorskip(package)
    frame = pandas.DataFrame(PAIR, ["A", "B"], ["A", "B"])
    both = [frame, frame.loc[["B", "A"], ["B", "A"]]]
    alike = [frame, frame]
    if package == "polars":
        both, alike = (
            [frames.DataFrame(one.reset_index(drop=True)) for one in f] for f in (both, alike)
        )
    assert LISTS[name](both) == LISTS[name](alike)


def test_frames_of_one_list_are_over_the_same_nodes_and_arrays_beside_them_need_names():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(PAIR, ["A", "B"], ["A", "B"])
    other = frame.set_axis(["A", "C"]).set_axis(["A", "C"], axis=1)
    for refused in ([frame, other], [frame, PAIR]):
        with pytest.raises(REFUSED):
            GraphStack.from_adjacency(refused, **ROWS)
    turned = GraphStack.from_adjacency([frame, PAIR], nodes=["B", "A"], **ROWS)
    assert [str(graph) for graph in turned] == ["A --> B", "B --> A"]


def test_rows_with_labels_are_no_matrix():
    pandas = pytest.importorskip("pandas")
    rows = [pandas.Series([0, 1], ["A", "B"]), pandas.Series([0, 0], ["B", "A"])]
    for read in (EdgeScores, Graph.from_adjacency):
        with pytest.raises(REFUSED):
            read(rows, **ROWS)


def test_a_frame_of_matrices_side_by_side_has_no_labels():
    pandas = pytest.importorskip("pandas")
    array = np.hstack([PAIR, PAIR])
    plain = TemporalGraph.from_matrices(pandas.DataFrame(array), first_lag=1, **ROWS)
    assert plain == TemporalGraph.from_matrices(array, first_lag=1, **ROWS)
    with pytest.raises(REFUSED):
        TemporalGraph.from_matrices(pandas.DataFrame(array, columns=list("ABAB")), first_lag=1, **ROWS)


# ---- the names of axes


AXES = {
    "Graph": lambda frame, way: Graph.from_adjacency(frame == 1, direction=way),
    "EdgeScores": lambda frame, way: EdgeScores(frame, direction=way),
    "p-values": lambda frame, way: EdgeScores.from_pvalues(frame / 2, direction=way),
    "a stack": lambda frame, way: GraphStack.from_adjacency([frame], direction=way),
    "matrices of lags": lambda frame, way: TemporalGraph.from_matrices(
        [frame], first_lag=1, direction=way
    ),
    "lagged scores": lambda frame, way: TemporalScores(frame, first_lag=1, direction=way),
}


@pytest.mark.parametrize("name", AXES)
def test_axes_called_cause_and_effect_agree_with_the_direction(name):
    pandas = pytest.importorskip("pandas")
    target, source = pandas.Index(["A", "B"], name="target"), pandas.Index(["A", "B"], name="source")
    frame = pandas.DataFrame(PAIR, target, source)
    AXES[name](frame, "column-to-row")
    AXES[name](frame.T, "row-to-column")
    AXES[name](frame.rename_axis(index="gene", columns="gene"), "row-to-column")
    for wrong, way in ((frame, "row-to-column"), (frame.T, "column-to-row")):
        with pytest.raises(REFUSED, match="called"):
            AXES[name](wrong, way)


def test_axes_of_a_mask_and_the_corner_of_a_table_agree_with_the_direction(tmp_path):
    pandas = pytest.importorskip("pandas")
    target, source = pandas.Index(["A", "B"], name="target"), pandas.Index(["A", "B"], name="source")
    mask = pandas.DataFrame(PAIR == 1, target, source)
    assert Candidates.from_mask(mask.T).pairs() == [("B", "A")]
    pandas.DataFrame(PAIR, target, source).to_csv(tmp_path / "m.csv")
    assert str(em.read(tmp_path / "m.csv", direction="column-to-row")) == "B --> A"
    for refused in (
        lambda: Candidates.from_mask(mask),
        lambda: em.read(tmp_path / "m.csv", direction="row-to-column"),
        lambda: em.read_scores(tmp_path / "m.csv", direction="row-to-column"),
    ):
        with pytest.raises(REFUSED, match="called"):
            refused()


# ---- names that an object has already


def named_frame() -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(NUMBERS, columns=["B", "A"])


def test_other_names_than_those_of_the_columns_are_refused():
    frame = named_frame()
    calls: list[Call] = [
        lambda nodes: datasets.sort_regress(frame, by="random", nodes=nodes),
        lambda nodes: forecasts.evaluate(frame, frame, nodes=nodes),
        lambda nodes: forecasts.evaluate(NUMBERS, frame, nodes=nodes),
        lambda nodes: em.bench.Dataset(frame, nodes),
    ]
    for call in calls:
        call(["B", "A"])
        with pytest.raises(REFUSED):
            call(["A", "B"])


def test_other_names_than_those_of_a_result_over_time_are_refused():
    api = pytest.importorskip("statsmodels.tsa.api")
    rows = np.random.default_rng(0).normal(size=(60, 2))
    pandas = pytest.importorskip("pandas")
    named = api.VAR(pandas.DataFrame(rows, columns=["A", "B"])).fit(1)
    plain = api.VAR(rows).fit(1)
    assert em.as_temporal(named, threshold=0, nodes=["A", "B"]).nodes == ("A", "B")
    assert em.as_temporal(plain, threshold=0, nodes=["B", "A"]).nodes == ("B", "A")
    with pytest.raises(REFUSED):
        em.as_temporal(named, threshold=0, nodes=["B", "A"])


class PCMCIbase:
    """A stand-in with the attributes of tigramite's methods."""

    var_names = ("A", "B")
    results = RESULT | {"graph": em.io.to_tigramite(series())}


PCMCIbase.__module__ = "tigramite.pcmci_base"


def test_other_names_than_those_of_a_method_are_refused():
    for convert in (em.as_temporal, em.io.as_temporal_scores):
        assert convert(PCMCIbase()).nodes == ("A", "B")
        assert convert(PCMCIbase(), nodes=["A", "B"]).nodes == ("A", "B")
        with pytest.raises(REFUSED):
            convert(PCMCIbase(), nodes=["B", "A"])


# ---- positions

AT: dict[str, Call] = {
    "Candidates, pairs": lambda k: Candidates(2, [(k, 1 - int(k))]),
    "Candidates, forbidden": lambda k: Candidates(2, forbidden=[(k, 1 - int(k))]),
    "Candidates, required": lambda k: Candidates(2, required=[(k, 1 - int(k))]),
    "Candidates, tiers": lambda k: Candidates(2, tiers=[[k], [1 - int(k)]]),
    "Candidates.from_causes": lambda k: Candidates.from_causes(2, [k]),
    "Candidates.from_causes, effects": lambda k: Candidates.from_causes(2, [0], [k]),
    "EdgeScores.from_edges": lambda k: EdgeScores.from_edges([(k, 1 - int(k), 0.5)], nodes=2),
    "EdgeScores": lambda k: EdgeScores(SCORES, **ROWS)[k, 1 - int(k)],
    "Graph": lambda k: Graph(2, [(k, "-->", 1 - int(k))]),
    "Graph.index": lambda k: Graph(2).index(k),
    "TemporalGraph": lambda k: TemporalGraph(2, [(k, "-->", 1 - int(k), 1)], max_lag=1),
    "TemporalGraph, changing": lambda k: TemporalGraph(2, [], max_lag=1, changing=[k]),
    "TemporalScores": lambda k: TemporalScores([SCORES], first_lag=1, **ROWS)[k, 1 - int(k), 1],
    "latent_projection": lambda k: em.latent_projection(Graph(2, []), [k]),
    "m_separated": lambda k: em.m_separated(Graph(3, []), k, 1 - int(k)),
    "to_icpdag": lambda k: em.equivalence.to_icpdag(Graph(2, []), [[k]]),
    "to_mpdag": lambda k: em.to_mpdag(Graph(2, [(0, "---", 1)]), required=[(k, 1 - int(k))]),
    "to_mpdag, tiers": lambda k: em.to_mpdag(Graph(2, [(0, "---", 1)]), tiers=[[k], [1 - int(k)]]),
}


@pytest.mark.parametrize("name", AT)
def test_positions_are_whole_numbers(name):
    AT[name](1)
    AT[name](np.int64(0))
    for position in (True, False, np.True_, 1.0, 0.0, np.float64(1)):
        with pytest.raises(REFUSED):
            AT[name](position)


def test_a_mask_of_causes_is_no_list_of_them():
    with pytest.raises(REFUSED):
        Candidates.from_causes(3, [False, False, True])
