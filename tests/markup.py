"""HTML read back: its elements, text and attributes, nothing that we did not write."""

from html.parser import HTMLParser

EMPTY = frozenset({"path", "circle", "rect", "polygon"})


class Page(HTMLParser):
    """What a browser would find: elements, each with its attributes and the text right inside it."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self.open = []
        self.strays = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names))
        self.elements.append((tag, dict(attributes), []))
        self.open.append(self.elements[-1])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open:
            for _, _, text in self.open:
                text.append(data)
        elif data.strip():
            self.strays.append(data)

    def handle_comment(self, data):
        self.strays.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment

    def texts(self, tag, **attributes):
        """Text of the elements of a tag that have these attributes."""
        return [
            "".join(text)
            for found, has, text in self.elements
            if found == tag and attributes.items() <= has.items()
        ]

    @property
    def tags(self):
        """Every tag that occurs."""
        return {tag for tag, _, _ in self.elements}

    @property
    def attributes(self):
        """Every attribute that occurs, with its tag."""
        return {(tag, name) for tag, has, _ in self.elements for name in has}


def page(html):
    """Read a fragment that must be closed and hold everything it writes."""
    found = Page(html)
    assert found.open == []
    assert found.strays == []
    assert "".join(character for character in html if character != "\n").isprintable()
    return found
