"""
Transformations between graphs, series of numbers along them, and Figures 3 and 6 of the nCED paper.

The paper is Rehak, Falkenstein, Doehner and Beyerer, "Metrics for the Evaluation of Learned Causal
Graphs Based on Ground Truth". Its truth has five nodes and seven edges. Each curve of the figures has a
closed form that does not depend on the order of the steps.
"""

from fractions import Fraction
from itertools import pairwise
from math import isnan
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph
from edgemark.conventions.convention import Convention
from edgemark.errors import AlignmentError, KindError
from edgemark.metric_criteria import criteria, landmarks, series, transformation
from edgemark.metric_criteria.specimens import paper_truth
from edgemark.metric_criteria.transformations import series_of
from edgemark.metric_criteria.verdicts import RUNS
from edgemark.metrics import REGISTRY
from tests.oracle import graphs as oracle
from tests.strategies import LABELS, edges_over

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")


TRUTH = paper_truth()
ORDERS = tuple(map(tuple, ("ABCDE", "EDCBA", "CAEBD", "BDEAC")))
KS = (Fraction(0), Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5), Fraction(1, 2), 1)
FIGURE_3 = {
    "3a": lambda t, k: k * t,
    "3b": lambda t, k: 2 * (7 - t) + k * t,
    "3c": lambda t, k: (7 - t) + k * t,
    "3d": lambda t, k: 2 * k * t,
    "3e": lambda t, k: 2 * (7 - t) + 2 * k * t,
    "3f": lambda t, k: (7 - t) + 2 * k * t,
}
FIGURE_6 = {
    "6a": {
        "recall:directed": lambda t: Fraction(7 - t, 7),
        "fpr:directed": lambda t: 0,
        "f1:directed": lambda t: Fraction(14 - 2 * t, 14 - t),
        "balanced_accuracy:directed": lambda t: 1 - Fraction(t, 14),
        "three_point_prc_auc:directed": lambda t: 1 - Fraction(t, 7) * (1 - Fraction(7, 20)),
        "shd:arc hamming": lambda t: t,
        "nced:k = 0.2": lambda t: Fraction(t, 20),
    },
    "6b": {
        "recall:directed": lambda t: 0,
        "fpr:directed": lambda t: Fraction(t, 13),
        "f1:directed": lambda t: 0,
        "balanced_accuracy:directed": lambda t: Fraction(1, 2) - Fraction(t, 26),
        "three_point_prc_auc:directed": lambda t: Fraction(7, 20),
        "shd:arc hamming": lambda t: 7 + t,
        "nced:k = 0.2": lambda t: Fraction(7 + t, 20),
    },
}
PAPER_METRICS = tuple(FIGURE_6["6a"])


def nced_with(k):
    """Return nCED with this k as a metric and a convention, as `series_of` takes them."""
    convention = Convention(f"k = {float(k):g}", "nCED", options=MappingProxyType({"k": k}))
    return REGISTRY["nced"], convention, ()


# ---- landmarks and transformations


def test_the_papers_graphs_are_made_from_the_truth_edge_by_edge():
    made = landmarks(Graph.parse("B --> A; C --> B; D"))
    expected = (
        "B --> A; C --> B; D",
        "A; B; C; D",
        "A --> B --> C; D",
        "B --o A; C --o B; D",
        "A --- B --- C; D",
    )
    assert made == tuple(Graph.parse(text) for text in expected)


def test_a_graph_without_names_has_landmarks_without_names():
    made = landmarks(Graph(3, [(2, "-->", 0)]))
    assert made.half_open == Graph(3, [(2, "--o", 0)])
    assert made.empty == Graph(3)


def test_a_mag_has_landmarks_too():
    made = landmarks(Graph.parse("A --> B; B <-> C; C"))
    assert made.reversed == Graph.parse("A <-- B; C")
    assert made.half_open == Graph.parse("A --o B; B o-> C")
    assert made.undirected == Graph.parse("A o-o B; B o-o C")
    with pytest.raises(KindError, match="the truth has ---"):
        landmarks(Graph.parse("A <-> B; C --- D"))
    with pytest.raises(KindError, match="almost directed cycle"):
        landmarks(Graph.parse("A --> B --> C; A <-> C", kind="mag"))


def test_numbers_are_judged_with_a_true_mag():
    truth = Graph.parse("A --> B <-> C; A --> D; C <-> E")
    (found,) = criteria("nced", truth)
    assert found.true_positives
    assert found.false_positives
    assert found.identity
    (found,) = criteria("f1:directed", truth)
    assert not found.true_positives  # it does not count a missing <->


def test_landmarks_of_a_cyclic_graph_are_refused():
    with pytest.raises(KindError, match="without edges ---; A --> B --> A is a directed cycle"):
        landmarks(Graph.parse("A --> B --> A"))


def test_landmarks_of_undirected_edges_are_refused_with_advice_that_helps():
    for kind in ("cpdag", "mag"):
        with pytest.raises(KindError, match="the truth has ---") as caught:
            landmarks(Graph.parse("A --- B", kind=kind))
        assert "declare a CPDAG" not in str(caught.value)


def differing_pairs(one, other):
    return [
        (a, b)
        for k, a in enumerate(one.nodes)
        for b in one.nodes[k + 1 :]
        if oracle.between(one.edges(), a, b) != oracle.between(other.edges(), a, b)
    ]


@st.composite
def two_graphs(draw):
    nodes = LABELS[: draw(st.integers(0, 5))]
    return tuple(Graph(draw(st.permutations(nodes)), draw(edges_over(nodes))) for _ in range(2))


@given(two_graphs())
def test_each_step_changes_one_differing_pair_in_the_order_of_the_start(graphs):
    start, end = graphs
    way = transformation(start, end)
    assert (way[0], way[-1]) == (start, end)
    assert {graph.nodes for graph in way} == {start.nodes}
    steps = [differing_pairs(a, b) for a, b in pairwise(way)]
    assert steps == [[pair] for pair in differing_pairs(start, end)]


def test_only_the_ends_of_a_transformation_have_a_declared_kind():
    start, end = Graph.parse("A --> B --> C", kind="dag"), Graph.parse("A --- B --- C", kind="cpdag")
    assert [graph.kind for graph in transformation(start, end)] == ["dag", None, "cpdag"]


def test_a_transformation_between_graphs_of_different_nodes_is_refused():
    with pytest.raises(
        AlignmentError, match=r"only in the start: 'C'.* end\.with_nodes\(start\.nodes\)"
    ):
        transformation(Graph.parse("A --> B; C"), Graph.parse("A --> B"))
    with pytest.raises(AlignmentError, match="only in the end: 'C'"):
        transformation(Graph.parse("A --> B"), Graph.parse("A --> B; C"))
    with pytest.raises(AlignmentError, match="the end has none"):
        transformation(Graph.parse("A --> B"), Graph(2))
    with pytest.raises(AlignmentError, match="the start has 2, the end 3"):
        transformation(Graph(2), Graph(3))


@pytest.mark.parametrize("one", [TRUTH, None, "found.json"])
def test_one_graph_instead_of_a_series_is_refused(one):
    with pytest.raises(TypeError, match="the graphs of a series must be several graphs"):
        series(TRUTH, one)


def test_a_series_says_which_graph_has_other_nodes():
    with pytest.raises(AlignmentError, match="graph 1 of the sequence, counted from 0: the two graphs"):
        series(TRUTH, [TRUTH, Graph.parse("A --> B")])


def test_a_metric_that_is_refused_leaves_a_gap_with_the_reason():
    made = landmarks(Graph.parse("A --> B --> C"))
    (one,) = series(made.truth, transformation(made.truth, made.half_open), "shd:arc hamming")
    assert one.values[0] == 0
    assert [isnan(value) for value in one.values] == [False, True, True]
    assert [("circle" in reason) for reason in one.reasons] == [False, True, True]


def test_an_undefined_value_leaves_a_gap_with_the_reason():
    (one,) = series(TRUTH, [Graph(TRUTH.nodes), TRUTH], "precision:directed")
    assert (isnan(one.values[0]), one.values[1], one.reasons) == (True, 1, ("tp + fp = 0", ""))


def test_a_series_holds_what_evaluate_gives():
    graphs = RUNS["3e"].graphs(landmarks(TRUTH))
    found = {one.name: one for one in series(TRUTH, graphs)}
    for k, graph in enumerate(graphs):
        for row in em.evaluate(TRUTH, graph):
            one = found[f"{row.metric}:{row.convention}".strip(":")]
            assert (one.reasons[k], one.better) == (row.reason, row.better)
            assert one.values[k] == row.value or (isnan(one.values[k]) and isnan(row.value))


# ---- Figures 3 and 6


@pytest.mark.parametrize("order", ORDERS, ids="".join)
@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("run", FIGURE_3)
def test_figure_3_is_its_closed_form_in_any_order(run, k, order):
    made = landmarks(TRUTH.with_nodes(order))
    (one,) = series_of(made.truth, RUNS[run].graphs(made), nced_with(k))
    expected = [float(Fraction(FIGURE_3[run](t, k)) / 20) for t in range(8)]
    assert one.values == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("order", ORDERS, ids="".join)
@pytest.mark.parametrize("name", PAPER_METRICS)
@pytest.mark.parametrize("run", FIGURE_6)
def test_figure_6_is_its_closed_form_in_any_order(run, name, order):
    made = landmarks(TRUTH.with_nodes(order))
    (one,) = series(made.truth, RUNS[run].graphs(made), name)
    assert one.values == pytest.approx([float(FIGURE_6[run][name](t)) for t in range(8)], abs=1e-15)


@settings(max_examples=30)
@given(st.permutations("ABCDEF"), st.permutations("ABCDEF"), st.data())
def test_the_order_of_steps_does_not_matter_to_the_papers_numbers(causal, nodes, data):
    arcs = [(a, "-->", b) for k, a in enumerate(causal) for b in causal[k + 1 :]]
    edges = data.draw(st.lists(st.sampled_from(arcs), min_size=1, unique=True))
    truth = Graph(sorted(nodes), edges)
    again = landmarks(truth.with_nodes(nodes))
    for run in RUNS.values():
        expected = series(truth, run.graphs(landmarks(truth)), PAPER_METRICS)
        found = series(again.truth, run.graphs(again), PAPER_METRICS)
        for one, other in zip(expected, found, strict=True):
            assert other.values == pytest.approx(one.values, nan_ok=True)
