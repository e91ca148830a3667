"""
The critical-difference diagram of a ranking: its texts, and a drawing for notebooks.

`render` draws the same diagram on axes of matplotlib.
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
from edgemark.errors import plural

if TYPE_CHECKING:
    from edgemark.stats.ranking import PostHoc, Ranking

__all__ = ["diagram_note", "halves", "rank_scene", "shown_names"]

_LONGEST_NAME = 60
_MOST_PAIRS = 3
_MOST_METHODS = 30
_TEXT_SIZE, _NOTE_SIZE = 12.0, 10.5
_AXIS_WIDTH, _LINE_HEIGHT, _BAR_SPACING, _GAP = 280.0, 22.0, 9.0, 8.0
_NOTE_HEIGHT = 15
_ABOVE_AXIS = 34.0  # room for the ticks and their numbers


def halves(ranking: Ranking) -> tuple[Sequence[str], Sequence[str]]:
    """
    Return the better half of the methods, and the other half in reverse order.

    The labels of the better half are at the left, those of the other half at the right. Both lists begin
    with the method whose rank is nearest to the end of the scale, so that no lines of labels cross.
    """
    order = ranking.order
    return order[: (len(order) + 1) // 2], order[: (len(order) - 1) // 2 : -1]


def shown_names(ranking: Ranking) -> dict[str, str]:
    """
    Return each name in full up to 60 characters; longer ones are shortened in the middle.

    If several shortened names are equal, each is followed by its number among the methods.
    """
    short = {name: shortened(printable(name), _LONGEST_NAME) for name in ranking.methods}
    times = Counter(short.values())
    return {
        name: text if times[text] == 1 else f"{text} #{k}"
        for k, (name, text) in enumerate(short.items(), start=1)
    }


def diagram_note(ranking: Ranking, test: PostHoc = "holm") -> str:
    """Explain the ranks and the bars; a second line names pairs that no bar can join."""
    replicates = f"{len(ranking.blocks.names)} {ranking.blocks.unit}s"
    ranks = f"average rank over {replicates}, 1 is best"
    if ranking.control is not None:
        return f"{ranks}; no bars, because methods were compared with {printable(ranking.control)} only"
    test_name = "Nemenyi" if test == "nemenyi" else "Wilcoxon with Holm's correction"
    alpha = round(1 - ranking.level, 12)
    lines = [f"{ranks}; bars join methods without a significant difference ({test_name}, {alpha:g})"]
    names = shown_names(ranking)
    if unjoined := [" and ".join(names[m] for m in pair) for pair in ranking.unjoined(test)]:
        n_others = len(unjoined) - _MOST_PAIRS
        and_others = f", and {plural(n_others, 'more pair')}" if n_others > 0 else ""
        lines.append(
            "also without a significant difference, but without a bar: "
            f"{'; '.join(unjoined[:_MOST_PAIRS])}{and_others}"
        )
    return "\n".join(lines)


def rank_scene(ranking: Ranking) -> Scene | str:
    """Draw the diagram; if there are too many methods, return the reason why it is not drawn."""
    if len(ranking.methods) > _MOST_METHODS:
        return (
            f"Not drawn: a notebook shows diagrams of up to {_MOST_METHODS} methods. To draw this one, "
            "call em.figures.plot_ranks(ranking)"
        )
    groups = () if ranking.control is not None else ranking.groups()
    notes = diagram_note(ranking).split("\n")
    left, right = halves(ranking)
    depth = 14.0 + _BAR_SPACING * len(groups)  # The labels begin here, below the axis and the bars.
    labels = _Labels(ranking)
    parts = [*_axis(len(ranking.methods)), *_bars(ranking, groups)]
    sides = (-1, left), (1, right)
    parts += [part for side, methods in sides for part in labels.parts(methods, depth, side)]
    bottom = depth + _LINE_HEIGHT * len(left) + 4
    margins = [
        max(text_width(labels.text(method, side), _TEXT_SIZE) for method in methods)
        for side, methods in sides
    ]
    start = -margins[0] - 2 * _GAP
    width = max(
        _AXIS_WIDTH + sum(margins) + 4 * _GAP, *(text_width(note, _NOTE_SIZE) + _GAP for note in notes)
    )
    parts += [
        Text(start, bottom + _NOTE_HEIGHT * k + 6, text, _NOTE_SIZE, "start")
        for k, text in enumerate(notes)
    ]
    ranks = ", ".join(
        f"{name} {ranking.average_rank(method):.2f}" for method, name in labels.names.items()
    )
    height = bottom + _NOTE_HEIGHT * len(notes) + 6 + _ABOVE_AXIS
    description = f"{ranks}. {' '.join(notes)}."
    title = f"Average ranks, {ranking.better} values are better"
    return Scene(start, -_ABOVE_AXIS, width, height, (Group(tuple(parts)),), title, description)


class _Labels:
    """
    The names with their ranks, each with a line from its place on the scale.

    A `side` is -1 for labels at the left and 1 for labels at the right.
    """

    def __init__(self, ranking: Ranking) -> None:
        shown = shown_names(ranking)
        self.ranking = ranking
        self.names = {method: shown[method] for method in ranking.order}

    def text(self, method: str, side: int) -> str:
        rank = f"{self.ranking.average_rank(method):.2f}"
        name = self.names[method]
        return f"{name}  {rank}" if side < 0 else f"{rank}  {name}"

    def parts(self, methods: Sequence[str], depth: float, side: int) -> list[Part]:
        """Draw the labels of one side, one below the other from `depth` on."""
        end = -_GAP if side < 0 else _AXIS_WIDTH + _GAP
        parts: list[Part] = []
        for k, method in enumerate(methods):
            x = _x_of_rank(self.ranking.average_rank(method), len(self.names))
            y = depth + k * _LINE_HEIGHT + 8
            parts.append(Stroke((line((x, 0.0), (x, y)), line((x, y), (end, y))), Pen(INK, 1.0)))
            anchor: Anchor = "end" if side < 0 else "start"
            parts.append(Text(end + 4 * side, y, self.text(method, side), _TEXT_SIZE, anchor))
        return parts


def _x_of_rank(rank: float, n_methods: int) -> float:
    return (rank - 1) / (n_methods - 1) * _AXIS_WIDTH


def _axis(n_methods: int) -> list[Part]:
    parts: list[Part] = [Stroke((line((0.0, 0.0), (_AXIS_WIDTH, 0.0)),), Pen(INK, 1.2))]
    for rank in range(1, n_methods + 1, ceil((n_methods - 1) / 15)):  # at most 16 ticks
        x = _x_of_rank(rank, n_methods)
        parts.append(Stroke((line((x, 0.0), (x, -6.0)),), Pen(INK, 1.2)))
        parts.append(Text(x, -16.0, str(rank), _TEXT_SIZE))
    return parts


def _bars(ranking: Ranking, groups: Sequence[Sequence[str]]) -> list[Part]:
    n_methods = len(ranking.methods)
    strokes: list[Part] = []
    for place, group in enumerate(groups, 1):
        left, right = (_x_of_rank(ranking.average_rank(group[end]), n_methods) for end in (0, -1))
        y = _BAR_SPACING * place
        strokes.append(Stroke((line((left - 3, y), (right + 3, y)),), Pen(INK, 3.5)))
    return strokes
