"""Metrics of time series graphs: definitions, laws, bad input."""

import copy
from contextlib import suppress
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph, TemporalGraph, TemporalScores
from edgemark.conventions.options import TemporalPositives, TemporalShdOf, choices
from edgemark.errors import AlignmentError, KindError
from edgemark.graph import Regime
from edgemark.metrics import REGISTRY
from edgemark.values import Confusion
from tests.oracle import temporal as oracle
from tests.strategies import LAGGED_STATES, PAIR_STATES, series_edges, series_parts

MARKS = ("arrowheads", "tails", "circles")
ONE_EDGE = [glyphs for glyphs in PAIR_STATES if len(glyphs) < 2]
ONE_LAGGED = [glyphs for glyphs in LAGGED_STATES if len(glyphs) < 2]
SERIES_METRICS = [m for m in REGISTRY.values() if m.takes is TemporalGraph]
EVERY = [(m, c) for m in SERIES_METRICS for c in m.conventions]
every = pytest.mark.parametrize(("metric", "convention"), EVERY, ids=lambda x: x.name)
SYMMETRIC = [(metric, convention) for metric, convention in EVERY if metric.symmetric]


def built(parts):
    nodes, max_lag, edges, changing = parts
    return TemporalGraph(nodes, edges, max_lag=max_lag, changing=changing, cycles="keep")


@st.composite
def pairs(draw, states=PAIR_STATES, lagged=LAGGED_STATES, **more):
    """Two graphs on the same variables and lags, as parts."""
    truth = draw(series_parts(states=states, lagged=lagged, **more))
    nodes, max_lag = truth[:2]
    return truth, (nodes, max_lag, *draw(series_edges(nodes, max_lag, states, lagged)))


@given(pairs(), st.sampled_from([of for of in choices(TemporalPositives) if of not in MARKS]),
       st.booleans())  # fmt: skip
def test_confusions_are_as_defined(parts, of, autolinks):
    truth, estimate = map(built, parts)
    word = "counted" if autolinks else "excluded"
    found = em.metrics.temporal_confusion(truth, estimate, of=of, autolinks=word)
    assert Confusion(*oracle.confusion(*parts, of, autolinks)) == found


@given(pairs(ONE_EDGE, ONE_LAGGED), st.sampled_from(MARKS), st.booleans())
def test_confusions_of_marks_are_as_defined(parts, of, autolinks):
    truth, estimate = map(built, parts)
    word = "counted" if autolinks else "excluded"
    found = em.metrics.temporal_confusion(truth, estimate, of=of, autolinks=word)
    assert Confusion(*oracle.confusion(*parts, of, autolinks)) == found


@given(pairs(), st.sampled_from(choices(TemporalShdOf)), st.booleans())
def test_distances_are_as_defined(parts, of, autolinks):
    word = "counted" if autolinks else "excluded"
    found = em.metrics.temporal_shd(*map(built, parts), of=of, autolinks=word)
    assert oracle.shd(*parts, of, autolinks) == (found, found.of)


@given(pairs())
def test_the_distance_of_summaries_without_autolinks_is_that_of_the_summary_graphs(parts):
    truth, estimate = map(built, parts)
    expected = em.shd(truth.summary(), estimate.summary())
    found = em.metrics.temporal_shd(truth, estimate, of="summary", autolinks="excluded")
    assert (expected, expected.of) == (found, found.of)


@pytest.mark.parametrize("tolerance", [4, 2**40, 10**30])
def test_no_tolerance_is_too_large(tolerance):
    truth = TemporalGraph.parse("A --> B @1; lags 4")
    found = TemporalGraph.parse("A --> B @4; lags 4")
    assert em.metrics.tolerant_confusion(truth, found, tolerance=tolerance).tp == 1
    assert em.metrics.matched_lag_error(truth, found, tolerance=tolerance) == 3


@given(pairs())
def test_the_distance_of_windows_is_that_of_the_unrolled_graphs(parts):
    truth, estimate = map(built, parts)
    expected = em.shd(truth.unroll(), estimate.unroll())
    assert expected == em.metrics.temporal_shd(truth, estimate, of="window")


@given(pairs(most_lag=4), st.integers(0, 4), st.booleans())
@settings(deadline=None)
def test_partners_are_as_many_and_as_near_as_can_be(parts, tolerance, autolinks):
    truth, estimate = map(built, parts)
    matched, distance, true, found = oracle.matches(*parts, tolerance, autolinks)
    options = {"tolerance": tolerance, "autolinks": "counted" if autolinks else "excluded"}
    expected = Confusion(matched, found - matched, true - matched)
    assert expected == em.metrics.tolerant_confusion(truth, estimate, **options)
    error = em.metrics.matched_lag_error(truth, estimate, **options)
    assert error == distance / matched if matched else isnan(error)


@given(pairs(most_lag=4), st.booleans())
def test_lags_of_causes_found_are_compared_as_defined(parts, autolinks):
    true, found = (oracle.lags_by_pair(side, autolinks) for side in parts)
    shared = true.keys() & found.keys()
    truth, estimate = map(built, parts)
    word = "counted" if autolinks else "excluded"
    accuracy = em.metrics.lag_set_accuracy(truth, estimate, autolinks=word)
    error = em.metrics.first_lag_error(truth, estimate, autolinks=word)
    if not shared:
        assert isnan(accuracy)
        assert isnan(error)
        return
    assert accuracy == pytest.approx(sum(true[p] == found[p] for p in shared) / len(shared))
    assert error == pytest.approx(sum(abs(min(true[p]) - min(found[p])) for p in shared) / len(shared))


# ---- scores


@given(series_parts(), st.integers(0, 2**32 - 1), st.booleans())
def test_rankings_are_as_defined(parts, seed, autolinks):
    nodes, max_lag, _, _ = parts
    truth = built(parts)
    array = np.random.default_rng(seed).integers(0, 4, (max_lag + 1, len(nodes), len(nodes))) / 4
    np.fill_diagonal(array[0], 0)
    scores = TemporalScores(array, nodes, direction="row-to-column", first_lag=0)
    place = {name: k for k, name in enumerate(nodes)}
    word = "counted" if autolinks else "excluded"
    for of, lags in (("lagged", range(1, max_lag + 1)), ("all-lags", range(max_lag + 1))):
        numbers = {
            (a, b, lag): array[lag, place[a], place[b]]
            for lag in lags for a in nodes for b in nodes
            if a != b or (autolinks and lag)
        }  # fmt: skip
        _compare(oracle.causes(parts) & numbers.keys(), numbers, truth, scores, of, word)
    joined = {(a, b) for a, b, _ in oracle.causes(parts)}
    best = {
        (a, b): max(array[lag, place[a], place[b]] for lag in range(a == b, max_lag + 1))
        for a in nodes for b in nodes
        if a != b or (autolinks and max_lag)
    }  # fmt: skip
    _compare(joined & best.keys(), best, truth, scores, "summary", word)


def _compare(true, numbers, truth, scores, of, autolinks):
    found = em.metrics.temporal_roc_auc(truth, scores, of=of, autolinks=autolinks)
    if not true or len(true) == len(numbers):
        assert isnan(found)
    else:
        assert found == pytest.approx(oracle.roc_auc(true, numbers))


def test_the_ranking_of_a_summary_without_autolinks_is_that_of_its_graph():
    truth = TemporalGraph.parse("A --> B @1; B --> C @2; C --> C @1; lags 2")
    array = np.random.default_rng(3).random((3, 3, 3))
    np.fill_diagonal(array[0], 0)
    scores = TemporalScores(array, ["A", "B", "C"], direction="row-to-column", first_lag=0)
    found = em.metrics.temporal_roc_auc(truth, scores, of="summary", autolinks="excluded")
    assert em.roc_auc(truth.summary(), scores.summary()) == pytest.approx(found)


def test_one_lag_can_be_ranked_alone():
    truth = TemporalGraph.parse("A --> B @1; B --> A @2; lags 2")
    array = np.zeros((3, 2, 2))
    array[1, 0, 1] = 1
    scores = TemporalScores(array, ["A", "B"], direction="row-to-column", first_lag=0)
    assert em.metrics.temporal_roc_auc(truth, scores, lag=1) == 1
    assert em.metrics.temporal_roc_auc(truth, scores, lag=2) == 0.5
    assert em.metrics.temporal_average_precision(truth, scores, lag=2) == 0.25
    assert (
        em.metrics.temporal_roc_auc(truth, scores, lag=0, of="all-lags").reason
        == "no ranked pair and lag has an edge --> in the truth"
    )
    with pytest.raises(em.errors.ConventionError, match="from 0 to 2"):
        em.metrics.temporal_roc_auc(truth, scores, lag=3)
    with pytest.raises(em.errors.ConventionError, match="ranks lags of 1 or more; got lag=0"):
        em.metrics.temporal_roc_auc(truth, scores, lag=0)


# ---- laws


def plain(value):
    if isinstance(value, Confusion):
        return value.tp, value.fp, value.fn, value.tn
    return (nan if isnan(value) else float(value)), getattr(value, "of", None)


def same(a, b):
    return repr(plain(a)) == repr(plain(b))


ANY_EDGES = [0.7, 0.2, 0.05, 0.05]
ARROWS = [0.7, 0.3, 0, 0]


def samples():
    """Pairs of graphs: with any edges, and DAGs."""
    from tests.oracle.graphs import PAIR_STATES

    rng = np.random.default_rng(0)
    found = []
    for k in range(30):
        sides = []
        for _ in range(2):
            some = PAIR_STATES[:5] if k < 20 else [(), ("-->",)]
            edges = [(a, g, b, 0) for k, a in enumerate("ABC") for b in "ABC"[k + 1 :]
                     for g in some[rng.integers(len(some))]]  # fmt: skip
            shares = ANY_EDGES if k < 20 else ARROWS
            edges += [(a, g, b, lag) for a in "ABC" for b in "ABC" for lag in (1, 2, 3)
                      for g in ONE_LAGGED[rng.choice(4, p=shares)]]  # fmt: skip
            changing = [name for name in "ABC" if rng.random() < 0.4]
            sides.append(
                TemporalGraph(["A", "B", "C"], edges, max_lag=3, changing=changing, cycles="keep")
            )
        found.append(sides)
    return found


def values(metric, convention):
    """(truth, estimate, value) of all samples on which the metric is defined."""
    found = []
    for truth, estimate in samples():
        with suppress(KindError):
            value = getattr(em.metrics, metric.name)(truth, estimate, **convention.options)
            found.append((truth, estimate, value))
    assert len(found) >= 10
    return found


@every
def test_the_order_of_variables_does_not_matter(metric, convention):
    for truth, estimate, value in values(metric, convention):
        for nodes in (["C", "A", "B"], ["B", "C", "A"]):
            turned = getattr(em.metrics, metric.name)(
                truth.with_nodes(nodes), estimate, **convention.options
            )
            assert same(value, turned)
            turned = getattr(em.metrics, metric.name)(
                truth, estimate.with_nodes(nodes), **convention.options
            )
            assert same(value, turned)


@every
def test_the_truth_is_a_perfect_estimate(metric, convention):
    for truth, _, _ in values(metric, convention):
        value = getattr(em.metrics, metric.name)(truth, copy.deepcopy(truth), **convention.options)
        if isinstance(value, Confusion):
            assert (value.fp, value.fn) == (0, 0)
        else:
            assert isnan(value) or value == metric.best


@pytest.mark.parametrize(("metric", "convention"), SYMMETRIC, ids=lambda x: x.name)
def test_a_symmetric_metric_is(metric, convention):
    for truth, estimate, there in values(metric, convention):
        back = getattr(em.metrics, metric.name)(estimate, truth, **convention.options)
        assert same(there, back)


# ---- regimes


def test_distances_of_regimes_are_averaged_over_time():
    a, b, none = (
        TemporalGraph.parse(f"{text}; lags 1") for text in ("A --> B @1", "B --> A @1", "A; B")
    )
    truth = TemporalGraph.from_regimes([Regime(0, 60, a), Regime(60, 100, b)])
    found = TemporalGraph.from_regimes([Regime(0, 50, a), Regime(50, 100, none)])
    assert em.metrics.regime_shd(truth, found) == pytest.approx((10 * 1 + 40 * 1) / 100)
    assert em.metrics.regime_shd(truth, truth) == 0
    assert em.metrics.regime_shd(a, b).reason == "neither graph has regimes"
    shorter = TemporalGraph.from_regimes([Regime(0, 50, a)])
    with pytest.raises(KindError, match="truth end at 100, those of the estimate at 50"):
        em.metrics.regime_shd(truth, shorter)


# ---- evaluate


@pytest.mark.filterwarnings("ignore:the truth directs its edges:edgemark.errors.ClassWarning")
def test_evaluate_gives_all_rows_of_graphs_over_time():
    truth = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
    found = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing C")
    report = em.evaluate(truth, found)
    assert report["tp", "lagged"].value == 1
    assert report["recall", "total"].value == 0.5
    assert report["temporal_shd", "total"].value == 3
    refused = {row.metric: row.reason for row in report if row.status == "refused"}
    assert refused.keys() == {"temporal_sid", "temporal_aid"}
    assert 'temporal_aid(truth, estimate, compare="native")' in refused["temporal_sid"]
    assert "B(t) --- C(t) must be B(t) --> C(t)" in refused["temporal_aid"]
    of_class = {"temporal_aid": "tiered MPDAG"}
    for row in report:
        assert row.compared == f"{of_class.get(row.metric, 'time series')} / time series"
    assert "3 nodes, 3 edges, time series to lag 2" in str(report)
    assert "CDANs" in report["tp", "total"].source


def test_evaluate_takes_names_of_metrics_over_time():
    graph = TemporalGraph.parse("A --> B @1; lags 1")
    report = em.evaluate(graph, graph, ["f1", "temporal_shd:lagged", "shd"])
    assert report["f1", "lagged"].value == 1
    assert report["temporal_shd"].value == 0
    assert {row.status for row in report if row.metric == "shd"} == {"refused"}
    assert "summary" in report["shd", "pair mismatch"].reason


def test_evaluate_ranks_scores_over_time():
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    scores = TemporalScores([[[0, 1], [0, 0]]], ["A", "B"], direction="row-to-column", first_lag=1)
    report = em.evaluate(truth, scores)
    assert report["temporal_roc_auc", "lagged"].value == 1
    assert "CauseMe" in report["temporal_roc_auc", "summary"].source


def test_a_metric_of_graphs_does_not_answer_for_measures_over_time():
    graph = Graph.parse("A --> B")
    assert "lagged" not in {row.convention for row in em.evaluate(graph, graph, "f1")}


# ---- bad input


def test_other_largest_lags_are_refused_until_padded_and_then_the_report_says_so():
    truth = TemporalGraph.parse("A --> B @3; lags 3")
    found = TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(AlignmentError, match=r"estimate.with_max_lag\(3\)"):
        em.metrics.temporal_shd(truth, found)
    with pytest.warns(em.errors.ClassWarning, match="searched to lag 1 only"):
        report = em.evaluate(truth, found.with_max_lag(3))
    assert (report["fp", "lagged"].value, report["fn", "lagged"].value) == (1, 1)
    assert "searched to lag 1 only" in report.warnings[0]
    assert em.evaluate(truth, truth).warnings == ()


def test_other_variables_are_refused_by_name():
    with pytest.raises(AlignmentError, match="only in the estimate: 'C'"):
        em.metrics.temporal_shd(TemporalGraph.parse("A --> B @1; lags 1"),
                        TemporalGraph.parse("A --> C @1; B; lags 1"))  # fmt: skip


def test_a_graph_without_lags_does_not_compare_with_one_over_time():
    graph, series = Graph.parse("A --> B"), TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(KindError, match="the truth is a Graph, without lags"):
        em.evaluate(graph, series)
    with pytest.raises(KindError, match=r"the estimate is a Graph, without lags.*truth.summary\(\)"):
        em.evaluate(series, graph)
    with pytest.raises(KindError, match=r"the truth is a ndarray.*TemporalGraph.from_matrices"):
        em.evaluate(np.zeros((2, 2)), series)
    with pytest.raises(KindError, match="graph without lags"):
        em.metrics.temporal_shd(graph, graph)
    with pytest.raises(KindError, match=r"truth.summary\(\)|graph.summary\(\)"):
        em.shd(series, series)


@pytest.mark.parametrize("of", ["arrowheads", "tails", "circles"])
def test_l3_two_edges_on_a_place_have_the_marks_of_both(of):
    bow = TemporalGraph.parse("A --> B @1; A <-> B @1; A --> B; A <-> B; lags 1")
    arrow = TemporalGraph.parse("A --> B @1; A o-> B; lags 1")
    ends = {  # A(t-1), B(t) and A(t), B(t), each ordered pair of variables with its own past
        "arrowheads": em.values.Confusion(tp=2, fp=0, fn=2, tn=6),
        "tails": em.values.Confusion(tp=1, fp=0, fn=1, tn=8),
        "circles": em.values.Confusion(tp=0, fp=1, fn=0, tn=9),
    }
    assert em.metrics.temporal_confusion(bow, arrow, of=of) == ends[of]


def test_l3_bows_do_not_make_rows_disappear():
    truth = TemporalGraph.parse("A --> B @1; A <-> B @1; lags 1", kind="admg")
    found = TemporalGraph.parse("A o-> B @1; lags 1", kind="pag")
    assert em.evaluate(truth, found, "f1:arrowheads, all lags")[0].status == "ok"


def test_conflicts_are_counted_in_the_report():
    series = TemporalGraph(["A", "B"], [("A", "---", "B", 0)], max_lag=1, conflicts=[("A", "B", 0)])
    truth = TemporalGraph.parse("A --> B; lags 1")
    with pytest.warns(
        em.errors.ClassWarning, match="the tests of the estimate contradict each other on 1 edge"
    ):
        assert em.evaluate(truth, series)["temporal_shd", "total"].value == 1


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@given(pairs())
@settings(max_examples=20)
def test_nothing_changes_its_inputs(parts):
    truth, estimate = map(built, parts)
    assume(truth.n_edges + estimate.n_edges)
    before = str(truth), str(estimate)
    em.evaluate(truth, estimate)
    assert before == (str(truth), str(estimate))


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_a_report_says_what_may_not_be_meant():
    def warned(true, found):
        return " ".join(em.evaluate(true, found).warnings)

    cycle = TemporalGraph.parse("A --> B --> C --> A; A --> B @1; lags 1", cycles="keep")
    dag = TemporalGraph.parse("A --> B --> C; A --> B @1; lags 1")
    assert "the estimate is cyclic within a time step: A --> B --> C --> A" in warned(dag, cycle)
    assert "the truth is cyclic within a time step" in warned(cycle, dag)
    apart = TemporalGraph.from_regimes(
        [Regime(0, 5, dag), Regime(5, 9, TemporalGraph.parse("C --> B; A; lags 1"))]
    )
    assert "the truth changes over time: the edges of all its regimes" in warned(apart, dag)

    lagged = TemporalGraph.parse("A --> B @1; C; lags 1")
    assert "has no lag 0, at which the truth has 2 edges" in warned(dag, lagged)
    assert not warned(lagged, lagged)
    assert not warned(dag, TemporalGraph.parse("A --> B; C; lags 1"))
    array = np.arange(18.0).reshape(2, 3, 3)
    np.fill_diagonal(array[0], 0)
    names = ["A", "B", "C"]
    scores = TemporalScores(array[:1], names, direction="row-to-column", first_lag=1)
    assert "has no lag 0" in warned(dag, scores)
    assert not warned(lagged, scores)
    scores = TemporalScores(array, names, direction="row-to-column", first_lag=0)
    assert not warned(dag, scores)
    assert "searched to lag 1 only" in warned(dag.with_max_lag(3), scores.with_max_lag(3))


def test_a_pair_may_have_two_edges_at_one_lag():
    edges = [("A", "-->", "B", 0), ("B", "-->", "A", 0), ("A", "-->", "B", 1)]
    cyclic = TemporalGraph(["A", "B"], edges, max_lag=1, cycles="keep")
    one_way = TemporalGraph(["A", "B"], edges[1:], max_lag=1)
    assert em.metrics.tolerant_confusion(cyclic, cyclic) == Confusion(3, 0, 0)
    assert em.metrics.tolerant_confusion(cyclic, one_way) == Confusion(2, 0, 1)
    assert em.metrics.tolerant_confusion(one_way, cyclic) == Confusion(2, 1, 0)


@pytest.mark.parametrize("second", [("B", "-->", "A"), ("A", "<->", "B")], ids=str)
@pytest.mark.parametrize(
    "metric", [m for m in REGISTRY.values() if m.takes is TemporalGraph], ids=lambda metric: metric.name
)
def test_a_metric_over_time_says_whether_it_takes_two_edges_on_a_pair(metric, second):
    edges = [("A", "-->", "B", 0), (*second, 0), ("A", "-->", "A", 1)]
    graph = TemporalGraph(["A", "B"], edges, max_lag=1, cycles="keep")
    if metric.two_edges_on_a_pair:
        metric.compute(graph, graph)
    else:
        with pytest.raises(KindError):
            metric.compute(graph, graph)
