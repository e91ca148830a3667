"""Means of any metric of graphs over weighted graphs."""

import math

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, GraphSamples
from edgemark.errors import ConventionError

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TRUTH = Graph.parse("A --> B --> C; A --> D")
DRAWS = [
    Graph.parse(text)
    for text in ("A --> B --> C; D", "A --> B --> C; D", "D --> A --> B; C", "A <-- B --> C --> D")
]
WEIGHTS = [1, 2, 3, 4]
SAMPLES = GraphSamples(DRAWS, weights=WEIGHTS)


def test_every_mean_is_that_of_the_numbers_of_each_sample():
    report = em.evaluation.expected(TRUTH, SAMPLES)
    table = em.evaluate_many(TRUTH, DRAWS)
    assert [(row.metric, row.convention) for row in report] == list(table.columns)
    shares = np.array(WEIGHTS) / sum(WEIGHTS)
    for row, column in zip(report, table.values.T, strict=True):
        if np.isnan(column).any():
            assert (row.status == "ok", math.isnan(row.value)) == (False, True)
            assert row.reason
        else:
            assert row.value == pytest.approx(float(shares @ column), abs=1e-12)
            assert row.status == "ok"


def test_the_mean_of_shd_is_expected_shd():
    report = em.evaluation.expected(TRUTH, SAMPLES, ["shd", "f1:directed"])
    assert report["shd", "pair mismatch"].value == em.metrics.expected_shd(TRUTH, SAMPLES)
    assert report["shd", "arc Hamming"].value == em.metrics.expected_shd(TRUTH, SAMPLES, reversal="two")
    assert report["f1", "directed"].value == em.metrics.expected_f1(TRUTH, SAMPLES)


def test_a_mean_is_no_count():
    row = em.evaluation.expected(TRUTH, SAMPLES, "shd:pair mismatch")[0]
    assert (row.count, row.of) == (None, None)


def test_undefined_numbers_are_not_left_out_in_silence():
    samples = GraphSamples([TRUTH, Graph.parse("A; B; C; D")], weights=[3, 1])
    row = em.evaluation.expected(TRUTH, samples, "precision:directed")[0]
    assert (math.isnan(row.value), row.status) == (True, "undefined")
    assert row.reason == "undefined or refused on 0.25 of the weight; the mean over the rest is 1"


def test_what_is_refused_on_every_sample_says_why():
    samples = GraphSamples([Graph.parse("A o-o B; C; D"), Graph.parse("A o-> B; C; D")])
    row = em.evaluation.expected(TRUTH, samples, "shd:arc Hamming")[0]
    assert row.status == "refused"
    assert "circle" in row.reason


@pytest.mark.parametrize("order", [1, -1])
def test_samples_of_each_class_have_their_warning(order):
    """Before, only the class of the first sample had one."""
    samples = GraphSamples([TRUTH, Graph.parse("A --- B --- C; A --- D")][::order])
    with pytest.warns(em.errors.ClassWarning, match="the truth is a DAG and the estimate a CPDAG"):
        report = em.evaluation.expected(TRUTH, samples, "shd:pair mismatch")
    assert any("the estimate a CPDAG" in note for note in report.warnings)


def test_a_report_of_means_is_a_report():
    report = em.evaluation.expected(TRUTH, SAMPLES, ["shd", "nced"])
    assert "4 samples" in str(report)
    assert len(report.to_dict()["rows"]) == len(report)


def test_an_unknown_metric_is_refused():
    with pytest.raises(ConventionError, match="shdd"):
        em.evaluation.expected(TRUTH, SAMPLES, "shdd")


def test_a_graph_is_no_samples():
    with pytest.raises(TypeError, match="GraphSamples; got Graph"):
        em.evaluation.expected(TRUTH, TRUTH)


def test_the_classes_of_all_samples_are_named():
    """Only that of the first sample was."""
    samples = GraphSamples(
        [Graph.parse(text) for text in ("A --> B --> C", "A --- B --- C", "A o-> B; C")]
    )
    truth = Graph.parse("A --> B --> C")
    numbers = ["shd:pair mismatch", "shd:both to CPDAG", "shd:truth to CPDAG"]
    compared = [row.compared for row in em.evaluation.expected(truth, samples, numbers)]
    assert compared == ["dag / dag and cpdag and pag", "cpdag / cpdag", "cpdag / dag and cpdag and pag"]
    few = em.Candidates(truth.nodes, [("A", "B")])
    row = em.evaluation.expected(truth, samples, numbers[:1], candidates=few)[0]
    assert row.compared == "dag / dag and cpdag and pag; 1 of 6 ordered pairs"


def test_expected_warns_once_of_what_holds_for_every_class():
    truth = Graph.parse("A --> B --> C; D")
    samples = GraphSamples([truth, Graph.parse("A --- B --- C; D")])
    candidates = em.Candidates(["A", "B", "C", "D"], [("A", "B")])
    with pytest.warns(em.errors.ClassWarning) as caught:
        report = em.evaluation.expected(truth, samples, "shd:skeleton", candidates=candidates)
    texts = [str(one.message) for one in caught]
    assert texts == list(report.warnings)
    assert sum("is not counted" in text for text in texts) == 1
    assert {one.filename for one in caught} == {__file__}


def test_samples_of_weight_0_do_not_cover_the_class():
    chain = Graph.parse("A --> B --> C")
    members = [chain, Graph.parse("A <-- B --> C"), Graph.parse("A <-- B <-- C")]
    assert em.metrics.class_coverage(chain, GraphSamples(members, weights=[1, 1, 0])) == 2 / 3


def test_a_mean_reads_each_sample_as_declared_in_any_order():
    truth, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B <-- C")
    draws = [collider.with_kind("dag"), collider.with_kind("cpdag")]
    each = [int(em.parent_aid(truth, draw)) for draw in draws]
    assert each == [3, 6]
    for order in (draws, draws[::-1]):
        row = em.evaluation.expected(truth, GraphSamples(order), "parent_aid:all mistakes")[0]
        assert row.value == 4.5
        weighted = GraphSamples(order, weights=[3, 1])
        row = em.evaluation.expected(truth, weighted, "parent_aid:all mistakes")[0]
        assert row.value == (3.75 if order is draws else 5.25)
    assert len(GraphSamples(draws).distinct()) == 1
    assert len(GraphSamples([*draws, *draws]).distinct(by_kind=True)) == 2


@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_a_sample_with_hidden_variables_is_not_read_as_the_equal_dag_before_it(kind):
    truth, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B <-- C")
    for draws in ([collider, collider.with_kind(kind)], [collider.with_kind(kind), collider]):
        samples = GraphSamples(draws)
        assert np.isnan(em.metrics.expected_sid(truth, samples))
        with pytest.raises(em.errors.KindError, match="declared a"):
            em.metrics.class_coverage(collider, samples)
