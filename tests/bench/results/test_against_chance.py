"""The report says whether an algorithm is better than random guessing over its networks and graphs."""

import json
from statistics import fmean

import pytest
from tests.bench.results.test_study import One, study_of

UNITS = "abcdefgh"


def runs_with(shd_of):
    """Eight networks with two seeds each; guessing scores 2 on the first and 2.2 on the second."""
    return [
        One(m, data=d, seed=s, shd=shd, details={"chance": 2 + s / 5})
        for m, of_data in shd_of.items()
        for d, shd in zip(UNITS, of_data, strict=True)
        for s in (0, 1)
    ]


def test_h_every_ranked_algorithm_is_tested_against_chance(tmp_path):
    values = {"good": [k / 8 for k in range(8)], "poor": [2.1 + (-1) ** k * k / 10 for k in range(8)]}
    study = study_of(tmp_path, *runs_with(values), One("truth", data="a", oracle=True))
    found = {one["method"]: one for one in json.loads(study.report("json"))["against_chance"]}
    assert set(found) == set(values)
    for name, of_data in values.items():
        assert found[name]["mean"] == pytest.approx(fmean(of_data))
        assert found[name]["chance"] == pytest.approx(2.1)
        assert found[name]["n"] == 8
    # all of 8 differences have the same sign: 2 / 2^8, times 2 by Holm
    assert found["good"]["p_holm"] == pytest.approx(4 / 256)
    assert (found["good"]["significant"], found["poor"]["significant"]) == (True, False)
    text = study.report().partition("Against random guessing")[2]
    line = text.splitlines()[2].split()
    assert (line[0], line[-1]) == ("good", "0.016*")


def test_h_one_network_and_an_unfinished_study_have_no_test(tmp_path):
    one = study_of(tmp_path / "one", One("PC"), One("PC", seed=1))
    runs = [One(m, data=d) for m in ("PC", "GES") for d in UNITS]
    runs[-1].status = "waiting"
    waiting = study_of(tmp_path / "b", *runs)
    for study in (one, waiting):
        assert json.loads(study.report("json"))["against_chance"] == []
        assert "Against random guessing" not in study.report()


def test_h_a_run_that_stands_for_all_seeds_is_one_of_its_data_set(tmp_path):
    files = [One("once", data=d, data_seed=None, shd=k / 8) for k, d in enumerate(UNITS)]
    files += [One("often", data=d, seed=s, data_seed=None) for d in UNITS for s in range(3)]
    found = json.loads(study_of(tmp_path, *files).report("json"))["against_chance"]
    assert {one["method"]: one["n"] for one in found} == {"once": 8, "often": 8}
