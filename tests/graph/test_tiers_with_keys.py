"""Tiers whose keys may state another order than the one in which they are stored."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from edgemark import Candidates, Graph, to_cpdag, to_mpdag
from edgemark.equivalence import to_icpdag
from edgemark.errors import InputTypeError

NODES = ["A", "B", "C"]
GROUPS = [["A"], ["B", "C"]]
RIGHT = [("A", "B"), ("A", "C"), ("B", "C"), ("C", "B")]


def advised(tiers) -> object:
    """The argument that the advice of both functions writes, after it was typed."""
    values = []
    for function in (
        lambda given: Candidates(NODES, tiers=given),
        lambda given: to_mpdag(to_cpdag(Graph.parse("A --> B --> C; A --> C")), tiers=given),
    ):
        with pytest.raises(InputTypeError, match="a tier must be") as caught:
            function(tiers)
        (remedy,) = caught.value.remedies
        values.append(remedy.python.removeprefix("tiers=") and eval(remedy.python[6:], {"tiers": tiers}))
    assert values[0] == values[1]
    return values[0]


def test_words_do_not_state_the_order_of_tiers():
    frame = pd.DataFrame({"n": NODES, "t": ["past", "now", "now"]})
    by_word = frame.groupby("t")["n"].apply(list)
    assert list(by_word.index) == ["now", "past"]
    for tiers in (by_word, by_word.to_dict(), by_word[::-1]):
        with pytest.raises(InputTypeError, match="with the earliest first: name all keys") as caught:
            Candidates(NODES, tiers=tiers)
        assert not caught.value.remedies[0].python
        assert Candidates(NODES, tiers=[tiers[key] for key in ("past", "now")]).pairs() == RIGHT


@pytest.mark.parametrize(
    "keys", [[0, 1], [1, 2], [-3, 0.5], ["2", "10"], pd.to_datetime(["2020", "2021"])]
)
def test_keys_that_are_numbers_or_dates_state_the_order(keys):
    for order in permutations(range(2)):
        series = pd.Series([GROUPS[k] for k in order], index=[keys[k] for k in order])
        is_read = order == (0, 1) and not isinstance(keys[0], str)
        tiers = series if is_read else advised(series)
        assert Candidates(NODES, tiers=tiers).pairs() == RIGHT
        assert Candidates(NODES, tiers=advised(series.to_dict())).pairs() == RIGHT
        tiers = series.set_axis(pd.Categorical(series.index, categories=keys, ordered=True))
        if order == (0, 1):
            assert Candidates(NODES, tiers=tiers).pairs() == RIGHT
        else:
            with pytest.raises(InputTypeError):
                Candidates(NODES, tiers=tiers)


@pytest.mark.parametrize("numbers", [[0, 1, 1], [7, 20, 20], ["7", "20", "20"], np.array([0, 1, 1])])
def test_the_tier_of_each_node_is_collected(numbers):
    for tiers in (dict(zip(NODES, numbers, strict=True)), pd.Series(numbers, index=NODES)):
        assert Candidates(NODES, tiers=advised(tiers)).pairs() == RIGHT
    words = {"A": "past", "B": "now", "C": "now"}
    with pytest.raises(InputTypeError, match="name all groups in this order") as caught:
        Candidates(NODES, tiers=words)
    assert not caught.value.remedies[0].python


def test_keys_that_repeat_state_no_order():
    with pytest.raises(InputTypeError, match="name all keys"):
        Candidates(NODES, tiers=pd.Series(GROUPS, index=[1, 1]))


def test_targets_of_interventions_have_no_order():
    chain = Graph.parse("A --> B --> C")
    assert to_icpdag(chain, pd.Series([["A"]], index=["x"])) == to_icpdag(chain, [["A"]])
    with pytest.raises(InputTypeError, match="targets=list"):
        to_icpdag(chain, {"x": ["A"]})
    with pytest.raises(InputTypeError, match="an intervention must be"):
        to_icpdag(chain, {"A": 0})


@pytest.mark.parametrize("form", [dict, pd.Series])
def test_tiers_whose_values_are_mappings_are_asked_about(form):
    with pytest.raises(InputTypeError, match=r"a tier must be a group of nodes.*earliest first"):
        Candidates(["A", "B"], tiers=form({"A": {"tier": 1}, "B": {"tier": 2}}))
