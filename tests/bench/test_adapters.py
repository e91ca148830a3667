"""The real algorithms: quiet, repeatable, declared, and clear about what they cannot take."""

import importlib
import json
import os
import pickle
import subprocess
import sys
import warnings
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from edgemark import EdgemarkError, Graph
from edgemark.bench.adapters import ALGORITHMS, causal_learn
from edgemark.bench.adapters import pyagrum as pyagrum_adapter
from edgemark.data import asia
from edgemark.errors import GraphError, MissingExtraError

DECLARED = {
    "pc-fisherz": "cpdag",
    "pc-chisq": "cpdag",
    "fci-fisherz": "pag",
    "fci-chisq": "pag",
    "hill-climbing": "dag",
}
LIBRARIES = {"causal-learn": "causallearn", "pyagrum": "pyagrum"}

RERUN = """
import json, sys
import numpy as np
from edgemark.bench.adapters import ALGORITHMS
from edgemark.data import asia
sys.path.insert(0, sys.argv[1])
from test_adapters import latent_data
learned = {name: str(a.run(*asia().sample(2000, seed=1))) for name, a in ALGORITHMS.items()}
learned["latent"] = str(ALGORITHMS["fci-fisherz"].run(*latent_data()))
print(json.dumps(learned))
"""


def need(*packages):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for package in packages:
            pytest.importorskip(LIBRARIES[package])


def latent_data():
    """Linear Gaussian data for which FCI's own answer changes with PYTHONHASHSEED."""
    rng = np.random.default_rng(1190)
    weights = np.triu((rng.random((11, 11)) < 0.3) * rng.normal(size=(11, 11)), 1)
    data = rng.normal(size=(400, 11)) @ np.linalg.inv(np.eye(11) - weights)
    names = ("kiwi", "apple", "zebra", "mango", "delta", "quark", "fig", "yak")
    return data[:, rng.permutation(11)[:8]], names


@pytest.fixture(scope="module")
def sample():
    return asia().sample(10_000, seed=0)


@pytest.fixture(scope="module", params=list(ALGORITHMS))
def algorithm(request):
    need(ALGORITHMS[request.param].package)
    return ALGORITHMS[request.param]


def test_the_table_lists_each_algorithm_under_its_own_name():
    assert {name: a.name for name, a in ALGORITHMS.items()} == {name: name for name in DECLARED}


def test_the_kind_of_what_was_learned_is_declared(algorithm, sample):
    assert algorithm.run(*sample).kind == DECLARED[algorithm.name]


def test_what_was_learned_on_asia_is_of_its_kind(algorithm, sample):
    assert algorithm.run(*sample).objection() is None


def test_nodes_keep_the_names_and_the_order_of_the_columns(algorithm, sample):
    learned = algorithm.run(*sample)
    assert learned.nodes == sample.names
    assert {type(node) for node in learned.nodes} == {str}


def test_nothing_is_printed(algorithm, sample, capfd):
    algorithm.run(*sample)
    assert capfd.readouterr() == ("", "")


def test_data_are_not_changed(algorithm, sample):
    mine = sample.values.copy()
    algorithm.run(mine, sample.names)
    assert (mine == sample.values).all()


def test_names_may_hold_any_text(algorithm, sample):
    odd = ["a b", 'q"uote', "x,y", "--> ", "ü", "new\nline", "[t-1]", "=1"]
    learned = algorithm.run(sample.values, odd)
    renamed = dict(zip(odd, sample.names, strict=True))
    edges = [(renamed[a], glyph, renamed[b]) for a, glyph, b in learned.edges()]
    assert Graph(sample.names, edges) == algorithm.run(*sample)


def test_an_algorithm_can_be_sent_to_another_process(algorithm):
    assert pickle.loads(pickle.dumps(algorithm)).name == algorithm.name


def test_the_version_of_the_package_is_known(algorithm):
    assert algorithm.version[0].isdigit()


def test_every_hash_seed_gives_the_same_graphs(sample):
    need(*LIBRARIES)
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", RERUN, os.fspath(Path(__file__).parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("0", "2")
    ]
    first, second = [json.loads(run.communicate()[0]) for run in runs]
    assert len(first) == 6
    assert first == second


def test_pc_finds_most_of_asias_skeleton_and_nothing_else(sample):
    need("causal-learn")
    truth = asia().graph.skeleton()
    found = ALGORITHMS["pc-fisherz"].run(*sample).skeleton()
    assert set(found.edges()) <= set(truth.edges())
    assert found.n_edges >= 6


def test_pc_recovers_a_collider_and_its_direction():
    need("causal-learn")
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 2000))
    data = np.column_stack([a, b, a + b + rng.normal(size=2000)])
    expected = Graph.parse("A --> C <-- B")
    assert causal_learn.pc(data, ["A", "B", "C"], test="fisherz") == expected


def test_fci_leaves_circles_where_a_latent_cause_is_possible():
    need("causal-learn")
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 2000))
    data = np.column_stack([a, b, a + b + rng.normal(size=2000)])
    expected = Graph.parse("A o-> C <-o B")
    assert causal_learn.fci(data, ["A", "B", "C"], test="fisherz") == expected


def bic(values, node, parents):
    """Score of a family: log likelihood less half of log n for each free parameter."""
    counts = {}
    for row in values.tolist():
        cell = counts.setdefault(tuple(row[p] for p in parents), {})
        cell[row[node]] = cell.get(row[node], 0) + 1
    likelihood = sum(k * np.log(k / sum(c.values())) for c in counts.values() for k in c.values())
    states = [len(set(column)) for column in values.T.tolist()]
    parameters = (states[node] - 1) * np.prod([states[p] for p in parents], dtype=int)
    return likelihood - np.log(len(values)) / 2 * parameters


def neighbours(edges, n_nodes):
    """Graphs that one edge added, deleted or reversed makes of this one; they may have cycles."""
    for a, b in combinations(range(n_nodes), 2):
        others = edges - {(a, b), (b, a)}
        yield from (others, others | {(a, b)}, others | {(b, a)})


def test_hill_climbing_stops_where_no_single_change_scores_better():
    need("pyagrum")
    values, names = asia().sample(1000, seed=2)
    learned = ALGORITHMS["hill-climbing"].run(values, names)
    place = {name: k for k, name in enumerate(names)}
    family = {}

    def score(edges):
        total = 0.0
        for node in range(8):
            key = node, tuple(sorted(a for a, b in edges if b == node))
            if key not in family:
                family[key] = bic(values, *key)
            total += family[key]
        return total

    here = frozenset((place[a], place[b]) for a, _, b in learned.edges())
    for changed in neighbours(here, 8):
        if Graph(8, [(a, "-->", b) for a, b in changed]).is_dag():
            assert score(changed) <= score(here) + 1e-6
    assert score(here) > score(frozenset())


def test_hill_climbing_leaves_no_file_behind(sample, tmp_path, monkeypatch):
    need("pyagrum")
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path))
    pyagrum_adapter.hill_climbing(*sample)
    assert list(tmp_path.iterdir()) == []


def test_states_may_be_any_whole_numbers():
    need("pyagrum")
    data = np.array([[-1, 300], [2, 5]] * 100)
    assert pyagrum_adapter.hill_climbing(data.astype(float), ["a", "b"]).skeleton().n_edges == 1


@pytest.mark.parametrize("package", list(LIBRARIES))
def test_a_missing_package_is_named_with_its_extra(package, monkeypatch, sample):
    library = LIBRARIES[package]
    for module in [library, *(m for m in sys.modules if m.startswith(library + "."))]:
        monkeypatch.setitem(sys.modules, module, None)
    algorithm = next(a for a in ALGORITHMS.values() if a.package == package)
    with pytest.raises(MissingExtraError, match=rf"{package}.*\.\[algorithms\]"):
        algorithm.run(*sample)


def test_listing_the_algorithms_imports_none_of_their_libraries():
    code = (
        "import sys, edgemark.bench.adapters; "
        f"print([m for m in {list(LIBRARIES.values())} if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_an_algorithm_whose_package_is_missing_has_no_version(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert ALGORITHMS["pc-chisq"].version is None


DISCRETE = (
    partial(causal_learn.pc, test="chisq"),
    partial(causal_learn.fci, test="chisq"),
    pyagrum_adapter.hill_climbing,
)


@pytest.mark.parametrize("run", DISCRETE)
def test_a_discrete_method_refuses_real_numbers_and_names_the_column(run):
    with pytest.raises(EdgemarkError, match="column 'b' has others"):
        run([[0, 0.5], [1, 0.25]], ["a", "b"])


def test_a_constant_column_has_no_correlation_and_is_named():
    with pytest.raises(EdgemarkError, match="'b' is the same in all 3 rows"):
        causal_learn.pc([[0, 7], [1, 7], [0, 7]], ["a", "b"], test="fisherz")


@pytest.mark.parametrize("name", list(ALGORITHMS))
@pytest.mark.parametrize(
    ("data", "names"),
    [
        ([[0, 1], [1, 0]], ["a"]),
        ([0, 1], ["a", "b"]),
        (np.zeros((0, 2)), ["a", "b"]),
        ([[0, float("nan")], [1, 0]], ["a", "b"]),
        ([[0, float("inf")], [1, 0]], ["a", "b"]),
        ([["x", "y"], ["z", "u"]], ["a", "b"]),
    ],
    ids=["too few names", "one row of numbers", "no rows", "nan", "infinite", "text"],
)
def test_what_is_no_table_of_numbers_is_refused(name, data, names):
    with pytest.raises(EdgemarkError, match="data must"):
        ALGORITHMS[name].run(data, names)


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_names_must_differ(name):
    with pytest.raises(GraphError, match="node names must differ"):
        ALGORITHMS[name].run([[0, 1], [1, 0]], ["a", "a"])


@pytest.mark.parametrize("name", list(ALGORITHMS))
@pytest.mark.parametrize("names", ["ab", [0, 1]], ids=["one string", "numbers"])
def test_names_must_be_a_list_of_text(name, names):
    with pytest.raises(TypeError, match="names"):
        ALGORITHMS[name].run([[0, 1], [1, 0]], names)
