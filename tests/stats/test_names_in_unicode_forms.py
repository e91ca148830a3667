"""Names of methods and data sets that look alike, but are written with different characters."""

import pytest

from edgemark.errors import StatisticsWarning
from edgemark.stats import rank, summarize


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
