"""Write a scene as a `tikzpicture`, which LaTeX typesets in the fonts of the paper."""

from __future__ import annotations

from edgemark.display.layout import Point
from edgemark.display.scene import FAINT, INK, PAPER, Box, Disc, Part, Pen, Polygon, Scene, Stroke, Text
from edgemark.display.tex import without_ligatures
from edgemark.display.text import printable

__all__ = ["scene_tikz", "tex_escaped"]

_POINTS = 0.75  # TeX points per pixel
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "…": r"\ldots{}",
    "·": r"\textperiodcentered{}",
    "−": r"\textminus{}",
    "×": r"\texttimes{}",
}


def scene_tikz(scene: Scene) -> str:
    r"""
    Write a scene as LaTeX code, which `\input` puts into a figure. The document needs the packages tikz
    and fontenc, the latter with the option T1.

    Names with non-ASCII characters need XeLaTeX or LuaLaTeX and a suitable font.
    """
    lines = [
        f"% {_one_line(scene.title)}",
        f"% {_one_line(scene.description)}",
        r"% Needs \usepackage[T1]{fontenc} and \usepackage{tikz}.",
        *(rf"\definecolor{{{_colour_name(c)}}}{{HTML}}{{{c[1:].upper()}}}" for c in _colours(scene)),
        rf"\begin{{tikzpicture}}[x={_POINTS}pt, y=-{_POINTS}pt, line cap=butt]",
    ]
    lines += [_part(part) for group in scene.groups for part in group.parts]
    return "\n".join([*lines, r"\end{tikzpicture}", ""])


def tex_escaped(text: str) -> str:
    r"""
    Escape text so that TeX typesets it literally.

    Examples:
        >>> print(tex_escaped(r"rate_1 & \x --> y"))
        rate\_1 \& \textbackslash{}x -{}-\textgreater{} y
    """
    return without_ligatures("".join(_SPECIAL.get(letter, letter) for letter in printable(text)))


def _one_line(text: str) -> str:
    return " ".join(printable(text).split())


def _colours(scene: Scene) -> list[str]:
    colours: dict[str, None] = {}
    for part in (part for group in scene.groups for part in group.parts):
        pen = getattr(part, "pen", None)
        for colour in (pen and pen.colour, getattr(part, "fill", None), getattr(part, "colour", None)):
            if colour and colour.startswith("#"):
                colours[colour] = None
    return list(colours)


def _colour_name(colour: str) -> str:
    if colour.startswith("#"):
        return f"edgemark{colour[1:].lower()}"
    return {INK: "black", FAINT: "black!45", PAPER: "white"}[colour]


def _part(part: Part) -> str:
    if isinstance(part, Stroke):
        path = _at(part.curves[0][0]) + "".join(
            f" .. controls {_at(b)} and {_at(c)} .. {_at(d)}" for _, b, c, d in part.curves
        )
        return rf"\draw[{_pen(part.pen)}] {path};"
    if isinstance(part, Polygon):
        return rf"\fill[{_colour_name(part.fill)}] {' -- '.join(map(_at, part.points))} -- cycle;"
    if isinstance(part, Disc):
        radius = f"{part.radius * _POINTS:.2f}pt"
        return rf"\path[{_path_options(part)}] {_at(part.centre)} circle[radius={radius}];"
    if isinstance(part, Box):
        corner = f", rounded corners={part.corner * _POINTS:.2f}pt" if part.corner else ""
        opposite = part.x + part.width, part.y + part.height
        return (
            rf"\path[{_path_options(part)}{corner}] {_at((part.x, part.y))} rectangle {_at(opposite)};"
        )
    return _text(part)


def _text(text: Text) -> str:
    anchor = {"start": "west", "middle": "center", "end": "east"}[text.anchor]
    size = text.size * _POINTS
    style = [f"anchor={anchor}", "inner sep=1pt", f"text={_colour_name(text.colour)}"]
    style += ["rotate=90"] if text.turned else []
    style += ["fill=white"] if text.halo else []
    bold = r"\bfseries" if text.bold else ""
    font = rf"\fontsize{{{size:.1f}}}{{{1.2 * size:.1f}}}\selectfont{bold}"
    place = _at((text.x, text.y))
    return rf"\node[{', '.join(style)}, font={font}] at {place} {{{tex_escaped(text.text)}}};"


def _path_options(part: Disc | Box) -> str:
    options = [f"draw, {_pen(part.pen)}"] if part.pen else []
    if part.fill:
        options.append(f"fill={_colour_name(part.fill)}")
    if isinstance(part, Box) and part.opacity < 1:
        options.append(f"fill opacity={part.opacity:.2g}")
    return ", ".join(options)


def _pen(pen: Pen) -> str:
    options = [f"draw={_colour_name(pen.colour)}", f"line width={pen.width * _POINTS:.2f}pt"]
    if pen.dashes:
        on_off = zip(pen.dashes[::2], pen.dashes[1::2], strict=True)
        pattern = " ".join(f"on {a * _POINTS:.2f}pt off {b * _POINTS:.2f}pt" for a, b in on_off)
        options.append(f"dash pattern={pattern}")
    return ", ".join(options)


def _at(point: Point) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"
