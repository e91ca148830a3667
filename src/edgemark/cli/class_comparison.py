"""Several estimates, as given and converted to one equivalence class, in which they can be ranked."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from edgemark.cli.score_table import CLAIMS, LEGEND_OF_CLAIMS, MAIN, Head, score_tables
from edgemark.cli.tables import drawn
from edgemark.errors import EdgemarkError, plural

if TYPE_CHECKING:
    from edgemark.cli.score_output import Scores
    from edgemark.conventions.options import Reference
    from edgemark.graph import Candidates, Graph
    from edgemark.report import Report

__all__ = ["Exam", "exam_of", "exam_text", "in_one_class", "kept", "score_in_one_class"]

_CLASSES = {"dag": "DAG", "cpdag": "CPDAG", "pag": "PAG"}
_OWN = tuple(head for head in MAIN if head.convention != "both to CPDAG")


@dataclass(frozen=True, slots=True)
class Exam:
    """
    Several estimates in one class.

    Attributes:
        reference: the coarsest class among the estimates and the truth.
        own: reports of the estimates as given; empty if they are ranked as given.
        ranked: reports of the estimates in the reference class; without rows if an estimate has no graph
            of that class.
        claims: how many claims of the estimates in the reference class agree with the truth as given.
            The last report is that of the class of the truth, which no method can know.
    """

    reference: Reference
    own: tuple[Report, ...]
    ranked: tuple[Report, ...]
    claims: tuple[Report, ...]


def score_in_one_class(
    truth: Graph, graphs: Mapping[str, Graph], name_of_truth: str, candidates: Candidates | None = None
) -> Exam | None:
    """Score several graphs in the coarsest of their classes; None if they have no class in common."""
    from edgemark.evaluation import common_reference
    from edgemark.evaluation.references import common_class_with_truth, left_out, mapped

    reference = common_class_with_truth(truth, graphs.values())
    if reference is None or len(graphs) < 2:
        return None
    unranked = left_out(truth, graphs, reference)
    if len(graphs) - len(unranked) < 2 and len(unranked) > 1:
        return None
    perfect = mapped(truth, reference, "truth")
    classes = {common_reference([g]) for g in (truth, *graphs.values()) if g.n_edges}
    one_class = len(classes) < 2

    def report(estimate: Graph, name: str, reference: Reference | None, heads: Sequence[Head]) -> Report:
        return _report(truth, estimate, (name_of_truth, name), reference, heads, candidates)

    return Exam(
        reference,
        () if one_class else tuple(report(g, name, None, _OWN) for name, g in graphs.items()),
        tuple(
            _report_without_rows(truth, g, (name_of_truth, name), unranked[name])
            if name in unranked
            else report(g, name, reference, MAIN)
            for name, g in graphs.items()
        ),
        (
            *(
                report(mapped(g, reference, "estimate"), name, None, CLAIMS)
                for name, g in graphs.items()
                if name not in unranked
            ),
            report(perfect, f"perfect {_CLASSES[reference]}", None, CLAIMS),
        ),
    )


def _report_without_rows(truth: Graph, estimate: Graph, names: tuple[str, str], reason: str) -> Report:
    """The report of an estimate that has no graph in the class in which the others are ranked."""
    from edgemark.cli.score_output import with_names_of_graphs
    from edgemark.graph.kinds import side_of
    from edgemark.report import Report

    return with_names_of_graphs(Report((), side_of(truth), side_of(estimate), (reason,)), *names)


def kept(read: Callable[[str], Any], graphs: dict[str, Graph], name: str) -> Any:
    """Read an estimate, and store it for the comparison with the others."""
    from edgemark.graph import Graph

    estimate = read(name)
    if isinstance(estimate, Graph):
        graphs[name] = estimate
    return estimate


def exam_of(
    truth: Graph, scores: Scores, graphs: Mapping[str, Graph], candidates: Candidates | None
) -> Exam | None:
    """Score all readable estimates in one class; None if one of them is no graph."""
    scored = [report.estimate.name for report in scores.reports]
    if not all(name in graphs for name in scored):
        return None
    return score_in_one_class(truth, {name: graphs[name] for name in scored}, scores.truth, candidates)


def _report(
    truth: Graph,
    estimate: Graph,
    names: tuple[str, str],
    reference: Reference | None,
    heads: Sequence[Head],
    candidates: Candidates | None,
) -> Report:
    import edgemark as em
    from edgemark.cli.score_output import with_names_of_graphs
    from edgemark.graph.kinds import side_of

    metrics = [f"{one.metric}:{one.convention}" for one in heads]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The reports of the estimates as given hold the same text.
        try:
            found = em.evaluate(truth, estimate, metrics, candidates=candidates, reference=reference)
        except EdgemarkError as error:
            return _report_without_rows(truth, estimate, names, str(error))
    return with_names_of_graphs(replace(found, estimate=replace(side_of(estimate))), *names)


def in_one_class(
    read: Callable[[str], Any], names: Sequence[str], truth: Graph, reference: Reference
) -> tuple[Callable[[str], Any], Reference]:
    """
    Return the class in which all estimates are ranked, and a function that returns those read already.

    An estimate that has no graph of that class gets refused rows when it is scored.
    """
    from edgemark.evaluation.references import common_class_with_truth

    if reference != "auto":
        return read, reference
    known: dict[str, Any] = {}
    for name in names:
        # The warning is printed when the estimate is scored.
        with suppress(EdgemarkError, OSError, ImportError):
            known[name] = read(name)
    found = common_class_with_truth(truth, known.values())

    def read_ranked(name: str) -> Any:
        return known[name] if name in known else read(name)

    return read_ranked, found or reference


def exam_text(exam: Exam, folder: str = "", plain: bool = False) -> tuple[str, list[str]]:
    """Write the tables and the notes about them."""
    kind = _CLASSES[exam.reference]
    tellable = "there is" if exam.reference == "dag" else "independences can tell"
    tables = []
    main = [head for head in MAIN if head.convention != "both to CPDAG"] if exam.own else MAIN
    if exam.own:
        tables += [
            f"RANKED, truth and estimates as {kind}s",
            drawn(*score_tables(exam.ranked, main, folder), plain=plain),
            "",
            "NOT RANKED, each as given in a class of its own",
            drawn(*score_tables(exam.own, _OWN, folder, ranked=False), plain=plain),
            "",
        ]
    else:
        tables += [drawn(*score_tables(exam.ranked, main, folder), plain=plain), ""]
    tables += [
        f"CLAIMS of the estimates as {kind}s, compared with the truth as given",
        drawn(*score_tables(exam.claims, CLAIMS, folder, unranked=exam.claims[-1:]), plain=plain),
    ]
    return "\n".join(tables), [
        LEGEND_OF_CLAIMS,
        f"perfect {kind}: uses the truth, and takes no part in any rank. It decides all that "
        f"{tellable}.",
        *_notes_of_unranked(exam.ranked),
    ]


def _notes_of_unranked(reports: Sequence[Any]) -> list[str]:
    """Explain which estimates have no graph in the class in which the others are ranked."""
    lost = [report for report in reports if not report.rows]
    if not lost:
        return []
    reason = "; ".join(f"{one.estimate.name}: {one.warnings[0]}" for one in lost)
    return [f"{plural(len(lost), 'estimate')} could not be ranked. {reason}"]
