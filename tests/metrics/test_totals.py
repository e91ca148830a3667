"""Counts whose totals depend on the estimate say so, because no count is then the worst of all."""

import random
import warnings

import pytest

import edgemark as em
from edgemark.metrics.bounds import has_total_of_estimate
from edgemark.metrics.selectors import every_number
from edgemark.values import RATIOS
from tests.strategies import random_dag

SLOW = ("s_metric", "c_metric", "sc_metric")


def drawn(seed):
    return em.Graph(5, random_dag(random.Random(seed), 5, 0.4), kind="dag")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_totals_that_differ_between_estimates_of_one_truth_are_declared(seed):
    """`adjustment_aid:left open` is out of what the truth decides in the class of the estimate."""
    truth, dags = drawn(seed), [drawn(10 * seed + k) for k in range(4)]
    totals = {}
    for estimate in [*dags, *map(em.to_cpdag, dags), *map(em.to_pag, dags)]:
        numbers = [number for number in every_number() if number.metric.name not in SLOW]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", em.errors.EdgemarkWarning)
            report = em.evaluate(truth, estimate, numbers)
        for row in report:
            if row.status == "ok" and row.of is not None and row.better == "lower":
                totals.setdefault((row.metric, row.convention), set()).add(row.of)
    varying = {key for key, of in totals.items() if len(of) > 1 and key[0] not in RATIOS}
    assert {key for key in varying if not has_total_of_estimate(*key)} == set()


def test_options_have_the_total_of_their_convention():
    assert has_total_of_estimate("adjustment_aid", "left open")
    assert has_total_of_estimate("adjustment_aid", "compare = native, mistakes = decided")
    assert not has_total_of_estimate("adjustment_aid", "all mistakes")
    assert not has_total_of_estimate("adjustment_aid", "native")
    assert not has_total_of_estimate("parent_aid", "compare = native, mistakes = zero")
