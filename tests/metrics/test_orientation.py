"""Orientation measures against the definition, and against what Tetrad printed."""

import itertools
import random
from math import isnan
from statistics import mean

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import KindError
from tests.metrics.samples import LETTERS, lettered
from tests.oracle import graphs as oracle
from tests.strategies import random_dag, random_edges


def pairs(n_pairs=150):
    rng = random.Random(7)
    for _ in range(n_pairs):
        nodes = LETTERS[: rng.randint(2, 6)]
        dag = lettered(random_dag(rng, len(nodes), 0.5))
        found = lettered(random_edges(rng, len(nodes), 0.6, oracle.PAIR_STATES[1:10]))
        yield nodes, dag, found


def descendants(dag):
    """Every (cause, effect), by closing the arrows."""
    reached = set(oracle.arrows(dag))
    while True:
        further = {(a, d) for (a, b), (c, d) in itertools.product(reached, reached) if b == c}
        if further <= reached:
            return reached
        reached |= further


def share(right):
    return sum(right) / len(right) if right else float("nan")


def same(a, b):
    return (isnan(a) and isnan(b)) or a == pytest.approx(b)


def test_an_arrowhead_is_right_where_its_node_is_no_ancestor_of_the_other():
    for nodes, dag, found in pairs():
        causes = descendants(dag)
        heads = [(b, a) for a, glyph, b in found if glyph[2] == ">"]
        heads += [(a, b) for a, glyph, b in found if glyph[0] == "<"]
        expected = share([(here, there) not in causes for here, there in heads])
        assert same(em.metrics.ancestral_precision(Graph(nodes, dag), Graph(nodes, found)), expected)


def test_the_tail_of_an_arc_is_right_where_it_is_an_ancestor():
    for nodes, dag, found in pairs():
        expected = share([arrow in descendants(dag) for arrow in oracle.arrows(found)])
        assert same(
            em.metrics.ancestral_precision(Graph(nodes, dag), Graph(nodes, found), of="tails"), expected
        )


def test_ancestral_precision_needs_a_dag_as_the_truth():
    with pytest.raises(KindError, match="needs a DAG"):
        em.metrics.ancestral_precision(Graph.parse("A --- B"), Graph.parse("A --> B"))


def test_compelled_recall_is_the_share_of_the_cpdags_arrows_that_were_found():
    for nodes, dag, found in pairs():
        compelled = oracle.arrows(oracle.cpdag(nodes, dag))
        expected = share([arrow in oracle.arrows(found) for arrow in compelled])
        assert same(em.metrics.compelled_recall(Graph(nodes, dag), Graph(nodes, found)), expected)


def test_decisiveness_is_the_share_of_edges_with_no_end_left_open():
    for nodes, dag, found in pairs():
        expected = share([glyph in ("-->", "<--", "<->") for _, glyph, _ in found])
        assert same(em.metrics.decisiveness(Graph(nodes, dag), Graph(nodes, found)), expected)


@pytest.mark.parametrize("truth", ["A --> B --> C; D", "A <-- B; D --> C; A --> C", "D --> A; B --> C"])
def test_half_directed_counts_are_the_means_over_both_directions_of_undirected_edges(truth):
    truth = Graph.parse(f"A; B; C; D; {truth}")
    half = em.confusion(truth, Graph.parse("A --- B; D --- C; A --> C"), of="half-directed")
    directed = [
        em.confusion(truth, Graph.parse(f"A {one} B; D {other} C; A --> C"))
        for one, other in itertools.product(("-->", "<--"), repeat=2)
    ]
    for name in ("tp", "fp", "fn", "tn"):
        assert getattr(half, name) == mean(getattr(counts, name) for counts in directed)
