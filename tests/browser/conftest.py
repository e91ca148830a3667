"""A headless chromium without a network, and pages that it opens."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    place = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert place, "chromium is not installed; run scripts/test-browser"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe():
    """The script of axe-core, which runs beside the policy of the page."""
    home = Path(find_spec("axe_playwright_python").origin).parent
    return (home / "axe.min.js").read_text(encoding="utf-8")


class Opened:
    """A page in the browser, and what went on in it."""

    def __init__(self, tab, url):
        self.tab, self.said, self.requests = tab, [], []
        tab.on("console", lambda message: self.said.append(message.text))
        tab.on("pageerror", lambda error: self.said.append(str(error)))
        tab.on("dialog", lambda dialog: (self.said.append("a dialog"), dialog.dismiss()))
        tab.on("request", lambda request: self.requests.append(request.url))
        tab.goto(url)
        tab.wait_for_selector("html[data-ready]")
        self.url = url

    def demand_quiet(self):
        """Nothing on the console, no request except for the file itself."""
        assert self.said == []
        assert self.requests == [self.url]

    def heads(self, key):
        """Headings of a table."""
        return self.tab.locator(f"#{key} thead th").all_text_contents()

    def sort(self, key, name):
        """Choose a heading."""
        head = self.tab.locator(f"#{key} thead th").nth(self.heads(key).index(name))
        head.get_by_role("button").click()

    def named(self, key, name):
        """Texts of the column with a heading, of the rows that are shown."""
        return self.column(key, self.heads(key).index(name))

    def column(self, key, k):
        """Texts of a column, of the rows that are shown."""
        return self.tab.eval_on_selector_all(
            f"#{key} tbody tr:not([hidden])", f"rows => rows.map(row => row.cells[{k}].textContent)"
        )


@pytest.fixture
def opened(chromium, tmp_path):
    """Write a page and open it."""
    tabs = []

    def open_page(made, *, width=1280, scheme="light", javascript=True):
        place = made.write(tmp_path / f"page{len(tabs)}.html")
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            offline=True,
            java_script_enabled=javascript,
        )
        tabs.append(context)
        if not javascript:
            tab = context.new_page()
            tab.goto(place.as_uri())
            return tab
        return Opened(context.new_page(), place.as_uri())

    yield open_page
    for context in tabs:
        context.close()
