"""Integers of NumPy are accepted like those of Python; other types are refused."""

import pickle

import numpy as np
import pytest

from edgemark import EdgemarkError
from edgemark.data import (
    Changes,
    Effect,
    SeriesModel,
    asia,
    generate_synthetic_cdans,
    random_dag,
    random_discrete_network,
    random_series_model,
    random_structural_model,
)

DAG = random_dag(4, 3, 0)
MAKERS = {
    "random_series_model": lambda whole: random_series_model(whole(3), seed=whole(1), max_lag=whole(2)),
    "hidden": lambda whole: random_series_model(whole(3), seed=1, hidden=whole(1)),
    "Changes": lambda whole: random_series_model(
        3, seed=1, changes=Changes(modules=whole(1), smooth=False, regimes=whole(3))
    ),
    "Effect": lambda whole: SeriesModel.constant(
        ["A"], [Effect("A", "A", whole(1), 0.5)], max_lag=whole(2)
    ),
    "random_dag": lambda whole: random_dag(whole(5), whole(6), whole(1)),
    "blocks": lambda whole: random_dag(6, 6, 1, topology="blocks", n_blocks=whole(2)),
    "random_structural_model": lambda whole: random_structural_model(DAG, whole(2), hidden=whole(1)),
    "random_discrete_network": lambda whole: random_discrete_network(DAG, whole(2), n_states=whole(3)),
}


@pytest.mark.parametrize("name", MAKERS)
def test_r9_integers_of_numpy_are_accepted(name):
    assert pickle.dumps(MAKERS[name](np.int64)) == pickle.dumps(MAKERS[name](int))


def test_r9_samples_accept_integers_of_numpy():
    model = MAKERS["Effect"](int)
    counted = {"n": 20, "seed": 3, "burn_in": 5}
    drawn = model.sample(**{name: np.int32(number) for name, number in counted.items()})
    assert np.array_equal(drawn.data, model.sample(**counted).data)
    assert np.array_equal(asia().sample(np.int64(5), np.uint8(1)).values, asia().sample(5, 1).values)
    found = generate_synthetic_cdans(np.int64(3), np.int64(50), tau_max=np.int64(2), seed=np.int64(1))
    assert np.array_equal(found.data, generate_synthetic_cdans(3, 50, tau_max=2, seed=1).data)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("number", [2.0, "2", True, None])
def test_r9_values_that_are_not_integers_raise_a_type_error(name, number):
    with pytest.raises(TypeError, match="whole number"):
        MAKERS[name](lambda _: number)


def test_a_dag_without_nodes_is_refused():
    with pytest.raises(EdgemarkError, match="n_nodes must be 1 or more; got 0"):
        random_dag(0, 0, 0)


def test_l6_a_number_as_changes_is_refused():
    with pytest.raises(TypeError, match="changes must be a Changes; got 2"):
        random_series_model(3, seed=1, changes=2)
