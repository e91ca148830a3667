"""Marks that an estimate decides: against the definition, mark by mark."""

import random
from itertools import combinations
from math import isnan

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.metrics import mark_coverage, mark_errors
from tests.oracle import ancestral

GLYPHS = ["-->", "<--", "<->", "o->", "<-o", "o-o", "---"]


def ends(a, glyph, b, kind):
    """The mark at each node: "arrow", "tail" or None for one that says nothing."""
    if glyph == "---" and kind in ("cpdag", "pdag", "mpdag", "undirected", None):
        return {a: None, b: None}
    words = {"<": "arrow", ">": "arrow", "-": "tail", "o": None}
    return {a: words[glyph[0]], b: words[glyph[2]]}


def marks(graph, kind):
    return {frozenset((a, b)): ends(a, glyph, b, kind) for a, glyph, b in graph.edges()}


def errors(truth, estimate, kinds, of):
    true, found = marks(truth, kinds[0]), marks(estimate, kinds[1])
    wanted = {"decided": ("arrow", "tail"), "arrowheads": ("arrow",), "tails": ("tail",)}[of]
    asked = [
        (true[pair][node], found[pair][node])
        for pair in true.keys() & found.keys()
        for node in pair
        if true[pair][node] and found[pair][node] in wanted
    ]
    return sum(a != b for a, b in asked), len(asked)


def drawn(rng, kind, nodes="ABCDE"):
    glyphs = GLYPHS if kind in ("pag", "mag", "admg") else ["-->", "<--", "---"]
    edges = [(a, rng.choice(glyphs), b) for a, b in combinations(nodes, 2) if rng.random() < 0.6]
    return Graph(list(nodes), edges, kind=kind)


@pytest.mark.parametrize("of", ["decided", "arrowheads", "tails"])
def test_errors_are_those_of_the_definition(of):
    rng = random.Random(of)
    for _ in range(300):
        kinds = rng.choice(["cpdag", "pdag", "mag", "pag"]), rng.choice(["cpdag", "mpdag", "mag", "pag"])
        truth, estimate = drawn(rng, kinds[0]), drawn(rng, kinds[1])
        found = mark_errors(truth, estimate, of=of)
        assert (int(found), found.of) == errors(truth, estimate, kinds, of)


def test_coverage_is_the_share_of_marks_that_are_decided():
    rng = random.Random(1)
    for kind in ["cpdag", "mag", "pag"] * 40:
        graph = drawn(rng, kind)
        every = [mark for both in marks(graph, kind).values() for mark in both.values()]
        found = mark_coverage(Graph(list("ABCDE")), graph)
        if not every:
            assert isnan(found)
        else:
            assert found == pytest.approx(sum(mark is not None for mark in every) / len(every))


def test_no_pag_of_a_class_decides_more_than_the_best():
    """For all classes of MAGs of three nodes, every member confirms what the PAG decides."""
    nodes = ("A", "B", "C")
    for members in ancestral.classes(nodes):
        pag = Graph(nodes, list(ancestral.pag(members)), kind="pag")
        for edges in members:
            mag = Graph(nodes, list(edges), kind="mag")
            assert mark_errors(mag, pag) == 0
            best, own = mark_coverage(mag, pag, of="best"), mark_coverage(mag, pag)
            assert best == own or (isnan(best) and isnan(own))


@pytest.mark.filterwarnings("ignore:the truth is:edgemark.errors.ClassWarning")
@pytest.mark.filterwarnings("ignore:.* is declared:edgemark.errors.ClassWarning")
def test_many_estimates_at_once_have_the_same_numbers():
    rng = random.Random(3)
    truth = Graph.parse("A --> B --> C <-- D; E --> C; A --> E")
    stack = [drawn(rng, kind) for kind in ["cpdag", "pag", "mag"] * 10]
    table = em.evaluate_many(truth, stack, ["mark_errors", "mark_coverage:estimate"])
    for k, graph in enumerate(stack):
        assert table["mark_errors", "decided"][k] == mark_errors(truth, graph)


def test_an_estimate_can_decide_more_than_the_class_of_the_truth_and_be_right_by_chance():
    """The best coverage bounds no estimate: the claims beyond it are wrong in another member."""
    children = [f"B{k}" for k in range(3)]
    below = [(a, "-->", b) for b in children for a in ("A", "C", "D")]
    truth = em.Graph.from_edges([("A", "-->", "D"), ("C", "-->", "D"), *below], kind="dag")
    other = em.Graph.from_edges([("D", "-->", "A"), ("D", "-->", "C"), *below], kind="dag")
    for to_class, kind in ((em.to_cpdag, "cpdag"), (em.to_pag, "pag")):
        found = to_class(other).with_kind(kind)
        assert em.shd(truth, found, of="skeleton") == mark_errors(truth, found) == 0
        assert mark_coverage(truth, found) > mark_coverage(truth, found, of="best")
        # a member of the true class contradicts some of these marks
        members = [one.with_kind("dag") for one in em.members(em.to_cpdag(truth))]
        assert any(mark_errors(one, found) for one in members)


def test_the_best_coverage_of_a_cpdag_is_not_that_of_an_mpdag():
    """The background knowledge of the truth counted as what a CPDAG or a PAG could decide."""
    dag = Graph.parse("B --> C; A --> C; E --> D --> B; E --> F", kind="dag")
    truth = em.to_mpdag(em.to_cpdag(dag), required=[("E", "F")])
    members = [member.with_kind("dag") for member in em.members(truth)]
    assert 0 < mark_coverage(truth, truth) < 1
    for to_class, say in ((em.to_cpdag, "declared an MPDAG"), (em.to_pag, "declared an MPDAG")):
        found = to_class(dag)
        for of_knowledge in (truth, dag.with_kind("mpdag")):
            if to_class is em.to_cpdag or not of_knowledge.is_dag():
                with pytest.raises(em.errors.KindError, match=say):
                    mark_coverage(of_knowledge, found, of="best")
        best = {mark_coverage(member, found, of="best") for member in members}
        assert best == {mark_coverage(dag, to_class(dag))}
        assert best != {mark_coverage(truth, truth)}
    assert mark_coverage(truth, truth, of="best") == mark_coverage(truth, truth)
