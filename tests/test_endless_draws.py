"""Requests for so many draws that they would not end are refused at once."""

import numpy as np
import pytest

import edgemark as em
from edgemark.data import asia
from edgemark.evaluation import over_class
from edgemark.metrics import c_metric, s_metric, sc_metric
from edgemark.stats import bayesian_signed_rank, permutation_test

HUGE = 10**12
NODES = "ABCDEFGH"
CHAIN = em.Graph.parse(" --> ".join(NODES))
COMPLETE = em.Graph(list(NODES), [(a, "---", b) for a in NODES for b in NODES if a < b], kind="cpdag")
CALLS = {
    "sc_metric": lambda: sc_metric(CHAIN, CHAIN, n_samples=HUGE),
    "s_metric": lambda: s_metric(CHAIN, CHAIN, n_samples=HUGE),
    "c_metric": lambda: c_metric(CHAIN, CHAIN, n_samples=HUGE),
    "over_class": lambda: over_class("sid", COMPLETE, COMPLETE, n_samples=10**10),
    "bayesian_signed_rank": lambda: bayesian_signed_rank(np.arange(1.0, 31.0), draws=HUGE),
    "permutation_test": lambda: permutation_test(np.arange(1.0, 31.0), draws=HUGE),
    "sample of a network": lambda: asia().sample(HUGE, seed=1),
}


@pytest.mark.parametrize("name", CALLS)
def test_draws_without_end_are_refused(name):
    with pytest.raises(em.errors.LimitError, match=r"(Draw|Take) fewer"):
        CALLS[name]()


def test_the_posterior_does_not_depend_on_the_number_of_weights_at_once(monkeypatch):
    differences = np.round(np.random.default_rng(0).normal(size=400), 1)
    expected = bayesian_signed_rank(differences, rope=0.1, draws=2000)
    monkeypatch.setattr("edgemark.stats.bayes._WEIGHTS_AT_ONCE", 1 << 21)
    assert bayesian_signed_rank(differences, rope=0.1, draws=2000) == expected
