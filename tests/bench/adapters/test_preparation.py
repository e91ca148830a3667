"""What is refused before an algorithm runs, what is missing, and what is imported when."""

import dataclasses
import importlib
import os
import subprocess
import sys
from contextlib import suppress

import numpy as np
import pytest

from edgemark import EdgemarkError, Graph
from edgemark.bench.adapters import ADAPTERS, _preparation
from edgemark.bench.dataset import Dataset
from edgemark.errors import KindError, MissingExtraError

from .samples import CASES, TRUTHS, data, fitting

LIBRARIES = {
    "causal-learn": "causallearn",
    "pgmpy": "pgmpy",
    "pyagrum": "pyagrum",
    "lingam": "lingam",
    "tigramite": "tigramite",
    "cdans": "cdans",
    "flopsearch": "flopsearch",
    "ges": "ges",
    "gies": "gies",
    "causaldisco": "CausalDisco",
}
CAREFREE = {"edgemark:empty", "edgemark:complete", "edgemark:random"}
CAREFREE |= {"edgemark:true-class", "edgemark:true-skeleton"}
"""Adapters that never look at the numbers."""

LOOKING = [(name, kind) for name, kind in CASES if name not in CAREFREE]


def run(name, dataset, kind):
    adapter = ADAPTERS[name]
    if adapter.missing():
        pytest.skip(f"{adapter.package} is not installed")
    return adapter.run(dataset, truth=TRUTHS[kind], **fitting(adapter, kind))


@pytest.mark.parametrize(("name", "kind"), LOOKING)
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_missing_and_infinite_values_are_refused(name, kind, value):
    table = data(kind).values.astype(float)
    table[3, 1] = value
    broken = Dataset(table, data(kind).names, "series" if kind == "series" else "continuous")
    object.__setattr__(broken, "kind", kind)
    with pytest.raises(EdgemarkError, match="finite numbers"):
        run(name, broken, kind)


@pytest.mark.parametrize(("name", "kind"), LOOKING)
def test_no_rows_are_refused(name, kind):
    with pytest.raises(EdgemarkError, match="must have rows"):
        run(name, Dataset(np.zeros((0, 3)), ["a", "b", "c"], kind), kind)


@pytest.mark.parametrize(("name", "kind"), [case for case in LOOKING if case[1] != "discrete"])
def test_a_constant_column_has_no_correlation_and_is_named(name, kind):
    table = data(kind).values.copy()
    table[:, 1] = 7
    with pytest.raises(EdgemarkError, match="'b' has the same value in all"):
        run(name, Dataset(table, data(kind).names, kind), kind)


@pytest.mark.parametrize(("name", "kind"), [case for case in LOOKING if case[1] == "discrete"])
def test_a_constant_column_of_states_is_no_error(name, kind):
    table = data(kind).values.copy()
    table[:, 1] = 0
    found = run(name, Dataset(table, data(kind).names, kind), kind)
    assert found.nodes == data(kind).names


@pytest.mark.parametrize("name", ["causal-learn:pc", "pyagrum:miic"])
def test_a_discrete_method_refuses_real_numbers_and_names_the_column(name):
    given = {"test": "chisq"} if name == "causal-learn:pc" else {}
    dataset = Dataset([[0, 0.5], [1, 0.25]], ["a", "b"])
    if ADAPTERS[name].missing():
        pytest.skip(f"{ADAPTERS[name].package} is not installed")
    with pytest.raises(EdgemarkError, match="column 'b' has other numbers"):
        ADAPTERS[name].run(dataset, **given)


@pytest.mark.parametrize("name", [name for name, kind in CASES if kind == "series"])
def test_a_method_for_series_refuses_rows_without_an_order(name):
    if ADAPTERS[name].data == {"series"}:
        with pytest.raises(EdgemarkError, match="time steps in order"):
            run(name, data("continuous"), "continuous")


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_one_column_is_a_graph_of_one_node_or_an_error(name, kind):
    dataset = Dataset(data(kind).values[:, :1], data(kind).names[:1], kind)
    adapter = ADAPTERS[name]
    if adapter.missing():
        pytest.skip(f"{adapter.package} is not installed")
    with suppress(Exception):  # a panic of Rust is none
        found = adapter.run(dataset, truth=Graph(dataset.names), **fitting(adapter, kind))
        assert found.nodes == dataset.names


@pytest.mark.parametrize(("name", "kind"), [c for c in LOOKING if c[1] == "discrete"])
def test_states_may_be_any_whole_numbers(name, kind):
    own = data(kind)
    other = np.where(own.values == 0, -7, 300 + own.values)
    assert run(name, Dataset(other, own.names, kind), kind) == run(name, own, kind)


def test_what_is_no_data_set_is_refused():
    with pytest.raises(TypeError, match="learns from a Dataset; got list"):
        ADAPTERS["edgemark:empty"].run([[1, 2], [3, 4]])


def test_an_oracle_without_a_truth_is_refused():
    with pytest.raises(KindError, match="edgemark:random uses the truth"):
        ADAPTERS["edgemark:random"].run(data("continuous"))


def test_only_oracles_get_the_truth(monkeypatch):
    seen = {}

    def learn(dataset, **given):
        seen.update(given)
        return Graph(dataset.names)

    spy = dataclasses.replace(ADAPTERS["edgemark:empty"], learn=learn)
    spy.run(data("continuous"), truth=TRUTHS["continuous"], seed=4)
    assert seen == {"seed": 4, "lags": 1}


# ---- packages


@pytest.mark.parametrize("package", LIBRARIES)
def test_a_missing_package_is_named_with_its_extra(package, monkeypatch):
    library = LIBRARIES[package]
    for module in [library, *(m for m in sys.modules if m.startswith(library + "."))]:
        monkeypatch.setitem(sys.modules, module, None)
    name = next(name for name, a in ADAPTERS.items() if a.package == package)
    with pytest.raises(MissingExtraError, match=rf"{package}.*\.\[algorithms\]"):
        ADAPTERS[name].load()


def test_an_algorithm_whose_package_is_missing_has_no_version_and_does_not_run(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    pc = ADAPTERS["causal-learn:pc"]
    assert (pc.version, pc.missing()) == (None, "algorithms")
    with pytest.raises(MissingExtraError, match=r"causal-learn.*\.\[algorithms\]"):
        pc.run(data("continuous"))
    assert ADAPTERS["edgemark:empty"].missing() is None


@pytest.mark.parametrize("name", ADAPTERS)
def test_the_version_of_the_package_is_known(name):
    adapter = ADAPTERS[name]
    assert adapter.missing() or adapter.version[0].isdigit()


SHOWN = "import sys; {0}; print(sorted(m for m in {1} if m in sys.modules))"


@pytest.mark.parametrize(
    ("code", "wanted", "expected"),
    [
        (
            "from edgemark.bench.adapters import ADAPTERS; list(ADAPTERS.items())",
            [*LIBRARIES.values(), "pandas", "sklearn"],
            [],
        ),
        (
            "from edgemark.bench.adapters import ADAPTERS; ADAPTERS['ges:ges']",
            ["edgemark.bench.adapters.ges", "edgemark.bench.adapters.gies"],
            ["edgemark.bench.adapters.ges"],
        ),
    ],
    ids=["no library is imported by the list", "only the file of the package is imported"],
)
def test_imports_wait_until_they_are_needed(code, wanted, expected):
    shown = subprocess.run(
        [sys.executable, "-c", SHOWN.format(code, wanted)], capture_output=True, text=True, check=True
    )
    assert shown.stdout == f"{expected}\n"


@pytest.mark.parametrize("name", ["pc", "causal-learn:pcc", "nothing:pc", "", "causal-learn:", 3])
def test_an_unknown_name_is_a_key_error(name):
    assert name not in ADAPTERS
    with pytest.raises(KeyError):
        ADAPTERS[name]


def test_names_are_their_packages_and_methods():
    for name, adapter in ADAPTERS.items():
        assert adapter.name == name
        assert name.partition(":")[0] == adapter.package.lower()
    assert len(ADAPTERS) == len(list(ADAPTERS))


# ---- the door itself


def test_output_of_a_library_is_kept_from_everybody(capfd):
    with _preparation.quietly(0):
        print("out")
        sys.stderr.write("err")
    assert capfd.readouterr() == ("", "")


def test_what_is_global_comes_back_after_an_error():
    np.random.seed(3)
    expected = np.random.random()
    np.random.seed(3)
    with pytest.raises(ZeroDivisionError), _preparation.quietly(11):
        np.random.random(5 // 0)
    assert np.random.random() == expected


def test_neutral_names_sort_like_the_columns_and_hash_alike_everywhere():
    names = _preparation.neutral_names(120)
    assert sorted(names) == names
    assert hash(names[7]) == 3428786435
    assert len({*names}) == 120


def test_pyagrum_leaves_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path))
    run("pyagrum:hill-climbing", data("discrete"), "discrete")
    assert list(tmp_path.iterdir()) == []
