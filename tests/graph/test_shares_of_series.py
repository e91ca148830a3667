"""Scores of lagged edges that are shares of several time series graphs."""

import pytest

from edgemark import TemporalGraph, TemporalScores
from edgemark.errors import AlignmentError, ClassWarning, GraphError


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
