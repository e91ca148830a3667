"""
What packages gave where they go wrong on edges of static graphs, and what edgemark gives beside it.

record_defects.py made defects.json and says what its calls mean.

One file, because it checks that no recorded call is left out.
"""

import json
from math import isnan
from pathlib import Path

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import AlignmentError, AmbiguityError, GraphError, KindError

RECORD = {
    (entry["package"], entry["call"]): entry
    for entry in json.loads(Path(__file__).with_name("defects.json").read_text())
}
ARC, BACK, NONE = (np.array([[0, a], [b, 0]]) for a, b in ((1, 0), (0, 1), (0, 0)))
LINE = ARC + BACK
COMPLETE = np.triu(np.ones((3, 3), int), 1)
EMPTY = np.zeros((3, 3), int)
ONE_ARC = np.pad(ARC, (0, 1))
SECOND_ARC = np.array([[0, 0, 0], [0, 0, 1], [0, 0, 0]])
FORK = "0 --> 2 <-- 1"
# scores of edges: no metric of two static graphs
OTHER_METRICS = {
    ("cdt", "scores after precision_recall(arc, float line, True)"),
    ("cdt", "scores after precision_recall(arc, int line, True)"),
    ("cdt", "scores after precision_recall(arc, float none, True)"),
    ("cdt", "scores after precision_recall(arc, -3 both ways, True)"),
    ("causationentropy", "auc([1, .5, 0], [1, .5, 0])"),
}


def graph(matrix, dtype=int):
    return Graph.from_adjacency(
        np.asarray(matrix).astype(dtype), direction="row-to-column", symmetric="undirected"
    )


def shd(truth, estimate, dtype=int, **options):
    return em.shd(graph(truth, dtype), graph(estimate, dtype), **options)


def confusion(truth, estimate, of="directed", dtype=int):
    return em.confusion(graph(truth, dtype), graph(estimate, dtype), of=of)


def parsed(metric, truth, estimate, **options):
    return metric(Graph.parse(truth), Graph.parse(estimate), **options)


def ratios(counts, *names):
    """Ratios, None for nan as in the record."""
    values = [getattr(counts, name) for name in names]
    return [None if isnan(value) else value for value in values]


def fork_counts(estimate):
    c = parsed(em.confusion, FORK, estimate, of="exact")
    return c.tp, c.fp, c.fn, c.tn


def skeleton_cells(truth, estimate):
    c = confusion(truth, estimate, of="skeleton")
    return [[c.tn, c.fp], [c.fn, c.tp]]


def unordered():
    digraph = networkx.DiGraph()
    digraph.add_nodes_from([1, 0])
    digraph.add_edge(0, 1)
    return em.as_graph(digraph)


def of_gcastle(estimate, truth):
    """Distance, lenient distance, recall and precision, of what gCastle takes the other way round."""
    c = confusion(truth, estimate, of="entries")
    return [
        shd(truth, estimate),
        shd(truth, estimate, undirected="lenient"),
        *ratios(c, "recall", "precision"),
    ]


AVICI = ("precision", "recall", "f1")
# package, call, what it gives or the error that it raises, ours for the same input
GIVEN = [
    ("avici", "shd(uint8 arc, uint8 back)", 0, lambda: shd(ARC, BACK, np.uint8), 1),
    ("avici", "shd(arc, back)", 1, lambda: shd(ARC, BACK), 1),
    (
        "avici",
        "classification_metrics(none, none)",
        {"precision": 1, "recall": 1, "f1": 1},
        lambda: ratios(confusion(NONE, NONE, "entries"), *AVICI),
        [None, None, None],
    ),
    (
        "avici",
        "classification_metrics(arc, none)",
        {"precision": 0, "recall": 0, "f1": 0},
        lambda: ratios(confusion(ARC, NONE, "entries"), *AVICI),
        [None, 0, 0],
    ),
    (
        "causal-learn",
        "ArrowConfusion(3 nodes, 3 nodes).get_arrows_tn",
        9,
        lambda: confusion(EMPTY, EMPTY, "arrowheads").tn,
        6,
    ),
    (
        "causal-learn",
        "ArrowConfusion(A -> B, B -> A), 3 nodes, tn",
        7,
        lambda: confusion(ONE_ARC, ONE_ARC.T, "arrowheads").tn,
        4,
    ),
    (
        "causal-learn",
        "ArrowConfusion(A -> B, empty).get_arrows_precision",
        None,
        lambda: ratios(confusion(ONE_ARC, EMPTY, "arrowheads"), "precision"),
        [None],
    ),
    (
        "causal-learn",
        "AdjacencyConfusion(A -> B, empty).get_adj_precision",
        "ZeroDivisionError",
        lambda: ratios(confusion(ONE_ARC, EMPTY, "skeleton"), "precision"),
        [None],
    ),
    (
        "causal-learn",
        "edges after add_edge(A o-- B)",
        0,
        lambda: Graph.parse("A o-- B; C").edges(),
        [("A", "o--", "B")],
    ),
    (
        "causaliq-analysis",
        "pdag_compare(empty, empty, v1.5+)",
        "ZeroDivisionError",
        lambda: ratios(confusion(EMPTY, EMPTY), "precision", "recall", "youden_j"),
        [None, None, None],
    ),
    (
        "causaliq-analysis",
        "pdag_compare(empty, complete, v1.5+)['bsf']",
        -0.5,
        lambda: ratios(confusion(COMPLETE, EMPTY, "skeleton"), "recall", "specificity", "youden_j"),
        [0, None, None],
    ),
    (
        "causaliq-analysis",
        "pdag_compare(complete, complete, v1.5+)['bsf']",
        0.5,
        lambda: ratios(confusion(COMPLETE, COMPLETE, "skeleton"), "recall", "specificity", "youden_j"),
        [1, None, None],
    ),
    (
        "causationentropy",
        "Compute_TPR_FPR(uint8 arc, uint8 back)",
        [-1, 0],
        lambda: ratios(confusion(ARC, BACK, "entries", np.uint8), "recall", "fpr"),
        [0, 1],
    ),
    (
        "causationentropy",
        "Compute_TPR_FPR(arc, back)",
        [0, 1],
        lambda: ratios(confusion(ARC, BACK, "entries"), "recall", "fpr"),
        [0, 1],
    ),
    (
        "causationentropy",
        "Compute_TPR_FPR(none, none)",
        [1, 0],
        lambda: ratios(confusion(NONE, NONE, "entries"), "recall", "fpr"),
        [None, 0],
    ),
    (
        "cdt",
        "SHD(uint8 0 -> 1 of 3 nodes, uint8 1 -> 2)",
        256,
        lambda: shd(ONE_ARC, SECOND_ARC, np.uint8, reversal="two"),
        2,
    ),
    (
        "cdt",
        "SHD(int 0 -> 1 of 3 nodes, int 1 -> 2)",
        2,
        lambda: shd(ONE_ARC, SECOND_ARC, reversal="two"),
        2,
    ),
    (
        "cdt",
        "SHD(DiGraph 0 -> 1 with nodes 1, 0, arc)",
        2,
        lambda: em.shd(unordered(), Graph(("0", "1"), [("0", "-->", "1")]), reversal="two"),
        0,
    ),
    ("dibs-lib", "shd(uint8 arc, back)", 0, lambda: shd(ARC, BACK, np.uint8), 1),
    ("dibs-lib", "shd(int32 arc, back)", 1, lambda: shd(ARC, BACK, np.int32), 1),
    (
        "dodiscover",
        "confusion_matrix_networks(complete, complete)",
        [[3]],
        lambda: skeleton_cells(COMPLETE, COMPLETE),
        [[0, 0], [0, 3]],
    ),
    (
        "dodiscover",
        "confusion_matrix_networks(complete, empty)",
        [[3]],
        lambda: skeleton_cells(COMPLETE, EMPTY),
        [[0, 0], [3, 0]],
    ),
    (
        "dodiscover",
        "confusion_matrix_networks(empty, complete)",
        [[3]],
        lambda: skeleton_cells(EMPTY, COMPLETE),
        [[0, 3], [0, 0]],
    ),
    (
        "dodiscover",
        "confusion_matrix_networks(complete, one arc)",
        [[2, 1], [0, 0]],
        lambda: skeleton_cells(COMPLETE, ONE_ARC),
        [[0, 0], [2, 1]],
    ),
    ("cdt", "SID(arc, back), no R", "FileNotFoundError", lambda: em.sid(graph(ARC), graph(BACK)), 2),
    (
        "dodiscover",
        "confusion_matrix_networks(arc, arc)",
        "IndexError",
        lambda: skeleton_cells(ARC, ARC),
        [[0, 0], [0, 1]],
    ),
    (
        "gadjid",
        "shd(3 nodes, 0 -> 1 - 2)",
        [2 / 3, 2],
        lambda: parsed(em.shd, "0; 1; 2", "0 --> 1 --- 2"),
        2,
    ),
    ("gadjid", "shd(int64 arc, int64 arc)", "RuntimeError", lambda: shd(ARC, ARC, np.int64), 0),
    (
        "gcastle",
        "MetricsDAG(line, arc).metrics",
        {"shd": 0, "tpr": 2, "recall": 1, "precision": 0.5},
        lambda: of_gcastle(LINE, ARC),
        [1, 0, 1, 0.5],
    ),
    (
        "gcastle",
        "MetricsDAG(arc, line).metrics",
        {"shd": 0, "tpr": 0.5, "recall": 0.5, "precision": 1},
        lambda: of_gcastle(ARC, LINE),
        [1, 0, 0.5, 1],
    ),
    (
        "gcastle",
        "MetricsDAG(arc, none).metrics",
        "AssertionError",
        lambda: of_gcastle(ARC, NONE),
        [1, 1, None, 0],
    ),
    (
        "gcastle",
        "MetricsDAG(none, arc).metrics",
        {"shd": 1, "precision": None, "fdr": 0, "F1": None},
        lambda: [*of_gcastle(NONE, ARC), *ratios(confusion(ARC, NONE), "fdr", "f1")],
        [1, 1, 0, None, None, 0],
    ),
    (
        "gcastle",
        "MetricsDAG(3 lines, complete).metrics",
        {"shd": 0, "tpr": 2, "recall": 1, "precision": 0.5},
        lambda: of_gcastle(COMPLETE + COMPLETE.T, COMPLETE),
        [3, 0, 1, 0.5],
    ),
    (
        "gcastle",
        "MetricsDAG(complete reversed, complete).metrics",
        {"fpr": 3, "F1": None},
        lambda: ratios(confusion(COMPLETE, COMPLETE.T), "fpr", "f1"),
        [1, 0],
    ),
    (
        "graphical-models",
        "confusion_matrix(0 -> 2 <- 1, 1 -> 2)",
        {"num_false_positives": 1, "num_false_negatives": 1, "num_true_negatives": 0},
        lambda: fork_counts("0; 1 --> 2"),
        (1, 0, 1, 1),
    ),
    (
        "graphical-models",
        "confusion_matrix(0 -> 2 <- 1, 2 -> 0, 1 -> 2)",
        {"num_false_positives": 1, "num_false_negatives": 2, "num_true_negatives": -1},
        lambda: fork_counts("2 --> 0; 1 --> 2"),
        (1, 1, 1, 1),
    ),
    (
        "graphical-models",
        "confusion_matrix(0 -> 2 <- 1, 0 - 2, 1 -> 2)",
        {"num_false_positives": 0, "num_false_negatives": 1, "num_true_negatives": 1},
        lambda: fork_counts("0 --- 2; 1 --> 2"),
        (1, 1, 1, 1),
    ),
    (
        "graphical-models",
        "confusion_matrix(3 nodes without edges, 0 -> 1)",
        {"num_false_positives": 0, "num_true_negatives": 3, "precision": 1, "tpr": 1},
        lambda: ratios(confusion(EMPTY, ONE_ARC, "exact"), "fp", "tn", "precision", "recall"),
        [1, 2, 0, None],
    ),
    (
        "graphical-models",
        "DAG.shd(0 -> 2 <- 1, PDAG without edges)",
        None,
        lambda: parsed(em.shd, FORK, "0; 1; 2"),
        2,
    ),
    ("pgmpy", "SHD(A -> B, A - B)", 1, lambda: shd(ARC, LINE), 1),
    ("pgmpy", "SHD(A - B, A -> B)", 2, lambda: shd(LINE, ARC), 1),
    (
        "pgmpy",
        "SHD(A -> B and C, A -> B and C)",
        "NetworkXError",
        lambda: shd(ONE_ARC, ONE_ARC),
        0,
    ),
    ("pgmpy", "SHD(A and B, A and B)", "NetworkXError", lambda: shd(NONE, NONE), 0),
    ("sep-distances", "SHD_DAGs(arc, back)", 2, lambda: shd(ARC, BACK, reversal="two").rate, 1),
    (
        "sep-distances",
        "SHD_DAGs(complete, complete reversed)",
        2,
        lambda: shd(COMPLETE, COMPLETE.T, reversal="two").rate,
        1,
    ),
    (
        "sep-distances",
        "SHD_DAGs of 1 node",
        "ZeroDivisionError",
        lambda: [shd([[0]], [[0]]), isnan(shd([[0]], [[0]]).rate)],
        [0, True],
    ),
]
# the same, with the error that edgemark raises and what its message says
REFUSED = [
    (
        "causationentropy",
        "Compute_TPR_FPR(zeros((3, 3)), ones((3, 3)))",
        [1, 1.5],
        lambda: confusion(EMPTY, np.ones((3, 3)), "entries"),
        GraphError,
        "a node has no edge to itself; got one at '0'",
    ),
    (
        "causationentropy",
        "Compute_TPR_FPR(arc, all nan)",
        [1, 0],
        lambda: confusion(ARC, np.full((2, 2), np.nan), "entries", float),
        GraphError,
        "cells must be 0 or 1; got nan at row 0, column 0",
    ),
    (
        "cdt",
        "SHD(ones((1, 3)), zeros((3, 3)))",
        9,
        lambda: shd(np.ones((1, 3)), EMPTY),
        GraphError,
        "must be square; got shape (1, 3)",
    ),
    (
        "cdt",
        "SHD(eye(2), zeros((2, 2)))",
        2,
        lambda: shd(np.eye(2), NONE),
        GraphError,
        "a node has no edge to itself; got one at '0'",
    ),
    (
        "dodiscover",
        "structure_hamming_dist(A -> B, X -> Y)",
        0,
        lambda: parsed(em.shd, "A --> B", "X --> Y"),
        AlignmentError,
        "only in the truth: 'A', 'B'; only in the estimate: 'X', 'Y'",
    ),
    (
        "gadjid",
        "shd(arc, 1 in both cells)",
        "PanicException",
        lambda: Graph.from_adjacency(LINE, direction="row-to-column"),
        AmbiguityError,
        "may mean an undirected edge, a bidirected edge or a cycle",
    ),
    (
        "gadjid",
        "shd(arc, self-loop)",
        "PanicException",
        lambda: shd(ARC, [[1, 0], [0, 0]]),
        GraphError,
        "a node has no edge to itself; got one at '0'",
    ),
    (
        "gadjid",
        "shd(2 nodes, 3 nodes)",
        "PanicException",
        lambda: shd(ARC, EMPTY),
        AlignmentError,
        "the truth has 2, the estimate 3",
    ),
    (
        "gadjid",
        "sid(2 nodes, 3 nodes)",
        "RuntimeError",
        lambda: em.sid(graph(ARC), graph(ONE_ARC)),
        AlignmentError,
        "the truth has 2, the estimate 3",
    ),
    (
        "gadjid",
        "ancestor_aid(3 nodes, 0 -> 1 - 2)",
        [1 / 3, 2],
        lambda: parsed(em.ancestor_aid, "0; 1; 2", "0 --> 1 --- 2"),
        KindError,
        'Compare the CPDAG that repair returns: invalid="repair"',
    ),
    (
        "graphical-models",
        "DAG.shd(2 nodes, 3 nodes)",
        0,
        lambda: shd(NONE, EMPTY),
        AlignmentError,
        "the truth has 2, the estimate 3",
    ),
]


def came(package, call):
    """What the package gave, or the name of what it raised."""
    entry = RECORD[package, call]
    return entry["gives"] if "gives" in entry else entry["raises"].partition(":")[0]


def names(table):
    return [f"{package} {call}" for package, call, *_ in table]


def assert_came(package, call, theirs):
    got = came(package, call)
    assert (got if not isinstance(theirs, dict) else {key: got[key] for key in theirs}) == theirs


@pytest.mark.parametrize(("package", "call", "theirs", "run", "ours"), GIVEN, ids=names(GIVEN))
def test_what_the_package_gave_and_what_edgemark_gives(package, call, theirs, run, ours):
    assert_came(package, call, theirs)
    assert run() == ours


@pytest.mark.parametrize(
    ("package", "call", "theirs", "run", "error", "says"), REFUSED, ids=names(REFUSED)
)
def test_what_the_package_gave_where_edgemark_refuses(package, call, theirs, run, error, says):
    assert_came(package, call, theirs)
    with pytest.raises(error) as refused:
        run()
    assert says in str(refused.value)


def test_an_invalid_cpdag_is_refused_where_cpdags_are_compared():
    truth, invalid = Graph.parse("0; 1; 2"), Graph.parse("0 --> 1 --- 2")
    assert came("gadjid", "shd(3 nodes, 0 -> 1 - 2)") == [2 / 3, 2]
    with pytest.raises(KindError, match="0 --> 1 would be 0 --- 1 in the CPDAG of its class"):
        em.shd(truth, invalid, of="cpdag")


def test_equal_graphs_in_another_order_of_nodes_do_not_differ_as_they_did_in_caugi():
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("C; B --> C; A --> B")
    assert truth.nodes != estimate.nodes
    assert em.shd(truth, estimate) == em.shd(truth, estimate, reversal="two") == 0


def test_every_recorded_defect_is_tested_or_of_another_metric():
    tested = {(package, call) for package, call, *_ in (*GIVEN, *REFUSED)}
    assert tested | OTHER_METRICS == set(RECORD)
    assert not tested & OTHER_METRICS


# ---- bnmetrics, run here


def bounds_by_bnmetrics(truth, estimate):
    """Its marks: entry (i, j) is the mark at j, 1 a tail, 2 an arrowhead."""
    import bnmetrics

    matrices = []
    for graph in (truth, estimate):
        matrix = np.zeros((graph.n_nodes,) * 2, np.int8)
        for a, glyph, b in graph.edges():
            matrix[int(a), int(b)] = 2 if glyph == "-->" else 1
            matrix[int(b), int(a)] = 2 if glyph == "<--" else 1
        matrices.append(matrix)
    found = bnmetrics.sid(*matrices)
    return found.sid_lower_bound, found.sid_upper_bound


def test_the_bounds_of_bnmetrics_are_those_of_no_dag_of_the_class():
    truth = Graph(3, [(1, "-->", 0), (2, "-->", 0)])
    path = Graph(3, [(0, "---", 1), (1, "---", 2)], kind="cpdag")
    sids = [em.sid(truth, member) for member in em.members(path)]
    assert sorted(sids) == [1, 1, 4]
    assert em.sid_bounds(truth, path) == em.Bounds(1, 4)
    assert bounds_by_bnmetrics(truth, path) == (0, 4)
