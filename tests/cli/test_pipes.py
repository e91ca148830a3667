"""Pipes are read once, and the file behind standard input is an input like any other."""

import os
import subprocess
import sys
import threading

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

TRUTH = "A --> B --> C\n"
SCORES = "source,target,score\nA,B,0.9\nB,C,0.8\nC,A,0.1\n"


def edgemark(*arguments, folder, given=None, more=()):
    command = [sys.executable, "-m", "edgemark", *arguments]
    with open(folder / given if given else os.devnull, "rb") as stream:  # noqa: PTH123 - as a shell does
        return subprocess.run(
            command, cwd=folder, stdin=stream, capture_output=True, text=True, timeout=60, pass_fds=more
        )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "truth.txt").write_text(TRUTH, encoding="utf-8")
    (tmp_path / "s.csv").write_text(SCORES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def through(folder):
    """Send text through a named pipe; once, as a pipe does."""

    def send(name, text):
        os.mkfifo(folder / name)
        threading.Thread(target=(folder / name).write_text, args=(text,), daemon=True).start()
        return name

    return send


def test_a_pipe_is_read_once(folder, through):
    done = edgemark("score", "truth.txt", through("q.txt", TRUTH), folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    whole = edgemark("score", "truth.txt", "truth.txt", folder=folder)
    assert done.stdout.replace("q.txt", "truth.txt") == whole.stdout


def test_both_sides_may_be_pipes(folder, through):
    sides = through("t.txt", TRUTH), through("q.txt", "A --> B; C")
    done = edgemark("score", *sides, "-m", "shd:pair mismatch", folder=folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["q.csv", "q"])
@pytest.mark.parametrize("options", [["--scores"], []])
def test_scores_come_through_a_pipe_with_and_without_suffix(folder, through, name, options):
    done = edgemark("score", "truth.txt", through(name, SCORES), *options, "--all", folder=folder)
    assert done.returncode == 0, done.stderr
    assert "roc_auc" in done.stdout


@pytest.mark.parametrize("suffix", [",", "\t"])
def test_a_substitution_of_the_shell_is_recognised_by_its_content(folder, suffix):
    ends = os.pipe()
    os.write(ends[1], SCORES.replace(",", suffix).encode())
    os.close(ends[1])
    name = f"/dev/fd/{ends[0]}"
    done = edgemark("score", "truth.txt", name, "--scores", "--all", folder=folder, more=(ends[0],))
    os.close(ends[0])
    assert done.returncode == 0, done.stderr
    assert "roc_auc" in done.stdout


@pytest.mark.parametrize("first", ["", "sep=;\r\n", "\ufeffsep=;\n"])
def test_tables_with_semicolons_come_through_standard_input(folder, first):
    """Their first line is a text of nodes without edges, too."""
    for name, text in (
        ("scores", SCORES.replace(",", ";").replace("0.", ",")),
        ("edges", "from;to\nA;B\nB;C\n"),
        ("text", "A; B; C\nA --> B\nB --> C\n"),
    ):
        if name != "text" or not first:
            (folder / name).write_text(first + text, encoding="utf-8")
            done = edgemark("score", "truth.txt", "-", "--all", folder=folder, given=name)
            assert done.returncode == 0, done.stderr


def test_an_error_names_the_pipe(folder, through):
    done = edgemark("score", "truth.txt", through("q.json", "{"), folder=folder)
    assert done.returncode == 1
    assert "q.json: " in done.stderr
    assert "edgemark-" not in done.stderr


COMMANDS = {
    "convert": ("convert", "-", "{}", "--to", "text"),
    "score": ("score", "truth.txt", "-", "--format", "csv", "-o", "{}"),
    "score, by the name of the system": (
        *("score", "truth.txt", "/dev/stdin"),
        *("--format", "csv", "-o", "{}"),
    ),
}


@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("link", [False, True])
def test_the_file_behind_standard_input_is_not_replaced(folder, what, link):
    given = "s.csv" if what.startswith("score") else "truth.txt"
    before = (folder / given).read_bytes()
    output = given
    if link:
        output = f"link{given[given.index('.') :]}"
        (folder / output).symlink_to(folder / given)
    arguments = [word.format(output) for word in COMMANDS[what]]
    done = edgemark(*arguments, folder=folder, given=given)
    assert done.returncode == 2
    assert "an output must not replace an input" in done.stderr
    assert (folder / given).read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        ("convert", "pipe", "pipe", "--to", "text"),
        ("convert", "pipe", "link", "--to", "text"),
        ("score", "truth.txt", "s.csv", "pipe", "-o", "pipe"),
        ("score", "truth.txt", "pipe", "--html", "pipe"),
        ("score", "truth.txt", "pipe", "--figure", "pipe"),
    ],
)
def test_a_pipe_is_not_read_and_written(folder, command):
    """No process writes to the pipe; without the refusal, the command waits forever."""
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to(folder / "pipe")
    done = edgemark(*command, folder=folder)
    assert done.returncode == 2
    assert "an output must not replace an input" in done.stderr


def test_a_pipe_behind_standard_input_is_not_written(folder, through):
    name = through("pipe", TRUTH)
    done = edgemark("convert", "-", name, "--to", "text", folder=folder, given=name)
    assert done.returncode == 2
    assert "an output must not replace an input" in done.stderr


def test_a_pipe_may_be_an_output(folder):
    os.mkfifo(folder / "out")
    found = []
    reader = threading.Thread(target=lambda: found.append((folder / "out").read_text()), daemon=True)
    reader.start()
    done = edgemark("convert", "truth.txt", "out", "--to", "text", folder=folder)
    reader.join(30)
    assert (done.returncode, found) == (0, ["A; B; C\nA --> B\nB --> C\n"])


def test_another_output_is_written(folder):
    done = edgemark("convert", "-", "new.txt", "--to", "text", folder=folder, given="truth.txt")
    assert done.returncode == 0, done.stderr
    assert (folder / "new.txt").exists()
