"""
Truth and estimate as nodes and edges. The truth determines the positions of the nodes.

A node is drawn as a pill: a box with round ends, which is wide enough for its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from edgemark.display.layout import RADIUS, Curve, Limits, Pill, layout_of, on_ellipse
from edgemark.display.marks import Arrowhead, drawn_ends
from edgemark.display.routing import Router, point_on
from edgemark.display.scene import (
    FAINT,
    INK,
    PAPER,
    Box,
    Disc,
    Group,
    Part,
    Pen,
    Polygon,
    Scene,
    Stroke,
    Text,
)
from edgemark.display.svg import text_width
from edgemark.render.compared import Compared, Drawn, Pair
from edgemark.render.difference_style import PENS, companion, framed

__all__ = ["PillOf", "edge_groups", "graph_scene", "node_parts"]

_LIMITS = Limits(width=1700.0, layers=16, bends=300)
_STRETCH, _STRETCH_FOR_LABELS = (1.0, 1.2), (1.5, 1.4)
_CLEARANCE, _CLEARANCE_FOR_LABELS = 7.0, 17.0
_BETWEEN_EDGES = 14.0
_BETWEEN_TRUE_AND_FOUND = 9.0
_LABEL_SIZE = 10.0
_LABEL_SHARES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)

PillOf = Callable[[Pair, int], int]
"""Returns the index of the pill of a pair's first node (0) or second node (1)."""


def graph_scene(compared: Compared, title: str = "", notes: Sequence[str] = ()) -> Scene:
    """Draw the comparison of a truth and an estimate without lags."""
    short_names = compared.short_names
    halves = [max(text_width(text) / 2 - RADIUS / 2, 0.0) for text in short_names]
    true_edges = [edge for pair in compared.pairs for edge in pair.edges(pair.true)]
    if not halves:
        return framed(compared, (), (0, 0, 0, 0), title, ("no nodes", *notes))
    layout = layout_of(halves, true_edges, _LIMITS) if true_edges else on_ellipse(halves)
    x_factor, y_factor = _STRETCH_FOR_LABELS if compared.confidence else _STRETCH
    pills = [replace(pill, x=pill.x * x_factor, y=pill.y * y_factor) for pill in layout.pills]
    edges, labels, box = edge_groups(compared, pills, lambda pair, end: (pair.first, pair.second)[end])
    nodes = [
        Group(node_parts(pill, text), name)
        for pill, text, name in zip(pills, short_names, compared.names, strict=True)
    ]
    return framed(compared, [*edges, *nodes, *labels], box, title, notes)


def node_parts(pill: Pill, text: str, pen: Pen | None = None) -> tuple[Part, ...]:
    """Return the shapes of a pill, with a text in it unless the text is empty."""
    x, y = pill.x - pill.half - RADIUS, pill.y - RADIUS
    size = 2 * (pill.half + RADIUS), 2 * RADIUS
    return (
        Box(x, y, *size, RADIUS, None, PAPER),
        Box(x, y, *size, RADIUS, pen or Pen(FAINT, 1.0), INK, 0.06),
        *([Text(pill.x, pill.y, text)] if text else []),
    )


# ---- edges


@dataclass(frozen=True, slots=True)
class _Line:
    """One edge to draw."""

    pair: Pair
    edge: Drawn
    pen: Pen
    offset: float
    labelled: bool = True


def edge_groups(
    compared: Compared,
    pills: Sequence[Pill],
    pill_of: PillOf,
    bend: Callable[[Pair], float | None] = lambda pair: None,
) -> tuple[list[Group], list[Group], tuple[float, float, float, float]]:
    """
    Return the edges of all pairs, the labels of the edges, and the box around pills and edges.

    The labels are scores, or shares of the samples. Pairs that are adjacent in the truth are routed
    first, so that they look the same for every estimate. `bend` gives the bend of a pair; where it gives
    None, the router chooses.
    """
    router = Router(pills, _CLEARANCE_FOR_LABELS if compared.confidence else _CLEARANCE)
    xs = [x for p in pills for x in (p.x - p.half - RADIUS, p.x + p.half + RADIUS)]
    ys = [y for p in pills for y in (p.y - RADIUS, p.y + RADIUS)]
    parts: dict[Pair, list[Part]] = {}
    labels: list[tuple[Pair, Curve, str]] = []
    bends: dict[Pair, float] = {}
    for line in _lines(sorted(compared.pairs, key=lambda pair: not pair.true)):
        pair = line.pair
        first, second = pill_of(pair, 0), pill_of(pair, 1)
        if pair not in bends:
            given_bend = bend(pair)
            bends[pair] = router.bend(first, second) if given_bend is None else given_bend
        curve = router.curve(first, second, bends[pair], line.offset)
        ends = first, second
        if line.edge[0] != pair.first:
            ends, curve = (second, first), (curve[3], curve[2], curve[1], curve[0])
        drawn = drawn_ends(
            line.edge[1], [curve], pills[ends[0]], pills[ends[1]], scale=0.85 + 0.15 * line.pen.width
        )
        parts.setdefault(pair, []).append(Stroke(drawn.line, line.pen))
        for mark in drawn.marks:
            if isinstance(mark, Arrowhead):
                parts[pair].append(Polygon(mark.corners, line.pen.colour))
            else:
                solid = replace(line.pen, dashes=(), width=min(line.pen.width, 1.8))
                parts[pair].append(Disc(mark.centre, mark.radius, solid, PAPER))
        xs += [point[0] for point in _curve_points(curve)]
        ys += [point[1] for point in _curve_points(curve)]
        value = (compared.confidence or {}).get((line.edge[0], line.edge[2], pair.lag))
        if value is not None and line.labelled:
            labels.append((pair, curve, f"{value:.2f}" if abs(value) < 100 else f"{value:.3g}"))
    groups = [
        Group(tuple(parts_of_pair), compared.tooltip(pair)) for pair, parts_of_pair in parts.items()
    ]
    return groups, list(_labels(labels, pills)), (min(xs), min(ys), max(xs), max(ys))


def _curve_points(curve: Curve) -> list[tuple[float, float]]:
    return [point_on(curve, k / 8)[0] for k in range(9)]


def _lines(pairs: Sequence[Pair]) -> Iterator[_Line]:
    """Yield the edges to draw for each pair; several edges of a pair are drawn side by side."""
    for pair in pairs:
        pen = PENS[pair.verdict]
        state = pair.true if pair.verdict == "missing" else pair.found
        edges = [(edge, pen, True) for edge in pair.edges(state)]
        distance = _BETWEEN_EDGES
        if pair.verdict == "wrong mark":
            edges += [(edge, companion(pen), False) for edge in pair.edges(pair.true)]
            distance = _BETWEEN_TRUE_AND_FOUND if len(edges) == 2 else _BETWEEN_EDGES
        for k, (edge, pen_of_edge, labelled) in enumerate(edges):
            yield _Line(pair, edge, pen_of_edge, distance * (k - (len(edges) - 1) / 2), labelled)


def _labels(labels: Sequence[tuple[Pair, Curve, str]], pills: Sequence[Pill]) -> Iterator[Group]:
    """Place each label on its line, away from other labels and nodes if possible."""
    placed: list[tuple[float, float, float]] = []
    for pair, curve, text in labels:
        half = text_width(text, _LABEL_SIZE) / 2
        points = [point_on(curve, share)[0] for share in _LABEL_SHARES]

        def free(point: tuple[float, float], half: float = half) -> bool:
            return all(
                abs(point[0] - x) > half + other_half or abs(point[1] - y) > _LABEL_SIZE + 1
                for x, y, other_half in placed
            ) and all(
                abs(point[0] - p.x) > p.half + RADIUS + half
                or abs(point[1] - p.y) > RADIUS + _LABEL_SIZE / 2
                for p in pills
            )

        x, y = next((point for point in points if free(point)), points[0])
        placed.append((x, y, half))
        yield Group((Text(x, y, text, _LABEL_SIZE, halo=True, colour=PENS[pair.verdict].colour),))
