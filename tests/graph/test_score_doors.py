"""Scores whose meaning is open are asked about, by every function alike."""

from collections import namedtuple
from math import isnan, nan

import networkx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import AlignmentError, AmbiguityError, ConventionError, GraphError, InputTypeError
from edgemark.graph.ambiguity import is_called_pvalue

CHAIN = Graph.parse("A --> B --> C")
SMALL_P = [("A", "B", -0.001), ("B", "C", -0.01)]


# ---- R1: pairs that are not listed


def test_r1_a_list_of_kept_scores_must_state_what_is_not_listed():
    with pytest.raises(AmbiguityError, match="not listed must be stated"):
        EdgeScores.from_edges(SMALL_P, sign="keep")
    assert em.roc_auc(CHAIN, EdgeScores.from_edges(SMALL_P, sign="keep", unlisted=-1)) == 1.0


def test_r1_a_sparse_matrix_and_networkx_must_state_it_too():
    matrix = scipy.sparse.csr_array(([-0.5], ([0], [1])), shape=(2, 2))
    with pytest.raises(AmbiguityError, match="not listed must be stated"):
        EdgeScores(matrix, direction="row-to-column", sign="keep")
    stated = EdgeScores(matrix, direction="column-to-row", sign="keep", unlisted=-2)
    assert stated.to_array().tolist() == [[0, -2], [-0.5, 0]]
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", weight=-0.5)
    with pytest.raises(AmbiguityError, match="not listed must be stated"):
        EdgeScores.from_networkx(graph, sign="keep")
    assert EdgeScores.from_networkx(graph, sign="keep", unlisted=-1)["B", "A"] == -1


def test_r1_a_list_of_all_pairs_leaves_nothing_open():
    scores = EdgeScores.from_edges([("A", "B", -1), ("B", "A", 2)], sign="keep")
    with pytest.raises(AlignmentError, match="0 may be the best"):
        scores.with_nodes(["A", "B", "C"])
    assert scores.with_nodes(["A", "B", "C"], unlisted=-3)["A", "C"] == -3
    assert scores.with_nodes(["B", "A"])["A", "B"] == -1


def test_r1_nodes_that_are_added_get_what_was_stated():
    scores = EdgeScores.from_edges([("A", "B", -1)], sign="keep", unlisted=-2)
    wider = scores.with_nodes(["C", "A", "B"])
    assert wider["A", "B"] == -1
    assert wider["C", "A"] == wider["B", "A"] == -2
    high = EdgeScores.from_edges([("A", "B", 0.5)], unlisted=1).with_nodes(["A", "B", "C"])
    assert (high["A", "B"], high["A", "C"]) == (0.5, 1)


@pytest.mark.parametrize(
    "scores",
    [
        EdgeScores.from_pvalues([("A", "B", 0.001), ("B", "C", 0.01)]),
        EdgeScores.from_pvalues([("A", "B", 0.001), ("B", "C", 0.01)], unlisted=nan),
        EdgeScores.from_pvalues(
            np.array([[0, 0.1], [0.2, 0]]), ["A", "B"], direction="row-to-column", unlisted=0.5
        ),
        EdgeScores.from_edges([("A", "B", 1), ("B", "C", -0.5)], sign="keep", unlisted=-1),
        EdgeScores.from_edges([("A", "B", 1), ("B", "C", -0.5)], sign="keep", unlisted=0),
        EdgeScores.from_edges([("A", "B", 1), ("B", "A", -0.5)], sign="keep", unlisted=nan),
        EdgeScores.from_edges([("A", "B", 0.5)], nodes=["C", "A", "B"], unlisted=0.25),
        EdgeScores([[0, -1], [2, 0]], ["A", "B"], direction="row-to-column", sign="keep"),
        EdgeScores([[0, nan], [2, 0]], ["A", "B"], direction="row-to-column"),
    ],
)
def test_r1_a_copy_by_repr_scores_added_pairs_alike(scores):
    def with_another(given):
        try:
            return given.with_nodes(["new", *given.nodes])
        except AlignmentError as error:
            return str(error)

    copy = eval(repr(scores), {"EdgeScores": EdgeScores, "Candidates": em.Candidates})
    assert copy == scores
    assert with_another(copy) == with_another(scores)


def test_r1_scores_of_which_added_pairs_differ_are_not_equal():
    listed = [("A", "B", 1), ("B", "A", -1)]
    kept = [EdgeScores.from_edges(listed, sign="keep", unlisted=low) for low in (-1, -2, 0)]
    assert len({*kept, EdgeScores.from_edges(listed, sign="keep")}) == 4


def test_r1_pairs_that_were_not_tested_can_be_left_uncounted():
    for scores in (
        EdgeScores.from_pvalues([("A", "B", 0.001), ("B", "C", 0.01)], unlisted=nan),
        EdgeScores.from_pvalues(
            scipy.sparse.coo_array(([0.001, 0.01], ([0, 1], [1, 2])), shape=(3, 3)),
            ["A", "B", "C"],
            direction="row-to-column",
            unlisted=nan,
        ),
    ):
        assert sorted(scores.candidates.pairs()) == [("A", "B"), ("B", "C")]
        assert len(scores.with_nodes(["A", "B", "C", "D"]).candidates) == 2


def test_r1_unlisted_pairs_can_be_left_uncounted():
    scores = EdgeScores.from_edges([("A", "B", 0.5), ("B", "C", 0.1)], unlisted=nan)
    assert sorted(scores.candidates.pairs()) == [("A", "B"), ("B", "C")]
    assert isnan(scores["A", "C"])
    assert len(scores.with_nodes(["A", "B", "C", "D"]).candidates) == 2


@pytest.mark.parametrize("unlisted", [float("inf"), "0", True])
def test_a_stated_score_is_a_number(unlisted):
    with pytest.raises(GraphError, match="unlisted must be"):
        EdgeScores.from_edges(SMALL_P, sign="keep", unlisted=unlisted)


def test_options_without_effect_are_refused():
    with pytest.raises(GraphError, match="dense matrix"):
        EdgeScores(np.eye(2) * 0, unlisted=0.0)
    with pytest.raises(GraphError, match="negative only where"):
        EdgeScores.from_edges([("A", "B", 1)], unlisted=-1)


def test_nan_says_that_a_pair_has_no_score():
    array = np.array([[nan, 1, nan], [0, nan, 2], [3, 4, nan]])
    scores = EdgeScores(array, list("ABC"), direction="column-to-row")
    assert ("C", "A") not in scores.candidates
    assert isnan(scores["C", "A"])
    assert scores["B", "A"] == 1
    assert np.isnan(scores.to_array()).sum() == 1
    assert scores.top(5).n_edges == 5
    with pytest.raises(GraphError, match="from 0 to 5"):
        scores.top(6)
    assert scores.at(-1).n_edges == 5
    with pytest.warns(em.errors.ClassWarning, match="only the 5 of 6 ordered pairs"):
        em.evaluate(CHAIN, scores, "roc_auc")


def test_candidates_state_which_numbers_count():
    candidates = em.Candidates(["A", "B"], [("A", "B")])
    scores = EdgeScores([[0, 1], [5, 0]], ["A", "B"], direction="row-to-column", candidates=candidates)
    assert scores == EdgeScores.from_edges([("A", "B", 1)], candidates=candidates)
    assert scores != EdgeScores.from_edges([("A", "B", 1)])
    with pytest.raises(GraphError, match="every candidate must have a score"):
        EdgeScores([[0, nan], [5, 0]], ["A", "B"], direction="row-to-column", candidates=candidates)


# ---- R2: weights


@pytest.mark.parametrize(
    "door",
    [
        lambda t, g: em.as_graph(g),
        lambda t, g: em.evaluate(t, g),
        lambda t, g: em.evaluate(g, t),
        lambda t, g: em.evaluate_many(t, [g]),
        lambda t, g: em.evaluation.evaluate_pairs([t], [g]),
        lambda t, g: em.chance(t, g),
        lambda t, g: em.metrics.roc_curve(t, g),
        lambda t, g: em.evaluation.threshold_sweep(t, g),
        lambda t, g: em.over_class("shd", t, g),
        lambda t, g: em.shd(t, g),
        lambda t, g: em.roc_auc(t, g),
        lambda t, g: em.evaluation.symmetrized("shd", t, g),
        lambda t, g: em.differences(t, g),
        lambda t, g: em.printed_by(t, g, "cdt"),
    ],
)
def test_r2_weights_are_never_left_behind(door):
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([("A", "B", 0.9), ("B", "C", 0.8), ("A", "C", 0.1)])
    with pytest.raises(AmbiguityError, match=r"has the weight 0\.9"):
        door(CHAIN, graph)


def test_r2_weights_of_one_say_no_more_than_the_edges():
    graph = networkx.from_numpy_array(np.array([[0, 1], [0, 0]]), create_using=networkx.DiGraph)
    assert em.as_graph(graph).n_edges == 1
    graph[0][1]["weight"] = 0.5
    assert em.as_graph(graph, weights="ignore").n_edges == 1
    with pytest.raises(ConventionError, match="weights must be one of"):
        em.as_graph(graph, weights="drop")


# ---- R3 and p-values


@pytest.mark.parametrize(
    "name",
    [
        "p.adjust", "p_adjust", "p_val_adj", "Pr(>|t|)", "Pr(>Chisq)", "Pr...t..", "P>|z|", "bonferroni",
        "pvals_corrected", "padj", "fdr_bh", "qvalue", "q-value", "p_adj", "adj.P.Val", "FDR", "sig",
        "Sig. (2-tailed)", "holm", "BH", "holm-sidak", "PValue", "p-unc", "rawp", "FDR q-val",
        "NOM p-val", "adjusted p-value", "False discovery rate", "Prob > F", "lfdr", "svalue", "pv",
        "granger_p", "p_granger", "ftest_p", "lr_p", "p_lr", "pcmci_p", "parcorr_p", "lag1_p", "p_ij",
        "mean_p", "p_edges", "granger.p", "p1", "test p", "q_granger", "lr_p1",
    ],
)  # fmt: skip
def test_r3_names_of_pvalues_are_known_as_packages_write_them(name):
    assert is_called_pvalue(name)
    assert is_called_pvalue(name.upper())


@pytest.mark.parametrize(
    "name",
    [
        "score", "weight", "probability", "power", "pagerank", "map", "top_k",
        "-log10(p)", "-log10_granger_p", "neg_log10_pvalue", "cor",
        "step_value", "sigma", "posterior", "support", "t", "F", "", 3, None,
    ],
)  # fmt: skip
def test_r3_other_names_are_not_taken_for_pvalues(name):
    assert not is_called_pvalue(name)


@pytest.mark.parametrize("field", ["p_adjust", "p_val_adj", "bonferroni", "pvals_corrected", "FDR"])
def test_r3_named_tuples_of_adjusted_pvalues_are_asked_about(field):
    edge = namedtuple("edge", ["source", "target", field])
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        EdgeScores.from_edges([edge("A", "B", 0.01)])


def test_r3_named_fields_and_attributes_called_like_pvalues_are_asked_about():
    edge = namedtuple("edge", "source target p_value")
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        EdgeScores.from_edges([edge("A", "B", 0.01)])
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", pval=0.01)
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        EdgeScores.from_networkx(graph, weight="pval")


def test_pvalues_rank_from_the_smallest_on():
    scores = EdgeScores.from_pvalues([("A", "B", 1e-300), ("B", "C", 0.01), ("C", "A", 0.3)])
    assert em.roc_auc(CHAIN, scores) == 1.0
    assert scores["C", "B"] == -1
    assert scores.at(-0.05) == CHAIN
    assert scores.with_nodes(["A", "B", "C", "D"])["D", "A"] == -1
    tiny = EdgeScores.from_pvalues([("A", "B", 1e-300), ("B", "C", 2e-300)])
    assert tiny["A", "B"] > tiny["B", "C"]


@pytest.mark.parametrize("make", [np.array, pd.DataFrame, lambda a: a.tolist()])
def test_a_matrix_of_pvalues_may_have_any_diagonal(make):
    array = np.array([[1.0, 0.01, nan], [0.5, 0.0, 0.2], [0.9, 0.8, nan]])
    matrix = make(array)
    names = None if make is pd.DataFrame else list("ABC")
    if make is pd.DataFrame:
        matrix.columns = list("ABC")
        matrix.index = list("ABC")
    scores = EdgeScores.from_pvalues(matrix, names, direction="row-to-column")
    assert scores["A", "B"] == -0.01
    assert isnan(scores["A", "C"])
    assert em.roc_auc(CHAIN, scores) == 1.0


def test_a_sparse_matrix_keeps_pvalues_of_0():
    matrix = scipy.sparse.coo_array(([0.0, 0.5], ([1, 2], [0, 0])), shape=(3, 3))
    scores = EdgeScores.from_pvalues(matrix, list("ABC"), direction="column-to-row", unlisted=1.0)
    assert (scores["A", "B"], scores["A", "C"], scores["B", "C"]) == (0, -0.5, -1)
    with pytest.raises(AmbiguityError, match="needs a direction"):
        EdgeScores.from_pvalues(matrix)


@pytest.mark.parametrize("p", [-0.1, 1.5, float("inf")])
def test_what_is_no_pvalue_is_refused(p):
    with pytest.raises(GraphError, match="from 0 to 1"):
        EdgeScores.from_pvalues([("A", "B", p)])
    with pytest.raises(GraphError, match="from 0 to 1"):
        EdgeScores.from_pvalues([[0, p], [1, 0]], direction="row-to-column")


def test_a_list_of_pvalues_says_its_direction():
    with pytest.raises(ConventionError, match="needs no direction"):
        EdgeScores.from_pvalues([("A", "B", 0.5)], direction="row-to-column")
    assert EdgeScores.from_pvalues([(0, 1, 0.5), (1, 2, 0.1), (2, 0, 1)], 3).n_nodes == 3


# ---- R13, S4, G5, H2


def test_r13_several_estimates_are_pointed_to_evaluate_many():
    with pytest.raises(InputTypeError, match=r"evaluate_many\(truth, estimate\)"):
        em.evaluate(CHAIN, [CHAIN, CHAIN])


def test_r13_results_over_time_are_pointed_to_as_temporal():
    result = {"graph": np.full((2, 2, 2), "", "<U3"), "val_matrix": np.zeros((2, 2, 2))}
    with pytest.raises(InputTypeError, match="as_temporal"):
        em.evaluate(result["graph"], result)


@pytest.mark.parametrize("threshold", [0.3, np.float64(0.3), np.float32(0.3), 0, np.int64(0)])
def test_s4_float32_scores_are_cut_where_numpy_cuts_them(threshold):
    array = np.zeros((3, 3), np.float32)
    array[0, 1], array[1, 2] = 0.3, 0.30000004
    found = EdgeScores(array, direction="row-to-column").at(threshold)
    expected = [(str(i), "-->", str(j)) for i, j in zip(*np.nonzero(array > threshold), strict=True)]
    assert sorted(found.edges()) == sorted(expected)


def test_s6_the_best_f1_says_its_threshold():
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
    best = em.metrics.best_f1(CHAIN, scores)
    found = scores.at(np.nextafter(best.threshold, 0))
    assert em.confusion(CHAIN, found).f1 == best
    sweep = em.evaluation.threshold_sweep(CHAIN, scores)
    point = sweep.best(("f1", "directed"))
    assert point.value == best
    assert sweep.graph(point.k) == found
    assert sweep.best("shd").value == min(sweep["shd"])
    assert list(sweep.to_frame().columns[:2]) == ["threshold", "edges"]


@pytest.mark.filterwarnings("ignore:the truth is a DAG and the estimate a CPDAG")
def test_g5_numbers_are_plain_and_reports_equal_after_pickling():
    import json
    import pickle
    from fractions import Fraction

    truth, found = Graph.parse("A --> B"), Graph.parse("A --- B")
    for k in (np.float32(0.25), Fraction(1, 4)):
        assert type(em.nced(truth, found, k=k)) is float
        json.dumps(em.nced(truth, found, k=k))
    empty = em.evaluate(Graph.parse("A; B"), Graph.parse("A; B"))
    assert any(isnan(row.value) for row in empty)
    assert pickle.loads(pickle.dumps(empty)) == empty
    table = em.evaluate_many(truth, [truth, found])
    assert pickle.loads(pickle.dumps(table)) == table
    assert em.evaluate_many(truth, [found, truth]) != table


def test_h2_a_metric_that_is_declared_later_is_found():
    from edgemark.metrics import REGISTRY
    from edgemark.metrics.declaration import metric

    em.evaluate(CHAIN, CHAIN)

    def toy(truth: Graph, estimate: Graph) -> float:
        """Count nothing."""
        return 0.0

    metric(better="lower", cite="rehak")(toy)
    try:
        assert "toy" in {row.metric for row in em.evaluate(CHAIN, CHAIN)}
    finally:
        del REGISTRY["toy"]
    assert "toy" not in {row.metric for row in em.evaluate(CHAIN, CHAIN)}


# ---- R2: what edges of other libraries say beside that they are there


@pytest.mark.parametrize("name", ["weight", "Weight", "score", "strength", "p_value", "padj"])
def test_r2_attributes_of_edges_are_never_left_behind(name):
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", **{name: 0.9})
    graph.add_edge("B", "C", **{name: 0.1})
    for take in (em.as_graph, lambda given: em.roc_auc(CHAIN, given)):
        with pytest.raises(AmbiguityError, match="weights may be edge scores"):
            take(graph)
    assert em.as_graph(graph, weights="ignore") == CHAIN


def test_r2_lags_are_never_left_behind():
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", lag=3)
    with pytest.raises(InputTypeError, match="without lags"):
        em.shd(Graph.parse("A --> B"), graph)


def test_r2_weights_over_time_are_never_left_behind(tmp_path):
    truth = em.TemporalGraph.parse("A --> B @1; lags 1")
    graph = networkx.MultiDiGraph()
    graph.add_edge("A", "B", lag=1, weight=0.2)
    for compare in (em.evaluate, em.metrics.temporal_shd):
        with pytest.raises(AmbiguityError, match="weights may be scores"):
            compare(truth, graph)
    graph.edges["A", "B", 0]["weight"] = 1
    assert em.metrics.temporal_shd(truth, graph) == 0
    path = tmp_path / "series.csv"
    path.write_text("source,target,lag,weight\nA,B,1,0.2\n")
    with pytest.raises(AmbiguityError, match="may be a table of scores"):
        em.read_temporal(path)
    path.write_text("source,target,lag,weight\nA,B,1,1\n")
    assert em.read_temporal(path) == truth


def test_r3_9_pairs_that_a_sparse_matrix_of_pvalues_leaves_out_are_asked_about():
    dense = np.array([[0, 0, 0.02], [0.8, 0, 0.01], [0.7, 0.9, 0]])
    matrix = scipy.sparse.csr_matrix(dense)  # which does not store the p = 0 of 0 --> 1
    how = {"direction": "row-to-column"}
    with pytest.raises(em.errors.AmbiguityError, match="row 0, column 1 is not stored"):
        em.EdgeScores.from_pvalues(matrix, **how)
    assert em.EdgeScores.from_pvalues(matrix, **how, unlisted=0.0)[0, 1] == 0
    assert em.EdgeScores.from_pvalues(matrix, **how, unlisted=1.0)[0, 1] == -1
    assert np.isnan(em.EdgeScores.from_pvalues(matrix, **how, unlisted=float("nan"))[0, 1])
    whole = scipy.sparse.coo_array((dense[dense > 0], np.nonzero(dense)), shape=(3, 3))
    whole = scipy.sparse.coo_array(
        ([*whole.data, 0.0], ([*whole.row, 0], [*whole.col, 1])), shape=(3, 3)
    )
    assert em.EdgeScores.from_pvalues(whole, **how)[0, 1] == 0


def test_r3_9_a_file_of_a_sparse_matrix_of_pvalues_is_asked_about_too(tmp_path):
    place = tmp_path / "p.npz"
    scipy.sparse.save_npz(place, scipy.sparse.csr_matrix([[0, 0], [0.8, 0]]))
    how = {"direction": "row-to-column", "pvalues": True}
    with pytest.raises(em.errors.AmbiguityError, match="row 0, column 1 is not stored"):
        em.read_scores(place, **how)
    assert em.read_scores(place, **how, unlisted=0.0)[0, 1] == 0


@pytest.mark.parametrize("cost", [5, 0.5, np.uint8(5), np.int8(5)])
def test_costs_of_a_networkx_graph_are_negated_in_any_type(cost):
    graph = networkx.DiGraph([("A", "B", {"cost": cost}), ("B", "C", {"cost": float(cost) / 4})])
    with pytest.raises(AmbiguityError) as caught:
        EdgeScores.from_networkx(graph, weight="cost")
    advised = eval(caught.value.remedies[-1].python, {"EdgeScores": EdgeScores, "graph": graph})
    assert (advised["A", "B"], advised["B", "C"]) == (-float(cost), -float(cost) / 4)
