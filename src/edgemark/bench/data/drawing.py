"""Draw or read the data and the truth of a data set of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.data.facts import facts_of
from edgemark.bench.data.files import read_data, read_truth
from edgemark.bench.data.scales import internally_standardised, standardised
from edgemark.bench.data.structural import Structural, drawn_targets
from edgemark.bench.dataset import Dataset
from edgemark.bench.networks import network_of
from edgemark.bench.plan.data_entries import DataSpec, demand_hidden_of
from edgemark.bench.plan.keys import UnfitError
from edgemark.data import (
    Changes,
    SeriesModel,
    random_dag,
    random_discrete_network,
    random_series_model,
    random_structural_model,
)
from edgemark.errors import GraphError, listing
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.latent import latent_projection

__all__ = ["Drawn", "draw"]

Truth = Graph | TemporalGraph
_RESPONSES = ("tanh", "sine", "absolute", "rectified", "bump")


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    A data set with its truth and its description.

    Attributes:
        data: the data that algorithms receive.
        truth: the graph that estimates are scored against: a DAG, a MAG if variables are hidden, a time
            series graph, or the graph of a file.
        facts: properties of the data, such as sortability; see `facts_of`.
    """

    data: Dataset
    truth: Truth
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Unshuffled:
    """
    Data with their truth; the columns are still in the order of the model or file.

    Attributes:
        values: the numbers.
        names: names of the columns.
        truth: the true graph.
        deterministic: the variables of a network that are functions of their parents, without noise.
        targets: for each row, the variables that were intervened on; None for observational data.
    """

    values: NDArray[Any]
    names: Sequence[str]
    truth: Truth
    deterministic: tuple[str, ...] = ()
    targets: Sequence[Sequence[str]] | None = None


def draw(spec: DataSpec, seed: int) -> Drawn:
    """
    Draw the data of one seed, or read them if they are in a file.

    The order of the columns of drawn data is random, because some algorithms depend on it.

    Args:
        spec: a data set of a plan.
        seed: one of the plan's seeds.

    Returns:
        The data and the truth; the same for the same settings and seed.

    Raises:
        EdgemarkError: a file holds no data or no graph, a hidden variable is not a node of the network,
            or the nodes of the truth are not the columns.
        MissingExtraError: the network is one of pgmpy, or a file is Parquet, and the package that reads
            it is not installed.
        OSError: a file cannot be read.

    Examples:
        >>> from edgemark.bench.plan import Plan
        >>> plan = Plan.parse('''
        ... [plan]
        ... primary = "sid"
        ... [[data]]
        ... network = "asia"
        ... samples = 100
        ... [[algorithm]]
        ... use = "mymodule:learn"
        ... ''')
        >>> drawn = draw(plan.data[0], seed=0)
        >>> drawn.data.values.shape, drawn.data.kind, drawn.truth.n_edges
        ((100, 8), 'discrete', 8)
    """
    unshuffled = _SOURCES[spec.source](spec, seed)
    values, names = unshuffled.values, tuple(unshuffled.names)
    if spec.draws:
        order = np.random.default_rng(spec.seed_for("columns", seed)).permutation(len(names))
        values, names = values[:, order], tuple(names[k] for k in order)
    if spec.settings.get("scale") == "standardized":
        values = standardised(values)
    kind: Any = spec.kind
    data = Dataset(values, names, kind=kind, targets=unshuffled.targets)
    _demand_same_nodes(unshuffled.truth, data, spec.label)
    return Drawn(
        data, unshuffled.truth, facts_of(spec, data, unshuffled.truth, unshuffled.deterministic)
    )


def _draw_network(spec: DataSpec, seed: int) -> _Unshuffled:
    settings = spec.settings
    network = network_of(settings["network"], settings.get("bif"))
    values, names = network.sample(settings["samples"], spec.seed_for("rows", seed))
    hidden = settings.get("hidden", ())
    try:
        demand_hidden_of(names, hidden)
    except UnfitError as error:
        raise GraphError(f"{spec.label}: hidden variables {error}", *error.remedies) from None
    observed = [k for k, name in enumerate(names) if name not in hidden]
    deterministic = tuple(
        variable.name
        for variable in network.variables
        if variable.parents
        and variable.name not in hidden
        and all(max(row) == 1 for row in variable.table)
    )
    return _Unshuffled(
        values[:, observed],
        [names[k] for k in observed],
        _projected(network.graph, hidden),
        deterministic,
    )


def _draw_random_graph(spec: DataSpec, seed: int) -> _Unshuffled:
    settings = spec.settings
    dag = random_dag(
        settings["nodes"],
        settings["edges"],
        spec.seed_for("structure", seed),
        topology=settings["random"],
        n_blocks=settings.get("blocks", 2),
        within=settings.get("within", 0.8),
    )
    sampling = settings["samples"], spec.seed_for("rows", seed)
    if settings["mechanism"] == "discrete":
        network = random_discrete_network(
            dag, spec.seed_for("model", seed), n_states=settings.get("states", 2)
        )
        return _Unshuffled(*network.sample(*sampling), dag)
    model = random_structural_model(
        dag, spec.seed_for("model", seed), hidden=settings["hidden"], **_terms(settings["mechanism"])
    )
    # The DAG of the model also has the hidden variables, which `dag` lacks.
    effects = [(effect.source, "-->", effect.target) for effect in model.mechanisms[0].effects]
    truth = _projected(Graph(model.variables, effects, kind="dag"), model.hidden)
    is_linear = settings["mechanism"].startswith("linear-")
    is_iscm = settings["scale"] == "iscm"
    if settings["mechanism"] == "neural" or spec.intervenes or (is_iscm and not is_linear):
        return _draw_structural(spec, seed, model, truth)
    sample = (internally_standardised(model) if is_iscm else model).sample(*sampling, burn_in=0)
    return _Unshuffled(sample.data, sample.names, truth)


def _draw_structural(spec: DataSpec, seed: int, model: SeriesModel, truth: Truth) -> _Unshuffled:
    """Draw from neural equations, from a nonlinear iSCM, or under interventions."""
    settings, model_seed = spec.settings, spec.seed_for("model", seed)
    is_neural = settings["mechanism"] == "neural"
    structural = Structural.neural(model, model_seed) if is_neural else Structural(model)
    if settings["scale"] == "iscm":
        structural = structural.internally_standardised(model_seed)
    intervened = drawn_targets(model.observed, settings.get("interventions", 0), model_seed)
    values, target_of_row = structural.sample(
        settings["samples"], spec.seed_for("rows", seed), intervened
    )
    targets = [[name] if name else [] for name in target_of_row] if spec.intervenes else None
    return _Unshuffled(values, model.observed, truth, targets=targets)


def _draw_series(spec: DataSpec, seed: int) -> _Unshuffled:
    settings = spec.settings
    changing, regimes = settings["changing"], settings.get("regimes")
    changes = Changes(changing, smooth=regimes is None, regimes=regimes or 2) if changing else None
    model: SeriesModel = random_series_model(
        settings["nodes"],
        spec.seed_for("model", seed),
        max_lag=settings["lags"],
        lagged=settings["lagged"],
        contemporaneous=settings["contemporaneous"],
        autocorrelation=settings["autocorrelation"],
        hidden=settings["hidden"],
        changes=changes,
        **_terms(settings["mechanism"]),
    )
    sample = model.sample(settings["samples"], spec.seed_for("rows", seed))
    return _Unshuffled(sample.data, sample.names, sample.truth)


def _read_files(spec: DataSpec, seed: int) -> _Unshuffled:
    values, names = read_data(spec.settings["file"], spec.kind)
    return _Unshuffled(values, names, read_truth(spec.settings, names))


_SOURCES = {
    "network": _draw_network,
    "random": _draw_random_graph,
    "series": _draw_series,
    "file": _read_files,
}


def _terms(mechanism: str) -> dict[str, Any]:
    """Return the options of a random model that set its response functions and its noise."""
    if mechanism == "neural":
        return {}  # `Structural.neural` replaces the response functions of the model.
    if mechanism == "additive-noise":
        return {"responses": _RESPONSES, "noise": "gaussian"}
    return {"responses": ("linear",), "noise": mechanism.removeprefix("linear-")}


def _projected(dag: Graph, hidden: Sequence[str]) -> Graph:
    return latent_projection(dag, hidden) if hidden else dag


def _demand_same_nodes(truth: Truth, data: Dataset, label: str) -> None:
    only_columns = sorted(set(data.names) - set(truth.nodes))
    only_nodes = sorted(set(truth.nodes) - set(data.names))
    if only_columns or only_nodes:
        raise GraphError(
            f"{label}: the nodes of the truth must be the columns of the data; columns that are "
            f"not nodes: {listing(only_columns) or 'none'}; nodes that are not columns: "
            f"{listing(only_nodes) or 'none'}"
        )
