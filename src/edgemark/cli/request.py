"""
A command is a function of one request: a frozen dataclass whose fields are the arguments and options.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import wraps
from inspect import Parameter, Signature, get_annotations
from typing import Any, TypeVar, get_type_hints

from edgemark.replacing import refuse_same_pipe

__all__ = ["command"]

Request = TypeVar("Request")

_OUTPUTS = ("curves", "figure", "html", "output", "target")
"""Fields of requests that can name a file to write, and never one to read."""


def command(run: Callable[[Request], int]) -> Callable[..., int]:
    """
    Turn a function of one parameter, `request`, into a command for typer.

    The type of `request` is a frozen dataclass whose fields are annotated with the arguments and options
    of typer. The dataclass refuses options that exclude each other. Inherited fields, which several
    commands share, come last in ``--help``.
    """
    request = get_type_hints(run)["request"]
    types = get_type_hints(request, include_extras=True)
    own_fields = get_annotations(request)
    ordered = sorted(fields(request), key=lambda field: field.name not in own_fields)

    @wraps(run)
    def parsed(**values: Any) -> int:
        filled_request = request(**values)
        _refuse_same_pipe(values)
        return run(filled_request)

    parameters = [
        Parameter(
            field.name, Parameter.KEYWORD_ONLY, default=_default(field), annotation=types[field.name]
        )
        for field in ordered
    ]
    parsed.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    parsed.__annotations__ = {field.name: types[field.name] for field in ordered}
    return parsed


def _refuse_same_pipe(values: dict[str, Any]) -> None:
    """Refuse a pipe that the command would both read and write, since it would wait for itself."""
    inputs: list[str] = []
    for name, value in values.items():
        if name not in _OUTPUTS:
            inputs += value if isinstance(value, list | tuple) else [value]
    refuse_same_pipe(
        (path for path in inputs if isinstance(path, str)),
        (values[name] for name in _OUTPUTS if isinstance(values.get(name), str)),
    )


def _default(field: Field[Any]) -> Any:
    return Parameter.empty if field.default is MISSING else field.default
