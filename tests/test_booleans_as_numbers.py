"""True is not the number 1: numeric options refuse it."""

import numpy as np
import pytest

import edgemark as em
from edgemark.data import (
    Changes,
    Drift,
    Effect,
    Mechanisms,
    SeriesModel,
    random_dag,
    random_series_model,
    random_structural_model,
)
from edgemark.io import Limits
from edgemark.pages import score_page

DAG = random_dag(4, 3, 0)
SERIES = np.full((1, 2, 2), 0.5)
SCORES = em.EdgeScores.from_edges([("A", "B", 0.5)], nodes=["A", "B"])
TRUTH = em.Graph.parse("A --> B")
CALLS = {
    "TemporalGraph.from_matrices": lambda: em.TemporalGraph.from_matrices(
        SERIES, direction="row-to-column", first_lag=1, threshold=True
    ),
    "TemporalScores.at": lambda: em.TemporalScores(SERIES, direction="row-to-column", first_lag=1).at(
        True
    ),
    "Changes": lambda: Changes(amplitude=True),
    "Drift": lambda: Drift("A", amplitude=True),
    "cycles": lambda: Drift("A", 0.5, cycles=True),
    "phase": lambda: Drift("A", 0.5, phase=True),
    "Effect": lambda: Effect("A", "B", 1, True),
    "Mechanisms": lambda: Mechanisms((), (True,)),
    "start": lambda: Mechanisms((), (1.0,), start=False),
    "noise_std": lambda: SeriesModel.constant(["A"], [], noise_std=True),
    "lagged": lambda: random_series_model(3, seed=1, lagged=True),
    "contemporaneous": lambda: random_series_model(3, seed=1, contemporaneous=True),
    "autocorrelation": lambda: random_series_model(3, seed=1, autocorrelation=True),
    "strength": lambda: random_series_model(3, seed=1, strength=(0.5, True)),
    "strength of a structural model": lambda: random_structural_model(DAG, 1, strength=(True, 2.0)),
    "recorded": lambda: random_series_model(3, seed=1).sample(9, seed=1, recorded=True),
    "missing": lambda: random_series_model(3, seed=1).sample(9, seed=1, missing=False),
    "Limits": lambda: Limits(nodes=True),
    "ScoreTable.report": lambda: em.evaluate_many(TRUTH, [TRUTH, TRUTH], "shd").report(True),
    "score_page": lambda: score_page(TRUTH, SCORES, threshold=True),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_boolean_is_not_taken_as_a_number(name):
    with pytest.raises(em.EdgemarkError, match=r"True|False"):
        CALLS[name]()
