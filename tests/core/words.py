"""Edges between positions as words of the core, built as the comment in `pairs.hpp` says."""

import numpy as np

MARKS = {"o": 1, "<": 2, ">": 2, "-": 3}
STATES = {
    **{
        frozenset({glyph}): 4 * MARKS[glyph[0]] + MARKS[glyph[2]]
        for glyph in ("-->", "<--", "---", "<->", "o->", "<-o", "o-o", "o--", "--o")
    },
    frozenset({"-->", "<--"}): 1,
    frozenset({"-->", "<->"}): 2,
    frozenset({"<--", "<->"}): 8,
}
TURNED = str.maketrans("<>", "><")


def words(edges):
    """One word for each adjacent pair, sorted."""
    glyphs = {}
    for a, glyph, b in edges:
        seen = glyph if a < b else glyph[::-1].translate(TURNED)
        glyphs.setdefault((min(a, b), max(a, b)), set()).add(seen)
    return np.array(
        sorted((i << 32) + (j << 4) + STATES[frozenset(seen)] for (i, j), seen in glyphs.items()),
        np.uint64,
    )


def edges_of(words):
    """The edges that words stand for."""
    glyphs = {state: sorted(glyphs) for glyphs, state in STATES.items()}
    return [
        (word >> 32, glyph, word >> 4 & 0x0FFFFFFF)
        for word in words.tolist()
        for glyph in glyphs[word & 15]
    ]
