"""``edgemark score`` of time series graphs."""

import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.cli.app import run

TRUTH = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
FOUND = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing C")


@pytest.fixture
def files(tmp_path):
    em.io.write_temporal(TRUTH, tmp_path / "truth.json")
    em.io.write_temporal(FOUND, tmp_path / "found.json")
    em.io.write_temporal(TRUTH, tmp_path / "same.txt")
    em.write(em.Graph.parse("A --> B; C"), tmp_path / "static.json")
    return tmp_path


@pytest.mark.filterwarnings("ignore:the truth directs its edges:edgemark.errors.ClassWarning")
def test_time_series_graphs_are_recognized(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "found.json", "--format", "json")
    (report,) = result.json["reports"]
    assert report["truth"]["kind"] == "time series to lag 2"
    expected = em.evaluate(TRUTH, FOUND)
    assert len(expected) == len(report["rows"])
    shown = edgemark("score", files / "truth.json", files / "found.json")
    assert "changing modules" in shown.out


def test_several_estimates_make_a_table(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "found.json", files / "same.txt")
    assert result.status == 0
    assert "found.json" in result.out
    assert "same.txt" in result.out


def test_the_layout_of_cdans_is_its_summary(files, edgemark):
    names = files / "truth.json", files / "found.json"
    assert edgemark("score", *names, "--layout", "cdans", "--output", "summary.txt").status == 0
    text = (files / "summary.txt").read_text()
    assert text.startswith("Structure recovery metrics\n=====")
    assert "  Lagged edges               TP=  1 FP=  1 FN=  1  P=0.50" in text
    assert text.endswith("  SHD (total):     3\n")


def test_layouts_of_the_other_kind_are_refused(files, edgemark):
    assert edgemark("score", files / "truth.json", files / "found.json", "--layout", "rcgnn").status == 2
    assert (
        edgemark("score", files / "static.json", files / "static.json", "--layout", "cdans").status == 2
    )


def test_an_estimate_without_lags_fails_alone(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "static.json", files / "same.txt")
    assert result.status == 1
    assert "without lags" in result.err


# ---- other commands that read time series graphs


def test_chance_is_printed_beside_every_number(files, edgemark):
    names = files / "truth.json", files / "same.txt"
    shown = edgemark("chance", *names, "-m", "f1:lagged", "--n-guesses", "20")
    assert shown.status == 0
    assert "random graphs of 1 autolink, 1 edge between variables over time" in " ".join(
        shown.out.split()
    )
    assert "TRIVIAL GRAPHS                         empty\n" in shown.out
    result = edgemark("score", *names, "--chance", "-m", "temporal_shd:total", "--format", "json")
    (row,) = result.json["reports"][0]["rows"]
    assert row["chance"] == em.chance(TRUTH, TRUTH, "temporal_shd:total")[0].chance.mean


def test_differences_are_listed_place_by_place(files, edgemark):
    shown = edgemark("diff", files / "truth.json", files / "found.json")
    assert shown.status == 1
    assert "A(t-1) causes B(t)" in shown.out
    result = edgemark("diff", files / "truth.json", files / "found.json", "--format", "json")
    assert [one["lag"] for one in result.json["differences"]] == [0, 1, 2]
    totals = {one["convention"]: one["value"] for one in result.json["totals"]}
    assert totals["total"] == em.metrics.temporal_shd(TRUTH, FOUND)
    assert edgemark("diff", files / "truth.json", files / "same.txt").status == 0
    refused = edgemark("diff", files / "truth.json", files / "found.json", "--effects")
    assert refused.status == 2
    assert "temporal_aid" in refused.err
    (files / "short.txt").write_text("A --> A @1; B; C; lags 1")
    short = edgemark("diff", files / "truth.json", files / "short.txt", "--effects", "--max-lag", "2")
    assert short.err.rstrip().endswith("--max-lag 2 --metric temporal_aid")
    advised = short.err[short.err.index("edgemark score") :].split()[1:]
    assert edgemark(*advised).status == 0


def test_the_kind_of_a_time_series_graph_is_that_of_its_contemporaneous_edges(files, edgemark):
    shown = edgemark("check", files / "found.json")
    assert shown.status == 0
    assert "2 lagged edges, maximum lag 2 (2 -->), including 1 autolink" in shown.out
    assert "changing: C" in shown.out
    found = edgemark("check", files / "found.json", "--kind", "dag", "--format", "json")
    assert found.status == 1
    assert found.json["series"]["autolinks"] == 1
    assert found.json["marks"] == {"---": 1}


@pytest.mark.parametrize("suffix", ["json", "txt", "csv"])
def test_time_series_graphs_are_converted(files, edgemark, suffix):
    plain = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2")
    em.io.write_temporal(plain, files / "plain.json")
    result = edgemark("convert", files / "plain.json", f"new.{suffix}")
    assert result.status == 0
    assert "3 variables, 3 edges to lag 2" in result.err
    assert em.read_temporal(files / f"new.{suffix}") == plain


def test_arrays_of_tigramite_are_converted_once_their_marks_are_explained(files, edgemark):
    import numpy as np

    array = np.full((2, 2, 2), "", dtype="<U3")
    array[0, 1, 1], array[0, 1, 0], array[1, 0, 0] = "-->", "o-o", "o-o"
    np.save(files / "found.npy", array)
    refused = edgemark("convert", files / "found.npy", "new.json")
    assert refused.status == 2
    assert "--contemporaneous cpdag" in refused.err
    assert edgemark("convert", "found.npy", "new.json", "--contemporaneous", "cpdag").status == 0
    expected = TemporalGraph(2, [(0, "---", 1, 0), (0, "-->", 1, 1)], max_lag=1)
    assert em.read_temporal(files / "new.json") == expected


def test_a_table_without_a_maximum_lag_needs_the_option_that_states_it(files, edgemark):
    (files / "found.csv").write_text("source,target,lag\nA,A,1\nA,B,1\nB,C,0\n")
    names = files / "truth.json", "found.csv"
    refused = edgemark("score", *names)
    assert refused.status == 1
    assert "--max-lag" in refused.err
    result = edgemark("score", *names, "--max-lag", "2", "-m", "temporal_shd:total", "--format", "json")
    assert result.json["reports"][0]["rows"][0]["value"] == 0


def test_variables_that_a_file_leaves_out_are_added(files, edgemark):
    (files / "found.csv").write_text("source,target,lag\nA,A,1\nA,B,1\n")
    arguments = files / "truth.json", "found.csv", "--max-lag", "2", "--add-missing-nodes"
    result = edgemark("score", *arguments, "-m", "temporal_shd:total", "--format", "json")
    assert result.json["reports"][0]["rows"][0]["value"] == 1


def test_lags_that_were_not_searched_are_added_with_a_warning(files, edgemark):
    short = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 1")
    em.io.write_temporal(short, files / "short.json")
    result = edgemark("score", "truth.json", "short.json", "--max-lag", "2", "--format", "json")
    (report,) = result.json["reports"]
    assert any("searched to lag 1 only" in text for text in report["warnings"])


@pytest.fixture
def array(files):
    import numpy as np

    array = np.full((3, 3, 3), "", dtype="<U3")
    array[0, 0, 1] = array[0, 1, 1] = "-->"
    array[1, 2, 0], array[2, 1, 0] = "-->", "<--"
    np.save(files / "found.npy", array)
    return array


def test_arrays_of_tigramite_take_the_names_of_the_truth(files, array, edgemark):
    refused = edgemark("score", "truth.json", "found.npy")
    assert refused.status == 1
    assert "--add-missing-nodes" in refused.err
    arguments = "truth.json", "found.npy", "--add-missing-nodes"
    result = edgemark("score", *arguments, "-m", "temporal_shd:total", "--format", "json")
    assert result.json["reports"][0]["rows"][0]["value"] == 0
    em.io.write_temporal(TemporalGraph.parse("A; B; C; D; lags 2"), files / "four.json")
    refused = edgemark("score", "four.json", "found.npy", "--add-missing-nodes")
    assert refused.status == 1
    assert "as many nodes as the truth, 4; got 3" in refused.err


def test_archives_of_tigramite_are_read_with_names_or_without(files, array, edgemark):
    import numpy as np

    np.savez(files / "result.npz", graph=array, val_matrix=np.ones(array.shape))
    np.savez_compressed(files / "named.npz", graph=array, nodes=np.array(["A", "B", "C"]))
    for estimate in (["result.npz", "--add-missing-nodes"], ["named.npz"]):
        arguments = ("truth.json", *estimate, "-m", "temporal_shd:total", "--format", "json")
        assert edgemark("score", *arguments).json["reports"][0]["rows"][0]["value"] == 0
    assert edgemark("check", "named.npz").status == 0
    np.savez(files / "other.npz", val_matrix=np.ones(array.shape))
    refused = edgemark("score", "truth.json", "other.npz")
    assert refused.status == 1
    assert "holds scores of a time series" in refused.err
    np.savez(files / "other.npz", val_matrix=np.ones(array.shape), strings=array)
    assert "under the name 'graph'" in edgemark("score", "truth.json", "other.npz").err


def test_a_conversion_says_that_a_declared_kind_is_lost(files, edgemark):
    declared = TemporalGraph.parse("A --> B @1; B --> C; lags 1", kind="pdag")
    em.io.write_temporal(declared, files / "declared.json")
    assert "a PDAG; json keeps it" in edgemark("convert", "declared.json", "new.csv").err
    assert "warning" not in edgemark("convert", "declared.json", "new.json").err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("near.txt", "A --> B @1\n", "holds a time series graph"),
        ("near.csv", "lag,i,j\n1,A,B\n", "source,mark,target,lag"),
        ("index.csv", ",source,target,lag\n0,A,B,1\n", "holds a time series graph"),
        ("right.csv", "source,target,lag\nA,B,1\n", "holds a time series graph"),
        ("right.txt", "A --> B @1; lags 1", "holds a time series graph"),
        ("right.json", '{"format": "edgemark.temporal-graph"}', "holds a time series graph"),
    ],
)
def test_the_error_says_that_a_file_with_lags_holds_a_time_series_graph(
    files, edgemark, name, text, said
):
    (files / name).write_text(text)
    result = edgemark("score", "static.json", name)
    assert result.status == 1
    assert said in result.err


def test_the_error_for_one_matrix_for_each_lag_names_from_matrices(files, edgemark):
    import numpy as np

    np.save(files / "coefficients.npy", np.ones((2, 3, 3)))
    result = edgemark("check", "coefficients.npy")
    assert result.status == 2
    assert "TemporalGraph.from_matrices" in result.err


def test_a_broken_file_without_lags_is_not_called_a_time_series(files, edgemark):
    for name, text in (("a.txt", "A -> B"), ("a.csv", "A,B\n0,2\n0,0\n"), ("a.json", "[]")):
        (files / name).write_text(text)
        result = edgemark("check", name)
        assert result.status == 2
        assert "time series" not in result.err


@pytest.mark.parametrize("command", [["score"], ["chance"], ["diff"]])
def test_options_of_graphs_without_lags_are_refused(files, edgemark, command):
    names = files / "truth.json", files / "found.json"
    result = edgemark(*command, *names, "--direction", "row-to-column")
    assert result.status == 2
    assert "applies to graphs without lags" in " ".join(result.err.split())
    for option in (["--max-lag", "2"], ["--contemporaneous", "pag"]):
        result = edgemark(*command, files / "static.json", files / "static.json", *option)
        assert result.status == 2
        assert "applies to time series graphs" in " ".join(result.err.split())


def test_a_summary_graph_gets_the_nodes_that_its_file_leaves_out(files, edgemark, tmp_path):
    em.io.write_temporal(TemporalGraph.parse("A --> B @1; C; lags 1"), tmp_path / "three.json")
    em.io.write_temporal(TemporalGraph.parse("A --> B @1; lags 1"), tmp_path / "two.json")
    command = ("score", "three.json", "two.json", "--summary", "-m", "shd:pair mismatch")
    assert edgemark(*command).status == 1
    found = edgemark(*command, "--add-missing-nodes", "--format", "json")
    assert found.json["reports"][0]["rows"][0]["value"] == 0


@pytest.mark.parametrize(
    "option", [("--burn-in", "5"), ("--sign", "keep"), ("--unlisted", "0"), ("--pvalues",)]
)
def test_options_of_scores_and_samples_are_refused_for_summary_graphs(files, edgemark, option):
    result = edgemark("score", files / "truth.json", files / "found.json", "--summary", *option)
    assert (result.status, result.out) == (1, "")


def test_contemporaneous_is_refused_for_summaries_of_files_other_than_arrays(files, edgemark):
    names = files / "truth.json", files / "found.json"
    result = edgemark("score", *names, "--summary", "--contemporaneous", "pag")
    assert result.status == 2
    assert "--contemporaneous applies to arrays" in " ".join(result.err.split())


def test_other_options_of_graphs_without_lags_are_refused(files, edgemark):
    for option in (
        ["--sign", "keep"],
        ["--low-confidence-undirected"],
        ["--burn-in", "2"],
        ["--scores"],
    ):
        result = edgemark("score", files / "truth.json", files / "found.json", *option)
        assert result.status == 2
        assert "applies to graphs without lags" in " ".join(result.err.split())
    for command in (["check", "static.json"], ["convert", "static.json", "new.txt"]):
        result = edgemark(*command, "--max-lag", "2")
        assert result.status == 2
        assert "applies to time series graphs" in " ".join(result.err.split())


@pytest.fixture
def changing(files):
    early, late = TRUTH, TemporalGraph.parse("A --> A @1; B; C; lags 2")
    graph = TemporalGraph.from_regimes([em.graph.Regime(0, 60, early), em.graph.Regime(60, 100, late)])
    em.io.write_temporal(graph, files / "changing.json")
    return graph


def test_each_regime_is_scored_by_itself(files, changing, edgemark):
    names = "changing.json", "truth.json"
    shown = edgemark("score", *names, "--by-regime")
    assert shown.status == 0
    assert "0.750" in shown.out  # the share of time in which the right graph holds
    assert shown.out.startswith(f"truth  changing.json: 3 nodes, {changing.n_edges} edges")
    late_first = [em.graph.Regime(0, 40, changing.at(60)), em.graph.Regime(40, 100, changing.at(0))]
    em.io.write_temporal(TemporalGraph.from_regimes(late_first), files / "late.json")
    other = edgemark("score", "late.json", "truth.json", "--by-regime")
    assert other.out.startswith(f"truth  late.json: 3 nodes, {changing.n_edges} edges")
    result = edgemark("score", *names, "--by-regime", "-m", "temporal_shd:total", "--format", "json")
    values = [report["rows"][0]["value"] for report in result.json["reports"]]
    assert values == [0, 2, pytest.approx(0.8)]
    assert result.json["reports"][1]["estimate"]["name"] == "truth.json, steps 60 to 99"


@pytest.mark.parametrize(
    ("heading", "advice"),
    [
        ("source,target,lag,score", "put the scores into one matrix for each lag"),
        ("source,target,lag,weight", "leave out the column 'weight'"),
    ],
)
def test_a_table_of_scores_with_lags_is_not_said_to_have_no_lags(files, edgemark, heading, advice):
    (files / "lagged.csv").write_text(f"{heading}\nA,B,1,0.9\nB,C,0,0.5\n")
    for command in ("score", "chance"):
        refused = edgemark(command, "truth.json", "lagged.csv")
        assert refused.status in (1, 2)
        assert advice in refused.err
        assert "without lags" not in refused.err


def test_graphs_without_regimes_are_not_scored_by_regime(files, edgemark):
    result = edgemark("score", "truth.json", "found.json", "--by-regime")
    assert result.status == 1
    assert "neither graph has any" in result.err
    assert edgemark("score", "truth.json", "found.json", "--by-regime", "--layout", "cdans").status == 2
    assert edgemark("score", "static.json", "static.json", "--by-regime").status == 2


def test_a_maximum_lag_that_was_not_stated_is_reported(files, edgemark):
    (files / "found.csv").write_text("source,target,lag\nA,B,2\nC,A,1\n")
    for command in (["score", "truth.json"], ["diff", "truth.json"], ["check"], ["convert"]):
        target = ["new.json"] if command == ["convert"] else []
        result = edgemark(*command, "found.csv", *target)
        said = edgemark(*command, "found.csv", *target, "--max-lag", 2)
        assert "largest that occurs" in " ".join((result.out + result.err).split())
        assert "largest that occurs" not in " ".join((said.out + said.err).split())


def test_diff_refuses_distances_of_the_other_kind_of_graph(files, edgemark):
    result = edgemark("diff", "truth.json", "found.json", "-m", "shd")
    assert result.status == 2
    assert "a distance of time series graphs" in result.err
    assert "temporal_shd" in result.err
    em.write(em.Graph.parse("B --> A; C"), files / "other.json")
    result = edgemark("diff", "static.json", "other.json", "-m", "temporal_shd")
    assert result.status == 2
    assert "a distance of graphs without lags" in result.err


def test_warnings_go_to_stderr_if_the_format_has_no_place_for_them(files, edgemark):
    for command in ("score", "chance"):
        more = ["--n-guesses", 5] if command == "chance" else []
        short = TemporalGraph.parse("A --> A @1; B --> C; lags 1")
        em.io.write_temporal(short, files / "short.json")
        arguments = (command, "truth.json", "short.json", "-m", "f1:lagged", "--max-lag", 2, *more)
        result = edgemark(*arguments, "--format", "csv")
        assert "searched to lag 1 only" in result.err
        assert "searched" not in result.out
        assert edgemark(*arguments, "--format", "json").err == ""


def test_options_without_effect_or_against_the_file_are_refused_with_advice(files, edgemark):
    for command in (["score", "truth.json"], ["diff", "truth.json"], ["check"]):
        result = edgemark(*command, "found.json", "--contemporaneous", "cpdag")
        assert result.status == 2
        assert "arrays of tigramite" in result.err
    result = edgemark("score", "truth.json", "found.json", "--max-lag", 1)
    assert result.status == 2
    assert "Give at least the largest lag: --max-lag 2" in result.err


def test_text_without_a_maximum_lag_is_read_with_the_option_that_states_it(files, edgemark):
    (files / "bare.txt").write_text("A --> A @1\nA --> B @1\nB --> C\nchanging C\n")
    result = edgemark("score", "truth.json", "bare.txt", "--max-lag", 2, "-m", "temporal_shd:total")
    assert result.status == 0
    assert em.read_temporal(files / "bare.txt", max_lag=2) == TRUTH
    assert edgemark("score", "truth.json", "bare.txt").status == 1


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (["score", "truth.json", "causeme.json"], "read_causeme(path)"),
        (["simulate", "new", "--truth", "truth.json"], "--truth must be a DAG without lags"),
        (
            ["score", "truth.json", "same.txt", "--truth-format", "json"],
            "is recognised without --truth-format",
        ),
        (["convert", "same.txt", "new.json", "--from", "text"], "is recognised without --input-format"),
        (["score", "truth.json", "same.txt", "--layout", "cdans", "-m", "f1"], "as text"),
        (["score", "truth.json", "same.txt", "--as", "pcalg"], "graphs without lags"),
    ],
)
def test_requests_that_do_not_apply_to_time_series_graphs_are_refused_with_advice(
    files, edgemark, command, answer
):
    (files / "causeme.json").write_text('{"scores": [[0, 1, 0, 0, 0, 1, 0, 0, 0]]}')
    result = edgemark(*command)
    assert result.status > 0
    assert answer in " ".join(result.err.split())


def test_l6_a_summary_graph_is_compared_with_the_summary_of_an_estimate(edgemark, tmp_path):
    files = {"graph.txt": "A --> B\nC\n", "series.txt": "A --> B @1; B --> C @2; lags 2\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    refused = edgemark("score", *files)
    assert refused.status == 1
    assert "the truth has no lags" in refused.err
    assert "Compare the summary graph: --summary" in " ".join(refused.err.split())
    wanted = "--summary", "-m", "shd:pair mismatch", "--format", "json"
    for sides, value in ((files, 1), (reversed(files), 1), (["series.txt"] * 2, 0)):
        (report,) = edgemark("score", *sides, *wanted).json["reports"]
        assert report["rows"][0]["value"] == value
    idle = edgemark("score", "graph.txt", "graph.txt", "--summary")
    assert "--summary needs a time series graph" in idle.err
    missing = edgemark("score", "graph.txt", "nofile.txt", "--summary")
    assert "nofile.txt: No such file or directory" in missing.err
    assert "--summary" not in missing.err


def test_options_declare_the_kinds_of_summary_graphs_too(files, edgemark):
    em.io.write_temporal(TemporalGraph.parse("A --> A @1; A --> B; B --> C; lags 1"), files / "t1.json")
    em.io.write_temporal(TemporalGraph.parse("A --> A @1; A --- B --- C; lags 1"), files / "t2.json")
    plain = "score", "t1.json", "t2.json", "--summary", "-m", "parent_aid"
    assert edgemark(*plain).status == 0
    for option, side in (("--truth-kind", "truth"), ("--kind", "estimate")):
        for kind in ("mag", "pag"):
            result = edgemark(*plain, option, kind, "--format", "json")
            assert result.status == 1, (option, kind)
            assert result.json["reports"][0][side]["kind"] == kind


def test_summary_graphs_warn_only_if_a_mark_means_something_else(tmp_path, capsys):
    texts = {"t.txt": "A --> B; C", "s.txt": "A --> B @1; A --> A @1; C; lags 1"}
    texts["cycle.txt"] = "A --> B @1; B --> A @1; C; lags 1"
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    truth, found, cycle = (str(tmp_path / name) for name in texts)
    for files in ((truth, found), (found, truth)):
        run(["score", *files, "--summary"])
        captured = capsys.readouterr()
        assert "other class" not in captured.out + captured.err
        assert "compared as" not in " ".join((captured.out + captured.err).split())
    run(["score", truth, cycle, "--summary"])
    assert "compared as given" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("option", [("--summary", "-m", "shd"), ("--layout", "cdans", "--output", "o")])
def test_2effects_3_regimes_are_not_joined_without_a_warning(edgemark, tmp_path, monkeypatch, option):
    monkeypatch.chdir(tmp_path)
    early, late = em.TemporalGraph.parse("A --> B @1; lags 1"), em.TemporalGraph.parse("A; B; lags 1")
    changing = em.TemporalGraph.from_regimes([em.graph.Regime(0, 5, early), em.graph.Regime(5, 8, late)])
    em.io.write_temporal(changing, "changing.json")
    em.io.write_temporal(early, "early.json")
    for names in (("changing.json", "early.json"), ("early.json", "changing.json")):
        printed = edgemark("score", *names, *option)
        assert (printed.status, printed.err.count("changing.json: the graph changes over time")) == (
            0,
            1,
        )
    assert edgemark("score", "early.json", "early.json", *option).err == ""


def test_the_advice_for_text_without_a_maximum_lag_works(files, edgemark):
    """It failed once, because the file did not count as a time series graph."""
    (files / "bare.txt").write_text("A --> A @1\nA --> B @1\nB --> C\n")
    for arguments in (("score", "bare.txt", "bare.txt"), ("convert", "bare.txt", "bare.json")):
        result = edgemark(*arguments)
        assert result.status == 2
        assert "State the largest lag: --max-lag 2" in result.err
        assert edgemark(*arguments, "--max-lag", 2).status == 0


@pytest.mark.parametrize("option", ["--by-regime", "--summary"])
def test_a_missing_truth_is_named_before_an_option_that_does_not_fit(files, edgemark, option):
    result = edgemark("score", "nowhere.json", "found.json", option)
    assert result.err == "edgemark: error: nowhere.json: No such file or directory\n"
    assert result.status == 2


def test_a_missing_estimate_is_named_before_the_option_summary(edgemark, tmp_path):
    em.write(em.Graph.parse("A --> B"), tmp_path / "graph.txt")
    result = edgemark("score", "graph.txt", "nofile.txt", "--summary")
    assert result.status != 0
    assert "nofile.txt: No such file" in result.err
    assert "--summary" not in result.err
