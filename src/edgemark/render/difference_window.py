"""
Time series graphs in a window: a row for each variable and a column for each drawn lag, with time to
the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgemark.display.layout import RADIUS, Pill
from edgemark.display.scene import FAINT, INK, Box, Group, Pen, Scene, Text
from edgemark.display.svg import text_width
from edgemark.render.compared import Compared, Pair
from edgemark.render.difference_graph import edge_groups, node_parts
from edgemark.render.difference_style import PENS, framed

__all__ = ["lags_of", "window_scene"]

_ROW, _COLUMN = 50.0, 118.0
_HEADING = 13.0


def lags_of(compared: Compared) -> list[int]:
    """Return the drawn lags: 0 and those of the edges, the largest first."""
    return sorted({0, *(pair.lag for pair in compared.pairs)}, reverse=True)


def window_scene(
    compared: Compared,
    title: str = "",
    notes: Sequence[str] = (),
    lags: Sequence[int] | None = None,
) -> Scene:
    """Draw the edges into time t; lagged edges start in the columns of their lags."""
    lags = lags_of(compared) if lags is None else lags
    n, short_names = len(compared.names), compared.short_names
    column = {lag: k for k, lag in enumerate(lags)}
    if not n:
        return framed(compared, (), (0, 0, 0, 0), title, ("no variables", *notes))
    pills = [Pill(k * _COLUMN, row * _ROW, 0.0) for k in range(len(lags)) for row in range(n)]
    edges, labels, box = edge_groups(
        compared,
        pills,
        lambda pair, end: column[0] * n + pair.second if end else column[pair.lag] * n + pair.first,
        _bend,
    )
    changing = dict(compared.changing)
    nodes = []
    for k, pill in enumerate(pills):
        lag, row = lags[k // n], k % n
        verdict = changing.get(row) if lag == 0 else None
        pen = PENS[verdict] if verdict else None
        description = f"{compared.names[row]}, {_time(lag)}"
        if verdict:
            description += f"; changing mechanism: {verdict}"
        nodes.append(Group(node_parts(pill, "Δ" if verdict else "", pen), description))
    top = -RADIUS - 20
    widest_name = max(map(text_width, short_names))
    names = Group(
        tuple(Text(-RADIUS - 10, row * _ROW, name, anchor="end") for row, name in enumerate(short_names))
    )
    heads = Group(tuple(Text(k * _COLUMN, top, _time(lag), _HEADING) for lag, k in column.items()))
    x_of_t = column[0] * _COLUMN
    time_t = Box(
        x_of_t - 26, top - 14, 52, (n - 1) * _ROW + RADIUS + 20 + 14 + 22, 8, Pen(FAINT, 0.6), INK, 0.03
    )
    left, _, right, bottom = box
    whole_box = (
        min(left, -RADIUS - 14 - widest_name),
        top - 16,
        max(right, x_of_t + 30),
        max(bottom, (n - 1) * _ROW + 24),
    )
    lag_note = [f"no edge at other lags up to {compared.max_lag}"] if _left_out(compared, lags) else []
    return framed(
        compared,
        [Group((time_t,)), names, heads, *edges, *nodes, *labels],
        whole_box,
        title,
        [*lag_note, *notes],
    )


def _bend(pair: Pair) -> float | None:
    """
    Return the bend of a contemporaneous edge. It bends to the right, where there are no lagged edges.
    None for a lagged edge, whose bend the router chooses.
    """
    steps = abs(pair.second - pair.first)
    if pair.lag or not steps:
        return None
    bend = 0.0 if steps == 1 else 0.25 + 0.45 / steps
    return -bend if pair.second > pair.first else bend


def _time(lag: int) -> str:
    return f"t − {lag}" if lag else "t"


def _left_out(compared: Compared, lags: Sequence[int]) -> bool:
    return compared.max_lag is not None and len(lags) <= compared.max_lag
