"""The report says whether an algorithm is better than random guessing over its networks and graphs."""

import json
from dataclasses import replace
from math import nan
from statistics import fmean

import numpy as np
import pytest
from tests.bench.results.test_study import One, study_of

import edgemark as em

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


def few(tmp_path):
    """Three methods on five networks, always better than guessing; one run on the last one failed."""
    runs = [
        One(m, data=d, shd=k / 8, details={"chance": 2.0}) for m in "ABC" for k, d in enumerate("abcde")
    ]
    return study_of(tmp_path, *runs)


def test_r7_2_tests_that_cannot_be_significant_say_so_with_the_number_of_units(tmp_path):
    study = few(tmp_path)
    least = 3 * 2 / 2**5  # all differences have one sign, times three methods by Holm
    text = " ".join(study.report().partition("Against random guessing")[2].partition("\n\n")[0].split())
    assert f"cannot reach p < 0.05: its smallest p-value is {least:.3g}" in text
    half = 2.7764 * 2.5**0.5 / 8 / 5**0.5  # Student's t with 4 degrees; the values are 0, 1/8, ..., 4/8
    assert f"A 0.250 2.000 -1.750 [{-1.75 - half:.3f}, {-1.75 + half:.3f}] 5 0.19" in text
    rows = json.loads(study.report("json"))["against_chance"]
    assert [row["p_holm"] for row in rows] == pytest.approx([least] * 3)
    for row in rows:
        [said] = row["warnings"]
        assert "with 5 data sets not equal to chance" in said


def test_r7_2_ranks_in_json_have_their_warnings_or_the_reason_for_their_absence(tmp_path):
    [ranks] = json.loads(few(tmp_path / "few").report("json"))["ranks"]
    assert any("cannot reach p < 0.05" in text for text in ranks["warnings"])
    assert ranks["reason"] == ""
    one = study_of(tmp_path / "one", One("PC"), One("GES"))
    [ranks] = json.loads(one.report("json"))["ranks"]
    assert "at least two methods and two" in ranks["reason"]


def test_r7_2_enough_networks_have_no_warning(tmp_path):
    values = {"good": [k / 8 for k in range(8)], "better": [k / 9 for k in range(8)]}
    study = study_of(tmp_path, *runs_with(values))
    assert all(row["warnings"] == [] for row in json.loads(study.report("json"))["against_chance"])
    assert (
        "cannot reach" not in study.report().partition("Against random guessing")[2].partition("\n\n")[0]
    )


def test_runs_that_are_left_out_of_a_test_are_counted(tmp_path):
    values = {"good": [k / 8 for k in range(8)], "poor": [2.1 + (-1) ** k * k / 10 for k in range(8)]}
    runs = runs_with(values)
    runs[3] = replace(runs[3], shd=nan)
    text = study_of(tmp_path, *runs).report().partition("Against random guessing")[2]
    assert "\ngood: 1 run is left out, without a score or without an expected score" in text
    assert "poor: 1 run" not in text


def test_h_the_notes_say_what_is_guessed_for_edge_scores(tmp_path):
    """They said that edge scores are compared with random graphs."""
    graphs = runs_with({"PC": [k / 8 for k in range(8)]})
    scores = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.2)])
    for name, estimates, times in (("graphs", [], 0), ("both", [One("weights", estimate=scores)], 2)):
        text = study_of(tmp_path / name, *graphs, *estimates).report()
        assert text.count("random graphs with as many edges as") >= 2
        assert text.count(", or, for edge scores, of the same scores at random pairs") == times


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (
            em.GraphSamples([em.Graph.parse("A --> B; C")]),
            "for samples of graphs, of the same samples with permuted node names",
        ),
        (
            em.TemporalScores(np.ones((1, 3, 3)), list("ABC"), direction="row-to-column", first_lag=1),
            "for lagged edge scores, of the same scores with permuted variables",
        ),
        (
            em.Graph.parse("A --> B --> C --> A"),
            "such as those with cycles, of the same graph with permuted node names",
        ),
    ],
)
def test_the_notes_say_which_estimates_get_permuted_names(tmp_path, estimate, words):
    """They said that these estimates are compared with random graphs or with permuted scores."""
    graphs = runs_with({"PC": [k / 8 for k in range(8)]})
    for name, estimates, times in (("graphs", [], 0), ("both", [One("other", estimate=estimate)], 2)):
        text = study_of(tmp_path / name, *graphs, *estimates, reference="as-given").report()
        assert text.count(words) == times
