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
    seconds_left = progress.seconds_left
    if isnan(seconds_left) or progress.done == progress.total:
        return text
    for unit, unit_seconds in (("s", 1), ("min", 60), ("h", 3600)):
        if seconds_left < 90 * unit_seconds or unit == "h":
            return f"{text}, about {max(1, round(seconds_left / unit_seconds))} {unit} left"
    return text


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """A context that shows progress: on a terminal in one line, else in a new line from time to time."""
    stream = sys.stderr
    is_terminal = stream is not None and stream.isatty()
    min_interval = _SECONDS_ON_A_TERMINAL if is_terminal else _SECONDS_IN_A_LOG
    last_time = [time.monotonic() - min_interval]

    def show(progress: Progress) -> None:
        now = time.monotonic()
        if stream is None or (now - last_time[0] < min_interval and progress.done < progress.total):
            return
        last_time[0] = now
        text = progress_text(progress)
        print(
            f"\r\x1b[K{text}" if is_terminal else text,
            end="" if is_terminal else "\n",
            file=stream,
            flush=True,
        )

    try:
        yield show
    finally:
        if is_terminal:
            print(file=stream)
