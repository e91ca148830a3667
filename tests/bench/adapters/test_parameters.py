"""Parameters: the defaults are those of the authors, and what no parameter can be is refused."""

import inspect
from importlib import import_module

import numpy as np
import pytest

from edgemark import Graph, as_graph
from edgemark.bench.adapters import ADAPTERS, Parameter, _preparation
from edgemark.bench.dataset import Dataset
from edgemark.errors import ConventionError

from .samples import CASES, data, fitting

LINGAM = "causallearn.search.FCMBased.lingam"
HOMES = {
    "causal-learn:pc": ("causallearn.search.ConstraintBased.PC", "pc", {"test": "indep_test"}),
    "causal-learn:fci": (
        "causallearn.search.ConstraintBased.FCI",
        "fci",
        {"test": "independence_test_method"},
    ),
    "causal-learn:grasp": ("causallearn.search.PermutationBased.GRaSP", "grasp", {}),
    "causal-learn:cd-nod": (
        "causallearn.search.ConstraintBased.CDNOD",
        "cdnod",
        {"test": "indep_test"},
    ),
    "causal-learn:direct-lingam": (LINGAM, "DirectLiNGAM", {}),
    "causal-learn:ica-lingam": (LINGAM, "ICALiNGAM", {}),
    "causal-learn:rcd": (LINGAM, "RCD", {}),
    "pgmpy:hill-climbing": ("pgmpy.causal_discovery", "HillClimbSearch", {}),
    "pgmpy:pc": ("pgmpy.causal_discovery", "PC", {"alpha": "significance_level"}),
    "pgmpy:ges": ("pgmpy.causal_discovery", "GES", {}),
    "lingam:direct-lingam": ("lingam", "DirectLiNGAM", {}),
    "lingam:ica-lingam": ("lingam", "ICALiNGAM", {}),
    "lingam:rcd": ("lingam", "RCD", {}),
    "lingam:var-lingam": ("lingam", "VARLiNGAM", {}),
    "tigramite:pcmci": ("tigramite.pcmci", "PCMCI.run_pcmci", {}),
    "tigramite:pcmci-plus": ("tigramite.pcmci", "PCMCI.run_pcmciplus", {}),
    "tigramite:lpcmci": ("tigramite.lpcmci", "LPCMCI.run_lpcmci", {}),
    "cdans:cdans": ("cdans", "CDANs", {}),
    "ges:ges": ("ges", "fit_bic", {}),
    "gies:gies": ("gies", "fit_bic", {}),
}
"""Where a library keeps its defaults, and what it calls parameters that we name otherwise."""

NO_NAME_THERE = {
    ("causal-learn:grasp", "score"),  # its "local_score_BIC_from_cov" is "bic" here
    ("causal-learn:grasp", "penalty"),  # inside of `parameters`
    ("pgmpy:hill-climbing", "score"),  # None is "auto"
    ("pgmpy:pc", "test"),
    ("pgmpy:ges", "score"),
    ("tigramite:pcmci", "test"),  # an object
    ("tigramite:pcmci-plus", "test"),
    ("tigramite:lpcmci", "test"),
}


@pytest.mark.parametrize("name", HOMES)
def test_defaults_are_those_of_the_library(name):
    if ADAPTERS[name].missing():
        pytest.skip(f"{ADAPTERS[name].package} is not installed")
    ADAPTERS[name].load()
    module, path, others = HOMES[name]
    function = import_module(module)
    for part in path.split("."):
        function = getattr(function, part)
    theirs = inspect.signature(function).parameters
    for own, parameter in ADAPTERS[name].parameters.items():
        if (name, own) not in NO_NAME_THERE:
            assert theirs[others.get(own, own)].default == parameter.default, own


def test_defaults_of_pyagrum_are_those_it_states(tmp_path):
    if ADAPTERS["pyagrum:tabu"].missing():
        pytest.skip("pyagrum is not installed")
    ADAPTERS["pyagrum:tabu"].load()
    import pyagrum

    file = tmp_path / "data.csv"
    file.write_text(data("discrete").to_csv())
    learner = pyagrum.BNLearner(str(file))
    assert learner.state()["Correction"][0].lower() == default("pyagrum:miic", "correction")
    learner.useLocalSearchWithTabuList()
    state = learner.state()
    assert state["Score"][0].lower() == default("pyagrum:tabu", "score")
    assert int(state["Tabu list size"][0]) == default("pyagrum:tabu", "tabu_size")
    assert int(state["Max consecutive decreasing changes"][0]) == default("pyagrum:tabu", "nb_decrease")
    learner.useGreedyHillClimbing()
    assert learner.state()["Score"][0].lower() == default("pyagrum:hill-climbing", "score")


def default(name, parameter):
    return ADAPTERS[name].parameters[parameter].default


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_default_is_a_value_that_the_parameter_can_have(name):
    for parameter in ADAPTERS[name].parameters.values():
        assert parameter.objection(parameter.default) is None
        assert parameter.doc


@pytest.mark.parametrize("name", ADAPTERS)
def test_the_function_takes_the_parameters_that_are_declared(name):
    adapter = ADAPTERS[name]
    taken = set(inspect.signature(adapter.learn).parameters) - {"dataset", "seed"}
    assert taken == set(adapter.parameters) | ({"truth"} if adapter.oracle else set())


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_kind_of_data_that_is_declared_suits_some_parameters(name, kind):
    assert kind in ADAPTERS[name].suitable(fitting(ADAPTERS[name], kind))


def test_a_test_for_real_numbers_does_not_suit_states():
    assert ADAPTERS["causal-learn:pc"].suitable({}) == {"continuous"}
    assert ADAPTERS["causal-learn:pc"].suitable({"test": "gsq"}) == {"discrete"}
    assert ADAPTERS["pgmpy:pc"].suitable({}) == {"continuous", "discrete"}
    assert ADAPTERS["edgemark:empty"].suitable({}) == {"continuous", "discrete", "series"}


EVERY_CHOICE = [
    (name, parameter, choice, kind)
    for name, kind in CASES
    for parameter, one in ADAPTERS[name].parameters.items()
    for choice in one.choices or ()
    if choice != "kci" and kind in ADAPTERS[name].suitable({parameter: choice})
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "parameter", "choice", "kind"), EVERY_CHOICE)
def test_every_choice_runs(name, parameter, choice, kind):
    adapter = ADAPTERS[name]
    if adapter.missing():
        pytest.skip(f"{adapter.package} is not installed")
    given = fitting(adapter, kind) | {parameter: choice}
    assert adapter.run(data(kind), **given).nodes == data(kind).names


@pytest.mark.long
@pytest.mark.parametrize("name", ["causal-learn:pc", "causal-learn:fci"])
def test_kernel_tests_run(name):
    if ADAPTERS[name].missing():
        pytest.skip("causal-learn is not installed")
    assert ADAPTERS[name].run(data("continuous"), test="kci").nodes == data("continuous").names


# ---- what is refused

REFUSED = [
    ("causal-learn:pc", {"alhpa": 0.1}, "must be one of alpha, .* got 'alhpa'. Did you mean 'alpha'"),
    ("edgemark:persistence", {"lags": 1}, "has no parameters; got 'lags'"),
    ("causal-learn:pc", {"test": "fisher"}, "test of causal-learn:pc must be one of 'fisherz'"),
    ("causal-learn:pc", {"alpha": "0.05"}, "alpha of causal-learn:pc must be a number; got '0.05'"),
    ("causal-learn:pc", {"alpha": 1.5}, "must be from 0 to 1; got 1.5"),
    ("causal-learn:pc", {"alpha": float("nan")}, "must be from 0 to 1; got nan"),
    ("causal-learn:pc", {"alpha": True}, "must be a number; got True"),
    ("causal-learn:pc", {"stable": 1}, "must be true or false; got 1"),
    ("causal-learn:pc", {"uc_rule": True}, "must be one of 0, 1, 2; got True"),
    ("cdans:cdans", {"tau_max": 0}, "must be 1 or more; got 0"),
    ("cdans:cdans", {"tau_max": 1.5}, "must be a whole number; got 1.5"),
    ("flopsearch:flop", {"lambda_bic": float("inf")}, "must be a finite number"),
]


@pytest.mark.parametrize(("name", "given", "said"), REFUSED)
def test_what_no_parameter_can_be_is_refused(name, given, said):
    with pytest.raises(ConventionError, match=said):
        ADAPTERS[name].settings(given)
    with pytest.raises(ConventionError, match=said):
        ADAPTERS[name].suitable(given)


def test_a_whole_number_stands_for_a_number():
    assert repr(ADAPTERS["flopsearch:flop"].settings({"lambda_bic": 3})["lambda_bic"]) == "3.0"


def test_settings_are_all_parameters_in_their_order():
    adapter = ADAPTERS["causal-learn:fci"]
    given = {"depth": 2, "alpha": 0.01}
    assert list(adapter.settings(given)) == list(adapter.parameters)
    assert adapter.settings(given) == {
        "alpha": 0.01,
        "test": "fisherz",
        "depth": 2,
        "max_path_length": -1,
    }


def test_a_number_without_bounds_may_be_any():
    assert Parameter(1.0).objection(-1e300) is None
    assert Parameter(1).objection(-5) is None
    assert Parameter(1.0, maximum=2.0).objection(3.0) == "must be 2 or less; got 3.0"


@pytest.mark.parametrize("name", ["ges", "grasp", "boss"])
def test_scores_and_penalties_of_causal_learn_are_those_it_takes_by_itself(name):
    """On weak effects, where another penalty gives another graph."""
    adapter = ADAPTERS[f"causal-learn:{name}"]
    if adapter.missing():
        pytest.skip("causal-learn is not installed")
    adapter.load()
    function = getattr(import_module(adapter.modules[0]), name)
    rng = np.random.default_rng(1)
    table = rng.normal(size=(100, 5)) @ (np.eye(5) + np.triu(rng.normal(size=(5, 5)), 1) / 3)
    dataset = Dataset(table, list("ABCDE"))
    with _preparation.quietly(4):
        theirs = function(table, **({} if name == "ges" else {"verbose": False}))
    theirs = as_graph(theirs["G"] if name == "ges" else theirs, kind="cpdag")
    found = adapter.run(dataset, seed=4)
    names = dict(zip(theirs.nodes, dataset.names, strict=True))
    assert found == Graph(dataset.names, [(names[a], g, names[b]) for a, g, b in theirs.edges()])
    assert found != adapter.run(dataset, seed=4, penalty=0.05)
