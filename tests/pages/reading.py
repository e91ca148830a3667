"""A page read back: its elements, and the tables as lists of texts."""

from tests.markup import Page

VOID = frozenset({"meta", "input", "br", "hr"})


class WholePage(Page):
    """A whole document, whose void elements have no end."""

    def handle_starttag(self, tag, attributes):
        super().handle_starttag(tag, attributes)
        if tag in VOID:
            self.open.pop()

    def table(self, key):
        """Head and rows of a table, as texts."""
        rows, inside = [], False
        for tag, has, text in self.elements:
            if has.get("id") == key:
                inside = True
            elif inside and (tag == "section" or has.get("class") == "data"):
                break
            elif inside and tag == "tr":
                rows.append([])
            elif inside and tag in ("th", "td"):
                rows[-1].append("".join(text))
        return rows[0], rows[1:]


def page_of(made):
    """Read a page; what is not closed, or stands outside of elements, fails."""
    html = made.to_html()
    start = "<!doctype html>\n"
    assert html.startswith(start)
    found = WholePage(html.removeprefix(start))
    assert found.open == []
    assert found.strays == []
    return found
