"""A metric of edgemark that is written in several ways is one metric."""

import pytest

from edgemark import errors, stats

ROWS = [
    {"method": method, "seed": seed, "metric": "shd", "value": value + seed}
    for method, value in (("PC", 3), ("GES", 5))
    for seed in range(8)
]


def renamed(name, other):
    """Write the metric or the convention of one method in another way."""
    return [row | ({name: other} if row["method"] == "PC" else {}) for row in ROWS]


@pytest.mark.parametrize("other", ["SHD", "Shd ", "s-hd"])
def test_spellings_of_a_metric_are_one(other):
    """They were two metrics, each of one method, so that no methods could be compared."""
    table = renamed("metric", other)
    assert stats.as_runs(table).numbers == (("shd", ""),)
    assert stats.rank(table).pairs[0].wins == 8
    by_method = {name: [row for row in table if row["method"] == name] for name in ("PC", "GES")}
    assert stats.rank(by_method).pairs[0].wins == 8
    assert stats.compare(*by_method.values()).number == ("shd", "")


@pytest.mark.parametrize(
    ("metric", "convention"),
    [("shd", "Pair-mismatch"), ("shd:pair mismatch", ""), ("SHD", "pair mismatch")],
)
def test_spellings_of_a_convention_are_one(metric, convention):
    table = [row | {"convention": "pair mismatch"} for row in ROWS]
    table = [
        row | {"metric": metric, "convention": convention} if row["seed"] > 3 else row for row in table
    ]
    assert stats.as_runs(table).numbers == (("shd", "pair mismatch"),)


def test_options_are_the_convention_that_they_select():
    table = [row | {"convention": "of=cpdag" if row["seed"] > 3 else "both to CPDAG"} for row in ROWS]
    assert stats.as_runs(table).numbers == (("shd", "both to CPDAG"),)


def test_a_single_spelling_is_kept():
    table = [row | {"metric": "SHD"} for row in ROWS]
    assert stats.as_runs(table).numbers == (("SHD", ""),)


def test_a_run_in_two_spellings_is_given_twice():
    with pytest.raises(errors.StatisticsError, match="every run must be given once"):
        stats.as_runs([*ROWS, ROWS[0] | {"metric": "SHD"}])


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"metric": ("mine", "Mine")}, "a metric must be spelled in one way; got 'mine', 'Mine'"),
        (
            {"metric": ("mine", "mine"), "convention": ("first-kind", "first kind")},
            "a convention must be spelled in one way; got 'first-kind', 'first kind'",
        ),
    ],
)
def test_names_that_edgemark_does_not_know_must_be_spelled_in_one_way(names, words):
    table = [row | {name: pair[row["seed"] % 2] for name, pair in names.items()} for row in ROWS]
    with pytest.raises(errors.StatisticsError, match=words):
        stats.as_runs(table)


@pytest.mark.filterwarnings("ignore:the column:edgemark.errors.StatisticsWarning")
@pytest.mark.parametrize(
    ("name", "other", "words"),
    [
        ("method", "algorithm", "Rename the column 'algorithm' to 'method', if it holds the methods"),
        ("seed", "Trial", "Rename the column 'Trial' to 'seed', if it holds the seeds"),
    ],
)
def test_a_repeated_run_names_the_column_that_is_not_read(name, other, words):
    table = [{other if key == name else key: cell for key, cell in row.items()} for row in ROWS]
    with pytest.raises(errors.StatisticsError, match=words):
        stats.as_runs(table)
