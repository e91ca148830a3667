"""cdt.metrics under its names: what cdt 0.6.0 gave, and a right answer where it goes wrong."""

import json
from itertools import product
from pathlib import Path

import gadjid
import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import EdgemarkError, Graph
from edgemark.compat.cdt import SHD, SHD_CPDAG, SID, SID_CPDAG, get_CPDAG, precision_recall
from edgemark.errors import AlignmentError, EdgemarkWarning, GraphError, KindError

PUBLISHED = Path(__file__).parents[1] / "published"
SCORED = json.loads((PUBLISHED / "scores" / "cdt.json").read_text())["cases"]
GRAPHS = json.loads((PUBLISHED / "cdt.json").read_text())["cases"]
DEFECTS = {
    entry["call"]: entry.get("gives", entry.get("raises"))
    for entry in json.loads((PUBLISHED / "defects.json").read_text())
    if entry["package"] == "cdt"
}
ARC, BACK, NONE, LINE = (np.array([[0, a], [b, 0]]) for a, b in ((1, 0), (0, 1), (0, 0), (1, 1)))


def digraph(matrix, nodes):
    graph = networkx.DiGraph()
    graph.add_nodes_from(nodes)
    for i, j in np.argwhere(matrix):
        graph.add_edge(nodes[i], nodes[j], weight=float(matrix[i, j]))
    return graph


# ---- as cdt


@pytest.mark.parametrize(("key", "low"), [("curve", False), ("low", True)])
def test_area_and_points_are_those_of_cdt(key, low):
    for case in SCORED:
        target, scores = (np.array(case[side]) for side in ("target", "prediction"))
        area, points = precision_recall(target, scores, low_confidence_undirected=low)
        assert area == pytest.approx(case[key][0])
        assert np.array(points) == pytest.approx(np.array(case[key][1]))


def test_the_recorded_cases_differ_by_the_option_and_have_ties_and_no_true_edge():
    assert any(case["curve"] != case["low"] for case in SCORED)
    assert any(len(set(np.ravel(case["prediction"]))) < np.size(case["prediction"]) for case in SCORED)
    assert any(not np.any(case["target"]) for case in SCORED)


@pytest.mark.parametrize("double", [True, False])
def test_the_distance_is_cdts(double):
    for case in GRAPHS:
        expected = case["values"][f"SHD(double_for_anticausal={double})"]
        found = SHD(np.array(case["truth"]), np.array(case["estimate"]), double)
        assert found == expected
        assert type(found) is int


def test_loops_count_as_in_cdt_which_halves_them_where_it_counts_pairs():
    halved = 0
    for case in SCORED:
        target, found = np.array(case["target"]), (np.array(case["prediction"]) > 0.5).astype(int)
        loops = int((np.diag(target) != np.diag(found)).sum())
        assert SHD(target, found) == case["shd"][0]
        assert SHD(target, found, double_for_anticausal=False) == case["shd"][1] + loops / 2
        halved += loops
    assert halved > 10


def test_the_distance_is_edgemarks():
    for case in GRAPHS:
        sides = [
            Graph.from_adjacency(case[side], direction="row-to-column", symmetric="undirected")
            for side in ("truth", "estimate")
        ]
        arrays = [np.array(case[side]) for side in ("truth", "estimate")]
        assert SHD(*arrays) == em.shd(*sides, reversal="two")
        assert SHD(*arrays, double_for_anticausal=False) == em.shd(*sides)


def test_the_examples_of_the_documentation_run():
    rng = np.random.default_rng(0)
    target, found = rng.integers(2, size=(2, 10, 10))
    assert SHD(target, found, double_for_anticausal=False) <= SHD(target, found)
    area, points = precision_recall(target, rng.normal(size=(10, 10)))
    assert 0 < area < 1
    assert len(points) == 101


# ---- the CPDAG functions, which need R in cdt


def test_the_cpdag_of_a_dag_has_both_cells_where_an_arc_may_turn():
    assert get_CPDAG(ARC).tolist() == LINE.tolist()
    collider = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    assert get_CPDAG(collider).tolist() == collider.tolist()


def test_dags_of_one_class_have_one_cpdag_and_no_distance():
    cells = [(0, 1), (0, 2), (1, 2)]
    by_class = {}
    for turned in product((0, 1, 2), repeat=3):
        dag = np.zeros((3, 3), int)
        for (i, j), way in zip(cells, turned, strict=True):
            dag[i, j], dag[j, i] = way == 1, way == 2
        if networkx.is_directed_acyclic_graph(networkx.DiGraph(dag)):
            by_class.setdefault(str(get_CPDAG(dag).tolist()), []).append(dag)
    assert len(by_class) == 11
    classes = list(by_class.values())
    assert all(SHD_CPDAG(one[0], other) == 0 for one in classes for other in one)
    assert all(SHD_CPDAG(a[0], b[0]) > 0 for a in classes for b in classes if a is not b)


def test_the_distance_of_cpdags_is_that_of_their_pairs():
    for case in GRAPHS:
        arrays = [np.array(case[side]) for side in ("truth", "estimate")]
        if any((a & a.T).any() for a in arrays):
            continue
        assert SHD_CPDAG(*arrays) == SHD(*map(get_CPDAG, arrays), double_for_anticausal=False)


def test_an_estimate_that_is_a_cpdag_already_is_taken():
    assert SHD_CPDAG(ARC, LINE) == 0


def test_a_cycle_has_no_cpdag():
    with pytest.raises(KindError, match="cycle"):
        get_CPDAG(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))


# ---- networkx


def test_digraphs_are_matched_by_node():
    target, found = digraph(ARC, ["a", "b"]), digraph(BACK, ["b", "a"])
    assert SHD(target, found) == SHD_CPDAG(target, found) == 0
    assert SHD(target, digraph(BACK, ["a", "b"])) == 2


def test_weights_are_scores_and_both_ways_an_undirected_edge():
    scores = np.array([[0, 0.9], [0.4, 0]])
    assert precision_recall(digraph(ARC, "ab"), digraph(scores, "ab")) == precision_recall(ARC, scores)
    assert get_CPDAG(digraph(ARC, "ba")).tolist() == LINE.tolist()
    assert SHD(digraph(LINE, "ab"), digraph(NONE, "ab")) == 2


def test_beside_an_array_nodes_are_rows_and_not_whatever_order_they_were_added_in():
    assert DEFECTS["SHD(DiGraph 0 -> 1 with nodes 1, 0, arc)"] == 2
    assert SHD(digraph(BACK, [1, 0]), ARC) == SHD(ARC, digraph(BACK, [1, 0])) == 0


def cdts_distance(target, pred, double):
    """cdt 0.6.0 of the document: matrices in the order of the target's nodes, where it is a DiGraph."""
    nodes = list(target.nodes) if isinstance(target, networkx.DiGraph) else None
    arrays = []
    for graph, order in ((target, None), (pred, nodes)):
        if isinstance(graph, networkx.DiGraph):
            graph = networkx.to_numpy_array(graph, order or list(graph.nodes), weight=None)
        arrays.append(graph.astype(int))
    differ = np.abs(arrays[0] - arrays[1])
    if not double:
        differ = ((differ + differ.T) > 0).astype(int) / 2
    return differ.sum()


@pytest.mark.parametrize("seed", range(30))
def test_g6_beside_an_array_string_nodes_are_rows_in_the_order_they_were_added_in(seed):
    """As the page of cdt says, arguments may be of two types; the order of the nodes is cdt's."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 6))
    target, pred = (np.triu(rng.integers(0, 2, (n, n)), 1) for _ in range(2))
    graph = digraph(pred, [f"gene{k}" for k in rng.permutation(n)])
    for sides in ((target, graph), (graph, target)):
        for double in (True, False):
            with pytest.warns(
                EdgemarkWarning, match="the order in which the nodes were added to the DiGraph"
            ):
                assert SHD(*sides, double_for_anticausal=double) == cdts_distance(*sides, double)
    with pytest.warns(EdgemarkWarning):
        assert SID(target, graph) == SID(target, pred)
    with pytest.warns(EdgemarkWarning):
        assert precision_recall(target, graph) == precision_recall(target, pred)


def test_g6_another_number_of_nodes_is_refused():
    with pytest.warns(EdgemarkWarning), pytest.raises(AlignmentError, match="got 2 and 3 of them"):
        SHD(digraph(ARC, "ab"), np.zeros((3, 3)))


def test_other_nodes_are_refused_where_cdt_drops_them():
    with pytest.raises(AlignmentError, match="the prediction lacks none, the target 'c'"):
        SHD(digraph(ARC, "ab"), digraph(np.pad(ARC, (0, 1)), "abc"))


@pytest.mark.parametrize("graph", [[[0, 1], [0, 0]], networkx.Graph([("a", "b")]), None])
def test_what_is_neither_array_nor_digraph_is_a_type_error(graph):
    with pytest.raises(TypeError, match=r"an array or a networkx.DiGraph; got"):
        SHD(ARC, graph)


# ---- where cdt goes wrong


def test_unsigned_integers_do_not_wrap_round():
    first, second = np.zeros((2, 3, 3), np.uint8)
    first[0, 1] = second[1, 2] = 1
    assert DEFECTS["SHD(uint8 0 -> 1 of 3 nodes, uint8 1 -> 2)"] == 256
    assert SHD(first, second) == 2


def test_matrices_of_other_shapes_are_refused_and_not_broadcast():
    assert DEFECTS["SHD(ones((1, 3)), zeros((3, 3)))"] == 9
    with pytest.raises(GraphError, match=r"a square matrix; got shape \(1, 3\)"):
        SHD(np.ones((1, 3)), np.zeros((3, 3)))
    with pytest.raises(AlignmentError, match="the same nodes; got 1 and 3"):
        SHD(np.zeros((1, 1)), np.zeros((3, 3)))


@pytest.mark.parametrize("dtype", [float, int])
def test_scores_stay_as_they_are_and_may_be_integers(dtype):
    assert DEFECTS["scores after precision_recall(arc, float line, True)"] == [[0, 0.1], [0.1, 0]]
    assert DEFECTS["scores after precision_recall(arc, int line, True)"].startswith("UFuncTypeError")
    scores = LINE.astype(dtype)
    precision_recall(ARC, scores, low_confidence_undirected=True)
    assert (scores == LINE).all()


def test_all_zero_scores_have_no_lowest_and_are_constant():
    assert DEFECTS["scores after precision_recall(arc, float none, True)"].startswith("ValueError")
    constant = precision_recall(ARC, NONE, low_confidence_undirected=True)
    assert constant == precision_recall(ARC, np.ones((2, 2)))
    assert constant[0] == (1 + 1 / 4) / 2


def test_negative_symmetric_scores_do_not_become_the_highest():
    assert DEFECTS["scores after precision_recall(arc, -3 both ways, True)"] == [[0, 4.5], [4.5, 0]]
    with pytest.raises(EdgemarkError, match=r"needs scores of 0 or more; got -3.0. Rank by absolute"):
        precision_recall(ARC, -3.0 * LINE, low_confidence_undirected=True)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_scores_that_are_not_finite_are_refused(bad):
    with pytest.raises(GraphError, match=r"the prediction must be finite; got .* at row 0, column 1"):
        precision_recall(ARC, np.array([[0, bad], [0, 0]]))


def test_weights_are_no_graph():
    with pytest.raises(
        GraphError, match=r"the prediction must hold zeros and ones; got 0.5 .* threshold"
    ):
        SHD(ARC, np.array([[0, 0.5], [0, 0]]))


def test_the_trap_of_constant_scores_beside_the_right_area():
    truth = np.eye(4, k=1)
    scores = em.EdgeScores(np.ones((4, 4)) - np.eye(4), direction="row-to-column")
    graph = Graph.from_adjacency(truth, direction="row-to-column")
    assert em.average_precision(graph, scores) == 3 / 12
    assert precision_recall(truth, np.ones((4, 4)))[0] == (1 + 3 / 16) / 2


# ---- interventions


def test_sid_counts_what_gadjid_counts():
    rng = np.random.default_rng(0)
    for _ in range(50):
        true, found = (np.triu(rng.random((6, 6)) < 0.4, 1).astype(np.int8) for _ in range(2))
        found = found[::-1, ::-1].copy() if rng.random() < 0.5 else found
        expected = gadjid.sid(true, found, edge_direction="from row to column")[1]
        assert SID(true, found) == expected
        assert SID_CPDAG(true, found) == (expected, expected)


def test_the_bounds_of_a_line_hold_every_direction():
    chain, line = np.eye(3, k=1), np.eye(3, k=1) + np.eye(3, k=-1)
    assert SID_CPDAG(chain, line) == (0, 6)
    assert [SID(chain, dag) for dag in (chain, chain.T)] == [0, 6]


def test_sid_of_an_undirected_prediction_is_refused():
    with pytest.raises(KindError, match="SID_CPDAG"):
        SID(np.eye(2, k=1), np.ones((2, 2)) - np.eye(2))


def test_the_example_of_cdts_documentation_has_loops_which_no_dag_has():
    rng = np.random.default_rng(0)
    target, found = (np.triu(rng.integers(2, size=(10, 10))) for _ in range(2))
    assert target.diagonal().any()
    assert SID(target, found) == SID(np.triu(target, 1), np.triu(found, 1))
    assert SID_CPDAG(target, found) == (SID(target, found),) * 2


def test_a_weight_that_is_no_number_is_refused():
    graph = networkx.DiGraph()
    graph.add_edge(0, 1, weight="x")
    with pytest.raises(GraphError, match="a weight must be a number; got 'x'"):
        precision_recall(graph, graph)


def test_parallel_edges_with_weights_are_refused():
    graph = networkx.MultiDiGraph([(0, 1, {"weight": 0.9}), (0, 1, {"weight": 0.2}), (1, 0)])
    with pytest.raises(GraphError, match="two for the edge from 0 to 1"):
        precision_recall(ARC, graph)
    assert SHD(LINE, graph) == 0


def test_a_full_diagonal_is_ignored_wherever_there_are_no_loops():
    chain = np.eye(3, k=1)
    assert get_CPDAG(chain + np.eye(3)).tolist() == get_CPDAG(chain).tolist()
    assert SHD_CPDAG(chain + np.eye(3), chain.T) == 0


def test_no_area_has_no_sign():
    area, _ = precision_recall(np.zeros((0, 0)), np.zeros((0, 0)))
    assert str(area) == "0.0"


def test_refusals_speak_of_target_and_prediction():
    chain, line = np.eye(3, k=1), np.eye(3, k=1) + np.eye(3, k=-1)
    cycle = np.roll(np.eye(3), 1, axis=1)
    with pytest.raises(
        em.errors.KindError, match=r"^SID needs a DAG as the prediction; .*SID_CPDAG\(target, pred"
    ):
        SID(chain, line)
    for metric in (SID, SID_CPDAG):
        with pytest.raises(em.errors.KindError, match=f"^{metric.__name__} needs a DAG as the target; "):
            metric(line, chain)
    with pytest.raises(
        em.errors.KindError, match=r"^SID_CPDAG needs a CPDAG or a DAG as the prediction; "
    ):
        SID_CPDAG(chain, cycle)
