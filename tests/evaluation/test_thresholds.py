"""A sweep gives what every graph would be scored alone, without making the graphs."""

import random
import warnings

import numpy as np
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.evaluation import thresholds as sweeps
from edgemark.metrics import REGISTRY
from edgemark.metrics.thresholded_graphs import Profile
from tests.strategies import random_edges

EVERY = [f"{m.name}:{c.name}" for m in REGISTRY.values() if m.takes is Graph for c in m.conventions]
STATES = (("-->",), ("<--",), ("---",), ("<->",), ("-->", "<--"))


def drawn(seed, n_nodes=5, levels=6, states=STATES, lowest=0):
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    truth = Graph(n_nodes, random_edges(rng, n_nodes, 0.5, states))
    array = numbers.integers(lowest, levels, (n_nodes, n_nodes)) / levels
    np.fill_diagonal(array, 0)
    return truth, array


def scores_of(array):
    stated = {} if isinstance(array, np.ndarray) else {"unlisted": 0.0}
    return EdgeScores(array, direction="row-to-column", sign="keep", **stated)


def alone(truth, sweep, metrics):
    """The numbers of each graph, scored by itself."""
    graphs = [sweep.scores.at(float(t), symmetric=sweep.symmetric) for t in sweep.thresholds]
    return em.evaluate_many(truth, graphs, metrics)


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("symmetric", ["cycle", "undirected", "bidirected"])
@pytest.mark.parametrize("states", [(("-->",), ("<--",)), STATES])
def test_every_metric_of_graphs_has_the_numbers_of_each_graph(symmetric, states):
    for seed in range(6):
        truth, array = drawn(seed, states=states)
        sweep = em.evaluation.threshold_sweep(truth, scores_of(array), EVERY, symmetric=symmetric)
        table = alone(truth, sweep, EVERY)
        assert sweep.columns == table.columns
        for k, column in enumerate(sweep.columns):
            np.testing.assert_allclose(sweep.values[:, k], table.values[:, k], err_msg=str(column))


@pytest.mark.filterwarnings("ignore:the truth is:edgemark.errors.ClassWarning")
@pytest.mark.parametrize("lowest", [0, -3])
def test_sparse_and_negative_scores_are_swept_alike(lowest):
    for seed in range(10):
        truth, array = drawn(seed, lowest=lowest)
        metrics = ["shd:pair mismatch", "f1:directed", "f1:skeleton"]
        dense = em.evaluation.threshold_sweep(truth, scores_of(array), metrics)
        stored = em.evaluation.threshold_sweep(truth, scores_of(scipy.sparse.csr_array(array)), metrics)
        np.testing.assert_array_equal(dense.values, stored.values)
        np.testing.assert_array_equal(dense.n_edges, stored.n_edges)
        np.testing.assert_array_equal(dense.values, alone(truth, dense, metrics).values)
        assert dense.n_edges.tolist() == [dense.graph(k).n_edges for k in range(len(dense))]


@pytest.mark.filterwarnings("ignore:the truth is:edgemark.errors.ClassWarning")
def test_thresholds_are_the_scores_that_occur_and_0_falling():
    truth, array = drawn(1)
    sweep = em.evaluation.threshold_sweep(truth, scores_of(array))
    assert sweep.thresholds.tolist() == sorted({0.0, *array.ravel().tolist()}, reverse=True)
    assert sweep.n_edges[0] == 0
    given = em.evaluation.threshold_sweep(truth, scores_of(array), thresholds=[0.1, 0.7, 0.1])
    assert given.thresholds.tolist() == [0.7, 0.1]


def test_many_thresholds_are_taken_some_at_a_time():
    rng = np.random.default_rng(0)
    truth = Graph.from_adjacency(np.triu(rng.random((130, 130)) < 0.05, 1), direction="row-to-column")
    array = rng.random((130, 130))
    np.fill_diagonal(array, 0)
    scores = scores_of(array)
    sweep = em.evaluation.threshold_sweep(truth, scores)
    assert len(list(Profile.of(scores, None, 1).parts())) > 2
    some = np.linspace(0, len(sweep) - 1, 40).astype(int)
    given = em.evaluation.threshold_sweep(truth, scores, thresholds=sweep.thresholds[some])
    np.testing.assert_array_equal(sweep.values[some], given.values)
    np.testing.assert_array_equal(
        given.values, alone(truth, given, list(map(":".join, given.columns))).values
    )


def test_the_best_f1_of_a_sweep_is_best_f1():
    for seed in range(10):
        truth, array = drawn(seed, states=(("-->",), ("<--",)))
        if truth.n_edges:
            below_all = [-1, *array.ravel().tolist()]
            sweep = em.evaluation.threshold_sweep(
                truth, scores_of(array), "f1:directed", thresholds=below_all
            )
            assert np.nanmax(sweep["f1"]) == pytest.approx(em.metrics.best_f1(truth, scores_of(array)))


def test_where_a_number_is_refused_it_is_nan_and_the_report_says_why():
    truth = Graph.parse("A --> B --> C")
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "A", 0.5), ("B", "C", 0.4)])
    sweep = em.evaluation.threshold_sweep(
        truth, scores, ["nced", "shd:both to CPDAG", "precision:directed"]
    )
    assert np.isnan(sweep["nced"]).tolist() == [False, False, True, True]
    assert np.isnan(sweep["shd"]).tolist() == [False, False, True, True]
    assert np.isnan(sweep["precision"]).tolist() == [True, False, False, False]
    with pytest.warns(em.errors.ClassWarning, match="directed graph"):
        cyclic = sweep.report(2)
    assert "two" in cyclic["nced"].reason
    assert "cycle" in cyclic["shd"].reason
    assert sweep.report(0)["precision"].reason == "tp + fp = 0"


def test_too_many_graphs_are_refused_with_the_way_out(monkeypatch):
    rng = np.random.default_rng(0)
    array = rng.random((60, 60))
    np.fill_diagonal(array, 0)
    truth, scores = Graph(60), scores_of(array)
    monkeypatch.setattr(sweeps, "MAX_EDGES", 10_000)
    with pytest.raises(em.errors.LimitError, match=r"may have at most 10000 edges .*thresholds="):
        em.evaluation.threshold_sweep(truth, scores, "shd:both to CPDAG")
    assert len(em.evaluation.threshold_sweep(truth, scores, "shd:both to CPDAG", thresholds=[0.9])) == 1


def test_what_is_no_question_about_graphs_is_refused():
    truth, array = drawn(1)
    for name in ("roc_auc", "edge_brier"):
        with pytest.raises(
            em.errors.ConventionError, match=rf"{name} reads the scores.*{name}\(truth, scores\)"
        ):
            em.evaluation.threshold_sweep(truth, scores_of(array), name)
    with pytest.raises(
        em.errors.ConventionError, match=r"expected_shd needs GraphSamples. Leave it out of the sweep$"
    ):
        em.evaluation.threshold_sweep(truth, scores_of(array), "expected_shd")
    with pytest.raises(TypeError, match="a sweep needs EdgeScores; got Graph"):
        em.evaluation.threshold_sweep(truth, truth)
    with pytest.raises(em.errors.GraphError, match="finite"):
        em.evaluation.threshold_sweep(truth, scores_of(array), thresholds=[float("nan")])
    with pytest.raises(em.errors.ConventionError, match="symmetric"):
        em.evaluation.threshold_sweep(truth, scores_of(array), symmetric="refuse")


@pytest.mark.filterwarnings("ignore:the truth is:edgemark.errors.ClassWarning")
def test_a_column_is_asked_for_by_name():
    truth, array = drawn(1)
    sweep = em.evaluation.threshold_sweep(truth, scores_of(array))
    assert (sweep["f1", "Directed"] == sweep.values[:, 1])[1:].all()
    with pytest.raises(em.errors.ConventionError, match="2 of f1: directed, skeleton"):
        _ = sweep["f1"]
    with pytest.raises(em.errors.ConventionError, match="shd"):
        _ = sweep["shdd"]
    curve = sweep.curve
    assert curve.columns == ("threshold", "edges", "shd:pair mismatch", "f1:directed", "f1:skeleton")
    assert len(curve.to_csv().splitlines()) == len(sweep) + 1
    assert curve.to_dict()["edges"] == sweep.n_edges.tolist()


@pytest.mark.parametrize("nodes", [0, 1, 2])
def test_graphs_without_pairs_are_swept(nodes):
    sweep = em.evaluation.threshold_sweep(Graph(nodes), EdgeScores(np.zeros((nodes, nodes))))
    assert sweep.thresholds.tolist() == [0]
    assert sweep["shd"].tolist() == [0]


@pytest.mark.parametrize("thresholds", [["x"], [None], [float("inf")], [True]])
def test_thresholds_that_are_no_numbers_are_refused(thresholds):
    truth = em.Graph.parse("A --> B")
    with pytest.raises(em.errors.GraphError, match="thresholds must be finite numbers"):
        em.evaluation.threshold_sweep(truth, em.EdgeScores.of(truth), thresholds=thresholds)


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")  # of graphs with a cycle
def test_sid_is_swept_where_the_graph_is_acyclic_and_says_why_elsewhere():
    truth = em.Graph.parse("A --> B --> C")
    edges = [("A", "B", 0.9), ("B", "C", 0.6), ("C", "A", 0.4), ("C", "B", 0.2)]
    sweep = em.evaluation.threshold_sweep(
        truth, em.EdgeScores.from_edges(edges), ["sid", "shd:pair mismatch"]
    )
    acyclic = [sweep.graph(k).is_dag() for k in range(len(sweep))]
    assert acyclic == [True, True, True, False, False]
    expected = [em.sid(truth, sweep.graph(k)) for k in range(3)]
    assert sweep["sid"][:3].tolist() == expected
    assert np.isnan(sweep["sid"][3:]).all()
    assert "directed cycle" in sweep.report(3)["sid"].reason
    assert "at most one edge between two nodes" in sweep.report(4)["sid"].reason
    assert not np.isnan(sweep["shd"]).any()


@pytest.mark.parametrize("symmetric", ["cycle", "undirected", "bidirected"])
def test_sid_of_thousands_of_thresholds_is_that_of_each_dag_and_nan_below_the_first_cycle(symmetric):
    rng = np.random.default_rng(3)
    array = rng.random((50, 50))
    np.fill_diagonal(array, 0)
    truth = em.Graph.from_adjacency(np.triu(rng.random((50, 50)) < 0.1, 1), direction="row-to-column")
    scores = em.EdgeScores(array, direction="row-to-column")
    sweep = em.evaluation.threshold_sweep(truth, scores, "sid", symmetric=symmetric)
    assert len(sweep) > 2000
    known = int((~np.isnan(sweep["sid"])).sum())
    assert 0 < known < 200
    assert not np.isnan(sweep["sid"][:known]).any()
    for k in range(known):
        assert sweep["sid"][k] == em.sid(truth, sweep.graph(k))
    assert not sweep.graph(known).is_dag()


def test_a_threshold_that_there_is_not_is_refused():
    sweep = em.evaluation.threshold_sweep(
        Graph.parse("A --> B"), EdgeScores.from_edges([("A", "B", 0.5)])
    )
    assert sweep.report(-1)["shd"].value == 0
    for k in (2, -3, 0.5):
        with pytest.raises(em.errors.GraphError, match="one of 2 thresholds"):
            sweep.report(k)


def test_a_sweep_over_several_classes_says_so():
    """The distance of a DAG and that of a CPDAG stood in one column without a word."""
    truth = em.Graph.parse("A --> B --> C; A --> C")
    matrix = np.array([[0, 0.9, 0.8], [0.2, 0, 0.7], [0.75, 0.3, 0]])
    scores = em.EdgeScores(matrix, ["A", "B", "C"], direction="row-to-column")
    said = r"'parent_aid:zero'.*: thresholds down to 0.75 give DAGs, but 0 gives a CPDAG"
    with pytest.warns(em.errors.ClassWarning, match=said):
        sweep = sweeps.threshold_sweep(
            truth, scores, ["shd:pair mismatch", "parent_aid"], symmetric="undirected"
        )
    assert sweep.classes == ("dag",) * 3 + ("cpdag",) * 4
    for metric, symmetric in (("shd:pair mismatch", "undirected"), ("parent_aid", "cycle")):
        sweeps.threshold_sweep(truth, scores, metric, symmetric=symmetric)


@pytest.mark.parametrize(("true_marks", "warns"), [("A --- B --- C", True), ("A --> B --> C", False)])
def test_a_truth_of_another_class_is_compared_as_given_with_a_warning(true_marks, warns):
    """`evaluate` warned of it, and tables of many estimates did not."""
    truth, estimate = Graph.parse(true_marks), Graph.parse("A --> B; C")
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4)])
    calls = [
        lambda metric: sweeps.threshold_sweep(truth, scores, metric),
        lambda metric: em.evaluate_many(truth, [estimate] * 2, metric),
        lambda metric: em.evaluation.evaluate_pairs([truth] * 2, [estimate] * 2, metric),
    ]
    for call in calls:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            call("shd:pair mismatch")
            call("shd:both to CPDAG")
        said = [str(each.message) for each in found]
        assert [text.startswith("the truth is a CPDAG and the estimate a DAG") for text in said] == (
            [True] if warns else []
        )


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("symmetric", ["cycle", "undirected"])
@pytest.mark.parametrize("is_sparse", [False, True])
def test_pairs_without_a_score_are_edges_at_no_threshold(is_sparse, symmetric):
    for seed in range(10):
        truth, array = drawn(seed, states=(("-->",), ("<--",)), lowest=-5)
        is_scored = np.random.default_rng(seed).random(array.shape) < 0.6
        counted = em.Candidates.from_mask(is_scored & ~np.eye(len(array), dtype=bool))
        given = scipy.sparse.csr_array(array) if is_sparse else array
        stated = {"unlisted": 0.0} if is_sparse else {}
        scores = EdgeScores(given, direction="row-to-column", sign="keep", candidates=counted, **stated)
        metrics = ["shd", "f1:directed", "f1:skeleton"]
        sweep = em.evaluation.threshold_sweep(truth, scores, metrics, symmetric=symmetric)
        of_candidates = array[counted.starts, counted.ends]
        expected = [np.count_nonzero(of_candidates > t) for t in sweep.thresholds]
        assert sweep.n_edges.tolist() == expected
        assert sweep.thresholds.tolist() == sorted({0.0, *of_candidates}, reverse=True)
        for k, number in enumerate(sweep.columns):
            for row in range(len(sweep)):
                alone = em.evaluate(truth, sweep.graph(row), ":".join(number), candidates=counted)
                np.testing.assert_equal(sweep.values[row, k], float(alone[number].value))


def test_pvalues_of_few_pairs_need_few_edges(monkeypatch):
    monkeypatch.setattr(sweeps, "MAX_EDGES", 20)
    pvalues = [("A", "B", 0.01), ("B", "C", 0.2), ("A", "D", 0.4)]
    scores = EdgeScores.from_pvalues(pvalues, nodes=list("ABCDEFGH"), unlisted=float("nan"))
    truth = Graph.parse("A --> B --> C; D; E; F; G; H")
    sweep = em.evaluation.threshold_sweep(truth, scores, "shd:pair mismatch")
    assert sweep.to_frame()["edges"].tolist() == [0, 0, 1, 2]
    assert sweep["shd"].tolist() == [2, 2, 1, 0]
    assert sweep.best("shd").n_edges == 2
