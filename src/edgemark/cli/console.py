"""Where output goes: data to stdout or a file, everything else to stderr."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import typer

from edgemark.errors import EdgemarkError, InputTypeError, Message, in_shell

__all__ = [
    "complain",
    "describe",
    "emit",
    "emit_bytes",
    "fitting",
    "for_shell",
    "has_color",
    "is_watched",
    "note",
    "own_options",
    "use_utf8",
    "warn",
    "width",
    "with_options",
    "wrapped",
]

_OPTIONS: ContextVar[frozenset[str]] = ContextVar("options", default=frozenset())
_NAMES_HIDDEN: ContextVar[bool] = ContextVar("names_hidden", default=False)
_BROKEN_PIPE = 141  # 128 + SIGPIPE, as shells report it
_MIN_WIDTH, _MAX_WIDTH, _DEFAULT_WIDTH = 60, 120, 80


# ---- stdout and files


def emit(text: str, output: str | None = None) -> None:
    """
    Write data to stdout, if `output` is None or ``-``, or to a file.

    If writing fails, the file is not created or keeps its old content.
    """
    text = text if text.endswith("\n") or not text else f"{text}\n"
    if output in (None, "-"):
        if sys.stdout is None:
            raise OSError(errno.EBADF, "stdout is closed")
        _write(sys.stdout, text)
    else:
        from edgemark.io.source import refuse_compressed_output
        from edgemark.replacing import replace_file

        refuse_compressed_output(Path(output))
        replace_file(Path(output), text.encode("utf-8", "backslashreplace"))


def emit_bytes(data: bytes) -> None:
    """Write the content of a file to stdout as it is."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "stdout is closed")
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # An object that replaces stdout and accepts only text.
        _write(sys.stdout, data.decode("utf-8", "backslashreplace"))
        return
    sys.stdout.flush()
    _write(stream, data)


def use_utf8() -> None:
    """Encode stdout as UTF-8, whatever the locale, for data that programs will read."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")


def _write(stream: Any, text: str | bytes) -> None:
    if stream is None:
        return
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # The rest of the buffer would raise the error again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(_BROKEN_PIPE) from None
        raise


# ---- stderr


def note(text: str) -> None:
    """Print a note to stderr."""
    from edgemark.display.text import printable

    lines = [printable(line) for line in text.splitlines()]
    if is_watched():
        lines = [part for line in lines for part in wrapped(line)]
    _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def is_watched() -> bool:
    """Whether stderr is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def warn(text: str) -> None:
    """Print a warning to stderr."""
    note(f"edgemark: warning: {text}")


def complain(text: str) -> None:
    """Print an error to stderr."""
    note(f"edgemark: error: {text}")


@contextmanager
def with_options(options: Collection[str], *, names_hidden: bool = False) -> Iterator[None]:
    """
    A context in which remedies name only these options, which are those of the command that runs.

    If the user names hidden nodes, remedies for graphs without hidden variables are left out.
    """
    token, hidden_token = _OPTIONS.set(frozenset(options)), _NAMES_HIDDEN.set(names_hidden)
    try:
        yield
    finally:
        _OPTIONS.reset(token)
        _NAMES_HIDDEN.reset(hidden_token)


def own_options() -> frozenset[str]:
    """
    Return the options of the command that runs. Remedies with other options are shown as Python code.
    """
    return _OPTIONS.get()


def for_shell(text: str, options: Collection[str] | None = None) -> str:
    """Return a text with the remedies that users of the command that runs can type."""
    return in_shell(fitting(text), own_options() if options is None else options)


def fitting(text: str) -> str:
    """Return a text without the remedy for graphs without hidden nodes if the user names some."""
    if not isinstance(text, Message) or not _NAMES_HIDDEN.get():
        return text
    from edgemark.graph.equivalence.hidden_variables import NOTHING_HIDDEN

    return text.without(NOTHING_HIDDEN)


def describe(error: Exception, options: Collection[str] | None = None) -> str:
    """Return the text of an error, with remedies for a command with these options."""
    from edgemark.cli.streams import with_original_names

    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    if isinstance(error, EdgemarkError | InputTypeError):
        return with_original_names(for_shell(error.message, options))
    return str(error)


# ---- width and colour


def width() -> int:
    """Return the number of columns of the terminal, within limits; 80 without a terminal."""
    if not _is_terminal():
        return _DEFAULT_WIDTH
    return min(max(shutil.get_terminal_size().columns, _MIN_WIDTH), _MAX_WIDTH)


def has_color() -> bool:
    """Whether stdout is a terminal that supports colour, and NO_COLOR does not turn it off."""
    return _is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def wrapped(text: str, indent: str = "") -> list[str]:
    """Break a paragraph into lines of at most 80 columns; leave out the middle of a very long one."""
    from edgemark.display.text import clipped

    text = clipped(text)
    # A wide character takes two columns.
    has_wide = any(east_asian_width(character) in "WF" for character in text)
    return textwrap.wrap(
        text,
        _DEFAULT_WIDTH // 2 if has_wide else _DEFAULT_WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )
