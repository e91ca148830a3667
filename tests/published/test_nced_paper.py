"""
Figures 3 and 6 and the encoding of Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of
Learned Causal Graphs Based on Ground Truth (nCED).

The figures reproduce exactly, as closed forms over five nodes and seven true edges. Of Figure 3 the
captions of c, e and f are given in the paper; a, b and d are inferred from its layout. The values of
Tables 1 and 2 do not reproduce as a whole and are no test here.
"""

import warnings
from fractions import Fraction

import pytest

import edgemark as em
from edgemark import Graph

TRUE_EDGES = (("0", "1"), ("0", "2"), ("1", "2"), ("1", "3"), ("2", "3"), ("2", "4"), ("3", "4"))
TRUTH = Graph([str(k) for k in range(5)], [(a, "-->", b) for a, b in TRUE_EDGES])
# each true edge in the paper's graphs G*, Ge, Gi, Gu1 (circle at the head, tail at the tail) and Gu2
GLYPH = {"star": "-->", "e": None, "i": "<--", "u1": "--o", "u2": "o-o"}
KS = (Fraction(0), Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5), Fraction(1, 2), 1)
STEPS = range(8)
FIGURE_3 = {
    "a": ("star", "u1", lambda t, k: k * t),
    "b": ("i", "u1", lambda t, k: 2 * (7 - t) + k * t),
    "c": ("e", "u1", lambda t, k: (7 - t) + k * t),
    "d": ("star", "u2", lambda t, k: 2 * k * t),
    "e": ("i", "u2", lambda t, k: 2 * (7 - t) + 2 * k * t),
    "f": ("e", "u2", lambda t, k: (7 - t) + 2 * k * t),
}


def between(start, end, t, order=TRUE_EDGES):
    """The graph t steps on the way from one graph of the paper to another, one true edge a step."""
    glyphs = {edge: GLYPH[end if k < t else start] for k, edge in enumerate(order)}
    return Graph(TRUTH.nodes, [(a, glyphs[a, b], b) for a, b in TRUE_EDGES if glyphs[a, b] is not None])


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("panel", FIGURE_3)
def test_figure_3_is_its_closed_form(panel, k):
    start, end, closed_form = FIGURE_3[panel]
    series = [em.nced(TRUTH, between(start, end, t), k=k) for t in STEPS]
    assert series == pytest.approx([float(Fraction(closed_form(t, k)) / 20) for t in STEPS], abs=1e-15)


@pytest.mark.parametrize("panel", FIGURE_3)
def test_figure_3_does_not_depend_on_the_order_of_steps(panel):
    start, end, _ = FIGURE_3[panel]
    for t in STEPS:
        backwards = between(start, end, t, TRUE_EDGES[::-1])
        assert em.nced(TRUTH, backwards) == pytest.approx(em.nced(TRUTH, between(start, end, t)))


@pytest.mark.parametrize("k", KS)
def test_undirected_truth_written_as_cpdag_scores_like_circles(k):
    lines = Graph(TRUTH.nodes, [(a, "---", b) for a, b in TRUE_EDGES])
    assert em.nced(TRUTH, lines, k=k) == em.nced(TRUTH, between("u2", "u2", 0), k=k)


# (panel, k, values) as in data/nced_expected.json of the project
PRINTED = [
    ("b", 0.2, [0.7, 0.61, 0.52, 0.43, 0.34, 0.25, 0.16, 0.07]),
    ("b", 0.4, [0.7, 0.62, 0.54, 0.46, 0.38, 0.3, 0.22, 0.14]),
    ("a", 0.5, [0.0, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175]),
    ("c", 0, [0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.0]),
]


@pytest.mark.parametrize(("panel", "k", "values"), PRINTED)
def test_figure_3_has_the_recorded_values(panel, k, values):
    start, end, _ = FIGURE_3[panel]
    assert [em.nced(TRUTH, between(start, end, t), k=k) for t in STEPS] == pytest.approx(values)


@pytest.mark.parametrize("k", [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1])
def test_trivial_graphs_score_their_constants(k):
    empty = Graph(TRUTH.nodes)
    pairs = [(a, b) for a in TRUTH.nodes for b in TRUTH.nodes if a < b]
    everything_open = Graph(TRUTH.nodes, [(a, "o-o", b) for a, b in pairs])
    everything_undirected = Graph(TRUTH.nodes, [(a, "---", b) for a, b in pairs])
    arrows_everywhere = Graph(TRUTH.nodes, [(a, "<->", b) for a, b in pairs])
    assert em.nced(TRUTH, empty, k=k) == 0.35
    assert em.nced(TRUTH, everything_open, k=k) == pytest.approx(k)
    assert em.nced(TRUTH, everything_undirected, k=k) == pytest.approx(k)
    assert em.nced(TRUTH, arrows_everywhere, k=k) == 0.65


@pytest.mark.parametrize("t", STEPS)
def test_figure_6a_removes_true_edges(t):
    estimate = between("star", "e", t)
    c = em.confusion(TRUTH, estimate)
    assert c.recall == pytest.approx((7 - t) / 7)
    assert c.fpr == 0
    assert c.f1 == pytest.approx((14 - 2 * t) / (14 - t))
    assert c.balanced_accuracy == pytest.approx(1 - t / 14)
    assert em.shd(TRUTH, estimate) == t
    assert em.nced(TRUTH, estimate) == t / 20


@pytest.mark.parametrize("t", STEPS)
def test_figure_6b_adds_reversed_edges(t):
    estimate = between("e", "i", t)
    c = em.confusion(TRUTH, estimate)
    assert (c.recall, c.f1) == (0, 0)
    assert c.fpr == pytest.approx(t / 13)
    assert c.balanced_accuracy == pytest.approx(0.5 - t / 26)
    assert em.shd(TRUTH, estimate, reversal="two") == 7 + t
    assert em.nced(TRUTH, estimate) == pytest.approx((7 + t) / 20)


def printed(truth, estimate):
    return {row.metric: row.value for row in em.printed_by(truth, estimate, "nCED paper")}


@pytest.mark.parametrize("t", STEPS)
def test_figure_6_with_the_diagonal_as_the_paper_counts_it(t):
    base = 7 / 25
    removed = printed(TRUTH, between("star", "e", t))
    assert removed["ROC AUC"] == pytest.approx(1 - t / 14)
    assert removed["PRC AUC"] == pytest.approx(1 - (t / 7) * (1 - base))
    added = printed(TRUTH, between("e", "i", t))
    assert added["FPR"] == pytest.approx(t / 18)
    assert added["ROC AUC"] == pytest.approx(0.5 - t / 36)
    assert added["PRC AUC"] == pytest.approx(base)


# data set, nodes, (tp, fp, fn), the row of hill climbing in table 2
HILL_CLIMBING = [
    ("Asia", 8, (3, 7, 5), [0.62, 0.19, 0.33, 0.38, 0.12, 12]),
    ("Sachs", 11, (9, 9, 8), [0.72, 0.33, 0.51, 0.53, 0.09, 17]),
]


@pytest.mark.parametrize(("name", "p", "counts", "row"), HILL_CLIMBING)
def test_the_rows_of_hill_climbing_are_printed_with_the_diagonal(name, p, counts, row):
    tp, fp, fn = counts
    cells = [(i, "-->", j) for i in range(p) for j in range(i + 1, p)]
    truth, estimate = Graph(p, cells[: tp + fn]), Graph(p, cells[:tp] + cells[tp + fn : tp + fn + fp])
    got = printed(truth, estimate)
    names = ("ROC AUC", "PRC AUC", "F1 score", "TPR", "FPR", "SHD (DAG)")
    assert [got[name] for name in names] == pytest.approx(row, abs=0.0051)
    assert abs(em.confusion(truth, estimate).fpr - row[4]) > 0.0051


@pytest.mark.parametrize("t", STEPS)
def test_figure_6b_is_flat_where_a_reversal_is_one_error(t):
    assert em.shd(TRUTH, between("e", "i", t)) == 7


GLYPHS_OF_TABLE = (None, "-->", "<->", "o->", "o-o", "o--")
# rows learned, columns true, both in the order above; k = 0.4
CED_TABLE = (
    (0, 1, 2, 2, 2, 1),
    (1, 0, 1, 1, 2, 2),
    (2, 1, 0, 1, 2, 2),
    (1.4, 0.4, 0.4, 0, 1, 1),
    (0.8, 0.8, 0.8, 0.4, 0, 0.4),
    (0.4, 1.4, 1.4, 1, 1, 0),
)


@pytest.mark.parametrize("learned", range(6))
@pytest.mark.parametrize("true", range(6))
def test_edit_distance_of_one_pair_is_the_tables(learned, true):
    sides = [
        Graph(["i", "j"], [("i", glyph, "j")] if glyph else [])
        for glyph in (GLYPHS_OF_TABLE[true], GLYPHS_OF_TABLE[learned])
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.ClassWarning)
        assert 2 * em.nced(*sides, k=0.4) == pytest.approx(CED_TABLE[learned][true])


def test_the_true_skeleton_ties_with_no_edges_at_one_half_and_wins_below():
    skeleton, empty = TRUTH.skeleton().with_kind("cpdag"), Graph(TRUTH.nodes)
    assert em.nced(TRUTH, skeleton, k=0.5) == pytest.approx(em.nced(TRUTH, empty))
    assert em.nced(TRUTH, skeleton, k=0.49) < em.nced(TRUTH, empty)


def test_at_k_0_a_graph_is_perfect_without_being_the_truth():
    assert em.nced(TRUTH, between("u2", "u2", 0), k=0) == 0


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("text", ["A --- B; B <-> C", "A --- B; B o-> C", "A --- B; C --> D; D <-> A"])
def test_a_tail_tail_edge_is_refused_on_either_side(text):
    selection = Graph.parse(text)
    dag = Graph(selection.nodes)
    for sides in ((selection, dag), (dag, selection)):
        with pytest.raises(em.errors.KindError, match="two tails"):
            em.nced(*sides)


@pytest.mark.parametrize("kind", ["mag", "pag", "admg"])
def test_a_declared_class_makes_an_undirected_edge_tail_tail(kind):
    with pytest.raises(em.errors.KindError, match="two tails"):
        em.nced(Graph.parse("A --> B"), Graph.parse("A --- B", kind=kind))
