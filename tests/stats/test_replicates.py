"""What a replicate is: data sets, seeds, or seeds nested in data sets."""

import warnings
from itertools import product

import numpy as np
import pytest
from scipy import stats as scipy_stats
from scipy.special import expit

from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning
from edgemark.stats import (
    against_chance,
    compare,
    friedman,
    metric_agreement,
    rank,
    signed_ranks,
    summarize,
)


def values(n_datasets, n_seeds, shift=0.0, seed=0):
    rng = np.random.default_rng(seed)
    level = rng.normal(size=n_datasets)
    return {
        (f"d{d}", s): float(level[d] + rng.normal() + shift)
        for d in range(n_datasets)
        for s in range(n_seeds)
    }


def test_t9_two_settings_with_25_fresh_graphs_are_50_replicates_if_the_user_says_so():
    a, b = values(2, 25, 1), values(2, 25, 0, seed=1)
    found = compare(a, b, replicate="seed")
    assert (found.pairs.unit, found.pairs.names[0], found.wilcoxon.n) == ("run", "d0/0", 50)
    d = np.array([a[key] - b[key] for key in a])
    assert found.p_value == pytest.approx(signed_ranks(d).p_value)
    assert found.t_test.p_value == pytest.approx(scipy_stats.ttest_1samp(d, 0).pvalue)
    assert summarize(a, replicate="seed").n == 50
    with pytest.warns(StatisticsWarning, match="2 differences other than 0 cannot reach"):
        assert compare(a, b).wilcoxon.n == 2
    assert summarize(a).n == 2


def test_t9_the_replicate_and_whether_it_was_chosen_are_in_the_text():
    a, b = values(6, 3, 1), values(6, 3)
    assert (
        "replicate: data set (18 runs on 6 data sets, averaged within each data set), by default"
        in str(compare(a, b))
    )
    assert "  replicate: run (18 runs on 6 data sets)\n" in str(compare(a, b, replicate="seed"))
    assert "replicate: data set, with every run ranked" in str(compare(a, b, replicate="nested"))
    assert "replicate: run (18 runs on 6 data sets)\n" in str(
        rank({"a": a, "b": b}, better="higher", replicate="seed")
    )


def nested_p(d, groups):
    """The p-value of the sum of signed ranks, over every assignment of signs to whole groups."""
    ranks = scipy_stats.rankdata(np.abs(d))
    sums = [sum((np.sign(d) * ranks)[groups == g]) for g in dict.fromkeys(groups.tolist())]
    every = [
        sum(s * x for s, x in zip(signs, sums, strict=True))
        for signs in product((-1, 1), repeat=len(sums))
    ]
    return np.mean(np.abs(every) >= abs(sum(sums)) - 1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_the_nested_test_is_its_definition(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 30))
    groups = rng.integers(0, 6, n)
    d = rng.integers(-4, 6, n).astype(float)
    d[d == 0] = 7
    assert signed_ranks(d, groups=groups).p_value == pytest.approx(nested_p(d, groups))


def test_large_nested_designs_with_few_groups_are_exact_too():
    rng = np.random.default_rng(1)
    d, groups = rng.normal(0.2, 1, 3000), np.arange(3000) % 7
    found = signed_ranks(d, groups=groups)
    assert (found.method, found.independent) == ("exact", 7)
    assert found.p_value == pytest.approx(nested_p(d, groups))


def test_each_difference_in_a_group_of_its_own_is_the_plain_test():
    d = np.random.default_rng(3).integers(-5, 6, 20).astype(float)
    for zeros in ("wilcox", "pratt", "zsplit"):
        assert signed_ranks(d, zeros, groups=np.arange(20)[::-1]) == signed_ranks(d, zeros)


@pytest.mark.parametrize("groups", [[0, 1], [0.5] * 3, [[0, 1, 2]]])
def test_groups_are_one_whole_number_for_each_difference(groups):
    with pytest.raises(StatisticsError, match="groups must be 3 whole numbers"):
        signed_ranks([1.0, 2.0, 3.0], groups=groups)


def test_seeds_of_one_data_set_do_not_make_a_nested_test_significant():
    """Each data set favours one of the methods at random; only the nested test keeps the level."""
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(8), 10)
    rejected = np.zeros(2)
    for _ in range(400):
        d = rng.normal(size=8)[groups] + rng.normal(size=80)
        p_values = signed_ranks(d, groups=groups).p_value, signed_ranks(d).p_value
        rejected += np.array(p_values) < 0.05
    assert rejected[0] / 400 < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 400)
    assert rejected[1] / 400 > 0.2


def test_nested_ranks_are_those_of_the_runs_averaged_within_data_sets():
    tables = {
        m: values(6, 4, shift, seed) for seed, (m, shift) in enumerate([("a", 0), ("b", 0.5), ("c", 2)])
    }
    found = rank(tables, better="higher", replicate="nested", level=0.8)
    array = np.array([[table[key] for table in tables.values()] for key in tables["a"]])
    ranks = np.array([scipy_stats.rankdata(-row) for row in array])
    means = ranks.reshape(6, 4, 3).mean(axis=1)
    assert found.average_ranks == pytest.approx(tuple(means.mean(axis=0)))
    assert found.friedman == friedman(means)
    assert len(found.blocks.names) == 6
    pair = found.pair("a", "c")
    d = array[:, 0] - array[:, 2]
    assert pair.p_wilcoxon == pytest.approx(nested_p(d, np.repeat(np.arange(6), 4)))
    assert (pair.wins, pair.losses) == ((d > 0).sum(), (d < 0).sum())


def test_metric_agreement_ranks_as_rank_does_for_every_replicate():
    rows = [
        {"method": m, "dataset": d, "seed": s, "metric": metric, "value": expit(value)}
        for metric, seed in (("shd", 1), ("f1", 2))
        for k, m in enumerate("abc")
        for (d, s), value in values(5, 3, k, seed + k).items()
    ]
    for replicate in ("dataset", "seed", "nested", None):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", StatisticsWarning)
            found = metric_agreement(rows, replicate=replicate)
            alone = rank([row for row in rows if row["metric"] == "f1"], replicate=replicate)
        assert found.average_ranks["f1", ""] == pytest.approx(alone.average_ranks)


def test_an_unknown_replicate_is_refused():
    for call in (
        summarize,
        lambda x, **o: compare(x, x, **o),
        lambda x, **o: rank({"a": x, "b": x}, better="higher", **o),
    ):
        with pytest.raises(
            ConventionError, match="replicate must be one of dataset, nested, seed; got 'graph'"
        ):
            call(values(2, 2), replicate="graph")


@pytest.mark.parametrize("replicate", ["dataset", "nested"])
def test_runs_without_data_sets_are_not_taken_for_one_data_set(replicate):
    a, b = {"asia": 1, "alarm": 2, "child": 3}, {"asia": 2, "alarm": 3, "child": 5}
    rows = [
        {"method": m, "seed": s, "metric": metric, "value": value, "chance": 1}
        for m, given in (("PC", a), ("GES", b))
        for s, value in given.items()
        for metric in ("shd", "sid")
    ]
    shd = [row for row in rows if row["metric"] == "shd"]
    for work in (
        lambda: compare(a, b, replicate=replicate),
        lambda: summarize(a, replicate=replicate),
        lambda: rank({"PC": a, "GES": b}, better="lower", replicate=replicate),
        lambda: against_chance(shd, replicate=replicate),
        lambda: metric_agreement(rows, replicate=replicate),
    ):
        with pytest.raises(StatisticsError, match=r"needs the data set of each run; .*such as 'asia'"):
            work()
    with pytest.raises(StatisticsError, match=r"got runs without one\. Give"):
        summarize([{"method": "PC", "value": 1}], replicate=replicate)
    keyed = {(name, ""): value for name, value in a.items()}
    assert summarize(keyed, replicate=replicate).n == 3


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_the_unit_of_replication_is_stated_with_the_runs_that_are_used():
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": float(s + (m == "PC"))}
        for m in ("PC", "GES") for d in ("asia", "alarm", "water") for s in (1, 2)
    ]  # fmt: skip
    rows = [row for row in rows if (row["method"], row["dataset"]) != ("GES", "water")][1:]
    pc, ges = ([row for row in rows if row["method"] == m] for m in ("PC", "GES"))
    for found in (compare(pc, ges).pairs.design, rank(rows, better="lower").blocks.design):
        assert str(found).startswith("data set (3 runs on 2 data sets, averaged")


def on_many_and_on_one_data_set():
    """PC has two runs on each of seven data sets; GES has all its eight runs on the first of them."""
    runs = [("PC", f"d{d}", s) for d in range(7) for s in range(2)]
    runs += [("GES", "d0", s) for s in range(8)]
    return [
        {"method": m, "dataset": d, "seed": s, "metric": "f1", "value": 0.5 + k / 100, "chance": 0.2}
        for k, (m, d, s) in enumerate(runs)
    ]


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_runs_on_one_data_set_are_one_replicate_beside_methods_with_several():
    """GES was significantly better than chance by 8 runs on one data set, beside 7 data sets of PC."""
    pc, ges = against_chance(on_many_and_on_one_data_set())
    assert (pc.comparison.pairs.unit, len(pc.comparison.pairs.names), pc.significant) == (
        "data set",
        7,
        True,
    )
    assert (ges.comparison.pairs.unit, len(ges.comparison.pairs.names), ges.p_holm) == ("data set", 1, 1)
    assert str(ges.comparison.pairs.design).endswith("by default")
    chosen = against_chance(on_many_and_on_one_data_set(), replicate="seed")[1]
    assert (len(chosen.comparison.pairs.names), chosen.significant) == (8, True)
    assert not chosen.comparison.pairs.design.is_default


def test_runs_on_the_only_data_set_of_a_table_are_replicates():
    ges = [row for row in on_many_and_on_one_data_set() if row["method"] == "GES"]
    (found,) = against_chance(ges)
    assert (found.comparison.pairs.unit, len(found.comparison.pairs.names)) == ("run", 8)
