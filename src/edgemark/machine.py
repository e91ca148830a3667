"""What this machine lets us use: threads and memory."""

from __future__ import annotations

import os
from pathlib import Path

from edgemark.errors import EdgemarkError, LimitError

__all__ = ["demand_memory", "n_threads"]

_VARIABLE = "EDGEMARK_NUM_THREADS"
_ALWAYS_THERE = 1 << 28  # bytes that are not worth the question
_MOST_THREADS = 4096
_CGROUP = Path("/sys/fs/cgroup")


def n_threads() -> int:
    """
    Number of threads for the compiled core: EDGEMARK_NUM_THREADS, else the cores this process may use.

    Raises:
        EdgemarkError: the variable is no whole number above 0.
    """
    wanted = os.environ.get(_VARIABLE)
    if not wanted:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (wanted.isascii() and wanted.isdigit() and 0 < int(wanted) <= _MOST_THREADS):
        raise EdgemarkError(
            f"{_VARIABLE} must be a whole number above 0, {_MOST_THREADS} at most; got {wanted!r}"
        )
    return int(wanted)


def demand_memory(n_bytes: int, what: str, way_out: str) -> None:
    """
    Refuse work that needs more memory than is free, before it is tried.

    Raises:
        LimitError: it says how much is needed, how much is free, and the way out.
    """
    if n_bytes < _ALWAYS_THERE:
        return
    free = _free_bytes()
    if free is not None and n_bytes > free:
        sizes = f"{n_bytes / 1e9:.1f} GB of memory; {free / 1e9:.1f} GB are free"
        raise LimitError(f"{what} needs about {sizes}. {way_out}")


def _free_bytes() -> int | None:
    """Free memory of the machine, or of the container this runs in; None where nobody says."""
    known = [n for n in (_free_of_machine(), _free_of_container()) if n is not None]
    return min(known, default=None)


def _free_of_machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    sizes = {line.partition(":")[0]: line.split()[1] for line in lines}
    return int(sizes["MemAvailable"]) * 1024 if "MemAvailable" in sizes else None


def _free_of_container() -> int | None:
    try:
        most = (_CGROUP / "memory.max").read_text().strip()
        used = int((_CGROUP / "memory.current").read_text())
    except (OSError, ValueError):
        return None
    return max(0, int(most) - used) if most.isdigit() else None
