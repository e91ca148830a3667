"""Names of methods and data sets that look alike, but are written with different characters."""

import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import as_runs, rank, summarize


@pytest.mark.parametrize("noun", ["method", "dataset"])
@pytest.mark.parametrize(
    ("name", "alike"), [("caf\u00e9", "cafe\u0301"), ("\ufb01", "fi"), ("stra\u00dfe", "STRASSE")]
)
def test_names_that_differ_only_in_unicode_form_are_warned_about(noun, name, alike):
    other = {"method": "dataset", "dataset": "method"}[noun]
    rows = [
        {noun: own, other: f"{other} {k}", "value": k + len(own)}
        for own in (name, alike)
        for k in (0, 1, 2)
    ]
    with pytest.warns(StatisticsWarning) as caught:
        rank(rows, better="lower")
    texts = [str(one.message) for one in caught]
    assert any(f"{name!r} and {alike!r} are counted as 2" in text for text in texts)
    assert any("differ only in case, spaces, hyphens or Unicode form" in text for text in texts)


def test_summaries_warn_of_a_data_set_that_is_counted_twice():
    rows = [
        {"method": "PC", "dataset": name, "seed": seed, "metric": "shd", "value": seed}
        for name in ("asia", "asia ")
        for seed in (1, 2, 3)
    ]
    with pytest.warns(StatisticsWarning, match="'asia' and 'asia ' are counted as 2 data sets"):
        table = summarize(rows)
    assert len(table.warnings) == 1


SAME_SIGHT = [("pc", "pc\u200b"), ("\ufeffpc", "pc"), ("PC", "\u0420\u0421"), ("pc", "p\u0441")]


@pytest.mark.parametrize("column", ["method", "dataset"])
@pytest.mark.parametrize(("name", "twin"), SAME_SIGHT)
def test_names_that_look_the_same_are_warned_about(column, name, twin):
    rows = [
        {"method": "PC", "dataset": "asia", "metric": "shd", "seed": seed, "value": seed, column: one}
        for one in (name, twin)
        for seed in (1, 2, 3)
    ]
    with pytest.warns(StatisticsWarning) as caught:
        summarize(rows)
    text = str(caught[0].message)
    assert text.startswith(f"{name!a} and {twin!a} are counted as 2 ")
    assert "differ only in characters that are invisible or look alike" in text


def test_names_in_another_script_alone_are_not_warned_about():
    names = ("\u0420\u0421", "\u0430\u0437\u0438\u044f", "\u03b1", "a")
    rows = [{"method": name, "metric": "shd", "seed": 1, "value": 3} for name in names]
    assert not summarize(rows).warnings


@pytest.mark.parametrize("names", [("shd", "shd\u200b"), ("mine", "m\u0456ne"), ("\u0455hd", "shd")])
def test_metrics_that_look_the_same_are_refused(names):
    rows = [{"metric": name, "seed": 1, "value": 3} for name in names]
    with pytest.raises(StatisticsError, match="which differ only in characters that are invisible or"):
        as_runs(rows)


@pytest.mark.parametrize("seeds", [("00", "0"), ("1", "01"), ("2", "2.0"), ("3", "3\u200b")])
def test_seeds_that_are_one_number_are_warned_about(seeds):
    rows = [
        {"method": method, "dataset": "asia", "metric": "shd", "seed": seed, "value": value}
        for value, (method, seed) in enumerate(zip(("PC", "GES"), seeds, strict=True))
    ]
    with pytest.warns(StatisticsWarning, match="of 'asia' are counted as 2 seeds, but are one number"):
        summarize(rows)
    rows[1]["dataset"] = "alarm"
    assert not summarize(rows).warnings
