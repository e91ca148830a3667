"""Verdicts on metrics, and their values along a transformation of a graph, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.console import wrapped
from edgemark.cli.tables import Column, in_blocks, number, table, tables_text

if TYPE_CHECKING:
    from edgemark.graph import Graph
    from edgemark.metric_criteria import Criteria, Series

__all__ = ["criteria_text", "series_text"]

_LEGEND = (
    ("range", "the lowest and the highest possible value; ∞ if it grows with the number of nodes; (x) "
              "is the most extreme value seen, if no bound is declared"),
    ("truth", "whether only the truth scores as well as the truth: yes; no; DAGs if this holds only "
              "among DAGs"),
    ("TP", "it gets worse with every true edge that is removed (the nCED paper's Figure 6a)"),
    ("FP", "it gets worse with every false edge that is added (Figure 6b)"),
    ("even", "each removed true edge changes it by the same amount, and so does each added false edge; "
             "- if neither changes it"),
    ("open",
        "--- and --o edges are worse than true ones and better than missing or reversed ones, by equal "
        "amounts (Figure 3)"),
    ("on", "classes of learned graphs on which it is defined: DAG, CPDAG, MAG, PAG"),
)  # fmt: skip
_CHECKED = (
    "For each no there is an example (-m NAME shows it). A yes means that no checked graph contradicts "
    "it. The checked graphs are: for range, graphs of 2 to 6 nodes; for truth, every DAG of 2 and 3 "
    "nodes with every graph, and a collider of 4 nodes with every DAG; for the others, transformations "
    "of the true DAG, or of four DAGs, in several orders. If a metric is undefined on all of these, "
    "truths with <-> or circles are used. - means no answer: undefined or refused."
)
_PARTS = ("identity", "true_positives", "false_positives", "consistent", "open_ends")
_HEADS = ("truth", "TP", "FP", "even", "open")


def criteria_text(criteria: Sequence[Criteria], *, explain: bool) -> str:
    """
    Return a line of verdicts for each metric, and the legend.

    `explain` adds the normalising factors, and the reason for each no and each missing answer. Without
    it, metrics without an answer are only named.
    """
    shown = [row for row in criteria if explain or _is_judged(row)]
    left_out = [] if explain else [row.name for row in criteria if not _is_judged(row)]
    columns = [Column("number"), Column("range", no_wrap=True)]
    columns += [Column(head, no_wrap=True) for head in (*_HEADS, "on")]
    lines = [tables_text(table(columns, [_row(row) for row in shown])), ""]
    for head, meaning in _LEGEND:
        lines += [line if k else f"{head:<7}{line[7:]}" for k, line in enumerate(_entry(meaning))]
    lines += ["", *_unindented(_CHECKED)]
    if left_out:
        lines += [
            "",
            *_unindented(
                f"No answer on these truths (-m NAME gives the reason): {', '.join(left_out)}."
            ),
        ]
    if explain:
        lines += ["", *_explained(shown)]
    return "\n".join(lines)


def _is_judged(criteria: Criteria) -> bool:
    return any(getattr(criteria, part).holds is not None for part in _PARTS[:-1])


def _row(criteria: Criteria) -> list[str]:
    answers = [str(getattr(criteria, part)) for part in _PARTS]
    if criteria.identity.holds is False and criteria.identity_among_dags:
        answers[0] = "DAGs"
    return [
        criteria.name,
        _range(criteria),
        *answers,
        "".join(kind[0].upper() for kind in criteria.classes),
    ]


def _range(criteria: Criteria) -> str:
    if isnan(criteria.lowest):
        return "-"
    lowest = _end(criteria.lowest, criteria.lowest_possible) if criteria.lower_bound else "-∞"
    highest = _end(criteria.highest, criteria.highest_possible) if criteria.upper_bound else "∞"
    return f"{lowest}..{highest}"


def _end(seen: float, possible: float) -> str:
    return f"({number(seen)})" if isnan(possible) else number(_as_integer(possible))


def _as_integer(value: float) -> float:
    return int(value) if value.is_integer() else value


def _explained(criteria_of_metrics: Sequence[Criteria]) -> Iterator[str]:
    head_of_part = {
        "lower_bound": "range",
        "upper_bound": "range",
        **dict(zip(_PARTS, _HEADS, strict=True)),
    }
    for criteria in criteria_of_metrics:
        reasons = {f"divided by: {criteria.normaliser}": None} if criteria.normaliser else {}
        reasons |= {
            f"{head}: {reason}": None
            for name, head in head_of_part.items()
            if (reason := getattr(criteria, name).reason)
        }
        if reasons:
            yield criteria.name
        for text in reasons:
            yield from wrapped(text, "  ")


def _entry(meaning: str) -> list[str]:
    return [f"       {line.strip()}" for line in wrapped(meaning, "       ")]


def _unindented(text: str) -> list[str]:
    return [line.strip() for line in wrapped(text)]


# ---- series


def series_text(graphs: Sequence[Graph], series_of_metrics: Sequence[Series]) -> str:
    """Return a row of values for each graph of a transformation, and the reasons for missing values."""
    from edgemark.metric_criteria.transformations import change

    steps = ["(start)", *(change(*graphs[k : k + 2])[1] for k in range(len(graphs) - 1))]
    columns = [
        Column(f"{series.metric}\n{series.convention}".strip(), right=True)
        for series in series_of_metrics
    ]
    rows = [[step, *(_cell(series, k) for series in series_of_metrics)] for k, step in enumerate(steps)]
    lines = [f"start  {graphs[0]}", f"end    {graphs[-1]}"]
    lines = [line for text in lines for line in wrapped(text)]
    lines += ["", tables_text(*in_blocks(Column("pair changed"), columns, rows))]
    reasons = dict.fromkeys(
        f"{series.name}: {reason}" for series in series_of_metrics for reason in series.reasons if reason
    )
    if reasons:
        lines += [
            "",
            "-: no value, because",
            *(line for text in reasons for line in wrapped(text, "  ")),
        ]
    return "\n".join(lines)


def _cell(series: Series, k: int) -> str:
    return "-" if isnan(series.values[k]) else number(series.values[k])
