"""The critical-difference diagram: what it shows is the ranking, and all of it can be read."""

import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from edgemark.errors import (
    ConventionError,
    FormatError,
    InputTypeError,
    StatisticsError,
    StatisticsWarning,
)
from edgemark.render.criteria_figures import FILE_TYPES
from edgemark.render.rank_figures import _RC, _SCALE, diagram, draw_ranks, plot_ranks
from edgemark.stats import rank
from edgemark.stats.rank_diagram import diagram_note
from tests.stats.demsar import METHODS, TABLE

matplotlib = pytest.importorskip("matplotlib")

STARTS = {b"<?xml": "svg", b"\x89PNG": "png", b"%PDF-": "pdf"}


def ranking(n_methods, n_datasets, names=None):
    rng = np.random.default_rng(n_methods)
    names = names or [f"method {k}" for k in range(n_methods)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        return rank(
            {name: k / 3 + rng.normal(size=n_datasets) for k, name in enumerate(names)}, better="higher"
        )


@pytest.fixture(scope="module")
def published():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        return rank(TABLE, better="higher", level=0.9)


RANKINGS = {
    "two": ranking(2, 2),
    "six": ranking(6, 12),
    "twenty": ranking(20, 8),
    "long names": ranking(4, 9, ["x" * 60, "$unfinished", "PC-stable (chi-square)", "[/]"]),
    "two dollars": ranking(3, 9, ["US$ 5 or $ 6", "$_$", r"$\no$"]),
}


@pytest.mark.parametrize("test", ["holm", "nemenyi"])
def test_bars_join_the_groups_at_their_ranks(published, test):
    lines = {line.get_gid(): line for line in diagram(published, test).axes[0].get_lines()}
    groups = published.groups(test)
    assert len([name for name in lines if name and name.startswith("group")]) == len(groups)
    for k, group in enumerate(groups):
        first, last = lines[f"group-{k}"].get_xdata()
        places = [(published.average_rank(one) - 1) / 3 * _SCALE for one in (group[0], group[-1])]
        assert (first + 0.04, last - 0.04) == pytest.approx(tuple(places))


def test_pairs_that_no_bar_can_join_are_named():
    made = np.random.default_rng(0)
    base, table = made.normal(size=12), {}
    for k, name in enumerate("ABCDE"):
        table[name] = base * made.uniform(0, 3) + made.normal(size=12) * made.choice([0.1, 0.5, 3])
        table[name] += k * made.uniform(0, 0.8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        found = rank(table, better="higher")
    assert found.unjoined() == (("E", "A"),)
    note = diagram(found).axes[0].texts[-1].get_text()
    assert note.endswith("also without a significant difference, but without a bar: E and A")
    for a, b in combinations("ABCDE", 2):
        joined = any({a, b} <= set(group) for group in found.groups())
        assert (found.pair(a, b).p_holm >= 0.05) == (joined or {a, b} == {"E", "A"})


def test_a_note_counts_the_pairs_that_it_does_not_name(published, monkeypatch):
    for n_pairs, others in ((3, ""), (4, ", and 1 more pair"), (5, ", and 2 more pairs")):
        pairs = [tuple(METHODS[:2])] * n_pairs
        monkeypatch.setattr(type(published), "unjoined", lambda self, test, pairs=pairs: pairs)
        named = "; ".join([" and ".join(METHODS[:2])] * 3)
        assert diagram_note(published).endswith(f"without a bar: {named}{others}")


def test_the_critical_difference_is_drawn_to_scale_for_its_own_test_only(published):
    lines = {line.get_gid(): line for line in diagram(published, "nemenyi").axes[0].get_lines()}
    length = np.ptp(lines["critical-difference"].get_xdata())
    assert length == pytest.approx(published.critical_difference / 3 * _SCALE)
    gids = {line.get_gid() for line in diagram(published, "holm").axes[0].get_lines()}
    assert "critical-difference" not in gids


def test_every_method_is_named_with_its_rank(published):
    texts = " ".join(text.get_text() for text in diagram(published).axes[0].texts)
    for method in METHODS:
        assert f"{published.average_rank(method):.2f}" in texts
        assert method in texts


@pytest.mark.parametrize("test", ["holm", "nemenyi"])
@pytest.mark.parametrize("name", RANKINGS)
def test_nothing_overlaps_and_nothing_is_cut_off(name, test):
    with matplotlib.rc_context(_RC):
        figure = diagram(RANKINGS[name], test)
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    for k, box in enumerate(boxes):
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[k + 1 :])
    for line in figure.axes[0].get_lines():
        box = line.get_window_extent()
        assert figure.bbox.x0 <= box.x0 <= box.x1 <= figure.bbox.x1


@pytest.mark.parametrize("file_type", FILE_TYPES)
def test_a_figure_is_the_file_it_is_asked_to_be_and_the_same_each_time(published, file_type):
    data = draw_ranks(published, file_type)
    assert [kind for start, kind in STARTS.items() if data.startswith(start)] == [file_type]
    assert draw_ranks(published, file_type) == data


def test_another_file_type_or_test_is_refused(published):
    with pytest.raises(FormatError, match=r"must end in \.svg, \.png, \.pdf; got \.gif"):
        draw_ranks(published, "gif")
    with pytest.raises(ConventionError, match="test must be one of holm, nemenyi"):
        draw_ranks(published, test="tukey")


def test_without_matplotlib_the_extra_is_named():
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import edgemark as em\n"
        "from edgemark.render.rank_figures import draw_ranks\n"
        "try: draw_ranks(em.stats.rank({'a': range(8), 'b': range(1, 9)}, better='higher'))\n"
        "except em.errors.MissingExtraError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install -e '.[report]'" in found.stdout


def test_the_average_ranks_of_a_table_are_refused():
    """It ended with an AttributeError."""
    with pytest.raises(InputTypeError, match=r"result of stats\.rank\(\); got dict"):
        plot_ranks({"PC": [1, 2, 3], "GES": [2, 3, 4]})


@pytest.mark.parametrize("metric", ["shd", "SHD:pair mismatch"])
def test_the_name_of_a_metric_with_the_other_direction_is_refused(published, metric):
    """The title was "shd (higher is better)"."""
    with pytest.raises(StatisticsError, match="whose lower values are better"):
        plot_ranks(published, metric=metric)
    assert plot_ranks(published, metric="f1").texts
    assert plot_ranks(published, metric="accuracy of mine").texts


def test_the_title_names_the_metric_of_the_ranking():
    rows = [
        {"method": m, "dataset": k, "metric": "sid", "value": k + 9 * place}
        for place, m in enumerate(("GES", "PC", "LiNGAM"))
        for k in range(9)
    ]
    texts = [text.get_text() for text in plot_ranks(rank(rows)).texts]
    assert any("sid (lower is better)" in text for text in texts)
    assert any("value (lower" in t.get_text() for t in plot_ranks(replace(rank(rows), metric="")).texts)
