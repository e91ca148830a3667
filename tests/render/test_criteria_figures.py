"""Figures 3 and 6 of the nCED paper: what is drawn is the closed forms, legible without colour."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from edgemark.errors import FormatError
from edgemark.render.criteria_figures import FIGURES, FILE_TYPES, KS, RC, draw

matplotlib = pytest.importorskip("matplotlib")

DOCS = Path(__file__).parents[2] / "docs"
STARTS = {b"<?xml": "svg", b"\x89PNG": "png", b"%PDF-": "pdf"}
PANELS = {
    "a": lambda t, k: k * t,
    "b": lambda t, k: 2 * (7 - t) + k * t,
    "c": lambda t, k: (7 - t) + k * t,
    "d": lambda t, k: 2 * k * t,
    "e": lambda t, k: 2 * (7 - t) + 2 * k * t,
    "f": lambda t, k: (7 - t) + 2 * k * t,
}


def test_figure_3_draws_the_closed_forms():
    panels = FIGURES["3"]().axes
    assert [axes.get_title()[1] for axes in panels] == list(PANELS)
    for axes, closed_form in zip(panels, PANELS.values(), strict=True):
        for line, k in zip(axes.get_lines(), KS, strict=True):
            assert line.get_ydata() == pytest.approx([closed_form(t, k) / 20 for t in range(8)])


def test_figure_6_draws_the_distance_on_a_scale_of_its_own():
    figure = FIGURES["6"]()
    lines = {(a.get_title(), line.get_label()): line for a in figure.axes for line in a.get_lines()}
    a, b = (axes.get_title() for axes in figure.axes if axes.get_title())
    assert list(lines[a, "F1"].get_ydata()) == pytest.approx([(14 - 2 * t) / (14 - t) for t in range(8)])
    precision_recall = list(lines[a, "PRC AUC (three points)"].get_ydata())
    assert precision_recall == pytest.approx([1 - t / 7 * (1 - 7 / 20) for t in range(8)])
    assert list(lines[b, "FPR"].get_ydata()) == pytest.approx([t / 13 for t in range(8)])
    counts = [list(line.get_ydata()) for (title, _), line in lines.items() if not title]
    assert counts[-1] == list(range(7, 15))
    assert all(axes.get_ylim()[1] > 14 for axes in figure.axes if not axes.get_title())


@pytest.mark.parametrize("number", FIGURES)
def test_lines_differ_in_more_than_colour_and_all_are_named(number):
    figure = FIGURES[number]()
    (legend,) = figure.legends
    named = [text.get_text() for text in legend.get_texts()]
    markers = [line.get_marker() for line in legend.get_lines()]
    assert len(set(named)) == len(set(markers)) == len(named) == {"3": 6, "6": 7}[number]


@pytest.mark.parametrize("number", FIGURES)
def test_nothing_overlaps_and_nothing_is_cut_off(number):
    with matplotlib.rc_context(RC):
        figure = FIGURES[number]()
    figure.draw_without_rendering()
    whole = figure.bbox
    boxes = [axes.get_tightbbox() for axes in figure.axes if axes.get_title()]
    boxes.append(figure.legends[0].get_window_extent())
    for k, box in enumerate(boxes):
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1
        assert not any(box.overlaps(other) for other in boxes[k + 1 :])


@pytest.mark.parametrize("file_type", FILE_TYPES)
def test_a_figure_is_the_file_it_is_asked_to_be(file_type):
    data = draw("6", file_type)
    assert [kind for start, kind in STARTS.items() if data.startswith(start)] == [file_type]


@pytest.mark.parametrize("number", FIGURES)
def test_the_same_figure_is_the_same_file(number):
    assert draw(number) == draw(number)


def test_another_file_type_is_refused():
    with pytest.raises(FormatError, match=r"must end in \.svg, \.png, \.pdf; got \.gif"):
        draw("3", "gif")


@pytest.mark.parametrize("number", FIGURES)
def test_the_copies_in_docs_are_small_and_name_no_machine(number):
    text = (DOCS / f"criteria-figure-{number}.svg").read_text(encoding="utf-8")
    assert len(text) < 130_000
    assert not re.search(r"/home|/work|/usr|<dc:date>", text)


def test_without_matplotlib_the_extra_is_named():
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from edgemark.errors import MissingExtraError\n"
        "from edgemark.render.criteria_figures import draw\n"
        "try: draw('3')\n"
        "except MissingExtraError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install -e '.[report]'" in found.stdout


def test_matplotlib_is_loaded_to_draw_only():
    program = "import edgemark.render.criteria_figures, sys; print('matplotlib' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
