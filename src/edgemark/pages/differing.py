"""Truth and estimate as a picture, and every pair that differs with what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from edgemark.display.elements import Element, Markup, Node, element
from edgemark.display.scene_svg import scene_svg
from edgemark.display.text import clipped
from edgemark.errors import EdgemarkError, plural
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.kinds import class_of
from edgemark.io import as_graph
from edgemark.metrics import REGISTRY, Difference, differences
from edgemark.metrics.declaration import as_graphs, as_sides
from edgemark.pages.blocks import Cell, Column, DataTable, Section, data_table, note, number
from edgemark.pages.conventions import name_of
from edgemark.render.compared import Compared, compared, cut_at
from edgemark.render.difference import scene_of

__all__ = ["differing_section"]

_MOST_ROWS = 2000
_TOLD_COSTS = 6
_SHORT = 40
_LONGEST = 200
"""Letters of a name that are shown; a name of a million is not."""
Key = tuple[str, str]


def differing_section(
    truth: Any, estimate: Any, threshold: float | None, name: str, key: str = "difference"
) -> Section:
    """Write the picture and the table, or why there is none."""
    title = "Where they differ"
    try:
        found = compared(truth, estimate, threshold)
        listed = _listed(truth, estimate, threshold)
    except EdgemarkError as error:
        return Section(key, title, (note(f"There is no picture: {error}"),))
    nodes = truth.nodes if isinstance(truth, Graph | TemporalGraph) else as_graph(truth).nodes
    found = replace(
        found,
        names=tuple(clipped(name, _LONGEST) for name in found.names),
        costs=_told_costs(list(map(str, nodes)), listed),
    )
    over_time = isinstance(truth, TemporalGraph)
    return Section(
        key,
        title,
        (
            _picture(found, name, over_time=over_time),
            *_table(listed, key, over_time=over_time),
        ),
    )


def _listed(truth: Any, estimate: Any, threshold: float | None) -> tuple[Difference, ...]:
    """The pairs that differ; scores and samples are cut first, as the picture does."""
    if isinstance(truth, TemporalGraph):
        truth, estimate = as_sides(truth, estimate)
        return differences(truth, cut_at(estimate, threshold))
    truth, cut = as_graphs(truth, cut_at(estimate, threshold))
    found = differences(truth, cut)
    kept = {d for one in found for d in one.costs if _is_of(d, class_of(cut))}
    fewer = (replace(one, costs={d: c for d, c in one.costs.items() if d in kept}) for one in found)
    return tuple(one for one in fewer if any(one.costs.values()) or one.error != "equal as given")


def _is_of(distance: Key, kind: str) -> bool:
    """Whether a distance is for such estimates: not if it converts the truth alone, to another class."""
    metric, name = distance
    for one in REGISTRY[metric].conventions:
        if one.name == name:
            of_truth, of_estimate = one.converted
            return bool(of_estimate) or of_truth in ("", kind)
    return True


# ---- picture


def _picture(found: Compared, name: str, *, over_time: bool) -> Element:
    scene = scene_of(found, over_time=over_time, title=f"{name} against the truth")
    svg = scene_svg(scene, paper="var(--paper)", in_page=True)
    return element(
        "figure",
        element(
            "div",
            Markup(svg),
            class_="scroll picture",
            tabindex=0,
            role="group",
            aria_label=f"Picture: {name} against the truth",
        ),
        element(
            "p",
            "Point at an edge, or choose one and press the arrow keys, to read what the pair costs.",
            class_="note told",
            aria_live="polite",
        ),
        element("figcaption", f"{found.summary}."),
    )


def _told_costs(nodes: Sequence[str], listed: Sequence[Difference]) -> dict[tuple[int, int, int], str]:
    """What each pair costs, by its place in the picture."""
    place = {name: k for k, name in enumerate(nodes)}
    told = {}
    for one in listed:
        a, b = place.get(one.nodes[0]), place.get(one.nodes[1])
        if a is not None and b is not None:
            text = _costs_in_words(one)
            for pair in ((a, b), (b, a)):
                told[(*pair, one.lag or 0)] = text
    return told


def _costs_in_words(one: Difference) -> str:
    costs = [(key, cost) for key, cost in one.costs.items() if cost][:_TOLD_COSTS]
    return ", ".join(f"{name_of(*key)} {number(cost)}" for key, cost in costs) or "none"


# ---- table


def _table(listed: Sequence[Difference], key: str, *, over_time: bool) -> list[Node]:
    if not listed:
        return [note("No pair differs: the estimate is the truth.")]
    distances = list(dict.fromkeys(distance for one in listed for distance in one.costs))
    totals = {d: sum(one.costs.get(d, 0.0) for one in listed) for d in distances}
    shares = [_share(one, totals) for one in listed]
    order = sorted(range(len(listed)), key=lambda k: -shares[k])
    columns = [
        Column("pair"),
        *([Column("lag", number=True)] if over_time else []),
        Column("error", filtered=True),
        Column("truth"),
        Column("estimate"),
        Column(
            "share",
            number=True,
            falling=True,
            meaning="share of each distance that the pair costs, averaged over the distances",
        ),
        *(Column(name_of(*d), number=True, falling=True) for d in distances),
    ]
    rows = [_row(listed[k], shares[k], distances, over_time=over_time) for k in order[:_MOST_ROWS]]
    worst, most = listed[order[0]], f"{100 * shares[order[0]]:.2g} %"
    equal = sum(shares[k] == shares[order[0]] for k in order) - 1
    tied = f"; {plural(equal, 'other pair')} cost{'s' if equal == 1 else ''} as much" if equal else ""
    more = f" The table holds the {_MOST_ROWS} that cost most." if len(listed) > _MOST_ROWS else ""
    return [
        note(
            f"{plural(len(listed), 'pair')} with a cost in some distance. The pair that costs most "
            f"is {_pair(worst)} ({worst.error}): {most} of each distance on average{tied}. "
            f"Each column below sums to the distance that it is named after.{more}"
        ),
        data_table(DataTable(f"{key}-table", "Pairs that differ", tuple(columns), rows)),
    ]


def _share(one: Difference, totals: dict[Key, float]) -> float:
    known = [d for d, total in totals.items() if total]
    return sum(one.costs.get(d, 0.0) / totals[d] for d in known) / len(known) if known else 0.0


def _row(
    one: Difference, share: float, distances: Sequence[Key], *, over_time: bool
) -> list[Cell | str]:
    return [
        _pair(one),
        *([Cell("" if one.lag is None else str(one.lag), float(one.lag or 0))] if over_time else []),
        Cell(one.error, mark=f"v-{one.error.replace(' ', '-')}"),
        Cell(_edge(one.truth, one.truth_in_words), mark=_short(one.truth)),
        Cell(_edge(one.estimate, one.estimate_in_words), mark=_short(one.estimate)),
        Cell(f"{100 * share:.1f} %", share),
        *(_cost(one.costs.get(d, 0.0)) for d in distances),
    ]


def _pair(one: Difference) -> str:
    return ", ".join(clipped(name, _LONGEST) for name in one.nodes)


def _edge(written: str, in_words: str) -> Element:
    """An edge as it is written, with its meaning for those who point at it."""
    shown = "no edge" if in_words.startswith("no edge ") else clipped(written, 2 * _LONGEST)
    return element("span", shown, title=clipped(in_words, 2 * _LONGEST))


def _short(text: str) -> str:
    return "s" if len(text) <= _SHORT else ""


def _cost(cost: float) -> Cell:
    return Cell(number(cost) if cost else "·", cost)
