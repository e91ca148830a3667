"""The bundled networks against what was published, and their samples against exact probabilities."""

import gzip
import warnings
from importlib import resources
from itertools import combinations, product

import numpy as np
import pytest

from edgemark import EdgemarkError, Graph
from edgemark.data import DiscreteNetwork, Variable, asia, sachs_graph
from edgemark.errors import GraphError, KindError

BIF_ORDER = ("asia", "tub", "smoke", "lung", "bronc", "either", "xray", "dysp")
HALF = ((0.5, 0.5),)
YES_OF_SEED_0 = [93, 111, 5094, 552, 4533, 655, 1105, 4448]


def coin(name, parents=(), table=HALF):
    return Variable(name, ("heads", "tails"), parents, table)


def joint(network):
    """Every configuration with its probability, straight from the definition."""
    for states in product(*(range(len(v.states)) for v in network.variables)):
        here = dict(zip(network.nodes, states, strict=True))
        probability = 1.0
        for v in network.variables:
            row = 0
            for parent in v.parents:
                row = row * len(network.variable(parent).states) + here[parent]
            probability *= v.table[row][here[v.name]]
        yield here, probability


def bif_of(name):
    readwrite = pytest.importorskip("pgmpy.readwrite")
    packed = (resources.files("pgmpy") / "utils" / "example_models" / f"{name}.bif.gz").read_bytes()
    return readwrite.BIFReader(string=gzip.decompress(packed).decode()).get_model()


@pytest.fixture(scope="module")
def published():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("pgmpy")
        return {name: bif_of(name) for name in ("asia", "sachs")}


def test_asia_has_its_eight_edges():
    assert asia().graph == Graph.parse(
        "asia --> tub --> either; smoke --> lung --> either; smoke --> bronc --> dysp;"
        "either --> xray; either --> dysp"
    )
    assert asia().graph.n_edges == 8


def test_a_network_declares_its_graph_a_dag():
    assert asia().graph.kind == "dag"
    assert sachs_graph().kind == "dag"
    assert sachs_graph().is_dag()


def test_columns_are_in_the_order_of_the_published_file():
    assert asia().nodes == asia().graph.nodes == asia().sample(1, seed=0).names == BIF_ORDER


def test_asia_is_the_network_that_pgmpy_carries(published):
    model = published["asia"]
    assert tuple(model.nodes()) == asia().nodes
    for variable in asia().variables:
        table = model.get_cpds(variable.name)
        assert tuple(table.state_names[variable.name]) == variable.states
        for row, states in enumerate(product(("yes", "no"), repeat=len(variable.parents))):
            given = dict(zip(variable.parents, states, strict=True))
            expected = [table.get_value(**given, **{variable.name: s}) for s in variable.states]
            assert variable.table[row] == pytest.approx(expected)


def test_sachs_is_the_graph_that_pgmpy_carries(published):
    model = published["sachs"]
    expected = [(cause, "-->", effect) for cause, effect in model.edges()]
    assert sachs_graph() == Graph.from_edges(expected)
    assert sachs_graph().nodes == tuple(model.nodes())


def test_observation_orients_nothing_in_sachs():
    from edgemark import to_cpdag

    assert sachs_graph().n_edges == 17
    assert {glyph for _, glyph, _ in to_cpdag(sachs_graph()).edges()} == {"---"}


def test_the_probabilities_of_asia_sum_to_one():
    assert sum(p for _, p in joint(asia())) == pytest.approx(1)


def test_the_marginals_of_a_sample_are_those_of_exact_enumeration():
    n = 200_000
    values, names = asia().sample(n, seed=3)
    for column, name in zip(values.T, names, strict=True):
        exact = sum(p for here, p in joint(asia()) if here[name] == 0)
        deviation = np.sqrt(exact * (1 - exact) / n)
        assert abs((column == 0).mean() - exact) < 4 * deviation


def test_the_pairs_of_a_sample_are_those_of_exact_enumeration():
    n = 200_000
    values, names = asia().sample(n, seed=4)
    whole = list(joint(asia()))
    for a, b in combinations(range(8), 2):
        exact = sum(p for here, p in whole if here[names[a]] == here[names[b]] == 0)
        found = ((values[:, a] == 0) & (values[:, b] == 0)).mean()
        assert abs(found - exact) <= 5 * np.sqrt(exact * (1 - exact) / n)


def test_either_is_a_deterministic_or():
    values, names = asia().sample(50_000, seed=5)
    is_yes = {name: column == 0 for name, column in zip(names, values.T, strict=True)}
    assert (is_yes["either"] == (is_yes["tub"] | is_yes["lung"])).all()


def test_the_same_seed_gives_the_same_bits():
    assert asia().sample(500, seed=7).values.tobytes() == asia().sample(500, seed=7).values.tobytes()
    assert (asia().sample(500, seed=7).values != asia().sample(500, seed=8).values).any()


def test_the_bits_of_a_seed_stay_the_same_from_release_to_release():
    values = asia().sample(10_000, seed=0).values
    assert values.shape == (10_000, 8)
    assert (values == 0).sum(axis=0).tolist() == YES_OF_SEED_0


def test_a_smaller_sample_is_the_beginning_of_a_larger_one():
    assert (asia().sample(300, seed=1).values[:100] == asia().sample(100, seed=1).values).all()


def test_sampling_leaves_the_global_generator_alone():
    np.random.seed(1)
    expected = np.random.random()
    np.random.seed(1)
    asia().sample(100, seed=2)
    assert np.random.random() == expected


def test_a_sample_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        asia().sample(3, seed=0).values[0, 0] = 1


def test_a_sample_of_no_rows_has_all_columns():
    assert asia().sample(0, seed=0).values.shape == (0, 8)


def test_parents_may_be_listed_after_their_children():
    copy = coin("copy", ("coin",), ((1.0, 0.0), (0.0, 1.0)))
    values, names = DiscreteNetwork("coins", (copy, coin("coin"))).sample(50, seed=0)
    assert names == ("copy", "coin")
    assert (values[:, 0] == values[:, 1]).all()
    assert set(values[:, 0].tolist()) == {0, 1}


def test_the_last_parent_changes_fastest_also_where_sizes_differ():
    three = Variable("three", ("a", "b", "c"), (), ((0.2, 0.3, 0.5),))
    sure = ((1.0, 0.0), (0.0, 1.0))
    child = coin("child", ("three", "coin"), (sure[0], sure[1], sure[1], sure[1], sure[0], sure[0]))
    values = DiscreteNetwork("mixed", (three, coin("coin"), child)).sample(300, seed=0).values
    expected = [0, 1, 1, 1, 0, 0]
    assert values[:, 2].tolist() == [expected[2 * a + b] for a, b, _ in values.tolist()]


def test_a_state_without_probability_never_appears_even_where_sums_are_rounded():
    rounded = Variable("v", ("a", "b", "c", "never"), (), ((0.1, 0.2, 0.7 - 1e-7, 0.0),))
    values = DiscreteNetwork("one", (rounded,)).sample(100_000, seed=0).values
    assert set(values.ravel().tolist()) == {0, 1, 2}


def test_a_network_is_a_value():
    assert asia() == DiscreteNetwork("asia", asia().variables)
    assert hash(asia()) == hash(DiscreteNetwork("asia", asia().variables))


def test_a_cycle_of_parents_is_refused_and_shown():
    with pytest.raises(KindError, match="a --> b --> a"):
        DiscreteNetwork("loop", (coin("a", ("b",), HALF * 2), coin("b", ("a",), HALF * 2)))


def test_an_unknown_parent_is_refused():
    with pytest.raises(GraphError, match="unknown node 'b'"):
        DiscreteNetwork("lost", (coin("a", ("b",), HALF * 2),))


def test_a_repeated_node_is_refused():
    with pytest.raises(GraphError, match="node names must differ"):
        DiscreteNetwork("twice", (coin("a"), coin("a")))


def test_a_table_needs_a_row_for_each_combination_of_parents():
    with pytest.raises(GraphError, match=r"the table of 'b' needs 2 rows.*got 1"):
        DiscreteNetwork("short", (coin("a"), coin("b", ("a",))))


@pytest.mark.parametrize("row", [(0.5, 0.4), (1.5, -0.5), (float("nan"), 1.0)])
def test_a_row_that_is_no_distribution_is_refused(row):
    with pytest.raises(GraphError, match="probabilities that sum to 1"):
        coin("a", (), (row,))


def test_a_row_needs_a_probability_for_each_state():
    with pytest.raises(GraphError, match="'a' has 2 states"):
        coin("a", (), ((1.0,),))


@pytest.mark.parametrize(("n", "seed"), [(-1, 0), (1, -1)])
def test_negative_sizes_and_seeds_are_refused(n, seed):
    with pytest.raises(EdgemarkError, match="0 or more"):
        asia().sample(n, seed)
