"""Labels of edges that state a lag, such as "lag 1"."""

from __future__ import annotations

import re

__all__ = ["LABELS", "states_lag"]

LABELS = frozenset({"headlabel", "label", "taillabel", "xlabel"})
"""The attributes whose text Graphviz draws at an edge."""
_LAG = re.compile(
    r"\s*(?:"
    r"(?:(?:time[\s_-]*)?lag|delay|tau|τ)\s*[=:]?\s*\+?0*[1-9][0-9]*"
    r"|@\s*0*[1-9][0-9]*"
    r"|t\s*[-−]\s*0*[1-9][0-9]*|\(\s*t\s*[-−]\s*0*[1-9][0-9]*\s*\)"
    r")\s*",
    re.IGNORECASE,
)


def states_lag(label: str) -> bool:
    """
    Whether a label says that an edge is from an earlier time step.

    Examples:
        >>> [states_lag(label) for label in ("lag 1", "tau=2", "t-1", "@1", "lag 0", "1", "T-1 cells")]
        [True, True, True, True, False, False, False]
    """
    return _LAG.fullmatch(label) is not None
