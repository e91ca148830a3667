"""
Every exception and warning.

::

    EdgemarkError (ValueError)
    ├── GraphError          these edges are not a graph: a self-loop, two edges that exclude each other
    ├── AmbiguityError      the input can be read in more than one way, and no option states which
    ├── FormatError         a text or file does not have the expected format
    ├── LimitError          the input or result exceeds a limit that protects this machine
    ├── KindError           another kind of graph is needed: a DAG instead of a graph with a cycle
    ├── AlignmentError      the two graphs do not have the same nodes
    ├── ConventionError     an unknown option, metric or convention, or an option out of its range
    ├── ForecastError       no valid forecast of these observations: a sigma of 0, crossing quantiles
    ├── StatisticsError     runs that cannot be compared: one given twice, one without a partner
    ├── InputTypeError (also TypeError)       the function does not accept this type of argument
    └── MissingExtraError (also ImportError)  an optional package is not installed

    EdgemarkWarning (UserWarning)
    ├── ClassWarning        the comparison is defined, but may not be the intended one
    └── StatisticsWarning   there are too few runs for a result, or some runs are left out

Each of them has a problem (what is required and what was found) and remedies. A `Remedy` holds the
code that solves the problem, for Python and for the shell. `str(error)` ends with the Python code; the
command shows `error.message.in_shell(...)`, which ends with the options to type.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import FrameType
from typing import Any, Self

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
    "InputTypeError",
    "KindError",
    "LimitError",
    "Message",
    "MissingExtraError",
    "Remedy",
    "StatisticsError",
    "StatisticsWarning",
]


@dataclass(frozen=True, slots=True)
class Remedy:
    """
    One way to solve a problem: what it does, and the code to type.

    Attributes:
        say: what the code does, in the imperative: "Name the nodes". Empty if the code is enough.
        python: an expression or a statement that runs where the error was raised, such as
            ``to_cpdag(estimate)``; or keyword arguments to add to the call that failed, such as
            ``direction="row-to-column"``. Empty if Python cannot do it.
        shell: a whole command that begins with ``edgemark``; or options to add to the command that
            failed, such as ``--direction row-to-column``; or a variable to put before that command,
            ``EDGEMARK_MAX_MEMORY=8GB edgemark ...``. Empty if no command can do it.

    Examples:
        >>> remedy = Remedy("Say the sign", 'sign="absolute"', "--sign absolute")
        >>> print(remedy.in_python)
        Say the sign: sign="absolute"
        >>> print(remedy.in_shell(["--sign"]))
        Say the sign: --sign absolute
    """

    say: str = ""
    python: str = ""
    shell: str = ""

    @property
    def in_python(self) -> str:
        """The remedy as text for Python users."""
        return ": ".join(filter(None, (self.say, self.python)))

    def in_shell(self, options: Collection[str]) -> str:
        """Return the remedy as text for users of a command with these options."""
        if self.is_typed_in(options):
            return ": ".join(filter(None, (self.say, self.shell)))
        if not self.python:
            return self.say
        return f"{self.say} (in Python): {self.python}" if self.say else f"In Python: {self.python}"

    def is_typed_in(self, options: Collection[str]) -> bool:
        """Whether users of a command with these options can type the remedy in a shell."""
        first = self.shell.partition(" ")[0].partition("=")[0]
        return bool(self.shell) and (not first.startswith("-") or first in options)


class Message(str):
    """
    A problem and its remedies; as a `str`, it is the text for Python users.

    Examples:
        >>> message = Message("the nodes have no names", Remedy("Name them", "graph.renamed(names)"))
        >>> print(message)
        the nodes have no names. Name them: graph.renamed(names)
    """

    __slots__ = ("problem", "remedies")

    problem: str
    remedies: tuple[Remedy, ...]

    def __new__(cls, problem: str, *remedies: Remedy) -> Self:
        """Compose the text for Python."""
        self = super().__new__(cls, _joined(problem, [remedy.in_python for remedy in remedies]))
        self.problem = str(problem)
        self.remedies = remedies
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (self.problem, *self.remedies)

    def in_shell(self, options: Collection[str] = ()) -> str:
        """
        Return the text for users of a command with these options.

        It shows only the remedies that they can type in a shell. If there are none, it shows those for
        Python.
        """
        shown_remedies = [
            remedy for remedy in self.remedies if remedy.is_typed_in(options)
        ] or self.remedies
        return _joined(self.problem, [remedy.in_shell(options) for remedy in shown_remedies])

    def without(self, say: str) -> Message:
        """Return the message without the remedies that do what `say` says."""
        return Message(self.problem, *(remedy for remedy in self.remedies if remedy.say != say))

    def after(self, prefix: str) -> Message:
        """Return the message with words before the problem, such as the name of a file."""
        return Message(f"{prefix}{self.problem}", *self.remedies)


def in_shell(text: str, options: Collection[str] = ()) -> str:
    """Return `Message.in_shell` of a message, or a plain `str` unchanged."""
    return text.in_shell(options) if isinstance(text, Message) else text


def _joined(problem: str, remedies: Iterable[str]) -> str:
    parts = [problem, *filter(None, remedies)]
    joined = parts[0]
    for part in parts[1:]:
        joined += f" {part}" if joined.endswith((".", "!", "?", ":")) else f". {part}"
    return joined


class _RemediableError(Exception):
    """The base of errors and warnings: a problem and remedies."""

    def __init__(self, problem: object = "", *remedies: Remedy) -> None:
        super().__init__(problem, *remedies)

    @property
    def message(self) -> Message:
        """The problem and its remedies."""
        problem, *remedies = self.args or ("",)
        if isinstance(problem, Message):
            return Message(problem.problem, *problem.remedies, *remedies)
        return Message(str(problem), *remedies)

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """The remedies for the problem."""
        return self.message.remedies

    def __str__(self) -> str:
        return str(self.message)

    def after(self, prefix: str) -> Self:
        """Return the same error with words before the problem, such as the name of a file."""
        message = self.message.after(prefix)
        return type(self)(message.problem, *message.remedies)

    def advising(self, *remedies: Remedy) -> Self:
        """Return the same error with further remedies."""
        return type(self)(self.message.problem, *self.remedies, *remedies)


class EdgemarkError(_RemediableError, ValueError):
    """The base class of all errors that edgemark raises on purpose."""


class InputTypeError(EdgemarkError, TypeError):
    """An argument has a type that the function does not accept."""


class GraphError(EdgemarkError):
    """The given nodes and edges are not a graph."""


class AmbiguityError(EdgemarkError):
    """The input can be read in more than one way."""


class FormatError(EdgemarkError):
    """A text or file does not have the expected format."""


class LimitError(EdgemarkError):
    """The input or the result exceeds a limit that protects this machine."""


class KindError(EdgemarkError):
    """A graph is not of the required kind."""


class AlignmentError(EdgemarkError):
    """Two graphs do not have the same nodes."""


class ConventionError(EdgemarkError):
    """An option, metric or convention does not exist, or an option is out of its range."""

    @classmethod
    def unknown(
        cls, what: str, got: object, choices: Iterable[str], *, alike: float = 0.6
    ) -> ConventionError:
        """
        Build the error for a value outside a closed set; it suggests a similar allowed value.

        Args:
            what: name of the option or argument.
            got: the value.
            choices: the allowed values.
            alike: how similar an allowed value must be to be suggested, from 0 to 1 (equal).

        Examples:
            >>> raise ConventionError.unknown("kind", "dga", ["dag", "pag"])
            Traceback (most recent call last):
            ...
            edgemark.errors.ConventionError: kind must be one of dag, pag; got 'dga'. Did you mean 'dag'?
        """
        choices = list(choices)
        similar = get_close_matches(
            got.lower() if isinstance(got, str) else "", choices, n=1, cutoff=alike
        )
        hint = f" Did you mean {similar[0]!r}?" if similar else ""
        return cls(f"{what} must be one of {', '.join(choices)}; got {shown(got)}.{hint}")


class ForecastError(EdgemarkError):
    """A forecast is invalid, does not fit the observations, or does not allow this measure."""


class StatisticsError(EdgemarkError):
    """Runs cannot be summarized, compared or ranked."""


class MissingExtraError(EdgemarkError, ImportError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"this needs {package}, which is not installed",
            Remedy(f"In a clone of edgemark, install it: pip install -e '.[{extra}]'"),
        )
        self._parts = package, extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        return type(self), self._parts

    def after(self, prefix: str) -> Self:
        """Return the same error, since a missing package does not depend on the input."""
        return self

    def advising(self, *remedies: Remedy) -> Self:
        """Return the same error, since its message has its only remedy."""
        return self


class EdgemarkWarning(_RemediableError, UserWarning):  # noqa: N818 - a warning is not an error
    """The base class of all warnings of edgemark."""


class ClassWarning(EdgemarkWarning):
    """The comparison is defined but may not be the intended one, as for a repaired graph."""


class StatisticsWarning(EdgemarkWarning):
    """There are too few runs for a result, or some runs are left out."""


def levels_to_caller() -> int:
    """Return the `stacklevel` that attributes a warning to the first frame outside this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and _package_of(frame) == "edgemark":
        frame, level = frame.f_back, level + 1
    return level


def _package_of(frame: FrameType) -> str:
    """Return the package of the code in a frame; "" if no module is known, as for some `exec`."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def shown(value: object, most: int = 200) -> str:
    """
    Quote a value for a message: its repr, shortened.

    If the repr fails, the type is named instead: Python by default does not write integers of more than
    4300 digits, and an object of another library may have a broken repr.

    Examples:
        >>> shown(["A"]), shown("A" * 9, most=4), shown((10**5000,))
        ("['A']", "'AAA...", 'a tuple that cannot be printed')
    """
    try:
        text = repr(value)
    except Exception:  # A broken repr must not hide the problem that the message is about.
        return f"{a_type(value)} that cannot be printed"
    return text if len(text) <= most else f"{text[:most]}..."


def a_type(value: object) -> str:
    """
    Name the type of a value with its article.

    Examples:
        >>> a_type(3), a_type({})
        ('an int', 'a dict')
    """
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeioAEIO' else 'a'} {name}"


def plural(count: int, noun: str) -> str:
    """
    Write a count with its noun, in the plural if needed.

    Examples:
        >>> plural(1, "edge"), plural(2, "edge")
        ('1 edge', '2 edges')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listing(names: Sequence[str], most: int = 5) -> str:
    """
    Quote a few names for a message.

    Examples:
        >>> listing(["a", "b"])
        "'a', 'b'"
        >>> listing(["a", "b", "c"], most=1)
        "'a' and 2 more"
    """
    first = ", ".join(shown(name) for name in names[:most])
    rest = len(names) - most
    return f"{first} and {rest} more" if rest > 0 else first
