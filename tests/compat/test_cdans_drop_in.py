"""Code written for cdans gives the same with edgemark.compat.cdans: only the import changes."""

import copy
import pickle
import re
import sys
import warnings
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import pytest

from edgemark.compat import cdans
from edgemark.errors import EdgemarkError, EdgemarkWarning

package = pytest.importorskip("cdans")


def outcome(code, capsys):
    """What code prints, and what it calls `result`."""
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's, of series that grow without bound
        exec(code, names)
    return capsys.readouterr().out, names.get("result")


def same(code, capsys):
    """Run code as it is and with the import changed, compare, and give what it calls `result`."""
    theirs = outcome(code, capsys)
    ours = outcome(re.sub(r"\b(from|import) cdans\b", r"\1 edgemark.compat.cdans", code), capsys)
    assert re.sub(r"\d+\.\d+s", "", theirs[0]) == re.sub(r"\d+\.\d+s", "", ours[0])
    np.testing.assert_equal(ours[1], theirs[1])
    return ours[1]


SNIPPETS = {
    "the quick example of the document": """
from cdans import CDANs, evaluate_graph
from cdans.utils import generate_synthetic_cdans
dataset = generate_synthetic_cdans(
n_vars=4, n_samples=800, tau_max=1, n_changing=1, seed=7,
)
result = CDANs(tau_max=1, ci_test="fisherz").fit(dataset.data)
metrics = evaluate_graph(result.graph, dataset)
print(metrics.summary())
result = metrics.total.f1
""",
    "the graph by hand and the aggregates of the document": """
from cdans import TimeSeriesGraph, evaluate_graph, shd
truth = TimeSeriesGraph(n_vars=5, tau_max=2)
truth.add_lagged_edge(0, 1, lag=1)
truth.add_lagged_edge(2, 3, lag=2)
truth.orient_contemp(0, 4)
truth.mark_changing(2)
predicted_graph = TimeSeriesGraph(n_vars=5, tau_max=2)
predicted_graph.add_lagged_edge(0, 1, lag=1)
predicted_graph.add_contemp_undirected(4, 0)
metrics = evaluate_graph(predicted_graph, truth)
metrics.total.tpr # overall true-positive rate
print(metrics.total.fdr, metrics.total.f1, metrics.total.precision, metrics.total_skeleton)
print(metrics, repr(truth), repr(metrics))
result = shd(predicted_graph, truth)
""",
    "a data set of one's own": """
import numpy as np
from cdans.evaluation import evaluate_graph
from cdans.graph import TimeSeriesGraph
from cdans.utils.synthetic import SyntheticDataset
data = np.random.default_rng(0).normal(size=(100, 3))
dataset = SyntheticDataset(data, {(0, 1, 1), (1, 2, 2)}, {(0, 2)}, {1})
found = TimeSeriesGraph(n_vars=3, tau_max=2, lagged_edges={(0, 1, 1)})
print(evaluate_graph(found, dataset), repr(dataset), dataset.n_samples, dataset.n_vars, dataset.metadata)
dataset.lagged_edges.add((2, 2, 1))
dataset.contemporaneous_edges = set()
dataset.changing_modules.discard(1)
dataset.data -= dataset.data.mean(axis=0)
dataset.data[0, 0] = 7.5
dataset.metadata["note"] = "standardised"
print(evaluate_graph(found, dataset), dataset.metadata)
result = dataset.data
""",
    "standardising the generated series in place": """
from cdans.utils.synthetic import generate_synthetic_cdans
dataset = generate_synthetic_cdans(seed=0)
dataset.data /= dataset.data.std(axis=0)
dataset.data = dataset.data[100:]
print(dataset.n_samples, dataset.lagged_edges, dataset.metadata, type(dataset.changing_modules))
result = dataset.data
""",
    "no noise": """
from cdans.utils import generate_synthetic_cdans
dataset = generate_synthetic_cdans(n_vars=3, noise_std=0)
print(dataset.lagged_edges, dataset.contemporaneous_edges, dataset.changing_modules)
result = dataset.data
""",
    "no drift, no memory": """
from cdans.utils import generate_synthetic_cdans
dataset = generate_synthetic_cdans(autocorr=0, nonstationary_amplitude=0, n_changing=2, seed=3)
print(dataset.lagged_edges, dataset.changing_modules)
result = dataset.data
""",
    "the module by its name": """
import cdans as c
print(c.__version__)
dataset = c.utils.generate_synthetic_cdans(n_vars=3, n_samples=150, tau_max=1, seed=2)
model = c.CDANs(tau_max=1, alpha=0.01)
found = model.fit(dataset.data, var_names=["x", "y", "z"])
print(found.summary())
print(c.evaluation.evaluate_graph(found.graph, dataset))
print(isinstance(found.graph, c.TimeSeriesGraph), isinstance(found, c.CDANsResult))
print(isinstance(dataset, c.utils.SyntheticDataset), isinstance(3, c.TimeSeriesGraph))
result = c.shd(found.graph, dataset)
""",
    "the steps one by one": """
import numpy as np
from cdans.ci_tests import CITest, FisherZ, get_ci_test
from cdans.ci_tests.kci import KCITest
from cdans.graph import TimeSeriesGraph, apply_meek_rules
from cdans.graph.meek import apply_meek_rules as again
from cdans.graph.timeseries_graph import TimeSeriesGraph as Graph
from cdans.steps import build_partial_graph, discover_lagged_adjacencies, orient_edges, refine_skeleton
from cdans.steps.step1_lagged import discover_lagged_adjacencies as first
from cdans.utils import generate_synthetic_cdans
data = generate_synthetic_cdans(n_vars=3, n_samples=200, tau_max=1, seed=2).data
graph = discover_lagged_adjacencies(data, tau_max=1, ci_test=get_ci_test("fisherz"))
print(isinstance(graph, TimeSeriesGraph), isinstance(FisherZ(), CITest), Graph is TimeSeriesGraph)
build_partial_graph(graph)
refine_skeleton(graph, data, surrogate=np.arange(200.0), ci_test=FisherZ())
orient_edges(graph)
print(graph.summary(), first is discover_lagged_adjacencies, again is apply_meek_rules, KCITest.__name__)
ours = TimeSeriesGraph(n_vars=3, tau_max=1)
ours.orient_contemp(0, 1)
ours.add_contemp_undirected(1, 2)
apply_meek_rules(ours)
result = ours.contemp_adj
""",
    "lagged values": """
import numpy as np
from cdans.utils.lagging import column_for, lagged_design_matrix
rows, earlier, columns = lagged_design_matrix(np.arange(20.0).reshape(10, 2), 3)
print(columns, column_for(1, 2, n_vars=2), columns[column_for(1, 2, n_vars=2)])
result = rows, earlier
""",
    "saved and loaded": """
import copy, dataclasses, pickle
from cdans import TimeSeriesGraph, evaluate_graph
from cdans.utils import generate_synthetic_cdans
dataset = generate_synthetic_cdans(n_vars=3, n_samples=50, seed=5)
loaded = pickle.loads(pickle.dumps(dataset))
deep, shallow = copy.deepcopy(dataset), copy.copy(dataset)
deep.lagged_edges.clear()
graph = pickle.loads(pickle.dumps(TimeSeriesGraph(3, 2, var_names=["a", "b", "c"])))
print(len(dataset.lagged_edges) == len(loaded.lagged_edges), shallow.data is dataset.data)
print(graph.summary())
metrics = pickle.loads(pickle.dumps(evaluate_graph(graph, loaded)))
print(metrics, dataclasses.asdict(metrics), [f.name for f in dataclasses.fields(TimeSeriesGraph)])
print([f.name for f in dataclasses.fields(dataset)])
print(dataclasses.replace(dataset, changing_modules=set()))
result = dataclasses.asdict(loaded)["data"]
""",
    "everything by a star": """
from cdans import *
from cdans.steps import *
from cdans.ci_tests import *
from cdans.utils import *
from cdans.evaluation import *
print(GraphMetrics(1, 2, 3), shd.__name__, FisherZ.__name__, refine_skeleton.__name__, __version__)
result = plot_process_graph.__name__
""",
    "errors": """
from cdans import CDANs, TimeSeriesGraph, evaluate_graph
from cdans.utils import generate_synthetic_cdans, lagged_design_matrix
import numpy as np
calls = [
    lambda: TimeSeriesGraph(2, 1, var_names=["a"]),
    lambda: TimeSeriesGraph(2, 1).add_lagged_edge(0, 1, 2),
    lambda: TimeSeriesGraph(2, 1).orient_contemp(0, 0),
    lambda: TimeSeriesGraph(2, 1).mark_changing(5),
    lambda: evaluate_graph(TimeSeriesGraph(2, 1), TimeSeriesGraph(3, 1)),
    lambda: evaluate_graph(TimeSeriesGraph(2, 1), TimeSeriesGraph(2, 2)),
    lambda: evaluate_graph(TimeSeriesGraph(2, 1), "truth"),
    lambda: generate_synthetic_cdans(n_vars=2, n_changing=3),
    lambda: generate_synthetic_cdans(tau_max=0),
    lambda: lagged_design_matrix(np.zeros((2, 2)), 2),
    lambda: lagged_design_matrix(np.zeros(2), 1),
    lambda: CDANs(tau_max=0),
]
for call in calls:
    try:
        call()
    except (IndexError, TypeError, ValueError) as error:
        print([isinstance(error, kind) for kind in (IndexError, TypeError, ValueError)])
""",
}


@pytest.mark.parametrize("code", SNIPPETS.values(), ids=SNIPPETS)
def test_l2_ordinary_code_gives_the_same(code, capsys):
    same(code, capsys)


def test_a_plot_of_the_package_takes_what_is_learned_here(capsys):
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("tigramite")
    matplotlib.use("Agg")
    result = same(
        """
from cdans import TimeSeriesGraph
from cdans.plotting import plot_process_graph, plot_time_series_graph
graph = TimeSeriesGraph(n_vars=3, tau_max=1, lagged_edges={(0, 1, 1)}, var_names=["a", "b", "c"])
graph.orient_contemp(1, 2)
result = [type(plot(graph)).__name__ for plot in (plot_process_graph, plot_time_series_graph)]
""",
        capsys,
    )
    assert len(result) == 2


@pytest.mark.parametrize("seed", range(40))
def test_a_seed_gives_the_series_of_the_package(seed):
    rng = np.random.default_rng(seed)
    n_vars = int(rng.integers(1, 7))
    options = {
        "n_vars": n_vars,
        "n_samples": int(rng.integers(8, 80)),
        "tau_max": int(rng.integers(1, 5)),
        "n_changing": int(rng.integers(0, n_vars + 1)),
        "autocorr": float(rng.choice([0, 0.3, 0.9])),
        "noise_std": float(rng.choice([0, 0.5, 2])),
        "nonstationary_amplitude": float(rng.choice([0, 0.6])),
        "seed": seed,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)
        ours = cdans.generate_synthetic_cdans(**options)
    theirs = package.utils.generate_synthetic_cdans(**options)
    assert theirs.lagged_edges == ours.lagged_edges
    assert theirs.contemporaneous_edges == ours.contemporaneous_edges
    assert theirs.changing_modules == ours.changing_modules
    assert theirs.metadata == ours.metadata
    np.testing.assert_allclose(ours.data, theirs.data, rtol=1e-9)


def test_a_series_that_grows_without_bound_is_announced():
    with pytest.warns(EdgemarkWarning, match="grows without bound.*reach 3e.10"):
        cdans.generate_synthetic_cdans(seed=1)


def test_l2_objects_survive_pickling_and_copying():
    dataset = cdans.generate_synthetic_cdans(n_vars=3, n_samples=20, seed=5)
    for other in (pickle.loads(pickle.dumps(dataset)), copy.deepcopy(dataset), copy.copy(dataset)):
        assert type(other) is cdans.SyntheticDataset
        assert (other.lagged_edges, other.metadata) == (dataset.lagged_edges, dataset.metadata)
        assert np.array_equal(other.data, dataset.data)
        assert other.truth == dataset.truth


def modules(root):
    """All public modules of a package, without the package's name."""
    found = (one.name for one in walk_packages(import_module(root).__path__, f"{root}."))
    names = (name.removeprefix(f"{root}.") for name in found)
    return {name for name in names if not any(part.startswith("_") for part in name.split("."))}


def test_l2_every_public_module_of_the_package_is_there_with_its_names():
    assert modules("cdans") == modules("edgemark.compat.cdans")
    for name in modules("cdans"):
        theirs, ours = import_module(f"cdans.{name}"), import_module(f"edgemark.compat.cdans.{name}")
        for public in getattr(theirs, "__all__", ()):
            assert hasattr(ours, public), (name, public)


def test_what_the_package_alone_has_names_the_extra_if_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "cdans.plotting", None)
    with pytest.raises(EdgemarkError, match=r"needs cdans"):
        cdans.plotting.plot_process_graph  # noqa: B018  the access is what is tested
    with pytest.raises(AttributeError, match=r"'edgemark.compat.cdans.steps' has no attribute 'step9'"):
        cdans.steps.step9  # noqa: B018
