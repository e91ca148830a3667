"""Files made to break a reader, or broken on the way."""

import contextlib
import json
import warnings
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgemark import EdgemarkError, Graph
from edgemark.errors import EdgemarkWarning, FormatError, LimitError
from edgemark.io import FORMATS, Limits, read
from edgemark.io.source import Source
from tests.counting import exponent, lines_of

GRAPH = Graph.parse("A --- B; A --> C; D")


class Evil:
    def __reduce__(self):
        raise AssertionError("was pickled")

    def __setstate__(self, state):
        raise AssertionError("was unpickled")


# ---- anything at all


def read_or_refuse(name, data):
    source = Source(data, "row-to-column", "undirected", Limits(2**20, 1000, 1000))
    with contextlib.suppress(EdgemarkError), warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)  # a reader may say what it did not read
        assert isinstance(FORMATS[name].read(source), Graph)


def test_a_drawing_whose_damage_makes_an_unknown_attribute_is_read_with_a_warning():
    read_or_refuse("dot", b"digraph { A -> B [ir=none] }")


hard = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", FORMATS)
@hard
@given(data=st.binary(max_size=200))
def test_any_bytes_give_a_graph_or_a_clear_error(name, data):
    read_or_refuse(name, data)


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in ("npy", "npz")])
@hard
@given(text=st.text('AB01,;:"\\-><ox[]{}#./* \r\n=', max_size=40))
def test_any_text_gives_a_graph_or_a_clear_error(name, text):
    read_or_refuse(name, text.encode())


@pytest.mark.parametrize("name", FORMATS)
@hard
@given(data=st.data())
def test_a_damaged_file_gives_a_graph_or_a_clear_error(name, data):
    texts = {"npy": "#0 --- #1; #0 --> #2; #3", "bnlearn": "A --> B; A --> C; D"}
    graph = Graph.parse(texts[name]) if name in texts else GRAPH
    whole = FORMATS[name].write(graph)
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.integers(0, 8))
    put = data.draw(st.binary(max_size=8))
    read_or_refuse(name, whole[:at] + put + whole[at + cut :])


@pytest.mark.parametrize("name", ["json", "adjacency", "npy", "npz", "dot", "pcalg-cpdag", "pcalg-pag"])
def test_a_file_that_is_cut_off_is_refused(name):
    graph = Graph.parse("#0 --- #1; #0 --> #2; #3") if name == "npy" else GRAPH
    whole = FORMATS[name].write(graph)
    for end in range(len(whole) - 2):
        with pytest.raises(EdgemarkError):
            FORMATS[name].read(Source(whole[:end], "row-to-column", "undirected"))


# ---- JSON


def as_json(**changes):
    content = {"format": "edgemark.graph", "version": 1, "nodes": ["A", "B"], "edges": []}
    return json.dumps(content | changes)


def test_json_nested_deeply_is_refused(put):
    with pytest.raises(FormatError, match="three levels of lists"):
        read(put("g.json", "[" * 200_000))


def test_json_of_another_version_says_the_way_out(put):
    with pytest.raises(FormatError, match="or a later one"):
        read(put("g.json", as_json(version=2)))


@pytest.mark.parametrize(
    "changes",
    [
        {"version": True},
        {"version": "1"},
        {"format": "other"},
        {"kind": 3},
        {"kind": "dga"},
        {"nodes": None},
        {"nodes": "AB"},
        {"nodes": [1, 2]},
        {"nodes": -1},
        {"nodes": True},
        {"nodes": 2.0},
        {"nodes": ["A", "A"]},
        {"nodes": ["A", ""]},
        {"nodes": ["A", "\ud800"]},
        {"edges": None},
        {"edges": {}},
        {"edges": ["A-B"]},
        {"edges": [["A", "-->"]]},
        {"edges": [["A", "-->", 1]]},
        {"edges": [["A", ["-->"], "B"]]},
        {"edges": [["A", "->", "B"]]},
        {"edges": [["A", "-->", "C"]]},
        {"edges": [["A", "-->", "A"]]},
        {"edges": [["A", "-->", "B"], ["A", "-->", "B"]]},
        {"nodes": 2, "edges": [["0", "-->", "1"]]},
        {"nodes": 2, "edges": [[0, "-->", 2]]},
        {"nodes": 2, "edges": [[0, "-->", True]]},
    ],
)
def test_json_of_wrong_types_is_refused(put, changes):
    with pytest.raises(EdgemarkError):
        read(put("g.json", as_json(**changes)))


def test_json_may_carry_notes_under_provenance(put):
    assert read(put("g.json", as_json(provenance={"algorithm": "pc"}))).nodes == ("A", "B")


def test_unknown_keys_of_json_are_refused_since_a_newer_version_may_have_written_them(put):
    with pytest.raises(FormatError, match=r"got also 'weights', 'note'\. If a newer version") as caught:
        read(put("g.json", as_json(weights=[0.5], note="x")))
    assert 'under "provenance"' in str(caught.value)


def test_a_key_of_json_that_looks_like_a_slip_is_refused(put):
    with pytest.raises(FormatError, match='a key must be spelt "kind"; got "Kind"'):
        read(put("g.json", as_json(Kind="cpdag")))


def test_json_with_a_key_twice_is_refused(put):
    text = '{"format": "edgemark.graph", "version": 1, "nodes": ["A"], "nodes": ["B"], "edges": []}'
    with pytest.raises(FormatError, match="'nodes' more than once"):
        read(put("g.json", text))


def test_json_that_claims_many_nodes_is_refused(put):
    with pytest.raises(LimitError, match="nodes"):
        read(put("g.json", as_json(nodes=10**12)))


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "null", "NaN", "1" * 5000, '{"a"', "{,}"])
def test_other_json_is_refused(put, text):
    with pytest.raises(FormatError):
        read(put("g.json", text))


# ---- text


def test_lines_beyond_the_limit_are_not_looked_at(put):
    path = put("g.txt", "".join(f"X{k}\n" for k in range(2_000)) + "no graph -->\n")
    with pytest.raises(LimitError, match="nodes"):
        read(path, "text", limits=Limits(nodes=1_000))


def test_an_edge_list_beyond_the_limit_is_refused_after_one_look_at_its_rows(put):
    def refuse(n_edges):
        path = put(f"{n_edges}.csv", "source,target\n" + "".join(f"A,B{k}\n" for k in range(n_edges)))

        def call():
            with pytest.raises(LimitError, match="edges"):
                read(path, limits=Limits(edges=100))

        return call

    assert exponent([lines_of(refuse(n)) for n in (500, 1000, 2000)]) < 1.2


def ring(n):
    """Two edges for each node."""
    edges = [(f"X{k}", "-->", f"X{(k * 7 + s) % n}") for s in (3, 5) for k in range(n)]
    edges = list({frozenset((a, b)): (a, g, b) for a, g, b in edges if a != b}.values())
    return Graph([f"X{k}" for k in range(n)], edges)


@pytest.mark.parametrize("name", ["text", "edges", "json", "tetrad", "dot"])
def test_many_edges_are_read_in_work_that_grows_with_them(name):
    graphs = {n: ring(n) for n in (250, 500, 1000, 50_000)}
    files = {n: FORMATS[name].write(graph) for n, graph in graphs.items()}
    assert FORMATS[name].read(Source(files[50_000])) == graphs[50_000]
    assert (
        exponent([lines_of(partial(FORMATS[name].read, Source(files[n]))) for n in (250, 500, 1000)])
        < 1.2
    )


def test_a_tetrad_line_made_of_edges_does_not_hang(put):
    name = "A --> " * 50_000 + "A"
    text = f"Graph Nodes:\n{name};B\n\nGraph Edges:\n1. {name} --> {name} [{'[' * 10_000}\n"
    with pytest.raises(FormatError):
        read(put("g.txt", text), "tetrad")


@pytest.mark.parametrize(
    "text",
    [
        "digraph {" + "{" * 100_000,
        "digraph {a -> " + "{" * 500 + "}" * 500 + "}",
        "digraph {a [label=" + "<" * 1_000_000,
        'digraph {"' + "a" * 1_000_000,
        "digraph {/*" + "*" * 1_000_000,
        "digraph {" + "a" * 1_000_000 + " -> ",
        "digraph {a [label=\"x\"" + " + \"y\"" * 100_000,
    ],
)  # fmt: skip
def test_dot_made_to_exhaust_the_parser_is_refused(put, text):
    with pytest.raises(FormatError):
        read(put("g.dot", text))


def test_dot_groups_that_multiply_stop_at_the_limit(put):
    nodes = " ".join(f"a{k}" for k in range(5000))
    others = nodes.replace("a", "b")
    with pytest.raises(LimitError, match="edges"):
        read(put("g.dot", f"digraph {{ {{{nodes}}} -> {{{others}}} }}"), limits=Limits(edges=10**6))


def test_a_csv_field_of_a_million_characters_is_refused_not_a_crash(put):
    with pytest.raises(FormatError, match="line 2"):
        read(put("g.csv", f"source,target\n{'x' * 1_000_000},B\n"))


def test_a_csv_quote_left_open_is_refused(put):
    with pytest.raises(FormatError, match="comma-separated"):
        read(put("g.csv", 'source,target\n"A,B\n'))


def test_csv_names_keep_line_ends_quotes_and_formulas(put):
    text = 'source,target\n"line one\nline two","say ""x"""\n=1+1,@x\n'
    graph = read(put("g.csv", text))
    assert graph.nodes == ("line one\nline two", 'say "x"', "=1+1", "@x")
