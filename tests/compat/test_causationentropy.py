"""causationentropy.core.stats under its names: what it gave, and a right answer where it goes wrong."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import EdgemarkError
from edgemark.compat.causationentropy import Compute_TPR_FPR, auc
from edgemark.errors import AlignmentError, GraphError

PUBLISHED = Path(__file__).parents[1] / "published"
CASES = json.loads((PUBLISHED / "causationentropy.json").read_text())["cases"]
DEFECTS = {
    entry["call"]: entry.get("gives", entry.get("raises"))
    for entry in json.loads((PUBLISHED / "defects.json").read_text())
    if entry["package"] == "causationentropy"
}
ARC, BACK, NONE = (np.array([[0, a], [b, 0]]) for a, b in ((1, 0), (0, 1), (0, 0)))


def test_rates_are_those_of_the_package():
    for case in CASES:
        expected = tuple(case["values"][f"Compute_TPR_FPR[{k}]"] for k in range(2))
        assert Compute_TPR_FPR(np.array(case["truth"]), np.array(case["estimate"])) == expected


def test_its_constants_stay():
    assert tuple(DEFECTS["Compute_TPR_FPR(none, none)"]) == Compute_TPR_FPR(NONE, NONE) == (1.0, 0.0)
    assert Compute_TPR_FPR(ARC + BACK, NONE) == (0.0, 0.0)


def test_a_reversal_is_a_miss_and_a_false_find():
    assert tuple(DEFECTS["Compute_TPR_FPR(arc, back)"]) == Compute_TPR_FPR(ARC, BACK) == (0.0, 1.0)


@pytest.mark.parametrize("dtype", [np.uint8, bool, float, np.int8])
def test_every_type_of_number_gives_the_same(dtype):
    assert DEFECTS["Compute_TPR_FPR(uint8 arc, uint8 back)"] == [-1, 0]
    assert Compute_TPR_FPR(ARC.astype(dtype), BACK.astype(dtype)) == (0.0, 1.0)


def test_the_diagonal_is_ignored_so_that_no_rate_exceeds_1():
    assert DEFECTS["Compute_TPR_FPR(zeros((3, 3)), ones((3, 3)))"] == [1, 1.5]
    assert Compute_TPR_FPR(np.zeros((3, 3)), np.ones((3, 3))) == (1.0, 1.0)
    assert Compute_TPR_FPR(np.ones((3, 3)), 1 - np.eye(3)) == (1.0, 0.0)


def test_nan_is_refused():
    assert DEFECTS["Compute_TPR_FPR(arc, all nan)"] == [1, 0]
    with pytest.raises(GraphError, match="B must be finite; got nan at row 0, column 0"):
        Compute_TPR_FPR(ARC, np.full((2, 2), np.nan))


def test_other_sizes_and_weights_are_refused():
    with pytest.raises(AlignmentError, match="got 2 and 3"):
        Compute_TPR_FPR(ARC, np.zeros((3, 3)))
    with pytest.raises(GraphError, match=r"A must be a square matrix; got shape \(1, 2\)"):
        Compute_TPR_FPR(ARC[:1], ARC)
    with pytest.raises(GraphError, match="B must hold zeros and ones; got 2"):
        Compute_TPR_FPR(ARC, 2 * ARC)


# ---- auc


def test_the_examples_of_the_documentation():
    assert auc(np.array([0, 1, 1]), np.array([0, 0, 1])) == 1
    assert auc(np.array([0, 0.5, 1]), np.array([0, 0.5, 1])) == 0.5


def test_it_runs_on_this_numpy_and_points_from_the_highest_down_have_the_same_area():
    assert "trapz" in DEFECTS["auc([1, .5, 0], [1, .5, 0])"]
    assert auc([1, 0.5, 0], [1, 0.5, 0]) == 0.5


@given(st.lists(st.tuples(st.integers(0, 16), st.integers(0, 16)), min_size=1, max_size=8))
def test_the_area_is_the_sum_of_trapezoids_either_way_round(points):
    points = sorted((f / 16, t / 16) for f, t in points)
    expected = sum((t + u) / 2 * (g - f) for (f, t), (g, u) in pairwise(points))
    falses, trues = zip(*points, strict=True)
    assert auc(trues, falses) == pytest.approx(expected)
    assert auc(trues[::-1], falses[::-1]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("trues", "falses", "message"),
    [
        ([0, 1], [0, 0.5, 1], "the same length; got 2 and 3"),
        ([0, 0.5, 1], [0, 1, 0.5], "FPRs must ascend or descend"),
        ([0, 1.5], [0, 1], "TPRs must lie between 0 and 1; got 1.5"),
        ([0, 1], [0, float("nan")], "FPRs must lie between 0 and 1; got nan"),
        ([[0, 1]], [[0, 1]], r"TPRs must be a list of numbers; got shape \(1, 2\)"),
    ],
)
def test_what_is_no_curve_is_refused(trues, falses, message):
    with pytest.raises(EdgemarkError, match=message):
        auc(trues, falses)


def test_rates_may_be_beside_1_by_rounding():
    assert auc([0, 1.0000000000000002], [0, 1.0000000000000002]) == pytest.approx(0.5)
    with pytest.raises(EdgemarkError, match=r"between 0 and 1; got 1\.01"):
        auc([0, 1.01], [0, 1])
