"""Edge scores: what they read, what they refuse, the graphs they become."""

import copy
import pickle

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import AmbiguityError, GraphError

ARRAY = np.array([[0.0, 0.9, 0.2], [0.4, 0.0, 0.4], [0.0, 0.7, 0.0]])
SCORES = EdgeScores(ARRAY, ["A", "B", "C"], direction="row-to-column")


def all_scores(scores):
    return {
        (a, b): scores[a, b] for a in scores.nodes for b in scores.nodes if a != b and scores[a, b] != 0
    }


EXPECTED = {("A", "B"): 0.9, ("A", "C"): 0.2, ("B", "A"): 0.4, ("B", "C"): 0.4, ("C", "B"): 0.7}


# ---- reading


@pytest.mark.parametrize(
    "given",
    [
        ARRAY,
        ARRAY.tolist(),
        np.asfortranarray(ARRAY),
        ARRAY[:, ::-1][:, ::-1],
        scipy.sparse.csr_array(ARRAY),
        scipy.sparse.coo_matrix(ARRAY),
        scipy.sparse.csc_array(ARRAY),
    ],
)
def test_a_matrix_of_any_storage_is_read(given):
    assert all_scores(EdgeScores(given, ["A", "B", "C"], direction="row-to-column")) == EXPECTED


def test_a_column_may_be_the_cause():
    scores = EdgeScores(ARRAY.T, ["A", "B", "C"], direction="column-to-row")
    assert scores == SCORES
    stored = EdgeScores(scipy.sparse.csr_array(ARRAY.T), list("ABC"), direction="column-to-row")
    assert stored == SCORES


def test_a_frame_names_its_nodes_and_rows_follow_columns():
    frame = pandas.DataFrame(ARRAY, list("ABC"), list("ABC"))
    assert EdgeScores(frame, direction="row-to-column") == SCORES
    assert EdgeScores(frame.loc[["C", "A", "B"]], direction="row-to-column") == SCORES
    with pytest.raises(GraphError, match="needs no other names"):
        EdgeScores(frame, list("XYZ"), direction="row-to-column")
    with pytest.raises(GraphError, match="scores must be numbers"):
        EdgeScores(frame.astype(str), direction="row-to-column")


def test_a_polars_frame_is_read():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(dict(zip("ABC", ARRAY.T, strict=True)))
    assert EdgeScores(frame, direction="row-to-column") == SCORES


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int64, np.float16, np.float32])
def test_numbers_of_any_type_are_read(dtype):
    array = np.array([[0, 1], [0, 0]], dtype)
    assert EdgeScores(array, direction="row-to-column")["0", "1"] == 1


def test_weights_of_networkx_are_read():
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([(a, b, score) for (a, b), score in EXPECTED.items()])
    assert EdgeScores.from_networkx(graph) == SCORES
    undirected = networkx.Graph()
    undirected.add_edge(1, 2, strength=0.5)
    both = EdgeScores.from_networkx(undirected, weight="strength")
    assert both["1", "2"] == both["2", "1"] == 0.5
    with pytest.raises(GraphError, match="attribute 'weight'"):
        EdgeScores.from_networkx(undirected)


def test_edges_are_read_over_the_nodes_given():
    edges = [(a, b, score) for (a, b), score in EXPECTED.items()]
    assert EdgeScores.from_edges(edges) == SCORES
    more = EdgeScores.from_edges(edges, nodes=["D", "C", "B", "A"])
    assert more.nodes == ("D", "C", "B", "A")
    assert more["D", "A"] == 0
    assert EdgeScores.from_edges([(0, 2, 1)], nodes=3).to_array()[0, 2] == 1


@pytest.mark.parametrize(
    ("edges", "complaint"),
    [
        ([("A", "B", 1), ("A", "B", 2)], "two for 'A', 'B'"),
        ([("A", "A", 1)], "no edge to itself"),
        ([("A", "X", 1)], "unknown node 'X'"),
        ([("A", "B", float("inf"))], "finite numbers; got inf at row 'A', column 'B'"),
        ([("A", "B", "1")], "a scored edge must be a triple"),
        (["AB1"], "a scored edge must be a triple"),
        ([("A", "B")], "a scored edge must be a triple"),
    ],
)
def test_edges_that_are_none_are_refused(edges, complaint):
    with pytest.raises(GraphError, match=complaint):
        EdgeScores.from_edges(edges, nodes=["A", "B"])


# ---- what is refused


def test_the_direction_must_be_said_unless_it_does_not_matter():
    with pytest.raises(AmbiguityError, match="row-to-column"):
        EdgeScores(ARRAY)
    assert EdgeScores(ARRAY + ARRAY.T).is_symmetric
    with pytest.raises(em.errors.ConventionError, match="direction"):
        EdgeScores(ARRAY, direction="rows")


@pytest.mark.parametrize("make", [np.array, scipy.sparse.csr_array])
@pytest.mark.parametrize("bad", [float("inf"), -float("inf")])
def test_scores_that_are_not_finite_are_refused(make, bad):
    array = ARRAY.copy()
    array[2, 0] = bad
    with pytest.raises(GraphError, match=r"finite numbers; got .* at row 'C', column 'A'"):
        EdgeScores(make(array), list("ABC"), direction="row-to-column")


@pytest.mark.parametrize("make", [np.array, scipy.sparse.csr_array])
def test_a_diagonal_is_refused_unless_it_says_nothing(make):
    array = ARRAY.copy()
    array[1, 1] = 0.3
    with pytest.raises(GraphError, match=r"diagonal must be 0 or nan.*got 0\.3 for 'B'"):
        EdgeScores(make(array), list("ABC"), direction="row-to-column")
    array[1, 1] = np.nan
    assert EdgeScores(make(array), list("ABC"), direction="row-to-column") == SCORES
    assert np.isnan(array[1, 1])


@pytest.mark.parametrize("make", [np.array, scipy.sparse.csr_array])
def test_a_negative_score_must_be_explained(make):
    array = -ARRAY
    with pytest.raises(AmbiguityError, match="at row 0, column 1"):
        EdgeScores(make(array), direction="row-to-column")
    sized = EdgeScores(make(array), list("ABC"), direction="row-to-column", sign="ignore")
    assert sized == SCORES
    stated = {} if make is np.array else {"unlisted": -1}
    kept = EdgeScores(make(array), list("ABC"), direction="row-to-column", sign="keep", **stated)
    assert kept["A", "B"] == -0.9
    with pytest.raises(em.errors.ConventionError, match="sign"):
        EdgeScores(array, direction="row-to-column", sign="absolute")


@pytest.mark.parametrize(
    ("array", "complaint"),
    [
        (np.zeros((2, 3)), "square"),
        (np.zeros(4), "square"),
        ([[0, 1], [0]], "ragged|square"),
        ([["a", "b"], ["c", "d"]], "numbers"),
        (np.zeros((2, 2), complex), "numbers"),
        (np.ma.masked_array(np.zeros((2, 2)), mask=[[0, 1], [0, 0]]), "masked"),
    ],
)
def test_what_is_no_square_of_numbers_is_refused(array, complaint):
    with pytest.raises(GraphError, match=complaint):
        EdgeScores(array, direction="row-to-column")


def test_names_must_fit():
    with pytest.raises(GraphError, match="3 rows need 3 names; got 2"):
        EdgeScores(ARRAY, ["A", "B"], direction="row-to-column")


def test_what_was_given_is_not_changed_and_changing_it_changes_nothing():
    array = ARRAY.copy()
    scores = EdgeScores(array, list("ABC"), direction="row-to-column", sign="keep")
    assert (array == ARRAY).all()
    array[:] = 5
    assert (scores.to_array() == ARRAY).all()
    scores.to_array()[:] = 5
    assert (scores.to_array() == ARRAY).all()
    with pytest.raises(AttributeError, match="do not change"):
        scores._n = 3
    with pytest.raises(ValueError, match="read-only"):
        scores._cells.matrix[0, 1] = 3


# ---- graphs


def test_an_edge_is_strictly_above_the_threshold():
    assert SCORES.at(0.4) == Graph.parse("A --> B; C --> B")
    assert SCORES.at(0.39) == Graph.parse("A --> B; B --> A; B --> C; C --> B")
    assert SCORES.at(0.9) == Graph(["A", "B", "C"])


def test_both_directions_are_a_cycle_unless_it_is_said():
    assert SCORES.at(0.3, symmetric="undirected") == Graph.parse("A --- B; B --- C")
    assert SCORES.at(0.3, symmetric="bidirected") == Graph.parse("A <-> B; B <-> C")
    with pytest.raises(GraphError, match="refused"):
        SCORES.at(0.3, symmetric="refuse")


@pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
def test_a_threshold_is_a_finite_number(threshold):
    with pytest.raises(GraphError, match="finite"):
        SCORES.at(threshold)


def test_below_0_every_pair_has_an_edge():
    for scores in (SCORES, EdgeScores.from_edges([("A", "B", 0.9)], nodes=["A", "B", "C"])):
        assert scores.at(-0.1).n_edges == 6
        assert scores.at(0).n_edges == len(all_scores(scores))


def test_the_top_edges_are_those_of_the_highest_scores():
    assert SCORES.top(0) == Graph(["A", "B", "C"])
    assert SCORES.top(2) == Graph.parse("A --> B; C --> B")
    assert SCORES.top(6).n_edges == 6


def test_a_tie_at_the_end_is_refused_unless_it_is_settled():
    with pytest.raises(AmbiguityError, match=r"2 edges have the score 0.4.*Take 2 or 4"):
        SCORES.top(3)
    assert SCORES.top(3, ties="include") == SCORES.at(0.39)
    assert SCORES.top(3, ties="exclude") == SCORES.at(0.4)
    assert SCORES.top(4, ties="exclude") == SCORES.at(0.39)


@pytest.mark.parametrize("k", [-1, 7, 1.0, True, "2", None])
def test_a_number_of_edges_that_is_none_is_refused(k):
    with pytest.raises(GraphError, match="k must be a number of edges from 0"):
        SCORES.top(k)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, 2**31), st.booleans())
def test_graphs_of_sparse_and_dense_scores_are_those_of_a_loop(n, levels, seed, keep):
    rng = np.random.default_rng(seed)
    array = rng.integers(-levels if keep else 0, levels + 1, (n, n)).astype(float)
    np.fill_diagonal(array, 0)
    sign = "keep" if keep else "refuse"
    for matrix in (array, scipy.sparse.csr_array(array)):
        stated = {"unlisted": 0.0} if keep and matrix is not array else {}
        scores = EdgeScores(matrix, direction="row-to-column", sign=sign, **stated)
        for threshold in (*range(-levels, levels + 1), -0.5, 0.5):
            edges = [
                (i, "-->", j) for i in range(n) for j in range(n) if i != j and array[i, j] > threshold
            ]
            assert scores.at(threshold) == Graph(n, edges)
        cells = sorted(array[~np.eye(n, dtype=bool)], reverse=True)
        for k in range(1, len(cells) + 1):
            bound = cells[k - 1]
            assert scores.top(k, ties="exclude").n_edges in (k, sum(c > bound for c in cells))
            assert scores.top(k, ties="include").n_edges == sum(c >= bound for c in cells)


# ---- as a value


def test_equality_and_hash_ignore_the_order_of_nodes():
    turned = SCORES.with_nodes(["C", "A", "B"])
    assert turned.nodes == ("C", "A", "B")
    assert turned == SCORES
    assert hash(turned) == hash(SCORES)
    assert turned["A", "B"] == 0.9
    assert EdgeScores(2 * ARRAY, list("ABC"), direction="row-to-column") != SCORES
    assert EdgeScores(ARRAY, direction="row-to-column") != SCORES
    assert SCORES != ARRAY.tolist()


def test_nodes_are_added_with_the_score_0():
    more = SCORES.with_nodes(["D", "A", "B", "C"])
    assert more["D", "A"] == more["B", "D"] == 0
    assert all_scores(more) == EXPECTED
    with pytest.raises(em.errors.AlignmentError, match="missing: 'C'"):
        SCORES.with_nodes(["A", "B"])
    with pytest.raises(em.errors.AlignmentError, match="3 nodes need 3 names; got 2"):
        EdgeScores(ARRAY, direction="row-to-column").with_nodes(["A", "B"])


def test_scores_are_pickled_copied_and_written_as_what_makes_them():
    assert pickle.loads(pickle.dumps(SCORES)) == SCORES
    assert copy.deepcopy(SCORES) is SCORES
    assert eval(repr(SCORES)) == SCORES
    unnamed = EdgeScores(ARRAY, direction="row-to-column")
    assert eval(repr(unnamed)) == unnamed
    assert len(repr(EdgeScores(np.ones((50, 50)) - np.eye(50)))) < 80


@pytest.mark.parametrize("nodes", [0, 1])
def test_there_may_be_no_pair(nodes):
    scores = EdgeScores(np.zeros((nodes, nodes)))
    assert scores.at(0.5) == scores.top(0) == Graph(nodes)
    assert scores.is_symmetric


def test_an_edge_has_two_ends_that_are_nodes():
    with pytest.raises(GraphError, match="two different nodes"):
        _ = SCORES["A", "A"]
    with pytest.raises(GraphError, match="unknown node"):
        _ = SCORES["A", "X"]


def test_mirrored_scores_can_be_put_last():
    array = np.array([[0, 0.9, 0.5], [0.9, 0, 0.8], [0.5, 0.3, 0]])
    low = EdgeScores(array, direction="row-to-column").low_confidence_undirected()
    order = sorted(((low[i, j], i, j) for i in range(3) for j in range(3) if i != j), reverse=True)
    assert [pair[1:] for pair in order[:2]] == [(1, 2), (2, 1)]
    assert low[0, 1] == low[1, 0] > low[0, 2] == low[2, 0] > 0
    assert low[2, 1] == 0.3
    negative = EdgeScores(-array, direction="row-to-column", sign="keep")
    with pytest.raises(GraphError, match="some scores are negative"):
        negative.low_confidence_undirected()


@pytest.mark.parametrize("lowest", [5e-324, 1.5e-323, 1e-310])
def test_mirrored_scores_are_not_lost_below_the_smallest_floats(lowest):
    """A pair between 0 and 5e-324 got the score 0, and another tied with the score above it."""
    edges = [("A", "B", lowest), *((a, b, k) for k in (1.0, 2.0) for a, b in (f"C{k:g}", f"{k:g}C"))]
    edges = [(a, b, k) if k == lowest else (f"{a}_", f"{b}_", k) for a, b, k in edges]
    scores = EdgeScores.from_edges(edges)
    if lowest == 5e-324:
        with pytest.raises(GraphError, match="Multiply all scores by the same number first"):
            scores.low_confidence_undirected()
        return
    low = scores.low_confidence_undirected()
    assert low["A", "B"] == lowest > low["C_", "2_"] > low["C_", "1_"] > 0


# ---- the truth is a graph


def test_scores_where_a_graph_is_needed_are_refused_with_the_way_out():
    with pytest.raises(TypeError, match="Keep the edges that score above a threshold"):
        em.as_graph(SCORES)
    with pytest.raises(TypeError, match="Keep the edges that score above a threshold"):
        em.shd(SCORES, Graph(["A", "B", "C"]))


@pytest.mark.parametrize("score", [1j, np.complex128(1j), np.timedelta64(1), "1", None, True])
def test_a_score_that_is_no_real_number_is_refused(score):
    with pytest.raises(GraphError, match="a scored edge must be a triple"):
        EdgeScores.from_edges([("A", "B", score)])


@pytest.mark.parametrize(("score", "shown"), [(10**400, "got inf"), (-(10**400), "got -inf")])
def test_a_score_too_large_for_a_float_is_refused(score, shown):
    with pytest.raises(GraphError, match=f"scores must be finite numbers; {shown} at"):
        EdgeScores.from_edges([("A", "B", score)])


@pytest.mark.parametrize("threshold", [None, "0.5", float("nan"), 10**400])
def test_a_threshold_that_is_no_number_is_refused(threshold):
    with pytest.raises(GraphError, match="a threshold must be a finite number"):
        SCORES.at(threshold)


@pytest.mark.parametrize("pair", ["A", "AB", ("A",), ("A", "B", "C")])
def test_a_score_is_of_two_nodes(pair):
    with pytest.raises(GraphError, match="belongs to two nodes"):
        SCORES[pair]


def test_scores_of_samples_are_ranked_only_as_what_they_are_of():
    truth = Graph.parse("A --> B --> C")
    samples = em.GraphSamples([truth, Graph.parse("A --> C; B"), Graph.parse("A --> B; C")])
    for of in ("skeleton", "ancestral"):
        scores = samples.edge_scores(of)
        assert scores.relation == of
        assert em.roc_auc(truth, scores, of=of) == em.roc_auc(truth, samples, of=of)
        assert em.metrics.edge_brier(truth, scores, of=of) == em.metrics.edge_brier(
            truth, samples, of=of
        )
        same = pickle.loads(pickle.dumps(scores)).with_nodes(["C", "B", "A"])
        for function in (em.roc_auc, em.metrics.edge_brier):
            with pytest.raises(em.errors.KindError, match=of):
                function(truth, same, of="directed")
        plain = EdgeScores(scores.to_array(), scores.nodes, direction="row-to-column")
        assert scores == same != plain
    with pytest.raises(em.errors.KindError, match="of directed paths"):
        em.evaluation.threshold_sweep(truth, samples.edge_scores("ancestral"))
    assert samples.edge_scores("entries").relation == "directed"


@pytest.mark.parametrize(
    "marks", [[[0, -1, 0], [1, 0, -1], [0, 1, 0]], [[0, 1], [-1, 0]], [[0, -1], [-1, 0]]]
)
@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_m6_marks_of_causallearn_are_no_scores(marks, dtype):
    array = np.array(marks, dtype)
    truth = em.Graph(len(marks))
    for read in (
        em.as_graph,
        lambda x: em.evaluate(truth, x),
        lambda x: em.EdgeScores(x, direction="row-to-column"),
    ):
        with pytest.raises(em.errors.AmbiguityError, match=r"as_graph\(cg\.G\)") as error:
            read(array)
        assert "ignore" not in str(error.value)


@pytest.mark.parametrize("weights", [[[0, -1], [0, 0]], [[0, -0.5], [0.5, 0]], [[0, -1], [2, 0]]])
def test_m6_weights_that_are_no_marks_are_still_asked_about_as_scores(weights):
    with pytest.raises(em.errors.AmbiguityError, match='sign="ignore"'):
        em.EdgeScores(np.array(weights), direction="row-to-column")


@pytest.mark.parametrize("make", [np.array, scipy.sparse.csr_array])
def test_m17_numbers_that_would_tie_as_doubles_are_refused(make):
    array = np.array([[0, 2**63 + 1], [2**63, 0]], np.uint64)
    with pytest.raises(em.errors.GraphError, match="would tie"):
        em.EdgeScores(make(array), ["A", "B"], direction="row-to-column")
    array = np.array([[0, 2**53 + 1], [2**53, 0]], np.int64)
    with pytest.raises(em.errors.GraphError, match="would tie"):
        em.EdgeScores(make(array), ["A", "B"], direction="row-to-column")
    exact = np.array([[0, 2**63], [2**62, 0]], np.uint64)
    assert em.EdgeScores(make(exact), ["A", "B"], direction="row-to-column")["A", "B"] == 2**63


@pytest.mark.parametrize("sign", [1, -1])
def test_h4_top_edges_of_sparse_scores_are_those_of_the_dense_matrix(sign):
    """Zeros are not stored, and stand above or below what is."""
    matrix = sign * np.array([[0, 5, 0, 0], [0, 0, 4, 0], [3, 0, 0, 2], [0, 0, 0, 0]])
    dense = EdgeScores(matrix, list("ABCD"), direction="row-to-column", sign="keep")
    sparse = EdgeScores(
        scipy.sparse.coo_array(matrix), list("ABCD"), direction="row-to-column", sign="keep", unlisted=0
    )
    for k in range(13):
        numbers = sorted(matrix[~np.eye(4, dtype=bool)].tolist(), reverse=True)
        settled = k in (0, 12) or numbers[k - 1] != numbers[k]
        for ties in ("exclude", "include"):
            assert sparse.top(k, ties=ties) == dense.top(k, ties=ties)
        if settled:
            assert sparse.top(k).n_edges == dense.top(k).n_edges == k


@pytest.mark.parametrize(
    ("cells", "may_be_pvalues"),
    [
        ([[1, 0.5], [0.2, 1]], True), ([[1, 1], [0, 1]], True),
        ([[1, 1.5], [0.2, 1]], False), ([[1, 0.5], [-0.2, 1]], False), ([[0.5, 0.5], [0.2, 1]], False),
    ],
)  # fmt: skip
def test_a_diagonal_of_ones_beside_shares_may_be_that_of_pvalues(cells, may_be_pvalues):
    with pytest.raises(GraphError, match="the diagonal must be 0 or nan") as caught:
        EdgeScores(cells, ["A", "B"], direction="row-to-column", sign="keep")
    assert ("EdgeScores.from_pvalues" in str(caught.value)) is may_be_pvalues
