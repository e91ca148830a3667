"""Verdicts and series as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.console import wrapped
from edgemark.cli.tables import Column, drawn, in_blocks, number, table

if TYPE_CHECKING:
    from edgemark.graph import Graph
    from edgemark.metric_criteria import Criteria, Series

__all__ = ["criteria_text", "series_text"]

_LEGEND = (
    ("range", "the lowest and the highest possible value; ∞ if it grows with the number of nodes; (x) "
              "is the farthest value seen, without a declared bound"),
    ("truth", "only the truth scores as well as the truth: yes, among DAGs only, no"),
    ("TP", "it gets worse with every true edge that is removed (the nCED paper's Figure 6a)"),
    ("FP", "it gets worse with every false edge that is added (Figure 6b)"),
    ("even", "along both, equal steps change it equally; - if it responds to neither"),
    ("open",
        "undirected edges are worse than true ones and better than missing or reversed ones, by equal "
        "amounts (Figure 3)"),
    ("on", "learned graphs that it is defined on: DAG, CPDAG, MAG, PAG"),
)  # fmt: skip
_CHECKED = (
    "For each no there is an example (-m NAME shows it). A yes means that no graph that was checked "
    "contradicts it: for ∞ graphs of 2 to 6 nodes, for the truth every DAG of 2 and 3 nodes with every "
    "graph, for the others transformations of the true DAG, or of four DAGs, in several orders; truths "
    "with <-> or circles are used if a number is undefined on all of them. - means no answer: "
    "undefined or refused."
)
_PARTS = ("identity", "true_positives", "false_positives", "consistent", "open_ends")
_HEADS = ("truth", "TP", "FP", "even", "open")


def criteria_text(found: Sequence[Criteria], *, explain: bool) -> str:
    """Return a line of verdicts for each metric, the legend, and on request the examples for each no."""
    shown = [one for one in found if explain or _is_judged(one)]
    left_out = [] if explain else [one.name for one in found if not _is_judged(one)]
    columns = [Column("number"), Column("range", whole=True)]
    columns += [Column(head, whole=True) for head in (*_HEADS, "on")]
    lines = [drawn(table(columns, [_row(one) for one in shown])), ""]
    for head, what in _LEGEND:
        lines += [line if k else f"{head:<7}{line[7:]}" for k, line in enumerate(_entry(what))]
    lines += ["", *_flush(_CHECKED)]
    if left_out:
        lines += [
            "",
            *_flush(f"No answer on these truths (-m NAME says why): {', '.join(left_out)}."),
        ]
    if explain:
        lines += ["", *_explained(shown)]
    return "\n".join(lines)


def _is_judged(one: Criteria) -> bool:
    return any(getattr(one, part).holds is not None for part in _PARTS[:-1])


def _row(one: Criteria) -> list[str]:
    answers = [str(getattr(one, part)) for part in _PARTS]
    if one.identity.holds is False and one.identity_among_dags:
        answers[0] = "DAGs"
    return [one.name, _range(one), *answers, "".join(kind[0].upper() for kind in one.classes)]


def _range(one: Criteria) -> str:
    if isnan(one.lowest):
        return "-"
    lowest = _end(one.lowest, one.lowest_possible) if one.lower_bound else "-∞"
    highest = _end(one.highest, one.highest_possible) if one.upper_bound else "∞"
    return f"{lowest}..{highest}"


def _end(seen: float, possible: float) -> str:
    return f"({number(seen)})" if isnan(possible) else number(_whole(possible))


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value


def _explained(found: Sequence[Criteria]) -> Iterator[str]:
    parts = {"lower_bound": "range", "upper_bound": "range", **dict(zip(_PARTS, _HEADS, strict=True))}
    for one in found:
        told = {f"divided by: {one.normaliser}": None} if one.normaliser else {}
        told |= {
            f"{head}: {reason}": None
            for name, head in parts.items()
            if (reason := getattr(one, name).reason)
        }
        if told:
            yield one.name
        for text in told:
            yield from wrapped(text, "  ")


def _entry(what: str) -> list[str]:
    return [f"       {line.strip()}" for line in wrapped(what, "       ")]


def _flush(text: str) -> list[str]:
    return [line.strip() for line in wrapped(text)]


# ---- series


def series_text(graphs: Sequence[Graph], found: Sequence[Series]) -> str:
    """Return a row of values for each graph of a transformation, and why values are missing."""
    from edgemark.metric_criteria.transformations import change

    steps = ["(start)", *(change(*graphs[k : k + 2])[1] for k in range(len(graphs) - 1))]
    heads = [Column(f"{one.metric}\n{one.convention}".strip(), right=True) for one in found]
    rows = [[step, *(_cell(one, k) for one in found)] for k, step in enumerate(steps)]
    lines = [f"start  {graphs[0]}", f"end    {graphs[-1]}"]
    lines = [line for text in lines for line in wrapped(text)]
    lines += ["", drawn(*in_blocks(Column("pair changed"), heads, rows))]
    reasons = dict.fromkeys(f"{one.name}: {r}" for one in found for r in one.reasons if r)
    if reasons:
        lines += ["", "- is no value:", *(line for text in reasons for line in wrapped(text, "  "))]
    return "\n".join(lines)


def _cell(one: Series, k: int) -> str:
    return "-" if isnan(one.values[k]) else number(one.values[k])
