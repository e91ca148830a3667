"""Reports of graphs that change."""

from fractions import Fraction

import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import KindError
from edgemark.graph import Regime

A, B, NONE = (TemporalGraph.parse(f"{text}; lags 1") for text in ("A --> B @1", "B --> A @1", "A; B"))
TRUTH = TemporalGraph.from_regimes([Regime(0, 60, A), Regime(60, 100, B)])
FOUND = TemporalGraph.from_regimes([Regime(0, 50, A), Regime(50, 100, NONE)])


def test_each_stretch_without_a_change_has_the_report_of_the_graphs_that_hold_then():
    reports = em.evaluation.evaluate_regimes(TRUTH, FOUND)
    assert [(part.start, part.end) for part in reports] == [(0, 50), (50, 60), (60, 100)]
    for part, graphs in zip(reports, [(A, A), (A, NONE), (B, NONE)], strict=True):
        assert str(part.report) == str(em.evaluate(*graphs))


def test_pooled_numbers_count_every_time_step_once():
    pooled = em.evaluation.evaluate_regimes(TRUTH, FOUND).pooled
    assert pooled["tp", "lagged"].value == pytest.approx(Fraction(50, 100))
    assert pooled["recall", "lagged"].value == pytest.approx(Fraction(50, 100))
    assert pooled["precision", "lagged"].value == 1
    assert pooled["temporal_shd", "total"].value == em.metrics.regime_shd(TRUTH, FOUND)
    assert pooled["regime_shd"].value == em.metrics.regime_shd(TRUTH, FOUND)


def test_a_mean_over_steps_in_which_a_number_is_undefined_is_undefined():
    row = em.evaluation.evaluate_regimes(TRUTH, FOUND, "lag_set_accuracy:between variables").pooled[0]
    assert row.status == "undefined"
    assert row.reason.startswith("it is undefined in steps 50 to 59: the estimate has no true cause")


def test_what_is_not_defined_in_some_stretch_is_refused():
    marked = TemporalGraph.from_regimes([Regime(0, 100, TemporalGraph.parse("A o-> B @1; lags 1"))])
    reports = em.evaluation.evaluate_regimes(TRUTH, marked, "temporal_sid")
    assert {part.report[0].status for part in reports} == {reports.pooled[0].status} == {"refused"}


def test_the_truth_is_perfect_at_all_times():
    reports = em.evaluation.evaluate_regimes(TRUTH, TRUTH, ["f1:lagged", "temporal_shd"])
    assert {row.value for row in reports.pooled if row.status == "ok"} == {0, 1}
    assert len(reports) == 2


def test_all_reports_are_text_and_plain_values():
    reports = em.evaluation.evaluate_regimes(TRUTH, FOUND, "temporal_shd:total")
    assert [line for line in str(reports).splitlines() if line.isupper() and "STEPS" in line] == [
        "STEPS 0 TO 49", "STEPS 50 TO 59", "STEPS 60 TO 99", "ALL STEPS",
    ]  # fmt: skip
    found = reports.to_dict()
    assert [part["rows"][0]["value"] for part in found["stretches"]] == [0, 1, 1]
    assert found["pooled"]["rows"][0]["value"] == 0.5


def test_graphs_that_do_not_change_are_refused_with_the_way_out():
    with pytest.raises(KindError, match=r"neither graph has any.*: evaluate\(truth, estimate\)"):
        em.evaluation.evaluate_regimes(A, B)
    with pytest.raises(KindError, match="without lags"):
        em.evaluation.evaluate_regimes(em.Graph.parse("A --> B"), em.Graph.parse("A --> B"))
    with pytest.raises(KindError, match="cover the same time"):
        em.evaluation.evaluate_regimes(TRUTH, TemporalGraph.from_regimes([Regime(0, 5, A)]))


def test_a_report_of_all_regimes_put_together_says_so():
    with pytest.warns(
        em.errors.ClassWarning, match="the truth changes over time: the edges of all its regimes"
    ):
        assert em.evaluate(TRUTH, A, "precision:lagged")["precision"].value == 1
    assert em.evaluate(TRUTH, A, "regime_shd").warnings == ()
    assert em.evaluation.evaluate_regimes(TRUTH, A, "precision:lagged").pooled.warnings == ()
    same = TemporalGraph.from_regimes([Regime(0, 5, A), Regime(5, 9, A)])
    assert em.evaluate(same, A, "precision:lagged").warnings == ()


def test_a_cycle_within_a_time_step_is_warned_of_where_regimes_make_it():
    forth, back = (TemporalGraph.parse(f"{edge}; lags 0") for edge in ("A --> B", "B --> A"))
    turning = TemporalGraph.from_regimes([Regime(0, 5, forth), Regime(5, 9, back)])
    with pytest.warns(em.errors.ClassWarning):
        notes = em.evaluate(turning, forth, "f1:contemporaneous").warnings
    assert [note for note in notes if "cyclic within a time step" in note]
    assert em.evaluation.evaluate_regimes(turning, forth, "f1:contemporaneous").pooled.warnings == ()


def test_a_warning_about_regimes_points_at_the_caller():
    declared = TemporalGraph.from_regimes(
        [Regime(0, 100, TemporalGraph.parse("A --- B; lags 1", kind="dag"))]
    )
    with pytest.warns(em.errors.ClassWarning) as caught:
        em.evaluation.evaluate_regimes(TRUTH, declared)
    assert {one.filename for one in caught} == {__file__}


def test_undirected_edges_within_a_time_step_are_noted_once_for_all_regimes():
    early = TemporalGraph.parse("A --> B; B --> B @1; lags 1")
    late = TemporalGraph.parse("A --> B; A --> B @1; lags 1")
    truth = TemporalGraph.from_regimes([Regime(0, 5, early), Regime(5, 9, late)])
    found = TemporalGraph.parse("A --- B; B --> B @1; lags 1")
    with pytest.warns(em.errors.ClassWarning) as caught:
        em.evaluation.evaluate_regimes(truth, found, "temporal_shd:total")
    assert ["the estimate has undirected ones" in str(one.message) for one in caught] == [True]


def test_names_of_metrics_may_be_an_iterator_but_not_a_graph():
    names = ["precision:lagged", "temporal_shd:total"]
    from_iterator = em.evaluation.evaluate_regimes(TRUTH, FOUND, iter(names))
    assert str(from_iterator.pooled) == str(em.evaluation.evaluate_regimes(TRUTH, FOUND, names).pooled)
    with pytest.raises(TypeError, match=r"metrics must be names such as .*got TemporalGraph"):
        em.evaluation.evaluate_regimes(TRUTH, FOUND, A)
