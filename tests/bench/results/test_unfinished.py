"""A mean of a part of a study says so, and is never called the best."""

import json

import pytest
from tests.bench.results.test_study import PLAN, One, study_of

import edgemark as em
from edgemark.bench.results import Study, status_of
from edgemark.bench.store import Store

UNSCORED = [
    *(One("fast", seed=s, shd=0, scored=s < 2) for s in range(6)),
    *(One("slow", seed=s, shd=1) for s in range(6)),
]
STOPPED = [
    *(One("fast", seed=s, shd=0, status="ok" if s < 2 else "waiting") for s in range(6)),
    *(One("slow", seed=s, shd=1) for s in range(6)),
]
NOTHING_YET = [*(One("fast", status="waiting", seed=s) for s in range(6)), *STOPPED[6:]]


@pytest.mark.parametrize("runs", [UNSCORED, STOPPED])
def test_w2_a_mean_of_two_of_six_runs_says_so_and_has_no_star(tmp_path, runs):
    study = study_of(tmp_path, *runs)
    text = study.report()
    [line, *_] = [one for one in text.splitlines() if one.startswith("fast ")]
    assert line.endswith("0.000 ± 0.000 (2/6)")
    assert "*" not in text
    assert "✓" not in text
    assert "k of n runs have a value. The others failed, or are not done or not scored yet" in text
    assert r"\textbf" not in study.report("latex")
    [mean] = [
        one
        for one in json.loads(study.report("json"))["means"]
        if (one["algorithm"], one["metric"]) == ("fast", "shd:pair mismatch")
    ]
    assert (mean["waiting"], mean["runs"], mean["t_low"]) == (4, 2, None)
    page = em.pages.bench_page(study).to_html()
    assert "(2/6)" in page


def test_w2_an_algorithm_without_any_run_yet_is_not_beaten(tmp_path):
    text = study_of(tmp_path, *NOTHING_YET).report()
    assert "– (0/6)" in text
    assert "*" not in text
    assert "✓" not in text


def test_w2_the_status_counts_what_is_not_scored(tmp_path):
    study = study_of(tmp_path, *UNSCORED)
    expected = (
        "by hand: 12 of 12 runs done: 12 ok; 4 runs not scored yet; 'edgemark bench run' scores them"
    )
    assert str(study.status) == str(status_of(tmp_path)) == expected
    assert "4 are not scored yet" in study.report()
    finished = study_of(tmp_path / "done", *UNSCORED[6:])
    assert finished.status.unscored == status_of(tmp_path / "done").unscored == 0


def test_w2_a_class_that_is_not_final_is_not_shown_as_if_it_were(tmp_path):
    waiting = study_of(tmp_path / "a", One("PC", status="waiting"), reference="")
    assert "compared as: not known yet, since no run is scored" in waiting.report()
    fixed = PLAN + 'reference = "cpdag"\n'
    known = study_of(tmp_path / "b", One("PC", status="waiting"), reference="", plan=fixed)
    assert "compared as: cpdag\n" in known.report()
    study_of(tmp_path / "c", One("PC"))
    with Store.write(tmp_path / "c") as store:
        store.set_reference("")
    assert "compared as: pag so far" in Study.open(tmp_path / "c").report()


def test_e_runs_of_unequal_length_are_not_told_apart_by_the_clock_of_the_kernel(tmp_path):
    runs = [One("worse", shd=2, cpu=0.0), One("better", shd=1, cpu=0.01), One("fast", shd=3, cpu=0.0)]
    runs += [One("slow", shd=0, cpu=0.03)]
    costs = json.loads(study_of(tmp_path, *runs).report("json"))["costs"]
    assert {one["algorithm"] for one in costs if one["pareto"]} == {"better", "slow"}


def test_memory_that_was_not_measured_is_not_0(tmp_path):
    study = study_of(tmp_path, One("PC"))
    with Store.write(tmp_path) as store:
        store._connection.execute("UPDATE attempt SET memory = 0")
    study = Study.open(tmp_path)
    [line] = [
        one for one in study.report().splitlines() if one.startswith("PC on asia ") and "0/1" in one
    ]
    assert line.split()[5] == "–"
    assert "–" in study.show(study.rows[0].run).partition("used")[2].partition("\n")[0]


def test_b_the_report_says_which_algorithm_is_not_ranked_and_why(tmp_path):
    runs = [One("PC", data="asia", fits=False), One("PC", data="er"), One("truth", oracle=True)]
    study = study_of(tmp_path, *runs, One("GES"), One("GES", data="er"))
    note = "PC on asia (is not meant for these data); truth (uses the truth)"
    assert f"§: not ranked: {note}" in study.report()
    page = em.pages.bench_page(study).to_html()
    assert "Not ranked: PC on asia (is not meant for these data)." in page
    assert "not meant for it" not in page


def test_the_intervals_have_the_means_of_the_main_table(tmp_path):
    runs = [One("PC", shd=1), One("PC", seed=1, status="signal"), One("GES"), One("GES", seed=1)]
    study = study_of(tmp_path, *runs)
    [main, _, interval, *_] = [one for one in study.report().splitlines() if one.startswith("PC ")][:4]
    assert "2.000† (1/2)" in main
    assert "2.000† (1/2)" in interval


def test_f_the_reason_of_a_failure_is_not_cut_before_its_advice(tmp_path):
    study = study_of(tmp_path, One("PC", status="exception"))
    reason = (
        "EdgemarkError: a correlation needs columns that vary; 'tub' has the same value in all rows. "
        * 3
    )
    with Store.write(tmp_path) as store:
        store._connection.execute("UPDATE attempt SET reason = ?", (reason + "Take more rows",))
    for form in ("text", "latex"):
        assert "Take more rows" in Study.open(study.folder).report(form)
