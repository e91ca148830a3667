"""Objects of classes that users derive from those of pandas and polars are read like these."""

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples
from edgemark.errors import ForecastError, FormatError, KindError
from edgemark.forecast import mae
from edgemark.io import read_candidates
from edgemark.stats import rank

pandas = pytest.importorskip("pandas")

NAMES = list("ABC")
SCORES = np.array([[0, 0.9, 0.1], [0.2, 0, 0.8], [0, 0.3, 0]])
POINTS = {"direction": "row-to-column"}


class Table(pandas.DataFrame):
    @property
    def _constructor(self):
        return Table


class Column(pandas.Series):
    @property
    def _constructor(self):
        return Column


def shuffled(cells):
    return Table(cells, NAMES, NAMES).loc[list("CAB"), list("CAB")]


def test_labels_of_derived_frames_are_read():
    truth = Graph.parse("A --> B --> C")
    assert em.roc_auc(truth, EdgeScores(shuffled(SCORES), **POINTS)) == 1.0
    arcs = (SCORES > 0.5).astype(int)
    assert Graph.from_adjacency(shuffled(arcs), **POINTS) == truth
    samples = GraphSamples.from_adjacency([Table(arcs, NAMES, NAMES), shuffled(arcs)], **POINTS)
    assert EdgeScores.of(samples)["A", "B"] == 1.0
    table = em.evaluate_many(
        truth, [Table(arcs, NAMES, NAMES), shuffled(arcs)], "shd:skeleton", **POINTS
    )
    assert list(table["shd"]) == [0, 0]


def test_derived_series_are_matched_by_key():
    first, second = Graph.parse("A --> B"), Graph.parse("B --> A")
    samples = GraphSamples({"x": first, "y": second}, weights=Column({"y": 0.9, "x": 0.1}))
    assert EdgeScores.of(samples)["A", "B"] == pytest.approx(0.1)


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_derived_frames_are_tables_of_runs():
    table = Table({"PC": [1.0, 2.0, 3.0], "GES": [2.0, 3.0, 4.0]}, index=["a", "b", "c"])
    table = table.rename_axis(index="dataset", columns="method")
    assert type(table) is Table
    assert rank(table, better="lower").methods == rank(pandas.DataFrame(table), better="lower").methods


def test_a_list_of_frames_is_no_forecast():
    one = pandas.DataFrame({"A": [1.0, 2.0], "B": [30.0, 40.0]})
    with pytest.raises(ForecastError, match="list of frames"):
        mae([one], [one[["B", "A"]]])


def test_candidates_under_a_title_are_refused(tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text("made by R\nsource,target\nA,B\nB,C\n")
    with pytest.raises(FormatError, match="line 2 has 2 columns, but the first line has one"):
        read_candidates(file, NAMES)


def test_scores_of_edges_with_other_marks_are_refused():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", weight=0.5, mark="<--")
    with pytest.raises(KindError, match="mark='<--'"):
        EdgeScores.from_networkx(graph)
    graph.edges["A", "B"]["mark"] = "-->"
    assert EdgeScores.from_networkx(graph)["A", "B"] == 0.5
