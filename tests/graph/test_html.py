"""A graph in a notebook: what is drawn and listed, also with hostile names."""

import re
from itertools import combinations, pairwise
from math import hypot

import pytest
from hypothesis import given, settings

from edgemark import Graph
from edgemark.display.layout import RADIUS, layout_of
from edgemark.display.svg import shortened
from edgemark.display.text import printable
from edgemark.graph.marks import GLYPHS
from edgemark.graph.text import labels
from tests.markup import page
from tests.strategies import HOSTILE_NAMES, graphs

CASES = settings(deadline=None)
TAGS = {
    "div", "b", "svg", "g", "title", "path", "polygon", "circle", "rect", "text", "details", "summary",
    "ul", "li", "bdi",
}  # fmt: skip
ATTRIBUTES = {
    "class", "style", "role", "aria-label", "width", "height", "viewbox", "font-size", "text-anchor",
    "d", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "points", "cx", "cy", "r",
    "x", "y", "rx", "dy", "open",
}  # fmt: skip
LOADS = ("href", "url(", "src", "http", "@import", "<script", " id=", " on")


def html(text, **options):
    return Graph.parse(text, **options)._repr_html_()


# ---- safe


@given(graphs())
@CASES
def test_no_tag_or_attribute_appears_beyond_ours(graph):
    found = page(graph._repr_html_())
    assert found.tags <= TAGS
    assert {name for _, name in found.attributes} <= ATTRIBUTES


@given(graphs())
@CASES
def test_every_edge_is_listed_as_parse_reads_it(graph):
    names = dict(zip(graph.nodes, labels(graph), strict=True))
    wanted = [f"{names[a]} {glyph} {names[b]}" for a, glyph, b in graph.edges()]
    assert page(graph._repr_html_()).texts("li") == wanted


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=lambda name: ascii(name[:20]))
def test_a_hostile_name_stands_in_full_in_the_tooltip_and_in_the_list(name):
    graph = Graph([name, "B", "C"], [(name, "o->", "B")])
    found = page(graph._repr_html_())
    titles = found.texts("title")
    assert printable(name) in titles
    assert f"{printable(name)} o-> B" in titles
    assert found.texts("li") == [f"{labels(graph)[0]} o-> B"]
    assert found.texts("text")[0] == shortened(printable(name))


def test_nothing_is_loaded_and_nothing_runs():
    for text in ("A --> B; A <-> B; C o-o D", "A --> B --> A", ""):
        assert not [word for word in LOADS if word in html(text)]


def test_colours_are_those_of_the_surrounding_text():
    colours = re.findall(r'(?:fill|stroke)="([^"]*)"', html("A --> B; A <-> B; C o-o D"))
    assert set(colours) == {"currentColor", "none"}


def test_elements_have_no_ids_that_other_outputs_could_share():
    assert "id=" not in html("A --> B")


# ---- what it says


def test_the_first_line_states_the_size_and_the_kind():
    assert page(html("A --> B --> C")).texts("div")[1] == "Graph: 3 nodes, 2 edges, DAG"


def test_a_declared_kind_is_said_to_be_declared():
    assert "3 nodes, 2 edges, CPDAG, declared" in html("A --> B <-- C", kind="cpdag")


def test_a_declared_kind_that_does_not_hold_is_contradicted():
    text = "".join(page(html("A --> B --> A", kind="dag")).texts("div")[0])
    assert "Not what it is declared: A --> B --> A is a directed cycle" in text


def test_nothing_is_contradicted_where_the_declared_kind_holds():
    assert "Not what" not in html("A --> B", kind="dag")


def test_a_graph_without_names_shows_positions():
    found = page(html("#0 --> #1; #2"))
    assert found.texts("text") == ["#0", "#1", "#2"]
    assert found.texts("div")[1] == "Graph: 3 nodes, 1 edge, DAG, without names"


def test_nodes_without_an_edge_are_drawn_and_listed():
    found = page(html('A --> B; C; "d d"'))
    assert found.texts("text") == ["A", "B", "C", "d d"]
    assert 'Without an edge: C, "d d"' in found.texts("div")


def test_a_graph_without_nodes_is_one_line_of_text():
    assert page(html("")).tags == {"div"}


def test_the_picture_has_a_description():
    (picture,) = [has for tag, has, _ in page(html("A --> B")).elements if tag == "svg"]
    assert (picture["role"], picture["aria-label"]) == ("img", "2 nodes, 1 edge, DAG")


# ---- the size


@pytest.mark.parametrize(("n_nodes", "drawn"), [(30, True), (31, False)])
def test_a_graph_of_many_nodes_is_not_drawn_but_its_list_is_open(n_nodes, drawn):
    found = page(Graph(n_nodes, [(0, "-->", 1)])._repr_html_())
    assert ("svg" in found.tags) is drawn
    assert (("details", "open") in found.attributes) is not drawn


def test_a_graph_of_many_edges_is_not_drawn():
    assert "svg" not in page(Graph(20, [(a, "---", b) for a, b in pairs(20)])._repr_html_()).tags


def test_a_long_list_says_how_many_more_there_are():
    graph = Graph(20, [(a, "---", b) for a, b in pairs(20)])
    found = page(graph._repr_html_())
    assert len(found.texts("li")) == 50
    assert "and 140 more" in found.texts("div")


def test_pairs_of_two_edges_do_not_make_the_list_longer():
    both = [(a, glyph, b) for a, b in pairs(10) for glyph in ("-->", "<->")]
    found = page(Graph(10, both)._repr_html_())
    assert len(found.texts("li")) == 50
    assert "and 40 more" in found.texts("div")


def test_a_large_graph_is_small_in_html():
    graph = Graph(200_000, [(k, "-->", k + 1) for k in range(100_000)])
    assert len(graph._repr_html_()) < 10_000


def test_many_nodes_without_an_edge_are_counted():
    found = page(Graph(1050, [(0, "-->", 1), (2, "-->", 3)])._repr_html_())
    (line,) = [text for text in found.texts("div")[2:] if text.startswith("Without an edge: #4, #5")]
    assert line.endswith("#52, #53 and 996 more")


def pairs(n):
    return combinations(range(n), 2)


# ---- the picture


@pytest.mark.parametrize("glyph", GLYPHS)
def test_each_mark_is_drawn_at_its_end(glyph):
    found = page(Graph(["A", "B", "C"], [("A", glyph, "B"), ("C", "-->", "B")])._repr_html_())
    arrows, circles = (glyph[0] + glyph[2]).count, glyph.count("o")
    marks = [tag for tag, _, _ in found.elements if tag in ("polygon", "circle")]
    assert marks.count("polygon") == arrows("<") + arrows(">") + 1
    assert marks.count("circle") == circles


def drawn_marks(text):
    """For each edge: the tips of its arrowheads, and the centres of its circles."""
    picture = html(text)
    for group in re.findall(r"<g><title>(?:(?!</g>).)*<path.*?</g>", picture):
        tips = [tuple(map(float, p.split(","))) for p in re.findall(r'points="(\S+) ', group)]
        circles = [(float(x), float(y)) for x, y in re.findall(r'cx="(\S+)" cy="(\S+)"', group)]
        yield tips, circles


def pill_centres(text):
    return re.findall(r'<text x="(\S+)" y="(\S+)"', html(text))


def near(point, centre):
    return hypot(point[0] - float(centre[0]), point[1] - float(centre[1])) < 2 * RADIUS


@pytest.mark.parametrize("text", ["A --> B", "B <-- A", "C --> A; A --> B; B <-> C", "A --> B --> A"])
def test_an_arrowhead_points_to_its_node(text):
    centres = pill_centres(text)
    graph = Graph.parse(text)
    for (a, glyph, b), (tips, _) in zip(graph.edges(), drawn_marks(text), strict=True):
        ends = [node for node, mark in ((a, glyph[0]), (b, glyph[2])) if mark in "<>"]
        assert len(tips) == len(ends)
        for tip, node in zip(tips, ends, strict=True):
            assert near(tip, centres[graph.index(node)])


def test_a_circle_stands_at_its_node():
    text = "A o-> B"
    ((tips, circles),) = drawn_marks(text)
    first, second = pill_centres(text)
    assert near(circles[0], first)
    assert near(tips[0], second)


@pytest.mark.parametrize("text", ["A --> B; A <-> B", "A --> B; B --> A", "C --> A --> B; A <-> B"])
def test_two_edges_on_a_pair_are_two_lines(text):
    assert len(set(re.findall(r' d="([^"]*)"', html(text)))) == Graph.parse(text).n_edges


def placed(text):
    graph = Graph.parse(text)
    edges = [(graph.index(a), glyph, graph.index(b)) for a, glyph, b in graph.edges()]
    return graph, layout_of([8.0] * graph.n_nodes, edges)


@pytest.mark.parametrize(
    "text", ["A --> B --> C; A --> C", "D; C --> A; B --> A", "A --> B; B --- C; A <-> C; C o-o D"]
)
def test_directed_edges_of_an_acyclic_graph_point_down(text):
    graph, layout = placed(text)
    for a, glyph, b in graph.edges():
        if glyph == "-->":
            assert layout.pills[graph.index(a)].y < layout.pills[graph.index(b)].y


@given(graphs(most=9))
@CASES
def test_nodes_do_not_touch(graph):
    places = dict(zip(graph.nodes, range(graph.n_nodes), strict=True))
    edges = [(places[a], glyph, places[b]) for a, glyph, b in graph.edges()]
    halves = [4.0 * (k % 5) for k in range(graph.n_nodes)]
    if not halves:
        return
    for one, other in combinations(layout_of(halves, edges).pills, 2):
        beside = abs(one.x - other.x) - one.half - other.half >= 2 * RADIUS
        assert beside or abs(one.y - other.y) >= 2 * RADIUS


@given(graphs(most=9))
@CASES
def test_edges_lead_from_their_first_node_to_their_second(graph):
    places = dict(zip(graph.nodes, range(graph.n_nodes), strict=True))
    edges = [(places[a], glyph, places[b]) for a, glyph, b in graph.edges()]
    layout = layout_of([10.0] * graph.n_nodes, edges)
    for (a, _, b), route in zip(edges, layout.routes, strict=True):
        assert layout.pills[a].distance(route[0][0]) < 0
        assert layout.pills[b].distance(route[-1][3]) < 0
        assert all(one[3] == following[0] for one, following in pairwise(route))


def test_a_long_edge_passes_no_node():
    _, layout = placed("A --> B --> C --> D; A --> D")
    long = max(layout.routes, key=len)
    for bend in [curve[3] for curve in long[:-1]]:
        assert all(pill.distance(bend) > 0 for pill in layout.pills)


def test_a_cycle_is_drawn_in_a_circle_in_the_order_of_the_nodes():
    _, layout = placed("A --> B --> C --> D --> A")
    top, right, bottom, left = layout.pills
    assert top.y < right.y < bottom.y
    assert left.x < top.x < right.x


def test_a_graph_is_drawn_the_same_every_time():
    text = "A --> B; C --> B; B --> D; D --> E; C --> E; F"
    assert html(text) == html(text)


@pytest.mark.parametrize(
    "graph",
    [
        Graph(30, [(k, "-->", k + 1) for k in range(29)]),
        Graph(30, [(k, "-->", 29) for k in range(29)]),
        Graph(13, [(a, "-->", b) for a, b in combinations(range(13), 2)]),
    ],
)
def test_a_deep_wide_or_dense_graph_fits_on_a_screen(graph):
    width, height = re.search(r'width="(\d+)" height="(\d+)"', graph._repr_html_()).groups()
    assert int(width) <= 1200
    assert int(height) <= 700


def test_a_short_name_stays_and_a_long_one_keeps_both_its_ends():
    assert shortened("x" * 14) == "x" * 14
    assert shortened("begin" + "x" * 100 + "end") == "beginxx…xxxend"
