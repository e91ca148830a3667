"""Models and algorithms that hold a graph: what `as_graph` and `as_temporal` advise for them."""

import subprocess
import sys

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from tests.io.test_objects import PUBLIC, read_as_advised


def test_the_graph_of_an_algorithm_of_pgmpy_is_read_as_its_error_advises():
    discovery = pytest.importorskip("pgmpy.causal_discovery")
    pandas = pytest.importorskip("pandas")
    data = np.random.default_rng(0).normal(size=(500, 3))
    data[:, 1] += data[:, 0] + data[:, 2]
    model = discovery.PC(ci_test="pearsonr", show_progress=False)
    model.fit(pandas.DataFrame(data, columns=["A", "B", "C"]))
    with pytest.raises(
        em.errors.InputTypeError, match="Its attribute causal_graph_ is a graph"
    ) as caught:
        em.as_graph(model)
    (remedy,) = caught.value.remedies
    found = eval(remedy.python, {**PUBLIC, "obj": model})
    assert found.with_kind(None) == Graph.parse("A --> B; C --> B")


def test_a_class_is_no_model():
    lingam = pytest.importorskip("lingam")
    with pytest.raises(em.errors.InputTypeError, match=r"got the class DirectLiNGAM\. Make an object"):
        em.as_graph(lingam.DirectLiNGAM)


def test_a_dynamic_bayesian_network_is_read_as_its_error_advises():
    models = pytest.importorskip("pgmpy.models")
    edges = [(("D", 0), ("G", 0)), (("D", 0), ("D", 1)), (("G", 0), ("D", 1))]
    network = models.DynamicBayesianNetwork(edges)
    expected = em.TemporalGraph.parse("D --> G; D --> D @1; G --> D @1; lags 1")
    for function in em.as_graph, em.as_temporal:
        with pytest.raises(em.errors.InputTypeError, match="time steps 0 and 1") as caught:
            function(network)
        (remedy,) = caught.value.remedies
        assert eval(remedy.python, {**PUBLIC, "obj": network}) == expected


def test_models_of_several_data_sets_of_causal_learn_are_read_as_those_of_lingam():
    lingam = pytest.importorskip("causallearn.search.FCMBased.lingam")
    one, other = np.array([[[0, 0], [1.5, 0]], [[0, 0.7], [0, 0]]])
    model = lingam.MultiGroupDirectLiNGAM()
    model._adjacency_matrix, model._adjacency_matrices = other, [one, other]
    (graphs,) = read_as_advised(model, em.as_graph, em.as_temporal)
    names = ["A", "B"]
    assert [graph.with_nodes(names) for graph in graphs] == list(
        map(Graph.parse, ("A --> B", "B --> A"))
    )


def test_bootstraps_and_moving_averages_of_causal_learn_are_read_as_those_of_lingam():
    lingam = pytest.importorskip("causallearn.search.FCMBased.lingam")
    bootstrap = pytest.importorskip("causallearn.search.FCMBased.lingam.bootstrap")
    matrix = np.array([[0, 0], [1.5, 0]])
    result = bootstrap.BootstrapResult([matrix, 0 * matrix], [matrix, 0 * matrix])
    scores, samples = read_as_advised(result, em.as_graph, em.as_temporal)
    assert scores["0", "1"] == 0.5
    assert [graph.n_edges for graph in samples] == [1, 0]
    model = lingam.VARMALiNGAM()
    model._adjacency_matrices = np.array([matrix, matrix]), np.array([matrix])
    (graph,) = read_as_advised(model, em.as_graph, em.as_temporal)
    assert graph.edges() == [("0", "-->", "1", 0), ("0", "-->", "1", 1)]


def _converted_as_advised(obj, function=em.as_graph):
    with pytest.raises(em.errors.InputTypeError) as caught:
        function(obj)
    (remedy,) = caught.value.remedies
    return eval(remedy.python, {**PUBLIC, "obj": obj})


_MODELS_OF_PYAGRUM = """
import edgemark as em, pyagrum as gum
from pyagrum.causal import CausalModel

network = gum.fastBN("A->B->C<-D")
fragment = gum.BayesNetFragment(network)
fragment.installAscendants("C")
models = [
    gum.BNLearner(gum.generateSample(network, 500)[0]),
    fragment,
    CausalModel(network),
    CausalModel(network, [("L", ("A", "D"))]),
    gum.fastMRF("A--B;B--C"),
    gum.fastID("A->*D->$U"),
]
for model in models:
    try:
        em.as_graph(model)
    except em.errors.InputTypeError as error:
        (remedy,) = error.remedies
    print(sorted(eval(remedy.python, {"as_graph": em.as_graph, "obj": model}).edges()))
"""


def test_models_of_pyagrum_are_read_as_their_errors_advise():
    pytest.importorskip("pyagrum")
    # In a process of its own: parts of pyAgrum crash if warnings are errors when they are imported.
    run = subprocess.run(
        [sys.executable, "-c", _MODELS_OF_PYAGRUM], capture_output=True, text=True, check=True
    )
    learned, *others = run.stdout.splitlines()
    assert {"A", "B", "C", "D"} >= {end for edge in eval(learned) for end in (edge[0], edge[2])}
    arcs = [("A", "-->", "B"), ("B", "-->", "C"), ("D", "-->", "C")]
    assert [eval(line) for line in others] == [
        arcs,
        arcs,
        sorted([*arcs, ("L", "-->", "A"), ("L", "-->", "D")]),
        [("A", "---", "B"), ("B", "---", "C")],
        [("A", "-->", "D"), ("D", "-->", "U")],
    ]


def test_structural_equation_models_are_read_as_their_errors_advise():
    models = pytest.importorskip("pgmpy.models")
    graph = Graph.parse("A --> B; B --> C; A <-> C")
    model = models.SEMGraph(ebunch=[("A", "B"), ("B", "C")], latents=[], err_corr=[("A", "C")])
    assert _converted_as_advised(model) == graph
    assert (
        _converted_as_advised(models.SEM.from_graph([("A", "B"), ("B", "C")], [], [("A", "C")])) == graph
    )


@pytest.mark.parametrize("columns", [["lval", "op", "rval"], ["lhs", "op", "rhs"]])
def test_tables_of_parameters_are_read_as_their_errors_advise(columns, tmp_path):
    pandas = pytest.importorskip("pandas")
    rows = ["B ~ A", "C ~ B", "A ~~ C", "A ~~ A", "F =~ A", "B ~1 -"]
    table = pandas.DataFrame([row.split() for row in rows], columns=columns).assign(est=0.5)
    graph = Graph.parse("A --> B; B --> C; A <-> C; F --> A")
    assert _converted_as_advised(table) == graph
    path = tmp_path / "parameters.csv"
    table.to_csv(path, index=False)
    with pytest.raises(
        em.errors.FormatError, match="Turn its regressions and loadings into -->"
    ) as caught:
        em.read(path)
    names = {**PUBLIC, "path": path}
    before, _, code = caught.value.remedies[0].python.partition("; ")
    exec(before, names)
    assert eval(code, names) == graph


def test_a_bootstrap_of_tigramite_is_read_as_its_error_advises():
    links = np.full((2, 2, 2), "", dtype="<U3")
    links[0, 1, 1] = "-->"
    summary = {"most_frequent_links": links, "link_frequency": np.ones((2, 2, 2))}
    expected = em.TemporalGraph(2, [("0", "-->", "1", 1)], max_lag=1)
    windows = {"summary_results": summary, "window_results": {}}
    with pytest.raises(TypeError, match="most frequent over all windows"):
        em.as_temporal(windows)
    for result in (summary, {"summary_results": summary, "boot_results": {}}, windows):
        for function in (em.as_graph, em.as_temporal):
            assert _converted_as_advised(result, function) == expected
