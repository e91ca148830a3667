"""Many estimates over time."""

import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import AlignmentError, ClassWarning, ConventionError, GraphError, KindError

TRUTH = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
FOUND = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing C")


def scores(seed=0):
    array = np.random.default_rng(seed).random((2, 3, 3))
    return em.TemporalScores(array, list("ABC"), direction="row-to-column", first_lag=1)


def is_that_of(table, k, report):
    for row in report:
        value = table[row.metric, row.convention][k]
        assert value == pytest.approx(row.value, nan_ok=True)


@pytest.mark.filterwarnings("ignore:.*the truth directs its edges:edgemark.errors.ClassWarning")
def test_each_of_many_has_the_numbers_it_has_alone():
    estimates = {"same": TRUTH, "other": FOUND.with_nodes(["C", "B", "A"])}
    table = em.evaluate_many(TRUTH, estimates)
    assert table.names == ("same", "other")
    for k, estimate in enumerate(estimates.values()):
        is_that_of(table, k, em.evaluate(TRUTH, estimate))
        assert (
            table.report(k).rows
            == em.evaluate(TRUTH, estimate, [":".join(c) for c in table.columns]).rows
        )


def test_many_scores_are_ranked():
    with pytest.warns(ClassWarning, match="lag 0, at which the truth has 1 edge"):
        table = em.evaluate_many(TRUTH, [scores(0), scores(1)])
    for k in range(2):
        with pytest.warns(ClassWarning, match="lag 0, at which the truth has 1 edge"):
            is_that_of(table, k, em.evaluate(TRUTH, scores(k)))


@pytest.mark.filterwarnings("ignore:.*the truth directs its edges:edgemark.errors.ClassWarning")
def test_pairs_may_be_over_different_variables_and_lags():
    other = TemporalGraph.parse("X --> Y @1; lags 1"), TemporalGraph.parse("Y --> X @1; lags 1")
    table = em.evaluation.evaluate_pairs([TRUTH, other[0]], [FOUND, other[1]], ["temporal_shd", "f1"])
    is_that_of(table, 0, em.evaluate(TRUTH, FOUND, ["temporal_shd", "f1"]))
    is_that_of(table, 1, em.evaluate(*other, ["temporal_shd", "f1"]))
    assert table.report(1).truth.nodes == 2


def test_a_metric_without_lags_has_no_number():
    assert np.isnan(em.evaluate_many(TRUTH, [FOUND], "shd").values).all()


def test_no_estimates_have_no_rows():
    assert em.evaluate_many(TRUTH, [], "temporal_shd").values.shape == (0, 6)


def test_what_cannot_be_compared_is_named():
    with pytest.raises(AlignmentError, match=r"estimate 'short': .*with_max_lag"):
        em.evaluate_many(TRUTH, {"short": TemporalGraph.parse("A --> B @1; C; lags 1")})
    with pytest.raises(KindError, match="a Graph, without lags"):
        em.evaluate_many(TRUTH, [em.Graph.parse("A --> B; C")])
    with pytest.raises(KindError, match="got TemporalGraph and TemporalScores"):
        em.evaluate_many(TRUTH, [TRUTH, scores()])
    with pytest.raises(KindError, match="time series graphs, or none"):
        em.evaluation.evaluate_pairs([TRUTH, em.Graph.parse("A --> B")], [TRUTH, TRUTH])
    with pytest.raises(GraphError, match="2 truths and 1 estimates"):
        em.evaluation.evaluate_pairs([TRUTH, TRUTH], [FOUND])
    with pytest.raises(ConventionError, match="apply to matrices"):
        em.evaluate_many(TRUTH, [TRUTH], direction="row-to-column")
    with pytest.raises(TypeError, match="several graphs"):
        em.evaluate_many(TRUTH, TRUTH)


@pytest.mark.parametrize(
    ("truth", "found", "kind"),
    [("A --> B @1; lags 1", "A o-> B @1; lags 1", "pag"), ("A --> B; lags 1", "A --- B; lags 1", None)],
)
def test_circles_and_undirected_edges_of_many_series_have_the_warnings_of_one(truth, found, kind):
    sides = TemporalGraph.parse(truth), TemporalGraph.parse(found, kind=kind)
    with pytest.warns(ClassWarning) as of_one:
        em.evaluate(*sides)
    with pytest.warns(ClassWarning) as of_many:
        em.evaluate_many(sides[0], [sides[1]] * 2)
    first = "the estimate has circles" if kind else "the truth directs its edges"
    for caught in (of_one, of_many):
        assert [str(one.message).startswith(first) for one in caught] == [True]
