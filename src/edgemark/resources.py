"""Resources that this process may use: threads and memory."""

from __future__ import annotations

import os
import re
from math import ceil
from pathlib import Path

from edgemark.errors import EdgemarkError, LimitError, Remedy

__all__ = [
    "demand_memory",
    "max_memory",
    "n_threads",
    "raise_max_memory",
    "room_for",
    "size_text",
    "too_much_memory",
]

_VARIABLE = "EDGEMARK_NUM_THREADS"
_MOST_MEMORY = "EDGEMARK_MAX_MEMORY"
_SIZE = re.compile(r"([0-9]+(?:[.][0-9]+)?) ?(?:([kMGT])(i?)B?|B)?", re.IGNORECASE)
_UNITS = "kMGT"
_ALWAYS_THERE = 1 << 28  # Smaller requests are not checked.
_MOST_THREADS = 4096
_CGROUP = Path("/sys/fs/cgroup")


def n_threads() -> int:
    """
    Number of threads of the compiled core: EDGEMARK_NUM_THREADS, or the cores this process may use.

    Raises:
        EdgemarkError: the variable is no positive integer.
    """
    wanted = os.environ.get(_VARIABLE)
    if not wanted:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (wanted.isascii() and wanted.isdigit() and 0 < int(wanted) <= _MOST_THREADS):
        raise EdgemarkError(
            f"{_VARIABLE} must be a whole number above 0, {_MOST_THREADS} at most; got {wanted!r}"
        )
    return int(wanted)


def max_memory() -> int | None:
    """
    Bytes that EDGEMARK_MAX_MEMORY allows for reading a file or for one result; None if it is unset.

    Raises:
        EdgemarkError: the variable is no size such as 500MB or 8GB.
    """
    wanted = os.environ.get(_MOST_MEMORY)
    if not wanted:
        return None
    match = _SIZE.fullmatch(wanted.strip())
    size = 0
    if match:
        number, unit, binary = match.groups()
        power = _UNITS.lower().index(unit.lower()) + 1 if unit else 0
        size = int(float(number) * (1024 if binary else 1000) ** power)
    if size < 1:
        raise EdgemarkError(f"{_MOST_MEMORY} must be a size such as 500MB or 8GB; got {wanted[:40]!r}")
    return size


def raise_max_memory(n_bytes: int) -> str:
    """
    Return the prefix of a shell command that allows this many bytes.

    Examples:
        >>> raise_max_memory(3_210_000_000)
        'EDGEMARK_MAX_MEMORY=3.3GB edgemark ...'
    """
    return f"{_MOST_MEMORY}={_rounded_up(n_bytes)} edgemark ..."


def size_text(n_bytes: int) -> str:
    """
    Write a size in a readable form.

    Examples:
        >>> size_text(2**31), size_text(1_500), size_text(10)
        ('2.1 GB', '1.5 kB', '10 bytes')
    """
    for power in (4, 3, 2, 1):
        if n_bytes >= 1000**power:
            return f"{n_bytes / 1000**power:.1f} {_UNITS[power - 1]}B"
    return f"{n_bytes} bytes"


def demand_memory(n_bytes: int, what: str, *ways_out: str | Remedy) -> None:
    """
    Refuse work that would need more memory than is available.

    The limit is EDGEMARK_MAX_MEMORY if it is set, otherwise the free memory. Call it before every
    allocation that grows with the square of the nodes, with lags or with regimes.

    Raises:
        LimitError: the work needs more; the error states the need, the limit, and how to raise it.
    """
    most = max_memory()
    if most is None and n_bytes < _ALWAYS_THERE:
        return
    limit = _free_bytes() if most is None else most
    if limit is None or n_bytes <= limit:
        return
    raise too_much_memory(n_bytes, what, *ways_out)


def too_much_memory(n_bytes: int, what: str, *ways_out: str | Remedy) -> LimitError:
    """Return the error of work that needs more memory than there is, see `demand_memory`."""
    most = max_memory()
    limit = (_free_bytes() if most is None else most) or 0
    source = "free" if most is None else f"allowed by {_MOST_MEMORY}"
    return LimitError(
        f"{what} needs about {size_text(n_bytes)} of memory; {size_text(limit)} are {source}",
        *(Remedy(way) if isinstance(way, str) else way for way in ways_out if way),
        *([_allow(n_bytes)] if most is not None or n_bytes < 2 * limit else []),
    )


def room_for(n_bytes: int) -> int:
    """Return how many items of this size `demand_memory` would allow."""
    most = max_memory()
    if most is not None:
        return most // n_bytes
    free = _free_bytes()
    return 2**62 if free is None else max(free, _ALWAYS_THERE) // n_bytes


def _allow(n_bytes: int) -> Remedy:
    """Remedy that allows more than the free memory, which may work if there is swap."""
    return Remedy(
        "Allow more",
        f'import os; os.environ["{_MOST_MEMORY}"] = "{_rounded_up(n_bytes)}"',
        raise_max_memory(n_bytes),
    )


def _rounded_up(n_bytes: int) -> str:
    """A size rounded up to few digits, in the form of EDGEMARK_MAX_MEMORY."""
    unit, name = (10**9, "GB") if n_bytes >= 10**9 else (10**6, "MB")
    return f"{ceil(n_bytes / unit * 10) / 10:.10g}{name}"


def _free_bytes() -> int | None:
    """Free memory of the machine or of the container; None if unknown."""
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
