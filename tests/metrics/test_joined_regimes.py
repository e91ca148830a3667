"""A graph whose edges come and go is never compared as one in silence."""

import warnings

import numpy as np
import pytest

import edgemark as em
from edgemark.compat import cdans
from edgemark.graph import Regime
from edgemark.metrics import REGISTRY

EARLY, LATE = (em.TemporalGraph.parse(text) for text in ("A --> B @1; lags 1", "B --> A @1; lags 1"))
FIRST = em.TemporalGraph.from_regimes([Regime(0, 50, EARLY), Regime(50, 80, LATE)])
SECOND = em.TemporalGraph.from_regimes([Regime(0, 50, LATE), Regime(50, 80, EARLY)])
ALWAYS = em.TemporalGraph.from_regimes([Regime(0, 50, EARLY), Regime(50, 80, EARLY)])
OVER_TIME = [m for m in REGISTRY.values() if m.over_time and m.name != "regime_shd"]


def told(code):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        code()
    return [
        str(one.message).partition(":")[0] for one in caught if one.category is em.errors.ClassWarning
    ]


def estimate_for(metric, graph):
    if metric.takes is em.TemporalGraph:
        return graph
    return em.TemporalScores(np.ones((1, 2, 2)), ["A", "B"], direction="row-to-column", first_lag=1)


@pytest.mark.parametrize("metric", OVER_TIME, ids=lambda metric: metric.name)
def test_2effects_3_every_metric_over_time_warns(metric):
    function, estimate = getattr(em.metrics, metric.name), estimate_for(metric, SECOND)
    options = metric.conventions[0].options
    expected = ["the truth changes over time"]
    if metric.takes is em.TemporalGraph:
        expected.append("the estimate changes over time")
    assert told(lambda: function(FIRST, estimate, **options)) == expected
    assert told(lambda: function(ALWAYS, estimate_for(metric, EARLY), **options)) == []


def test_2effects_3_what_compares_each_regime_warns_of_nothing():
    assert told(lambda: em.metrics.regime_shd(FIRST, SECOND)) == []
    assert told(lambda: em.evaluate_many(FIRST, [SECOND], "regime_shd")) == []
    assert told(lambda: em.evaluation.evaluate_regimes(FIRST, SECOND, "temporal_shd:total")) == []


def test_2effects_3_tables_of_many_warn_once():
    both = ["the truth changes over time", "an estimate changes over time"]
    assert told(lambda: em.evaluate_many(FIRST, [SECOND] * 3, "temporal_shd:total")) == both
    assert told(lambda: em.evaluate_many(EARLY, [EARLY, SECOND], "temporal_shd:total")) == both[1:]
    assert (
        told(lambda: em.evaluation.evaluate_pairs([EARLY, FIRST], [EARLY] * 2, "temporal_shd:total"))
        == both[:1]
    )
    assert told(lambda: em.evaluate(FIRST, SECOND)) == [both[0], "the estimate changes over time"]


def test_a_metric_of_each_regime_does_not_silence_the_others():
    both = ["the truth changes over time", "an estimate changes over time"]
    for metrics in (["regime_shd", "temporal_shd:total"], ["temporal_shd:total", "regime_shd"]):
        assert told(lambda metrics=metrics: em.evaluate_many(FIRST, [SECOND], metrics)) == both
        pairs = [FIRST, EARLY], [SECOND, EARLY]
        assert told(lambda m=metrics, p=pairs: em.evaluation.evaluate_pairs(*p, m)) == both
    assert told(lambda: em.evaluation.evaluate_pairs([FIRST], [SECOND], "regime_shd")) == []


def test_3effects_7_chance_says_it_once():
    both = ["the truth changes over time", "the estimate changes over time"]
    assert told(lambda: em.chance(FIRST, SECOND, "temporal_shd:total", n_guesses=9)) == both
    scores = estimate_for(REGISTRY["temporal_roc_auc"], SECOND)
    assert told(lambda: em.chance(FIRST, scores, "temporal_roc_auc", n_guesses=9)) == both[:1]


def test_3effects_7_what_leaves_the_regimes_behind_warns(tmp_path):
    changes = ["the graph changes over time"]
    assert told(lambda: em.io.to_tigramite(FIRST)) == changes
    assert told(lambda: em.io.CauseMeResult.of(FIRST)) == changes
    assert told(lambda: em.io.write_causeme([EARLY, FIRST], tmp_path / "r.json")) == changes
    assert told(lambda: em.TemporalScores.from_samples([FIRST, EARLY, SECOND])) == changes
    for graph in (EARLY, ALWAYS):
        assert told(lambda graph=graph: em.io.to_tigramite(graph)) == []
        assert told(lambda graph=graph: em.io.CauseMeResult.of(graph)) == []
        assert told(lambda graph=graph: em.TemporalScores.from_samples([graph])) == []


def test_2effects_3_the_door_to_cdans_warns_once():
    both = ["the truth changes over time", "the estimate changes over time"]
    assert told(lambda: cdans.evaluate_graph(SECOND, FIRST)) == both
    assert told(lambda: cdans.evaluate_graph(EARLY, EARLY)) == []


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_2effects_3_the_advice_is_left_out_where_it_cannot_be_followed():
    shorter = em.TemporalGraph.from_regimes([Regime(0, 9, EARLY), Regime(9, 10, LATE)])
    assert "evaluate_regimes" in em.evaluate(FIRST, SECOND, "temporal_shd").warnings[0]
    assert "evaluate_regimes" not in em.evaluate(FIRST, shorter, "temporal_shd").warnings[0]


def test_a_lagged_edge_without_direction_keeps_its_earlier_end_when_regimes_are_joined():
    """B <-> A @1 joins B a step ago and A now, which is not A <-> B @1."""
    spurious = em.TemporalGraph.parse("A; B <-> A @1; lags 1")
    joined = em.TemporalGraph.from_regimes(
        [Regime(0, 5, spurious), Regime(5, 9, em.TemporalGraph.parse("A; B; lags 1"))]
    )
    assert joined.edges() == [("B", "<->", "A", 1)]


def test_the_class_of_a_series_with_regimes_says_that_it_joins_them():
    first = em.TemporalGraph.parse("A --> B @1; C; lags 1")
    second = em.TemporalGraph.parse("B --> C @1; A; lags 1")
    regimes = [em.graph.Regime(0, 10, first), em.graph.Regime(10, 20, second)]
    graph = em.TemporalGraph.from_regimes(regimes)
    with pytest.warns(em.errors.ClassWarning, match="tiered MPDAG has the edges of all its regimes"):
        assert em.equivalence.to_tiered_mpdag(graph).n_edges == 2
