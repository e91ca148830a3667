"""The differences of each pair: costs add up to the distances; errors and words are right."""

from itertools import combinations
from math import isclose

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.metrics import REGISTRY
from edgemark.values import COUNTS, RATIOS
from tests.metrics.samples import pairs_of_graphs
from tests.oracle import graphs as oracle
from tests.oracle import metrics

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")


NO_SUMS = ("adjustment", "canonical_adjustment", "separation", "ancestral_claims", "decided_marks")


def distances(truth, estimate):
    """The defined distances that are sums over pairs, in every convention, also those on request."""
    of_pairs = [m for m in REGISTRY.values() if m.takes is Graph and m.family not in NO_SUMS]
    names = [f"{metric.name}:{c.name}" for metric in of_pairs for c in metric.conventions]
    return {
        (row.metric, row.convention): row.value
        for row in em.evaluate(truth, estimate, names)
        if row.better == "lower" and row.metric not in (*COUNTS, *RATIOS) and row.status == "ok"
    }


def test_costs_summed_over_pairs_are_the_distances():
    for truth, estimate in pairs_of_graphs():
        found = em.differences(truth, estimate)
        for key, value in distances(truth, estimate).items():
            assert isclose(sum(d.costs[key] for d in found), value, abs_tol=1e-12), (
                truth,
                estimate,
                key,
            )


def test_a_pair_has_a_cost_in_every_distance_that_is_defined_and_in_no_other():
    for truth, estimate in pairs_of_graphs():
        defined = set(distances(truth, estimate))
        for difference in em.differences(truth, estimate):
            assert set(difference.costs) == defined


def test_the_pairs_that_differ_as_given_are_all_there_and_each_once():
    for truth, estimate in pairs_of_graphs():
        true, found = (metrics.states(truth.nodes, g.edges()) for g in (truth, estimate))
        differ = {pair for pair in true if true[pair] != found[pair]}
        listed = [frozenset(d.nodes) for d in em.differences(truth, estimate)]
        assert len(set(listed)) == len(listed)
        assert differ <= set(listed)


def test_a_pair_that_is_equal_as_given_differs_only_in_converted_graphs():
    kept = []
    for truth, estimate in pairs_of_graphs():
        for difference in em.differences(truth, estimate):
            if difference.error == "equal as given":
                kept.append(difference)
                assert difference.costs["shd", "pair mismatch"] == 0
                assert any(difference.costs.values())
    assert kept


def test_every_pair_costs_something():
    for truth, estimate in pairs_of_graphs():
        for difference in em.differences(truth, estimate):
            assert any(cost > 0 for cost in difference.costs.values())


def test_pairs_come_in_the_order_of_the_truths_nodes():
    for truth, estimate in pairs_of_graphs():
        order = [tuple(map(truth.index, d.nodes)) for d in em.differences(truth, estimate)]
        assert order == sorted(order)
        assert all(i < j for i, j in order)


def test_equal_graphs_differ_at_most_where_only_the_truth_is_converted():
    for truth, _ in pairs_of_graphs():
        for difference in em.differences(truth, truth):
            assert difference.error == "equal as given"
            converted = {("shd", "truth to CPDAG"), ("shd", "truth to PAG")}  # the latter for MAGs
            assert {key for key, cost in difference.costs.items() if cost} <= converted
            assert any(difference.costs.values())


def test_edges_are_written_as_they_are_given():
    for truth, estimate in pairs_of_graphs():
        for difference in em.differences(truth, estimate):
            a, b = difference.nodes
            for text, graph in ((difference.truth, truth), (difference.estimate, estimate)):
                if text == f"{a}     {b}":
                    assert not oracle.between(graph.edges(), a, b)
                else:
                    written = Graph.parse(text).edges()
                    assert oracle.marks(written) == oracle.between(graph.edges(), a, b)


GLYPHS = ("", "-->", "<--", "---", "<->", "o->", "<-o", "o-o", "o--", "--o")
ERRORS = {
    ("-->", ""): "missing", ("o-o", ""): "missing", ("", "-->"): "extra", ("", "o--"): "extra",
    ("-->", "<--"): "reversed", ("<-o", "o->"): "reversed", ("o--", "--o"): "reversed",
    ("-->", "---"): "undirected", ("<--", "---"): "undirected",
    ("---", "-->"): "oriented", ("---", "<--"): "oriented",
    ("-->", "o->"): "other marks", ("<->", "-->"): "other marks", ("o-o", "---"): "other marks",
    ("o->", "---"): "other marks", ("<->", "---"): "other marks", ("---", "o-o"): "other marks",
}  # fmt: skip


def one_edge(glyph):
    return Graph(["A", "B"], [("A", glyph, "B")] if glyph else [])


@pytest.mark.parametrize(("true", "found"), ERRORS)
def test_error_of_a_pair(true, found):
    (difference,) = em.differences(one_edge(true), one_edge(found))
    assert difference.error == ERRORS[true, found]


@pytest.mark.parametrize("true", GLYPHS)
def test_a_missing_edge_is_missing_and_an_extra_one_extra(true):
    if true:
        assert em.differences(one_edge(true), one_edge(""))[0].error == "missing"
        assert em.differences(one_edge(""), one_edge(true))[0].error == "extra"


def test_two_edges_on_a_pair_are_other_marks():
    two = Graph.parse("A --> B; A <-> B")
    assert em.differences(two, one_edge("-->"))[0].error == "other marks"


def test_two_edges_on_a_pair_can_be_reversed():
    forwards, backwards = Graph.parse("A --> B; A <-> B"), Graph.parse("B --> A; A <-> B")
    assert em.differences(forwards, backwards)[0].error == "reversed"


WORDS = {
    "": "no edge between A and B",
    "-->": "A causes B",
    "<--": "B causes A",
    "<->": "A and B have a hidden common cause",
    "o->": "B does not cause A",
    "<-o": "A does not cause B",
    "o-o": "A and B are linked, both ends open",
    "o--": "B causes A or a selected variable",
    "--o": "A causes B or a selected variable",
    "---": "A and B are linked, direction open",
}


@pytest.mark.parametrize("glyph", GLYPHS)
def test_an_edge_in_words(glyph):
    other = "---" if glyph != "---" else "-->"
    (difference,) = em.differences(one_edge(glyph), one_edge(other))
    assert difference.truth_in_words == WORDS[glyph]
    (difference,) = em.differences(one_edge(other), one_edge(glyph))
    assert difference.estimate_in_words == WORDS[glyph]


@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_an_undirected_edge_has_two_tails_under_selection(kind):
    (difference,) = em.differences(one_edge("---").with_kind(kind), one_edge("-->"))
    assert difference.truth_in_words == "A and B both cause a selected variable"


def test_the_words_of_two_edges_follow_each_other():
    (difference,) = em.differences(Graph.parse("A --> B; B --> A"), one_edge(""))
    assert difference.truth_in_words == "A causes B and B causes A"


def test_a_reversal_and_its_costs():
    (difference,) = em.differences(one_edge("-->"), one_edge("<--"))
    expected = {
        ("shd", "pair mismatch"): 1, ("shd", "arc Hamming"): 2, ("shd", "truth to CPDAG"): 1,
        ("shd", "both to CPDAG"): 0, ("shd", "pattern"): 0, ("shd", "lenient"): 1,
        ("shd", "both to PAG"): 0,
        ("shd", "skeleton"): 0, ("weighted_shd", "half match"): 0.5,
        ("weighted_shd", "double reversal"): 2, ("weighted_shd", "double orientation"): 2,
        ("endpoint_hamming", ""): 2, ("nced", "k = 0.2"): 1,
    }  # fmt: skip
    assert dict(difference.costs) == expected


def test_foreign_nodes_are_refused():
    with pytest.raises(em.errors.AlignmentError, match="only in the estimate"):
        em.differences(one_edge("-->"), Graph.parse("A --> C"))


def test_larger_graphs_add_up_too():
    nodes = [f"X{k}" for k in range(120)]
    truth = Graph(nodes, [(a, "-->", b) for a, b in combinations(nodes, 2) if hash_(a, b) % 3 == 0])
    estimate = Graph(nodes, [(a, "-->", b) for a, b in combinations(nodes, 2) if hash_(b, a) % 4 == 0])
    found = em.differences(truth, estimate)
    for key, value in distances(truth, estimate).items():
        assert sum(d.costs[key] for d in found) == pytest.approx(value)


def hash_(a, b):
    return int(a[1:]) * 31 + int(b[1:]) * 17
