"""
Two time series graphs in one picture: a row for each variable and a column for each drawn lag, with
time to the right.
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
    """Return the lags to draw: 0 and the lags of the edges, the largest first."""
    return sorted({0, *(pair.lag for pair in compared.pairs)}, reverse=True)


def window_scene(
    compared: Compared,
    title: str = "",
    notes: Sequence[str] = (),
    lags: Sequence[int] | None = None,
) -> Scene:
    """
    Draw the edges into time t; lagged edges start in the columns of their lags.

    `lags` are the lags that get a column, the largest first; None takes those of `lags_of`.
    """
    lags = lags_of(compared) if lags is None else lags
    n, short_names = len(compared.names), compared.short_names
    column = {lag: k for k, lag in enumerate(lags)}
    if not n:
        return framed(compared, (), (0, 0, 0, 0), title, ("no variables", *notes))
    # Column by column; the pill of a variable in column k is number k * n + row.
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
    heading_y = -RADIUS - 20
    widest_name = max(map(text_width, short_names))
    names = Group(
        tuple(Text(-RADIUS - 10, row * _ROW, name, anchor="end") for row, name in enumerate(short_names))
    )
    headings = Group(
        tuple(Text(k * _COLUMN, heading_y, _time(lag), _HEADING) for lag, k in column.items())
    )
    x_of_t = column[0] * _COLUMN
    # A faint box around the column of time t.
    time_t = Box(
        x_of_t - 26,
        heading_y - 14,
        52,
        (n - 1) * _ROW + RADIUS + 20 + 14 + 22,
        8,
        Pen(FAINT, 0.6),
        INK,
        0.03,
    )
    left, _, right, bottom = box
    whole_box = (
        min(left, -RADIUS - 14 - widest_name),
        heading_y - 16,
        max(right, x_of_t + 30),
        max(bottom, (n - 1) * _ROW + 24),
    )
    lag_note = (
        [f"no edge at other lags up to {compared.max_lag}"] if _leaves_out_lags(compared, lags) else []
    )
    return framed(
        compared,
        [Group((time_t,)), names, headings, *edges, *nodes, *labels],
        whole_box,
        title,
        [*lag_note, *notes],
    )


def _bend(pair: Pair) -> float | None:
    """
    Return the bend of a contemporaneous edge, or None for a lagged edge, whose bend the router chooses.

    An edge between neighbouring rows is straight. A longer one bends to the right in the picture, where
    there are no lagged edges.
    """
    steps = abs(pair.second - pair.first)
    if pair.lag or not steps:
        return None
    bend = 0.0 if steps == 1 else 0.25 + 0.45 / steps
    return -bend if pair.second > pair.first else bend


def _time(lag: int) -> str:
    return f"t − {lag}" if lag else "t"


def _leaves_out_lags(compared: Compared, lags: Sequence[int]) -> bool:
    """Whether a lag up to the largest one gets no column."""
    return compared.max_lag is not None and len(lags) <= compared.max_lag
