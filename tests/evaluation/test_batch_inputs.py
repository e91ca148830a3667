"""Tables of tensors, matrices, scores, samples and pairs over different nodes: rows of `evaluate`."""

import random

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples, evaluate, evaluate_many
from edgemark.evaluation import evaluate_pairs
from edgemark.metrics import REGISTRY
from tests.metrics.samples import LETTERS, lettered, pairs_of_graphs
from tests.strategies import random_dag

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

MARKS = ["shd", "f1", "sid", "nced"]
TRUTH = Graph(LETTERS[:5], lettered(random_dag(random.Random(0), 5, 0.5)))


def rows_of_reports(truths, table):
    """What `evaluate` says of each row of a table by itself."""
    columns = [":".join(column) for column in table.columns]
    reports = [evaluate(t, e, columns) for t, e in zip(truths, table.estimates, strict=True)]
    return np.array([[row.value for row in report] for report in reports], float)


def random_matrices(n, n_nodes=5, seed=1):
    rng = random.Random(seed)
    cells = np.zeros((n, n_nodes, n_nodes), np.int8)
    for matrix in cells:
        for a, glyph, b in random_dag(rng, n_nodes, 0.4):
            assert glyph == "-->"
            matrix[a, b] = 1
    return cells


# ---- tensors of other libraries


class OfDlpack:
    """A tensor on this computer, as torch has them, without `__array__`."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OfArray:
    """A tensor that converts itself, as jax has them."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype)


class OnDevice(OfDlpack):
    """A tensor of a GPU, which NumPy cannot read; it counts how often it is moved."""

    moves = 0

    def __array__(self, dtype=None, copy=None):
        raise TypeError("copy it to the host")

    def __dlpack__(self, **options):
        raise BufferError("on another device")

    def __dlpack_device__(self):
        return 2, 0


class OfTorch(OnDevice):
    """Moved by `cpu`, after `detach` as it has a gradient."""

    is_detached = False

    def detach(self):
        found = OfTorch(self.array)
        found.is_detached = True
        return found

    def cpu(self):
        assert self.is_detached
        OnDevice.moves += 1
        return OfDlpack(self.array)

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("call detach first")


class OfCupy(OnDevice):
    """Moved by `get`, which gives a NumPy array."""

    def get(self):
        OnDevice.moves += 1
        return self.array


class OfBfloat(OfDlpack):
    """A tensor of a type that NumPy lacks, and that the tensor can widen."""

    def __dlpack__(self, **options):
        raise BufferError("bfloat16 is not supported")

    def __array__(self, dtype=None, copy=None):
        raise TypeError("got unsupported ScalarType BFloat16")

    def float(self):
        return OfArray(self.array.astype(np.float32))


TENSORS = [OfDlpack, OfArray, OfTorch, OfCupy, OfBfloat]


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.bool_])
def test_tensors_are_read_like_their_arrays(tensor, dtype):
    cells = random_matrices(6).astype(dtype)
    options = {"direction": "row-to-column", "nodes": TRUTH.nodes}
    expected = evaluate_many(TRUTH, cells, MARKS, **options).values
    for given in (
        tensor(cells),
        [tensor(one) for one in cells],
        {k: tensor(cells[k]) for k in range(6)},
    ):
        np.testing.assert_array_equal(evaluate_many(TRUTH, given, MARKS, **options).values, expected)


@pytest.mark.parametrize("tensor", [OfTorch, OfCupy])
def test_a_tensor_is_moved_once(tensor):
    OnDevice.moves = 0
    evaluate_many(TRUTH, tensor(random_matrices(3)), MARKS, direction="row-to-column", nodes=TRUTH.nodes)
    assert OnDevice.moves == 1


@pytest.mark.parametrize("tensor", TENSORS)
def test_one_tensor_is_a_graph_or_scores(tensor):
    cells = random_matrices(1)[0]
    assert Graph.from_adjacency(
        tensor(cells), direction="row-to-column", nodes=TRUTH.nodes
    ) == Graph.from_adjacency(cells, direction="row-to-column", nodes=TRUTH.nodes)
    weights = np.random.default_rng(0).random((5, 5)).astype(np.float32)
    np.fill_diagonal(weights, 0)
    assert EdgeScores(tensor(weights), direction="row-to-column") == EdgeScores(
        weights, direction="row-to-column"
    )


def test_a_tensor_without_numbers_is_refused():
    with pytest.raises(TypeError, match=r"dense.*OnDevice gives: copy it to the host"):
        evaluate_many(TRUTH, OnDevice(random_matrices(1)), "shd", direction="row-to-column")


@pytest.mark.parametrize("tensor", TENSORS)
def test_a_tensor_is_no_graph_without_a_direction(tensor):
    with pytest.raises(em.errors.AmbiguityError, match="does not define the direction"):
        em.as_graph(tensor(random_matrices(1)[0]))


# ---- lists of matrices


def test_a_list_of_matrices_is_read_like_their_array():
    cells = random_matrices(6)
    options = {"direction": "column-to-row", "nodes": iter(TRUTH.nodes)}
    expected = evaluate_many(TRUTH, cells, MARKS, direction="column-to-row", nodes=TRUTH.nodes)
    table = evaluate_many(TRUTH, list(cells), MARKS, **options)
    np.testing.assert_array_equal(table.values, expected.values)
    named = evaluate_many(
        TRUTH,
        {"as lists": cells[0].tolist(), "a graph": Graph(TRUTH.nodes)},
        MARKS,
        direction="column-to-row",
        nodes=TRUTH.nodes,
    )
    assert named.names == ("as lists", "a graph")
    np.testing.assert_array_equal(named.values[0], expected.values[0])


def test_the_matrix_that_is_wrong_is_named():
    cells = list(random_matrices(3))
    cells[1] = cells[1] * 2
    options = {"direction": "row-to-column", "nodes": TRUTH.nodes}
    with pytest.raises(em.errors.GraphError, match="matrix 1: "):
        evaluate_many(TRUTH, cells, "shd", **options)
    cells[1] = np.zeros((4, 4), np.int8)
    with pytest.raises(em.errors.GraphError, match=r"estimate 1: 4 rows need 4 names; got 5"):
        evaluate_many(TRUTH, cells, "shd", **options)


def test_graphs_need_no_direction():
    with pytest.raises(em.errors.ConventionError, match="apply to matrices only"):
        evaluate_many(TRUTH, [TRUTH], "shd", direction="row-to-column")
    with pytest.raises(em.errors.ConventionError, match="apply to matrices only"):
        evaluate_pairs([TRUTH], [TRUTH], "shd", direction="row-to-column")


# ---- scores and samples


def random_scores(seed, *, with_nan=False):
    rng = np.random.default_rng(seed)
    array = rng.random((5, 5)).round(1)
    if with_nan:
        array[rng.random((5, 5)) < 0.3] = np.nan
    np.fill_diagonal(array, 0)
    return EdgeScores(array, TRUTH.nodes, direction="row-to-column")


@pytest.mark.parametrize("with_nan", [False, True])
def test_scores_have_the_numbers_that_they_have_alone(with_nan):
    found = {f"seed {k}": random_scores(k, with_nan=with_nan) for k in range(8)}
    table = evaluate_many(TRUTH, found)
    assert table.names == tuple(found)
    assert table.truth == TRUTH
    assert len(table.columns) > 20
    np.testing.assert_array_equal(table.values, rows_of_reports([TRUTH] * 8, table))
    assert table.report(3)["roc_auc", "directed"].value == table["roc_auc", "directed"][3]


def test_scores_in_another_order_of_the_nodes():
    found = [random_scores(k).with_nodes(TRUTH.nodes[::-1]) for k in range(3)]
    expected = [em.roc_auc(TRUTH, random_scores(k)) for k in range(3)]
    assert evaluate_many(TRUTH, found, "roc_auc:directed")["roc_auc"].tolist() == expected


def test_samples_have_the_numbers_that_they_have_alone():
    found = [
        GraphSamples.from_adjacency(
            random_matrices(10, seed=k), direction="row-to-column", nodes=TRUTH.nodes
        )
        for k in range(4)
    ]
    table = evaluate_many(TRUTH, found)
    np.testing.assert_array_equal(table.values, rows_of_reports([TRUTH] * 4, table))


def test_pairs_of_truths_and_scores_over_different_nodes():
    truths = [TRUTH, Graph.parse("X --> Y --> Z")]
    scores = EdgeScores.from_edges([("Y", "Z", 0.5), ("Z", "X", 0.25), ("X", "Y", 0.1)])
    table = evaluate_pairs(truths, [random_scores(1), scores])
    np.testing.assert_array_equal(table.values, rows_of_reports(truths, table))


def test_candidates_restrict_scores():
    candidates = em.Candidates(TRUTH.nodes, tiers=[[name] for name in TRUTH.nodes])
    table = evaluate_many(TRUTH, [random_scores(1)], "roc_auc", candidates=candidates)
    alone = evaluate(TRUTH, random_scores(1), "roc_auc", candidates=candidates)
    assert table.values[0].tolist() == [row.value for row in alone]


def test_graphs_and_scores_need_two_tables():
    with pytest.raises(em.errors.KindError, match="got Graph and EdgeScores"):
        evaluate_many(TRUTH, [TRUTH, random_scores(0)])


@pytest.mark.parametrize("one", [random_scores(0), GraphSamples([TRUTH])])
def test_one_estimate_is_put_in_a_list(one):
    with pytest.raises(TypeError, match=r"must be several; got one .*\[estimates\]"):
        evaluate_many(TRUTH, one)


def test_other_nodes_of_scores_are_named():
    other = EdgeScores.from_edges([("A", "X", 0.5)])
    with pytest.raises(em.errors.AlignmentError, match=r"estimate 1: .*'X'"):
        evaluate_many(TRUTH, [random_scores(0), other])


# ---- rankings of graphs together


RANKINGS = [m.name for m in REGISTRY.values() if m.takes.__name__ == "EdgeConfidences"]


@pytest.mark.parametrize("n_nodes", [2, 3, 4, 5, 6])
def test_graphs_ranked_together_have_the_numbers_that_they_have_alone(n_nodes):
    pairs = [pair for pair in pairs_of_graphs() if pair[0].n_nodes == n_nodes]
    for truth, _ in pairs[:: max(1, len(pairs) // 3)]:
        table = evaluate_many(truth, [estimate for _, estimate in pairs], RANKINGS)
        np.testing.assert_array_equal(table.values, rows_of_reports([truth] * len(pairs), table))


# ---- pairs over different nodes


def test_pairs_over_different_nodes_have_the_numbers_that_they_have_alone():
    pairs = list(pairs_of_graphs())[::3]
    random.Random(3).shuffle(pairs)
    truths, estimates = zip(*pairs, strict=True)
    assert len({graph.n_nodes for graph in truths}) > 3
    table = evaluate_pairs(truths, estimates, ["shd", "f1", "sid", "parent_aid", "nced", "roc_auc"])
    assert table.truth == truths
    np.testing.assert_array_equal(table.values, rows_of_reports(truths, table))
    values = [row.value for row in table.report(5)]
    np.testing.assert_array_equal(values, table.values[5])


def test_pairs_of_stacks_and_lists_over_different_nodes():
    truths = [TRUTH, Graph(TRUTH.nodes[::-1]), Graph.parse("X --> Y")]
    estimates = {"a": Graph(TRUTH.nodes), "b": TRUTH, "c": Graph.parse("Y --> X")}
    table = evaluate_pairs(
        dict(zip(estimates, truths, strict=True)), estimates, ["shd:pair mismatch", "sid"]
    )
    assert table.names == ("a", "b", "c")
    assert table["shd"].tolist() == [
        em.shd(t, e) for t, e in zip(truths, estimates.values(), strict=True)
    ]
    with pytest.raises(em.errors.AlignmentError, match=r"estimate 2: .*'X'"):
        evaluate_pairs(truths, em.graph.GraphStack([TRUTH] * 3), "shd")


def test_pairs_of_arrays():
    truths, estimates = random_matrices(7, seed=5), random_matrices(7, seed=6)
    table = evaluate_pairs(truths, OfDlpack(estimates), MARKS, direction="row-to-column")
    graphs = [Graph.from_adjacency(one, direction="row-to-column") for one in truths]
    np.testing.assert_array_equal(table.values, rows_of_reports(graphs, table))
    mixed = evaluate_pairs(graphs, list(estimates), MARKS, direction="row-to-column")
    np.testing.assert_array_equal(mixed.values, table.values)


def test_names_are_refused_if_every_matrix_is_a_frame_with_these_labels():
    pandas = pytest.importorskip("pandas")
    truth = em.Graph.parse("A --> B")
    frame = pandas.DataFrame([[0, 1], [0, 0]], list("AB"), list("AB"))
    for nodes in (["A", "B"], ["B", "A"]):
        options = {"direction": "row-to-column", "nodes": nodes}
        for estimates in ([frame], {"x": frame, "y": truth}):
            with pytest.raises(em.errors.ConventionError, match="Leave it out: nodes=None"):
                em.evaluate_many(truth, estimates, "shd", **options)
        with pytest.raises(em.errors.ConventionError, match="Leave it out: nodes=None"):
            em.evaluation.evaluate_pairs([truth], [frame], "shd", **options)
    mixed = [frame, [[0, 0], [1, 0]]]
    table = em.evaluate_many(truth, mixed, "shd", direction="row-to-column", nodes=["B", "A"])
    assert table["shd", "pair mismatch"].tolist() == [0, 0]


def test_options_of_matrices_hold_for_matrices_beside_graphs():
    both = np.array([[0, 1, 0], [1, 0, 1], [0, 0, 0]])
    options = {"direction": "row-to-column", "symmetric": "undirected"}
    graphs = [Graph.from_adjacency(both, **options), Graph(3)]
    table = evaluate_many(
        graphs[0], [both, graphs[1]], direction="row-to-column", symmetric="undirected"
    )
    assert list(table.estimates) == graphs
