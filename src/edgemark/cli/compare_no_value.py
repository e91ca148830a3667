"""Missing values: methods without any value of a metric, and advice for users of the command."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Literal

from edgemark.errors import Message, Remedy, StatisticsError, listing

if TYPE_CHECKING:
    from edgemark.cli.compare_runs import Verdict
    from edgemark.stats import Run, Runs

Missing = Literal["leave-out", "complete", "worst"]

__all__ = [
    "MethodsWithoutValue",
    "Missing",
    "advising_one_class",
    "error_without_control",
    "methods_without_value",
    "with_possible_advice",
]

_WORST = "--missing worst"
_COMPARE_AS_GIVEN = re.compile(r"Compare the graphs as given(?: \(in Python\))?: .*?(?=\. [A-Z]|$)")


@dataclass(frozen=True, slots=True)
class MethodsWithoutValue:
    """
    Methods that have no value of a metric.

    Attributes:
        methods: their names.
        status: the clause of `why_missing` that counts their refused, failed and undefined runs. It
            begins with a semicolon.
        why: the same clause with the reasons.
        remedies: what the user can do.
    """

    methods: tuple[str, ...]
    status: str
    why: str
    remedies: tuple[Remedy, ...]

    def message(self, *, reasons: bool = True) -> Message:
        """Return the message that these methods have no value, so only the others are compared."""
        return self._message("so only the others are compared", self.why if reasons else self.status)

    def message_about_control(self, control: str) -> Message:
        """Return the message that nothing is compared with a control that has no value."""
        return self._message(f"so nothing is compared with the control {control!r}", self.why)

    def _message(self, consequence: str, why: str) -> Message:
        verb = "has" if len(self.methods) == 1 else "have"
        return Message(
            f"{listing(self.methods)} {verb} no value at all, {consequence}{why}", *self.remedies
        )


def methods_without_value(runs: Runs, missing: Missing) -> MethodsWithoutValue | None:
    """
    Return the methods that have no value of a metric, if at least two others have values.

    Args:
        runs: the runs of one metric, with the worst possible values that are known.
        missing: how missing values are treated.
    """
    from edgemark.stats import Runs
    from edgemark.stats.missing_reasons import refused_remedies, why_missing

    can_impute = missing == "worst"
    with_values = {run.method for run in runs if run.status == "ok" or (can_impute and run.is_imputable)}
    methods = tuple(method for method in runs.methods if method not in with_values)
    if not methods or len(with_values) < 2:
        return None
    runs_without = Runs(tuple(run for run in runs if run.method in methods))
    status, why = (why_missing(runs_without, reasons=reasons) for reasons in (False, True))
    if can_impute and any(run.status not in ("refused", "absent") for run in runs_without):
        status, why = (f"{text}. The worst possible value is unknown here" for text in (status, why))
    remedies = refused_remedies(runs_without)
    if not can_impute and any(run.is_imputable for run in runs_without):
        remedies = (*remedies, Remedy("Use the worst possible value", shell=_WORST))
    return MethodsWithoutValue(methods, status, why, remedies)


def error_without_control(control: str, without_value: MethodsWithoutValue | None) -> StatisticsError:
    """Return the error for a control that has no value of a metric, while others have values."""
    if without_value is not None and control in without_value.methods:
        return StatisticsError(without_value.message_about_control(control))
    return StatisticsError(
        f"the control {control!r} has no run of this metric, so nothing is compared with it"
    )


def advising_one_class(runs: Runs) -> Runs:
    """
    Return the runs. If some runs of a metric are refused, but not all, they advise scoring in one class.

    The reasons that `edgemark score` writes for refused runs advise comparing the graphs as given. But
    then the estimates may be of several classes, and `edgemark compare` refuses to rank their values.
    """
    from edgemark.stats import Runs
    from edgemark.stats.compared_classes import score_in_one_class

    advice = score_in_one_class().in_shell(())
    with_value = {run.number for run in runs if run.status == "ok"}

    def advised(run: Run) -> Run:
        if run.status != "refused" or run.number not in with_value:
            return run
        reason = _COMPARE_AS_GIVEN.sub(lambda _: advice, run.reason)
        return run if reason == run.reason else replace(run, reason=reason)

    return Runs(tuple(map(advised, runs)))


def with_possible_advice(
    verdict: Verdict, number: tuple[str, str], runs: Runs, missing: Missing
) -> Verdict:
    """
    Return the verdict on a metric, advising a column of worst values if `--missing worst` is not enough.

    The worst possible value of a user's own metric is unknown, so `--missing worst` alone has no effect.
    If this option is given already, only such a column can replace the values that are still missing.
    """
    if verdict is None:
        return verdict
    is_known = any(not isnan(run.worst) for run in runs if run.number == number)
    if is_known and missing != "worst":
        return verdict
    if isinstance(verdict, StatisticsError):
        return type(verdict)(_with_column(verdict.message, missing))
    return replace(verdict, warnings=tuple(_with_column(text, missing) for text in verdict.warnings))


def _with_column(message: Message, missing: Missing) -> Message:
    """Return a message that advises a column of worst values, not only the option `--missing worst`."""
    from edgemark.stats.missing_reasons import STATE_WORST

    option = "" if missing == "worst" else f", and add {_WORST}"
    column = f"state it in a column 'worst' of the results in CSV{option}"
    return Message(
        message.problem,
        *(
            Remedy(f"{remedy.say}: {column}") if remedy.shell == _WORST else remedy
            for remedy in message.remedies
            if remedy != STATE_WORST
        ),
    )
