"""`symmetrized`: half of a metric one way and half of it the other."""

from math import isnan

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, KindError
from edgemark.evaluation import symmetrized

CHAIN = Graph.parse("A --> B --> C")
COMPLETE = Graph.parse("A --> B --> C; A --> C")
COLLIDER = Graph.parse("A --> B <-- C")


@pytest.mark.parametrize("metric", ["sid", em.sid, "parent_aid:all mistakes", em.parent_aid])
def test_it_is_half_of_both_ways(metric):
    assert (em.sid(CHAIN, COMPLETE), em.sid(COMPLETE, CHAIN)) == (0, 1)
    assert symmetrized(metric, CHAIN, COMPLETE) == 0.5
    assert symmetrized(metric, COMPLETE, CHAIN) == 0.5


def test_a_symmetric_metric_stays_as_it_is():
    assert symmetrized("shd:arc Hamming", CHAIN, COLLIDER) == em.shd(CHAIN, COLLIDER, reversal="two")


def test_nodes_may_stand_in_any_order():
    turned = COMPLETE.with_nodes(["C", "A", "B"])
    assert symmetrized("sid", CHAIN, turned) == symmetrized("sid", turned, CHAIN) == 0.5


@pytest.mark.parametrize("metric", ["parent_aid", em.parent_aid])
def test_options_are_those_of_the_metric(metric):
    classes = [em.parent_aid(*pair, compare="cpdag") for pair in ((CHAIN, COLLIDER), (COLLIDER, CHAIN))]
    assert symmetrized(metric, CHAIN, COLLIDER, compare="cpdag") == sum(classes) / 2
    assert symmetrized(metric, CHAIN, COLLIDER, compare="cpdag", mistakes="zero") == 1
    with pytest.raises(ConventionError, match="compare must be one of"):
        symmetrized(metric, CHAIN, COLLIDER, compare="class")
    with pytest.raises(TypeError, match="reversal"):
        symmetrized(metric, CHAIN, COLLIDER, reversal="two")


def test_a_ratio_of_a_confusion():
    expected = (em.confusion(CHAIN, COMPLETE).precision + em.confusion(COMPLETE, CHAIN).precision) / 2
    assert symmetrized("precision:directed", CHAIN, COMPLETE) == expected == pytest.approx(5 / 6)


def test_what_is_undefined_one_way_is_undefined():
    assert isnan(symmetrized("precision:directed", CHAIN, Graph(list("ABC"))))


def test_a_function_of_ones_own():
    def missing(truth, estimate, weight=1):
        return weight * len(set(truth.edges()) - set(estimate.edges()))

    assert symmetrized(missing, CHAIN, COMPLETE) == 0.5
    assert symmetrized(missing, CHAIN, COMPLETE, weight=4) == 2.0


def test_foreign_objects_are_read():
    networkx = pytest.importorskip("networkx")
    assert symmetrized("sid", networkx.DiGraph([("A", "B"), ("B", "C")]), COMPLETE) == 0.5


@pytest.mark.parametrize("metric", ["confusion", em.confusion, "confusion:directed"])
def test_a_confusion_has_several_numbers(metric):
    with pytest.raises(ConventionError, match=r"has several. Request one of them: .*f1:directed"):
        symmetrized(metric, CHAIN, COMPLETE)


def test_what_is_refused_one_way_is_refused():
    assert em.metrics.sid_lower(CHAIN, em.to_cpdag(CHAIN)) == 0
    with pytest.raises(KindError, match="sid_bounds needs a DAG as the truth"):
        symmetrized("sid_lower", CHAIN, em.to_cpdag(CHAIN))
    with pytest.raises(KindError, match="sid needs a DAG as the truth"):
        symmetrized("sid", em.to_cpdag(CHAIN), CHAIN)


def test_what_is_no_metric():
    with pytest.raises(ConventionError, match="a metric must be one of"):
        symmetrized("sidd", CHAIN, COMPLETE)
    with pytest.raises(TypeError, match="got 3"):
        symmetrized(3, CHAIN, COMPLETE)
    with pytest.raises(em.errors.AlignmentError):
        symmetrized("sid", CHAIN, Graph.parse("A --> B"))


def test_what_the_name_says_is_not_said_again():
    with pytest.raises(ConventionError, match="parent_aid:zero also states it"):
        symmetrized("parent_aid:zero", CHAIN, COLLIDER, mistakes="adjustment")
    assert symmetrized("parent_aid", CHAIN, COLLIDER, mistakes="zero") == symmetrized(
        "parent_aid:zero", CHAIN, COLLIDER
    )


def test_metrics_of_other_estimates_are_asked_as_evaluate_asks_them():
    assert symmetrized("expected_shd", CHAIN, COLLIDER) == em.shd(CHAIN, COLLIDER)


def test_series_are_compared_in_both_directions():
    a = em.TemporalGraph.parse("A --> B @1; lags 2")
    b = em.TemporalGraph.parse("B --> A @1; B --> A @2; lags 2")
    expected = (em.metrics.temporal_shd(a, b) + em.metrics.temporal_shd(b, a)) / 2
    assert symmetrized("temporal_shd", a, b) == symmetrized("temporal_shd", b, a) == expected == 3
    with pytest.raises(em.errors.KindError, match="sid compares graphs without lags"):
        symmetrized("sid", a, b)


@pytest.mark.parametrize(
    ("metric", "graph"),
    [
        ("parent_aid", Graph.parse("A --- B", kind="undirected")),
        ("temporal_aid", em.TemporalGraph.parse("A --- B; lags 0", kind="undirected")),
    ],
)
def test_undirected_graphs_are_said_to_be_read_as_classes(metric, graph):
    with pytest.warns(em.errors.ClassWarning) as caught:
        symmetrized(metric, graph, graph)
    texts = [str(one.message) for one in caught]
    for name, text in zip("ab", texts, strict=True):
        assert f"{name}, an undirected graph" in text
        assert f"the {name}," not in text


def test_series_with_regimes_are_said_to_be_joined():
    early, late = (em.TemporalGraph.parse(f"{text}; lags 1") for text in ("A --> B @1", "A; B"))
    a, b = (
        em.TemporalGraph.from_regimes([em.graph.Regime(0, k, early), em.graph.Regime(k, 9, late)])
        for k in (3, 6)
    )
    with pytest.warns(em.errors.ClassWarning) as caught:
        assert symmetrized("temporal_shd:total", a, b) == 0
    texts = [str(one.message) for one in caught]
    assert [text.split(" changes")[0] for text in texts] == ["a", "b"]
    assert all(text.endswith("evaluate_regimes(a, b)") for text in texts)
    assert symmetrized("regime_shd", a, b) == 3 / 9
