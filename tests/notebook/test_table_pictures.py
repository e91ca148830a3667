"""What notebooks draw below tables: means with their intervals, and the diagram of ranks."""

import re
import warnings
from xml.etree import ElementTree

import pytest

import edgemark as em
from edgemark import Graph, stats
from tests.markup import page
from tests.strategies import HOSTILE_NAMES

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
SVG = "{http://www.w3.org/2000/svg}"


def rows(methods=("PC", "GES", "LiNGAM"), numbers=("shd",), **changes):
    return [
        {
            "method": method, "dataset": f"d{k}", "metric": metric, "better": "lower",
            "value": 3.0 * m + 0.37 * ((k * (m + 2)) % 5), **changes.get(f"{method}{k}", {}),
        }
        for m, method in enumerate(methods)
        for metric in numbers
        for k in range(7)
    ]  # fmt: skip


def drawn(value):
    return ElementTree.fromstring(value._repr_svg_())


def texts(svg):
    return [(one.text, float(one.get("x")), float(one.get("y"))) for one in svg.iter(f"{SVG}text")]


def scale_of(marks):
    """Position to value, from the first and the last of the labelled marks."""
    (first, a), (last, b) = marks[0], marks[-1]
    return lambda x: first + (x - a) * (last - first) / (b - a)


def lines(svg, width):
    """Ends of the straight lines of a width."""
    found = []
    for one in svg.iter(f"{SVG}path"):
        if one.get("stroke-width") == width:
            numbers = [float(x) for x in re.findall(r"-?[\d.]+", one.get("d"))]
            found.append((tuple(numbers[:2]), tuple(numbers[-2:])))
    return found


def marks_below(svg, y):
    """The labels of the scale nearest below a height, with their places."""
    numbers = [(t, x, at) for t, x, at in texts(svg) if re.fullmatch(r"-?[\d.]+", t) and at > y]
    nearest = min(at for _, _, at in numbers)
    return [(float(t), x) for t, x, at in numbers if at == nearest]


def bars(svg):
    """Middle, low and high of each row, read from the picture."""
    found = []
    for circle in svg.iter(f"{SVG}circle"):
        x, y = float(circle.get("cx")), float(circle.get("cy"))
        value = scale_of(marks_below(svg, y))
        spans = [(a, b) for a, b in lines(svg, "1.6") if a[1] == b[1] == y]
        ends = [value(end[0]) for a, b in spans for end in (a, b)]
        found.append((value(x), ends, circle.get("fill") != "none"))
    return found


def test_each_mean_and_its_interval_stand_at_their_values():
    table = stats.summarize(rows(numbers=("shd", "sid")))
    found = bars(drawn(table))
    assert len(found) == len(table) == 6
    for (middle, ends, is_full), row in zip(
        found, sorted(table, key=lambda row: row.metric != "shd"), strict=True
    ):
        assert middle == pytest.approx(row.summary.mean, abs=0.03)
        assert ends == pytest.approx([row.summary.t.low, row.summary.t.high], abs=0.03)
        assert is_full


def test_a_picture_with_intervals_says_how_many_replicates_they_are_over():
    shown = " ".join(text for text, _, _ in texts(drawn(stats.summarize(rows()))))
    assert "bars: 95 % interval of Student's t over 7 data sets" in shown
    shown = " ".join(text for text, _, _ in texts(drawn(stats.summarize([1.0, 2.0, 4.0]))))
    assert "bars: 95 % interval of Student's t over 3 runs" in shown


def test_a_mean_of_survivors_is_not_drawn():
    failed = {"value": None, "status": "failed", "reason": "timeout"}
    table = stats.summarize(rows(GES2=failed))
    assert len(bars(drawn(table))) == 2
    assert "– (6/7)" in [text for text, _, _ in texts(drawn(table))]
    assert table._table().best == set()  # GES could have been better
    worst = stats.summarize(rows(GES2=failed), worst=20)
    [stand_in] = [one for one in bars(drawn(worst)) if not one[2]]
    assert stand_in[0] == pytest.approx(worst["GES", "shd"].mean_worst, abs=0.06)
    assert stand_in[1] == []
    assert "hollow: some runs have no value" in "".join(text for text, _, _ in texts(drawn(worst)))


def test_a_single_summary_is_drawn():
    summary = stats.summarize([1.0, 2.0, 4.0, 3.5])
    [(middle, ends, _)] = bars(drawn(summary))
    assert middle == pytest.approx(summary.mean, abs=0.03)
    assert ends == pytest.approx([summary.t.low, summary.t.high], abs=0.05)


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_a_difference_stands_beside_zero_and_says_who_is_better(better):
    a, b = ([row["value"] for row in rows() if row["method"] == m] for m in ("PC", "GES"))
    found = stats.compare(a, b, better=better, names=("PC", "GES"))
    svg = drawn(found)
    [(middle, ends, _)] = bars(svg)
    assert middle == pytest.approx(found.difference, abs=0.03)
    assert ends == pytest.approx([found.t.low, found.t.high], abs=0.03)
    sides = {text: x for text, x, _ in texts(svg) if text.endswith(" better")}
    smaller_is_first = sides["PC better"] < sides["GES better"]
    assert smaller_is_first == (better == "lower")
    zero = [a for a, b in lines(svg, "1.2") if a[0] == b[0] and abs(a[1] - b[1]) > 10]
    [mark] = [x for text, x, _ in texts(svg) if text == "0"]
    assert [place[0] for place in zero] == [mark]


def test_the_diagram_of_ranks_has_names_ranks_and_bars():
    ranking = stats.rank(rows(("PC", "GES", "boss", "LiNGAM", "NOTEARS")))
    svg = drawn(ranking)
    marks = [(float(t), x) for t, x, y in texts(svg) if re.fullmatch(r"\d+", t) and y < 0]
    value = scale_of(marks)
    assert [mark for mark, _ in marks] == [1, 2, 3, 4, 5]
    for method in ranking.methods:
        rank = ranking.average_rank(method)
        assert any(t in (f"{method}  {rank:.2f}", f"{rank:.2f}  {method}") for t, _, _ in texts(svg))
        assert any(value(a[0]) == pytest.approx(rank, abs=0.01) for a, _ in lines(svg, "1"))
    joined = [(value(a[0]), value(b[0])) for a, b in lines(svg, "3.5")]
    expected = [tuple(ranking.average_rank(group[k]) for k in (0, -1)) for group in ranking.groups()]
    assert len(joined) == len(expected) > 0
    for (a, b), (first, last) in zip(joined, expected, strict=True):
        assert (a, b) == pytest.approx((first, last), abs=0.06)


def test_ranks_against_a_control_have_no_bars():
    ranking = stats.rank(rows(), control="PC")
    assert lines(drawn(ranking), "3.5") == []
    assert "compared with PC only" in "".join(text for text, _, _ in texts(drawn(ranking)))


def test_what_is_too_many_to_draw_says_so():
    many = [f"method {k}" for k in range(61)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for value in (stats.summarize(rows(many)), stats.rank(rows(many[:31]), control="method 0")):
            assert value._repr_svg_() is None
            divs = page("".join(value._repr_html_().splitlines())).texts("div")
            assert any(text.startswith("Not drawn: ") for text in divs)


def test_reports_without_guesses_are_tables_without_a_picture():
    report = em.evaluate(Graph.parse("A --> B"), Graph.parse("A --> B"))
    assert report._repr_svg_() is None
    assert "Not drawn" not in report._repr_html_()


def test_a_report_with_chance_places_its_numbers_between_guessing_and_perfect():
    truth, found = Graph.parse("A --> B --> C --> D"), Graph.parse("A --> B --> C; D")
    report = em.chance(truth, found, ["shd:skeleton", "f1:skeleton", "sid"], n_guesses=50)
    shown = texts(drawn(report))
    said = " ".join(text for text, _, _ in shown if text)
    place = {text: x for text, x, _ in shown}
    assert "0: mean of the guesses" in said
    assert "dot: the estimate; bar: 95 % of the guesses" in said
    for row in report:
        assert f"{row.metric}:{row.convention}".strip(":") in place
        by_guessing = f"({row.chance.mean:.3g} by guessing)"
        assert by_guessing in said
    assert drawn(report).find(f"{SVG}title").text == "Against random guessing"
    assert "<svg" in report._repr_html_()


def test_a_report_with_too_many_numbers_says_what_to_do():
    truth, found = Graph.parse("A --> B --> C --> D; B --> D"), Graph.parse("A --> B --> C; D --> A")
    report = em.chance(truth, found, n_guesses=20)
    assert report._repr_svg_() is None
    assert "Not drawn: a picture has up to 60 numbers" in report._repr_html_()
    assert em.chance(truth, found, ["shd", "f1"], n_guesses=20)._repr_svg_() is not None


def test_the_dots_of_a_report_stand_where_the_report_says_they_do():
    truth, found = Graph.parse("A --> B --> C --> D"), Graph.parse("A --> B --> C; D")
    report = em.chance(truth, found, ["shd:skeleton", "f1:skeleton", "sid"], n_guesses=50)
    marks = {text: x for text, x, _ in texts(drawn(report)) if text in ("0", "1")}
    dots = [float(dot.get("cx")) for dot in drawn(report).iter(f"{SVG}circle")]
    for row, dot in zip(report, dots[:-1], strict=True):
        wanted = marks["0"] + row.chance.above * (marks["1"] - marks["0"])
        assert dot == pytest.approx(wanted, abs=0.2)
    assert dots[-1] == pytest.approx(marks["1"], abs=0.2)


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=lambda name: ascii(name[:20]))
def test_hostile_names_of_methods_are_text(name):
    found = rows(("PC", name))
    sides = [[row["value"] for row in found if row["method"] == m] for m in ("PC", name)]
    compared = stats.compare(*sides, better="lower", names=("PC", name))
    for value in (stats.summarize(found), stats.rank(found), compared):
        shown = page("".join(value._repr_html_().splitlines()))
        assert not {"script", "img"} & shown.tags
        assert drawn(value).tag == f"{SVG}svg"
