"""``edgemark simulate``: files of data and truth."""

import numpy as np
import pytest

import edgemark as em


def data_of(folder):
    with (folder / "data.csv").open() as file:
        names = tuple(file.readline().strip().split(","))
        return np.loadtxt(file, delimiter=",", ndmin=2), names


@pytest.mark.parametrize("model", ["erdos-renyi", "scale-free", "blocks"])
@pytest.mark.parametrize("mechanism", ["linear", "nonlinear", "discrete"])
def test_data_and_truth_are_over_the_same_variables(edgemark, tmp_path, model, mechanism):
    arguments = "--model", model, "--mechanism", mechanism, "--nodes", 8, "--edges", 9, "--rows", 50
    result = edgemark("simulate", "new/folder", *arguments)
    assert (result.status, result.out) == (0, "")
    assert "50 rows of 8 variables" in result.err
    values, names = data_of(tmp_path / "new/folder")
    truth = em.read(tmp_path / "new/folder/truth.json")
    assert values.shape == (50, 8)
    assert names == truth.nodes
    assert (truth.n_edges, truth.kind) == (9, "dag")
    assert (values == values.astype(int)).all() == (mechanism == "discrete")


def test_the_same_options_give_the_same_files(edgemark, tmp_path):
    for folder, seed in (("a", 4), ("b", 4), ("c", 5)):
        edgemark("simulate", folder, "--seed", seed)
    files = [(tmp_path / f / "data.csv").read_bytes() for f in "abc"]
    assert files[0] == files[1] != files[2]


def test_files_hold_every_bit_of_the_numbers(edgemark, tmp_path):
    edgemark("simulate", "a", "--nodes", 5, "--edges", 6, "--seed", 2)
    model = em.data.random_structural_model(em.data.random_dag(5, 6, 2), 2)
    assert (data_of(tmp_path / "a")[0] == model.sample(1000, seed=2, burn_in=0).data).all()


def test_series_have_a_truth_over_time(edgemark, tmp_path):
    options = "--model", "series", "--nodes", 4, "--lags", 3, "--changing", 2, "--regimes", 2
    assert edgemark("simulate", "s", *options).status == 0
    truth = em.read_temporal(tmp_path / "s/truth.json")
    assert (truth.max_lag, len(truth.changing), len(truth.regimes)) == (3, 2, 2)
    assert data_of(tmp_path / "s")[0].shape == (1000, 4)


def test_data_of_a_known_graph(edgemark, save, tmp_path):
    save("truth.json", "smoke --> lung --> cough", "dag")
    edgemark("simulate", "d", "--truth", "truth.json", "--mechanism", "discrete", "--states", "3")
    values, names = data_of(tmp_path / "d")
    assert names == ("smoke", "lung", "cough")
    assert values.max() == 2


def test_hidden_causes_are_in_the_truth_and_not_in_the_data(edgemark, tmp_path):
    edgemark("simulate", "h", "--hidden", 2, "--nodes", 6)
    assert data_of(tmp_path / "h")[0].shape == (1000, 6)
    truth = em.read(tmp_path / "h/truth.json")
    assert truth.kind == "admg"
    assert "<->" in str(truth)


def test_standardised_columns(edgemark, tmp_path):
    edgemark("simulate", "s", "--standardise")
    values, _ = data_of(tmp_path / "s")
    assert np.allclose(values.mean(axis=0), 0)
    assert np.allclose(values.std(axis=0), 1)
    assert edgemark("simulate", "t", "--standardise", "--rows", 1).status == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--blocks", 3], "--blocks applies to --model blocks"),
        (["--states", 3], "--states applies to --mechanism discrete"),
        (["--lags", 2], "--lags applies to --model series"),
        (
            ["--mechanism", "discrete", "--noise", "gumbel"],
            "--noise applies to data that are not discrete",
        ),
        (["--model", "series", "--edges", 3], "--edges applies to graphs without lags"),
        (["--model", "series", "--mechanism", "discrete"], "does not apply"),
        (["--model", "series", "--regimes", 2], "--changing 1"),
        (["--nodes", 3, "--edges", 9], "3 pairs"),
        (["--truth", "no.json", "--edges", 0], "--edges applies to random graphs"),
        (["--truth", "no.json", "--model", "scale-free"], "--model applies to random graphs"),
        (["--truth", "no.json"], "No such file"),
        (["--mechanism", "discrete", "--hidden", 0], "--hidden applies to data that are not discrete"),
    ],
)
def test_options_without_effect_are_refused_and_nothing_is_written(edgemark, tmp_path, options, message):
    result = edgemark("simulate", "x", *options)
    assert result.status == 2
    assert message in " ".join(result.err.split())
    assert not (tmp_path / "x").exists()


# ---- algorithms


def test_more_lags_than_stability_is_found_out_for_are_refused(edgemark):
    result = edgemark("simulate", "s", "--model", "series", "--nodes", 3, "--lags", 100_000)
    assert result.status == 2
    assert "Use fewer lags" in result.err
    result = edgemark("simulate", "s", "--model", "series", "--nodes", 3, "--lagged", 1000)
    assert result.status == 2
    assert "cpdag" not in result.err


def test_what_pc_learns_of_simulated_data_is_scored(edgemark, tmp_path):
    search = pytest.importorskip("causallearn.search.ConstraintBased.PC")
    edgemark("simulate", "er", "--nodes", 8, "--edges", 8, "--rows", 2000, "--seed", 1)
    values, names = data_of(tmp_path / "er")
    found = search.pc(values, show_progress=False, node_names=list(names))
    em.write(em.as_graph(found), tmp_path / "pc.json")
    options = "-m", "f1:skeleton", "--format", "json"
    rows = edgemark("score", "er/truth.json", "pc.json", *options).json["reports"][0]["rows"]
    assert rows[0]["value"] > 0.8


def test_what_pcmci_learns_of_a_simulated_series_is_scored(edgemark, tmp_path):
    processing = pytest.importorskip("tigramite.data_processing")
    from tigramite.independence_tests.parcorr import ParCorr
    from tigramite.pcmci import PCMCI

    options = "--model", "series", "--nodes", 5, "--contemporaneous", 0, "--rows", 2000, "--seed", 2
    edgemark("simulate", "s", *options)
    values, names = data_of(tmp_path / "s")
    frame = processing.DataFrame(values, var_names=list(names))
    result = PCMCI(frame, ParCorr()).run_pcmci(tau_min=1, tau_max=2, pc_alpha=0.05, alpha_level=0.001)
    found = em.as_temporal(result, contemporaneous="cpdag", nodes=names)
    em.io.write_temporal(found, tmp_path / "found.json")
    shown = edgemark("score", "s/truth.json", "found.json", "-m", "f1:lagged", "--format", "json")
    assert shown.json["reports"][0]["rows"][0]["value"] > 0.8


def test_one_row_is_enough_without_lags_and_too_few_with_them(edgemark, tmp_path):
    assert edgemark("simulate", "a", "--rows", 1).status == 0
    assert len(data_of(tmp_path / "a")[0]) == 1
    result = edgemark("simulate", "b", "--model", "series", "--rows", 2, "--lags", 5)
    assert result.status == 2
    assert "more rows than its largest lag, 5; got 2" in " ".join(result.err.split())


def test_standard_output_is_no_folder(edgemark):
    result = edgemark("simulate", "-")
    assert result.status == 2
    assert "FOLDER must be a folder for two files; got -" in result.err
