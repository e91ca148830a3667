"""Characters that TeX would not typeset as they are written."""

from __future__ import annotations

import re

__all__ = ["without_ligatures"]

_JOINED = re.compile(r"([-,'`])(?=\1)")


def without_ligatures(text: str) -> str:
    """
    Separate characters that TeX would join: ``--`` to a dash, and two commas or quotes to another quote.

    Examples:
        >>> print(without_ligatures("CD4--CD8, x''"))
        CD4-{}-CD8, x'{}'
    """
    return _JOINED.sub(r"\1{}", text)
