"""Rankings of edges by the marginals of samples, and their calibration against an equivalence class."""

from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples
from edgemark.errors import KindError
from tests.metrics.test_posterior import CHAIN, WORKED, with_truth
from tests.oracle import ranking
from tests.oracle import samples as twin
from tests.strategies import dags

# ---- rankings of marginals

CPDAG_LIKE = ((), ("-->",), ("<--",), ("---",))


@pytest.mark.parametrize("of", twin.RELATIONS)
@given(case=with_truth(acyclic=True))
def test_samples_are_ranked_by_their_marginals(of, case):
    nodes, true, draws, truth, samples = case
    scored = twin.ranked(nodes, true, draws, of)
    area = em.roc_auc(truth, samples, of=of)
    if not 0 < ranking.n_true(scored) < len(scored):
        assert isnan(area)
        return
    assert area == pytest.approx(float(ranking.roc_auc(scored)))
    average = float(ranking.average_precision(scored))
    assert em.average_precision(truth, samples, of=of) == pytest.approx(average)


@pytest.mark.parametrize("of", ["directed", "skeleton"])
@given(case=with_truth(states=CPDAG_LIKE))
def test_undirected_edges_of_samples_tie_both_ways(of, case):
    nodes, true, draws, truth, samples = case
    scored = twin.ranked(nodes, true, draws, of)
    area = em.roc_auc(truth, samples, of=of)
    if 0 < ranking.n_true(scored) < len(scored):
        assert area == pytest.approx(float(ranking.roc_auc(scored)))
    else:
        assert isnan(area)


@pytest.mark.parametrize("of", ["directed", "skeleton", "entries"])
@given(case=with_truth(states=CPDAG_LIKE))
def test_one_sample_is_ranked_as_the_graph_that_it_is(of, case):
    _, _, _, truth, samples = case
    graph = samples[0]
    value = em.average_precision(truth, graph, of=of)
    assert em.average_precision(truth, GraphSamples([graph]), of=of) == pytest.approx(value, nan_ok=True)


@given(with_truth(acyclic=True))
def test_a_graph_is_ranked_by_its_directed_paths(case):
    nodes, true, draws, truth, samples = case
    scored = twin.ranked(nodes, true, [(draws[0][0], Fraction(1))], "ancestral")
    assume(0 < ranking.n_true(scored) < len(scored))
    expected = float(ranking.roc_auc(scored))
    assert em.roc_auc(truth, samples[0], of="ancestral") == pytest.approx(expected)


def test_a_skeleton_is_ranked_by_the_marginal_of_adjacency_not_by_the_likelier_direction():
    truth = Graph.parse("A --> B; C; D")
    texts = ["A --> B; C --> D", *["B --> A; C --> D"] * 2, *["A --> B; C; D"] * 2]
    samples = GraphSamples([Graph.parse(text) for text in texts])
    assert em.roc_auc(truth, samples, of="skeleton") == 1.0
    likelier = samples.edge_scores()
    assert em.roc_auc(truth, likelier, of="skeleton") == 0.9


def test_any_marks_are_ranked_as_a_skeleton_and_none_but_arcs_and_lines_by_direction():
    truth = Graph.parse("A --> B --> C")
    samples = GraphSamples([Graph.parse("A o-> B <-> C")])
    assert em.roc_auc(truth, samples, of="skeleton") == 1.0
    assert em.roc_auc(truth, samples[0], of="skeleton") == 1.0
    with pytest.raises(KindError, match=r'graph 0 has other edges.*of="skeleton"'):
        em.roc_auc(truth, samples)


def test_weights_that_differ_by_rounding_alone_tie():
    truth = Graph.parse("A --> B; C; D")
    draws = [Graph.parse(t) for t in ("A --> B; C; D", "A --> B; C; D", "C --> D; A; B", "A; B; C; D")]
    tenths, whole = (GraphSamples(draws, weights=w) for w in ([0.1, 0.2, 0.3, 0.4], [1, 2, 3, 4]))
    assert em.roc_auc(truth, tenths) == em.roc_auc(truth, whole)
    assert em.metrics.credible_level(truth, tenths) == em.metrics.credible_level(truth, whole) == 1.0


def test_a_credible_set_does_not_depend_on_the_scale_of_the_weights():
    texts = ["A; B; C", "A --> B; C", "B --> A; C", "A --> C; B", "C --> A; B", "B --> C; A"]
    draws = [Graph.parse(text) for text in texts]
    weights = np.array([4.3, 3.3, 3, 2, 2.3, 0.3])
    sizes = {
        len(GraphSamples(draws, weights=weights * k).credible_set(0.5)) for k in (1, 10, 0.1, 1 / 3)
    }
    assert sizes == {2}


def test_weights_far_apart_do_not_tie():
    draws = [Graph.parse("A --> B"), Graph.parse("B --> A"), Graph.parse("A; B")]
    samples = GraphSamples(draws, weights=[2e-15, 1e-15, 0.9])
    assert em.roc_auc(draws[0], samples) == 1.0


def test_scores_have_no_row_of_directed_paths_unless_they_are_asked_for_one():
    scores = WORKED.edge_scores()
    assert "ancestral" not in {row.convention for row in em.evaluate(CHAIN, scores)}
    assert "ancestral" not in {row.convention for row in em.evaluate(CHAIN, scores, "roc_auc")}
    assert em.evaluate(CHAIN, scores, "roc_auc:ancestral")[0].status == "refused"
    assert em.evaluate(CHAIN, WORKED)["roc_auc", "ancestral"].value == 1.0


# ---- calibration against the class


@given(with_truth(acyclic=True))
def test_against_the_class_an_edge_is_true_in_the_share_of_the_members_that_have_it(case):
    nodes, true, draws, truth, samples = case
    for of in twin.RELATIONS:
        probable, shares = twin.marginals(nodes, draws, of), twin.class_shares(nodes, true, of)
        pairs = [(probable[pair], shares[pair]) for pair in twin.places(nodes, of)]
        expected = float(twin.calibration_error(pairs, 10))
        found = em.metrics.edge_calibration_error(truth, samples, of=of, against="class")
        assert found == pytest.approx(expected, abs=1e-12)


@given(dags())
def test_a_posterior_spread_over_the_class_is_calibrated_against_it(truth):
    spread = GraphSamples(list(em.members(truth)))
    if truth.n_nodes > 1:
        assert em.metrics.edge_calibration_error(truth, spread, against="class") == pytest.approx(
            0, abs=1e-12
        )
        cpdag = em.to_cpdag(truth)
        assert em.metrics.edge_calibration_error(cpdag, spread, against="class") == pytest.approx(
            0, abs=1e-12
        )


def test_against_one_member_the_same_posterior_seems_badly_calibrated():
    spread = GraphSamples(list(em.members(CHAIN)))
    assert em.metrics.edge_calibration_error(CHAIN, spread) == pytest.approx(1 / 9)
    row = em.evaluate(CHAIN, spread)["edge_calibration_error", "directed, of the class"]
    assert row.value == pytest.approx(0, abs=1e-15)


def test_the_members_of_a_large_component_are_drawn():
    nodes = [f"X{k}" for k in range(9)]
    clique = Graph(nodes, [(a, "-->", b) for k, a in enumerate(nodes) for b in nodes[k + 1 :]])
    half = EdgeScores((np.ones((9, 9)) - np.eye(9)) / 2, nodes)
    assert em.class_size(clique) == 362_880
    assert em.metrics.edge_calibration_error(clique, half, against="class") == pytest.approx(0, abs=0.01)
