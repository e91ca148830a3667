"""The first screen of ``edgemark score``: the main metrics compared with chance, and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import wrapped
from edgemark.cli.score_table import MAIN_OF_SCORES, MAIN_OF_SERIES

if TYPE_CHECKING:
    from edgemark.graph import Candidates
    from edgemark.report import Report, Row

__all__ = ["first_report", "first_screen"]

LINES = 25
"""The largest number of lines that are printed, of 80 columns."""

_DISTANCES_OF_EFFECTS = ("sid", "parent_aid:all mistakes", "adjustment_aid:all mistakes")
_METRICS_OF_GRAPHS = (
    "shd:pair mismatch",
    "shd:both to CPDAG",
    "precision:skeleton",
    "recall:skeleton",
    "precision:directed",
    "recall:directed",
)
_METRICS_OF_SERIES_SCORES = ("temporal_roc_auc", "temporal_average_precision")
_EDGE_COUNTS = ("tp:skeleton", "fp:skeleton", "fn:skeleton", "tp:exact")
_EFFECT_COUNTS = ("adjustment_aid:decided", "adjustment_coverage:estimate", "adjustment_coverage:best")
_MAX_GUESSES, _MIN_GUESSES = 1000, 20
_MAX_CELLS = 100_000_000  # cells of the adjacency matrices of all random guesses together
_NULL_MODELS: Mapping[str, str] = {
    "random-dags": "random graphs of its class with as many edges",
    "permuted-labels": "the estimate with its nodes in a random order",
    "permuted-scores": "the same scores at random pairs",
}
_LEVEL = 0.05  # of significance


# ---- the numbers


def first_report(truth: Any, estimate: Any, candidates: Candidates | None = None) -> Report:
    """
    Compute the metrics of the first screen, compared with chance.

    The number of random guesses is 1000. Above 316 nodes it decreases with the square of the number of
    nodes. Graphs with more than 2236 nodes are not compared with chance.
    """
    import edgemark as em

    # All conventions of SHD are computed, since a remark states their range.
    names = ("shd" if name.startswith("shd:") else name for name in _metrics(estimate))
    metrics = list(dict.fromkeys(names))
    cells = max(1, len(truth.nodes)) ** 2
    n_guesses = min(_MAX_GUESSES, _MAX_CELLS // cells)
    if n_guesses < _MIN_GUESSES:
        return em.evaluate(truth, estimate, metrics, candidates=candidates)
    return em.chance(truth, estimate, metrics, candidates=candidates, n_guesses=n_guesses)


def _metrics(estimate: Any) -> Sequence[str]:
    import edgemark as em

    if isinstance(estimate, em.TemporalGraph):
        return MAIN_OF_SERIES
    if isinstance(estimate, em.TemporalScores):
        return _METRICS_OF_SERIES_SCORES
    if isinstance(estimate, em.Graph):
        return (*_METRICS_OF_GRAPHS, *_DISTANCES_OF_EFFECTS, *_EDGE_COUNTS, *_EFFECT_COUNTS)
    return [head.selector for head in MAIN_OF_SCORES]


# ---- the text


def first_screen(report: Report, color: bool = False) -> str:
    """Write a report of `first_report` in at most 25 lines of 80 columns."""
    rows = tuple(_shown(report))
    lines = [f"truth     {report.truth}", f"estimate  {report.estimate}"]
    edge_lines = _edges_found(report)
    lines += [*edge_lines, *_effects_decided(report, rows), "", *_table(report, rows, color=color)]
    hint = " Wrong edges: edgemark diff." if edge_lines else ""
    last_lines = ["", f"More: --all (every metric), --chance, -m NAME.{hint}"]
    n_free = LINES - len(lines) - len(last_lines) - 2  # an empty line and the heading
    remarks = _remarks_that_fit(report, rows, n_free)
    if remarks:
        lines += ["", "BE CAREFUL", *remarks]
    return "\n".join([*lines, *last_lines])


def _shown(report: Report) -> Iterator[Row]:
    """
    Yield the rows of the table.

    The last one is a distance of effects: the first of `_DISTANCES_OF_EFFECTS` that has a value.
    """
    defined = {_selector(row): row for row in report if row.status == "ok"}
    yield from (
        row for name, row in defined.items() if name not in _DISTANCES_OF_EFFECTS and _is_shown(row)
    )
    yield from [defined[name] for name in _DISTANCES_OF_EFFECTS if name in defined][:1]


def _selector(row: Row) -> str:
    return f"{row.metric}:{row.convention}" if row.convention else row.metric


def _name(row: Row) -> str:
    return f"{row.metric} {row.convention}".strip()


def _edges_found(report: Report) -> list[str]:
    """Write how many true edges the estimate has."""
    counts = {_selector(row): row.value for row in report if row.status == "ok"}
    if not all(name in counts for name in _EDGE_COUNTS):
        return []
    n_found, n_extra, n_missing, n_same = (int(counts[name]) for name in _EDGE_COUNTS)
    n_true = n_found + n_missing
    # The counts are of pairs: a pair with two edges, such as A --> B --> A, counts once.
    are_edges = n_true >= report.truth.edges and n_found + n_extra >= report.estimate.edges
    edges = "edges" if are_edges else "pairs"
    if n_true == 0:
        return [f"The truth has no edge; extra {edges} in the estimate: {n_extra}."]
    true_edges = "true edges" if are_edges else "pairs with a true edge"
    return wrapped(
        f"Found {n_found} of {n_true} {true_edges}, {n_same} of them with the right marks; "
        f"extra {edges}: {n_extra}."
    )


def _effects_decided(report: Report, rows: Sequence[Row]) -> list[str]:
    """Write how many effects the estimate decides, if the table shows `adjustment_aid`."""
    defined = {_selector(row): row for row in report if row.status == "ok"}
    distance = next((row for row in rows if row.metric == "adjustment_aid"), None)
    if distance is None or not all(name in defined for name in _EFFECT_COUNTS):
        return []
    wrong, coverage, best_coverage = (defined[name] for name in _EFFECT_COUNTS)
    pairs = int(distance.of or 0)
    kind = distance.compared.partition(" ")[0].upper()
    return wrapped(
        f"Effects decided by adjustment: {round(coverage.value * pairs)} of {pairs}, {int(wrong.value)} "
        f"wrongly; the true {kind} decides {round(best_coverage.value * pairs)}."
    )


def _table(report: Report, rows: Sequence[Row], *, color: bool) -> Iterator[str]:
    from edgemark.report.chance_text import HEADS, NAME_WIDTH, line
    from edgemark.report.layout import number

    if not any(row.chance is not None and row.chance.method != "none" for row in rows):
        yield f"{'HOW GOOD':<{NAME_WIDTH}}{'value':>8}"
        for row in rows:
            yield f"{_name(row):<{NAME_WIDTH}}{number(row):>8}"
        yield from wrapped(f"Not compared with chance: {_why_without_chance(rows)}")
        return
    yield f"{'HOW GOOD, COMPARED WITH CHANCE':<{NAME_WIDTH}}{HEADS}"
    for row in rows:
        yield _coloured(line(row), row) if color else line(row)
    null_models = {_NULL_MODELS.get(row.chance.null_model, "") for row in rows if row.chance} - {""}
    chance_legend = f"chance: mean of {', '.join(sorted(null_models))}; " if null_models else ""
    is_at_limit = any(row.chance is not None and row.chance.is_at_limit for row in rows)
    p_legend = "p-value (≤: no guess as good)" if is_at_limit else "p-value"
    yield from wrapped(
        f"{chance_legend}p: {p_legend}; above: 0 = chance, 1 = perfect. *: simulated, ~: p simulated."
    )


def _why_without_chance(rows: Sequence[Row]) -> str:
    reasons = [row.chance.reason for row in rows if row.chance is not None and row.chance.reason]
    return str(reasons[0]) if reasons else "the graphs are large; --chance compares them."


def _coloured(text: str, row: Row) -> str:
    """Return the text in green if the row is better than chance, else in yellow."""
    import typer

    if row.chance is None or isnan(row.chance.p_value):
        return text
    return typer.style(text, fg="green" if row.chance.p_value <= _LEVEL else "yellow")


# ---- remarks


def _remarks_that_fit(report: Report, rows: Sequence[Row], n_lines: int) -> list[str]:
    """Return as many remarks as fit into `n_lines`, and a line with the number of the others."""
    remarks = [wrapped(f"- {text}") for text in _remarks(report, rows)]
    total = sum(map(len, remarks))
    if total <= n_lines:
        return [line for remark in remarks for line in remark]
    lines: list[str] = []
    n_left_out = 0
    for remark in remarks:
        if n_left_out == 0 and len(lines) + len(remark) < n_lines:  # one line is for the number
            lines += remark
        else:
            n_left_out += 1
    return [*lines, f"- and {n_left_out} more: see --all"]


def _remarks(report: Report, rows: Sequence[Row]) -> Iterator[str]:
    from edgemark.report.layout import conversions

    compared = [row for row in rows if row.chance is not None and not isnan(row.chance.p_value)]
    not_better = [row for row in compared if row.chance is not None and row.chance.p_value > _LEVEL]
    if len(not_better) == len(compared) > 1:
        yield f"No number is clearly better than chance: every p is above {_LEVEL}."
    elif not_better:
        names = ", ".join(_name(row) for row in not_better)
        yield f"Not clearly better than chance (p above {_LEVEL}): {names}."
    # Warnings of `chance` are left out: they are about its options and the number of guesses.
    yield from (text for text in report.warnings if not text.startswith("chance"))
    yield from _range_of_shd(report)
    undefined = [_name(row) for row in report if row.status != "ok" and _is_shown(row)]
    if undefined:
        yield f"Not defined on these graphs: {', '.join(undefined)}. --all gives the reasons."
    for classes, names in conversions(replace(report, rows=tuple(rows))).items():
        yield f"Compared as {classes}: {names}."


def _is_shown(row: Row) -> bool:
    """Return whether the table shows a row that has a value."""
    name = _selector(row)
    return name not in (*_EDGE_COUNTS, *_EFFECT_COUNTS) and (
        row.metric != "shd" or name in _METRICS_OF_GRAPHS
    )


def _range_of_shd(report: Report) -> Iterator[str]:
    """Write the range of SHD over its conventions."""
    from edgemark.report.layout import number

    counts = [row for row in report if row.metric == "shd" and row.status == "ok"]
    # The CPDAG or PAG of the truth may have undirected edges or circles, which a DAG cannot have. Even a
    # perfect DAG would not reach 0 there.
    if report.estimate.kind == "dag":
        counts = [row for row in counts if not row.convention.startswith("truth to")]
    if not counts:
        return
    low, high = (pick(counts, key=lambda row: row.value) for pick in (min, max))
    if low.value < high.value:
        yield (
            f"SHD depends on the convention: {number(low)} ({low.convention}) to {number(high)} "
            f"({high.convention})."
        )
