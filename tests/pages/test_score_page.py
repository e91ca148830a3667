"""The page of a score: what it holds; no name becomes markup; it loads nothing."""

import hashlib
import re
from base64 import b64encode
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph, pages
from edgemark.display.text import printable
from edgemark.errors import AlignmentError, GraphError
from edgemark.pages.differing import _ranked
from tests.pages.reading import bold_cells, bold_rows, page_of
from tests.strategies import HOSTILE_NAMES, edges_over, names

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TRUTH = Graph.parse("A --> B --> C; A --> D; D --> C; E")
FOUND = Graph.parse("A --> B; C --> B; A --- D; E --> A")
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "dl", "div",
    "dt", "dd", "nav", "ul", "li", "main", "section", "p", "strong", "span", "meter", "details",
    "summary", "code", "figure", "figcaption", "svg", "desc", "g", "path", "rect", "circle",
    "polygon", "text", "table", "caption", "thead", "tbody", "tr", "th", "td", "footer", "script",
}  # fmt: skip


@pytest.fixture(scope="module")
def one():
    return page_of(pages.score_page(TRUTH, FOUND))


@pytest.fixture(scope="module")
def several():
    return page_of(
        pages.score_page(
            TRUTH, {"mine": FOUND, "yours": em.to_cpdag(TRUTH), "empty": Graph(list("ABCDE"))}
        )
    )


# ---- safe


def test_only_our_elements_and_no_style_or_handler_attributes(one, several):
    for found in (one, several):
        assert found.tags <= ALLOWED
        names_of_attributes = {name for _, name in found.attributes}
        assert not {name for name in names_of_attributes if name.startswith("on")}
        assert "style" not in names_of_attributes
        assert not names_of_attributes & {"src", "srcset", "action", "data", "background"}
        links = [has["href"] for tag, has, _ in found.elements if "href" in has]
        assert all(link.startswith("#") for link in links)


def test_the_policy_allows_the_style_and_the_script_by_hash_and_nothing_else(one):
    [policy] = [has["content"] for _, has, _ in one.elements if has.get("http-equiv")]

    def allowed(tag):
        [text] = one.texts(tag)
        return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert policy.split("; ") == [
        "default-src 'none'", f"style-src {allowed('style')}", f"script-src {allowed('script')}",
        "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip
    assert not re.search(r"@import|url\(", one.texts("style")[0])
    assert not re.search(r"\b(fetch|XMLHttpRequest|innerHTML|eval|import)\b", one.texts("script")[0])


@given(st.lists(names(), min_size=2, max_size=4, unique=True), st.data())
@settings(deadline=None, max_examples=15)
def test_no_name_becomes_markup(nodes, data):
    truth, found = (Graph(nodes, data.draw(edges_over(nodes))) for _ in range(2))
    try:
        made = pages.score_page(truth, {nodes[0]: found, "b": found}, ["shd", "f1:skeleton"])
    except AlignmentError:
        return
    read = page_of(made)
    assert read.tags <= ALLOWED
    assert [printable(nodes[0])] == [
        "".join(text) for tag, has, text in read.elements if tag == "h2" and has.get("id") == "e1-title"
    ]


@pytest.mark.parametrize("name", [*HOSTILE_NAMES, "<img src=x onerror=alert(1)>", "</script><script>x"])
def test_hostile_names_are_text(name):
    truth = Graph([name, "B"], [(name, "-->", "B")])
    read = page_of(pages.score_page(truth, Graph([name, "B"]), ["shd"]))
    assert read.tags <= ALLOWED
    assert len(read.texts("script")) == 1


# ---- what it holds


def test_the_page_has_every_number_of_the_report_with_its_source(one):
    head, rows = one.table("numbers-table")
    report = em.evaluate(TRUTH, FOUND)
    assert head[:3] == ["metric", "convention", "value"]
    assert [row[:2] for row in rows] == [[row.metric, row.convention] for row in report]
    for shown, row in zip(rows, report, strict=True):
        assert shown[-2] == row.status
        assert "source" in shown[-1]
        assert printable(row.source) in shown[-1]
        if row.status != "ok":
            assert printable(str(row.reason)) in shown[-1]
        elif isinstance(row.value, int):
            assert shown[2] == str(row.value)


def test_the_columns_of_costs_sum_to_the_distances(one):
    head, rows = one.table("difference-table")
    report = em.evaluate(TRUTH, FOUND)
    for name in ("shd: pair mismatch", "shd: arc Hamming", "shd: skeleton", "weighted_shd: half match"):
        k = head.index(name)
        total = sum(0 if row[k] == "·" else float(row[k]) for row in rows)
        assert report[tuple(name.split(": "))].value == total


def test_the_pair_that_costs_most_comes_first_and_is_named(one):
    _, rows = one.table("difference-table")
    assert f"costs most is {rows[0][0]}" in "".join(one.texts("p"))


def test_a_single_pair_that_differs_costs_100_percent():
    page = em.pages.score_page(em.Graph.parse("A --> B"), {"found": em.Graph.parse("A; B")})
    assert "The pair that costs most is A, B (missing): 100.0 % of each distance" in page.to_html()


def test_pairs_that_tie_as_the_worst_are_named_and_ranked_alike():
    """Fault 1: only one note said that several pairs cost most."""
    truth = Graph.parse("A --> C; B --> C; D --> C; E --> F")
    read = page_of(pages.score_page(truth, Graph.parse("A --> C; B; D; F --> E"), ["shd", "sid"]))
    head, rows = read.table("difference-table")
    shares = [row[head.index("share")] for row in rows]
    ranks = [row[head.index("rank")] for row in rows]
    assert [row[0] for row in rows[:2]] == ["C, B", "C, D"]
    assert shares[0] == shares[1] != shares[2]
    assert ranks == ["1 =", "1 =", "3", "4"]
    told = "".join(read.texts("p"))
    assert "2 pairs tie as those that cost most: C, B (missing); C, D (missing). Each costs" in told
    tooltips = [text for text in read.texts("title") if "Costs:" in text]
    assert sum("Rank 1 of 4 with 1 more" in text for text in tooltips) == 2
    assert sum("Rank 3 of 4:" in text for text in tooltips) == 1


def test_shares_that_differ_by_rounding_tie():
    costs = [{("a", ""): 0.1 + 0.2, ("b", ""): 1.0}, {("a", ""): 0.3, ("b", ""): 1.0}]
    pairs = [em.metrics.Difference(("A", "B"), "", "", "", "", "missing", one) for one in costs]
    assert [(one.rank, one.ties) for one in _ranked(pairs)] == [(1, 1), (1, 1)]


def test_the_tooltips_of_the_picture_list_what_each_pair_costs(one):
    told = [text for text in one.texts("title") if "Costs:" in text]
    assert len(told) == len(em.differences(TRUTH, FOUND))
    [reversed_pair] = [text for text in told if text.startswith("reversed")]
    costs = next(d.costs for d in em.differences(TRUTH, FOUND) if d.error == "reversed")
    charged = {key: f"{cost:g}" for key, cost in costs.items() if cost}
    assert len(charged) > 6  # a list of only six left the others out
    assert costs_told(reversed_pair) == charged


def costs_told(tooltip):
    """The costs that a tooltip lists, by distance: "shd 1 (a, b), 2 (c); sid 3"."""
    listed = tooltip.partition("Costs: ")[2].partition(". Rank")[0]
    found = {}
    for part in listed.split("; "):
        metric, _, charges = part.partition(" ")
        for cost, conventions in re.findall(r"([\d.]+)(?: \(([^)]*)\))?", charges):
            found |= {(metric, name): f"{float(cost):g}" for name in conventions.split(", ")}
    return found


def test_key_numbers_are_shown_with_the_score_of_random_guessing():
    read = page_of(pages.score_page(TRUTH, FOUND, ["shd:pair mismatch"]))
    shown = "".join(read.texts("section", id="key"))
    chance = em.chance(TRUTH, FOUND, ["shd:pair mismatch"], n_guesses=200)[0].chance
    assert f"Random guessing: {pages.blocks.number(chance.mean)}" in shown


def test_a_ratio_is_printed_as_a_ratio_with_its_count_in_the_detail():
    """Fault 5: a precision of 0.333 was printed as its count, "1 of 3"."""
    asked = ["precision:directed", "recall:skeleton", "shd:pair mismatch"]
    for found, value, count in ((FOUND, "0.333", "1 of 3"), (TRUTH, "1.000", "4 of 4")):
        read = page_of(pages.score_page(TRUTH, found, asked))
        assert em.evaluate(TRUTH, found, asked)[0].count == int(count[0])
        cards = dict(zip(read.texts("h3"), read.texts("strong"), strict=False))
        assert cards["precision: directed"] == value
        shown = "".join(read.texts("section", id="key"))
        assert f"{value} higher is better" in shown
        assert f"counted{count}" in shown
        head, rows = read.table("numbers-table")
        of_metric = {row[0]: row for row in rows}
        assert of_metric["precision"][head.index("value")] == value
        assert of_metric["precision"][head.index("count")] == count
    assert of_metric["shd"][head.index("value")] == "0"
    assert of_metric["shd"][head.index("count")] == "0 of 10"


def test_the_numbers_of_packages_equal_those_of_printed_by(one):
    _, rows = one.table("printed-table")
    pcalg = em.printed_by(TRUTH, FOUND, "pcalg")
    found = {row[0]: row[1] for row in rows if row[2] == pcalg.package}
    assert set(found) == {row.metric for row in pcalg}
    assert found["shd"] == str(pcalg["shd"].value)


def test_undefined_numbers_are_shown_as_undefined():
    empty = Graph(["A", "B"])
    shown = page_of(pages.score_page(empty, empty)).table("numbers-table")[1]
    undefined = [row for row in shown if row[-2] == "undefined"]
    assert undefined
    assert all(row[2] == "undefined" for row in undefined)


def test_estimates_of_several_classes_are_ranked_in_one_class(several):
    titles = several.texts("h2")
    assert titles[:3] == [
        "Key numbers, all as CPDAGs", "Key numbers, each estimate as given", "Where the order changes",
    ]  # fmt: skip
    head, rows = several.table("ranked-table")
    k = head.index("shd: pair mismatch")
    expected = em.evaluate(TRUTH, em.to_cpdag(TRUTH), ["shd:pair mismatch"], reference="cpdag")[0].value
    assert {row[0]: row[k] for row in rows}["yours"] == str(expected)


def test_the_order_table_counts_the_conventions_that_favour_each_estimate():
    truth = Graph.parse("A --> B --> C; D")
    reversed_, extra = (
        Graph.parse("A --> B; C --> B; D"),
        Graph.parse("A --> B --> C; A --> D"),
    )
    read = page_of(pages.score_page(truth, {"r": reversed_, "x": extra}, ["shd"]))
    _, rows = read.table("order-table")
    [row] = rows
    by = {r.convention: (r.value, x.value) for r, x in zip(
        em.evaluate(truth, reversed_, ["shd"]), em.evaluate(truth, extra, ["shd"]), strict=True
    ) if r.status == x.status == "ok" and r.compared == x.compared}  # fmt: skip
    for_r = sum(a < b for a, b in by.values())
    for_x = sum(a > b for a, b in by.values())
    assert {row[0]: int(row[3]), row[1]: int(row[4])} == {"r": for_r, "x": for_x}


def test_the_deciding_numbers_are_shown_with_both_values():
    """Fault 3: the page named the numbers that put one ahead without their values."""
    truth = Graph.parse("A --> B --> C; D")
    found = {"r": Graph.parse("A --> B; C --> B; D"), "x": Graph.parse("A --> B --> C; A --> D")}
    read = page_of(pages.score_page(truth, found, ["shd"]))
    _, [row] = read.table("order-table")
    reports = {name: em.evaluate(truth, graph, ["shd"]) for name, graph in found.items()}
    for r, x in zip(*reports.values(), strict=True):
        if r.status == x.status == "ok" and r.value != x.value:
            ahead, behind = ("r", "x") if r.value < x.value else ("x", "r")
            by = {"r": f"{r.value:g}", "x": f"{x.value:g}"}
            line = f"shd: {r.convention}: {ahead} {by[ahead]}, {behind} {by[behind]}"
            assert line in row[2]
    agreeing = page_of(pages.score_page(truth, {"t": truth, "x": found["x"]}, ["shd:skeleton"]))
    assert "shd: skeleton: t 0, x 1" in "".join(agreeing.texts("section", id="order"))


def test_only_the_metrics_that_were_asked_for_decide_the_order():
    """Estimates of several classes were ranked by all metrics."""
    asked = ["shd", "f1", "precision", "recall", "parent_aid"]
    found = {"dag": Graph.parse("A --> B; C --> B; D; E"), "cpdag": em.to_cpdag(TRUTH)}
    read = page_of(pages.score_page(TRUTH, found, asked))
    assert len(read.table("numbers-table")[1]) >= 40
    said = "".join(read.texts("section", id="order"))
    assert "The numbers are those of truth and estimates as CPDAGs." in said
    said_by = [line for line in read.texts("li") if re.search(r": (dag|cpdag) [\d.]+, ", line)]
    named = {line.rpartition("missing")[2].partition(":")[0] for line in said_by}
    assert named
    assert named <= set(asked)


def test_the_best_value_is_bold_only_if_all_have_a_value_in_one_class():
    """Fault 4: a value was bold although others had no value, or the page said that none is bold."""
    made = pages.score_page(TRUTH, {"dag": TRUTH, "cpdag": em.to_cpdag(TRUTH), "mine": FOUND})
    read = page_of(made)
    assert made.to_html().count("Bold marks") == 1
    reports = [em.evaluate(TRUTH, g) for g in (TRUTH, em.to_cpdag(TRUTH), FOUND)]
    may = {
        f"{a.metric}: {a.convention}".removesuffix(": ")
        for a, b, c in zip(*reports, strict=True)
        if a.status == b.status == c.status == "ok"
        and a.compared == b.compared == c.compared
        and a.better in ("lower", "higher", "ratio")
    }
    bold = bold_rows(read, "numbers-table")
    assert {row[0] for row in bold} == may
    assert 5 < len(bold) < len(read.table("numbers-table")[1])
    head, _ = read.table("overview-table")
    marked = {head[k] for row in bold_cells(read, "overview-table") for k in row}
    assert marked == may & set(head)
    assert "shd: pair mismatch" not in marked
    assert "shd: pair mismatch" in read.table("ranked-table")[0]


def test_links_lead_to_a_part_of_the_page(one, several):
    """Fault 8: a text named another part of the page without a link."""
    for read in (one, several):
        keys = [has["id"] for _, has, _ in read.elements if "id" in has]
        assert len(keys) == len(set(keys))
        assert {has["href"][1:] for tag, has, _ in read.elements if tag == "a"} <= set(keys)
    links = [
        has["href"] for tag, has, text in one.elements if "".join(text) == "the table of all numbers"
    ]
    assert links == ["#numbers"] * 2


def test_the_page_of_large_graphs_says_what_is_left_out():
    large = Graph(1001, [(k, "-->", k + 1) for k in range(1000)])
    read = page_of(pages.score_page(large, Graph(1001), ["shd"]))
    assert "leaves out the scores of random guessing" in "".join(read.texts("p"))
    assert "a square stands for" in "".join(read.texts("text"))


@pytest.mark.parametrize("nodes", [[], ["A"]])
def test_graphs_without_edges_or_nodes(nodes):
    read = page_of(pages.score_page(Graph(nodes), Graph(nodes)))
    assert "No pair differs" in "".join(read.texts("p"))


def test_scores_samples_and_series_have_pages():
    scores = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.3), ("C", "A", 0.6)])
    truth = Graph.parse("A --> B --> C")
    series = em.TemporalGraph.parse("A --> B @1; lags 2"), em.TemporalGraph.parse("A --> B @2; lags 2")
    for true, found in [(truth, scores), (truth, em.GraphSamples([truth, truth])), series]:
        titles = page_of(pages.score_page(true, found)).texts("h2")
        assert titles[:4] == ["Key numbers", "Be careful about", "Where they differ", "All numbers"]


def test_a_lagged_pair_does_not_take_the_costs_of_the_opposite_one():
    truth = em.TemporalGraph.parse("A --> B @1; B --> A @1; lags 1")
    read = page_of(pages.score_page(truth, em.TemporalGraph.parse("A --> B @1; lags 1")))
    (missing,) = [text for text in read.texts("title") if text.startswith("missing")]
    (right,) = [text for text in read.texts("title") if text.startswith("right")]
    assert "B --> A @1" in missing
    assert "Costs:" in missing
    assert "Costs:" not in right


def test_scores_are_drawn_at_the_threshold_with_the_best_f1():
    scores = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.3), ("C", "A", 0.2)])
    read = page_of(pages.score_page(Graph.parse("A --> B --> C"), scores))
    assert "No pair differs" in "".join(read.texts("p"))


def test_a_page_is_the_same_each_time_and_is_written_whole(tmp_path):
    made = pages.score_page(TRUTH, FOUND)
    place = made.write(tmp_path / "a.html")
    assert place.read_text(encoding="utf-8") == pages.score_page(TRUTH, FOUND).to_html()


def test_no_estimates_are_refused():
    with pytest.raises(GraphError, match="at least one estimate"):
        pages.score_page(TRUTH, {})


def test_the_repr_of_a_page_says_how_to_save_it():
    page = pages.score_page(em.Graph.parse("A --> B"), em.Graph.parse("B --> A"), title="é <b>")
    n = len(page.sections)
    assert repr(page) == f"<Page '\\xe9 <b>', {n} sections; write(path) saves it>"


def test_a_picture_of_too_many_pairs_does_not_ask_to_point_at_one():
    nodes = [f"v{k}" for k in range(300)]
    truth = em.Graph.from_edges([(a, "-->", b) for a, b in pairwise(nodes)], nodes=nodes)
    found = em.Graph.from_edges([(a, "-->", b) for a, b in pairwise(nodes[:200])], nodes=nodes)
    small = page_of(pages.score_page(TRUTH, FOUND))
    large = page_of(pages.score_page(truth, found))
    say = "Point at an edge"
    assert sum(text.startswith(say) for text in small.texts("p")) == 1
    assert not any(text.startswith(say) for text in large.texts("p"))
