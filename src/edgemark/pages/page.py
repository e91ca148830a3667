"""A page of results: one HTML file, whose content security policy forbids it to load other files."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from edgemark.display.elements import Element, Markup, Node, as_html, element
from edgemark.errors import plural
from edgemark.pages.blocks import Section, section
from edgemark.replacing import replace_file

__all__ = ["Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """
    A page of results, made by `score_page`, `compare_page` or `bench_page`.

    Attributes:
        title: the heading.
        lead: the content below the heading.
        sections: the parts, in their order.

    Examples:
        >>> import edgemark as em
        >>> page = em.pages.score_page(em.Graph.parse("A --> B"), em.Graph.parse("B --> A"))
        >>> page.to_html().startswith("<!doctype html>")
        True
    """

    title: str
    lead: tuple[Node, ...]
    sections: tuple[Section, ...]

    def __repr__(self) -> str:
        return f"<Page {self.title!a}, {plural(len(self.sections), 'section')}; write(path) saves it>"

    def to_html(self) -> str:
        """Return the whole page as HTML."""
        return f"<!doctype html>\n{as_html(self._document())}\n"

    def write(self, path: str | os.PathLike[str]) -> Path:
        """
        Write the page to a file, which works offline.

        Args:
            path: the file, which is replaced if it exists.

        Returns:
            The path.
        """
        file = Path(path)
        replace_file(file, self.to_html().encode())
        return file

    def _document(self) -> Element:
        style, script = _text_of("page.css"), _text_of("page.js")
        policy = (
            f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=policy),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="color-scheme", content="light dark"),
            element("meta", name="referrer", content="no-referrer"),
            element("title", self.title),
            element("style", Markup(style)),
        )
        links = [element("li", element("a", part.title, href=f"#{part.key}")) for part in self.sections]
        body = element(
            "body",
            element("a", "Skip to the results", href="#results", class_="skip"),
            element("header", element("h1", self.title), self.lead),
            element("nav", element("ul", links), aria_label="Parts of this page"),
            element("main", (section(part) for part in self.sections), id="results"),
            element("footer", element("p", _made_by())),
            element("script", Markup(script)),
        )
        return element("html", head, body, lang="en")


@cache
def _text_of(name: str) -> str:
    """Return the text of a file that the package contains."""
    return files("edgemark.pages").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _made_by() -> str:
    import edgemark

    return f"Made by edgemark {edgemark.__version__}. This file is complete: it loads nothing."
