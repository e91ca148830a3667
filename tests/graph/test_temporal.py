"""Time series graphs as values, as text, and what is made of them."""

import copy
import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import Graph, TemporalGraph, evaluate
from edgemark.errors import (
    AlignmentError,
    AmbiguityError,
    ClassWarning,
    FormatError,
    GraphError,
    InputTypeError,
    LimitError,
)
from edgemark.graph import Regime
from tests.oracle import temporal as oracle
from tests.strategies import names, series_edges, series_parts


def built(parts):
    nodes, max_lag, edges, changing = parts
    return TemporalGraph(nodes, edges, max_lag=max_lag, changing=changing, cycles="keep")


@st.composite
def hostile_series(draw):
    nodes = draw(st.lists(names(), min_size=1, max_size=3, unique=True))
    max_lag = draw(st.integers(0, 2))
    edges, changing = draw(series_edges(nodes, max_lag))
    return TemporalGraph(nodes, edges, max_lag=max_lag, changing=changing, cycles="keep")


# ---- as a value


@given(series_parts())
def test_edges_are_those_given(parts):
    graph = built(parts)
    nodes, max_lag, edges, changing = parts
    assert len(edges) == graph.n_edges == len(graph.edges())
    again = (nodes, max_lag, graph.edges(), graph.changing)
    for a in nodes:
        for b in nodes:
            for lag in range(max_lag + 1):
                assert oracle.between(parts, a, b, lag) == oracle.between(again, a, b, lag)
    assert set(changing) == set(graph.changing)


@given(series_parts(), st.randoms())
def test_graphs_are_equal_by_content_whatever_the_order(parts, rng):
    nodes, max_lag, edges, changing = parts
    graph = built(parts)
    other = built((rng.sample(nodes, len(nodes)), max_lag, rng.sample(edges, len(edges)), changing))
    assert graph == other
    assert hash(graph) == hash(other)
    assert graph == pickle.loads(pickle.dumps(graph)) == copy.deepcopy(graph)
    assert graph != built((nodes, max_lag + 1, edges, changing))
    assert graph != built((nodes, max_lag, edges, [x for x in nodes if x not in changing]))


def test_a_graph_does_not_change():
    graph = TemporalGraph.parse("A --> B @1; lags 1; changing A")
    with pytest.raises(AttributeError, match="do not change"):
        graph.extra = 1
    with pytest.raises(ValueError, match="read-only"):
        graph._lagged.places[0] = 7
    with pytest.raises(ValueError, match="read-only"):
        graph._changing[0] = 7


def test_variables_may_have_no_names():
    graph = TemporalGraph(3, [(0, "-->", 2, 1), (1, "---", 2, 0)], max_lag=1, changing=[2])
    assert str(graph) == "#1 --- #2; #0 --> #2 @1; lags 1; changing #2"
    assert TemporalGraph.parse(str(graph)) == graph
    named = graph.with_nodes(["A", "B", "C"])
    assert named == TemporalGraph.parse("A --> C @1; B --- C; lags 1; changing C")
    assert graph != named


def test_with_nodes_adds_variables_and_keeps_regimes_and_conflicts():
    part = TemporalGraph.parse("B --> A @1; lags 1")
    graph = TemporalGraph(["B", "A"], [("B", "-->", "A", 1)], max_lag=1, changing=["B"],
                          regimes=[Regime(0, 5, part)], conflicts=[("B", "A", 0)])  # fmt: skip
    more = graph.with_nodes(["A", "C", "B"])
    assert more.nodes == more.regimes[0].graph.nodes == ("A", "C", "B")
    assert more.edges() == [("B", "-->", "A", 1)]
    assert (more.changing, more.conflicts) == (("B",), (("B", "A", 0),))
    with pytest.raises(AlignmentError, match="'B'"):
        graph.with_nodes(["A", "C"])


def test_a_conflict_of_a_variable_with_itself_needs_a_lag():
    with pytest.raises(
        GraphError, match=r"a conflict at lag 0 must join two variables; got \('A', 'A', 0\)"
    ):
        TemporalGraph(["A", "B"], max_lag=1, conflicts=[("A", "A", 0)])
    assert TemporalGraph(["A"], max_lag=1, conflicts=[("A", "A", 1)]).conflicts == (("A", "A", 1),)


def test_conflicts_keep_their_variables_if_names_are_swapped():
    graph = TemporalGraph(["A", "B", "C"], [("A", "-->", "B", 1)], max_lag=1, conflicts=[("A", "B", 0)])
    swapped = graph.renamed({"A": "B", "B": "C", "C": "A"})
    assert swapped.edges() == [("B", "-->", "C", 1)]
    assert swapped.conflicts == (("B", "C", 0),)


# ---- text


@given(hostile_series())
def test_text_is_read_back(graph):
    assert TemporalGraph.parse(str(graph), cycles="keep") == graph


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("A --> B @1", "must say its largest lag once"),
        ("A --> B; lags 1; lags 2", "got it 2 times"),
        ("A --> B @x; lags 1", "lags are written '@1'"),
        ("A --> B --> C @1; lags 1", "follow a single edge"),
        ("A --> B @0,2; lags 1", "from 0 to max_lag"),
        ("A --> B @-1; lags 1", "lags are written"),
        ("A; lags two", "'lags 2'"),
        ("A --> @1 @1; lags", "largest lag once"),
        ("A -> B @1; lags 1", "an edge is required"),
        ("A --> B; lags 1; changing A, B", "got 'A,'. Leave out the comma"),
        ("A --> B; lags 1; changing A , B", "without commas; got ','"),
        ("A --> B; lags 1; changing Bb", "line 1, column 27: .* 'Bb' is not"),
        ("A --> B; lags 1; changing", "must be followed by variables"),
    ],
)
def test_other_text_is_refused(text, complaint):
    with pytest.raises((FormatError, GraphError), match=complaint):
        TemporalGraph.parse(text)


def test_variables_may_be_called_as_the_words_of_the_text():
    graph = TemporalGraph.parse("lags --> changing @1; lags; @1; lags 2; changing changing @1")
    assert graph.edges() == [("lags", "-->", "changing", 1)]
    assert graph.changing == ("changing", "@1")
    assert TemporalGraph.parse(str(graph)) == graph


def test_a_variable_called_changing_is_written_in_quotes_where_it_stands_alone():
    graph = TemporalGraph(["changing", "lags", "B"], max_lag=1, changing=["changing"])
    assert str(graph) == '"changing"; "lags"; B; lags 1; changing changing'
    assert TemporalGraph.parse(str(graph)) == graph


def test_lag_0_may_be_written():
    assert TemporalGraph.parse("A --> B @0,1; lags 1") == TemporalGraph.parse(
        "A --> B; A --> B @1; lags 1"
    )


# ---- bad input


@pytest.mark.parametrize(
    ("edge", "complaint"),
    [
        (("A", "-->", "B", 3), "from 0 to max_lag, here 2; got 3"),
        (("A", "-->", "B", -1), "counts time steps back"),
        (("A", "-->", "B", 1.0), "whole number"),
        (("A", "-->", "B", True), "whole number"),
        (("A", "-->", "B"), "its lag last"),
        (("A", "<--", "B", 1), "nothing acts on the past"),
        (("A", "---", "B", 1), "nothing acts on the past"),
        (("A", "o-o", "B", 2), "nothing acts on the past"),
        (("A", "-->", "A", 0), "no edge to itself"),
        (("A", "-->", "D", 1), "unknown node 'D'"),
    ],
)
def test_an_edge_that_cannot_be_is_refused(edge, complaint):
    with pytest.raises(GraphError, match=complaint):
        TemporalGraph(["A", "B"], [edge], max_lag=2)


def test_edges_that_cannot_share_a_place_are_refused():
    with pytest.raises(GraphError, match="'A --> B @1' twice"):
        TemporalGraph(["A", "B"], [("A", "-->", "B", 1)] * 2, max_lag=1)
    with pytest.raises(GraphError, match="A --> B @1 and A o-> B @1"):
        TemporalGraph(["A", "B"], [("A", "-->", "B", 1), ("A", "o->", "B", 1)], max_lag=1)


def test_a_cycle_within_a_time_step_is_refused_unless_kept():
    with pytest.raises(GraphError, match=r'A --> B --> C --> A is a directed cycle.*cycles="keep"'):
        TemporalGraph.parse("A --> B --> C --> A; lags 1")
    graph = TemporalGraph.parse("A --> B --> C --> A; lags 1", cycles="keep")
    assert eval(repr(graph)) == graph
    assert TemporalGraph.parse("A --> B; B --> A @1; lags 1").n_edges == 2


def test_regimes_follow_each_other():
    part = TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(GraphError, match="from 6 to 9 instead of one from 5"):
        TemporalGraph.from_regimes([Regime(0, 5, part), Regime(6, 9, part)])
    with pytest.raises(GraphError, match="at least one"):
        TemporalGraph.from_regimes([])
    with pytest.raises(AlignmentError, match="same max_lag"):
        TemporalGraph.from_regimes([Regime(0, 5, part), Regime(5, 9, part.with_max_lag(2))])
    graph = TemporalGraph.from_regimes([Regime(0, 5, part), Regime(5, 9, part)])
    assert graph.changing == ()
    assert graph.at(4) == graph.at(5) == part
    with pytest.raises(GraphError, match="times 0 to 8; got 9"):
        graph.at(9)


@pytest.mark.parametrize("time", [float("nan"), 5.5, True, "5"])
def test_times_of_regimes_are_whole_numbers(time):
    part = TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(TypeError, match="whole number"):
        Regime(0, time, part)
    with pytest.raises(TypeError, match="whole number"):
        Regime(time, 9, part)


def test_a_single_graph_is_no_list_of_regimes():
    graph = TemporalGraph.parse("A --> B @1; lags 1")
    for build in (TemporalGraph.from_regimes, lambda given: TemporalGraph(2, max_lag=1, regimes=given)):
        with pytest.raises(TypeError, match=r"must be a list of Regime.*got TemporalGraph"):
            build(graph)


def test_a_regime_that_cannot_be_is_refused_when_it_is_built():
    part = TemporalGraph.parse("A --> B @1; lags 1")
    nested = TemporalGraph.from_regimes([Regime(0, 5, part)])
    for start, end in ((5, 0), (3, 3), (-1, 3)):
        with pytest.raises(GraphError, match=f"got one from {start} to {end}"):
            Regime(start, end, part)
    with pytest.raises(GraphError, match="regimes of its own"):
        Regime(0, 5, nested)
    with pytest.raises(TypeError, match="got Graph"):
        Regime(0, 5, part.summary())
    with pytest.raises(TypeError, match=r"must be Regime\(start, end, graph\); got 3"):
        TemporalGraph.from_regimes([3])
    for graph in (part, nested):
        for time in ("a", 3.7, True):
            with pytest.raises(TypeError, match="a time step must be a whole number"):
                graph.at(time)


def test_a_graph_has_the_edges_of_its_regimes():
    part = TemporalGraph.parse("A --> B @1; A --- B; lags 1")
    with pytest.raises(GraphError, match="lacks B --- A @0 of the regime from 0 to 5"):
        TemporalGraph(["B", "A"], [("A", "-->", "B", 1)], max_lag=1, regimes=[Regime(0, 5, part)])
    edges = [("A", "-->", "B", 1), ("B", "---", "A", 0)]
    assert TemporalGraph(["B", "A"], edges, max_lag=1, regimes=[Regime(0, 5, part)]).n_edges == 2


@pytest.mark.parametrize(
    ("edge", "changing"),
    [
        ("A --> B @1", {"B"}),
        ("A o-> B", {"B"}),
        ("A <-> B", {"A", "B"}),
        ("A <-> B @1", {"A", "B"}),
        ("A --- B", set()),
        ("A o-o B", set()),
    ],
)
def test_what_has_an_arrowhead_in_some_regimes_alone_changes(edge, changing):
    there = TemporalGraph.parse(f"{edge}; lags 1")
    absent = TemporalGraph.parse("B; A; lags 1")
    for first, second in ((there, absent), (absent, there)):
        graph = TemporalGraph.from_regimes([Regime(0, 5, first), Regime(5, 9, second)])
        assert changing == set(graph.changing)


def test_lags_beyond_all_sense_are_refused():
    with pytest.raises(LimitError, match="max_lag must be at most"):
        TemporalGraph(["A"], [("A", "-->", "A", 10**22)], max_lag=10**23)
    with pytest.raises(LimitError, match="at most 100000; got 10000000"):
        TemporalGraph.parse("A --> B @1; lags 10000000")
    with pytest.raises(LimitError, match=r"GB are free\. Take a shorter one"):
        TemporalGraph.parse("A --> B @1; C; lags 2").unroll(10**9)


def test_a_dag_has_no_other_edges_over_time():
    for text, objection in (
        ("A --> B; A <-> B @1; lags 1", "A <-> B @1 is not directed"),
        ("A --> B; A o-> B @1; lags 1", "A o-> B @1 is not directed"),
        ("A --- B; A --> B @1; lags 1", "A --- B is not directed"),
        ("A --> B @1; lags 1", None),
    ):
        assert TemporalGraph.parse(text, kind="dag").objection() == objection
    assert TemporalGraph.parse("A <-> B @1; lags 1", kind="admg").objection() is None


def test_a_mag_and_a_pag_have_one_edge_on_a_pair_and_lag():
    edges = [("A", "-->", "B", 1), ("A", "<->", "B", 1)]
    for kind in ("mag", "pag"):
        graph = TemporalGraph(["A", "B"], edges, max_lag=1, kind=kind)
        assert graph.objection() == "A --> B @1; A <-> B @1 are two edges on one pair and lag"
        with pytest.warns(ClassWarning, match="two edges on one pair and lag"):
            evaluate(graph, graph)
    assert TemporalGraph(["A", "B"], edges, max_lag=1, kind="admg").objection() is None


def test_an_edge_that_is_repeated_beside_another_is_named():
    edges = [("A", "-->", "B", 1), ("A", "<->", "B", 1), ("A", "<->", "B", 1)]
    with pytest.raises(GraphError, match="must be given once; got 'A <-> B @1' twice"):
        TemporalGraph(["A", "B"], edges, max_lag=1)


# ---- nodes that stand for time


def test_nodes_that_stand_for_time_or_context_are_left_out():
    graph = TemporalGraph.parse(
        "A --> B @1; B --- C; time --> B; place o-> C @1; time --- place; time --> time @1; lags 2"
    )
    found = TemporalGraph.from_surrogate(graph, ["time", "place"])
    assert found == TemporalGraph.parse("A --> B @1; B --- C; lags 2; changing B C")
    alone = TemporalGraph.from_surrogate(graph.with_max_lag(4), "time")
    assert (alone.changing, alone.padded_from) == (("B", "place"), 2)
    unnamed = TemporalGraph(3, [(0, "-->", 1, 0), (1, "-->", 2, 1)], max_lag=1)
    assert TemporalGraph.from_surrogate(unnamed, "0") == TemporalGraph(
        2, [(0, "-->", 1, 1)], max_lag=1, changing=[0]
    )


def test_a_guessed_lag_stays_guessed_without_the_nodes_that_stand_for_time():
    stated = TemporalGraph.parse("A --> B @1; time --> B; lags 1")
    guessed = stated._with_guessed_lag()
    for graph, is_guessed, padded_from in ((guessed, True, None), (stated, False, 1)):
        found = TemporalGraph.from_surrogate(graph, "time")
        assert found == TemporalGraph.parse("A --> B @1; lags 1; changing B")
        assert found.lag_guessed is graph.lag_guessed is is_guessed
        assert found.with_max_lag(3).padded_from == graph.with_max_lag(3).padded_from == padded_from
    extended = TemporalGraph.from_surrogate(guessed.with_max_lag(3), "time")
    assert (extended.max_lag, extended.lag_guessed, extended.padded_from) == (3, False, None)


@pytest.mark.parametrize(
    "edge", ["A --> time", "A o-> time", "time <-> A", "time <-o A", "A --> time @1"]
)
def test_nothing_acts_on_time(edge):
    with pytest.raises(GraphError, match="nothing acts on time; got "):
        TemporalGraph.from_surrogate(TemporalGraph.parse(f"{edge}; lags 1"), "time")
    part = TemporalGraph.parse("A; time; lags 1")
    with pytest.raises(GraphError, match="regimes"):
        TemporalGraph.from_surrogate(TemporalGraph.from_regimes([Regime(0, 5, part)]), "time")


# ---- graphs made of it


@given(series_parts(), st.integers(1, 4))
def test_a_window_is_the_graph_over_its_time_steps(parts, length):
    graph = built(parts).unroll(length)
    title = {(a, step): f"{a}(t-{length - 1 - step})" if step < length - 1 else f"{a}(t)"
             for a in parts[0] for step in range(length)}  # fmt: skip
    edges = [(title[a], glyph, title[b]) for a, glyph, b in oracle.window(parts, length)]
    assert Graph(list(title.values()), edges) == graph


@given(series_parts())
def test_a_summary_has_the_causes_at_any_lag(parts):
    graph = built(parts).summary()
    expected = {(a, b) for a, b, _ in oracle.causes(parts) if a != b}
    assert expected == {(a, b) for a, glyph, b in graph.edges() if glyph == "-->"}
    nodes, max_lag, _, _ = parts
    for a in nodes:
        joined = {
            b for b in nodes for lag in range(max_lag + 1)
            if b != a and (oracle.between(parts, a, b, lag) or oracle.between(parts, b, a, lag))
        }  # fmt: skip
        assert joined == graph.adjacent(a)


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("A o-> B @1; A <-> B @2", "A o-> B"),
        ("A <-> B @1; B <-> A @2", "A <-> B"),
        ("A --- B; A o-> B @1", "A o-o B"),
        ("A --- B; A --> B @1", "A --> B"),
        ("A --> B @1; A <-> B @2", "A --> B; A <-> B"),
        ("A --> A @1; B", "A; B"),
        ("B o-> A @1; A o-> B @2", "A o-o B"),
    ],
)
def test_lags_that_disagree_leave_a_circle(text, summary):
    assert Graph.parse(summary) == TemporalGraph.parse(f"{text}; lags 2").summary()


# ---- matrices


def test_matrices_must_say_what_they_mean():
    ones = [[[0, 1], [0, 0]]]
    for options in ({"first_lag": 1}, {"direction": "row-to-column"}):
        with pytest.raises(AmbiguityError):
            TemporalGraph.from_matrices(ones, **options)
    options = {"direction": "row-to-column", "first_lag": 1}
    with pytest.raises(AmbiguityError, match="threshold"):
        TemporalGraph.from_matrices([[[0, 0.5], [0, 0]]], **options)
    with pytest.raises(GraphError, match="nan"):
        TemporalGraph.from_matrices([[[0, np.nan], [0, 0]]], threshold=0, **options)
    with pytest.raises(GraphError, match="shape"):
        TemporalGraph.from_matrices([[0, 1, 0], [0, 0, 0]], **options)
    with pytest.raises(GraphError, match="itself"):
        TemporalGraph.from_matrices([[[1, 0], [0, 0]]], direction="row-to-column", first_lag=0)


def test_matrices_may_stand_side_by_side():
    first, second = [[0, 1], [0, 0]], [[0, 0], [1, 1]]
    options = {"direction": "column-to-row", "first_lag": 1}
    expected = TemporalGraph.from_matrices([first, second], **options)
    assert expected == TemporalGraph.from_matrices(np.hstack([first, second]), **options)
    assert TemporalGraph.from_matrices(first, **options).max_lag == 1


@given(series_parts(states=((), ("-->",), ("<--",), ("-->", "<--")), lagged=((), ("-->",))))
def test_matrices_are_read_as_their_edges(parts):
    nodes, max_lag, _, _ = parts
    array = np.zeros((max_lag + 1, len(nodes), len(nodes)), np.int8)
    for a, b, lag in oracle.causes(parts):
        array[lag, nodes.index(a), nodes.index(b)] = 1
    options = {"first_lag": 0, "nodes": nodes, "cycles": "keep"}
    bare = built((*parts[:3], []))
    assert bare == TemporalGraph.from_matrices(array, direction="row-to-column", **options)
    turned = array.swapaxes(1, 2)
    assert bare == TemporalGraph.from_matrices(turned, direction="column-to-row", **options)


# ---- summaries


@given(series_parts())
def test_a_summary_is_as_defined(parts):
    nodes = parts[0]
    graph = built(parts).summary()
    found = {}
    for a, b in combinations(nodes, 2):
        glyphs = {g for x, g, y in graph.edges() if (x, y) == (a, b)}
        glyphs |= {oracle.TURNED.get(g, g) for x, g, y in graph.edges() if (x, y) == (b, a)}
        if glyphs:
            found[a, b] = glyphs
    assert oracle.summary(parts) == found


@pytest.mark.parametrize("lag", [1.5, True, "2", None])
def test_a_largest_lag_is_a_whole_number(lag):
    with pytest.raises(InputTypeError, match="must be a whole number"):
        TemporalGraph.parse("A --> B @1; lags 1").with_max_lag(lag)
