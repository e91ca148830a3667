"""Recognition of objects of other packages, without importing the packages."""

from __future__ import annotations

from edgemark.errors import InputTypeError, Remedy

__all__ = ["package_of", "refuse_lazy"]

_PACKAGES = frozenset({"pandas", "polars", "scipy"})


def package_of(thing: object) -> str:
    """
    Return "pandas", "polars" or "scipy" for an object of the package, such as a frame, a series or a
    sparse matrix; "" for other objects.

    Objects of subclasses that users define belong to the package, too.

    Examples:
        >>> import pandas
        >>> class Table(pandas.DataFrame):
        ...     pass
        >>> package_of(Table([[1]])), package_of([1])
        ('pandas', '')
    """
    for cls in type(thing).__mro__:
        package = cls.__module__.partition(".")[0]
        if package in _PACKAGES:
            return package
    return ""


def refuse_lazy(thing: object) -> None:
    """Refuse what holds nothing yet: a lazy frame of polars, and a class such as networkx.DiGraph."""
    if isinstance(thing, type):
        raise InputTypeError(
            f"an object is required; got the class {thing.__name__}",
            Remedy("Make an object of it; a model must also be fitted"),
        )
    if type(thing).__name__ == "LazyFrame":
        raise InputTypeError(
            "a frame must hold its numbers; got a LazyFrame, which is a query",
            Remedy("Collect it first, with frame.collect()"),
        )
