"""Studies whose estimates are of several classes, such as DAGs beside CPDAGs."""

import json

import pytest

import edgemark as em
from edgemark import stats
from edgemark.bench.estimates import to_plain
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store
from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.pages import bench_page

TRUTH = em.Graph.parse("A --> B --> C", kind="dag")
ESTIMATES = {
    "LiNGAM": em.Graph.parse("A --> B; C", kind="dag"),
    "GES": em.Graph.parse("A --- B; C", kind="cpdag"),
}
METRICS = ("shd:pair mismatch", "f1:skeleton")


def study_of(folder, *, reference="as-given", metrics=METRICS, estimates=ESTIMATES, truth=TRUTH):
    """A study of two data sets with one estimate of each method."""
    plan = (
        f"[plan]\nprimary = '{metrics[0]}'\nmetrics = {list(metrics[1:])}\nreference = '{reference}'\n"
    )
    with Store.write(folder) as store:
        places = [(method, data) for method in estimates for data in ("first", "second")]
        records = [_record(k, *place) for k, place in enumerate(places)]
        store.begin_study("classes", plan, records)
        store.set_reference(reference)
        for data in ("first", "second"):
            store.add_dataset(data, data, to_plain(truth), {"truth": "dag"})
        for record in records:
            outcome = Outcome("ok", cpu=0.5, wall=1.0, memory=7)
            plain = to_plain(estimates[record.algorithm])
            scores = [Score(name, reference, em.__version__, 0.5) for name in metrics]
            store.add_attempt(record.key, Attempt(outcome, RunLimits(), plain), scores)
    return Study.open(folder)


def _record(k, method, data):
    details = {
        "data": data, "group": data, "unit": data, "seed": 0, "use": method, "parameters": {},
        "returns": "dag", "oracle": False, "fits": True, "ranked": True,
    }  # fmt: skip
    return RunRecord(f"{k:064x}"[::-1], data, method, 0, 0, details)


def test_reports_name_the_methods_of_each_class_and_advise_one_class(tmp_path):
    study = study_of(tmp_path)
    [warning] = study.warnings
    assert "'LiNGAM' (DAGs) and 'GES' (CPDAGs) are ranked side by side by 'shd:pair mismatch'" in warning
    assert 'set reference = "cpdag" in the plan' in warning
    for form in ("text", "markdown", "latex"):
        assert warning in study.report(form)
    assert warning in json.loads(study.report("json"))["warnings"]
    assert "are ranked side by side" in bench_page(study).to_html()


def test_the_study_ranks_with_a_warning(tmp_path):
    with pytest.warns(StatisticsWarning, match="ranked side by side|2 data sets"):
        ranking = study_of(tmp_path).ranking()
    assert any("ranked side by side" in text for text in ranking.warnings)
    assert ranking.average_ranks == (1.5, 1.5)


def test_the_runs_of_a_study_name_their_classes_so_that_rank_refuses_several(tmp_path):
    study = study_of(tmp_path)
    runs = study.to_runs("shd:pair mismatch")
    assert [run.compared for run in runs] == ["dag / dag"] * 2 + ["dag / cpdag"] * 2
    with pytest.raises(StatisticsError, match="dag / dag for 'LiNGAM' and as dag / cpdag for 'GES'"):
        stats.rank(runs)
    assert {run.compared for run in study.to_runs("f1:skeleton")} == {"skeleton / skeleton"}
    assert set(study.to_frame()["compared"]) == {"dag / dag", "dag / cpdag", "skeleton / skeleton"}


@pytest.mark.parametrize(
    ("reference", "metrics"),
    [("cpdag", METRICS), ("as-given", ("shd:both to CPDAG",)), ("as-given", ("f1:skeleton",))],
)
def test_one_class_has_no_warning(tmp_path, reference, metrics):
    study = study_of(tmp_path, reference=reference, metrics=metrics)
    assert study.warnings == ()
    assert len({run.compared for run in study.to_runs(metrics[0])}) == 1
    with pytest.warns(StatisticsWarning, match="2 data sets"):
        stats.rank(study.to_runs(metrics[0]), better="lower" if "shd" in metrics[0] else "higher")


def test_no_class_is_advised_that_a_graph_may_not_have(tmp_path):
    estimates = ESTIMATES | {"cyclic": em.Graph.parse("A --> B --> A; C")}
    [warning] = study_of(tmp_path, estimates=estimates).warnings
    assert "'cyclic' (directed graphs)" in warning
    assert "set reference" not in warning


def test_no_class_is_advised_that_the_metric_refuses(tmp_path):
    [warning] = study_of(tmp_path, metrics=("sid",)).warnings
    assert "set reference" not in warning


@pytest.mark.parametrize(
    ("reference", "metric", "is_noted"),
    [
        ("as-given", "shd:pair mismatch", False),
        ("as-given", "shd:both to CPDAG", True),
        ("cpdag", "shd:pair mismatch", True),
    ],
)
def test_a_truth_declared_undirected_is_noted_if_it_is_read_as_a_cpdag(
    tmp_path, reference, metric, is_noted
):
    truth = em.Graph.parse("A --- B; C", kind="undirected")
    estimates = {"GES": ESTIMATES["GES"], "again": ESTIMATES["GES"]}
    options = {"reference": reference, "metrics": (metric,), "estimates": estimates, "truth": truth}
    notes = [text for text in study_of(tmp_path, **options).warnings if "declared undirected" in text]
    assert [text.partition(":")[0] for text in notes] == (["first", "second"] if is_noted else [])
