"""Mappings and labelled series that belong to another argument are matched by key, never by position."""

from collections import Counter

import numpy as np
import pandas
import pytest

import edgemark as em
from edgemark import stats
from edgemark.errors import GraphError, InputTypeError, StatisticsError
from edgemark.keys import by_key, keys_of

THERE, BACK = em.Graph.parse("A --> B"), em.Graph.parse("B --> A")
TRUTHS = {"x": THERE, "y": BACK}
TURNED = {"y": BACK, "x": THERE}
SERIES = {name: em.TemporalGraph.parse(f"{edges}; lags 1") for name, edges in (
    ("x", "A --> B @1"), ("y", "B --> A @1"))}  # fmt: skip


def series(mapping):
    return pandas.Series(mapping, dtype=object)


@pytest.mark.parametrize("of_truths", [dict, series])
@pytest.mark.parametrize("of_estimates", [dict, series])
def test_pairs_are_matched_by_key(of_truths, of_estimates):
    table = em.evaluation.evaluate_pairs(of_truths(TRUTHS), of_estimates(TURNED), "shd:pair mismatch")
    assert table.names == ("y", "x")
    assert table["shd"].tolist() == [0, 0]
    assert list(table.truth) == [BACK, THERE]


def test_time_series_and_scores_are_matched_by_key():
    turned = dict(reversed(SERIES.items()))
    assert em.evaluation.evaluate_pairs(SERIES, turned, "temporal_shd:total")[
        "temporal_shd"
    ].tolist() == [0, 0]
    scores = {name: em.EdgeScores.of(graph) for name, graph in TURNED.items()}
    assert em.evaluation.evaluate_pairs(TRUTHS, scores, "roc_auc:directed")["roc_auc"].tolist() == [1, 1]


def test_matrices_are_matched_by_key():
    cells = {"y": np.array([[0, 0], [1, 0]]), "x": np.array([[0, 1], [0, 0]])}
    table = em.evaluation.evaluate_pairs(
        TRUTHS, cells, "shd:pair mismatch", direction="row-to-column", nodes=["A", "B"]
    )
    assert table["shd"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("truths", "estimates"),
    [
        (TRUTHS, {"x": THERE, "z": BACK}),
        (TRUTHS, series({"x": THERE, "z": BACK})),
        (pandas.Series([THERE, BACK, BACK], index=["x", "y", "y"]), TRUTHS),
    ],
)
def test_other_keys_are_refused_by_name(truths, estimates):
    with pytest.raises(GraphError, match=r"same keys|repeated labels"):
        em.evaluation.evaluate_pairs(truths, estimates, "shd:pair mismatch")


def test_the_error_lists_what_each_side_lacks():
    with pytest.raises(GraphError, match=r"the truths lack 'z'; the estimates lack 'y'"):
        em.evaluation.evaluate_pairs(TRUTHS, {"x": THERE, "z": BACK})


@pytest.mark.parametrize("positions", [[THERE, BACK], pandas.Series([THERE, BACK], dtype=object)])
@pytest.mark.parametrize("keys", [("x", "y"), (1, 0), (3, 4)])
@pytest.mark.parametrize("of_keys", [dict, series])
def test_keys_on_one_side_only_are_refused(positions, keys, of_keys):
    """The list may be in another order, such as that before the estimates were sorted."""
    keyed = of_keys(dict(zip(keys, [THERE, BACK], strict=True)))
    if keys == (1, 0) and not isinstance(positions, list):
        return  # the same keys on both sides
    for sides in ((positions, keyed), (keyed, positions)):
        with pytest.raises(GraphError, match="only have positions"):
            em.evaluation.evaluate_pairs(*sides)


def test_keys_beside_an_array_or_a_stack_are_refused():
    cells = np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]])
    for other in (em.graph.GraphStack([THERE, BACK]), iter([THERE, BACK])):
        with pytest.raises(GraphError, match="only have positions"):
            em.evaluation.evaluate_pairs(TRUTHS, other)
    with pytest.raises(GraphError, match="only have positions"):
        em.evaluation.evaluate_pairs(TRUTHS, cells, nodes=["A", "B"], direction="row-to-column")


@pytest.mark.parametrize("keys", [("y", "x"), (1, 0), (7, 3)])
@pytest.mark.parametrize("of_keys", [dict, series])
def test_the_advice_pairs_what_belongs_together(keys, of_keys):
    """Whole numbers as keys state the order of the list; other keys are in the order of the list."""
    names = sorted(keys) if isinstance(keys[0], int) else keys
    graph_of = dict(zip(names, [BACK, THERE], strict=True))
    truths, estimates = [BACK, THERE], of_keys({key: graph_of[key] for key in keys})
    with pytest.raises(GraphError) as caught:
        em.evaluation.evaluate_pairs(truths, estimates)
    paired = eval(caught.value.remedies[0].python, {"truths": truths, "estimates": estimates})
    assert em.evaluation.evaluate_pairs(paired, estimates, "shd:pair mismatch")["shd"].tolist() == [0, 0]


def test_keys_that_count_are_positions():
    for counted in ({0: BACK, 1: THERE}, pandas.Series([BACK, THERE])):
        table = em.evaluation.evaluate_pairs([BACK, THERE], counted, "shd:pair mismatch")
        assert table["shd"].tolist() == [0, 0]


@pytest.mark.parametrize("of_keys", [dict, pandas.Series])
def test_the_advice_about_weights_sorts_keys_that_are_numbers(of_keys):
    weights = of_keys({1: 0.1, 0: 0.9})
    with pytest.raises(GraphError) as caught:
        em.GraphSamples([THERE, BACK], weights=weights)
    advised = eval(f"dict({caught.value.remedies[0].python})", {"weights": weights})
    assert em.GraphSamples([THERE, BACK], **advised).marginals()[0, 1] == 0.9
    with pytest.raises(GraphError) as caught:
        em.GraphSamples([THERE, BACK]).mean(weights)
    samples = em.GraphSamples([THERE, BACK], weights=[3, 1])
    assert eval(
        caught.value.remedies[0].python, {"samples": samples, "values": weights}
    ) == pytest.approx(0.7)
    with pytest.raises(StatisticsError) as caught:
        stats.signed_ranks([1.0, 2, 3], groups=of_keys({1: 0, 0: 1, 2: 1}))
    advised = eval(f"dict({caught.value.remedies[0].python})", {"groups": of_keys({1: 0, 0: 1, 2: 1})})
    assert list(advised["groups"]) == [1, 0, 1]


def test_series_with_the_same_labels_in_another_order_are_matched():
    counted = pandas.Series([BACK, THERE])
    shuffled = pandas.Series([THERE, BACK], index=[1, 0])
    assert em.evaluation.evaluate_pairs(counted, shuffled, "shd:pair mismatch")["shd"].tolist() == [0, 0]


@pytest.mark.parametrize("a_set", [set, frozenset])
def test_sets_are_refused(a_set):
    graphs = a_set(TRUTHS.values())
    for call in (
        lambda: em.evaluation.evaluate_pairs(graphs, [THERE, BACK]),
        lambda: em.evaluation.evaluate_pairs([THERE, BACK], graphs),
        lambda: em.evaluate_many(THERE, graphs),
        lambda: em.graph.GraphStack(graphs),
        lambda: em.GraphSamples(graphs),
        lambda: em.TemporalScores.from_samples(a_set(SERIES.values())),
    ):
        with pytest.raises(InputTypeError, match="an order, which a set does not have"):
            call()


def test_rows_have_the_labels_of_a_series():
    assert em.evaluate_many(THERE, series(TURNED), "shd:pair mismatch").names == ("y", "x")
    with pytest.raises(GraphError, match="repeated labels"):
        em.evaluate_many(THERE, pandas.Series([THERE, BACK], index=["x", "x"]))


WEIGHTS = {"y": 0.9, "x": 0.1}


@pytest.mark.parametrize("of_graphs", [dict, series])
@pytest.mark.parametrize("of_weights", [dict, pandas.Series])
def test_weights_are_matched_by_key(of_graphs, of_weights):
    samples = em.GraphSamples(of_graphs(TRUTHS), weights=of_weights(WEIGHTS))
    assert samples.marginals()[0, 1] == 0.1
    scores = em.TemporalScores.from_samples(of_graphs(SERIES), weights=of_weights(WEIGHTS))
    assert scores["A", "B", 1] == pytest.approx(0.1)


LABELLED = [pandas.Series([0.1, 0.9], index=index) for index in ([1, 0], ["x", "y"])]


@pytest.mark.parametrize("weights", [*LABELLED, WEIGHTS])
def test_labels_without_a_partner_are_refused(weights):
    graphs = [THERE, BACK]
    array = np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]])
    for call in (
        lambda: em.GraphSamples(graphs, weights=weights),
        lambda: em.GraphSamples(em.graph.GraphStack(graphs), weights=weights),
        lambda: em.GraphSamples.from_adjacency(array, direction="row-to-column", weights=weights),
        lambda: em.TemporalScores.from_samples(list(SERIES.values()), weights=weights),
        lambda: em.GraphSamples(graphs).mean(weights),
    ):
        with pytest.raises(GraphError, match="only have positions"):
            call()


@pytest.mark.parametrize(
    "graphs", [TRUTHS, series(TRUTHS), {1: THERE, 0: BACK}, pandas.Series([THERE, BACK], index=[1, 0])]
)
def test_keys_of_graphs_only_are_refused(graphs):
    for weights in ([0.1, 0.9], np.array([0.1, 0.9])):
        with pytest.raises(GraphError, match="weights only have positions"):
            em.GraphSamples(graphs, weights=weights)
    with pytest.raises(GraphError, match="weights only have positions"):
        em.TemporalScores.from_samples(SERIES, weights=[0.1, 0.9])
    assert em.GraphSamples(graphs).n_draws == 2


def test_the_advice_gives_the_weights_the_keys_of_the_graphs():
    for graphs, share in (
        (TRUTHS, 0.1),
        ({1: THERE, 0: BACK}, 0.9),
        (pandas.Series([THERE, BACK], index=[1, 0]), 0.9),
    ):
        weights = [0.1, 0.9]
        with pytest.raises(GraphError) as caught:
            em.GraphSamples(graphs, weights=weights)
        (code,) = [remedy.python for remedy in caught.value.message.remedies]
        samples = eval(
            f"GraphSamples(graphs, {code})",
            vars(em) | {"graphs": graphs, "weights": weights, "GraphSamples": em.GraphSamples},
        )
        assert samples.marginals()[0, 1] == share


def test_an_index_that_counts_is_a_position():
    weights = pandas.Series([0.1, 0.9])
    assert em.GraphSamples([THERE, BACK], weights=weights).marginals()[0, 1] == 0.1
    assert em.GraphSamples(TRUTHS, weights=weights).marginals()[0, 1] == 0.1


def test_groups_are_matched_by_label():
    d = pandas.Series([1.0, 2, 3, 4], index=list("abcd"))
    groups = pandas.Series([0, 1, 1, 0], index=list("adcb"))
    assert stats.signed_ranks(d, groups=groups) == stats.signed_ranks([1, 2, 3, 4], groups=[0, 0, 1, 1])
    with pytest.raises(StatisticsError, match="same keys; groups lack 'b'; differences lack 'e'"):
        stats.signed_ranks(d, groups=groups.rename({"b": "e"}))
    with pytest.raises(StatisticsError, match="only have positions"):
        stats.signed_ranks([1, 2, 3, 4], groups=groups)


@pytest.mark.parametrize("call", [em.GraphSamples, em.graph.GraphStack, em.TemporalScores.from_samples])
def test_the_numbers_of_a_counter_are_never_dropped(call):
    for counts in (Counter({THERE: 9, BACK: 1}), {SERIES["x"]: 9}):
        with pytest.raises(InputTypeError, match="with graphs as its keys"):
            call(counts)


def test_a_mapping_by_name_is_several_graphs():
    assert list(em.graph.GraphStack(TURNED)) == [BACK, THERE]
    assert list(em.GraphSamples(TURNED).stack) == [BACK, THERE]


def test_keys_of_sequences_and_arrays_are_none():
    for given in ([1], (1,), np.array([1]), pandas.DataFrame([[1]]), "x"):
        assert keys_of(given) is None
    assert by_key([2, 1], {"x": 0, "y": 0}, ("", ""), None, GraphError) == [2, 1]
