"""The pictures of hidden variables on the pages are those of the script, and show what they say."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "hidden_figures", ROOT / "scripts" / "hidden_figures.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["projection", "difference", "adjustment"])
def test_a_picture_is_that_of_today(script, name):
    assert (ROOT / "docs" / "hidden" / f"{name}.svg").read_text(encoding="utf-8") == script.PICTURES[
        name
    ]()


def test_the_pages_show_every_picture(script):
    pages = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("hidden.md", "adjustment.md"))
    shown = re.findall(r"\]\(hidden/([\w-]+)\.svg\)", pages)
    assert sorted(shown) == sorted(script.PICTURES)
    assert {path.stem for path in (ROOT / "docs" / "hidden").glob("*.svg")} == set(shown)


def titles(svg):
    """The title of each group, in drawing order."""
    root = ElementTree.fromstring(svg)
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")][1:]


def test_the_three_panels_have_the_edges_of_dag_mag_and_pag(script):
    edges = [title for title in titles(script.projection()) if " " in title]
    assert set(edges[:5]) == {"L --> A", "L --> B", "A --> C", "B --> C", "D --> A"}
    assert set(edges[5:9]) == {"A <-> B", "A --> C", "D --> A", "B --> C"}
    assert set(edges[9:]) == {"B o-> A", "A --> C", "D o-> A", "B --> C"}


def test_only_the_canonical_set_is_filled(script):
    groups = re.findall(r"<g>\s*<title>(\w)</title>.*?</g>", script.adjustment(), flags=re.S)
    assert groups == ["W", "C", "T", "Y"] * 2
    filled = re.findall(
        r"<g>\s*<title>(\w)</title>(?:(?!</g>).)*#0072b2", script.adjustment(), flags=re.S
    )
    assert sorted(filled) == ["C", "W"]
