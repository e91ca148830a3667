"""The warning about few runs states how many of them differ from chance."""

import warnings

import pytest

from edgemark import stats


def texts(values_of_method):
    rows = [
        {"method": method, "dataset": data, "metric": "shd", "value": value, "chance": 5}
        for method, values in values_of_method.items()
        for data, value in zip("abcd", values, strict=True)
    ]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stats.against_chance(rows)
    return " ".join(str(one.message) for one in caught)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([4, 3, 2, 1], "with 4 data sets not equal to chance"),
        ([5, 5, 5, 5], "with at most 4 data sets not equal to chance"),
    ],
)
def test_methods_of_different_sizes_share_the_largest_one(values, words):
    """All methods were said to differ from chance on 4 data sets, also those that never do."""
    assert words in texts({"GES": [4, 3, 2, 1], "PC": values})
