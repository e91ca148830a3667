"""
The order of graph classes, from DAGs, which are the finest, to PAGs, which are the coarsest.

Methods are ranked in the coarsest of their classes.
"""

from collections.abc import Iterable

__all__ = ["AS_GIVEN", "class_named", "coarsest"]

AS_GIVEN = "as-given"
"""The answer if graphs are ranked as they are, without a common class."""

# For each kind, the position of its class in _NAMES.
_COARSENESS = {"dag": 0, "digraph": 0, "admg": 0, "mpdag": 1, "pdag": 1, "undirected": 1, "cpdag": 1}
_COARSENESS |= {"mag": 2, "pag": 2}
_NAMES = ("dag", "cpdag", "pag")


def coarsest(classes: Iterable[str]) -> str:
    """
    Return the class in which graphs of these classes are ranked: "dag", "cpdag" or "pag".

    It is the coarsest of them. Other names are ignored; if there are only others, the answer is
    "as-given".

    Examples:
        >>> coarsest(["dag", "cpdag", "scores"]), coarsest(["temporal"])
        ('cpdag', 'as-given')
    """
    coarseness = [_COARSENESS[name] for name in classes if name in _COARSENESS]
    return _NAMES[max(coarseness)] if coarseness else AS_GIVEN


def class_named(kind: str) -> str:
    """
    Return the class in which graphs of a kind are ranked; other words are returned unchanged.

    Examples:
        >>> class_named("undirected"), class_named("skeleton")
        ('cpdag', 'skeleton')
    """
    return _NAMES[_COARSENESS[kind]] if kind in _COARSENESS else kind
