"""The RC-GNN document's report: its keys, its constants, and not its mistakes."""

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.compat.rcgnn import graph_metrics
from tests.metrics.samples import pairs_of_graphs

KEYS = [
    "directed_precision", "directed_recall", "directed_f1", "directed_shd", "orientation_accuracy",
    "skeleton_precision", "skeleton_recall", "skeleton_f1", "skeleton_shd",
]  # fmt: skip


def test_the_keys_are_those_of_the_document_in_its_order():
    assert list(graph_metrics(Graph.parse("A --> B"), Graph.parse("A --> B"))) == KEYS


def test_a_reversal_is_one_error_not_three():
    found = graph_metrics(Graph.parse("A --> B"), Graph.parse("B --> A"))
    assert (found["directed_shd"], found["skeleton_shd"], found["orientation_accuracy"]) == (1, 0, 0.0)


def test_a_pair_is_one_error_of_the_skeleton_not_two():
    assert graph_metrics(Graph.parse("A --> B"), Graph.parse("A; B"))["skeleton_shd"] == 1


def test_arcs_both_ways_are_no_right_direction():
    found = graph_metrics(Graph.parse("A --> B"), Graph.parse("A --> B --> A"))
    assert found["orientation_accuracy"] == 0.0


def test_nothing_of_nothing_is_0_as_in_the_document():
    assert set(graph_metrics(Graph.parse("A; B"), Graph.parse("A; B")).values()) == {0}


@pytest.mark.filterwarnings("ignore::edgemark.ClassWarning")
def test_every_value_is_the_metrics():
    for truth, estimate in pairs_of_graphs():
        report = em.evaluate(truth, estimate, ["precision:directed", "f1:skeleton", "shd:pair mismatch"])
        found = graph_metrics(truth, estimate)
        assert found["directed_shd"] == report["shd"].value
        for key, name in (("directed_precision", "precision"), ("skeleton_f1", "f1")):
            row = report[name]
            assert found[key] == (row.value if row.status == "ok" else 0.0)
