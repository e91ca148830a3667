"""How far a long computation has come, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

__all__ = ["Show", "counted", "uncounted"]

Show = Callable[[str, Any], Iterable[Any]]


def counted(what: str, things: Any) -> Iterator[Any]:
    """Give things of a known number, and count those that are done."""
    for done, thing in enumerate(things, 1):
        yield thing
        print(f"\r{what}: {done} of {len(things)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def uncounted(what: str, things: Iterable[Any]) -> Iterable[Any]:
    """Give things, and say nothing."""
    return things
