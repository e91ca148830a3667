"""The picture of a difference shows what `differences` lists, whatever the names and sizes."""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph, figures
from edgemark.errors import (
    AlignmentError,
    ConventionError,
    FormatError,
    GraphError,
    LimitError,
    MissingExtraError,
)
from edgemark.render.compared import VERDICTS, compared
from edgemark.render.difference_style import PENS
from tests.strategies import HOSTILE_NAMES, edges_over

SVG = "{http://www.w3.org/2000/svg}"
TRUTH = Graph.parse("A --> B --> C; A --> D --> E; B --> E --> F; C --> F; G --> E; H")
FOUND = Graph.parse(
    "A --> B; C --> B; A --- D; D --> E; B o-> E; E --> F; G --> E; A --> H; D --> F; C <-> G"
)
COUNTS = {"right": 4, "missing": 1, "extra": 3, "reversed": 1, "wrong mark": 2}


@st.composite
def graph_pairs(draw):
    nodes = list("ABCDE")[: draw(st.integers(0, 5))]
    return tuple(Graph(nodes, draw(edges_over(nodes))) for _ in range(2))


def drawn(truth, estimate, **more):
    """The root of the SVG."""
    return ElementTree.fromstring(figures.draw_diff(truth, estimate, **more))


def tooltips(root):
    """Titles of what can be pointed at."""
    return [group.find(f"{SVG}title").text for group in root.iter(f"{SVG}g")]


def legend(root):
    """The counts that the legend of an SVG shows, of pairs."""
    found = {}
    for text in root.iter(f"{SVG}text"):
        match = re.fullmatch(rf"({'|'.join(VERDICTS)}) (\d+)( \(thin: truth\))?", text.text or "")
        if match:
            found[match[1]] = int(match[2])
    return found


def naive_counts(truth, estimate):
    """From the lists of edges, straight from the words of the legend."""
    turned = {"<": ">", ">": "<"}

    def by_pair(graph):
        pairs = {}
        for a, glyph, b in graph.edges():
            if a > b:
                a, glyph, b = b, "".join(turned.get(c, c) for c in reversed(glyph)), a
            pairs.setdefault((a, b), set()).add(glyph)
        return pairs

    true, found, counts = by_pair(truth), by_pair(estimate), Counter(dict.fromkeys(VERDICTS, 0))
    for pair in true.keys() | found.keys():
        s, t = true.get(pair), found.get(pair)
        if s == t:
            counts["right"] += 1
        elif t is None:
            counts["missing"] += 1
        elif s is None:
            counts["extra"] += 1
        elif t == {"".join(turned.get(c, c) for c in reversed(glyph)) for glyph in s}:
            counts["reversed"] += 1
        else:
            counts["wrong mark"] += 1
    return dict(counts)


@given(graph_pairs())
@settings(max_examples=60)
def test_the_legend_counts_the_pairs(pair):
    truth, estimate = pair
    assert legend(drawn(truth, estimate)) == naive_counts(truth, estimate)


@given(graph_pairs())
@settings(max_examples=40)
def test_the_counts_are_those_of_differences(pair):
    truth, estimate = pair
    listed = Counter(one.error for one in em.differences(truth, estimate))
    counts = compared(truth, estimate).counts
    wrong = listed["undirected"] + listed["oriented"] + listed["other marks"]
    assert counts["wrong mark"] == wrong
    assert [counts[v] for v in ("missing", "extra", "reversed")] == [
        listed[v] for v in ("missing", "extra", "reversed")
    ]


def test_every_pair_has_a_tooltip_and_every_node():
    told = tooltips(drawn(TRUTH, FOUND))
    assert "missing: truth C --> F, estimate no edge" in told
    assert "wrong mark: truth B --> E, estimate B o-> E" in told
    assert set(TRUTH.nodes) <= set(told)
    assert sum(": truth" in text or text.startswith("right") for text in told) == sum(COUNTS.values())


def test_an_svg_has_a_title_and_a_description_that_its_root_refers_to():
    root = drawn(TRUTH, FOUND, title="my method")
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "my method"
    assert "4 right, 1 missing, 3 extra, 1 reversed, 2 wrong mark" in description.text


def test_two_pictures_on_a_page_have_ids_of_their_own():
    ids = [drawn(TRUTH, one).find(f"{SVG}title").get("id") for one in (FOUND, TRUTH)]
    assert ids[0] != ids[1]


def test_verdicts_differ_in_colour_and_in_line():
    assert len({pen.colour for pen in PENS.values()}) == len(VERDICTS)
    assert len({(pen.dashes, pen.width > 2.5) for pen in PENS.values()}) == len(VERDICTS)


@pytest.mark.parametrize(
    ("edge", "heads", "circles"),
    [("-->", 1, 0), ("<->", 2, 0), ("---", 0, 0), ("o->", 1, 1), ("o-o", 0, 2), ("o--", 0, 1)],
)
def test_both_end_marks_are_drawn(edge, heads, circles):
    graph = Graph.parse(f"A {edge} B")
    root = drawn(graph, graph)
    (group,) = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title").text.startswith("right")]
    assert len(group.findall(f"{SVG}polygon")) == heads
    assert len(group.findall(f"{SVG}circle")) == circles


def test_a_wrong_mark_shows_the_marks_of_both_graphs():
    root = drawn(Graph.parse("A --> B"), Graph.parse("A o-o B"))
    (group,) = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title").text.startswith("wrong")]
    widths = [float(path.get("stroke-width")) for path in group.findall(f"{SVG}path")]
    assert len(widths) == 2
    assert widths[0] > 2 * widths[1]
    assert len(group.findall(f"{SVG}polygon")) == 1
    assert len(group.findall(f"{SVG}circle")) == 2


def places(root):
    """Where each node is, by its name."""
    boxes = {}
    for group in root.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        if box is not None:
            boxes[group.find(f"{SVG}title").text] = box.get("x"), box.get("y")
    return boxes


def test_nodes_stand_at_the_same_places_in_every_picture_of_a_truth():
    estimates = [FOUND, TRUTH, Graph(TRUTH.nodes), Graph.parse("H --> G --> F --> A; B; C; D; E")]
    found = [places(drawn(TRUTH, one)) for one in estimates]
    assert len(found[0]) == 8
    assert all(one == found[0] for one in found)


def test_the_order_of_the_estimates_nodes_changes_nothing():
    turned = Graph(FOUND.nodes[::-1], FOUND.edges())
    assert figures.draw_diff(TRUTH, turned) == figures.draw_diff(TRUTH, FOUND)


def test_no_tip_of_an_arrow_is_hidden_by_a_node():
    root = drawn(TRUTH, FOUND)
    boxes = [
        [float(group.find(f"{SVG}rect").get(key)) for key in ("x", "y", "width", "height")]
        for group in root.iter(f"{SVG}g")
        if group.find(f"{SVG}rect") is not None
    ]
    tips = [
        tuple(map(float, polygon.get("points").split()[0].split(",")))
        for group in root.iter(f"{SVG}g")
        for polygon in group.findall(f"{SVG}polygon")
    ]
    assert len(tips) > 10
    for x, y in tips:
        for left, top, width, height in boxes:  # pills are round at both ends, of half their height
            aside = max(left + height / 2 - x, 0, x - (left + width - height / 2))
            assert (aside**2 + (y - top - height / 2) ** 2) ** 0.5 >= height / 2 - 0.2


# ---- names


def hostile():
    chain = list(pairwise(HOSTILE_NAMES))
    truth = Graph(HOSTILE_NAMES, [(a, "-->", b) for a, b in chain])
    return truth, Graph(HOSTILE_NAMES, [(b, "-->", a) for a, b in chain[:-1]])


@pytest.mark.parametrize("more", [{}, {"matrix": False}, {"around": "<script>", "steps": 2}])
def test_hostile_names_stay_text_in_svg(more):
    svg = figures.draw_diff(*hostile(), **more)
    root = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "path", "polygon", "circle", "text"}
    assert svg.replace("\n", "").isprintable()


def test_hostile_names_stay_text_in_mermaid():
    lines = figures.draw_diff(*hostile(), "mermaid").splitlines()
    name = r'    n\d+\["(?:[^"<>&{}\[\]|`]|#\d+;)*"\]'
    edge = r'    n\d+ -->(?:\|"[a-z ]+"\|)? n\d+'
    assert all(re.fullmatch(f"{name}|{edge}|    linkStyle .*", line) for line in lines[2:])


def test_hostile_names_stay_text_in_tikz():
    tikz = figures.draw_diff(*hostile(), "tikz", matrix=False)
    body = [line for line in tikz.splitlines() if not line.startswith("%")]
    plain = re.sub(r"\\[\\{}$&#%_]", "", "\n".join(body))
    assert plain.count("{") == plain.count("}")
    assert not re.search(r"[$&^~<>|]", plain)
    assert all(line.startswith("\\") for line in body)


def test_tex_does_not_join_the_characters_of_a_name():
    """TeX set CD4--CD8 with a dash, and x'' and ,, with quotation marks."""
    graph = Graph.parse('"CD4--CD8" --> "x\'\'"; "a,,b---c`"')
    tikz = figures.draw_diff(graph, graph, "tikz")
    assert "{CD4-{}-CD8}" in tikz
    assert r"{x\textquotesingle{}\textquotesingle{}}" in tikz
    assert r"{a,{},b-{}-{}-c\textasciigrave{}}" in tikz


def test_hostile_names_cannot_steer_a_terminal():
    assert figures.draw_diff(*hostile(), "text").replace("\n", "").isprintable()


def test_names_that_are_cut_stay_different():
    names = [f"{'temperature of the sea'}{k}{'at some depth'}" for k in range(5)]
    truth = Graph(names, [(a, "-->", b) for a, b in pairwise(names)])
    texts = [text.text for text in drawn(truth, truth).iter(f"{SVG}text")]
    shown = [text for text in texts if "…" in (text or "")]
    assert len(set(shown)) == 5


# ---- sizes


def chain(n):
    return Graph(n, [(k, "-->", k + 1) for k in range(n - 1)])


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("matrix", [None, True])
def test_graphs_without_edges_are_drawn(n, matrix):
    root = drawn(Graph(n), Graph(n), matrix=matrix)
    assert legend(root) == dict.fromkeys(VERDICTS, 0)


def test_graphs_of_some_sixty_nodes_become_a_heat_map():
    assert "#59" in places(drawn(chain(60), chain(60)))
    root = drawn(chain(61), Graph(61))
    assert places(root).keys() == {
        f"missing: truth #{k} --> #{k + 1}, estimate no edge" for k in range(60)
    }
    assert legend(root)["missing"] == 60


def test_the_heat_map_has_the_truths_edges_above_the_diagonal():
    backwards = Graph(70, [(k + 1, "-->", k) for k in range(69)])
    root = drawn(backwards, backwards)
    for group in root.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        assert float(box.get("x")) > float(box.get("y"))


def test_five_thousand_nodes_are_drawn_with_a_line_that_says_how():
    svg = figures.draw_diff(chain(5000), Graph(5000, [(k + 1, "-->", k) for k in range(0, 4000, 2)]))
    assert "5000 nodes: a square stands for 56 × 56 cells" in svg
    assert "missing 2999" in svg
    assert "reversed 2000" in svg
    assert len(svg) < 500_000


def test_nodes_and_edges_of_a_large_graph_are_refused_and_what_is_near_a_node_drawn():
    large = chain(900)
    with pytest.raises(LimitError, match=r"around=truth\.nodes\[0\]"):
        figures.draw_diff(large, large, matrix=False)
    root = drawn(large, Graph(900), around=10, steps=2)
    assert places(root).keys() == {f"#{k}" for k in range(8, 13)}
    assert legend(root)["missing"] == 4


def test_the_largest_number_of_pairs_is_the_one_that_the_refusal_names():
    """801 to 803 pairs were drawn."""
    pairs = [(a, "-->", b) for a in range(50) for b in range(a + 1, 50)][:801]
    with pytest.raises(LimitError, match="up to 200 nodes and 800 pairs; got 50 nodes and 801 pairs"):
        figures.draw_diff(Graph(50, pairs), Graph(50, pairs), matrix=False)


def test_steps_go_along_the_edges_of_both_graphs():
    root = drawn(Graph.parse("A --> B; C; D"), Graph.parse("A; B; C --> A; D"), around="A")
    assert places(root).keys() == {"A", "B", "C"}


# ---- refusals


def test_other_nodes_are_refused():
    with pytest.raises(AlignmentError):
        figures.draw_diff(TRUTH, Graph.parse("A --> Z"))


def test_wrong_words_are_refused(tmp_path):
    with pytest.raises(ConventionError, match="format must be one of"):
        figures.draw_diff(TRUTH, FOUND, "jpeg")
    with pytest.raises(FormatError, match=r"\.svg, \.pdf, \.png, \.tex, \.mmd, \.txt"):
        figures.save_diff(TRUTH, FOUND, tmp_path / "a.jpeg")
    with pytest.raises(GraphError, match="unknown node"):
        figures.draw_diff(TRUTH, FOUND, around="Z")
    with pytest.raises(GraphError, match="steps must be"):
        figures.draw_diff(TRUTH, FOUND, around="A", steps=-1)


@pytest.mark.parametrize(
    ("format", "option"),
    [
        ("text", {"matrix": True}),
        ("text", {"matrix": False}),
        ("text", {"title": "PC"}),
        ("mermaid", {"matrix": True}),
        ("mermaid", {"title": "PC"}),
        ("mermaid", {"paper": "none"}),
        ("tikz", {"paper": "#ffffff"}),
    ],
)
def test_options_without_effect_on_a_picture_are_refused(format, option):
    with pytest.raises(ConventionError, match=f"{next(iter(option))} has no effect .* '{format}'"):
        figures.draw_diff(TRUTH, FOUND, format, **option)


@pytest.mark.parametrize("draw", [figures.draw_diff, em.plot_diff])
def test_steps_from_no_node_are_refused(draw):
    if draw is em.plot_diff:
        pytest.importorskip("matplotlib")
    with pytest.raises(GraphError, match=r"steps counts edges from the node `around`.*got steps=2"):
        draw(TRUTH, FOUND, steps=2)


def test_mermaid_refuses_what_its_pages_do_not_draw(tmp_path):
    edges = [(k, "-->", k + 1) for k in range(500)]
    most = Graph(501, edges)
    assert figures.draw_diff(most, most, "mermaid").count("-->") == 500
    more = Graph(502, [*edges, (500, "-->", 501)])
    with pytest.raises(LimitError, match="Mermaid draws up to 500 edges; got 501 pairs"):
        figures.save_diff(more, more, tmp_path / "a.mmd")
    twice = Graph(300, [(k, g, k + 1) for k in range(299) for g in ("-->", "<->")])
    with pytest.raises(LimitError, match="got 598 edges"):
        figures.draw_diff(twice, twice, "mermaid")
    long = Graph([f"{k}{'x' * 190}" for k in range(300)], [])
    with pytest.raises(LimitError, match="50,000 characters"):
        figures.draw_diff(long, long, "mermaid")


def test_mermaid_tells_the_truth_of_wrong_marks():
    truth, estimate = Graph.parse('"a |b" --- C; C --> D'), Graph.parse('"a |b" --> C; C o-> D')
    text = figures.draw_diff(truth, estimate, "mermaid")
    labels = re.findall(r'\|"(.*)"\|', text)
    told = [re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label) for label in labels]
    assert told[0] == 'wrong mark, truth "a |b" --- C'
    assert told[1].startswith("wrong mark, truth C --> D, marks o-")
    both = Graph.parse("A --> B; A <-> B"), Graph.parse("A --> B")
    assert figures.draw_diff(*both[::-1], "mermaid").count("truth A") == 1


def test_names_in_text_can_be_read_back():
    names = ["my node", "#0", "A --> B", "plain", 'with "quotes"']
    truth = Graph(names, [(a, "-->", b) for a, b in pairwise(names)])
    lines = figures.draw_diff(truth, Graph(names), "text").splitlines()
    assert Graph.parse("; ".join(line.removeprefix("- ") for line in lines[1:])) == truth
    unnamed = Graph(2, [(0, "-->", 1)])
    assert "= #0 --> #1" in figures.draw_diff(unnamed, unnamed, "text")


def test_large_heat_maps_say_what_there_is_none_of():
    large = chain(200)
    texts = [text.text for text in drawn(large, large).iter(f"{SVG}text")]
    assert "reversed 0, wrong mark 0" in texts
    for verdict in VERDICTS:
        assert any(verdict in (text or "") for text in texts)


@pytest.mark.parametrize("ending", ["svg", "tex", "mmd", "txt"])
def test_files_need_no_matplotlib(tmp_path, ending):
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from edgemark import Graph, figures\n"
        f"figures.save_diff(Graph.parse('A --> B'), Graph.parse('B --> A'), r'{tmp_path}/d.{ending}')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert "reversed" in (tmp_path / f"d.{ending}").read_text()


def test_without_matplotlib_axes_are_refused_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install -e '\.\[report\]'"):
        em.plot_diff(TRUTH, FOUND)
