"""Work without a clock: lines that a call runs, elements of arrays that it makes, and how they grow."""

import sys
from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path

import numpy as np

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

    _traced(call, lambda frame: count_line)
    return count


def elements_of(call: Callable[[], object]) -> int:
    """
    Elements of the arrays that edgemark's own code makes in a call, and gives a name.

    One line can copy an array of any size, so lines alone do not show what NumPy does for us. Names are
    read at the end of a function and of each round of a loop. Views, arrays that a function is given and
    those of comprehensions are not counted.
    """
    count = 0

    def of_frame(frame):
        if frame.f_code.co_name.startswith("<"):
            return None
        seen = {id(value): value for value in frame.f_locals.values()}  # kept, so no id comes twice
        last = 0

        def count_new(frame, event, _):
            nonlocal count, last
            if event == "return" or frame.f_lineno <= last:
                for value in frame.f_locals.values():
                    if isinstance(value, np.ndarray) and value.flags.owndata and id(value) not in seen:
                        seen[id(value)] = value
                        count += value.size
            last = frame.f_lineno
            return count_new

        return count_new

    _traced(call, of_frame)
    return count


def _traced(call: Callable[[], object], of_frame: Callable[..., object]) -> None:
    """Call with the tracer that each function of edgemark's own code gets."""

    def enter(frame, event, _):
        return of_frame(frame) if frame.f_code.co_filename.startswith(str(ROOT)) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)


def exponent(counts: Sequence[int]) -> float:
    """The power of the size that the counts grow with; 0 where they hardly do."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return log2(second / max(first, FEW_LINES)) if second > FEW_LINES else 0.0
