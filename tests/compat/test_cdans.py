"""The names of cdans: its document's example, and agreement with the package where it is installed."""

import pickle
import random

import numpy as np
import pytest

from edgemark import EdgemarkError, TemporalGraph, as_temporal
from edgemark.compat import cdans
from edgemark.errors import AlignmentError, EdgemarkWarning, GraphError

SUMMARY = """\
Structure recovery metrics
============================================================
  Lagged edges               TP=  9 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00
  Contemp skeleton           TP=  2 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00
  Contemp directed           TP=  2 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00
  Changing modules           TP=  1 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00
  ----------------------------------------------------------
  Total (directed)           TP= 12 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00
  Total (skeleton)           TP= 12 FP=  0 FN=  0  P=1.00 R=1.00 F1=1.00 FDR=0.00

  SHD (lagged):    0
  SHD (contemp):   0
  SHD (total):     0"""


def of_the_document():
    """A graph with the counts that the document prints: 9 lagged, 2 within a time step, 1 changing."""
    graph = cdans.TimeSeriesGraph(n_vars=4, tau_max=1)
    for src, dst in [(0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]:
        graph.add_lagged_edge(src, dst, lag=1)
    graph.orient_contemp(0, 1)
    graph.orient_contemp(1, 2)
    graph.mark_changing(3)
    return graph


def test_the_summary_is_laid_out_as_the_document_prints_it():
    metrics = cdans.evaluate_graph(of_the_document(), of_the_document())
    assert SUMMARY == metrics.summary() == str(metrics)


def test_the_graph_built_by_hand_in_the_document():
    truth = cdans.TimeSeriesGraph(n_vars=5, tau_max=2)
    truth.add_lagged_edge(0, 1, lag=1)
    truth.add_lagged_edge(2, 3, lag=2)
    truth.orient_contemp(0, 4)
    truth.mark_changing(2)
    perfect = cdans.evaluate_graph(truth, truth)
    assert (perfect.total.tp, perfect.total.fp, perfect.total.fn) == (4, 0, 0)
    assert (perfect.total.tpr, perfect.total.fdr, perfect.total.f1, perfect.total.precision) == (
        1,
        0,
        1,
        1,
    )
    found = cdans.TimeSeriesGraph(n_vars=5, tau_max=2)
    found.add_lagged_edge(0, 1, lag=2)
    found.orient_contemp(4, 0)
    metrics = cdans.evaluate_graph(found, truth)
    assert (metrics.shd_lagged, metrics.shd_contemp, metrics.shd_total) == (3, 1, 4)
    assert (metrics.total.tp, metrics.total.fp, metrics.total.fn) == (0, 2, 4)
    assert (metrics.total_skeleton.tp, metrics.total_skeleton.fp, metrics.total_skeleton.fn) == (1, 1, 3)
    assert cdans.shd(found, truth) == 4


def test_nothing_of_nothing_is_zero_as_in_the_original():
    empty = cdans.TimeSeriesGraph(n_vars=2, tau_max=1)
    lagged = cdans.evaluate_graph(empty, empty).lagged
    assert (lagged.precision, lagged.recall, lagged.f1, lagged.fdr) == (0, 0, 0, 0)


def test_an_undirected_guess_is_neither_right_nor_wrong():
    truth, found = (cdans.TimeSeriesGraph(n_vars=2, tau_max=1) for _ in range(2))
    truth.orient_contemp(0, 1)
    found.add_contemp_undirected(0, 1)
    metrics = cdans.evaluate_graph(found, truth)
    assert (metrics.contemp_directed.tp, metrics.contemp_directed.fp, metrics.contemp_directed.fn) == (
        0, 0, 1)  # fmt: skip
    assert (metrics.contemp_skeleton.tp, metrics.shd_contemp) == (1, 1)


def test_graphs_of_edgemark_are_taken_too():
    truth = TemporalGraph.parse("A --> B @1; B --> C; lags 1; changing C")
    found = TemporalGraph.parse("C; B --> C; A --> B @1; lags 1")
    assert cdans.evaluate_graph(found, truth).total.fn == 1
    by_position = cdans.TimeSeriesGraph(3, 1, lagged_edges={(0, 1, 1)}, changing_modules={2})
    by_position.orient_contemp(1, 2)
    assert cdans.evaluate_graph(by_position, truth).total.tp == 3


def test_l2_names_do_not_match_variables_as_in_the_package():
    package = pytest.importorskip("cdans")

    def distance(library, *names):
        truth = library.TimeSeriesGraph(2, 1, {(0, 1, 1)}, var_names=["a", "b"])
        return library.shd(library.TimeSeriesGraph(2, 1, {(1, 0, 1)}, var_names=list(names)), truth)

    assert distance(cdans, "a", "b") == distance(package, "a", "b") == 2
    with pytest.warns(EdgemarkWarning, match="by position"):
        assert distance(cdans, "b", "a") == distance(package, "b", "a") == 2
    with pytest.warns(EdgemarkWarning, match="'b', 'c' in the prediction"):
        assert distance(cdans, "b", "c") == 2


def test_names_match_variables_if_a_graph_of_edgemark_is_given():
    dataset = cdans.generate_synthetic_cdans(n_samples=10)
    turned = dataset.truth.with_nodes(["X3", "X2", "X1", "X0"])
    assert cdans.evaluate_graph(turned, dataset).shd_total == 0
    assert cdans.shd(dataset, turned) == 0

    truth = cdans.TimeSeriesGraph(2, 1, {(0, 1, 1)}, var_names=["a", "b"])
    found = cdans.TimeSeriesGraph(2, 1, {(1, 0, 1)}, var_names=["b", "a"])
    other = cdans.TimeSeriesGraph(2, 1, {(0, 1, 1)}, var_names=["b", "c"])
    assert cdans.shd(as_temporal(found), truth) == 0
    assert cdans.shd(as_temporal(found), as_temporal(truth)) == 0
    with pytest.raises(AlignmentError, match="only in the truth: 'a'"):
        cdans.shd(other, as_temporal(truth))


def test_the_columns_of_a_data_set_have_no_names_of_their_own():
    dataset = cdans.generate_synthetic_cdans(n_vars=2, n_samples=10, n_changing=0, seed=1)
    renamed = cdans.TimeSeriesGraph(2, 2, set(dataset.lagged_edges), var_names=["wind", "rain"])
    for edge in dataset.contemporaneous_edges:
        renamed.orient_contemp(*edge)
    assert cdans.shd(renamed, dataset) == 0


def test_other_sizes_and_lags_are_refused():
    graph = cdans.TimeSeriesGraph(n_vars=2, tau_max=1)
    with pytest.raises(AlignmentError, match="n_vars=3, truth has n_vars=2"):
        cdans.evaluate_graph(cdans.TimeSeriesGraph(3, 1), graph)
    with pytest.raises(AlignmentError, match="tau_max=2, truth has tau_max=1"):
        cdans.shd(cdans.TimeSeriesGraph(2, 2), graph)
    with pytest.raises(GraphError, match=r"lag must be in \[1, 1\]"):
        graph.add_lagged_edge(0, 1, lag=2)
    with pytest.raises(IndexError):
        graph.mark_changing(-1)
    with pytest.raises(GraphError, match="itself"):
        graph.orient_contemp(1, 1)
    with pytest.raises(TypeError, match="as_temporal takes"):
        cdans.evaluate_graph(graph, 3)


# ---- against the package


def test_all_names_of_the_package_are_there():
    package = pytest.importorskip("cdans")
    assert set(package.__all__) - {"__version__"} <= set(cdans.__all__)
    for name in cdans.__all__:
        assert getattr(cdans, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'plot'"):
        cdans.plot  # noqa: B018  the access is what is tested


def test_the_algorithm_is_that_of_the_package():
    package = pytest.importorskip("cdans")
    method = cdans.CDANs(tau_max=2, alpha=0.01)
    assert isinstance(method, package.CDANs)
    assert pickle.loads(pickle.dumps(method)).tau_max == 2
    data = cdans.generate_synthetic_cdans(n_vars=3, n_samples=200, tau_max=1, seed=2).data
    found = cdans.CDANs(tau_max=1).fit(data, var_names=["a", "b", "c"]).graph
    assert (
        found.summary() == package.CDANs(tau_max=1).fit(data, var_names=["a", "b", "c"]).graph.summary()
    )


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (np.full((50, 3), np.nan), "finite numbers; got nan"),
        (np.full((50, 3), np.inf), "finite numbers"),
        (np.zeros((2, 3)), "longer than the largest lag; got 2 rows for lags up to 2"),
    ],
)
def test_series_that_nothing_can_be_learnt_from_are_refused(data, complaint):
    pytest.importorskip("cdans")
    with pytest.raises(EdgemarkError, match=complaint):
        cdans.CDANs(tau_max=2).fit(data)


def random_pair(rng, package):
    """The same random graph, built step by step in the package and here."""
    n, lags = rng.randint(1, 5), rng.randint(1, 3)
    graphs = package.TimeSeriesGraph(n, lags), cdans.TimeSeriesGraph(n, lags)
    for _ in range(rng.randint(0, 12)):
        i, j = rng.randrange(n), rng.randrange(n)
        step = rng.choice(["lagged", "orient", "undirected", "remove", "mark", "unmark"])
        for graph in graphs:
            if step == "lagged":
                graph.add_lagged_edge(i, j, 1 + (i + j) % lags)
            elif step == "mark":
                graph.mark_changing(i)
            elif step == "unmark":
                graph.unmark_changing(i)
            elif i != j:
                {"orient": graph.orient_contemp, "undirected": graph.add_contemp_undirected,
                 "remove": graph.remove_contemp_edge}[step](i, j)  # fmt: skip
    return graphs


def test_the_package_gives_the_same_numbers_on_random_graphs():
    package = pytest.importorskip("cdans")
    rng = random.Random(1)
    compared = 0
    while compared < 200:
        (theirs_a, ours_a), (theirs_b, ours_b) = random_pair(rng, package), random_pair(rng, package)
        if (ours_a.n_vars, ours_a.tau_max) != (ours_b.n_vars, ours_b.tau_max):
            continue
        expected = package.evaluate_graph(theirs_a, theirs_b)
        assert expected.summary() == cdans.evaluate_graph(ours_a, ours_b).summary()
        assert expected.summary() == cdans.evaluate_graph(theirs_a, theirs_b).summary()
        assert package.shd(theirs_a, theirs_b) == cdans.shd(ours_a, ours_b)
        compared += 1


def test_the_graph_answers_as_that_of_the_package():
    package = pytest.importorskip("cdans")
    rng = random.Random(2)
    for _ in range(100):
        theirs, ours = random_pair(rng, package)
        n = ours.n_vars
        assert theirs.summary() == ours.summary()
        for name in ("directed_contemp_edges", "undirected_contemp_edges"):
            assert sorted(getattr(theirs, name)()) == sorted(getattr(ours, name)())
        for i in range(n):
            assert theirs.lagged_parents(i) == ours.lagged_parents(i)
            assert theirs.contemp_neighbors(i) == ours.contemp_neighbors(i)
            for j in range(n):
                for name in ("has_contemp_edge", "is_contemp_directed", "is_contemp_undirected"):
                    assert getattr(theirs, name)(i, j) == getattr(ours, name)(i, j)
        assert theirs.lagged_parents_union(range(n)) == ours.lagged_parents_union(range(n))
        a, b = theirs.to_networkx(), ours.to_networkx()
        assert dict(a.nodes(data=True)) == dict(b.nodes(data=True))
        assert {e[:2]: e[2] for e in a.edges(data=True)} == {e[:2]: e[2] for e in b.edges(data=True)}


def test_perfect_recovery_of_undirected_edges_alone_has_no_recall_in_the_total():
    """As in the package; the total skeleton and the distance say that it is perfect."""
    graph = cdans.TimeSeriesGraph(n_vars=2, tau_max=1)
    graph.add_contemp_undirected(0, 1)
    metrics = cdans.evaluate_graph(graph, graph)
    assert (metrics.total.tp, metrics.total.recall) == (0, 0.0)
    assert (metrics.total_skeleton.recall, metrics.shd_total) == (1.0, 0)


def test_the_quick_example_of_the_document_runs_as_printed():
    pytest.importorskip("cdans")
    from edgemark.compat.cdans import CDANs, evaluate_graph
    from edgemark.compat.cdans.utils import generate_synthetic_cdans

    dataset = generate_synthetic_cdans(n_vars=4, n_samples=800, tau_max=1, n_changing=1, seed=7)
    result = CDANs(tau_max=1, ci_test="fisherz").fit(dataset.data)
    metrics = evaluate_graph(result.graph, dataset)
    assert metrics.lagged.n_truth == len(dataset.lagged_edges)
    assert metrics.lagged.recall > 0.5
    assert metrics.summary().startswith("Structure recovery metrics\n")


@pytest.mark.long
def test_on_the_packages_own_data_the_printed_counts_come_out():
    package = pytest.importorskip("cdans")
    from cdans.utils import generate_synthetic_cdans

    dataset = generate_synthetic_cdans(n_vars=4, n_samples=800, tau_max=1, n_changing=1, seed=7)
    result = package.CDANs(tau_max=1, ci_test="kci").fit(dataset.data)
    assert SUMMARY == cdans.evaluate_graph(result.graph, dataset).summary()


def test_fewer_rows_than_the_largest_lag_are_refused():
    with pytest.raises(EdgemarkError, match="n_samples must be >= tau_max, 3; got 2"):
        cdans.generate_synthetic_cdans(n_samples=2, tau_max=3)
    assert cdans.generate_synthetic_cdans(n_samples=3, tau_max=3).n_samples == 3
