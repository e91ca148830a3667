"""
The critical-difference diagram of a ranking: its texts, and a drawing for notebooks.

`render` draws the same on axes of matplotlib.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from edgemark.display.intervals import line
from edgemark.display.scene import INK, Anchor, Group, Part, Pen, Scene, Stroke, Text
from edgemark.display.svg import shortened, text_width
from edgemark.display.text import printable

if TYPE_CHECKING:
    from edgemark.stats.ranking import PostHoc, Ranking

__all__ = ["diagram_note", "halves", "rank_scene", "shown_names"]

_LONGEST_NAME = 60
_MOST_PAIRS = 3
_MOST_METHODS = 30
_SIZE, _NOTE = 12.0, 10.5
_SCALE, _LINE, _BAR, _GAP = 280.0, 22.0, 9.0, 8.0


def halves(ranking: Ranking) -> tuple[Sequence[str], Sequence[str]]:
    """Return the better half, whose labels are at the left, and the other half in reverse order."""
    order = ranking.order
    return order[: (len(order) + 1) // 2], order[: (len(order) - 1) // 2 : -1]


def shown_names(ranking: Ranking) -> dict[str, str]:
    """
    Names in full up to 60 characters; longer names are shortened in the middle, and numbered if equal.
    """
    short = {name: shortened(printable(name), _LONGEST_NAME) for name in ranking.methods}
    times = Counter(short.values())
    return {
        name: text if times[text] == 1 else f"{text} #{k}"
        for k, (name, text) in enumerate(short.items(), start=1)
    }


def diagram_note(ranking: Ranking, test: PostHoc = "holm") -> str:
    """What the ranks and the bars mean, and the pairs that no bar can join; several lines."""
    many = f"{len(ranking.blocks.names)} {ranking.blocks.unit}s"
    ranks = f"average rank over {many}, 1 is best"
    if ranking.control is not None:
        return f"{ranks}; no bars, because methods were compared with {printable(ranking.control)} only"
    what = "Nemenyi" if test == "nemenyi" else "Wilcoxon with Holm's correction"
    alpha = round(1 - ranking.level, 12)
    lines = [f"{ranks}; bars join methods without a significant difference ({what}, {alpha:g})"]
    names = shown_names(ranking)
    if alike := [" and ".join(names[m] for m in pair) for pair in ranking.unjoined(test)]:
        more = f", and {len(alike) - _MOST_PAIRS} pairs more" if len(alike) > _MOST_PAIRS else ""
        lines.append(
            "also without a significant difference, but without a bar: "
            f"{'; '.join(alike[:_MOST_PAIRS])}{more}"
        )
    return "\n".join(lines)


def rank_scene(ranking: Ranking) -> Scene | str:
    """Draw the diagram; return the reason if there are too many methods."""
    if len(ranking.methods) > _MOST_METHODS:
        return (
            f"Not drawn: diagrams of ranks have up to {_MOST_METHODS} methods here. In full: "
            "em.figures.plot_ranks(ranking)"
        )
    groups = () if ranking.control is not None else ranking.groups()
    notes = diagram_note(ranking).split("\n")
    left, right = halves(ranking)
    depth = 14.0 + _BAR * len(groups)
    label = _Labels(ranking)
    parts = [*_axis(len(ranking.methods)), *_bars(ranking, groups)]
    parts += [
        part for side, names in ((-1, left), (1, right)) for part in label.side(names, depth, side)
    ]
    bottom = depth + _LINE * len(left) + 4
    margins = [
        max(text_width(label.text(m, s), _SIZE) for m in ms) for s, ms in ((-1, left), (1, right))
    ]
    start = -margins[0] - 2 * _GAP
    width = max(_SCALE + sum(margins) + 4 * _GAP, *(text_width(one, _NOTE) + _GAP for one in notes))
    parts += [Text(start, bottom + 15 * k + 6, text, _NOTE, "start") for k, text in enumerate(notes)]
    ranks = ", ".join(f"{name} {ranking.average_rank(m):.2f}" for m, name in label.names.items())
    height = bottom + 15 * len(notes) + 6 + 34
    told = f"{ranks}. {' '.join(notes)}."
    title = f"Average ranks, {ranking.better} values are better"
    return Scene(start, -34.0, width, height, (Group(tuple(parts)),), title, told)


class _Labels:
    """The names with their ranks, each with a line from its place on the scale."""

    def __init__(self, ranking: Ranking) -> None:
        shown = shown_names(ranking)
        self.ranking = ranking
        self.names = {method: shown[method] for method in ranking.order}

    def text(self, method: str, side: int) -> str:
        rank = f"{self.ranking.average_rank(method):.2f}"
        name = self.names[method]
        return f"{name}  {rank}" if side < 0 else f"{rank}  {name}"

    def side(self, methods: Sequence[str], depth: float, side: int) -> list[Part]:
        end = -_GAP if side < 0 else _SCALE + _GAP
        found: list[Part] = []
        for k, method in enumerate(methods):
            x = _at(self.ranking.average_rank(method), len(self.names))
            y = depth + k * _LINE + 8
            found.append(Stroke((line((x, 0.0), (x, y)), line((x, y), (end, y))), Pen(INK, 1.0)))
            anchor: Anchor = "end" if side < 0 else "start"
            found.append(Text(end + 4 * side, y, self.text(method, side), _SIZE, anchor))
        return found


def _at(rank: float, k: int) -> float:
    return (rank - 1) / (k - 1) * _SCALE


def _axis(k: int) -> list[Part]:
    found: list[Part] = [Stroke((line((0.0, 0.0), (_SCALE, 0.0)),), Pen(INK, 1.2))]
    for rank in range(1, k + 1, ceil((k - 1) / 15)):
        x = _at(rank, k)
        found.append(Stroke((line((x, 0.0), (x, -6.0)),), Pen(INK, 1.2)))
        found.append(Text(x, -16.0, str(rank), _SIZE))
    return found


def _bars(ranking: Ranking, groups: Sequence[Sequence[str]]) -> list[Part]:
    k = len(ranking.methods)
    found: list[Part] = []
    for place, group in enumerate(groups, 1):
        a, b = (_at(ranking.average_rank(group[end]), k) for end in (0, -1))
        y = _BAR * place
        found.append(Stroke((line((a - 3, y), (b + 3, y)),), Pen(INK, 3.5)))
    return found
