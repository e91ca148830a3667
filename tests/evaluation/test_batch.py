"""`evaluate_many`: every number is the one that `evaluate` gives for that estimate alone."""

import random
import warnings
from functools import cache
from itertools import combinations, product
from pathlib import Path

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, evaluate, evaluate_many
from edgemark.errors import AlignmentError, AmbiguityError, ConventionError, GraphError
from edgemark.graph import GraphStack
from edgemark.metrics import REGISTRY
from tests.metrics.samples import LETTERS, equivalence_pairs, lettered, pairs_of_graphs
from tests.strategies import random_dag, random_edges

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

ONE_BY_ONE = (
    "separation",
    "canonical_adjustment",
    "ancestral_claims",
)  # each asked by itself, at length
EVERYTHING = [
    f"{name}:{c.name}"
    for name, metric in REGISTRY.items()
    if metric.family not in ONE_BY_ONE
    for c in metric.conventions
]
ARCS_AND_LINES = (("-->",), ("<--",), ("---",))
ABC = ("A", "B", "C")


def singly(truth, estimates, metrics=EVERYTHING):
    """The numbers of `evaluate`, one estimate after another."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.ClassWarning)
        reports = [evaluate(truth, estimate, metrics) for estimate in estimates]
    columns = tuple((row.metric, row.convention) for row in reports[0])
    return columns, np.array([[row.value for row in report] for report in reports])


def check(truth, estimates, metrics=EVERYTHING, *, given=None, **how):
    """Compare all numbers with those of each estimate alone."""
    table = evaluate_many(truth, estimates if given is None else given, metrics, **how)
    columns, expected = singly(truth, estimates, metrics)
    assert table.columns == columns
    differ = (table.values != expected) & ~(np.isnan(table.values) & np.isnan(expected))
    # The square root in mcc is numpy's in one and Python's in the other: the last bit may differ.
    mcc = np.array([metric == "mcc" for metric, _ in columns])
    np.testing.assert_allclose(table.values[:, mcc], expected[:, mcc], rtol=1e-15)
    first = np.argwhere(differ & ~mcc)[:1]
    assert not first.size, [(int(k), columns[c], table.values[k, c], expected[k, c]) for k, c in first]
    return table


def matrices(seed, n_graphs=40, n_nodes=5, *, symmetric=False):
    """Random zeros and ones with an empty diagonal, a 1 in one cell of a pair only by default."""
    cells = np.random.default_rng(seed).integers(0, 2, (n_graphs, n_nodes, n_nodes))
    cells[:, np.arange(n_nodes), np.arange(n_nodes)] = 0
    return cells if symmetric else cells * (1 - cells.transpose(0, 2, 1))


# ---- numbers


@cache
def by_nodes():
    """Graphs of every kind, declared and not, by how many nodes they have, in any order."""
    graphs = {}
    for pair in (*pairs_of_graphs(), *equivalence_pairs(random.Random(4), 120)):
        for graph in pair:
            graphs.setdefault(graph.n_nodes, []).append(graph)
    return graphs


@pytest.mark.parametrize("n_nodes", range(2, 7))
def test_each_of_a_batch_of_every_kind_has_the_numbers_it_has_alone(n_nodes):
    graphs = by_nodes()[n_nodes]
    rng = random.Random(n_nodes)
    assert (
        len({graph.kind for graph in graphs} | {em.graph.kinds.class_of(graph) for graph in graphs}) > 3
    )
    check(rng.choice(graphs), graphs)
    for truth in rng.sample(graphs, 2):
        check(truth, rng.sample(graphs, min(30, len(graphs))))


@pytest.mark.parametrize("n_nodes", range(2, 6))
def test_metrics_asked_one_by_one_have_the_numbers_of_each_alone(n_nodes):
    pairs = [pair for pair in pairs_of_graphs() if pair[0].n_nodes == n_nodes]
    names = [
        f"{name}:{c.name}"
        for name, m in REGISTRY.items()
        if m.family in ONE_BY_ONE
        for c in m.conventions
    ]
    for truth, _ in pairs[::6]:
        check(truth, [estimate for _, estimate in pairs[::3]], names)


def test_each_convention_is_there_once():
    truth, estimate = pairs_of_graphs()[0]
    names = [f"{name}:{c.name}" for name, metric in REGISTRY.items() for c in metric.conventions]
    columns = evaluate_many(truth, [estimate], names).columns
    expected = [
        (name, c.name)
        for metric in REGISTRY.values()
        for c in metric.conventions
        for name in metric.measures or (metric.name,)
    ]
    assert len(columns) == len(set(columns))
    assert set(columns) == set(expected)


@pytest.mark.parametrize(
    "declared", ["dag", "cpdag", "pdag", "mpdag", "mag", "pag", "admg", "digraph", "undirected", None]
)
def test_what_graphs_declare_counts_as_it_does_alone(declared):
    rng = random.Random(5)
    drawn = [lettered(random_edges(rng, 4, 0.5, ARCS_AND_LINES)) for _ in range(12)]
    graphs = [Graph(LETTERS[:4], edges, kind=declared) for edges in drawn]
    graphs += [Graph(LETTERS[:4], edges) for edges in drawn]
    for truth in (graphs[0], graphs[7].skeleton(), Graph.parse("A --> B --> C; D", kind="cpdag")):
        check(truth, graphs)


def every_graph(n_nodes):
    """Every graph of arrows and lines."""
    pairs = list(combinations(range(n_nodes), 2))
    for states in product((None, "-->", "<--", "---"), repeat=len(pairs)):
        edges = [(a, s, b) for (a, b), s in zip(pairs, states, strict=True) if s]
        yield Graph(n_nodes, edges)


def test_every_graph_of_three_nodes_against_every_other():
    graphs = list(every_graph(3))
    assert len(graphs) == 64
    for truth in graphs:
        check(truth, graphs, ["shd", "tp", "fp", "tn", "fn", "nced"])


def test_many_graphs_of_four_nodes_against_some_truths():
    graphs = list(every_graph(4))
    assert len(graphs) == 4096
    rng = random.Random(6)
    dags = [graph for graph in graphs if graph.is_dag()]
    assert len(dags) == 543
    for truth in rng.sample(dags, 2):
        check(truth, rng.sample(graphs, 100))
        check(truth, dags, ["shd", "nced", "tp", "fp", "f1"])


@pytest.mark.parametrize("n_nodes", [64, 65])
def test_larger_graphs_on_both_sides_of_64_nodes(n_nodes):
    rng = random.Random(n_nodes)
    dags = [Graph(n_nodes, random_dag(rng, n_nodes, d)) for d in (0.02, 0.05, 0.1, 0.3, 0.9)]
    others = [Graph(n_nodes, random_edges(rng, n_nodes, 0.1)) for _ in range(2)]
    others += [Graph(n_nodes, random_edges(rng, n_nodes, 0.1, ARCS_AND_LINES)) for _ in range(2)]
    others += [em.to_cpdag(dag) for dag in dags] + [em.equivalence.pattern(dag) for dag in dags]
    others += [dag.skeleton() for dag in dags] + [Graph(n_nodes)]
    for truth in (dags[1], em.to_cpdag(dags[2]), others[0]):
        check(truth, [*dags, *others])


def test_the_pairs_of_very_many_nodes_do_not_overflow():
    n_nodes = 100_000
    truth, found = (Graph(n_nodes, [(0, "-->", k)]) for k in (1, 2))
    table = check(truth, [found, truth], ["tn", "npv:skeleton", "shd:pair mismatch"])
    assert table["tn", "skeleton"].tolist() == [n_nodes * (n_nodes - 1) // 2 - k for k in (2, 1)]


@pytest.mark.parametrize("n_nodes", [0, 1])
def test_graphs_without_pairs(n_nodes):
    graphs = [Graph(n_nodes), Graph(n_nodes, kind="dag"), Graph(n_nodes)]
    check(Graph(n_nodes), graphs)
    cells = np.zeros((3, n_nodes, n_nodes), np.int8)
    check(Graph(n_nodes), graphs, given=cells)
    assert [graph.n_nodes for graph in GraphStack.from_adjacency(cells)] == [n_nodes] * 3


def test_numbers_are_the_same_bits_when_asked_again():
    graphs = by_nodes()[5]
    once, again = (evaluate_many(graphs[0], graphs, EVERYTHING).values.tobytes() for _ in range(2))
    assert once == again


def test_the_order_of_the_estimates_does_not_matter():
    graphs = by_nodes()[4]
    back = evaluate_many(graphs[0], graphs[::-1], EVERYTHING).values[::-1]
    np.testing.assert_array_equal(back, evaluate_many(graphs[0], graphs, EVERYTHING).values)


# ---- what estimates may be


def test_estimates_may_have_names():
    truth = Graph.parse("A --> B --> C")
    named = {"pc": Graph.parse("C --> B --- A"), 7: "nothing", "ges": truth}
    named[7] = Graph(ABC[::-1])
    table = check(truth, list(named.values()), given=named)
    assert table.names == ("pc", "7", "ges")


def test_estimates_may_come_one_by_one():
    graphs = by_nodes()[3]
    check(graphs[0], graphs, given=iter(graphs))


def test_a_stack_may_have_its_nodes_in_another_order_than_the_truth():
    graphs = by_nodes()[5]
    for truth in graphs[:2]:
        table = check(truth, graphs, given=GraphStack(graphs))
        assert table.estimates.nodes == graphs[0].nodes


def test_a_batch_of_one():
    truth, found = pairs_of_graphs()[3]
    assert len(check(truth, [found])) == 1


@pytest.mark.parametrize("none", [[], (), {}, np.zeros((0, 3, 3), np.int8), np.zeros((0, 3, 3))])
def test_a_batch_of_none(none):
    table = evaluate_many(Graph(3), none)
    assert (len(table), table.names, len(table.estimates)) == (0, (), 0)
    assert table.values.shape == (0, len(table.columns)) != (0, 0)
    assert table["orientation_accuracy"].tolist() == []


def test_no_estimate_of_very_many_nodes_takes_no_room():
    assert len(evaluate_many(Graph(10**6), [])) == 0


def test_no_estimate_has_the_nodes_of_the_truth():
    truth = Graph.parse("A --> B")
    none = evaluate_many(truth, []).estimates
    assert (none.nodes, none.starts.tolist(), none.words.tolist()) == (truth.nodes, [0], [])


# ---- what is refused


def test_estimates_with_other_nodes_are_named():
    truth = Graph.parse("A --> B")
    good, bad = Graph.parse("B --> A"), Graph.parse("A --> X")
    with pytest.raises(AlignmentError, match=r"estimate 1: .*only in the truth: 'B'.*estimate: 'X'"):
        evaluate_many(truth, [good, bad])
    with pytest.raises(AlignmentError, match=r"estimate 'pc': .*only in the truth: 'B'"):
        evaluate_many(truth, {"ges": good, "pc": bad})
    with pytest.raises(AlignmentError, match=r"graph 2 .*'B'.*'X'"):
        GraphStack([truth, good, bad])
    with pytest.raises(AlignmentError, match=r"estimate 1: .*the truth has 2, the estimate 3"):
        evaluate_many(Graph(2), [Graph(2), Graph(3)])


@pytest.mark.parametrize(
    ("one", "complaint"),
    [
        (Graph(2), r"got one Graph. Put it in a list: \[estimates\]"),
        (networkx.DiGraph([("A", "B")]), "got one DiGraph. Put it in a list"),
        (None, "got None"),
        ("pc.json", "got the path 'pc.json'. Read the file"),
        (Path("pc.json"), "Read the file"),
    ],
)
def test_one_graph_in_place_of_several_belongs_in_a_list(one, complaint):
    with pytest.raises(TypeError, match=f"^the estimates must be several graphs.*{complaint}"):
        evaluate_many(Graph(2), one)


def test_names_that_are_the_same_as_text_are_refused():
    with pytest.raises(GraphError, match="'1' and 1 both become '1'"):
        evaluate_many(Graph(2), {"1": Graph(2), 1: Graph(2)})


def test_a_stack_with_other_nodes_than_the_truth():
    with pytest.raises(AlignmentError, match="only in the truth: 'C'"):
        evaluate_many(Graph(ABC), GraphStack([Graph(["A", "B"])]))


def test_an_array_needs_the_names_of_the_truth():
    with pytest.raises(AlignmentError, match=r"name them: nodes=\['A', 'B', 'C'\]"):
        evaluate_many(Graph(ABC), np.zeros((2, 3, 3)), direction="row-to-column")


def test_an_estimate_that_is_no_graph_is_named():
    with pytest.raises(TypeError, match=r"^estimate 1: as_graph takes graphs of"):
        evaluate_many(Graph(2), [Graph(2), np.zeros((2, 3))])


@pytest.mark.parametrize("value", [2, -1, 0.5, float("nan"), float("inf"), 256, 257])
@pytest.mark.parametrize("at", [(2, 0, 1), (2, 3, 0), (2, 4, 4)])
def test_other_numbers_than_zero_and_one(value, at):
    cells = matrices(7).astype(type(value))
    cells[at] = cells[at[0] + 3, 1, 2] = value
    with pytest.raises(GraphError, match=r"^matrix 2: cells must be 0 or 1; got"):
        GraphStack.from_adjacency(cells, direction="row-to-column")


@pytest.mark.parametrize(("dtype", "value"), [("int8", 2), ("int8", -1), ("uint8", 255)])
def test_other_small_numbers_than_zero_and_one(dtype, value):
    cells = matrices(7).astype(dtype)
    cells[39, 4, 3] = value
    with pytest.raises(
        GraphError, match=rf"^matrix 39: cells must be 0 or 1; got {value} at row 4, col"
    ):
        evaluate_many(Graph(5), cells, direction="row-to-column")


def test_an_edge_from_a_node_to_itself():
    cells = matrices(8)
    cells[6, 2, 2] = 1
    with pytest.raises(GraphError, match=r"^matrix 6: a node has no edge to itself; got one at '2'"):
        evaluate_many(Graph(5), cells, direction="row-to-column")


def test_ones_in_both_cells_must_be_explained():
    cells = matrices(9)
    cells[4, 1, 0] = cells[4, 0, 1] = 1
    with pytest.raises(AmbiguityError, match=r"^matrix 4: '0' and '1' have a 1 in both"):
        evaluate_many(Graph(5), cells, direction="row-to-column")
    with pytest.raises(GraphError, match=r"^matrix 4: pairs with both directions were refused"):
        evaluate_many(Graph(5), cells, direction="row-to-column", symmetric="refuse")


def test_the_direction_must_be_said():
    cells = np.zeros((3, 2, 2))
    cells[1] = [[0, 1], [1, 0]]
    cells[2, 0, 1] = 1
    with pytest.raises(AmbiguityError, match=r"^matrix 2: .*direction in which a 1 points"):
        evaluate_many(Graph(2), cells, symmetric="undirected")
    with pytest.raises(AmbiguityError, match=r"^matrix 0: .*direction in which a 1 points"):
        evaluate_many(Graph(2), cells[:2], symmetric="cycle")


@pytest.mark.parametrize(
    ("array", "came"),
    [
        (np.zeros((2, 3)), r"\(2, 3\)"),
        (np.zeros((2, 3, 4)), r"\(2, 3, 4\)"),
        (np.zeros((1, 2, 3, 3)), r"\(1, 2, 3, 3\)"),
        (np.array(0), r"\(\)"),
        ([[[0, 1], [0, 0]], [[0]]], "ragged"),
    ],
)
def test_arrays_of_another_shape(array, came):
    with pytest.raises(GraphError, match=rf"shape \(S, p, p\); got {came}"):
        GraphStack.from_adjacency(array, direction="row-to-column")


@pytest.mark.parametrize("array", [np.full((1, 1, 1), "0"), np.full((1, 1, 1), None)])
def test_cells_that_are_no_numbers(array):
    with pytest.raises(GraphError, match="must be the numbers 0 and 1"):
        GraphStack.from_adjacency(array)


def test_a_masked_array_lacks_cells():
    masked = np.ma.masked_array(np.zeros((1, 2, 2)), mask=np.eye(2)[None])
    with pytest.raises(GraphError, match="masked"):
        GraphStack.from_adjacency(masked)


def test_names_that_do_not_fit_the_rows():
    with pytest.raises(GraphError, match="3 rows need 3 names; got 2"):
        GraphStack.from_adjacency(np.zeros((1, 3, 3)), nodes=["A", "B"])
    with pytest.raises(TypeError, match="got the string 'ABC'"):
        GraphStack.from_adjacency(np.zeros((1, 3, 3)), nodes="ABC")
    with pytest.raises(GraphError, match="more than once: 'A'"):
        GraphStack.from_adjacency(np.zeros((1, 3, 3)), nodes=["A", "A", "B"])


@pytest.mark.parametrize("option", ["direction", "symmetric"])
def test_words_that_are_not_known(option):
    with pytest.raises(ConventionError, match=f"{option} must be one of"):
        GraphStack.from_adjacency(np.zeros((1, 3, 3)), **{option: "sideways"})
    with pytest.raises(ConventionError, match="kind must be one of"):
        GraphStack.from_adjacency(np.zeros((1, 3, 3)), kind="tree")


def test_a_stack_of_no_graph():
    with pytest.raises(GraphError, match="at least one graph"):
        GraphStack([])


def test_graphs_need_no_explanation():
    with pytest.raises(ConventionError, match=r"apply to matrices only.*; got a list"):
        evaluate_many(Graph(2), [Graph(2)], direction="row-to-column")


def test_a_metric_that_is_not_known():
    with pytest.raises(ConventionError, match="shd"):
        evaluate_many(Graph(2), [Graph(2)], "shdd")


# ---- the table


TRUTH = Graph.parse("A --> B --> C")
FOUND = {"none": Graph(ABC), "cycle": Graph.parse("A --> B --> C --> A"), "same": TRUTH}


def test_a_column_by_metric_and_convention():
    table = evaluate_many(TRUTH, FOUND, ["shd", "nced", "f1:skeleton"])
    assert table["shd", "pair mismatch"].tolist() == [2, 1, 0]
    assert table["f1"].tolist() == table["f1", "skeleton"].tolist() == [0, 0.8, 1]
    with pytest.raises(ConventionError, match="the table has 7 of shd: pair mismatch, "):
        table["shd"]
    with pytest.raises(ConventionError, match="metric"):
        table["precision"]
    with pytest.raises(ConventionError, match="convention of shd"):
        table["shd", "entries"]


def test_a_report_says_why_a_value_is_missing():
    table = evaluate_many(TRUTH, FOUND, ["shd:both to CPDAG", "precision:directed"])
    assert np.isnan(table.values).tolist() == [[False, True], [True, False], [False, False]]
    undefined, refused = table.report(0), table.report(1)
    assert undefined["precision"].reason == "tp + fp = 0"
    assert refused["shd"].status == "refused"
    assert "directed cycle" in refused["shd"].reason
    assert table.report(2)["shd"].value == 0


def test_the_rows_of_a_report_are_the_columns():
    graphs = by_nodes()[3]
    table = evaluate_many(graphs[0], graphs, EVERYTHING)
    for k in (0, 5, -1):
        report = table.report(k)
        assert tuple((row.metric, row.convention) for row in report) == table.columns
        np.testing.assert_allclose([row.value for row in report], table.values[k], rtol=1e-15)


def test_a_frame_has_a_row_for_each_estimate():
    pytest.importorskip("pandas")
    table = evaluate_many(TRUTH, FOUND, ["shd", "f1"])
    frame = table.to_frame()
    assert frame.shape == table.values.shape
    assert list(frame.index) == list(FOUND)
    assert tuple(frame.columns) == table.columns
    assert frame.loc["cycle", ("shd", "pair mismatch")] == 1
    np.testing.assert_array_equal(frame.to_numpy(), table.values)


def test_a_table_says_how_large_it_is():
    assert repr(evaluate_many(TRUTH, FOUND, ["nced"])) == "<ScoreTable: 3 estimates, 1 number>"
    assert repr(evaluate_many(TRUTH, [TRUTH], ["nced", "bsf"])) == "<ScoreTable: 1 estimate, 2 numbers>"
    stacks = GraphStack([Graph(1)]), GraphStack([Graph(3)] * 2)
    assert [*map(repr, stacks)] == [
        "<GraphStack: 1 graph of 1 node>",
        "<GraphStack: 2 graphs of 3 nodes>",
    ]


def test_progress_is_shown_on_standard_error(capsys):
    table = evaluate_many(TRUTH, FOUND, ["shd", "nced"], progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "estimates: 3 of 3" in err
    assert err.endswith("\n")
    quiet = evaluate_many(TRUTH, FOUND, ["shd", "nced"])
    assert capsys.readouterr() == ("", "")
    np.testing.assert_array_equal(table.values, quiet.values)


def test_what_comes_in_is_not_changed():
    cells = matrices(10).astype(np.int8)
    before = cells.copy()
    evaluate_many(Graph(5), cells, direction="row-to-column")
    np.testing.assert_array_equal(cells, before)
    assert cells.flags.writeable
    named = dict(FOUND)
    written = [str(graph) for graph in named.values()]
    evaluate_many(TRUTH, named)
    assert [str(graph) for graph in named.values()] == written
    assert list(named) == list(FOUND)
    cells.flags.writeable = False
    evaluate_many(Graph(5), cells, direction="row-to-column")


def test_a_stack_does_not_follow_its_array():
    cells = matrices(11).astype(np.int8)
    stack = GraphStack.from_adjacency(cells, direction="row-to-column")
    before = list(stack)
    cells[:] = 0
    assert list(stack) == before


def test_a_million_nodes_without_edges():
    graph = Graph(10**6)
    edge = Graph(10**6, [(0, "-->", 1)])
    found = em.evaluate_many(edge, [graph, edge], ["sid", "oset_aid:all mistakes"])
    assert found.values.tolist() == [[1, 1], [0, 0]]
