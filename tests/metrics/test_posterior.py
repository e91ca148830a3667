"""Metrics of weighted graphs: against their definitions, the worked example, and the usual traps."""

from fractions import Fraction
from itertools import pairwise, permutations
from math import isnan, log

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples
from edgemark.errors import AlignmentError, ConventionError, KindError
from tests.graph.test_samples import DIRECTED, weighted
from tests.oracle import adjustment
from tests.oracle import graphs as oracle
from tests.oracle import metrics as metric_twins
from tests.oracle import samples as twin
from tests.strategies import edges_over

CHAIN = Graph(3, [(0, "-->", 1), (1, "-->", 2)])
FORK = Graph(3, [(1, "-->", 0), (1, "-->", 2)])
OTHER = Graph(3, [(0, "-->", 1), (0, "-->", 2)])
WORKED = GraphSamples([CHAIN, CHAIN, FORK, OTHER])


@st.composite
def with_truth(draw, states=DIRECTED, acyclic=False):
    """Nodes, true edges, draws and the same as a Graph and GraphSamples."""
    nodes, draws, samples = draw(weighted(states=states))
    true = draw(edges_over(nodes, states))
    assume(len(nodes) > 1)
    if acyclic:
        assume(all(oracle.is_acyclic(nodes, edges) for edges in (true, *(e for e, _ in draws))))
    return nodes, true, draws, Graph(nodes, true), samples


# ---- the worked example of the reference: brute force, numpy, scikit-learn, enumeration of the class


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (em.metrics.expected_shd(CHAIN, WORKED), 0.75),
        (em.metrics.expected_shd(CHAIN, WORKED, reversal="two"), 1.0),
        (em.roc_auc(CHAIN, WORKED), 1.0),
        (em.average_precision(CHAIN, WORKED), 1.0),
        (em.metrics.edge_brier(CHAIN, WORKED), 1 / 24),
        (em.metrics.edge_calibration_error(CHAIN, WORKED), 1 / 6),
        (em.metrics.edge_log_score(CHAIN, WORKED, clip=1e-3), 0.1921215484123818),
        (em.metrics.posterior_mass(CHAIN, WORKED), 0.5),
        (em.metrics.posterior_mass(CHAIN, WORKED, of="class"), 0.75),
        (em.metrics.class_coverage(CHAIN, WORKED), 2 / 3),
    ],
)
def test_the_worked_example(value, expected):
    assert value == pytest.approx(expected, abs=1e-15)


# ---- by definition


@given(with_truth(states=oracle.PAIR_STATES))
def test_expected_shd_is_the_mean_of_shd(case):
    nodes, true, draws, truth, samples = case
    pairs = metric_twins.states(nodes, true)

    def differing(edges):
        found = metric_twins.states(nodes, edges)
        return sum(pairs[pair] != found[pair] for pair in pairs)

    expected = float(twin.mean(draws, differing))
    assert em.metrics.expected_shd(truth, samples) == pytest.approx(expected, abs=1e-12)


@given(with_truth(acyclic=True))
def test_expected_sid_is_the_mean_of_sid(case):
    nodes, true, draws, truth, samples = case
    expected = twin.mean(draws, lambda edges: adjustment.mistakes(adjustment.sid(nodes, true, edges)))
    assert em.metrics.expected_sid(truth, samples) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_expected_sid_is_of_dags_and_says_so():
    line, cycle = Graph.parse("A --> B --- C"), Graph.parse("A --> B --> A; C")
    some = GraphSamples([Graph.parse("A --> B --> C"), line], weights=[3, 1])
    value = em.metrics.expected_sid(Graph.parse("A --> B --> C"), some)
    assert isnan(value)
    assert "samples, which have 0.25 of the weight; one is 'A --> B; B --- C'" in value.reason
    for truth, samples in ((some[0], GraphSamples([line, cycle])), (line, GraphSamples([some[0]]))):
        with pytest.raises(KindError, match="sid needs a DAG"):
            em.metrics.expected_sid(truth, samples)
        assert em.evaluate(truth, samples, "expected_sid")[0].status == "refused"
    assert em.evaluate(CHAIN, WORKED)["expected_sid"].value == em.metrics.expected_sid(CHAIN, WORKED)


@given(with_truth())
def test_expected_shd_by_entries_is_the_distance_of_the_marginals_from_the_truth(case):
    _, _, _, truth, samples = case
    y = em.GraphSamples([truth]).marginals()
    distance = np.abs(samples.marginals() - y).sum()
    assert em.metrics.expected_shd(truth, samples, reversal="two") == pytest.approx(distance, abs=1e-12)


@given(with_truth())
def test_expected_shd_is_what_the_marginals_of_pair_states_leave(case):
    nodes, true, draws, truth, samples = case
    shares, states = twin.pair_shares(nodes, draws), metric_twins.states(nodes, true)
    expected = float(sum(1 - shares[pair][frozenset(states[pair])] for pair in states))
    assert em.metrics.expected_shd(truth, samples) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("of", twin.RELATIONS)
@given(case=with_truth())
def test_expected_f1_is_the_mean_of_f1(of, case):
    nodes, true, draws, truth, samples = case

    def f1(edges):
        a, b = twin.RELATIONS[of](nodes, true), twin.RELATIONS[of](nodes, edges)
        return Fraction(2 * len(a & b), len(a) + len(b)) if a or b else None

    value = em.metrics.expected_f1(truth, samples, of=of)
    if any(weight and f1(edges) is None for edges, weight in draws):
        assert isnan(value)
    else:
        expected = twin.mean([d for d in draws if d[1]], f1)
        assert value == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("of", twin.RELATIONS)
@given(case=with_truth())
def test_edge_brier_is_the_mean_squared_distance(of, case):
    nodes, true, draws, truth, samples = case
    expected = float(twin.brier(nodes, true, draws, of))
    assert em.metrics.edge_brier(truth, samples, of=of) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("clip", [None, 0.01])
@pytest.mark.parametrize("of", twin.RELATIONS)
@given(case=with_truth())
def test_edge_log_score_is_the_mean_loss(of, clip, case):
    nodes, true, draws, truth, samples = case
    bound = 1 / (2 * len(draws) + 2) if clip is None else clip
    expected = twin.log_score(nodes, true, draws, of, bound)
    assert em.metrics.edge_log_score(truth, samples, of=of, clip=clip) == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize("n_bins", [1, 2, 3, 10, 100])
@given(case=with_truth())
def test_the_calibration_error_is_over_bins_closed_below(n_bins, case):
    nodes, true, draws, truth, samples = case
    pairs = twin.probabilities_and_truth(nodes, true, draws, "directed")
    expected = float(twin.calibration_error(pairs, n_bins))
    found = em.metrics.edge_calibration_error(truth, samples, n_bins=n_bins)
    assert found == pytest.approx(expected, abs=1e-12)


@given(with_truth(states=oracle.PAIR_STATES))
def test_pair_scores_compare_states(case):
    nodes, true, draws, truth, samples = case
    expected = float(twin.pair_brier(nodes, true, draws))
    assert em.metrics.pair_brier(truth, samples) == pytest.approx(expected, abs=1e-12)
    expected = twin.pair_log_score(nodes, true, draws, 0.01)
    assert em.metrics.pair_log_score(truth, samples, clip=0.01) == pytest.approx(expected, abs=1e-12)


@given(with_truth(acyclic=True))
def test_masses_are_those_of_equal_and_equivalent_graphs(case):
    nodes, true, draws, truth, samples = case
    mass, class_mass = twin.mass(nodes, true, draws), twin.class_mass(nodes, true, draws)
    assert em.metrics.posterior_mass(truth, samples) == pytest.approx(float(mass), abs=1e-12)
    assert em.metrics.posterior_mass(truth, samples, of="class") == pytest.approx(
        float(class_mass), abs=1e-12
    )
    assert em.metrics.class_coverage(truth, samples) == float(twin.coverage(nodes, true, draws))


@given(with_truth(acyclic=True))
def test_the_credible_level_is_where_credible_sets_begin_to_hold_the_truth(case):
    _, _, _, truth, samples = case
    level = em.metrics.credible_level(truth, samples)
    if em.metrics.posterior_mass(truth, samples) == 0:
        assert level == 1
        return
    heavier = level - sum(w for w in samples.distinct().weights
                          if abs(w - em.metrics.posterior_mass(truth, samples)) < 1e-12)  # fmt: skip
    assert truth in samples.credible_set(min(1, level))
    if heavier > 1e-9:
        assert truth not in samples.credible_set(heavier - 1e-9)


def test_a_credible_level_of_classes():
    assert em.metrics.credible_level(CHAIN, WORKED, of="class") == 0.75
    assert em.metrics.credible_level(OTHER, WORKED, of="class") == 1.0
    assert em.metrics.credible_level(em.to_cpdag(FORK), WORKED, of="class") == 0.75


# ---- sizes of classes


@pytest.mark.parametrize(("n_nodes", "size"), [(1, 1), (3, 6), (4, 24), (5, 120), (6, 720)])
def test_the_class_of_a_complete_graph_has_every_order(n_nodes, size):
    complete = Graph(n_nodes, [(a, "-->", b) for a in range(n_nodes) for b in range(a + 1, n_nodes)])
    assert em.metrics.class_coverage(complete, GraphSamples([complete])) == 1 / size


def test_coverage_of_a_large_class_is_counted_too():
    chain = Graph(18, [(a, "-->", b) for a, b in pairwise(range(18))])
    assert em.metrics.class_coverage(chain, GraphSamples([chain])) == 1 / 18


# ---- bins


def test_a_probability_on_a_bound_is_in_the_bin_above():
    """0.29 * 100 is 28.999999999999996 in floating point: a product would put it one bin too low."""
    draws = [Graph(2, [(0, "-->", 1)])] * 29 + [Graph(2)] * 71
    diagram = em.metrics.reliability(Graph(2, [(0, "-->", 1)]), GraphSamples(draws), n_bins=100)
    scores = EdgeScores([[0, 0.29], [0.295, 0]], direction="row-to-column")
    near = em.metrics.reliability(Graph(2), scores, n_bins=100)
    assert int(0.29 * 100) == 28
    assert diagram.counts.tolist() == [1, 1]
    assert near.counts.tolist() == [2]


def test_adaptive_bins_do_not_part_equal_probabilities():
    """Equal shares of sorted positions would put some of the equal ones left, some right of a bound."""
    truth = Graph(4, [(0, "-->", 1)])
    one = em.metrics.reliability(truth, GraphSamples([Graph(4)]), bins="adaptive", n_bins=5)
    assert one.counts.tolist() == [12]
    scores = EdgeScores(np.triu(np.arange(1, 17).reshape(4, 4) / 20, 1), direction="row-to-column")
    diagram = em.metrics.reliability(truth, scores, bins="adaptive", n_bins=4)
    assert diagram.counts.tolist() == [6, 3, 3]
    assert np.all(np.diff(diagram.predicted) > 0)


@given(with_truth(), st.randoms())
def test_the_order_of_nodes_does_not_matter_for_bins(case, rng):
    nodes, _, _, truth, samples = case
    other = truth.with_nodes(rng.sample(nodes, len(nodes)))
    for bins in ("fixed", "adaptive"):
        a = em.metrics.edge_calibration_error(truth, samples, bins=bins, n_bins=4)
        b = em.metrics.edge_calibration_error(other, samples, bins=bins, n_bins=4)
        assert a == pytest.approx(b, abs=1e-12)


def test_one_bin_hides_what_more_show():
    truth = Graph(2, [(0, "-->", 1)])
    wrong_way = EdgeScores([[0, 0.0], [1.0, 0]], direction="row-to-column")
    assert em.metrics.edge_calibration_error(truth, wrong_way, n_bins=1) == 0
    assert em.metrics.edge_calibration_error(truth, wrong_way) == 1
    assert em.metrics.reliability(truth, wrong_way).largest_error == 1


# ---- traps


def test_a_diagonal_of_free_negatives_would_flatter():
    """Cells that no graph can have are no places: with them the Brier score of 1/24 would be 1/36."""
    p, y = WORKED.marginals(), GraphSamples([CHAIN]).marginals()
    assert ((p - y) ** 2).mean() == pytest.approx(1 / 36)
    assert em.metrics.edge_brier(CHAIN, WORKED) == pytest.approx(1 / 24)


def test_the_median_graph_is_nearer_than_the_mean_distance_says():
    """Three draws with another single error each, and none in their median."""
    truth = Graph.parse("A --> B --> C --> D")
    draws = [Graph.parse(t) for t in ("B --> C --> D; A", "A --> B; C --> D", "A --> B --> C; D")]
    samples = GraphSamples(draws)
    assert em.shd(truth, samples.consensus()) == 0
    assert em.metrics.expected_shd(truth, samples) == 1


def test_the_mean_of_f1_is_not_f1_of_mean_counts():
    truth = Graph.parse("A --> B --> C")
    samples = GraphSamples([truth, Graph.parse("A; B; C")])
    pooled = 2 * 2 / (2 * 2 + 0 + 2)  # tp 2, fp 0, fn 2 over both
    assert pooled == pytest.approx(2 / 3)
    assert em.metrics.expected_f1(truth, samples) == 0.5


def test_a_posterior_that_knows_all_that_data_can_tell_has_a_third_of_its_mass_on_the_truth():
    members = GraphSamples([Graph.parse(t) for t in ("A --> B --> C", "A <-- B --> C", "A <-- B <-- C")])
    truth = members[0]
    assert em.metrics.posterior_mass(truth, members) == pytest.approx(1 / 3)
    assert em.metrics.posterior_mass(truth, members, of="class") == 1
    assert em.metrics.class_coverage(truth, members) == 1
    assert em.metrics.expected_shd(truth, members) == 1
    assert em.metrics.expected_shd(truth, members, of="cpdag") == 0


def test_a_log_score_without_clipping_would_be_infinite():
    truth = Graph(2, [(0, "-->", 1)])
    wrong = GraphSamples([Graph(2)] * 9)
    with np.errstate(divide="ignore"):
        assert np.isinf(-np.log(wrong.marginals()[0, 1]))
    assert em.metrics.edge_log_score(truth, wrong) == pytest.approx(-(log(0.05) + log(0.95)) / 2)


def test_weights_count_and_not_the_number_of_graphs():
    samples = GraphSamples([CHAIN, FORK, OTHER], weights=[2, 1, 1])
    assert em.metrics.expected_shd(CHAIN, samples) == em.metrics.expected_shd(CHAIN, WORKED)
    assert em.metrics.edge_brier(CHAIN, samples) == em.metrics.edge_brier(CHAIN, WORKED)
    assert em.metrics.posterior_mass(CHAIN, samples) == 0.5


def test_a_graph_without_weight_counts_nowhere():
    samples = GraphSamples([CHAIN, Graph.parse("#0 o-o #1; #2")], weights=[1, 0])
    assert em.metrics.expected_shd(CHAIN, samples, reversal="two") == 0
    assert em.metrics.class_coverage(
        CHAIN, GraphSamples([CHAIN, FORK], weights=[1, 0])
    ) == pytest.approx(1 / 3)


# ---- undefined and refused


def test_a_mean_over_an_undefined_number_is_nan_with_the_reason():
    value = em.metrics.expected_f1(Graph(3), GraphSamples([Graph(3), CHAIN], weights=[1, 3]))
    assert isnan(value)
    assert value.reason.startswith(
        "f1 is not defined on some samples, which have 0.25 of the weight; one is "
    )


@pytest.mark.parametrize("of", ["graph", "class"])
def test_s3_a_truth_that_was_never_drawn_has_the_credible_level_1(of):
    """Every graph drawn is heavier than a graph of no weight; nan would drop the misses from a mean."""
    assert em.metrics.credible_level(Graph(3), WORKED, of=of) == 1.0
    row = em.evaluate(Graph(3), WORKED, f"credible_level:{of}")[0]
    assert (row.status, row.value) == ("ok", 1.0)


@pytest.mark.parametrize("n_nodes", [0, 1])
def test_without_a_pair_of_nodes_there_is_nothing_to_score(n_nodes):
    truth, samples = Graph(n_nodes), GraphSamples([Graph(n_nodes)])
    names = ("edge_brier", "edge_log_score", "edge_calibration_error", "pair_brier", "pair_log_score")
    for metric in (getattr(em.metrics, name) for name in names):
        value = metric(truth, samples)
        assert (isnan(value), value.reason) == (True, "there is no pair of nodes")
    assert isnan(em.metrics.reliability(truth, samples).largest_error)


@pytest.mark.parametrize("of", ["directed", "ancestral"])
def test_probabilities_of_arrows_need_arrows_in_the_truth(of):
    with pytest.raises(KindError, match='Score the adjacencies: of="skeleton"'):
        em.metrics.edge_brier(em.to_cpdag(CHAIN), WORKED, of=of)


def test_a_class_is_that_of_dags():
    for metric in (em.metrics.posterior_mass, em.metrics.credible_level):
        with pytest.raises(KindError):
            metric(Graph.parse("#0 <-> #1; #2"), WORKED, of="class")
    with pytest.raises(KindError, match="needs samples that are DAGs"):
        em.metrics.class_coverage(CHAIN, GraphSamples([em.to_cpdag(CHAIN)]))


def test_an_expected_distance_says_why_it_is_refused():
    with pytest.raises(KindError, match="circle"):
        em.metrics.expected_shd(CHAIN, GraphSamples([Graph.parse("#0 o-o #1; #2")]), reversal="two")


@pytest.mark.parametrize("clip", [0, 0.5, -1, float("nan")])
def test_a_clip_that_is_none_is_refused(clip):
    with pytest.raises(ConventionError, match=r"above 0 and below 0\.5"):
        em.metrics.edge_log_score(CHAIN, WORKED, clip=clip)


def test_scores_have_no_number_of_draws_to_clip_by():
    scores = WORKED.edge_scores()
    with pytest.raises(KindError, match=r"needs the number of draws.*clip=0\.001"):
        em.metrics.edge_log_score(CHAIN, scores)
    assert em.metrics.edge_log_score(CHAIN, scores, clip=0.1) == em.metrics.edge_log_score(
        CHAIN, WORKED, clip=0.1
    )


@pytest.mark.parametrize("n_bins", [0, -1, 2.5, True])
def test_a_number_of_bins_that_is_none_is_refused(n_bins):
    with pytest.raises(ConventionError, match="whole number from 1 to 1000000"):
        em.metrics.reliability(CHAIN, WORKED, n_bins=n_bins)


def test_scores_that_are_no_probabilities_are_refused():
    scores = EdgeScores([[0, 1.5], [0, 0]], ["A", "B"], direction="row-to-column")
    with pytest.raises(KindError, match=r"the score of 'A' to 'B' is 1\.5"):
        em.metrics.edge_brier(Graph.parse("A --> B"), scores)


def test_scores_are_of_directed_edges_only():
    with pytest.raises(KindError, match="need GraphSamples"):
        em.metrics.edge_brier(CHAIN, WORKED.edge_scores(), of="skeleton")


def test_other_nodes_are_refused():
    for metric in (
        em.metrics.expected_shd,
        em.metrics.edge_brier,
        em.metrics.pair_brier,
        em.metrics.posterior_mass,
        em.metrics.reliability,
    ):
        with pytest.raises(AlignmentError):
            metric(Graph.parse("A --> B --> C"), WORKED)


# ---- how they are called


def test_probabilities_from_a_method_need_no_samples():
    probabilities = WORKED.edge_scores()
    assert em.metrics.edge_brier(CHAIN, probabilities) == em.metrics.edge_brier(CHAIN, WORKED)
    assert em.metrics.edge_calibration_error(CHAIN, probabilities) == em.metrics.edge_calibration_error(
        CHAIN, WORKED
    )


def test_a_graph_is_a_sure_estimate():
    assert em.metrics.edge_brier(CHAIN, FORK) == 2 / 6
    assert em.metrics.expected_shd(CHAIN, FORK) == em.shd(CHAIN, FORK)


def test_nodes_are_matched_by_name():
    truth = Graph.parse("A --> B --> C")
    draws = [Graph.parse("A --> B --> C"), Graph.parse("C --> B; A")]
    named = [GraphSamples([g.with_nodes(order) for g in draws]) for order in permutations("ABC")]
    for metric in (
        em.metrics.expected_shd,
        em.metrics.edge_brier,
        em.metrics.pair_log_score,
        em.metrics.posterior_mass,
    ):
        assert len({metric(truth, samples) for samples in named}) == 1


def test_evaluate_gives_the_metrics_of_samples_and_of_their_marginals():
    report = em.evaluate(CHAIN, WORKED)
    assert str(report.estimate) == "3 nodes, 4 samples"
    assert report["expected_shd", "pair mismatch"].value == 0.75
    assert report["edge_brier", "directed"].value == pytest.approx(1 / 24)
    assert report["roc_auc", "directed"].value == 1.0
    assert {row.status for row in report} == {"ok"}


def test_a_metric_of_two_graphs_is_refused_with_the_way_to_its_mean():
    row = em.evaluate(CHAIN, WORKED, "shd:pair mismatch")[0]
    assert row.status == "refused"
    assert 'expected(truth, estimate, "shd")' in row.reason


def test_a_truth_without_a_class_is_refused():
    cycle = Graph.parse("A --> B --> C --> A")
    with pytest.raises(KindError, match="needs a DAG or a CPDAG as the truth"):
        em.metrics.reliability(cycle, GraphSamples([cycle]), against="class")


@pytest.mark.parametrize("n_bins", [10**12, 0, "5", np.timedelta64(5)])
def test_a_number_of_bins_that_nobody_can_mean_is_refused(n_bins):
    with pytest.raises(ConventionError, match="n_bins must be a whole number from 1 to"):
        em.metrics.edge_calibration_error(CHAIN, WORKED, n_bins=n_bins)


def test_numbers_of_numpy_are_numbers():
    assert em.metrics.edge_calibration_error(CHAIN, WORKED, n_bins=np.int64(5)) >= 0
    assert em.metrics.partial_roc_auc(CHAIN, WORKED, max_fpr=np.float32(0.5)) == 1.0


@pytest.mark.parametrize("clip", ["x", None, 0, True])
def test_a_clip_that_is_no_number_is_refused(clip):
    kind = KindError if clip is None else ConventionError
    with pytest.raises(kind, match="clip"):
        em.metrics.edge_log_score(CHAIN, WORKED.edge_scores(), clip=clip)
    with pytest.raises(em.errors.GraphError, match="a credible set needs a level"):
        WORKED.credible_set("x")


def test_undirected_edges_of_samples_get_a_note():
    samples = GraphSamples([CHAIN.skeleton()])
    with pytest.warns(em.errors.ClassWarning):
        report = em.evaluate(CHAIN, samples, "edge_brier")
    assert "count as absent" in report.warnings[0]
    assert not em.evaluate(CHAIN, WORKED, "edge_brier").warnings


def test_a_probability_that_rounds_to_just_below_the_start_of_a_bin_is_in_it():
    truth = Graph.parse("A --> B; C")
    texts = ["A --> B; C", "A --> B; C --> A", "A; B; C", "C --> A; B"]
    draws = [Graph.parse(text) for text in texts]
    shares, whole = (GraphSamples(draws, weights=w) for w in ([0.1, 0.7, 0.15, 0.05], [2, 14, 3, 1]))
    assert shares.marginals()[0, 1] == whole.marginals()[0, 1] == 0.8
    assert em.metrics.reliability(truth, shares).counts.tolist() == [4, 1, 1]
    assert em.metrics.reliability(truth, whole).counts.tolist() == [4, 1, 1]
