"""Score estimates one after the other; if one fails, the others are still scored."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Any, TypeVar

from edgemark.cli.console import complain, describe
from edgemark.cli.score_output import Scores, with_names_of_graphs
from edgemark.errors import ConventionError, EdgemarkError, KindError, Message

if TYPE_CHECKING:
    from edgemark.conventions.options import Reference
    from edgemark.evaluation.regimes import RegimeReports
    from edgemark.graph import Candidates
    from edgemark.report import Report

__all__ = ["reporter_of", "score_estimates"]

T = TypeVar("T")


def score_estimates(
    truth: Any,
    name_of_truth: str,
    estimates: Iterable[tuple[str, Callable[[], Any]]],
    report_on: Callable[[Any, Any], Report | RegimeReports],
) -> Scores:
    """
    Score estimates one after the other; print the errors of those that fail, and return them too.

    A ConventionError, such as an unknown metric, concerns all of them, and is raised.
    """
    reports: list[Report] = []
    failed = []
    for name, read in estimates:
        try:
            for suffix, report in _parts(_report_naming_errors(truth, read(), name, report_on)):
                reports.append(with_names_of_graphs(report, name_of_truth, f"{name}{suffix}"))
        except ConventionError:
            raise
        except (EdgemarkError, OSError, ImportError) as error:
            complain(describe(error))
            failed.append((name, describe(error).partition("\n")[0].removesuffix(":")))
    return Scores(tuple(reports), tuple(failed), name_of_truth)


def _parts(reports: Report | RegimeReports) -> Iterator[tuple[str, Report]]:
    """Yield the report, or those of all time intervals, with suffixes for the name of the estimate."""
    from edgemark.evaluation.regimes import RegimeReports

    if not isinstance(reports, RegimeReports):
        yield "", reports
        return
    for interval in reports:
        yield f", {interval}", interval.report
    yield ", all steps", reports.pooled


def reporter_of(
    metrics: Sequence[str] | None,
    package: str | None,
    *,
    with_chance: bool = False,
    candidates: Candidates | None = None,
    reference: Reference | None = None,
) -> Callable[[Any, Any], Report]:
    """
    Return a function of a truth and an estimate that returns their report.

    Args:
        metrics: the metrics of the report; None for all.
        package: the package whose metrics are reported instead, as it prints them; None for none.
        with_chance: whether to also report what random guessing would score.
        candidates: the ordered pairs that count; None for all.
        reference: the class of graphs to which both graphs are converted; None for no conversion.
    """
    import edgemark as em

    if with_chance:
        return partial(em.chance, metrics=metrics, candidates=candidates)
    if reference is not None:
        return partial(_report_in_class, metrics, candidates, reference)
    if package is None:
        return partial(em.evaluate, metrics=metrics, candidates=candidates)
    return partial(em.printed_by, package=package)


def _report_in_class(
    metrics: Sequence[str] | None,
    candidates: Candidates | None,
    reference: Reference,
    truth: Any,
    estimate: Any,
) -> Report:
    """
    Score an estimate after converting truth and estimate to the reference class.

    If one of them cannot be converted, the report has a refused row for each metric. Such an estimate
    has not failed, so `edgemark compare` must not replace its values by the worst ones.
    """
    import edgemark as em
    from edgemark.evaluation.references import left_out

    try:
        return em.evaluate(truth, estimate, metrics, candidates=candidates, reference=reference)
    except KindError as error:
        if not isinstance(estimate, em.Graph):
            raise
        reason = left_out(truth, {"": estimate}, reference).get("", error.message)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report_as_given = em.evaluate(truth, estimate, metrics, candidates=candidates)
    rows = tuple(
        replace(row, value=nan, count=None, of=None, compared="", status="refused", reason=reason)
        for row in report_as_given
    )
    warning = Message(f"it cannot be ranked with the others: {reason.problem}", *reason.remedies)
    return replace(report_as_given, rows=rows, warnings=(warning,))


def _report_naming_errors(truth: Any, estimate: Any, name: str, report_on: Callable[[Any, Any], T]) -> T:
    """Report on an estimate; errors begin with its name."""
    try:
        return report_on(truth, estimate)
    except ConventionError:
        raise
    except EdgemarkError as error:
        raise error.after(f"{name}: ") from error
