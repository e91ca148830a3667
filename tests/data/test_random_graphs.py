"""Random DAGs and models of them."""

from collections import Counter

import numpy as np
import pytest

from edgemark import EdgemarkError, Graph
from edgemark.conventions.options import choices
from edgemark.data import (
    Topology,
    random_dag,
    random_discrete_network,
    random_structural_model,
)
from edgemark.data.series_draws import Draws
from edgemark.errors import ConventionError, GraphError, InputTypeError, KindError, LimitError

every_topology = pytest.mark.parametrize("topology", choices(Topology))


@every_topology
@pytest.mark.parametrize(("n", "m"), [(1, 0), (2, 1), (7, 0), (7, 9), (7, 21), (30, 60)])
def test_a_random_dag_has_as_many_edges_as_wanted(topology, n, m):
    within = {"n_blocks": 1} if topology == "blocks" else {}
    for seed in range(5):
        dag = random_dag(n, m, seed, topology=topology, **within)
        assert (dag.n_nodes, dag.n_edges, dag.kind) == (n, m, "dag")
        assert dag.objection() is None


@every_topology
def test_the_same_seed_gives_the_same_dag(topology):
    dags = [random_dag(12, 15, seed, topology=topology) for seed in (1, 1, 2)]
    assert dags[0] == dags[1]
    assert dags[0] != dags[2]


def test_every_dag_of_erdos_and_renyi_is_as_likely_as_its_orders():
    """On 3 nodes, 2 edges: 3 pairs of pairs, and of 6 orders chains have one each, forks two."""
    drawn = Counter(str(random_dag(3, 2, seed).with_nodes(["X0", "X1", "X2"])) for seed in range(3000))
    assert len(drawn) == 12
    chains = [n for text, n in drawn.items() if _is_chain(Graph.parse(text))]
    others = [n for text, n in drawn.items() if not _is_chain(Graph.parse(text))]
    assert np.allclose(chains, 3000 / 18, rtol=0.35)
    assert np.allclose(others, 3000 / 9, rtol=0.25)


def _is_chain(graph):
    return {len(graph.parents(node)) for node in graph.nodes} == {0, 1} and {
        len(graph.children(node)) for node in graph.nodes
    } == {0, 1}


def test_few_nodes_of_a_scale_free_dag_have_most_edges():
    def largest(topology):
        dags = (random_dag(60, 120, seed, topology=topology) for seed in range(20))
        return np.mean([max(len(dag.adjacent(node)) for node in dag.nodes) for dag in dags])

    assert largest("scale-free") > 1.6 * largest("erdos-renyi")


def test_most_edges_of_blocks_are_within_them():
    dag = random_dag(20, 40, 3, topology="blocks", n_blocks=4, within=0.75)
    inside = sum(int(a[1:]) % 4 == int(b[1:]) % 4 for a, _, b in dag.edges())
    assert inside == 30


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (GraphError, "3 pairs", {"n_nodes": 3, "n_edges": 4}),
        (EdgemarkError, "n_nodes must be", {"n_nodes": 0, "n_edges": 0}),
        (TypeError, "n_edges must be", {"n_nodes": 2, "n_edges": 0.5}),
        (EdgemarkError, "seed must be", {"n_nodes": 2, "n_edges": 1, "seed": -1}),
        (ConventionError, "topology", {"n_nodes": 2, "n_edges": 1, "topology": "ring"}),
        (GraphError, "within blocks do not fit", {"n_nodes": 4, "n_edges": 5, "topology": "blocks"}),
        (EdgemarkError, "n_blocks", {"n_nodes": 4, "n_edges": 1, "topology": "blocks", "n_blocks": 5}),
    ],
)
def test_numbers_that_cannot_be_are_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        random_dag(**{"seed": 0, **arguments})


@pytest.mark.parametrize(("size", "n"), [(1, 1), (7, 7), (50, 7), (50, 8), (1000, 20), (300, 300)])
def test_items_drawn_are_those_taken_from_a_list_one_by_one(size, n):
    for seed in range(5):
        draws, rest = Draws(seed), list(range(size))
        expected = [rest.pop(draws.below(len(rest))) for _ in range(n)]
        assert Draws(seed).some(range(size), n) == expected


# ---- models


def test_models_of_a_networkx_graph_are_those_of_the_same_graph():
    networkx = pytest.importorskip("networkx")
    arcs = [("A", "B"), ("B", "C")]
    dag, same = Graph(["A", "B", "C"], [(a, "-->", b) for a, b in arcs]), networkx.DiGraph(arcs)
    for model in (random_structural_model, random_discrete_network):
        assert model(same, 1) == model(dag, 1)
        with pytest.raises(InputTypeError, match="as_graph takes graphs"):
            model([1, 2, 3], 1)


def test_rows_of_a_structural_model_follow_its_equations():
    dag = random_dag(6, 8, 1)
    model = random_structural_model(dag, 1)
    data = model.sample(20_000, seed=1, burn_in=0).data
    effects = {(e.source, e.target): e.coefficient for e in model.mechanisms[0].effects}
    assert all(0.5 <= abs(size) <= 2 for size in effects.values())
    for node in dag.nodes:
        parents = sorted(dag.parents(node))
        columns = data[:, [dag.index(p) for p in parents]]
        found, *_ = np.linalg.lstsq(columns, data[:, dag.index(node)])
        assert np.allclose(found, [effects[p, node] for p in parents], atol=0.05)


def test_rows_of_a_structural_model_do_not_depend_on_each_other():
    data = random_structural_model(random_dag(4, 4, 2), 2).sample(20_000, seed=2, burn_in=0).data
    for column in data.T:
        assert abs(np.corrcoef(column[1:], column[:-1])[0, 1]) < 0.03


def test_structure_and_coefficients_are_drawn_from_different_numbers():
    signs = []
    for seed in range(300):
        model = random_structural_model(random_dag(2, 1, seed), seed)
        [effect] = model.mechanisms[0].effects
        signs.append((effect.source == "X0", effect.coefficient > 0))
    assert all(50 < n < 100 for n in Counter(signs).values())


def test_hidden_causes_join_two_nodes():
    dag = random_dag(5, 4, 1)
    model = random_structural_model(dag, 1, hidden=1)
    truth = model.truth.contemporaneous()
    assert sum(glyph == "<->" for _, glyph, _ in truth.edges()) == 1
    assert model.sample(10, seed=0, burn_in=0).data.shape == (10, 5)


def test_tables_are_as_the_rows_that_they_give():
    dag = Graph.parse("A --> C <-- B", kind="dag")
    network = random_discrete_network(dag, 4, n_states=3)
    assert network.graph == dag
    values, names = network.sample(60_000, seed=4)
    a, b, c = (values[:, names.index(name)] for name in "ABC")
    variable = network.variable("C")
    for row, probabilities in enumerate(variable.table):
        states = dict(zip(variable.parents, divmod(row, 3), strict=True))
        those = c[(a == states["A"]) & (b == states["B"])]
        found = np.bincount(those, minlength=3) / len(those)
        assert np.allclose(found, probabilities, atol=0.05)


EDGE = random_dag(2, 1, 0)


@pytest.mark.parametrize(
    ("error", "message", "make"),
    [
        (KindError, "structural model", lambda: random_structural_model(Graph.parse("A --- B"), 0)),
        (KindError, "discrete network", lambda: random_discrete_network(Graph.parse("A --- B"), 0)),
        (EdgemarkError, "n_states", lambda: random_discrete_network(EDGE, 0, n_states=1)),
        (EdgemarkError, "strength", lambda: random_structural_model(EDGE, 0, strength=(2, 1))),
        (EdgemarkError, "response", lambda: random_structural_model(EDGE, 0, responses=())),
        (EdgemarkError, "hidden", lambda: random_structural_model(EDGE, 0, hidden=-1)),
        (
            EdgemarkError,
            "those of the hidden variables; the DAG has 'H0'",
            lambda: random_structural_model(Graph.parse("H0 --> A", kind="dag"), 0, hidden=1),
        ),
        (EdgemarkError, "2 nodes", lambda: random_structural_model(random_dag(1, 0, 0), 0, hidden=1)),
        (
            EdgemarkError,
            "2 nodes to act on; got 0",
            lambda: random_structural_model(Graph(0, kind="dag"), 0, hidden=1),
        ),
    ],
)
def test_what_no_model_can_be_made_of_is_refused(error, message, make):
    with pytest.raises(error, match=message):
        make()


def test_tables_that_are_too_large_are_refused():
    star = Graph([f"P{k}" for k in range(21)] + ["C"], [(f"P{k}", "-->", "C") for k in range(21)])
    with pytest.raises(LimitError, match="Use fewer edges or fewer states"):
        random_discrete_network(star, 0)


def test_more_pairs_of_blocks_than_memory_are_refused(monkeypatch):
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1GB")
    with pytest.raises(LimitError, match="listing all pairs of the blocks"):
        random_dag(10**6, 10, seed=0, topology="blocks")


@pytest.mark.parametrize("model", [random_structural_model, random_discrete_network])
@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_models_need_a_dag_and_refuse_a_declared_mag_or_pag(model, kind):
    with pytest.raises(KindError, match="declare it a DAG"):
        model(Graph.parse("A --> C; B --> C", kind=kind), seed=1)
    assert model(Graph.parse("A --> C; B --> C"), seed=1) is not None
