"""A true DAG with hidden nodes on the command line."""

import edgemark as em
from edgemark import Graph

DAG = Graph.parse("L --> A; M --> B; L --> B; A --> C; B --> C; D --> A")


def test_hidden_nodes_of_the_truth_are_projected_out(edgemark, tmp_path):
    truth, estimate = tmp_path / "dag.txt", tmp_path / "pag.json"
    em.write(DAG, truth)
    em.write(em.to_pag(em.latent_projection(DAG, ["L", "M"])), estimate)
    names = ["-m", "shd:truth to PAG", "-m", "adjustment_aid", "--format", "json"]
    for hidden in (["--hidden", "L,M"], ["--hidden", "L", "--hidden", "M"]):
        report = edgemark("score", str(truth), str(estimate), *names, *hidden).json["reports"][0]
        assert report["truth"]["kind"] == "mag"
        assert {row["value"] for row in report["rows"]} == {0}


def test_what_cannot_be_hidden_is_said(edgemark, tmp_path):
    truth, estimate = tmp_path / "dag.txt", tmp_path / "pag.json"
    em.write(DAG, truth)
    em.write(Graph.parse("A --> B; C; D"), estimate)
    result = edgemark("score", str(truth), str(estimate), "--hidden", "X")
    assert (result.status, "unknown node 'X'" in result.err) == (2, True)
    result = edgemark("score", str(truth), str(estimate), "--hidden", "L")
    assert (result.status, "only in the truth: 'M'" in result.err) == (1, True)


def test_hidden_variables_of_a_series_are_projected_out(edgemark, tmp_path):
    """To the target of LPCMCI for an estimate with circles, else to the MAG of the estimate's window."""
    series = em.TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; C --> C @1; lags 1")
    mag = em.latent_projection(series, ["L"], max_lag=2)
    truth = tmp_path / "series.json"
    em.io.write_temporal(series, truth)
    for k, best in enumerate((mag, em.equivalence.lpcmci_target(mag))):
        estimate = tmp_path / f"found{k}.json"
        em.io.write_temporal(best, estimate)
        for command in ("score", "chance"):
            names = [str(truth), str(estimate), "--hidden", "L", "-m", "temporal_shd:total"]
            found = edgemark(command, *names, "--format", "json")
            assert found.status == 0
            assert '"value": 0' in found.out
        same = edgemark("diff", str(truth), str(estimate), "--hidden", "L")
        assert same.status == 0, same.out


def test_what_hidden_variables_of_a_series_exclude_is_said(edgemark, tmp_path):
    truth, estimate = tmp_path / "series.txt", tmp_path / "found.txt"
    em.io.write_temporal(em.TemporalGraph.parse("L --> A; A --> B @1; lags 1"), truth)
    em.io.write_temporal(em.TemporalGraph.parse("A --> B @1; L; lags 1"), estimate)
    names = ["score", str(truth), str(estimate), "--hidden", "L"]
    assert "must not have hidden nodes" in edgemark(*names).err
    assert "leave out --by-regime" in edgemark(*names, "--by-regime").err
    assert "--tier need graphs without lags" in edgemark(*names, "--tier", "A").err
    assert "unknown" in edgemark("score", str(truth), str(estimate), "--hidden", "X").err


def test_estimates_that_are_compared_with_different_truths_are_not_ranked(edgemark, tmp_path):
    texts = {
        "truth.txt": "L --> A; L --> B @1; C --> A @1; A --> D @1; lags 1",
        "circles.txt": "A <-> B @1; C o-> A @1; A --> D @1; lags 2",
        "arrows.txt": "A --> B @1; C --> A @1; A --> D @1; lags 2",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    truth, circles, arrows = (str(tmp_path / name) for name in texts)
    both = edgemark("score", truth, circles, arrows, "--hidden", "L")
    assert "do not rank one against the other" in " ".join(both.err.split())
    for alone in (circles, arrows):
        assert "do not rank" not in edgemark("score", truth, alone, "--hidden", "L").err


def test_estimates_over_windows_of_several_lengths_are_not_ranked(edgemark, tmp_path):
    texts = {
        "truth.txt": "L --> A; L --> B @1; C --> A @1; lags 1",
        "short.txt": "A <-> B @1; C --> A @1; lags 1",
        "long.txt": "A <-> B @1; C --> A @1; lags 3",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in texts]
    both = " ".join(edgemark("score", *files, "--hidden", "L").err.split())
    assert "have the maximum lags 1, 3" in both
    assert "do not rank one against the other" in both
    assert "maximum lags" not in edgemark("score", *files, "--hidden", "L", "--max-lag", "3").err


def test_a_projected_truth_is_not_to_be_declared_a_dag(edgemark, tmp_path):
    """--truth-kind dag does not change the MAG that --hidden returns, so the same error came again."""
    files = [str(tmp_path / name) for name in ("truth.txt", "found.txt")]
    em.write(Graph.parse("A --> B --> C --> D; L --> A; L --> D"), files[0])
    em.write(Graph.parse("A --> B --> C --> D"), files[1])
    for command in (["score", "--all"], ["chance"], ["diff"], ["diff", "--effects"]):
        for option in (["--hidden", "L"], ["--hidden=L"]):
            printed = edgemark(command[0], *files, *command[1:], *option)
            words = " ".join(f"{printed.out} {printed.err}".split())
            assert "allow hidden common causes" in words
            assert "--truth-kind" not in words
    edgemark("score", *files, "--hidden", "L", "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()
    assert "allow hidden common causes" in page
    assert "If no variable is hidden" not in page
    em.write(Graph.parse("A --> B --> C --> D", kind="mag"), files[1])
    printed = edgemark("diff", files[1], files[1], "--effects")
    assert "If no variable is hidden, declare a DAG: --truth-kind dag" in printed.err
