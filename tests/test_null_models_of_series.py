"""What random guessing scores on time series graphs: against every guess there is, and the laws."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

import edgemark as em
from edgemark.null_models.laws import law_of_distance
from edgemark.values import Confusion
from tests.oracle import chance as oracle
from tests.test_null_models import SERIES

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")


# ---- time series


def test_guesses_for_time_series_are_all_permutations_of_the_variables():
    found = em.TemporalGraph.parse("A --> B @1; C --> B @2; A --> C; B --> B @1; lags 2; changing C")
    names = ["temporal_shd:total", "f1:lagged"]
    report = em.chance(SERIES, found, names, null_model="permuted-labels", n_guesses=1500)
    every = []
    for order in permutations("ABC"):
        to = dict(zip("ABC", order, strict=True))
        edges = [(to[a], glyph, to[b], lag) for a, glyph, b, lag in found.edges()]
        every.append(em.TemporalGraph(list("ABC"), edges, max_lag=2, changing=[to["C"]]))
    for row, name in zip(report, names, strict=True):
        values = [em.evaluate(SERIES, graph, name)[0].value for graph in every]
        assert row.chance.mean == pytest.approx(np.mean(values), abs=4 * np.std(values) / 1500**0.5)
        p_value = oracle.share_at_least_as_good(values, row.value, row.better)
        assert row.chance.p_value == pytest.approx(p_value, abs=0.06)
    assert report[0].chance.empty == em.metrics.temporal_shd(
        SERIES, em.TemporalGraph(list("ABC"), max_lag=2)
    )


def random_series(graph):
    """Every guess there is for arrows over three variables and one lag."""
    over = [edge for edge in graph.edges() if edge[3]]
    own = sum(a == b for a, _, b, _ in over)
    between = [("ABC"[i], "-->", "ABC"[j], 1) for i, j in permutations(range(3), 2)]
    autolinks = [(name, "-->", name, 1) for name in "ABC"]
    now = graph.contemporaneous().n_edges
    parts = product(
        combinations(between, len(over) - own),
        combinations(autolinks, own),
        oracle.random_dags(3, now),
        combinations("ABC", len(graph.changing)),
    )
    for cross, loops, dag, changing in parts:
        within = [("ABC"[a], glyph, "ABC"[b], 0) for a, glyph, b in dag]
        yield em.TemporalGraph(list("ABC"), [*cross, *loops, *within], max_lag=1, changing=changing)


EXACT_OVER_TIME = ["lagged", "lagged, no autolinks", "lagged adjacencies", "contemporaneous skeleton",
                   "changing modules", "total skeleton"]  # fmt: skip
MEAN_OVER_TIME = ["contemporaneous", "all lags", "total"]
WITHOUT_AUTOLINKS = ["f1:of=all-lags,autolinks=excluded", "f1:of=total,autolinks=excluded",
                     "f1:of=total-skeleton,autolinks=excluded", "temporal_shd:autolinks=excluded",
                     "temporal_shd:of=lagged,autolinks=excluded"]  # fmt: skip


def test_laws_over_time_are_those_of_all_guesses_there_are():
    truth = em.TemporalGraph.parse("A --> B @1; A --> A @1; A --> C; B --> C; lags 1; changing A B")
    found = em.TemporalGraph.parse("A --> B @1; C --> B @1; B --> B @1; A --> C; lags 1; changing C")
    names = [f"{m}:{c}" for c in EXACT_OVER_TIME + MEAN_OVER_TIME for m in ("tp", "f1")]
    names += ["temporal_shd:lagged", "temporal_shd:contemporaneous", "temporal_shd:total"]
    names += WITHOUT_AUTOLINKS
    report = em.chance(truth, found, names, n_guesses=200)
    table = em.evaluate_many(truth, list(random_series(found)), names)
    for row in report:
        values = table[row.metric, row.convention]
        known = values[~np.isnan(values)]
        assert row.chance.mean == pytest.approx(known.mean())
        if row.chance.method == "exact":
            p_value = oracle.share_at_least_as_good(known, row.value, row.better)
            assert row.chance.p_value == pytest.approx(p_value)
            assert row.chance.low == pytest.approx(oracle.quantile(known, 0.025))
            assert row.chance.high == pytest.approx(oracle.quantile(known, 0.975))
    methods = {(row.metric, row.convention): row.chance.method for row in report}
    assert {methods["f1", c] for c in EXACT_OVER_TIME} == {"exact"}
    assert {methods["f1", c] for c in MEAN_OVER_TIME} == {"exact mean"}
    assert methods["temporal_shd", "lagged"] == "exact"
    assert methods["temporal_shd", "total"] == "exact mean"
    assert methods["temporal_shd", "autolinks = excluded"] == "exact mean"
    assert methods["f1", "of = total-skeleton, autolinks = excluded"] == "exact"


def test_draws_over_time_are_like_all_guesses_there_are():
    truth = em.TemporalGraph.parse("A --> B @1; A --> A @1; A --> C; B --> C; lags 1")
    found = em.TemporalGraph.parse("A --> B @1; B --> B @1; A --> C; lags 1")
    [row] = em.chance(truth, found, "temporal_sid", n_guesses=2000)
    values = em.evaluate_many(truth, list(random_series(found)), "temporal_sid")["temporal_sid"]
    assert row.chance.method == "simulated"
    assert row.chance.mean == pytest.approx(values.mean(), abs=4 * row.chance.error)
    p_value = oracle.share_at_least_as_good(values, row.value, row.better)
    assert row.chance.p_value == pytest.approx(p_value, abs=0.05)


def test_guesses_for_classes_over_time_are_classes():
    found = em.TemporalGraph.parse("A --> B @1; A --- C; lags 1").with_nodes(list("ABCD"))
    truth = em.TemporalGraph.parse("A --> B @1; A --> C; D; lags 1")
    report = em.chance(truth, found, ["temporal_aid:parents, T=L+1"], n_guesses=30)
    assert "tiered MPDAGs of random graphs of 0 autolinks, 1 edge between" in report.warnings[-1]
    assert report[0].chance.mean > report[0].value


@pytest.mark.parametrize("found", ["A o-o B; lags 1", "A --- B; A o-> B @1; lags 1"])
def test_other_estimates_over_time_are_permuted(found):
    truth, found = em.TemporalGraph.parse("A --> B; lags 1"), em.TemporalGraph.parse(found)
    with pytest.warns(em.errors.EdgemarkWarning, match='null_model="permuted-labels"'):
        em.chance(truth, found, null_model="random-dags")
    report = em.chance(truth, found, n_guesses=3)
    assert {row.chance.null_model for row in report if row.chance} == {"permuted-labels"}


@pytest.mark.parametrize("null_model", ["permuted-labels", "random-dags"])
def test_every_number_of_time_series_has_guesses(null_model):
    report = em.chance(SERIES, SERIES, null_model=null_model, n_guesses=5)
    assert all(row.chance is not None for row in report if row.status != "refused")
    assert max(map(len, str(report).splitlines())) <= 80


def test_the_law_of_hits_is_the_count_of_all_draws():
    for places, true, guessed in product(range(10), repeat=3):
        if max(true, guessed) <= places:
            hits = range(max(0, true + guessed - places), min(true, guessed) + 1)
            expected = [
                comb(true, k) * comb(places - true, guessed - k) / comb(places, guessed) for k in hits
            ]
            law = law_of_distance(
                Confusion(hits[0], guessed - hits[0], true - hits[0], places - true - guessed + hits[0])
            )
            assert law.values.tolist() == [true + guessed - 2 * k for k in hits]
            assert law.chances == pytest.approx(expected, rel=1e-13)


def test_the_law_of_hits_is_accurate_among_a_million_places():
    true, guessed, places = 3000, 2000, 10**6
    law = law_of_distance(Confusion(0, guessed, true, places - true - guessed))
    for hits in (0, 3, 6, 15):
        exact = Fraction(comb(true, hits) * comb(places - true, guessed - hits), comb(places, guessed))
        assert law.chances[hits] == pytest.approx(float(exact), rel=1e-12)


def test_the_empty_series_is_of_the_class_of_the_truth():
    dag = em.TemporalGraph.parse("A --> B @1; C --> B; D --> E; lags 1")
    truth = em.equivalence.to_tiered_mpdag(dag)
    empty = em.TemporalGraph(truth.nodes, max_lag=1, kind="mpdag")
    row = em.chance(truth, truth, "temporal_aid", n_guesses=9)[0]
    assert row.chance.empty == float(em.metrics.temporal_aid(truth, empty)) > 0
