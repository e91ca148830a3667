"""Ranking: every number is its definition, scikit-learn's, the worked examples'; and the traps."""

import random
from itertools import permutations, product
from math import isnan

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import (
    auc,
    average_precision_score,
    ndcg_score,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.metrics.ranking.first_k import discounts
from tests.oracle import ranking as oracle
from tests.strategies import random_dag, random_edges

NODES = ("A", "B", "C", "D")
OF_EDGES = ("directed", "skeleton", "entries")
TWINS = {
    "roc_auc": oracle.roc_auc,
    "average_precision": oracle.average_precision,
    "davis_goadrich": oracle.davis_goadrich,
    "pr_trapezoid": oracle.pr_trapezoid,
    "best_f1": oracle.best_f1,
}
NEEDS_FALSE = {"roc_auc", "auprc_normalised", "partial_roc_auc"}


def matrix(rng, n_nodes, levels):
    """Scores of a few levels, so that they tie."""
    array = rng.integers(0, levels, (n_nodes, n_nodes)) / max(levels - 1, 1)
    np.fill_diagonal(array, 0)
    return array


def cases(n_cases, most=4, levels=4, states=None):
    """(truth, scores, the score of every ordered pair), seeded."""
    rng, numbers = random.Random(5), np.random.default_rng(5)
    for _ in range(n_cases):
        nodes = NODES[: rng.randint(2, most)]
        make = random_dag if states is None else lambda *a: random_edges(*a, states)
        edges = [(nodes[a], glyph, nodes[b]) for a, glyph, b in make(rng, len(nodes), 0.5)]
        array = matrix(numbers, len(nodes), rng.randint(1, levels))
        score = {(nodes[i], nodes[j]): array[i, j] for i, j in permutations(range(len(nodes)), 2)}
        scores = EdgeScores(array, nodes, direction="row-to-column")
        yield Graph(nodes, edges), scores, score


def has_both(scored):
    return 0 < oracle.n_true(scored) < len(scored)


CASES = list(cases(150))
CPDAG_LIKE = list(cases(60, states=(("-->",), ("<--",), ("---",))))


def placed(truth, score, of):
    return oracle.places(truth.nodes, truth.edges(), score, of)


@pytest.mark.parametrize("of", OF_EDGES)
@pytest.mark.parametrize("name", TWINS)
def test_an_area_is_its_definition(name, of):
    judged = 0
    for truth, scores, score in (*CASES[:80], *CPDAG_LIKE):
        scored = placed(truth, score, of)
        if has_both(scored):
            tolerance = 1e-6 if name == "davis_goadrich" else 1e-12
            expected = float(TWINS[name](scored))
            assert getattr(em.metrics, name)(truth, scores, of=of) == pytest.approx(
                expected, abs=tolerance
            )
            judged += 1
    assert judged > 60


@pytest.mark.parametrize("scale", ["mcclish", "raw"])
@pytest.mark.parametrize("max_fpr", [0.1, 0.25, 0.5, 1])
def test_part_of_an_area_is_its_definition(max_fpr, scale):
    for truth, scores, score in CASES:
        scored = placed(truth, score, "directed")
        if has_both(scored):
            expected = float(oracle.partial_roc_auc(scored, max_fpr, scale))
            got = em.metrics.partial_roc_auc(truth, scores, max_fpr=max_fpr, scale=scale)
            assert got == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", ["precision_at_k", "recall_at_k", "f1_at_k"])
@pytest.mark.parametrize("k", ["E", "0.5E", "0.75E", "1.5E", "2E", 1, 2, 5])
def test_the_first_k_are_the_mean_over_orders_of_tied_places(name, k):
    for truth, scores, score in CASES:
        for of in ("directed", "skeleton"):
            scored = placed(truth, score, of)
            if oracle.n_true(scored):
                taken = min(k, len(scored)) if isinstance(k, int) else oracle.k_of(k, scored)
                expected = float(getattr(oracle, name)(scored, taken))
                got = getattr(em.metrics, name)(truth, scores, of=of, k=k)
                assert got == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("ties", ["expected", "beeline"])
def test_early_precision_is_its_definition(ties):
    for truth, scores, score in CASES:
        scored = placed(truth, score, "directed")
        if oracle.n_true(scored) and any(number > 0 for number, _ in scored):
            expected = float(oracle.early_precision_ratio(scored, ties))
            got = em.metrics.early_precision_ratio(truth, scores, ties=ties)
            assert got == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("k", [None, 1, 3, "E"])
def test_ndcg_is_its_definition(k):
    for truth, scores, score in CASES:
        scored = placed(truth, score, "directed")
        if oracle.n_true(scored):
            last = oracle.k_of(k, scored) if isinstance(k, str) else k or len(scored)
            expected = float(oracle.ndcg(scored, last))
            assert em.metrics.ndcg(truth, scores, k=k) == pytest.approx(expected, abs=1e-12)


def test_every_order_of_scores_of_three_nodes_against_every_dag():
    dags = [
        graph
        for cells in product((0, 1), repeat=6)
        if (graph := filled(cells, Graph.from_adjacency, symmetric="cycle")).is_dag()
    ]
    assert len(dags) == 25
    for cells in product((0, 0.5, 1), repeat=6):
        scores = filled(cells, EdgeScores)
        pairs = dict(zip(permutations(range(3), 2), cells, strict=True))
        for truth in random.Random(str(cells)).sample(dags[1:], 2):
            edges = [(int(a), glyph, int(b)) for a, glyph, b in truth.edges()]
            scored = oracle.places(range(3), edges, pairs, "directed")
            assert em.roc_auc(truth, scores) == pytest.approx(float(oracle.roc_auc(scored)))
            expected = float(oracle.average_precision(scored))
            assert em.average_precision(truth, scores) == pytest.approx(expected)


def filled(cells, make, **options):
    array = np.zeros((3, 3))
    array[~np.eye(3, dtype=bool)] = cells
    return make(array, direction="row-to-column", **options)


# ---- scikit-learn


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 12), st.integers(1, 30), st.integers(0, 2**31))
def test_scikit_learn_agrees(n_nodes, levels, seed):
    rng = np.random.default_rng(seed)
    array = matrix(rng, n_nodes, levels)
    cells = np.triu(rng.random((n_nodes, n_nodes)) < 0.4, 1).astype(int)
    truth = Graph.from_adjacency(cells, direction="row-to-column")
    scores = EdgeScores(array, direction="row-to-column")
    inside = ~np.eye(n_nodes, dtype=bool)
    y, s = cells[inside], array[inside]
    if not 0 < y.sum() < y.size:
        return
    assert em.roc_auc(truth, scores) == pytest.approx(roc_auc_score(y, s))
    assert em.average_precision(truth, scores) == pytest.approx(average_precision_score(y, s))
    precision, recall, _ = precision_recall_curve(y, s)
    assert em.metrics.pr_trapezoid(truth, scores) == pytest.approx(auc(recall, precision))
    assert em.metrics.ndcg(truth, scores) == pytest.approx(ndcg_score([y], [s]))
    assert em.metrics.ndcg(truth, scores, k=3) == pytest.approx(ndcg_score([y], [s], k=3))
    for max_fpr in (0.1, 0.3):
        expected = roc_auc_score(y, s, max_fpr=max_fpr)
        assert em.metrics.partial_roc_auc(truth, scores, max_fpr=max_fpr) == pytest.approx(expected)


def test_curves_go_through_the_points_of_scikit_learn():
    rng = np.random.default_rng(3)
    array = matrix(rng, 30, 50)
    cells = np.triu(rng.random((30, 30)) < 0.2, 1).astype(int)
    truth = Graph.from_adjacency(cells, direction="row-to-column")
    scores = EdgeScores(array, direction="row-to-column")
    y, s = cells[~np.eye(30, dtype=bool)], array[~np.eye(30, dtype=bool)]
    curve = em.metrics.roc_curve(truth, scores)
    fpr, tpr, _ = roc_curve(y, s, drop_intermediate=False)
    assert set(zip(curve["fpr"], curve["tpr"], strict=True)) <= set(zip(fpr, tpr, strict=True))
    assert auc(curve["fpr"], curve["tpr"]) == pytest.approx(em.roc_auc(truth, scores))
    precision, recall, _ = precision_recall_curve(y, s)
    expected = {(round(r, 12), round(p, 12)) for r, p in zip(recall, precision, strict=True)}
    ours = em.metrics.pr_curve(truth, scores)
    assert {(round(r, 12), round(p, 12)) for _, r, p in ours.values.tolist()} <= expected


# ---- worked examples, with the values of scikit-learn 1.9.1 and closed forms

EDGES = [("A", "-->", "B"), ("A", "-->", "D"), ("B", "-->", "D")]
IN_ORDER = [.9, .8, .7, .6, .5, .4, .3, .2, .1, .05, .02, .01]  # fmt: skip
# so that the true ones are the first, third and sixth
PLACES = ["AB", "BA", "AD", "AC", "CA", "BD", "BC", "CB", "CD", "DA", "DB", "DC"]
WORKED = Graph(NODES, EDGES)
FALLING = EdgeScores.from_edges(
    [(*pair, score) for pair, score in zip(PLACES, IN_ORDER, strict=True)], nodes=NODES
)
FOUR = Graph(NODES, [(a, "-->", b) for a, b in PLACES[:4]])
CONSTANT = EdgeScores(1 - np.eye(4), NODES)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("roc_auc", 23 / 27),
        ("average_precision", 0.7222222222222222),
        ("pr_trapezoid", 0.6777777777777778),
        ("davis_goadrich", 0.6825234071699903),
        ("precision_at_k", 2 / 3),
        ("early_precision_ratio", 8 / 3),
        ("ndcg", 0.8710785440003371),
    ],
)
def test_worked_example_of_twelve_places(name, value):
    assert getattr(em.metrics, name)(WORKED, FALLING) == pytest.approx(value, abs=1e-12)


def test_worked_example_of_the_first_three():
    assert em.metrics.ndcg(WORKED, FALLING, k=3) == pytest.approx(0.7039180890341348)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("roc_auc", 0.7222222222222222),
        ("average_precision", 0.4166666666666667),
        ("pr_trapezoid", 0.625),
        ("davis_goadrich", 0.4436632680417569),
    ],
)
def test_worked_example_of_a_graph(name, value):
    assert getattr(em.metrics, name)(WORKED, FOUR) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("name", ["three_point_roc_auc", "three_point_prc_auc", "roc_auc"])
def test_without_a_true_candidate_the_reason_speaks_of_candidates(name):
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
    candidates = em.Candidates(["A", "B", "C"], [("A", "C"), ("C", "A")])
    with pytest.warns(em.errors.ClassWarning, match="none of the 2 true edges is a candidate"):
        report = em.evaluate(truth, estimate, [name], candidates=candidates)
    assert report.rows[0].reason == "no candidate is an edge --> of the truth"


def test_areas_of_a_graph_are_those_of_three_points():
    for truth, scores, _ in CASES:
        graph = scores.at(0.5)
        if truth.n_edges:
            roc, prc = em.roc_auc(truth, graph), em.average_precision(truth, graph)
            assert em.metrics.three_point_roc_auc(truth, graph) == pytest.approx(roc)
            assert em.metrics.three_point_prc_auc(truth, graph) == pytest.approx(prc)
            balanced = em.confusion(truth, graph).balanced_accuracy
            assert em.metrics.three_point_roc_auc(truth, graph) == pytest.approx(balanced)


def test_with_the_diagonal_they_are_the_numbers_of_the_nced_paper():
    for truth, scores, _ in CASES[:50]:
        graph = scores.at(0.9)
        if truth.n_edges and not graph.has_two_edges_on_a_pair:
            printed = {r.metric: r.value for r in em.printed_by(truth, graph, "nCED paper")}
            for name, ours in (("ROC AUC", "three_point_roc_auc"), ("PRC AUC", "three_point_prc_auc")):
                got = getattr(em.metrics, ours)(truth, graph, diagonal="counted")
                assert got == pytest.approx(printed[name], abs=1e-12)


# ---- traps: the wrong value beside the right one


def test_trap_a_trapezoid_gives_constant_scores_five_eighths_where_a_quarter_is_true():
    y, s = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0], [1] * 12
    precision, recall, _ = precision_recall_curve(y, s)
    assert auc(recall, precision) == em.metrics.pr_trapezoid(WORKED, CONSTANT) == 0.625
    assert em.average_precision(WORKED, CONSTANT) == 0.25
    assert em.metrics.davis_goadrich(WORKED, CONSTANT) == pytest.approx(0.25, abs=1e-15)
    assert em.roc_auc(WORKED, CONSTANT) == 0.5
    assert em.metrics.auprc_ratio(WORKED, CONSTANT) == 1
    assert em.metrics.auprc_normalised(WORKED, CONSTANT) == 0


def test_trap_the_diagonal_adds_negatives_that_no_method_gets_wrong():
    cells = np.zeros((4, 4))
    cells[0, 1] = cells[0, 3] = cells[1, 3] = 1
    array = FALLING.to_array()
    with_diagonal = roc_auc_score(cells.ravel(), array.ravel())
    assert with_diagonal == pytest.approx(0.8974, abs=1e-4)
    assert em.roc_auc(WORKED, FALLING) == pytest.approx(0.8519, abs=1e-4)


def test_trap_sorting_breaks_ties_by_position():
    """Constant scores: the last of an argsort are whatever stands last."""
    for truth, wrong in (
        (Graph(NODES, [("D", "-->", x) for x in "ABC"]), 1.0),
        (Graph(NODES, [("A", "-->", x) for x in "BCD"]), 0.0),
    ):
        array = CONSTANT.to_array()
        np.fill_diagonal(array, -np.inf)
        cells = _cells(truth)
        chosen = np.argsort(array.ravel(), kind="stable")[-3:]
        assert cells.ravel()[chosen].mean() == wrong
        assert em.metrics.precision_at_k(truth, CONSTANT, k=3) == 0.25


def _cells(truth):
    array = np.zeros((4, 4))
    for a, _, b in truth.edges():
        array[NODES.index(a), NODES.index(b)] = 1
    return array


def test_trap_truncating_a_product_of_floats_loses_a_place():
    assert int(0.29 * 100) == 28
    nodes = [str(k) for k in range(21)]
    arcs = [(a, "-->", b) for k, a in enumerate(nodes) for b in nodes[k + 1 :]][:100]
    curve = em.metrics.f1_curve(Graph(nodes, arcs), EdgeScores.of(Graph(nodes, arcs)), ks=["0.29E"])
    assert curve["k"] == [29]


# ---- what is undefined


@pytest.mark.parametrize("of", OF_EDGES)
@pytest.mark.parametrize("name", [*TWINS, "ndcg", "auprc_ratio", "early_precision_ratio", "f1_at_k"])
def test_without_true_edges_it_is_nan_with_the_reason(name, of):
    value = getattr(em.metrics, name)(Graph(NODES), CONSTANT, of=of)
    assert isnan(value)
    assert "no edge" in value.reason


@pytest.mark.parametrize("name", sorted(NEEDS_FALSE))
def test_where_all_places_are_true_it_is_nan_with_the_reason(name):
    complete = Graph(3, [(a, "-->", b) for a, b in permutations(range(3), 2)])
    scores = EdgeScores(1 - np.eye(3))
    assert "every pair" in getattr(em.metrics, name)(complete, scores).reason
    assert em.average_precision(complete, scores) == 1


def test_the_reason_stands_in_the_row():
    report = em.evaluate(Graph(NODES), FALLING)
    row = report["roc_auc", "directed"]
    assert (row.status, row.reason) == ("undefined", "the truth has no edge -->")
    assert {row.status for row in report if row.metric != "edge_brier"} >= {"undefined"}


@pytest.mark.parametrize("score", [0.0, -1.0])
def test_beeline_only_takes_places_with_scores_above_0(score):
    array = score * (1 - np.eye(4))
    scores = EdgeScores(array, NODES, direction="row-to-column", sign="keep")
    value = em.metrics.early_precision_ratio(WORKED, scores, ties="beeline")
    assert "no score is above 0" in value.reason
    assert em.metrics.early_precision_ratio(WORKED, scores) == 1


def test_trapezoids_between_tied_scores_can_be_too_small():
    truth = Graph.from_edges([("A", "-->", "B")], nodes=["A", "B", "C"])
    array = [[0, 0.5, 0.9], [0.5, 0, 0.9], [0.9, 0.9, 0]]
    scores = EdgeScores(array, truth.nodes, direction="row-to-column")
    assert em.metrics.pr_trapezoid(truth, scores) < em.metrics.davis_goadrich(truth, scores)


@pytest.mark.parametrize("k", [0, -1, 1.5, "e", "0.5", "-1E", "xE", True, None, "1e9E"])
def test_a_k_that_is_none_is_refused(k):
    with pytest.raises(em.errors.ConventionError, match="k must be a whole number from 1"):
        em.metrics.precision_at_k(WORKED, FALLING, k=k)


@pytest.mark.parametrize("max_fpr", [0, 1.1, -0.5, float("nan"), "0.1", True, None])
def test_a_rate_that_is_none_is_refused(max_fpr):
    with pytest.raises(em.errors.ConventionError, match="max_fpr must be"):
        em.metrics.partial_roc_auc(WORKED, FALLING, max_fpr=max_fpr)


@pytest.mark.parametrize("curve", [em.metrics.roc_curve, em.metrics.pr_curve, em.metrics.f1_curve])
def test_a_curve_without_true_places_is_refused(curve):
    with pytest.raises(em.errors.GraphError, match="needs true pairs"):
        curve(Graph(NODES), FALLING)


# ---- estimates that are graphs, storage


def test_undirected_edges_of_a_graph_tie_unless_they_are_put_last():
    truth = Graph.parse("A --> B; B --> C; D")
    found = Graph.parse("A --> B; B --- C; D")
    scores = EdgeScores.of(found)
    assert em.average_precision(truth, found) == em.average_precision(truth, scores)
    assert em.average_precision(truth, scores) == pytest.approx(2 / 3)
    low = scores.low_confidence_undirected()
    assert em.average_precision(truth, low) == pytest.approx(1 / 2 + 1 / 2 * 2 / 3)


@pytest.mark.parametrize("text", ["A <-> B", "A o-> B", "A --> B; A <-> B"])
def test_graphs_of_other_marks_are_no_scores(text):
    with pytest.raises(em.errors.KindError, match="only edges --> and ---"):
        em.roc_auc(Graph.parse("A --> B"), Graph.parse(text))


def test_a_networkx_graph_with_weights_must_say_whether_they_count():
    weighted = networkx.DiGraph()
    weighted.add_nodes_from(NODES)
    weighted.add_weighted_edges_from([("A", "B", 0.2), ("B", "A", 0.9)])
    with pytest.raises(em.errors.AmbiguityError, match="from_networkx"):
        em.roc_auc(WORKED, weighted)
    assert em.roc_auc(WORKED, em.EdgeScores.from_networkx(weighted)) < 0.7


@pytest.mark.parametrize("of", OF_EDGES)
def test_sparse_scores_rank_like_dense_ones(of):
    for truth, scores, _ in CASES:
        array = scores.to_array()
        stored = EdgeScores(scipy.sparse.csr_array(array), scores.nodes, direction="row-to-column")
        assert stored == scores
        assert hash(stored) == hash(scores)
        for name in (*TWINS, "ndcg", "f1_at_k", "early_precision_ratio", "partial_roc_auc"):
            got, expected = (getattr(em.metrics, name)(truth, s, of=of) for s in (stored, scores))
            assert got == pytest.approx(expected, nan_ok=True, abs=1e-13)


def test_negative_scores_that_are_kept_rank_below_none():
    array = np.array([[0, 2.0, -1.0], [0, 0, -2.0], [1.0, 0, 0]])
    truth = Graph.parse("A --> B; B --> C")
    dense = EdgeScores(array, list("ABC"), direction="row-to-column", sign="keep")
    stored = EdgeScores(
        scipy.sparse.csr_array(array),
        list("ABC"),
        direction="row-to-column",
        sign="keep",
        unlisted=0,
    )
    y, s = [1, 0, 0, 1, 0, 0], [2, -1, 0, -2, 1, 0]
    for scores in (dense, stored):
        assert em.roc_auc(truth, scores) == pytest.approx(roc_auc_score(y, s))
        assert em.average_precision(truth, scores) == pytest.approx(average_precision_score(y, s))


def test_discounts_beyond_a_million_ranks_are_their_sum():
    ranks = np.array([2**20 - 1, 2**20 + 5, 3 * 2**20])
    direct = np.cumsum(1 / np.log2(np.arange(2, ranks[-1] + 2)))
    assert discounts(ranks) == pytest.approx(direct[ranks - 1], rel=1e-12)


def test_a_huge_sparse_ranking_costs_what_it_holds():
    n = 200_000
    rng = np.random.default_rng(1)
    starts = rng.permutation(n)[:1000]
    truth = Graph(n, [(int(k), "-->", int(k + 1) % n) for k in starts])
    found = [(int(k), int(k + 1) % n, 0.5 + 0.4 * rng.random()) for k in starts[:800]]
    scores = EdgeScores.from_edges(found, nodes=n)
    area = em.roc_auc(truth, scores)
    assert area == pytest.approx(0.8 + 0.2 * 0.5, abs=1e-6)
    assert 0.8 < em.metrics.ndcg(truth, scores) < 0.9
    assert em.average_precision(truth, scores) == pytest.approx(0.8, abs=1e-4)


@pytest.mark.parametrize("name", ["three_point_roc_auc", "three_point_prc_auc"])
def test_three_points_of_no_true_edge_say_why_there_is_no_number(name):
    value = getattr(em.metrics, name)(Graph(["A", "B"]), Graph.parse("A --> B"))
    assert isnan(value)
    assert value.reason == "the truth has no edge -->"
    table = em.evaluate_many(Graph(["A", "B"]), [Graph.parse("A --> B"), Graph.parse("A; B")], [name])
    assert np.isnan(table.values).all()


def test_s1_ties_are_a_mean_over_orders_or_one_step_as_the_documentation_says():
    from itertools import combinations

    truth = Graph.parse("A --> B --> C; A --> D")
    constant = EdgeScores(np.ones((4, 4)) - np.eye(4), truth.nodes)
    orders = list(combinations(range(12), 3))  # the ranks of the three true places
    precisions = [sum((k + 1) / (rank + 1) for k, rank in enumerate(ranks)) / 3 for ranks in orders]
    assert round(sum(precisions) / len(orders), 3) == 0.393
    assert em.average_precision(truth, constant) == 3 / 12
    first_three = [sum(rank < 3 for rank in ranks) / 3 for ranks in orders]
    assert em.metrics.precision_at_k(truth, constant) == pytest.approx(sum(first_three) / len(orders))


@pytest.mark.parametrize("read", [tuple, lambda curve: curve[0], lambda curve: "fpr" in curve])
def test_a_curve_that_is_unpacked_like_that_of_scikit_learn_says_how_to_ask(read):
    """A bare KeyError came."""
    truth = em.Graph.parse("A --> B; C")
    curve = em.metrics.roc_curve(truth, em.EdgeScores.from_edges([("A", "B", 0.9)], nodes=truth.nodes))
    with pytest.raises(em.errors.ConventionError, match=r"as in curve\['threshold'\], curve\['fpr'\]"):
        read(curve)
