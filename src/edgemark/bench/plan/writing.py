"""Write the dictionaries of a plan as TOML, for the store."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from edgemark.errors import InputTypeError

__all__ = ["as_toml"]


def as_toml(tables: Mapping[str, Any]) -> str:
    r"""
    Return the tables of a plan as TOML; keys whose value is None are left out.

    Raises:
        InputTypeError: a value has a type that a plan cannot have.

    Examples:
        >>> print(as_toml({"plan": {"seeds": 3}, "data": [{"network": "asia", "samples": [10, 20]}]}))
        [plan]
        seeds = 3
        <BLANKLINE>
        [[data]]
        network = "asia"
        samples = [10, 20]
        <BLANKLINE>
    """
    parts = []
    for name, table in tables.items():
        header, entries = (
            (f"[{name}]", [table]) if isinstance(table, Mapping) else (f"[[{name}]]", table)
        )
        if not isinstance(entries, list | tuple) or not all(
            isinstance(entry, Mapping) for entry in entries
        ):
            raise InputTypeError(f"{name!r} must be a table or a list of tables; got {table!r}")
        parts += [f"{header}\n{_pairs(entry)}" for entry in entries]
    return "\n".join(parts)


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(
        f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if value is not None
    )


def _key(key: Any) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_\-]+", str(key)) else _value(str(key))


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str | os.PathLike):
        # TOML forbids the control character DEL in text, which JSON allows.
        return json.dumps(os.fspath(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
    raise InputTypeError(
        f"a plan holds text, numbers, true and false, lists and tables; got {type(value).__name__}"
    )
