"""Functions to run in the sandbox: most break a limit, crash, or forge an answer; some are harmless."""

import ctypes
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def double(number):
    return 2 * number


def echo(payload):
    print("out", flush=True)
    print("err", file=sys.stderr, flush=True)
    return payload


def where(_):
    return {
        "folder": str(Path.cwd()),
        "temporary": tempfile.gettempdir(),
        "hash": hash("a"),
        "pid": os.getpid(),
    }


def fail(text):
    raise ValueError(text)


def leave(_):
    sys.exit("bye")


def segfault(_):
    ctypes.string_at(0)


def end_by_real_time_signal(_):
    os.kill(os.getpid(), signal.SIGRTMIN + 1)


def exit_at_once(_):
    os._exit(0)


def ignore_signals(_):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(1000)


def use_processor(_):
    while True:
        pass


def use_processor_in_children(_):
    for _ in range(2):
        if os.fork() == 0:
            use_processor(None)
    time.sleep(1000)


def use_memory(_):
    kept = []
    while True:
        kept.append(bytearray(b"x" * 2**20))


def use_memory_at_once(_):
    return len(bytearray(2**40))


def use_memory_in_children(size):
    for _ in range(4):
        if os.fork() == 0:
            kept = bytearray(b"x" * size)
            time.sleep(1000 + len(kept))
    time.sleep(1000)


def leave_orphans(_):
    """Start processes in sessions of their own, and end their parents."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            subprocess.Popen(["sleep", "987654"], start_new_session=True)
            time.sleep(1000)
        os._exit(0)
    time.sleep(0.3)
    return "left"


def fork_without_end(_):
    while True:
        if os.fork() == 0:
            time.sleep(1000)


def fill_the_disk(_):
    k = 0
    while True:
        with Path(f"file{k}").open("wb") as file:
            file.write(b"x" * 2**20)
        k += 1


def write_one_large_file(_):
    with Path("file").open("wb") as file:
        while True:
            file.write(b"x" * 2**20)


def print_megabytes(megabytes):
    text = "x" * 2**20
    print("begin", flush=True)
    for _ in range(megabytes):
        sys.stdout.write(text)
    print("end", flush=True)
    return "printed"


def close_its_output(_):
    sys.stdout.close()
    sys.stderr = None
    return "closed"


def return_a_set(_):
    return {1, 2, 3}


def not_a_number(_):
    return float("nan")


def large_answer(size):
    return "x" * size


def nested(_):
    return nested_by(10**5)


def change_the_input(payload):
    payload["list"].append("changed")
    return payload["list"]


def kill_the_server(_):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)


def interrupt(_):
    raise KeyboardInterrupt


def do(payload):
    """Call the function of this module that the payload names."""
    name, argument = payload
    return globals()[name](argument)


def wait_in_sessions(folder):
    """Start two processes that leave the session, and wait; each writes a file once it runs."""
    for k in range(2):
        if os.fork() == 0:
            os.setsid()
            Path(folder, str(k)).touch()
            time.sleep(1000)
    Path(folder, "2").touch()
    time.sleep(1000)


def has_module(name):
    return name in sys.modules


def frame(body):
    return len(body).to_bytes(8, "big") + body


def pipes_that_can_be_written():
    found = []
    for fd in range(3, 256):
        try:
            os.write(fd, b"")
            is_pipe = stat.S_ISFIFO(os.fstat(fd).st_mode)
        except OSError:
            continue
        if is_pipe:
            found.append(fd)
    return found


def other_pipes(_):
    """Return how many pipes a run has, besides its output and the pipe for its answer."""
    names = [Path(f"/proc/self/fd/{fd}").readlink() for fd in range(3, 256) if _is_open(fd)]
    return sum(str(name).startswith("pipe:") for name in names) - 1


def _is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def forge(_):
    """Write an outcome to every descriptor, then return another one."""
    for fd in range(3, 256):
        try:
            os.write(fd, frame(b'{"status": "ok", "value": "forged"}'))
        except OSError:
            continue
    return "true"


def forge_in_a_child(_):
    """Call `forge` in a child process, while the call goes on."""
    if os.fork() == 0:
        forge(None)
        os._exit(0)
    os.wait()
    return "true"


def answer_with(body):
    """Write this text as the answer, and end before the true answer is written."""
    (answer,) = pipes_that_can_be_written()
    os.write(answer, frame(body.encode()))
    os._exit(0)


def nested_by(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value
