"""Several estimates, as given and converted to one class of graphs, in which they can be ranked."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from edgemark.cli.score_table import CLAIMS, LEGEND_OF_CLAIMS, MAIN, Head, score_tables
from edgemark.cli.tables import tables_text
from edgemark.errors import EdgemarkError, plural

if TYPE_CHECKING:
    from edgemark.cli.score_output import Scores
    from edgemark.conventions.options import Reference
    from edgemark.graph import Candidates, Graph
    from edgemark.report import Report

__all__ = [
    "ClassComparison",
    "class_comparison_text",
    "compared_in_one_class",
    "read_and_keep",
    "score_in_one_class",
    "with_resolved_reference",
]

_CLASSES = {"dag": "DAG", "cpdag": "CPDAG", "pag": "PAG"}
_NOTE_OF_KNOWLEDGE = (
    "{kind}s lack the directions that knowledge or interventions gave to an MPDAG: the table of "
    "estimates as given counts them."
)
_HEADS_AS_GIVEN = tuple(head for head in MAIN if head.convention != "both to CPDAG")


@dataclass(frozen=True, slots=True)
class ClassComparison:
    """
    The scores of several estimates, as given and in one class.

    Attributes:
        reference: the coarsest class among the estimates and the truth.
        own: reports of the estimates as given; empty if they are ranked as given.
        ranked: reports of the estimates in the reference class. A report has no rows if the estimate has
            no graph of that class.
        claims: reports on the claims of the estimates, converted to the reference class, compared with
            the truth as given. The last report is that of the truth, converted to this class.
        kind: name of the class in headings: "DAG", or "directed graph" if some graph has a cycle.
        drops_knowledge: whether an MPDAG loses the directions of its knowledge in the reference class.
    """

    reference: Reference
    own: tuple[Report, ...]
    ranked: tuple[Report, ...]
    claims: tuple[Report, ...]
    kind: str
    drops_knowledge: bool = False


def score_in_one_class(
    truth: Graph, graphs: Mapping[str, Graph], name_of_truth: str, candidates: Candidates | None = None
) -> ClassComparison | None:
    """
    Score several graphs in the coarsest class among them and the truth.

    None if there are fewer than two graphs, or if they have no common class. Also None if two or more of
    them have no graph of that class, and fewer than two have one.
    """
    from edgemark.evaluation.references import common_class_with_truth, left_out, mapped
    from edgemark.graph.kinds import class_of

    reference = common_class_with_truth(truth, graphs.values())
    if reference is None or len(graphs) < 2:
        return None
    unranked = left_out(truth, graphs, reference)
    if len(graphs) - len(unranked) < 2 and len(unranked) > 1:
        return None
    perfect = mapped(truth, reference, "truth")
    kind = _name_of_class(reference, (truth, *graphs.values()))
    ranked_as_given = _is_ranked_as_given(truth, graphs, unranked, reference)

    def report(estimate: Graph, name: str, reference: Reference | None, heads: Sequence[Head]) -> Report:
        return _report(truth, estimate, (name_of_truth, name), reference, heads, candidates)

    return ClassComparison(
        reference,
        ()
        if ranked_as_given
        else tuple(report(g, name, None, _HEADS_AS_GIVEN) for name, g in graphs.items()),
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
            report(perfect, _name_of_perfect(kind), None, CLAIMS),
        ),
        kind,
        not ranked_as_given and any(class_of(graph) == "mpdag" for graph in (truth, *graphs.values())),
    )


def _is_ranked_as_given(
    truth: Graph, graphs: Mapping[str, Graph], unranked: Collection[str], reference: Reference
) -> bool:
    """
    Return whether all graphs are of one class, and the conversion to the reference class changes none.

    Even graphs of one class may change: MAGs become PAGs, and MPDAGs become CPDAGs.
    """
    from edgemark.evaluation import common_reference
    from edgemark.evaluation.references import mapped

    if len({common_reference([g]) for g in (truth, *graphs.values()) if g.n_edges}) > 1:
        return False
    ranked = [graph for name, graph in graphs.items() if name not in unranked]
    return mapped(truth, reference, "truth") == truth and all(
        mapped(graph, reference, "estimate") == graph for graph in ranked
    )


def _name_of_class(reference: Reference, graphs: Iterable[Graph]) -> str:
    """Name a class in words. Graphs with a cycle are compared as they are, so "DAG" would be wrong."""
    from edgemark.graph.kinds import class_of

    is_cyclic = reference == "dag" and any(class_of(graph) == "digraph" for graph in graphs)
    return "directed graph" if is_cyclic else _CLASSES[reference]


def _name_of_perfect(kind: str) -> str:
    """
    Name the row of the truth.

    Examples:
        >>> _name_of_perfect("DAG"), _name_of_perfect("directed graph")
        ('perfect DAG', 'perfect graph')
    """
    return f"perfect {kind.rpartition(' ')[2]}"


def _report_without_rows(truth: Graph, estimate: Graph, names: tuple[str, str], reason: str) -> Report:
    """Return a report without rows, whose warning is the reason why the estimate has no scores."""
    from edgemark.cli.score_output import with_names_of_graphs
    from edgemark.graph.kinds import side_of
    from edgemark.report import Report

    return with_names_of_graphs(Report((), side_of(truth), side_of(estimate), (reason,)), *names)


def read_and_keep(read: Callable[[str], Any], graphs: dict[str, Graph], name: str) -> Any:
    """Read an estimate, and store it for the comparison with the others."""
    from edgemark.graph import Graph

    estimate = read(name)
    if isinstance(estimate, Graph):
        graphs[name] = estimate
    return estimate


def compared_in_one_class(
    truth: Graph, scores: Scores, graphs: Mapping[str, Graph], candidates: Candidates | None
) -> ClassComparison | None:
    """
    Score all estimates of `scores` in one class.

    None if one of them is not a graph, or if `score_in_one_class` cannot rank them.
    """
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

    metrics = [head.selector for head in heads]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The reports of the estimates as given have the same warnings.
        try:
            report = em.evaluate(truth, estimate, metrics, candidates=candidates, reference=reference)
        except EdgemarkError as error:
            return _report_without_rows(truth, estimate, names, str(error))
    return with_names_of_graphs(replace(report, estimate=side_of(estimate)), *names)


def with_resolved_reference(
    read: Callable[[str], Any], names: Sequence[str], truth: Graph, reference: Reference
) -> tuple[Callable[[str], Any], Reference]:
    """
    Replace the reference "auto" by the coarsest class of the truth and all estimates.

    To find that class, all estimates are read. The class is returned with a function that replaces
    `read` and does not read them again. If the reference is not "auto", it and `read` are returned
    unchanged. Estimates are converted to the class when they are scored.
    """
    from edgemark.evaluation.references import common_class_with_truth

    if reference != "auto":
        return read, reference
    estimates: dict[str, Any] = {}
    for name in names:
        # The error is printed when the estimate is scored.
        with suppress(EdgemarkError, OSError, ImportError):
            estimates[name] = read(name)
    common_class = common_class_with_truth(truth, estimates.values())

    def read_once(name: str) -> Any:
        return estimates[name] if name in estimates else read(name)

    return read_once, common_class or reference


def class_comparison_text(
    comparison: ClassComparison, folder: str = "", plain: bool = False
) -> tuple[str, list[str]]:
    """Return the tables, and the notes about them."""
    kind = comparison.kind
    decided = (
        "everything" if comparison.reference == "dag" else "everything that independences determine"
    )
    tables = []
    main = [head for head in MAIN if head.convention != "both to CPDAG"] if comparison.own else MAIN
    if comparison.own:
        tables += [
            f"RANKED, truth and estimates as {kind}s",
            tables_text(*score_tables(comparison.ranked, main, folder), plain=plain),
            "",
            "NOT RANKED, each estimate as given, in its own class",
            tables_text(
                *score_tables(comparison.own, _HEADS_AS_GIVEN, folder, ranked=False), plain=plain
            ),
            "",
        ]
    else:
        tables += [tables_text(*score_tables(comparison.ranked, main, folder), plain=plain), ""]
    tables += [
        f"CLAIMS of the estimates as {kind}s, compared with the truth as given",
        tables_text(
            *score_tables(comparison.claims, CLAIMS, folder, unranked=comparison.claims[-1:]),
            plain=plain,
        ),
    ]
    return "\n".join(tables), [
        LEGEND_OF_CLAIMS,
        f"{_name_of_perfect(kind)}: the {kind} of the truth. It is not ranked. It decides {decided}.",
        *([_NOTE_OF_KNOWLEDGE.format(kind=kind)] if comparison.drops_knowledge else []),
        *_notes_of_unranked(comparison.ranked),
    ]


def _notes_of_unranked(reports: Sequence[Any]) -> list[str]:
    """Name the estimates that could not be ranked, with the reasons."""
    unranked = [report for report in reports if not report.rows]
    if not unranked:
        return []
    reason = "; ".join(f"{report.estimate.name}: {report.warnings[0]}" for report in unranked)
    return [f"{plural(len(unranked), 'estimate')} could not be ranked. {reason}"]
