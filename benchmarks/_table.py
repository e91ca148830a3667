"""Timing and printing shared by the benchmarks."""

from __future__ import annotations

import gc
import platform
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

Item = TypeVar("Item")


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """Seconds of the fastest of several runs: the one least disturbed by the machine."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def best_fresh(make: Callable[[], Item], work: Callable[[Item], object], repeats: int = 7) -> float:
    """
    Seconds of the fastest of several runs, each on objects with empty caches.

    `make` runs outside of the measured time, and each item is used once, so no run profits from the
    caches of an earlier one.
    """
    items = [make() for _ in range(repeats)]
    gc.collect()
    times = []
    for item in items:
        start = time.perf_counter()
        work(item)
        times.append(time.perf_counter() - start)
    return min(times)


def per_call(work: Callable[[], object], calls: int = 2000, repeats: int = 5) -> float:
    """Seconds per call in the fastest of several rounds."""
    return best(lambda: [work() for _ in range(calls)], repeats) / calls


def duration(seconds: float) -> str:
    """Write a duration with a unit that suits it."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}"
    raise AssertionError


def _installed(name: str) -> str:
    """The name and the version of a package; empty if it is not installed."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return ""


def show(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, with the packages and the machine of the measurement."""
    widths = [max(len(str(line[k])) for line in (header, *rows)) for k in range(len(header))]
    packages = ", ".join(package for name in ("numpy", "gadjid") if (package := _installed(name)))
    machine = f"{sys.platform} {platform.machine()}"
    print(f"{title}\nPython {platform.python_version()}, {packages}; {machine}\n")
    for line in (header, ["-" * w for w in widths], *rows):
        print("  ".join(str(cell).ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip())
    print()
