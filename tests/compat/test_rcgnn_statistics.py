"""Section 6 of the RC-GNN document: its keys, and its formulas put right."""

import warnings
from math import isnan, nan, sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from edgemark.compat.rcgnn import aggregate_metrics, paired_test
from edgemark.errors import StatisticsError, StatisticsWarning

SEEDS = [{"directed_f1": f1, "directed_shd": k} for k, f1 in enumerate([0.9, 0.95, 0.92, 0.89, 0.94])]
A = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90, 0.93, 0.65]
B = [0.65, 0.70, 0.60, 0.66, 0.71, 0.58, 0.64, 0.66]


def test_the_keys_are_those_of_the_document_and_how_many_seeds_count():
    found = aggregate_metrics(SEEDS)
    assert list(found) == ["mean", "std", "min", "max", "ci_lower", "ci_upper", "n"]
    assert all(list(part) == ["directed_f1", "directed_shd"] for part in found.values())


def test_values_are_those_of_pandas():
    import pandas as pd

    frame, found = pd.DataFrame(SEEDS), aggregate_metrics(SEEDS)
    for name in ("mean", "std", "min", "max"):
        assert found[name] == pytest.approx(getattr(frame, name)().to_dict())


def test_the_interval_is_students_and_the_documents_is_too_narrow():
    values = [seed["directed_f1"] for seed in SEEDS]
    found, literal = aggregate_metrics(SEEDS), aggregate_metrics(SEEDS, literal=True)
    half = found["ci_upper"]["directed_f1"] - found["mean"]["directed_f1"]
    meant = literal["ci_upper"]["directed_f1"] - literal["mean"]["directed_f1"]
    assert half == pytest.approx(scipy_stats.t.ppf(0.975, 4) * np.std(values, ddof=1) / sqrt(5))
    assert half / meant == pytest.approx(2.7764 / 1.96, rel=1e-4)
    assert found["ci_lower"]["directed_f1"] == pytest.approx(np.mean(values) - half)


def test_a_seed_without_a_value_is_not_counted():
    found = aggregate_metrics([{"f1": 0.5}, {"f1": nan}, {}, {"f1": 0.7}])
    assert (found["n"]["f1"], found["mean"]["f1"]) == (2, 0.6)


def test_one_seed_has_no_deviation_and_none_is_refused():
    found = aggregate_metrics([{"f1": 0.5}])
    assert isnan(found["std"]["f1"])
    assert isnan(found["ci_lower"]["f1"])
    with pytest.raises(StatisticsError, match="at least one seed; got none"):
        aggregate_metrics([])


def test_statistic_and_p_value_are_scipys():
    expected = scipy_stats.wilcoxon(np.round(np.subtract(A, B), 12))
    found = paired_test(A, B)
    assert list(found) == ["test_statistic", "p_value", "effect_size_r", "significant"]
    assert (found["test_statistic"], found["p_value"]) == (expected.statistic, expected.pvalue)
    assert found["significant"] is True


def test_the_effect_size_changes_its_sign_and_the_documents_does_not():
    one, other = paired_test(A, B)["effect_size_r"], paired_test(B, A)["effect_size_r"]
    assert (one, other) == (pytest.approx(0.9444, abs=5e-5), pytest.approx(-0.9444, abs=5e-5))
    literal = [paired_test(*sides, literal=True)["effect_size_r"] for sides in ((A, B), (B, A))]
    assert literal == [pytest.approx(0.9722, abs=5e-5)] * 2


def test_no_effect_at_all_is_0_and_a_half_in_the_document():
    balanced = np.array([1.0, -2, -3, 4, 5, -6, -7, 8])
    found = paired_test(balanced, np.zeros(8))
    assert found["effect_size_r"] == 0
    assert paired_test(balanced, np.zeros(8), literal=True)["effect_size_r"] == 0.5


def test_the_checklists_five_seeds_can_never_be_significant_and_that_is_said():
    with pytest.warns(StatisticsWarning, match="cannot reach p < 0.05"):
        found = paired_test([5, 6, 7, 8, 9], [0, 0, 0, 0, 0])
    assert (found["p_value"], found["significant"]) == (0.0625, False)


def written(method_a_scores, method_b_scores):
    """The document's own code."""
    stat, pval = scipy_stats.wilcoxon(method_a_scores, method_b_scores)
    n = len(method_a_scores)
    r = 1 - (2 * stat) / (n * (n + 1))
    return {
        "test_statistic": stat,
        "p_value": pval,
        "effect_size_r": r,
        "significant": pval < 0.05,
    }


def test_s5_literal_is_the_documents_code():
    rng = np.random.default_rng(5)
    inexact = 0
    for _ in range(200):
        n = int(rng.integers(2, 15))
        digits = int(rng.choice([1, 2, 16]))
        a, b = (rng.random(n).round(digits).tolist() for _ in range(2))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected, found = written(a, b), paired_test(a, b, literal=True)
        np.testing.assert_equal(found, expected)
        inexact += digits < 16
    assert inexact > 50


def test_the_test_as_written_takes_two_lists_of_one_length():
    with pytest.raises(TypeError, match="takes two lists of scores; got a dict"):
        paired_test({"r1": 1.0}, {"r1": 0.0}, literal=True)
    with pytest.raises(StatisticsError, match="got 3 and 2"):
        paired_test([1, 2, 3], [1, 2], literal=True)


def test_a_warning_points_at_the_caller():
    with pytest.warns(StatisticsWarning) as caught:
        paired_test([5, 6], [0, 0])
    assert [one.filename for one in caught] == [__file__]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([{"directed": {"f1": 0.5}}], "'directed' must be a number; got dict"),
        ([{"f1": True}], "'f1' must be a number; got True"),
        ([{"f1": "0.5"}], "'f1' must be a number; got '0.5'"),
        ({"f1": 0.5}, "must be a list of dictionaries, one for each seed; got one dict"),
        ([0.5], "metrics of a seed must be a dictionary; got float"),
    ],
)
def test_what_are_no_metrics_of_seeds_is_refused_by_name(given, complaint):
    with pytest.raises(TypeError, match=complaint):
        aggregate_metrics(given)


def test_a_frame_is_refused_with_the_way_out():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match=r"metrics_list\.to_dict\('records'\)"):
        aggregate_metrics(pandas.DataFrame(SEEDS))


def test_scores_without_a_partner_are_refused():
    with pytest.raises(StatisticsError, match="got 3 of a, 2 of b"):
        paired_test([1, 2, 3], [1, 2])


def test_what_is_no_list_of_dictionaries_is_a_type_error():
    with pytest.raises(TypeError, match=r"must be a list of dictionaries.*got one NoneType"):
        aggregate_metrics(None)


def test_the_effect_as_written_is_1_where_all_scores_are_equal():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # scipy's, of 0 / 0
        assert paired_test([1, 2], [1, 2], literal=True)["effect_size_r"] == 1
