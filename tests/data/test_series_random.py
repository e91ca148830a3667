"""Random models of series: stable, as dense as asked, and changing where they say."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from edgemark import EdgemarkError
from edgemark.data import Changes, random_series_model
from edgemark.data.series_draws import Draws
from edgemark.errors import ConventionError, LimitError

ABRUPT = Changes(modules=2, what=("coefficients", "noise", "structure"), smooth=False, regimes=3)


def edges_of_others(model):
    return [e for e in model.mechanisms[0].effects if e.source != e.target]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"lagged": 3.0, "contemporaneous": 1.5, "strength": (0.5, 0.9)},
        {"responses": ("linear", "rectified", "tanh")},
        {"changes": Changes(modules=3, amplitude=1.5)},
        {"changes": ABRUPT, "hidden": 2},
    ],
)
def test_every_model_is_stable_and_its_series_stays_bounded(options):
    for seed in range(40):
        model = random_series_model(7, seed, **options)
        assert max(model.spectral_radii) < 0.9001
        assert np.abs(model.sample(400, seed).data).max() < 200


def test_a_weak_model_is_not_weakened():
    model = random_series_model(4, seed=1, lagged=0, contemporaneous=0, autocorrelation=0.3)
    assert [e.coefficient for e in model.mechanisms[0].effects] == [0.3] * 4


def test_means_of_effects_are_as_asked():
    drawn = [
        edges_of_others(random_series_model(10, s, lagged=1.5, contemporaneous=0.8)) for s in range(200)
    ]
    within = [sum(e.lag == 0 for e in effects) / 10 for effects in drawn]
    over = [sum(e.lag > 0 for e in effects) / 10 for effects in drawn]
    assert np.mean(within) == pytest.approx(0.8, abs=0.05)
    assert np.mean(over) == pytest.approx(1.5, abs=0.08)


def test_all_lags_and_orders_occur():
    drawn = [e for s in range(100) for e in edges_of_others(random_series_model(3, s, max_lag=4))]
    assert {e.lag for e in drawn} == {0, 1, 2, 3, 4}
    assert {(e.source, e.target) for e in drawn if e.lag == 0} == {
        (f"X{i}", f"X{j}") for i in range(3) for j in range(3) if i != j
    }


def test_sizes_are_drawn_between_the_two_and_signs_are_even():
    options = {"lagged": 0.5, "autocorrelation": 0, "strength": (0.2, 0.4), "contemporaneous": 1.0}
    drawn = [e for s in range(200) for e in edges_of_others(random_series_model(6, s, **options))]
    sizes = np.array([e.coefficient for e in drawn if e.lag == 0])
    assert 0.2 <= np.abs(sizes).min() < 0.21
    assert 0.39 < np.abs(sizes).max() < 0.4
    assert (sizes > 0).mean() == pytest.approx(0.5, abs=0.05)


def test_a_hidden_variable_confounds_two_others():
    for seed in range(20):
        model = random_series_model(4, seed, hidden=2, lagged=0, contemporaneous=0)
        glyphs = [glyph for _, glyph, _, _ in model.truth.edges() if glyph == "<->"]
        assert 1 <= len(glyphs) <= 2
        assert model.truth.nodes == ("X0", "X1", "X2", "X3")
        assert model.sample(5, seed).data.shape == (5, 4)


def test_responses_are_those_asked_for():
    model = random_series_model(8, seed=1, responses=("tanh", "bump"))
    assert {e.response for e in edges_of_others(model)} == {"tanh", "bump"}


# ---- changes


@pytest.mark.parametrize(
    "changes",
    [
        Changes(modules=2),
        Changes(modules=2, what=("noise",), amplitude=2.0),
        Changes(modules=2, smooth=False),
        Changes(modules=2, what=("noise",), smooth=False, regimes=4),
        Changes(modules=2, what=("structure",), smooth=False, regimes=3),
        ABRUPT,
    ],
)
def test_as_many_modules_change_as_asked(changes):
    for seed in range(20):
        model = random_series_model(5, seed, changes=changes)
        assert len(model.changing) == len(model.truth.changing) == 2
        assert len(model.mechanisms) == (1 if changes.smooth else changes.regimes)


def test_modules_that_do_not_change_are_the_same_in_all_regimes():
    model = random_series_model(6, seed=3, changes=ABRUPT)
    steady = set(model.variables) - set(model.changing)
    for variable in steady:
        equations = [set(m.equations().get(variable, ())) for m in model.mechanisms]
        assert equations[0] == equations[1] == equations[2]


def test_a_structure_is_another_one_in_the_next_regime():
    changes = Changes(modules=1, what=("structure",), smooth=False, regimes=3)
    for seed in range(20):
        model = random_series_model(5, seed, changes=changes)
        graphs = [set(r.graph.edges()) for r in model.sample(30, seed).regimes]
        assert graphs[0] != graphs[1] != graphs[2]


def test_the_variance_of_a_changing_module_changes_and_that_of_others_does_not():
    changes = Changes(modules=1, what=("noise",), smooth=False)
    model = random_series_model(3, seed=2, lagged=0, contemporaneous=0, changes=changes)
    data = model.sample(40_000, seed=1).data
    ratios = dict(zip(model.observed, data[20_000:].std(0) / data[:20_000].std(0), strict=True))
    (module,) = model.changing
    assert ratios.pop(module) > 1.4
    assert list(ratios.values()) == pytest.approx([1, 1], abs=0.05)


# ---- the same for ever


def test_the_same_seed_gives_the_same_model():
    options = {"hidden": 1, "changes": ABRUPT, "responses": ("linear", "sine")}
    assert random_series_model(6, 5, **options) == random_series_model(6, 5, **options)
    assert random_series_model(6, 5) != random_series_model(6, 6)


def test_the_model_of_a_seed_stays_the_same_in_every_release():
    model = random_series_model(3, seed=0, changes=Changes(smooth=False))
    found = [(str(e), e.coefficient.hex()) for e in model.mechanisms[1].effects]
    assert found == MODEL_OF_SEED_0


MODEL_OF_SEED_0 = [
    ("X0 --> X0 @1", "-0x1.018a30f05d201p-1"),
    ("X1 --> X1 @1", "0x1.999999999999ap-2"),
    ("X2 --> X2 @1", "0x1.999999999999ap-2"),
    ("X1 --> X0 @0", "0x1.f59b477b3e91cp-2"),
    ("X2 --> X0 @0", "0x1.0be08e6a67daep-1"),
    ("X2 --> X0 @2", "-0x1.ef97c895143bep-2"),
    ("X0 --> X1 @1", "0x1.768602a62ab13p-2"),
    ("X1 --> X2 @1", "-0x1.1dc48acb8d748p-1"),
    ("X0 --> X2 @2", "-0x1.0dc4f878610efp-1"),
]


def test_drawn_numbers_are_even():
    draws = Draws(1)
    assert np.bincount([draws.below(4) for _ in range(8000)]) == pytest.approx([2000] * 4, abs=150)
    assert np.mean([draws.normal() for _ in range(4000)]) == pytest.approx(0, abs=0.06)
    firsts = [draws.some("abc", 2) for _ in range(6000)]
    assert {"".join(pair) for pair in firsts} == {"ab", "ac", "ba", "bc", "ca", "cb"}


# ---- bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_variables": 0}, "n_variables must be 1 or more; got 0"),
        ({"seed": -1}, "seed must be 0 or more"),
        ({"max_lag": 0}, "max_lag must be"),
        ({"hidden": -1}, "hidden must be"),
        ({"n_variables": 1, "hidden": 1}, "n_variables must be 2 or more"),
        ({"lagged": 9.0}, "at most 6 lagged and 1.5 contemporaneous"),
        ({"contemporaneous": -0.5}, "contemporaneous=-0.5"),
        ({"strength": (0.5, 0.3)}, "smaller first"),
        ({"strength": (0.0, 0.3)}, "above 0"),
        ({"responses": ()}, "at least one response"),
        ({"changes": Changes(modules=5)}, "only 4 have coefficients"),
        (
            {"autocorrelation": 0, "lagged": 0, "contemporaneous": 0, "changes": Changes()},
            "autocorrelation",
        ),
        (
            {"lagged": 0, "contemporaneous": 0, "changes": Changes(1, ("structure",), False)},
            "other causes of 'X.' are needed",
        ),
    ],
)
def test_numbers_out_of_range_are_refused(options, message):
    with pytest.raises(EdgemarkError, match=message):
        random_series_model(**{"n_variables": 4, "seed": 0, **options})


@pytest.mark.parametrize("options", [{"responses": ("cosine",)}, {"noise": "normal"}])
def test_unknown_words_are_refused(options):
    with pytest.raises(ConventionError, match="must be one of"):
        random_series_model(4, 0, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modules": 0}, "modules must be 1 or more"),
        ({"regimes": 1}, "regimes must be 2 or more"),
        ({"amplitude": 0}, "amplitude above 0"),
        ({"what": ()}, "something that changes"),
        ({"what": ("structure",)}, "smooth=False"),
        ({"what": ("mean",)}, "what must be one of"),
    ],
)
def test_changes_that_are_none_are_refused(options, message):
    with pytest.raises(EdgemarkError, match=message):
        Changes(**options)


def test_models_too_large_are_refused_before_they_are_drawn():
    with pytest.raises(LimitError, match="100000 autocorrelated variables"):
        random_series_model(100_000, seed=0)
    with pytest.raises(LimitError, match="possible causes"):
        random_series_model(10_000, seed=0, autocorrelation=0)
    with pytest.raises(LimitError, match="possible causes"):
        random_series_model(2, seed=0, max_lag=10**9)


def test_more_hidden_variables_than_memory_are_refused(monkeypatch):
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1GB")
    with pytest.raises(LimitError, match="drawing the hidden variables"):
        random_series_model(3, max_lag=1, hidden=10**9, seed=0)


def test_the_benchmark_of_series_measures_time_and_memory(monkeypatch):
    """Its call for the memory used `rng=`, which `sample` does not have."""
    pytest.importorskip("statsmodels")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    benchmark = importlib.import_module("series")
    monkeypatch.setattr(benchmark, "N_STEPS", 1000)
    monkeypatch.setattr(benchmark, "N_LOOPED", 1000)
    assert [len(row) for row in benchmark.measure()] == [3] * 6
