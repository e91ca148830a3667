"""Weighted graphs: what they are made of, what they say of pairs, the same graph twice."""

import copy
import pickle
import random
from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import Graph, GraphSamples, to_cpdag
from edgemark.conventions.options import Kind, choices
from edgemark.errors import (
    AlignmentError,
    AmbiguityError,
    ClassWarning,
    ConventionError,
    GraphError,
    InputTypeError,
    KindError,
)
from edgemark.graph import GraphStack
from edgemark.graph.equivalence.reading import class_read
from tests.oracle import graphs as oracle
from tests.oracle import samples as twin
from tests.oracle.graphs import PAIR_STATES
from tests.strategies import edges_over, random_dag, random_edges

A_TO_B, B_TO_A, NONE = (Graph.parse(text) for text in ("A --> B", "A <-- B", "A; B"))
WEIGHTS = st.integers(0, 5)


@st.composite
def weighted(draw, states=PAIR_STATES, most_nodes=4, most_draws=6):
    """Nodes, draws as (edges, weight), and the same as GraphSamples."""
    nodes = tuple("ABCD"[: draw(st.integers(1, most_nodes))])
    pool = [draw(edges_over(nodes, states)) for _ in range(3)]
    drawn = [draw(st.sampled_from(pool)) for _ in range(draw(st.integers(1, most_draws)))]
    weights = [draw(WEIGHTS) for _ in drawn]
    if not any(weights):
        weights[0] = 1
    samples = GraphSamples([Graph(nodes, edges) for edges in drawn], weights=weights)
    return nodes, list(zip(drawn, twin.normalised(weights), strict=True)), samples


DIRECTED = ((), ("-->",), ("<--",))


def matrix(nodes, cells):
    return np.array([[float(cells.get((a, b), 0)) for b in nodes] for a in nodes])


# ---- what they are made of


def test_weights_add_up_to_one():
    samples = GraphSamples([A_TO_B, B_TO_A], weights=[3, 1])
    assert samples.weights.tolist() == [0.75, 0.25]


def test_without_weights_all_are_alike():
    assert GraphSamples([A_TO_B, B_TO_A, NONE, NONE]).weights.tolist() == [0.25] * 4


def test_they_know_their_graphs_and_nodes():
    samples = GraphSamples([A_TO_B, NONE])
    assert (len(samples), samples[1], samples.nodes, samples.n_nodes) == (2, NONE, ("A", "B"), 2)
    assert list(samples) == [A_TO_B, NONE]


def test_a_stack_is_taken_as_it_is():
    stack = GraphStack([A_TO_B, NONE])
    assert GraphSamples(stack).stack is stack


def test_nodes_are_matched_by_name():
    samples = GraphSamples([Graph.parse("A --> B"), Graph.parse("B <-- A")])
    assert len(samples.distinct()) == 1


def test_an_array_is_read_as_a_stack_is():
    array = np.zeros((2, 2, 2), np.int8)
    array[0, 0, 1] = 1
    samples = GraphSamples.from_adjacency(array, direction="column-to-row", nodes=["A", "B"])
    assert list(samples) == [B_TO_A, NONE]


def test_an_array_without_a_direction_is_refused():
    with pytest.raises(AmbiguityError, match="direction"):
        GraphSamples.from_adjacency([[[0, 1], [0, 0]]])


@pytest.mark.parametrize("nothing", [[], (), GraphStack.from_adjacency(np.zeros((0, 2, 2)))])
def test_no_graph_is_refused(nothing):
    with pytest.raises(GraphError, match="at least one graph; got none"):
        GraphSamples(nothing)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -0.5], "not negative; got -0.5 for graph 1"),
        ([0, 0], "positive, finite sum; got 0"),
        ([np.nan, 1], "finite.*got nan for graph 0"),
        ([np.inf, 1], "finite.*got inf"),
        ([1e308, 1e308], "finite sum"),
        ([1], r"2 graphs need 2 weights; got shape \(1,\)"),
        ([[1, 1]], "2 graphs need 2 weights"),
        (["a", "b"], "weights must be numbers"),
    ],
)
def test_weights_that_are_none_are_refused(weights, message):
    with pytest.raises(GraphError, match=message):
        GraphSamples([A_TO_B, NONE], weights=weights)


def test_other_nodes_are_refused():
    with pytest.raises(AlignmentError, match="graph 1"):
        GraphSamples([A_TO_B, Graph.parse("A --> C")])


def test_they_do_not_change():
    weights = np.array([1.0, 2.0])
    samples = GraphSamples([A_TO_B, NONE], weights=weights)
    weights[0] = 100
    assert samples.weights[0] == pytest.approx(1 / 3)
    assert weights.flags.writeable
    with pytest.raises(AttributeError, match="do not change"):
        samples.stack = None
    for array in (samples.weights, samples.marginals(), *samples.states()):
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            array.flags.writeable = True


def test_copies_and_pickles_are_the_same():
    samples = GraphSamples([A_TO_B, NONE], weights=[1, 3])
    again = pickle.loads(pickle.dumps(samples))
    assert copy.deepcopy(samples) is samples
    assert list(again) == list(samples)
    assert again.weights.tolist() == samples.weights.tolist()
    assert again.n_draws == samples.n_draws


def test_a_graph_is_samples_with_all_the_weight_on_it():
    assert list(GraphSamples.of(A_TO_B)) == [A_TO_B]
    with pytest.raises(KindError, match="samples are graphs"):
        GraphSamples.of(3)


# ---- other nodes


@given(weighted(), st.randoms())
def test_other_nodes_give_the_graphs_that_each_graph_gives(case, rng):
    nodes, _, samples = case
    wanted = [*nodes, "Z"]
    rng.shuffle(wanted)
    moved = samples.with_nodes(wanted)
    assert moved.nodes == tuple(wanted)
    assert list(moved) == [graph.with_nodes(wanted) for graph in samples]
    assert moved.weights.tolist() == samples.weights.tolist()


def test_nodes_without_names_receive_them():
    samples = GraphSamples([Graph(2, [(1, "-->", 0)])])
    assert list(samples.with_nodes(["A", "B"])) == [B_TO_A]


# ---- marginals


@pytest.mark.parametrize("of", twin.RELATIONS)
@given(case=weighted())
def test_marginals_are_the_weight_of_the_graphs_with_the_edge(of, case):
    nodes, draws, samples = case
    expected = matrix(nodes, twin.marginals(nodes, draws, of))
    np.testing.assert_allclose(samples.marginals(of), expected, rtol=0, atol=1e-15)


@given(case=weighted())
def test_states_share_the_weight_of_each_pair(case):
    nodes, draws, samples = case
    _, shares = samples.states()
    upper = np.triu_indices(len(nodes), 1)
    np.testing.assert_allclose(shares.sum(axis=0)[upper], 1)
    assert not np.tril(shares).any()
    no_edge = [[float(twin.pair_shares(nodes, draws)[frozenset({a, b})][frozenset()]) if a < b else 0
                for b in nodes] for a in nodes]  # fmt: skip
    np.testing.assert_allclose(shares[0], no_edge, atol=1e-15)


@pytest.mark.parametrize("n_nodes", [63, 64, 65, 130])
def test_ancestors_of_more_nodes_than_a_word_has_bits(n_nodes):
    rng = random.Random(n_nodes)
    drawn = [random_edges(rng, n_nodes, 1.5 / n_nodes, (("-->",), ("<--",), ("<->",))) for _ in range(4)]
    samples = GraphSamples([Graph(n_nodes, edges) for edges in drawn])
    expected = np.zeros((n_nodes, n_nodes))
    for edges in drawn:
        for a, b in oracle.ancestors(range(n_nodes), edges):
            expected[a, b] += 0.25
    np.testing.assert_array_equal(samples.marginals("ancestral"), expected)


def test_marginals_of_weights_that_no_float_holds_are_at_most_one():
    rng = random.Random(3)
    weights = [rng.random() ** 9 for _ in range(1000)]
    samples = GraphSamples([Graph.parse("A --> B --> C")] * 1000, weights=weights)
    for of in twin.RELATIONS:
        assert set(np.unique(samples.marginals(of))) == {0.0, 1.0}


def test_an_unknown_marginal_is_refused():
    with pytest.raises(ConventionError, match="ancestral, directed, skeleton"):
        GraphSamples([NONE]).marginals("edges")


@pytest.mark.parametrize("of", twin.RELATIONS)
def test_edge_scores_are_the_marginals(of):
    samples = GraphSamples([Graph.parse("A --> B --> C"), Graph.parse("B --> A; C")])
    scores = samples.edge_scores(of)
    assert scores.nodes == samples.nodes
    np.testing.assert_array_equal(scores.to_array(), samples.marginals(of))


# ---- one graph for all


@pytest.mark.parametrize("threshold", [0.5, 0.6, 0.75, 0.99])
@given(case=weighted())
def test_a_consensus_has_the_edges_that_more_than_a_share_has(threshold, case):
    nodes, draws, samples = case
    expected = twin.consensus(nodes, draws, Fraction(str(threshold)))
    found = twin.states(nodes, samples.consensus(threshold).edges())
    assert {pair: state for pair, state in found.items() if state} == expected


@given(weighted(states=DIRECTED))
def test_the_median_graph_of_directed_graphs_has_the_marginals_above_a_half(case):
    _, _, samples = case
    assert samples.consensus() == samples.edge_scores().at(0.5)


def test_an_edge_of_exactly_half_the_weight_is_not_in_the_median_graph():
    for n_draws in (2, 6, 10, 14):
        half = [A_TO_B] * (n_draws // 2) + [NONE] * (n_draws // 2)
        assert GraphSamples(half).consensus() == NONE


@pytest.mark.parametrize("scale", [1.0, 0.1, 1 / 7, 1e-200, 2**0.5, 0.1234567])
@given(data=st.data())
def test_s2_rounding_decides_neither_the_consensus_nor_the_graph_at_a_threshold(scale, data):
    n = data.draw(st.integers(2, 8))
    counts = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    has_edge = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    draws = [A_TO_B if has else NONE for has in has_edge]
    samples = GraphSamples(draws, weights=[count * scale for count in counts])
    share = Fraction(sum(c for c, has in zip(counts, has_edge, strict=True) if has), sum(counts))
    assert samples.edge_scores().at(0.5) == samples.consensus() == (A_TO_B if share * 2 > 1 else NONE)
    if 0.5 <= share < 1:
        assert samples.consensus(float(share)) == NONE


def test_s2_weights_in_another_order_give_the_same_half():
    draws = [A_TO_B, A_TO_B, NONE, NONE]
    for one, other in ((0.1, 0.2), (2**0.5, 0.3), (0.1, 0.7)):
        for weights in ([one, other, other, one], [other, one, one, other]):
            samples = GraphSamples(draws, weights=weights)
            assert samples.consensus() == samples.edge_scores().at(0.5) == NONE, weights


def test_the_median_graph_of_dags_may_have_a_cycle():
    draws = [Graph.parse(t) for t in ("A --> B --> C", "B --> C --> A", "C --> A --> B")]
    assert GraphSamples(draws).consensus().objection("dag") is not None


@pytest.mark.parametrize("threshold", [0.49, 1, 1.5, float("nan")])
def test_a_threshold_that_leaves_edges_that_exclude_each_other_is_refused(threshold):
    with pytest.raises(GraphError, match=r"at least 0\.5 and below 1"):
        GraphSamples([NONE]).consensus(threshold)


# ---- the same graph twice


@given(weighted())
def test_distinct_graphs_have_the_weight_of_all_that_are_equal(case):
    _, draws, samples = case
    distinct = samples.distinct()
    expected = {}
    for edges, weight in draws:
        expected[twin.key(edges)] = expected.get(twin.key(edges), 0) + weight
    found = {
        twin.key(graph.edges()): weight for graph, weight in zip(distinct, distinct.weights, strict=True)
    }
    assert found == pytest.approx({graph: float(weight) for graph, weight in expected.items() if weight})
    assert len(found) == len(distinct)
    assert sorted(distinct.weights, reverse=True) == distinct.weights.tolist()
    assert distinct.n_draws == samples.n_draws


def test_graphs_of_the_same_weight_stay_in_their_order():
    assert list(GraphSamples([NONE, B_TO_A, A_TO_B, B_TO_A]).distinct()) == [B_TO_A, NONE, A_TO_B]


def test_every_dag_of_four_nodes_joins_its_class():
    nodes = tuple("ABCD")
    classes = oracle.all_classes(nodes)
    dags = [Graph(nodes, dag) for members in classes.values() for dag in members]
    found = GraphSamples(dags).classes().distinct()
    sizes = sorted((len(members) for members in classes.values()), reverse=True)
    assert [round(w * len(dags)) for w in found.weights] == sizes


def test_a_cpdag_stands_for_its_class():
    draws = [Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")]
    assert len(GraphSamples(draws).classes().distinct()) == 1


def test_a_directed_graph_is_a_dag_unless_it_declares_to_be_a_cpdag():
    collider, chain = Graph.parse("A --> B <-- C"), Graph.parse("A --> B --> C", kind="cpdag")
    assert GraphSamples([collider.with_kind("cpdag")]).classes()[0] == collider
    with pytest.raises(KindError, match="graph 0"):
        GraphSamples([chain]).classes()


@pytest.mark.parametrize("text", ["A --> B --> C --> A", "A <-> B; C", "A --> B --- C"])
def test_a_class_needs_dags_or_cpdags(text):
    with pytest.raises(KindError, match="graph 1: "):
        GraphSamples([Graph.parse("A --> B; C"), Graph.parse(text)]).classes()


@pytest.mark.parametrize("kind", [None, *choices(Kind)])
@pytest.mark.parametrize("text", ["A --> B --> C", "A --> B <-- C", "A --> B --- C", "A --- B --- C"])
@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_classes_of_samples_follow_the_policy_of_kinds(text, kind):
    """The policy's own function says of one graph what the stack says of all at once."""
    graph = Graph.parse(text, kind=kind)
    beside = GraphSamples([Graph.parse("A; B; C"), graph])
    if (read := class_read(graph)) not in ("dag", "cpdag"):
        with pytest.raises(KindError, match="graph 1: "):
            beside.classes()
    else:
        expected = to_cpdag(graph) if read == "dag" else graph
        assert beside.classes()[1] == expected
        assert beside.classes()[1].kind == "cpdag"


def test_samples_declared_undirected_are_read_as_cpdags_with_a_warning():
    lines = Graph.parse("A --- B --- C", kind="undirected")
    with pytest.warns(ClassWarning, match="a skeleton may have some"):
        GraphSamples([lines]).classes()


# ---- as a distribution over graphs


@given(weighted())
def test_entropy_is_that_of_the_distinct_graphs(case):
    _, draws, samples = case
    assert samples.entropy() == pytest.approx(twin.entropy(draws), abs=1e-12)


def test_entropy_of_equally_many_draws_is_the_log_of_their_number():
    assert GraphSamples([A_TO_B, B_TO_A, NONE]).entropy() == pytest.approx(log(3))
    assert str(GraphSamples([A_TO_B]).entropy()) == "0.0"
    assert GraphSamples([A_TO_B, B_TO_A]).classes().entropy() == 0


@pytest.mark.parametrize("level", [0.1, 0.5, 0.75, 0.9, 1])
@given(case=weighted())
def test_a_credible_set_is_the_smallest_that_no_order_decides(level, case):
    _, draws, samples = case
    expected = twin.credible_set(draws, Fraction(str(level)))
    held = samples.credible_set(level)
    assert {twin.key(graph.edges()) for graph in held.graphs} == expected
    assert len(held) == len(expected)
    assert held.mass >= level
    for graph in samples:
        assert (graph in held) == (twin.key(graph.edges()) in expected)


def test_a_credible_set_of_draws_that_all_differ_holds_them_all():
    held = GraphSamples([A_TO_B, B_TO_A, NONE]).credible_set(0.1)
    assert (len(held), held.mass) == (3, 1.0)


@pytest.mark.parametrize("level", [0, -1, 1.01, float("nan")])
def test_a_level_that_is_no_share_is_refused(level):
    with pytest.raises(GraphError, match="above 0 and at most 1"):
        GraphSamples([NONE]).credible_set(level)


def test_a_graph_over_other_nodes_is_not_looked_for():
    with pytest.raises(AlignmentError):
        assert Graph.parse("A --> C") in GraphSamples([A_TO_B]).credible_set()


def test_no_nodes_are_nodes_too():
    samples = GraphSamples([Graph(0), Graph(0)])
    assert len(samples.distinct()) == 1
    assert samples.marginals().shape == (0, 0)
    assert samples.consensus() == Graph(0)


def test_a_mean_needs_a_number_for_each_graph():
    with pytest.raises(GraphError, match="1 graphs need 1 numbers"):
        GraphSamples([NONE]).mean([1, 2])
    with pytest.raises(GraphError, match="1 graphs need 1 numbers; could not convert"):
        GraphSamples([NONE]).mean(["x"])


def test_many_draws_of_few_graphs_are_cheap_to_keep():
    pool = [Graph(20, random_dag(random.Random(k), 20, 0.2)) for k in range(5)]
    samples = GraphSamples([pool[k % 5] for k in range(1000)])
    assert len(samples.distinct()) == 5
    assert samples.distinct().n_draws == 1000


@pytest.mark.parametrize("graphs", [np.zeros((2, 3, 3)), [1, 2], ["A --> B"]])
def test_samples_of_something_else_are_refused_with_the_way_out(graphs):
    with pytest.raises(
        TypeError,
        match=r"class Graph; got .* for graph 0\. (Convert them|If they are texts|Matrices have)",
    ):
        GraphSamples(graphs)


def test_a_credible_set_is_iterable():
    array = np.array([[[0, 1], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [1, 0]]])
    samples = GraphSamples.from_adjacency(array, direction="row-to-column")
    credible = samples.credible_set(1.0)
    assert list(credible) == [credible.graphs[0], credible.graphs[1]]
    assert len(list(credible)) == len(credible)


@pytest.mark.parametrize(
    ("other", "advice"), [("A --> B", r"Graph\.parse\(graph\)"), ([("A", "B")], r"as_graph\(graph\)")]
)
def test_samples_are_compared_with_graphs_only(other, advice):
    samples = GraphSamples([Graph.parse("A --> B")])
    for compare in (samples.mass, samples.equal_to, samples.credible_set().__contains__):
        with pytest.raises(TypeError, match=advice):
            compare(other)


@pytest.mark.parametrize("numbers", [[1, 2j], np.array([1, 2], "m8[s]"), ["1", "2"]])
def test_weights_and_means_take_real_numbers_only(numbers):
    graphs = [Graph.parse("A --> B"), Graph.parse("A <-- B")]
    for use in (GraphSamples(graphs).mean, lambda weights: GraphSamples(graphs, weights=weights)):
        with pytest.raises(GraphError, match=r"got an array of|got text"):
            use(numbers)


def test_a_sample_without_weight_may_be_of_any_kind():
    """It was refused, although `distinct`, `expected` and all means leave it out."""
    dag, cyclic = Graph.parse("A --> B"), Graph.parse("A --> B --> A", kind="digraph")
    samples = GraphSamples([dag, cyclic, dag], weights=[1, 0, 2])
    of_classes = samples.classes()
    assert [str(graph) for graph in of_classes.stack] == [str(Graph.parse("A --- B", kind="cpdag"))] * 2
    assert of_classes.weights.tolist() == samples.weights[[0, 2]].tolist()
    latent = GraphSamples([dag, Graph.parse("A <-> B")], weights=[1, 0])
    assert latent.edge_scores()["A", "B"] == 1
    for weights, wrong in (([1, 2, 0], 1), ([0, 1, 0], 1)):
        with pytest.raises(KindError, match=f"graph {wrong}: "):
            GraphSamples([dag, cyclic, dag], weights=weights).classes()


def test_an_array_without_axes_is_refused_by_name():
    with pytest.raises(InputTypeError, match="several graphs; got ndarray without axes"):
        GraphSamples(np.array(1))
