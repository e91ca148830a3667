"""Which way every library's result points, on data where the direction cannot be mistaken."""

from itertools import combinations

import numpy as np
import pytest

from edgemark import Graph, TemporalGraph
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.data import asia

from .samples import chain, collider, discrete_collider, fitting, lagged, of

COLLIDER = Graph.parse("A --> C <-- B")
CHAIN = Graph.parse("A --> B --> C")
ORDERS = ["ABC", "CAB", "BCA"]


def run(name, dataset, **given):
    if ADAPTERS[name].missing():
        pytest.skip(f"{ADAPTERS[name].package} is not installed")
    adapter = ADAPTERS[name]
    return adapter.run(dataset, **fitting(adapter, dataset.kind) | given)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "name",
    [
        "causal-learn:pc",
        "causal-learn:ges",
        "causal-learn:grasp",
        "causal-learn:boss",
        "pgmpy:pc",
        "pgmpy:ges",
        "flopsearch:flop",
        "ges:ges",
        "gies:gies",
    ],
)
def test_the_arrows_of_a_collider_point_at_it(name, order):
    assert run(name, collider(order)) == COLLIDER


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "name",
    [
        "causal-learn:pc",
        "causal-learn:ges",
        "causal-learn:grasp",
        "causal-learn:boss",
        "pgmpy:pc",
        "pgmpy:ges",
        "pyagrum:miic",
    ],
)
def test_the_arrows_of_a_discrete_collider_point_at_it(name, order):
    assert run(name, discrete_collider(order)) == COLLIDER


def bic(values, node, parents):
    """Score of a family: log likelihood less half of log n for each free parameter."""
    counts = {}
    for row in values.tolist():
        cell = counts.setdefault(tuple(row[p] for p in parents), {})
        cell[row[node]] = cell.get(row[node], 0) + 1
    likelihood = sum(k * np.log(k / sum(c.values())) for c in counts.values() for k in c.values())
    states = [len(set(column)) for column in values.T.tolist()]
    parameters = (states[node] - 1) * np.prod([states[p] for p in parents], dtype=int)
    return likelihood - np.log(len(values)) / 2 * parameters


def one_change_away(edges, n_nodes):
    """Graphs that one edge added, deleted or reversed makes of this one; they may have cycles."""
    for a, b in combinations(range(n_nodes), 2):
        others = edges - {(a, b), (b, a)}
        yield from (others, others | {(a, b)}, others | {(b, a)})


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("pgmpy:hill-climbing", "bic-d"),
        ("pyagrum:hill-climbing", "bic"),
        ("pyagrum:tabu", "bic"),
    ],
)
def test_a_search_for_a_dag_stops_where_no_single_change_scores_better(name, score):
    """The same edges in reverse score worse, so that the direction cannot be mistaken."""
    sample = asia().sample(600, seed=2)
    learned = run(name, Dataset(sample.values, sample.names, "discrete"), score=score)
    place = {node: k for k, node in enumerate(sample.names)}
    family = {}

    def total(edges):
        found = 0.0
        for node in range(8):
            key = node, tuple(sorted(a for a, b in edges if b == node))
            if key not in family:
                family[key] = bic(sample.values, *key)
            found += family[key]
        return found

    here = frozenset((place[a], place[b]) for a, _, b in learned.edges())
    for changed in one_change_away(here, 8):
        if Graph(8, [(a, "-->", b) for a, b in changed]).is_dag():
            assert total(changed) <= total(here) + 1e-6
    assert total({(b, a) for a, b in here}) < total(here) - 1


@pytest.mark.parametrize("order", ORDERS)
def test_fci_leaves_circles_where_a_hidden_cause_is_possible(order):
    expected = Graph.parse("A o-> C <-o B")
    assert run("causal-learn:fci", collider(order)) == expected
    assert run("causal-learn:fci", discrete_collider(order)) == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "name",
    [
        "causal-learn:direct-lingam",
        "causal-learn:ica-lingam",
        "lingam:direct-lingam",
        "lingam:ica-lingam",
        "causaldisco:var-sort-regress",
        "edgemark:var-sort",
    ],
)
def test_a_chain_that_noise_or_variance_orders_points_onwards(name, order):
    assert run(name, chain(order)) == CHAIN


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["causal-learn:rcd", "lingam:rcd"])
def test_rcd_orients_what_nothing_hidden_acts_on(name, order):
    e = np.random.default_rng(1).exponential(size=(3, 500))
    columns = {"A": e[0], "B": e[1], "C": e[0] + e[1] + e[2]}
    assert run(name, of(columns, order)) == COLLIDER


@pytest.mark.parametrize("name", ["causal-learn:rcd", "lingam:rcd"])
def test_rcd_joins_what_something_hidden_acts_on(name):
    hidden, a, b = np.random.default_rng(1).exponential(size=(3, 500))
    found = run(name, of({"A": hidden + 0.3 * a, "B": hidden + 0.3 * b}, "AB"))
    assert found == Graph.parse("A <-> B")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["causaldisco:r2-sort-regress", "edgemark:r2-sort"])
def test_r2_rises_along_a_collider(name, order):
    assert run(name, collider(order)) == COLLIDER


# ---- interventions


@pytest.mark.parametrize("order", ["AB", "BA"])
@pytest.mark.parametrize("target", ["A", "B"])
def test_gies_learns_from_what_an_intervention_leaves_alone(order, target):
    """A --> B: acting on A moves B as before, acting on B parts it from A."""
    a, noise = np.random.default_rng(2).normal(size=(2, 600))
    acted = np.arange(600) >= 300
    if target == "A":
        a = np.where(acted, a * 3 + 2, a)
    b = a + 0.5 * noise
    if target == "B":
        b = np.where(acted, noise * 2 + 1, b)
    targets = [(target,) if row else () for row in acted]
    dataset = of({"A": a, "B": b}, order, targets=targets)
    assert run("gies:gies", dataset) == Graph.parse("A --> B")
    alone = Dataset(dataset.values[:300], dataset.names)
    assert run("gies:gies", alone) == Graph.parse("A --- B")


# ---- time series

LAGGED = TemporalGraph.parse("A --> A @1; B --> B @1; A --> B @1; lags 1")


@pytest.mark.parametrize("order", ["AB", "BA"])
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("tigramite:pcmci", {"tau_min": 1, "alpha_level": 0.001}),
        ("tigramite:pcmci-plus", {}),
        ("lingam:var-lingam", {}),
        ("cdans:cdans", {"tau_max": 1, "alpha": 0.001}),
    ],
)
def test_a_cause_comes_before_its_effect(name, given, order):
    found = run(name, lagged(order), **given)
    assert {edge for edge in found.edges() if edge[3]} == set(LAGGED.edges())
    assert found.nodes == tuple(order)


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_lpcmci_points_onwards_in_time(order):
    found = run("tigramite:lpcmci", lagged(order))
    joined = {(a, b) for a, glyph, b, lag in found.edges() if lag and glyph in ("-->", "o->")}
    assert joined == {("A", "A"), ("A", "B"), ("B", "B")}


@pytest.mark.parametrize("order", ORDERS)
def test_within_a_step_var_lingam_points_from_cause_to_effect(order):
    base = chain(order, noise="uniform")
    found = run("lingam:var-lingam", Dataset(base.values, base.names, "series"))
    assert found.contemporaneous() == CHAIN


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["tigramite:pcmci-plus", "cdans:cdans", "causal-learn:cd-nod"])
def test_within_a_step_the_arrows_of_a_collider_point_at_it(name, order):
    base = collider(order, rows=500)
    found = run(name, Dataset(base.values, base.names, "series"))
    assert found.contemporaneous() == COLLIDER


@pytest.mark.parametrize("order", ORDERS)
def test_time_is_a_cause_that_orients_what_changes(order):
    """C drifts, and A does not: time and A meet in C."""
    a, b, noise = np.random.default_rng(4).normal(size=(3, 400))
    c = a + 0.5 * noise + np.linspace(0, 8, 400)
    found = run("causal-learn:cd-nod", of({"A": a, "B": b, "C": c}, order, "series"))
    assert found.changing == ("C",)
    assert found.contemporaneous() == Graph.parse("A --> C; B")
