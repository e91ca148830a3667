"""What notebooks show: every value has HTML that is whole, and no name is markup."""

import warnings
from xml.etree import ElementTree

import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples, TemporalGraph, stats
from tests.markup import page
from tests.strategies import HOSTILE_NAMES

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
SVG = "{http://www.w3.org/2000/svg}"
TRUTH = Graph.parse("A --> B --> C")
SERIES = TemporalGraph.parse("A --> B @1; B --> C; C --> C @2; lags 2; changing A")
SCORES = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.3)])
SAMPLES = GraphSamples([TRUTH, TRUTH, Graph.parse("A --> B; C")])
ROWS = [
    {"method": m, "dataset": f"d{d}", "metric": "shd", "better": "lower", "value": v + d}
    for m, v in (("PC", 3), ("GES", 4), ("<script>", 6))
    for d in range(5)
]
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    VALUES = {
        "Graph": TRUTH,
        "TemporalGraph": SERIES,
        "Report": em.evaluate(TRUTH, Graph.parse("A --> B; C")),
        "EdgeScores": SCORES,
        "GraphSamples": SAMPLES,
        "Summary": stats.summarize([1.0, 2.0, 4.0]),
        "SummaryTable": stats.summarize(ROWS),
        "Comparison": stats.compare(range(9), [k * k for k in range(9)], better="lower"),
        "Ranking": stats.rank(ROWS),
        "ScoreTable": em.evaluate_many(
            TRUTH, [TRUTH, Graph.parse("A --> B; C")], ["shd", "f1:skeleton"]
        ),
    }


def html(value):
    return page("".join(value._repr_html_().splitlines()))


@pytest.mark.parametrize("name", VALUES)
def test_every_value_has_html_without_scripts_and_requests(name):
    text = VALUES[name]._repr_html_()
    assert not {"script", "link", "img", "iframe"} & html(VALUES[name]).tags
    assert not [word for word in ("href", "url(", "src=", "@import", "<script") if word in text]


@pytest.mark.parametrize("name", ["SummaryTable", "Comparison", "Ranking", "ScoreTable"])
def test_a_table_has_the_cells_of_the_one_for_papers(name):
    table = VALUES[name]._table()
    found = html(VALUES[name])
    cells = [*found.texts("th"), *found.texts("td")]
    assert sorted(cells) == sorted([*table.head, *(cell for row in table.rows for cell in row)])


def test_a_warning_is_shown_once():
    rows = [row for row in ROWS if not (row["method"] == "PC" and row["dataset"] == "d1")]
    ranking = stats.rank(rows)
    assert ranking.warnings
    shown = "".join(html(ranking).texts("div", **{"class": "edgemark-table"}))
    for text in ranking.warnings:
        assert shown.count(str(text)) == 1


def test_a_summary_shows_its_numbers():
    found = html(VALUES["Summary"])
    assert dict(zip(found.texts("th", scope="row"), found.texts("td"), strict=True))["n"] == "3"


def test_a_time_series_graph_lists_its_edges_and_draws_its_time_steps():
    found = html(SERIES)
    assert found.texts("li") == ["B --> C", "A --> B @1", "C --> C @2"]
    assert set(found.texts("text")) == {"A", "B", "C", "A t−1", "C t−2"}
    assert "Changing: A" in found.texts("div")


def test_scores_list_the_highest_and_a_square_for_each():
    assert html(SCORES).texts("li") == ["A --> B: 0.9", "B --> C: 0.3"]
    assert {"A --> B: 0.9", "B --> C: 0.3"} <= set(html(SCORES).texts("title"))
    assert html(SAMPLES).texts("li") == ["A --> B: 1", "B --> C: 0.667"]


def shade_of_each(scores):
    """Map the text of each square to its opacity."""
    groups = ElementTree.fromstring(scores._repr_svg_()).iter(f"{SVG}g")
    return {
        group.find(f"{SVG}title").text: float(group.find(f"{SVG}rect").get("fill-opacity", 1))
        for group in groups
        if group.find(f"{SVG}title") is not None and group.find(f"{SVG}rect") is not None
    }


def test_the_lowest_p_value_is_first_in_the_list_and_darkest():
    scores = EdgeScores.from_pvalues([("A", "B", 0.0), ("B", "C", 0.25), ("C", "A", 0.5)])
    assert html(scores).texts("li")[:3] == ["A --> B: 0", "B --> C: -0.25", "C --> A: -0.5"]
    shades = shade_of_each(scores)
    assert shades == {"A --> B: 0": 1.0, "B --> C: -0.25": 0.75, "C --> A: -0.5": 0.5}


def test_the_text_of_a_square_has_the_sign_of_the_score():
    scores = EdgeScores.from_edges(
        [("A", "B", -1.0), ("B", "A", -0.5), ("B", "C", 1.0)], sign="keep", unlisted=0
    )
    shades = shade_of_each(scores)
    assert shades["B --> A: -0.5"] < shades["A --> C: 0"] < shades["B --> C: 1"] == 1
    assert html(scores).texts("li")[-2:] == ["B --> A: -0.5", "A --> B: -1"]


@pytest.mark.parametrize("value", [TRUTH, SERIES, SCORES, SAMPLES], ids=lambda one: type(one).__name__)
def test_a_picture_is_a_file_of_its_own(value):
    assert ElementTree.fromstring(value._repr_svg_()).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    "value",
    [
        Graph(31, [(0, "-->", 1)]),
        TemporalGraph([f"X{k}" for k in range(31)], [("X0", "-->", "X1", 1)], max_lag=1),
        EdgeScores.of(Graph(41, [(0, "-->", 1)])),
        GraphSamples([Graph(41, [(0, "-->", 1)])]),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_is_too_large_to_draw_says_so(value):
    assert value._repr_svg_() is None
    assert any(text.startswith("Not drawn: ") for text in html(value).texts("div"))


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=lambda name: ascii(name[:20]))
def test_hostile_names_are_text(name):
    for value in (
        TemporalGraph([name, "B"], [(name, "-->", "B", 1)], max_lag=1),
        EdgeScores.from_edges([(name, "B", 0.5)]),
        GraphSamples([Graph([name, "B"], [(name, "-->", "B")])]),
    ):
        assert not {"script", "b", "img"} & html(value).tags


@pytest.mark.parametrize(
    "value",
    [Graph(0), EdgeScores.of(Graph(0)), GraphSamples([Graph(0)]), TemporalGraph(0, max_lag=1)],
    ids=lambda one: type(one).__name__,
)
def test_nothing_is_shown_of_no_nodes(value):
    assert html(value).tags
    assert "Not drawn" not in value._repr_html_()
    assert value._repr_svg_() is None
