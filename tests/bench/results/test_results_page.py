"""scripts/results.py writes docs/results.md from the runs of the standard benchmark."""

import runpy
from pathlib import Path

import pytest

import edgemark as em
from edgemark.bench.plans import TRACKS

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "results.md"
PLAN = {
    "plan": {
        "name": "standard-gaussian",
        "seeds": 2,
        "primary": "shd:pair mismatch",
        "metrics": ["f1:skeleton"],
        "reference": "cpdag",
    },
    "data": [{"network": "asia", "samples": [50, 60]}],
    "algorithm": [
        {"use": "edgemark:empty"},
        {"use": "edgemark:complete"},
        {"use": "edgemark:true-skeleton"},
        {"use": "pyagrum:hill-climbing"},
        {"name": "another score", "use": "pyagrum:hill-climbing", "score": "bic", "ranked": False},
        {"use": "no_such_module:learn"},
    ],
}


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(ROOT / "scripts" / "results.py"))


@pytest.fixture(scope="module")
def section(script, tmp_path_factory):
    folder = tmp_path_factory.mktemp("results") / "study"
    em.bench.run(PLAN, folder, workers=2)
    return script["track"](em.bench.open(folder))


def means_of(text, method):
    row = next(line for line in text.splitlines() if line.startswith(f"| {method} |"))
    return [float(cell.strip("*").split()[0]) for cell in row.strip("| ").split(" | ")[1:]]


def test_a_section_has_ranked_methods_and_leaves_grids_to_their_own_table(section):
    means, grids = section.split("over the grid of each method")[:2]
    assert means_of(means, "edgemark:empty") == [8, 8]
    assert "| edgemark:true-skeleton | 5.000 ± 0.000§ |" in means
    assert "another score" not in means
    row = next(line for line in grids.splitlines() if line.startswith("| pyagrum:hill-climbing"))
    name, *cells = row.strip("| ").split(" | ")
    assert name == "pyagrum:hill-climbing (2 entries)"
    for cell, column in zip(cells, range(2), strict=True):
        first, median, worst, best = map(float, cell.split(" / "))
        assert best <= median <= worst
        assert median == pytest.approx((best + worst) / 2, abs=0.06)
        assert first in (best, worst)
        assert means_of(means, "pyagrum:hill-climbing")[column] == pytest.approx(first, abs=0.06)


def test_a_section_names_what_failed_and_what_guessing_scores(section):
    assert "- no_such_module:learn: 4 × import" in section
    assert "| random guessing |" in section
    assert "1. asia, n=50\n2. asia, n=60" in section
    assert "4 failed" in section


def test_the_page_has_every_data_set_and_method_of_the_standard_plans():
    text = PAGE.read_text(encoding="utf-8")
    for name in TRACKS:
        found = em.bench.check(name)
        for label in found.data:
            assert f". {label}\n" in text
        for label, _ in found.algorithms:
            assert f"| {label} |" in text.replace("\\", "")
        assert f"{name}: {found.n_runs} of {found.n_runs} runs done" in text


def test_every_track_has_a_title_and_says_what_it_is(script):
    assert tuple(script["ABOUT"]) == TRACKS
