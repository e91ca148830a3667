"""The difference of two graphs as text for a terminal, and as Mermaid for a README."""

from __future__ import annotations

import shlex
from collections import Counter

from edgemark.display.scene import INK
from edgemark.display.text import printable
from edgemark.errors import LimitError, Remedy
from edgemark.render.compared import VERDICTS, Compared, Pair, Verdict
from edgemark.render.difference_style import PENS

__all__ = ["difference_mermaid", "difference_text"]

_SIGNS: dict[Verdict, str] = {
    "right": "=", "missing": "-", "extra": "+", "reversed": "<", "wrong mark": "!"
}  # fmt: skip
_ARROWS = {"-->": "-->", "---": "---", "<->": "<-->", "o-o": "o--o"}
_MAX_LABEL_LENGTH = 200
_MAX_EDGES, _MAX_CHARACTERS = 500, 50_000
"""The default limits of Mermaid, which GitHub uses."""


def difference_text(compared: Compared) -> str:
    """
    List the counts of the verdicts, then the pairs, each after the symbol of its verdict: = right,
    - missing, + extra, < reversed, ! wrong mark.

    A pair is written with the edge of the estimate, or with the missing edge. If both graphs have an
    edge and the marks differ, the edge of the truth follows. For scores or samples, the line ends with
    the score or share of the edge, and the threshold follows the counts. Variables whose mechanism
    changes are listed last. Names are in quotes if `Graph.parse` needs quotes around them.
    """
    counts = [f"{_SIGNS[verdict]} {verdict} {compared.counts[verdict]}" for verdict in VERDICTS]
    changing_counts = Counter(verdict for _, verdict in compared.changing)
    counts += [
        f"{_SIGNS[verdict]} changing: {verdict} {count}" for verdict, count in changing_counts.items()
    ]
    body = [
        _line(compared, pair)
        for verdict in VERDICTS
        for pair in compared.pairs
        if pair.verdict == verdict
    ]
    changing = [f"{_SIGNS[verdict]} changing {compared.name(k)}" for k, verdict in compared.changing]
    note = [compared.cut] if compared.cut else []
    return "\n".join(["   ".join(counts), *note, *body, *changing, ""])


def _line(compared: Compared, pair: Pair) -> str:
    edge = compared.written(pair, pair.found or pair.true)
    if pair.verdict in ("reversed", "wrong mark"):
        edge += f"   (truth {compared.written(pair, pair.true)})"
    scores = [
        compared.confidence[a, b, pair.lag]
        for a, _, b in pair.edges(pair.found or pair.true)
        if compared.confidence and (a, b, pair.lag) in compared.confidence
    ]
    return f"{_SIGNS[pair.verdict]} {edge}" + "".join(f"   {x:.3g}" for x in scores)


def difference_mermaid(compared: Compared) -> str:
    """
    Write a flowchart, which GitHub draws from a Markdown block of the language mermaid.

    An edge with a circle at only one end is drawn without the circle, since Mermaid has no arrow o->.
    Its label states its marks. The label of a pair with wrong marks states the edge of the truth.
    """
    if len(compared.pairs) > _MAX_EDGES:
        raise _too_large(compared, f"{_MAX_EDGES} edges", f"{len(compared.pairs)} pairs with an edge")
    counts = ", ".join(f"{verdict} {count}" for verdict, count in compared.counts.items())
    lines = ["flowchart TD", f"    %% {counts}"]
    lines += [f'    n{k}["{_quoted(name)}"]' for k, name in enumerate(compared.names)]
    styles: dict[Verdict, list[int]] = {}
    n_edges = 0
    for pair in compared.pairs:
        truth = f"truth {compared.written(pair, pair.true)}" if pair.verdict == "wrong mark" else ""
        for a, glyph, b in pair.edges(pair.found or pair.true):
            lines.append(f"    n{a} {_link(pair, glyph, truth)} n{b}")
            truth = ""  # The label is at the first edge of the pair.
            styles.setdefault(pair.verdict, []).append(n_edges)
            n_edges += 1
    for verdict, numbers in styles.items():
        lines.append(f"    linkStyle {','.join(map(str, numbers))} {_style(verdict)}")
    text = "\n".join([*lines, ""])
    if n_edges > _MAX_EDGES or len(text) > _MAX_CHARACTERS:
        size = f"{n_edges} edges in {len(text):,} characters"
        raise _too_large(compared, f"{_MAX_EDGES} edges in {_MAX_CHARACTERS:,} characters", size)
    return text


def _too_large(compared: Compared, limit: str, size: str) -> LimitError:
    node = shlex.quote(compared.names[0]) if compared.is_named else ""
    return LimitError(
        f"Mermaid draws up to {limit}; got {size}",
        Remedy("Draw the neighbourhood of a node", "around=truth.nodes[0]", node and f"--around {node}"),
        Remedy("Or draw a heat map", 'draw_diff(truth, estimate, "svg")'),
    )


def _link(pair: Pair, glyph: str, truth: str) -> str:
    words: list[str] = [] if pair.verdict == "right" else [pair.verdict]
    words += [_quoted(truth)] if truth else []
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
    """Cut a text to 200 characters, and write special ones as codes such as #34; (a quotation mark)."""
    return "".join(
        character if character.isalnum() or character in " _.,:-" else f"#{ord(character)};"
        for character in printable(name)[:_MAX_LABEL_LENGTH]
    )
