"""
HTML elements, which hold texts and other elements. Texts are escaped when elements are written.

Pages and tables are built from elements, which only this module turns into HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from edgemark.display.text import escaped

__all__ = ["Element", "Markup", "Node", "as_html", "element"]

_EMPTY = frozenset({"meta", "input", "br", "hr"})


@dataclass(frozen=True, slots=True)
class Markup:
    """Markup that edgemark itself has written and escaped, such as an SVG picture."""

    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes, in the order in which they are written."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple[Node, ...]


Node = str | Element | Markup


def element(
    tag: str, *children: Node | Iterable[Node] | None, **attributes: str | int | float | bool | None
) -> Element:
    """
    Make an element.

    Args:
        tag: the name of the element.
        *children: texts, elements, or iterables of them; None is left out.
        **attributes: an underscore becomes a hyphen, except that one at the end is dropped (`class_`).
            True writes the name alone; None and False leave the attribute out.

    Examples:
        >>> as_html(element("td", "a < b", class_="n", data_v=0.5, hidden=False))
        '<td class="n" data-v="0.5">a &lt; b</td>'
    """
    written_attributes = tuple(
        (name.rstrip("_").replace("_", "-"), "" if value is True else str(value))
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Element(tag, written_attributes, tuple(_flat(children)))


def _flat(children: Iterable[Node | Iterable[Node] | None]) -> Iterator[Node]:
    for child in children:
        if isinstance(child, str | Element | Markup):
            yield child
        elif child is not None:
            yield from child


def as_html(*nodes: Node) -> str:
    r"""
    Write nodes as HTML.

    Examples:
        >>> as_html("<b>", element("p", element("br"), Markup("<svg></svg>")))
        '&lt;b&gt;<p><br><svg></svg></p>'
    """
    parts: list[str] = []
    for node in nodes:
        _write(node, parts)
    return "".join(parts)


def _write(node: Node, parts: list[str]) -> None:
    if isinstance(node, str):
        parts.append(escaped(node))
        return
    if isinstance(node, Markup):
        parts.append(node.text)
        return
    attributes = "".join(
        f' {name}="{escaped(text)}"' if text else f" {name}" for name, text in node.attributes
    )
    parts.append(f"<{node.tag}{attributes}>")
    for child in node.children:
        _write(child, parts)
    if node.tag not in _EMPTY:
        parts.append(f"</{node.tag}>")
