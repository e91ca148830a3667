"""Large values are written with the digits in which they differ."""

import pytest

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
    assert str(stats.summarize([2e120, 2e120])).startswith("2e+120")
