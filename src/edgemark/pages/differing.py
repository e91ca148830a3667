"""Truth and estimate as a picture, and every pair that differs with its costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
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
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    filter_and_sort_help,
    note,
    number,
)
from edgemark.pages.conventions import name_of
from edgemark.render.compared import Compared, compared, cut_at
from edgemark.render.difference import scene_of

__all__ = ["differing_section"]

_MOST_ROWS = 2000
_DIGITS = 12
"""Shares that agree in this many digits are equal up to rounding."""
_NAMED_WORST = 3
_SHORT = 40
_LONGEST = 200
"""The number of letters of a name that are shown."""
Key = tuple[str, str]


def differing_section(
    truth: Any, estimate: Any, threshold: float | None, name: str, key: str = "difference"
) -> Section:
    """Write the picture and the table; without a picture, write the reason."""
    title = "Where they differ"
    try:
        found = compared(truth, estimate, threshold)
        ranked = _ranked(_listed(truth, estimate, threshold))
    except EdgemarkError as error:
        return Section(key, title, (note(f"There is no picture: {error}"),))
    nodes = truth.nodes if isinstance(truth, Graph | TemporalGraph) else as_graph(truth).nodes
    found = replace(
        found,
        names=tuple(clipped(name, _LONGEST) for name in found.names),
        costs=_cost_texts(list(map(str, nodes)), ranked),
    )
    over_time = isinstance(truth, TemporalGraph)
    return Section(
        key,
        title,
        (
            _picture(found, name, over_time=over_time),
            *_table(ranked, key, over_time=over_time),
        ),
    )


def _listed(truth: Any, estimate: Any, threshold: float | None) -> tuple[Difference, ...]:
    """List the pairs that differ. Scores and samples become the graph of the picture first."""
    if isinstance(truth, TemporalGraph):
        truth, estimate = as_sides(truth, estimate)
        return differences(truth, cut_at(estimate, threshold))
    truth, cut = as_graphs(truth, cut_at(estimate, threshold))
    found = differences(truth, cut)
    kept = {d for one in found for d in one.costs if _is_of(d, class_of(cut))}
    fewer = (replace(one, costs={d: c for d, c in one.costs.items() if d in kept}) for one in found)
    return tuple(one for one in fewer if any(one.costs.values()) or one.error != "equal as given")


def _is_of(distance: Key, kind: str) -> bool:
    """
    Whether a distance suits such estimates; it does not if it converts only the truth to another class.
    """
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
        *(_where_told() if any(group.title for group in scene.groups) else ()),
        element("figcaption", f"{found.summary}."),
    )


def _where_told() -> Iterator[Element]:
    """The place for the costs of a pair; the squares of a large heat map stand for many pairs."""
    say = "Point at an edge, or choose one and press the arrow keys, to read what the pair costs."
    yield element("p", say, class_="note told", aria_live="polite")


def _cost_texts(nodes: Sequence[str], ranked: Sequence[_Ranked]) -> dict[tuple[int, int, int], str]:
    """Return the costs of each pair as text, by its place in the picture."""
    place = {name: k for k, name in enumerate(nodes)}
    told = {}
    for at in ranked:
        one = at.pair
        a, b = place.get(one.nodes[0]), place.get(one.nodes[1])
        if a is not None and b is not None:
            tied = f" with {at.ties} more" if at.ties else ""
            rank = f"Rank {at.rank} of {len(ranked)}{tied}"
            share = f"{100 * at.share:.1f} % of each distance on average"
            text = f"{_costs_in_words(one.costs)}. {rank}: {share}"
            for pair in ((a, b), (b, a)):
                told[(*pair, one.lag or 0)] = text
    return told


def _costs_in_words(costs: Mapping[Key, float]) -> str:
    """
    Write the cost of a pair in every distance; conventions with equal costs are written together.

    Examples:
        >>> costs = {("shd", "skeleton"): 1, ("shd", "arc Hamming"): 2, ("shd", "lenient"): 1}
        >>> costs["sid", ""] = 3
        >>> _costs_in_words(costs)
        'shd 1 (skeleton, lenient), 2 (arc Hamming); sid 3'
    """
    charged: dict[str, dict[str, list[str]]] = {}
    for (metric, convention), cost in costs.items():
        if cost:
            charged.setdefault(metric, {}).setdefault(number(cost), []).append(convention)
    return "; ".join(f"{metric} {_by_cost(found)}" for metric, found in charged.items()) or "none"


def _by_cost(found: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(
        f"{cost} ({', '.join(names)})" if any(names) else cost for cost, names in found.items()
    )


# ---- table


@dataclass(frozen=True, slots=True)
class _Ranked:
    """
    A pair that differs, with its rank among all of them.

    Attributes:
        pair: the pair with its costs.
        share: its share of a distance, averaged over the distances.
        rank: 1 for the largest share; pairs that tie have the same.
        ties: how many others have the same share.
    """

    pair: Difference
    share: float
    rank: int
    ties: int


def _ranked(listed: Sequence[Difference]) -> list[_Ranked]:
    """Sort the pairs, the worst first. Shares that are equal up to rounding tie."""
    totals: dict[Key, float] = {}
    for one in listed:
        for distance, cost in one.costs.items():
            totals[distance] = totals.get(distance, 0.0) + cost
    shares = [round(_share(one, totals), _DIGITS) for one in listed]
    order = sorted(range(len(listed)), key=lambda k: -shares[k])
    times = Counter(shares)
    first: dict[float, int] = {}
    for k, place in enumerate(order, 1):
        first.setdefault(shares[place], k)
    return [_Ranked(listed[k], shares[k], first[shares[k]], times[shares[k]] - 1) for k in order]


def _share(one: Difference, totals: Mapping[Key, float]) -> float:
    known = [d for d, total in totals.items() if total]
    return fsum(one.costs.get(d, 0.0) / totals[d] for d in known) / len(known) if known else 0.0


def _table(ranked: Sequence[_Ranked], key: str, *, over_time: bool) -> list[Node]:
    if not ranked:
        return [note("No pair differs: the estimate is the truth.")]
    distances = list(dict.fromkeys(distance for one in ranked for distance in one.pair.costs))
    columns = [
        Column("pair"),
        *([Column("lag", number=True)] if over_time else []),
        Column("error", filtered=True),
        Column("truth"),
        Column("estimate"),
        Column("rank", number=True, meaning="1 is the pair that costs most; = marks pairs that tie"),
        Column(
            "share",
            number=True,
            falling=True,
            meaning="share of each distance that the pair costs, averaged over the distances",
        ),
        *(Column(name_of(*d), number=True, falling=True) for d in distances),
    ]
    rows = [_row(one, distances, over_time=over_time) for one in ranked[:_MOST_ROWS]]
    more = f" The table holds the {_MOST_ROWS} that cost most." if len(ranked) > _MOST_ROWS else ""
    table = DataTable(f"{key}-table", "Pairs that differ", tuple(columns), rows)
    return [
        note(
            f"{plural(len(ranked), 'pair')} with a cost in some distance. {_worst_in_words(ranked)} "
            f"Each column of a distance sums to it. {filter_and_sort_help(table)}{more}".rstrip()
        ),
        data_table(table),
    ]


def _worst_in_words(ranked: Sequence[_Ranked]) -> str:
    worst = [one for one in ranked if one.rank == 1]
    named = "; ".join(f"{_pair(one.pair)} ({one.pair.error})" for one in worst[:_NAMED_WORST])
    rest = f"; and {len(worst) - _NAMED_WORST} more" if len(worst) > _NAMED_WORST else ""
    most = f"{100 * worst[0].share:.2g} % of each distance on average"
    if len(worst) == 1:
        return f"The pair that costs most is {named}: {most}."
    return f"{len(worst)} pairs tie as those that cost most: {named}{rest}. Each costs {most}."


def _row(at: _Ranked, distances: Sequence[Key], *, over_time: bool) -> list[Cell | str]:
    one = at.pair
    return [
        _pair(one),
        *([Cell("" if one.lag is None else str(one.lag), float(one.lag or 0))] if over_time else []),
        Cell(one.error, mark=f"v-{one.error.replace(' ', '-')}"),
        Cell(_edge(one.truth, one.truth_in_words), mark=_short(one.truth)),
        Cell(_edge(one.estimate, one.estimate_in_words), mark=_short(one.estimate)),
        Cell(f"{at.rank} =" if at.ties else str(at.rank), at.rank),
        Cell(f"{100 * at.share:.1f} %", at.share),
        *(_cost(one.costs.get(d, 0.0)) for d in distances),
    ]


def _pair(one: Difference) -> str:
    return ", ".join(clipped(name, _LONGEST) for name in one.nodes)


def _edge(written: str, in_words: str) -> Element:
    """Write an edge, with its meaning as a tooltip."""
    shown = "no edge" if in_words.startswith("no edge ") else clipped(written, 2 * _LONGEST)
    return element("span", shown, title=clipped(in_words, 2 * _LONGEST))


def _short(text: str) -> str:
    return "s" if len(text) <= _SHORT else ""


def _cost(cost: float) -> Cell:
    return Cell(number(cost) if cost else "·", cost)
