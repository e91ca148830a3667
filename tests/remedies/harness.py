"""Inputs that get advice, and a way to run the code that is advised."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import shlex
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import edgemark as em
from edgemark.cli.app import run
from edgemark.errors import EdgemarkError, EdgemarkWarning, InputTypeError, Message, Remedy
from tests.public import PUBLIC

__all__ = ["Case", "emitted", "run_remedies"]

_SHORT = {"-m": "--metric", "-k": "--kind"}
_ADVISING = (EdgemarkError, EdgemarkWarning, InputTypeError)


@dataclass(frozen=True)
class Case:
    """
    One input that gets advice.

    Attributes:
        name: what is wrong, as the name of the test.
        fails: Python whose last statement raises, warns, or gives a report with warnings or refused
            rows; or a command that begins with "edgemark".
        setup: Python that runs before; it may set environment variables with `os.environ` and write
            files into the current folder, which is empty. `em`, the public names of edgemark, `np`, `os`
            and `Path` are there.
        words: words that the message must contain.
    """

    name: str
    fails: str
    setup: str = ""
    words: tuple[str, ...] = ()

    @property
    def sort(self) -> str:
        """Which remedies it runs: "python" or "shell"."""
        return "shell" if self.fails.startswith("edgemark ") else "python"


def namespace(case: Case) -> dict[str, Any]:
    """What the code of a case and of its remedies can name."""
    import numpy as np

    names = dict(PUBLIC)
    names |= {"em": em, "edgemark": em, "np": np, "os": os, "Path": Path}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)
        exec(case.setup, names)
    return names


def emitted(case: Case, names: dict[str, Any]) -> list[Message]:
    """The messages that a case gets: of its error, of its warnings, or in its report."""
    if case.sort == "shell":
        return _shown(case.fails)[0]
    return _told_in_python(case.fails, names)


def _told_in_python(code: str, names: dict[str, Any]) -> list[Message]:
    *before, last = ast.parse(code).body
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(compile(ast.Module(before, []), "<case>", "exec"), names)
        try:
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<case>", "eval"), names)
            else:
                value = exec(compile(ast.Module([last], []), "<case>", "exec"), names)
        except _ADVISING as error:
            return [error.message]
    told = [one.message.message for one in caught if isinstance(one.message, EdgemarkWarning)]
    return [*told, *_in_report(value)]


def _in_report(value: Any) -> Iterator[Message]:
    for text in (*getattr(value, "warnings", ()), *(getattr(row, "reason", "") for row in _rows(value))):
        if isinstance(text, Message):
            yield text


def _rows(value: Any) -> tuple[Any, ...]:
    return tuple(getattr(value, "rows", ()))


def _shown(command: str) -> tuple[list[Message], int, str]:
    """The messages of a command before they are put into words for the shell, its status and output."""
    told: list[Message] = []
    shown = Message.in_shell

    def remember(self: Message, options: Any = ()) -> str:
        told.append(self)
        return shown(self, options)

    Message.in_shell = remember  # type: ignore[method-assign]  # only while the command runs
    try:
        status, text = in_shell(command)
    finally:
        Message.in_shell = shown  # type: ignore[method-assign]
    return told, status, text


def in_shell(command: str) -> tuple[int, str]:
    """Run a command of edgemark in this process; give its status and all that it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = run(shlex.split(command)[1:])
    return status, out.getvalue()


@contextlib.contextmanager
def own_environment() -> Iterator[None]:
    """Let a case and its remedies set environment variables, and forget them."""
    before = dict(os.environ)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def run_remedies(case: Case, folder: Path) -> None:
    """Run every remedy that a case gets, in Python and in the shell; none may fail."""
    with contextlib.chdir(folder), own_environment():
        names = namespace(case)
        told = emitted(case, names)
        assert told, f"{case.name}: no error, warning or refused row"
        text = " ".join(told)
        for word in case.words:
            assert word in text, (word, text)
        remedies = [(remedy, message.problem) for message in told for remedy in message.remedies]
        assert remedies, f"{case.name}: the message has no remedy: {text}"
        for remedy, problem in remedies:
            _try(case, remedy, problem)


def _try(case: Case, remedy: Remedy, problem: str) -> None:
    """Run a remedy in a fresh copy of what the case begins with."""
    if remedy.python and case.sort == "python":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EdgemarkWarning)
            names = namespace(case)
            exec(_in_place(case.fails, remedy.python), names)
    if remedy.shell and case.sort == "shell":
        told, status, text = _shown(_typed(case.fails, remedy.shell))
        assert status != 2, f"{remedy.shell}: {text}"
        assert problem not in [message.problem for message in told], f"{remedy.shell}: {text}"


def _typed(fails: str, shell: str) -> str:
    """The command of a remedy: whole, the one that failed with more options or another environment."""
    variable, equals, value = shell.removesuffix(" edgemark ...").partition("=")
    if equals and shell.endswith(" edgemark ..."):
        os.environ[variable] = value
        return fails
    return shell if shell.startswith("edgemark ") else f"{_without(fails, shell)} {shell}"


def _without(command: str, options: str) -> str:
    """A command without the options that others replace."""
    replaced = {_SHORT.get(word, word) for word in shlex.split(options) if word.startswith("-")}
    kept: list[str] = []
    words = iter(shlex.split(command))
    for word in words:
        if _SHORT.get(word, word) in replaced:
            next(words)
        else:
            kept.append(word)
    return shlex.join(kept)


def _in_place(fails: str, python: str) -> str:
    """The code of a remedy: by itself, or as keyword arguments of the call that failed."""
    try:
        call = ast.parse(f"f({python})", mode="eval").body
    except SyntaxError:
        return python
    assert isinstance(call, ast.Call)
    if not call.keywords or call.args:
        return python
    tree = ast.parse(fails)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert isinstance(last.value, ast.Call), f"{python} needs a call to add itself to: {fails}"
    given = {keyword.arg for keyword in call.keywords}
    last.value.keywords = [one for one in last.value.keywords if one.arg not in given] + call.keywords
    return ast.unparse(ast.fix_missing_locations(tree))


Site = tuple[str, int]


def sites() -> dict[str, set[Site]]:
    """Files and lines that call `Remedy` with code for Python, and with code for the shell."""
    root = Path(em.__file__).parent
    found: dict[str, set[Site]] = {"python": set(), "shell": set()}
    for path in root.rglob("*.py"):
        if path.name == "errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Remedy":
                site = os.fspath(path.relative_to(root)), node.lineno
                for sort in _sorts(node):
                    found[sort].add(site)
    return found


def _sorts(call: ast.Call) -> list[str]:
    """Whether a call of `Remedy` gives code for Python, for the shell, or for both."""
    given = dict(zip(("say", "python", "shell"), call.args, strict=False))
    given |= {str(one.arg): one.value for one in call.keywords}
    empty = [name for name, value in given.items() if getattr(value, "value", None) == ""]
    return [name for name in ("python", "shell") if name in given and name not in empty]
