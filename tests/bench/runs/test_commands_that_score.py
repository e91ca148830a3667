"""Commands that write edge scores, and parameters that have the name of a value that every run gets."""

import sys

import pytest

import edgemark as em
from edgemark.bench.inside.learning import answer_of
from edgemark.bench.plan import Plan
from edgemark.bench.results import Study
from edgemark.bench.runs import run
from edgemark.errors import FormatError

PROGRAM = """
import csv, sys
data, graph, form, sign = sys.argv[1:]
names = next(csv.reader(open(data)))
sign = float(sign)
weight = lambda a, b: 0 if a == b else sign * (int(a[1:]) + 7 * int(b[1:]) + 1) / 100
weights = [[weight(a, b) for b in names] for a in names]
with open(graph, "w") as file:
    if form == "list":
        file.write("source,target,weight\\n")
        for i, a in enumerate(names):
            file.writelines(f"{a},{b},{weights[i][j]}\\n" for j, b in enumerate(names) if i != j)
    else:
        file.write(",".join(names) + "\\n")
        file.writelines(",".join(map(str, row)) + "\\n" for row in weights)
"""
METRICS = ["roc_auc:directed", "average_precision:directed"]
FORMS = {
    "list": {"format": "edges"},
    "matrix": {"format": "adjacency", "direction": "row-to-column"},
}


def plan_of(folder, algorithm):
    tables = {
        "plan": {"seeds": 1, "primary": METRICS[0], "metrics": METRICS[1:]},
        "data": [{"random": "erdos-renyi", "nodes": 4, "edges": 3, "samples": 20}],
        "algorithm": [{"name": "outside", **algorithm}],
    }
    return Plan.from_dict(tables, folder=folder)


def command(form="list", sign=1):
    return [sys.executable, "learn.py", "{data}", "{graph}", form, str(sign)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_command_that_returns_scores_is_ranked_by_them(form, sign, tmp_path):
    """A list of all pairs was read as a graph with all edges, so that its ROC AUC was 0.5."""
    (tmp_path / "learn.py").write_text(PROGRAM)
    entry = {"command": command(form, sign), "returns": "scores", **FORMS[form]}
    assert run(plan_of(tmp_path, entry), tmp_path / "study", workers=1).failed == 0
    study = Study.open(tmp_path / "study")
    [row] = study.rows
    truth = em.Graph.parse(study.show(row.run).partition("TRUTH\n")[2].partition("\n")[0])
    cells = [[0 if i == j else i + 7 * j + 1 for j in range(4)] for i in range(4)]
    scores = em.EdgeScores(cells, [f"X{k}" for k in range(4)], direction="row-to-column")
    found = {each["metric"]: each["value"] for each in study.to_dicts()}
    assert found == {
        "roc_auc:directed": pytest.approx(em.roc_auc(truth, scores)),
        "average_precision:directed": pytest.approx(em.average_precision(truth, scores)),
    }
    assert 0 < found["roc_auc:directed"] != 0.5
    assert ("whose signs are ignored" in study.report()) == (sign < 0)


def test_negative_scores_of_a_function_are_noted():
    """Ignoring signs is right for weights and wrong for log odds, so the report must state it."""
    reading = {"direction": "row-to-column"}
    for matrix, noted in (([[0, 0.5], [0.1, 0]], False), ([[0, -0.5], [0.1, 0]], True)):
        answer = answer_of(matrix, ["A", "B"], reading, "scores")
        assert answer["estimate"]["cells"] == [[0, 0.5], [0.1, 0]]
        assert bool(answer["note"]) == noted


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (
            {"format": "text", "returns": "scores"},
            "scores need one of the formats edges, adjacency, npy",
        ),
        ({"returns": "scores"}, r"returns: scores need one of the formats .*; got json"),
        (
            {"format": "dot", "returns": "temporal"},
            "time series graphs need one of the formats json, text, edges, npy, npz; got dot",
        ),
        (
            {"returns": "temporal", "direction": "column-to-row"},
            'direction: has no effect if returns = "temporal"',
        ),
        (
            {"format": "edges", "returns": "scores", "symmetric": "cycle"},
            'symmetric: has no effect if returns = "scores"',
        ),
        ({"returns": "samples"}, "returns: a command must write one graph or edge scores, not samples"),
    ],
)
def test_a_command_returns_what_its_file_can_hold(entry, words, tmp_path):
    with pytest.raises(FormatError, match=words):
        plan_of(tmp_path, {"command": command(), **entry})


def test_a_function_that_returns_samples_has_no_direction(tmp_path):
    """The samples were read as a matrix, and every run failed."""
    entry = {"use": "own:learn", "returns": "samples", "direction": "row-to-column"}
    with pytest.raises(FormatError, match=r"direction: has no effect.*Leave direction out"):
        plan_of(tmp_path, entry)


@pytest.mark.parametrize(
    ("entry", "advice"),
    [
        ({"use": "own:learn", "seed": 3}, r"under \[plan\]: seeds = \[1, 2, 3\]"),
        ({"use": "own:learn", "parameters": {"seed": [1, 2]}}, r"seeds = \[1, 2, 3\]"),
        ({"use": "own:learn", "oracle": True, "truth": 3}, "another name"),
        ({"command": [*command(), "{seed}"], "seed": [1, 2]}, r"seeds = \[1, 2, 3\]"),
        ({"command": command(), "graph": "x"}, "another name"),
        ({"command": command(), "parameters": {"data": "x"}}, "another name"),
    ],
)
def test_a_parameter_must_not_have_the_name_of_a_value_that_every_run_gets(entry, advice, tmp_path):
    """A parameter called seed replaced the seed of a command, and made each run of a function fail."""
    with pytest.raises(FormatError, match=f"a parameter must not have the name of a value.*{advice}"):
        plan_of(tmp_path, entry)


def test_a_function_may_call_a_parameter_truth(tmp_path):
    assert plan_of(tmp_path, {"use": "own:learn", "truth": 3}).algorithms[0].parameters == {"truth": 3}
