"""
The order of graph classes by how much they state. Methods are ranked in the coarsest of their classes.
"""

from collections.abc import Iterable

__all__ = ["AS_GIVEN", "class_named", "coarsest"]

AS_GIVEN = "as-given"
_COARSENESS = {"dag": 0, "digraph": 0, "admg": 0, "mpdag": 1, "pdag": 1, "undirected": 1, "cpdag": 1}
_COARSENESS |= {"mag": 2, "pag": 2}
_NAMES = ("dag", "cpdag", "pag")


def coarsest(classes: Iterable[str]) -> str:
    """
    Return the coarsest class of several: "pag", "cpdag" or "dag"; "as-given" if none is among them.

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
