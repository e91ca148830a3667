"""
Route edges between nodes at fixed places: straight, or bent around the nodes on the way.

A node is drawn as a pill, see `edgemark.display.layout`. A layout places the nodes of one graph. This
module routes the edges of any graph on the same nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from edgemark.display.layout import RADIUS, Curve, Pill, Point

__all__ = ["Router", "point_on"]

_OVERLAP_DISTANCE = 5.0  # pixels within which two points overlap
_CURVE_SHARES = np.linspace(0.0, 1.0, 33)  # where the distance of a curve from the pills is measured
_BENDS = (
    0.0,
    *(side * bend for bend in (0.05, 0.1, 0.15, 0.21, 0.28, 0.38, 0.55, 0.8) for side in (1, -1)),
)
_OVERLAP_SHARES = np.linspace(0.1, 0.9, 17)  # where two curves are compared
_LARGEST_SHIFT = 7.0  # pixels
_COST_OF_BEND, _COST_OF_PIXEL = 12.0, 0.25  # both for a bend of 1; the second for each pixel of length
_COST_OF_COVERED_POINT = 4.0


class Router:
    """Finds curves among pills, and stores them so that later edges avoid them if possible."""

    def __init__(self, pills: Sequence[Pill], clearance: float = 7.0) -> None:
        """`clearance`: pixels that an edge keeps from the pills on its way if possible."""
        self._pills, self._clearance = pills, clearance
        self._xs, self._ys, self._halves = (
            np.array([getattr(pill, name) for pill in pills], float) for name in ("x", "y", "half")
        )
        self._drawn = np.empty((0, _OVERLAP_SHARES.size, 2))

    def bend(self, a: int, b: int) -> float:
        """
        Choose the bend of an edge; it is straight if nothing is in the way.

        Returns:
            The offset of the control point from the middle, as a share of the length, to the right of
            the direction from a to b.
        """
        start, end = self._pills[a], self._pills[b]
        length = hypot(end.x - start.x, end.y - start.y)
        best, lowest_cost = 0.0, np.inf
        for bend in _BENDS:
            cost_of_bend = (_COST_OF_BEND + _COST_OF_PIXEL * length) * abs(bend)
            if cost_of_bend >= lowest_cost:  # All following bends cost as much or more.
                break
            cost = cost_of_bend + self._cost(self._bent(start, end, bend), a, b)
            if cost < lowest_cost:
                best, lowest_cost = bend, cost
        return best

    def curve(self, a: int, b: int, bend: float, aside: float = 0.0) -> Curve:
        """
        Return a curve between two pills, and store it. It joins their centres if `aside` is 0.

        Args:
            a: number of the first pill.
            b: number of the second pill.
            bend: see `bend`.
            aside: additional offset of the middle of the curve to the right, in pixels. The ends have
                the same offset, but at most 7 pixels.
        """
        start, end = self._pills[a], self._pills[b]
        length = hypot(end.x - start.x, end.y - start.y) or 1.0
        shift = max(-_LARGEST_SHIFT, min(aside, _LARGEST_SHIFT))
        dx, dy = -(end.y - start.y) / length * shift, (end.x - start.x) / length * shift
        start, end = (replace(pill, x=pill.x + dx, y=pill.y + dy) for pill in (start, end))
        curve = self._bent(start, end, bend + 2 * (aside - shift) / length)
        self._drawn = np.concatenate([self._drawn, _points(curve, _OVERLAP_SHARES)[None]])
        return curve

    def _bent(self, start: Pill, end: Pill, bend: float) -> Curve:
        """A quadratic curve whose control point is offset from the middle by a share of the length."""
        dx, dy = end.x - start.x, end.y - start.y
        x, y = (start.x + end.x) / 2 - dy * bend, (start.y + end.y) / 2 + dx * bend
        return (
            (start.x, start.y),
            ((start.x + 2 * x) / 3, (start.y + 2 * y) / 3),
            ((end.x + 2 * x) / 3, (end.y + 2 * y) / 3),
            (end.x, end.y),
        )

    def _cost(self, curve: Curve, a: int, b: int) -> float:
        """Return the cost of passing through or near other pills and of overlapping a stored edge."""
        points = _points(curve, _CURVE_SHARES)
        sideways = np.abs(points[:, :1] - self._xs) - self._halves
        distances = np.hypot(np.maximum(sideways, 0.0), points[:, 1:] - self._ys) - RADIUS
        distances[:, [a, b]] = np.inf
        depth = float(np.maximum(self._clearance - distances.min(axis=0, initial=np.inf), 0.0).sum())
        return 10 * depth + _COST_OF_COVERED_POINT * self._covered(_points(curve, _OVERLAP_SHARES))

    def _covered(self, points: NDArray[np.float64]) -> float:
        """
        Return how many of the 17 compared points overlap a stored edge, for the edge with the most.

        Each point is compared with the point at the same share of the stored edge, from either end.
        """
        if not self._drawn.size:
            return 0.0
        drawn = self._drawn
        distances = np.minimum(
            np.abs(drawn - points).max(axis=2), np.abs(drawn[:, ::-1] - points).max(axis=2)
        )
        return float((distances < _OVERLAP_DISTANCE).sum(axis=1).max())


def point_on(curve: Curve, share: float) -> tuple[Point, Point]:
    """Return a point of a curve, and the direction of the curve at it, of length 1."""
    a, b, c, d = (np.array(point) for point in curve)
    rest = 1 - share
    x, y = rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d
    u, v = rest**2 * (b - a) + 2 * rest * share * (c - b) + share**2 * (d - c)
    length = hypot(u, v) or 1.0
    return (float(x), float(y)), (float(u / length), float(v / length))


def _points(curve: Curve, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, c, d = (np.array(point) for point in curve)
    s = shares[:, None]
    points: NDArray[np.float64] = (
        (1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s**2 * c + s**3 * d
    )
    return points
