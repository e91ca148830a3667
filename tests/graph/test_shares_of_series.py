"""Scores of lagged edges that are shares of several time series graphs."""

import pytest

from edgemark import Graph, TemporalGraph, TemporalScores
from edgemark.errors import AlignmentError, ClassWarning, GraphError, InputTypeError
from edgemark.metrics import temporal_roc_auc


def test_shares_of_samples_are_weighted():
    texts = "A --> B @1; B --> A", "A --> B @1; A --- B", "A --> A @1; B"
    graphs = [TemporalGraph.parse(f"{text}; lags 1") for text in texts]
    graphs[1] = graphs[1].with_nodes(["B", "A"])
    with pytest.warns(ClassWarning, match="add nothing to it: --- in 1 graph"):
        scores = TemporalScores.from_samples(graphs, weights=[1, 2, 5])
    places = ("A", "B", 1), ("B", "A", 0), ("A", "A", 1), ("A", "B", 0)
    assert [scores[place] for place in places] == [3 / 8, 1 / 8, 5 / 8, 0]
    assert TemporalScores.from_samples(graphs[:1])["B", "A", 0] == 1


@pytest.mark.parametrize(
    ("error", "message", "graphs", "weights"),
    [
        (GraphError, "at least one", [], None),
        (GraphError, "positive, finite sum", ["A --> B @1; lags 1"], [0]),
        (AlignmentError, "same variables", ["A --> B @1; lags 1", "A --> C @1; lags 1"], None),
        (AlignmentError, "same max_lag", ["A --> B @1; lags 1", "A --> B @1; lags 2"], None),
    ],
)
def test_samples_without_shares_are_refused(error, message, graphs, weights):
    with pytest.raises(error, match=message):
        TemporalScores.from_samples(map(TemporalGraph.parse, graphs), weights=weights)


@pytest.mark.parametrize(
    "weights", [[0.1, 0.2, 0.3], [0.7, 0.1, 0.8], [2**0.5, 2**0.5, 8**0.5], [1, 2, 3]]
)
def test_shares_that_differ_only_by_rounding_tie(weights):
    forward = TemporalGraph.parse("A --> B @1; lags 1")
    backward = TemporalGraph.parse("B --> A @1; lags 1")
    scores = TemporalScores.from_samples([forward, forward, backward], weights=weights)
    assert scores["A", "B", 1] == scores["B", "A", 1] == 0.5
    assert scores.at(0.5).n_edges == 0
    assert temporal_roc_auc(forward, scores) == temporal_roc_auc(backward, scores)


def test_a_half_is_not_above_the_threshold_of_a_half():
    on, off = (TemporalGraph.parse(f"{edges}; lags 1") for edges in ("A --> B @1", "A; B"))
    scores = TemporalScores.from_samples([on, on, off, off, off], weights=[0.15, 0.5, 0.1, 0.4, 0.15])
    assert scores.at(0.5).n_edges == 0


@pytest.mark.parametrize(
    ("message", "graphs"),
    [
        ("Put a single graph into a list", TemporalGraph.parse("A --> B @1; lags 1")),
        ("several graphs; got str", "A --> B @1; lags 1"),
        ("several graphs; got NoneType", None),
        ("got Graph for graph 0.*GraphSamples", [Graph.parse("A --> B")]),
        ("got dict for graph 0.*as_temporal", [{"graph": [[""]]}]),
        ("got dict for graph 0.*key: as_temporal", {"first": {"graph": [[""]]}}),
        ("got str for graph 1.*parse", [TemporalGraph.parse("A --> B; lags 0"), "A --> B; lags 0"]),
    ],
)
def test_graphs_of_another_class_are_refused_with_advice(message, graphs):
    with pytest.raises(InputTypeError, match=message):
        TemporalScores.from_samples(graphs)
