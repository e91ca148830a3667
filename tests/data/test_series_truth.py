"""The graph behind a series, also where some variables are hidden."""

from dataclasses import replace

import pytest

from edgemark.data import Changes, Drift, Effect, Mechanisms, SeriesModel, random_series_model
from edgemark.data.series_draws import Draws
from edgemark.graph import TemporalGraph
from tests.oracle import series as oracle


def effects(text):
    """Effects of ``A>B@1 B>C@0``, all linear and weak."""
    parts = (word.replace("@", ">").split(">") for word in text.split())
    return [Effect(source, target, int(lag), 0.1) for source, target, lag in parts]


def model(variables, text, **more):
    return SeriesModel.constant(list(variables), effects(text), **more)


def test_effects_are_edges():
    found = model("ABC", "A>A@1 A>B@0 B>C@3").truth
    assert found == TemporalGraph.parse("A --> A @1; A --> B; B --> C @3; lags 3")
    assert found.kind == "dag"


def test_the_largest_lag_is_at_least_1_and_can_be_said():
    assert model("AB", "A>B@0").truth.max_lag == 1
    assert model("AB", "A>B@0", max_lag=5).truth.max_lag == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H>A@0 H>B@0", "A <-> B; lags 2"),
        ("H>A@0 H>B@2", "A <-> B @2; lags 2"),
        ("H>A@2 H>B@1", "B <-> A @1; lags 2"),
        ("H>A@1 H>A@2", "A <-> A @1; B; lags 2"),
        ("A>H@1 H>B@1", "A --> B @2; lags 2"),
        ("A>H@1 H>B@2", "A; B; lags 2"),
        ("H>A@0 H>B@0 H>H@1", "A <-> B @0,1,2; B <-> A @1,2; A <-> A @1,2; B <-> B @1,2; lags 2"),
        ("A>H@1 H>A@0 H>B@1", "A --> A @1; A --> B @2; A <-> B @1; lags 2"),
        ("A>H@0 H>B@0 H>A@1", "A --> B; A --> A @1; B <-> A @1; lags 2"),
    ],
)
def test_a_hidden_variable_is_projected_out(text, expected):
    found = model("ABH", text, hidden=("H",), max_lag=2).truth
    assert found == TemporalGraph.parse(expected)


def test_paths_go_through_several_hidden_variables():
    found = model("ABGH", "A>G@1 G>H@0 H>B@1 G>A@0", hidden=("G", "H"), max_lag=2).truth
    assert found == TemporalGraph.parse("A --> A @1; A --> B @2; A <-> B @1; lags 2")


@pytest.mark.parametrize("seed", range(150))
def test_the_projection_is_what_unrolling_finds(seed):
    draws = Draws(seed)
    places = [
        (a, b, lag)
        for a in "ABCGH"
        for b in "ABCGH"
        for lag in range(3)
        if (lag or a < b) and draws.uniform() < 0.12
    ]
    drawn = SeriesModel.constant(
        list("ABCGH"), [Effect(*p, 0.1) for p in places], hidden=("G", "H"), max_lag=2
    )
    assert set(drawn.truth.edges()) == set(
        TemporalGraph(drawn.observed, oracle.projection(drawn), max_lag=2).edges()
    )


# ---- what changes


def test_a_variable_changes_where_its_equation_or_its_noise_does():
    early, late = effects("A>B@1 B>C@0"), effects("A>B@1")
    regimes = Mechanisms(early, (1, 1, 1, 1)), Mechanisms(late, (1, 1, 1, 2), 0.5)
    assert SeriesModel(list("ABCD"), regimes).truth.changing == ("C", "D")


def test_a_drifting_variable_changes():
    assert model("AB", "A>B@1", drifts=(Drift("B", 0.5),)).truth.changing == ("B",)


def test_the_order_in_which_effects_are_listed_is_no_change():
    parts = effects("A>B@1 B>B@1")
    regimes = Mechanisms(parts, (1, 1)), Mechanisms(parts[::-1], (1, 1), 0.5)
    assert SeriesModel(list("AB"), regimes).truth.changing == ()


def test_what_a_changing_hidden_variable_acts_on_changes():
    found = model(
        "ABCGH", "G>H@1 H>A@0 A>B@1 G>C@2", hidden=("G", "H"), drifts=(Drift("G", 0, 0.5),)
    ).truth
    assert found.changing == ("A", "C")


def test_the_graph_of_several_regimes_has_the_edges_of_all():
    parts = Mechanisms(effects("A>B@0"), (1, 1)), Mechanisms(effects("B>A@0 A>A@1"), (1, 1), 0.25)
    series = SeriesModel(list("AB"), parts).sample(1000, seed=0)
    assert {e[:3] for e in series.truth.edges()} == {
        ("A", "-->", "B"),
        ("B", "-->", "A"),
        ("A", "-->", "A"),
    }
    early, late = series.truth.regimes
    assert (early.start, early.end, late.start, late.end) == (0, 250, 250, 1000)
    assert early.graph.edges() == [("A", "-->", "B", 0)]
    assert set(late.graph.edges()) == {("B", "-->", "A", 0), ("A", "-->", "A", 1)}
    assert series.truth.changing == ("A", "B")
    assert early.graph.changing == late.graph.changing == ()


def test_a_drift_goes_on_in_every_regime():
    parts = Mechanisms(effects("A>B@1"), (1, 1)), Mechanisms(effects("B>A@1"), (1, 1), 0.5)
    regimes = SeriesModel(list("AB"), parts, (Drift("B", 0, 0.5),)).sample(50, seed=0).regimes
    assert [r.graph.changing for r in regimes] == [("B",), ("B",)]


def test_regimes_are_counted_in_steps_where_sampling_is_irregular():
    parts = Mechanisms(effects("A>B@1"), (1, 1)), Mechanisms((), (1, 1), 0.5)
    series = SeriesModel(list("AB"), parts).sample(300, seed=0, recorded=0.3)
    steps = int(series.times[-1]) + 1
    assert [(r.start, r.end) for r in series.regimes] == [(0, steps // 2), (steps // 2, steps)]


def test_a_regime_too_short_for_a_step_is_left_out():
    parts = [Mechanisms(effects("A>B@1")[: k % 2], (1, 1), k / 10) for k in range(10)]
    regimes = SeriesModel(list("AB"), tuple(parts)).sample(5, seed=0).regimes
    assert [(r.start, r.end) for r in regimes] == [(k, k + 1) for k in range(5)]


@pytest.mark.parametrize("seed", range(5))
def test_the_truth_is_compared_with_itself(seed):
    drawn = random_series_model(5, seed, hidden=seed % 2, changes=Changes(2, ("structure",), False))
    truth = drawn.sample(50, seed).truth
    assert truth == drawn.sample(50, seed).truth
    assert replace(drawn).truth == drawn.truth
    assert set(truth.edges()) == set(drawn.truth.edges())
