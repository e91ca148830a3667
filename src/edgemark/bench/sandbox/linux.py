"""Linux process trees: find them, measure their resources, and end them."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "Usage",
    "adopt_orphans",
    "descendants",
    "die_with_parent",
    "folder_size",
    "kill_tree",
    "new_pid_namespace",
    "outlive_parent",
    "private_memory",
    "reap",
    "thread_count",
    "usage",
]

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CLONE_NEWPID, _CLONE_NEWUSER = 0x20000000, 0x10000000
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_KILL_SECONDS = 10.0
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Usage:
    """
    The resources that a process tree uses now.

    Attributes:
        cpu: seconds of processor time, including dead children that were waited for.
        resident: bytes of memory; pages that processes share count for each of them.
        processes: number of live processes.
    """

    cpu: float
    resident: int
    processes: int


def die_with_parent(parent: int) -> None:
    """Make the kernel kill this process when the thread of `parent` that started it ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # The parent ended before the call above.
        os._exit(1)


def outlive_parent() -> None:
    """Undo `die_with_parent`, for a process that must clean up when its parent ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, 0, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def new_pid_namespace() -> bool:
    """Give later children of this process a PID namespace; False if that is not allowed."""
    if _libc.unshare(_CLONE_NEWPID) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(_CLONE_NEWUSER | _CLONE_NEWPID) != 0:
        return False
    # In the new user namespace, this process keeps its user and its group.
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def thread_count() -> int:
    """Return the number of threads of this process."""
    return sum(1 for _ in Path("/proc/self/task").iterdir())


# ---- process trees


def descendants(root: int) -> list[int]:
    """Return the descendants of a process, each after its parent."""
    pids: list[int] = []
    unvisited = [root]
    while unvisited:
        children = list(_children(unvisited.pop()))
        pids += children
        unvisited += children
    return pids


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                yield from map(int, (task / "children").read_text().split())


def usage(pids: list[int]) -> Usage:
    """Sum the resources of processes; a process that has ended in the meantime counts as zero."""
    cpu, resident, alive = 0, 0, 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            # The name in parentheses may contain anything, even parentheses. Entries 11 to 14 of
            # the rest are the ticks of the process and of its children; entry 21 counts resident pages.
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            cpu += sum(map(int, stat[11:15]))
            resident += int(stat[21]) * _PAGE_BYTES
            alive += 1
    return Usage(cpu / _TICKS_PER_SECOND, resident, alive)


def private_memory(pids: list[int]) -> int:
    """
    Sum the bytes of memory of processes; a page that k processes share counts 1/k for each of them.

    This is exact but slow, since the kernel visits all pages. Pages of files are not counted.
    """
    total = 0
    for pid in pids:
        with suppress(OSError, ValueError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith(("Pss_Anon:", "Pss_Shmem:", "SwapPss:")):
                    total += int(line.split()[1]) * 1024  # The kernel states kibibytes.
    return total


def kill_tree(root: int) -> None:
    """Kill and reap every descendant of `root`, which must be this process; try for ten seconds."""
    end = time.monotonic() + _KILL_SECONDS
    while (pids := descendants(root)) and time.monotonic() < end:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        reap()
        time.sleep(0.001)
    reap()


def reap() -> None:
    """Wait for every child that has ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def folder_size(folder: str, stop_at: int) -> int:
    """Return the bytes that the files of a folder take on disk; counting stops above `stop_at`."""
    total, unvisited = 0, [folder]
    while unvisited and total <= stop_at:
        with suppress(OSError), os.scandir(unvisited.pop()) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        unvisited.append(entry.path)
                    else:
                        # The unit of st_blocks is 512 bytes.
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
    return total
