"""Cross tables, costs by type of edge, local scores, and Bayesys' counts against their definitions."""

import json
import random
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, KindError
from edgemark.metrics import FOUND_TYPES, TRUE_TYPES
from edgemark.metrics.cross_tables import as_counted
from tests.metrics.samples import pairs_of_graphs
from tests.oracle import graphs as oracle
from tests.oracle.metrics import marks_at
from tests.strategies import TURNED

RECORD = Path(__file__).parent.parent / "published" / "causaliq-analysis.json"


def one_edge():
    for truth, estimate in pairs_of_graphs():
        if not (truth.has_two_edges_on_a_pair or estimate.has_two_edges_on_a_pair):
            yield truth, estimate


def glyph(edges, a, b):
    """The edge of a and b read from a, or none."""
    for x, found, y in edges:
        if {x, y} == {a, b}:
            return found if x == a else TURNED.get(found, found)
    return "none"


def types(truth, estimate, a, b):
    """Read so that the true edge, and else the found one, does not point or open backwards."""
    read = [(glyph(truth, *p), glyph(estimate, *p)) for p in ((a, b), (b, a))]
    backwards = ("<--", "<-o", "--o")
    if read[0][0] in backwards or (read[0][0] == read[1][0] and read[0][1] in backwards):
        return read[1]
    return read[0]


def counted(truth, estimate):
    edges = truth.edges(), estimate.edges()
    return Counter(types(*edges, a, b) for a, b in combinations(truth.nodes, 2))


def test_the_table_of_edge_types_counts_every_pair_once():
    for truth, estimate in one_edge():
        table, expected = em.metrics.edge_type_table(truth, estimate), counted(truth, estimate)
        assert {(r, c): table[r, c] for r in TRUE_TYPES for c in FOUND_TYPES if table[r, c]} == expected


def test_the_table_of_marks_counts_every_end():
    for truth, estimate in one_edge():
        true, found = (marks_at(truth.nodes, g.edges()) for g in (truth, estimate))
        expected = Counter((true[p], found[p]) for p in permutations(truth.nodes, 2))
        table = em.metrics.mark_table(truth, estimate)
        got = {(r, c): table[r, c] for r in table.rows for c in table.columns if table[r, c]}
        assert got == expected


def test_tables_refuse_two_edges_on_a_pair():
    for table in (em.metrics.edge_type_table, em.metrics.mark_table):
        with pytest.raises(KindError, match="at most one edge between two nodes"):
            table(Graph.parse("A --> B --> A"), Graph.parse("A --> B"))


def test_an_unknown_row_of_a_table_is_refused_with_the_known_ones():
    with pytest.raises(KeyError, match="rows are"):
        em.metrics.edge_type_table(Graph.parse("A --> B"), Graph.parse("A --> B"))["<--", "none"]


@pytest.mark.parametrize("read", [lambda table: table["-->"], list, lambda table: "-->" in table])
def test_a_table_without_a_row_and_a_column_says_how_to_ask(read):
    """A bare error of unpacking came."""
    table = em.metrics.edge_type_table(Graph.parse("A --> B"), Graph.parse("A --> B"))
    with pytest.raises(ConventionError, match=r"row and its column, as in table\['none', 'none'\]"):
        read(table)


def test_a_table_becomes_a_frame():
    pytest.importorskip("pandas")
    frame = em.metrics.mark_table(Graph.parse("A --> B"), Graph.parse("A --> B")).to_frame()
    assert frame.loc["arrow", "arrow"] == 1


def test_costs_are_summed_over_the_table_of_edge_types():
    rng = random.Random(3)
    kinds = [(r, c) for r in TRUE_TYPES for c in FOUND_TYPES if (r, c) == as_counted(r, c)]
    costs = {(r, c): 0 if r == c else rng.randint(0, 8) / 2 for r, c in kinds}
    matrix = np.array([[costs.get((r, c), 0) for c in FOUND_TYPES] for r in TRUE_TYPES])
    for truth, estimate in one_edge():
        expected = sum(costs[pair] * n for pair, n in counted(truth, estimate).items())
        assert em.weighted_shd(truth, estimate, costs=costs) == expected
        assert em.weighted_shd(truth, estimate, costs=matrix) == expected


MIRRORED = {
    ("none", "<--"): ("none", "-->"),
    ("---", "<--"): ("---", "-->"),
    ("o-o", "--o"): ("o-o", "o--"),
    ("<--", "-->"): ("-->", "<--"),
    ("<-o", "<--"): ("o->", "-->"),
}


def cell(true, found, cost):
    """The matrix of costs of the pair mismatch, with one cell changed."""
    matrix = np.array([[float(r != c) for c in FOUND_TYPES] for r in TRUE_TYPES])
    matrix[TRUE_TYPES.index(true), FOUND_TYPES.index(found)] = cost
    return matrix


@pytest.mark.parametrize("cost", [0, 1])
def test_a_cell_in_which_no_pair_is_counted_may_be_0_or_as_its_mirror(cost):
    for truth, estimate in one_edge():
        got = em.weighted_shd(truth, estimate, costs=cell("none", "<--", cost))
        assert got == em.shd(truth, estimate)


def test_costs_may_be_any_real_numbers():
    truth, estimate = Graph.parse("A --> B"), Graph.parse("B --> A")
    for cost in (Fraction(1, 2), np.float32(0.5), 0.5):
        assert em.weighted_shd(truth, estimate, costs={("-->", "<--"): cost}) == 0.5


def test_costs_not_named_are_those_of_the_pair_mismatch():
    for truth, estimate in one_edge():
        assert em.weighted_shd(truth, estimate, costs={}) == em.shd(truth, estimate)


@pytest.mark.parametrize(
    ("costs", "complaint"),
    [
        ("third", "costs"),
        ({("-->", "->"): 1}, "edge types"),
        ({("-->", "<--"): -1}, "not negative"),
        ({("-->", "<--"): nan}, "finite"),
        ({("-->", "-->"): 1}, "0 for equal edges"),
        ({"-->": 1}, r"must be \(true type, found type\)"),
        *(({("-->", "<--"): cost}, "finite numbers") for cost in ("5", None, 1j, 10**400, inf, 1e308)),
        *(({types: 1}, re.escape(f"counted as {same}")) for types, same in MIRRORED.items()),
        (np.zeros((3, 3)), r"ndarray of shape \(3, 3\)"),
        (None, "NoneType"),
        ([[0, 1], [0]], "list of shape"),
        ([np.zeros((7, 10)), np.zeros((7, 9))], "list of shape"),
        (np.full((7, 10), "0"), "finite numbers"),
        (np.zeros((7, 10), complex), "finite numbers"),
        (cell("none", "<--", 2), re.escape("counted as ('none', '-->'), whose cost is 1.0")),
    ],
)
def test_wrong_costs_are_refused(costs, complaint):
    with pytest.raises(ConventionError, match=complaint):
        em.weighted_shd(Graph.parse("A --> B"), Graph.parse("A --> B"), costs=costs)


def around(nodes, edges, of):
    parents = {v: {a for a, b in oracle.arrows(edges) if b == v} for v in nodes}
    children = {v: {b for a, b in oracle.arrows(edges) if a == v} for v in nodes}
    adjacent = {
        v: {w for pair in oracle.skeleton(edges) if v in pair for w in pair - {v}} for v in nodes
    }
    if of != "markov-blanket":
        return {"parents": parents, "children": children, "adjacent": adjacent}[of]
    return {v: adjacent[v] | {w for w in nodes if w != v and children[v] & children[w]} for v in nodes}


@pytest.mark.parametrize("of", ["parents", "children", "adjacent", "markov-blanket"])
def test_local_scores_compare_the_sets_around_each_node(of):
    for truth, estimate in pairs_of_graphs():
        if of == "markov-blanket" and not (truth.is_dag() and estimate.is_dag()):
            continue
        true, found = (around(truth.nodes, graph.edges(), of) for graph in (truth, estimate))
        got = em.metrics.local_confusion(truth, estimate, of=of)
        for node in truth.nodes:
            overlap = len(true[node] & found[node])
            assert (got[node].tp, got[node].fp, got[node].fn) == (
                overlap, len(found[node]) - overlap, len(true[node]) - overlap,
            )  # fmt: skip
            assert sum((got[node].tp, got[node].fp, got[node].fn, got[node].tn)) == truth.n_nodes - 1


def test_a_markov_blanket_is_that_of_every_member_of_a_class():
    for truth, _ in pairs_of_graphs():
        if truth.is_dag() and truth.kind not in ("mag", "pag"):
            scores = em.metrics.local_confusion(truth, em.to_cpdag(truth), of="markov-blanket")
            assert all(score.fp == score.fn == 0 for score in scores.values())


def causaliq():
    """What causaliq-analysis 0.4.0 gave under its Bayesys option."""
    for case in json.loads(RECORD.read_text())["cases"]:
        if "tp-b" in case["values"]:
            graphs = [
                Graph.from_adjacency(case[side], direction="row-to-column", symmetric="undirected")
                for side in ("truth", "estimate")
            ]
            yield *graphs, case["values"]


def test_bayesys_counts_and_scores_are_causaliqs():
    cases = list(causaliq())
    assert len(cases) > 100
    for truth, estimate, values in cases:
        counts = em.metrics.bayesys_counts(truth, estimate)
        assert (counts.matched, counts.half_matched, counts.extra, counts.absent) == (
            values["tp-b"], values["tp2-b"], values["fp-b"], values["tn-b"],
        )  # fmt: skip
        assert em.metrics.ddm(truth, estimate) == pytest.approx(values["ddm"])
        if truth.n_edges < truth.n_pairs:
            assert em.metrics.bsf(truth, estimate) == pytest.approx(values["bsf"])
        else:  # it leaves out half of the sum, and calls a perfect estimate .5
            assert np.isnan(em.metrics.bsf(truth, estimate))
        assert counts.recall == pytest.approx(values["r-b"])
        if estimate.n_edges:  # 1 without an edge found, there
            assert counts.precision == pytest.approx(values["p-b"])
            assert (
                counts.precision_before_1_5 == pytest.approx(values["p-b of v1.3"])
                or not counts.credit + counts.extra
            )
            assert counts.f1 == pytest.approx(values["f1-b"])


def test_without_half_credit_the_balanced_score_is_youdens_j():
    for truth, estimate, _ in causaliq():
        counts = em.metrics.bayesys_counts(truth, estimate)
        if counts.half_matched == 0 and truth.n_edges < truth.n_pairs:
            j = em.confusion(truth, estimate, of="skeleton").youden_j
            assert em.metrics.bsf(truth, estimate) == pytest.approx(j)


def test_the_other_reading_of_ddm_counts_only_pairs_not_joined_as_missed():
    truth, found = Graph.parse("A --> B --> C --> D"), Graph.parse("A --> B; C --> B; A --> D")
    assert em.metrics.ddm(truth, found, missed="absent") == pytest.approx(-1 / 6)
    assert em.metrics.ddm(truth, found) == pytest.approx(-1 / 3)


def test_bayesys_refuses_what_is_no_arc_or_line():
    for score in (em.metrics.bayesys_counts, em.metrics.bsf, em.metrics.ddm):
        with pytest.raises(KindError, match="Bayesys counts edges"):
            score(Graph.parse("A <-> B"), Graph.parse("A --> B"))
