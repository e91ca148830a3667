"""Time series graphs, scores and samples in notebooks: a title, a picture if they are small, a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgemark.display.elements import Element, Markup, as_html, element
from edgemark.display.scene import FAINT, INK, Box, Group, Pen, Scene, Text
from edgemark.display.scene_svg import scene_svg
from edgemark.display.svg import picture, shortened, text_width
from edgemark.display.text import printable
from edgemark.graph.edge_words import Index
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.score_storage import Dense, Values

if TYPE_CHECKING:
    from edgemark.graph.scores import EdgeScores
    from edgemark.graph.temporal import TemporalGraph

__all__ = ["scores_html", "scores_svg", "series_html", "series_svg"]

_MAX_DRAWN_NODES, _MAX_DRAWN_EDGES = 30, 90
_MAX_MAP_NODES = 40
_MAX_LISTED = 50
_SQUARE_SIDE = 14.0


def series_html(graph: TemporalGraph) -> str:
    """Write a title, a picture of the variables at their time steps, and the list of edges."""
    edges = graph.edges()
    svg = series_svg(graph)
    names = _names(graph)
    position_of = {node: k for k, node in enumerate(graph.nodes)}
    lines = [
        f"{names[position_of[a]]} {glyph} {names[position_of[b]]}{f' @{lag}' if lag else ''}"
        for a, glyph, b, lag in edges[:_MAX_LISTED]
    ]
    changing = ", ".join(names[position_of[node]] for node in graph.changing[:_MAX_LISTED])
    return _with_title(
        f"TemporalGraph: {graph.side}, lags up to {graph.max_lag}",
        svg,
        f"Not drawn: pictures have up to {_MAX_DRAWN_NODES} nodes, each a variable at a time step, and "
        f"{_MAX_DRAWN_EDGES} edges."
        if names
        else "",
        _foldable_list("Edges", lines, len(edges)),
        element("div", f"Changing: {changing}") if changing else None,
        element("div", "The edges of all regimes are shown together.")
        if edges_come_and_go(graph)
        else None,
    )


def series_svg(graph: TemporalGraph) -> str | None:
    """
    Draw all variables at time t, and at earlier time steps those that have an edge.

    None if there are no variables, or too many nodes or edges.
    """
    edges = graph.edges()
    if len(edges) > _MAX_DRAWN_EDGES:
        return None
    names = _names(graph)
    position_of = {node: k for k, node in enumerate(graph.nodes)}
    drawn_nodes: dict[tuple[int, int], int] = {}
    for k in range(len(names)):
        drawn_nodes[k, 0] = len(drawn_nodes)
    for a, _, _, lag in edges:
        drawn_nodes.setdefault((position_of[a], lag), len(drawn_nodes))
    if not 0 < len(drawn_nodes) <= _MAX_DRAWN_NODES:
        return None
    labels = [f"{names[k]} t−{lag}" if lag else names[k] for k, lag in drawn_nodes]
    drawn_edges = [
        (drawn_nodes[position_of[a], lag], glyph, drawn_nodes[position_of[b], 0])
        for a, glyph, b, lag in edges
    ]
    return picture(labels, drawn_edges, f"Time series graph: {graph.side}", alone=True)


def _names(graph: TemporalGraph | EdgeScores) -> list[str]:
    if graph.is_named:
        return [printable(name) for name in graph.nodes]
    return [f"#{k}" for k in range(graph.n_nodes)]


# ---- scores


def scores_html(scores: EdgeScores, title: str, description: str) -> str:
    """Write a title, a map of squares if there are few nodes, and the highest scores."""
    names = _names(scores)
    starts, ends, values = _highest(scores)
    lines = [
        f"{names[i]} --> {names[j]}: {value:.3g}"
        for i, j, value in zip(starts, ends, values, strict=True)
    ]
    return _with_title(
        f"{title}: {scores.n_nodes} nodes, {description}",
        scores_svg(scores, description),
        f"Not drawn: maps have up to {_MAX_MAP_NODES} nodes." if names else "",
        _foldable_list("Highest", lines, len(lines)),
    )


def _highest(scores: EdgeScores) -> tuple[list[int], list[int], list[float]]:
    """Return the starts, ends and values of the highest scores, the highest first, 50 at most."""
    starts, ends, values = _listed(scores)
    order = np.argsort(-values, kind="stable")[:_MAX_LISTED]
    return starts[order].tolist(), ends[order].tolist(), values[order].tolist()


def _listed(scores: EdgeScores) -> tuple[Index, Index, Values]:
    """
    Return starts, ends and values of the scores that are not 0; of all scores if some are negative.

    If some are negative, 0 may be the best score, as it is for p = 0. Even then, zeros are left out if
    the scores are sparse and there are many nodes, since 0 is the score of all unlisted pairs.
    """
    cells, n = scores._cells, scores.n_nodes
    starts, ends, values = cells.triples()
    if values.min(initial=0.0) >= 0:
        return starts, ends, values
    if scores.candidates is not None:
        starts, ends = scores.candidates.starts, scores.candidates.ends
    elif n <= _MAX_MAP_NODES or isinstance(cells, Dense):
        starts, ends = np.nonzero(~np.eye(n, dtype=bool))
    return starts, ends, cells.at(starts, ends)


def scores_svg(scores: EdgeScores, description: str) -> str | None:
    """
    Draw a square for each score, darker if it is higher; None if there are no nodes or many.

    White stands for 0, or for the lowest score if it is negative.
    """
    n = scores.n_nodes
    if not 0 < n <= _MAX_MAP_NODES:
        return None
    names = [shortened(name) for name in _names(scores)]
    array, shades = scores.to_array(), _shades(scores)
    squares = [
        Group(
            (
                Box(
                    j * _SQUARE_SIDE,
                    i * _SQUARE_SIDE,
                    _SQUARE_SIDE,
                    _SQUARE_SIDE,
                    0,
                    None,
                    INK,
                    round(float(shades[i, j]), 2),
                ),
            ),
            f"{names[i]} --> {names[j]}: {array[i, j]:.3g}",
        )
        for i, j in zip(*(part.tolist() for part in np.nonzero(shades)), strict=True)
    ]
    frame = Group((Box(0, 0, n * _SQUARE_SIDE, n * _SQUARE_SIDE, 0, Pen(FAINT, 0.8)),))
    row_labels = [Text(-4, (k + 0.5) * _SQUARE_SIDE, name, 11, "end") for k, name in enumerate(names)]
    column_labels = [
        Text((k + 0.5) * _SQUARE_SIDE, -4, name, 11, "start", turned=True)
        for k, name in enumerate(names)
    ]
    margin = max(text_width(name, 11) for name in names) + 10
    size = n * _SQUARE_SIDE + margin + 6
    long_description = f"A square for each pair: row causes column. {description}."
    groups = (frame, *squares, Group((*row_labels, *column_labels)))
    return scene_svg(
        Scene(-margin, -margin, size, size, groups, description, long_description), paper="none"
    )


def _shades(scores: EdgeScores) -> Values:
    """Scale the scores so that the highest is 1; 0 for pairs without a score and for the diagonal."""
    array = scores.to_array()
    np.fill_diagonal(array, np.nan)
    unlisted = 0.0 if scores._unlisted is None else scores._unlisted
    lowest = min(unlisted, np.nanmin(array, initial=0.0))
    # Halved first, because the difference may overflow.
    height = np.nanmax(array, initial=lowest) / 2 - lowest / 2
    return np.nan_to_num((array / 2 - lowest / 2) / height) if height else np.zeros_like(array)


# ---- parts


def _with_title(title: str, svg: str | None, why_not: str, *parts: Element | None) -> str:
    """Return the HTML of a title, a picture or else why there is none ("" for no reason), and parts."""
    if svg:
        picture_or_reason: Element | None = element(
            "div", Markup(svg), style="overflow-x:auto;margin:0.5em 0"
        )
    else:
        picture_or_reason = element("div", why_not) if why_not else None
    return as_html(
        element(
            "div",
            element("div", title),
            picture_or_reason,
            *parts,
            class_="edgemark-graph",
            style="font-size:13px;line-height:1.45",
        )
    )


def _foldable_list(title: str, lines: list[str], count: int) -> Element | None:
    if not lines:
        return None
    rest = f"and {count - len(lines)} more" if count > len(lines) else None
    return element(
        "details",
        element("summary", title, style="cursor:pointer"),
        element(
            "ul",
            (element("li", line) for line in lines),
            style="columns:16em;list-style:none;margin:0.3em 0;padding:0;overflow-wrap:anywhere",
        ),
        element("div", rest) if rest else None,
    )
