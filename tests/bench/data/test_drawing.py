"""Drawn data: the same for the same recipe, prefixes of larger samples, and of the scale asked for."""

import gzip
from dataclasses import replace

import numpy as np
import pytest

from edgemark import EdgemarkError, Graph, TemporalGraph, latent_projection, write
from edgemark.bench.data import draw
from edgemark.bench.data.files import read_data
from edgemark.bench.data.scales import standardised
from edgemark.bench.networks import network_of
from edgemark.bench.networks.bif import network_from_bif
from edgemark.bench.plan import Plan
from edgemark.data import asia
from edgemark.errors import FormatError
from edgemark.io import write_temporal


def spec_of(settings, folder=None):
    text = f'[plan]\nprimary = "sid"\n[[data]]\n{settings}\n[[algorithm]]\nuse = "m:f"\n'
    [spec] = Plan.parse(text, folder=folder).data
    return spec


ER = 'random = "erdos-renyi"\nnodes = 8\nedges = 12\nsamples = 200\n'
RECIPES = {
    "asia": 'network = "asia"\nsamples = 200',
    "gaussian": ER,
    "laplace": ER + 'mechanism = "linear-laplace"',
    "nonlinear": ER + 'mechanism = "additive-noise"',
    "discrete": ER + 'mechanism = "discrete"\nstates = 3',
    "hidden": ER + "hidden = 2",
    "iscm": ER + 'scale = "iscm"',
    "neural": ER + 'mechanism = "neural"',
    "neural, hidden": ER + 'mechanism = "neural"\nhidden = 1',
    "nonlinear iscm": ER + 'mechanism = "additive-noise"\nscale = "iscm"',
    "neural iscm": ER + 'mechanism = "neural"\nscale = "iscm"',
    "interventions": ER + "interventions = 3",
    "scale-free": ER.replace("erdos-renyi", "scale-free"),
    "blocks": ER.replace("erdos-renyi", "blocks") + "within = 0.7",
    "series": 'random = "series"\nnodes = 4\nsamples = 200',
}


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_the_same_seed_gives_the_same_data(recipe):
    spec = spec_of(recipe)
    first, again, other = draw(spec, 0), draw(spec, 0), draw(spec, 1)
    assert (first.data, first.truth, first.facts) == (again.data, again.truth, again.facts)
    assert first.data != other.data
    assert set(first.truth.nodes) == set(first.data.names)
    assert len(first.data.values) == 200


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_a_smaller_sample_is_the_beginning_of_a_larger_one(recipe):
    spec = spec_of(recipe)
    smaller = draw(replace(spec, settings={**spec.settings, "samples": 50}), 3)
    larger = draw(spec, 3)
    assert smaller.truth == larger.truth
    assert smaller.data.names == larger.data.names
    assert np.array_equal(smaller.data.values, larger.data.values[:50])


def test_columns_are_permuted_by_the_seed():
    spec = spec_of(RECIPES["asia"])
    orders = {draw(spec, seed).data.names for seed in range(5)}
    assert len(orders) == 5
    assert {frozenset(names) for names in orders} == {frozenset(asia().nodes)}


def test_a_permuted_column_is_still_its_variable():
    drawn = draw(spec_of(RECIPES["asia"].replace("200", "20000")), 0)
    share = dict(zip(drawn.data.names, 1 - drawn.data.values.mean(axis=0), strict=True))
    assert share["smoke"] == pytest.approx(0.5, abs=0.02)
    assert share["bronc"] == pytest.approx(0.45, abs=0.02)
    assert share["tub"] == pytest.approx(0.0104, abs=0.005)
    assert drawn.facts["deterministic"] == ["either"]


def test_hidden_variables_leave_the_data_and_the_truth_is_a_mag():
    drawn = draw(spec_of('network = "asia"\nsamples = 9\nhidden = ["smoke"]'), 0)
    assert "smoke" not in drawn.data.names
    assert drawn.truth == latent_projection(asia().graph, ["smoke"])
    assert (drawn.truth.kind, drawn.truth.n_edges) == ("mag", 7)
    random = draw(spec_of(RECIPES["hidden"]), 0)
    assert (random.truth.kind, random.truth.n_nodes) == ("mag", 8)
    assert any(glyph == "<->" for _, glyph, _ in random.truth.edges())


def test_scales_share_graph_and_noise():
    raw, standardized = (
        draw(spec_of(ER + f'scale = "{scale}"'), 0) for scale in ("raw", "standardized")
    )
    assert raw.truth == standardized.truth
    expected = (raw.data.values - raw.data.values.mean(0)) / raw.data.values.std(0)
    assert np.allclose(expected, standardized.data.values)


def test_an_iscm_has_unit_variances_and_less_to_sort_by():
    settings = 'random = "erdos-renyi"\nnodes = 12\nedges = 40\nsamples = 20000\n'
    found = {
        scale: [draw(spec_of(settings + f'scale = "{scale}"'), seed) for seed in range(6)]
        for scale in ("raw", "standardized", "iscm")
    }
    for drawn in found["iscm"]:
        assert np.allclose(drawn.data.values.var(axis=0), 1, atol=0.06)
    mean = {
        (scale, by): np.mean([one.facts[f"{by}_sortability"] for one in drawn])
        for scale, drawn in found.items()
        for by in ("var", "r2")
    }
    assert mean["raw", "var"] > 0.9
    assert mean["standardized", "var"] == pytest.approx(0.5)
    assert mean["standardized", "r2"] == pytest.approx(mean["raw", "r2"])
    assert mean["standardized", "r2"] - mean["iscm", "r2"] > 0.2


def test_an_iscm_is_what_its_recursion_says():
    """Each variable is standardised before it acts, by the deviation of a sample as large as this."""
    from edgemark.bench.data.scales import internally_standardised
    from edgemark.data import random_dag, random_structural_model

    dag = random_dag(6, 10, seed=3)
    model = random_structural_model(dag, seed=3)
    made = internally_standardised(model)
    rng = np.random.default_rng(0)
    values = {}
    for name in model.orders[0]:
        effects = model.mechanisms[0].equations().get(name, [])
        raw = rng.normal(size=400_000) + sum(e.coefficient * values[e.source] for e in effects)
        values[name] = raw / raw.std()
    expected = np.corrcoef([values[name] for name in model.variables])
    sample = made.sample(400_000, seed=1, burn_in=0)
    order = [sample.names.index(name) for name in model.variables]
    assert np.allclose(expected, np.corrcoef(sample.data.T[order]), atol=0.01)


@pytest.mark.parametrize("mechanism", ["additive-noise", "neural"])
def test_an_iscm_of_any_equations_has_unit_variances(mechanism):
    settings = 'random = "erdos-renyi"\nnodes = 8\nedges = 16\nsamples = 20000\nscale = "iscm"\n'
    for seed in range(3):
        values = draw(spec_of(settings + f'mechanism = "{mechanism}"'), seed).data.values
        assert np.allclose(values.mean(axis=0), 0, atol=0.05)
        assert np.allclose(values.var(axis=0), 1, atol=0.06)


def test_equations_of_ours_are_those_of_the_compiled_sampler():
    """Without scaling and interventions both draw the same rows, from the same noise."""
    from edgemark.bench.data.structural import Structural
    from edgemark.data import random_dag, random_structural_model

    responses = "linear", "tanh", "sine", "absolute", "rectified", "bump"
    for seed, noise in enumerate(("gaussian", "laplace", "uniform", "exponential", "gumbel", "t4")):
        model = random_structural_model(
            random_dag(7, 12, seed), seed, responses=responses, noise=noise, hidden=1
        )
        values, of_row = Structural(model).sample(50, seed)
        assert np.allclose(values, model.sample(50, seed, burn_in=0).data)
        assert of_row == [""] * 50


def test_neural_equations_are_sums_of_sigmoids_of_the_causes():
    from edgemark.bench.data.structural import Structural
    from edgemark.data import Effect, SeriesModel

    effects = [Effect("A", "C", 0, 1.0), Effect("B", "C", 0, 1.0)]
    model = SeriesModel.constant(["A", "B", "C"], effects, max_lag=0)
    made = Structural.neural(model, seed=4)
    assert set(made.functions) == {"C"}
    rng = np.random.default_rng(4)
    inner = rng.uniform(0.5, 2, (2, 100)) * rng.choice([-1.0, 1.0], (2, 100))
    outer = rng.uniform(0.5, 2, 100) * rng.choice([-1.0, 1.0], 100)
    values, _ = made.sample(5, seed=1)
    noise = Structural(SeriesModel.constant(["A", "B", "C"], [], max_lag=0)).sample(5, seed=1)[0]
    for row, (a, b, e) in zip(values, noise, strict=True):
        units = [1 / (1 + np.exp(-(a * inner[0, k] + b * inner[1, k]))) for k in range(100)]
        assert row[2] == pytest.approx(e + sum(w * u for w, u in zip(outer, units, strict=True)))


def test_a_variable_that_is_intervened_on_has_no_causes():
    spec = spec_of(ER.replace("200", "40000") + "interventions = 3")
    drawn = draw(spec, 1)
    data, truth = drawn.data, drawn.truth
    targets = drawn.facts["targets"]
    assert len(targets) == 3
    assert set(data.targets) == {(), *((name,) for name in targets)}
    assert [len(row) for row in data.targets[:8]] == [0, 1, 1, 1, 0, 1, 1, 1]
    for target in targets:
        rows = [k for k, row in enumerate(data.targets) if row == (target,)]
        values = data.values[rows]
        own = values[:, data.names.index(target)]
        assert (own.mean(), own.std()) == (pytest.approx(2, abs=0.05), pytest.approx(1, abs=0.05))
        others = {a for a, _, b in truth.edges() if b == target}
        for cause in others:
            assert abs(np.corrcoef(own, values[:, data.names.index(cause)])[0, 1]) < 0.05
    watched = data.values[[k for k, row in enumerate(data.targets) if not row]]
    same = draw(spec_of(ER.replace("200", "40000")), 1)
    assert same.truth == truth
    assert np.allclose(
        np.cov(watched.T), np.cov(same.data.values[:, [same.data.names.index(n) for n in data.names]].T),
        rtol=0.15, atol=0.2,
    )  # fmt: skip


def test_series_have_a_time_series_graph_for_truth():
    drawn = draw(spec_of(RECIPES["series"]), 0)
    assert isinstance(drawn.truth, TemporalGraph)
    assert drawn.data.is_series
    assert drawn.facts["truth"] == "temporal"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (RECIPES["asia"], "cpdag"),
        (RECIPES["gaussian"], "dag"),
        (ER + 'scale = "standardized"', "cpdag"),
        (RECIPES["laplace"], "dag"),
        (RECIPES["nonlinear"], "dag"),
        (RECIPES["hidden"], "pag"),
        (RECIPES["interventions"], "dag"),
        (ER + 'scale = "standardized"\ninterventions = 1', "mpdag"),
        (RECIPES["neural"], "dag"),
        (RECIPES["series"], None),
    ],
)
def test_what_the_data_can_identify_is_recorded(settings, expected):
    assert draw(spec_of(settings), 0).facts["identifiable"] == expected


# ---- files


def in_files(folder, data, truth, more=""):
    (folder / "mine.csv").write_text(data)
    if truth is not None:
        write(truth, folder / "truth.json")
    return spec_of(f'file = "mine.csv"\ntruth = "truth.json"\n{more}', folder)


def test_a_file_is_read_as_it_is(tmp_path):
    spec = in_files(tmp_path, "B,A\n1.5,2\n0.25,-1e3\n", Graph.parse("A --> B"))
    drawn = draw(spec, 7)
    assert drawn.data.names == ("B", "A")
    assert drawn.data.values.tolist() == [[1.5, 2.0], [0.25, -1000.0]]
    assert drawn.truth == Graph.parse("A --> B")


def test_words_are_states_of_discrete_data(tmp_path):
    spec = in_files(tmp_path, "A,B\nyes,0\nno,1\nyes,1\n", Graph.parse("A --> B"), 'kind = "discrete"')
    assert draw(spec, 0).data.values.tolist() == [[1, 0], [0, 1], [1, 1]]


def test_a_matrix_without_names_gets_those_of_the_columns(tmp_path):
    np.save(tmp_path / "truth.npy", np.array([[0, 1], [0, 0]]))
    (tmp_path / "mine.csv").write_text("A,B\n1,2\n3,1\n")
    spec = spec_of(
        'file = "mine.csv"\ntruth = "truth.npy"\ndirection = "row-to-column"\ntruth_kind = "dag"',
        tmp_path,
    )
    assert draw(spec, 0).truth == Graph.parse("A --> B")


def test_parquet_is_read(tmp_path):
    polars = pytest.importorskip("polars")
    polars.DataFrame({"A": [1.5, 2], "B": [0.25, 1]}).write_parquet(tmp_path / "mine.parquet")
    write(Graph.parse("A --> B"), tmp_path / "truth.json")
    spec = spec_of('file = "mine.parquet"\ntruth = "truth.json"', tmp_path)
    assert draw(spec, 0).data.values.tolist() == [[1.5, 0.25], [2, 1]]


def test_rows_of_parquet_are_counted_without_a_header(tmp_path):
    polars = pytest.importorskip("polars")
    polars.DataFrame({"A": ["1", "x"]}).write_parquet(tmp_path / "mine.parquet")
    with pytest.raises(FormatError, match="row 2: column 'A' must hold numbers; got 'x'"):
        read_data(str(tmp_path / "mine.parquet"), "continuous")


def test_a_series_of_a_file_has_a_temporal_truth(tmp_path):
    (tmp_path / "mine.csv").write_text("A,B\n1,2\n3,1\n")
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    write_temporal(truth, tmp_path / "truth.json")
    spec = spec_of('file = "mine.csv"\ntruth = "truth.json"\nkind = "series"', tmp_path)
    assert draw(spec, 0).truth == truth


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "at least one row"),
        ("A,B\n", "at least one row"),
        ("A,B\n1\n", "row 2 has 1"),
        ("A,A\n1,2\n", "a different name for each column"),
        ("A,B\n1,x\n", "row 2: column 'B' must hold numbers; got 'x'"),
        ("A,C\n1,2\n", "columns that are not nodes: 'C'; nodes that are not columns: 'B'"),
        ("A,B,C\n1,2,3\n", "columns that are not nodes: 'C'"),
        (",A,B\n0,1,2\n", "column 1 has no name. Leave this column out, if it holds the numbers"),
        ("A,B,\n1,2,\n", "column 3 has no name"),
        ("A;B\n1;2\n", "must be separated by commas; the header has ';'"),
        ("A\tB\n1\t2\n", "must be separated by commas; the header has '\\t'"),
        ("A,B\n1,inf\n", "row 2: column 'B' must hold finite numbers; got inf"),
    ],
)
def test_data_that_cannot_be_read_are_refused(data, words, tmp_path):
    with pytest.raises(EdgemarkError) as caught:
        draw(in_files(tmp_path, data, Graph.parse("A --> B")), 0)
    assert words in str(caught.value)


@pytest.mark.parametrize("kind", ["continuous", "discrete", "series"])
@pytest.mark.parametrize("missing", ["", "NA", "nan", "null"])
def test_missing_values_are_neither_numbers_nor_states(kind, missing, tmp_path):
    (tmp_path / "mine.csv").write_text(f"A,B\n1,2\n3,{missing}\n2,2\n")
    with pytest.raises(FormatError) as caught:
        read_data(str(tmp_path / "mine.csv"), kind)
    message = str(caught.value)
    assert f"row 3: column 'B' must have a value in every row; got {missing!r}" in message
    assert "write kind" not in message
    assert ("if it is a state" in message) == (kind == "discrete" and missing != "")


@pytest.mark.parametrize("values", [[1.0, None], [1.0, float("nan")], ["a", None]])
def test_missing_values_of_parquet_are_refused(values, tmp_path):
    polars = pytest.importorskip("polars")
    polars.DataFrame({"A": values}).write_parquet(tmp_path / "mine.parquet")
    with pytest.raises(FormatError, match="row 2: column 'A' must have a value in every row"):
        read_data(str(tmp_path / "mine.parquet"), "discrete")


def test_a_state_may_be_called_none(tmp_path):
    (tmp_path / "mine.csv").write_text("A\nNone\nsome\n")
    assert read_data(str(tmp_path / "mine.csv"), "discrete")[0].tolist() == [[0], [1]]


def test_a_truth_without_its_largest_lag_gets_advice_that_a_plan_can_follow(tmp_path):
    (tmp_path / "mine.csv").write_text("A,B\n1,2\n3,1\n")
    (tmp_path / "truth.txt").write_text("A --> B @1")
    spec = spec_of('file = "mine.csv"\ntruth = "truth.txt"\nkind = "series"', tmp_path)
    with pytest.raises(FormatError, match=r"as in 'lags 2'.* Write it into this file$"):
        draw(spec, 0)
    (tmp_path / "truth.txt").write_text("A --> B @1; lags 2")
    assert draw(spec, 0).truth.max_lag == 2


# ---- networks

RAIN = """
network rain { }
variable rain { type discrete [ 2 ] { yes, no }; }
// a comment
variable wet { type discrete [ 3 ] { dry, damp, soaked }; property x = 1 ; }
probability ( rain ) { table 0.2, 0.8; }
probability ( wet | rain ) {
  (no) 0.7, 0.2, 0.1;
  (yes) 0.0, 0.3333333, 0.6666666;
}
"""


def test_a_bif_file_is_read(tmp_path):
    network = network_from_bif(RAIN, "rain")
    assert network.graph == Graph.parse("rain --> wet")
    assert network.variable("wet").table[0] == pytest.approx((0, 1 / 3, 2 / 3), abs=1e-6)
    assert network.variable("wet").table[1] == pytest.approx((0.7, 0.2, 0.1))
    (tmp_path / "rain.bif.gz").write_bytes(gzip.compress(RAIN.encode()))
    drawn = draw(spec_of('network = "rain.bif.gz"\nsamples = 10', tmp_path), 0)
    assert sorted(drawn.data.names) == ["rain", "wet"]


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        ("(no) 0.7", "(perhaps) 0.7", "no row for (no)"),
        (
            "(no) 0.7",
            "(maybe) 0.5, 0.3, 0.2;\n  (no) 0.7",
            "(maybe), which are not states of its parents",
        ),
        ("0.2, 0.8", "0.2, 0.7", "must sum to 1"),
        ("0.2, 0.8", "0.2", "must have 2 numbers, one for each state; got 1"),
        ("0.2, 0.8", "0.2, x", "must be numbers"),
        ("wet | rain", "wet | snow", "no variable 'snow'"),
        ("probability ( rain ) { table 0.2, 0.8; }", "", "'rain' has none"),
        ("(no) 0.7, 0.2, 0.1;", "(yes) 0.7, 0.2, 0.1;", "(yes) has two"),
        (
            "  (no) 0.7, 0.2, 0.1;\n  (yes) 0.0, 0.3333333, 0.6666666;",
            "table 0.7, 0.2, 0.1, 0.0, 0.3333333, 0.6666666;",
            "one list of numbers, whose order differs between programs",
        ),
        ("type discrete [ 2 ]", "type continuous [ 2 ]", "must be discrete"),
        ("network rain", "netwerk rain", "got 'netwerk'"),
        (RAIN, "network rain { }", "at least one variable; this one has none"),
    ],
)
def test_a_broken_bif_file_is_refused(written, instead, words):
    with pytest.raises(EdgemarkError) as caught:
        network_from_bif(RAIN.replace(written, instead, 1), "rain")
    assert words in str(caught.value)


def test_a_cut_bif_file_is_refused():
    for length in range(20, len(RAIN) - 3, 7):
        with pytest.raises(EdgemarkError):
            network_from_bif(RAIN[:length], "rain")


def test_the_networks_of_pgmpy_load():
    pytest.importorskip("pgmpy")
    sachs = network_of("sachs")
    assert (len(sachs.nodes), sachs.graph.n_edges) == (11, 17)
    assert network_of("alarm").graph.n_edges == 46


def test_pgmpy_reads_the_same_tables():
    """pgmpy's own reader is the oracle."""
    pytest.importorskip("pgmpy")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.readwrite import BIFReader

        from edgemark.bench.networks import networks_of_pgmpy

        text = gzip.decompress(networks_of_pgmpy()["child"].read_bytes()).decode()
        model = BIFReader(string=text).get_model()
    ours = network_of("child")
    for variable in ours.variables:
        cpd = model.get_cpds(variable.name)
        assert list(variable.parents) == cpd.variables[1:]
        assert cpd.state_names[variable.name] == list(variable.states)
        assert np.allclose(cpd.get_values().T, variable.table, atol=1e-6)


def test_the_columns_name_the_nodes_of_a_series_without_names(tmp_path):
    """As they do for a truth without lags."""
    glyphs = np.full((2, 2, 2), "", dtype="<U3")
    glyphs[1, 0, 1] = "-->"
    np.save(tmp_path / "truth.npy", glyphs)
    rows = "".join(f"{k},{k % 3}\n" for k in range(10))
    (tmp_path / "mine.csv").write_text(f"rain,wet\n{rows}")
    spec = spec_of('file = "mine.csv"\ntruth = "truth.npy"\nkind = "series"', tmp_path)
    truth = draw(spec, 0).truth
    assert truth.nodes == ("rain", "wet")
    assert list(truth.edges()) == [("wet", "-->", "rain", 1)]


@pytest.mark.parametrize("n", [3, 100, 1001])
@pytest.mark.parametrize("value", [0.1, -0.1321048632913019, 1e100])
def test_a_constant_column_becomes_zero(value, n):
    """The standard deviation that NumPy computes for equal numbers may be above 0."""
    values = np.column_stack([np.full(n, value), np.arange(n)])
    scaled = standardised(values)
    assert not scaled[:, 0].any()
    assert scaled[:, 1].std() == pytest.approx(1)


@pytest.mark.parametrize("columns", [{}, {"A": []}])
def test_parquet_without_a_row_is_refused(columns, tmp_path):
    polars = pytest.importorskip("polars")
    polars.DataFrame(columns).write_parquet(tmp_path / "mine.parquet")
    with pytest.raises(FormatError, match="one row"):
        read_data(str(tmp_path / "mine.parquet"), "continuous")


@pytest.mark.parametrize(
    "text",
    [
        RAIN.replace("( rain )", "( )"),
        RAIN.replace("{ yes, no }", "{ , }", 1),
        RAIN.replace("0.2, 0.8", "0.2, 0.4, 0.4", 1),
    ],
)
def test_what_is_not_bif_is_a_format_error(text):
    with pytest.raises(FormatError):
        network_from_bif(text, "rain")


def test_a_damaged_compressed_network_is_a_format_error(tmp_path):
    """zlib has errors of its own."""
    content = gzip.compress(RAIN.encode())
    for k in range(10, 20):
        file = tmp_path / f"{k}.bif.gz"
        file.write_bytes(content[:k] + bytes([content[k] ^ 6]) + content[k + 1 :])
        with pytest.raises(FormatError):
            network_of(str(k), str(file))


def test_a_smaller_sample_of_changing_modules_is_another_one():
    """Modules change over the whole length of a series, so its beginning depends on the length."""
    short, long = (
        draw(spec_of(f'random = "series"\nnodes = 4\nsamples = {n}\nchanging = 1'), 0).data.values
        for n in (100, 200)
    )
    assert not np.array_equal(short, long[:100])
