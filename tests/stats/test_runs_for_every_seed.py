"""A run without a seed counts once for each seed, in summaries as in rankings and comparisons."""

from fractions import Fraction

import pytest

from edgemark import stats

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")


def rows_of(values, seeds):
    """Runs from values in hundredths by method and data set: one for each seed, or one without any."""
    return [
        {"method": method, "dataset": d, "seed": s, "metric": "f1", "value": v / 100}
        for method, by_dataset in values.items()
        for d, v in by_dataset.items()
        for s in seeds.get((method, d), [None])
    ]


# PC has five seeds on a and one on b. LIN is deterministic, and better on every run.
UNEVEN = rows_of(
    {"PC": {"a": 90, "b": 10}, "LIN": {"a": 95, "b": 20}},
    {("PC", "a"): range(5), ("PC", "b"): [0]},
)
# LIN has no run on c.
LACKING = rows_of(
    {"PC": dict.fromkeys("abc", 45), "GES": dict.fromkeys("abc", 40), "LIN": {"a": 70, "b": 70}},
    {(m, d): range(5) for m in ("PC", "GES") for d in "abc"},
)


def bold(table):
    """The methods whose value is bold in a Markdown table."""
    lines = [line.split("|") for line in str(table.to_markdown()).splitlines()]
    return {line[1].strip() for line in lines if len(line) > 2 and line[2].strip().startswith("**0")}


def test_the_mean_of_runs_counts_a_run_without_a_seed_for_every_seed():
    table = stats.summarize(UNEVEN, replicate="seed")
    lin, pc = table["LIN", "f1"], table["PC", "f1"]
    assert lin.mean == pytest.approx(float(Fraction(5 * 95 + 20, 600)))
    assert pc.mean == pytest.approx(float(Fraction(5 * 90 + 10, 600)))
    assert (lin.n, lin.counts.runs, pc.n) == (6, 6, 6)
    squares = 5 * (Fraction(95) - Fraction(495, 6)) ** 2 + (Fraction(20) - Fraction(495, 6)) ** 2
    assert lin.sd == pytest.approx(float(squares / 5) ** 0.5 / 100)


@pytest.mark.parametrize("table", [UNEVEN, stats.complete_cases(UNEVEN)])
@pytest.mark.parametrize("replicate", ["seed", "dataset", "nested"])
def test_the_best_mean_of_a_table_for_a_paper_is_that_of_the_winner(table, replicate):
    assert bold(stats.summarize(table, replicate=replicate)) == {"LIN"}


def test_the_means_of_summaries_rankings_and_comparisons_agree():
    summary = stats.summarize(UNEVEN, replicate="seed")
    means = [summary[method, "f1"].mean for method in ("PC", "LIN")]
    assert stats.rank(UNEVEN, replicate="seed").blocks.values.mean(axis=0).tolist() == pytest.approx(
        means
    )
    sides = (stats.as_runs(UNEVEN).only(method=method) for method in ("PC", "LIN"))
    assert stats.compare(*sides, replicate="seed").means == pytest.approx(means)


@pytest.mark.parametrize(("replicate", "n"), [("seed", 10), ("dataset", 2), ("nested", 2)])
def test_runs_that_were_made_weigh_as_much_as_those_that_are_absent(replicate, n):
    """2 runs counted once each beside 5 absent ones, so the mean by the worst value was 1.4 / 7."""
    found = stats.summarize(LACKING, replicate=replicate)["LIN", "f1"]
    assert str(found.counts) == "10 of 15 runs: 5 absent"
    assert (found.n, found.mean) == (n, pytest.approx(0.7))
    assert found.mean_worst == pytest.approx(float(Fraction(10 * 70, 1500)))
    ranked = stats.rank(LACKING, worst=0, replicate=replicate)
    means = dict(zip(ranked.methods, ranked.blocks.values.mean(axis=0), strict=True))
    assert means["LIN"] == pytest.approx(found.mean_worst)


def test_copies_of_a_run_have_no_spread_over_seeds():
    found = stats.summarize(LACKING)
    assert found["LIN", "f1"].to_dict()["sd_within"] is None
    assert found["PC", "f1"].sd_within == pytest.approx(0)


def test_a_run_without_a_seed_is_one_run_if_no_method_has_seeds():
    found = stats.summarize(rows_of({"PC": {"a": 10, "b": 20}, "LIN": {"a": 30, "b": 50}}, {}))
    assert (found["LIN", "f1"].mean, found["LIN", "f1"].counts.runs) == (0.4, 2)


def test_a_test_against_chance_counts_a_run_once():
    rows = [{**row, "chance": 0.1} for row in LACKING]
    found = {t.method: t.comparison for t in stats.against_chance(rows, replicate="seed")}
    assert len(found["LIN"].pairs.names) == 2
