"""What tables for papers say of runs without a value, and of metrics whose direction is unknown."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import stats
from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning


def table(**values):
    return [
        {"method": method, "dataset": f"d{k}", "metric": "f1", "value": value}
        for method, numbers in values.items()
        for k, value in enumerate(numbers)
        if value != "absent"
    ]


WITH_GAPS = table(
    PC=[0.5, 0.6, 0.7, 0.4, 0.5, 0.9, None],
    GES=[0.6, 0.7, 0.8, 0.5, 0.6, None, "absent"],
    X=[0.1] * 7,
)


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
@pytest.mark.parametrize("form", ["to_markdown", "to_latex"])
def test_t1_a_ranking_says_which_runs_are_left_out_or_invented(form):
    ranked = stats.rank(WITH_GAPS)
    text = getattr(ranked, form)()
    assert "2 runs are left out, because some method has no value there" in text
    assert "uns without a value: PC 1, GES 2" in text
    filled = getattr(stats.rank(WITH_GAPS, worst=0), form)()
    assert "he worst possible value stands in for 2 runs without a value" in filled
    assert "left out" not in filled
    whole = getattr(stats.rank(table(A=[0.1, 0.2], B=[0.3, 0.3], C=[0.4, 0.1])), form)()
    assert "without a value" not in whole
    assert "left out" not in whole


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
@pytest.mark.parametrize("form", ["to_markdown", "to_latex"])
def test_t1_a_comparison_says_which_runs_are_left_out_or_invented(form):
    a = dict(enumerate([0.5, 0.6, 0.7, 0.4, 0.5, 0.9, None]))
    b = dict(enumerate([0.6, 0.7, 0.8, 0.5, 0.6]))
    text = getattr(stats.compare(a, b, better="higher"), form)()
    assert "2 paired runs are left out (2 of them absent), because A (1) or B (2) has no value" in text
    filled = getattr(stats.compare(a, b, better="higher", worst=0), form)()
    assert "he worst possible value stands in for 2 runs without a value" in filled
    assert "left out" not in filled
    assert "left out" not in getattr(stats.compare([1, 2, 3], [2, 2, 4], better="higher"), form)()


OWN = [
    {"method": method, "dataset": d, "metric": "own", "value": value}
    for method, value in (("PC", 1.0), ("GES", 2.0))
    for d in "abc"
]


def test_a_metric_of_ones_own_has_a_best_value_once_its_direction_is_said():
    unknown = stats.summarize(OWN).to_markdown()
    assert "**1.000" not in unknown
    assert "**2.000" not in unknown
    note = "no best is marked for own: say which values are better with summarize(..., better="
    assert note in unknown
    lower = stats.summarize(OWN, better="lower").to_markdown()
    assert "| own ↓ |" in lower
    assert "| **1.000 ± 0.000** |" in lower
    assert "no best is marked" not in lower
    with_column = stats.summarize([{**row, "better": "higher"} for row in OWN])
    assert "| **2.000 ± 0.000** |" in with_column.to_markdown()
    assert {row.better for row in with_column} == {"higher"}


def test_one_method_needs_no_direction():
    assert "no best" not in stats.summarize(OWN[:3]).to_markdown()


def test_a_direction_against_the_metric_or_the_bounds_is_refused():
    same = stats.summarize(WITH_GAPS, better="higher").to_markdown()
    assert same == stats.summarize(WITH_GAPS).to_markdown()
    with pytest.raises(StatisticsError, match="higher values of f1 are better; got 'lower'"):
        stats.summarize(WITH_GAPS, better="lower")
    with pytest.raises(StatisticsError, match="worst"):
        stats.summarize(OWN, better="lower", worst=0)
    with pytest.raises(ConventionError, match="better must be one of"):
        stats.summarize(OWN, better="smaller")
    mixed = [*OWN, *({**row, "metric": "shd"} for row in OWN)]
    heads = stats.summarize(mixed, better="higher").to_markdown()
    assert "own ↑ | shd ↓" in heads


# ---- bold: the best of the numbers that are printed


def bold_and_plain(text):
    """The cells of the first column of numbers, as (method, printed number, whether it is bold)."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    return [
        (name, float(re.search(r"[-\d.]+", cell)[0]), cell.startswith("**"))
        for name, cell, *_ in cells
        if re.search(r"\d+\.\d", cell)
    ]


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
@pytest.mark.parametrize("failing", ["undefined", "failed", "absent"])
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from([0.25, 0.28, 0.3, 0.9, None]), min_size=4, max_size=4),
        min_size=2,
        max_size=3,
    )
)
def test_bold_never_contradicts_the_printed_numbers(failing, values):
    rows = [
        {"method": "ABC"[k], "dataset": d, "metric": "precision", "value": value}
        | ({"status": failing} if value is None else {})
        for k, numbers in enumerate(values)
        for d, value in zip("abcd", numbers, strict=True)
    ]
    text = stats.summarize(rows).to_markdown()
    shown = bold_and_plain(text)
    some_undefined = failing == "undefined" and any(None in numbers for numbers in values)
    assert not (some_undefined and any(bold for *_, bold in shown))
    assert some_undefined == ("no best is marked in a column with ‡" in text)
    has_values = dict(zip("ABC", (any(numbers) for numbers in values), strict=False))
    for name, number, bold in shown:
        if not some_undefined:
            is_best = number == max(other for _, other, _ in shown)
            assert bold == (is_best and has_values[name])


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_a_failed_run_at_the_worst_is_not_ahead_of_a_mean_of_others():
    """A 0.300† was bold beside .575‡, which left out a run that A counted."""
    rows = [
        {"method": m, "dataset": d, "metric": "own", "better": "higher", "worst": -1, "value": v}
        | ({"status": status} if v is None else {})
        for m, status, numbers in [
            ("A", "failed", [0.7, 0.7, 0.8, None]),
            ("B", "undefined", [0.6, 0.6, 0.525, None]),
        ]
        for d, v in zip("abcd", numbers, strict=True)
    ]
    text = stats.summarize(rows).to_markdown()
    assert "0.300† (3/4)" in text
    assert "0.575‡ (3/4)" in text
    assert "bold" not in text


def test_no_method_is_the_best_over_other_candidate_pairs():
    rows = [
        {"method": method, "dataset": data, "metric": "shd", "value": value, "candidates": candidates}
        for method, value, candidates in (("PC", 1, "sha256:1f"), ("GES", 7, ""))
        for data in ("asia", "alarm")
    ]
    table = stats.summarize(rows)
    assert table.on_several_candidates == {("shd", "")}
    assert "**1.000" not in table.to_markdown()
    assert "some methods were scored on other candidate pairs" in table.to_markdown()
    same = stats.summarize([row | {"candidates": ""} for row in rows]).to_markdown()
    assert "**1.000" in same
    assert "candidate" not in same


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_tables_of_nested_runs_say_which_numbers_count_runs():
    rows = [
        {"method": m, "dataset": f"d{d}", "seed": s, "metric": "f1", "value": 0.1 * k + (s + d) / 20}
        for k, m in enumerate(("PC", "GES", "LiNGAM"))
        for d in range(6)
        for s in range(2)
    ]
    ranking = stats.rank(rows, replicate="nested")
    assert "ranks, wins/ties/losses and p use all 12 runs" in ranking.to_markdown()
    sides = [[row for row in rows if row["method"] == method] for method in ("PC", "GES")]
    assert "p and r use all 12 runs" in stats.compare(*sides, replicate="nested").to_markdown()
    for found in (stats.rank(rows), stats.compare(*sides)):
        assert "use all" not in found.to_markdown()


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_only_the_best_average_rank_is_bold_if_two_look_alike():
    """A and B have average ranks of 1.4975 and 1.5025, which are both written as 1.50."""
    values = {"A": [1] * 201 + [2] * 199, "B": [2] * 201 + [1] * 199}
    ranking = stats.rank({**values, "C": [3] * 400}, better="lower")
    assert ranking.average_ranks[0] < ranking.average_ranks[1]
    assert ranking.to_markdown().count("**1.50**") == 1


def test_the_caption_names_data_sets_and_runs_if_metrics_have_different_replicates():
    rows = [
        {"method": m, "dataset": d, "seed": s, "metric": metric, "value": (s + len(m)) / 9}
        for m in ("PC", "GES")
        for metric, names in (("f1", "abc"), ("precision", "a"))
        for d in names
        for s in range(4)
    ]
    title = "mean ± standard deviation over 3 data sets (f1) or 4 runs (precision)"
    assert title in stats.summarize(rows).to_markdown()
    of_datasets = stats.summarize(rows, replicate="dataset").to_markdown()
    assert "mean ± standard deviation over 1 to 3 data sets**" in of_datasets


def test_the_caption_counts_the_replicates_of_a_mean_with_the_worst_value():
    """It said "2 to 3 data sets", although the mean with a dagger counts the failed one too."""
    rows = [
        {"method": m, "dataset": d, "metric": "f1", "value": None if (m, d) == ("PC", "c") else 0.5}
        | ({"status": "failed"} if (m, d) == ("PC", "c") else {})
        for m in ("PC", "GES")
        for d in "abc"
    ]
    table = stats.summarize(rows)
    assert (table["PC", "f1"].n, table["PC", "f1"].n_all) == (2, 3)
    assert "mean ± standard deviation over 3 data sets**" in table.to_markdown()
    assert "(2/3)" in table.to_markdown()
    undefined = [{k: v for k, v in row.items() if k != "status"} for row in rows]
    assert "over 2 to 3 data sets**" in stats.summarize(undefined).to_markdown()


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
@pytest.mark.parametrize(
    ("level", "note", "cells"),
    [
        (0.9, r"\*, \*\*, \*\*\*: p below .05, .01, .001", [r"0.016\* ", r"0.00098\*\*\* "]),
        (0.98, r"\*, \*\*, \*\*\*: p below .02, .01, .001", [r"0.016\* ", r"0.00098\*\*\* "]),
        (0.99, r"\*\*, \*\*\*: p below .01, .001", ["0.016 ", r"0.00098\*\*\* "]),
        (0.9985, r"\*\*, \*\*\*: p below .0015, .001", ["0.016 ", r"0.00098\*\*\* "]),
    ],
)
def test_the_note_on_stars_states_the_p_values_that_have_stars(level, note, cells):
    values = {"A": [1] * 12, "B": list(range(2, 14)), "C": [2] * 7 + [1] * 5}
    text = stats.rank(values, better="lower", level=level, control="A").to_markdown()
    assert f"\n{note}\n" in text
    assert all(cell in text for cell in cells)


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_a_method_without_a_value_is_never_best():
    failed = [
        {"method": m, "dataset": d, "metric": "shd", "value": None, "status": "failed", "worst": 9}
        for m in ("PC", "GES")
        for d in "abc"
    ]
    assert "**" not in stats.summarize(failed).to_markdown().partition("\n")[2]


def test_a_reason_with_several_lines_is_one_line():
    rows = table(PC=[0.5, 0.6, None], GES=[0.1, 0.2, 0.3])
    rows[2] |= {"status": "failed", "reason": "no memory:\n  2 GiB\n\nend"}
    assert "(no memory: 2 GiB end)" in stats.summarize(rows).to_latex()
    with pytest.warns(StatisticsWarning) as caught:
        stats.compare(rows[:3], rows[3:])
    assert any("(no memory: 2 GiB end)" in str(one.message) for one in caught)


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_notes_in_latex_are_sentences_but_names_keep_their_case():
    rows = table(ges=[0.5, 0.6], pc=[0.1, None])
    rows[3] |= {"status": "failed", "reason": "no memory"}
    assert ". pc f1: 1 of 2 runs" in stats.summarize(rows).to_latex()
    assert "Bold: best of the column." in stats.summarize(table(ges=[0.5], pc=[0.1])).to_latex()
