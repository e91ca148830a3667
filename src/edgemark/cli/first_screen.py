"""The first screen of ``edgemark score``: main metrics, comparison with chance, and warnings."""

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
"""The most lines that are printed, at 80 columns."""

_EFFECTS = ("sid", "parent_aid:all mistakes", "adjustment_aid:all mistakes")
_GRAPHS = (
    "shd:pair mismatch",
    "shd:both to CPDAG",
    "precision:skeleton",
    "recall:skeleton",
    "precision:directed",
    "recall:directed",
)
_SERIES_SCORES = ("temporal_roc_auc", "temporal_average_precision")
_FOUND = ("tp:skeleton", "fp:skeleton", "fn:skeleton", "tp:exact")
_DECIDED = ("adjustment_aid:decided", "adjustment_coverage:estimate", "adjustment_coverage:best")
_MOST_GUESSES, _FEWEST_GUESSES, _CELLS = 1000, 20, 100_000_000
_GUESSES: Mapping[str, str] = {
    "random-dags": "random graphs of its class with as many edges",
    "permuted-labels": "the estimate with its nodes in a random order",
    "permuted-scores": "the same scores at random pairs",
}
_LEVEL = 0.05


# ---- the numbers


def first_report(truth: Any, estimate: Any, candidates: Candidates | None = None) -> Report:
    """
    Compute the metrics of the first screen, compared with chance.

    The number of guesses is 1000. Above 316 nodes it decreases with the square of the number of nodes,
    and graphs with more than 2236 nodes are not compared with chance.
    """
    import edgemark as em

    metrics = list(dict.fromkeys(name.partition(":")[0] if name.startswith("shd") else name
                                 for name in _metrics(estimate)))  # fmt: skip
    cells = max(1, len(truth.nodes)) ** 2
    n_guesses = min(_MOST_GUESSES, _CELLS // cells)
    if n_guesses < _FEWEST_GUESSES:
        return em.evaluate(truth, estimate, metrics, candidates=candidates)
    return em.chance(truth, estimate, metrics, candidates=candidates, n_guesses=n_guesses)


def _metrics(estimate: Any) -> Sequence[str]:
    import edgemark as em

    if isinstance(estimate, em.TemporalGraph):
        return MAIN_OF_SERIES
    if isinstance(estimate, em.TemporalScores):
        return _SERIES_SCORES
    if isinstance(estimate, em.Graph):
        return (*_GRAPHS, *_EFFECTS, *_FOUND, *_DECIDED)
    return [head.selector for head in MAIN_OF_SCORES]


# ---- the text


def first_screen(report: Report, color: bool = False) -> str:
    """Write a report of `first_report` in at most 25 lines of 80 columns."""
    rows = tuple(_shown(report))
    lines = [f"truth     {report.truth}", f"estimate  {report.estimate}"]
    found = _edges_found(report)
    lines += [*found, *_decided(report, rows), "", *_table(report, rows, color=color)]
    edge_by_edge = " Wrong edges: edgemark diff." if found else ""
    end = ["", f"More: --all (every metric), --chance, -m NAME.{edge_by_edge}"]
    careful = _remarks_that_fit(report, rows, LINES - len(lines) - len(end) - 2)
    if careful:
        lines += ["", "BE CAREFUL", *careful]
    return "\n".join([*lines, *end])


def _shown(report: Report) -> Iterator[Row]:
    """The rows of the table, with the first distance between effects that is defined."""
    known = {_selector(row): row for row in report if row.status == "ok"}
    effects = [known[name] for name in _EFFECTS if name in known][:1]
    yield from (row for name, row in known.items() if name not in _EFFECTS and _is_shown(row))
    yield from effects


def _selector(row: Row) -> str:
    return f"{row.metric}:{row.convention}" if row.convention else row.metric


def _name(row: Row) -> str:
    return f"{row.metric} {row.convention}".strip()


def _edges_found(report: Report) -> list[str]:
    """Write how many true edges were found."""
    known = {_selector(row): row.value for row in report if row.status == "ok"}
    if not all(name in known for name in _FOUND):
        return []
    found, extra, missing, same = (int(known[name]) for name in _FOUND)
    if found + missing == 0:
        return [f"The truth has no edge; extra edges in the estimate: {extra}."]
    return wrapped(
        f"Found {found} of {found + missing} true edges, {same} of them with the right marks; "
        f"extra edges: {extra}."
    )


def _decided(report: Report, rows: Sequence[Row]) -> list[str]:
    """A sentence about how many effects are decided, if their distance in the table leaves some open."""
    known = {_selector(row): row for row in report if row.status == "ok"}
    shown = next((row for row in rows if row.metric == "adjustment_aid"), None)
    if shown is None or not all(name in known for name in _DECIDED):
        return []
    wrong, own, best = (known[name] for name in _DECIDED)
    pairs = int(shown.of or 0)
    kind = shown.compared.partition(" ")[0].upper()
    return wrapped(
        f"Effects decided by adjustment: {round(own.value * pairs)} of {pairs}, {int(wrong.value)} "
        f"wrongly; the truth as {kind}: {round(best.value * pairs)}."
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
    guesses = {_GUESSES.get(row.chance.null_model, "") for row in rows if row.chance} - {""}
    drawn = f"chance: mean of {', '.join(sorted(guesses))}; " if guesses else ""
    is_at_limit = any(row.chance is not None and row.chance.is_at_limit for row in rows)
    share = "share as good (≤: none)" if is_at_limit else "share of guesses as good"
    yield from wrapped(
        f"{drawn}p: {share}; above: 0 = chance, 1 = perfect. *: simulated, ~: p simulated."
    )


def _why_without_chance(rows: Sequence[Row]) -> str:
    reasons = [row.chance.reason for row in rows if row.chance is not None and row.chance.reason]
    return str(reasons[0]) if reasons else "the graphs are large; --chance does it."


def _coloured(text: str, row: Row) -> str:
    """Green for better than chance, yellow for not."""
    import typer

    if row.chance is None or isnan(row.chance.p_value):
        return text
    return typer.style(text, fg="green" if row.chance.p_value <= _LEVEL else "yellow")


# ---- remarks


def _remarks_that_fit(report: Report, rows: Sequence[Row], most: int) -> list[str]:
    """Return as many remarks as fit on the screen, and the number of the others."""
    remarks = [wrapped(f"- {text}") for text in _remarks(report, rows)]
    total = sum(map(len, remarks))
    if total <= most:
        return [line for remark in remarks for line in remark]
    lines: list[str] = []
    left = 0
    for remark in remarks:
        if left == 0 and len(lines) + len(remark) < most:
            lines += remark
        else:
            left += 1
    return [*lines, f"- and {left} more: see --all"]


def _remarks(report: Report, rows: Sequence[Row]) -> Iterator[str]:
    from edgemark.report.layout import conversions

    compared = [row for row in rows if row.chance is not None and not isnan(row.chance.p_value)]
    weak = [row for row in compared if row.chance is not None and row.chance.p_value > _LEVEL]
    if len(weak) == len(compared) > 1:
        yield f"No number is clearly better than chance: every p is above {_LEVEL}."
    elif weak:
        names = ", ".join(_name(row) for row in weak)
        yield f"Not clearly better than chance (p above {_LEVEL}): {names}."
    yield from (text for text in report.warnings if not text.startswith("chance"))
    yield from _range_of_shd(report)
    undefined = [_name(row) for row in report if row.status != "ok" and _is_shown(row)]
    if undefined:
        yield f"Not defined on these graphs: {', '.join(undefined)}. --all says why."
    for classes, names in conversions(replace(report, rows=tuple(rows))).items():
        yield f"Compared as {classes}: {names}."


def _is_shown(row: Row) -> bool:
    """Whether the screen shows a row, provided that it has a value."""
    name = _selector(row)
    return name not in (*_FOUND, *_DECIDED) and (row.metric != "shd" or name in _GRAPHS)


def _range_of_shd(report: Report) -> Iterator[str]:
    """Write the range of SHD over its conventions."""
    from edgemark.report.layout import number

    counts = [row for row in report if row.metric == "shd" and row.status == "ok"]
    # The comparison with the class of the truth answers another question.
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
