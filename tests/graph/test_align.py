"""The same nodes on both sides, by name, or a clear refusal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import Graph, as_graph, endpoint_hamming, parent_aid, shd
from edgemark.errors import AlignmentError, GraphError
from edgemark.graph.align import align
from tests.oracle import graphs as oracle
from tests.strategies import nodes_and_edges

CASES = settings(deadline=None)


@given(nodes_and_edges(), st.randoms(use_true_random=False))
@CASES
def test_an_aligned_graph_has_the_nodes_of_the_truth_and_its_own_edges(case, rng):
    nodes, edges = case
    order = tuple(rng.sample(nodes, len(nodes)))
    aligned = align(Graph(order), Graph(nodes, edges))
    assert order == aligned.nodes
    assert oracle.marks(edges) == oracle.marks(aligned.edges())


def test_one_estimate_is_aligned_with_one_truth_after_another():
    estimate = Graph.parse("B --> A; C")
    orders = [("A", "B", "C"), ("C", "B", "A"), ("A", "B", "C"), ("B", "A", "C")]
    assert orders == [align(Graph(order), estimate).nodes for order in orders]


def test_the_estimate_itself_is_not_changed():
    estimate = Graph.parse("B --> A")
    align(Graph(["A", "B"]), estimate)
    assert estimate.nodes == ("B", "A")


def test_an_aligned_graph_declares_the_same_kind():
    assert align(Graph(["B", "A"]), Graph.parse("A --- B", kind="cpdag")).kind == "cpdag"


def test_graphs_without_names_are_aligned_by_position():
    estimate = Graph(2, [(1, "-->", 0)])
    assert estimate == align(Graph(2), estimate)


def test_missing_nodes_are_listed_on_each_side():
    with pytest.raises(
        AlignmentError,
        match=r"only in the truth: 'C'; only in the estimate: 'D'.*renamed\(\{'D': 'C'\}\)",
    ):
        align(Graph.parse("A --> B; C"), Graph.parse("A --> B; D"))


def by_the_advice(truth, estimate, words):
    """The estimate renamed by the code of a refusal that has these words."""
    with pytest.raises(AlignmentError, match=words) as caught:
        align(truth, estimate)
    code = caught.value.message.remedies[0].python
    return eval(code, {"as_graph": as_graph, "truth": truth, "estimate": estimate})


@pytest.mark.parametrize(
    ("truth", "estimate", "expected"),
    [
        ("X0 --> X1 --> X2", "X1 --> X2 --> X3", "X0 --> X1 --> X2"),
        ("X1 --> X2 --> X3", "X0 --> X1 --> X2", "X1 --> X2 --> X3"),
        ("X2 --> X0; X1", "X3 --> X1; X2", "X2 --> X0; X1"),
        ("X0 --> X1 --> X3", "X1 --> X2 --> X3", "X0 --> X1 --> X3"),
        ("0 --> 1 --> 2", "3 --> 1; 2", "2 --> 0; 1"),
    ],
)
def test_names_that_count_positions_from_another_number_are_all_renamed(truth, estimate, expected):
    truth, estimate = Graph.parse(truth), Graph.parse(estimate)
    renamed = by_the_advice(truth, estimate, "names of the estimate are positions")
    assert Graph.parse(expected).with_nodes(truth.nodes) == align(truth, renamed)


@pytest.mark.parametrize(
    ("truth", "estimate", "expected"),
    [
        ("X0 --> X1 --> X2; X3", "X2 --> X4; X1", "X1 --> X3; X0"),
        ("1 --> 2 --> 3", "0 --> 1", "1 --> 2"),
    ],
)
def test_some_names_that_count_from_another_number_are_all_renamed(truth, estimate, expected):
    renamed = by_the_advice(Graph.parse(truth), Graph.parse(estimate), "rename all its nodes")
    assert Graph.parse(expected) == renamed


@pytest.mark.parametrize(
    ("truth", "estimate"),
    [("X0 --> X1; Y", "X1 --> X2; Y"), ("X1 --> X2; X4", "X1 --> X2; X5"), ("X1; X02", "X1; X2")],
)
def test_other_names_with_numbers_are_renamed_one_by_one(truth, estimate):
    with pytest.raises(AlignmentError, match="If a node has another name in the estimate, rename it"):
        align(Graph.parse(truth), Graph.parse(estimate))


@pytest.mark.parametrize(
    ("truth", "estimate", "expected"),
    [("A; B", "A", "only in the truth: 'B'. "), ("A", "A; B", "only in the estimate: 'B'. ")],
)
def test_a_side_that_lacks_nothing_is_not_named(truth, estimate, expected):
    with pytest.raises(AlignmentError, match=f"must have the same nodes; {expected}"):
        align(Graph.parse(truth), Graph.parse(estimate))


def test_many_missing_nodes_are_counted():
    with pytest.raises(AlignmentError, match="'v0', 'v1', 'v2', 'v3', 'v4' and 95 more"):
        align(Graph([f"v{k}" for k in range(100)]), Graph(["w"]))


def test_other_numbers_of_nodes_without_names_are_refused():
    with pytest.raises(AlignmentError, match="the truth has 2, the estimate 3"):
        align(Graph(2), Graph(3))


@pytest.mark.parametrize(
    ("truth", "estimate"),
    [
        (Graph(2), Graph(["A", "B"])),
        (Graph(["A"]), Graph(1)),
    ],
)
def test_a_graph_with_names_and_one_without_are_refused(truth, estimate):
    with pytest.raises(AlignmentError, match="nodes are matched by name"):
        align(truth, estimate)


def test_the_way_out_that_a_refusal_names_leads_out():
    truth, estimate = Graph.parse("A --> B"), Graph(2, [(0, "-->", 1)])
    with pytest.raises(
        AlignmentError, match=r"as_graph\(estimate\).with_nodes\(as_graph\(truth\).nodes\)"
    ):
        align(truth, estimate)
    assert truth == align(truth, estimate.with_nodes(truth.nodes))


def test_names_that_look_like_positions_are_names():
    truth = Graph(2)
    with pytest.raises(AlignmentError, match="nodes are matched by name"):
        align(truth, Graph(["0", "1"]))


def test_names_taken_from_positions_are_names():
    truth = Graph(2)
    with pytest.raises(AlignmentError, match="nodes are matched by name"):
        align(truth, truth.with_nodes(truth.nodes))


def test_an_earlier_alignment_does_not_let_a_graph_without_names_through():
    unnamed = Graph(2)
    estimate = Graph(["1", "0"])
    align(Graph(unnamed.nodes), estimate)
    with pytest.raises(AlignmentError, match="nodes are matched by name"):
        align(unnamed, estimate)


def test_a_hundred_thousand_nodes_in_another_order_are_aligned():
    names = [f"v{k}" for k in range(100_000)]
    assert tuple(names) == align(Graph(names), Graph(names[::-1])).nodes


# ---- other nodes under the same edges


def test_a_named_graph_takes_a_new_order_and_new_nodes():
    graph = Graph.parse("B --> A <-> C").with_nodes(["D", "C", "A", "B"])
    assert graph.nodes == ("D", "C", "A", "B")
    assert Graph.parse("B --> A <-> C; D") == graph


@given(nodes_and_edges(), st.randoms(use_true_random=False))
@CASES
def test_a_new_order_and_back_is_the_same(case, rng):
    graph = Graph(*case)
    there = graph.with_nodes([*rng.sample(graph.nodes, graph.n_nodes), "extra"])
    assert oracle.marks(case[1]) == oracle.marks(there.edges())


def test_the_empty_graph_takes_new_nodes():
    assert Graph([]).with_nodes(["A"]) == Graph(["A"])


def test_a_graph_without_names_takes_names_by_position():
    graph = Graph(2, [(1, "-->", 0)]).with_nodes(["A", "B"])
    assert (graph.is_named, graph.edges()) == (True, [("B", "-->", "A")])


@pytest.mark.parametrize("nodes", [["A"], ["A", "B", "C"], []])
def test_names_must_fit_the_number_of_nodes(nodes):
    with pytest.raises(AlignmentError, match="2 nodes need 2 names"):
        Graph(2).with_nodes(nodes)


def test_no_node_may_be_lost():
    with pytest.raises(AlignmentError, match="all nodes of the graph must be listed; missing: 'C'"):
        Graph.parse("A --> B; C").with_nodes(["A", "B"])


@pytest.mark.parametrize("nodes", [["A", "A"], ["A", ""]])
def test_new_names_are_checked(nodes):
    with pytest.raises(GraphError):
        Graph(2).with_nodes(nodes)


@pytest.mark.parametrize("graph", [Graph(2), Graph(["A", "B"])])
def test_a_number_is_no_list_of_names(graph):
    with pytest.raises(TypeError):
        graph.with_nodes(2)


def test_h1_an_estimate_is_put_into_an_order_once(monkeypatch):
    """Each graph has its own tuple of names, which once made every metric align and count anew."""
    reordered = []
    with_nodes = Graph.with_nodes

    def counted(graph, nodes):
        reordered.append(tuple(nodes))
        return with_nodes(graph, nodes)

    monkeypatch.setattr(Graph, "with_nodes", counted)
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("C --> B; A")
    values = [metric(truth, estimate) for metric in (shd, endpoint_hamming, parent_aid) for _ in (1, 2)]
    assert values[::2] == values[1::2]
    assert [("A", "B", "C")] == reordered
    assert align(Graph.parse("A; B --> C"), estimate) is align(truth, estimate)
    assert [("A", "B", "C")] == reordered


def test_names_in_composed_and_decomposed_letters_get_advice_that_can_be_typed():
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    truth, estimate = Graph([composed, "B"], []), Graph([decomposed, "B"], [])
    with pytest.raises(AlignmentError, match="look the same") as caught:
        shd(truth, estimate)
    (remedy,) = caught.value.message.remedies
    assert remedy.python.isascii()
    assert eval(remedy.python, {"as_graph": as_graph, "estimate": estimate}).nodes == truth.nodes


@pytest.mark.parametrize("turned", [False, True])
def test_a_graph_without_names_and_another_number_of_nodes_is_not_told_to_take_the_names(turned):
    """`with_nodes` needs as many names as nodes."""
    named, unnamed = Graph.parse("A --> B --> C"), Graph(2)
    sides = (unnamed, named) if turned else (named, unnamed)
    with pytest.raises(
        AlignmentError, match=r"has none, and the numbers of nodes differ, \d and \d"
    ) as caught:
        shd(*sides)
    assert not any(remedy.python for remedy in caught.value.message.remedies)
