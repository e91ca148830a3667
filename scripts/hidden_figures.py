"""
Draw the pictures of docs/hidden.md into docs/hidden/.

Run: .venv/bin/python scripts/hidden_figures.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import edgemark as em
from edgemark import figures
from edgemark.display.layout import RADIUS, Curve, Pill, Point
from edgemark.display.marks import Arrowhead, drawn_ends
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
    in_grid,
)
from edgemark.display.scene_svg import scene_svg

DOCS = Path(__file__).parent.parent / "docs" / "hidden"
_SIZE = 170.0
_ORANGE, _BLUE = "#d55e00", "#0072b2"

DAG = em.Graph.parse("L --> A; L --> B; A --> C; B --> C; D --> A")
DAG_PLACES = {"D": (0.0, 0.0), "L": (0.6, 0.0), "A": (0.3, 0.5), "B": (1.0, 0.5), "C": (0.6, 1.0)}
CONFOUNDED = em.Graph.parse("W --> C; C <-> T; C --> Y; T --> Y", kind="mag")
CONFOUNDED_PLACES = {"W": (0.0, 0.0), "C": (0.6, 0.0), "T": (0.0, 1.0), "Y": (0.9, 1.0)}
TRUE_PAG = em.Graph.parse("B o-> A; A --> C; D o-> A; B --> C; C --> E", kind="pag")
FOUND_PAG = em.Graph.parse("B o-> A; D o-> A; A --> C; B o-> E; C <-> E", kind="pag")


def projection() -> str:
    """A DAG with a hidden node, its MAG, and its PAG, with the nodes in the same places."""
    mag = em.latent_projection(DAG, hidden=["L"])
    pag = em.to_pag(mag)
    visible = {frozenset((a, b)) for a, _, b in em.equivalence.visible_edges(pag)}
    panels = [
        _panel(DAG, DAG_PLACES, "DAG, L is hidden", hidden=["L"]),
        _panel(mag, DAG_PLACES, "MAG"),
        _panel(pag, DAG_PLACES, "PAG, its visible edge in blue", coloured=dict.fromkeys(visible, _BLUE)),
    ]
    return _svg_of_panels(panels, "A DAG with a hidden node, its MAG and its PAG")


def difference() -> str:
    """The differences between a PAG and an estimate of it."""
    return figures.draw_diff(TRUE_PAG, FOUND_PAG, title="The PAG of the truth, and an estimate")


def adjustment() -> str:
    """The effect of T on Y, adjusted for the parents of T, and for the canonical set."""
    canonical = em.metrics.canonical_set(CONFOUNDED, "T", "Y")
    assert canonical is not None
    open_path = dict.fromkeys(map(frozenset, [("C", "T"), ("C", "Y")]), _ORANGE)
    panels = []
    for chosen, set_name in ((CONFOUNDED.parents("T"), "parents of T"), (canonical, "canonical set")):
        valid = em.metrics.is_adjustment_set(CONFOUNDED, "T", "Y", chosen)
        set_text = "{" + ", ".join(sorted(chosen)) + "}"
        title = f"{set_name} {set_text}: {'valid' if valid else 'not valid'}"
        coloured = {} if valid else open_path
        panels.append(_panel(CONFOUNDED, CONFOUNDED_PLACES, title, chosen=chosen, coloured=coloured))
    return _svg_of_panels(
        panels, "Adjustment in a MAG: the parents of the treatment, and the canonical set"
    )


def _panel(
    graph: em.Graph,
    places: Mapping[str, Point],
    title: str,
    *,
    hidden: Collection[str] = (),
    chosen: Collection[str] = (),
    coloured: Mapping[frozenset[str], str] | None = None,
) -> Scene:
    """One graph below its title: hidden nodes dashed and grey, chosen ones filled."""
    pills = {name: Pill(_SIZE * x, _SIZE * y, 4.0) for name, (x, y) in places.items()}
    groups = [
        Group(
            tuple(_edge(glyph, pills[a], pills[b], (coloured or {}).get(frozenset((a, b)), INK))),
            f"{a} {glyph} {b}",
        )
        for a, glyph, b in graph.edges()
    ]
    groups += [
        Group(tuple(_node(pills[name], name, name in hidden, name in chosen)), name)
        for name in graph.nodes
    ]
    groups.append(Group((Text(_SIZE / 2, -46.0, title, 13.0, bold=True),)))
    edges_text = ", ".join(f"{a} {glyph} {b}" for a, glyph, b in graph.edges())
    return Scene(-50, -60, _SIZE + 100, _SIZE + 88, tuple(groups), title, f"{title}: {edges_text}")


def _edge(glyph: str, start: Pill, end: Pill, colour: str) -> Iterator[Part]:
    a, b = (start.x, start.y), (end.x, end.y)
    third = ((b[0] - a[0]) / 3, (b[1] - a[1]) / 3)
    curve: Curve = (a, (a[0] + third[0], a[1] + third[1]), (b[0] - third[0], b[1] - third[1]), b)
    pen = Pen(colour, 1.4 if colour == INK else 2.4)
    drawn = drawn_ends(glyph, [curve], start, end, scale=1.15)
    yield Stroke(drawn.line, pen)
    for mark in drawn.marks:
        if isinstance(mark, Arrowhead):
            yield Polygon(mark.corners, colour)
        else:
            yield Disc(mark.centre, mark.radius, Pen(colour, 1.4), PAPER)


def _node(pill: Pill, name: str, hidden: bool, chosen: bool) -> Iterator[Part]:
    x, y = pill.x - pill.half - RADIUS, pill.y - RADIUS
    size = 2 * (pill.half + RADIUS), 2 * RADIUS
    pen = Pen(INK, 1.0, (3.0, 2.0)) if hidden else Pen(FAINT, 1.0)
    yield Box(x, y, *size, RADIUS, None, PAPER)
    yield Box(x, y, *size, RADIUS, pen, _BLUE if chosen else INK, 0.3 if chosen else 0.06)
    yield Text(pill.x, pill.y, name)


def _svg_of_panels(panels: list[Scene], title: str) -> str:
    placed = list(in_grid(panels, len(panels), gap=10.0))
    last = placed[-1]
    description = ". ".join(panel.description for panel in panels)
    groups = tuple(group for scene in placed for group in scene.groups)
    return scene_svg(Scene(0, 0, last.left + last.width, last.height, groups, title, description))


PICTURES = {"projection": projection, "difference": difference, "adjustment": adjustment}


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (DOCS / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
