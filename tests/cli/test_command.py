"""The command as a process: its start, exit statuses and pipes; and its help."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import edgemark as package
from edgemark.cli import main

COMMANDS = ("score", "diff", "convert", "check", "metrics", "criteria", "demo")
SCRIPT = Path(sys.executable).with_name("edgemark")


def process(*arguments, **options):
    command = [sys.executable, "-m", "edgemark", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


def test_the_module_and_the_script_run():
    expected = f"edgemark {package.__version__}\n"
    assert process("--version").stdout == expected
    assert (
        subprocess.run([SCRIPT, "--version"], capture_output=True, text=True, check=True).stdout
        == expected
    )


def test_help_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from edgemark.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'rich', 'pydantic', 'edgemark.io', 'edgemark.metrics'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_fits_and_has_examples(edgemark, command):
    found = edgemark(*([command] if command else []), "--help")
    assert found.status == 0
    assert f"Examples:\n    edgemark {command or 'demo'}" in found.out
    assert "Exit status: " in found.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(edgemark, command):
    from typer.main import get_command

    from edgemark.cli.app import application

    parameters = get_command(application()).commands[command].params
    assert [p.name for p in parameters if not p.help] == []


def test_without_a_command_the_help_is_shown_and_the_status_is_2(edgemark):
    found = edgemark()
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith("Usage: edgemark")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("scroe",), "No such command 'scroe'. Did you mean 'score'?"),
        (("score", "--metrc", "x"), "No such option: --metrc (Possible options: --metric, --symmetric"),
        (("score", "truth.json"), "Missing argument 'ESTIMATE'."),
        (("demo", "--rows", "0"), "Invalid value for '--rows'"),
        (("metrics", "--format", "xml"), "Invalid value for '--format': 'xml' is not one of"),
    ],
)
def test_wrong_usage_gives_status_2_an_error_and_the_command_for_help(edgemark, arguments, complaint):
    found = edgemark(*arguments)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"edgemark: error: {complaint}")
    assert found.err.splitlines()[-1].startswith("Try 'edgemark")


def test_main_exits_with_the_status():
    with pytest.raises(SystemExit) as exit:
        main(["metrics", "nothing"])
    assert exit.value.code == 2


def test_only_data_is_on_stdout(save, truth, tmp_path):
    save("a.json", "A --- B; C; D", "cpdag")
    found = process("score", truth, "a.json", "no.json", "--format", "csv", cwd=tmp_path)
    assert found.returncode == 1
    assert {line.split(",")[0] for line in found.stdout.splitlines()} == {"truth", "truth.json"}
    assert found.stderr.splitlines()[0] == "edgemark: error: no.json: No such file or directory"


def test_no_colour_without_a_terminal():
    found = process("metrics", env={**os.environ, "TERM": "xterm-256color", "FORCE_COLOR": "1"})
    assert found.returncode == 0
    assert "\x1b" not in found.stdout


def test_text_is_written_in_a_locale_that_lacks_its_letters(hostile, tmp_path):
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert process("diff", *hostile, cwd=tmp_path, env=narrow).returncode == 1
    found = process("diff", *hostile, "--format", "csv", cwd=tmp_path, env=narrow, encoding="utf-8")
    assert "とても長い" in found.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_pipe_that_its_reader_closed_gives_no_error_message():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        command = [sys.executable, "-m", "edgemark", "metrics"]
        found = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, text=True, check=False)
    assert (found.returncode, found.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_a_clear_error():
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "edgemark", "metrics"]
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (found.returncode, found.stderr) == (2, "edgemark: error: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="shell of POSIX")
def test_a_closed_stdout_is_a_clear_error():
    command = ["sh", "-c", '"$0" -m edgemark metrics >&-', sys.executable]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (2, "edgemark: error: stdout is closed\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_is_status_130_without_a_traceback(truth, tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    # A background job of a shell ignores SIGINT, and its children inherit this.
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from edgemark.cli import main\n"
        "main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "score", "pipe.json", truth]
    waiting = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
    try:
        with Path(tmp_path, "pipe.json").open("wb"):  # opens once the command does
            waiting.send_signal(signal.SIGINT)
            assert waiting.communicate(timeout=30) == (b"", b"")
        assert waiting.returncode == 130
    finally:
        waiting.kill()
        waiting.wait()


def test_shell_completion_knows_commands_and_metrics():
    def completed(words, position):
        asked = {"_EDGEMARK_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(position)}
        found = subprocess.run(
            [SCRIPT], capture_output=True, text=True, env={**os.environ, **asked}, check=True
        )
        return found.stdout.split()

    assert completed("edgemark sc", 1) == ["score"]
    assert completed("edgemark score -m sh", 3) == ["shd"]
    assert completed("edgemark check x --kind cp", 4) == ["cpdag"]


def test_the_help_lists_the_first_line_of_the_help_of_each_command():
    from typer.main import get_command

    from edgemark.cli.app import COMMANDS, application

    loaded = get_command(application()).commands
    first_lines = {name: command.help.splitlines()[0] for name, command in loaded.items()}
    assert first_lines == COMMANDS


def test_the_help_imports_no_command_and_a_command_only_itself():
    for arguments, wanted in ((["--help"], set()), (["metrics", "--help"], {"metrics"})):
        code = (
            f"import sys; from edgemark.cli.app import COMMANDS, run; run({arguments}); "
            "print(*(n for n in COMMANDS if f'edgemark.cli.{n}' in sys.modules), file=sys.stderr)"
        )
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert set(found.stderr.split()) == wanted
