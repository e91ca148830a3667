"""Limits of the resources that this process may use: threads, memory and steps of sampling."""

from __future__ import annotations

import os
import re
from math import ceil

from edgemark.errors import EdgemarkError, LimitError, Remedy

__all__ = [
    "command_with_memory",
    "demand_memory",
    "demand_steps",
    "max_memory",
    "n_threads",
    "room_for",
    "size_text",
    "too_much_memory",
]

_THREADS_VARIABLE = "EDGEMARK_NUM_THREADS"
_MEMORY_VARIABLE = "EDGEMARK_MAX_MEMORY"
_SIZE = r"([0-9]+(?:[.][0-9]+)?) ?(?:([kMGT])(i?)B?|B)?"
_UNITS = "kMGT"
_MOST_STEPS = 10**11
_UNCHECKED_BYTES = 1 << 28
"""Smaller requests are not checked unless EDGEMARK_MAX_MEMORY is set."""
_MOST_THREADS = 4096
_CGROUP = "/sys/fs/cgroup"


def n_threads() -> int:
    """
    Return the number of threads of the compiled core: EDGEMARK_NUM_THREADS, or the available cores.

    Raises:
        EdgemarkError: the variable is not an integer from 1 to 4096.
    """
    setting = os.environ.get(_THREADS_VARIABLE)
    if not setting:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (setting.isascii() and setting.isdigit() and 0 < int(setting) <= _MOST_THREADS):
        raise EdgemarkError(
            f"{_THREADS_VARIABLE} must be a whole number above 0, {_MOST_THREADS} at most; got "
            f"{setting!r}"
        )
    return int(setting)


def max_memory() -> int | None:
    """
    Return the bytes that EDGEMARK_MAX_MEMORY allows for a file or a result; None if it is not set.

    Raises:
        EdgemarkError: the variable is not a size such as 500MB or 8GB.
    """
    setting = os.environ.get(_MEMORY_VARIABLE)
    if not setting:
        return None
    match = re.fullmatch(_SIZE, setting.strip(), re.IGNORECASE)
    size = 0
    if match:
        number, unit, binary = match.groups()
        power = _UNITS.lower().index(unit.lower()) + 1 if unit else 0
        size = int(float(number) * (1024 if binary else 1000) ** power)
    if size < 1:
        raise EdgemarkError(
            f"{_MEMORY_VARIABLE} must be a size such as 500MB or 8GB; got {setting[:40]!r}"
        )
    return size


def command_with_memory(n_bytes: int) -> str:
    """
    Return the shell command that sets EDGEMARK_MAX_MEMORY to this many bytes or more and runs edgemark.

    Examples:
        >>> command_with_memory(3_210_000_000)
        'EDGEMARK_MAX_MEMORY=3.3GB edgemark ...'
    """
    return f"{_MEMORY_VARIABLE}={_rounded_up(n_bytes)} edgemark ..."


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


def demand_memory(n_bytes: int, work: str, *remedies: str | Remedy) -> None:
    """
    Refuse work that would need more memory than is available.

    The limit is EDGEMARK_MAX_MEMORY if it is set. Otherwise it is the free memory, if that is known, and
    work of less than 256 MiB is not checked. Call this before every allocation that grows with the
    square of the number of nodes, or with the number of lags or regimes.

    Args:
        n_bytes: the memory that the work needs.
        work: noun phrase for the work, with which the message begins.
        remedies: other ways to do the work; an empty text is left out.

    Raises:
        LimitError: the work needs more. The message states both sizes. If EDGEMARK_MAX_MEMORY is the
            limit, or the work needs less than twice the free memory, it also says how to allow more.
    """
    allowed = max_memory()
    if allowed is None and n_bytes < _UNCHECKED_BYTES:
        return
    limit = _free_bytes() if allowed is None else allowed
    if limit is None or n_bytes <= limit:
        return
    raise too_much_memory(n_bytes, work, *remedies)


def demand_steps(n_steps: int, work: str, remedy: str) -> None:
    """
    Refuse sampling that would take far too long.

    Args:
        n_steps: number of inner steps of the work, such as random numbers that are drawn.
        work: noun phrase for the work, with which the message begins.
        remedy: how to request less, such as "Draw fewer".

    Raises:
        LimitError: there are more than 10**11 steps.

    Examples:
        >>> demand_steps(10**12, "10**12 draws", "Draw fewer")
        Traceback (most recent call last):
        ...
        edgemark.errors.LimitError: 10**12 draws are too many: they need 1e+12 steps, and at most 1e+11 \
are allowed. Draw fewer
    """
    if n_steps > _MOST_STEPS:
        raise LimitError(
            f"{work} are too many: they need {n_steps:.0e} steps, and at most {_MOST_STEPS:.0e} are "
            f"allowed",
            Remedy(remedy),
        )


def too_much_memory(n_bytes: int, work: str, *remedies: str | Remedy) -> LimitError:
    """Return the error that `demand_memory` raises for work that needs too much memory."""
    allowed = max_memory()
    limit = (_free_bytes() if allowed is None else allowed) or 0
    source = "free" if allowed is None else f"allowed by {_MEMORY_VARIABLE}"
    return LimitError(
        f"{work} needs about {size_text(n_bytes)} of memory; {size_text(limit)} are {source}",
        *(Remedy(remedy) if isinstance(remedy, str) else remedy for remedy in remedies if remedy),
        *([_remedy_to_allow(n_bytes)] if allowed is not None or n_bytes < 2 * limit else []),
    )


def room_for(n_bytes: int) -> int:
    """Return how many items of `n_bytes` bytes `demand_memory` would allow."""
    allowed = max_memory()
    if allowed is not None:
        return allowed // n_bytes
    free = _free_bytes()
    # If the free memory is unknown, this is more items than any input has.
    return 2**62 if free is None else max(free, _UNCHECKED_BYTES) // n_bytes


def _remedy_to_allow(n_bytes: int) -> Remedy:
    """
    Return the remedy to allow this many bytes.

    It may also help if the free memory is the limit, since the machine may have swap.
    """
    return Remedy(
        "Allow more",
        f'import os; os.environ["{_MEMORY_VARIABLE}"] = "{_rounded_up(n_bytes)}"',
        command_with_memory(n_bytes),
    )


def _rounded_up(n_bytes: int) -> str:
    """Convert a size to a value of EDGEMARK_MAX_MEMORY, rounded up to one decimal."""
    unit, name = (10**9, "GB") if n_bytes >= 10**9 else (10**6, "MB")
    return f"{ceil(n_bytes / unit * 10) / 10:.10g}{name}"


def _free_bytes() -> int | None:
    """Return the free memory of the machine or of its container; None if it is unknown."""
    free_sizes = [size for size in (_free_of_machine(), _free_of_container()) if size is not None]
    return min(free_sizes, default=None)


def _free_of_machine() -> int | None:
    try:
        lines = _text_of("/proc/meminfo").splitlines()
    except OSError:
        return None
    sizes = {line.partition(":")[0]: line.split()[1] for line in lines}
    return int(sizes["MemAvailable"]) * 1024 if "MemAvailable" in sizes else None


def _free_of_container() -> int | None:
    try:
        limit = _text_of(f"{_CGROUP}/memory.max").strip()
        used = int(_text_of(f"{_CGROUP}/memory.current"))
    except (OSError, ValueError):
        return None
    return max(0, int(limit) - used) if limit.isdigit() else None


def _text_of(path: str) -> str:
    # Do not use pathlib here. Its import takes milliseconds, and `from edgemark import Graph, shd` works
    # without it.
    with open(path) as file:  # noqa: PTH123
        return file.read()
