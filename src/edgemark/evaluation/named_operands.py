"""Advice whose code names the graphs that a user has, instead of `truth` and `estimate`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import overload

from edgemark.errors import EdgemarkError, Message, MissingExtraError, Remedy
from edgemark.graph.equivalence.hidden_variables import NOTHING_HIDDEN
from edgemark.report import Report

__all__ = ["error_about_observed", "remedies_with_operands", "report_about_observed"]

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


def error_about_observed(error: EdgemarkError, names: Mapping[str, str]) -> EdgemarkError:
    """Return the error of a comparison with a projected truth, with other names for the operands."""
    if isinstance(error, MissingExtraError):
        return error
    message = _about_observed(error.message, names)
    return type(error)(message.problem, *message.remedies)


def report_about_observed(report: Report, names: Mapping[str, str]) -> Report:
    """Return the report of such a comparison; its warnings and reasons have other names."""
    return replace(
        report,
        rows=tuple(replace(row, reason=_about_observed(row.reason, names)) for row in report.rows),
        warnings=tuple(_about_observed(note, names) for note in report.warnings),
    )


@overload
def _about_observed(text: Message, names: Mapping[str, str]) -> Message: ...
@overload
def _about_observed(text: str, names: Mapping[str, str]) -> str: ...
def _about_observed(text: str, names: Mapping[str, str]) -> str:
    """Rename the operands, and leave out the remedy for graphs without hidden variables."""
    if not isinstance(text, Message):
        return text
    remedies = text.without(NOTHING_HIDDEN).remedies
    return Message(text.problem, *remedies_with_operands(remedies, names))
