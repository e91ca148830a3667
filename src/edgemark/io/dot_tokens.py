"""The tokens of a Graphviz file."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from typing import NamedTuple

from edgemark.errors import FormatError

_PLAIN = re.compile(
    r"""(?:[ \t\r\f]|\ufeff(?![A-Za-z_0-9\u0080-\U0010ffff]))*(?:  # a byte order mark may begin a name
    (?P<newline>\n|\Z)
    |(?P<comment>//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*)
    |(?P<quoted>"(?:[^"\\]|\\.)*+")
    |(?P<edge>->|--)
    |(?P<name>[A-Za-z_\u0080-\U0010ffff][A-Za-z_0-9\u0080-\U0010ffff]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))
    |(?P<sign>[{}\[\];,=:+]))""",
    re.VERBOSE | re.DOTALL,
)
_ANGLE = re.compile(r"[<>]")
_ESCAPE = re.compile(r"\\(.)|&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});", re.DOTALL)
_LAST = 0x10FFFF


class Token(NamedTuple):
    """
    A token and its line.

    Attributes:
        kind: "name", "quoted", "html", "edge", or the sign itself; "end" after the last.
        text: the text of the token, without its quotes.
        line: the number of its line.
    """

    kind: str
    text: str
    line: int


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens; raise FormatError for invalid text."""
    at, line = 0, 1
    while at < len(text):
        match = _PLAIN.match(text, at)
        if match is None:
            while text[at] in " \t\r\f\ufeff":
                at += 1
            if text[at] != "<":
                raise _unreadable(text, at, line)
            end = _end_of_markup(text, at, line)
            yield Token("html", text[at + 1 : end - 1], line)
            line += text.count("\n", at, end)
            at = end
            continue
        at = match.end()
        kind = str(match.lastgroup)
        word = match[kind]
        if kind == "quoted":
            yield Token("quoted", _inside(word), line)
        elif kind == "sign":
            yield Token(word, word, line)
        elif kind in ("edge", "name"):
            yield Token(kind, word, line)
        if kind in ("quoted", "comment", "newline"):
            line += word.count("\n")
    yield Token("end", "", line)


def label_text(label: str, node: str) -> str:
    r"""
    Return the text that Graphviz draws for a label.

    Examples:
        >>> label_text(r"\N &lt; 3\nkg", "A")
        'A < 3\nkg'
    """

    def drawn(match: re.Match[str]) -> str:
        escaped, entity = match[1], match[2]
        if escaped is not None:
            return {"n": "\n", "l": "\n", "r": "\n", "N": node}.get(escaped, escaped)
        if entity[0] != "#":
            return html.entities.html5.get(f"{entity};", match[0])
        code = int(entity[2:], 16) if entity[1] in "xX" else int(entity[1:])
        return chr(code) if code <= _LAST else match[0]

    return _ESCAPE.sub(drawn, label)


def quoted_label(name: str) -> str:
    r"""
    Write a name as a label that Graphviz draws literally, whatever characters it has.

    Examples:
        >>> print(quoted_label("<b>\\N & co</b>"))
        "<b>\\N &amp; co</b>"
    """
    text = name.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")
    return '"' + "".join(c if c.isprintable() else f"&#{ord(c)};" for c in text) + '"'


def _inside(quoted: str) -> str:
    """Resolve the escape of a quote and join lines, as Graphviz does here; labels resolve the rest."""
    inside = quoted[1:-1]
    if "\\" not in inside:
        return inside
    return re.sub(
        r"\\(\r?\n|.)", lambda m: '"' if m[1] == '"' else "" if m[1][-1] == "\n" else m[0], inside
    )


def _end_of_markup(text: str, start: int, line: int) -> int:
    depth = 0
    for match in _ANGLE.finditer(text, start):
        depth += 1 if match[0] == "<" else -1
        if depth == 0:
            return match.end()
    raise FormatError(f"line {line}: a label of markup, <...>, must be closed")


def _unreadable(text: str, at: int, line: int) -> FormatError:
    if text[at] == '"':
        return FormatError(f"line {line}: a double quote must be closed")
    if text.startswith("/*", at):
        return FormatError(f"line {line}: a comment /* must be closed by */")
    return FormatError(
        f"line {line}: a name without quotes holds letters, digits and _; got {text[at : at + 20]!r}. "
        f"Put double quotes around a name with other characters"
    )
