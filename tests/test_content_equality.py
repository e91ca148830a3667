"""Results that hold arrays are equal if their content is."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import edgemark as em
from edgemark import forecast, stats
from edgemark.content_equality import EqualByContent
from edgemark.data import generate_synthetic_cdans, random_series_model
from edgemark.io.causeme import CauseMeResult
from edgemark.stats.left_out import LeftOut

TRUTH = em.Graph.parse("A --> B --> C; D")
SCORES = em.EdgeScores.from_edges(
    [("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)], nodes=list("ABCD")
)
SAMPLES = em.GraphSamples([TRUTH, em.Graph.parse("A --> B <-- C; D")])
OBSERVED, MEAN = np.arange(12.0).reshape(6, 2), np.arange(12.0).reshape(6, 2) + 0.5
RUNS = stats.as_runs(
    [
        {"method": method, "seed": seed, "metric": "f1", "value": value}
        for method, lowest in (("ges", 0.0), ("x", 0.3), ("pc", 0.6))
        for seed, value in enumerate(lowest + np.random.default_rng(0).random(9) / 3)
    ]
)


def guessed(chance):
    return stats.Runs(tuple(dataclasses.replace(run, chance=chance) for run in RUNS.only(method="pc")))


def sampled(seed):
    return random_series_model(3, seed).sample(20, seed)


MADE = {
    "sweep": lambda k: em.evaluation.threshold_sweep(TRUTH, SCORES, ["shd", ("f1", "shd")[k]]),
    "credible set": lambda k: SAMPLES.credible_set((0.5, 0.9)[k]),
    "reliability": lambda k: em.metrics.reliability(TRUTH, list(SAMPLES)[k]),
    "gaussian": lambda k: forecast.Gaussian(MEAN, 1.0 + k),
    "ensemble": lambda k: forecast.Ensemble(np.stack([MEAN, MEAN + 1 + k])),
    "quantiles": lambda k: forecast.Quantiles(np.stack([MEAN, MEAN + 1 + k]), levels=[0.1, 0.9]),
    "calibration": lambda k: forecast.calibration_curve(OBSERVED, forecast.Gaussian(MEAN, 1.0 + k)),
    "pit": lambda k: forecast.pit_histogram(OBSERVED, forecast.Gaussian(MEAN, 1.0 + k)),
    "spread": lambda k: forecast.spread_curve(OBSERVED, forecast.Gaussian(MEAN, 1.0 + k)),
    "forecast table": lambda k: forecast.evaluate(OBSERVED, forecast.Gaussian(MEAN, 1.0 + k)),
    "comparison": lambda k: stats.compare(RUNS.only(method="ges"), RUNS.only(method=("pc", "x")[k])),
    "ranking": lambda k: stats.rank(RUNS, level=(0.95, 0.9)[k]),
    "ranking without one": lambda k: LeftOut("asia", ("pc", "ges"), True, bool(k), float("nan")),
    "summary": lambda k: stats.summarize(RUNS, level=(0.95, 0.9)[k]),
    "against chance": lambda k: stats.against_chance(guessed((0.1, 0.2)[k]))[0],
    "simulated series": sampled,
    "synthetic series": lambda k: generate_synthetic_cdans(n_samples=20, seed=k),
    "causeme": lambda k: CauseMeResult(np.full((2, 2), 0.5 + k), None, None, ("A", "B")),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_copies_and_equal_results_are_equal_and_others_are_not(make):
    one, again, other = make(0), make(0), make(1)
    assert isinstance(one, EqualByContent)
    for same in (again, copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert same == one
        assert hash(same) == hash(one)
    assert one != other


def test_the_code_for_advice_does_not_matter():
    assert forecast.Gaussian(MEAN.tolist(), 1) == forecast.Gaussian(MEAN, np.ones((6, 2)))
