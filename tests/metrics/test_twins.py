"""Every metric equals its oracle: on all states of a pair, all kinds of graphs, all sizes."""

import random
import warnings
from fractions import Fraction
from itertools import combinations, product
from math import isnan

import pytest

import edgemark as em
from edgemark import Graph, _core
from edgemark.conventions.options import Compare, NamedCosts, Positives, choices
from edgemark.errors import KindError
from edgemark.metrics import pair_sums as _pairs
from tests.metrics.samples import pairs_of_graphs
from tests.oracle import graphs, metrics
from tests.strategies import random_dag, random_edges

SHD_OPTIONS = list(product(("one", "two"), metrics.OF_SHD, ("strict", "lenient")))
KS = (0, 0.2, Fraction(1, 3), 0.5, 1)


def ours(metric, truth, estimate, **options):
    """What edgemark gives, or "refused"."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", em.errors.ClassWarning)
            return metric(truth, estimate, **options)
    except KindError:
        return "refused"


def twin(metric, truth, estimate, **options):
    """What the definition gives, or "refused"."""
    try:
        return metric(truth.nodes, truth.edges(), estimate.edges(), **options)
    except metrics.RefusedError:
        return "refused"


def kinds(truth, estimate):
    return {"declared": (truth.kind, estimate.kind)}


def one_pair_graphs(others=()):
    """Graphs on A, B, C in which A and B are in any of the 13 states, beside the same other edges."""
    return [
        Graph(("A", "B", "C"), [*(("A", glyph, "B") for glyph in glyphs), *others])
        for glyphs in graphs.PAIR_STATES
    ]


ONE_PAIR = [
    *product(one_pair_graphs(), repeat=2),
    *product(one_pair_graphs([("C", "-->", "B")]), one_pair_graphs([("C", "---", "B")])),
    *product(one_pair_graphs([("C", "-->", "B")]), repeat=2),
]
KINDS = ("dag", "pdag", "cpdag", "digraph", "undirected", "mag", "pag", "admg")
DECLARED = [  # rightly or wrongly
    (truth.with_kind(KINDS[k % 8]), estimate.with_kind(KINDS[k // 8 % 8]))
    for k, (truth, estimate) in enumerate(pairs_of_graphs())
]
SIDES = [*ONE_PAIR, *pairs_of_graphs(), *DECLARED]


def same_number(got, expected):
    """Equal, whole numbers exactly; floats to the last few bits."""
    if isinstance(expected, float) and isnan(expected):
        return isinstance(got, float) and isnan(got)
    if isinstance(expected, Fraction):
        return got == pytest.approx(float(expected), abs=1e-12)
    return got == expected


@pytest.mark.parametrize(("reversal", "of", "undirected"), SHD_OPTIONS)
def test_shd_is_its_definition(reversal, of, undirected):
    options = {"reversal": reversal, "of": of, "undirected": undirected}
    for truth, estimate in SIDES:
        expected = twin(metrics.shd, truth, estimate, **options, **kinds(truth, estimate))
        got = ours(em.shd, truth, estimate, **options)
        assert got == expected, (truth, estimate)


@pytest.mark.parametrize("reversal", ["one", "two"])
def test_most_possible_shd_is_the_number_of_pairs_or_of_entries(reversal):
    for p in range(6):
        empty = Graph(p)
        assert em.shd(empty, empty, reversal=reversal).of == len(
            list(combinations(range(p), 2)) if reversal == "one" else list(_ordered(p))
        )


def _ordered(p):
    return ((i, j) for i, j in product(range(p), repeat=2) if i != j)


@pytest.mark.parametrize("costs", metrics.NAMED_COSTS)
def test_weighted_shd_is_its_definition(costs):
    for truth, estimate in SIDES:
        expected = twin(metrics.weighted_shd, truth, estimate, costs=costs)
        assert ours(em.weighted_shd, truth, estimate, costs=costs) == expected, (truth, estimate)


def test_every_name_of_costs_has_a_twin():
    assert set(metrics.NAMED_COSTS) == set(choices(NamedCosts))


def test_endpoint_hamming_is_its_definition():
    for truth, estimate in SIDES:
        expected = twin(metrics.endpoint_hamming, truth, estimate)
        assert ours(em.endpoint_hamming, truth, estimate) == expected, (truth, estimate)


@pytest.mark.parametrize("k", KS)
def test_nced_is_its_definition_for_any_k(k):
    for truth, estimate in SIDES:
        expected = twin(metrics.nced, truth, estimate, k=k, **kinds(truth, estimate))
        got = ours(em.nced, truth, estimate, k=k)
        assert same_number(got, expected), (truth, estimate, got, expected)


@pytest.mark.parametrize("compare", metrics.COMPARE)
@pytest.mark.parametrize("of", metrics.POSITIVES)
def test_confusion_is_its_definition(of, compare):
    options = {"of": of, "compare": compare}
    for truth, estimate in SIDES:
        expected = twin(metrics.confusion, truth, estimate, **options, **kinds(truth, estimate))
        got = ours(em.confusion, truth, estimate, **options)
        counts = got if got == "refused" else (got.tp, got.fp, got.fn, got.tn)
        assert counts == expected, (truth, estimate)


def test_every_kind_of_positive_has_a_twin():
    assert set(metrics.POSITIVES) == set(choices(Positives))
    assert set(metrics.COMPARE) == set(choices(Compare))


def test_orientation_accuracy_is_its_definition():
    for truth, estimate in SIDES:
        expected = twin(metrics.orientation_accuracy, truth, estimate)
        got = ours(em.metrics.orientation_accuracy, truth, estimate)
        assert same_number(got, expected), (truth, estimate, got, expected)


# ---- both ways to count pairs


@pytest.fixture
def paths_used(monkeypatch):
    """Names of the kernels that counted pairs."""
    used = []
    for name in ("pair_table", "pair_table_of_planes"):
        kernel = getattr(_core, name)

        def counted(*arguments, name=name, kernel=kernel):
            used.append(name)
            return kernel(*arguments)

        monkeypatch.setattr(_pairs._core, name, counted)
    return used


def large(rng, p, density):
    return Graph(p, random_edges(rng, p, density))


def test_few_edges_are_merged_and_many_are_packed(paths_used):
    rng = random.Random(1)
    em.shd(large(rng, 120, 0.001), large(rng, 120, 0.001))
    em.shd(large(rng, 120, 0.5), large(rng, 120, 0.5))
    assert paths_used == ["pair_table", "pair_table_of_planes"]


@pytest.mark.parametrize("p", [2, 3, 23, 24, 32, 33, 46, 47, 64, 65])
@pytest.mark.parametrize("densities", [(0, 1), (0.01, 0.02), (0.1, 0.9), (1, 1), (0, 0)])
def test_merged_and_packed_pairs_give_the_same_table(p, densities):
    rng = random.Random(p)
    truth, estimate = (large(rng, p, density) for density in densities)
    merged = _core.pair_table(truth.words, estimate.words, p)
    packed = _core.pair_table_of_planes(truth.planes, estimate.planes, p)
    assert packed.tolist() == merged.tolist()


@pytest.mark.parametrize("densities", [(0.001, 0.002), (0, 0.3), (0.4, 0.4), (1, 1), (0.02, 1)])
@pytest.mark.parametrize("p", [33, 100])
def test_pair_counts_of_larger_graphs_are_their_definitions(p, densities):
    rng = random.Random(p)
    states = graphs.PAIR_STATES[1:10]
    truth, estimate = (Graph(p, random_edges(rng, p, density, states)) for density in densities)
    sides = [truth.nodes, truth.edges(), estimate.edges()]
    assert em.shd(truth, estimate) == metrics.shd(*sides)
    assert em.endpoint_hamming(truth, estimate) == metrics.endpoint_hamming(*sides)
    assert em.weighted_shd(truth, estimate) == metrics.weighted_shd(*sides)


NOT_OF_ANY_MARKS = ("entries", "visible", "unshielded-colliders", "ancestral")
OF_PAIRS = [of for of in metrics.POSITIVES if of not in NOT_OF_ANY_MARKS]


@pytest.mark.parametrize("of", OF_PAIRS)
@pytest.mark.parametrize("density", [0.001, 0.6])
def test_confusion_of_larger_graphs_is_its_definition(of, density):
    rng = random.Random(7)
    states = graphs.PAIR_STATES[1:10]
    truth, estimate = (Graph(100, random_edges(rng, 100, density, states)) for _ in range(2))
    got = em.confusion(truth, estimate, of=of)
    expected = metrics.confusion(truth.nodes, truth.edges(), estimate.edges(), of)
    assert (got.tp, got.fp, got.fn, got.tn) == expected


@pytest.mark.parametrize("density", [0.03, 0.15, 0.7])
def test_colliders_of_larger_graphs_are_their_definition(density):
    rng = random.Random(8)
    truth, estimate = (large(rng, 30, density) for _ in range(2))
    got = em.confusion(truth, estimate, of="unshielded-colliders")
    expected = metrics.confusion(truth.nodes, truth.edges(), estimate.edges(), "unshielded-colliders")
    assert (got.tp, got.fp, got.fn, got.tn) == expected


@pytest.mark.parametrize("p", [20, 63, 64, 65, 130])
@pytest.mark.parametrize("density", [0.01, 0.1, 0.5])
def test_ancestors_of_larger_dags_are_their_definition(p, density):
    rng = random.Random(p)
    truth, estimate = (Graph(p, random_dag(rng, p, density)) for _ in range(2))
    got = em.confusion(truth, estimate, of="ancestral")
    true, found = (descent(graph) for graph in (truth, estimate))
    assert (got.tp, got.fp, got.fn) == (len(true & found), len(found - true), len(true - found))


@pytest.mark.parametrize("p", [30, 64, 600])
def test_ancestors_of_larger_cyclic_graphs_are_their_definition(p):
    rng = random.Random(p)
    arcs = (("-->",), ("<--",), ("-->", "<--"))
    truth, estimate = (Graph(p, random_edges(rng, p, 1.5 / p, arcs), kind="digraph") for _ in range(2))
    assert not truth.is_dag()
    got = em.confusion(truth, estimate, of="ancestral")
    true, found = (descent(graph) for graph in (truth, estimate))
    assert (got.tp, got.fp, got.fn) == (len(true & found), len(found - true), len(true - found))


def test_ancestors_of_more_dag_nodes_than_are_taken_at_once_are_their_definition():
    rng = random.Random(513)
    truth, estimate = (Graph(1030, random_dag(rng, 1030, 0.002)) for _ in range(2))
    got = em.confusion(truth, estimate, of="ancestral")
    true, found = (descent(graph) for graph in (truth, estimate))
    assert (got.tp, got.fp, got.fn) == (len(true & found), len(found - true), len(true - found))


def descent(graph):
    """Pairs (ancestor, descendant) by a search from each node; the loop of the oracle is too slow."""
    children = {v: [] for v in graph.nodes}
    for a, _, b in graph.edges():
        children[a].append(b)
    pairs = set()
    for start in graph.nodes:
        left = list(children[start])
        while left:
            node = left.pop()
            if (start, node) not in pairs:
                pairs.add((start, node))
                left += children[node]
    return {(a, b) for a, b in pairs if a != b}


def test_ancestors_of_a_class_are_those_of_every_member():
    for nodes in (tuple("ABC"), tuple("ABCD")):
        for dags in graphs.all_classes(nodes).values():
            cpdag = Graph(nodes, graphs.intersection(dags), kind="cpdag")
            certain = set.intersection(*(graphs.ancestors(nodes, dag) for dag in dags))
            every_pair = Graph(nodes, [(a, "-->", b) for a, b in combinations(nodes, 2)])
            got = em.confusion(every_pair, cpdag, of="ancestral")
            in_order = {(a, b) for a, b in combinations(nodes, 2)}
            assert (got.tp, got.fp) == (len(certain & in_order), len(certain - in_order))


def test_a_path_that_is_directed_nowhere_can_be_ancestral_in_every_member():
    cpdag = Graph.parse("A --- B; A --- C; B --> D; C --> D")
    diamond = Graph.parse("A --> B; A --> C; B --> D; C --> D")
    assert diamond.objection("dag") is None
    assert em.to_cpdag(diamond) == cpdag
    assert em.confusion(diamond, cpdag, of="ancestral").tp == 3


# ---- every pair of graphs on three nodes


@pytest.mark.long
@pytest.mark.parametrize("of", metrics.SETS)
def test_confusion_of_all_pairs_of_three_node_graphs(of):
    nodes = tuple("ABC")
    sides = []
    for edges in graphs.with_states(nodes, graphs.PAIR_STATES):
        try:
            if of in metrics.MARKS:
                metrics.refuse_two_edges(edges)
            if of == "entries":
                metrics.refuse_edges_without_entries(edges, [("A", "---", "B")])
            sides.append((Graph(nodes, edges), metrics.positives(nodes, edges, of)))
        except metrics.RefusedError:
            continue
    assert len(sides) > 20
    places = {"skeleton": 3, "bidirected": 3, "unshielded-colliders": None}.get(of, 6)
    for (truth, true), (estimate, found) in product(sides, repeat=2):
        got = em.confusion(truth, estimate, of=of)
        tn = None if places is None else places - len(true | found)
        assert (got.tp, got.fp, got.fn, got.tn) == (
            len(true & found),
            len(found - true),
            len(true - found),
            tn,
        )


@pytest.mark.long
def test_distances_of_all_pairs_of_three_node_graphs():
    nodes = tuple("ABC")
    sides = [
        (Graph(nodes, edges), edges) for edges in graphs.with_states(nodes, graphs.PAIR_STATES[:10])
    ]
    cost = {}
    for (truth, true), (estimate, found) in product(sides, repeat=2):
        expected = [0, 0, 0]
        for a, b in combinations(nodes, 2):
            s, t = ([e for e in edges if {e[0], e[2]} == {a, b}] for edges in (true, found))
            key = (a, b, *(e[1] for e in s), "|", *(e[1] for e in t))
            if key not in cost:
                both = (a, b), s, t
                cost[key] = (
                    metrics.shd(*both),
                    metrics.endpoint_hamming(*both),
                    metrics.weighted_shd(*both),
                )
            expected = [x + y for x, y in zip(expected, cost[key], strict=True)]
        got = [
            em.shd(truth, estimate),
            em.endpoint_hamming(truth, estimate),
            em.weighted_shd(truth, estimate),
        ]
        assert got == expected
