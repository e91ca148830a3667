"""Attributes of edges of networkx that contradict the edge are asked about, under any usual name."""

import re
from types import SimpleNamespace

import networkx
import numpy as np
import pytest
from pgmpy.base import DAG

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import AmbiguityError, ClassWarning

CONTRADICTIONS = [
    {"kind": "bidirected"}, {"orientation": "undirected"}, {"direction": "both"}, {"bidirected": True},
    {"undirected": True}, {"directed": False}, {"oriented": False}, {"unoriented": 1},
    {"lags": [1]}, {"lags": np.array([1, 2])},
    {"endpoint": "circle"}, {"anything": "<->"}, {"edge_kind": "o->"}, {"undirected": 1},
    {"relation": "Bidirected"}, {"bidirectional": np.bool_(True)}, {"present": False},
    {"is_edge": np.bool_(False)}, {"exists": 0}, {"significant": "no"}, {"Deleted": True}, {"Lag": 1},
    {"confounded": True}, {"has_confounder": 1}, {"bidirected": "True"}, {"undirected": "yes"},
    {"delays": [1]}, {"endpoint": "o"}, {"marks": {"A": "o", "B": ">"}}, {"endpoints": ("<", ">")},
    {"endpoints": {"tail": "circle", "head": "arrow"}}, {"endpoint1": "CIRCLE"}, {"end_1": "o"},
    {"arrowstyle": "-"}, {"arrowstyle": "<|-|>"}, {"ArrowStyle": "<|-,head_length=1"},
    {"endpoint2": "TAIL"}, {"node1_endpoint": "ARROW"}, {"mark_2": SimpleNamespace(name="TAIL")},
]  # fmt: skip
FITTING = [
    {"kind": "directed"}, {"orientation": "forward"}, {"direction": "-->"}, {"bidirected": False},
    {"undirected": False}, {"directed": True}, {"lags": []}, {"sign": "-"}, {"kind": "strong"},
    {"present": True}, {"exists": 1}, {"keep": "yes"}, {"absent": False},
    {"color": "none"}, {"relation": "inhibits"}, {"mark": "-->", "kind": "bidirected"},
    {"arrowstyle": "-|>"}, {"arrowstyle": "->"}, {"arrowstyle": "fancy"},
    {"confounded": False}, {"bidirected": "no"}, {"confounder": "U"}, {"marks": {"A": "-", "B": ">"}},
    {"endpoints": ("-", ">")}, {"kind": ("strong", "weak")}, {"mark": "-->", "marks": {"A": "o"}},
    {"endpoint1": "TAIL", "endpoint2": "ARROW"}, {"end1": "Paris", "endpoint3": "circle"},
]  # fmt: skip


def drawn(attributes, make=networkx.DiGraph):
    graph = make()
    graph.add_edge("A", "B", weight=1, **attributes)
    return graph


@pytest.mark.parametrize("attributes", CONTRADICTIONS)
def test_attributes_that_contradict_the_edge_are_refused(attributes):
    (name,) = attributes
    with pytest.raises(AmbiguityError, match=name):
        em.as_graph(drawn(attributes))
    with pytest.raises(AmbiguityError, match=name):
        EdgeScores.from_networkx(drawn(attributes))
    if name.lower() not in ("lag", "lags", "delays"):
        with pytest.raises(AmbiguityError, match=name):
            em.as_temporal(drawn({"lag": 1} | attributes))


@pytest.mark.parametrize("attributes", FITTING)
def test_attributes_that_fit_the_edge_are_read(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    assert EdgeScores.from_networkx(drawn(attributes))["A", "B"] == 1
    series = em.as_temporal(drawn({"lag": 1} | attributes))
    assert series == em.TemporalGraph.parse("A --> B @1; lags 1")


WEIGHTS = [
    {"coef": 0.7}, {"beta": -2}, {"Coefficient": "0.5"}, {"effect": 0.5}, {"edge_weight": 3},
    {"effect size": np.float32(0.5)}, {"freq": 0.2}, {"value": 31}, {"correlation": 0}, {"prob": 0.25},
]  # fmt: skip
NO_WEIGHTS = [
    {"coef": 1}, {"beta": None}, {"effect": "positive"}, {"value": "high"}, {"prob": True},
    {"coefficient": "1"}, {"penwidth": 2}, {"value": np.nan}, {"effect": 1.0},
]  # fmt: skip


@pytest.mark.parametrize("attributes", WEIGHTS)
def test_numbers_that_tell_edges_apart_are_asked_about(attributes):
    (name,) = attributes
    with pytest.raises(AmbiguityError, match=f"has the {name}") as caught:
        em.as_graph(drawn(attributes))
    code = caught.value.message.remedies[0].python
    if not isinstance(attributes[name], str) and attributes[name] >= 0:
        graph = drawn(attributes)
        assert eval(code, {"EdgeScores": EdgeScores, "graph": graph})["A", "B"] == attributes[name]
    assert em.as_graph(drawn(attributes), weights="ignore") == Graph.parse("A --> B")
    with pytest.raises(AmbiguityError, match=f"has the {name}"):
        em.as_temporal(drawn({"lag": 1} | attributes))


@pytest.mark.parametrize("attributes", NO_WEIGHTS)
def test_what_does_not_tell_edges_apart_is_dropped(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    assert em.as_temporal(drawn({"lag": 1} | attributes)).n_edges == 1


def test_the_edges_of_undirected_graphs_may_not_be_directed():
    for attributes in ({"directed": True}, {"undirected": False}, {"kind": "directed"}):
        with pytest.raises(AmbiguityError):
            em.as_graph(drawn(attributes, networkx.Graph))
    for attributes in ({"directed": False}, {"undirected": True}, {"orientation": "undirected"}):
        assert em.as_graph(drawn(attributes, networkx.Graph)) == Graph.parse("A --- B")


def test_the_attribute_of_the_scores_may_be_0():
    graph = networkx.DiGraph([("A", "B", {"present": 0}), ("B", "C", {"present": 1})])
    assert EdgeScores.from_networkx(graph, weight="present")["A", "B"] == 0


@pytest.mark.parametrize("nodes", [(("A", -1), ("B", 0)), (("A", 0), ("B", 1)), ((0, -1), (1, 0))])
def test_nodes_that_may_be_variables_at_a_time_step_are_refused(nodes):
    for make in (networkx.DiGraph, networkx.Graph):
        graph = make()
        graph.add_edge(*nodes, weight=1)
        with pytest.raises(AmbiguityError, match="time step"):
            em.as_graph(graph)
        with pytest.raises(AmbiguityError, match="time step"):
            EdgeScores.from_networkx(graph)
    with pytest.raises(AmbiguityError, match="time step") as caught:
        em.as_temporal(networkx.DiGraph([nodes]))
    code = caught.value.message.remedies[0].python
    names = {"TemporalGraph": em.TemporalGraph, "obj": networkx.DiGraph([nodes])}
    a, b = nodes[0][0], nodes[1][0]
    assert eval(code, names) == em.TemporalGraph.parse(f"{a} --> {b} @1; lags 1")


def test_nodes_of_a_grid_are_names():
    assert em.as_graph(networkx.grid_2d_graph(1, 2)).nodes == ("(0, 0)", "(0, 1)")


def test_the_marks_that_pgmpy_stores_are_not_lost_in_a_plain_graph():
    edges = [("A", "B", {"marks": {"A": "-", "B": ">"}}), ("B", "C", {"marks": {"B": ">", "C": ">"}})]
    for graph in (networkx.Graph(edges), networkx.Graph(edges).to_directed()):
        with pytest.raises(AmbiguityError, match="has marks="):
            em.as_graph(graph)
    undirected = networkx.Graph([("A", "B", {"marks": {"A": "-", "B": "-"}})])
    assert em.as_graph(undirected) == Graph.parse("A --- B")


@pytest.mark.parametrize("key", ["<->", "o->", "bidirected", "undirected"])
def test_the_keys_of_multigraphs_may_not_be_marks(key):
    graph = networkx.MultiDiGraph([("A", "B", key)])
    with pytest.raises(AmbiguityError, match=f"has the key '{key}'"):
        em.as_graph(graph)
    with pytest.raises(AmbiguityError, match=f"has the key '{key}'"):
        em.as_temporal(graph)
    marked = networkx.MultiDiGraph([("A", "B", key, {"mark": "<->"})])
    assert em.as_graph(marked) == Graph.parse("A <-> B")


@pytest.mark.parametrize("key", ["-->", "directed", "strong", 0, 3])
def test_other_keys_of_multigraphs_are_dropped(key):
    assert em.as_graph(networkx.MultiDiGraph([("A", "B", key)])) == Graph.parse("A --> B")


@pytest.mark.parametrize(
    "attribute", ['key="<->"', "key=bidirected", 'symbol="o->"', "category=undirected"]
)
def test_a_graphviz_file_may_not_hold_marks_under_other_names(attribute, tmp_path):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ A -> B [{attribute}] }}")
    with pytest.raises(AmbiguityError, match=attribute.partition("=")[0]):
        em.read(path)
    path.write_text("digraph { A -> B [key=0, category=strong] }")
    assert em.read(path) == Graph.parse("A --> B")


UNKNOWN = [
    {"regime": 1}, {"learned": True}, {"learned": False}, {"selected": 0.5}, {"bic": np.float64(-3)},
    {"fixed": np.bool_(False)}, {"tau": 0.5}, {"tau": True}, {"delay": 1.5}, {"valid": 0.5}, {"n": 7},
]  # fmt: skip
OF_THE_PICTURE = [
    {"color": "red"}, {"pen_width": 2}, {"label": "strong"}, {"pos": (0, 1)}, {"style": "dashed"},
    {"id": 3}, {"arrowsize": 0.5}, {"title": "A"}, {"lhead": "x"}, {"comment": "yes"}, {"sign": -1},
]  # fmt: skip


@pytest.mark.parametrize("attributes", UNKNOWN)
def test_numbers_and_booleans_that_nobody_reads_are_not_dropped_without_a_word(attributes):
    ((name, value),) = attributes.items()
    says = f"attributes of edges are not read, .*; got {re.escape(f'{name}={value!r}')}"
    with pytest.warns(ClassWarning, match=says):
        assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    with pytest.warns(ClassWarning, match=says):
        assert EdgeScores.from_networkx(drawn(attributes))["A", "B"] == 1
    with pytest.warns(ClassWarning, match=says):
        assert em.as_temporal(drawn({"lag": 1} | attributes)).n_edges == 1
    assert em.as_graph(drawn(attributes), weights="ignore") == Graph.parse("A --> B")


@pytest.mark.parametrize("attributes", OF_THE_PICTURE)
def test_attributes_of_the_picture_are_dropped(attributes):
    graph = networkx.DiGraph([("A", "B", attributes), ("B", "C")])
    assert em.as_graph(graph) == Graph.parse("A --> B --> C")


@pytest.mark.parametrize("values", [("expert", "data"), ("expert", None), ("weak", ""), ([1], [2])])
def test_texts_that_tell_edges_apart_are_not_dropped_without_a_word(values):
    graph = networkx.DiGraph([("A", "B"), ("B", "C")])
    for edge, value in zip(graph.edges, values, strict=True):
        graph.edges[edge]["origin"] = value
    with pytest.warns(ClassWarning, match="got origin="):
        em.as_graph(graph)
    for edge in graph.edges:
        graph.edges[edge]["origin"] = values[0]
    assert em.as_graph(graph) == Graph.parse("A --> B --> C")


def test_a_lag_beside_the_one_that_is_read_is_not_dropped_without_a_word():
    with pytest.warns(ClassWarning, match="got delay=3"):
        em.as_temporal(drawn({"lag": 1, "delay": 3}))


def test_the_names_of_attributes_may_be_of_any_type():
    graph = networkx.DiGraph([("A", "B")])
    graph.edges["A", "B"].update({3: 4, ("x",): "y", None: True})
    with pytest.warns(ClassWarning, match=r"got 3=4, None=True\."):
        em.as_graph(graph)


def test_numbers_of_every_edge_may_be_scores():
    graph = networkx.DiGraph([("A", "B", {"dose": 0.5}), ("B", "C", {"dose": 2})])
    with pytest.warns(ClassWarning, match=r"weight='dose'") as caught:
        em.as_graph(graph)
    codes = [remedy.python for remedy in caught[0].message.remedies]
    assert 'as_graph(graph, weights="ignore")' in codes
    names = {"EdgeScores": EdgeScores, "graph": graph}
    assert eval(next(code for code in codes if "dose" in code), names)["B", "C"] == 2
    del graph.edges["A", "B"]["dose"]
    with pytest.warns(ClassWarning, match="got dose=2") as caught:
        em.as_graph(graph)
    assert "weight=" not in str(caught[0].message).replace("weights=", "")


@pytest.mark.parametrize(
    ("edges", "got"),
    [
        ("a -> b [regime=1]; b -> c", "regime=1"),
        ("edge [regime=2]; a -> b", "regime=2"),
        ("a -> b [learned=true]", "learned=True"),
        ("a -> b [dose=0.5]", "dose=0.5"),
        ("a -> b [tau=0.5]", "tau=0.5"),
        ("a -> b [origin=expert]; b -> c", "origin='expert'"),
        ("a -> b [origin=expert]; b -> c [origin=data]", "origin='expert'"),
    ],
)
def test_attributes_that_graphviz_does_not_draw_are_not_dropped_without_a_word(edges, got, tmp_path):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ {edges} }}")
    with pytest.warns(ClassWarning, match=f"Graphviz does not draw are not read, .* got {got}"):
        em.read(path)


@pytest.mark.parametrize(
    "edges",
    [
        "a -> b [origin=expert]; b -> c [origin=expert]",
        'a -> b [color=red, penwidth=2, _draw_="c 7", lp="1,2", minlen=2, target=x]',
        "a [regime=1]; a -> b",
        "graph [bic=-30]; a -> b",
        "a -> b [style=invis, regime=1]",
        'a -> b [dir=both, type="<->"]',
        "a -> b [key=0, present=true, type=directed]",
    ],
)
def test_what_graphviz_draws_or_does_not_tell_edges_apart_is_dropped(edges, tmp_path):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ {edges} }}")
    em.read(path)


@pytest.mark.parametrize("weight", [{}, [], (), None, {"weight": None}, "None"])
def test_weights_without_a_value_are_no_weights(weight):
    """TreeSearch of pgmpy writes {} for the weights of its edges, and its DAG None, a text in files."""
    assert em.as_graph(networkx.DiGraph([("A", "B", {"weight": weight})])) == Graph.parse("A --> B")


def coloured_by_causal_learn(edges):
    """The form of `CausalGraph.to_nx_graph`: red is bidirected, green undirected, both ways each."""
    return networkx.DiGraph([(a, b, {"color": colour}) for a, b, colour in edges])


@pytest.mark.parametrize("kind", [None, "pdag", "cpdag", "mpdag"])
def test_red_pairs_of_causal_learn_do_not_become_undirected(kind):
    edges = [(0, 1, "r"), (1, 0, "r"), (2, 1, "b"), (3, 4, "g"), (4, 3, "g")]
    with pytest.raises(AmbiguityError, match=r"'0','1' and '1','0' in red, as causal-learn's nx_graph"):
        em.as_graph(coloured_by_causal_learn(edges), kind=kind)


def test_other_colours_are_about_the_picture():
    green = coloured_by_causal_learn([(0, 1, "b"), (2, 3, "g"), (3, 2, "g")])
    assert em.as_graph(green, kind="pdag") == Graph.parse("0 --> 1; 2 --- 3")
    one_way = coloured_by_causal_learn([(0, 1, "r"), (1, 2, "b")])
    assert em.as_graph(one_way) == Graph.parse("0 --> 1 --> 2")
    crimson = coloured_by_causal_learn([(0, 1, "r"), (1, 0, "r"), (1, 2, "red")])
    assert em.as_graph(crimson, kind="pdag") == Graph.parse("0 --- 1 --> 2")
    cycle = coloured_by_causal_learn([(0, 1, "r"), (1, 0, "r")])
    assert em.as_graph(cycle, kind="digraph") == Graph.parse("0 --> 1 --> 0")


def test_renamed_graphs_of_pgmpy_are_read():
    renamed = networkx.relabel_nodes(DAG([("A", "B"), ("B", "C")]), {"A": "a"})
    assert em.as_graph(renamed) == Graph.parse("a --> B --> C")
    weighted = DAG()
    weighted.add_edge("A", "B", weight=0.5)
    with pytest.raises(AmbiguityError, match=r"the weight \{'weight': 0\.5\}"):
        em.as_graph(networkx.relabel_nodes(weighted, {"A": "a"}))


@pytest.mark.parametrize(
    "attributes", [{"label": "0.5"}, {"label": 0.5}, {"xlabel": "-0.25"}, {"origin": "0.5"}], ids=str
)
@pytest.mark.parametrize("n_edges", [1, 2])
def test_numbers_in_text_are_told(attributes, n_edges):
    """Graphviz files have warned about a label such as 0.5; networkx graphs dropped it."""
    graph = networkx.DiGraph()
    for a, b in ("AB", "BC")[:n_edges]:
        graph.add_edge(a, b, **attributes)
    (name,) = attributes
    with pytest.warns(ClassWarning, match=f"attributes of edges are not read.*got {name}="):
        em.as_graph(graph)
    em.as_graph(graph, weights="ignore")


def test_labels_that_repeat_scores_are_not_told():
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", weight=0.512, label="0.51")
    assert EdgeScores.from_networkx(graph)["A", "B"] == 0.512


@pytest.mark.parametrize("label", ["2", 2, "yes", "a0.5", "1e400"])
def test_other_labels_stay_silent(label):
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", label=label, name="0.5", comment="0.5")
    assert em.as_graph(graph).n_edges == 1


@pytest.mark.parametrize("label", ["lag 1", "tau=2", "t-1", "@1"])
def test_a_label_that_states_a_lag_is_refused(label):
    """The same label was refused in a Graphviz file, and dropped from a graph of networkx."""
    graph = networkx.DiGraph([("A", "B", {"label": label})])
    with pytest.raises(AmbiguityError, match=f"has label='{re.escape(label)}'. If it is a lag, call it"):
        em.as_graph(graph)
    graph.edges["A", "B"]["lag"] = 1
    assert em.as_temporal(graph).edges() == [("A", "-->", "B", 1)]
