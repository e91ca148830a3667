"""Whatever a run does, it is told what came of it, and nothing of it is left."""

import base64
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from edgemark.bench.sandbox import RunLimits, Server, client, linux

ROOT = str(Path(__file__).parents[3])
MIB = 2**20
LIMITS = RunLimits(seconds=20, memory=200 * MIB, disk=20 * MIB, processes=20)
SHORT = RunLimits(seconds=0.5, memory=200 * MIB, disk=20 * MIB, processes=20)
WITHOUT_NAMESPACE = (
    "from edgemark.bench.sandbox import linux, server; linux.new_pid_namespace = bool; server.main()"
)


@pytest.fixture(params=["with a PID namespace", "without one"])
def kernel(request, monkeypatch):
    if request.param == "without one":
        monkeypatch.setattr(client, "_PROGRAM", ("-c", WITHOUT_NAMESPACE))
    return request.param


WITH_THREADS = """
import os, threading, time
imported_in = os.getpid()
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
def f(_):
    return "fresh" if imported_in == os.getpid() else "forked"
"""


def server_of(name):
    return Server(f"tests.bench.sandbox.planted:{name}", path=[ROOT])


def server_of_module(text, folder):
    (folder / "users_module.py").write_text(text)
    return Server("users_module:f", path=[str(folder)])


def outcome_of(name, payload=None, limits=LIMITS):
    with server_of(name) as server:
        outcome = server.run(payload, limits)
        below = server.pid
    assert not linux.descendants(below)
    return outcome


def test_f_a_server_that_is_importing_is_abandoned_at_once(tmp_path):
    """It does not read its input during the imports, so a closed pipe would end it only after them."""
    (tmp_path / "slow_import.py").write_text("import time\ntime.sleep(60)\ndef f(_): pass\n")
    server = Server("slow_import:f", path=[str(tmp_path)])
    found = []
    thread = threading.Thread(target=lambda: found.append(server.run(None, LIMITS)))
    thread.start()
    while server.pid is None:
        time.sleep(0.01)
    time.sleep(0.5)
    begun = time.monotonic()
    server.abandon()
    thread.join(10)
    assert time.monotonic() - begun < 5
    assert found[0].status != "ok"


def test_f_a_server_that_was_abandoned_before_its_start_runs_nothing(tmp_path):
    server = server_of_module("from pathlib import Path\ndef f(x): Path(x).touch()", tmp_path)
    server.abandon()
    assert server.run(str(tmp_path / "ran"), LIMITS).status != "ok"
    assert not (tmp_path / "ran").exists()


def test_f_a_traceback_begins_in_the_code_of_the_user(tmp_path):
    with server_of_module("def f(_): return 1 / 0", tmp_path) as server:
        lines = server.run(None, LIMITS).traceback.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "users_module.py" in lines[1]
    with server_of_module("import no_such_module_here\n", tmp_path) as server:
        lines = server.run(None, LIMITS).traceback.splitlines()
    assert "users_module.py" in lines[1]


# ---- good runs


def test_the_value_comes_back(kernel):
    with server_of("double") as server:
        assert [2, 4, 6] == [server.run(k, LIMITS).value for k in (1, 2, 3)]


def test_all_runs_have_one_server_and_a_folder_each_that_is_gone_afterwards():
    with server_of("where") as server:
        server.run(None, LIMITS)
        pid = server.pid
        found = [server.run(None, LIMITS).value for _ in range(2)]
        assert pid == server.pid
    assert found[0]["folder"] != found[1]["folder"]
    assert found[0]["hash"] == found[1]["hash"]
    assert all(one["folder"] == one["temporary"] for one in found)
    assert not any(Path(one["folder"]).exists() for one in found)


def test_tmpdir_is_honoured(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert str(tmp_path) == str(Path(outcome_of("where").value["folder"]).parent)
    assert [] == list(tmp_path.iterdir())


def test_what_it_prints_is_kept_and_does_not_disturb():
    outcome = outcome_of("echo", {"a": [1, None, "é"]})
    assert {"a": [1, None, "é"]} == outcome.value
    assert ["err", "out"] == sorted(outcome.output.split())


def test_a_function_may_close_its_output():
    assert "closed" == outcome_of("close_its_output").value


def test_the_middle_of_a_long_output_is_left_out():
    outcome = outcome_of("print_megabytes", 300)
    assert "printed" == outcome.value
    assert outcome.output.startswith("begin")
    assert outcome.output.rstrip().endswith("end")
    assert len(outcome.output) < MIB


def test_the_input_of_the_next_run_is_as_it_was():
    payload = {"list": []}
    with server_of("change_the_input") as server:
        assert [["changed"]] * 2 == [server.run(payload, LIMITS).value for _ in range(2)]
    assert {"list": []} == payload


def test_a_library_with_threads_gets_a_fresh_process(kernel, tmp_path):
    with server_of_module(WITH_THREADS, tmp_path) as server:
        assert ["fresh", "fresh"] == [server.run(None, LIMITS).value for _ in range(2)]


# ---- bad runs


@pytest.mark.parametrize(
    ("name", "payload", "status", "reason"),
    [
        ("fail", "of size 3", "exception", "ValueError: of size 3"),
        ("leave", None, "exception", "SystemExit: bye"),
        ("interrupt", None, "exception", "KeyboardInterrupt"),
        ("segfault", None, "signal", "SIGSEGV"),
        ("end_by_real_time_signal", None, "signal", f"signal {signal.SIGRTMIN + 1} ended it"),
        ("exit_at_once", None, "exit", "status 0"),
        ("use_memory", None, "memory", str(200 * MIB)),
        ("use_memory_at_once", None, "memory", str(200 * MIB)),
        ("use_memory_in_children", 100 * MIB, "memory", str(200 * MIB)),
        ("fork_without_end", None, "processes", "20 are allowed"),
        ("fill_the_disk", None, "disk", str(20 * MIB)),
        ("write_one_large_file", None, "disk", str(20 * MIB)),
        ("return_a_set", None, "answer", "set"),
        ("not_a_number", None, "answer", "JSON"),
        ("nested", None, "answer", "recursion"),
        ("not_there", None, "import", "not_there"),
    ],
)
def test_a_fault_is_explained(kernel, name, payload, status, reason):
    outcome = outcome_of(name, payload)
    assert (status, None) == (outcome.status, outcome.value)
    assert reason in outcome.reason


def test_an_exception_comes_with_its_traceback():
    assert "raise ValueError(text)" in outcome_of("fail", "x").traceback


def test_an_answer_beyond_its_limit_is_refused():
    limits = RunLimits(memory=400 * MIB, answer=MIB)
    assert "answer" == outcome_of("large_answer", 2 * MIB, limits).status


@pytest.mark.parametrize("name", ["use_processor", "use_processor_in_children"])
def test_processor_time_is_that_of_all_processes(kernel, name):
    outcome = outcome_of(name, limits=replace(SHORT, wall=60))
    assert "timeout" == outcome.status
    assert 0.4 < outcome.cpu


def test_a_run_that_waits_for_ever_is_ended_by_the_clock(kernel):
    outcome = outcome_of("ignore_signals", limits=RunLimits(seconds=20, wall=0.5))
    assert "timeout" == outcome.status
    assert "of wall-clock time" in outcome.reason


def test_processes_that_leave_their_session_are_ended_with_the_run(kernel):
    assert "left" == outcome_of("leave_orphans").value
    assert not [line for line in Path("/proc").glob("[0-9]*/cmdline") if _is_planted(line)]


def _is_planted(command_line):
    try:
        return b"987654" in command_line.read_bytes()
    except OSError:
        return False


def test_the_server_serves_on_after_every_fault():
    with Server("tests.bench.sandbox.planted:do", path=[ROOT]) as server:
        for name in ("segfault", "use_memory", "exit_at_once", "fork_without_end"):
            assert "ok" != server.run([name, None], LIMITS).status
            pid = server.pid
            assert 6 == server.run(["double", 3], LIMITS).value
            assert pid == server.pid


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        ("import ctypes; ctypes.string_at(0)", "signal 11"),
        ("import no_such_module", "ModuleNotFoundError"),
    ],
)
def test_an_import_that_fails_is_told_at_every_run(text, reason, tmp_path):
    with server_of_module(text, tmp_path) as server:
        for _ in range(2):
            outcome = server.run(None, LIMITS)
            assert "import" == outcome.status
            assert reason in outcome.reason


# ---- programs


def test_a_program_gives_its_exit_status_and_output(kernel):
    with Server() as server:
        outcome = server.run_command(["sh", "-c", "echo hello; exit 3"], LIMITS)
    assert ({"exit": 3}, "hello\n") == (outcome.value, outcome.output)


def test_a_program_that_is_not_there_or_crashes_is_explained():
    with Server() as server:
        assert "import" == server.run_command(["no-such-program"], LIMITS).status
        assert "SIGSEGV" in server.run_command(["sh", "-c", "kill -SEGV $$"], LIMITS).reason


# ---- ends


def test_a_server_that_is_killed_is_told_and_replaced():
    with server_of("double") as server:
        server.run(1, LIMITS)
        os.kill(server.pid, signal.SIGKILL)
        assert "ok" != server.run(1, LIMITS).status
        assert 4 == server.run(2, LIMITS).value


def test_nothing_outlives_a_coordinator_that_is_killed(kernel, tmp_path):
    """The kernel and the closed pipe end the server; the server, or its namespace, ends the run."""
    program = textwrap.dedent(f"""
        from edgemark.bench.sandbox import RunLimits, Server, client
        client._PROGRAM = {client._PROGRAM!r}
        with Server("tests.bench.sandbox.planted:wait_in_sessions", path=[{ROOT!r}]) as server:
            server.run({str(tmp_path)!r}, RunLimits(processes=20))
    """)
    coordinator = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE)
    _wait_for(lambda: len(list(tmp_path.iterdir())) == 3)
    below = linux.descendants(coordinator.pid)
    assert len(below) >= 4
    coordinator.kill()
    coordinator.wait()
    coordinator.stderr.close()
    _wait_for(lambda: not any(map(_is_alive, below)))


def _is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---- limits


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"memory": -1}, {"wall": float("nan")}])
def test_a_limit_that_is_not_positive_is_refused(limits):
    with pytest.raises(ValueError, match="must be a positive number"):
        RunLimits(**limits)


# ---- what servers import, hide and collect


def test_an_import_that_raises_what_cannot_be_written_is_told(tmp_path):
    text = "class Odd(Exception):\n    def __str__(self): raise TypeError\nraise Odd"
    with server_of_module(text, tmp_path) as server:
        outcome = server.run(None, LIMITS)
    assert ("import", "Odd: (its text raises an exception)") == (outcome.status, outcome.reason)


def test_a_server_imports_more_than_its_target():
    with Server("json:dumps", imports=("no_such_module_at_all",)) as server:
        outcome = server.run(1)
    assert outcome.status == "import"
    assert "no_such_module_at_all" in outcome.reason
    with Server("json:dumps", imports=("json:no_such_function",)) as server:
        assert server.run(1).status == "import"
    with Server("json:dumps", imports=("decimal", "json:loads")) as server:
        assert server.run(1).value == "1"


def test_a_hidden_module_is_not_found():
    with Server("importlib:import_module", hide=("decimal",)) as server:
        outcome = server.run("decimal")
    assert (outcome.status, outcome.reason) == (
        "exception",
        "ModuleNotFoundError: No module named 'decimal'",
    )
    with Server("tests.bench.sandbox.planted:has_module", path=[ROOT], hide=("decimal",)) as server:
        assert server.run("decimal").value is False
        assert server.run("json").value is True


def test_a_file_of_a_command_is_collected():
    with Server() as server:
        outcome = server.run_command(["sh", "-c", "printf hello > out; exit 3"], collect="out")
        assert outcome.value == {"exit": 3, "file": base64.b64encode(b"hello").decode()}
        for command in ("true", "mkfifo out", "ln -s /etc/passwd out", "mkdir out"):
            outcome = server.run_command(["sh", "-c", command], collect="out")
            assert (command, outcome.value["file"]) == (command, None)


def test_a_collected_file_has_the_limit_of_answers():
    with Server() as server:
        limits = replace(RunLimits(seconds=20), answer=1000)
        outcome = server.run_command(["sh", "-c", "head -c 5000 /dev/zero > out"], limits, collect="out")
    assert outcome.status == "answer"


def test_another_thread_can_end_what_runs():
    server = Server("time:sleep")
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(server.run(1000)))
    thread.start()
    end = time.monotonic() + 20
    while server.pid is None and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(1)
    begun = time.monotonic()
    server.abandon()
    thread.join(20)
    assert not thread.is_alive()
    assert time.monotonic() - begun < 10
    assert outcomes[0].status != "ok"


@pytest.mark.parametrize("command", [False, True], ids=["call", "command"])
def test_the_processes_of_the_sandbox_count_too(kernel, command):
    """Two processes of the sandbox, and a third one that waits for a command."""
    least = 4 if command else 3
    with Server(None if command else "time:sleep") as server:
        for processes, status in ((least - 1, "processes"), (least, "ok")):
            limits = replace(LIMITS, processes=processes)
            outcome = (
                server.run_command(["sleep", "0.2"], limits) if command else server.run(0.2, limits)
            )
            assert outcome.status == status


def test_an_abandoned_command_is_not_taken_for_an_import():
    """The reason named the import of None."""
    server = Server()
    threading.Timer(0.8, server.abandon).start()
    outcome = server.run_command(["sleep", "20"], LIMITS)
    assert outcome.status != "ok"
    assert "None" not in outcome.reason
    assert server.run_command(["true"], LIMITS).status != "ok"


# ---- forged and malformed answers


def test_a_run_has_no_pipe_but_those_of_its_answer_and_its_output(kernel):
    assert 0 == outcome_of("other_pipes").value


def test_a_program_has_no_pipe_but_its_output():
    with Server() as server:
        outcome = server.run_command(["sh", "-c", "ls -l /proc/self/fd | grep -c pipe:"], LIMITS)
    assert ("ok", "2") == (outcome.status, outcome.output.strip())


@pytest.mark.parametrize("name", ["forge", "forge_in_a_child"])
def test_a_run_that_writes_to_every_descriptor_forges_no_outcome(kernel, name):
    with Server("tests.bench.sandbox.planted:do", path=[ROOT]) as server:
        for _ in range(2):
            outcome = server.run([name, None], LIMITS)
            assert ("answer", None) == (outcome.status, outcome.value)
            assert "its answer is malformed" in outcome.reason
            pid = server.pid
            assert 6 == server.run(["double", 3], LIMITS).value
            assert pid == server.pid


def test_a_run_in_a_fresh_process_forges_no_outcome(tmp_path):
    """Its answer is inherited by the new interpreter, but by no program that the run starts."""
    text = WITH_THREADS + textwrap.dedent(
        """
        import subprocess, sys
        sys.path.insert(0, ROOT)
        from tests.bench.sandbox.planted import forge, other_pipes, pipes_that_can_be_written
        def f(name):
            (answer,) = pipes_that_can_be_written()
            left = os.system(f"[ ! -e /proc/self/fd/{answer} ]")
            return left or (other_pipes(None) if name == "pipes" else forge(None))
        """
    ).replace("ROOT", repr(ROOT))
    with server_of_module(text, tmp_path) as server:
        assert 0 == server.run("pipes", LIMITS).value
        assert "answer" == server.run("forge", LIMITS).status
        assert 0 == server.run("pipes", LIMITS).value


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("{}", "an outcome needs a status; got none"),
        ('{"value": 5}', "an outcome needs a status; got none"),
        ("[1, 2]", "an outcome is an object of JSON; got [1, 2]"),
        ("null", "an outcome is an object of JSON; got None"),
        ("[" * 900 + "]" * 900, "an outcome is an object of JSON; got [[[[[["),
        ('{"status": "done"}', "an outcome needs a known status; got 'done'"),
        ('{"status": ["ok"]}', "an outcome needs a known status; got ['ok']"),
        ('{"status": "ok", "answer": 5}', "an outcome has no 'answer'"),
        ('{"status": "exception", "reason": 5}', "the reason of an outcome has another type; got 5"),
        ('{"status": "timeout"}', "a run cannot state that its status is 'timeout'"),
        ('{"status": "ok", "value": NaN}', "its answer cannot be passed on: ValueError"),
        ("{", "its answer is not JSON"),
    ],
)
def test_a_malformed_answer_is_a_failed_run(body, reason):
    with Server("tests.bench.sandbox.planted:do", path=[ROOT]) as server:
        outcome = server.run(["answer_with", body], LIMITS)
        assert ("answer", None) == (outcome.status, outcome.value)
        assert reason in outcome.reason
        pid = server.pid
        assert 6 == server.run(["double", 3], LIMITS).value
        assert pid == server.pid


def test_a_nested_value_comes_back_if_it_can_be_written():
    """The server copied it and ended, as if an import had failed."""
    outcome = outcome_of("nested_by", 700)
    assert "ok" == outcome.status
    depth, value = 0, outcome.value
    while value:
        depth, value = depth + 1, value[0]
    assert 700 == depth


@pytest.mark.parametrize("reply", [b"{}", b"[", b'{"refused": null}'])
def test_a_module_that_writes_a_reply_of_the_server_is_a_failed_run(tmp_path, reply):
    text = f"""
        import sys
        sys.path.insert(0, {ROOT!r})
        from tests.bench.sandbox.planted import frame, pipes_that_can_be_written
        import os
        os.write(pipes_that_can_be_written()[0], frame({reply!r}))
        def f(_): pass
    """
    with server_of_module(textwrap.dedent(text), tmp_path) as server:
        for _ in range(2):
            outcome = server.run(None, LIMITS)
            assert "answer" == outcome.status
            assert "the server of the sandbox gave no outcome" in outcome.reason
