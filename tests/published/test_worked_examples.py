"""
Worked examples of the project's reference on measures (data/worked_examples.json), copied.

Each was got there by brute force or a prototype of its own, and where a package has the measure, by
that package; the source stands beside the value.
"""

import pytest

import edgemark as em
from edgemark import Confusion, Graph


def graph(n_nodes, *edges):
    """Edges such as 0->1, 0o->2, 1<->2."""
    glyphs = {"->": "-->", "o->": "o->", "<->": "<->", "o-o": "o-o"}
    return Graph(n_nodes, [(int(e[0]), glyphs[e[1:-1]], int(e[-1])) for e in edges])


# R package SID, its manual page; gadjid 0.1.0 and brute force
G5 = graph(5, "0->1", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
H1 = graph(5, "0->1", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4", "2->3")
H2 = graph(5, "1->0", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
# README of gadjid for R
TOURNAMENT = graph(4, "0->1", "0->2", "0->3", "1->2", "1->3", "2->3")
CHAIN = graph(4, "0->1", "1->2", "2->3")


@pytest.mark.parametrize(
    ("truth", "estimate", "errors"), [(G5, H1, 1), (G5, H2, 1), (TOURNAMENT, CHAIN, 3)]
)
def test_pairs_that_differ(truth, estimate, errors):
    assert em.shd(truth, estimate) == errors


# brute force; an RC-GNN document counts 3, which is wrong
@pytest.mark.parametrize(("reversal", "errors"), [("one", 1), ("two", 2)])
def test_one_reversal(reversal, errors):
    assert em.shd(graph(3, "0->1"), graph(3, "1->0"), reversal=reversal) == errors


# tp 3, fp 2, fn 1, tn 14; formulas, by hand
RATIOS = {
    "mcc": 0.5773502691896257,
    "balanced_accuracy": 0.8125,
    "youden_j": 0.625,
    "jaccard": 0.5,
    "f1": 0.6666666666666666,
    "npv": 0.9333333333333333,
    "specificity": 0.875,
}
COUNTS = Confusion(tp=3, fp=2, fn=1, tn=14)


@pytest.mark.parametrize("name", RATIOS)
def test_ratio_of_counts(name):
    assert getattr(COUNTS, name) == pytest.approx(RATIOS[name], abs=1e-15)


@pytest.mark.parametrize(("beta", "value"), [(2, 0.7142857142857143), (0.5, 0.625)])
def test_f_beta_of_counts(beta, value):
    assert COUNTS.fbeta(beta) == pytest.approx(value, abs=1e-15)


# causaliq-analysis 0.4.0 shd-b and Bayesys, here with SHD_half of the reference
def test_half_credit_for_a_reversal():
    estimate = graph(4, "0->1", "2->1", "0->3")
    assert em.weighted_shd(CHAIN, estimate) == 2.5


# prototype over marks, by hand
PAG = graph(3, "0o->2", "1o->2")
FOUND = graph(3, "0->2", "1<->2", "0o-o1")


@pytest.mark.parametrize(
    ("of", "counts"),
    [("skeleton", (2, 1, 0)), ("arrowheads", (2, 1, 0)), ("tails", (0, 1, 0)), ("circles", (0, 2, 2))],
)
def test_marks_of_a_pag(of, counts):
    c = em.confusion(PAG, FOUND, of=of)
    assert (c.tp, c.fp, c.fn) == counts


def test_endpoint_hamming_of_a_pag():
    assert em.endpoint_hamming(PAG, FOUND) == 4


def test_shd_of_a_pag():
    assert em.shd(PAG, FOUND) == 3


def test_ancestors_by_path_and_not_by_edge():
    c = em.confusion(graph(3, "0->1", "1->2"), graph(3, "0->1", "0->2"), of="ancestral")
    assert (c.precision, c.recall) == (1.0, pytest.approx(2 / 3))


SACHS = {
    "PKC": ("PKA", "Raf", "Mek", "Jnk", "P38"),
    "PKA": ("Raf", "Mek", "Erk", "Akt", "Jnk", "P38"),
    "Raf": ("Mek",),
    "Mek": ("Erk",),
    "Erk": ("Akt",),
    "Plcg": ("PIP3", "PIP2"),
    "PIP3": ("PIP2",),
}


# Sachs et al. (2005), as in bnlearn's repository; reference, section 1
def test_a_perfect_cpdag_is_17_from_the_sachs_dag_as_given_and_0_from_its_class():
    truth = Graph.from_edges([(a, "-->", b) for a, children in SACHS.items() for b in children])
    perfect = em.to_cpdag(truth)
    assert all(glyph == "---" for _, glyph, _ in perfect.edges())
    assert em.shd(truth, perfect) == 17
    assert em.shd(truth, perfect, of="truth-cpdag") == 0
    assert em.shd(truth, perfect, of="cpdag") == 0
