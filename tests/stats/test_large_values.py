"""Large values are written with the digits in which they differ."""

from dataclasses import replace
from math import nan

import numpy as np
import pytest

import edgemark as em
from edgemark import stats

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")


def rows(size):
    """A is .125 above B on each of eight seeds, and above chance."""
    return [
        {
            "method": m, "seed": s, "metric": "own", "better": "lower",
            "value": size + s + gap, "chance": size + s,
        }
        for m, gap in (("A", 0.125), ("B", 0))
        for s in range(8)
    ]  # fmt: skip


@pytest.mark.parametrize("size", [10**6, 10**7, 10**9, 10**11])
def test_two_large_means_that_differ_are_written_differently(size):
    with_a = [row for row in rows(size) if row["method"] == "A"]
    [found] = stats.against_chance(with_a)
    assert f"{size + 3}.625 against {size + 3}.500" in str(found)
    table = stats.summarize(rows(size))
    assert [str(row.summary).split()[0] for row in table] == [f"{size + 3}.625", f"{size + 3}.500"]
    ranking = stats.rank(rows(size)).to_markdown()
    assert f"{size + 3}.625" in ranking
    assert f"{size + 3}.500" in ranking


def test_huge_values_have_three_significant_digits():
    assert str(stats.summarize([2e120, 2e120])).startswith("2.00e+120")


def test_a_column_has_one_format():
    """A mean of 999999 stood beside one of 1e+12, and an SHD of 9999 beside one of 1e+04."""
    values = {"PC": [999998.0, 1000000.0], "GES": [1e12, 1e12 + 2e9]}
    ranking = stats.rank(values, better="lower").to_markdown()
    assert "| 1.00e+06 |" in ranking
    assert "| 1.00e+12 |" in ranking


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([9999, 12345, nan], ["9999", "12345", "–"]),
        ([0.5, 12345.25], ["0.500", "12345.250"]),
        ([2 / 3, 1], ["0.6667", "1"]),
        ([2e-7, 0.5], ["2.000e-07", "5.000e-01"]),
    ],
)
def test_a_column_of_a_score_table_has_one_format(values, texts):
    graph = em.Graph.parse("A --> B")
    column = np.array(values)[:, None]
    names = tuple(map(str, range(len(values))))
    table = em.evaluate_many(graph, [graph] * len(values), "shd:skeleton")
    lines = replace(table, names=names, values=column).to_markdown().splitlines()
    cells = [line.split("|")[2].strip(" *") for line in lines if line.startswith("| ")]
    assert cells[1:] == texts
