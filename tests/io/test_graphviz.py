"""Graphviz: what it reads of ours, what we read of its, and what is refused."""

import re
import warnings

import pygraphviz
import pytest
from causallearn.utils.GraphUtils import GraphUtils
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import Graph
from edgemark.errors import AmbiguityError, ClassWarning, FormatError, GraphError
from edgemark.io import read, write
from tests.io.foreign import causal_learn_graph
from tests.strategies import graphs


def drawn(path):
    """What Graphviz itself makes of a file: labels, and edges with what is drawn at their ends."""
    graph = pygraphviz.AGraph(str(path))
    unescape = {"\\\\": "\\", "\\n": "\n"}
    label = {
        node: re.sub(r"\\.", lambda m: unescape[m[0]], node.attr["label"]).replace("&amp;", "&")
        for node in graph.nodes()
    }
    shape = {"": ">", "normal": ">", "odot": "o", "none": "-"}
    edges = []
    for edge in graph.edges():
        shown = edge.attr["dir"] or "forward"
        left = shape[edge.attr["arrowtail"] or ""] if shown in ("back", "both") else "-"
        right = shape[edge.attr["arrowhead"] or ""] if shown in ("forward", "both") else "-"
        edges.append((label[edge[0]], f"{left.replace('>', '<')}-{right}", label[edge[1]]))
    return Graph(label.values(), edges)


MARKUP = ("<b>x</b>", 'say "x"', "a\\", "\\N", "a\nb", "a&b", "&amp;")
PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6)


@settings(deadline=None)
@given(graph=graphs(PRINTABLE | st.sampled_from(MARKUP)).filter(lambda g: g.is_named))
def test_graphviz_reads_what_we_write(tmp_path_factory, graph):
    path = tmp_path_factory.mktemp("dot") / "g.dot"
    write(graph, path)
    assert drawn(path) == graph


def test_what_graphviz_writes_is_read(tmp_path):
    graph = pygraphviz.AGraph(directed=True)
    graph.add_edge("my node", 'say "x"')
    graph.add_edge("my node", "C", dir="both", arrowtail="odot")
    graph.add_edge("C", "D", dir="none")
    graph.add_node("alone", label="X\\nY")
    graph.add_node("<b>markup</b>")
    path = tmp_path / "g.dot"
    graph.write(path)
    assert read(path) == Graph(
        ["my node", 'say "x"', "C", "D", "X\nY", "<b>markup</b>"],
        [("my node", "-->", 'say "x"'), ("my node", "o->", "C"), ("C", "---", "D")],
    )


def test_what_causal_learn_draws_is_read(tmp_path):
    graph = Graph.parse("A --> B; B <-> C; C o-o D; D o-> A; E --- A")
    path = tmp_path / "g.dot"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        GraphUtils.to_pydot(causal_learn_graph(graph)).write_raw(str(path))
    assert read(path) == graph


def test_names_cannot_become_markup_or_links(tmp_path):
    path = tmp_path / "g.dot"
    write(Graph(['x" URL="javascript:alert(1)', "<<b>x</b>>"]), path)
    graph = pygraphviz.AGraph(str(path))
    assert [dict(node.attr) for node in graph.nodes()] == [
        {"label": 'x" URL="javascript:alert(1)'},
        {"label": "<<b>x</b>>"},
    ]


DOT = r"""
// a comment
# a line for the preprocessor
strict digraph "my graph" {   /* another
   one */
  rankdir=LR; graph [bgcolor = white]
  node [shape=box];
  "a b":port:n -> c:se -> d [color="red", weight=2; penwidth=3]
  e [label="the \"e\" \N &amp; more"];
  subgraph cluster_1 { edge [dir=none]; f -> g; {h; i} -> {j k} ; label="inside" }
  g -> h [dir=both arrowtail=odot arrowhead=vee]
  1.5 -> -2 [arrowhead=odot]
  "long" + " name";
  m [label=<<i>M</i>>]
  c -> d
}
"""


def test_the_grammar_of_graphviz_is_read(put):
    graph = read(put("g.gv", DOT))
    assert graph.edges() == Graph(
        graph.nodes,
        [("a b", "-->", "c"), ("c", "-->", "d"), ("f", "---", "g")]
        + [(a, "---", b) for a in "hi" for b in "jk"]
        + [("g", "o->", "h"), ("1.5", "--o", "-2")],
    ).edges()  # fmt: skip
    assert {'the "e" e & more', "long name", "m"} <= set(graph.nodes)


def test_a_byte_order_mark_within_a_file_is_blank_by_itself_and_else_part_of_a_name(put):
    path = put("g.dot", "digraph { \ufeff a -> \ufeff0; \ufeff\ufeff; b\ufeff }")
    expected = Graph(["a", "\ufeff0", "\ufeff\ufeff", "b\ufeff"], [("a", "-->", "\ufeff0")])
    theirs = pygraphviz.AGraph(str(path))
    assert (set(theirs.nodes()), theirs.edges()) == (set(expected.nodes), [("a", "\ufeff0")])
    assert read(path) == expected


def test_an_undirected_drawing_is_undirected(put):
    assert read(put("g.dot", "graph { a -- b -- c }")) == Graph.parse("a --- b; b --- c")
    assert read(put("h.dot", "graph { a -- b [dir=forward] }")) == Graph.parse("a --> b")


BOTH_WAYS = [
    "digraph { a -> b -> a; b -> c }",
    "strict digraph { a -> b; b -> a; a -> b; b -> c }",
    "digraph { a -> b; b -> a [dir=forward]; b -> c }",
    "digraph { edge [dir=forward]; a -> b; b -> a; b -> c }",
    "digraph { a -> b; a -> b [dir=back]; b -> c }",
]


@pytest.mark.parametrize("text", BOTH_WAYS)
def test_arcs_both_ways_need_an_explanation(put, text):
    path = put("g.dot", text)
    with pytest.raises(AmbiguityError, match=r"'a' -> 'b' and 'b' -> 'a'.*symmetric="):
        read(path)
    with pytest.raises(AmbiguityError):
        read(path, kind="dag")
    with pytest.raises(GraphError, match="refused"):
        read(path, symmetric="refuse")
    cycle = Graph.parse("a --> b --> a; b --> c")
    assert read(path, symmetric="undirected") == Graph.parse("a --- b --> c")
    assert read(path, symmetric="bidirected") == Graph.parse("a <-> b --> c")
    assert read(path, symmetric="cycle") == read(path, kind="digraph") == cycle
    assert read(path, kind="pdag") == Graph.parse("a --- b --> c")
    assert read(path, kind="cpdag").kind == "cpdag"
    assert read(path, symmetric="cycle", kind="cpdag") == cycle


def test_arcs_both_ways_that_say_dir_are_a_cycle(put):
    text = "digraph { a -> b [dir=forward]; b -> a [dir=forward] }"
    for symmetric in (None, "undirected", "refuse"):
        assert read(put("g.dot", text), symmetric=symmetric) == Graph.parse("a --> b --> a")


@pytest.mark.parametrize("kind", [None, "digraph"])
@pytest.mark.parametrize("text", ["A --> B --> A", "#0 --> #1 --> #0", "A --> B; A <-> B"])
def test_our_two_edges_on_a_pair_need_no_explanation(tmp_path, text, kind):
    graph = Graph.parse(text).with_kind(kind)
    write(graph, tmp_path / "g.dot")
    assert read(tmp_path / "g.dot") == graph


def test_invisible_edges_are_no_edges_but_their_nodes_are_nodes(put):
    text = (
        'digraph { a -> b [style=invis]; b -> a; c -> d [style="dashed, invis" arrowhead=tee];'
        " c -> c [style=invis]; e -> a [style=bold] }"
    )
    assert read(put("g.dot", text)) == Graph.parse("a; b; c; d; e; b --> a; e --> a")
    strict = "strict digraph { a -> b; a -> b [style=invis] }"
    assert read(put("g.dot", strict)) == Graph.parse("a; b")
    scoped = "digraph { { edge [style=invis]; a -> b } b -> c }"
    assert read(put("g.dot", scoped)) == Graph.parse("a; b --> c")


@pytest.mark.parametrize(
    "attributes",
    ["color=transparent", "color=Transparent, fillcolor=transparent", 'color="#ff000000"',
     'color="transparent:transparent"', 'color="/x11/transparent", dir=none'],
)  # fmt: skip
def test_transparent_edges_are_no_edges(put, attributes):
    drawing = f"digraph {{ a -> b [{attributes}]; b -> c }}"
    assert read(put("g.dot", drawing)) == Graph.parse("a; b --> c")
    assert read(put("g.dot", f"strict {drawing[:-1]}; a -> b [color=red] }}")).n_edges == 2


@pytest.mark.parametrize(
    "attributes",
    ["color=red", 'color="transparent:red"', "color=transparent, fillcolor=red", 'color="#ff0000"',
     "fillcolor=transparent", 'color="#ff000001"', "fontcolor=transparent"],
)  # fmt: skip
def test_edges_of_which_something_is_drawn_are_edges(put, attributes):
    drawing = f"digraph {{ a -> b [{attributes}]; b -> c }}"
    assert read(put("g.dot", drawing)) == Graph.parse("a --> b --> c")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("digraph {\n a -> b [arrowhead=tee] }", "line 2: arrowhead must be a shape"),
        ("digraph { a -> b [dir=sideways] }", "dir must be"),
        ("digraph { a -- b }", "-> in a digraph"),
        ("graph { a -> b }", "-- in a graph"),
        ("digraph { a -> }", "a node is required here; got '}'"),
        ("digraph { a -> b", "a closing brace is required here; got the end"),
        ("digraph { a } b", "the end of the file is required"),
        ("{ a -> b }", "graph or digraph is required here"),
        ("dag { a -> b }", "got 'dag', which begins a text of DAGitty"),
        ("digraph { a <- b }", "If < begins an arrow such as <-, write the edge with ->"),
        ("digraph { a -> a }", "no edge to itself"),
        ("digraph { a -> b; a -> b }", "twice"),
        ("digraph { a ~ b }", "a name without quotes holds"),
        ("digraph { a -> 7SK; 7SK -> b }", "must be a number; got '7SK'"),
        ("digraph { 1.5.2 -> b }", "must be a number; got '1.5.2'"),
        ('digraph { a [label="x"]; b [label="x"] }', "both become"),
        ("digraph {\n\n a [label=] }", "line 3: the value of an attribute"),
    ],
)
def test_what_is_not_graphviz_or_no_mark_is_refused(put, text, reason):
    with pytest.raises((FormatError, GraphError), match=reason):
        read(put("g.dot", text))


def test_3files_12_weights_that_no_layout_has_are_read_with_a_warning(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text("digraph{A->B[weight=0.9]; B->C[weight=0.01]; A->C[weight=0]}")
    with pytest.warns(ClassWarning, match=r"are not read as scores; got weight=0\.9, 0\.01, 0\. If"):
        assert read(path) == Graph.parse("A --> B --> C; A --> C")


@pytest.mark.parametrize("weight", ["1", "2", "10", '"3.0"'])
def test_weights_of_a_layout_are_no_matter(tmp_path, weight):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph{{edge[weight={weight}] A->B; B->C[style=invis,weight=0]}}")
    assert read(path) == Graph.parse("A --> B; C")


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("lag=1", "without lags"), ('tau="2"', "without lags"), ('mark="<->"', "arrowhead"),
        ("mark=undirected", "arrowhead"), ("bidirected=true", "arrowhead"), ("present=False", "present"),
        ("mark=<->", "arrowhead"), ("type=bidirected", "arrowhead"), ("deleted=1", "present"),
    ],
)  # fmt: skip
def test_attributes_of_networkx_that_are_not_drawn_are_refused(tmp_path, attribute, words):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{\n  A -> B;\n  B -> C [color=red, {attribute}];\n}}\n")
    with pytest.raises(AmbiguityError, match=r"line 3.*'B' and 'C'") as caught:
        read(path)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ("prob=0.3", r"prob=0\.3"), ('pvalue="0.01"', r"pvalue=0\.01"), ("coef=-2", "coef=-2"),
        ('"edge weight"=0.5', r"edge weight=0\.5"), ("effect=0.5", r"effect=0\.5"),
        ('label="-0.53"', r"label=-0\.53"), ("xlabel=.5", r"xlabel=\.5"),
        ("headlabel=0.5", r"headlabel=0\.5"), ("taillabel=0.5", r"taillabel=0\.5"),
        ('label="1"', "label=1"), ('xlabel=" -2 "', "xlabel= -2 "),
        ("p_value=.5, beta=2", r"p_value=\.5, beta=2"),
    ],
)  # fmt: skip
def test_numbers_of_edges_are_dropped_with_a_warning(put, attributes, shown):
    for text in (
        f"A -> B [{attributes}]",
        f"edge [{attributes}]; A -> B",
        f"{{edge[{attributes}] A->B}}",
    ):
        with pytest.warns(ClassWarning, match=f"are not read; got {shown}. If they are scores"):
            assert read(put("g.dot", f"digraph {{ {text} }}")) == Graph.parse("A --> B")


@pytest.mark.parametrize(
    "attributes",
    [
        "prob=1",
        "coef=1.0",
        "penwidth=2.5",
        "effect=positive",
        'label="inhibits"',
        'label="lag 0"',
        "minlen=2",
    ],
)
def test_attributes_without_such_numbers_are_dropped_silently(put, attributes):
    text = f"digraph {{ score=-120.5; edge [{attributes}]; A -> B; B -> C [prob=0.5, style=invis] }}"
    assert read(put("g.dot", text)) == Graph.parse("A --> B; C")


@pytest.mark.parametrize(
    "text",
    [
        "edge [lag=1]; A -> B", "graph [lag=1]; A -> B", "lag=1; A -> B", "edge [lag=1]; {A -> B}",
        "A -> C; edge [mark=<->]; A -> B", "edge [lag=1]; edge [color=red]; A -> {B; C}",
        "edge [confounded=True]; A -> B", "A -> C; {edge [present=false]; A -> B}",
    ],
)  # fmt: skip
def test_defaults_count_for_the_edges_after_them(put, text):
    with pytest.raises(AmbiguityError, match="the edge of 'A' and 'B' has"):
        read(put("g.dot", f"digraph {{ {text} }}"))


@pytest.mark.parametrize(
    "text",
    ["A -> B; edge [lag=1]", "{edge [lag=1]} A -> B", "edge [lag=1]; edge [lag=x]; A -> B",
     "edge [lag=1]; A -> B [style=invis]; {edge [lag=none]; A -> B}"],
)  # fmt: skip
def test_defaults_count_for_no_other_edges(put, text):
    assert read(put("g.dot", f"digraph {{ {text} }}")) == Graph.parse("A --> B")


def test_attributes_that_fit_what_is_drawn_are_ignored(tmp_path):
    path = tmp_path / "g.dot"
    attributes = 'mark="-->", present=true, constraint=false, class=undirected, comment="<->"'
    path.write_text(
        f"digraph {{A [lag=1, mark=x]; A -> B [{attributes}]; B -> C [lag=1, style=invis]; "
        'C -> D [dir=both, mark="<->"]}'
    )
    assert read(path) == Graph.parse("A --> B; C <-> D")


def test_the_labels_of_pyagrums_dag_are_its_names(put):
    text = 'digraph {{ {} [label="({}) A"]; 1 [label="(1) B\\"x"]; 0 -> 1 }}'
    assert read(put("g.dot", text.format(0, 0))) == Graph.parse('A --> "B\\"x"')
    assert read(put("g.dot", text.format(0, 1))).nodes == ("(1) A", '(1) B"x')
    gum = pytest.importorskip("pyagrum")
    network = gum.fastBN("A->B->C<-D")
    graph = Graph.parse("A --> B --> C <-- D")
    assert read(put("g.dot", network.dag().toDot())) == graph
    pdag = gum.EssentialGraph(network).pdag()
    assert read(put("g.dot", pdag.toDot())) == Graph.parse("A --- B --> C <-- D")


@pytest.mark.parametrize(
    "label",
    ["lag 1", "lag=1", "Lag: 2", "tau=1", "time lag 3", "delay 1", " lag1 ", "t-1", "(t - 2)", "@1"],
)
@pytest.mark.parametrize("name", ["label", "xlabel"])
def test_a_label_that_states_a_lag_is_refused(put, label, name):
    for text in (f'A -> B [{name}="{label}"]', f'edge [{name}="{label}"]; A -> B'):
        with pytest.raises(AmbiguityError, match="line 1: a Graphviz file holds a graph without lags"):
            read(put("g.dot", f"digraph {{ {text} }}"))
    hidden = f'digraph {{ A -> B [{name}="{label}", style=invis]; B -> C }}'
    assert read(put("g.dot", hidden)) == Graph.parse("A; B --> C")


@pytest.mark.parametrize(
    "attribute",
    [
        'label="<->"',
        'xlabel="o->"',
        "label=undirected",
        "label=Bidirected",
        "endpoint1=CIRCLE",
        "mark2=o",
    ],
)
def test_an_edge_drawn_plainly_may_not_state_another_one(put, attribute):
    """networkx writes these attributes, and its graphs that have them are refused."""
    for text in (f"A -> B [{attribute}]", f"edge [{attribute}]; A -> B"):
        with pytest.raises(AmbiguityError, match="line 1: the marks of an edge are read from dir"):
            read(put("g.dot", f"digraph {{ {text} }}"))


def test_labels_that_fit_what_is_drawn_are_read(put):
    text = 'digraph { A -> B [label="<->", dir=both]; B -> C [label="-->"]; C -> D [label="-"] }'
    assert read(put("g.dot", text)) == Graph.parse("A <-> B --> C --> D")


def test_the_graph_that_pgmpy_draws_has_no_weights(tmp_path):
    """pgmpy writes weight=None at every edge."""
    base = pytest.importorskip("pgmpy.base")
    path = tmp_path / "g.dot"
    base.DAG([("A", "B"), ("B", "C")]).to_graphviz().write(str(path))
    assert "weight=None" in path.read_text()
    assert read(path) == Graph.parse("A --> B --> C")
