"""The generator that CDANs' documentation describes: its structure, its stability, and CDANs on it."""

import warnings

import numpy as np
import pytest

from edgemark import EdgemarkError
from edgemark.data import generate_synthetic_cdans
from edgemark.errors import LimitError
from edgemark.graph import TemporalGraph


def test_the_result_is_what_the_document_says():
    dataset = generate_synthetic_cdans(n_vars=4, n_samples=800, tau_max=1, n_changing=1, seed=7)
    assert dataset.data.shape == (dataset.n_samples, dataset.n_vars) == (800, 4)
    assert {(j, j, 1) for j in range(4)} <= dataset.lagged_edges
    assert {lag for _, _, lag in dataset.lagged_edges} == {1}
    assert all(i < j for i, j in dataset.contemporaneous_edges)
    assert len(dataset.changing_modules) == 1
    assert dataset.metadata["seed"] == 7


def test_the_truth_has_the_same_edges():
    dataset = generate_synthetic_cdans(n_vars=5, seed=3)
    names = [f"X{k}" for k in range(5)]
    lagged = [(names[i], "-->", names[j], lag) for i, j, lag in dataset.lagged_edges]
    contemporaneous = [(names[i], "-->", names[j], 0) for i, j in dataset.contemporaneous_edges]
    changing = [names[k] for k in dataset.changing_modules]
    edges = lagged + contemporaneous
    assert dataset.truth == TemporalGraph(names, edges, max_lag=2, changing=changing)


def test_no_seed_diverges():
    peaks, drawn_radii = [], []
    for seed in range(100):
        dataset = generate_synthetic_cdans(seed=seed)
        peaks.append(np.abs(dataset.data).max())
        drawn_radii.append(dataset.metadata["spectral_radius_drawn"])
        assert dataset.metadata["spectral_radius"] < 0.9001
    assert max(peaks) < 30
    assert sum(radius > 1 for radius in drawn_radii) > 30  # These series would diverge if not weakened.


def test_as_many_edges_as_described():
    drawn = [generate_synthetic_cdans(n_vars=6, n_samples=3, seed=seed) for seed in range(300)]
    contemporaneous = [len(dataset.contemporaneous_edges) for dataset in drawn]
    lagged = [len(dataset.lagged_edges) for dataset in drawn]
    assert np.mean(contemporaneous) == pytest.approx(0.4 * 15, abs=0.3)
    # Each variable has its own past and 1 to 3 draws; an edge that is drawn twice counts once.
    assert 6 + 6 < np.mean(lagged) < 6 + 6 * 2


def test_a_changing_module_changes():
    options = {"n_vars": 2, "n_samples": 200_000, "n_changing": 1, "nonstationary_amplitude": 0.9}
    for seed in range(4):
        dataset = generate_synthetic_cdans(**options, tau_max=1, autocorr=0.5, seed=seed)
        spread = [
            np.std([np.corrcoef(part[1:], part[:-1])[0, 1] for part in np.split(column, 10)])
            for column in dataset.data.T
        ]
        (module,) = dataset.changing_modules
        assert spread[module] > 0.1


def test_the_noise_has_the_requested_standard_deviation():
    dataset = generate_synthetic_cdans(
        1, 100_000, 1, 0, autocorr=0, lagged_strength=0.2, noise_std=0.7, seed=1
    )
    x = dataset.data[:, 0]
    coefficient = np.corrcoef(x[1:], x[:-1])[0, 1]
    assert (x[1:] - coefficient * x[:-1]).std() == pytest.approx(0.7, rel=0.02)


def test_the_same_seed_gives_the_same_bits():
    first, again = (generate_synthetic_cdans(seed=11) for _ in range(2))
    assert first.data.tobytes() == again.data.tobytes()
    assert first.lagged_edges == again.lagged_edges
    assert first.data.tobytes() != generate_synthetic_cdans(seed=12).data.tobytes()


def test_without_a_seed_the_metadata_have_the_seed_that_was_drawn():
    dataset = generate_synthetic_cdans(n_samples=20, seed=None)
    again = generate_synthetic_cdans(n_samples=20, seed=dataset.metadata["seed"])
    assert dataset.data.tobytes() == again.data.tobytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_vars": 0}, "n_vars must be 1 or more; got 0"),
        ({"tau_max": 0}, "tau_max must be 1 or more; got 0"),
        ({"n_changing": 5}, "n_changing=5"),
        ({"n_changing": -1}, "n_changing must be 0 or more"),
        ({"seed": -1}, "seed must be 0 or more"),
        ({"n_samples": 0}, "longer than the largest lag"),
        ({"noise_std": 0.0}, "above 0"),
        ({"nonstationary_amplitude": 0.0}, "n_changing=0"),
        ({"nonstationary_amplitude": -1.0}, "0 or more"),
    ],
)
def test_numbers_out_of_range_are_refused(options, message):
    with pytest.raises(EdgemarkError, match=message):
        generate_synthetic_cdans(**options)


def test_cdans_recovers_the_lagged_edges_and_the_skeleton():
    cdans = pytest.importorskip("cdans")
    lagged, skeletons = [], []
    for seed in range(6):
        dataset = generate_synthetic_cdans(n_vars=4, n_samples=800, tau_max=1, n_changing=1, seed=seed)
        truth = cdans.TimeSeriesGraph(n_vars=4, tau_max=1)
        for source, target, lag in dataset.lagged_edges:
            truth.add_lagged_edge(source, target, lag=lag)
        for source, target in dataset.contemporaneous_edges:
            truth.orient_contemp(source, target)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = cdans.CDANs(tau_max=1, ci_test="fisherz").fit(dataset.data.copy())
        scores = cdans.evaluate_graph(found.graph, truth)
        lagged.append((scores.lagged.precision, scores.lagged.recall))
        skeletons.append(scores.contemp_skeleton.fn)
    precision, recall = np.mean(lagged, axis=0)
    assert precision > 0.75
    assert recall > 0.9
    assert sum(skeletons) == 0


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"n_vars": "4"}, TypeError, "n_vars must be a whole number; got '4'"),
        ({"n_vars": 2.0}, TypeError, "n_vars must be a whole number"),
        ({"seed": "a"}, TypeError, "seed must be a whole number"),
        ({"autocorr": "a"}, TypeError, "autocorr must be a number; got 'a'"),
        ({"tau_max": 10**6, "n_samples": 10**7}, LimitError, "lagged values.* Use fewer lags"),
        ({"n_samples": 10**13}, LimitError, "Draw fewer rows"),
        ({"n_samples": 2, "tau_max": 2}, EdgemarkError, "longer than the largest lag, 2; got 2 rows"),
        ({"autocorr": 0, "n_changing": 4}, EdgemarkError, "nothing acts on X1.*autocorr=0.4"),
        ({"lagged_strength": 1e300}, EdgemarkError, "Choose smaller coefficients"),
    ],
)
def test_an_error_names_the_wrong_argument_or_what_to_change(arguments, error, complaint):
    with pytest.raises(error, match=complaint):
        generate_synthetic_cdans(**arguments)
