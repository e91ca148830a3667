"""``edgemark bench``: a plan is written, checked, run, reported; exit statuses and messages."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import edgemark as em
from edgemark.cli.app import run
from edgemark.errors import ConventionError

LEARNER = """
import edgemark as em

def learn(data, *, seed, wrong=False):
    if wrong:
        raise RuntimeError("planted")
    return em.Graph.from_edges([(data.names[0], "-->", data.names[1])], nodes=data.names)
"""
PLAN = """
[plan]
name = "cli"
seeds = 2
primary = "shd:pair mismatch"

[limits]
seconds = 20

[[data]]
network = "asia"
samples = 40

[[algorithm]]
use = "own_cli_learner:learn"
"""
FAILING = PLAN + "wrong = [true, false]\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own_cli_learner.py").write_text(LEARNER)
    Path("plan.toml").write_text(PLAN)
    return tmp_path


def test_the_commented_plan_is_a_plan(here, capsys):
    assert run(["bench", "init", "new.toml"]) == 0
    assert "edgemark bench check new.toml" in capsys.readouterr().err
    assert run(["bench", "init", "new.toml"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert run(["bench", "check", "new.toml"]) in (0, 2)
    assert run(["bench", "init", "-"]) == 0
    assert capsys.readouterr().out.endswith('direction = "row-to-column"\n')
    assert run(["bench", "init", "other.toml", "--from", "smal"]) == 2
    assert "Did you mean 'small'?" in capsys.readouterr().err


def test_advised_commands_quote_names_with_spaces(here, capsys):
    assert run(["bench", "init", "my plan.toml"]) == 0
    assert "edgemark bench check 'my plan.toml'" in capsys.readouterr().err
    assert run(["bench", "run", "plan.toml", "-o", "my study", "--workers", "1"]) == 0
    assert "edgemark bench report 'my study'" in capsys.readouterr().err
    assert run(["bench", "score", "my study", "-m", "sid", "--workers", "1"]) == 0
    assert "edgemark bench report 'my study'" in capsys.readouterr().err
    assert run(["bench", "show", "my study", "zz"]) == 2
    assert "edgemark bench export 'my study' --to csv" in capsys.readouterr().err
    with pytest.raises(ConventionError, match="edgemark bench score 'my study' -m 'nced:k = 0"):
        em.bench.open("my study").summary("nced:k=0.4")


def test_check_says_what_would_run(here, capsys):
    assert run(["bench", "check", "plan.toml"]) == 0
    out = capsys.readouterr().out
    assert "cli: 2 runs" in out
    assert "asia, n=40" in out
    Path("own_cli_learner.py").unlink()
    assert run(["bench", "check", "plan.toml"]) == 2
    assert "missing: own_cli_learner: there is no such module" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("A,B\n1,x\n", "column 'B' must hold numbers; got 'x'"),
        ("A,C\n1,2\n", "columns that are not nodes: 'C'"),
    ],
)
def test_check_says_which_data_cannot_be_read(table, words, here, capsys):
    Path("mine.csv").write_text(table)
    em.write(em.Graph.parse("A --> B"), "truth.json")
    Path("plan.toml").write_text(PLAN + '[[data]]\nfile = "mine.csv"\ntruth = "truth.json"\n')
    assert run(["bench", "check", "plan.toml"]) == 2
    out = capsys.readouterr().out
    assert "missing: mine: " in out
    assert words in out


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        ("seeds = 2", "sedes = 2", "plan.toml: line 4: plan.sedes"),
        ("seeds = 2", "seeds == 2", "plan.toml: line 4, column"),
        ("own_cli_learner:learn", "own_cli_learner", "algorithm[1].use"),
    ],
)
def test_a_plan_in_error_ends_with_2_and_runs_nothing(written, instead, words, here, capsys):
    Path("plan.toml").write_text(PLAN.replace(written, instead))
    for command in (["check", "plan.toml"], ["run", "plan.toml", "-o", "study"]):
        assert run(["bench", *command]) == 2
        assert words in capsys.readouterr().err
    assert not Path("study").exists()


def test_a_plan_that_is_not_there_is_an_error(here, capsys):
    assert run(["bench", "run", "gone.toml", "-o", "study"]) == 2
    assert "gone.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "plan.toml", "-o", "s", "--scheduler", "tcp://h:1"], "needs --engine dask"),
        (
            [
                *("run", "plan.toml", "-o", "s", "--engine", "dask"),
                *("--scheduler", "tcp://h:1", "--workers", "2"),
            ],
            "leave out --workers",
        ),
        (
            ["export", "nothing", "--to", "parquet"],
            "--to parquet cannot write to standard output; use -o FILE",
        ),
        (
            ["export", "nothing", "--to", "rcgnn"],
            "--to rcgnn cannot write to standard output; use -o FOLDER",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_before_a_file_is_read(
    arguments, words, here, capsys
):
    Path("plan.toml").unlink()
    assert run(["bench", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert not Path("s").exists()


def test_from_a_plan_to_tables(here, capsys):
    Path("plan.toml").write_text(FAILING)
    assert run(["bench", "run", "plan.toml", "-o", "study", "--workers", "1"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "4 of 4 runs, 2 failed" in told.err
    assert "edgemark bench report study" in told.err

    assert run(["bench", "status", "study"]) == 0
    assert capsys.readouterr().out == "cli: 4 of 4 runs done: 2 ok, 2 failed (2 exception)\n"

    assert run(["bench", "score", "study", "-m", "sid", "--workers", "1"]) == 0
    assert "2 runs scored" in capsys.readouterr().err

    assert run(["bench", "export", "study", "--to", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["status"] for row in rows] == ["failed", "failed", "ok", "ok"]
    assert [row["parameters"] for row in rows] == ["wrong=True"] * 2 + ["wrong=False"] * 2
    assert all(float(row["sid"]) > 0 for row in rows[2:])

    assert run(["bench", "show", "study", rows[0]["run"]]) == 0
    out = capsys.readouterr().out
    assert "RuntimeError: planted" in out
    assert "TRACEBACK" in out

    for form in ("text", "csv", "json", "markdown", "latex"):
        assert run(["bench", "report", "study", "--format", form]) == 0
        out = capsys.readouterr().out
        assert "own_cli_learner:learn wrong=False" in out.replace("\\_", "_")
    assert run(["bench", "report", "study", "--format", "json", "-o", "report.json"]) == 0
    assert json.loads(Path("report.json").read_text())["status"]["ok"] == 2

    assert run(["bench", "export", "study", "--to", "rcgnn"]) == 2
    assert "-o FOLDER" in capsys.readouterr().err

    assert run(["bench", "run", "plan.toml", "-o", "study"]) == 1
    Path("plan.toml").write_text(PLAN + "wrong = false\n")
    assert run(["bench", "run", "plan.toml", "-o", "study"]) == 0
    capsys.readouterr()
    assert run(["bench", "status", "study"]) == 0
    assert "2 stored runs of earlier plans or earlier code" in capsys.readouterr().out


def test_f_a_refused_plan_leaves_no_folder(here, capsys):
    Path("d.csv").write_text("A,B\n1,2\n2,1\n3,4\n")
    Path("t.csv").write_text("source,target\nA,B\n")
    data = '[[data]]\nname = "{}"\nfile = "d.csv"\ntruth = "t.csv"\n'
    head, _, tail = PLAN.partition('[[data]]\nnetwork = "asia"\nsamples = 40\n')
    Path("plan.toml").write_text(head + data.format("a") + data.format("b") + tail)
    for command in (["check", "plan.toml"], ["run", "plan.toml", "-o", "study"]):
        assert run(["bench", *command]) == 2
        assert "the same runs" in capsys.readouterr().err
    assert not Path("study").exists()
    Path("mine").mkdir()
    assert run(["bench", "run", "plan.toml", "-o", "mine"]) == 2
    assert Path("mine").exists()


def test_c_check_names_algorithms_on_data_that_they_are_not_meant_for(here, capsys):
    pytest.importorskip("causallearn")
    Path("plan.toml").write_text(
        PLAN.partition("[[algorithm]]")[0] + '[[algorithm]]\nuse = "causal-learn:pc"\n'
        '[[data]]\nrandom = "erdos-renyi"\nnodes = 4\nedges = 4\nsamples = 9\n'
    )
    assert run(["bench", "check", "plan.toml"]) == 0
    lines = capsys.readouterr().out.splitlines()
    said = "'asia, n=40': it is not meant for discrete data, and may fail"
    assert f"not ranked: causal-learn:pc on {said}" in lines


def test_f_score_says_what_is_refused_and_what_is_there_already(here, capsys):
    Path("plan.toml").write_text(PLAN.replace("[limits]", 'reference = "cpdag"\n[limits]'))
    assert run(["bench", "run", "plan.toml", "-o", "study"]) == 0
    capsys.readouterr()
    assert run(["bench", "score", "study", "-m", "sid"]) == 0
    err = capsys.readouterr().err
    assert "2 runs scored" in err
    assert "sid is refused for 2 of 2 runs: " in err
    assert run(["bench", "score", "study", "-m", "sid"]) == 0
    assert "nothing to score: every estimate has these scores" in capsys.readouterr().err


def test_a_folder_without_a_study_is_an_error(here, capsys):
    for command in (
        ["status"],
        ["report"],
        ["show", "abc"],
        ["score", "-m", "sid"],
        ["export", "--to", "csv"],
    ):
        name, *more = command
        first = [more.pop(0)] if name == "show" else []
        assert run(["bench", name, str(here), *first, *more]) == 2
        assert "edgemark bench run" in capsys.readouterr().err


def test_every_command_has_help(capsys):
    for name in ("init", "check", "run", "status", "report", "show", "score", "export"):
        assert run(["bench", name, "--help"]) == 0
        assert f"edgemark bench {name}" in capsys.readouterr().out


def test_status_of_a_study_loads_no_algorithm(here):
    code = (
        "import sys; from edgemark.cli.app import run; run(['bench', 'check', 'plan.toml']);"
        "print(sorted({'causallearn', 'pgmpy', 'torch', 'pandas'} & set(sys.modules)), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stderr.splitlines()[-1] == "[]"


TRACK = """
[plan]
name = "{name}"
seeds = 1
primary = "shd:pair mismatch"

[[data]]
network = "asia"
samples = 50

[[algorithm]]
use = "edgemark:empty"
"""


def test_standard_runs_every_track_in_a_folder_of_its_name(here, capsys, monkeypatch):
    """The tracks are small plans here; the built-in ones take an hour."""
    from edgemark.bench import plans

    names = ("standard-a", "standard-b")
    monkeypatch.setattr(plans, "TRACKS", names)
    for name in names:
        Path(name).write_text(TRACK.format(name=name))
    assert run(["bench", "check", "standard"]) == 0
    assert capsys.readouterr().out.count(": 1 run") == 2
    assert run(["bench", "run", "standard", "-o", "results"]) == 0
    capsys.readouterr()
    assert run(["bench", "status", "results"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: 1 of 1 run done: 1 ok" for name in names]
    assert run(["bench", "report", "results", "--format", "markdown"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in names)
    assert run(["bench", "report", "results", "--format", "json"]) == 2
    assert "reports one study; the folder has 2" in capsys.readouterr().err


def test_the_tracks_of_standard_are_built_in_plans():
    assert set(em.bench.TRACKS) <= set(em.bench.built_in_plans())
