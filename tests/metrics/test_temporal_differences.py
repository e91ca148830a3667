"""Where time series graphs differ."""

import pytest
from hypothesis import given

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import KindError
from edgemark.graph import Regime
from edgemark.graph.marks import FLIP
from tests.metrics.test_temporal import built, pairs

TRUTH = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
FOUND = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing B")


def test_places_and_changes_are_listed_in_words():
    found = em.differences(TRUTH, FOUND)
    assert [(one.error, one.truth, one.estimate, one.lag) for one in found] == [
        ("undirected", "B --> C", "B --- C", 0),
        ("missing", "A --> B @1", "A     B @1", 1),
        ("extra", "A     B @2", "A --> B @2", 2),
        ("extra", "B", "changing B", None),
        ("missing", "changing C", "C", None),
    ]
    assert found[1].truth_in_words == "A(t-1) causes B(t)"
    assert found[2].truth_in_words == "no edge between A(t-2) and B(t)"
    assert found[4].estimate_in_words == "the mechanism of C does not change over time"


@given(pairs())
def test_costs_add_up_to_the_distances(parts):
    truth, estimate = map(built, parts)
    found = em.differences(truth, estimate)
    for of in ("total", "lagged", "contemporaneous", "window"):
        total = sum(one.costs["temporal_shd", of] for one in found)
        assert total == em.metrics.temporal_shd(truth, estimate, of=of)
    assert (found == ()) is (truth == estimate)


@given(pairs())
def test_edges_are_written_as_they_are_read(parts):
    truth, estimate = map(built, parts)
    for one in em.differences(truth, estimate):
        for written, graph in ((one.truth, truth), (one.estimate, estimate)):
            if one.lag is None or "     " in written:
                continue
            read = TemporalGraph.parse(f"{written}; lags {truth.max_lag}", cycles="keep")
            assert set(read.edges()) <= set(graph.edges()) | {
                (b, turned(glyph), a, lag) for a, glyph, b, lag in graph.edges() if lag == 0
            }


def turned(glyph):
    from edgemark.graph.marks import STATE_OF

    state = FLIP[STATE_OF[glyph]]
    return next(g for g, s in STATE_OF.items() if s == state)


def test_variables_are_matched_by_name():
    assert em.differences(TRUTH, TRUTH.with_nodes(["C", "A", "B"])) == ()


def test_regimes_with_other_edges_differ_each_by_themselves():
    empty = TemporalGraph(TRUTH.nodes, max_lag=TRUTH.max_lag)
    changing = TemporalGraph.from_regimes([Regime(0, 5, TRUTH), Regime(5, 9, empty)])
    with pytest.raises(KindError, match=r"the estimate .* it has 2 regimes.*truth.at\(0\)"):
        em.differences(TRUTH, changing)


def test_regimes_with_the_same_edges_differ_as_one():
    same = TemporalGraph.from_regimes([Regime(0, 5, TRUTH), Regime(5, 9, TRUTH)])
    assert em.differences(same, FOUND) == em.differences(TRUTH, FOUND)
