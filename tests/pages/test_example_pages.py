"""The example pages in docs are what their script makes."""

import runpy
import warnings
from pathlib import Path

import pytest

from tests.pages.reading import WholePage, page_of

ROOT = Path(__file__).parent.parent.parent
NAMES = ("score", "estimates", "methods", "benchmark")


@pytest.fixture(scope="module")
def makers():
    return runpy.run_path(str(ROOT / "scripts" / "pages.py"))["PAGES"]


def test_the_script_makes_four_pages(makers):
    assert tuple(makers) == NAMES
    assert {place.stem for place in (ROOT / "docs" / "pages").glob("*.html")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_up_to_date(name, makers):
    """The same words, rows, style and script; run scripts/pages.py if not."""
    written = (ROOT / "docs" / "pages" / f"{name}.html").read_text(encoding="utf-8")
    assert len(written) < 3_000_000
    stored = WholePage(written.removeprefix("<!doctype html>\n"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = page_of(makers[name]())
    for tag in ("h1", "h2", "h3", "th", "p", "li", "dt", "dd", "summary", "style", "script"):
        assert stored.texts(tag) == made.texts(tag), tag
