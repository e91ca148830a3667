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
_DIGITS = 12  # Shares that agree in this many decimals are equal up to rounding.
_MOST_NAMED = 3  # pairs that the text above the table names
_SHORT = 40  # letters of an edge that its cell shows in one line
_LONGEST = 200  # letters of a name that are shown
Distance = tuple[str, str]
"""A metric and its convention."""


def differing_section(
    truth: Any, estimate: Any, threshold: float | None, name: str, key: str = "difference"
) -> Section:
    """Write the picture and the table; without a picture, write the reason."""
    title = "Where they differ"
    try:
        comparison = compared(truth, estimate, threshold)
        ranked_pairs = _ranked(_differing_pairs(truth, estimate, threshold))
    except EdgemarkError as error:
        return Section(key, title, (note(f"There is no picture: {error}"),))
    nodes = truth.nodes if isinstance(truth, Graph | TemporalGraph) else as_graph(truth).nodes
    comparison = replace(
        comparison,
        names=tuple(clipped(node, _LONGEST) for node in comparison.names),
        costs=_cost_texts(list(map(str, nodes)), ranked_pairs),
    )
    over_time = isinstance(truth, TemporalGraph)
    return Section(
        key,
        title,
        (
            _picture(comparison, name, over_time=over_time),
            *_table(ranked_pairs, key, over_time=over_time),
        ),
    )


def _differing_pairs(truth: Any, estimate: Any, threshold: float | None) -> tuple[Difference, ...]:
    """
    List the pairs that differ or cost something.

    Scores and samples become the graph of the picture first.
    """
    if isinstance(truth, TemporalGraph):
        truth, estimate = as_sides(truth, estimate)
        return differences(truth, cut_at(estimate, threshold))
    truth, cut = as_graphs(truth, cut_at(estimate, threshold))
    all_pairs = differences(truth, cut)
    distances = {
        distance for pair in all_pairs for distance in pair.costs if _suits(distance, class_of(cut))
    }
    with_suited_costs = (
        replace(
            pair,
            costs={distance: cost for distance, cost in pair.costs.items() if distance in distances},
        )
        for pair in all_pairs
    )
    return tuple(
        pair for pair in with_suited_costs if any(pair.costs.values()) or pair.error != "equal as given"
    )


def _suits(distance: Distance, kind: str) -> bool:
    """
    Whether a distance suits estimates of a kind.

    A distance that converts only the truth suits estimates of the class to which it converts, and no
    others.
    """
    metric, name = distance
    for convention in REGISTRY[metric].conventions:
        if convention.name == name:
            truth_class, estimate_class = convention.target_classes
            return bool(estimate_class) or truth_class in ("", kind)
    return True


# ---- picture


def _picture(comparison: Compared, name: str, *, over_time: bool) -> Element:
    scene = scene_of(comparison, over_time=over_time, title=f"{name} against the truth")
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
        # The squares of a large heat map stand for many pairs, and have no titles.
        *(_place_for_costs() if any(group.title for group in scene.groups) else ()),
        element("figcaption", f"{comparison.summary}."),
    )


def _place_for_costs() -> Iterator[Element]:
    """Yield the line in which the page writes the costs of the pair that a reader points at."""
    say = "Point at an edge, or choose one and press the arrow keys, to read what the pair costs."
    yield element("p", say, class_="note told", aria_live="polite")


def _cost_texts(nodes: Sequence[str], ranked: Sequence[_Ranked]) -> dict[tuple[int, int, int], str]:
    """Return the costs of each pair as text, by its place in the picture."""
    position = {name: k for k, name in enumerate(nodes)}
    texts = {}
    for ranked_pair in ranked:
        difference = ranked_pair.pair
        a, b = position.get(difference.nodes[0]), position.get(difference.nodes[1])
        if a is not None and b is not None:
            tied = f" with {ranked_pair.ties} more" if ranked_pair.ties else ""
            rank = f"Rank {ranked_pair.rank} of {len(ranked)}{tied}"
            share = f"{_percent(ranked_pair.share)} of each distance on average"
            text = f"{_costs_in_words(difference.costs)}. {rank}: {share}"
            lag = difference.lag or 0
            texts[a, b, lag] = text
            if not lag:  # With its nodes exchanged, a lagged pair is another pair.
                texts[b, a, 0] = text
    return texts


def _costs_in_words(costs: Mapping[Distance, float]) -> str:
    """
    Write the cost of a pair in every distance; conventions with equal costs are written together.

    Examples:
        >>> costs = {("shd", "skeleton"): 1, ("shd", "arc Hamming"): 2, ("shd", "lenient"): 1}
        >>> costs["sid", ""] = 3
        >>> _costs_in_words(costs)
        'shd 1 (skeleton, lenient), 2 (arc Hamming); sid 3'
    """
    conventions: dict[str, dict[str, list[str]]] = {}  # by metric and cost
    for (metric, convention), cost in costs.items():
        if cost:
            conventions.setdefault(metric, {}).setdefault(number(cost), []).append(convention)
    return (
        "; ".join(f"{metric} {_by_cost(names_by_cost)}" for metric, names_by_cost in conventions.items())
        or "none"
    )


def _by_cost(names_by_cost: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(
        f"{cost} ({', '.join(names)})" if any(names) else cost for cost, names in names_by_cost.items()
    )


# ---- table


@dataclass(frozen=True, slots=True)
class _Ranked:
    """
    A pair that differs, with its rank among all of them.

    Attributes:
        pair: the pair with its costs.
        share: the pair's share of a distance, averaged over the distances.
        rank: 1 for the largest share; pairs that tie have the same.
        ties: the number of other pairs with the same share.
    """

    pair: Difference
    share: float
    rank: int
    ties: int


def _ranked(listed: Sequence[Difference]) -> list[_Ranked]:
    """Sort the pairs, the worst first. Shares that are equal up to rounding tie."""
    totals: dict[Distance, float] = {}
    for difference in listed:
        for distance, cost in difference.costs.items():
            totals[distance] = totals.get(distance, 0.0) + cost
    shares = [round(_share(difference, totals), _DIGITS) for difference in listed]
    order = sorted(range(len(listed)), key=lambda k: -shares[k])
    counts = Counter(shares)
    rank_of: dict[float, int] = {}
    for rank, k in enumerate(order, 1):
        rank_of.setdefault(shares[k], rank)
    return [_Ranked(listed[k], shares[k], rank_of[shares[k]], counts[shares[k]] - 1) for k in order]


def _share(difference: Difference, totals: Mapping[Distance, float]) -> float:
    """Return the pair's share of the total of each distance, averaged over the distances."""
    nonzero = [d for d, total in totals.items() if total]
    return (
        fsum(difference.costs.get(d, 0.0) / totals[d] for d in nonzero) / len(nonzero)
        if nonzero
        else 0.0
    )


def _table(ranked: Sequence[_Ranked], key: str, *, over_time: bool) -> list[Node]:
    if not ranked:
        return [note("No pair differs: the estimate equals the truth.")]
    distances = list(
        dict.fromkeys(distance for ranked_pair in ranked for distance in ranked_pair.pair.costs)
    )
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
    rows = [_row(ranked_pair, distances, over_time=over_time) for ranked_pair in ranked[:_MOST_ROWS]]
    rest = f" The table holds the {_MOST_ROWS} that cost most." if len(ranked) > _MOST_ROWS else ""
    table = DataTable(f"{key}-table", "Pairs that differ", tuple(columns), rows)
    return [
        note(
            f"{plural(len(ranked), 'pair')} with a cost in some distance. {_worst_in_words(ranked)} "
            "The costs in the column of a distance sum to that distance. "
            f"{filter_and_sort_help(table)}{rest}".rstrip()
        ),
        data_table(table),
    ]


def _worst_in_words(ranked: Sequence[_Ranked]) -> str:
    worst = [tied for tied in ranked if tied.rank == 1]
    names = "; ".join(f"{_pair(tied.pair)} ({tied.pair.error})" for tied in worst[:_MOST_NAMED])
    rest = f"; and {len(worst) - _MOST_NAMED} more" if len(worst) > _MOST_NAMED else ""
    share = f"{_percent(worst[0].share)} of each distance on average"
    if len(worst) == 1:
        return f"The pair that costs most is {names}: {share}."
    return f"{len(worst)} pairs tie as those that cost most: {names}{rest}. Each costs {share}."


def _row(ranked_pair: _Ranked, distances: Sequence[Distance], *, over_time: bool) -> list[Cell | str]:
    difference = ranked_pair.pair
    return [
        _pair(difference),
        *(
            [Cell("" if difference.lag is None else str(difference.lag), float(difference.lag or 0))]
            if over_time
            else []
        ),
        Cell(difference.error, mark=f"v-{difference.error.replace(' ', '-')}"),
        Cell(_edge(difference.truth, difference.truth_in_words), mark=_short(difference.truth)),
        Cell(_edge(difference.estimate, difference.estimate_in_words), mark=_short(difference.estimate)),
        Cell(f"{ranked_pair.rank} =" if ranked_pair.ties else str(ranked_pair.rank), ranked_pair.rank),
        Cell(_percent(ranked_pair.share), ranked_pair.share),
        *(_cost(difference.costs.get(d, 0.0)) for d in distances),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _pair(difference: Difference) -> str:
    return ", ".join(clipped(name, _LONGEST) for name in difference.nodes)


def _edge(written: str, in_words: str) -> Element:
    """Write an edge, with its meaning as a tooltip."""
    shown = "no edge" if in_words.startswith("no edge ") else clipped(written, 2 * _LONGEST)
    return element("span", shown, title=clipped(in_words, 2 * _LONGEST))


def _short(text: str) -> str:
    return "s" if len(text) <= _SHORT else ""


def _cost(cost: float) -> Cell:
    return Cell(number(cost) if cost else "·", cost)
