"""Show the progress of a long computation on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

__all__ = ["Show", "with_progress", "without_progress"]

Show = Callable[[str, Any], Iterable[Any]]
"""A function that yields the items of a collection and may show a label with the progress."""


def with_progress(label: str, items: Any) -> Iterator[Any]:
    """Yield the items of a collection that has a length, and show how many of them are done."""
    for n_done, item in enumerate(items, 1):
        yield item
        print(f"\r{label}: {n_done} of {len(items)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def without_progress(label: str, items: Iterable[Any]) -> Iterable[Any]:
    """Return the items; no progress is shown."""
    return items
