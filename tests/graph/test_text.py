"""Graphs as text, and back."""

import re
import resource
import subprocess
import sys

import pytest
from hypothesis import example, given, settings

from edgemark import Graph, TemporalGraph
from edgemark.errors import FormatError, GraphError
from tests.strategies import HOSTILE_NAMES, graphs, names

CASES = settings(deadline=None)


@given(graphs())
@CASES
def test_text_is_read_back(graph):
    assert graph == Graph.parse(str(graph))


@given(graphs())
@CASES
def test_the_form_that_python_shows_evaluates_to_the_graph(graph):
    assert graph == eval(repr(graph), {"Graph": Graph})


@given(graphs())
@CASES
def test_text_is_one_printable_line(graph):
    assert str(graph).isprintable()


@given(names(), names())
@example("#0", "#1")
@example("-->", "--")
@CASES
def test_any_name_survives_in_an_edge(a, b):
    if a != b:
        assert [(a, "-->", b)] == Graph.parse(str(Graph([a, b], [(a, "-->", b)]))).edges()


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_hostile_name_survives(name):
    assert (name, "B") == Graph.parse(str(Graph([name, "B"]))).nodes


def test_a_declared_kind_is_shown():
    assert repr(Graph.parse("A --> B", kind="dag")) == "Graph.parse('A --> B', kind='dag')"


def test_a_declared_kind_survives_evaluation():
    graph = Graph.parse("A --- B", kind="cpdag")
    assert eval(repr(graph), {"Graph": Graph}).kind == "cpdag"


def test_an_empty_graph_without_names_is_read_back():
    assert Graph(0) == Graph.parse(str(Graph(0)))


def test_a_large_graph_is_shown_by_its_size():
    assert (
        repr(Graph(50, [(0, "-->", 1)], kind="dag")) == "<Graph of 50 nodes and 1 edges, declared dag>"
    )


def test_nodes_without_edges_are_written_last_in_their_order():
    assert str(Graph(["D", "B", "C", "A"], [("B", "-->", "A")])) == "B --> A; D; C"


# ---- what can be read


@pytest.mark.parametrize(
    "text",
    [
        "A --> B; B --> C",
        "A --> B --> C",
        "A --> B\nB --> C",
        "A --> B\r\nB --> C\r\n",
        "C <-- B <-- A",
        "  A\t-->  B ;; \n\n ; B --> C;",
        '"A" --> "B"; "B" --> C',
        '"\\u0041" --> B --> C',
        "A; B; C; A --> B; B --> C",
        "A --> B; B; B --> C; A; C",
    ],
)
def test_one_graph_can_be_written_in_many_ways(text):
    assert Graph.from_edges([("A", "-->", "B"), ("B", "-->", "C")]) == Graph.parse(text)


def test_nodes_come_in_order_of_appearance():
    assert Graph.parse("C; A --> B").nodes == ("C", "A", "B")


def test_positions_in_any_order_give_a_graph_without_names():
    graph = Graph.parse("#2 --> #0; #1")
    assert (graph.is_named, graph.edges()) == (False, [("2", "-->", "0")])


def test_a_quoted_position_is_a_name():
    assert (Graph.parse('"#0"').nodes, Graph.parse('"#0"').is_named) == (("#0",), True)


@pytest.mark.parametrize("name", ["co-occurrence", "no-option", "zoo-owner", "two-on-one"])
def test_an_ordinary_hyphenated_word_is_a_name(name):
    assert (name, "B") == Graph.parse(f"{name} --> B").nodes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A B", "line 1, column 3: an edge is required, one of"),
        ("my node --> B", "line 1, column 4: an edge is required"),
        ("A -> B", "line 1, column 3: an edge is required, one of"),
        ("A -->", "line 1, column 3: an edge needs a node on each side; got '-->' last"),
        ("--> B", "line 1, column 1: a node is required; got '-->'"),
        ("A --> --> B", "line 1, column 7: a node is required"),
        ("A --> ; B", "line 1, column 3: an edge needs a node on each side"),
        ("A; B\nC D", "line 2, column 3: an edge is required"),
        ("A-->B", "line 1, column 1: a node is required; got 'A-->B'. Put spaces around"),
        ("A->B", "line 1, column 1: a node is required; got 'A->B'. Put spaces around"),
        ('A --> "B', "line 1, column 7: a double quote is not closed"),
        ('"A\nB"', "line 1, column 1: a double quote is not closed"),
        ('A"B" --> C', "line 1, column 2: an edge is required"),
        (r'"\x"', "line 1, column 1: .* is not a quoted name"),
        (r'"\u12"', "line 1, column 1: .* is not a quoted name"),
        ("#0 --> A", "a graph has names or positions, not both; got 'A' and '#0"),
        ('#0; "#0"', "a graph has names or positions, not both"),
        ('#0; #1; "#1" --> #0', "a graph has names or positions, not both"),
        ("#0 --> #2", "positions must be listed without gaps; #1 is missing"),
        ("#x", "'#x' is not a position. Put quotes around a name that starts with #"),
        ("#-1", "'#-1' is not a position"),
        ("# --> B", "'#' is not a position"),
        ("#1234567890", "'#1234567890' is not a position"),
    ],
)
def test_other_text_is_refused_with_its_place(text, expected):
    with pytest.raises(FormatError, match=expected):
        Graph.parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A --> A", "a node has no edge to itself; got one at 'A'"),
        ("A --> B; A --> B", "an edge must be given once; got 'A --> B' twice"),
        ("A --> B --- A", "two edges on one pair must be --> with <-- or --> with <->"),
        ('""', "a node name must not be empty"),
        (r'"\ud800"', "a node name must be valid Unicode text"),
    ],
)
def test_text_that_is_no_graph_is_refused(text, expected):
    with pytest.raises(GraphError, match=expected):
        Graph.parse(text)


@pytest.mark.parametrize("text", [b"A --> B", None, 3, ["A --> B"]])
def test_what_is_not_text_is_a_type_error(text):
    with pytest.raises(TypeError, match="parse takes text; got"):
        Graph.parse(text)


def test_a_gap_of_a_billion_positions_is_refused_in_little_memory():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))

    code = """
import edgemark as em
try:
    em.Graph.parse("#999999999")
except em.EdgemarkError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], preexec_fn=limit, capture_output=True, text=True, timeout=60
    )
    assert re.search("#0 is missing|fewer than", done.stdout), done.stderr[-200:]


def test_a_long_text_is_read():
    text = "\n".join(f"v{k} --> v{k + 1}" for k in range(20_000))
    assert Graph.parse(text).n_edges == 20_000


def test_a_changing_variable_given_by_position_must_be_listed():
    with pytest.raises(FormatError, match=r"column 29: .* must be listed or have an edge; #5 is not"):
        TemporalGraph.parse("#0 --> #1; lags 1; changing #5")


@pytest.mark.parametrize("text", ["A --> B@1; lags 1", "A@1,2 --> B; lags 2", "A; B@1; lags 1"])
def test_lags_without_a_space_are_refused(text):
    with pytest.raises(FormatError, match=r"lags must follow a space, as in 'A --> B @1'"):
        TemporalGraph.parse(text)


def test_a_name_that_ends_in_lags_is_written_in_quotes():
    names = ["A", "B@1", "C\\@2,3", 'D"@1', "@1"]
    graph = TemporalGraph(names, [("A", "-->", "B@1", 1)], max_lag=1, changing=["B@1"])
    assert eval(repr(graph)) == graph


def test_a_kind_without_a_space_is_refused_and_is_a_name_in_quotes():
    with pytest.raises(FormatError, match=r"a kind must follow a space, as in 'kind: dag'"):
        Graph.parse("kind:pag\nA o-> B")
    graph = Graph(["kind:pag", "A"], [("A", "-->", "kind:pag")])
    assert eval(repr(graph)) == graph


@pytest.mark.parametrize("past", ["A(t-1)", "A[t-2]"])
def test_time_steps_in_names_of_series_are_refused_unless_quoted(past):
    with pytest.raises(FormatError, match="lags are written after an edge"):
        TemporalGraph.parse(f"{past} --> B(t); lags 2")
    graph = TemporalGraph.parse(f'"{past}" --> B(t); lags 2')
    assert graph.edges() == [(past, "-->", "B(t)", 0)]
    assert TemporalGraph.parse(str(graph)) == graph


@pytest.mark.parametrize("text", ["A --> B,\nB --> C", "A,\nB,\nA --> B", "A, --> B; C"])
def test_a_comma_at_the_end_of_a_name_needs_quotes(text):
    with pytest.raises(FormatError, match=r"separated by ; or line ends; got '.,'\. Leave out"):
        Graph.parse(text)
    with pytest.raises(FormatError, match="Leave out the comma"):
        TemporalGraph.parse(f"{text}; lags 1")
    graph = Graph(["A,", ",", "x,y"], [("A,", "-->", ",")])
    assert Graph.parse(str(graph)) == graph
