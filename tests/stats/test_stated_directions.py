"""The column 'better' of a table, the argument `better` and the metric must agree on the direction."""

from itertools import product

import pytest

from edgemark.errors import StatisticsError
from edgemark.stats import against_chance, compare, metric_agreement, rank, summarize

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
STATED = ("", "lower", "higher", "ratio", "neither")
DIRECTION = {"lower": "lower", "higher": "higher", "ratio": "higher"}


def table(*stated, metric="mine"):
    """Seven seeds of two methods, whose rows take the stated directions in turn."""
    return [
        {"method": m, "seed": s, "metric": metric, "value": s + 3 * (m == "b"), "chance": 9.0}
        | {"better": stated[s % len(stated)]}
        for m in "ab"
        for s in range(7)
    ]


def calls(rows, **more):
    sides = [[row for row in rows if row["method"] == m] for m in "ab"]
    return {
        "rank": lambda: rank(rows, **more),
        "compare": lambda: compare(*sides, **more),
        "against_chance": lambda: against_chance(rows, **more),
    }


@pytest.mark.parametrize("call", ["rank", "compare", "against_chance"])
@pytest.mark.parametrize(("first", "second"), list(product(STATED, repeat=2)))
@pytest.mark.parametrize("better", ["lower", "higher"])
def test_a_call_agrees_with_the_column_or_is_refused(call, first, second, better):
    opposite = {DIRECTION.get(stated, better) for stated in (first, second)} - {better}
    run = calls(table(first, second), better=better)[call]
    if not opposite:
        run()
        return
    with pytest.raises(StatisticsError, match="the direction of the call must be that of the column"):
        run()


def test_one_side_of_a_comparison_states_the_direction_for_both():
    a, b = ([{"seed": s, "value": s * k} for s in range(7)] for k in (1, 2))
    stated = [{**row, "better": "higher"} for row in a]
    assert compare(stated, b).better == "higher"
    with pytest.raises(StatisticsError, match="got better='lower', and 'higher' in the column"):
        compare(stated, b, better="lower")
    with pytest.raises(StatisticsError, match="got better='lower', and 'higher' in the column"):
        compare(b, stated, better="lower")


@pytest.mark.parametrize("stated", ["lower", "higher", "ratio"])
def test_a_summary_accepts_the_stated_direction_and_refuses_the_other(stated):
    own = DIRECTION[stated]
    other = "higher" if own == "lower" else "lower"
    found = summarize(table(stated), better=own)
    assert [row.better for row in found.rows] == [row.better for row in summarize(table(stated)).rows]
    with pytest.raises(StatisticsError, match="Leave better out, if the column is right"):
        summarize(table(stated), better=other)


def test_the_argument_better_is_the_direction_of_metrics_that_state_none():
    rows = [*table("lower", metric="one"), *table("", metric="two")]
    assert {row.metric: row.better for row in summarize(rows, better="higher").rows} == {
        "one": "lower",
        "two": "higher",
    }


def test_a_direction_for_a_metric_without_one_is_refused():
    rows = [{"method": "a", "seed": s, "metric": "decisiveness", "value": s / 9} for s in range(5)]
    with pytest.raises(StatisticsError, match="Leave better out"):
        summarize(rows, better="higher")


def test_a_column_with_both_directions_gets_no_advice_to_pass_better():
    with pytest.raises(StatisticsError) as error:
        rank(table("lower", "higher"))
    assert not [remedy for remedy in error.value.message.remedies if remedy.python]
    assert "State one direction in the column" in str(error.value)
    with pytest.raises(StatisticsError) as error:
        rank(table("lower", "neither"))
    assert [remedy.python for remedy in error.value.message.remedies] == ['better="lower"']
    assert rank(table("lower", "neither"), better="lower").better == "lower"
    rows = [*table("lower", "higher", metric="x"), *table("lower", metric="y")]
    with pytest.raises(StatisticsError, match="State one direction in the column"):
        metric_agreement(rows)


def test_a_metric_without_a_better_direction_needs_none_in_tables():
    rows = table("neither")
    with pytest.raises(StatisticsError, match="the column 'better' says 'neither'"):
        rank(rows)
    found = summarize(rows)
    assert {row.better for row in found} == {"neither"}
    assert "say which values are better" not in found.to_markdown()


def test_an_error_about_two_directions_names_the_metric_and_the_runs():
    rows = [
        {"method": m, "dataset": "asia", "metric": "gain", "value": 1, "better": better}
        for m, better in (("PC", "lower"), ("GES", "higher"))
    ]
    with pytest.raises(StatisticsError) as caught:
        summarize(rows)
    assert "says 'higher' for gain on GES/asia and 'lower' for gain on PC/asia" in str(caught.value)


def test_the_directions_of_metrics_are_not_said_to_be_in_a_column():
    from edgemark.stats import as_runs
    from edgemark.stats.known_metrics import better_of

    runs = [{"metric": "shd", "value": 1, "method": "a"}, {"metric": "f1", "value": 0.2, "method": "b"}]
    with pytest.raises(StatisticsError) as caught:
        better_of(as_runs(runs))
    words = str(caught.value)
    assert "edgemark's metrics say 'higher' for f1 on b and 'lower' for shd on a" in words
    assert "the column 'better' says" not in words
