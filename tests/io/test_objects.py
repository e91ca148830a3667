"""Objects that the real packages make."""

import random
import subprocess
import sys
import warnings

import networkx
import numpy as np
import pandas as pd
import pyagrum
import pytest
import scipy.sparse
from causallearn.graph.Dag import Dag
from causallearn.graph.GraphNode import GraphNode
from causallearn.search.ConstraintBased.FCI import fci
from causallearn.search.ConstraintBased.PC import pc
from hypothesis import given, settings
from pgmpy.base import DAG, MAG, PDAG, AncestralBase, UndirectedGraph
from pgmpy.base.ADMG import ADMG
from pgmpy.models import DiscreteBayesianNetwork, DynamicBayesianNetwork, LinearGaussianBayesianNetwork

import edgemark as em
from edgemark import Graph, to_cpdag
from edgemark.errors import AmbiguityError, FormatError, GraphError
from edgemark.io import as_graph
from tests.io.foreign import CAUSAL_LEARN, causal_learn_graph
from tests.public import PUBLIC
from tests.strategies import graphs

COLLIDER = Graph.parse("A --> B; C --> B")


def data_of_a_collider(n=400):
    rng = np.random.default_rng(0)
    a, c = rng.normal(size=(2, n))
    return np.column_stack([a, a + c + 0.3 * rng.normal(size=n), c])


# ---- ours, and none


def test_a_graph_is_itself():
    assert as_graph(COLLIDER) is COLLIDER
    assert as_graph(COLLIDER, kind="cpdag").kind == "cpdag"


@pytest.mark.parametrize(
    "matrix",
    [
        np.zeros((2, 2)),
        [[0, 1], [0, 0]],
        ((0, 1), (0, 0)),
        pd.DataFrame([[0]]),
        scipy.sparse.eye_array(2, k=1),
    ],
)
def test_a_matrix_points_to_from_adjacency(matrix):
    with pytest.raises(AmbiguityError, match=r"Graph\.from_adjacency\(obj, direction="):
        as_graph(matrix)


@pytest.mark.parametrize("edges", [[("A", "B")], (["A", "B"], ["B", "C"]), [("A", "-->", "B")]])
def test_a_list_of_edges_points_to_from_edges(edges):
    with pytest.raises(TypeError, match=r"of edges.*Graph\.from_edges\("):
        as_graph(edges)


@pytest.mark.parametrize("text", ["A --> B", __file__])
def test_text_points_to_read_and_parse(text):
    with pytest.raises(TypeError, match=r"read\(path\).*Graph\.parse"):
        as_graph(text)


@pytest.mark.parametrize("obj", [None, 3, object(), {"A": ["B"]}, [], [("A", "-->", "B"), 3]])
def test_anything_else_lists_what_is_accepted(obj):
    with pytest.raises(TypeError, match="as_graph takes graphs of causal-learn"):
        as_graph(obj)


def test_a_library_that_was_not_loaded_stays_so(put):
    code = "import sys, edgemark.io as io; io.as_graph(io.read(sys.argv[1])); print(*sys.modules)"
    run = [sys.executable, "-c", code, put("g.txt", "A --> B")]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert not {"networkx", "causallearn", "pgmpy", "pyagrum", "pandas", "scipy"} & set(loaded)


# ---- causal-learn


@settings(deadline=None)
@given(graph=graphs(states=CAUSAL_LEARN).filter(lambda g: g.is_named))
def test_a_general_graph_is_read(graph):
    assert as_graph(causal_learn_graph(graph)) == graph


def test_two_edges_on_a_pair_of_a_general_graph_are_read():
    bow = Graph.parse("B --> A; A <-> B; B --> C; C <-> B")
    assert as_graph(causal_learn_graph(bow)) == bow


def test_a_causal_learn_dag_is_declared_one():
    nodes = [GraphNode("A"), GraphNode("B")]
    dag = Dag(nodes)
    dag.add_directed_edge(*nodes)
    assert as_graph(dag) == Graph.parse("A --> B")
    assert as_graph(dag).kind == "dag"


def test_pc_is_read_and_claims_a_cpdag():
    result = pc(data_of_a_collider(), show_progress=False, node_names=["A", "B", "C"])
    assert as_graph(result) == COLLIDER
    assert as_graph(result).kind == "cpdag"
    assert as_graph(result, kind="pdag").kind == "pdag"


def test_fci_points_to_the_first_part_of_its_result():
    result = fci(data_of_a_collider(), show_progress=False, verbose=False, node_names=["A", "B", "C"])
    with pytest.raises(TypeError, match=r"as_graph\(obj\[0\]\)"):
        as_graph(result)
    assert as_graph(result[0]) == Graph.parse("A o-> B <-o C")
    with pytest.raises(TypeError, match=r"as_graph\(obj\['G'\]\)"):
        as_graph({"G": result[0]})


def test_codes_that_causal_learn_does_not_have_are_refused():
    graph = causal_learn_graph(COLLIDER)
    graph.graph[0, 1] = 3
    with pytest.raises(FormatError, match="got 3 at 'A' and 1 at 'B'"):
        as_graph(graph)
    graph.graph[0, 1] = 0
    with pytest.raises(FormatError, match="got 0 at 'A'"):
        as_graph(graph)


def test_the_list_of_edges_of_fci_is_told_to_be_left_out():
    graph = causal_learn_graph(Graph.parse("A --> B; C"))
    with pytest.raises(TypeError, match="Give the graph that fci returns before it") as caught:
        as_graph(graph.get_graph_edges())
    assert "for one in obj" not in str(caught.value)
    with pytest.raises(TypeError, match="for one in obj"):
        as_graph([graph, graph])


def test_an_object_is_never_changed():
    graph = causal_learn_graph(COLLIDER)
    before = graph.graph.copy()
    as_graph(graph)
    assert (graph.graph == before).all()


# ---- networkx


def test_a_directed_networkx_graph_is_read():
    digraph = networkx.DiGraph([("A", "B"), ("C", "B")])
    digraph.add_node("D")
    assert as_graph(digraph) == Graph.parse("A --> B <-- C; D")
    assert as_graph(digraph).nodes == ("A", "B", "C", "D")
    assert as_graph(digraph).kind is None


@pytest.mark.parametrize("made", [networkx.DiGraph, networkx.Graph])
@pytest.mark.parametrize("seed", range(5))
def test_networkx_graphs_are_read_alike_with_and_without_attributes(made, seed):
    """Without attributes all edges are read at once; an attribute of ours has them read one by one."""
    drawn = networkx.gnp_random_graph(30, 0.2, seed=seed)
    order = random.Random(seed).sample(range(30), 30)
    arcs = [(f"X{order[a]}", f"X{order[b]}") for a, b in drawn.edges]
    plain, coloured, marked = made(), made(), made()
    for graph in (plain, coloured, marked):
        graph.add_nodes_from(f"X{k}" for k in range(30))
    plain.add_edges_from(arcs)
    coloured.add_edges_from(arcs, colour="red")
    glyph = "-->" if made is networkx.DiGraph else "---"
    marked.add_edges_from(arcs, mark=glyph)
    expected = Graph.from_edges([(a, glyph, b) for a, b in arcs], nodes=[f"X{k}" for k in range(30)])
    assert [expected] * 4 == [*map(as_graph, (plain, coloured, marked, networkx.freeze(plain)))]
    assert tuple(plain.nodes) == as_graph(plain).nodes
    assert as_graph(plain.subgraph(["X1", "X2", "X3"])).n_nodes == 3


def test_an_undirected_networkx_graph_is_undirected():
    graph = as_graph(networkx.Graph([("A", "B")]))
    assert graph == Graph.parse("A --- B")
    assert graph.kind == "undirected"


def test_labels_become_names_and_must_not_collide():
    assert as_graph(networkx.DiGraph([(0, 1)])).nodes == ("0", "1")
    with pytest.raises(GraphError, match="1 and '1' both become '1'"):
        as_graph(networkx.DiGraph([(1, "1")]))


def test_arcs_both_ways_need_an_explanation():
    digraph = networkx.DiGraph([("A", "B"), ("B", "A"), ("B", "C")])
    with pytest.raises(AmbiguityError, match=r"'A','B' and 'B','A'.*kind="):
        as_graph(digraph)
    assert as_graph(digraph, kind="digraph") == Graph.parse("A --> B --> A; B --> C")
    for kind in ("pdag", "cpdag"):
        assert as_graph(digraph, kind=kind) == Graph.parse("A --- B --> C")


def test_self_loops_are_refused():
    with pytest.raises(GraphError, match="'A'"):
        as_graph(networkx.DiGraph([("A", "A")]))


def test_parallel_edges_are_refused():
    assert as_graph(networkx.MultiDiGraph([("A", "B")])) == Graph.parse("A --> B")
    for cls in (networkx.MultiDiGraph, networkx.MultiGraph):
        with pytest.raises(GraphError, match="twice"):
            as_graph(cls([("A", "B"), ("A", "B")]))


def test_an_attribute_may_say_the_marks():
    digraph = networkx.MultiDiGraph()
    digraph.add_edge("A", "B", mark="o->")
    digraph.add_edge("C", "B", mark="-->")
    digraph.add_edge("B", "C", mark="<->")
    assert as_graph(digraph) == Graph.parse("A o-> B; C --> B; B <-> C")
    undirected = networkx.Graph()
    undirected.add_edge("A", "B", mark="o-o")
    assert as_graph(undirected) == Graph.parse("A o-o B")
    undirected.add_edge("A", "B", mark="o->")
    with pytest.raises(FormatError, match="Use a DiGraph"):
        as_graph(undirected)
    with pytest.raises(FormatError, match="'mark'"):
        as_graph(networkx.DiGraph([("A", "B", {"mark": 3})]))


def test_a_subclass_is_read_as_what_it_descends_from():
    class Mine(networkx.DiGraph):
        pass

    assert as_graph(Mine([("A", "B")])) == Graph.parse("A --> B")


# ---- pgmpy


@pytest.mark.parametrize("cls", [DAG, DiscreteBayesianNetwork, LinearGaussianBayesianNetwork])
def test_a_pgmpy_dag_is_declared_one(cls):
    graph = as_graph(cls([("A", "B"), ("C", "B")]))
    assert graph == COLLIDER
    assert graph.kind == "dag"


def test_latent_variables_of_pgmpy_stay_nodes():
    assert as_graph(DAG([("L", "A"), ("L", "B")], latents={"L"})) == Graph.parse("L --> A; L --> B")


def test_a_pgmpy_pdag_is_read_with_its_undirected_edges():
    pdag = PDAG(
        directed_ebunch=[("A", "C"), ("D", "C")], undirected_ebunch=[("B", "A"), ("A", "B"), ("B", "D")]
    )
    assert as_graph(pdag) == Graph.parse("A --> C <-- D; A --- B --- D")
    assert as_graph(pdag).kind == "cpdag"


def test_a_pgmpy_pdag_that_is_no_cpdag_is_declared_a_pdag():
    assert as_graph(PDAG(directed_ebunch=[("A", "B")], undirected_ebunch=[("B", "C")])).kind == "pdag"
    assert as_graph(PDAG(directed_ebunch=[("A", "B"), ("C", "B")])).kind == "cpdag"


def test_a_pgmpy_pdag_at_odds_with_itself_is_refused():
    pdag = PDAG(directed_ebunch=[("A", "C")])
    pdag.add_edge("C", "D")
    with pytest.raises(GraphError, match="directed_edges"):
        as_graph(pdag)


def test_a_pgmpy_admg_is_read_with_its_bow():
    admg = ADMG(directed_ebunch=[("A", "B")], bidirected_ebunch=[("A", "B"), ("B", "C")])
    assert as_graph(admg) == Graph.parse("A --> B; A <-> B; B <-> C")
    assert as_graph(admg).kind == "admg"


def test_the_marks_of_pgmpy_ancestral_graphs_are_read():
    edges = [("A", "B", "-", ">"), ("B", "C", ">", ">"), ("C", "D", "-", "-")]
    assert as_graph(MAG(edges)) == Graph.parse("A --> B <-> C --- D")
    assert as_graph(MAG(edges)).kind == "mag"
    circles = AncestralBase([("B", "A", ">", "o"), ("C", "B", "o", "o")])
    assert as_graph(circles) == Graph.parse("A o-> B o-o C")


def test_an_undirected_pgmpy_graph_is_undirected():
    assert as_graph(UndirectedGraph([("A", "B")])) == Graph.parse("A --- B")


def test_pgmpy_graphs_of_something_else_are_refused():
    with pytest.raises(TypeError, match="variables at time steps 0 and 1"):
        as_graph(DynamicBayesianNetwork([(("A", 0), ("A", 1))]))


# ---- pyAgrum


def test_a_pyagrum_network_is_read():
    network = pyagrum.fastBN("A->B<-C")
    assert as_graph(network) == COLLIDER
    assert as_graph(network).kind == "dag"


def test_a_pyagrum_essential_graph_points_to_its_network():
    network = pyagrum.fastBN("A->B->C;D->C")
    essential = pyagrum.EssentialGraph(network)
    with pytest.raises(TypeError, match=r'as_graph\(obj\.pdag\(\), kind="cpdag"\)'):
        as_graph(essential)
    assert to_cpdag(as_graph(network)) == Graph.parse("A --- B --> C <-- D")
    declared = Graph.parse("A --- B --> C <-- D", kind="cpdag")
    assert as_graph(essential.pdag(), kind="cpdag") == declared


def test_pyagrum_graphs_without_names_go_by_number():
    dag = pyagrum.DAG()
    dag.addNodes(3)
    dag.addArc(0, 2)
    assert as_graph(dag) == Graph.parse("0 --> 2; 1")
    mixed = pyagrum.fastMixedGraph("A->B-C")
    assert as_graph(mixed) == Graph.parse("A --> B --- C")


def test_other_pyagrum_objects_are_refused():
    with pytest.raises(TypeError, match="as_graph takes"):
        as_graph(pyagrum.Instantiation())


def test_no_warning_is_raised_on_the_way():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        as_graph(networkx.DiGraph([("A", "B")]))


# ---- lingam, graphical_models, and what is none of these


def fitted(model):
    rng = np.random.default_rng(0)
    cause = rng.uniform(size=(200, 1))
    return model.fit(np.column_stack([cause, 2 * cause + rng.uniform(size=(200, 1))]))


@pytest.mark.parametrize("package", ["causallearn.search.FCMBased.lingam", "lingam"])
def test_r13_a_model_of_lingam_holds_weights_which_are_not_dropped(package):
    model = pytest.importorskip(package).DirectLiNGAM()
    with pytest.raises(AmbiguityError, match="must be fitted"):
        as_graph(model)
    with pytest.raises(AmbiguityError, match="holds weights, with the cause in the column"):
        as_graph(fitted(model))


@pytest.mark.parametrize("package", ["causallearn.search.FCMBased.lingam", "lingam"])
def test_r13_varlingam_has_lags_whichever_package_it_is_of(package):
    model = fitted(pytest.importorskip(package).VARLiNGAM())
    with pytest.raises(TypeError, match=r"as_temporal\("):
        as_graph(model)
    graph = em.as_temporal(model, threshold=1)
    expected = np.abs(model.adjacency_matrices_[0]) > 1
    assert graph.contemporaneous() == Graph.from_adjacency(expected, direction="column-to-row")


@pytest.fixture
def lingam():
    """The package, whose bootstraps draw from NumPy's global generator."""
    np.random.seed(0)
    return pytest.importorskip("lingam")


def data_of_chain(seed=0):
    """Columns C, A, B of A --> B --> C."""
    rng = np.random.default_rng(seed)
    a = rng.uniform(size=400)
    b = 2 * a + rng.uniform(size=400)
    return np.column_stack([3 * b + rng.uniform(size=400), a, b])


def read_as_advised(result, *functions):
    """What the remedies of an object give, which must be the same for all functions."""
    codes = set()
    for function in functions:
        with pytest.raises(AmbiguityError, match="lingam, which has several") as caught:
            function(result)
        codes.add(tuple(remedy.python for remedy in caught.value.remedies))
    return [eval(code, {**PUBLIC, "np": np, "obj": result}) for code in codes.pop() if not codes]


def test_a_bootstrap_of_lingam_has_no_lags(lingam):
    functions = (
        em.as_graph,
        em.as_temporal,
        lambda result: em.evaluate(Graph.parse("A --> B --> C"), result),
    )
    truth = Graph.parse("A --> B --> C")
    result = lingam.DirectLiNGAM().bootstrap(data_of_chain(), 5)
    for estimate in read_as_advised(result, *functions):
        assert em.roc_auc(truth, estimate.with_nodes(["C", "A", "B"])) == 1
    (scores,) = read_as_advised([result, result], em.as_graph)
    assert scores[0].with_nodes(["C", "A", "B"])["A", "B"] == 1


def test_matrices_of_several_data_sets_are_no_lags(lingam):
    model = lingam.MultiGroupDirectLiNGAM().fit([data_of_chain(), data_of_chain()])
    ((graph, _),) = read_as_advised(model, em.as_graph, em.as_temporal)
    assert graph.with_nodes(["C", "A", "B"]) == Graph.parse("A --> B --> C")


def test_a_bootstrap_of_varlingam_has_lags(lingam):
    rng = np.random.default_rng(0)
    series = np.zeros((400, 2))
    for t in range(1, 400):  # column 1 is the cause of column 0, one step later
        series[t] = 0.8 * series[t - 1, 1] + rng.uniform(-1, 1), rng.uniform(-1, 1)
    result = lingam.VARLiNGAM(lags=1).bootstrap(series, 4)
    (scores,) = read_as_advised(result, em.as_graph, em.as_temporal)
    assert scores[1, 0, 1] == 1
    assert scores[0, 1, 1] < 1


def test_a_result_that_no_function_reads_is_not_sent_to_one(lingam):
    points = [data_of_chain(seed) for seed in range(3)]
    for result in (lingam.LongitudinalLiNGAM().bootstrap(points, 2), lingam.VARMALiNGAM()):
        with pytest.raises(TypeError) as caught:
            as_graph(result)
        assert "as_temporal(obj)" not in str(caught.value)


def test_r13_a_list_of_graphs_is_not_called_builtins_list():
    graph = Graph.parse("A --> B")
    with pytest.raises(TypeError, match=r"got a list of 2 estimates.*evaluate_many") as error:
        em.evaluate(graph, [graph, graph])
    assert "builtins" not in str(error.value)


def test_r13_a_result_of_tigramite_is_sent_to_as_temporal():
    array = np.full((2, 2, 2), "", dtype="<U3")
    array[0, 1, 1] = "-->"
    for result in ({"graph": array}, array):
        with pytest.raises(TypeError, match="as_temporal"):
            em.evaluate(Graph.parse("A --> B"), result)
    with pytest.raises(TypeError, match="as_temporal"):
        em.evaluate(np.zeros((2, 2, 2)), {"graph": array})


def foreign(name, bases=(), **attributes):
    """An object of a class of graphical_models, which the test environment does not have."""
    cls = type(name, bases, {"__module__": "graphical_models.classes"})
    obj = cls()
    for key, value in attributes.items():
        setattr(obj, key, value)
    return obj


DAG_CLASS = type("DAG", (), {"__module__": "graphical_models.classes.dags.dag"})


@pytest.mark.parametrize(
    ("obj", "text", "kind"),
    [
        (foreign("DAG", nodes={2, 10, 0}, arcs={(0, 2)}), "0 --> 2; 10", "dag"),
        (foreign("GaussDAG", (DAG_CLASS,), nodes={0, 1}, arcs={(0, 1)}), "0 --> 1", "dag"),
        (
            foreign("PDAG", nodes={"A", "B", "C"}, arcs=set(), edges={("B", "A")}),
            "A --- B; C",
            "cpdag",
        ),
        (
            foreign("PDAG", nodes={"A", "B", "C"}, arcs={("A", "B")}, edges={("C", "B")}),
            "A --> B; B --- C",
            None,
        ),
        (
            foreign(
                "AncestralGraph", nodes={"A", "B", "C", "D"}, directed={("B", "A")},
                bidirected={("A", "C")}, undirected={("D", "B")},
            ),
            "B --> A; A <-> C; B --- D",
            "mag",
        ),
        (foreign("UndirectedGraph", nodes={1, "a"}, edges={(1, "a")}), "1 --- a", "undirected"),
    ],
)  # fmt: skip
def test_r13_graphs_of_graphical_models_are_read(obj, text, kind):
    """The attributes of version 0.1a21, with whose objects the reader was tried."""
    assert (as_graph(obj), as_graph(obj).kind) == (Graph.parse(text), kind)


def test_r13_nodes_from_a_set_are_sorted():
    assert as_graph(foreign("DAG", nodes={10, 2, 0}, arcs=set())).nodes == ("0", "2", "10")


def test_r13_other_objects_of_graphical_models_are_refused():
    with pytest.raises(TypeError, match=r"got graphical_models\.classes\.Intervention"):
        as_graph(foreign("Intervention"))


def test_an_object_of_edgemark_that_holds_a_graph_names_it():
    with pytest.raises(TypeError, match=r"Give the graph that it holds: obj\.graph"):
        em.shd(em.data.asia(), Graph.parse("A --> B"))
