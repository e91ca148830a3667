"""Two methods: pairing, warnings, and sentences that are true to their numbers."""

import re
from math import inf, isnan, nan

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning
from edgemark.stats import Bootstrap, compare, signed_ranks, t_interval
from edgemark.stats.sentences import p_text

A = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90, 0.93, 0.96]
B = [0.65, 0.70, 0.60, 0.66, 0.71, 0.58, 0.64, 0.97]


def test_differences_are_a_minus_b_and_every_part_is_of_them():
    d = np.round(np.array(A) - B, 12)
    found = compare(A, B)
    assert found.pairs.differences.tolist() == d.tolist()
    assert found.difference == 0.235
    assert found.difference == pytest.approx(d.mean())
    assert found.wilcoxon == signed_ranks(d)
    assert found.t == t_interval(d)
    assert found.bca == Bootstrap().interval(d)


def test_swapping_the_methods_swaps_every_sign():
    one, other = compare(A, B, better="higher"), compare(B, A, better="higher", names=("B", "A"))
    assert (one.effect, one.difference, one.p_value) == (-other.effect, -other.difference, other.p_value)
    assert tuple(one.t) == pytest.approx((-other.t.high, -other.t.low))
    assert one.winner == other.winner == "A"


def test_the_smaller_wins_where_lower_is_better():
    assert compare(A, B, better="lower").winner == "B"
    assert compare(A, B, better="higher").winner == "A"
    assert compare(A, B).winner is None


def test_pairs_are_made_by_key_whatever_the_order():
    a = {("asia", s): A[s] for s in range(8)}
    b = {("asia", s): B[s] for s in reversed(range(8))}
    assert compare(a, b).wilcoxon == compare(A, B).wilcoxon


def test_differences_that_rounding_would_part_are_tied():
    found = compare([0.3, 0.2, 0.7, 0.4, 0.9, 1.3], [0.1, 0.0, 0.5, 0.6, 0.7, 1.1])
    assert found.effect == pytest.approx(4 / 6)


def test_seeds_are_no_replications_of_data_sets():
    rng = np.random.default_rng(2)
    a = {(d, s): rng.normal() for d in range(7) for s in range(30)}
    b = {key: value - 0.2 + rng.normal() for key, value in a.items()}
    found = compare(a, b)
    assert (found.pairs.unit, found.wilcoxon.n) == ("data set", 7)
    means = [np.mean([a[d, s] - b[d, s] for s in range(30)]) for d in range(7)]
    assert found.difference == pytest.approx(np.mean(means))


# ---- bad input


def test_runs_without_any_partner_are_named_on_both_sides():
    with pytest.raises(StatisticsError, match="only a has 'asia/1'; only b has 'alarm/1', 'alarm/2'"):
        compare({("asia", 1): 1.0}, {("alarm", 1): 1.0, ("alarm", 2): 1.0})
    with pytest.raises(StatisticsError, match="must be equally many; got 3 of a, 2 of b"):
        compare([1, 2, 3], [1, 2])


def test_a_missing_value_leaves_out_the_pair_and_says_so():
    with pytest.warns(StatisticsWarning, match="1 paired run is left out, .*: '8'. Let the worst"):
        found = compare([*A, nan], [*B, 0.5])
    assert found.pairs.left_out == ("8",)
    assert found.wilcoxon == compare(A, B).wilcoxon


def test_the_worst_can_stand_in_for_a_missing_value():
    found = compare([*A, nan], [*B, 0.5], worst=0)
    assert found.wilcoxon == compare([*A, 0], [*B, 0.5]).wilcoxon
    assert (found.warnings, found.pairs.imputed, found.to_dict()["imputed"]) == ((), ("8",), 1)
    assert "the worst possible value stands in for 1 run without a value: '8'" in str(found)
    assert "stands in" not in str(compare(A, B, worst=0))


def test_no_pair_of_two_values_is_refused():
    with pytest.raises(
        StatisticsError, match="needs a run on which both methods have a value; none of 2 runs has both"
    ):
        compare([nan, 1.0], [1.0, nan])


def test_five_runs_are_warned_about():
    with pytest.warns(StatisticsWarning, match="5 differences other than 0 cannot reach p < 0.05"):
        found = compare([2, 3, 4, 5, 6], [1, 1, 1, 1, 1], better="higher")
    assert found.p_value == 0.0625
    assert "no significant difference between A and B (p = 0.062)" in str(found)


def test_five_runs_are_enough_for_a_lower_level():
    assert compare([2, 3, 4, 5, 6], [1, 1, 1, 1, 1], level=0.9).significant


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_one_run_has_no_interval_and_no_t():
    found = compare([2], [1])
    assert found.p_value == 1
    assert isnan(found.t.low)
    assert isnan(found.t_test.p_value)
    assert "no interval" in str(found)


def test_identical_runs_cannot_be_told_apart():
    with pytest.warns(StatisticsWarning, match="all 8 differences are 0"):
        found = compare(A, A)
    assert found.p_value == 1
    assert isnan(found.effect)
    assert not found.significant
    assert "no significant difference" in str(found)


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_differences_that_are_all_equal_have_no_interval_but_ranks():
    found = compare([2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6])
    assert "all 6 values are equal" in found.t.reason
    assert (found.p_value, found.effect) == (2.0**-5, 1)


def test_ranks_and_mean_that_point_opposite_ways_are_warned_about():
    with pytest.warns(StatisticsWarning, match="point in opposite directions"):
        compare([2, 2, 2, 2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 1, 1, 1, 99])


def test_what_is_better_must_be_said_in_one_way():
    rows = [{"seed": k, "value": v, "better": "lower"} for k, v in enumerate(A)]
    other = [{**row, "better": "higher"} for row in rows]
    with pytest.raises(StatisticsError, match="either higher or lower values must be better"):
        compare(rows, other)
    with pytest.raises(ConventionError, match="better must be one of"):
        compare(A, B, better="more")


def test_different_metrics_are_not_compared():
    one = [{"seed": k, "value": v, "metric": "f1"} for k, v in enumerate(A)]
    other = [{**row, "metric": "shd"} for row in one]
    with pytest.raises(StatisticsError, match="must be of one metric; got f1 and shd"):
        compare(one, other)


@pytest.mark.parametrize("names", ["PC", 5, ("A",), ("A", "A")])
def test_names_are_two(names):
    with pytest.raises(StatisticsError, match="names must be two different names"):
        compare(A, B, names=names)


@pytest.mark.parametrize(
    "options",
    [{"seed": -1}, {"seed": "a"}, {"rope": "x"}, {"rope": -1}, {"rope": inf}, {"resamples": 9},
     {"names": "PC"}, {"level": 2}],
)  # fmt: skip
def test_options_are_refused_before_anything_is_warned_about(options):
    with pytest.raises((StatisticsError, TypeError), match=next(iter(options))):
        compare([1, 2], [2, 3], **options)


def test_a_difference_is_rounded_by_its_own_pair():
    a = [1e13, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]
    found = compare(a, [1] * 8)
    assert found.wilcoxon.n_zero == 0
    assert found.pairs.differences[1:].tolist() == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]


def test_which_way_a_metric_of_the_library_is_better_is_known():
    def rows(values):
        return [{"seed": k, "metric": "shd", "value": v} for k, v in enumerate(values)]

    assert compare(rows(A), rows(B)).winner == "B"


def test_the_largest_values_there_may_be_can_be_compared():
    found = compare([1e149, -1e149, 1, 2, 3, 4], [-1e149, 1e149, 0, 0, 0, 0])
    assert np.isfinite([*found.t, *found.shift.interval, found.t_test.p_value]).all()


@pytest.mark.parametrize("big", [1e151, -1e308])
def test_values_whose_squares_overflow_are_refused(big):
    with pytest.raises(StatisticsError, match="not beyond 1e149"):
        compare([big, 1], [1, 2])


# ---- sentences


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
@settings(deadline=None)  # the first example pays for what is imported late
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12),
    st.sampled_from(["higher", "lower"]),
)
def test_the_sentence_is_true_to_its_numbers(pairs, better):
    a, b = zip(*pairs, strict=True)
    found = compare(a, b, better=better, names=("PC", "GES"), resamples=100)
    text = str(found)
    assert f"PC mean: {np.mean(a):.3f}" in text
    assert f"GES mean: {np.mean(b):.3f}" in text
    claim = re.search(r"(PC|GES) is significantly better than (PC|GES) \(p < ([\d.]+)\)", text)
    assert bool(claim) == (found.p_value < 0.05 and bool(found.effect))
    if claim:
        assert found.p_value < float(claim[3]) <= 0.05
        assert claim[1] != claim[2]
        assert (claim[1] == "PC") == ((found.effect > 0) == (better == "higher"))


def test_the_documents_example_in_its_layout():
    found = compare(A, B, better="higher", names=("RC-GNN", "NOTEARS"))
    assert str(found).splitlines() == [
        "RC-GNN vs NOTEARS, 8 paired runs, higher is better",
        "  replicate: run (8 runs), by default",
        "  RC-GNN mean: 0.924 ± 0.027",
        "  NOTEARS mean: 0.689 ± 0.122",
        "  mean difference: 0.235, 95 % interval 0.149 to 0.321 (Student's t)",
        "  typical difference: 0.260, 95 % interval 0.120 to 0.295 (Hodges-Lehmann)",
        "  Wilcoxon p-value: 0.016 * (exact)",
        "  effect size (rank-biserial r): 0.94 (large); RC-GNN is larger in 88 % of 8 pairs",
        "  Conclusion: RC-GNN is significantly better than NOTEARS (p < 0.05).",
    ]


def test_where_nobody_said_what_is_better_it_is_called_higher():
    assert "Conclusion: A is significantly higher than B (p < 0.05)." in str(compare(A, B))


def test_a_region_that_does_not_matter_is_in_the_text():
    assert re.search(
        r"probability: A larger 0\.\d+, equivalent within ±0.2 0\.\d+, B larger",
        str(compare(A, B, rope=0.2)),
    )


def test_a_dictionary_holds_plain_values_only():
    flat = compare(A, B, better="higher").to_dict()
    assert (flat["n"], flat["p_value"], flat["winner"]) == (8, 0.015625, "A")
    assert all(isinstance(v, str | int | float | list | None) for v in flat.values())


def test_the_same_method_twice_is_told_apart_by_letters_beside_its_name():
    rows = [{"method": "PC", "seed": seed, "value": value} for seed, value in enumerate(A)]
    other = [{**row, "value": row["value"] - 1} for row in rows]
    assert compare(rows, other).names == ("A (PC)", "B (PC)")
    plain = [{"seed": row["seed"], "value": row["value"]} for row in other]
    named_b = [{**row, "method": "B"} for row in rows]
    assert compare(named_b, plain).names == ("A (B)", "B")


def test_too_few_runs_that_point_opposite_ways_are_warned_about_twice():
    with pytest.warns(StatisticsWarning) as caught:
        compare([1, 1, 1, -9], [0, 0, 0, 0])
    assert "cannot reach" in str(caught[0].message)
    assert "opposite directions" in str(caught[1].message)


def test_differences_that_add_up_to_0_but_for_rounding_point_nowhere():
    with pytest.warns(StatisticsWarning) as caught:
        found = compare([0.1, 0.7, -0.3, -0.2, -0.3], [0.0] * 5)
    assert found.difference == 0
    assert not any("opposite directions" in str(one.message) for one in caught)


def test_a_star_is_given_where_a_p_value_is_significant_at_the_level_alone():
    found = compare(A, B, level=0.99)
    assert "Wilcoxon p-value: 0.016 (exact)" in str(found)
    assert "no significant difference between A and B (p = 0.016)" in str(found)
    assert "p-value: 0.016 *" in str(compare(A, B, level=0.95))


@given(st.floats(0, 1), st.sampled_from([0.05, 0.01, 0.1, 0.001, 1e-6]))
@example(0.0499, 0.05)
@example(0.00995, 0.05)
@example(5e-5, 1e-6)
def test_a_p_value_is_written_on_its_side_of_every_level(p, alpha):
    text = p_text(p, alpha)
    assert text.startswith("<") or all(
        (float(text) < step) == (p < step) for step in (alpha, 0.05, 0.01, 0.001)
    )
    assert not text.startswith("<") or p < 1e-4 <= alpha


def test_small_and_large_numbers_keep_digits_that_count():
    small, large = ([[x * unit for x in side] for side in (A, B)] for unit in (1e-4, 1e120))
    assert "  A mean: 9.24e-05 ± 2.67e-06\n" in str(compare(*small))
    assert "  A mean: 9.24e+119 ± 2.67e+118\n" in str(compare(*large))


def test_h4_a_smallest_p_value_equal_to_the_level_cannot_be_below_it():
    """Five differences reach p = 0.0625 at best, which is not below 1 - 0.9375."""
    five = [0.1, 0.2, 0.3, 0.4, 0.5]
    with pytest.warns(StatisticsWarning, match=r"5 differences other than 0 cannot reach p < 0\.0625"):
        compare(five, [0.0] * 5, level=0.9375)


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_method_without_data_sets_is_named(side):
    """The message said that only a has 'asia', and only b has 'asia'."""
    with_dataset, without = {("asia", ""): 1, ("alarm", ""): 2}, {"asia": 2, "alarm": 3}
    sides = (without, with_dataset) if side == "a" else (with_dataset, without)
    with pytest.raises(StatisticsError, match=f"got runs of {side} without one, 'asia', 'alarm'"):
        compare(*sides)
    with pytest.raises(StatisticsError, match=r"got runs of b without one, '0', '1'\. Give a mapping"):
        compare(with_dataset, [2, 3])


@pytest.mark.parametrize(("keys", "place"), [({}, ""), ({"dataset": "asia"}, "on 'asia', ")])
def test_the_error_about_candidates_tells_methods_without_names_apart(keys, place):
    words = f"; {place}one method was scored on candidates and another method on all pairs"
    with pytest.raises(StatisticsError, match=words):
        compare([{**keys, "value": 1, "candidates": "sha256:1f"}], [{**keys, "value": 2}])


@pytest.mark.parametrize("names", [("GES", "PC"), ("ges", "X"), ("X", "pc")])
def test_the_name_of_one_method_is_not_given_to_the_other(names):
    """The values of PC were reported as those of GES."""
    a, b = ([{"method": m, "seed": k, "value": k + len(m)} for k in range(8)] for m in ("PC", "GES"))
    with pytest.raises(StatisticsError, match="a has the runs of 'PC' and b has those of 'GES'"):
        compare(a, b, better="lower", names=names)
    assert compare(a, b, better="lower", names=("PC, new", "GES")).names == ("PC, new", "GES")
    b = [{**row, "method": "PC"} for row in b]
    assert compare(a, b, better="lower", names=("PC, new", "PC")).names == ("PC, new", "PC")
