"""Show the progress of a long computation on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

__all__ = ["Show", "counted", "uncounted"]

Show = Callable[[str, Any], Iterable[Any]]


def counted(what: str, things: Any) -> Iterator[Any]:
    """Yield things of a known number, and show the count of those that are done."""
    for done, thing in enumerate(things, 1):
        yield thing
        print(f"\r{what}: {done} of {len(things)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def uncounted(what: str, things: Iterable[Any]) -> Iterable[Any]:
    """Yield things without showing progress."""
    return things
