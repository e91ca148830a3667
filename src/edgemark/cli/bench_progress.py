"""The progress of a study, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.bench import Progress

__all__ = ["progress_text", "shown_progress"]

_SECONDS_IN_A_LOG = 30.0
_SECONDS_ON_A_TERMINAL = 0.2


def progress_text(progress: Progress) -> str:
    """
    Return the progress of a study as text.

    Examples:
        >>> from edgemark.bench import Progress
        >>> progress_text(Progress(12, 60, 2, 170.0))
        '12 of 60 runs, 2 failed, about 3 min left'
    """
    text = f"{progress.done} of {progress.total} runs"
    if progress.failed:
        text += f", {progress.failed} failed"
    left = progress.seconds_left
    if isnan(left) or progress.done == progress.total:
        return text
    for unit, seconds in (("s", 1), ("min", 60), ("h", 3600)):
        if left < 90 * seconds or unit == "h":
            return f"{text}, about {max(1, round(left / seconds))} {unit} left"
    return text


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """Show progress: a line that is updated on a terminal, or a new line from time to time in a log."""
    stream = sys.stderr
    watched = stream is not None and stream.isatty()
    pause = _SECONDS_ON_A_TERMINAL if watched else _SECONDS_IN_A_LOG
    last = [time.monotonic() - pause]

    def show(progress: Progress) -> None:
        now = time.monotonic()
        if stream is None or (now - last[0] < pause and progress.done < progress.total):
            return
        last[0] = now
        text = progress_text(progress)
        print(
            f"\r\x1b[K{text}" if watched else text, end="" if watched else "\n", file=stream, flush=True
        )

    try:
        yield show
    finally:
        if watched:
            print(file=stream)
