"""
The layout of the nodes and edges of a small graph.

Nodes are pills, which are round at both ends. They are placed in layers (longest path), with directed
edges downward and isolated nodes in rows below. Edges bend around the nodes of a layer that they pass,
and each edge has its own port at a pill: the point where it begins or ends.

If there is a directed cycle, if none of the edges is directed, or if the layers need too much room, the
nodes are placed on an ellipse in their order, so two graphs on the same nodes look similar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, combinations, pairwise
from math import cos, hypot, pi, sin, sqrt

RADIUS = 12.0
"""Half the height of a pill."""

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""
Edge = tuple[int, str, int]
"""The first node, the glyph and the second node of an edge."""
Link = tuple[int, int]
"""Two items on successive layers. An item is a node or a bend; bends are numbered after the nodes."""
Chain = tuple[int, ...]
"""The path of an edge downwards: a node, bends, a node."""
Neighbours = dict[int, list[int]]
"""The linked items of each item, in one of the layers next to it."""

_GAP = 24.0  # between pills of a layer
_LAYER = 62.0  # the distance between two layers
_PORT = 13.0  # the largest distance between neighbouring ports of a pill
_FLATTEST = 1.5  # the largest slope of an edge at its ends: horizontal by vertical distance
_SWEEPS = 12  # over all layers, to order and to place their items
_SMALLEST_ELLIPSE = 55.0  # half its height
_BOW = 22.0  # from the middle of a bowed edge to its control point


@dataclass(frozen=True, slots=True)
class Pill:
    """A horizontal segment of length 2 `half` around (x, y), and all points within `RADIUS` of it."""

    x: float
    y: float
    half: float

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the border; negative inside."""
        sideways = max(abs(point[0] - self.x) - self.half, 0.0)
        return hypot(sideways, point[1] - self.y) - RADIUS


@dataclass(frozen=True, slots=True)
class Limits:
    """
    The largest width in pixels, number of layers and number of bends of a layout in layers. If a graph
    needs more, an ellipse is clearer.
    """

    width: float = 1100.0
    layers: int = 9
    bends: int = 80


@dataclass(frozen=True, slots=True)
class Layout:
    """
    The pills of the nodes and the routes of the edges.

    Attributes:
        pills: the pill of each node.
        routes: the curves of each edge, from inside the pill of its first node to that of its second.
    """

    pills: tuple[Pill, ...]
    routes: tuple[tuple[Curve, ...], ...]


_USUAL_LIMITS = Limits()


def layout_of(halves: Sequence[float], edges: Sequence[Edge], limits: Limits = _USUAL_LIMITS) -> Layout:
    """Return the layout of nodes whose pills have these half lengths."""
    ranks = _ranks(len(halves), edges)
    layered = None if ranks is None else _layered(halves, edges, ranks, limits)
    return layered or _elliptic_layout(halves, edges)


# ---- layers


def _ranks(n: int, edges: Sequence[Edge]) -> list[int] | None:
    """
    Return the layer of each node. Every edge leads down, undirected ones in topological order.

    Return None if there is a directed cycle, or if there are edges and none of them is directed.
    """
    down = [(a, b) for a, glyph, b in edges if glyph in ("-->", "o->")]
    order = topological(n, down)
    if order is None or (edges and not down):
        return None
    place = {node: k for k, node in enumerate(order)}
    downward: dict[int, list[int]] = {node: [] for node in order}
    for a, _, b in edges:
        above, below = sorted((a, b), key=place.__getitem__)
        downward[above].append(below)
    ranks = [0] * n
    for node in order:
        for below in downward[node]:
            ranks[below] = max(ranks[below], ranks[node] + 1)
    has_above = {below for all_below in downward.values() for below in all_below}
    # Move the nodes without an edge from above down to the nodes below them.
    for node in order:
        if downward[node] and node not in has_above:
            ranks[node] = min(ranks[below] for below in downward[node]) - 1
    return ranks


def topological(n: int, arrows: Sequence[Link]) -> list[int] | None:
    """Return the nodes in topological order, ties in their original order; None if there is a cycle."""
    n_waiting_for = [0] * n
    children: list[list[int]] = [[] for _ in range(n)]
    for a, b in arrows:
        n_waiting_for[b] += 1
        children[a].append(b)
    ready = [node for node in range(n) if not n_waiting_for[node]]
    heapify(ready)
    order = []
    while ready:
        node = heappop(ready)
        order.append(node)
        for b in children[node]:
            n_waiting_for[b] -= 1
            if not n_waiting_for[b]:
                heappush(ready, b)
    return order if len(order) == n else None


def _layered(
    halves: Sequence[float], edges: Sequence[Edge], ranks: Sequence[int], limits: Limits
) -> Layout | None:
    """Place nodes in layers, and isolated nodes below; None if this exceeds the limits."""
    linked = {node for a, _, b in edges for node in (a, b)}
    layers: list[list[int]] = [[] for _ in range(max((ranks[v] + 1 for v in linked), default=0))]
    for node in sorted(linked):
        layers[ranks[node]].append(node)
    chains = list(_chains(len(halves), edges, ranks, layers))
    n_bends = sum(len(chain) - 2 for chain in chains)
    sizes = [*halves, *([0.0] * n_bends)]
    width = max((sum(2 * (sizes[k] + RADIUS) + _GAP for k in layer) for layer in layers), default=0.0)
    if len(layers) > limits.layers or n_bends > limits.bends or width > limits.width:
        return None
    links = [link for chain in chains for link in pairwise(chain)]
    xs = _horizontal_positions(_with_few_crossings(layers, links), links, sizes, n_nodes=len(halves))
    level = {item: rank for rank, layer in enumerate(layers) for item in layer}
    isolated = [node for node in range(len(halves)) if node not in linked]
    isolated_pills = _rows_of_isolated(
        isolated, halves, min(xs.values(), default=0.0), len(layers), limits.width
    )
    pills = tuple(
        isolated_pills[v] if v in isolated_pills else Pill(xs[v], level[v] * _LAYER, halves[v])
        for v in range(len(halves))
    )
    return Layout(pills, _routes(edges, chains, xs, level, pills))


def _chains(
    n: int, edges: Sequence[Edge], ranks: Sequence[int], layers: list[list[int]]
) -> Iterator[Chain]:
    """Yield the path of each edge, and add a bend to each layer that the edge passes."""
    bend = n
    for a, _, b in edges:
        above, below = sorted((a, b), key=ranks.__getitem__)
        between = range(ranks[above] + 1, ranks[below])
        for k, rank in enumerate(between):
            layers[rank].append(bend + k)
        yield (above, *range(bend, bend + len(between)), below)
        bend += len(between)


def _rows_of_isolated(
    isolated: Sequence[int], halves: Sequence[float], left: float, n_layers: int, width: float
) -> dict[int, Pill]:
    """Place isolated nodes below the layers, in rows of half the largest width."""
    pills, x, y = {}, left, n_layers * _LAYER
    for node in isolated:
        size = 2 * (halves[node] + RADIUS)
        if x > left and x + size - left > width / 2:
            x, y = left, y + 3 * RADIUS
        pills[node] = Pill(x + size / 2, y, halves[node])
        x += size + _GAP
    return pills


def _with_few_crossings(layers: list[list[int]], links: Sequence[Link]) -> list[list[int]]:
    """
    Order the items of each layer for few crossings.

    Each sweep over the layers, down or up, sorts a layer by the mean position of the linked items in
    the layer before. Then neighbours in a layer are swapped if that removes crossings.
    """
    above, below = _neighbours(links)
    best, fewest = layers, _crossings(layers, below)
    current = [list(layer) for layer in layers]
    for sweep in range(_SWEEPS):
        neighbours, ranks = (
            (below, reversed(range(len(layers)))) if sweep % 2 else (above, range(len(layers)))
        )
        for rank in ranks:
            position = _positions_in_layers(current)
            mean_position = {
                item: _mean([position[other] for other in neighbours.get(item, [item])])
                for item in current[rank]
            }
            current[rank].sort(key=mean_position.__getitem__)
        _swap_neighbours(current, above, below)
        crossings = _crossings(current, below)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in current], crossings
    return best


def _swap_neighbours(layers: list[list[int]], above: Neighbours, below: Neighbours) -> None:
    """Swap neighbours in a layer if that removes crossings."""
    for layer in layers:
        position = _positions_in_layers(layers)
        for k in range(len(layer) - 1):
            a, b = layer[k], layer[k + 1]
            if _crossings_of_pair(a, b, position, above, below) > _crossings_of_pair(
                b, a, position, above, below
            ):
                layer[k], layer[k + 1] = b, a


def _crossings_of_pair(left: int, right: int, position: Mapping[int, int], *sides: Neighbours) -> int:
    """Count the crossings between the links of two items of a layer, above, below or both."""
    return sum(
        position[a] > position[b]
        for neighbours in sides
        for a in neighbours.get(left, ())
        for b in neighbours.get(right, ())
    )


def _crossings(layers: Sequence[Sequence[int]], below: Neighbours) -> int:
    position = _positions_in_layers(layers)
    return sum(
        _crossings_of_pair(a, b, position, below) for layer in layers for a, b in combinations(layer, 2)
    )


def _neighbours(links: Sequence[Link]) -> tuple[Neighbours, Neighbours]:
    """Return the items linked to each item in the layer above, and in the layer below."""
    above: Neighbours = {}
    below: Neighbours = {}
    for a, b in links:
        above.setdefault(b, []).append(a)
        below.setdefault(a, []).append(b)
    return above, below


def _positions_in_layers(layers: Sequence[Sequence[int]]) -> dict[int, int]:
    return {item: at for layer in layers for at, item in enumerate(layer)}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _horizontal_positions(
    layers: Sequence[Sequence[int]],
    links: Sequence[Link],
    sizes: Sequence[float],
    n_nodes: int,
) -> dict[int, float]:
    """
    Return the horizontal place of each item, near the mean place of the items linked to it.

    The items of a layer keep their order and do not overlap.
    """
    above, below = _neighbours(links)
    xs: dict[int, float] = {}
    offsets = []  # of the items of each layer from its first item, if they are packed tightly
    for layer in layers:
        widths = [sizes[k] + (RADIUS if k < n_nodes else 0.0) for k in layer]
        steps = [a + b + _GAP for a, b in pairwise(widths)]
        offsets.append(list(accumulate(steps, initial=0.0)))
        middle = offsets[-1][-1] / 2
        xs.update((k, at - middle) for k, at in zip(layer, offsets[-1], strict=True))
    for sweep in range(_SWEEPS):
        for rank in range(len(layers)) if sweep % 2 else reversed(range(len(layers))):
            layer, offset = layers[rank], offsets[rank]
            neighbours = [[*above.get(k, ()), *below.get(k, ())] for k in layer]
            targets = [_mean([xs[other] for other in others]) for others in neighbours]
            # Places do not overlap if and only if they minus the offsets are in ascending order.
            shifts = _isotonic([x - at for x, at in zip(targets, offset, strict=True)])
            xs.update((k, shift + at) for k, shift, at in zip(layer, shifts, offset, strict=True))
    return xs


def _isotonic(values: Sequence[float]) -> list[float]:
    """Return the non-decreasing sequence with the least squared distance (isotonic regression)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        total, size = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            last_pool = pools.pop()
            total, size = total + last_pool[0], size + last_pool[1]
        pools.append((total, size))
    return [total / size for total, size in pools for _ in range(size)]


def _routes(
    edges: Sequence[Edge],
    chains: Sequence[Chain],
    xs: dict[int, float],
    level: dict[int, int],
    pills: Sequence[Pill],
) -> tuple[tuple[Curve, ...], ...]:
    """Return the curves of every edge, from its port at one pill to its port at the other."""
    tops = _ports([(chain[0], xs[chain[1]]) for chain in chains], pills)
    bottoms = _ports([(chain[-1], xs[chain[-2]]) for chain in chains], pills)
    routes = []
    for (a, _, _), chain, top, bottom in zip(edges, chains, tops, bottoms, strict=True):
        points = [(xs[k], level[k] * _LAYER) for k in chain]
        points[0] = (points[0][0] + top, points[0][1])
        points[-1] = (points[-1][0] + bottom, points[-1][1])
        curves = _smooth(points)
        routes.append(curves if chain[0] == a else _reversed(curves))
    return tuple(routes)


def _ports(ends: Sequence[tuple[int, float]], pills: Sequence[Pill]) -> list[float]:
    """
    Return the horizontal offset of the port of each edge from the centre of its pill.

    `ends` holds, for each edge, the node of the pill and the place to which the edge leads. The ports of
    a pill have the order of these places.
    """
    at_pill: dict[int, list[int]] = {}
    for k, (node, _) in enumerate(ends):
        at_pill.setdefault(node, []).append(k)
    ports = [0.0] * len(ends)
    for node, edges_here in at_pill.items():
        edges_here.sort(key=lambda k: ends[k][1])
        room = 2 * pills[node].half + RADIUS
        step = min(_PORT, room / (len(edges_here) - 1)) if len(edges_here) > 1 else 0.0
        for rank, k in enumerate(edges_here):
            ports[k] = step * (rank - (len(edges_here) - 1) / 2)
    return ports


def _smooth(points: Sequence[Point]) -> tuple[Curve, ...]:
    """Return curves through points on successive layers, monotone in both coordinates."""
    slopes = [_steeper((b[0] - a[0]) / (b[1] - a[1])) for a, b in pairwise(points)]
    bends = [min(a, b, key=abs) if a * b > 0 else 0.0 for a, b in pairwise(slopes)]
    tangents = [slopes[0], *bends, slopes[-1]]
    curves = []
    for (a, b), before, after in zip(pairwise(points), tangents, tangents[1:], strict=False):
        third = (b[1] - a[1]) / 3
        curves.append(
            (a, (a[0] + before * third, a[1] + third), (b[0] - after * third, b[1] - third), b)
        )
    return tuple(curves)


def _steeper(slope: float) -> float:
    """Make the slope of a flat edge steeper, so that it passes below the neighbouring pill."""
    return slope / sqrt(1 + (slope / _FLATTEST) ** 2)


def _reversed(curves: Sequence[Curve]) -> tuple[Curve, ...]:
    return tuple((d, c, b, a) for a, b, c, d in reversed(curves))


# ---- an ellipse


def on_ellipse(halves: Sequence[float]) -> Layout:
    """Place nodes on an ellipse, without edges."""
    return _elliptic_layout(halves, ())


def _elliptic_layout(halves: Sequence[float], edges: Sequence[Edge]) -> Layout:
    pills = _pills_on_ellipse(halves)
    ends = [frozenset((a, b)) for a, _, b in edges]
    routes = []
    for k, (a, _, b) in enumerate(edges):
        start, end = (pills[a].x, pills[a].y), (pills[b].x, pills[b].y)
        if ends.count(ends[k]) > 1:
            # Two edges between the same nodes bow to different sides.
            side = 1 if ends.index(ends[k]) == k else -1
            direction = side if a < b else -side
            routes.append((_bowed(start, end, direction * _BOW),))
        else:
            # An edge between nodes that are near each other on the ellipse bends to the centre, around
            # the nodes between them.
            steps = min(abs(a - b), len(halves) - abs(a - b))
            pull = 0.0 if steps == 1 else max(0.6 - 1.8 * steps / len(halves), 0.0)
            routes.append((_towards(start, end, (0.0, 0.0), pull),))
    return Layout(pills, tuple(routes))


def _pills_on_ellipse(halves: Sequence[float]) -> tuple[Pill, ...]:
    """Place pills at equal distances along the ellipse, in units of the width and height of a pill."""
    n = len(halves)
    width, height = 2 * (max(halves) + RADIUS) + _GAP, 2 * RADIUS + _GAP
    aspect = min(max(sqrt(width / height), 1.0), 1.7)
    samples = 90 * n
    turns = [2 * pi * k / samples for k in range(samples + 1)]
    ring = [(aspect * sin(turn), -cos(turn)) for turn in turns]
    steps = [max(abs(b[0] - a[0]) / width, abs(b[1] - a[1]) / height) for a, b in pairwise(ring)]
    distances = list(accumulate(steps, initial=0.0))
    scale = max(1.05 * n / distances[-1], _SMALLEST_ELLIPSE)
    places = [
        next(k for k, d in enumerate(distances) if d >= distances[-1] * node / n) for node in range(n)
    ]
    return tuple(
        Pill(scale * ring[k][0], scale * ring[k][1], half)
        for k, half in zip(places, halves, strict=True)
    )


def _bowed(start: Point, end: Point, bow: float) -> Curve:
    """Return a curve from start to end that bows to one side by half of `bow`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    aside = (-dy / length * bow, dx / length * bow)
    return _towards(start, end, (start[0] + dx / 2 + aside[0], start[1] + dy / 2 + aside[1]), 1.0)


def _towards(start: Point, end: Point, point: Point, pull: float) -> Curve:
    """
    Return a quadratic Bézier curve, in the form of a cubic one.

    Its control point lies between the middle of start and end (`pull` 0) and a point (`pull` 1).
    """
    x = (start[0] + end[0]) / 2 * (1 - pull) + point[0] * pull
    y = (start[1] + end[1]) / 2 * (1 - pull) + point[1] * pull
    return (
        start,
        ((start[0] + 2 * x) / 3, (start[1] + 2 * y) / 3),
        ((end[0] + 2 * x) / 3, (end[1] + 2 * y) / 3),
        end,
    )
