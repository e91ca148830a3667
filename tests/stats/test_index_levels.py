"""Levels of a pandas index are read by their names, as the columns of the same table are."""

from itertools import permutations

import pandas as pd
import pytest

from edgemark.errors import StatisticsError
from edgemark.stats import against_chance, as_runs, compare, rank, summarize

KEYS = ["dataset", "seed"]
ROWS = [
    {"method": m, "dataset": d, "seed": 7 * i + s, "value": v + s + i, "chance": 20.0, "better": "lower"}
    for s in range(7)
    for i, d in enumerate(("asia", "alarm"))
    for m, v in (("PC", 9.0), ("GES", 3.0))
]  # fmt: skip
TIDY = pd.DataFrame(ROWS)

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")


def plain(runs):
    return sorted((run.method, run.dataset, run.seed, run.value) for run in runs)


def said(rows=ROWS):
    """What the dictionaries themselves say, without pandas and without edgemark."""
    return sorted((r["method"], r["dataset"], str(r["seed"]), r["value"]) for r in rows)


@pytest.mark.parametrize("levels", [x for k in (1, 2, 3) for x in permutations(["method", *KEYS], k)])
def test_w3_named_levels_of_a_tidy_table_are_columns(levels):
    frame = TIDY.set_index(list(levels))
    assert plain(as_runs(frame)) == said()
    assert str(rank(frame)) == str(rank(ROWS))
    (one, _) = against_chance(frame)
    assert (one.comparison.pairs.unit, len(one.comparison.pairs.names)) == ("data set", 2)


@pytest.mark.parametrize("levels", list(permutations(KEYS)))
def test_w2_levels_of_wide_frames_and_series_go_by_their_names(levels):
    wide = TIDY.pivot(index=list(levels), columns="method", values="value")
    found = rank(wide, better="lower")
    assert (found.blocks.unit, set(found.blocks.names)) == ("data set", {"asia", "alarm"})
    assert found.pairs[0].p_holm == 0.5
    assert str(rank(wide.reset_index(), better="lower")) == str(found)
    both = compare(wide["PC"], wide["GES"], better="lower")
    assert (both.p_value, both.pairs.unit) == (0.5, "data set")
    assert (summarize(wide["PC"]).unit, summarize(wide["PC"]).n) == ("data set", 2)


@pytest.mark.parametrize(("column", "level"), list(permutations(KEYS)))
def test_w3_a_wide_frame_with_a_column_and_a_level(column, level):
    wide = TIDY.pivot(index=KEYS, columns="method", values="value").reset_index(column)
    assert wide.index.name == level
    found = rank(wide, better="lower")
    assert (found.blocks.unit, found.pairs[0].p_holm) == ("data set", 0.5)


@pytest.mark.parametrize("levels", list(permutations(["method", *KEYS])))
def test_w4_a_series_whose_levels_name_methods_is_a_table(levels):
    series = TIDY.groupby(list(levels)).value.mean()
    assert plain(as_runs(series)) == said()
    found = summarize(series)
    assert sorted((row.method, row.summary.n, row.summary.unit) for row in found) == [
        ("GES", 2, "data set"), ("PC", 2, "data set"),
    ]  # fmt: skip
    assert rank(series, better="lower").pairs[0].p_holm == 0.5
    with pytest.raises(StatisticsError, match="must be of one method"):
        rank({"a": series, "b": series}, better="lower")


def test_w4_units_within_a_seed_are_refused():
    more = pd.concat([TIDY.assign(k=k) for k in range(2)])
    wide = more.pivot(index=[*KEYS, "k"], columns="method", values="value")
    for call in (lambda: rank(wide, better="lower"), lambda: summarize(wide["PC"]),
                 lambda: as_runs(more.set_index([*KEYS, "k"])),
                 lambda: compare(wide["PC"], wide["GES"])):  # fmt: skip
        with pytest.raises(StatisticsError, match="Average over 'k'"):
            call()
    with pytest.raises(StatisticsError, match=r"a key must be \(data set, seed\)"):
        summarize({("asia", s, 0): 1.0 for s in range(7)})


def test_w3_an_index_that_says_nothing_known_is_refused_or_row_numbers():
    cases = [
        (TIDY.set_index(TIDY["dataset"].rename(None)), "unnamed row numbers"),
        (TIDY.rename_axis("id"), "'id', such as 0"),
        (TIDY.set_index("dataset", drop=False), "got 'dataset' twice"),
        (TIDY.rename(columns={"dataset": "Dataset"}).set_index("Dataset"), "must be spelled 'dataset'"),
        (pd.concat({"x": TIDY}), "without a name"),
        (TIDY.set_index([TIDY["dataset"], TIDY["seed"].rename(None)]), "without a name"),
    ]
    for frame, words in cases:
        with pytest.raises(StatisticsError, match=words):
            rank(frame)
    assert plain(as_runs(TIDY.sample(frac=1, random_state=1))) == said()
    assert plain(as_runs(TIDY[TIDY.method == "PC"])) == said([r for r in ROWS if r["method"] == "PC"])
    turned = TIDY.pivot_table(index="method", columns="dataset", values="value")
    assert rank(turned, better="lower").order == rank(ROWS).order == ("GES", "PC")
    turned = turned.rename_axis(columns=None)
    with pytest.raises(StatisticsError, match=r"rename_axis\(columns='dataset'\)"):
        rank(turned, better="lower")


def test_row_numbers_beside_columns_of_seeds_must_be_named_and_are_not_called_right():
    wide = TIDY[TIDY.method == "PC"].pivot(index="dataset", columns="seed", values="value")
    numbered = wide.reset_index(drop=True)
    with pytest.raises(
        StatisticsError, match="must be named for what it holds, if the columns hold the seeds"
    ) as e:
        as_runs(numbered)
    assert "reset_index" not in str(e.value)
    assert set(as_runs(numbered.rename_axis("dataset")).datasets) == {"0", "1"}


def test_an_empty_table_with_an_unknown_index_is_refused_by_its_name():
    empty = pd.DataFrame({"method": [], "value": []}).rename_axis("foo")
    with pytest.raises(StatisticsError, match=r"named for what it holds; got 'foo'\. Name it"):
        as_runs(empty)
