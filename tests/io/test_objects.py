"""Objects that the real packages make."""

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

from edgemark import AmbiguityError, FormatError, Graph, GraphError, to_cpdag
from edgemark.io import as_graph
from tests.io.foreign import CAUSAL_LEARN, causal_learn_graph
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
        scipy.sparse.eye_array(2),
    ],
)
def test_a_matrix_points_to_from_adjacency(matrix):
    with pytest.raises(AmbiguityError, match=r"Graph\.from_adjacency\(matrix, direction="):
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
    with pytest.raises(TypeError, match="as_graph takes a Graph; causal-learn"):
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
    with pytest.raises(TypeError, match=r"as_graph\(result\[0\]\)"):
        as_graph(result)
    assert as_graph(result[0]) == Graph.parse("A o-> B <-o C")
    with pytest.raises(TypeError, match=r"as_graph\(result\['G'\]\)"):
        as_graph({"G": result[0]})


def test_codes_that_causal_learn_does_not_have_are_refused():
    graph = causal_learn_graph(COLLIDER)
    graph.graph[0, 1] = 3
    with pytest.raises(FormatError, match="got 3 at 'A' and 1 at 'B'"):
        as_graph(graph)
    graph.graph[0, 1] = 0
    with pytest.raises(FormatError, match="got 0 at 'A'"):
        as_graph(graph)


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
    with pytest.raises(TypeError, match="variables of one time"):
        as_graph(DynamicBayesianNetwork([(("A", 0), ("A", 1))]))


# ---- pyAgrum


def test_a_pyagrum_network_is_read():
    network = pyagrum.fastBN("A->B<-C")
    assert as_graph(network) == COLLIDER
    assert as_graph(network).kind == "dag"


def test_a_pyagrum_essential_graph_points_to_its_network():
    network = pyagrum.fastBN("A->B->C;D->C")
    essential = pyagrum.EssentialGraph(network)
    with pytest.raises(
        TypeError, match=r"as_graph\(graph\.pdag\(\)\), or .*to_cpdag\(as_graph\(network\)\)"
    ):
        as_graph(essential)
    assert to_cpdag(as_graph(network)) == Graph.parse("A --- B --> C <-- D")
    assert as_graph(essential.pdag()) == Graph.parse("A --- B --> C <-- D")


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
