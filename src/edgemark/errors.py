"""
Every exception and warning.

::

    EdgemarkError (ValueError)
    ├── GraphError          this cannot be a graph: a self-loop, two edges that cannot share a pair
    ├── AmbiguityError      the input can be read in more than one way, and nobody said which
    ├── FormatError         text or a file that is not of the format it should be
    ├── LimitError          larger than the limit that protects this machine
    ├── KindError           a graph of another kind is needed: a cycle where a DAG is
    ├── AlignmentError      the two graphs do not have the same nodes
    ├── ConventionError     no such option, metric or convention
    ├── ForecastError       this is no forecast of these observations: a sigma of 0, quantiles that cross
    ├── StatisticsError     runs that cannot be summed up or compared: one twice, one without a partner
    └── MissingExtraError   (also ImportError) an optional package is not installed
    EdgemarkWarning (UserWarning)
    ├── ClassWarning        the comparison is defined, but perhaps not the one that is meant
    └── StatisticsWarning   the runs cannot show what is asked of them: too few, or some left out

A message says what must hold, what came, and the way out.
"""

import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

__all__ = [
    "AlignmentError",
    "AmbiguityError",
    "ClassWarning",
    "ConventionError",
    "EdgemarkError",
    "EdgemarkWarning",
    "ForecastError",
    "FormatError",
    "GraphError",
    "KindError",
    "LimitError",
    "MissingExtraError",
    "StatisticsError",
    "StatisticsWarning",
]


class EdgemarkError(ValueError):
    """The root of everything edgemark raises on purpose."""


class GraphError(EdgemarkError):
    """The nodes and edges given cannot be a graph."""


class AmbiguityError(EdgemarkError):
    """The input can be read in more than one way."""


class FormatError(EdgemarkError):
    """Text or a file is not of the format it should be."""


class LimitError(EdgemarkError):
    """The input is larger than a limit."""


class KindError(EdgemarkError):
    """A graph is not of the kind that is needed."""


class AlignmentError(EdgemarkError):
    """Two graphs do not have the same nodes."""


class ConventionError(EdgemarkError):
    """An option, metric or convention that does not exist."""

    @classmethod
    def unknown(
        cls, what: str, got: object, choices: Iterable[str], *, alike: float = 0.6
    ) -> "ConventionError":
        """
        Build the error for a value outside a closed set; one that is alike enough is suggested.

        Examples:
            >>> raise ConventionError.unknown("kind", "dga", ["dag", "pag"])
            Traceback (most recent call last):
            ...
            edgemark.errors.ConventionError: kind must be one of dag, pag; got 'dga'. Did you mean 'dag'?
        """
        choices = list(choices)
        close = get_close_matches(str(got).lower(), choices, n=1, cutoff=alike)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        return cls(f"{what} must be one of {', '.join(choices)}; got {got!r}.{hint}")


class ForecastError(EdgemarkError):
    """A forecast is none, is not one of these observations, or cannot give this measure."""


class StatisticsError(EdgemarkError):
    """Runs that cannot be summed up, compared or ranked."""


class MissingExtraError(EdgemarkError, ImportError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"this needs {package}, which is not installed: pip install 'edgemark[{extra}]', or, in a "
            f"clone of edgemark, pip install -e '.[{extra}]'"
        )
        self._parts = package, extra

    def __reduce__(self) -> tuple[type["MissingExtraError"], tuple[str, str]]:
        return type(self), self._parts


class EdgemarkWarning(UserWarning):
    """The root of every warning of edgemark."""


class ClassWarning(EdgemarkWarning):
    """The graphs are of different classes, so the number may not mean what it seems to."""


class StatisticsWarning(EdgemarkWarning):
    """Runs that are too few for what is asked of them, or of which some are left out."""


def levels_to_caller() -> int:
    """How far up the first frame outside this package is: the `stacklevel` of a warning for the user."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] == "edgemark":
        frame, level = frame.f_back, level + 1
    return level


def plural(count: int, thing: str) -> str:
    """
    Write a number of things.

    Examples:
        >>> plural(1, "edge"), plural(2, "edge")
        ('1 edge', '2 edges')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def listing(names: Sequence[str], most: int = 5) -> str:
    """
    Quote a few names for a message.

    Examples:
        >>> listing(["a", "b"])
        "'a', 'b'"
        >>> listing(["a", "b", "c"], most=1)
        "'a' and 2 more"
    """
    shown = ", ".join(repr(name) for name in names[:most])
    rest = len(names) - most
    return f"{shown} and {rest} more" if rest > 0 else shown
