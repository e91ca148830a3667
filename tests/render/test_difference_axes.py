"""Differences drawn on the axes of matplotlib."""

from xml.etree import ElementTree

import pytest

import edgemark as em
from edgemark import Graph, figures
from edgemark.errors import (
    GraphError,
    InputTypeError,
)
from tests.render.test_difference import FOUND, SVG, TRUTH, hostile

# ---- axes


@pytest.fixture
def figure():
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    return Figure(figsize=(3.35, 3))


def shown(axes):
    return {text.get_text() for text in axes.findobj(lambda artist: hasattr(artist, "get_text"))}


def test_a_difference_is_drawn_on_the_given_axes_which_are_returned(figure):
    axes = figure.subplots()
    assert em.plot_diff(TRUTH, FOUND, axes) is axes
    assert {"A", "H", "right 4", "missing 1", "extra 3", "reversed 1"} <= shown(axes)


def test_text_grows_with_the_axes(figure):
    axes = em.plot_diff(TRUTH, FOUND, figure.subplots())
    (text,) = [one for one in axes.texts if one.get_text() == "A"]
    small = text.get_window_extent().height
    figure.set_size_inches(6.7, 6)
    assert text.get_window_extent().height == pytest.approx(2 * small, rel=0.1)


def test_several_estimates_share_the_limits_of_the_axes(figure):
    found = em.figures.plot_diffs(TRUTH, {"PC": FOUND, "none": Graph(TRUTH.nodes)})
    assert list(found) == ["PC", "none"]
    assert len({axes.get_xlim() + axes.get_ylim() for axes in found.values()}) == 1
    assert "PC" in shown(found["PC"])


def test_invalid_axes_and_estimates_are_refused(figure):
    with pytest.raises(InputTypeError, match="ax must be axes"):
        em.plot_diff(TRUTH, FOUND, figure)
    with pytest.raises(InputTypeError, match="mapping from names"):
        em.figures.plot_diffs(TRUTH, [FOUND])
    with pytest.raises(GraphError, match="at least one estimate"):
        em.figures.plot_diffs(TRUTH, {})
    with pytest.raises(GraphError, match="axes must be 1 axes, one for each estimate; got 0"):
        em.figures.plot_diffs(TRUTH, {"a": FOUND}, [])


@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF-")]
)
def test_saving_the_same_axes_twice_writes_the_same_bytes(figure, tmp_path, ending, start):
    axes = em.plot_diff(TRUTH, FOUND, title="PC")
    paths = [figures.save(axes, tmp_path / f"{k}.{ending}") for k in "ab"]
    contents = [path.read_bytes() for path in paths]
    assert contents[0].startswith(start)
    assert contents[0] == contents[1]


def test_an_svg_of_axes_has_a_title_and_a_description(figure, tmp_path):
    root = ElementTree.parse(figures.save(em.plot_diff(TRUTH, FOUND), tmp_path / "a.svg")).getroot()
    assert root.find(f"{SVG}title").text == "Estimate against truth"
    assert root.find(f"{SVG}desc").text.startswith("Of 11 pairs with an edge in either graph: 4 right")


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_hostile_names_are_drawn_on_axes(figure, tmp_path, ending):
    figures.save_diff(*hostile(), tmp_path / f"a.{ending}", matrix=False)
    assert (tmp_path / f"a.{ending}").stat().st_size > 10_000
