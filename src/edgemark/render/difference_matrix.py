"""
Truth and estimate as an adjacency heat map, for graphs with too many nodes for a node-link picture.

Edges lead from rows to columns: a cell with a symbol means that the edge has an arrowhead or a circle
at the node of its column. An undirected edge has a symbol in both cells of its pair. Rows and columns
are sorted so that the truth's directed edges are above the diagonal, unless they have a cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil

from edgemark.display.layout import topological
from edgemark.display.scene import (
    FAINT,
    INK,
    Box,
    Disc,
    Group,
    Part,
    Pen,
    Polygon,
    Scene,
    Stroke,
    Text,
    in_grid,
)
from edgemark.display.svg import text_width
from edgemark.errors import plural
from edgemark.render.compared import VERDICTS, Compared, Pair, Verdict
from edgemark.render.difference_style import PENS, framed, legend_entry, straight

__all__ = ["matrix_scene", "order_of"]

_MOST_ROWS = 150
_MOST_NAMED = 90
_SIDE = 560.0
_PANEL_SIDE = 210.0
_MOST_SQUARES_PER_ROW = 90
_SHADES = (0.25, 0.5, 0.75, 1.0)

Cell = tuple[int, int]


def order_of(compared: Compared) -> list[int]:
    """Return the nodes in the causal order of the truth, or in their own order if it has a cycle."""
    arrows = [
        (a, b)
        for pair in compared.pairs
        if not pair.lag
        for a, glyph, b in pair.edges(pair.true)
        if glyph in ("-->", "o->")
    ]
    n = len(compared.names)
    return topological(n, arrows) or list(range(n))


def matrix_scene(
    compared: Compared, title: str = "", notes: Sequence[str] = (), *, named: bool = True
) -> Scene:
    """
    Draw the symbol of the verdict on each edge into the cells of the edge.

    With more than 150 nodes, draw a map for each verdict instead. Its squares stand for several cells,
    and are darker if more of these cells have an edge with the verdict.
    """
    position_of = {node: k for k, node in enumerate(order_of(compared))}
    n = len(position_of)
    if n > _MOST_ROWS:
        return _panels(compared, position_of, title, notes)
    size = min(_SIDE / max(n, 1), 13.0)
    groups = [
        Group(tuple(_cell(pair.verdict, x * size, y * size, size)), compared.tooltip(pair))
        for pair in compared.pairs
        for y, x in _cells(pair, position_of)
    ]
    side, margin = n * size, 0.0
    if named and n <= _MOST_NAMED:
        font = min(size * 0.9, 11.0)
        short_names = compared.short_names
        margin = max((text_width(name, font) for name in short_names), default=0.0) + 6
        names = [
            text
            for node, k in position_of.items()
            for text in (
                Text(-4, (k + 0.5) * size, short_names[node], font, "end"),
                Text((k + 0.5) * size, -4, short_names[node], font, "start", turned=True),
            )
        ]
        groups.append(Group(tuple(names)))
    frame = Group((Box(0, 0, side, side, 0, Pen(FAINT, 0.8)), *_grid(n, size)))
    legend = [
        legend_entry(f"{v} {count}", tuple(_cell(v, 10, -6.5, 13)))
        for v, count in compared.counts.items()
    ]
    key_to_cells = ["row: where the edge begins, column: where it points"]
    return framed(
        compared,
        [frame, *groups],
        (-margin, -margin, side, side),
        title,
        [*key_to_cells, *notes],
        legend,
    )


def _grid(n: int, size: float) -> Iterator[Part]:
    """Yield the diagonal, and a faint line after every tenth node."""
    yield Stroke((straight(0, 0, n * size, n * size),), Pen(FAINT, 0.5, (3.0, 3.0)))
    for k in range(10, n, 10):
        yield Stroke((straight(0, k * size, n * size, k * size),), Pen(FAINT, 0.25))
        yield Stroke((straight(k * size, 0, k * size, n * size),), Pen(FAINT, 0.25))


def _cells(pair: Pair, position_of: dict[int, int]) -> Iterator[Cell]:
    """Yield the cells (row, column) of the estimate's edge, or of the truth's edge if it is missing."""
    cells = set()
    for a, glyph, b in pair.edges(pair.found or pair.true):
        if glyph[2] != "-" or glyph == "---":
            cells.add((position_of[a], position_of[b]))
        if glyph[0] != "-" or glyph == "---":
            cells.add((position_of[b], position_of[a]))
    yield from sorted(cells)


def _cell(verdict: Verdict, x: float, y: float, size: float) -> Iterator[Part]:
    """Draw the symbol of a verdict. The shapes distinguish verdicts in greyscale too."""
    pen, edge = PENS[verdict], size * 0.12
    left, top, right, bottom = x + edge, y + edge, x + size - edge, y + size - edge
    thick = max(size * 0.17, 0.5)
    if verdict == "right":
        yield Box(left, top, right - left, bottom - top, 0, None, INK, 0.45)
    elif verdict == "missing":
        inner = edge + thick / 2
        yield Box(x + inner, y + inner, size - 2 * inner, size - 2 * inner, 0, Pen(pen.colour, thick))
    elif verdict == "extra":
        for line in (straight(left, top, right, bottom), straight(left, bottom, right, top)):
            yield Stroke((line,), Pen(pen.colour, thick * 1.15))
    elif verdict == "reversed":
        yield Polygon(((left, top), (right, bottom), (left, bottom)), pen.colour)
    else:
        yield Disc((x + size / 2, y + size / 2), size * 0.4, None, pen.colour)


# ---- many nodes


def _panels(compared: Compared, position_of: dict[int, int], title: str, notes: Sequence[str]) -> Scene:
    """Draw a map for each verdict; a square stands for several cells, and shows how many have edges."""
    n = len(position_of)
    cells_per_square = -(-n // _MOST_SQUARES_PER_ROW)
    counts = compared.counts
    shown_verdicts = [v for v in VERDICTS if counts[v] or v in ("right", "missing", "extra")]
    panels = [_panel(compared, position_of, verdict, cells_per_square, n) for verdict in shown_verdicts]
    placed = list(in_grid(panels, 3, 18.0))
    groups = [group for panel in placed for group in panel.groups]
    box = (
        min(p.left for p in placed), min(p.top for p in placed),
        max(p.left + p.width for p in placed), max(p.top + p.height for p in placed),
    )  # fmt: skip
    explanations = [
        f"{plural(n, 'node')}: a square stands for {cells_per_square} × {cells_per_square} cells, "
        f"darker where more edges are",
        "row: where the edge begins, column: where it points",
    ]
    verdicts_without_pairs = [f"{verdict} 0" for verdict in VERDICTS if verdict not in shown_verdicts]
    explanations += [", ".join(verdicts_without_pairs)] if verdicts_without_pairs else []
    return framed(compared, groups, box, title, [*explanations, *notes], ())


def _panel(
    compared: Compared, position_of: dict[int, int], verdict: Verdict, cells_per_square: int, n: int
) -> Scene:
    counts: dict[Cell, int] = {}
    for pair in compared.pairs:
        if pair.verdict == verdict:
            for y, x in _cells(pair, position_of):
                square = y // cells_per_square, x // cells_per_square
                counts[square] = counts.get(square, 0) + 1
    size = _PANEL_SIDE / -(-n // cells_per_square)
    colour = PENS[verdict].colour
    # Boxes of one shade follow each other, so that matplotlib draws them together.
    boxes = [
        Box(x * size, y * size, length * size, size, 0, None, colour, shade)
        for y, x, length, shade in sorted(_runs(counts), key=lambda run: run[3])
    ]
    frame = Box(0, 0, _PANEL_SIDE, _PANEL_SIDE, 0, Pen(FAINT, 0.8))
    head = Text(
        _PANEL_SIDE / 2, -11, f"{verdict} {compared.counts[verdict]}", 12, colour=colour, bold=True
    )
    return Scene(0, -22, _PANEL_SIDE, _PANEL_SIDE + 22, (Group((frame, *boxes, head)),), "", "")


def _runs(counts: dict[Cell, int]) -> Iterator[tuple[int, int, int, float]]:
    """Yield the runs of adjacent squares with one shade: row, first column, length and shade."""
    largest_count = max(counts.values(), default=1)

    def shade(cell: Cell) -> float:
        # The shades divide the counts up to the largest one into equal intervals.
        return _SHADES[ceil(len(_SHADES) * counts[cell] / largest_count) - 1]

    def key_of_run(item: tuple[int, Cell]) -> tuple[int, int, float]:
        k, (y, x) = item
        return y, x - k, shade((y, x))  # x and the position k grow together while squares are adjacent.

    cells: Iterable[tuple[int, Cell]] = enumerate(sorted(counts))
    for (y, _, shade_of_run), run_of_squares in groupby(cells, key_of_run):
        columns = [x for _, (_, x) in run_of_squares]
        yield y, columns[0], len(columns), shade_of_run
