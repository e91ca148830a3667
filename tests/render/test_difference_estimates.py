"""The picture of a difference of edge scores, samples and time series graphs."""

import re
from collections import Counter

import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples, TemporalGraph, figures
from edgemark.errors import (
    KindError,
)
from tests.render.test_difference import COUNTS, FOUND, SVG, TRUTH, drawn, legend, tooltips

# ---- scores, samples, time


def test_scores_are_written_at_the_edges_also_where_one_is_missing():
    scores = EdgeScores.from_edges([("A", "B", 0.91), ("B", "C", 0.25), ("C", "A", 0.63)])
    truth = Graph.parse("A --> B --> C")
    root = drawn(truth, scores, threshold=0.5)
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"0.91", "0.25", "0.63", "edges with a score above 0.5"} <= texts
    assert legend(root) == COUNTS | {
        "right": 1,
        "missing": 1,
        "extra": 1,
        "reversed": 0,
        "wrong mark": 0,
    }


def test_scores_of_nodes_in_another_order_are_those_of_their_names():
    scores = EdgeScores.from_edges([("B", "A", 0.7)], nodes=["C", "B", "A"])
    texts = {t.text for t in drawn(Graph.parse("A; B; C"), scores, threshold=0.1).iter(f"{SVG}text")}
    assert "0.70" in texts


SAMPLED = GraphSamples([Graph.parse("A --> B; C")] * 3 + [Graph.parse("A; B; C")])


def test_marginals_of_samples_are_written_at_the_edges():
    samples = GraphSamples([Graph.parse(text) for text in ("A --> B", "A --> B", "A --> B", "A; B")])
    root = drawn(Graph.parse("A --> B"), samples)
    assert "0.75" in {text.text for text in root.iter(f"{SVG}text")}
    assert legend(root)["right"] == 1
    assert legend(drawn(Graph.parse("A --> B"), samples, threshold=0.8))["missing"] == 1


def test_the_share_of_samples_is_that_of_the_very_edge_that_is_drawn():
    half = GraphSamples([Graph.parse("A --> B"), Graph.parse("A --- B")])
    texts = {text.text for text in drawn(Graph.parse("A --> B"), half).iter(f"{SVG}text")}
    assert "0.50" in texts
    hidden = GraphSamples([Graph.parse("A o-> B <-> C")] * 3 + [Graph.parse("A o-o B; C")])
    text = figures.draw_diff(Graph.parse("A o-> B <-> C"), hidden, "text")
    assert text.splitlines()[2:] == ["= A o-> B   0.75", "= B <-> C   0.75"]


@pytest.mark.parametrize("relation", ["directed", "skeleton", "ancestral"])
def test_scores_of_every_relation_are_drawn(relation):
    scores = SAMPLED.edge_scores(relation)
    text = figures.draw_diff(Graph.parse("A --> B --> C"), scores, "text", threshold=0.4)
    assert re.search(r"[AB] --?[>-] [AB] .*0\.75", text)


def test_scores_need_a_threshold_and_graphs_have_none():
    scores = EdgeScores.from_edges([("A", "B", 0.9)])
    with pytest.raises(KindError, match=r"threshold=0\.5"):
        figures.draw_diff(Graph.parse("A --> B"), scores)
    with pytest.raises(KindError, match="Leave threshold out"):
        figures.draw_diff(TRUTH, FOUND, threshold=0.5)


SERIES = TemporalGraph.parse(
    "A --> A @1; B --> B @1; A --> B @1; B --> C @2; C --> D; D --> A @2; A --> C; lags 3;"
    "changing A; changing B"
)
SERIES_FOUND = TemporalGraph.parse(
    "A --> A @1; A --> B @1,2; B <-> C @2; D --> C; B --> D; A --> C; B o-> D @1; lags 3;"
    "changing B; changing C"
)


def test_time_series_are_drawn_by_lag_with_the_counts_of_differences():
    root = drawn(SERIES, SERIES_FOUND)
    listed = Counter(d.error for d in em.differences(SERIES, SERIES_FOUND) if d.lag is not None)
    counts = legend(root)
    assert [counts[v] for v in ("missing", "extra", "reversed")] == [
        listed[v] for v in ("missing", "extra", "reversed")
    ]
    assert counts["wrong mark"] == listed["other marks"]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text.startswith("t")] == ["t − 2", "t − 1", "t"]
    assert "no edge at other lags up to 3" in texts


def test_changing_mechanisms_are_marked_and_counted():
    root = drawn(SERIES, SERIES_FOUND)
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"changing: right 1", "changing: missing 1", "changing: extra 1"} <= texts
    told = [text for text in tooltips(root) if "changing" in text]
    assert sorted(told) == [
        "A, t; changing mechanism: missing",
        "B, t; changing mechanism: right",
        "C, t; changing mechanism: extra",
    ]


def test_many_variables_over_time_become_a_heat_map_for_each_lag():
    names = [f"X{k}" for k in range(60)]
    truth = TemporalGraph(names, [(n, "-->", n, 1) for n in names] + [("X0", "-->", "X1", 0)], max_lag=2)
    root = drawn(truth, truth)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"lag 0", "lag 1"} <= set(texts)
    assert "right 60" in texts
