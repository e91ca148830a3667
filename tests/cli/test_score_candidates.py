"""``edgemark score`` with candidates, p-values and scores that do not list all pairs."""

import io
import json
from pathlib import Path

import pytest

import edgemark as em
from edgemark.cli.app import run

TRUTH = "Gene1,Gene2,Type\nA,B,+\nB,C,-\n"
FILES = {
    "truth.csv": TRUTH,
    "ranked.csv": "Gene1\tGene2\tEdgeWeight\nA\tB\t0.9\nC\tB\t0.5\nA\tC\t0.3\n",
    "list.tsv": "source\ttarget\tscore\nA\tB\t0.9\nB\tC\t0.5\n",
    "tfs.csv": "TF\nA\nZ\n",
    "pairs.csv": "source,target\nA,B\nC,A\n",
    "p.csv": "source,target,p_value\nA,B,0.001\nB,C,0.01\n",
    "csv2.csv": '"";"A";"B";"C"\n"A";;"0,5";0\n"B";0;;1\n"C";0,1;0;\n',
    "pandas.csv": ",A,B,C\nA,,0.5,0.25\nB,0,,1\nC,0.1,,\n",
    "kept.csv": "source,target,score\nA,B,-0.001\nB,C,-0.01\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")


def auroc(capsys, *arguments):
    status = run(["score", "truth.csv", *arguments, "-m", "roc_auc:directed", "--format", "json"])
    out, err = capsys.readouterr()
    if status:
        return err
    return json.loads(out)["reports"][0]["rows"][0]["value"]


def test_r8_tables_of_tabs_and_semicolons_are_read(capsys):
    assert auroc(capsys, "ranked.csv") == 0.625
    assert auroc(capsys, "list.tsv") == 1.0
    assert auroc(capsys, "csv2.csv", "--direction", "row-to-column") == 1.0


def test_r8_empty_cells_of_pandas_have_no_score(capsys):
    assert auroc(capsys, "pandas.csv", "--direction", "row-to-column") == 1.0


def test_r3_a_column_called_like_pvalues_is_asked_about(capsys):
    err = auroc(capsys, "p.csv")
    assert "--pvalues" in err
    assert "--scores" in err
    assert auroc(capsys, "p.csv", "--pvalues") == 1.0
    assert auroc(capsys, "p.csv", "--scores") == 1.0


def test_r1_what_is_not_listed_must_be_stated(capsys):
    err = auroc(capsys, "kept.csv", "--sign", "keep")
    assert "--unlisted=-1.01" in err
    assert auroc(capsys, "kept.csv", "--sign", "keep", "--unlisted=-1.01") == 1.0


def test_only_candidates_count(capsys):
    assert auroc(capsys, "ranked.csv", "--candidates", "tfs.csv") == 1.0
    assert auroc(capsys, "ranked.csv", "--candidates", "pairs.csv") == 1.0
    assert run(["score", "truth.csv", "truth.csv", "-m", "shd", "--candidates", "tfs.csv"]) == 0
    assert "2     0.000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--pvalues", "--scores"], "leave out one of them"),
        (["--pvalues", "--sign", "keep"], "--sign has no effect on p-values"),
        (["--candidates", "tfs.csv", "--layout", "rcgnn"], "leave out"),
        (["--candidates", "p.csv"], "headings source,target"),
        (["--candidates", "missing.csv"], "missing.csv"),
    ],
)
def test_what_has_no_effect_or_cannot_be_is_refused(capsys, options, words):
    assert run(["score", "truth.csv", "p.csv", *options]) == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_options_of_scores_are_refused_for_graphs(capsys):
    assert run(["score", "truth.csv", "truth.csv", "--sign", "ignore"]) == 1
    assert "--sign has no effect on this file" in capsys.readouterr().err


def test_an_option_without_effect_is_refused_once(capsys):
    """--unlisted needs a list or a sparse matrix, so the advice is not to read a matrix as scores."""
    for name in ("truth.csv", "matrix.csv"):
        Path("matrix.csv").write_text("A,B,C\n0,1,0\n0,0,1\n0,0,0\n")
        run(["score", "truth.csv", name, "--unlisted", "3"])
        said = capsys.readouterr().err
        assert "--unlisted has no effect on this file" in said
        assert "Leave it out" in said
        assert "--scores" not in said


def test_candidates_come_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"source,target\nA,B\nA,C\n")))
    assert run(["score", "truth.csv", "list.tsv", "--candidates", "-", "-m", "roc_auc"]) == 0
    assert "true edge" in capsys.readouterr().out
    assert run(["score", "truth.csv", "-", "--candidates", "-"]) == 2
    assert "can be read only once" in capsys.readouterr().err


def test_candidates_without_a_true_edge_are_named():
    truth = em.Graph.parse("A --> B --> C")
    candidates = em.Candidates(["A", "B", "C"], [("A", "C"), ("B", "A")])
    with pytest.warns(em.errors.EdgemarkWarning, match="none of the 2 true edges is a candidate"):
        report = em.evaluate(truth, truth, candidates=candidates)
    assert any("none of the 2 true edges" in text for text in report.warnings)


@pytest.mark.parametrize("command", ["score", "diff", "chance"])
def test_r3_13_standard_input_is_not_compared_with_itself(edgemark, command):
    """R3-13: it was read once for both, and agreed with itself."""
    found = edgemark(command, "-", "-")
    assert found.status == 2
    assert "standard input can be read only once" in found.err


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("of", ["directed", "skeleton"])
def test_r3_old_11_a_truth_whose_edges_are_no_candidates_is_not_said_to_have_none(of):
    truth = em.Graph.parse("A --> B --> C; D")
    scores = em.EdgeScores.from_edges([("A", "B", 0.9)], nodes=["A", "B", "C", "D"])
    without = em.Candidates(truth.nodes, [("D", "A"), ("A", "D")])
    for name in ("roc_auc", "average_precision"):
        found = em.evaluate(truth, scores, [f"{name}:{of}"], candidates=without)
        assert all(row.reason.startswith("no candidate is an edge") for row in found)
        empty = em.evaluate(em.Graph(truth.nodes), scores, [f"{name}:{of}"], candidates=without)
        assert all(row.reason.startswith("the truth has no edge") for row in empty)
