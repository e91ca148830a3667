"""Timing and printing shared by the benchmarks."""

from __future__ import annotations

import gc
import platform
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

Made = TypeVar("Made")


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """Seconds of the fastest of several runs: the one least disturbed by the machine."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def best_fresh(make: Callable[[], Made], work: Callable[[Made], object], repeats: int = 7) -> float:
    """
    Seconds of the fastest of several runs, each on objects with empty caches.

    What `make` gives is made outside of the clock and worked on once, so that no run profits from what
    an earlier one remembered.
    """
    made = [make() for _ in range(repeats)]
    gc.collect()
    times = []
    for one in made:
        start = time.perf_counter()
        work(one)
        times.append(time.perf_counter() - start)
    return min(times)


def per_call(work: Callable[[], object], calls: int = 2000, repeats: int = 5) -> float:
    """Seconds a call, the fastest of several rounds."""
    return best(lambda: [work() for _ in range(calls)], repeats) / calls


def duration(seconds: float) -> str:
    """Write a duration with a unit that suits it."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}"
    raise AssertionError


def _installed(name: str) -> str:
    """A package with its version, or nothing where it is not there."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return ""


def show(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with what it was measured on."""
    widths = [max(len(str(line[k])) for line in (header, *rows)) for k in range(len(header))]
    packages = ", ".join(found for name in ("numpy", "gadjid") if (found := _installed(name)))
    machine = f"{sys.platform} {platform.machine()}"
    print(f"{title}\nPython {platform.python_version()}, {packages}; {machine}\n")
    for line in (header, ["-" * w for w in widths], *rows):
        print("  ".join(str(cell).ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip())
    print()
