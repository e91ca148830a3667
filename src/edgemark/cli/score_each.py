"""Reports of one estimate after the other; one that fails does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from edgemark.cli.console import complain, describe
from edgemark.cli.score_output import Scores, named
from edgemark.errors import ConventionError, EdgemarkError

if TYPE_CHECKING:
    from edgemark.conventions.options import Reference
    from edgemark.evaluation.regimes import RegimeReports
    from edgemark.graph import Candidates
    from edgemark.report import Report

__all__ = ["judge_by", "scored"]

T = TypeVar("T")


def scored(
    truth: Any,
    name_of_truth: str,
    estimates: Iterable[tuple[str, Callable[[], Any]]],
    judge: Callable[[Any, Any], Report | RegimeReports],
) -> Scores:
    """Score one estimate after the other; one that fails is reported and left out."""
    reports: list[Report] = []
    failed = []
    for name, read in estimates:
        try:
            for part, report in _parts(_judged(truth, read(), name, judge)):
                reports.append(named(report, name_of_truth, f"{name}{part}"))
        except ConventionError:
            raise
        except (EdgemarkError, OSError, ImportError) as error:
            complain(describe(error))
            failed.append((name, describe(error).partition("\n")[0]))
    return Scores(tuple(reports), tuple(failed), name_of_truth)


def _parts(found: Report | RegimeReports) -> Iterator[tuple[str, Report]]:
    """Reports, each with the suffix of the estimate's name."""
    from edgemark.evaluation.regimes import RegimeReports

    if not isinstance(found, RegimeReports):
        yield "", found
        return
    for stretch in found:
        yield f", {stretch}", stretch.report
    yield ", all steps", found.pooled


def judge_by(
    metrics: Sequence[str] | None,
    package: str | None,
    *,
    with_chance: bool = False,
    candidates: Candidates | None = None,
    reference: Reference | None = None,
) -> Callable[[Any, Any], Report]:
    """What makes a report of truth and estimate: chosen metrics, or another package's."""
    import edgemark as em

    if with_chance:
        return partial(em.chance, metrics=metrics, candidates=candidates)
    if package is None:
        return partial(em.evaluate, metrics=metrics, candidates=candidates, reference=reference)
    return partial(em.printed_by, package=package)


def _judged(truth: Any, estimate: Any, name: str, judge: Callable[[Any, Any], T]) -> T:
    try:
        return judge(truth, estimate)
    except ConventionError:
        raise
    except EdgemarkError as error:
        raise error.after(f"{name}: ") from error
