"""
Series drawn from a model: against the equations, against statistics, and the same for ever.

One file, because every test draws from the same models.
"""

import hashlib
import math
import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from scipy import stats

from edgemark import EdgemarkError, _core
from edgemark.data import Drift, Effect, Mechanisms, SeriesModel
from edgemark.data.series_draws import words
from edgemark.errors import ConventionError, GraphError, LimitError
from tests.oracle import series as oracle

RESPONSES = ("linear", "tanh", "sine", "absolute", "rectified", "bump")
NOISES = ("gaussian", "laplace", "uniform", "exponential", "gumbel", "t4")
AR = SeriesModel.constant(["A"], [Effect("A", "A", 1, 0.5)])
CHAIN = SeriesModel.constant(
    ["A", "B", "C"],
    [
        Effect("A", "A", 1, 0.6),
        Effect("A", "B", 2, 0.8),
        Effect("B", "C", 0, -0.7),
        Effect("C", "C", 1, 0.3),
        Effect("C", "B", 1, 0.2),
    ],
)
EVERYTHING = SeriesModel(
    ("C", "A", "B", "H"),
    (
        Mechanisms(
            (
                *(Effect("A", "B", k, 0.15 + k / 20, r) for k, r in enumerate(RESPONSES)),
                Effect("B", "C", 0, 0.7, "sine"),
                Effect("H", "A", 3, 0.4),
                Effect("H", "H", 1, -0.5),
            ),
            (1.0, 0.5, 2.0, 1.5),
        ),
        Mechanisms((Effect("C", "A", 0, 0.5), Effect("A", "A", 2, -0.3)), (1.0, 3.0, 0.1, 1.0), 0.35),
    ),
    (Drift("B", 0.8, 0.5, 2.5, 0.3), Drift("A", 0.0, 0.9)),
    ("H",),
)


def digest(array):
    return hashlib.sha256(np.ascontiguousarray(array).astype("<f8").tobytes()).hexdigest()[:16]


def regress(target, *causes):
    """Least squares with an intercept, which is left out."""
    design = np.column_stack([*causes, np.ones(len(target))])
    return np.linalg.lstsq(design, target, rcond=None)[0][:-1]


# ---- the numbers


@pytest.mark.parametrize("noise", NOISES)
def test_noise_is_the_quantile_at_the_place_of_a_word(noise):
    some = np.concatenate([words(1, 0, 50_000), np.array([0, 2**64 - 1, 2**63, 2**63 - 1], np.uint64)])
    found = _core.noise(some, NOISES.index(noise))
    np.testing.assert_allclose(found, oracle.noise(some, noise), rtol=1e-9, atol=3e-8)


@pytest.mark.parametrize("noise", NOISES)
def test_noise_has_mean_0_and_variance_1(noise):
    numbers = _core.noise(words(2, 0, 1_000_000), NOISES.index(noise))
    assert abs(numbers.mean()) < 0.005
    assert abs(numbers.var() - 1) < 0.03


def test_gaussian_noise_passes_for_gaussian():
    numbers = _core.noise(words(3, 0, 100_000), 0)
    assert stats.kstest(numbers, "norm").pvalue > 0.001


def test_sines_are_sines():
    turns = np.linspace(-7, 7, 10_001)
    np.testing.assert_allclose(_core.sines_of_turns(turns), np.sin(2 * np.pi * turns), atol=1e-13)


@pytest.mark.parametrize("burn_in", [0, 30])
@pytest.mark.parametrize("noise", NOISES)
def test_a_series_follows_its_equations(noise, burn_in):
    model = replace(EVERYTHING, noise=noise)
    noises = oracle.noise(words(5, 0, (burn_in + 400) * 4), noise).reshape(-1, 4)
    expected = oracle.series(model, noises, 400, burn_in)[burn_in:, :3]
    found = model.sample(400, seed=5, burn_in=burn_in).data
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_a_series_longer_than_a_block_follows_its_equations():
    noises = oracle.noise(words(6, 0, 3 * 3000), "gaussian").reshape(-1, 3)
    expected = oracle.series(CHAIN, noises, 2000, 1000)[1000:]
    np.testing.assert_allclose(CHAIN.sample(2000, seed=6).data, expected, atol=1e-9)


# ---- what statistics find


def test_regression_recovers_the_coefficients():
    a, b, c = CHAIN.sample(200_000, seed=1).data.T
    assert regress(a[1:], a[:-1]) == pytest.approx([0.6], abs=0.01)
    assert regress(b[2:], a[:-2], c[1:-1]) == pytest.approx([0.8, 0.2], abs=0.01)
    assert regress(c[1:], b[1:], c[:-1]) == pytest.approx([-0.7, 0.3], abs=0.01)


def test_what_is_no_cause_gets_no_coefficient():
    a, b, c = CHAIN.sample(200_000, seed=2).data.T
    _, of_b, of_c = regress(a[1:], a[:-1], b[:-1], c[:-1])
    assert abs(of_b) < 0.01
    assert abs(of_c) < 0.01


def test_a_series_begins_in_its_stationary_distribution():
    firsts = [AR.sample(2, seed=seed).data[0, 0] for seed in range(3000)]
    assert np.var(firsts) == pytest.approx(1 / (1 - 0.25), rel=0.1)


def test_without_burn_in_a_series_begins_at_nothing():
    firsts = [AR.sample(2, seed=seed, burn_in=0).data[0, 0] for seed in range(3000)]
    assert np.var(firsts) == pytest.approx(1, rel=0.1)


def test_coefficients_differ_between_regimes():
    rising, falling = Effect("A", "B", 1, 0.8), Effect("A", "B", 1, -0.4)
    model = SeriesModel(
        ("A", "B"), (Mechanisms((rising,), (1, 1)), Mechanisms((falling,), (1, 1), start=0.5))
    )
    a, b = model.sample(100_000, seed=1).data.T
    assert regress(b[1:50_000], a[:49_999]) == pytest.approx([0.8], abs=0.02)
    assert regress(b[50_001:], a[50_000:-1]) == pytest.approx([-0.4], abs=0.02)


def test_noise_differs_between_regimes():
    model = SeriesModel(("A",), (Mechanisms((), (1,)), Mechanisms((), (3,), start=0.25)))
    a = model.sample(100_000, seed=1).data[:, 0]
    assert a[:25_000].std() == pytest.approx(1, rel=0.03)
    assert a[25_000:].std() == pytest.approx(3, rel=0.03)


def test_coefficients_drift_along_a_sine():
    model = SeriesModel.constant(
        ["A", "B"], [Effect("A", "B", 1, 0.5)], drifts=(Drift("B", amplitude=0.8),)
    )
    a, b = model.sample(400_000, seed=1).data.T
    for k in range(20):
        part = slice(20_000 * k, 20_000 * (k + 1))
        expected = 0.5 * (1 + 0.8 * np.sin(2 * np.pi * (k + 0.5) / 20))
        assert regress(b[part][1:], a[part][:-1]) == pytest.approx([expected], abs=0.04)


def test_noise_drifts_along_a_sine():
    model = SeriesModel.constant(["A"], [], drifts=(Drift("A", noise_amplitude=0.5, phase=0.25),))
    a = model.sample(100_000, seed=1).data[:, 0]
    assert a[:1000].std() == pytest.approx(1.5, rel=0.1)
    assert a[49_500:50_500].std() == pytest.approx(0.5, rel=0.1)


# ---- what is seen


def test_a_share_of_the_values_is_missing():
    series = CHAIN.sample(50_000, seed=1, missing=0.2)
    gaps = np.isnan(series.data)
    assert gaps.mean(axis=0) == pytest.approx([0.2] * 3, abs=0.01)
    assert np.corrcoef(gaps[1:, 0], gaps[:-1, 0])[0, 1] == pytest.approx(0, abs=0.02)


def test_what_is_not_missing_is_the_series_without_gaps():
    whole, gappy = CHAIN.sample(500, seed=1).data, CHAIN.sample(500, seed=1, missing=0.3).data
    assert not np.isnan(whole).any()
    assert (gappy == whole)[~np.isnan(gappy)].all()


def test_irregular_sampling_records_some_steps_of_the_same_process():
    series = CHAIN.sample(10_000, seed=1, recorded=0.25)
    assert len(series.data) == len(series.times) == 10_000
    assert series.times[0] == 0
    gaps = np.diff(series.times)
    assert gaps.min() == 1
    assert gaps.mean() == pytest.approx(4, rel=0.05)
    assert gaps.var() == pytest.approx(0.75 / 0.25**2, rel=0.1)
    whole = CHAIN.sample(int(series.times[-1]) + 1, seed=1)
    assert (whole.data[series.times] == series.data).all()


def test_steps_that_are_recorded_too_rarely_need_too_much_memory():
    with pytest.raises(LimitError, match="a series with that many steps"):
        CHAIN.sample(10, seed=1, recorded=1e-310)


def test_hidden_variables_act_but_are_not_shown():
    shown = SeriesModel.constant(
        ["A", "H", "B"], [Effect("H", "A", 0, 0.9), Effect("H", "B", 1, 0.9), Effect("H", "H", 1, 0.5)]
    )
    hidden = replace(shown, hidden=("H",))
    assert hidden.sample(100, seed=1).names == ("A", "B")
    assert (hidden.sample(100, seed=1).data == shown.sample(100, seed=1).data[:, [0, 2]]).all()


# ---- the same for ever


def test_the_same_seed_gives_the_same_bits():
    first, again = (EVERYTHING.sample(300, 7, missing=0.1, recorded=0.5) for _ in range(2))
    assert first.data.tobytes() == again.data.tobytes()
    assert (first.times == again.times).all()
    assert EVERYTHING.sample(300, 8).data.tobytes() != EVERYTHING.sample(300, 7).data.tobytes()


BITS = {
    "gaussian": "063df60875348b7e",
    "laplace": "277d78d16fd38fe5",
    "uniform": "04791a8e8d555a62",
    "exponential": "f21e4a32ee6f0390",
    "gumbel": "4e03d75ad0bb8b72",
    "t4": "0bc57a1f6660a35c",
}


@pytest.mark.parametrize("noise", NOISES)
def test_the_bits_of_a_seed_stay_the_same_on_every_machine_and_in_every_release(noise):
    assert digest(replace(EVERYTHING, noise=noise).sample(3000, seed=0).data) == BITS[noise]


def test_the_bits_of_gaps_stay_the_same():
    series = CHAIN.sample(1000, seed=0, missing=0.25, recorded=0.5)
    assert (int(series.times[-1]), int(np.isnan(series.data).sum())) == (1974, 715)


def test_a_shorter_series_is_the_beginning_of_a_longer_one():
    assert (CHAIN.sample(300, seed=1).data[:100] == CHAIN.sample(100, seed=1).data).all()


def test_drawing_leaves_the_global_generator_alone():
    np.random.seed(1)
    expected = np.random.random()
    np.random.seed(1)
    CHAIN.sample(100, seed=2, missing=0.1, recorded=0.9)
    assert np.random.random() == expected


# ---- values


def test_a_series_cannot_be_changed():
    series = CHAIN.sample(5, seed=0)
    with pytest.raises(ValueError, match="read-only"):
        series.data[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        series.times[0] = 1
    with pytest.raises(FrozenInstanceError):
        series.seed = 3


def test_a_series_knows_where_it_comes_from():
    series = EVERYTHING.sample(200, seed=4)
    assert (series.seed, series.model, series.names) == (4, EVERYTHING, ("C", "A", "B"))
    assert [(r.start, r.end) for r in series.regimes] == [(0, 70), (70, 200)]
    assert [(r.start, r.end) for r in CHAIN.sample(50, seed=0).regimes] == [(0, 50)]


def test_a_frame_has_the_names_and_the_steps():
    pytest.importorskip("pandas")
    series = CHAIN.sample(20, seed=1, recorded=0.5, missing=0.1)
    frame = series.to_frame()
    assert list(frame.columns) == ["A", "B", "C"]
    assert frame.index.tolist() == series.times.tolist()
    np.testing.assert_array_equal(frame.to_numpy(), series.data)


def test_a_model_is_a_value():
    assert pickle.loads(pickle.dumps(EVERYTHING)) == EVERYTHING
    assert hash(replace(CHAIN)) == hash(CHAIN)


# ---- stability


def test_the_spectral_radius_is_that_of_the_companion_matrix():
    eigenvalues = np.linalg.eigvals(oracle.companion(CHAIN))
    assert CHAIN.spectral_radii == pytest.approx((abs(eigenvalues).max(),), rel=2e-5)


def test_a_model_without_past_has_radius_0():
    assert SeriesModel.constant(["A", "B"], [Effect("A", "B", 0, 5.0)]).spectral_radii == (0,)


def test_drifts_count_where_they_are_strongest():
    model = SeriesModel.constant(["A"], [Effect("A", "A", 1, 0.5)], drifts=(Drift("A", 0.6),))
    assert model.spectral_radii == pytest.approx((0.8,), rel=1e-4)


def brute_force_radius(model, n_times=20_001):
    """The largest radius over many times, each by the eigenvalues of its companion matrix."""
    drifts = {d.variable: d for d in model.drifts}
    largest = 0.0
    for share in np.linspace(0, 1, n_times):
        swing = {v: math.sin(2 * math.pi * (d.cycles * share + d.phase)) for v, d in drifts.items()}
        effects = tuple(
            replace(e, coefficient=e.coefficient * (1 + drifts[e.target].amplitude * swing[e.target]))
            if e.target in drifts
            else e
            for e in model.mechanisms[0].effects
        )
        now = replace(model, mechanisms=(Mechanisms(effects, (1.0,) * len(model.variables)),), drifts=())
        largest = max(largest, abs(np.linalg.eigvals(oracle.companion(now))).max())
    return largest


TANGLE = (
    Effect("A", "A", 1, 0.5),
    Effect("B", "A", 2, -0.7),
    Effect("A", "B", 0, 0.6),
    Effect("A", "B", 1, 0.9),
    Effect("C", "B", 2, -0.4),
    Effect("B", "C", 1, 0.8),
    Effect("C", "C", 1, -0.3),
)


@pytest.mark.parametrize("cycles", [0.1, 0.37, 1.0, 31.7, 1024.0, 2048.0, 1e9])
def test_l1_the_radius_of_drifts_of_any_speed_is_that_of_dense_times(cycles):
    """The first 20,001 points of a few cycles stand for all times of many."""
    model = SeriesModel.constant(
        list("ABC"),
        TANGLE,
        drifts=(Drift("A", 0.9, cycles=cycles), Drift("B", 1.3, cycles=cycles, phase=0.3)),
    )
    slower = replace(model, drifts=tuple(replace(d, cycles=min(cycles, 3.0)) for d in model.drifts))
    assert model.spectral_radii == pytest.approx((brute_force_radius(slower, 1501),), rel=1e-4)


def test_l1_drifts_of_1024_cycles_do_not_hide():
    model = SeriesModel.constant(
        ["A"], [Effect("A", "A", 1, 0.8)], drifts=[Drift("A", 0.9, cycles=1024)]
    )
    assert model.spectral_radii == pytest.approx((0.8 * 1.9,), rel=1e-6)
    with pytest.raises(EdgemarkError, match=r"spectral radius .*1\.52"):
        model.sample(3000, seed=0)
    assert np.abs(model.stabilised().sample(3000, seed=0).data).max() < 100


@pytest.mark.parametrize(
    "cycles",
    [(1.0, 2.0), (0.3, 5.0), (512.0, 1024.0), (3.3, 1024.0), (1.0, 2.0, 3.0), (40.0, 50.0, 61.0)],
)
def test_l1_no_time_has_a_larger_radius_than_drifts_of_several_speeds_are_given(cycles):
    drifts = tuple(
        Drift(v, 0.9, cycles=c, phase=0.2 * k)
        for k, (v, c) in enumerate(zip("ABC", cycles, strict=False))
    )
    model = SeriesModel.constant(list("ABC"), TANGLE, drifts=drifts)
    found, dense = model.spectral_radii[0], brute_force_radius(model, 3001)
    assert found >= dense * (1 - 1e-4)
    if max(cycles) <= 32:  # followed through time
        assert found == pytest.approx(dense, rel=1e-3)


def test_bounded_responses_cannot_make_a_series_grow():
    model = SeriesModel.constant(["A"], [Effect("A", "A", 1, 50.0, "tanh")])
    assert model.spectral_radii == (0,)
    assert np.abs(model.sample(1000, seed=1).data).max() < 60


def test_rectified_responses_count_by_size():
    effects = [Effect("A", "B", 1, -0.8, "rectified"), Effect("B", "A", 1, 0.8)]
    assert SeriesModel.constant(["A", "B"], effects).spectral_radii == pytest.approx((0.8,), rel=1e-4)


def test_stabilising_scales_every_eigenvalue_by_the_same_factor():
    wild = SeriesModel.constant(
        ["A", "B"],
        [
            Effect("A", "A", 1, 1.2),
            Effect("B", "A", 3, -0.9),
            Effect("A", "B", 0, 0.8),
            Effect("B", "B", 2, 0.7),
        ],
    )
    before, after = (np.linalg.eigvals(oracle.companion(m)) for m in (wild, wild.stabilised(0.8)))
    factor = 0.8 / abs(before).max()
    np.testing.assert_allclose(np.sort(abs(after)), np.sort(abs(before)) * factor, rtol=1e-4, atol=1e-6)
    assert wild.stabilised(0.8).truth == wild.truth


def test_a_stable_model_is_left_as_it_is():
    assert CHAIN.stabilised(0.95) is CHAIN


def test_an_unstable_model_is_refused_with_its_radius():
    wild = SeriesModel.constant(["A"], [Effect("A", "A", 1, 1.25)])
    with pytest.raises(EdgemarkError, match=r"that of the model is 1\.25\. .*stabilised"):
        wild.sample(10, seed=0)
    assert np.isfinite(wild.stabilised().sample(1000, seed=0).data).all()


def test_the_regime_that_is_unstable_is_named():
    calm, wild = (
        Mechanisms((Effect("A", "A", 1, c),), (1,), start) for c, start in ((0.5, 0), (-1.1, 0.5))
    )
    with pytest.raises(EdgemarkError, match=r"that of regime 1 of the model is 1\.1"):
        SeriesModel(("A",), (calm, wild)).sample(10, seed=0)


def test_stable_regimes_that_grow_together_are_refused():
    up, down = (Effect("A", "B", 1, 30.0), Effect("A", "A", 1, 0.5)), (Effect("B", "A", 1, 30.0),)
    parts = [Mechanisms((up, down)[k % 2], (1, 1), k / 400) for k in range(400)]
    model = SeriesModel(("A", "B"), tuple(parts))
    assert max(model.spectral_radii) < 1
    with pytest.raises(EdgemarkError, match="follow each other too fast"):
        model.sample(400, seed=0)


# ---- bad input

BAD_MODELS = [
    (lambda: Effect("A", "B", -1, 1.0), GraphError, "0 or more; got -1"),
    (lambda: Effect("A", "B", 1.0, 1.0), TypeError, "whole number"),
    (
        lambda: Effect("A", "A", 0, 1.0),
        GraphError,
        "acts on itself at a lag of 1 or more; got",
    ),
    (lambda: Effect("A", "B", 1, 0.0), GraphError, "Leave out"),
    (lambda: Effect("A", "B", 1, np.nan), GraphError, "must be finite"),
    (lambda: Effect("A", "B", 1, 1.0, "tan"), ConventionError, "Did you mean 'tanh'"),
    (lambda: Mechanisms((), (0.0,)), GraphError, "above 0"),
    (lambda: Mechanisms((), (1.0,), start=1.0), GraphError, "below 1"),
    (
        lambda: Mechanisms((Effect("A", "B", 1, 1.0),) * 2, (1, 1)),
        GraphError,
        "A --> B @1 is given 2 times",
    ),
    (lambda: Drift("A"), GraphError, "amplitude above 0"),
    (lambda: Drift("A", noise_amplitude=1.0), GraphError, "noise_amplitude from 0 to below 1"),
    (lambda: Drift("A", 0.5, cycles=0), GraphError, "cycles"),
    (lambda: SeriesModel.constant([], []), GraphError, "at least one"),
    (lambda: SeriesModel.constant(["A", "A"], []), GraphError, "node names must differ"),
    (lambda: SeriesModel.constant(["A"], [Effect("B", "A", 1, 1.0)]), GraphError, "got 'B'"),
    (lambda: SeriesModel.constant(["A"], [], hidden=("A",)), GraphError, "must not be hidden"),
    (lambda: SeriesModel.constant(["A"], [], hidden=("Z",)), GraphError, "got 'Z'"),
    (lambda: SeriesModel.constant(["A"], [], noise="normal"), ConventionError, "noise must be one of"),
    (lambda: SeriesModel.constant(["A"], [], drifts=(Drift("A", 0.5),)), GraphError, "noise_amplitude"),
    (lambda: replace(CHAIN, max_lag=1), GraphError, "at least the largest lag, 2; got 1"),
    (lambda: replace(CHAIN, max_lag=2.5), TypeError, "whole number; got 2.5"),
    (lambda: replace(CHAIN, drifts=(Drift("A", 0.5), Drift("A", 0.1))), GraphError, "at most one drift"),
    (lambda: replace(CHAIN, mechanisms=()), GraphError, "first at 0"),
    (lambda: SeriesModel(("A",), (Mechanisms((), (1, 1)),)), GraphError, "1 variables need as many"),
    (
        lambda: SeriesModel.constant(["A", "B"], [Effect("A", "B", 0, 1.0), Effect("B", "A", 0, 1.0)]),
        GraphError,
        "form a cycle; got .* --> .* --> .*. Give one of them a lag",
    ),
]


@pytest.mark.parametrize(("build", "error", "message"), BAD_MODELS)
def test_what_is_no_model_is_refused(build, error, message):
    with pytest.raises(error, match=message):
        build()


@pytest.mark.parametrize(
    "options",
    [
        {"n": 0}, {"n": -1}, {"seed": -1}, {"burn_in": -1}, {"recorded": 0.0}, {"recorded": 1.5},
        {"missing": 1.0}, {"missing": -0.1}, {"missing": np.nan},
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(options):
    with pytest.raises(EdgemarkError, match=f"{next(iter(options))}|n="):
        CHAIN.sample(**{"n": 10, "seed": 0, **options})


@pytest.mark.parametrize("options", [{"n": 10.0}, {"seed": None}, {"seed": True}])
def test_numbers_that_are_not_whole_are_refused(options):
    with pytest.raises(TypeError, match="whole number"):
        CHAIN.sample(**{"n": 10, "seed": 0, **options})


@pytest.mark.parametrize("radius", [0, 1, 1.5, np.nan])
def test_a_radius_that_is_not_stable_is_refused(radius):
    with pytest.raises(EdgemarkError, match="below 1"):
        CHAIN.stabilised(radius)


@pytest.mark.parametrize(
    "options", [{"n": 10**13}, {"n": 10**400}, {"burn_in": 10**13}, {"recorded": 1e-12}]
)
def test_more_than_memory_holds_is_refused_before_it_is_tried(options):
    model = SeriesModel.constant(["A"], [Effect("A", "A", 1, 0.5)])
    with pytest.raises(LimitError, match=r"GB are free\. Draw fewer rows"):
        model.sample(**({"n": 10, "seed": 0} | options))


def test_a_series_no_longer_than_its_largest_lag_is_refused():
    model = SeriesModel.constant(["A", "B"], [Effect("A", "B", 5, 0.5)])
    with pytest.raises(EdgemarkError, match="more rows than its largest lag, 5; got 5"):
        model.sample(5, seed=0)
    assert len(model.sample(6, seed=0).data) == 6


def log_error_bound(size: int, ratio: float) -> float:
    """The bound of math.log(found / radius) in cpp/series.hpp; ratio is u / r."""
    n = 2**20
    logs = [
        math.lgamma(n + 1) - math.lgamma(j + 1) - math.lgamma(n - j + 1) + j * math.log(ratio)
        for j in range(size)
    ]
    return (math.log(size) / 2 + max(logs) + math.log(sum(math.exp(x - max(logs)) for x in logs))) / n


@pytest.mark.parametrize("above", [0.1, 1.0, 100.0])
@pytest.mark.parametrize("size", [1, 2, 4, 8, 30])
def test_the_error_of_the_spectral_radius_is_as_large_as_documented(size, above):
    """It was documented as 1e-5; a Jordan block of size 4 has 4e-5."""
    block = np.diag([0.7] * size) + np.diag([above] * (size - 1), 1)
    error = math.log(_core.spectral_radius(block.ravel(), size) / 0.7)
    bound = log_error_bound(size, above / 0.7)
    assert 0.9 * bound - 1e-6 < error < bound + 1e-12
