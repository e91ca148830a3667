"""Advice whose code names the graphs that a user has, instead of `truth` and `estimate`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from edgemark.errors import EdgemarkError, Message, MissingExtraError, Remedy
from edgemark.report import Report

__all__ = ["error_with_operands", "remedies_with_operands", "report_with_operands"]

_STRING_OR_OPERAND = re.compile(r""""[^"]*"|'[^']*'|(?<![.\w])(?:truth|estimate)\b""")


def remedies_with_operands(remedies: Iterable[Remedy], names: Mapping[str, str]) -> list[Remedy]:
    """
    Return remedies whose Python code has other names for the operands `truth` and `estimate`.

    Names of conventions, such as "shd:truth to PAG", stay as they are.

    Examples:
        >>> remedy = Remedy("Compare classes", 'evaluate(truth, estimate, "shd:truth to PAG")')
        >>> remedies_with_operands([remedy], {"truth": "a", "estimate": "b"})[0].python
        'evaluate(a, b, "shd:truth to PAG")'
    """
    return [
        replace(
            remedy,
            python=_STRING_OR_OPERAND.sub(lambda found: names.get(found[0], found[0]), remedy.python),
        )
        for remedy in remedies
    ]


def error_with_operands(error: EdgemarkError, names: Mapping[str, str]) -> EdgemarkError:
    """Return an error whose remedies have other names for the operands."""
    if isinstance(error, MissingExtraError):
        return error
    return type(error)(error.message.problem, *remedies_with_operands(error.remedies, names))


def report_with_operands(report: Report, names: Mapping[str, str]) -> Report:
    """Return a report whose warnings and reasons have other names for the operands."""
    return replace(
        report,
        rows=tuple(replace(row, reason=_with_operands(row.reason, names)) for row in report.rows),
        warnings=tuple(_with_operands(note, names) for note in report.warnings),
    )


def _with_operands(text: str, names: Mapping[str, str]) -> str:
    if not isinstance(text, Message):
        return text
    return Message(text.problem, *remedies_with_operands(text.remedies, names))
