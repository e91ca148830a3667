"""Advice about frames keeps the data sets, seeds and methods: what is typed gives the right numbers."""

import io
import re
import warnings

import pandas as pd
import polars as pl
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import as_runs, rank, summarize

ROWS = [
    {"method": m, "dataset": d, "seed": s, "value": float(v + s + 3 * k)}
    for k, d in enumerate(("asia", "alarm"))
    for s in range(7)
    for m, v in (("PC", 9), ("GES", 3))
]
TIDY = pd.DataFrame(ROWS)
WIDE = TIDY.pivot(index=["dataset", "seed"], columns="method", values="value")


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def advice(call, *args, **options):
    """What an error says, and the code of its remedies."""
    with pytest.raises(StatisticsError) as caught:
        call(*args, **options)
    return str(caught.value), [one.python for one in caught.value.message.remedies if one.python]


def followed(table, most=4):
    """The ranking after the first advice that has code, typed until there is no error."""
    for _ in range(most):
        try:
            return rank(table, better="lower")
        except StatisticsError as error:
            code = next(one.python for one in error.message.remedies if one.python)
            table = eval(code, {"table": table})
    return rank(table, better="lower")


def is_right(found):
    """Two data sets cannot show a difference: p = 0.5, whatever the seeds."""
    return (found.blocks.unit, found.pairs[0].p_holm) == ("data set", 0.5)


def read_again(frame, **options):
    return pd.read_csv(io.StringIO(frame.to_csv(**options)))


def test_s8_4_lost_names_of_an_index_are_given_again():
    of_csv = read_again(WIDE.rename_axis(index=[None, None]))
    of_reset = WIDE.rename_axis(index=[None, None]).reset_index()
    for table in (of_csv, of_reset, pl.DataFrame(of_csv.to_dict("list"))):
        text, codes = advice(rank, table, better="lower")
        assert "for what it holds" in text
        assert not any("drop" in code for code in codes)
        assert is_right(followed(table))
    turned = read_again(WIDE.swaplevel().rename_axis(index=[None, None]))
    assert is_right(followed(turned))
    one = read_again(WIDE.reset_index("seed").rename_axis(index=None))
    assert is_right(followed(one))


def test_s8_4_row_numbers_alone_may_be_left_out():
    numbered = read_again(WIDE.reset_index().rename_axis(columns=None))
    text, codes = advice(rank, numbered, better="lower")
    assert codes == ["table.drop(columns='Unnamed: 0')"]
    assert "row numbers" in text
    assert is_right(followed(numbered))


@pytest.mark.parametrize("frame", [WIDE, TIDY.drop(columns="dataset").set_index("seed")])
def test_s8_4_levels_without_names_are_never_dropped(frame):
    joined = pd.concat([frame, frame], keys=["asia", "alarm"])
    text, codes = advice(rank, joined, better="lower")
    assert "Name each level for what it holds" in text
    assert not codes
    assert "drop" not in text


def test_s8_4_an_index_of_methods_is_not_dropped():
    named = TIDY.set_index("method").rename_axis("algorithm")
    text, codes = advice(rank, named, better="lower")
    assert codes == ['table.rename_axis("method")']
    assert is_right(followed(named))
    several = TIDY.set_index(["method", "seed"]).rename_axis(["algorithm", "seed"])
    text, codes = advice(rank, several, better="lower")
    assert "Rename 'algorithm'" in text
    assert not re.search(r"\bdrop\b", text)


def test_s8_5_levels_of_columns_are_not_guessed():
    lost = TIDY.pivot(index="seed", columns=["method", "dataset"], values="value")
    lost = lost.rename_axis(columns=[None, None])
    for call in (summarize, as_runs, lambda table: rank(table, better="lower")):
        text, codes = advice(call, lost)
        assert "Name each level for what it holds" in text
        assert "'PC', 'GES'" in text or "'GES', 'PC'" in text
        assert not codes
    summary = TIDY.groupby(["method", "dataset"]).agg({"value": ["mean", "std"]})
    assert "'mean', 'std'" in advice(summarize, summary)[0] or "'value'" in advice(summarize, summary)[0]
    index = WIDE.stack().unstack("dataset").swaplevel()
    unnamed = lost.rename_axis(columns=["dataset", "method"]).rename_axis(index=None).reset_index()
    text, codes = advice(rank, unnamed, better="lower")
    assert "drop" not in text
    assert is_right(rank(index, better="lower"))


@pytest.mark.parametrize("name", ["algorithm", None])
def test_s8_6_an_index_that_may_hold_methods_is_refused(name):
    one_seed = TIDY[TIDY.seed == 0].pivot(index="method", columns="dataset", values="value")
    pooled = one_seed.rename_axis(index=name)
    for call in (summarize, as_runs):
        _text, codes = advice(call, pooled)
        assert 'table.rename_axis("method")' in codes
    right = [run.value for run in as_runs(one_seed)]
    assert [run.value for run in as_runs(pooled.rename_axis("method"))] == right
    series = TIDY[(TIDY.seed == 0) & (TIDY.dataset == "asia")].set_index("method").value
    assert 'table.rename_axis("method")' in advice(summarize, series.rename_axis("algorithm"))[1]


def test_s8_11_an_index_without_a_name_is_said_to_have_none():
    for column, index in (("seed", "dataset"), ("dataset", "seed")):
        wide = TIDY[TIDY.method == "PC"].pivot(index=index, columns=column, values="value")
        unnamed = wide.rename_axis(index=None)
        if index == "seed":
            assert len(as_runs(unnamed)) == 14  # numbers beside columns of data sets are seeds
            continue
        text, codes = advice(as_runs, unnamed)
        assert "one without a name, such as 'alarm'" in text
        assert codes[0] == 'table.rename_axis("dataset")'


def test_s8_7_seeds_before_data_sets_are_refused():
    of = TIDY[TIDY.method == "PC"]
    series = of.set_index(["seed", "dataset"]).value.rename_axis([None, None])
    keyed = {(s, d): v for d, s, v in zip(of.dataset, of.seed, of.value, strict=True)}
    turned = WIDE.swaplevel().rename_axis(index=[None, None])
    for call, values in (
        (summarize, keyed),
        (lambda table: rank(table, better="lower"), {"PC": keyed, "GES": keyed}),
    ):
        assert "looks like (seed, data set)" in advice(call, values)[0]
    for call, values in ((as_runs, series), (lambda table: rank(table, better="lower"), turned)):
        assert "Name each level for what it holds" in advice(call, values)[0]
    assert as_runs({(2020, 1): 3.0, (2021, 1): 4.0}).datasets == ("2020", "2021")


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
def test_s8_8_advice_for_a_summary_keeps_every_method(of):
    wide = of(WIDE.reset_index().rename_axis(columns=None).to_dict("list"))
    text, codes = advice(summarize, wide)
    assert "'GES', 'PC'" in text
    melted = eval(codes[0], {"table": wide})
    assert {(r.method, r.dataset, r.seed, r.value) for r in as_runs(melted)} == {
        (r["method"], r["dataset"], str(r["seed"]), r["value"]) for r in ROWS
    }


def test_s8_8_advice_keeps_the_levels_of_the_index():
    plain = WIDE.rename_axis(columns=None)
    melted = eval(advice(summarize, plain)[1][0], {"table": plain})
    assert is_right(rank(melted, better="lower"))
