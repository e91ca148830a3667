"""Split a Graphviz (DOT) file into tokens; read and write its labels."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from typing import NamedTuple

from edgemark.errors import FormatError, shown

_TOKEN = re.compile(
    r"""(?:[ \t\r\f]|\ufeff(?![A-Za-z_0-9\u0080-\U0010ffff]))*(?:  # a BOM can begin a name in Graphviz
    (?P<newline>\n|\Z)
    |(?P<comment>//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*)
    |(?P<quoted>"(?:[^"\\]|\\.)*+")
    |(?P<edge>->|--)
    |(?P<name>[A-Za-z_\u0080-\U0010ffff][A-Za-z_0-9\u0080-\U0010ffff]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))
    |(?P<sign>[{}\[\];,=:+]))""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"-?[0-9.]+")
_REST_OF_NAME = re.compile(r"[A-Za-z_0-9.\u0080-\U0010ffff]+")
_ANGLE_BRACKET = re.compile(r"[<>]")
_ESCAPE = re.compile(r"\\(.)|&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});", re.DOTALL)
_LAST_CODE_POINT = 0x10FFFF


class Token(NamedTuple):
    """
    A token and its line.

    Attributes:
        kind: "name", "quoted", "html", "edge", or the sign itself; "end" after the last token.
        text: the text of the token, without its quotes or outer angle brackets.
        line: the number of the line on which it begins.
    """

    kind: str
    text: str
    line: int


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a Graphviz file without its comments; raise FormatError for invalid text."""
    offset, line = 0, 1
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            while text[offset] in " \t\r\f\ufeff":
                offset += 1
            # The pattern has no HTML-like label <...>, because it cannot match nested brackets.
            if text[offset] != "<":
                raise _unreadable(text, offset, line)
            end = _end_of_html(text, offset, line)
            yield Token("html", text[offset + 1 : end - 1], line)
            line += text.count("\n", offset, end)
            offset = end
            continue
        offset = match.end()
        kind = str(match.lastgroup)
        word = match[kind]
        if kind == "quoted":
            yield Token("quoted", _unquoted(word), line)
        elif kind == "sign":
            yield Token(word, word, line)
        elif kind in ("edge", "name"):
            if kind == "name":
                _refuse_split_name(word, text, offset, line)
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

    def replacement(match: re.Match[str]) -> str:
        escaped, entity = match[1], match[2]
        if escaped is not None:
            return {"n": "\n", "l": "\n", "r": "\n", "N": node}.get(escaped, escaped)
        if entity[0] != "#":
            return html.entities.html5.get(f"{entity};", match[0])
        code = int(entity[2:], 16) if entity[1] in "xX" else int(entity[1:])
        return chr(code) if code <= _LAST_CODE_POINT else match[0]

    return _ESCAPE.sub(replacement, label)


def quoted_label(name: str) -> str:
    r"""
    Write a name as a label that Graphviz draws literally, whatever characters it has.

    Examples:
        >>> print(quoted_label("<b>\\N & co</b>"))
        "<b>\\N &amp; co</b>"
    """
    text = name.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")
    return '"' + "".join(c if c.isprintable() else f"&#{ord(c)};" for c in text) + '"'


def _unquoted(quoted: str) -> str:
    """
    Resolve escaped quotes and line ends, as Graphviz does; `label_text` resolves all other escapes.
    """
    inside = quoted[1:-1]
    if "\\" not in inside:
        return inside
    return re.sub(
        r"\\(\r?\n|.)", lambda m: '"' if m[1] == '"' else "" if m[1][-1] == "\n" else m[0], inside
    )


def _end_of_html(text: str, start: int, line: int) -> int:
    """Return the offset after the HTML-like label <...> that begins at `start`."""
    depth = 0
    for match in _ANGLE_BRACKET.finditer(text, start):
        depth += 1 if match[0] == "<" else -1
        if depth == 0:
            return match.end()
    raise FormatError(
        f"line {line}: an HTML-like label <...> must be closed. If < begins an arrow such as <-, write "
        "the edge with -> from its other end"
    )


def _refuse_split_name(word: str, text: str, offset: int, line: int) -> None:
    """
    Refuse a name such as 7SK, which Graphviz splits into the two nodes 7 and SK, with a warning.

    `word` is the number that was read, and the text goes on at `offset`.
    """
    rest = _REST_OF_NAME.match(text, offset)
    if rest is not None and _NUMBER.fullmatch(word):
        raise FormatError(
            f"line {line}: a name without quotes that begins with a number must be a number; got "
            f"{shown(word + rest[0])}. Put double quotes around it"
        )


def _unreadable(text: str, offset: int, line: int) -> FormatError:
    """Return the error for a text that has no valid token at `offset`."""
    if text[offset] == '"':
        return FormatError(f"line {line}: a double quote must be closed")
    if text.startswith("/*", offset):
        return FormatError(f"line {line}: a comment /* must be closed by */")
    return FormatError(
        f"line {line}: a name without quotes holds letters, digits and _; got "
        f"{text[offset : offset + 20]!r}. Put double quotes around a name with other characters"
    )
