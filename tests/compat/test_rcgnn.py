"""The RC-GNN document's functions and report: its keys, its constants, and not its mistakes."""

import json
import warnings
from math import isnan

import numpy as np
import pytest
from sklearn.metrics import auc, precision_recall_curve, roc_auc_score

import edgemark as em
from edgemark import Graph
from edgemark.compat import rcgnn
from edgemark.compat.causationentropy import Compute_TPR_FPR
from edgemark.compat.rcgnn import graph_metrics
from edgemark.errors import AlignmentError, ForecastError, GraphError
from tests.metrics.samples import pairs_of_graphs
from tests.oracle import forecasts
from tests.oracle import rcgnn as oracle

KEYS = [
    "directed_precision", "directed_recall", "directed_f1", "directed_shd", "orientation_accuracy",
    "skeleton_precision", "skeleton_recall", "skeleton_f1", "skeleton_shd",
]  # fmt: skip


def test_the_keys_are_those_of_the_document_in_its_order():
    assert list(graph_metrics(Graph.parse("A --> B"), Graph.parse("A --> B"))) == KEYS


def test_a_reversal_is_one_error_not_three():
    found = graph_metrics(Graph.parse("A --> B"), Graph.parse("B --> A"))
    assert (found["directed_shd"], found["skeleton_shd"], found["orientation_accuracy"]) == (1, 0, 0.0)


def test_a_pair_is_one_error_of_the_skeleton():
    assert graph_metrics(Graph.parse("A --> B"), Graph.parse("A; B"))["skeleton_shd"] == 1


def test_arcs_both_ways_are_no_right_direction():
    found = graph_metrics(Graph.parse("A --> B"), Graph.parse("A --> B --> A"))
    assert found["orientation_accuracy"] == 0.0


def test_nothing_of_nothing_is_0_as_in_the_document():
    assert set(graph_metrics(Graph.parse("A; B"), Graph.parse("A; B")).values()) == {0}


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_every_value_is_the_metrics():
    for truth, estimate in pairs_of_graphs():
        report = em.evaluate(truth, estimate, ["precision:directed", "f1:skeleton", "shd:pair mismatch"])
        found = graph_metrics(truth, estimate)
        assert found["directed_shd"] == report["shd"].value
        for key, name in (("directed_precision", "precision"), ("skeleton_f1", "f1")):
            row = report[name]
            assert found[key] == (row.value if row.status == "ok" else 0.0)


# ---- every function of the document

RNG = np.random.default_rng(2)


def matrices():
    """Truths with arcs both ways at times, and scores with ties at times; diagonals are not zero."""
    for k in range(40):
        p = 2 + k % 4
        truth = (RNG.random((p, p)) < RNG.uniform(0.1, 0.7)).astype(int)
        scores = [RNG.random((p, p)), RNG.integers(0, 5, (p, p)) / 4][k % 2]
        yield scores, truth
    yield np.zeros((3, 3)), np.zeros((3, 3), int)


CASES = list(matrices())
REVERSED = np.array([[0, 0], [1.0, 0]]), np.array([[0, 1], [0, 0]])


def off_diagonal(truth):
    return truth * (1 - np.eye(len(truth), dtype=int))


def test_counts_and_ratios_of_directed_edges_are_the_documents():
    for scores, truth in CASES:
        found, true = oracle.cells(scores, 0.5), oracle.cells(truth, 0)
        got = rcgnn.compute_directed_metrics(scores, truth)
        hits = len(found & true)
        assert (got["tp"], got["fp"], got["fn"]) == (hits, len(found - true), len(true - found))
        assert got["precision"] == pytest.approx(hits / len(found) if found else 0)
        assert got["recall"] == pytest.approx(hits / len(true) if true else 0)
        assert got["f1"] == pytest.approx(2 * hits / max(1, len(found) + len(true)))


def test_counts_of_the_skeleton_are_the_documents():
    for scores, truth in CASES:
        found, true = (
            {frozenset(cell) for cell in side}
            for side in (oracle.cells(scores, 0.5), oracle.cells(truth, 0))
        )
        got = rcgnn.compute_skeleton_metrics(scores, truth)
        assert (got["tp"], got["fp"], got["fn"]) == (
            len(found & true),
            len(found - true),
            len(true - found),
        )
        literal = rcgnn.compute_shd_skeleton(scores, truth, literal=True)
        assert literal == oracle.shd_skeleton(scores, truth)
        assert rcgnn.compute_shd_skeleton(scores, truth) == len(true ^ found) == literal / 2


def test_the_threshold_is_to_be_exceeded():
    scores = [[0, 0.5], [0, 0]]
    assert rcgnn.compute_shd_directed(scores, [[0, 0], [0, 0]]) == 0
    assert rcgnn.compute_shd_directed(scores, [[0, 0], [0, 0]], threshold=0.4) == 1


def test_the_directed_distance_counts_pairs_and_literally_a_reversal_three_times():
    differ = 0
    for scores, truth in CASES:
        written = oracle.shd_directed(scores, truth)
        assert rcgnn.compute_shd_directed(scores, truth, literal=True) == written
        found, true = oracle.cells(scores, 0.5), oracle.cells(truth, 0)
        pairs = {frozenset(cell) for cell in found ^ true}
        assert rcgnn.compute_shd_directed(scores, truth) == len(pairs)
        differ += written != len(pairs)
    assert differ > 5
    assert rcgnn.compute_shd_directed(*REVERSED) == 1
    assert rcgnn.compute_shd_directed(*REVERSED, literal=True) == 3


def test_right_directions_are_equal_pairs_and_literally_any_shared_arc():
    differ = 0
    for scores, truth in CASES:
        literal = rcgnn.compute_orientation_accuracy(scores, truth, literal=True)
        counts = literal["correct_direction"], literal["wrong_direction"]
        assert counts == oracle.directions(scores, truth)
        ours = rcgnn.compute_orientation_accuracy(scores, truth)
        differ += ours != literal
        graphs = [
            Graph.from_adjacency(cells, direction="row-to-column", symmetric="cycle")
            for cells in (off_diagonal(truth), off_diagonal((scores > 0.5).astype(int)))
        ]
        expected = em.metrics.orientation_accuracy(*graphs)
        assert ours["orientation_accuracy"] == (0 if isnan(expected) else expected)
    assert differ > 3


def test_areas_are_those_of_scikit_learn_off_the_diagonal():
    compared = 0
    for scores, truth in CASES:
        mask = ~np.eye(len(truth), dtype=bool)
        labels, values = truth[mask], scores[mask]
        if labels.min() == labels.max():
            continue
        precision, recall, _ = precision_recall_curve(labels, values)
        assert rcgnn.compute_auprc(scores, truth) == pytest.approx(auc(recall, precision))
        assert rcgnn.compute_roc_auc(scores, truth) == pytest.approx(roc_auc_score(labels, values))
        compared += 1
    assert compared > 25


def test_areas_of_no_true_edge_are_a_half_and_undefined():
    assert rcgnn.compute_auprc(np.zeros((3, 3)), np.zeros((3, 3))) == 0.5
    assert isnan(rcgnn.compute_roc_auc(np.zeros((3, 3)), np.zeros((3, 3))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        precision, recall, _ = precision_recall_curve([0, 0, 0], [0.1, 0.1, 0.2])
    assert auc(recall, precision) == 0.5


def test_the_trap_of_constant_scores_beside_the_right_area():
    truth = np.zeros((4, 4), int)
    truth[0, 1] = truth[1, 2] = truth[2, 3] = 1
    assert rcgnn.compute_auprc(np.ones((4, 4)), truth) == 0.625
    assert rcgnn.report(np.ones((4, 4)), truth)["average_precision"] == 0.25


def test_f1_at_k_without_ties_is_the_documents():
    for scores, truth in CASES[::2]:
        if not off_diagonal(truth).any():
            continue
        places = truth.size - len(truth)
        ours = rcgnn.compute_f1_vs_k(scores, truth)
        literal = rcgnn.compute_f1_vs_k(scores, truth, literal=True)
        assert list(ours) == ["F1@0.50E", "F1@0.75E", "F1@1.00E", "F1@1.50E", "F1@2.00E"]
        for key in ours:
            share = float(key[3:7])
            assert literal[key] == pytest.approx(oracle.f1_of_last(scores, truth, share))
            if int(share * off_diagonal(truth).sum()) <= places:
                assert ours[key] == pytest.approx(literal[key])


def test_f1_at_k_of_ties_is_the_mean_over_their_orders():
    scores, truth = np.ones((3, 3)), np.zeros((3, 3), int)
    truth[0, 1] = 1
    assert rcgnn.compute_f1_vs_k(scores, truth)["F1@1.00E"] == pytest.approx(1 / 6)


def as_written(scores, truth):
    """F1 at k as the steps of the document compute it: whichever cells `numpy.argsort` puts last."""
    scores, truth = scores.copy(), truth.copy()
    np.fill_diagonal(scores, -np.inf)
    np.fill_diagonal(truth, 0)
    values = {}
    for share in (0.5, 0.75, 1.0, 1.5, 2.0):
        k = max(1, int(share * truth.sum()))
        found = np.zeros_like(scores)
        found.flat[np.argsort(scores.flatten())[-k:]] = 1
        np.fill_diagonal(found, 0)
        hits, total = (found * truth).sum(), found.sum() + truth.sum()
        values[f"F1@{share:.2f}E"] = 2 * hits / total if total else 0.0
    return values


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_f1_at_k_of_ties_is_literally_that_of_the_unstable_sort_of_numpy(dtype):
    for p in range(2, 20):
        scores = RNG.integers(0, 3, (p, p)).astype(dtype)
        truth = (RNG.random((p, p)) < 0.3).astype(int) * (1 - np.eye(p, dtype=int))
        literal = rcgnn.compute_f1_vs_k(scores, truth, literal=True)
        assert literal == pytest.approx(as_written(scores, truth))


def test_edges_in_both_directions_of_both_graphs_count_2_literally():
    both = np.array([[0, 1], [1, 0]])
    assert rcgnn.compute_shd_directed(both, both) == 0
    assert rcgnn.compute_shd_directed(both, both, literal=True) == 2


def test_nothing_of_the_callers_is_changed():
    scores, truth = np.full((3, 3), 0.7), np.ones((3, 3), int)
    for literal in (False, True):
        rcgnn.compute_f1_vs_k(scores, truth, literal=literal)
        rcgnn.compute_shd_directed(scores, truth, literal=literal)
    rcgnn.report(scores, truth)
    assert (scores == 0.7).all()
    assert (truth == 1).all()


# ---- forecasts

SHAPE = (6, 3, 2)
Y, MEAN = RNG.normal(size=(2, *SHAPE))
SIGMA = RNG.uniform(0.3, 2, SHAPE)
FLAT = Y.ravel(), MEAN.ravel(), SIGMA.ravel()


def test_errors_overall_and_by_node_are_the_documents():
    found = rcgnn.compute_mae_rmse(Y, MEAN)
    assert (found["mae"], found["rmse"]) == pytest.approx(oracle.mae_rmse(*FLAT[:2]))
    for k in range(2):
        by_node = oracle.mae_rmse(Y[..., k].ravel(), MEAN[..., k].ravel())
        assert (found["mae_per_node"][k], found["rmse_per_node"][k]) == pytest.approx(by_node)


def test_likelihood_and_coverage_are_the_documents():
    assert rcgnn.compute_nll(Y, MEAN, SIGMA) == pytest.approx(oracle.nll(*FLAT))
    found = rcgnn.compute_coverage(Y, MEAN, SIGMA, alpha=0.8)
    assert found["coverage"] == oracle.share_inside(*FLAT, 1.2815515655446004)
    assert found["nominal_level"] == 0.8
    assert found["difference"] == found["coverage"] - 0.8


@pytest.mark.parametrize("bins", [1, 4, 10])
def test_the_ece_is_the_documents(bins):
    ours = forecasts.rcgnn_ece(*FLAT, bins)
    assert rcgnn.compute_ece(Y, MEAN, SIGMA, n_bins=bins) == pytest.approx(ours)
    assert rcgnn.compute_ece(*FLAT, n_bins=bins, literal=True) == pytest.approx(ours)


@pytest.mark.parametrize("bins", [1, 4, 10])
def test_the_ece_as_written_takes_the_first_axis_for_all_observations(bins):
    """The document's own lines, on arrays of its own shape."""
    errors, edges = np.abs(Y - MEAN), np.percentile(SIGMA, np.linspace(0, 100, bins + 1))
    which, expected = np.digitize(SIGMA, edges) - 1, 0.0
    for k in range(bins):
        inside = which == k
        if inside.sum() > 0:
            gap = abs(np.std(errors[inside]) - np.mean(SIGMA[inside]))
            expected += inside.sum() / len(SIGMA) * gap
    assert rcgnn.compute_ece(Y, MEAN, SIGMA, n_bins=bins, literal=True) == pytest.approx(expected)
    assert rcgnn.compute_ece(Y, MEAN, SIGMA, n_bins=bins) == pytest.approx(expected / 6)


def test_a_tiny_sigma_is_taken_for_the_smallest_and_0_is_refused():
    assert rcgnn.compute_nll([0.0], [0.0], [1e-12]) == pytest.approx(oracle.nll([0], [0], [1e-8]))
    with pytest.raises(ForecastError, match="sigma must be above 0"):
        rcgnn.compute_nll([0.0], [0.0], [0.0])


def test_a_tiny_sigma_covers_what_it_says():
    assert rcgnn.compute_coverage([5e-9], [0.0], [1e-9])["coverage"] == 0.0
    assert rcgnn.forecast_metrics([5e-9], [0.0], [1e-9])["coverage_95"] == 0.0


def test_what_a_mask_hides_does_not_count_wherever_it_is():
    hidden = np.zeros(SHAPE, bool)
    hidden[0, 1, 0] = hidden[3, 2, 1] = True
    wild = np.where(hidden, 1e9, Y)
    plain = [array[~hidden] for array in (Y, MEAN, SIGMA)]
    masked = np.ma.array(wild, mask=hidden), MEAN, SIGMA
    elsewhere = wild, np.ma.array(MEAN, mask=hidden), np.ma.array(SIGMA, mask=False)
    for arrays in (masked, elsewhere):
        assert rcgnn.compute_mae_rmse(*arrays[:2])["mae"] == pytest.approx(
            oracle.mae_rmse(*plain[:2])[0]
        )
        assert rcgnn.compute_nll(*arrays) == pytest.approx(oracle.nll(*plain))
        assert rcgnn.compute_ece(*arrays) == pytest.approx(forecasts.rcgnn_ece(*plain, 10))
        assert rcgnn.compute_coverage(*arrays)["coverage"] == oracle.share_inside(
            *plain, 1.959963984540054
        )
        assert rcgnn.forecast_metrics(*arrays)["mae"] == rcgnn.compute_mae_rmse(*arrays[:2])["mae"]
    by_node = rcgnn.compute_mae_rmse(*masked[:2])["mae_per_node"]
    assert by_node[0] == pytest.approx(np.abs(Y - MEAN)[..., 0][~hidden[..., 0]].mean())


def test_a_mask_of_a_matrix_is_refused():
    scores = np.ma.array([[0, 0.9], [0.8, 0]], mask=[[0, 0], [1, 0]])
    for function in (rcgnn.compute_directed_metrics, rcgnn.compute_roc_auc, rcgnn.report):
        with pytest.raises(GraphError, match="A_pred must have all its cells; got a masked array"):
            function(scores, [[0, 1], [0, 0]])


@pytest.mark.parametrize("threshold", [float("nan"), None, "0.5"])
def test_a_threshold_that_is_no_number_is_refused(threshold):
    for function in (
        rcgnn.compute_directed_metrics,
        rcgnn.compute_orientation_accuracy,
        rcgnn.compute_shd_skeleton,
        rcgnn.report,
    ):
        with pytest.raises(GraphError, match="a threshold must be a number"):
            function(*REVERSED, threshold)


@pytest.mark.parametrize("given", [{"y_pred_mean", "y_pred_std"}, {"y_true"}, {"y_true", "y_pred_mean"}])
def test_a_part_of_a_forecast_is_refused(given):
    arrays = {"y_true": Y, "y_pred_mean": MEAN, "y_pred_std": SIGMA}
    with pytest.raises(ForecastError, match=f"got {len(given)} of them"):
        rcgnn.report(*REVERSED, **{name: arrays[name] for name in given})


def test_a_forecast_of_another_shape_is_refused_and_not_broadcast():
    with pytest.raises(ForecastError, match="nothing is broadcast"):
        rcgnn.compute_mae_rmse(Y, MEAN[..., :1])
    with pytest.raises(ForecastError, match=r"\[test, horizon, node\]"):
        rcgnn.compute_mae_rmse([1.0], [1.0])


# ---- the flat dictionary

DOCUMENT = [
    *KEYS, "auprc", "roc_auc", "f1_at_0.5e", "f1_at_1.0e", "f1_at_1.5e",
    "mae", "rmse", "nll", "ece", "coverage_95",
]  # fmt: skip
OURS = {"average_precision", "ence"}


def test_the_report_has_the_documents_keys_in_its_order_and_ours_beside():
    for scores, truth in CASES:
        found = rcgnn.report(scores, truth, 0.5, Y, MEAN, SIGMA)
        assert [key for key in found if key not in OURS] == DOCUMENT
        assert set(found) >= OURS
        assert not set(rcgnn.report(scores, truth)) & {"mae", "ece", "ence"}
    found = rcgnn.report(*CASES[0], 0.5, Y, MEAN, SIGMA)
    assert json.loads(json.dumps(found)) == found


def test_every_value_of_the_report_is_that_of_its_function():
    for scores, truth in CASES:
        found = rcgnn.report(scores, truth, 0.5, Y, MEAN, SIGMA)
        directed, skeleton = (
            function(scores, truth)
            for function in (rcgnn.compute_directed_metrics, rcgnn.compute_skeleton_metrics)
        )
        for name in ("precision", "recall", "f1"):
            assert found[f"directed_{name}"] == directed[name]
            assert found[f"skeleton_{name}"] == skeleton[name]
        at_k = rcgnn.compute_f1_vs_k(scores, truth)
        expected = {
            "directed_shd": rcgnn.compute_shd_directed(scores, truth),
            "skeleton_shd": rcgnn.compute_shd_skeleton(scores, truth),
            "orientation_accuracy": rcgnn.compute_orientation_accuracy(scores, truth)[
                "orientation_accuracy"
            ],
            "auprc": rcgnn.compute_auprc(scores, truth),
            "roc_auc": rcgnn.compute_roc_auc(scores, truth),
            "f1_at_0.5e": at_k["F1@0.50E"],
            "f1_at_1.0e": at_k["F1@1.00E"],
            "f1_at_1.5e": at_k["F1@1.50E"],
            "mae": rcgnn.compute_mae_rmse(Y, MEAN)["mae"],
            "rmse": rcgnn.compute_mae_rmse(Y, MEAN)["rmse"],
            "nll": rcgnn.compute_nll(Y, MEAN, SIGMA),
            "ece": rcgnn.compute_ece(Y, MEAN, SIGMA),
            "coverage_95": rcgnn.compute_coverage(Y, MEAN, SIGMA)["coverage"],
        }
        for key, value in expected.items():
            assert found[key] == pytest.approx(value, nan_ok=True), key


@pytest.mark.parametrize(
    ("scores", "truth", "error", "message"),
    [
        ([[0, 1], [0, 0]], np.zeros((3, 3)), AlignmentError, "got 3 and 2"),
        ([[0, np.nan], [0, 0]], np.zeros((2, 2)), GraphError, "A_pred must be finite; got nan"),
        ([[0, 1], [0, 0]], [[0, 0.5], [0, 0]], GraphError, "A_true must hold zeros and ones; got 0.5"),
        ([0, 1], [[0, 1], [0, 0]], GraphError, r"A_pred must be a square matrix; got shape \(2,\)"),
    ],
)
def test_bad_matrices_are_refused(scores, truth, error, message):
    for function in (rcgnn.compute_directed_metrics, rcgnn.compute_roc_auc, rcgnn.compute_f1_vs_k):
        with pytest.raises(error, match=message):
            function(scores, truth)


def test_the_diagonal_may_hold_anything():
    scores, truth = np.array([[np.nan, 0.9], [0.1, -np.inf]]), np.array([[1, 1], [0, 1]])
    assert rcgnn.compute_roc_auc(scores, truth) == 1
    assert rcgnn.compute_directed_metrics(scores, truth)["tp"] == 1


@pytest.mark.parametrize("ragged", [0, 1])
def test_ragged_rows_are_refused(ragged):
    sides = [[[0, 1], [0, 0]], [[0, 1], [0, 0]]]
    sides[ragged] = [[0, 1], [0]]
    with pytest.raises(GraphError, match="ragged rows"):
        rcgnn.compute_auprc(*sides)


def test_the_literal_ece_of_a_single_number_is_refused():
    assert rcgnn.compute_ece(5.0, 0.0, 1.0) == 0
    with pytest.raises(ForecastError, match="an array with an axis"):
        rcgnn.compute_ece(5.0, 0.0, 1.0, literal=True)
    with pytest.raises(ForecastError, match="bins must be at most"):
        rcgnn.compute_ece([5.0], [0.0], [1.0], n_bins=10**11)


def test_scores_of_single_precision_are_cut_as_numpy_and_edge_scores_cut_them():
    scores = np.array([[0, 0.1], [0.3, 0]], np.float32)
    assert not scores[0, 1] > 0.1
    assert float(scores[0, 1]) > 0.1
    found = rcgnn.compute_directed_metrics(scores, [[0, 1], [0, 0]], 0.1)
    assert (found["tp"], found["fp"]) == (0, 1)
    assert em.EdgeScores(scores, direction="row-to-column").at(0.1).edges() == [("1", "-->", "0")]


def test_frames_with_other_labels_are_refused():
    pandas = pytest.importorskip("pandas")
    truth = pandas.DataFrame([[0, 1], [0, 0]], ["A", "B"], ["A", "B"])
    turned = truth.loc[["B", "A"], ["B", "A"]]
    assert rcgnn.compute_shd_directed(truth, truth) == 0
    for refused in (rcgnn.compute_shd_directed, Compute_TPR_FPR):
        with pytest.raises(AlignmentError, match="same columns in the same order"):
            refused(turned, truth)
        with pytest.raises(GraphError, match="same nodes in rows and columns"):
            refused(truth.loc[["B", "A"]], np.eye(2, k=1))
    with pytest.raises(ForecastError, match="same columns"):
        rcgnn.compute_mae_rmse(truth, truth[["B", "A"]])
