"""A page read back: its elements, and the tables as lists of texts."""

from tests.markup import Page

VOID = frozenset({"meta", "input", "br", "hr"})


class WholePage(Page):
    """A whole document, whose void elements have no end tag."""

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
    """Parse a page; fail if it has an unclosed element, a comment, or text outside of elements."""
    html = made.to_html()
    start = "<!doctype html>\n"
    assert html.startswith(start)
    found = WholePage(html.removeprefix(start))
    assert found.open == []
    assert found.strays == []
    return found


def bold_rows(read, key):
    """The rows of a table that hold something bold."""
    marked = bold_cells(read, key)
    return [row for row, cells in zip(read.table(key)[1], marked[1:], strict=True) if cells]


def bold_cells(read, key):
    """For the head and each row of a table, the positions of the bold cells."""
    rows, inside = [], False
    for tag, has, _ in read.elements:
        if has.get("id") == key:
            inside = True
        elif inside and (tag == "section" or has.get("class") == "data"):
            break
        elif inside and tag == "tr":
            rows.append([])
        elif inside and tag in ("th", "td"):
            rows[-1].append("best" in has.get("class", "").split())
    return [[k for k, is_bold in enumerate(row) if is_bold] for row in rows]
