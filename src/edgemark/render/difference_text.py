"""The difference of two graphs for a terminal and for a README: as text, and as Mermaid."""

from __future__ import annotations

from collections import Counter

from edgemark.display.scene import INK
from edgemark.display.text import printable
from edgemark.render.compared import VERDICTS, Compared, Pair, Verdict
from edgemark.render.difference_style import PENS

__all__ = ["difference_mermaid", "difference_text"]

_SIGNS: dict[Verdict, str] = {
    "right": "=", "missing": "-", "extra": "+", "reversed": "<", "wrong mark": "!"
}  # fmt: skip
_ARROWS = {"-->": "-->", "---": "---", "<->": "<-->", "o-o": "o--o"}
_MOST_TITLE = 200


def difference_text(compared: Compared) -> str:
    """
    List the pairs, each after a symbol: = correct, - missing, + extra, < reversed, ! wrong mark.

    The edge is that of the estimate, or the missing one; if both differ, that of the truth follows.
    """
    lines = [f"{_SIGNS[verdict]} {verdict} {compared.counts[verdict]}" for verdict in VERDICTS]
    of_nodes = Counter(verdict for _, verdict in compared.changing)
    lines += [f"{_SIGNS[verdict]} changing: {verdict} {count}" for verdict, count in of_nodes.items()]
    head = "   ".join(lines)
    body = [
        _line(compared, pair)
        for verdict in VERDICTS
        for pair in compared.pairs
        if pair.verdict == verdict
    ]
    changing = [f"{_SIGNS[verdict]} changing {compared.shown[k]}" for k, verdict in compared.changing]
    note = [compared.cut] if compared.cut else []
    return "\n".join([head, *note, *body, *changing, ""])


def _line(compared: Compared, pair: Pair) -> str:
    edge = compared.written(pair, pair.found or pair.true)
    if pair.verdict in ("reversed", "wrong mark"):
        edge += f"   (truth {compared.written(pair, pair.true)})"
    value = [
        compared.confidence[a, b, pair.lag]
        for a, _, b in pair.edges(pair.found or pair.true)
        if compared.confidence and (a, b, pair.lag) in compared.confidence
    ]
    return f"{_SIGNS[pair.verdict]} {edge}" + "".join(f"   {x:.3g}" for x in value)


def difference_mermaid(compared: Compared) -> str:
    """
    Write a flowchart, which GitHub draws from a Markdown block of the language mermaid.

    Mermaid has no edge with a circle at only one end: such an edge shows its marks in its label.
    """
    counts = ", ".join(f"{verdict} {count}" for verdict, count in compared.counts.items())
    lines = ["flowchart TD", f"    %% {counts}"]
    lines += [f'    n{k}["{_quoted(name)}"]' for k, name in enumerate(compared.names)]
    styles: dict[Verdict, list[int]] = {}
    n_edges = 0
    for pair in compared.pairs:
        for a, glyph, b in pair.edges(pair.found or pair.true):
            lines.append(f"    n{a} {_link(pair, glyph)} n{b}")
            styles.setdefault(pair.verdict, []).append(n_edges)
            n_edges += 1
    for verdict, numbers in styles.items():
        lines.append(f"    linkStyle {','.join(map(str, numbers))} {_style(verdict)}")
    return "\n".join([*lines, ""])


def _link(pair: Pair, glyph: str) -> str:
    words: list[str] = [] if pair.verdict == "right" else [pair.verdict]
    words += [f"lag {pair.lag}"] if pair.lag else []
    if glyph not in _ARROWS:
        words.append({"o->": "marks o-&gt;", "o--": "marks o--"}[glyph])
    arrow = _ARROWS.get(glyph, "-->" if glyph == "o->" else "---")
    return f'{arrow}|"{", ".join(words)}"|' if words else arrow


def _style(verdict: Verdict) -> str:
    pen = PENS[verdict]
    colour = "" if pen.colour == INK else f"stroke:{pen.colour},"
    dashes = f",stroke-dasharray:{' '.join(f'{x:g}' for x in pen.dashes)}" if pen.dashes else ""
    return f"{colour}stroke-width:{pen.width:g}px{dashes}"


def _quoted(name: str) -> str:
    """Text in quotes, in which Mermaid only reads entities."""
    return "".join(
        character if character.isalnum() or character in " _.,:-" else f"#{ord(character)};"
        for character in printable(name)[:_MOST_TITLE]
    )
