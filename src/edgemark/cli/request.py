"""A command is a function of one frozen request, whose fields are its arguments and options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import wraps
from inspect import Parameter, Signature, get_annotations
from typing import Any, TypeVar, get_type_hints

from edgemark.replacing import refuse_same_pipe

__all__ = ["command"]

Request = TypeVar("Request")

_OUTPUTS = ("html", "output", "target")
"""Fields of requests that name a file to write."""


def command(run: Callable[[Request], int]) -> Callable[..., int]:
    """
    Turn a function of one request into a command for typer.

    The type of the function's argument is a frozen dataclass; each field is annotated with the
    argument or option that fills it. The request refuses options that exclude each other. Inherited
    fields, which several commands share, come last in ``--help``.
    """
    request = get_type_hints(run)["request"]
    types = get_type_hints(request, include_extras=True)
    own = get_annotations(request)
    asked = sorted(fields(request), key=lambda field: field.name not in own)

    @wraps(run)
    def parsed(**given: Any) -> int:
        asked_for = request(**given)
        _refuse_same_pipe(given)
        return run(asked_for)

    parameters = [
        Parameter(one.name, Parameter.KEYWORD_ONLY, default=_default(one), annotation=types[one.name])
        for one in asked
    ]
    parsed.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    parsed.__annotations__ = {one.name: types[one.name] for one in asked}
    return parsed


def _refuse_same_pipe(given: dict[str, Any]) -> None:
    """Refuse a pipe that the command would read and write: each of the two waits for the other."""
    inputs: list[str] = []
    for name, value in given.items():
        if name not in _OUTPUTS:
            inputs += value if isinstance(value, list | tuple) else [value]
    refuse_same_pipe(
        (one for one in inputs if isinstance(one, str)),
        (given[name] for name in _OUTPUTS if isinstance(given.get(name), str)),
    )


def _default(field: Field[Any]) -> Any:
    return Parameter.empty if field.default is MISSING else field.default
