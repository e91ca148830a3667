"""Time series graphs read from the arrays and results of tigramite."""

import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.data import generate_synthetic_cdans, random_series_model
from edgemark.errors import AmbiguityError, FormatError, GraphError
from edgemark.io.temporal import holds_temporal

# ---- tigramite


def array_of(*codes, n=3, lags=3):
    array = np.full((n, n, lags), "", "<U3")
    for i, j, lag, code in codes:
        array[i, j, lag] = code
    return array


def test_arrays_of_tigramite_are_read_with_the_cause_in_the_row(tmp_path):
    array = array_of((0, 1, 1, "-->"), (1, 2, 0, "-->"), (2, 1, 0, "<--"), (0, 2, 2, "o->"))
    expected = TemporalGraph.parse("A --> B @1; B --> C; A o-> C @2; lags 2")
    assert em.as_temporal(array, nodes=["A", "B", "C"]) == expected
    assert em.as_temporal({"graph": array}, nodes=["A", "B", "C"]) == expected
    assert em.as_temporal(array.astype(object), nodes=["A", "B", "C"]) == expected
    np.save(tmp_path / "g.npy", array)
    assert em.read_temporal(tmp_path / "g.npy", nodes=["A", "B", "C"]) == expected
    assert holds_temporal(tmp_path / "g.npy")


def test_a_circled_edge_needs_a_meaning_and_conflicts_are_kept():
    array = array_of((0, 1, 0, "o-o"), (1, 0, 0, "o-o"), (1, 2, 0, "x-x"), (2, 1, 0, "x-x"))
    with pytest.raises(AmbiguityError, match=r'contemporaneous="cpdag".*contemporaneous="pag"'):
        em.as_temporal(array)
    for meant, glyph in (("cpdag", "---"), ("pag", "o-o")):
        graph = em.as_temporal(array, contemporaneous=meant)
        assert [g for _, g, _, _ in graph.edges()] == [glyph, glyph]
        assert graph.conflicts == (("1", "2", 0),)
    assert em.as_temporal(array, contemporaneous="cpdag").kind == "pdag"


def test_conflicting_marks_and_bows_are_read():
    array = array_of((0, 1, 1, "x->"), (1, 2, 0, "+->"), (2, 1, 0, "<-+"))
    graph = em.as_temporal(array, nodes=["A", "B", "C"], contemporaneous="pag")
    assert graph == TemporalGraph.parse("A o-> B @1; B --> C; B <-> C; lags 2")
    assert graph.conflicts == (("A", "B", 1),)


def test_a_conflict_within_a_time_step_has_no_orientation_in_a_cpdag():
    for code, mirror in (("x->", "<-x"), ("x-o", "o-x"), ("x-x", "x-x")):
        array = array_of((0, 1, 0, code), (1, 0, 0, mirror))
        graph = em.as_temporal(array, contemporaneous="cpdag", nodes=["A", "B", "C"])
        assert graph == TemporalGraph.parse("A --- B; C; lags 2")
        assert graph.objection() is None
        assert graph.conflicts == (("A", "B", 0),)
        with pytest.raises(AmbiguityError, match="contemporaneous"):
            em.as_temporal(array)
    array = array_of((0, 1, 0, "x->"), (1, 0, 0, "<-x"))
    assert em.as_temporal(array, contemporaneous="pag").edges() == [("0", "o->", "1", 0)]


def test_context_and_dummies_are_left_out_and_mark_what_changes():
    array = array_of((0, 1, 1, "-->"), (2, 1, 0, "-->"), (1, 2, 0, "<--"))
    with pytest.raises(GraphError, match=r"3 nodes need 3 names; got 2.*surrogate="):
        em.as_temporal(array, nodes=["A", "B"])
    found = em.as_temporal(array, nodes=["A", "B", "season"], surrogate="season")
    assert found == TemporalGraph.parse("A --> B @1; lags 2; changing B")
    assert found == em.as_temporal(array, surrogate=["2"]).with_nodes(["A", "B"])
    with pytest.raises(TypeError, match="name of a node, or a list of names; got 2"):
        em.as_temporal(array, surrogate=2)
    values = np.arange(18.0).reshape(3, 3, 2)
    values[range(3), range(3), 0] = 0
    scores = em.io.as_temporal_scores({"val_matrix": values}, nodes=["A", "x", "B"], surrogate="x")
    assert (scores.nodes, scores["A", "B", 1], scores["B", "A", 0]) == (("A", "B"), 5, 12)


def test_a_result_without_names_is_refused_with_the_line_that_names_it():
    truth = TemporalGraph.parse("A --> B @1; C; lags 2")
    array = array_of((0, 1, 1, "-->"))
    with pytest.raises(em.errors.AlignmentError, match=r"as_temporal\(estimate, nodes=names\)"):
        em.evaluate(truth, {"graph": array})
    assert em.metrics.temporal_shd(truth, em.as_temporal({"graph": array}, nodes=truth.nodes)) == 0
    assert (
        em.metrics.temporal_shd(TemporalGraph(3, [(0, "-->", 1, 1)], max_lag=2), {"graph": array}) == 0
    )


@pytest.mark.parametrize(
    ("result", "of", "complaint"),
    [
        ({"val_matrix": np.zeros((2, 2))}, "strength", r"shape \(p, p, lags\); got \(2, 2\)"),
        ({"val_matrix": np.zeros((2, 3, 2))}, "strength", r"got \(2, 3, 2\)"),
        ({"val_matrix": [["x"]]}, "strength", "must hold numbers"),
        ({"p_matrix": np.full((2, 2, 2), 7.0)}, "p-value", "from 0 to 1"),
        ({"p_matrix": np.full((2, 2, 2), np.nan)}, "p-value", "from 0 to 1"),
    ],
)
def test_impossible_statistics_are_refused(result, of, complaint):
    with pytest.raises(FormatError, match=complaint):
        em.io.as_temporal_scores(result, of=of)


@pytest.mark.parametrize("result", [None, {"val_matrix": None}, {}, 3])
def test_what_has_no_statistics_is_refused(result):
    with pytest.raises(TypeError, match="'val_matrix'"):
        em.io.as_temporal_scores(result)


def test_series_drawn_with_their_truth_are_one():
    dataset = generate_synthetic_cdans(n_samples=10)
    series = random_series_model(3, seed=0).sample(10, seed=0)
    assert em.as_temporal(dataset) == dataset.truth
    assert em.as_temporal(series) == series.truth
    assert em.metrics.temporal_shd(dataset.truth, dataset) == 0


@pytest.mark.parametrize(
    ("codes", "complaint"),
    [
        ([(0, 1, 1, "==>")], r"'==>' at \[0, 1, 1\]"),
        ([(0, 1, 0, "-->")], "seen from both ends"),
        ([(0, 1, 0, "-->"), (1, 0, 0, "-->")], "seen from both ends"),
        ([(0, 0, 0, "-->")], "itself at lag 0"),
        ([(0, 1, 2, "<--")], "the past"),
    ],
)
def test_impossible_arrays_are_refused(codes, complaint):
    with pytest.raises((FormatError, GraphError), match=complaint):
        em.as_temporal(array_of(*codes))


def test_an_array_without_lags_is_a_graph_within_a_time_step():
    array = array_of((0, 1, 0, "-->"), (1, 0, 0, "<--"))[:, :, 0]
    assert em.as_temporal(array) == TemporalGraph(3, [(0, "-->", 1, 0)], max_lag=0)
