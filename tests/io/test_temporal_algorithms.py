"""Results of algorithms for time series, read and scored in one call."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph

TRUTH = TemporalGraph.parse(
    "A --> A @1; B --> B @1; C --> C @1; A --> B @1; C --> D @2; B --> C; lags 2", kind="dag"
).with_nodes(list("ABCD"))


@pytest.fixture(scope="module")
def series():
    """Series of TRUTH with Laplace noise."""
    rng = np.random.default_rng(0)
    noise = rng.laplace(size=(500, 4))
    x = noise.copy()
    for t in range(2, len(x)):
        a, b, c, _ = x[t - 1]
        x[t, 0] += 0.6 * a
        x[t, 1] += 0.5 * b + 0.6 * a
        x[t, 2] += 0.3 * c + 0.7 * x[t, 1]
        x[t, 3] += 0.6 * x[t - 2, 2]
    return x


@pytest.fixture(scope="module")
def frame(series):
    processing = pytest.importorskip("tigramite.data_processing")
    return processing.DataFrame(series, var_names=list("ABCD"))


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Other packages warn.
        yield


def independence():
    from tigramite.independence_tests.parcorr import ParCorr

    return ParCorr()


def test_pcmci_is_scored_in_one_call(frame):
    from tigramite.pcmci import PCMCI

    method = PCMCI(frame, independence())
    result = method.run_pcmci(tau_max=2, pc_alpha=0.05, alpha_level=0.01)
    report = em.evaluate(TRUTH, method)
    assert em.as_temporal(result, contemporaneous="cpdag", nodes=TRUTH.nodes) == em.as_temporal(method)
    assert report["recall", "lagged"].value == 1
    assert report["recall", "contemporaneous skeleton"].value == 1
    assert report["tp", "contemporaneous"].value == 0


def test_scores_of_pcmci_are_ranked(frame):
    from tigramite.pcmci import PCMCI

    result = PCMCI(frame, independence()).run_pcmci(tau_max=2, pc_alpha=0.05)
    for of in ("strength", "p-value"):
        scores = em.io.as_temporal_scores(result, of=of, nodes=TRUTH.nodes)
        assert em.metrics.temporal_roc_auc(TRUTH, scores) == pytest.approx(1, abs=0.02)


def test_pcmci_plus_orients_within_a_time_step(frame):
    from tigramite.pcmci import PCMCI

    method = PCMCI(frame, independence())
    method.run_pcmciplus(tau_max=2, pc_alpha=0.01)
    assert em.evaluate(TRUTH, method)["recall", "all lags"].value == 1
    assert em.as_temporal(method).kind == "pdag"


def test_a_method_that_has_not_run_is_refused(frame):
    from tigramite.lpcmci import LPCMCI
    from tigramite.pcmci import PCMCI

    for method in PCMCI(frame, independence()), LPCMCI(frame, independence()):
        with pytest.raises(em.errors.FormatError, match="must have run"):
            em.evaluate(TRUTH, method)
    with pytest.raises(TypeError, match=r"tigramite\.data_processing\.DataFrame"):
        em.as_temporal(frame)


def test_the_circles_of_lpcmci_are_read(frame):
    from tigramite.lpcmci import LPCMCI

    method = LPCMCI(frame, independence())
    result = method.run_lpcmci(tau_max=2, pc_alpha=0.01)
    found = em.as_temporal(method)
    assert found == em.as_temporal(result, contemporaneous="pag", nodes=TRUTH.nodes)
    assert em.io.as_temporal_scores(method) == em.io.as_temporal_scores(result, nodes=TRUTH.nodes)
    assert {glyph for _, glyph, _, _ in found.edges()} & {"o->", "o-o"}
    report = em.evaluate(TRUTH, found)
    assert report["recall", "lagged adjacencies"].value == 1
    assert report["fp", "circles, all lags"].value > 0


def test_the_dummies_of_j_pcmci_plus_show_which_variables_change():
    """Three data sets. An observed season acts on A, and the mean of B differs between the sets."""
    processing = pytest.importorskip("tigramite.data_processing")
    from tigramite.independence_tests.parcorr_mult import ParCorrMult
    from tigramite.jpcmciplus import JPCMCIplus

    rng, n = np.random.default_rng(0), 150
    season = np.sin(np.arange(n) / 10)
    data = {}
    for k in range(3):
        x = rng.normal(size=(n, 2))
        for t in range(1, n):
            x[t, 0] += 0.6 * x[t - 1, 0] + 2 * season[t]
            x[t, 1] += 0.6 * x[t - 1, 0] + 3 * k
        data[k] = np.column_stack([x, season, np.tile(np.eye(3)[k], (n, 1))])
    names = ["A", "B", "season", "set"]
    columns = [[(0, 0)], [(1, 0)], [(2, 0)], [(3, 0), (4, 0), (5, 0)]]
    frame = processing.DataFrame(
        data, vector_vars=dict(enumerate(columns)), analysis_mode="multiple", var_names=names
    )
    kinds = {0: "system", 1: "system", 2: "time_context", 3: "space_dummy"}
    test = ParCorrMult(significance="analytic")
    method = JPCMCIplus(node_classification=kinds, dataframe=frame, cond_ind_test=test)
    result = method.run_jpcmciplus(tau_min=0, tau_max=1, pc_alpha=0.01)

    found = em.as_temporal(method)
    assert (found.nodes, found.changing) == (("A", "B", "season"), ("B",))
    truth = TemporalGraph.parse("A --> A @1; A --> B @1; lags 1; changing A B")
    found = em.as_temporal(method, surrogate="season")
    by_hand = {"contemporaneous": "cpdag", "nodes": names, "surrogate": ["season", "set"]}
    assert found == em.as_temporal(result, **by_hand)
    assert em.metrics.temporal_confusion(truth, found).recall == 1
    assert em.io.as_temporal_scores(method, surrogate="season").nodes == truth.nodes


def test_varlingam_is_read_with_the_cause_in_the_column(series):
    lingam = pytest.importorskip("lingam")
    model = lingam.VARLiNGAM(lags=2, random_state=0)
    model.fit(series)
    with pytest.raises(em.errors.AmbiguityError, match="threshold"):
        em.as_temporal(model)
    found = em.as_temporal(model, threshold=0.15, nodes=TRUTH.nodes)
    assert em.metrics.temporal_confusion(TRUTH, found, of="all-lags").recall == 1
    assert em.metrics.temporal_confusion(TRUTH, found, of="contemporaneous").fp == 0


def test_a_vector_autoregression_is_read(series):
    api = pytest.importorskip("statsmodels.tsa.api")
    pandas = pytest.importorskip("pandas")
    result = api.VAR(pandas.DataFrame(series, columns=list("ABCD"))).fit(2)
    found = em.as_temporal(result, threshold=0.25)
    assert found.nodes == ("A", "B", "C", "D")
    assert ("A", "-->", "B", 1) in found.edges()
    assert ("B", "-->", "A", 1) not in found.edges()
    assert ("C", "-->", "D", 2) in found.edges()


def test_a_structural_vector_autoregression_is_read_as_its_error_advises():
    pytest.importorskip("statsmodels")
    pandas = pytest.importorskip("pandas")
    from statsmodels.tsa.vector_ar.svar_model import SVAR

    rng = np.random.default_rng(0)
    rows = [np.zeros(2)]
    for noise in rng.normal(size=(2000, 2)):  # A --> A @1, and A --> B within a step
        a = 0.5 * rows[-1][0] + noise[0]
        rows.append(np.array([a, 0.9 * a + noise[1]]))
    free = np.array([[1, 0], ["E", 1]], dtype=object)
    model = SVAR(pandas.DataFrame(rows, columns=["A", "B"]), svar_type="A", A=free)
    result = model.fit(maxlags=1)
    with pytest.raises(em.errors.AmbiguityError, match="a structural VAR has contemporaneous") as caught:
        em.as_temporal(result, threshold=0.1)
    known = {"TemporalGraph": em.TemporalGraph, "np": np, "obj": result}
    codes = [remedy.python.replace("0.05", "0.3") for remedy in caught.value.remedies]
    structural, reduced = (eval(code, known) for code in codes)
    assert structural.edges() == [("0", "-->", "1", 0), ("0", "-->", "0", 1)]
    assert reduced.edges() == [("0", "-->", "0", 1), ("0", "-->", "1", 1)]


def test_a_vector_autoregression_has_the_names_of_its_frame_or_those_that_are_given(series):
    api = pytest.importorskip("statsmodels.tsa.api")
    pandas = pytest.importorskip("pandas")
    names, given = ["y1", "y2", "y3", "y4"], ["y2", "y1", "y3", "y4"]
    expected = em.as_temporal(api.VAR(series).fit(2), threshold=0.25, nodes=given)
    assert ("y2", "-->", "y1", 1) in expected.edges()
    assert em.as_temporal(api.VAR(series).fit(2), threshold=0.25).nodes == tuple(names)
    numbered = api.VAR(pandas.DataFrame(series)).fit(2)
    assert em.as_temporal(numbered, threshold=0.25, nodes=given) == expected
    assert em.as_temporal(numbered, threshold=0.25).nodes == ("0", "1", "2", "3")
    named = api.VAR(pandas.DataFrame(series, columns=names)).fit(2)
    assert em.as_temporal(named, threshold=0.25, nodes=names).nodes == tuple(names)
    with pytest.raises(em.errors.GraphError, match="a result that names its nodes needs no other names"):
        em.as_temporal(named, threshold=0.25, nodes=given)
    with pytest.raises(em.errors.GraphError, match="4 variables need 4 names; got 2"):
        em.as_temporal(api.VAR(series).fit(2), threshold=0.25, nodes=["A", "B"])


def test_options_without_an_effect_on_an_object_are_refused(series):
    lingam = pytest.importorskip("lingam")
    networkx = pytest.importorskip("networkx")
    model = lingam.VARLiNGAM(lags=1, random_state=0)
    model.fit(series)
    array = np.full((2, 2, 2), "", "<U3")
    graph = networkx.DiGraph([("A", "B", {"lag": 1})])
    idle = [
        (model, {"contemporaneous": "pag", "threshold": 0.1}), (array, {"threshold": 0.1}),
        ({"graph": array}, {"threshold": 0.1}), (graph, {"threshold": 0}), (TRUTH, {"threshold": 0.1}),
        (graph, {"contemporaneous": "pag"}), (TRUTH, {"contemporaneous": "cpdag"}),
    ]  # fmt: skip
    for obj, options in idle:
        with pytest.raises(em.errors.ConventionError, match=f"{min(options)} has no effect here"):
            em.as_temporal(obj, **options)
    scores = em.TemporalScores(np.zeros((1, 2, 2)), direction="row-to-column", first_lag=1)
    with pytest.raises(em.errors.ConventionError, match='of="p-value" has no effect'):
        em.io.as_temporal_scores(scores, of="p-value")


def test_cdans_is_scored_in_one_call(series):
    cdans = pytest.importorskip("cdans")
    result = cdans.CDANs(tau_max=2, ci_test="fisherz").fit(series)
    found = em.as_temporal(result, nodes=TRUTH.nodes)
    assert em.evaluate(TRUTH, found)["recall", "lagged"].value > 0.5


def test_data_of_cdans_are_a_truth():
    utils = pytest.importorskip("cdans.utils")
    data = utils.generate_synthetic_cdans(n_vars=4, n_samples=60, tau_max=2, seed=1)
    truth = em.as_temporal(data)
    assert truth.max_lag == 2
    assert set(map(int, truth.changing)) == data.changing_modules
    assert {(int(a), int(b), k) for a, _, b, k in truth.edges() if k} == data.lagged_edges
    assert truth.kind == "dag"


def test_granger_of_causal_learn_is_read_with_the_cause_in_the_column(series):
    granger = pytest.importorskip("causallearn.search.Granger.Granger")
    coefficients = granger.Granger(maxlag=2).granger_lasso(series)
    found = TemporalGraph.from_matrices(
        coefficients,
        direction="column-to-row",
        first_lag=1,
        threshold=0.2,
        nodes=TRUTH.nodes,
    )
    assert em.metrics.temporal_confusion(TRUTH, found).recall == 1
    assert ("D", "-->", "C", 2) not in found.edges()


def test_the_surrogate_of_cd_nod_shows_which_variables_change():
    cdnod = pytest.importorskip("causallearn.search.ConstraintBased.CDNOD").cdnod
    rng = np.random.default_rng(1)
    time = np.arange(600.0)[:, None]
    a = rng.normal(size=600) + 4 * np.sin(time[:, 0] / 400)
    b = a + rng.normal(size=600)
    found = cdnod(np.stack([a, b], axis=1), time, show_progress=False)
    graph = em.as_temporal(found, nodes=["A", "B", "time"], surrogate="time")
    assert graph.nodes == ("A", "B")
    assert graph.changing == ("A",)
    assert graph.contemporaneous().adjacent("A") == {"B"}
    assert em.as_temporal(found, surrogate="X3").nodes == ("X1", "X2")
    with pytest.raises(em.errors.AmbiguityError, match="surrogate='X3'"):
        em.as_temporal(found)
    with pytest.raises(em.errors.GraphError, match="3 nodes, including the one for time"):
        em.as_temporal(found, nodes=["A", "B"], surrogate="X3")


def test_nothing_acts_on_the_surrogate():
    with pytest.raises(em.errors.GraphError, match="nothing acts on time; got A --> time"):
        TemporalGraph.from_surrogate(em.Graph.parse("A --> time"), "time")


def test_the_example_of_real_algorithms_in_temporal_md_runs(capsys):
    """The numbers depend on the versions of the packages, so only the shape of the table is compared."""
    for package in ("tigramite", "causallearn", "lingam"):
        pytest.importorskip(package)
    page = (Path(__file__).parents[2] / "docs" / "temporal.md").read_text()
    code, shown = re.search(
        r"### Scores of real.*?```python\n(.*?)```.*?```text\n(.*?)```", page, re.DOTALL
    ).groups()
    exec(code, {})
    rows = [line.split() for line in shown.splitlines()]
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == [row[0] for row in printed[-len(rows) :]]
    assert all(len(row) == 4 for row in rows)


def test_effects_after_pcmci_plus_are_compared_with_the_class_of_the_truth(frame):
    from tigramite.pcmci import PCMCI

    result = PCMCI(frame, independence()).run_pcmciplus(tau_max=2, pc_alpha=0.01)
    found = em.as_temporal(result, contemporaneous="cpdag", nodes=TRUTH.nodes)
    report = em.evaluate(TRUTH, found, ["temporal_aid", "temporal_sid"])
    assert report["temporal_aid", "parents, T=L+1"].compared == "tiered MPDAG / time series"
    assert report["temporal_aid", "parents, T=L+1"].of == 12 * 11
    learned = em.metrics.temporal_aid(TRUTH, found)
    empty = em.metrics.temporal_aid(TRUTH, TemporalGraph(TRUTH.nodes, max_lag=2), compare="tiered-mpdag")
    assert learned < empty


def test_errors_for_methods_without_a_graph_and_unfitted_models_say_what_to_call(frame):
    from tigramite.pcmci import PCMCI

    method = PCMCI(frame, independence())
    method.run_pc_stable(tau_max=1, pc_alpha=0.05)
    with pytest.raises(em.errors.FormatError, match=r"Run run_pcmci or run_pcmciplus. After run_pcalg"):
        em.as_temporal(method)
    method.run_pcmci(tau_max=1, pc_alpha=0.05)
    first = em.as_temporal(method)
    method.run_pcalg(tau_max=1, pc_alpha=0.01)
    for read in (em.as_temporal, em.io.as_temporal_scores):
        with pytest.raises(em.errors.AmbiguityError, match=r"Or take.*obj\.results, .*nodes="):
            read(method)
    again = em.as_temporal(method.results, contemporaneous="cpdag", nodes=method.var_names)
    assert again.edges() == first.edges()
    lingam = pytest.importorskip("lingam")
    with pytest.raises(
        em.errors.FormatError, match=r"VARLiNGAM without them. Call fit first: model\.fit\(data\)"
    ):
        em.as_temporal(lingam.VARLiNGAM(), threshold=0.1)
    models = pytest.importorskip("statsmodels.tsa.api")
    with pytest.raises(em.errors.FormatError, match=r"Call fit first: result = model\.fit\(lags\)"):
        em.as_temporal(models.VAR(np.random.default_rng(0).normal(size=(50, 2))), threshold=0.1)


@pytest.mark.parametrize(
    ("code", "glyph"), [("o-x", "o->"), ("--x", "-->"), ("x-x", "o->"), ("x->", "o->")]
)
def test_a_conflict_at_the_later_end_of_a_lagged_edge_is_an_arrowhead(code, glyph):
    """No edge leads back in time, so its later end is an arrowhead even if the tests contradict it."""
    array = np.full((2, 2, 2), "", "<U3")
    array[0, 1, 1] = code
    graph = em.as_temporal(array, nodes=["A", "B"], contemporaneous="pag")
    assert graph.edges() == [("A", glyph, "B", 1)]
    assert graph.conflicts == (("A", "B", 1),)


def test_a_var_of_order_0_has_no_edges():
    """A criterion such as AIC may select order 0."""
    api = pytest.importorskip("statsmodels.tsa.api")
    pandas = pytest.importorskip("pandas")
    series = pandas.DataFrame(np.random.default_rng(0).normal(size=(100, 2)), columns=["A", "B"])
    read = em.as_temporal(api.VAR(series).fit(0), threshold=0.1)
    assert read == em.TemporalGraph(["A", "B"], max_lag=0)


def test_other_objects_of_tigramite_are_refused():
    parcorr = pytest.importorskip("tigramite.independence_tests.parcorr").ParCorr()
    with pytest.raises(TypeError, match=r"as_temporal takes .*; got tigramite.*ParCorr"):
        em.as_temporal(parcorr)
    with pytest.raises(TypeError, match=r"as_graph takes graphs without lags; got tigramite"):
        em.as_graph(parcorr)
