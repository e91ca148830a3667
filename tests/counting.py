"""Work without a clock: lines of our own code that a call runs, and how they grow with the size."""

import sys
from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path

import edgemark as em

ROOT = Path(em.__file__).parent
FEW_LINES = 64  # more of them than that between n and 2n are no constant


def lines_of(call: Callable[[], object]) -> int:
    """Lines of edgemark's own code that a call runs."""
    count = 0

    def count_line(frame, event, _):
        nonlocal count
        count += event == "line"
        return count_line

    def enter(frame, event, _):
        return count_line if frame.f_code.co_filename.startswith(str(ROOT)) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def exponent(counts: Sequence[int]) -> float:
    """The power of the size that the counts grow with; 0 where they hardly do."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return log2(second / max(first, FEW_LINES)) if second > FEW_LINES else 0.0
