"""A worst, best or chance value on the wrong side is refused: failed runs would count as good ones."""

import warnings
from math import inf, nan

import numpy as np
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import against_chance, compare, metric_agreement, rank, summarize


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def runs(method, values, metric="f1", **more):
    return [
        {"method": method, "seed": s, "metric": metric, "value": v, **more} for s, v in enumerate(values)
    ]


FAILED = runs("A", [0.5, *[None] * 6])
GOOD = runs("B", [0.4, 0.5, 0.6, 0.7, 0.7, 0.7, 0.8])


@pytest.mark.parametrize("worst", [1, 0.9, 0.1])
def test_w1_a_worst_value_that_is_not_that_of_the_metric_is_refused(worst):
    calls = [
        lambda: rank(FAILED + GOOD, worst=worst),
        lambda: compare(FAILED, GOOD, worst=worst),
        lambda: summarize(FAILED, worst=worst, best=1),
        lambda: against_chance([{**row, "chance": 0.5} for row in FAILED], worst=worst),
        lambda: rank([{**row, "worst": worst} for row in FAILED + GOOD]),
        lambda: metric_agreement(
            [{**row, "metric": m, "worst": worst} for m in ("f1", "precision") for row in FAILED + GOOD]
        ),
    ]
    for call in calls:
        with pytest.raises(
            StatisticsError, match=r"must be 0 or below, because higher values are better.*worst=0"
        ):
            call()


def test_w1_a_worst_value_that_a_value_is_worse_than_is_refused():
    few, many = runs("A", [3, *[None] * 6], "shd"), runs("B", [3, 4, 5, 6, 7, 8, 9], "shd")
    for worst in (0, 1, 8.9):
        with pytest.raises(StatisticsError, match="because lower values are better; got worst="):
            rank(few + many, worst=worst)
        with pytest.raises(StatisticsError, match="no value of shd may be worse than the worst"):
            compare(few, many, worst=worst)
    assert compare(few, many, worst=9).winner == "B"
    own = [{**row, "metric": "runtime", "better": "lower"} for row in few + many]
    for call in (rank, summarize):
        with pytest.raises(StatisticsError, match="no value of runtime"):
            call(own, worst=0)
    with pytest.raises(StatisticsError, match="lower values are better"):
        rank({"A": [3, None, 4], "B": [5, 6, 7]}, better="lower", worst=0)
    # only the failed run has a worst value, and another method a worse one there
    few[1]["worst"] = 3.5
    with pytest.raises(StatisticsError, match=r"worst=3\.5 and a value of 4"):
        rank(few + many)


def test_w1_best_and_chance_values_have_sides_too():
    cases = [
        ({"best": 0, "worst": 1, "better": "higher", "value": None}, "the best possible value of 0"),
        ({"best": 0.5, "better": "higher", "value": 0.7}, "better than the best possible"),
        ({"worst": 0.5, "chance": 0.2, "better": "higher", "value": 0.7}, "a chance value of 0.2"),
        ({"best": 3, "chance": 2, "better": "lower", "value": 4}, "a chance value of 2"),
    ]
    for row, words in cases:
        with pytest.raises(StatisticsError, match=words):
            summarize([{"metric": "mine", **row}])
    with pytest.raises(StatisticsError, match=r"best=0\.6 and a value of 0\.7"):
        summarize([0.7, 0.8], best=0.6, worst=0)


def test_w1_without_a_direction_the_worst_value_is_at_one_end():
    for worst in (0.3, 0.5):
        with pytest.raises(StatisticsError, match="at one end of the values"):
            summarize([0.2, 0.9, None], worst=worst)
        with pytest.raises(StatisticsError, match="at one end of the values"):
            compare([0.2, None], [0.4, 0.9], worst=worst)
    for worst in (0, 1):
        assert summarize([0.2, 0.9, None], worst=worst).mean_worst == pytest.approx((1.1 + worst) / 3)


def test_w1_larger_graphs_may_have_worse_values_than_the_worst_of_smaller_ones():
    rows = [
        {"method": m, "dataset": d, "metric": "shd", "value": v, "worst": w}
        for d, w, values in [("asia", 28, (3, None)), ("alarm", 666, (90, 80))]
        for m, v in zip("AB", values, strict=True)
    ]
    assert rank(rows).blocks.imputed == ("asia",)


def test_a_ranking_counts_the_values_that_the_worst_one_replaces():
    """asia has values for each seed but those of C, which failed once for all of them."""
    rows = [
        {"method": m, "dataset": d, "seed": s, "metric": "f1", "value": v, "worst": 0}
        for d, s, values in [
            ("alarm", 1, (0.5, 0.6, 0.7)), ("alarm", 2, (0.4, None, None)),
            ("asia", 1, (0.3, 0.2)), ("asia", 2, (0.5, 0.4)), ("asia", "", (..., ..., None)),
        ]
        for m, v in zip("ABC", values, strict=False) if v is not ...
    ]  # fmt: skip
    found = rank(rows)
    assert found.blocks.imputed == ("alarm/2", "asia/1", "asia/2")
    assert found.blocks.n_imputed == 3  # two on alarm, and one for both seeds of asia
    assert "stands in for 3 runs without a value: " in str(found)
    one = rank([row for row in rows if row["dataset"] == "alarm"])
    assert (one.blocks.imputed, one.blocks.n_imputed) == (("alarm/2",), 2)
    assert "stands in for 1 run without a value (2 values of several methods)" in str(one)


def test_w1_random_bounds_are_refused_as_the_definition_says():
    """The oracle goes over every value of every run of the same seed."""
    rng, refused = np.random.default_rng(3), 0
    for _ in range(300):
        better = rng.choice(["higher", "lower"])
        rows = [
            {"method": m, "seed": s, "metric": "mine", "better": better,
             "value": int(rng.integers(3, 7)), "worst": int(rng.choice([2, 3, 6, 7])),
             "best": int(rng.choice([2, 3, 6, 7])) if rng.random() < 0.2 else None}
            for m in "AB" for s in range(2)
        ]  # fmt: skip
        turn = 1 if better == "higher" else -1
        wrong = False
        for one in rows:
            for other in rows:
                if one["seed"] != other["seed"]:
                    continue
                best = inf if other["best"] is None else turn * other["best"]
                own = [turn * other["value"]] + [best] * (best < inf)
                wrong |= any(turn * one["worst"] > x for x in own)
                wrong |= turn * one["value"] > best
        if wrong:
            refused += 1
            with pytest.raises(StatisticsError, match="possible one"):
                summarize(rows)
        else:
            summarize(rows)
    assert 50 < refused < 290


def test_w1_rounding_is_no_wrong_side():
    rows = [{"seed": s, "metric": "f1", "value": 1.0, "best": 1 - 1e-13, "worst": 1e-13, "chance": nan}
            for s in range(3)]  # fmt: skip
    assert summarize(rows).rows[0].summary.mean == 1


def test_m5_a_test_against_chance_says_where_the_worst_value_stands_in():
    rows = [{**row, "chance": 0.2} for row in runs("A", [0.6, 0.6, 0.6, 0.5, 0.4, 0.7, None])]
    (found,) = against_chance(rows, worst=0)
    assert "the worst possible value stands in for 1 run without a value: '6'" in str(found)
    assert (found.to_dict()["imputed"], found.to_dict()["n"]) == (1, 7)
    (left,) = against_chance(rows)
    assert ("stands in" in str(left), left.to_dict()["imputed"]) == (False, 0)


def test_13_the_column_worst_is_used_in_tests_as_the_documentation_says():
    def rows(method, **last):
        values = [{"method": method, "seed": s, "metric": "own", "value": 5.0 + s} for s in range(7)]
        return [*values, {"method": method, "seed": 7, "metric": "own", **last}]

    a, b = rows("a", value=None, worst=0.0), rows("b", value=9.0, worst=0.0)
    filled = compare(a, b, better="higher")
    assert filled.pairs.imputed == ("7",)
    assert "the worst possible value stands in for 1 run without a value: '7'" in str(filled)
    given = [{k: v for k, v in row.items() if k != "worst"} for row in (*a, *b)]
    with pytest.warns(StatisticsWarning, match="1 paired run is left out, because a has no value there"):
        left = compare(given[:8], given[8:], better="higher")
    assert (left.pairs.imputed, left.pairs.left_out) == ((), ("7",))


def test_runs_without_bounds_are_not_compared_with_them(monkeypatch):
    """Each value was compared with bounds of nan: 7 s for 200,000 values."""
    monkeypatch.setattr("edgemark.stats.stand_ins._values", None)
    summarize([1.0, 2.0, 3.0], better="lower", resamples=200)
    with pytest.raises(TypeError):
        summarize([1.0, 2.0, 3.0], better="lower", worst=9, resamples=200)


def test_a_run_without_a_seed_is_counted_as_it_is_listed():
    """The text said "1 run", and listed three; or "A (1)" beside three runs that are left out."""
    rows = [{"method": "A", "dataset": d, "value": v} for d, v in (("asia", None), ("alarm", 1))]
    rows += [
        {"method": m, "dataset": d, "seed": s, "value": s}
        for m in "BC"
        for d in ("asia", "alarm", "sachs")
        for s in range(3)
    ] + [{"method": "A", "dataset": "sachs", "value": 2}]
    text = str(rank(rows, better="lower", worst=9))
    stands_in = (
        "stands in for 1 run without a value, which counts for 3 seeds: 'asia/0', 'asia/1', 'asia/2'"
    )
    assert stands_in in text
    assert "with their number of such runs: A (3)" in str(rank(rows, better="lower"))
