"""`edgemark score` of estimates that are scores."""

import csv
import io
import json

import numpy as np
import pytest

import edgemark as em
from edgemark.compat import rcgnn

NAMES = ["A", "B", "C", "D"]
ARRAY = np.array([[0, 0.9, 0.1, 0.3], [0.2, 0, 0.8, 0], [0, 0.7, 0, 0.4], [0, 0.1, 0, 0]])
WAY = ("--direction", "row-to-column")


@pytest.fixture
def scores(tmp_path):
    np.savez(tmp_path / "scores.npz", scores=ARRAY, nodes=np.array(NAMES))
    np.save(tmp_path / "scores.npy", ARRAY)
    return "scores.npz"


def expected():
    return em.EdgeScores(ARRAY, NAMES, direction="row-to-column")


TRUTH = em.Graph.parse("A --> B --> C --> D")


def test_the_report_has_the_rows_of_rankings(edgemark, truth, scores):
    found = edgemark("score", truth, scores, *WAY, "--all")
    assert (found.status, found.err) == (0, "")
    assert "scores.npz: 4 nodes, 8 scores" in found.out
    lines = [line.split() for line in found.out.splitlines()]
    assert ["roc_auc", "directed", f"{em.roc_auc(TRUTH, expected()):.3f}"] in lines
    assert "RATIO TO CHANCE" in found.out
    assert "shd" not in found.out


def test_a_matrix_without_names_takes_the_truths_on_request(edgemark, truth, scores):
    refused = edgemark("score", truth, "scores.npy", *WAY)
    assert refused.status == 1
    assert "nodes are matched by name" in refused.err
    found = edgemark("score", truth, "scores.npy", *WAY, "--add-missing-nodes", "--format", "json")
    rows = {(r["metric"], r["convention"]): r["value"] for r in found.json["reports"][0]["rows"]}
    assert rows["roc_auc", "directed"] == em.roc_auc(TRUTH, expected())


def test_the_direction_must_be_said_and_the_option_is_named(edgemark, truth, scores):
    found = edgemark("score", truth, scores)
    assert found.status == 1
    assert "needs a direction" in found.err
    assert "--direction" in found.err


def test_several_estimates_make_a_table_of_both_kinds(edgemark, truth, scores, save):
    found = edgemark("score", truth, scores, save("g.json", "A --> B; C --> D"), *WAY)
    assert found.status == 0
    words = " ".join(found.out.split())
    assert "ROC" in words
    assert "CPDAG" in words
    only = edgemark("score", truth, scores, "./scores.npz", *WAY)
    assert "CPDAG" not in only.out
    assert f"{em.roc_auc(TRUTH, expected()):.3f}" in only.out


def test_whole_numbers_are_scores_on_request(edgemark, truth, tmp_path):
    np.savez(tmp_path / "counts.npz", counts=np.round(10 * ARRAY), nodes=np.array(NAMES))
    assert edgemark("score", truth, "counts.npz", *WAY).status == 1
    found = edgemark("score", truth, "counts.npz", *WAY, "--scores", "-m", "roc_auc:directed")
    assert found.status == 0
    assert f"{em.roc_auc(TRUTH, expected()):.3f}" in found.out


def test_negative_weights_must_be_explained(edgemark, truth, tmp_path):
    np.savez(tmp_path / "weights.npz", weights=-ARRAY, nodes=np.array(NAMES))
    refused = edgemark("score", truth, "weights.npz", *WAY)
    assert refused.status == 1
    assert "negative" in refused.err
    found = edgemark("score", truth, "weights.npz", *WAY, "--sign", "ignore", "-m", "roc_auc")
    assert f"{em.roc_auc(TRUTH, expected()):.3f}" in found.out


def test_undirected_edges_can_be_put_last(edgemark, truth, save):
    found = save("found.json", "A --> B; C --- B; D")
    low = edgemark(
        "score", truth, found, "--low-confidence-undirected", "-m", "average_precision:directed"
    )
    scores = em.EdgeScores.of(em.Graph.parse("A --> B; C --- B; D")).low_confidence_undirected()
    assert f"{em.average_precision(TRUTH, scores):.3f}" in low.out


def test_curves_are_written_as_json_and_csv(edgemark, truth, scores, tmp_path):
    assert edgemark("score", truth, scores, *WAY, "--curves", "c.json").status == 0
    whole = json.loads((tmp_path / "c.json").read_text())
    assert (whole["format"], whole["version"]) == ("edgemark.curves", 1)
    names = [curve["name"] for curve in whole["curves"]]
    assert names == [
        "ROC, directed", "ROC, skeleton", "precision and recall, directed",
        "precision and recall, skeleton", "first k, directed", "first k, skeleton", "threshold sweep",
    ]  # fmt: skip
    assert whole["curves"][0]["tpr"] == em.metrics.roc_curve(TRUTH, expected())["tpr"].tolist()
    assert edgemark("score", truth, scores, *WAY, "--curves", "c.csv").status == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "c.csv").read_text())))
    shd = [float(r["value"]) for r in rows if r["column"] == "shd:pair mismatch"]
    assert shd == em.evaluation.threshold_sweep(TRUTH, expected())["shd"].tolist()


def test_what_both_directions_mean_is_said_to_the_sweep_and_to_the_layout(
    edgemark, truth, scores, tmp_path
):
    how = (*WAY, "--symmetric", "undirected")
    assert edgemark("score", truth, scores, *how, "--curves", "c.json").status == 0
    sweep = json.loads((tmp_path / "c.json").read_text())["curves"][-1]
    wanted = em.evaluation.threshold_sweep(TRUTH, expected(), symmetric="undirected")
    assert sweep["shd:pair mismatch"] == wanted["shd"].tolist()
    assert (
        sweep["f1:directed"]
        != em.evaluation.threshold_sweep(TRUTH, expected())["f1", "directed"].tolist()
    )
    flat = json.loads(edgemark("score", truth, scores, *how, "--layout", "rcgnn").out)
    graph = expected().at(0.5, symmetric="undirected")
    assert flat["directed_f1"] == rcgnn.graph_metrics(TRUTH, graph)["directed_f1"]
    pytest.importorskip("matplotlib")
    assert edgemark("score", truth, scores, *how, "--figure", "a.svg").status == 0
    assert edgemark("score", truth, scores, *WAY, "--figure", "b.svg").status == 0
    assert (tmp_path / "a.svg").read_bytes() != (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--kind", "dag"), "--kind applies to graphs"),
        (("--layout", "rcgnn", "--curves", "z.csv"), "leave out --metric, --format, --curves"),
        (("--layout", "rcgnn", "--figure", "z.svg"), "leave out --metric, --format, --curves"),
        (("-o", "o.csv", "--curves", "./o.csv"), "must be different files"),
        (("--curves", "o.csv", "--figure", "o.csv"), "must be different files"),
        (("--scores", "--input-format", "npz"), "leave it out with --scores"),
        (("--scores", "--as", "pcalg"), "--scores and --pvalues"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    edgemark, truth, scores, tmp_path, arguments, complaint
):
    before = set(tmp_path.iterdir())
    found = edgemark("score", truth, scores, *WAY, *arguments)
    assert found.status != 0
    assert complaint in " ".join(found.err.split()).replace("│ ", "")
    assert set(tmp_path.iterdir()) == before


def test_a_figure_is_drawn(edgemark, truth, scores, tmp_path):
    pytest.importorskip("matplotlib")
    assert edgemark("score", truth, scores, *WAY, "--figure", "f.svg").status == 0
    assert (tmp_path / "f.svg").read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("scores.npz", "--curves", "c.txt"), "must end in .csv or .json"),
        (("scores.npz", "--figure", "f.gif"), "must end in .svg"),
        (("truth.json", "--curves", "c.csv"), "the estimate is a graph"),
    ],
)
def test_curves_that_cannot_be_are_refused(edgemark, truth, scores, arguments, complaint):
    found = edgemark("score", truth, *arguments, *WAY)
    assert found.status == 2
    assert complaint in " ".join(found.err.split())


def test_the_documents_layout_of_scores_is_its_report(edgemark, tmp_path):
    (tmp_path / "t.txt").write_text("A --> B --> C")
    (tmp_path / "s.csv").write_text("cause,effect,score\nA,B,0.9\nC,B,0.6\nB,C,0.5\n")
    cells = np.array([[0, 0.9, 0], [0, 0, 0.5], [0, 0.6, 0]])
    expected = rcgnn.report(cells, np.eye(3, k=1))
    assert edgemark("score", "t.txt", "s.csv", "--layout", "rcgnn").json == pytest.approx(expected)
    (tmp_path / "w.csv").write_text("cause,effect,score\nA,B,3\nC,B,1\n")
    found = edgemark("score", "t.txt", "w.csv", "--layout", "rcgnn", "--scores")
    assert (found.json["directed_recall"], found.json["roc_auc"]) == (0.5, 5.5 / 8)


def test_of_no_true_edge_the_documents_area_is_null(edgemark, tmp_path):
    (tmp_path / "t.txt").write_text("A; B")
    (tmp_path / "s.csv").write_text("cause,effect,score\nA,B,0.9\n")
    found = edgemark("score", "t.txt", "s.csv", "--layout", "rcgnn")
    assert (found.json["roc_auc"], found.json["auprc"]) == (None, 0.5)


def test_a_list_of_whole_scores_is_told_the_option(edgemark, truth, tmp_path):
    (tmp_path / "s.csv").write_text("cause,effect,score\nA,B,3\nC,B,1\n")
    found = edgemark("score", truth, "s.csv")
    assert found.status == 1
    assert "Read it: --scores" in " ".join(found.err.split())
    assert edgemark("score", truth, "s.csv", "--scores", "--add-missing-nodes").status == 0


@pytest.mark.parametrize("option", ["--pvalues", "--scores"])
def test_an_option_about_numbers_is_refused_if_headings_contradict_each_other(
    edgemark, tmp_path, option
):
    (tmp_path / "t.txt").write_text("A --> B --> C")
    for name, heading in (("p", "p_value"), ("w", "weight"), ("s", "strength"), ("q", "FDR")):
        (tmp_path / f"{name}.csv").write_text(f"from,to,{heading}\nA,B,0.01\nB,C,0.2\n")
    found = edgemark("score", "t.txt", "p.csv", "w.csv", option)
    assert found.status == 2
    message = " ".join(found.err.split())
    assert f"{option} applies to all estimates; p.csv has the heading 'p_value'" in message
    assert "w.csv has 'weight', whose highest is the best" in message
    assert edgemark("score", "t.txt", "w.csv", option).status == 0
    assert edgemark("score", "t.txt", "p.csv", "s.csv", "q.csv", option).status == 0


def test_the_error_of_a_table_of_strengths_names_no_python_code(edgemark, tmp_path):
    (tmp_path / "t.txt").write_text("A --> B")
    (tmp_path / "b.csv").write_text("from,to,strength,direction\nA,B,0.5,0.4\nB,A,0.5,0.6\n")
    found = edgemark("score", "t.txt", "b.csv", "--pvalues")
    assert "Leave out pvalues=True or --pvalues" in " ".join(found.err.split())
    assert "in Python" not in found.err


def test_a_matrix_of_zeros_and_ones_beside_scores_gets_a_warning(edgemark, truth, save):
    for name, array in (("s1.csv", ARRAY), ("s2.csv", np.zeros((4, 4), int))):
        np.savetxt(name, array, fmt="%g", delimiter=",", header=",".join(NAMES), comments="")
    mixed = edgemark("score", truth, "s1.csv", "s2.csv", *WAY)
    assert "'s2.csv': read as a graph" in mixed.err
    assert "'s1.csv': read as edge scores" in mixed.err
    assert "too, add --scores" in mixed.err
    assert "read as a graph" not in edgemark("score", truth, "s1.csv", "s2.csv", *WAY, "--scores").err
    beside_text = edgemark("score", truth, "s1.csv", "s2.csv", save("g.json", "A --> B; C; D"), *WAY)
    assert "in a command of their own, with --scores" in beside_text.err


def test_graphs_that_cannot_be_scores_may_stand_beside_scores(edgemark, truth, scores, save):
    found = edgemark("score", truth, scores, save("g.json", "A --> B; C --> D"), *WAY)
    assert found.err == ""


@pytest.mark.parametrize("options", [("--unlisted", "nan"), ("--pvalues", "--unlisted", "nan")])
def test_pairs_of_an_added_node_that_have_no_score_are_asked_for(edgemark, tmp_path, options):
    """The error said that negative scores are kept, and advised a score that no option accepts."""
    (tmp_path / "t.txt").write_text("A --> B; C")
    (tmp_path / "s.csv").write_text("source,target,score\nA,B,0.5\nB,A,0.2\n")
    found = edgemark("score", "t.txt", "s.csv", *options, "--add-missing-nodes")
    message = " ".join(found.err.split())
    assert found.status == 1
    assert "s.csv: pairs of an added node must have a score; scores built with" in message
    assert "Add the pairs of the node to the file" in message
    assert "in Python" not in message
    more = "".join(f"{a},{b},0.1\n" for a, b in ("AC", "CA", "BC", "CB"))
    (tmp_path / "s.csv").write_text(f"source,target,score\nA,B,0.5\nB,A,0.2\n{more}")
    assert edgemark("score", "t.txt", "s.csv", *options, "--add-missing-nodes").status == 0
